"""How good is a ranking, as one number? Measures of a column of scores beside a column of classes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from benchreport.measures.classes import CHANCE, IS_POSITIVE, WEIGHT
from benchreport.measures.rates import IntoExpr, as_column, share

EARLY = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """The counts at or above every distinct score, from the highest down, as expressions over one group."""

    tp: pl.Expr
    fp: pl.Expr
    positives: pl.Expr
    negatives: pl.Expr

    @classmethod
    def of(cls, is_positive: pl.Expr, score: pl.Expr, weight: pl.Expr) -> Steps:
        """Walk down the scores; instances with the same score come together."""
        down = score.sort(descending=True)
        last = (down != down.shift(-1)).fill_null(True)
        above = {
            flag: _weights(is_positive, weight, flag).sort_by(score, descending=True).cum_sum().filter(last)
            for flag in (True, False)
        }
        return cls(tp=above[True], fp=above[False], positives=above[True].last(), negatives=above[False].last())

    @property
    def tp_before(self) -> pl.Expr:
        """Count the positives above the block."""
        return self.tp.shift(1).fill_null(0.0)

    @property
    def fp_before(self) -> pl.Expr:
        """Count the negatives above the block."""
        return self.fp.shift(1).fill_null(0.0)

    @property
    def precision(self) -> pl.Expr:
        """Return the share of positives at or above the score."""
        return share(self.tp, self.tp + self.fp)


def _weights(is_positive: pl.Expr, weight: pl.Expr, flag: bool) -> pl.Expr:
    return (is_positive if flag else ~is_positive).cast(pl.Float64) * weight


def area(steps: Steps) -> pl.Expr:
    """Area under the ROC curve: half a point for a tied pair."""
    twice = ((steps.fp - steps.fp_before) * (steps.tp + steps.tp_before)).sum()
    return share(twice / 2, steps.positives * steps.negatives)


def area_of_ranks(is_positive: pl.Expr, score: pl.Expr) -> pl.Expr:
    """Area under the ROC curve of instances that weigh the same, by midranks: the fastest way."""
    positives = is_positive.sum().cast(pl.Float64)
    negatives = (~is_positive).sum().cast(pl.Float64)
    u = score.rank("average").filter(is_positive).sum() - positives * (positives + 1) / 2
    return share(u, positives * negatives)


def weighted_area(is_positive: pl.Expr, score: pl.Expr, weight: pl.Expr) -> pl.Expr:
    """Area under the ROC curve, by walking down twice: a tied pair counts in one of the walks only."""
    hit, alarm = _weights(is_positive, weight, True), _weights(is_positive, weight, False)

    def walk(positives_first: bool) -> pl.Expr:
        order = [True, positives_first]
        found = hit.sort_by(score, is_positive, descending=order).cum_sum()
        return (alarm.sort_by(score, is_positive, descending=order) * found).sum()

    return share((walk(True) + walk(False)) / 2, hit.sum() * alarm.sum())


def early_area(steps: Steps, most: int = EARLY) -> pl.Expr:
    """Area before the n-th false alarm, as a share of the largest possible."""
    cut = pl.min_horizontal(steps.negatives, pl.lit(float(most)))
    start, end = steps.fp_before.clip(upper_bound=cut), steps.fp.clip(upper_bound=cut)
    part = (end - start) / (steps.fp - steps.fp_before)
    reached = steps.tp_before + part.fill_nan(0.0) * (steps.tp - steps.tp_before)
    return share(((end - start) * (steps.tp_before + reached)).sum() / 2, steps.positives * cut)


def average(steps: Steps) -> pl.Expr:
    """Average precision: each block weighs as many positives as it holds."""
    gained = steps.tp - steps.tp_before
    return share((gained * pl.when(gained > 0).then(steps.precision).otherwise(0.0)).sum(), steps.positives)


def eleven_points(steps: Steps) -> pl.Expr:
    """Mean over the recalls 0, 0.1, ..., 1 of the highest precision that reaches them."""
    best_from_here = steps.precision.fill_null(0.0).reverse().cum_max().reverse()
    tenths = (10 * steps.tp / steps.positives).floor()
    newly_reached = tenths - tenths.shift(1).fill_null(-1.0)
    return pl.when(steps.positives > 0).then((newly_reached * best_from_here).sum() / 11)


def break_even(steps: Steps) -> pl.Expr:
    """Precision where as many are called positive as there are, which is recall too."""
    called, before = steps.tp + steps.fp, steps.tp_before + steps.fp_before
    there = (before < steps.positives) & (called >= steps.positives)
    within = (steps.positives - before) / (called - before)
    reached = steps.tp_before + within * (steps.tp - steps.tp_before)
    return share(reached.filter(there).first(), steps.positives)


def best_separation(steps: Steps) -> pl.Expr:
    """Largest difference of hit rate and false alarm rate: Youden's J."""
    defined = (steps.positives > 0) & (steps.negatives > 0)
    j = (steps.tp / steps.positives - steps.fp / steps.negatives).max()
    return pl.when(defined).then(pl.max_horizontal(j, pl.lit(0.0)))


RANKINGS: Mapping[str, Callable[[Steps], pl.Expr]] = {
    "auc": area,
    "auc_50": early_area,
    "average_precision": average,
    "average_precision_11": eleven_points,
    "break_even_point": break_even,
    "youden": best_separation,
}


def prepared(name: str) -> pl.Expr:
    """Return a measure of the prepared columns."""
    columns = pl.col(IS_POSITIVE), pl.col(CHANCE), pl.col(WEIGHT)
    return weighted_area(*columns) if name == "auc" else RANKINGS[name](Steps.of(*columns))


def _of_columns(name: str, truth: IntoExpr, score: IntoExpr, positive: Any, weight: IntoExpr | None) -> pl.Expr:
    true, scores = as_column(truth).cast(pl.String), as_column(score).cast(pl.Float64).fill_nan(None)
    known = true.is_not_null() & scores.is_not_null()
    flags, kept = (true == str(positive)).filter(known), scores.filter(known)
    if name == "auc" and weight is None:
        return area_of_ranks(flags, kept).alias(name)
    given = pl.lit(1.0) if weight is None else as_column(weight).filter(known)
    found = weighted_area(flags, kept, given) if name == "auc" else RANKINGS[name](Steps.of(flags, kept, given))
    return found.alias(name)


def auc(truth: IntoExpr, score: IntoExpr, *, positive: Any, weight: IntoExpr | None = None) -> pl.Expr:
    """Area under the ROC curve: the chance that a positive outscores a negative, ties counting half.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> frame.select(br.expr.auc("y", "score", positive=1)).item()
    0.875
    """
    return _of_columns("auc", truth, score, positive, weight)


def average_precision(truth: IntoExpr, score: IntoExpr, *, positive: Any, weight: IntoExpr | None = None) -> pl.Expr:
    """Mean of the precision over the positives, each at its own score; no interpolation.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1, 0, 1, 0], "score": [0.9, 0.5, 0.4, 0.1]})
    >>> round(frame.select(br.expr.average_precision("y", "score", positive=1)).item(), 6)
    0.833333
    """
    return _of_columns("average_precision", truth, score, positive, weight)
