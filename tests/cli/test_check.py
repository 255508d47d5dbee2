"""What does `benchreport check` say?"""

from __future__ import annotations

import csv
import io
import json
import re
import sqlite3
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from tests.cli.shell import fine, ladder, measured, refused, rows, run, save


def test_check_describes_a_long_table(tmp_path: Path) -> None:
    long = [
        {"model": row["algorithm"], "task": row["dataset"], "metric": "accuracy", "value": row["accuracy"]}
        for row in ladder()
    ]
    text = fine("check", save(tmp_path / "long.csv", long))
    assert text.startswith("long.csv: 18 rows; a long table")
    assert "'model' read as algorithm" in text
    assert "'task' read as dataset" in text
    assert "3 algorithms, 6 datasets, 1 metric\n" in text
    seen = measured(text)
    assert (seen["metric"], seen["better"], seen["design"]) == ("accuracy", "higher", "single")
    assert (seen["datasets"], seen["algorithms"], seen["missing"], seen["paired"]) == ("6", "3", "0", "yes")


def test_check_describes_a_table_with_a_column_per_metric(two_metrics: Path) -> None:
    text = fine("check", two_metrics)
    assert "one column per metric (accuracy, logloss)" in text
    assert "3 algorithms, 6 datasets, 2 metrics\n" in text


def test_check_describes_a_table_with_a_column_per_algorithm(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text("dataset,kNN,SVM\niris,0.95,0.96\nwine,0.97,0.98\n")
    text = fine("check", path, "--metric", "accuracy")
    assert "one column per algorithm (kNN, SVM)" in text
    assert measured(text)["better"] == "higher"


def test_check_describes_predictions(tmp_path: Path) -> None:
    path = tmp_path / "predictions.csv"
    path.write_text("algorithm,dataset,item,y_true,y_pred\nA,d,1,0,0\nA,d,2,1,0\nB,d,1,0,0\nB,d,2,1,1\n")
    text = fine("check", path)
    assert "a table of predictions" in text
    (row,) = rows("check", path)
    assert (row["task"], row["n_instances"], row["n_algorithms"], row["same_instances"]) == ("binary", 2, 2, True)


@pytest.mark.parametrize(
    "content",
    [
        "algorithm,dataset,actual,predicted,n\nA,d,0,0,4\nA,d,0,1,1\nA,d,1,0,2\nA,d,1,1,3\n",
        "algorithm,dataset,tp,fp,fn,tn\nA,d,3,1,2,4\n",
    ],
    ids=["long", "wide"],
)
def test_check_describes_confusion_counts(tmp_path: Path, content: str) -> None:
    path = tmp_path / "counts.csv"
    path.write_text(content)
    assert "a table of counts" in fine("check", path)
    (row,) = rows("check", path)
    assert (row["dataset"], row["n_classes"], row["n_instances"]) == ("d", 2, 10)


def test_check_reads_every_kind_of_file_alike(tmp_path: Path) -> None:
    frame = pl.DataFrame(ladder())
    frame.write_csv(tmp_path / "a.tsv", separator="\t")
    frame.write_csv(tmp_path / "a.csv.gz", compression="gzip")
    frame.write_csv(tmp_path / "a.csv.zst", compression="zstd")
    frame.write_parquet(tmp_path / "a.parquet")
    frame.write_ipc(tmp_path / "a.arrow")
    frame.write_json(tmp_path / "a.json")
    frame.write_ndjson(tmp_path / "a.ndjson")
    seen = {path.name: rows("check", path) for path in sorted(tmp_path.iterdir())}
    assert len(seen) == 7
    assert {row["n_cells"] for found in seen.values() for row in found} == {18}
    assert len({json.dumps(found) for found in seen.values()}) == 1


def test_check_reads_a_folder_a_pattern_and_a_database(tmp_path: Path) -> None:
    table = ladder()
    save(tmp_path / "part1.csv", table[:9])
    save(tmp_path / "part2.csv", table[9:])
    database = sqlite3.connect(tmp_path / "results.db")
    database.execute("CREATE TABLE runs (algorithm TEXT, dataset TEXT, accuracy REAL)")
    database.executemany("INSERT INTO runs VALUES (:algorithm, :dataset, :accuracy)", table)
    database.commit()
    database.close()
    folder = rows("check", tmp_path)
    assert folder == rows("check", f"{tmp_path}/part*.csv")
    assert folder == rows("check", f"sqlite://{tmp_path}/results.db", "--query", "SELECT * FROM runs")
    assert folder[0]["n_cells"] == 18


def test_check_of_the_current_folder_says_which_folder_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    save(folder / "scores.csv", ladder())
    monkeypatch.chdir(folder)
    assert not fine("check", ".").startswith(":")


def test_an_empty_source_is_refused_instead_of_reading_the_current_folder(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(table.parent)
    result = run("check", "")
    assert result.exit_code == 2
    assert result.stdout == ""


def test_check_recognises_five_times_two_folds() -> None:
    text = fine("check", br.example("small_study_5x2.csv"))
    assert "cv52" in text
    assert "5 x 2" in text


def test_check_says_which_directions_are_unknown_and_how_to_tell(tmp_path: Path) -> None:
    path = save(
        tmp_path / "odd.csv",
        [{"algorithm": r["algorithm"], "dataset": r["dataset"], "zorp": r["accuracy"]} for r in ladder()],
    )
    text = fine("check", path)
    assert measured(text)["better"] == "unknown"
    assert "hint: --direction zorp=higher" in text
    assert measured(fine("check", path, "--direction", "zorp=lower"))["better"] == "lower"


def test_check_names_a_missing_cell_and_the_policies(gappy: Path) -> None:
    text = fine("check", gappy)
    assert measured(text)["missing"] == "1"
    assert measured(text)["paired"] == "no"
    assert "missing: C on d6\n" in text
    assert "--missing drop_blocks" in text


def test_the_list_of_missing_cells_only_ends_in_dots_when_there_are_more(tmp_path: Path) -> None:
    names = ["accuracy", "auc", "f1", "mcc", "kappa", "recall"]
    short = [
        {"algorithm": r["algorithm"], "dataset": r["dataset"], **dict.fromkeys(names, r["accuracy"])} for r in ladder()
    ]
    one_gap = fine("check", save(tmp_path / "one.csv", short[:-1]))
    assert "missing: C on d6\n" in one_gap
    gone = {("C", f"d{j}") for j in range(1, 7)} - {("C", "d1")} | {("B", "d2")}
    kept = [row for row in short if (row["algorithm"], row["dataset"]) not in gone]
    six_gaps = fine("check", save(tmp_path / "six.csv", kept))
    assert re.search(r"^missing: .* …$", six_gaps, re.MULTILINE)


def test_check_counts_partial_cells_of_unbalanced_repeats(tmp_path: Path) -> None:
    runs = [
        {"algorithm": a, "dataset": d, "fold": f, "accuracy": 0.5 + 0.01 * f + (a == "A") / 10}
        for a in "AB"
        for d in ("d1", "d2")
        for f in range(1, 6)
        if not (a == "B" and d == "d2" and f > 3)
    ]
    text = fine("check", save(tmp_path / "unbalanced.csv", runs))
    seen = measured(text)
    assert (seen["runs"], seen["partial"], seen["paired"]) == ("5", "1", "no")
    assert seen.get("missing", "0") == "0"  # nothing is missing, and the column is left out where it does not fit
    assert "note: 3 to 5 runs per cell (accuracy)" in text


def test_check_sees_a_cell_that_is_missing_at_one_level_of_a_factor(tmp_path: Path) -> None:
    sized = [row | {"size": size} for size in ("small", "large") for row in ladder("AB")]
    text = fine("check", save(tmp_path / "sized.csv", sized[:-1]), "--factor", "size")
    assert measured(text)["paired"] == "no"


def test_check_names_a_dataset_as_test_does_when_the_table_has_none(tmp_path: Path) -> None:
    runs = [{"algorithm": a, "fold": f, "accuracy": 0.5 + 0.01 * f + (a == "A") / 10} for a in "AB" for f in range(6)]
    path = save(tmp_path / "iris.csv", runs)
    assert rows("test", "sign_test", path, "--by", "dataset")[0]["dataset"] == "iris"
    assert rows("check", path)[0]["datasets"] == ["iris"]


def test_check_as_csv_holds_one_line_per_design(two_metrics: Path) -> None:
    read = list(csv.DictReader(io.StringIO(fine("check", two_metrics, "--csv"))))
    assert [row["metric"] for row in read] == ["accuracy", "logloss"]
    assert read[0]["datasets"] == "d1;d2;d3;d4;d5;d6"


def test_a_declared_column_settles_which_of_two_is_the_algorithm(tmp_path: Path) -> None:
    path = tmp_path / "two_names.csv"
    path.write_text("model,classifier,dataset,accuracy\nA,tree,d1,0.9\nB,tree,d1,0.8\n")
    error, hint = refused("check", path, code=2)
    assert "'model' and 'classifier'" in error
    assert "'model'" in hint
    assert "2 algorithms" in fine("check", path, "--column", "model=algorithm")


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (b"", "empty"),
        (b"algorithm,dataset,accuracy\n", "empty"),
        (b"algorithm,dataset,accuracy\nA,d1,0.9\nA,d1,0.8\nB,d1,0.7\n", "more than once"),
        (b"algorithm,dataset,accuracy\nA,d1,0.9\nB,d1,good\nA,d2,0.8\nB,d2,0.7\n", "'good'"),
        (b"algorithm,dataset,accuracy\nA,d\xe9,0.9\nB,d\xe9,0.8\n", "not text in utf8"),
        (b"colour,taste\nred,sweet\n", "algorithm"),
    ],
    ids=["nothing", "header only", "duplicate", "not a number", "encoding", "no scores"],
)
def test_bad_data_exits_1_and_says_what_is_wrong(tmp_path: Path, content: bytes, word: str) -> None:
    path = tmp_path / "bad.csv"
    path.write_bytes(content)
    error, _ = refused("check", path, code=2)
    assert word in error


def test_the_rows_of_a_duplicate_are_rows_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "doubled.csv"
    path.write_text("algorithm,dataset,accuracy,logloss\nA,d1,0.9,0.2\nB,d1,0.8,0.3\nB,d1,0.7,0.4\n")
    error, _ = refused("check", path, code=2)
    places = re.findall(r"rows ([\d, ]+\d)", error)
    assert places
    assert set(places) == {"2, 3"}


def test_an_encoding_can_be_declared(tmp_path: Path) -> None:
    path = tmp_path / "latin.csv"
    path.write_bytes("algorithm,dataset,accuracy\nA,café,0.9\nB,café,0.8\n".encode("latin1"))
    (row,) = rows("check", path, "--encoding", "latin1")
    assert row["datasets"] == ["café"]


@pytest.mark.parametrize("source", ["nothing.csv", "*.nothing", "folder", "notes.md", "sqlite://x.db"])
def test_a_source_without_a_table_exits_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "notes.md").write_text("none")
    refused("check", source, code=2)


@pytest.mark.parametrize("text", ["model", "=algorithm", "model=", "="])
@pytest.mark.parametrize("option", ["--column", "--direction"])
def test_half_a_pair_is_a_usage_error(table: Path, option: str, text: str) -> None:
    error, hint = refused("check", table, option, text, code=2)
    assert repr(text) in error
    assert hint.startswith(option)


def test_a_pair_is_split_at_the_last_equals_sign(tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    path.write_text("kind (k=1),dataset,accuracy\nA,d1,0.9\nB,d1,0.8\n")
    assert "2 algorithms" in fine("check", path, "--column", "kind (k=1)=algorithm")


def test_results_that_look_wrong_are_noted(tmp_path: Path) -> None:
    values = {"ours": 1.0, "copy": 1.0, "other": 2.0}
    records = [
        {"algorithm": name, "dataset": f"d{i}", "rmse": value + 0.1 * i + (1e13 if (name, i) == ("other", 3) else 0)}
        for name, value in values.items()
        for i in range(8)
    ]
    text = " ".join(fine("check", save(tmp_path / "doubts.csv", records)).split())
    assert "note: identical results: copy and ours agree to the last digit in rmse on all eight datasets." in text
    assert (
        "note: divergent results: other has rmse 1e+13 on d3, 7.7e+12 times the median of this dataset (1.3)." in text
    )
