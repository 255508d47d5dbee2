"""Analysis of variance: independent samples, shared blocks, two factors, and what it assumes."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of
from benchreport.stats.many_algorithms.variance import blocked_facts, oneway_facts
from benchreport.tables.blocks import Blocks

# Fixture FX1 of the method catalogue: errors of three algorithms on ten shared folds.
FX1 = np.array([
    [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13],
    [0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17],
    [0.18, 0.17, 0.16, 0.19, 0.15, 0.20, 0.18, 0.14, 0.21, 0.16],
]).T  # fmt: skip
PLACE = ("dataset", "metric")
# Cells of the two-factor example of the catalogue: algorithm, extractor, three values each.
CELLS = {("0", "0"): (10, 12, 11), ("0", "1"): (15, 14, 16), ("1", "0"): (13, 12, 14), ("1", "1"): (13, 15, 14)}


def folds_of(matrix: Any, **sizes: int) -> pl.DataFrame:
    rows = [("toy", f"a{j}", i, float(value)) for i, row in enumerate(matrix) for j, value in enumerate(row)]
    frame = pl.DataFrame(rows, schema=["dataset", "algorithm", "fold", "loss"], orient="row")
    return br.scores(frame.with_columns(pl.lit(size).alias(name) for name, size in sizes.items()))


def datasets_of(matrix: Any) -> pl.DataFrame:
    return (
        folds_of(matrix)
        .drop("dataset")
        .rename({"fold": "dataset"})
        .with_columns(pl.col("dataset").cast(pl.String).cast(pl.Categorical))
    )


def two_factors() -> pl.DataFrame:
    rows = [(a, b, k, value / 100) for (a, b), values in CELLS.items() for k, value in enumerate(values)]
    frame = pl.DataFrame(rows, schema=["algorithm", "extractor", "fold", "error"], orient="row")
    return br.scores(frame, factors=["extractor"])


def test_fixture_one_gives_the_one_way_analysis_of_the_catalogue() -> None:
    row = br.anova_oneway(folds_of(FX1)).row(0, named=True)
    assert (row["statistic"], row["df1"], row["df2"]) == pytest.approx((11.0566873339, 2, 27), rel=1e-10)
    assert row["p_value"] == pytest.approx(0.00031060885738, rel=1e-10)
    assert row["effect"] == pytest.approx(0.00924666666667 / 0.0205366666667, rel=1e-10)
    assert "share their blocks" in row["note"]
    assert "share training data" in row["note"]


def test_fixture_one_gives_the_table_of_the_catalogue() -> None:
    table = br.anova_table(folds_of(FX1), model="oneway")
    assert table["term"].to_list() == ["algorithm", "residual"]
    assert table["ss"].to_list() == pytest.approx([0.00924666666667, 0.01129], rel=1e-10)
    assert table["ms"].to_list() == pytest.approx([0.00462333333333, 0.000418148148148], rel=1e-10)
    assert table["df"].to_list() == [2, 27]
    assert table["p_value"].to_list() == [pytest.approx(0.00031060885738, rel=1e-10), None]
    assert table["eta_squared"][0] == pytest.approx(0.00924666666667 / 0.0205366666667, rel=1e-10)
    # omega squared = (SS - df MSE) / (SST + MSE), by hand
    omega = (0.00924666666667 - 2 * 0.000418148148148) / (0.0205366666667 + 0.000418148148148)
    assert table["omega_squared"][0] == pytest.approx(omega, rel=1e-9)


def test_fixture_one_gives_the_blocked_analysis_of_the_catalogue() -> None:
    row = br.anova_blocked(folds_of(FX1)).row(0, named=True)
    assert (row["statistic"], row["df1"], row["df2"]) == pytest.approx((32.592689295, 2, 18), rel=1e-10)
    assert row["p_value"] == pytest.approx(1.03999097006e-06, rel=1e-10)


def test_fixture_one_gives_the_f_corrected_for_shared_training_data() -> None:
    row = br.anova_blocked(folds_of(FX1), variant="resampled").row(0, named=True)
    assert (row["statistic"], row["df1"], row["df2"]) == pytest.approx((15.4386422977, 2, 18), rel=1e-10)
    assert row["p_value"] == pytest.approx(0.000124591642738, rel=1e-10)
    assert "heuristic" in row["note"]
    sized = br.anova_blocked(folds_of(FX1, n_train=70, n_test=30), variant="resampled").row(0, named=True)
    assert sized["statistic"] == pytest.approx(32.592689295039 / (1 + 10 * 30 / 70), rel=1e-10)


def test_datasets_share_no_training_data_so_there_is_nothing_to_correct() -> None:
    row = br.anova_blocked(datasets_of(FX1), by="metric", variant="resampled").row(0, named=True)
    assert (row["status"], row["p_value"]) == ("undefined", None)
    assert br.anova_blocked(datasets_of(FX1), by="metric")["status"][0] == "ok"


@given(st.lists(st.lists(st.integers(-20, 20), min_size=2, max_size=6), min_size=2, max_size=5))
def test_one_way_analysis_agrees_with_scipy_on_samples_of_any_size(samples: list[list[int]]) -> None:
    rows = [("toy", f"a{j}", i, float(v)) for j, sample in enumerate(samples) for i, v in enumerate(sample)]
    table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "fold", "loss"], orient="row"))
    row = br.anova_oneway(table, missing="available").row(0, named=True)
    if all(len(set(sample)) == 1 for sample in samples):
        same = len({sample[0] for sample in samples}) == 1
        assert (row["status"], row["p_value"]) == (("all_ties", 1.0) if same else ("zero_variance", None))
        return
    expected = stats.f_oneway(*samples)
    assert row["statistic"] == pytest.approx(expected.statistic, rel=1e-9, abs=1e-12)
    # Equal means leave SciPy with an F just below 0 and no p.
    assert row["p_value"] == pytest.approx(1.0 if expected.statistic < 1e-12 else expected.pvalue, rel=1e-9)


def test_welch_agrees_with_scipy() -> None:
    samples = [[1.0, 2.0, 4.0, 3.5], [2.0, 9.0, 1.0, 7.0, 3.0], [2.5, 2.6, 2.4]]
    rows = [("toy", f"a{j}", i, v) for j, sample in enumerate(samples) for i, v in enumerate(sample)]
    table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "fold", "error"], orient="row"))
    row = br.welch_anova(table, missing="available").row(0, named=True)
    expected = stats.f_oneway(*samples, equal_var=False)
    assert (row["statistic"], row["p_value"]) == pytest.approx((expected.statistic, expected.pvalue), rel=1e-9)


def test_welch_needs_every_algorithm_to_vary() -> None:
    row = br.welch_anova(folds_of([[1, 2], [1, 3], [1, 5]])).row(0, named=True)
    assert (row["status"], row["p_value"]) == ("zero_variance", None)
    assert "without any spread" in row["note"]


def test_two_algorithms_give_the_squares_of_the_t_tests() -> None:
    x, y = FX1[:, 0], FX1[:, 1]
    pooled, paired = stats.ttest_ind(x, y), stats.ttest_rel(x, y)
    one_way = br.anova_oneway(folds_of(FX1[:, :2])).row(0, named=True)
    blocked = br.anova_blocked(folds_of(FX1[:, :2])).row(0, named=True)
    assert (one_way["statistic"], one_way["p_value"]) == pytest.approx((pooled.statistic**2, pooled.pvalue), rel=1e-9)
    assert (blocked["statistic"], blocked["p_value"]) == pytest.approx((paired.statistic**2, paired.pvalue), rel=1e-9)


def test_a_constant_added_to_a_fold_changes_only_the_test_that_ignores_folds() -> None:
    moved = FX1 + np.linspace(0, 1, 10)[:, None]
    blocked = [br.anova_blocked(folds_of(m))["statistic"][0] for m in (FX1, moved)]
    assert blocked[0] == pytest.approx(blocked[1], rel=1e-9)
    assert br.anova_oneway(folds_of(moved))["statistic"][0] < 1


def test_the_corrections_for_sphericity_give_what_r_gives(demsar: pl.DataFrame) -> None:
    # car 3.1-1, R 4.2.2: summary(Anova(lm(X~1), idata=.., idesign=~g, type=3), multivariate=FALSE).
    plain, greenhouse, huynh = (
        br.anova_blocked(demsar, by="metric", variant=variant).row(0, named=True)
        for variant in ("plain", "greenhouse_geisser", "huynh_feldt")
    )
    assert plain["p_value"] == pytest.approx(0.00881771719113449, rel=1e-9)
    assert greenhouse["p_value"] == pytest.approx(0.016764812117576, rel=1e-9)
    assert greenhouse["df1"] == pytest.approx(3 * 0.762804103080134, rel=1e-9)
    assert huynh["p_value"] == pytest.approx(0.0105118154059082, rel=1e-9)
    assert huynh["df1"] == pytest.approx(3 * 0.934743855487699, rel=1e-9)


def test_mauchlys_criterion_is_what_r_gives_and_its_expansion_is_right(demsar: pl.DataFrame) -> None:
    row = br.mauchly(demsar, by="metric").row(0, named=True)
    assert (row["statistic"], row["estimate"]) == pytest.approx((0.464264137098051, 0.762804103080134), rel=1e-9)
    # R's 0.1104 has 3 (p + 1) where the expansion (Anderson 2003, section 10.7.4) has 3 p; by hand, p = 3, 13 df:
    z, w2 = -13 * (1 - 23 / 234) * np.log(0.464264137098051), 5 * 2 * 119 / (288 * (13 * 3 * (1 - 23 / 234)) ** 2)
    tails = stats.chi2.sf(z, 5), stats.chi2.sf(z, 9)
    assert row["p_value"] == pytest.approx(tails[0] + w2 * (tails[1] - tails[0]), rel=1e-9)


def test_mauchlys_test_keeps_its_level_for_spherical_results() -> None:
    values = np.random.default_rng(5).normal(size=(400, 12, 4))
    rows = [(f"m{g:03}", f"d{b:02}", f"a{a}", values[g, b, a]) for g, b, a in np.ndindex(*values.shape)]
    table = pl.DataFrame(rows, schema=["metric", "dataset", "algorithm", "value"], orient="row")
    p = br.mauchly(br.scores(table, directions={f"m{g:03}": "higher" for g in range(400)}), by="metric")["p_value"]
    assert stats.kstest(p.to_numpy(), "uniform").pvalue > 0.01


def test_more_differences_than_blocks_make_sphericity_singular() -> None:
    row = br.mauchly(folds_of(np.random.default_rng(0).normal(size=(4, 6)))).row(0, named=True)
    assert (row["status"], row["p_value"]) == ("singular", None)
    assert 0 < row["estimate"] <= 1


def test_the_two_factor_example_gives_the_values_of_the_catalogue() -> None:
    rows = br.anova_twofactor(two_factors(), factors=("algorithm", "extractor"))
    assert rows["term"].to_list() == ["algorithm", "extractor", "algorithm:extractor"]
    assert rows["statistic"].to_list() == pytest.approx([0.75, 18.75, 6.75], rel=1e-9)
    assert rows["p_value"].to_list() == pytest.approx([0.411694431826, 0.00251155190651, 0.03171248741], rel=1e-9)
    assert set(zip(rows["df1"], rows["df2"], strict=True)) == {(1.0, 8.0)}


def test_without_interaction_its_sum_of_squares_is_error() -> None:
    rows = br.anova_twofactor(two_factors(), factors=("algorithm", "extractor"), interaction=False)
    assert rows["term"].to_list() == ["algorithm", "extractor"]
    table = br.anova_table(two_factors(), by="metric", model="twofactor", factors=("algorithm", "extractor"))
    pooled = (table["ss"][2] + table["ss"][3]) / 9
    assert rows["statistic"].to_list() == pytest.approx([table["ms"][0] / pooled, table["ms"][1] / pooled], rel=1e-9)


def test_one_value_per_cell_leaves_no_test_of_the_interaction() -> None:
    rows = br.anova_twofactor(datasets_of(FX1))
    blocked = br.anova_blocked(datasets_of(FX1), by="metric").row(0, named=True)
    assert rows["statistic"][0] == pytest.approx(blocked["statistic"], rel=1e-9)
    assert (rows["status"][2], rows["p_value"][2]) == ("too_few", None)
    assert "one value per cell" in rows["note"][2]


def test_unbalanced_cells_are_refused_and_the_place_named() -> None:
    table = two_factors()
    holey = table.filter(~((pl.col("algorithm") == "1") & (pl.col("extractor") == "0") & (pl.col("fold") == 2)))
    with pytest.raises(br.BenchreportError, match="error, 1, 0 has 2 of 3 values"):
        br.anova_twofactor(holey, factors=("algorithm", "extractor"))


@pytest.mark.parametrize("factors", [("algorithm",), ("algorithm", "algorithm"), ("algorithm", "nothing"), "algorithm"])
def test_factors_are_two_columns_of_the_table(factors: Any) -> None:
    with pytest.raises(br.BenchreportError, match="factor"):
        br.anova_twofactor(two_factors(), factors=factors)


def test_two_factor_rows_keep_the_common_contract(study: pl.DataFrame) -> None:
    rows = br.anova_twofactor(study)
    assert rows.schema == pl.Schema({"metric": pl.Categorical()} | schema_of(RESULT_COLUMNS))
    assert_frame_equal(br.anova_twofactor(study.lazy()).collect(), rows)
    assert br.anova_twofactor(study.sample(fraction=1.0, shuffle=True, seed=2)).equals(rows)
    one = study.filter(pl.col("metric") == "auc")
    assert_frame_equal(br.anova_twofactor(one), rows.filter(pl.col("metric") == "auc"))
    assert rows["status"].unique().to_list() == ["approximate"]
    with pytest.raises(br.BenchreportError, match="alpha"):
        br.anova_twofactor(study, alpha=1.0)
    with pytest.raises(br.BenchreportError, match="compared with each other"):
        br.anova_twofactor(study, by=None)


@pytest.mark.parametrize("model", ["oneway", "blocked", "twofactor"])
def test_the_sums_of_squares_of_a_table_add_up(model: Any, study: pl.DataFrame) -> None:
    by = "metric" if model == "twofactor" else PLACE
    table = br.anova_table(study, by=by, model=model)
    keys = {name: pl.Categorical() for name in ([by] if isinstance(by, str) else by)}
    assert table.schema == pl.Schema(keys | schema_of(br.ANOVA_COLUMNS))
    total = study.group_by(by).agg(((pl.col("value") - pl.col("value").mean()) ** 2).sum()).sort(by)["value"]
    assert table.group_by(by).agg(pl.col("ss").sum()).sort(by)["ss"].to_list() == pytest.approx(total.to_list())
    assert_frame_equal(br.anova_table(study.lazy(), by=by, model=model).collect(), table)
    assert br.anova_table(study.sample(fraction=1.0, shuffle=True, seed=2), by=by, model=model).equals(table)


def test_the_table_of_groups_without_spread_says_so() -> None:
    level, shifted = (br.anova_table(folds_of([row] * 4)) for row in ([0.5, 0.5, 0.5], [0.1, 0.2, 0.3]))
    assert (level["status"][0], level["p_value"][0]) == ("all_ties", 1.0)
    assert (shifted["status"][0], shifted["p_value"][0]) == ("zero_variance", None)


def test_levels_of_no_size_and_huge_size_are_compared_alike() -> None:
    expected = br.anova_blocked(folds_of(FX1)).row(0, named=True)
    for unit in (1e-300, 1e300):
        for function in (br.anova_oneway, br.anova_blocked, br.welch_anova, br.levene, br.bartlett):
            near = function(folds_of(FX1)).row(0, named=True)
            far = function(folds_of(FX1 * unit)).row(0, named=True)
            assert far["statistic"] == pytest.approx(near["statistic"], rel=1e-8)
    assert expected["status"] == "approximate"


def test_facts_tell_means_and_the_error_of_each_group() -> None:
    blocks = Blocks.of(folds_of(FX1), by=PLACE)
    means, facts = blocks.once(oneway_facts)
    assert means.columns == ["group", "algorithm", "size", "mean", "offset", "variance"]
    assert means["mean"].to_list() == pytest.approx([0.131, 0.152, 0.174])
    assert means["variance"].to_list() == pytest.approx(FX1.var(axis=0, ddof=1).tolist())
    assert facts.select("df_error", "n_algorithms").row(0) == (27, 3)
    assert facts["ms_error"][0] == pytest.approx(0.000418148148148, rel=1e-10)
    _, blocked = blocks.once(blocked_facts)
    assert blocked["df_error"][0] == 18
    assert blocked["sd_error"][0] == pytest.approx(blocked["ms_error"][0] ** 0.5, rel=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_tests_of_equal_variances_agree_with_scipy(seed: int) -> None:
    rng = np.random.default_rng(seed)
    samples = [rng.integers(-9, 9, size).astype(float) for size in rng.integers(4, 8, 2 + seed % 3)]
    rows = [("toy", f"a{j}", i, v) for j, sample in enumerate(samples) for i, v in enumerate(sample)]
    table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "fold", "loss"], orient="row"))
    expected = {
        "mean": stats.levene(*samples, center="mean"),
        "median": stats.levene(*samples, center="median"),
        "bartlett": stats.bartlett(*samples),
        "fligner": stats.fligner(*samples),
    }
    found = {
        "mean": br.levene(table, variant="mean", missing="available"),
        "median": br.levene(table, missing="available"),
        "bartlett": br.bartlett(table, missing="available"),
        "fligner": br.fligner(table, missing="available"),
    }
    for name, rows_of in found.items():
        theirs = (expected[name].statistic, expected[name].pvalue)
        assert (rows_of["statistic"][0], rows_of["p_value"][0]) == pytest.approx(theirs, rel=1e-9), name


def test_an_algorithm_that_does_not_vary_has_no_variance_to_compare() -> None:
    still = folds_of([[1, 2], [1, 3], [1, 5], [1, 9]])
    assert br.bartlett(still).select("status", "p_value").row(0) == ("zero_variance", None)
    assert br.levene(still)["status"][0] == "approximate"
    level = folds_of([[1, 2]] * 4)
    for function in (br.bartlett, br.levene, br.fligner):
        assert function(level).select("status", "p_value").row(0) == ("all_ties", 1.0)


def test_insect_sprays_give_what_r_gives() -> None:
    # R 4.2.2, datasets::InsectSprays: bartlett.test 25.9598253203687, fligner.test 14.4827810384586,
    # car::leveneTest 3.82135631322592, oneway.test 36.0654438935773, aov 34.7022820554917.
    counts = [
        (10, 7, 20, 14, 14, 12, 10, 23, 17, 20, 14, 13), (11, 17, 21, 11, 16, 14, 17, 17, 19, 21, 7, 13),
        (0, 1, 7, 2, 3, 1, 2, 1, 3, 0, 1, 4), (3, 5, 12, 6, 4, 3, 5, 5, 5, 5, 2, 4),
        (3, 5, 3, 5, 3, 6, 1, 1, 3, 2, 6, 4), (11, 9, 15, 22, 15, 16, 13, 10, 26, 26, 24, 13),
    ]  # fmt: skip
    table = folds_of(np.array(counts).T)
    expected = {
        br.bartlett: 25.9598253203687, br.fligner: 14.4827810384586, br.levene: 3.82135631322592,
        br.welch_anova: 36.0654438935773, br.anova_oneway: 34.7022820554917,
    }  # fmt: skip
    for function, value in expected.items():
        assert function(table)["statistic"][0] == pytest.approx(value, rel=1e-10)


@pytest.mark.parametrize("interaction", [False, True])
def test_two_factors_without_groups_are_tested_as_the_only_group_is(interaction: bool) -> None:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    grouped = br.anova_twofactor(scores, by="metric", interaction=interaction).drop("metric")
    assert_frame_equal(br.anova_twofactor(scores, by=None, interaction=interaction), grouped)
    lines = br.anova_table(scores, model="twofactor", by=None)
    assert (
        lines["statistic"].drop_nulls().to_list()
        == br.anova_twofactor(scores, by=None)["statistic"].drop_nulls().to_list()
    )


def test_two_factors_of_a_table_without_groups_are_those_of_its_only_group() -> None:
    scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    whole, grouped = br.anova_twofactor(scores, by=None), br.anova_twofactor(scores)
    assert_frame_equal(whole, grouped.drop("metric"), rel_tol=1e-12)
