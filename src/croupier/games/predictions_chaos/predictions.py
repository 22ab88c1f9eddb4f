"""Reads a player's table of predictions, round by round (PC-5), and scores it (PC-15).

Must not know how a round went but for the guests' net points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from croupier.core import typed
from croupier.core.problems import Problem

from .pairs import GUESTS
from .reading import quoted, where
from .state import ROUNDS, Pick

KEY = "predictions"
ROLES = ("positive", "negative")
EACH = ROUNDS // GUESTS
"""How often each guest stands in each role."""


def read_predictions(answers: Any, guests: Sequence[str]) -> tuple[tuple[Pick, ...], tuple[Problem, ...]]:
    """PC-5: the entries that stand, for each round, and what is wrong with the others."""
    problems: list[Problem] = []
    table = _table(answers, problems)
    if table is None:
        return (Pick(),) * ROUNDS, tuple(problems)
    if not any(table.values()):
        return (Pick(),) * ROUNDS, (*problems, Problem("PC-5", KEY, "missing", "There are no predictions from you; they score nothing."))
    uses: Counter[tuple[str, str]] = Counter()
    names = {typed.name_key(guest): guest for guest in guests}
    picks: list[Pick] = []
    for number in range(1, ROUNDS + 1):
        named: dict[str, str | None] = dict.fromkeys(ROLES)
        for role in ROLES:
            if table[number] is not None:
                named[role] = _entry(table[number] or {}, number, role, names, uses, problems)
        picks.append(Pick(named["positive"], named["negative"]))
    return tuple(picks), tuple(problems)


def _table(answers: Any, problems: list[Problem]) -> dict[int, dict[str, Any] | None] | None:
    """Round → role → what stands there. A round without a line is empty, one that cannot be read is None."""
    table: dict[int, dict[str, Any] | None] = {number: {} for number in range(1, ROUNDS + 1)}
    if typed.is_blank(answers):
        return table
    if not isinstance(answers, Mapping):
        problems.append(Problem("PC-5", KEY, "unreadable", "There should be a line for each round, with a guest for each role."))
        return None
    for key, line in answers.items():
        number = typed.whole(key)
        if typed.is_blank(line):
            continue
        if number is None or not 1 <= number <= ROUNDS:
            problems.append(Problem("PC-5", where(KEY, key), "not-offered", f"There is no round {quoted(key)}; there are rounds 1 to {ROUNDS}."))
        elif table[number] != {}:
            problems.append(Problem("PC-5", where(KEY, key), "duplicate", f"Round {number} stands here twice; the second line is ignored."))
        else:
            table[number] = _line(line, number, key, problems)
    return table


def _line(line: Any, number: int, key: object, problems: list[Problem]) -> dict[str, Any] | None:
    if not isinstance(line, Mapping):
        text = f"Round {number} needs a guest for positive and one for negative points, each in its own cell."
        problems.append(Problem("PC-5", where(KEY, key), "unreadable", text))
        return None
    found: dict[str, Any] = {}
    for role_typed, value in line.items():
        role, place = typed.name_key(role_typed), where(KEY, key, role_typed)
        if typed.is_blank(value):
            continue
        if role not in ROLES:
            problems.append(Problem("PC-5", place, "not-offered", f"There is no role {quoted(role_typed)}; there are positive and negative."))
        elif role in found:
            problems.append(Problem("PC-5", place, "duplicate", f"The {role} guest of round {number} stands here twice; the first counts."))
        else:
            found[role] = value
    return found


def _entry(
    line: Mapping[str, Any], number: int, role: str, names: Mapping[str, str], uses: Counter[tuple[str, str]], problems: list[Problem]
) -> str | None:
    place = where(KEY, number, role)
    if role not in line:
        problems.append(Problem("PC-5", place, "missing", f"Round {number}, {role}: no guest is named; it scores nothing."))
        return None
    value = line[role]
    if isinstance(value, (list, tuple, Mapping)):
        problems.append(Problem("PC-5", place, "unreadable", f"Round {number}, {role}: type one guest's name; as it is, it scores nothing."))
        return None
    guest = names.get(typed.name_key(value))
    if guest is None:
        text = f"Round {number}, {role}: there is no guest {quoted(value)}; it scores nothing."
        problems.append(Problem("PC-5", place, "not-offered", text))
        return None
    if uses[role, guest] == EACH:
        text = f"Round {number}, {role}: {quoted(guest)} stands {EACH} times already as {role}; it scores nothing."
        problems.append(Problem("PC-5", place, "illegal", text))
        return None
    uses[role, guest] += 1
    return guest


def score(pick: Pick, nets: Mapping[str, int]) -> tuple[int, int]:
    """PC-15: what the positive and the negative entry of a round earn from the guests' net points."""
    positive = nets[pick.positive] if pick.positive else 0
    negative = nets[pick.negative] if pick.negative else 0
    return max(0, positive), max(0, -negative)
