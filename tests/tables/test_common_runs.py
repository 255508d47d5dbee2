"""Which runs are averaged: those that all algorithms of a dataset have, by a plain loop over the runs."""

from __future__ import annotations

import polars as pl
from hypothesis import given, settings
from hypothesis import strategies as st

import benchreport as br
from benchreport.tables.complete import common_runs

CELLS = [(a, d, fold) for a in "ABC" for d in "xy" for fold in range(4)]


def plain(tenths: dict[tuple[str, str, int], int], dataset: str) -> tuple[set[int], set[int]]:
    """The runs of a dataset, and those that all its algorithms have."""
    own = [(a, fold) for a, d, fold in tenths if d == dataset]
    names, runs = {a for a, _ in own}, {fold for _, fold in own}
    return runs, {fold for fold in runs if all((a, fold) in own for a in names)}


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(CELLS), st.integers(0, 9), min_size=2))
def test_the_runs_that_all_algorithms_of_a_dataset_have_are_averaged_whatever_their_values(
    tenths: dict[tuple[str, str, int], int],
) -> None:
    rows = [(*cell, value / 10) for cell, value in tenths.items()]
    table = br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "accuracy"], orient="row"))
    found = common_runs(table)
    cut, apart, left = [], [], []
    for dataset in sorted({d for _, d, _ in tenths}):
        runs, common = plain(tenths, dataset)
        if common != runs:
            (cut if common else apart).append((dataset, len(common), len(runs)))
        left += [cell for cell in tenths if cell[1] == dataset and (not common or cell[2] in common)]
    for lost, expected in ((found.cut, cut), (found.apart, apart)):
        assert lost.select(pl.col("dataset").cast(pl.String), "n_common", "n_runs").rows() == expected
    kept = found.scores.select(pl.col("algorithm", "dataset").cast(pl.String), "fold").rows()
    assert sorted(kept) == sorted(left)


def test_seeds_and_single_values_are_left_as_they_are() -> None:
    rows = {"model": ["A", "A", "B"], "seed": [1, 2, 2], "accuracy": [0.2, 0.9, 0.8]}
    seeds = br.scores(pl.DataFrame(rows).rename({"seed": "repeat"}), design="seeds")
    assert common_runs(seeds).cut.is_empty()
    assert common_runs(seeds).apart.is_empty()
    single = br.scores(pl.DataFrame({"model": ["A", "B"], "accuracy": [0.2, 0.9]}))
    assert common_runs(single).scores is single
