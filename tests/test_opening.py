"""Making and opening a match: the players' list as spreadsheets save it, the settings, and what is frozen.

Must not play; `test_sync.py` does.
"""

from __future__ import annotations

import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from croupier import opening, season
from croupier.core.problems import HostError
from croupier.games import find
from croupier.match import Match, load
from croupier.opening import Player, read_players, settings_text
from croupier.store import MatchFolder

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
ENTROPY = bytes(range(32))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "players.csv"


def read(file: Path, text: str | bytes) -> tuple[Player, ...]:
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_players(file)


def player(name: str, contact: str = "", zone: str = "", garnets: int = 0) -> Player:
    return Player(name, contact, zone, garnets)


# The players' list ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "players"),
    [
        ("name,contact,zone,garnets\nAna,ana#1,Europe/Berlin,3\nBo,,,\n", [player("Ana", "ana#1", "Europe/Berlin", 3), player("Bo")]),
        ("name\nAna\nBo", [player("Ana"), player("Bo")]),
        ("garnets,name\n2,Ana\n", [player("Ana", garnets=2)]),
        (" Name , GARNETS \n Ana , +2 \n", [player("Ana", garnets=2)]),
        # as spreadsheets save it
        ("\ufeffname,contact\r\nAna,x\r\n", [player("Ana", "x")]),
        ("name,garnets\rAna,5\r", [player("Ana", garnets=5)]),
        ("name,garnets\nAna,5.0\n", [player("Ana", garnets=5)]),
        ("name,contact\n,\nAna,x\n,\n,\n", [player("Ana", "x")]),
        ("name\n\nAna\n\n\nBo\n\n", [player("Ana"), player("Bo")]),
        ("name,contact,garnets\nAna\nBo,x\n", [player("Ana"), player("Bo", "x")]),
        ("name\n\u00a0Ana\n", [player("Ana")]),
        # quotes
        ('name,contact\n"Smith, Ana",x\n', [player("Smith, Ana", "x")]),
        ('"name","contact"\n"Ana ""the Ant""","a;b"\n', [player('Ana "the Ant"', "a;b")]),
        # names that a reader of tables likes to take for something else
        ("name\nNA\nnull\nNone\nTrue\n", [player("NA"), player("null"), player("None"), player("True")]),
        ("name\n007\n1e5\n#1\n2026-01-02\n", [player("007"), player("1e5"), player("#1"), player("2026-01-02")]),
        ("name\n=SUM(1)\nЖук\n👨\u200d👩\u200d👧\n", [player("=SUM(1)"), player("Жук"), player("👨\u200d👩\u200d👧")]),
        ('name, contact\nAna, "x, y"\n', [player("Ana", "x, y")]),
        # and what other spreadsheets do besides
        (" SEP=;\nname;contact\nAna;x, y\n", [player("Ana", "x, y")]),
        ("name,contact\n , \nAna,x\n", [player("Ana", "x")]),
        ("name,contact,,\nAna,x, ,\nBo\n", [player("Ana", "x"), player("Bo")]),
        ("name\n", []),
    ],
)
def test_a_list_of_players(file: Path, text: str, players: list[Player]) -> None:
    assert list(read(file, text)) == players


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "has no column `name`"),
        (b"\xff\xfe\x00", "cannot be read as a list of players"),
        ("name\nZoë\n".encode("cp1252"), "cannot be read as a list of players"),
        ("name\tcontact\nZoë\tx\n".encode("utf-16"), "cannot be read as a list of players"),
        (b"PK\x03\x04\x14\x00\xff", "cannot be read as a list of players"),
        ('name\n"Ana\nBo\n', "cannot be read as a list of players"),
        ("contact\nx\n", "has no column `name`"),
        ("Ana\nBo\n", "has a column 'ana'"),
        ("name,discord\nAna,x\n", "has a column 'discord'"),
        ("name,,zone\nAna,x,\n", "has a column ''"),
        ("name;Name\nAna;Bo\n", "has two columns 'name'"),
        ("name,contact\nAna,x\nBo,y,z\n", "line 3, has more fields than the first line"),
        ("name,contact,\nAna,x,y\n", "line 2, has more fields than the first line"),
        ("name,contact\nAna,x,\n", "line 2, has more fields than the first line"),
        ('sep=;\nname\n"Ana\n', "line 3, cannot be read"),
        ("sep=;\nname;garnets\n\nAna;x\n", "line 4: 'x' is no number of Garnets"),
        ("name,garnets\nAna,-1\n", "line 2: '-1' is no number of Garnets"),
        ("name,garnets\nAna,1\nBo,two\n", "line 3: 'two' is no number of Garnets"),
        ('name,garnets\nAna,"1,000"\n', "line 2: '1,000' is no number of Garnets"),
        ("name,garnets\nAna,1E+02\n", "line 2: '1E[+]02' is no number of Garnets"),
        ("name,garnets\nAna,03-Jan\n", "line 2: '03-Jan' is no number of Garnets"),
        ("name,garnets\nAna,2.5\n", "line 2: '2.5' is no number of Garnets"),
        ("name,zone\nAna,Berlin\n", "line 2: 'Berlin' is no time zone"),
        ("name,contact\n,x\n", "the player's name '' is empty"),
        ('name\n"Ana\nBo"\n', "holds invisible marks"),
        ("name\nAna\nana\n", "the names 'Ana' and 'ana' are the same"),
        ("name\nHost\n", "a player cannot be called 'Host'"),
    ],
)
def test_a_list_that_will_not_do_is_named(file: Path, text: str | bytes, message: str) -> None:
    with pytest.raises(HostError, match=message) as refused:
        read(file, text)
    assert refused.value.next_step


@pytest.mark.parametrize("name", ["nowhere.csv", "."])
def test_a_list_that_is_not_there_is_named(tmp_path: Path, name: str) -> None:
    with pytest.raises(HostError, match="cannot be read as a list of players"):
        read_players(tmp_path / name)


@pytest.mark.parametrize(
    "text", ["name,contact\nAna,secret#1,\nBo,secret#2,\n", "name,contact\nSmith, Jo,x\nJones, Cy,y\n", "name\nAna,secret#1\nBo,secret#2\n"]
)
def test_a_field_too_many_never_makes_a_contact_a_name(file: Path, text: str) -> None:
    try:
        players = read(file, text)
    except HostError:
        return
    assert [each.name for each in players] == ["Ana", "Bo"]


def test_the_line_that_is_named_is_the_line_of_the_file(file: Path) -> None:
    with pytest.raises(HostError, match="line 5"):
        read(file, "name,garnets\n\nAna,1\n\nBo,two\n")


def test_a_column_that_is_there_twice_is_named(file: Path) -> None:
    with pytest.raises(HostError, match="name"):
        read(file, "name,Name\nAna,Bo\n")


@pytest.mark.parametrize(
    "text",
    [
        "name;contact;garnets\nAna;x;3\n",
        "sep=;\nname;contact;garnets\nAna;x;3\n",
        "name\tcontact\tgarnets\nAna\tx\t3\n",
        "name,contact,garnets,,\nAna,x,3,,\n",
    ],
)
def test_a_list_as_other_spreadsheets_save_it(file: Path, text: str) -> None:
    assert list(read(file, text)) == [player("Ana", "x", garnets=3)]


# A new match ----------------------------------------------------------------------------------------------------------


TITLES = ["Main Match 4", '"Quoted" \\ back', "Two\nlines", "Zoë 👨\u200d👩\u200d👧", "第三回"]


@pytest.mark.parametrize("title", TITLES)
def test_the_settings_of_a_new_match_are_toml_whatever_it_is_called(title: str) -> None:
    settings = tomllib.loads(settings_text(find("house-of-horrors"), title, "Europe/Berlin", "2026-12-01 21:59"))
    assert settings == {
        "title": title,
        "game": "house-of-horrors",
        "zone": "Europe/Berlin",
        "first_deadline": "2026-12-01 21:59",
        "days": 1,
        "grace": opening.GRACE_MINUTES,
        "report": opening.REPORT,
        "options": {},
    }


def test_every_option_in_the_settings_can_be_uncommented() -> None:
    game = find("house-of-horrors")
    text = settings_text(game, "x", "UTC", "2026-12-01 21:59")
    for option in game.options:
        assert text.count(f"\n# {option.name} = {option.default}\n") == 1
        assert option.name in tomllib.loads(f"{option.name} = {option.default}")


class Host:
    """A host with a season and a list of three players."""

    def __init__(self, folder: Path) -> None:
        self.season = season.create(folder / "season", "Test season", "America/New_York")
        self.list = folder / "list.csv"
        self.list.write_text("name,contact,garnets\nAna,ana#1,3\nBo,,\nCy,,\n", encoding="utf-8")

    def new(self, title: str = "Main Match", **more: Any) -> MatchFolder:
        return opening.new(self.season, "house-of-horrors", title, self.list, NOW, **more)

    def change(self, folder: MatchFolder, before: str, after: str) -> None:
        text = folder.settings.read_text(encoding="utf-8")
        assert text.count(before) == 1
        folder.settings.write_text(text.replace(before, after), encoding="utf-8")


@pytest.fixture
def host(tmp_path: Path) -> Host:
    return Host(tmp_path)


def opened(folder: MatchFolder, now: datetime = NOW, entropy: bytes = ENTROPY) -> Match:
    return opening.open_match(folder, now, entropy)


def test_a_new_match_lies_ready_to_be_looked_over(host: Host) -> None:
    folder = host.new()
    assert folder.path == host.season.path / "matches" / "main-match"
    assert folder.players.read_bytes() == host.list.read_bytes()
    settings = tomllib.loads(folder.settings.read_text(encoding="utf-8"))
    assert (settings["zone"], settings["first_deadline"]) == ("America/New_York", "2026-11-22 21:59")
    assert "Wolfman" in (folder.path / "scares.toml").read_text(encoding="utf-8"), "the game's own data, for the host to change"
    assert not folder.private.exists()
    assert folder.entries() == ()
    assert tomllib.loads(host.new("Other", zone="Asia/Tokyo").settings.read_text(encoding="utf-8"))["zone"] == "Asia/Tokyo"


def test_a_match_is_not_made_twice_nor_in_vain(host: Host) -> None:
    folder = host.new()
    before = folder.settings.read_bytes()
    with pytest.raises(HostError, match="there is a match in"):
        host.new("MAIN  match!")
    assert folder.settings.read_bytes() == before
    with pytest.raises(HostError, match="'Tokyo' is no time zone"):
        host.new("Other", zone="Tokyo")
    host.list.write_text("name\n" + "".join(f"Player {letter * 3}\n" for letter in "abcdefghjkmnopqrstuv"), encoding="utf-8")
    with pytest.raises(HostError, match="the list has 20"):
        host.new("Other")
    assert [each.name for each in (host.season.path / "matches").iterdir()] == ["main-match"]


def test_titles_without_a_latin_letter_have_folders_too(host: Host) -> None:
    assert host.new("第三回").id == "match-1"
    assert host.new("第四回").id == "match-2"


def test_what_is_opened_is_frozen(host: Host) -> None:
    folder = host.new()
    match = opened(folder)
    assert match.title == "Main Match"
    assert match.seat_ids == {"Ana": "01-ana", "Bo": "02-bo", "Cy": "03-cy"}
    assert match.commitment == match.table.draws.commitment
    assert match.table.draws.seed == ENTROPY
    assert match.deadline == datetime(2026, 11, 23, 2, 59, tzinfo=UTC)
    assert [(entry.kind, entry.at) for entry in folder.entries()] == [("opened", "2026-11-20T12:00:00+00:00")]
    journal = (folder.private / "journal.jsonl").read_bytes()
    assert ENTROPY.hex().encode() not in journal
    folder.settings.write_text("this is no longer read", encoding="utf-8")
    folder.players.write_text("nor this", encoding="utf-8")
    again = opened(folder, NOW + timedelta(days=30), b"\xff" * 32)
    assert again.table.draws.seed == ENTROPY
    assert again.state == match.state
    assert (folder.private / "journal.jsonl").read_bytes() == journal


def test_a_data_file_is_pinned_as_it_was_when_the_match_was_opened(host: Host) -> None:
    folder = host.new()
    before = opened(folder).state
    (folder.path / "scares.toml").write_text("", encoding="utf-8")
    assert load(folder).state == before
    (folder.private / "data" / "scares.toml").write_text("", encoding="utf-8")
    with pytest.raises(HostError, match=r"scares\.toml has changed"):
        load(folder)


def test_another_seed_than_the_committed_one_is_noticed(host: Host) -> None:
    folder = host.new()
    opened(folder)
    (folder.private / "seed").write_text("00" * 32, encoding="ascii")
    with pytest.raises(HostError, match="is not the one it was opened with"):
        load(folder)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('title = "Main Match"', 'title = ""', "has no title"),
        ('title = "Main Match"', 'title = " "', "has no title"),
        ('title = "Main Match"', "title = Main Match", "cannot be read"),
        ('game = "house-of-horrors"', 'game = "chess"', "chess"),
        ('zone = "America/New_York"', 'zone = "New York"', "'New York' is no time zone"),
        ('first_deadline = "2026-11-22 21:59"', 'first_deadline = "tomorrow"', "'tomorrow' is no date and time"),
        ('first_deadline = "2026-11-22 21:59"', 'first_deadline = "2026-11-20 06:59"', "has passed"),
        ('first_deadline = "2026-11-22 21:59"', 'first_deadline = "2026-11-20 07:00"', "has passed"),
        ('first_deadline = "2026-11-22 21:59"', 'first_deadline = "0001-01-01 00:00"', "first_deadline: .* 1970"),
        ("days = 1\n", "days = 0\n", "days = 0 will not do"),
        ("days = 1\n", "days = true\n", "days = True will not do"),
        ("days = 1\n", "days = 1.5\n", "days = 1.5 will not do"),
        ("days = 1\n", "days = 366\n", "days = 366 will not do"),
        ("grace = 15\n", "grace = -1\n", "grace = -1 will not do"),
        ("grace = 15\n", "grace = 1441\n", "grace = 1441 will not do"),
        ("grace = 15\n", 'grace = "15"\n', "grace = '15' will not do"),
        ("days = 1\n", "day = 1\n", "a line `day` that means nothing"),
        ("[options]\n", "[options]\nscares = 3\n", "option"),
        ("[options]\n", "[options]\nsize = -1\n", "option size"),
    ],
)
def test_settings_that_will_not_do_are_named_and_can_be_mended(host: Host, before: str, after: str, message: str) -> None:
    folder = host.new()
    host.change(folder, before, after)
    with pytest.raises(HostError, match=message) as refused:
        opened(folder)
    assert refused.value.next_step
    assert folder.entries() == ()
    host.change(folder, after, before)
    assert opened(folder).table.draws.seed == ENTROPY


@pytest.mark.parametrize(
    ("before", "after", "kept"),
    [
        ("days = 1\n", "", {"days": 1}),
        ("days = 1\n", "days = 365\n", {"days": 365}),
        ("grace = 15\n", "", {"grace": 15}),
        ("grace = 15\n", "grace = 0\n", {"grace": 0}),
        ("grace = 15\n", "grace = 1440\n", {"grace": 1440}),
        ('title = "Main Match"', 'title = " Main "', {"title": "Main"}),
    ],
)
def test_settings_within_their_bounds_are_kept(host: Host, before: str, after: str, kept: dict[str, Any]) -> None:
    folder = host.new()
    host.change(folder, before, after)
    match = opened(folder)
    assert {key: match.opened[key] for key in kept} == kept


def test_a_data_file_that_will_not_do_is_named_and_can_be_mended_or_left_out(host: Host) -> None:
    folder = host.new()
    data = folder.path / "scares.toml"
    for damaged in (b"scares = [\n", b"\xff"):
        data.write_bytes(damaged)
        with pytest.raises(HostError, match=r"scares\.toml cannot be read"):
            opened(folder)
    data.unlink()
    assert opened(folder).entries[0].kind == "opened"


def test_a_match_takes_as_many_players_as_the_game_does(host: Host) -> None:
    least, most = find("house-of-horrors").players
    for count in range(1, most + 2):
        host.list.write_text("name\n" + "".join(f"Player {letter * 3}\n" for letter in "abcdefghjkmnpqrstuvwxyz"[:count]), encoding="utf-8")
        if least <= count <= most:
            assert host.new(f"Match {count}").players.exists()
            continue
        with pytest.raises(HostError, match=f"is for {least} to {most} players, the list has {count}"):
            host.new(f"Match {count}")


def test_a_first_deadline_a_minute_ahead_will_do(host: Host) -> None:
    folder = host.new()
    host.change(folder, "2026-11-22 21:59", "2026-11-20 07:01")
    assert opened(folder).deadline == NOW + timedelta(minutes=1)


def test_a_date_without_quotes_is_not_called_missing(host: Host) -> None:
    folder = host.new()
    host.change(folder, 'first_deadline = "2026-11-22 21:59"', "first_deadline = 2026-11-22 21:59:00")
    try:
        assert opened(folder).deadline == datetime(2026, 11, 23, 2, 59, tzinfo=UTC)
    except HostError as refused:
        assert "has no first_deadline" not in refused.message
