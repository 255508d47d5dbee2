"""CONTRIBUTING names files and folders that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf8")
NAMED = sorted(
    {
        word
        for quoted in re.findall(r"`([^`\n]+)`", TEXT)
        for word in re.findall(r"^[\w./]+$", quoted)
        if "/" in word or word.endswith((".py", ".txt", ".md"))
    }
)


def places(name: str) -> list[Path]:
    """Where a name of the text may lie: as it is, inside the package, or inside a folder of it."""
    return [ROOT / name, *(ROOT / "benchreport").glob(f"**/{name.rstrip('/')}"), *(ROOT / "tests").glob(f"**/{name}")]


@pytest.mark.parametrize("name", NAMED)
def test_a_file_that_contributing_names_exists(name: str) -> None:
    assert any(place.exists() for place in places(name))


def test_the_four_walks_are_written_down() -> None:
    assert {
        "stats/two_algorithms/over_datasets.py",
        "figures/comparison/critical_difference.py",
        "templates/sections/coverage.jinja",
        "tables/reading/delimited.py",
    } <= set(NAMED)
