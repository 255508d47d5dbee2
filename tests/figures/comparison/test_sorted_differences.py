"""Sorted differences: bars are the differences, the band is the interval of the verdict."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import benchreport as br
from benchreport.errors import OptionError
from benchreport.figures.comparison.folds import (
    differences_from,
    sorted_differences_alt,
    sorted_differences_data,
)
from benchreport.figures.kinds import KINDS
from benchreport.figures.layout.page import page_of
from tests.figures.cases import demsar, large
from tests.figures.cases_comparison import losses, two

sorted_differences = KINDS["sorted_differences"].draw


def bars(axes: Axes) -> list[tuple[float, float, float]]:
    """Return place, foot and end of every bar, from left to right."""
    layers: list[Any] = [layer for layer in axes.collections if layer.get_label() in ("ahead", "behind")]
    segments = [path for layer in layers for path in layer.get_segments()]
    return sorted((float(path[0][0]), float(path[0][1]), float(path[1][1])) for path in segments)


def panels(figure: Figure) -> list[Axes]:
    return [axes for axes in figure.axes if axes.get_label() != "page"]


def texts(figure: Figure, label: str) -> list[str]:
    return [text.get_text() for text in page_of(figure).texts if text.get_label() == label]


def test_the_bars_are_the_differences_in_falling_order_and_counts_stand_above() -> None:
    wide = demsar().pivot("algorithm", index="dataset", values="value")
    figure = sorted_differences(sorted_differences_data(demsar()))
    records = texts(figure, "record")
    assert texts(figure, "panel name") == [f"C4.5+m+cf minus {name}" for name in ("C4.5+m", "C4.5+cf", "C4.5")]
    for axes, other, record in zip(panels(figure), ("C4.5+m", "C4.5+cf", "C4.5"), records, strict=True):
        apart = (wide["C4.5+m+cf"] - wide[other]).to_numpy()
        moved = np.sort(apart[np.abs(apart) > 1e-12])[::-1]
        assert [end for _, _, end in bars(axes)] == pytest.approx(moved)
        assert record == f"{(moved > 0).sum()}–{14 - len(moved)}–{(moved < 0).sum()}"


def test_the_band_and_the_numbers_are_those_of_the_verdict() -> None:
    rows = br.verdicts(demsar()).filter(pl.col("b") == "C4.5+m+cf", pl.col("a") == "C4.5")
    estimate, low, high = (-rows[name][0] for name in ("estimate", "ci_high", "ci_low"))
    figure = sorted_differences(sorted_differences_data(demsar()))
    (line,) = [line for line in panels(figure)[2].lines if line.get_label() == "estimate"]
    (band,) = [patch for patch in panels(figure)[2].patches if patch.get_label() == "interval"]
    assert line.get_ydata()[0] == pytest.approx(estimate)
    assert band.get_extents().transformed(panels(figure)[2].transData.inverted()).intervaly == pytest.approx(
        [low, high]
    )
    assert texts(figure, "estimate")[2].startswith(f"{estimate:.3f} [")


def test_up_is_better_where_lower_is_and_metrics_with_units_have_ratios_on_a_logarithmic_axis() -> None:
    table = losses()
    numbers = sorted_differences_data(table)
    figure = sorted_differences(numbers)
    low, high = panels(figure)[0].get_ylim()
    assert low > high
    assert panels(figure)[0].get_yscale() == "log"
    wide = table.pivot("algorithm", index="dataset", values="value")
    focus, other = numbers.select("a", "b").row(0)
    assert [end for _, _, end in bars(panels(figure)[0])] == pytest.approx(
        np.sort((wide[focus] / wide[other]).to_numpy())
    )
    assert {foot for _, foot, _ in bars(panels(figure)[0])} == {1.0}
    (wins,) = numbers.filter(pl.col("b") == other)["wins"].unique()
    assert wins == int((wide[focus] < wide[other]).sum())


def test_those_that_cannot_be_distinguished_come_before_others() -> None:
    rows = br.verdicts(large())
    names = br.average_ranks(large()).sort("mean_rank")["algorithm"].cast(pl.String).to_list()
    first = names[0]
    with_first = rows.filter((pl.col("a") == first) | (pl.col("b") == first))
    other = pl.when(pl.col("a") == first).then(pl.col("b").cast(pl.String)).otherwise(pl.col("a").cast(pl.String))
    open_names = with_first.filter(pl.col("p_adjusted") > 0.05).select(other.alias("name"))["name"].to_list()
    numbers = differences_from(large(), rows, first, names)
    drawn = numbers["b"].unique(maintain_order=True).to_list()
    expected = [name for name in names if name in open_names] + [name for name in names[1:] if name not in open_names]
    assert sorted(drawn) == sorted(expected[:3])


def test_a_lone_panel_names_its_datasets() -> None:
    figure = sorted_differences(sorted_differences_data(two()))
    names = texts(figure, "dataset")
    assert sorted(names) == two()["dataset"].cast(pl.String).unique().sort().to_list()


def test_where_no_pair_can_be_decided_there_is_no_band() -> None:
    table = demsar().filter(pl.col("dataset").is_in(demsar()["dataset"].unique().sort()[:7]))
    numbers = sorted_differences_data(table)
    assert br.verdicts(table)["procedure"][0] == "none"
    assert not [patch for patch in panels(sorted_differences(numbers))[0].patches if patch.get_label() == "interval"]


def test_ratios_of_nothing_are_refused_and_the_words_count() -> None:
    nought = losses().with_columns(value=pl.when(pl.col("dataset") == "dataset003").then(0.0).otherwise("value"))
    with pytest.raises(OptionError, match="no ratios"):
        sorted_differences_data(nought)
    words = sorted_differences_alt(sorted_differences_data(demsar()))
    assert "Against C4.5: better on 11, equal on 1, worse on 2" in words
