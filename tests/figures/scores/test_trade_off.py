"""Learning curves and differences on folds."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.errors import ColumnError, OptionError, TooFewAlgorithmsError
from benchreport.figures.comparison.folds import fold_differences_alt, fold_differences_data
from benchreport.figures.kinds import KINDS
from benchreport.figures.scores.profiles import learning_curve_data
from tests.figures.cases import accuracy, constant, hostile, large, study
from tests.figures.cases_distributions import alone, gaps, growing

fold_differences = KINDS["fold_differences"].draw
learning_curve = KINDS["learning_curve"].draw

PAIR = {"algorithm": "kNN", "control": "GaussianNB"}


def test_a_learning_curve_goes_through_the_means() -> None:
    table = growing(3)
    numbers = learning_curve_data(table, draws=99)
    for name, x, estimate in numbers.select("algorithm", "x", "estimate").rows():
        part = table.filter(pl.col("algorithm") == name, pl.col("n_train") == x)["value"]
        assert estimate == pytest.approx(part.mean())
    lines = [line for line in learning_curve(numbers).axes[0].lines if line.get_label() == "curve"]
    assert [list(line.get_xdata()) for line in lines] == [[20, 50, 100, 200, 500, 1000]] * 3  # type: ignore[arg-type]


def test_intervals_need_several_runs() -> None:
    assert learning_curve_data(growing(2), draws=99)["ci_low"].null_count() == 0
    assert learning_curve_data(growing(2, runs=1), draws=99)["ci_low"].count() == 0


def test_any_numeric_column_can_be_the_factor_even_one_named_as_a_result() -> None:
    table = growing(2).rename({"n_train": "size"})
    assert learning_curve_data(table, factor="size", draws=99)["x"].max() == 1000
    with pytest.raises(ColumnError, match="no numeric column 'depth'") as caught:
        learning_curve_data(table, factor="depth")
    assert "factor='size'" in caught.value.hint


def test_differences_are_those_of_the_same_fold() -> None:
    numbers = fold_differences_data(accuracy(), **PAIR)
    wide = accuracy().pivot("algorithm", index=["dataset", "repeat", "fold"], values="value")
    expected = sorted((wide["kNN"] - wide["GaussianNB"]).to_list())
    assert sorted(numbers["difference"].drop_nulls().to_list()) == pytest.approx(expected)
    heads = numbers.filter(pl.col("item") == "dataset")
    assert heads["wins"].sum() == sum(value > 1e-12 for value in expected)
    assert heads["losses"].sum() == sum(value < -1e-12 for value in expected)


@pytest.mark.parametrize(("metric", "way"), [("accuracy", 1), ("log_loss", -1)])
def test_datasets_stand_in_the_order_of_their_gain(metric: str, way: int) -> None:
    heads = fold_differences_data(study(), metric=metric, **PAIR).filter(pl.col("item") == "dataset").sort("row")
    gains = (heads["mean"] * way).to_list()
    assert gains == sorted(gains, reverse=True)


def test_blue_marks_lie_on_the_side_of_the_better_algorithm() -> None:
    for metric, way in (("accuracy", 1), ("log_loss", -1)):
        figure = fold_differences(fold_differences_data(study(), metric=metric, **PAIR))
        for line in figure.axes[0].lines:
            if line.get_label() == "fold" and line.get_color() == "#0072B2":
                assert (np.asarray(line.get_xdata()) * way > 0).all()
        page = next(axes for axes in figure.axes if axes.get_label() == "page")
        sides = [text.get_text() for text in page.texts if text.get_label() == "side"]
        assert sides == (
            ["← GaussianNB better", "kNN better →"] if way > 0 else ["← kNN better", "GaussianNB better →"]
        )


def test_without_names_the_two_best_are_compared() -> None:
    means = accuracy().group_by("algorithm", "dataset").agg(pl.col("value").mean())
    best = means.group_by("algorithm").agg(pl.col("value").mean()).sort("value", descending=True)["algorithm"]
    row = fold_differences_data(accuracy()).row(0, named=True)
    assert (row["algorithm"], row["control"]) == (best[0], best[1])


def test_a_control_is_compared_with_every_other_in_a_panel_each() -> None:
    numbers = fold_differences_data(accuracy(), control="Majority")
    assert numbers["algorithm"].n_unique() == 5
    panels = [axes for axes in fold_differences(numbers).axes if axes.lines]
    assert len(panels) == 5
    with pytest.raises(OptionError, match="do not fit"):
        fold_differences_data(large(), control="algorithm00")


def test_pairs_that_make_no_sense_are_refused() -> None:
    with pytest.raises(TooFewAlgorithmsError):
        fold_differences_data(alone())
    with pytest.raises(OptionError, match="itself"):
        fold_differences_data(accuracy(), algorithm="kNN", control="kNN")
    with pytest.raises(OptionError, match="control"):
        fold_differences_data(accuracy(), control="knn")


def test_equal_scores_are_ties_and_missing_folds_are_left_out() -> None:
    heads = fold_differences_data(constant()).filter(pl.col("item") == "dataset")
    assert heads.select(pl.col("wins", "losses").sum()).row(0) == (0, 0)
    short = fold_differences_data(gaps(), algorithm="algorithm02", control="algorithm01")
    assert short["dataset"].n_unique() == 9


def test_words_count_the_wins() -> None:
    words = fold_differences_alt(fold_differences_data(accuracy(), **PAIR))
    numbers = fold_differences_data(accuracy(), **PAIR).filter(pl.col("item") == "dataset")
    assert f"kNN is better on {numbers['wins'].sum()} of 40 runs and worse on {numbers['losses'].sum()}" in words


def test_row_order_does_not_matter() -> None:
    shuffled = hostile().sample(fraction=1.0, shuffle=True, seed=3)
    assert fold_differences_data(hostile()).equals(fold_differences_data(shuffled))
    assert br.plot_data("learning_curve", growing(3), draws=99).equals(
        learning_curve_data(growing(3).sample(fraction=1.0, shuffle=True, seed=3), draws=99)
    )
