"""The deciding analysis without each dataset in turn: verdicts that hang on single datasets."""

from __future__ import annotations

import numpy as np
import polars as pl

from benchreport.stats.answer.pair_verdicts import chosen_procedure, decided_pairs
from benchreport.stats.answer.verdict_intervals import Question
from benchreport.stats.multiplicity.adjusting import adjust
from benchreport.stats.two_algorithms.over_datasets import WILCOXON, wilcoxon_without_each
from benchreport.tables.blocks import Blocks, pairs_of
from benchreport.tables.groups import HIDDEN

# Without each of n datasets a pair has about n * n differences: so many in memory together, and in all.
DIFFERENCES_AT_ONCE, MOST_DIFFERENCES = 4_000_000, 100_000_000
COLUMNS = ("group", "a", "b", "better", "method", "p_adjusted", "adjustment", "left_out")


def without_each_dataset(blocks: Blocks, question: Question, tested: tuple[pl.DataFrame, pl.DataFrame]) -> pl.DataFrame:
    """Return the verdicts on all pairs without each dataset: one row per group, pair and dataset, ``left_out``.

    There are none where that takes more than 100 million differences. ``tested`` are the rows of
    :func:`tested_pairs`.
    """
    cells = _cells(blocks)
    names = cells.get_column("dataset").unique().cast(pl.String).sort()
    algorithms = cells.get_column("algorithm").n_unique()
    per_dataset = algorithms * (algorithms - 1) // 2 * names.len()
    if names.len() < 2 or per_dataset * names.len() > MOST_DIFFERENCES:  # nothing is left to compare, or too much
        nothing = decided_pairs(blocks, question, estimates=False, tested=tested).clear()
        return nothing.with_columns(left_out=pl.lit("")).select(COLUMNS)
    rows = _from_one_sort(blocks, question, tested, names) if _is_plain(blocks, question, tested[0]) else None
    at_once = max(1, DIFFERENCES_AT_ONCE // max(per_dataset, 1))
    return _laid_out_anew(blocks, question, cells, names, at_once) if rows is None else rows


def _is_plain(blocks: Blocks, question: Question, lists: pl.DataFrame) -> bool:
    """Return whether leaving out a dataset leaves every pair, its kind of comparison and what decides as they are."""
    if "dataset" in blocks.by or blocks.block_keys.columns != ["dataset"] or blocks.group.size == 0:
        return False
    if question.test != WILCOXON.id or question.group or question.weights or question.family != "group":
        return False
    if (lists["comparison"] == "sign").any():  # without the dataset that has a value of 0 there may be log ratios
        return False
    measured = np.zeros(blocks.present.shape, dtype=np.int64)
    np.add.at(measured, blocks.group, blocks.measured)
    if (measured[blocks.present] < 2).any():  # an algorithm would have no result left
        return False
    sizes = lists.group_by("group").agg(n=pl.col("difference").list.len().cast(pl.Int64).max(), tests=pl.len())
    for group, n, tests in sizes.rows():
        procedures = {chosen_procedure(int(blocks.n_algorithms[group]), k, tests, question)[0] for k in (n, n - 1)}
        if "nemenyi_confirmed" in procedures:
            return False
    return True


def _from_one_sort(
    blocks: Blocks, question: Question, tested: tuple[pl.DataFrame, pl.DataFrame], names: pl.Series
) -> pl.DataFrame | None:
    """Return the verdicts without each dataset from the differences sorted once; None where ties would fall apart."""
    lists, tests = tested
    without = wilcoxon_without_each(lists)
    if without is None:
        return None
    pairs = pairs_of(blocks, question.control)
    common = pairs.long().drop_nulls("x").select("pair", "dataset")
    place = pl.DataFrame({"dataset": names, "place": np.arange(names.len())})
    dataset = common.select(pl.col("dataset").cast(pl.String)).join(place, on="dataset", maintain_order="left")["place"]
    orientation = lists["orientation"].to_numpy()
    ahead = tests.select(
        pl.when(pl.col("better") == pl.col("a")).then(1).when(pl.col("better") == pl.col("b")).then(-1).otherwise(0)
    ).to_series()
    shape = (lists.height, names.len())
    p = np.broadcast_to(tests["p_value"].fill_null(np.nan).to_numpy()[:, None], shape).copy()
    sign = np.broadcast_to(ahead.to_numpy()[:, None], shape).copy()
    pair, column = common["pair"].to_numpy(), dataset.to_numpy()
    some = without.counts
    p[pair[some], column[some]] = without.p_value[some]
    sign[pair[some], column[some]] = np.sign(without.balance[some]) * orientation[pair[some]]
    single = pairs.n_common[pair] == 1  # nothing is left to compare
    p[pair[single], column[single]] = np.nan
    sign[pair[single], column[single]] = 0
    row = np.repeat(np.arange(shape[0]), shape[1])
    sides = tests.select("group", "a", "b", "method")[row]
    balance = pl.Series(sign.ravel())
    rows = sides.with_columns(
        place=pl.Series(np.tile(np.arange(shape[1]), shape[0])),
        p_value=pl.Series(p.ravel(), nan_to_null=True),
        better=pl.when(balance > 0).then("a").when(balance < 0).then("b"),
    )
    adjusted = adjust(rows, question.adjustment, family=["group", "place"], alpha=question.alpha)
    return adjusted.with_columns(left_out=names.gather(rows["place"])).select(COLUMNS)


def _laid_out_anew(
    blocks: Blocks, question: Question, cells: pl.DataFrame, names: pl.Series, at_once: int
) -> pl.DataFrame:
    """Return the verdicts of tables that each lack a dataset, many of them at once."""
    left_out, parts = f"{HIDDEN}left_out", []
    for start in range(0, names.len(), at_once):
        apart = cells.join(pl.DataFrame({left_out: names.slice(start, at_once)}), how="cross").filter(
            pl.col("dataset").cast(pl.String) != pl.col(left_out)
        )
        laid_out = Blocks.of(apart, by=[*blocks.by, left_out], reduce=question.reduce, missing=question.missing)
        rows = decided_pairs(laid_out, question, estimates=False)
        group = rows["group"]
        owners = blocks.owners(laid_out).gather(group)
        own = rows.with_columns(group=owners, left_out=laid_out.keys[left_out].cast(pl.String).gather(group))
        parts.append(own.select(COLUMNS))
    return pl.concat(parts)


def _cells(blocks: Blocks) -> pl.DataFrame:
    """Return the table with the runs of every cell reduced: without each dataset it is laid out once more."""
    cells = blocks.long().drop_nulls("value")
    direction = pl.when(pl.col("orientation") < 0).then(pl.lit("lower")).otherwise(pl.lit("higher"))
    columns = cells.select("group", "algorithm", "dataset", "value", direction=direction.cast(pl.Categorical))
    return blocks.with_keys(columns)
