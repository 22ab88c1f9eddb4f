"""Writes the live formulas of Submit: what a typed amount counts as, the sums, and whether they are too much.

Must not be read back: croupier judges what was typed by itself (HH-3, HH-4).

Only functions that Excel, LibreOffice and Google Sheets share, and no ranges inside a calculation: old versions of Excel would need
them entered in a special way. What is a number is asked in a way that no country's habits change: a 1 is put before the digits, and
the number made from that must be written with the same digits again. So 1e3, 3-4, 9,50 or 50% count as nothing, as croupier has it.
"""

from __future__ import annotations


def typed_amount(cell: str, *, dollars: bool) -> str:
    """The text of a cell without its blanks, one $ before it (where that may be), and one .0 or .00 behind it."""
    bare = f"TRIM({cell})"
    text = f'IF(LEFT({bare},1)="$",TRIM(MID({bare},2,40)),{bare})' if dollars else bare
    return f'=SUBSTITUTE(SUBSTITUTE(SUBSTITUTE({text}&"|",".00|",""),".0|",""),"|","")'


def digits(typed: str) -> str:
    """The same without its commas."""
    return f'=SUBSTITUTE({typed},",","")'


def _is_amount(typed: str, bare: str) -> str:
    """Whether it is digits (some programs take no digits at all for 0), with no commas or with all of them where they belong."""
    commas = [bare, f'REPLACE({bare},MAX(1,LEN({bare})-2),0,",")']
    commas.append(f'REPLACE({commas[1]},MAX(1,LEN({bare})-5),0,",")')
    grouped = ",".join(f"{typed}={form}" for form in commas)
    return f'AND(LEN({bare})>0,TEXT(VALUE("1"&{bare}),"0")="1"&{bare},LEFT({typed},1)<>",",OR({grouped}))'


def _guarded(cell: str, value: str) -> str:
    return f'=IF(TRIM({cell})="","",IFERROR({value},"?"))'


def amount(cell: str, typed: str, bare: str) -> str:
    """The amount in a cell as a number, "?" where it cannot be read, nothing where nothing stands."""
    return _guarded(cell, f'IF({_is_amount(typed, bare)},VALUE({bare}),"?")')


def walls_cost(cell: str, typed: str, bare: str, price: int) -> str:
    """What Walls cost: a count times their price, or with a $ the money itself, which must come out even."""
    money = f'IF(MOD(VALUE({bare}),{price})=0,VALUE({bare}),"?")'
    return _guarded(cell, f'IF({_is_amount(typed, bare)},IF(LEFT(TRIM({cell}),1)="$",{money},{price}*VALUE({bare})),"?")')


def left_over(total: str, purse: int) -> str:
    """What a sum leaves of a purse."""
    return f"={purse}-{total}"


def over(total: str, purse: int) -> str:
    """Whether a sum is more than a purse holds."""
    return f"{total}>{max(0, purse)}"
