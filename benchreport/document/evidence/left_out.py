"""Algorithms and datasets that a report leaves out by choice: their rows, and what the options say of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

import polars as pl

from benchreport.errors import OptionError, TooFewAlgorithmsError, did_you_mean
from benchreport.naming import enumerated, plural, short_names, spelled
from benchreport.numerals import counted
from benchreport.options import Options
from benchreport.records import dataclass

LONGEST_NAME = 36


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The algorithms or the datasets of some tables: ``labels`` are printed for them, ``gone`` is left out."""

    labels: Mapping[str, str]
    gone: frozenset[str] = frozenset()

    def called(self, word: str) -> list[str]:
        """Return what a word may stand for: a name of the table before a printed label."""
        return [word] if word in self.labels else [name for name, label in self.labels.items() if label == word]

    def is_gone(self, word: str) -> bool:
        """Return whether a word stands for what is left out."""
        return any(name in self.gone for name in self.called(word))

    def printed(self) -> tuple[str, ...]:
        """Return the labels of what is left out, in the order of its names."""
        return tuple(self.labels[name] for name in self.labels if name in self.gone)


def remaining(tables: Mapping[str, pl.DataFrame], options: Options) -> tuple[dict[str, pl.DataFrame], Options]:
    """Return the tables of a report without what is left out by choice, and the options without its names.

    What is left out stands in these options by the names to be printed. The first table is the one that is compared.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> tables, _ = remaining({"scores": scores}, Options(without_algorithms=["C4.5"], without_datasets=["iris"]))
    >>> tables["scores"].select(pl.col("algorithm", "dataset").n_unique()).row(0)
    (3, 13)
    >>> remaining({"scores": scores}, Options(without_algorithms=["C45"]))
    Traceback (most recent call last):
    benchreport.errors.OptionError: no algorithm 'C45' to leave out
    hint: did you mean 'C4.5' or 'C4.5+m'?
    """
    if not options.without_algorithms and not options.without_datasets:
        return dict(tables), options
    algorithms = _names(tables.values(), "algorithm", options.names, options.without_algorithms)
    datasets = _names(tables.values(), "dataset", {}, options.without_datasets)
    rest = {name: _rest(table, algorithms.gone, datasets.gone) for name, table in tables.items()}
    _refuse_too_few(next(iter(rest.values())))
    return rest, _rest_of_options(options, algorithms, datasets)


def rest_of(table: pl.DataFrame, options: Options) -> pl.DataFrame:
    """Return a table without what is left out by choice, however little is left."""
    algorithms = _names([table], "algorithm", options.names, options.without_algorithms)
    return _rest(table, algorithms.gone, _names([table], "dataset", {}, options.without_datasets).gone)


def printed_names(names: Sequence[str], own: Mapping[str, str]) -> list[str]:
    """Return the names to print: the user's own, and none that bursts a table."""
    return short_names([own.get(name, name) for name in names], LONGEST_NAME)


def left_out_counts(options: Options) -> str:
    """Return how many algorithms and datasets are left out by choice, or nothing.

    Examples
    --------
    >>> left_out_counts(Options(without_algorithms=["kNN"], without_datasets=["iris", "wine"]))
    '1 algorithm and 2 datasets'
    """
    k, n = len(options.without_algorithms), len(options.without_datasets)
    algorithms = f"{k} {options.noun if k == 1 else plural(options.noun)}"
    return enumerated([words for words, size in ((algorithms, k), (counted(n, "dataset"), n)) if size])


def left_out_words(options: Options, most: int | None = None) -> str:
    """Return what is left out by choice, or nothing; more names than ``most`` are counted.

    Examples
    --------
    >>> options = Options(without_algorithms=["kNN"], without_datasets=["iris", "wine"])
    >>> left_out_words(options), left_out_words(options, most=1)
    ('kNN and the datasets iris and wine', 'kNN and two datasets')
    """
    algorithms, datasets = options.without_algorithms, options.without_datasets
    most = len(algorithms) + len(datasets) if most is None else most
    k, n = len(algorithms), len(datasets)
    first = enumerated(algorithms) if k <= most else f"{spelled(k)} {plural(options.noun)}"
    named = f"the dataset{'s' if n > 1 else ''} {enumerated(datasets)}"
    second = named if n <= most else f"{spelled(n)} datasets"
    link = ", and " if 1 < k <= most else " and "
    return link.join(words for words, size in ((first, k), (second, n)) if size)


def _names(tables: Iterable[pl.DataFrame], column: str, own: Mapping[str, str], words: Sequence[str]) -> Names:
    """Return the names in a column, those left out checked: as in the table, or a printed label that only one has."""
    values = [table.get_column(column).unique().cast(pl.String) for table in tables]
    names = pl.concat(values).unique().sort().to_list()
    column_names = Names(labels=dict(zip(names, printed_names(names, own), strict=True)))
    for word in words:
        meanings = column_names.called(word)
        if not meanings:
            choices = dict.fromkeys([*column_names.labels, *column_names.labels.values()])
            raise OptionError(f"no {column} {word!r} to leave out", hint=did_you_mean(word, choices))
        if len(meanings) > 1:
            hint = f"name it as in the table: {enumerated([repr(name) for name in meanings], 'or')}"
            raise OptionError(f"several {column}s are called {word!r}", hint=hint)
    return replace(column_names, gone=frozenset(name for word in words for name in column_names.called(word)))


def _rest(table: pl.DataFrame, algorithms: Collection[str], datasets: Collection[str]) -> pl.DataFrame:
    """Return the rows of a table that are not left out."""
    gone = {"algorithm": algorithms, "dataset": datasets}
    stays = [~pl.col(column).cast(pl.String).is_in(list(names)) for column, names in gone.items() if names]
    return table.filter(*stays) if stays else table


def _refuse_too_few(table: pl.DataFrame) -> None:
    names = table.get_column("algorithm").unique().cast(pl.String).to_list()
    if table.is_empty():
        raise TooFewAlgorithmsError("nothing is left to compare", hint="leave out fewer algorithms or datasets")
    if len(names) == 1:
        raise TooFewAlgorithmsError(
            f"only one algorithm is left, {names[0]!r}", hint="a comparison needs two; leave out fewer"
        )


def _rest_of_options(options: Options, algorithms: Names, datasets: Names) -> Options:
    """Return the options without names of what is left out; a reference among them is refused."""
    reference = options.reference
    if reference is not None and algorithms.is_gone(reference):
        raise OptionError(
            f"the reference {reference!r} is left out", hint="declare another reference, or keep it in the report"
        )
    positive, subsets = options.positive, options.subsets
    if isinstance(positive, Mapping):
        positive = {name: label for name, label in positive.items() if not datasets.is_gone(name)}
    if isinstance(subsets, Mapping):
        parts = {subset: [name for name in own if not datasets.is_gone(name)] for subset, own in subsets.items()}
        subsets = {subset: names for subset, names in parts.items() if names or not subsets[subset]} or None
    return replace(
        options,
        without_algorithms=algorithms.printed(),
        without_datasets=datasets.printed(),
        names={name: label for name, label in options.names.items() if name not in algorithms.gone},
        colours={name: colour for name, colour in options.colours.items() if not algorithms.is_gone(name)},
        complexity=tuple(name for name in options.complexity if not algorithms.is_gone(name)),
        positive=positive,
        subsets=subsets,
    )
