"""How good is a prediction that looks at no feature?"""

from __future__ import annotations

import polars as pl

from benchreport.measures.classes import WEIGHT, Positive, positive_of
from benchreport.tables.schema import RUN_KEYS, probability_columns

MAJORITY, UNIFORM = "(majority)", "(uniform)"
ONE, LABEL = "__one", "__label"


def with_baselines(table: pl.DataFrame, positive: Positive) -> pl.DataFrame:
    """Add the predictions of algorithms that know the dataset's truths as a whole and nothing of the instance.

    A guess among K classes is K rows that each weigh 1/K; ``__one`` counts the instance once.
    """
    units = ["dataset", *(name for name in RUN_KEYS if name in table.columns), "instance"]
    once = table.sort(*units, "algorithm").unique(units, keep="first", maintain_order=True)
    blank = once.with_columns(pl.lit(None, dtype=table.schema[name]).alias(name) for name in _answers(table))
    if ONE not in table.columns:  # rows that stand for several instances say so themselves
        blank, table = (part.with_columns(pl.lit(1, dtype=pl.Int64).alias(ONE)) for part in (blank, table))
    real = table
    if table.schema["truth"].is_float():
        mean = pl.col("truth").mean().over("dataset")
        made = [_named(blank.with_columns(prediction=mean), MAJORITY)]
    else:
        shares = _shares(once)
        made = [_majority(blank, shares, positive), _uniform(blank, shares, positive)]
    return pl.concat([real, *(part.select(real.columns).cast(real.schema) for part in made)])


def _answers(table: pl.DataFrame) -> list[str]:
    return [name for name in ("prediction", "score", *probability_columns(table.columns)) if name in table.columns]


def _named(table: pl.DataFrame, name: str) -> pl.DataFrame:
    return table.with_columns(algorithm=pl.lit(name).cast(pl.Categorical))


def _shares(once: pl.DataFrame) -> pl.DataFrame:
    """Return every class of a dataset its share, the commonest first; of equals the first by name."""
    counted = once.group_by("dataset", "truth").agg(n=pl.col(WEIGHT).sum())
    counted = counted.with_columns(
        share=pl.col("n") / pl.col("n").sum().over("dataset"), text=pl.col("truth").cast(pl.String)
    )
    return counted.sort("dataset", "n", "text", descending=[False, True, False])


def _majority(blank: pl.DataFrame, shares: pl.DataFrame, positive: Positive) -> pl.DataFrame:
    top = shares.group_by("dataset", maintain_order=True).agg(__top=pl.col("truth").first())
    table = blank.join(top, on="dataset", how="left", maintain_order="left")
    if "prediction" in blank.columns:
        table = table.with_columns(prediction="__top")
    return _named(_with_chances(table.drop("__top"), shares, positive), MAJORITY)


def _uniform(blank: pl.DataFrame, shares: pl.DataFrame, positive: Positive) -> pl.DataFrame:
    even = shares.with_columns(share=1 / pl.len().over("dataset"), __first=pl.int_range(pl.len()).over("dataset") == 0)
    guesses = even.select("dataset", "share", "__first", __guess="truth")
    table = blank.join(guesses, on="dataset", how="left", maintain_order="left")
    weights = [name for name in table.columns if name.endswith("weight") and name.startswith("__")]
    table = table.with_columns(pl.col(ONE) * pl.col("__first").cast(pl.Int64), pl.col(weights) * pl.col("share"))
    if "prediction" in blank.columns:
        table = table.with_columns(prediction="__guess")
    return _named(_with_chances(table.drop("share", "__first", "__guess"), even, positive), UNIFORM)


def _with_chances(table: pl.DataFrame, shares: pl.DataFrame, positive: Positive) -> pl.DataFrame:
    """Forecast every class with its share."""
    columns = probability_columns(table.columns)
    if columns:
        wide = shares.with_columns(text=pl.format("prob_{}", "text")).pivot("text", index="dataset", values="share")
        wide = wide.select("dataset", *(name for name in columns if name in wide.columns))
        kept = table.drop([name for name in columns if name in wide.columns])
        table = kept.join(wide, on="dataset", how="left", maintain_order="left")
    if "score" in table.columns:
        of = shares.with_columns(positive="text").select("dataset", "positive", "share")
        known = positive_of(table, positive) if positive is not None else None
        if known is not None:
            chances = known.join(of, on=["dataset", "positive"], how="left").select("dataset", __score="share")
            table = table.join(chances, on="dataset", how="left", maintain_order="left")
            table = table.with_columns(score="__score").drop("__score")
    return table
