"""What the program writes into the C library."""

import ctypes
from types import SimpleNamespace

import pytest

from benchreport.cli.memory import TRIM_THRESHOLD, USUAL, settle_memory


def test_glibc_keeps_its_usual_threshold_unless_its_user_chose_one(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[tuple[int, int]] = []
    monkeypatch.setattr(ctypes, "pythonapi", SimpleNamespace(mallopt=lambda *pair: chosen.append(pair)))
    settle_memory({"MALLOC_TRIM_THRESHOLD_": "1"})
    assert chosen == []
    settle_memory({})
    assert chosen == [(TRIM_THRESHOLD, USUAL)]


def test_other_libraries_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "pythonapi", SimpleNamespace())
    settle_memory({})
