"""Curves of predictions: what is drawn where."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from sklearn.metrics import roc_auc_score

import benchreport as br
from benchreport.errors import ColumnError, OptionError
from benchreport.figures.kinds import KINDS
from benchreport.figures.layout.notes import beside
from benchreport.figures.models.null_histogram import null_histogram_data
from benchreport.figures.predictions.curves import gains_data, lift_data, pr_data, roc_alt, roc_data
from benchreport.figures.predictions.retrieval import apart, lens, retrieval_venn_data
from tests.figures.cases import HOSTILE
from tests.figures.cases_curves import (
    cancer,
    counted,
    digits,
    hostile,
    iris,
    large,
    lost_shuffled,
    many_of_both,
    one_shuffled,
    rare,
    scored,
    small_study,
    tied,
    two_valued,
    unretrieved,
)

pr = KINDS["pr"].draw
roc = KINDS["roc"].draw
lift = KINDS["lift"].draw
null_histogram = KINDS["null_histogram"].draw
retrieval_venn = KINDS["retrieval_venn"].draw

# Twelve instances with ties between the classes: FX5 of the catalogue of methods.
FX5 = pl.DataFrame(
    {
        "model": "m",
        "item": range(12),
        "truth": [1, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0],
        "score": [0.95, 0.90, 0.90, 0.80, 0.70, 0.70, 0.60, 0.55, 0.50, 0.40, 0.30, 0.20],
    }
)


def fx5() -> pl.DataFrame:
    return br.predictions(FX5)


def pictures(figure: Figure) -> list[Axes]:
    return [axes for axes in figure.axes if axes.get_label() not in ("page", "legend", "footnote", "counts")]


def named(axes: Axes, label: str) -> list[Any]:
    return [line for line in axes.lines if line.get_label() == label]


def heads(numbers: pl.DataFrame) -> pl.DataFrame:
    return numbers.filter(pl.col("item") == "curve")


def test_a_roc_curve_passes_through_the_points_of_the_published_example() -> None:
    # METHODS, roc_curve: block vertices (FP, TP) of FX5, of six negatives and six positives.
    vertices = [(0, 0), (0, 1), (1, 2), (1, 3), (2, 4), (2, 5), (3, 5), (4, 5), (4, 6), (5, 6), (6, 6)]
    line = named(pictures(roc(roc_data(fx5(), positive=1)))[0], "curve")[0]
    drawn = set(zip((line.get_xdata() * 6).round(9), (line.get_ydata() * 6).round(9), strict=True))
    corners = {(x, y) for x, y in vertices if (x, y) not in {(3, 5), (5, 6)}}  # those two lie on straight lines
    assert corners <= drawn <= set(vertices)


def test_the_area_of_one_set_of_scores_is_that_of_the_published_example() -> None:
    assert heads(roc_data(fx5(), positive=1)).item(0, "area") == pytest.approx(0.75)


def test_the_area_over_folds_is_the_mean_of_the_areas_of_the_folds() -> None:
    table = cancer()
    numbers = heads(roc_data(table, positive="malignant"))
    for name, area in numbers.select("algorithm", "area").rows():
        parts = table.filter(pl.col("algorithm") == name).partition_by("fold")
        each = [roc_auc_score(part["truth"].cast(pl.String) == "malignant", part["prob_malignant"]) for part in parts]
        assert area == pytest.approx(np.mean(each), abs=1e-12)


def test_a_curve_over_folds_has_a_band_of_one_standard_deviation() -> None:
    numbers = roc_data(cancer(), positive="malignant")
    row = numbers.filter(pl.col("item") == "point", pl.col("x") == 0.1, pl.col("algorithm") == "kNN").row(0, named=True)
    average = br.roc_average(cancer(), positive="malignant").filter(pl.col("x") == 0.1, pl.col("algorithm") == "kNN")
    assert row["y"] == average.item(0, "y")
    assert row["low"] == pytest.approx(max(0.0, row["y"] - average.item(0, "sd")))
    bands = [part for part in pictures(roc(numbers))[0].collections if part.get_label() == "band"]
    assert len(bands) == 2  # of the two largest areas: more would cover each other
    pooled = roc_data(cancer(), positive="malignant", folds="pooled")
    assert not [part for part in pictures(roc(pooled))[0].collections if part.get_label() == "band"]


def test_curves_stand_best_first_and_start_at_nothing_and_end_at_everything() -> None:
    numbers = roc_data(cancer(), positive="malignant")
    areas = heads(numbers)["area"].to_list()
    assert areas == sorted(areas, reverse=True)
    for line in named(pictures(roc(numbers))[0], "curve"):
        assert (line.get_xdata()[0], line.get_ydata()[0]) == (0, 0)
        assert (line.get_xdata()[-1], line.get_ydata()[-1]) == (1, 1)


def test_the_picture_of_a_lone_class_is_square() -> None:
    for width in ("column", "page"):
        figure = roc(roc_data(cancer(), positive="malignant"), width=width)
        box, (wide, high) = pictures(figure)[0].get_position(), figure.get_size_inches()
        assert box.width * wide == pytest.approx(box.height * high, rel=1e-6)


def test_equal_scores_give_the_diagonal() -> None:
    line = named(pictures(roc(roc_data(tied(), positive=1)))[0], "curve")[0]
    assert line.get_xdata().tolist() == line.get_ydata().tolist() == [0.0, 1.0]


def test_the_cheapest_point_minimises_the_cost_over_all_points_of_its_curve() -> None:
    # By hand on FX5: costs 2 fp + fn are least, 5, at (fp, tp) = (0, 1), (1, 3) and (2, 5); the leftmost is taken.
    cut = roc_data(fx5(), positive=1, cost_ratio=2.0).filter(pl.col("item") == "cut").row(0, named=True)
    assert (cut["x"], cut["y"]) == (0.0, pytest.approx(1 / 6))
    assert cut["cost"] == pytest.approx(5 / 12)
    assert cut["slope"] == pytest.approx(2.0)
    cheap = roc_data(fx5(), positive=1, cost_ratio=0.1).filter(pl.col("item") == "cut").row(0, named=True)
    assert (cheap["x"], cheap["y"]) == (pytest.approx(4 / 6), 1.0)


def test_the_line_of_equal_cost_passes_through_the_cheapest_point_with_its_slope() -> None:
    numbers = roc_data(fx5(), positive=1, cost_ratio=0.5)
    cut = numbers.filter(pl.col("item") == "cut").row(0, named=True)
    line = named(pictures(roc(numbers))[0], "equal cost")[0]
    (x0, x1), (y0, y1) = line.get_xdata(), line.get_ydata()
    assert (y1 - y0) / (x1 - x0) == pytest.approx(cut["slope"])
    assert y0 + (cut["x"] - x0) * cut["slope"] == pytest.approx(cut["y"])


def test_the_early_part_counts_false_positives_and_stands_beside_the_whole() -> None:
    numbers = roc_data(rare(), positive=1, early=50)
    whole, early = pictures(roc(numbers))
    assert whole.get_xlim() == (0, 1)
    assert early.get_xlim() == (0, 50)
    row = heads(numbers).row(0, named=True)
    area = br.auc_n(rare(), positive=1).filter(pl.col("algorithm") == row["algorithm"])
    assert (row["early_area"], row["chance"]) == (area.item(0, "auc_n"), area.item(0, "chance"))


def test_without_a_positive_class_each_of_several_classes_has_a_panel() -> None:
    figure = roc(roc_data(iris()))
    assert len(pictures(figure)) == 3
    texts = [text.get_text() for axes in figure.axes for text in axes.texts if text.get_label() == "panel name"]
    assert texts == ["setosa", "versicolor", "virginica"]


def test_of_two_classes_the_positive_one_is_never_guessed() -> None:
    with pytest.raises(OptionError, match="never guessed"):
        roc_data(cancer())


def test_one_of_several_datasets_must_be_named() -> None:
    with pytest.raises(OptionError, match="4 datasets"):
        roc_data(small_study())
    with pytest.raises(ColumnError, match="no dataset 'irsi'"):
        roc_data(small_study(), dataset="irsi")


@pytest.mark.parametrize("ratio", [0.0, -1.0, float("inf")])
def test_a_cost_ratio_is_a_number_above_zero(ratio: float) -> None:
    with pytest.raises(OptionError, match="cost_ratio"):
        roc_data(fx5(), positive=1, cost_ratio=ratio)


def test_of_many_algorithms_each_has_a_panel_before_the_others() -> None:
    axes = pictures(roc(roc_data(large(), positive=1), width="page"))
    assert len(axes) == 40
    assert all(len(named(panel, "curve")) == 1 for panel in axes)
    assert all(len(panel.collections[0].get_paths()) == 39 for panel in axes)
    assert axes[0].collections[0].get_rasterized()


def test_of_many_algorithms_and_many_classes_the_best_and_the_worst_stand_out_on_the_hardest_classes() -> None:
    numbers = roc_data(many_of_both())
    axes = pictures(roc(numbers))
    assert len(axes) == 12
    assert {len(named(panel, "curve")) for panel in axes} == {2}
    assert heads(numbers)["label"].n_unique() == 15


def test_words_name_the_best_and_the_worst_and_the_number_of_instances() -> None:
    words = roc_alt(roc_data(cancer(), positive="malignant"))
    assert "6 algorithms on breast_cancer, class malignant, 569 instances" in words
    assert "LogisticRegression has the largest fold-averaged AUC (0.994), Majority the smallest (0.500)." in words


def test_steps_of_precision_hold_back_to_the_recall_before() -> None:
    # METHODS, pr_curve on FX5: (recall, precision) of the first thresholds.
    line = named(pictures(pr(pr_data(fx5(), positive=1)))[0], "curve")[0]
    x, y = line.get_xdata(), line.get_ydata()
    for recall, precision in ((1 / 6, 1.0), (2 / 6, 2 / 3), (3 / 6, 0.75), (4 / 6, 2 / 3), (5 / 6, 5 / 7)):
        assert next(round(float(value), 9) for value in y[np.isclose(x, recall)]) == round(precision, 9)
    assert all(x[i] == x[i + 1] or y[i] == y[i + 1] for i in range(len(x) - 1))
    # The area under the steps is the average precision of METHODS.
    assert float(np.sum(np.diff(x) * y[1:])) == pytest.approx(0.732936507937, abs=1e-12)
    assert heads(pr_data(fx5(), positive=1)).item(0, "area") == pytest.approx(0.732936507937, abs=1e-12)


def test_the_prevalence_and_lines_of_equal_f_are_marked() -> None:
    numbers = pr_data(fx5(), positive=1)
    axes = pictures(pr(numbers))[0]
    assert list(named(axes, "prevalence")[0].get_ydata()) == [0.5, 0.5]
    levels = []
    for line in named(axes, "equal F"):
        recall, precision = line.get_xdata(), line.get_ydata()
        f = 2 * recall * precision / (recall + precision)
        assert np.ptp(f) < 1e-12
        assert precision.max() <= 1 + 1e-12
        levels.append(round(float(f[0]), 6))
    assert levels == [0.2, 0.4, 0.6, 0.8]
    assert not named(pictures(pr(numbers, iso_f=False))[0], "equal F")


def test_lift_is_gain_over_the_share_selected_and_ends_at_one() -> None:
    points = lift_data(fx5(), positive=1).filter(pl.col("item") == "point")
    # METHODS, lift on FX5 at threshold 0.80: (3/6) / (4/12).
    assert points.filter((pl.col("x") - 4 / 12).abs() < 1e-9).item(0, "y") == pytest.approx(1.5)
    assert points.sort("x").item(-1, "y") == 1.0
    gain = gains_data(fx5(), positive=1).filter(pl.col("item") == "point")
    assert gain.filter((pl.col("x") - 4 / 12).abs() < 1e-9).item(0, "y") == pytest.approx(0.5)


def test_the_lift_within_equal_scores_is_that_of_evenly_spread_positives() -> None:
    table = two_valued().filter(pl.col("algorithm") == "algorithm02")
    called = table.filter(pl.col("score") == 1)
    first = (called["truth"].mean() or 0) / (table["truth"].mean() or 1)
    points = lift_data(table, positive=1).filter(pl.col("item") == "point", pl.col("x") <= called.height / 120)
    assert np.allclose(points["y"], first)


def test_no_lift_lies_above_the_most_that_can_be_had() -> None:
    numbers = lift_data(rare(), positive=1)
    axes = pictures(lift(numbers))[0]
    share = heads(numbers).item(0, "prevalence")
    assert share == pytest.approx(0.01)
    for line in named(axes, "curve"):
        assert (line.get_ydata() <= 1 / np.maximum(line.get_xdata(), share) + 1e-9).all()
    assert axes.get_ylim()[1] >= 100


def test_areas_of_the_circles_are_the_counts_of_the_published_example() -> None:
    # METHODS, retrieval_venn on FX7: relevant 50, retrieved 45, overlap 40.
    numbers = retrieval_venn_data(counted(), positive="positive")
    assert numbers.select("relevant", "retrieved", "overlap").row(0) == (50, 45, 40)
    first, second = (
        next(patch for patch in pictures(retrieval_venn(numbers))[0].patches if patch.get_label() == name)
        for name in ("relevant", "retrieved")
    )
    assert (second.radius / first.radius) ** 2 == pytest.approx(45 / 50)
    distance = second.center[0] - first.center[0]
    shared = lens(first.radius, second.radius, distance)
    assert shared / (np.pi * first.radius**2) == pytest.approx(40 / 50, abs=1e-9)


def test_an_empty_set_has_no_circle_and_sets_within_each_other_touch_inside() -> None:
    everything, nothing = pictures(retrieval_venn(retrieval_venn_data(unretrieved(), positive="positive")))
    assert [patch.get_label() for patch in nothing.patches if patch.get_label() in ("relevant", "retrieved")] == [
        "relevant"
    ]
    assert len([patch for patch in everything.patches if patch.get_label() == "retrieved"]) == 1
    assert apart(1.0, 0.5, np.pi * 0.25) == pytest.approx(0.5)
    assert apart(1.0, 0.5, 0.0) == pytest.approx(1.5)


def test_bars_count_every_shuffle_and_the_line_stands_at_the_result_on_true_labels() -> None:
    numbers = null_histogram_data(one_shuffled())
    test = br.label_permutation_test(one_shuffled()).row(0, named=True)
    bars = numbers.filter(pl.col("item") == "bar")
    assert bars["n"].sum() == test["n"] == 99
    assert numbers.item(0, "p_value") == test["p_value"]
    axes = pictures(null_histogram(numbers))[0]
    assert named(axes, "observed")[0].get_xdata()[0] == test["estimate"]
    assert sum(bar.get_height() for bar in axes.patches) == 99


def test_a_panel_without_a_run_on_true_labels_has_no_line() -> None:
    first, second = pictures(null_histogram(null_histogram_data(lost_shuffled())))
    assert len(named(first, "observed")) == 1
    assert not named(second, "observed")


def test_a_number_stays_right_of_a_name_read_from_right_to_left() -> None:
    numbers = roc_data(hostile(), positive=1)
    area = heads(numbers).filter(pl.col("algorithm") == "שלום").item(0, "area")
    texts = [text.get_text() for axes in roc(numbers).axes for text in axes.texts if text.get_label() == "legend"]
    assert len(texts) == len(HOSTILE)
    assert next(text for text in texts if "שלום" in text).endswith(f"\u200e {area:.3f}")
    assert beside("kNN", "1") == "kNN 1"


def test_the_numbers_do_not_depend_on_the_order_of_the_rows() -> None:
    table = scored(3, 60, folds=3)
    for prepare, options in ((roc_data, {"cost_ratio": 2.0, "early": 5}), (pr_data, {}), (lift_data, {})):
        first = prepare(table, positive=1, **options)  # type: ignore[operator]
        assert first.equals(prepare(table.sample(fraction=1, shuffle=True, seed=3), positive=1, **options))  # type: ignore[operator]


def test_ten_classes_are_ten_panels_with_one_legend() -> None:
    figure = roc(roc_data(digits()), width="page")
    assert len(pictures(figure)) == 10
    assert len([axes for axes in figure.axes if axes.get_label() == "legend"]) == 1
