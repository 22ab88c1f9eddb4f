"""Where a match is played: the store that keeps its workbooks, as season.toml says, and the clock that its deadlines go by.

Must not know what is in a workbook.
"""

from __future__ import annotations

from datetime import datetime

from . import clock, google_account
from .google_account import OnWait
from .season import Season
from .sheets.base import Store
from .sheets.xlsx import XlsxStore
from .store import MatchFolder


def store_of(season: Season, folder: MatchFolder, on_wait: OnWait) -> Store:
    """The store of a match, for one run of a command. HostError where nobody can be signed in who has to be."""
    if google_account.choice(season) is None:
        return XlsxStore(folder.boards)
    return google_account.open_store(season, folder, clock.waiting(), on_wait)


def now(store: Store) -> datetime:
    """The time that deadlines are judged by: the service's that keeps the workbooks, else this machine's."""
    return store.server_now() or clock.now()
