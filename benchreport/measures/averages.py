"""How are several classes put into one number? Macro, micro and weighted averages, correlation and agreement."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import polars as pl

from benchreport.measures.rates import FORMULAS, Four, share

# Over one row per class with the columns of `class_counts`: row, col, hit, total.
ROW, COL, HIT, TOTAL = (pl.col(name) for name in ("row", "col", "hit", "total"))
ROUNDING = 1e-12  # of sums of shares, beside the square of their number
AVERAGED = {"precision": "precision", "recall": "tpr", "f1": "f_score"}


def of_class() -> Four:
    """Set one class against the rest."""
    return Four(tp=HIT, fn=ROW - HIT, fp=COL - HIT, tn=TOTAL - ROW - COL + HIT)


def filled(value: pl.Expr, undefined: float | None) -> pl.Expr:
    """Put a number in for rates that are undefined, if one is given."""
    return value if undefined is None else value.fill_null(undefined)


def macro(formula: str, undefined: float | None = None) -> pl.Expr:
    """Average a rate over the classes that occur, each weighing the same; null where one of them has none."""
    value = filled(FORMULAS[formula](of_class()), undefined)
    occurs = (ROW > 0) | (COL > 0)
    kept = value.filter(occurs)
    return pl.when((kept.null_count() == 0) & (kept.len() > 0)).then(kept.mean())


def weighted(formula: str, undefined: float | None = None) -> pl.Expr:
    """Average a rate over the classes, each weighing as often as it is true; null where one of them has none."""
    value = filled(FORMULAS[formula](of_class()), undefined)
    true = ROW > 0
    kept, weight = value.filter(true), ROW.filter(true)
    return pl.when((kept.null_count() == 0) & (kept.len() > 0)).then((kept * weight).sum() / weight.sum())


def micro(formula: str) -> pl.Expr:
    """Take a rate of the counts added over the classes."""
    four = of_class()
    added = Four(tp=four.tp.sum(), fn=four.fn.sum(), fp=four.fp.sum(), tn=four.tn.sum())
    return FORMULAS[formula](added)


def balanced() -> pl.Expr:
    """Average the share found over all classes of the dataset; null where one of them is absent."""
    found = share(HIT, ROW)
    return pl.when((found.null_count() == 0) & (found.len() > 0)).then(found.mean())


def matthews() -> pl.Expr:
    """Correlate truth and call over all classes; null where one of them never varies."""
    n, hits = ROW.sum(), HIT.sum()
    together = n * hits - (ROW * COL).sum()
    called, true = n * n - (COL * COL).sum(), n * n - (ROW * ROW).sum()
    varies = (called > ROUNDING * n * n) & (true > ROUNDING * n * n)
    # Shares of an instance add up to whole ones but for rounding, and chance is no correlation.
    beyond = pl.when(together.abs() > ROUNDING * n * n).then(together).otherwise(0.0)
    return pl.when(varies).then(beyond / (called.sqrt() * true.sqrt()))


def kappa() -> pl.Expr:
    """Agreement of truth and call beyond chance; null where chance alone agrees fully."""
    n = ROW.sum()
    chance = (ROW * COL).sum() / (n * n)
    return pl.when(chance < 1 - ROUNDING).then((HIT.sum() / n - chance) / (1 - chance))


AVERAGES: Mapping[str, Callable[[str, float | None], pl.Expr]] = {
    "macro": macro,
    "micro": lambda formula, _: micro(formula),
    "weighted": weighted,
}
