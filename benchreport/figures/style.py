"""Style of all figures: sizes, colours, fonts and fitted texts, and the files they become."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar
from copy import copy
from functools import cache, lru_cache
from hashlib import sha256
from html import unescape
from io import BytesIO
from itertools import takewhile
from os import fspath
from pathlib import Path
from threading import get_ident
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal
from unicodedata import bidirectional

from benchreport.errors import OptionError, refuse_unknown
from benchreport.figures.marks import unmarked
from benchreport.figures.tex import escape
from benchreport.files import file_named, made_at, write_file
from benchreport.resources import resource

if TYPE_CHECKING:
    from fontTools.ttLib import TTFont
    from matplotlib.axes import Axes
    from matplotlib.colors import LinearSegmentedColormap
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties
    from matplotlib.ft2font import FT2Font
    from matplotlib.text import Text

Format = Literal["svg", "pdf", "png", "pgf"]
Weight = Literal["normal", "bold"]
Slant = Literal["normal", "italic"]
Face = tuple[Any, Any]  # weight and slant, as matplotlib has them

COLUMN_WIDTH = 3.5  # inches, one column of a two-column page
PAGE_WIDTH = 168 / 25.4  # inches, both columns: the width of figures and tables on A4
TURNING = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
FONT_REMARKS = logging.getLogger("matplotlib.font_manager")
FONT = "Source Sans Pro"  # ships with benchreport, so every machine sets the same widths
SECOND_FONT = "DejaVu Sans"  # ships with matplotlib, for signs that the first lacks
OTHER_USES = ("Emoji", "Last", "DejaVu", FONT)  # pictures, boxes for what is lacking, and the two usual fonts
# Packages of fonts for other letters, and how the names of those begin that the first is for.
CJK_FONTS, OTHER_FONTS = "fonts-noto-cjk", "fonts-noto-core"
EASTERN = ("CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO", "FULLWIDTH", "HALFWIDTH", "IDEOGRAPHIC")
FACES = ("Regular", "It", "Semibold", "SemiboldIt")
FONT_SIZE = 8.0
SMALL_SIZE = 7.5
THIN, MEDIUM, THICK = 0.6, 1.0, 2.4  # line widths in points

# Hues of Okabe and Ito, told apart by the colour-blind, with lightness spread for grey print.
PALETTE = ("#0b4f8a", "#d55e00", "#3aa987", "#8a3b7a", "#e0a100", "#222222", "#5ba7d6")
INK = "#1a1a1a"
MUTED = "#6b6b6b"  # text of second rank, 5:1 on white
FAINT = "#b9b9b5"  # lines that lead the eye
HAIRLINE = "#d9d9d6"  # lines between rows
GRID_LINE = "#ececea"
HIGHLIGHT = "#d55e00"
BLUE = "#0b4f8a"
TINT = "#eef3f8"  # not distinguished from the best
CARE = "#b3541e"

TICKS = {"color": MUTED, "labelcolor": INK, "labelsize": SMALL_SIZE, "major.size": 2.2, "major.width": 0.5}
PAPER: Mapping[str, Any] = {
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.linewidth": THIN,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": "white",
    "font.family": [FONT, SECOND_FONT, "sans-serif"],
    "font.sans-serif": [FONT],
    "font.size": FONT_SIZE,
    "axes.labelsize": SMALL_SIZE,
    "axes.titlesize": FONT_SIZE,
    "legend.fontsize": SMALL_SIZE,
    "legend.frameon": False,
    "lines.linewidth": MEDIUM,
    "lines.markersize": 3.5,
    "pdf.fonttype": 42,
    "svg.fonttype": "none",
    "svg.hashsalt": "benchreport",
    "text.hinting": "no_hinting",  # letters keep their widths at any number of dots per inch
    "text.parse_math": False,  # names are shown as written, whatever `$` or `_` they hold
    "text.color": INK,
    **{f"{axis}tick.{name}": value for axis in "xy" for name, value in TICKS.items()},
}

# How much broader the letters of Latin Modern are in small sizes; other fonts of papers are narrower.
DOCUMENT_BREADTH: Mapping[str, float] = {"normal": 1.2, "bold": 1.35}
_breadth: ContextVar[Mapping[str, float]] = ContextVar("breadth", default=MappingProxyType({}))
_bare: ContextVar[bool] = ContextVar("bare", default=False)
_on_paper: ContextVar[bool] = ContextVar("on_paper", default=False)
# Settings that no style touches: windows, time zones and where files are saved are the user's own.
WINDOWS = frozenset(
    {"backend", "backend_fallback", "date.epoch", "docstring.hardcopy", "figure.max_open_warning"}
    | {"figure.raise_window", "interactive", "savefig.directory", "timezone", "tk.window_focus", "toolbar"}
)
LAYOUT_TABLES = ("GSUB", "GPOS", "GDEF", "BASE")
# Our own backend of matplotlib.
SVG = "module://benchreport.figures.svg"
# Without these no date and no version of matplotlib gets into a file.
UNSIGNED: Mapping[str, Mapping[str, None]] = {
    "svg": {"Creator": None, "Date": None, "Format": None, "Type": None},
    "pdf": {"Creator": None, "Producer": None, "CreationDate": None, "ModDate": None},
    "png": {"Software": None},
    "pgf": {},
}
# A text of an SVG file that does not start at its left edge: style, anchor, place, other attributes, letters.
ANCHORED = re.compile(r'<text style="([^"]*)text-anchor: (middle|end)([^"]*)" x="([-\d.]+)"([^>]*)>([^<]*)</text>')


@contextmanager
def paper() -> Iterator[None]:
    """Draw with the settings of a printed page, whatever the user's own matplotlib settings are.

    Examples
    --------
    >>> import matplotlib
    >>> with paper():
    ...     matplotlib.rcParams["font.size"]
    8.0
    """
    if _on_paper.get():
        yield
        return
    import matplotlib

    _register_fonts()
    made_at()  # matplotlib reads the variable too, and fails in its own words
    token = _on_paper.set(True)
    try:
        with matplotlib.rc_context(_settings()):
            yield
    finally:
        _on_paper.reset(token)


@cache
def _settings() -> Any:
    """Return all settings of a printed page; what matplotlib.style would do, which reads every style that ships."""
    import matplotlib
    from matplotlib.rcsetup import cycler

    usual: Any = matplotlib.rcParamsDefault
    names = [name for name in usual if name not in WINDOWS and not name.startswith("webagg.")]
    return {**{name: usual[name] for name in names}, **PAPER, "axes.prop_cycle": cycler(color=PALETTE)}


@contextmanager
def document_font() -> Iterator[None]:
    """Draw with room for the letters of a LaTeX document, which are broader than ours."""
    token = _breadth.set(DOCUMENT_BREADTH)
    try:
        yield
    finally:
        _breadth.reset(token)


def empty_figure(width: float, height: float) -> Figure:
    """Return a figure of so many inches in which nothing is drawn yet."""
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height))


def write(
    axes: Axes,
    x: float,
    y: float,
    text: str,
    *,
    size: float = SMALL_SIZE,
    weight: Weight = "normal",
    slant: Slant = "normal",
    **looks: Any,
) -> Text:
    """Write a text into a figure exactly as it is: no mathematics, no missing glyphs."""
    return axes.text(x, y, legible(text), font=_font(text, size, weight, slant), parse_math=False, **looks)


def draw_line(axes: Axes, x: Any, y: Any, marker: str = "", **looks: Any) -> None:
    """Draw a line, or marks alone where one is named, into axes whose ends are set; they stay as they are."""
    from matplotlib.lines import Line2D

    marks = {"marker": marker, "linestyle": "none"} if marker else {}
    axes.add_artist(Line2D(x, y, **marks | looks))


def draw_box(axes: Axes, corner: tuple[float, float], width: float, height: float, **looks: Any) -> None:
    """Draw a rectangle into axes, from one of its corners."""
    from matplotlib.patches import Rectangle

    axes.add_patch(Rectangle(corner, width, height, **looks))


@lru_cache(maxsize=16)
def shades_of(colours: tuple[str, ...], *, missing: str | None = None) -> LinearSegmentedColormap:
    """Return the shades from a first colour to a last, 0 to 1, and of what is ``missing``."""
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("shades", colours, bad=missing)


def text_width(text: str, size: float = SMALL_SIZE, *, weight: Weight = "normal") -> float:
    """Return the width of a text in inches from the metrics of its font, without drawing.

    Examples
    --------
    >>> round(text_width("critical difference", 8), 2)
    0.8
    >>> text_width("wider") > text_width("wide")
    True
    """
    return _points(text, size, weight) / 72 * _breadth.get().get(weight, 1.0)


def shortened(text: str, inches: float, size: float = SMALL_SIZE, *, weight: Weight = "normal") -> str:
    """Return a text without its middle, where it is too wide; both ends stay.

    Examples
    --------
    >>> shortened("RandomForest", 2.0)
    'RandomForest'
    >>> shortened("RandomForest(n_estimators=500, max_depth=None)", 1.0, 8)
    'RandomF…h=None)'
    """
    if text_width(text, size, weight=weight) <= inches:
        return text
    fewest, most = 0, len(text) - 1  # characters that stay; the widest cut that fits is found by halving
    while fewest < most:
        count = (fewest + most + 1) // 2
        if text_width(_middle_cut(text, count), size, weight=weight) <= inches:
            fewest = count
        else:
            most = count - 1
    return _middle_cut(text, fewest)


def fitted(texts: Sequence[str], inches: float, size: float = SMALL_SIZE, *, weight: Weight = "normal") -> list[str]:
    """Return texts shortened so that different ones stay different, as far as the width allows.

    Examples
    --------
    >>> names = [f"gradient-boosting-with-{kind}-trees-and-early-stopping" for kind in ("deep", "flat")]
    >>> fitted(names, 1.2, 8)
    ['gra…deep-tr…y-stopping', 'gra…flat-tre…ly-stopping']
    """
    short = {text: shortened(text, inches, size, weight=weight) for text in texts}
    for _ in texts:  # each round parts at least two, or nothing can
        alike = _alike(short)
        same = sum(1 for _ in takewhile(lambda signs: len(set(signs)) == 1, zip(*alike, strict=False)))
        for text in alike:
            # What the texts begin with alike is left out, so that where they part comes into view.
            short[text] = shortened(f"{text[:3]}…{text[max(same, 3) :]}", inches, size, weight=weight)
    return [short[text] for text in texts]


def legible(text: str) -> str:
    """Return a text with code points for what no installed font can show; a line break or tab becomes a space.

    Examples
    --------
    >>> legible("C4.5\\tno\\x07bell")
    'C4.5 noU+0007bell'
    """
    return "".join(sign if _shown(sign) else f"U+{ord(sign):04X}" for sign in _one_line(text))


def font_packages(letters: str) -> list[str]:
    """Return the packages of Debian and Ubuntu with fonts for letters.

    Examples
    --------
    >>> font_packages("林ナ"), font_packages("क")
    (['fonts-noto-cjk'], ['fonts-noto-core'])
    """
    eastern = [unicodedata.name(letter, "").startswith(EASTERN) for letter in letters]
    return [name for name, needed in ((CJK_FONTS, any(eastern)), (OTHER_FONTS, not all(eastern))) if needed]


def families(text: str) -> list[str]:
    """Return the font families that together show a text, the usual one first."""
    lacking = frozenset(sign for sign in _one_line(text) if ord(sign) not in _house_signs(FONT))
    foreign = frozenset(sign for sign in lacking if not _in_house(sign))
    second = [SECOND_FONT] if lacking - foreign else []
    return [FONT, *second, *(_substitutes(foreign) if foreign else ()), "sans-serif"]


def rendered(figure: Figure, form: Format, *, dpi: int = 200) -> bytes:
    """Return a figure as the bytes of a file; the same figure gives the same bytes, on any day and in any process.

    Examples
    --------
    >>> rendered(empty_figure(1, 1), "png")[1:4]
    b'PNG'
    """
    refuse_unknown([form], UNSIGNED, "figures cannot be saved as {!r}", OptionError)
    stream = BytesIO()
    if form == "pgf":
        _save_pgf(figure, stream)
        return stream.getvalue()
    # The salt of SVG names and the font types are read while saving.
    with paper(), _bare_fonts() if form == "pdf" else nullcontext():
        backend = SVG if form == "svg" else None
        figure.savefig(stream, format=form, dpi=dpi, metadata=dict(UNSIGNED[form]), backend=backend)
        return ANCHORED.sub(_from_the_left, stream.getvalue().decode()).encode() if form == "svg" else stream.getvalue()


@contextmanager
def _bare_fonts() -> Iterator[None]:
    """Run what saves a figure so that a PDF file has its fonts without their tables of ligatures and kerning.

    Matplotlib has applied them and writes where each glyph stands. To cut them down to the glyphs of a figure takes
    ten times as long as all the rest of a font.
    """
    _teach_subsetting()
    token = _bare.set(True)
    try:
        yield
    finally:
        _bare.reset(token)


@cache
def _teach_subsetting() -> None:
    """Write into fontTools, once, that fonts of our figures are loaded bare; those of others are as ever."""
    from fontTools import subset

    load_font = subset.load_font

    def load_bare_font(file: Any, options: subset.Options, *args: Any, **kwargs: Any) -> Any:
        font = load_font(file, options, *args, **kwargs)
        if _bare.get():
            for table in LAYOUT_TABLES:
                if table in font:
                    del font[table]  # before anything reads it
            if {"glyf", "cmap", "post"} <= {*font.keys()}:
                _name_glyphs(font, fspath(file), options.font_number)
        return font

    subset.load_font = load_bare_font


def _name_glyphs(font: TTFont, file: str, number: int) -> None:
    """Write into a font which letters and names its glyphs have; to read that takes half as long as to cut it down."""
    order, letters, names = _glyph_names(file, number)
    font.setGlyphOrder([*order])
    font["cmap"], font["post"] = copy(letters), copy(names)
    font["cmap"].tables = [copy(table) for table in letters.tables]


@cache
def _glyph_names(file: str, number: int) -> tuple[list[str], Any, Any]:
    """Return the names of the glyphs of a font in order, its table of letters and its table of names."""
    from fontTools.ttLib import TTFont

    with TTFont(file, fontNumber=number, lazy=True) as font:
        order, letters, names = font.getGlyphOrder(), font["cmap"], font["post"]
        for table in letters.tables:
            if table.isUnicode():
                table.ensureDecompiled()
    return order, letters, names


def _from_the_left(text: re.Match[str]) -> str:
    """Return an SVG text that was centred or right-aligned so that it starts at its left edge.

    WeasyPrint clips other texts, and sets them letter by letter, so letters are added up without kerning.
    """
    before, anchor, after, x, rest, body = text.groups()
    style = before + after
    size, weight = (re.search(rf"font-{name}: (\d[\d.]*)", style) for name in ("size", "weight"))
    letters, points = unescape(body), float(size[1]) if size else FONT_SIZE
    font = _font(letters, points, "bold" if weight else "normal", "italic" if "italic" in style else "normal")
    face: Face = (font.get_weight(), font.get_style())
    wide = points * sum(_advance(letter, face) for letter in letters)
    start = float(x) - wide * (0.5 if anchor == "middle" else 1.0)
    return f'<text style="{before}text-anchor: start{after}" x="{start:.4f}"{rest}>{body}</text>'


@lru_cache(maxsize=10_000)
def _advance(letter: str, face: Face) -> float:
    """Return how far a letter moves the pen, as a share of the size of its font."""
    family = next(name for name in families(letter)[::-1][1:] if letter == " " or ord(letter) in _signs(name))
    from matplotlib import font_manager
    from matplotlib.ft2font import LoadFlags

    weight, slant = face
    looks = font_manager.FontProperties(family=family, weight=weight, style=slant)
    font = font_manager.get_font(font_manager.findfont(looks))
    return float(font.load_char(ord(letter), LoadFlags.NO_SCALE).horiAdvance / font.units_per_EM)


def _save_pgf(figure: Figure, stream: BytesIO) -> None:
    """Write drawing commands for LaTeX, in the fonts of the document; LaTeX itself measures the texts."""
    import matplotlib
    from matplotlib.text import Text

    texts = [(text, text.get_text()) for text in figure.findobj(Text)]
    preamble = r"\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{lmodern,textcomp,amssymb}"
    try:
        for text, _ in texts:
            text.set_text(_in_tex(text))
        with (
            paper(),
            matplotlib.rc_context({"pgf.texsystem": "pdflatex", "pgf.rcfonts": False, "pgf.preamble": preamble}),
        ):
            figure.savefig(stream, format="pgf")
    except (FileNotFoundError, RuntimeError) as problem:
        hint = "apt-get install texlive-latex-recommended texlive-pictures; or save as .pdf"
        raise OptionError("PGF needs pdflatex, which measures the texts", hint=hint) from problem
    except ValueError as problem:
        reason = "it has a layer of pixels" if "raster" in str(problem) else str(problem).splitlines()[0]
        raise OptionError(f"this figure cannot become PGF: {reason}", hint="save it as .pdf") from problem
    finally:
        for text, written in texts:
            text.set_text(written)


def _in_tex(text: Text) -> str:
    """Return a text of a figure as LaTeX sets it; matplotlib hands on the boldest weight alone."""
    written = escape(text.get_text())
    return rf"\textbf{{{written}}}" if text.get_fontweight() in (600, "semibold") and written else written


def save(figure: Figure, path: str | Path, *, dpi: int = 200) -> Path:
    """Write a figure to a file in the format of its suffix; a reader never sees a half-written file."""
    target = file_named(path)
    content = rendered(figure, target.suffix.removeprefix(".").lower(), dpi=dpi)  # type: ignore[arg-type]
    write_file(target, unmarked(content))
    return target


def _font(text: str, size: float, weight: Weight, slant: Slant = "normal") -> FontProperties:
    from matplotlib.font_manager import FontProperties

    _register_fonts()
    fonts = families(text)
    if len(fonts) > 2:  # another font may lack such a face, and a search for it would be logged
        return FontProperties(family=fonts, size=size)
    return FontProperties(family=fonts, size=size, weight=600 if weight == "bold" else 400, style=slant)


@cache
def _register_fonts() -> None:
    """Read the shipped faces into the list of fonts that matplotlib knows."""
    from matplotlib import font_manager

    for face in FACES:
        font_manager.fontManager.addfont(resource("templates", f"fonts/SourceSansPro-{face}.ttf"))


@lru_cache(maxsize=10_000)
def _points(text: str, size: float, weight: Weight) -> float:
    return text_size(legible(text), _font(text, size, weight))[0]


def text_size(text: str, font: FontProperties) -> tuple[float, float, float]:
    """Return the width of a text in points, its height and how far it reaches below its baseline.

    Examples
    --------
    >>> from matplotlib.font_manager import FontProperties
    >>> width, height, depth = text_size("lower", FontProperties(size=8))
    >>> width > height > depth >= 0
    True
    """
    from matplotlib.textpath import text_to_path

    face, scale = font.copy(), font.get_size_in_points() / text_to_path.FONT_SCALE
    face.set_size(text_to_path.FONT_SCALE)
    width, height, depth = _unscaled_size(text, face)
    return width * scale, height * scale, depth * scale


@lru_cache(maxsize=10_000)
def _unscaled_size(text: str, face: FontProperties) -> tuple[float, float, float]:
    """Return the size of a text in the one size of letters that matplotlib measures all texts in."""
    from matplotlib.ft2font import LoadFlags
    from matplotlib.textpath import text_to_path

    usual = face.get_family()[0] == FONT and face.get_style() == "normal"
    if usual and all(ord(sign) in _house_signs(FONT) for sign in text):
        font = _face_at_hand(face.get_weight(), get_ident())
        font.set_text(text, 0.0, flags=LoadFlags.NO_HINTING)
        sizes: tuple[float, ...] = (*font.get_width_height(), font.get_descent())
        width, height, depth = (size / 64 for size in sizes)
    else:
        width, height, depth = map(float, text_to_path.get_text_width_height_descent(text, face, False))
    return width, height, depth


@lru_cache(maxsize=16)
def _face_at_hand(weight: int | str, _thread: int) -> FT2Font:
    """Return a face of the usual font in memory, one for each thread: every letter of a text is read from it anew."""
    from matplotlib import font_manager
    from matplotlib.ft2font import FT2Font
    from matplotlib.textpath import text_to_path

    face = font_manager.findfont(font_manager.FontProperties(family=FONT, weight=weight))
    font = FT2Font(BytesIO(Path(face.path).read_bytes()), face_index=face.face_index)
    font.set_size(text_to_path.FONT_SCALE, text_to_path.DPI)
    return font


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _middle_cut(text: str, count: int) -> str:
    head, tail = text[: count - count // 2].rstrip(), text[len(text) - count // 2 :].lstrip()
    while tail and unicodedata.combining(tail[0]):  # an accent needs its letter
        tail = tail[1:]
    return f"{head}…{tail}"


def _alike(short: Mapping[str, str]) -> list[str]:
    """Return the first texts that became the same when shortened."""
    originals: dict[str, list[str]] = {}
    for text, result in short.items():
        originals.setdefault(result, []).append(text)
    return next((texts for texts in originals.values() if len(texts) > 1), [])


def _shown(sign: str) -> bool:
    # Signs that turn the reading direction would make one name look like another.
    turning = bidirectional(sign) in TURNING
    # The writer of PDF figures fails at a byte order mark, which nobody could see.
    return not turning and sign != "\ufeff" and (_in_house(sign) or bool(_substitutes(frozenset(sign))))


def _in_house(sign: str) -> bool:
    return ord(sign) in _house_signs(FONT) or ord(sign) in _house_signs(SECOND_FONT)


@cache
def _register_installed() -> None:
    """Read fonts that were installed since matplotlib wrote its list of fonts, which it never looks through again."""
    from matplotlib import font_manager

    listed = {entry.fname for entry in font_manager.fontManager.ttflist}
    for path in sorted({*font_manager.findSystemFonts()} - listed):
        with suppress(OSError, RuntimeError, ValueError):  # a broken file is no use, and no reason to stop
            font_manager.fontManager.addfont(path)


@cache
def installed_fonts() -> str:
    """Return a fingerprint of the installed fonts; another one may draw signs that the usual font lacks.

    Examples
    --------
    >>> len(installed_fonts())
    64
    """
    from matplotlib import font_manager

    _register_fonts()
    _register_installed()
    fonts = sorted((entry.name, Path(entry.fname).name) for entry in font_manager.fontManager.ttflist)
    return sha256(repr(fonts).encode()).hexdigest()


@cache
def _house_signs(family: str) -> frozenset[int]:
    """Return the characters that one of the usual fonts has in both weights."""
    from matplotlib import font_manager
    from matplotlib.font_manager import FontProperties

    _register_fonts()
    weights = (FontProperties(family=family, weight=weight) for weight in (400, 600 if family == FONT else 700))
    regular, bold = (font_manager.get_font(font_manager.findfont(font)).get_charmap() for font in weights)
    return frozenset(regular.keys() & bold.keys())


@cache
def _substitutes(lacking: frozenset[str]) -> tuple[str, ...]:
    """Return installed fonts for characters that the usual font lacks; as few as needed, known good ones first."""
    fonts = []
    missing = {ord(sign) for sign in lacking}
    for name in _other_families():
        if missing & _signs(name):
            fonts.append(name)
            missing -= _signs(name)
        if not missing:
            break
    return tuple(fonts)


@cache
def _other_families() -> tuple[str, ...]:
    import matplotlib
    from matplotlib import font_manager

    _register_installed()
    shipped = matplotlib.get_data_path()
    # Fonts of mathematics are encoded their own way.
    names = {
        entry.name
        for entry in font_manager.fontManager.ttflist
        if not entry.fname.startswith(shipped) and not any(word in entry.name for word in OTHER_USES)
    }
    liked = ("Noto Sans CJK", "Source Han Sans", "Noto Sans", "WenQuanYi", "IPA")
    order = {name: next((i for i, word in enumerate(liked) if name.startswith(word)), len(liked)) for name in names}
    return tuple(sorted(names, key=lambda name: (order[name], name)))


@cache
def _signs(family: str) -> frozenset[int]:
    """Return the characters that an installed family can draw; matplotlib's remarks on its weights are not ours."""
    from matplotlib import font_manager

    level = FONT_REMARKS.level
    FONT_REMARKS.setLevel(logging.ERROR)
    try:
        font: FT2Font = font_manager.get_font(font_manager.findfont(family, fallback_to_default=False))
    except (OSError, RuntimeError, ValueError):  # a broken file is no use, and no reason to stop
        return frozenset()
    finally:
        FONT_REMARKS.setLevel(level)
    return frozenset(font.get_charmap()) if font.scalable else frozenset()
