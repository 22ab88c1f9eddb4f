"""An emulator of what croupier needs of Google's Sheets and Drive interfaces, for tests and for trying scripts out.

Must not be imported by croupier itself.
"""

from __future__ import annotations

from emulator.behaviour import Behaviour
from emulator.client import gspread_client, loopback_client, signed_in
from emulator.errors import NotEmulated
from emulator.faults import AFTER, ANSWERS, DISASTERS, SIGNING_IN, Fault, Faults, Kind, any_request, api_request
from emulator.mocked import Hangs, mocked
from emulator.oauth import SCOPES, service_account_key
from emulator.player import Player, Refused
from emulator.quota import Quota
from emulator.server import Server
from emulator.service import Emulator, MalformedReply
from emulator.state import ANYONE, Account

__all__ = [
    "AFTER",
    "ANSWERS",
    "ANYONE",
    "DISASTERS",
    "SCOPES",
    "SIGNING_IN",
    "Account",
    "Behaviour",
    "Emulator",
    "Fault",
    "Faults",
    "Hangs",
    "Kind",
    "MalformedReply",
    "NotEmulated",
    "Player",
    "Quota",
    "Refused",
    "Server",
    "any_request",
    "api_request",
    "gspread_client",
    "loopback_client",
    "mocked",
    "service_account_key",
    "signed_in",
]
