"""Is the list of analyses fixed, and are agreements counted as they are?"""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br
from benchreport.stats.answer import leaving_out
from benchreport.stats.answer.other_analyses import Gaps, agreement
from tests.stats.answer.test_verdicts import rmse, table

EIGHT = [
    "Wilcoxon, Holm",
    "Wilcoxon, Bonferroni",
    "t, Holm",
    "t, Bonferroni",
    "sign, Holm",
    "sign, Bonferroni",
    "Nemenyi",
    "mean ranks, Shaffer",
]


def names(rows: pl.DataFrame) -> list[str]:
    return rows.filter(pl.col("kind") == "analysis")["analysis"].unique(maintain_order=True).to_list()


def test_the_list_is_eight_analyses_and_six_with_a_declared_reference(demsar: pl.DataFrame) -> None:
    assert names(br.multiverse(demsar)) == EIGHT
    assert names(br.multiverse(demsar, control="C4.5")) == EIGHT[:6]


def test_runs_double_the_list_and_gaps_make_three_of_each(study: pl.DataFrame, demsar: pl.DataFrame) -> None:
    assert names(br.multiverse(study)) == [f"{name}, {runs} of runs" for runs in ("mean", "median") for name in EIGHT]
    gap = (pl.col("dataset") == "wine") & (pl.col("algorithm") == "C4.5+m")
    found = names(br.multiverse(demsar.filter(~gap)))
    # Mean ranks need complete datasets.
    expected = [f"{name}, complete datasets" for name in EIGHT]
    expected += [f"{name}, available pairs" for name in EIGHT[:6]]
    expected += [f"{name}, missing results last" for name in EIGHT]
    assert found == expected


def test_every_analysis_gives_the_p_values_of_its_test(demsar: pl.DataFrame) -> None:
    rows = br.multiverse(demsar).filter(pl.col("kind") == "analysis")
    wide = demsar.pivot("algorithm", index="dataset", values="value")
    of = {name: rows.filter(pl.col("analysis") == name) for name in EIGHT}
    t = [stats.ttest_rel(wide[a], wide[b]).pvalue for a, b in of["t, Holm"].select("a", "b").rows()]
    assert of["t, Bonferroni"]["p_adjusted"].to_list() == pytest.approx([min(1, 6 * p) for p in t])
    expected = {
        "Wilcoxon, Holm": br.wilcoxon(demsar).pipe(br.adjust, "holm")["p_adjusted"],
        "sign, Bonferroni": br.sign_test(demsar).pipe(br.adjust, "bonferroni")["p_adjusted"],
        "Nemenyi": br.nemenyi(demsar)["p_value"],
        "mean ranks, Shaffer": br.friedman_posthoc_z(demsar).pipe(br.adjust, "shaffer")["p_adjusted"],
    }
    for name, p in expected.items():
        assert of[name]["p_adjusted"].to_list() == pytest.approx(p.to_list())


@pytest.mark.parametrize("metric", ["accuracy", "runtime"])
def test_signs_are_counted_as_the_sign_test_counts_them(metric: str) -> None:
    values = np.random.default_rng(5).integers(1, 4, (9, 3)) + np.array([0.1 + 0.2, 0.3, 0.3])
    values[:, 2] = values[:, 1]
    scores = table(values, metric=metric)
    rows = br.multiverse(scores).filter(pl.col("analysis") == "sign, Holm")
    own = br.sign_test(scores).pipe(br.adjust, "holm")
    assert rows.select("a", "b", "p_adjusted").equals(own.select("a", "b", "p_adjusted"))
    decided = own["p_value"] < 1
    assert rows["better"].filter(decided).equals(own["better"].filter(decided))


def test_tests_that_cannot_reach_alpha_are_listed_and_not_counted() -> None:
    rng = np.random.default_rng(0)
    values = 10.0 * np.arange(4) + rng.normal(0, 0.1, (7, 4))  # seven datasets: 6 * 2^-6 > .05
    rows = br.multiverse(table(values))
    analyses = rows.filter(pl.col("kind") == "analysis")
    assert sorted(analyses.filter(~pl.col("can"))["analysis"].unique()) == sorted(
        ["Wilcoxon, Holm", "Wilcoxon, Bonferroni", "sign, Holm", "sign, Bonferroni"]
    )
    counted = agreement(rows)
    assert counted["n_analyses"].unique().to_list() == [4]
    assert counted["cannot"].list.len().unique().to_list() == [4]


def test_agreement_counts_analyses_of_the_same_direction_and_names_the_others(demsar: pl.DataFrame) -> None:
    row = agreement(br.multiverse(demsar)).row(0, named=True)
    assert (row["better"], row["n_same"], row["n_analyses"]) == ("C4.5+m", 2, 8)
    assert row["otherwise"] == EIGHT[2:]


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


@pytest.mark.parametrize("direction", ["higher", "lower"])
@pytest.mark.parametrize("control", [None, "B"])
@pytest.mark.parametrize("n", [6, 7, 8, 9])
def test_without_a_dataset_nemenyi_confirmed_decides_as_in_the_shorter_table(
    n: int, control: str | None, direction: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(leaving_out, "_laid_out_anew")  # ranks are made once
    rng = np.random.default_rng(n)
    # With so few datasets no exact test of a pair can reject once it is adjusted; values tie, and one test favours b.
    values = rng.normal(0.5 + 0.1 * np.arange(8), 0.2, (n, 8)).round(1).clip(0.1, 0.9)
    more = rng.normal(0.5, 0.2, (n, 3)).round(1).clip(0.1, 0.9)
    two = [table(part, name, direction=direction) for part, name in ((values, "share"), (more, "other"))]
    scores = pl.concat([part.with_columns(pl.col("metric").cast(pl.String)) for part in two])
    rows = br.multiverse(scores, control=control, scales={"share": "share", "other": "share"})
    rows = rows.filter(pl.col("kind") == "left_out")
    procedures = set()
    for name in scores["dataset"].unique().cast(pl.String).sort():
        shorter = scores.filter(pl.col("dataset").cast(pl.String) != name)
        without = br.verdicts(shorter, control=control, scales={"share": "share", "other": "share"})
        procedures |= set(without["procedure"])
        own = rows.filter(pl.col("left_out") == name)
        for column in ("metric", "a", "b", "better", "adjustment"):
            assert own[column].to_list() == without[column].to_list()
        assert own["p_adjusted"].to_list() == pytest.approx(without["p_adjusted"].to_list(), rel=1e-12)
    assert ("nemenyi_confirmed" in procedures) == (n > 6)


def test_leaving_out_the_only_value_of_zero_brings_log_ratios_back() -> None:
    values = rmse()
    values[3, 0] = 0.0
    rows = br.multiverse(table(values, "rmse", direction="lower")).filter(pl.col("kind") == "left_out")
    by_name = dict(rows.group_by("left_out").agg(pl.col("test").unique().implode()).rows())
    assert by_name.pop("d003") == ["log_ratio"]
    assert set(map(tuple, by_name.values())) == {("sign_test",)}


def test_with_units_the_t_test_is_that_of_logarithms() -> None:
    values = rmse()
    rows = br.multiverse(table(values, "rmse", direction="lower"))
    mine = rows.filter(pl.col("analysis") == "t, Bonferroni")["p_adjusted"][0]
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
