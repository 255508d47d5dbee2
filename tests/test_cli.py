"""What does a user at a shell see: output, errors, exit codes?"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import pty
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
import polars as pl
import pytest
from click.testing import CliRunner, Result

import benchreport as br
from benchreport.cli import main
from benchreport.cli.build import provenance_of
from benchreport.study import Study

SCRIPT = Path(sys.executable).parent / "benchreport"
ANSI = re.compile(r"\x1b\[")
DEMSAR = str(br.example("demsar2006_auc.csv"))


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], prog_name="benchreport")


def fine(*words: str | Path) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def rows(*words: str | Path) -> list[dict[str, Any]]:
    return json.loads(fine(*words, "--json"))


def refused(*words: str | Path, code: int) -> tuple[str, str]:
    """Run, demand the two lines of an error on stderr and nothing on stdout; give what stands in them."""
    result = run(*words)
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 2, result.stderr
    error, hint = lines
    assert error.startswith("error: ")
    assert hint.startswith("hint: ")
    return error.removeprefix("error: "), hint.removeprefix("hint: ")


def shell(command: str, **options: Any) -> subprocess.CompletedProcess[str]:
    path = f"{SCRIPT.parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PATH": path, **options.pop("env", {})},
        **options,
    )


def ladder(algorithms: Iterable[str] = "ABC", datasets: int = 6) -> list[dict[str, Any]]:
    """A beats B beats C on every dataset, by differences that are all unlike."""
    return [
        {"algorithm": name, "dataset": f"d{j}", "accuracy": round(0.9 - 0.05 * i - 0.001 * i * j, 3)}
        for j in range(1, datasets + 1)
        for i, name in enumerate(algorithms)
    ]


def save(path: Path, table: list[dict[str, Any]]) -> Path:
    pl.DataFrame(table, infer_schema_length=None).write_csv(path)
    return path


def pair(path: Path, differences: Iterable[float]) -> Path:
    """A - B takes these values, one per dataset."""
    cells = [("A", 0.5 + d, j) for j, d in enumerate(differences)] + [("B", 0.5, j) for j, _ in enumerate(differences)]
    return save(path, [{"algorithm": a, "dataset": f"d{j}", "accuracy": round(x, 6)} for a, x, j in cells])


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


def study(folder: Path, text: str, name: str = "study.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf8")
    return path


def measured(text: str) -> dict[str, str]:
    """Read the one row of numbers that `check` prints under its header."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("metric "))
    return dict(zip(lines[at].split(), lines[at + 1].split(), strict=True))


# The program as a whole


def test_the_version_is_the_installed_one() -> None:
    assert version("benchreport") in fine("--version")


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_names_every_command(flag: str) -> None:
    text = fine(flag)
    assert [name for name in main.commands if f"\n  {name} " not in text] == []


@pytest.mark.parametrize("command", sorted(main.commands))
def test_every_command_explains_itself_and_all_its_options(command: str) -> None:
    text = fine(command, "--help")
    assert text.startswith(f"Usage: benchreport {command}")
    options = [one for one in main.commands[command].params if isinstance(one, click.Option)]
    assert [option.name for option in options if not option.help] == []


def test_a_misspelt_command_is_answered_with_the_nearest_one() -> None:
    result = run("chek", "scores.csv")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert "'chek'" in result.stderr
    assert "did you mean 'check'?" in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("chek", DEMSAR),
        ("test", "friedman"),
        ("check", DEMSAR, "--wrong"),
        ("test", "friedman", DEMSAR, "--alpha", "x"),
    ],
    ids=["command", "no source", "option", "value"],
)
def test_every_usage_error_is_an_error_line_and_a_hint_line(words: tuple[str, ...]) -> None:
    refused(*words, code=2)


def test_an_internal_error_is_owned_up_to_without_a_traceback(monkeypatch: pytest.MonkeyPatch, table: Path) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError("the sky fell")

    monkeypatch.setattr("benchreport.tables.read.read_frame", broken)
    result = run("check", table)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert "internal error: ZeroDivisionError: the sky fell" in result.stderr
    assert "--traceback" in result.stderr


def test_the_installed_script_prints_an_error_without_a_traceback(tmp_path: Path) -> None:
    done = shell("benchreport check nothing.csv", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines()[0] == "error: no file 'nothing.csv'"
    assert "Traceback" not in done.stderr


def test_traceback_shows_where_an_error_came_from(tmp_path: Path) -> None:
    done = shell("benchreport --traceback check nothing.csv", cwd=tmp_path)
    assert done.returncode == 1
    assert "Traceback (most recent call last)" in done.stderr
    assert "ReadError: no file 'nothing.csv'" in done.stderr


def test_traceback_does_not_change_the_exit_code_of_a_usage_error() -> None:
    done = shell(f"benchreport --traceback test wilcoxn '{DEMSAR}'")
    assert "Traceback" in done.stderr
    assert done.returncode == 2


def test_a_reader_that_stops_early_causes_no_traceback(tmp_path: Path) -> None:
    many = save(tmp_path / "many.csv", ladder([f"a{i:03}" for i in range(60)], datasets=3))
    done = shell(f"benchreport test nemenyi {many} --json | head -c 10; benchreport methods | head -n 1")
    assert done.stdout.startswith("[{")
    assert done.stderr == ""


def test_a_reader_that_is_already_gone_causes_no_traceback() -> None:
    assert shell("benchreport methods | true").stderr == ""


def test_nothing_but_text_goes_into_a_pipe(table: Path) -> None:
    done = shell(f"benchreport test average_ranks {table}; benchreport check {table}; benchreport doctor")
    assert "mean_rank" in done.stdout
    assert not ANSI.search(done.stdout + done.stderr)


def test_progress_on_a_terminal_stays_out_of_standard_output(table: Path) -> None:
    ours, theirs = pty.openpty()
    with open(ours, "rb", closefd=True), open(theirs, "wb", closefd=True) as terminal:  # noqa: PTH123
        done = subprocess.run([SCRIPT, "check", table], stdout=subprocess.PIPE, stderr=terminal, text=True, check=True)
    assert done.stdout.startswith("scores.csv: 18 rows")
    assert not ANSI.search(done.stdout)


# check


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
    assert (seen["metric"], seen["better"], seen["design"]) == ("accuracy", "higher", "holdout")
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
    assert result.exit_code in (1, 2)
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
    assert (seen["runs"], seen["missing"], seen["partial"], seen["paired"]) == ("5", "0", "1", "no")
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
    error, hint = refused("check", path, code=1)
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
    error, _ = refused("check", path, code=1)
    assert word in error


def test_the_rows_of_a_duplicate_are_rows_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "doubled.csv"
    path.write_text("algorithm,dataset,accuracy,logloss\nA,d1,0.9,0.2\nB,d1,0.8,0.3\nB,d1,0.7,0.4\n")
    error, _ = refused("check", path, code=1)
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
    refused("check", source, code=1)


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


# test


def test_a_method_prints_its_rows_for_a_person(table: Path) -> None:
    header, *lines = fine("test", "wilcoxon", table).splitlines()
    assert header.split()[:4] == ["metric", "a", "b", "better"]
    assert [line.split()[1:4] for line in lines[:3]] == [["A", "B", "A"], ["A", "C", "A"], ["B", "C", "B"]]
    assert "0.0312" in lines[0]  # 2 / 2^6
    assert "status ok" in " ".join(lines[3:])


def test_json_holds_all_columns_of_a_result(table: Path) -> None:
    found = rows("test", "wilcoxon", table)
    assert [list(row) for row in found] == [["metric", *br.RESULT_COLUMNS]] * 3
    assert {(row["n"], row["statistic"], row["p_value"]) for row in found} == {(6, 21.0, 0.03125)}


def test_csv_holds_all_columns_of_a_result(table: Path) -> None:
    read = list(csv.DictReader(io.StringIO(fine("test", "sign_test", table, "--csv"))))
    assert [list(row) for row in read] == [["metric", *br.RESULT_COLUMNS]] * 3
    assert {(row["statistic"], row["p_value"], row["note"]) for row in read} == {("6.0", "0.03125", "")}


def test_json_and_csv_cannot_both_be_asked_for(table: Path) -> None:
    assert run("test", "friedman", table, "--json", "--csv").exit_code == 2


def test_average_ranks_have_the_columns_of_their_own_schema(table: Path) -> None:
    found = rows("test", "average_ranks", table)
    assert [list(row) for row in found] == [["metric", *br.RANK_COLUMNS]] * 3
    assert [(row["algorithm"], row["mean_rank"]) for row in found] == [("A", 1), ("B", 2), ("C", 3)]


def test_friedman_on_perfect_agreement_reaches_n_times_k_minus_1(table: Path) -> None:
    (row,) = rows("test", "friedman", table)
    assert (row["statistic"], row["df1"], row["effect"]) == pytest.approx((12, 2, 1))
    assert row["p_value"] == pytest.approx(0.0024787521766663585)  # exp(-6), chi-square with 2 df


@pytest.mark.parametrize("method", [m.id for m in br.METHODS.values() if m.kind in ("table", "columns")])
def test_every_method_over_tables_runs_from_the_shell(table: Path, method: str) -> None:
    assert {row["metric"] for row in rows("test", method, table)} == {"accuracy"}


@pytest.mark.parametrize(
    ("method", "variant"), [(m.id, v) for m in br.METHODS.values() if m.kind != "numbers" for v in m.variants]
)
def test_every_variant_that_is_listed_can_be_asked_for(table: Path, method: str, variant: str) -> None:
    assert {row["variant"].split(",")[0] for row in rows("test", method, table, "--variant", variant)} == {variant}


def test_the_default_group_is_the_metric_and_its_direction_counts(two_metrics: Path) -> None:
    found = rows("test", "sign_test", two_metrics)
    assert [row["metric"] for row in found] == ["accuracy"] * 3 + ["logloss"] * 3
    assert [row["better"] for row in found] == ["A", "A", "B", "B", "C", "C"]


def test_several_groups_come_in_the_order_they_are_named(tmp_path: Path) -> None:
    runs = [
        {"algorithm": a, "dataset": d, "fold": f, "accuracy": 0.5 + 0.01 * f + (a == "A") * f / 100}
        for a in "AB"
        for d in ("d2", "d1")
        for f in range(1, 6)
    ]
    found = rows("test", "wilcoxon", save(tmp_path / "runs.csv", runs), "--by", "dataset", "--by", "metric")
    assert [list(row)[:2] for row in found] == [["dataset", "metric"]] * 2
    assert [(row["dataset"], row["n"], row["p_value"]) for row in found] == [("d1", 5, 0.0625), ("d2", 5, 0.0625)]


def test_a_factor_can_be_a_group(tmp_path: Path) -> None:
    sized = save(tmp_path / "sized.csv", [r | {"size": s} for s in ("small", "large") for r in ladder("AB")])
    found = rows("test", "sign_test", sized, "--factor", "size", "--by", "size", "--by", "metric")
    assert [(row["size"], row["n"]) for row in found] == [("large", 6), ("small", 6)]


def test_a_control_is_compared_with_all_others_and_stands_second(table: Path) -> None:
    found = rows("test", "wilcoxon", table, "--control", "B")
    assert [(row["a"], row["b"], row["better"]) for row in found] == [("A", "B", "A"), ("C", "B", "B")]


def test_one_sided_tests_ask_whether_a_is_better(table: Path) -> None:
    for alternative, p in (("greater", 1 / 64), ("less", 1.0), ("two-sided", 2 / 64)):
        found = rows("test", "wilcoxon", table, "--alternative", alternative)
        assert [(row["alternative"], row["p_value"]) for row in found] == [(alternative, p)] * 3


def test_a_declared_direction_turns_the_side_of_a_one_sided_test(table: Path) -> None:
    found = rows("test", "wilcoxon", table, "--direction", "accuracy=lower", "--alternative", "less")
    assert [row["p_value"] for row in found] == [1 / 64] * 3
    assert [row["better"] for row in found] == ["B", "C", "C"]


def test_the_variant_of_friedman_leaves_the_correction_for_ties_out(tmp_path: Path) -> None:
    # Three blocks rank 1 2 3, one ranks 1.5 1.5 3: 4 (0.875^2 + 0.125^2 + 1) = 7.125; over 1 - 6/96 it is 7.6.
    table = ladder(datasets=4)
    table[1]["accuracy"] = table[0]["accuracy"]
    path = save(tmp_path / "tied.csv", table)
    assert rows("test", "friedman", path)[0]["statistic"] == pytest.approx(7.6)
    assert rows("test", "friedman", path, "--variant", "uncorrected")[0]["statistic"] == pytest.approx(7.125)


def test_zeros_are_dropped_or_ranked_as_told(tmp_path: Path) -> None:
    # Dropped: ranks 1 2 -3 4 5, W+ = 12, 5 of 32 sums reach it. Pratt: ranks 2 3 -4 5 6, W+ = 16, 4 of 32.
    path = pair(tmp_path / "zeros.csv", [0, 0.01, 0.02, -0.03, 0.04, 0.05])
    for zeros, statistic, p in (("drop", 12, 10 / 32), ("pratt", 16, 8 / 32)):
        (row,) = rows("test", "wilcoxon", path, "--zeros", zeros)
        assert (row["statistic"], row["p_value"]) == (statistic, p)


def test_ties_of_the_sign_test_are_dropped_or_split_as_told(tmp_path: Path) -> None:
    path = pair(tmp_path / "ties.csv", [0, 0, 0.01, 0.02, 0.03, 0.04])
    for ties, n, p in (("drop", 4, 2 / 16), ("split", 6, 2 * 7 / 64)):
        (row,) = rows("test", "sign_test", path, "--ties", ties)
        assert (row["n"], row["n_ties"], row["p_value"]) == (n, 2, p)


def test_several_runs_become_their_mean_or_median(tmp_path: Path) -> None:
    values = {"A": (0.9, 0.9, 0.0), "B": (0.7, 0.7, 0.7)}  # by mean B is better, by median A
    runs = [
        {"algorithm": a, "dataset": f"d{j}", "fold": f, "accuracy": x}
        for a, xs in values.items()
        for j in range(5)
        for f, x in enumerate(xs)
    ]
    path = save(tmp_path / "runs.csv", runs)
    assert rows("test", "sign_test", path)[0]["better"] == "B"
    assert rows("test", "sign_test", path, "--reduce", "median")[0]["better"] == "A"


@pytest.mark.parametrize("adjustment", ["holm", "bonferroni"])
def test_p_values_are_adjusted_within_a_metric(two_metrics: Path, adjustment: str) -> None:
    found = rows("test", "wilcoxon", two_metrics, "--adjust", adjustment)
    assert [row["p_adjusted"] for row in found] == pytest.approx([3 / 32] * 6)
    assert {row["adjustment"] for row in found} == {adjustment}


def test_a_family_of_one_test_is_written_in_the_singular(table: Path) -> None:
    (row,) = rows("test", "friedman", table, "--adjust", "holm")
    assert row["family"] == "metric=accuracy: 1 test"


def test_the_level_of_an_interval_can_be_set(table: Path) -> None:
    (wide,) = rows("test", "wilcoxon", table, "--control", "A", "--metrics", "accuracy")[:1]
    (narrow,) = rows("test", "wilcoxon", table, "--control", "A", "--alpha", "0.5")[:1]
    assert (wide["alpha"], narrow["alpha"]) == (0.05, 0.5)
    assert wide["ci_low"] < narrow["ci_low"] < narrow["ci_high"] < wide["ci_high"]


def test_missing_results_are_refused_and_named(gappy: Path) -> None:
    error, hint = refused("test", "friedman", gappy, code=1)
    assert "d6 lacks C" in error
    assert "--missing drop_blocks" in hint


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("available", {"AB": (6, 0), "AC": (5, 1), "BC": (5, 1)}),
        ("drop_blocks", {"AB": (5, 1), "AC": (5, 1), "BC": (5, 1)}),
        ("drop_algorithms", {"AB": (6, 0)}),
        ("worst", {"AB": (6, 0), "AC": (6, 0), "BC": (6, 0)}),
    ],
)
def test_a_policy_settles_missing_results(gappy: Path, policy: str, expected: dict[str, tuple[int, int]]) -> None:
    found = rows("test", "sign_test", gappy, "--missing", policy)
    assert {row["a"] + row["b"]: (row["n"], row["n_dropped"]) for row in found} == expected


@pytest.mark.parametrize("policy", ["worst", "drop_algorithms"])
def test_average_ranks_do_not_hide_what_was_filled_in_or_dropped(gappy: Path, policy: str) -> None:
    assert re.search(rf"\b{policy}\b", fine("test", "average_ranks", gappy, "--missing", policy))


def test_only_the_metrics_that_are_named_are_kept(two_metrics: Path) -> None:
    assert {row["metric"] for row in rows("test", "friedman", two_metrics, "--metrics", "logloss")} == {"logloss"}
    both = rows("test", "friedman", two_metrics, "--metrics", "logloss, accuracy")
    assert [row["metric"] for row in both] == ["accuracy", "logloss"]


def test_naming_a_metric_in_a_table_that_has_its_own_is_not_ignored(two_metrics: Path) -> None:
    error, hint = refused("test", "friedman", two_metrics, "--metric", "logloss", code=2)
    assert "logloss" in error
    assert "--metrics" in hint


def test_metrics_of_unknown_direction_stop_a_test_unless_left_out(tmp_path: Path) -> None:
    path = save(tmp_path / "odd.csv", [row | {"zorp": row["accuracy"]} for row in ladder()])
    error, hint = refused("test", "friedman", path, code=1)
    assert "'zorp'" in error
    assert "--direction zorp=higher" in hint
    assert "--metrics" in hint
    assert [row["metric"] for row in rows("test", "friedman", path, "--metrics", "accuracy")] == ["accuracy"]


def test_own_column_names_can_be_mapped(tmp_path: Path) -> None:
    own = [{"Verfahren": r["algorithm"], "Menge": r["dataset"], "accuracy": r["accuracy"]} for r in ladder()]
    path = save(tmp_path / "own.csv", own)
    found = rows("test", "friedman", path, "--column", "Verfahren=algorithm", "--column", "Menge=dataset")
    assert found[0]["n"] == 6


@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (("wilcoxn",), "did you mean 'wilcoxon'?"),
        (("wilcoxon", "--variant", "exct"), "'exact'"),
        (("wilcoxon", "--zeros", "prat"), "'pratt'"),
        (("sign_test", "--ties", "splt"), "'split'"),
        (("wilcoxon", "--adjust", "hol"), "'holm'"),
        (("wilcoxon", "--design", "sedds"), "'seeds'"),
        (("wilcoxon", "--alpha", "1.5"), "0.05"),
        (("friedman", "--zeros", "pratt"), "variant"),
        (("wilcoxon", "--ties", "split"), "zeros"),
        (("average_ranks", "--variant", "corrected"), "reduce"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else None,
)
def test_what_means_nothing_exits_2_with_what_would_work(words: tuple[str, ...], suggestion: str) -> None:
    _, hint = refused("test", words[0], DEMSAR, *words[1:], code=2)
    assert suggestion in hint


@pytest.mark.parametrize(
    "words",
    [("friedman", "--control", "C4.5"), ("nemenyi", "--control", "C4.5"), ("average_ranks", "--alpha", "0.1")],
    ids=lambda words: " ".join(words),
)
def test_an_option_that_a_method_lacks_is_refused_and_not_ignored(words: tuple[str, ...]) -> None:
    error, _ = refused("test", words[0], DEMSAR, *words[1:], code=2)
    assert words[1] in error


def test_ranks_cannot_be_adjusted_and_that_is_a_usage_error() -> None:
    error, hint = refused("test", "average_ranks", DEMSAR, "--adjust", "holm", code=2)
    assert "average_ranks" in error
    assert "best_rank" not in hint


def test_the_policies_that_friedman_takes_are_named_when_one_does_not_fit(gappy: Path) -> None:
    _, hint = refused("test", "friedman", gappy, "--missing", "available", code=2)
    assert "drop_blocks" in hint


@pytest.mark.parametrize("method", ["holm", "critical_difference"])
def test_a_listed_method_that_takes_no_table_is_not_called_unknown(method: str) -> None:
    error, _ = refused("test", method, DEMSAR, code=2)
    assert "not known" not in error


@pytest.mark.parametrize(
    ("option", "value", "suggestion"),
    [
        ("--by", "metrc", "'metric'"),
        ("--control", "C4.5+mm", "'C4.5+m'"),
        ("--metrics", "auk", "'auc'"),
        ("--direction", "auk=lower", "'auc'"),
        ("--column", "algoritm=algorithm", "'algorithm'"),
        ("--factor", "datset", "'dataset'"),
    ],
)
def test_a_name_that_is_not_in_the_table_exits_1_with_the_nearest(option: str, value: str, suggestion: str) -> None:
    error, hint = refused("test", "wilcoxon", DEMSAR, option, value, code=1)
    assert repr(value.split("=")[0]) in error
    assert suggestion in hint


def test_one_algorithm_alone_is_nothing_to_compare(tmp_path: Path) -> None:
    error, _ = refused("test", "wilcoxon", save(tmp_path / "one.csv", ladder("A")), code=1)
    assert "only one algorithm, 'A'" in error


def test_a_table_of_predictions_is_named_for_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "predictions.csv"
    path.write_text("algorithm,dataset,item,y_true,y_pred\nA,d,1,0,0\nA,d,2,1,0\nB,d,1,0,0\nB,d,2,1,1\n")
    error, _ = refused("test", "wilcoxon", path, code=1)
    assert "predictions" in error.replace(path.name, "").replace("dataset=predictions", "")


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("check", "unnamed.csv"), "--column"),
        (("test", "wilcoxon", "single.csv"), "--column"),
        (("check", "doubled.csv"), "--factor"),
    ],
    ids=["no algorithm", "one algorithm", "duplicates"],
)
def test_a_hint_at_the_shell_names_the_option_of_the_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], option: str
) -> None:
    monkeypatch.chdir(tmp_path)
    save(
        tmp_path / "unnamed.csv",
        [{"who": r["algorithm"], "dataset": r["dataset"], "x": r["accuracy"]} for r in ladder()],
    )
    save(tmp_path / "single.csv", ladder("A"))
    save(tmp_path / "doubled.csv", [row | {"size": size} for size in ("small", "large") for row in ladder()])
    _, hint = refused(*words, code=1)
    assert option in hint


# Study files


def test_a_study_file_finds_its_table_beside_itself(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = table.parent / "elsewhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    path = study(table.parent, "scores = 'scores.csv'")
    assert rows("check", path)[0]["n_cells"] == 18
    assert rows("check", "../study.toml")[0]["n_cells"] == 18


def test_a_study_file_says_everything_about_a_table(tmp_path: Path) -> None:
    own = [
        {"Verfahren": r["algorithm"], "Menge": r["dataset"], "size": "s", "zorp": r["accuracy"], "accuracy": 0.5}
        for r in ladder()
    ]
    pl.DataFrame(own[:-1]).write_csv(tmp_path / "own.csv")
    path = study(
        tmp_path,
        """
        scores = "own.csv"
        title = "Zorp"
        metrics = ["zorp"]
        factors = ["size"]
        design = "seeds"
        encoding = "utf8"
        by = ["size", "metric"]
        control = "A"
        missing = "drop_blocks"
        alpha = 0.1
        adjust = "bonferroni"
        [columns]
        Verfahren = "algorithm"
        Menge = "dataset"
        [directions]
        zorp = "lower"
        """,
    )
    found = rows("test", "sign_test", path)
    assert [(row["size"], row["metric"], row["a"], row["b"], row["better"]) for row in found] == [
        ("s", "zorp", "B", "A", "B"),
        ("s", "zorp", "C", "A", "C"),
    ]
    assert {(row["n"], row["n_dropped"], row["alpha"], row["adjustment"]) for row in found} == {
        (5, 1, 0.1, "bonferroni")
    }
    assert [row["p_adjusted"] for row in found] == [4 / 32] * 2
    assert {row["design"] for row in rows("check", path)} == {"seeds"}


def test_a_study_file_names_the_metric_and_the_dataset_of_a_table_without(tmp_path: Path) -> None:
    (tmp_path / "wide.csv").write_text("fold,A,B\n1,0.9,0.8\n2,0.8,0.7\n")
    path = study(tmp_path, "scores='wide.csv'\nmetric='accuracy'\ndataset='iris'\nby=['dataset','metric']")
    (row,) = rows("test", "sign_test", path)
    assert (row["dataset"], row["metric"], row["n"]) == ("iris", "accuracy", 2)


def test_options_win_over_the_study_file(table: Path) -> None:
    path = study(table.parent, "scores='scores.csv'\ncontrol='A'\nalpha=0.1\nadjust='holm'\nby=['dataset']")
    found = rows(
        "test", "sign_test", path, "--control", "B", "--alpha", "0.2", "--adjust", "bonferroni", "--by", "metric"
    )
    assert [(row["a"], row["b"]) for row in found] == [("A", "B"), ("C", "B")]
    assert {(row["metric"], row["alpha"], row["adjustment"]) for row in found} == {("accuracy", 0.2, "bonferroni")}


def test_options_add_to_the_tables_of_a_study_file(tmp_path: Path) -> None:
    own = [{"who": r["algorithm"], "where": r["dataset"], "zorp": r["accuracy"]} for r in ladder()]
    save(tmp_path / "own.csv", own)
    path = study(tmp_path, "scores='own.csv'\n[columns]\nwho='algorithm'\n[directions]\nzorp='higher'")
    words = ("test", "sign_test", path, "--control", "A", "--column", "where=dataset")
    assert [row["better"] for row in rows(*words)] == ["A", "A"]
    assert [row["better"] for row in rows(*words, "--direction", "zorp=lower")] == ["B", "C"]


def test_what_a_study_declares_for_tests_does_not_stop_a_method_without_it(table: Path) -> None:
    path = study(table.parent, "scores='scores.csv'\ncontrol='A'\nalpha=0.1\nadjust='holm'")
    assert rows("test", "friedman", path)[0]["statistic"] == pytest.approx(12)
    assert [row["mean_rank"] for row in rows("test", "average_ranks", path)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "problem", "remedy"),
    [
        ("scores='scores.csv'\ncontroll='A'", "'controll'", "'control'"),
        ("scores='scores.csv'\nadjust=['holm']", "adjust", "adjustment"),
        ("scores=scores.csv", "not valid TOML", "quotes"),
        ("title='no table'", "names no table", "scores = "),
        ("scores='scores.csv'\nadjust='hlm'", "'hlm'", "'holm'"),
        ("scores='scores.csv'\nmissing='drop_block'", "'drop_block'", "'drop_blocks'"),
        ("scores='scores.csv'\nmissing='avaliable'", "'avaliable'", "'available'"),
        ("scores='scores.csv'\nalpha=5", "alpha", "between 0 and 1"),
        ("scores='scores.csv'\ndesign='sedds'", "'sedds'", "'seeds'"),
    ],
    ids=["key", "type", "syntax", "no table", "adjustment", "policy", "policy of tests", "level", "design"],
)
def test_a_wrong_study_file_exits_2_and_names_the_mistake(table: Path, text: str, problem: str, remedy: str) -> None:
    error, hint = refused("test", "sign_test", study(table.parent, text), code=2)
    assert problem in error
    assert remedy in hint


def test_a_study_file_that_is_absent_or_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    refused("check", tmp_path / "absent.toml", code=2)
    refused("check", tmp_path / "folder.toml", code=2)


def test_a_study_whose_table_is_absent_exits_1(tmp_path: Path) -> None:
    error, _ = refused("check", study(tmp_path, "scores='absent.csv'"), code=1)
    assert "absent.csv" in error


# methods, demo, doctor, completion


def test_methods_lists_the_whole_catalogue() -> None:
    listed = rows("methods")
    assert {row["id"]: row["question"] for row in listed} == {m.id: m.question for m in br.METHODS.values()}
    assert all(method in fine("methods") for method in br.METHODS)


@pytest.mark.parametrize("method", list(br.METHODS))
def test_a_method_is_described_with_its_question_formula_and_works(method: str) -> None:
    text = fine("methods", method)
    record = br.METHODS[method]
    assert text.startswith(record.title)
    assert record.question in text
    assert record.formula in text
    assert text.count(" (19") + text.count(" (20") >= len(record.cites)


def test_a_method_is_described_for_machines_too() -> None:
    (described,) = json.loads(fine("methods", "wilcoxon", "--json"))
    assert described["cites"] == list(br.METHODS["wilcoxon"].cites)
    (row,) = csv.DictReader(io.StringIO(fine("methods", "wilcoxon", "--csv")))
    assert row["id"] == "wilcoxon"


def test_a_misspelt_method_is_answered_with_the_nearest_one() -> None:
    error, hint = refused("methods", "freidman", code=2)
    assert "'freidman'" in error
    assert "'friedman'" in hint


def test_the_demo_makes_the_report_of_a_published_table_in_all_formats(tmp_path: Path) -> None:
    # R: friedman.test gives 10.952, p = 0.01199; exactRankTests gives 0.00732 for C4.5 against C4.5+m.
    text = fine("demo", "-o", tmp_path)
    assert "0.00732" in text
    made = [Path(line) for line in text.splitlines()[-4:]]
    assert [path.name for path in made] == ["report.html", "report.md", "latex", "report.pdf"]
    assert all(path.exists() for path in made)
    page = (tmp_path / "report.md").read_text(encoding="utf8")
    for number in ("10.95", "0.012", "0.00732", "3.14"):
        assert number in page


# build and plot


def test_build_writes_every_output_and_names_it(table: Path, tmp_path: Path) -> None:
    outputs = [tmp_path / "out" / name for name in ("r.html", "r.md", "latex")]
    printed = fine("build", table, *(word for path in outputs for word in ("-o", path)), "--title", "Ours & theirs")
    assert printed.splitlines() == [str(path) for path in outputs]
    assert "<h1>Ours &amp; theirs</h1>" in outputs[0].read_text(encoding="utf8")
    assert (tmp_path / "out" / "latex" / "main.tex").exists()


def test_build_reads_a_study_file_and_prints_it_as_the_recipe(table: Path, tmp_path: Path) -> None:
    study = tmp_path / "study.toml"
    study.write_text(f'scores = "{table.name}"\ntitle = "T"\ncontrol = "A"\noutputs = ["made/r.md"]\n')
    fine("build", study)
    text = (tmp_path / "made" / "r.md").read_text(encoding="utf8")
    assert 'control = "A"' in text
    digest = hashlib.sha256(table.read_bytes()).hexdigest()
    assert digest in text


def test_build_without_an_output_is_a_usage_error(table: Path) -> None:
    _, hint = refused("build", table, code=2)
    assert "-o report.html" in hint


def test_build_refuses_an_unknown_format_and_writes_nothing(table: Path, tmp_path: Path) -> None:
    refused("build", table, "-o", tmp_path / "r.html", "-o", tmp_path / "r.docx", code=2)
    assert not (tmp_path / "r.html").exists()


def test_warnings_come_last_and_strict_turns_them_into_a_failure(tmp_path: Path) -> None:
    odd = save(tmp_path / "odd.csv", [row | {"zing": 1} for row in ladder("AB")])
    done = run("build", odd, "-o", tmp_path / "r.md")
    assert done.exit_code == 0
    assert "warning: metric 'zing' is left out" in done.stderr
    refused("build", odd, "-o", tmp_path / "strict.md", "--strict", code=1)
    assert not (tmp_path / "strict.md").exists()


def test_plot_cd_draws_into_a_file_of_any_kind(table: Path, tmp_path: Path) -> None:
    for name, start in (("cd.svg", b"<?xml"), ("cd.pdf", b"%PDF"), ("cd.png", b"\x89PNG")):
        fine("plot", "cd", table, "-o", tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(start)


def test_plot_cd_asks_which_of_several_metrics_is_meant(two_metrics: Path, tmp_path: Path) -> None:
    _, hint = refused("plot", "cd", two_metrics, "-o", tmp_path / "cd.svg", code=2)
    assert "--metrics" in hint


def test_the_doctor_names_python_and_every_dependency() -> None:
    result = run("doctor")
    assert "Python" in result.stdout
    assert "polars" in result.stdout
    assert result.exit_code == int("!! " in result.stdout)


def test_the_doctor_exits_1_and_prints_the_fix_when_pango_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchreport.document.machine.find_library", lambda _: None)
    result = run("doctor")
    assert result.exit_code == 1
    assert "!! Pango" in result.stdout
    assert "fix: apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0" in result.stdout


@pytest.mark.parametrize("name", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_shell(name: str) -> None:
    text = fine("completion", name)
    assert "_BENCHREPORT_COMPLETE" in text
    assert "benchreport" in text


def test_the_completion_of_bash_completes_commands() -> None:
    script = 'eval "$(benchreport completion bash)"; COMP_WORDS=(benchreport me) COMP_CWORD=1; '
    done = shell(script + '_benchreport_completion benchreport; echo "${COMPREPLY[@]}"')
    assert done.stdout.split() == ["methods"]
    assert done.stderr == ""


def test_no_completion_is_offered_for_an_unknown_shell() -> None:
    result = run("completion", "tcsh")
    assert result.exit_code == 2
    assert "'bash'" in result.stderr


def test_a_password_in_an_address_is_not_printed() -> None:
    study = Study(scores="postgresql://bob:secret@db.host/results", query="select 1")
    recipe = provenance_of(study).recipe
    assert "secret" not in recipe
    assert "db.host" not in recipe


def test_a_place_that_cannot_be_written_is_an_error_and_no_internal_one(table: Path, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    error, _ = refused("build", table, "-o", tmp_path / "taken" / "r.md", code=1)
    assert "taken" in error


def test_a_policy_that_a_report_cannot_follow_is_refused(table: Path, tmp_path: Path) -> None:
    made = study(tmp_path, f'scores = "{table.name}"\nmissing = "available"\noutputs = ["r.md"]')
    _, hint = refused("build", made, code=2)
    assert "drop_blocks" in hint


def test_plot_cd_follows_the_study(gappy: Path, tmp_path: Path) -> None:
    made = study(
        tmp_path, f'scores = "{gappy.name}"\ncontrol = "A"\nalpha = 0.3\nmissing = "worst"\nadjust = "bonferroni"'
    )
    fine("plot", "cd", made, "-o", tmp_path / "study.svg")
    options = ("--control", "A", "--alpha", "0.3", "--missing", "worst", "--adjust", "bonferroni")
    fine("plot", "cd", gappy, *options, "-o", tmp_path / "options.svg")
    assert (tmp_path / "study.svg").read_bytes() == (tmp_path / "options.svg").read_bytes()


def test_fold_tests_run_per_dataset_and_settle_missing_runs_there(tmp_path: Path) -> None:
    rows = [
        {
            "algorithm": a,
            "dataset": d,
            "fold": k,
            "accuracy": None if (a, d, k) == ("B", "d1", 3) else 0.5 + k / 20 + (a == "A") * k / 90,
        }
        for a in "AB"
        for d in ("d1", "d2")
        for k in range(5)
    ]
    made = save(tmp_path / "folds.csv", rows)
    found = rows_of(made, "--missing", "drop_blocks")
    assert [(row["dataset"], row["n"], row["n_dropped"]) for row in found] == [("d1", 4, 1), ("d2", 5, 0)]


def rows_of(source: Path, *options: str) -> list[dict[str, Any]]:
    return rows("test", "corrected_resampled_t", source, *options)
