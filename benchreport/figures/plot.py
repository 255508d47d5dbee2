"""One figure from a table: its picture, its numbers, its words."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.errors import OptionError, did_you_mean
from benchreport.figures.kinds import Kind, kind_of
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
    record = kind_of(kind)
    numbers, rest = _numbers(record, table, options)
    return record.draw(numbers, **rest)


def plot_data(kind: str, table: Any, **options: Any) -> pl.DataFrame:
    """Give the numbers behind a figure; parameters as in :func:`plot`.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = br.plot_data("cd", br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.filter(pl.col("item") == "algorithm")["algorithm"][0]
    'C4.5+m+cf'
    """
    return _numbers(kind_of(kind), table, options)[0]


def alt_text(kind: str, table: Any, **options: Any) -> str:
    """Say in words what a figure shows, for readers who cannot see it; parameters as in :func:`plot`.

    Examples
    --------
    >>> import benchreport as br
    >>> br.alt_text("cd", br.read_scores(br.example("demsar2006_auc.csv"))).split(".")[0]
    'Critical difference diagram: mean ranks of 4 algorithms, rank 1 is best'
    """
    return words_of(kind, plot_data(kind, table, **options))


def words_of(kind: str, numbers: pl.DataFrame) -> str:
    """Return in words what the numbers of a figure show."""
    return kind_of(kind).describe(numbers)


def options_of(kind: str) -> dict[str, inspect.Parameter]:
    """Return the options of a kind of figure: how its numbers are made, then how they are drawn."""
    record = kind_of(kind)
    return {
        name: option
        for function in (record.data, record.draw)
        for name, option in inspect.signature(function).parameters.items()
        if option.kind is inspect.Parameter.KEYWORD_ONLY
    }


@in_one_order
def _numbers(kind: Kind, table: Any, options: dict[str, Any]) -> tuple[pl.DataFrame, dict[str, Any]]:
    """Compute the numbers of a figure, and return the options of its drawing with them."""
    known = options_of(kind.id)
    for name in options:
        if name not in known:
            raise OptionError(f"figure {kind.id!r} has no option {name!r}", hint=did_you_mean(name, known))
    made, drawn = inspect.signature(kind.data).parameters, inspect.signature(kind.draw).parameters
    numbers = kind.data(table, **{name: value for name, value in options.items() if name in made})
    return numbers, {name: value for name, value in options.items() if name in drawn}
