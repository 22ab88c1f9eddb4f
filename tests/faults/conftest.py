"""What all tests of faults share: workbooks that are laid out once.

Must not keep a folder from one test for another.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from faults.evening import quick_workbooks


@pytest.fixture(autouse=True, scope="session")
def _quick_workbooks() -> Iterator[None]:
    with quick_workbooks():
        yield
