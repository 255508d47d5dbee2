"""Which columns of result rows does a person read, and what is said once for all rows?"""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from benchreport.document.exhibits.plain import text_table
from benchreport.remarks import NOTE, REMARKS, parts_in_words

# Said once below the table when they are the same in every row.
SAID_ONCE = (
    "method", "variant", "alpha", "law", "estimand", "effect_name", "alternative", "adjustment", "family", "status"
)  # fmt: skip
LINE = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class Readable:
    """Rows without what is empty or always the same, and below them what was taken out."""

    frame: pl.DataFrame
    once: str
    notes: tuple[tuple[str, str], ...]


def readable(rows: pl.DataFrame) -> Readable:
    """Leave out columns that are empty or always say the same, and put long notes below.

    Codes of remarks are for programs: a reader sees their words.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.sign_test(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> readable(rows).frame.columns[:6]
    ['metric', 'a', 'b', 'better', 'n', 'n_ties']
    """
    empty = [name for name in rows.columns if rows.get_column(name).null_count() == rows.height]
    if "n_dropped" in rows.columns and not rows.get_column("n_dropped").sum():
        empty.append("n_dropped")
    once = [name for name in SAID_ONCE if name in rows.columns and name not in empty and rows[name].n_unique() == 1]
    parts = [parts_in_words(spelled) for spelled in rows.get_column(REMARKS)] if REMARKS in rows.columns else []
    shown, notes = _with_footnotes(rows.drop({*empty, *once, REMARKS}, strict=False), parts)
    return Readable(frame=shown, once="; ".join(f"{name} {rows[name][0]}" for name in once), notes=tuple(notes))


def _with_footnotes(rows: pl.DataFrame, parts: list[list[str]]) -> tuple[pl.DataFrame, list[tuple[str, str]]]:
    """Put notes that would make lines too long below the table: what every row says once, the others numbered.

    ``parts`` are the remarks of every row in words.
    """
    if not parts or NOTE not in rows.columns or max(map(len, text_table(rows).splitlines())) <= LINE:
        return rows, []
    counts: dict[str, int] = {}
    for part in (part for row in parts for part in dict.fromkeys(row)):
        counts[part] = counts.get(part, 0) + 1
    common = [part for part in counts if counts[part] == rows.height]
    numbers = {part: f"[{i}]" for i, part in enumerate((part for part in counts if part not in common), start=1)}
    footnotes = [("note:", "; ".join(common))] if common else []
    footnotes += [(mark, part) for part, mark in numbers.items()]
    if not numbers:
        return rows.drop(NOTE), footnotes
    marks = ["".join(numbers[part] for part in dict.fromkeys(row) if part in numbers) or None for row in parts]
    return rows.with_columns(pl.Series(NOTE, marks, dtype=pl.String)), footnotes
