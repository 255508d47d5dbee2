"""Policies for missing results: refuse, drop, take the largest complete sub-table, use what is available, fill in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean, one_of
from benchreport.method import Remark
from benchreport.remarks import joined_remarks
from benchreport.tables.cells import as_scores, block_columns, incomplete, refuse_mixtures
from benchreport.tables.gaps import choose, gaps_of, largest
from benchreport.tables.groups import By, aggregate, group_columns, joined, keeps_group_names, within
from benchreport.tables.reduction import Codes
from benchreport.tables.rounding import TOLERANCE
from benchreport.tables.schema import HISTORY, RUN_KEYS

Policy = Literal[
    "refuse", "auto", "drop_blocks", "drop_algorithms", "subtable", "available", "worst", "stand_in", "reference"
]
Partial = Literal["average", "missing"]
# The old word for "stand_in" still works.
OLD_WORDS: dict[str, Policy] = {"reference": "stand_in"}
POLICIES: tuple[Policy, ...] = (
    "refuse", "auto", "drop_blocks", "drop_algorithms", "subtable", "available", "worst", "stand_in", "reference"
)  # fmt: skip
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
    """Settle missing results by a declared policy, and count what was done.

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
    scores = _with_history(as_scores(table, infinite="missing" if word == "worst" else "refuse"))
    groups = group_columns(scores, by)
    block = block_columns(scores, groups)
    refuse_mixtures(scores, groups)
    runs = lay_out_runs(scores, groups, block, partial)
    known = _reference(scores, word, reference)
    if not runs.get_column("missing").any():
        return scores
    if word in ("worst", "stand_in"):
        return _fill(scores, runs, groups, block, known if word == "stand_in" else None)
    cells = cells_of(runs, groups, block)
    if word == "refuse":
        refuse_gaps(cells, groups, block)
        return scores
    if word == "drop_algorithms":
        return _without_dropped(scores, _by_algorithm(cells, groups, block, known), groups, block)
    return _without_dropped(scores, _by_pattern(cells, groups, block, word, known, alpha), groups, block)


def largest_is_proved(table: pl.DataFrame, reference: str | None = None) -> dict[str, bool]:
    """Return for every metric whose largest complete sub-table was searched whether the search came to its end.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"dataset": ["d1", "d2", "d3"], "A": [0.9, 0.8, 0.7], "B": [0.8, None, 0.6]})
    >>> largest_is_proved(br.scores(table, metric="accuracy"))
    {'accuracy': True}
    """
    groups = ["metric"]
    block = block_columns(table, groups)
    gaps = gaps_of(cells_of(lay_out_runs(table, groups, block, "average"), groups, block), groups, block)
    metrics = gaps.facts.get_column("metric").cast(pl.String).to_list()
    return {metrics[group]: best.proved for group, best in largest(gaps, reference).subtables.items()}


@keeps_group_names
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


def cells_of(runs: pl.DataFrame, groups: list[str], block: list[str]) -> pl.DataFrame:
    """Reduce runs laid out by :func:`lay_out_runs` to one row per cell, and say whether it is missing."""
    return runs.group_by(*groups, *block, "algorithm").agg(missing=pl.col("missing").first())


def refuse_gaps(cells: pl.DataFrame, groups: list[str], block: list[str]) -> None:
    """Raise where a cell is missing that other algorithms of its group have."""
    keys = [*groups, *block, "algorithm"]
    tried = ~pl.col("missing").all().over(within([*groups, *block]))
    lacking = cells.filter(pl.col("missing") & tried).select(keys).sort(keys)
    if lacking.height:
        raise incomplete(lacking, [*groups, *block])


def _by_pattern(
    cells: pl.DataFrame, groups: list[str], block: list[str], word: str, reference: str | None, alpha: float
) -> pl.DataFrame:
    """Mark the cells that a policy leaves out, group by group as ``auto`` decides, or alike in all groups."""
    policy = pl.lit(word)
    kept = pl.lit(True)
    if word in ("auto", "subtable"):
        gaps = gaps_of(cells, groups, block)
        choice = choose(gaps, alpha=alpha, reference=reference) if word == "auto" else largest(gaps, reference)
        algorithms, blocks = choice.kept()
        cells = joined(cells, gaps.facts.select(*groups, __policy=pl.Series(choice.policies)), groups)
        cells = cells.join(algorithms.with_columns(__column=True), on=[*groups, "algorithm"], how="left")
        cells = cells.join(blocks.with_columns(__row=True), on=[*groups, *block], how="left", nulls_equal=True)
        policy, kept = pl.col("__policy"), pl.col("__column") & pl.col("__row")
    place = within([*groups, *block])
    lacking = pl.when(policy == "drop_blocks").then(pl.col("missing").any().over(place))
    drop = lacking.when(policy == "subtable").then(~kept.fill_null(False)).otherwise(False)
    judged = cells.with_columns(drop=drop, policy=policy)
    judged = judged.with_columns(
        gone=pl.col("drop").all().over(place), first=pl.col("algorithm").cum_count().over(place) == 1
    )
    width, height = pl.col("algorithm").n_unique(), pl.col("first").sum()
    lost = (pl.col("first") & pl.col("gone")).sum()
    left = pl.col("algorithm").filter(~pl.col("drop")).n_unique()
    gaps_left = pl.col("missing").sum()
    chosen = pl.col("policy").first()
    deed = pl.coalesce(
        DROPPED_BLOCKS.where((chosen == "drop_blocks") & (lost > 0), lost, height),
        SUBTABLE.where((chosen == "subtable") & pl.col("drop").any(), left, width, height - lost, height),
        AVAILABLE.where((chosen == "available") & (gaps_left > 0), gaps_left, pl.len()),
    )
    return _grouped(judged, groups, dropped=lost, emptied=pl.col("drop").all(), deed=deed)


def _by_algorithm(cells: pl.DataFrame, groups: list[str], block: list[str], reference: str | None) -> pl.DataFrame:
    """Mark the algorithms that lack a block; the reference stays, and the blocks that it lacks go first."""
    place = within([*groups, *block])
    unknown = pl.lit(False) if reference is None else (pl.col("algorithm") == reference) & pl.col("missing")
    cells = cells.with_columns(
        __lost=unknown.any().over(place),
        __nobody=pl.col("missing").all().over(place),
        first=pl.col("algorithm").cum_count().over(place) == 1,
    )
    # A block that nobody finished says nothing against one algorithm.
    gap = pl.col("missing") & ~pl.col("__nobody") & ~pl.col("__lost")
    cells = cells.with_columns(__lacks=gap.any().over([*groups, "algorithm"]))
    names = pl.col("algorithm").filter("__lacks").unique().cast(pl.String).sort().str.join(", ")
    lost = (pl.col("first") & pl.col("__lost")).sum()
    deed = joined_remarks(
        DROPPED_FOR_REFERENCE.where(lost > 0, lost, pl.col("first").sum(), pl.lit(reference)),
        DROPPED_ALGORITHMS.where(pl.col("__lacks").any(), names),
    )
    judged = cells.with_columns(drop=pl.col("__lacks") | pl.col("__lost"))
    return _grouped(judged, groups, dropped=lost, emptied=pl.col("drop").all(), deed=deed)


def _without_dropped(table: pl.DataFrame, cells: pl.DataFrame, groups: list[str], block: list[str]) -> pl.DataFrame:
    """Leave out the rows to be dropped; a group that would lose all of them loses its values only."""
    keys = [*groups, *block, "algorithm"]
    judged = cells.select(*keys, "missing", "drop", "emptied", "dropped", "deed")
    rows = table.join(judged, on=keys, how="left", nulls_equal=True, maintain_order="left")
    rows = rows.filter(~pl.col("drop") | pl.col("emptied"))
    # A cell that counts as missing because a run failed has no other runs either.
    measured = ~pl.col("emptied") & ~pl.col("missing")
    rows = rows.with_columns(value=pl.when(measured).then("value"), filled=pl.lit(False))
    return _noted(rows).drop("drop", "emptied", "missing")


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
    count = pl.col("stand_in").count()
    deed = WORST.where(count > 0, count) if reference is None else STAND_IN.where(count > 0, pl.lit(reference), count)
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
    policy = joined_remarks(pl.col("policy"), pl.col("deed"))
    return table.with_columns(
        imputed=pl.col("imputed") | pl.col("filled"),
        n_dropped=pl.col("n_dropped") + pl.col("dropped").cast(pl.Int64),
        policy=policy.cast(pl.Categorical),
    ).drop("filled", "dropped", "deed")


def _grouped(frame: pl.DataFrame, groups: list[str], **facts: pl.Expr) -> pl.DataFrame:
    """Write a group's facts beside each of its rows."""
    return frame.with_columns(**{name: fact.over(within(groups)) for name, fact in facts.items()})


def _reference(table: pl.DataFrame, policy: str, reference: str | None) -> str | None:
    """Check the name of the algorithm that stands in, or that no policy leaves out."""
    known = table.get_column("algorithm").unique().cast(pl.String).sort().to_list()
    if reference is None and policy == "stand_in":
        raise OptionError(
            "the policy 'stand_in' needs an algorithm whose results stand in",
            hint=f"reference={known[0]!r}, for instance",
        )
    if reference is not None and reference not in known:
        raise ColumnError(f"no algorithm {reference!r} to be the reference", hint=did_you_mean(reference, known))
    return reference
