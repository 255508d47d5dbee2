"""Two normal classes: border, best classifier, risk."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import integrate, stats

import benchreport as br

# METHODS 3: the three Gaussian examples of the lecture.
FIRST = br.GaussianTask(
    mean_positive=(0.3, 0.7),
    mean_negative=(0.5, 0.3),
    covariance_positive=((0.011875, 0.016238), (0.016238, 0.030625)),
    covariance_negative=((0.011875, -0.016238), (-0.016238, 0.030625)),
    prior=55 / 120,
)
SECOND = br.GaussianTask(
    mean_positive=(0.4, 0.8),
    mean_negative=(0.5, 0.3),
    covariance_positive=((0.09, 0.0), (0.0, 0.0049)),
    covariance_negative=((0.00398011, -0.00730159), (-0.00730159, 0.0385199)),
    prior=55 / 120,
)
THIRD = br.GaussianTask(
    mean_positive=(0.3, 0.7),
    mean_negative=(0.6, 0.3),
    covariance_positive=((0.0016, 0.0), (0.0, 0.0016)),
    covariance_negative=((0.09, 0.0), (0.0, 0.09)),
    prior=1 / 12,
)
EXAMPLES = [
    pytest.param(
        FIRST,
        ((0, -324.762497424), (-324.762497424, 0)),
        (-223.631719728, -82.4046336916),
        59.0402012191,
        0.0345468195997,
        id="first",
    ),
    pytest.param(
        SECOND,
        ((-374.087031203, -73.0157374225), (-73.0157374225, 164.280621274)),
        (-210.059347939, 114.817133998),
        -6.21082773925,
        0.0198798341932,
        id="second",
    ),
    pytest.param(
        THIRD,
        ((613.888888889, 0), (0, 613.888888889)),
        (180.833333333, 434.166666667),
        -177.118089232,
        0.0161678081488,
        id="third",
    ),
]
UNIT = ((1.0, 0.0), (0.0, 1.0))
LINE = br.GaussianTask(
    mean_positive=(1.0,), mean_negative=(-1.0,), covariance_positive=((1.0,),), covariance_negative=((1.0,),)
)


def risk(task: br.GaussianTask, **options: Any) -> float:
    return br.bayes_risk(task, **options)["estimate"].item()


@pytest.mark.parametrize(("task", "matrix", "vector", "constant", "least"), EXAMPLES)
def test_border_and_risk_of_the_catalogue(task: Any, matrix: Any, vector: Any, constant: float, least: float) -> None:
    rule = br.gaussian_discriminant(task)
    assert np.array(rule.matrix) == pytest.approx(np.array(matrix), rel=1e-9, abs=1e-9)
    assert rule.vector == pytest.approx(vector, rel=1e-9)
    assert rule.constant == pytest.approx(constant, rel=1e-9)
    row = br.bayes_risk(task).row(0, named=True)
    assert row["estimate"] == pytest.approx(least, rel=1e-9)
    assert (row["law"], row["status"]) == ("quadrature", "ok")


def test_the_border_of_the_third_example_is_a_circle() -> None:
    rule = br.gaussian_discriminant(THIRD)
    bend = np.array(rule.matrix)[0, 0]
    centre = np.array(rule.vector) / bend
    assert centre == pytest.approx([0.294570135747, 0.707239819005], rel=1e-10)
    assert np.sqrt(2 * rule.constant / bend + centre @ centre) == pytest.approx(0.0996163523229, rel=1e-9)


def test_equal_covariances_give_a_straight_border_and_a_normal_tail_in_any_dimension() -> None:
    eye = tuple(map(tuple, np.eye(5).tolist()))
    task = br.GaussianTask(
        mean_positive=(1, 0, 0, 1, 0), mean_negative=(0,) * 5, covariance_positive=eye, covariance_negative=eye
    )
    row = br.bayes_risk(task).row(0, named=True)
    assert row["estimate"] == pytest.approx(stats.norm.sf(np.sqrt(2) / 2), rel=1e-12)
    assert row["law"] == "normal"
    assert np.abs(br.gaussian_discriminant(task).matrix).max() == 0


@pytest.mark.parametrize("spread", [4.0, 0.2, 1.0001])
@pytest.mark.parametrize("costs", [(1.0, 1.0), (1.0, 5.0)])
def test_one_dimension_agrees_with_integration(spread: float, costs: tuple[float, float]) -> None:
    task = replace(LINE, covariance_negative=((spread,),), prior=0.3)

    def least(x: float) -> float:
        return min(costs[1] * 0.3 * stats.norm.pdf(x, 1, 1), costs[0] * 0.7 * stats.norm.pdf(x, -1, np.sqrt(spread)))

    pieces = np.linspace(-14, 14, 57)
    expected = sum(integrate.quad(least, a, b, limit=200)[0] for a, b in pairwise(pieces))
    assert risk(task, costs=costs) == pytest.approx(expected, rel=1e-6)


def test_simulation_in_more_dimensions_agrees_with_a_product_of_planes() -> None:
    # Two more coordinates that tell nothing leave the risk of the second example as it is.
    def wider(matrix: Any) -> Any:
        whole = np.eye(4)
        whole[:2, :2] = matrix
        return tuple(map(tuple, whole.tolist()))

    task = br.GaussianTask(
        mean_positive=(*SECOND.mean_positive, 0.0, 0.0),
        mean_negative=(*SECOND.mean_negative, 0.0, 0.0),
        covariance_positive=wider(SECOND.covariance_positive),
        covariance_negative=wider(SECOND.covariance_negative),
        prior=SECOND.prior,
    )
    assert br.bayes_risk(task)["law"].item() == "quadrature"
    assert risk(task) == pytest.approx(0.0198798341932, rel=1e-9)


def test_what_cannot_be_integrated_is_simulated_and_says_so() -> None:
    eye, wide = np.eye(3).tolist(), np.diag([4.0, 9.0, 2.0]).tolist()
    task = br.GaussianTask(
        mean_positive=(1, 1, 1), mean_negative=(0, 0, 0), covariance_positive=eye, covariance_negative=wide
    )
    row = br.bayes_risk(task, seed=3).row(0, named=True)
    assert (row["law"], row["status"]) == ("Monte Carlo", "approximate")
    assert "seed 3, standard error" in row["note"]
    # Brute force: the mean of the smaller posterior over other draws of the mixture.
    sample = br.gaussian_sample(task, n=200_000, seed=11)
    posterior = br.bayes_classifier(sample.drop("truth"), task)["probability"].to_numpy()
    expected = np.minimum(posterior, 1 - posterior).mean()
    assert row["estimate"] == pytest.approx(expected, abs=0.006)
    assert br.bayes_risk(task, seed=3)["estimate"].item() == row["estimate"]


def test_no_rule_beats_the_best_one() -> None:
    best = br.gaussian_discriminant(SECOND)
    rng = np.random.default_rng(4)
    for _ in range(5):
        other = replace(best, vector=tuple(np.array(best.vector) * rng.uniform(0.8, 1.2, 2)))
        assert br.generalization_risk(SECOND, other)["estimate"].item() > 0.0198798341932


def test_a_rule_that_always_says_yes_misses_the_negatives() -> None:
    rule = br.QuadraticRule(matrix=((0, 0), (0, 0)), vector=(0, 0), constant=0)
    assert br.generalization_risk(FIRST, rule, costs=(2, 1))["estimate"].item() == pytest.approx(2 * 65 / 120)


def test_the_true_risk_of_a_rule_is_its_error_on_a_large_sample() -> None:
    sample = br.gaussian_sample(THIRD, n=100_000, seed=1)
    rule = br.gaussian_discriminant(br.estimated_task(sample.head(300)))
    points = sample.drop("truth").to_numpy()
    score = -np.einsum("ij,jk,ik->i", points, np.array(rule.matrix), points) / 2
    said = score + points @ np.array(rule.vector) + rule.constant >= 0
    wrong = (said != (sample["truth"] == "positive").to_numpy()).mean()
    assert br.generalization_risk(THIRD, rule)["estimate"].item() == pytest.approx(wrong, abs=0.0025)


def test_costs_move_the_border_by_their_log_ratio() -> None:
    plain, dear = br.gaussian_discriminant(FIRST), br.gaussian_discriminant(FIRST, costs=(1, 3))
    assert dear.constant - plain.constant == pytest.approx(np.log(3), rel=1e-10)
    point = pl.DataFrame({"x1": [0.41], "x2": [0.5]})
    assert br.bayes_classifier(point, FIRST)["probability"].item() == pytest.approx(
        br.bayes_classifier(point, FIRST, costs=(1, 3))["probability"].item(), rel=1e-10
    )


def test_the_best_classifier_gives_the_posterior() -> None:
    points = np.array([[0.3, 0.7], [0.5, 0.3], [0.4, 0.5]])
    plus = stats.multivariate_normal(SECOND.mean_positive, SECOND.covariance_positive).pdf(points) * SECOND.prior
    minus = stats.multivariate_normal(SECOND.mean_negative, SECOND.covariance_negative).pdf(points) * (1 - SECOND.prior)
    found = br.bayes_classifier(points, SECOND)
    assert found["probability"].to_numpy() == pytest.approx(plus / (plus + minus), rel=1e-9)
    assert found["prediction"].to_list() == [
        "positive" if p >= m else "negative" for p, m in zip(plus, minus, strict=True)
    ]


def test_samples_have_the_moments_of_their_task() -> None:
    drawn = br.estimated_task(br.gaussian_sample(SECOND, n=50_000, seed=2))
    assert drawn.mean_negative == pytest.approx(SECOND.mean_negative, abs=0.01)
    assert np.array(drawn.covariance_negative) == pytest.approx(np.array(SECOND.covariance_negative), abs=0.002)
    assert drawn.prior == pytest.approx(SECOND.prior, abs=0.01)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"covariance_positive": ((0.0, 0.0), (0.0, 1.0))}, "singular"),
        ({"covariance_positive": ((1.0, 2.0), (2.0, 1.0))}, "singular or has negative"),
        ({"covariance_positive": ((1.0, 0.5), (0.0, 1.0))}, "not symmetric"),
        ({"covariance_positive": ((1.0,),)}, "differ in size"),
        ({"mean_positive": (1.0,)}, "differ in size"),
        ({"prior": 1.0}, "prior is 1.0"),
    ],
)
def test_a_task_that_is_none_is_refused(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(br.BenchreportError, match=problem):
        br.bayes_risk(replace(FIRST, **changes))


def test_rules_points_and_samples_that_do_not_fit_are_refused() -> None:
    with pytest.raises(br.BenchreportError, match="not one of 2 coordinates"):
        br.generalization_risk(FIRST, br.gaussian_discriminant(LINE))
    with pytest.raises(br.BenchreportError, match="3 coordinates, the task 2"):
        br.bayes_classifier([[1.0, 2.0, 3.0]], FIRST)
    with pytest.raises(br.BenchreportError, match="cost of a false negative"):
        br.bayes_risk(FIRST, costs=(1, 0))
    with pytest.raises(br.BenchreportError, match="0 points are 'yes'"):
        br.estimated_task(br.gaussian_sample(FIRST, n=9), positive="yes")
    with pytest.raises(br.BenchreportError, match="no column 'label'"):
        br.estimated_task(br.gaussian_sample(FIRST, n=9), truth="label")
