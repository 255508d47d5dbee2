"""Tables of predictions, of scored items and of confusion counts, checked and canonical."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Unpack

import polars as pl

from benchreport.errors import ColumnError, ValueFormatError
from benchreport.tables.checks import (
    FEWER,
    labels,
    numbers,
    refuse_duplicates,
    refuse_empty,
    refuse_gaps,
    run_labels,
    words,
)
from benchreport.tables.designs.declared_design import (
    refuse_contradictions,
    refuse_unknown_designs,
    with_declared_design,
    with_named_design,
)
from benchreport.tables.designs.families import GROUP, with_groups
from benchreport.tables.disguised import undisguised
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.reading.read import FILE, name_of, read_frame
from benchreport.tables.schema import (
    ALIASES,
    COLUMNS_OF,
    CONFUSION_CELLS,
    RUN_KEYS,
    SCORED,
    WRITING,
    Declared,
    TableKind,
    canonical_kind,
    canonical_names,
    declared_name,
    normalised,
    probability_columns,
    refuse_unknown_keywords,
    renamed,
    shows_declarations,
    table_kind,
)
from benchreport.tables.scores import scores
from benchreport.tables.spellings import with_folded_names

# Columns that hold names, which are no numbers whatever they look like.
NAMES = ("algorithm", "dataset", "instance", "actual", "predicted", "cluster", "group")
CONFUSION_CELL = "cell of the confusion matrix"
# Which cell of the two-class table each count belongs to: (actual, predicted).
CELL = {
    "tp": ("positive", "positive"),
    "fp": ("negative", "positive"),
    "fn": ("positive", "negative"),
    "tn": ("negative", "negative"),
}
RIGHT, WRONG = "right", "wrong"


def read_predictions(
    source: str | Path, *, encoding: str = "utf8", query: str | None = None, **declared: Unpack[Declared]
) -> pl.DataFrame:
    """Read a table of predictions, checked and canonical; sources as in :func:`read_scores`.

    Examples
    --------
    >>> import benchreport as br
    >>> br.read_predictions(br.example("small_study_predictions.parquet")).columns[:7]
    ['algorithm', 'dataset', 'repeat', 'fold', 'instance', 'truth', 'prediction']
    """
    declared["dataset"] = declared_name(declared, "dataset", name_of(source))
    return predictions(
        read_frame(source, encoding=encoding, query=query, decimal=declared.get("decimal"), categories=True), **declared
    )


def predictions(frame: Any, **declared: Unpack[Declared]) -> pl.DataFrame:
    """Check a table of predictions in memory and bring it into canonical form.

    Each row is one instance predicted by one algorithm: its ``truth`` and a ``prediction``, a ``score`` or one
    ``prob_<class>`` column per class. Scored items have a column ``correct`` instead (true or false, 1 or 0); their
    truth is "right" throughout. ``declared`` takes ``columns``, ``dataset``, ``design``, ``groups``, ``decimal``,
    ``percent``, ``units``, ``spread`` and ``fold_names`` as in :func:`scores`.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame({"model": ["kNN", "kNN"], "item": [1, 2], "y_true": [0, 1], "y_pred": [0, 0]})
    >>> br.predictions(table, dataset="toy").row(1, named=True)
    {'algorithm': 'kNN', 'dataset': 'toy', 'instance': 2, 'truth': 1, 'prediction': 0}
    """
    table = _keyed(_undisguised(to_polars(frame), "predictions", declared), "predictions", declared)
    mark = mark_of(table.columns)
    if mark is not None and not {"truth", "prediction"} & set(table.columns):
        table = with_answers(table, mark)
    if "truth" not in table.columns:
        raise ColumnError("no column holds the truth", hint=_declaration(table, "truth"))
    probabilities = probability_columns(table.columns)
    if not probabilities and not {"prediction", "score"} & set(table.columns):
        raise ColumnError(
            "no column holds a prediction",
            hint=f"{_declaration(table, 'prediction')} or 'score', or prob_<class> columns",
        )
    if "instance" not in table.columns:
        raise ColumnError(
            "no column names the instance", hint=f"{_declaration(table, 'instance')}, or add a row number"
        )
    refuse_gaps(table.get_column("instance"))
    refuse_duplicates(table, [key for key in ("algorithm", "dataset", *RUN_KEYS, "instance") if key in table.columns])
    measured = [name for name in ("score", "weight", *probabilities) if name in table.columns]
    table = _same_kind(table.with_columns(*(numbers(table, name) for name in measured)), "truth", "prediction")
    refuse_gaps(table.get_column("truth"))
    table = with_groups(table, declared.get("groups"), GROUP in (declared.get("columns") or {}).values())
    return _ordered(_with_design(table, declared.get("design")), "predictions")


def _with_design(table: pl.DataFrame, declared: str | None) -> pl.DataFrame:
    """Return predictions with their declared design, once it is found to fit the instances of the test sets."""
    # That room reads predictions through this door.
    from benchreport.tables.designs.prediction_design import refuse_other_designs

    table = with_declared_design(table, declared)
    if "design" in table.columns:
        refuse_unknown_designs(table)
        refuse_other_designs(table)
    return table


@shows_declarations
def read(
    source: str | Path, *, encoding: str = "utf8", query: str | None = None, **declared: Unpack[Declared]
) -> pl.DataFrame:
    """Read any table: scores, predictions or confusion counts, checked and canonical, whichever it holds.

    Parameters
    ----------
    source
        As in :func:`read_scores`: a file, a folder (searched below where it holds no table itself), a pattern, "-" for
        standard input, or a database address. Files of tools that have an importer are recognised by their layout.
    encoding
        Of text files.
    query
        One SELECT or WITH, when ``source`` is a database.
    **declared
        Further parameters as in :func:`scores`.

    Warns
    -----
    BenchreportWarning
        Where files or tasks were skipped, or a column that seems to hold scores is not used.

    Examples
    --------
    >>> import benchreport as br
    >>> "prediction" in br.read(br.example("small_study_predictions.parquet")).columns
    True
    """
    declared["dataset"] = declared_name(declared, "dataset", name_of(source))
    frame = read_frame(source, encoding=encoding, query=query, decimal=declared.get("decimal"), categories=True)
    door = {"scores": scores, "predictions": predictions, "counts": counts}
    return door[table_kind(frame, declared.get("columns"))](frame, **declared)


def read_counts(
    source: str | Path, *, encoding: str = "utf8", query: str | None = None, **declared: Unpack[Declared]
) -> pl.DataFrame:
    """Read a table of confusion counts, checked and canonical; sources as in :func:`read_scores`.

    Examples
    --------
    >>> import tempfile, benchreport as br
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = Path(folder) / "toy.csv"
    ...     _ = path.write_text("model,truth,prediction,count\\nkNN,0,0,5\\nkNN,0,1,1\\n")
    ...     br.read_counts(path).row(1)
    ('kNN', 'toy', '0', '1', 1)
    """
    declared["dataset"] = declared_name(declared, "dataset", name_of(source))
    return counts(
        read_frame(source, encoding=encoding, query=query, decimal=declared.get("decimal"), categories=True), **declared
    )


def counts(frame: Any, **declared: Unpack[Declared]) -> pl.DataFrame:
    """Check a table of confusion counts in memory and bring it into canonical form.

    Either one row per cell (``actual``, ``predicted``, ``n``) or the four columns ``tp fp fn tn``, which become the
    classes "positive" and "negative". ``declared`` takes ``columns``, ``dataset`` and ``design`` as in :func:`scores`.

    Examples
    --------
    >>> import benchreport as br
    >>> br.counts(pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]})).row(1)
    ('kNN', 'data', 'negative', 'positive', 5)
    """
    table = to_polars(frame)
    table = _undisguised(table, "counts", declared)
    cells = {normalised(name): name for name in table.columns if normalised(name) in CONFUSION_CELLS}
    if len(cells) == len(CONFUSION_CELLS):
        table = _stacked_cells(table, cells)
    # The fold of a canonical table may have had another name.
    raw = canonical_kind(table.schema) is None
    names = canonical_names(table.columns, "counts", declared.get("columns")) if raw else {}
    table = _keyed(table, "counts", declared)
    for name in ("actual", "predicted", "n"):
        if name not in table.columns:
            raise ColumnError(
                f"no column holds {name!r}", hint=f"columns={{'your_column': {name!r}}}; or tp, fp, fn, tn"
            )
    n = numbers(table, "n")
    if n.null_count() or (n < 0).any() or (n != n.round()).any() or (n >= FEWER).any():
        raise ColumnError("column 'n' holds something other than counts", hint="counts are whole numbers from 0 up")
    table = table.with_columns(n.cast(pl.Int64), labels(table, "actual"), labels(table, "predicted"))
    keys = ("algorithm", "dataset", *RUN_KEYS, "actual", "predicted")
    refuse_duplicates(table, [key for key in keys if key in table.columns])
    return _ordered(_with_design_of_counts(table, declared.get("design"), names), "counts")


def holds_counts(table: Any) -> bool:
    """Return whether a table holds confusion counts, by its columns.

    Examples
    --------
    >>> holds_counts(pl.DataFrame(schema=["model", "truth", "prediction", "count"]))
    True
    """
    return table_kind(table, beside_metrics=True) == "counts"


def two_class(counted: pl.DataFrame) -> bool:
    """Return whether the classes of canonical counts are "positive" and "negative", as tp, fp, fn and tn make them."""
    labels = {label for name in ("actual", "predicted") for label in counted.get_column(name).unique().cast(pl.String)}
    return labels <= {"positive", "negative"}


def _with_design_of_counts(table: pl.DataFrame, declared: str | None, names: Mapping[str, str]) -> pl.DataFrame:
    """Return counts with their design, declared or by the name of their runs, once it is found to fit these."""
    keys = ["algorithm", "dataset", *(name for name in RUN_KEYS if name in table.columns)]
    runs = table.select(keys).unique().with_columns(metric=pl.lit("n"))
    if declared is not None:
        refuse_contradictions(with_declared_design(runs, declared))
    elif "design" not in table.columns:
        named = with_named_design(runs, names, [])
        declared = named["design"][0] if "design" in named.columns else None
    return with_declared_design(table, declared) if declared is not None else table


def _undisguised(table: pl.DataFrame, kind: TableKind, declared: Declared) -> pl.DataFrame:
    """Return a table whose disguised numbers are numbers, as far as declared; columns of names stay as they are."""
    if not any(declared.get(name) for name in WRITING):
        return table
    refuse_unknown_keywords(declared)
    names = canonical_names(table.columns, kind, declared.get("columns"))
    texts = [own for own, name in names.items() if name in NAMES]
    return undisguised(table, declared, (FILE, *texts))[0]


def _keyed(table: pl.DataFrame, kind: TableKind, declared: Declared) -> pl.DataFrame:
    refuse_unknown_keywords(declared)
    refuse_empty(table)
    names = canonical_names(table.columns, kind, declared.get("columns"))
    if FILE in table.columns and "dataset" not in names.values():
        names[FILE] = "dataset"
    table = renamed(table, names).drop(FILE, strict=False)
    if "algorithm" not in table.columns:
        raise ColumnError("no column names the algorithm", hint=_declaration(table, "algorithm"))
    if "dataset" not in table.columns:
        table = table.with_columns(dataset=pl.lit(declared_name(declared, "dataset", "data")))
    runs = [run_labels(table, name) for name in RUN_KEYS if name in table.columns]
    table = table.with_columns(labels(table, "algorithm"), labels(table, "dataset"), *runs)
    return with_folded_names(table)[0] if declared.get("fold_names") else table


def _declaration(table: pl.DataFrame, name: str) -> str:
    """Return how a column is declared, naming the one whose own name comes nearest."""
    own = next(
        iter(get_close_matches(name, [column for column in table.columns if column not in ALIASES], n=1)), "your_column"
    )
    return f"columns={{{own!r}: {name!r}}} (--column {own}={name})"


def _stacked_cells(table: pl.DataFrame, cells: dict[str, str]) -> pl.DataFrame:
    # A total beside the four counts is told by them.
    rest = [name for name in table.columns if name not in (*cells.values(), "actual", "predicted", "n")]
    counted = table.select(*rest, *(numbers(table, name) for name in cells.values()))
    long = counted.unpivot(list(cells.values()), index=rest, variable_name=CONFUSION_CELL, value_name="n")
    own = {cells[cell]: classes for cell, classes in CELL.items()}
    return long.with_columns(
        actual=pl.col(CONFUSION_CELL).replace_strict({name: actual for name, (actual, _) in own.items()}),
        predicted=pl.col(CONFUSION_CELL).replace_strict({name: predicted for name, (_, predicted) in own.items()}),
    ).drop(CONFUSION_CELL)


def _same_kind(table: pl.DataFrame, truth: str, prediction: str) -> pl.DataFrame:
    """Return both columns of one kind: classes as categories or whole numbers, numbers with decimals as numbers."""
    present = [name for name in (truth, prediction) if name in table.columns]
    kinds = [table.schema[name] for name in present]
    whole = all(kind.is_integer() or kind == pl.Boolean for kind in kinds)
    if whole and _fit(table.select(present)):
        return table.with_columns(pl.col(present).cast(pl.Int64))
    if not whole and all(kind.is_numeric() or kind == pl.Boolean for kind in kinds):
        return table.with_columns(*(numbers(table, name) for name in present))
    if all(kind == pl.Categorical() for kind in kinds):
        return table
    texts = [words(table, name) for name in present]
    # Polars writes truth values in small letters, Python does not.
    texts = [text.str.to_lowercase() for text in texts] if pl.Boolean in kinds else texts
    return table.with_columns(text.cast(pl.Categorical) for text in texts)


def _fit(classes: pl.DataFrame) -> bool:
    """Return whether whole numbers are small enough to be counted with; larger ones are names."""
    return all(column.cast(pl.Int64, strict=False).null_count() == column.null_count() for column in classes)


def _ordered(table: pl.DataFrame, kind: TableKind) -> pl.DataFrame:
    first = [name for name in COLUMNS_OF[kind] if name in table.columns]
    return table.select(*first, pl.exclude(first))


def mark_of(columns: list[str]) -> str | None:
    """Return the column that says whether an item was answered right, if there is one.

    Examples
    --------
    >>> mark_of(["model", "item", "Is correct"])
    'Is correct'
    """
    return next((name for mark in SCORED for name in columns if normalised(name) == mark), None)


def with_answers(table: pl.DataFrame, mark: str) -> pl.DataFrame:
    """Return scored items as predictions: the truth is "right" throughout, the prediction "right" or "wrong".

    Examples
    --------
    >>> with_answers(pl.DataFrame({"item": [1, 2], "correct": [True, False]}), "correct").rows()
    [(1, 'right', 'right'), (2, 'right', 'wrong')]
    """
    hits = numbers(table, mark)
    strange = hits.filter(~hits.is_in([0.0, 1.0]))
    if strange.len():
        raise ValueFormatError(
            f"column {mark!r} holds {strange[0]}, neither 0 nor 1",
            hint="items that score a number are scores: algorithm, dataset, metric, value",
        )
    answer = pl.when(hits == 1).then(pl.lit(RIGHT)).when(hits == 0).then(pl.lit(WRONG))
    return table.drop(mark).with_columns(truth=pl.lit(RIGHT), prediction=answer)


def is_scored(predicted: pl.DataFrame) -> bool:
    """Return whether a table of predictions holds scored items: one truth throughout, and at most one other answer.

    Examples
    --------
    >>> items = pl.DataFrame({"truth": ["right"] * 3, "prediction": ["right", "wrong", "right"]})
    >>> is_scored(items), is_scored(items.with_columns(truth=pl.col("prediction")))
    (True, False)
    """
    if "prediction" not in predicted.columns or predicted.schema["truth"].is_float():
        return False
    if "score" in predicted.columns or probability_columns(predicted.columns):
        return False
    truth = predicted.get_column("truth")
    if truth.n_unique() != 1:
        return False
    others = predicted.get_column("prediction").drop_nulls().unique()
    return others.filter(others.cast(pl.String) != str(truth[0])).len() <= 1
