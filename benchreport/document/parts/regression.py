"""Errors of predicted numbers, and tests of squared errors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document import exhibits
from benchreport.document.blocks import Column, Section, Table, Words, data_file
from benchreport.document.numbers import counted, decimals_for, fixed, limits, number, percent
from benchreport.document.parts import Part
from benchreport.document.parts.classified import (
    LISTED,
    Focus,
    adjusted,
    audit,
    focus_of,
    is_numeric_truth,
    judged_on,
    plain,
    pooled_word,
    tally,
    texts,
    turned,
    where_of,
    with_control,
)
from benchreport.measures.baselines import MAJORITY
from benchreport.measures.measure import measure
from benchreport.options import Options
from benchreport.registry import METHODS
from benchreport.stats.adjustments import adjustment_name
from benchreport.stats.instance_dependence import instance_dependence
from benchreport.stats.instances import paired_t_instances, permutation_signflip
from benchreport.stats.regression_errors import f_test_regression, pitman_morgan
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
    predicted, options = judged_on(evidence), evidence.options
    if predicted is None or not is_numeric_truth(predicted) or "prediction" not in predicted.columns:
        return None
    measured = _measured(predicted)
    own = measured.filter(pl.col("algorithm") != MAJORITY)
    focus = focus_of(evidence, own.select("dataset", a="algorithm", estimate="mse"))
    # Numbers that start anew in every fold do not name instances.
    anew = evidence.folds is not None and (evidence.folds["design"] == "unknown").any()
    runs = [name for name in RUN_KEYS if anew and name in predicted.columns]
    sizes = predicted.group_by("dataset").agg(n=pl.struct(*runs, "instance").n_unique())
    dependence = instance_dependence(predicted)
    smallest = dependence.fewest if dependence.clustered else int(sizes["n"].min())  # type: ignore[arg-type]
    test = _test(options, smallest)
    names = CLUSTER_NAMES if dependence.clustered else NAMES
    beside = not dependence.dependent
    pairs = told = None
    if focus.tested:
        pairs = _pairs(with_control(predicted, focus.baseline), test, focus, options)
        told = turned(pairs, focus.name)
        told = _with_tests_beside(told, predicted, focus.name, options)
        if dependence.dependent:
            # Both tests beside it take instances as independent.
            told = told.with_columns(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("p_pitman", "p_f"))
    compared = tally(told, focus.name, options.alpha) if told is not None else {"n": 0, "only": None, "widest": None}
    nothing = measured.filter(pl.col("r2") < 0).filter(pl.col("algorithm") != MAJORITY)
    return evidence.section(
        "regression",
        compared
        | {
            "focus": focus.name,
            "against": focus.baseline is not None,
            "rows": pairs,
            "test": METHODS[test],
            "test_name": names[test],
            "beside": beside,
            "asked_for": options.tests.get("instances") == test,
            "clustered": dependence.clustered,
            "attempts": dependence.attempts,
            "refused": options.tests.get("instances") == "mcnemar",
            "enough": ENOUGH,
            "table": _error_table(measured, focus.name, pooled_word(predicted)),
            "pairs": None if told is None else _pair_table(told, focus.name, names[test], options, beside=beside),
            "audit": None if pairs is None else audit(pairs),
            "where": where_of(own),
            "one": own["dataset"].n_unique() == 1,
            "pooled": pooled_word(predicted),
            "mine": own.filter(pl.col("algorithm") == focus.name).sort("dataset").row(0, named=True),
            "nothing": nothing.sort("r2", "algorithm").row(0, named=True) if nothing.height else None,
            "n_nothing": nothing.height,
            "level": percent(1 - options.alpha),
            "adjustment": adjustment_name(options.adjust),
            "number": number,
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


def _pairs(predicted: pl.DataFrame, test: str, focus: Focus, options: Options) -> pl.DataFrame:
    shared: dict[str, Any] = {"by": "dataset", "control": focus.baseline, "loss": "squared", "missing": "available"}
    if test == "permutation_signflip":
        return adjusted(permutation_signflip(predicted, seed=options.seed, alpha=options.alpha, **shared), options)
    return adjusted(paired_t_instances(predicted, alpha=options.alpha, **shared), options)


def _with_tests_beside(told: pl.DataFrame, predicted: pl.DataFrame, focus: str, options: Options) -> pl.DataFrame:
    """Set the tests of error variances beside the pairs with one algorithm."""
    shared = with_control(predicted, focus)
    spread = plain(pitman_morgan(shared, control=focus, alpha=options.alpha, missing="available"))
    separate = plain(f_test_regression(shared, control=focus, alpha=options.alpha))
    keys = ["dataset", "a"]
    return told.join(
        spread.select(*keys, p_pitman="p_value", variance_ratio="estimate"), on=keys, how="left", maintain_order="left"
    ).join(separate.select(*keys, p_f="p_value", mse_ratio="estimate"), on=keys, how="left", maintain_order="left")


def _error_table(measured: pl.DataFrame, focus: str, pooled: str) -> Table:
    few = measured.height > LISTED
    kept = measured.filter(pl.col("algorithm").is_in([focus, MAJORITY])).head(LISTED) if few else measured
    shown = kept.select(
        "dataset",
        "n",
        pl.col("algorithm").replace({MAJORITY: "(mean of the truth)"}),
        *(texts(number(value, 4) for value in kept[name]).alias(name) for name in MEASURED),
    )
    columns = {
        "dataset": Column(title="dataset", align="left"),
        "algorithm": Column(title="algorithm", align="left"),
        "n": Column(title="predictions"),
        **{
            name: Column(title=title, group=pooled and "pooled over the folds")
            for name, title in (("mse", "MSE"), ("rmse", "RMSE"), ("mae", "MAE"), ("r2", "R²"))
        },
    }
    if measured["dataset"].n_unique() == 1:
        del columns["dataset"]
    note: Words = ("In brackets: always predicting the mean of the dataset’s truths.",)
    if few:
        rows = counted(measured.height, "row")
        note = (*note, f" Of {rows} those of {focus}; all are in ", data_file("regression-errors"), ".")
    caption = "Errors of the predicted numbers."
    return exhibits.table("regression-errors", caption, shown, columns, twin=measured, note=note)


def _pair_table(told: pl.DataFrame, focus: str, test: str, options: Options, *, beside: bool) -> Table:
    """Print the pairs with one algorithm; ``beside`` are tests for comparison, of independent instances only."""
    kept = told
    if told.height > LISTED:
        nearest = told.with_columns(pl.col("mse_ratio").log().abs().alias("away")).sort("away", "a", nulls_last=True)
        kept = nearest.unique("dataset", keep="first", maintain_order=True).sort("dataset").head(LISTED)
    spread = kept.select(pl.coalesce(pl.col("ci_high") - pl.col("ci_low"), pl.col("estimate").abs())).to_series()
    digits = [decimals_for(width) for width in spread]
    shown = kept.select(
        "dataset",
        "a",
        "n",
        ratio=texts(number(value, 3) for value in kept["mse_ratio"]),
        difference=texts(fixed(value, decimals) for value, decimals in zip(kept["estimate"], digits, strict=True)),
        interval=texts(
            limits(low, high, decimals)
            for (low, high), decimals in zip(kept.select("ci_low", "ci_high").rows(), digits, strict=True)
        ),
        p_value="p_value",
        p_adjusted="p_adjusted",
        p_pitman="p_pitman",
        p_f="p_f",
    )
    columns = {
        "dataset": Column(title="dataset", align="left"),
        "a": Column(title="algorithm", align="left"),
        "n": Column(title="instances"),
        "ratio": Column(title="ratio", group="MSE"),
        "difference": Column(title="difference", group="MSE"),
        "interval": Column(title=f"{percent(1 - options.alpha)} interval", group="MSE"),
        "p_value": Column(title="p"),
        "p_adjusted": Column(title=f"p ({adjustment_name(options.adjust)})"),
        "p_pitman": Column(title="Pitman-Morgan", group="p, beside"),
        "p_f": Column(title="F", group="p, beside"),
    }
    if not any(shown["interval"]):
        del columns["interval"]
    if told["dataset"].n_unique() == 1:
        del columns["dataset"]
    if not beside:
        del columns["p_pitman"], columns["p_f"]
    compared = ", and for comparison the Pitman-Morgan and F tests" if beside else ""
    caption = f"Squared errors against {focus}: {test}{compared}."
    left = told.height - kept.height
    explained = (
        "Pitman-Morgan compares the variances of the errors and ignores biases; F assumes separate test sets and does "
        "not decide."
    )
    note: Words = (explained,) if beside else ()
    if left:
        rest = f"{' ' if beside else ''}The nearest rival on each dataset; the other {left} pairs are in "
        note = (*note, rest, data_file("regression-pairs"), ".")
    return exhibits.table("regression-pairs", caption, shown, columns, twin=told, note=note)


REGRESSION = Part(id="regression", after="predicted", make=regression_section)
