"""Tables of other tools, recognised by their columns."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from benchreport.errors import BenchreportError
from benchreport.tables.importers import IMPORTERS
from benchreport.tables.importers.guarded import MALFORMED, malformed
from benchreport.tables.schema import Declared


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign:
    """A table of another tool as a long table, and what is left to declare of it."""

    sentence: str
    table: pl.DataFrame
    declared: Declared


def unpacked(table: pl.DataFrame, declared: Declared) -> Foreign | None:
    """Read the table of another tool, if its columns leave no doubt which one wrote it.

    Examples
    --------
    >>> runs = pl.DataFrame({"run_id": ["1"], "status": ["FINISHED"], "params.model": ["kNN"], "metrics.auc": [0.9]})
    >>> found = unpacked(runs, {})
    >>> found.sentence, found.table.select("algorithm", "metric", "value").row(0)
    ('runs of MLflow', ('kNN', 'auc', 0.9))
    >>> unpacked(pl.DataFrame({"algorithm": ["kNN"], "auc": [0.9]}), {}) is None
    True
    """
    for importer in IMPORTERS.values():
        layout = importer.layout
        if layout is None or not layout.fits(table.columns):
            continue
        if layout.own_keys and declared.get("columns"):
            return None
        try:
            long, rest = layout.read(table, declared)
        except BenchreportError:
            raise
        except MALFORMED as problem:
            hint = "columns={'your column': 'algorithm'} says what its columns are"
            raise malformed(importer.tool, problem, hint) from problem
        return Foreign(sentence=importer.reads, table=long, declared=rest)
    return None
