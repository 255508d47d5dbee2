"""Policies for missing results: refuse, drop, largest complete sub-table, what is available, fill in; common runs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean, one_of
from benchreport.method import Remark
from benchreport.records import dataclass
from benchreport.remarks import joined_remarks
from benchreport.tables.blocks import (
    Blocks,
    Flags,
    Floats,
    Integers,
    ScoreTable,
    block_columns,
    computed_once,
    incomplete,
)
from benchreport.tables.designs.run_layout import keys_of
from benchreport.tables.gaps import choose, largest, places_of
from benchreport.tables.groups import By, aggregate, group_columns, joined, keeps_group_names
from benchreport.tables.rounding import TOLERANCE
from benchreport.tables.schema import HISTORY, RUN_KEYS
from benchreport.tables.scores import as_scores

Policy = Literal[
    "refuse", "auto", "drop_blocks", "drop_algorithms", "subtable", "available", "worst", "stand_in", "reference"
]
Partial = Literal["average", "missing"]
# The old word for "stand_in" still works.
OLD_WORDS: dict[str, Policy] = {"reference": "stand_in"}
POLICIES: tuple[Policy, ...] = get_args(Policy)
# What was done to a group: the column ``policy`` holds these, and the rows of tests pass them on.
DROPPED_BLOCKS = Remark(code="drop_blocks", note="drop_blocks: {0} of {1} blocks dropped")
SUBTABLE = Remark(code="subtable", note="subtable: {0} of {1} algorithms on {2} of {3} blocks")
AVAILABLE = Remark(code="available", note="available: {0} of {1} results missing")
DROPPED_ALGORITHMS = Remark(code="drop_algorithms", note="drop_algorithms: {0}")
DROPPED_FOR_REFERENCE = Remark(
    code="drop_algorithms_blocks", note="drop_algorithms: {0} of {1} blocks dropped that {2} lacks"
)
WORST = Remark(code="worst", note="worst: {0} values filled in")
STAND_IN = Remark(code="stand_in", note="stand_in {0}: {1} values filled in")
POLICY_REMARKS = (*(DROPPED_BLOCKS, SUBTABLE, AVAILABLE, DROPPED_ALGORITHMS, DROPPED_FOR_REFERENCE, WORST, STAND_IN),)
# What a filled row takes from its group.
INHERITED = ("metric", "direction", "design", "n_dropped", "policy")
# A step that ranks cannot miss lies well above the last digit they see.
VISIBLE = 100 * TOLERANCE


@keeps_group_names
def complete(
    table: Any,
    policy: Policy,
    *,
    by: By = "metric",
    partial: Partial = "average",
    reference: str | None = None,
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return the table with missing results settled by a declared policy, and counts of what was done.

    A cell is one algorithm on one block: a dataset, or with ``dataset`` in ``by`` a run. It is missing when it has no
    value at all; with ``partial="missing"`` already when one of its runs failed.

    Parameters
    ----------
    table
        Scores.
    policy
        ``refuse`` raises where a result is missing. ``auto`` decides from the pattern of gaps as :func:`missing_auto`
        does. ``drop_blocks`` leaves out every block that lacks an algorithm; ``drop_algorithms`` every algorithm that
        lacks a block; ``subtable`` keeps the largest complete sub-table. ``available`` keeps the gaps, for methods that
        take each pair on the blocks both have. ``worst`` ranks a missing cell strictly last by filling in one value
        that brings its mean to the worst mean of the block, moved on by the range of the block's means; infinitely bad
        values count as missing there. ``stand_in`` fills in what the algorithm ``reference`` reached in the same run.
    by
        The groups within which results are compared, as in the tests.
    partial
        Whether a cell with some failed runs is averaged over the others or counts as missing.
    reference
        The algorithm whose results stand in. No other policy leaves it out: blocks that it lacks go first.
    alpha
        Level of the decisions that the table is for; read by ``auto`` alone.

    Returns
    -------
    polars.DataFrame
        The table with three more columns: ``imputed`` marks filled cells, ``n_dropped`` counts the blocks left out of
        the row's group, ``policy`` holds the remarks on what was done (null: nothing). All three add up when called
        again. A group that loses everything keeps its rows with null values.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"dataset": ["d1", "d2", "d3"], "A": [0.9, 0.8, 0.7], "B": [0.8, None, 0.6]})
    >>> done = br.complete(br.scores(table, metric="accuracy"), "drop_blocks")
    >>> done.height, done["n_dropped"][0], done["policy"][0]
    (4, 1, 'drop_blocks:1:3')
    """
    one_of(policy, POLICIES, name="policy")
    one_of(partial, ("average", "missing"), name="partial")
    word = OLD_WORDS.get(policy, policy)
    if isinstance(alpha, bool) or not isinstance(alpha, int | float) or not 0 < alpha < 1:
        raise OptionError(f"alpha is {alpha!r}", hint="a level lies between 0 and 1, such as 0.05")
    entered = as_scores(table, infinite="missing" if word == "worst" else "refuse")
    blocks = Blocks.of(entered, by=by, missing="available", alone=True)
    scores = _with_history(entered)
    standing = _reference(scores, word, reference)
    lacking = blocks.present[blocks.group] & ~blocks.measured
    if partial == "missing":
        lacking |= blocks.present[blocks.group] & (blocks.n_values < run_counts(blocks)[:, None])
    if not lacking.any():
        return scores
    if word in ("worst", "stand_in"):
        return _fill(scores, blocks, lacking, standing if word == "stand_in" else None)
    gappy = blocks.blanked(lacking)
    if word == "refuse":
        if not gappy.is_complete:
            raise incomplete(gappy.gaps, [*blocks.by, *blocks.block_keys.columns])
        return scores
    if word == "drop_algorithms":
        return _without_dropped(scores, gappy, *_by_algorithm(gappy, standing))
    return _without_dropped(scores, gappy, *_by_pattern(gappy, word, standing, alpha))


def largest_is_proved(table: pl.DataFrame, reference: str | None = None) -> dict[str, bool]:
    """Return for every metric whose largest complete sub-table was searched whether the search came to its end.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"dataset": ["d1", "d2", "d3"], "A": [0.9, 0.8, 0.7], "B": [0.8, None, 0.6]})
    >>> largest_is_proved(br.scores(table, metric="accuracy"))
    {'accuracy': True}
    """
    blocks = Blocks.of(table, missing="available", alone=True)
    metrics = blocks.keys.get_column("metric").cast(pl.String).to_list()
    return {metrics[group]: best.proved for group, best in largest(blocks, reference).subtables.items()}


@keeps_group_names
def missing_cells(table: Any, *, by: By = "metric") -> pl.DataFrame:
    """Return every algorithm and block without a complete result.

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
    absent = (pl.col("n_runs") - pl.col("measured") - pl.col("n_failed")).clip(lower_bound=0)
    cells = computed_once(scores, cell_counts, tuple(groups), tuple(block))
    counts = cells.with_columns(n_missing=pl.col("n_failed") + absent)
    keys = [*groups, *block, "algorithm"]
    return counts.filter(pl.col("n_missing") > 0).sort(keys).select(*keys, "n_missing", "n_failed", "n_runs")


def cell_counts(table: pl.DataFrame, groups: Sequence[str], block: Sequence[str]) -> pl.DataFrame:
    """Return every algorithm of a group on every block: values measured, rows without one, and the runs of the block.

    Examples
    --------
    >>> table = pl.DataFrame({"dataset": list("dde"), "algorithm": list("ABA"), "value": [0.9, None, 0.8]})
    >>> cell_counts(table, [], ["dataset"]).sort("dataset", "algorithm").select("measured", "n_failed").rows()
    [(1, 0), (0, 1), (1, 0), (0, 0)]
    """
    place = [*groups, *block]
    keys = [name for name in RUN_KEYS if name in table.columns and name not in place]
    runs = aggregate(keys_of(table, [*place, *keys]), place, n_runs=pl.len().cast(pl.Int64))
    if isinstance(table, ScoreTable) and place == ["metric", "dataset"]:
        counts = table.cells.select(*place, "algorithm", "measured", "n_failed")
    else:
        counts = table.group_by(*place, "algorithm").agg(
            measured=pl.col("value").count().cast(pl.Int64), n_failed=pl.col("value").null_count().cast(pl.Int64)
        )
    cells = joined(runs, counts.select(*groups, "algorithm").unique(), groups)
    counted = cells.join(counts, on=[*place, "algorithm"], how="left", nulls_equal=True)
    return counted.with_columns(pl.col("measured", "n_failed").fill_null(0))


def run_counts(blocks: Blocks) -> Integers:
    """Return the number of runs of every block: those that any algorithm has."""
    keys = [name for name in RUN_KEYS if name in blocks.source.columns]
    runs = blocks.source.select(pl.Series("__row", blocks.source_cell[0]), *keys).unique()
    return np.bincount(runs.get_column("__row").to_numpy(), minlength=len(blocks.group))


def _by_pattern(blocks: Blocks, word: str, reference: str | None, alpha: float) -> tuple[Flags, Integers, pl.Series]:
    """Return the cells that a policy leaves out, group by group as ``auto`` decides, or alike in all groups.

    Also the number of blocks left out of each group, and the remark on what was done to it.
    """
    own, group = blocks.present[blocks.group], blocks.group
    lacking = own & ~blocks.measured
    policies, stays = np.full(blocks.n_groups, word), own
    if word in ("auto", "subtable"):
        choice = choose(blocks, alpha=alpha, reference=reference) if word == "auto" else largest(blocks, reference)
        policies, stays = np.array(choice.policies), choice.kept()
    incomplete_blocks = (policies == "drop_blocks")[group] & lacking.any(axis=1)
    drop = own & (incomplete_blocks[:, None] | ((policies == "subtable")[group][:, None] & ~stays))
    lost = np.bincount(group[~(own & ~drop).any(axis=1)], minlength=blocks.n_groups)
    height, width = np.diff(blocks.start), blocks.n_algorithms
    counts = {
        "policy": policies,
        "lost": lost,
        "height": height,
        "width": width,
        "left": blocks.over_blocks(np.maximum, own & ~drop).sum(axis=1),
        "rows": height - lost,
        "gaps": np.bincount(group, lacking.sum(axis=1), blocks.n_groups).astype(np.int64),
        "cells": height * width,
        "cut": blocks.over_blocks(np.maximum, drop).any(axis=1),
    }
    policy = pl.col("policy")
    deed = pl.coalesce(
        DROPPED_BLOCKS.where((policy == "drop_blocks") & (pl.col("lost") > 0), "lost", "height"),
        SUBTABLE.where((policy == "subtable") & pl.col("cut"), "left", "width", "rows", "height"),
        AVAILABLE.where((policy == "available") & (pl.col("gaps") > 0), "gaps", "cells"),
    )
    return drop, lost, pl.DataFrame(counts).select(deed).to_series()


def _by_algorithm(blocks: Blocks, reference: str | None) -> tuple[Flags, Integers, pl.Series]:
    """Return the cells of algorithms that lack a block; the reference stays, and the blocks that it lacks go first."""
    own, group = blocks.present[blocks.group], blocks.group
    lacking = own & ~blocks.measured
    place = np.array([-1 if column is None else column for column in places_of(blocks, reference)])[group]
    unknown = (place >= 0) & lacking[np.arange(len(group)), place]
    lost = np.bincount(group[unknown], minlength=blocks.n_groups)
    # A block that nobody finished says nothing against one algorithm.
    lacks = blocks.over_blocks(np.maximum, lacking & (blocks.used & ~unknown)[:, None])
    behind = (
        blocks.seats.filter(pl.Series(lacks[blocks.present]))
        .group_by("group")
        .agg(names=pl.col("algorithm").cast(pl.String).sort().str.join(", "))
    )
    counts = pl.DataFrame({"group": np.arange(blocks.n_groups), "lost": lost, "height": np.diff(blocks.start)})
    deed = joined_remarks(
        DROPPED_FOR_REFERENCE.where(pl.col("lost") > 0, "lost", "height", pl.lit(reference)),
        DROPPED_ALGORITHMS.where(pl.col("names").is_not_null(), "names"),
    )
    remarks = counts.join(behind, on="group", how="left", maintain_order="left").select(deed).to_series()
    return own & (lacks[group] | unknown[:, None]), lost, remarks


def _without_dropped(
    table: pl.DataFrame, blocks: Blocks, drop: Flags, dropped: Integers, deed: pl.Series
) -> pl.DataFrame:
    """Return the table without the dropped rows; a group that would lose all of them loses its values only."""
    cell, group = blocks.source_cell, blocks.group[blocks.source_cell[0]]
    stays = blocks.over_blocks(np.maximum, blocks.present[blocks.group] & ~drop)
    emptied = ~np.asarray(stays.any(axis=1))[group]
    # A cell that counts as missing because a run failed has no other runs either.
    measured = pl.Series(~emptied & blocks.measured[cell])
    rows = _noted(
        table.with_columns(value=pl.when(measured).then("value")),
        filled=pl.lit(False),
        dropped=pl.Series(dropped[group]),
        deed=deed.gather(group),
    )
    return rows.filter(pl.Series(emptied | ~drop[cell]))


def _fill(table: pl.DataFrame, blocks: Blocks, lacking: Flags, reference: str | None) -> pl.DataFrame:
    """Return the table with a value in every run of the cells that count as missing; absent runs become rows."""
    groups, block = list(blocks.by), blocks.block_keys.columns
    runs = [name for name in RUN_KEYS if name in table.columns and name not in (*groups, *block)]
    row, column = blocks.source_cell
    own = table.with_columns(__row=pl.Series(row), __column=pl.Series(column))
    cells = pl.DataFrame(dict(zip(("__row", "__column"), np.nonzero(lacking), strict=True)))
    run = ["__row", *runs]
    values = own.select(*run, "__column", "value", __present=pl.lit(True))
    fills = cells.join(own.select(run).unique(), on="__row").join(
        values, on=[*run, "__column"], how="left", nulls_equal=True
    )
    fills = fills.filter(pl.col("value").is_null()).drop("value")
    if reference is None:
        worst = _worst(blocks, fills)
        fills = fills.with_columns(__stand_in=pl.Series(worst).fill_nan(None))
    else:
        reached = own.filter(pl.col("algorithm") == reference).select(*run, __stand_in="value")
        fills = fills.join(reached, on=run, how="left", nulls_equal=True)
    fills = fills.drop_nulls("__stand_in")
    failed = fills.filter(pl.col("__present").is_not_null()).drop("__present")
    filled = own.join(failed, on=[*run, "__column"], how="left", nulls_equal=True, maintain_order="left")
    everything = pl.concat([filled, _absent(table, blocks, fills, runs)], how="diagonal")
    row = everything.get_column("__row").to_numpy()
    stand_in = everything.get_column("__stand_in")
    imputed = stand_in.is_not_null()
    count = pl.DataFrame({"n": np.bincount(blocks.group[row[imputed.to_numpy()]], minlength=blocks.n_groups)})
    some = pl.col("n") > 0
    deed = WORST.where(some, "n") if reference is None else STAND_IN.where(some, pl.lit(reference), "n")
    noted = _noted(
        everything.with_columns(value=pl.coalesce("value", stand_in)),
        filled=imputed,
        dropped=pl.lit(0),
        deed=count.select(deed).to_series().gather(blocks.group[row]),
    )
    return noted.drop("__row", "__column", "__stand_in")


def _absent(table: pl.DataFrame, blocks: Blocks, fills: pl.DataFrame, runs: list[str]) -> pl.DataFrame:
    """Return rows of the table for the runs to be filled in that it lacks, with what they take from their group."""
    new = fills.filter(pl.col("__present").is_null()).drop("__present")
    row, column = (new.get_column(name).to_numpy() for name in ("__row", "__column"))
    group, groups = blocks.group[row], list(blocks.by)
    inherited = {name: pl.col(name).max() for name in INHERITED if name in table.columns and name not in groups}
    new = new.with_columns(algorithm=blocks.names(group, column))
    new = new.hstack(blocks.block_keys[row]) if blocks.block_keys.width else new
    new = new.hstack(blocks.keys[group]) if groups else new
    rows = joined(new, aggregate(table, groups, **inherited), groups)
    return rows.sort(*groups, *blocks.block_keys.columns, *runs, "algorithm")


def _worst(blocks: Blocks, fills: pl.DataFrame) -> Floats:
    """Return the value that, filled into the failed runs of a cell, makes its mean the worst of the block."""
    row, column = (fills.get_column(name).to_numpy() for name in ("__row", "__column"))
    none = np.where(blocks.measured, blocks.values, np.inf), np.where(blocks.measured, blocks.values, -np.inf)
    low, high = none[0].min(axis=1)[row], none[1].max(axis=1)[row]
    low, high = (np.where(np.isfinite(end), end, np.nan) for end in (low, high))
    largest_mean = np.maximum(np.abs(low), np.abs(high))
    # Where all are equal any visible step will do, since only "strictly last" is meant.
    step = np.where(high - low > VISIBLE * largest_mean, high - low, np.maximum(largest_mean, 1.0))
    worst = np.where(blocks.orientation[blocks.group[row]] < 0, high + step, low - step)
    # The runs that did not fail must not lift the mean again.
    filled = np.zeros(blocks.values.shape, dtype=np.int64)
    np.add.at(filled, (row, column), 1)
    lift = (blocks.values[row, column] - worst) * blocks.n_values[row, column] / filled[row, column]
    return np.asarray(worst - np.nan_to_num(lift))


def _with_history(scores: pl.DataFrame) -> pl.DataFrame:
    """Return scores with the columns of what a policy did, unless an earlier policy added them."""
    taken = [name for name in HISTORY if name in scores.columns]
    if len(taken) == len(HISTORY):
        return scores
    if taken:
        raise ColumnError(f"column {taken[0]!r} bears a name that complete gives", hint="rename it first")
    nothing = pl.lit(None, dtype=pl.Categorical)
    return scores.with_columns(imputed=pl.lit(False), n_dropped=pl.lit(0, dtype=pl.Int64), policy=nothing)


def _noted(table: pl.DataFrame, *, filled: Any, dropped: Any, deed: pl.Series) -> pl.DataFrame:
    """Return the table with what was filled, dropped and done now added to what an earlier policy did."""
    return table.with_columns(
        imputed=pl.col("imputed") | filled,
        n_dropped=pl.col("n_dropped") + dropped,
        policy=joined_remarks(pl.col("policy"), pl.lit(deed)).cast(pl.Categorical),
    )


def _reference(table: pl.DataFrame, policy: str, reference: str | None) -> str | None:
    """Check the name of the algorithm that stands in, or that no policy leaves out."""
    algorithms = table.get_column("algorithm").unique().cast(pl.String).sort().to_list()
    if reference is None and policy == "stand_in":
        raise OptionError(
            "the policy 'stand_in' needs an algorithm whose results stand in",
            hint=f"reference={algorithms[0]!r}, for instance (in a test, control={algorithms[0]!r})",
        )
    if reference is not None and reference not in algorithms:
        raise ColumnError(f"no algorithm {reference!r} to be the reference", hint=did_you_mean(reference, algorithms))
    return reference


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonRuns:
    """Scores to be averaged over runs: of each dataset and metric the runs that all its algorithms have.

    ``cut`` has a row per metric and dataset that lost runs: ``n_common`` of ``n_runs`` are averaged; ``apart`` one per
    metric and dataset whose algorithms share no run, so that each keeps its own.
    """

    scores: pl.DataFrame
    cut: pl.DataFrame
    apart: pl.DataFrame


def common_runs(scores: pl.DataFrame) -> CommonRuns:
    """Return the scores, of each dataset and metric those on the runs that all its algorithms have, whatever they are.

    A dataset whose algorithms share no run is left as it is, and so are declared seeds, which are not matched.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = {"model": ["A", "A", "B"], "fold": [1, 2, 2], "accuracy": [0.2, 0.9, 0.8]}
    >>> found = common_runs(br.scores(pl.DataFrame(rows)))
    >>> found.cut.select("n_common", "n_runs").row(0), found.scores["value"].to_list()
    ((1, 2), [0.9, 0.8])
    """
    blocks = Blocks.of(scores, by=("metric", "dataset"), missing="available", alone=True)
    if "design" in scores.columns:
        seeds = blocks.of_source(seeds=(pl.col("design").cast(pl.String) == "seeds").any().fill_null(False))["seeds"]
    else:
        seeds = pl.repeat(False, blocks.n_groups, eager=True)
    n_algorithms = blocks.over_blocks(np.maximum, blocks.measured).sum(axis=1)
    shared = blocks.used & (blocks.measured.sum(axis=1) == n_algorithms[blocks.group])
    n_common = np.bincount(blocks.group[shared], minlength=blocks.n_groups)
    uneven = (n_common < blocks.n_blocks) & ~seeds.to_numpy()
    cut = uneven & (n_common > 0)
    counts = {"n_common": n_common, "n_runs": blocks.n_blocks, "n_algorithms": n_algorithms}
    datasets = blocks.keys.hstack(pl.DataFrame(counts))
    if cut.any():
        row, _ = blocks.source_cell
        scores = blocks.source.filter(pl.Series(~cut[blocks.group[row]] | shared[row]))
    lost, apart = (datasets.filter(pl.Series(chosen)) for chosen in (cut, uneven & ~cut))
    return CommonRuns(scores=scores, cut=lost, apart=apart)
