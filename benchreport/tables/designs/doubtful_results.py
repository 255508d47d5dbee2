"""Results that need a second look: identical algorithms, divergent results, values on a coarse grid."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl

from benchreport.naming import enumerated, initial, spelled
from benchreport.numerals import number, percent
from benchreport.tables.blocks import score_table
from benchreport.tables.designs.doubtful import BASELINE_NAMES, FEWEST_DISTINCT, FEWEST_VALUES, is_cost
from benchreport.tables.rounding import Floats
from benchreport.tables.schema import RUN_KEYS, normalised
from benchreport.tables.ties import tie_key

# A result so many times the median of its dataset has diverged.
DIVERGENT = 1_000
# Of so many pairs of results so many are tied, on a grid of so few steps from the least value to the largest.
FEWEST_PAIRS, TIED, MOST_STEPS, MOST_DECIMALS = 10, 0.5, 100, 6


def identical_algorithms(scores: pl.DataFrame) -> pl.DataFrame:
    """Return the algorithms whose results are the same to the last digit, run by run, on all datasets that they have.

    One row per metric and group of such algorithms. So few or so alike values that they may agree by chance are none.

    Examples
    --------
    >>> import benchreport as br
    >>> values = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]
    >>> table = pl.DataFrame({"dataset": list("abcdef"), "A": values, "B": values, "C": values[::-1]})
    >>> identical_algorithms(br.scores(table, metric="accuracy")).rows()
    [('accuracy', ['A', 'B'], 6, 6)]
    """
    keys = [name for name in ("dataset", *RUN_KEYS) if name in scores.columns]
    row = pl.struct(pl.col(keys).to_physical(), "value")
    prints = scores.drop_nulls("value").group_by(pl.col("metric", "algorithm").cast(pl.String)).agg(
        pl.col("dataset").n_unique().alias("n_datasets"),
        n=pl.len(),
        distinct=pl.col("value").n_unique(),
        # Two sums of hashes: rows are the same in any order.
        first=row.hash(0).sum(),
        second=row.hash(1).sum(),
    )  # fmt: skip
    enough = prints.filter((pl.col("n") >= FEWEST_VALUES) & (pl.col("distinct") >= FEWEST_DISTINCT))
    groups = enough.group_by("metric", "n_datasets", "n", "first", "second").agg(pl.col("algorithm").sort())
    alike = groups.filter(pl.col("algorithm").list.len() > 1).sort("metric", pl.col("algorithm").list.first())
    return alike.select("metric", algorithms="algorithm", n_datasets="n_datasets", n="n")


def divergent_results(scores: pl.DataFrame) -> pl.DataFrame:
    """Return the results that are a thousand times the median of their dataset, the most divergent first.

    Costs and trivial baselines are left out. ``share`` is the part of a result in the sum over its runs.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"dataset": ["d", "e"], "A": [0.1, 5e9], "B": [0.2, 0.1], "C": [0.3, 0.3]})
    >>> divergent_results(br.scores(table, metric="rmse")).rows()
    [('rmse', 'e', 'A', 5000000000.0, 0.3, 1.0)]
    """
    value, names = pl.col("value"), pl.col("metric", "dataset", "algorithm").cast(pl.String)
    costs = [name for name in scores["metric"].unique().cast(pl.String) if is_cost(name)]
    finite = scores.select(names, "value").filter(value.is_finite() & ~pl.col("metric").is_in(costs))
    judged = finite.with_columns(
        middle=value.median().over("metric", "dataset"),
        share=value / value.sum().over("metric", "dataset", "algorithm"),
    )
    trivial = [name for name in finite["algorithm"].unique() if normalised(name) in BASELINE_NAMES]
    far = judged.filter(
        (pl.col("middle") > 0) & (value >= DIVERGENT * pl.col("middle")) & ~pl.col("algorithm").is_in(trivial)
    )
    return far.sort("metric", value / pl.col("middle"), "dataset", "algorithm", descending=[False, True, False, False])


def coarse_metrics(scores: pl.DataFrame) -> pl.DataFrame:
    """Return the metrics whose values lie on so coarse a grid that half of the pairs of results are tied.

    Pairs are two algorithms on one dataset; of identical algorithms one counts.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"dataset": list("abcdefghij"), "A": [0.5, 0.6] * 5, "B": [0.5] * 10})
    >>> coarse_metrics(br.scores(table, metric="accuracy")).rows()
    [('accuracy', 0.1, 0.5)]
    """
    place = ["metric", "dataset"]
    twins = identical_algorithms(scores).select("metric", algorithm=pl.col("algorithms").list.slice(1))
    cells = score_table(scores).results.with_columns(pl.col(*place, "algorithm").cast(pl.String))
    cells = cells.join(twins.explode("algorithm"), on=["metric", "algorithm"], how="anti")
    keyed = cells.select(*place, key=tie_key(pl.col("mean"), place))
    pairs = pl.len() * (pl.len() - 1) / 2
    tied = keyed.group_by(*place, "key").agg(tied=pairs).group_by(place).agg(pl.col("tied").sum())
    shares = (
        keyed.group_by(place)
        .agg(pairs=pairs)
        .join(tied, on=place)
        .group_by("metric")
        .agg(pl.col("pairs").sum(), share=pl.col("tied").sum() / pl.col("pairs").sum())
        .filter((pl.col("pairs") >= FEWEST_PAIRS) & (pl.col("share") >= TIED))
        .sort("metric")
    )
    rows = []
    for metric, share in shares.select("metric", "share").rows():
        values = scores.filter(pl.col("metric").cast(pl.String) == metric)["value"].drop_nulls().unique().to_numpy()
        step = grid_step(values)
        if step and len(values) > 1 and np.ptp(values) <= MOST_STEPS * step:
            rows.append((metric, step, share))
    return pl.DataFrame(rows, schema={"metric": pl.String, "step": pl.Float64, "share": pl.Float64}, orient="row")


def grid_step(values: Floats) -> float | None:
    """Return the largest decimal number of which all values are multiples; None where there is none.

    Examples
    --------
    >>> grid_step(np.array([0.35, 0.6, 0.1])), grid_step(np.array([1 / 3, 0.5]))
    (0.05, None)
    """
    for decimals in range(MOST_DECIMALS + 1):
        scaled = values * 10.0**decimals
        if np.abs(scaled).max(initial=0.0) < 1e12 and (np.abs(scaled - np.rint(scaled)) <= 1e-6).all():
            return int(np.gcd.reduce(np.rint(scaled).astype(np.int64))) / 10.0**decimals
    return None


def doubtful_results(scores: pl.DataFrame) -> Iterator[tuple[str, str]]:
    """Yield what results to look at again: a label and a sentence, each for the first metric of which it holds.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"dataset": ["d", "e"], "A": [0.1, 5e9], "B": [0.2, 0.1], "C": [0.3, 0.3]})
    >>> list(doubtful_results(br.scores(table, metric="rmse")))
    [('Divergent results', 'A has rmse 5e+09 on e, 1.7e+10 times the median of this dataset (0.3).')]
    """
    directed = scores.filter(pl.col("direction").is_not_null())
    alike = _of_first_metric(identical_algorithms(directed), directed)
    if alike.height:
        groups = [enumerated(names) for names in alike["algorithms"]]
        metric, _, n_datasets, n = alike.row(0)
        total = directed["dataset"].n_unique()
        where = f"all {spelled(n_datasets)} datasets{'' if n_datasets == total else ' that they have'}"
        where = f"all {spelled(n)} runs" if total == 1 else where
        further = f"; so do {'; '.join(groups[1:3])}" if len(groups) > 1 else ""
        same = f"{groups[0]} agree to the last digit in {metric} on {where}{further}. Was the same file read twice?"
        yield "Identical results", same
    far = _of_first_metric(divergent_results(directed), directed)
    if far.height:
        metric, dataset, name, value, middle, share = far.row(0)
        size = f"{number(value / middle, 2)} times the median of this dataset ({number(middle, 2)})"
        more, runs = far.height - 1, "run" if any(key in scores.columns for key in RUN_KEYS) else "result"
        others, theirs = (f"{runs} is", "its dataset") if more == 1 else (f"{runs}s are", "their datasets")
        rests = "; the mean over its runs rests on it" if 0.5 < share < 1 else ""
        rest = f" {initial(spelled(more))} more {others} at least {DIVERGENT:,} times the median of {theirs}."
        rest = rest if more else ""
        yield "Divergent results", f"{name} has {metric} {number(value, 3)} on {dataset}, {size}{rests}.{rest}"
    grids = _of_first_metric(coarse_metrics(directed), directed)
    for metric, step, share in grids.rows():
        tied = f"{percent(share, 0)} of the pairs of results are tied"
        yield "Coarse values", f"All values of {metric} are multiples of {number(step)}; {tied}."


def _of_first_metric(rows: pl.DataFrame, scores: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of the first metric of a table that has any."""
    present = set(rows["metric"])
    names = scores["metric"].unique(maintain_order=True).cast(pl.String)
    return rows.filter(pl.col("metric") == next((name for name in names if name in present), ""))
