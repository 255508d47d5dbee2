"""Abilities from matches and rankings."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import optimize, stats
from sklearn.linear_model import LogisticRegression

import benchreport as br

every_method = pytest.mark.parametrize(
    "method", [br.bradley_terry, br.plackett_luce], ids=lambda method: method.__name__
)


def table(values: np.ndarray) -> pl.DataFrame:
    rows = [(f"d{k:03d}", f"a{j}", float(value)) for k, row in enumerate(values) for j, value in enumerate(row)]
    return br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "reward"], orient="row"))


def noisy(blocks: int = 30, width: int = 4, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).gumbel(size=(blocks, width)) + np.linspace(0, 1.2, width)


def test_abilities_are_those_of_an_unpenalised_logistic_regression() -> None:
    values = noisy()
    width = values.shape[1]
    rows, wins = [], []
    for block in values:
        for i in range(width):
            for j in range(i + 1, width):
                row = np.zeros(width)
                row[i], row[j] = 1, -1
                rows.append(row)
                wins.append(block[i] > block[j])
    fit = LogisticRegression(C=np.inf, fit_intercept=False, tol=1e-12, max_iter=1000).fit(np.array(rows)[:, 1:], wins)
    theta = np.concatenate([[0.0], fit.coef_[0]])
    found = br.bradley_terry(table(values), scale="log")
    assert found["estimate"].to_numpy() == pytest.approx(theta - theta.mean(), abs=1e-5)


def test_the_elo_scale_is_400_points_for_odds_of_ten_to_one() -> None:
    values = table(np.array([[1.0, 0.0]] * 10 + [[0.0, 1.0]]))
    rows = br.bradley_terry(values)
    assert rows["estimate"][0] - rows["estimate"][1] == pytest.approx(400.0)
    assert rows["estimate"].mean() == pytest.approx(1000.0)
    assert rows["effect"].to_list() == pytest.approx([10 / 11, 1 / 11])


def test_two_algorithms_have_the_variance_of_a_binomial_log_odds() -> None:
    values = table(np.array([[1.0, 0.0]] * 8 + [[0.0, 1.0]] * 4))
    row = br.bradley_terry(values, scale="log", variant="model").row(0, named=True)
    # The log odds log(8/4) has variance 1/8 + 1/4; the ability is half of it.
    assert row["estimate"] == pytest.approx(np.log(2) / 2)
    assert row["statistic"] == pytest.approx(np.log(2) / np.sqrt(1 / 8 + 1 / 4))
    assert row["p_value"] == pytest.approx(2 * stats.norm.sf(row["statistic"]))
    reach = stats.norm.isf(0.025) * np.sqrt(1 / 8 + 1 / 4) / 2
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((np.log(2) / 2 - reach, np.log(2) / 2 + reach))


def test_a_tie_is_half_a_win_for_both() -> None:
    halves = br.bradley_terry(table(np.array([[1.0, 0.0]] * 5 + [[0.0, 1.0]] * 2 + [[0.5, 0.5]] * 2)), scale="log")
    whole = br.bradley_terry(table(np.array([[1.0, 0.0]] * 6 + [[0.0, 1.0]] * 3)), scale="log")
    assert halves["estimate"].to_list() == pytest.approx(whole["estimate"].to_list())
    assert halves["n_ties"].to_list() == [2, 2]


def test_intervals_that_take_matches_of_a_block_for_independent_are_narrower() -> None:
    values = table(np.random.default_rng(1).normal(size=(60, 8)))
    robust, model = (br.bradley_terry(values, variant=v) for v in ("robust", "model"))  # type: ignore[arg-type]
    width = ((robust["ci_high"] - robust["ci_low"]) / (model["ci_high"] - model["ci_low"])).mean()
    # For random rankings of L the variance of the score is (L + 1) / 3 times that of independent matches.
    assert width == pytest.approx(np.sqrt(9 / 3), rel=0.1)


def minorised(rankings: list[tuple[int, ...]], rounds: int = 3000) -> np.ndarray:
    """Hunter's MM algorithm for the Plackett-Luce model, one ranking after the other."""
    width = len(rankings[0])
    power = np.ones(width)
    wins = np.zeros(width)
    for ranking in rankings:
        for item in ranking[:-1]:
            wins[item] += 1
    for _ in range(rounds):
        below = np.zeros(width)
        for ranking in rankings:
            for stage in range(width - 1):
                left = list(ranking[stage:])
                below[left] += 1 / power[left].sum()
        power = wins / below
        power /= power.sum()
    return power


def test_plackett_luce_agrees_with_the_mm_algorithm() -> None:
    values = noisy(12, 4, seed=3)
    power = minorised([tuple(np.argsort(-row)) for row in values], rounds=600)
    rows = br.plackett_luce(table(values), scale="log")
    assert rows["effect"].to_numpy() == pytest.approx(power, abs=1e-6)
    assert rows["estimate"].to_numpy() == pytest.approx(np.log(power) - np.log(power).mean(), abs=1e-5)


def test_plackett_luce_errors_are_those_of_the_information() -> None:
    values = noisy(25, 3, seed=4)
    orders = np.argsort(-values, axis=1)

    def loss(free: np.ndarray) -> float:
        theta = np.concatenate([[0.0], free])[orders]
        return float(-sum((row[s] - np.log(np.exp(row[s:]).sum())) for row in theta for s in range(3)))

    best = optimize.minimize(loss, np.zeros(2), method="BFGS", options={"gtol": 1e-10})
    step = 1e-4
    hessian = np.array(
        [
            [
                (
                    loss(best.x + step * (e + f))
                    - loss(best.x + step * (e - f))
                    - loss(best.x - step * (e - f))
                    + loss(best.x - step * (e + f))
                )
                / (4 * step**2)
                for f in np.eye(2)
            ]
            for e in np.eye(2)
        ]
    )
    lift = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]) - 1 / 3 * np.ones((3, 1)) @ np.ones((1, 2))
    expected = np.sqrt(np.diag(lift @ np.linalg.inv(hessian) @ lift.T))
    rows = br.plackett_luce(table(values), scale="log", variant="model")
    error = rows["estimate"].to_numpy() / rows["statistic"].to_numpy()
    assert error == pytest.approx(expected, rel=1e-4)


def test_efron_ties_in_plackett_luce_lie_between_the_two_orders() -> None:
    clear = [[3.0, 2.0, 1.0], [1.0, 3.0, 2.0], [2.0, 1.0, 3.0], [3.0, 1.0, 2.0]]

    def first(extra: list[float]) -> float:
        return float(br.plackett_luce(table(np.array([*clear, extra])), scale="log")["estimate"][0])

    assert first([2.0, 3.0, 1.0]) < first([3.0, 3.0, 1.0]) < first([3.0, 2.0, 1.0])


@every_method
def test_rankings_of_every_kind_once_make_all_alike(method: Callable[..., Any]) -> None:
    values = np.array(list(permutations([1.0, 2.0, 3.0])))
    rows = method(table(values), scale="log")
    assert rows["estimate"].to_numpy() == pytest.approx(np.zeros(3), abs=1e-9)
    assert rows["p_value"].to_list() == pytest.approx([1.0] * 3)


@every_method
def test_a_constant_added_to_a_block_or_the_other_direction_changes_nothing(method: Callable[..., Any]) -> None:
    values = noisy()
    moved = values + np.arange(30)[:, None]
    assert method(table(moved)).equals(method(table(values)))


@every_method
def test_an_algorithm_that_never_loses_has_no_finite_rating(method: Callable[..., Any]) -> None:
    values = noisy()
    values[:, 0] = 100.0
    rows = method(table(values))
    assert set(rows["status"]) == {"undefined"}
    assert rows["estimate"].null_count() == rows.height
    assert "never lose" in rows["note"][0]


@every_method
def test_one_upset_is_enough_for_a_finite_rating(method: Callable[..., Any]) -> None:
    values = np.array([[3.0, 2.0, 1.0]] * 20 + [[1.0, 3.0, 2.0], [2.0, 1.0, 3.0]])
    rows = method(table(values))
    assert set(rows["status"]) == {"ok"}
    assert rows["estimate"].to_list() == sorted(rows["estimate"].to_list(), reverse=True)


@every_method
def test_all_tied_is_all_alike(method: Callable[..., Any]) -> None:
    rows = method(table(np.ones((6, 3))))
    assert set(rows["status"]) == {"all_ties"}
    assert rows["estimate"].to_list() == [1000.0] * 3
    assert rows["p_value"].to_list() == [1.0] * 3


@every_method
def test_an_algorithm_always_in_the_same_place_has_no_spread_to_judge_by(method: Callable[..., Any]) -> None:
    rows = method(table(np.array([[3.0, 2.0, 1.0], [1.0, 2.0, 3.0]] * 6)))
    if method is br.bradley_terry:
        assert rows["status"].to_list() == ["ok", "zero_variance", "ok"]
        assert rows["note"][1] == "the same place in every block"


@every_method
def test_matches_that_are_there_are_used_on_request(method: Callable[..., Any], demsar: pl.DataFrame) -> None:
    holey = demsar.filter((pl.col("dataset") != "wine") | (pl.col("algorithm") != "C4.5+m"))
    rows = method(holey, missing="available")
    assert set(rows["status"]) == {"ok"}
    assert rows["estimate"].to_list() != method(demsar)["estimate"].to_list()


@every_method
def test_many_groups_go_through_in_parts(
    method: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, study: pl.DataFrame
) -> None:
    whole = method(study, by=("dataset", "metric"))
    monkeypatch.setattr("benchreport.stats.bayes.abilities.CHUNK", 800)
    assert method(study, by=("dataset", "metric")).equals(whole)


@every_method
def test_unknown_scales_and_variants_are_refused(method: Callable[..., Any], demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="scale"):
        method(demsar, scale="points")
    with pytest.raises(br.BenchreportError, match="variant"):
        method(demsar, variant="bootstrap")
