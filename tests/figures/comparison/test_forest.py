"""What the forest plot and the scatter of two algorithms draw."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text

import benchreport as br
from benchreport.figures.comparison.forest import (
    MOST_ROWS,
    forest_alt,
    forest_data,
    scatter_pair_alt,
    scatter_pair_data,
)
from benchreport.figures.kinds import KINDS
from tests.figures.cases import demsar, large, made

forest = KINDS["forest"].draw
scatter_pair = KINDS["scatter_pair"].draw


def lines(figure: Figure, label: str) -> list[Line2D]:
    return [line for axes in figure.axes for line in axes.lines if line.get_label() == label]


def texts(figure: Figure, label: str) -> list[Text]:
    return [text for axes in figure.axes for text in axes.texts if text.get_label() == label]


def plotting(figure: Figure) -> Axes:
    return next(axes for axes in figure.axes if axes.axison)


def turned(table: pl.DataFrame) -> pl.DataFrame:
    return table.with_columns(direction=pl.lit("lower", dtype=table.schema["direction"]))


def test_every_row_has_its_estimate_inside_its_interval_first_on_top() -> None:
    numbers = forest_data(demsar())
    figure = forest(numbers)
    marks, spans = lines(figure, "estimate"), lines(figure, "interval")
    assert len(marks) == len(spans) == numbers.height == 6
    for row, (mark, span) in enumerate(zip(marks, spans, strict=True)):
        low, high = np.asarray(span.get_xdata(), dtype=float)
        assert (low, high) == numbers.select("low", "high").row(row)
        assert low <= float(np.asarray(mark.get_xdata())[0]) <= high
        assert np.asarray(mark.get_ydata())[0] == row
    assert plotting(figure).get_ylim() == (5.5, -0.5)
    assert np.asarray(lines(figure, "reference")[0].get_xdata()).tolist() == [0, 0]


def test_the_numbers_are_those_of_the_test_turned_so_that_the_better_comes_first() -> None:
    rows = br.adjust(br.wilcoxon(demsar()), "holm").select(pl.col("a", "b").cast(pl.String), "estimate", "p_adjusted")
    tested = {(a, b): (estimate, p) for a, b, estimate, p in rows.rows()}
    for a, b, estimate, p in forest_data(demsar()).select("a", "b", "estimate", "p").rows():
        pair, sign = ((a, b), 1) if (a, b) in tested else ((b, a), -1)
        assert (estimate, p) == (sign * tested[pair][0], tested[pair][1])
        assert estimate >= 0


def test_a_control_is_always_what_is_taken_off() -> None:
    numbers = forest_data(demsar(), control="C4.5+m")
    assert set(numbers["b"]) == {"C4.5+m"}
    assert numbers.height == 3
    assert numbers["estimate"].is_sorted(descending=True)
    family = br.adjust(br.wilcoxon(demsar(), control="C4.5+m"), "holm")
    assert sorted(numbers["p"]) == sorted(family["p_adjusted"])


@pytest.mark.parametrize("lower", [False, True])
def test_the_best_comes_first_and_the_words_point_to_the_better_side(lower: bool) -> None:
    table = turned(made(4, 20)) if lower else made(4, 20)
    numbers = forest_data(table, control="algorithm01")
    assert numbers["a"][0] == ("algorithm00" if lower else "algorithm03")
    words = [text.get_text() for text in texts(forest(numbers), "way")]
    assert ("worse →" in words) == lower
    assert ("better →" in words) == (not lower)


def test_differences_of_ranks_are_better_when_lower() -> None:
    numbers = forest_data(demsar(), posthoc="nemenyi", control="C4.5")
    assert numbers["direction"][0] == "lower"
    assert numbers["a"][0] == "C4.5+m+cf"
    assert numbers["estimate"][0] < 0


def test_filled_marks_are_those_that_differ() -> None:
    numbers = forest_data(demsar(), adjust=None)
    filled = [line.get_markerfacecolor() != "white" for line in lines(forest(numbers), "estimate")]
    assert filled == numbers["differs"].to_list()
    assert any(filled)
    assert not all(filled)


def test_too_many_pairs_become_differences_from_the_best_and_the_figure_says_so() -> None:
    numbers = forest_data(large(), posthoc="nemenyi")
    assert numbers.height == 39
    assert set(numbers["b"]) == {br.average_ranks(large()).sort("mean_rank")["algorithm"][0]}
    words = " ".join(text.get_text() for text in texts(forest(numbers), "footnote"))
    assert "too many pairs" in words.replace("\n", " ")


def test_more_rows_than_a_page_holds_are_cut_and_counted() -> None:
    figure = forest(forest_data(made(60, 6), control="algorithm00", posthoc="sign_test"))
    assert len(texts(figure, "p")) == MOST_ROWS
    assert any(f"{MOST_ROWS} of 59" in text.get_text() for text in texts(figure, "footnote"))


def test_without_estimates_there_are_no_marks_but_p_values() -> None:
    numbers = forest_data(made(3, 4).with_columns(value=pl.lit(0.5)))
    figure = forest(numbers)
    assert lines(figure, "estimate") == [] or all(np.asarray(m.get_xdata())[0] == 0 for m in lines(figure, "estimate"))
    assert [text.get_text() for text in texts(figure, "p")] == [">.999"] * 3
    assert "0 of 3 differ" in forest_alt(numbers)


def test_an_unknown_control_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(br.BenchreportError, match=r"did you mean 'C4\.5'"):
        forest_data(demsar(), control="C45")


@pytest.mark.parametrize("lower", [False, True])
def test_wins_are_counted_on_the_side_of_the_diagonal_where_their_points_lie(lower: bool) -> None:
    table = turned(demsar()) if lower else demsar()
    numbers = scatter_pair_data(table, a="C4.5", b="C4.5+m")
    figure = scatter_pair(numbers)
    above = int((numbers["b"] > numbers["a"]).sum())
    below = int((numbers["b"] < numbers["a"]).sum())
    first, second = sorted(texts(figure, "wins"), key=lambda text: text.get_position()[0])
    names = ("C4.5", "C4.5+m") if lower else ("C4.5+m", "C4.5")
    assert first.get_text() == f"{names[0]} wins {above}"  # upper left
    assert second.get_text() == f"{names[1]} wins {below}"  # lower right
    assert (
        sum(len(np.asarray(line.get_xdata())) for kind in ("a wins", "b wins", "tie") for line in lines(figure, kind))
        == 14
    )
    assert len(np.asarray(lines(figure, "tie")[0].get_xdata())) == 14 - above - below


def test_both_axes_have_the_same_ends_and_length() -> None:
    axes = plotting(scatter_pair(scatter_pair_data(demsar())))
    assert axes.get_xlim() == axes.get_ylim()
    box, (width, height) = axes.get_position(), axes.figure.get_size_inches()
    assert box.width * width == pytest.approx(box.height * height)
    assert np.allclose(axes.get_xticks(), axes.get_yticks())


def test_values_over_orders_of_magnitude_get_logarithmic_axes_but_a_lone_tiny_one_does_not() -> None:
    table = made(2, 40)
    wide = table.with_columns(value=10 ** ((pl.col("value") - 0.7) * 30))
    assert plotting(scatter_pair(scatter_pair_data(wide))).get_xscale() == "log"
    lone = table.with_row_index().with_columns(value=pl.when(pl.col("index") == 0).then(1e-15).otherwise("value"))
    assert plotting(scatter_pair(scatter_pair_data(lone.drop("index")))).get_xscale() == "linear"


def test_by_itself_the_two_best_are_drawn() -> None:
    numbers = scatter_pair_data(made(5, 40))
    assert (numbers["name_a"][0], numbers["name_b"][0]) == ("algorithm04", "algorithm03")
    other = scatter_pair_data(made(5, 40), b="algorithm04")
    assert (other["name_a"][0], other["name_b"][0]) == ("algorithm03", "algorithm04")


def test_results_without_a_partner_are_left_out_and_counted() -> None:
    gappy = made(2, 9).with_row_index().filter(pl.col("index") != 3).drop("index")
    numbers = scatter_pair_data(gappy)
    assert (numbers.height, numbers["n_left_out"][0]) == (8, 1)
    assert "1 results without" in " ".join(text.get_text() for text in texts(scatter_pair(numbers), "footnote"))


def test_runs_of_one_dataset_are_points_of_their_own() -> None:
    numbers = scatter_pair_data(made(3, 1, folds=7))
    assert numbers.height == 7
    assert "n = 7 runs" in scatter_pair_alt(numbers)


def test_values_that_agree_to_twelve_digits_are_ties() -> None:
    table = made(2, 3).with_columns(value=pl.lit(0.3) + pl.int_range(pl.len()) * 1e-17)
    assert scatter_pair_data(table)["winner"].null_count() == 3


def test_an_algorithm_cannot_meet_itself() -> None:
    with pytest.raises(br.BenchreportError, match="name two algorithms"):
        scatter_pair_data(demsar(), a="C4.5", b="C4.5")
    with pytest.raises(br.BenchreportError, match="needs two algorithms"):
        scatter_pair_data(made(1, 5))
