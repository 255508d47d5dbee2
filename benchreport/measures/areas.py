"""Rankings as one number: areas under ROC curves, average precision, break-even point, Youden index."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.measures.classes import CHANCE, IS_POSITIVE, WEIGHT, Positive, described
from benchreport.measures.curves import EARLY, FP, TP, N, Normalise, P, checked_alarms, early
from benchreport.measures.ranked import OF_PRECISION, OF_RANKING, Ranked, judged_lines, ranked, thresholds, where_sound
from benchreport.measures.rates import IntoExpr, as_column, share
from benchreport.method import Remark
from benchreport.records import dataclass
from benchreport.remarks import joined_remarks
from benchreport.tables.groups import By
from benchreport.tables.scored import LINE, Flags, Floats, Integers
from benchreport.threads import in_one_order

Ties = Literal["half", "first", "last"]
Keys = npt.NDArray[np.uint64]
Axis = Literal["fpr", "tpr"]
SIZES, JUDGEMENT = ("positives", "negatives"), ("status", "remarks", "note")
TIED = Remark(
    code="tied_break_even", note="instances of one score straddle the break-even point; cut by a straight line"
)
# Rows that are ranked at a time.
CLOSE = 1 << 15


@dataclass(frozen=True, slots=True, kw_only=True)
class Steps:
    """The counts at or above every distinct score, from the highest down, as expressions over one group."""

    tp: pl.Expr
    fp: pl.Expr
    positives: pl.Expr
    negatives: pl.Expr

    @classmethod
    def of(cls, is_positive: pl.Expr, score: pl.Expr, weight: pl.Expr) -> Steps:
        """Return the counts down the scores; instances with the same score come together."""
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


def area_of_ranks(is_positive: pl.Expr, score: pl.Expr) -> pl.Expr:
    """Return the area under the ROC curve of instances that weigh the same, by midranks: the fastest way."""
    positives = is_positive.sum().cast(pl.Float64)
    negatives = (~is_positive).sum().cast(pl.Float64)
    u = score.rank("average").filter(is_positive).sum() - positives * (positives + 1) / 2
    return share(u, positives * negatives)


def weighted_area(is_positive: pl.Expr, score: pl.Expr, weight: pl.Expr) -> pl.Expr:
    """Return the area under the ROC curve, by walking down twice: a tied pair counts in one of the walks only."""
    hit, alarm = _weights(is_positive, weight, True), _weights(is_positive, weight, False)

    def walk(positives_first: bool) -> pl.Expr:
        order = [True, positives_first]
        hits_above = hit.sort_by(score, is_positive, descending=order).cum_sum()
        return (alarm.sort_by(score, is_positive, descending=order) * hits_above).sum()

    return share((walk(True) + walk(False)) / 2, hit.sum() * alarm.sum())


def early_area(steps: Steps, most: int = EARLY) -> pl.Expr:
    """Return the area before the n-th false alarm, as a share of the largest possible."""
    cut = pl.min_horizontal(steps.negatives, pl.lit(float(most)))
    start, end = steps.fp_before.clip(upper_bound=cut), steps.fp.clip(upper_bound=cut)
    part = (end - start) / (steps.fp - steps.fp_before)
    reached = steps.tp_before + part.fill_nan(0.0) * (steps.tp - steps.tp_before)
    return share(((end - start) * (steps.tp_before + reached)).sum() / 2, steps.positives * cut)


def average(steps: Steps) -> pl.Expr:
    """Return the average precision: each block weighs as many positives as it holds."""
    gained = steps.tp - steps.tp_before
    return share((gained * pl.when(gained > 0).then(steps.precision).otherwise(0.0)).sum(), steps.positives)


def eleven_points(steps: Steps) -> pl.Expr:
    """Return the mean over the recalls 0, 0.1, ..., 1 of the highest precision that reaches them."""
    best_from_here = steps.precision.fill_null(0.0).reverse().cum_max().reverse()
    tenths = (10 * steps.tp / steps.positives).floor()
    newly_reached = tenths - tenths.shift(1).fill_null(-1.0)
    return pl.when(steps.positives > 0).then((newly_reached * best_from_here).sum() / 11)


def break_even(steps: Steps) -> pl.Expr:
    """Return the precision where as many are called positive as there are, which is the recall too."""
    called, before = steps.tp + steps.fp, steps.tp_before + steps.fp_before
    there = (before < steps.positives) & (called >= steps.positives)
    within = (steps.positives - before) / (called - before)
    reached = steps.tp_before + within * (steps.tp - steps.tp_before)
    return share(reached.filter(there).first(), steps.positives)


def best_separation(steps: Steps) -> pl.Expr:
    """Return the largest difference of hit rate and false alarm rate: Youden's J."""
    defined = (steps.positives > 0) & (steps.negatives > 0)
    j = (steps.tp / steps.positives - steps.fp / steps.negatives).max()
    return pl.when(defined).then(pl.max_horizontal(j, pl.lit(0.0)))


RANKINGS: Mapping[str, Callable[[Steps], pl.Expr]] = {
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


def _columns(
    truth: IntoExpr, score: IntoExpr, positive: Any, weight: IntoExpr | None
) -> tuple[pl.Expr, pl.Expr, pl.Expr]:
    """Return whether each instance is positive, its score and its weight, of the instances that have a score."""
    true, scores = as_column(truth).cast(pl.String), as_column(score).cast(pl.Float64).fill_nan(None)
    complete = true.is_not_null() & scores.is_not_null()
    weights = pl.lit(1.0) if weight is None else as_column(weight).filter(complete)
    return (true == str(positive)).filter(complete), scores.filter(complete), weights


def auc_rank_expr(truth: IntoExpr, score: IntoExpr, *, positive: Any, weight: IntoExpr | None = None) -> pl.Expr:
    """Compute the area under the ROC curve: the chance that a positive outscores a negative, ties counting half.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> frame.select(br.expr.auc("y", "score", positive=1)).item()
    0.875
    """
    flags, scores, weights = _columns(truth, score, positive, weight)
    area = area_of_ranks(flags, scores) if weight is None else weighted_area(flags, scores, weights)
    return area.alias("auc")


def average_precision_expr(
    truth: IntoExpr, score: IntoExpr, *, positive: Any, weight: IntoExpr | None = None
) -> pl.Expr:
    """Compute the mean of the precision over the positives, each at its own score; no interpolation.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"y": [1, 0, 1, 0], "score": [0.9, 0.5, 0.4, 0.1]})
    >>> round(frame.select(br.expr.average_precision("y", "score", positive=1)).item(), 6)
    0.833333
    """
    return average(Steps.of(*_columns(truth, score, positive, weight))).alias("average_precision")


def won_pairs(group: Integers, score: Floats, positive: Flags, groups: int) -> tuple[Integers, Integers, Integers]:
    """Return twice the pairs of each group that positives win, a tie counting once; its positives; and its size.

    Examples
    --------
    >>> won_pairs(np.array([0, 0, 0]), np.array([0.9, 0.4, 0.4]), np.array([True, True, False]), 1)
    (array([3]), array([2]), array([3]))
    """
    if (group[1:] < group[:-1]).any():
        # Whole numbers of 16 bits are sorted by their digits, which is quick.
        order = np.argsort(group.astype(np.uint16 if groups <= 1 << 16 else np.int64), kind="stable")
        group, score, positive = group[order], score[order], positive[order]
    sizes = np.diff(np.searchsorted(group, np.arange(groups + 1)))
    wins, positives = np.zeros(groups, dtype=np.int64), np.zeros(groups, dtype=np.int64)
    ends = sizes.cumsum()
    low = 0
    while low < groups:
        # A few groups at a time, so that the numbers stay close at hand.
        high = max(low + 1, int(np.searchsorted(ends, ends[low] - sizes[low] + CLOSE, side="right")))
        rows = slice(int(ends[low] - sizes[low]), int(ends[high - 1]))
        wins[low:high], positives[low:high] = _won_pairs(_keyed(score[rows], positive[rows]), sizes[low:high])
        low = high
    return wins, positives, sizes


def _won_pairs(key: Keys, sizes: Integers) -> tuple[Integers, Integers]:
    wins, positives = np.zeros(sizes.size, dtype=np.int64), np.zeros(sizes.size, dtype=np.int64)
    width = int(sizes.max())
    if width == 0:
        return wins, positives
    if width * sizes.size <= 2 * key.size:
        key, there = _sorted_in_rows(key, sizes, width), np.ones(sizes.size, dtype=bool)
        firsts = np.arange(sizes.size) * width
    else:
        key, there = key[np.lexsort((key, np.repeat(np.arange(sizes.size), sizes)))], sizes > 0
        firsts = (sizes.cumsum() - sizes)[there]
    flag = (key & np.uint64(1)).view(np.int64)
    hits = np.add.reduceat(flag, firsts)
    flag *= np.arange(key.size)
    # In the order of their scores, a positive has as many negatives before it as rows less positives.
    before = np.add.reduceat(flag, firsts) - firsts * hits - hits * (hits - 1) // 2
    wins[there], positives[there] = 2 * before - _tied_pairs(key, firsts), hits
    return wins, positives


def _keyed(score: Floats, positive: Flags) -> Keys:
    """Return whole numbers that sort as scores do, a negative just before a positive of the same score."""
    # The digits of a number from 0 up sort as it does, and leave one bit free; -0.0 becomes 0.0 first.
    score = score + 0.0
    digits = score.view(np.int64)
    if digits.min(initial=0) < 0:
        top = np.abs(score).max()
        _, exponent = np.frexp(top)
        small = np.ldexp(score, -exponent)
        if np.isfinite(top) and np.array_equal(np.ldexp(small, exponent), score):
            # Between -1 and 1 the digits of all numbers fit in 63 bits, those below 0 counted backwards.
            digits = small.view(np.int64)
            digits ^= (digits >> 63) & np.iinfo(np.int64).max
            digits -= digits.min()
        else:
            digits = np.unique(score, return_inverse=True)[1]
    keys = digits.view(np.uint64) << np.uint64(1)
    keys |= positive
    return keys


def _sorted_in_rows(key: Keys, sizes: Integers, width: int) -> Keys:
    """Return each group sorted in a row of its own, filled up with negatives that come last."""
    if width * sizes.size == key.size:
        rows = key.reshape(-1, width)
    else:
        there = np.arange(width) < sizes[:, None]
        rows = np.full(there.shape, np.iinfo(np.uint64).max - 1)
        rows[there] = key
    rows.sort(axis=1)
    return rows.ravel()


def _tied_pairs(key: Keys, firsts: Integers) -> Integers:
    """Return the number of pairs of a positive and a negative of the same score, per group."""
    step = key[1:] ^ key[:-1]
    step[firsts[1:] - 1] = 2
    # Rows with the score of the next one; where they follow each other all scores are the same, negatives first.
    alike = np.flatnonzero(step <= 1)
    begins = np.flatnonzero(np.diff(alike, prepend=-2) > 1)
    ends = np.append(begins[1:], alike.size)
    borders = np.flatnonzero(step[alike] == 1)
    stretch = np.searchsorted(begins, borders, side="right") - 1
    tied = np.zeros(firsts.size, dtype=np.int64)
    pairs = (borders - begins[stretch] + 1) * (ends[stretch] - borders)
    np.add.at(tied, np.searchsorted(firsts, alike[borders], side="right") - 1, pairs)
    return tied


@in_one_order
def auc_rank(table: Any, *, by: By = "dataset", positive: Positive) -> pl.DataFrame:
    """Compute the area under the ROC curve of each algorithm, by midranks (Mann-Whitney).

    1 means that some threshold separates the classes, 0.5 is expected by chance. For intervals see :func:`ci_auc`, for
    weights :func:`auc_direct`.

    Parameters
    ----------
    table
        Predictions with a ``score``, or with probabilities.
    by
        Groups to measure separately, besides the algorithms.
    positive
        The positive class: one for all datasets, or a mapping from dataset to class.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm: ``positives``, ``negatives``, ``rank_sum``, ``u``, ``auc``, ``status``,
        ``remarks``, ``note``.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> br.auc_rank(br.predictions(frame), positive=1).select("rank_sum", "u", "auc").row(0)
    (6.5, 3.5, 0.875)
    """
    data = ranked(table, by, positive)
    flags = pl.col(IS_POSITIVE)
    rows = judged_lines(data, rank_sum=pl.col(CHANCE).rank("average").filter(flags).sum())
    u = pl.col("rank_sum") - P * (P + 1) / 2
    rows = where_sound(rows, rank_sum=pl.col("rank_sum"), u=u, auc=share(u, P * N))
    return data.named(rows, *SIZES, "rank_sum", "u", "auc", *JUDGEMENT)


@in_one_order
def auc_direct(
    table: Any, *, by: By = "dataset", positive: Positive, ties: Ties = "half", weighted: bool = False
) -> pl.DataFrame:
    """Compute the area under the ROC curve of each algorithm by walking down the scores; a check of :func:`auc_rank`.

    Parameters
    ----------
    table, by, positive
        As in :func:`auc_rank`.
    ties
        "half" of a point for a tied positive and negative; "first" puts tied positives before negatives and "last"
        after them, the two values between which a careless walk ends.
    weighted
        Let every instance weigh as its column ``weight`` says.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> table = br.predictions(frame)
    >>> [br.auc_direct(table, positive=1, ties=ties)["auc"].item() for ties in ("half", "first", "last")]
    [0.875, 1.0, 0.75]
    """
    one_of(ties, ("half", "first", "last"), name="ties")
    data = ranked(table, by, positive, weighted=weighted)
    share_of_tie = {"half": 0.5, "first": 1.0, "last": 0.0}[ties]
    before = {"tp_before": TP.shift(1).over(LINE).fill_null(0.0), "fp_before": FP.shift(1).over(LINE).fill_null(0.0)}
    gained = (FP - pl.col("fp_before")) * (pl.col("tp_before") + share_of_tie * (TP - pl.col("tp_before")))
    steps = thresholds(data).with_columns(**before).with_columns(area=gained)
    return _whole(data, steps, auc=share(pl.col("area").sum(), P.first() * N.first()))


def _whole(data: Ranked, steps: pl.DataFrame, **values: pl.Expr) -> pl.DataFrame:
    """Return aggregates of the steps of every line; null where the line is undefined."""
    rows = steps.group_by(LINE).agg(pl.col(*SIZES, "status", "remarks").first(), **values)
    return data.named(where_sound(rows, **{name: pl.col(name) for name in values}), *SIZES, *values, *JUDGEMENT)


@in_one_order
def auc_n(
    table: Any,
    *,
    by: By = "dataset",
    positive: Positive,
    n: int = EARLY,
    normalise: Normalise = "all",
    weighted: bool = False,
) -> pl.DataFrame:
    """Compute the area under the ROC curve of each algorithm before its n-th false alarm, and that of random ranking.

    Parameters
    ----------
    table, by, positive, weighted
        As in :func:`auc_direct`.
    n
        False alarms to look at; where there are no more negatives this is the whole area.
    normalise
        "all" divides by all positives; "seen" by those found before the end, which forgives missed positives.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm: ``n`` as used, ``auc_n``, ``chance`` (of a random ranking, "all" positives).

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> br.auc_n(br.predictions(frame), positive=1, n=1).select("n", "auc_n", "chance").row(0)
    (1.0, 0.75, 0.3333333333333333)
    """
    one_of(normalise, ("all", "seen"), name="normalise")
    data = ranked(table, by, positive, weighted=weighted)
    cut = early(thresholds(data), checked_alarms(n))
    used = pl.min_horizontal(N.first(), pl.lit(float(n)))
    hits = pl.col("hits").max() if normalise == "seen" else P.first()
    chance = (used + 1) / (2 * (N.first() + 1))
    return _whole(
        data,
        cut,
        n=used,
        auc_n=share(pl.col("area").sum(), used * hits),
        chance=chance if normalise == "all" else pl.lit(None, dtype=pl.Float64),
    )


@in_one_order
def partial_auc(
    table: Any,
    *,
    by: By = "dataset",
    positive: Positive,
    low: float = 0.0,
    high: float = 0.1,
    of: Axis = "fpr",
    weighted: bool = False,
) -> pl.DataFrame:
    """Compute the area under a part of the ROC curve of each algorithm, plain and standardised.

    Parameters
    ----------
    table, by, positive, weighted
        As in :func:`auc_direct`.
    low, high
        The part: rates from 0 to 1.
    of
        Which rate the part is of: "fpr", false alarms, or "tpr", hits (then the area counts correct rejections).

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm: ``area``, ``standardised`` (McClish: chance is 0.5 and perfection 1), ``mean``
        (height of the curve in the part).

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> br.partial_auc(br.predictions(frame), positive=1, high=0.5).select("area", "standardised").row(0)
    (0.375, 0.8333333333333333)
    """
    one_of(of, ("fpr", "tpr"), name="of")
    for name, rate in (("low", low), ("high", high)):
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
            raise OptionError(f"{name} is {rate!r}", hint="a rate lies between 0 and 1")
    if low >= high:
        raise OptionError(f"low is {low} and high is {high}", hint="low lies below high")
    data = ranked(table, by, positive, weighted=weighted)
    x, y = (FP / N, TP / P) if of == "fpr" else (1 - TP / P, 1 - FP / N)
    a, b = (low, high) if of == "fpr" else (1 - high, 1 - low)
    steps = thresholds(data).with_columns(x=x, y=y)
    steps = steps.with_columns(x_before=pl.col("x").shift(1).over(LINE), y_before=pl.col("y").shift(1).over(LINE))
    # Hits run the other way round.
    ends = ("x_before", "y_before", "x", "y") if of == "fpr" else ("x", "y", "x_before", "y_before")
    x0, y0, x1, y1 = (pl.col(name) for name in ends)
    start, end = x0.clip(lower_bound=a, upper_bound=b), x1.clip(lower_bound=a, upper_bound=b)
    slope = (y1 - y0) / (x1 - x0)
    height = y0 + slope * ((start + end) / 2 - x0)
    part = pl.when(end > start).then((end - start) * height).otherwise(0.0)
    area, least, most = pl.col("part").sum(), (b**2 - a**2) / 2, b - a
    standardised = (1 + (area - least) / (most - least)) / 2
    return _whole(data, steps.with_columns(part=part), area=area, standardised=standardised, mean=area / most)


@in_one_order
def average_precision(table: Any, *, by: By = "dataset", positive: Positive, weighted: bool = False) -> pl.DataFrame:
    """Compute the average precision of each algorithm, and its chance level; parameters as in :func:`auc_direct`.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> rows = br.average_precision(br.predictions(frame), positive=1)
    >>> rows.select(pl.col("average_precision").round(6), "chance").row(0)
    (0.833333, 0.5)
    """
    data = ranked(table, by, positive, weighted=weighted)
    rows = where_sound(_of_steps(data, "average_precision"), chance=share(P, P + N))
    return data.named(rows, *SIZES, "average_precision", "chance", *JUDGEMENT)


@in_one_order
def average_precision_11(table: Any, *, by: By = "dataset", positive: Positive, weighted: bool = False) -> pl.DataFrame:
    """Compute the eleven-point average precision of each algorithm; parameters as in :func:`auc_direct`.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> rows = br.average_precision_11(br.predictions(frame), positive=1)
    >>> round(rows["average_precision_11"].item(), 6)
    0.848485
    """
    data = ranked(table, by, positive, weighted=weighted)
    return data.named(_of_steps(data, "average_precision_11"), *SIZES, "average_precision_11", *JUDGEMENT)


@in_one_order
def break_even_point(table: Any, *, by: By = "dataset", positive: Positive, weighted: bool = False) -> pl.DataFrame:
    """Compute precision and recall of each algorithm where they are equal; parameters as in :func:`auc_direct`.

    Where instances of one score straddle that point it is found on a straight line, and the status is approximate.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> br.break_even_point(br.predictions(frame), positive=1).select("break_even_point", "status").row(0)
    (0.75, 'approximate')
    """
    data = ranked(table, by, positive, weighted=weighted)
    steps = Steps.of(pl.col(IS_POSITIVE), pl.col(CHANCE), pl.col(WEIGHT))
    rows = _of_steps(data, "break_even_point", exact=(steps.tp + steps.fp == steps.positives).any())
    cut = ~pl.col("exact") & (pl.col("status") != "undefined")
    remarked = rows.with_columns(
        status=pl.when(cut).then(pl.lit("approximate")).otherwise("status"),
        remarks=joined_remarks(TIED.where(cut), pl.col("remarks")),
    )
    return data.named(remarked, *SIZES, "break_even_point", *JUDGEMENT)


def _of_steps(data: Ranked, name: str, **aggregates: pl.Expr) -> pl.DataFrame:
    """Return a measure of precision and recall, which is undefined without positives but not without negatives."""
    steps = Steps.of(pl.col(IS_POSITIVE), pl.col(CHANCE), pl.col(WEIGHT))
    rows = judged_lines(data, negatives=False, **{name: RANKINGS[name](steps)}, **aggregates)
    return where_sound(rows, **{name: pl.col(name)})


@in_one_order
def youden(table: Any, *, by: By = "dataset", positive: Positive, weighted: bool = False) -> pl.DataFrame:
    """Compute the threshold of each algorithm at which hit rate and false alarm rate lie furthest apart.

    Parameters as in :func:`auc_direct`. It is chosen on the same instances that it is judged by, so ``j`` is too
    good; choose it on a validation set. ``positives`` and ``negatives`` count the instances.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.6, 0.1]})
    >>> br.youden(br.predictions(frame), positive=1).select("threshold", "tpr", "tnr", "j").row(0)
    (0.6, 1.0, 1.0, 1.0)
    """
    data = ranked(table, by, positive, weighted=weighted)
    # In whole numbers, since differences of rates hardly ever tie to the last bit.
    steps = thresholds(data).with_columns(gap=TP * N - FP * P)
    best = pl.col("gap").arg_max()
    return _whole(
        data,
        steps,
        threshold=pl.col("threshold").get(best),
        tpr=(TP / P).get(best),
        tnr=(1 - FP / N).get(best),
        j=(pl.col("gap") / (P * N)).get(best),
    )


AUC_RANK = described(
    auc_rank,
    "Area under the ROC curve",
    "How often does a positive outscore a negative?",
    "\\mathrm{AUC}",
    "AUC = (R - p (p + 1) / 2) / (p n), R the sum of the midranks of the positives",
    "hanley1982",
    "fawcett2006",
    tex=r"\mathrm{AUC} = \frac{R - p (p + 1) / 2}{p n}",
    account=(
        "AUC is the area under the ROC curve, the probability that a positive instance scores higher than a "
        "negative one, ties counting half."
    ),
    aliases=("auc",),
    remarks=OF_RANKING,
)

AUC_DIRECT = described(
    auc_direct,
    "Area under the ROC curve, counted directly",
    "How often does a positive outscore a negative?",
    "\\mathrm{AUC}",
    "at every negative, from the highest score down, the positives above it, over p n; ties count half",
    "fawcett2006",
    tex=(
        r"\mathrm{AUC} = \frac{1}{p n} \sum_{i=1}^{p} \sum_{j=1}^{n} \left( \mathbf{1}[s_i > s_j] + \frac{1}{2} "
        r"\mathbf{1}[s_i = s_j] \right)"
    ),
    remarks=OF_RANKING,
)

AUC_N = described(
    auc_n,
    "Area under the early ROC curve",
    "How good is the ranking before the n-th false alarm?",
    "\\mathrm{AUC}_n",
    "AUC_n = sum of the positives above each of the first n negatives, over n p; chance (n + 1) / (2 (N + 1))",
    "gribskov1996",
    tex=r"\mathrm{AUC}_n = \frac{1}{n p} \sum_{i=1}^{n} t_i",
    remarks=OF_RANKING,
)

PARTIAL_AUC = described(
    partial_auc,
    "Partial area under the ROC curve",
    "How good is the ranking where it matters?",
    "\\mathrm{pAUC}",
    "area between two rates; standardised (1 + (A - least) / (most - least)) / 2, so that chance is 1/2",
    "mcclish1989",
    tex=(
        r"A = \int_{x_0}^{x_1} \mathrm{tpr}(x) \, dx, "
        r"\quad \mathrm{standardised} = \frac{1}{2} \left( 1 + \frac{A - A_{\min}}{A_{\max} - A_{\min}} \right)"
    ),
    remarks=OF_RANKING,
)

AVERAGE_PRECISION = described(
    average_precision,
    "Average precision",
    "How pure is the retrieved set on average?",
    "\\mathrm{AP}",
    "AP = sum of (R_i - R_{i-1}) P_i over thresholds from the highest down; chance is the prevalence",
    "manning2008",
    tex=r"\mathrm{AP} = \sum_i (R_i - R_{i-1}) P_i",
    remarks=OF_PRECISION,
)

AVERAGE_PRECISION_11 = described(
    average_precision_11,
    "Eleven-point average precision",
    "How pure is the retrieved set over the whole range of recall?",
    "\\mathrm{AP}_{11}",
    "mean over r = 0, 0.1, ..., 1 of the highest precision with recall >= r",
    "manning2008",
    tex=r"\mathrm{AP}_{11} = \frac{1}{11} \sum_{r \in \{0, 0.1, \ldots, 1\}} \max_{R_i \geq r} P_i",
    remarks=OF_PRECISION,
)

BREAK_EVEN_POINT = described(
    break_even_point,
    "Break-even point of precision and recall",
    "What are precision and recall where they are equal?",
    "\\mathrm{BEP}",
    "precision among the p highest scores",
    "manning2008",
    tex=r"\mathrm{BEP} = \frac{\mathrm{tp}}{p'}, \quad p' = p",
    remarks=(TIED, *OF_PRECISION),
)

YOUDEN = described(
    youden,
    "Youden index",
    "At which threshold do hit rate and false alarm rate lie furthest apart?",
    "J",
    "J = max of tpr + tnr - 1; of several such thresholds the highest",
    "youden1950",
    tex=r"J = \max_{\theta} \, (\mathrm{tpr} + \mathrm{tnr} - 1)",
    remarks=OF_RANKING,
)
