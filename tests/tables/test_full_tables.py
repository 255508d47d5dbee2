"""Does a table without gaps, which takes a shorter way, come to the same as any other?"""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.tables import blocks as laying
from benchreport.tables.blocks import Blocks, cells_of
from benchreport.tables.complete import missing_cells
from benchreport.tables.vectors import Vectors


def changed(scores: pl.DataFrame, how: str) -> pl.DataFrame:
    first = pl.int_range(pl.len()) == 0
    return {
        "full": scores,
        "a row gone": scores.filter(~first),
        "a value gone": scores.with_columns(value=pl.when(~first).then("value")),
        "an algorithm without one metric": scores.filter(
            (pl.col("algorithm") != "kNN") | (pl.col("metric") != "accuracy")
        ),
    }[how]


@pytest.mark.parametrize("how", ["full", "a row gone", "a value gone", "an algorithm without one metric"])
@pytest.mark.parametrize("policy", ["drop_blocks", "drop_algorithms", "worst"])
def test_the_shorter_way_gives_the_same_table(
    study: pl.DataFrame, how: str, policy: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = changed(study, how)

    def results() -> list[pl.DataFrame]:
        done = br.complete(table, policy)
        return [cells_of(done), done, br.design(table), missing_cells(table)]

    short = results()
    monkeypatch.setattr(laying, "full_means", lambda *_: None)
    (means, *short), (same, *long) = short, results()
    assert_frame_equal(means, same, rel_tol=1e-15, abs_tol=0)  # sums in another order
    for one, other in zip(short, long, strict=True):
        assert_frame_equal(one, other, check_exact=True)


@pytest.mark.parametrize("method", ["manova", "manova_posthoc", "hotelling", "rank_tests", "friedman", "average_ranks"])
@pytest.mark.parametrize("folds", [10, 1])
def test_the_shorter_way_gives_the_same_results(
    study: pl.DataFrame, method: str, folds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = study.filter(pl.col("repeat") == 1) if folds == 1 else study
    short = getattr(br, method)(table)
    monkeypatch.setattr(laying, "full_means", lambda *_: None)
    assert_frame_equal(short, getattr(br, method)(table), rel_tol=1e-12, abs_tol=1e-12)


def test_counts_of_runs_are_those_of_the_longer_way(study: pl.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    full, by_dataset = Blocks.of(study), Vectors.of(study, by="dataset")
    assert full.same_runs == 10
    assert by_dataset.blocks.same_runs == 1
    monkeypatch.setattr(laying, "full_means", lambda *_: None)
    for short, long in ((full, Blocks.of(study)), (by_dataset, Vectors.of(study, by="dataset"))):
        assert_frame_equal(short.facts, long.facts)
    other = Blocks.of(study)
    assert other.same_runs is None
    for one, another in zip(full.runs, other.runs, strict=True):
        assert one.tolist() == another.tolist()
    # A value that is taken away leaves fewer blocks with one.
    gaps = full.blanked(np.arange(full.values.size).reshape(full.values.shape) < full.width)
    assert gaps.same_runs is None
    assert gaps.facts["n"].to_list() == [full.n_blocks[0] - 1, *full.n_blocks[1:]]
