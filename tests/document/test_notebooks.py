"""In a notebook: figures show themselves, reports are light, progress is seen and leaves nothing behind."""

from __future__ import annotations

import io
import re
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import polars as pl
import pypdfium2
import pytest
from matplotlib.figure import Figure
from PIL import Image

import benchreport as br
from benchreport.document.stages import stage
from benchreport.errors import OptionError


@pytest.fixture(scope="module")
def scores() -> pl.DataFrame:
    return br.read_scores(br.example("demsar2006_auc.csv"))


@pytest.fixture(scope="module")
def report(scores: pl.DataFrame) -> br.Report:
    return br.report(scores)


@pytest.mark.parametrize("kind", ["cd", "box", "all_results"])
def test_a_figure_is_its_own_picture(kind: str, scores: pl.DataFrame) -> None:
    figure = br.plot(kind, scores)
    assert isinstance(figure, Figure)
    png, size = figure._repr_png_()  # type: ignore[attr-defined]
    picture = Image.open(io.BytesIO(png))
    assert picture.width / picture.height == pytest.approx(size["width"] / size["height"], rel=0.02)
    assert len(np.unique(np.asarray(picture.convert("L")))) > 10
    assert len(png) < 200_000


def words_in(pdf: bytes) -> str:
    return str(pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_range())


def test_a_figure_is_drawn_in_the_axes_of_another(scores: pl.DataFrame) -> None:
    outer = Figure(figsize=(9, 4))
    left, right = outer.subplots(1, 2)
    right.plot([0, 1], [0, 1])
    assert br.plot("cd", scores, ax=left) is outer
    stream = io.BytesIO()
    outer.savefig(stream, format="pdf")
    for name in ("C4.5+m+cf", "2.93", "better"):  # texts, not pixels
        assert name in words_in(stream.getvalue())
    for dpi in (72, 200):
        picture = io.BytesIO()
        outer.savefig(picture, format="png", dpi=dpi)
        ink = np.asarray(Image.open(picture).convert("L")) < 128
        box = left.get_position()
        inside = np.zeros_like(ink)
        high, wide = ink.shape
        inside[round((1 - box.y1) * high) : round((1 - box.y0) * high), round(box.x0 * wide) : round(box.x1 * wide)] = (
            True
        )
        frame = right.get_position()
        beside = np.arange(wide) < (frame.x0 - 0.05) * wide
        assert (ink & inside).sum() > 100
        assert (ink & ~inside & beside).sum() == 0


def test_a_figure_that_does_not_fit_its_axes_is_refused(scores: pl.DataFrame) -> None:
    with pytest.raises(OptionError, match="inches, and the axes are") as problem:
        br.plot("cd", scores, ax=Figure(figsize=(2, 0.5)).subplots())
    assert "figsize" in problem.value.hint


def test_a_report_is_one_line(report: br.Report) -> None:
    assert repr(report) == "<Report 'Four algorithms on 14 datasets': 8 sections, 4 tables, 4 figures>"
    assert repr(report.show()) == repr(report)


def test_a_notebook_gets_the_answer_and_the_board_and_no_megabyte(report: br.Report) -> None:
    page = report._repr_html_()
    assert len(page) < 20_000
    assert "No algorithm is clearly best" in page
    standings = next(
        block for part in report.sections for block in part.blocks if getattr(block, "id", "") == "standings"
    )
    for row in standings.rows:  # type: ignore[union-attr]
        assert all(re.sub(r"\s", "", cell.text) in re.sub(r"\s", "", page) for cell in row)
    assert "<script" not in page
    assert "()" not in page.replace("show()", "")
    whole = report.show(height=400)._repr_html_()
    assert whole.startswith("<iframe")
    assert "height:400px" in whole


def test_names_stay_text_in_a_notebook(hostile: br.Report) -> None:
    assert "<script" not in hostile._repr_html_()


class Cell:
    """What a cell of a notebook shows, as IPython keeps it."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def display(self, bundle: Any, **_: Any) -> Cell:
        return self.update(bundle)

    def update(self, bundle: Any, **_: Any) -> Cell:
        self.texts.append(bundle["text/plain"])
        return self


def test_progress_is_shown_in_a_notebook_and_vanishes(scores: pl.DataFrame, monkeypatch: pytest.MonkeyPatch) -> None:
    cell = Cell()
    shell = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=object()), display=cell)
    monkeypatch.setitem(sys.modules, "IPython", shell)
    br.report(scores, sections=["answer", "results"])
    assert cell.texts[0] == cell.texts[-1] == ""
    assert [text for text in cell.texts if "results" in text]
    shell.get_ipython = lambda: SimpleNamespace(kernel=None)  # a terminal
    before = len(cell.texts)
    br.report(scores, sections=["results"])
    assert len(cell.texts) == before


def test_stages_without_a_listener_say_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    stage("reading")
    assert capsys.readouterr() == ("", "")
