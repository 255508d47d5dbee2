"""Data and design: what was measured, by which design, what is missing and what was done about it; every result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from benchreport.document.analyses.compared import (
    POLICY_WORDS,
    Compared,
    policy_rows,
    results_per_algorithm,
    settled,
    uneven_words,
)
from benchreport.document.analyses.sizes import sizes_of, span
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Metric
from benchreport.document.evidence.left_out import left_out_words
from benchreport.document.evidence.predictions import n_instances
from benchreport.document.evidence.result_rows import grouped, in_order
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, label
from benchreport.document.model.blocks import Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.naming import enumerated, initial, named, spelled
from benchreport.numerals import counted, fixed, integer, number
from benchreport.records import dataclass
from benchreport.tables.blocks import cells_of
from benchreport.tables.complete import missing_cells
from benchreport.tables.designs.doubtful import BASELINE_NAMES
from benchreport.tables.predictions import is_scored
from benchreport.tables.schema import SINGLE, UNDECLARED, normalised
from benchreport.tables.ties import tie_key

# Every value is drawn of so many datasets and algorithms at most; of more, the map of ranks.
DATASETS_DRAWN, ALGORITHMS_DRAWN = 25, 15
NAMED_UP_TO, LISTED_UP_TO = 4, 8
RATE_DECIMALS = 3
# What the runs of a cell are, by their design.
RUNS: Mapping[str, str] = {
    "holdout": "a single split",
    "kfold_cv": "{folds}-fold cross-validation",
    "repeated_cv": "{folds}-fold cross-validation, repeated {repeats} times",
    "cv52": "5 × 2 cross-validation",
    "loo_cv": "leave-one-out cross-validation",
    "repeated_holdout": "{runs} random splits into training and test set",
    "bootstrap_oob": "{runs} bootstrap samples, tested out of bag",
    "seeds": "{runs} random seeds",
    UNDECLARED: "{runs} runs",
    SINGLE: "one value per cell",
}
UNPAIRED = ("seeds", "holdout", SINGLE, UNDECLARED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """The runs behind a result: what they are, where; ``declared`` or not, ``several`` or one value per cell."""

    words: str
    where: str
    declared: bool
    several: bool
    split: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """The range of the scores, and how far the best and the worst are apart on the median dataset.

    ``opening`` says what it is over; ``factor`` is set where the scores have units: then they are apart by a factor.
    """

    opening: str
    metric: str
    low: str
    high: str
    apart: str
    factor: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """Results that are missing by some metrics: how many, who has how many, what was done and why."""

    by: str
    compared: Compared
    why: str
    coverage: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EveryRun:
    """What averaging every run changes, not only those that all algorithms have.

    Those that are first as averaged and with every run, how many tests of pairs come to another result, and the mean
    that ``moved`` most.
    """

    by: str
    leaders: str
    first: str
    several: bool
    changes: str
    moved: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Data:
    """What the template ``data`` prints.

    ``left_out`` names what was left out by choice, ``totals`` what is made of the other results. ``runs`` are the
    layouts of runs, undeclared ones first; ``read_off`` says that predictions show them. ``partial`` counts the cells
    with fewer runs than others, ``common`` names datasets on which only runs that all have are averaged, ``apart``
    those without such runs. ``absent`` are metrics without results of some algorithms, ``excluded`` those left out.
    """

    left_out: str
    totals: str
    algorithms: str
    datasets: str
    metrics: str
    results: str
    origin: str
    read_off: bool
    complete: bool
    several_datasets: bool
    runs: tuple[Runs, ...]
    spread: Spread | None
    instances: str
    baselines: str
    several_baselines: bool
    families: str
    partial: str
    common: str
    apart: str
    seeds: bool
    every_run: EveryRun | None
    missing: tuple[Missing, ...]
    filled: bool
    policies: Table | None
    absent: tuple[tuple[str, str], ...]
    excluded: tuple[tuple[str, str], ...]
    shortened: Mapping[str, str]
    figure: Figure | None


def data_section(evidence: Evidence) -> Section:
    """Return the section on the data: design, coverage, and every result at a glance."""
    k, n, metrics = len(evidence.algorithms), len(evidence.datasets), evidence.metrics
    baselines = [name for name in evidence.algorithms if normalised(name) in BASELINE_NAMES]
    lacking = missing_cells(evidence.scores)
    measured = evidence.scores.drop_nulls("value")
    partial = lacking.filter(pl.col("n_missing") < pl.col("n_runs")).select("algorithm", "dataset").n_unique()
    data = Data(
        left_out=left_out_words(evidence.options),
        totals=enumerated(evidence.provenance.totals),
        algorithms=f"{spelled(k)} {evidence.nouns if k > 1 else evidence.noun}",
        datasets=evidence.datasets[0] if n == 1 else f"{spelled(n)} datasets",
        metrics=_some([metric.name for metric in metrics], "metric"),
        results=counted(measured.height, "value" if evidence.repeated else "result"),
        origin=_origin(evidence),
        read_off=evidence.predictions is not None,
        complete=lacking.is_empty() and not evidence.alike.cut.height,
        several_datasets=n > 1,
        runs=_runs(evidence),
        spread=_spread(evidence, metrics[0], baselines),
        instances=span(sizes_of(evidence.scores)["n"]),
        baselines=enumerated(baselines),
        several_baselines=len(baselines) > 1,
        families="" if evidence.families is None else spelled(len(set(evidence.families.values()))),
        partial=counted(partial, "cell") if partial else "",
        common=uneven_words(evidence, evidence.alike.cut, sizes=True),
        apart=uneven_words(evidence, evidence.alike.apart, sizes=False),
        seeds=bool((evidence.design["design"].cast(pl.String) == "seeds").any()),
        every_run=_every_run(evidence),
        # Without another dataset there is nothing to decide about missing results.
        missing=_missing(evidence) if n > 1 else (),
        filled=evidence.filled,
        policies=_policies(evidence) if n > 1 else None,
        absent=tuple((metric, named(names, k, "or")) for metric, names in _absent(evidence, lacking).items()),
        excluded=evidence.excluded,
        shortened=evidence.stands_for,
        figure=_figure(evidence, metrics[0], baselines) if n > 1 else None,
    )
    return evidence.section("data", data)


def _origin(evidence: Evidence) -> str:
    """Return what the scores were computed from, where they were not given."""
    if evidence.counts is not None:
        return "confusion counts"
    if evidence.predictions is None:
        return ""
    return f"predictions of {counted(n_instances(evidence.predictions), 'instance')}"


def _runs(evidence: Evidence) -> tuple[Runs, ...]:
    """Return the layouts of the runs, with the datasets or metrics that have them where there are several."""
    keys = ["design", "n_repeats", "n_folds"]
    layouts = evidence.design.group_by(keys, maintain_order=True).agg(
        pl.col("datasets").list.explode(keep_nulls=False, empty_as_null=False).unique().sort(),
        pl.col("metric").cast(pl.String).unique(maintain_order=True),
    )
    several = layouts.height > 1
    rows = [_layout(row, evidence, several=several) for row in layouts.iter_rows(named=True)]
    return tuple(sorted(rows, key=lambda runs: runs.declared))


def _layout(row: Mapping[str, Any], evidence: Evidence, *, several: bool) -> Runs:
    design, repeats, folds = row["design"], row["n_repeats"], row["n_folds"]
    words = RUNS[design].format(repeats=spelled(repeats), folds=folds, runs=integer(repeats * folds))
    if evidence.predictions is not None and is_scored(evidence.predictions) and design == "seeds":
        words = f"{spelled(repeats * folds)} attempts at every item"
    where = ""
    if several and len(row["datasets"]) < len(evidence.datasets):
        where = f" on {_some(row['datasets'], 'dataset')}"
    elif several and len(row["metric"]) < len(evidence.metrics):
        where = f" by {_some(row['metric'], 'metric')}"
    return Runs(
        words=words,
        where=where,
        declared=design not in (UNDECLARED, SINGLE),
        several=repeats * folds > 1,
        split=design not in UNPAIRED,
    )


def _some(names: Sequence[str], noun: str) -> str:
    return enumerated(names) if len(names) <= NAMED_UP_TO else f"{spelled(len(names))} {noun}s"


def _spread(evidence: Evidence, metric: Metric, baselines: Sequence[str]) -> Spread | None:
    """Return how scores spread over the datasets and within one; None of fewer than two algorithms on a dataset."""
    cells = _without(cells_of(evidence.means_of(metric)).drop_nulls("value"), baselines)
    factor = metric.ratios
    low, high = (float(end) for end in cells.select(low=pl.col("value").min(), high=pl.col("value").max()).row(0))
    if low == high or (factor and low <= 0):
        return None
    value = pl.col("value")
    apart = value.max() / value.min() if factor else value.max() - value.min()
    by_dataset = cells.group_by("dataset").agg(apart=apart, middle=value.median(), n=pl.len()).filter(pl.col("n") > 1)
    if by_dataset.is_empty():
        return None
    typical, between = by_dataset.select(a=pl.col("apart").median(), b=pl.col("middle").std()).row(0)
    rate = high <= 1 and not factor
    ends = [fixed(end, RATE_DECIMALS) if rate else number(end, 3) for end in (low, high)]
    return Spread(
        opening=_opening(
            baselines, evidence.nouns if between is not None and between > typical and metric.comparable else ""
        ),
        metric=f"mean {metric.name}" if evidence.repeated else metric.name,
        low=ends[0],
        high=ends[1],
        apart=fixed(typical, RATE_DECIMALS) if rate else number(typical, 2),
        factor=factor,
    )


def _opening(baselines: Sequence[str], nouns: str) -> str:
    """Return what a range is over, and that datasets differ more than the ``nouns`` where there are any."""
    over = f"without {'them' if len(baselines) > 1 else 'it'}, " if baselines else "" if nouns else "over all results, "
    return f"Datasets differ more than {nouns}: {over}" if nouns else initial(over)


def _without(rows: pl.DataFrame, algorithms: Sequence[str]) -> pl.DataFrame:
    """Return rows without those of some algorithms, unless fewer than two others are left."""
    others = rows.filter(~pl.col("algorithm").cast(pl.String).is_in(list(algorithms)))
    return others if others["algorithm"].n_unique() > 1 else rows


def _every_run(evidence: Evidence) -> EveryRun | None:
    """Return what averaging every run changes by the first metric of which runs are left out."""
    cut = set(evidence.alike.cut["metric"].cast(pl.String))
    metric = next((metric for metric in evidence.metrics if metric.name in cut), None)
    if metric is None:
        return None
    every = replace(evidence, scores=evidence.scores.of_metrics(metric.name), metrics=(metric,), every_run=True)
    own, other = next(c for c in evidence.comparisons if c.metric == metric), every.comparisons[0]
    decided = [c.reason is None and c.undecided is None for c in (own, other)]
    pairs = [set(c.significant().select("a", "b").cast(pl.String).rows()) for c in (own, other) if all(decided)]
    keys = ["dataset", "algorithm"]
    means, of_all = (part.means_of(metric).results.select(*keys, "mean") for part in (evidence, every))
    both = means.join(of_all, on=keys, suffix="_of_all").with_columns(pl.col(keys).cast(pl.String))
    moved = (pl.col("mean_of_all") - pl.col("mean")).abs() / (1.0 if metric.comparable else pl.col("mean").abs())
    dataset, name, *ends = both.sort(moved.fill_nan(0.0), *keys, descending=[True, False, False]).row(0)
    rate = metric.comparable and max(ends) <= 1
    before, after = (fixed(end, RATE_DECIMALS) if rate else number(end, 3) for end in ends)
    changed = len(pairs[0] ^ pairs[1]) if pairs else -1
    tests = "test of a pair comes" if changed in (0, 1) else "tests of pairs come"
    return EveryRun(
        by=f" by {metric.name}" if len(evidence.metrics) > 1 else "",
        leaders=enumerated(own.best),
        first=enumerated(other.best),
        several=len(other.best) > 1,
        changes=f"{spelled(changed) if changed else 'no'} {tests} to another result" if pairs else "",
        moved=f"the mean of {name} on {dataset} changes most, from {before} to {after}" if before != after else "",
    )


def _missing(evidence: Evidence) -> tuple[Missing, ...]:
    """Return what is missing and what was done about it; metrics of which the same is true stand together."""
    metrics = {metric.name: metric for metric in evidence.metrics}
    rows = [
        (compared, why, _coverage(results_per_algorithm(evidence, metrics[compared.metric]), compared.datasets))
        for compared, why in settled(evidence)
    ]
    groups = grouped(rows, lambda row: (row[0].clause, row[1], row[2]))
    reasons = [why for _, why, _ in groups]
    return tuple(
        Missing(
            by=f"By {_some([row[0].metric for row in alike], 'metric')}, " if len(metrics) > 1 else "",
            compared=alike[0][0],
            why="" if why in reasons[place + 1 :] else why,
            coverage=coverage,
        )
        for place, ((_, why, coverage), alike) in enumerate(groups.items())
    )


def _absent(evidence: Evidence, lacking: pl.DataFrame) -> Mapping[str, Sequence[str]]:
    """Return the algorithms that have no result by a metric, of the metrics with such algorithms."""
    if len(evidence.datasets) > 1:
        return evidence.algorithms_lacking
    nowhere = lacking.filter(pl.col("n_missing") == pl.col("n_runs")).with_columns(pl.col("algorithm").cast(pl.String))
    names = dict(nowhere.group_by(pl.col("metric").cast(pl.String)).agg("algorithm").rows())
    absent = {metric.name: evidence.algorithms_lacking.get(metric.name, []) for metric in evidence.metrics}
    return {metric: sorted({*own, *names.get(metric, [])}) for metric, own in absent.items() if own or metric in names}


def _coverage(counts: Mapping[str, int], total: int) -> str:
    """Return who has results on how many datasets, as a sentence; those with the most come last.

    Examples
    --------
    >>> _coverage({"B": 20, "C": 20, "A": 25, "D": 26, "E": 26}, 26)
    'B and C have results on 20 of 26 datasets, A on 25, D and E on all'
    """
    sizes = grouped(counts.items(), lambda item: item[1])
    if list(sizes) == [total]:
        return ""
    words = []
    for place, (size, members) in enumerate(sizes.items()):
        names = [name for name, _ in members]
        rest = "the other " if place else ""
        listed = len(names) <= (LISTED_UP_TO if place < len(sizes) - 1 else NAMED_UP_TO)
        who = enumerated(names) if listed else f"{rest}{spelled(len(names))}"
        amount = "all" if size == total else integer(size)
        have = f" {'have' if len(names) > 1 else 'has'} results on {amount} of {total} datasets"
        opening = who if listed else f"{who[0].upper()}{who[1:]}"
        words.append(f"{who} on {amount}" if place else f"{opening}{have}")
    return ", ".join(words)


def _policies(evidence: Evidence) -> Table | None:
    """Return the outcomes by what is done about missing results, of the first metric that lacks some."""
    rows = policy_rows(evidence)
    if rows.is_empty():
        return None
    first = next(metric.name for metric in evidence.metrics if rows.filter(pl.col("metric") == metric.name).height)
    own = rows.filter(pl.col("metric") == first)
    facts = [name for name in own.columns if name not in ("policy", "remarks", "note")]
    alike = own.join(own.filter(pl.col("policy") == "deciding").select(facts), on=facts, how="semi", nulls_equal=True)
    same = alike.filter(pl.col("policy") == evidence.policies[first]).height
    if same:  # the policy of the report is one of the others, and stands once
        own = own.filter(pl.col("policy") != "deciding")
    decides = pl.col("policy") == (evidence.policies[first] if same else "deciding")
    words = pl.col("policy").replace_strict(POLICY_WORDS)
    marked = pl.when(decides & pl.lit(bool(same))).then(words + " (this report)").otherwise(words)
    # Policies that come to the same stand in one row.
    printed = (
        own.sort(~decides, maintain_order=True)
        .with_columns(policy=marked)
        .group_by(facts, maintain_order=True)
        .agg(pl.col("policy").str.join(", "))
    )
    columns = (
        label("policy"),
        column("datasets"),
        column("n_algorithms", evidence.nouns),
        label("leader"),
        column("n_verdicts", "all", group="significant differences"),
        column("n_lost", "lost", group="significant differences"),
        column("n_gained", "gained", group="significant differences"),
        column("n_reversed", "reversed", group="significant differences"),
    )
    more = rows["metric"].n_unique() > 1
    by = f" by {first}" if len(evidence.metrics) > 1 else ""
    return exhibits.table(
        "policies",
        f"The comparison{by} under other policies for missing results. Lost, gained, reversed: against this report.",
        printed,
        columns,
        twin=rows.drop("datasets"),
        rest="Further metrics are in" if more else "",
        wraps=True,
    )


def _figure(evidence: Evidence, metric: Metric, baselines: Sequence[str]) -> Figure | None:
    """Return the figure of every result by the first metric: values, or of many datasets or algorithms their ranks.

    Trivial baselines, far below the others, are left out of the values.
    """
    cells = _without(cells_of(evidence.means_of(metric)).drop_nulls("value"), baselines)
    datasets, k = cells["dataset"].n_unique(), cells["algorithm"].n_unique()
    drawable = not metric.ratios or cells.filter(pl.col("value") <= 0).is_empty()
    if k < 2:
        return None
    if datasets <= DATASETS_DRAWN and k <= ALGORITHMS_DRAWN and drawable:
        return _every_value(evidence, metric, cells)
    return _every_rank(evidence, metric)


def _every_value(evidence: Evidence, metric: Metric, cells: pl.DataFrame) -> Figure:
    what = "means" if evidence.repeated else "results"
    k = cells["algorithm"].n_unique()
    keyed = cells.select(pl.col("dataset").cast(pl.String), key=tie_key(pl.col("value"), "dataset"))
    spans = keyed.group_by("dataset").agg(distinct=pl.col("key").n_unique(), n=pl.len())
    equal = spans.filter((pl.col("distinct") == 1) & (pl.col("n") == k) & (k > 1)).sort("dataset")
    caption = f"All {integer(cells.height)} {what}. Better to the right."
    if 0 < equal.height <= NAMED_UP_TO:
        everyone = "both" if k == 2 else f"all {spelled(k)}"
        caption += f" On {enumerated(equal['dataset'].to_list())} {everyone} are equal."
    own = pl.col("algorithm").cast(pl.String).is_in(cells["algorithm"].cast(pl.String).unique().to_list())
    rest = evidence.means_of(metric).filter(~own)["algorithm"].cast(pl.String).unique().sort().to_list()
    caption += f" Without {enumerated(rest)}." if rest else ""
    return evidence.plotted(
        "all_results",
        evidence.means_of(metric).filter(own),
        id="every-result",
        caption=caption,
        width="page",
        ratio=metric.ratios,
    )


def _every_rank(evidence: Evidence, metric: Metric) -> Figure:
    from benchreport.figures.scores.overview import rank_map_data

    numbers = rank_map_data(evidence.means_of(metric))
    ranked = evidence.ranks_of(metric)["algorithm"].cast(pl.String).to_list()
    left_out = [name for name in numbers["algorithm"].unique().sort() if name not in ranked]
    order = [*ranked, *left_out]
    numbers = in_order(numbers, "algorithm", order).with_columns(order=pl.int_range(pl.len()))
    missing = " Crosses: no result; ranks are among those with one." if numbers["rank"].null_count() else ""
    last = " (those left out last)" if ranked and left_out else ""
    caption = (
        f"Rank of every {evidence.noun} on every dataset by {metric.name}, rows in the order of places{last}.{missing}"
    )
    return evidence.drawn("rank_map", numbers, id="every-result", caption=caption, width="page")


DATA = Part(id="data", make=data_section, record=Data)
