"""Formulas set as mathematics: outlines of their letters with a true baseline, and lines that fit a column."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from benchreport.errors import TemplateError
from benchreport.figures.style import paper
from benchreport.records import dataclass
from benchreport.resources import resource

EM = 1000  # units of an outline
SIDE = 20  # blank at both ends
COLUMN = 22.0  # em: 78 mm in 10 points
# The steps of a path by the numbers that matplotlib gives them: their letters in SVG, and how many points they have.
LETTERS, CLOSED = {1: "M", 2: "L", 3: "Q", 4: "C"}, 79
POINTS = {3: 2, 4: 3}
# Signs that mathtext sets with too much or too little room.
SET_AS = (
    (re.compile(r"\\top"), r"\\mathsf{T}"),
    (re.compile(r"\^([+-])"), r"^{\1}"),
    (re.compile("'"), r"{\\rm ′}"),
    (re.compile(r"(?<=}) (?=\\sum)"), r"\\, "),
    (re.compile(r"(\\sum_(?:\w|\{[^{}]*\})(?:\^\{[^{}]*\})?) "), r"\1 \\, "),
)
GAP = re.compile(r",? *\\quad *")


@dataclass(frozen=True, slots=True, kw_only=True)
class SetFormula:
    """A formula as outlines in thousandths of an em; its baseline lies ``depth`` above its lower edge."""

    left: int
    width: int
    height: int
    depth: int
    outline: str

    @property
    def style(self) -> str:
        """The size and the place on the line, which grow with the letters around."""
        width, height, depth = (f"{length / EM:.3f}em" for length in (self.width, self.height, self.depth))
        return f"width:{width};height:{height};vertical-align:-{depth}"

    @property
    def view(self) -> str:
        """The part of the plane that it takes, as SVG wants it."""
        return f"{self.left} {self.depth - self.height} {self.width} {self.height}"


@lru_cache(maxsize=512)
def set_formula(tex: str, *, display: bool = False) -> SetFormula:
    r"""Return a formula set in STIX; a displayed one has fractions of full size.

    Examples
    --------
    >>> set_formula(r"\frac{1}{n}").height < set_formula(r"\frac{1}{n}", display=True).height
    True
    """
    return _ready_formulas().get((tex, display)) or newly_set(tex, display=display)


@lru_cache(maxsize=1)
def _ready_formulas() -> Mapping[tuple[str, bool], SetFormula]:
    """Return the formulas of usual reports, which lie ready: setting one takes as long as drawing many marks."""
    formulas = json.loads(resource("templates", "formulas.json").read_text(encoding="utf8"))
    return {(tex, bool(display)): SetFormula(**outline) for tex, display, outline in formulas}


def newly_set(tex: str, *, display: bool) -> SetFormula:
    """Return a formula that matplotlib sets anew."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.textpath import text_to_path

    text = tex.replace(r"\frac", r"\dfrac") if display else tex
    for sign, other in SET_AS:
        text = sign.sub(other, text)
    text = f"${text}$"
    font = FontProperties(size=100, family="STIXGeneral", math_fontfamily="stix")
    with paper():
        try:
            points, codes = text_to_path.get_text_path(font, text, ismath=True)
            width, height, depth = text_to_path.get_text_width_height_descent(text, font, ismath=True)
        except ValueError as problem:
            raise TemplateError(f"the formula {tex!r} cannot be set", hint=str(problem).splitlines()[0]) from problem
    scale = EM / 100
    steps = [(int(code), round(x * scale), round(-y * scale)) for (x, y), code in zip(points, codes, strict=True)]
    low = max([round(depth * scale), *(y for _, _, y in steps)])
    high = max([round((height - depth) * scale), *(-y for _, _, y in steps)])
    left = min([0, *(x for _, x, _ in steps)]) - SIDE
    right = max([round(width * scale), *(x for _, x, _ in steps)]) + SIDE
    return SetFormula(left=left, width=right - left, height=high + low, depth=low, outline=_outline(steps))


def _outline(steps: Iterable[tuple[int, int, int]]) -> str:
    """Return the steps of a path as SVG writes them; the points of one curve share its letter."""
    words: list[str] = []
    left = 0
    for code, x, y in steps:
        if code == CLOSED:
            words.append("Z")
            continue
        letter = "" if left else LETTERS[code]
        left = (left or POINTS.get(code, 1)) - 1
        words.append(f"{letter}{x} {y}")
    return " ".join(words).replace(" Z", "Z")


def formula_lines(tex: str) -> tuple[str, ...]:
    r"""Return a displayed formula in lines that fit a column, broken where its parts are set apart by ``\quad``.

    Examples
    --------
    >>> formula_lines(r"a = b + 1, \quad b = 2")
    ('a = b + 1, \\quad b = 2',)
    """
    lines: list[str] = []
    for part in GAP.split(tex):
        joined = rf"{lines[-1]}, \quad {part}" if lines else part
        if lines and set_formula(joined, display=True).width <= COLUMN * EM:
            lines[-1] = joined
        else:
            lines.append(part)
    return tuple(f"{line}," if place < len(lines) - 1 else line for place, line in enumerate(lines))
