"""Fire comes out as the source's example says, and as a second, plainer telling of the rules does.

Must not look at turns or views.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arsonists_dilemma.matches import ESCAPE, PLAIN, P, Q, houses, play
from arsonists_dilemma.matches import burn as names
from croupier.core.audience import HOST, PUBLIC, Seat
from croupier.core.plain import plain
from croupier.games.arsonists_dilemma import GAME
from croupier.games.arsonists_dilemma.fire import burn

layouts = st.permutations(range(1, 10)).map(tuple)


def test_the_golden_example() -> None:
    """The source's own house, turn by turn."""
    at = houses(PLAIN)
    state = play(at, names(1), names(3), names(8), names(8), names(5), ESCAPE, ESCAPE)
    turns = [(turn.seat, turn.choice, turn.burned, turn.euphoria) for turn in GAME.view(state, HOST).turns]
    assert turns == [
        (P, 1, ((1,), (2, 4), (7,)), 7),
        (Q, 3, ((3,), (5,)), 2),
        (P, 8, ((8,), (9,)), 2),
        (Q, 8, (), 0),
        (P, 5, (), 0),
        (Q, "escape", (), 0),
        (P, "escape", (), 0),
    ]
    assert plain(GAME.view(state, Seat(P)))["feedback"] == [
        {"house": 1, "turn": 1, "heard": ["aaahhh"]},
        {"house": 1, "turn": 3, "heard": ["apple"]},
        {"house": 1, "turn": 5, "heard": ["none"]},
    ]
    assert plain(GAME.view(state, Seat(Q)))["feedback"] == [
        {"house": 1, "turn": 1, "heard": ["aaahhh"]},
        {"house": 1, "turn": 2, "heard": ["none"]},
        {"house": 1, "turn": 4, "heard": ["none"]},
    ]
    assert plain(GAME.view(state, PUBLIC))["outcome"] == {"euphoria": {P: 9, Q: 2}, "winner": P, "forfeit": None}


def told_plainly(layout: tuple[int, ...], burning: set[int], named: int, turn: int) -> tuple[list[list[int]], int, set[str]]:
    """The rulings once more, with coordinates and one effect after the other."""
    at = {number: (place % 3, place // 3) for place, number in enumerate(layout)}
    by = {place: number for number, place in at.items()}

    def near(one: int, other: int) -> bool:
        return abs(at[one][0] - at[other][0]) + abs(at[one][1] - at[other][1]) == 1

    alight, steps, bonus = set(burning), [], 0
    wave = [] if named in alight else [named]
    while wave:
        steps.append(sorted(wave))
        alight.update(wave)
        lit: list[int] = []
        for number in wave:
            x, y = at[number]
            if number == 1:
                lit += [other for other in (2, 4, 6) if near(1, other)]
            if number == 3 and turn in (1, 2):
                lit += [by[x + dx, y + dy] for dx in (-1, 1) for dy in (-1, 1) if (x + dx, y + dy) in by]
            if number == 3 and turn > 2 and 4 not in alight:
                bonus += 3
            if number == 4:
                lit += [by[x, y + 1]] if y < 2 else []
                lit += [8] if near(4, 8) else []
            if number == 5:
                lit.append(by[2 - x, 2 - y])
            if number == 6:
                lit += [by[x, up] for up in range(y)]
            if number == 8 and 6 not in alight:
                lit += [by[across, y] for across in range(3)]
        wave = sorted(set(lit) - alight)
    new = [number for one in steps for number in one]
    doubled = 2 in new
    earned = sum(2 if doubled and number != 2 else 1 for number in new) + bonus
    heard = {word for number, word in ((7, "aaahhh"), (6, "carpet"), (8, "apple")) if number in new}
    if 9 not in alight and any(near(9, number) for number in new):
        heard.add("beep")
    return steps, earned, heard


@given(layouts, st.sets(st.integers(1, 9), max_size=8), st.integers(1, 9), st.integers(1, 12))
def test_fire_is_what_the_rulings_say(layout: tuple[int, ...], burning: set[int], named: int, turn: int) -> None:
    fire = burn(layout, burning, named, turn)
    steps, earned, heard = told_plainly(layout, burning, named, turn)
    assert [list(one) for one in fire.steps] == steps
    assert (fire.euphoria, set(fire.heard)) == (earned, heard)
    assert list(fire.heard) == [word for word in ("aaahhh", "carpet", "apple", "beep") if word in heard]


@given(layouts, st.lists(st.integers(1, 9), min_size=1, max_size=12))
def test_each_structure_burns_once_in_a_house(layout: tuple[int, ...], named: list[int]) -> None:
    burning: list[int] = []
    for turn, number in enumerate(named, start=1):
        fire = burn(layout, burning, number, turn)
        burning += [thing for one in fire.steps for thing in one]
        assert number in burning
        assert (fire.steps == ()) == (fire.euphoria == 0)
    assert len(set(burning)) == len(burning)
