"""What is true of predictions, computed again from the table by the textbook: errors, areas, losses, tests of pairs."""

from __future__ import annotations

from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

from tests.claims.facts import Facts
from tests.claims.verdict_rows import adjusted

# Measures of predicted classes, and whether less is better.
LOWER = {
    "error": True, "missed": True, "alarms": True, "auc": False, "quadratic_loss": True, "ece": True, "log_loss": True,
}  # fmt: skip


def own_predictions(facts: Facts, name: str, dataset: str) -> pl.DataFrame:
    """Return the rows of one algorithm on one dataset."""
    return facts.table.filter((pl.col("dataset") == dataset) & (pl.col("algorithm") == name))


def error_rate(facts: Facts, name: str, dataset: str) -> float:
    """Return the share of instances that an algorithm gets wrong."""
    mine = own_predictions(facts, name, dataset)
    if "actual" in mine.columns:
        return float(mine.filter(pl.col("actual") != pl.col("predicted"))["n"].sum() / mine["n"].sum())
    return float((mine["truth"] != mine["prediction"]).mean())


def n_errors(facts: Facts, name: str, dataset: str) -> int:
    """Return how many instances an algorithm gets wrong."""
    mine = own_predictions(facts, name, dataset)
    return int((mine["truth"] != mine["prediction"]).sum())


def folded(facts: Facts) -> bool:
    """Return whether there are several folds, so that a measure is pooled over them or averaged, and must say so."""
    return "fold" in facts.table.columns and facts.table["fold"].n_unique() > 1


def calibration_error(facts: Facts, name: str, dataset: str, measure: str) -> float:
    """Return the expected calibration error over the bins that the figure draws."""
    mine = own_predictions(facts, name, dataset)
    classes = sorted(mine["truth"].unique().to_list())
    if " for " in measure:
        label = measure.rpartition(" for ")[2]
        forecast = mine[f"prob_{label}"].to_numpy()
        event = (mine["truth"] == label).to_numpy()
    else:
        table = np.column_stack([mine[f"prob_{label}"].to_numpy() for label in classes])
        forecast = table.max(axis=1)
        event = np.array([classes[place] for place in table.argmax(axis=1)]) == mine["truth"].to_numpy()
    place = np.minimum((forecast * 10).astype(int), 9)
    error = 0.0
    for number in range(10):
        inside = place == number
        if inside.any():
            error += inside.sum() / len(forecast) * abs(forecast[inside].mean() - event[inside].mean())
    return float(error)


def missed_by(facts: Facts, dataset: str) -> dict[str, set[Any]]:
    """Return the instances that every algorithm gets wrong on a dataset."""
    table = facts.table.filter(pl.col("dataset") == dataset)
    missed = table.filter(pl.col("truth") != pl.col("prediction"))
    return {name: set(missed.filter(pl.col("algorithm") == name)["instance"]) for name in facts.algorithms}


def n_instances(facts: Facts, dataset: str) -> int:
    """Return how many instances a dataset has."""
    return int(facts.table.filter(pl.col("dataset") == dataset)["instance"].n_unique())


def sign_p(wins: int, losses: int) -> float:
    """Return the exact two-sided p-value of the sign test."""
    n, least = wins + losses, min(wins, losses)
    return min(1.0, 2 * sum(comb(n, k) for k in range(least + 1)) / 2**n) if n else 1.0


def auc(scores: list[float], positive: list[bool]) -> float:
    """Return the share of pairs of a positive and a negative that scores put in order, ties half."""
    high = [score for score, is_positive in zip(scores, positive, strict=True) if is_positive]
    low = [score for score, is_positive in zip(scores, positive, strict=True) if not is_positive]
    wins = sum((a > b) + 0.5 * (a == b) for a in high for b in low)
    return wins / (len(high) * len(low))


def largest_first(facts: Facts) -> list[str]:
    """Return the datasets by their number of instances, the largest first."""
    if "actual" in facts.table.columns:
        sums = facts.table.group_by("dataset", "algorithm").agg(pl.col("n").sum())
        sizes = dict(sums.group_by("dataset").agg(pl.col("n").max()).rows())
    else:
        sizes = {name: n_instances(facts, name) for name in facts.datasets}
    return sorted(sizes, key=lambda name: (-sizes[name], name))


def roots(facts: Facts, dataset: str) -> dict[str, float]:
    """Return the root mean squared error of every algorithm, folds pooled."""
    gaps = {name: residuals(facts, name, dataset) for name in facts.algorithms}
    return {name: float(np.sqrt((gap**2).mean())) for name, gap in gaps.items()}


def residuals(facts: Facts, name: str, dataset: str) -> np.ndarray:
    """Return the errors of predicted numbers, instance by instance."""
    mine = own_predictions(facts, name, dataset).sort("instance")
    return (mine["prediction"] - mine["truth"]).to_numpy()


def measured(facts: Facts, dataset: str) -> dict[str, dict[str, float]]:
    """Return every measure of predicted classes on a dataset, by algorithm."""
    found: dict[str, dict[str, float]] = {}
    for name in facts.algorithms:
        for measure, value in _measures(facts, name, dataset).items():
            found.setdefault(measure, {})[name] = value
    return found


def _measures(facts: Facts, name: str, dataset: str) -> dict[str, float]:
    mine, positive = own_predictions(facts, name, dataset), facts.options.get("positive")
    classes = sorted(mine["truth"].unique().to_list())
    truth, said = mine["truth"].to_numpy(), mine["prediction"].to_numpy()
    found = {"error": float((truth != said).mean())}
    if positive is not None:
        found["missed"] = float(((truth == positive) & (said != positive)).sum())
        found["alarms"] = float(((truth != positive) & (said == positive)).sum())
    chances = {label: mine[f"prob_{label}"].to_numpy() for label in classes}
    areas = []
    for one, other in combinations(classes, 2):
        both = (truth == one) | (truth == other)
        areas += [auc(list(chances[label][both]), list(truth[both] == label)) for label in (one, other)]
    found["auc"] = sum(areas) / len(areas)
    squares = sum((chances[label] - (truth == label)) ** 2 for label in classes)
    found["quadratic_loss"] = float(np.mean(squares))
    found["ece"] = calibration_error(facts, name, dataset, f" for {positive}" if positive is not None else "")
    own = np.array([chances[label][place] for place, label in enumerate(truth)])
    found["log_loss"] = float(-np.log(own).mean())
    found["confidence"] = float(np.max(list(chances.values()), axis=0).mean())
    return found


def delong(facts: Facts, dataset: str) -> tuple[dict[str, float], np.ndarray]:
    """Return the areas of the positive class and DeLong's covariance of them, algorithms in order of name."""
    label, areas, high, low = facts.options["positive"], {}, [], []
    for name in facts.algorithms:
        mine = own_predictions(facts, name, dataset).sort("instance")
        is_positive = (mine["truth"] == label).to_numpy()
        scores = mine[f"prob_{label}"].to_numpy()
        above = np.sign(scores[is_positive][:, None] - scores[~is_positive]) / 2 + 0.5
        areas[name] = float(above.mean())
        high.append(above.mean(axis=1))
        low.append(above.mean(axis=0))
    return areas, np.cov(high) / len(high[0]) + np.cov(low) / len(low[0])


def pairs_tested(facts: Facts, dataset: str, test: str) -> dict[tuple[str, str], tuple[float, str]]:
    """Return by pair the adjusted p-value of a test and the better of the two, within one dataset.

    The tests are "mcnemar" and "trained anew" of error rates, "delong" of areas and "squared" of squared errors; a
    test that cannot be made has the p-value 1 and counts.
    """
    base = facts.baseline
    pairs = [pair for pair in combinations(facts.algorithms, 2) if base is None or base in pair]
    found = [_tested(facts, dataset, test, a, b) for a, b in pairs]
    values = adjusted([p for p, _ in found], facts.adjustment)
    assert values is not None, f"no textbook has {facts.adjustment}"
    return {(a, b): (p, a if ahead > 0 else b) for (a, b), p, (_, ahead) in zip(pairs, values, found, strict=True)}


def _tested(facts: Facts, dataset: str, test: str, a: str, b: str) -> tuple[float, float]:
    """Return the p-value of a pair, and by how much the first is ahead."""
    if test == "mcnemar":
        wrong = missed_by(facts, dataset)
        only_a, only_b = len(wrong[a] - wrong[b]), len(wrong[b] - wrong[a])
        return sign_p(only_a, only_b), only_b - only_a
    if test == "delong":
        areas, spread = delong(facts, dataset)
        i, j = facts.algorithms.index(a), facts.algorithms.index(b)
        variance, ahead = spread[i, i] + spread[j, j] - 2 * spread[i, j], areas[a] - areas[b]
        return (float(2 * stats.norm.sf(abs(ahead) / sqrt(variance))) if variance > 1e-15 else 1.0), ahead
    if test == "squared":
        gaps = residuals(facts, b, dataset) ** 2 - residuals(facts, a, dataset) ** 2
        scale = 1 / len(gaps)
    else:
        rates = [_by_fold(facts, name, dataset) for name in (a, b)]
        gaps = rates[1] - rates[0]
        # The test set is one of so many folds, the others are the training set.
        scale = 1 / len(gaps) + 1 / (len(gaps) - 1)
    ahead, variance = float(gaps.mean()), float(gaps.var(ddof=1))
    if variance < 1e-15:
        return 1.0, ahead
    return float(2 * stats.t.sf(abs(ahead) / sqrt(variance * scale), len(gaps) - 1)), ahead


def _by_fold(facts: Facts, name: str, dataset: str) -> np.ndarray:
    mine = own_predictions(facts, name, dataset)
    rates = mine.group_by("fold").agg((pl.col("truth") != pl.col("prediction")).mean().alias("rate"))
    return rates.sort("fold")["rate"].to_numpy()


def beside(
    tested: dict[tuple[str, str], tuple[float, str]], focus: str, alpha: float
) -> tuple[list[str], list[str], list[str]]:
    """Return the algorithms that are worse than one, better, and not significantly different."""
    sides: tuple[list[str], list[str], list[str]] = ([], [], [])
    for pair, (p, better) in tested.items():
        if focus in pair:
            other = pair[1] if pair[0] == focus else pair[0]
            sides[2 if p > alpha else 0 if better == focus else 1].append(other)
    return sides
