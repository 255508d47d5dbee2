"""One figure from a table: its picture, its numbers, its words."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

import polars as pl

from benchreport.errors import OptionError, did_you_mean
from benchreport.figures.kinds import KINDS, Kind, kind_of
from benchreport.options import in_parameters
from benchreport.threads import in_one_order

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Function = TypeVar("Function", bound=Callable[..., Any])


class OptionsOfAllKinds(inspect.Signature):
    """A signature with the options of every kind of figure, whose modules are imported when it is first read."""

    __slots__ = ()

    @property
    def parameters(self) -> MappingProxyType[str, inspect.Parameter]:
        """The parameters of the function, and the options of all kinds."""
        written = super().parameters.values()
        leading = [parameter for parameter in written if parameter.kind is not inspect.Parameter.VAR_KEYWORD]
        return MappingProxyType({parameter.name: parameter for parameter in (*leading, *options_of_all_kinds())})


def shows_options_of_all_kinds(function: Function) -> Function:
    """Return a function with the options of every kind in its signature, which takes them as ``**options``."""
    written = inspect.signature(function)
    function.__signature__ = OptionsOfAllKinds(  # type: ignore[attr-defined]
        list(written.parameters.values()), return_annotation=written.return_annotation
    )
    return function


@shows_options_of_all_kinds
def plot(kind: str, table: Any, *, ax: Axes | None = None, **options: Any) -> Figure:
    """Draw a figure from a table; nothing is saved, and a notebook shows it where it is the value of a cell.

    Parameters
    ----------
    kind
        The kind of figure; ``benchreport plot --help`` lists them.
    table
        Scores, predictions, counts or result rows, as the kind needs.
    ax
        Axes of yours to draw in; the figure they belong to is returned. Without a ``width`` the figure is as wide as
        they are.
    **options
        What the numbers are made of and how they are drawn: the signature shows the options of all kinds, where ``...``
        stands for a default that depends on the kind. Among them are ``metric`` and ``dataset``, to choose one of
        several; ``reference``, an algorithm to compare with or to highlight; ``alpha``, ``posthoc`` and ``adjust`` of
        comparisons; ``positive``, the positive class of predictions; and ``width``: "column", "page", inches, or
        a venue such as "neurips" or "icml", with a star for both columns.

    Examples
    --------
    >>> import benchreport as br
    >>> br.plot("cd", br.read_scores(br.example("demsar2006_auc.csv")), posthoc="nemenyi")
    <Figure size 661...>
    """
    from benchreport.figures.notebook import drawn_inside, shown, size_in_inches

    record = kind_of(kind)
    if ax is not None and "width" in options_of(kind):
        options = {"width": size_in_inches(ax)[0]} | options
    numbers, rest = _numbers(record, table, options)
    figure = record.draw(numbers, **rest)
    return shown(figure) if ax is None else drawn_inside(figure, ax)


@shows_options_of_all_kinds
def plot_data(kind: str, table: Any, **options: Any) -> pl.DataFrame:
    """Return the numbers behind a figure; parameters as in :func:`plot`.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = br.plot_data("cd", br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.filter(pl.col("item") == "algorithm")["algorithm"][0]
    'C4.5+m+cf'
    """
    return _numbers(kind_of(kind), table, options)[0]


@shows_options_of_all_kinds
def alt_text(kind: str, table: Any, **options: Any) -> str:
    """Return in words what a figure shows, for readers who cannot see it; parameters as in :func:`plot`.

    Examples
    --------
    >>> import benchreport as br
    >>> br.alt_text("cd", br.read_scores(br.example("demsar2006_auc.csv"))).split(".")[0]
    'Critical difference diagram: mean ranks of 4 algorithms, rank 1 is best'
    """
    return words_of(kind, plot_data(kind, table, **options))


@cache
def options_of_all_kinds() -> tuple[inspect.Parameter, ...]:
    """Return the options of all kinds, the most common first; ``...`` is a default that depends on the kind.

    Examples
    --------
    >>> print(*options_of_all_kinds()[:3], sep="\\n")
    width: 'Width | float | None' = Ellipsis
    metric: 'str | None' = None
    dataset: 'str | None' = None
    """
    options: dict[str, list[inspect.Parameter]] = {}
    for kind in KINDS:
        for name, option in options_of(kind).items():
            options.setdefault("reference" if name == "control" else name, []).append(option)
    return tuple(_joined(name, options[name]) for name in sorted(options, key=lambda name: -len(options[name])))


def _joined(name: str, options: Sequence[inspect.Parameter]) -> inspect.Parameter:
    """Return one option for what several kinds call the same."""
    types = dict.fromkeys(word for option in options for word in str(option.annotation).split(" | "))
    same = all(option.default == options[0].default for option in options)
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=options[0].default if same else ...,
        annotation=" | ".join(sorted(types, key=lambda word: word == "None")),
    )


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
    names = options_of(kind.id)
    options = in_parameters(options, names)
    for name in options:
        if name not in names:
            raise OptionError(f"figure {kind.id!r} has no option {name!r}", hint=did_you_mean(name, names))
    of_data, of_drawing = (
        {name: value for name, value in options.items() if name in inspect.signature(function).parameters}
        for function in (kind.data, kind.draw)
    )
    return kind.data(table, **of_data), of_drawing
