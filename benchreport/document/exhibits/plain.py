"""Result rows as plain text: what is empty or always the same left out, columns aligned for a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl

from benchreport.numerals import integer, number, p_value
from benchreport.remarks import NOTE, REMARKS, parts_in_words

P_COLUMNS = ("p_value", "p_adjusted")
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
    """Return rows without columns that are empty or always say the same, and long notes below them.

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
    columns, notes = _with_footnotes(rows.drop({*empty, *once, REMARKS}, strict=False), parts)
    return Readable(frame=columns, once="; ".join(f"{name} {rows[name][0]}" for name in once), notes=tuple(notes))


def _with_footnotes(rows: pl.DataFrame, parts: list[list[str]]) -> tuple[pl.DataFrame, list[tuple[str, str]]]:
    """Return rows without notes that make lines too long, and these: what every row says once, the others numbered.

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


def text_table(frame: pl.DataFrame) -> str:
    """Return a frame as aligned text: words to the left, numbers to the right, no frame around.

    Examples
    --------
    >>> print(text_table(pl.DataFrame({"algorithm": ["kNN", "SVM"], "n": [14, 9], "p_value": [0.0312, 1e-9]})))
    algorithm   n  p_value
    kNN        14     .031
    SVM         9   < .001
    """
    columns = [_column(frame.get_column(name)) for name in frame.columns]
    return "\n".join("  ".join(parts).rstrip() for parts in zip(*columns, strict=True))


def _column(values: pl.Series) -> list[str]:
    """Return the name and the values of a column, all as wide on a terminal as the widest of them."""
    from rich.cells import cell_len

    cells = [_printable(text) for text in (values.name, *(_cell(values.name, value) for value in values.to_list()))]
    widths = [len(cell) if cell.isascii() else cell_len(cell) for cell in cells]
    padding = [" " * (max(widths) - width) for width in widths]
    to_right = values.dtype.is_numeric()
    return [blank + cell if to_right else cell + blank for blank, cell in zip(padding, cells, strict=True)]


def _printable(text: str) -> str:
    """Return a text with escapes for whatever would break a line or command a terminal."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in text)


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        # A terminal's text goes on into other programs, which know the minus of the keyboard only.
        return p_value(value) if name in P_COLUMNS else number(value).replace("−", "-")
    if isinstance(value, int):
        return integer(value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
