"""Values of several metrics side by side: every number where it belongs, by a plain loop over the rows."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import benchreport as br
from benchreport.tables.blocks import ScoreTable
from benchreport.tables.vectors import Stack, Vectors

METRICS = ("accuracy", "auc", "error")
CELLS = [(a, d, f, m) for a in "ABC" for d in "xy" for f in (1, 2, 3) for m in METRICS]


def scores(cells: list[tuple[str, str, int, str]]) -> pl.DataFrame:
    rows = [(*cell, float(CELLS.index(cell)) / 100) for cell in cells]
    schema = ["algorithm", "dataset", "fold", "metric", "value"]
    return br.scores(pl.DataFrame(rows, schema=schema, orient="row"))


def entries(vectors: Vectors, stacks: list[Stack]) -> dict[tuple[str, ...], float]:
    """The numbers of stacks by dataset, set of algorithms, place of the block, algorithm and metric."""
    return {
        (vectors.keys["dataset"][int(group)], *stack.algorithms[i], str(k), stack.algorithms[i, j], metric): value
        for stack in stacks
        for i, group in enumerate(stack.group)
        for k in range(stack.n)
        for j in range(stack.width)
        for m, metric in enumerate(stack.metrics)
        if not np.isnan(value := stack.values[i, k, j, m])
    }


def plain(table: pl.DataFrame, sets: int | None, *, complete: bool) -> dict[tuple[str, ...], float]:
    found: dict[tuple[str, ...], float] = {}
    values = {(r["dataset"], r["algorithm"], r["fold"], r["metric"]): r["value"] for r in table.to_dicts()}
    for dataset in sorted({key[0] for key in values}):
        own = {key[1:]: value for key, value in values.items() if key[0] == dataset}
        names, folds, metrics = (sorted({key[i] for key in own}) for i in range(3))
        chosen = [tuple(names)] if sets is None else [(a,) for a in names]
        if sets == 2:
            chosen = [(a, b) for a in names for b in names if a < b]
        for group in chosen:
            kept = [f for f in folds if not complete or all((a, f, m) in own for a in group for m in metrics)]
            for k, fold in enumerate(kept):
                for name in group:
                    for metric in metrics:
                        if (name, fold, metric) in own:
                            found[dataset, *group, str(k), name, metric] = own[name, fold, metric]
    return found


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(CELLS), min_size=1, unique=True))
def test_every_number_is_where_a_loop_puts_it(cells: list[tuple[str, str, int, str]]) -> None:
    table = scores(cells)
    vectors = Vectors.of(table, by="dataset", missing="available", alone=True)
    assert entries(vectors, vectors.stacks) == plain(table, None, complete=False)
    assert entries(vectors, vectors.whole()) == plain(table, None, complete=True)
    assert entries(vectors, vectors.singles()) == plain(table, 1, complete=True)
    assert entries(vectors, vectors.pairs()) == plain(table, 2, complete=True)


def test_metrics_are_in_the_order_they_are_named_and_cells_of_a_confusion_matrix_last() -> None:
    table = scores(CELLS)
    assert Vectors.of(table, by="dataset").metrics == METRICS
    assert Vectors.of(table, by="dataset", metrics=["error", "auc", "error"]).metrics == ("error", "auc")
    counts = pl.DataFrame({"model": ["A", "B"], "dataset": "d", "tp": [1.0, 2.0], "fp": 3.0, "fn": 4.0, "speed": 5.0})
    directions = dict.fromkeys(("tp", "fp", "fn", "speed"), "lower")
    assert Vectors.of(br.scores(counts, directions=directions), by=None).metrics == ("speed", "fp", "fn", "tp")


def test_a_control_comes_second_in_every_pair() -> None:
    (pairs,) = Vectors.of(scores(CELLS), by="dataset").pairs("B")
    assert pairs.algorithms.tolist() == [["A", "B"], ["C", "B"]] * 2
    with pytest.raises(br.BenchreportError, match="no algorithm 'D' to be the control"):
        Vectors.of(scores(CELLS), by="dataset").pairs("D")
    without = scores([cell for cell in CELLS if cell[:2] != ("B", "y")])
    with pytest.raises(br.BenchreportError, match="group y lacks the control 'B'"):
        Vectors.of(without, by="dataset").pairs("B")


def test_blocks_that_lack_something_are_counted_as_dropped() -> None:
    table = scores([cell for cell in CELLS if cell != ("A", "x", 2, "auc")])
    vectors = Vectors.of(table, by="dataset", missing="available")
    dropped = {
        (vectors.keys["dataset"][int(g)], *names): int(n)
        for stack in vectors.pairs()
        for g, names, n in zip(stack.group, stack.algorithms, stack.n_dropped, strict=True)
    }
    assert {pair for pair, n in dropped.items() if n} == {("x", "A", "B"), ("x", "A", "C")}
    with pytest.raises(br.BenchreportError, match="x, auc, 2 lacks A"):
        Vectors.of(table, by="dataset")


def test_a_table_that_remembers_its_layouts_gives_the_same_vectors_of_some_metrics() -> None:
    plain_table = scores([cell for cell in CELLS if cell != ("A", "x", 2, "error")])
    remembering = ScoreTable(plain_table)
    for table in (plain_table, remembering):
        vectors = Vectors.of(table, by="dataset", metrics=["auc", "accuracy"])
        (stack,) = vectors.stacks
        assert stack.values.shape == (2, 3, 3, 2)
        assert vectors.source["metric"].unique().sort().to_list() == ["accuracy", "auc"]
        assert vectors.signs == {"accuracy": 1.0, "auc": 1.0}
    with pytest.raises(br.BenchreportError, match="x, error, 2 lacks A"):
        Vectors.of(remembering, by="dataset", metrics="error")
