"""Rank correlations between metrics: Spearman's rho, Kendall's tau."""

from __future__ import annotations

from itertools import permutations
from math import factorial
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.stats.several_metrics.correlations import discordances, kendall_law, spearman_law

BOTH = ["spearman", "kendall_tau"]
APPROXIMATE: dict[str, Any] = {"spearman": "t", "kendall_tau": "normal"}
SIDES: list[Any] = ["two-sided", "greater", "less"]
# Hollander and Wolfe (1973), p. 187: lightness of canned tuna, and the panel's scores; the example of ?cor.test.
TUNA = [44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1]
PANEL = [2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8]


def column(method: str, x: Any, y: Any, **options: Any) -> dict[str, Any]:
    frame = pl.DataFrame({"x": x, "y": y}, schema={"x": pl.Float64, "y": pl.Float64}, strict=False)
    return frame.select(getattr(br.expr, method)("x", "y", **options)).unnest(method).row(0, named=True)


def test_tuna_gives_what_cor_test_of_r_gives() -> None:
    # R: cor.test(x, y, method = "spearman") S = 48, p-value = 0.0968, rho 0.6;
    # method = "kendall" T = 26, p-value = 0.1194, tau 0.4444444. T counts concordant pairs, so S = 2 T - 36 = 16.
    spearman, kendall = (column(method, TUNA, PANEL) for method in BOTH)
    assert (spearman["statistic"], spearman["estimate"], spearman["law"]) == (48.0, pytest.approx(0.6), "exact")
    assert spearman["p_value"] == pytest.approx(0.0968, abs=5e-5)
    assert (kendall["statistic"], kendall["estimate"], kendall["law"]) == (16.0, pytest.approx(4 / 9), "exact")
    assert kendall["p_value"] == pytest.approx(0.1194, abs=5e-5)
    # R: cor.test(x, y, method = "kendall", alternative = "greater") p-value = 0.05972.
    assert column("kendall_tau", TUNA, PANEL, alternative="greater")["p_value"] == pytest.approx(0.05972, abs=5e-6)


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize(("n", "levels"), [(3, 10**6), (8, 3), (8, 10**6), (30, 3), (30, 7), (120, 7), (120, 10**6)])
def test_approximate_p_values_agree_with_scipy(n: int, levels: int, alternative: Any) -> None:
    rng = np.random.default_rng([n, levels])
    x, y = rng.integers(0, levels, n).astype(float), rng.integers(0, levels, n).astype(float)
    spearman = column("spearman", x, y, alternative=alternative, variant="t")
    peer = stats.spearmanr(x, y, alternative=alternative)
    assert spearman["estimate"] == pytest.approx(peer.statistic, abs=1e-12)
    if abs(peer.statistic) < 1 - 1e-9:
        assert spearman["p_value"] == pytest.approx(peer.pvalue, rel=1e-9)
    kendall = column("kendall_tau", x, y, alternative=alternative, variant="normal")
    peer = stats.kendalltau(x, y, alternative=alternative, method="asymptotic")
    assert (kendall["estimate"], kendall["p_value"]) == (
        pytest.approx(peer.statistic, abs=1e-12),
        pytest.approx(peer.pvalue, rel=1e-9),
    )


@pytest.mark.parametrize("alternative", SIDES)
@pytest.mark.parametrize("n", [2, 3, 5, 12, 30, 49])
def test_exact_p_values_of_kendall_agree_with_scipy(n: int, alternative: Any) -> None:
    x, y = np.arange(n), np.random.default_rng(n).permutation(n)
    row = column("kendall_tau", x, y, alternative=alternative)
    peer = stats.kendalltau(x, y, alternative=alternative, method="exact")
    assert (row["law"], row["status"]) == ("exact", "ok")
    assert row["p_value"] == pytest.approx(peer.pvalue, rel=1e-10)


@pytest.mark.parametrize("method", BOTH)
@pytest.mark.parametrize("alternative", SIDES)
def test_exact_p_values_are_shares_of_all_orders(method: str, alternative: Any) -> None:
    orders = np.array(list(permutations(range(5))))
    peer = {"spearman": stats.spearmanr, "kendall_tau": stats.kendalltau}[method]
    estimates = np.array([peer(np.arange(5), order).statistic for order in orders]).round(9)
    frame = pl.DataFrame({"g": np.repeat(np.arange(120), 5), "x": np.tile(np.arange(5), 120), "y": orders.ravel()})
    rows = frame.group_by("g").agg(getattr(br.expr, method)("x", "y", alternative=alternative)).sort("g").unnest(method)
    at_least = (estimates >= estimates[:, None]).mean(axis=1)
    at_most = (estimates <= estimates[:, None]).mean(axis=1)
    two_sided = np.minimum(2 * np.minimum(at_least, at_most), 1)
    expected = {"greater": at_least, "less": at_most, "two-sided": two_sided}[alternative]
    np.testing.assert_allclose(rows["estimate"], estimates, atol=1e-9)
    np.testing.assert_allclose(rows["p_value"], expected, rtol=1e-12)


@pytest.mark.parametrize("n", [2, 5, 9])
def test_the_laws_count_every_order_once(n: int) -> None:
    for law in (spearman_law(n), kendall_law(n)):
        counts = law * factorial(n)
        np.testing.assert_allclose(counts, counts.round(), atol=1e-6)
        assert counts.sum() == pytest.approx(factorial(n))
        np.testing.assert_allclose(law, law[::-1], rtol=1e-9, atol=1e-18)


def test_exact_tails_keep_their_digits() -> None:
    n = 49
    row = column("kendall_tau", range(n), range(n))
    assert row["p_value"] == pytest.approx(2 / factorial(n), rel=1e-12)
    row = column("spearman", range(9), range(8, -1, -1))
    assert row["p_value"] == pytest.approx(2 / factorial(9), rel=1e-12)


@pytest.mark.parametrize("method", BOTH)
def test_beyond_the_exact_laws_and_with_ties_the_row_says_so(method: str) -> None:
    many = {"spearman": 10, "kendall_tau": 50}[method]
    order = np.random.default_rng(1).permutation(many)
    row = column(method, range(many), order)
    assert (row["variant"], row["status"]) == (APPROXIMATE[method], "approximate")
    assert row["note"] == f"more than {many - 1} blocks: approximate p-value"
    tied = column(method, [1, 1, 2, 3, 4, 5], [1, 2, 3, 5, 4, 6])
    assert (tied["variant"], tied["status"], tied["n_ties"]) == (APPROXIMATE[method], "approximate", 2)
    assert tied["note"] == "ties: approximate p-value"
    asked = column(method, [1, 2, 3, 4, 5, 6], [1, 2, 3, 5, 4, 6], variant=APPROXIMATE[method])
    assert (asked["variant"], asked["status"], asked["note"]) == (APPROXIMATE[method], "approximate", None)


@pytest.mark.parametrize("method", BOTH)
def test_a_perfect_correlation_has_a_p_value_above_zero(method: str) -> None:
    for n in (12, 60):
        for y, side in ((range(n), "greater"), (range(n, 0, -1), "less")):
            row = column(method, range(n), y, alternative=side)
            assert abs(row["estimate"]) == 1
            assert 0 < row["p_value"] < 1e-4
    assert column("spearman", range(12), range(12))["p_value"] == pytest.approx(2 / factorial(12), rel=1e-9)


@pytest.mark.parametrize("method", BOTH)
@given(data=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=12))
def test_exchanging_and_mirroring_the_columns(method: str, data: list[tuple[int, int]]) -> None:
    x, y = np.array(data, dtype=float).T
    row, swapped = column(method, x, y), column(method, y, x)
    mirrored = column(method, -x, y, alternative="greater")
    less = column(method, x, y, alternative="less")
    assert swapped["status"] == row["status"]
    if row["estimate"] is not None:
        assert swapped["estimate"] == pytest.approx(row["estimate"], abs=1e-12)
        assert swapped["p_value"] == pytest.approx(row["p_value"], rel=1e-9)
        assert mirrored["estimate"] == pytest.approx(-row["estimate"], abs=1e-12)
        assert mirrored["p_value"] == pytest.approx(less["p_value"], rel=1e-9)


@pytest.mark.parametrize("method", BOTH)
def test_only_the_order_of_values_counts(method: str) -> None:
    plain = column(method, TUNA, PANEL)
    assert column(method, np.exp(TUNA), np.array(PANEL) ** 3) == plain
    assert column(method, [*TUNA[:-1], float("inf")], PANEL) == plain
    assert column(method, np.array(TUNA) * 1e-300, np.array(PANEL) * 1e300) == plain


@pytest.mark.parametrize("method", BOTH)
def test_values_that_differ_by_rounding_are_ties(method: str) -> None:
    x = [0.1 + 0.2, 0.3, 0.5, 0.7]
    assert column(method, x, [1, 2, 3, 4])["n_ties"] == 2
    assert column(method, x, [1, 2, 3, 4])["estimate"] == column(method, [0.3, 0.3, 0.5, 0.7], [1, 2, 3, 4])["estimate"]


@pytest.mark.parametrize("method", BOTH)
def test_what_is_no_number_counts_as_missing(method: str) -> None:
    nan = float("nan")
    assert column(method, [*TUNA, nan, 1.0, None], [*PANEL, 1.0, None, nan]) == column(method, TUNA, PANEL)


@pytest.mark.parametrize("method", BOTH)
def test_columns_that_cannot_be_correlated_say_why(method: str) -> None:
    assert column(method, [], [])["status"] == column(method, [1.0], [2.0])["status"] == "too_few"
    still = column(method, [0.3, 0.3, 0.1 + 0.2], [1, 2, 3])
    assert (still["status"], still["estimate"], still["p_value"]) == ("zero_variance", None, None)
    assert still["note"] == "a metric never varies"
    two = column(method, [1, 2], [3, 4])
    assert (two["estimate"], two["p_value"], two["status"]) == (1.0, 1.0, "ok")
    assert two["note"] == "cannot reach alpha with so few blocks"
    assert column(method, [1, 2], [3, 4], variant=APPROXIMATE[method])["status"] == "too_few"


@pytest.mark.parametrize("method", BOTH)
def test_a_column_form_means_the_same_in_every_context(method: str) -> None:
    rng = np.random.default_rng(3)
    frame = pl.DataFrame(
        {"g": [0] * 12 + [1] * 9 + [2] * 60 + [3], "x": rng.normal(size=82), "y": rng.integers(0, 40, 82)}
    )
    test = getattr(br.expr, method)("x", "y")
    grouped = frame.group_by("g").agg(test).sort("g")
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(frame.lazy().group_by("g").agg(test).collect(engine=engine).sort("g"), grouped)
    assert frame.sample(fraction=1.0, shuffle=True, seed=1).group_by("g").agg(test).sort("g").equals(grouped)
    selected = [frame.filter(pl.col("g") == g).select(pl.lit(g).alias("g"), test) for g in range(4)]
    assert_frame_equal(pl.concat(selected).cast({"g": pl.Int64}), grouped)


@given(
    data=st.lists(st.tuples(st.integers(0, 2), st.integers(0, 5), st.integers(0, 5)), max_size=40),
)
def test_discordances_are_those_counted_pair_by_pair(data: list[tuple[int, int, int]]) -> None:
    group, x, y = np.array(data, dtype=np.int64).reshape(-1, 3).T
    expected = [0, 0, 0]
    for i in range(len(data)):
        for j in range(i):
            expected[group[i]] += int(group[i] == group[j] and (x[i] - x[j]) * (y[i] - y[j]) < 0)
    assert discordances(group, x, y, 3).tolist() == expected


@pytest.mark.parametrize("method", BOTH)
def test_a_table_has_a_row_per_algorithm_and_pair_of_metrics(method: str, study: pl.DataFrame) -> None:
    rows = getattr(br, method)(study, by="dataset")
    assert rows.height == 4 * 6 * 6
    assert_frame_equal(rows.select("dataset", "a", "term"), rows.select("dataset", "a", "term").sort(pl.all()))
    wide = study.pivot("metric", index=["dataset", "algorithm", "repeat", "fold"], values="value")
    row = rows.filter((pl.col("dataset") == "iris") & (pl.col("a") == "kNN") & (pl.col("term") == "auc, log_loss"))
    part = wide.filter((pl.col("dataset") == "iris") & (pl.col("algorithm") == "kNN"))
    alone = column(method, part["auc"], part["log_loss"])
    for name in ("n", "n_ties", "statistic", "p_value", "estimate"):
        assert row[name].item() == alone[name]
    assert row["estimate"].item() < 0
    assert "share training data" in row["note"].item()


@pytest.mark.parametrize("method", BOTH)
def test_blocks_are_datasets_unless_grouped_by_dataset(method: str, study: pl.DataFrame) -> None:
    rows = getattr(br, method)(study, metrics=["auc", "accuracy"])
    assert rows["term"].unique().to_list() == ["accuracy, auc"]
    assert set(rows["n"]) == {4}
    means = study.group_by("algorithm", "dataset", "metric").agg(pl.col("value").mean())
    knn = means.filter(pl.col("algorithm") == "kNN").pivot("metric", index="dataset", values="value")
    alone = column(method, knn["accuracy"], knn["auc"])
    assert rows.filter(pl.col("a") == "kNN")["estimate"].item() == pytest.approx(alone["estimate"], abs=1e-12)
    assert getattr(br, method)(study.lazy(), metrics=["auc", "accuracy"]).collect().equals(rows)
    assert getattr(br, method)(study.sample(fraction=1.0, shuffle=True, seed=2), metrics=["auc", "accuracy"]).equals(
        rows
    )


@pytest.mark.parametrize("method", BOTH)
def test_a_block_that_lacks_a_metric_is_left_out_and_counted(method: str, study: pl.DataFrame) -> None:
    gap = (pl.col("algorithm") == "kNN") & (pl.col("dataset") == "iris") & (pl.col("metric") == "auc")
    for holey in (study.filter(~gap), study.with_columns(value=pl.when(~gap).then("value"))):
        rows = getattr(br, method)(holey)
        counts = {(row["a"], row["term"]): (row["n"], row["n_dropped"]) for row in rows.iter_rows(named=True)}
        assert counts["kNN", "accuracy, auc"] == (3, 1)
        assert counts["kNN", "accuracy, log_loss"] == (4, 0)
        assert counts["DecisionTree", "accuracy, auc"] == (4, 0)


@pytest.mark.parametrize("method", BOTH)
def test_one_algorithm_is_enough_and_groups_may_have_any_name(method: str, study: pl.DataFrame) -> None:
    single = study.filter(pl.col("algorithm") == "kNN").with_columns(x=pl.lit("low"))
    assert getattr(br, method)(single, by="x").columns[0] == "x"
    assert getattr(br, method)(single, by="x").height == 6


@pytest.mark.parametrize("method", BOTH)
@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"by": "metric"}, "not grouped by"),
        ({"metrics": ["auc", "acuracy"]}, "no metric 'acuracy'"),
        ({"metrics": "auc"}, "only one metric, 'auc'"),
        ({"alternative": "positive"}, "alternative"),
        ({"variant": "edgeworth"}, "variant"),
        ({"alpha": 2}, "alpha"),
    ],
)
def test_options_that_mean_nothing_are_refused(
    method: str, options: dict[str, Any], said: str, study: pl.DataFrame
) -> None:
    with pytest.raises(br.BenchreportError, match=said):
        getattr(br, method)(study, **options)
