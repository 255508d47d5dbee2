"""What do figures of curves have in common: their rows, their order and their words?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from benchreport.figures.layout.answers import in_class_order
from benchreport.figures.layout.lines import Curve
from benchreport.figures.layout.panels import MOST_CLASSES
from benchreport.figures.layout.values import counted, items, said
from benchreport.naming import ends_in_words
from benchreport.tables.reading.frames import largest


def curve_heads(areas: pl.DataFrame) -> pl.DataFrame:
    """Return a row per class and algorithm with its area."""
    known = areas.with_columns(pl.col("dataset", "label", "algorithm").cast(pl.String), item=pl.lit("curve"))
    return known.select("item", "dataset", "label", "algorithm", "area", "positives", "negatives")


def best_area_first(heads: pl.DataFrame) -> pl.DataFrame:
    """Sort by label, and within it the algorithm with the best mean area first."""
    mean = pl.col("area").mean().round_sig_figs(12).over("algorithm")
    return heads.sort("label", mean, "algorithm", descending=[False, True, False], nulls_last=True)


def plain_points(curve: pl.DataFrame) -> pl.DataFrame:
    """Return the points of curves, without those that are undefined."""
    return curve.drop_nulls(["x", "y"]).select(pl.col("label", "algorithm").cast(pl.String), "x", "y")


def in_order(numbers: pl.DataFrame) -> tuple[pl.DataFrame, list[str], list[str]]:
    """Return the curves, the classes drawn (of many, the hardest) and the algorithms, the best first."""
    heads = numbers.filter(pl.col("item") == "curve")
    labels = in_class_order(heads.get_column("label").unique().to_list())
    if len(labels) > MOST_CLASSES:
        hard = heads.group_by("label").agg(pl.col("area").mean().round_sig_figs(12)).sort("area", "label")
        kept = set(hard.get_column("label").head(MOST_CLASSES))
        labels = [label for label in labels if label in kept]
    mean = heads.group_by("algorithm").agg(pl.col("area").mean().round_sig_figs(12))
    order = mean.sort("area", "algorithm", descending=[True, False], nulls_last=True)
    return heads, labels, order.get_column("algorithm").to_list()


def curves_of(numbers: pl.DataFrame, item: str) -> dict[str, dict[str, Curve]]:
    """Return the curves of an item by class and algorithm."""
    found: dict[str, dict[str, Curve]] = {}
    for (label, name), part in items(numbers, item)[0].group_by("label", "algorithm", maintain_order=True):
        banded = item == "point" and "low" in part.columns and part.get_column("low").count() > 0
        sides = part.select("x", "y", *(("low", "high") if banded else ())).fill_null(strategy="backward")
        found.setdefault(str(label), {})[str(name)] = Curve(**{side.name: side.to_numpy() for side in sides})
    return found


def mean_areas(heads: pl.DataFrame, names: Sequence[str]) -> dict[str, float | None]:
    """Return the mean area of each algorithm over the classes, in the order of the names."""
    means = dict(heads.group_by("algorithm").agg(pl.col("area").mean()).rows())
    return {name: means[name] for name in names}


def areas_said(heads: pl.DataFrame, names: Sequence[str]) -> dict[str, str]:
    """Write the mean area of each algorithm beside its name."""
    return {name: "–" if area is None else f"{area:.3f}" for name, area in mean_areas(heads, names).items()}


def _total(heads: pl.DataFrame) -> int:
    return largest(heads.select(pl.col("positives") + pl.col("negatives")).to_series())


def curve_note(heads: pl.DataFrame, number: str, cuts: pl.DataFrame | None = None) -> str:
    """Return how many instances curves rest on, what became of folds, and what the numbers beside names are."""
    labels = heads.get_column("label").unique(maintain_order=True)
    split = f", {largest(heads.get_column('positives'))} of them {labels[0]}" if labels.len() == 1 else ""
    parts = [f"n = {_total(heads)}{split}"]
    if labels.len() > MOST_CLASSES:
        parts.append(f"the {MOST_CLASSES} hardest of {labels.len()} classes")
    if (most := largest(heads.get_column("n_curves"))) > 1:
        parts.append(f"mean of {most} folds ± sd")
    elif heads.get_column("folds").drop_nulls().len():
        parts.append("folds put together")
    if cuts is not None and cuts.height:
        parts.append(f"cost ratio {said(cuts.get_column('cost_ratio')[0])}")
    parts.append(f"numbers: {area_kind(heads)}{number}")
    return "; ".join(parts)


def opening(what: str, heads: pl.DataFrame, labels: Sequence[str], names: Sequence[str]) -> str:
    """Begin the words: which curves, of how many algorithms, on what."""
    count = heads.get_column("label").n_unique()
    of = f"class {labels[0]}" if count == 1 else f"each of {count} classes against the rest"
    where = f"{heads.get_column('dataset')[0]}, {of}, {counted(_total(heads), 'instance')}"
    return f"{what} of {counted(len(names), 'algorithm')} on {where}."


def areas_in_words(heads: pl.DataFrame, names: Sequence[str], number: str) -> list[str]:
    """Return a sentence on the largest and the smallest area; the numbers are those beside the names."""
    measure, ends = f"{area_kind(heads)}{number}", ("largest", "smallest")
    words = ends_in_words(mean_areas(heads, names), measure, ends=ends, text="{:.3f}".format)
    return [words or "No curve is defined, because one of the two sides is empty."]


def area_kind(heads: pl.DataFrame) -> str:
    """Return how areas were put together: over classes, over folds, or from the pooled scores of the folds."""
    classes = "mean " if heads.get_column("label").n_unique() > 1 else ""
    folds: list[str] = heads.get_column("folds").drop_nulls().to_list() if "folds" in heads.columns else []
    if "average" in folds:
        return f"{classes}fold-averaged "
    return f"{classes}pooled " if folds else classes
