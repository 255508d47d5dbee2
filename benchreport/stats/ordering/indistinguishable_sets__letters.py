"""Which algorithms share a letter, so were not shown to differ?"""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_letters
from typing import Any

import polars as pl

from benchreport.method import Method
from benchreport.stats.forms.rows import Frame
from benchreport.stats.kernels.graphs import maximal_cliques, members, without_redundant
from benchreport.stats.ordering.indistinguishable_sets import over_rows, standings


def letters(rows: Frame, *, ranks: pl.DataFrame | None = None, alpha: float = 0.05) -> Frame:
    """Return every algorithm its letters: two that share one were not shown to differ, two that share none were.

    Parameters
    ----------
    rows
        Result rows of any test of all pairs, with any groups.
    ranks
        Mean ranks to order the algorithms by; without them they are ordered by how many others they did better than.
    alpha
        Level at which two algorithms differ.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, best first: ``algorithm``, ``letters``.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.letters(br.nemenyi(scores), alpha=0.1).select("algorithm", "letters").rows()
    [('C4.5+m+cf', 'a'), ('C4.5+m', 'a'), ('C4.5+cf', 'ab'), ('C4.5', 'b')]
    """

    def run(frame: pl.DataFrame) -> Iterator[dict[str, Any]]:
        for group in standings(frame, ranks, alpha):
            sets = sorted(without_redundant(maximal_cliques(group.alike)), key=members)
            for node, name in enumerate(group.names):
                shared = "".join(_letter(number) for number, clique in enumerate(sets) if clique >> node & 1)
                yield group.keys | {"algorithm": name, "letters": shared}

    return over_rows(rows, run, {"algorithm": pl.Categorical(), "letters": pl.String()})


def _letter(number: int) -> str:
    """Return a, b, ... z, A, ... Z, and then letters with a number."""
    turn, place = divmod(number, len(ascii_letters))
    return ascii_letters[place] + (str(turn) if turn else "")


LETTERS = Method(
    id="letters",
    title="Compact letter display",
    question="Which algorithms share a letter, so were not shown to differ?",
    kind="numbers",
    shape="rows",
    symbol="",
    formula="one letter per largest set of algorithms among which no pair has p <= alpha, needless sets left out",
    assumes=("all pairs were tested", "not to have been shown to differ is no evidence of being equal"),
    cites=("piepho2004",),
    table=letters,
)
