"""Results of other tools: recognised by their columns, refused where malformed, warned of where in doubt."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import ParamSpec, TypeVar

import polars as pl
from numpy.exceptions import ComplexWarning

from benchreport.errors import BenchreportError, ColumnError, give_warning
from benchreport.records import dataclass
from benchreport.tables.designs.design import design_warnings
from benchreport.tables.importers import IMPORTERS
from benchreport.tables.schema import RUN_KEYS, Declared, refuse_unknown_keywords

P = ParamSpec("P")
R = TypeVar("R")
# What Python and Polars raise where a structure is not the one that is written down in a tool's manual.
MALFORMED = (
    *(TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RecursionError, OSError),
    ComplexWarning,
    pl.exceptions.PolarsError,
    pl.exceptions.PanicException,
)


def written_by(tool: str, hint: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Return a decorator that makes an error of ours of whatever malformed results raise.

    Examples
    --------
    >>> @written_by("the harness", "hand in its results_*.json")
    ... def read(results):
    ...     return results["results"]["arc_easy"]["acc"]
    >>> read({"results": {"arc_easy": 0.7}})
    Traceback (most recent call last):
    benchreport.errors.ColumnError: the results are not as the harness writes them: 'float' object is not subscriptable
    hint: hand in its results_*.json
    """

    def decorate(read: Callable[P, R]) -> Callable[P, R]:
        parameters = signature(read)

        @wraps(read)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            call = parameters.bind(*args, **kwargs)  # a wrong call is a mistake of the caller's, not of the tool
            refuse_unknown_keywords(call.arguments.get("declared", {}))
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("error", ComplexWarning)  # half of a number would be dropped
                    return read(*args, **kwargs)
            except BenchreportError:
                raise
            except MALFORMED as problem:
                raise malformed(tool, problem, hint) from problem

        return guarded

    return decorate


def malformed(tool: str, problem: BaseException, hint: str) -> ColumnError:
    """Return the error for results that a tool would not have written."""
    lines = str(problem).strip().splitlines() or [type(problem).__name__]
    reason = f"no {lines[0]}" if isinstance(problem, KeyError) else lines[0]
    return ColumnError(f"the results are not as {tool} writes them: {reason}", hint=hint)


def with_design_warnings(scores: pl.DataFrame) -> pl.DataFrame:
    """Return scores as they are, after warning at the user's line of what is in doubt about their runs."""
    if any(name in scores.columns for name in RUN_KEYS):
        for text in design_warnings(scores):
            give_warning(text, depth=3)  # the guard of the importers stands between
    return scores


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
        form = importer.form
        if form is None or not form.fits(table.columns):
            continue
        if form.own_keys and declared.get("columns"):
            return None
        try:
            long, rest = form.read(table.with_columns(pl.col(pl.Categorical).cast(pl.String)), declared)
        except BenchreportError:
            raise
        except MALFORMED as problem:
            hint = "columns={'your column': 'algorithm'} says what its columns are"
            raise malformed(importer.tool, problem, hint) from problem
        return Foreign(sentence=importer.reads, table=long, declared=rest)
    return None
