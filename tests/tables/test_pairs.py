"""Every two algorithms stand side by side, block by block, in a fixed order."""

from __future__ import annotations

from itertools import combinations

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.errors import (
    ColumnError,
    DirectionError,
    DuplicateKeyError,
    IncompleteError,
    OptionError,
    TooFewAlgorithmsError,
    ValueFormatError,
)
from benchreport.tables.blocks import Blocks, cells_of, pairs_of
from benchreport.tables.groups import By
from tests.tables.conftest import cell, gappy, layout, long, wide

WHOLE = wide(dataset=["e", "d"], C=[0.1, 0.2], A=[0.3, 0.4], B=[0.5, 0.6])


def test_each_pair_stands_side_by_side_on_each_block() -> None:
    table = br.pairs(WHOLE)
    assert table.select("metric", "a", "b", "dataset", "x", "y").rows() == [
        ("accuracy", "A", "B", "d", 0.4, 0.6),
        ("accuracy", "A", "B", "e", 0.3, 0.5),
        ("accuracy", "A", "C", "d", 0.4, 0.2),
        ("accuracy", "A", "C", "e", 0.3, 0.1),
        ("accuracy", "B", "C", "d", 0.6, 0.2),
        ("accuracy", "B", "C", "e", 0.5, 0.1),
    ]


def test_the_columns_of_pairs_are_always_the_same() -> None:
    expected = {
        "metric": pl.Categorical(), "a": pl.Categorical(), "b": pl.Categorical(), "dataset": pl.Categorical(),
        "x": pl.Float64(), "y": pl.Float64(), "orientation": pl.Float64(), "n_x": pl.Int64(), "n_y": pl.Int64(),
        "n_imputed": pl.Int64(), "n_dropped": pl.Int64(), "policy": pl.Categorical(),
    }  # fmt: skip
    assert dict(br.pairs(WHOLE).schema) == expected
    assert dict(br.pairs(br.complete(gappy(), "worst")).schema) == expected
    assert dict(br.pairs(gappy(), missing="available").schema) == expected


@pytest.mark.parametrize("names", [["b", "a", "C"], ["z10", "z9", "Z"], ["ä", "z", "a"], ["kNN+", "kNN", "kNN-"]])
def test_a_sorts_before_b_as_text(names: list[str]) -> None:
    table = br.scores(pl.DataFrame({"dataset": ["d"], **{name: [0.5] for name in names}}), metric="error")
    expected = list(combinations(sorted(names, key=lambda name: name.encode()), 2))
    assert br.pairs(table).select("a", "b").rows() == expected


def test_the_control_is_always_b() -> None:
    table = br.pairs(WHOLE, control="A")
    assert table.select("a", "b").unique(maintain_order=True).rows() == [("B", "A"), ("C", "A")]
    assert cell(table, a="C", dataset="e")["x"] == 0.1
    assert cell(table, a="C", dataset="e")["y"] == 0.3


def test_a_misspelt_control_is_named_with_the_nearest_one() -> None:
    table = wide(dataset=["d"], baseline=[0.1], other=[0.2])
    with pytest.raises(ColumnError, match=r"(?s)'basline' to be the control.*did you mean 'baseline'"):
        br.pairs(table, control="basline")


@pytest.mark.parametrize(("metric", "orientation"), [("accuracy", 1.0), ("error", -1.0)])
def test_the_orientation_tells_which_way_is_better(metric: str, orientation: float) -> None:
    assert br.pairs(wide(metric, dataset=["d"], A=[0.1], B=[0.2]))["orientation"].to_list() == [orientation]


def test_values_stay_in_units_of_the_metric() -> None:
    assert br.pairs(wide("error", dataset=["d"], A=[0.1], B=[0.2])).select("x", "y").row(0) == (0.1, 0.2)


def test_each_metric_is_a_group() -> None:
    table = br.pairs(layout().with_columns(error=1 - pl.col("accuracy")))
    assert table.select("metric", "dataset", "orientation").rows() == [
        ("accuracy", "d", 1.0),
        ("accuracy", "e", 1.0),
        ("error", "d", -1.0),
        ("error", "e", -1.0),
    ]


def test_runs_are_averaged_and_counted() -> None:
    raw = long("AAABB", "ddddd", [0.1, 0.2, 0.6, 0.4, 0.6], fold=[1, 2, 3, 1, 2])
    row = br.pairs(raw).row(0, named=True)
    assert row["x"] == pytest.approx(0.3)
    assert row["y"] == pytest.approx(0.5)
    assert (row["n_x"], row["n_y"]) == (3, 2)
    assert br.pairs(raw, reduce="median")["x"].to_list() == [0.2]


def test_failed_runs_are_not_averaged() -> None:
    raw = long("AABB", "dddd", [0.1, None, 0.4, 0.6], fold=[1, 2, 1, 2])
    assert br.pairs(raw).select("x", "n_x", "n_y").row(0) == (0.1, 1, 2)


def test_with_the_dataset_in_by_runs_are_the_blocks() -> None:
    table = br.pairs(layout(2, 3), by=("dataset", "metric"))
    assert table.columns[:6] == ["dataset", "metric", "a", "b", "repeat", "fold"]
    runs = [(repeat, fold) for repeat in (1, 2) for fold in (1, 2, 3)]
    assert table.select("dataset", "repeat", "fold").rows() == [(name, *run) for name in "de" for run in runs]
    assert table["n_x"].unique().to_list() == [1]


def test_folds_are_ordered_as_numbers() -> None:
    table = br.pairs(layout(folds=11, datasets="d"), by=("dataset", "metric"))
    assert table["fold"].to_list() == list(range(1, 12))


def test_with_the_dataset_in_by_and_no_runs_each_pair_has_one_row() -> None:
    table = br.pairs(WHOLE, by=("dataset", "metric"))
    assert table.select("dataset", "a", "b").rows() == [
        (dataset, a, b) for dataset in "de" for a, b in combinations("ABC", 2)
    ]


def test_without_groups_one_metric_is_compared() -> None:
    table = br.pairs(WHOLE, by=None)
    assert table.columns[:3] == ["a", "b", "dataset"]
    assert table.height == 6


@pytest.mark.parametrize("by", [None, "dataset"])
def test_metrics_are_never_compared_with_each_other(by: str | None) -> None:
    raw = layout().with_columns(error=1 - pl.col("accuracy"))
    with pytest.raises(ColumnError, match=r"(?s)accuracy, error.*'metric' into by"):
        br.pairs(raw, by=by)


# What is missing


@pytest.mark.parametrize("table", [gappy(), gappy().drop_nulls("value")], ids=["failed", "absent"])
def test_an_incomplete_table_is_refused_with_the_places(table: pl.DataFrame) -> None:
    with pytest.raises(IncompleteError, match=r"(?s)accuracy, e lacks B; accuracy, f lacks C\nhint: .*drop_blocks"):
        br.pairs(table)


def test_only_three_missing_places_are_named_and_the_others_counted() -> None:
    with pytest.raises(IncompleteError, match=r"e lacks B; .*; 2 more\n"):
        br.pairs(wide(dataset=list("defghi"), A=[1] * 6, B=[1, None, None, None, None, None]))


def test_a_missing_run_is_refused_where_runs_are_the_blocks() -> None:
    table = br.scores(layout(2, 2))[1:]
    with pytest.raises(IncompleteError, match="d, accuracy, 1, 1 lacks A"):
        br.pairs(table, by=("dataset", "metric"))


def test_a_block_that_nobody_finished_is_no_hindrance() -> None:
    table = br.pairs(wide(dataset=["d", "e"], A=[0.1, None], B=[0.2, None]))
    assert table.select("dataset", "n_dropped").rows() == [("d", 0)]


def test_available_blocks_are_taken_pair_by_pair_and_the_others_counted() -> None:
    table = br.pairs(gappy(), missing="available")
    assert table.select("a", "b", "dataset", "n_dropped").rows() == [
        ("A", "B", "d", 1),
        ("A", "B", "f", 1),
        ("A", "C", "d", 1),
        ("A", "C", "e", 1),
        ("B", "C", "d", 2),
    ]


def test_blocks_left_and_blocks_dropped_add_up() -> None:
    table = br.pairs(gappy(), missing="available").group_by("a", "b").agg(pl.len() + pl.col("n_dropped").first())
    assert table["len"].unique().to_list() == [3]


def test_a_pair_without_a_common_block_has_a_row_that_says_so() -> None:
    table = br.pairs(wide(dataset=["d", "e"], A=[None, 0.2], B=[0.3, None], C=[0.4, 0.5]), missing="available")
    row = cell(table, a="A", b="B")
    assert (row["dataset"], row["x"], row["y"], row["n_dropped"]) == (None, None, None, 2)
    assert table.height == 3


def test_what_complete_did_is_carried_along() -> None:
    dropped = br.pairs(br.complete(gappy(), "drop_blocks"))
    assert dropped.select("dataset", "n_dropped").unique().rows() == [("d", 2)]
    assert dropped["policy"].unique().to_list() == ["drop_blocks:2:3"]
    filled = br.pairs(br.complete(gappy(), "worst"))
    assert cell(filled, a="A", b="B", dataset="e")["n_imputed"] == 1
    assert cell(filled, a="B", b="C", dataset="d")["n_imputed"] == 0
    assert filled.filter(pl.col("n_imputed") > 0).height == 4


def test_a_group_that_lost_everything_still_has_its_pairs() -> None:
    table = br.pairs(br.complete(wide(dataset=["d", "e"], A=[None, 0.2], B=[0.3, None]), "drop_blocks"))
    assert table.select("a", "b", "x", "n_dropped").rows() == [("A", "B", None, 2)]


def test_a_metric_without_the_control_is_not_lost_silently() -> None:
    raw = pl.concat([long("ABC", "ddd", [0.1, 0.2, 0.3]), long("AB", "dd", [0.1, 0.2], metric="error")])
    with pytest.raises(br.BenchreportError, match=r"error.*'?C'?"):
        br.pairs(raw, control="C")


# Misuse


def test_one_algorithm_alone_cannot_be_compared() -> None:
    with pytest.raises(TooFewAlgorithmsError, match="only one algorithm, 'A'"):
        br.pairs(layout().filter(pl.col("algorithm") == "A"))


def test_a_table_without_rows_cannot_be_compared() -> None:
    with pytest.raises(TooFewAlgorithmsError, match="no rows"):
        br.pairs(WHOLE.clear())


def test_an_unknown_way_with_missing_results_is_refused() -> None:
    with pytest.raises(OptionError, match=r"(?s)missing 'availabel'.*did you mean 'available'"):
        br.pairs(WHOLE, missing="availabel")  # type: ignore[arg-type]


def test_a_misspelt_group_is_named_with_the_nearest_one() -> None:
    with pytest.raises(ColumnError, match=r"(?s)'metrc' to group by.*did you mean 'metric'"):
        br.pairs(WHOLE, by="metrc")


@pytest.mark.parametrize("name", ["algorithm", "value"])
def test_what_is_compared_cannot_be_a_group(name: str) -> None:
    with pytest.raises(ColumnError, match=f"'{name}' is what is compared"):
        br.pairs(WHOLE, by=name)


def test_a_factor_that_varies_within_a_cell_is_refused() -> None:
    table = br.scores(long("AABB", "dddd", [0.1, 0.2, 0.3, 0.4], size=[1, 2, 1, 2]), factors="size")
    with pytest.raises(DuplicateKeyError, match=r"(?s)'size' varies.*compares each level apart"):
        br.pairs(table)
    assert br.pairs(table, by=["metric", "size"]).select("size", "x", "y").rows() == [(1, 0.1, 0.3), (2, 0.2, 0.4)]


def test_stacked_tables_with_the_same_keys_are_refused_and_not_averaged() -> None:
    with pytest.raises(DuplicateKeyError):
        br.pairs(pl.concat([WHOLE, WHOLE.with_columns(pl.col("value") + 1)]))


def test_a_metric_without_a_direction_is_refused() -> None:
    with pytest.raises(DirectionError, match="'accuracy'"):
        br.pairs(WHOLE.with_columns(direction=pl.lit(None, dtype=pl.Categorical)))


def test_a_raw_table_with_canonical_names_is_checked_like_any_other() -> None:
    raw = long("AB", "dd", ["0.1", "fail"], direction="higher")
    with pytest.raises(ValueFormatError, match="'fail', row 2"):
        br.pairs(raw)


def test_a_raw_direction_column_is_understood_as_at_the_door() -> None:
    assert br.pairs(long("AB", "dd", [0.1, 0.2], metric="gain", direction="min"))["orientation"].to_list() == [-1.0]


def test_nan_made_on_the_way_is_a_missing_result() -> None:
    table = WHOLE.with_columns(value=pl.when(pl.col("algorithm") == "A").then(float("nan")).otherwise("value"))
    with pytest.raises(IncompleteError, match="lacks A"):
        br.pairs(table)


# Laws


@settings(max_examples=40)
@given(
    st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=5), st.integers(0, 99)
)
def test_the_order_of_rows_does_not_matter(grid: list[tuple[float, float, float]], seed: int) -> None:
    a, b, c = (list(column) for column in zip(*grid, strict=True))
    table = wide(dataset=[f"d{number}" for number in range(len(grid))], B=b, C=c, A=a)
    mixed = table.sample(fraction=1, shuffle=True, seed=seed)
    assert_frame_equal(br.pairs(mixed), br.pairs(table))
    assert br.pairs(table).filter(pl.col("b") == "B").select("x", "y").rows() == list(zip(a, b, strict=True))


def test_the_order_of_rows_does_not_matter_to_available_pairs() -> None:
    expected = br.pairs(gappy(), missing="available")
    for seed in range(5):
        assert_frame_equal(br.pairs(gappy().sample(fraction=1, shuffle=True, seed=seed), missing="available"), expected)


def test_raw_and_lazy_tables_give_the_same_pairs() -> None:
    raw = layout(2, 3)
    assert_frame_equal(br.pairs(raw), br.pairs(br.scores(raw)))
    assert_frame_equal(br.pairs(br.scores(raw).lazy()).lazy().collect(), br.pairs(raw))


def test_cells_without_any_value_are_null_and_counted_as_empty() -> None:
    row = cell(cells_of(gappy()), algorithm="B", dataset="e")
    assert (row["value"], row["n_values"]) == (None, 0)
    assert cells_of(gappy()).height == 9


def pair_lists(table: pl.DataFrame, *, by: By = "metric", control: str | None = None) -> pl.DataFrame:
    blocks = Blocks.of(table, by=by, missing="available")
    return blocks.with_keys(pairs_of(blocks, control).lists())


def joined_pairs(table: pl.DataFrame, by: list[str], control: str | None) -> pl.DataFrame:
    """Pairs as a join of a plain table of means with itself gives them."""
    block = ["fold"] if "dataset" in by else ["dataset"]
    keys = [*by, *block]
    means = br.scores(table).group_by(*keys, "algorithm").agg(pl.col("value").mean()).sort(*keys, "algorithm")
    wanted = pl.col("a") < pl.col("b") if control is None else (pl.col("b") == control) & (pl.col("a") != control)
    first, second = means.rename({"algorithm": "a", "value": "x"}), means.rename({"algorithm": "b", "value": "y"})
    return (
        first.join(second, on=keys).filter(wanted).sort(*by, "a", "b", *block).select(*by, "a", "b", *block, "x", "y")
    )


@pytest.mark.parametrize("control", [None, "B"])
@pytest.mark.parametrize("by", [["metric"], ["dataset", "metric"]])
def test_pairs_are_those_of_a_join(by: list[str], control: str | None) -> None:
    whole = pl.DataFrame(
        [
            (name, dataset, fold, metric, value)
            for metric, names in (("accuracy", "ABC"), ("error", "BCDE"))
            for dataset in ("e", "d", "f")[: 2 + (metric == "error")]
            for fold in range(1, 4)
            for value, name in enumerate(names, start=10 * fold)
        ],
        schema=["algorithm", "dataset", "fold", "metric", "value"],
        orient="row",
    )
    expected = joined_pairs(whole, by, control)
    assert_frame_equal(br.pairs(whole, by=by, control=control).select(expected.columns), expected)
    listed = pair_lists(whole, by=by, control=control)
    keys = [*by, "a", "b"]
    assert_frame_equal(listed.select(*keys, "x", "y").explode("x", "y"), expected.select(*keys, "x", "y"))


def test_pairs_in_lists_leave_out_blocks_that_one_lacks() -> None:
    listed, long = pair_lists(gappy()), br.pairs(gappy(), missing="available")
    shared = long.filter(pl.col("x").is_not_null() & pl.col("y").is_not_null())
    assert listed["x"].list.len().sum() == shared.height
    assert listed["x"].explode().drop_nulls().to_list() == shared["x"].to_list()
