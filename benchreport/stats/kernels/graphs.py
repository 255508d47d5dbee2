"""Graphs of algorithms as bit masks: maximal cliques, reachable nodes, transitive reduction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence


def maximal_cliques(neighbours: Sequence[int]) -> list[int]:
    """Return the largest sets whose members are all neighbours; sets are bit masks, ``neighbours[i]`` those of i.

    Examples
    --------
    >>> [bin(clique) for clique in maximal_cliques([0b010, 0b101, 0b010])]
    ['0b11', '0b110']
    """
    return sorted(each_clique(neighbours), key=members)


def each_clique(neighbours: Sequence[int]) -> Iterator[int]:
    """Yield the largest sets whose members are all neighbours, one by one and in no order: there may be very many.

    Examples
    --------
    >>> sorted(each_clique([0b010, 0b101, 0b010]))
    [3, 6]
    """
    # Sets with who may join them, and whom sets with them were made of before.
    open_sets = [(0, (1 << len(neighbours)) - 1, 0)] if neighbours else []
    while open_sets:
        clique, candidates, done = open_sets.pop()
        if not candidates:
            if not done:
                yield clique
            continue
        pivot = max(members(candidates | done), key=lambda node: (candidates & neighbours[node]).bit_count())
        for node in members(candidates & ~neighbours[pivot]):
            near = neighbours[node]
            open_sets.append((clique | 1 << node, candidates & near, done & near))
            candidates &= ~(1 << node)
            done |= 1 << node


def members(mask: int) -> list[int]:
    """Return the members of a bit mask, ascending.

    Examples
    --------
    >>> members(0b1011)
    [0, 1, 3]
    """
    return [node for node in range(mask.bit_length()) if mask >> node & 1]


def without_redundant(cliques: Sequence[int]) -> list[int]:
    """Return the sets without those all of whose pairs are in other sets too, the smallest left out first.

    Examples
    --------
    >>> without_redundant([0b0111, 0b1110, 0b1011, 0b0110])
    [7, 14, 11]
    """
    needed = list(cliques)
    for clique in sorted(cliques, key=lambda mask: (mask.bit_count(), mask)):
        others = [other for other in needed if other != clique]
        inside = members(clique)
        pairs = [1 << i | 1 << j for place, i in enumerate(inside) for j in inside[place:]]
        if all(any(pair & other == pair for other in others) for pair in pairs):
            needed = others
    return needed


def reachable(successors: Sequence[int]) -> list[int]:
    """Return, for every node, the nodes that some path leads to.

    Examples
    --------
    >>> reachable([0b010, 0b100, 0b000])
    [6, 4, 0]
    """
    reach = list(successors)
    for middle in range(len(reach)):
        for node in range(len(reach)):
            if reach[node] >> middle & 1:
                reach[node] |= reach[middle]
    return reach


def transitive_reduction(successors: Sequence[int]) -> list[int]:
    """Return the edges without those that a longer path makes needless; edges within a cycle stay.

    Examples
    --------
    >>> transitive_reduction([0b110, 0b100, 0b000])
    [2, 4, 0]
    """
    reach = reachable(successors)
    reduced = []
    for node, direct in enumerate(successors):
        needless = 0
        for step in members(direct):
            in_cycle = reach[step] >> node & 1
            if not in_cycle:
                needless |= reach[step]
        circular = sum(1 << step for step in members(direct) if reach[step] >> node & 1)
        reduced.append(direct & (~needless | circular))
    return reduced


def cheapest_sinks_first(edges: Sequence[int]) -> list[int]:
    """Return nodes in order: again and again the first of the rest from which no edge leads to another of the rest.

    Edges must lead from earlier to later nodes only.

    Examples
    --------
    >>> cheapest_sinks_first([0b110, 0b000, 0b000])
    [1, 2, 0]
    """
    rest, order = (1 << len(edges)) - 1, []
    while rest:
        node = next(node for node in members(rest) if not edges[node] & rest)
        order.append(node)
        rest &= ~(1 << node)
    return order
