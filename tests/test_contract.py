"""What every method promises, asked of all of them alike."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import partial
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.method import RANK_COLUMNS, RESULT_COLUMNS, schema_of
from benchreport.stats.forms.rows import TABLE_REMARKS
from tests.contract import INCOMPLETE, LAST_BIT, NEEDS, PARTICULAR, SINGLE, is_usual
from tests.remark_codes import codes_of

TABLE_METHODS = [method for method in br.METHODS.values() if method.shape == "scores" and is_usual(method)]
COLUMN_METHODS = [method for method in br.METHODS.values() if method.kind == "columns"]
# Those that need no more than the two columns.
PLAIN_METHODS = [
    method
    for method in COLUMN_METHODS
    if method in TABLE_METHODS
    and sum(
        option.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD
        for option in inspect.signature(getattr(br.expr, method.id)).parameters.values()
    )
    == 2
]
TEST_METHODS = [method for method in TABLE_METHODS if method.id != "average_ranks"]
COMPARISONS = [method for method in TABLE_METHODS if method.id not in SINGLE]
STATUSES = {"ok", "approximate", "too_few", "zero_variance", "all_ties", "singular", "undefined"}

every_table_method = pytest.mark.parametrize("method", TABLE_METHODS, ids=lambda method: method.id)
every_comparison = pytest.mark.parametrize("method", COMPARISONS, ids=lambda method: method.id)
every_test = pytest.mark.parametrize("method", TEST_METHODS, ids=lambda method: method.id)
every_plain_method = pytest.mark.parametrize("method", PLAIN_METHODS, ids=lambda method: method.id)


def function_of(method: br.Method) -> Callable[..., Any]:
    return partial(getattr(br, method.id), **NEEDS.get(method.id, {}))


def column_of(method: br.Method) -> Callable[..., Any]:
    column = getattr(br.expr, method.id)
    known = inspect.signature(column).parameters
    return partial(column, **{name: value for name, value in NEEDS.get(method.id, {}).items() if name in known})


def default_groups(method: br.Method) -> list[str]:
    by = inspect.signature(getattr(br, method.id)).parameters["by"].default
    return [by] if isinstance(by, str) else list(by)


def over_datasets(method: br.Method, table: Any, **options: Any) -> Any:
    """Run a method over the datasets of each metric, whatever its own default."""
    return function_of(method)(table, by="metric", **options)


def same(ours: float | None, theirs: float | None) -> bool:
    if ours is None or theirs is None:
        return ours is theirs
    return bool(ours == pytest.approx(theirs, rel=1e-9))


def hostile() -> pl.DataFrame:
    """Groups that have broken other tools."""
    groups: dict[str, list[tuple[float, ...]]] = {
        "one_block": [(0.1, 0.2, 0.3)],
        "all_tied": [(0.5, 0.5, 0.5)] * 6,
        "all_zero": [(0.0, 0.0, 0.0)] * 3,
        "constant_shift": [(x, x + 0.1, x + 0.2) for x in (0.1, 0.2, 0.3, 0.4)],
        "huge": [(1e300, 2e300, 3e300), (2e300, 1e300, 3e300), (3e300, 2e300, 1e300)],
        "tiny": [(1e-300, 2e-300, 3e-300), (2e-300, 1e-300, 3e-300), (3e-300, 2e-300, 1e-300)],
        "negative": [(-1.0, -2.0, -3.0), (-2.0, -1.0, -3.0), (0.0, -0.0, 1.0)],
        "two_algorithms": [(0.1, 0.2), (0.3, 0.2), (0.5, 0.1)],
    }
    rows = [
        (name, f"d{i}", f"a{j}", value)
        for name, blocks in groups.items()
        for i, block in enumerate(blocks)
        for j, value in enumerate(block)
    ]
    table = pl.DataFrame(rows, schema=["metric", "dataset", "algorithm", "value"], orient="row")
    return br.scores(table, directions=dict.fromkeys(groups, "higher"))


@every_table_method
def test_every_table_method_is_public_and_documented_with_an_example(method: br.Method) -> None:
    assert method.id in br.__all__
    documentation = inspect.getdoc(getattr(br, method.id))
    assert documentation
    assert ">>>" in documentation
    options = list(inspect.signature(getattr(br, method.id)).parameters.values())
    assert options[0].name == "table"
    assert options[1].name == "by"
    assert all(option.kind is inspect.Parameter.KEYWORD_ONLY for option in options[1:])


@every_table_method
def test_results_have_the_one_schema(method: br.Method, study: pl.DataFrame) -> None:
    columns = RANK_COLUMNS if method.id == "average_ranks" else RESULT_COLUMNS
    result = function_of(method)(study)
    keys = {name: pl.Categorical() for name in default_groups(method)}
    assert result.schema == pl.Schema(keys | schema_of(columns))


def test_results_of_all_tests_stack(study: pl.DataFrame) -> None:
    stacked = pl.concat(function_of(method)(study, by=("dataset", "metric")) for method in TEST_METHODS)
    assert stacked["method"].unique().sort().to_list() == sorted(method.id for method in TEST_METHODS)


@every_table_method
def test_rows_are_sorted_by_their_keys(method: br.Method, study: pl.DataFrame) -> None:
    result = function_of(method)(study)
    keys = [name for name in (*default_groups(method), "algorithm", "a", "b") if name in result.columns]
    assert_frame_equal(result.select(keys), result.select(keys).sort(keys))


@every_table_method
@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_lazy_in_lazy_out_and_every_engine_agrees(method: br.Method, engine: Any, study: pl.DataFrame) -> None:
    lazy = function_of(method)(study.lazy())
    assert isinstance(lazy, pl.LazyFrame)
    assert_frame_equal(lazy.collect(engine=engine), function_of(method)(study))


@every_table_method
def test_the_order_of_rows_changes_nothing(method: br.Method, study: pl.DataFrame) -> None:
    shuffled = study.sample(fraction=1.0, shuffle=True, seed=7)
    assert_frame_equal(function_of(method)(shuffled), function_of(method)(study), abs_tol=0, rel_tol=1e-12)


@every_table_method
def test_a_group_is_not_touched_by_its_neighbours(method: br.Method, study: pl.DataFrame) -> None:
    together = function_of(method)(study).filter(pl.col("metric") == "log_loss")
    alone = function_of(method)(study.filter(pl.col("metric") == "log_loss"))
    assert_frame_equal(together, alone)


@every_table_method
def test_groups_may_be_one_column_several_or_none(method: br.Method, study: pl.DataFrame) -> None:
    per_dataset = function_of(method)(study, by=("dataset", "metric"))
    assert per_dataset.columns[:2] == ["dataset", "metric"]
    assert per_dataset["n"].max() == 10  # runs are the blocks
    one = study.filter(pl.col("metric") == "auc")
    assert_frame_equal(function_of(method)(one, by=None), over_datasets(method, one).drop("metric"))


@every_table_method
def test_metrics_are_never_mixed(method: br.Method, study: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="compared with each other"):
        function_of(method)(study, by=None)


@every_test
def test_hostile_groups_give_rows_with_a_status(method: br.Method) -> None:
    table = hostile()
    rows = over_datasets(method, table)
    assert rows["metric"].unique().sort().to_list() == table["metric"].unique().sort().to_list()
    assert set(rows["status"]) <= STATUSES
    assert codes_of(rows["remarks"]) <= {remark.code for remark in (*method.remarks, *TABLE_REMARKS)}
    assert rows.filter(pl.col("p_value").is_null() & pl.col("status").is_in(["ok", "approximate"])).height == 0
    assert rows["p_value"].drop_nulls().is_between(0, 1).all()
    for name, kind in rows.schema.items():
        if kind == pl.Float64:
            assert rows[name].drop_nulls().is_finite().all()
    if method.id not in PARTICULAR:
        assert set(rows.filter(pl.col("metric") == "all_tied")["p_value"]) == {1.0}


@every_table_method
def test_pandas_and_arrow_frames_go_straight_in(method: br.Method, demsar: pl.DataFrame) -> None:
    long = demsar.select(pl.col("algorithm", "dataset", "metric").cast(pl.String), "value")
    expected = over_datasets(method, demsar)
    assert_frame_equal(over_datasets(method, long.to_pandas()), expected)
    assert_frame_equal(over_datasets(method, long.to_arrow()), expected)


@every_comparison
def test_an_incomplete_table_is_refused_and_the_place_named(method: br.Method, demsar: pl.DataFrame) -> None:
    if method.id in INCOMPLETE:
        pytest.skip("uses what is there")
    gap = (pl.col("dataset") == "wine") & (pl.col("algorithm") == "C4.5+m")
    absent = demsar.filter(~gap)
    null = demsar.with_columns(value=pl.when(~gap).then("value"))
    for table in (absent, null):
        with pytest.raises(br.BenchreportError, match=r"auc, wine lacks C4\.5\+m"):
            over_datasets(method, table)


@every_comparison
def test_a_table_with_one_algorithm_is_refused(method: br.Method, demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match=r"only one algorithm, 'C4\.5'"):
        function_of(method)(demsar.filter(pl.col("algorithm") == "C4.5"))


@every_table_method
def test_an_extra_column_that_tells_rows_apart_must_be_grouped_by(method: br.Method, demsar: pl.DataFrame) -> None:
    twice = pl.concat(demsar.with_columns(noise=pl.lit(level)) for level in ("low", "high"))
    with pytest.raises(br.BenchreportError, match="'noise' varies"):
        over_datasets(method, twice)
    assert function_of(method)(twice, by=("metric", "noise")).height == 2 * over_datasets(method, demsar).height


@every_test
@pytest.mark.parametrize("alpha", [0.0, 1.0, float("nan"), "x", None])
def test_a_level_outside_zero_and_one_is_refused(method: br.Method, alpha: float, demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="alpha"):
        function_of(method)(demsar, alpha=alpha)


def with_direction_turned(table: pl.DataFrame) -> pl.DataFrame:
    """Negate all values and say that lower is better: the same results, written the other way round."""
    return table.with_columns(value=-pl.col("value"), direction=pl.lit("lower").cast(pl.Categorical))


def turned_options(method: br.Method) -> dict[str, Any]:
    return {"constant": -0.5} if "constant" in NEEDS.get(method.id, {}) else {}


@every_test
@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_negating_values_and_direction_turns_signed_statistics_and_estimates_and_no_verdict(
    method: br.Method, alternative: str, demsar: pl.DataFrame
) -> None:
    asked: dict[str, Any] = {"alternative": alternative} if alternative != "two-sided" else {}
    if asked and "alternative" not in inspect.signature(getattr(br, method.id)).parameters:
        pytest.skip("has no sides")
    if method.id == "tost_wilcoxon":
        asked["margin"] = 0.0437  # no difference of this table is as large, so that no block is tied with the margin
    ours = over_datasets(method, demsar, **asked)
    theirs = over_datasets(method, with_direction_turned(demsar), **asked, **turned_options(method))
    moved = ["statistic", "estimate", "ci_low", "ci_high"]
    named = ["variant"] if turned_options(method) else []  # it names the constant
    assert_frame_equal(theirs.drop(moved, named), ours.drop(moved, named))
    pairs = ours.with_columns(theirs.select(pl.col(*moved).name.prefix("turned_")))
    for row in pairs.iter_rows(named=True):
        turned = {name: row[f"turned_{name}"] for name in moved}
        if method.id in RANK_SUMS:
            assert turned["statistic"] == pytest.approx(RANK_SUMS[method.id](row) - row["statistic"]), method.id
        else:
            sign = -1 if method.signed else 1
            assert turned["statistic"] == pytest.approx(with_sign(sign, row["statistic"]), nan_ok=True), method.id
        ends = ("estimate", "ci_high", "ci_low") if method.id in IN_METRIC_UNITS else ("estimate", "ci_low", "ci_high")
        sign = -1 if method.id in IN_METRIC_UNITS else 1
        for name, end in zip(("estimate", "ci_low", "ci_high"), ends, strict=True):
            assert turned[name] == pytest.approx(with_sign(sign, row[end]), nan_ok=True), name


def with_sign(sign: int, value: float | None) -> float | None:
    return None if value is None else sign * value


# All the ranks that a rank sum and its mirror image share: of the blocks without a tie, or of all pairs of runs.
RANK_SUMS: dict[str, Callable[[dict[str, Any]], float]] = {
    "wilcoxon": lambda row: row["n"] * (row["n"] + 1) / 2,
    "one_sample_wilcoxon": lambda row: row["n"] * (row["n"] + 1) / 2,
    "tost_wilcoxon": lambda row: row["n"] * (row["n"] + 1) / 2,
    "mann_whitney": lambda row: row["n"] ** 2,
}
# Mean ranks count from the best, whichever way that is; so do shares of wins.
IN_METRIC_UNITS = frozenset(
    method.id
    for method in TEST_METHODS
    if "rank" not in (method.estimand or "") and (method.estimand or "").endswith(("a - b", " a"))
)


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        # METHODS, derived oracles of FX1: errors of three algorithms on ten folds.
        (lambda table: br.kfold_paired_t(table), -4.16315718287),
        (lambda table: br.corrected_resampled_t(table), -2.86528128098),
        (lambda table: br.fisher_lsd(table, variant="oneway"), -2.29635595331),
        (lambda table: br.one_sample_t(table, constant=0.12, variant="plain"), 1.81934889319),
        (lambda table: br.contrasts(table, weights={"A": 1, "B": -0.5, "C": -0.5}, variant="oneway"), -4.04053859901),
    ],
    ids=["kfold_paired_t", "corrected_resampled_t", "fisher_lsd", "one_sample_t", "contrasts"],
)
def test_a_t_of_errors_is_of_a_minus_b_in_metric_units(test: Callable[..., pl.DataFrame], expected: float) -> None:
    errors = {
        "A": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13],
        "B": [0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17],
        "C": [0.18, 0.17, 0.16, 0.19, 0.15, 0.20, 0.18, 0.14, 0.21, 0.16],
    }
    rows = [(name, "d", i, value) for name, values in errors.items() for i, value in enumerate(values)]
    long = pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "error"], orient="row")
    assert test(br.scores(long)).row(0, named=True)["statistic"] == pytest.approx(expected, rel=1e-9)


def test_the_rank_sum_of_errors_counts_where_a_minus_b_is_positive_and_wins_count_less_error(
    fx4: pl.DataFrame,
) -> None:
    # METHODS, FX4 columns 1 and 2: w+ 5.5 of 45, seven wins and two losses; "greater" means that a is better.
    two_sided, better = br.wilcoxon(fx4).row(0, named=True), br.wilcoxon(fx4, alternative="greater").row(0, named=True)
    assert (two_sided["statistic"], two_sided["p_value"]) == (5.5, 0.05078125)
    assert (better["statistic"], better["p_value"]) == (5.5, 0.025390625)
    assert (two_sided["better"], two_sided["effect"]) == ("1", pytest.approx((39.5 - 5.5) / 45))
    assert br.sign_test(fx4).row(0, named=True)["statistic"] == 7


@every_plain_method
def test_columns_side_by_side_give_what_the_table_gives(method: br.Method, demsar: pl.DataFrame) -> None:
    side_by_side = demsar.pivot("algorithm", index="dataset", values="value")
    column = column_of(method)
    for row in over_datasets(method, demsar).iter_rows(named=True):
        alone = side_by_side.select(column(row["a"], row["b"])).unnest(method.id).row(0, named=True)
        for name in ("n", "n_ties", "statistic", "p_value", "estimate", "ci_low", "ci_high", "effect"):
            assert same(alone[name], row[name]), name
        assert alone["status"] == row["status"]


@every_plain_method
def test_a_column_test_means_the_same_in_every_context(method: br.Method) -> None:
    frame = pl.DataFrame(
        {
            "g": ["p"] * 7 + ["q"] * 5 + ["r"],
            "x": [3.1, 2.0, 5.5, 4.0, 1.0, 2.5, 9.0, 1.0, 2.0, 3.0, 4.0, 5.0, None],
            "y": [3.0, 2.5, 5.5, 3.0, 2.0, 2.0, 8.5, 2.0, 3.0, 4.0, 5.0, 6.0, 1.0],
        }
    )
    test = column_of(method)("x", "y")
    grouped = frame.group_by("g").agg(test).sort("g")
    lazy = frame.lazy().group_by("g").agg(test)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(lazy.collect(engine=engine).sort("g"), grouped)
    over = frame.select("g", test.over("g")).unique(maintain_order=True)
    assert_frame_equal(over.sort("g"), grouped)
    selected = [frame.filter(pl.col("g") == g).select(pl.lit(g).alias("g"), test) for g in "pqr"]
    assert_frame_equal(pl.concat(selected), grouped)
    assert grouped.unnest(method.id)["status"].to_list()[-1] == "too_few"


@every_plain_method
@given(data=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=12))
def test_swapping_the_algorithms_mirrors_the_one_sided_p(method: br.Method, data: list[tuple[int, int]]) -> None:
    frame = pl.DataFrame(data, schema=["x", "y"], orient="row")
    column = column_of(method)

    def p(first: str, second: str, alternative: str) -> float | None:
        row = frame.select(column(first, second, alternative=alternative)).unnest(method.id)
        return row["p_value"][0]

    assert same(p("x", "y", "greater"), p("y", "x", "less"))
    assert same(p("x", "y", "two-sided"), p("y", "x", "two-sided"))


@every_plain_method
def test_adding_a_constant_to_both_changes_no_decision(method: br.Method) -> None:
    frame = pl.DataFrame({"x": [0.1, 0.25, 0.3, 0.42, 0.5], "y": [0.2, 0.2, 0.4, 0.4, 0.7]})
    column = column_of(method)
    moved = frame.select(pl.all() + 0.125)
    for name in ("p_value", "statistic", "n_ties"):
        ours = frame.select(column("x", "y")).unnest(method.id)[name][0]
        assert same(moved.select(column("x", "y")).unnest(method.id)[name][0], ours)


@every_table_method
def test_plain_lazy_frames_go_through_the_door_too(method: br.Method, demsar: pl.DataFrame) -> None:
    plain = demsar.select(pl.col("algorithm", "dataset", "metric").cast(pl.String), "value")
    assert_frame_equal(over_datasets(method, plain.lazy()).collect(), over_datasets(method, demsar))


@every_table_method
@pytest.mark.parametrize("name", ["n"])
def test_a_factor_named_like_a_result_is_refused(method: br.Method, name: str, demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="column of the results"):
        function_of(method)(demsar.with_columns(pl.lit("a").alias(name)), by=("metric", name))


@every_table_method
def test_empty_group_keys_are_refused(method: br.Method, demsar: pl.DataFrame) -> None:
    holey = demsar.with_columns(noise=pl.when(pl.col("dataset") != "wine").then(pl.lit("low")))
    with pytest.raises(br.BenchreportError, match="has empty cells"):
        function_of(method)(holey, by=("metric", "noise"))


@every_table_method
def test_infinite_values_and_two_directions_are_refused_behind_the_door_too(
    method: br.Method, demsar: pl.DataFrame
) -> None:
    first = pl.int_range(pl.len()) == 0
    with pytest.raises(br.BenchreportError, match="infinite value"):
        over_datasets(method, demsar.with_columns(value=pl.when(first).then(float("inf")).otherwise("value")))
    mixed = pl.when(first).then(pl.lit("lower")).otherwise(pl.lit("higher")).cast(pl.Categorical)
    with pytest.raises(br.BenchreportError, match="two directions"):
        over_datasets(method, demsar.with_columns(direction=mixed))


@every_table_method
def test_the_order_of_rows_changes_not_a_bit(method: br.Method, study: pl.DataFrame) -> None:
    shuffled = study.sample(fraction=1.0, shuffle=True, seed=11)
    if method.id not in LAST_BIT:
        assert function_of(method)(shuffled).equals(function_of(method)(study))


@every_plain_method
def test_what_is_no_number_counts_as_missing(method: br.Method) -> None:
    column = column_of(method)
    nan = float("nan")
    dirty = pl.DataFrame({"x": [1.0, 2.5, nan, 4.0, None], "y": [0.0, 3.0, 1.0, nan, 1.0]})
    clean = pl.DataFrame({"x": [1.0, 2.5], "y": [0.0, 3.0]})
    assert_frame_equal(dirty.select(column("x", "y")), clean.select(column("x", "y")))


# They compare ranks or signs, in which an infinity has its place.
ORDERED = frozenset(
    {
        "cliff_delta",
        "kendall_tau",
        "mann_whitney",
        "one_sample_sign",
        "one_sample_wilcoxon",
        "rank_biserial",
        "sign_test",
        "sign_test_normal",
        "spearman",
        "tost_wilcoxon",
        "vargha_delaney",
        "wilcoxon",
        "win_tie_loss",
    }
)
# They take counts, or columns of 0 and 1, among which an infinity is a mistake like any other value.
COUNTING = frozenset({"mcnemar", "ci_tango"})
OF_VALUES = [
    method for method in COLUMN_METHODS if next(iter(inspect.signature(getattr(br.expr, method.id)).parameters)) == "x"
]
of_values = pytest.mark.parametrize("method", OF_VALUES, ids=lambda method: method.id)
X = [1.0, 2.0, 3.5, 4.0, 5.0, 6.0, 7.5, 8.5, 9.0, 9.5]
Y = [0.5, 1.0, 1.2, 5.0, 2.0, 3.0, 7.0, 3.1, 4.7, 1.9]


def column_row(method: br.Method, x: list[float], y: list[float]) -> dict[str, Any]:
    """Run a column form on two columns, with whatever else it needs."""
    column = getattr(br.expr, method.id)
    known = inspect.signature(column).parameters
    options = {"constant": 0.6, "sigma": 1.0, "margin": 0.07, "bound": (0, 20), "ratio": 0.1}
    chosen = {name: value for name, value in options.items() if name in known and known[name].default is inspect._empty}
    frame = pl.DataFrame({"x": x, "y": y, "repeat": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5], "fold": [1, 2] * 5})
    sides = ["x", "y"] if "y" in known else ["x"]
    return frame.select(column(*sides, **chosen)).unnest(method.id).row(0, named=True)


@of_values
@pytest.mark.parametrize("infinity", [float("inf"), float("-inf")])
def test_an_infinite_value_is_ranked_or_counted_and_never_dropped(method: br.Method, infinity: float) -> None:
    values = [infinity, *X[1:]]
    row = column_row(method, values, Y)
    if method.id in ORDERED:
        # As the largest or smallest value it ranks like any finite one that lies far out.
        far = column_row(method, [1e9 if infinity > 0 else -1e9, *X[1:]], Y)
        for name in ("n", "n_ties", "statistic", "p_value", "effect", "status"):
            assert same(row[name], far[name]) if isinstance(row[name], float) else row[name] == far[name], name
        assert row["n"] + (row["n_ties"] or 0) >= len(X)
    else:
        assert row["status"] == "undefined"
        assert row["n"] == len(X)
        assert all(row[name] is None for name in ("statistic", "p_value", "estimate", "ci_low", "ci_high", "effect"))
        assert method.id in COUNTING or row["note"].startswith("1 infinite value, so ")


def test_equal_infinities_tie_and_opposite_ones_leave_no_estimate() -> None:
    inf = float("inf")
    row = column_row(br.METHODS["wilcoxon"], [inf, *X[1:]], [inf, *Y[1:]])
    assert (row["n"], row["n_ties"]) == (9, 1)
    assert row["estimate"] is not None
    torn = column_row(br.METHODS["wilcoxon"], [inf, -inf, *X[2:]], Y)
    assert torn["estimate"] is None
    assert torn["p_value"] is not None
    # Half of the Walsh averages with one infinite difference are infinite: a limit, but not the estimate.
    single = column_row(br.METHODS["wilcoxon"], [inf, *X[1:]], Y)
    finite = column_row(br.METHODS["wilcoxon"], [1e9, *X[1:]], Y)
    assert (single["estimate"], single["ci_low"]) == (finite["estimate"], finite["ci_low"])
