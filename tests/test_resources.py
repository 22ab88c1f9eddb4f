"""What croupier brings along is found: the wheel's copy first, then the checkout; and the rules that it holds.

Must not look into a page or a rule's words.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import resources
from croupier.games import find
from croupier.resources import resource
from croupier.rulebook import rulebook


def test_the_wheel_s_copy_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "src" / "croupier"
    for root in (package / "_data", tmp_path):
        (root / "templates").mkdir(parents=True)
        (root / "templates" / "both").touch()
    (tmp_path / "templates" / "checkout").touch()
    monkeypatch.setattr(resources, "_PACKAGE", package)
    assert resource("templates/both") == package / "_data" / "templates" / "both"
    assert resource("templates/checkout") == tmp_path / "templates" / "checkout"
    with pytest.raises(FileNotFoundError, match="installed without its templates/neither"):
        resource("templates/neither")


@pytest.mark.parametrize("name", ["site", "templates/pages", "mkdocs.yml"])
def test_croupier_has_what_it_needs(name: str) -> None:
    assert resource(name).exists()


@pytest.mark.parametrize("slug", ["house-of-horrors"])
def test_a_rulebook_has_a_text_for_each_number(slug: str) -> None:
    rulings = [ruling for topic in rulebook(find(slug).slug) for ruling in topic.rulings]
    assert all(ruling.heading.strip() and ruling.text.strip() for ruling in rulings)
    numbers = [ruling.number for ruling in rulings if ruling.number != "Note"]
    assert numbers
    assert len(set(numbers)) == len(numbers)
