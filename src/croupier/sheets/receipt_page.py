"""A receipt as a page of HTML, for stores that keep it beside the workbook.

Must not word anything of a game: the lines come in as they are to be read.
"""

from __future__ import annotations

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from croupier.resources import resource

from .base import Receipt


def receipt_page(receipt: Receipt) -> str:
    """The page, whole."""
    environment = Environment(loader=FileSystemLoader(resource("templates/pages")), autoescape=True, undefined=StrictUndefined)
    return environment.get_template("receipt.html").render(receipt=receipt, heading=receipt.heading)
