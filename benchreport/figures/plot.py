"""One figure from a table: its picture, its numbers, its words."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.errors import OptionError, did_you_mean, one_of
from benchreport.figures.kinds import KINDS
from benchreport.threads import in_one_order

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def plot(kind: str, table: Any, **options: Any) -> Figure:
    """Draw a figure from a table; nothing is shown or saved.

    Parameters
    ----------
    kind
        The kind of figure; ``benchreport plot --help`` lists them.
    table
        Scores, predictions, counts or result rows, as the kind needs.
    **options
        What the numbers are made of and how they are drawn, as the functions of the kind describe them.

    Examples
    --------
    >>> import benchreport as br
    >>> br.plot("cd", br.read_scores(br.example("demsar2006_auc.csv")), posthoc="nemenyi")
    <Figure size 690x...>
    """
    numbers, rest = _numbers(kind, table, options)
    return function_of(kind)(numbers, **rest)  # type: ignore[no-any-return]


def plot_data(kind: str, table: Any, **options: Any) -> pl.DataFrame:
    """Give the numbers behind a figure; parameters as in :func:`plot`.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = br.plot_data("cd", br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.filter(pl.col("item") == "algorithm")["algorithm"][0]
    'C4.5+m+cf'
    """
    return _numbers(kind, table, options)[0]


def alt_text(kind: str, table: Any, **options: Any) -> str:
    """Say in words what a figure shows, for readers who cannot see it; parameters as in :func:`plot`.

    Examples
    --------
    >>> import benchreport as br
    >>> br.alt_text("cd", br.read_scores(br.example("demsar2006_auc.csv"))).split(".")[0]
    'Critical difference diagram: mean ranks of 4 algorithms, rank 1 is best'
    """
    return words_of(kind, _numbers(kind, table, options)[0])


def words_of(kind: str, numbers: pl.DataFrame) -> str:
    """Say in words what the numbers of a figure show."""
    return str(function_of(kind, "_alt")(numbers))


def function_of(kind: str, part: str = "") -> Callable[..., Any]:
    """Find a function of a kind: the one that draws, or with ``_data`` and ``_alt`` the two others."""
    one_of(kind, KINDS, name="figure")
    module = import_module(f"benchreport.figures.{KINDS[kind].module}")
    found: Callable[..., Any] = getattr(module, f"{kind}{part}")
    return found


def options_of(kind: str) -> dict[str, inspect.Parameter]:
    """List what a kind of figure can be told: how its numbers are made, then how they are drawn."""
    both = (function_of(kind, "_data"), function_of(kind))
    return {
        name: option
        for function in both
        for name, option in inspect.signature(function).parameters.items()
        if option.kind is inspect.Parameter.KEYWORD_ONLY
    }


@in_one_order
def _numbers(kind: str, table: Any, options: dict[str, Any]) -> tuple[pl.DataFrame, dict[str, Any]]:
    """Make the numbers of a figure, and keep the options of its drawing."""
    known = options_of(kind)
    for name in options:
        if name not in known:
            raise OptionError(f"figure {kind!r} has no option {name!r}", hint=did_you_mean(name, known))
    prepare, draw = function_of(kind, "_data"), function_of(kind)
    made, drawn = inspect.signature(prepare).parameters, inspect.signature(draw).parameters
    numbers = prepare(table, **{name: value for name, value in options.items() if name in made})
    return numbers, {name: value for name, value in options.items() if name in drawn}
