"""The kinds of figures: what each is called, what it is made from, and its three functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchreport.errors import one_of
from benchreport.method import Shape
from benchreport.scan import Index

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of figure, declared in the module that draws it.

    ``data`` makes the numbers behind the figure from a table, ``draw`` draws these numbers, and ``describe`` says in
    words what they show. Keyword-only parameters of ``data`` and ``draw`` are the options of the figure.

    Examples
    --------
    >>> KINDS["cd"].question
    'Which algorithms rank best, and which of them were not shown to differ?'
    """

    id: str
    title: str
    question: str
    shape: Shape
    also: tuple[Shape, ...] = ()
    data: Callable[..., pl.DataFrame]
    draw: Callable[..., Figure]
    describe: Callable[[pl.DataFrame], str]


KINDS = Index("benchreport.figures", Kind)


def kind_of(name: str) -> Kind:
    """Return a kind of figure by its id.

    Examples
    --------
    >>> kind_of("box").title
    'Box plot'
    """
    one_of(name, KINDS, name="figure")
    return KINDS[name]
