"""The kinds of figures: what each is called, what it is made from, and its three functions."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from benchreport.errors import one_of
from benchreport.method import Shape
from benchreport.records import dataclass
from benchreport.scan import Index

if TYPE_CHECKING:
    import polars as pl
    from matplotlib.figure import Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of figure, declared in the module that draws it, whose functions are named after it.

    ``<id>_data`` makes the numbers behind the figure from a table, ``<id>`` draws these numbers, and ``<id>_alt`` says
    in words what they show. Keyword-only parameters of the first two are the options of the figure. ``stretch`` names
    the one that makes the figure higher, with its least and largest value: a page is filled by it.

    Examples
    --------
    >>> KINDS["cd"].question
    'Which algorithms rank best, and which of them were not shown to differ?'
    >>> KINDS["cd"].data.__name__, KINDS["cd"].draw.__name__
    ('cd_data', 'cd')
    """

    id: str
    title: str
    question: str
    shape: Shape = "scores"
    also: tuple[Shape, ...] = ()
    stretch: tuple[str, float, float] | None = None

    @property
    def data(self) -> Callable[..., pl.DataFrame]:
        """The function that makes the numbers from a table."""
        return self._function("_data")

    @property
    def draw(self) -> Callable[..., Figure]:
        """The function that draws the numbers, with the settings of a printed page."""
        from benchreport.figures.style import paper

        return paper()(self._function(""))

    @property
    def describe(self) -> Callable[[pl.DataFrame], str]:
        """The function that says in words what the numbers show."""
        return self._function("_alt")

    def _function(self, ending: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(import_module(KINDS.declared[self.id].module), self.id + ending)
        return function


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
