"""Cells of long tables: sums that do not depend on the order of rows, and the names behind numbers."""

from __future__ import annotations

import math

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import benchreport as br
from benchreport.tables.blocks import ScoreTable, cells_of
from benchreport.tables.reduction import (
    Codes,
    distinct_values,
    exact_sums,
    full_means,
    numbered,
    relabelled,
    sorted_by,
    sorted_numbers,
    sorted_stretches,
)

numbers = st.floats(-1e6, 1e6, allow_subnormal=False).filter(lambda x: x == 0 or abs(x) > 1e-3)


def by_polars(table: pl.DataFrame) -> pl.DataFrame:
    means = table.group_by("metric", "dataset", "algorithm").agg(
        pl.col("value").mean(), n_values=pl.col("value").count()
    )
    return means.sort("metric", "dataset", "algorithm")


def long_table(*, gaps: bool) -> pl.DataFrame:
    rng = np.random.default_rng(4)
    rows = [
        (f"m{m}", f"d{d}", f"a{a}", f, float(rng.integers(0, 1000)) / 1000)
        for m in range(2)
        for d in range(3)
        for a in range(4)
        for f in range(5)
        if not gaps or (d, a, f) != (1, 2, 3)
    ]
    frame = pl.DataFrame(rows, schema=["metric", "dataset", "algorithm", "fold", "value"], orient="row")
    return br.scores(frame, directions={"m0": "higher", "m1": "lower"})


@given(st.lists(st.tuples(st.integers(0, 3), numbers), min_size=1, max_size=30), st.randoms())
def test_sums_are_rounded_once_whatever_the_order(rows: list[tuple[int, float]], random: object) -> None:
    cell, values = np.array([row[0] for row in rows]), np.array([row[1] for row in rows])
    total = exact_sums(cell, 4, values, len(rows))
    assert total is not None
    for number in range(4):
        assert total[number] == pytest.approx(math.fsum(values[cell == number]), rel=1e-15, abs=0)
    order = list(range(len(rows)))
    random.shuffle(order)  # type: ignore[attr-defined]
    again = exact_sums(cell[order], 4, values[order], len(rows))
    assert again is not None
    assert again.tolist() == total.tolist()


@pytest.mark.parametrize("values", [[1e300, 1.0], [1e-300, 2e-300], [1.0, 1e-40]], ids=["huge", "tiny", "unlike"])
def test_values_too_unlike_for_exact_sums_are_left_to_others(values: list[float]) -> None:
    assert exact_sums(np.array([0, 0]), 1, np.array(values), 2) is None


@pytest.mark.parametrize("gaps", [False, True], ids=["full", "with gaps"])
def test_cells_are_the_means_of_their_runs_sorted_by_key(gaps: bool) -> None:
    table = long_table(gaps=gaps)
    found, expected = cells_of(table), by_polars(table)
    keys = ["metric", "dataset", "algorithm"]
    assert found.select(keys).rows() == expected.select(keys).rows()
    assert found["value"].to_list() == pytest.approx(expected["value"].to_list(), rel=1e-14)
    assert found["n_values"].to_list() == expected["n_values"].to_list()
    assert found.group_by("metric").agg(pl.col("orientation").unique()).sort("metric")["orientation"].to_list() == [
        [1.0],
        [-1.0],
    ]
    assert cells_of(table.sample(fraction=1.0, shuffle=True, seed=9)).equals(found)


def test_loops_nested_in_any_order_give_the_same_cells_to_the_last_bit() -> None:
    table = long_table(gaps=False)
    expected = cells_of(table.sample(fraction=1.0, shuffle=True, seed=1))
    for loops in (["fold", "algorithm", "dataset", "metric"], ["dataset", "fold", "metric", "algorithm"]):
        assert cells_of(table.sort(loops)).equals(expected)
        assert cells_of(table.sort(loops, descending=True)).equals(expected)


def test_names_used_before_in_another_order_do_not_mix_up_cells() -> None:
    before = pl.Series(["a3", *(f"filler {i}" for i in range(40)), "a1", "a0", "a2", "d2", "d0"], dtype=pl.Categorical)
    table = long_table(gaps=False)
    assert before.len() == 46
    expected = by_polars(table)
    assert cells_of(table)["algorithm"].to_list() == expected["algorithm"].to_list()
    assert cells_of(table)["value"].to_list() == pytest.approx(expected["value"].to_list(), rel=1e-14)


def test_a_table_that_lacks_a_combination_is_no_cube() -> None:
    keys = ["metric", "dataset", "algorithm"]
    assert full_means(long_table(gaps=True), keys, ["fold"]) is None
    full = long_table(gaps=False)
    doubled = full.with_columns(fold=pl.when(pl.col("fold") == 4).then(3).otherwise("fold"))
    assert full_means(doubled, keys, ["fold"]) is None
    assert full_means(full, keys, ["fold"]) is not None


@pytest.mark.parametrize("n_runs", [1, 2, 7, 8, 9, 10, 16, 23, 64, 65])
def test_means_are_those_of_numpy_to_the_last_bit_however_many_runs(n_runs: int) -> None:
    values = np.random.default_rng(n_runs).normal(size=(3, 4, n_runs))
    places = np.indices(values.shape).reshape(3, -1)
    table = pl.DataFrame(dict(zip(("dataset", "algorithm", "fold"), places, strict=True)) | {"value": values.ravel()})
    for rows in (table, table.sort("fold", "algorithm", "dataset"), table.sample(fraction=1.0, shuffle=True, seed=2)):
        found = full_means(rows, ["dataset", "algorithm"], ["fold"])
        assert found is not None
        assert found[0].tolist() == (values.sum(axis=2) / n_runs).tolist()


def test_names_first_used_late_in_a_table_have_their_place() -> None:
    rows = {"algorithm": [1, 1, 5, 5, 7, 7], "fold": [9, 2, 2, 9, 9, 2], "value": [1.0, 2.0, 3.0, 5.0, 8.0, 4.0]}
    found = full_means(pl.DataFrame(rows), ["algorithm"], ["fold"])
    assert found is not None
    means, levels, n_runs = found
    assert (means.tolist(), levels[0].to_list(), n_runs) == ([1.5, 4.0, 6.0], [1, 5, 7], 2)
    # Four rows show two algorithms and three folds, which is as many cells as there are rows, and wrong.
    rows = {"algorithm": [1, 1, 1, 5, 7, 5], "fold": [2, 9, 4, 9, 2, 2], "value": [1.0] * 6}
    assert full_means(pl.DataFrame(rows), ["algorithm"], ["fold"]) is None


def test_numbers_far_apart_are_told_apart_too() -> None:
    table = pl.DataFrame({"seed": [10**12, 5, 10**12, -3], "name": ["b", "a", "c", "a"], "half": [0.5, 1.5, 0.5, 0.5]})
    codes = Codes(table, ["seed", "name", "half"])
    assert len(set(codes.numbers.tolist())) == 4
    assert codes.are_distinct()
    assert not Codes(table, ["half"]).are_distinct()
    assert sorted_by(table, ["half", "seed", "name"]).tolist() == [3, 0, 2, 1]


wholes = st.lists(st.integers(-3, 12), max_size=20)


@given(wholes | wholes.map(sorted) | st.sets(st.integers(-3, 12)).map(sorted), st.booleans())
def test_values_are_numbered_in_their_order_and_named_once(values: list[int], categories: bool) -> None:
    column = pl.Series(values, dtype=pl.Int64)
    if categories:
        column = column.cast(pl.String).cast(pl.Categorical)
    entries = column.to_list()
    levels = sorted(set(entries))
    found, size = numbered(column)
    assert (found.tolist(), size) == ([levels.index(entry) for entry in entries], len(levels))
    assert found.dtype == np.int64
    assert sorted(distinct_values(column).to_list()) == levels
    assert distinct_values(column).dtype == column.dtype


def test_a_missing_value_is_one_of_the_different_ones() -> None:
    assert sorted(distinct_values(pl.Series([1, None, 0, 1])).to_list(), key=str) == [0, 1, None]


@given(st.lists(st.integers(-2, 2), max_size=6), st.integers(1, 4), st.booleans())
def test_stretches_are_numbered_as_their_rows_are(heads: list[int], stretch: int, last_is_shorter: bool) -> None:
    table = pl.DataFrame({"key": pl.Series(np.repeat(heads, stretch), dtype=pl.Int64)})
    table = table.head(-1) if last_is_shorter else table
    numbers, length, rows = sorted_stretches(Codes(table, ["key"]), ["key"])
    expected, expected_rows = sorted_numbers(Codes(table, ["key"]), ["key"])
    assert np.repeat(numbers, length).tolist() == expected.tolist()
    assert rows.tolist() == expected_rows.tolist()
    levels = sorted(set(table["key"].to_list()))
    assert expected.tolist() == [levels.index(key) for key in table["key"].to_list()]
    assert table["key"].to_numpy()[rows].tolist() == levels


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=8))
def test_rows_are_distinct_where_none_repeats_another(rows: list[tuple[int, int]]) -> None:
    table = pl.DataFrame(rows, schema={"fold": pl.Int64, "seed": pl.Int64}, orient="row")
    codes = Codes(table, ["fold"])
    assert len(codes.representatives()) == len({fold for fold, _ in rows})
    codes.add("seed")
    assert len(codes.representatives()) == len(set(rows))
    assert codes.are_distinct() == (len(set(rows)) == len(rows))


def test_empty_values_are_numbered_first() -> None:
    found, size = numbered(pl.Series(["b", None, "a"], dtype=pl.Categorical))
    assert (found.tolist(), size) == ([2, 0, 1], 3)


@pytest.mark.parametrize("kind", [pl.Int8, pl.Int64, pl.Categorical])
def test_keys_are_numbered_in_their_order_with_a_row_for_each(kind: type[pl.DataType]) -> None:
    """Here the numbers span more than the smallest kind holds above zero, and keys come back after others."""
    values = [100, -100, -100, 7, 100, 7, -100]
    table = pl.DataFrame({"key": pl.Series(values).cast(pl.String if kind == pl.Categorical else kind).cast(kind)})
    levels = sorted(set(values), key=str if kind == pl.Categorical else int)
    number, rows = sorted_numbers(Codes(table, ["key"]), ["key"])
    assert number.tolist() == [levels.index(value) for value in values]
    assert [values[row] for row in rows] == levels
    found, size = numbered(table.get_column("key"))
    assert (found.tolist(), size) == (number.tolist(), 3)


@pytest.mark.parametrize("gap", [3, 5_000])
def test_names_and_numbers_far_apart_find_their_place(gap: int) -> None:
    """What stands behind a category is a number that others have a say in; it may be large, with large gaps."""
    names = [f"name {i} of gap {gap}" for i in range(3 * gap + 1)]
    pl.Series(names, dtype=pl.Categorical)  # all of them are known before the table is made
    chosen = names[gap::gap]
    rows = [(name, 10**9 + gap * fold, i + fold / 10) for i, name in enumerate(chosen) for fold in range(4)]
    frame = pl.DataFrame(rows, schema=["algorithm", "fold", "value"], orient="row")
    table = frame.with_columns(pl.col("algorithm").cast(pl.Categorical)).sample(fraction=1.0, shuffle=True, seed=2)
    found = full_means(table, ["algorithm"], ["fold"])
    assert found is not None
    means = dict(zip(found[1][0].to_list(), found[0].tolist(), strict=True))
    assert means == pytest.approx({name: i + 0.15 for i, name in enumerate(chosen)})


@given(st.lists(st.sampled_from(["kNN", "SVM", "C4.5", None]), max_size=20))
def test_names_are_replaced_as_in_a_list(names: list[str | None]) -> None:
    labels = {"kNN": "k-NN", "SVM": None}
    expected = [labels.get(name, name) if name is not None else None for name in names]
    assert relabelled(pl.Series("a", names, dtype=pl.Categorical), labels).to_list() == expected


@pytest.mark.parametrize("gaps", [False, True])
def test_cells_of_a_table_are_what_their_rows_come_to(*, gaps: bool) -> None:
    failed = (pl.col("fold") == 2) & (pl.col("dataset") == "d0")
    table = long_table(gaps=gaps).with_columns(value=pl.when(~failed).then("value"))
    runs: dict[tuple[str, str, str], list[float | None]] = {}
    for row in table.iter_rows(named=True):
        runs.setdefault((row["metric"], row["dataset"], row["algorithm"]), []).append(row["value"])
    cells = ScoreTable(table).cells
    assert cells.height == len(runs)
    for row in cells.iter_rows(named=True):
        values = runs[row["metric"], row["dataset"], row["algorithm"]]
        measured = [value for value in values if value is not None]
        assert (row["measured"], row["n_failed"], row["imputed"]) == (len(measured), len(values) - len(measured), 0)
        assert (row["least"], row["most"]) == (min(measured), max(measured))
        assert math.isclose(row["mean"], math.fsum(measured) / len(measured), rel_tol=1e-15)
        assert row["direction"] == ("higher" if row["metric"] == "m0" else "lower")
