"""The section of regression: errors of predicted numbers, and tests of squared errors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

import polars as pl

from benchreport.document.analyses.contests import LISTED, Audit, Contest, Focus, Tally, audit, contest_of, listing_of
from benchreport.document.analyses.predictions.predicted_numbers import ENOUGH, squared_error_test
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.predictions import is_numeric_truth, pooled_word, where_of, with_control
from benchreport.document.evidence.result_rows import plain, seeded
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import INTERVAL, adjusted_p, column, digits, label, level_title
from benchreport.document.model.blocks import Part, Section, Table
from benchreport.measures.measure import measure
from benchreport.measures.scoring import MAJORITY
from benchreport.method import Method
from benchreport.numerals import decimals_for, fixed, limits
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.stats.two_algorithms.on_instances import InstanceDependence
from benchreport.stats.two_algorithms.regression_errors import f_test_regression, pitman_morgan

MEASURED = ("mse", "rmse", "mae", "r2")


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Tests of squared errors: all ``rows``, what those with the algorithm in focus come to, and their table.

    ``family`` are the comparisons adjusted together; ``mse_ratio`` belongs to the only comparison, where there is one.
    """

    rows: pl.DataFrame
    tally: Tally
    family: str
    mse_ratio: float | None
    pairs: Table
    audit: Audit


@dataclass(frozen=True, slots=True, kw_only=True)
class BelowMean:
    """The ``n`` results that are worse than predicting the mean of the truths, and the worst of them."""

    n: int
    algorithm: str
    dataset: str
    r2: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Regression:
    """What the template ``regression`` prints.

    ``rmse`` is that of the algorithm in focus, ``beside`` says that other tests stand beside the one that decides,
    ``refused`` that a test for classes was asked for.
    """

    FORMER: ClassVar[Mapping[str, str]] = {
        **{name: f"s.dependence.{name}" for name in ("attempts", "clustered")},
        **{name: f"s.compared.tally.{name}" for name in ("n", "ahead", "behind", "worse", "stronger", "open", "only")},
        **{name: f"s.compared.{name}" for name in ("rows", "audit", "pairs")},
        "against": "s.compared.family",
        "one": "s.one_dataset",
        "mine": "s.rmse",
        "nothing": "s.below_mean",
        "n_nothing": "s.below_mean.n",
    }

    focus: str
    where: str
    one_dataset: bool
    pooled: str
    rmse: float | None
    table: Table
    compared: Compared | None
    below_mean: BelowMean | None
    dependence: InstanceDependence
    test: Method
    test_name: str
    beside: bool
    asked_for: bool
    refused: bool
    enough: int


def regression_section(evidence: Evidence) -> Section | None:
    """Return the section on predicted numbers; none where classes were predicted."""
    predicted, options = evidence.judged, evidence.options
    if predicted is None or not is_numeric_truth(predicted) or "prediction" not in predicted.columns:
        return None
    measured = _measured(predicted)
    own = measured.filter(pl.col("algorithm") != MAJORITY)
    test, test_name, dependence = squared_error_test(evidence, predicted)
    requested = options.tests.get("instances", "")
    losses = own.select("dataset", a="algorithm", estimate="mse")
    contest = contest_of(evidence, predicted, losses, partial(seeded(test, options), by="dataset", loss="squared"))
    focus, beside = contest.focus, not dependence.dependent
    below = own.filter(pl.col("r2") < 0).sort("r2", "algorithm").select("algorithm", "dataset", "r2")
    regression = Regression(
        focus=focus.name,
        where=where_of(own),
        one_dataset=own["dataset"].n_unique() == 1,
        pooled=pooled_word(predicted),
        rmse=own.filter(pl.col("algorithm") == focus.name).sort("dataset")["rmse"][0],
        table=_error_table(measured, focus, pooled_word(predicted)),
        compared=_compared(contest, predicted, test_name, options, beside=beside),
        below_mean=BelowMean(n=below.height, **below.row(0, named=True)) if below.height else None,
        dependence=dependence,
        test=METHODS[test],
        test_name=test_name,
        beside=beside,
        asked_for=requested == test,
        refused=requested == "mcnemar",
        enough=ENOUGH,
    )
    return evidence.section("regression", regression)


def _compared(
    contest: Contest, predicted: pl.DataFrame, test_name: str, options: Options, *, beside: bool
) -> Compared | None:
    """Return the tests of squared errors with the tests of error variances beside them; None without tests."""
    if contest.rows is None or contest.against is None:
        return None
    focus = contest.focus
    against = _with_tests_beside(contest.against, predicted, focus.name, options)
    if not beside:  # both tests beside it take instances as independent
        against = against.with_columns(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("p_pitman", "p_f"))
    return Compared(
        rows=contest.rows,
        tally=contest.tally(options.alpha),
        family=contest.family(),
        mse_ratio=against["mse_ratio"][0] if against.height else None,
        pairs=_pair_table(against, focus.name, test_name, options, beside=beside),
        audit=audit(contest.rows),
    )


def _measured(predicted: pl.DataFrame) -> pl.DataFrame:
    """Return the errors of every algorithm, and of always predicting the mean."""
    scores = measure(predicted, weighted=False, metrics=list(MEASURED), average="pooled", baselines=True)
    means = (
        plain(scores)
        .group_by("dataset", "algorithm", "metric", maintain_order=True)
        .agg(value=pl.col("value").mean(), n=pl.col("n_test").sum())
    )
    wide = means.pivot("metric", index=["dataset", "algorithm", "n"], values="value")
    return wide.sort("dataset", "mse", "algorithm", nulls_last=True)


def _with_tests_beside(rows: pl.DataFrame, predicted: pl.DataFrame, focus: str, options: Options) -> pl.DataFrame:
    """Return the pairs with one algorithm and the tests of their error variances."""
    shared = with_control(predicted, focus)
    spread = plain(pitman_morgan(shared, control=focus, alpha=options.alpha, missing="available"))
    separate = plain(f_test_regression(shared, control=focus, alpha=options.alpha))
    keys = ["dataset", "a"]
    return rows.join(
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


def _pair_table(rows: pl.DataFrame, focus: str, test: str, options: Options, *, beside: bool) -> Table:
    """Return the table of pairs with one algorithm; ``beside`` are tests for comparison, of independent instances."""
    printed = rows
    if rows.height > LISTED:
        nearest = rows.with_columns(pl.col("mse_ratio").log().abs().alias("away")).sort("away", "a", nulls_last=True)
        printed = nearest.unique("dataset", keep="first", maintain_order=True).sort("dataset").head(LISTED)
    width = pl.coalesce(pl.col("ci_high") - pl.col("ci_low"), pl.col("estimate").abs())
    compared = "p, beside"
    columns = (
        label("dataset", when=rows["dataset"].n_unique() > 1),
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
    more = rows.height - printed.height
    explained = (
        "Pitman-Morgan compares the variances of the errors and ignores biases; F assumes separate test sets and does "
        "not decide."
    )
    return exhibits.table(
        "regression-pairs",
        f"Squared errors against {focus}: {test}{others}.",
        printed.with_columns(width=width),
        columns,
        twin=rows,
        note=explained if beside else "",
        rest=f"The nearest rival on each dataset; the other {more} pairs are in" if more else "",
    )


def _difference(value: float | None, width: float | None) -> str:
    return fixed(value, decimals_for(width))


def _limits(low: float | None, high: float | None, width: float | None) -> str:
    return limits(low, high, decimals_for(width))


REGRESSION = Part(id="regression", after="predicted", make=regression_section, record=Regression)
