"""No data line of a CSV file is lost: it is a row, or an error that names it."""

from __future__ import annotations

import csv
import io
import random
import re
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.errors import ReadError
from benchreport.tables.reading.delimited import separator_of
from benchreport.tables.reading.read import read_frame

TABLES = 3200
SEPARATORS = ",;\t|"
PIECES = ("SVM", "kNN", "5", " wide", "ä", "漢", "'", "-", ".", "x")
NAMED_LINE = re.compile(r"\bline(s)? \d+")


def cell(rng: random.Random, *strange: str, often: float = 0.1) -> str:
    """Make a text that no reader takes for a number: it begins with a letter unless it begins with a mark."""
    words = "".join(
        rng.choice(strange) if rng.random() < often else rng.choice(PIECES) for _ in range(rng.randint(1, 4))
    )
    return words if words.startswith('"') else f"t{words}"


def stray_table(rng: random.Random) -> str:
    """Join cells by hand, with quotation marks wherever they fall."""
    separator, end = rng.choice(SEPARATORS), rng.choice(["\n", "\r\n"])
    width, height = rng.randint(2, 5), rng.randint(1, 8)
    often = rng.choice([0.02, 0.05, 0.2])
    header = [f"{cell(rng, chr(34), often=often)}{place}" for place in range(width)]
    rows = [[cell(rng, '"', often=often) for _ in range(width)] for _ in range(height)]
    return end.join([separator.join(row) for row in [header, *rows]] + ([""] if rng.random() < 0.8 else []))


def proper_table(rng: random.Random) -> tuple[str, str, list[list[str]]]:
    """Write cells as a spreadsheet does: the text, its separator, and the cells."""
    separator = rng.choice(SEPARATORS)
    width, height = rng.randint(2, 5), rng.randint(1, 8)
    strange = ('"', '""', separator) if rng.random() < 0.7 else ('"', separator, "\n")
    rows = [[cell(rng, *strange, often=0.15) for _ in range(width)] for _ in range(height)]
    header = [f"t{place}{cell(rng, chr(34), often=0.2)}" for place in range(width)]
    text = io.StringIO(newline="")
    quoting = rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    csv.writer(text, delimiter=separator, lineterminator=rng.choice(["\n", "\r\n"]), quoting=quoting).writerows(
        [header, *rows]
    )
    return text.getvalue(), separator, [header, *rows]


def attempt(path: Path) -> tuple[pl.DataFrame | None, str]:
    """Read a table, or give what is wrong with it."""
    try:
        return read_frame(path), ""
    except ReadError as problem:
        return None, problem.problem


def as_python_reads(text: str, separator: str) -> list[list[str | None]]:
    """Give the cells as Python's csv reads them; an empty one is missing."""
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    return [[text or None for text in row] for row in rows if row]


@pytest.mark.long
def test_no_row_of_thousands_of_tables_with_stray_marks_is_lost(tmp_path: Path) -> None:
    rng = random.Random(20260114)
    path = tmp_path / "t.csv"
    accepted = 0
    for _ in range(TABLES):
        text = stray_table(rng)
        path.write_text(text, encoding="utf8", newline="")
        frame, problem = attempt(path)
        if frame is None:
            assert NAMED_LINE.search(problem), (text, problem)
            continue
        accepted += 1
        header, *rows = as_python_reads(text, separator_of(text.encode()))  # a mark may have hidden the one meant
        assert len(rows) == len(text.splitlines()) - 1, text  # what Python reads is every line too
        assert (frame.columns, [list(row) for row in frame.rows()]) == (header, rows), text
    assert accepted > TABLES / 4  # refusing everything would be no proof


def test_properly_written_tables_are_read_as_python_reads_them(tmp_path: Path) -> None:
    rng = random.Random(7)
    path = tmp_path / "t.csv"
    refusals = 0
    for _ in range(1000):
        text, separator, (header, *rows) = proper_table(rng)
        path.write_text(text, encoding="utf8", newline="")
        assert as_python_reads(text, separator) == [header, *rows]
        frame, problem = attempt(path)
        if frame is None:
            # A cell of several lines that are each as wide as the table may be a stray mark's doing.
            assert "are one row" in problem
            refusals += 1
            continue
        assert (frame.columns, [list(row) for row in frame.rows()]) == (header, rows), text
    assert refusals < 50


def test_a_stray_mark_in_a_cell_or_header_is_a_character_like_others(tmp_path: Path) -> None:
    (file := tmp_path / "t.csv").write_text(
        'dataset,SVM 5" wide,RF\nd1,0.1,0.2\nd2 9" long,0.3,0.4\nd3,0.5,0.6\nd4 3" long,0.7,0.8\n'
    )
    table = br.read_scores(file, metric="error")
    assert table["dataset"].unique().sort().to_list() == ["d1", 'd2 9" long', "d3", 'd4 3" long']
    assert table["algorithm"].unique().sort().to_list() == ["RF", 'SVM 5" wide']
    assert table["value"].sort().to_list() == [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]


def test_a_doubled_mark_in_a_header_is_one_mark(tmp_path: Path) -> None:
    (file := tmp_path / "t.csv").write_text('dataset,"SVM 5"" wide"\nd1,0.5\n')
    assert read_frame(file).columns == ["dataset", 'SVM 5" wide']


@pytest.mark.parametrize(
    ("lines", "named"),
    [
        (['"SVM,d1,0.1', "RF,d1,0.2"], r"line 2: a quotation mark is not closed"),
        (["RF,d1,0.2", '"SVM" 5,d1,0.1'], r"line 3: text follows the quotation mark"),
        (['"SVM,d1,0.1', "RF,d1,0.2", 'kNN",d1,0.3'], r"lines 2 to 4 are one row"),
        (["RF,d1,0.2", '"SVM,d1",0.1'], r"line 3: between quotation marks ',' separates nothing"),
        (["RF,d1,0.2", "SVM,d1,0.1,0.2"], r"line 3: 4 cells where the header has 3"),
        (["RF,d1,0.2", "", '"SVM",d1,0.1,0.2'], r"line 4: 4 cells where the header has 3"),
    ],
)
def test_a_line_that_is_no_row_is_named(tmp_path: Path, lines: list[str], named: str) -> None:
    (file := tmp_path / "t.csv").write_text("\n".join(["algorithm,dataset,error", *lines, ""]))
    with pytest.raises(ReadError, match=rf"'t\.csv', {named}"):
        read_frame(file)


def test_a_header_may_have_names_of_several_lines_but_swallows_no_row(tmp_path: Path) -> None:
    (file := tmp_path / "t.csv").write_text('dataset,"error\n(mean)"\nd1,0.5\n')
    assert read_frame(file).columns == ["dataset", "error\n(mean)"]
    file.write_text('dataset,"error\nd1,0.5\nd2,0.25",x\nd3,0.75\n')
    with pytest.raises(ReadError, match="lines 1 to 3 are one header"):
        read_frame(file)


@pytest.mark.parametrize("mark", ["", '"'])
def test_a_file_that_ends_within_a_line_is_refused(tmp_path: Path, mark: str) -> None:
    whole = f"algorithm,dataset,error\n{mark}RF{mark},d1,0.2\nSVM,d1,0.25\n"
    (file := tmp_path / "t.csv").write_text(whole[: whole.index(",0.25")])
    with pytest.raises(ReadError, match="ends within line 3, after 2 of 3 cells"):
        read_frame(file)


@pytest.mark.parametrize("mark", ["", '"'])
def test_blank_lines_are_no_rows_and_missing_last_cells_are_missing(tmp_path: Path, mark: str) -> None:
    text = f"\n\na,b,c\n\n{mark}x{mark},y,1\r\n\r\nz\n\n"
    (file := tmp_path / "t.csv").write_text(text, newline="")
    assert read_frame(file).rows() == [("x", "y", 1), ("z", None, None)]


def test_a_separator_inside_a_quoted_header_separates_nothing(tmp_path: Path) -> None:
    (file := tmp_path / "t.csv").write_text('"loss, mean, of all";dataset\n1;d1\n')
    assert read_frame(file).columns == ["loss, mean, of all", "dataset"]


def test_a_message_of_several_lines_in_a_cell_stays_one_cell(tmp_path: Path) -> None:
    (file := tmp_path / "t.csv").write_text('task,info,n\nd1,"Error:\nno memory",3\nd2,,4\n')
    assert read_frame(file).rows() == [("d1", "Error:\nno memory", 3), ("d2", None, 4)]
