"""The fixed list of analyses beside the deciding one, made again from the table by hand and by SciPy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from math import comb, log, log2

import numpy as np
import polars as pl
from scipy import stats

from benchreport.tables.complete import common_runs
from tests.claims.facts import MetricFacts, ranked, same_value, wilcoxon_p
from tests.claims.verdict_rows import adjusted, signed_ranks

Pair = frozenset[str]
Cells = Mapping[str, Mapping[str, float]]
# Which version of the table the list calls the report's own, by what was done about missing results.
OWN_GAPS = {"available": "pairs", "worst": "worst"}
# Sign patterns are enumerated for so many differences; of more, so many are drawn.
ENUMERATED, FLIPS = 14, 9_999


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """One analysis: what it is, and the winner (None: no verdict) of every pair on which it can come to a verdict."""

    test: str
    runs: str | None
    gaps: str | None
    winners: Mapping[Pair, str | None]


@dataclass(frozen=True, kw_only=True)
class Agreement:
    """One comparison: the report's own winner, what the analyses come to, and the datasets that decide the verdict."""

    pair: Pair
    better: str | None
    analyses: tuple[Analysis, ...]
    hangs_on: tuple[str, ...]

    @property
    def others(self) -> list[Analysis]:
        """The analyses that come to another verdict."""
        return [one for one in self.analyses if one.winners[self.pair] != self.better]

    @property
    def counts(self) -> tuple[int, int]:
        """In how many of how many analyses the verdict is the same."""
        return len(self.analyses) - len(self.others), len(self.analyses)

    @property
    def unanimous(self) -> bool:
        """Whether all analyses come to the same verdict."""
        return not self.others

    @property
    def names(self) -> tuple[str, str]:
        """The better of the two and the other, or both by name."""
        first, second = sorted(self.pair)
        return (second, first) if self.better == second else (first, second)


@lru_cache(maxsize=4)
def analyses_of(one: MetricFacts) -> tuple[Analysis, ...]:
    """Return all analyses of a metric in the order of the list, with those that can decide nothing."""
    return tuple(analysis for runs, gaps, cells in _versions(one) for analysis in _analyses(one, runs, gaps, cells))


@lru_cache(maxsize=4)
def rank_analyses_of(one: MetricFacts) -> tuple[Analysis, ...]:
    """Return the procedures on mean ranks, which stand apart."""
    return tuple(analysis for runs, gaps, cells in _versions(one) for analysis in _by_ranks(one, runs, gaps, cells))


@lru_cache(maxsize=4)
def agreements(one: MetricFacts) -> tuple[Agreement, ...]:
    """Return how every deciding comparison of the report fares, in no order."""
    own_gaps = OWN_GAPS.get(one.policy, "complete")
    own = next(cells for runs, gaps, cells in _versions(one) if runs in (None, "mean") and gaps in (None, own_gaps))
    deciding = _decided(one, own)
    datasets = sorted({dataset for values in own.values() for dataset in values})
    without = {left: _decided(one, _less(own, left)) for left in datasets} if _reaches_without_one(one, own) else {}
    found = []
    for row in one.tested.iter_rows(named=True):
        pair = frozenset((row["a"], row["b"]))
        significant = row["p_adjusted"] is not None and row["p_adjusted"] <= row["alpha"]
        better = row["better"] if significant else None
        # The report may be made with another test or adjustment than what the list leaves datasets out of.
        alike = deciding.get(pair) == better
        found.append(
            Agreement(
                pair=pair,
                better=better,
                analyses=tuple(analysis for analysis in analyses_of(one) if pair in analysis.winners),
                hangs_on=tuple(left for left in datasets if alike and without and without[left].get(pair) != better),
            )
        )
    return tuple(found)


def _less(cells: Cells, dataset: str) -> dict[str, dict[str, float]]:
    kept = {name: {key: value for key, value in own.items() if key != dataset} for name, own in cells.items()}
    return {name: own for name, own in kept.items() if own}


def _versions(one: MetricFacts) -> Iterator[tuple[str | None, str | None, Cells]]:
    """Yield the table as each analyst would prepare it: how runs are reduced, what is done about gaps, and the cells."""
    kept = pl.col("value").is_not_null() & pl.col("algorithm").cast(pl.String).is_in(one.algorithms)
    runs: dict[tuple[str, str], list[float]] = {}
    for name, dataset, value in (
        common_runs(one.scores)
        .scores.filter(kept)
        .select(pl.col("algorithm", "dataset").cast(pl.String), "value")
        .rows()
    ):
        runs.setdefault((name, dataset), []).append(value)
    datasets = sorted({dataset for _, dataset in runs})
    several = any(len(values) > 1 for values in runs.values())
    means = {cell: float(np.mean(values)) for cell, values in runs.items()}
    gaps: tuple[str | None, ...] = ("complete", "pairs", "worst")
    for gap in gaps if len(runs) < len(one.algorithms) * len(datasets) else (None,):
        for reduce in ("mean", "median") if several else ("mean",):
            cells = means if reduce == "mean" else {cell: float(np.median(values)) for cell, values in runs.items()}
            if gap == "worst":
                cells = cells | _last(one, means, datasets)
            whole = [d for d in datasets if all((name, d) in cells for name in one.algorithms)]
            chosen = datasets if gap == "pairs" else whole
            wide = {name: {d: cells[name, d] for d in chosen if (name, d) in cells} for name in one.algorithms}
            yield reduce if several else None, gap, wide


def _last(
    one: MetricFacts, means: Mapping[tuple[str, str], float], datasets: list[str]
) -> dict[tuple[str, str], float]:
    """Return for every missing cell the worst mean of its dataset, moved on by the range of the means."""
    found = {}
    for dataset in datasets:
        known = [means[name, dataset] for name in one.algorithms if (name, dataset) in means]
        low, high, size = min(known), max(known), max(map(abs, known))
        step = high - low if high - low > 1e-10 * size else max(size, 1.0)
        for name in one.algorithms:
            if (name, dataset) not in means:
                found[name, dataset] = high + step if one.lower else low - step
    return found


def _pairs(one: MetricFacts, cells: Cells) -> list[tuple[str, str]]:
    pairs = list(combinations(sorted(cells), 2))
    return [pair for pair in pairs if one.reference is None or one.reference in pair]


def _differences(one: MetricFacts, cells: Cells) -> dict[tuple[str, str], list[float]]:
    """Return the differences of every pair, or its log ratios, turned so that the first is ahead where positive."""
    found = {}
    for a, b in _pairs(one, cells):
        found[a, b] = []
        for dataset in sorted(cells[a].keys() & cells[b].keys()):
            x, y = cells[a][dataset], cells[b][dataset]
            apart = 0.0 if same_value(x, y) else log(x / y) if one.units else x - y
            found[a, b].append(round(-apart if one.lower else apart, 11))
    return found


def _wilcoxon(values: list[float]) -> tuple[float, float]:
    """Return the exact p-value and by how much the first is ahead."""
    return wilcoxon_p(values), sum(signed_ranks(values))


def _sign(values: list[float]) -> tuple[float, float]:
    wins, losses = sum(value > 0 for value in values), sum(value < 0 for value in values)
    n, least = wins + losses, min(wins, losses)
    return min(1.0, 2 * sum(comb(n, k) for k in range(least + 1)) / 2**n) if n else 1.0, wins - losses


def _t(values: list[float]) -> tuple[float | None, float]:
    if len(values) < 2 or np.std(values) < 1e-12:
        return None, float(np.mean(values))
    return float(stats.ttest_1samp(values, 0.0).pvalue), float(np.mean(values))


def _flips(values: list[float]) -> tuple[float | None, float]:
    """Return the share of sign patterns with as large a sum: of all, or of those that are drawn with seed 0."""
    n, d = len(values), np.array(values)
    if n <= ENUMERATED:
        signs = np.array(list(product((1, -1), repeat=n))).reshape(2**n, n)
    else:
        drawn = 1 - 2 * np.random.default_rng([0, n]).integers(0, 2, (FLIPS, n))
        signs = np.vstack([np.ones(n), drawn])
    return float((np.abs(signs @ d) >= abs(d.sum()) - 1e-12).mean()), float(np.mean(values))


TESTS = {
    "wilcoxon": "Wilcoxon",
    "kfold_paired_t": "paired t",
    "sign_test": "sign",
    "permutation_signflip": "sign flips of means",
}


def _analyses(one: MetricFacts, runs: str | None, gaps: str | None, cells: Cells) -> Iterator[Analysis]:
    """Yield the list of one version; a pair is left out of an analysis that cannot reach the level."""
    alpha, lists = one.facts.alpha, _differences(one, cells)
    n, m = max(map(len, lists.values()), default=0), len(lists)
    made = {"Wilcoxon": _wilcoxon, "paired t": _t, "sign": _sign, "sign flips of means": _flips}
    deciding = TESTS.get(one.facts.tests.get("pairs", "wilcoxon"))
    for test, tested in made.items():
        if test == deciding:
            continue
        found = {pair: tested(values) if values else (None, 0.0) for pair, values in lists.items()}
        # A comparison that cannot be tested still counts in the family.
        family = [1.0 if p is None else p for p, _ in found.values()]
        drawn = test == "sign flips of means" and n > ENUMERATED
        reach = 2.0 ** -int(log2(FLIPS)) if drawn else 2.0 ** (1 - n)
        able = n > 1 and (test == "paired t" or least(m, reach, one.facts.adjustment) <= alpha)
        values = adjusted(family, one.facts.adjustment) or []
        ahead = {
            frozenset(pair): _winner(pair, p, found[pair][1], alpha)
            for pair, p in zip(found, values, strict=True)
            if able and found[pair][0] is not None
        }
        yield Analysis(test=test, winners=ahead, runs=runs, gaps=gaps)


def least(m: int, p: float, adjustment: str) -> float:
    """Return the least adjusted p-value of m tests: that of all of them together."""
    return (adjusted([p] * m, adjustment) or [1.0])[0]


def _reaches_without_one(one: MetricFacts, cells: Cells) -> bool:
    """Return whether tests of one dataset less could decide on some pair."""
    lists = _differences(one, cells)
    n = max(map(len, lists.values()), default=0)
    if one.facts.tests.get("pairs") == "permutation_signflip":  # two draws may differ by as much as a dataset does
        return False
    if one.facts.tests.get("pairs") == "kfold_paired_t":  # no number of datasets bounds its p-values
        return n > 1
    return n > 1 and least(len(lists), 2.0 ** (2 - n), one.facts.adjustment) <= one.facts.alpha


def _by_ranks(one: MetricFacts, runs: str | None, gaps: str | None, cells: Cells) -> Iterator[Analysis]:
    """Yield the procedures on mean ranks of one version."""
    alpha, k = one.facts.alpha, len(cells)
    n = max(map(len, cells.values()), default=0)
    if one.reference is not None or gaps == "pairs" or k < 3:
        return
    version = {"runs": runs, "gaps": gaps}
    by_ranks = _mean_ranks(one, cells) if n > 1 else {}
    range_p = {pair: _nemenyi(apart, k, n) for pair, apart in by_ranks.items()}
    able = bool(by_ranks) and _nemenyi(k - 1, k, n) <= alpha
    winners = {frozenset(pair): _winner(pair, p, by_ranks[pair], alpha) for pair, p in range_p.items() if able}
    yield Analysis(test="Nemenyi", winners=winners, **version)
    normal_p = {pair: _normal(apart, k, n) for pair, apart in by_ranks.items()}
    able = bool(by_ranks) and _normal(k - 1, k, n) * comb(k, 2) <= alpha
    stepped = dict(zip(normal_p, shaffer(list(normal_p.values()), k), strict=True))
    winners = {frozenset(pair): _winner(pair, p, by_ranks[pair], alpha) for pair, p in stepped.items() if able}
    yield Analysis(test="mean ranks, Shaffer", winners=winners, **version)


def _winner(pair: tuple[str, str], p: float, ahead: float, alpha: float) -> str | None:
    if p > alpha or not ahead:
        return None
    return pair[0] if ahead > 0 else pair[1]


def _mean_ranks(one: MetricFacts, cells: Cells) -> dict[tuple[str, str], float]:
    """Return by how much the mean rank of the first of every pair is smaller, on complete datasets."""
    datasets = list(next(iter(cells.values())))
    by_dataset = [ranked({name: cells[name][d] for name in cells}, lower=one.lower) for d in datasets]
    means = {name: float(np.mean([ranks[name] for ranks in by_dataset])) for name in cells}
    return {(a, b): round(means[b] - means[a], 11) for a, b in combinations(sorted(cells), 2)}


def _nemenyi(apart: float, k: int, n: int) -> float:
    return float(stats.studentized_range.sf(abs(apart) / (k * (k + 1) / (12 * n)) ** 0.5, k, np.inf))


def _normal(apart: float, k: int, n: int) -> float:
    return 2 * float(stats.norm.sf(abs(apart) / (k * (k + 1) / (6 * n)) ** 0.5))


def shaffer(values: list[float], k: int) -> list[float]:
    """Return the p-values of all pairs of k algorithms, adjusted by Shaffer’s static procedure.

    With i pairs known to differ, as many others may be equal as the largest number of equal pairs allows that some
    partition of the algorithms into sets of equal ones has, and that is not larger than what is left.
    """
    possible = _equal_pairs(k)
    order = sorted(range(len(values)), key=lambda place: values[place])
    found, least = [0.0] * len(values), 0.0
    for done, place in enumerate(order):
        most = max(count for count in possible if count <= len(values) - done)
        least = max(least, min(1.0, most * values[place]))
        found[place] = least
    return found


@lru_cache
def _equal_pairs(k: int) -> frozenset[int]:
    if k < 2:
        return frozenset((0,))
    return frozenset(comb(size, 2) + rest for size in range(1, k + 1) for rest in _equal_pairs(k - size))


def _decided(one: MetricFacts, cells: Cells) -> dict[Pair, str | None]:
    """Return the winners by the deciding test of the report, adjusted as it asks for; none where it cannot decide."""
    alpha, lists = one.facts.alpha, _differences(one, cells)
    n, m = max(map(len, lists.values()), default=0), len(lists)
    test = one.facts.tests.get("pairs", "wilcoxon")
    made = {"wilcoxon": _wilcoxon, "sign_test": _sign, "kfold_paired_t": _t, "permutation_signflip": _flips}
    if test not in made or (test != "kfold_paired_t" and least(m, 2.0 ** (1 - n), one.facts.adjustment) > alpha):
        return dict.fromkeys(map(frozenset, lists))
    tested = {pair: made[test](values) if values else (None, 0.0) for pair, values in lists.items()}
    values = adjusted([1.0 if p is None else p for p, _ in tested.values()], one.facts.adjustment) or []
    pairs = zip(tested, values, strict=True)
    return {frozenset(pair): _winner(pair, p, tested[pair][1], alpha) for pair, p in pairs}
