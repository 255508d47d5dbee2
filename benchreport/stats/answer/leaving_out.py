"""The deciding analysis without each dataset in turn: verdicts that hang on single datasets."""

from __future__ import annotations

import numpy as np
import polars as pl

from benchreport.stats.answer.pair_verdicts import choices, decided_pairs
from benchreport.stats.answer.verdict_intervals import Question
from benchreport.stats.multiplicity.adjusting import adjust
from benchreport.stats.two_algorithms.over_datasets import WILCOXON, wilcoxon_without_each
from benchreport.tables.blocks import Blocks, pairs_of
from benchreport.tables.groups import HIDDEN
from benchreport.tables.rounding import Floats, Integers

# Without each of n datasets a pair has about n * n differences: so many in memory together, and in all.
DIFFERENCES_AT_ONCE, MOST_DIFFERENCES = 4_000_000, 100_000_000
COLUMNS = ("group", "a", "b", "better", "method", "p_adjusted", "adjustment", "left_out")


def without_each_dataset(blocks: Blocks, question: Question, tested: tuple[pl.DataFrame, pl.DataFrame]) -> pl.DataFrame:
    """Return the verdicts on all pairs without each dataset: one row per group, pair and dataset, ``left_out``.

    There are none of groups in which one dataset less could decide on no pair: that every verdict is lost then says
    nothing about the datasets. Nor are there any where they take more than 100 million differences, or where the test
    draws: two draws may differ by as much as a dataset does. ``tested`` are the rows of :func:`tested_pairs`.
    """
    cells = _cells(blocks)
    names = cells.get_column("dataset").unique().cast(pl.String).sort()
    algorithms = cells.get_column("algorithm").n_unique()
    per_dataset = algorithms * (algorithms - 1) // 2 * names.len()
    too_much = per_dataset * names.len() > MOST_DIFFERENCES
    if names.len() < 2 or too_much or question.test == "permutation_signflip":
        nothing = decided_pairs(blocks, question, estimates=False, tested=tested).clear()
        return nothing.with_columns(left_out=pl.lit("")).select(COLUMNS)
    rows = _from_one_sort(blocks, question, tested, names) if _is_plain(blocks, question, tested[0]) else None
    at_once = max(1, DIFFERENCES_AT_ONCE // max(per_dataset, 1))
    rows = _laid_out_anew(blocks, question, cells, names, at_once) if rows is None else rows
    able = choices(tested[0], question, fewer=1).filter(pl.col("procedure") != "none")
    return rows.join(able, on="group", how="semi", maintain_order="left")


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
    return bool((measured[blocks.present] >= 2).all())  # else an algorithm would have no result left


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
    dataset = _places(common["dataset"], names)
    orientation = lists["orientation"].to_numpy()
    ahead = tests.select(
        pl.when(pl.col("better") == pl.col("a")).then(1).when(pl.col("better") == pl.col("b")).then(-1).otherwise(0)
    ).to_series()
    shape = (lists.height, names.len())
    p = np.broadcast_to(tests["p_value"].fill_null(np.nan).to_numpy()[:, None], shape).copy()
    sign = np.broadcast_to(ahead.to_numpy()[:, None], shape).copy()
    pair, some = common["pair"].to_numpy(), without.counts
    p[pair[some], dataset[some]] = without.p_value[some]
    sign[pair[some], dataset[some]] = np.sign(without.balance[some]) * orientation[pair[some]]
    single = pairs.n_common[pair] == 1  # nothing is left to compare
    p[pair[single], dataset[single]] = np.nan
    sign[pair[single], dataset[single]] = 0
    rows = tests.select("group", "a", "b", "method")[np.repeat(np.arange(shape[0]), shape[1])]
    rows = rows.with_columns(
        place=pl.Series(np.tile(np.arange(shape[1]), shape[0])),
        p_value=pl.Series(p.ravel(), nan_to_null=True),
        better=_ahead(sign),
    )
    adjusted = adjust(rows, question.adjustment, family=["group", "place"], alpha=question.alpha)
    return adjusted.with_columns(left_out=names.gather(rows["place"])).select(COLUMNS)


def _ahead(sign: Floats | Integers) -> pl.Expr:
    """Return who is ahead: ``a`` where the sign is positive, ``b`` where it is negative."""
    column = pl.lit(pl.Series(sign.ravel()))
    return pl.when(column > 0).then("a").when(column < 0).then("b")


def _places(datasets: pl.Series, names: pl.Series) -> Integers:
    """Return the places of datasets among the sorted names of all."""
    order = pl.DataFrame({"dataset": names, "place": np.arange(names.len())})
    cells = pl.DataFrame({"dataset": datasets.cast(pl.String)})
    return cells.join(order, on="dataset", how="left", maintain_order="left")["place"].to_numpy()


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
