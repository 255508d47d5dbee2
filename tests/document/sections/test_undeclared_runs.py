"""What a report says of runs whose design nobody declared: nothing that rests on a guess."""

from __future__ import annotations

import importlib
import re
import warnings
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Finding, Report
from benchreport.errors import OptionError
from benchreport.study import Study
from tests.cli.shell import fine, run
from tests.document.sections.told import part_of, said
from tests.tables.conftest import layout

PATHS = ["summary", "setup", "coverage", "ranks", "within", "variance", "single", "ordering", "bayes", "multivariate"]


def resamples(n: int = 30, datasets: int = 6, repeats: int = 0) -> pl.DataFrame:
    """Random resamples numbered 0 to n - 1, three algorithms that differ, no word on how they came about."""
    rng = np.random.default_rng(7)
    rows = [
        (name, f"set{d}", run // 2 if repeats else 0, run % 2 if repeats else run, 0.7 + shift + 0.02 * rng.normal())
        for name, shift in (("A", 0.03), ("B", 0.01), ("C", 0.0))
        for d in range(datasets)
        for run in range(n)
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "repeat", "fold", "accuracy"], orient="row")
    return br.scores(frame if repeats else frame.drop("repeat"))


@pytest.fixture(scope="module")
def undeclared() -> Report:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return br.report(resamples(), sections=PATHS)


def all_words(report: Report, folder: Path) -> str:
    return report.write(folder / "report.md").read_text()


def test_thirty_random_resamples_are_never_called_cross_validation(undeclared: Report, tmp_path: Path) -> None:
    text = all_words(undeclared, tmp_path).replace("\\", "")
    assert not re.search(r"cross-validation|\d+-fold|parts in common", text)
    assert "The design of the runs is not declared. They may be folds, resamples or seeds." in said(undeclared, "setup")


def test_tests_within_a_dataset_say_that_they_need_a_declared_design(undeclared: Report) -> None:
    text = said(undeclared, "within")
    assert (
        "Tests within a dataset need a declared design. The runs of 6 datasets may be folds, resamples or seeds" in text
    )
    assert not [block for block in part_of(undeclared, "within").blocks if isinstance(block, Finding)]


def test_nothing_that_rests_on_undeclared_runs_reaches_the_summary(undeclared: Report) -> None:
    assert not {"variance", "single", "ordering", "multivariate"} & {part.id for part in undeclared.sections}
    methods = {
        method
        for part in undeclared.sections
        for block in part.blocks
        if isinstance(block, Finding)
        for method in block.rows["method"]
    }
    assert not methods & {"corrected_resampled_t", "kfold_paired_t", "cv52_f", "unpaired_t", "anova_blocked"}
    assert "resampled" not in said(undeclared, "summary")


def test_comparisons_over_datasets_go_ahead_on_means(undeclared: Report) -> None:
    findings = [block for part in undeclared.sections for block in part.blocks if isinstance(block, Finding)]
    rows = pl.concat([finding.rows.select("method", "n") for finding in findings])
    pairs = rows.filter(pl.col("method").is_in(["wilcoxon"]))
    assert pairs.height >= 3
    assert set(pairs["n"]) == {6}  # datasets, not the 180 runs


def test_a_grid_of_five_repeats_and_two_runs_is_a_guess_too() -> None:
    grid = resamples(10, 2, repeats=5).drop("design")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        report = br.report(grid, sections=["setup", "within"])
    assert any("need a declared design" in str(one.message) for one in caught)
    assert "two-fold" not in said(report, "setup")
    assert "10 runs per algorithm on each of 2 datasets" in said(report, "setup")
    assert "cv52" not in {row for part in report.sections for row in part.id}


def test_a_declared_design_brings_the_tests_back() -> None:
    scores = resamples(10, 2).with_columns(design=pl.lit("kfold_cv", pl.Categorical))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        report = br.report(scores, sections=["setup", "within"])
    assert "10-fold cross-validation on each of 2 datasets" in said(report, "setup")
    assert [block for block in part_of(report, "within").blocks if isinstance(block, Finding)]


def test_one_fold_cross_validation_can_no_longer_be_printed(demsar: pl.DataFrame) -> None:
    with pytest.raises(OptionError, match="one value per cell"):
        br.read_scores(br.example("demsar2006_auc.csv"), design="kfold_cv")
    # Declared behind the door's back it is still one value per cell.
    behind = demsar.with_columns(design=pl.lit("kfold_cv", pl.Categorical))
    text = said(br.report(behind, sections=["setup"]), "setup")
    assert "one value per algorithm on each of 14 datasets" in text
    assert "fold" not in text


def test_the_demo_declares_no_design_that_its_table_contradicts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studies: list[Study] = []
    room = importlib.import_module("benchreport.cli.build")
    monkeypatch.setattr(room, "build_study", lambda study, **_: studies.append(study) or [])
    fine("demo", "-o", tmp_path)
    (study,) = studies
    br.read_scores(study.scores, **({"design": study.design} if study.design else {}))


def test_two_folds_share_no_training_data_and_the_report_does_not_say_so() -> None:
    halves = br.scores(layout(folds=2), design="kfold_cv")
    text = said(br.report(halves, sections=["setup"]), "setup")
    assert "two-fold cross-validation" in text
    assert "Training sets overlap" not in text


@pytest.mark.parametrize("declared", [None, "repeated_holdout"])
def test_python_warns_of_what_the_command_line_prints(declared: str | None, tmp_path: Path) -> None:
    table = resamples(12, 3).drop("direction")
    table.with_columns(pl.col(pl.Categorical).cast(pl.String)).write_csv(tmp_path / "scores.csv")
    options = ["--design", declared] if declared else []
    result = run("build", tmp_path / "scores.csv", "-o", tmp_path / "r.md", "--sections", "setup", *options)
    printed = [line.removeprefix("warning: ") for line in result.stderr.splitlines() if line.startswith("warning")]
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        scores = br.read_scores(tmp_path / "scores.csv", **({"design": declared} if declared else {}))
        br.report(scores, sections=["setup"])
    assert printed == [str(one.message) for one in caught if issubclass(one.category, br.BenchreportWarning)]
    assert bool(printed) == (declared is None)


# Unequal runs


def uneven(*lacking: int) -> pl.DataFrame:
    """A is ahead of B in every fold; later folds are harder, and B lacks some of d0."""
    rows = [
        (name, f"d{d}", fold, 0.9 - 0.1 * fold - shift + 0.01 * d)
        for name, shift in (("A", 0.0), ("B", 0.02))
        for d in range(6)
        for fold in range(5)
        if (name, d) != ("B", 0) or fold not in lacking
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "accuracy"], orient="row")
    return br.scores(frame, design="kfold_cv")


def test_the_runs_that_all_have_are_averaged_whatever_their_values() -> None:
    report = br.report(uneven(3, 4), sections=["setup", "coverage", "leaderboard", "ranks"])
    # Over its own runs B would win d0, 0.78 to 0.7; on the three runs that both have it loses all six datasets.
    assert "only the runs that all algorithms have are averaged: d0 (3 of 5 runs)" in said(report, "coverage")
    assert "1 cell lacks some of these runs" in said(report, "setup")
    findings = [block for part in report.sections for block in part.blocks if isinstance(block, Finding)]
    (row,) = pl.concat([one.rows for one in findings], how="diagonal").filter(method="wilcoxon").to_dicts()
    assert (row["n"], row["better"]) == (6, "A")
    assert row["p_value"] == 0.03125  # 2 / 2^6: A is ahead on every dataset


def test_runs_that_change_no_order_are_left_out_as_well() -> None:
    scores = uneven(0)
    assert "averaged: d0 (4 of 5 runs)" in said(br.report(scores, sections=["coverage"]), "coverage")
    assert "fewer runs than the other algorithms: B on d0 has 4 of 5" in br.design(scores)["note"][0]


def test_what_every_run_would_give_stands_beside_it() -> None:
    text = said(br.report(uneven(3, 4), sections=["answer", "data"]), "data")
    assert "Some algorithms lack runs that others have (1 cell)." in text
    # A loses 0.1 with each fold: 0.8 over the three that both have, 0.7 over all five. B lacks the hard two, so it wins
    # d0 over all runs; with six datasets an exact test rejects only if one algorithm wins all of them.
    assert (
        "Only the runs that all algorithms of a dataset have are averaged: d0 (3 of 5 runs). With every run averaged "
        "instead, A is still first, and one test of a pair comes to another result; the mean of A on d0 changes most, "
        "from 0.800 to 0.700."
    ) in text


def test_the_facts_line_does_not_deny_missing_runs() -> None:
    facts = br.report(uneven(0), sections=["answer"]).facts
    assert "6 datasets, 1 of 12 results on fewer runs" in facts
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        undeclared = br.report(uneven(0).drop("design"), sections=["answer"]).facts
    assert "up to 5 runs per cell, design not declared" in undeclared


def test_where_no_run_is_common_or_runs_are_seeds_the_report_says_that_each_keeps_its_own() -> None:
    scores = uneven(0)
    first = (pl.col("dataset") == "d1") & ((pl.col("algorithm") == "A") == (pl.col("fold") < 2))
    apart = br.report(scores.filter((pl.col("dataset") != "d1") | first), sections=["answer", "data"])
    assert "No run is common to all on d1; there each score is a mean over all runs of its algorithm." in said(
        apart, "data"
    )
    rows = scores.drop("design", "direction").rename({"fold": "repeat"})
    seeds = said(br.report(br.scores(rows, design="seeds"), sections=["answer", "data"]), "data")
    assert "Seeds are not matched, so each score is a mean over all runs of its algorithm." in seeds
    assert "Only the runs" not in seeds
