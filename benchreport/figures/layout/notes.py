"""Texts at the foot of a page: notes and keys of colours; names and numbers side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from unicodedata import bidirectional

from benchreport.figures.layout.page import EDGE, overlay, page_of, widest
from benchreport.figures.style import INK, MUTED, fitted, shortened, text_width, write

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Colour = tuple[float, float, float]
Key = Sequence[tuple[Colour, str]]  # colours and their meaning
LEFT_TO_RIGHT = "\u200e"  # a mark without width

# Lengths in inches.
FOOT_HIGH = 0.15
LINE_HIGH = 0.135  # from one line of small print to the next
SQUARE = 0.17  # of colour, in a key
SQUARE_GAP = 0.14


def side_by_side(*parts: str) -> str:
    """Return texts joined so that the first stands on the left, whichever way their letters run.

    Examples
    --------
    >>> side_by_side("A", " - ", "B")
    'A - B'
    """
    text = "".join(parts)
    turns = any(bidirectional(sign) in ("R", "AL") for sign in text)
    return LEFT_TO_RIGHT + LEFT_TO_RIGHT.join(parts) if turns else text


def beside(name: str, number: str) -> str:
    """Return a name with a number after it, also after a name that is read from right to left.

    Examples
    --------
    >>> beside("kNN", "0.97"), beside("kNN", "")
    ('kNN 0.97', 'kNN')
    """
    return side_by_side(name, f" {number}") if number else name


def headed(names: Sequence[str], numbers: Sequence[str], wide: float) -> list[str]:
    """Return names with a number after each; a name that is too long is cut so that it stays told apart."""
    short = fitted(names, wide - widest([f" {number}" for number in numbers]))
    return [beside(name, number) for name, number in zip(short, numbers, strict=True)]


def foot(figure: Figure, text: str) -> None:
    """Write a small line, such as how many datasets a figure shows, into the lower right corner."""
    width = float(figure.get_size_inches()[0])
    looks: dict[str, Any] = {"color": MUTED, "ha": "right", "va": "bottom", "label": "footnote"}
    write(overlay(figure, "footnote", layer=2), width - EDGE, 0.03, shortened(text, width - 2 * EDGE), **looks)


def note_lines(text: str, width: float) -> list[str]:
    """Return the note at the foot of a figure in lines, broken between words where it can be.

    Examples
    --------
    >>> note_lines("two words", 0.52)
    ['two', 'words']
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer) <= width - 2 * EDGE:
            lines[-1] = longer
        else:
            lines.append(shortened(word, width - 2 * EDGE))
    return lines


def note_high(lines: Sequence[str]) -> float:
    """Return how much room the note at the foot takes."""
    return 0.06 + LINE_HIGH * len(lines)


def write_note(figure: Figure, lines: Sequence[str]) -> None:
    """Write the lines of a note at the foot of a figure."""
    looks: dict[str, Any] = {"color": MUTED, "ha": "left", "va": "bottom", "label": "footnote", "zorder": 3.5}
    for place, line in enumerate(lines, 1):
        write(page_of(figure), EDGE, 0.04 + (len(lines) - place) * LINE_HIGH, line, **looks)


def key_high(entries: Key, width: float) -> float:
    """Return how much room a key takes on a page of a width."""
    return LINE_HIGH * len(_key_lines(entries, width))


def _key_lines(entries: Key, width: float) -> list[list[tuple[Colour, str]]]:
    """Return the entries of a key shared out to lines."""
    lines: list[list[tuple[Colour, str]]] = []
    used = 0.0
    for colour, text in entries:
        step = SQUARE + 0.05 + text_width(text) + SQUARE_GAP
        if not lines or used + step - SQUARE_GAP > width - 2 * EDGE:
            lines.append([])
            used = 0.0
        lines[-1].append((colour, text))
        used += step
    return lines


def draw_key(figure: Figure, entries: Key, bottom: float) -> None:
    """Draw squares of colour with their meaning, upwards from these inches."""
    page = page_of(figure)
    for row, line in enumerate(reversed(_key_lines(entries, float(figure.get_size_inches()[0])))):
        x, y = EDGE, bottom + row * LINE_HIGH
        for colour, text in line:
            edges = [x, x, x + SQUARE, x + SQUARE], [y + 0.01, y + 0.11, y + 0.11, y + 0.01]
            page.fill(*edges, facecolor=colour, edgecolor=MUTED, lw=0.4, label="key")
            x += SQUARE + 0.05
            write(page, x, y + 0.06, text, color=INK, va="center_baseline", label="key")
            x += text_width(text) + SQUARE_GAP
