"""Errors instance by instance: error rates, and tests of two algorithms on the instances both predicted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.contests import (
    ALL_PAIRS_UP_TO,
    LISTED,
    Contest,
    Focus,
    audit,
    focus_of,
    turned,
    widest_of,
)
from benchreport.document.analyses.error_rates import error_table, points, points_interval, populations
from benchreport.document.evidence.predictions import where_of, with_control
from benchreport.document.evidence.result_rows import adjusted, plain, seeded
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, decimals, label
from benchreport.document.model.blocks import Section, Table
from benchreport.document.sections import Part
from benchreport.numerals import counted, percent
from benchreport.options import Options
from benchreport.registry import METHODS
from benchreport.stats.one_algorithm.against_constant__columns_rate_tests import binomial_test
from benchreport.stats.two_algorithms.class_use__agreement import same_rate_other_errors
from benchreport.stats.two_algorithms.on_instances__instance_dependence import instance_dependence
from benchreport.tables.predictions import is_scored

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

# The same tests where instances depend on each other.
CLUSTER_NAMES: Mapping[str, str] = {
    "permutation_signflip": "sign flips of whole clusters",
    "paired_t_instances": "the cluster-robust t test",
}
ATTEMPT_NAMES: Mapping[str, str] = {
    "permutation_signflip": "sign flips of the means of {nouns}",
    "paired_t_instances": "the paired t test on the means of {nouns}",
}


def predicted_section(evidence: Evidence) -> Section | None:
    """Return the section on errors, instance by instance; none for numbers and for scores without decisions."""
    decided, options = evidence.decided, evidence.options
    if decided is None:
        return None
    errors = evidence.error_rates
    contest = Contest(focus=focus_of(evidence, errors))
    focus = contest.focus
    dependence = instance_dependence(decided)
    test = METHODS[options.test_for("instances", dependence.test)]
    rates = str(errors["method"][0]) if dependence.dependent else options.test_for("rates")
    scored = is_scored(decided)
    noun = "item" if scored else "instance"
    names = CLUSTER_NAMES if dependence.clustered else ATTEMPT_NAMES if dependence.attempts > 1 else {}
    compared: dict[str, Any] = {"audit": audit(errors)}
    if focus.tested:
        rows = _pairs(with_control(decided, focus.baseline), test.id, focus, options)
        contest = Contest(focus=focus, rows=rows, told=turned(rows, focus.name))
        compared = _agreements(contest, decided, "prediction" if dependence.attempts > 1 else noun, options, test.id)
    context = {
        "too_many": ALL_PAIRS_UP_TO,
        "dependence": dependence,
        "test": test,
        "test_name": names.get(test.id, test.name).format(nouns=f"{noun}s"),
        "scored": scored,
        "noun": noun,
        "ignored": dependence.dependent and test.id == "mcnemar",
        "populations": populations(evidence),
        "rates": METHODS[rates],
        "rates_name": METHODS[rates].label,
        "robust": rates == "mean_loss_t",
        "few": errors.filter(pl.col("method") == "ci_clopper_pearson").height,
        "where": where_of(errors),
        "several": errors["dataset"].n_unique() > 1,
        "n_instances": counted(int(errors.group_by("dataset").agg(pl.col("n").max())["n"].sum()), noun),
        "points": points,
        "times": lambda n: counted(n, "time"),
        "errors": error_table(errors, contest.told, focus, options, f"{noun}s"),
    }
    return evidence.section("predicted", contest.facts(options.alpha) | context | compared)


def _agreements(contest: Contest, decided: pl.DataFrame, noun: str, options: Options, test: str) -> dict[str, Any]:
    """Return what is said of the instances on which algorithms err together, and of the largest difference."""
    focus, rows, told = contest.focus, contest.rows, contest.told
    if rows is None or told is None:
        return {}
    shared = with_control(decided, focus.name)
    agreed = plain(same_rate_other_errors(shared, control=focus.name, missing="available"))
    if test == "mcnemar":
        agreed = _with_mid_p(agreed)
    agreement = _agreement(agreed, told, focus, noun)
    return {
        "widest_interval": _widest_interval(told, rows, options.alpha),
        "agreement": agreement,
        "nearest": len(agreement.rows) < agreed.height,
        "cells": agreed.row(0, named=True) if agreed.height == 1 else None,
        "same": _same_rates(agreed),
    }


def _pairs(decided: pl.DataFrame, name: str, focus: Focus, options: Options) -> pl.DataFrame:
    """Test every two classifiers, or all others against the baseline; the intervals of a dataset hold together.

    They are at level 1 - alpha/m for the m comparisons of a dataset and cut at no difference where the adjusted test
    decides otherwise, so that an interval excludes it iff the pair differs significantly.
    """
    test = partial(seeded(name, options), decided, by="dataset", control=focus.baseline, missing="available")
    rows = adjusted(test(alpha=options.alpha), options)
    keys = ["dataset", "a", "b"]
    sized = rows.with_columns(__tests=pl.len().over("dataset"))
    limits_of = [
        sized.filter(pl.col("__tests") == size)
        .select(keys)
        .join(plain(test(alpha=options.alpha / size)).select(*keys, "ci_low", "ci_high"), on=keys)
        for size in sized["__tests"].unique().sort().to_list()
    ]
    together = rows.drop("ci_low", "ci_high").join(pl.concat(limits_of), on=keys, how="left", maintain_order="left")
    differs, low, high = pl.col("p_adjusted") <= options.alpha, pl.col("ci_low"), pl.col("ci_high")
    above, below = differs & (pl.col("estimate") > 0), differs & (pl.col("estimate") < 0)
    return together.with_columns(
        ci_low=pl.when((above & (low <= 0)) | (~differs & (low > 0))).then(0.0).otherwise(low),
        ci_high=pl.when((below & (high >= 0)) | (~differs & (high < 0))).then(0.0).otherwise(high),
    ).select(rows.columns)


def _widest_interval(told: pl.DataFrame, pairs: pl.DataFrame, alpha: float) -> str:
    """Return the interval of the largest difference, and for how many comparisons it holds together."""
    widest = widest_of(told)
    if widest is None:
        return ""
    interval = points_interval(widest["ci_low"], widest["ci_high"], widest["p_adjusted"], alpha)
    tests = pairs.filter(pl.col("dataset") == widest["dataset"]).height
    together = f" for the {tests} comparisons together" if tests > 1 else ""
    return f"{interval}, {percent(1 - alpha)}{together}" if interval else ""


def _with_mid_p(agreed: pl.DataFrame) -> pl.DataFrame:
    """Add McNemar's mid-p-value: that of the binomial law of the instances on which one of two errs alone."""
    differing = pl.col("only_a_wrong") + pl.col("only_b_wrong")
    test = binomial_test("only_a_wrong", differing, constant=0.5, variant="midp")
    tested = agreed.group_by("dataset", "a").agg(test)
    middle = tested.select("dataset", "a", p_mid=pl.col("binomial_test").struct.field("p_value"))
    joined = agreed.join(middle, on=["dataset", "a"], how="left", maintain_order="left")
    return joined.with_columns(p_mid=pl.when(differing > 0).then("p_mid").otherwise(1.0))


def _same_rates(agreed: pl.DataFrame) -> dict[str, Any] | None:
    """Find a pair with equal error rates that errs on different instances."""
    equal = agreed.filter((pl.col("only_a_wrong") == pl.col("only_b_wrong")) & (pl.col("only_a_wrong") > 0))
    return equal.sort("only_a_wrong", descending=True).row(0, named=True) if equal.height else None


def _agreement(agreed: pl.DataFrame, told: pl.DataFrame, focus: Focus, noun: str) -> Table:
    """Return the table of who errs on how many instances; of many pairs those with the nearest rival by dataset."""
    tested = told.select("dataset", "a", "p_value")
    frame = agreed.join(tested, on=["dataset", "a"], how="left", maintain_order="left")
    kept = frame
    if frame.height > LISTED:
        kept = frame.sort("error_a", "a").unique("dataset", keep="first", maintain_order=True).sort("dataset")
        kept = kept.head(LISTED)
    columns = (
        label("dataset", when=frame["dataset"].n_unique() > 1),
        label("a", "algorithm"),
        column("both_wrong", "both", group="wrong"),
        column("only_a_wrong", "it alone", group="wrong"),
        column("only_b_wrong", f"{focus.name} alone", group="wrong"),
        column("both_right", "both right"),
        column("kappa", printer=decimals(2)),
        column("p_value", "p"),
        column("p_mid", "mid-p", when="p_mid" in frame.columns),
    )
    caption = f"{noun.capitalize()}s on which an algorithm and {focus.name} are right and wrong together."
    note = "Kappa: agreement in being right or wrong beyond chance, 1 is the same errors. p-values are not adjusted."
    left = frame.height - kept.height
    rest = f"The other {counted(left, 'pair')} are in" if left else ""
    return exhibits.table("agreement", caption, kept, columns, twin=frame, note=note, rest=rest)


PREDICTED = Part(id="predicted", after="multivariate", make=predicted_section)
