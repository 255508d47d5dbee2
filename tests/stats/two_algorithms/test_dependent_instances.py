"""Clusters of instances and several attempts at one: the tests on instances count what is independent."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br


def items(
    wrong: np.ndarray, *, cluster: np.ndarray | None = None, dataset: str = "d", algorithms: str = "AB"
) -> pl.DataFrame:
    """Scored items; ``wrong`` has the axes algorithm, item, attempt."""
    rows = [
        (name, dataset, attempt, item, None if cluster is None else int(cluster[item]), not wrong[j, item, attempt])
        for j, name in enumerate(algorithms)
        for item in range(wrong.shape[1])
        for attempt in range(wrong.shape[2])
    ]
    names = ["algorithm", "dataset", "attempt", "item", "cluster", "correct"]
    frame = pl.DataFrame(rows, schema=names, orient="row")
    frame = frame.drop("cluster") if cluster is None else frame
    return br.predictions(frame if wrong.shape[2] > 1 else frame.drop("attempt"))


def drawn(items: int = 40, attempts: int = 5, seed: int = 1) -> np.ndarray:
    rng = np.random.default_rng(seed)
    hard = rng.random((1, items, 1))
    return rng.random((2, items, attempts)) < np.stack([hard[0], np.clip(hard[0] + 0.1, 0, 1)])


# Attempts


def test_attempts_at_one_item_are_averaged_before_the_t_test() -> None:
    wrong = drawn()
    row = br.paired_t_instances(items(wrong)).row(0, named=True)
    # SciPy on the means of the items.
    peer = stats.ttest_rel(wrong[0].mean(axis=1), wrong[1].mean(axis=1))
    assert (row["n"], row["df1"]) == (40, 39)
    assert (row["statistic"], row["p_value"]) == pytest.approx((peer.statistic, peer.pvalue), rel=1e-10)
    assert row["status"] == "ok"
    assert "5 attempts per instance averaged" in row["note"]
    assert "rejects too often" not in row["note"]


def test_sign_flips_of_attempts_are_those_of_the_means_of_items() -> None:
    wrong = drawn(items=10, attempts=3)
    row = br.permutation_signflip(items(wrong)).row(0, named=True)
    d = (wrong[0].mean(axis=1) - wrong[1].mean(axis=1)) * 3
    sums = [abs(np.dot(signs, d)) for signs in product((-1, 1), repeat=10)]  # by enumeration
    assert row["p_value"] == pytest.approx(np.mean(np.array(sums) >= abs(d.sum()) - 1e-9), rel=1e-12)
    assert row["n"] == 10
    assert row["estimate"] == pytest.approx(d.mean() / 3)


def test_the_bootstrap_draws_items_not_attempts() -> None:
    rows = br.bootstrap_paired(items(drawn()), draws=499)
    single = br.bootstrap_paired(items(drawn().mean(axis=2, keepdims=True) > 0.5), draws=499)
    assert rows["n"].to_list() == single["n"].to_list() == [40]


def test_methods_that_count_rows_still_say_that_attempts_make_them_reject_too_often() -> None:
    assert "rejects too often" in br.mcnemar(items(drawn()))["note"][0]


def test_numbers_that_start_anew_in_every_fold_are_no_attempts() -> None:
    from benchreport.stats.two_algorithms.on_instances import instance_dependence

    rng = np.random.default_rng(3)
    rows = [
        (name, "d", fold, i, int(truth), int(truth) ^ int(rng.random() < 0.2))
        for fold in range(3)
        for i, truth in enumerate(rng.integers(0, 2, 12))
        for name in "AB"
    ]
    names = ["algorithm", "dataset", "fold", "instance", "truth", "prediction"]
    table = br.predictions(pl.DataFrame(rows, schema=names, orient="row"))
    assert br.paired_t_instances(table)["n"].to_list() == [36]
    assert instance_dependence(table).attempts == 1


# Clusters


CLUSTERS = np.repeat(np.arange(12), [1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6])


def test_the_signs_of_a_cluster_flip_together() -> None:
    wrong = drawn(items=42, attempts=1)
    row = br.permutation_signflip(items(wrong, cluster=CLUSTERS)).row(0, named=True)
    d = wrong[0, :, 0].astype(float) - wrong[1, :, 0]
    sums = np.bincount(CLUSTERS, weights=d)
    flipped = [abs(np.dot(signs, sums)) for signs in product((-1, 1), repeat=12)]  # by enumeration
    assert row["p_value"] == pytest.approx(np.mean(np.array(flipped) >= abs(sums.sum()) - 1e-9), rel=1e-12)
    assert row["n"] == 12
    assert row["estimate"] == pytest.approx(d.mean())
    assert "signs of 12 clusters of 42 rows flipped together" in row["note"]


def test_the_column_form_flips_clusters_too() -> None:
    frame = pl.DataFrame({"x": [3.0, 1.0, 2.0, 5.0], "y": [1.0, 2.0, 1.0, 2.0], "c": ["u", "u", "v", "w"]})
    row = frame.select(br.expr.permutation_signflip("x", "y", "c")).unnest("permutation_signflip").row(0, named=True)
    assert (row["n"], row["statistic"], row["p_value"]) == (3, 5.0, 0.25)  # sums 1, 1, 3: 2 of 8 choices reach 5
    assert row["estimate"] == 1.25


def test_a_cluster_with_a_column_no_longer_claims_to_reject_too_often() -> None:
    row = br.paired_t_instances(items(drawn(items=42), cluster=CLUSTERS)).row(0, named=True)
    assert row["variant"] == "cluster-robust"
    assert "12 clusters" in row["note"]
    assert "too often" not in row["note"]


def pooled() -> pl.DataFrame:
    """Two datasets whose clusters bear the same labels."""
    both = [items(drawn(42, 1, seed), cluster=CLUSTERS, dataset=name) for seed, name in ((1, "d"), (2, "e"))]
    return br.predictions(pl.concat(both).with_columns(pl.col("algorithm", "dataset").cast(pl.String)))


@pytest.mark.parametrize("name", ["paired_t_instances", "permutation_signflip", "bootstrap_paired"])
def test_a_cluster_is_one_of_its_dataset_unless_declared_global(name: str) -> None:
    options: dict[str, Any] = {"draws": 199} if name == "bootstrap_paired" else {}
    table = pooled()
    unique = table.with_columns(cluster=pl.format("{}-{}", "dataset", "cluster"))
    function = getattr(br, name)
    own = function(table, by=[], **options).row(0, named=True)
    assert own["p_value"] == function(unique, by=[], clusters="global", **options).row(0, named=True)["p_value"]
    shared = function(table, by=[], clusters="global", **options).row(0, named=True)
    counts = {"paired_t_instances": ("df1", 23, 11), "permutation_signflip": ("n", 24, 12)}
    if name in counts:
        column, by_dataset, globally = counts[name]
        assert (own[column], shared[column]) == (by_dataset, globally)
    else:
        assert ("24 clusters" in own["note"], "12 clusters" in shared["note"]) == (True, True)


# One predictor


def test_the_mean_loss_of_clusters_has_the_robust_interval_of_statsmodels() -> None:
    wrong = drawn(items=42, attempts=1)
    row = br.mean_loss_t(items(wrong, cluster=CLUSTERS)).row(0, named=True)
    y = wrong[0, :, 0].astype(float)
    # statsmodels: OLS(y, 1).fit(cov_type="cluster", cov_kwds={"groups": CLUSTERS}, use_t=True), by its formula:
    # (G/(G-1)) ((n-1)/(n-1)) sum of squared cluster sums of residuals over n^2.
    sums = np.bincount(CLUSTERS, weights=y - y.mean())
    se = np.sqrt(12 / 11 * (sums**2).sum()) / 42
    reach = stats.t.isf(0.025, 11) * se
    assert row["estimate"] == pytest.approx(y.mean())
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((y.mean() - reach, y.mean() + reach), rel=1e-10)
    assert (row["variant"], row["df1"], row["p_value"]) == ("cluster-robust", 11, None)


def test_the_mean_loss_is_tested_against_a_constant() -> None:
    wrong = drawn()
    means = wrong[0].mean(axis=1)
    row = br.mean_loss_t(items(wrong), constant=0.7, alternative="greater").row(0, named=True)
    peer = stats.ttest_1samp(means, 0.7, alternative="less")  # better than the constant is a lower loss
    assert (row["statistic"], row["p_value"]) == pytest.approx((peer.statistic, peer.pvalue), rel=1e-9)
    assert row["ci_low"] is None
    assert row["ci_high"] == pytest.approx(means.mean() + stats.t.isf(0.05, 39) * stats.sem(means))
    each = br.mean_loss_t(items(wrong), constant={"d": 0.7}, alternative="greater").row(0, named=True)
    assert each["p_value"] == row["p_value"]


def test_limits_of_a_rate_stay_between_0_and_1_and_a_constant_rate_has_none() -> None:
    wrong = np.zeros((2, 5, 2), dtype=bool)
    wrong[1, 0] = True
    none, some = br.mean_loss_t(items(wrong)).sort("a").iter_rows(named=True)
    assert (none["estimate"], none["ci_low"], none["status"]) == (0.0, None, "zero_variance")
    assert some["ci_low"] == 0.0


# Which test decides


@pytest.mark.parametrize(
    ("table", "test"),
    [
        (items(drawn(40, 1)), "mcnemar"),
        (items(drawn(40, 5)), "paired_t_instances"),
        (items(drawn(12, 5)), "permutation_signflip"),
        (items(drawn(42, 1), cluster=CLUSTERS), "permutation_signflip"),
        (items(drawn(80, 1), cluster=np.arange(80) // 2), "paired_t_instances"),
        (items(drawn(40, 1), cluster=np.arange(40)), "mcnemar"),
    ],
    ids=["independent", "attempts", "few attempted items", "few clusters", "clusters", "clusters of one"],
)
def test_dependence_chooses_the_test_on_instances_by_numbers_alone(table: pl.DataFrame, test: str) -> None:
    from benchreport.stats.two_algorithms.on_instances import instance_dependence

    assert instance_dependence(table).test == test


def test_the_deciding_test_holds_its_level_with_clusters_and_attempts() -> None:
    """Two models with the same skill: METHODS 0.2.12 gives 32 % and 20 % for McNemar on pooled rows."""
    rng = np.random.default_rng(11)
    n, groups, attempts = 400, 40, 10
    rejected = {"clusters": 0, "attempts": 0, "mcnemar": 0}
    parts: dict[str, list[pl.DataFrame]] = {"clusters": [], "attempts": []}
    for number in range(n):
        # Each model has its own strong and weak clusters, or items.
        skill = np.clip(0.5 + rng.normal(0, 0.35, (2, groups)), 0.02, 0.98)
        wrong = rng.random((2, groups * 8, 1)) < np.repeat(skill, 8, axis=1)[:, :, None]
        parts["clusters"].append(items(wrong, cluster=np.arange(groups * 8) // 8, dataset=f"s{number}"))
        again = rng.random((2, groups, attempts)) < skill[:, :, None]
        parts["attempts"].append(items(again, dataset=f"s{number}"))
    for name, tables in parts.items():
        table = pl.concat([one.with_columns(pl.col("algorithm", "dataset").cast(pl.String)) for one in tables])
        rows = br.paired_t_instances(br.predictions(table))
        rejected[name] = int((rows["p_value"] <= 0.05).sum())
        if name == "clusters":
            rejected["mcnemar"] = int((br.mcnemar(br.predictions(table))["p_value"] <= 0.05).sum())
    # 5 % of 400 is 20, with a standard error of 4.4.
    assert rejected["clusters"] <= 33
    assert rejected["attempts"] <= 33
    assert rejected["mcnemar"] > 60
