"""The ids, names and marks by which croupier knows its own tabs in a spreadsheet again, the same in every run.

Must not depend on titles as they now are: a tab is known by its number, a cell by its name.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import lru_cache

from croupier.core.sheet import Block, Cell, Style, Tab, Workbook

from .cells import is_open

PREFIX = "croupier_"
GUARD = "croupier"
STAMP, APPLIED, TITLE = "croupier.stamp", "croupier.applied", "croupier.title"
TAB = "croupier.tab"
"""On a tab: the hash of what was laid out there."""
LOCKED = "croupier.locked"
"""There while the inputs are locked: when the workbook was last saved before that."""
TOUCHED = "croupier.touched"
"""When the workbook had last been saved before croupier wrote a receipt, and when that was: it is no player's change."""
RECEIPT, RECEIPT_TAB = "receipt", "Inbox"
_EDITION = "1"
_RECEIPT_TOP, _RECEIPT_ROWS, _RECEIPT_WIDTH = 3, 40, 70.0
_RECEIPT_STYLE = Style(ink="1f2430", fill="f4f1ec", size=10, wrap=True, middle=False, indent=1)


def number(what: str) -> int:
    """A number of a thing's own, the same in every run and never 0."""
    return int.from_bytes(hashlib.sha256(what.encode("utf-8", "surrogatepass")).digest()[:4], "big") % (2**31 - 2) + 1


def gid(title: str) -> int:
    """The number of the tab that is wanted under a title; it stays when a player renames the tab."""
    return number(f"tab {title}")


def tab_name(title: str) -> str:
    """The named range over all that is read of a tab."""
    return f"{PREFIX}tab_{gid(title)}"


def cell_name(name: str) -> str:
    """The named range of an input, a grid or a legend."""
    return PREFIX + name


@lru_cache(maxsize=64)  # the same is asked at every step of laying a workbook out, and to write a large tab out takes a while
def digest(tab: Tab) -> str:
    """The hash of a tab as it is wanted."""
    return _hash(f"{_EDITION} {tab!r}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def applied(workbook: Workbook) -> str:
    """The mark of a spreadsheet that has been brought to this state."""
    return f"{workbook.stamp}:{_hash(' '.join([workbook.title, *map(digest, workbook.tabs)]))}"


def has_inputs(tab: Tab) -> bool:
    """Whether a seat may do anything in it."""
    return any(is_open(cell) for cell in tab.cells) or bool(tab.blocks)


def with_receipt(tab: Tab) -> Tab:
    """The Inbox with a place for the receipt beside its lines: one cell over many rows, so that any text fits."""
    if tab.title != RECEIPT_TAB:
        return tab
    column = max((cell.column + cell.width - 1 for cell in tab.cells), default=1) + 2
    bottom = max([_RECEIPT_TOP + _RECEIPT_ROWS, *(cell.row + cell.height for cell in tab.cells)]) - 1
    height = bottom - _RECEIPT_TOP + 1
    cell = Cell(_RECEIPT_TOP, column, "", _RECEIPT_STYLE, height=height)
    block = Block(RECEIPT, _RECEIPT_TOP, column, bottom, column)
    return replace(tab, cells=(*tab.cells, cell), widths=(*tab.widths, (column, _RECEIPT_WIDTH)), blocks=(*tab.blocks, block))


def used(tab: Tab) -> tuple[int, int]:
    """The last row and the last column that anything stands in."""
    rows = [cell.row + cell.height - 1 for cell in tab.cells] + [block.bottom for block in tab.blocks]
    columns = [cell.column + cell.width - 1 for cell in tab.cells] + [block.right for block in tab.blocks]
    return max([1, *rows]), max([1, *columns])
