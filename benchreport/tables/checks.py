"""Checks of cells: numbers, names, sizes and keys that are what they should be, and finite results."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Literal

import polars as pl

from benchreport.errors import ColumnError, DuplicateKeyError, ValueFormatError, one_of
from benchreport.tables.disguised import OF_SCORES, disguise_of, is_text, remedy
from benchreport.tables.reduction import Codes, is_dense
from benchreport.tables.schema import RUN_KEYS
from benchreport.threads import added

TEXTS = (pl.String, pl.Categorical, pl.Enum)
# What has no writing that could be a name.
NAMELESS = (pl.Binary, pl.Object, pl.Duration)
NUMBER_LIKE = r"^[+-]?\d*[.,]?\d+\s*%?$"
SHOWN = 3
# How far the probabilities of a row may be from 1 in sum.
SUM_WITHIN = 1e-6
ROW = "row of the file"
# Larger numbers of folds are names, and no counts, for not every one of them can be written.
FEWER = 2**53
Infinite = Literal["refuse", "missing"]
HINT = "missing='worst' (--missing worst) ranks such a run last; or leave its cell empty"


def refuse_empty(frame: pl.DataFrame) -> None:
    """Raise when a table has no rows or no columns."""
    if frame.height == 0 or frame.width == 0:
        raise ColumnError("the table has no rows", hint="was everything filtered out?")


def is_numeric(column: pl.Series) -> bool:
    """Return whether a column is meant to hold numbers, perhaps written as text with a few stray cells, or none at all.

    Examples
    --------
    >>> is_numeric(pl.Series(["0.5", "0,7", "n/a"])), is_numeric(pl.Series(["NA"])), is_numeric(pl.Series(["iris"]))
    (True, True, False)
    """
    if column.dtype.is_numeric() or column.dtype == pl.Null:
        return True
    if column.dtype != pl.String:
        return False
    text = column.filter(is_text(column)).str.strip_chars()
    meant = text.cast(pl.Float64, strict=False).is_not_null() | text.str.contains(NUMBER_LIKE)
    return text.is_empty() or bool(2 * meant.sum() > text.len()) or disguise_of(column) in OF_SCORES


def holds_number(column: pl.Series) -> bool:
    """Return whether some cell of a column is a number, or is meant to be one.

    Examples
    --------
    >>> holds_number(pl.Series(["NA", "0.5"])), holds_number(pl.Series(["NA"])), holds_number(pl.Series([None]))
    (True, False, False)
    """
    if column.dtype.is_float():
        return bool(column.is_finite().any() or column.is_infinite().any())
    return bool(is_text(column).any()) if column.dtype == pl.String else column.null_count() < column.len()


def holds_decimals(column: pl.Series) -> bool:
    """Return whether some number of a column is not whole."""
    return column.dtype.is_numeric() and bool((column != column.round()).any())


def numbers(frame: pl.DataFrame, name: str, *, otherwise: str = "", finite: bool = True) -> pl.Series:
    """Return a column as numbers; NaN and the usual words for "missing" become null, anything else is refused.

    ``otherwise`` is what to do if the column was never meant to hold numbers. Infinities are refused unless the column
    need not be ``finite``.

    Examples
    --------
    >>> numbers(pl.DataFrame({"accuracy": ["0.5", "NA"]}), "accuracy").to_list()
    [0.5, None]
    """
    column = frame.get_column(name)
    if column.dtype.is_numeric() or column.dtype in (pl.Boolean, pl.Null):
        values = column.cast(pl.Float64)
    elif isinstance(column.dtype, TEXTS):
        text = column.cast(pl.String).str.strip_chars()
        values = text.cast(pl.Float64, strict=False)
        strange = values.is_null() & is_text(text)
        if strange.any():
            raise _not_a_number(name, text, strange, otherwise)
    else:
        raise ValueFormatError(f"column {name!r} holds {column.dtype}, not numbers", hint="cast it to a number first")
    if values.is_finite().all():
        return values.rename(name)
    infinite = values.is_infinite()
    if finite and infinite.any():
        raise ValueFormatError(
            f"infinite value in column {name!r}, {_rows(infinite)}",
            hint="leave the cell empty for a failed run, or cap the value",
        )
    return values.fill_nan(None).rename(name)


def are_improper(columns: Sequence[str]) -> pl.Expr:
    """Return where probabilities are negative or do not sum to 1; a row without any is a failed prediction."""
    negative = pl.any_horizontal(pl.col(columns) < 0).fill_null(False)
    off = (added(pl.col(name) for name in columns) - 1).abs() > SUM_WITHIN
    return ~pl.all_horizontal(pl.col(columns).is_null()) & (negative | off)


def sizes(frame: pl.DataFrame, name: str) -> pl.Series:
    """Return a column as numbers of instances, which are whole.

    Examples
    --------
    >>> sizes(pl.DataFrame({"n_test": [10.0, None]}), "n_test").to_list()
    [10, None]
    """
    values = numbers(frame, name)
    broken = (values != values.round()) | (values.abs() >= FEWER)
    if broken.any():
        word = values.filter(broken)[0]
        raise ValueFormatError(
            f"column {name!r} holds {word}, {_rows(broken)}",
            hint="sizes are numbers of instances, a share is not a size: multiply it, or drop the column",
        )
    return values.cast(pl.Int64)


def spread_numbers(frame: pl.DataFrame, name: str) -> pl.Series:
    """Return a column as standard deviations or errors, which are not negative.

    Examples
    --------
    >>> spread_numbers(pl.DataFrame({"sd": ["0.1", "NA"]}), "sd").to_list()
    [0.1, None]
    """
    values = numbers(frame, name)
    negative = values < 0
    if negative.any():
        raise ValueFormatError(
            f"column {name!r} holds the spread {values.filter(negative)[0]}, {_rows(negative)}",
            hint="a spread is 0 or above: correct it, or leave the cell empty",
        )
    return values


def labels(frame: pl.DataFrame, name: str) -> pl.Series:
    """Return a key column as categories, without surrounding blanks; empty names are refused.

    Examples
    --------
    >>> labels(pl.DataFrame({"algorithm": [" kNN", "SVM"]}), "algorithm").to_list()
    ['kNN', 'SVM']
    """
    column = frame.get_column(name)
    if column.dtype in (pl.String, pl.Categorical()):
        named = column.cast(pl.Categorical)
        # A name is looked at once, however many rows bear it.
        texts = named.unique().cast(pl.String)
        strange = (
            texts.is_null()
            | (texts == "")
            | (texts != texts.str.strip_chars())
            | texts.str.contains("\x00", literal=True)
        )
        if not strange.any():
            return named
    text = words(frame, name).str.strip_chars()
    refuse_gaps(text.set(text == "", None))
    zero = text.str.contains("\x00", literal=True)
    if zero.any():
        raise ColumnError(
            f"column {name!r} holds a NUL byte, {_rows(zero)}", hint="remove it; is the file really text?"
        )
    return text.cast(pl.Categorical).rename(name)


def words(frame: pl.DataFrame, name: str) -> pl.Series:
    """Return a column as text, if that is what it can be."""
    column = frame.get_column(name)
    if column.dtype.is_nested() or column.dtype in NAMELESS:
        raise ColumnError(f"column {name!r} holds {column.dtype}, not names", hint="turn it into text first")
    return column.cast(pl.String)


def run_labels(frame: pl.DataFrame, name: str) -> pl.Series:
    """Return a fold or repeat column as whole numbers where it holds them, else as categories.

    Examples
    --------
    >>> run_labels(pl.DataFrame({"fold": [1.0, 2.0]}), "fold").dtype
    Int64
    """
    column = frame.get_column(name)
    column = column.fill_nan(None) if column.dtype.is_float() else column
    refuse_gaps(column)
    whole = column.dtype.is_numeric() and not holds_decimals(column)
    return column.cast(pl.Int64) if whole and (column.cast(pl.Float64).abs() < FEWER).all() else labels(frame, name)


def refuse_gaps(column: pl.Series) -> None:
    """Raise when a column that every row needs is empty somewhere."""
    if column.null_count():
        rows = _rows(column.is_null())
        raise ColumnError(f"column {column.name!r} is empty, {rows}", hint=f"every row needs its {column.name}")


def repeated(frame: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Return the rows that share their key with another row.

    Examples
    --------
    >>> repeated(pl.DataFrame({"fold": [1, 2, 1], "value": [0.1, 0.2, 0.3]}), ["fold"])["value"].to_list()
    [0.1, 0.3]
    """
    return frame.clear() if are_distinct(frame, keys) else frame.filter(_physical(frame, keys).is_duplicated())


def are_distinct(frame: pl.DataFrame, keys: Sequence[str]) -> bool:
    """Return whether no two rows share their key.

    Examples
    --------
    >>> are_distinct(pl.DataFrame({"fold": [1, 2, 1], "value": [0.1, 0.2, 0.3]}), ["fold"])
    False
    """
    if is_dense(frame, keys):
        return Codes(frame, keys).are_distinct()
    # Equal keys have equal hashes, which are counted in a third of the time.
    codes = _physical(frame, keys)
    return codes.hash_rows().n_unique() == codes.height or not codes.is_duplicated().any()


def _physical(frame: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    return frame.select(pl.col(*keys).to_physical())


def refuse_duplicates(frame: pl.DataFrame, keys: Sequence[str]) -> None:
    """Raise when two rows share a key, naming the first keys and the column that could tell them apart."""
    if are_distinct(frame, keys):
        return
    rows = frame if ROW in frame.columns else frame.with_row_index(ROW, offset=1)
    twice = repeated(rows, keys)
    groups = twice.group_by(keys, maintain_order=True).agg(pl.all())
    others = [name for name in frame.columns if name not in (*keys, ROW, "value", "direction")]
    # A column helps only if no two rows of a key share it.
    distinct = {name: (pl.col(name).list.n_unique() == pl.col(ROW).list.len()).all() for name in others}
    telling = [name for name, helps in distinct.items() if groups.select(helps).item()]
    first = "; ".join(
        ", ".join(f"{key}={row[key]}" for key in keys) + f" in rows {', '.join(map(str, row[ROW][:4]))}"
        for row in groups.head(SHOWN).to_dicts()
    )
    rest = groups.height - SHOWN
    more = f" and {rest} more {'key' if rest == 1 else 'keys'}" if rest > 0 else ""
    raise DuplicateKeyError(f"the same key more than once: {first}{more}", hint=_remedy(telling, keys))


def _remedy(telling: Sequence[str], keys: Sequence[str]) -> str:
    """Return what to do about repeated rows, by the columns that differ between them."""
    if not telling:
        return (
            "keep one row per key (row 1 is the first below the header), "
            "or add the fold, repeat or factor that tells them apart"
        )
    name = telling[0]
    misspelt = get_close_matches(name.casefold(), keys, n=1)
    meant = f"columns={{{name!r}: {misspelt[0]!r}}} (--column {name}={misspelt[0]}) or " if misspelt else ""
    return f"column {name!r} tells them apart: {meant}factors=[{name!r}] (--factor {name}), or a fold"


def _rows(where: pl.Series) -> str:
    rows = (where.arg_true() + 1).to_list()
    first = ", ".join(map(str, rows[:SHOWN]))
    return f"row {first}" + (f" and {len(rows) - SHOWN} more" if len(rows) > SHOWN else "")


def _not_a_number(name: str, text: pl.Series, strange: pl.Series, otherwise: str) -> ValueFormatError:
    word = text.filter(strange)[0]
    declaration = remedy(text) or remedy(text.filter(strange).head(1))
    failed = ["leave the cell of a failed run empty, or write NA", otherwise]
    hint = declaration or "; ".join(filter(None, failed))
    return ValueFormatError(f"column {name!r} holds {word!r}, {_rows(strange)}", hint=hint)


def without_infinite(scores: pl.DataFrame, infinite: Infinite = "refuse") -> pl.DataFrame:
    """Return scores without infinite values, or raise an error that names their runs.

    With "missing" an infinity on the bad side of its metric becomes null. One on the good side is refused all the same:
    ranked last, it would turn the best result into the worst.

    Examples
    --------
    >>> row = {"algorithm": "kNN", "dataset": "iris", "metric": "rmse", "value": float("inf"), "direction": "lower"}
    >>> without_infinite(pl.DataFrame([row]), "missing")["value"].to_list()
    [None]
    """
    one_of(infinite, ("refuse", "missing"), name="infinite")
    value = scores.get_column("value")
    endless = value.is_infinite().fill_null(False)
    if not endless.any():
        return scores
    if infinite == "refuse":
        raise ValueFormatError(f"infinite value{_runs(scores.filter(endless))}", hint=HINT)
    best = pl.when(pl.col("direction") == "lower").then(float("-inf")).otherwise(float("inf"))
    good = scores.select((pl.col("value") == best) & pl.col("direction").is_not_null()).to_series().fill_null(False)
    if good.any():
        raise ValueFormatError(
            f"infinitely good value{_runs(scores.filter(good))}",
            hint="check the sign and the direction of the metric; a failed run has an empty cell",
        )
    return scores.with_columns(value=pl.when(pl.col("value").is_finite()).then("value"))


def _runs(rows: pl.DataFrame) -> str:
    """Return the names of the first runs: their keys and the row of the file."""
    first = [run_in_words(row) for row in rows.head(SHOWN).iter_rows(named=True)]
    more = f" and {rows.height - SHOWN} more" if rows.height > SHOWN else ""
    return f"{'s' if rows.height > 1 else ''}: {'; '.join(first)}{more}"


def run_in_words(row: dict[str, object]) -> str:
    """Return the name of a run: its keys, and the row of the file where that is known.

    Examples
    --------
    >>> run_in_words({"algorithm": "kNN", "dataset": "iris", "fold": 3, "metric": "auc"})
    'auc of kNN on iris, fold 3'
    """
    keys = [f"{name} {row[name]}" for name in RUN_KEYS if row.get(name) is not None]
    place = [f"row {row[ROW]}"] if ROW in row else []
    return ", ".join([f"{row['metric']} of {row['algorithm']} on {row['dataset']}", *keys, *place])
