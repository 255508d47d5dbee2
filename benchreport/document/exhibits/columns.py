"""Columns of a printed table: their heads, the values they show, and how each value is printed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import polars as pl

from benchreport.document.model.blocks import Align, Cell, Column
from benchreport.numerals import Null, degrees, fixed, integer, limits, number, p_value, percent
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.stats.multiplicity.adjusting import adjustment_name

# Writes the values of a row, as many as the column has sources.
Printer = Callable[..., str | Cell]
INTERVAL = ("ci_low", "ci_high")
SIGNIFICANT = {"effect": 3, "error_sd": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A column to be printed: its head, the columns of the frame it reads, and what writes their values.

    Without a ``printer`` a value is written by what it is. A column that is there ``unless_empty`` is left out where
    no row has a text.
    """

    head: Column
    sources: tuple[str, ...]
    printer: Printer | None = None
    unless_empty: bool = False

    def cells(self, frame: pl.DataFrame) -> list[Cell]:
        """Return the cells of the column, one per row."""
        rows = list(zip(*(frame.get_column(name).to_list() for name in self.sources), strict=True))
        if self.printer is None:
            return [as_cell(self.sources[0], value) for (value,) in rows]
        return [as_cell("", self.printer(*values)) for values in rows]


def column(
    source: str | tuple[str, ...],
    title: str | None = None,
    printer: Printer | None = None,
    *,
    group: str = "",
    align: Align = "decimal",
    when: bool = True,
    unless_empty: bool = False,
    named: bool = False,
) -> Printed | None:
    """Return a column of numbers; None where it is not to be printed. Its title is by default the name of its source.

    A title that is ``named`` is a name of the data, not the symbol of a statistic.

    Examples
    --------
    >>> frame = pl.DataFrame({"n": [10], "error": [0.12345]})
    >>> [cell.text for one in (column("n", "runs"), column("error", printer=decimals(2))) for cell in one.cells(frame)]
    ['10', '0.12']
    """
    if not when:
        return None
    sources = (source,) if isinstance(source, str) else source
    return Printed(
        head=Column(title=sources[0] if title is None else title, align=align, group=group, named=named),
        sources=sources,
        printer=printer,
        unless_empty=unless_empty,
    )


def label(source: str, title: str | None = None, *, when: bool = True, unless_empty: bool = False) -> Printed | None:
    """Return a column of names or words."""
    return column(source, title, align="left", when=when, unless_empty=unless_empty)


def interval(
    title: str,
    decimals: int,
    *,
    null: Null = 0.0,
    ends: tuple[str, str] = INTERVAL,
    group: str = "",
    align: Align = "decimal",
    when: bool = True,
) -> Printed | None:
    """Return a column of intervals, left out where no row has one."""
    written = limits_to(decimals, null=null)
    return column(ends, title, written, group=group, align=align, when=when, unless_empty=True)


def adjusted_p(
    options: Options, source: str = "p_adjusted", *, group: str = "", when: bool = True, bold: bool = False
) -> Printed | None:
    """Return a column of p-values, adjusted as the title says; ``bold`` marks those that are significant."""
    title = f"p ({adjustment_name(options.adjust)})"
    return column(source, title, decision(options.alpha) if bold else None, group=group, when=when)


def degrees_of_freedom() -> Printed | None:
    """Return the column of one or two degrees of freedom."""
    return column(("df1", "df2"), "df", degrees, align="right")


def level_title(options: Options) -> str:
    """Return the head of a column of intervals.

    Examples
    --------
    >>> level_title(Options())
    '95 % interval'
    """
    return f"{percent(1 - options.alpha)} interval"


def decimals(places: int) -> Printer:
    """Return what writes a number with so many decimals."""
    return partial(fixed, decimals=places)


def digits(significant: int) -> Printer:
    """Return what writes a number with so many significant digits."""
    return partial(number, digits=significant)


def limits_to(places: int, *, null: Null = 0.0) -> Printer:
    """Return what writes an interval with so many decimals, rounded outward."""
    return partial(limits, decimals=places, null=null)


def decision(alpha: float) -> Printer:
    """Return what writes a p-value, in bold where it is significant.

    Examples
    --------
    >>> decision(0.05)(0.01)
    Cell(text='.010', emphasis='best', value=0.01, sup='')
    """
    return lambda p: Cell(text=p_value(p), value=p, emphasis="best" if p is not None and p <= alpha else "")


def as_cell(name: str, value: Any) -> Cell:
    """Return one value as a cell, written by what it is; cells pass through."""
    if isinstance(value, Cell):
        return value
    if value is None:
        return Cell(text="")
    if isinstance(value, bool):
        return Cell(text="yes" if value else "no")
    if isinstance(value, float):
        text = p_value(value) if name.startswith("p_") else number(value, SIGNIFICANT.get(name, 4))
        return Cell(text=text, value=value)
    if isinstance(value, int):
        return Cell(text=integer(value), value=float(value))
    return Cell(text=str(value))
