"""The comparison with other implementations must be able to fail."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.__main__ import main


def folder_with(tmp_path: Path, *entries: dict[str, Any]) -> Path:
    (tmp_path / "wide").mkdir()
    (tmp_path / "wide" / "toy.csv").write_text("dataset,A,B,C\nd1,3,2,1\nd2,3,2,1\nd3,1,2,3\n")
    (tmp_path / "wide" / "index.json").write_text(json.dumps([{"wide": "wide/toy.csv", "direction": "min"}]))
    filled = [
        {"id": f"toy-{i}", "options": {}, "call": "", "tolerance": {"rtol": 1e-9}, "status": "reference"}
        | {"data": {"file": "wide/toy.csv"}}
        | entry
        for i, entry in enumerate(entries)
    ]
    (tmp_path / "oracles.json").write_text(json.dumps(filled))
    return tmp_path


# Lower is better here: ranks 3 2 1, 3 2 1, 1 2 3.
RANKS = {"A": 7 / 3, "B": 2.0, "C": 5 / 3}


def test_agreement_passes_and_the_direction_comes_from_the_index(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(folder_with(tmp_path, {"method": "average_ranks", "result": RANKS}))]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed, 0 skipped"


def test_a_difference_beyond_the_tolerance_fails_and_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {"method": "average_ranks", "result": RANKS | {"B": 2.001}}
    assert main([str(folder_with(tmp_path, wrong))]) == 1
    printed = capsys.readouterr().out
    assert "toy-0 average_ranks /B: 2.0 against 2.001" in printed
    assert printed.splitlines()[-1] == "0 passed, 1 failed, 0 skipped"


def test_a_call_that_breaks_fails_without_hiding_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = {"method": "friedman", "data": {"file": "wide/nothing.csv"}, "result": {}}
    assert main([str(folder_with(tmp_path, broken, {"method": "average_ranks", "result": RANKS}))]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 1 failed, 0 skipped"


def test_other_statuses_and_unknown_methods_are_skipped_and_listed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    entries = (
        {"method": "tea_leaves", "result": {}},
        {"method": "average_ranks", "result": {}, "status": "deviates: other ranks"},
        {"method": "average_ranks", "result": {}, "status": "variant: not ours"},
    )
    assert main([str(folder_with(tmp_path, *entries))]) == 0
    printed = capsys.readouterr().out
    assert "tea_leaves 1" in printed
    assert printed.splitlines()[-1] == "0 passed, 0 failed, 3 skipped"


def test_an_absent_folder_is_said_and_fails_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "nowhere")]) == 0
    assert "nothing to compare" in capsys.readouterr().out
