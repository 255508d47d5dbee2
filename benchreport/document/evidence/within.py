"""Comparisons of the algorithms on the runs of single datasets."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from benchreport.document.evidence.comparison import Metric, leading, turned_against
from benchreport.document.evidence.result_rows import adjusted, plain, seeded
from benchreport.document.evidence.runs import datasets_in, several_by_design
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.registry import METHODS

# Without a baseline all pairs are tested; above so many algorithms there are too many.
ALL_PAIRS_UP_TO = 20
# The test that suits how the runs came about.
TESTS: Mapping[str, str] = {
    "cv52": "cv52_f",
    "kfold_cv": "corrected_resampled_t",
    "repeated_cv": "corrected_resampled_t",
    "loo_cv": "corrected_resampled_t",
    "repeated_holdout": "corrected_resampled_t",
    "bootstrap_oob": "corrected_resampled_t",
    "seeds": "unpaired_t",
}
# What readers know, for comparison with the test that decides; not beyond so many comparisons.
BESIDE: Mapping[str, str] = {
    "corrected_resampled_t": "kfold_paired_t",
    "cv52_f": "cv52_t",
    "unpaired_t": "permutation_two_sample",
}
BESIDE_UP_TO = 3000
# Samples are small below so many runs, so that a test without normality is worth its while.
SMALL = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """Comparisons with one algorithm on every dataset, by one metric.

    ``rows`` are all that were tested, ``with_focus`` those with ``focus``, which is their ``b``; ``beside`` are the
    rows of other tests of the same pairs, for comparison.
    """

    metric: Metric
    focus: str
    tests: tuple[str, ...]
    rows: pl.DataFrame
    with_focus: pl.DataFrame
    beside: pl.DataFrame


def within_datasets(metric: Metric, runs: Mapping[str, pl.DataFrame], focus: str, options: Options) -> Within:
    """Return the comparisons on the runs of each dataset: with the reference, or else all pairs.

    Without a reference the pairs with the best by mean rank are reported; they were chosen by looking, so the family
    is all pairs. ``runs`` are the scores by design.
    """
    control = focus if focus == options.reference else None
    parts: list[pl.DataFrame] = []
    beside: list[pl.DataFrame] = []
    for kind, scores in runs.items():
        name = options.test_for("folds", TESTS[kind])
        rows = _tested(scores, name, control, options)
        parts.append(rows)
        if (other := _companion(name, rows)) is not None:
            again = _tested(scores, other, control, options)
            beside += [again] if again["p_value"].count() else []
    rows = adjusted(pl.concat(parts).sort("dataset", "a", "b"), options)
    return Within(
        metric=metric,
        focus=focus,
        tests=tuple(dict.fromkeys(rows["method"])),
        rows=rows,
        with_focus=_facing(rows, focus),
        beside=_facing(adjusted(pl.concat(beside), options), focus) if beside else rows.clear(),
    )


def runs_by_design(
    scores: pl.DataFrame, ranks: pl.DataFrame, layouts: pl.DataFrame, reference: str | None
) -> dict[str, pl.DataFrame]:
    """Return the scores of the runs that can be compared, by design: datasets with several runs, also of the focus.

    ``layouts`` is the design of the metric. Without a reference all pairs would be tested, so that many algorithms have
    none.
    """
    focus = leading(ranks, reference)
    many = focus != reference and ranks.height > ALL_PAIRS_UP_TO
    if focus is None or many or ranks.height < 2 or ranks["mean_rank"].null_count():
        return {}
    designs = several_by_design(layouts).partition_by("design", maintain_order=True)
    has_focus = (pl.col("algorithm").cast(pl.String) == focus).any().over("dataset")
    runs = {
        str(layout["design"][0]): scores.filter(pl.col("dataset").cast(pl.String).is_in(datasets_in(layout)))
        for layout in designs
    }
    return {
        kind: with_focus
        for kind, scores_of_design in runs.items()
        if (with_focus := scores_of_design.filter(has_focus)).height
    }


def _companion(name: str, rows: pl.DataFrame) -> str | None:
    """Return the test to be given beside the one that decides; None for none."""
    other = BESIDE.get(name)
    small = bool((rows["n"] < SMALL).any())
    if other is None or rows.height > BESIDE_UP_TO or not (METHODS[other].matched or small):
        return None
    return other


def _tested(scores: pl.DataFrame, name: str, baseline: str | None, options: Options) -> pl.DataFrame:
    # Runs that one of two lacks are left out; samples that are not matched need no such policy.
    further = {"missing": "available"} if METHODS[name].matched else {}
    test = seeded(name, options)
    return plain(test(scores, by=("dataset", "metric"), control=baseline, alpha=options.alpha, **further))


def _facing(rows: pl.DataFrame, focus: str) -> pl.DataFrame:
    """Return the pairs with one algorithm, turned so that it is ``b``; a signed statistic changes sides with them."""
    signs = [name for name in rows["method"].unique() if METHODS[name].signed]
    turned = (pl.col("a") == focus) & pl.col("method").is_in(signs)
    signed = rows.with_columns(statistic=pl.when(turned).then(-pl.col("statistic")).otherwise("statistic"))
    return turned_against(signed, focus).sort("dataset", "a")
