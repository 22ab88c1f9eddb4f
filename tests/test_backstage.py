"""The host's own site: everything is in it, every page says whose it is, and no way leads from it to the public.

Must not trust the site's own words: secrets are looked for in the built bytes of both sites.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from croupier import backstage, release
from croupier.core.problems import HostError
from croupier.publish import publish
from croupier.site.backstage import BANNER, MARK, _data, build_host_site, handed_in
from table import Desk

SECRET, TYPED = "48731", "CANARY <b>x</b> ```"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    made = Desk(tmp_path_factory.mktemp("host") / "season", options='auctions = 2\ncash = 90000\nsize = 5\nstart = "A5"\nexit = "E1"\n')
    lots = made.match.game.view(made.match.state, backstage.PUBLIC).offer.scares
    made.hand_in({"Ana": {"bids": {lots[0]: SECRET}}, "Bo": {"bids": {lots[1]: TYPED}}})
    made.sync()
    board = [". . . . E", ". . . . .", ". . Wa . .", ". . . . .", "S . . . ."]
    made.hand_in({"Ana": {"board": board}})
    made.sync()
    return made


@pytest.fixture(scope="module")
def sites(desk: Desk) -> tuple[dict[str, str], dict[str, str]]:
    """(public, host's): the pages of the built sites by their paths."""
    return tuple(
        {path.relative_to(html).as_posix(): path.read_text(encoding="utf-8") for path in sorted(html.rglob("*.html"))}
        for html in (publish(desk.season), backstage.build_for_host(desk.season))
    )


def test_it_holds_every_public_page_and_the_hosts_own(sites: tuple[dict[str, str], dict[str, str]]) -> None:
    public, host = sites
    own = {
        f"small-match/{name}.html"
        for name in ("host", "host-data", "host-01-auction-1", "host-02-auction-2", "host-seat-01", "host-seat-02", "host-seat-03")
    }
    assert set(host) == set(public) | own


def test_what_was_handed_in_is_the_hosts_alone(sites: tuple[dict[str, str], dict[str, str]]) -> None:
    public, host = sites
    assert SECRET in host["small-match/host-01-auction-1.html"] and "CANARY" in host["small-match/host-01-auction-1.html"]
    assert SECRET in host["small-match/host-seat-01.html"] and SECRET not in host["small-match/host-seat-02.html"]
    for secret in (SECRET, "CANARY"):
        assert not [path for path, text in public.items() if secret in text]
    assert not any("<b>x</b>" in text for text in host.values()), "what was typed is text"


def test_every_page_says_that_it_is_the_hosts(sites: tuple[dict[str, str], dict[str, str]]) -> None:
    public, host = sites
    assert all(BANNER in text and 'content="noindex, nofollow"' in text for text in host.values())
    assert not [path for path, text in public.items() if BANNER in text or "noindex" in text]


def test_it_lies_in_the_private_folder_and_no_repository_takes_it(desk: Desk, sites: object) -> None:
    html = desk.season.path / "private/site/html"
    assert (html / MARK).is_file()
    assert (desk.season.path / "private/.gitignore").read_text() == "*\n"
    assert not list(desk.season.build.rglob(MARK))
    assert list(html.rglob("*.png")), "the host sees every board"


@pytest.mark.parametrize("where", ["build", "build/html", "."])
def test_it_is_never_built_where_the_public_site_is(desk: Desk, where: str) -> None:
    with pytest.raises(HostError, match="where the public site is built"):
        build_host_site(backstage.host_season(desk.season), desk.season.path / where, desk.season.build)


def test_it_is_never_published(desk: Desk, sites: object, tmp_path: Path) -> None:
    """Not even if somebody puts its files where the public ones are."""
    stray = desk.season.build / "html" / MARK
    stray.write_text(BANNER)
    try:
        with pytest.raises(HostError, match="does not belong into a public site"):
            release.into_folder(desk.season, tmp_path / "out")
        assert not (tmp_path / "out").exists()
    finally:
        stray.unlink()


def test_hand_ins_are_told_cell_by_cell() -> None:
    assert list(handed_in({"bids": {"Wolfman": 5, "Walls": ""}, "board": ["a", None, "b"]})) == [
        ("bids Wolfman", "5"),
        ("board 1", "a"),
        ("board 3", "b"),
    ]
    assert list(handed_in(None)) == []


def test_data_is_json_in_lines_of_which_none_can_end_its_block() -> None:
    view = {"a": [1, 2, "```"], "b": {"c": ["x" * 60, "y" * 60, []]}, "d\n```": None, "e": "```\n```" * 40}
    text = str(_data(view))
    assert json.loads(text) == view
    assert not [line for line in text.split("\n") if line.startswith("```")]
    assert len(text.split("\n")) == 12
