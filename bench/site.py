"""Times the build of a finished season's site against a bare `mkdocs build` of the same staged pages, and counts what is drawn again.

Must not assert: it reports ratios beside their aims. Cold drawing is reported apart; it happens once for each picture.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "site"))

import sample

from croupier.core.picture import Picture
from croupier.draw import painter
from croupier.site.build import BUILD_TIME, build
from croupier.site.public import PublicSeason

RUNS = 5
AIM = 1.2


def main() -> None:
    """Prints a line for each thing measured."""
    finished = _season("")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "build"
        drawn = _counting()
        cold = _seconds(lambda: build(finished, folder))
        pages, pictures = len(list((folder / "html").rglob("*.html"))), len(drawn)
        print(f"Three finished matches of nine players: {pages} pages, {pictures} pictures; medians of {RUNS}, in seconds of processor time")
        ours, bare = [], []
        drawn.clear()
        for _ in range(RUNS):  # by turns, so that a busy machine slows down both
            ours.append(_seconds(lambda: build(finished, folder)))
            bare.append(_seconds(lambda: _bare(folder, Path(scratch) / "bare")))
        warm, alone = statistics.median(ours), statistics.median(bare)
        print(f"  bare mkdocs build           {alone:6.2f} s")
        print(f"  croupier, pictures drawn    {warm:6.2f} s   {warm / alone:5.2f} of it (aim: {AIM}); {len(drawn)} pictures drawn again")
        print(f"  croupier, nothing there yet {cold:6.2f} s   of which about {cold - warm:.2f} s draw {pictures} pictures")
        for what, before, after in (("one new phase", "auction-4", "auction-5"), ("a match's end", "ceremony", "")):
            _one_more(what, Path(scratch) / (before or "end"), drawn, before, after)


def _one_more(what: str, folder: Path, drawn: list[str], until: str, then: str) -> None:
    """A running match beside finished ones: what a deadline changes."""
    build(_season(until), folder)
    before = {path.name for path in (folder / "staged").rglob("*.png")}
    drawn.clear()
    taken = _seconds(lambda: build(_season(then), folder))
    after = {path.name for path in (folder / "staged").rglob("*.png")}
    print(f"  after {what:<21} {taken:6.2f} s   {len(drawn)} pictures drawn: {len(after - before)} are new, {len(after & before)} stayed")


def _season(until: str) -> PublicSeason:
    return sample.season(
        sample.match(),
        sample.match(id="second-night", title="Second Night", seed="other"),
        sample.match(until, id="third-night", title="Third", seed="x"),
    )


def _bare(folder: Path, into: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", str(folder / "staged/mkdocs.yml"), "-d", str(into)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": BUILD_TIME}
    subprocess.run(command, env=environment, check=True, capture_output=True)


def _counting() -> list[str]:
    """The alternative text of every picture that is painted from now on."""
    drawn: list[str] = []
    paint = painter.paint

    def counted(picture: Picture) -> bytes:
        drawn.append(picture.alt)
        return paint(picture)

    painter.paint = counted
    return drawn


def _seconds(work: Callable[[], object]) -> float:
    """Seconds of the processor's, of this process and of those that it waits for: a busy machine then counts for nothing."""
    began = _spent()
    work()
    return _spent() - began


def _spent() -> float:
    return sum(sum(resource.getrusage(who)[:2]) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))


if __name__ == "__main__":
    main()
