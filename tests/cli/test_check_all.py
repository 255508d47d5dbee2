"""`check` lists every problem at once, names what is not used, and prints only commands that work."""

from __future__ import annotations

import shlex
from pathlib import Path

import polars as pl
import pytest

from benchreport.errors import BenchreportError
from benchreport.tables.checks import refuse_duplicates
from tests.cli.shell import fine, ladder, run, save

# Seven things that are wrong, as a colleague's spreadsheet has them.
UNCLEANED = """model,dataset,seed,Acc,F1,train_time_s,n_test,note
kNN,Higgs,1,84.2 %,"0,81","3,384.4",100,
kNN,Jannis,1,80 %,"0,80",12.5,100,late
SVM,Higgs,1,85 %,"0,82","11,776.2",10.5,
svm,Jannis,1,81 %,"0,79",13,100,
SVM,Higgs,1,85 %,"0,82","11,776.2",100,
,Jannis,1,85 %,"0,82",1,100,
"""


@pytest.fixture
def uncleaned(tmp_path: Path) -> Path:
    path = tmp_path / "uncleaned.csv"
    path.write_text(UNCLEANED)
    return path


def test_all_problems_are_listed_at_once(uncleaned: Path) -> None:
    result = run("check", uncleaned)
    assert (result.exit_code, result.stdout) == (2, "")
    for problem in (
        "column 'algorithm' is empty, row 6",
        "column 'n_test' holds 10.5, row 3",
        "column 'Acc' holds '84.2 %'",
        "column 'F1' holds '0,81'",
        "column 'train_time_s' holds '3,384.4'",
        "algorithm=SVM, dataset=Higgs, fold=1, metric=Acc in rows 3, 5",
        "algorithms 'SVM' and 'svm' differ only in case, blanks or look-alikes",
    ):
        assert problem in result.stderr
    errors = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
    hints = [line for line in result.stderr.splitlines() if line.startswith("hint: ")]
    assert len(errors) == len(hints) == 7


def test_the_declarations_that_the_hints_name_read_the_table(tmp_path: Path) -> None:
    path = tmp_path / "eu.csv"
    path.write_text(
        "model;dataset;Acc\nkNN;Higgs;84,2 %\nknn;Jannis;80 %\nSVM;Higgs;85,1 %\nSVM;Jannis;81 %\n"
        "kNN;d;1 %\nSVM;d;2 %\n"
    )
    text = fine("check", path, "--decimal", ",", "--percent", "--fold-names")
    assert "column 'Acc': '84,2 %' read as 0.842" in text
    assert "algorithm 'knn' read as 'kNN'" in text
    assert "2 algorithms, 3 datasets, 1 metric" in text


def test_columns_that_are_not_used_are_named_with_the_reason(tmp_path: Path) -> None:
    table = [row | {"status": "ok", "time": "12 s", "empty": None} for row in ladder()]
    text = fine("check", save(tmp_path / "t.csv", table))
    assert "not used: column 'status': it holds text, such as 'ok'" in text
    assert "not used: column 'time': it holds text, such as '12 s'; units=True (--units)" in text
    assert "not used: column 'empty': no cell holds a number" in text


def test_a_column_that_declares_the_design_is_used(tmp_path: Path) -> None:
    table = [row | {"fold": fold, "design": "seeds"} for row in ladder() for fold in (1, 2)]
    text = fine("check", save(tmp_path / "t.csv", table))
    assert "seeds" in text
    assert "not used" not in text


def test_runs_without_a_value_are_named(tmp_path: Path) -> None:
    table = [row | {"fold": fold} for row in ladder() for fold in (1, 2)]
    table[3]["accuracy"] = None
    text = fine("check", save(tmp_path / "t.csv", table))
    assert "failed: accuracy of B on d1, fold 2" in text


def test_runs_without_a_value_are_named_with_their_level(tmp_path: Path) -> None:
    table = [row | {"noise": noise, "fold": fold} for row in ladder() for noise in (0.1, 0.2) for fold in (1, 2)]
    for place in (5, 7):
        table[place]["accuracy"] = None
    text = " ".join(fine("check", save(tmp_path / "t.csv", table), "--factor", "noise").split())
    assert "failed: accuracy of B on d1, noise=0.1, fold 2; accuracy of B on d1, noise=0.2, fold 2" in text


def commands(text: str) -> list[list[str]]:
    lines = text.partition("you could ask:\n")[2].splitlines()
    return [shlex.split(line)[1:] for line in lines]


@pytest.mark.parametrize(
    "kind", ["scores", "gappy", "folds", "predictions", "counts", "unknown", "named", "two", "factor"]
)
def test_the_commands_that_are_offered_work(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tables = {
        "scores": ladder(),
        "gappy": ladder()[:-1],
        "folds": [row | {"dataset": "d", "fold": row["dataset"][1:]} for row in ladder()],
        "two": [row | {"auc": row["accuracy"] / 2} for row in ladder()],
        "factor": [row | {"noise": noise} for row in ladder() for noise in ("low", "high")],
        "unknown": [row | {"gain": row["accuracy"]} for row in ladder()],
        "named": [
            {"own name": row["algorithm"], "on": row["dataset"], "accuracy": row["accuracy"]} for row in ladder()
        ],
        "predictions": [
            {"model": model, "item": item, "y_true": item % 2, "y_pred": (item + shift) % 2}
            for model, shift in (("A", 0), ("B", 1))
            for item in range(20)
        ],
        "counts": [{"model": model, "tp": 40, "fp": n, "fn": 10, "tn": 45} for model, n in (("A", 3), ("B", 5))],
    }
    save(tmp_path / "my table.csv", tables[kind])
    declared = {"named": ["--column", "own name=algorithm", "--column", "on=dataset"], "factor": ["--factor", "noise"]}
    words = declared.get(kind, [])
    offered = commands(fine("check", "my table.csv", *words))
    assert 1 <= len(offered) <= 3
    if kind not in ("gappy", "counts", "unknown"):
        assert len(offered) == 3
    for command in offered:
        result = run(*command)
        assert result.exit_code == 0, (command, result.output)


def test_a_table_with_nothing_to_compare_gets_no_command_that_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    text = fine("check", save(tmp_path / "t.csv", ladder("A", 1)))
    for command in commands(text):
        assert run(*command).exit_code == 0


def test_a_column_is_said_to_tell_rows_apart_only_if_it_does() -> None:
    rows = pl.DataFrame({"fold": [1, 1, 1], "half": ["a", "b", "b"], "whole": [1, 2, 3], "value": 0.5})
    with pytest.raises(BenchreportError, match="column 'whole' tells them apart"):
        refuse_duplicates(rows, ["fold"])
    with pytest.raises(BenchreportError, match="keep one row per key"):
        refuse_duplicates(rows.drop("whole"), ["fold"])


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, ""),
        ({"gappy": True}, "1 result of 18 missing"),
        ({"spread": "84 ± 1"}, "column 'f1' is not used"),
        ({"typo": True}, "differ only in case"),
        ({"zeros": True}, "it is 0 in every run of A, so it was not recorded"),
    ],
)
def test_strict_fails_on_everything_a_person_should_look_at(
    change: dict[str, object], said: str, tmp_path: Path
) -> None:
    table = ladder()[:-1] if change.get("gappy") else ladder()
    if "spread" in change:
        table = [row | {"f1": change["spread"]} for row in table]
    if change.get("typo"):
        table[0]["algorithm"] = "a"
    if change.get("zeros"):
        table = [row | {"train_time": 0.0 if row["algorithm"] == "A" else 1.5 + n} for n, row in enumerate(table)]
    result = run("build", save(tmp_path / "t.csv", table), "-o", tmp_path / "r.md", "--strict")
    assert result.exit_code == (1 if said else 0), result.output
    assert said in result.stderr
    assert (tmp_path / "r.md").exists() is not bool(said)


def test_a_report_of_declared_numbers_is_verified_and_rebuilt_from_what_it_carries(tmp_path: Path) -> None:
    path = tmp_path / "eu.csv"
    lines = [
        f"{row['algorithm']};{row['dataset']};{str(row['accuracy'] * 100)[:4].replace('.', ',')} %" for row in ladder()
    ]
    path.write_text("\n".join(["model;dataset;Acc", *lines, "a;d7;90 %", "B;d7;80 %", "C;d7;70 %"]))
    report = tmp_path / "r.pdf"
    words = ("--decimal", ",", "--percent", "--fold-names", "--set", 'sections=["answer", "results"]')
    built = run("build", path, "-o", report, *words)
    assert built.exit_code == 0, built.output
    assert "column 'Acc': '90,0 %' read as 0.9" in built.stderr or "read as" in built.stderr
    assert run("verify", report, path).exit_code == 0
    assert run("rebuild", report, "-o", tmp_path / "again.html").exit_code == 0
    assert "B" in (tmp_path / "again.html").read_text()
