"""The verdicts that sentences are compared with, computed again from the table: exact tests and adjustments by hand."""

from __future__ import annotations

from math import comb, log

import polars as pl

from tests.claims.facts import Facts, MetricFacts, same_value, wilcoxon_p
from tests.claims.parsers import Contradictions

METHODS = ("wilcoxon", "log_ratio", "sign_test")


def contradictions(facts: Facts) -> Contradictions:
    """Yield the rows whose p-value, winner or adjusted p-value is not what counting sign patterns gives."""
    families: list[list[MetricFacts]] = [[one] for one in facts.compared]
    if facts.options.get("family") == "all":
        families = [facts.compared]
    for family in families:
        if any(one.tested["method"][0] not in METHODS for one in family):
            continue
        own = []
        for one in family:
            for row in one.tested.to_dicts():
                p, better = _tested(one, row["a"], row["b"], row["method"])
                own.append(p)
                if abs(p - row["p_value"]) > 1e-9:
                    yield f"{row['a']} and {row['b']} by {one.name}: p is {p}, the row says {row['p_value']}"
                if p <= facts.alpha and better != row["better"]:
                    yield f"{row['a']} and {row['b']} by {one.name}: {better} is better, the row says {row['better']}"
        if len({one.reference is None for one in family}) > 1:
            continue
        said = [p for one in family for p in one.tested["p_adjusted"].to_list()]
        true = adjusted(own, facts.adjustment)
        if true is not None and any(abs(a - b) > 1e-9 for a, b in zip(true, said, strict=True)):
            yield f"adjusted p-values are {true}, the rows say {said}"


def _tested(one: MetricFacts, a: str, b: str, method: str) -> tuple[float, str | None]:
    """Return the exact two-sided p-value of a pair and the better of the two."""
    of = {
        name: dict(one.cells.filter(pl.col("algorithm") == name).select("dataset", "value").rows()) for name in (a, b)
    }
    gaps = []
    for dataset in of[a].keys() & of[b].keys():
        x, y = of[a][dataset], of[b][dataset]
        gap = 0.0 if same_value(x, y) else log(x / y) if method == "log_ratio" else x - y
        # Differences that are equal but for the rounding of their sums are ties.
        gaps.append(round(gap, 11))
    wins, losses = sum(gap > 0 for gap in gaps), sum(gap < 0 for gap in gaps)
    if method == "sign_test":
        n, least = wins + losses, min(wins, losses)
        p = min(1.0, 2 * sum(comb(n, k) for k in range(least + 1)) / 2**n) if n else 1.0
        ahead = wins > losses
    else:
        p = wilcoxon_p(gaps)
        ahead = sum(signed_ranks(gaps)) > 0
    return p, a if ahead != one.lower else b


def signed_ranks(gaps: list[float]) -> list[float]:
    sizes = sorted(abs(gap) for gap in gaps if gap)
    mean = {size: sizes.index(size) + (sizes.count(size) + 1) / 2 for size in set(sizes)}
    return [mean[abs(gap)] * (1 if gap > 0 else -1) for gap in gaps if gap]


def adjusted(values: list[float], adjustment: str) -> list[float] | None:
    """Adjust p-values by the textbook; None for adjustments that are not in this one."""
    m = len(values)
    order = sorted(range(m), key=lambda place: values[place])
    steps = [values[place] for place in order]
    if adjustment == "bonferroni":
        found = [min(1.0, m * p) for p in steps]
    elif adjustment == "sidak":
        found = [1 - (1 - p) ** m for p in steps]
    elif adjustment == "holm":
        found = _growing([min(1.0, (m - place) * p) for place, p in enumerate(steps)])
    elif adjustment == "finner":
        found = _growing([1 - (1 - p) ** (m / (place + 1)) for place, p in enumerate(steps)])
    elif adjustment in ("hochberg", "bh", "by"):
        harmonic = sum(1 / (place + 1) for place in range(m)) if adjustment == "by" else 1.0
        raw = [
            (m - place) * p if adjustment == "hochberg" else harmonic * m / (place + 1) * p
            for place, p in enumerate(steps)
        ]
        found = [min(1.0, p) for p in reversed(_shrinking(list(reversed(raw))))]
    elif adjustment == "hommel":
        found = _hommel(steps)
    else:
        return None
    back = [0.0] * m
    for place, p in zip(order, found, strict=True):
        back[place] = p
    return back


def _hommel(steps: list[float]) -> list[float]:
    """Return what closure of Simes' test gives: the largest p of the intersections that hold a hypothesis."""
    m = len(steps)
    found = [min(m * p / (place + 1) for place, p in enumerate(steps))] * m
    for size in range(m - 1, 0, -1):
        # Of the intersections of one size those with the largest other p-values decide.
        last = steps[m - size + 1 :]
        rest = min((size * p / (place + 2) for place, p in enumerate(last)), default=1.0)
        own = [min(size * p, rest) for p in steps[: m - size + 1]]
        own += [own[-1]] * (size - 1)
        found = [max(pair) for pair in zip(found, own, strict=True)]
    return [max(pair) for pair in zip(found, steps, strict=True)]


def _growing(values: list[float]) -> list[float]:
    return [max(values[: place + 1]) for place in range(len(values))]


def _shrinking(values: list[float]) -> list[float]:
    return [min(values[: place + 1]) for place in range(len(values))]
