"""Effect sizes and their intervals."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scipy import special, stats

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of
from benchreport.stats.kernels.noncentral import noncentrality, solved_noncentrality

# Fixture FX1 of the method catalogue.
A = [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]
B = [0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17]
EFFECTS = ("cohen_d", "hedges_g", "rank_biserial", "cliff_delta", "vargha_delaney", "win_tie_loss")

# mpmath with 40 digits: the integral of ncdf(t s / sqrt(df) - nc) over the density of chi, solved for nc.
MPMATH_NONCENTRALITIES = [
    (1, 0.7, 0.025, 2.7172648394341402),
    (3, -35.0, 0.005, -5.2336043801411099),
    (9, 2.0, 0.025, 4.1162100971624351),
    (9, 2.0, 0.975, -0.20585473927130694),
    (29, 4.0, 0.9995, 0.27725896455602799),
    (499, 2.8, 0.9995, -0.50478632157762385),
    (4999, 2.4, 0.9995, -0.89159420349338906),
    (4, 120.0, 0.975, 41.729995541326926),
    (2, -40.0, 1e-05, 1.6360343992281027),
]
every_effect = pytest.mark.parametrize("name", EFFECTS)


def row(name: str, x: list[Any], y: list[Any], **options: Any) -> dict[str, Any]:
    frame = pl.DataFrame({"x": x, "y": y}, schema={"x": pl.Float64, "y": pl.Float64})
    return frame.select(getattr(br.expr, name)("x", "y", **options)).unnest(name).row(0, named=True)


@pytest.mark.parametrize("df", [1, 3, 4, 9, 30, 200])
@pytest.mark.parametrize("p", [0.005, 0.025, 0.5, 0.975])
def test_the_noncentrality_gives_back_its_probability(df: int, p: float) -> None:
    t = np.linspace(-2, 20, 120)
    found = noncentrality(t, np.full(120, float(df)), p)
    assert special.nctdtr(df, found, t) == pytest.approx(np.full(120, p), rel=1e-8)
    assert found == pytest.approx(solved_noncentrality(t, df, p), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("p", [1e-5, 0.025, 0.5, 0.9995])
@pytest.mark.parametrize("df", [1, 4, 30, 100_000])
def test_the_noncentrality_of_no_difference_is_a_normal_quantile(df: int, p: float) -> None:
    assert solved_noncentrality(np.zeros(1), df, p) == pytest.approx(-special.ndtri(p), rel=1e-13, abs=1e-13)


@pytest.mark.parametrize("p", [1e-5, 0.025, 0.5, 0.9995])
@pytest.mark.parametrize("df", [1, 3, 9, 99])
def test_the_noncentrality_of_a_huge_t_is_a_quantile_of_chi(df: int, p: float) -> None:
    # T = (Z + nc) / (chi / sqrt(df)): Z does not matter any more.
    t = np.array([1e9, -1e9])
    upper, lower = (stats.chi.isf(p, df), stats.chi.ppf(p, df))
    expected = t / np.sqrt(df) * np.array([upper, lower])
    assert solved_noncentrality(t, df, p) == pytest.approx(expected, rel=1e-7)


@pytest.mark.parametrize(("df", "t", "p", "expected"), MPMATH_NONCENTRALITIES)
def test_the_noncentrality_equals_one_of_fifty_digits(df: int, t: float, p: float, expected: float) -> None:
    assert solved_noncentrality(np.array([t]), df, p) == pytest.approx(expected, rel=5e-13)


def test_cohens_d_of_matched_folds_is_the_paired_t_over_the_root_of_n() -> None:
    found = row("cohen_d", A, B)
    t = -4.16315718287  # METHODS 7, kfold_paired_t, FX1 A-B
    assert found["effect"] == pytest.approx(t / np.sqrt(10), rel=1e-10)
    for limit, p in (("effect_low", 0.975), ("effect_high", 0.025)):
        assert stats.nct.cdf(t, 9, found[limit] * np.sqrt(10)) == pytest.approx(p, rel=1e-6)
    assert (found["estimate"], found["ci_low"], found["ci_high"]) == pytest.approx(
        (-0.021, *stats.t.interval(0.95, 9, -0.021, 0.0159513148187 / np.sqrt(10))), rel=1e-9
    )


def test_rows_of_paired_tests_carry_the_same_effect_and_interval() -> None:
    alone = row("cohen_d", A, B)
    test = row("kfold_paired_t", A, B)
    for name in ("effect", "effect_low", "effect_high"):
        assert test[name] == pytest.approx(alone[name], rel=1e-12)
    ranks, signed = row("rank_biserial", A, B), row("wilcoxon", A, B)
    for name in ("effect", "effect_low", "effect_high"):
        assert signed[name] == pytest.approx(ranks[name], rel=1e-12)
    counted, sign = row("win_tie_loss", A, B), row("sign_test", A, B)
    assert sign["effect_low"] == pytest.approx(2 * counted["ci_low"] - 1, rel=1e-12)


def test_hedges_factor_takes_the_bias_away() -> None:
    plain, exact, near = (
        row("cohen_d", A, B),
        row("hedges_g", A, B),
        row("hedges_g", A, B, correction="approximate"),
    )
    # Hedges 1981: J(9) = 0.9139 to four places.
    assert exact["effect"] / plain["effect"] == pytest.approx(0.9139, abs=2e-4)
    assert near["effect"] / plain["effect"] == pytest.approx(1 - 3 / 35, rel=1e-12)


def brute_delta(x: list[float], y: list[float]) -> tuple[float, float]:
    """Delta and its unbiased variance, from the matrix of all comparisons."""
    signs = np.sign(np.subtract.outer(x, y))
    n, m = signs.shape
    delta = signs.mean()
    rows, columns = ((signs.mean(axis=1) - delta) ** 2).sum(), ((signs.mean(axis=0) - delta) ** 2).sum()
    inner = ((signs - delta) ** 2).sum()
    variance = (m**2 * rows + n**2 * columns - inner) / (n * m * (n - 1) * (m - 1))
    return delta, max(variance, (1 - delta**2) / (n * m - 1))


@given(
    st.lists(st.integers(0, 9), min_size=2, max_size=9),
    st.lists(st.integers(0, 9), min_size=2, max_size=9),
)
def test_cliffs_delta_equals_the_count_over_all_pairs(x: list[int], y: list[int]) -> None:
    size = max(len(x), len(y))
    found = row("cliff_delta", [*x, *[None] * (size - len(x))], [*y, *[None] * (size - len(y))])
    delta, variance = brute_delta(x, y)
    assert found["effect"] == pytest.approx(delta, abs=1e-12)
    if abs(delta) < 1 and found["status"] == "ok":
        t = stats.t.isf(0.025, len(x) + len(y) - 2)
        reach = t * np.sqrt(variance) * np.sqrt((1 - delta**2) ** 2 + t**2 * variance)
        low, high = (delta - delta**3 + np.array([-reach, reach])) / (1 - delta**2 + t**2 * variance)
        assert found["effect_low"] == pytest.approx(max(low, -1), abs=1e-9)
        assert found["effect_high"] == pytest.approx(min(high, 1), abs=1e-9)


def test_samples_that_do_not_overlap_still_leave_doubt() -> None:
    found = row("cliff_delta", [2, 3, 4, 5, 6], [0, 0.5, 1, 1.2, 1.5])
    assert (found["effect"], found["effect_high"]) == (1, 1)
    assert -1 < found["effect_low"] < 1


def test_vargha_delaney_is_the_delta_on_the_scale_of_a_probability() -> None:
    found = row("vargha_delaney", A, B)
    u = stats.mannwhitneyu(A, B).statistic
    assert found["estimate"] == pytest.approx(u / 100, rel=1e-12)
    assert found["effect"] == pytest.approx(2 * u / 100 - 1, rel=1e-12)
    assert found["ci_low"] == pytest.approx((found["effect_low"] + 1) / 2, rel=1e-12)


def test_the_rank_biserial_interval_holds_zero_just_when_the_normal_test_does_not_reject() -> None:
    rng = np.random.default_rng(4)
    for shift in np.linspace(-1, 1, 21):
        d = rng.normal(shift, 1, 15).tolist()
        found = row("rank_biserial", d, [0.0] * 15)
        p = stats.wilcoxon(d, method="asymptotic", correction=False).pvalue
        assert (found["effect_low"] <= 0 <= found["effect_high"]) == (p > 0.05)


def test_a_clean_sweep_has_an_interval_that_is_not_a_point() -> None:
    found = row("rank_biserial", [1, 2, 3, 4, 5, 6], [0.0] * 6)
    assert found["effect"] == found["effect_high"] == 1
    assert 0 < found["effect_low"] < 1


def test_wins_ties_and_losses_of_the_catalogue(fx4: pl.DataFrame) -> None:
    found = br.win_tie_loss(fx4).row(0, named=True)  # METHODS 9: 7 wins, 2 losses, 1 tie
    assert found["note"] == "7 wins, 1 ties, 2 losses"
    assert (found["n"], found["n_ties"], found["statistic"]) == (10, 1, 7)
    assert found["effect"] == pytest.approx(0.5)


@every_effect
def test_effects_have_the_one_schema_and_stay_lazy(name: str, study: pl.DataFrame) -> None:
    effect = getattr(br, name)
    eager = effect(study)
    assert eager.schema == pl.Schema({"metric": pl.Categorical()} | schema_of(RESULT_COLUMNS))
    lazy = effect(study.lazy())
    assert isinstance(lazy, pl.LazyFrame)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(lazy.collect(engine=engine), eager)
    assert_frame_equal(effect(study.sample(fraction=1.0, shuffle=True, seed=3)), eager)
    assert_frame_equal(eager, eager.sort("metric", "a", "b"))
    per_dataset = effect(study, by=("dataset", "metric"))
    assert per_dataset["note"].str.contains("too narrow").any()


@every_effect
def test_the_direction_of_the_metric_decides_the_sign(name: str, demsar: pl.DataFrame) -> None:
    error = demsar.with_columns(value=1 - pl.col("value"), direction=pl.lit("lower").cast(pl.Categorical))
    columns = ["a", "b", "better", "effect", "effect_low", "effect_high", "status"]
    effect = getattr(br, name)
    assert_frame_equal(effect(error).select(columns), effect(demsar).select(columns))


@every_effect
def test_bad_groups_are_rows_with_a_status(name: str) -> None:
    groups = {"one": [(1.0, 2.0)], "tied": [(0.5, 0.5)] * 4, "huge": [(1e300, 2e300), (3e300, 1e300), (2e300, 2e300)]}
    rows = [
        (metric, f"d{i}", f"a{j}", value)
        for metric, blocks in groups.items()
        for i, block in enumerate(blocks)
        for j, value in enumerate(block)
    ]
    table = pl.DataFrame(rows, schema=["metric", "dataset", "algorithm", "value"], orient="row")
    found = getattr(br, name)(br.scores(table, directions=dict.fromkeys(groups, "higher")))
    status = dict(found.select(pl.col("metric").cast(pl.String), "status").rows())
    assert status["tied"] == "all_ties"
    assert status["huge"] == "ok"
    for column, kind in found.schema.items():
        if kind == pl.Float64:
            assert found[column].drop_nulls().is_finite().all()


@pytest.mark.parametrize("name", ["cohen_d", "hedges_g"])
def test_independent_samples_use_the_pooled_spread(name: str) -> None:
    found = row(name, A, B, variant="unpaired", **({"correction": "approximate"} if name == "hedges_g" else {}))
    pooled = np.sqrt((np.var(A, ddof=1) + np.var(B, ddof=1)) / 2)
    expected = (np.mean(A) - np.mean(B)) / pooled * (1 - 3 / 71 if name == "hedges_g" else 1)
    assert found["effect"] == pytest.approx(expected, rel=1e-10)
    with pytest.raises(br.BenchreportError, match="variant"):
        row(name, A, B, variant="matched")


def test_two_blocks_are_too_few_to_take_the_bias_away() -> None:
    frame = pl.DataFrame({"x": [0.3, 0.5], "y": [0.1, 0.2]})
    assert frame.select(br.expr.hedges_g("x", "y")).unnest("hedges_g")["status"][0] == "too_few"
    assert frame.select(br.expr.cohen_d("x", "y")).unnest("cohen_d")["status"][0] == "ok"


@pytest.mark.parametrize("method", [br.cliff_delta, br.vargha_delaney])
def test_u_counts_pairs_with_the_larger_value_whichever_way_is_better(method: Any) -> None:
    table = pl.DataFrame({"dataset": list("abcde"), "A": [4.0, 5, 6, 9, 7], "B": [3.0, 3, 3, 5, 8]})
    higher, lower = (
        method(br.scores(table, metric="size", directions={"size": way}), by="metric").row(0, named=True)
        for way in ("higher", "lower")
    )
    assert higher["statistic"] == lower["statistic"] == 19.5  # 19 pairs above, one tie, five below
    assert higher["effect"] == -lower["effect"]


RUNS = br.scores(
    pl.DataFrame(
        [("iris", a, run, mean + 0.01 * (run * run % 5)) for a, mean in (("x", 0.81), ("y", 0.8)) for run in range(6)],
        schema=["dataset", "algorithm", "seed", "accuracy"],
        orient="row",
    ),
    design="seeds",
)


@pytest.mark.parametrize(
    "method",
    [
        "vargha_delaney",
        "cliff_delta",
        "rank_biserial",
        "win_tie_loss",
        "cohen_d",
        "wilcoxon",
        "sign_test",
        "mann_whitney",
    ],
)
def test_one_dataset_with_runs_has_nothing_to_compare_until_its_runs_are(method: str) -> None:
    row = getattr(br, method)(RUNS, by="metric").row(0, named=True)
    assert (row["n"], row["status"]) == (1, "too_few")
    assert [row[name] for name in ("p_value", "estimate", "effect", "better")] == [None] * 4
    assert 'by=("dataset", "metric") (--by dataset,metric)' in row["note"]
    within = getattr(br, method)(RUNS, by=("dataset", "metric")).row(0, named=True)
    assert within["n"] in (6, 12)
    assert "--by" not in (within["note"] or "")


def test_several_datasets_and_single_values_are_judged_as_before() -> None:
    one_value = RUNS.filter(pl.col("fold") == pl.col("fold").min())
    assert br.sign_test(one_value)["status"][0] == "ok"
    two = pl.concat([RUNS, RUNS.with_columns(dataset=pl.lit("wine").cast(pl.Categorical))])
    assert br.vargha_delaney(two)["n"][0] == 2


@pytest.mark.parametrize("word", ["independent", "two_sample", "unpaired"])
def test_separate_samples_have_one_name_and_others_are_understood(word: str) -> None:
    assert br.cohen_d(RUNS, by=("dataset", "metric"), variant=word)["variant"][0] == "unpaired"  # type: ignore[arg-type]
    assert br.hedges_g(RUNS, by=("dataset", "metric"), variant=word)["variant"][0] == "unpaired"  # type: ignore[arg-type]
    both = pl.concat([RUNS, RUNS.with_columns(metric=pl.lit("auc").cast(pl.Categorical), value=pl.col("value") ** 2)])
    assert br.hotelling(both, variant=word)["variant"][0] == "unpaired"  # type: ignore[arg-type]


def test_an_unknown_variant_lists_all_of_them() -> None:
    with pytest.raises(br.BenchreportError) as refused:
        br.cohen_d(RUNS, variant="impaired")  # type: ignore[arg-type]
    assert "choose from 'paired', 'unpaired'" in str(refused.value)
