"""Scores of unlike datasets on one scale: a baseline at 0, the best at 1."""

from __future__ import annotations

import logging
from typing import Any, Literal

import polars as pl

from benchreport.errors import ColumnError, did_you_mean
from benchreport.stats.forms.rows import checked_number
from benchreport.tables.blocks import refuse_mixtures
from benchreport.tables.rounding import TOLERANCE
from benchreport.tables.scores import as_scores

LOGGER = logging.getLogger("benchreport")
Anchor = float | str | Literal["worst", "best", "median"]
PLACE = ("dataset", "metric")


def rescaled(scores: Any, *, baseline: Anchor = "worst", best: Anchor = "best") -> pl.DataFrame:
    """Return the scores of every dataset on one scale: the baseline at 0, the best at 1, higher is better.

    Between the two the scale is linear, and it goes on beyond them. Means over runs of each algorithm set the anchors.
    The metric ``error`` becomes ``rescaled error``. Where both anchors agree no scale exists: those values become null
    and are logged to the logger ``benchreport``.

    Parameters
    ----------
    scores
        Scores.
    baseline
        What becomes 0: an algorithm's name, a number in metric units, or the "worst", "median" or "best" algorithm of
        each dataset.
    best
        What becomes 1, named in the same way.

    Returns
    -------
    polars.DataFrame
        Scores of the same shape, to be summarised by :func:`iqm`, :func:`mean_score` and others.

    Examples
    --------
    >>> import benchreport as br
    >>> wide = pl.DataFrame({"dataset": ["iris", "wine"], "A": [0.10, 0.30], "B": [0.20, 0.10], "C": [0.05, 0.20]})
    >>> errors = br.scores(wide, metric="error")
    >>> br.rescaled(errors).filter(pl.col("dataset") == "iris").select("algorithm", pl.col("value").round(6)).rows()
    [('A', 0.666667), ('B', 0.0), ('C', 1.0)]
    """
    table = as_scores(scores)
    refuse_mixtures(table, ["metric"])
    turned = pl.when(pl.col("direction") == "lower").then(-1.0).otherwise(1.0)
    levels = (
        table.sort("value").group_by(*PLACE, "algorithm").agg(level=pl.col("value").mean(), way=turned.first())
    ).sort(*PLACE, "algorithm")
    anchors = levels.group_by(*PLACE).agg(
        way=pl.col("way").first(), low=_anchor(baseline, "baseline", levels), high=_anchor(best, "best", levels)
    )
    span = (pl.col("high") - pl.col("low")) * pl.col("way")
    flat = span.abs() <= TOLERANCE * pl.max_horizontal(pl.col("high").abs(), pl.col("low").abs())
    anchors = anchors.with_columns(span=pl.when(~flat).then(pl.col("high") - pl.col("low")))
    lost = anchors.filter(pl.col("span").is_null()).sort(*PLACE)
    if lost.height:
        LOGGER.warning("%d datasets have no scale: baseline and best agree or are missing", lost.height)
    above = pl.col("value") - pl.col("low")
    return (
        table.join(anchors.select(*PLACE, "low", "span"), on=list(PLACE), how="left", maintain_order="left")
        .with_columns(
            value=pl.when((above == 0) & pl.col("span").is_not_null())
            .then(0.0)
            .otherwise(above / pl.col("span")),  # never a negative zero
            direction=pl.lit("higher", dtype=pl.Categorical),
            metric=pl.format("rescaled {}", pl.col("metric").cast(pl.String)).cast(pl.Categorical),
        )
        .select(table.columns)
    )


def _anchor(anchor: Anchor, name: str, levels: pl.DataFrame) -> pl.Expr:
    """Return where an end of the scale lies on each dataset."""
    if not isinstance(anchor, str):
        return pl.lit(checked_number(anchor, name))
    level, way = pl.col("level"), pl.col("way")
    of_all = {
        "worst": (level * way).min() * way.first(),
        "median": level.median(),
        "best": (level * way).max() * way.first(),
    }
    if anchor in of_all:
        return of_all[anchor]
    names = levels.get_column("algorithm").unique().sort().to_list()
    if anchor not in names:
        raise ColumnError(f"no algorithm {anchor!r} to be the {name}", hint=did_you_mean(anchor, [*names, *of_all]))
    return level.filter(pl.col("algorithm") == anchor).first()
