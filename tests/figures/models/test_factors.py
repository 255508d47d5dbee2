"""What figures of factors show: interactions, main effects, grids and surfaces."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.errors import ColumnError, OptionError
from benchreport.figures.plot import alt_text, plot, plot_data
from tests.figures.cases import accuracy, demsar, large
from tests.figures.cases_models import flat_grid, grid_scores, holed_grid, lower_grid
from tests.figures.models.test_multivariate import lines


def test_every_level_of_the_second_factor_is_a_line_of_means() -> None:
    figure = plot("interaction", grid_scores())
    drawn_lines = lines(figure, "line")
    assert len(drawn_lines) == 4
    table = grid_scores().group_by("depth", "rate").agg(pl.col("value").mean()).sort("rate", "depth")
    for line, rate in zip(drawn_lines, (-3.0, -2.0, -1.0, 0.0), strict=True):
        part = table.filter(pl.col("rate") == rate)
        assert list(line.get_xdata()) == part["depth"].to_list()
        assert np.asarray(line.get_ydata()) == pytest.approx(part["value"].to_numpy())


def test_the_p_value_is_that_of_the_interaction() -> None:
    numbers = plot_data("interaction", grid_scores(), factors=["depth", "rate"])
    rows = br.interactions(grid_scores(), factors=["depth", "rate"])
    assert numbers["p_value"][0] == rows["p_value"][0]


def test_of_many_lines_the_best_and_the_worst_stand_out() -> None:
    figure = plot("interaction", large(), width="page")
    colours = [line.get_color() for line in lines(figure, "line")]
    assert len(colours) == 40
    assert sorted(map(str, set(colours))) == ["#0b4f8a", "#BFBFBF", "#d55e00"]
    entries = [text.get_text() for axes in figure.axes for text in axes.texts if text.get_label() == "legend"]
    assert entries == ["algorithm39", "algorithm00"]


def test_main_effects_are_means_over_all_else() -> None:
    numbers = plot_data("main_effects", grid_scores())
    for factor in ("depth", "rate"):
        means = grid_scores().group_by(factor).agg(pl.col("value").mean()).sort(factor)
        part = numbers.filter(pl.col("factor") == factor)
        assert part["mean"].to_numpy() == pytest.approx(means["value"].to_numpy())
    rows = br.main_effects(grid_scores())
    span = numbers.filter(pl.col("factor") == "depth")["mean"]
    assert rows["estimate"][0] == pytest.approx(span.max() - span.min())  # type: ignore[operator]


def test_names_are_ordered_by_mean_best_first_and_numbers_by_size() -> None:
    assert plot_data("main_effects", accuracy())["level"][-1] == "Majority"
    assert plot_data("main_effects", grid_scores())["level"].to_list()[:5] == ["1", "2", "4", "8", "16"]


def test_a_factor_with_many_levels_is_cut_in_the_middle() -> None:
    figure = plot("main_effects", large(), factors=["algorithm", "dataset"])
    names = [text.get_text() for axes in figure.axes for text in axes.texts if text.get_label() == "tick name"]
    assert "… 26 more" in names
    assert "… 186 more" in names
    assert "algorithm39" in names
    assert "algorithm00" in names


def test_the_best_cell_is_framed_whichever_way_is_better() -> None:
    for table, better in ((grid_scores(), 1), (lower_grid(), -1)):
        numbers = plot_data("grid", table)
        best = numbers.sort(pl.col("mean") * better, descending=True).row(0, named=True)
        frame = lines(plot("grid", table), "best")[0]
        column = ["1", "2", "4", "8", "16"].index(best["x"])
        row = ["-3.0", "-2.0", "-1.0", "0.0"].index(best["y"])
        assert np.mean(frame.get_xdata()[:4]) == column
        assert np.mean(frame.get_ydata()[:4]) == row


def test_cells_hold_their_means_and_holes_stay_empty() -> None:
    figure = plot("grid", holed_grid())
    cells = [text.get_text() for axes in figure.axes for text in axes.texts if text.get_label() == "cell"]
    assert len(cells) == 19
    assert "One cell is empty" in alt_text("grid", holed_grid())


def test_without_factors_a_grid_is_of_datasets_and_algorithms() -> None:
    numbers = plot_data("grid", demsar())
    assert numbers.select("factor_x", "factor_y").row(0) == ("dataset", "algorithm")
    assert numbers.height == 14 * 4


def test_what_is_no_factor_is_refused() -> None:
    with pytest.raises(ColumnError, match="dpeth"):
        plot_data("grid", grid_scores(), factors=["dpeth", "rate"])
    with pytest.raises(OptionError, match="two factors"):
        plot_data("interaction", grid_scores(), factors=["depth"])
    with pytest.raises(ColumnError, match="cannot be"):
        plot_data("grid", grid_scores(), factors=["value", "rate"])


def test_the_surface_promises_what_the_method_promises_at_the_next_point() -> None:
    for table in (grid_scores(), lower_grid()):
        numbers = plot_data("surface", table)
        rows = br.response_surface(table)
        following = numbers.filter(pl.col("item") == "next").row(0, named=True)
        assert (following["x"], following["y"]) == tuple(rows["next_point"])
        fit = numbers.filter(pl.col("item") == "fit")
        near = fit.sort((pl.col("x") - following["x"]) ** 2 / 225 + (pl.col("y") - following["y"]) ** 2 / 9)
        assert near["value"][0] == pytest.approx(rows["fitted_next"][0], abs=2e-4)


def test_the_surface_shows_every_run_the_best_and_the_next() -> None:
    figure = plot("surface", grid_scores())
    assert len(lines(figure, "run")[0].get_xdata()) == 20
    assert len(lines(figure, "next")[0].get_xdata()) == 1
    assert (lines(figure, "best")[0].get_xdata()[0], lines(figure, "best")[0].get_ydata()[0]) == (8.0, -2.0)


def test_a_flat_response_has_no_surface_and_says_why() -> None:
    assert plot_data("surface", flat_grid()).filter(pl.col("item") == "fit").height == 0
    assert "all combinations did equally well" in alt_text("surface", flat_grid())


def test_numbers_do_not_depend_on_the_order_of_rows() -> None:
    table = grid_scores().sample(fraction=1.0, shuffle=True, seed=1)
    for kind in ("interaction", "main_effects", "grid", "surface"):
        assert plot_data(kind, table).equals(plot_data(kind, grid_scores()))
