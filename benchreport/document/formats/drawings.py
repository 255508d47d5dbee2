"""Figures and formulas as operators of a page of a PDF, for WeasyPrint to place as images.

WeasyPrint draws any SVG, letter by letter and node by node. These draw the few elements that matplotlib writes, with
every letter of a font set once; a figure with others is not taken, and drawn by WeasyPrint.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, inf, radians, sin
from typing import Any, NamedTuple
from unicodedata import bidirectional
from xml.etree.ElementTree import Element, ParseError, fromstring

SVG, LINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
# What matplotlib says of all lines of a figure.
LINES = "*{stroke-linejoin: round; stroke-linecap: butt}"
STEP = re.compile("([MLQCzZ])([^MLQCzZ]*)")
PATH = re.compile(r"(?:[MLQCzZ][-\d.\s]*)+")
NUMBERS = {"M": 2, "L": 2, "Q": 4, "C": 6, "Z": 0}
OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}
PLACE = re.compile(r"(?:translate\((\S+) (\S+)\) )?rotate\((\S+?)(?: (\S+) (\S+))?\)")
CLIP = re.compile(r"url\(#([^)]+)\)")
ALLOWED = {
    "svg": {"width", "height", "viewBox", "version"},
    "g": {"id", "clip-path"},
    "path": {"id", "d", "style", "clip-path"},
    "use": {LINK, "x", "y", "style"},
    "text": {"style", "x", "y", "transform"},
}
LINE_STYLES = {"stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin"}
DASHES = {"stroke-dasharray", "stroke-dashoffset"}
STYLES = {
    "path": {"fill", "fill-opacity", "opacity", *LINE_STYLES, *DASHES},
    "text": {"font-size", "font-family", "font-weight", "font-style", "text-anchor", "fill"},
}
CAPS, JOINS = {"butt": 0, "round": 1, "square": 2}, {"miter": 0, "round": 1, "bevel": 2}
WEIGHTS = {"normal": 400, "bold": 700}
# Of signs that are read from the right, change their shape beside each other, or stand on the one before.
JOINED = {"R", "AL", "NSM"}
ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
Rectangle = tuple[float, float, float, float]


class UnusualError(Exception):
    """Something that is left to WeasyPrint to draw."""


class Letter(NamedTuple):
    """A letter of a font: the operators that show it, its width, and its pictures if it is made of such."""

    operators: bytes
    width: float
    pictures: list[Any]


class Face(NamedTuple):
    """What decides about the letters of a text."""

    families: str
    weight: int
    style: str
    size: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters:
    """The letters of a document by their faces, each set when it is first drawn."""

    font_config: Any
    styles: dict[Face, Any] = field(default_factory=dict)
    letters: dict[tuple[Face, str], Letter] = field(default_factory=dict)

    def style(self, face: Face) -> Any:
        """Return a face as WeasyPrint's records of styles have it."""
        if face not in self.styles:
            from weasyprint.css.properties import INITIAL_VALUES
            from weasyprint.svg.text import Style

            style = Style(INITIAL_VALUES)
            style.font_config = self.font_config
            style["font_family"] = [name.strip().strip("\"'") for name in face.families.split(",")]
            style |= {"font_style": face.style, "font_weight": face.weight, "font_size": face.size}
            self.styles[face] = style
        return self.styles[face]

    def letter(self, stream: Any, face: Face, sign: str) -> Letter:
        """Return a letter as it is drawn on pages."""
        if (face, sign) not in self.letters:
            from weasyprint.draw.text import draw_first_line
            from weasyprint.matrix import Matrix
            from weasyprint.svg.text import TextBox
            from weasyprint.text.line_break import split_first_line

            style = self.style(face)
            layout, *_, width, _, baseline = split_first_line(sign, style, None, inf, 0)
            layout.reactivate(style)
            box = TextBox(layout, style)
            box.baseline = baseline
            sheet = stream.clone(tags=None)
            pictures = draw_first_line(sheet, box, "none", "none", Matrix())
            self.letters[face, sign] = Letter(b"\n".join(sheet.stream[1:]), width, pictures)
        return self.letters[face, sign]


class Shape(NamedTuple):
    """An outline with its style, and where it is repeated."""

    operators: bytes
    style: Mapping[str, str]
    clip: Rectangle | None
    place: tuple[float, float] | None = None


class Writing(NamedTuple):
    """A line of text, where it begins and by how many degrees it is turned, about which point."""

    text: str
    face: Face
    fill: str
    anchor: float
    place: tuple[float, float]
    angle: float
    pivot: tuple[float, float]
    clip: Rectangle | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """A formula as WeasyPrint asks for images: the style sheet has its size, and it is drawn in one colour."""

    view: Rectangle
    operators: bytes
    colour: str

    def get_intrinsic_size(self, _resolution: float, _font_size: float) -> tuple[None, None, float]:
        """Return no size, and the ratio of the sides."""
        return None, None, self.view[2] / self.view[3]

    def draw(self, stream: Any, width: float, height: float, _style: Any) -> None:
        """Draw the outline."""
        _fitted(stream, self.view, width, height)
        stream.set_color(_colour(self.colour, 1.0))
        stream.stream.append(self.operators + b"\nf")


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A figure as WeasyPrint asks for images: its size in pixels of CSS, and what is drawn, in order."""

    width: float
    height: float
    view: Rectangle
    items: tuple[Shape | Writing, ...]
    letters: Letters

    def get_intrinsic_size(self, _resolution: float, _font_size: float) -> tuple[float, float, float]:
        """Return the size that the figure has by itself, and the ratio of its sides."""
        return self.width, self.height, self.width / self.height

    def draw(self, stream: Any, width: float, height: float, _style: Any) -> None:
        """Draw the figure."""
        _fitted(stream, self.view, width, height)
        stream.set_miter_limit(4)
        pen, clip = _Pen(stream), None
        for item in self.items:
            if item.clip != clip:
                if clip is not None:
                    stream.pop_state()
                clip, pen = item.clip, _Pen(stream)
                if clip is not None:
                    stream.push_state()
                    stream.rectangle(*clip)
                    stream.clip()
                    stream.end()
            if isinstance(item, Shape):
                pen.draw(item)
            else:
                self._write(stream, item)
        if clip is not None:
            stream.pop_state()

    def _write(self, stream: Any, item: Writing) -> None:
        pieces = [item.text] if JOINED & {*map(bidirectional, item.text)} else item.text
        letters = [self.letters.letter(stream, item.face, piece) for piece in pieces]
        (x, y), (left, top) = item.place, item.pivot
        x -= item.anchor * sum(letter.width for letter in letters)
        stream.set_color(_colour(item.fill, 1.0))
        if item.angle:
            a, b = cos(radians(item.angle)), sin(radians(item.angle))
            stream.push_state()
            stream.transform(a, b, -b, a, left - a * left + b * top, top - b * left - a * top)
            stream.set_color(_colour(item.fill, 1.0))
        pictures = []
        operators = [b"BT"]
        for letter in letters:
            if letter.operators:
                operators.append(b"1 0 0 -1 %.6f %.6f Tm\n%s" % (x, y, letter.operators))
            pictures.append((x, letter.pictures))
            x += letter.width
        stream.stream.append(b"\n".join([*operators, b"ET"]))
        stream._current_font = None
        for place, own in pictures:
            if own:
                from weasyprint.draw.text import draw_emojis

                draw_emojis(stream, self.letters.style(item.face), place, y, own)
        if item.angle:
            stream.pop_state()


class _Pen:
    """Draws shapes, and says what lines are like where that changes."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        self.line: dict[str, bytes] = {}

    def draw(self, shape: Shape) -> None:
        """Draw a shape with its style."""
        style = shape.style
        opacity = float(style.get("opacity", "1"))
        fill, stroke = style.get("fill", "#000000"), style.get("stroke", "none")
        seen = opacity * float(style.get("fill-opacity", "1")), opacity * float(style.get("stroke-opacity", "1"))
        width = _length(style.get("stroke-width", "1"))
        filled = fill != "none" and seen[0] > 0
        drawn = stroke != "none" and seen[1] > 0 and width > 0
        if not filled and not drawn:
            return
        if filled:
            self.stream.set_color(_colour(fill, seen[0]))
        if drawn:
            self.stream.set_color(_colour(stroke, seen[1]), stroke=True)
            dashes = style.get("stroke-dasharray", "none").replace(",", " ")
            self._say("w", b"%.6g w" % width)
            self._say("d", b"[%s] %.6g d" % (_dashes(dashes), _length(style.get("stroke-dashoffset", "0"))))
            self._say("J", b"%d J" % CAPS[style.get("stroke-linecap", "butt")])
            self._say("j", b"%d j" % JOINS[style.get("stroke-linejoin", "round")])
        operators = shape.operators + (b"\nB" if filled and drawn else b"\nf" if filled else b"\nS")
        if shape.place is not None:
            operators = b"q\n1 0 0 1 %.6f %.6f cm\n%s\nQ" % (*shape.place, operators)
        self.stream.stream.append(operators)

    def _say(self, name: str, operator: bytes) -> None:
        if self.line.get(name) != operator:
            self.line[name] = operator
            self.stream.stream.append(operator)


def outline_of(view: str, path: str, colour: str) -> Outline:
    """Return a formula, whose path has steps as in SVG, as an image."""
    left, top, width, height = map(float, view.split())
    return Outline(view=(left, top, width, height), operators=_path(path), colour=colour)


def drawing_of(svg: bytes, letters: Letters) -> Drawing | None:
    """Return a figure that matplotlib wrote as an image; none of one with elements that are not known here."""
    try:
        tree = fromstring(svg)
        clips = {clip.get("id", ""): _rectangle(clip) for clip in tree.iter(f"{SVG}clipPath")}
        marks = {mark.get("id", ""): mark for mark in tree.iter(f"{SVG}path") if mark.get("id")}
        sheets = [sheet.text for sheet in tree.iter(f"{SVG}style")]
        if sheets != [LINES]:
            return None
        left, top, width, height = map(float, tree.get("viewBox", "").split())
        return Drawing(
            width=_points(tree.get("width", "")),
            height=_points(tree.get("height", "")),
            view=(left, top, width, height),
            items=tuple(_items(tree, clips, marks, None)),
            letters=letters,
        )
    except (UnusualError, KeyError, ValueError, ParseError):
        return None


def _items(
    node: Element, clips: Mapping[str, Rectangle], marks: Mapping[str, Element], clip: Rectangle | None
) -> Iterator[Shape | Writing]:
    """Yield what an element draws; raise where it is one that is not known here."""
    tag = node.tag.removeprefix(SVG)
    if tag in ("defs", "metadata"):
        return
    if not node.attrib.keys() <= ALLOWED[tag]:
        raise UnusualError(f"{tag} has another attribute")
    if "clip-path" in node.attrib:
        own = CLIP.fullmatch(node.attrib["clip-path"])
        if own is None or clip is not None:
            raise UnusualError("a clip inside another")
        clip = clips[own[1]]
    if tag == "path":
        yield Shape(_path(node.attrib["d"]), _style(node, "path"), clip)
    elif tag == "use":
        mark = marks[node.attrib[LINK].removeprefix("#")]
        place = float(node.get("x", "0")), float(node.get("y", "0"))
        style = {**_style(node, "path"), **_style(mark, "path")}
        yield Shape(_path(mark.attrib["d"]), _checked(style), clip, place)
    elif tag == "text":
        yield _writing(node, clip)
    else:
        for child in node:
            yield from _items(child, clips, marks, clip)


def _writing(node: Element, clip: Rectangle | None) -> Writing:
    style = _style(node, "text")
    turn = PLACE.fullmatch(node.get("transform", "rotate(0)"))
    if turn is None or len(node):
        raise UnusualError("a text in several parts, or in another place")
    x, y = float(node.get("x", "0")), float(node.get("y", "0"))
    right, down, angle, left, top = (float(number or 0) for number in turn.groups())
    if right or down:
        # Turned about the point that it is moved to.
        if x or y or left or top:
            raise UnusualError("a text moved twice")
        x, y, left, top = right, down, right, down
    weight = style.get("font-weight", "normal")
    face = Face(
        style.get("font-family", "sans-serif"),
        WEIGHTS.get(weight) or int(weight),
        style.get("font-style", "normal"),
        _length(style["font-size"]),
    )
    text = re.sub(r"[ \t\n]+", " ", node.text or "").strip(" ")
    anchor = ANCHORS[style.get("text-anchor", "start")]
    return Writing(text, face, style.get("fill", "#000000"), anchor, (x, y), angle, (left, top), clip)


def _style(node: Element, kind: str) -> dict[str, str]:
    pairs = [part.split(":", 1) for part in node.get("style", "").split(";") if part.strip()]
    style = {name.strip(): value.strip() for name, value in pairs}
    if not style.keys() <= STYLES[kind]:
        raise UnusualError(f"{style.keys() - STYLES[kind]} in a style")
    return _checked(style)


def _checked(style: dict[str, str]) -> dict[str, str]:
    """Return a style; raise where what is filled and drawn is transparent as a whole, which takes a group."""
    both = style.get("fill") != "none" and style.get("stroke", "none") != "none"
    if both and style.get("opacity", "1") not in ("0", "1"):
        raise UnusualError("a group that is transparent")
    if "url(" in f"{style.get('fill')}{style.get('stroke')}":
        raise UnusualError("a pattern")
    return style


@lru_cache(maxsize=4096)
def _path(steps: str) -> bytes:
    """Return a path of SVG as operators of a PDF."""
    steps = steps.strip()
    if not PATH.fullmatch(steps):
        raise UnusualError("other steps of a path")
    operators: list[str] = []
    x = y = 0.0
    for letter, text in STEP.findall(steps):
        numbers = text.split()
        kind = letter.upper()
        if len(numbers) != NUMBERS[kind]:
            raise UnusualError("steps without their letters")
        if kind == "Q":
            mx, my, ex, ey = map(float, numbers)
            curve = (x + 2 * (mx - x) / 3, y + 2 * (my - y) / 3, ex + 2 * (mx - ex) / 3, ey + 2 * (my - ey) / 3, ex, ey)
            operators.append(" ".join(f"{number:.6f}".rstrip("0").rstrip(".") for number in curve) + " c")
        else:
            operators.append(" ".join([*numbers, OPERATORS[kind]]))
        if numbers:
            x, y = float(numbers[-2]), float(numbers[-1])
    return "\n".join(operators).encode()


@lru_cache(maxsize=1024)
def _colour(name: str, alpha: float) -> Any:
    from weasyprint.svg.utils import color

    colour = color(name)
    colour.alpha *= alpha
    return colour


def _fitted(stream: Any, view: Rectangle, width: float, height: float) -> None:
    """Write the change of scale with which a part of a plane fills a box as far as its ratio allows, in the middle."""
    left, top, across, down = view
    scale = min(width / across, height / down)
    right, below = (width - scale * across) / 2, (height - scale * down) / 2
    stream.transform(a=scale, d=scale, e=right - scale * left, f=below - scale * top)


def _rectangle(clip: Element) -> Rectangle:
    if len(clip) != 1 or clip[0].tag != f"{SVG}rect":
        raise UnusualError("a clip that is not a rectangle")
    x, y, width, height = (float(clip[0].attrib[name]) for name in ("x", "y", "width", "height"))
    return x, y, width, height


def _dashes(lengths: str) -> bytes:
    return b" ".join(b"%.6g" % _length(length) for length in lengths.split() if length != "none")


def _length(text: str) -> float:
    return float(text.removesuffix("px"))


def _points(text: str) -> float:
    """Return a length in points in pixels of CSS."""
    if not text.endswith("pt"):
        raise UnusualError("a size in other units")
    return float(text.removesuffix("pt")) * 96 / 72
