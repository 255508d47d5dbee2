"""What every figure promises: texts inside the page and apart, numbers, words, the same bytes twice."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from benchreport.figures.kinds import KINDS
from benchreport.figures.plot import plot_data, words_of
from benchreport.figures.style import PAGE_WIDTH, paper, rendered
from tests.figures.cases import Case, all_cases

CASES = all_cases()
SLACK = 1.0  # dots at 100 dpi by which a letter may lean over
SMALLEST = 5.0  # points; below it print is not read

# The first case of a kind, which is the usual one, and the hostile one; the others are drawn by make long.
FIRST = {kind: name for kind, name, _ in reversed(CASES)}
every_case = pytest.mark.parametrize(
    ("kind", "case"),
    [
        pytest.param(
            kind, case, id=f"{kind}-{name}", marks=() if name in (FIRST[kind], "hostile") else pytest.mark.long
        )
        for kind, name, case in CASES
    ],
)


def drawn(kind: str, case: Case) -> tuple[pl.DataFrame, Figure]:
    make, options = case
    looks = KINDS[kind].draw.__annotations__
    numbers = plot_data(kind, make(), **{name: value for name, value in options.items() if name not in looks})
    return numbers, KINDS[kind].draw(numbers, **{name: value for name, value in options.items() if name in looks})


def texts(figure: Figure) -> list[tuple[Text, Bbox]]:
    """Return every text that is shown, with the box around its letters."""
    with paper():
        canvas = FigureCanvasAgg(figure)
        figure.set_dpi(100)
        canvas.draw()
        renderer = canvas.get_renderer()
        hidden = {label for axes in figure.findobj(Axes) for label in hidden_labels(axes)}
        visible = [text for text in figure.findobj(Text) if text.get_visible() and text.get_text().strip()]
        boxes = [(text, text.get_window_extent(renderer)) for text in visible if text not in hidden]
    return [(text, box) for text, box in boxes if box.width > 0 and box.height > 0]


def hidden_labels(axes: Axes) -> set[Text]:
    """Return the texts of an axes that are not drawn."""
    if not axes.get_visible() or not axes.axison:
        # Without its axis, an axes shows the texts put into it but no ticks and no labels.
        return {text for text in axes.findobj(Text) if text.axes is axes} - {*axes.texts, axes.title}
    hidden = set()
    for axis in (axes.xaxis, axes.yaxis):
        low, high = sorted(axis.get_view_interval())
        for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
            inside = low - 1e-9 <= tick.get_loc() <= high + 1e-9
            if not inside or not axis.get_visible() or not tick.get_visible():
                hidden |= {tick.label1, tick.label2}
    return hidden


def overlaps(boxes: list[Bbox]) -> np.ndarray:
    """Return the depth in dots by which every two boxes overlap, 0 if they do not; each pair stands in it once."""
    x0, y0, x1, y1 = np.array([box.extents for box in boxes]).T
    wide = np.minimum.outer(x1, x1) - np.maximum.outer(x0, x0)
    high = np.minimum.outer(y1, y1) - np.maximum.outer(y0, y0)
    return np.triu(np.minimum(wide, high).clip(0), k=1)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_figure_has_cases(kind: str) -> None:
    assert {name for which, name, _ in CASES if which == kind} >= {"hostile"}


@every_case
def test_every_text_lies_inside_the_page_apart_from_the_others_and_the_words_fit(kind: str, case: Case) -> None:
    numbers, figure = drawn(kind, case)
    check_texts(figure)
    check_words(numbers, words_of(kind, numbers))


def check_texts(figure: Figure) -> None:
    width, height = figure.get_size_inches() * 100
    visible = texts(figure)
    assert visible
    assert width <= PAGE_WIDTH * 100 + 0.01
    assert height <= 920
    outside = [
        text.get_text()
        for text, box in visible
        if box.x0 < -SLACK or box.y0 < -SLACK or box.x1 > width + SLACK or box.y1 > height + SLACK
    ]
    assert outside == []
    # Descenders of one line may come near to the next: boxes are a little higher than letters.
    pairs = np.argwhere(overlaps([box for _, box in visible]) > 2.5)
    meeting = [(visible[first][0].get_text(), visible[second][0].get_text()) for first, second in pairs]
    assert meeting == []
    assert min(text.get_fontsize() for text, _ in visible) >= SMALLEST


def check_words(numbers: pl.DataFrame, words: str) -> None:
    assert numbers.height > 0
    assert words.endswith(".")
    assert 40 <= len(words) <= 1500
    assert "nan" not in words.lower().split()
    assert "None" not in words.split()
    for name, dtype in numbers.schema.items():
        if dtype.is_float():
            assert not numbers[name].is_nan().any(), name


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_numbers_give_the_same_bytes_and_text_stays_text_in_svg_and_is_embedded_in_pdf(kind: str) -> None:
    case = next(case for which, _, case in CASES if which == kind)
    draw = KINDS[kind].draw
    numbers, first = drawn(kind, case)
    second = draw(numbers, **{name: value for name, value in case[1].items() if name in draw.__annotations__})
    svg, pdf = rendered(first, "svg"), rendered(first, "pdf")
    assert svg == rendered(second, "svg")
    assert b"<text" in svg
    assert b"/FontFile2" in pdf
    assert pdf.startswith(b"%PDF-")
