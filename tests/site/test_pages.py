"""The pages before they are built: which there are, what they say, and what they keep to themselves.

Must not need a builder or a browser.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
import sample

from croupier import resources, rulebook
from croupier.core.draws import Draws
from croupier.site import pages, shown
from croupier.site.build import stage
from croupier.site.pages import book
from croupier.site.public import PublicSeason
from croupier.site.tidy import tidy

PHASES = [*(f"{n:02d}-auction-{n}" for n in range(1, 10)), "10-entrants", "11-paths", "12-ceremony"]
ALWAYS = ["index", "standings", "rules", "fairness"]
AT_THE_END = ["reveal", "bids", *(f"house-{n:02d}" for n in range(1, 10))]


def texts(season: PublicSeason) -> dict[str, str]:
    return {page.path: page.text for page in book(season).pages}


def test_a_finished_match_has_a_page_for_every_day_and_every_house() -> None:
    found = texts(sample.season(sample.match()))
    assert sorted(found) == sorted(["index.md", "ledger.md", *(f"first-night/{name}.md" for name in (*ALWAYS, *PHASES, *AT_THE_END))])


@pytest.mark.parametrize(("until", "days"), [("auction-1", 0), ("auction-4", 3), ("entrants", 9), ("paths", 10), ("ceremony", 11)])
def test_before_the_end_there_is_no_page_of_the_reveal_and_no_picture(until: str, days: int) -> None:
    content = book(sample.season(sample.match(until)))
    assert sorted(page.path for page in content.pages) == sorted(["index.md", *(f"first-night/{name}.md" for name in (*ALWAYS, *PHASES[:days]))])
    assert {folder for folder, _, _ in content.pictures} == {"cards"}
    assert "<img" not in "".join(page.text for page in content.pages)


@pytest.mark.parametrize(
    ("until", "one", "other"),
    [*((phase, "one", "other") for phase in ("auction-1", "auction-4", "entrants", "paths")), ("ceremony", "same houses/one", "same houses/other")],
)
def test_what_is_hidden_makes_no_difference(until: str, one: str, other: str) -> None:
    """Two matches that differ in every amount and, until the houses are walked, in every house, and are alike in all that is public."""
    assert texts(sample.season(sample.match(until, secret=one))) == texts(sample.season(sample.match(until, secret=other)))
    assert texts(sample.season(sample.match(secret=one))) != texts(sample.season(sample.match(secret=other)))


def test_the_seed_is_on_no_page_before_the_end() -> None:
    draws = Draws(bytes.fromhex(sample.match().seed or ""))
    before, after = "".join(texts(sample.season(sample.match("ceremony"))).values()), "".join(texts(sample.season(sample.match())).values())
    assert draws.commitment in before
    assert draws.seed.hex() not in before
    assert draws.seed.hex() in after


def test_a_days_page_has_that_days_sales_and_no_others() -> None:
    match = sample.match()
    found = texts(sample.season(match))
    for number in range(1, 10):
        page = found[f"first-night/{PHASES[number - 1]}.md"]
        rows = re.findall(r"<th scope=\"row\"><span class=\"lot\"><span [^>]*></span>(.*?)</span></th>\n<td>(.*?)</td>", page)
        sold = [(lot, words) for lot, words in rows if "nobody" not in words]
        expected = [(sale.lot, sale.to) for sale in match.view.sold if sale.phase == f"auction-{number}"]
        assert [lot for lot, _ in sold] == [shown.escape(lot) for lot, _ in expected]
        for (_, words), (_, to) in zip(sold, expected, strict=True):
            assert f"<bdi>{shown.escape(to)}</bdi>" in words
    assert "Token of Life" not in found["first-night/11-paths.md"], "the Tokens come a day later"


def test_the_overview_says_what_runs_until_when_and_what_was() -> None:
    home = texts(sample.season())["index.md"]
    assert "Auction 4 of 9" in home
    assert 'datetime="2026-10-31T21:59:00-04:00"' in home
    assert 'href="first-night/reveal.html"' in home
    assert home.index("Auction 4 of 9") < home.index("{#progress}") < home.index("{#archive}")


def test_a_season_without_a_match_has_a_home_all_the_same() -> None:
    assert "The table is being laid" in texts(PublicSeason("Empty", ()))["index.md"]


def test_links_that_must_never_change_go_by_place_in_the_roster() -> None:
    for until in ("auction-2", "ceremony", ""):
        standings = texts(sample.season(sample.match(until)))["first-night/standings.md"]
        assert re.findall(r'id="seat-(\d\d)"', standings) != []
        assert sorted(re.findall(r'id="seat-(\d\d)"', standings)) == [f"{n:02d}" for n in range(1, 10)]
    rules = texts(sample.season(sample.match("auction-1")))["first-night/rules.md"]
    assert re.findall(r'id="(hh-\d+)"', rules) == [f"hh-{n}" for n in range(1, 38)]


def test_file_names_hold_no_players_name() -> None:
    strange = tuple(f"Zanzibar{n}" for n in range(9))
    content = book(sample.season(sample.match(names=strange)))
    assert not any("zanzibar" in page.path.casefold() for page in content.pages)
    assert not any("zanzibar" in name.casefold() or "Zanzibar" in str(picture) for _, name, picture in content.pictures)


def test_all_rulings_are_told_in_order_and_refer_to_rulings_that_exist() -> None:
    rulings = [ruling for topic in rulebook.rulebook("house-of-horrors") for ruling in topic.rulings]
    assert [ruling.number for ruling in rulings if ruling.number != "Note"] == [f"HH-{n}" for n in range(1, 38)]
    assert all(ruling.heading and ruling.text for ruling in rulings)
    named = {number for ruling in rulings for number in re.findall(r"HH-\d+", ruling.text)}
    assert named <= {ruling.number for ruling in rulings}


def test_the_rules_page_names_every_scare_and_entrant_with_its_numbers() -> None:
    rules = texts(sample.season(sample.match("auction-1")))["first-night/rules.md"]
    for scare in sample.match("auction-1").view.ground.catalogue.scares:
        assert shown.escape(scare.name) in rules
        assert f"{scare.existential} / {scare.monster} / {scare.phobia}" in rules
    for entrant in sample.ENTRANTS:
        row = rules[rules.index(f'<th scope="row">{entrant.name}</th>') :].split("</tr>")[0]
        assert f'<td class="num">{entrant.limit or "–"}</td>' in row


def test_the_lines_of_python_on_the_fairness_page_work_and_give_the_draws() -> None:
    match = sample.match()
    page = texts(sample.season(match))["first-night/fairness.md"]
    code = page.split("```python\n")[1].split("```")[0]
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.splitlines()
    assert match.seed is not None
    stream = Draws(bytes.fromhex(match.seed)).stream("auction-1/offer")
    drawn = [stream.below(12) for _ in range(9)]
    assert ran == [match.commitment, str(drawn)]
    assert f"# {drawn}" in code, "the page shows the result, too"
    assert page.count(">the same</td>") == 9, "every offer of the sample was drawn"
    before = texts(sample.season(sample.match("auction-1")))["first-night/fairness.md"].split("```python\n")[1].split("```")[0]
    assert subprocess.run([sys.executable, "-c", before], capture_output=True, text=True).returncode == 0


def test_the_house_page_tells_each_walk_as_the_view_does() -> None:
    match = sample.match()
    found = texts(sample.season(match))
    for number, (_, seat) in enumerate(match.view.seats, start=1):
        page = found[f"first-night/house-{number:02d}.md"]
        for k, walk in enumerate(seat.walks, start=1):
            told = page.split(f"{{#walk-{k}}}")[1].split("## Walk")[0]
            steps = re.findall(r'<td class="num">\d+</td>\n<th scope="row">(\w+)</th>', told)
            assert tuple(steps) == walk.path
            assert f"{walk.screams}</strong> screams = {walk.fear_total} fear + {walk.bonus} bonus" in told
            assert told.count(f" of {walk.limit}") >= 3
            assert ("♥" in told) == walk.heart_attack
            assert len(re.findall(r"<li><span class=\"sw\"", told)) == len(walk.activated)
        for piece in seat.pieces:
            assert piece.at in page
        marks = re.findall(r"<td>(\w\w\d*)</td>\n<th", page)
        picture = match.game.pictures(match.view)
        alt = dict(picture)[f"house-{number}"].alt
        assert all(f"({mark}) at" in alt for mark in marks), "the list uses the marks of the picture"


def test_every_bid_is_told_with_its_result_after_the_end() -> None:
    match = sample.match()
    page = texts(sample.season(match))["first-night/bids.md"]
    assert len(re.findall(r'<li class="(?:won|tied|refunded|void)">', page)) == len(match.view.bids)
    assert page.count("“12&#46;50 &#60;b&#62;”") == sum(bid.result == "void" for bid in match.view.bids)


def test_equal_seasons_give_equal_bytes_under_any_hash_seed_zone_and_locale(tmp_path: Path) -> None:
    script = (
        "import sys; sys.path.insert(0, sys.argv[2]); import sample; from pathlib import Path; "
        "from croupier.site.build import stage; stage(sample.season(), Path(sys.argv[1]))"
    )
    trees = []
    for number, (seed, zone, locale) in enumerate((("1", "UTC", "C"), ("2", "Pacific/Auckland", "C.UTF-8"))):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale}
        folder = tmp_path / str(number)
        subprocess.run([sys.executable, "-c", script, str(folder), str(Path(__file__).parent)], env=environment, check=True)
        trees.append({path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()})
    assert trees[0] == trees[1]
    assert len(trees[0]) > 80


def test_staging_writes_nothing_twice_and_leaves_nothing_behind(tmp_path: Path) -> None:
    stage(sample.season(), tmp_path)
    times = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()}
    (tmp_path / "staged/docs/first-night/private.json").write_text("{}")
    (tmp_path / "staged/docs/old").mkdir()
    (tmp_path / "staged/docs/old/page.md").write_text("# Old")
    stage(sample.season(), tmp_path)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file()} == times
    assert not (tmp_path / "staged/docs/old").exists()


def test_a_sixth_game_is_found_by_its_folder_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    templates = tmp_path / "templates"
    shutil.copytree(resources.resource("templates"), templates)
    own = templates / "sixth-game"
    own.mkdir()
    (own / "told.toml").write_text('phase-opened = "{{ phase }} is open."\nlot-sold = "{{ lot }} goes to {{ to }}."\n')
    (own / "rulings.toml").write_text('[[topic]]\ntitle = "All"\n[[topic.ruling]]\nnumber = "SG-1"\nheading = "One"\ntext = "See SG-1."\n')
    (own / "page-1-map.md").write_text("{% set title %}The map{% endset %}\n# Map of {{ match.title }}\n\n{{ who(match.seats[0].name) }}\n")
    (own / "page-2-later.md").write_text("{% set title %}Later{% endset %}\n{% if view.finished %}x{% endif %}\n")

    def resource(name: str) -> Path:
        return tmp_path / name if name.startswith("templates") else resources.resource(name)

    for module in (pages, rulebook):
        monkeypatch.setattr(module, "resource", resource)
    monkeypatch.setattr("croupier.words.resource", resource)
    match = sample.match("auction-3")
    game = replace(match.game, slug="sixth-game", title="A sixth game", pictures=lambda view: ())
    found = texts(sample.season(replace(match, game=game)))
    assert sorted(found) == sorted(["index.md", *(f"first-night/{name}.md" for name in (*ALWAYS, "map", *PHASES[:2]))])
    assert "# Map of First Night" in found["first-night/map.md"]
    assert "<bdi>Ana</bdi>" in found["first-night/map.md"]
    assert "goes to <bdi>Ana</bdi>" in found["first-night/01-auction-1.md"]
    assert 'id="sg-1"' in found["first-night/rules.md"]
    assert "auction&#45;3" in found["index.md"] or "Auction 3" in found["index.md"]


def test_html_blocks_have_no_blank_lines_and_no_indents() -> None:
    """Python-Markdown and CommonMark then agree on where a block ends."""
    for text in texts(sample.season()).values():
        body = text.split("---\n", 2)[2]
        blocks = [block for block in re.split(r"\n\n+", re.sub(r"```.*?```", "", body, flags=re.DOTALL)) if block.startswith("<")]
        assert blocks
        for block in blocks:
            opened = re.findall(r"<(?!/)(article|details|div|dl|figure|nav|ol|p|section|table|ul)\b", block)
            closed = re.findall(r"</(article|details|div|dl|figure|nav|ol|p|section|table|ul)>", block)
            assert sorted(opened) == sorted(closed), block[:200]
            assert not re.search(r"^\s", block, re.MULTILINE)


def test_tidying_keeps_code_as_it_is() -> None:
    code = "```python\ndef f():\n\n    return '<div>'\n```"
    assert tidy(f"# A\n\n\n\n{code}\n<div>\n\n  <p>x</p>\n\n</div>\ntext") == f"# A\n\n{code}\n\n<div>\n<p>x</p>\n</div>\n\ntext\n"
