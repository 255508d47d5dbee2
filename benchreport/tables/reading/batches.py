"""Tables larger than memory, read in batches of whole keys, and counts of their rows, made without hashing."""

from __future__ import annotations

import contextlib
import math
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import field
from functools import reduce
from operator import or_
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.records import dataclass
from benchreport.tables.reduction import Integers

# Rows read at a time; rows that may wait for the rest of their key; rows of one part of a shuffled table.
ROWS, OPEN, PART = 1 << 18, 1 << 19, 1 << 19
# Keys lie together where their runs are that many times fewer than the rows.
FEW = 32
# Rows of counts gathered before they are added up.
GATHERED = 250_000
BINS_PER_ROW = 4
# Every table is read twice: for a survey, and run by run.
PASSES = 2
CODE, UNIT = "__code", "__unit"
COUNTED = ("n", "first", "last")

# Told the rows done and all rows there are to do.
Progress = Callable[[int, int], None]
# Combinations that are counted at places of their own, at most; rows that are counted at a time.
PLACES, CLOSE = 1 << 21, 1 << 15
# Kinds of numbers that NumPy adds to signed ones of 64 bits without rounding.
SMALL_KINDS = (pl.Boolean, pl.Int8, pl.Int16, pl.Int32, pl.Int64, pl.UInt8, pl.UInt16, pl.UInt32)


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A table that can be read from any row on, with the columns that are wanted."""

    table: pl.LazyFrame
    height: int
    progress: Progress | None = None

    def chunks(
        self, columns: Sequence[str], *, again: int = 0, starts: Sequence[int] | None = None
    ) -> Generator[tuple[int, pl.DataFrame]]:
        """Return row number and rows, the next ones being read meanwhile; ``starts`` are the rows to begin with."""
        bounds = [*(range(0, self.height, ROWS) if starts is None else starts), self.height]

        def read(number: int) -> pl.DataFrame:
            start, end = bounds[number : number + 2]
            return self.table.select(columns).slice(start, end - start).collect()

        with ThreadPoolExecutor(1) as reader:
            ahead = reader.submit(read, 0)
            for number, start in enumerate(bounds[:-1]):
                frame = ahead.result()
                if number + 2 < len(bounds):
                    ahead = reader.submit(read, number + 1)
                yield start, frame
                if self.progress is not None:
                    self.progress(again * self.height + start + frame.height, PASSES * self.height)


def side_by_side(work: Callable[[Any], Any], batches: Generator[Any], workers: int = 2) -> Iterator[Any]:
    """Yield the results of work on a few batches at a time, in order, without letting more of them pile up.

    Examples
    --------
    >>> list(side_by_side(lambda number: 2 * number, (number for number in (1, 2, 3))))
    [2, 4, 6]
    """
    # Closed even where the work fails, since batches may have files open.
    with contextlib.closing(batches), ThreadPoolExecutor(workers) as pool:
        waiting: deque[Future[Any]] = deque()
        for batch in batches:
            waiting.append(pool.submit(work, batch))
            if len(waiting) >= workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


@contextlib.contextmanager
def readable(table: pl.LazyFrame, columns: Sequence[pl.Expr], *, progress: Progress | None = None) -> Iterator[Source]:
    """Yield a lazy table that can be read from any row on.

    Parquet files and tables in memory are; anything else is written to a temporary file once.

    Examples
    --------
    >>> lazy = pl.LazyFrame({"fold": [1, 2]}).filter(pl.col("fold") > 1)
    >>> with readable(lazy, [pl.col("fold")]) as source:
    ...     source.height
    1
    """
    chosen = table.select(columns)
    with ExitStack() as stack:
        if not table.explain(optimized=False).startswith(("Parquet SCAN", "DF [")):
            path = Path(stack.enter_context(TemporaryDirectory(prefix="benchreport-"))) / "rows.parquet"
            chosen.sink_parquet(path, compression="lz4")
            chosen = pl.scan_parquet(path)
        height = int(chosen.select(pl.len()).collect().item())
        yield Source(table=chosen, height=height, progress=progress)


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What keys and cells there are: ``n`` rows of each, and the readings with its ``first`` and its ``last`` row.

    Both are row numbers: of a run where keys lie together, of a whole reading otherwise.

    ``distinct`` tells that no instance comes twice in a key; where it is false, nobody knows yet. ``runs`` has the key
    and the ``__start`` of every run of rows, where keys lie together.
    """

    cells: pl.DataFrame
    distinct: bool
    runs: pl.DataFrame | None


def survey(source: Source, keys: Sequence[str], cells: Mapping[str, pl.Expr], sums: Mapping[str, pl.Expr]) -> Survey:
    """Return the number of rows of every key and cell, and the sums of ``sums``, from one reading.

    Examples
    --------
    >>> table = pl.LazyFrame({"fold": [1, 1, 2], "hit": [True, True, False], "instance": [1, 2, 1]})
    >>> with readable(table, [pl.all()]) as source:
    ...     found = survey(source, ["fold"], {"hit": pl.col("hit")}, {})
    >>> found.cells.rows(), found.distinct
    ([(1, True, 2, 0, 1), (2, False, 1, 2, 2)], True)
    """
    needed = {name for expression in (*cells.values(), *sums.values()) for name in expression.meta.root_names()}
    named = source.table.collect_schema().names()
    instance = [name for name in ("instance",) if name in named and name not in keys]
    columns = [name for name in named if name in {*keys, *needed, *instance}]
    by = [*keys, *cells]

    tally, scattered = Tally(), False

    def counted(chunk: tuple[int, pl.DataFrame]) -> tuple[int, int, pl.DataFrame | Counts, pl.DataFrame | None, bool]:
        start, frame = chunk
        starts = None if scattered else _run_starts(frame, keys)
        if starts is None or starts.size * FEW > frame.height >= FEW:
            whole = _keyed(frame, keys, cells, sums)
            counts = None if sums else tally.counted(whole)
            return start, frame.height, counts or _counted(whole, start, by, sums), None, False
        rises = bool(instance) and _rises(frame.get_column("instance"), starts)
        heads = _categories(frame.select(keys)[starts])
        edges = _edges(heads, frame, start, starts, instance)
        return start, frame.height, _counted_by_run(heads, frame, start, starts, cells, sums), edges, rises

    gathered: list[pl.DataFrame] = []
    runs: list[pl.DataFrame] = []
    together, rising = True, True
    for start, height, part, edges, rises in side_by_side(counted, source.chunks(columns)):
        together, rising = together and edges is not None, rising and rises
        scattered = not together
        runs = [*runs, edges] if together else []
        if isinstance(part, Counts):
            if tally.ranges.joined(part.ranges).size <= PLACES:
                tally.add(part, start, start + height - 1)
                continue
            part = _placed(part, start, height)
        gathered.append(part)
        # As many new rows as are known already, so that the work stays in step with the rows.
        if sum(part.height for part in gathered[1:]) > max(GATHERED, gathered[0].height):
            gathered = [_added(gathered, by, sums)]
    if tally.ranges.widths:
        gathered.append(tally.frame().select(*by, *COUNTED))
    all_runs = pl.concat(runs) if together and runs else None
    return Survey(
        cells=_added(gathered, by, sums).sort(by),
        distinct=rising and all_runs is not None and _rising(all_runs, keys),
        runs=all_runs,
    )


def _run_starts(frame: pl.DataFrame, keys: Sequence[str]) -> Integers:
    """Return the rows whose key is not that of the row before."""
    # Names in one piece are compared twice as fast.
    columns = [frame.get_column(name).rechunk() for name in keys]
    changed = reduce(or_, (column[1:].ne_missing(column[:-1]) for column in columns))
    return np.append(np.arange(min(1, frame.height)), changed.arg_true().to_numpy() + 1)


def _categories(frame: pl.DataFrame) -> pl.DataFrame:
    return frame.with_columns(pl.col(pl.String).cast(pl.Categorical))


def _cells(frame: pl.DataFrame, cells: Mapping[str, pl.Expr], sums: Mapping[str, pl.Expr]) -> pl.DataFrame:
    return _categories(frame.select(**cells, **sums))


def _counted_by_run(
    heads: pl.DataFrame,
    frame: pl.DataFrame,
    start: int,
    starts: Integers,
    cells: Mapping[str, pl.Expr],
    sums: Mapping[str, pl.Expr],
) -> pl.DataFrame:
    lengths = np.diff(starts, append=frame.height)
    run = pl.Series("__run", np.repeat(np.arange(starts.size, dtype=np.uint32), lengths))
    inner = _cells(frame, cells, sums).with_columns(run) if cells or sums else run.to_frame()
    counted = None if sums else _binned(inner)
    if counted is None:
        counted = inner.group_by("__run", *cells).agg(pl.col(list(sums)).sum(), n=pl.len().cast(pl.Int64))
    places = heads.with_columns(first=pl.Series(starts + start), last=pl.Series(starts + lengths - 1 + start))
    of_cells = places[counted.get_column("__run").to_numpy()]
    return of_cells.hstack(counted.drop("__run")).select(*heads.columns, *cells, *sums, *COUNTED)


def _binned(frame: pl.DataFrame) -> pl.DataFrame | None:
    """Return counts of equal rows of a few small whole numbers, without hashing; None where they are not small."""
    ranges = Ranges.of(frame)
    if ranges is None or ranges.size > BINS_PER_ROW * frame.height:
        return None
    counts = ranges.counts([column.to_numpy() for column in frame])
    places = np.flatnonzero(counts)
    values = zip(frame.schema.items(), ranges.values(places), strict=True)
    return pl.DataFrame(
        {name: pl.Series(numbers).cast(kind) for (name, kind), numbers in values} | {"n": counts[places]}
    )


def _keyed(
    frame: pl.DataFrame, keys: Sequence[str], cells: Mapping[str, pl.Expr], sums: Mapping[str, pl.Expr]
) -> pl.DataFrame:
    whole = _categories(frame.select(keys))
    return whole.hstack(_cells(frame, cells, sums)) if cells or sums else whole


def _counted(whole: pl.DataFrame, start: int, by: Sequence[str], sums: Mapping[str, pl.Expr]) -> pl.DataFrame:
    places = {"first": pl.lit(start, dtype=pl.Int64), "last": pl.lit(start + whole.height - 1, dtype=pl.Int64)}
    counted = whole.group_by(by).agg(pl.col(list(sums)).sum(), n=pl.len().cast(pl.Int64))
    return counted.with_columns(**places).select(*by, *sums, *COUNTED)


def _placed(counts: Counts, start: int, height: int) -> pl.DataFrame:
    alone = Tally()
    alone.add(counts, start, start + height - 1)
    return alone.frame()


def _added(gathered: Sequence[pl.DataFrame], by: Sequence[str], sums: Mapping[str, pl.Expr]) -> pl.DataFrame:
    return pl.concat(gathered).group_by(by).agg(pl.col([*sums, "n"]).sum(), pl.col("first").min(), pl.col("last").max())


def _rises(instance: pl.Series, starts: Integers) -> bool:
    """Return whether instances rise within every run."""
    if instance.null_count():
        return False
    instance = instance.rechunk()
    rises = np.ones(len(instance), dtype=bool)
    rises[1:] = (instance[1:] > instance[:-1]).to_numpy()
    rises[starts] = True
    return bool(rises.all())


def _edges(
    heads: pl.DataFrame, frame: pl.DataFrame, start: int, starts: Integers, instance: Sequence[str]
) -> pl.DataFrame:
    """Return where runs with these keys start, with their first and last instance."""
    places = heads.with_columns(__start=pl.Series(starts + start))
    if not instance:
        return places
    column = frame.get_column("instance")
    ends = np.append(starts[1:], frame.height) - 1
    return places.with_columns(column.gather(starts).alias("__low"), column.gather(ends).alias("__high"))


def _rising(runs: pl.DataFrame, keys: Sequence[str]) -> bool:
    """Return whether instances rise from run to run of the same key."""
    after = runs.select((pl.col("__low") > pl.col("__high").shift(1).over(keys)).fill_null(True).all())
    return bool(after.item())


@dataclass(frozen=True, slots=True, kw_only=True)
class Spans:
    """Where keys lie: ``table`` has a row per key, with its ``__code``, ``n``, ``first`` and ``last`` row.

    ``unit_of`` gives the unit of every code; units are never cut in two. ``runs`` are those of the survey: where they
    are known, keys need not be read again.
    """

    table: pl.DataFrame
    keys: Sequence[str]
    unit_of: Integers
    runs: pl.DataFrame | None = None

    def units(self) -> pl.DataFrame:
        """Return a row per unit, in order."""
        unit = pl.Series(UNIT, self.unit_of[self.table.get_column(CODE).to_numpy()])
        spans = self.table.with_columns(unit).group_by(UNIT)
        return spans.agg(pl.col("n").sum(), pl.col("first").min(), pl.col("last").max()).sort(UNIT)

    def coder(self) -> Callable[[int, pl.DataFrame], Integers]:
        """Return a look-up of the code of every row, from the number of the first one."""
        if self.runs is None:
            places = lookup(self.table.select(self.keys), self.table.get_column(CODE).to_numpy())
            if places is None:
                return lambda _, frame: self._looked_up(frame.select(self.keys))
            ranges, code_at = places

            def of_rows(_: int, frame: pl.DataFrame) -> Integers:
                numbers = as_numbers(_categories(frame.select(self.keys)))
                return code_at[ranges.places([column.to_numpy() for column in numbers])]

            return of_rows
        starts, codes = self.runs.get_column("__start").to_numpy(), self._looked_up(self.runs.select(self.keys))

        def of_runs(start: int, frame: pl.DataFrame) -> Integers:
            # Every reading starts a run.
            first, last = np.searchsorted(starts, (start, start + frame.height))
            return np.repeat(codes[first:last], np.diff(starts[first:last], append=start + frame.height))

        return of_runs

    def _looked_up(self, keys: pl.DataFrame) -> Integers:
        coded = _categories(keys).join(
            self.table.select(*self.keys, CODE), on=list(self.keys), how="left", maintain_order="left"
        )
        return coded.get_column(CODE).to_numpy()


def whole_units(
    source: Source, spans: Spans, columns: Sequence[str], prepare: Callable[[int, pl.DataFrame], pl.DataFrame]
) -> Generator[pl.DataFrame]:
    """Return batches of rows in which no unit is cut in two, with ``__code`` beside the prepared columns.

    Where units lie together, or nearly so, rows wait for the rest of their unit. Where too many would have to wait, all
    rows are first sorted into parts on disk. Prepared columns are numbers without nulls, or decimals.

    Examples
    --------
    >>> table = pl.LazyFrame({"fold": [1, 2, 1], "score": [0.1, 0.2, 0.3]})
    >>> keys = pl.DataFrame({"fold": [1, 2], "__code": [0, 1], "n": [2, 1], "first": [0, 1], "last": [2, 1]})
    >>> spans = Spans(table=keys, keys=["fold"], unit_of=np.arange(2))
    >>> with readable(table, [pl.all()]) as source:
    ...     [batch.rows() for batch in whole_units(source, spans, ["score"], lambda _, frame: frame.select("score"))]
    [[(0.1, 0), (0.2, 1), (0.3, 0)]]
    """
    units = spans.units()

    code, starts = spans.coder(), None if spans.runs is None else _unit_starts(units)

    def coded() -> Generator[pl.DataFrame]:
        read = {*columns, *(spans.keys if spans.runs is None else ())}
        # One column at least, to know the number of rows.
        names = [name for name in source.table.collect_schema().names() if name in (read or spans.keys)]
        for start, frame in source.chunks(names, again=1, starts=starts):
            yield prepare(start, frame).with_columns(pl.Series(CODE, code(start, frame)))

    if starts is not None:
        return coded()
    if _most_open(units, source.height) <= OPEN:
        return _as_they_end(coded(), units, spans.unit_of)
    return _in_parts(coded(), units, spans.unit_of)


def _unit_starts(units: pl.DataFrame) -> list[int] | None:
    """Return rows about as far apart as a reading at which units start; None where some unit lies among others."""
    first, last = (units.sort("first").get_column(name).to_numpy() for name in ("first", "last"))
    if (first[1:] <= last[:-1]).any():
        return None
    wanted = np.arange(0, last[-1] + 1, ROWS)
    starts: list[int] = np.unique(first[np.searchsorted(first, wanted, side="right") - 1]).tolist()
    return starts


def _most_open(units: pl.DataFrame, height: int) -> int:
    """Return how many rows would wait at once, at most."""
    first, last, n = (units.get_column(name).to_numpy() for name in ("first", "last", "n"))
    waiting = np.zeros(height // ROWS + 2, dtype=np.int64)
    np.add.at(waiting, first // ROWS, n)
    np.add.at(waiting, last // ROWS, -n)
    return int(waiting.cumsum().max(initial=0))


def _as_they_end(frames: Generator[pl.DataFrame], units: pl.DataFrame, unit_of: Integers) -> Generator[pl.DataFrame]:
    ends = np.zeros(units.height, dtype=np.int64)
    ends[units.get_column(UNIT).to_numpy()] = units.get_column("last").to_numpy() // ROWS
    waiting: list[pl.DataFrame] = []
    for number, frame in enumerate(frames):
        together = pl.concat([*waiting, frame]) if waiting else frame
        done = ends[unit_of[together.get_column(CODE).to_numpy()]] <= number
        if done.all():
            waiting = []
            yield together
            continue
        mask = pl.Series(done)
        waiting = [together.filter(~mask)]
        if done.any():
            yield together.filter(mask)


def _in_parts(frames: Generator[pl.DataFrame], units: pl.DataFrame, unit_of: Integers) -> Generator[pl.DataFrame]:
    n = units.get_column("n").to_numpy()
    part_of_unit = np.zeros(units.height, dtype=np.uint16)
    part_of_unit[units.get_column(UNIT).to_numpy()] = (n.cumsum() - n) // max(PART, n.sum() // 60_000 + 1)
    part_of = part_of_unit[unit_of]
    parts = int(part_of_unit.max()) + 1
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="benchreport-")))
        kinds: np.dtype[Any] | None = None
        for frame in frames:
            kinds = kinds or np.dtype([(name, _kind(name, kind)) for name, kind in frame.schema.items()])
            _write_parts(frame, kinds, part_of, parts, folder)
        for number in range(parts):
            path = folder / str(number)
            if kinds is not None and path.exists():
                yield _read_part(path, kinds)
                path.unlink()


def _kind(name: str, kind: pl.DataType) -> str:
    small = name == CODE or kind not in (pl.UInt64, pl.Int64)
    return "f8" if kind.is_float() else "u4" if small else "u8" if kind == pl.UInt64 else "i8"


def _write_parts(
    frame: pl.DataFrame, kinds: np.dtype[Any], part_of: npt.NDArray[np.uint16], parts: int, folder: Path
) -> None:
    """Write the rows of each part behind those in its file, as they are in memory."""
    part = part_of[frame.get_column(CODE).to_numpy()]
    order = np.argsort(part, kind="stable")
    records = np.empty(frame.height, dtype=kinds)
    for column in frame:
        values = column.fill_null(np.nan) if column.dtype.is_float() else column
        records[column.name] = values.to_numpy()[order]
    bounds = np.searchsorted(part[order], np.arange(parts + 1))
    for number in np.flatnonzero(np.diff(bounds)):
        with (folder / str(number)).open("ab", buffering=0) as file:
            file.write(records[bounds[number] : bounds[number + 1]].data)


def _read_part(path: Path, kinds: np.dtype[Any]) -> pl.DataFrame:
    records = np.fromfile(path, dtype=kinds)
    frame = pl.DataFrame({name: np.ascontiguousarray(records[name]) for name in kinds.names or ()})
    return frame.with_columns(pl.col(pl.Float64).fill_nan(None), pl.col(CODE).cast(pl.Int64))


@dataclass(frozen=True, slots=True)
class Ranges:
    """The least value of every column, and how many values it may have from there on."""

    lows: tuple[int, ...] = ()
    widths: tuple[int, ...] = ()

    @classmethod
    def of(cls, numbers: pl.DataFrame) -> Self | None:
        """Return the values of columns of whole numbers; nothing where some are none."""
        if not numbers.height or any(column.null_count() or column.dtype not in SMALL_KINDS for column in numbers):
            return None
        lows, highs = (numbers.select(ends.cast(pl.Int64)).row(0) for ends in (pl.all().min(), pl.all().max()))
        return cls(lows, tuple(high - low + 1 for low, high in zip(lows, highs, strict=True)))

    @property
    def size(self) -> int:
        """Count the places."""
        return math.prod(self.widths)

    def joined(self, other: Ranges) -> Ranges:
        """Return ranges that hold the values of both."""
        if not self.widths or self == other:
            return other
        lows = tuple(min(pair) for pair in zip(self.lows, other.lows, strict=True))
        ends = (
            max(low + width, low_2 + width_2)
            for low, width, low_2, width_2 in zip(self.lows, self.widths, other.lows, other.widths, strict=True)
        )
        return Ranges(lows, tuple(end - low for low, end in zip(lows, ends, strict=True)))

    def places(self, columns: Sequence[npt.NDArray[np.integer[Any] | np.bool_]]) -> Integers:
        """Return the place of every row.

        Examples
        --------
        >>> Ranges((1, 0), (2, 3)).places([np.array([1, 2]), np.array([2, 0])])
        array([2, 3])
        """
        place: Integers = np.subtract(columns[0], self.lows[0], dtype=np.int64)
        for values, low, width in zip(columns[1:], self.lows[1:], self.widths[1:], strict=True):
            place *= width
            place += values
            if low:
                place -= low
        return place

    def values(self, places: Integers) -> list[Integers]:
        """Return the value of every column at places."""
        offsets = np.unravel_index(places, self.widths)
        return [values + low for values, low in zip(offsets, self.lows, strict=True)]

    def counts(self, columns: Sequence[npt.NDArray[np.integer[Any] | np.bool_]]) -> Integers:
        """Return the number of rows at every place."""
        height = columns[0].size
        if self.size > CLOSE:
            return np.bincount(self.places(columns), minlength=self.size)
        counts = np.zeros(self.size, dtype=np.int64)
        for cut in range(0, height, CLOSE):
            counts += np.bincount(self.places([v[cut : cut + CLOSE] for v in columns]), minlength=self.size)
        return counts


def as_numbers(frame: pl.DataFrame) -> pl.DataFrame:
    """Return a frame with the numbers of categories in place of their names."""
    return frame.with_columns(pl.col(pl.Categorical, pl.Enum).to_physical())


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What a few rows hold: how many of them lie at which places, and the names that occur."""

    ranges: Ranges
    places: Integers
    n: Integers
    kinds: dict[str, pl.DataType]
    names: dict[str, pl.Series]


@dataclass(slots=True)
class Tally:
    """Adds up counts: how often every combination of values occurs, and the first and the last reading it occurs in."""

    ranges: Ranges = field(default_factory=Ranges)
    kinds: dict[str, pl.DataType] = field(default_factory=dict)
    names: dict[str, pl.Series] = field(default_factory=dict)
    n: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    first: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    last: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    def counted(self, frame: pl.DataFrame) -> Counts | None:
        """Return counts of the rows of a table, which changes nothing yet; None where there are too many places."""
        numbers = as_numbers(frame)
        own = Ranges.of(numbers)
        ranges = own and self.ranges.joined(own)
        if own is None or ranges is None or ranges.size > PLACES:
            return None
        columns = [column.to_numpy() for column in numbers]
        counts = ranges.counts(columns)
        places = np.flatnonzero(counts)
        names = {}
        for column, values, low, width in zip(frame, columns, own.lows, own.widths, strict=True):
            if column.dtype != numbers.schema[column.name]:
                row = np.full(width, -1)
                row[values - low] = np.arange(values.size)
                names[column.name] = column.gather(row[row >= 0])
        return Counts(ranges=ranges, places=places, n=counts[places], kinds=dict(frame.schema), names=names)

    def add(self, counts: Counts, first: int, last: int) -> None:
        """Compute the totals with the counts of the rows from a first to a last one."""
        self.kinds = counts.kinds
        for name, fresh in counts.names.items():
            names = self.names.get(name)
            if names is None or not fresh.to_physical().is_in(names.to_physical().implode()).all():
                self.names[name] = fresh if names is None else pl.concat([names, fresh]).unique()
        ranges = self.ranges.joined(counts.ranges)
        places = counts.places if counts.ranges == ranges else ranges.places(counts.ranges.values(counts.places))
        if ranges != self.ranges:
            self._moved(ranges)
        self.n[places] += counts.n
        self.first[places] = np.minimum(self.first[places], first)
        self.last[places] = np.maximum(self.last[places], last)

    def _moved(self, ranges: Ranges) -> None:
        held = np.flatnonzero(self.n)
        places = ranges.places(self.ranges.values(held)) if held.size else held
        for name, filler in (("n", 0), ("first", np.iinfo(np.int64).max), ("last", -1)):
            moved = np.full(ranges.size, filler, dtype=np.int64)
            moved[places] = getattr(self, name)[held]
            setattr(self, name, moved)
        self.ranges = ranges

    def frame(self) -> pl.DataFrame:
        """Return a row per combination that occurs."""
        places = np.flatnonzero(self.n)
        columns = {}
        for (name, kind), values in zip(self.kinds.items(), self.ranges.values(places), strict=True):
            if name not in self.names:
                columns[name] = pl.Series(values).cast(kind)
                continue
            numbers = self.names[name].to_physical().to_numpy().astype(np.int64)
            order = np.argsort(numbers)
            columns[name] = self.names[name].gather(order[np.searchsorted(numbers[order], values)])
        return pl.DataFrame(columns).with_columns(
            n=pl.Series(self.n[places]), first=pl.Series(self.first[places]), last=pl.Series(self.last[places])
        )


def lookup(keys: pl.DataFrame, codes: Integers) -> tuple[Ranges, Integers] | None:
    """Return a table of codes by place; None where there are too many places."""
    numbers = as_numbers(keys)
    ranges = Ranges.of(numbers)
    if ranges is None or ranges.size > PLACES:
        return None
    code_at = np.full(ranges.size, -1, dtype=np.int64)
    code_at[ranges.places([column.to_numpy() for column in numbers])] = codes
    return ranges, code_at
