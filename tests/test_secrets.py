"""Canaries: secrets planted wherever a match keeps some are looked for in every public byte before the end.

Must not trust any part of croupier to tell what is public: it reads the built files and the printed texts themselves.
"""

from __future__ import annotations

import base64
import gzip
import zlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from croupier import status, sync
from croupier.publish import publish
from table import Desk

GHOUL = """
[[scare]]
name = "Canaryghoul"
code = "Qq"
colour = "c27ba0"
existential = 1
monster = 1
phobia = 1
shape = ["#o"]
"""
OPTIONS = """
auctions = 3
cash = 900000
size = 6
start = "A6"
exit = "F1"
[[options.schedule]]
scares = ["Wolfman", "Nightmare"]
walls = 3
[[options.schedule]]
scares = ["Grunkle-In-a-Box"]
walls = 0
[[options.schedule]]
scares = ["Canaryghoul", "Canaryghoul"]
walls = 0
"""
PLAYERS = "name,contact,zone,garnets\nAna,canarycontact@example.org,Pacific/Chatham,7\nBo,,,\nCy,,,\n"
WON, LOST, VOID, CELL = "71317", "70001", "CANARYBID", "CANARYCELL"
NEVER = ("canarycontact", "Chatham")
UNTIL_THE_END = (WON, "71,317", LOST, "70,001", VOID, CELL)


@pytest.fixture(scope="module")
def stages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, tuple[Desk, dict[str, bytes]]]]:
    """A match at five moments, each with all that was public then: built files, texts to paste, status."""
    desk = _open(tmp_path_factory.mktemp("season"))
    found = {"auction-1": _public(desk, "")}
    desk.hand_in({"Ana": {"bids": {"Wolfman": WON}}, "Bo": {"bids": {"Wolfman": LOST, "Nightmare": VOID}}, "Cy": {"bids": {"Walls": 2}}})
    found["auction-2"] = _public(desk, desk.sync().public)
    board = [". . . . . E", ". . . . . .", ". Wo o . . .", ". Wo o . . .", f". . . ./{CELL} . .", "S . . . . ."]
    desk.hand_in({"Ana": {"board": board}})
    found["auction-3"] = _public(desk, desk.sync().public)
    while desk.match.phase != "ceremony":
        text = desk.sync().public
    found["ceremony"] = _public(desk, text)
    text = desk.sync().public
    found["finished"] = _public(desk, text)
    yield {stage: (desk, public) for stage, public in found.items()}


def _open(folder: Path) -> Desk:
    catalogue = (Path(__file__).parent.parent / "src/croupier/games/house_of_horrors/scares.toml").read_text(encoding="utf-8")
    return Desk(folder / "season", options=OPTIONS, players=PLAYERS, data={"scares.toml": catalogue + GHOUL})


def _public(desk: Desk, pasted: str) -> dict[str, bytes]:
    html = publish(desk.season)
    public = {str(path.relative_to(html)): _opened(path) for path in sorted(html.rglob("*")) if path.is_file()}
    public |= {f"name of {name}": name.encode() for name in list(public)}
    _, lines = status.overview(desk.folder, desk.match.deadline - timedelta(hours=1))
    return {**public, "pasted": pasted.encode(), "status": "\n".join(lines).encode()}


def _opened(path: Path) -> bytes:
    """A file's bytes, with what is packed in them unpacked beside."""
    data = path.read_bytes()
    if path.suffix == ".gz":
        return data + gzip.decompress(data)
    if path.suffix == ".png":
        return data + b"".join(_text_chunks(data))
    return data


def _text_chunks(data: bytes) -> Iterator[bytes]:
    at = 8
    while at < len(data):
        length, kind = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if kind in (b"tEXt", b"iTXt", b"zTXt", b"eXIf"):
            body = data[at + 8 : at + 8 + length]
            yield body
            if kind == b"zTXt":
                yield zlib.decompress(body.split(b"\0", 1)[1][1:])
        at += 12 + length


def _boards(public: dict[str, bytes]) -> list[str]:
    """Every picture but those of the theme and the cards that stand beside links, which are alike for all matches of a game."""
    return [name for name in public if name.endswith(".png") and not name.removeprefix("name of ").startswith(("assets/", "cards/"))]


def _found(public: dict[str, bytes], secret: str) -> list[str]:
    return [name for name, data in public.items() if secret.casefold().encode() in data.lower()]


@pytest.mark.parametrize("stage", ["auction-1", "auction-2", "auction-3", "ceremony"])
def test_nothing_hidden_is_in_any_public_byte_before_the_end(stages: dict[str, tuple[Desk, dict[str, bytes]]], stage: str) -> None:
    desk, public = stages[stage]
    seed = desk.match.table.draws.seed
    number = str(int.from_bytes(seed, "big"))
    for secret in (*UNTIL_THE_END, *NEVER, seed.hex(), base64.b64encode(seed).decode().rstrip("="), number):
        assert not _found(public, secret), f"{secret} before the end"
    assert not _boards(public), "no board is drawn before the end"


@pytest.mark.parametrize("stage", ["auction-1", "auction-2"])
def test_a_later_lot_is_nowhere_before_its_auction(stages: dict[str, tuple[Desk, dict[str, bytes]]], stage: str) -> None:
    # The catalogue is public, and with it the name; that two of them will come is not.
    assert not _found(stages[stage][1], "Canaryghoul B")


def test_the_canaries_can_be_found_at_all(stages: dict[str, tuple[Desk, dict[str, bytes]]]) -> None:
    assert _found(stages["auction-3"][1], "Canaryghoul B")
    desk, public = stages["finished"]
    for secret in (VOID, desk.match.table.draws.seed.hex()):
        assert _found(public, secret), f"{secret} belongs into the reveal"
    assert _found(public, WON) or _found(public, "71,317")
    assert _boards(public)


def test_what_is_private_stays_private_after_the_end(stages: dict[str, tuple[Desk, dict[str, bytes]]]) -> None:
    for secret in NEVER:
        assert not _found(stages["finished"][1], secret)


def test_public_bytes_do_not_depend_on_what_is_hidden(tmp_path: Path) -> None:
    """The same sales by other hands-in, losing bids, boards and problems: every public byte is equal (but for the seed's)."""
    first, second = _open(tmp_path / "one"), _open(tmp_path / "two")
    first.hand_in({"Ana": {"bids": {"Wolfman": WON}}, "Bo": {"bids": {"Nightmare": "5"}}, "Cy": {"bids": {"Walls": 1, "Wolfman": "3"}}})
    second.hand_in({"Ana": {"bids": {"Wolfman": "17"}}, "Bo": {"bids": {"Nightmare": LOST, "Walls": 1}}, "Cy": {"bids": {"Nightmare": VOID}}})
    pasted = [desk.sync().public for desk in (first, second)]
    assert pasted[0] == pasted[1]
    board = [". . . . . E", ". . . . . .", ". Wo o . . .", ". Wo o . . .", ". . . . . .", "S . . . . ."]
    first.hand_in({"Ana": {"board": board}})
    pasted = [desk.sync().public for desk in (first, second)]
    assert _public(first, pasted[0]) == _public(second, pasted[1])


def test_check_says_nothing_of_one_seat_to_another(tmp_path: Path) -> None:
    desk = _open(tmp_path)
    desk.hand_in({"Ana": {"bids": {"Wolfman": WON}}, "Bo": {"bids": {"Nightmare": VOID}}})
    sync.check(desk.folder, desk.store, desk.match.deadline - timedelta(hours=1))
    for seat, own in (("01-ana", WON), ("02-bo", VOID)):
        others = [page for other, page in desk.store.receipts.items() if other != seat]
        assert own in desk.store.receipts[seat] or own == VOID
        assert not any(own in page for page in others)
