"""The section on detectable differences and open questions says what the numbers allow, and no more."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy import optimize, stats

import benchreport as br
from benchreport.document.model.blocks import figures_of
from tests.document.conftest import HOSTILE
from tests.document.sections.told import ERRORS, FOLDS, folds, halved, printed, said, table_of, wide

ADVICE = ["ranks", "within", "advice"]


def advised(scores: pl.DataFrame, **wishes: object) -> br.Report:
    return br.report(scores, sections=ADVICE, **wishes)


def shift_found(n: int, alpha: float) -> float:
    """The noncentrality at which a two-sided t test of n values has power 0.8, by SciPy's own distribution."""
    critical = stats.t.isf(alpha / 2, n - 1)

    def lacking(shift: float) -> float:
        other_side = np.nan_to_num(stats.nct.cdf(-critical, n - 1, shift))  # SciPy gives up where nothing is left
        return float(stats.nct.sf(critical, n - 1, shift) + other_side - 0.8)

    return float(optimize.brentq(lacking, 0.1, 12))


def test_the_detectable_difference_is_that_of_a_t_test_at_both_levels() -> None:
    report = advised(wide("error", **ERRORS))
    table = table_of(report, "reach")
    rows = table.frame.sort("a")
    spreads = {name: np.std(np.subtract(ERRORS[name], ERRORS["A"]), ddof=1) for name in "BCD"}
    for alpha, column in ((0.05, "detectable"), (0.05 / 6, "detectable_strict")):
        expected = [spreads[name] * shift_found(10, alpha) / 10**0.5 for name in rows["a"]]
        assert rows[column].to_list() == pytest.approx(expected, rel=1e-6)
    (line,) = printed(table)
    assert line["against"] == "A"
    assert float(line["one test"]) == pytest.approx(rows["detectable"].median(), rel=0.05)
    assert float(line["adjusted"]) == pytest.approx(rows["detectable_strict"].median(), rel=0.05)


def test_conclusive_and_inconclusive_pairs_are_those_of_the_tests() -> None:
    # METHODS 14, FX4 after Holm: A-C and A-D 0.0117, A-B 0.1016.
    text = said(advised(wide("error", **ERRORS)), "advice")
    assert "Established by error: A is significantly better than C and D." in text
    assert "Open by error: A does not differ significantly from B." in text


def test_what_no_result_could_have_shown_is_said_with_the_datasets_it_takes() -> None:
    five = wide("error", **{name: values[:5] for name, values in ERRORS.items()})
    report = advised(five)
    # METHODS: with 5 blocks the smallest p is 2 / 32, times 6 pairs 0.375; 8 blocks give 6 * 2 / 256 = 0.047.
    assert "with 5 datasets, the smallest possible p-value, Holm-adjusted for 6 comparisons, is .375." in said(
        report, "advice"
    )
    (line,) = printed(table_of(report, "reach"))
    assert (line["smallest p"], line["at all"]) == (".375", "8")
    assert br.attainable(5, 4).select("smallest_adjusted", "blocks_needed").row(0) == (0.375, 8)


def test_a_test_without_a_smallest_p_says_nothing_of_attainability() -> None:
    report = advised(wide("error", **ERRORS), tests={"pairs": "kfold_paired_t"})
    assert "smallest p" not in [column.title for column in table_of(report, "reach").columns]


def test_a_declared_margin_is_planned_for() -> None:
    report = advised(wide("error", **ERRORS), margin=0.005)
    (line,) = printed(table_of(report, "reach"))
    spread = float(np.median([np.std(np.subtract(ERRORS[name], ERRORS["A"]), ddof=1) for name in "BCD"]))
    needed = int(line["margin"])
    ratio = 0.005 / spread
    assert (
        shift_found(needed, 0.05)
        <= ratio * needed**0.5
        < shift_found(needed - 1, 0.05) * (needed / (needed - 1)) ** 0.5
    )


@pytest.mark.parametrize("adjustment", ["hochberg", "bh"])
def test_nothing_is_called_unattainable_where_pairs_are_significant(adjustment: str) -> None:
    # Seven datasets, four algorithms in strict order: every p is 2 / 128, and stepping up keeps it below 0.05;
    # stepping down would take 6 * 2 / 128 = 0.094.
    ordered = {name: [0.9 - 0.1 * place + 0.001 * i for i in range(7)] for place, name in enumerate("ABCD")}
    report = advised(wide("accuracy", **ordered), adjustment=adjustment)
    text = said(report, "advice")
    assert "Established by accuracy: A is significantly better than B, C and D." in text
    assert "no pair could become significant" not in text
    # With five no test of a pair can decide; from six on Nemenyi's test can, if the pair's own test agrees.
    held = said(advised(wide("accuracy", **{name: values[:5] for name, values in ordered.items()})), "advice")
    assert "no pair could become significant: with 5 datasets" in held
    assert "Established" not in held


def test_power_at_the_observed_differences_is_neither_said_nor_marked() -> None:
    report = advised(wide("error", **ERRORS))
    (figure,) = [figure for figure in figures_of(report) if figure.id == "power-error"]
    assert "observed difference" not in said(report, "advice") + str(figure.caption)
    rows = br.detectable_difference(wide("error", **ERRORS), control="A")
    for name, detectable in rows.select(pl.col("a").cast(pl.String), "detectable").rows():
        assert f"{name}: power 0.80 at {detectable:.3g}" in figure.alternative


def test_regression_results_get_no_advice_on_classes() -> None:
    def titles(report: br.Report) -> list[str]:
        return [
            title for title in ("Stratified cross-validation", "Balanced classes") if title in said(report, "advice")
        ]

    assert titles(advised(folds("accuracy", **FOLDS))) == ["Stratified cross-validation", "Balanced classes"]
    assert titles(advised(folds("rmse", **FOLDS))) == []
    ten = [
        (name, "d", i % 5, i, float(i), float(i) + shift * (i % 3))
        for name, shift in (("A", 0.1), ("B", 0.2))
        for i in range(20)
    ]
    predicted = pl.DataFrame(
        ten, schema=["algorithm", "dataset", "fold", "instance", "truth", "prediction"], orient="row"
    )
    assert titles(br.report(predicted, sections=["advice"])) == []


def test_runs_of_one_dataset_are_planned_with_the_corrected_test_and_have_a_floor() -> None:
    report = advised(folds("error", **FOLDS))
    table = table_of(report, "runs-reach")
    (row,) = table.frame.rows(named=True)
    spread = np.std(np.subtract(FOLDS["B"], FOLDS["A"]), ddof=1)
    # Ten folds: test to training is 1 to 9.
    assert row["detectable"] == pytest.approx(spread * shift_found(10, 0.05) * (1 / 10 + 1 / 9) ** 0.5, rel=1e-6)
    (line,) = printed(table)
    floor = spread * shift_found(10, 0.05) * (1 / 9) ** 0.5
    assert float(line["with unlimited runs"]) == pytest.approx(floor, rel=0.05)
    assert [figure.id for figure in figures_of(report)][-1] == "power-error"


def test_a_cost_decides_where_no_difference_was_shown() -> None:
    quality = wide("accuracy", A=[0.9, 0.8, 0.7, 0.9], B=[0.8, 0.9, 0.7, 0.8])
    cost = wide("train_time", A=[9.0, 8.0, 7.0, 9.0], B=[1.0, 2.0, 1.0, 2.0])
    text = said(advised(pl.concat([quality, cost])), "advice")
    assert "Of the algorithms that A does not significantly beat by accuracy, B has the best mean rank" in text
    assert "by training time (1.00)." in text


def test_algorithms_of_equal_cost_share_the_best_rank() -> None:
    quality = wide("accuracy", A=[0.9, 0.8, 0.7, 0.9], B=[0.8, 0.9, 0.7, 0.8])
    cost = wide("train_time", A=[1.0, 2.0, 1.0, 2.0], B=[2.0, 1.0, 2.0, 1.0])
    text = said(advised(pl.concat([quality, cost])), "advice")
    assert "A and B share the best mean rank by training time (1.50)." in text


@pytest.mark.parametrize(
    ("scores", "title"),
    [
        (folds("error", **FOLDS), "K-fold cross-validation"),
        (folds("error", repeats=3, **FOLDS), "Repeated cross-validation"),
        (wide(**ERRORS), "Balanced classes"),
        (wide("train_time", **ERRORS), "Random order of the runs"),
    ],
    ids=["folds", "repeats", "shares", "times"],
)
def test_notes_on_the_design_are_those_that_apply(scores: pl.DataFrame, title: str) -> None:
    assert title in said(advised(scores), "advice")
    areas = {name: [1 - value for value in values] for name, values in ERRORS.items()}
    assert title not in said(advised(wide("auc", **areas)), "advice")


@pytest.mark.parametrize(
    "scores",
    [
        wide(A=[0.5], B=[0.4]),
        wide(A=[0.5] * 6, B=[0.5] * 6, C=[0.5] * 6),
        wide(A=[0.9] * 6, B=[0.8] * 6),
        folds("error", A=[0.5] * 5, B=[0.5] * 5),
        wide(**{name: [0.1 * i, 0.2, 0.3, 0.1] for i, name in enumerate(HOSTILE)}),
    ],
    ids=["one value", "all tied", "no spread", "constant runs", "hostile names"],
)
def test_degenerate_tables_are_advised_without_a_crash(scores: pl.DataFrame, tmp_path: Path) -> None:
    report = br.report(
        scores, sections=["summary", "setup", "coverage", "leaderboard", "distributions", "advice", "reasons"]
    )
    assert "Open" in said(report, "advice") or "Established" in said(report, "advice")
    text = report.write(tmp_path / "r.md").read_text(encoding="utf8")
    assert "None" not in text.replace("None of", "")


def test_few_are_named_and_many_counted() -> None:
    from benchreport.naming import named

    assert named(["kNN"], 3) == "kNN"
    assert named(["kNN", "SVM"], 3) == "kNN and SVM"
    assert named([f"a{i}" for i in range(9)], 30) == "9 of the 30 others"


def test_runs_of_one_dataset_are_judged_by_their_own_tests() -> None:
    # METHODS 14, FX1, corrected resampled t after Holm: A-B 0.0372, A-C 0.0006.
    text = said(advised(folds("error", **FOLDS)), "advice")
    assert "Established by error: A is significantly better than B and C." in text
    assert "Open by error" not in text


def test_metrics_out_of_reach_alike_are_told_of_together() -> None:
    five = {name: values[:5] for name, values in ERRORS.items()}
    text = said(advised(pl.concat([wide("error", **five), wide("ece", **halved(five))])), "advice")
    assert text.count("no pair could become significant") == 1
    assert "By error and ECE, no pair could become significant" in text


@pytest.mark.parametrize("form", ["report.md", "report.html"])
def test_the_advice_renders(form: str, tmp_path: Path) -> None:
    assert advised(wide("error", **ERRORS)).write(tmp_path / form).stat().st_size > 0
