"""The data that a page is explored by: every result and every verdict, as one compact block of JSON."""

from __future__ import annotations

import json
import math
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl

from benchreport.document.analyses.answer.several_datasets import standing_of
from benchreport.document.analyses.over_datasets import standings
from benchreport.document.analyses.posteriors import chances_of, ropes_of
from benchreport.document.evidence import NO_FILE, Evidence
from benchreport.document.evidence.comparison import Comparison
from benchreport.document.evidence.result_rows import plain
from benchreport.document.evidence.verdict_words import RANK_DIFFERENCE, turned
from benchreport.document.model.blocks import Text, spoken
from benchreport.document.sections.answer import answer_text
from benchreport.document.sections.tables import metric_grid
from benchreport.document.times import timed
from benchreport.figures.comparison.verdict_rows import decimals_of
from benchreport.records import dataclass
from benchreport.stats.answer.verdict_intervals import MEAN_DIFFERENCE, MEAN_RATIO, RATIOS, WIN_SHARE
from benchreport.version import __version__

FORMAT = 1
# Of more pairs than these by all metrics together only the values are given: the page would be too large.
MOST_PAIRS = 60_000
# What stands in the columns of verdicts, by their names in the block.
COLUMNS = {
    "q": "p_adjusted",
    "p": "p_value",
    "d": "estimate",
    "lo": "ci_low",
    "hi": "ci_high",
    "lo1": "single_low",
    "hi1": "single_high",
    "n": "n",
}
# What an estimate is; the others are differences of scores.
MEASURES: Mapping[str | None, str] = {**dict.fromkeys(RATIOS, "ratio"), WIN_SHARE: "share", RANK_DIFFERENCE: "ranks"}
OPEN = {"loOpen": "low_open", "hiOpen": "high_open"}
# Digits that outlast what a page prints.
DIGITS = 7
Block = dict[str, Any]


@dataclass(frozen=True)
class Explorer:
    """What a page is explored by; computed on first use, from the evidence that the report was written from."""

    evidence: Evidence

    @cached_property
    @timed("statistics")
    def block(self) -> Block | None:
        """The data of the page; None where no metric compares two algorithms on two datasets."""
        evidence = self.evidence
        metrics = [c for c in evidence.comparisons if c.reason is None]
        if not metrics:
            return None
        algorithms = [*metrics[0].algorithms, *sorted(set(evidence.algorithms) - set(metrics[0].algorithms))]
        datasets = list(evidence.datasets)
        k, reference = len(algorithms), evidence.options.reference
        groups, scores = evidence.families, plain(standings(evidence, complete=True))
        return {
            "format": FORMAT,
            "title": evidence.title,
            "noun": evidence.noun,
            "nouns": evidence.nouns,
            "version": __version__,
            "alpha": evidence.options.alpha,
            "source": evidence.options.source,
            "file": next((name for name, digest in evidence.provenance.sources.items() if digest != NO_FILE), None),
            "reader": _reader(evidence),
            "algorithms": algorithms,
            "datasets": datasets,
            "groups": groups
            and {
                name: [number for number, dataset in enumerate(datasets) if groups.get(dataset) == name]
                for name in dict.fromkeys(groups.values())
            },
            "shortened": [[label, name] for label, name in evidence.stands_for.items()],
            "reference": algorithms.index(reference) if reference in algorithms else None,
            "metrics": [
                _metric(
                    evidence,
                    c,
                    algorithms,
                    means=dict(scores.filter(pl.col("metric") == c.metric.name).select("algorithm", "mean").rows()),
                    pairs=k * (k - 1) // 2 * len(metrics) <= MOST_PAIRS,
                )
                for c in metrics
            ],
        }


def _reader(evidence: Evidence) -> str:
    """Return which function reads what the report was made from; of several files the first holds scores."""
    if len(evidence.provenance.sources) > 1:
        return "read_scores"
    return (
        "read_counts"
        if evidence.counts is not None
        else "read_predictions"
        if evidence.predictions is not None
        else "read_scores"
    )


def _metric(
    evidence: Evidence, c: Comparison, algorithms: Sequence[str], *, means: Mapping[str, float | None], pairs: bool
) -> Block:
    """Return the columns of one metric; in all of them algorithms and pairs have the same order."""
    grid = evidence.once(metric_grid, c.metric).values
    values = pl.DataFrame({"dataset": evidence.datasets}).join(grid, on="dataset", how="left", maintain_order="left")
    missing = [pl.lit(None, pl.Float64).alias(name) for name in algorithms if name not in values.columns]
    table = values.with_columns(missing).select(algorithms)
    ranks, places = (
        {row.pop("algorithm"): row for row in frame.with_columns(pl.col("algorithm").cast(pl.String)).to_dicts()}
        if frame.width
        else {}
        for frame in (c.ranks, c.places)
    )
    (estimand,) = c.tested["estimand"].drop_nulls().unique().to_list()[:1] or [None]
    standing = standing_of(c, evidence)
    return {
        "id": c.metric.slug,
        "name": c.metric.name,
        "better": "lower" if c.metric.lower else "higher",
        "measure": MEASURES.get(estimand, "difference"),
        "estimate": "mean" if estimand in (MEAN_DIFFERENCE, MEAN_RATIO) else "median",
        "decimals": decimals_of(c.tested) if c.tested.height else 3,
        "comparable": c.metric.comparable,
        "test": standing.test,
        "adjusted": standing.adjusted.strip(),
        "policy": c.policy,
        "values": _packed(table.to_numpy()),
        "mean": [_short(means.get(name)) for name in algorithms] if c.metric.comparable else None,
        "rank": [_short(ranks.get(name, {}).get("mean_rank")) for name in algorithms],
        "best": [ranks.get(name, {}).get("n_first") for name in algorithms],
        **{
            key: [places.get(name, {}).get(column) for name in algorithms] if c.places.height else None
            for key, column in (("place", "place"), ("low", "place_low"), ("high", "place_high"))
        },
        "pairs": _pairs(c.pairs, algorithms) if pairs and c.pairs["procedure"][0] != "none" else None,
        "own": _own(c, algorithms) if c.baseline is not None and c.undecided is None else None,
        "bayes": _bayes(evidence, c, algorithms) if pairs and c is evidence.comparisons[0] else None,
        "answer": _answer(evidence, c),
    }


def _bayes(evidence: Evidence, c: Comparison, algorithms: Sequence[str]) -> Block | None:
    """Return the posterior probabilities of the pairs that have some; None where none has."""
    chances = chances_of(evidence, c)
    pairs = [chances.get(pair) for pair in combinations(algorithms, 2)]
    return (
        {
            "rope": ropes_of(evidence)[c.metric.name],
            "better": [pair and _short(pair[0]) for pair in pairs],
            "same": [pair and _short(pair[1]) for pair in pairs],
        }
        if chances
        else None
    )


def _answer(evidence: Evidence, c: Comparison) -> Block:
    """Return the headline and the sentences of page one for one metric."""
    texts = [block for block in answer_text(evidence, c).blocks if isinstance(block, Text)]
    return {
        "headline": " ".join(spoken(block.words) for block in texts if block.kind == "headline"),
        "lead": [spoken(block.words) for block in texts if block.kind == "lead"],
    }


def _pairs(rows: pl.DataFrame, algorithms: Sequence[str]) -> Block:
    """Return the verdicts on all pairs, the upper triangle row by row; the better placed algorithm is the first."""
    number = {name: place for place, name in enumerate(algorithms)}
    order = pl.col("a", "b").cast(pl.String).replace_strict(number, return_dtype=pl.Int64)
    numbered = rows.with_columns(order.name.prefix("number_"))
    straight = turned(numbered, pl.col("number_a") > pl.col("number_b"))
    low, high = pl.min_horizontal("number_a", "number_b"), pl.max_horizontal("number_a", "number_b")
    k = len(algorithms)
    places = straight.select(low * k - low * (low + 1) // 2 + high - low - 1).to_series()
    columns: Block = {key: [None] * (k * (k - 1) // 2) for key in (*COLUMNS, *OPEN)}
    for key, values in _columns(straight).items():
        for place, value in zip(places, values, strict=True):
            columns[key][place] = value
    return columns


def _own(c: Comparison, algorithms: Sequence[str]) -> Block:
    """Return the comparisons with the declared reference, one per algorithm, turned so that this is the second."""
    straight = turned(c.tested, pl.col("a").cast(pl.String) == c.baseline)
    columns = _columns(straight)
    rows = {name: place for place, name in enumerate(straight["a"].cast(pl.String))}
    return {
        key: [None if name not in rows else values[rows[name]] for name in algorithms]
        for key, values in columns.items()
    }


def _columns(rows: pl.DataFrame) -> Mapping[str, list[Any]]:
    values = {key: [_short(value) for value in rows[column].to_list()] for key, column in COLUMNS.items()}
    return values | {key: [int(value or 0) for value in rows[column].to_list()] for key, column in OPEN.items()}


def _short(value: float | None) -> float | int | None:
    """Return a number with digits enough to be printed and compared; None where there is none."""
    if value is None or not math.isfinite(value):
        return None
    return value if isinstance(value, int) else float(f"{value:.{DIGITS}g}") + 0.0


def _packed(values: np.ndarray[Any, Any]) -> list[float | None] | str:
    """Return exact values, by dataset: as numbers, or where that is shorter as little-endian 64-bit floats."""
    flat = values.astype("<f8").ravel()
    plain = [None if math.isnan(value) else value for value in flat.tolist()]
    binary = b64encode(flat.tobytes()).decode()
    return plain if len(json.dumps(plain, separators=(",", ":"))) <= len(binary) else binary
