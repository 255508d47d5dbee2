"""Spreads that a table gives beside its scores: standard deviations, standard errors, and ± that does not say which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from benchreport.tables.schema import SPREADS, normalised

# What follows ± in the cells of a column goes into another, whose name is this behind that of the first.
PLUS_MINUS = " ±"
KIND = re.compile(
    r"(?:^|_)(?:(?P<stderr>standard_error|std_error|std_err|stderr|sem|se)"
    r"|(?P<sd>standard_deviation|std_dev|stddev|stdev|std|sd)|(?P<spread>spread))(?=_|$)"
)
MEAN = re.compile(r"(?:^|_)(?:mean|avg|average)(?=_|$)")


def spreads_of(names: Iterable[str], value: str | None = None) -> dict[str, tuple[str, str]]:
    """Return the names that are spreads of others, each with the name it belongs to and its kind.

    A name of nothing but a word for a spread belongs to the ``value`` of a long table, else to the only other name.

    Examples
    --------
    >>> spreads_of(["acc,none", "acc_stderr,none", "f1_mean", "std_f1", "auc_std"])
    {'acc_stderr,none': ('acc,none', 'stderr'), 'std_f1': ('f1_mean', 'sd')}
    >>> spreads_of(["score", "se"], "score")
    {'se': ('score', 'stderr')}
    """
    owners: dict[str, str] = {}
    words: dict[str, tuple[str, str]] = {}
    for name in names:
        text = normalised(name)
        word = KIND.search(text)
        if word is None or word.lastgroup is None:
            owners.setdefault(MEAN.sub("", text).strip("_"), name)
        else:
            words[name] = KIND.sub("", text, count=1).strip("_"), word.lastgroup
    alone = next(iter(owners.values())) if len(owners) == 1 else None
    pairs = {}
    for name, (rest, kind) in words.items():
        # Of several objectives "spread" is a metric of its own.
        owner = owners.get(rest) if rest else value or (None if kind == "spread" else owners.get("", alone))
        if owner is not None:
            pairs[name] = owner, kind
    return pairs


def beside_cells(columns: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return the columns that hold what stood behind ± in the cells of others, as :func:`spreads_of` does.

    Examples
    --------
    >>> beside_cells(["kNN", "kNN ±", "SVM"])
    {'kNN ±': ('kNN', 'spread')}
    """
    owners = {f"{name}{PLUS_MINUS}": name for name in columns}
    return {name: (owners[name], "spread") for name in columns if name in owners}


def given_kinds(scores: pl.DataFrame) -> list[str]:
    """Return which kinds of spread the scores come with.

    Examples
    --------
    >>> given_kinds(pl.DataFrame({"value": [0.9], "sd": [0.1], "stderr": [None]}, schema_overrides={"stderr": float}))
    ['sd']
    """
    kinds = [name for name in SPREADS if scores.schema.get(name) == pl.Float64]
    return [name for name in kinds if scores.get_column(name).null_count() < scores.height]


def kind_of(kinds: Sequence[str]) -> str:
    """Return the one kind of all spreads, or the word for any where they differ; nothing without spreads.

    Examples
    --------
    >>> kind_of(["sd"]), kind_of(["sd", "stderr"]), kind_of([])
    ('sd', 'spread', '')
    """
    return kinds[0] if len(set(kinds)) == 1 else "spread" if kinds else ""


def comes_with(spreads: Mapping[str, tuple[str, str]]) -> list[str]:
    """Return in words which scores come with which spread.

    Examples
    --------
    >>> comes_with({"accuracy_std": ("accuracy", "sd")})
    ['accuracy comes with its standard deviation (accuracy_std)']
    """
    named = {own: pair for own, pair in spreads.items() if not own.endswith(PLUS_MINUS)}
    return [f"{owner} comes with its {SPREADS[kind]} ({own})" for own, (owner, kind) in named.items()]
