"""Families of datasets: declared groups, and names that share a stem, which are only a hint."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

import polars as pl

from benchreport.errors import ColumnError, OptionError, refuse_unknown

GROUP = "group"
# A family has at least so many datasets, a stem at least so many letters.
LEAST_DATASETS = 3
LEAST_LETTERS = 4
# Words that name no source.
GENERIC = frozenset(
    ("data", "dataset", "datasets", "task", "problem", "benchmark", "test", "case", "instance", "openml", "function")
)
# A stem ends before a separator, a digit after a letter, or a capital after a small letter.
BOUNDARY = re.compile(r"(?<=[^\W_])(?=[\W_])|(?<=[^\W\d_])(?=\d)|(?<=[a-z])(?=[A-Z])")


def shared_stems(names: Sequence[str]) -> list[tuple[str, list[str]]]:
    """Return the stems that three or more names share, with those names; none that all of them share.

    A hint that datasets may be variants of one source, never a grouping.

    Examples
    --------
    >>> shared_stems(["monks-1", "monks-2", "monks-3", "iris", "wine", "data1", "data2", "data3"])
    [('monks', ['monks-1', 'monks-2', 'monks-3'])]
    """
    sharing: dict[str, set[str]] = defaultdict(set)
    for name in names:
        for stem in _stems(name):
            sharing[stem].add(name)
    every = len(set(names))
    families: list[tuple[str, list[str]]] = []
    taken: set[str] = set()
    for stem in sorted(sharing, key=lambda text: (-len(text), text)):
        own = sharing[stem] - taken
        if len(own) >= LEAST_DATASETS and len(sharing[stem]) < every:
            families.append((stem, sorted(own)))
            taken |= own
    return sorted(families)


def _stems(name: str) -> list[str]:
    ends = [place.start() for place in BOUNDARY.finditer(name)] + [len(name)]
    stems = [name[:end] for end in ends]
    long = [stem for stem in stems if sum(map(str.isalpha, stem)) >= LEAST_LETTERS]
    return [stem for stem in long if stem.casefold() not in GENERIC]


def with_groups(scores: pl.DataFrame, declared: Mapping[str, str] | None, named: bool) -> pl.DataFrame:
    """Return scores with the declared family of every dataset in a column ``group``.

    ``declared`` maps datasets to families; a dataset that it does not name is a family of its own. A column ``group``
    of the table serves as well, if it has one value per dataset; ``named`` says that the user declared it as such.

    Examples
    --------
    >>> table = pl.DataFrame({"dataset": ["iris", "monks-1", "monks-2"]})
    >>> with_groups(table, {"monks-1": "monks", "monks-2": "monks"}, False)["group"].to_list()
    ['iris', 'monks', 'monks']
    """
    own = pl.col("dataset").cast(pl.String)
    if declared is not None:
        datasets = scores.get_column("dataset").unique().cast(pl.String).sort().to_list()
        refuse_unknown(declared, datasets, "a group is declared for dataset {!r}", OptionError)
        if len(datasets) > 1 and len({declared.get(name, name) for name in datasets}) == 1:
            raise OptionError("all datasets are declared as one group", hint="tests over datasets need several groups")
        group = own.replace_strict(dict(declared), default=None, return_dtype=pl.String)
        return scores.with_columns(group=pl.coalesce(group, own).cast(pl.Categorical))
    if GROUP not in scores.columns:
        return scores
    group = pl.col(GROUP).cast(pl.String).str.strip_chars()
    counts = scores.group_by("dataset").agg(n=group.n_unique(), first=group.first()).sort("dataset")
    varying = counts.filter(pl.col("n") > 1)
    if varying.height:
        if not named:
            return scores  # a factor that happens to bear the name
        raise ColumnError(
            f"dataset {varying['dataset'][0]!r} is in several groups", hint="a dataset belongs to one family"
        )
    filled = pl.when(group != "").then(group)
    return scores.with_columns(group=pl.coalesce(filled, own).cast(pl.Categorical))


def families_of(scores: pl.DataFrame) -> dict[str, str] | None:
    """Return the family of every dataset where families were declared; None where every dataset stands for itself.

    Examples
    --------
    >>> table = pl.DataFrame({"dataset": ["a", "b", "c"], "group": ["x", "x", "y"]})
    >>> families_of(table), families_of(table.drop("group"))
    ({'a': 'x', 'b': 'x', 'c': 'y'}, None)
    """
    if GROUP not in scores.columns:
        return None
    pairs = scores.select(pl.col("dataset", GROUP).cast(pl.String)).unique().sort("dataset", GROUP)
    if pairs.get_column("dataset").is_duplicated().any() or pairs.get_column(GROUP).null_count():
        return None
    families = dict(pairs.rows())
    # A column with one value for all datasets tells no families apart.
    return families if 1 < len(set(families.values())) < len(families) else None
