"""Times how long each phase of a nine-player match takes to resolve, hand-ins read and checked included.

Must not assert: it reports milliseconds a phase, the worst over several matches, beside the aim of 50 ms.
"""

from __future__ import annotations

import statistics
import time

from croupier import gamedata
from croupier.core import engine
from croupier.core.audience import Seat
from croupier.core.draws import from_text
from croupier.games import games
from croupier.playtest import seated

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Io")
MATCHES = 20
AIM = 50


def main() -> None:
    """Plays whole matches by bots and prints a line a phase."""
    for game in games().values():
        roster = seated(game, NAMES)
        times: dict[str, list[float]] = {}
        for number in range(MATCHES):
            table = engine.lay(game, {}, gamedata.parsed(game), roster, from_text(f"bench {number}"))
            bots = from_text(f"bots {number}")
            position, step = engine.begin(game, table), 0
            while game.outcome(position.state) is None:
                forms = engine.asked(game, position.state, table.seats)
                phase, step = game.phase(position.state), step + 1
                views = {seat: game.view(position.state, Seat(seat)) for seat in forms}
                handed_in = {seat: game.bot(views[seat], form, bots.stream(f"{step}/{seat}")) for seat, form in forms.items()}
                answers = {seat: given for seat, given in handed_in.items() if given is not None}
                began = time.perf_counter()
                position = engine.resolve(game, table, position.state, answers)
                times.setdefault(phase, []).append((time.perf_counter() - began) * 1000)
        print(f"{game.title}: {MATCHES} matches, {len(table.seats)} seats; milliseconds a phase (aim: under {AIM})")
        for phase, taken in times.items():
            worst = max(taken)
            print(f"  {phase:<12} median {statistics.median(taken):6.1f}   worst {worst:6.1f}   {worst / AIM:5.2f} of the aim")


if __name__ == "__main__":
    main()
