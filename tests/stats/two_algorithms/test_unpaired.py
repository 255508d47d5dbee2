"""Two algorithms whose runs are not matched."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br

# Fixture FX1 of the method catalogue.
A = [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]
B = [0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17]
UNPAIRED = ("unpaired_t", "mann_whitney", "permutation_two_sample")

small_samples = st.lists(st.integers(0, 9), min_size=2, max_size=6)
# Many comparisons at a time: one grouped call costs little more than a single one.
comparisons = st.lists(st.tuples(small_samples, small_samples), min_size=1, max_size=20)
few_examples = settings(max_examples=15)


def row(name: str, x: list[Any], y: list[Any], **options: Any) -> dict[str, Any]:
    size = max(len(x), len(y))
    filled = {"x": [*x, *[None] * (size - len(x))], "y": [*y, *[None] * (size - len(y))]}
    frame = pl.DataFrame(filled, schema={"x": pl.Float64, "y": pl.Float64})
    return frame.select(getattr(br.expr, name)("x", "y", **options)).unnest(name).row(0, named=True)


def rows(name: str, samples: list[tuple[list[int], list[int]]], **options: Any) -> list[dict[str, Any]]:
    parts = [
        pl.DataFrame({"case": case, "x": pl.Series(x, dtype=pl.Float64), "y": None}, schema_overrides={"y": pl.Float64})
        for case, (x, _) in enumerate(samples)
    ]
    parts += [
        pl.DataFrame({"case": case, "x": None, "y": pl.Series(y, dtype=pl.Float64)}, schema_overrides={"x": pl.Float64})
        for case, (_, y) in enumerate(samples)
    ]
    found = pl.concat(parts).group_by("case").agg(getattr(br.expr, name)("x", "y", **options)).sort("case")
    return found.unnest(name).to_dicts()


@pytest.mark.parametrize(
    ("variant", "t", "df", "p"),
    [  # METHODS 7, unpaired_t: FX1 A (10) against the first 8 of B
        ("welch", -1.85369634132, 14.4268864516, 0.0843420747376),
        ("conservative", -1.85369634132, 7, 0.106189506032),
        ("pooled", -1.87431187193, 16, 0.0792654646384),
    ],
)
def test_the_t_test_gives_the_values_of_the_catalogue(variant: str, t: float, df: float, p: float) -> None:
    found = row("unpaired_t", A, B[:8], variant=variant)
    assert (found["statistic"], found["df1"], found["p_value"]) == pytest.approx((t, df, p), rel=1e-10)
    assert found["note"] == "10 values of a and 8 of b, unpaired"


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("equal", [True, False])
def test_the_t_test_agrees_with_scipy(alternative: Any, equal: bool) -> None:
    expected = stats.ttest_ind(A, B[:8], equal_var=equal, alternative=alternative)
    interval = expected.confidence_interval(0.95)
    found = row("unpaired_t", A, B[:8], variant="pooled" if equal else "welch", alternative=alternative)
    assert found["p_value"] == pytest.approx(expected.pvalue, rel=1e-10)
    limits = (found["ci_low"], found["ci_high"])
    for ours, theirs in zip(limits, interval, strict=True):
        assert ours is None if np.isinf(theirs) else ours == pytest.approx(theirs, rel=1e-9)


def test_the_effect_interval_of_two_samples_solves_the_noncentral_t_law() -> None:
    found = row("unpaired_t", A, B[:8])
    factor = np.sqrt(1 / 10 + 1 / 8)
    t = found["effect"] / factor
    assert t == pytest.approx(-1.87431187193, rel=1e-10)  # the pooled t of the catalogue
    assert stats.nct.cdf(t, 16, found["effect_low"] / factor) == pytest.approx(0.975, rel=1e-9)
    assert stats.nct.cdf(t, 16, found["effect_high"] / factor) == pytest.approx(0.025, rel=1e-7)


def test_the_worked_permutation_example_counts_the_observed_split() -> None:
    # 000 Permutation test I-III: X = (2, 5), Y = 6; the printed 1/3 leaves out ties with the observed value.
    found = row("permutation_two_sample", [2, 5], [6])
    assert found["statistic"] == pytest.approx(-2.5, rel=1e-12)
    assert found["p_value"] == pytest.approx(2 / 3, rel=1e-12)


def all_splits(x: list[int], y: list[int]) -> dict[str, float]:
    pooled, observed = np.array([*x, *y], dtype=float), np.mean(x) - np.mean(y)
    chosen = np.array(list(combinations(range(len(pooled)), len(x))))
    first = pooled[chosen].sum(axis=1)
    means = first / len(x) - (pooled.sum() - first) / len(y)
    return {
        "two-sided": np.mean(np.abs(means) >= abs(observed) - 1e-9),
        "greater": np.mean(means >= observed - 1e-9),
        "less": np.mean(means <= observed + 1e-9),
    }


@few_examples
@given(comparisons)
def test_all_splits_are_counted(samples: list[tuple[list[int], list[int]]]) -> None:
    expected = [all_splits(x, y) for x, y in samples]
    for alternative in ("two-sided", "greater", "less"):
        found = rows("permutation_two_sample", samples, alternative=alternative)
        assert [one["p_value"] for one in found] == pytest.approx([one[alternative] for one in expected], rel=1e-12)


def test_random_splits_agree_with_all_of_them_within_four_standard_errors() -> None:
    exact = row("permutation_two_sample", A, B[:8])
    assert exact["law"] == "all splits"
    rng = np.random.default_rng(3)
    x, y = rng.normal(0.4, 1, 14).tolist(), rng.normal(0, 1, 14).tolist()
    drawn = row("permutation_two_sample", x, y, draws=2999, seed=5)
    assert "2999 random splits, seed 5, standard error" in drawn["note"]
    t = stats.ttest_ind(x, y).pvalue
    assert abs(drawn["p_value"] - t) < 4 * np.sqrt(t * (1 - t) / 2999) + 0.01  # the t test is close, not the same
    assert drawn == row("permutation_two_sample", x[::-1], y[::-1], draws=2999, seed=5)
    assert drawn["p_value"] != row("permutation_two_sample", x, y, draws=2999, seed=6)["p_value"]


def test_the_studentized_statistic_is_welchs_t() -> None:
    found = row("permutation_two_sample", A, B[:8], variant="studentized")
    assert found["statistic"] == pytest.approx(-1.85369634132, rel=1e-10)
    expected = stats.permutation_test(
        (A[:5], B[:4]),
        lambda a, b, axis: stats.ttest_ind(a, b, equal_var=False, axis=axis).statistic,
        vectorized=True,
        alternative="greater",
        n_resamples=np.inf,
    )
    ours = row("permutation_two_sample", A[:5], B[:4], variant="studentized", alternative="greater")
    assert ours["p_value"] == pytest.approx(expected.pvalue, rel=1e-12)


@few_examples
@given(comparisons)
def test_the_exact_rank_sum_law_equals_the_enumeration_of_all_splits(
    samples: list[tuple[list[int], list[int]]],
) -> None:
    both, up = rows("mann_whitney", samples), rows("mann_whitney", samples, alternative="greater")
    for (x, y), found, one_sided in zip(samples, both, up, strict=True):
        ranks = stats.rankdata([*x, *y])
        observed = ranks[: len(x)].sum()
        sums = np.array(list(combinations(ranks, len(x)))).sum(axis=1)
        greater, less = np.mean(sums >= observed - 1e-9), np.mean(sums <= observed + 1e-9)
        assert found["statistic"] == pytest.approx(observed - len(x) * (len(x) + 1) / 2)
        assert found["p_value"] == pytest.approx(min(1.0, 2 * min(greater, less)), rel=1e-12)
        if len({*x, *y}) > 1:
            assert one_sided["p_value"] == pytest.approx(greater, rel=1e-12)


@few_examples
@given(comparisons)
def test_the_normal_rank_sum_law_agrees_with_scipy(samples: list[tuple[list[int], list[int]]]) -> None:
    for variant, correction in (("normal", False), ("normal_corrected", True)):
        for (x, y), found in zip(samples, rows("mann_whitney", samples, variant=variant), strict=True):
            if len({*x, *y}) > 1:
                expected = stats.mannwhitneyu(x, y, method="asymptotic", use_continuity=correction)
                assert found["p_value"] == pytest.approx(expected.pvalue, rel=1e-9)


def test_untied_exact_rank_sums_agree_with_scipy_up_to_the_limit() -> None:
    rng = np.random.default_rng(2)
    x, y = rng.normal(0.5, 1, 22), rng.normal(0, 1, 28)
    found = row("mann_whitney", x.tolist(), y.tolist())
    assert found["p_value"] == pytest.approx(stats.mannwhitneyu(x, y, method="exact").pvalue, rel=1e-10)
    more = row("mann_whitney", [*x.tolist(), 3.0], y.tolist())
    assert (more["status"], more["law"]) == ("approximate", "normal")


def test_the_shift_and_its_interval_are_those_of_r() -> None:
    # R, example(wilcox.test): placenta permeability, Hollander & Wolfe (1973), 69f: W = 35, p = 0.1272 (one-sided).
    x = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    y = [1.15, 0.88, 0.90, 0.74, 1.21]
    found = row("mann_whitney", x, y, alternative="greater")
    assert found["statistic"] == 35
    assert found["p_value"] == pytest.approx(0.1272, abs=5e-5)
    both = row("mann_whitney", x, y)
    differences = np.sort(np.subtract.outer(x, y).ravel())
    assert both["estimate"] == pytest.approx(np.median(differences))
    assert both["ci_low"] == pytest.approx(differences[8])  # qwilcox(0.025, 10, 5) = 9
    assert both["ci_high"] == pytest.approx(differences[-9])


@pytest.mark.parametrize("name", UNPAIRED)
def test_swapping_the_samples_mirrors_the_one_sided_p(name: str) -> None:
    for alternative, mirrored in (("greater", "less"), ("less", "greater"), ("two-sided", "two-sided")):
        ours = row(name, A, B[:8], alternative=alternative)
        theirs = row(name, B[:8], A, alternative=mirrored)
        assert ours["p_value"] == pytest.approx(theirs["p_value"], rel=1e-12)
        assert ours["effect"] == pytest.approx(-theirs["effect"], rel=1e-12)


@pytest.mark.parametrize("name", UNPAIRED)
def test_a_column_test_means_the_same_in_every_context(name: str) -> None:
    frame = pl.DataFrame(
        {
            "g": ["p"] * 7 + ["q"] * 5 + ["r"],
            "x": [3.1, 2.0, 5.5, None, 1.0, 2.5, 9.0, 1.0, 2.0, 3.0, 4.0, 5.0, None],
            "y": [3.0, 2.5, 5.5, 3.0, 2.0, float("nan"), 8.5, 2.0, 3.0, 4.0, 5.0, 6.0, 1.0],
        }
    )
    test = getattr(br.expr, name)("x", "y")
    grouped = frame.group_by("g").agg(test).sort("g")
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(frame.lazy().group_by("g").agg(test).collect(engine=engine).sort("g"), grouped)
    assert_frame_equal(frame.select("g", test.over("g")).unique(maintain_order=True).sort("g"), grouped)
    assert grouped.unnest(name)["status"].to_list() == ["ok", "ok", "too_few"]
    assert "6 values of a and 6 of b" in grouped.unnest(name)["note"][0]


@pytest.mark.parametrize("name", UNPAIRED)
def test_degenerate_samples_have_a_status(name: str) -> None:
    assert row(name, [0.5] * 4, [0.5] * 3)["p_value"] == 1.0
    assert row(name, [0.5] * 4, [0.5] * 3)["status"] == "all_ties"
    assert row(name, [0.5], [])["status"] == "too_few"
    assert row(name, [0.5], [])["p_value"] is None


def test_two_constants_that_differ_have_no_spread() -> None:
    found = row("unpaired_t", [0.1, 0.1], [0.2, 0.2, 0.2])
    assert (found["status"], found["p_value"]) == ("zero_variance", None)
    assert found["estimate"] == pytest.approx(-0.1)


def test_runs_that_do_not_match_are_compared_and_matched_ones_are_told() -> None:
    seeds = pl.DataFrame(
        {
            "algorithm": ["new"] * 5 + ["old"] * 4,
            "dataset": ["d"] * 9,
            "repeat": [*range(1, 6), *range(11, 15)],
            "error": [0.10, 0.12, 0.11, 0.13, 0.12, 0.15, 0.16, 0.14, 0.17],
        }
    )
    scores = br.scores(seeds)
    found = br.unpaired_t(scores, alternative="greater").row(0, named=True)
    expected = stats.ttest_ind(seeds["error"][:5], seeds["error"][5:], equal_var=False, alternative="less")
    assert found["p_value"] == pytest.approx(expected.pvalue, rel=1e-10)  # lower error is better
    assert (found["better"], found["n"]) == ("new", 4)
    assert found["estimate"] == pytest.approx(0.116 - 0.155)
    assert "same blocks" not in found["note"]
    matched = br.unpaired_t(scores.with_columns(repeat=pl.col("repeat") % 10).filter(pl.col("repeat") > 0))
    assert "same blocks" not in matched["note"][0]  # five runs against four
    same = scores.with_columns(repeat=pl.col("repeat") % 10).filter(pl.col("repeat") < 5)
    assert "a paired test would use that" in br.unpaired_t(same)["note"][0]


def test_rewards_are_compared_by_the_test_that_is_asked_for(study: pl.DataFrame) -> None:
    one = study.filter(pl.col("metric") == "accuracy")
    drop = ["method", "variant"]
    assert_frame_equal(br.reward_comparison(one).drop(drop), br.unpaired_t(one).drop(drop))
    assert_frame_equal(
        br.reward_comparison(one, variant="wilcoxon").drop(drop),
        br.wilcoxon(one, by=("dataset", "metric")).drop(drop),
    )
    assert br.reward_comparison(one, variant="paired_t")["variant"].unique().to_list() == ["paired_t"]
    assert br.reward_comparison(one, variant="permutation")["p_value"].is_between(0, 1).all()
    with pytest.raises(br.BenchreportError, match="variant"):
        br.reward_comparison(one, variant="anova")  # type: ignore[arg-type]


def test_a_control_that_a_group_lacks_is_named(study: pl.DataFrame) -> None:
    gap = (pl.col("dataset") == "iris") & (pl.col("algorithm") == "Majority")
    with pytest.raises(br.BenchreportError, match="lacks the control 'Majority'"):
        br.unpaired_t(study.filter(~gap), control="Majority")
    with pytest.raises(br.BenchreportError, match="no algorithm 'majority'"):
        br.unpaired_t(study, control="majority")
