"""Patterns of errors over the classes, per fold: corrected MANOVA, its directions, Hotelling's tests of pairs."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import polars as pl

from benchreport.document.analyses.joint_metrics import error_counts
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.predictions import positives_of
from benchreport.document.evidence.result_rows import ResultRow, adjusted, first_row, plain, result_row
from benchreport.document.evidence.runs import Runs, several_runs, without_gaps
from benchreport.document.evidence.within import ALL_PAIRS_UP_TO
from benchreport.records import dataclass
from benchreport.stats.several_metrics.t2_tests import hotelling
from benchreport.stats.several_metrics.variance_of_vectors import manova, manova_directions
from benchreport.tables.designs.design import design
from benchreport.tables.schema import RUN_KEYS

TWO = 2
Direction = Literal["", "number", "balance"]


@dataclass(frozen=True, kw_only=True)
class Pattern:
    """The errors of one dataset as vectors over the classes: the ``scores`` of every fold and what tests say of them.

    ``decisive`` is the corrected test of all algorithms together, Hotelling's of two; ``uncorrected`` is without the
    allowance for overlapping training sets. ``share`` is that of the first direction, and ``direction`` says what it
    is: both kinds of errors growing together, or one at the cost of the other. ``pairs`` are Hotelling tests of two
    algorithms, adjusted over the dataset; they need more folds than classes.
    """

    dataset: str
    scores: pl.DataFrame
    classes: int
    folds: int
    positive: str | None
    decisive: ResultRow | None
    uncorrected: ResultRow | None
    share: float | None
    direction: Direction
    pairs: pl.DataFrame | None

    @property
    def two_classes(self) -> bool:
        """Whether the errors are of two kinds."""
        return self.classes == TWO

    @property
    def crowded(self) -> bool:
        """Whether there are too few folds for tests of pairs."""
        return self.folds <= self.classes

    @cached_property
    def errors(self) -> dict[str, float | None]:
        """The number of errors of every algorithm, the fewest first, equal ones by name."""
        sums = self.scores.group_by(pl.col("algorithm").cast(pl.String)).agg(pl.col("value").sum())
        return dict(sums.sort("value", "algorithm").rows())


@dataclass(frozen=True, kw_only=True)
class Patterns:
    """The patterns of errors of all datasets; ``rows`` are the decisive tests, adjusted over the datasets."""

    every: tuple[Pattern, ...]
    rows: pl.DataFrame
    two: bool


def error_patterns(evidence: Evidence) -> Patterns | None:
    """Return the patterns of errors of confusion counts with several folds; None where there are none."""
    if evidence.counts is None:
        return None
    options = evidence.options
    scores = error_counts(evidence, evidence.counts)
    several = several_runs(scores, design(scores))
    if several is None:
        return None
    runs = without_gaps(several, policy=options.missing, together=True)
    sizes = runs.scores.group_by("dataset").agg(
        classes=pl.col("metric").n_unique(), algorithms=pl.col("algorithm").n_unique()
    )
    fit = sizes.filter((pl.col("classes") >= TWO) & (pl.col("algorithms") >= TWO)).get_column("dataset")
    datasets = fit.cast(pl.String).sort().to_list()
    positives = positives_of(evidence, evidence.counts)
    every = [_pattern(evidence, runs, name, positives.get(name)) for name in datasets]
    tested = [pattern for pattern, _ in every if pattern.decisive is not None]
    if not every or not tested:
        return None
    rows = pl.concat([row for _, row in every if row is not None])
    return Patterns(
        every=tuple(pattern for pattern, _ in every),
        rows=adjusted(rows, options, family=[]),
        two=len(evidence.algorithms) == TWO,
    )


def _pattern(evidence: Evidence, runs: Runs, dataset: str, positive: str | None) -> tuple[Pattern, pl.DataFrame | None]:
    options = evidence.options
    scores = runs.scores.filter(pl.col("dataset").cast(pl.String) == dataset)
    seeded = bool((runs.seeded.get_column("dataset").cast(pl.String) == dataset).any())
    keys = [name for name in RUN_KEYS if name in scores.columns]
    folds, classes = scores.select(keys).n_unique(), scores.get_column("metric").n_unique()
    k = scores.get_column("algorithm").n_unique()
    corrected: Literal["corrected", "unpaired"] = "unpaired" if seeded else "corrected"
    paired: Literal["paired", "unpaired"] = "unpaired" if seeded else "paired"
    pairs = None
    if folds > classes and (options.reference is not None or k <= ALL_PAIRS_UP_TO):
        pairs = _pairs(evidence, scores, corrected)
    share: float | None = None
    direction: Direction = ""
    if k == TWO:
        decisive = plain(hotelling(scores, variant=corrected, alpha=options.alpha)) if folds > classes else None
        uncorrected = plain(hotelling(scores, variant=paired, alpha=options.alpha)) if folds > classes else None
    else:
        forms: tuple[Literal["corrected", "oneway"], Literal["blocked", "oneway"]] = (
            ("oneway", "oneway") if seeded else ("corrected", "blocked")
        )
        decisive, uncorrected = (
            plain(manova(scores, variant=form, alpha=options.alpha)).filter(pl.col("variant").str.starts_with("wilks"))
            for form in forms
        )
        share, direction = _direction(plain(manova_directions(scores, variant=forms[1])), classes)
    sound = decisive is not None and decisive["p_value"].count() > 0
    pattern = Pattern(
        dataset=dataset,
        scores=scores,
        classes=classes,
        folds=folds,
        positive=positive,
        decisive=result_row(decisive) if sound and decisive is not None else None,
        uncorrected=result_row(uncorrected) if sound and uncorrected is not None and not seeded else None,
        share=share,
        direction=direction,
        pairs=pairs if pairs is not None and pairs["p_value"].count() else None,
    )
    return pattern, decisive if sound else None


def _pairs(evidence: Evidence, scores: pl.DataFrame, variant: Literal["corrected", "unpaired"]) -> pl.DataFrame | None:
    """Return Hotelling's tests of pairs on one dataset, adjusted; None where a reference has no results."""
    options = evidence.options
    names = scores.get_column("algorithm").cast(pl.String).unique().to_list()
    if options.reference is not None and options.reference not in names:
        return None
    rows = hotelling(scores, control=options.reference, variant=variant, alpha=options.alpha)
    return adjusted(rows, options, family=["dataset"])


def _direction(rows: pl.DataFrame, classes: int) -> tuple[float | None, Direction]:
    """Return the share of the first direction, and of two classes which it is."""
    first = rows.filter(pl.col("variant").str.starts_with("direction 1"))
    row = first_row(first)
    if row is None or row["effect"] is None:
        return None, ""
    weights = first["estimate"].drop_nulls()
    if classes != TWO or weights.len() != TWO:
        return row["effect"], ""
    return row["effect"], "number" if weights[0] * weights[1] > 0 else "balance"
