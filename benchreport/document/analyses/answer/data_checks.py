"""Checks of score tables for results to read with care: hard labels, perfect runs, isolated results, full budgets."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from benchreport.stats.multiplicity.adjusting import adjusted
from benchreport.tables.blocks import score_table
from benchreport.tables.designs.doubtful import piled_times
from benchreport.tables.schema import normalised

LOG_LOSS = frozenset(("log_loss", "logloss", "cross_entropy", "nll"))
RIGHT = frozenset(("accuracy", "acc"))
WRONG = frozenset(("error", "error_rate", "err", "misclassification"))
# Ratios that agree so far are one constant; fewer distinct error rates may agree by chance.
SAME_RATIO, FEWEST_RATES = 1e-3, 3
# Perfect on every run of so many or more, with the next best so far below.
FEWEST_RUNS, CLEARLY_BELOW = 3, 0.01
# More of them than these are perfect on an easy dataset.
MOST_PERFECT = 2
# A result is isolated if it is so much of the scale below every other, on few of the datasets of an algorithm.
ISOLATED, MOST_ISOLATED = 0.25, 0.15
FEWEST_ALGORITHMS = 3


def hard_labels(scores: pl.DataFrame) -> pl.DataFrame:
    """Return the algorithms whose log loss is a constant times their error rate, as classes without probabilities give.

    One row per algorithm, with the ``factor``; empty where the table lacks a log loss, or accuracy and error rate.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = {"model": ["A"] * 3 + ["B"] * 3, "data": list("def") * 2, "accuracy": [0.9, 0.8, 0.7] * 2}
    >>> rows["logloss"] = [3.6, 7.2, 10.8, 0.3, 0.5, 0.6]
    >>> hard_labels(br.scores(pl.DataFrame(rows))).select("algorithm", pl.col("factor").round(3)).rows()
    [('A', 36.0)]
    """
    empty = pl.DataFrame(schema={"algorithm": pl.String, "factor": pl.Float64})
    names = scores.get_column("metric").unique().cast(pl.String).sort().to_list()
    loss = next((name for name in names if normalised(name) in LOG_LOSS), None)
    rate = next((name for name in names if normalised(name) in RIGHT | WRONG), None)
    if loss is None or rate is None:
        return empty
    cells = _cells(scores, [loss, rate]).select("metric", "algorithm", "dataset", value="mean")
    right = normalised(rate) in RIGHT
    both = cells.filter(pl.col("metric") == loss).join(
        cells.filter(pl.col("metric") == rate), on=["algorithm", "dataset"], suffix="_rate"
    )
    whole = _scale(cells.filter(pl.col("metric") == rate).get_column("value"))
    error = (whole - pl.col("value_rate")) if right else pl.col("value_rate")
    pairs = both.select("algorithm", error=error.round(12), loss=pl.col("value"))
    wrong = pl.col("error") > 0
    ratio = (pl.col("loss") / pl.col("error")).filter(wrong)
    judged = pairs.group_by("algorithm").agg(
        rates=pl.col("error").filter(wrong).n_unique(),
        spread=(ratio.max() - ratio.min()) / ratio.mean(),
        idle=pl.col("loss").filter(~wrong).abs().max().fill_null(0.0),
        factor=ratio.mean(),
    )
    constant = (pl.col("rates") >= FEWEST_RATES) & (pl.col("spread") <= SAME_RATIO)
    without_loss = pl.col("idle") <= SAME_RATIO * pl.col("factor")
    return judged.filter(constant & without_loss).select("algorithm", pl.col("factor") * whole).sort("algorithm")


def perfect_runs(scores: pl.DataFrame, metrics: Iterable[str]) -> pl.DataFrame:
    """Return the results that are perfect on every run while the best of the others is clearly below.

    ``metrics`` are rates of which higher is better. One row per metric, dataset and algorithm, with the mean of the
    best of the others, ``next_best``.

    Examples
    --------
    >>> import benchreport as br
    >>> runs = [("A", fold, 1.0) for fold in range(3)] + [("B", fold, 0.9) for fold in range(3)]
    >>> table = pl.DataFrame(runs, schema=["model", "fold", "accuracy"], orient="row").with_columns(data=pl.lit("d"))
    >>> perfect_runs(br.scores(table), ["accuracy"]).rows()
    [('accuracy', 'd', 'A', 0.9)]
    """
    keys = ["metric", "dataset", "algorithm"]
    facts = _cells(scores, metrics).rename({"measured": "runs"})
    whole = pl.when(pl.col("most").max().over("metric") > 1).then(100.0).otherwise(1.0)
    perfect = (pl.col("least") == pl.col("whole")) & (pl.col("runs") >= FEWEST_RUNS)
    judged = facts.with_columns(whole=whole).with_columns(perfect=perfect)
    others = (
        judged.filter(~pl.col("perfect"))
        .group_by("metric", "dataset")
        .agg(next_best=pl.col("mean").max(), reached=pl.col("most").max())
    )
    beside = judged.filter("perfect").join(others, on=["metric", "dataset"])
    below = (pl.col("reached") < pl.col("whole")) & (pl.col("next_best") <= (1 - CLEARLY_BELOW) * pl.col("whole"))
    few = pl.len().over("metric", "dataset") <= MOST_PERFECT
    return beside.filter(below & few).select(*keys, "next_best").sort(keys)


def isolated_results(scores: pl.DataFrame, metrics: Iterable[str]) -> pl.DataFrame:
    """Return the results that are far below those of every other algorithm, on few of an algorithm's datasets.

    ``metrics`` are rates; errors are far above. One row per metric, algorithm and dataset, with the ``gap`` to the
    next worst, as a share of the scale.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame(
    ...     {"data": list("defgh"), "A": [0.8] * 5, "B": [0.9] * 5, "C": [0.85, 0.1, 0.85, 0.85, 0.85]}
    ... )
    >>> isolated_results(br.scores(table, metric="accuracy"), ["accuracy"]).rows()
    [('accuracy', 'C', 'e', 0.7)]
    """
    keys = ["metric", "dataset"]
    # What exceeds 100 is no rate.
    bounded = (pl.col("least").min().over("metric") >= -1) & (pl.col("most").max().over("metric") <= 100)
    cells = _cells(scores, metrics).filter(bounded).rename({"mean": "value"})
    whole = pl.when(pl.col("value").abs().max().over("metric") > 1).then(100.0).otherwise(1.0)
    worth = pl.when(pl.col("direction") == "lower").then(-pl.col("value")).otherwise(pl.col("value")) / whole
    ranked = cells.with_columns(worth=worth).with_columns(
        k=pl.len().over(keys), place=pl.col("worth").rank("ordinal").over(keys), of=pl.len().over("metric", "algorithm")
    )
    second = ranked.filter(pl.col("place") == 2).select(*keys, second="worth")
    last = ranked.filter((pl.col("place") == 1) & (pl.col("k") >= FEWEST_ALGORITHMS)).join(second, on=keys)
    far = last.with_columns(gap=(pl.col("second") - pl.col("worth")).round(12)).filter(pl.col("gap") > ISOLATED)
    few = pl.len().over("metric", "algorithm") <= pl.max_horizontal(pl.lit(1.0), MOST_ISOLATED * pl.col("of"))
    return far.filter(few).select("metric", "algorithm", "dataset", "gap").sort("metric", "algorithm", "dataset")


def full_budgets(scores: pl.DataFrame) -> pl.DataFrame:
    """Return, where times pile up at a limit, which share of its datasets every algorithm reaches the pile on.

    One row per metric and algorithm that does, with the ends of the pile, ``low`` and ``high``.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"dataset": list("defg"), "A": [60.2, 60.1, 60.3, 9.0], "B": [60.1, 5.0, 60.2, 60.0]})
    >>> full_budgets(br.scores(table, metric="runtime")).rows()
    [('runtime', 'A', 0.75, 60.0, 60.3), ('runtime', 'B', 0.75, 60.0, 60.3)]
    """
    piles = piled_times(scores).select("metric", "low", "high")
    cells = _cells(scores, piles.get_column("metric")).join(piles, on="metric")
    at_limit = (pl.col("mean") >= pl.col("low")).mean()
    shares = cells.group_by("metric", "algorithm").agg(
        share=at_limit, low=pl.col("low").first(), high=pl.col("high").first()
    )
    return shares.filter(pl.col("share") > 0).sort("metric", pl.col("share") * -1, "algorithm")


def unlike_datasets(scores: pl.DataFrame) -> pl.DataFrame:
    """Return, by one metric, whether the datasets that algorithms lack differ from those that they have.

    A dataset is as easy as the mean score of the other algorithms on it. One row per algorithm that lacks results:
    medians of that over the datasets it is ``lacking`` and over those it has, ``present``, and the p-value of the
    rank-sum test (Mann-Whitney; exact up to 50 datasets), adjusted by Holm.

    Examples
    --------
    >>> import benchreport as br
    >>> columns = {"data": [f"d{i}" for i in range(12)], "A": [0.75] * 8 + [0.25] * 4, "B": [0.5] * 8 + [None] * 4}
    >>> unlike_datasets(br.scores(pl.DataFrame(columns), metric="accuracy")).select("lacking", "present").row(0)
    (0.25, 0.75)
    """
    from benchreport.stats.two_algorithms.separate_samples import mann_whitney_expr

    cells = score_table(scores).results.select(pl.col("algorithm", "dataset").cast(pl.String), "mean")
    sums = cells.group_by("dataset").agg(pl.col("mean").sum().alias("sum"), n=pl.len())
    grid = (
        cells.select("algorithm").unique().join(sums, how="cross").join(cells, on=["algorithm", "dataset"], how="left")
    )
    others, lacks = pl.col("n") - pl.col("mean").is_not_null(), pl.col("mean").is_null()
    levels = grid.filter(others > 0).with_columns(level=(pl.col("sum") - pl.col("mean").fill_null(0.0)) / others)
    without, having = pl.when(lacks).then("level"), pl.when(~lacks).then("level")
    rows = levels.sort("dataset").group_by("algorithm").agg(
        lacking=without.median(), present=having.median(), p=mann_whitney_expr(without, having).struct.field("p_value")
    )  # fmt: skip
    tested = rows.drop_nulls().sort("p", "algorithm")
    # Unadjusted, many algorithms with gaps would nearly always raise a false alarm.
    p = adjusted(tested["p"].to_numpy()[None, :], "holm", 0.05)[0] if tested.height else []
    return tested.with_columns(p=pl.Series(p, dtype=pl.Float64))


def _cells(scores: pl.DataFrame, metrics: Iterable[str]) -> pl.DataFrame:
    """Return what the runs of every algorithm on every dataset by some metrics come to, names as texts, sorted."""
    keys = ["metric", "algorithm", "dataset"]
    named = score_table(scores).results.with_columns(pl.col(*keys, "direction").cast(pl.String))
    return named.filter(pl.col("metric").is_in(list(metrics))).sort(keys)


def _scale(values: pl.Series) -> float:
    """Return the largest value of a rate: 1, or 100 for percentages."""
    return 100.0 if (values.max() or 0) > 1 else 1.0  # type: ignore[operator]
