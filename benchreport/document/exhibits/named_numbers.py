"""What is each number of a report called, so that a paper can quote it by name?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from benchreport.document.exhibits.numbers import integer, number, p_value
from benchreport.document.model.blocks import Report, rows_of

# Columns of a result row whose name in a paper is shorter; the other numbers bear the name of their column.
SHORTER = {"p_value": "p", "ci_low": "low", "ci_high": "high"}
KEYS = ("subset", "dataset", "metric", "a", "b", "term")
UNFIT = re.compile(r"[^A-Za-z0-9.+ :=()-]+")


def named_numbers(report: Report) -> dict[str, str]:
    """Return every number of the result rows a name: method, groups, pair, column, with slashes between.

    Where a second row would bear the same name with another number, its variant comes in before the column, or the
    section that tells of it.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = named_numbers(br.report(br.read_scores(br.example("demsar2006_auc.csv"))))
    >>> numbers["friedman/auc/p"]
    '.012'
    """
    rows = rows_of(report)
    numeric = [name for name, kind in rows.schema.items() if kind.is_numeric() and name != "row"]
    named: dict[str, dict[str, str]] = {}
    for row in rows.iter_rows(named=True):
        texts = {SHORTER.get(name, name): text for name in numeric if (text := _text(name, row[name]))}
        for stem in _stems(row):
            known = named.setdefault(stem, {})
            if all(known.get(word, text) == text for word, text in texts.items()):
                known.update(texts)
                break
    return {f"{stem}/{word}": text for stem, texts in named.items() for word, text in texts.items()}


def _stems(row: Mapping[str, Any]) -> Iterator[str]:
    """Return the names that a row may bear, the shortest first; the last is its own."""
    section = str(row["place"]).partition("/")[0]
    keys = [row[key] for key in KEYS if row.get(key) is not None]
    parts = [row["method"] if row.get("method") is not None else section, *keys]
    variant = [] if row.get("variant") is None else [row["variant"]]
    for further in ([], variant, [section], [*variant, section], [row["place"], row["row"] + 1]):
        yield "/".join(fit(str(part)) for part in (*parts, *further))


def fit(text: str) -> str:
    """Make a text fit for a name that LaTeX can read: letters, figures and a few signs.

    Examples
    --------
    >>> fit("kNN_3 (50 %)"), fit("C4.5+m")
    ('kNN-3 (50 -)', 'C4.5+m')
    """
    return UNFIT.sub("-", text)


def _text(column: str, value: float | int | None) -> str:
    if value is None:
        return ""
    if column.startswith("p_"):
        return p_value(float(value))
    return integer(value) if isinstance(value, int) else number(value)
