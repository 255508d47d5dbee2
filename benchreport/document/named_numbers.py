"""What is each number of a report called, so that a paper can quote it by name?"""

from __future__ import annotations

import re

from benchreport.document.blocks import Report, rows_of
from benchreport.document.numbers import integer, number, p_value

# Column of a result row: what it is called in a name.
QUOTED = {
    "n": "n",
    "statistic": "statistic",
    "df1": "df1",
    "df2": "df2",
    "p_value": "p",
    "p_adjusted": "p_adjusted",
    "estimate": "estimate",
    "ci_low": "low",
    "ci_high": "high",
    "effect": "effect",
}
UNFIT = re.compile(r"[^A-Za-z0-9.+ :=()-]+")


def named_numbers(report: Report) -> dict[str, str]:
    """Give every number of the result rows a name: method, groups, pair, column, with slashes between.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = named_numbers(br.report(br.read_scores(br.example("demsar2006_auc.csv"))))
    >>> numbers["friedman/auc/p"], numbers["wilcoxon/auc/C4.5/C4.5+m/p_adjusted"]
    ('0.012', '0.0439')
    """
    rows = rows_of(report)
    groups = [name for name in ("dataset", "metric") if name in rows.columns]
    named: dict[str, str] = {}
    for row in rows.iter_rows(named=True):
        parts = [row.get("method"), *(row[name] for name in groups), row.get("a"), row.get("b"), row.get("term")]
        stem = "/".join(fit(str(part)) for part in parts if part is not None)
        for column, word in QUOTED.items():
            if (text := _text(column, row.get(column))) and stem:
                named.setdefault(f"{stem}/{word}", text)
    return named


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
