"""Sign test and Wilcoxon's signed-rank test."""

from __future__ import annotations

from itertools import product

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

import benchreport as br
from benchreport.stats.kernels import signed_rank as signed_ranks

# R 4.2.2, example(wilcox.test): Hollander & Wolfe (1973), depression scale.
BEFORE = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
AFTER = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]

pairs_of_numbers = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=11)


def wilcoxon(x: list[float], y: list[float], **options: str) -> dict[str, float]:
    frame = pl.DataFrame({"x": x, "y": y}, schema={"x": pl.Float64, "y": pl.Float64})
    return frame.select(br.expr.wilcoxon("x", "y", **options)).unnest("wilcoxon").row(0, named=True)


def sign_test(x: list[float], y: list[float], **options: str) -> dict[str, float]:
    frame = pl.DataFrame({"x": x, "y": y}, schema={"x": pl.Float64, "y": pl.Float64})
    return frame.select(br.expr.sign_test("x", "y", **options)).unnest("sign_test").row(0, named=True)


def enumerated(differences: np.ndarray, zeros: str) -> dict[str, float]:
    """Find exact p-values by writing out all 2^n signs."""
    kept = differences if zeros != "drop" else differences[differences != 0]
    ranks = stats.rankdata(np.abs(kept))
    ranks, signs = ranks[kept != 0], np.sign(kept[kept != 0])
    observed = ranks[signs > 0].sum()
    sums = np.array(
        [sum(r for r, up in zip(ranks, ups, strict=True) if up) for ups in product((0, 1), repeat=len(ranks))]
    )
    greater, less = np.mean(sums >= observed - 1e-9), np.mean(sums <= observed + 1e-9)
    return {"greater": greater, "less": less, "two-sided": min(1.0, 2 * min(greater, less))}


def test_the_depression_example_of_r_comes_out_with_estimate_and_interval() -> None:
    row = wilcoxon(BEFORE, AFTER)
    assert (row["statistic"], row["p_value"]) == (40, 0.0390625)
    assert (row["estimate"], row["ci_low"], row["ci_high"]) == pytest.approx((0.46, 0.01, 0.786), rel=1e-12)
    assert wilcoxon(BEFORE, AFTER, alternative="greater")["p_value"] == 0.01953125
    assert wilcoxon(BEFORE, AFTER, alternative="less")["p_value"] == 0.986328125
    assert wilcoxon(BEFORE, AFTER, variant="normal")["p_value"] == pytest.approx(0.0381517101734152, rel=1e-12)
    assert wilcoxon(BEFORE, AFTER, variant="normal_corrected")["p_value"] == pytest.approx(
        0.0440109840129515, rel=1e-12
    )


def test_fixture_four_gives_the_values_of_the_catalogue(fx4: pl.DataFrame) -> None:
    rows = {(r["a"], r["b"]): r for r in br.wilcoxon(fx4).pipe(br.adjust, "holm").iter_rows(named=True)}
    assert rows["1", "2"]["statistic"] == 5.5
    raw = {("1", "2"): 0.05078125, ("1", "3"): 0.001953125, ("1", "4"): 0.001953125}
    raw |= {("2", "3"): 0.013671875, ("2", "4"): 0.01953125, ("3", "4"): 0.392578125}
    holm = {("1", "2"): 0.1015625, ("1", "3"): 0.01171875, ("1", "4"): 0.01171875}
    holm |= {("2", "3"): 0.0546875, ("2", "4"): 0.05859375, ("3", "4"): 0.392578125}
    assert {pair: row["p_value"] for pair, row in rows.items()} == raw
    assert {pair: row["p_adjusted"] for pair, row in rows.items()} == pytest.approx(holm, rel=1e-12)
    one_sided = br.wilcoxon(fx4, alternative="greater")
    assert one_sided["p_value"][0] == 0.025390625
    normal = br.wilcoxon(fx4, variant="normal")
    assert normal["p_value"][0] == pytest.approx(0.0412487630949, rel=1e-10)


def test_sign_test_gives_the_values_of_the_catalogue(fx4: pl.DataFrame) -> None:
    row = br.sign_test(fx4).row(0, named=True)
    assert (row["n"], row["n_ties"], row["statistic"], row["p_value"]) == (9, 1, 7, 0.1796875)
    assert br.sign_test(fx4, alternative="greater")["p_value"][0] == 0.08984375
    assert sign_test([1.0] * 8 + [0.0] * 2, [0.0] * 8 + [1.0] * 2, alternative="greater")["p_value"] == 0.0546875
    assert sign_test([1.0] * 9 + [0.0], [0.0] * 9 + [1.0])["p_value"] == 0.021484375


def test_demsar_pair_gives_the_published_values(demsar: pl.DataFrame) -> None:
    # exactRankTests 0.8-35: V = 6.5, p 0.00732421875 (dropped); coin 1.4-2 Pratt 0.0078125; sign 10/2/2, p 0.03857.
    pair = demsar.filter(pl.col("algorithm").is_in(["C4.5", "C4.5+m"]))
    dropped, pratt = br.wilcoxon(pair).row(0, named=True), br.wilcoxon(pair, zeros="pratt").row(0, named=True)
    split = br.wilcoxon(pair, zeros="split").row(0, named=True)
    assert (dropped["statistic"], dropped["p_value"]) == (6.5, 0.00732421875)
    assert pratt["p_value"] == 0.0078125
    assert split["statistic"] == 12  # Demsar 2006, p. 8: R- = 12 with zero ranks split
    assert dropped["effect"] == pytest.approx(-0.833333333333333, rel=1e-12)
    assert dropped["better"] == "C4.5+m"
    assert br.sign_test(pair)["p_value"][0] == pytest.approx(0.03857421875, rel=1e-12)


@pytest.mark.parametrize("zeros", ["drop", "pratt"])
@given(data=pairs_of_numbers)
def test_the_exact_law_equals_the_enumeration_of_all_signs(zeros: str, data: list[tuple[int, int]]) -> None:
    x, y = map(list, zip(*data, strict=True))
    differences = np.array(x) - np.array(y)
    for alternative in ("two-sided", "greater", "less"):
        row = wilcoxon(x, y, zeros=zeros, alternative=alternative)
        if not differences.any():
            assert (row["status"], row["p_value"]) == ("all_ties", 1.0)
        else:
            expected = enumerated(differences, zeros)[alternative]
            assert row["p_value"] == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize(("zeros", "method"), [("drop", "wilcox"), ("pratt", "pratt"), ("split", "zsplit")])
@pytest.mark.parametrize("correction", [False, True])
@given(data=st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=8, max_size=40))
def test_the_normal_law_agrees_with_scipy(
    zeros: str, method: str, correction: bool, data: list[tuple[int, int]]
) -> None:
    x, y = map(np.array, zip(*data, strict=True))
    assume((x - y).any())
    variant = "normal_corrected" if correction else "normal"
    row = wilcoxon(x.tolist(), y.tolist(), zeros=zeros, variant=variant)
    expected = stats.wilcoxon(x, y, zero_method=method, correction=correction, method="asymptotic")
    assert row["p_value"] == pytest.approx(expected.pvalue, rel=1e-9)
    assert row["status"] == "approximate"


@given(st.integers(1, 60), st.data())
def test_untied_exact_p_values_agree_with_scipy(n: int, data: st.DataObject) -> None:
    signs = np.array(data.draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n)))
    differences = signs * np.arange(1, n + 1)
    row = wilcoxon(differences.tolist(), [0.0] * n)
    assert row["p_value"] == pytest.approx(stats.wilcoxon(differences, method="exact").pvalue, rel=1e-9)


@given(pairs_of_numbers)
def test_sign_test_agrees_with_scipy(data: list[tuple[int, int]]) -> None:
    x, y = map(list, zip(*data, strict=True))
    wins, losses = sum(a > b for a, b in data), sum(a < b for a, b in data)
    for alternative in ("two-sided", "greater", "less"):
        row = sign_test(x, y, alternative=alternative)
        if wins + losses == 0:
            assert row["status"] == "all_ties"
            continue
        expected = stats.binomtest(wins, wins + losses, alternative=alternative)
        assert row["p_value"] == pytest.approx(min(1.0, expected.pvalue), rel=1e-9)
        low, high = expected.proportion_ci(method="exact")
        assert (row["ci_low"] if row["ci_low"] is not None else 0.0) == pytest.approx(low, abs=1e-9)
        assert (row["ci_high"] if row["ci_high"] is not None else 1.0) == pytest.approx(high, abs=1e-9)


def test_split_ties_go_half_to_each_side_and_an_odd_one_is_left_out() -> None:
    row = sign_test([1, 1, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0], ties="split")
    assert (row["n"], row["statistic"], row["n_ties"]) == (5, 4, 3)


def test_far_tails_keep_their_digits() -> None:
    row = wilcoxon(list(range(1, 201)), [0.0] * 200)
    assert row["p_value"] == 2 * 0.5**200


def test_beyond_five_hundred_blocks_the_normal_law_is_used_and_said() -> None:
    rng = np.random.default_rng(1)
    x, y = rng.normal(0.1, 1, 501), rng.normal(0, 1, 501)
    row = wilcoxon(x.tolist(), y.tolist())
    assert (row["status"], row["law"]) == ("approximate", "normal")
    assert "more than 500 blocks" in row["note"]
    assert row["p_value"] == pytest.approx(stats.wilcoxon(x, y, method="asymptotic", correction=False).pvalue, rel=1e-9)
    assert wilcoxon(x[:500].tolist(), y[:500].tolist())["law"] == "exact signed-rank"


def test_differences_equal_in_decimals_tie_although_their_last_bits_differ() -> None:
    # 0.12 - 0.10 and 0.22 - 0.20 are both 0.02.
    row = wilcoxon([0.12, 0.22, 0.35], [0.10, 0.20, 0.40])
    assert row["statistic"] == 3.0  # midranks 1.5 + 1.5


def test_small_losses_are_not_rounded_away() -> None:
    row = wilcoxon([1e-13, 2e-13, 5e-13], [2e-13, 1e-13, 1e-13])
    assert row["n"] == 3


def test_five_blocks_cannot_reach_a_level_of_five_percent_and_the_row_says_so() -> None:
    row = wilcoxon([1, 2, 3, 4, 5], [0, 0, 0, 0, 0])
    assert row["p_value"] == 0.0625
    assert "cannot reach alpha" in row["note"]
    assert row["status"] == "ok"
    assert row["ci_low"] is None


@given(st.lists(st.floats(-100, 100, width=16), min_size=6, max_size=25))
def test_the_interval_covers_the_estimate_and_matches_a_plain_computation(differences: list[float]) -> None:
    row = wilcoxon(differences, [0.0] * len(differences))
    n = len(differences)
    walsh = sorted((differences[i] + differences[j]) / 2 for i in range(n) for j in range(i, n))
    assert row["estimate"] == pytest.approx(np.median(walsh), abs=1e-9)
    counts = np.array([1.0])
    for rank in range(1, n + 1):
        counts = np.convolve(counts, [1.0] + [0.0] * (rank - 1) + [1.0])
    quantile = int(np.searchsorted(np.cumsum(counts) / 2.0**n, 0.025 * (1 - 1e-12)))
    assert row["ci_low"] == pytest.approx(walsh[quantile - 1], abs=1e-9)
    assert row["ci_high"] == pytest.approx(walsh[len(walsh) - quantile], abs=1e-9)


def test_estimates_stay_in_metric_units_whichever_way_is_better(fx4: pl.DataFrame) -> None:
    row = br.wilcoxon(fx4).row(1, named=True)  # algorithm 1 against 3: less error everywhere
    assert row["better"] == "1"
    assert row["estimate"] < 0
    assert row["ci_low"] < row["estimate"] < row["ci_high"] < 0
    assert row["effect"] == 1.0


def test_a_control_is_always_b(demsar: pl.DataFrame) -> None:
    rows = br.wilcoxon(demsar, control="C4.5")
    assert rows["a"].to_list() == ["C4.5+cf", "C4.5+m", "C4.5+m+cf"]
    assert set(rows["b"]) == {"C4.5"}


def test_a_misspelt_control_is_named(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="did you mean"):
        br.wilcoxon(demsar, control="C4.5+n")


def test_available_blocks_are_used_and_the_others_counted(demsar: pl.DataFrame) -> None:
    table = demsar.filter(~((pl.col("dataset") == "wine") & (pl.col("algorithm") == "C4.5+m")))
    rows = br.wilcoxon(table, missing="available")
    dropped = dict(zip(zip(rows["a"], rows["b"], strict=True), rows["n_dropped"], strict=True))
    assert dropped["C4.5", "C4.5+m"] == 1
    assert dropped["C4.5", "C4.5+cf"] == 0


def test_pairs_without_a_common_block_still_have_a_row() -> None:
    table = br.scores(pl.DataFrame({"dataset": ["d1", "d2"], "A": [0.5, None], "B": [None, 0.6]}), metric="accuracy")
    row = br.wilcoxon(table, missing="available").row(0, named=True)
    assert (row["a"], row["b"], row["n"], row["status"], row["n_dropped"]) == ("A", "B", 0, "too_few", 2)


@pytest.mark.parametrize("option", [{"zeros": "skip"}, {"variant": "fast"}, {"alternative": "bigger"}])
def test_unknown_options_are_refused_with_the_known_ones(option: dict[str, str], demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="hint"):
        br.wilcoxon(demsar, **option)


def test_split_ties_cannot_decide_a_test_in_which_nothing_differs() -> None:
    row = sign_test([1, 1, 1, 1], [1, 1, 1, 1], ties="split")
    assert (row["status"], row["p_value"], row["n"]) == ("all_ties", 1.0, 0)


def test_an_interval_exists_as_soon_as_the_level_can_be_reached() -> None:
    frame = pl.DataFrame({"x": [1.0, 2.0, 3.0, 4.0, 5.0], "y": [0.0] * 5})
    row = frame.select(br.expr.wilcoxon("x", "y", alpha=0.0625)).unnest("wilcoxon").row(0, named=True)
    assert (row["p_value"], row["ci_low"], row["ci_high"]) == (0.0625, 1.0, 5.0)


def test_very_many_blocks_have_a_p_value_but_no_estimate_and_say_so() -> None:
    row = wilcoxon(list(range(1, 2002)), [0.0] * 2001)
    assert row["estimate"] is None
    assert "more than 2000 blocks" in row["note"]
    assert "so few" not in row["note"]


def test_the_normal_sign_test_gives_the_values_of_the_catalogue(fx4: pl.DataFrame) -> None:
    # METHODS 9, sign_test_normal: 7 wins of 9.
    plain = br.sign_test_normal(fx4, alternative="greater").row(0, named=True)
    assert plain["p_value"] == pytest.approx(0.0477903522728, rel=1e-10)
    assert (plain["status"], plain["n"]) == ("approximate", 9)
    assert "use the exact sign test" in plain["note"]
    corrected = br.sign_test_normal(fx4, alternative="greater", variant="corrected")
    assert corrected["p_value"][0] == pytest.approx(0.0912112197259, rel=1e-10)


def test_without_the_estimate_the_test_is_the_same(demsar: pl.DataFrame) -> None:
    whole, bare = br.wilcoxon(demsar), br.wilcoxon(demsar, estimate=False)
    rest = [name for name in whole.columns if name not in ("estimate", "ci_low", "ci_high", "note")]
    assert bare.select(rest).equals(whole.select(rest))
    assert bare["estimate"].null_count() == bare.height


@pytest.mark.parametrize(("n", "grain"), [(40, 3), (60, 70), (100, 70)], ids=["coarse", "middle", "fine"])
def test_waves_give_what_counting_subsets_gives(n: int, grain: int) -> None:
    rng = np.random.default_rng(n)
    differences = np.round(rng.normal(0.2, 1, (80, n)) * grain)
    differences[differences == 0] = 1
    keys, _ = signed_ranks.sorted_differences(differences, np.zeros_like(differences), drop=True)
    ranks = signed_ranks.midranks_of_sorted(keys >> 2)
    above = (ranks * ((keys & 3) == 2)).sum(axis=1)
    total = np.minimum(above, n * (n + 1) - above)
    # Subsets are counted one rank at a time, in whole numbers: an independent and exact way.
    assert signed_ranks.lower_tail(ranks, total) == pytest.approx(signed_ranks._counted(ranks, total), rel=1e-10)
