"""Instances missed, by true class: the figure that sections on predictions and on confusion counts share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from benchreport.document.analyses.predictions.prediction_measures import class_of
from benchreport.document.evidence import Evidence
from benchreport.document.model.blocks import Figure
from benchreport.numerals import counted, integer


def misses_figure(evidence: Evidence, decided: pl.DataFrame, order: Sequence[str]) -> Figure | None:
    """Return the map of misses by true class, algorithms in order; None where nothing is missed."""
    from benchreport.figures.plot import plot_data

    numbers = plot_data("class_misses", decided)
    if not numbers["missed"].sum():
        return None
    places: Mapping[str, int] = {name: place for place, name in enumerate(order)}
    numbers = numbers.sort(
        "dataset", pl.col("algorithm").replace_strict(places, return_dtype=pl.Int64), maintain_order=True
    )
    partial = numbers.filter(pl.col("share") < 1)  # who never predicts a class misses all of it
    order = ["share", "dataset", "algorithm"]
    most = (partial if partial.height else numbers).sort(order, descending=[True, False, False], nulls_last=True)
    name, missed, n, class_, dataset = most.select("algorithm", "missed", "n", "label", "dataset").row(0)
    place = f" of {dataset}" if numbers["dataset"].n_unique() > 1 else ""
    worst = f"{name} misses {integer(missed)} of {counted(n, 'instance')} of {class_of(class_)}{place}"
    short = " short of all" if partial.height and numbers.filter(pl.col("share") >= 1).height else ""
    caption = f"Instances missed, by true class. Numbers: misses; empty: none. The largest share{short}: {worst}."
    return evidence.drawn("class_misses", numbers, id="class-misses", caption=caption, width="page")
