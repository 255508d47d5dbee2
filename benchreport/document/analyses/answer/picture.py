"""The picture of page one: differences from the best or the reference, or a board where there are many algorithms."""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.document.analyses.answer.data_checks import hard_labels
from benchreport.document.analyses.answer.one_dataset import OneDataset, run_means
from benchreport.document.analyses.answer.several_datasets import Standing
from benchreport.document.analyses.predictions.prediction_tests import deciding_test
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison
from benchreport.document.model.blocks import Figure
from benchreport.naming import initial, spelled
from benchreport.numerals import percent
from benchreport.stats.summaries.winning import rank_intervals


def standings_of(evidence: Evidence, c: Comparison) -> pl.DataFrame:
    """Return the numbers of the figure "standings" for a comparison: its verdicts, places and mean scores."""
    from benchreport.figures.comparison.standings import standing_numbers

    placed = c.ranks if c.places.is_empty() else c.places
    intervals = None
    if c.baseline is None and not c.pairwise:
        compared = evidence.paired.of_metrics(c.metric.name)
        intervals = rank_intervals(compared, alpha=evidence.options.alpha, seed=evidence.options.seed)
    numbers = differences_of(evidence, c, placed)
    return standing_numbers(numbers, placed, intervals=intervals, everything=evidence.means_of(c.metric))


def differences_of(evidence: Evidence, c: Comparison, ranks: pl.DataFrame | None = None) -> pl.DataFrame:
    """Return the numbers of the figure "differences" for a comparison: its verdicts, ranks and mean scores."""
    from benchreport.figures.comparison.differences import mean_scores
    from benchreport.figures.comparison.verdict_rows import difference_numbers

    return difference_numbers(
        c.tested,
        c.ranks if ranks is None else ranks,
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

    tests = deciding_test(evidence)
    if tests is None or tests.rows.is_empty():
        return None
    only_dataset = pl.col("dataset") == evidence.datasets[0]
    counts = evidence.error_rates.filter(only_dataset).select("a", "estimate", "errors", n="predictions")
    reference = evidence.options.reference
    return error_numbers(
        tests.rows.filter(only_dataset), counts, control=reference if reference in counts["a"].to_list() else None
    )


def run_differences_of(evidence: Evidence, rows: pl.DataFrame | None) -> pl.DataFrame | None:
    """Return the numbers of the figure "differences" for the means of runs on the only dataset; None without tests."""
    from benchreport.figures.comparison.verdict_rows import single_numbers

    metric = evidence.metrics[0]
    means, reference = run_means(evidence, metric), evidence.options.reference
    if rows is None:
        return None
    scores = pl.DataFrame({"algorithm": list(means), "score": list(means.values())})
    direction = "lower" if metric.lower else "higher"
    control = reference if reference in means else None
    return single_numbers(rows, scores, metric=metric.name, direction=direction, scale=metric.scale, control=control)


# Of more algorithms a table of differences is not read.
MOST_ROWS = 15
# Of more algorithms a table of ranks does not fit on page one.
MOST_RANKED = 24
# What the estimates of the rows are, at the start of a caption and as its marks are explained.
TITLES = {
    "difference": "Differences from {focus} in {metric}",
    "ratio": "{metric} as a ratio to {focus}",
    "wins": "Share of the datasets won against {focus} by {metric}",
    "ranks": "Mean ranks by {metric}, less that of {focus}",
}
NOTES = {
    "difference": "",
    "ratio": "Ratios are estimated on logarithms, so that no dataset weighs more because its values are large.",
    "wins": "",
    "ranks": "",
}


def picture(evidence: Evidence, standing: Standing) -> Figure | None:
    """Return the picture of page one: ranks where no pair can be decided, a board where there are many algorithms."""
    c, looks = standing.c, {"width": "page", "noun": evidence.noun}
    if standing.case == "few":
        return _ranks(evidence, standing, **looks)
    if c.ranks.height > MOST_ROWS:
        board, marked = standings_of(evidence, c), tuple(evidence.scores.once(hard_labels)["algorithm"])
        caption = _board_caption(evidence, standing)
        return evidence.drawn("standings", board, id="board-of-places", caption=caption, marked=marked, **looks)
    numbers = differences_of(evidence, c)
    caption = _caption(evidence, standing, numbers)
    return evidence.drawn("differences", numbers, id="differences", caption=caption, **looks)


def single_picture(evidence: Evidence, single: OneDataset) -> Figure | None:
    """Return the picture of a single dataset: differences of error rates or of mean scores; None without tests."""
    if not single.test or single.others >= MOST_ROWS:
        return None
    numbers = error_differences_of(evidence) if single.errors else run_differences_of(evidence, single.rows)
    if numbers is None:
        return None
    level, m = percent(1 - evidence.options.alpha), int(numbers["comparisons"][0])
    lines = f"Line: {level} interval ({single.test})."
    if not numbers["low"].count():
        lines = f"Filled marks: significant ({single.adjusted}{single.test}, which gives no interval)."
    elif m > 1:
        family = f"all {spelled(m)} {'pairs' if evidence.options.reference is None else 'comparisons'}"
        lines = (
            f"Thin lines: {level} intervals for {family} together ({single.adjusted}{single.test}); "
            f"thick: {level} each. Filled marks: significant."
        )
    bars = " Bars: instances on which only one of the two errs." if single.method == "mcnemar" else ""
    what = "error rate" if single.errors else f"mean {single.measure}"
    caption = f"Differences in {what} from {single.name}. {lines}{bars} {_rails(numbers)}".rstrip()
    looks = {"width": "page", "noun": evidence.noun}
    return evidence.drawn("differences", numbers, id="differences", caption=caption, **looks)


def _ranks(evidence: Evidence, standing: Standing, **looks: Any) -> Figure | None:
    """Draw the ranks on every dataset, by metric; none where pairs have datasets of their own."""
    if standing.c.pairwise:
        return None
    numbers, first = rank_dots_of(evidence), ""
    if standing.c.ranks.height > MOST_RANKED:
        best = standing.c.best_with_focus(MOST_RANKED)
        numbers = numbers.filter(pl.col("algorithm").cast(pl.String).is_in(best))
        reference = " and the reference" if standing.c.baseline else ""
        first = f" {MOST_RANKED} of the {standing.k} {evidence.nouns} are drawn: those of best mean rank{reference}."
    caption = (
        f"Ranks on the {standing.datasets}, by metric. Dots: rank on one dataset, ties share their mean rank; rank 1 "
        "is at the right. Bars and numbers: mean rank, the best in bold. Rows in the order of mean ranks by "
        f"{evidence.metrics[0].name}.{first}"
    )
    return evidence.drawn("rank_dots", numbers, id="rank-dots", caption=caption, **looks)


def _board_caption(evidence: Evidence, standing: Standing) -> str:
    """Return what the board shows, and how it is read."""
    c, level = standing.c, percent(1 - evidence.options.alpha)
    decided = f"{standing.test}, {standing.adjusted}over {standing.n_pairs}"
    covered = "Intervals of the differences" if c.baseline else "Places not excluded and intervals of the differences"
    sentences = [
        f"{initial(c.metric.name)} of {standing.k} {evidence.nouns}.",
        f"Tinted: not significantly different from {standing.name} ({decided}).",
        f"{covered} hold with {level} confidence for all {standing.n_pairs} together.",
    ]
    if c.policy != "complete":
        sentences.append("Strips: one cell per dataset, hollow where the result is missing.")
    return " ".join(sentences)


def _caption(evidence: Evidence, standing: Standing, numbers: pl.DataFrame) -> str:
    """Return what the picture shows, and how it is read."""
    c, level = standing.c, percent(1 - evidence.options.alpha)
    terms = str(numbers["terms"][0])
    title = initial(TITLES[terms].format(focus=standing.name, metric=c.metric.name))
    single = c.tested.height == 1
    if terms == "ranks":
        lines = "Lines: one critical difference to either side."
    elif single:
        lines = f"Line: {level} interval."
    else:
        lines = f"Thin lines: {level} intervals for all {standing.n_pairs} together; thick: {level} each."
    sentences = [
        f"{title}.",
        lines,
        "" if single else "Filled marks: significant.",
        NOTES[terms],
        _sets(standing, numbers),
    ]
    return " ".join(sentence for sentence in sentences if sentence)


def _sets(standing: Standing, numbers: pl.DataFrame) -> str:
    """Return what the rails at the right mean; with a reference, that there are none."""
    if standing.c.baseline is not None:
        return f"The {standing.others} others are not compared with one another here."
    return _rails(numbers)


def _rails(numbers: pl.DataFrame) -> str:
    drawn = numbers["sets"].explode().drop_nulls().len() > 0
    return "Right: sets without a significant difference, with a dot for each member." if drawn else ""
