"""The only clock and the only source of chance; commands hand them in to everything else.

Must not be called by anything but the commands.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from croupier.core.draws import SEED_BYTES


def now() -> datetime:
    """The present moment."""
    return datetime.now(UTC)


def entropy() -> bytes:
    """32 random bytes for the seed of a match."""
    return secrets.token_bytes(SEED_BYTES)


@dataclass(frozen=True, slots=True)
class Waiting:
    """How to wait: `seconds` that only go forward, `sleep` for some, `jitter` from 0 to 1 so that not all come back at once."""

    seconds: Callable[[], float]
    sleep: Callable[[float], None]
    jitter: Callable[[], float]


def waiting() -> Waiting:
    """Real time, for whoever has to wait for Google."""
    return Waiting(time.monotonic, time.sleep, secrets.SystemRandom().random)
