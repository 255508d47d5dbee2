"""Retrieval: lift, cumulative gains, and the overlap of the relevant and the retrieved set."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import OptionError, whole_number
from benchreport.measures.classes import NO_POSITIVE, Positive, described
from benchreport.measures.confusion import counted_cells, decided
from benchreport.measures.curves import FP, TP, N, P, checked_resolution, thinned
from benchreport.measures.ranked import OF_PRECISION, OF_RANKING, defined, ranked, sound_without_negatives, thresholds
from benchreport.measures.rates import share
from benchreport.remarks import with_words
from benchreport.tables.groups import By
from benchreport.tables.schema import probability_columns, table_kind
from benchreport.tables.scored import LINE
from benchreport.threads import in_one_order

GAIN_COLUMNS = (*("part", "share", "gain", "lift", "part_lift", "positives", "negatives", "status", "remarks", "note"),)
LIFT_COLUMNS = ("threshold", "x", "y", "gain", "tp", "fp", "positives", "negatives", "status", "remarks", "note")


@in_one_order
def lift(
    table: Any,
    *,
    by: By = "dataset",
    positive: Positive,
    cut: float | None = None,
    weighted: bool = False,
    resolution: int | None = None,
) -> pl.DataFrame:
    """Compute the lift of each algorithm at every distinct score, at one cut, or of predictions without scores.

    Parameters
    ----------
    table
        Predictions with a ``score`` or probabilities; or predictions without, or counts of confusions.
    by
        Groups to measure separately, besides the algorithms.
    positive
        The positive class: one for all datasets, or a mapping from dataset to class.
    cut
        Select what scores this or more, in place of every threshold in turn.
    weighted
        Let every instance weigh as its column ``weight`` says.
    resolution
        Leave out points that a picture of so many dots a side does not show; by default all are kept.

    Returns
    -------
    polars.DataFrame
        One row per group, algorithm and ``threshold``: ``x``, the share of all instances that is selected, ``y``, the
        lift, ``gain``, the share of all positives among them. Nothing selected has no lift. ``tp`` and ``fp`` count
        what is selected, ``positives`` and ``negatives`` all instances.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.6, 0.1]})
    >>> br.lift(br.predictions(frame), positive=1).select("threshold", "x", "gain", "y").rows()[1:3]
    [(0.9, 0.25, 0.5, 2.0), (0.6, 0.5, 1.0, 2.0)]
    """
    checked_resolution(resolution)
    if isinstance(table, pl.LazyFrame):
        table = table.collect()
    if cut is None and _has_no_scores(table):
        return _of_decisions(table, by, positive)
    data = ranked(table, by, positive, weighted=weighted)
    steps = thresholds(data)
    if cut is not None:
        steps = _at_cut(steps, cut)
    curve = thinned(defined(sound_without_negatives(steps), **_axes()), LINE, resolution)
    if cut is not None:
        curve = curve.with_columns(threshold=pl.lit(float(cut)))
    return data.named(curve, *LIFT_COLUMNS)


def _axes() -> dict[str, pl.Expr]:
    selected = (TP + FP) / (P + N)
    return {"x": selected, "y": share(TP / P, selected), "gain": TP / P}


def _at_cut(steps: pl.DataFrame, cut: float) -> pl.DataFrame:
    """Return the lowest threshold that is not below the cut; the row without one where all are."""
    if isinstance(cut, bool) or not isinstance(cut, int | float) or not np.isfinite(cut):
        raise OptionError(f"cut is {cut!r}", hint="a finite score")
    above = steps.filter(pl.col("threshold").is_null() | (pl.col("threshold") >= cut))
    last = above.group_by(LINE, maintain_order=True).last()
    # Rows of groups without a curve are told by having no threshold.
    return last.with_columns(threshold=pl.lit(None, dtype=pl.Float64))


def _has_no_scores(table: Any) -> bool:
    if not isinstance(table, pl.DataFrame):
        return False
    return table_kind(table) == "counts" or not ("score" in table.columns or probability_columns(table.columns))


def _of_decisions(table: pl.DataFrame, by: By, positive: Positive) -> pl.DataFrame:
    decisions = decided(table, by, positive)
    none = pl.col("positives") <= 0
    judged = counted_cells(decisions, positive).with_columns(
        threshold=pl.lit(None, dtype=pl.Float64),
        status=pl.when(none).then(pl.lit("undefined")).otherwise(pl.lit("ok")),
        remarks=NO_POSITIVE.where(none),
    )
    rows = defined(judged, **_axes())
    return decisions.scored.with_lines(with_words(rows).select(LINE, *LIFT_COLUMNS))


@in_one_order
def gains(
    table: Any, *, by: By = "dataset", positive: Positive, parts: int = 10, weighted: bool = False
) -> pl.DataFrame:
    """Compute cumulative gains and lift of each algorithm by tenths of the instances, best-scored first.

    Parameters
    ----------
    table, by, positive, weighted
        As in :func:`lift`; scores are needed.
    parts
        Equal parts of the instances; 10 gives deciles. A part that ends between instances of one score takes its
        share of them.

    Returns
    -------
    polars.DataFrame
        One row per group, algorithm and ``part`` from 1: the ``share`` of instances up to here, ``gain``, the share of
        the positives among them, ``lift`` up to here, ``part_lift`` of this part alone; ``positives`` and
        ``negatives`` count all instances.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.6, 0.1]})
    >>> br.gains(br.predictions(frame), positive=1, parts=2).select("part", "share", "gain", "lift").rows()
    [(1, 0.5, 1.0, 2.0), (2, 1.0, 1.0, 1.0)]
    """
    whole_number(parts, name="parts", least=1, most=1000, hint="a whole number of parts, such as 10")
    data = ranked(table, by, positive, weighted=weighted)
    called = TP + FP
    steps = thresholds(data).with_columns(
        tp_before=TP.shift(1).over(LINE).fill_null(0.0), called_before=called.shift(1).over(LINE).fill_null(0.0)
    )
    hits, reached = pl.col("tp_before"), []
    for part in range(1, parts):
        end = (P + N) * part / parts
        there = (pl.col("called_before") < end) & (called >= end) & pl.col("threshold").is_not_null()
        within = (end - pl.col("called_before")) / (called - pl.col("called_before"))
        reached.append((hits + (TP - hits) * within).filter(there).first())
    # The last part ends with the last instance, whatever rounding does to sums of weights.
    reached.append(P.first())
    lines = steps.group_by(LINE, maintain_order=True).agg(
        pl.col("positives", "negatives", "status", "remarks").first(),
        part=pl.lit(pl.Series([list(range(1, parts + 1))], dtype=pl.List(pl.Int64))).first(),
        found=pl.concat_list(reached).first(),
    )
    placed = lines.explode("part", "found")
    gain = pl.when(pl.col("positives") > 0).then(pl.col("found") / P)
    upto = placed.with_columns(share=pl.col("part") / parts, gain=gain)
    fresh = pl.col("gain") - pl.col("gain").shift(1).over(LINE).fill_null(0.0)
    rows = upto.with_columns(lift=pl.col("gain") / pl.col("share"), part_lift=fresh * parts)
    return data.named(rows, *GAIN_COLUMNS)


@in_one_order
def retrieval_venn(table: Any, *, by: By = "dataset", positive: Positive, cut: float | None = None) -> pl.DataFrame:
    """Compute the sizes of the relevant and the retrieved set of each algorithm, and of their overlap.

    Parameters as in :func:`confusion_binary`. Counts of the ``relevant`` and the ``retrieved``, of those in both
    (``overlap``), in one (``only_relevant``, ``only_retrieved``) or in ``neither``; ``recall`` and ``precision``.

    Examples
    --------
    >>> import benchreport as br
    >>> cells = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]}))
    >>> rows = br.retrieval_venn(cells, positive="positive")
    >>> rows.select("relevant", "retrieved", "overlap", "recall").row(0)
    (50, 45, 40, 0.8)
    """
    decisions = decided(table, by, positive, cut)
    relevant, retrieved, overlap = pl.col("positives"), pl.col("called_positive"), pl.col("tp")
    sets = counted_cells(decisions, positive).select(
        LINE,
        relevant=relevant,
        retrieved=retrieved,
        overlap=overlap,
        only_relevant="fn",
        only_retrieved="fp",
        neither="tn",
        precision=share(overlap, retrieved),
        recall=share(overlap, relevant),
    )
    return decisions.scored.with_lines(sets)


LIFT = described(
    lift,
    "Lift",
    "How many times richer in positives is the selected part than a random one?",
    "\\mathrm{lift}",
    "lift = (tp / p) / ((tp + fp) / (p + n)) = precision / prevalence",
    "witten2011",
    tex=r"\mathrm{lift} = \frac{\mathrm{tp} / p}{(\mathrm{tp} + \mathrm{fp}) / (p + n)}",
    remarks=OF_PRECISION,
)

GAINS = described(
    gains,
    "Cumulative gains",
    "Which share of the positives is found in the best-scored part?",
    "G(q)",
    "per part of the instances from the highest score down: share of all positives found, and lift; ties are cut by"
    " straight lines",
    "witten2011",
    tex=r"G(q) = \frac{\mathrm{tp}(q)}{p}, \quad \mathrm{lift}(q) = \frac{G(q)}{q}",
    remarks=OF_RANKING,
)

RETRIEVAL_VENN = described(
    retrieval_venn,
    "Overlap of the relevant and the retrieved",
    "How do the relevant and the retrieved set overlap?",
    "p, p', tp",
    "relevant p = tp + fn, retrieved p' = tp + fp, overlap tp; precision tp / p', recall tp / p",
    "alpaydin2010",
    tex=r"\mathrm{precision} = \frac{\mathrm{tp}}{p'}, \quad \mathrm{recall} = \frac{\mathrm{tp}}{p}",
)
