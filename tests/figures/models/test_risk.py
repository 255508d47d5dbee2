"""What borders between classes and bars of bias and variance show."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from matplotlib.contour import QuadContourSet

import benchreport as br
from benchreport.errors import ColumnError, OptionError
from benchreport.figures.plot import alt_text, plot, plot_data
from tests.figures.cases_models import plane_points, refits, single_fits
from tests.figures.models.test_multivariate import lines

UNIT = ((1.0, 0.0), (0.0, 1.0))


def test_no_border_beats_the_best_one() -> None:
    for seed in range(5):
        numbers = plot_data("gaussian_border", None, n=40, seed=seed).filter(pl.col("item") == "border")
        risk = dict(numbers.select("label", "risk").rows())
        assert risk["optimal"] <= risk["estimated"]


def test_the_best_border_of_equal_spreads_is_the_line_between_the_means() -> None:
    options = {"mean_positive": (1, 0), "mean_negative": (-1, 0), "covariance_positive": UNIT}
    numbers = plot_data("gaussian_border", None, covariance_negative=UNIT, **options)
    best = numbers.row(0, named=True)
    assert (best["axx"], best["axy"], best["ayy"], best["bx"], best["by"], best["constant"]) == pytest.approx(
        (0, 0, 0, 2, 0, 0), abs=1e-12
    )
    # The risk is the normal tail beyond one standard deviation.
    assert best["risk"] == pytest.approx(0.15865525393145707)
    figure = plot("gaussian_border", None, covariance_negative=UNIT, **options)
    first = next(child for child in figure.axes[0].get_children() if isinstance(child, QuadContourSet))
    assert np.concatenate([path.vertices[:, 0] for path in first.get_paths()]) == pytest.approx(0.0, abs=1e-9)


def test_all_points_are_drawn_with_the_mark_of_their_class() -> None:
    figure = plot("gaussian_border", None, n=120)
    drawn = [lines(figure, name)[0] for name in ("positive", "negative")]
    assert sum(len(line.get_xdata()) for line in drawn) == 120
    assert drawn[0].get_marker() != drawn[1].get_marker()


def test_points_of_a_table_have_an_estimated_border_only() -> None:
    numbers = plot_data("gaussian_border", plane_points())
    assert numbers.filter(pl.col("item") == "border")["label"].to_list() == ["estimated"]
    assert "not known" in alt_text("gaussian_border", plane_points())


def test_a_table_without_classes_or_with_three_columns_is_refused() -> None:
    with pytest.raises(ColumnError, match="truth"):
        plot_data("gaussian_border", pl.DataFrame({"x": [1.0], "y": [2.0]}))
    with pytest.raises(ColumnError, match="3 columns"):
        plot_data("gaussian_border", plane_points().with_columns(third=pl.lit(1.0)))
    with pytest.raises(OptionError, match="two dimensions"):
        plot_data("gaussian_border", None, mean_positive=(1.0,))


def test_bars_add_up_to_the_error() -> None:
    numbers = plot_data("bias_variance", refits(), truth="exact")
    figure = plot("bias_variance", refits(), truth="exact")
    ends = [patch.get_x() + patch.get_width() for axes in figure.axes for patch in axes.patches][4:]
    assert ends == pytest.approx(numbers["squared_error"].to_list())
    assert numbers["squared_error"].is_sorted()


def test_the_parts_are_those_of_the_method() -> None:
    numbers = plot_data("bias_variance", refits(), noise=0.005)
    rows = br.bias_variance_noise(refits(), noise=0.005)
    parts = {str(a): v for a, *v in rows.select("algorithm", "variance", "bias_squared", "noise").rows()}
    for row in numbers.to_dicts():
        assert [row["variance"], row["bias_squared"], row["noise"]] == parts[row["algorithm"]]


def test_without_noise_given_bias_and_noise_are_one_part() -> None:
    figure = plot("bias_variance", refits())
    entries = [text.get_text() for axes in figure.axes for text in axes.texts if text.get_label() == "legend"]
    assert entries == ["bias squared and noise", "variance"]


def test_single_predictions_have_no_split() -> None:
    figure = plot("bias_variance", single_fits())
    assert sum(patch.get_width() for axes in figure.axes for patch in axes.patches) == 0
    assert "predicted once" in alt_text("bias_variance", single_fits())


def test_several_datasets_need_a_name() -> None:
    table = pl.concat([refits().with_columns(dataset=pl.lit(name)) for name in ("one", "two")])
    with pytest.raises(OptionError, match="2 datasets"):
        plot_data("bias_variance", table)
    assert plot_data("bias_variance", table, dataset="two").height == 4
    with pytest.raises(ColumnError, match="three"):
        plot_data("bias_variance", table, dataset="three")
