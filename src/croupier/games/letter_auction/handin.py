"""Looks at what a seat handed in, ruling by ruling: what stands becomes the move, the rest becomes problems.

Must not know the dictionary, nor say which words the letters form: of a word it says only whether it can be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from croupier.core import typed
from croupier.core.forms import Answers
from croupier.core.problems import Problem

from .alphabet import connected, read_letter, read_word
from .auction import PRINT_PRICE
from .options import PRINTER, RANGE, SHIFT
from .spelling import Listed, short
from .sums import UNMARKED
from .views import SeatView


@dataclass(frozen=True, slots=True)
class Move:
    """What stands of a hand-in: bids above 0, one set of cells, the letter to be shifted, letters to print, words that can be read."""

    problems: tuple[Problem, ...] = ()
    bids: tuple[tuple[str, int], ...] = ()
    range: tuple[str, ...] = ()
    shift: str | None = None
    prints: tuple[str, ...] = ()
    words: tuple[Listed, ...] = ()


def check(view: SeatView, answers: Answers) -> tuple[Move, tuple[Problem, ...]]:
    """The move that stands and every problem with the rest (LA-15)."""
    variation, problems = view.public.variation, list[Problem]()
    asked = asked_keys(variation)
    for key, value in answers.items():
        if key not in asked and not typed.is_blank(value):
            text = f"Nothing is asked for under {_quoted(key)} in this round; it is ignored. Leave it empty."
            problems.append(Problem("LA-15", _where(key), "not-offered", text))
    move = Move()
    if "bids" in asked:
        move = replace(move, bids=_bids(view, answers.get("bids"), problems))
    if "range" in asked:
        move = replace(move, range=_range(view, answers.get("range"), problems))
    if "shift" in asked:
        move = replace(move, shift=_shift(view, answers.get("shift"), problems))
    if "print" in asked:
        move = replace(move, prints=_prints(answers.get("print"), problems))
    move = replace(_affordable(view, move, problems), words=_words(answers.get("words"), problems))
    return replace(move, problems=tuple(problems)), tuple(problems)


def asked_keys(variation: str | None) -> tuple[str, ...]:
    """What a round asks for by its variation; the last words have none (LA-12 … LA-14)."""
    if variation is None:
        return ("words",)
    if variation == RANGE:
        return ("range", "words")
    return ("bids", *{SHIFT: ("shift",), PRINTER: ("print",)}.get(variation, ()), "words")


def _bids(view: SeatView, answers: object, problems: list[Problem]) -> tuple[tuple[str, int], ...]:
    """LA-2: bids above 0 in the order of the letters."""
    if typed.is_blank(answers):
        return ()
    if not isinstance(answers, Mapping):
        problems.append(Problem("LA-2", "bids", "unreadable", "There should be one number beside each letter; nothing of this counts as a bid."))
        return ()
    letters = view.public.letters.now_
    found: dict[str, int | None] = {}
    for key, value in answers.items():
        if typed.is_blank(value):
            continue
        letter, where = typed.text(key).upper(), f"bids/{_where(key)}"
        if letter not in letters:
            text = f"{_quoted(key)} is not auctioned in this round. This bid is void; bid on {', '.join(letters) or 'nothing'}."
            problems.append(Problem("LA-2", where, "not-offered", text))
            continue
        if letter in found:
            problems.append(Problem("LA-2", where, "duplicate", f"{letter} has two bids; both are void. Keep one of them."))
            found[letter] = None
            continue
        amount = typed.whole(value)
        if amount is None or amount < 0:
            text = f"{_quoted(value)} on {letter} is no whole number from 0 up. This bid is void; type a number such as 7."
            problems.append(Problem("LA-2", where, "unreadable", text))
        found[letter] = amount if amount is not None and amount > 0 else None
    return tuple((letter, amount) for letter in letters if (amount := found.get(letter)))


def _affordable(view: SeatView, move: Move, problems: list[Problem]) -> Move:
    """LA-2, LA-14: bids and prints together within the tokens, or none of them."""
    tokens = view.public.ground.tokens
    total = sum(amount for _, amount in move.bids) + PRINT_PRICE * len(move.prints)
    if total <= tokens:
        return move
    what = "bids and prints" if move.prints else "bids"
    come_to = f"come to {total} tokens" if total < 10**12 else "come to far too many tokens"
    text = f"Your {what} {come_to}, but you have {tokens}: all of them are void in this round. Lower them to {tokens} or less together."
    problems.append(Problem("LA-2", "bids", "over-budget", text))
    return replace(move, bids=(), prints=())


def _range(view: SeatView, answers: object, problems: list[Problem]) -> tuple[str, ...]:
    """LA-13: the set of cells in the order of the grid; nothing where it is void."""
    grid = view.public.letters.now_
    chosen: list[str] = []
    offered = True
    for where, value in _cells(answers):
        letter = typed.text(value).upper()
        if letter not in grid:
            offered = False
            problems.append(Problem("LA-13", where, "not-offered", f"{_quoted(value)} is no cell of the grid. The whole set is void; take it out."))
        elif letter in chosen:
            problems.append(Problem("LA-13", where, "duplicate", f"{letter} is in your set twice; it counts once.", harmless=True))
        else:
            chosen.append(letter)
    if not offered:
        return ()
    if not connected(grid, tuple(chosen)):
        text = "The cells of your set do not hang together by their sides. The whole set is void; add the cells between them or take some out."
        problems.append(Problem("LA-13", "range", "illegal", text))
        return ()
    return tuple(letter for letter in grid if letter in chosen)


def _cells(answers: object) -> Iterator[tuple[str, object]]:
    """The cells that are named: by a list, or by the marks beside the letters, where anything but FALSE, no and 0 is a mark."""
    if isinstance(answers, Mapping):
        for key, mark in answers.items():
            if not typed.is_blank(mark) and typed.name_key(mark) not in UNMARKED:
                yield f"range/{_where(key)}", typed.text(key)
    else:
        yield from _items("range", answers)


def _shift(view: SeatView, value: object, problems: list[Problem]) -> str | None:
    """LA-13"""
    if typed.is_blank(value):
        return None
    letter, offered = read_letter(value), ", ".join(view.public.letters.now_) or "none in this round"
    if letter is None:
        problems.append(
            Problem("LA-13", "shift", "unreadable", f"{_quoted(value)} is no letter. Nothing is shifted by you; choose one of {offered}.")
        )
    elif letter not in view.public.letters.now_:
        problems.append(Problem("LA-13", "shift", "not-offered", f"{letter} is not auctioned. Nothing is shifted by you; choose one of {offered}."))
    else:
        return letter
    return None


def _prints(answers: object, problems: list[Problem]) -> tuple[str, ...]:
    """LA-14"""
    found: list[str] = []
    for where, value in _numbered("print", "LA-14", answers, problems):
        letter = read_letter(value)
        if letter is None:
            text = f"{_quoted(value)} is no letter from A to Z. Nothing is printed for this line; type one letter, such as E."
            problems.append(Problem("LA-14", where, "unreadable", text))
        else:
            found.append(letter)
    return tuple(found)


def _words(answers: object, problems: list[Problem]) -> tuple[Listed, ...]:
    """LA-8: only whether a line can be read is looked at here."""
    found: list[Listed] = []
    for where, value in _numbered("words", "LA-8", answers, problems):
        word = read_word(value)
        if word is None:
            text = f"{_quoted(value)} is no word of the letters A to Z. This line is void; type one word, without blanks, accents or signs."
            problems.append(Problem("LA-8", where, "unreadable", text))
        else:
            found.append(Listed(where, word))
    return tuple(found)


def _numbered(name: str, rule: str, answers: object, problems: list[Problem]) -> list[tuple[str, object]]:
    """The lines of a list that hold something, in order: of a list, or of a mapping by line number."""
    if not isinstance(answers, Mapping):
        return list(_items(name, answers))
    lines: list[tuple[int, str, Any]] = []
    for key, value in answers.items():
        number, where = typed.whole(key), f"{name}/{_where(key)}"
        if typed.is_blank(value):
            continue
        if number is None or number < 1:
            text = f"There is no line {_quoted(key)} here; it is ignored. Lines are numbered from 1."
            problems.append(Problem(rule, where, "not-offered", text))
        else:
            lines.append((number, where, value))
    return [(where, value) for _, where, value in sorted(lines, key=lambda line: line[0])]


def _items(name: str, answers: object) -> Iterator[tuple[str, object]]:
    items: Sequence[object] = answers if isinstance(answers, (list, tuple)) else (answers,)
    for number, value in enumerate(items, start=1):
        if not typed.is_blank(value):
            yield f"{name}/{number}", value


def _where(key: object) -> str:
    """A key as part of a problem's place: never empty, never endless."""
    return typed.text(key)[:40] or "(no name)"


def _quoted(value: object) -> str:
    """A typed value for a message, cut where it is very long."""
    return repr(short(typed.text(value)))
