"""Which datasets are cut to the runs that all algorithms have, by a plain loop over the runs."""

from __future__ import annotations

from fractions import Fraction

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

import benchreport as br
from benchreport.tables.complete import common_runs

CELLS = [(a, d, fold) for a in "ABC" for d in "xy" for fold in range(4)]


def places(means: dict[str, Fraction]) -> dict[str, int]:
    return {name: sorted(set(means.values())).index(mean) for name, mean in means.items()}


def plain(tenths: dict[tuple[str, str, int], int], dataset: str) -> tuple[set[int], set[int], bool]:
    """The runs of a dataset, those that all its algorithms have, and whether the order of the means depends on it."""
    own = {(a, fold): value for (a, d, fold), value in tenths.items() if d == dataset}
    names, runs = {a for a, _ in own}, {fold for _, fold in own}
    common = {fold for fold in runs if all((a, fold) in own for a in names)}
    orders = []
    for kept in (runs, common):
        values = {a: [value for (name, fold), value in own.items() if name == a and fold in kept] for a in names}
        if not all(values.values()):
            return runs, common, False
        orders.append(places({a: Fraction(sum(some), len(some)) for a, some in values.items()}))
    return runs, common, orders[0] != orders[1]


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(CELLS), st.integers(0, 9), min_size=2))
def test_datasets_are_cut_where_missing_runs_change_the_order_of_the_means(
    tenths: dict[tuple[str, str, int], int],
) -> None:
    rows = [(*cell, value / 10) for cell, value in tenths.items()]
    table = br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "accuracy"], orient="row"))
    found = common_runs(table)
    expected, left = [], []
    for dataset in sorted({d for _, d, _ in tenths}):
        runs, common, changed = plain(tenths, dataset)
        if changed:
            expected.append((dataset, len(common), len(runs)))
        left += [cell for cell in tenths if cell[1] == dataset and (not changed or cell[2] in common)]
    assert found.cut.select(pl.col("dataset").cast(pl.String), "n_common", "n_runs").rows() == expected
    kept = found.scores.select(pl.col("algorithm", "dataset").cast(pl.String), "fold").rows()
    assert sorted(kept) == sorted(left)


def test_seeds_and_single_values_are_left_as_they_are() -> None:
    rows = {"model": ["A", "A", "B"], "seed": [1, 2, 2], "accuracy": [0.2, 0.9, 0.8]}
    seeds = br.scores(pl.DataFrame(rows).rename({"seed": "repeat"}), design="seeds")
    assert common_runs(seeds).cut.is_empty()
    single = br.scores(pl.DataFrame({"model": ["A", "B"], "accuracy": [0.2, 0.9]}))
    assert common_runs(single).scores is single
