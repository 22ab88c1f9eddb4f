"""Where a match is played: the store that keeps its workbooks, as season.toml says, and the clock that its deadlines go by.

Must not know what is in a workbook.
"""

from __future__ import annotations

from datetime import datetime

from . import clock, google_account, opening, spreadsheets
from .google_account import OnWait
from .season import Season
from .sheets.base import Store, Tell
from .sheets.xlsx import XlsxStore
from .store import MatchFolder


def store_of(season: Season, folder: MatchFolder, on_wait: OnWait) -> Store:
    """The store of a match, for one run of a command. HostError where nobody can be signed in who has to be."""
    if google_account.choice(season) is None:
        return XlsxStore(folder.boards)
    return google_account.open_store(season, folder, clock.waiting(), on_wait)


def open_match(season: Season, folder: MatchFolder, entropy: bytes, on_wait: OnWait, tell: Tell) -> Store:
    """Opens a match (nothing is laid out yet), and gives the store that its workbooks will be in.

    Where the season is in Google Sheets every seat has a spreadsheet then: one that was adopted, or one that is made and
    shared now. HostError before anything is frozen where that cannot be.
    """
    if google_account.choice(season) is None:
        with folder.lock():
            opening.open_match(folder, clock.now(), entropy)
        return XlsxStore(folder.boards)
    signed = google_account.account(season, clock.waiting(), on_wait)
    spreadsheets.refuse_lacking(folder, signed)
    with folder.lock():
        opened = opening.open_match(folder, signed.http.server_now or clock.now(), entropy)
    spreadsheets.make(opened, signed, tell)
    return google_account.store_of(signed, folder)


def now(store: Store) -> datetime:
    """The time that deadlines are judged by: the service's that keeps the workbooks, else this machine's."""
    return store.server_now() or clock.now()
