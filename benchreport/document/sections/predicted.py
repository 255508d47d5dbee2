"""The section of predictions: error rates, and tests of two algorithms on the instances both predicted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import ClassVar

import polars as pl

from benchreport.document.analyses import contests
from benchreport.document.analyses.predictions.error_rates import error_table, points, points_interval, populations
from benchreport.document.analyses.predictions.prediction_tests import ATTEMPT_NAMES, CLUSTER_NAMES
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.predictions import where_of, with_control
from benchreport.document.evidence.result_rows import first_row, plain, seeded
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, decimals, label
from benchreport.document.model.blocks import Part, Section, Table
from benchreport.method import Method
from benchreport.numerals import counted, percent
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.stats.answer.agreeing_pairs import agreeing_pairs
from benchreport.stats.one_algorithm.against_constant import binomial_test_expr
from benchreport.stats.two_algorithms.class_use import same_rate_other_errors
from benchreport.stats.two_algorithms.on_instances import InstanceDependence, instance_dependence
from benchreport.tables.predictions import is_scored


@dataclass(frozen=True, slots=True, kw_only=True)
class SameRates:
    """A pair of equal error rates that errs on different instances: the other algorithm, where, and on how many."""

    name: str
    dataset: str
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Tests of pairs: all ``rows``, what they come to, and who errs together with the algorithm in focus.

    ``alone`` says how often either of the only two errs alone; ``widest`` is the interval of the largest difference.
    """

    rows: pl.DataFrame
    tally: contests.Tally
    family: str
    widest: str
    agreement: Table
    nearest: bool
    alone: str
    same: SameRates | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Predicted:
    """What the template ``predicted`` prints; ``compared`` is None where pairs are not tested.

    A ``noun`` is what was predicted, an instance or an item, ``counted`` what the table of agreement counts, and
    ``units`` what independent errors are counted by.
    """

    FORMER: ClassVar[Mapping[str, str]] = {
        **{name: f"s.dependence.{name}" for name in ("attempts", "clustered")},
        **{name: f"s.compared.tally.{name}" for name in ("n", "ahead", "behind", "worse", "stronger", "open", "only")},
        "against": "s.compared.family",
        "asked_for": '"instances" in options.tests',
        "asked_rates": '"rates" in options.tests',
        "cells": "s.compared.alone",
        "few": "s.exact",
        "points": "s.compared.widest",
        "rates_name": "s.interval",
        "times": "s.compared.alone",
        "too_many": "s.most",
        "widest_interval": "s.compared.widest",
    }

    scored: bool
    noun: str
    a_noun: str
    counted: str
    units: str
    focus: str
    dependence: InstanceDependence
    test: Method
    test_name: str
    ignored: bool
    robust: bool
    interval: str
    exact: bool
    rates: Method
    n_instances: str
    where: str
    several: bool
    most: int
    errors: Table
    compared: Compared | None
    populations: str
    audit: contests.Audit


def predicted_section(evidence: Evidence) -> Section | None:
    """Return the section on errors, instance by instance; none for numbers and for scores without decisions."""
    decided, options = evidence.decided, evidence.options
    if decided is None:
        return None
    errors = evidence.error_rates
    focus = contests.focus_of(evidence, errors)
    dependence = instance_dependence(decided)
    test = METHODS[options.test_for("instances", dependence.test)]
    rates = METHODS[str(errors["method"][0]) if dependence.dependent else options.test_for("rates")]
    robust, declared = rates.id == "mean_loss_t", "rates" in options.tests
    noun = "item" if is_scored(decided) else "instance"
    nouns = f"{noun}s"
    plural = "predictions" if dependence.attempts > 1 else nouns
    names = CLUSTER_NAMES if dependence.clustered else ATTEMPT_NAMES if dependence.attempts > 1 else {}
    contest = contests.Contest(focus=focus)
    if focus.tested:
        rows = _pairs(with_control(decided, focus.baseline), test.id, focus, options)
        contest = contests.Contest(focus=focus, rows=rows, against=contests.turned(rows, focus.name))
    n_instances = int(errors.group_by("dataset").agg(pl.col("n").max())["n"].sum())
    record = Predicted(
        scored=noun == "item",
        noun=noun,
        a_noun="an item" if noun == "item" else "an instance",
        counted=plural,
        units="clusters" if dependence.clustered else nouns,
        focus=focus.name,
        dependence=dependence,
        test=test,
        test_name=names.get(test.id, test.name).format(nouns=nouns),
        ignored=dependence.dependent and test.id == "mcnemar",
        robust=robust,
        interval="t" if robust else rates.label if declared else "Wilson",
        exact=not declared and not errors.filter(pl.col("method") == "ci_clopper_pearson").is_empty(),
        rates=rates,
        n_instances=counted(n_instances, noun),
        where=where_of(errors),
        several=errors["dataset"].n_unique() > 1,
        most=contests.ALL_PAIRS_UP_TO,
        errors=error_table(errors, contest.against, focus, options, nouns),
        compared=_compared(contest, decided, plural, options, test.id),
        populations=populations(evidence) if contest.rows is not None else "",
        audit=contests.audit(errors if contest.rows is None else contest.rows),
    )
    return evidence.section("predicted", record)


def _compared(
    contest: contests.Contest, decided: pl.DataFrame, plural: str, options: Options, test: str
) -> Compared | None:
    """Return what the tests come to, and on which instances algorithms err together; None without tests."""
    focus, rows, faced = contest.focus, contest.rows, contest.against
    if rows is None or faced is None:
        return None
    shared = with_control(decided, focus.name)
    agreed = plain(same_rate_other_errors(shared, control=focus.name, missing="available"))
    if test == "mcnemar":
        agreed = _with_mid_p(agreed)
    agreement = _agreement(agreed, faced, focus, plural)
    tally = contest.tally(options.alpha)
    return Compared(
        rows=rows,
        tally=tally,
        family=contest.family(focus.name),
        widest=_widest(tally.widest, rows, options.alpha, several=rows["dataset"].n_unique() > 1),
        agreement=agreement,
        nearest=len(agreement.rows) < agreed.height,
        alone=_alone(agreed, focus.name) if agreed.height == 1 else "",
        same=_same_rates(agreed),
    )


def _alone(agreed: pl.DataFrame, focus: str) -> str:
    """Return how often either of two algorithms is wrong where the other is right."""
    row = agreed.row(0, named=True)
    first, second = counted(row["only_a_wrong"], "time"), counted(row["only_b_wrong"], "time")
    return f"{row['a']} alone is wrong {first}, {focus} alone {second}"


def _pairs(decided: pl.DataFrame, name: str, focus: contests.Focus, options: Options) -> pl.DataFrame:
    """Return the tests of every two classifiers, or of all others against the reference; intervals hold together.

    An interval excludes no difference iff the pair differs significantly.
    """
    test = partial(seeded(name, options), decided, by="dataset", control=focus.baseline, missing="available")
    return agreeing_pairs(lambda alpha: test(alpha=alpha), adjustment=options.adjust, alpha=options.alpha)


def _widest(widest: contests.Pair | None, pairs: pl.DataFrame, alpha: float, *, several: bool) -> str:
    """Return whose difference is the largest, with the interval that holds for the comparisons of a dataset together.

    Without any difference nothing is said.
    """
    if widest is None or not widest.estimate:
        return ""
    place = f" on {widest.dataset}" if several else ""
    interval = points_interval(widest.ci_low, widest.ci_high, widest.p_adjusted, alpha)
    tests = pairs.filter(pl.col("dataset") == widest.dataset).height
    together = f" for the {tests} comparisons together" if tests > 1 else ""
    limits = f" ({interval}, {percent(1 - alpha)}{together})" if interval else ""
    return f"that of {widest.a}{place}, is {points(widest.estimate)} percentage points{limits}"


def _with_mid_p(agreed: pl.DataFrame) -> pl.DataFrame:
    """Return rows with McNemar's mid-p-value: that of the binomial law of the instances on which one errs alone."""
    differing = pl.col("only_a_wrong") + pl.col("only_b_wrong")
    test = binomial_test_expr("only_a_wrong", differing, constant=0.5, variant="midp")
    tested = agreed.group_by("dataset", "a").agg(test)
    middle = tested.select("dataset", "a", p_mid=pl.col("binomial_test").struct.field("p_value"))
    joined = agreed.join(middle, on=["dataset", "a"], how="left", maintain_order="left")
    return joined.with_columns(p_mid=pl.when(differing > 0).then("p_mid").otherwise(1.0))


def _same_rates(agreed: pl.DataFrame) -> SameRates | None:
    """Return the pair of equal error rates with the most instances on which only one errs; None without such a pair."""
    equal = agreed.filter((pl.col("only_a_wrong") == pl.col("only_b_wrong")) & (pl.col("only_a_wrong") > 0))
    row = first_row(equal.sort("only_a_wrong", descending=True))
    if row is None:
        return None
    return SameRates(name=row["a"], dataset=row["dataset"], n=row["only_a_wrong"] + row["only_b_wrong"])


def _agreement(agreed: pl.DataFrame, faced: pl.DataFrame, focus: contests.Focus, plural: str) -> Table:
    """Return the table of who errs on how many instances; of many pairs those with the nearest rival by dataset."""
    tested = faced.select("dataset", "a", "p_value")
    frame = agreed.join(tested, on=["dataset", "a"], how="left", maintain_order="left")
    printed = frame
    if frame.height > contests.LISTED:
        nearest = frame.sort("error_a", "a").unique("dataset", keep="first", maintain_order=True)
        printed = nearest.sort("dataset").head(contests.LISTED)
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
    caption = f"{plural.capitalize()} on which an algorithm and {focus.name} are right and wrong together."
    note = "Kappa: agreement in being right or wrong beyond chance, 1 is the same errors. p-values are not adjusted."
    n_others = frame.height - printed.height
    rest = f"The other {counted(n_others, 'pair')} are in" if n_others else ""
    return exhibits.table("agreement", caption, printed, columns, twin=frame, note=note, rest=rest)


PREDICTED = Part(id="predicted", after="multivariate", make=predicted_section, record=Predicted)
