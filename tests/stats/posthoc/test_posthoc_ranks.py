"""Tests of pairs on ranks within blocks, on pooled ranks and on aligned and weighted ranks."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br
from benchreport.stats.posthoc.mean_ranks import rank_sum_tail
from tests.calibration.settings import scores_of


def pairs_of(rows: pl.DataFrame, column: str = "p_value") -> dict[tuple[str, str], Any]:
    return {(row["a"], row["b"]): row[column] for row in rows.iter_rows(named=True)}


def unequal(**samples: list[float]) -> pl.DataFrame:
    """Independent samples of several sizes as scores: values are numbered, gaps stay."""
    rows = [(f"d{i}", name, value) for name, values in samples.items() for i, value in enumerate(values)]
    table = pl.DataFrame(rows, schema=["dataset", "algorithm", "value"], orient="row")
    return br.scores(table.with_columns(metric=pl.lit("value")), directions={"value": "lower"})


UNEVEN = {"A": [1.0, 2.5, 2.5, 4.0, 7.0, 1.5], "B": [3.0, 5.0, 6.5, 2.5, 8.0], "C": [9.0, 4.5, 8.0, 10.0]}


def test_demsar_z_against_a_control_are_those_of_the_paper() -> None:
    # Demsar 2006 with the ranks of the paper, which had unrounded values: .97501 for +cf in row 13.
    demsar = br.read_scores(br.example("demsar2006_auc.csv"))
    tied = (pl.col("value") == 0.975) & (pl.col("algorithm") == "C4.5+cf")
    paper = demsar.with_columns(value=pl.when(tied).then(0.97501).otherwise("value"))
    rows = br.friedman_posthoc_z(paper, control="C4.5").pipe(br.adjust, "holm")
    assert rows["a"].to_list() == ["C4.5+cf", "C4.5+m", "C4.5+m+cf"]
    assert rows["statistic"].to_list() == pytest.approx([0.51235, 2.34216, 2.41535], abs=5e-6)
    assert rows["p_value"].to_list() == pytest.approx([0.608408, 0.019172, 0.015720], abs=5e-7)
    assert rows["p_adjusted"].to_list() == pytest.approx([0.608408, 0.047160, 0.047160], abs=5e-7)


def test_bonferroni_dunn_critical_differences_are_the_published_ones(demsar: pl.DataFrame) -> None:
    # Demsar 2006: 1.16 at 0.05 and 1.04 at 0.10 for four classifiers on 14 datasets.
    assert br.critical_difference(4, 14, variant="bonferroni_dunn") == pytest.approx(1.168143, abs=5e-7)
    assert br.critical_difference(4, 14, variant="bonferroni_dunn", alpha=0.1) == pytest.approx(1.038380, abs=5e-7)
    rows = br.bonferroni_dunn(demsar, control="C4.5")
    reach = (rows["ci_high"] - rows["ci_low"]) / 2
    assert reach.to_list() == pytest.approx([1.168143] * 3, abs=5e-7)
    single = br.siegel(demsar, control="C4.5")["p_value"]
    assert rows["p_value"].to_list() == pytest.approx([min(1, 3 * p) for p in single], rel=1e-12)


def test_sachs_example_gives_the_values_of_pmcmrplus() -> None:
    # Sachs, p. 675, the example of PMCMRplus 1.9.10: Friedman 23.3333; A against B to F by Nemenyi and by Siegel with
    # Bonferroni over all fifteen pairs.
    sachs = {
        "A": [3.88, 5.64, 5.76, 4.25, 5.91, 4.33], "B": [30.58, 30.14, 16.92, 23.19, 26.74, 10.91],
        "C": [25.24, 33.52, 25.45, 18.85, 20.45, 26.67], "D": [4.44, 7.94, 4.04, 4.4, 4.23, 4.36],
        "E": [29.41, 30.72, 32.92, 28.23, 23.35, 12.0], "F": [38.87, 33.12, 39.15, 28.06, 38.23, 26.65],
    }  # fmt: skip
    table = unequal(**sachs)
    assert br.friedman(table)["statistic"][0] == pytest.approx(23.3333, abs=5e-5)
    nemenyi = br.nemenyi(table).filter(pl.col("a") == "A")["p_value"].to_list()
    assert nemenyi == pytest.approx([0.188034, 0.091678, 0.999628, 0.039508, 0.001599], abs=5e-7)
    siegel = br.siegel(table).pipe(br.adjust, "bonferroni").filter(pl.col("a") == "A")["p_adjusted"].to_list()
    assert siegel == pytest.approx([0.309563, 0.130679, 1, 0.050556, 0.001718], abs=5e-7)


def test_conover_is_a_t_test_on_the_ranks_with_the_error_of_their_two_way_table(demsar: pl.DataFrame) -> None:
    # Ranks within blocks have no block effect, so the residual mean square of the ranks is Conover's.
    wide = demsar.pivot("algorithm", index="dataset", values="value").drop("dataset")
    names = wide.columns
    ranks = stats.rankdata(-wide.to_numpy(), axis=1)
    residual = ranks - ranks.mean(axis=0) - ranks.mean(axis=1, keepdims=True) + ranks.mean()
    n, k = ranks.shape
    error = np.sqrt(2 * (residual**2).sum() / ((n - 1) * (k - 1)) / n)
    rows = br.conover(demsar)
    for row in rows.iter_rows(named=True):
        t = (ranks.mean(axis=0)[names.index(row["b"])] - ranks.mean(axis=0)[names.index(row["a"])]) / error
        assert row["statistic"] == pytest.approx(t, rel=1e-10)
        assert row["p_value"] == pytest.approx(2 * stats.t.sf(abs(t), (n - 1) * (k - 1)), rel=1e-9)


def test_perfect_agreement_leaves_conover_without_scatter_and_says_so() -> None:
    agreed = unequal(A=[1, 2, 3], B=[2, 3, 4], C=[3, 4, 5])
    row = br.conover(agreed).row(0, named=True)
    assert (row["status"], row["p_value"]) == ("zero_variance", None)
    assert "all blocks agree" in row["note"]


def test_a_one_sided_z_is_the_tail_on_the_side_of_a(demsar: pl.DataFrame) -> None:
    for test in (br.friedman_posthoc_z, br.siegel, br.conover, br.dunn, br.quade_posthoc, br.fisher_lsd):
        both = test(demsar, by="metric")
        greater, less = (test(demsar, by="metric", alternative=side) for side in ("greater", "less"))
        assert (greater["p_value"] + less["p_value"]).to_list() == pytest.approx([1.0] * 6, rel=1e-12)
        smaller = pl.min_horizontal(greater["p_value"], less["p_value"])
        assert (2 * pl.select(smaller).to_series()).to_list() == pytest.approx(both["p_value"].to_list(), rel=1e-12)
        ahead = both["better"] == both["a"]
        assert ((greater["p_value"] < less["p_value"]) == ahead).all()


def test_the_tie_correction_only_widens_what_ties_have_narrowed(demsar: pl.DataFrame) -> None:
    plain = br.friedman_posthoc_z(demsar)["statistic"].abs()
    corrected = br.friedman_posthoc_z(demsar, variant="corrected")["statistic"].abs()
    chi2 = br.friedman(demsar)["statistic"][0] / br.friedman(demsar, variant="uncorrected")["statistic"][0]
    assert (corrected / plain).to_list() == pytest.approx([np.sqrt(chi2)] * 6, rel=1e-12)


@pytest.mark.parametrize(("n", "k"), [(2, 3), (3, 3), (2, 4)])
def test_exact_rank_sum_differences_agree_with_counting_all_rankings(n: int, k: int) -> None:
    outcomes = [
        abs(sum(block[0] - block[1] for block in blocks)) for blocks in product(permutations(range(k)), repeat=n)
    ]
    for difference in range(n * (k - 1) + 1):
        share = sum(outcome >= difference for outcome in outcomes) / len(outcomes)
        ours = rank_sum_tail(np.array([float(difference)]), np.array([float(n)]), np.array([float(k)]))[0]
        assert ours == pytest.approx(share, rel=1e-12)


def test_fixture_four_gives_tukeys_critical_difference_on_the_scale_of_a_mean(fx4: pl.DataFrame) -> None:
    # METHODS tukey_ranks: 14.4567886266; read literally, 45.716, which exceeds every possible difference.
    rows = br.tukey_ranks(fx4)
    reach = (rows["ci_high"] - rows["ci_low"]) / 2
    assert reach.to_list() == pytest.approx([14.4567886266] * 6, rel=1e-9)
    ranks = {"1": 17.75, "2": 20.05, "3": 22.5, "4": 21.7}  # METHODS kruskal_wallis
    expected = {pair: ranks[pair[0]] - ranks[pair[1]] for pair in pairs_of(rows)}
    assert pairs_of(rows, "estimate") == pytest.approx(expected, rel=1e-12)
    assert set(rows["status"]) == {"approximate"}


def test_dunn_and_conover_by_their_formulas_on_samples_of_unlike_size_with_ties() -> None:
    table = unequal(**UNEVEN)
    values = np.concatenate([*UNEVEN.values()])
    ranks = stats.rankdata(values)
    owner = np.repeat(list(UNEVEN), [len(v) for v in UNEVEN.values()])
    mean = {name: ranks[owner == name].mean() for name in UNEVEN}
    m, counts = len(values), np.unique(values, return_counts=True)[1]
    spread = m * (m + 1) / 12 - (counts**3 - counts).sum() / (12 * (m - 1))
    h = stats.kruskal(*UNEVEN.values()).statistic
    dunn, conover = (pairs_of(t(table, missing="available"), "statistic") for t in (br.dunn, br.conover_kw))
    for a, b in dunn:
        shares = 1 / len(UNEVEN[a]) + 1 / len(UNEVEN[b])
        assert dunn[a, b] == pytest.approx((mean[a] - mean[b]) / np.sqrt(spread * shares), rel=1e-12)
        error = np.sqrt(ranks.var(ddof=1) * (m - 1 - h) / (m - 3) * shares)
        assert conover[a, b] == pytest.approx((mean[a] - mean[b]) / error, rel=1e-10)


def test_two_samples_alone_give_dscf_the_p_of_a_rank_sum_test() -> None:
    # With two algorithms the studentised range of two is the normal law.
    table = unequal(A=UNEVEN["A"], B=UNEVEN["B"])
    row = br.dscf(table, missing="available").row(0, named=True)
    peer = stats.mannwhitneyu(UNEVEN["A"], UNEVEN["B"], method="asymptotic", use_continuity=False)
    assert row["p_value"] == pytest.approx(peer.pvalue, rel=1e-10)
    wins = np.sign(np.subtract.outer(UNEVEN["B"], UNEVEN["A"])).mean()  # lower is better
    assert row["effect"] == pytest.approx(wins, rel=1e-12)


def test_no_third_algorithm_has_a_say_in_dscf_statistics(demsar: pl.DataFrame) -> None:
    fewer = demsar.filter(pl.col("algorithm") != "C4.5+cf")
    whole, part = pairs_of(br.dscf(demsar), "statistic"), pairs_of(br.dscf(fewer), "statistic")
    assert part == pytest.approx({pair: whole[pair] for pair in part}, rel=1e-12)


def test_pooled_ranks_say_that_they_ignore_shared_blocks(fx4: pl.DataFrame) -> None:
    for test in (br.dunn, br.conover_kw, br.nemenyi_kw, br.tukey_ranks, br.dscf):
        assert test(fx4)["note"].str.contains("share their blocks").all()


def test_aligned_ranks_by_their_formula(fx4: pl.DataFrame) -> None:
    wide = fx4.pivot("algorithm", index="dataset", values="value").drop("dataset").to_numpy()
    aligned = np.round(wide - wide.mean(axis=1, keepdims=True), 12)
    mean = stats.rankdata(aligned).reshape(aligned.shape).mean(axis=0)
    n, k = wide.shape
    z = pairs_of(br.friedman_aligned_posthoc(fx4, variant="published"), "statistic")
    for a, b in z:
        assert z[a, b] == pytest.approx((mean[int(a) - 1] - mean[int(b) - 1]) / np.sqrt(k * (n * k + 1) / 6), rel=1e-12)


def every_arrangement(blocks: np.ndarray) -> np.ndarray:
    """Return the difference of the first two sums over all arrangements within blocks."""
    arrangements = product(*(list(permutations(block)) for block in blocks.tolist()))
    return np.array([np.sum([row[0] - row[1] for row in rows]) for rows in arrangements])


@pytest.mark.parametrize("shape", [(3, 4), (4, 3), (2, 5)])
@pytest.mark.parametrize("most", [3, 1000])
def test_z_tests_after_quade_and_of_aligned_ranks_have_the_variance_over_all_arrangements(
    shape: tuple[int, int], most: int
) -> None:
    values = np.random.default_rng(sum(shape)).integers(0, most, shape)
    table = br.scores(
        pl.DataFrame([(f"d{i}", f"a{j}", float(values[i, j])) for i, j in np.ndindex(*shape)],
                     schema=["dataset", "algorithm", "value"], orient="row"), metric="accuracy",
    )  # fmt: skip
    ranks = np.array([stats.rankdata(row) for row in values])
    weighted = stats.rankdata(np.ptp(values, axis=1))[:, None] * (ranks - (shape[1] + 1) / 2)
    aligned = stats.rankdata(np.round(values - values.mean(axis=1, keepdims=True), 9)).reshape(shape)
    for blocks, test in ((weighted, br.quade_posthoc), (aligned, br.friedman_aligned_posthoc)):
        row = test(table, variant="z").row(0, named=True)
        sums = blocks.sum(axis=0)
        between = abs(sums[0] - sums[1])
        assert abs(row["statistic"]) == pytest.approx(between / every_arrangement(blocks).std(), rel=1e-9)
        assert row["status"] == "approximate"  # fewer than ten datasets
        assert "published" not in (row["note"] or "")


def test_the_variance_after_quade_without_ties_has_its_closed_form() -> None:
    # Var(S_a - S_b) = L (L+1) / 6 times the sum of the squared weights, in units of the mean weight N (N+1) / 2.
    random = np.random.default_rng(3)
    for n, L in ((12, 3), (15, 7)):
        rows = [(f"d{i}", f"a{j}", random.random()) for i, j in np.ndindex(n, L)]
        table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "value"], orient="row"), metric="accuracy")
        right, published = (br.quade_posthoc(table, variant=name) for name in ("z", "published"))
        error = (right["estimate"] / right["statistic"]).abs().to_list()
        assert error == pytest.approx([np.sqrt(L * (L + 1) * (2 * n + 1) / (9 * n * (n + 1)))] * len(error), rel=1e-9)
        ratio = (right["statistic"] / published["statistic"]).to_list()
        assert ratio == pytest.approx([np.sqrt((L - 1) / 2)] * len(error), rel=1e-9)


@pytest.mark.parametrize("method", ["quade_posthoc", "friedman_aligned_posthoc"])
def test_published_variances_that_are_wrong_are_remarked(method: str, fx4: pl.DataFrame) -> None:
    published = getattr(br, method)(fx4, variant="published")
    assert published["note"].str.contains("the published variance").all()
    assert set(published["status"]) == {"approximate"}


@pytest.mark.parametrize(
    ("method", "k", "right"),
    [("quade_posthoc", 3, True), ("quade_posthoc", 7, False), ("friedman_aligned_posthoc", 3, False)],
)
def test_z_tests_reject_equal_algorithms_in_five_percent_of_tables(method: str, k: int, right: bool) -> None:
    table = scores_of(np.random.default_rng([30, k]).standard_normal((1500, 30, k)))
    sizes = {}
    for variant in ("z", "published"):
        rows = getattr(br, method)(table, by="replication", control="a00", variant=variant)
        sizes[variant] = (
            rows.filter(pl.col("a").cast(pl.String) == "a01").select(pl.col("p_value") <= 0.05).mean().item()
        )
    error = (0.05 * 0.95 / 1500) ** 0.5
    assert abs(sizes["z"] - 0.05) < 3 * error
    # The published variance is right after Quade with three algorithms only, and never of aligned ranks.
    assert (abs(sizes["published"] - 0.05) < 3 * error) == right


def test_a_control_is_compared_with_all_others_and_stands_second(demsar: pl.DataFrame) -> None:
    rank_based = [br.friedman_posthoc_z, br.siegel, br.conover, br.miller, br.exact_friedman_pairs, br.bonferroni_dunn]
    for test in (*rank_based, br.dunn, br.conover_kw, br.quade_posthoc, br.friedman_aligned_posthoc):
        rows = test(demsar, control="C4.5+m")
        assert rows["b"].unique().to_list() == ["C4.5+m"]
        assert rows["a"].to_list() == ["C4.5", "C4.5+cf", "C4.5+m+cf"]
        with pytest.raises(br.BenchreportError, match="did you mean"):
            test(demsar, control="C4.5m")


def test_runs_of_one_dataset_make_rank_tests_approximate(study: pl.DataFrame) -> None:
    for test in (br.nemenyi, br.siegel, br.dunn, br.quade_posthoc, br.tukey_hsd):
        rows = test(study, by=("dataset", "metric")).filter(pl.col("p_value") < 1)
        assert set(rows["status"]) == {"approximate"}
        assert rows["note"].str.contains("share training data").all()


def test_siegel_is_the_uncorrected_z_of_mean_ranks(demsar: pl.DataFrame) -> None:
    siegel, z = br.siegel(demsar), br.friedman_posthoc_z(demsar, variant="uncorrected")
    assert siegel["method"].unique().to_list() == ["siegel"]
    assert siegel.drop("method", "variant").equals(z.drop("method", "variant"))


def test_every_pair_of_dscf_is_ranked_by_itself_whatever_is_missing() -> None:
    rng = np.random.default_rng(5)
    rows = [(f"d{i}", name, float(rng.integers(0, 9))) for i in range(12) for name in "abc" if rng.random() > 0.25]
    table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "value"], orient="row"), metric="accuracy")
    for row in br.dscf(table, missing="available").iter_rows(named=True):
        x, y = (np.array([value for _, name, value in rows if name == row[side]]) for side in "ab")
        # Mann-Whitney's z with ties, without continuity correction; the studentised range has twice its square.
        p = stats.mannwhitneyu(x, y, use_continuity=False, method="asymptotic").pvalue
        assert row["statistic"] == pytest.approx(2**0.5 * stats.norm.isf(p / 2), rel=1e-9)
        assert row["effect"] == pytest.approx(np.sign(x[:, None] - y).mean(), abs=1e-12)
