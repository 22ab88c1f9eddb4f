"""Plays a seat for rehearsals and tests: hand-ins as a sensible player would type them, some of them odd, wrong or missing.

Must not see more than the seat's own view and form, nor take chance from anywhere but the stream that it is handed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from croupier.core.draws import Stream
from croupier.core.forms import Answers, Field, Form, put

from .alphabet import ALPHABET, SIDE, WEIGHTS
from .auction import PRINT_PRICE
from .forms import MARK
from .views import SeatView

ODD_RATE = 8
"""One hand-in in so many is odd: something illegal, unreadable or missing is in it, or it is not there at all."""
MOST_CELLS = 7

# What a bot knows of English; which of it counts, only the dictionary of the match knows.
KNOWN = """
    STRAINED NATIONS TRAINED ROASTED THREADS LEASING STATION DETAILS WORLDS HEARTS STONED TRADES SENIOR ORIENT ANTLER RETAIN SHORED LINTEL
    TREES THREE NOTES TONES STONE STORE TRADE HEART EARTH HATER LATER ALERT SHORE HORSE THORN NORTH OTHER SHIRT SHEET WATER TOTAL DREAM
    RAISE ARISE STAIN SAINT LEARN OCEAN ALONE LEMON MELON WOMEN WORLD WORDS SWORD GLIDE OLDER LODGE EDGED ADDED NOTED TONED DONATE ATONED
    TREE TEAR RATE SEAT EAST TEAS EATS STAR RATS ARTS NOTE TONE DONE NODE TOAD DATE LATE TALE TEAL SEAL SALE LEAD DEAL ROAD READ DEAR DARE
    RAIN IRON NOON MOON ROOM DOOR ODOR HERO HERE THERE THEN TEEN TENT TEST REST NEST NEED SEED DEED FEED FOOD GOOD GOLD COLD LOAD LONG LAWN
    TOE ONE TEN NET TEE SEE TEA EAT ATE RAT ART TAR EAR ERA ARE OAR ROE ORE DOE ODE ADO AND END DEN DOT ROD NOD SON NOR NOT TON TOT OAT
    LED OLD GOD DOG EGG LOG GEL LEG OWL LOW OWE WED DEW NEW WON NOW OWN TWO SAT SET TIN NIT SIN INN ION HAT HOT THE HER HIS ASH SHE
    AN AT AS IS IT IN ON NO TO SO OR DO GO WE OF HE HI ME MY BE BY UP US LO LA OW AD ED DE EN ET TA TE EL OE OD GOO ZAX QI JO XU KEY FLY GYM
"""
VOCABULARY = tuple(KNOWN.split())

Odd = Callable[[SeatView, Form, dict[str, Any], Stream], None]


def bot(view: SeatView, form: Form, stream: Stream) -> Answers | None:
    """A hand-in for this form; None where the seat hands in nothing at all."""
    return play(view, form, stream, odd_one_in=ODD_RATE)


def play(view: SeatView, form: Form, stream: Stream, *, odd_one_in: int) -> Answers | None:
    """As `bot`, with one odd hand-in in so many; 0: every hand-in is sensible."""
    answers: dict[str, Any] = {}
    left = _bid(view, _fields(form, "bids"), answers, stream)
    printed = _print(_fields(form, "print"), left, answers, stream)
    _choose_cells(view, _fields(form, "range"), answers, stream)
    for field in _fields(form, "shift"):
        if field.choices and stream.below(3) == 0:
            put(answers, field.path, stream.choice(field.choices).lower())
    _spell(view, _fields(form, "words"), printed, answers, stream)
    if odd_one_in and stream.below(odd_one_in) == 0:
        if stream.below(4) == 0:
            return None
        stream.choice(ODDITIES)(view, form, answers, stream)
    return answers


def _fields(form: Form, section: str) -> list[Field]:
    return [field for field in form.fields if field.path[0] == section]


def _bid(view: SeatView, fields: Sequence[Field], answers: dict[str, Any], stream: Stream) -> int:
    """Bids on some of the letters, the useful ones the higher; returns the tokens left."""
    left = view.public.ground.tokens - stream.below(view.public.ground.tokens // 3 + 1)
    for field in stream.shuffle(fields):
        letter = field.path[1]
        most = min(left, view.public.ground.tokens // (2 if WEIGHTS[letter] > 300 else 5))
        if most < 1 or stream.below(4) == 0:
            continue
        bid = 1 + stream.below(most)
        left -= bid
        put(answers, field.path, stream.choice((bid, str(bid), f" {bid} ", f"{bid}.0", f"+{bid}")))
    return left


def _print(fields: Sequence[Field], left: int, answers: dict[str, Any], stream: Stream) -> list[str]:
    """Letters to print, as far as the tokens go."""
    count = min(len(fields), left // PRINT_PRICE)
    printed = [stream.choice("EATSRNO") for _ in range(stream.below(count + 1))]
    for field, letter in zip(fields, printed, strict=False):
        put(answers, field.path, stream.choice((letter, letter.lower())))
    return printed


def _choose_cells(view: SeatView, fields: Sequence[Field], answers: dict[str, Any], stream: Stream) -> None:
    """A set that grows from one cell, neighbour by neighbour."""
    if not fields:
        return
    by_place = {divmod(number, SIDE): field for number, field in enumerate(fields)}
    chosen = [(stream.below(SIDE), stream.below(SIDE))]
    for _ in range(stream.below(MOST_CELLS)):
        row, column = stream.choice(chosen)
        beside = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        free = [place for place in beside if place in by_place and place not in chosen]
        chosen += [stream.choice(free)] if free else []
    for place in chosen:
        put(answers, by_place[place].path, MARK)


def _spell(view: SeatView, fields: Sequence[Field], printed: Sequence[str], answers: dict[str, Any], stream: Stream) -> None:
    """Words of the vocabulary that the letters form, the long ones first; now and then a letter is kept for later."""
    held = Counter(printed)
    for item in view.inventory:
        held[item.letter] += item.copies
    lines = iter(fields)
    for word in VOCABULARY:
        need = Counter(word)
        if stream.below(3) and not need - held:
            field = next(lines, None)
            if field is None:
                return
            held -= need
            put(answers, field.path, stream.choice((word, word.lower(), f" {word.capitalize()} ")))


# Odd hand-ins -----------------------------------------------------------------------------------------------------


def _beyond_means(view: SeatView, form: Form, answers: dict[str, Any], stream: Stream) -> None:
    for field in _fields(form, "bids"):
        put(answers, field.path, view.public.ground.tokens)


def _unreadable_bid(view: SeatView, form: Form, answers: dict[str, Any], stream: Stream) -> None:
    for field in _fields(form, "bids")[:1]:
        put(answers, field.path, stream.choice(("ten", "2.5", "-4", "all", True)))


def _strange_words(view: SeatView, form: Form, answers: dict[str, Any], stream: Stream) -> None:
    """At the end of the list: no word, no letters for it, no cell that can be read, a truth value."""
    odd = ("ZZZX", "QUIZZICAL", "two words", "TE-A", 42, True, "A")
    for field in _fields(form, "words")[-3:]:
        put(answers, field.path, stream.choice(odd))


def _same_word(view: SeatView, form: Form, answers: dict[str, Any], stream: Stream) -> None:
    words = [value for value in dict(answers.get("words", {})).values() if isinstance(value, str)]
    put(answers, _fields(form, "words")[-1].path, words[0] if words else "TEA")


def _other_letters(view: SeatView, form: Form, answers: dict[str, Any], stream: Stream) -> None:
    other = next((letter for letter in ALPHABET if letter not in view.public.letters.now_), "Z")
    if stream.below(2):
        put(answers, ("bids", other), 1)
    else:
        answers["shift"] = other


def _scattered_cells(view: SeatView, form: Form, answers: dict[str, Any], stream: Stream) -> None:
    fields = _fields(form, "range")
    for field in (*fields[:1], *fields[-1:]):
        put(answers, field.path, MARK)


ODDITIES: tuple[Odd, ...] = (_beyond_means, _unreadable_bid, _strange_words, _same_word, _other_letters, _scattered_cells)
