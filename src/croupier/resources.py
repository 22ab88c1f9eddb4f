"""Finds the files that croupier brings along: site/, templates/ and mkdocs.yml; in a checkout also its tests.

Must not write, nor look anywhere else: the installed package's copy comes first, then the checkout.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).parent


def resource(name: str) -> Path:
    """The path of `site`, `templates`, `mkdocs.yml`, in a checkout `tests`, or a file below them. FileNotFoundError."""
    for root in (_PACKAGE / "_data", _PACKAGE.parent.parent):
        if (root / name).exists():
            return root / name
    raise FileNotFoundError(f"croupier was installed without its {name}")
