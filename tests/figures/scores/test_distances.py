"""Distances from the best: profiles are true steps, and summaries those of the distances."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from benchreport.errors import OptionError
from benchreport.figures.kinds import KINDS
from benchreport.figures.scores.distances import distances_data, leading_looks, profile_alt, profile_data
from tests.figures.cases import demsar, large
from tests.figures.cases_comparison import losses
from tests.figures.cases_distributions import gaps, outlying, wide_span

distances = KINDS["distances"].draw
profile = KINDS["profile"].draw


def lines(figure: Figure) -> dict[str, Line2D]:
    """Return the named lines of the first panel."""
    return {str(line.get_label()): line for line in figure.axes[0].lines if line.get_label() != "others"}


def test_a_profile_is_the_share_of_datasets_within_each_factor() -> None:
    numbers = profile_data(demsar())
    wide = demsar().pivot("algorithm", index="dataset", values="value")
    best = wide.select(pl.max_horizontal(pl.exclude("dataset"))).to_series()
    for name in wide.columns[1:]:
        ratio = (best / wide[name]).to_numpy()
        for x, y in numbers.filter(pl.col("algorithm") == name).select("x", "y").rows():
            assert y == pytest.approx(np.mean(ratio <= x * (1 + 1e-9)))


def test_profiles_are_drawn_as_steps_from_factor_1_to_the_end_of_the_axis() -> None:
    figure = profile(profile_data(demsar()))
    end = figure.axes[0].get_xlim()[1]
    for name, line in lines(figure).items():
        own = profile_data(demsar()).filter(pl.col("algorithm") == name)
        assert line.get_drawstyle() == "steps-post"
        assert np.column_stack(line.get_data())[:-1].tolist() == [list(step) for step in own.select("x", "y").rows()]
        assert line.get_xdata()[-1] == pytest.approx(max(end, own["x"][-1]))


def test_missing_results_are_never_within_any_factor() -> None:
    numbers = profile_data(gaps())
    assert numbers.filter(pl.col("algorithm") == "algorithm02")["y"].max() == pytest.approx(9 / 12)
    assert "3 results are missing or 0" in profile_alt(numbers)


def test_an_accuracy_of_0_is_as_a_missing_result_and_a_negative_value_is_refused() -> None:
    nought = demsar().with_columns(
        value=pl.when((pl.col("algorithm") == "C4.5") & (pl.col("dataset") == "iris")).then(0.0).otherwise("value")
    )
    numbers = profile_data(nought).filter(pl.col("algorithm") == "C4.5")
    assert numbers["y"].max() == pytest.approx(13 / 14)
    assert numbers["n_failed"][0] == 1
    with pytest.raises(OptionError, match="positive"):
        profile_data(outlying())


def test_large_factors_get_a_logarithmic_axis() -> None:
    assert profile(profile_data(wide_span())).axes[0].get_xscale() == "log"
    assert profile(profile_data(demsar())).axes[0].get_xscale() == "linear"
    assert profile(profile_data(wide_span()), most=4).axes[0].get_xlim()[1] < 4.2
    with pytest.raises(OptionError, match="above 1"):
        profile(profile_data(demsar()), most=1)


def test_the_words_of_a_profile_say_who_wins_most() -> None:
    # C4.5+m+cf is best on 6 datasets and shares mushroom.
    assert "C4.5+m+cf is best or shares the best on 50%" in profile_alt(profile_data(demsar()))


@pytest.mark.parametrize("lower", [False, True])
def test_distances_are_those_from_the_best_of_each_dataset(lower: bool) -> None:
    table = losses() if lower else demsar()
    numbers = distances_data(table)
    wide = table.pivot("algorithm", index="dataset", values="value")
    for dataset, *values in wide.rows():
        best = min(values) if lower else max(values)
        expected = [value / best if lower else best - value for value in values]
        own = dict(numbers.filter(pl.col("dataset") == dataset).select("algorithm", "distance").rows())
        assert [own[name] for name in wide.columns[1:]] == pytest.approx(expected)


def test_the_steps_lie_at_the_distances_and_the_summary_is_their_quantiles() -> None:
    numbers = distances_data(demsar())
    figure = distances(numbers)
    own = numbers.filter(pl.col("algorithm") == "C4.5")["distance"].sort().to_numpy()
    x, y = lines(figure)["C4.5"].get_data()
    assert x[1 : len(own) + 1] == pytest.approx(own)
    assert y[0] == pytest.approx(np.mean(own == 0))
    assert y[1 : len(own) + 1] == pytest.approx(np.arange(1, 15) / 14)
    row = numbers["algorithm"].unique(maintain_order=True).to_list().index("C4.5")
    drawn = {line.get_label(): line.get_xdata() for line in figure.axes[1].lines if line.get_ydata()[0] == row}
    assert drawn["median"] == pytest.approx([np.median(own)])
    assert drawn["quartiles"] == pytest.approx(np.quantile(own, [0.25, 0.75]))
    assert drawn["central 80 %"] == pytest.approx(np.quantile(own, [0.1, 0.9]))


def test_of_many_algorithms_few_stand_out_and_are_named_beside_their_lines() -> None:
    figure = distances(distances_data(large()))
    names = list(leading_looks(distances_data(large())["algorithm"].unique(maintain_order=True).to_list()))
    assert len(names) <= 7
    assert set(lines(figure)) == set(names)
    assert sum(line.get_label() == "others" for line in figure.axes[0].lines) == 40 - len(names)
    written = [text.get_text() for axes in figure.axes for text in axes.texts if text.get_label() == "line name"]
    assert sorted(written) == sorted(names)


def test_factors_of_a_best_of_0_are_refused() -> None:
    with pytest.raises(OptionError, match="no ratios"):
        distances_data(outlying(), ratio=True)
