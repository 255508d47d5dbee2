"""Dominance of ROC curves: which of two lies above the other, and where they cross."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from benchreport.measures.classes import Positive
from benchreport.measures.ranked import described, ranked, thresholds
from benchreport.remarks import first_that_holds
from benchreport.tables.blocks import refuse_single_algorithm
from benchreport.tables.groups import By
from benchreport.tables.scored import GROUP, LINE, Flags, Floats, Integers, named_pairs, pairs_of
from benchreport.threads import in_one_order

SAME = 1e-12


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


ROC_DOMINANCE = described(
    "roc_dominance",
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
    table=roc_dominance,
)
