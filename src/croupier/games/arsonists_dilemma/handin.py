"""Looks at what the asked seat handed in: a choice that stands, or every problem with it (AD-14).

Must not see more than the seat's own view, so that no problem can tell what the seat may not know.
"""

from __future__ import annotations

from croupier.core import typed
from croupier.core.forms import Answers
from croupier.core.problems import Code, Problem

from .amounts import MOST_DIGITS, read_price
from .choices import Burn, Choice, Escape, Move, Price, Purchase, TimeOut
from .events import PRICING, PURCHASING
from .structures import CELLS, STRUCTURES, read_cell, read_structure, structure
from .views import SeatView

ASKED = {PRICING: ("structure", "price"), PURCHASING: ("structure", "house", "cell")}
IN_A_HOUSE = ("burn", "escape")
TICK = "confirmed"
TIMEOUT = "timeout"

_YES, _NO = frozenset({"true", "yes", "y", "x", "escape"}), frozenset({"false", "no", "n"})


def check(view: SeatView, answers: Answers) -> tuple[Move, tuple[Problem, ...]]:
    """The choice that stands, and all problems. What is not asked for is ignored, with a problem that costs nothing."""
    if not view.asked:
        words = "It is not your turn; what you handed in has no effect. Wait until your sheet asks you."
        return _nothing([Problem("AD-14", "turn", "illegal", words)])
    if _is(answers.get(TIMEOUT), _YES):
        return Move(TimeOut()), ()
    phase = view.public.phase
    asked = ASKED.get(phase, IN_A_HOUSE)
    ignored = [_unasked(key) for key, value in answers.items() if not (key in asked or _says_nothing(key, value))]
    problems: list[Problem] = []
    given = {key: None if typed.is_blank(answers.get(key)) else answers[key] for key in asked}
    if phase == PRICING:
        choice = _price(view, given, problems)
    elif phase == PURCHASING:
        choice = _purchase(view, given, problems)
    else:
        choice = _house_turn(view, given, problems)
    if problems:
        return _nothing([*problems, *ignored])
    return Move(choice, tuple(ignored)), tuple(ignored)


def _nothing(problems: list[Problem]) -> tuple[Move, tuple[Problem, ...]]:
    return Move(None, tuple(problems)), tuple(problems)


def _is(value: object, words: frozenset[str]) -> bool:
    return typed.name_key(value) in words if isinstance(value, (bool, str)) else False


def _says_nothing(key: object, value: object) -> bool:
    """A blank, the tick of the box, and a time-out that did not happen."""
    return typed.is_blank(value) or key == TICK or (key == TIMEOUT and _is(value, _NO))


def _unasked(key: object) -> Problem:
    name = _clipped(key)
    return Problem("AD-14", name, "not-offered", f"Nothing is asked for under “{name}” in this turn; it is ignored.", harmless=True)


def _clipped(value: object) -> str:
    """What was typed, short enough to be quoted."""
    text = " ".join(typed.text(value).split()) or "(blank)"
    return text if len(text) <= 40 else f"{text[:40]}…"


def _problem(problems: list[Problem], where: str, code: Code, text: str, rule: str = "AD-14") -> None:
    problems.append(Problem(rule, where, code, text))


def _price(view: SeatView, given: dict[str, object], problems: list[Problem]) -> Choice | None:
    """AD-1"""
    thing = _structure("structure", given["structure"], problems, "Choose one that has no price yet.")
    if thing is not None and view.public.price_of(thing) is not None:
        _problem(problems, "structure", "illegal", f"{structure(thing).label} has its price already. Choose one that has none.")
    price = read_price(given["price"])
    if given["price"] is None:
        _problem(problems, "price", "missing", "The price is missing. Write a positive whole number, such as 4000.")
    elif price is None:
        words = f"“{_clipped(given['price'])}” is no price. Write a positive whole number in digits, such as 4000 or 4,000: no sign, no point, "
        _problem(problems, "price", "unreadable", f"{words}no letters, at most {MOST_DIGITS:,} digits.", "AD-1")
    return Price(thing, price) if thing is not None and price is not None else None


def _purchase(view: SeatView, given: dict[str, object], problems: list[Problem]) -> Choice | None:
    """AD-2"""
    thing = _structure("structure", given["structure"], problems, "Choose one of the nine.")
    house = _house(view, given["house"], problems)
    cell = _cell("cell", given["cell"], problems)
    if house is not None:
        cells = dict(view.public.house_of(house).cells)
        if thing is not None and thing in cells.values():
            words = f"House {house} has its {structure(thing).label} already. Choose another structure or another house."
            _problem(problems, "structure", "illegal", words)
        if cell is not None and cell in cells:
            free = ", ".join(other for other in CELLS if other not in cells)
            words = f"{cell} of house {house} is taken. " + (f"Free there: {free}." if free else "That house is full; choose another one.")
            _problem(problems, "cell", "illegal", words)
    return Purchase(thing, house, cell) if thing is not None and house is not None and cell is not None else None


def _house_turn(view: SeatView, given: dict[str, object], problems: list[Problem]) -> Choice | None:
    """AD-5"""
    escape = _escape(given["escape"], problems)
    named = given["burn"]
    if escape and named is not None:
        _problem(problems, "escape", "ambiguous", "You named a structure and chose to escape. Clear one of the two.")
    if named is None:
        if given["escape"] is None or escape is False:
            _problem(problems, "burn", "missing", "Name a structure to burn, or choose to escape.")
        return Escape() if escape else None
    cells = dict(view.public.house_of(view.public.house or 1).cells)
    cell = read_cell(named)
    thing = cells.get(cell) if cell is not None else None
    if cell is not None and thing is None:
        _cell("burn", named, problems)
    elif cell is None:
        thing = _structure("burn", named, problems, "Choose one that you have not named in this house, such as 3, [3] or C3.")
    if thing is not None and thing in view.named_in(view.public.house or 1):
        words = f"You have named {structure(thing).label} in this house before. Choose another one, or escape."
        _problem(problems, "burn", "illegal", words)
    return Burn(thing) if thing is not None else None


def _escape(value: object, problems: list[Problem]) -> bool | None:
    """True or False as it says, None where it is blank or cannot be read."""
    if value is None:
        return None
    if _is(value, _YES):
        return True
    if _is(value, _NO):
        return False
    _problem(problems, "escape", "unreadable", f"“{_clipped(value)}” is neither yes nor no. Choose yes to escape, or leave it empty.")
    return None


def _structure(where: str, value: object, problems: list[Problem], remedy: str) -> int | None:
    """The number of a structure that there is."""
    if value is None:
        _problem(problems, where, "missing", f"The structure is missing. {remedy}")
        return None
    number = read_structure(value)
    if number is None:
        _problem(problems, where, "unreadable", f"“{_clipped(value)}” is no structure. {remedy}")
    elif not 1 <= number <= len(STRUCTURES):
        _problem(problems, where, "not-offered", f"There is no structure {_clipped(value)}; they are numbered 1 to 9. {remedy}")
        return None
    return number


def _house(view: SeatView, value: object, problems: list[Problem]) -> int | None:
    most = view.public.ground.houses
    if value is None:
        _problem(problems, "house", "missing", f"The house is missing. Choose one from 1 to {most}.")
        return None
    house = typed.whole(value)
    if house is None:
        _problem(problems, "house", "unreadable", f"“{_clipped(value)}” is no house. Choose one from 1 to {most}.")
    elif not 1 <= house <= most:
        _problem(problems, "house", "not-offered", f"There is no house {_clipped(value)}. Choose one from 1 to {most}.")
        return None
    return house


def _cell(where: str, value: object, problems: list[Problem]) -> str | None:
    """A cell of the plan."""
    if value is None:
        _problem(problems, where, "missing", "The cell is missing. Choose one from A1 to C3.")
        return None
    cell = read_cell(value)
    if cell is None:
        _problem(problems, where, "unreadable", f"“{_clipped(value)}” is no cell. Write a letter and a number, such as C3.")
    elif cell not in CELLS:
        _problem(problems, where, "not-offered", f"There is no cell {_clipped(value)}: columns go from A to C, rows from 1 to 3.")
        return None
    return cell
