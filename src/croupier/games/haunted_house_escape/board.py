"""Draws."""

from croupier.core.picture import Picture


def pictures(view: object) -> tuple[tuple[str, Picture], ...]:
    return ()
