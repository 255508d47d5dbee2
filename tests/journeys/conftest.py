"""A desk for every journey."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.journeys.desk import Desk


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """An empty folder, in which the journey begins."""
    folder = tmp_path / "desk"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return Desk(folder=folder)
