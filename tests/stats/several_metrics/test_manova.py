"""Several algorithms in several metrics at once, and what every multivariate method promises."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations, product
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of
from tests.stats.several_metrics.test_hotelling import FX2, counts, wide

ALL = [
    br.hotelling,
    br.hotelling_posthoc,
    br.hotelling_direction,
    br.manova,
    br.manova_posthoc,
    br.manova_directions,
]
TESTS = [br.hotelling, br.hotelling_posthoc, br.manova, br.manova_posthoc]
STATUSES = {"ok", "approximate", "too_few", "zero_variance", "all_ties", "singular", "undefined"}
every_method = pytest.mark.parametrize("method", ALL, ids=lambda method: method.__name__)
every_test = pytest.mark.parametrize("method", TESTS, ids=lambda method: method.__name__)


def scatter_by_hand(values: np.ndarray, *, blocked: bool) -> tuple[np.ndarray, np.ndarray]:
    means, grand = values.mean(axis=0), values.mean(axis=(0, 1))
    between = len(values) * (means - grand).T @ (means - grand)
    residuals = values - means
    if blocked:
        residuals = residuals - values.mean(axis=1, keepdims=True) + grand
    flat = residuals.reshape(-1, values.shape[2])
    return between, flat.T @ flat


def test_fixture_two_gives_the_four_criteria_of_the_catalogue() -> None:
    rows = br.manova(counts(), metrics=["fp", "fn"])
    assert rows["variant"].to_list() == ["wilks", "pillai", "hotelling_lawley", "roy"]
    wilks, pillai, lawley, roy = rows.iter_rows(named=True)
    assert wilks["estimate"] == pytest.approx(0.0906738493849, rel=1e-11)
    assert wilks["statistic"] == pytest.approx(30.1720156354, rel=1e-11)
    assert (wilks["df1"], wilks["df2"]) == (4.0, 52.0)
    assert wilks["p_value"] == pytest.approx(5.36918241651e-13, rel=1e-9)
    assert pillai["estimate"] == pytest.approx(1.28330103387, rel=1e-11)
    # Eigenvalues of the catalogue: 5.09457563324 and 0.809566200312.
    assert lawley["estimate"] == pytest.approx(5.09457563324 + 0.809566200312, rel=1e-11)
    assert roy["estimate"] == pytest.approx(5.09457563324, rel=1e-11)


def test_small_wilks_rejects() -> None:
    # The textbook prints the opposite inequality: register of misprints, 39.
    values = np.random.default_rng(0).normal(size=(8, 3, 2))
    apart = values + np.array([[0.0, 0.0], [5.0, 0.0], [0.0, 5.0]])
    near, far = (br.manova(wide(part), by=None).row(0, named=True) for part in (values, apart))
    assert far["estimate"] < near["estimate"]
    assert far["p_value"] < near["p_value"]


@pytest.mark.parametrize("blocked", [False, True])
def test_criteria_are_those_of_the_scatter_matrices(blocked: bool) -> None:
    values = np.random.default_rng(2).normal(size=(9, 4, 3))
    H, E = scatter_by_hand(values, blocked=blocked)
    roots = np.sort(np.linalg.eigvals(np.linalg.solve(E, H)).real)[::-1]
    rows = br.manova(wide(values), by=None, variant="blocked" if blocked else "oneway")
    expected = [
        np.linalg.det(E) / np.linalg.det(E + H),
        np.trace(H @ np.linalg.inv(E + H)),
        np.trace(np.linalg.solve(E, H)),
        roots[0],
    ]
    assert rows["estimate"].to_list() == pytest.approx(expected, rel=1e-9)


def test_wilks_with_one_metric_is_the_one_way_f() -> None:
    values = np.random.default_rng(3).normal(size=(7, 4, 1))
    f = stats.f_oneway(*values[:, :, 0].T)
    rows = br.manova(wide(values), by=None)
    assert rows["statistic"].to_list() == pytest.approx([f.statistic] * 4, rel=1e-9)
    assert rows["p_value"].to_list() == pytest.approx([f.pvalue] * 4, rel=1e-9)
    assert rows["estimate"][0] == pytest.approx(1 / (1 + 3 * f.statistic / (4 * 6)))


def test_two_algorithms_give_hotelling_both_blocked_and_not() -> None:
    table = wide(np.random.default_rng(4).normal(size=(9, 2, 3)))
    for design, form in (("blocked", "paired"), ("oneway", "unpaired")):
        rows = br.manova(table, by=None, variant=design)  # type: ignore[arg-type]
        expected = br.hotelling(table, by=None, variant=form).row(0, named=True)  # type: ignore[arg-type]
        assert rows["p_value"].to_list() == pytest.approx([expected["p_value"]] * 4, rel=1e-9)
        assert rows["law"].to_list() == ["F"] * 4


def test_blocks_may_be_shifted_in_the_blocked_form() -> None:
    rng = np.random.default_rng(5)
    values = rng.normal(size=(8, 3, 2))
    moved = values + rng.normal(size=(8, 1, 2))
    ours, theirs = (br.manova(wide(part), by=None, variant="blocked") for part in (values, moved))
    assert ours["p_value"].to_list() == pytest.approx(theirs["p_value"].to_list(), rel=1e-9)


def test_the_root_of_roy_says_that_its_p_is_a_lower_bound() -> None:
    row = br.manova(wide(np.random.default_rng(1).normal(size=(9, 3, 2))), by=None).row(3, named=True)
    assert row["status"] == "approximate"
    assert "lower bound" in row["note"]


def test_four_confusion_counts_are_two() -> None:
    four, two = br.manova(counts()), br.manova(counts(), metrics=["fp", "fn"])
    assert four["p_value"].to_list() == pytest.approx(two["p_value"].to_list(), rel=1e-9)
    assert "left out tp, tn" in four["note"][0]


def criteria_by_hand(
    between: np.ndarray, within: np.ndarray, nu_h: int, nu_e: int
) -> list[tuple[float, float, float, float]]:
    """The four criteria with F and its degrees of freedom, as in R's summary.manova (Rencher 2002, chapter 6)."""
    p = len(within)
    roots = np.linalg.eigvals(np.linalg.solve(within, between)).real
    s, m, n = min(p, nu_h), (abs(p - nu_h) - 1) / 2, (nu_e - p - 1) / 2
    wilks, pillai, lawley, roy = np.prod(1 / (1 + roots)), (roots / (1 + roots)).sum(), roots.sum(), roots.max()
    below = p**2 + nu_h**2 - 5
    t = np.sqrt((p**2 * nu_h**2 - 4) / below) if below > 0 else 1.0
    df2 = (nu_e + nu_h - (p + nu_h + 1) / 2) * t - (p * nu_h - 2) / 2
    d = max(p, nu_h)
    f_wilks = (1 - wilks ** (1 / t)) / wilks ** (1 / t) * df2 / (p * nu_h)
    f_pillai = (2 * n + s + 1) / (2 * m + s + 1) * pillai / (s - pillai)
    f_lawley = 2 * (s * n + 1) * lawley / (s**2 * (2 * m + s + 1))
    f_roy = roy * (nu_e - d + nu_h) / d
    return [
        (wilks, f_wilks, p * nu_h, df2),
        (pillai, f_pillai, s * (2 * m + s + 1), s * (2 * n + s + 1)),
        (lawley, f_lawley, s * (2 * m + s + 1), 2 * (s * n + 1)),
        (roy, f_roy, d, nu_e - d + nu_h),
    ]


def test_the_corrected_form_divides_h_and_then_forms_each_criterion() -> None:
    values = np.array([[FX2[name][fold] for name in "ABC"] for fold in range(10)], dtype=float)
    H, E = scatter_by_hand(values, blocked=True)
    expected = criteria_by_hand(H / (1 + 10 / 9), E, 2, 18)
    rows = br.manova(counts(), variant="corrected")
    for row, (value, f, df1, df2) in zip(rows.iter_rows(named=True), expected, strict=True):
        assert row["estimate"] == pytest.approx(value, rel=1e-9)
        assert row["statistic"] == pytest.approx(f, rel=1e-9)
        assert (row["df1"], row["df2"]) == pytest.approx((df1, df2))
        assert row["p_value"] == pytest.approx(stats.f.sf(f, df1, df2), rel=1e-8)
        assert "H is divided by" in row["note"]
    # Only the F of the Hotelling-Lawley trace and of Roy's root are proportional to H.
    proportional = rows["statistic"] / br.manova(counts(), variant="blocked")["statistic"] * (1 + 10 / 9)
    assert (proportional - 1).abs().gt(0.01).to_list() == [True, True, False, False]


def test_the_corrected_form_of_two_algorithms_is_the_corrected_hotelling_test() -> None:
    rows = br.manova(counts("A", "B"), variant="corrected")
    pair = br.hotelling(counts("A", "B"), variant="corrected").row(0, named=True)
    assert rows["p_value"].to_list() == pytest.approx([pair["p_value"]] * 4, rel=1e-9)
    # Of two algorithms the only eigenvalue of E^-1 H is T2 / (K - 1).
    assert rows["estimate"][2] == pytest.approx(pair["estimate"] / 9, rel=1e-9)


def test_without_known_sizes_no_criterion_is_printed_as_corrected() -> None:
    table = counts().with_columns(design=pl.lit("repeated_holdout", pl.Categorical))
    rows = br.manova(table, variant="corrected")
    assert set(rows["status"]) == {"undefined"}
    assert rows["estimate"].null_count() == 4
    pair = br.hotelling(table, variant="corrected")
    assert pair["estimate"].null_count() == 3


def test_sizes_of_every_group_divide_its_own_scatter() -> None:
    table = pl.concat(
        counts().filter(pl.col("fold") < folds).with_columns(dataset=pl.lit(f"folds {folds:02d}"))
        for folds in (5, 8, 10)
    )
    together = br.manova(table, variant="corrected")
    alone = pl.concat(br.manova(part, variant="corrected") for part in table.partition_by("dataset"))
    assert_frame_equal(together, alone, check_exact=False, rel_tol=1e-12)


def test_shuffles_within_blocks_agree_with_enumeration() -> None:
    values = np.random.default_rng(7).normal(size=(4, 3, 2)) + np.array([[0.0, 0.0], [0.9, 0.3], [0.2, 0.4]])

    def wilks(part: np.ndarray) -> float:
        H, E = scatter_by_hand(part, blocked=True)
        return float(np.linalg.det(E) / np.linalg.det(E + H))

    every = list(permutations(range(3)))
    drawn = [wilks(np.stack([values[k][list(p)] for k, p in enumerate(ps)])) for ps in product(every, repeat=4)]
    expected = float(np.mean(np.array(drawn) <= wilks(values) + 1e-9))
    row = br.manova(wide(values), by=None, variant="permutation", draws=19_999).row(0, named=True)
    assert row["p_value"] == pytest.approx(expected, abs=4 * np.sqrt(expected / 19_999))
    assert "19999 draws, seed 0" in row["note"]
    assert row["estimate"] == pytest.approx(wilks(values))


def test_post_hoc_analyses_of_variance_are_those_of_the_catalogue() -> None:
    rows = br.manova_posthoc(counts(), metrics=["fp", "fn"])
    metrics = rows.filter(pl.col("a").is_null())
    assert metrics["term"].to_list() == ["fp", "fn"]
    assert metrics["statistic"].to_list() == pytest.approx([13.3054054054, 49.1659388646], rel=1e-11)
    assert metrics["p_value"].to_list() == pytest.approx([9.51708057443e-05, 9.99033244921e-10], rel=1e-9)
    pairs = rows.filter(pl.col("a").is_not_null())
    assert pairs["p_value"].to_list() == br.hotelling(counts(), metrics=["fp", "fn"])["p_value"].to_list()


def test_blocked_post_hoc_f_with_two_algorithms_is_the_square_of_t() -> None:
    values = np.random.default_rng(4).normal(size=(9, 2, 2))
    row = br.manova_posthoc(wide(values), by=None, variant="blocked").row(1, named=True)
    assert row["statistic"] == pytest.approx(stats.ttest_rel(values[:, 0, 1], values[:, 1, 1]).statistic ** 2)


def test_post_hoc_rows_can_be_adjusted() -> None:
    rows = br.manova_posthoc(counts(), metrics=["fp", "fn"]).pipe(br.adjust, "holm")
    assert (rows["p_adjusted"] >= rows["p_value"]).all()


def test_directions_are_those_of_the_catalogue() -> None:
    rows = br.manova_directions(counts(), metrics=["fp", "fn"])
    first = rows.filter(pl.col("variant") == "direction 1")
    assert first["estimate"].to_list() == pytest.approx([-0.467767949863, 1.0], rel=1e-10)
    assert rows["statistic"].to_list() == pytest.approx([5.09457563324] * 2 + [0.809566200312] * 2, rel=1e-10)
    assert first["effect"].to_list() == pytest.approx([0.862881647641] * 2, rel=1e-10)
    assert "one direction" not in first["note"][0]


def test_one_strong_direction_is_told() -> None:
    values = np.random.default_rng(1).normal(size=(9, 3, 2)) + np.array([[0, 0], [5.0, 5.0], [10.0, 10.0]])
    assert "essentially one direction" in br.manova_directions(wide(values), by=None)["note"][0]


def test_directions_solve_the_eigenvalue_problem() -> None:
    values = np.random.default_rng(2).normal(size=(9, 4, 3)) * np.array([1.0, 100.0, 0.01])
    H, E = scatter_by_hand(values, blocked=False)
    rows = br.manova_directions(wide(values), by=None)
    for number in (1, 2, 3):
        part = rows.filter(pl.col("variant") == f"direction {number}")
        w, root = part["estimate"].to_numpy(), part["statistic"][0]
        assert np.abs(w).max() == pytest.approx(1.0)
        assert H @ w == pytest.approx(root * E @ w, rel=1e-6, abs=1e-9 * np.abs(E @ w).max())


def test_more_metrics_than_residual_degrees_of_freedom_are_singular() -> None:
    rows = br.manova(wide(np.random.default_rng(0).normal(size=(2, 2, 5))), by=None)
    assert set(rows["status"]) == {"singular"}
    assert rows["p_value"].null_count() == 4


def test_constant_differences_have_zero_variance_and_equal_values_tie() -> None:
    blocks = np.random.default_rng(0).normal(size=(6, 1, 2))
    steps = np.array([[[0.0, 0.0], [1.0, 2.0], [2.0, 1.0]]])
    shifted = br.manova(wide(blocks + steps), by=None, variant="blocked")
    assert set(shifted["status"]) == {"zero_variance"}
    tied = br.manova(wide(np.repeat(blocks, 3, axis=1)), by=None)
    assert set(tied["status"]) == {"all_ties"}
    assert set(tied["p_value"]) == {1.0}


def hostile() -> pl.DataFrame:
    """Groups that break other tools, in two metrics."""
    rng = np.random.default_rng(0)
    blocks = rng.normal(size=(6, 1, 2))
    groups = {
        "one_block": rng.normal(size=(1, 3, 2)),
        "two_blocks": rng.normal(size=(2, 3, 2)),
        "all_tied": np.repeat(blocks, 3, axis=1),
        "all_zero": np.zeros((4, 3, 2)),
        "constant_shift": blocks + np.arange(3)[None, :, None],
        "huge": rng.normal(size=(6, 3, 2)) * 1e300,
        "tiny": rng.normal(size=(6, 3, 2)) * 1e-300,
        "same_metric_twice": np.repeat(rng.normal(size=(6, 3, 1)), 2, axis=2),
        "one_steady_metric": np.concatenate([rng.normal(size=(6, 3, 1)), np.ones((6, 3, 1))], axis=2),
        "two_algorithms": rng.normal(size=(6, 2, 2)),
    }
    return pl.concat(wide(values).with_columns(suite=pl.lit(name)) for name, values in groups.items())


@every_method
def test_hostile_groups_give_rows_with_a_status(method: Callable[..., Any]) -> None:
    table = hostile()
    rows = method(table, by="suite")
    assert rows["suite"].unique().sort().to_list() == table["suite"].unique().sort().to_list()
    assert set(rows["status"]) <= STATUSES
    for name, kind in rows.schema.items():
        if kind == pl.Float64:
            assert rows[name].drop_nulls().is_finite().all(), name
    assert rows["p_value"].drop_nulls().is_between(0, 1).all()
    sound = rows.filter(pl.col("status").is_in(["ok", "approximate"]))
    assert sound["statistic"].null_count() == 0
    assert set(rows.filter(pl.col("suite") == "all_tied")["status"]) == {"all_ties"}
    assert set(rows.filter(pl.col("suite") == "huge")["status"]) <= {"ok", "approximate"}


@every_method
def test_a_group_without_any_result_still_has_rows(method: Callable[..., Any], study: pl.DataFrame) -> None:
    lost = study.with_columns(value=pl.when(pl.col("dataset") != "iris").then("value"))
    rows = method(lost)
    assert set(rows.filter(pl.col("dataset") == "iris")["status"]) <= {"too_few", "singular"}
    assert rows.height == method(study).height
    one_lost = study.with_columns(
        value=pl.when((pl.col("dataset") != "iris") | (pl.col("metric") != "auc")).then("value")
    )
    without = method(study.filter((pl.col("dataset") != "iris") | (pl.col("metric") != "auc")))
    assert_frame_equal(method(one_lost), without)


@every_test
def test_sound_rows_have_a_p_value_and_ties_have_one(method: Callable[..., Any]) -> None:
    rows = method(hostile(), by="suite")
    assert rows.filter(pl.col("p_value").is_null() & pl.col("status").is_in(["ok", "approximate"])).height == 0
    assert set(rows.filter(pl.col("suite") == "all_tied")["p_value"]) == {1.0}


@pytest.mark.parametrize("variant", ["corrected", "permutation", "unpaired"])
def test_hostile_groups_survive_the_other_forms_of_hotelling(variant: Any) -> None:
    rows = br.hotelling(hostile(), by="suite", variant=variant, draws=99)
    assert rows.filter(pl.col("p_value").is_null() & pl.col("status").is_in(["ok", "approximate"])).height == 0
    assert rows["p_value"].drop_nulls().is_between(0, 1).all()


@pytest.mark.parametrize("variant", ["blocked", "corrected", "permutation"])
def test_hostile_groups_survive_the_other_forms_of_manova(variant: Any) -> None:
    rows = br.manova(hostile(), by="suite", variant=variant, draws=99)
    assert rows.filter(pl.col("p_value").is_null() & pl.col("status").is_in(["ok", "approximate"])).height == 0
    assert rows["p_value"].drop_nulls().is_between(0, 1).all()


@every_method
def test_results_have_the_one_schema_lazily_and_in_every_engine(
    method: Callable[..., Any], study: pl.DataFrame
) -> None:
    rows = method(study)
    assert rows.schema == pl.Schema({"dataset": pl.Categorical()} | schema_of(RESULT_COLUMNS))
    lazy = method(study.lazy())
    assert isinstance(lazy, pl.LazyFrame)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(lazy.collect(engine=engine), rows)  # type: ignore[arg-type]


@every_method
def test_the_order_of_rows_changes_nothing(method: Callable[..., Any], study: pl.DataFrame) -> None:
    assert method(study.sample(fraction=1.0, shuffle=True, seed=7)).equals(method(study))


@every_method
def test_groups_may_be_one_column_several_or_none(method: Callable[..., Any], study: pl.DataFrame) -> None:
    iris = study.filter(pl.col("dataset") == "iris")
    alone = method(iris.drop("dataset").with_columns(dataset=pl.lit("iris", pl.Categorical)))
    assert_frame_equal(alone, method(study).filter(pl.col("dataset") == "iris"))
    several = method(study.with_columns(noise=pl.lit("low")), by=("noise", "dataset"))
    assert several.columns[:2] == ["noise", "dataset"]
    assert method(study, by=None).height > 0


@every_method
def test_pandas_frames_go_straight_in(method: Callable[..., Any], study: pl.DataFrame) -> None:
    long = study.select(pl.col("algorithm", "dataset", "metric").cast(pl.String), "repeat", "fold", "value")
    assert_frame_equal(method(long.to_pandas()), method(study))


@every_method
def test_a_table_with_one_algorithm_is_refused(method: Callable[..., Any], study: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="only one algorithm"):
        method(study.filter(pl.col("algorithm") == "kNN"))


@every_method
def test_a_factor_named_like_a_result_is_refused(method: Callable[..., Any], study: pl.DataFrame) -> None:
    for name in ("statistic", "p_value"):
        with pytest.raises(br.BenchreportError, match="column of the results"):
            method(study.with_columns(pl.lit("a").alias(name)), by=name)


@every_test
def test_a_level_outside_zero_and_one_is_refused(method: Callable[..., Any], study: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="alpha"):
        method(study, alpha=1.5)


def test_counts_go_in_lazily_too() -> None:
    assert_frame_equal(br.manova(counts().lazy()).collect(), br.manova(counts()))


def test_unknown_forms_and_too_few_draws_are_refused() -> None:
    with pytest.raises(br.BenchreportError, match="variant"):
        br.manova(counts(), variant="twoway")  # type: ignore[arg-type]
    with pytest.raises(br.BenchreportError, match="draws"):
        br.manova(counts(), draws=7)


def test_the_fixture_is_that_of_the_catalogue() -> None:
    assert [len(folds) for folds in FX2.values()] == [10, 10, 10]


@pytest.mark.parametrize("variant", ["oneway", "blocked", "corrected", "permutation"])
def test_a_single_metric_without_groups_is_tested_as_the_only_group_is(variant: Any) -> None:
    scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    grouped = br.manova(scores.with_columns(task=pl.lit("one")), by="task", variant=variant, draws=99)
    assert_frame_equal(br.manova(scores, by=None, variant=variant, draws=99), grouped.drop("task"))


@pytest.mark.parametrize("variant", ["oneway", "blocked"])
@pytest.mark.parametrize("shape", [(10, 4, 3), (2, 9, 1), (9, 10, 1), (33, 3, 6)])
def test_a_group_alone_gives_the_same_bits_as_among_others(shape: tuple[int, ...], variant: Any) -> None:
    rng = np.random.default_rng(shape[0])
    parts = [wide(rng.normal(size=shape)).with_columns(suite=pl.lit(name)) for name in "pqrs"]
    for method in (br.manova, br.manova_directions):
        together = method(pl.concat(parts), by="suite", variant=variant)
        assert_frame_equal(
            pl.concat(method(part, by="suite", variant=variant) for part in parts), together, check_exact=True
        )
