"""Tables of scores in any shape, recognised, checked and canonical: one number per algorithm, dataset, run, metric."""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar, Unpack

import polars as pl

from benchreport.errors import BenchreportError, ColumnError, DirectionError, OptionError, give_warning, refuse_unknown
from benchreport.records import dataclass
from benchreport.tables.checks import (
    NAMELESS,
    ROW,
    TEXTS,
    Infinite,
    holds_decimals,
    holds_number,
    is_numeric,
    labels,
    numbers,
    refuse_duplicates,
    refuse_empty,
    run_labels,
    sizes,
    spread_numbers,
    without_infinite,
    words,
)
from benchreport.tables.designs.declared_design import (
    refuse_contradictions,
    with_declared_design,
    with_named_design,
)
from benchreport.tables.designs.doubtful import is_count
from benchreport.tables.designs.families import GROUP, with_groups
from benchreport.tables.designs.metric_ranges import refuse_impossible
from benchreport.tables.disguised import Conversion, disguise_of, remedy, undisguised
from benchreport.tables.groups import listed
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.reading.read import FILE, name_of, read_frame
from benchreport.tables.reduction import relabelled
from benchreport.tables.schema import (
    ALIASES,
    COLUMNS_OF,
    ERROR_IN,
    HISTORY,
    INFINITE,
    RUN_KEYS,
    SPREADS,
    Declared,
    Direction,
    canonical_kind,
    canonical_names,
    declared_name,
    direction_word,
    displaced,
    holds_errors,
    is_unsettled,
    known_direction,
    normalised,
    refuse_unknown_keywords,
    renamed,
    shows_declarations,
    table_kind,
    unknown_direction,
    without_minus,
)
from benchreport.tables.spellings import NAMED, with_folded_names
from benchreport.tables.spreads import beside_cells, comes_with, given_kinds, spreads_of
from benchreport.tables.totals import without_totals

T = TypeVar("T")
LOGGER = logging.getLogger("benchreport")
SIZES = ("n_train", "n_test")
UNNAMED_METRIC = "score"
INDEX_COLUMN = re.compile(r"^(|Unnamed: ?\d+|_duplicated_\d+|__index_level_\d+__)$")
KEY_ALIASES = frozenset(
    alias for key in ("algorithm", "dataset", *RUN_KEYS, "metric") for alias in ALIASES[key] if alias != key
)
VALUE_ALIASES = frozenset(ALIASES["value"]) - {"value"}


@shows_declarations
def read_scores(
    source: str | Path, *, encoding: str = "utf8", query: str | None = None, **declared: Unpack[Declared]
) -> pl.DataFrame:
    """Read a table of scores from a file, folder, pattern or database, checked and canonical.

    Parameters
    ----------
    source
        CSV or TSV (also ``.gz``, ``.zst``), Parquet, Arrow IPC, JSON, NDJSON; a folder or glob of them; or a
        database address, with ``query``.
    encoding
        Of text files.
    query
        One SELECT or WITH, when ``source`` is a database address. SQLite, PostgreSQL and MySQL are read without the
        right to write; for other databases use an account that cannot write.
    **declared
        Further parameters as in :func:`scores`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> scores.head(1).to_dicts()[0]
    {'algorithm': 'C4.5', 'dataset': 'adult (sample)', 'metric': 'auc', 'value': 0.763, 'direction': 'higher'}
    """
    declared["dataset"] = declared_name(declared, "dataset", name_of(source))
    frame = read_frame(source, encoding=encoding, query=query, decimal=declared.get("decimal"), categories=True)
    return _warned(opened_scores(frame, declared))


@shows_declarations
def scores(frame: Any, **declared: Unpack[Declared]) -> pl.DataFrame:
    """Check a table of scores in memory and bring it into canonical form.

    Long tables, tables with a column per metric and tables with a column per algorithm are recognised; what was
    recognised is logged to the logger ``benchreport``. Failed runs (null or NaN) are kept as null.

    Parameters
    ----------
    frame
        Polars (eager or lazy), pandas, PyArrow, DuckDB or Spark.
    columns
        Own name to canonical name, ``{"model": "algorithm"}``.
    directions
        Metric to "higher" or "lower", for metrics whose name does not settle it.
    metric
        The metric's name in a table without one.
    metrics
        The metrics to keep, all by default.
    dataset
        The dataset's name in a table without one.
    factors
        Further columns that tell rows apart.
    design
        How the runs came about, such as "kfold_cv", "repeated_holdout" or "seeds"; a column ``design`` may say it too.
        It is checked against the table. A column "seed" is read as seeds, a column "fold" with up to ten numbers as
        folds of cross-validation.
    infinite
        "refuse" infinite values, naming their runs, or count them as "missing" where they are bad.
    groups
        Dataset to family, where datasets are variants of one source and so not independent; a column ``group`` may say
        it too.
    decimal
        "," where texts such as "84,2" and "1.234,5" are numbers, "." where "1,234.5" is one.
    percent
        Read "84.2 %" as 0.842.
    units
        Read "12 s" as 12; a column with several units is read in seconds or bytes.
    spread
        Read "84.2 ± 0.3", "84.2 (0.3)" and the same in LaTeX as 84.2, with 0.3 in the column ``spread``. Columns such
        as ``accuracy_std`` and ``acc_stderr`` beside their metric become ``sd`` and ``stderr`` undeclared.
    fold_names
        Read names that differ only in case, blanks or look-alikes as the commonest of them.

    Returns
    -------
    polars.DataFrame
        Columns ``algorithm``, ``dataset``, [``repeat``], [``fold``], ``metric``, ``value``, [``sd``, ``stderr`` or
        ``spread``, as the table gives it], ``direction``, and what else the table holds.

    Examples
    --------
    >>> import benchreport as br
    >>> wide = pl.DataFrame({"dataset": ["iris", "wine"], "kNN": [0.95, 0.97], "SVM": [0.96, 0.98]})
    >>> br.scores(wide, metric="accuracy").select("algorithm", "dataset", "value").rows()
    [('kNN', 'iris', 0.95), ('kNN', 'wine', 0.97), ('SVM', 'iris', 0.96), ('SVM', 'wine', 0.98)]

    Warns
    -----
    BenchreportWarning
        Where a column that seems to hold scores is not used.
    """
    return _warned(opened_scores(frame, declared))


def _warned(opened: OpenedScores) -> pl.DataFrame:
    """Return the scores of a table that was opened, after warning at the user's line of what is in doubt."""
    table = _without_counts(opened.table)
    refuse_unknown_directions(table)
    for doubt in opened.doubts:
        give_warning(doubt, depth=2)
    return table


def as_scores(
    table: Any, door: Callable[..., pl.DataFrame] | None = None, *, infinite: Infinite = "refuse"
) -> pl.DataFrame:
    """Return a canonical table as it is, and anything else checked and canonical; NaN is null in both.

    Infinite values are refused with the names of their runs, or count as missing where they are bad.
    """
    if isinstance(table, pl.LazyFrame):
        table = table.collect()
    if not isinstance(table, pl.DataFrame) or canonical_kind(table.schema) != "scores":
        enter = door or scores
        return enter(table) if infinite == "refuse" else enter(table, infinite=infinite)
    value = table.get_column("value")
    # A sum is finite only if all its terms are, and takes a fraction of the time.
    if math.isfinite(value.sum() or 0.0):
        return table
    return without_infinite(table.with_columns(pl.col("value").fill_nan(None)), infinite)


def _without_counts(table: pl.DataFrame) -> pl.DataFrame:
    """Return scores without counts such as ``n_correct``, unless their direction was declared or nothing is left."""
    unknown = table.filter(pl.col("direction").is_null()).get_column("metric").unique().cast(pl.String).sort()
    counts = [name for name in unknown if is_count(name)]
    measured = table.filter(~pl.col("metric").cast(pl.String).is_in(counts))
    if not counts or measured.is_empty():
        return table
    LOGGER.info("left out %s: a count, not a metric", ", ".join(counts))
    return measured


def refuse_unknown_directions(table: pl.DataFrame) -> None:
    """Raise when it is not known for some metric whether higher or lower is better."""
    unknown = pl.col("direction").is_null()
    metrics = table.filter(unknown).get_column("metric").unique().to_list()
    if metrics:
        raise unknown_direction(metrics, table.filter(~unknown).get_column("metric").unique().to_list())


def open_scores(frame: Any, **declared: Unpack[Declared]) -> pl.DataFrame:
    """Return :func:`scores` of a table, with a null direction where it is not known."""
    return opened_scores(frame, declared).table


@dataclass(slots=True, kw_only=True)
class OpenedScores:
    """A table of scores that was checked, and what its reader should know of it.

    ``sentence`` says what was recognised and ``notes`` what was converted; ``unused`` has a reason for every column
    that is no score and no key, and ``totals`` are what was left out as such. ``doubts`` are what a person should look
    at. Whoever is ``tolerant`` gets every error in ``problems``, and a table without the cells and rows that are to
    blame; otherwise the first one is raised.
    """

    tolerant: bool = False
    table: pl.DataFrame = field(default_factory=pl.DataFrame)
    sentence: str = ""
    notes: list[str] = field(default_factory=list)
    unused: dict[str, str] = field(default_factory=dict)
    totals: list[str] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    problems: list[BenchreportError] = field(default_factory=list)

    def attempt(self, check: Callable[[], T], otherwise: Callable[[], T]) -> T:
        """Return the result of a check; where it fails and this is tolerated, that of something else."""
        try:
            return check()
        except BenchreportError as problem:
            if not self.tolerant:
                raise
            self.problems.append(problem)
            return otherwise()


def opened_scores(frame: Any, declared: Declared, *, tolerant: bool = False) -> OpenedScores:
    """Return a table of scores, with a null direction where it is not known, and what its reader should know."""
    # The importers end in scores() themselves.
    from benchreport.tables.importers.foreign import unpacked

    opened = OpenedScores(tolerant=tolerant)
    refuse_unknown_keywords(declared)
    table = to_polars(frame)
    refuse_empty(table)
    foreign = unpacked(table, declared)
    if foreign is not None:
        LOGGER.info("recognised %s", foreign.sentence)
        table, declared = foreign.table, foreign.declared
    factors = listed(declared.get("factors") or ())
    refuse_unknown(factors, table.columns, "no column {!r} to be a factor")
    table = _without_history(table, declared, factors, opened)
    table, conversions = _undisguised(table, declared, factors, opened)
    named = (*listed(declared.get("metrics")), *(declared.get("directions") or ()))
    recognition = recognise(table, columns=declared.get("columns"), factors=factors, metrics=named)
    LOGGER.info("recognised %s", recognition.sentence())
    opened.sentence = recognition.sentence() if foreign is None else foreign.sentence
    opened.unused = dict(recognition.unused) if foreign is None else {}
    doubtful = [name for name in recognition.doubtful if name in opened.unused]
    opened.doubts += [f"column {name!r} is not used: {opened.unused[name]}" for name in doubtful]
    written = {without_minus(name): name for name in recognition.spread}
    metrics = [written.get(name, name) for name in listed(declared.get("metrics"))]
    recognition = _of_metrics(recognition, metrics)
    table = _in_units_of_values(table, recognition, conversions)
    long = _stack(table.with_row_index(ROW, offset=1), recognition, declared, opened)
    directions = declared.get("directions") or {}
    column = next((own for own, name in recognition.names.items() if name == "value"), "value")
    spreads = _spreads_among(long, recognition, named)
    long, called = _called_by_direction(long, column, directions, opened)
    spreads = {called.get(own, own): (called.get(name, name), kind) for own, (name, kind) in spreads.items()}
    metrics = [called.get(name, name) for name in metrics]
    directions = {called.get(name, name): word for name, word in directions.items()}
    if declared.get("fold_names"):
        long, sentences = with_folded_names(long)
        opened.notes += sentences
    keys = [key for key in ("algorithm", "dataset", *RUN_KEYS, "metric") if key in long.columns]
    keys = list(dict.fromkeys([*keys, *(recognition.names.get(name, name) for name in factors)]))
    refuse_unknown(metrics, long.get_column("metric").unique().sort().to_list(), "no metric {!r} to keep")
    opened.notes += comes_with({**recognition.spreads, **spreads})
    wanted = [*metrics, *SIZES, *(own for own, (metric, _) in spreads.items() if metric in metrics)]
    long = long.filter(pl.col("metric").is_in(wanted)) if metrics else long
    long = opened.attempt(lambda: _distinct(long, keys), lambda: long.unique(keys, keep="first", maintain_order=True))
    long = _spreads_to_columns(long, keys, spreads)
    long, opened.totals, namesakes = without_totals(long, named)
    opened.notes += namesakes
    opened.doubts += [f"left out as a total: {total}; another name keeps it" for total in opened.totals]
    long = _sizes_to_columns(long, [key for key in keys if key != "metric"])
    long = _with_direction(long, directions, column)
    finite = pl.when(pl.col("value").is_finite()).then("value")
    long = opened.attempt(
        lambda: without_infinite(long, declared.get("infinite", INFINITE)), lambda: long.with_columns(value=finite)
    )
    opened.attempt(lambda: refuse_impossible(long), lambda: None)
    long = long.drop(ROW, strict=False)
    long = opened.attempt(lambda: _of_design(long, declared.get("design")), lambda: long)
    if canonical_kind(table.schema) is None:  # whose fold may have had another name
        long = with_named_design(long, recognition.names, opened.notes)
    long = with_groups(long, declared.get("groups"), GROUP in (declared.get("columns") or {}).values())
    long = long.with_columns(
        pl.when(pl.col("value").is_not_null()).then(kind).name.keep() for kind in given_kinds(long)
    )
    first = [name for name in COLUMNS_OF["scores"] if name in long.columns]
    # Files and metrics put together are chunks, and a filter leaves empty ones, which Polars 2.1 cannot format.
    opened.table = long.select(*first, pl.exclude(first)).rechunk()
    for note in opened.notes:
        LOGGER.info("%s", note)
    return opened


def _distinct(long: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    refuse_duplicates(long, keys)
    return long


def _of_design(long: pl.DataFrame, design: str | None) -> pl.DataFrame:
    designed = with_declared_design(long, design)
    refuse_contradictions(designed)
    return designed


def _without_history(
    table: pl.DataFrame, declared: Declared, factors: Sequence[str], opened: OpenedScores
) -> pl.DataFrame:
    """Return a table without columns of the user's that bear a name which ``complete`` gives."""
    taken = [name for name in HISTORY if name in table.columns and name not in (declared.get("columns") or {})]
    if len(taken) == len(HISTORY) and table.schema["imputed"] == pl.Boolean and table.schema["n_dropped"].is_integer():
        return table  # complete gave them
    for name in taken:
        if name in factors:
            raise ColumnError(
                f"a factor cannot be called {name!r}: complete gives that name",
                hint=f"rename the column, to {f'own_{name}'!r} for instance",
            )
        opened.notes.append(f"column {name!r} is not used: complete gives that name; rename it to keep it")
    return table.drop(taken)


def _undisguised(
    table: pl.DataFrame, declared: Declared, factors: Sequence[str], opened: OpenedScores
) -> tuple[pl.DataFrame, list[Conversion]]:
    """Return a table whose disguised numbers are numbers, as far as declared; columns of names stay as they are."""
    names = _names(table.drop(FILE, strict=False), declared.get("columns") or {})
    keys = [own for own, name in names.items() if name in NAMED]
    table, conversions = opened.attempt(
        lambda: undisguised(table, declared, (FILE, *keys, *factors)), lambda: (table, [])
    )
    opened.notes += [conversion.sentence() for conversion in conversions]
    return table, conversions


def _in_units_of_values(
    table: pl.DataFrame, recognition: Recognition, conversions: Sequence[Conversion]
) -> pl.DataFrame:
    """Return a table in which the spreads of values that were read as per cent are in per cent, too."""
    read = {conversion.column for conversion in conversions}
    hundredths = {conversion.column for conversion in conversions if conversion.is_hundredth}
    bare = [
        own
        for own, (owner, _) in recognition.spreads.items()
        if owner in hundredths and own not in read and own not in beside_cells(table.columns)
    ]
    return table.with_columns(spread_numbers(table, own) / 100 for own in bare)


def _of_metrics(recognition: Recognition, metrics: Sequence[str]) -> Recognition:
    """Return a recognition in which only the metrics to keep are stacked: the cells of others need not be numbers."""
    if recognition.shape != "metrics" or not metrics:
        return recognition
    for name in metrics:
        reason, _, declaration = recognition.unused.get(name, "").partition("; ")
        if reason:
            hint = declaration or f"keep another: metrics={list(recognition.spread)!r}"
            raise ColumnError(f"column {name!r} is not a metric: {reason}", hint=hint)
    refuse_unknown(metrics, recognition.spread, "no metric {!r} to keep")
    others = [name for name in recognition.spread if name not in metrics]
    chosen = [name for name in recognition.spread if name in metrics]
    spreads = {own: pair for own, pair in recognition.spreads.items() if pair[0] in metrics}
    others += [own for own in recognition.spreads if own not in spreads]
    return replace(recognition, spread=tuple(chosen), spreads=spreads, left_out=(*recognition.left_out, *others))


def _stack(table: pl.DataFrame, recognition: Recognition, declared: Declared, opened: OpenedScores) -> pl.DataFrame:
    """Return one row per score; every cell is checked before rows are stacked, so that errors name rows of the file."""
    named = renamed(table.drop(recognition.left_out, strict=False), recognition.names)
    if declared.get("metric") is not None and (recognition.shape == "metrics" or "metric" in named.columns):
        raise OptionError(
            f"the table has metrics of its own, so it cannot all be {declared['metric']!r}",
            hint=f"metrics=[{declared['metric']!r}] keeps one of them (--metrics {declared['metric']})",
        )
    variable = {"long": None, "metrics": "metric", "algorithms": "algorithm"}[recognition.shape]
    value = next((own for own, name in recognition.names.items() if name == "value"), UNNAMED_METRIC)
    for name, fallback in (
        ("metric", declared_name(declared, "metric", value if known_direction(value) else UNNAMED_METRIC)),
        ("dataset", declared_name(declared, "dataset", "data")),
    ):
        if name not in named.columns and name != variable:
            named = named.with_columns(pl.lit(fallback).alias(name))
    checks: list[tuple[str, Callable[[pl.DataFrame, str], pl.Series]]] = [
        *((name, labels) for name in NAMED if name != variable),
        *((name, run_labels) for name in RUN_KEYS if name in named.columns),
        *((name, sizes) for name in SIZES if name in named.columns),
        *((recognition.names.get(own, own), spread_numbers) for own in recognition.spreads),
        *((name, _score_numbers) for name in recognition.spread or ["value"]),
    ]
    columns = [
        opened.attempt(partial(check, named, name), partial(_only_sound, named, name, check)) for name, check in checks
    ]
    checked = named.with_columns(columns)
    empty = [name for name, check in checks if check in (labels, run_labels)] if opened.problems else []
    checked = checked.drop_nulls(empty)
    if variable is None:
        return checked
    rest = [name for name in checked.columns if name not in (*recognition.spread, *recognition.spreads)]
    long = checked.unpivot(recognition.spread, index=rest, variable_name=variable, value_name="value")
    kinds = dict.fromkeys(kind for _, kind in recognition.spreads.values())
    return long.with_columns(labels(long, variable), *(_stacked(checked, recognition, kind) for kind in kinds))


def _stacked(checked: pl.DataFrame, recognition: Recognition, kind: str) -> pl.Series:
    """Return the spreads of one kind, in the order in which the columns of scores are stacked."""
    columns = {owner: checked.get_column(own) for own, (owner, its) in recognition.spreads.items() if its == kind}
    nothing = pl.repeat(None, checked.height, dtype=pl.Float64, eager=True)
    return pl.concat([columns.get(name, nothing) for name in recognition.spread]).alias(kind)


def _score_numbers(frame: pl.DataFrame, name: str) -> pl.Series:
    return numbers(frame, name, otherwise=_factor_hint(name), finite=False)


def _only_sound(frame: pl.DataFrame, name: str, check: Callable[[pl.DataFrame, str], pl.Series]) -> pl.Series:
    """Return a column with nulls in place of the cells that a check refuses."""
    column = frame.get_column(name)
    if check not in (labels, run_labels):
        return (
            column.cast(pl.Float64, strict=False) if not column.dtype.is_nested() else column.is_null().cast(pl.Float64)
        )
    text = pl.Series(name, [None] * column.len(), dtype=pl.String)
    if not column.dtype.is_nested() and column.dtype not in NAMELESS:
        text = column.cast(pl.String).str.strip_chars().str.replace_all("\x00", "", literal=True)
    return text.set(text == "", None).cast(pl.Categorical)


def _factor_hint(name: str) -> str:
    return "" if name == "value" else f"or is it no score? factors=[{name!r}] (--factor {name})"


def _spreads_among(long: pl.DataFrame, recognition: Recognition, metrics: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the metrics of a long table that are spreads of others, unless they are wanted as ``metrics``."""
    if recognition.shape != "long":
        return {}
    spreads = spreads_of(long.get_column("metric").unique().cast(pl.String).sort())
    return {own: pair for own, pair in spreads.items() if own not in metrics and pair[1] not in long.columns}


def _spreads_to_columns(
    long: pl.DataFrame, keys: Sequence[str], spreads: Mapping[str, tuple[str, str]]
) -> pl.DataFrame:
    """Return spreads that came as metrics in columns."""
    if not spreads:
        return long
    is_spread = pl.col("metric").cast(pl.String).is_in(list(spreads))
    owners = {own: metric for own, (metric, _) in spreads.items()}
    kinds = {own: kind for own, (_, kind) in spreads.items()}
    spread_numbers(long.with_columns(value=pl.when(is_spread).then("value")), "value")
    given = long.filter(is_spread).with_columns(
        relabelled(long.filter(is_spread).get_column("metric"), owners),
        __kind=pl.col("metric").cast(pl.String).replace_strict(kinds),
    )
    wide = given.pivot("__kind", index=keys, values="value", aggregate_function="first")
    return long.filter(~is_spread).join(wide, on=keys, how="left", nulls_equal=True, maintain_order="left")


def _sizes_to_columns(long: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Return fold sizes that came as metrics in columns; a run without any score keeps a null one."""
    names = [name for name in SIZES if name not in long.columns and (long["metric"] == name).any()]
    if not names:
        return long
    is_size = pl.col("metric").is_in(names)
    measured = long.filter(~is_size)
    refuse_empty(measured)
    wide = long.filter(is_size).pivot("metric", index=keys, values="value")
    wide = wide.with_columns(sizes(wide, name) for name in names)
    failed = wide.join(measured, on=keys, how="anti", nulls_equal=True).select(keys)
    failed = failed.join(measured.select(pl.col("metric").unique()), how="cross")
    everything = pl.concat([measured, failed], how="diagonal")
    return everything.join(wide, on=keys, how="left", nulls_equal=True, maintain_order="left")


def _called_by_direction(
    long: pl.DataFrame, column: str, declared: Mapping[str, str], opened: OpenedScores
) -> tuple[pl.DataFrame, dict[str, str]]:
    """Return scores whose metrics are called what their values are, and the new names: errors, losses without a minus.

    In a ``column`` of errors "auc" becomes "error in auc", unless higher is declared to be better. A negated loss
    without any value above 0 becomes the loss; in a column of errors it is the loss already.
    """
    metrics: list[str] = long.get_column("metric").unique().cast(pl.String).sort().to_list()
    losses = {name: loss for name in metrics if (loss := without_minus(name)) and loss not in metrics}
    called: dict[str, str] = {}
    if holds_errors(column):
        ways = _own_directions(long) if "direction" in long.columns else {}
        words = {name: direction_word(name, word) for name, word in declared.items()}
        turned = [name for name in metrics if words.get(name) != "higher" and known_direction(name) != "lower"]
        called = {name: losses.get(name, f"{ERROR_IN}{name}") for name in turned if name not in SIZES}
        opposite = next((name for name in called if ways.get(name) == "higher" and name not in words), None)
        if opposite is not None:
            raise DirectionError(
                f"column {column!r} holds errors, and column 'direction' says that higher {opposite} is better",
                hint=f"directions={{{opposite!r}: 'lower'}} (--direction {opposite}=lower) if they are errors",
            )
        opened.notes += [f"column {column!r} holds errors: {name} is read as {new!r}" for name, new in called.items()]
    elif losses and "direction" not in long.columns:
        highest = dict(long.group_by(pl.col("metric").cast(pl.String)).agg(pl.col("value").max()).rows())
        called = {name: loss for name, loss in losses.items() if name not in declared and (highest[name] or 0.0) <= 0}
        is_loss = pl.col("metric").cast(pl.String).is_in(list(called))
        # No zero bears a minus.
        long = long.with_columns(value=pl.when(is_loss).then(0.0 - pl.col("value")).otherwise("value"))
        opened.notes += [f"metric {name!r} is read as {new!r}, without its minus" for name, new in called.items()]
    return (long.with_columns(relabelled(long.get_column("metric"), called)) if called else long), called


def _with_direction(long: pl.DataFrame, declared: Mapping[str, str], column: str) -> pl.DataFrame:
    metrics = long.get_column("metric").unique().to_list()
    refuse_unknown(declared, sorted(metrics), "a direction is declared for {!r}", DirectionError)
    ways: dict[str, str | None] = {metric: known_direction(metric) for metric in metrics}
    if not holds_errors(column) and (known_direction(column) == "lower" or is_unsettled(column)):
        # Times or ranks in the column of values are not what the metric's name says.
        ways = {metric: way if way == known_direction(column) else None for metric, way in ways.items()}
    if any(map(without_minus, metrics)):
        above = long.filter(pl.col("value") > 0).get_column("metric").unique().cast(pl.String).to_list()
        ways |= {metric: None for metric in above if without_minus(metric)}
    if "direction" in long.columns:
        ways |= _own_directions(long)
    ways |= {metric: direction_word(metric, word) for metric, word in declared.items()}
    return long.with_columns(direction=relabelled(long.get_column("metric"), ways))


def _own_directions(long: pl.DataFrame) -> dict[str, Direction]:
    """Read the column of directions, which must agree within a metric."""
    directions: dict[str, Direction] = {}
    pairs = long.select("metric", words(long, "direction")).unique().drop_nulls().sort("metric", "direction")
    for metric, word in pairs.iter_rows():
        direction = direction_word(metric, word)
        if directions.setdefault(metric, direction) != direction:
            raise DirectionError(f"metric {metric!r} has two directions", hint="give each metric one direction")
    return directions


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognition:
    """What a score table was taken for.

    ``names`` maps the table's own column names to canonical ones; ``spread`` are the columns that were
    stacked, one per metric or one per algorithm, and ``spreads`` those that say how the scores of another vary, with
    its name and the kind; ``left_out`` are the columns of no use. ``unused`` gives the reason why a column is neither a
    score nor a key, and ``doubtful`` names those that seem to hold scores.
    """

    shape: Literal["long", "metrics", "algorithms"]
    names: Mapping[str, str]
    spread: tuple[str, ...] = ()
    spreads: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    unused: Mapping[str, str] = field(default_factory=dict)
    doubtful: tuple[str, ...] = ()

    def sentence(self) -> str:
        """Return the recognition in words."""
        kinds = {
            "long": "a long table, one score per row",
            "metrics": f"one column per metric ({_listed(self.spread)})",
            "algorithms": f"one column per algorithm ({_listed(self.spread)})",
        }
        renamed = [f"{own!r} read as {name}" for own, name in self.names.items() if own != name]
        dropped = [
            f"{'row index ' if INDEX_COLUMN.match(name) else ''}{name!r} left out"
            for name in self.left_out
            if name != FILE
        ]
        return "; ".join([kinds[self.shape], *renamed, *dropped])


def recognise(
    table: pl.DataFrame,
    *,
    columns: Mapping[str, str] | None = None,
    factors: Sequence[str] = (),
    metrics: Sequence[str] = (),
) -> Recognition:
    """Return which shape a table of scores has.

    A column of numbers is a metric where it holds some, or is one of the ``metrics`` that were declared.
    When several files were read, each names its dataset in a table without one, or its algorithm where every column
    of numbers is a known metric.

    Examples
    --------
    >>> recognise(pl.DataFrame({"model": ["a"], "data": ["x"], "accuracy": [0.9], "logloss": [0.3]})).sentence()
    "one column per metric (accuracy, logloss); 'model' read as algorithm; 'data' read as dataset"
    """
    declared = columns or {}
    kind = table_kind(table, declared)
    if kind != "scores":
        raise ColumnError(
            f"this is a table of {kind}, not of scores",
            hint=f"benchreport measure TABLE -o scores.csv makes scores of it; br.read_{kind} reads it",
        )
    for name in factors:
        if name in SPREADS:
            raise ColumnError(f"a factor cannot be called {name!r}, as spreads are", hint="rename the column")
    # A factor with a canonical name is what that name says, and a factor besides.
    own = table.drop(FILE, *(name for name in factors if name not in COLUMNS_OF["scores"]), strict=False)
    behind = beside_cells(own.columns)
    own = own.drop(behind)
    names = _names(own, declared)
    index = [name for name in own.columns if INDEX_COLUMN.match(name) and name not in names]
    useless = [*index, *displaced(own.columns, names)]
    rest = own.drop(*names, *useless, strict=False)
    scores = [name for name in rest.columns if is_numeric(rest.get_column(name))]
    measured = [name for name in scores if name in metrics or holds_number(rest.get_column(name))]
    value = next((name for name, canonical in names.items() if canonical == "value"), None)
    spreads = spreads_of([*([] if value is None else [value]), *measured], value)
    spreads = {name: pair for name, pair in spreads.items() if name not in metrics}
    several_files = FILE in table.columns
    if several_files and _file_names_algorithm(names.values(), [name for name in scores if name not in spreads]):
        names[FILE] = "algorithm"
    if "algorithm" in names.values():
        recognition = _one_row_each(own, [name for name in measured if name not in spreads], names, declared)
        recognition = _with_spreads(recognition, {**spreads, **behind})
    else:
        recognition = _with_spreads(_one_column_each(rest, scores, names), behind)
    useless += [name for name in behind if name not in recognition.spreads]
    if several_files and "dataset" not in recognition.names.values():
        recognition = replace(recognition, names={**recognition.names, FILE: "dataset"})
    if several_files and FILE not in recognition.names:
        useless.append(FILE)
    idle = [
        name for name in rest.columns if name not in (*recognition.spread, *recognition.spreads, *recognition.names)
    ]
    # A column of that name declares, as the option does.
    unused = {name: _why_unused(rest.get_column(name)) for name in idle if name != "design"}
    # Beside a column of scores all others are keys.
    lost = idle if recognition.spread else []
    doubtful = [name for name in lost if disguise_of(rest.get_column(name)) or _is_lost_metric(rest.get_column(name))]
    return replace(recognition, left_out=tuple(useless), unused=unused, doubtful=tuple(doubtful))


def _with_spreads(recognition: Recognition, spreads: Mapping[str, tuple[str, str]]) -> Recognition:
    """Return a recognition with the spreads of its scores: those declared, and the first of a kind beside each."""
    names, values = dict(recognition.names), list(recognition.spread)
    declared = {own: kind for own, kind in names.items() if kind in SPREADS}
    values = values or [own for own, name in names.items() if name == "value"]
    if declared and len(values) > 1:
        own, kind = next(iter(declared.items()))
        raise ColumnError(
            f"column {own!r} is declared as {kind!r}, and there are {len(values)} columns of scores",
            hint=f"rename it after its metric, such as {f'{values[0]}_{kind}'!r}",
        )
    given = {own: (values[0], kind) for own, kind in declared.items()}
    for own, pair in spreads.items():
        if pair[0] in values and pair not in given.values():
            given[own] = pair
    if recognition.shape == "long":
        names |= {own: kind for own, (_, kind) in given.items()}
    else:
        names = {own: name for own, name in names.items() if own not in declared}
    return replace(recognition, names=names, spreads=given)


def _why_unused(column: pl.Series) -> str:
    """Return the reason why a column is neither a score nor a key."""
    if column.dtype.is_nested():
        return "it holds lists or records"
    if not holds_number(column):
        return "no cell holds a number"
    if is_numeric(column):
        return "the scores stand in another column"
    declaration = remedy(column)
    return f"it holds text, such as {str(column.drop_nulls()[0])!r}" + (f"; {declaration}" if declaration else "")


def _is_lost_metric(column: pl.Series) -> bool:
    return known_direction(column.name) is not None and not holds_number(column)


def _names(own: pl.DataFrame, declared: Mapping[str, str]) -> dict[str, str]:
    """Return the canonical names of the columns, warily where none names the algorithm."""
    likely = [name for name in own.columns if name in declared or not _may_be_algorithm(own.get_column(name))]
    names = canonical_names(likely, "scores", declared)
    return canonical_names(own.columns, "scores", declared) if "algorithm" in names.values() else names


def _may_be_algorithm(column: pl.Series) -> bool:
    """Return whether a column may bear the name of an algorithm: "Bootstrap" with decimals, or "Score"."""
    name = normalised(column.name)
    return name in VALUE_ALIASES or (name in KEY_ALIASES and holds_decimals(column))


def _file_names_algorithm(canonical: Iterable[str], scores: Sequence[str]) -> bool:
    keys = set(canonical)
    if "algorithm" in keys or "dataset" not in keys:
        return False
    return {"metric", "value"} <= keys or (bool(scores) and all(map(known_direction, scores)))


def _one_row_each(
    own: pl.DataFrame, scores: Sequence[str], names: Mapping[str, str], declared: Mapping[str, str]
) -> Recognition:
    """Return whether a table with a column of algorithms is long or has a column per metric."""
    value = next((own_name for own_name, name in names.items() if name == "value"), None)
    per_row = "metric" in names.values()
    metrics = [name for name in scores if known_direction(name)]
    errors = [name for name in scores if name not in names and holds_errors(name)]
    if per_row and not value and len(errors) == 1:
        return Recognition(shape="long", names={**names, errors[0]: "value"})
    if value and (per_row or value in declared or normalised(value) == "value" or not metrics):
        _refuse_misspelt_metric(own, names)
        return Recognition(shape="long", names=names)
    # A column called "result" beside known metrics is one more metric.
    spread = [name for name in own.columns if name == value or name in (metrics if value else scores)]
    if per_row or not spread:
        doubtful = [name for name in scores if known_direction(name) == "lower" or is_unsettled(name)]
        likely = next(iter([*errors, *(name for name in scores if name not in doubtful), *scores, "your_score"]))
        raise ColumnError(
            f"no column of scores among {_listed(own.columns)}",
            hint=_declaration(own.drop(names)) or f"columns={{{likely!r}: 'value'}} names it (--column {likely}=value)",
        )
    keys = {own_name: name for own_name, name in names.items() if own_name != value}
    return Recognition(shape="metrics", names=keys, spread=tuple(spread))


def _declaration(table: pl.DataFrame) -> str:
    """Return how the first column that disguises its numbers is declared; nothing where none does."""
    return next(filter(None, map(remedy, table)), "")


def _refuse_misspelt_metric(own: pl.DataFrame, names: Mapping[str, str]) -> None:
    """Raise when a column of words is nearly called "metric": its scores would all pass for one metric."""
    words = [name for name, kind in own.schema.items() if isinstance(kind, TEXTS) and name not in names]
    near = get_close_matches("metric", words, n=1, cutoff=0.8)
    if near and "metric" not in names.values():
        raise ColumnError(
            f"column {near[0]!r} is nearly called 'metric'",
            hint=f"columns={{{near[0]!r}: 'metric'}} (--column {near[0]}=metric), or factors=[{near[0]!r}] if not",
        )


def _one_column_each(rest: pl.DataFrame, scores: Sequence[str], names: Mapping[str, str]) -> Recognition:
    """Return the algorithms of a table in which no column names them."""
    words = [name for name, kind in rest.schema.items() if isinstance(kind, TEXTS) and name not in scores]
    if "value" in names.values() or len(scores) < 2 or all(map(known_direction, scores)):
        likely = next(iter([*get_close_matches("algorithm", words, n=1), *words]), "your_column")
        raise ColumnError(
            f"no column names the algorithm among {_listed([*names, *rest.columns])}",
            hint=_declaration(rest)
            or f"columns={{{likely!r}: 'algorithm'}} (--column {likely}=algorithm), or a column per algorithm",
        )
    # Words before the first score describe the row; among the scores they are failures to be named.
    described = rest.columns[: rest.columns.index(scores[0])]
    key = None
    if "dataset" not in names.values():
        key = next((name for name in described if name in words), None) or _counter(rest, scores)
    spread = [name for name in rest.columns if name != key and name not in described and name in (*scores, *words)]
    named = {**names, key: "dataset"} if key is not None else names
    return Recognition(shape="algorithms", names=named, spread=tuple(spread))


def _counter(table: pl.DataFrame, scores: Sequence[str]) -> str | None:
    """Return the first column if it merely counts the rows."""
    first = table.get_column(scores[0])
    counts = first.dtype.is_integer() and first.null_count() == 0 and first.len() > 1 and (first.diff(1) == 1).sum()
    return scores[0] if counts and counts == first.len() - 1 and first[0] in (0, 1) else None


def _listed(names: Sequence[str], most: int = 6) -> str:
    first = ", ".join(names[:most])
    return f"{first} … {len(names)} in all" if len(names) > most else first
