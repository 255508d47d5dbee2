"""Is the list of analyses fixed, and are agreements counted as they are?"""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br
from benchreport.stats.answer.other_analyses import Gaps, agreement
from tests.stats.answer.test_verdicts import rmse, table

THREE = ["paired t", "sign", "sign flips of means"]
RANKS = ["Nemenyi", "mean ranks, Shaffer"]


def names(rows: pl.DataFrame, kind: str = "analysis") -> list[str]:
    return rows.filter(pl.col("kind") == kind)["analysis"].unique(maintain_order=True).to_list()


def test_the_list_is_the_other_tests_with_the_deciding_adjustment_and_ranks_stand_apart(demsar: pl.DataFrame) -> None:
    rows = br.multiverse(demsar, adjustment="bonferroni")
    assert (names(rows), names(rows, "ranks")) == (THREE, RANKS)
    assert rows.filter(pl.col("kind") == "analysis")["adjustment"].unique().to_list() == ["bonferroni"]
    with_reference = br.multiverse(demsar, control="C4.5")
    assert (names(with_reference), names(with_reference, "ranks")) == (THREE, [])
    assert names(br.multiverse(demsar, test="sign_test")) == ["Wilcoxon", "paired t", "sign flips of means"]
    assert names(br.multiverse(demsar, test="nemenyi")) == ["Wilcoxon", *THREE]


def test_two_algorithms_have_three_analyses_without_an_adjustment_and_no_ranks(demsar: pl.DataFrame) -> None:
    two = demsar.filter(pl.col("algorithm").cast(pl.String).is_in(["C4.5", "C4.5+m"]))
    rows = br.multiverse(two)
    assert (names(rows), names(rows, "ranks")) == (THREE, [])
    assert agreement(rows)["n_analyses"].to_list() == [3]


def test_runs_double_the_list_and_gaps_make_three_of_each(study: pl.DataFrame, demsar: pl.DataFrame) -> None:
    assert names(br.multiverse(study)) == [f"{name}, {runs} of runs" for runs in ("mean", "median") for name in THREE]
    gap = (pl.col("dataset") == "wine") & (pl.col("algorithm") == "C4.5+m")
    rows = br.multiverse(demsar.filter(~gap))
    policies = ("complete datasets", "available pairs", "missing results last")
    assert names(rows) == [f"{name}, {policy}" for policy in policies for name in THREE]
    # Mean ranks need complete datasets.
    assert names(rows, "ranks") == [f"{name}, {policy}" for policy in policies[::2] for name in RANKS]


def test_every_analysis_gives_the_p_values_of_its_test(demsar: pl.DataFrame) -> None:
    rows = br.multiverse(demsar).filter(pl.col("kind").is_in(["analysis", "ranks"]))
    wide = demsar.pivot("algorithm", index="dataset", values="value")
    of = {name: rows.filter(pl.col("analysis") == name) for name in (*THREE, *RANKS)}
    pairs = of["paired t"].select("a", "b").rows()
    t = pl.DataFrame({"p_value": [stats.ttest_rel(wide[a], wide[b]).pvalue for a, b in pairs]})
    # SciPy's permutation test of the mean enumerates all 2^14 sign patterns.
    flips = pl.DataFrame(
        {
            "p_value": [
                stats.permutation_test(
                    ((wide[a] - wide[b]).to_numpy(),), np.mean, permutation_type="samples", n_resamples=np.inf
                ).pvalue
                for a, b in pairs
            ]
        }
    )
    expected = {
        "paired t": t.pipe(br.adjust, "holm")["p_adjusted"],
        "sign": br.sign_test(demsar).pipe(br.adjust, "holm")["p_adjusted"],
        "sign flips of means": flips.pipe(br.adjust, "holm")["p_adjusted"],
        "Nemenyi": br.nemenyi(demsar)["p_value"],
        "mean ranks, Shaffer": br.friedman_posthoc_z(demsar).pipe(br.adjust, "shaffer")["p_adjusted"],
    }
    for name, p in expected.items():
        assert of[name]["p_adjusted"].to_list() == pytest.approx(p.to_list()), name


def test_sign_flips_of_many_datasets_are_drawn_and_agree_with_enumeration() -> None:
    rng = np.random.default_rng(2)
    values = rng.normal(0.7, 0.02, (18, 3)) + 0.008 * np.arange(3)
    rows = br.multiverse(table(values)).filter(pl.col("analysis") == "sign flips of means")
    p = [
        stats.permutation_test((values[:, a] - values[:, b],), np.mean, permutation_type="samples", n_resamples=np.inf)
        for a, b in ((0, 1), (0, 2), (1, 2))
    ]
    exact = pl.DataFrame({"p_value": [one.pvalue for one in p]}).pipe(br.adjust, "holm")["p_adjusted"]
    assert rows["p_adjusted"].to_list() == pytest.approx(exact.to_list(), abs=0.02)


@pytest.mark.parametrize("metric", ["accuracy", "runtime"])
def test_signs_are_counted_as_the_sign_test_counts_them(metric: str) -> None:
    values = np.random.default_rng(5).integers(1, 4, (9, 3)) + np.array([0.1 + 0.2, 0.3, 0.3])
    values[:, 2] = values[:, 1]
    scores = table(values, metric=metric)
    rows = br.multiverse(scores).filter(pl.col("analysis") == "sign")
    own = br.sign_test(scores).pipe(br.adjust, "holm")
    assert rows.select("a", "b", "p_adjusted").equals(own.select("a", "b", "p_adjusted"))
    decided = own["p_value"] < 1
    assert rows["better"].filter(decided).equals(own["better"].filter(decided))


def test_tests_that_cannot_reach_alpha_are_listed_and_not_counted() -> None:
    rng = np.random.default_rng(0)
    values = 10.0 * np.arange(4) + rng.normal(0, 0.1, (7, 4))  # seven datasets: 6 * 2^-6 > .05
    rows = br.multiverse(table(values), test="kfold_paired_t")
    analyses = rows.filter(pl.col("kind") == "analysis")
    assert sorted(analyses.filter(~pl.col("can"))["analysis"].unique()) == ["Wilcoxon", "sign", "sign flips of means"]
    counted = agreement(rows)
    assert counted["n_analyses"].unique().to_list() == [0]
    assert counted["cannot"].list.len().unique().to_list() == [3]


def test_agreement_counts_analyses_of_the_same_direction_and_names_the_others(demsar: pl.DataFrame) -> None:
    row = agreement(br.multiverse(demsar)).row(0, named=True)
    assert (row["better"], row["n_same"], row["n_analyses"]) == ("C4.5+m", 1, 3)
    assert row["otherwise"] == ["paired t", "sign"]


def test_leaving_a_dataset_out_is_the_deciding_analysis_without_it(demsar: pl.DataFrame) -> None:
    rows = br.multiverse(demsar).filter(pl.col("kind") == "left_out")
    assert rows["left_out"].n_unique() == 14
    without = br.verdicts(demsar.filter(pl.col("dataset") != "wine"))
    mine = rows.filter(pl.col("left_out") == "wine")
    assert mine["p_adjusted"].to_list() == without["p_adjusted"].to_list()
    dropped = agreement(br.multiverse(demsar))["drops_out_without"][0].to_list()
    for name in demsar["dataset"].unique().cast(pl.String):
        again = br.verdicts(demsar.filter(pl.col("dataset") != name)).row(1, named=True)
        assert (again["p_adjusted"] > 0.05) == (name in dropped)


@pytest.mark.parametrize("metric", ["accuracy", "rmse"])
@pytest.mark.parametrize("control", [None, "B"])
@pytest.mark.parametrize("gaps", [None, "pairs", "worst"])
def test_without_a_dataset_verdicts_are_those_of_the_shorter_table(
    metric: str, control: str | None, gaps: Gaps | None
) -> None:
    rng = np.random.default_rng(11)
    values = rng.normal([0.6, 0.63, 0.66, 0.69], 0.1, (24, 4)).round(1).clip(0.1, 0.9)
    scores = table(values, metric, direction="lower" if metric == "rmse" else "higher")
    if gaps is not None:
        scores = scores.filter(pl.Series(rng.random(scores.height) > 0.1))
    rows = br.multiverse(scores, gaps=gaps or "complete", control=control).filter(pl.col("kind") == "left_out")
    settled = br.complete(scores, "worst") if gaps == "worst" else scores
    for name in settled["dataset"].unique().cast(pl.String).sort():
        without = br.verdicts(
            settled.filter(pl.col("dataset").cast(pl.String) != name),
            control=control,
            missing="available" if gaps == "pairs" else "refuse",
        )
        own = rows.filter(pl.col("left_out") == name)
        for column in ("a", "b", "better", "p_adjusted"):
            assert own[column].to_list() == without[column].to_list()


@pytest.mark.parametrize(("k", "n", "control"), [(2, 6, None), (4, 8, None), (5, 8, "B"), (3, 7, None)])
def test_with_the_least_datasets_that_can_decide_none_is_left_out(k: int, n: int, control: str | None) -> None:
    """Every algorithm is ahead of the next on every dataset; with one dataset less no test could say so."""
    values = 0.1 * np.arange(k) + 0.001 * np.arange(n)[:, None]
    rows = br.multiverse(table(values), control=control)
    assert rows.filter(pl.col("kind") == "deciding")["verdict"].all()
    assert rows.filter(pl.col("kind") == "left_out").is_empty()
    more = 0.1 * np.arange(k) + 0.001 * np.arange(n + 1)[:, None]
    without = br.multiverse(table(more), control=control).filter(pl.col("kind") == "left_out")
    assert without["left_out"].n_unique() == n + 1
    assert without["same"].all()


def test_leaving_out_the_only_value_of_zero_brings_log_ratios_back() -> None:
    values = rmse()
    values[3, 0] = 0.0
    rows = br.multiverse(table(values, "rmse", direction="lower")).filter(pl.col("kind") == "left_out")
    by_name = dict(rows.group_by("left_out").agg(pl.col("test").unique().implode()).rows())
    assert by_name.pop("d003") == ["log_ratio"]
    assert set(map(tuple, by_name.values())) == {("sign_test",)}


def test_with_units_the_t_test_is_that_of_logarithms() -> None:
    values = rmse()
    rows = br.multiverse(table(values, "rmse", direction="lower"), adjustment="bonferroni")
    mine = rows.filter(pl.col("analysis") == "paired t")["p_adjusted"][0]
    assert mine == pytest.approx(min(1, 6 * stats.ttest_1samp(np.log(values[:, 0] / values[:, 1]), 0).pvalue))


def test_a_table_of_which_no_complete_dataset_is_left_still_gives_rows() -> None:
    values = np.random.default_rng(3).normal(size=(8, 4))
    scores = table(values)
    holes = [(f"d{i:03}", "ABCD"[i % 4]) for i in range(8)]
    for dataset, algorithm in holes:
        scores = scores.filter(~((pl.col("dataset") == dataset) & (pl.col("algorithm") == algorithm)))
    rows = br.multiverse(scores, gaps="pairs")
    assert not rows.filter(pl.col("gaps") == "complete")["can"].any()
    assert rows.filter(pl.col("kind") == "deciding").height == 6
