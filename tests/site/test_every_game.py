"""The pages of a season with a finished match of each game: valid, small, and without fault for axe in both colour schemes.

Must not name a game: the matches are those that are kept.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from looking import Served
from test_accessible import assert_small_pages, axe_faults, nu
from test_browser import DESK, PHONE, visit

from croupier import season
from croupier.publish import publish

KEPT = Path(__file__).parent.parent / "data" / "matches"


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built site."""
    place = season.create(tmp_path_factory.mktemp("every game") / "season", "A season of all games", "America/New_York")
    for match in sorted(KEPT.iterdir()):
        shutil.copytree(match, place.path / "matches" / match.name)
    return publish(place)


@pytest.fixture(scope="module")
def every_game(html: Path) -> Iterator[Served]:
    found = Served(html)
    yield found
    found.close()


def kinds(html: Path) -> list[str]:
    """One page of each kind of each match: the first of those that are one a phase, or one a seat."""
    found: dict[str, str] = {}
    for path in sorted(html.rglob("*.html")):
        name = path.relative_to(html).as_posix()
        kind = re.sub(r"[0-9]+-([a-z-]+?)(-[0-9]+)?\.html", r"phase-\1.html", re.sub(r"-[0-9]{2}\.html", "-seat.html", name))
        found.setdefault(kind, name)
    found.pop("404.html", None)
    return list(found.values())


def test_there_is_a_match_of_each_game(html: Path) -> None:
    assert len([name for name in kinds(html) if name.endswith("/reveal.html")]) == len(list(KEPT.iterdir())) >= 5


@pytest.mark.browser
@pytest.mark.parametrize(("scheme", "viewport"), [("dark", PHONE), ("light", DESK)], ids=["dark on a phone", "light on a desk"])
def test_axe_finds_nothing_but_the_search_dialog(chromium: Any, html: Path, every_game: Served, scheme: str, viewport: dict[str, int]) -> None:
    with visit(chromium, every_game.base, viewport, color_scheme=scheme) as seen:
        assert axe_faults(seen, kinds(html)) == []


def test_the_html_is_valid(html: Path) -> None:
    ran = nu(html)
    assert ran.returncode == 0, ran.stderr


def test_pages_are_small_and_pictures_have_their_size(html: Path) -> None:
    assert_small_pages(html)
