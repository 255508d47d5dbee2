"""Numbered callouts on a page of a report: each stands where its words are on the page."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from docs.building.blocks import PageError

ROOT = Path(__file__).parents[2]
FONT = ROOT / "templates" / "fonts" / "SourceSansPro-Semibold.ttf"
# An item of a numbered list begins with words of the picture, in bold.
ITEM = re.compile(r"^\d+\. \*\*(.+?)\*\*", re.MULTILINE)
DOTS = 2.5  # per point
RADIUS = 6.5  # points
PAD = 1.5
INK = (176, 42, 28)
TINT = (*INK, 36)
MARGIN = 36.0  # points of the page left at the sides

Box = tuple[float, float, float, float]


def callouts_of(text: str) -> list[str]:
    """Return the words that the numbered items of a page begin with.

    Examples
    --------
    >>> callouts_of("1. **One pair differs** at last\\n2. **p (Holm)**")
    ['One pair differs', 'p (Holm)']
    """
    return ITEM.findall(text)


def draw_numbered(source: Path, number: int, words: list[str], target: Path) -> None:
    """Draw a page of a PDF file, numbers where some words are; raise where the page does not have them."""
    import pypdfium2
    from PIL import Image, ImageDraw, ImageFont

    with pypdfium2.PdfDocument(source) as document:
        page = document[number - 1]
        height = page.get_height()
        text = page.get_textpage()
        boxes = [_boxes(text, phrase, source.name) for phrase in words]
        sheet = page.render(scale=DOTS).to_pil().convert("RGBA")
    marks = Image.new("RGBA", sheet.size)
    draw = ImageDraw.Draw(marks)
    font = ImageFont.truetype(str(FONT), round(RADIUS * 1.35 * DOTS))
    for place, lines in enumerate(boxes, start=1):
        for left, bottom, right, top in lines:
            edges = [left - PAD, height - top - PAD, right + PAD, height - bottom + PAD]
            draw.rounded_rectangle([edge * DOTS for edge in edges], radius=2 * DOTS, fill=TINT, outline=(*INK, 150))
        left, _, _, top = lines[0]
        x, y = (left - PAD - RADIUS * 0.8) * DOTS, (height - top - PAD - RADIUS * 0.2) * DOTS
        reach = RADIUS * DOTS
        draw.ellipse([x - reach, y - reach, x + reach, y + reach], fill=INK, outline="white", width=round(DOTS))
        draw.text((x, y), str(place), fill="white", font=font, anchor="mm")
    whole = Image.alpha_composite(sheet, marks).convert("RGB")
    every = [box for lines in boxes for box in lines]
    last = max(height - bottom for _, bottom, _, _ in every) + MARGIN
    across = (MARGIN * 0.7 * DOTS, whole.width - MARGIN * 0.7 * DOTS)
    first = min(height - top for *_, top in every) - MARGIN * 1.6
    whole.crop((round(across[0]), round(max(first, 0) * DOTS), round(across[1]), round(last * DOTS))).save(
        target, optimize=True
    )


def in_lines(boxes: list[Box]) -> list[Box]:
    """Return one box for each line: letters of a figure have boxes of their own.

    Examples
    --------
    >>> in_lines([(0, 0, 5, 8), (6, 1, 9, 8), (0, -12, 4, -4)])
    [(0, 0, 9, 8), (0, -12, 4, -4)]
    """
    lines: list[Box] = []
    for left, bottom, right, top in boxes:
        if lines and bottom < lines[-1][3] and top > lines[-1][1]:
            first = lines.pop()
            lines.append((min(first[0], left), min(first[1], bottom), max(first[2], right), max(first[3], top)))
        else:
            lines.append((left, bottom, right, top))
    return lines


def _boxes(text: Any, phrase: str, name: str) -> list[Box]:
    """Return the boxes around words of a page, one for each line that they are on."""
    for spelling in (phrase, phrase.replace(" ", "\r\n"), phrase.replace(" ", "\r\n", 1)):
        match = text.search(spelling, match_case=True).get_next()
        if match is not None:
            return in_lines([text.get_rect(place) for place in range(text.count_rects(*match))])
    raise PageError(f"{name} does not have the words {phrase!r} on that page")
