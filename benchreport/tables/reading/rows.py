"""Rows of a table chosen by a predicate in SQL."""

from __future__ import annotations

import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean

FORM = "columns, comparisons, and, or, in: \"noise = 0.1 and dataset <> 'iris'\""


def kept_rows(frame: pl.DataFrame, where: str | None) -> pl.DataFrame:
    """Return the rows for which a predicate holds; a column with blanks in its name stands in double quotes.

    Examples
    --------
    >>> frame = pl.DataFrame({"model": ["kNN", "SVM"], "noise": [0.1, 0.2]})
    >>> kept_rows(frame, "noise == 0.1 and model <> 'SVM'").rows()
    [('kNN', 0.1)]
    >>> kept_rows(frame, "nois = 0.1")
    Traceback (most recent call last):
    benchreport.errors.ColumnError: no column 'nois' to keep rows by
    hint: did you mean 'noise'?
    """
    if where is None:
        return frame
    try:
        predicate = pl.sql_expr(where)
        unknown = [name for name in predicate.meta.root_names() if name not in frame.columns]
        names = [name for name in predicate.meta.root_names() if isinstance(frame.schema.get(name), pl.Categorical)]
        # Patterns are of texts.
        rows = frame.with_columns(pl.col(names).cast(pl.String)).filter(predicate) if not unknown else frame
    except pl.exceptions.PolarsError as problem:
        raise OptionError(f"where is {where!r}: {str(problem).splitlines()[0]}", hint=FORM) from problem
    if unknown:
        raise ColumnError(f"no column {unknown[0]!r} to keep rows by", hint=did_you_mean(unknown[0], frame.columns))
    if rows.is_empty():
        raise OptionError(f"no row of the table has {where}", hint=_values(frame, predicate.meta.root_names()))
    return rows


def _values(frame: pl.DataFrame, names: list[str]) -> str:
    """Return the first values of the columns that a predicate names."""
    if not names:
        return FORM
    values = frame.get_column(names[0]).unique().sort().cast(pl.String).head(5).to_list()
    return f"column {names[0]!r} has {', '.join(map(str, values))}{' …' if frame[names[0]].n_unique() > 5 else ''}"
