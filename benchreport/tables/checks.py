"""Is every cell what it should be? Asked once, at the door."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from benchreport.errors import ColumnError, DuplicateKeyError, ValueFormatError

MISSING_WORDS = ("", "na", "n/a", "nan", "null", "none", "-", "--", "?")
SHOWN = 3
ROW = "row of the file"


def refuse_empty(frame: pl.DataFrame) -> None:
    """Raise when a table has no rows or no columns."""
    if frame.height == 0 or frame.width == 0:
        raise ColumnError("the table has no rows", hint="was everything filtered out?")


def is_numeric(column: pl.Series) -> bool:
    """Tell whether a column holds numbers, perhaps written as text with a few stray cells.

    Examples
    --------
    >>> is_numeric(pl.Series(["0.5", "0.7", "n/a"])), is_numeric(pl.Series(["iris", "wine"]))
    (True, False)
    """
    if column.dtype.is_numeric():
        return True
    if column.dtype != pl.String:
        return column.dtype == pl.Null
    text = column.filter(_is_text(column))
    read = text.str.strip_chars().cast(pl.Float64, strict=False)
    return 2 * read.null_count() < read.len()


def numbers(frame: pl.DataFrame, name: str) -> pl.Series:
    """Give a column as numbers; NaN and the usual words for "missing" become null, anything else is refused.

    Examples
    --------
    >>> numbers(pl.DataFrame({"accuracy": ["0.5", "NA"]}), "accuracy").to_list()
    [0.5, None]
    """
    column = frame.get_column(name)
    if column.dtype.is_numeric() or column.dtype in (pl.Boolean, pl.Null):
        values = column.cast(pl.Float64)
    elif isinstance(column.dtype, (pl.String, pl.Categorical, pl.Enum)):
        text = column.cast(pl.String).str.strip_chars()
        values = text.cast(pl.Float64, strict=False)
        strange = values.is_null() & _is_text(text)
        if strange.any():
            raise _not_a_number(name, text, strange)
    else:
        raise ValueFormatError(f"column {name!r} holds {column.dtype}, not numbers", hint="cast it to a number first")
    if values.is_infinite().any():
        rows = _rows(values.is_infinite())
        raise ValueFormatError(
            f"infinite value in column {name!r}, {rows}", hint="leave the cell empty for a failed run, or cap the value"
        )
    return values.fill_nan(None).rename(name)


def labels(frame: pl.DataFrame, name: str) -> pl.Series:
    """Give a key column as categories, without surrounding blanks; empty names are refused.

    Examples
    --------
    >>> labels(pl.DataFrame({"algorithm": [" kNN", "SVM"]}), "algorithm").to_list()
    ['kNN', 'SVM']
    """
    text = frame.get_column(name).cast(pl.String).str.strip_chars()
    empty = text.is_null() | (text == "")
    if empty.any():
        raise ColumnError(f"column {name!r} is empty, {_rows(empty)}", hint=f"every row needs its {name}")
    zero = text.str.contains("\x00", literal=True)
    if zero.any():
        raise ColumnError(
            f"column {name!r} holds a NUL byte, {_rows(zero)}", hint="remove it; is the file really text?"
        )
    return text.cast(pl.Categorical).rename(name)


def run_labels(frame: pl.DataFrame, name: str) -> pl.Series:
    """Give a fold or repeat column as whole numbers where it holds them, else as categories.

    Examples
    --------
    >>> run_labels(pl.DataFrame({"fold": [1.0, 2.0]}), "fold").dtype
    Int64
    """
    column = frame.get_column(name)
    if column.null_count():
        raise ColumnError(f"column {name!r} is empty, {_rows(column.is_null())}", hint=f"every row needs its {name}")
    if column.dtype.is_integer():
        return column.cast(pl.Int64)
    if column.dtype.is_float() and (column == column.round()).all():
        return column.cast(pl.Int64)
    return labels(frame, name)


def refuse_duplicates(frame: pl.DataFrame, keys: Sequence[str]) -> None:
    """Raise when two rows share a key, naming the first keys and the column that could tell them apart."""
    # Codes instead of categories: twice as fast.
    twice = frame.select(pl.col(*keys).to_physical()).is_duplicated()
    if not twice.any():
        return
    rows = frame if ROW in frame.columns else frame.with_row_index(ROW, offset=1)
    repeated = rows.filter(twice)
    groups = repeated.group_by(keys, maintain_order=True).agg(pl.all())
    others = [name for name in frame.columns if name not in (*keys, ROW, "value", "direction")]
    telling = [name for name in others if groups.select((pl.col(name).list.n_unique() > 1).all()).item()]
    first = "; ".join(
        ", ".join(f"{key}={row[key]}" for key in keys) + f" in rows {', '.join(map(str, row[ROW][:4]))}"
        for row in groups.head(SHOWN).to_dicts()
    )
    more = f" and {groups.height - SHOWN} more keys" if groups.height > SHOWN else ""
    if telling:
        hint = f"column {telling[0]!r} tells them apart: factors=[{telling[0]!r}] (--factor {telling[0]}), or a fold"
    else:
        hint = "keep one row per key, or add the fold, repeat or factor that tells them apart"
    raise DuplicateKeyError(f"the same key more than once: {first}{more}", hint=hint)


def _is_text(column: pl.Series) -> pl.Series:
    return column.is_not_null() & ~column.str.strip_chars().str.to_lowercase().is_in(MISSING_WORDS)


def _rows(where: pl.Series) -> str:
    rows = (where.arg_true() + 1).to_list()
    shown = ", ".join(map(str, rows[:SHOWN]))
    return f"row {shown}" + (f" and {len(rows) - SHOWN} more" if len(rows) > SHOWN else "")


def _not_a_number(name: str, text: pl.Series, strange: pl.Series) -> ValueFormatError:
    word = text.filter(strange)[0]
    if "," in word:
        hint = "write decimals with a point, 0.95"
    elif word.endswith("%"):
        hint = "write shares as numbers, 0.95"
    else:
        hint = "leave the cell of a failed run empty, or write NA"
    return ValueFormatError(f"column {name!r} holds {word!r}, {_rows(strange)}", hint=hint)
