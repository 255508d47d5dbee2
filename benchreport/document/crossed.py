"""Results crossed by dataset, algorithm and metric as papers print them: cells, mean ranks, marks of tests, note."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from itertools import groupby, product
from pathlib import Path
from typing import Any, Literal, get_args

import polars as pl

from benchreport.document.analyses.groups_of_datasets import subsets_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Metric, turned_against
from benchreport.document.evidence.result_rows import largest, plain, smallest
from benchreport.document.exhibits.complete import MISSING, result_decimals
from benchreport.document.model.blocks import Cell, Column, Emphasis, Table, Words
from benchreport.errors import OptionError, did_you_mean, one_of
from benchreport.naming import enumerated, initial
from benchreport.numerals import bounded, counted, fixed, integer, number
from benchreport.options import pair_tests, refuse_unfit_pair_test
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.tables.blocks import cells_of
from benchreport.tables.schema import SPREADS
from benchreport.tables.spreads import given_kinds, kind_of

# What a table may be crossed by; a subset is a declared group of datasets.
Axis = Literal["dataset", "algorithm", "metric", "subset"]
AXES: tuple[Axis, ...] = get_args(Axis)
Bold = Literal["best", "none"]
Question = Literal["pairs", "folds"]
# The numbers of a cell, with the word for each; the first of a cell decides what is bold.
STATISTICS: Mapping[str, tuple[str, pl.Expr]] = {
    "mean": ("mean", pl.col("value").sort().mean()),
    "median": ("median", pl.col("value").median()),
    "min": ("least", pl.col("value").min()),
    "max": ("greatest", pl.col("value").max()),
    "sd": ("standard deviation", pl.col("value").sort().std()),
    "n": ("number", pl.col("value").count().cast(pl.Float64)),
}
LEADING = ("mean", "median", "min", "max")
WORD = re.compile(r"[^\W\d_]+")
BETTER, WORSE = "▴", "▾"
WAYS = {True: "↓", False: "↑"}
# Cells that rest on fewer runs are named up to so many.
NAMED_CELLS = 3
PER_CENT = 100.0
RANKS = "mean rank"
# More columns of several metrics side by side fit no page: the metrics become rows.
MOST_GROUPED = 12
OTHERS = "other"
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """What the table of a paper looks like: its axes, its cells, what is bold, which test puts marks.

    ``cell`` is a pattern such as "mean ± sd" or "median [min, max]", in which words stand for numbers. ``decimals`` are
    by default as many as the results deserve. With ``percent`` shares are printed as percentages.
    """

    rows: tuple[Axis, ...] = ("dataset",)
    columns: tuple[Axis, ...] = ()
    cell: str = "mean ± sd"
    bold: Bold = "best"
    second: bool = False
    mark: str | None = None
    ranks: bool = False
    decimals: int | None = None
    percent: bool = False

    @property
    def keys(self) -> tuple[Axis, ...]:
        """All axes, those of the rows first."""
        return (*self.rows, *self.columns)

    @property
    def by_dataset(self) -> bool:
        """Whether every dataset has cells of its own; else a cell is over datasets."""
        return "dataset" in self.keys

    @property
    def statistics(self) -> list[str]:
        """The numbers of a cell."""
        return WORD.findall(self.cell)

    @property
    def question(self) -> Question | None:
        """Whether the marks are of a test over datasets ("pairs") or of one on the runs of a dataset ("folds")."""
        if self.mark is None:
            return None
        return "pairs" if self.mark in pair_tests() else "folds"


def check_layout(layout: Layout) -> None:
    """Raise on a layout that makes no table.

    Examples
    --------
    >>> check_layout(Layout(cell="mean ± std"))
    Traceback (most recent call last):
    benchreport.errors.OptionError: 'std' in the cell 'mean ± std' is not a number of the results
    hint: did you mean 'sd'?
    """
    for axis in layout.keys:
        one_of(axis, AXES, name="rows and columns")
    twice = next((axis for axis in layout.keys if layout.keys.count(axis) > 1), None)
    if twice is not None:
        raise OptionError(f"{twice!r} is named twice in rows and columns", hint="name each once")
    for side in (layout.rows, layout.columns):
        if len(side) > 2:
            raise OptionError(
                f"{len(side)} headings on one side: {', '.join(side)}", hint="two at most, such as metric,algorithm"
            )
    for word in layout.statistics:
        if word not in STATISTICS:
            near = "did you mean 'sd'?" if word in ("std", "stdev", "stddev") else did_you_mean(word, STATISTICS)
            raise OptionError(f"{word!r} in the cell {layout.cell!r} is not a number of the results", hint=near)
    if not layout.statistics or layout.statistics[0] not in LEADING or re.search(r"[\d_]", layout.cell):
        raise OptionError(
            f"the cell {layout.cell!r} does not begin with a result", hint="cell='mean ± sd', or 'median [min, max]'"
        )
    one_of(layout.bold, get_args(Bold), name="bold")
    if layout.mark is not None:
        refuse_unfit_pair_test(layout.mark)
        one_of(layout.mark, [*pair_tests(), *METHODS.answering("folds")], name="mark")
    if layout.decimals is not None and not 0 <= layout.decimals <= 12:
        raise OptionError(f"decimals is {layout.decimals!r}", hint="a whole number from 0 to 12")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A cell with the numbers behind it, in the unit that is printed, and their decimals."""

    cell: Cell
    values: tuple[float | None, ...] = ()
    decimals: int = 0


@dataclass(frozen=True, kw_only=True, repr=False)
class PaperTable:
    """The table of a paper: its heads, its entries row by row, and the result rows that its marks are read from.

    The last ``foot`` rows are mean ranks; ``rules`` are the rows with a line above them.
    """

    id: str
    caption: Words
    note: Words
    columns: tuple[Column, ...]
    entries: tuple[tuple[Entry, ...], ...]
    foot: int
    rules: tuple[int, ...]
    statistics: tuple[str, ...]
    tests: pl.DataFrame
    venue: str | None = None

    @cached_property
    def table(self) -> Table:
        """The table as a block of a report."""
        return Table(
            id=self.id,
            caption=self.caption,
            columns=self.columns,
            rows=tuple(tuple(entry.cell for entry in row) for row in self.entries),
            frame=self.numbers.head(len(self.entries) - self.foot),
            note=self.note,
            foot=self.foot,
            rules=self.rules,
        )

    @cached_property
    def numbers(self) -> pl.DataFrame:
        """The table with all digits: names as text, then a column for every number of a cell, and for marks."""
        columns: dict[str, Sequence[str | float | None]] = {}
        for place, head in enumerate(self.columns):
            entries = [row[place] for row in self.entries]
            title = self.statistics[0] if WORD.findall(head.title) == [*self.statistics] else head.title
            name = " ".join(filter(None, (head.group, title))) or "name"
            if head.align == "left":
                columns[_free(name, columns)] = [entry.cell.text for entry in entries]
                continue
            for part, word in enumerate(self.statistics):
                values = [entry.values[part] if part < len(entry.values) else None for entry in entries]
                if part == 0 or any(value is not None for value in values):
                    columns[_free(name if part == 0 else f"{name} {word}", columns)] = values
            if any(entry.cell.sup for entry in entries):
                columns[_free(f"{name} mark", columns)] = [entry.cell.sup or None for entry in entries]
        return pl.DataFrame(columns, strict=False)

    def write(self, path: str | Path, *, siunitx: bool = False) -> Path:
        """Write the table in the format that the ending of ``path`` means: .tex, .typ, .md, .html, .csv or .xlsx.

        CSV and Excel files have all digits. LaTeX needs booktabs alone; with ``siunitx`` numbers are set by that
        package. Excel needs the extra ``benchreport[excel]``.
        """
        from benchreport.document.table_files import write_table

        return write_table(self, path, siunitx=siunitx)

    def text(self, form: str = "md", *, siunitx: bool = False) -> str:
        """Return the table as text of a format, named by the ending of its files: tex, typ, md, html or csv."""
        from benchreport.document.table_files import table_text

        return table_text(self, form, siunitx=siunitx)

    def gt(self) -> Any:
        """Return the table as an object of great_tables, to be styled further; needs that package."""
        from benchreport.document.table_files import great_table

        return great_table(self)

    def __repr__(self) -> str:
        return self.text("md")

    def _repr_html_(self) -> str:
        from benchreport.document.table_files import html_fragment

        return html_fragment(self)


def _free(name: str, taken: Mapping[str, object]) -> str:
    return name if name not in taken else _free(f"{name} ", taken)


@dataclass(frozen=True, kw_only=True)
class Marks:
    """The marks of a test: signs by metric and algorithm, or by metric, dataset and algorithm, and what they mean."""

    signs: Mapping[Key, str] = field(default_factory=dict)
    sentences: tuple[str, ...] = ()
    rows: pl.DataFrame = field(default_factory=pl.DataFrame)


@dataclass(frozen=True, kw_only=True)
class Crossing:
    """What the table of a paper is made from: the evidence and the layout, and everything that follows from them."""

    evidence: Evidence
    layout: Layout

    @cached_property
    def subsets(self) -> Mapping[str, str]:
        """The subset of every dataset, where the table is crossed by subsets."""
        if "subset" not in self.layout.keys:
            return {}
        named = dict(subsets_of(self.evidence).membership.rows())
        return {dataset: named.get(dataset, OTHERS) for dataset in self.evidence.datasets}

    @cached_property
    def metrics(self) -> Mapping[str, Metric]:
        """The metrics by name."""
        return {metric.name: metric for metric in self.evidence.metrics}

    @cached_property
    def factors(self) -> Mapping[str, float]:
        """What the values of a metric are multiplied by: 100 where shares are printed as percentages."""
        sizes = self.evidence.scores.group_by(pl.col("metric").cast(pl.String)).agg(pl.col("value").abs().max())
        shares = {name for name, most in sizes.rows() if most is not None and most <= 1}
        return {
            name: PER_CENT if self.layout.percent and metric.comparable and name in shares else 1.0
            for name, metric in self.metrics.items()
        }

    def headings(self, axes: Sequence[Axis]) -> list[Key]:
        """Return the combinations of names along one side of the table, in order."""
        names: Mapping[Axis, Sequence[str]] = {
            "metric": [*self.metrics],
            "algorithm": self.evidence.algorithms,
            "dataset": self.evidence.datasets,
            "subset": self._subset_order,
        }
        keys = list(product(*(names[axis] for axis in axes)))
        if not {"subset", "dataset"} <= set(axes):
            return keys
        dataset, subset = axes.index("dataset"), axes.index("subset")
        return [key for key in keys if self.subsets[key[dataset]] == key[subset]]

    @cached_property
    def _subset_order(self) -> list[str]:
        if not self.subsets:
            return []
        order = [*subsets_of(self.evidence).order, OTHERS]
        return [name for name in order if name in self.subsets.values()]

    @cached_property
    def results(self) -> pl.DataFrame:
        """The numbers of every cell: over the runs of a dataset, or over the datasets that all algorithms have."""
        layout = self.layout
        scores = self.evidence.scores if layout.by_dataset else cells_of(self.evidence.measured)
        given = pl.coalesce(self.given).max() if self.given else pl.lit(None)
        columns = scores.select(pl.col("metric", "dataset", "algorithm").cast(pl.String), "value", *self.given)
        if "subset" in layout.keys:
            columns = columns.with_columns(subset=pl.col("dataset").replace_strict(self.subsets))
        numbers = {name: expression for name, (_, expression) in STATISTICS.items()}
        numbers["sd"] = pl.coalesce(numbers["sd"], given)
        results = columns.group_by(self._keys).agg(**numbers).filter(pl.col("n") > 0)
        factor = pl.col("metric").replace_strict(self.factors, return_dtype=pl.Float64)
        return results.with_columns(pl.col("mean", "median", "min", "max", "sd") * factor)

    @cached_property
    def given(self) -> list[str]:
        """The kinds of spread that the table gives beside single values, where a cell is one and shows its spread."""
        scores = self.evidence.scores.drop_nulls("value")
        single = scores.height == scores.select("metric", "dataset", "algorithm").n_unique()
        return given_kinds(scores) if single and self.layout.by_dataset and "sd" in self.layout.statistics else []

    @property
    def cell(self) -> str:
        """What a cell holds, in words; a spread that the table gives is called what it is."""
        given = kind_of(self.given) or "sd"
        return WORD.sub(lambda word: given if word[0] == "sd" else word[0], self.layout.cell)

    @property
    def _keys(self) -> list[str]:
        return list(dict.fromkeys(("metric", *self.layout.keys)))

    @cached_property
    def entries(self) -> Mapping[Key, Entry]:
        """The printed cells by the names on the axes, rows first."""
        layout, keys = self.layout, self._keys
        leading = layout.statistics[0]
        others = [name for name in keys if name not in ("metric", "algorithm")]
        entries: dict[Key, Entry] = {}
        for name, metric in self.metrics.items():
            own = self.results.filter(pl.col("metric") == name)
            wide = own.pivot("algorithm", index=others or "metric", values=leading, sort_columns=True)
            algorithms = [column for column in wide.columns if column in self.evidence.algorithms]
            values = wide.select(algorithms)
            spreads = own.pivot("algorithm", index=others or "metric", values="sd").select(algorithms)
            given_spreads = spreads if self.given else None
            digits = (
                [[layout.decimals] * len(algorithms)] * values.height
                if layout.decimals is not None
                else result_decimals(values, comparable=metric.comparable, given=given_spreads)
            )
            numbers = {
                tuple(row[: len(keys)]): row[len(keys) :] for row in own.select(*keys, *layout.statistics).iter_rows()
            }
            for places, line in zip(wide.select(others or []).rows() or [()] * wide.height, digits, strict=True):
                contest: dict[str, tuple[tuple[float | None, ...], int]] = {}
                for algorithm, decimals in zip(algorithms, line, strict=True):
                    given = {"metric": name, "algorithm": algorithm, **dict(zip(others, places, strict=True))}
                    key = tuple(given[axis] for axis in keys)
                    if key in numbers:
                        contest[algorithm] = numbers[key], decimals
                emphases = self._emphases(contest, lower=metric.lower)
                for algorithm, (row, decimals) in contest.items():
                    given = {"metric": name, "algorithm": algorithm, **dict(zip(others, places, strict=True))}
                    sign = self.marks.signs.get(_mark_key(given, layout), "")
                    cell = Cell(text=self._text(row, decimals), value=row[0], emphasis=emphases[algorithm], sup=sign)
                    entry = Entry(cell=cell, values=row, decimals=decimals)
                    entries[tuple(given[axis] for axis in layout.keys)] = entry
        return entries

    def _text(self, values: Sequence[float | None], decimals: int) -> str:
        """Return the text of a cell: the pattern with its numbers, or the first alone where another is missing."""
        first, *rest = values
        texts = iter(
            fixed(value, 0) if word == "n" else bounded(value, decimals)
            for word, value in zip(self.layout.statistics, values, strict=True)
        )
        return bounded(first, decimals) if None in rest else WORD.sub(lambda _: next(texts), self.layout.cell)

    def _emphases(
        self, contest: Mapping[str, tuple[Sequence[float | None], int]], *, lower: bool
    ) -> dict[str, Emphasis]:
        """Return what is bold and underlined among results; those that print alike share their emphasis."""
        texts = {name: bounded(values[0], decimals) for name, (values, decimals) in contest.items()}
        order = sorted(contest, key=lambda name: contest[name][0][0] or 0.0, reverse=not lower)
        distinct = list(dict.fromkeys(texts[name] for name in order))[:2]
        words: tuple[Emphasis, ...] = (
            "best" if self.layout.bold == "best" else "",
            "second" if self.layout.second else "",
        )
        given = dict(zip(distinct, words, strict=False))
        return {name: given.get(text, "") for name, text in texts.items()}

    @cached_property
    def marks(self) -> Marks:
        """The marks of the test that the layout names."""
        if self.layout.question is None:
            return Marks()
        return self._over_datasets() if self.layout.question == "pairs" else self._within_datasets()

    def _over_datasets(self) -> Marks:
        signs: dict[Key, str] = {}
        sentences: dict[str, list[str]] = {}
        for c in self.evidence.comparisons:
            if c.reason is not None:
                sentences.setdefault(f"no test: {c.reason}", []).append(c.metric.name)
                continue
            own = _signs(turned_against(plain(c.tested), c.focus), c.focus, self.evidence.options.alpha)
            signs |= {(c.metric.name, algorithm): sign for (_, algorithm), sign in own.items()}
            test = f"{_test_words(c.tested, self.evidence)}, n = {c.datasets}"
            words = f"no test of pairs: {c.undecided}" if c.undecided else _meaning(own.values(), c.focus, test)
            sentences.setdefault(words, []).append(c.metric.name)
        rows = [c.tested for c in self.evidence.comparisons if c.reason is None]
        return Marks(signs=signs, sentences=self._by_metric(sentences), rows=_stacked(rows))

    def _within_datasets(self) -> Marks:
        if not self.evidence.within:
            raise OptionError(
                f"{METHODS[str(self.layout.mark)].name} compares runs, and no dataset has several of a declared design",
                hint="declare how the runs came about, such as design='seeds' (--design seeds)",
            )
        signs: dict[Key, str] = {}
        sentences: dict[str, list[str]] = {}
        for within in self.evidence.within:
            own = _signs(plain(within.with_focus), within.focus, self.evidence.options.alpha)
            signs |= {(within.metric.name, *key): sign for key, sign in own.items()}
            runs = within.with_focus["n"].drop_nulls()
            tests = int(largest(within.rows.group_by("dataset").len()["len"]) or 0)
            n = counted(int(largest(runs) or 0), "run", int(smallest(runs) or 0))
            words = f"{_test_words(within.rows, self.evidence, tests)}, each dataset by itself, n = {n}"
            sentences.setdefault(_meaning(own.values(), within.focus, words), []).append(within.metric.name)
        return Marks(
            signs=signs,
            sentences=self._by_metric(sentences),
            rows=_stacked([within.rows for within in self.evidence.within]),
        )

    def _by_metric(self, sentences: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
        """Return sentences with the metrics that they are about, where there are several."""
        if len(sentences) == 1 and len(self.metrics) == len(next(iter(sentences.values()))):
            return tuple(f"{initial(words)}." for words in sentences)
        return tuple(f"By {enumerated(names)}: {words}." for words, names in sentences.items())

    @property
    def ranked(self) -> bool:
        """Whether mean ranks are printed: on request, and where the marks of a test over datasets need a place."""
        return self.layout.ranks or (self.layout.question == "pairs" and not self._marks_cells)

    @property
    def ranks_in_blocks(self) -> bool:
        """Whether mean ranks stand below the datasets of every metric."""
        layout = self.layout
        return (
            self.ranked
            and layout.rows in (("metric", "dataset"), ("metric", "subset"))
            and layout.columns == ("algorithm",)
        )

    @property
    def _marks_cells(self) -> bool:
        return not self.layout.by_dataset and "subset" not in self.layout.keys

    @cached_property
    def rank_entries(self) -> Mapping[Key, Entry]:
        """The mean rank of every algorithm by every metric, by metric and algorithm."""
        entries: dict[Key, Entry] = {}
        for metric in self.evidence.metrics:
            ranks = dict(self.evidence.ranks_of(metric).select(pl.col("algorithm").cast(pl.String), "mean_rank").rows())
            contest = {name: ((rank,), 2) for name, rank in ranks.items() if rank is not None}
            emphases = self._emphases(contest, lower=True)
            for name, ((rank,), decimals) in contest.items():
                sign = "" if self._marks_cells else self.marks.signs.get((metric.name, name), "")
                text = fixed(rank, decimals)
                cell = Cell(text=text, value=rank, emphasis=emphases[name], sup=sign)
                entries[metric.name, name] = Entry(cell=cell, values=(rank,), decimals=decimals)
        return entries

    def label(self, axis: Axis, name: str) -> str:
        """Return a heading; of several metrics each says which way is better."""
        if axis != "metric":
            return name
        unit = " (%)" if self.factors[name] == PER_CENT else ""
        return f"{name}{unit} {WAYS[self.metrics[name].lower]}"


def _mark_key(given: Mapping[str, str], layout: Layout) -> Key:
    """Return by which names the mark of a cell is found; marks over datasets stand with cells over datasets alone."""
    if layout.question == "folds" and layout.by_dataset:
        return given["metric"], given["dataset"], given["algorithm"]
    if layout.question == "pairs" and not layout.by_dataset and "subset" not in layout.keys:
        return given["metric"], given["algorithm"]
    return ()


def _signs(with_focus: pl.DataFrame, focus: str, alpha: float) -> dict[Key, str]:
    """Return the signs of the algorithms that differ significantly from one, by dataset (or none) and algorithm."""
    clear = with_focus.filter((pl.col("p_adjusted") <= alpha) & pl.col("better").is_not_null())
    dataset = pl.col("dataset") if "dataset" in clear.columns else pl.lit("")
    rows = clear.select(dataset.alias("dataset"), "a", worse=pl.col("better") == focus).rows()
    return {(dataset, algorithm): WORSE if worse else BETTER for dataset, algorithm, worse in rows}


def _meaning(signs: Iterable[str], focus: str, test: str) -> str:
    """Return what the signs mean, or that there are none."""
    present = set(signs)
    words = [
        f"{sign} significantly {way} than {focus}"
        for sign, way in ((BETTER, "better"), (WORSE, "worse"))
        if sign in present
    ]
    return f"{'; '.join(words) or f'none differs significantly from {focus}'} ({test})"


def _test_words(rows: pl.DataFrame, evidence: Evidence, tests: int | None = None) -> str:
    """Return the test, its side, its adjustment and its level."""
    records = [METHODS[str(name)] for name in rows["method"].unique(maintain_order=True)]
    names = enumerated([record.prose or record.title for record in records])
    sides = ", ".join(rows["alternative"].cast(pl.String).drop_nulls().unique(maintain_order=True))
    count = rows.height if tests is None else tests
    simultaneous = all(record.simultaneous for record in records)
    over = evidence.options.family == "all" and tests is None
    total = sum(c.tested.height for c in evidence.comparisons if c.reason is None) if over else count
    holds = "for all pairs together" if simultaneous else f"{adjustment_name(evidence.options.adjust)} over"
    adjusted = holds if simultaneous else f"{holds} {counted(total, 'comparison')}" if total > 1 else ""
    level = f"α = {number(evidence.options.alpha)}"
    return ", ".join(filter(None, (names.removeprefix("the "), sides, adjusted, level)))


def _stacked(rows: Sequence[pl.DataFrame]) -> pl.DataFrame:
    return plain(pl.concat(rows, how="diagonal_relaxed")) if rows else pl.DataFrame()


def crossed(evidence: Evidence, layout: Layout, *, id: str = "results", caption: str = "") -> PaperTable:
    """Return the table of a paper.

    Examples
    --------
    >>> import benchreport as br
    >>> from benchreport.document.build import evidence_from
    >>> from benchreport.options import Options
    >>> _, evidence = evidence_from([br.read_scores(br.example("demsar2006_auc.csv"))], Options())
    >>> table = crossed(evidence, Layout(ranks=True)).table
    >>> [cell.text for cell in table.rows[-1]]
    ['mean rank', '3.14', '2.93', '2.00', '1.93']
    """
    check_layout(layout)
    crossing = Crossing(evidence=evidence, layout=_completed(layout, evidence))
    layout = crossing.layout
    across = "algorithm" in layout.columns
    heads = [*(Column(title=axis, align="left") for axis in layout.rows), *_heads(crossing)]
    body, rules = _body(crossing)
    foot = _foot(crossing) if crossing.ranked and across and not crossing.ranks_in_blocks else []
    return PaperTable(
        id=id,
        caption=(caption or _caption(crossing),),
        note=(_note(crossing),),
        columns=tuple(heads),
        entries=(*body, *foot),
        foot=len(foot),
        rules=tuple(rules),
        statistics=tuple(WORD.findall(crossing.cell)),
        tests=crossing.marks.rows,
        venue=evidence.options.venue,
    )


def _completed(layout: Layout, evidence: Evidence) -> Layout:
    """Return a layout with every axis that a reader needs; many columns of several metrics become rows instead."""
    rows, columns = list(layout.rows), list(layout.columns)
    if not columns:
        columns = ["dataset" if "algorithm" in rows and "dataset" not in rows else "algorithm"]
    if "algorithm" not in (*rows, *columns):
        raise OptionError("neither rows nor columns are algorithms", hint="rows='dataset', columns='algorithm'")
    if len(evidence.metrics) > 1 and "metric" not in (*rows, *columns):
        sizes = {"algorithm": len(evidence.algorithms), "dataset": len(evidence.datasets)}
        broad = len(evidence.metrics) * sizes.get(columns[-1], 1) > MOST_GROUPED
        (rows if broad and len(rows) == 1 and "algorithm" in columns else columns).insert(0, "metric")
    keys = {*rows, *columns}
    if "subset" in keys and not evidence.options.subsets:
        raise OptionError(
            "the table is crossed by subsets, and none is declared",
            hint="subsets={'images': ['mnist', 'cifar']}, or the name of a column",
        )
    parted = {"subset", "dataset"} <= keys and {"subset", "dataset"} & {*rows} and {"subset", "dataset"} & {*columns}
    if parted:
        raise OptionError(
            "subsets and their datasets stand on different sides", hint="put both into rows or both into columns"
        )
    complete = replace(layout, rows=tuple(rows), columns=tuple(columns))
    check_layout(complete)
    return complete


def _heads(crossing: Crossing) -> list[Column]:
    """Return the heads of the numbers; where algorithms are rows, mean ranks stand in columns of their own."""
    layout = crossing.layout
    outer = list(layout.columns[:-1])
    heads = []
    for key in crossing.headings(layout.columns):
        labels = [crossing.label(axis, name) for axis, name in zip(layout.columns, key, strict=True)]
        heads.append(Column(title=labels[-1], group=labels[0] if outer else "", named=True))
    if not crossing.ranked or "algorithm" in layout.columns:
        return heads
    if layout.columns == ("metric",):
        words = crossing.cell
        pairs = [(Column(title=words, group=head.title), Column(title=RANKS, group=head.title)) for head in heads]
        return [column for pair in pairs for column in pair]
    if outer == ["metric"]:
        runs = [list(run) for _, run in groupby(heads, key=lambda head: head.group)]
        return [column for run in runs for column in (*run, Column(title=RANKS, group=run[0].group))]
    names = [crossing.label("metric", name) for name in crossing.metrics]
    return [*heads, *(Column(title=RANKS, group=name if len(names) > 1 else "") for name in names)]


def _body(crossing: Crossing) -> tuple[list[tuple[Entry, ...]], list[int]]:
    layout = crossing.layout
    columns = crossing.headings(layout.columns)
    body: list[tuple[Entry, ...]] = []
    rules: list[int] = []
    before: Key = ()
    blocks = crossing.ranks_in_blocks
    nothing = Entry(cell=Cell(text=MISSING))
    for key in crossing.headings(layout.rows):
        cells = [crossing.entries.get((*key, *column), nothing) for column in columns]
        if all(entry is nothing for entry in cells):
            continue
        if len(key) > 1 and before and key[0] != before[0]:
            rules.append(len(body))
        labels = [
            "" if place == 0 and len(key) > 1 and before[:1] == key[:1] else crossing.label(axis, name)
            for place, (axis, name) in enumerate(zip(layout.rows, key, strict=True))
        ]
        if blocks and before and key[0] != before[0]:
            body.append(_ranks_of_block(crossing, before[0]))
            rules[-1] += 1
        names = [Entry(cell=Cell(text=text)) for text in labels]
        body.append((*names, *_with_ranks(crossing, key, cells)))
        before = key
    return body + ([_ranks_of_block(crossing, before[0])] if blocks and before else []), rules


def _ranks_of_block(crossing: Crossing, metric: str) -> tuple[Entry, ...]:
    """Return the mean ranks at the end of the rows of a metric."""
    nothing = Entry(cell=Cell(text=MISSING))
    ranks = [crossing.rank_entries.get((metric, name), nothing) for (name,) in crossing.headings(("algorithm",))]
    return (Entry(cell=Cell(text="")), Entry(cell=Cell(text=RANKS)), *ranks)


def _with_ranks(crossing: Crossing, key: Key, cells: list[Entry]) -> list[Entry]:
    """Return the entries of an algorithm's row with its mean ranks where their columns are."""
    layout = crossing.layout
    if not crossing.ranked or "algorithm" not in layout.rows:
        return cells
    name = key[layout.rows.index("algorithm")]
    nothing = Entry(cell=Cell(text=MISSING))

    def rank(metric: str) -> Entry:
        return crossing.rank_entries.get((metric, name), nothing)

    if layout.columns[0] != "metric":
        metrics = [key[layout.rows.index("metric")]] if "metric" in layout.rows else [*crossing.metrics]
        return [*cells, *map(rank, metrics)]
    columns = crossing.headings(layout.columns)
    entries: list[Entry] = []
    for metric, run in groupby(zip(columns, cells, strict=True), key=lambda pair: pair[0][0]):
        entries += [*(entry for _, entry in run), rank(metric)]
    return entries


def _foot(crossing: Crossing) -> list[tuple[Entry, ...]]:
    """Return the rows of mean ranks below a table whose columns are algorithms: one, or one for each metric."""
    layout = crossing.layout
    if set(layout.columns) - {"metric", "algorithm"}:
        raise OptionError(
            "mean ranks have no place in a table whose columns are subsets of the datasets",
            hint="rows='algorithm', or leave out ranks and the marks of a test over datasets",
        )
    nothing = Entry(cell=Cell(text=MISSING))
    columns = crossing.headings(layout.columns)
    metrics = [*crossing.metrics] if "metric" not in layout.columns else [""]
    rows = []
    for metric in metrics:
        keys = [dict(zip(layout.columns, column, strict=True)) for column in columns]
        title = f"{RANKS}, {metric}" if len(metrics) > 1 else RANKS
        names = [Entry(cell=Cell(text=title)), *[Entry(cell=Cell(text=""))] * (len(layout.rows) - 1)]
        ranks = [crossing.rank_entries.get((key.get("metric", metric), key["algorithm"]), nothing) for key in keys]
        rows.append((*names, *ranks))
    return rows


def _caption(crossing: Crossing) -> str:
    """Return what the table holds: whose results by what, and how many runs a cell rests on."""
    evidence, layout = crossing.evidence, crossing.layout
    names = enumerated([*crossing.metrics])
    datasets = counted(len(evidence.datasets), "dataset")
    on = evidence.datasets[0] if len(evidence.datasets) == 1 else datasets
    noun = evidence.noun if len(evidence.algorithms) == 1 else evidence.nouns
    what = f"{initial(names)} of {integer(len(evidence.algorithms))} {noun} on {on}."
    over = crossing.results["n"]
    least, most = int(smallest(over) or 0), int(largest(over) or 0)
    thing = "run" if layout.by_dataset else "dataset"
    words = WORD.sub(lambda word: STATISTICS[word[0]][0], layout.cell)
    if most == 1:
        return what
    return f"{what} Cells: {words} of {counted(most, thing, least)}."


def _note(crossing: Crossing) -> str:
    """Return what heads, bold numbers, marks, ranks and dashes mean."""
    evidence, layout = crossing.evidence, crossing.layout
    return " ".join(
        filter(
            None,
            (
                _directions(crossing),
                _emphasis_words(crossing),
                f"±: {SPREADS[kind_of(crossing.given)]} as given." if crossing.given else "",
                *crossing.marks.sentences,
                _rank_words(crossing) if crossing.ranked else "",
                _gap_words(crossing),
                "" if layout.by_dataset or not evidence.gaps["n_missing"].sum() else "Datasets with gaps are left out.",
            ),
        )
    )


def _directions(crossing: Crossing) -> str:
    ways = [metric.lower for metric in crossing.evidence.metrics]
    if "metric" not in crossing.layout.keys:
        unit = " In per cent." if PER_CENT in crossing.factors.values() else ""
        return f"{'Lower' if ways[0] else 'Higher'} is better.{unit}"
    words = {False: "↑ higher is better", True: "↓ lower is better"}
    return f"{'; '.join(words[way] for way in dict.fromkeys(ways))}."


def _emphasis_words(crossing: Crossing) -> str:
    layout = crossing.layout
    where = " of a dataset" if layout.by_dataset and len(crossing.evidence.datasets) > 1 else ""
    bold = f"Bold: best{where}, as printed." if layout.bold == "best" else ""
    return f"{bold} {'Underlined: second.' if layout.second else ''}".strip()


def _rank_words(crossing: Crossing) -> str:
    evidence = crossing.evidence
    sizes = {int(largest(evidence.ranks_of(metric)["n"]) or 0) for metric in evidence.metrics}
    over = counted(max(sizes), "dataset", min(sizes))
    effects = " by Skillings-Mack effects, because results are missing" if evidence.gappy else ""
    return f"{initial(RANKS)}: over {over}{effects}, 1 is best."


def _gap_words(crossing: Crossing) -> str:
    """Return which cells are empty or rest on fewer runs than others."""
    layout = crossing.layout
    if not layout.by_dataset:
        return ""
    expected = len(crossing.headings(layout.rows)) * len(crossing.headings(layout.columns))
    gaps = f"{MISSING}: no result." if len(crossing.entries) < expected else ""
    most = pl.col("n").max().over("metric", "dataset")
    fewer = crossing.results.with_columns(most=most).filter(pl.col("n") < pl.col("most")).sort("dataset", "algorithm")
    cells = [
        f"{algorithm} on {dataset} ({integer(int(n))} of {integer(int(most))})"
        for algorithm, dataset, n, most in fewer.select("algorithm", "dataset", "n", "most")
        .unique(["algorithm", "dataset"], maintain_order=True)
        .rows()
    ]
    if not cells:
        return gaps
    more = f" and {len(cells) - NAMED_CELLS} more cells" if len(cells) > NAMED_CELLS else ""
    named = ", ".join(cells[:NAMED_CELLS]) if more else enumerated(cells)
    return f"{gaps} Fewer runs: {named}{more}.".strip()
