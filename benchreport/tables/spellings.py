"""Spellings of one name: algorithms, datasets and metrics whose names differ only in case, blanks or look-alikes."""

from __future__ import annotations

import re
from unicodedata import category, normalize

import polars as pl

NAMED = ("algorithm", "dataset", "metric")
# Letters of other scripts that look like Latin ones, and dashes that look like hyphens.
LOOK_ALIKES = str.maketrans(
    "аеорсухіјѕԁһкмтвнАВЕКМНОРСТУХІЈЅαορνικΑΒΕΖΗΙΚΜΝΟΡΤΥΧ‐‑‒–—−",
    "aeopcyxijsdhkmtbhABEKMHOPCTYXIJSaopvikABEZHIKMNOPTYX------",
)
BLANK = re.compile(r"[\s_]+")
MOST = 5
FIX = "--fold-names reads them as one; or correct the file"


def folded(name: str) -> str:
    r"""Return what all spellings of a name share: no case, no blanks and underscores, Latin letters and hyphens.

    Examples
    --------
    >>> folded("Random Forest"), folded("random\u00a0forest"), folded("k\u2013NN") == folded("K-nn")
    ('randomforest', 'randomforest', True)
    """
    plain = normalize("NFKC", name).translate(LOOK_ALIKES)
    visible = "".join(sign for sign in plain if category(sign) != "Cf")
    return BLANK.sub("", visible).casefold()


def spellings(column: pl.Series) -> dict[str, list[str]]:
    """Return the spellings of every name that has several: the commonest, then the others in order of appearance.

    Examples
    --------
    >>> spellings(pl.Series(["RandomForest", "randomforest", "kNN", "RandomForest"]))
    {'RandomForest': ['randomforest']}
    """
    order = {name: place for place, name in enumerate(column.unique(maintain_order=True).cast(pl.String).drop_nulls())}
    if len(set(map(folded, order))) == len(order):
        return {}
    groups: dict[str, list[tuple[int, int, str]]] = {}
    for name, n in column.drop_nulls().cast(pl.String).value_counts().rows():
        groups.setdefault(folded(name) or name, []).append((-n, order[name], name))
    several = [[name for *_, name in sorted(group)] for group in groups.values() if len(group) > 1]
    return {first: others for first, *others in sorted(several, key=lambda names: order[names[0]])}


def similar_names(table: pl.DataFrame) -> list[str]:
    """Return in words which names of a table differ only in case, blanks or look-alikes.

    Examples
    --------
    >>> similar_names(pl.DataFrame({"algorithm": ["kNN", "knn"], "dataset": ["iris", "wine"]}))
    ["algorithms 'kNN' and 'knn' differ only in case, blanks or look-alikes"]
    """
    sentences = []
    for name in NAMED:
        if name not in table.columns:
            continue
        groups = list(spellings(table.get_column(name)).items())
        words = [" and ".join(repr(own) for own in (first, *others)) for first, others in groups[:MOST]]
        more = f", and {len(groups) - MOST} more" if len(groups) > MOST else ""
        if words:
            sentences.append(f"{name}s {'; '.join(words)}{more} differ only in case, blanks or look-alikes")
    return sentences


def with_folded_names(table: pl.DataFrame) -> tuple[pl.DataFrame, list[str]]:
    """Return a table in which every name has its commonest spelling, and what was changed, in words.

    Examples
    --------
    >>> table = pl.DataFrame({"algorithm": ["kNN", "knn", "kNN"]})
    >>> with_folded_names(table)[0]["algorithm"].to_list(), with_folded_names(table)[1]
    (['kNN', 'kNN', 'kNN'], ["algorithm 'knn' read as 'kNN'"])
    """
    columns, sentences = [], []
    for name in NAMED:
        if name not in table.columns:
            continue
        column = table.get_column(name)
        first = {other: main for main, others in spellings(column).items() for other in others}
        sentences += [f"{name} {other!r} read as {main!r}" for other, main in first.items()]
        if first:
            columns.append(column.cast(pl.String).replace(first).cast(column.dtype))
    return table.with_columns(columns), sentences
