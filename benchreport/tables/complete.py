"""What is missing, and what shall be done about it?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean, one_of
from benchreport.tables.cells import as_scores, block_columns, refuse_mixtures
from benchreport.tables.groups import By, aggregate, group_columns, joined, within
from benchreport.tables.reduction import Codes
from benchreport.tables.rounding import TOLERANCE
from benchreport.tables.schema import HISTORY, RUN_KEYS

Policy = Literal["drop_blocks", "drop_algorithms", "worst", "reference"]
Partial = Literal["average", "missing"]
POLICIES: tuple[Policy, ...] = ("drop_blocks", "drop_algorithms", "worst", "reference")
# What a filled row takes from its group.
INHERITED = ("metric", "direction", "design", "n_dropped", "policy")
# A step that ranks cannot miss lies well above the last digit they see.
VISIBLE = 100 * TOLERANCE


def complete(
    table: Any, policy: Policy, *, by: By = "metric", partial: Partial = "average", reference: str | None = None
) -> pl.DataFrame:
    """Settle missing results by a declared policy, and count what was done.

    A cell is one algorithm on one block: a dataset, or with ``dataset`` in ``by`` a run. It is missing when it has no
    value at all; with ``partial="missing"`` already when one of its runs failed.

    Parameters
    ----------
    table
        Scores.
    policy
        ``drop_blocks`` leaves out every block that lacks an algorithm; ``drop_algorithms`` every algorithm that lacks a
        block; ``worst`` ranks a missing cell strictly last by filling in one value that brings its mean to the worst
        mean of the block, moved on by the range of the block's means; ``reference`` fills in what the algorithm
        ``reference`` reached in the same run.
    by
        The groups within which results are compared, as in the tests.
    partial
        Whether a cell with some failed runs is averaged over the others or counts as missing.
    reference
        The algorithm whose results stand in, for the policy of that name.

    Returns
    -------
    polars.DataFrame
        The table with three more columns: ``imputed`` marks filled cells, ``n_dropped`` counts the blocks left out of
        the row's group, ``policy`` says what was done (null: nothing). All three add up when called again. A group that
        loses everything keeps its rows with null values.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"dataset": ["d1", "d2", "d3"], "A": [0.9, 0.8, 0.7], "B": [0.8, None, 0.6]})
    >>> done = br.complete(br.scores(table, metric="accuracy"), "drop_blocks")
    >>> done.height, done["n_dropped"][0], done["policy"][0]
    (4, 1, 'drop_blocks: 1 of 3 blocks dropped')
    """
    one_of(policy, POLICIES, name="policy")
    one_of(partial, ("average", "missing"), name="partial")
    scores = _with_history(as_scores(table))
    groups = group_columns(scores, by)
    block = block_columns(scores, groups)
    refuse_mixtures(scores, groups)
    runs = lay_out_runs(scores, groups, block, partial)
    if policy in ("worst", "reference"):
        return _fill(scores, runs, groups, block, _reference(scores, policy, reference))
    return (_drop_blocks if policy == "drop_blocks" else _drop_algorithms)(scores, runs, groups, block)


def missing_cells(table: Any, *, by: By = "metric") -> pl.DataFrame:
    """List every algorithm and block without a complete result.

    One row per cell that lacks runs the others have: ``n_missing`` of ``n_runs``, of which ``n_failed`` are in the
    table without a value and the rest are absent.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"dataset": ["d1", "d2"], "A": [0.9, 0.8], "B": [0.8, None]})
    >>> br.missing_cells(br.scores(table, metric="accuracy")).rows()
    [('accuracy', 'd2', 'B', 1, 1, 1)]
    """
    scores = as_scores(table)
    groups = group_columns(scores, by)
    block = block_columns(scores, groups)
    keys = [*groups, *block, "algorithm"]
    return (
        lay_out_runs(scores, groups, block, "average")
        .group_by(keys)
        .agg(
            n_runs=pl.len().cast(pl.Int64),
            n_missing=pl.col("value").is_null().sum().cast(pl.Int64),
            n_failed=(pl.col("value").is_null() & pl.col("present")).sum().cast(pl.Int64),
        )
        .filter(pl.col("n_missing") > 0)
        .sort(keys)
        .select(*keys, "n_missing", "n_failed", "n_runs")
    )


def lay_out_runs(table: pl.DataFrame, groups: Sequence[str], block: Sequence[str], partial: Partial) -> pl.DataFrame:
    """Lay out every run of every block for every algorithm of the group, and mark the cells that are missing."""
    runs = _run_columns(table, groups, block)
    if _is_full(table, groups, runs):
        nothing = pl.lit(False)
        return table.select(*runs, "algorithm", "value", present=pl.lit(True), missing=nothing, fill=nothing)
    algorithms = table.select(*groups, "algorithm").unique()
    blocks = table.select(runs).unique()
    grid = joined(blocks, algorithms, groups)
    own = table.select(*runs, "algorithm", "value", present=pl.lit(True))
    gap = pl.col("value").is_null()
    cell = [*groups, *block, "algorithm"]
    return (
        grid.join(own, on=[*runs, "algorithm"], how="left")
        .with_columns(pl.col("present").fill_null(False))
        .with_columns(missing=(gap.any() if partial == "missing" else gap.all()).over(cell))
        .with_columns(fill=pl.col("missing") & gap)
    )


def _is_full(table: pl.DataFrame, groups: Sequence[str], runs: Sequence[str]) -> bool:
    """Tell whether every algorithm of a group has one value in every run; most tables do, and need no join."""
    if not table.height or table.get_column("value").null_count():
        return False
    group = Codes(table, groups)
    algorithm, run = group.copy(), group.copy()
    algorithm.add("algorithm")
    for name in runs:
        if name not in groups:
            run.add(name)
    widths, lengths = (
        np.bincount(group.numbers[codes.representatives()], minlength=group.size) for codes in (algorithm, run)
    )
    run.add("algorithm")
    return int((widths * lengths).sum()) == table.height and run.are_distinct()


def _run_columns(table: pl.DataFrame, groups: Sequence[str], block: Sequence[str]) -> list[str]:
    return list(dict.fromkeys([*groups, *block, *(name for name in RUN_KEYS if name in table.columns)]))


def _drop_blocks(table: pl.DataFrame, runs: pl.DataFrame, groups: list[str], block: list[str]) -> pl.DataFrame:
    place = [*groups, *block]
    dropped = pl.col("drop").sum()
    blocks = _grouped(
        runs.group_by(place).agg(drop=pl.col("missing").any()),
        groups,
        dropped=dropped,
        emptied=pl.col("drop").all(),
        deed=pl.when(dropped > 0).then(pl.format("drop_blocks: {} of {} blocks dropped", dropped, pl.len())),
    )
    return _without_dropped(table.join(blocks, on=place, how="left", maintain_order="left"))


def _drop_algorithms(table: pl.DataFrame, runs: pl.DataFrame, groups: list[str], block: list[str]) -> pl.DataFrame:
    # A block that nobody finished says nothing against one algorithm.
    tried = ~pl.col("missing").all().over([*groups, *block])
    names = pl.col("algorithm").cast(pl.String).filter("drop").sort().str.join(", ")
    algorithms = _grouped(
        runs.with_columns(lacks=pl.col("missing") & tried)
        .group_by(*groups, "algorithm")
        .agg(drop=pl.col("lacks").any()),
        groups,
        dropped=pl.lit(0),
        emptied=pl.col("drop").all(),
        deed=pl.when(pl.col("drop").any()).then(pl.format("drop_algorithms: {}", names)),
    )
    return _without_dropped(table.join(algorithms, on=[*groups, "algorithm"], how="left", maintain_order="left"))


def _without_dropped(judged: pl.DataFrame) -> pl.DataFrame:
    """Leave out the rows to be dropped; a group that would lose all of them loses its values only."""
    kept = judged.filter(~pl.col("drop") | pl.col("emptied"))
    kept = kept.with_columns(value=pl.when(~pl.col("emptied")).then("value"), filled=pl.lit(False))
    return _noted(kept).drop("drop", "emptied")


def _fill(
    table: pl.DataFrame, runs: pl.DataFrame, groups: list[str], block: list[str], reference: str | None
) -> pl.DataFrame:
    keys = [*_run_columns(table, groups, block), "algorithm"]
    inherited = {name: pl.col(name).max() for name in INHERITED if name in table.columns and name not in groups}
    facts = aggregate(table, groups, **inherited)
    if reference is None:
        stand_in = _worst(joined(runs, facts, groups), [*groups, *block])
    else:
        reached = pl.col("value").filter(pl.col("algorithm") == reference).first().over(keys[:-1])
        stand_in = runs.with_columns(stand_in=reached)
    fills = stand_in.filter("fill").select(*keys, "stand_in", "present").drop_nulls("stand_in")
    failed = fills.filter("present").drop("present")
    absent = joined(fills.filter(~pl.col("present")).drop("present"), facts, groups).sort(keys)
    own = table.join(failed, on=keys, how="left", maintain_order="left")
    name = "worst" if reference is None else f"reference {reference}"
    count = pl.col("stand_in").count()
    deed = pl.when(count > 0).then(pl.format("{}: {} values filled in", pl.lit(name), count))
    everything = _grouped(pl.concat([own, absent], how="diagonal"), groups, deed=deed)
    filled = everything.with_columns(
        value=pl.coalesce("value", "stand_in"), filled=pl.col("stand_in").is_not_null(), dropped=pl.lit(0)
    )
    return _noted(filled).drop("stand_in")


def _worst(runs: pl.DataFrame, place: list[str]) -> pl.DataFrame:
    """Find for every cell the value that, filled into its failed runs, makes its mean the worst of the block."""
    cell = [*place, "algorithm"]
    runs = runs.with_columns(
        mean=pl.col("value").mean().over(cell),
        measured=pl.col("value").count().cast(pl.Int64).over(cell),
        filled=pl.col("fill").sum().cast(pl.Int64).over(cell),
    )
    runs = runs.with_columns(low=pl.col("mean").min().over(place), high=pl.col("mean").max().over(place))
    low, high = pl.col("low"), pl.col("high")
    largest = pl.max_horizontal(low.abs(), high.abs())
    # Where all are equal any visible step will do, since only "strictly last" is meant.
    step = pl.when(high - low > VISIBLE * largest).then(high - low).otherwise(pl.max_horizontal(largest, pl.lit(1.0)))
    worst = pl.when(pl.col("direction") == "lower").then(high + step).otherwise(low - step)
    # The runs that did not fail must not lift the mean again.
    lift = (pl.col("mean") - worst) * pl.col("measured") / pl.col("filled")
    return runs.with_columns(stand_in=worst - lift.fill_null(0.0))


def _with_history(scores: pl.DataFrame) -> pl.DataFrame:
    """Add the columns that tell what was done, unless an earlier policy has."""
    taken = [name for name in HISTORY if name in scores.columns]
    if len(taken) == len(HISTORY):
        return scores
    if taken:
        raise ColumnError(f"column {taken[0]!r} bears a name that complete gives", hint="rename it first")
    nothing = pl.lit(None, dtype=pl.Categorical)
    return scores.with_columns(imputed=pl.lit(False), n_dropped=pl.lit(0, dtype=pl.Int64), policy=nothing)


def _noted(table: pl.DataFrame) -> pl.DataFrame:
    """Add what was filled, dropped and done now to what an earlier policy did."""
    policy = pl.concat_str(pl.col("policy", "deed").cast(pl.String), separator="; ", ignore_nulls=True)
    return table.with_columns(
        imputed=pl.col("imputed") | pl.col("filled"),
        n_dropped=pl.col("n_dropped") + pl.col("dropped").cast(pl.Int64),
        policy=pl.when(policy != "").then(policy).cast(pl.Categorical),
    ).drop("filled", "dropped", "deed")


def _grouped(frame: pl.DataFrame, groups: list[str], **facts: pl.Expr) -> pl.DataFrame:
    """Write a group's facts beside each of its rows."""
    return frame.with_columns(**{name: fact.over(within(groups)) for name, fact in facts.items()})


def _reference(table: pl.DataFrame, policy: Policy, reference: str | None) -> str | None:
    if policy == "worst":
        return None
    known = table.get_column("algorithm").unique().sort().to_list()
    if reference is None:
        raise OptionError("the policy 'reference' needs an algorithm", hint=f"reference={known[0]!r}, for instance")
    if reference not in known:
        raise ColumnError(f"no algorithm {reference!r} to stand in", hint=did_you_mean(reference, known))
    return reference
