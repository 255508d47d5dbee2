"""Layout of a graph of an order: nodes in layers, lines that lead down and run through no name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import numpy as np

from benchreport.figures.layout.page import Point
from benchreport.records import dataclass

Link = tuple[str, str]

# Lengths in inches.
NODE_GAP = 0.1
BEND_WIDTH = 0.03  # room of a line that passes a layer
SWEEPS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """Places of the nodes, as inches from the left and layer from the top, and the ways of the lines between them."""

    nodes: Mapping[str, Point]
    paths: Sequence[Sequence[Point]]


@dataclass(slots=True, kw_only=True)
class Item:
    """A node, or the bend of a line that passes a layer."""

    name: str
    width: float
    up: list[Item]
    down: list[Item]
    x: float = 0.0


def layers_of(names: Sequence[str], links: Sequence[Link]) -> dict[str, int]:
    """Return the layer of each node, one below the lowest of those above it; links must not run in a circle.

    Examples
    --------
    >>> layers_of(["A", "B", "C"], [("A", "B"), ("B", "C"), ("A", "C")])
    {'A': 0, 'B': 1, 'C': 2}
    """
    layer = dict.fromkeys(names, 0)
    for _ in names:
        lower = {below: layer[above] + 1 for above, below in links if layer[below] <= layer[above]}
        if not lower:
            break
        for above, below in links:
            layer[below] = max(layer[below], layer[above] + 1)
    return layer


def evened(layer: Mapping[str, int], links: Sequence[Link]) -> dict[str, int]:
    """Return layers less crowded: nodes that nothing leads to go down to what they lead to, lone ones anywhere.

    Examples
    --------
    >>> evened({"A": 0, "B": 1, "C": 2, "D": 0, "E": 0}, [("A", "B"), ("B", "C"), ("D", "C")])
    {'A': 0, 'B': 1, 'C': 2, 'D': 1, 'E': 0}
    """
    levels = dict(layer)
    led_to = {below for _, below in links}
    leading = {above for above, _ in links}
    for name in levels:
        if name in leading and name not in led_to:
            levels[name] = min(levels[below] for above, below in links if above == name) - 1
    lone = [name for name in levels if name not in led_to and name not in leading]
    sizes = [sum(levels[name] == level for name in levels if name not in lone) for level in range(_count(layer))]
    for name in lone:
        levels[name] = sizes.index(min(sizes))
        sizes[levels[name]] += 1
    return levels


def _count(layer: Mapping[str, int]) -> int:
    return max(layer.values(), default=0) + 1


def placed(layer: Mapping[str, int], links: Sequence[Link], widths: Mapping[str, float], room: float) -> Placed | None:
    """Return the places of nodes in layers as wide as the room; None where they do not fit side by side.

    Examples
    --------
    >>> places = placed({"A": 0, "B": 1, "C": 1}, [("A", "B"), ("A", "C")], {"A": 0.4, "B": 0.4, "C": 0.4}, 2.0)
    >>> [round(x, 2) for x, _ in places.nodes.values()]
    [1.0, 0.75, 1.25]
    """
    rows, chains = _with_bends(layer, links, widths)
    if any(_total(row) > room for row in rows):
        return None
    _untangle(rows)
    for row in rows:
        x = (room - _total(row)) / 2
        for item in row:
            item.x = x + item.width / 2
            x += item.width + NODE_GAP
    for _ in range(SWEEPS):
        for row in (*rows, *reversed(rows)):
            _straighten(row, room)
    _centre(rows, room)
    places = {item.name: (item.x, float(level)) for level, row in enumerate(rows) for item in row if item.name}
    paths = [[(item.x, float(top + step)) for step, item in enumerate(chain)] for top, chain in chains]
    return Placed(nodes={name: places[name] for name in layer}, paths=paths)


def _with_bends(
    layer: Mapping[str, int], links: Sequence[Link], widths: Mapping[str, float]
) -> tuple[list[list[Item]], list[tuple[int, list[Item]]]]:
    """Return nodes in rows with a bend of a line in each layer it passes, to keep room for it, and the lines."""
    items = {name: Item(name=name, width=widths[name], up=[], down=[]) for name in layer}
    rows: list[list[Item]] = [[] for _ in range(_count(layer))]
    for name, level in layer.items():
        rows[level].append(items[name])
    chains = []
    for above, below in links:
        bends = [Item(name="", width=BEND_WIDTH, up=[], down=[]) for _ in range(layer[above] + 1, layer[below])]
        for level, bend in enumerate(bends, layer[above] + 1):
            rows[level].append(bend)
        chain = [items[above], *bends, items[below]]
        for upper, lower in pairwise(chain):
            upper.down.append(lower)
            lower.up.append(upper)
        chains.append((layer[above], chain))
    return rows, chains


def _total(row: Sequence[Item]) -> float:
    return sum(item.width for item in row) + NODE_GAP * (len(row) - 1)


def _untangle(rows: Sequence[list[Item]]) -> None:
    """Compute an order of each layer by the middle of its neighbours, down and up again and again."""
    for sweep in range(SWEEPS):
        downwards = sweep % 2 == 0
        for row in rows if downwards else reversed(rows):
            place = {id(item): k / max(len(line) - 1, 1) for line in rows for k, item in enumerate(line)}
            key = {}
            for item in row:
                near = (item.up if downwards else item.down) or item.up or item.down
                key[id(item)] = float(np.mean([place[id(other)] for other in near])) if near else place[id(item)]
            row.sort(key=lambda item: key[id(item)])


def _straighten(row: Sequence[Item], room: float) -> None:
    """Compute places of items nearer to the middle of their neighbours, as far as those beside them let them."""
    middles = [float(np.mean([other.x for other in (*item.up, *item.down)] or [item.x])) for item in row]
    steps = [(item.width + right.width) / 2 + NODE_GAP for item, right in pairwise(row)]
    ends = (row[0].width / 2, room - row[-1].width / 2)
    for item, x in zip(row, pushed_apart(middles, steps, ends), strict=True):
        item.x = x


def _centre(rows: Sequence[Sequence[Item]], room: float) -> None:
    """Compute places with as much room on the left as on the right."""
    left = min(item.x - item.width / 2 for row in rows for item in row)
    right = max(item.x + item.width / 2 for row in rows for item in row)
    for row in rows:
        for item in row:
            item.x += (room - left - right) / 2


def pushed_apart(places: Sequence[float], steps: Sequence[float], ends: Point) -> list[float]:
    """Return places on a line moved as little as needed to stand ``steps`` apart between the ends, in the same order.

    Examples
    --------
    >>> pushed_apart([0.5, 0.5], [0.25], (0.0, 1.0))
    [0.375, 0.625]
    """
    offsets = np.concatenate([[0.0], np.cumsum(steps)])
    blocks: list[tuple[float, int]] = []
    for value in np.asarray(places) - offsets:  # neighbours that would fall are replaced by their mean
        mean, size = float(value), 1
        while blocks and blocks[-1][0] > mean:
            before, count = blocks.pop()
            mean, size = (before * count + mean * size) / (count + size), count + size
        blocks.append((mean, size))
    rising = np.repeat([mean for mean, _ in blocks], [size for _, size in blocks])
    moved: list[float] = (np.clip(rising, ends[0], ends[1] - offsets[-1]) + offsets).tolist()
    return moved
