"""Sets of algorithms not shown to differ: cliques, compact letter display, bars of a CD diagram."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate, islice, pairwise
from string import ascii_letters
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, OptionError
from benchreport.method import Method, schema_of
from benchreport.records import dataclass
from benchreport.stats.forms.rows import Frame, checked_alpha, deferred
from benchreport.stats.kernels.graphs import each_clique, maximal_cliques, members, without_redundant

# One row per group and set.
CLIQUE_COLUMNS: Mapping[str, tuple[str, str]] = {
    "clique": ("Int64", "number of the set, the one with the best member first"),
    "size": ("Int64", "how many members"),
    "contiguous": ("Boolean", "whether no algorithm that stands between the members is missing: only then is it a bar"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One group of result rows: its keys, its algorithms from best to worst, and who differs from whom as bit masks."""

    keys: dict[str, Any]
    names: list[str]
    different: list[int]
    ahead: list[int]
    p_values: dict[tuple[int, int], float | None]

    @property
    def alike(self) -> list[int]:
        """Who was not shown to differ from whom, as bit masks."""
        everyone = (1 << len(self.names)) - 1
        return [everyone & ~different & ~(1 << node) for node, different in enumerate(self.different)]


def cliques(rows: Frame, *, ranks: pl.DataFrame | None = None, alpha: float = 0.05) -> Frame:
    """Return the largest sets of algorithms among which no pair was shown to differ.

    A set that leaves out an algorithm standing between its members cannot be drawn as one bar; ``contiguous`` says so.

    Parameters
    ----------
    rows
        Result rows of any test of all pairs, with any groups. A pair differs when its adjusted p-value, or its p-value
        where there is none, is at most ``alpha``.
    ranks
        Mean ranks, as :func:`average_ranks` gives them, to order the algorithms by; without them they are ordered by
        how many others they did better than.
    alpha
        Level at which two algorithms differ.

    Returns
    -------
    polars.DataFrame
        One row per group and set: ``clique``, ``members`` from best to worst, ``size``, ``contiguous``.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.cliques(br.nemenyi(scores), alpha=0.1).select("members", "contiguous").rows()
    [(['C4.5+m+cf', 'C4.5+m', 'C4.5+cf'], True), (['C4.5+cf', 'C4.5'], True)]
    """

    def run(frame: pl.DataFrame) -> Iterator[dict[str, Any]]:
        for group in standings(frame, ranks, alpha):
            sets = [members(clique) for clique in maximal_cliques(group.alike) if clique.bit_count() > 1]
            for number, inside in enumerate(sets):
                yield group.keys | {
                    "clique": number,
                    "members": [group.names[node] for node in inside],
                    "size": len(inside),
                    "contiguous": inside[-1] - inside[0] + 1 == len(inside),
                }

    kinds = schema_of(CLIQUE_COLUMNS)
    return over_rows(rows, run, {"clique": kinds.pop("clique"), "members": pl.List(pl.String), **kinds})


def few_cliques(
    rows: pl.DataFrame, most: int, *, ranks: pl.DataFrame | None = None, alpha: float = 0.05
) -> list[list[str]]:
    """Return the members of the sets of :func:`cliques` of one group; none where there are more than ``most``.

    Among many algorithms there can be so many sets that listing them takes longer than all tests.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.nemenyi(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> [len(few_cliques(rows, most, alpha=0.1)) for most in (1, 2, 3)]
    [0, 2, 2]
    """
    columns = [name for name in ("a", "b", "p_value", "p_adjusted", "better") if name in rows.columns]
    (group,) = standings(rows.select(columns), ranks, alpha)
    several = (clique for clique in each_clique(group.alike) if clique.bit_count() > 1)
    sets = sorted(map(members, islice(several, most + 1)))
    return [[group.names[node] for node in inside] for inside in sets] if len(sets) <= most else []


def letters(rows: Frame, *, ranks: pl.DataFrame | None = None, alpha: float = 0.05) -> Frame:
    """Return the letters of every algorithm: two that share one were not shown to differ, two that share none were.

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


def over_rows(rows: Frame, run: Callable[[pl.DataFrame], Iterator[dict[str, Any]]], schema: Mapping[str, Any]) -> Frame:
    """Return rows of another kind made from result rows, group by group; deferred on a lazy frame."""
    columns = rows.collect_schema()
    for name in ("a", "b", "p_value"):
        if name not in columns:
            raise ColumnError(
                f"no column {name!r}: these are not rows of pairs", hint="give the rows of a test of pairs"
            )
    groups = columns.names()[: columns.names().index("a")]
    full = {name: columns[name] for name in groups} | dict(schema)

    def table(frame: pl.DataFrame) -> pl.DataFrame:
        return pl.DataFrame(list(run(frame)), schema=full, orient="row")

    return deferred(rows, table)


def standings(rows: pl.DataFrame, ranks: pl.DataFrame | None, alpha: float) -> Iterator[Standing]:
    """Yield each group of result rows as a graph, the algorithms ordered from best to worst."""
    level = checked_alpha(alpha)
    groups = rows.columns[: rows.columns.index("a")]
    adjusted = pl.col("p_adjusted") if "p_adjusted" in rows.columns else pl.lit(None, dtype=pl.Float64)
    better = pl.col("better").cast(pl.String) if "better" in rows.columns else pl.lit(None, dtype=pl.String)
    pairs = rows.select(
        *groups, pl.col("a", "b").cast(pl.String), __p=pl.coalesce(adjusted, "p_value"), __better=better
    )
    parts = pairs.sort(groups).partition_by(groups, maintain_order=True) if groups else [pairs]
    for part in parts:
        if part.height == 0:
            continue
        keys = part.select(groups).row(0, named=True) if groups else {}
        triples = part.select("a", "b", "__p", "__better").rows()
        names = _ordered(triples, keys, ranks)
        place = {name: number for number, name in enumerate(names)}
        different, ahead = [0] * len(names), [0] * len(names)
        p_values: dict[tuple[int, int], float | None] = {}
        for a, b, p, winner in triples:
            i, j = sorted((place[a], place[b]))
            if (i, j) in p_values or i == j:
                raise OptionError(f"{a} and {b} were compared twice", hint="give the rows of one method")
            p_values[i, j] = p
            if p is not None and p <= level:
                different[i] |= 1 << j
                different[j] |= 1 << i
                if winner is not None:
                    loser = b if winner == a else a
                    ahead[place[winner]] |= 1 << place[loser]
        expected = len(names) * (len(names) - 1) // 2
        if len(p_values) < expected:
            raise OptionError(
                f"{expected - len(p_values)} of {expected} pairs were not tested",
                hint="test all pairs, without a control",
            )
        yield Standing(keys=keys, names=names, different=different, ahead=ahead, p_values=p_values)


def _ordered(triples: list[Any], keys: Mapping[str, Any], ranks: pl.DataFrame | None) -> list[str]:
    names = {name for a, b, *_ in triples for name in (a, b)}
    if ranks is None:
        wins = {name: sum(winner == name for *_, winner in triples) for name in names}
        return sorted(names, key=lambda name: (-wins[name], name))
    if keys:
        ranks = ranks.filter(pl.col(name) == value for name, value in keys.items() if name in ranks.columns)
    places = dict(in_rank_order(ranks).select("algorithm", "place").rows())
    lacking = sorted(names - places.keys())
    if lacking:
        raise OptionError(f"{lacking[0]!r} has no mean rank", hint="give the ranks of the same scores")
    return sorted(names, key=lambda name: places[name])


def indistinguishable(ranks: pl.DataFrame, rows: pl.DataFrame, *, alpha: float = 0.05) -> pl.DataFrame:
    """Return runs of neighbours in mean rank among which no pair was shown to differ: the bars of a CD diagram.

    Only runs that cannot be extended are kept, and none of a single algorithm. Not to have been shown to differ is
    no evidence of being equal.

    Parameters
    ----------
    ranks
        Mean ranks of one group, as :func:`benchreport.average_ranks` gives them: one row per algorithm.
    rows
        Result rows of any test of all pairs, same group. A pair differs when its adjusted p-value, or its p-value
        where there is none, is at most ``alpha``; a pair without p-value was not shown to differ.
    alpha
        Level at which two algorithms differ.

    Returns
    -------
    polars.DataFrame
        One row per run, best first: ``members`` in rank order, ``low`` and ``high`` (the smallest and largest mean
        rank among them) and ``size``.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> ranks = br.average_ranks(scores)
    >>> runs = indistinguishable(ranks, br.nemenyi(scores), alpha=0.1)
    >>> runs["members"].to_list()
    [['C4.5+m+cf', 'C4.5+m', 'C4.5+cf'], ['C4.5+cf', 'C4.5']]
    """
    places = in_rank_order(ranks)
    names, means = places.get_column("algorithm").to_list(), places.get_column("mean_rank").to_list()
    # Where a run from each place must end: before the first that differs from any of its members.
    ends = [len(names)] * len(names)
    for first, last in _differing(places, rows, alpha):
        ends[first] = min(ends[first], last)
    ends = list(accumulate(reversed(ends), min))[::-1]
    longest = [
        (start, end) for start, (before, end) in enumerate(pairwise([0, *ends])) if end > before and end - start > 1
    ]
    return pl.DataFrame(
        {
            "members": [names[start:end] for start, end in longest],
            "low": [means[start] for start, _ in longest],
            "high": [means[end - 1] for _, end in longest],
            "size": [end - start for start, end in longest],
        },
        schema={"members": pl.List(pl.String), "low": pl.Float64, "high": pl.Float64, "size": pl.Int64},
    )


def in_rank_order(ranks: pl.DataFrame) -> pl.DataFrame:
    """Return one group of mean ranks, best first, with the number of each place; equal ranks go by name.

    Examples
    --------
    >>> in_rank_order(pl.DataFrame({"algorithm": ["B", "A"], "mean_rank": [1.5, 1.5]})).rows()
    [(0, 'A', 1.5), (1, 'B', 1.5)]
    """
    places = ranks.select(pl.col("algorithm").cast(pl.String), pl.col("mean_rank").cast(pl.Float64))
    if places["algorithm"].n_unique() < places.height:
        raise OptionError(
            "an algorithm has more than one mean rank", hint="give the ranks of one group, such as one metric"
        )
    if places["mean_rank"].null_count():
        raise OptionError("an algorithm has no mean rank", hint="leave out groups that have lost all their blocks")
    return places.sort("mean_rank", "algorithm").with_row_index("place").cast({"place": pl.Int64})


def _differing(places: pl.DataFrame, rows: pl.DataFrame, alpha: float) -> list[tuple[int, int]]:
    """Return the pairs of places that differ, the better first, if the rows are all pairs, each once."""
    level = checked_alpha(alpha)
    place = dict(zip(places["algorithm"], places["place"], strict=True))
    a, b = (pl.col(name).cast(pl.String).replace_strict(place, default=None, return_dtype=pl.Int64) for name in "ab")
    pairs = rows.filter(a != b).select(
        first=pl.min_horizontal(a, b),
        last=pl.max_horizontal(a, b),
        differs=pl.coalesce("p_adjusted", "p_value") <= level,
    )
    expected = places.height * (places.height - 1) // 2
    distinct = pairs.select("first", "last").unique().height
    if distinct < expected:
        raise OptionError(
            f"{expected - distinct} of {expected} pairs were not tested", hint="test all pairs, without a control"
        )
    if pairs.height > expected:
        raise OptionError(f"{pairs.height} rows for {expected} pairs", hint="give the rows of one method and one group")
    return pairs.filter("differs").select("first", "last").rows()


CLIQUES = Method(
    table=cliques,
    title="Groups of algorithms not shown to differ",
    question="Which algorithms were not shown to differ from each other?",
    kind="numbers",
    shape="rows",
    symbol="",
    formula="largest sets of algorithms among which no pair has p <= alpha",
    assumes=("all pairs were tested", "not to have been shown to differ is no evidence of being equal"),
    account=(
        "The bars of the critical-difference diagram join the largest sets of algorithms without a significant "
        "difference."
    ),
    cites=("demsar2006", "ismailfawaz2023"),
)

LETTERS = CLIQUES.relative(
    table=letters,
    title="Compact letter display",
    question="Which algorithms share a letter, so were not shown to differ?",
    formula="one letter per largest set of algorithms among which no pair has p <= alpha, needless sets left out",
    account="Algorithms that share a letter do not differ significantly.",
    cites=("piepho2004",),
)
