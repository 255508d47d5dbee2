"""Numbers of the pictures of page one, from the rows that the report has computed already."""

from __future__ import annotations

import polars as pl

from benchreport.document.analyses.predictions.prediction_tests import instance_test
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison
from benchreport.stats.summaries.winning import rank_intervals


def standings_of(evidence: Evidence, c: Comparison) -> pl.DataFrame:
    """Return the numbers of the figure "standings" for a comparison: its verdicts, places and mean scores."""
    from benchreport.figures.comparison.differences import mean_scores
    from benchreport.figures.comparison.standings import standing_numbers

    compared = evidence.paired.of_metrics(c.metric.name)
    ranked = c.baseline is None and not c.pairwise
    alpha, seed = evidence.options.alpha, evidence.options.seed
    return standing_numbers(
        c.tested,
        c.ranks if c.places.is_empty() else c.places,
        metric=c.metric.name,
        direction="lower" if c.metric.lower else "higher",
        control=c.baseline,
        scores=mean_scores(compared) if c.metric.comparable else None,
        intervals=rank_intervals(compared, alpha=alpha, seed=seed) if ranked else None,
        everything=evidence.of(c.metric),
    )


def differences_of(evidence: Evidence, c: Comparison) -> pl.DataFrame:
    """Return the numbers of the figure "differences" for a comparison: its verdicts, ranks and mean scores."""
    from benchreport.figures.comparison.differences import mean_scores
    from benchreport.figures.comparison.verdict_rows import difference_numbers

    return difference_numbers(
        c.tested,
        c.ranks,
        metric=c.metric.name,
        direction="lower" if c.metric.lower else "higher",
        control=c.baseline,
        scores=mean_scores(evidence.paired.of_metrics(c.metric.name)) if c.metric.comparable else None,
    )


def rank_dots_of(evidence: Evidence) -> pl.DataFrame:
    """Return the numbers of the figure "rank_dots": the ranks on the datasets that all algorithms have, by metric."""
    from benchreport.figures.comparison.rank_dots import rank_dot_numbers

    ranked = [metric.name for metric in evidence.metrics if not evidence.ranks_of(metric)["mean_rank"].null_count()]
    return rank_dot_numbers(evidence.averaged.of_metrics(*ranked), ranked)


def error_differences_of(evidence: Evidence) -> pl.DataFrame | None:
    """Return the numbers of the figure "differences" for errors on the only dataset; None without tests."""
    from benchreport.figures.comparison.verdict_rows import error_numbers

    tests = instance_test(evidence)
    if tests is None or tests.rows.is_empty():
        return None
    only_dataset = pl.col("dataset") == evidence.datasets[0]
    rates = evidence.error_rates.filter(only_dataset)
    reference = evidence.options.reference
    return error_numbers(
        tests.rows.filter(only_dataset), rates, control=reference if reference in rates["a"].to_list() else None
    )
