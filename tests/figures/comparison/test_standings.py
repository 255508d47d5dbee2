"""The board of places: rank sets from the verdicts, coverage, rows left out, verdicts against a reference."""

from __future__ import annotations

import polars as pl
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

import benchreport as br
from benchreport.figures.comparison.standings import standings_alt, standings_data
from benchreport.figures.kinds import KINDS
from benchreport.figures.style import CARE, TINT
from tests.figures.cases import made
from tests.figures.cases_comparison import beyond, gappy

standings = KINDS["standings"].draw


def lines(figure: Figure, label: str) -> list:
    return [line for axes in figure.axes for line in axes.lines if line.get_label() == label]


def texts(figure: Figure, label: str) -> list[str]:
    return [text.get_text() for axes in figure.axes for text in axes.texts if text.get_label() == label]


def boxes(figure: Figure, label: str) -> list[Rectangle]:
    return [box for axes in figure.axes for box in axes.patches if box.get_label() == label]  # type: ignore[misc]


def test_places_not_ruled_out_count_who_beats_whom() -> None:
    table = made(18, 14)
    verdicts = br.verdicts(table).filter(pl.col("p_adjusted") <= 0.05)
    better = verdicts.with_columns(pl.col("a", "b", "better").cast(pl.String))
    losers = better.with_columns(worse=pl.when(pl.col("better") == pl.col("a")).then("b").otherwise("a"))
    numbers = standings_data(table)
    for row in numbers.iter_rows(named=True):
        beaten_by = losers.filter(pl.col("worse") == row["algorithm"]).height
        beats = losers.filter(pl.col("better") == row["algorithm"]).height
        assert (row["place_low"], row["place_high"]) == (1 + beaten_by, 18 - beats)
    figure = standings(numbers)
    ends = [tuple(line.get_xdata()) for line in lines(figure, "rank set")]
    assert ends == [(low - 0.5, high + 0.5) for low, high in numbers.select("place_low", "place_high").rows()]
    assert [line.get_xdata()[0] for line in lines(figure, "own place")] == numbers["place"].to_list()


def test_rows_are_tinted_where_they_do_not_differ_from_the_best() -> None:
    numbers = standings_data(made(18, 14))
    figure = standings(numbers)
    rows = sorted(round((box.get_y() - 9.2) / 4.0) for box in boxes(figure, "tint"))
    alike = [i for i, row in enumerate(numbers.iter_rows(named=True)) if row["is_focus"] or row["p"] > 0.05]
    assert rows == alike
    assert 1 < len(alike) < 18
    assert {to_hex(box.get_facecolor()) for box in boxes(figure, "tint")} == {TINT}


def test_of_many_the_first_thirty_and_the_last_three_are_drawn_with_a_text_between() -> None:
    numbers = standings_data(beyond())
    figure = standings(numbers, more="27 more: Table 4")
    drawn = texts(figure, "name")
    assert drawn == [*numbers["algorithm"].to_list()[:30], *numbers["algorithm"].to_list()[-3:]]
    assert "27 more: Table 4" in {text.get_text() for axes in figure.axes for text in axes.texts}


def test_missing_results_are_hollow_cells_and_counted() -> None:
    table = gappy()
    figure = standings(standings_data(table, missing="available"))
    hollow = [box for box in boxes(figure, "cell") if to_hex(box.get_edgecolor(), keep_alpha=False) == CARE]
    datasets, algorithms = table["dataset"].n_unique(), table["algorithm"].n_unique()
    assert len(boxes(figure, "cell")) == datasets * algorithms
    assert len(hollow) == datasets * algorithms - table.height
    counts = dict(table.group_by(pl.col("algorithm").cast(pl.String)).len().rows())
    assert [int(text) for text in texts(figure, "n")] == [counts[name] for name in texts(figure, "name")]


def test_a_complete_table_has_no_strip_but_the_range_of_places() -> None:
    numbers = standings_data(made(18, 14))
    figure = standings(numbers)
    assert boxes(figure, "cell") == []
    first = numbers.row(0, named=True)
    assert f"{first['place_low']}–{first['place_high']}" in texts(figure, "value")


def test_with_a_reference_there_are_verdicts_against_it_and_no_places() -> None:
    numbers = standings_data(made(18, 14), control="algorithm09")
    figure = standings(numbers)
    assert numbers["algorithm"][0] == "algorithm09"
    assert numbers["place_low"].null_count() == numbers.height
    assert lines(figure, "rank set") == []
    assert texts(figure, "place") == []
    assert numbers["comparisons"][0] == 17
    assert len(lines(figure, "estimate")) == 17


def test_mean_ranks_have_the_intervals_of_their_own_method() -> None:
    table = made(18, 14)
    numbers = standings_data(table, seed=3)
    limits = {str(a): (low, high) for a, low, high in br.rank_intervals(table, seed=3)["a", "ci_low", "ci_high"].rows()}
    for row in numbers.iter_rows(named=True):
        assert (row["rank_low"], row["rank_high"]) == pytest.approx(limits[row["algorithm"]])


def test_the_words_name_who_cannot_be_distinguished() -> None:
    numbers = standings_data(made(18, 14))
    words = standings_alt(numbers)
    alike = numbers.filter(~pl.col("is_focus") & (pl.col("p") > 0.05)).height
    assert f"{alike} others cannot be distinguished" in words
