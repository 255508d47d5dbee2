"""Filled pages: exhibits moved behind the text that still fits, elastic figures redrawn, all from measured heights."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, Literal
from xml.etree.ElementTree import Element

from benchreport.document.times import timed
from benchreport.records import dataclass

# What a block is to a page: lines of text, a head that stays with what follows, a block in one piece, a table that may
# be broken between rows, something on a page of its own format.
Role = Literal["text", "head", "whole", "rows", "turned"]
MOST_PLANS, MOST_WAITING = 80, 2
# What a plan costs: each step that an exhibit waits, each section that begins before it, another height, a page of
# which so much is empty.
WAITING, OVERTAKEN, REDRAWN, SPARSE = 0.04, 1.0, 0.15, 40.0
TOO_EMPTY = 0.3
# What may be left of a page before anything is moved, and of the last one before lines are gained; what is a gain.
SLACK, SPILT, WORTHWHILE = 0.12, 0.78, 0.05
# Pixels of CSS: what stays free below a redrawn figure, what is worth a stretch, how much is begun of a long table.
SPARE, LEFT, BEGUN = 12.0, 40.0, 110.0
MOST_CELLS = 4000
# After so many pages it is worth the time to free the memory of boxes and drawings that are not needed any more.
MANY = 12
# How high a table is that is set tight, as a part of the usual.
TIGHT = 0.85
LONG_BODY = re.compile(
    r"((?:<tr\b(?:(?!</tr>).)*</tr>\s*){40})(?:<tr\b(?:(?!</tr>).)*</tr>\s*){20,}(?=</tbody>)", re.DOTALL
)
OPENING = "answer"
# What stands in two columns, and its class in a draft.
COLUMNS, DRAFT = "twofold", "draft"
# Sections whose exhibits stay where they are, and into which none is moved.
CLOSED = (OPENING, "tables", "methods", "references")


@dataclass(frozen=True, slots=True, kw_only=True)
class Typesetter:
    """What WeasyPrint does with a page of HTML: take it apart into elements, and lay it out."""

    parse: Callable[[str], Element]
    render: Callable[[Element], Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """How high a figure is and may be, in pixels of CSS, and its address when it is drawn with another height.

    ``least`` and ``most`` are drawn for, so they are asked for only where a figure could be lower or higher; it is at
    least ``bound`` high. A ``most`` of 0 is for a figure that cannot be higher.
    """

    natural: float
    bound: float
    least: Callable[[], float]
    most: Callable[[], float]
    redrawn: Callable[[float], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A block of a page with its height and margins; ``step`` is the height of a line.

    ``least`` is how high the block is at least, and ``lowest``, where it takes a drawing to know, what it can be.
    """

    element: Element
    role: Role
    height: float
    above: float = 0.0
    below: float = 0.0
    step: float = 0.0
    least: float = 0.0
    section: str = ""
    movable: bool = False
    lowest: Callable[[], float] | None = None

    def fits(self, room: float) -> bool:
        """Return whether it can be made lower so that it fits."""
        if self.least >= self.height or self.least > room:
            return False
        return self.lowest is None or self.lowest() <= min(room, self.height)

    @property
    def begun(self) -> float:
        """What must fit on a page where it begins."""
        if self.role == "text" and self.height > 3.5 * self.step:
            return 2 * self.step
        return min(self.height, BEGUN) if self.role == "rows" else self.height


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A way to fill the pages so far: the pieces in order with their pages, who waits, how full the last page is."""

    order: tuple[int, ...] = ()
    pages: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    heights: tuple[tuple[int, float], ...] = ()
    left: tuple[float, ...] = ()
    used: float = 0.0
    margin: float = 0.0
    cost: float = 0.0

    @property
    def rank(self) -> tuple[float, int, tuple[int, ...]]:
        """By what plans are compared: their cost and how far down the pages they are."""
        return round(self.cost + len(self.left) + self.used / 1000, 6), len(self.waiting), self.order


@timed("layout")
def laid_out(page: str, typesetter: Typesetter, stretches: Callable[[], Mapping[str, Stretch]]) -> Any:
    """Return a page of HTML as laid out by WeasyPrint, with its exhibits where they leave little of a page empty.

    It is rendered once, and again if a table is too wide, if something gains by moving or by another height, or if all
    that is left for the last page is a few lines, which then are gained by smaller type in methods and references. The
    first time is a draft where there is much that takes long: columns are set below each other instead of balanced, and
    of a large report the last time alone all rows of long tables are rendered.
    """
    light = _lightened(page)
    tree = typesetter.parse(light)
    drafted = _drafted(tree)
    document = typesetter.render(tree)
    broad = {element.get("id", "") for element in overflowing(document)}
    again = light != page or bool(drafted) or bool(broad)
    *gaps, last = page_gaps(document)
    spilt = bool(gaps) and last > SPILT and light == page and not drafted
    if not again and not spilt and not _overflows(document) and max(gaps, default=0.0) <= SLACK:
        return document
    elastic = stretches()
    pieces = [_tightened(piece, broad) for piece in pieces_of(document, elastic)]
    rooms = rooms_of(document)
    lowered = _opening_heights(pieces, rooms[0])
    pages = len(document.pages)
    draft = None if again or lowered else document
    del document
    clear_away(pages)
    plan = best_plan(pieces, rooms, lowered)
    if drafted:
        spilt = light == page and bool(plan.left) and plan.used < (1 - SPILT) * rooms[1]
    heights, left = _heights(plan, pieces, elastic)
    natural = natural_plan(pieces, rooms)
    gain = _emptiness(natural.left, rooms) - _emptiness(left, rooms)
    if drafted and not lowered and gain <= WORTHWHILE:
        plan, heights = natural, {}
    if draft is not None and not spilt and not heights and plan.order == tuple(range(len(pieces))):
        return draft
    if drafted and light == page:
        for element in drafted:
            element.set("class", COLUMNS)
    else:
        tree = deepcopy(tree) if light == page else typesetter.parse(page)
    _reorder(tree, pieces, plan.order)
    for element in tree.iter():
        name = element.get("id", "")
        if name in heights:
            next(element.iter("img")).set("src", elastic[name].redrawn(heights[name]))
        elif name in broad:
            element.set("class", f"{element.get('class')} tight")
        elif element.tag == "body" and spilt:
            element.set("class", "squeezed")
    clear_away(pages)
    second = typesetter.render(tree)
    return second if draft is None or _loss(second) < _loss(draft) - WORTHWHILE else draft


def clear_away(pages: int) -> None:
    """Run a collection of garbage where a document had many pages: its boxes know each other, and so do drawings."""
    if pages > MANY:
        gc.collect()


def _drafted(tree: Element) -> list[Element]:
    """Return the parts of a page that stand in columns, which become one of their width."""
    columns = [element for element in tree.iter("div") if element.get("class") == COLUMNS]
    for element in columns:
        element.set("class", f"{COLUMNS} {DRAFT}")
    return columns


def _overflows(document: Any) -> bool:
    """Return whether page one goes on overleaf."""
    return any(section == OPENING for sheet in document.pages[1:2] for section, _ in _blocks(sheet._page_box))


def _opening_heights(pieces: Sequence[Piece], room: float) -> dict[int, float]:
    """Return the height of the picture of page one with which all of that page fits, where there is one."""
    places = [place for place, piece in enumerate(pieces) if piece.section in ("", OPENING)]
    opening = [pieces[place] for place in places]
    gaps = sum(max(first.below, second.above) for first, second in pairwise(opening))
    excess = sum(piece.height for piece in opening) + gaps + SPARE - room
    return {
        place: pieces[place].height - excess
        for place in places
        if excess > SPARE and pieces[place].fits(pieces[place].height - excess)
    }


def _tightened(piece: Piece, broad: Collection[str]) -> Piece:
    """Return a piece; of a table too broad for the page, about as high as it is when it is set tight."""
    if piece.element.get("id", "") not in broad:
        return piece
    return replace(piece, height=piece.height * TIGHT, least=piece.least * TIGHT, lowest=None)


def _lowest(height: float, stretch: Stretch) -> float:
    """Return how high a block with a figure is at least."""
    return height - (stretch.natural - stretch.least())


def _lightened(page: str) -> str:
    """Return a page; of one with very many cells, only the first rows of its longest tables."""
    return LONG_BODY.sub(r"\1", page) if page.count("<td") > MOST_CELLS else page


def rooms_of(document: Any) -> tuple[float, float]:
    """Return how high the text may be on the first page and on any other that is upright."""
    boxes = [sheet._page_box for sheet in document.pages]
    return boxes[0].height, max((box.height for box in boxes[1:]), default=boxes[0].height)


def page_gaps(document: Any) -> list[float]:
    """Return which share of each page is empty at its foot."""
    gaps = []
    for box in (sheet._page_box for sheet in document.pages):
        ends = [block.position_y + block.margin_height() - block.margin_bottom for _, block in _blocks(box)]
        gaps.append(1 - (max(ends, default=box.content_box_y()) - box.content_box_y()) / box.height)
    return gaps


def overflowing(document: Any) -> list[Element]:
    """Return the blocks that hold a table wider than the page."""
    broad: dict[Element, None] = {}
    for box in (sheet._page_box for sheet in document.pages):
        right = box.content_box_x() + box.width + 1
        for _, block in _blocks(box):
            if any(part.position_x + part.margin_width() > right for part in _tables(block)):
                broad[block.element] = None
    return list(broad)


def pieces_of(document: Any, elastic: Mapping[str, Stretch]) -> list[Piece]:
    """Return the blocks of a document in order, with the heights that they take on all pages together."""
    pieces: dict[Element, Piece] = {}
    follows_head = False
    for box in (sheet._page_box for sheet in document.pages):
        for section, block in _blocks(box):
            element, height = block.element, block.border_height()
            if DRAFT in element.get("class", "").split() and block.style["column_count"] == "auto":
                height /= 2
            if element in pieces:
                pieces[element] = replace(pieces[element], height=pieces[element].height + height)
                continue
            role: Role = "turned" if box.width > box.height else _role(element)
            stretch = elastic.get(element.get("id", ""))
            first, last = (block.children[:1], block.children[-1:]) if role in ("whole", "rows") else ((), ())
            pieces[element] = Piece(
                element=element,
                role=role,
                height=height,
                above=max(_pixels(part.style["margin_top"]) for part in (block, *first)),
                below=max(_pixels(part.style["margin_bottom"]) for part in (block, *last)),
                step=_pixels(block.style["font_size"]) * 1.4,
                least=height - (stretch.natural - stretch.bound) if stretch else height,
                lowest=partial(_lowest, height, stretch) if stretch else None,
                section=section,
                movable=role == "whole"
                and "id" in element.attrib
                and section not in ("", *CLOSED)
                and not follows_head,
            )
            follows_head = role == "head"
    return list(pieces.values())


def best_plan(pieces: Sequence[Piece], rooms: tuple[float, float], lowered: Mapping[int, float] | None = None) -> Plan:
    """Return the order of the pieces that leaves least of the pages empty; some may be ``lowered`` beforehand.

    Tables and figures may wait while what follows them is placed; a figure never overtakes a figure nor a table a
    table, so that their numbers ascend.
    """
    lowered = lowered or {}
    pieces = [
        replace(piece, height=lowered[place], least=lowered[place], lowest=None) if place in lowered else piece
        for place, piece in enumerate(pieces)
    ]
    plans = [Plan(heights=tuple(lowered.items()))]
    for place, piece in enumerate(pieces):
        following = pieces[place + 1] if place + 1 < len(pieces) else None
        grown: list[Plan] = []
        for plan in plans:
            for ready in _released(plan, pieces, rooms):
                if ready.waiting and piece.element.tag == "h2":
                    if piece.section in CLOSED:
                        continue
                    ready = replace(ready, cost=ready.cost + OVERTAKEN * len(ready.waiting))
                if piece.element.tag not in [pieces[other].element.tag for other in ready.waiting]:
                    grown += _placed(ready, place, piece, following, rooms)
                if piece.movable and len(ready.waiting) < MOST_WAITING:
                    grown.append(replace(ready, waiting=(*ready.waiting, place)))
        plans = sorted(grown, key=lambda plan: plan.rank)[:MOST_PLANS]
    ends = [ready for plan in plans for ready in _released(plan, pieces, rooms) if not ready.waiting]
    return min(ends, key=lambda plan: plan.rank)


def natural_plan(pieces: Sequence[Piece], rooms: tuple[float, float]) -> Plan:
    """Return the plan in which everything stays where it was written, and as high as it was drawn."""
    plan = Plan()
    for place, (piece, following) in enumerate(zip(pieces, [*pieces[1:], None], strict=True)):
        *_, plan = _placed(plan, place, piece, following, rooms)
    return plan


def _released(plan: Plan, pieces: Sequence[Piece], rooms: tuple[float, float]) -> Iterator[Plan]:
    """Yield a plan, and the same with exhibits placed that waited; nothing comes between a head and what follows."""
    yield plan
    if plan.order and pieces[plan.order[-1]].role == "head":
        return
    for kind in dict.fromkeys(pieces[place].element.tag for place in plan.waiting):
        first = next(place for place in plan.waiting if pieces[place].element.tag == kind)
        others = tuple(place for place in plan.waiting if place != first)
        for placed in _placed(replace(plan, waiting=others), first, pieces[first], None, rooms):
            yield from _released(placed, pieces, rooms)


def _placed(
    plan: Plan, place: int, piece: Piece, following: Piece | None, rooms: tuple[float, float]
) -> Iterator[Plan]:
    """Yield a plan with one more piece: as it is, and a figure also as low as fits the page."""
    plan = replace(plan, cost=plan.cost + WAITING * len(plan.waiting))
    gap = max(plan.margin, piece.above) if plan.used else 0.0
    room = rooms[bool(plan.left)] - plan.used
    after = max(piece.below, following.above) + following.begun if piece.role == "head" and following else 0.0
    fits = gap + piece.begun + after <= room
    if not fits and piece.fits(room - gap):
        heights = (*plan.heights, (place, room - gap - SPARE))
        yield _ended(replace(plan, heights=heights, cost=plan.cost + REDRAWN), place, piece, plan.used + room)
    if piece.role == "turned" or (not fits and plan.used):
        plan = _turned(plan, 0.0 if piece.role == "turned" else room, rooms)
        gap, room = 0.0, rooms[1]
    used = plan.used + gap + piece.height
    while used > rooms[bool(plan.left)] and piece.role != "whole":
        used -= rooms[bool(plan.left)]
        plan = _turned(plan, 0.0, rooms)
    yield _ended(plan, place, piece, used)


def _ended(plan: Plan, place: int, piece: Piece, used: float) -> Plan:
    order, pages = (*plan.order, place), (*plan.pages, len(plan.left))
    return replace(plan, order=order, pages=pages, used=used, margin=piece.below)


def _turned(plan: Plan, left: float, rooms: tuple[float, float]) -> Plan:
    cost = plan.cost + _cost(left / rooms[bool(plan.left)])
    return replace(plan, left=(*plan.left, left), used=0.0, margin=0.0, cost=cost)


def _cost(empty: float) -> float:
    """Return what a page costs of which a share is empty."""
    return 6 * empty**2 + SPARSE * max(0.0, empty - TOO_EMPTY)


def _loss(document: Any) -> float:
    return sum(_cost(gap) for gap in page_gaps(document)[:-1]) + len(document.pages)


def _emptiness(left: Sequence[float], rooms: tuple[float, float]) -> float:
    """Return what pages cost of which so much is left."""
    return sum(_cost(room / rooms[bool(page)]) for page, room in enumerate(left)) + len(left)


def _heights(
    plan: Plan, pieces: Sequence[Piece], elastic: Mapping[str, Stretch]
) -> tuple[dict[str, float], list[float]]:
    """Return figures that get another height, lower to fit their page or higher to fill it, and what is left then."""
    chosen: dict[str, float] = {}
    lowered, left = dict(plan.heights), list(plan.left)
    for place, page in zip(plan.order, plan.pages, strict=True):
        name = pieces[place].element.get("id", "")
        if name not in elastic:
            continue
        if place in lowered:
            chosen[name] = elastic[name].natural + lowered[place] - pieces[place].height
        elif page < len(left) and left[page] > LEFT and (most := elastic[name].most()):
            chosen[name] = min(most, elastic[name].natural + left[page] - SPARE)
            left[page] -= chosen[name] - elastic[name].natural
    return chosen, left


def _reorder(tree: Element, pieces: Sequence[Piece], order: Sequence[int]) -> None:
    """Write the exhibits that moved behind what they follow now."""
    parents = {child: parent for parent in tree.iter() for child in parent}
    body = next(tree.iter("body"))
    elements = [block for child in body for block in (child if child.tag == "section" else [child])]
    if [element.tag for element in elements] != [piece.element.tag for piece in pieces]:
        return  # templates of the user's own made other blocks
    for former, place in pairwise(order):
        element, neighbour = elements[place], elements[former]
        if pieces[place].movable and former != place - 1:
            parents[element].remove(element)
            parents[element] = parents[neighbour]
            parents[element].insert(list(parents[element]).index(neighbour) + 1, element)


def _blocks(page: Any) -> Iterator[tuple[str, Any]]:
    """Yield the blocks of a page in order, each with the section that it stands in."""
    boxes = [("", child) for root in page.children[:1] for body in root.children for child in body.children]
    while boxes:
        section, box = boxes.pop(0)
        if box.element is None or not box.is_in_normal_flow():
            continue
        if box.element_tag == "section":
            boxes = [*((box.element.get("id", ""), child) for child in box.children), *boxes]
        else:
            yield section, box


def _tables(box: Any) -> Iterator[Any]:
    if box.element_tag == "table":
        yield box
    else:
        for child in getattr(box, "children", ()):
            yield from _tables(child)


def _role(element: Element) -> Role:
    classes = element.get("class", "").split()
    if element.tag in ("h2", "h3") or "headline" in classes:
        return "head"
    if element.tag in ("figure", "header") or {"short", "care"} & set(classes):
        return "whole"
    return "rows" if "exhibit" in classes else "text"


def _pixels(length: Any) -> float:
    """Return a length of a style in pixels of CSS; what is computed later counts for nothing."""
    value = getattr(length, "value", length)
    return float(value) if isinstance(value, (int, float)) else 0.0
