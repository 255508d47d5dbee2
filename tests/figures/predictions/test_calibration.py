"""Reliability diagrams and histograms of scores: what is drawn where."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import benchreport as br
from benchreport.errors import OptionError
from benchreport.figures.kinds import KINDS
from benchreport.figures.predictions.curves import (
    reliability_alt,
    reliability_data,
    score_histograms_alt,
    score_histograms_data,
)
from tests.figures.cases_curves import cancer, digits, scored, tied, two_valued, unbounded

reliability = KINDS["reliability"].draw
score_histograms = KINDS["score_histograms"].draw


def pictures(figure: Figure) -> list[Axes]:
    return [axes for axes in figure.axes if axes.get_label() not in ("page", "legend", "footnote", "counts")]


def lines(axes: Axes, label: str) -> list[Any]:
    return [line for line in axes.lines if line.get_label() == label]


def test_points_stand_at_the_mean_forecast_and_the_observed_frequency() -> None:
    frame = pl.DataFrame({"model": "m", "item": range(20), "truth": [0] * 9 + [1] + [1] * 6 + [0] * 4})
    table = br.predictions(frame.with_columns(score=pl.Series([0.1] * 10 + [0.6] * 10)))
    numbers = reliability_data(table, positive=1)
    line = lines(pictures(reliability(numbers))[0], "reliability")[0]
    assert line.get_xdata().tolist() == pytest.approx([0.1, 0.6])
    assert line.get_ydata().tolist() == pytest.approx([0.1, 0.6])
    assert numbers["ece"].max() == pytest.approx(0.0, abs=1e-12)


def test_bars_count_every_forecast_in_bins_of_equal_width() -> None:
    numbers = reliability_data(cancer(), positive="malignant", bins=8)
    bars = numbers.filter(pl.col("item") == "bar")
    counted = bars.group_by("algorithm").agg(pl.col("n").sum(), bins=pl.len())
    assert counted["n"].unique().to_list() == [569]
    assert counted["bins"].unique().to_list() == [8]
    below = [axes for axes in reliability(numbers).axes if axes.get_label() == "counts"]
    assert [sum(bar.get_height() for bar in axes.patches) for axes in below] == [569] * 6


def test_the_best_calibrated_algorithm_is_first_and_named_in_the_words() -> None:
    numbers = reliability_data(cancer(), positive="malignant")
    errors = numbers.drop_nulls("ece").group_by("algorithm", maintain_order=True).agg(pl.col("ece").first())
    assert errors["ece"].to_list() == sorted(errors["ece"].to_list())
    table = br.calibration(cancer(), positive="malignant")
    assert dict(errors.rows()) == dict(table.select(pl.col("algorithm").cast(pl.String), "ece").unique().rows())
    assert f"{errors['algorithm'][0]} has the smallest expected calibration error for malignant" in reliability_alt(
        numbers
    )


def test_whiskers_are_the_intervals_of_the_table() -> None:
    numbers = reliability_data(cancer(), positive="malignant", alpha=0.2)
    first = numbers.filter(pl.col("algorithm") == numbers["algorithm"][0], pl.col("item") == "point")
    axes = pictures(reliability(numbers))[0]
    whiskers = next(part for part in axes.collections if part.get_label() == "interval").get_segments()
    assert np.allclose([(low, high) for (_, low), (_, high) in whiskers], first.select("ci_low", "ci_high").to_numpy())


def test_without_a_positive_class_the_most_probable_one_is_judged() -> None:
    numbers = reliability_data(digits())
    assert numbers["event"].unique().to_list() == ["most probable class"]
    bars = numbers.filter(pl.col("item") == "bar", pl.col("algorithm") == "kNN")
    assert bars.filter(pl.col("high") <= 0.1)["n"].sum() == 0  # the largest of ten chances is at least one tenth


def test_shares_of_each_side_add_up_to_one() -> None:
    numbers = score_histograms_data(cancer(), positive="malignant")
    sums = numbers.group_by("panel").agg(pl.col("positives_share", "negatives_share", "positives", "negatives").sum())
    assert np.allclose(sums["positives_share"], 1)
    assert np.allclose(sums["negatives_share"], 1)
    assert sums.select("positives", "negatives").unique().rows() == [(212, 357)]


def test_the_class_is_filled_and_the_rest_is_a_line() -> None:
    axes = pictures(score_histograms(score_histograms_data(cancer(), positive="malignant")))
    assert len(axes) == 6
    filled, line = axes[0].patches
    assert (filled.get_label(), filled.get_fill()) == ("positives", True)
    assert (line.get_label(), line.get_fill()) == ("negatives", False)


def test_scores_at_the_edges_fall_into_the_outer_bins() -> None:
    numbers = score_histograms_data(two_valued(), positive=1, bins=4).filter(pl.col("panel") == "algorithm02")
    total = numbers["positives"] + numbers["negatives"]
    assert total[0] + total[3] == 120
    assert total[1] == total[2] == 0


def test_scores_that_are_no_probabilities_keep_a_scale_of_their_own() -> None:
    numbers = score_histograms_data(unbounded(), positive=1)
    spans = numbers.group_by("panel", maintain_order=True).agg(pl.col("high").max() - pl.col("low").min())
    assert spans["high"].is_sorted()
    assert spans["high"][4] > 1e6 * spans["high"][0]
    figure = score_histograms(numbers)
    for axes in pictures(figure):
        assert len([tick for tick in axes.get_xticklabels() if tick.get_text()]) >= 2


def test_scores_that_all_agree_fill_one_bin() -> None:
    table = tied().with_columns(score=pl.lit(7.0))
    numbers = score_histograms_data(table, positive=1)
    assert numbers.filter(pl.col("positives") > 0).height == 3
    score_histograms(numbers)


def test_histograms_of_many_classes_are_of_one_algorithm() -> None:
    with pytest.raises(OptionError, match="one algorithm"):
        score_histograms_data(digits())
    numbers = score_histograms_data(digits(), algorithm="kNN")
    assert numbers["panel"].unique(maintain_order=True).to_list() == [str(i) for i in range(10)]
    assert "10 classes" in score_histograms_alt(numbers)


def test_the_numbers_do_not_depend_on_the_order_of_the_rows() -> None:
    table = scored(3, 60)
    turned = table.sample(fraction=1, shuffle=True, seed=3)
    assert reliability_data(table, positive=1).equals(reliability_data(turned, positive=1))
    assert score_histograms_data(table, positive=1).equals(score_histograms_data(turned, positive=1))
