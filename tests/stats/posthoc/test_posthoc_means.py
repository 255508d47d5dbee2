"""Tests of pairs after an analysis of variance."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br

# METHODS, fixture FX1: errors on ten shared folds.
FX1 = {
    "A": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13],
    "B": [0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17],
    "C": [0.18, 0.17, 0.16, 0.19, 0.15, 0.20, 0.18, 0.14, 0.21, 0.16],
}


@pytest.fixture
def fx1() -> pl.DataFrame:
    rows = [("d", i, name, value) for name, values in FX1.items() for i, value in enumerate(values)]
    return br.scores(pl.DataFrame(rows, schema=["dataset", "fold", "algorithm", "error"], orient="row"))


def pairs_of(rows: pl.DataFrame, column: str = "p_value") -> dict[str, Any]:
    return {row["a"] + row["b"]: row[column] for row in rows.iter_rows(named=True)}


def test_fixture_one_gives_fishers_values_of_the_catalogue(fx1: pl.DataFrame) -> None:
    # METHODS fisher_lsd, one-way.
    rows = br.fisher_lsd(fx1, variant="oneway")
    t = {"AB": -2.29635595331, "AC": -4.70206219011, "BC": -2.4057062368}
    assert pairs_of(rows, "statistic") == pytest.approx(t, rel=1e-9)
    p = {"AB": 0.029644077114, "AC": 6.78345225041e-05, "BC": 0.0232597672243}
    assert pairs_of(rows) == pytest.approx(p, rel=1e-9)
    assert ((rows["ci_high"] - rows["ci_low"]) / 2).to_list() == pytest.approx([0.0187638335355] * 3, rel=1e-9)
    assert set(rows["better"]) == {"A", "B"}
    assert pairs_of(rows, "estimate") == pytest.approx({"AB": -0.021, "AC": -0.043, "BC": -0.022}, rel=1e-9)


def test_fixture_one_gives_bonferroni_and_holm_of_the_catalogue(fx1: pl.DataFrame) -> None:
    rows = br.fisher_lsd(fx1, variant="oneway")
    bonferroni = {"AB": 0.0889322313419, "AC": 0.000203503567512, "BC": 0.0697793016728}
    holm = {"AB": 0.0465195344485, "AC": 0.000203503567512, "BC": 0.0465195344485}
    assert pairs_of(br.adjust(rows, "bonferroni"), "p_adjusted") == pytest.approx(bonferroni, rel=1e-9)
    assert pairs_of(br.adjust(rows, "holm"), "p_adjusted") == pytest.approx(holm, rel=1e-9)


def test_fixture_one_gives_tukeys_critical_difference(fx1: pl.DataFrame) -> None:
    # METHODS fisher_lsd: Tukey HSD critical difference 0.0226740856118 with q 3.50642612335.
    rows = br.tukey_hsd(fx1, variant="oneway")
    assert ((rows["ci_high"] - rows["ci_low"]) / 2).to_list() == pytest.approx([0.0226740856118] * 3, rel=1e-9)
    peer = stats.tukey_hsd(*FX1.values()).pvalue
    assert pairs_of(rows) == pytest.approx({"AB": peer[0, 1], "AC": peer[0, 2], "BC": peer[1, 2]}, abs=1e-9)


def test_the_blocked_form_uses_the_error_of_the_two_way_table(fx1: pl.DataFrame) -> None:
    values = np.array(list(FX1.values())).T
    residual = values - values.mean(axis=0) - values.mean(axis=1, keepdims=True) + values.mean()
    error = np.sqrt((residual**2).sum() / 18 * 2 / 10)
    t = (values[:, 0] - values[:, 1]).mean() / error
    row = br.fisher_lsd(fx1).row(0, named=True)
    assert row["statistic"] == pytest.approx(t, rel=1e-9)
    assert row["p_value"] == pytest.approx(2 * stats.t.sf(-t, 18), rel=1e-9)


def test_with_two_algorithms_the_blocked_form_is_the_paired_t_test(fx1: pl.DataFrame) -> None:
    two = fx1.filter(pl.col("algorithm") != "C")
    peer = stats.ttest_rel(FX1["B"], FX1["A"])
    for test in (br.fisher_lsd, br.tukey_hsd, br.scheffe):
        assert test(two)["p_value"][0] == pytest.approx(peer.pvalue, rel=1e-9)
    assert br.pairwise_t_pooled(two)["p_value"][0] == pytest.approx(
        stats.ttest_ind(FX1["A"], FX1["B"]).pvalue, rel=1e-9
    )


def test_scheffe_is_never_less_cautious_than_tukey_nor_tukey_than_fisher(demsar: pl.DataFrame) -> None:
    fisher, tukey, scheffe = (test(demsar, by="metric") for test in (br.fisher_lsd, br.tukey_hsd, br.scheffe))
    assert (fisher["p_value"] <= tukey["p_value"]).all()
    assert (tukey["p_value"] <= scheffe["p_value"]).all()


def test_games_howell_with_two_samples_is_welchs_test(fx1: pl.DataFrame) -> None:
    two = fx1.filter(pl.col("algorithm") != "B")
    peer = stats.ttest_ind(FX1["A"], FX1["C"], equal_var=False)
    row = br.games_howell(two).row(0, named=True)
    assert row["p_value"] == pytest.approx(peer.pvalue, rel=1e-9)
    assert row["df2"] == pytest.approx(peer.df, rel=1e-12)


def test_games_howell_agrees_with_scipy_on_unlike_samples() -> None:
    samples = {"A": [4.0, 5.5, 6.1, 3.9], "B": [8.0, 3.0, 12.5, 7.0, 9.5, 1.0], "C": [5.0, 5.2, 4.9, 5.1, 5.3]}
    rows = [(f"d{i}", name, value) for name, values in samples.items() for i, value in enumerate(values)]
    table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "accuracy"], orient="row"))
    ours = br.games_howell(table, by="metric", missing="available")
    peer = stats.tukey_hsd(*samples.values(), equal_var=False)
    assert pairs_of(ours) == pytest.approx(
        {"AB": peer.pvalue[0, 1], "AC": peer.pvalue[0, 2], "BC": peer.pvalue[1, 2]}, rel=1e-8
    )
    interval = peer.confidence_interval()
    assert pairs_of(ours, "ci_low")["AB"] == pytest.approx(interval.low[0, 1], rel=1e-6)


def test_tukey_kramer_agrees_with_scipy_on_samples_of_unlike_size() -> None:
    samples = {"A": [4.0, 5.5, 6.1, 3.9], "B": [8.0, 3.0, 12.5, 7.0, 9.5, 1.0], "C": [5.0, 5.2, 4.9]}
    rows = [(f"d{i}", name, value) for name, values in samples.items() for i, value in enumerate(values)]
    table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "accuracy"], orient="row"))
    ours = br.tukey_hsd(table, by="metric", variant="oneway", missing="available")
    peer = stats.tukey_hsd(*samples.values()).pvalue
    assert pairs_of(ours) == pytest.approx({"AB": peer[0, 1], "AC": peer[0, 2], "BC": peer[1, 2]}, rel=1e-8)
    with pytest.raises(br.BenchreportError, match="cannot be compared as blocks"):
        br.tukey_hsd(table, by="metric", missing="available")


def test_fisher_says_when_the_analysis_of_variance_does_not_reject(demsar: pl.DataFrame) -> None:
    rows = br.fisher_lsd(demsar, by="metric", variant="oneway")
    assert rows["note"].str.contains("does not reject, so no pair counts").all()
    assert br.fisher_lsd(demsar, by="metric")["note"].null_count() == 6


def test_fisher_says_when_a_difference_exists_but_is_not_located() -> None:
    # Twenty algorithms in two halves 0.82 apart: F(19, 100) = 1.90 > 1.70, but t = 1.90 < 1.98 for every pair.
    noise = [-1.0, -0.6, -0.2, 0.2, 0.6, 1.0]
    rows = [(f"d{i}", f"a{j:02}", e + 0.82 * (j >= 10)) for i, e in enumerate(noise) for j in range(20)]
    table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "reward"], orient="row"))
    ours = br.fisher_lsd(table, by="metric", variant="oneway")
    assert ours["p_value"].min() > 0.05
    assert ours["note"].str.contains("source is not located").all()


def test_a_constant_shift_has_no_spread_and_equal_values_no_difference() -> None:
    shift = [("s", f"d{i}", name, i + step) for i in range(4) for name, step in (("A", 0.0), ("B", 0.5), ("C", 1.0))]
    still = [("t", f"d{i}", name, 0.5) for i in range(4) for name in "ABC"]
    table = br.scores(
        pl.DataFrame([*shift, *still], schema=["metric", "dataset", "algorithm", "value"], orient="row"),
        directions={"s": "higher", "t": "higher"},
    )
    for test in (br.fisher_lsd, br.tukey_hsd, br.scheffe):
        rows = test(table, by="metric")
        assert rows["status"].to_list() == ["zero_variance"] * 3 + ["all_ties"] * 3
        assert rows["p_value"].to_list() == [None] * 3 + [1.0] * 3
        assert rows["estimate"].to_list() == pytest.approx([-0.5, -1.0, -0.5, 0, 0, 0])
