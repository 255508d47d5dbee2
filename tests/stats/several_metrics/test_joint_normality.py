"""The Shapiro-Wilk test of joint normality of several metrics."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.stats.kernels.normality import farthest_projection, simulated_shapiro


def numbers(row: dict[str, Any]) -> tuple[Any, Any]:
    return row["statistic"], row["p_value"]


@pytest.fixture(scope="module")
def iris() -> pl.DataFrame:
    """Four measurements of fifty flowers of three species: the flowers are datasets, the species algorithms."""
    from sklearn.datasets import load_iris

    data = load_iris()
    frame = pl.DataFrame(data.data, schema=["sepal_length", "sepal_width", "petal_length", "petal_width"])
    named = frame.with_columns(algorithm=pl.Series(np.array(["setosa", "versicolor", "virginica"])[data.target]))
    numbered = named.with_columns(dataset=pl.int_range(pl.len()).over("algorithm").cast(pl.String))
    return br.scores(numbered, directions=dict.fromkeys(frame.columns, "higher"))


def test_iris_gives_what_mshapiro_test_of_mvnormtest_gives(iris: pl.DataFrame) -> None:
    # mvnormtest 0.1-9, mshapiro.test(t(setosa)).
    row = br.multivariate_shapiro(iris, by=None, variant="univariate").row(0, named=True)
    assert (row["a"], row["n"]) == ("setosa", 50)
    assert numbers(row) == pytest.approx((0.958784712143879, 0.0790586686230974), rel=1e-10)
    assert row["status"] == "approximate"
    assert "so p is too small" in row["note"]


def test_the_simulated_law_keeps_its_level_where_that_of_one_direction_does_not() -> None:
    rng = np.random.default_rng(8)
    frame = pl.DataFrame(
        {
            "algorithm": np.repeat([f"a{i:04}" for i in range(800)], 15),
            "dataset": np.tile([f"d{i:02}" for i in range(15)], 800),
            **{name: rng.normal(size=12000) for name in ("return", "reward", "loss")},
        }
    )
    scores = br.scores(frame)
    rates = {
        variant: (br.multivariate_shapiro(scores, by=None, variant=variant)["p_value"] <= 0.1).mean()
        for variant in ("simulated", "univariate")
    }
    assert rates["simulated"] == pytest.approx(0.1, abs=4 * np.sqrt(0.09 / 800))
    assert rates["univariate"] > 0.3


def test_one_metric_is_the_univariate_test(demsar: pl.DataFrame) -> None:
    single = br.shapiro_wilk(demsar, by="metric")
    several = br.multivariate_shapiro(demsar, by=None, variant="univariate")
    assert several["statistic"].to_list() == pytest.approx(single["statistic"].to_list(), rel=1e-12)
    assert several["p_value"].to_list() == pytest.approx(single["p_value"].to_list(), rel=1e-9)
    simulated = br.multivariate_shapiro(demsar, by=None)
    assert simulated["p_value"].to_list() == pytest.approx(single["p_value"].to_list(), abs=0.01)


def test_the_statistic_does_not_change_when_metrics_are_mixed(iris: pl.DataFrame) -> None:
    values = iris.pivot("metric", index=["algorithm", "dataset"], values="value").sort("algorithm", "dataset")
    mixed = values.select(
        "algorithm",
        "dataset",
        u=pl.col("sepal_length") - 3 * pl.col("petal_width"),
        v=1000 * pl.col("sepal_width"),
        w=pl.col("petal_length") + pl.col("sepal_length"),
        x=-pl.col("petal_width"),
    )
    turned = br.scores(mixed, directions=dict.fromkeys("uvwx", "lower"))
    ours, theirs = (br.multivariate_shapiro(table, by=None) for table in (iris, turned))
    assert theirs["statistic"].to_list() == pytest.approx(ours["statistic"].to_list(), rel=1e-9)
    assert theirs["p_value"].to_list() == ours["p_value"].to_list()


def test_metrics_that_say_nothing_new_are_left_out_and_named(iris: pl.DataFrame) -> None:
    double = iris.filter(pl.col("metric") == "petal_width").with_columns(
        metric=pl.lit("twice").cast(pl.Categorical), value=2 * pl.col("value")
    )
    more = br.multivariate_shapiro(pl.concat([iris, double]), by=None)
    assert more["statistic"].to_list() == pytest.approx(
        br.multivariate_shapiro(iris, by=None)["statistic"].to_list(), rel=1e-9
    )
    assert more["note"].str.contains("left out twice, to six digits a linear function").all()


def test_draws_depend_on_seed_and_size_alone(iris: pl.DataFrame) -> None:
    first = br.multivariate_shapiro(iris, by=None, draws=199)
    shuffled = iris.sample(fraction=1.0, shuffle=True, seed=4)
    assert br.multivariate_shapiro(shuffled, by=None, draws=199).equals(first)
    other = br.multivariate_shapiro(iris, by=None, draws=199, seed=1)
    assert other["statistic"].to_list() == first["statistic"].to_list()
    assert other["p_value"].to_list() != first["p_value"].to_list()
    assert simulated_shapiro(10, 2, 0, 99).tolist() == sorted(simulated_shapiro(10, 2, 0, 99))


def test_groups_of_several_metrics_that_cannot_be_tested_say_why(study: pl.DataFrame) -> None:
    two = study.filter(pl.col("repeat") == 1)
    assert set(br.multivariate_shapiro(two)["status"]) == {"too_few"}
    # Three datasets and two metrics: every dataset is equally far from the mean.
    three = study.filter(pl.col("dataset") != "wine")
    rows = br.multivariate_shapiro(three, by=None, metrics=["accuracy", "auc"])
    assert rows.filter(pl.col("a") == "kNN")["status"].to_list() == ["singular"]
    flat = study.with_columns(value=pl.lit(0.5))
    assert set(br.multivariate_shapiro(flat)["status"]) == {"zero_variance"}
    assert br.multivariate_shapiro(flat)["p_value"].null_count() == 24


def test_gaps_leave_out_blocks_of_the_algorithm_alone(study: pl.DataFrame) -> None:
    gap = (pl.col("algorithm") == "kNN") & (pl.col("dataset") == "iris") & (pl.col("metric") == "auc")
    holey = study.with_columns(value=pl.when(~(gap & (pl.col("repeat") == 1) & (pl.col("fold") == 1))).then("value"))
    rows = br.multivariate_shapiro(holey).filter(pl.col("dataset") == "iris")
    assert dict(rows.select("a", "n").rows())["kNN"] == 9
    assert dict(rows.select("a", "n_dropped").rows())["kNN"] == 1
    assert set(rows.filter(pl.col("a") != "kNN")["n"]) == {10}


def test_the_projection_is_the_one_of_largest_distance() -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(size=(3, 12, 3))
    projected, _ = farthest_projection(values)
    for sample, ours in zip(values, projected, strict=True):
        rows = sample - sample.mean(axis=0)
        inverse = np.linalg.inv(rows.T @ rows)
        distances = np.einsum("ij,jk,ik->i", rows, inverse, rows)
        np.testing.assert_allclose(ours, rows @ inverse @ rows[distances.argmax()], atol=1e-12)
