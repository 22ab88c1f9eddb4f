"""Lays out."""

from croupier.core.forms import Form
from croupier.core.sheet import Heading, Tab

from .views import TeamView


def sheet(view: TeamView, form: Form | None, heading: Heading) -> tuple[Tab, ...]:
    return ()
