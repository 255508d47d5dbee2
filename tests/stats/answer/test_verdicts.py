"""Do verdicts, estimates and intervals agree with each other and with values worked out elsewhere?

Oracles were enumerated independently of the package: exact signed-rank laws and Walsh averages of FX4, once as errors
and once as if its values had units.
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import benchreport as br

Rows = list[tuple[Any, ...]]


def table(values: np.ndarray, metric: str = "ssim", *, direction: str = "higher") -> pl.DataFrame:
    """Make scores of a matrix of datasets by algorithms, named A, B, C, ...; SSIM has differences and no ends."""
    rows = [(f"d{i:03}", chr(65 + j), float(value)) for i, row in enumerate(values) for j, value in enumerate(row)]
    frame = pl.DataFrame(rows, schema=["dataset", "algorithm", metric], orient="row")
    return br.scores(frame, directions={metric: direction})


def limits(rows: pl.DataFrame) -> list[tuple[float, float]]:
    return rows.select(pl.col("ci_low", "ci_high").round(10) + 0.0).rows()


FAMILY = [(-0.03, 0.01), (-0.055, -0.02), (-0.05, -0.015), (-0.05, 0.01), (-0.045, 0.0), (-0.025, 0.03)]
VERDICT = [(-0.03, 0.005), (-0.055, -0.02), (-0.05, -0.015), (-0.045, 0.0), (-0.045, 0.0), (-0.005, 0.025)]
SINGLE = [(-0.03, 0.0), (-0.05, -0.03), (-0.045, -0.02), (-0.04, -0.01), (-0.035, -0.005), (-0.005, 0.025)]
RATIOS = [
    (0.901669634668, 0.0390625, 0.078125, 0.778498944161, 1.04166666667),
    (0.789473684211, 0.001953125, 0.01171875, 0.608580619450, 0.9),
    (0.813250060791, 0.001953125, 0.01171875, 0.690065559342, 0.952380952381),
    (0.871354841187, 0.01953125, 0.05859375, 0.678063503621, 1.05),
    (0.913043478261, 0.01171875, 0.046875, 0.782460796436, 1.0),
    (1.06346244924, 0.359375, 0.359375, 0.869565217391, 1.20267558861),
]


def test_family_intervals_of_fx4_are_those_enumerated(fx4: pl.DataFrame) -> None:
    rows = br.verdict_interval(fx4)
    assert limits(rows) == FAMILY
    assert rows["estimate"].round(10).to_list() == [-0.015, -0.04, -0.03, -0.03, -0.015, 0.01]
    assert rows["level"].to_list() == pytest.approx([1 - 0.05 / 6] * 6)
    assert rows.select("single_low", "single_high").with_columns(pl.all().round(10) + 0.0).rows() == SINGLE


def test_verdict_intervals_of_fx4_have_the_level_of_their_own_test(fx4: pl.DataFrame) -> None:
    rows = br.verdict_interval(fx4, level="verdict")
    assert limits(rows) == VERDICT
    errors = [0.025, 0.05 / 6, 0.05 / 6, 0.0125, 0.05 / 3, 0.05]
    assert rows["level"].to_list() == pytest.approx([1 - error for error in errors])


def test_log_ratios_of_fx4_are_those_enumerated(fx4: pl.DataFrame) -> None:
    rows = br.verdicts(fx4, scales={"error": "ratio"})
    found = rows.select("estimate", "p_value", "p_adjusted", "ci_low", "ci_high").rows()
    for mine, oracle in zip(found, RATIOS, strict=True):
        assert mine == pytest.approx(oracle, rel=1e-10)
    assert rows["high_open"].to_list() == [False, False, False, False, True, False]
    assert rows["null_value"].unique().to_list() == [1.0]
    assert rows["method"].unique().to_list() == ["log_ratio"]
    by_verdict = br.verdict_interval(fx4, scales={"error": "ratio"}, level="verdict").row(4, named=True)
    assert (by_verdict["ci_low"], by_verdict["ci_high"], by_verdict["high_open"]) == (
        pytest.approx(0.796819072890),
        1.0,
        True,
    )


def test_zeros_stay_in_the_estimate_and_a_step_down_verdict_is_cut_open(demsar: pl.DataFrame) -> None:
    row = br.verdict_interval(demsar, control="C4.5", adjustment="holm").row(1, named=True)
    assert (row["a"], row["n"], row["n_ties"]) == ("C4.5+m", 12, 2)
    row = br.verdicts(demsar).row(1, named=True)
    assert (row["p_value"], row["p_adjusted"]) == (0.00732421875, 0.0439453125)
    assert row["estimate"] == pytest.approx(-0.013)
    assert (row["ci_low"], row["ci_high"], row["high_open"]) == (pytest.approx(-0.0345), 0.0, True)
    assert (row["single_low"], row["single_high"]) == (pytest.approx(-0.0275), pytest.approx(-0.003))


# c = how many Walsh averages are left out on either side: at .05, .05/3, .05/6, .05/28; None: no interval.
CUTS = {6: (0, None, None, None), 8: (3, 1, 0, None), 10: (8, 4, 2, None), 14: (21, 15, 11, 6)}


@pytest.mark.parametrize("n", CUTS)
def test_limits_are_the_order_statistics_of_the_table(n: int) -> None:
    rng = np.random.default_rng(n)
    d = rng.normal(size=n)
    walsh = np.sort([(d[i] + d[j]) / 2 for i in range(n) for j in range(i, n)])
    for error, c in zip((0.05, 0.05 / 3, 0.05 / 6, 0.05 / 28), CUTS[n], strict=True):
        scores = table(np.column_stack([d, np.zeros(n)]))
        row = br.verdict_interval(scores, alpha=error).row(0, named=True)
        assert row["estimate"] == pytest.approx(np.median(walsh))
        if c is None:
            assert row["ci_low"] is None
            assert f"needs at least {int(np.ceil(1 + np.log2(1 / error)))} datasets" in row["note"]
        elif row["p_value"] > error and walsh[c] <= 0 <= walsh[-1 - c]:
            assert (row["ci_low"], row["ci_high"]) == pytest.approx((walsh[c], walsh[-1 - c]))


@st.composite
def tables(draw: st.DrawFn) -> tuple[pl.DataFrame, dict[str, Any]]:
    n, k = draw(st.integers(3, 16)), draw(st.integers(2, 5))
    # A coarse grid, so that ties and zeros are frequent.
    values = draw(st.lists(st.lists(st.integers(1, 12), min_size=k, max_size=k), min_size=n, max_size=n))
    shift = draw(st.sampled_from([0, 6]))
    matrix = np.array(values, dtype=float) + shift * np.arange(k)
    metric = draw(st.sampled_from(["accuracy", "rmse", "gain"]))
    options = {
        "adjustment": draw(st.sampled_from(["holm", "bonferroni", "hochberg", "bh", "by", "sidak"])),
        "level": draw(st.sampled_from(["family", "verdict"])),
        "control": draw(st.sampled_from([None, "A"])),
    }
    if draw(st.booleans()):
        matrix[0, 0] = 0.0
    return table(matrix, metric, direction=draw(st.sampled_from(["higher", "lower"]))), options


@given(tables())
def test_intervals_exclude_the_null_value_iff_the_verdict_is_significant(drawn: tuple[pl.DataFrame, Any]) -> None:
    from benchreport.stats.answer.verdict_intervals import VERDICT_COLUMNS

    scores, options = drawn
    rows = br.verdicts(scores, **options)
    assert list(rows.columns) == ["metric", *VERDICT_COLUMNS]
    for row in rows.iter_rows(named=True):
        low, high, null = row["ci_low"], row["ci_high"], row["null_value"]
        significant = row["p_adjusted"] is not None and row["p_adjusted"] <= 0.05 and row["better"] is not None
        above = low is not None and (low > null or (low == null and row["low_open"]))
        below = high is not None and (high < null or (high == null and row["high_open"]))
        assert (above or below) == significant
        assert not (above and below)
        if low is not None and high is not None:
            assert low <= high
        if significant and row["estimand"] != "difference of mean ranks a - b":
            favoured = row["a"] if above else row["b"]
            lower = scores["direction"][0] == "lower" and row["estimand"] != "probability that a beats b"
            assert (row["better"] == favoured) != lower


def test_the_scale_is_a_choice_of_the_metric_and_its_verdict_may_differ(fx4: pl.DataFrame) -> None:
    raw, logs = br.verdicts(fx4).row(4, named=True), br.verdicts(fx4, scales={"error": "ratio"}).row(4, named=True)
    assert raw["p_adjusted"] == 0.05859375
    assert logs["p_adjusted"] == 0.046875


SCALES_APART = 10.0 ** np.array([-3, -2, -1, 0, 1, 2, 3, 0, 1, -2, 3, -3])


def rmse(seed: int = 3) -> np.ndarray:
    """Errors of four algorithms on twelve datasets whose units differ by a factor of a million."""
    rng = np.random.default_rng(seed)
    return SCALES_APART[:, None] * np.exp(rng.normal(0, 0.15, (12, 4)) + np.array([0.0, 0.12, 0.3, 0.5]))


@pytest.mark.parametrize("factor", [1000.0, 1e-6, 2.0**20])
@pytest.mark.parametrize("metric", ["rmse", "gain"])
def test_multiplying_one_dataset_changes_no_verdict_on_a_metric_with_units(metric: str, factor: float) -> None:
    values = rmse()
    before = br.verdicts(table(values, metric, direction="lower"))
    assert before.filter(pl.col("p_adjusted") <= 0.05).height > 0
    for dataset in (0, 6, 11):
        moved = values.copy()
        moved[dataset] *= factor
        after = br.verdicts(table(moved, metric, direction="lower"))
        for name in ("p_value", "p_adjusted", "estimate", "ci_low", "ci_high"):
            assert after[name].to_list() == pytest.approx(before[name].to_list(), rel=1e-9)
        assert after["better"].to_list() == before["better"].to_list()


def test_raw_differences_would_have_decided_by_the_largest_dataset_alone() -> None:
    # Why units matter: with raw differences the datasets of small scale count for nothing in estimate and test.
    values = rmse()
    raw = br.verdicts(table(values, "rmse", direction="lower"), scales={"rmse": "share"})
    moved = values.copy()
    moved[3] *= 1e6
    other = br.verdicts(table(moved, "rmse", direction="lower"), scales={"rmse": "share"})
    assert raw["estimate"].to_list() != pytest.approx(other["estimate"].to_list(), rel=0.01)


@pytest.mark.parametrize("worst", [0.0, -1.0])
def test_a_single_value_at_or_below_zero_makes_the_sign_test_decide_for_the_whole_metric(worst: float) -> None:
    values = rmse()
    values[2, 3] = worst
    rows = br.verdicts(table(values, "rmse", direction="lower"))
    assert rows["method"].unique().to_list() == ["sign_test"]
    assert rows["null_value"].unique().to_list() == [0.5]
    for row in rows.iter_rows(named=True):
        p = stats.binomtest(row["wins"], row["wins"] + row["losses"]).pvalue
        assert row["p_value"] == pytest.approx(p)
        assert row["estimate"] == pytest.approx(row["wins"] / (row["wins"] + row["losses"]))
    undefined = br.log_ratio(table(values, "rmse", direction="lower"))
    assert undefined["status"].unique().to_list() == ["undefined"]
    assert undefined["p_value"].null_count() == undefined.height


def test_shares_with_zeros_and_negative_correlations_are_compared_as_they_are() -> None:
    values = np.linspace(-0.4, 0.6, 32).reshape(8, 4)
    assert br.verdicts(table(values, "mcc"))["method"].unique().to_list() == ["wilcoxon"]
    assert br.verdicts(table(np.abs(values), "accuracy"))["method"].unique().to_list() == ["wilcoxon"]


def test_equal_values_have_a_log_ratio_of_exactly_zero() -> None:
    values = rmse()[:, :2]
    values[4] = 0.1 + 0.2, 0.3
    row = br.verdicts(table(values, "rmse", direction="lower")).row(0, named=True)
    assert row["n_ties"] == 1
    assert row["wins"] + row["losses"] == 11


def test_many_groups_at_once_give_what_each_gives_alone(study: pl.DataFrame) -> None:
    together = br.verdicts(study)
    for (metric,), part in study.group_by("metric"):
        alone = br.verdicts(part)
        assert together.filter(pl.col("metric") == metric).equals(alone)


def test_two_thousand_replications_are_one_call() -> None:
    rng = np.random.default_rng(1)
    count, n, k = 300, 14, 4
    replication, dataset, algorithm = (a.ravel() for a in np.meshgrid(range(count), range(n), range(k), indexing="ij"))
    frame = pl.DataFrame(
        {
            "replication": replication,
            "dataset": [f"d{i}" for i in dataset],
            "algorithm": [f"a{i}" for i in algorithm],
            "ssim": rng.normal(size=count * n * k),
        }
    )
    scores = br.scores(frame, factors="replication")
    rows = br.verdicts(scores, by=("metric", "replication"))
    assert rows.height == 6 * count
    one = scores.filter(pl.col("replication") == 17)
    mine = rows.filter(pl.col("replication") == 17).drop("replication", "family")
    assert mine.equals(br.verdicts(one.drop("replication")).drop("family"))
    errors = rows.group_by("replication").agg((pl.col("p_adjusted") <= 0.05).any())["p_adjusted"].mean()
    assert errors <= 0.05 + 3 * (0.05 * 0.95 / count) ** 0.5


def straddling(n: int) -> np.ndarray:
    """Values of which two equal algorithms lie on opposite sides of two others on most datasets."""
    side = np.array([1.0] * (n - 1) + [-1.0])
    rng = np.random.default_rng(n)
    middle = rng.normal(0, 0.01, (n, 2))
    return np.column_stack([side * np.linspace(1, 2, n), middle, -side * np.linspace(1, 2, n)]) + 10


def test_nemenyi_alone_decides_nothing_and_its_confirmation_takes_the_larger_p() -> None:
    scores = table(straddling(7))
    by_ranks, own, both = br.nemenyi(scores), br.wilcoxon(scores), br.nemenyi_confirmed(scores)
    larger = pl.DataFrame({"r": by_ranks["p_value"], "o": own["p_value"]}).max_horizontal()
    against = (by_ranks["better"] != own["better"]).fill_null(False)
    expected = [1.0 if opposed else p for p, opposed in zip(larger, against, strict=True)]
    assert both["p_adjusted"].to_list() == pytest.approx(expected)
    pair = both.filter(pl.col("a") == "A", pl.col("b") == "D").row(0, named=True)
    assert by_ranks.filter(pl.col("a") == "A", pl.col("b") == "D")["p_value"].item() <= 0.05
    assert pair["p_adjusted"] > 0.05
    assert br.verdicts(scores)["procedure"].unique().to_list() == ["none"]
    rows = br.verdicts(scores, test="nemenyi_confirmed")
    assert rows["procedure"].unique().to_list() == ["nemenyi_confirmed"]
    assert rows["p_adjusted"].to_list() == both["p_adjusted"].to_list()
    assert rows["estimand"].unique().to_list() == ["difference of mean ranks a - b"]


@pytest.mark.parametrize(("n", "k"), [(5, 4), (6, 2)])
def test_the_confirmed_test_needs_six_datasets_and_three_algorithms(n: int, k: int) -> None:
    rows = br.nemenyi_confirmed(table(straddling(n)[:, :k]))
    assert rows["status"].unique().to_list() == ["too_few"]
    assert rows["p_adjusted"].null_count() == rows.height


def test_with_five_datasets_nothing_is_decided_and_the_row_says_why() -> None:
    values = np.arange(5)[:, None] + 10.0 * np.arange(4)
    rows = br.verdicts(table(values))
    assert rows["procedure"].unique().to_list() == ["none"]
    assert (rows["p_adjusted"] > 0.05).all()
    assert rows["p_value"].unique().to_list() == [0.0625]
    assert rows["note"].str.contains("no exact test of a pair can reach 0.05 with 5 datasets").all()


def test_a_declared_reference_has_its_own_family_and_an_undeclared_leader_has_not(demsar: pl.DataFrame) -> None:
    everyone, against = br.verdicts(demsar), br.verdicts(demsar, control="C4.5")
    assert (everyone.height, against.height) == (6, 3)
    assert against["b"].unique().to_list() == ["C4.5"]
    assert against["p_adjusted"].min() == pytest.approx(3 * 0.00732421875)
    assert everyone["p_adjusted"].min() == pytest.approx(6 * 0.00732421875)
    assert against["level"].to_list() == pytest.approx([1 - 0.05 / 3] * 3)


def test_all_metrics_may_be_one_family(study: pl.DataFrame) -> None:
    rows = br.verdicts(study, family="all")
    assert rows["level"].to_list() == pytest.approx([1 - 0.05 / rows.height] * rows.height)
    assert rows["procedure"].unique().to_list() == ["none"]


def test_available_pairs_rest_on_the_datasets_that_both_have(demsar: pl.DataFrame) -> None:
    gap = (pl.col("dataset") == "wine") & (pl.col("algorithm") == "C4.5+m")
    rows = br.verdicts(demsar.filter(~gap), missing="available")
    blocks = {(a, b): n + ties for a, b, n, ties in rows.select("a", "b", "n", "n_ties").rows()}
    assert blocks == {(a, b): 13 if "C4.5+m" in (a, b) else 14 for a, b in blocks}
    with pytest.raises(br.BenchreportError, match="wine lacks"):
        br.verdicts(demsar.filter(~gap))


def benjamini_hochberg(p: list[float]) -> list[float]:
    return stats.false_discovery_control(p).tolist()


def test_intervals_after_bh_hold_the_false_coverage_rate() -> None:
    values = rmse()[:, :4]
    rows = br.verdicts(table(values, "rmse", direction="lower"), adjustment="bh")
    assert rows["p_adjusted"].to_list() == pytest.approx(benjamini_hochberg(rows["p_value"].to_list()))
    rejected = int((rows["p_adjusted"] <= 0.05).sum())
    assert 0 < rejected < rows.height
    assert rows["level"].to_list() == pytest.approx([1 - rejected * 0.05 / 6] * 6)
    by = br.verdicts(table(values, "rmse", direction="lower"), adjustment="by")
    rejected = int((by["p_adjusted"] <= 0.05).sum())
    harmonic = sum(1 / i for i in range(1, 7))
    assert by["level"].to_list() == pytest.approx([1 - max(rejected, 1) * 0.05 / 6 / harmonic] * 6)


def test_weighted_holm_is_the_step_down_of_p_over_weight(demsar: pl.DataFrame) -> None:
    raw = br.wilcoxon(demsar)
    rows = br.page_family(raw, control="C4.5", weights="reference")
    # By hand: weights 1/6 each for the three pairs with C4.5, 1/6 each for the others: Holm itself at k = 4.
    assert rows["p_adjusted"].to_list() == pytest.approx(br.adjust(raw, "holm")["p_adjusted"].to_list())
    five = table(np.random.default_rng(5).normal(size=(14, 5)))
    raw = br.wilcoxon(five)
    rows = br.page_family(raw, control="A", weights="reference")
    own = [(row["p_value"], 1 / 8 if "A" in (row["a"], row["b"]) else 1 / 12) for row in raw.iter_rows(named=True)]
    expected, best, left = {}, 0.0, 1.0
    for place in sorted(range(10), key=lambda i: own[i][0] / own[i][1]):
        p, weight = own[place]
        best = max(best, min(1.0, p / weight * left))
        expected[place], left = best, left - weight
    assert rows["p_adjusted"].to_list() == pytest.approx([expected[i] for i in range(10)])
    assert br.verdicts(five, control="A", weights="reference").height == 10


def test_the_family_of_a_page_needs_a_reference_that_exists(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match=r"no algorithm 'C45'"):
        br.page_family(br.wilcoxon(demsar), control="C45")
    with pytest.raises(br.BenchreportError, match="needs a reference"):
        br.page_family(br.wilcoxon(demsar), weights="reference")


def signed_rank_p(d: np.ndarray) -> float:
    """Enumerate all signs."""
    d = d[d != 0]
    ranks = stats.rankdata(np.abs(d))
    sums = [sum(ranks[list(chosen)]) for size in range(len(d) + 1) for chosen in combinations(range(len(d)), size)]
    observed = ranks[d > 0].sum()
    tail = min(np.mean(np.array(sums) >= observed - 1e-9), np.mean(np.array(sums) <= observed + 1e-9))
    assert len(sums) == sum(comb(len(d), size) for size in range(len(d) + 1))
    return min(1.0, 2 * tail)


def test_the_group_test_is_the_exact_test_of_group_means() -> None:
    rng = np.random.default_rng(8)
    values = rng.normal(size=(21, 2))
    families = [f"f{i % 8}" for i in range(21)]
    scores = table(values)
    number = pl.col("dataset").cast(pl.String).str.slice(1).cast(pl.Int64)
    column = scores.with_columns(group=number.replace_strict(dict(enumerate(families))))
    means = np.array([(values[i::8, 0] - values[i::8, 1]).mean() for i in range(8)])
    row = br.group_test(column).row(0, named=True)
    assert row["p_value"] == pytest.approx(signed_rank_p(means))
    assert row["n"] == 8
    walsh = [(means[i] + means[j]) / 2 for i in range(8) for j in range(i, 8)]
    assert row["estimate"] == pytest.approx(np.median(walsh))
    mapping = {f"d{i:03}": families[i] for i in range(21)}
    assert br.group_test(scores, group=mapping).equals(br.group_test(column))
    decided = br.verdicts(scores, group=mapping).row(0, named=True)
    assert (decided["p_value"], decided["n"]) == (row["p_value"], 8)


def test_a_dataset_without_a_group_is_its_own_and_groups_count_as_datasets() -> None:
    scores = table(np.random.default_rng(2).normal(size=(10, 3)))
    alone, plain = br.group_test(scores, group={}), br.wilcoxon(scores)
    assert alone.select("p_value", "n").equals(plain.select("p_value", "n"))
    few = {f"d{i:03}": f"f{i % 4}" for i in range(10)}
    assert br.verdicts(scores, group=few)["procedure"].unique().to_list() == ["none"]


def test_group_means_of_a_metric_with_units_are_those_of_log_ratios() -> None:
    values = rmse()
    groups = {f"d{i:03}": f"f{i // 2}" for i in range(12)}
    rows = br.group_test(table(values, "rmse", direction="lower"), group=groups)
    logs = np.log(values[:, 0] / values[:, 1]).reshape(6, 2).mean(axis=1)
    assert rows["p_value"][0] == pytest.approx(signed_rank_p(logs))
    walsh = [(logs[i] + logs[j]) / 2 for i in range(6) for j in range(i, 6)]
    assert rows["estimate"][0] == pytest.approx(np.exp(np.median(walsh)))


def test_a_dataset_in_two_groups_is_refused() -> None:
    scores = table(np.random.default_rng(2).normal(size=(6, 2)))
    broken = scores.with_columns(group=pl.col("algorithm").cast(pl.String))
    with pytest.raises(br.BenchreportError, match="in several groups"):
        br.group_test(broken)
    with pytest.raises(br.BenchreportError, match="no dataset 'iris'"):
        br.group_test(scores, group={"iris": "flowers"})


@pytest.mark.parametrize("metric", ["ssim", "rmse"])
def test_a_t_verdict_stands_beside_means_with_intervals_of_the_whole_family(metric: str) -> None:
    values = rmse() if metric == "rmse" else np.random.default_rng(6).normal(size=(12, 4))
    rows = br.verdicts(table(values, metric, direction="lower"), test="kfold_paired_t")
    d = np.log(values[:, 0] / values[:, 2]) if metric == "rmse" else values[:, 0] - values[:, 2]
    row = rows.row(1, named=True)
    assert row["p_value"] == pytest.approx(stats.ttest_1samp(d, 0).pvalue)
    interval = stats.ttest_1samp(d, 0).confidence_interval(1 - 0.05 / 6)
    null, turn = (1.0, np.exp) if metric == "rmse" else (0.0, float)
    assert row["estimate"] == pytest.approx(turn(d.mean()))
    if not row["low_open"] and not row["high_open"] and row["p_adjusted"] > 0.05:
        assert (row["ci_low"], row["ci_high"]) == pytest.approx((turn(interval.low), turn(interval.high)))
    assert row["null_value"] == null
    assert row["estimand"] == ("ratio of geometric means a / b" if metric == "rmse" else "mean difference a - b")
    assert rows["procedure"].unique().to_list() == ["kfold_paired_t"]


def test_a_sign_test_asked_for_compares_every_metric_by_wins(demsar: pl.DataFrame) -> None:
    rows = br.verdicts(demsar, test="sign_test")
    assert rows["p_value"].to_list() == br.sign_test(demsar)["p_value"].to_list()
    assert rows["null_value"].unique().to_list() == [0.5]
    assert rows["procedure"].unique().to_list() == ["sign_test"]


def test_sign_flips_asked_for_are_those_of_the_test(demsar: pl.DataFrame) -> None:
    rows = br.verdicts(demsar, test="permutation_signflip")
    assert rows["p_value"].to_list() == br.permutation_signflip(demsar, by="metric")["p_value"].to_list()
    assert rows["estimand"].unique().to_list() == ["mean difference a - b"]


@pytest.mark.parametrize("rows", [pl.DataFrame({"p_value": [0.1, 0.2]}), pl.LazyFrame({"p_value": [0.1]}), [0.1, 0.2]])
def test_p_values_alone_are_no_family_of_a_page(rows: Any) -> None:
    with pytest.raises(br.BenchreportError, match="no pairs of algorithms a and b") as caught:
        br.page_family(rows)
    assert "br.adjust" in caught.value.hint


def test_rows_without_pairs_have_no_reference() -> None:
    rows = br.friedman(br.read_scores(br.example("demsar2006_auc.csv")))
    assert br.page_family(rows)["p_adjusted"].to_list() == rows["p_value"].to_list()
    with pytest.raises(br.BenchreportError, match="compare no pairs, so none is with"):
        br.page_family(rows, control="C4.5")
