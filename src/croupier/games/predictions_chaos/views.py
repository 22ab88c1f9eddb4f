"""What each audience may know of a match, built up for it from nothing.

Must not cut a view down from the state: a key that is not put in is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from croupier.core.audience import Audience, Host, Public, Seat
from croupier.core.plain import INNER, MAPPING, NESTED
from croupier.core.problems import Problem

from .grid import Cell, Grid, cell_name
from .pairs import Pair
from .state import Earning, Gift, GuestState, Named, Pick, PlayerState, Result, Round, Start, State

Mapped = tuple[tuple[str, Named], ...]


@dataclass(frozen=True)
class Ground:
    """The public facts of a match that never change."""

    players: tuple[str, ...]
    guests: tuple[str, ...]
    pairs: tuple[Pair, ...]
    grid: Grid


@dataclass(frozen=True, slots=True)
class Scored:
    """What is public of a token's round: where it landed, the number there, and who earned it (PC-13)."""

    pair: str
    cell: Cell
    number: int
    earner: str


@dataclass(frozen=True, slots=True)
class Played:
    """What is public of a round: the grid after it, where each token is, the guests' net points."""

    number: int
    grid: Grid
    scored: tuple[Scored, ...]
    nets: Named


@dataclass(frozen=True, slots=True)
class PairView:
    vertical: str
    horizontal: str
    active: str
    token: str | None = None


@dataclass(frozen=True, slots=True)
class Points:
    predictions: int
    chaos: int
    total: int


@dataclass(frozen=True, slots=True)
class PlayerPoints:
    """A player's points as the host sees them, and everybody after the end."""

    predictions: Named = field(metadata=MAPPING)
    chaos: Mapped = field(metadata=NESTED)
    total: int


@dataclass(frozen=True, slots=True)
class ActionLine:
    round: int
    player: str
    action: str
    effect: str
    affected: tuple[str, ...]
    what: str = field(metadata=INNER)


@dataclass(frozen=True, slots=True)
class Way:
    """A token's submitted move, signed as PC-6 says; refused = 0."""

    vertical: int
    horizontal: int


Ways = tuple[tuple[str, tuple[tuple[str, Way], ...]], ...]
Picks = tuple[tuple[str, tuple[tuple[str, Pick], ...]], ...]


@dataclass(frozen=True, slots=True)
class Record:
    """Everything that happened, for the pages of the reveal: there only after the end."""

    starts: tuple[Start, ...]
    rounds: tuple[Round, ...]
    earnings: tuple[tuple[str, tuple[Earning, ...]], ...]
    gifts: tuple[Gift, ...]


@dataclass(frozen=True)
class PublicView:
    """What everybody knows. From `players` on: only after the end."""

    phase: str
    finished: bool
    grid: tuple[tuple[int, ...], ...]
    pairs: tuple[tuple[str, PairView], ...] = field(metadata=MAPPING)
    guests: Named = field(metadata=MAPPING)
    players: tuple[tuple[str, PlayerPoints], ...] | None = field(default=None, metadata=MAPPING)
    actions: tuple[ActionLine, ...] | None = None
    predictions: Picks | None = field(default=None, metadata=NESTED)
    moves: Ways | None = field(default=None, metadata=NESTED)
    outcome: Result | None = None
    ground: Ground = field(kw_only=True, metadata=INNER)
    tokens: tuple[Cell, ...] = field(kw_only=True, metadata=INNER)
    starts: tuple[Cell, ...] = field(kw_only=True, metadata=INNER)
    played: tuple[Played, ...] = field(kw_only=True, metadata=INNER)
    record: Record | None = field(default=None, kw_only=True, metadata=INNER)


@dataclass(frozen=True, slots=True)
class OwnDeed:
    """An action as its player knows it: whether a swap came to nothing is another player's secret too (PC-10)."""

    round: int
    action: str
    what: str
    void: bool


@dataclass(frozen=True)
class PlayerView:
    """What a player knows of itself."""

    points: Points
    predictions: Named = field(metadata=MAPPING)
    chaos: Mapped = field(metadata=NESTED)
    garnets: int
    actions_left: Named = field(metadata=MAPPING)
    problems: tuple[Problem, ...]
    name: str = field(kw_only=True, metadata=INNER)
    picks: tuple[Pick, ...] = field(kw_only=True, metadata=INNER)
    deeds: tuple[OwnDeed, ...] = field(kw_only=True, metadata=INNER)
    public: PublicView = field(kw_only=True, metadata=INNER)


@dataclass(frozen=True)
class GuestView:
    """What a guest knows of itself: `garnets` = those received, from whomever."""

    points: int
    garnets: int
    problems: tuple[Problem, ...]
    name: str = field(kw_only=True, metadata=INNER)
    public: PublicView = field(kw_only=True, metadata=INNER)


@dataclass(frozen=True)
class HostView:
    """What the host knows: everything but what is not drawn yet."""

    players: tuple[tuple[str, PlayerPoints], ...] = field(metadata=MAPPING)
    predictions: Picks = field(metadata=NESTED)
    moves: Ways = field(metadata=NESTED)
    gifts: tuple[Gift, ...]
    actions: tuple[ActionLine, ...]
    public: PublicView = field(kw_only=True, metadata=INNER)


def view(state: State, audience: Audience) -> PublicView | PlayerView | GuestView | HostView:
    """The view of an audience. KeyError for a seat that there is not."""
    match audience:
        case Public():
            return _public(state)
        case Seat(name):
            return seat_view(state, name)
        case Host():
            return HostView(_players(state), _picks(state), _ways(state), state.gifts, _actions(state), public=_public(state))


def seat_view(state: State, name: str) -> PlayerView | GuestView:
    """What the seat of a name knows."""
    player, guest = state.player(name), state.guest(name)
    if player is not None:
        own = [(played.number, deed) for played in state.rounds for deed in played.deeds if deed.player == name]
        deeds = tuple(OwnDeed(number, deed.action, deed.what, deed.effect == "void") for number, deed in own)
        return _player(player, deeds, _public(state))
    if guest is not None:
        return _guest(guest, _public(state))
    raise KeyError(name)


def _public(state: State) -> PublicView:
    ended = state.result is not None
    number = len(state.rounds) if ended else max(1, state.number)
    tokens: Sequence[str | None] = [cell_name(cell) for cell in state.tokens] or [None] * len(state.pairs)
    known = PublicView(
        phase=state.phase,
        finished=ended,
        grid=state.grid,
        pairs=tuple(
            (pair.name, PairView(pair.vertical, pair.horizontal, pair.active(number), token)) for pair, token in zip(state.pairs, tokens, strict=True)
        ),
        guests=tuple((guest.name, sum(guest.points)) for guest in state.guests),
        ground=Ground(
            tuple(player.name for player in state.players),
            tuple(guest.name for guest in state.guests),
            state.pairs,
            state.rounds[0].before if state.rounds else state.grid,
        ),
        tokens=state.tokens,
        starts=tuple(began.cell for began in state.starts),
        played=tuple(_played(played) for played in state.rounds),
    )
    if not ended:
        return known
    earnings = tuple((player.name, player.earnings) for player in state.players)
    return replace(
        known,
        players=_players(state),
        actions=_actions(state),
        predictions=_picks(state),
        moves=_ways(state),
        outcome=state.result,
        record=Record(state.starts, state.rounds, earnings, state.gifts),
    )


def _played(played: Round) -> Played:
    scored = tuple(Scored(landing.pair, landing.cell, landing.number, landing.earner) for landing in played.landings)
    return Played(played.number, played.after, scored, played.nets)


def _predicted(player: PlayerState) -> Named:
    return tuple((str(number), earning.positive + earning.negative) for number, earning in enumerate(player.earnings, start=1))


def _chaos(player: PlayerState) -> Mapped:
    return tuple((str(number), earning.chaos) for number, earning in enumerate(player.earnings, start=1))


def _players(state: State) -> tuple[tuple[str, PlayerPoints], ...]:
    return tuple((player.name, PlayerPoints(_predicted(player), _chaos(player), player.total)) for player in state.players)


def _picks(state: State) -> Picks:
    return tuple((player.name, tuple((str(number), pick) for number, pick in enumerate(player.picks, start=1))) for player in state.players)


def _ways(state: State) -> Ways:
    return tuple(
        (str(played.number), tuple((landing.pair, Way(landing.vertical, landing.horizontal)) for landing in played.landings))
        for played in state.rounds
    )


def _actions(state: State) -> tuple[ActionLine, ...]:
    return tuple(
        ActionLine(played.number, deed.player, deed.action, deed.effect, deed.affected, deed.what) for played in state.rounds for deed in played.deeds
    )


def _player(player: PlayerState, deeds: tuple[OwnDeed, ...], public: PublicView) -> PlayerView:
    return PlayerView(
        points=Points(player.predicted, player.chaos, player.total),
        predictions=_predicted(player),
        chaos=_chaos(player),
        garnets=player.garnets,
        actions_left=player.left(),
        problems=player.problems,
        name=player.name,
        picks=player.picks,
        deeds=deeds,
        public=public,
    )


def _guest(guest: GuestState, public: PublicView) -> GuestView:
    return GuestView(sum(guest.points), guest.garnets, guest.problems, name=guest.name, public=public)
