"""After the last round: totals, Garnets, Tokens of Life, who wins and who loses (PC-18, PC-19, PC-20).

Must not change a point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.core.draws import Draws
from croupier.core.game import LedgerEntry, Outcome

from .state import Ended, Named, Paid, Result, State

POINTS_A_GARNET = 8
MOST_TOKENS = 2


def end(state: State, draws: Draws) -> list[object]:
    """The end of a match whose last round is scored: what is paid, and the result."""
    totals = {player.name: player.total for player in state.players}
    paid = {name: total // POINTS_A_GARNET for name, total in totals.items()}
    garnets = {player.name: player.garnets + paid[player.name] for player in state.players}
    winners = _best(totals)
    guest_totals = {guest.name: sum(guest.points) + guest.garnets for guest in state.guests}
    result = Result(
        totals=tuple(totals.items()),
        winners=winners,
        losers=(_loser(totals, garnets, draws),),
        tokens=winners if len(winners) <= MOST_TOKENS else (),
        garnets=tuple(garnets.items()),
        guest_totals=tuple(guest_totals.items()),
        guest_winners=_best(guest_totals),
    )
    return [*(Paid(name, count) for name, count in paid.items() if count), Ended(result)]


def _best(points: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(name for name, total in points.items() if total == max(points.values()))


def _loser(totals: Mapping[str, int], garnets: Mapping[str, int], draws: Draws) -> str:
    """PC-20: the fewest points (four who are first all have them), then the fewest Garnets at the end, then drawn."""
    fewest = [name for name, total in totals.items() if total == min(totals.values())]
    poorest = [name for name in fewest if garnets[name] == min(garnets[other] for other in fewest)]
    return draws.stream("end/loser").choice(poorest)


def outcome(state: State) -> Outcome | None:
    """How the match ended, with what goes into the season's ledger; None while it runs."""
    result = state.result
    if result is None:
        return None
    ledger: list[LedgerEntry] = []
    for gift in state.gifts:
        ledger.append(LedgerEntry(gift.player, "garnets", -gift.garnets, f"given to {gift.guest} in {gift.phase} (PC-19)"))
        ledger.append(LedgerEntry(gift.guest, "garnets", gift.garnets, f"given by {gift.player} in {gift.phase} (PC-19)"))
    ledger += [
        LedgerEntry(name, "garnets", total // POINTS_A_GARNET, f"one for every full {POINTS_A_GARNET} points (PC-18)")
        for name, total in result.totals
        if total >= POINTS_A_GARNET
    ]
    ledger += [LedgerEntry(name, "tokens", 1, "Token of Life (PC-20)") for name in result.tokens]
    return Outcome(result.winners, tuple(ledger), places(result.totals))


def places(totals: Named) -> Named:
    """Each player's place: one more than those who have more points."""
    points: Sequence[int] = [total for _, total in totals]
    return tuple((name, 1 + sum(other > total for other in points)) for name, total in totals)
