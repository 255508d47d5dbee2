"""Tests as Polars expressions, for columns that already sit side by side; they know no direction.

Each is the column form of a method, found in its record; ``expr.pyi``, written by ``make names``, has their types.

Examples
--------
>>> import polars as pl
>>> import benchreport as br
>>> folds = pl.DataFrame({"seed": [1, 1, 1, 2, 2, 2], "a": [4, 5, 6, 1, 2, 3], "b": [3, 3, 3, 2, 2, 2]})
>>> rows = folds.group_by("seed", maintain_order=True).agg(br.expr.sign_test("a", "b"))
>>> rows.unnest("sign_test").select("seed", "n", "n_ties", "p_value").rows()
[(1, 3, 0, 0.25), (2, 2, 1, 1.0)]
"""

from __future__ import annotations

from typing import Any

from benchreport.errors import did_you_mean

# What helps with columns and is no method of its own.
COMPANIONS = {"adjusted_precision": "benchreport.measures.thresholds"}


def __getattr__(name: str) -> Any:
    from importlib import import_module

    from benchreport.registry import column_forms

    if name in COMPANIONS:
        return getattr(import_module(COMPANIONS[name]), name)
    if name == "__all__":
        return __dir__()
    if name.startswith("__"):
        raise AttributeError(name)
    if name not in column_forms():
        raise AttributeError(f"no column form {name!r} in benchreport.expr; {did_you_mean(name, column_forms())}")
    return column_forms()[name]


def __dir__() -> list[str]:
    from benchreport.registry import column_forms

    return sorted([*column_forms(), *COMPANIONS])
