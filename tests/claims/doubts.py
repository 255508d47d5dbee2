"""Parsers of what page one says of doubtful data: gaps not at random, unequal runs, and results that look wrong."""

from __future__ import annotations

import re
from itertools import combinations
from math import gcd

import numpy as np
from scipy.stats import mannwhitneyu

from tests.claims.answer import ANSWER
from tests.claims.facts import Facts, MetricFacts, same_value
from tests.claims.parsers import Contradictions, claim, p_agrees, rounded, same
from tests.claims.standard_data import _by_dataset, _first, _n_runs, _partial, _runs

Values = dict[str, dict[tuple[str, str], float]]


def _values(results: MetricFacts) -> Values:
    """Return the values of a metric by algorithm, then by dataset and run."""
    values: Values = {}
    for dataset, own in _runs(results).items():
        for name, runs in own.items():
            values.setdefault(name, {}).update({(dataset, run): value for run, value in runs.items()})
    return values


@claim(
    r"{names:names} agree to the last digit in {metric:metric} on all {n:count} (?P<what__rest>datasets|runs)"
    r"(?P<theirs__rest> that they have)?(?P<more__rest>; so do .+)?\.",
    ANSWER,
)
def identical(facts: Facts, _, names, metric, n, what, theirs, more) -> Contradictions:
    values = _values(facts.of(metric))
    alike = sorted(name for name in values if values[name] == values[names[0]])
    yield from same("algorithms", sorted(names), alike)
    datasets = {dataset for dataset, _ in values[names[0]]}
    yield from same("how many", n, len(datasets if what == "datasets" else values[names[0]]))
    yield from same("all that there are", theirs is None or what == "runs", len(datasets) == len(facts.datasets))
    others = [name for name in values if name not in alike]
    yield from same("more", more is not None, any(values[a] == values[b] for a, b in combinations(others, 2)))


def _divergent(results: MetricFacts) -> list[tuple[float, str, str, float, float]]:
    found = []
    for dataset, own in _runs(results).items():
        middle = float(np.median([value for runs in own.values() for value in runs.values()]))
        cells = [(value, name) for name, runs in own.items() for value in runs.values()]
        far = [(value, name) for value, name in cells if middle > 0 and value >= 1000 * middle]
        found += [(value / middle, name, dataset, value, middle) for value, name in far]
    return sorted(found, reverse=True)


@claim(
    r"{name:name} has {metric:metric} {value:number} on {dataset:dataset}, {times:number} times the median of this"
    r" dataset \({middle:number}\)(?P<mean__rest>; the mean over its runs rests on it)?\.",
    ANSWER,
)
def divergent(facts, _, name, metric, value, dataset, times, middle, mean=None):
    runs = list(_runs(facts.of(metric))[dataset][name].values())
    yield from same("rests on it", mean is not None, len(runs) > 1 and max(runs) > sum(runs) / 2)
    found = _divergent(facts.of(metric))
    yield from same("the most divergent", (name, dataset), found[0][1:3] if found else None)
    yield from rounded("value", value, found[0][3])
    yield from rounded("times", times, found[0][0])
    yield from rounded("median", middle, found[0][4])


@claim(
    r"{n:count} more (?:results? (?:is|are)|runs? (?:is|are)) at least 1,000 times the median of (?:its|their) datasets?\.",
    ANSWER,
)
def more_divergent(facts, _, n):
    counts = [len(_divergent(facts.of(name))) - 1 for name in facts.metrics if name != "runtime"]
    yield from same("more", n, next(number for number in counts if number >= 0))


@claim(
    r"All values of {metric:metric} are multiples of {step:number}; {share:number}.% of the pairs of results are tied\.",
    ANSWER,
)
def coarse(facts, _, metric, step, share):
    results = facts.of(metric)
    values = _values(results)
    every = {round(value * 1e6) for own in values.values() for value in own.values()}
    yield from same("step", f"{float(step):g}", f"{gcd(*every) / 1e6:g}")
    # Algorithms equal in so few or so alike values as may agree by chance are not one algorithm.
    varied = {name for name, own in values.items() if len(own) >= 6 and len(set(own.values())) >= 3}
    names = sorted(values)
    twins = {b for a, b in combinations(names, 2) if a in varied and values[a] == values[b]}
    unique = [name for name in names if name not in twins]
    pairs = [
        same_value(own[a], own[b])
        for own in _by_dataset(results).values()
        for a, b in combinations(unique, 2)
        if a in own and b in own
    ]
    yield from rounded("share", share, 100 * float(np.mean(pairs)))
    if np.mean(pairs) < 0.5:
        yield f"only {np.mean(pairs)} are tied"


def _unlike(results: MetricFacts) -> dict[str, tuple[float, float, float]]:
    """Return of every algorithm with gaps the medians of the others there and elsewhere, and the p-value after Holm."""
    cells, tests = _by_dataset(results), {}
    for name in results.known["algorithm"].unique():
        means = {d: np.mean([v for a, v in own.items() if a != name]) for d, own in cells.items() if set(own) - {name}}
        there = [mean for d, mean in means.items() if name not in cells[d]]
        elsewhere = [mean for d, mean in means.items() if name in cells[d]]
        if there and elsewhere:
            p = mannwhitneyu(there, elsewhere, method="exact").pvalue
            tests[name] = float(np.median(there)), float(np.median(elsewhere)), float(p)
    adjusted, largest = {}, 0.0
    for place, name in enumerate(sorted(tests, key=lambda name: tests[name][2])):
        largest = max(largest, min(1.0, (len(tests) - place) * tests[name][2]))
        adjusted[name] = (*tests[name][:2], largest)
    return adjusted


@claim(
    r"{name:name} lacks results on datasets that (?:the others find|{other:name} finds) (?P<word__rest>harder|easier)"
    r" \(median {metric:metric} {there:number}, elsewhere {elsewhere:number}; rank-sum test,(?P<holm__rest> Holm-adjusted)?"
    r" p {p:p}\)(?P<more__rest>; .+)?\.",
    ANSWER,
)
def not_at_random(facts, _, name, other, word, metric, there, elsewhere, holm, p, more):
    results = facts.of(metric)
    unlike = _unlike(results)
    low, high, true = unlike[name]
    yield from rounded("there", there, low)
    yield from rounded("elsewhere", elsewhere, high)
    yield from same("Holm", holm is not None, len(unlike) > 1)
    yield from same("harder", word == "harder", (low < high) != results.lower)
    if not p_agrees(p, true) or true > facts.alpha:
        yield f"p: says {p}, is {true}"
    yield from same("the other algorithm", other is not None, len(facts.algorithms) == 2)
    named = facts.names.listed(more or "")
    if not re.search(r"\w+ algorithms", more or ""):
        yield from same("others", sorted(named), sorted(a for a in unlike if a != name and unlike[a][2] <= facts.alpha))


@claim(
    r"{names:names} ha(?:s|ve) {low:count}(?: to {high:count})? of {total:count} runs on"
    r" (?:(?P<every__rest>all )?{n:count} datasets|{dataset:dataset})(?P<cut__rest>, and only the runs that all have are averaged)?\.",
    ANSWER,
)
def unequal_runs(facts, _, names, low, high, total, every, n, dataset, cut):
    results = _first(facts)
    runs, sizes, partial = _runs(results), _n_runs(results), _partial(results)
    yield from same("algorithms", sorted(names), sorted({name for _, name in partial}))
    places = sorted({place for place, _ in partial})
    yield from same("datasets", n or [dataset], len(places) if n else places)
    yield from same("all", every is not None, n is not None and len(places) == len(facts.datasets))
    counts = [len(runs[place][name]) for place, name in partial]
    yield from same("runs", (low, high or low), (min(counts), max(counts)))
    yield from same("of", total, max(sizes[place] for place in places))
    own = [set.intersection(*(set(one) for one in runs[place].values())) for place in places]
    yield from same("averaged", cut is not None, any(own))
