"""Power, sample sizes and bounds from plain numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br


def test_power_of_the_catalogue() -> None:
    # METHODS 5: delta .01, sigma .02, N 10, alpha .05; the noncentral t beyond the seeds.
    row = br.type2_power(difference=0.01, sigma=0.02, n=10).row(0, named=True)
    assert row["beta"] == pytest.approx(0.647391917555, rel=1e-10)
    assert row["power"] == pytest.approx(0.352608082445, rel=1e-10)
    estimated = br.type2_power(difference=0.01, sd=0.02, n=10, variant="t")
    assert estimated["power"].item() == pytest.approx(0.293175606514, rel=1e-9)


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
@pytest.mark.parametrize("variant", ["z", "t"])
def test_without_a_difference_power_is_the_level(alternative: Any, variant: Any) -> None:
    row = br.type2_power(difference=0, sd=3, n=7, alpha=0.1, alternative=alternative, variant=variant)
    assert row["power"].item() == pytest.approx(0.1, rel=1e-9)
    assert row["beta"].item() == pytest.approx(0.9, rel=1e-9)


@pytest.mark.parametrize(("alternative", "difference"), [("two-sided", -0.7), ("greater", 0.7), ("less", -0.7)])
def test_power_of_the_t_test_is_the_noncentral_tail(alternative: Any, difference: float) -> None:
    # SciPy: the noncentral t law, written out.
    n = np.array([2, 3, 8, 25])
    shift = np.sqrt(n) * abs(difference)
    side = 0.025 if alternative == "two-sided" else 0.05
    critical = stats.t.isf(side, n - 1)
    expected = stats.nct.sf(critical, n - 1, shift)
    if alternative == "two-sided":
        expected = expected + stats.nct.cdf(-critical, n - 1, shift)
    rows = br.type2_power(difference=difference, sd=1, n=n.tolist(), alternative=alternative, variant="t")
    assert rows["power"].to_list() == pytest.approx(expected.tolist(), rel=1e-7)


def test_numbers_of_runs_of_the_catalogue() -> None:
    # METHODS 5: power .8 takes 31.3955189374 -> 32 runs, one-sided 24.7302289281 -> 25, with sd estimated 34.
    two = br.sample_size_power(difference=0.01, sigma=0.02).row(0, named=True)
    assert (two["n_real"], two["n"]) == (pytest.approx(31.3955189374, rel=1e-10), 32)
    one = br.sample_size_power(difference=0.01, sigma=0.02, alternative="greater").row(0, named=True)
    assert (one["n_real"], one["n"]) == (pytest.approx(24.7302289281, rel=1e-10), 25)
    assert br.sample_size_power(difference=0.01, sd=0.02, variant="t")["n"].item() == 34


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_the_number_of_runs_is_the_least_that_reaches_the_power(alternative: Any) -> None:
    plans = {"difference": 0.3, "sd": 0.5, "alpha": [0.01, 0.1], "alternative": alternative, "variant": "t"}
    for row in br.sample_size_power(power=[0.3, 0.8, 0.99], **plans).iter_rows(named=True):
        near = br.type2_power(n=[row["n"] - 1, row["n"]], **(plans | {"alpha": row["alpha"]}))["power"].to_list()
        assert near[0] < row["power"] <= near[1]


def test_what_cannot_be_shown_has_no_number_of_runs() -> None:
    rows = br.sample_size_power(difference=[0, -1, 1e-9], sd=1, alternative="greater", variant="t")
    assert rows["n"].to_list() == [None, None, None]
    assert rows["note"].str.split(" ").list.first().to_list() == ["no", "the", "more"]
    assert br.sample_size_power(difference=0, sd=1)["n"].to_list() == [None]


def test_a_single_run_has_no_estimated_spread() -> None:
    row = br.type2_power(difference=1, sd=1, n=1, variant="t").row(0, named=True)
    assert (row["power"], row["beta"]) == (None, None)
    assert "no spread" in row["note"]


def test_a_huge_difference_is_always_found() -> None:
    rows = br.type2_power(difference=[12, 40, 1e6], sd=1, n=10, variant="t")
    assert rows["power"].to_list() == [1, 1, 1]
    assert rows["beta"].max() < 1e-30


def test_every_combination_has_a_row_in_order() -> None:
    rows = br.type2_power(difference=[0.1, 0.2], sd=1, n=[5, 10], alpha=[0.05, 0.01])
    assert rows.select("difference", "n", "alpha").rows()[:3] == [(0.1, 5, 0.05), (0.1, 5, 0.01), (0.1, 10, 0.05)]
    assert rows.height == 8
    assert rows.schema["n"] == pl.Int64


def test_instances_for_a_margin_by_hoeffding() -> None:
    # METHODS 4: delta .05, epsilon .01: 18444.3972706, so 18445; one-sided takes ln(1/delta).
    row = br.sample_size_hoeffding(margin=0.01).row(0, named=True)
    assert (row["n_real"], row["n"]) == (pytest.approx(18444.3972706, rel=1e-10), 18445)
    one = br.sample_size_hoeffding(margin=0.01, alternative="greater").row(0, named=True)
    assert one["n_real"] == pytest.approx(np.log(20) / 0.0002, rel=1e-12)
    # The half-width for m = 1000 is 0.0429469408347: asking for it takes 1000 instances.
    assert br.sample_size_hoeffding(margin=0.0429469408347)["n"].item() == 1000
    assert br.sample_size_hoeffding(margin=0.1, span=10)["n_real"].item() == pytest.approx(18444.3972706, rel=1e-10)


def test_the_price_of_picking_the_best() -> None:
    # METHODS 4: N = 100, m = 1000, delta .05.
    assert br.model_selection_bound(candidates=100, n=1000)["bound"].item() == pytest.approx(0.128794795237, rel=1e-10)
    assert br.sample_size_selection(candidates=100, margin=0.128794795237)["n"].item() == 1000
    assert "says nothing" in br.model_selection_bound(candidates=10, n=3)["note"].item()


@pytest.mark.parametrize(("n", "p"), [(1, 0.3), (40, 0.2), (1000, 0.5), (1000, 0.001), (7, 0.0), (7, 1.0)])
def test_the_binomial_model_is_the_binomial_law(n: int, p: float) -> None:
    rows = br.binomial_model(n=n, p=p)
    errors = np.arange(n + 1)
    law = stats.binom(n, p)
    assert rows["probability"].to_numpy() == pytest.approx(law.pmf(errors), rel=1e-9, abs=1e-290)
    assert rows["at_most"].to_numpy() == pytest.approx(law.cdf(errors), rel=1e-9, abs=1e-290)
    assert rows["at_least"].to_numpy() == pytest.approx(law.sf(errors - 1), rel=1e-9, abs=1e-290)
    assert rows["mean"].to_list() == pytest.approx([law.mean()] * (n + 1))
    assert rows["sd"].to_list() == pytest.approx([law.std()] * (n + 1))


def test_the_normal_approximation_is_told_by_its_rule() -> None:
    laws = {p: br.binomial_model(n=40, p=p)["law"][0] for p in (0.1, 0.125, 0.2, 0.9)}
    assert laws == {0.1: "binomial", 0.125: "binomial, about normal", 0.2: "binomial, about normal", 0.9: "binomial"}


def test_disjoint_pairs_use_every_instance_once() -> None:
    parts = br.k_disjoint_pairs(n=1007, parts=30)
    assert parts.height == 30
    assert parts["n_train"].sum() + parts["n_test"].sum() == 1007
    assert (parts["n_train"] - parts["n_test"]).is_in([0, 1]).all()
    with pytest.raises(br.BenchreportError, match="10 instances do not make 6 pairs"):
        br.k_disjoint_pairs(n=10, parts=6)


@pytest.mark.parametrize(
    # METHODS 12: (1 - 1/n)^n of the instances are not drawn.
    ("n", "left_out"),
    [(10, 0.3486784401), (100, 0.366032341273), (1000, 0.367695424771)],
)
def test_a_bootstrap_leaves_out_the_share_of_the_catalogue(n: int, left_out: float) -> None:
    costs = br.resampling_costs(n=n).row(by_predicate=pl.col("id") == "bootstrap_oob", named=True)
    assert costs["share_withheld"] == pytest.approx(left_out, rel=1e-11)


def test_what_resampling_costs_is_what_the_catalogue_says() -> None:
    # METHODS 12: 10-fold loses 10 % and costs ten fits, leave one out loses nothing but one and costs N.
    costs = {row["design"]: row for row in br.resampling_costs(n=50).iter_rows(named=True)}
    assert costs["10-fold cross-validation"]["share_withheld"] == pytest.approx(0.1)
    assert (costs["leave one out"]["n_fits"], costs["one random split"]["n_fits"]) == (50, 1)
    assert costs["one random split"]["share_withheld"] == 0.3
    with pytest.raises(br.BenchreportError, match="4 instances do not make 10 folds"):
        br.resampling_costs(n=4)


@pytest.mark.parametrize(
    ("call", "options", "problem"),
    [
        ("type2_power", {"difference": 1, "sd": 0, "n": 5}, "sd is 0"),
        ("type2_power", {"difference": 1, "sd": 1, "n": 2.5}, "n is 2.5"),
        ("type2_power", {"difference": 1, "sd": 1, "n": 0}, "n is 0"),
        ("type2_power", {"difference": 1, "sd": 1, "n": 5, "alpha": 1}, "alpha is 1"),
        ("type2_power", {"difference": 1, "sd": 1, "n": 5, "variant": "chi"}, "variant 'chi'"),
        ("type2_power", {"difference": float("nan"), "sd": 1, "n": 5}, "difference is nan"),
        ("type2_power", {"difference": [], "sd": 1, "n": 5}, "difference is empty"),
        ("sample_size_power", {"difference": 1, "sd": 1, "power": 1}, "power is 1"),
        ("sample_size_hoeffding", {"margin": 0}, "margin is 0"),
        ("model_selection_bound", {"candidates": 0, "n": 10}, "candidates is 0"),
        ("binomial_model", {"n": 5, "p": 1.5}, "p is 1.5"),
    ],
)
def test_numbers_that_mean_nothing_are_refused(call: str, options: dict[str, Any], problem: str) -> None:
    with pytest.raises(br.BenchreportError, match=problem):
        getattr(br, call)(**options)


def test_numpy_numbers_and_arrays_are_taken() -> None:
    rows = br.type2_power(difference=np.array([0.1, 0.2]), sd=np.float64(1), n=np.int64(5))
    assert rows.height == 2
