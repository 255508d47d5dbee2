"""Checks of score tables, on tables with and without what they look for."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy.stats import mannwhitneyu

import benchreport as br
from benchreport.document.analyses.answer.data_checks import (
    full_budgets,
    hard_labels,
    isolated_results,
    perfect_runs,
    unlike_datasets,
)

RATES = [0.95, 0.9, 0.82, 0.71, 1.0]


def both(losses: dict[str, list[float]], rates: list[float] | None = None, *, rate: str = "accuracy") -> pl.DataFrame:
    """Log losses of some algorithms beside one list of rates."""
    values = RATES if rates is None else rates
    rows = [
        (name, f"d{i}", metric, value)
        for name, own in losses.items()
        for metric, column in (("logloss", own), (rate, values))
        for i, value in enumerate(column)
    ]
    return br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "metric", "value"], orient="row"))


def runs(dataset: str, **algorithms: list[float]) -> pl.DataFrame:
    rows = [(name, dataset, fold, value) for name, values in algorithms.items() for fold, value in enumerate(values)]
    return br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "accuracy"], orient="row"))


def test_a_log_loss_that_is_a_constant_times_the_error_rate_is_noticed() -> None:
    hard = [36.04 * (1 - rate) for rate in RATES]
    soft = [0.2, 0.3, 0.5, 0.6, 0.05]
    rows = hard_labels(both({"hard": hard, "soft": soft}))
    assert rows["algorithm"].to_list() == ["hard"]
    assert abs(rows["factor"][0] - 36.04) < 1e-9
    errors = [1 - rate for rate in RATES]
    assert hard_labels(both({"hard": hard, "soft": soft}, errors, rate="error_rate"))["algorithm"].to_list() == ["hard"]


def test_percentages_give_the_same_factor() -> None:
    hard = [36.04 * (1 - rate) for rate in RATES]
    rows = hard_labels(both({"hard": hard, "other": [0.2, 0.3, 0.5, 0.6, 0.05]}, [100 * rate for rate in RATES]))
    assert rows["algorithm"].to_list() == ["hard"]
    assert abs(rows["factor"][0] - 36.04) < 1e-6


def test_a_loss_without_an_error_or_two_error_rates_alone_are_no_hard_labels() -> None:
    nearly = [36.04 * (1 - rate) for rate in RATES[:4]] + [0.3]
    assert hard_labels(both({"nearly": nearly, "soft": [0.2, 0.3, 0.5, 0.6, 0.05]})).is_empty()
    two = [0.9, 0.9, 0.8, 0.8]
    assert hard_labels(both({"few": [3.6, 3.6, 7.2, 7.2], "soft": [0.2, 0.3, 0.5, 0.6]}, two)).is_empty()


def test_without_a_log_loss_nothing_is_said() -> None:
    assert hard_labels(br.read_scores(br.example("demsar2006_auc.csv"))).is_empty()


def test_perfect_runs_need_a_next_best_clearly_below_that_never_is_perfect() -> None:
    (row,) = perfect_runs(runs("d", A=[1.0] * 5, B=[0.98] * 5), ["accuracy"]).rows()
    assert row[:3] == ("accuracy", "d", "A")
    assert abs(row[3] - 0.98) < 1e-12
    assert perfect_runs(runs("d", A=[1.0] * 5, B=[0.995] * 5), ["accuracy"]).is_empty()
    assert perfect_runs(runs("d", A=[1.0] * 5, B=[0.9, 0.9, 0.9, 0.9, 1.0]), ["accuracy"]).is_empty()
    assert perfect_runs(runs("d", A=[1.0] * 2, B=[0.9] * 2), ["accuracy"]).is_empty()
    easy = runs("d", A=[1.0] * 5, B=[1.0] * 5, C=[1.0] * 5, D=[0.9] * 5)
    assert perfect_runs(easy, ["accuracy"]).is_empty()
    assert perfect_runs(runs("d", A=[100.0] * 5, B=[98.0] * 5), ["accuracy"])["algorithm"].to_list() == ["A"]


def table(metric: str = "accuracy", **algorithms: list[float | None]) -> pl.DataFrame:
    n = len(next(iter(algorithms.values())))
    return br.scores(pl.DataFrame({"dataset": [f"d{i}" for i in range(n)]} | algorithms), metric=metric)


def test_results_far_below_every_other_on_single_datasets_are_isolated() -> None:
    planted = table(A=[0.8] * 10, B=[0.85] * 10, C=[0.82] * 9 + [0.3])
    assert isolated_results(planted, ["accuracy"]).rows() == [("accuracy", "C", "d9", 0.5)]
    errors = table("error_rate", A=[0.2] * 10, B=[0.15] * 10, C=[0.18] * 9 + [0.7])
    assert isolated_results(errors, ["error rate", "error_rate"]).select("algorithm", "dataset").rows() == [("C", "d9")]


def test_an_algorithm_that_is_always_far_below_is_not_isolated() -> None:
    assert isolated_results(table(A=[0.8] * 10, B=[0.85] * 10, C=[0.3] * 10), ["accuracy"]).is_empty()
    assert isolated_results(table(A=[0.8] * 10, B=[0.3] * 10), ["accuracy"]).is_empty()
    large = table(A=[800.0] * 10, B=[850.0] * 10, C=[820.0] * 9 + [3.0])
    assert isolated_results(large, ["accuracy"]).is_empty()
    near = table(A=[0.8] * 10, B=[0.85] * 9 + [0.4], C=[0.82] * 9 + [0.3])
    assert isolated_results(near, ["accuracy"]).is_empty()


def test_times_at_a_limit_are_shared_out_by_algorithm() -> None:
    slow = table(
        "train_time", A=[60.1, 60.2, 60.0, 60.3, 60.1], B=[60.2, 60.1, 8.0, 5.0, 60.0], C=[1.0, 2.0, 3.0, 4.0, 9.0]
    )
    shares = dict(full_budgets(slow).select("algorithm", "share").rows())
    assert shares == {"A": 1.0, "B": 0.6}
    free = table("train_time", A=[10.0, 22.0, 47.0, 95.0, 200.0], B=[12.0, 30.0, 60.0, 130.0, 240.0])
    assert full_budgets(free).is_empty()


def test_the_datasets_that_an_algorithm_lacks_are_compared_by_the_means_of_the_others() -> None:
    rng = np.random.default_rng(5)
    level = rng.uniform(0.4, 0.9, 18)
    hard, other = np.argsort(level)[:6], np.array([2, 9, 11])
    values: dict[str, list[float | None]] = {name: list(level + rng.normal(0, 0.03, 18)) for name in "ABCD"}
    for name, places in (("C", hard), ("D", other)):
        for place in places:
            values[name][place] = None
    found = {row["algorithm"]: row for row in unlike_datasets(table(**values)).to_dicts()}
    assert sorted(found) == ["C", "D"]
    p, sides = {}, {}
    for name in "CD":
        known = {d: [v[d] for other, v in values.items() if other != name and v[d] is not None] for d in range(18)}
        means = {d: float(np.mean(own)) for d, own in known.items() if own}
        sides[name] = [[m for d, m in means.items() if (values[name][d] is None) == gone] for gone in (True, False)]
        p[name] = mannwhitneyu(*sides[name], method="exact").pvalue
    first, second = sorted(p, key=lambda name: p[name])
    holm = {first: min(1.0, 2 * p[first]), second: min(1.0, max(2 * p[first], p[second]))}
    for name in "CD":
        assert found[name]["p"] == pytest.approx(holm[name])
        assert found[name]["lacking"] == pytest.approx(float(np.median(sides[name][0])))
        assert found[name]["present"] == pytest.approx(float(np.median(sides[name][1])))
    assert found["C"]["p"] < 0.05 < found["D"]["p"]
    assert unlike_datasets(table(A=list(level), B=list(level))).is_empty()


def test_a_dataset_that_no_other_algorithm_has_says_nothing() -> None:
    alone: dict[str, list[float | None]] = {"A": [0.9] * 6 + [0.1], "B": [0.8, 0.7, 0.6, 0.9, None, None, None]}
    (row,) = unlike_datasets(table(**alone)).rows(named=True)
    assert row["algorithm"] == "B"  # the others of A on its datasets are B alone, who lacks none that A has
