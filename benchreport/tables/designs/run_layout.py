"""Run labels: the repeats and folds that every dataset has, and those that it lacks."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from benchreport.tables.groups import aggregate, joined
from benchreport.tables.reduction import counted_rows, is_dense
from benchreport.tables.schema import RUN_KEYS

# A dataset whose labels hardly occur elsewhere numbers its runs in its own way.
LEAST_SHARED = 0.5
NAMED_LABELS = 6
COUNTS = ("n_repeats", "n_folds", "n_runs", "n_labels")


def count_runs(table: pl.DataFrame, places: Sequence[str]) -> pl.DataFrame:
    """Return the repeats at each place and the folds within one of them, however they are numbered.

    Examples
    --------
    >>> runs = pl.DataFrame({"dataset": ["d"] * 4, "repeat": [1, 1, 2, 2], "fold": [1, 2, 3, 4]})
    >>> count_runs(runs, ["dataset"]).row(0)
    ('d', 2, 2)
    """
    repeats = [*places, "repeat"] if "repeat" in table.columns else places
    folds = pl.col("fold").n_unique() if "fold" in table.columns else pl.lit(1)
    counted = table.group_by(repeats).agg(n_folds=folds.cast(pl.Int64))
    return counted.group_by(places).agg(n_repeats=pl.len().cast(pl.Int64), n_folds=pl.col("n_folds").max())


def keys_of(table: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Return the keys that occur in a table, each once, in any order.

    Examples
    --------
    >>> sorted(keys_of(pl.DataFrame({"repeat": [2, 1, 2], "fold": [1, 1, 1]}), ["repeat", "fold"]).rows())
    [(1, 1), (2, 1)]
    """
    return counted_rows(table, keys).drop("n") if keys and is_dense(table, keys) else table.select(keys).unique()


def run_layouts(table: pl.DataFrame, places: Sequence[str]) -> pl.DataFrame:
    """Return the layout of the runs at each place, missing ones counted against the labels of the other datasets.

    ``n_runs`` are the runs a place has and ``n_labels`` those it should have, in ``n_repeats`` times ``n_folds``.
    Folds 1, 4 and 6 beside datasets with folds 0 to 9 are three of ten; ``labels`` then lists them. The first so many
    labels (0 to 4 beside 0 to 9) may be a layout of their own and lack nothing.

    Examples
    --------
    >>> folds = {"dataset": ["d"] * 5 + ["e"] * 3, "fold": [0, 1, 2, 3, 4, 1, 3, 4]}
    >>> run_layouts(pl.DataFrame(folds), ["dataset"]).sort("dataset").row(1)
    ('e', 1, 5, 3, 5, '1, 3, 4')
    """
    laid_out = hidden_layouts(table, places)
    return laid_out.rename({name: name.removeprefix("__") for name in laid_out.columns if name.startswith("__")})


def hidden_layouts(table: pl.DataFrame, places: Sequence[str]) -> pl.DataFrame:
    """Return :func:`run_layouts` under names that no column of a user has, for places that may have any name."""
    keys = [name for name in RUN_KEYS if name in table.columns and name not in places]
    if not keys:
        places_alone = table.select(places).unique() if places else pl.DataFrame({"__": [0]})
        ones = (pl.lit(1, pl.Int64).alias(f"__{name}") for name in COUNTS)
        return places_alone.with_columns(*ones, __labels=pl.lit(None, pl.String)).drop("__", strict=False)
    pool = [name for name in places if name != "dataset"]
    runs = keys_of(table, [*places, *keys])
    repeat = [name for name in keys if name == "repeat"]
    runs = runs.with_columns(
        __repeat=_position("repeat", runs, pool),
        __fold=_position("fold", runs, [*pool, *repeat]),
        __shared=pl.len().over([*pool, *keys]) > 1,
    )
    facts = aggregate(
        runs,
        places,
        __n_runs=pl.len().cast(pl.Int64),
        __n_repeats=pl.col("__repeat").n_unique().cast(pl.Int64),
        __last_repeat=pl.col("__repeat").max(),
        __last_fold=pl.col("__fold").max(),
        __shared=pl.col("__shared").mean(),
        __labels=_label(keys).sort_by("__repeat", "__fold").head(NAMED_LABELS).str.join(", "),
    )
    facts = joined(facts, _most_folds(runs, places).rename({"__most": "__n_folds"}), places)
    if "dataset" not in places:
        return facts.select(
            *places, "__n_repeats", "__n_folds", "__n_runs", __n_labels="__n_runs", __labels=pl.lit(None, pl.String)
        )
    together = runs.select(*pool, *keys, "__repeat").unique()
    union = _most_folds(together, pool).rename({"__most": "__folds"})
    size, repeats = pl.len().cast(pl.Int64), pl.col("__repeat").n_unique().cast(pl.Int64)
    union = joined(union, aggregate(together, pool, __union=size, __repeats=repeats), pool)
    facts = joined(facts, union, pool)
    first = (pl.col("__last_repeat") == pl.col("__n_repeats")) & (pl.col("__last_fold") == pl.col("__n_folds"))
    whole = (pl.col("__n_runs") == pl.col("__n_repeats") * pl.col("__n_folds")) & (pl.col("__n_runs") > 1)
    familiar = pl.col("__shared") >= LEAST_SHARED
    lacking = ~(first & whole) & familiar & (pl.col("__n_runs") < pl.col("__union"))
    dots = pl.when(pl.col("__n_runs") > NAMED_LABELS).then(pl.lit(", …")).otherwise(pl.lit(""))
    return facts.select(
        *places,
        __n_repeats=pl.when(lacking).then("__repeats").otherwise("__n_repeats"),
        __n_folds=pl.when(lacking).then("__folds").otherwise("__n_folds"),
        __n_runs="__n_runs",
        __n_labels=pl.when(lacking).then("__union").otherwise("__n_runs"),
        __labels=pl.when(lacking).then(pl.concat_str("__labels", dots)),
    )


def _position(name: str, runs: pl.DataFrame, pool: Sequence[str]) -> pl.Expr:
    """Return the place of a label among all labels of its pool, in the order in which people count."""
    if name not in runs.columns:
        return pl.lit(1, pl.Int64)
    label = pl.col(name)
    if not runs.schema[name].is_integer():
        text = label.cast(pl.String)
        digits = text.str.extract(r"(\d+)$").fill_null("").str.zfill(12)
        label = pl.concat_str(text.str.replace(r"\d+$", ""), digits)
    rank = label.rank("dense").cast(pl.Int64)
    return rank.over(pool) if pool else rank


def _most_folds(runs: pl.DataFrame, places: Sequence[str]) -> pl.DataFrame:
    """Return the most folds of a repeat at each place, in a column ``__most``."""
    per_repeat = runs.group_by(*places, "__repeat").agg(__in_repeat=pl.len().cast(pl.Int64))
    return aggregate(per_repeat, list(places), __most=pl.col("__in_repeat").max())


def _label(keys: Sequence[str]) -> pl.Expr:
    return pl.format("/".join(["{}"] * len(keys)), *keys)
