"""Does a table without gaps, which takes a shorter way, come to the same as any other?"""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.tables import blocks as laying
from benchreport.tables.blocks import cells_of
from benchreport.tables.complete import missing_cells


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
