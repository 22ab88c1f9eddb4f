"""Plays a seat for rehearsals and tests: hand-ins as a sensible player would type them, some of them odd, wrong or missing.

Must not see more than the seat's own view and form, nor take chance from anywhere but the stream that it is handed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.core.draws import Stream
from croupier.core.forms import Answers, Field, Form, put

from . import roster
from .builder import NEW, OLD, SLIPS, Slip, appeal, chao_way, is_careful, paint, place_all, rows_of, type_codes
from .handin import FINE, NEEDED
from .house import House, Standing, build, square_name
from .lines import Pending, pending_pieces, scare_of
from .money import WALL_PRICE
from .placement import place
from .state import WALLS
from .views import SeatView
from .walks import walk

ODD_RATE = 12
"""One hand-in in so many is odd: something illegal, unreadable or missing is in it, or it is not there at all."""

# What a bot aims at for each fear over its whole house; what goes beyond is worth little to it.
FEAR_WANTED = 14
# Free squares that a house needs for a further Scare to find a place, and for each one more.
SQUARES_NEEDED = 22
SQUARES_EACH = 8
RED_WALKS = 3
LEBOSS_APPEAL = 8  # whom he follows is not known before the sale


@dataclass(frozen=True)
class Hand:
    """What a bot works with while it writes one hand-in. `house` = with the new pieces, each of which has its place or None."""

    view: SeatView
    form: Form
    stream: Stream
    before: House
    house: House
    pieces: tuple[Pending, ...]
    places: tuple[Standing | None, ...]

    def fields(self, section: str) -> list[Field]:
        """The fields whose answers go into one part of the hand-in."""
        return [field for field in self.form.fields if field.path[0] == section]

    @property
    def purse(self) -> int:
        """What may be bid after the fines for pieces without a place (HH-5, HH-18)."""
        return max(0, self.view.cash - FINE * self.places.count(None))


def bot(view: SeatView, form: Form, stream: Stream) -> Answers | None:
    """A hand-in for this form; None where the seat hands in nothing at all."""
    return play(view, form, stream, odd_one_in=ODD_RATE)


def play(view: SeatView, form: Form, stream: Stream, *, odd_one_in: int) -> Answers | None:
    """As `bot`, with one odd hand-in in so many; 0: every hand-in is sensible."""
    ground = view.public.ground
    before = build(ground.plot, ground.catalogue, view.pieces)
    pieces = pending_pieces(view.won, ground.catalogue) if form.grids else ()
    house, places = place_all(before, (piece.scare for piece in pieces), stream)
    hand = Hand(view, form, stream, before, house, pieces, places)
    answers: dict[str, Any] = {}
    if form.grids:
        _hand_in_board(hand, answers)
    _bid(hand, answers)
    _invite(hand, answers)
    for field in hand.fields("paths"):
        put(answers, field.path, _path_text(chao_way(before, stream), stream))
    _choose(hand, answers)
    if odd_one_in and stream.below(odd_one_in) == 0:
        return _spoilt(hand, answers)
    return answers


# Placement --------------------------------------------------------------------------------------------------------


def _hand_in_board(hand: Hand, answers: dict[str, Any]) -> None:
    """Colours the board, fills in lines, or both; always lines where the picture alone would not tell the pieces (HH-14)."""
    stream = hand.stream
    placed = [number for number, standing in enumerate(hand.places) if standing]
    way = stream.below(8)
    if way == 0:
        cells, told = paint(hand.before), placed
    else:
        cells, told = paint(hand.house), [number for number in placed if way == 1 or (way == 2 and stream.below(2))]
    if way > 2 and stream.below(3) == 0:
        type_codes(cells, [square for standing in hand.places if standing for square in standing.body], stream)
    put(answers, hand.form.grids[0].path, rows_of(cells))
    _fill_lines(hand, answers, told)
    read = place(hand.before, hand.view.public.ground.catalogue, hand.view.won, rows_of(cells), answers.get("place"))
    meant = [standing.piece for standing in hand.places if standing]
    if sorted(map(str, read.pieces)) != sorted(map(str, meant)):
        _fill_lines(hand, answers, placed)


def _fill_lines(hand: Hand, answers: dict[str, Any], numbers: Sequence[int]) -> None:
    for number in numbers:
        standing = hand.places[number]
        for field in hand.fields("place"):
            if standing and field.path[1] == hand.pieces[number].key:
                at = square_name(standing.at)
                values = (standing.turn, str(standing.turn), f"{standing.turn}.0") if field.path[2] == "turn" else (at, at.lower(), f" {at} ")
                put(answers, field.path, hand.stream.choice(values))


# Auctions ---------------------------------------------------------------------------------------------------------


def _bid(hand: Hand, answers: dict[str, Any]) -> None:
    """Bids on a few lots that the house has use for, in about equal parts over the auctions to come, and asks for Walls."""
    fields = {field.path[1]: field for field in hand.fields("bids")}
    if not fields:
        return
    ground, stream = hand.view.public.ground, hand.stream
    reserve = ground.cash * stream.choice((0, 10, 15, 20, 25)) // 100
    left = max(0, hand.purse - reserve)
    to_come = max(1, ground.auctions + 1 - int(hand.view.public.phase.rpartition("-")[2]))
    share = left // to_come
    free = len(ground.plot.squares) - len(hand.house.bodies)
    asked = stream.choice((0, 0, 0, 0, 0, 1, 1, 1, 2, 3))
    if WALLS in fields and 0 < asked * WALL_PRICE <= min(left, 2 * share) and free > SQUARES_NEEDED:
        left -= asked * WALL_PRICE
        put(answers, fields[WALLS].path, stream.choice((asked, str(asked), f"{asked}.0", f"${asked * WALL_PRICE}")))
    worths = {label: _worth(hand, label, free) for label in fields if label != WALLS}
    liked = sorted(stream.shuffle(list(worths)), key=lambda label: -(worths[label] + stream.below(40)))
    for label in liked[: min(1 + stream.below(4), 1 + max(0, free - SQUARES_NEEDED) // SQUARES_EACH)]:
        amount = _rounded(share * worths[label] * (60 + stream.below(140)) // 10_000, stream)
        if worths[label] and amount <= left:
            left -= amount
            put(answers, fields[label].path, _money(amount, stream))


def _worth(hand: Hand, label: str, free: int) -> int:
    """What a lot is worth to the seat in hundredths: how much of its fear the house can still bear, and whether there is room."""
    have = [sum(standing.scare.fears[stat] for standing in hand.house.standing) for stat in range(3)]
    catalogue = hand.view.public.ground.catalogue
    fears = catalogue.by_name[scare_of(label, catalogue)].fears
    borne = sum(min(fear, max(0, FEAR_WANTED - had)) for fear, had in zip(fears, have, strict=True))
    if None in hand.places:
        return 0  # the house is full
    worth = 20 + 80 * borne // max(1, sum(fears))
    return worth if free >= SQUARES_NEEDED else worth // 4


def _rounded(amount: int, stream: Stream) -> int:
    """Most people bid round numbers, which tie; some add or take a little for that very reason."""
    step = stream.choice((1, 5, 10, 25, 50))
    return max(1, amount - amount % step + stream.choice((0, 0, 0, 0, 1, -1)))


def _money(amount: int, stream: Stream) -> int | float | str:
    """An amount in one of the forms in which dollars may be typed (HH-3)."""
    forms: tuple[int | str, ...] = amount, amount, amount, str(amount), f"${amount}", f"$ {amount}", f" {amount} ", f"{amount}.00", f"${amount:,}.0"
    return float(amount) if stream.below(10) == 0 else stream.choice(forms)


def _invite(hand: Hand, answers: dict[str, Any]) -> None:
    """Bids on at least four Entrants, most for those who would scream and live in this house (HH-20); Garnets now and then."""
    fields = {field.path[1]: field for field in hand.fields("entrants")}
    if not fields:
        return
    stream, purse = hand.stream, hand.purse
    careful = is_careful(stream)
    worths = {name: _scream_worth(hand.house, name, careful, stream) for name in fields}
    liked = sorted(stream.shuffle(list(worths)), key=lambda name: -(worths[name] + stream.below(24)))
    chosen = liked[: min(NEEDED + stream.below(3), purse)]
    weights = [max(2, worths[name]) * (50 + stream.below(100)) for name in chosen]
    for name, weight in zip(chosen, weights, strict=True):
        most = 1 + (purse - len(chosen)) * weight // sum(weights)
        put(answers, fields[name].path, _money(min(most, _rounded(most, stream)), stream))
    garnets = {field.path[1]: field for field in hand.fields("garnets")}
    left = hand.view.garnets
    for name in [name for name in liked if name in garnets][: stream.below(3)]:
        if left > 0:
            amount = 1 + stream.below(left)
            left -= amount
            put(answers, garnets[name].path, stream.choice((amount, str(amount), f" {amount} ", f"{amount}.0")))


def _scream_worth(house: House, name: str, careful: bool, stream: Stream) -> int:
    """What an Entrant would be worth in this house, as far as one can tell beforehand."""
    if name == roster.LEBOSS or name not in roster.BY_NAME:
        return LEBOSS_APPEAL
    if name == roster.RED:
        return sum(appeal(walk(house, name, name, stream=stream), careful) for _ in range(RED_WALKS)) // RED_WALKS
    path = tuple(chao_way(house, stream)) if name == roster.CHAO else None
    return appeal(walk(house, name, name, path=path), careful)


# Endgame ----------------------------------------------------------------------------------------------------------


def _path_text(way: Sequence[str], stream: Stream) -> str:
    text = stream.choice((" ", ", ", ",", "; ", "-", " - ", " → ", " -> ")).join(way)
    return stream.choice((text, text, text.lower(), f" {text}\n"))


def _choose(hand: Hand, answers: dict[str, Any]) -> None:
    """Names a candidate, mostly the first of the eligible so that several winners agree, and who gets the second Token (HH-34, HH-35)."""
    outcome, stream, own = hand.view.public.outcome, hand.stream, hand.view.name
    if outcome is None:
        return
    others = [name for name in outcome.eligible if name != own] or list(outcome.eligible)
    candidate = others[0] if stream.below(4) else stream.choice(others)
    for field in hand.fields("candidate"):
        put(answers, field.path, _name_text(candidate, stream))
    friends = [name for name in hand.view.public.ground.seats if name not in (own, candidate)]
    for field in hand.fields("token_to") if friends else ():
        put(answers, field.path, _name_text(stream.choice(friends), stream))


def _name_text(name: str, stream: Stream) -> str:
    return stream.choice((name, name, name.lower(), f" {name} "))


# Odd hand-ins -----------------------------------------------------------------------------------------------------

Spoil = Callable[[dict[str, Any], Hand], Answers | None]


def _spoilt(hand: Hand, answers: dict[str, Any]) -> Answers | None:
    """The hand-in with something odd about it, drawn among all that this form allows."""
    return hand.stream.choice([spoil for asked, spoil in ODD_KINDS.values() if asked(hand)])(answers, hand)


def _always(hand: Hand) -> bool:
    return True


def _with_fields(hand: Hand) -> bool:
    return bool(hand.form.fields)


def _with(section: str) -> Callable[[Hand], bool]:
    return lambda hand: bool(hand.fields(section))


def _with_board(*needed: str) -> Callable[[Hand], bool]:
    return lambda hand: bool(hand.form.grids) and (NEW not in needed or any(hand.places)) and (OLD not in needed or bool(hand.before.standing))


def _value(*values: Any) -> Spoil:
    """One field, whichever it is, holds something that does not belong there."""

    def spoil(answers: dict[str, Any], hand: Hand) -> Answers:
        put(answers, hand.stream.choice(hand.form.fields).path, hand.stream.choice(values))
        return answers

    return spoil


def _extra(*path: str, value: Any) -> Spoil:
    """Something that the form has no field for."""

    def spoil(answers: dict[str, Any], hand: Hand) -> Answers:
        put(answers, path, value)
        return answers

    return spoil


def _all(section: str, value: Callable[[Hand], Any], last: str = "") -> Spoil:
    """All fields of a section hold the same, or those of them whose path ends so."""

    def spoil(answers: dict[str, Any], hand: Hand) -> Answers:
        for field in hand.fields(section):
            if not last or field.path[-1] == last:
                put(answers, field.path, value(hand))
        return answers

    return spoil


def _lines(last: str, value: Callable[[Hand], Any]) -> Spoil:
    """The lines of all new pieces are filled in, but the square or the turn is wrong."""

    def spoil(answers: dict[str, Any], hand: Hand) -> Answers | None:
        _fill_lines(hand, answers, range(len(hand.places)))
        return _all("place", value, last)(answers, hand)

    return spoil


def _picture(slip: Slip) -> Spoil:
    """The board has a slip, and the lines are left blank so that the picture counts."""

    def spoil(answers: dict[str, Any], hand: Hand) -> Answers:
        answers.pop("place", None)
        put(answers, hand.form.grids[0].path, rows_of(slip(hand.before, hand.house, hand.stream)))
        return answers

    return spoil


def _way(change: Callable[[list[str]], list[str]]) -> Spoil:
    """The Chao's way has a fault."""
    return _all("paths", lambda hand: " ".join(change(chao_way(hand.before, hand.stream))))


def _only(*keys: str, first: int | None = None) -> Spoil:
    """The hand-in without these parts, or with no more than the first few lines of them."""

    def spoil(answers: dict[str, Any], hand: Hand) -> Answers:
        kept = {key: dict(list(part.items())[:first]) for key, part in answers.items() if key in keys and first is not None}
        return {key: part for key, part in answers.items() if key not in keys} | kept

    return spoil


def _cash(hand: Hand) -> int:
    return max(1, hand.view.cash)


ODD_KINDS: Mapping[str, tuple[Callable[[Hand], bool], Spoil]] = {
    "nothing": (_always, lambda answers, hand: None),
    "empty": (_always, lambda answers, hand: {}),
    "blanks": (_always, lambda answers, hand: {"bids": {}, "board": [], "place": None, "paths": {"1": "  "}}),
    "cents": (_with_fields, _value("12.50", 9.5, "$3.99")),
    "words": (_with_fields, _value("ten", "no thanks", "a hundred")),
    "negative": (_with_fields, _value(-20, "-5", "−7")),
    "grouped": (_with_fields, _value("$1,000", "1,0", "10,00")),
    "formula": (_with_fields, _value("=1+1", "=SUM(A1:A9)", "#REF!")),
    "novel": (_with_fields, _value("boo " * 2000)),
    "picture": (_with_fields, _value("👻", "💀💀💀", "１００", "\u200b")),
    "truth": (_with_fields, _value(True, False)),
    "huge": (_with_fields, _value("9" * 5000, 10**40, 1e300, "1e9")),
    "unasked": (_always, _extra("tip", value="For the dealer")),
    "path too many": (_always, _extra("paths", "9", value="A9 I1")),
    "over budget": (_with("bids"), _all("bids", _cash)),
    "not on offer": (_with("bids"), _extra("bids", "Wolfman Z", value=40)),
    "odd money for Walls": (_with("bids"), _extra("bids", WALLS, value="$75")),
    "over budget for Entrants": (_with("entrants"), _all("entrants", _cash)),
    "unknown Entrant": (_with("entrants"), _extra("entrants", "Sleepy Sue", value=10)),
    "three Entrants": (_with("entrants"), _only("entrants", first=3)),
    "Garnets not owned": (_with("garnets"), _all("garnets", lambda hand: hand.view.garnets + 1)),
    "no board": (_with_board(NEW), _only("board", "place")),
    **{name: (_with_board(*needed), _picture(slip)) for name, (needed, slip) in SLIPS.items()},
    "line on the exit": (_with("place"), _lines("at", lambda hand: square_name(hand.before.plot.exit))),
    "line outside": (_with("place"), _lines("at", lambda hand: "Z99")),
    "wrong turn": (_with("place"), _lines("turn", lambda hand: 45)),
    "half a line": (_with("place"), _lines("turn", lambda hand: "")),
    "line for nothing": (_with("place"), _extra("place", "Grunkle-In-a-Box Z", value="C4")),
    "a jump": (_with("paths"), _way(lambda way: way[: len(way) // 3] + way[2 * len(way) // 3 + 1 :])),
    "never out": (_with("paths"), _way(lambda way: way[:-1])),
    "beyond the exit": (_with("paths"), _way(lambda way: way + way[-2:-1])),
    "out of the house": (_with("paths"), _way(lambda way: [*way[:1], "Z99", *way[1:]])),
    "no squares": (_with("paths"), _way(lambda way: [*way[:2], "left", *way[2:]])),
    "oneself": (_with("candidate"), _all("candidate", lambda hand: hand.view.name)),
    "nobody": (_with("candidate"), _all("candidate", lambda hand: "Nobody At All")),
    "silent": (_with("candidate"), _only("candidate")),
    "Token to oneself": (_with("token_to"), _all("token_to", lambda hand: hand.view.name)),
}
"""Odd kinds by name: whether this hand-in can have it, and what it does to the answers."""
