"""What rows say about dependence, gaps and names, asked of methods that once kept silent."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br

SHARED = "runs share training data"


def runs(repeats: int = 1, folds: int = 10, **further: Any) -> pl.DataFrame:
    rng = np.random.default_rng(5)
    rows = [
        (name, "toy", r, f, 0.7 + 0.01 * j + rng.normal(0, 0.02))
        for r in range(repeats)
        for f in range(folds)
        for j, name in enumerate("ABC")
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "repeat", "fold", "accuracy"], orient="row")
    return br.scores(frame.with_columns(**{name: pl.lit(value) for name, value in further.items()}))


def predictions(**further: Any) -> pl.DataFrame:
    rng = np.random.default_rng(2)
    frame = pl.DataFrame(
        [
            (name, i, "x", "x" if rng.random() > wrong else "y")
            for name, wrong in (("A", 0.2), ("B", 0.5))
            for i in range(60)
        ],
        schema=["algorithm", "instance", "truth", "prediction"],
        orient="row",
    )
    return br.predictions(frame.with_columns(**further))


# METHODS 7, kfold_paired_t: runs of cross-validation are no independent sample, whatever is computed from them.
def test_the_table_of_variances_says_that_runs_share_training_data() -> None:
    rows = br.anova_table(runs())
    assert rows["status"].to_list() == ["approximate", "approximate", "ok"]
    assert [SHARED in (note or "") for note in rows["note"]] == [True, True, False]
    assert set(br.anova_table(runs(), by="metric", model="blocked")["status"]) == {"too_few", "ok"}


@pytest.mark.parametrize("name", ["rank_sets", "pool_stability"])
def test_places_and_verdicts_from_folds_are_doubted(name: str) -> None:
    rows = getattr(br, name)(runs(), by=("dataset", "metric"))
    assert all(SHARED in note for note in rows["note"])


def test_the_folds_of_one_dataset_give_no_band() -> None:
    rows = br.score_profile(runs(), by=("dataset", "metric"))
    assert rows["ci_low"].null_count() == rows["ci_high"].null_count() == rows.height
    assert set(rows["status"]) == {"too_few"}


def test_places_over_datasets_are_not_doubted(demsar: pl.DataFrame) -> None:
    for name in ("rank_sets", "pool_stability"):
        assert not any(SHARED in (note or "") for note in getattr(br, name)(demsar)["note"])


def test_plain_equivalence_over_repeated_runs_is_taken_back() -> None:
    row = br.tost_paired_t(runs(repeats=3), margin=0.1, control="C").row(0, named=True)
    assert (row["status"], row["p_value"], row["ci_low"]) == ("undefined", None, None)
    assert "variant='corrected'" in row["note"]
    assert br.tost_paired_t(runs(repeats=3), margin=0.1, control="C", variant="corrected")["p_value"].null_count() == 0
    assert set(br.tost_paired_t(runs(), margin=0.1)["status"]) == {"approximate"}


def test_small_test_folds_are_noted() -> None:
    # METHODS 7: each test fold should hold at least 30 instances.
    small, large = (br.kfold_paired_t(runs(n_train=9 * n, n_test=n))["note"] for n in (12, 30))
    assert all("fewer than 30 instances" in note for note in small)
    assert not any("fewer than 30 instances" in note for note in large)


@pytest.mark.parametrize(("alternative", "p"), [("two-sided", 0.125), ("greater", 0.0625), ("less", 1.0)])
def test_a_constant_difference_on_independent_blocks_shows_the_sign_flips(alternative: Any, p: float) -> None:
    # METHODS 0.2.6: 2 / 2^K beside zero_variance; not on folds.
    rows = [(name, f"d{i}", 0.5 + i / 10 + up) for i in range(4) for name, up in (("A", 0.1), ("B", 0.0))]
    table = br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "accuracy"], orient="row"))
    row = br.kfold_paired_t(table, by="metric", alternative=alternative).row(0, named=True)
    assert (row["status"], row["p_value"]) == ("zero_variance", None)
    assert row["note"].endswith(f"exact sign flips beside it: p {p}")
    assert br.permutation_signflip(table, by="metric", alternative=alternative)["p_value"][0] == p


# METHODS 0.2.5: a fold on which a measure is undefined is dropped for all, and counted.
@pytest.mark.parametrize(
    "name", ["anova_blocked", "anova_oneway", "kruskal_wallis", "tukey_hsd", "hotelling", "manova"]
)
def test_a_block_nobody_was_measured_on_is_counted(name: str) -> None:
    gap = runs().with_columns(value=pl.when(pl.col("fold") != 3).then("value"))
    by = ("dataset",) if name in ("hotelling", "manova") else ("dataset", "metric")
    rows = getattr(br, name)(gap, by=by)
    assert set(rows["n"]) == {9}
    assert set(rows["n_dropped"]) == {1}


@pytest.mark.parametrize("name", ["unpaired_t", "mann_whitney", "permutation_two_sample", "cliff_delta"])
def test_unmatched_samples_count_the_blocks_without_a_value(name: str) -> None:
    whole = runs().filter(pl.col("algorithm") != "C")
    none = pl.col("fold") == 3
    only = none & (pl.col("algorithm") == "A")
    for lost, dropped in ((none, 1), (only, 1), (only | (pl.col("fold") == 5), 2), (pl.lit(False), 0)):
        table = whole.with_columns(value=pl.when(~lost).then("value"))
        assert getattr(br, name)(table, by=("dataset", "metric"))["n_dropped"].to_list() == [dropped]


def test_single_algorithms_count_the_blocks_without_a_value() -> None:
    gap = runs().with_columns(value=pl.when(pl.col("fold") != 3).then("value"))
    assert set(br.ci_mean_t(gap)["n_dropped"]) == {1}


# METHODS 4, binomial_model: grouped or repeated instances break independence.
CLASSES = ("mcnemar", "ci_tango", "cochran_q", "stuart_maxwell", "bowker", "empirical_risk")


@pytest.mark.parametrize("name", CLASSES)
def test_methods_that_ignore_clusters_say_so(name: str) -> None:
    clustered, single = (getattr(br, name)(predictions(cluster=pl.col("instance") // n)) for n in (5, 1))
    assert set(clustered["status"]) == {"approximate"}
    assert all("cluster" in note for note in clustered["note"])
    assert not any("cluster" in (note or "") for note in single["note"])


@pytest.mark.parametrize("name", CLASSES)
def test_predictions_pooled_over_folds_are_doubted(name: str) -> None:
    rows = getattr(br, name)(predictions(fold=pl.col("instance") % 5))
    assert set(rows["status"]) == {"approximate"}
    assert all("several trained models" in note for note in rows["note"])


@pytest.mark.parametrize("name", [*CLASSES[:2], "cochran_q", "same_rate_other_errors", "stuart_maxwell", "bowker"])
def test_hints_for_numbers_name_no_option_that_is_not_there(name: str) -> None:
    numbers = predictions().with_columns(truth=pl.lit(0.25), prediction=pl.lit(0.5))
    with pytest.raises(br.BenchreportError, match="decimals") as caught:
        getattr(br, name)(numbers)
    hint = str(caught.value)
    assert "metrics=" not in hint
    assert "loss=" not in hint or "br.paired_t_instances(table, loss=" in hint


@pytest.mark.parametrize("name", ["mcnemar", "clustered", "dropped"])
def test_groups_named_like_a_column_on_the_way_are_groups_like_any_other(name: str) -> None:
    table = predictions().with_columns(pl.lit("g").alias(name))
    rows = br.mcnemar(table, by=name)
    assert_frame_equal(rows.rename({name: "colour"}), br.mcnemar(table.rename({name: "colour"}), by="colour"))


def test_random_splits_of_large_samples_are_drawn_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(0)
    frame = pl.DataFrame({"x": rng.normal(size=40), "y": rng.normal(0.3, 1.0, size=40)})
    test = br.expr.permutation_two_sample("x", "y", draws=999)
    whole = frame.select(test).unnest("permutation_two_sample")["p_value"][0]
    monkeypatch.setattr("benchreport.stats.kernels.two_samples.CHUNK", 800)
    assert frame.select(test).unnest("permutation_two_sample")["p_value"][0] == whole


def test_posteriors_of_huge_and_tiny_differences_are_those_of_plain_ones() -> None:
    def shares(size: float) -> list[float]:
        x, y = [1.0, 2.0, 3.0], [2.0, 1.0, 5.0]
        rows = [(name, "toy", i, size * v) for name, values in (("A", x), ("B", y)) for i, v in enumerate(values)]
        table = br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "accuracy"], orient="row"))
        return br.bayes_correlated_t(table, rope=0.1 * size)["estimate"].to_list()

    assert shares(1e300) == pytest.approx(shares(1.0), rel=1e-9)
    assert shares(1e-300) == pytest.approx(shares(1.0), rel=1e-9)


def test_effects_have_the_limits_of_the_noncentral_t_law() -> None:
    from scipy import stats

    d = np.array([0.3, -0.1, 0.4, 0.2, 0.5, 0.0, 0.1])
    frame = pl.DataFrame({"x": d, "y": np.zeros(7)})
    t = d.mean() / d.std(ddof=1) * np.sqrt(7)
    tests = {
        "permutation_signflip": br.expr.permutation_signflip("x", "y"),
        "paired_t_instances": br.expr.paired_t_instances("x", "y"),
        "one_sample_t": br.expr.one_sample_t("x", constant=0.0),
    }
    for name, test in tests.items():
        row = frame.select(test).unnest(name).row(0, named=True)
        assert row["effect"] == pytest.approx(t / np.sqrt(7), rel=1e-12), name
        # At a limit the observed t sits at the tail area of the noncentral law.
        assert stats.nct.sf(t, 6, row["effect_low"] * np.sqrt(7)) == pytest.approx(0.025, rel=1e-6), name
        assert stats.nct.cdf(t, 6, row["effect_high"] * np.sqrt(7)) == pytest.approx(0.025, rel=1e-6), name


def test_rounding_dust_makes_nobody_better_under_sign_flips() -> None:
    rows = [("A", "d1", 0.1 + 0.2), ("B", "d1", 0.3), ("A", "d2", 0.7), ("B", "d2", 0.7)]
    table = br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "accuracy"], orient="row"))
    row = br.permutation_signflip(table, by="metric").row(0, named=True)
    assert (row["status"], row["better"], row["estimate"]) == ("all_ties", None, 0.0)


# METHODS 3, empirical_risk: instances that were trained on are no test.
@pytest.mark.parametrize("name", [*CLASSES, "ci_wilson", "paired_t_instances", "bootstrap_paired"])
def test_training_rows_are_never_counted(name: str) -> None:
    marked = predictions(subset=pl.when(pl.col("instance") < 20).then(pl.lit("train")).otherwise(pl.lit("test")))
    rows = getattr(br, name)(marked)
    assert set(rows["n"]) == {40}
    assert (
        rows["estimate"].to_list() == getattr(br, name)(marked.filter(pl.col("instance") >= 20))["estimate"].to_list()
    )


def test_a_subset_column_about_something_else_is_a_group_like_any_other() -> None:
    own = predictions(subset=pl.when(pl.col("instance") < 20).then(pl.lit("easy")).otherwise(pl.lit("hard")))
    assert br.mcnemar(own, by="subset")["n"].to_list() == [20, 40]
