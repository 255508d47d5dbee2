"""Is the layout of a table what dictionaries and loops over its rows make of it?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from statistics import mean, median
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import benchreport as br
from benchreport.errors import BenchreportError, ColumnError, IncompleteError
from benchreport.tables.blocks import Blocks, Grouped, pairs_of

REDUCTIONS = {"mean": mean, "median": median}
POLICIES = (None, "drop_blocks", "drop_algorithms", "subtable", "available", "auto", "worst", "stand_in")
Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """What the rows of one group, block and algorithm come to."""

    value: float | None
    n_values: int
    n_imputed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The rows of one group: cells by block and algorithm."""

    algorithms: list[str]
    blocks: list[Key]
    cells: dict[tuple[Key, str], Cell]
    orientation: float
    dependent: bool
    n_dropped: int
    policy: str | None

    def value(self, block: Key, algorithm: str) -> float | None:
        cell = self.cells.get((block, algorithm))
        return None if cell is None else cell.value

    @property
    def used(self) -> list[Key]:
        return [block for block in self.blocks if any(self.value(block, name) is not None for name in self.algorithms)]

    def common(self, a: str, b: str) -> list[Key]:
        return [block for block in self.blocks if None not in (self.value(block, a), self.value(block, b))]


def grouped(table: pl.DataFrame, by: list[str], reduce: str) -> dict[Key, Group]:
    """Lay a table out row by row."""
    runs = [name for name in ("repeat", "fold") if name in table.columns and name not in by]
    block_names = runs if "dataset" in by else ["dataset"]
    rows: dict[Key, list[dict[str, Any]]] = {}
    for row in table.to_dicts():
        rows.setdefault(tuple(row[name] for name in by), []).append(row)
    return {key: one_group(rows[key], block_names, runs if "dataset" in by else [], reduce) for key in sorted(rows)}


def one_group(rows: list[dict[str, Any]], block_names: list[str], runs: list[str], reduce: str) -> Group:
    behind: dict[tuple[Key, str], list[dict[str, Any]]] = {}
    for row in rows:
        behind.setdefault((tuple(row[name] for name in block_names), row["algorithm"]), []).append(row)
    cells = {}
    for place, mine in behind.items():
        measured = [row["value"] for row in mine if row["value"] is not None]
        cells[place] = Cell(
            value=REDUCTIONS[reduce](measured) if measured else None,
            n_values=len(measured),
            n_imputed=sum(bool(row.get("imputed")) for row in mine),
        )
    seeds = all(row.get("design") == "seeds" for row in rows)
    policies = [row["policy"] for row in rows if row.get("policy") is not None]
    return Group(
        algorithms=sorted({row["algorithm"] for row in rows}),
        blocks=sorted({place[0] for place in behind}),
        cells=cells,
        orientation=-1.0 if rows[0]["direction"] == "lower" else 1.0,
        dependent=not seeds and any(len({row[name] for row in rows}) > 1 for name in runs),
        n_dropped=max(row.get("n_dropped") or 0 for row in rows),
        policy=max(policies, default=None),
    )


@st.composite
def tables(draw: st.DrawFn) -> pl.DataFrame:
    """A table of up to three metrics, not all of them with the same algorithms, with rows and values missing."""
    runs = draw(st.sampled_from([(), ("fold",), ("repeat",), ("repeat", "fold")]))
    levels = {"repeat": [1, 2], "fold": draw(st.sampled_from([[1, 2], [1, 2, 3]]))}
    value = st.one_of(st.integers(0, 8).map(lambda number: number / 8), st.none())
    rows: list[dict[str, Any]] = []
    for metric in draw(st.lists(st.sampled_from(["accuracy", "error", "rmse"]), min_size=1, unique=True)):
        for algorithm in draw(st.lists(st.sampled_from("ABCD"), min_size=2, unique=True)):
            for dataset in draw(st.lists(st.sampled_from(["iris", "wine", "adult"]), min_size=1, unique=True)):
                places: list[dict[str, int]] = [{}]
                for name in runs:
                    places = [place | {name: level} for place in places for level in levels[name]]
                for place in draw(st.lists(st.sampled_from(places), min_size=1, unique_by=str)):
                    own = {"algorithm": algorithm, "dataset": dataset, "metric": metric, "value": draw(value)}
                    rows.append(own | place)
    assume(any(row["value"] is not None for row in rows))
    assume(len({row["algorithm"] for row in rows}) > 1)
    shuffled = draw(st.permutations(rows))
    schema = {"value": pl.Float64}
    table = br.scores(pl.DataFrame(shuffled, schema_overrides=schema))
    return table.with_columns(design=pl.lit("seeds", dtype=pl.Categorical)) if runs and draw(st.booleans()) else table


@st.composite
def laid_out(draw: st.DrawFn) -> tuple[Blocks, dict[Key, Group]]:
    """A layout, perhaps of a table that a policy has completed, and its plain equivalent."""
    table = draw(tables())
    by = draw(st.sampled_from([["metric"], ["dataset", "metric"], ["metric", "dataset"]]))
    reduce = draw(st.sampled_from(["mean", "median"]))
    policy = draw(st.sampled_from(POLICIES))
    if policy is not None:
        reference = sorted(table["algorithm"].unique().cast(pl.String))[0] if policy == "stand_in" else None
        try:
            table = br.complete(table, policy, by=by, reference=reference)
        except BenchreportError:  # nothing is left, or the reference itself has gaps
            assume(False)
        assume(table.height)
    blocks = Blocks.of(table, by=by, reduce=reduce, missing="available", alone=True)
    return blocks, grouped(table, by, reduce)


def names(blocks: Blocks, group: int) -> list[str]:
    return [str(blocks.algorithms[int(number)]) for number in blocks.members[group] if number >= 0]


def close(one: float | None, other: float | None) -> bool:
    if one is None or other is None or np.isnan(one):
        return (one is None or bool(np.isnan(one))) and other is None
    return one == pytest.approx(other, rel=1e-15)


def pairs(groups: dict[Key, Group]) -> Iterator[tuple[int, Group, str, str]]:
    for number, group in enumerate(groups.values()):
        for a, b in combinations(group.algorithms, 2):
            yield number, group, a, b


@given(laid_out())
@settings(max_examples=60, deadline=None)
def test_values_and_their_runs_stand_where_the_rows_say(both: tuple[Blocks, dict[Key, Group]]) -> None:
    blocks, groups = both
    assert blocks.keys.rows() == list(groups)
    for number, group in enumerate(groups.values()):
        assert names(blocks, number) == group.algorithms
        rows = range(int(blocks.start[number]), int(blocks.start[number + 1]))
        keys = blocks.block_keys.rows() if blocks.block_keys.width else [()] * len(blocks.group)
        assert [keys[row] for row in rows] == group.blocks
        for row, block in zip(rows, group.blocks, strict=True):
            assert blocks.group[row] == number
            for column, name in enumerate(group.algorithms):
                cell = group.cells.get((block, name))
                assert close(float(blocks.values[row, column]), cell and cell.value)
                assert blocks.n_values[row, column] == (-1 if cell is None else cell.n_values)
                assert blocks.n_imputed[row, column] == (0 if cell is None else cell.n_imputed)
                assert close(
                    float(blocks.oriented[row, column]),
                    None if cell is None or cell.value is None else group.orientation * cell.value,
                )


@given(laid_out())
@settings(max_examples=40, deadline=None)
def test_facts_of_groups_are_those_of_their_rows(both: tuple[Blocks, dict[Key, Group]]) -> None:
    blocks, groups = both
    known = list(groups.values())
    assert blocks.orientation.tolist() == [group.orientation for group in known]
    assert blocks.dependent.tolist() == [group.dependent for group in known]
    assert blocks.history.rows() == [(group.n_dropped, group.policy) for group in known]
    assert blocks.n_algorithms.tolist() == [len(group.algorithms) for group in known]
    assert blocks.n_blocks.tolist() == [len(group.used) for group in known]
    whole = [
        all(group.value(block, name) is not None for block in group.used for name in group.algorithms)
        for group in known
    ]
    assert blocks.is_whole.tolist() == whole
    assert blocks.is_complete == all(whole)
    gaps = [
        (*key, *block, name)
        for key, group in groups.items()
        for block in group.used
        for name in group.algorithms
        if group.value(block, name) is None
    ]
    assert blocks.gaps.rows() == gaps
    seats = [(number, name) for number, group in enumerate(known) for name in group.algorithms]
    assert blocks.seats.rows() == seats
    for number, group in enumerate(known):
        for column, name in enumerate(group.algorithms):
            assert seats[blocks.seat[number, column]] == (number, name)


@given(laid_out())
@settings(max_examples=40, deadline=None)
def test_the_long_form_has_a_row_per_cell_of_the_table(both: tuple[Blocks, dict[Key, Group]]) -> None:
    blocks, groups = both
    expected = [
        (number, *block, name, cell.n_values, cell.n_imputed, group.n_dropped, group.policy)
        for number, group in enumerate(groups.values())
        for block in group.blocks
        for name in group.algorithms
        if (cell := group.cells.get((block, name))) is not None
    ]
    named = ("group", *blocks.block_keys.columns, "algorithm", "n_values", "n_imputed", "n_dropped", "policy")
    assert blocks.long().select(named).rows() == expected


@given(laid_out())
@settings(max_examples=60, deadline=None)
def test_pairs_meet_on_the_blocks_that_both_have(both: tuple[Blocks, dict[Key, Group]]) -> None:
    blocks, groups = both
    couples = pairs_of(blocks)
    lists, long = couples.lists(), couples.long().partition_by("pair", maintain_order=True)
    turned = couples.lists(turned=True)
    expected = list(pairs(groups))
    assert lists.select("group", "a", "b").rows() == [(number, a, b) for number, _, a, b in expected]
    for row, (_, group, a, b) in enumerate(expected):
        common = group.common(a, b)
        runs = [group.cells[block, name].n_values for block in common for name in (a, b)]
        for side, name in (("x", a), ("y", b)):
            values = [group.value(block, name) for block in common]
            assert lists[side][row].to_list() == pytest.approx(values, rel=1e-15)
            assert turned[side][row].to_list() == pytest.approx(
                [group.orientation * one for one in values if one is not None]
            )
            assert long[row][side].drop_nulls().to_list() == lists[side][row].to_list()
        if common and blocks.block_keys.width:
            assert long[row].select(blocks.block_keys.columns).rows() == common
        made = sum(group.cells[block, name].n_imputed for block in common for name in (a, b))
        dropped = group.n_dropped + len(group.used) - len(common)
        span = (group.orientation, group.policy, dropped, made, min(runs, default=None), max(runs, default=None))
        assert lists.select("orientation", "policy", "n_dropped", "n_imputed", "least", "most").row(row) == span


@given(laid_out())
@settings(max_examples=40, deadline=None)
def test_samples_are_all_values_of_either_algorithm(both: tuple[Blocks, dict[Key, Group]]) -> None:
    blocks, groups = both
    samples = pairs_of(blocks).samples()
    for row, (_, group, a, b) in enumerate(pairs(groups)):
        sides = {name: [block for block in group.blocks if group.value(block, name) is not None] for name in (a, b)}
        for side, name in (("x", a), ("y", b)):
            values = sorted(group.orientation * group.cells[block, name].value for block in sides[name])  # type: ignore[operator]
            assert samples[side][row].to_list() == pytest.approx(values, rel=1e-15)
        cells = [group.cells.get((block, name)) for block in group.blocks for name in (a, b)]
        empty = {block for block in group.blocks for name in (a, b) if cell_is_empty(group, block, name)}
        runs = [cell.n_values for cell in cells if cell is not None and cell.value is not None]
        assert samples["shared"][row] == (sides[a] == sides[b] and len(sides[a]) > 1)
        assert samples["n_dropped"][row] == group.n_dropped + len(empty)
        if runs:
            assert samples.select("least", "most").row(row) == (min(runs), max(runs))


def cell_is_empty(group: Group, block: Key, name: str) -> bool:
    cell = group.cells.get((block, name))
    return cell is not None and cell.value is None


@given(laid_out(), st.sampled_from("ABCD"))
@settings(max_examples=60, deadline=None)
def test_a_control_is_b_in_every_pair_or_refused(both: tuple[Blocks, dict[Key, Group]], control: str) -> None:
    blocks, groups = both
    known = {name for group in groups.values() for name in group.algorithms}
    if control not in known:
        with pytest.raises(ColumnError, match="to be the control"):
            pairs_of(blocks, control)
    elif any(control not in group.algorithms for group in groups.values()):
        with pytest.raises(IncompleteError, match="lacks the control"):
            pairs_of(blocks, control)
    else:
        expected = [
            (number, name, control)
            for number, group in enumerate(groups.values())
            for name in group.algorithms
            if name != control
        ]
        assert pairs_of(blocks, control).named().select("group", "a", "b").rows() == expected


@given(tables(), st.sampled_from([["metric"], ["dataset", "metric"]]), st.sampled_from(["mean", "median"]))
@settings(max_examples=60, deadline=None)
def test_the_order_of_the_rows_changes_no_bit(table: pl.DataFrame, by: list[str], reduce: Any) -> None:
    one, other = (
        Blocks.of(rows, by=by, reduce=reduce, missing="available", alone=True) for rows in (table, table.reverse())
    )
    assert one.keys.equals(other.keys)
    assert one.algorithms.equals(other.algorithms)
    assert np.array_equal(one.values, other.values, equal_nan=True)
    assert np.array_equal(one.n_values, other.n_values)


@given(laid_out())
@settings(max_examples=60, deadline=None)
def test_numbers_of_groups_and_their_keys_stand_for_each_other(both: tuple[Blocks, dict[Key, Group]]) -> None:
    blocks, _ = both
    rows = blocks.seats
    assert blocks.numbered(blocks.with_keys(rows)).equals(rows)
    whole = np.ones(blocks.n_groups, dtype=bool)
    assert blocks.owners(blocks.where(whole)).to_list() == list(range(blocks.n_groups))
    if blocks.n_groups > 1:
        assert blocks.owners(blocks.where(np.arange(blocks.n_groups) > 0)).to_list() == list(range(1, blocks.n_groups))


@given(laid_out(), st.data())
@settings(max_examples=60, deadline=None)
def test_some_groups_are_laid_out_as_if_they_were_alone(
    both: tuple[Blocks, dict[Key, Group]], data: st.DataObject
) -> None:
    blocks, groups = both
    kept = np.array(data.draw(st.lists(st.booleans(), min_size=len(groups), max_size=len(groups))))
    assume(kept.any())
    part = blocks.where(kept)
    chosen = [group for group, keep in zip(groups.values(), kept, strict=True) if keep]
    assert [names(part, number) for number in range(part.n_groups)] == [group.algorithms for group in chosen]
    assert part.orientation.tolist() == [group.orientation for group in chosen]
    again = Blocks.of(part.source, by=list(blocks.by), missing="available", alone=True)
    assert again.values.shape == part.values.shape


def test_a_split_table_numbers_its_groups_in_the_order_of_their_keys() -> None:
    table = br.read_scores(br.example("small_study_5x2.csv")).sample(fraction=1, shuffle=True, seed=1)
    split = Grouped.split(table, ("dataset", "metric"))
    keys = sorted(set(table.select(pl.col("dataset", "metric").cast(pl.String)).rows()))
    assert split.keys.cast(pl.String).rows() == keys
    own = split.rows.select(pl.col("dataset", "metric").cast(pl.String), "__group").rows()
    assert all(keys[number] == (dataset, metric) for dataset, metric, number in own)
    back = split.with_keys(split.rows.select("__group", "value"))
    assert back.equals(table.select("dataset", "metric", "value"))
    assert Grouped.split(table, None).with_keys(table.select("value")).columns == ["value"]
