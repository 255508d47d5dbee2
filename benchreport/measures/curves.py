"""Curves over all thresholds, ROC, precision and recall, sensitivity and specificity; dominance of ROC curves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, one_of, whole_number
from benchreport.measures.classes import CHANCE, Positive, described
from benchreport.measures.ranked import OF_PRECISION, OF_RANKING, defined, ranked, sound_without_negatives, thresholds
from benchreport.measures.rates import share
from benchreport.remarks import first_that_holds
from benchreport.tables.blocks import refuse_single_algorithm
from benchreport.tables.groups import By
from benchreport.tables.scored import GROUP, LINE, Flags, Floats, Integers, named_pairs, pairs_of
from benchreport.threads import in_one_order

Normalise = Literal["all", "seen"]
TP, FP, P, N = (pl.col(name).cast(pl.Float64) for name in ("tp", "fp", "positives", "negatives"))
EARLY = 50  # false alarms
X, Y = pl.col("x"), pl.col("y")
COLUMNS = ("threshold", "x", "y", "tp", "fp", "positives", "negatives", "status", "remarks", "note")
SAME = 1e-12


@in_one_order
def roc_curve(
    table: Any,
    *,
    by: By = "dataset",
    positive: Positive,
    weighted: bool = False,
    flipped: bool = False,
    resolution: int | None = None,
) -> pl.DataFrame:
    """Compute the ROC curve of each algorithm: false alarm rate and hit rate at every distinct score.

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


@in_one_order
def sens_spec_curve(
    table: Any, *, by: By = "dataset", positive: Positive, weighted: bool = False, resolution: int | None = None
) -> pl.DataFrame:
    """Compute specificity and sensitivity of each algorithm at every distinct score.

    Parameters as in :func:`roc_curve`.

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
    curve = defined(thresholds(data), **axes)
    if flipped:
        curve = curve.with_columns(threshold=-pl.col("threshold") + 0.0)
    return data.named(thinned(curve, LINE, resolution), *COLUMNS)


@in_one_order
def roc_n(
    table: Any,
    *,
    by: By = "dataset",
    positive: Positive,
    n: int = EARLY,
    normalise: Normalise = "all",
    weighted: bool = False,
) -> pl.DataFrame:
    """Compute the ROC curve of each algorithm up to its n-th false alarm; ``x`` counts false alarms.

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
    cut = early(thresholds(data), checked_alarms(n))
    whole = pl.col("hits").last().over(LINE) if normalise == "seen" else P
    return data.named(defined(cut, x=pl.col("alarms"), y=share(pl.col("hits"), whole)), *COLUMNS)


def checked_resolution(resolution: int | None) -> int | None:
    """Raise an error for a resolution that is not a whole number of at least 2."""
    hint = "a whole number such as 1000, or None for all points"
    return None if resolution is None else whole_number(resolution, name="resolution", least=2, hint=hint)


def thinned(curve: pl.DataFrame, keys: str | Sequence[str], resolution: int | None) -> pl.DataFrame:
    """Return a curve without the points that no eye can see.

    Left out are points on a straight line between their neighbours, and all but the first and last of a run inside one
    cell of a square grid of ``resolution`` cells a side. A curve of any length keeps at most
    about four points per cell it passes through, and no point that is left out lies further than a cell from what is
    drawn.

    Examples
    --------
    >>> curve = pl.DataFrame({"c": [1] * 4, "x": [0.0, 0.0, 0.0, 1.0], "y": [0.0, 0.2, 0.4, 1.0]})
    >>> thinned(curve, "c", 1000)["y"].to_list()
    [0.0, 0.4, 1.0]
    """
    if resolution is None:
        return curve
    before, after = pl.struct(X.shift(1), Y.shift(1)), pl.struct(X.shift(-1), Y.shift(-1))
    moved = curve.with_columns(__before=before.over(keys), __after=after.over(keys))
    x0, y0, x1, y1 = (pl.col(f"__{side}").struct.field(axis) for side in ("before", "after") for axis in "xy")
    turn = ((X - x0) * (y1 - Y) - (Y - y0) * (x1 - X)).abs()
    ends = x0.is_null() | x1.is_null()
    bent = moved.filter(ends | (turn > 1e-12)).drop("__before", "__after")
    cell = pl.struct((X * resolution).floor(), (Y * resolution).floor()).rle_id().over(keys)
    marked = bent.with_columns(__cell=cell)
    run = [*([keys] if isinstance(keys, str) else keys), "__cell"]
    place = pl.int_range(pl.len()).over(run)
    count = pl.len().over(run)
    return marked.filter((place == 0) | (place == count - 1)).drop("__cell")


def checked_alarms(n: int) -> int:
    """Raise an error for a number of false alarms that is not a whole number from 1 up."""
    return whole_number(n, name="n", least=1, hint="a whole number of false alarms, such as 50")


def early(steps: pl.DataFrame, n: int) -> pl.DataFrame:
    """Return the steps of every line up to its n-th false alarm; the last one is cut by a straight line.

    ``alarms`` and ``hits`` are counted up to there, and ``area`` lies under the piece that leads to them.
    """
    end = pl.min_horizontal(N, pl.lit(float(n)))
    before = steps.with_columns(
        fp_before=FP.shift(1).over(LINE).fill_null(0.0), tp_before=TP.shift(1).over(LINE).fill_null(0.0), end=end
    )
    # Hits after the last false alarm that counts are no part of it.
    steps_before = before.filter(pl.col("threshold").is_null() | (pl.col("fp_before") < pl.col("end")))
    beyond, room = pl.col("end") < FP, pl.col("end") - pl.col("fp_before")
    part = pl.when(beyond).then(room / (FP - pl.col("fp_before"))).otherwise(1.0)
    reached = steps_before.with_columns(
        alarms=pl.min_horizontal(FP, "end"), hits=pl.col("tp_before") + part * (TP - pl.col("tp_before"))
    )
    width = pl.col("alarms") - pl.col("fp_before")
    return reached.with_columns(area=width * (pl.col("tp_before") + pl.col("hits")) / 2)


@in_one_order
def pr_curve(
    table: Any, *, by: By = "dataset", positive: Positive, weighted: bool = False, resolution: int | None = None
) -> pl.DataFrame:
    """Compute recall (``x``) and precision (``y``) of each algorithm at every distinct score.

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
    curve = defined(_with_precision(thresholds(data)), x=TP / P, y=pl.col("precision"))
    with_prevalence = curve.with_columns(prevalence=share(P, P + N))
    return data.named(thinned(with_prevalence, LINE, resolution), *COLUMNS, "prevalence")


def _with_precision(steps: pl.DataFrame) -> pl.DataFrame:
    """Return steps with their precision; without negatives it is 1, and only without positives undefined."""
    precise = steps.with_columns(precision=share(TP, TP + FP).backward_fill().over(LINE))
    return sound_without_negatives(precise)


@in_one_order
def precision_at_recall(
    table: Any,
    *,
    by: By = "dataset",
    positive: Positive,
    levels: tuple[float, ...] = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0),
    weighted: bool = False,
) -> pl.DataFrame:
    """Compute the highest precision of each algorithm among the thresholds that reach a recall.

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
    recalls = [levels] if isinstance(levels, int | float) else list(levels)
    for level in recalls:
        if isinstance(level, bool) or not isinstance(level, int | float) or not 0 <= level <= 1:
            raise OptionError(f"a recall of {level!r} is asked for", hint="recalls lie between 0 and 1, such as 0.8")
    data = ranked(table, by, positive, weighted=weighted)
    steps = _with_precision(thresholds(data))
    parts = []
    for level in recalls:
        # In parts of a billion, since 0.1 * 3 is more than 0.3.
        reached = ((TP * 1e9).round() >= (P * level * 1e9).round()) & pl.col("threshold").is_not_null()
        best = pl.col("precision") == pl.col("precision").filter(reached).max()
        there = reached & best & (pl.col("status") != "undefined")
        rows = steps.group_by(LINE).agg(
            level=pl.lit(float(level)),
            precision=pl.col("precision").filter(there).first(),
            recall=(TP / P).filter(there).first(),
            threshold=pl.col("threshold").filter(there).first(),
            status=pl.col("status").first(),
            remarks=pl.col("remarks").first(),
        )
        parts.append(rows)
    return data.named(pl.concat(parts).sort(LINE, "level"))


@in_one_order
def roc_dominance(table: Any, *, by: By = "dataset", positive: Positive, control: str | None = None) -> pl.DataFrame:
    """Compute which ROC curve of every two algorithms dominates the other, and where they cross.

    Parameters
    ----------
    table
        Predictions with a ``score``, or with probabilities.
    by
        Groups to look at separately.
    positive
        The positive class: one for all datasets, or a mapping from dataset to class.
    control
        Compare all others with this algorithm only; it becomes ``b``.

    Returns
    -------
    polars.DataFrame
        One row per group and pair ``a``, ``b``: the ``verdict`` is "dominates" (a over b), "dominated", "equal" or
        "cross"; ``better`` names the dominating one; ``crossings`` counts the crossings and ``crossing`` is the false
        alarm rate of the first; ``slope`` is that of lines of equal cost where both errors cost the same.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"item": range(4), "truth": [1, 0, 1, 0], "A": [4, 2, 3, 1], "B": [4, 3, 2, 1]})
    >>> long = frame.unpivot(["A", "B"], index=["item", "truth"], variable_name="model", value_name="score")
    >>> br.roc_dominance(br.predictions(long), positive=1).select("a", "b", "verdict", "better").row(0)
    ('A', 'B', 'dominates', 'A')
    """
    data = ranked(table, by, positive)
    refuse_single_algorithm(data.scored.source)
    steps, pairs = thresholds(data), pairs_of(data.scored, control, everywhere=False)
    curves = steps.group_by(LINE, maintain_order=True).agg(
        pl.col("positives", "negatives", "status").first(), n=pl.len().cast(pl.Int64)
    )
    curves = curves.with_columns(start=pl.col("n").cum_sum() - pl.col("n"))
    both = named_pairs(data.scored, pairs)
    for side, numbers in (("a", pairs.a), ("b", pairs.b)):
        line = pl.DataFrame({LINE: pairs.group * len(data.scored.algorithms) + numbers})
        own = line.join(curves, on=LINE, how="left", maintain_order="left").drop(LINE)
        both = both.hstack(own.select(pl.all().name.suffix(f"_{side}")))
    sound = (pl.col("status_a") != "undefined") & (pl.col("status_b") != "undefined")
    verdicts = _compared(both, both.select(sound).to_series().to_numpy(), steps)
    words = ("equal", "dominates", "dominated", "cross")
    compared = both.with_columns(
        verdict=pl.Series([words[code] if code >= 0 else None for code in verdicts[0].tolist()], dtype=pl.String),
        crossings=pl.Series(verdicts[1]),
        crossing=pl.Series(verdicts[2]).fill_nan(None),
    )
    approximate = (pl.col("status_a") == "approximate") | (pl.col("status_b") == "approximate")
    rows = compared.select(
        GROUP,
        "a",
        "b",
        better=pl.when(pl.col("verdict") == "dominates").then("a").when(pl.col("verdict") == "dominated").then("b"),
        verdict="verdict",
        crossings=pl.when(sound).then("crossings"),
        crossing="crossing",
        slope=pl.when(sound).then(pl.col("negatives_a") / pl.col("positives_a")),
        status=first_that_holds([(~sound, "undefined"), (approximate, "approximate")], "ok"),
    )
    return data.scored.with_keys(rows)


def _compared(pairs: pl.DataFrame, sound: Flags, steps: pl.DataFrame) -> tuple[Integers, Integers, Floats]:
    """Return verdict, crossings and the first crossing of all pairs of curves; -1 where there is no curve."""
    fp, tp = (steps.get_column(name).to_numpy().astype(np.float64) for name in ("fp", "tp"))
    verdict, crossings = np.full(pairs.height, -1, dtype=np.int64), np.zeros(pairs.height, dtype=np.int64)
    first = np.full(pairs.height, np.nan)
    rows = np.flatnonzero(sound)
    if not len(rows):
        return verdict, crossings, first
    side = {}
    for name in "ab":
        take = {part: pairs.get_column(f"{part}_{name}").to_numpy()[rows] for part in ("start", "n")}
        whole = [pairs.get_column(f"{part}_{name}").to_numpy()[rows] for part in ("negatives", "positives")]
        pair = np.repeat(np.arange(len(rows)), take["n"])
        within = np.arange(len(pair)) - np.repeat(np.cumsum(take["n"]) - take["n"], take["n"])
        step = np.repeat(take["start"], take["n"]) + within
        # Each pair has a stretch of its own on one long axis: a single search then serves all of them.
        side[name] = (pair, fp[step] / np.repeat(whole[0], take["n"]), tp[step] / np.repeat(whole[1], take["n"]))
    pair = np.concatenate([side["a"][0], side["b"][0]])
    x = np.concatenate([side["a"][1], side["b"][1]])
    order = np.lexsort((x, pair))
    pair, x = pair[order], x[order]
    new = np.r_[True, (pair[1:] != pair[:-1]) | (x[1:] != x[:-1])]
    pair, x = pair[new], x[new]
    below, above = (_heights(*side["a"], pair, x, top) - _heights(*side["b"], pair, x, top) for top in (False, True))
    # At one false alarm rate a curve rises from one height to another.
    pair, x = np.repeat(pair, 2), np.repeat(x, 2)
    gap = np.stack([below, above], axis=1).ravel()
    sign = np.where(gap > SAME, 1, np.where(gap < -SAME, -1, 0))
    won, lost = (np.bincount(pair, sign == way, len(rows)) > 0 for way in (1, -1))
    verdict[rows] = np.where(won & lost, 3, np.where(won, 1, np.where(lost, 2, 0)))
    signed = np.flatnonzero(sign != 0)
    changed = (pair[signed][1:] == pair[signed][:-1]) & (sign[signed][1:] != sign[signed][:-1])
    before, after = signed[:-1][changed], signed[1:][changed]
    crossings[rows] = np.bincount(pair[before], minlength=len(rows))
    share = np.abs(gap[before]) / (np.abs(gap[before]) + np.abs(gap[after]))
    place = x[before] + share * (x[after] - x[before])
    where = rows[pair[before]]
    first[where[::-1]] = place[::-1]
    return verdict, crossings, first


def _heights(curve: Integers, x: Floats, y: Floats, pair: Integers, rate: Floats, top: bool) -> Floats:
    """Read curves at given places; where a curve rises straight up, at its top or at its foot."""
    # Places are numbered together, so that what is compared are whole numbers.
    places = np.unique(np.concatenate([x, rate]))
    points = curve * len(places) + np.searchsorted(places, x)
    queries = pair * len(places) + np.searchsorted(places, rate)
    if top:
        nearest = np.searchsorted(points, queries, side="right") - 1
        other = np.minimum(nearest + 1, len(points) - 1)
    else:
        nearest = np.searchsorted(points, queries, side="left")
        other = np.maximum(nearest - 1, 0)
    run = x[other] - x[nearest]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where((points[nearest] == queries) | (run == 0), 0.0, (rate - x[nearest]) / run)
    return np.asarray(y[nearest] + share * (y[other] - y[nearest]))


ROC_CURVE = described(
    roc_curve,
    "ROC curve",
    "How many hits are bought with how many false alarms?",
    "\\mathrm{ROC}",
    "x = fp / n, y = tp / p over all thresholds, instances of one score together",
    "fawcett2006",
    "alpaydin2010",
    tex=r"(x, y) = \left( \frac{\mathrm{fp}}{n}, \, \frac{\mathrm{tp}}{p} \right)",
    remarks=OF_RANKING,
)

SENS_SPEC_CURVE = described(
    sens_spec_curve,
    "Sensitivity against specificity",
    "How much specificity is given up for sensitivity?",
    "(\\mathrm{tnr}, \\mathrm{tpr})",
    "x = tn / n, y = tp / p over all thresholds: the ROC curve mirrored",
    "alpaydin2010",
    tex=r"(x, y) = \left( \frac{\mathrm{tn}}{n}, \, \frac{\mathrm{tp}}{p} \right)",
    remarks=OF_RANKING,
)

ROC_N = described(
    roc_n,
    "Early part of the ROC curve",
    "How many hits come before the n-th false alarm?",
    "\\mathrm{ROC}_n",
    "the ROC curve up to n false alarms, x in false alarms, y = tp / p; cut inside ties by straight lines",
    "gribskov1996",
    tex=r"(x, y) = \left( \mathrm{fp}, \, \frac{\mathrm{tp}}{p} \right), \quad \mathrm{fp} \leq n",
    remarks=OF_RANKING,
)

PR_CURVE = described(
    pr_curve,
    "Precision-recall curve",
    "How pure does the retrieved set stay as more positives are demanded?",
    "\\mathrm{PR}",
    "x = tp / p, y = tp / (tp + fp) per distinct threshold; steps, no straight lines between points",
    "davis2006",
    "alpaydin2010",
    tex=r"(x, y) = \left( \frac{\mathrm{tp}}{p}, \, \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}} \right)",
    remarks=OF_PRECISION,
)

PRECISION_AT_RECALL = described(
    precision_at_recall,
    "Precision at given recall",
    "How pure is the retrieved set when so much must be found?",
    "P(r)",
    "P(r) = max of tp / (tp + fp) over thresholds with tp / p >= r",
    "manning2008",
    tex=r"P(r) = \max_{\mathrm{tp} / p \geq r} \frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}}",
    remarks=OF_PRECISION,
)

ROC_DOMINANCE = described(
    roc_dominance,
    "Dominance of ROC curves",
    "Is one ranking better whatever the costs?",
    "\\succ",
    "a dominates b where tpr_a(x) >= tpr_b(x) for all x and > for some; costs decide between crossing curves, by lines"
    " of slope (cost of a false alarm * n) / (cost of a miss * p)",
    "provost2001",
    "alpaydin2010",
    tex=(
        r"a \succ b \; \Leftrightarrow \; \forall x : \mathrm{tpr}_a(x) \geq \mathrm{tpr}_b(x), \; \exists x : "
        r"\mathrm{tpr}_a(x) > \mathrm{tpr}_b(x)"
    ),
)
