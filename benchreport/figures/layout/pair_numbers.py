"""What is known of every pair of algorithms, and how is it said in a figure?"""

from __future__ import annotations

import math
from collections.abc import Sequence

import polars as pl

from benchreport.figures.layout.choose import adjustment_of, metric_facts
from benchreport.figures.layout.matrix import MOST
from benchreport.figures.layout.values import size_text
from benchreport.registry import METHODS


def both_ways(rows: pl.DataFrame) -> pl.DataFrame:
    """Return every tested pair twice, as (a, b) and as (b, a): p, unadjusted p, who did better, whether they differ."""
    text = pl.col("a", "b", "better").cast(pl.String)
    adjusted = pl.col("p_adjusted") if "p_adjusted" in rows.columns else pl.lit(None, dtype=pl.Float64)
    pairs = rows.select(
        text, p=pl.coalesce(adjusted, "p_value"), p_raw="p_value", n=pl.col("n") + _left_out(), alpha="alpha"
    )
    both = pl.concat([pairs, pairs.rename({"a": "b", "b": "a"}).select(pairs.columns)])
    better = pl.col("better")
    return both.with_columns(
        differs=(pl.col("p") <= pl.col("alpha")).fill_null(False),
        row_is=pl.when(better == pl.col("a")).then(pl.lit("better")).when(better == pl.col("b")).then(pl.lit("worse")),
    ).drop("better", "alpha")


def in_order(rows: pl.DataFrame, names: Sequence[str]) -> pl.DataFrame:
    """Sort pairs by the places of their algorithms; pairs without ``b`` come first."""
    place = {name: at for at, name in enumerate(names)}
    places = pl.col("a", "b").replace_strict(place, default=None, return_dtype=pl.Int64).fill_null(-1)
    return rows.sort(places)


def facts(scores: pl.DataFrame, posthoc: str, adjust: str | None, alpha: float) -> dict[str, pl.Expr]:
    """Return the columns that say what a comparison rests on."""
    return {
        **metric_facts(scores),
        "posthoc": pl.lit(posthoc),
        "judged": pl.lit(adjustment_of(posthoc, adjust)),
        "alpha": pl.lit(alpha),
    }


def kept(numbers: pl.DataFrame) -> tuple[list[str], pl.DataFrame]:
    """Return the algorithms that fit onto a page, best first, and the pairs among them."""
    names = numbers.get_column("a").unique(maintain_order=True).to_list()[:MOST]
    return names, numbers.filter(pl.col("a").is_in(names) & (pl.col("b").is_null() | pl.col("b").is_in(names)))


def counted(numbers: pl.DataFrame) -> str:
    """Return how many datasets the pairs rest on, and how many algorithms are left out of the figure."""
    total = numbers.get_column("a").n_unique()
    rest = "" if total <= MOST else f"; the best {MOST} of {total} algorithms"
    return f"n = {size_text(numbers)} datasets{rest}"


def differing(numbers: pl.DataFrame) -> str:
    """Return how many pairs differ."""
    pairs, hits = numbers.height // 2, int(numbers.get_column("differs").sum()) // 2
    return f"{hits} of {pairs} pairs differ at {numbers.get_column('alpha')[0]:g}"


def difference_texts(values: Sequence[float]) -> list[str]:
    """Print differences with a sign and the same decimals, three digits for the largest.

    Examples
    --------
    >>> difference_texts([0.0312, -0.001, 0.0]), difference_texts([12345678.0])
    (['+0.0312', '−0.0010', '0'], ['+1.23e+07'])
    """
    largest = max((abs(value) for value in values), default=0.0)
    if largest == 0:
        return ["0"] * len(values)
    decimals = 2 - math.floor(math.log10(largest))
    plain = 0 <= decimals <= 5
    texts = [f"{value:+.{decimals}f}" if plain else f"{value:+.3g}" for value in values]
    return ["0" if value == 0 else text.replace("-", "−", 1) for value, text in zip(values, texts, strict=True)]


def _left_out() -> pl.Expr:
    """Wilcoxon and the sign test count their blocks without ties; a figure counts all."""
    dropping = pl.col("method").is_in([name for name, method in METHODS.items() if method.drops_ties])
    return pl.when(dropping).then(pl.col("n_ties").fill_null(0)).otherwise(0)
