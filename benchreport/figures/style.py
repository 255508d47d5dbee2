"""Style of all figures: sizes, colours, fonts and fitted texts, and the files they become."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from hashlib import sha256
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Any, Literal
from unicodedata import bidirectional

import matplotlib
import matplotlib.style
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.ft2font import FT2Font
from matplotlib.rcsetup import cycler
from matplotlib.text import Text
from matplotlib.textpath import text_to_path

from benchreport.errors import OptionError, refuse_unknown
from benchreport.files import file_named, made_at, write_file

Format = Literal["svg", "pdf", "png", "pgf"]
Weight = Literal["normal", "bold"]

COLUMN_WIDTH = 3.5  # inches, one column of a two-column page
PAGE_WIDTH = 6.9  # inches, both columns
TURNING = frozenset(("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
FONT = "DejaVu Sans"  # shipped with matplotlib, so every machine sets the same widths
FONT_SIZE = 8.0
SMALL_SIZE = 7.0
THIN, MEDIUM, THICK = 0.6, 1.0, 2.4  # line widths in points

# Okabe and Ito's palette, told apart by the colour-blind; black first, yellow last for it is faint on white.
PALETTE = ("#000000", "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#F0E442")
INK = "#000000"
MUTED = "#595959"  # text of second rank, still 7:1 on white
FAINT = "#8C8C8C"  # lines that lead the eye
GRID_LINE = "#E3E3E3"
HIGHLIGHT = "#D55E00"
BLUE = "#0072B2"

PAPER: Mapping[str, Any] = {
    "axes.linewidth": THIN,
    "axes.prop_cycle": cycler(color=PALETTE),
    "axes.spines.right": False,
    "axes.spines.top": False,
    "figure.facecolor": "white",
    "font.family": [FONT, "sans-serif"],
    "font.sans-serif": [FONT],
    "font.size": FONT_SIZE,
    "axes.labelsize": FONT_SIZE,
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
    "xtick.labelsize": SMALL_SIZE,
    "xtick.major.width": THIN,
    "ytick.labelsize": SMALL_SIZE,
    "ytick.major.width": THIN,
}

# Without these no date and no version of matplotlib gets into a file.
UNSIGNED: Mapping[str, Mapping[str, None]] = {
    "svg": {"Creator": None, "Date": None, "Format": None, "Type": None},
    "pdf": {"Creator": None, "Producer": None, "CreationDate": None, "ModDate": None},
    "png": {"Software": None},
    "pgf": {},
}
# What letters mean to LaTeX, which sets the text of PGF files.
MATH = {"−": "-", "±": r"\pm", "×": r"\times", "≤": r"\leq", "≥": r"\geq", "→": r"\rightarrow", "←": r"\leftarrow"}
TEX: Mapping[str, str] = {
    **{sign: f"\\{sign}" for sign in "{}$&#%_"},
    **{sign: f"\\{sign}{{}}" for sign in "^~"},
    **{"\\": r"\textbackslash{}", "<": r"\textless{}", ">": r"\textgreater{}", "|": r"\textbar{}"},
    **{sign: rf"\ensuremath{{{code}}}" for sign, code in MATH.items()},
    **{"…": r"\dots{}", "–": "--", "—": "---", "’": "'", "Δ": r"\ensuremath{\Delta}", "²": r"\ensuremath{^2}"},
}


@contextmanager
def paper() -> Iterator[None]:
    """Draw with the settings of a printed page, whatever the user's own matplotlib settings are.

    Examples
    --------
    >>> with paper():
    ...     matplotlib.rcParams["font.size"]
    8.0
    """
    made_at()  # matplotlib reads the variable too, and fails in its own words
    with matplotlib.style.context(["default", dict(PAPER)]):
        yield


def write(
    axes: Axes, x: float, y: float, text: str, *, size: float = SMALL_SIZE, weight: Weight = "normal", **looks: Any
) -> Text:
    """Write a text into a figure exactly as it is: no mathematics, no missing glyphs."""
    return axes.text(x, y, legible(text), font=_font(text, size, weight), parse_math=False, **looks)


def text_width(text: str, size: float = SMALL_SIZE, *, weight: Weight = "normal") -> float:
    """Return the width of a text in inches from the metrics of its font, without drawing.

    Examples
    --------
    >>> round(text_width("critical difference", 8), 2)
    0.97
    >>> text_width("wider") > text_width("wide")
    True
    """
    return _points(text, size, weight) / 72


def shortened(text: str, inches: float, size: float = SMALL_SIZE, *, weight: Weight = "normal") -> str:
    """Return a text without its middle, where it is too wide; both ends stay.

    Examples
    --------
    >>> shortened("RandomForest", 2.0)
    'RandomForest'
    >>> shortened("RandomForest(n_estimators=500, max_depth=None)", 1.0, 8)
    'Random…=None)'
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
    ['gra…deep…stopping', 'gra…flat-t…-stopping']
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


def families(text: str) -> list[str]:
    """Return the font families that together show a text, the usual one first."""
    lacking = frozenset(sign for sign in _one_line(text) if not _in_house(sign))
    return [FONT, *(_substitutes(lacking) if lacking else ()), "sans-serif"]


def rendered(figure: Figure, form: Format, *, dpi: int = 200) -> bytes:
    """Return a figure as the bytes of a file; the same figure gives the same bytes, on any day and in any process.

    Examples
    --------
    >>> rendered(Figure(figsize=(1, 1)), "png")[1:4]
    b'PNG'
    """
    refuse_unknown([form], UNSIGNED, "figures cannot be saved as {!r}", OptionError)
    stream = BytesIO()
    if form == "pgf":
        _save_pgf(figure, stream)
        return stream.getvalue()
    with paper():  # the salt of SVG names and the font types are read while saving
        figure.savefig(stream, format=form, dpi=dpi, metadata=dict(UNSIGNED[form]))
    return stream.getvalue()


def _save_pgf(figure: Figure, stream: BytesIO) -> None:
    """Write drawing commands for LaTeX, in the fonts of the document; LaTeX itself measures the texts."""
    texts = [(text, text.get_text()) for text in figure.findobj(Text)]
    preamble = r"\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{textcomp}"
    try:
        for text, written in texts:
            text.set_text(_in_tex(written))
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


def _in_tex(text: str) -> str:
    """Write a text so that LaTeX shows it; what pdflatex cannot set is spelt out.

    Examples
    --------
    >>> _in_tex("a_b 50 % − 漢")
    'a\\\\_b 50 \\\\% \\\\ensuremath{-} U+6F22'
    """
    return "".join(TEX.get(sign, sign if ord(sign) < 0x17F else f"U+{ord(sign):04X}") for sign in text)


def save(figure: Figure, path: str | Path, *, dpi: int = 200) -> Path:
    """Write a figure to a file in the format of its suffix; a reader never sees a half-written file."""
    target = file_named(path)
    content = rendered(figure, target.suffix.removeprefix(".").lower(), dpi=dpi)  # type: ignore[arg-type]
    write_file(target, content)
    return target


def _font(text: str, size: float, weight: Weight) -> FontProperties:
    fonts = families(text)
    # A substitute may lack a bold face, and a search for it would be logged.
    return FontProperties(family=fonts, size=size, weight=weight if len(fonts) == 2 else "normal")


@lru_cache(maxsize=10_000)
def _points(text: str, size: float, weight: Weight) -> float:
    width, _, _ = text_to_path.get_text_width_height_descent(legible(text), _font(text, size, weight), False)
    return float(width)


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
    return ord(sign) in _house_signs()


@cache
def installed_fonts() -> str:
    """Return a fingerprint of the installed fonts; another one may draw signs that the usual font lacks.

    Examples
    --------
    >>> len(installed_fonts())
    64
    """
    fonts = sorted((entry.name, Path(entry.fname).name) for entry in font_manager.fontManager.ttflist)
    return sha256(repr(fonts).encode()).hexdigest()


@cache
def _house_signs() -> frozenset[int]:
    """Return the characters that the usual font has in both weights."""
    weights = (FontProperties(family=FONT, weight=weight) for weight in ("normal", "bold"))
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
    shipped = matplotlib.get_data_path()
    # Fonts of mathematics are encoded their own way, emoji fonts hold pictures, the last resort shows boxes.
    names = {
        entry.name
        for entry in font_manager.fontManager.ttflist
        if not entry.fname.startswith(shipped) and not any(word in entry.name for word in ("Emoji", "Last", "DejaVu"))
    }
    liked = ("Noto Sans CJK", "Source Han Sans", "Noto Sans", "WenQuanYi", "IPA")
    order = {name: next((i for i, word in enumerate(liked) if name.startswith(word)), len(liked)) for name in names}
    return tuple(sorted(names, key=lambda name: (order[name], name)))


@cache
def _signs(family: str) -> frozenset[int]:
    """Return the characters that an installed family can draw."""
    try:
        font: FT2Font = font_manager.get_font(font_manager.findfont(family, fallback_to_default=False))
    except (OSError, RuntimeError, ValueError):  # a broken file is no use, and no reason to stop
        return frozenset()
    return frozenset(font.get_charmap()) if font.scalable else frozenset()
