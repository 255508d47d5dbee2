"""benchreport compare: what changed between two reports or tables, in words, rows and files."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from tests.cli.shell import fine, ladder, pair, refused, run, save, study

# Wilcoxon's test, exact: A is better on each of n datasets, so that p = 2 / 2^n.
BEFORE = [0.01, 0.02, 0.03, 0.04, 0.05, 0.06]
SENTENCE = "A no longer beats B (p = .031 before, .063 now)"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    return pair(tmp_path / "old.csv", BEFORE)


@pytest.fixture
def new(tmp_path: Path) -> Path:
    return pair(tmp_path / "new.csv", BEFORE[:5])


def test_a_verdict_that_changed_is_said_with_both_p_values_and_gives_exit_code_1(old: Path, new: Path) -> None:
    result = run("compare", old, new)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[:2] == ["Only the data differ.", "1 verdict changed."]
    assert f"verdict  {SENTENCE}" in lines
    assert "dataset  the dataset d5 is gone" in lines


def test_the_other_way_round_the_verdict_is_new(old: Path, new: Path) -> None:
    result = run("compare", new, old)
    assert result.exit_code == 1
    assert "A now beats B (p = .063 before, .031 now)" in result.stdout
    assert "the dataset d5 is new" in result.stdout


def test_a_table_compared_with_itself_has_no_changes(old: Path) -> None:
    assert fine("compare", old, old) == "Nothing changed.\n"
    assert json.loads(fine("compare", old, old, "--json")) == []


def test_a_verdict_that_turns_round_says_so(tmp_path: Path, old: Path) -> None:
    turned = pair(tmp_path / "turned.csv", [-d for d in BEFORE])
    result = run("compare", old, turned)
    assert result.exit_code == 1
    assert "B now beats A, which was better before (p = .031 before, .031 now)" in result.stdout
    assert "A fell from place 1 to 2" in result.stdout
    assert "B rose from place 2 to 1" in result.stdout


def test_cells_that_changed_are_counted_and_the_largest_is_named(tmp_path: Path, old: Path) -> None:
    other = pair(tmp_path / "other.csv", [0.01, 0.02, 0.03, 0.04, 0.045, 0.09])
    result = run("compare", old, other, "--json")
    assert result.exit_code == 0  # A still wins everywhere, so that no p-value moves
    rows = json.loads(result.stdout)
    assert [row["words"] for row in rows if row["change"] == "numbers"] == [
        "2 of 12 values of accuracy changed, most: A on d5, 0.56 before, 0.59 now"
    ]
    cells = [row for row in rows if row["change"] == "number"]
    assert [(row["a"], row["dataset"], row["value_before"], row["value_now"]) for row in cells] == [
        ("A", "d5", 0.56, 0.59),
        ("A", "d4", 0.55, 0.545),
    ]


def test_a_result_that_went_missing_is_a_changed_number(tmp_path: Path, old: Path) -> None:
    lines = old.read_text().splitlines()
    gappy = tmp_path / "gappy.csv"
    gappy.write_text("\n".join(line for line in lines if not line.startswith("A,d5")) + "\n")
    rows = json.loads(run("compare", old, gappy, "--json").stdout)
    assert [row["words"] for row in rows if row["change"] == "number"] == ["A on d5 by accuracy: 0.56 before, none now"]


def test_algorithms_and_metrics_that_come_or_go_are_named(tmp_path: Path) -> None:
    first = save(tmp_path / "first.csv", ladder("ABC"))
    second = save(tmp_path / "second.csv", [row | {"logloss": row["accuracy"] / 2} for row in ladder("ABD")])
    words = [row["words"] for row in json.loads(run("compare", first, second, "--json").stdout)]
    assert {"the algorithm C is gone", "the algorithm D is new", "the metric logloss is new"} <= set(words)


def test_tables_are_judged_with_the_options_of_build(old: Path, new: Path) -> None:
    result = run("compare", old, new, "--alpha", "0.1")
    assert result.exit_code == 0
    assert "No verdict changed." in result.stdout
    assert "A and B: p = .031 before, .063 now" in result.stdout
    # The sign test halves no tail of its own here either: 2 / 2^n again, by another test.
    signs = run("compare", old, new, "--set", 'tests={"pairs": "sign_test"}')
    assert SENTENCE in signs.stdout


def test_a_declared_direction_turns_the_verdict(tmp_path: Path, old: Path) -> None:
    toml = study(tmp_path, f'scores = "{old}"\n[directions]\naccuracy = "lower"\n')
    result = run("compare", old, toml)
    assert result.exit_code == 1
    assert "accuracy: higher was better before, lower is better now" in result.stdout
    assert "B now beats A, which was better before" in result.stdout


def test_only_the_options_differ_between_two_studies_of_one_table(tmp_path: Path, old: Path) -> None:
    strict = study(tmp_path, f'scores = "{old}"\nalpha = 0.01\n')
    result = run("compare", old, strict)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[0] == "Only the options differ."
    assert "alpha was 0.05, is 0.01" in result.stdout
    assert "A no longer beats B (p = .031 before, .031 now)" in result.stdout


def test_pairs_that_a_reference_leaves_untested_have_lost_their_verdict(tmp_path: Path) -> None:
    table = save(tmp_path / "t.csv", ladder("ABC", datasets=9))
    with_reference = study(tmp_path, f'scores = "{table}"\nreference = "A"\n')
    result = run("compare", table, with_reference)
    assert result.exit_code == 1
    # Wilcoxon's test of three pairs on nine datasets, Holm: the largest p is 2 / 2^9, the smallest three times as much.
    assert "B beat C before (p = .012); the pair is not tested now" in result.stdout


def test_names_are_printed_harmless_in_files(tmp_path: Path) -> None:
    names = ("=cmd()", "a|b <i>*x*</i>")
    table = [
        {"algorithm": name, "dataset": f"d{j}", "accuracy": round(0.5 + 0.01 * j * (1 - i), 3)}
        for j in range(1, 7)
        for i, name in enumerate(names)
    ]
    first, second = save(tmp_path / "1.csv", table), save(tmp_path / "2.csv", table[:-2])
    assert "1 verdict changed." in run("compare", first, second, "-o", tmp_path / "c.md").stdout
    text = (tmp_path / "c.md").read_text(encoding="utf8")
    assert "\\=cmd\\(\\) no longer beats a\\|b &lt;i&gt;" in text
    assert run("compare", first, second, "-o", tmp_path / "c.csv").exit_code == 1
    with (tmp_path / "c.csv").open(encoding="utf8") as file:
        cells = [cell for row in csv.DictReader(file) for cell in row.values()]
    assert not [cell for cell in cells if cell.startswith("=")]
    assert "'=cmd()" in cells


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (("compare", "{old}"), "Missing argument 'NEW'"),
        (("compare", "{old}", "absent.csv"), "absent.csv"),
        (("compare", "{old}", "absent.pdf"), "no report"),
        (("compare", "{old}", "{old}", "-o", "changes.docx"), "unknown kind of table 'changes.docx'"),
        (("compare", "{old}", "{old}", "--reference", "Z"), "Z"),
    ],
)
def test_wrong_use_is_exit_code_2_with_a_hint(words: tuple[str, ...], error: str, old: Path) -> None:
    problem, hint = refused(*(word.format(old=old) for word in words), code=2)
    assert error in problem
    assert hint
