"""Tests over the folds of one dataset."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import benchreport as br

# Fixtures FX1 and FX3 of the method catalogue: errors on ten shared folds; differences of 5x2 cross-validation.
A = [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]
B = [0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17]
FX3 = [(0.02, 0.01), (0.03, -0.01), (0.015, 0.025), (0.0, 0.03), (0.02, 0.02)]


def folds(**sizes: int) -> pl.DataFrame:
    rows = [("toy", name, k, value) for name, values in (("A", A), ("B", B)) for k, value in enumerate(values)]
    frame = pl.DataFrame(rows, schema=["dataset", "algorithm", "fold", "error"], orient="row")
    return br.scores(frame.with_columns(pl.lit(size).alias(name) for name, size in sizes.items()))


def halvings() -> pl.DataFrame:
    rows = [
        ("toy", name, i, j, 0.5 + (value if name == "A" else 0.0))
        for i, pair in enumerate(FX3, 1)
        for j, value in enumerate(pair, 1)
        for name in "AB"
    ]
    return br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "repeat", "fold", "accuracy"], orient="row"))


def test_fixture_one_gives_the_paired_t_of_the_catalogue() -> None:
    row = br.kfold_paired_t(folds()).row(0, named=True)
    # Statistic and estimate are of a - b; only the side of p and the better algorithm know that less error is better.
    assert row["statistic"] == pytest.approx(-4.16315718287, rel=1e-10)
    assert row["p_value"] == pytest.approx(0.00243625560579, rel=1e-10)
    limits = (row["estimate"], row["ci_low"], row["ci_high"])
    assert limits == pytest.approx((-0.021, -0.0324108832149, -0.00958911678515), rel=1e-9)
    assert row["better"] == "A"
    assert br.kfold_paired_t(folds(), alternative="greater")["p_value"][0] == pytest.approx(0.00121812780289, rel=1e-10)


def test_fixture_one_gives_the_corrected_t_of_the_catalogue() -> None:
    row = br.corrected_resampled_t(folds().drop("design")).row(0, named=True)
    assert row["statistic"] == pytest.approx(-2.86528128098, rel=1e-10)
    assert row["p_value"] == pytest.approx(0.018619372954, rel=1e-10)
    assert "needs a declared design" in row["note"]


def test_sizes_in_the_table_decide_the_correction() -> None:
    told = br.corrected_resampled_t(folds(n_train=90, n_test=10)).row(0, named=True)
    assert told["statistic"] == pytest.approx(-2.86528128098, rel=1e-10)
    assert told["note"] is None
    holdout = br.corrected_resampled_t(folds(n_train=70, n_test=30)).row(0, named=True)
    d = np.array(A) - np.array(B)
    expected = d.mean() / (d.std(ddof=1) * np.sqrt(1 / 10 + 30 / 70))
    assert holdout["statistic"] == pytest.approx(expected, rel=1e-12)


def test_fixture_three_gives_the_5x2_values_of_the_catalogue() -> None:
    t = br.cv52_t(halvings()).row(0, named=True)
    assert (t["statistic"], t["p_value"], t["df1"]) == pytest.approx((1.2171612389, 0.277851648123, 5), rel=1e-9)
    assert "from -0.6086 to 1.8257" in t["note"]
    # The same differences of errors, where lower is better: statistic and range stay those of a - b.
    errors = halvings().with_columns(direction=pl.lit("lower").cast(pl.Categorical))
    lower = br.cv52_t(errors, alternative="less").row(0, named=True)
    assert (lower["statistic"], lower["better"]) == (pytest.approx(1.2171612389, rel=1e-9), "B")
    assert lower["p_value"] == pytest.approx(0.277851648123 / 2, rel=1e-9)
    assert "from -0.6086 to 1.8257" in lower["note"]
    f = br.cv52_f(halvings()).row(0, named=True)
    assert (f["statistic"], f["df1"], f["df2"]) == pytest.approx((1.5, 10, 5), rel=1e-9)
    assert f["p_value"] == pytest.approx(0.342486381531, rel=1e-9)
    assert f["better"] == "A"


def test_the_sleep_data_give_what_r_gives() -> None:
    # R 4.2.2, t.test(extra ~ group, data = sleep, paired = TRUE): t = -4.0621, df = 9, p = 0.002833.
    drug1 = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    drug2 = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    frame = pl.DataFrame({"x": drug1, "y": drug2})
    row = frame.select(br.expr.kfold_paired_t("x", "y")).unnest("kfold_paired_t").row(0, named=True)
    assert row["statistic"] == pytest.approx(-4.06212768338204, rel=1e-12)
    assert row["p_value"] == pytest.approx(0.00283289019738427, rel=1e-10)
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((-2.45988576327698, -0.700114236723018), rel=1e-10)


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=2, max_size=15))
def test_the_paired_t_agrees_with_scipy(data: list[tuple[int, int]]) -> None:
    x, y = map(np.array, zip(*data, strict=True))
    frame = pl.DataFrame({"x": x, "y": y})
    for alternative in ("two-sided", "greater", "less"):
        row = frame.select(br.expr.kfold_paired_t("x", "y", alternative=alternative)).unnest("kfold_paired_t")
        d = x - y
        if np.ptp(d) == 0:
            assert row["status"][0] == ("zero_variance" if d.any() else "all_ties")
            continue
        expected = stats.ttest_rel(x, y, alternative=alternative)
        assert row["p_value"][0] == pytest.approx(expected.pvalue, rel=1e-8)


def test_folds_make_the_plain_test_approximate_and_repeats_void_it() -> None:
    undeclared = folds().drop("design")
    once = br.kfold_paired_t(undeclared).row(0, named=True)
    assert once["status"] == "approximate"
    assert "share training data" in once["note"]
    again = pl.concat([undeclared.with_columns(repeat=pl.lit(r, dtype=pl.Int64)) for r in (1, 2)])
    void = br.kfold_paired_t(again).row(0, named=True)
    assert (void["status"], void["p_value"]) == ("undefined", None)
    assert "corrected_resampled_t" in void["note"]
    assert "needs a declared design" in br.corrected_resampled_t(again)["note"][0]


def test_a_difference_that_never_varies_has_no_p_value_however_its_last_bits_fall() -> None:
    x = [0.1, 0.2, 0.3, 0.4, 0.7]
    frame = pl.DataFrame({"x": x, "y": [value + 0.1 for value in x]})
    row = frame.select(br.expr.kfold_paired_t("x", "y")).unnest("kfold_paired_t").row(0, named=True)
    assert (row["status"], row["p_value"]) == ("zero_variance", None)


def test_the_order_of_runs_decides_which_difference_is_first() -> None:
    shuffled = halvings().sample(fraction=1.0, shuffle=True, seed=3)
    assert br.cv52_t(shuffled)["statistic"][0] == pytest.approx(1.2171612389, rel=1e-9)


@pytest.mark.parametrize("test", [br.cv52_t, br.cv52_f])
def test_other_layouts_are_told_that_they_are_not_5x2(test: object) -> None:
    row = test(folds()).row(0, named=True)  # type: ignore[operator]
    assert (row["status"], row["p_value"]) == ("undefined", None)
    assert "five repeats of two folds" in row["note"]


def test_repeated_holdout_without_sizes_is_told_what_is_missing() -> None:
    table = folds().rename({"fold": "repeat"})
    row = br.corrected_resampled_t(table).row(0, named=True)
    assert (row["status"], row["p_value"]) == ("undefined", None)
    assert "ratio of test to training size" in row["note"]


def test_two_thousand_datasets_go_through_in_one_pass() -> None:
    rng = np.random.default_rng(0)
    values = rng.normal(0.8, 0.05, (2000, 2, 10))
    d, a, k = np.indices(values.shape).reshape(3, -1)
    frame = pl.DataFrame({"dataset": d, "algorithm": a, "fold": k, "reward": values.ravel()})
    rows = br.corrected_resampled_t(br.scores(frame.with_columns(pl.col("dataset", "algorithm").cast(pl.String))))
    assert rows.height == 2000
    one = values[17, 0] - values[17, 1]
    expected = one.mean() / (one.std(ddof=1) * np.sqrt(1 / 10 + 1 / 9))
    assert rows.filter(pl.col("dataset") == "17")["statistic"][0] == pytest.approx(expected, rel=1e-10)


def test_folds_numbered_through_the_repeats_are_counted_within_each() -> None:
    # 5x2: half is tested, half trained, so the ratio is 1 however the folds are numbered.
    through = halvings().with_columns(fold=2 * (pl.col("repeat") - 1) + pl.col("fold"))
    d = np.array(FX3).ravel()
    expected = d.mean() / (d.std(ddof=1) * np.sqrt(1 / 10 + 1))
    for table in (halvings(), through):
        assert br.corrected_resampled_t(table)["statistic"][0] == pytest.approx(expected, rel=1e-9)


def test_the_number_of_resamples_tells_nothing_about_sizes() -> None:
    frame = folds().select("algorithm", "dataset", "fold", error="value")
    declared = br.scores(frame, design="repeated_holdout")
    row = br.corrected_resampled_t(declared).row(0, named=True)
    assert (row["status"], row["p_value"]) == ("undefined", None)
    assert br.corrected_resampled_t(br.scores(frame, design="kfold_cv"))["status"][0] == "ok"
