"""After the auctions: the walks of every house, the scores, the ceremony (HH-24, HH-33 … HH-36).

Must not read what was typed, nor know how an Entrant walks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.core.game import LedgerEntry, Outcome, Table

from .options import Options
from .roster import CHAO, RED
from .state import CandidateNamed, Result, Revealed, State, TokensGiven, Walked
from .walks import Walk, walk, whose_way

SCREAMS_A_GARNET = 20


def walk_houses(state: State, paths: Mapping[str, Sequence[tuple[str, ...] | None]], table: Table[Options]) -> list[Walked]:
    """HH-24 … HH-32: every walk of every house, roster order, then order of entry."""
    events: list[Walked] = []
    for seat in state.seats:
        house = state.house(seat.name)
        own_paths = iter(paths.get(seat.name, ()))
        for number, (entrant, as_) in enumerate(zip(seat.entrants, whose_way(seat.entrants), strict=True), start=1):
            path = next(own_paths, None) if as_ == CHAO else None
            stream = table.draws.stream(f"paths/red/{seat.name}/{number}") if as_ == RED else None
            events.append(Walked(seat.name, number, walk(house, entrant, as_, path=path, stream=stream)))
    return events


def screams_of(walks: Sequence[Walk]) -> int:
    """HH-26 and the score: the sum of the walks, below zero as soon as one of them was a heart attack."""
    total = sum(one.screams for one in walks)
    return -abs(total) if any(one.heart_attack for one in walks) else total


def score(state: State) -> Result:
    """HH-33, HH-36: screams, winners, who is eligible for elimination, Garnets earned."""
    screams = {seat.name: screams_of(seat.walks or ()) for seat in state.seats}
    most, least = max(screams.values()), min(screams.values())
    winners = tuple(name for name, count in screams.items() if count == most)
    eligible = tuple(seat.name for seat in state.seats if screams[seat.name] == least or seat.cash < 0)
    if len(winners) == 1:
        eligible = tuple(name for name in eligible if name not in winners) or eligible
    garnets = tuple((name, max(count, 0) // SCREAMS_A_GARNET) for name, count in screams.items())
    return Result(tuple(screams.items()), winners, eligible, garnets)


def hold_ceremony(state: State, choices: Mapping[str, str | None], token_to: str | None, table: Table[Options]) -> list[object]:
    """HH-34, HH-35: the Elimination Candidate, the Tokens of Life, and with them the end.

    `choices` = the winners' choices of a candidate that stand; `token_to` = a sole winner's choice that stands.
    """
    result = state.result
    if result is None:
        raise ValueError("the ceremony comes after the walks")
    agreed = True
    if len(result.eligible) == 1:
        named = CandidateNamed(result.eligible[0], "only")
    else:
        votes = [choices.get(winner) for winner in result.winners]
        majority = [name for name in result.eligible if 2 * votes.count(name) > len(result.winners)]
        agreed = bool(majority)
        if agreed:
            named = CandidateNamed(majority[0], "chosen")
        else:
            named = CandidateNamed(table.draws.stream("ceremony/candidate").choice(result.eligible), "drawn")
    tokens = {seat.name: int(agreed and seat.name in result.winners) for seat in state.seats}
    second = token_to if agreed and len(result.winners) == 1 and token_to != named.candidate else None
    if second is not None:
        tokens[second] += 1
    return [named, TokensGiven(tuple(tokens.items()), second), Revealed()]


def outcome(state: State) -> Outcome | None:
    """How the match ended, with what goes into the season's ledger; None while it runs."""
    result = state.result
    if not state.revealed or result is None:
        return None
    garnets, tokens = dict(result.garnets), dict(result.tokens or ())
    ledger: list[LedgerEntry] = []
    for seat in state.seats:
        paid = sum(int(bid.amount) for bid in state.bids if bid.by == seat.name and bid.garnets and bid.result == "won")
        ruled = seat.garnets + paid - dict(state.options.garnets).get(seat.name, 0)
        if ruled:
            ledger.append(LedgerEntry(seat.name, "garnets", ruled, "rulings of the host"))
        if paid:
            ledger.append(LedgerEntry(seat.name, "garnets", -paid, "Garnet bids on Entrants (HH-21)"))
        if garnets[seat.name]:
            ledger.append(LedgerEntry(seat.name, "garnets", garnets[seat.name], "one for every 20 screams (HH-36)"))
        if tokens.get(seat.name):
            ledger.append(LedgerEntry(seat.name, "tokens", tokens[seat.name], "Token of Life (HH-34)"))
    screams = dict(result.screams)
    places = tuple((name, 1 + sum(other > count for other in screams.values())) for name, count in screams.items())
    return Outcome(result.winners, tuple(ledger), places)
