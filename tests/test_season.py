"""A season's folder: made once, found from inside, its settings read or the fault named.

Must not open a match.
"""

from __future__ import annotations

import subprocess
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.core.problems import HostError
from croupier.season import SETTINGS, create, find, quoted, read_toml


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "season"


def test_a_season_is_made_and_found_from_anywhere_inside(folder: Path) -> None:
    made = create(folder, "Season of Horrors", "America/New_York")
    assert (made.title, made.zone, made.address, made.path) == ("Season of Horrors", "America/New_York", None, folder.resolve())
    assert made.build == folder.resolve() / "build"
    deep = folder / "matches" / "main-match-1" / "boards"
    deep.mkdir(parents=True)
    assert find(deep) == find(folder) == made
    assert made.matches() == ()


def test_outside_of_a_season_the_next_step_is_named(tmp_path: Path) -> None:
    with pytest.raises(HostError, match="is not in a season") as refused:
        find(tmp_path)
    assert "croupier init" in refused.value.next_step


def test_a_season_is_not_made_twice(folder: Path) -> None:
    create(folder, "One", "UTC")
    with pytest.raises(HostError, match="there is a season in"):
        create(folder, "Two", "UTC")
    assert find(folder).title == "One"


def test_a_zone_that_is_none_makes_no_season(folder: Path) -> None:
    with pytest.raises(HostError, match="'Berlin' is no time zone"):
        create(folder, "One", "Berlin")
    assert not folder.exists()


def test_a_season_without_a_title_is_not_made(folder: Path) -> None:
    for title in ("", " ", "\n"):
        with pytest.raises(HostError):
            create(folder, title, "UTC")
        assert not (folder / SETTINGS).exists(), "a season that cannot be read would have to be taken away by hand"


def test_secrets_are_kept_from_git(folder: Path) -> None:
    create(folder, "One", "UTC")
    match = folder / "matches" / "main-match-1"
    secret = [
        match / "private" / "seed",
        match / "private" / "journal.jsonl",
        match / "boards" / "01-ana" / "01-auction-1.xlsx",
        match / "players.csv",
    ]
    secret += [folder / "credentials.json", folder / "build" / "html" / "index.html"]
    for path in secret:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    told = subprocess.run(["git", "status", "--porcelain", "-uall"], cwd=folder, check=True, capture_output=True, text=True).stdout
    assert sorted(line[3:] for line in told.splitlines()) == [".gitignore", SETTINGS]


def test_a_gitignore_that_was_there_keeps_its_lines(folder: Path) -> None:
    folder.mkdir()
    (folder / ".gitignore").write_text("my-notes/\n", encoding="utf-8")
    create(folder, "One", "UTC")
    lines = (folder / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert "my-notes/" in lines
    assert "matches/*/private/" in lines


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = Horrors\n", r"season\.toml cannot be read: .*line 1, column 9"),
        ('title = "x"\nzone = "UTC\n', "line 2"),
        ("\x00", "cannot be read"),
        ('zone = "UTC"\n', "has no title"),
        ('title = " "\n', "has no title"),
        ("title = 7\n", "has no title"),
        ('title = "x"\nzone = "Berlin"\n', "'Berlin' is no time zone"),
        ('title = "x"\nzone = 5\n', "'5' is no time zone"),
        ('title = "x"\naddress = "example.org"\n', "no web address"),
        ('title = "x"\naddress = "javascript:alert(1)"\n', "no web address"),
        ('title = "x"\naddress = 7\n', "no web address"),
    ],
)
def test_settings_that_will_not_do_are_named(folder: Path, text: str, message: str) -> None:
    create(folder, "One", "UTC")
    (folder / SETTINGS).write_text(text, encoding="utf-8")
    with pytest.raises(HostError, match=message) as refused:
        find(folder)
    assert refused.value.next_step


def test_settings_that_are_no_utf_8_are_named(folder: Path) -> None:
    create(folder, "One", "UTC")
    (folder / SETTINGS).write_bytes('title = "Zoë"\n'.encode("cp1252"))
    with pytest.raises(HostError, match="cannot be read"):
        find(folder)


def test_settings_saved_by_windows_are_read(folder: Path) -> None:
    create(folder, "One", "UTC")
    (folder / SETTINGS).write_bytes('title = "Zoë"\r\naddress = "https://example.org/"\r\n'.encode("utf-8-sig"))
    season = find(folder)
    assert (season.title, season.zone, season.address) == ("Zoë", "UTC", "https://example.org/")


def test_a_settings_file_that_is_gone_is_named(tmp_path: Path) -> None:
    with pytest.raises(HostError, match=r"match\.toml is not there"):
        read_toml(tmp_path / "match.toml")


TITLES = [
    '"Genius" \\ Season 1',
    "It's\nhere\r\n\ttoday",
    "Zoë 👨\u200d👩\u200d👧 ☠️",
    "'''",
    '"""',
    "\\u0041",
    "a\x00b\x7f\u2028\u200b",
    "# no comment",
    "{{ 7 * 7 }}",
]


@pytest.mark.parametrize("title", TITLES)
def test_any_title_is_kept(folder: Path, title: str) -> None:
    create(folder, title, "UTC")
    assert find(folder).title == title.strip()


@pytest.mark.parametrize("title", ["🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "\U0001fffe", "x\U000f0000"])
def test_a_title_with_marks_beyond_the_first_plane_is_kept(title: str) -> None:
    assert tomllib.loads(f"title = {quoted(title)}")["title"] == title


@given(st.text(st.characters(max_codepoint=0xFFFF, exclude_categories=["Cs"])))
@settings(deadline=None)
def test_any_text_comes_back_from_toml(text: str) -> None:
    assert tomllib.loads(f"text = {quoted(text)}") == {"text": text}


# Its matches ----------------------------------------------------------------------------------------------------------


def lay(folder: Path, *names: str) -> None:
    for name in names:
        (folder / "matches" / name).mkdir(parents=True)
        (folder / "matches" / name / "match.toml").touch()


def test_a_match_is_found_by_name_or_because_it_is_the_only_one(folder: Path) -> None:
    season = create(folder, "One", "UTC")
    with pytest.raises(HostError, match="has no match yet") as refused:
        season.match(None)
    assert "croupier new" in refused.value.next_step
    lay(folder, "main-match-1")
    (folder / "matches" / "notes.txt").touch()
    (folder / "matches" / "empty").mkdir()
    assert season.match(None).id == "main-match-1"
    lay(folder, "death-match-1")
    assert [match.id for match in season.matches()] == ["death-match-1", "main-match-1"]
    assert season.match("main-match-1").path == folder.resolve() / "matches" / "main-match-1"
    with pytest.raises(HostError, match="several matches") as refused:
        season.match(None)
    assert "death-match-1, main-match-1" in refused.value.next_step
    for unknown in ("main-match", "Main-Match-1", "../season", "empty", ""):
        with pytest.raises(HostError, match="there is no match"):
            season.match(unknown)
