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


def test_check_and_build_agree_on_what_to_type_for_a_factor(tmp_path: Path) -> None:
    sized = [
        {"algorithm": name, "dataset": f"d{j}", "size": size, "accuracy": 0.9 - place / 50 - j / 999}
        for j in range(8)
        for size in ("small", "large")
        for place, name in enumerate("ABC")
    ]
    path = save(tmp_path / "sized.csv", sized)
    said = [
        refused(command, path, *out, code=2) for command, out in (("check", ()), ("build", ("-o", tmp_path / "r.md")))
    ]
    assert said[0] == said[1]
    assert "--factor size" in said[0][1]
    assert "8 datasets" in fine("check", path, "--factor", "size")
    fine("build", path, "--factor", "size", "--sections", "answer", "-o", tmp_path / "r.md")
    page = (tmp_path / "r.md").read_text(encoding="utf8")
    assert "At every level of size the best mean rank is that of A." in page


def test_a_test_and_a_figure_of_a_table_with_a_factor_name_the_ways_that_are_open(noisy: Path, tmp_path: Path) -> None:
    for words in (("test", "friedman", noisy), ("plot", "box", noisy, "-o", tmp_path / "b.svg")):
        error, hint = refused(*words, "--factor", "noise", code=2)
        assert "column 'noise' varies" in error
        assert "--by noise,metric" in hint
        assert '--where "noise = …"' in hint
    apart = rows("test", "friedman", noisy, "--factor", "noise", "--by", "noise,metric")
    assert [row["noise"] for row in apart] == [0.0, 0.1, 0.2]
    fine("plot", "box", noisy, "--factor", "noise", "--where", "noise = 0.2", "-o", tmp_path / "b.svg")


@pytest.mark.long
def test_a_report_of_a_factor_compares_its_levels_and_is_verified_and_rebuilt(noisy: Path, tmp_path: Path) -> None:
    own = ["--factor", "noise", "--sections", "answer,subsets,references"]
    fine("build", noisy, *own, "-o", tmp_path / "r.pdf", "-o", tmp_path / "r.md")
    page = (tmp_path / "r.md").read_text(encoding="utf8").replace("\\", "")
    assert "By level of noise, the best mean rank is that of A at 0.0, A at 0.1 and C at 0.2." in page
    lines = page.splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith("| algorithm | 0.0 | 0.1 | 0.2 |"))
    cells = {
        line.split("|")[1].strip(): [cell.strip(" *") for cell in line.split("|")[2:5]]
        for line in lines[head + 2 : head + 5]
    }
    # The order is A, B, C on every dataset, and C, B, A at a noise of 0.2.
    assert (cells["A"], cells["C"]) == (["1.00", "1.00", "3.00"], ["3.00", "3.00", "1.00"])
    # A part per level: exact p-values of ten datasets, 2 / 2^10, adjusted over the nine pairs of all levels.
    for level, best in (("0.0", "A"), ("0.1", "A"), ("0.2", "C")):
        part = page.partition(f"**noise {level}**")[2].partition("**noise")[0]
        assert f"By accuracy, {best} has the best mean rank (1.00); 3 of 3 pairs differ significantly." in part
        assert f"Pairs by accuracy at level {level}." in part
        assert part.count(f"{9 * 2 / 2**10:.3f}"[1:]) == 3
    judged = br.verification(tmp_path / "r.pdf", source=noisy)
    assert judged.differences == ()
    assert judged.complete
    again = br.rebuild(tmp_path / "r.pdf").write(tmp_path / "again.md")
    assert again.read_text(encoding="utf8") == (tmp_path / "r.md").read_text(encoding="utf8").replace(
        "r_files", "again_files"
    )


def test_the_levels_of_a_dataset_are_no_independent_datasets(noisy: Path, tmp_path: Path) -> None:
    fine(
        "build", noisy, "--factor", "noise", "--where", "noise < 0.15", "--sections", "answer", "-o", tmp_path / "r.md"
    )
    page = (tmp_path / "r.md").read_text(encoding="utf8")
    assert "20 datasets in ten groups" in page
    # Ten families that all favour A: 2 / 2^10, times 3 pairs by Holm.
    means = (
        pl.read_csv(noisy)
        .filter(pl.col("noise") < 0.15)
        .group_by("algorithm", "dataset")
        .agg(pl.col("accuracy").mean())
    )
    p = br.run("wilcoxon", br.scores(means), adjust="holm")["p_adjusted"].max()
    assert p == pytest.approx(3 * 2 / 2**10)
    assert ".006" in page


def test_datasets_that_are_left_out_are_in_no_group(noisy: Path, tmp_path: Path) -> None:
    table = pl.read_csv(noisy).with_columns(seconds=pl.col("accuracy") * 10)
    failed = (pl.col("algorithm") == "B") & (pl.col("dataset") == "d3")
    table.with_columns(accuracy=pl.when(~failed).then("accuracy")).write_csv(noisy)
    for metrics in ("accuracy", "accuracy,seconds"):
        path = tmp_path / "r.md"
        fine("build", noisy, "--factor", "noise", "--metrics", metrics, "--missing", "drop_blocks", "-o", path)
        assert "27 of 30 datasets in nine groups" in path.read_text(encoding="utf8")


def test_several_factors_are_taken_together(tmp_path: Path) -> None:
    cells = [
        {"algorithm": name, "dataset": f"d{j}", "noise": noise, "size": size, "accuracy": 0.9 - place / 50 - j / 999}
        for j in range(6)
        for noise in ("low", "high")
        for size in ("s", "m")
        for place, name in enumerate("AB")
    ]
    path = save(tmp_path / "both.csv", cells)
    fine("build", path, "--factor", "noise", "--factor", "size", "--sections", "answer", "-o", tmp_path / "r.md")
    page = (tmp_path / "r.md").read_text(encoding="utf8")
    assert "At every level of noise and size the best mean rank is that of A." in page
    assert "high, m" in page


def test_names_of_a_parquet_file_are_kept_by_a_pattern(noisy: Path) -> None:
    pl.read_csv(noisy).write_parquet(packed := noisy.with_suffix(".parquet"))
    own = ["--where", "noise = 0.1 and (algorithm like 'A%' or algorithm = 'B')", "--metrics", "accuracy"]
    assert rows("test", "wilcoxon", packed, *own) == rows("test", "wilcoxon", noisy, *own)
