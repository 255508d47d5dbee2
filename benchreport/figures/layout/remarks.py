"""What does the small print below a figure say, and how many lines does it take?"""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import bidirectional

from matplotlib.figure import Figure

from benchreport.figures.layout.axes import page_of
from benchreport.figures.layout.page import EDGE
from benchreport.figures.style import INK, MUTED, shortened, text_width, write

LINE_HIGH = 0.135  # inches from one line of small print to the next
SWATCH = 0.17
SWATCH_GAP = 0.14
LEFT_TO_RIGHT = "\u200e"  # a mark without width

Colour = tuple[float, float, float]


def wrapped(text: str, inches: float) -> list[str]:
    """Break a text into lines of a width, between words where it can.

    Examples
    --------
    >>> wrapped("two words", 0.4)
    ['two', 'words']
    """
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer) <= inches:
            lines[-1] = longer
        else:
            lines.append(shortened(word, inches))
    return lines


def side_by_side(*parts: str) -> str:
    """Join texts so that the first stands on the left, whichever way their letters run.

    Examples
    --------
    >>> side_by_side("A", " - ", "B")
    'A - B'
    """
    text = "".join(parts)
    turns = any(bidirectional(sign) in ("R", "AL") for sign in text)
    return LEFT_TO_RIGHT + LEFT_TO_RIGHT.join(parts) if turns else text


def beside(name: str, number: str) -> str:
    """Write a number after a name, also after one that is read from right to left.

    Examples
    --------
    >>> beside("kNN", "0.97"), beside("kNN", "")
    ('kNN 0.97', 'kNN')
    """
    return side_by_side(name, f" {number}") if number else name


def note_lines(text: str, width: float) -> list[str]:
    """Break the note at the foot of a figure into lines."""
    return wrapped(text, width - 2 * EDGE)


def note_high(lines: Sequence[str]) -> float:
    """Return how much room the note at the foot takes."""
    return 0.06 + LINE_HIGH * len(lines)


def small_print(figure: Figure, lines: Sequence[str]) -> None:
    """Write lines at the foot of a figure; they take ``len(lines) * LINE_HIGH`` above a margin."""
    for place, line in enumerate(lines, 1):
        y = 0.04 + (len(lines) - place) * LINE_HIGH
        write(page_of(figure), EDGE, y, line, color=MUTED, ha="left", va="bottom", label="footnote")


def key_lines(texts: Sequence[str], inches: float) -> list[list[int]]:
    """Share the entries of a key out to lines of a width; gives their places in ``texts``."""
    lines: list[list[int]] = []
    used = 0.0
    for place, text in enumerate(texts):
        step = SWATCH + 0.05 + text_width(text) + SWATCH_GAP
        if not lines or used + step - SWATCH_GAP > inches:
            lines.append([])
            used = 0.0
        lines[-1].append(place)
        used += step
    return lines


def draw_key(figure: Figure, entries: Sequence[tuple[Colour, str]], bottom: float) -> None:
    """Draw squares of colour with their meaning, upwards from these inches."""
    page = page_of(figure)
    lines = key_lines([text for _, text in entries], float(figure.get_size_inches()[0]) - 2 * EDGE)
    for row, line in enumerate(reversed(lines)):
        x, y = EDGE, bottom + row * LINE_HIGH
        for place in line:
            colour, text = entries[place]
            edges = [x, x, x + SWATCH, x + SWATCH], [y + 0.01, y + 0.11, y + 0.11, y + 0.01]
            page.fill(*edges, facecolor=colour, edgecolor=MUTED, lw=0.4, label="key")
            x += SWATCH + 0.05
            write(page, x, y + 0.06, text, color=INK, va="center_baseline", label="key")
            x += text_width(text) + SWATCH_GAP
