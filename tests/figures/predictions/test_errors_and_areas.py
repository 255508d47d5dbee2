"""Pictures of areas, decisions, errors by instance and by class, planes of errors, and gains in absolute error."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from scipy.stats import f as f_law

import benchreport as br
from benchreport.errors import ColumnError, OptionError
from benchreport.figures.layout.looks import looks
from benchreport.figures.models.separation import mean_reach
from tests.figures.cases_curves import cancer, digits, iris, two_valued
from tests.figures.cases_predictions import error_counts, few_errors, few_numbers, numbers


def labelled(figure: Figure, label: str) -> list[Axes]:
    return [axes for axes in figure.axes if axes.get_label() == label]


def texts(figure: Figure) -> list[str]:
    return [text.get_text() for axes in figure.axes for text in axes.texts]


def test_the_three_largest_areas_have_colours_and_the_others_are_grey() -> None:
    data = br.plot_data("roc_areas", cancer(), positive="malignant")
    figure = br.plot("roc_areas", cancer(), positive="malignant")
    (curves,) = labelled(figure, "curves")
    areas = data.filter(pl.col("item") == "area")
    largest = areas.sort("area", descending=True)["algorithm"].to_list()[:3]
    styles = looks(areas["algorithm"])
    colours = [line.get_color() for line in curves.lines if len(line.get_xdata()) > 2]
    assert sorted(colour for colour in colours if colour != "#cfcfcb") == sorted(
        styles[name].colour for name in largest
    )
    assert colours.count("#cfcfcb") == areas.height - 3


def test_the_corner_is_drawn_with_the_whole_curve_within_it_where_areas_are_large() -> None:
    near = br.plot("roc_areas", cancer(), positive="malignant")
    far = br.plot("roc_areas", two_valued(), positive=1)
    assert labelled(near, "whole")
    assert labelled(near, "curves")[0].get_xlim()[1] == pytest.approx(0.2)
    assert not labelled(far, "whole")
    assert labelled(far, "curves")[0].get_xlim()[1] == pytest.approx(1.0)


def test_marks_of_areas_are_filled_iff_the_difference_is_significant() -> None:
    data = br.plot_data("roc_areas", cancer(), positive="malignant").filter(pl.col("item") == "area")
    (panel,) = labelled(br.plot("roc_areas", cancer(), positive="malignant"), "areas")
    fills = [line.get_markerfacecolor() != "white" for line in panel.lines if line.get_marker() == "o"]
    expected = [row["algorithm"] == row["first"] or row["significant"] for row in data.iter_rows(named=True)]
    assert fills == expected
    assert any(expected[1:])
    assert not all(expected)


def test_decisions_lie_where_the_confusions_put_them() -> None:
    data = br.plot_data("roc_areas", cancer(), positive="malignant").filter(pl.col("item") == "cut")
    rows = cancer().with_columns(pl.col("algorithm", "truth", "prediction").cast(pl.String))
    for name, x, y in data.select("algorithm", "x", "y").rows():
        own = rows.filter(pl.col("algorithm") == name)
        positive, called = own["truth"] == "malignant", own["prediction"] == "malignant"
        assert x == pytest.approx((called & ~positive).sum() / (~positive).sum())
        assert y == pytest.approx((called & positive).sum() / positive.sum())


def test_the_matrix_has_square_cells_with_counts_and_shares_of_the_row() -> None:
    figure = br.plot("decisions", cancer(), positive="malignant")
    data = br.plot_data("decisions", cancer(), positive="malignant").filter(pl.col("item") == "cell")
    cells = [patch for patch in figure.axes[0].patches if isinstance(patch, Rectangle)]
    assert len(cells) == 4
    assert all(cell.get_width() == pytest.approx(cell.get_height()) for cell in cells)
    printed = texts(figure)
    for n, share in data.select("n", "share").rows():
        assert f"{n:,}" in printed
        assert f"{100 * share:.1f} %" in printed
    assert data["actual"].to_list() == ["malignant", "malignant", "benign", "benign"]
    assert {"predicted", "true"} <= set(printed)


def test_reliability_leaves_out_hard_labels_and_shows_the_worst_calibrated() -> None:
    data = br.plot_data("decisions", cancer(), positive="malignant").filter(pl.col("item") == "point")
    names = data["algorithm"].unique(maintain_order=True).to_list()
    errors = dict(
        br.calibration(cancer(), positive="malignant")
        .select(pl.col("algorithm").cast(pl.String), "ece")
        .unique()
        .rows()
    )
    assert len(names) == 3
    assert names[-1] == max(errors, key=lambda name: errors[name])
    hard = br.plot_data("decisions", two_valued(), positive=1)
    assert hard.filter(pl.col("item") == "point").is_empty()


def test_more_than_two_classes_have_no_matrix() -> None:
    data = br.plot_data("decisions", iris())
    assert data.filter(pl.col("item") == "cell").is_empty()
    assert len(labelled(br.plot("decisions", iris()), "reliability")) == 3


def test_every_error_is_a_filled_cell_of_the_map() -> None:
    rows = iris().with_columns(pl.col("algorithm", "truth", "prediction").cast(pl.String))
    wrong = rows.filter(pl.col("truth") != pl.col("prediction"))
    figure = br.plot("instance_map", iris())
    patches = [patch for axes in figure.axes for patch in axes.patches]
    data = br.plot_data("instance_map", iris())
    assert data["least"][0] == 1
    assert len(patches) == wrong.height
    columns = data.filter(pl.col("item") == "instance")
    counts = wrong.group_by("instance", "fold").len()
    assert sorted(columns["errors"]) == sorted(counts["len"])
    for _, part in columns.group_by("truth", maintain_order=True):
        assert part["errors"].is_sorted(descending=True)


def test_of_many_instances_those_with_several_errors_are_drawn_and_it_is_said() -> None:
    data = br.plot_data("instance_map", digits())
    columns = data.filter(pl.col("item") == "instance")
    assert columns.height <= 120
    assert columns["errors"].min() >= data["least"][0] > 1
    assert "Drawn are those with at least" in br.alt_text("instance_map", digits())
    wide = br.plot_data("instance_map", digits(), most=10_000)
    assert wide["least"][0] == 1
    assert wide.filter(pl.col("item") == "instance").height == data["wrong_by_any"][0]


def test_misses_are_printed_and_nothing_where_none_is_missed() -> None:
    data = br.plot_data("class_misses", iris())
    printed = texts(br.plot("class_misses", iris()))
    expected = sorted(str(n) for n in data["missed"] if n)
    assert sorted(text for text in printed if text.isdecimal()) == expected
    assert (data["missed"] == 0).any()


def test_an_error_plane_needs_two_classes_and_a_dataset() -> None:
    cells = pl.DataFrame(
        [("A", f, t, p, 5) for f in range(3) for t in "abc" for p in "abc"],
        schema=["model", "fold", "actual", "predicted", "n"],
        orient="row",
    )
    with pytest.raises(OptionError, match="needs two classes, not 3"):
        br.plot("error_plane", br.counts(cells, dataset="d"))


def test_ellipses_reach_as_far_as_the_law_of_f_says() -> None:
    data = br.plot_data("error_plane", few_errors())
    row = data.filter(pl.col("item") == "difference").row(0, named=True)
    n, pairs = 10, 28
    overlap = 1 + n / (n - 1)
    for level, reach in ((0.05, row["reach"]), (0.05 / pairs, row["reach_all"])):
        expected = 2 * (n - 1) / (n * (n - 2)) * f_law.isf(level, 2, n - 2) * overlap
        assert reach == pytest.approx(expected) or row["p_adjusted"] <= 0.05
        assert mean_reach(n, level) == pytest.approx(expected / overlap)


def test_an_outline_excludes_the_diamond_iff_the_adjusted_test_rejects() -> None:
    verdicts = []
    for algorithms in (3, 8, 20):
        data = br.plot_data("error_plane", error_counts(algorithms))
        for row in data.filter(pl.col("item") == "difference").iter_rows(named=True):
            mean, cov = np.array([row["x"], row["y"]]), np.array([[row["xx"], row["xy"]], [row["xy"], row["yy"]]])
            rejects = row["p_adjusted"] <= 0.05
            verdicts.append(rejects)
            assert (mean @ np.linalg.solve(cov, mean) > row["reach_all"]) == rejects
    assert any(verdicts)
    assert not all(verdicts)


def test_panels_of_differences_share_one_scale_and_show_the_origin() -> None:
    figure = br.plot("error_plane", few_errors())
    panels = labelled(figure, "difference")
    assert len(panels) == 7
    assert len({(axes.get_xlim(), axes.get_ylim()) for axes in panels}) == 1
    for axes in panels:
        assert any(line.get_marker() == "D" for line in axes.lines)


def test_gains_in_absolute_error_are_sorted_and_favour_who_comes_closer() -> None:
    data = br.plot_data("absolute_errors", few_numbers())
    first = data["first"][0]
    rows = few_numbers().with_columns(pl.col("algorithm").cast(pl.String)).sort("instance")
    size = {name: (own["prediction"] - own["truth"]).abs().to_numpy() for (name,), own in rows.group_by("algorithm")}
    for name in data.filter(pl.col("item") == "pair")["algorithm"]:
        points = data.filter((pl.col("item") == "point") & (pl.col("algorithm") == name))
        assert points["y"].to_list() == pytest.approx(sorted(size[first] - size[name], reverse=True))
        closer = data.filter((pl.col("item") == "pair") & (pl.col("algorithm") == name))["closer"][0]
        assert closer == pytest.approx((size[name] < size[first]).mean())


def test_of_very_many_instances_quantiles_are_drawn() -> None:
    data = br.plot_data("absolute_errors", numbers(2, instances=5000))
    assert data.filter(pl.col("item") == "point").height == 400


def test_classes_have_no_absolute_errors() -> None:
    with pytest.raises(ColumnError, match="these predictions are classes"):
        br.plot("absolute_errors", iris())
