"""Columns of printed tables: which are printed, what their cells hold, and what stands below."""

from __future__ import annotations

import polars as pl

from benchreport.document.exhibits.columns import adjusted_p, column, decimals, degrees_of_freedom, interval, label
from benchreport.document.exhibits.tables import MOST_ROWS, table
from benchreport.document.model.blocks import Table, data_file
from benchreport.options import Options

ROWS = pl.DataFrame(
    {
        "a": ["kNN", "SVM"],
        "estimate": [0.1234, None],
        "ci_low": [0.1111, None],
        "ci_high": [0.2222, None],
        "p_adjusted": [0.012, 0.3],
        "df1": [2.0, 2.0],
        "df2": [18.0, None],
        "note": [None, None],
    },
    schema_overrides={"note": pl.String},
)


def texts(printed: Table) -> list[list[str]]:
    return [[cell.text for cell in row] for row in printed.rows]


def titles(printed: Table) -> list[str]:
    return [head.title for head in printed.columns]


def test_columns_are_printed_in_order_under_their_titles() -> None:
    columns = (
        label("a", "algorithm"),
        column("estimate", printer=decimals(2)),
        interval("95 % interval", 2),
        degrees_of_freedom(),
    )
    printed = table("t", "T.", ROWS, columns)
    assert titles(printed) == ["algorithm", "estimate", "95 % interval", "df"]
    assert texts(printed) == [["kNN", "0.12", "[0.11, 0.23]", "2, 18"], ["SVM", "", "", "2"]]
    assert printed.frame is ROWS


def test_a_column_is_left_out_by_its_condition_or_where_it_would_be_empty() -> None:
    columns = (
        label("a", when=False),
        label("note", unless_empty=True),
        interval("interval", 2, ends=("estimate", "estimate"), when=False),
        label("note", "empty"),
        column("p_adjusted", "p"),
    )
    assert titles(table("t", "T.", ROWS, columns)) == ["empty", "p"]


def test_an_interval_that_no_row_has_has_no_column() -> None:
    assert titles(table("t", "T.", ROWS.tail(1), (label("a"), interval("interval", 2)))) == ["a"]


def test_adjusted_p_values_say_how_and_are_bold_where_significant() -> None:
    printed = table("t", "T.", ROWS, (adjusted_p(Options(adjust="holm"), bold=True), adjusted_p(Options(adjust="bh"))))
    assert titles(printed) == ["p (Holm)", "p (Benjamini-Hochberg)"]
    assert [[cell.emphasis for cell in row] for row in printed.rows] == [["best", ""], ["", ""]]


def test_what_is_in_the_data_file_alone_is_said_below_with_its_name() -> None:
    many = pl.DataFrame({"n": range(MOST_ROWS + 1)})
    plain, noted, cut = (
        table("t", "T.", ROWS, (label("a"),), rest="The other 3 are in"),
        table("t", "T.", ROWS, (label("a"),), note="Bold: best.", rest="The other 3 are in"),
        table("t", "T.", many, (column("n"),), note="Bold: best."),
    )
    assert plain.note == ("The other 3 are in ", data_file("t"), ".")
    assert noted.note == ("Bold: best.", " The other 3 are in ", data_file("t"), ".")
    assert cut.note == ("Bold: best.", " The first 60 of 61 rows; all are in ", data_file("t"), ".")
    assert len(cut.rows) == MOST_ROWS
    assert table("t", "T.", ROWS, (label("a"),)).note == ()
