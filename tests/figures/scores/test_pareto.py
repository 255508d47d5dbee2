"""Quality against cost: estimates relative to the best, the front as steps, names where there is room."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.lines import Line2D

import benchreport as br
from benchreport.errors import ColumnError, OptionError
from benchreport.figures.kinds import KINDS
from benchreport.figures.scores.pareto import pareto_alt, pareto_data
from tests.figures.cases import demsar, study
from tests.figures.cases_distributions import costly

pareto = KINDS["pareto"].draw


def marks(figure: Any) -> list[Line2D]:
    return [line for line in figure.axes[0].lines if line.get_label() == "algorithm"]


def walsh_median(values: np.ndarray) -> float:  # type: ignore[type-arg]
    """Return the Hodges-Lehmann estimate: the median of all means of two values."""
    first, second = np.triu_indices(len(values))
    return float(np.median((values[first] + values[second]) / 2))


def test_the_front_holds_exactly_those_that_none_dominates() -> None:
    rows = pareto_data(costly(12, 20)).select("algorithm", "cost", "quality", "on_front").rows()
    for name, cost, quality, leads in rows:
        beaten = any(
            c <= cost and q >= quality and (c < cost or q > quality) for other, c, q, _ in rows if other != name
        )
        assert leads is not beaten


def test_values_are_hodges_lehmann_estimates_relative_to_the_best() -> None:
    table = costly(6, 20)
    numbers = pareto_data(table)
    focus = str(numbers["focus"][0])
    parts = {name: table.filter(pl.col("metric") == name) for name in ("accuracy", "train_time")}
    wide = {
        name: part.pivot("algorithm", index="dataset", values="value").sort("dataset") for name, part in parts.items()
    }
    for name, cost, quality in numbers.select("algorithm", "cost", "quality").rows():
        apart = (wide["accuracy"][name] - wide["accuracy"][focus]).to_numpy()
        logs = np.log((wide["train_time"][name] / wide["train_time"][focus]).to_numpy())
        assert quality == pytest.approx(walsh_median(apart), abs=1e-12)
        assert cost == pytest.approx(np.exp(walsh_median(logs)))


def test_hollow_marks_are_not_distinguished_from_the_best() -> None:
    table = costly(12, 30)
    numbers = pareto_data(table)
    focus = numbers["focus"][0]
    rows = br.verdicts(table.filter(pl.col("metric") == "accuracy"))
    pairs = rows.filter(pl.col("p_adjusted") > 0.05).select(pl.col("a", "b").cast(pl.String)).rows()
    alike = {name for pair in pairs if focus in pair for name in pair} - {focus}
    assert set(numbers.filter("alike")["algorithm"]) == alike
    hollow = [line.get_markerfacecolor() == "white" for line in marks(pareto(numbers))]
    assert hollow == numbers["alike"].to_list()
    assert any(hollow)


def test_the_front_is_drawn_as_steps_and_better_is_right_and_up() -> None:
    numbers = pareto_data(costly(8, 20))
    axes = pareto(numbers).axes[0]
    front = next(line for line in axes.lines if line.get_label() == "front")
    corners = np.column_stack(front.get_data())
    assert all((np.diff(corners[:, 0]) == 0) | (np.diff(corners[:, 1]) == 0))
    drawn = {tuple(corner) for corner in corners}
    assert drawn >= set(numbers.filter("on_front").select("cost", "quality").rows())
    assert axes.get_xscale() == "log"
    assert axes.get_xlim()[0] > axes.get_xlim()[1]
    assert axes.get_ylim()[0] < axes.get_ylim()[1]


def test_of_many_algorithms_only_the_front_and_the_hollow_ones_are_named() -> None:
    numbers = pareto_data(costly(40, 30))
    names = {text.get_text() for text in pareto(numbers).axes[0].texts if text.get_label() == "name"}
    assert names
    assert names <= set(numbers.filter(pl.col("on_front") | pl.col("alike"))["algorithm"]) | {numbers["focus"][0]}


def test_one_dataset_has_its_own_values_and_an_unknown_one_is_refused() -> None:
    table = costly(5, 3)
    numbers = pareto_data(table, dataset="dataset001")
    own = {
        metric: dict(part.select(pl.col("algorithm").cast(pl.String), "value").rows())
        for (metric,), part in table.filter(pl.col("dataset") == "dataset001").group_by(
            pl.col("metric").cast(pl.String)
        )
    }
    focus = numbers["focus"][0]
    for name, cost in numbers.select("algorithm", "cost").rows():
        assert cost == pytest.approx(own["train_time"][name] / own["train_time"][focus])
    with pytest.raises(ColumnError, match="no dataset"):
        pareto_data(table, dataset="dataset1")


@pytest.mark.parametrize(
    ("table", "options", "problem"),
    [
        (study, {}, "which of the metrics"),
        (demsar, {}, "which of the metrics"),
        (study, {"quality": "accuracy", "cost": "accuracy"}, "same metric"),
    ],
)
def test_axes_that_are_not_clear_must_be_named(table: Any, options: Any, problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        pareto_data(table(), **options)
    with pytest.raises(ColumnError, match="no metric"):
        pareto_data(study(), quality="acuracy", cost="log_loss")


def test_a_cost_of_0_has_no_ratio_and_the_words_name_the_front() -> None:
    table = costly(4, 8)
    nought = pl.col("metric").cast(pl.String) == "train_time"
    with pytest.raises(OptionError, match="no ratios"):
        pareto_data(table.with_columns(value=pl.when(nought).then(0.0).otherwise("value")))
    numbers = pareto_data(table)
    assert f"{numbers.filter('on_front')['algorithm'][0]} (" in pareto_alt(numbers)


def test_row_order_does_not_matter() -> None:
    table = costly(6, 14)
    assert pareto_data(table).equals(pareto_data(table.sample(fraction=1.0, shuffle=True, seed=3)))
