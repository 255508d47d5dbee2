"""Errors of predicted numbers, and tests of squared errors."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import polars as pl

from benchreport.document.analyses.contests import LISTED, Focus, contest_of, listing_of
from benchreport.document.evidence.predictions import is_numeric_truth, pooled_word, where_of, with_control
from benchreport.document.evidence.result_rows import first_row, plain, seeded, smallest
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import INTERVAL, adjusted_p, column, digits, label, level_title
from benchreport.document.model.blocks import Section, Table
from benchreport.document.sections import Part
from benchreport.measures.measure import measure
from benchreport.measures.scoring import MAJORITY
from benchreport.numerals import decimals_for, fixed, limits
from benchreport.options import Options
from benchreport.registry import METHODS
from benchreport.stats.two_algorithms.on_instances__instance_dependence import instance_dependence
from benchreport.stats.two_algorithms.regression_errors import f_test_regression, pitman_morgan
from benchreport.tables.schema import RUN_KEYS

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

MEASURED = ("mse", "rmse", "mae", "r2")
# The mean of squared errors of fewer instances is not taken as normal.
ENOUGH = 30
NAMES = {
    "paired_t_instances": "paired t test on squared errors",
    "permutation_signflip": "sign flips of squared errors",
}
# The same tests where instances come in clusters.
CLUSTER_NAMES = {
    "paired_t_instances": "cluster-robust t test on squared errors",
    "permutation_signflip": "sign flips of the squared errors of whole clusters",
}


def regression_section(evidence: Evidence) -> Section | None:
    """Write the section on predicted numbers; none where classes were predicted."""
    predicted, options = evidence.judged, evidence.options
    if predicted is None or not is_numeric_truth(predicted) or "prediction" not in predicted.columns:
        return None
    measured = _measured(predicted)
    own = measured.filter(pl.col("algorithm") != MAJORITY)
    # Numbers that start anew in every fold do not name instances.
    anew = evidence.folds is not None and (evidence.folds["design"] == "unknown").any()
    runs = [name for name in RUN_KEYS if anew and name in predicted.columns]
    sizes = predicted.group_by("dataset").agg(n=pl.struct(*runs, "instance").n_unique())
    dependence = instance_dependence(predicted)
    test = _test(options, dependence.fewest if dependence.clustered else int(smallest(sizes["n"]) or 0))
    test_name = (CLUSTER_NAMES if dependence.clustered else NAMES)[test]
    beside = not dependence.dependent
    losses = own.select("dataset", a="algorithm", estimate="mse")
    squared = partial(seeded(test, options), by="dataset", loss="squared")
    contest = contest_of(evidence, predicted, losses, squared)
    focus, told = contest.focus.name, contest.told
    if told is not None:
        told = _with_tests_beside(told, predicted, focus, options)
        if dependence.dependent:
            # Both tests beside it take instances as independent.
            told = told.with_columns(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("p_pitman", "p_f"))
        contest = replace(contest, told=told)
    nothing = measured.filter(pl.col("r2") < 0).filter(pl.col("algorithm") != MAJORITY)
    return evidence.section(
        "regression",
        contest.facts(options.alpha)
        | {
            "test": METHODS[test],
            "dependence": dependence,
            "test_name": test_name,
            "beside": beside,
            "asked_for": options.tests.get("instances") == test,
            "refused": options.tests.get("instances") == "mcnemar",
            "enough": ENOUGH,
            "table": _error_table(measured, contest.focus, pooled_word(predicted)),
            "pairs": None if told is None else _pair_table(told, focus, test_name, options, beside=beside),
            "where": where_of(own),
            "one": own["dataset"].n_unique() == 1,
            "pooled": pooled_word(predicted),
            "mine": own.filter(pl.col("algorithm") == focus).sort("dataset").row(0, named=True),
            "nothing": first_row(nothing.sort("r2", "algorithm")),
            "n_nothing": nothing.height,
        },
    )


def _test(options: Options, smallest: int) -> str:
    """Choose the test that was asked for, or by the size of the smallest dataset; never by what it shows."""
    wanted = options.tests.get("instances")
    if wanted in NAMES:
        return str(wanted)
    return "paired_t_instances" if smallest >= ENOUGH else "permutation_signflip"


def _measured(predicted: pl.DataFrame) -> pl.DataFrame:
    """Measure the errors of every algorithm, and of always saying the mean."""
    scores = measure(predicted, metrics=list(MEASURED), average="pooled", baselines=True)
    means = (
        plain(scores)
        .group_by("dataset", "algorithm", "metric", maintain_order=True)
        .agg(value=pl.col("value").mean(), n=pl.col("n_test").sum())
    )
    wide = means.pivot("metric", index=["dataset", "algorithm", "n"], values="value")
    return wide.sort("dataset", "mse", "algorithm", nulls_last=True)


def _with_tests_beside(told: pl.DataFrame, predicted: pl.DataFrame, focus: str, options: Options) -> pl.DataFrame:
    """Set the tests of error variances beside the pairs with one algorithm."""
    shared = with_control(predicted, focus)
    spread = plain(pitman_morgan(shared, control=focus, alpha=options.alpha, missing="available"))
    separate = plain(f_test_regression(shared, control=focus, alpha=options.alpha))
    keys = ["dataset", "a"]
    return told.join(
        spread.select(*keys, p_pitman="p_value", variance_ratio="estimate"), on=keys, how="left", maintain_order="left"
    ).join(separate.select(*keys, p_f="p_value", mse_ratio="estimate"), on=keys, how="left", maintain_order="left")


def _error_table(measured: pl.DataFrame, focus: Focus, pooled: str) -> Table:
    titles = {"mse": "MSE", "rmse": "RMSE", "mae": "MAE", "r2": "R²"}
    group = pooled and "pooled over the folds"
    columns = (
        column("n", "predictions"),
        *(column(name, title, digits(4), group=group) for name, title in titles.items()),
    )
    note = "In brackets: always predicting the mean of the dataset’s truths."
    listing = listing_of(measured, focus, name="algorithm", also=(MAJORITY,), most=LISTED)
    called = {MAJORITY: "mean of the truth"}
    return listing.table("regression-errors", "Errors of the predicted numbers.", columns, note=note, called=called)


def _pair_table(told: pl.DataFrame, focus: str, test: str, options: Options, *, beside: bool) -> Table:
    """Print the pairs with one algorithm; ``beside`` are tests for comparison, of independent instances only."""
    kept = told
    if told.height > LISTED:
        nearest = told.with_columns(pl.col("mse_ratio").log().abs().alias("away")).sort("away", "a", nulls_last=True)
        kept = nearest.unique("dataset", keep="first", maintain_order=True).sort("dataset").head(LISTED)
    width = pl.coalesce(pl.col("ci_high") - pl.col("ci_low"), pl.col("estimate").abs())
    compared = "p, beside"
    columns = (
        label("dataset", when=told["dataset"].n_unique() > 1),
        label("a", "algorithm"),
        column("n", "instances"),
        column("mse_ratio", "ratio", digits(3), group="MSE"),
        column(("estimate", "width"), "difference", _difference, group="MSE"),
        column((*INTERVAL, "width"), level_title(options), _limits, group="MSE", unless_empty=True),
        column("p_value", "p"),
        adjusted_p(options),
        column("p_pitman", "Pitman-Morgan", group=compared, when=beside),
        column("p_f", "F", group=compared, when=beside),
    )
    others = ", and for comparison the Pitman-Morgan and F tests" if beside else ""
    left = told.height - kept.height
    explained = (
        "Pitman-Morgan compares the variances of the errors and ignores biases; F assumes separate test sets and does "
        "not decide."
    )
    return exhibits.table(
        "regression-pairs",
        f"Squared errors against {focus}: {test}{others}.",
        kept.with_columns(width=width),
        columns,
        twin=told,
        note=explained if beside else "",
        rest=f"The nearest rival on each dataset; the other {left} pairs are in" if left else "",
    )


def _difference(value: float | None, width: float | None) -> str:
    return fixed(value, decimals_for(width))


def _limits(low: float | None, high: float | None, width: float | None) -> str:
    return limits(low, high, decimals_for(width))


REGRESSION = Part(id="regression", after="predicted", make=regression_section)
