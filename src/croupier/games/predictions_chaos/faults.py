"""What must always hold of a match: points, Garnets, uses, tokens and the grid are all accounted for.

Must not use how a round is played: it counts again, from what came in and what came out.
"""

from __future__ import annotations

from collections import Counter

from .actions import ACTIONS, OFF_BY_ONE, POINT_SWAP, USES
from .ending import POINTS_A_GARNET
from .grid import LEAST, MOST, SIDE, decayed, is_on_grid
from .pairs import GAMES_EACH, GUESTS
from .state import FINISHED, PRE_GAME, ROUNDS, GuestState, PlayerState, Round, State, phase_of


def faults(before: State, after: State) -> tuple[str, ...]:
    """What a step broke, in words."""
    new = after.rounds[len(before.rounds) :]
    found = _course(before, after, new)
    found += _grid_faults(after)
    found += _garnet_faults(before, after)
    for old, player in zip(before.players, after.players, strict=True):
        found += _player_faults(old, player, before, new)
    for old_guest, guest in zip(before.guests, after.guests, strict=True):
        found += _guest_faults(old_guest, guest, new)
    return tuple(found)


def _course(before: State, after: State, new: tuple[Round, ...]) -> list[str]:
    """Whether the step leads from its phase to the next one, and keeps what was settled."""
    if before.phase == after.phase:
        return ["a phase was played and is still there"] if new else []
    found: list[str] = []
    if before.phase == "":
        number = 0 if after.phase == PRE_GAME else 1
    else:
        number = before.number + 1 if before.number < ROUNDS else ROUNDS
        if after.pairs != before.pairs or after.rounds[: len(before.rounds)] != before.rounds or (before.number and after.starts != before.starts):
            found.append("what was settled has changed")
        if len(new) != (before.phase != PRE_GAME):
            found.append("a round was lost, or played twice")
        if not new and after.grid != before.grid:
            found.append("the grid changed though no round was played")
    finished = before.number == ROUNDS
    if after.number != number or after.phase != (FINISHED if finished else phase_of(number)):
        found.append(f"{after.phase} does not come after {before.phase}")
    if (after.result is not None) != finished:
        found.append("a result is there too early, or missing")
    if after.phase != PRE_GAME and len(after.tokens) != len(after.pairs):
        found.append("a token is missing, or there twice")
    return found


def _grid_faults(after: State) -> list[str]:
    """The grid has its size and numbers; each round goes on from the one before, and the cells under its tokens lost 2 (PC-14)."""
    found: list[str] = []
    for grid in (after.grid, *(grid for played in after.rounds for grid in (played.before, played.scored, played.after))):
        if len(grid) != SIDE or any(len(line) != SIDE for line in grid) or not all(LEAST <= number <= MOST for line in grid for number in line):
            return ["the grid has lost its size, or a number is out of bounds"]
    if len(after.pairs) != GUESTS * GAMES_EACH // 2 or not all(is_on_grid(cell) for cell in after.tokens):
        return ["a token is not on the grid, or a pair is missing"]
    if after.rounds:
        last = after.rounds[-1]
        under = {landing.cell for landing in last.landings}
        wanted = tuple(
            tuple(decayed(number) if (row, column) in under else number for column, number in enumerate(line)) for row, line in enumerate(last.scored)
        )
        if after.grid != last.after or last.after != wanted:
            found.append("the grid is not what the round left")
        if after.tokens != tuple(landing.cell for landing in last.landings):
            found.append("a token is not where it landed")
        for landing in last.landings:
            numbers = last.scored[landing.cell[0]][landing.cell[1]], last.before[landing.reference_cell[0]][landing.reference_cell[1]]
            if numbers != (landing.number, landing.reference):
                found.append(f"the token of {landing.pair} did not earn the number under it")
        effective = [deed.action for deed in last.deeds if deed.effect == "done"]
        if OFF_BY_ONE not in effective:
            numbers_before, numbers_after = (sorted(number for line in grid for number in line) for grid in (last.before, last.scored))
            if numbers_before != numbers_after or (POINT_SWAP not in effective and last.before != last.scored):
                found.append("a number came from nowhere")
    elif after.tokens != tuple(began.cell for began in after.starts):
        found.append("a token is not where it began")
    return found


def _garnet_faults(before: State, after: State) -> list[str]:
    """PC-19: what players gave is what guests got; nothing else moves but what is paid at the end, or ruled by the host."""
    new = after.gifts[len(before.gifts) :]
    found = ["a gift was forgotten"] if after.gifts[: len(before.gifts)] != before.gifts else []
    gave, got = Counter[str](), Counter[str]()
    for gift in new:
        gave[gift.player] += gift.garnets
        got[gift.guest] += gift.garnets
        if gift.garnets < 1 or gift.phase != before.phase:
            found.append("a gift is none, or from another phase")
    for old, player in zip(before.players, after.players, strict=True):
        paid = player.total // POINTS_A_GARNET if after.result is not None and before.result is None else 0
        ruled = not new and before.phase == after.phase
        if player.garnets < 0 or (not ruled and player.garnets - old.garnets != paid - gave[player.name]):
            found.append(f"the Garnets of {player.name} do not add up")
    for old_guest, guest in zip(before.guests, after.guests, strict=True):
        if guest.garnets - old_guest.garnets != got[guest.name]:
            found.append(f"the Garnets of {guest.name} do not add up")
    return found


def _player_faults(old: PlayerState, player: PlayerState, before: State, new: tuple[Round, ...]) -> list[str]:
    found: list[str] = []
    settled = len(player.picks) == ROUNDS if before.phase not in ("", PRE_GAME) or new else len(player.picks) in (0, ROUNDS)
    if not settled or (old.picks and player.picks != old.picks):
        found.append(f"the predictions of {player.name} changed")
    for role in ("positive", "negative"):
        named = Counter(getattr(pick, role) for pick in player.picks)
        if any(count > ROUNDS // GUESTS for guest, count in named.items() if guest is not None):
            found.append(f"{player.name} names a guest too often")
    spent = [deed.action for played in new for deed in played.deeds if deed.player == player.name and deed.effect != "void"]
    used = tuple(count + spent.count(action) for action, count in zip(ACTIONS, old.used, strict=True))
    if player.used != used or max(player.used) > USES or len(spent) > len(new):
        found.append(f"the uses of {player.name} do not add up")
    earned = player.earnings[len(old.earnings) :]
    if player.earnings[: len(old.earnings)] != old.earnings or len(earned) != len(new):
        return [*found, f"the points of {player.name} changed"]
    for played, earning in zip(new, earned, strict=True):
        nets, pick = dict(played.nets), player.picks[played.number - 1]
        affected = [pair for deed in played.deeds if deed.player == player.name for pair in deed.affected]
        worth = tuple((one.pair, abs(one.number - one.reference)) for one in played.landings if one.pair in affected)
        if earning.chaos != worth or len(affected) != len(worth):
            found.append(f"the chaos points of {player.name} do not add up")
        right = max(0, nets.get(pick.positive or "", 0)), max(0, -nets.get(pick.negative or "", 0))
        if (earning.positive, earning.negative) != right:
            found.append(f"the predictions of {player.name} are not worth that")
    return found


def _guest_faults(old: GuestState, guest: GuestState, new: tuple[Round, ...]) -> list[str]:
    """PC-13: a guest has the numbers under the tokens of the games in which it was active."""
    earned = tuple(sum(landing.number for landing in played.landings if landing.earner == guest.name) for played in new)
    if guest.points != (*old.points, *earned) or any(dict(played.nets).get(guest.name) != net for played, net in zip(new, earned, strict=True)):
        return [f"the points of {guest.name} do not add up"]
    return []
