"""What is missing, and what shall be done about it?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean, one_of
from benchreport.tables.cells import as_scores, block_columns
from benchreport.tables.groups import By, group_columns, joined, within
from benchreport.tables.schema import RUN_KEYS

Policy = Literal["drop_blocks", "drop_algorithms", "worst", "reference"]
Partial = Literal["average", "missing"]
POLICIES: tuple[Policy, ...] = ("drop_blocks", "drop_algorithms", "worst", "reference")


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
        block; ``worst`` ranks a missing result strictly last by filling in the worst value of the run moved on by the
        run's range; ``reference`` fills in what the algorithm ``reference`` reached there.
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
        the row's group, ``policy`` says what was done (null: nothing). A group that loses every block keeps its rows
        with null values.

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
    scores = as_scores(table).drop("imputed", "n_dropped", "policy", strict=False)
    groups = group_columns(scores, by)
    block = block_columns(scores, groups)
    runs = lay_out_runs(scores, groups, block, partial)
    if policy in ("worst", "reference"):
        return _fill(scores, runs, groups, block, _reference(scores, policy, reference))
    drop = _drop_blocks if policy == "drop_blocks" else _drop_algorithms
    return drop(scores, runs, groups, block).with_columns(imputed=pl.lit(False))


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
    finer = [name for name in RUN_KEYS if name in table.columns and name not in (*groups, *block)]
    runs = [*groups, *block, *finer]
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


def _drop_blocks(table: pl.DataFrame, runs: pl.DataFrame, groups: list[str], block: list[str]) -> pl.DataFrame:
    place = [*groups, *block]
    blocks = runs.group_by(place).agg(drop=pl.col("missing").any())
    dropped, all_blocks = pl.col("drop").sum(), pl.len()
    blocks = _grouped(
        blocks,
        groups,
        n_dropped=dropped.cast(pl.Int64),
        emptied=pl.col("drop").all(),
        policy=pl.when(dropped > 0).then(pl.format("drop_blocks: {} of {} blocks dropped", dropped, all_blocks)),
    )
    joined = table.join(blocks, on=place, how="left", maintain_order="left")
    kept = joined.filter(~pl.col("drop") | pl.col("emptied"))
    value = pl.when("emptied").then(None).otherwise("value")
    return kept.with_columns(value=value, policy=pl.col("policy").cast(pl.Categorical)).drop("drop", "emptied")


def _drop_algorithms(table: pl.DataFrame, runs: pl.DataFrame, groups: list[str], block: list[str]) -> pl.DataFrame:
    # A block that nobody finished says nothing against one algorithm.
    tried = runs.filter(~pl.col("missing").all().over([*groups, *block]))
    algorithms = tried.group_by(*groups, "algorithm").agg(drop=pl.col("missing").any())
    names = pl.col("algorithm").cast(pl.String).filter("drop").sort().str.join(", ")
    policy = pl.when(pl.col("drop").any()).then(pl.format("drop_algorithms: {}", names))
    algorithms = _grouped(algorithms, groups, policy=policy)
    joined = table.join(algorithms, on=[*groups, "algorithm"], how="left", maintain_order="left")
    return (
        joined.filter(~pl.col("drop"))
        .with_columns(n_dropped=pl.lit(0, dtype=pl.Int64), policy=pl.col("policy").cast(pl.Categorical))
        .drop("drop")
    )


def _fill(
    table: pl.DataFrame, runs: pl.DataFrame, groups: list[str], block: list[str], reference: str | None
) -> pl.DataFrame:
    finer = [name for name in RUN_KEYS if name in table.columns and name not in (*groups, *block)]
    place = [*groups, *block, *finer]
    per_metric = ["metric"] if "metric" in groups else []
    directions = table.select(*per_metric, "direction").unique()
    runs = joined(runs, directions, per_metric)
    low, high = pl.col("value").min().over(place), pl.col("value").max().over(place)
    # Where all are equal the range is 0: any visible step will do, since only "strictly last" is meant.
    step = pl.when(high > low).then(high - low).otherwise(pl.max_horizontal(high.abs(), pl.lit(1.0)))
    stand_in = pl.when(pl.col("direction") == "lower").then(high + step).otherwise(low - step)
    if reference is not None:
        stand_in = pl.col("value").filter(pl.col("algorithm") == reference).first().over(place)
    filled = runs.with_columns(stand_in=stand_in).filter("fill").select(*place, "algorithm", "stand_in")
    keys = [*place, "algorithm"]
    table = table.join(filled, on=keys, how="full", coalesce=True, maintain_order="left_right")
    if per_metric:
        table = table.join(directions.rename({"direction": "d"}), on="metric", how="left", maintain_order="left")
        table = table.with_columns(pl.col("direction").fill_null(pl.col("d"))).drop("d")
    else:
        table = table.with_columns(pl.col("direction").fill_null(pl.col("direction").drop_nulls().first()))
    name = "worst" if reference is None else f"reference {reference}"
    filled_in = pl.col("imputed").sum().over(within(groups))
    counted = pl.when(filled_in > 0).then(pl.format(f"{name}: {{}} values filled in", filled_in))
    return (
        table.with_columns(imputed=pl.col("stand_in").is_not_null(), value=pl.coalesce("value", "stand_in"))
        .with_columns(n_dropped=pl.lit(0, dtype=pl.Int64), policy=counted.cast(pl.Categorical))
        .drop("stand_in")
    )


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
