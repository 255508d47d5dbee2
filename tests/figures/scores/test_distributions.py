"""Box plots, boxes of rescaled scores and ridges: what is drawn, where, and in which order."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure

import benchreport as br
from benchreport.errors import OptionError
from benchreport.figures.kinds import KINDS
from benchreport.figures.scores.distributions import box_data, jitter, rescaled_box_alt, rescaled_box_data, ridge_data
from tests.figures.cases import accuracy, constant, demsar, large, made, study
from tests.figures.cases_distributions import alone, outlying, wide_span

box = KINDS["box"].draw
rescaled_box = KINDS["rescaled_box"].draw
ridge = KINDS["ridge"].draw


def marks(figure: Figure, label: str) -> list[Any]:
    return [line for line in figure.axes[0].lines if line.get_label() == label]


def names(figure: Figure) -> list[str]:
    return [text.get_text() for text in figure.axes[0].texts if text.get_label() == "tick name"]


def test_boxes_hold_the_quartiles_of_numpy() -> None:
    numbers = box_data(demsar()).filter(pl.col("item") == "box")
    for row in numbers.iter_rows(named=True):
        values = demsar().filter(pl.col("algorithm") == row["algorithm"])["value"].to_numpy()
        assert [row["q1"], row["median"], row["q3"]] == pytest.approx(np.quantile(values, [0.25, 0.5, 0.75]))
        reach = 1.5 * (row["q3"] - row["q1"])
        assert row["low"] == min(value for value in values if value >= row["q1"] - reach)
        assert row["high"] == max(value for value in values if value <= row["q3"] + reach)


@pytest.mark.parametrize(("metric", "way"), [("accuracy", -1), ("log_loss", 1)])
def test_the_best_median_stands_on_top(metric: str, way: int) -> None:
    numbers = box_data(study(), metric=metric)
    medians = numbers.filter(pl.col("item") == "box")["median"].to_numpy() * way
    assert (np.diff(medians) >= 0).all()
    figure = box(numbers)
    assert names(figure)[0] == numbers["algorithm"][0]
    bottom, top = figure.axes[0].get_ylim()
    assert bottom > top


def test_every_value_is_drawn_once_in_the_row_of_its_algorithm() -> None:
    numbers = box_data(accuracy(), points="runs")
    drawn = marks(box(numbers), "value")
    assert sum(len(line.get_xdata()) for line in drawn) == 240
    for row, line in enumerate(drawn):
        assert (abs(np.asarray(line.get_ydata()) - row) <= 0.25).all()
    first = numbers.filter(pl.col("item") == "point", pl.col("algorithm") == numbers["algorithm"][0])
    assert sorted(drawn[0].get_xdata()) == sorted(first["value"])


def test_values_are_of_datasets_where_there_are_several_and_else_of_runs() -> None:
    assert box_data(accuracy())["points"][0] == "datasets"
    assert box_data(accuracy())["n"][0] == 4
    assert box_data(accuracy().filter(pl.col("dataset") == "iris"))["points"][0] == "runs"
    assert box_data(accuracy().filter(pl.col("dataset") == "iris"))["n"][0] == 10


def test_the_order_of_rows_does_not_matter() -> None:
    shuffled = accuracy().sample(fraction=1.0, shuffle=True, seed=1)
    for data in (box_data, ridge_data):
        assert data(accuracy(), points="runs").equals(data(shuffled, points="runs"))


def test_many_values_are_stored_as_pixels_and_few_are_not() -> None:
    assert all(line.get_rasterized() for line in marks(box(box_data(large())), "value"))
    assert not any(line.get_rasterized() for line in marks(box(box_data(demsar())), "value"))


def test_values_far_off_become_triangles_and_are_counted() -> None:
    figure = box(box_data(outlying()))
    low, high = figure.axes[0].get_xlim()
    assert -1 < low < high < 1
    beyond = sum(len(line.get_xdata()) for line in marks(figure, "beyond"))
    inside = sum(len(line.get_xdata()) for line in marks(figure, "value"))
    assert beyond >= 1
    assert beyond + inside == 75
    assert f"triangles: {beyond} values beyond" in figure.axes[-1].texts[0].get_text()


def test_times_over_many_magnitudes_get_a_logarithmic_axis_and_accuracies_do_not() -> None:
    assert box(box_data(wide_span())).axes[0].get_xscale() == "log"
    assert box(box_data(demsar())).axes[0].get_xscale() == "linear"
    assert box(box_data(wide_span()), scale="linear").axes[0].get_xscale() == "linear"
    with pytest.raises(OptionError, match="positive"):
        box(box_data(outlying()), scale="log")


def test_rescaled_boxes_have_lines_at_the_baseline_and_the_best() -> None:
    numbers = rescaled_box_data(accuracy(), baseline="Majority", best="RandomForest")
    lines = marks(rescaled_box(numbers), "anchor")
    assert [line.get_xdata()[0] for line in lines] == [0.0, 1.0]
    forest = numbers.filter(pl.col("item") == "point", pl.col("algorithm") == "RandomForest")
    assert forest["value"].to_list() == pytest.approx([1.0] * 4)
    majority = numbers.filter(pl.col("item") == "point", pl.col("algorithm") == "Majority")
    assert majority["value"].to_list() == pytest.approx([0.0] * 4, abs=1e-12)
    assert "0 is Majority and 1 is RandomForest" in rescaled_box_alt(numbers)


def test_scores_that_are_all_equal_have_no_scale() -> None:
    with pytest.raises(OptionError, match="no dataset has a scale"):
        rescaled_box_data(constant())


def test_a_ridge_is_the_kernel_density_written_out() -> None:
    numbers = ridge_data(demsar(), bandwidth=0.05)
    values = demsar().filter(pl.col("algorithm") == "C4.5")["value"].to_list()
    curve = numbers.filter(pl.col("item") == "curve", pl.col("algorithm") == "C4.5")
    for x, density in curve.select("x", "density").rows()[::40]:
        bells = [np.exp(-((x - value) ** 2) / (2 * 0.05**2)) / (0.05 * np.sqrt(2 * np.pi)) for value in values]
        assert density == pytest.approx(np.mean(bells))
    assert curve["x"].min() == min(values)
    assert curve["x"].max() == max(values)


def test_the_default_bandwidth_is_silvermans() -> None:
    values = demsar().filter(pl.col("algorithm") == "C4.5")["value"].to_numpy()
    quarters = np.quantile(values, [0.25, 0.75])
    rule = 0.9 * min(values.std(ddof=1), (quarters[1] - quarters[0]) / 1.34) * len(values) ** -0.2
    by_rule = ridge_data(demsar(), bandwidth=float(rule)).filter(pl.col("algorithm") == "C4.5")
    default = ridge_data(demsar()).filter(pl.col("algorithm") == "C4.5")
    assert default["density"].drop_nulls().to_list() == pytest.approx(by_rule["density"].drop_nulls().to_list())


def test_ridges_are_of_one_height_and_equal_values_are_a_spike() -> None:
    for table in (demsar(), constant(), alone()):
        figure = ridge(ridge_data(table))
        heights = [float(np.ptp(line.get_ydata())) for line in marks(figure, "ridge")]
        peaks = [row - float(np.min(line.get_ydata())) for row, line in enumerate(marks(figure, "ridge"))]
        assert len(heights) == table["algorithm"].n_unique()
        assert peaks == pytest.approx([1.7] * len(peaks))


def test_a_bandwidth_of_zero_is_refused() -> None:
    with pytest.raises(OptionError, match="bandwidth"):
        ridge_data(demsar(), bandwidth=0.0)


def test_jitter_fills_its_height_and_never_changes() -> None:
    places = jitter(100, 0.5)
    assert (abs(places) <= 0.25).all()
    assert np.histogram(places, 5)[0].min() >= 15
    assert (places == jitter(100, 0.5)).all()


def test_algorithms_keep_their_colours_and_many_share_one() -> None:
    few = {line.get_color() for line in marks(box(box_data(made(4, 5))), "value")}
    many = {line.get_color() for line in marks(box(box_data(made(16, 5))), "value")}
    assert len(few) == 4
    assert len(many) == 1


def test_missing_values_are_left_out_and_an_empty_table_is_refused() -> None:
    with_gap = demsar().with_columns(value=pl.when(pl.col("dataset") != "iris").then("value"))
    assert box_data(with_gap)["n"][0] == 13
    with pytest.raises(OptionError, match="no value is left"):
        box_data(demsar().with_columns(value=pl.lit(None, dtype=pl.Float64)))


def test_plot_reaches_these_kinds_by_name() -> None:
    assert br.alt_text("box", demsar()).startswith("Box plot of auc (higher is better) for 4 algorithms")
