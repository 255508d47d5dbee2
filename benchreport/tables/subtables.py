"""The largest complete sub-table of a table with gaps: greedy, then branch and bound, with a certificate."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benchreport.records import dataclass
from benchreport.tables.reduction import Integers

Truths = npt.NDArray[np.bool_]
# The search ends after so many nodes, not after some time: the same table gives the same answer on every machine.
MOST_NODES = 3_000
FEWEST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Subtable:
    """A complete sub-table: the numbers of its rows and columns, and how good it is known to be.

    ``bound`` is a number of cells that no complete sub-table exceeds; ``proved`` says whether the search has shown that
    none is larger than this one.
    """

    rows: tuple[int, ...]
    columns: tuple[int, ...]
    bound: int
    proved: bool

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.rows) * len(self.columns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Demand:
    """What a sub-table must have: at least ``columns`` columns, and ``rows[c]`` rows where it has c columns.

    ``fixed`` is the number of a column that no sub-table may lack.
    """

    rows: Integers
    columns: int = FEWEST
    fixed: int | None = None

    @classmethod
    def none(cls, width: int, column: int | None = None) -> Demand:
        """Return the demand of two rows and two columns, which a comparison needs."""
        return cls(rows=np.full(width + 1, FEWEST), fixed=column)

    def widest(self, height: int, width: int) -> int:
        """Return the most columns, up to ``width``, that so many rows are enough for; 0 where there are none."""
        enough = np.flatnonzero(self.rows[: width + 1] <= height)
        enough = enough[enough >= self.columns]
        return int(enough[-1]) if len(enough) else 0


def largest_subtable(present: Truths, demand: Demand | None = None, *, most_nodes: int = MOST_NODES) -> Subtable | None:
    """Return the complete sub-table with the most cells; None where none meets the demand.

    Of equally large ones the one with more columns is taken, of these the one whose columns come first. Choosing it is
    the problem of the maximum edge biclique, NP-hard by Peeters (2003); the search starts from the greedy answer and
    ends after ``most_nodes`` nodes at the latest.

    Examples
    --------
    >>> best = largest_subtable(np.array([[1, 1, 0], [1, 1, 1], [1, 1, 1], [0, 1, 1]], dtype=bool))
    >>> best.rows, best.columns, best.proved
    ((1, 2), (0, 1, 2), True)
    """
    needed = demand or Demand.none(present.shape[1])
    search = Search(present, needed, most_nodes)
    search.consider(greedy_subtable(present, needed))
    search.run()
    if search.best is None:
        return None
    rows, columns = search.first_of_the_best()
    return Subtable(
        rows=tuple(rows.tolist()),
        columns=tuple(columns.tolist()),
        bound=size_bound(present, needed.fixed),
        proved=search.exhausted,
    )


def greedy_subtable(present: Truths, demand: Demand) -> Integers:
    """Return the columns that are left when the row or column with most gaps for its length goes, until none has any.

    Rows go first where shares are equal, and of equal rows or columns the last.
    """
    height, width = present.shape
    rows, columns = np.ones(height, dtype=bool), np.ones(width, dtype=bool)
    gaps = ~present
    if demand.fixed is not None:
        rows &= present[:, demand.fixed]
    of_rows = gaps.sum(axis=1)
    of_columns = gaps[rows].sum(axis=0)
    while (of_columns[columns] > 0).any():
        worst_row = _last_of_the_largest(np.where(rows, of_rows, -1))
        worst_column = _last_of_the_largest(np.where(columns, of_columns, -1))
        # The shares are compared as whole numbers: gaps / width of the table against gaps / height.
        if of_rows[worst_row] * rows.sum() >= of_columns[worst_column] * columns.sum():
            rows[worst_row] = False
            of_columns = of_columns - gaps[worst_row]
        else:
            columns[worst_column] = False
            of_rows = of_rows - gaps[:, worst_column]
    return np.flatnonzero(columns)


def size_bound(present: Truths, column: int | None = None) -> int:
    """Return a number of cells that no complete sub-table exceeds, from the counts of rows and columns alone.

    A sub-table with t columns has only rows with t results or more, one with t rows only columns with t or more.

    Examples
    --------
    >>> size_bound(np.array([[1, 1, 0], [1, 1, 1], [1, 1, 1], [0, 1, 1]], dtype=bool))
    8
    """
    usable = present if column is None else present[present[:, column]]
    return min(_most_cells(usable.sum(axis=1)), _most_cells(usable.sum(axis=0)))


def _most_cells(counts: Integers) -> int:
    """Return the largest t times the number of counts that reach t, for t of two or more."""
    ordered = np.sort(counts)[::-1]
    cells = ordered * np.arange(1, len(ordered) + 1)
    return int(cells[ordered >= FEWEST].max(initial=0))


def _last_of_the_largest(counts: Integers) -> int:
    return len(counts) - 1 - int(np.argmax(counts[::-1]))


class Search:
    """A depth-first search over sets of columns; the rows of a set are those complete on it."""

    def __init__(self, present: Truths, demand: Demand, most_nodes: int) -> None:
        self.present = present
        self.counted = present.astype(np.int64)
        self.demand = demand
        self.nodes_left = most_nodes
        self.exhausted = True
        # The number of cells, and of columns, of the best set so far.
        self.best: tuple[int, int] | None = None
        self.best_columns: Integers = np.zeros(0, dtype=np.int64)
        # Columns with many results first, so that large sub-tables come early.
        self.order = np.argsort(-present.sum(axis=0), kind="stable")
        self.place = np.argsort(self.order)

    def run(self) -> None:
        """Run the search until nothing better is possible or no node is left."""
        rows = np.arange(self.present.shape[0])
        if self.demand.fixed is not None:
            rows = rows[self.present[:, self.demand.fixed]]
        columns = self._closure(rows)
        self._compare(rows, columns)
        # Each level holds its rows, its columns, and the candidates that are still to be added to them.
        levels = [(rows, columns, self._candidates(rows, columns, -1))]
        while levels:
            rows, columns, candidates = levels[-1]
            if not candidates:
                levels.pop()
                continue
            column = candidates.pop()
            inner = rows[self.present[rows, column]]
            if len(inner) < FEWEST:
                continue
            if not self.nodes_left:
                self.exhausted = False
                return
            self.nodes_left -= 1
            closed = self._closure(inner)
            # A set that takes in an earlier column with it was met when that column was added.
            earlier = self.place[closed] < self.place[column]
            if earlier.sum() > (self.place[columns] < self.place[column]).sum():
                continue
            self._compare(inner, closed)
            levels.append((inner, closed, self._candidates(inner, closed, int(self.place[column]))))

    def _candidates(self, rows: Integers, columns: Integers, last: int) -> list[int]:
        """Return the columns that may be added, the first at the end; none where they cannot lead to a better set."""
        outside = np.ones(self.present.shape[1], dtype=bool)
        outside[columns] = False
        rest = self.order[last + 1 :]
        rest = rest[outside[rest]]
        promising = self._bound(rows, len(columns), rest) > (self.best or (0, 0))
        return rest[::-1].tolist() if promising else []

    def consider(self, columns: Integers) -> None:
        """Check whether a set of columns is the best so far, and keep it if it is."""
        rows = np.flatnonzero(self.present[:, columns].all(axis=1))
        self._compare(rows, self._closure(rows))

    def _compare(self, rows: Integers, columns: Integers) -> None:
        width = self.demand.widest(len(rows), len(columns))
        size = (len(rows) * width, width)
        if width and len(rows) >= FEWEST and size > (self.best or (0, 0)):
            self.best, self.best_columns = size, self._narrowed(columns, width)

    def _narrowed(self, columns: Integers, width: int) -> Integers:
        """Return the first columns, so many that the rows are enough for them, among them the one to be kept."""
        column = self.demand.fixed
        if column is None or len(columns) == width:
            return columns[:width]
        others = columns[columns != column][: width - 1]
        return np.sort(np.append(others, column))

    def _closure(self, rows: Integers) -> Integers:
        return np.flatnonzero(self.present[rows].all(axis=0))

    def _bound(self, rows: Integers, width: int, candidates: Integers) -> tuple[int, int]:
        """Return the most cells, and then columns, of any sub-table within these rows with some of the candidates."""
        reach = width + self.counted[np.ix_(rows, candidates)].sum(axis=1)
        counts = np.bincount(reach, minlength=self.present.shape[1] + 1)
        heights = counts[::-1].cumsum()[::-1]
        widths = np.arange(len(heights))
        possible = (heights >= self.demand.rows) & (heights >= FEWEST) & (widths >= self.demand.columns)
        if not possible.any():
            return (0, 0)
        cells = np.where(possible, widths * heights, 0)
        width = len(cells) - 1 - int(np.argmax(cells[::-1]))
        return (int(cells[width]), width)

    def first_of_the_best(self) -> tuple[Integers, Integers]:
        """Return rows and columns of the best size whose columns come first, as far as the remaining nodes reach."""
        if self.best is None:
            raise LookupError("there is no best sub-table yet")
        cells, width = self.best
        height = cells // width
        columns = self._first_columns(height, width)
        if columns is None:
            columns = self.best_columns
        return np.flatnonzero(self.present[:, columns].all(axis=1))[:height], columns

    def _first_columns(self, height: int, width: int) -> Integers | None:
        """Return the first columns in order, so many that as many rows are complete on them; None if nodes run out."""
        if not self.exhausted:
            return None
        fixed = self.demand.fixed
        others = np.arange(self.present.shape[1])
        rows = np.arange(self.present.shape[0])
        if fixed is not None:
            rows, others, width = rows[self.present[:, fixed]], others[others != fixed], width - 1
        stack: list[tuple[Integers, tuple[int, ...], int]] = [(rows, (), 0)]
        while stack and self.nodes_left:
            self.nodes_left -= 1
            rows, columns, start = stack.pop()
            if len(columns) == width:
                return np.sort(np.array([*columns, *([] if fixed is None else [fixed])]))
            rest = others[start:]
            reach = len(columns) + self.counted[np.ix_(rows, rest)].sum(axis=1)
            if (reach >= width).sum() < height:
                continue
            inside = [(place, rows[self.present[rows, column]]) for place, column in enumerate(rest.tolist(), start)]
            stack += [
                (inner, (*columns, int(others[place])), place + 1)
                for place, inner in reversed(inside)
                if len(inner) >= height
            ]
        return None
