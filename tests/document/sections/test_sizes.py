"""Sizes of differences: what is near, the largest lead and the largest deficit, against the table itself."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from tests.document.sections.sections import figures, only, plain, prose, told

DEMO = br.read_scores(br.example("demsar2006_auc.csv"))


def made(k: int, n: int, *, metric: str = "accuracy", seed: int = 0, **declared: Any) -> pl.DataFrame:
    """Return results of which later algorithms are a little worse."""
    values = np.random.default_rng(seed).uniform(0.6, 0.9, (n, 1)) - 0.01 * np.arange(k)
    values = values + np.random.default_rng(seed + 1).normal(0, 0.02, (n, k))
    frame = pl.DataFrame({"dataset": [f"d{i:02}" for i in range(n)], **{f"A{j}": values[:, j] for j in range(k)}})
    return br.scores(frame, metric=metric, **declared)


def wide(scores: pl.DataFrame) -> dict[str, dict[str, float]]:
    """Return the results by algorithm and dataset."""
    rows = scores.select(pl.col("algorithm", "dataset").cast(pl.String), "value").rows()
    results: dict[str, dict[str, float]] = {}
    for algorithm, dataset, value in rows:
        results.setdefault(algorithm, {})[dataset] = value
    return results


def drawn(section: Any) -> list[str]:
    """Return the algorithms that the first figure compares the focus with."""
    return list(figures(section)["sorted-differences"].picture.numbers["b"].unique(maintain_order=True))


@pytest.mark.parametrize("reference", [None, "C4.5"])
def test_near_datasets_leads_and_deficits_are_those_of_the_table(reference: str | None) -> None:
    section = told(DEMO, "sizes", reference=reference)
    focus, results, others = reference or "C4.5+m+cf", wide(DEMO), drawn(section)
    apart = {(b, d): results[focus][d] - results[b][d] for b in others for d in results[focus]}
    near = [sum(abs(apart[b, d]) < 0.0100001 for d in results[focus]) for b in others]
    words = prose(section)
    counts = f"{others[0]} on {near[0]} of 14 datasets, of {others[1]} on {near[1]}"
    assert words.startswith(f"{focus} is within 0.01 of {counts}")
    best, worst = max(apart, key=lambda key: apart[key]), min(apart, key=lambda key: apart[key])
    match = re.search(r"three is (.+?) \((.+?) on (.+?)\), its largest deficit (.+?) \((.+?) on (.+?)\)\.", words)
    assert match is not None
    assert (float(match[1]), match[2], match[3]) == (pytest.approx(apart[best], rel=0.05), *best)
    assert (float(match[4]), match[5], match[6]) == (pytest.approx(-apart[worst], rel=0.05), *worst)


def test_lower_is_better_turns_leads_into_deficits() -> None:
    higher, lower = made(3, 12), made(3, 12, directions={"accuracy": "lower"})
    first, second = prose(told(higher, "sizes", reference="A0")), prose(told(lower, "sizes", reference="A0"))
    pattern = r"lead over any of the two is ([\d.]+).*deficit ([\d.]+)"
    up, down = re.search(pattern, first), re.search(pattern, second)
    assert up is not None
    assert down is not None
    assert up.groups() == down.groups()[::-1]


def test_metrics_with_units_have_factors_and_no_margin() -> None:
    scores = made(3, 12, metric="rmse")
    section = told(scores, "sizes")
    words, results = prose(section), wide(scores)
    focus = str(figures(section)["sorted-differences"].picture.numbers["a"][0])
    ratios = [results[focus][d] / results[b][d] for b in drawn(section) for d in results[focus]]
    match = re.search(r"is a factor of ([\d.]+) .*deficit a factor of ([\d.]+)", words)
    assert match is not None
    assert [float(text) for text in match.groups()] == [round(1 / min(ratios), 2), round(max(ratios), 2)]
    assert "within" not in words


def test_the_declared_region_is_the_margin() -> None:
    scores = made(3, 12)
    section = told(scores, "sizes", rope=0.03)
    focus = str(figures(section)["sorted-differences"].picture.numbers["a"][0])
    results, other = wide(scores), drawn(section)[0]
    near = sum(abs(results[focus][d] - results[other][d]) <= 0.03 for d in results[focus])
    assert f"within 0.03 of {other} on {near} of 12 datasets" in prose(section)


def test_who_is_never_behind_has_no_deficit() -> None:
    scores = made(3, 12)
    rows = scores.select(pl.col("algorithm", "dataset").cast(pl.String), accuracy="value")
    best = rows.group_by("dataset").agg(pl.col("accuracy").max() + 0.01).with_columns(algorithm=pl.lit("A9"))
    words = prose(told(br.scores(pl.concat([rows, best.select(rows.columns)])), "sizes"))
    assert "A9 is never behind; its largest lead over any of the three is" in words


def test_few_datasets_and_values_without_ratios_have_no_sizes() -> None:
    assert only(made(3, 4), "sizes") is None
    value = pl.when(pl.col("dataset") == "d03").then(0.0).otherwise("value")
    nought = made(3, 12, metric="rmse").with_columns(value=value)
    assert only(nought, "sizes") is None
    assert only(made(3, 1), "sizes") is None


def test_distances_are_drawn_where_not_all_algorithms_are_compared() -> None:
    assert "distances" not in figures(told(made(4, 12), "sizes"))
    assert "distances" in figures(told(made(5, 12), "sizes"))
    assert "distances" not in figures(told(made(5, 9), "sizes"))
    caption = plain(figures(told(made(5, 12), "sizes"))["distances"].caption)
    assert "share of the 12 datasets" in caption


def test_captions_say_whom_the_focus_is_compared_with() -> None:
    sections = {k: told(made(k, 30, seed=5), "sizes") for k in (2, 3, 4, 9)}
    captions = {k: plain(figures(section)["sorted-differences"].caption) for k, section in sections.items()}
    assert captions[2].startswith("A0 against A1, dataset by dataset; upwards A0 is better. ")
    assert captions[3].startswith("A0 against the other two, ")
    assert captions[4].startswith("A0 against the three others, ")
    assert re.match(r"A\d against .*(of the eight others|cannot be distinguished from it), ", captions[9])
    assert captions[9].endswith(" is better. Dashed line and band: estimate and interval.")
