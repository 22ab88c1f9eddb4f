"""Spreadsheets for a match's seats: taken over from links that a host pastes, or made with the host's own account.

Must not lay more out than it takes to see that what was set up can be played with.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import links, opening, spreadsheets
from croupier.core.problems import HostError
from croupier.match import load
from croupier.opening import open_match
from croupier.sheets.base import silent
from croupier.sheets.google.errors import SignInFailed, Unavailable
from croupier.spreadsheets import HOST, Pasted, adopt, lacking, make, read_links, refuse_lacking
from emulator import Fault, Faults, Kind
from google_sheets.hosted import SEATS, Hosted, hosted
from table import BEGINNING


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Hosted]:
    with hosted(tmp_path / "season") as found:
        yield found


@pytest.fixture
def owner(tmp_path: Path) -> Iterator[Hosted]:
    """A host whose own account is signed in."""
    with hosted(tmp_path / "season", service=False) as found:
        yield found


def take(host: Hosted, *given: tuple[str, str]) -> list[Pasted]:
    return adopt(host.season, host.folder, given, host.account())


def link(host: Hosted, name: str) -> str:
    """A link to a new spreadsheet that was shared with croupier."""
    host.give_links(name)
    return host.table.ids[SEATS[name]]


def test_links_are_taken_over_before_and_after_the_match_is_open(host: Hosted) -> None:
    assert lacking(host.folder) == ["Ana", "Bo", "Cy"]
    ana, bo = link(host, "Ana"), link(host, "Bo")
    assert take(host, ("ana", f"https://docs.google.com/spreadsheets/u/1/d/{ana}/edit#gid=5"), ("Bo", bo)) == [Pasted("Ana"), Pasted("Bo")]
    assert lacking(host.folder) == ["Cy"]
    open_match(host.folder, BEGINNING, b"t" * 32)
    cy = link(host, "Cy")
    assert take(host, ("Cy", f"https://drive.google.com/open?id={cy}")) == [Pasted("Cy")]
    assert links.spreadsheet_ids(host.folder) == {"01-ana": ana, "02-bo": bo, "03-cy": cy}
    host.deliver()
    for seat in SEATS.values():
        assert host.table.player(seat).tab("Submit")


def test_seats_are_the_same_before_and_after_the_match_is_open(host: Hosted) -> None:
    before = opening.seats(host.folder)
    match = open_match(host.folder, BEGINNING, b"t" * 32)
    assert opening.seats(host.folder) == before == match.opened["seats"]
    assert [(seat["name"], seat["id"], seat["contact"]) for seat in before][:2] == [
        ("Ana", "01-ana", "ana@example.com"),
        ("Bo", "02-bo", "bo#2 or bo@example.com"),
    ]


def test_the_hosts_own_spreadsheet_is_called_host(host: Hosted) -> None:
    control = host.table.emulator.spreadsheet("Control", host.table.host, writers=[host.table.robot])
    assert take(host, (HOST, control)) == [Pasted(HOST)]
    assert links.spreadsheet_ids(host.folder) == {links.CONTROL: control}
    assert lacking(host.folder) == ["Ana", "Bo", "Cy"]


def test_what_will_do_is_kept_beside_what_will_not(host: Hosted) -> None:
    ana, bo = link(host, "Ana"), link(host, "Bo")
    host.table.emulator.faults = Faults.of(Fault(Kind.BINNED, spreadsheet=bo))
    told = take(host, ("Ana", ana), ("Bo", bo), ("Cy", "https://docs.google.com/spreadsheets/d/e/2PACX-1vQabcdefghijklmnop/pubhtml"))
    assert [one.name for one in told if one.fault] == ["Bo", "Cy"]
    assert told[1].fault and "in the bin" in told[1].fault.message and "Restore" in told[1].fault.next_step
    assert told[2].fault and "published page" in told[2].fault.message
    assert links.spreadsheet_ids(host.folder) == {"01-ana": ana}


def test_a_name_that_is_nobodys_is_refused(host: Hosted) -> None:
    with pytest.raises(HostError, match="nobody in small-match is called 'Eve'") as refusal:
        take(host, ("Eve", link(host, "Ana")))
    assert "Ana, Bo, Cy, host" in refusal.value.next_step


def test_one_spreadsheet_is_for_one_seat_of_one_match(host: Hosted) -> None:
    ana = link(host, "Ana")
    with pytest.raises(HostError, match="01-ana and 02-bo have the same spreadsheet"):
        take(host, ("Ana", ana), ("Bo", f"https://docs.google.com/spreadsheets/d/{ana}/edit"))
    with pytest.raises(HostError, match="two links for Ana"):
        take(host, ("Ana", ana), ("ANA", ana))
    assert lacking(host.folder) == ["Ana", "Bo", "Cy"]
    take(host, ("Ana", ana))
    other = spreadsheets.MatchFolder(host.season.path / "matches" / "other")
    other.path.mkdir()
    for name in ("match.toml", "players.csv"):
        (other.path / name).write_bytes((host.folder.path / name).read_bytes())
    told = adopt(host.season, other, [("Cy", ana)], host.account())
    assert told[0].fault and "small-match has this spreadsheet already" in told[0].fault.message


def test_where_google_is_not_there_nothing_is_kept(host: Hosted) -> None:
    ana, account = link(host, "Ana"), host.account()
    host.table.emulator.faults = Faults.of(Fault(Kind.UNAVAILABLE, times=None))
    with pytest.raises(Unavailable):
        adopt(host.season, host.folder, [("Ana", ana)], account)
    host.table.emulator.faults = Faults.of(Fault(Kind.TOKEN_REVOKED))
    with pytest.raises(SignInFailed):
        adopt(host.season, host.folder, [("Ana", ana)], account)
    assert links.workbook_links(host.folder) == {}


@pytest.mark.parametrize("text", ["name,link\nAna,x\n", "\ufeffName;Link\r\nAna;x\r\nBo;\r\n", "link\tname\nx\tAna\n"])
def test_a_list_of_links_is_read_as_spreadsheets_save_it(tmp_path: Path, text: str) -> None:
    (tmp_path / "links.csv").write_text(text, newline="")
    assert read_links(tmp_path / "links.csv") == [("Ana", "x")]


@pytest.mark.parametrize("text", ["", "name,link\n", "name\nAna\n", "Ana,x\nBo,y\n", "name,link\nAna\n", 'name,link\n"Ana,x\n'])
def test_a_list_that_will_not_do_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "links.csv").write_text(text)
    with pytest.raises(HostError) as refusal:
        read_links(tmp_path / "links.csv")
    assert "name,link" in refusal.value.next_step


def test_a_match_without_links_is_refused_before_it_is_frozen(host: Hosted) -> None:
    with pytest.raises(HostError, match="no spreadsheet yet for Ana, Bo, Cy") as refusal:
        refuse_lacking(host.folder, host.account())
    assert host.table.robot.email in refusal.value.next_step and "croupier adopt small-match" in refusal.value.next_step
    take(host, *((name, link(host, name)) for name in SEATS))
    refuse_lacking(host.folder, host.account())


# Made with the host's own account -----------------------------------------------------------------------------------


def test_spreadsheets_are_made_and_shared_by_link(owner: Hosted) -> None:
    refuse_lacking(owner.folder, owner.account())
    match = open_match(owner.folder, BEGINNING, b"t" * 32)
    assert make(match, owner.account(), silent) == ["Ana", "Bo", "Cy", HOST]
    ids = links.spreadsheet_ids(owner.folder)
    files = owner.table.emulator.world.files
    assert {key: files[identifier].name for key, identifier in ids.items()} == {
        "01-ana": "Small match – Ana",
        "02-bo": "Small match – Bo",
        "03-cy": "Small match – Cy",
        links.CONTROL: "Small match – host",
    }
    assert [one.kind for one in files[ids["01-ana"]].permissions] == ["user", "anyone"]
    assert [one.kind for one in files[ids[links.CONTROL]].permissions] == ["user"]
    owner.table.asked()
    assert make(match, owner.account(), silent) == []
    assert "drive.files.create" not in owner.table.asked()
    owner.deliver()
    owner.table.ids["01-ana"] = ids["01-ana"]
    assert owner.table.player("01-ana").tab("Submit")


def test_spreadsheets_are_shared_with_addresses(tmp_path: Path) -> None:
    with hosted(tmp_path / "season", 'share = "contact"', service=False) as owner:
        refuse_lacking(owner.folder, owner.account())
        make(open_match(owner.folder, BEGINNING, b"t" * 32), owner.account(), silent)
        ids, files = links.spreadsheet_ids(owner.folder), owner.table.emulator.world.files
        shared = {key: [one.email for one in files[identifier].permissions][1:] for key, identifier in ids.items()}
        assert shared == {"01-ana": ["ana@example.com"], "02-bo": ["bo@example.com"], "03-cy": ["cy@example.com"], links.CONTROL: []}


def test_a_seat_without_an_address_is_told_before_anything_is_made(tmp_path: Path) -> None:
    with hosted(tmp_path / "season", 'share = "contact"', "name,contact\nAna,ana@example.com\nBo,bo#2\nCy,\n", service=False) as owner:
        with pytest.raises(HostError, match="no e-mail address among the contacts of Bo, Cy"):
            refuse_lacking(owner.folder, owner.account())
        with pytest.raises(HostError, match="no e-mail address"):
            make(open_match(owner.folder, BEGINNING, b"t" * 32), owner.account(), silent)
        assert owner.table.emulator.world.files == {}


@pytest.mark.parametrize("lost", ["the list", "one reply"])
def test_nothing_is_made_twice(owner: Hosted, lost: str) -> None:
    match = open_match(owner.folder, BEGINNING, b"t" * 32)
    account = owner.account()
    if lost == "the list":
        make(match, account, silent)
        kept = links.spreadsheet_ids(owner.folder)
        (owner.folder.private / "links.json").unlink()
        make(match, account, silent)
        assert links.spreadsheet_ids(owner.folder) == kept
    else:
        owner.table.emulator.faults = Faults.of(
            Fault(Kind.UNAVAILABLE_AFTER, times=None, among=lambda request: request.path.endswith("/permissions"))
        )
        with pytest.raises(HostError, match="the spreadsheet of Ana: it could not be shared by link"):
            make(match, account, silent)
        assert links.spreadsheet_ids(owner.folder) == {}
        owner.table.emulator.faults = Faults.of()
        make(match, account, silent)
    assert len(owner.table.emulator.world.files) == 4


def test_another_match_of_the_same_name_gets_spreadsheets_of_its_own(tmp_path: Path) -> None:
    with hosted(tmp_path / "one", service=False) as owner:
        make(open_match(owner.folder, BEGINNING, b"t" * 32), owner.account(), silent)
        again = Hosted(tmp_path / "two", owner.table)
        make(open_match(again.folder, BEGINNING, b"u" * 32), again.account(), silent)
        assert not set(links.spreadsheet_ids(owner.folder).values()) & set(links.spreadsheet_ids(again.folder).values())


def test_a_service_account_makes_nothing(host: Hosted) -> None:
    assert make(open_match(host.folder, BEGINNING, b"t" * 32), host.account(), silent) == []
    assert load(host.folder).step == 1 and links.workbook_links(host.folder) == {}


def test_a_hosts_own_account_sees_only_what_croupier_has_made(owner: Hosted) -> None:
    foreign = owner.table.emulator.spreadsheet("Mine", owner.table.emulator.user("other@example.com"))
    told = take(owner, ("Ana", foreign))
    assert told[0].fault and "sees no spreadsheet but those it has made" in told[0].fault.next_step
