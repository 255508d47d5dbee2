"""Figures and formulas as operators of a page: they look as WeasyPrint draws them; other pictures are left to it."""

from __future__ import annotations

import io
from base64 import b64encode
from typing import Any

import numpy as np
import pypdfium2
import pytest
from matplotlib.figure import Figure

import benchreport as br
from benchreport.document.formats.drawings import Letters, drawing_of, outline_of
from benchreport.document.model.blocks import figures_of
from benchreport.figures.style import rendered

weasyprint = pytest.importorskip("weasyprint")
LETTERS = Letters(font_config=None)


def drawing(*, hatch: str = "", title: str = "A title, with € 5", **changes: Any) -> bytes:
    """Return a figure with lines, dashes, marks, areas, and texts on every side, at an angle and on end."""
    figure = Figure(figsize=(3, 2))
    axes = figure.subplots()
    axes.plot([0, 1, 2], [0, 3, 1], "o-", color="#0b4f8a", markeredgecolor="#d55e00", **changes)
    axes.plot([0, 1, 2], [2, 0, 2], "--", linewidth=2, alpha=0.5, solid_capstyle="round")
    axes.bar([0.5, 1.5], [1, 2], width=0.3, hatch=hatch, alpha=0.4, linewidth=0)
    axes.scatter([0.2, 1.8], [2.5, 2.5], s=[20, 60], marker="^", alpha=0.3, linewidths=0)
    axes.set_title(title, ha="right")
    axes.text(1, 2, "turned", rotation=30, ha="center")
    axes.set_ylabel("on end")
    return rendered(figure, "svg")


def pixels(source: str, images: dict[str, Any] | None, font_config: Any) -> Any:
    page = f'<style>@page{{size:90mm 60mm;margin:2mm}}img{{display:block}}</style><img alt="x" src="{source}">'
    content = weasyprint.HTML(string=page).write_pdf(font_config=font_config, cache=images)
    image = pypdfium2.PdfDocument(io.BytesIO(content))[0].render(scale=3).to_pil().convert("L")
    return np.asarray(image).astype(int)


@pytest.mark.parametrize("changes", [{}, {"markeredgewidth": 0}, {"markersize": 12, "markevery": 2}])
def test_a_figure_looks_as_the_library_draws_it(changes: dict[str, Any]) -> None:
    font_config = weasyprint.text.fonts.FontConfiguration()
    svg = drawing(**changes)
    image = drawing_of(svg, Letters(font_config=font_config))
    assert image is not None
    ours = pixels("figure:1", {"figure:1": image}, font_config)
    theirs = pixels(f"data:image/svg+xml;base64,{b64encode(svg).decode()}", None, font_config)
    assert (theirs < 128).mean() > 0.01
    # At the edges of clips a row of pixels may be lighter.
    assert (np.abs(ours - theirs) > 32).mean() < 0.001


def test_other_elements_are_left_to_the_library() -> None:
    usual = drawing()
    assert drawing_of(usual, LETTERS) is not None
    assert drawing_of(drawing(hatch="//"), LETTERS) is None
    assert drawing_of(drawing(title="$x^2$"), LETTERS) is None
    assert drawing_of(usual.replace(b"<g id", b'<g opacity="0.5" id', 1), LETTERS) is None
    assert drawing_of(usual.replace(b"rotate(-0", b"skewX(-0", 1), LETTERS) is None
    assert drawing_of(drawing(markeredgewidth=1, alpha=0.5), LETTERS) is not None
    assert drawing_of(b"<svg", LETTERS) is None


def test_figures_of_a_usual_report_are_drawn_here() -> None:
    report = br.report(br.read(br.example("demsar2006_auc.csv")))
    assert all(drawing_of(figure.svg, LETTERS) for figure in figures_of(report))


def test_curves_of_formulas_are_raised_to_cubic_ones() -> None:
    outline = outline_of("0 -10 20 10", "M0 0 Q3 3 6 0 L7 0 Z", "#1a1a1a")
    assert outline.operators == b"0 0 m\n2 2 4 2 6 0 c\n7 0 l\nh"
    assert outline.get_intrinsic_size(1, 12) == (None, None, 2)


def ink(page: str, images: dict[str, Any] | None, font_config: Any) -> Any:
    """Return what a page shows, cut at its edges."""
    content = weasyprint.HTML(string=f"<style>@page{{size:90mm 60mm}}</style>{page}").write_pdf(
        font_config=font_config, cache=images
    )
    dark = np.asarray(pypdfium2.PdfDocument(io.BytesIO(content))[0].render(scale=4).to_pil().convert("L")) < 128
    rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
    return dark[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


@pytest.mark.parametrize("name", ["عشوائي", "שלום עולם", "e\u0301te\u0301"], ids=["Arabic", "Hebrew", "accents"])
def test_names_read_from_the_right_are_shaped_and_in_order_in_figures(name: str) -> None:
    """As the words of the page, which Pango sets."""
    font_config = weasyprint.text.fonts.FontConfiguration()
    figure = Figure(figsize=(3, 2))
    figure.text(0.1, 0.5, name, fontfamily="DejaVu Sans", fontsize=20)
    image = drawing_of(rendered(figure, "svg"), Letters(font_config=font_config))
    drawn = ink('<img alt="x" src="figure:1">', {"figure:1": image}, font_config)
    written = ink(f'<p style="font:20pt DejaVu Sans">{name}</p>', None, font_config)
    height, width = np.minimum(drawn.shape, written.shape)
    assert np.abs(np.subtract(drawn.shape, written.shape)).max() <= 2
    assert (drawn[:height, :width] != written[:height, :width]).mean() < 0.1
