"""Score distributions and aggregates: what the curves and intervals are."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from matplotlib.figure import Figure

import benchreport as br
from benchreport.figures.kinds import KINDS
from benchreport.figures.scores.profiles import ecdf_alt, ecdf_data, iqm_data
from tests.figures.cases import accuracy, demsar, large, study
from tests.figures.cases_distributions import wide_span

ecdf = KINDS["ecdf"].draw
iqm = KINDS["iqm"].draw


def curves(figure: Figure) -> list[np.ndarray]:  # type: ignore[type-arg]
    return [np.column_stack(line.get_data()) for line in figure.axes[0].lines if line.get_label() == "curve"]


@pytest.mark.parametrize("metric", ["accuracy", "log_loss"])
def test_score_distributions_count_the_runs_that_reach_a_score(metric: str) -> None:
    numbers = ecdf_data(study(), metric=metric, draws=99)
    for name, x, y in numbers.select("algorithm", "x", "y").rows()[::37]:
        values = study().filter(pl.col("metric") == metric, pl.col("algorithm") == name)["value"].to_numpy()
        reached = values >= x - 1e-12 if metric == "accuracy" else values <= x + 1e-12
        assert y == pytest.approx(reached.mean())


def test_bands_lie_around_the_curve() -> None:
    numbers = ecdf_data(accuracy(), draws=199)
    assert (numbers["resample"][0], numbers["result"][0]) == ("datasets", "run")
    assert (numbers["ci_low"] <= numbers["y"] + 1e-12).mean() > 0.99  # type: ignore[operator]
    assert len([c for c in ecdf(numbers).axes[0].collections if c.get_label() == "band"]) == 6


def test_datasets_are_the_unit_where_each_has_one_run() -> None:
    assert ecdf_data(demsar(), draws=99)["resample"][0] == "datasets"
    assert ecdf_data(accuracy(), draws=99, resample="datasets")["resample"][0] == "datasets"


def test_few_curves_share_a_picture_and_many_have_a_panel_each() -> None:
    assert len(curves(ecdf(ecdf_data(demsar(), draws=99)))) == 4
    panels = [axes for axes in ecdf(ecdf_data(large(), draws=99)).axes if axes.lines]
    assert len(panels) == 40
    assert {len(axes.lines) for axes in panels} == {1}


def test_shares_are_given_at_every_value_and_the_words_name_values_that_were_measured() -> None:
    table = demsar()
    numbers = ecdf_data(table, draws=99)
    assert numbers["x"].unique().sort().to_list() == table["value"].unique().sort().to_list()
    words = ecdf_alt(numbers)
    for name in (numbers["algorithm"][0], numbers["algorithm"][-1]):
        values = table.filter(pl.col("algorithm") == name)["value"].sort(descending=True)
        assert f" {name} " in words
        # Half of 14 results reach the seventh largest.
        assert f"{values[6]:.4g}" in words


def test_a_score_over_magnitudes_with_too_many_steps_is_looked_at_in_even_factors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("benchreport.figures.scores.profiles.MOST_STEPS", 10)
    numbers = ecdf_data(wide_span(), draws=99)
    x = numbers["x"].unique().sort().to_numpy()
    assert np.diff(np.log(x)) == pytest.approx(np.diff(np.log(x))[0])
    assert "Half of" not in ecdf_alt(numbers)


def test_the_four_aggregates_are_those_of_the_statistics() -> None:
    numbers = iqm_data(accuracy(), draws=99, seed=4)
    for name, function in (
        ("median", br.median_score),
        ("iqm", br.iqm),
        ("mean", br.mean_score),
        ("gap", br.optimality_gap),
    ):
        rows = function(accuracy(), draws=99, seed=4).sort("a")
        part = numbers.filter(pl.col("aggregate") == name).sort("algorithm")
        assert part["estimate"].to_list() == rows["estimate"].to_list()
        assert part["ci_low"].to_list() == rows["ci_low"].to_list()


def test_aggregates_are_drawn_in_one_order_the_best_iqm_on_top() -> None:
    numbers = iqm_data(study(), metric="log_loss", draws=99)
    order = numbers.filter(pl.col("aggregate") == "iqm")["estimate"].to_list()
    assert order == sorted(order)
    panels = [axes for axes in iqm(numbers).axes if axes.collections]
    assert len(panels) == 4
    marks = next(c for c in panels[1].collections if c.get_label() == "estimate")
    assert [tuple(map(float, place)) for place in marks.get_offsets()] == [  # type: ignore[union-attr]
        (estimate, row) for row, estimate in enumerate(order)
    ]


def test_seeds_decide_the_intervals_and_row_order_does_not() -> None:
    shuffled = accuracy().sample(fraction=1.0, shuffle=True, seed=2)
    assert iqm_data(accuracy(), draws=99).equals(iqm_data(shuffled, draws=99))
    assert not iqm_data(accuracy(), draws=99).equals(iqm_data(accuracy(), draws=99, seed=1))
