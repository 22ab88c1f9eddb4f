"""The only clock and the only source of chance; commands hand them in to everything else.

Must not be used by anything but the commands.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime

from croupier.core.draws import SEED_BYTES


def now() -> datetime:
    """The present moment."""
    return datetime.now(UTC)


def entropy() -> bytes:
    """32 random bytes for the seed of a match."""
    return secrets.token_bytes(SEED_BYTES)
