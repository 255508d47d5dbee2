"""Metrics that need a second look: counts, costs not recorded, the same numbers twice, rates that fit no test set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import polars as pl

from benchreport.method import Remark
from benchreport.tables.designs.metric_ranges import PER_CENT_FROM
from benchreport.tables.metric_scale import COMPARABLE, known_scale
from benchreport.tables.schema import ERROR_IN, HIGHER, LOWER, RUN_KEYS, normalised, stem_of

# First words and whole names of what counts instances or runs and so is no measure of performance.
COUNTING = frozenset(["n", "num", "number", "count", "nr"])
COUNTS = frozenset(
    (
        *("tp", "fp", "fn", "tn", "correct", "incorrect", "wrong", "support", "total", "n", "count", "size"),
        *("correct_count", "test_count", "train_count", "instances", "samples", "examples", "classes", "features"),
        *("test_size", "train_size", "sample_size", "rows"),
    )
)
# Words of costs that are measured while a program runs.
COST_WORDS = frozenset(
    (
        *("time", "times", "duration", "durations", "seconds", "minutes", "hours", "latency", "runtime", "walltime"),
        *("memory", "ram", "energy", "carbon", "emissions", "co2"),
    )
)
TIME_WORDS = frozenset(["time", "times", "duration", "durations", "seconds", "minutes", "hours", "runtime", "walltime"])
# So few equal numbers may be equal by chance.
FEWEST_VALUES, FEWEST_DISTINCT = 6, 3
# A cost repeated so often on several datasets was not measured.
FEWEST_CONSTANT = 3
# How near each other times lie that a limit has cut, which share of the cells they are, and how few may lie above.
NEAR, PILED, ABOVE, FEWEST_PILED = 1.05, 0.2, 0.2, 5
# A percentage is a hundred times a share; scores of algorithms differ by less than what separates these.
LEAST_RATIO, MOST_RATIO = 20.0, 500.0
# Rates that count instances alike, so that rate times instances is whole.
COUNTED_RATES = frozenset(
    ("accuracy", "acc", "test_accuracy", "test_acc", "error", "err", "error_rate", "test_error", "misclassification")
)
MOST_DECIMALS = 12
# What a metric is expected to be for an algorithm that knows nothing of the instance, where its name settles it.
CHANCE: Mapping[str, float] = {
    **dict.fromkeys(("auc", "auroc", "roc_auc", "auc_roc"), 0.5),
    **dict.fromkeys(("mcc", "matthews", "kappa", "cohen_kappa", "r2", "r2_score", "r_squared"), 0.0),
}
# Rates of guesses between two classes.
CHANCE_OF_TWO: Mapping[str, float] = dict.fromkeys((*COUNTED_RATES, "balanced_accuracy", "bacc", "balacc"), 0.5)
OFF_GRID = Remark(
    code="off_grid",
    note="{0} is no whole number of n_test instances in {1} of {2} rows: averages, weights or other test sets?",
)
# "Random" is a baseline, "Random Forest" is none: whole names only.
BASELINE_NAMES = frozenset(
    (
        *("majority", "majority_class", "most_frequent", "dummy", "dummyclassifier", "dummyregressor", "constant"),
        *("constantpredictor", "chance", "random", "random_guess", "prior", "zeror", "zero_r", "baseline", "mean"),
    )
)


def is_count(metric: str) -> bool:
    """Return whether a name says that something was counted, so that it is no metric.

    Examples
    --------
    >>> [is_count(name) for name in ("n_correct", "Num instances", "support", "n_parameters", "accuracy")]
    [True, True, True, False, False]
    """
    name = normalised(metric)
    if name in HIGHER or name in LOWER:
        return False
    return name in COUNTS or (name.split("_")[0] in COUNTING and "_" in name)


def is_cost(metric: str) -> bool:
    """Return whether a name is that of a cost measured while a program runs: time, memory, energy.

    Examples
    --------
    >>> [is_cost(name) for name in ("train_time", "Duration (s)", "peak memory", "total_cost", "time_to_event_auc")]
    [True, True, True, False, False]
    """
    words = normalised(metric).split("_")
    return bool(COST_WORDS & {words[-1], words[0]}) and not words[-1].endswith(("auc", "accuracy", "error", "index"))


def unrecorded_costs(scores: pl.DataFrame, costs: Sequence[str]) -> pl.DataFrame:
    """Return the algorithms whose cost is 0 throughout, or the same number throughout several datasets.

    One row per metric and algorithm; ``value`` is the number. ``costs`` names the metrics to look at.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"dataset": ["d", "e"], "A": [0.0, 0.0], "B": [1.5, 2.5]})
    >>> unrecorded_costs(br.scores(table, metric="train_time"), ["train_time"]).rows()
    [('train_time', 'A', 0.0)]
    """
    value = pl.col("value")
    measured = scores.filter(_is_named(costs) & value.is_not_null())
    facts = measured.group_by(pl.col("metric", "algorithm").cast(pl.String)).agg(
        low=value.min(), high=value.max(), n=pl.len(), datasets=pl.col("dataset").n_unique()
    )
    constant = (pl.col("n") >= FEWEST_CONSTANT) & (pl.col("datasets") > 1)
    same = pl.col("low") == pl.col("high")
    return (
        facts.filter(same & (constant | (pl.col("low") == 0)))
        .select("metric", "algorithm", value="low")
        .sort("metric", "algorithm")
    )


def same_numbers(scores: pl.DataFrame) -> dict[str, str]:
    """Return the metrics that repeat the numbers of an earlier one, with the name of that one.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"model": list("AABBCC"), "data": list("dedede"), "acc": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]})
    >>> same_numbers(br.scores(table.with_columns(accuracy="acc")))
    {'accuracy': 'acc'}
    """
    keys = [name for name in ("algorithm", "dataset", *RUN_KEYS) if name in scores.columns]
    value = pl.col("value")
    row = pl.struct(pl.col(keys).to_physical(), "value", pl.col("direction").to_physical()).hash()
    # Few metrics have the same values, in any order; only these are looked at row by row.
    sums = scores.group_by("metric").agg(n=pl.len(), sum=value.hash().sum())
    alike = sums.filter(pl.len().over("n", "sum") > 1).get_column("metric")
    if alike.is_empty():
        return {}
    marked = scores.filter(pl.col("metric").is_in(alike.implode())).select("metric", "value", row=row)
    marks = marked.group_by("metric", maintain_order=True).agg(
        print=pl.col("row").sort().implode(), n=value.count(), distinct=value.n_unique()
    )
    enough = marks.filter((pl.col("n") >= FEWEST_VALUES) & (pl.col("distinct") >= FEWEST_DISTINCT))
    first: dict[bytes, str] = {}
    twins: dict[str, str] = {}
    for metric, prints in zip(enough["metric"].cast(pl.String), enough["print"], strict=True):
        key = prints.to_numpy().tobytes()
        if key in first:
            twins[metric] = first[key]
        else:
            first[key] = metric
    return twins


def unlike_scales(scores: pl.DataFrame) -> pl.DataFrame:
    """Return the metrics that some algorithms give between 0 and 1, and others between 0 and 100.

    One row per metric: ``shares`` and ``percentages`` name the algorithms.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"dataset": ["d", "e"], "ours": [0.91, 0.87], "theirs": [88.5, 90.1]})
    >>> unlike_scales(br.scores(table, metric="accuracy")).rows()
    [('accuracy', ['ours'], ['theirs'])]
    """
    # Whose module reads scores, for which this one says what a count is.
    from benchreport.tables.blocks import score_table

    value = pl.col("value")
    means = score_table(scores).results.select(pl.col("metric", "algorithm", "dataset").cast(pl.String), value="mean")
    facts = means.group_by("metric", "algorithm").agg(low=value.min(), high=value.max(), middle=value.median())
    share = (pl.col("low") >= 0) & (pl.col("high") <= 1)
    percentage = (pl.col("low") >= 0) & (pl.col("high") <= 100) & (pl.col("middle") > 1)
    both = facts.with_columns(share=share, percentage=percentage & ~share)
    whole = both.filter((pl.col("share") | pl.col("percentage")).all().over("metric"))
    means = means.join(whole, on=["metric", "algorithm"])
    ratios = (
        means.group_by("metric", "dataset")
        .agg(above=value.filter("percentage").median(), below=value.filter("share").median())
        .filter(pl.col("below") > 0)
        .group_by("metric")
        .agg(ratio=(pl.col("above") / pl.col("below")).median())
        .filter(pl.col("ratio").is_between(LEAST_RATIO, MOST_RATIO))
    )
    return (
        whole.join(ratios, on="metric", how="semi")
        .group_by("metric")
        .agg(
            shares=pl.col("algorithm").filter("share").sort(),
            percentages=pl.col("algorithm").filter("percentage").sort(),
        )
        .sort("metric")
    )


def below_chance(
    scores: pl.DataFrame, own: Mapping[str, str] | None = None, *, two_classes: bool = False
) -> pl.DataFrame:
    """Return the metrics by which even the best algorithm is worse than guessing in the mean over the datasets.

    One row per metric: the ``algorithm`` of the best ``mean``, and the level of ``chance``. ``own`` are the names of
    metrics in the table, where those of the scores are others. With ``two_classes`` accuracy has a level of chance too.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"dataset": ["d", "e"], "A": [0.2, 0.3], "B": [0.1, 0.3]})
    >>> below_chance(br.scores(table, metric="auc")).rows()
    [('auc', 'A', 0.25, 0.5, False)]
    """
    from benchreport.tables.blocks import score_table

    guesses = {**CHANCE, **(CHANCE_OF_TWO if two_classes else {})}
    levels: dict[str, tuple[float, bool]] = {}
    for name in scores.get_column("metric").unique().cast(pl.String):
        raw = (own or {}).get(name, name)
        stem = stem_of(raw.removeprefix(ERROR_IN), guesses)
        if stem in guesses and known_scale(stem) in COMPARABLE:
            levels[name] = guesses[stem], raw.startswith(ERROR_IN)
    schema = {
        "metric": pl.String,
        "algorithm": pl.String,
        "mean": pl.Float64,
        "chance": pl.Float64,
        "lower": pl.Boolean,
    }
    if not levels:
        return pl.DataFrame(schema=schema)
    named = score_table(scores).results.with_columns(pl.col("metric", "algorithm", "direction").cast(pl.String))
    results = named.filter(pl.col("metric").is_in(list(levels)) & pl.col("direction").is_not_null())
    lower = pl.col("direction") == "lower"
    level = pl.col("metric").replace_strict(
        {name: level for name, (level, _) in levels.items()}, return_dtype=pl.Float64
    )
    error = pl.col("metric").is_in([name for name, (_, error) in levels.items() if error])
    # Percentages are shares of 100.
    whole = pl.when(pl.col("mean").max().over("metric") >= PER_CENT_FROM).then(100.0).otherwise(1.0)
    means = results.group_by(
        "metric", "algorithm", lower=lower, chance=whole * pl.when(error).then(1 - level).otherwise(level)
    ).agg(pl.col("mean").mean())
    ranked = means.sort("metric", pl.col("mean") * pl.when("lower").then(1).otherwise(-1), "algorithm")
    best = ranked.group_by("metric", maintain_order=True).first()
    behind = (pl.col("mean") - pl.col("chance")) * pl.when("lower").then(1).otherwise(-1)
    return best.filter(behind > 1e-9).select(list(schema))


def piled_times(scores: pl.DataFrame) -> pl.DataFrame:
    """Return the times of which many lie close to one another and few above, as a time limit leaves them.

    One row per metric: ``n_piled`` of ``n_cells`` mean times lie from ``low`` to ``high``, and ``n_above`` above.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"dataset": list("defg"), "A": [60.2, 60.1, 60.3, 9.0], "B": [60.1, 5.0, 60.2, 60.0]})
    >>> piled_times(br.scores(table, metric="runtime")).rows()
    [('runtime', 6, 0, 8, 60.0, 60.3)]
    """
    names = scores.get_column("metric").unique().cast(pl.String).to_list()
    times = [name for name in names if TIME_WORDS & set(normalised(name).split("_")) and is_cost(name)]
    value = pl.col("value")
    chosen = scores.filter(_is_named(times) & (value > 0))
    cells = chosen.group_by(pl.col("metric", "algorithm", "dataset").cast(pl.String)).agg(value.mean())
    rows = [
        (metric, *pile)
        for (metric,), part in cells.sort("metric", "value", "algorithm", "dataset").group_by(
            "metric", maintain_order=True
        )
        if (pile := _pile(part)) is not None
    ]
    counts = dict.fromkeys(("n_piled", "n_above", "n_cells"), pl.Int64)
    return pl.DataFrame(
        rows, schema={"metric": pl.String, **counts, "low": pl.Float64, "high": pl.Float64}, orient="row"
    )


def _is_named(metrics: Sequence[str]) -> pl.Expr:
    """Return which rows are of some metrics; of none, without a look at the names."""
    return pl.col("metric").cast(pl.String).is_in(list(metrics)) if metrics else pl.lit(False)


def _pile(cells: pl.DataFrame) -> tuple[int, int, int, float, float] | None:
    """Return the longest run of times close together, of several algorithms and datasets, with few above it."""
    times = cells.get_column("value").to_numpy()
    ends = np.searchsorted(times, times * NEAR, side="right")
    start = int(np.argmax(ends - np.arange(len(times))))
    end = int(ends[start])
    piled = cells[start:end]
    several = min(piled.get_column("algorithm").n_unique(), piled.get_column("dataset").n_unique()) > 1
    many = end - start >= max(FEWEST_PILED, PILED * len(times)) and len(times) - end <= ABOVE * len(times)
    # Times that hardly differ at all are not cut by anything.
    varied = times[0] * 2 < times[start]
    if not (several and many and varied):
        return None
    return end - start, len(times) - end, len(times), float(times[start]), float(times[end - 1])


def off_grid(scores: pl.DataFrame) -> pl.DataFrame:
    """Return, by metric, a remark where rates are no whole number of the instances tested, in a column ``off_grid``.

    Rounded scores are given the benefit of their last decimal.

    Examples
    --------
    >>> rows = {"metric": ["accuracy"] * 2, "value": [0.9333333333, 0.71], "n_test": [15, 15]}
    >>> off_grid(pl.DataFrame(rows))["off_grid"][0]
    'off_grid:accuracy:1:2'
    """
    schema: dict[str, Any] = {"metric": scores.schema["metric"], "off_grid": pl.String}
    names = scores.get_column("metric").unique().cast(pl.String).to_list()
    rates = [name for name in names if normalised(name) in COUNTED_RATES]
    if "n_test" not in scores.columns or not rates:
        return pl.DataFrame(schema=schema)
    rows = scores.filter(pl.col("metric").cast(pl.String).is_in(rates)).select("metric", "value", "n_test").drop_nulls()
    # Percentages are shares of 100.
    whole = pl.when(pl.col("value").max().over("metric") > 1).then(100.0).otherwise(1.0)
    rows = rows.with_columns(rate=pl.col("value") / whole, whole=whole)
    rows = rows.join(decimals_of(rows), on="metric")
    rounding = 0.5 * pl.lit(10.0).pow(-pl.col("decimals")) / pl.col("whole") + 1e-9
    off = ((pl.col("rate") * pl.col("n_test")).round() / pl.col("n_test") - pl.col("rate")).abs() > rounding
    counted = rows.group_by("metric").agg(off=off.sum(), rows=pl.len()).filter(pl.col("off") > 0)
    return counted.select("metric", off_grid=OFF_GRID.where(pl.lit(True), "metric", "off", "rows"))


def decimals_of(rows: pl.DataFrame, group: str = "metric") -> pl.DataFrame:
    """Return the decimals that the values of each group were written with.

    Examples
    --------
    >>> decimals_of(pl.DataFrame({"metric": ["f1", "f1"], "value": [0.5, 0.25]})).row(0)
    ('f1', 2.0)
    """
    value = pl.col("value")
    exact = [
        pl.when(((value.round(places) - value).abs() <= 1e-13).all()).then(places) for places in range(MOST_DECIMALS)
    ]
    return rows.group_by(group).agg(decimals=pl.coalesce(*exact, pl.lit(MOST_DECIMALS)).cast(pl.Float64))
