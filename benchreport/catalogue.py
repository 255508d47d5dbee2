"""The catalogue of methods as a table; METHODS itself is derived in ``benchreport.registry``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchreport.errors import one_of
from benchreport.method import PACKAGES
from benchreport.registry import DOORS as DOORS
from benchreport.registry import METHODS as METHODS

if TYPE_CHECKING:
    import polars as pl


def methods(*, question: str | None = None, search: str | None = None, door: str | None = None) -> pl.DataFrame:
    """Return the methods as a table: id, door, title, question, whether there is a column form.

    Parameters
    ----------
    question
        Words of a question, in any order: ``"two algorithms"``. A method is kept if its question, its title or the
        description of its door holds all of them.
    search
        A text that occurs anywhere in the description of a method: id, names, question, formula, null hypothesis,
        assumptions, citations.
    door
        Only the methods behind one door, such as ``"two"`` or ``"posthoc"``.

    Examples
    --------
    >>> import benchreport as br
    >>> br.methods(question="two algorithms margin")["id"].to_list()
    ['tost_paired_t', 'tost_wilcoxon', 'tost_proportions', 'tost_paired_proportions']
    >>> br.methods(search="studentised range", door="posthoc").columns
    ['id', 'door', 'title', 'question', 'expression']
    """
    import polars as pl

    if door is not None:
        one_of(door, DOORS, name="door")
    words = (question or "").lower().split()
    rows = [
        (method.id, method.door, method.title, method.question, method.expr is not None)
        for method in METHODS.values()
        if (door is None or method.door == door)
        and all(word in _asked(method.id) for word in words)
        and (search is None or search.lower() in _described(method.id))
    ]
    schema = {"id": pl.String, "door": pl.String, "title": pl.String, "question": pl.String, "expression": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _asked(name: str) -> str:
    """Return what a method is asked by: its title, its question, and what its door says of itself."""
    from importlib import import_module

    method = METHODS[name]
    return " ".join((method.title, method.question, import_module(PACKAGES[method.door]).__doc__ or "")).lower()


def _described(name: str) -> str:
    method = METHODS[name]
    texts = (method.id, method.title, method.prose, method.question, method.formula, method.null)
    return " ".join((*texts, *method.aliases, *method.variants, *method.assumes, *method.cites)).lower()
