"""Box's M test of equal covariance matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br


def scores_of(samples: dict[str, np.ndarray]) -> pl.DataFrame:
    """Lay vectors of results out as scores: rows are datasets, columns metrics."""
    parts = [
        pl.DataFrame(values, schema=[f"m{j}" for j in range(values.shape[1])]).with_columns(
            algorithm=pl.lit(name), dataset=pl.int_range(pl.len()).cast(pl.String)
        )
        for name, values in samples.items()
    ]
    frame = pl.concat(parts)
    return br.scores(frame, directions={name: "higher" for name in frame.columns if name.startswith("m")})


def flowers() -> dict[str, np.ndarray]:
    from sklearn.datasets import load_iris

    data = load_iris()
    return {name: data.data[data.target == k] for k, name in enumerate(("setosa", "versicolor", "virginica"))}


def row_of(samples: dict[str, np.ndarray], **options: Any) -> dict[str, Any]:
    return br.box_m(scores_of(samples), by=None, **options).row(0, named=True)


def textbook(samples: dict[str, np.ndarray]) -> tuple[float, float, float]:
    """Return M, chi-square and p by determinants of covariance matrices."""
    free = np.array([len(values) - 1 for values in samples.values()])
    matrices = [np.cov(values, rowvar=False).reshape(values.shape[1], -1) for values in samples.values()]
    pooled = sum(f * matrix for f, matrix in zip(free, matrices, strict=True)) / free.sum()
    p, k = len(pooled), len(matrices)
    m = free.sum() * np.log(np.linalg.det(pooled)) - sum(
        f * np.log(np.linalg.det(matrix)) for f, matrix in zip(free, matrices, strict=True)
    )
    shrink = (2 * p**2 + 3 * p - 1) / (6 * (p + 1) * (k - 1)) * ((1 / free).sum() - 1 / free.sum())
    return m, m * (1 - shrink), stats.chi2.sf(m * (1 - shrink), p * (p + 1) * (k - 1) / 2)


def test_iris_gives_what_box_m_of_rstatix_gives() -> None:
    # rstatix 0.7.2: box_m(iris[, 1:4], iris$Species).
    row = row_of(flowers())
    assert (row["statistic"], row["df1"]) == (pytest.approx(140.943049923498, rel=1e-11), 20)
    assert row["p_value"] == pytest.approx(3.35203417831723e-20, rel=1e-9)
    # SPSS prints Box's M 146.663 for the same data.
    assert row["estimate"] == pytest.approx(146.663, abs=5e-4)
    assert (row["status"], row["n"], row["law"]) == ("ok", 50, "chi-square")


@pytest.mark.parametrize("sizes", [(25, 25), (22, 40, 31)])
@pytest.mark.parametrize("metrics", [1, 2, 5])
def test_samples_of_unlike_size_agree_with_determinants(sizes: tuple[int, ...], metrics: int) -> None:
    rng = np.random.default_rng([*sizes, metrics])
    samples = {f"a{j}": rng.normal(size=(n, metrics)) * (1 + j / 5) for j, n in enumerate(sizes)}
    row = row_of(samples, missing="available")
    assert (row["estimate"], row["statistic"], row["p_value"]) == pytest.approx(textbook(samples), rel=1e-9)


def test_one_metric_is_bartletts_test_but_for_its_correction() -> None:
    rng = np.random.default_rng(1)
    samples = {"a": rng.normal(size=(30, 1)), "b": 2 * rng.normal(size=(30, 1))}
    bartlett = stats.bartlett(*(values.ravel() for values in samples.values())).statistic
    assert row_of(samples)["estimate"] == pytest.approx(bartlett * (1 + 1 / 3 * (2 / 29 - 1 / 58)), rel=1e-10)


def test_mixing_the_metrics_changes_nothing() -> None:
    samples = flowers()
    mix = np.array([[1.0, 0, 0, 0], [2, -1, 0, 0], [0, 0, 1000, 0], [0, 5, 0, 1e-3]])
    mixed = {name: values @ mix + [0, 1, 2, 3] for name, values in samples.items()}
    ours, theirs = row_of(samples), row_of(mixed)
    assert theirs["statistic"] == pytest.approx(ours["statistic"], rel=1e-8)


def test_shifting_an_algorithm_changes_nothing_and_stretching_it_does() -> None:
    samples = flowers()
    moved = samples | {"setosa": samples["setosa"] + 7}
    assert row_of(moved)["statistic"] == pytest.approx(row_of(samples)["statistic"], rel=1e-9)
    same = {name: samples["setosa"] + shift for shift, name in enumerate("abc")}
    assert row_of(same)["statistic"] == pytest.approx(0, abs=1e-9)
    assert row_of(same)["p_value"] == pytest.approx(1)
    assert row_of(same | {"c": 3 * samples["setosa"]})["p_value"] < 1e-6


def test_normal_samples_are_rejected_as_often_as_the_level_says() -> None:
    rng = np.random.default_rng(6)
    groups, n = 1000, 30
    frame = pl.DataFrame(
        {
            "dataset": np.repeat([f"d{i:04}" for i in range(groups)], 3 * n),
            "algorithm": np.tile(np.repeat(["a", "b", "c"], n), groups),
            "fold": np.tile(np.arange(n), 3 * groups),
            "return": rng.normal(size=3 * n * groups),
            "reward": rng.normal(size=3 * n * groups),
        }
    )
    p = br.box_m(br.scores(frame, design="seeds"))["p_value"]
    assert len(p) == groups
    assert (p <= 0.05).mean() == pytest.approx(0.05, abs=4 * np.sqrt(0.0475 / groups))


def test_few_values_make_the_law_rough() -> None:
    rng = np.random.default_rng(0)
    row = row_of({name: rng.normal(size=(12, 2)) for name in "ab"})
    assert row["status"] == "approximate"
    assert "fewer than 20 values" in row["note"]
    assert "share their blocks" in row["note"]


def test_metrics_that_say_nothing_new_are_left_out_and_named() -> None:
    samples = flowers()
    more = {name: np.column_stack([values, values[:, 0] - values[:, 3]]) for name, values in samples.items()}
    row = row_of(more)
    assert row["statistic"] == pytest.approx(row_of(samples)["statistic"], rel=1e-8)
    assert row["df1"] == 20
    assert "left out m4, to six digits a linear function of m0, m1, m2, m3" in row["note"]


def test_groups_that_cannot_be_tested_say_why() -> None:
    rng = np.random.default_rng(0)
    few = row_of({name: rng.normal(size=(1, 2)) for name in "ab"})
    assert (few["status"], few["p_value"]) == ("too_few", None)
    short = row_of({name: rng.normal(size=(3, 3)) for name in "ab"})
    assert (short["status"], short["p_value"]) == ("singular", None)
    still = row_of({"a": rng.normal(size=(20, 2)), "b": np.column_stack([rng.normal(size=20), np.zeros(20)])})
    assert (still["status"], still["statistic"], still["estimate"]) == ("singular", None, None)
    assert "fewer directions" in still["note"]
    flat = row_of({name: np.full((5, 2), 0.3) for name in "ab"})
    assert (flat["status"], flat["p_value"]) == ("all_ties", 1.0)


def test_a_bad_group_does_not_touch_its_neighbours(study: pl.DataFrame) -> None:
    some = study.filter(pl.col("algorithm") != "Majority")
    flat = some.with_columns(value=pl.when(pl.col("dataset") != "iris").then("value").otherwise(0.5))
    rows = br.box_m(flat, metrics=["accuracy", "auc"])
    alone = br.box_m(some.filter(pl.col("dataset") == "digits"), metrics=["accuracy", "auc"])
    assert rows["status"].to_list() == ["approximate", "approximate", "all_ties", "approximate"]
    assert rows.filter(pl.col("dataset") == "digits")["statistic"].to_list() == alone["statistic"].to_list()
    assert rows.schema == br.manova(flat, metrics=["accuracy", "auc"]).schema


def test_gaps_are_refused_or_left_out_of_the_algorithm_that_has_them(study: pl.DataFrame) -> None:
    some = study.filter(pl.col("algorithm") != "Majority")
    gap = (pl.col("algorithm") == "kNN") & (pl.col("dataset") == "wine") & (pl.col("repeat") == 1)
    holey = some.with_columns(value=pl.when(~gap).then("value"))
    with pytest.raises(br.BenchreportError, match="wine"):
        br.box_m(holey, metrics=["accuracy", "auc"])
    row = br.box_m(holey, metrics=["accuracy", "auc"], missing="available").row(3, named=True)
    wide = holey.filter(pl.col("dataset") == "wine").pivot(
        "metric", index=["algorithm", "repeat", "fold"], values="value"
    )
    samples = {
        str(name[0]): part.select("accuracy", "auc").drop_nulls().to_numpy()
        for name, part in wide.group_by("algorithm", maintain_order=True)
    }
    assert row["statistic"] == pytest.approx(textbook(samples)[1], rel=1e-8)


def test_order_and_laziness_change_not_a_bit(study: pl.DataFrame) -> None:
    some = study.filter(pl.col("algorithm") != "Majority")
    rows = br.box_m(some, metrics=["accuracy", "auc"])
    assert br.box_m(some.sample(fraction=1.0, shuffle=True, seed=3), metrics=["accuracy", "auc"]).equals(rows)
    assert br.box_m(some.lazy(), metrics=["accuracy", "auc"]).collect().equals(rows)


def test_huge_and_tiny_values_do_not_overflow() -> None:
    for scale in (1e150, 1e-150):
        row = row_of({name: scale * values for name, values in flowers().items()})
        assert row["statistic"] == pytest.approx(140.943049923498, rel=1e-8)


def test_options_that_mean_nothing_are_refused(study: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="alpha"):
        br.box_m(study, alpha=0)
    with pytest.raises(br.BenchreportError, match="no metric 'aucc'"):
        br.box_m(study, metrics=["aucc"])
    with pytest.raises(br.BenchreportError, match="only one algorithm"):
        br.box_m(study.filter(pl.col("algorithm") == "kNN"))
