"""Fonts, measures and files of all figures."""

from __future__ import annotations

import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import matplotlib
import matplotlib.style
import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_rgb
from matplotlib.figure import Figure
from matplotlib.textpath import text_to_path
from pypdf import PdfReader

import benchreport as br
from benchreport.errors import WriteError
from benchreport.figures import style
from benchreport.resources import resource
from tests.document.conftest import needs

HOSTILE = ["$a_b$", "\\frac{1}{2}", "a{b}_c^d", "100 %", "<b>&", "שלום", "مرحبا", "漢字", "e\u0301", "a\nb\tc\x00", ""]


def drawing(text: str = "C4.5") -> Figure:
    with style.paper():
        figure = Figure(figsize=(2, 1))
        axes = figure.add_axes((0, 0, 1, 1))
        axes.plot([0, 1], [0, 1])
        style.write(axes, 0.5, 0.5, text)
    return figure


def luminance(colour: str) -> float:
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)]
    return sum(w * c for w, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def test_the_users_own_settings_neither_leak_in_nor_get_lost() -> None:
    with matplotlib.rc_context({"font.size": 30, "axes.facecolor": "red"}):
        with style.paper():
            assert matplotlib.rcParams["font.size"] == 8
            assert matplotlib.rcParams["axes.facecolor"] == "white"
            assert matplotlib.rcParams["svg.fonttype"] == "none"
            assert matplotlib.rcParams["pdf.fonttype"] == 42
        assert matplotlib.rcParams["font.size"] == 30


def test_a_page_has_the_settings_of_a_style_upon_the_default_one() -> None:
    with matplotlib.rc_context({"font.size": 30, "figure.max_open_warning": 3, "toolbar": "None"}):
        own = {**style.PAPER, "axes.prop_cycle": matplotlib.cycler(color=style.PALETTE)}
        with matplotlib.style.context(["default", own]):
            expected = dict(matplotlib.rcParams)
        with style.paper(), style.paper():
            assert dict(matplotlib.rcParams) == expected


@pytest.mark.parametrize(("colour", "least"), [(style.INK, 7), (style.MUTED, 4.5), (style.CARE, 4.5)])
def test_text_colours_have_the_contrast_that_small_print_needs(colour: str, least: float) -> None:
    assert 1.05 / (luminance(colour) + 0.05) >= least


@pytest.mark.parametrize("text", ["RandomForest", "i" * 40, "W" * 40, "שלום עולם", "1.93"])
@pytest.mark.parametrize("weight", ["normal", "bold"])
def test_the_measured_width_is_the_drawn_width(text: str, weight: style.Weight) -> None:
    figure = Figure(figsize=(8, 1), dpi=200)
    artist = style.write(figure.add_axes((0, 0, 1, 1)), 0, 0, text, weight=weight)
    with style.paper():
        drawn = artist.get_window_extent(FigureCanvasAgg(figure).get_renderer()).width / 200
    assert style.text_width(text, weight=weight) == pytest.approx(drawn, rel=0.01, abs=0.01)


@given(text=st.text(st.characters(max_codepoint=0x24F), max_size=25), weight=st.sampled_from(["normal", "bold"]))
def test_the_measured_size_is_the_one_of_matplotlib_to_the_last_bit(text: str, weight: style.Weight) -> None:
    font = style._font(text, 7.5, weight)
    size = text_to_path.get_text_width_height_descent(style.legible(text), font, False)
    assert style.text_size(style.legible(text), font) == size
    assert style.text_width(text, weight=weight) == size[0] / 72


@pytest.mark.parametrize("inches", [0.3, 0.7, 1.1, 2.0])
@pytest.mark.parametrize(
    "text", ["x" * 120, "Model(depth=3, rate=0.1, rounds=500, size=31)", "漢字" * 12, "e\u0301" * 60]
)
def test_a_shortened_text_fits_and_keeps_both_ends(text: str, inches: float) -> None:
    short = style.shortened(text, inches, 8)
    assert style.text_width(short, 8) <= inches
    head, _, tail = short.partition("…")
    assert text.startswith(head)
    assert text.endswith(tail)
    assert len(short) < len(text)


def test_a_text_that_fits_stays() -> None:
    assert style.shortened("C4.5+m+cf", style.text_width("C4.5+m+cf")) == "C4.5+m+cf"


def test_names_that_differ_in_the_middle_only_stay_different() -> None:
    names = [f"{'same-beginning-' * 5}{kind}{'-same-end' * 5}" for kind in ("deep", "flat", "flat-wide", "x")]
    short = style.fitted(names, 1.3)
    assert len(set(short)) == 4
    assert all(style.text_width(text) <= 1.3 for text in short)
    assert style.fitted(["A", "B", "A"], 1.3) == ["A", "B", "A"]


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
def test_any_name_is_drawn_without_complaint(text: str, form: style.Format, caplog: pytest.LogCaptureFixture) -> None:
    assert style.rendered(drawing(text), form)
    assert not caplog.records


def test_signs_of_mathematics_are_shown_as_written() -> None:
    svg = style.rendered(drawing("$x_1$ \\alpha {y}^2"), "svg").decode()
    assert ">$x_1$ \\alpha {y}^2</text>" in svg


def test_tick_labels_are_shown_as_written_too() -> None:
    with style.paper():
        figure = Figure()
        figure.subplots().set_xticks([0], ["$a_b$"])
    assert ">$a_b$</text>" in style.rendered(figure, "svg").decode()


def test_what_no_font_shows_is_spelt_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style, "_other_families", lambda: ())
    style._substitutes.cache_clear()
    try:
        assert style.legible("漢a") == "U+6F22a"
        assert style.families("漢a") == ["Source Sans Pro", "sans-serif"]
        assert style.legible("\x00 \U0010ffff") == "U+0000 U+10FFFF"
    finally:
        style._substitutes.cache_clear()


def test_an_installed_font_steps_in(tmp_path: Path) -> None:
    font = tmp_path / "stand-in.ttf"
    write_font(font, "Stand In", "漢")
    script = f"""
import warnings; warnings.simplefilter("error")
from matplotlib import font_manager
font_manager.fontManager.addfont({str(font)!r})
from benchreport.figures import style
from tests.document.conftest import needs
from matplotlib.figure import Figure
print(style.families("漢a"), style.legible("漢a\\U0010fffe"))
figure = Figure(figsize=(1, 1))
style.write(figure.add_axes((0, 0, 1, 1)), 0, 0, "漢a", weight="bold")
print([len(style.rendered(figure, form)) > 0 for form in ("svg", "pdf", "png")])
"""
    done = subprocess.run([sys.executable, "-X", "utf8", "-c", script], capture_output=True, text=True, check=True)
    families, drawn = done.stdout.splitlines()
    assert "漢aU+10FFFE" in families
    assert families.startswith("['Source Sans Pro', ")
    assert drawn == "[True, True, True]"
    assert done.stderr == ""


def test_a_font_installed_after_the_list_of_fonts_was_written_steps_in(tmp_path: Path) -> None:
    """Matplotlib looks through the fonts of a machine once, and keeps the list for years."""
    font, broken = tmp_path / "late.ttf", tmp_path / "broken.ttf"
    write_font(font, "Late", "漢")
    broken.write_bytes(b"no font")
    script = f"""
from matplotlib import font_manager
font_manager.fontManager.ttflist = [
    entry for entry in font_manager.fontManager.ttflist if "mpl-data" in entry.fname.replace("\\\\", "/")
]
font_manager.findSystemFonts = lambda: [{str(font)!r}, {str(broken)!r}]
from benchreport.figures import style
print(style.installed_fonts(), style.families("漢a"), style.legible("漢a"))
"""
    done = subprocess.run([sys.executable, "-X", "utf8", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split(" ", 1)[1] == "['Source Sans Pro', 'Late', 'sans-serif'] 漢a\n"


def test_cyrillic_greek_hebrew_and_arabic_need_no_installed_font(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(style, "_other_families", lambda: ())
    style._substitutes.cache_clear()
    try:
        names = ("Случайный лес", "Τυχαίο δάσος", "יער אקראי", "غابة عشوائية")
        assert [style.legible(name) for name in names] == [*names]
    finally:
        style._substitutes.cache_clear()


def write_font(path: Path, family: str, signs: str) -> None:
    """Make a font that draws every sign as a square."""
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for point in ((100, 800), (900, 800), (900, 0)):
        pen.lineTo(point)
    pen.closePath()
    square, blank = pen.glyph(), TTGlyphPen(None).glyph()
    names = [f"uni{ord(sign):04X}" for sign in signs]
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names])
    builder.setupCharacterMap({ord(sign): name for sign, name in zip(signs, names, strict=True)})
    builder.setupGlyf({".notdef": blank} | dict.fromkeys(names, square))
    builder.setupHorizontalMetrics(dict.fromkeys([".notdef", *names], (1000, 100)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": family, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    builder.save(path)


@pytest.mark.parametrize("suffix", ["svg", "pdf", "png", "PNG"])
def test_saving_twice_gives_the_same_bytes_and_leaves_nothing_else(tmp_path: Path, suffix: str) -> None:
    first, second = (style.save(drawing(), tmp_path / f"{name}.{suffix}") for name in ("first", "second"))
    assert first.read_bytes() == second.read_bytes()
    assert sorted(tmp_path.iterdir()) == [first, second]


def test_saving_replaces_and_a_failure_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = style.save(drawing("old"), tmp_path / "figure.svg")
    style.save(drawing("new"), path)
    assert ">new<" in path.read_text()

    def fail(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(WriteError, match="disk full"):
        style.save(drawing("newer"), path)
    assert ">new<" in path.read_text()
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["figure.jpeg", "figure", "figure.svgz"])
def test_an_unknown_suffix_is_refused_with_those_that_work(tmp_path: Path, name: str) -> None:
    with pytest.raises(br.BenchreportError, match="cannot be saved"):
        style.save(drawing(), tmp_path / name)


@pytest.mark.parametrize("form", ["svg", "pdf", "png"])
def test_files_name_no_date_and_no_version(form: style.Format) -> None:
    content = style.rendered(drawing(), form)
    assert matplotlib.__version__.encode() not in content
    assert not any(word in content for word in (b"CreationDate", b"dc:date", b"Software", b"Producer"))


def embedded_fonts(content: bytes) -> list[TTFont]:
    """Return the fonts inside a PDF file of one page."""
    [page] = PdfReader(BytesIO(content)).pages
    descendants = [font["/DescendantFonts"][0] for font in page["/Resources"]["/Font"].values()]
    return [TTFont(BytesIO(font["/FontDescriptor"]["/FontFile2"].get_data())) for font in descendants]


def test_a_pdf_has_its_fonts_without_ligatures_and_kerning_and_says_the_same() -> None:
    with style.paper():
        figure = Figure(figsize=(2, 1))
        style.write(figure.subplots(), 0.2, 0.5, "AVA official")
        bare = style.rendered(figure, "pdf")
        whole = BytesIO()
        figure.savefig(whole, format="pdf")  # as users save figures of their own
    assert all("GPOS" in font for font in embedded_fonts(whole.getvalue()))
    assert embedded_fonts(bare)
    assert not any(tag in font for font in embedded_fonts(bare) for tag in style.LAYOUT_TABLES)
    words = [PdfReader(BytesIO(content)).pages[0].extract_text() for content in (bare, whole.getvalue())]
    assert words[0] == words[1]
    assert "AVA" in words[0]


def test_text_stays_text_in_svg() -> None:
    svg = style.rendered(drawing("C4.5+m"), "svg").decode()
    assert ">C4.5+m</text>" in svg
    assert "'Source Sans Pro', sans-serif" in svg


def test_our_canvas_writes_what_that_of_matplotlib_writes() -> None:
    figure = drawing("AVATAR ≤ 0.5")
    axes = figure.axes[0]
    axes.text(0.1, 0.9, "$x^2$", rotation=30, parse_math=True)
    axes.text(0.9, 0.1, "two\nlines", ha="right", va="top")
    axes.plot([0, 1], [1, 0], rasterized=True)
    with style.paper():
        ours, theirs = BytesIO(), BytesIO()
        for stream, backend in ((ours, style.SVG), (theirs, None)):
            figure.savefig(stream, format="svg", dpi=200, metadata=dict(style.UNSIGNED["svg"]), backend=backend)
    assert ours.getvalue() == theirs.getvalue()
    assert b"<image" in ours.getvalue()


def test_a_sign_that_the_first_font_lacks_comes_from_the_second_and_the_rest_does_not() -> None:
    assert style.families("C4.5 ≤ −1") == ["Source Sans Pro", "sans-serif"]
    assert style.families("10⁻⁷") == ["Source Sans Pro", "DejaVu Sans", "sans-serif"]


@pytest.mark.parametrize(("ha", "share"), [("left", 0.0), ("center", 0.5), ("right", 1.0)])
@pytest.mark.parametrize(("weight", "face"), [("normal", "Regular"), ("bold", "Semibold")])
def test_svg_texts_start_at_their_left_edge_as_the_advance_widths_of_the_font_file_have_it(
    ha: str, share: float, weight: style.Weight, face: str
) -> None:
    figure = Figure(figsize=(2, 1))
    style.write(figure.add_axes((0, 0, 1, 1)), 0.5, 0.5, "C4.5+m & <x>", size=10, weight=weight, ha=ha)
    font = TTFont(resource("templates", f"fonts/SourceSansPro-{face}.ttf"))
    glyphs, widths = font.getBestCmap(), font["hmtx"]
    wide = sum(widths[glyphs[ord(letter)]][0] for letter in "C4.5+m & <x>") / font["head"].unitsPerEm * 10
    svg = style.rendered(figure, "svg").decode()
    match = re.search(r'text-anchor: (\w+)[^>]* x="([\d.]+)"[^>]*>C4\.5', svg)
    assert match
    assert match[1] == "start"
    assert float(match[2]) == pytest.approx(72 - share * wide, abs=0.001)


def test_a_pdf_is_the_same_whichever_was_saved_before() -> None:
    style._glyph_names.cache_clear()
    first = style.rendered(drawing("C4.5+m −1 ⁻ é"), "pdf")
    style.rendered(drawing("another text, Ω"), "pdf")
    assert style.rendered(drawing("C4.5+m −1 ⁻ é"), "pdf") == first


def test_pdf_figures_embed_true_type_fonts_and_no_type_3() -> None:
    content = style.rendered(drawing("C4.5+m −1 ⁻ é"), "pdf")
    assert b"/FontFile2" in content
    assert b"/Type3" not in content


def test_more_dots_per_inch_make_a_larger_picture() -> None:
    assert len(style.rendered(drawing(), "png", dpi=400)) > len(style.rendered(drawing(), "png", dpi=100))


def test_pgf_holds_the_texts_as_latex_and_leaves_the_figure_as_it_was() -> None:
    needs("pdflatex")
    figure = Figure(figsize=(2, 1))
    axes = figure.add_axes((0, 0, 1, 1))
    text = style.write(axes, 0.5, 0.5, "50 % of a_b & c")
    style.write(axes, 0.5, 0.2, "best", weight="bold")
    code = style.rendered(figure, "pgf").decode()
    assert r"50~\% of a\_b \& c" in code
    assert r"\textbf{best}" in code
    assert text.get_text() == "50 % of a_b & c"


@pytest.mark.parametrize(
    ("problem", "word"), [(FileNotFoundError("latex"), "needs pdflatex"), (ValueError("raster graphics"), "pixels")]
)
def test_a_figure_that_cannot_become_pgf_says_why(
    monkeypatch: pytest.MonkeyPatch, problem: Exception, word: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise problem

    figure = Figure(figsize=(1, 1))
    monkeypatch.setattr(figure, "savefig", fail)
    with pytest.raises(br.BenchreportError, match=word):
        style.rendered(figure, "pgf")
