"""Parsers of the section on data and design: what was measured, what is missing and why it was settled so; all results."""

from __future__ import annotations

import platform
import re
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib.metadata import version
from itertools import combinations
from math import log
from typing import Any

import numpy as np
import polars as pl

import benchreport as br
from benchreport.document.model.blocks import Text
from tests.claims.alternatives import WAY
from tests.claims.answer import clause
from tests.claims.facts import Facts, MetricFacts, ranked, same_value
from tests.claims.parsers import Contradictions, claim, count, rounded, same
from tests.claims.sentences import NAME, SPELLED, Sentence, flat, split
from tests.claims.verdict_rows import adjusted

OTHER, CAPTION, ALTERNATIVE = "other", "caption", "alternative"
RUN = ("repeat", "fold")
PREDICTED = ("binary", "multiclass", "regression")
# So many datasets of equal results are named.
NAMED_UP_TO = 4
TENTHS = 9
PACKAGES = ("polars", "numpy", "scipy", "matplotlib", "jinja2", "weasyprint")
COUNT = rf"\d[\d,]*|(?:{'|'.join(SPELLED)})"


def _first(facts: Facts) -> MetricFacts:
    """Return the facts of the metric that all results are shown of."""
    return facts.of(facts.metrics[0])


def _run(scores: pl.DataFrame) -> pl.Expr:
    """Return what tells the runs of a dataset apart."""
    return pl.struct([name for name in RUN if name in scores.columns] or [pl.lit(0).alias("run")])


def _runs(results: MetricFacts) -> dict[str, dict[str, dict[str, float]]]:
    """Return the values of a metric by dataset, algorithm and run."""
    values: dict[str, dict[str, dict[str, float]]] = {}
    scores = results.scores.drop_nulls("value")
    keys = [pl.col("dataset", "algorithm").cast(pl.String), _run(scores).alias("run"), "value"]
    for dataset, algorithm, run, value in scores.select(*keys).rows():
        values.setdefault(dataset, {}).setdefault(algorithm, {})[str(run)] = value
    return values


def _n_runs(results: MetricFacts) -> dict[str, int]:
    """Return the number of runs that some algorithm has on each dataset, failed ones too."""
    rows = results.scores.group_by(pl.col("dataset").cast(pl.String)).agg(_run(results.scores).n_unique().alias("n"))
    return dict(rows.rows())


def _partial(results: MetricFacts) -> set[tuple[str, str]]:
    """Return the cells that have a value in some runs of their dataset only."""
    sizes = _n_runs(results)
    return {
        (dataset, name)
        for dataset, own in _runs(results).items()
        for name, runs in own.items()
        if len(runs) < sizes[dataset]
    }


def _cut(results: MetricFacts) -> dict[str, tuple[int, int]]:
    """Return the datasets on which some algorithm lacks runs, with the runs that all have and those that any has."""
    sizes = {}
    for dataset, own in _runs(results).items():
        everywhere = set.intersection(*(set(runs) for runs in own.values()))
        anywhere = set.union(*(set(runs) for runs in own.values()))
        if everywhere != anywhere:
            sizes[dataset] = (len(everywhere), len(anywhere))
    return sizes


def _repeated(facts: Facts) -> bool:
    return any(n > 1 for name in facts.metrics for n in _n_runs(facts.of(name)).values())


def _by_dataset(results: MetricFacts) -> dict[str, dict[str, float]]:
    """Return the means over runs by dataset and algorithm."""
    means: dict[str, dict[str, float]] = {}
    for dataset, algorithm, value in results.known.rows():
        means.setdefault(dataset, {})[algorithm] = value
    return means


# The table and its runs


@claim(
    r"The table compares {k:count} algorithms on (?:{n:count} datasets|{dataset:dataset}) by"
    r" (?:{m:count} metrics|{metrics:metrics}): {values:count} (?P<noun__rest>value|result)s?"
    r"(?P<whole__rest>, none missing)?(?: \({figure:link}\))?\.",
    OTHER,
)
def table_compares(facts, sentence, k, n, dataset, m, metrics, values, noun, whole, figure):
    yield from same("algorithms", k, len(facts.algorithms))
    yield from same("datasets", [dataset] if dataset else n, facts.datasets if dataset else len(facts.datasets))
    yield from same("metrics", tuple(metrics or ()) or m, tuple(facts.metrics) if metrics else len(facts.metrics))
    yield from same("values", values, facts.scores["value"].count())
    yield from same("noun", noun, "value" if _repeated(facts) else "result")
    every = [facts.of(name) for name in facts.metrics]
    lacking = any(results.n_missing or _partial(results) for results in every)
    yield from same("none missing", whole is not None, not lacking)
    if figure is not None:
        yield from same("figure of all results", figure[1:] in facts.figures, True)


@claim(r"The scores were computed from predictions of {n:count} instances?\.", OTHER)
def computed_from(facts, sentence, n):
    yield from same("predictions", facts.setting.kind in PREDICTED, True)
    yield from same("instances", n, facts.table.select("dataset", "instance").n_unique())


@claim(
    r"(?P<source__rest>Results come from|The test folds form) (?:{folds:count}-fold cross-validation"
    r"(?:, repeated {repeats:count} times)?|{n:count} random splits into training and test set)\.",
    OTHER,
)
def design(facts, sentence, source, n=None, folds=None, repeats=None):
    table = facts.table
    declared = table["design"][0] if "design" in table.columns else None
    numbered = "fold" in table.columns and "repeat" not in table.columns and table["fold"].n_unique() <= 10
    declared = declared or ("kfold_cv" if numbered else None)
    meant = {(False, False): "repeated_holdout", (True, False): "kfold_cv", (True, True): "repeated_cv"}
    yield from same("design", declared, meant[folds is not None, repeats is not None])
    yield from same("folds of predictions", "test folds" in source, facts.setting.kind in PREDICTED)
    for (dataset,), own in table.group_by("dataset"):
        printed = (folds or n, repeats or 1)
        yield from same(
            f"runs on {dataset}", printed, (own["fold"].n_unique(), own["repeat"].n_unique() if "repeat" in own else 1)
        )
        if "instance" in own and own.select("algorithm", "instance").is_duplicated().any():
            yield f"test folds of {dataset} overlap"


@claim(r"Some algorithms lack runs that others have \({n:count} cells?\)\.", OTHER)
def fewer_runs(facts, sentence, n):
    yield from same("cells", n, len(set().union(*(_partial(facts.of(name)) for name in facts.metrics))))


@claim(r"Only the runs that all algorithms of a dataset have are averaged: {rest:rest}\.", OTHER)
@claim(r"There only the runs that all algorithms have are averaged: {rest:rest}\.", OTHER)
@claim(
    r"No run is common to all on (?P<apart__rest>.+); there each score is a mean over all runs of its algorithm\.",
    OTHER,
)
def common_runs(facts, sentence, rest=None, apart=None):
    groups: dict[tuple[str, tuple[int, int]], list[str]] = {}
    for name in facts.metrics:
        for dataset, sizes in _cut(facts.of(name)).items():
            if (sizes[0] == 0) == (rest is None):
                groups.setdefault((dataset, sizes), []).append(name)
    true: dict[tuple[tuple[int, int], tuple[str, ...]], list[str]] = {}
    for (dataset, sizes), names in groups.items():
        by = () if len(names) == len(facts.metrics) else tuple(names)
        true.setdefault((sizes, by), []).append(dataset)
    printed = (rest or apart).split("; ")
    more = re.fullmatch(r"and (\w+) more", printed[-1])
    yield from same("groups", len(printed) - 1 + count(more[1]) if more else len(printed), len(true))
    expected = {(by, sizes if rest else None): names for (sizes, by), names in true.items()}
    for words in printed[: -1 if more else None]:
        match = re.fullmatch(r"(.+?)(?: by ([\w, ]+?))?(?: \((\d+) of (\d+) runs?\))?", words)
        by = tuple(re.split(r", | and ", match[2])) if match[2] else ()
        key = by, (int(match[3]), int(match[4])) if rest else None
        counted = re.fullmatch(r"(all )?([\w,]+) datasets", match[1])
        if key not in expected:
            yield f"no datasets with {key}"
        elif counted:
            yield from same("datasets", count(counted[2]), len(expected[key]))
            yield from same("all of them", counted[1] is not None, len(expected[key]) == len(facts.datasets))
        else:
            yield from same("datasets", sorted(facts.names.listed(match[1])), sorted(expected[key]))


@claim(
    r"With every run averaged instead, {first:names} (?:is|are) (?P<still__rest>still first|first instead of {old:names})"
    r"(?: by {metric:metric})?(?:, and {n:count} tests? of (?:a pair|pairs) comes? to another result)?"
    r"(?:; the mean of {name:name} on {dataset:dataset} changes most, from {before:number} to {after:number})?\.",
    OTHER,
)
def every_run(facts, sentence, first, still, old, metric, n, name, dataset, before, after):
    cut = [one for one in facts.metrics if any(common for common, _ in _cut(facts.of(one)).values())]
    results = facts.of(metric or cut[0])
    yield from same("metric", results.name, cut[0])
    yield from same("metric named", metric is not None, len(facts.metrics) > 1)
    yield from same("first as averaged", old or first, results.best)
    every = EveryRun(facts, results.name)
    yield from same("first with every run", first, every.best)
    yield from same("still first", still == "still first", every.best == results.best)
    if n is not None:
        changed = set(results.significant) ^ set(every.significant)
        yield from same("other results", n, len({frozenset(pair) for pair in changed}))
    if name is None:
        return
    moved = {
        (where, who): (value, results_of[who]) for where, own in _all_runs(results).items()
        for results_of in [_by_dataset(results)[where]] for who, value in own.items()
    }  # fmt: skip
    yield from rounded("before", before, moved[dataset, name][1])
    yield from rounded("after", after, moved[dataset, name][0])
    sizes = {cell: abs(new - now) / (abs(now) if results.units else 1.0) for cell, (new, now) in moved.items()}
    if sizes[dataset, name] < max(sizes.values()) - 1e-12:
        yield f"{max(sizes, key=lambda cell: sizes[cell])} changes more"


class EveryRun(MetricFacts):
    """The facts of a metric whose means are over all runs that an algorithm has."""

    @property
    def averaged(self) -> pl.DataFrame:
        """All scores."""
        return self.scores

    @cached_property
    def significant(self) -> dict[tuple[str, str], dict[str, Any]]:
        """The significant comparisons of this metric alone."""
        rows = br.verdicts(
            self.settled, control=self.reference, adjustment=self.facts.adjustment, alpha=self.facts.alpha,
            test=self.facts.tests.get("pairs", "wilcoxon"), missing="available",
        )  # fmt: skip
        rows = rows.with_columns(pl.col(pl.Categorical).cast(pl.String)).filter(pl.col("better").is_not_null())
        sure = rows.filter(pl.coalesce("p_adjusted", "p_value") <= pl.col("alpha"))
        return {(row["better"], row["b"] if row["better"] == row["a"] else row["a"]): row for row in sure.to_dicts()}


def _all_runs(results: MetricFacts) -> dict[str, dict[str, float]]:
    """Return the means over all runs by dataset and algorithm."""
    runs = _runs(results).items()
    return {dataset: {name: float(np.mean(list(own[name].values()))) for name in own} for dataset, own in runs}


# How results spread


@claim(
    r"(?P<opening__rest>Over all results, |Datasets differ more than algorithms: )(?P<mean__rest>mean )?{metric:metric} ranges from"
    r" {low:number} to {high:number}(?:, and the best and the worst differ by (?P<factor__rest>a factor of )?"
    r"{apart:number} on the median dataset)?\.",
    OTHER,
)
def spread(facts, sentence, opening, mean, metric, low, high, factor, apart):
    results = _first(facts)
    yield from same("metric", metric, results.name)
    yield from same(
        "means of runs",
        mean is not None,
        facts.scores.group_by("algorithm", "dataset", "metric").len()["len"].max() > 1,
    )
    values = results.known["value"]
    yield from rounded("least", low, values.min())
    yield from rounded("most", high, values.max())
    by_dataset = [list(own.values()) for own in _by_dataset(results).values() if len(own) > 1]
    yield from same("one dataset", apart is None, len(facts.datasets) == 1)
    if apart is None:
        return
    yield from same("by a factor", factor is not None, results.units)
    sizes = [max(own) / min(own) if results.units else max(own) - min(own) for own in by_dataset]
    typical = float(np.median(sizes))
    yield from rounded("best and worst", apart, typical)
    levels = [float(np.median(own)) for own in by_dataset]
    differ_more = not results.units and len(levels) > 1 and float(np.std(levels, ddof=1)) > typical
    yield from same("datasets differ more", opening.startswith("Datasets"), differ_more)


# What is missing, what was done about it and why


@claim(
    r"(?:In all|By {metrics:metrics}), (?P<rest__rest>\d[\d,]* of \d[\d,]* results? (?:is|are) missing; .+)\.", OTHER
)
def missing(facts, sentence, rest, metrics):
    if metrics is None:
        yield from same("metrics", 1, len(facts.metrics))
    unknown = set(metrics or ()) - set(facts.metrics)
    if unknown:
        yield f"no metrics {sorted(unknown)}"
        return
    for name in metrics or facts.metrics:
        yield from clause(facts.of(name), rest, facts)


def _subjects(facts: Facts, sentence: Sentence) -> list[MetricFacts]:
    """Return the metrics that a sentence on missing results is about: those of the clause before it, or all with gaps."""
    names: list[str] = []
    subjects: list[str] = []
    for block in facts.sections[sentence.section].blocks:
        for text in split(facts.names.masked(flat(block.words))) if isinstance(block, Text) else ():
            opening = re.match(r"By ([\w, ]+), \d[\d,]* of|In all, ", text)
            if opening:
                names = re.split(r", | and ", opening[1]) if opening[1] else facts.metrics
            if text == sentence.text:
                subjects += names
    gappy = [results for results in map(facts.of, facts.metrics) if results.n_missing]
    return [results for results in gappy if results.name in subjects] or gappy


MEMBERS = rf"{NAME}(?:(?:,| and) {NAME})*|(?i:the other )?(?i:{COUNT})"


@claim(
    rf"(?P<rest__rest>(?:{MEMBERS}) ha(?:s|ve) results on \d+ of (?P<total__count>\d+) datasets"
    rf"(?:, (?:{MEMBERS}) on (?:\d+|all))*)\.",
    OTHER,
)
def coverage(facts, sentence, rest, total):
    printed = re.findall(rf"({MEMBERS}) (?:ha(?:s|ve) results )?on (\d+|all)", rest)
    for results in _subjects(facts, sentence):
        yield from same("datasets", total, results.scores["dataset"].n_unique())
        sizes: dict[int, list[str]] = {}
        for name, n in sorted(results.known["algorithm"].value_counts().rows(), key=lambda row: row[1]):
            sizes.setdefault(n, []).append(name)
        yield from same("sizes", tuple(total if n == "all" else int(n) for _, n in printed), tuple(sizes))
        for (who, _), members in zip(printed, sizes.values(), strict=False):
            named = facts.names.listed(who)
            if named:
                yield from same("members", named, members)
            else:
                yield from same("members", count(who.lower().removeprefix("the other ")), len(members))


class Pattern:
    """The pattern of the gaps of a metric, and what tests of so few datasets can find."""

    def __init__(self, results: MetricFacts) -> None:
        self.alpha, self.reference = results.facts.alpha, results.facts.baseline
        self.of = {name: set(own["dataset"]) for (name,), own in results.known.group_by("algorithm")}
        self.n = results.known["dataset"].n_unique()
        self.complete = len(set.intersection(*self.of.values()))
        with_it = self.reference in self.of
        self.pairs = [pair for pair in combinations(self.of, 2) if not with_it or self.reference in pair]
        self.shared = [len(self.of[a] & self.of[b]) for a, b in self.pairs]
        self.needed = self.needed_by(len(self.of))

    def needed_by(self, k: int) -> int:
        """Return with how many datasets the least exact p-value, times the comparisons of k algorithms, can reject."""
        comparisons = k - 1 if self.reference in self.of else k * (k - 1) // 2
        return next(n for n in range(1, 100) if comparisons * 2.0 ** (1 - n) <= self.alpha)

    @property
    def undecidable(self) -> int:
        """How many comparisons cannot be significant even if all results are as clear as they can be."""
        return sum(p > self.alpha for p in adjusted([2.0 ** (1 - n) for n in self.shared], "holm") or ())

    @property
    def largest(self) -> int:
        """The cells of the largest complete part with half the algorithms and datasets enough for them; 0 if none."""
        cells = 0
        for k in range(max(2, (len(self.of) + 1) // 2), len(self.of) + 1):
            for members in combinations(self.of, k):
                if self.reference in self.of and self.reference not in members:
                    continue
                rows = len(set.intersection(*(self.of[name] for name in members)))
                if rows >= max(2, self.needed_by(k)):
                    cells = max(cells, k * rows)
        return cells


ONLY = r"(?:Only {complete:count}|None) of {n:count} datasets (?:is|are) complete, "


def _patterns(facts: Facts, sentence: Sentence) -> Iterator[tuple[MetricFacts, Pattern]]:
    return ((results, Pattern(results)) for results in _subjects(facts, sentence))


def _counts(pattern: Pattern, complete: int | None, n: int, needed: int | None) -> Contradictions:
    yield from same("complete datasets", complete or 0, pattern.complete)
    yield from same("datasets", n, pattern.n)
    if needed is not None:
        yield from same("needed", needed, pattern.needed)


@claim(
    r"These are at least {tenths:count} tenths of the datasets, and no fewer than the {needed:count} with which an"
    r" exact test of a pair can reject after Holm adjustment\.",
    OTHER,
)
def enough_complete(facts, sentence, tenths, needed):
    yield from same("tenths", tenths, TENTHS)
    for _, pattern in _patterns(facts, sentence):
        yield from same("needed", needed, pattern.needed)
        if 10 * pattern.complete < TENTHS * pattern.n or pattern.complete < needed:
            yield f"{pattern.complete} of {pattern.n} datasets are complete"


@claim(
    ONLY + r"but every pair shares at least the {needed:count} with which its exact test can reject after Holm"
    r" adjustment\.",
    OTHER,
)
def enough_shared(facts, sentence, complete, n, needed):
    for _, pattern in _patterns(facts, sentence):
        yield from _counts(pattern, complete, n, needed)
        if min(pattern.shared) < needed:
            yield f"some pair shares {min(pattern.shared)}"


@claim(
    ONLY
    + r"and some pairs share (?:only {least:count}|none), fewer than the {needed:count} with which an exact test can reject"
    r" after Holm adjustment; so the largest complete part of the table is compared\.",
    OTHER,
)
def largest_part(facts, sentence, complete, n, least, needed):
    for results, pattern in _patterns(facts, sentence):
        yield from _counts(pattern, complete, n, needed)
        yield from same("least shared", least or 0, min(pattern.shared))
        if (least or 0) >= needed:
            yield f"{least} are not fewer than {needed}"
        yield from same("cells of the largest part", len(results.algorithms) * len(results.datasets), pattern.largest)


@claim(ONLY + r"and no complete part of the table has enough datasets for its algorithms\.", OTHER)
def no_part(facts, sentence, complete, n):
    for _, pattern in _patterns(facts, sentence):
        yield from _counts(pattern, complete, n, None)
        yield from same("cells of a large complete part", 0, pattern.largest)


@claim(
    r"After Holm adjustment, {undecidable:count} of {all:count} comparisons cannot become significant by an exact test,"
    r" whatever their results\.",
    OTHER,
)
def undecidable(facts, sentence, undecidable, all):  # noqa: A002
    for _, pattern in _patterns(facts, sentence):
        yield from same("undecidable", undecidable, pattern.undecidable)
        yield from same("comparisons", all, len(pattern.pairs))


# Every result


@claim(r"All {n:count} (?P<noun__rest>means|results)\.", CAPTION)
def all_drawn(facts, sentence, n, noun):
    yield from same("results", n, _first(facts).known.height)
    yield from same("noun", noun, "means" if _repeated(facts) else "results")
    equal = _equal(_first(facts))
    printed = re.search(r" On .+ are equal\.", flat(sentence.figure.caption))
    yield from same("datasets of equal results", printed is not None, 0 < len(equal) <= NAMED_UP_TO)


def _equal(results: MetricFacts) -> list[str]:
    k = results.known["algorithm"].n_unique()
    cells = _by_dataset(results).items()
    return [name for name, own in cells if len(own) == k and same_value(min(own.values()), max(own.values()))]


@claim(r"On {datasets:datasets} (?:both|all {k:count}) are equal\.", CAPTION)
def equal(facts, sentence, datasets, k):
    results = _first(facts)
    yield from same("algorithms", k or 2, results.known["algorithm"].n_unique())
    yield from same("datasets of equal results", datasets, _equal(results))


@claim(
    rf"All {{cells:count}} results of {{metric:metric}} {WAY}: range and median of each of {{n:count}} datasets, and the"
    r" deviations of {k:count} algorithms from the median\.",
    ALTERNATIVE,
)
@claim(rf"Map of the ranks of {{k:count}} algorithms on {{n:count}} datasets by {{metric:metric}} {WAY}\.", ALTERNATIVE)
def all_results(facts, sentence, metric, way, n, k, cells=None):
    results = _first(facts)
    yield from same("metric", metric, results.name)
    yield from same("direction", way, "lower" if results.lower else "higher")
    yield from same("datasets", n, results.known["dataset"].n_unique())
    yield from same("algorithms", k, results.known["algorithm"].n_unique())
    if cells is not None:
        yield from same("results", cells, results.known.height)


def _medians(results: MetricFacts) -> dict[str, float]:
    return {dataset: float(np.median(list(own.values()))) for dataset, own in _by_dataset(results).items()}


@claim(r"The median is {high:number} on {best:dataset} and {low:number} on {worst:dataset}\.", ALTERNATIVE)
def median_of(facts, sentence, high, best, low, worst):
    results = _first(facts)
    medians = _medians(results)
    yield from rounded(f"median on {best}", high, medians[best])
    yield from rounded(f"median on {worst}", low, medians[worst])
    choices: tuple[tuple[str, Callable[..., float]], ...] = (
        (best, min if results.lower else max),
        (worst, max if results.lower else min),
    )
    for dataset, chosen in choices:
        if not same_value(medians[dataset], chosen(medians.values())):
            yield f"{dataset} is not at the end of the medians"


@claim(
    r"{name:name} deviates most, on {dataset:dataset}: {result:number} against a median of {middle:number}\.",
    ALTERNATIVE,
)
def deviates_most(facts, sentence, name, dataset, result, middle):
    results = _first(facts)
    medians, cells = _medians(results), _by_dataset(results)
    yield from rounded("result", result, cells[dataset].get(name))
    yield from rounded("median", middle, medians[dataset])
    far = {
        (place, who): abs(log(value / medians[place]) if results.units else value - medians[place])
        for place, own in cells.items()
        for who, value in own.items()
    }
    if far.get((dataset, name), 0.0) < max(far.values()) - 1e-12:
        yield f"{max(far, key=lambda cell: far[cell])} deviates more"


@claim(
    r"(?P<way__rest>From the best mean rank to the worst|Rows from the top): {names:names}(?: and {more:count} more)?\.",
    ALTERNATIVE,
)
def by_mean_rank(facts, sentence, way, names, more):
    results = _first(facts)
    yield from same("gaps", way.startswith("Rows"), results.n_missing > 0)
    everyone = results.known["algorithm"].unique().to_list()
    yield from same("algorithms", len(names) + (more or 0), len(everyone))
    # Those that are not compared come last, by name.
    places = {name: (round(results.mean_ranks.get(name) or np.inf, 9), name) for name in everyone}
    yield from same("order", tuple(names), tuple(sorted(everyone, key=lambda name: places[name])[: len(names)]))


@claim(r"Best most often, on {n:count} datasets?: {names:names}(?: and {more:count} more)?\.", ALTERNATIVE)
def best_most_often(facts, sentence, n, names, more):
    results = _first(facts)
    wins = dict.fromkeys(results.known["algorithm"].unique(), 0)
    for own in _by_dataset(results).values():
        places = ranked(own, lower=results.lower)
        for name in places:
            wins[name] += places[name] == min(places.values())
    true = [name for name, count in wins.items() if count == max(wins.values())]
    yield from same("datasets", n, max(wins.values()))
    yield from same("how many", len(names) + (more or 0), len(true))
    yield from same("best most often and not so", sorted(set(names) - set(true)), [])


@claim(r"{n:count} results? missing\.", ALTERNATIVE)
def crosses(facts, sentence, n):
    yield from same("missing", n, _first(facts).n_missing)


# Reasons and references


@claim(r"It is paired, since both predicted the same instances ?\.", OTHER)
def same_instances(facts, sentence):
    if facts.setting.kind not in PREDICTED:
        yield "there are no predictions"
        return
    for (dataset,), own in facts.table.group_by("dataset"):
        sets = {frozenset(part["instance"]) for part in own.partition_by("algorithm")}
        yield from same(f"sets of instances on {dataset}", len(sets), 1)


@claim(r"The input was a table in memory\. {software:rest}; seed {seed:count}\.", OTHER)
def provenance(facts, sentence, software, seed):
    yield from same("seed", seed, facts.options.get("seed", 0))
    printed = dict(part.rsplit(" ", 1) for part in software.split(", "))
    true = {name: version(name) for name in PACKAGES}
    true |= {"benchreport": br.__version__, "Python": platform.python_version()}
    yield from same("software", printed, true)
