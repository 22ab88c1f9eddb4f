"""Writes the live formulas of Submit: what a bid counts as, what prints cost, the tokens left, the cells marked.

Must not be read back, nor know the letters that a player holds: no formula joins those with words (LA-7).

Only functions that Excel, LibreOffice and Google Sheets share, and no ranges inside a calculation. What is a whole number is asked in a
way that no country's habits change: a 1 is put before the digits, and the number made from that must be written with the same digits again.
"""

from __future__ import annotations

from collections.abc import Sequence


def bare(cell: str) -> str:
    """The text of a cell without the blanks around it, a plus before it and a .0 or .00 behind it."""
    whole = f'SUBSTITUTE(SUBSTITUTE(SUBSTITUTE(TRIM({cell})&"|",".00|",""),".0|",""),"|","")'
    return f'=IF(LEFT({whole},1)="+",MID({whole},2,40),{whole})'


def amount(cell: str, step: str) -> str:
    """The bid in a cell as a number, "?" where it cannot be read, nothing where nothing stands; `step` = the cell with its bare text."""
    return f'=IF(TRIM({cell})="","",IFERROR(IF(AND(LEN({step})>0,TEXT(VALUE("1"&{step}),"0")="1"&{step}),VALUE({step}),"?"),"?"))'


def tokens_left(tokens: int, bids: str, prints: Sequence[str], price: int) -> str:
    """The tokens less the bids that can be read (a range, or nothing), and less the price of every letter to print."""
    letters = "".join(f"-{price}*{_is_letter(cell)}" for cell in prints)
    return f"={tokens}{f'-SUM({bids})' if bids else ''}{letters}"


def _is_letter(cell: str) -> str:
    code = f"CODE(UPPER(TRIM({cell})))"
    return f"IF(LEN(TRIM({cell}))=1,IF(AND({code}>64,{code}<91),1,0),0)"


UNMARKED = ("false", "no", "0")
"""What stands beside a letter and leaves it out all the same."""


def marked(cells: Sequence[str]) -> str:
    """How many cells are marked."""
    return "=" + "+".join(f"IF({is_marked(cell)},1,0)" for cell in cells)


def is_marked(cell: str) -> str:
    """Whether a cell holds a mark, as a condition of a formula."""
    others = ",".join(f'LOWER(TRIM({cell}))="{word}"' for word in ("", *UNMARKED))
    return f"NOT(OR({others}))"
