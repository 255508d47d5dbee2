"""What clouds of differences, directions and scores show."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure

import benchreport as br
from benchreport.errors import ColumnError, OptionError
from benchreport.figures.layout.order_graph import pushed_apart
from benchreport.figures.models.separation import ellipse, mean_reach
from benchreport.figures.plot import alt_text, plot, plot_data
from tests.figures.cases import study
from tests.figures.cases_models import constant_metrics, large_metrics, two_algorithms

WINE: dict[str, Any] = {"metrics": ["accuracy", "auc"], "dataset": "wine", "control": "kNN"}


def lines(figure: Figure, label: str) -> list[Any]:
    return [line for axes in figure.axes for line in axes.lines if line.get_label() == label]


def test_the_ellipse_touches_the_origin_exactly_where_hotelling_rejects() -> None:
    # T2 = n m' S^-1 m reaches the critical value iff the origin lies on the ellipse of the mean.
    numbers = plot_data("difference_ellipse", study(), **WINE)
    rows = br.hotelling(study(), by="dataset", metrics=["accuracy", "auc"], control="kNN")
    tests = dict(rows.filter(pl.col("dataset") == "wine").select(pl.col("a").cast(pl.String), "p_value").rows())
    for row in numbers.filter(pl.col("item") == "mean").to_dicts():
        spread = np.array([[row["xx"], row["xy"]], [row["xy"], row["yy"]]])
        mean = np.array([row["x"], row["y"]])
        inside = mean @ np.linalg.solve(spread, mean) <= row["reach"]
        assert inside == (tests[row["a"]] >= 0.05)
        assert row["p_value"] == pytest.approx(tests[row["a"]], rel=1e-9)


def test_means_are_the_mean_differences_in_metric_units() -> None:
    numbers = plot_data("difference_ellipse", study(), **WINE)
    means = (
        study()
        .filter(pl.col("dataset") == "wine")
        .group_by(pl.col("algorithm", "metric").cast(pl.String))
        .agg(pl.col("value").mean())
    )
    value = {(a, m): v for a, m, v in means.rows()}
    for row in numbers.filter(pl.col("item") == "mean").to_dicts():
        assert row["x"] == pytest.approx(value[row["a"], "accuracy"] - value["kNN", "accuracy"], abs=1e-12)
        assert row["y"] == pytest.approx(value[row["a"], "auc"] - value["kNN", "auc"], abs=1e-12)


def test_every_panel_shows_all_blocks_the_mean_and_the_origin() -> None:
    figure = plot("difference_ellipse", study(), **WINE)
    assert [len(line.get_xdata()) for line in lines(figure, "point")] == [10] * 5
    assert len(lines(figure, "mean")) == len(lines(figure, "origin")) == len(lines(figure, "ellipse")) == 5
    assert all(line.get_xdata()[0] == line.get_ydata()[0] == 0 for line in lines(figure, "origin"))


def test_without_spread_there_is_no_ellipse_and_the_words_say_so() -> None:
    assert lines(plot("difference_ellipse", constant_metrics()), "ellipse") == []
    words = alt_text("difference_ellipse", constant_metrics())
    assert "No ellipse can be drawn for algorithm01 and algorithm02." in words


def test_of_many_pairs_twelve_are_drawn_and_the_rest_is_counted() -> None:
    figure = plot("difference_ellipse", large_metrics(), width="page")
    assert len(lines(figure, "mean")) == 12
    foot = next(text.get_text() for axes in figure.axes for text in axes.texts if text.get_label() == "footnote")
    assert "12 of 39 pairs" in foot


def test_a_wrong_number_of_metrics_or_dataset_is_refused_with_a_hint() -> None:
    with pytest.raises(OptionError, match="two metrics"):
        plot_data("difference_ellipse", study(), metrics=["accuracy"], dataset="wine")
    with pytest.raises(ColumnError, match="no dataset"):
        plot_data("difference_ellipse", study(), dataset="vine")


def test_the_outline_keeps_its_distance_in_units_of_the_covariance() -> None:
    outline = ellipse((1.0, 2.0), (2.0, 0.5, 1.0), 3.0)
    gap = outline - np.array([[1.0], [2.0]])
    inverse = np.linalg.inv(np.array([[2.0, 0.5], [0.5, 1.0]]))
    assert np.einsum("in,ij,jn->n", gap, inverse, gap) == pytest.approx(3.0)


def test_the_reach_of_an_ellipse_is_that_of_the_f_table() -> None:
    # F(0.95; 2, 18) = 3.554557, from any F table: 2 * 19 / (20 * 18) * F.
    assert mean_reach(20, 0.05) == pytest.approx(2 * 19 / (20 * 18) * 3.554557146, rel=1e-8)


def test_pushed_places_keep_their_order_and_their_distance() -> None:
    places = pushed_apart([0.1, 0.11, 0.12, 0.9], [0.1, 0.1, 0.2], (0.05, 1.0))
    assert np.diff(places) == pytest.approx([0.1, 0.1, 0.65])
    assert pushed_apart([0.0, 0.1, 0.2, 0.9], [0.1, 0.1, 0.2], (0.05, 1.0)) == pytest.approx([0.05, 0.15, 0.25, 0.9])
    assert pushed_apart([0.9, 0.95, 1.2], [0.1, 0.2], (0.0, 1.0)) == pytest.approx([0.7, 0.8, 1.0])


def test_the_direction_of_two_algorithms_is_that_of_hotelling() -> None:
    two = ["kNN", "DecisionTree"]
    numbers = plot_data("directions", study(), dataset="wine", metrics=["accuracy", "auc"], algorithms=two)
    pair = study().filter(pl.col("algorithm").cast(pl.String).is_in(two) & (pl.col("dataset") == "wine"))
    rows = br.hotelling_direction(pair, metrics=["accuracy", "auc"])
    # Differences of two spread alike in both metrics up to one factor, so scaled weights are proportional.
    ours, theirs = numbers["weight"].to_numpy(), rows["effect"].to_numpy()
    assert ours / np.abs(ours).max() == pytest.approx(theirs / theirs[np.abs(theirs).argmax()], rel=1e-9)


def test_equal_means_have_no_direction_and_the_words_say_so() -> None:
    # Every algorithm has the same four pairs of whole numbers, in another order.
    pairs = [(1, 8), (2, 2), (4, 1), (3, 7)]
    rows = [(f"a{shift}", "d", fold, *pairs[(fold + shift) % 4]) for shift in range(3) for fold in range(4)]
    table = pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "accuracy", "auc"], orient="row")
    scores = br.scores(table)
    assert "There is no such direction: the means are equal" in alt_text("manova_scores", scores)
    assert "There is no direction: the means are equal" in alt_text("directions", scores)


def test_shares_are_those_of_manova() -> None:
    numbers = plot_data("directions", study(), dataset="wine", metrics=["accuracy", "auc"], variant="oneway")
    rows = br.manova_directions(study(), metrics=["accuracy", "auc"]).filter(pl.col("dataset") == "wine")
    assert numbers["share"].to_list() == pytest.approx(rows["effect"].to_list(), rel=1e-9)


def test_largest_weights_are_one_and_bars_show_them() -> None:
    numbers = plot_data("directions", study(), dataset="wine")
    tops = numbers.group_by("direction").agg(pl.col("weight").abs().max())
    assert tops["weight"].to_list() == pytest.approx([1.0] * tops.height)
    figure = plot("directions", study(), dataset="wine")
    bars = [patch.get_width() for axes in figure.axes for patch in axes.patches]
    assert bars == pytest.approx(numbers.filter(pl.col("direction") <= 3)["weight"].to_list())


def test_scores_have_unit_spread_and_stand_around_zero() -> None:
    numbers = plot_data("manova_scores", study(), dataset="wine", metrics=["accuracy", "auc"], variant="oneway")
    points = numbers.filter(pl.col("item") == "point")
    for side in "xy":
        assert points[side].mean() == pytest.approx(0.0, abs=1e-9)
        residual = points.select(pl.col(side) - pl.col(side).mean().over("name")).to_series().to_numpy()
        assert (residual**2).sum() / (6 * 9) == pytest.approx(1.0)
    residuals = points.select(pl.col("x", "y") - pl.col("x", "y").mean().over("name")).to_numpy()
    assert residuals[:, 0] @ residuals[:, 1] == pytest.approx(0.0, abs=1e-6)


def test_between_means_the_first_direction_separates_more_than_the_second() -> None:
    numbers = plot_data("manova_scores", study(), dataset="wine").filter(pl.col("item") == "mean")
    assert float(numbers["x"].std()) > float(numbers["y"].std())  # type: ignore[arg-type]


def test_of_many_algorithms_only_means_are_drawn() -> None:
    figure = plot("manova_scores", large_metrics(), width="page")
    assert len(lines(figure, "mean")) == 40
    assert all(len(line.get_xdata()) == 0 for line in lines(figure, "point"))
    assert lines(figure, "ellipse") == []


def test_two_algorithms_have_one_direction_only() -> None:
    numbers = plot_data("manova_scores", two_algorithms())
    assert numbers["real"].unique().to_list() == [1]
    assert plot_data("directions", two_algorithms())["direction"].unique().to_list() == [1]


def test_figures_do_not_depend_on_the_order_of_rows() -> None:
    table = study().sample(fraction=1.0, shuffle=True, seed=4)
    for kind in ("difference_ellipse", "directions", "manova_scores"):
        assert alt_text(kind, table, dataset="wine") == alt_text(kind, study(), dataset="wine")
