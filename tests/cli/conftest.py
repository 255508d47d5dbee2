"""Tables for the tests of the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import ladder, save


@pytest.fixture
def table(tmp_path: Path) -> Path:
    return save(tmp_path / "scores.csv", ladder())


@pytest.fixture
def gappy(tmp_path: Path) -> Path:
    """C failed on d6."""
    return save(tmp_path / "gappy.csv", ladder()[:-1])


@pytest.fixture
def two_metrics(tmp_path: Path) -> Path:
    """By accuracy A is best, by logloss C."""
    return save(tmp_path / "two.csv", [row | {"logloss": row["accuracy"] / 2} for row in ladder()])
