"""The sign-flip test: exact laws against enumeration, draws against exact laws."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import benchreport as br
from benchreport.stats.kernels import sign_flips as permutations

ALTERNATIVES = ("two-sided", "greater", "less")


def enumerated(d: np.ndarray, alternative: str) -> float:
    """Try all signs, one by one."""
    sums = np.array(list(itertools.product([-1, 1], repeat=len(d)))) @ d
    total = d.sum()
    slack = 1e-9 * np.abs(d).sum()
    reached = {
        "two-sided": np.abs(sums) >= abs(total) - slack,
        "greater": sums >= total - slack,
        "less": sums <= total + slack,
    }
    return float(reached[alternative].mean())


def flip(x: Any, y: Any = 0, **options: Any) -> dict[str, Any]:
    frame = pl.DataFrame({"x": x}).with_columns(y=pl.lit(y) if np.isscalar(y) else pl.Series(y))
    return (
        frame.select(br.expr.permutation_signflip("x", "y", **options))
        .unnest("permutation_signflip")
        .row(0, named=True)
    )


def test_fixture_one_gives_the_value_of_the_catalogue() -> None:
    # METHODS FX1, A against B on ten folds: 0.009765625; strict inequality would give 0.001953125.
    a = [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]
    b = [0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17]
    assert flip(a, b)["p_value"] == 0.009765625
    rows = [("toy", name, k, value) for name, values in (("A", a), ("B", b)) for k, value in enumerate(values)]
    scores = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "fold", "error"], orient="row"))
    row = br.permutation_signflip(scores).row(0, named=True)
    assert (row["p_value"], row["better"], row["status"]) == (0.009765625, "A", "approximate")
    assert "share training data" in row["note"]
    assert row["estimate"] == pytest.approx(-0.021)


def test_over_datasets_nothing_is_doubted(demsar: pl.DataFrame) -> None:
    rows = br.permutation_signflip(demsar, by="metric", control="C4.5")
    assert set(rows["status"]) == {"ok"}
    wide = demsar.pivot("algorithm", index="dataset", values="value")
    d = (wide["C4.5+m"] - wide["C4.5"]).to_numpy()
    assert rows["p_value"][1] == pytest.approx(enumerated(d, "two-sided"), rel=1e-12)


@given(
    st.one_of(
        st.lists(st.sampled_from([-1, 0, 1]), min_size=1, max_size=9),
        st.lists(st.sampled_from([-5, -1, 0, 1, 5]), min_size=1, max_size=9),
        st.lists(st.integers(-9, 9), min_size=1, max_size=9),
        st.lists(st.integers(-(10**9), 10**9).map(lambda i: i / 999_999_937), min_size=1, max_size=9),
    )
)
def test_every_choice_of_signs_is_counted(data: list[float]) -> None:
    d = np.array(data, dtype=float)
    alternative = ALTERNATIVES[len(data) % 3]
    row = flip(d, alternative=alternative)
    if (d == 0).all():
        assert (row["status"], row["p_value"]) == ("all_ties", 1.0)
    else:
        assert row["p_value"] == pytest.approx(enumerated(d, alternative), rel=1e-9)


@given(st.lists(st.integers(1, 9), min_size=1, max_size=9), st.data())
def test_all_exact_ways_give_the_same_tail(sizes: list[int], data: st.DataObject) -> None:
    ordered = np.sort(np.array([sizes], dtype=float))
    at = np.array([float(data.draw(st.integers(-sum(sizes) - 1, sum(sizes) + 1)))])
    expected = (np.array(list(itertools.product([-1, 1], repeat=len(sizes)))) @ ordered[0] >= at[0]).mean()
    blur = np.array([1e-12])
    steps, wanted = ordered.astype(np.int64), at.astype(np.int64)
    assert permutations._enumerated(ordered, at, blur)[0] == pytest.approx(expected, abs=1e-15)
    assert permutations._counted(steps, wanted)[0] == pytest.approx(expected, abs=1e-15)
    if len(set(sizes)) <= 2:
        assert permutations._two_sizes(ordered, at, blur)[0] == pytest.approx(expected, abs=1e-12)


@given(st.lists(st.sampled_from([-1.0, 0.0, 1.0]), min_size=1, max_size=60))
def test_flipping_signs_only_is_the_sign_test(signs: list[float]) -> None:
    frame = pl.DataFrame({"x": signs, "y": [0.0] * len(signs)})
    alternative: Any = ALTERNATIVES[len(signs) % 3]
    test = br.expr.sign_test("x", "y", alternative=alternative)
    expected = frame.select(test).unnest("sign_test")["p_value"][0]
    assert flip(signs, alternative=alternative)["p_value"] == pytest.approx(expected, rel=1e-9)


def test_two_sizes_of_differences_are_exact_at_any_number() -> None:
    rng = np.random.default_rng(2)
    d = rng.choice([-10.0, 1.0, -1.0, 0.0], size=3000, p=[0.02, 0.3, 0.2, 0.48])
    row = flip(d)
    assert row["law"] == "exact sign flips"
    # The law of the sum, by convolving the two binomials.
    total, law = d.sum(), np.array([1.0])
    for size in (1, 10):
        n = int((np.abs(d) == size).sum())
        spread = np.zeros(2 * n * size + 1)
        spread[:: 2 * size] = stats.binom.pmf(np.arange(n + 1), n, 0.5)
        law = np.convolve(law, spread)
    sums = np.arange(len(law)) - (len(law) - 1) // 2
    assert row["p_value"] == pytest.approx(law[np.abs(sums) >= abs(total)].sum(), rel=1e-9)


def test_whole_multiples_of_a_step_are_exact_beyond_twenty() -> None:
    rng = np.random.default_rng(4)
    d = np.round(rng.normal(0.01, 0.02, 40), 2)
    row = flip(d + 0.7, 0.7)
    assert row["law"] == "exact sign flips"
    steps = np.round(np.abs(d) * 100).astype(int)
    law = np.array([1.0])
    for step in steps:
        wider = np.zeros(len(law) + 2 * step)
        wider[: len(law)] += law / 2
        wider[2 * step :] += law / 2
        law = wider
    sums = np.arange(len(law)) - steps.sum()
    total = round(d.sum() * 100)
    assert row["p_value"] == pytest.approx(law[np.abs(sums) >= abs(total)].sum(), rel=1e-9)


def test_draws_come_within_four_standard_errors_of_the_exact_law() -> None:
    rng = np.random.default_rng(5)
    for shift in (0.0, 0.2, 0.5):
        d = rng.normal(shift, 1, 18)
        for alternative in ALTERNATIVES:
            exact = flip(d, alternative=alternative)["p_value"]
            drawn = flip(d, alternative=alternative, variant="monte_carlo", draws=9999)["p_value"]
            assert abs(exact - drawn) <= 4 * np.sqrt(exact * (1 - exact) / 9999) + 1e-4


def test_drawn_p_values_say_so_and_are_never_zero() -> None:
    d = np.random.default_rng(6).normal(3, 1, 50)
    row = flip(d, draws=999, seed=7)
    assert row["p_value"] == 1 / 1000
    assert row["variant"] == "monte_carlo"
    assert row["law"] == "Monte Carlo sign flips, 999 draws, seed 7"
    assert "standard error 0.001" in row["note"]


def test_draws_do_not_depend_on_the_order_of_rows_groups_or_the_engine() -> None:
    rng = np.random.default_rng(8)
    frame = pl.DataFrame({"g": np.repeat(["a", "b", "c"], 30), "x": rng.normal(0.2, 1, 90), "y": rng.normal(0, 1, 90)})
    test = br.expr.permutation_signflip("x", "y", draws=499)
    expected = frame.group_by("g").agg(test).sort("g")
    shuffled = frame.sample(fraction=1.0, shuffle=True, seed=1)
    assert shuffled.group_by("g").agg(test).sort("g").equals(expected)
    for engine in ("in-memory", "streaming"):
        assert frame.lazy().group_by("g").agg(test).collect(engine=engine).sort("g").equals(expected)
    alone = frame.filter(pl.col("g") == "b").group_by("g").agg(test)
    assert alone.equals(expected.filter(pl.col("g") == "b"))


def test_another_seed_gives_other_draws() -> None:
    d = np.random.default_rng(9).normal(0.1, 1, 40)
    assert flip(d, draws=499, seed=0)["p_value"] != flip(d, draws=499, seed=1)["p_value"]


def test_swapping_the_sides_of_drawn_signs_agrees_within_their_error() -> None:
    d = np.random.default_rng(10).normal(0.1, 1, 40)
    one, other = flip(d, alternative="greater")["p_value"], flip(-d, alternative="less")["p_value"]
    assert one == pytest.approx(other, abs=0.02)


def test_decimals_keep_their_ties() -> None:
    # 0.3 - 0.1 and 0.2 are the same difference, and their sum with opposite signs is nothing.
    row = flip([0.3, 0.1, 0.5], [0.1, 0.3, 0.3])
    assert row["p_value"] == enumerated(np.array([2.0, -2.0, 2.0]), "two-sided")


def test_a_constant_difference_has_the_smallest_possible_p() -> None:
    row = flip([0.2, 0.3, 0.4, 0.5], [0.1, 0.2, 0.3, 0.4])
    assert row["p_value"] == 2 / 2**4
    assert "cannot reach alpha" in row["note"]


def test_scipy_agrees_with_the_exact_law() -> None:
    d = np.random.default_rng(11).normal(0.4, 1, 12)
    theirs = stats.permutation_test(
        (d,), lambda x, axis: x.mean(axis=axis), permutation_type="samples", n_resamples=np.inf, vectorized=True
    )
    assert flip(d)["p_value"] == pytest.approx(theirs.pvalue, rel=1e-12)


@pytest.mark.parametrize(
    "options", [{"draws": 5}, {"draws": True}, {"seed": -3}, {"seed": "a"}, {"variant": "fast"}, {"alpha": 2}], ids=str
)
def test_senseless_options_are_refused(options: dict[str, Any], demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError):
        br.permutation_signflip(demsar, by="metric", **options)


def test_predictions_and_scores_are_told_apart_whatever_library_they_come_in() -> None:
    rows = [(name, i, 0, int(i < wrong)) for name, wrong in (("p", 3), ("q", 9)) for i in range(20)]
    table = pl.DataFrame(rows, schema=["algorithm", "instance", "truth", "prediction"], orient="row")
    expected = br.permutation_signflip(table)
    assert expected["p_value"].to_list() == [2 / 2**6]
    assert br.permutation_signflip(table.to_pandas()).equals(expected)
    assert br.permutation_signflip(table.to_arrow()).equals(expected)
    assert br.permutation_signflip(table.lazy()).collect().equals(expected)
