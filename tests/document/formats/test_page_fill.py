"""Pages that are filled: what moves and what does not, how much of a page is empty, nothing wider than the page."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any
from xml.etree.ElementTree import Element

import numpy as np
import polars as pl
import pypdfium2
import pytest
from pypdf import PdfReader

import benchreport as br
from benchreport.document.formats import pdf as pdf_format
from benchreport.document.formats.html import html_text
from benchreport.document.formats.pagination import Piece, Typesetter, best_plan, natural_plan
from benchreport.document.formats.pdf import pdf_bytes
from benchreport.document.model.blocks import (
    Block,
    Cell,
    Column,
    Figure,
    Look,
    Mark,
    Report,
    Section,
    Table,
    Text,
    drawn,
)
from benchreport.resources import resource

ROOMS = (1000.0, 1000.0)
EMPTIEST = 0.4
# The foot of the text and the head of it on other pages than the first, in shares of the page's height.
TOP, FOOT = 25 / 297, 277 / 297


def piece(tag: str, height: float, role: str = "whole", *, section: str = "results", least: float = 0.0) -> Piece:
    movable = role == "whole" and tag in ("figure", "div") and section != "answer"
    return Piece(
        element=Element(tag, {"id": "x"}),
        role=role,  # type: ignore[arg-type]
        height=height,
        step=20.0,
        least=least or height,
        section=section,
        movable=movable,
    )


def order_of(*pieces: Piece) -> list[int]:
    return list(best_plan(pieces, ROOMS).order)


# What moves


def test_a_figure_that_does_not_fit_waits_until_the_text_behind_it_is_placed() -> None:
    assert order_of(piece("p", 700, "text"), piece("figure", 400), piece("p", 250, "text")) == [0, 2, 1]


def test_what_fits_stays_where_it_was_written() -> None:
    assert order_of(piece("p", 300, "text"), piece("figure", 400), piece("p", 250, "text")) == [0, 1, 2]


def test_figures_never_overtake_figures_nor_tables_tables() -> None:
    first = [piece("p", 700, "text"), piece("figure", 400), piece("figure", 200), piece("p", 300, "text")]
    order = order_of(*first)
    assert order.index(1) < order.index(2)
    assert order_of(piece("p", 700, "text"), piece("figure", 400), piece("div", 250)) == [0, 2, 1]


def test_nothing_moves_out_of_the_answer_and_nothing_into_the_complete_tables() -> None:
    answer = [piece("p", 700, "text", section="answer"), piece("figure", 400, section="answer")]
    assert order_of(*answer, piece("p", 250, "text")) == [0, 1, 2]
    head = piece("h2", 30, "head", section="tables")
    table = piece("div", 200, "rows", section="tables")
    assert order_of(piece("p", 750, "text"), piece("figure", 400), head, table) == [0, 1, 2, 3]


def test_a_section_begins_before_an_exhibit_only_where_much_of_a_page_would_be_empty() -> None:
    head, text = piece("h2", 30, "head", section="next"), piece("p", 300, "text", section="next")
    assert order_of(piece("p", 850, "text"), piece("figure", 400), head, text) == [0, 1, 2, 3]
    assert order_of(piece("p", 450, "text"), piece("figure", 600), head, text) == [0, 2, 3, 1]


def test_a_head_is_never_parted_from_what_follows_it() -> None:
    pieces = [piece("p", 700, "text"), piece("figure", 400), piece("h3", 30, "head"), piece("p", 250, "text")]
    order = order_of(*pieces)
    assert order.index(3) == order.index(2) + 1


def test_a_figure_is_drawn_lower_where_it_then_fits() -> None:
    plan = best_plan([piece("p", 700, "text"), piece("figure", 350, least=250), piece("div", 900)], ROOMS)
    assert plan.order == (0, 1, 2)
    ((place, height),) = plan.heights
    assert place == 1
    assert 250 <= height <= 300


def test_many_exhibits_are_planned_in_good_time_and_each_once() -> None:
    pieces = [
        piece(("p", "figure", "div")[n % 3], 150 + 53 * (n % 7), "text" if n % 3 == 0 else "whole") for n in range(90)
    ]
    assert sorted(order_of(*pieces)) == list(range(90))


# The page


def prose(lines: int) -> Text:
    return Text(kind="paragraph", words=("Words of a line that go on to its end and a little further. " * lines,))


def picture(name: str) -> Figure:
    values = pl.DataFrame({"algorithm": list("AB") * 9, "dataset": [f"d{n // 2}" for n in range(18)]})
    table = values.with_columns(value=pl.int_range(pl.len()) % 7 / 7, metric=pl.lit("accuracy"))
    numbers = br.figures.kinds.kind_of("box").data(br.scores(table))
    return drawn("box", numbers, id=name, caption="Boxes. One each.")


def grid(name: str, columns: int, rows: int = 4, wide: int = 6) -> Table:
    heads = (Column(title="dataset", align="left"), *(Column(title=f"c{n}") for n in range(columns)))
    line = (Cell(text="set"), *(Cell(text="0." + "1" * wide) for _ in range(columns)))
    return Table(id=name, caption=("Values. All.",), columns=heads, rows=(line,) * rows, frame=pl.DataFrame())


def report_of(*blocks: Block) -> Report:
    return Report(title="T", sections=(Section(id="results", title="Results", blocks=blocks),))


def gaps(content: bytes) -> list[float]:
    """Compute which share of the text area is empty at the foot of each page, from its pixels."""
    document = pypdfium2.PdfDocument(content)
    shares = []
    for number in range(len(document)):
        grey = document[number].render(scale=0.5, grayscale=True).to_numpy()
        top, foot = round(TOP * len(grey)), round(FOOT * len(grey))
        inked = np.flatnonzero(grey[top:foot].min(axis=1) < 200)
        shares.append(1 - max(inked, default=0) / (foot - top))
    document.close()
    return shares


def test_a_page_is_filled_by_what_follows_an_exhibit_that_does_not_fit() -> None:
    blocks: Sequence[Block] = (prose(46), grid("t", 3, rows=14), prose(6), prose(6), prose(4))
    content, complaints = pdf_bytes(report_of(*blocks))
    assert complaints == []
    assert gaps(content)[0] < 0.15
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]
    assert "Table 1. Values." in pages[1]


def test_a_short_table_is_not_broken() -> None:
    for lines in range(36, 60, 6):
        content, _ = pdf_bytes(report_of(prose(lines), grid("t", 3, rows=14)))
        pages = [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]
        assert [text.count("0.111111") for text in pages if "0.111111" in text] == [14 * 3]


def test_the_same_report_has_the_same_bytes() -> None:
    report = report_of(prose(46), grid("t", 3, rows=14), prose(6), prose(6), prose(4))
    assert pdf_bytes(report) == pdf_bytes(report)


def test_it_is_laid_out_twice_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    layouts: list[Element] = []
    usual = pdf_format.laid_out

    def counted(page: str, typesetter: Typesetter, stretches: Any) -> Any:
        def counting(tree: Element) -> Any:
            layouts.append(tree)
            return typesetter.render(tree)

        return usual(page, replace(typesetter, render=counting), stretches)

    monkeypatch.setattr(pdf_format, "laid_out", counted)
    pdf_bytes(report_of(prose(3), grid("t", 3)))
    assert len(layouts) == 1
    pdf_bytes(report_of(prose(46), grid("t", 3, rows=14), prose(6), prose(6), prose(4)))
    assert len(layouts) == 3


def test_columns_are_balanced_in_the_last_layout_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    layouts: list[list[str]] = []
    usual = pdf_format.laid_out

    def counted(page: str, typesetter: Typesetter, stretches: Any) -> Any:
        def counting(tree: Element) -> Any:
            layouts.append(
                [element.get("class", "") for element in tree.iter("div") if "two" in element.get("class", "")]
            )
            return typesetter.render(tree)

        return usual(page, replace(typesetter, render=counting), stretches)

    monkeypatch.setattr(pdf_format, "laid_out", counted)
    words = tuple(Section(id=name, title=name, blocks=(prose(40),)) for name in ("results", "methods"))
    pdf_bytes(Report(title="T", sections=words))
    assert layouts == [["twofold draft"], ["twofold"]]


def test_where_little_is_gained_everything_stays_as_it_was_written() -> None:
    pieces = [piece("p", 700, "text"), piece("figure", 400), piece("p", 250, "text")]
    plan = natural_plan(pieces, ROOMS)
    assert plan.order == (0, 1, 2)
    assert plan.left == (300,)
    assert plan.used == 650


@pytest.mark.long
def test_of_a_large_report_long_tables_laid_out_cell_by_cell_are_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    layouts: list[int] = []
    usual = pdf_format.laid_out

    def counted(page: str, typesetter: Typesetter, stretches: Any) -> Any:
        def counting(tree: Element) -> Any:
            layouts.append(len(list(tree.iter("td"))))
            return typesetter.render(tree)

        return usual(page, replace(typesetter, render=counting), stretches)

    monkeypatch.setattr(pdf_format, "laid_out", counted)
    sheet = resource("templates", "styles/paper.css").read_text("utf8")
    look = Look(templates={"styles/paper.css": sheet})  # of one's own, so that no rows are set in blocks
    content, _ = pdf_bytes(replace(report_of(prose(3), grid("t", 10, rows=401, wide=3)), look=look))
    assert layouts == [40 * 10, 401 * 10]
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    assert text.count("0.111") == 401 * 10


def test_a_table_wider_than_the_page_is_set_smaller_and_told_of_if_that_does_not_help() -> None:
    _, complaints = pdf_bytes(report_of(grid("t", 9, wide=9)))
    assert complaints == []
    _, complaints = pdf_bytes(report_of(grid("t", 14, wide=14)))
    assert complaints == ["t is wider than the page"]


@pytest.mark.parametrize("name", ["demsar2006_auc.csv", pytest.param("small_study_5x2.csv", marks=pytest.mark.long)])
def test_no_page_of_the_standard_report_is_more_than_two_fifths_empty(name: str) -> None:
    content, _ = pdf_bytes(br.report(br.read_scores(br.example(name)), sections=["standard"]))
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]
    complete = next((n for n, text in enumerate(pages) if "Every result" in text), len(pages))
    sparse = {n: share for n, share in enumerate(gaps(content)[:-1], 1) if share > EMPTIEST and n != complete}
    assert sparse == {}


@pytest.mark.parametrize(
    ("text", "unbroken"),
    [
        ("It leads by 0.02 [0.01, 0.03] or (0, 0.04].", ["[0.01, 0.03]", "(0, 0.04]"]),
        ("A difference (p = .062) at 95 % of them.", ["p = .062", "95 %"]),
        ("With p < .001 and the adjusted p-values.", ["p < .001", "p"]),
        ("A table of 4 algorithms, 14 datasets.", []),
        ("Version C4.5 of 2006 on e.g. 3.", []),
    ],
)
def test_what_reads_as_one_number_is_not_broken_over_lines(text: str, unbroken: list[str]) -> None:
    page = html_text(report_of(Text(kind="paragraph", words=(text,))))
    flat = re.sub(r'<span class="math"><i>(.*?)</i></span>', r"\1", page)
    spans = re.findall(r'<span class="unbroken">(.*?)</span>', flat)
    assert [span.replace("&lt;", "<") for span in spans] == unbroken


def test_a_symbol_stays_with_its_value() -> None:
    page = html_text(report_of(Text(kind="paragraph", words=("Here ", Mark("math", "F"), " = ", "4.59", ", df = 3."))))
    assert "<i>F</i></span> = 4.59</span>" in page
