"""What is given up for what, over all thresholds? ROC, precision and recall, sensitivity and specificity."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.measures.classes import CHANCE, Positive
from benchreport.measures.rank_columns import EARLY
from benchreport.measures.ranked import OF_PRECISION, OF_RANKING, blocks, defined, described, ranked
from benchreport.measures.rates import share
from benchreport.measures.thinning import checked_resolution, thinned
from benchreport.remarks import with_words
from benchreport.tables.groups import By, keeps_group_names

Normalise = Literal["all", "seen"]
TP, FP, P, N = (pl.col(name).cast(pl.Float64) for name in ("tp", "fp", "positives", "negatives"))
COLUMNS = ("threshold", "x", "y", "tp", "fp", "positives", "negatives", "status", "remarks", "note")


@keeps_group_names
def roc_curve(
    table: Any,
    *,
    by: By = "dataset",
    positive: Positive,
    weighted: bool = False,
    flipped: bool = False,
    resolution: int | None = None,
) -> pl.DataFrame:
    """ROC curve of each algorithm: false alarm rate and hit rate at every distinct score.

    Instances with the same score are one step, so a mixed block is a slanted line and the order of rows is of no
    concern. Scores of several folds in one group come from several models: such curves are approximate, see
    :func:`roc_average`. A curve below the diagonal stays there unless it is ``flipped``.

    Parameters
    ----------
    table
        Predictions with a ``score``, or with probabilities.
    by
        Groups to draw separately, besides the algorithms.
    positive
        The positive class: one for all datasets, or a mapping from dataset to class.
    weighted
        Let every instance weigh as its column ``weight`` says.
    flipped
        Call positive what scores the threshold or less, which turns every curve about the middle of the diagonal.
    resolution
        Leave out points that a picture of so many dots a side does not show; by default all are kept.

    Returns
    -------
    polars.DataFrame
        One row per group, algorithm and ``threshold``, from the highest down: ``x``, ``y``, the counts ``tp`` and
        ``fp`` at or above it, ``positives``, ``negatives``, ``status``, ``remarks`` and ``note``. The first row has no
        threshold, for nothing is called positive there. A group with one class only has one row without numbers.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> br.roc_curve(br.predictions(frame), positive=1).select("threshold", "x", "y").rows()
    [(None, 0.0, 0.0), (0.9, 0.0, 0.5), (0.4, 0.5, 1.0), (0.1, 1.0, 1.0)]
    """
    return _roc(table, by, positive, weighted, resolution, flipped=flipped, x=FP / N, y=TP / P)


@keeps_group_names
def sens_spec_curve(
    table: Any,
    *,
    by: By = "dataset",
    positive: Positive,
    weighted: bool = False,
    resolution: int | None = None,
) -> pl.DataFrame:
    """Specificity and sensitivity of each algorithm at every distinct score; parameters as in :func:`roc_curve`.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> br.sens_spec_curve(br.predictions(frame), positive=1).select("threshold", "x", "y").rows()
    [(None, 1.0, 0.0), (0.9, 1.0, 0.5), (0.4, 0.5, 1.0), (0.1, 0.0, 1.0)]
    """
    return _roc(table, by, positive, weighted, resolution, x=(N - FP) / N, y=TP / P)


def _roc(
    table: Any,
    by: By,
    positive: Positive,
    weighted: bool,
    resolution: int | None,
    flipped: bool = False,
    **axes: pl.Expr,
) -> pl.DataFrame:
    checked_resolution(resolution)
    data = ranked(table, by, positive, weighted=weighted)
    if flipped:
        data = replace(data, table=data.table.with_columns(-pl.col(CHANCE)))
    curve = defined(blocks(data), data.keys, **axes)
    if flipped:
        curve = curve.with_columns(threshold=-pl.col("threshold") + 0.0)
    return with_words(thinned(curve, data.keys, resolution)).select(*data.keys, *COLUMNS)


@keeps_group_names
def roc_n(
    table: Any,
    *,
    by: By = "dataset",
    positive: Positive,
    n: int = EARLY,
    normalise: Normalise = "all",
    weighted: bool = False,
) -> pl.DataFrame:
    """Early part of the ROC curve of each algorithm, up to its n-th false alarm; ``x`` counts false alarms.

    Other parameters as in :func:`roc_curve`.

    Parameters
    ----------
    table, by, positive, weighted
        As in :func:`roc_curve`.
    n
        False alarms to look at; all of them where there are fewer.
    normalise
        "all" divides hits by all positives; "seen" by those found before the end, which stretches every curve to 1.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> br.roc_n(br.predictions(frame), positive=1, n=1).select("threshold", "x", "y").rows()
    [(None, 0.0, 0.0), (0.9, 0.0, 0.5), (0.4, 1.0, 1.0)]
    """
    one_of(normalise, ("all", "seen"), name="normalise")
    data = ranked(table, by, positive, weighted=weighted)
    cut = early(blocks(data), data.keys, checked_alarms(n))
    whole = pl.col("__y").last().over(data.keys) if normalise == "seen" else P
    curve = defined(cut, data.keys, x=pl.col("__x"), y=share(pl.col("__y"), whole))
    return with_words(curve).select(*data.keys, *COLUMNS)


def checked_alarms(n: int) -> int:
    """Refuse a number of false alarms that is not a whole number from 1 up."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise OptionError(f"n is {n!r}", hint="a whole number of false alarms, such as 50")
    return n


def early(steps: pl.DataFrame, keys: list[str], n: int) -> pl.DataFrame:
    """Cut the steps of every group at its n-th false alarm; the last one by a straight line.

    Adds ``__x`` and ``__y``, the false alarms and hits reached, and ``__area`` of the step in both.
    """
    end = pl.min_horizontal(N, pl.lit(float(n)))
    before = steps.with_columns(
        __fp=FP.shift(1).over(keys).fill_null(0.0), __tp=TP.shift(1).over(keys).fill_null(0.0), __end=end
    )
    # Hits after the last false alarm that counts are no part of it.
    kept = before.filter(pl.col("threshold").is_null() | (pl.col("__fp") < pl.col("__end")))
    beyond, room = pl.col("__end") < FP, pl.col("__end") - pl.col("__fp")
    part = pl.when(beyond).then(room / (FP - pl.col("__fp"))).otherwise(1.0)
    reached = kept.with_columns(__x=pl.min_horizontal(FP, "__end"), __y=pl.col("__tp") + part * (TP - pl.col("__tp")))
    width = pl.col("__x") - pl.col("__fp")
    return reached.with_columns(__area=width * (pl.col("__tp") + pl.col("__y")) / 2)


@keeps_group_names
def pr_curve(
    table: Any,
    *,
    by: By = "dataset",
    positive: Positive,
    weighted: bool = False,
    resolution: int | None = None,
) -> pl.DataFrame:
    """Recall (``x``) and precision (``y``) of each algorithm at every distinct score.

    Parameters as in :func:`roc_curve`. Draw steps: straight lines between the points would promise more than can be
    had. The first row, at recall 0, has the precision of the first threshold. ``prevalence`` is the precision of random
    calls.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> rows = br.pr_curve(br.predictions(frame), positive=1).select("threshold", "x", pl.col("y").round(4))
    >>> rows.rows()
    [(None, 0.0, 1.0), (0.9, 0.5, 1.0), (0.4, 1.0, 0.6667), (0.1, 1.0, 0.5)]
    """
    checked_resolution(resolution)
    data = ranked(table, by, positive, weighted=weighted)
    curve = defined(_with_precision(blocks(data), data.keys), data.keys, x=TP / P, y=pl.col("__precision"))
    known = curve.with_columns(prevalence=share(P, P + N))
    return with_words(thinned(known, data.keys, resolution)).select(*data.keys, *COLUMNS, "prevalence")


def _with_precision(steps: pl.DataFrame, keys: list[str]) -> pl.DataFrame:
    """Add the precision; without negatives it is 1, and only without positives undefined."""
    only = (N <= 0) & (P > 0)
    found = steps.with_columns(__precision=share(TP, TP + FP).backward_fill().over(keys))
    return found.with_columns(
        status=pl.when(only).then(pl.lit("ok")).otherwise("status"), remarks=pl.when(~only).then("remarks")
    )


@keeps_group_names
def precision_at_recall(
    table: Any,
    *,
    by: By = "dataset",
    positive: Positive,
    levels: tuple[float, ...] = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
    weighted: bool = False,
) -> pl.DataFrame:
    """Highest precision of each algorithm among the thresholds that reach a recall.

    Parameters
    ----------
    table, by, positive, weighted
        As in :func:`roc_curve`.
    levels
        Recalls to reach, from 0 to 1.

    Returns
    -------
    polars.DataFrame
        One row per group, algorithm and ``level``: ``precision``, the ``threshold`` and the ``recall`` it comes from.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> rows = br.precision_at_recall(br.predictions(frame), positive=1, levels=(0.5, 0.9))
    >>> rows.select("level", pl.col("precision").round(4), "threshold").rows()
    [(0.5, 1.0, 0.9), (0.9, 0.6667, 0.4)]
    """
    asked = [levels] if isinstance(levels, int | float) else list(levels)
    for level in asked:
        if isinstance(level, bool) or not isinstance(level, int | float) or not 0 <= level <= 1:
            raise OptionError(f"a recall of {level!r} is asked for", hint="recalls lie between 0 and 1, such as 0.8")
    data = ranked(table, by, positive, weighted=weighted)
    keys = data.keys
    steps = _with_precision(blocks(data), keys)
    found = []
    for level in asked:
        # In parts of a billion, since 0.1 * 3 is more than 0.3.
        reached = ((TP * 1e9).round() >= (P * level * 1e9).round()) & pl.col("threshold").is_not_null()
        best = pl.col("__precision") == pl.col("__precision").filter(reached).max()
        at = reached & best & (pl.col("status") != "undefined")
        rows = steps.group_by(keys).agg(
            level=pl.lit(float(level)),
            precision=pl.col("__precision").filter(at).first(),
            recall=(TP / P).filter(at).first(),
            threshold=pl.col("threshold").filter(at).first(),
            status=pl.col("status").first(),
            remarks=pl.col("remarks").first(),
        )
        found.append(rows)
    return with_words(pl.concat(found).sort(*keys, "level"))


ROC_CURVE = described(
    "roc_curve",
    "ROC curve",
    "How many hits are bought with how many false alarms?",
    "\\mathrm{ROC}",
    "x = fp / n, y = tp / p over all thresholds, instances of one score together",
    "fawcett2006",
    "alpaydin2010",
    tex=r"(x, y) = \left( \frac{\mathrm{fp}}{n}, \, \frac{\mathrm{tp}}{p} \right)",
    remarks=OF_RANKING,
    table=roc_curve,
)

SENS_SPEC_CURVE = described(
    "sens_spec_curve",
    "Sensitivity against specificity",
    "How much specificity is given up for sensitivity?",
    "(\\mathrm{tnr}, \\mathrm{tpr})",
    "x = tn / n, y = tp / p over all thresholds: the ROC curve mirrored",
    "alpaydin2010",
    tex=r"(x, y) = \left( \frac{\mathrm{tn}}{n}, \, \frac{\mathrm{tp}}{p} \right)",
    remarks=OF_RANKING,
    table=sens_spec_curve,
)

ROC_N = described(
    "roc_n",
    "Early part of the ROC curve",
    "How many hits come before the n-th false alarm?",
    "\\mathrm{ROC}_n",
    "the ROC curve up to n false alarms, x in false alarms, y = tp / p; cut inside ties by straight lines",
    "gribskov1996",
    tex=r"(x, y) = \left( \mathrm{fp}, \, \frac{\mathrm{tp}}{p} \right), \quad \mathrm{fp} \leq n",
    remarks=OF_RANKING,
    table=roc_n,
)

PR_CURVE = described(
    "pr_curve",
    "Precision-recall curve",
    "How pure does the retrieved set stay as more positives are demanded?",
    "\\mathrm{PR}",
    "x = tp / p, y = tp / (tp + fp) per distinct threshold; steps, no straight lines between points",
    "davis2006",
    "alpaydin2010",
    tex=r"(x, y) = \left( \frac{\mathrm{tp}}{p}, \, \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}} \right)",
    remarks=OF_PRECISION,
    table=pr_curve,
)

PRECISION_AT_RECALL = described(
    "precision_at_recall",
    "Precision at given recall",
    "How pure is the retrieved set when so much must be found?",
    "P(r)",
    "P(r) = max of tp / (tp + fp) over thresholds with tp / p >= r",
    "manning2008",
    tex=r"P(r) = \max_{\mathrm{tp} / p \geq r} \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}}",
    remarks=OF_PRECISION,
    table=precision_at_recall,
)
