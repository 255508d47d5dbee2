"""Malformed results of other tools, refused in our own words."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import ParamSpec, TypeVar

import polars as pl
from numpy.exceptions import ComplexWarning

from benchreport.errors import BenchreportError, ColumnError
from benchreport.tables.schema import refuse_unknown_keywords

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
        known = signature(read)

        @wraps(read)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
            given = known.bind(*args, **kwargs)  # a wrong call is a mistake of the caller's, not of the tool
            refuse_unknown_keywords(given.arguments.get("declared", {}))
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
