"""Missing results are settled as declared, and whatever was dropped or filled in is counted."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.errors import ColumnError, OptionError
from benchreport.tables import complete
from benchreport.tables.ties import sign_of_difference
from tests.tables.conftest import cell, gappy, long, wide

KEYS = ["metric", "dataset", "algorithm"]
# All policies that give a table whatever is missing.
POLICIES = tuple(word for word in complete.POLICIES if word != "refuse")


def stands_in(policy: str, algorithm: str = "A") -> str | None:
    """The algorithm that a policy needs, if it needs one."""
    return algorithm if policy in ("stand_in", "reference") else None


def runs() -> pl.DataFrame:
    """Two folds on two datasets; B failed in the second fold of e."""
    table = long("AAAABBBB", "ddeeddee", [0.9, 0.8, 0.7, 0.6, 0.8, 0.7, 0.6, None], fold=[1, 2] * 4)
    return br.scores(table)


def two_metrics() -> pl.DataFrame:
    """B lacks an accuracy on e; errors are all there."""
    return pl.concat(
        [
            wide(dataset=["d", "e"], A=[0.9, 0.8], B=[0.7, None]),
            wide("error", dataset=["d", "e"], A=[0.1, 0.2], B=[0.3, 0.4]),
        ]
    )


def canonical(table: pl.DataFrame) -> pl.DataFrame:
    return table.select(sorted(table.columns)).sort("metric", "dataset", "algorithm")


# What each policy does


def test_dropping_blocks_leaves_those_that_everyone_finished() -> None:
    done = br.complete(gappy(), "drop_blocks")
    assert done.select("algorithm", "dataset", "value").rows() == [("A", "d", 0.9), ("B", "d", 0.8), ("C", "d", 0.7)]
    assert done["n_dropped"].to_list() == [2, 2, 2]
    assert done["policy"].unique().to_list() == ["drop_blocks:2:3"]
    assert not done["imputed"].any()


def test_dropping_algorithms_leaves_those_that_finished_everything() -> None:
    done = br.complete(gappy(), "drop_algorithms")
    assert done.select("algorithm", "dataset", "value").rows() == [("A", "d", 0.9), ("A", "e", 0.8), ("A", "f", 0.7)]
    assert done["policy"].unique().to_list() == ["drop_algorithms:B, C"]
    assert done["n_dropped"].unique().to_list() == [0]


def test_the_worst_policy_goes_one_range_below_the_worst() -> None:
    done = br.complete(gappy(), "worst")
    assert done.height == 9
    assert cell(done, algorithm="B", dataset="e")["value"] == pytest.approx(0.6 - 0.2)
    assert cell(done, algorithm="C", dataset="f")["value"] == pytest.approx(0.6 - 0.1)
    assert done.filter("imputed").select("algorithm", "dataset").sort("algorithm").rows() == [("B", "e"), ("C", "f")]
    assert done["policy"].unique().to_list() == ["worst:2"]


def test_the_worst_policy_goes_above_the_worst_where_lower_is_better() -> None:
    done = br.complete(wide("error", dataset=["d"], A=[0.1], B=[0.4], C=[None]), "worst")
    assert cell(done, algorithm="C")["value"] == pytest.approx(0.4 + 0.3)


@pytest.mark.parametrize("metric", ["reward", "loss"])
@pytest.mark.parametrize("value", [0.0, 0.5, -3.0, 1e6])
def test_the_worst_policy_finds_a_step_where_all_are_equal(metric: str, value: float) -> None:
    done = br.complete(wide(metric, dataset=["d"], A=[value], B=[value], C=[None]), "worst")
    filled = cell(done, algorithm="C")["value"]
    assert isinstance(filled, float)
    assert filled > value if metric == "loss" else filled < value


def test_the_reference_policy_fills_in_what_the_reference_reached() -> None:
    done = br.complete(gappy(), "reference", reference="A")
    assert cell(done, algorithm="B", dataset="e")["value"] == 0.8
    assert cell(done, algorithm="C", dataset="f")["value"] == 0.7
    assert done["imputed"].sum() == 2
    assert done["policy"].unique().to_list() == ["stand_in:A:2"]


def test_a_reference_that_failed_itself_cannot_stand_in() -> None:
    done = br.complete(gappy(), "reference", reference="B")
    assert cell(done, algorithm="B", dataset="e")["value"] is None
    assert cell(done, algorithm="C", dataset="f")["value"] == 0.6
    assert done["policy"].unique().to_list() == ["stand_in:B:1"]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_complete_table_stays_as_it_is(policy: Any) -> None:
    table = wide(dataset=["d", "e"], A=[0.1, 0.2], B=[0.3, 0.4])
    done = br.complete(table, policy, reference=stands_in(policy))
    assert_frame_equal(done.drop("imputed", "n_dropped", "policy"), table)
    assert not done["imputed"].any()
    assert done["n_dropped"].unique().to_list() == [0]


@pytest.mark.parametrize("policy", POLICIES)
def test_what_was_done_is_written_beside_every_row(policy: Any) -> None:
    done = br.complete(gappy(), policy, reference=stands_in(policy))
    assert done.schema["imputed"] == pl.Boolean
    assert done.schema["n_dropped"] == pl.Int64
    assert isinstance(done.schema["policy"], pl.Categorical)
    assert done.select("imputed", "n_dropped", "policy").null_count().row(0) == (0, 0, 0)


@pytest.mark.parametrize("policy", POLICIES)
def test_metrics_are_settled_one_by_one(policy: Any) -> None:
    done = br.complete(two_metrics(), policy, reference=stands_in(policy))
    errors = done.filter(pl.col("metric") == "error")
    expected = two_metrics().filter(pl.col("metric") == "error")
    assert (
        errors.select("algorithm", "dataset", "value").rows() == expected.select("algorithm", "dataset", "value").rows()
    )
    assert errors["n_dropped"].unique().to_list() == [0]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_policy_that_had_nothing_to_do_leaves_no_remark(policy: Any) -> None:
    table = wide(dataset=["d", "e"], A=[0.1, 0.2], B=[0.3, 0.4])
    done = br.complete(table, policy, reference=stands_in(policy))
    assert done["policy"].to_list() == [None] * 4


# Misuse


def test_an_unknown_policy_is_named_with_the_nearest_one() -> None:
    with pytest.raises(OptionError, match=r"(?s)unknown policy 'drop_block'.*did you mean 'drop_blocks'"):
        br.complete(gappy(), "drop_block")  # type: ignore[arg-type]


def test_an_unknown_way_with_partial_cells_is_refused() -> None:
    with pytest.raises(OptionError, match="'ignore'"):
        br.complete(gappy(), "worst", partial="ignore")  # type: ignore[arg-type]


def test_the_reference_policy_needs_a_reference() -> None:
    with pytest.raises(OptionError, match="needs an algorithm"):
        br.complete(gappy(), "reference")


def test_a_misspelt_reference_is_named_with_the_nearest_one() -> None:
    table = wide(dataset=["d"], baseline=[0.1], other=[None])
    with pytest.raises(ColumnError, match=r"(?s)'basline'.*did you mean 'baseline'"):
        br.complete(table, "reference", reference="basline")


@pytest.mark.parametrize("by", ["metrik", ["metric", "sise"], "algorithm"])
def test_a_group_that_makes_no_sense_is_refused(by: Any) -> None:
    with pytest.raises(ColumnError):
        br.complete(gappy(), "drop_blocks", by=by)


@pytest.mark.parametrize("policy", ["drop_blocks", "drop_algorithms", "worst"])
@pytest.mark.parametrize("by", [None, "dataset"])
def test_metrics_are_never_mixed(policy: Any, by: str | None) -> None:
    with pytest.raises(ColumnError, match=r"(?s)accuracy, error.*'metric' into by"):
        br.complete(two_metrics(), policy, by=by)


def test_levels_of_a_factor_are_never_mixed() -> None:
    table = br.scores(long("AABBC", "ddddd", [0.1, 0.2, 0.3, 0.4, None], size=[1, 2, 1, 2, 1]), factors="size")
    with pytest.raises(br.BenchreportError, match="'size'"):
        br.complete(table, "worst")


def test_a_factor_in_by_keeps_its_levels_apart() -> None:
    table = br.scores(long("AABBC", "ddddd", [0.1, 0.2, 0.3, 0.4, None], size=[1, 2, 1, 2, 1]), factors="size")
    done = br.complete(table, "worst", by=["metric", "size"])
    assert done.height == 5
    assert cell(done, algorithm="C")["value"] == pytest.approx(0.1 - 0.2)


# Partial cells and runs


def test_a_partial_cell_is_averaged_unless_told_otherwise() -> None:
    done = br.complete(runs(), "drop_blocks")
    assert done.height == 8
    assert done["n_dropped"].unique().to_list() == [0]


def test_a_partial_cell_may_count_as_missing() -> None:
    done = br.complete(runs(), "drop_blocks", partial="missing")
    assert done["dataset"].unique().to_list() == ["d"]
    assert done["policy"].unique().to_list() == ["drop_blocks:1:2"]
    left = br.complete(runs(), "drop_algorithms", partial="missing")
    assert left["algorithm"].unique().to_list() == ["A"]


def test_only_the_failed_runs_of_a_partial_cell_are_filled_in() -> None:
    done = br.complete(runs(), "reference", partial="missing", reference="A")
    assert done["imputed"].sum() == 1
    assert cell(done, algorithm="B", dataset="e", fold=2)["value"] == 0.6
    assert cell(done, algorithm="B", dataset="e", fold=1)["value"] == 0.6
    assert br.complete(runs(), "reference", reference="A")["imputed"].sum() == 0


def test_an_absent_run_is_filled_in_with_its_keys() -> None:
    done = br.complete(runs().drop_nulls("value"), "reference", partial="missing", reference="A")
    filled = done.filter("imputed").select("algorithm", "dataset", "fold", "metric", "value", "direction")
    assert filled.rows() == [("B", "e", 2, "accuracy", 0.6, "higher")]


def test_every_run_of_a_missing_cell_is_filled_in() -> None:
    table = runs().filter(~((pl.col("algorithm") == "B") & (pl.col("dataset") == "e")))
    done = br.complete(table, "reference", reference="A")
    assert done.filter("imputed").select("fold", "value").sort("fold").rows() == [(1, 0.7), (2, 0.6)]


def test_with_the_dataset_in_by_a_block_is_a_run() -> None:
    done = br.complete(runs(), "drop_blocks", by=("dataset", "metric"))
    assert done.filter(pl.col("dataset") == "e").select("algorithm", "fold").rows() == [("A", 1), ("B", 1)]
    assert dict(done.select("dataset", "n_dropped").unique().iter_rows()) == {"d": 0, "e": 1}
    assert cell(done, dataset="e", algorithm="A")["policy"] == "drop_blocks:1:2"


@pytest.mark.parametrize("by", [None, "dataset", "metric", ("dataset", "metric")])
@pytest.mark.parametrize("policy", ["worst", "reference"])
def test_a_filled_in_row_has_all_its_keys_whatever_the_groups(by: Any, policy: Any) -> None:
    table = runs().drop_nulls("value")
    done = br.complete(table, policy, by=by, partial="missing", reference=stands_in(policy))
    assert done.height == 8
    filled = done.filter("imputed").select("algorithm", "dataset", "fold", "metric", "direction")
    assert filled.rows() == [("B", "e", 2, "accuracy", "higher")]


def test_the_design_column_survives_filling_in() -> None:
    table = br.scores(long("AABB", "dddd", [0.1, 0.2, 0.3, 0.4], seed=[1, 2, 1, 2]), design="seeds")[:3]
    done = br.complete(table, "worst", partial="missing")
    assert done["design"].to_list() == ["seeds"] * 4


# Groups that lose everything


def crossed() -> pl.DataFrame:
    """No dataset and no algorithm has all its accuracies; the errors are whole."""
    return pl.concat(
        [
            wide(dataset=["d", "e"], A=[None, 0.8], B=[0.7, None]),
            wide("error", dataset=["d", "e"], A=[0.1, 0.2], B=[0.3, 0.4]),
        ]
    )


def test_a_group_that_loses_every_block_keeps_its_rows_without_values() -> None:
    done = br.complete(crossed(), "drop_blocks")
    lost = done.filter(pl.col("metric") == "accuracy")
    assert lost["value"].to_list() == [None] * 4
    assert lost["policy"].unique().to_list() == ["drop_blocks:2:2"]
    assert done.filter(pl.col("metric") == "error")["value"].null_count() == 0


def test_a_group_that_loses_every_algorithm_does_not_vanish() -> None:
    done = br.complete(crossed(), "drop_algorithms")
    lost = done.filter(pl.col("metric") == "accuracy")
    assert lost["value"].to_list() == [None] * 4
    assert lost["policy"].unique().to_list() == ["drop_algorithms:A, B"]


@pytest.mark.parametrize("policy", POLICIES)
def test_a_group_without_any_value_does_not_vanish(policy: Any) -> None:
    table = pl.concat([wide(dataset=["d"], A=[None], B=[None]), wide("error", dataset=["d"], A=[0.1], B=[0.2])])
    done = br.complete(table, policy, reference=stands_in(policy))
    assert done.filter(pl.col("metric") == "accuracy").height == 2


def test_a_block_that_nobody_finished_says_nothing_against_an_algorithm() -> None:
    done = br.complete(wide(dataset=["d", "e"], A=[None, 0.2], B=[None, 0.3]), "drop_algorithms")
    assert done["algorithm"].unique().sort().to_list() == ["A", "B"]
    assert done["policy"].unique().to_list() == [None]


# Twice


def test_a_second_policy_does_not_turn_filled_in_values_into_measured_ones() -> None:
    twice = br.complete(br.complete(gappy(), "worst"), "drop_blocks")
    assert twice["imputed"].sum() == 2


def test_a_second_policy_does_not_forget_what_the_first_one_dropped() -> None:
    twice = br.complete(br.complete(gappy(), "drop_blocks"), "worst")
    assert twice["n_dropped"].unique().to_list() == [2]


def test_two_policies_are_told_one_after_the_other() -> None:
    table = pl.concat(
        [runs(), wide(dataset=["f"], A=[0.5], B=[None]).with_columns(fold=pl.lit(1, dtype=pl.Int64))], how="diagonal"
    )
    twice = br.complete(br.complete(table, "drop_blocks").drop_nulls("value"), "worst", partial="missing")
    assert twice["policy"].unique().to_list() == ["drop_blocks:1:3|worst:1"]
    assert twice["n_dropped"].unique().to_list() == [1]
    assert twice["imputed"].sum() == 1


# Missing cells


def test_missing_cells_are_listed_with_what_failed_and_what_is_absent() -> None:
    names = ("metric", "dataset", "algorithm", "n_missing", "n_failed", "n_runs")
    assert br.missing_cells(gappy()).columns == list(names)
    assert br.missing_cells(gappy()).rows() == [("accuracy", "e", "B", 1, 1, 1), ("accuracy", "f", "C", 1, 1, 1)]
    assert br.missing_cells(gappy().drop_nulls("value"))["n_failed"].to_list() == [0, 0]
    assert br.missing_cells(runs()).rows() == [("accuracy", "e", "B", 1, 1, 2)]


def test_with_the_dataset_in_by_missing_runs_are_listed() -> None:
    table = br.missing_cells(runs(), by=("dataset", "metric"))
    assert table.rows() == [("e", "accuracy", 2, "B", 1, 1, 1)]


def test_a_complete_table_has_no_missing_cells() -> None:
    assert br.missing_cells(wide(dataset=["d"], A=[0.1], B=[0.2])).is_empty()


# Laws

VALUES = st.none() | st.floats(-1e6, 1e6)
GRIDS = st.integers(2, 4).flatmap(
    lambda width: st.lists(st.lists(VALUES, min_size=width, max_size=width), min_size=1, max_size=5)
)
METRICS = st.sampled_from(["reward", "loss"])


def table_of(grid: list[list[float | None]], metric: str = "reward") -> pl.DataFrame:
    columns = {f"A{number}": list(values) for number, values in enumerate(zip(*grid, strict=True))}
    return wide(metric, dataset=[f"d{number}" for number in range(len(grid))], **columns)


@settings(max_examples=40)
@given(GRIDS)
def test_the_rows_left_and_the_rows_of_dropped_blocks_add_up(grid: list[list[float | None]]) -> None:
    width = len(grid[0])
    whole = [f"d{number}" for number, row in enumerate(grid) if None not in row]
    done = br.complete(table_of(grid), "drop_blocks")
    assert done["n_dropped"].unique().to_list() == [len(grid) - len(whole)]
    if whole:
        assert done.height + width * done["n_dropped"][0] == width * len(grid)
        assert done["dataset"].unique().sort().to_list() == whole
    else:
        assert done.height == width * len(grid)
        assert done["value"].null_count() == done.height


@settings(max_examples=40)
@given(GRIDS, METRICS)
def test_filled_in_values_rank_strictly_last(grid: list[list[float | None]], metric: str) -> None:
    done = br.complete(table_of(grid, metric), "worst")
    gaps = sum(value is None for row in grid if any(cell is not None for cell in row) for value in row)
    assert done.height == len(grid) * len(grid[0])
    assert done["imputed"].sum() == gaps
    measured = done.filter(~pl.col("imputed") & pl.col("value").is_not_null())
    both = done.filter("imputed").join(measured, on="dataset", suffix="_measured")
    worse = sign_of_difference(pl.col("value"), pl.col("value_measured")) * (1.0 if metric == "loss" else -1.0)
    assert both.filter(worse <= 0).is_empty()


def test_a_filled_in_value_ranks_last_even_where_the_others_differ_by_rounding() -> None:
    done = br.complete(wide(dataset=["d"], A=[0.3], B=[0.1 + 0.2], C=[None]), "worst")
    worse = sign_of_difference(pl.lit(cell(done, algorithm="C")["value"]), pl.lit(0.3))
    assert pl.select(worse).item() == -1.0


def test_a_filled_in_cell_ranks_last_on_average_over_uneven_runs() -> None:
    values = [0.5, 0.0, None, 0.5, 10.0, None, None, 10.1]
    table = br.scores(long("ABCDABCD", "d" * 8, values, fold=[1] * 4 + [2] * 4))
    means = br.complete(table, "worst").group_by("algorithm").agg(pl.col("value").mean()).sort("value")
    assert means["algorithm"][0] == "C"


@pytest.mark.parametrize("metric", ["accuracy", "error"])
def test_a_partial_cell_that_counts_as_missing_ranks_last_however_well_its_other_runs_did(metric: str) -> None:
    best = 0.99 if metric == "accuracy" else 0.01
    values = [best, best, None, 0.5, 0.5, 0.5, 0.6, 0.6, 0.6]
    table = br.scores(long("AAABBBCCC", "d" * 9, values, metric=metric, fold=[1, 2, 3] * 3))
    done = br.complete(table, "worst", partial="missing")
    ranks = br.average_ranks(done)
    assert cell(ranks, algorithm="A")["mean_rank"] == 3.0
    assert done.filter("imputed").select("algorithm", "fold").rows() == [("A", 3)]


@settings(max_examples=40)
@given(GRIDS, METRICS, st.sampled_from(POLICIES))
def test_absent_and_empty_cells_are_settled_alike(grid: list[list[float | None]], metric: str, policy: Any) -> None:
    explicit = table_of(grid, metric)
    implicit = explicit.drop_nulls("value")
    for name in ("algorithm", "dataset"):  # what has no row at all is not known to exist
        assume(implicit[name].n_unique() == explicit[name].n_unique())
    reference = stands_in(policy, "A0")
    first, second = (canonical(br.complete(table, policy, reference=reference)) for table in (explicit, implicit))
    assert_frame_equal(first.drop_nulls("value"), second.drop_nulls("value"))


@settings(max_examples=40)
@given(GRIDS, st.sampled_from(POLICIES), st.integers(0, 9))
def test_the_order_of_rows_does_not_matter(grid: list[list[float | None]], policy: Any, seed: int) -> None:
    table = table_of(grid)
    reference = stands_in(policy, "A0")
    mixed = table.sample(fraction=1, shuffle=True, seed=seed)
    first, second = (canonical(br.complete(frame, policy, reference=reference)) for frame in (table, mixed))
    assert_frame_equal(first, second)


def test_the_input_is_not_modified() -> None:
    table = gappy()
    br.complete(table, "worst")
    assert_frame_equal(table, gappy())


def test_a_lazy_table_is_completed_too() -> None:
    done = br.complete(gappy().lazy(), "worst")
    assert_frame_equal(done.lazy().collect(), br.complete(gappy(), "worst"))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("ABC"), st.sampled_from("de"), st.integers(1, 3)), min_size=2, unique=True))
def test_missing_cells_are_those_that_a_loop_over_the_runs_finds(cells: list[tuple[str, str, int]]) -> None:
    values = [None if sum(map(ord, a + d)) % 3 == fold % 3 else 0.5 for a, d, fold in cells]
    table = long([a for a, _, _ in cells], [d for _, d, _ in cells], values, fold=[fold for _, _, fold in cells])
    expected = []
    for d in sorted({d for _, d, _ in cells}):
        runs = {fold for _, dataset, fold in cells if dataset == d}
        for a in sorted({a for a, _, _ in cells}):
            own = {
                fold: value for (name, place, fold), value in zip(cells, values, strict=True) if (name, place) == (a, d)
            }
            lacking = sum(own.get(fold) is None for fold in runs)
            if lacking:
                expected.append((d, a, lacking, sum(value is None for value in own.values()), len(runs)))
    assert complete.missing_cells(br.scores(table)).drop("metric").rows() == expected
