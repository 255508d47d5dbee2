"""Do the numbers of a table stand one under the other, with their marks, on pages they fit?"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfReader

import benchreport as br
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.cells import aligned, printed_columns, printed_rows, spaces
from benchreport.document.exhibits.columns import column
from benchreport.document.exhibits.paper import LANDSCAPE, PORTRAIT, line_of, parts_of, width_of, with_pages
from benchreport.document.formats.html import html_text
from benchreport.document.formats.latex import as_input, table_format
from benchreport.document.formats.markdown import markdown_files
from benchreport.document.model.blocks import Cell, Column, Report, Section, Table, tables_of

FIGURE_SPACE, POINT_SPACE = "\u2007", "\u2008"


def table(*rows: tuple[str | Cell, ...], align: str = "decimal", **more: object) -> Table:
    cells = [tuple(cell if isinstance(cell, Cell) else Cell(text=cell) for cell in row) for row in rows]
    heads = (Column(title="name", align="left"), *(Column(title="x", align=align) for _ in cells[0][1:]))  # type: ignore[arg-type]
    return Table(id="t", caption=("A table.",), columns=heads, rows=tuple(cells), frame=pl.DataFrame(), **more)  # type: ignore[arg-type]


def report_of(*tables: Table) -> Report:
    return Report(title="T", sections=(Section(id="s", title="S", blocks=tables),))


def printed(table: Table) -> list[list[dict[str, Any]]]:
    """Return the cells of a table as they are printed, row by row."""
    return printed_rows(str, table, printed_columns(str, table))


def after_the_point(texts: list[str]) -> list[int]:
    """Count what stands after the decimal sign of each cell, blanks included."""
    return [sum(len(piece.text) for piece in cell.after) for cell in aligned(texts)]


# Where the decimal sign stands


def test_shorter_numbers_are_filled_with_blanks_as_wide_as_figures() -> None:
    rows = printed(table(("a", "0.812"), ("b", "0.5"), ("c", "12"), ("d", "—")))
    assert [row[1]["blank"] for row in rows] == [
        "",
        2 * FIGURE_SPACE,
        POINT_SPACE + 3 * FIGURE_SPACE,
        POINT_SPACE + 3 * FIGURE_SPACE,
    ]
    assert [row[1]["text"] for row in rows] == ["0.812", "0.5", "12", "—"]


def test_a_small_p_value_has_its_sign_in_front_and_aligns() -> None:
    cells = aligned(["0.0312", "< 0.001", "1"])
    assert [cell.before for cell in cells] == ["0", "< 0", "1"]
    assert after_the_point(["0.0312", "< 0.001", "1"]) == [5, 5, 5]


def test_both_numbers_of_mean_and_deviation_align_and_a_lone_mean_leaves_room() -> None:
    cells = printed(table(("a", "0.812 ± 0.046"), ("b", "12.8 ± 11.04"), ("c", "5.812")))
    assert cells[0][1]["text"] == f"0.812 ± {FIGURE_SPACE}0.046"
    assert cells[1][1]["text"] == f"12.8{2 * FIGURE_SPACE} ± 11.04"
    assert cells[2][1]["blank"] == spaces(" ± 11.046")
    assert len(set(after_the_point(["0.812 ± 0.046", "12.8 ± 11.04", "5.812"]))) == 1


def test_the_limits_of_intervals_align_whatever_their_signs() -> None:
    first, second = aligned(["[−0.01, 0.20]", "[0.10, −0.05]"])
    assert [piece.text for piece in first.after if piece.blank] == ["−"]
    assert [piece.text for piece in second.after if piece.blank] == []


@pytest.mark.parametrize("text", ["C4.5", "kNN (k=3)", "6 of 15", "2026a", ""])
def test_words_are_left_alone(text: str) -> None:
    (cell, _) = aligned([text, "0.25"])
    assert cell.before == text
    assert cell.after == ()


@given(st.lists(st.decimals(-9999, 9999, places=3, allow_nan=False).map(lambda d: f"{d.normalize():f}"), min_size=1))
def test_any_numbers_align_and_none_is_changed(texts: list[str]) -> None:
    assert len(set(after_the_point(texts))) == 1
    seen = [cell.before + "".join(piece.text for piece in cell.after if not piece.blank) for cell in aligned(texts)]
    assert seen == texts


def test_numbers_made_by_the_report_align_by_default() -> None:
    report = br.report(br.read_scores(br.example("demsar2006_auc.csv")), sections=["all"])
    (pairs,) = [table for table in tables_of(report) if table.id == "pairs-auc"]
    of = {column.title: place for place, column in enumerate(pairs.columns)}
    assert pairs.columns[of["p (Nemenyi)"]].align == "decimal"
    assert len(set(after_the_point([row[of["p (Nemenyi)"]].text for row in pairs.rows]))) == 1


def test_html_and_markdown_show_the_same_blanks_without_markup_in_plain_cells() -> None:
    one = report_of(table(("a", "0.812"), ("b", "0.5")))
    assert f">0.5{2 * FIGURE_SPACE}</td>" in html_text(one)
    assert f"| b | 0.5{2 * FIGURE_SPACE} |" in markdown_files(one, "files")[0]


def test_an_underline_ends_with_the_number_and_not_with_its_blanks() -> None:
    one = report_of(table(("a", "0.812"), ("b", Cell(text="0.5", emphasis="second"))))
    assert f'<span class="second">0.5</span>{2 * FIGURE_SPACE}' in html_text(one)
    assert f"<ins>0.5</ins>{2 * FIGURE_SPACE}" in markdown_files(one, "files")[0]


# What siunitx reads


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["0.812", "12.5"], "2.3"),
        (["−1,234.5", "0.25"], "-4.2"),
        (["14", "7"], "2"),
        (["< 1.001", "0.0312"], "<1.4"),
        (["< .001", ".031"], ""),
        (["1.23e−08", "4e+12"], "1.2e-2"),
        (["0.81 ± 0.05", "12.3"], "2.2 +- 1.2"),
        (["5, 15"], ""),
        (["—", "none"], ""),
    ],
    ids=["decimals", "sign", "counts", "less", "p-values", "powers", "spread", "two numbers", "words"],
)
def test_the_format_of_a_column_has_room_for_every_number(texts: list[str], expected: str) -> None:
    assert table_format(texts) == expected


def test_siunitx_is_given_plain_numbers() -> None:
    assert [as_input(text) for text in ("−1,234.5", "< 0.001", "1.23e−08", "0.81 ± 0.05", "—", "C4.5")] == [
        "-1234.5",
        "<0.001",
        "1.23e-8",
        "0.81+-0.05",
        "",
        "",
    ]


# Marks and the row of ranks


def test_the_mean_ranks_of_the_leaderboard_and_the_dataset_table_are_the_same() -> None:
    report = br.report(br.read_scores(br.example("demsar2006_auc.csv")), sections=["all"])
    tables = {table.id: table for table in tables_of(report)}
    foot = dict(zip([c.title for c in tables["complete-auc"].columns], tables["complete-auc"].rows[-1], strict=True))
    for row in tables["board"].rows:
        assert foot[row[0].text].text == row[2].text


def test_marks_and_a_foot_come_into_every_form() -> None:
    heads = (Column(title="dataset", align="left"), Column(title="kNN"))
    rows = ((Cell(text="iris"), Cell(text="0.91", sup="▴")), (Cell(text="mean rank"), Cell(text="1.50")))
    made = report_of(Table(id="marked", caption=("Marked.",), columns=heads, rows=rows, frame=pl.DataFrame(), foot=1))
    assert "<sup>▴</sup></td>" in html_text(made)
    assert "<sup>▴</sup> |" in markdown_files(made, "files")[0]
    assert "<tfoot>" in html_text(made)


# Tables too broad for a page


def broad(columns: int, group: int = 0) -> Table:
    heads = [Column(title=f"algorithm {n:02}", group=f"metric {n // group}" if group else "") for n in range(columns)]
    row = (Cell(text="a dataset"), *(Cell(text=f"0.{n:02}") for n in range(columns)))
    return Table(
        id="broad",
        caption=("All of them.",),
        columns=(Column(title="dataset", align="left"), *heads),
        rows=(row, row),
        frame=pl.DataFrame(),
        note=("A note.",),
        wide=True,
    )


def test_a_broad_table_is_split_and_every_part_names_its_rows_and_fits() -> None:
    parts = parts_of(broad(40))
    assert len(parts) > 1
    assert [part.rows[0][0].text for part in parts] == ["a dataset"] * len(parts)
    assert all(width_of(part.columns, part.rows) <= LANDSCAPE for part in parts)
    assert [column.title for part in parts for column in part.columns[1:]] == [f"algorithm {n:02}" for n in range(40)]
    assert [part.note for part in parts] == [()] * (len(parts) - 1) + [("A note.",)]


def test_columns_under_one_heading_stay_together() -> None:
    for part in parts_of(broad(40, group=4)):
        groups = [column.group for column in part.columns[1:]]
        assert all(groups.count(group) == 4 for group in groups)


def of_nine_figures(columns: int) -> Table:
    names = [f"c{n}" for n in range(columns)]
    frame = pl.DataFrame({name: ["123456789"] for name in names})
    return exhibits.table("t", "T.", frame, [column(name, "n", align="right") for name in names])


def test_a_table_too_broad_is_set_smaller_before_it_is_turned() -> None:
    tables = [of_nine_figures(n) for n in (9, 10, 12, 14)]
    assert width_of(tables[0].columns, tables[0].rows) <= PORTRAIT < width_of(tables[1].columns, tables[1].rows)
    assert [table.wide for table in tables] == [False, False, False, True]
    settings = [re.search(r'class="exhibit table(.*?) short', html_text(report_of(table))) for table in tables]
    assert [setting[1] if setting else None for setting in settings] == ["", " snug", " tight", " wide"]


def test_a_tight_table_fits_the_page_across(tmp_path: Path) -> None:
    report_of(of_nine_figures(12)).write(tmp_path / "x.pdf")
    (page,) = [one for one in PdfReader(tmp_path / "x.pdf").pages if "123456789" in one.extract_text()]
    places: list[float] = []

    def note(text: str, page_scale: list[float], place: list[float], *_: object) -> None:
        if "123456789" in text:
            places.append(page_scale[0] * place[4])

    page.extract_text(visitor_text=note)
    assert page.mediabox.width < page.mediabox.height
    margin, number = 21 / 25.4 * 72, 9 * 3.65  # a figure is half as broad as the type is high
    assert len(places) == 12
    assert max(places) + number < float(page.mediabox.width) - margin


def test_a_table_that_fits_is_left_as_it_is() -> None:
    small = broad(4)
    assert parts_of(small) == [small]
    upright = replace(broad(40), wide=False)
    assert parts_of(upright) == [upright]


def test_the_parts_of_a_table_bear_one_number_and_say_that_they_continue(tmp_path: Path) -> None:
    after = replace(broad(3), id="next", wide=False)
    path = report_of(broad(40), after).write(tmp_path / "r.pdf")
    text = " ".join(page.extract_text() for page in PdfReader(path).pages)
    assert "Table 1. All of them." in text
    assert "Table 1 (continued). All of them." in text
    assert "Table 2. All of them." in text
    assert "Table 3" not in text
    assert "algorithm 39" in text.replace("\n", " ")


# Pages and lists


def test_only_what_is_out_of_sight_is_given_its_page(demsar: pl.DataFrame) -> None:
    report = with_pages(br.report(demsar, sections=["all"]))
    (summary, comparison) = [part for part in report.sections if part.id in ("summary", "comparison-auc")]
    assert "kind='page', text='comparison-auc'" in str(summary.blocks)
    assert "kind='page'" not in str(next(block for block in comparison.blocks if "ranks-auc" in str(block)))


def test_a_line_of_a_list_is_one_short_sentence() -> None:
    assert line_of(("Do they differ? Rank tests for auc.",)) == "Do they differ? Rank tests for auc"
    long = line_of(("word " * 50,))
    assert long.endswith("…")
    assert len(long) <= 100
