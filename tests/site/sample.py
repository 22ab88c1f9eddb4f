"""Matches for tests of the site, made by hand: events are written down, folded and seen by everybody's eyes.

Must not run the rules: what a match looks like is tested here, not how it comes about.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from importlib.resources import files
from itertools import count
from typing import Any

from croupier.core.audience import PUBLIC
from croupier.core.calendar import Calendar
from croupier.core.draws import Draws
from croupier.core.game import Table
from croupier.games.house_of_horrors import GAME
from croupier.games.house_of_horrors import state as happened
from croupier.games.house_of_horrors.auction import lettered, open_offer
from croupier.games.house_of_horrors.catalogue import TURNS
from croupier.games.house_of_horrors.house import House, stand
from croupier.games.house_of_horrors.options import Options, read_options
from croupier.games.house_of_horrors.roster import ENTRANTS
from croupier.games.house_of_horrors.walks import walk, whose_way
from croupier.site.public import PublicCell, PublicContestant, PublicEntry, PublicMatch, PublicPhase, PublicSeason, Role, Status

NAMES = ("Ana", "Bo", "Cyrille", "Dagný", "Ezekiel", "Фёдор", "Gül", "Hồng", "Iris-Maria")
# What a page could trip over, or run. Each payload that ran would set a window.PWN_… of its own.
HOSTILE = (
    "<script>window.PWN_SCRIPT=1</script>",
    "<img src=x onerror=window.PWN_IMG=1>",
    '"><svg onload=window.PWN_SVG=1>',
    "' onmouseover='window.PWN_ATTR=1' x='",
    "[link](javascript:window.PWN_LINK=1)",
    "</title></bdi><script>window.PWN_TITLE=1</script>",
    "{{ 7*7 }}{% raw %}*a*|b|`c`",
    "</textarea></table><script>window.PWN_TABLE=1</script>",
    "\u202eevil --8<-- <!-- ## h",
)
TITLE = "First <script>window.PWN_MATCH=1</script> & *Night*"
BEGINNING = Calendar("America/New_York", datetime(2026, 10, 28, 21, 59))
CATALOGUE = tomllib.loads(files("croupier.games.house_of_horrors").joinpath("scares.toml").read_text(encoding="utf-8"))


class Play:
    """A match written down event by event. `seed` decides what is drawn, `secret` all that is hidden until the end."""

    def __init__(self, names: tuple[str, ...], seed: str, secret: str) -> None:
        self.names, self.draws = names, Draws(hashlib.sha256(seed.encode()).digest())
        self.options: Options = read_options({}, {"catalogue": CATALOGUE}, names)
        self.table = Table(names, self.options, self.draws)
        self.state = happened.start(self.table)
        # Of "one/two", the first word decides where pieces stand, all of it what was bid.
        self.chance, self.money = (Draws(hashlib.sha256(word.encode()).digest()).stream("sample") for word in (secret.split("/")[0], secret))
        self.steps: list[tuple[str, list[Any]]] = []

    def step(self, phase: str, events: Iterator[Any]) -> None:
        """Resolves a phase: every event is folded before the next one is written."""
        self.steps.append((phase, []))
        for event in events:
            self.state = happened.evolve(self.state, event)
            self.steps[-1][1].append(event)

    def places(self) -> Iterator[Any]:
        """Everybody finds a place for what was won the day before, or does not. The last player never looks for one."""
        for seat in self.state.seats:
            house = self.state.house(seat.name)
            for label in seat.won:
                scare = self.options.catalogue.by_name[label if label in self.options.catalogue.by_name else label[:-2]]
                placed = None
                for _ in range(60 if seat.name != self.names[-1] else 0):
                    piece = stand(scare, (self.chance.below(9), self.chance.below(9)), self.chance.choice(TURNS))
                    if house.fault(piece) is None:
                        placed, house = piece, House(house.plot, (*house.standing, piece))
                        break
                if placed:
                    yield happened.Placed(seat.name, label, placed.piece)
                else:
                    yield happened.Discarded(seat.name, label, scare.name, 50)

    def auction(self, number: int) -> Iterator[Any]:
        """Every fifth lot is tied and carried, the others go round; the first player types nonsense once a day."""
        phase, offer = f"auction-{number}", self.state.offer
        assert offer is not None
        carried: list[str] = []
        for index, lot in enumerate(offer.scares):
            first, second, third = (self.names[(index + number + shift) % len(self.names)] for shift in (0, 3, 5))
            tied = (index + number) % 5 == 0
            amount = 20 + self.money.below(60)
            yield self.bid(phase, lot, first, amount, "tied" if tied else "won")
            yield self.bid(phase, lot, second, amount if tied else amount - 7, "tied" if tied else "refunded")
            if index == 2:
                yield self.bid(phase, lot, third, "12.50 <b>", "void")
            if tied:
                carried.append(next(scare.name for scare in self.options.catalogue.drawn if lot in (scare.name, *_letters(scare.name))))
            else:
                yield happened.LotSold(phase, lot, first, amount)
        for index, name in enumerate(self.names[:4]):
            yield happened.BidJudged(happened.Bid(phase, happened.WALLS, name, index + 1, "won", got=1))
            yield happened.WallsGot(phase, name, 1, 50)
        last = number == self.options.auctions
        left = 0 if last else offer.walls - 4
        yield happened.AuctionClosed(phase, () if last else tuple(carried), 4, left)
        if last:
            yield happened.PhaseOpened("entrants")
        else:
            yield open_offer(self.table, number + 1, happened.Offer(tuple(carried), left))

    @staticmethod
    def bid(phase: str, lot: str, by: str, amount: happened.Typed, result: str, garnets: bool | None = None) -> happened.BidJudged:
        return happened.BidJudged(happened.Bid(phase, lot, by, amount, result, garnets))

    def entrants(self) -> Iterator[Any]:
        sales: list[tuple[int, int, happened.Sale]] = []
        for index, name in enumerate(self.names):
            for shift in (0, 1, 3, 6):
                place = (index + shift) % len(ENTRANTS)
                entrant = ENTRANTS[place].name
                if shift == 0 and index == 0:
                    yield self.bid("entrants", entrant, name, 2, "won", True)
                    yield happened.EntrantTaken(name, entrant, "garnets", 2)
                elif shift == 6:
                    yield happened.EntrantTaken(name, entrant, "drawn", 0)
                else:
                    yield self.bid("entrants", entrant, name, price := 5 + self.money.below(9), "won")
                    yield happened.EntrantTaken(name, entrant, "money", price)
                sales.append((place, index, happened.Sale("entrants", entrant, name)))
        yield happened.EntrantsListed(tuple(sale for _, _, sale in sorted(sales, key=lambda entry: entry[:2])))
        yield happened.PhaseOpened("paths")

    def walks(self) -> Iterator[Any]:
        for seat in self.state.seats:
            house = self.state.house(seat.name)
            for number, entrant, as_ in zip(count(1), seat.entrants, whose_way(seat.entrants), strict=False):
                stream = self.draws.stream(f"paths/red/{seat.name}/{number}")
                yield happened.Walked(seat.name, number, walk(house, entrant, as_, stream=stream))
        screams = [sum(one.screams for one in seat.walks or ()) for seat in self.state.seats]
        dead = [any(one.heart_attack for one in seat.walks or ()) for seat in self.state.seats]
        scored = tuple((name, -total if hurt else total) for name, total, hurt in zip(self.names, screams, dead, strict=True))
        most, least = max(total for _, total in scored), min(total for _, total in scored)
        yield happened.Scored(
            happened.Result(
                scored,
                tuple(name for name, total in scored if total == most),
                tuple(name for name, total in scored if total == least),
                tuple((name, max(total, 0) // 20) for name, total in scored),
            )
        )
        yield happened.PhaseOpened("ceremony")

    def ceremony(self) -> Iterator[Any]:
        result = self.state.result
        assert result is not None
        second = next((name for name in self.names if name not in result.winners and name != result.eligible[0]), self.names[1])
        yield happened.CandidateNamed(result.eligible[0], "only")
        yield happened.TokensGiven(tuple((name, int(name in (*result.winners, second))) for name in self.names), second)
        yield happened.Revealed()


def _letters(name: str) -> tuple[str, ...]:
    return lettered([name] * 12)


def match(
    until: str = "", names: tuple[str, ...] = NAMES, id: str = "first-night", title: str = "First Night", seed: str = "sample", secret: str = "secret"
) -> PublicMatch:
    """A match that was played until a phase, which is the one being played now; "" = to the end."""
    play = Play(names, seed, secret)
    play.step("", iter([open_offer(play.table, 1, happened.Offer((), 0))]))
    for number in range(1, play.options.auctions + 1):
        if until == f"auction-{number}":
            return _public(play, until, id, title)
        play.step(f"auction-{number}", (event for part in (play.places(), play.auction(number)) for event in part))
    for phase, events in (
        ("entrants", (event for part in (play.places(), play.entrants()) for event in part)),
        ("paths", play.walks()),
        ("ceremony", play.ceremony()),
    ):
        if until == phase:
            return _public(play, until, id, title)
        play.step(phase, events)
    return _public(play, "", id, title)


def _public(play: Play, until: str, id: str, title: str) -> PublicMatch:
    told = [tuple(line for event in events if (line := GAME.tell(event, PUBLIC))) for _, events in play.steps]
    phases = tuple(PublicPhase(number, play.steps[number][0], BEGINNING.deadline(number - 1), told[number]) for number in range(1, len(play.steps)))
    outcome = None if until else GAME.outcome(play.state)
    return PublicMatch(
        id=id,
        title=title,
        game=GAME,
        view=GAME.view(play.state, PUBLIC),
        seats=tuple((f"{number:02d}-seat", name) for number, name in enumerate(play.names, start=1)),
        phases=phases,
        current=(until, BEGINNING.deadline(len(phases))) if until else None,
        opening=told[0],
        zone=BEGINNING.zone_name,
        commitment=play.draws.commitment,
        rules_version=1,
        data_digests=(("scares.toml", hashlib.sha256(b"catalogue").hexdigest()),),
        seed=None if until else play.draws.seed.hex(),
        kind="main",
        winners=outcome.winners if outcome else (),
        places=outcome.places if outcome else (),
        payouts=outcome.ledger if outcome else (),
        rulings=(("Sat 31 Oct 2026, 10:12 EDT", "Auction 2 was judged again: a bid had been misread."),) if not until else (),
    )


def duel(names: tuple[str, str], id: str = "the-duel", title: str = "The Duel") -> PublicMatch:
    """A death match that is over. House of Horrors stands in for the game of a duel; the second player loses."""
    played = match(names=names, id=id, title=title, seed="duel")
    return replace(played, kind="death", candidate=names[1], opponent=names[0], winners=names[:1], places=((names[0], 1), (names[1], 2)), payouts=())


def season(*matches: PublicMatch, title: str = "Mainly by Design") -> PublicSeason:
    """A season; by default one match that is over and one that is being played."""
    matches = matches or (match(), match("auction-4", id="second-night", title="Second Night", seed="other"))
    return PublicSeason(title, matches, None, _contestants(matches), _ledger(matches))


def long_season() -> PublicSeason:
    """A main match, the death match after it, another main match, and one that is being played, on an address of its own."""
    loser = NAMES[6]
    left = tuple(name for name in NAMES if name != loser)
    matches = (
        match(),
        duel((NAMES[0], loser)),
        match(names=left, id="second-night", title="Second Night", seed="other"),
        match("auction-4", names=left, id="third-night", title="Third Night", seed="third"),
    )
    return replace(season(*matches), address="https://example.org/season/")


def _contestants(matches: tuple[PublicMatch, ...]) -> tuple[PublicContestant, ...]:
    """Everybody who has sat at a table: two Garnets at the beginning, then whatever the matches paid. Who loses a death match is out."""
    found = []
    for name in dict.fromkeys(name for match in matches for _, name in match.seats):
        history: list[tuple[str | None, int]] = [(None, 2)]
        cells = []
        left = None
        for match in matches:
            if match.current or name not in [seat for _, seat in match.seats]:
                continue
            paid = {what: sum(entry.change for entry in match.payouts if (entry.seat, entry.what) == (name, what)) for what in ("garnets", "tokens")}
            lost = match.kind == "death" and name not in match.winners
            left = match.id if lost else left
            role: Role | None = ("candidate" if name == match.candidate else "opponent") if match.kind == "death" else None
            place = dict(match.places).get(name)
            cells.append(PublicCell(match.id, name, name in match.winners, place, paid["garnets"], paid["tokens"], lost, role))
            history.append((match.id, history[-1][1] + paid["garnets"]))
        tokens = sum(cell.tokens for cell in cells)
        status: Status = "out" if left else "in"
        found.append(
            PublicContestant(
                name, (), status, None, left, "lost the death match" if left else "", history[-1][1], tokens, tuple(history), tuple(cells)
            )
        )
    return tuple(found)


def _ledger(matches: tuple[PublicMatch, ...]) -> tuple[PublicEntry, ...]:
    return tuple(
        PublicEntry(match.phases[-1].deadline, entry.seat, entry.what, entry.change, match.id, entry.reason)
        for match in matches
        for entry in match.payouts
    )
