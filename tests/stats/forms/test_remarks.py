"""Remarks of rows in codes and in words, however many rows and kinds of remarks there are."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from benchreport.method import Remark
from benchreport.remarks import FEW_TEXTS, joined_remarks, remarks_of, with_words, words_of
from benchreport.stats.forms.samples import largest_sizes
from benchreport.stats.forms.vectors import first_word

ODD, LARGE = Remark(code="odd", note="odd"), Remark(code="large", note="larger than {0}")


@pytest.mark.parametrize("kinds", [1, 2, FEW_TEXTS, FEW_TEXTS + 1, 40])
def test_notes_are_the_words_of_the_remarks_few_or_many(kinds: int) -> None:
    spelled = [None if number % 7 == 3 else f"uneven_runs:{number % kinds}:99" for number in range(200)]
    rows = with_words(pl.DataFrame({"remarks": spelled, "n": range(200)}))
    assert rows["note"].to_list() == [words_of(text) if text else None for text in spelled]
    assert rows.columns == ["remarks", "n", "note"]


@pytest.mark.parametrize("values", [[], [2, 4], [1, 2], [2, 50], [1, 50, 51, 4]])
def test_remarks_that_apply_to_no_row_change_nothing(values: list[int]) -> None:
    frame = pl.DataFrame({"n": values}, schema={"n": pl.Int64})
    given = [
        pl.lit(None, dtype=pl.String),
        ODD.where(pl.col("n") % 2 == 1),
        LARGE.where(pl.col("n") > 9, pl.lit(9)),
        pl.when(pl.col("n") == 51).then(pl.lit("policy")).cast(pl.Categorical),
    ]
    expected = frame.with_columns(remarks=joined_remarks(*given))["remarks"]
    assert remarks_of(frame, given).equals(expected, check_dtypes=True, null_equal=True)


def test_the_first_word_is_that_of_the_first_condition() -> None:
    first, second = np.array([True, False, True, False]), np.array([True, True, False, False])
    assert first_word(4, (first, "a"), (second, "b")).to_list() == ["a", "b", "a", None]


def test_the_largest_size_of_a_group_is_found_wherever_its_rows_lie() -> None:
    group, x, y = np.array([1, 1, 0, 1, 3]), np.array([1.0, -2.0, 3.0, 0.0, -1.0]), np.array([0.0, 0.0, 0.0, 5.0, 0.5])
    assert largest_sizes(group, x, y, 5).tolist() == [3.0, 5.0, 0.0, 1.0, 0.0]
    assert largest_sizes(group[:0], x[:0], y[:0], 2).tolist() == [0.0, 0.0]
