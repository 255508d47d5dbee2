"""Rows that a predicate keeps, and tables with a factor: check, test, plot, build, verify and rebuild."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from tests.cli.shell import fine, refused, rows, save, study


@pytest.fixture
def noisy(tmp_path: Path) -> Path:
    """A beats B beats C on ten datasets without noise and with little of it; with much noise the order is reversed."""
    cells = [
        {
            "algorithm": name,
            "dataset": f"d{j}",
            "noise": noise,
            "accuracy": round(0.9 - noise / 2 - (0.05 + 0.001 * j) * (place if noise < 0.15 else 2 - place), 4),
        }
        for j in range(10)
        for noise in (0.0, 0.1, 0.2)
        for place, name in enumerate("ABC")
    ]
    return save(tmp_path / "noise.csv", cells)


def kept(path: Path) -> Path:
    """The rows with a noise of 0.1, as someone would write them into a file of their own."""
    one = path.with_name("one.csv")
    pl.read_csv(path).filter(pl.col("noise") == 0.1).drop("noise").write_csv(one)
    return one


@pytest.mark.parametrize("where", ["noise == 0.1", "noise = 0.1", "noise > 0.05 and noise < 0.15"])
def test_a_test_of_the_rows_kept_is_that_of_a_table_with_only_these(noisy: Path, where: str) -> None:
    found = rows("test", "wilcoxon", noisy, "--where", where, "--metrics", "accuracy")
    assert found == rows("test", "wilcoxon", kept(noisy))
    assert [row["n"] for row in found] == [10, 10, 10]


def test_check_and_plot_keep_rows_too(noisy: Path) -> None:
    assert "noise.csv: 30 rows" in fine("check", noisy, "--where", "noise = 0.1", "--factor", "noise")
    own = ["--where", "noise = 0.1", "--factor", "noise"]
    numbers = fine("plot", "cd", noisy, *own, "--csv")
    assert numbers == fine("plot", "cd", kept(noisy), "--csv")


def test_a_study_says_which_rows_are_kept(noisy: Path, tmp_path: Path) -> None:
    source = study(tmp_path, f'scores = "{noisy.name}"\nwhere = "noise = 0.1"\nfactors = ["noise"]\n')
    assert rows("test", "sign_test", source) == rows("test", "sign_test", kept(noisy))
    (changed,) = rows("test", "friedman", source, "--where", "noise = 0.2 and dataset <> 'd0'")
    assert changed["n"] == 9  # the command line wins


@pytest.mark.parametrize(
    ("where", "problem", "remedy"),
    [
        ("nois = 0.1", "no column 'nois' to keep rows by", "did you mean 'noise'?"),
        ("noise = 7", "no row of the table has noise = 7", "column 'noise' has 0.0, 0.1, 0.2"),
        ("noise =", "where is 'noise ='", "columns, comparisons"),
        ("noise", "where is 'noise'", "columns, comparisons"),
        ("noise = 'x'", "cannot compare string with numeric type", "columns, comparisons"),
    ],
)
def test_a_predicate_that_cannot_be_used_is_answered(noisy: Path, where: str, problem: str, remedy: str) -> None:
    error, hint = refused("check", noisy, "--where", where, code=2)
    assert problem in error
    assert remedy in hint


def test_a_report_of_the_rows_kept_says_so_and_is_verified_and_rebuilt(noisy: Path, tmp_path: Path) -> None:
    own = ["--where", "noise = 0.1", "--factor", "noise", "--sections", "answer,references"]
    fine("build", noisy, *own, "-o", tmp_path / "r.pdf", "-o", tmp_path / "r.md")
    page = (tmp_path / "r.md").read_text(encoding="utf8").replace("\\", "")
    assert "The input was read where noise = 0.1; no other row was used." in page
    assert 'where = "noise = 0.1"' in page  # the recipe
    judged = br.verification(tmp_path / "r.pdf", source=noisy)
    assert judged.differences == ()
    assert judged.complete
    assert "rows kept by the recipe: noise = 0.1" in judged.remarks
    again = br.rebuild(tmp_path / "r.pdf").write(tmp_path / "again.md")
    assert again.read_text(encoding="utf8") == (tmp_path / "r.md").read_text(encoding="utf8").replace(
        "r_files", "again_files"
    )
