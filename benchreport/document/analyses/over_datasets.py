"""Standings of the algorithms over datasets, and the tests over datasets in words: omnibus test, pairs, places."""

from __future__ import annotations

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison
from benchreport.document.evidence.result_rows import ResultRow, plain, result_row
from benchreport.method import Method
from benchreport.naming import initial
from benchreport.numerals import integer
from benchreport.options import PAIR_TEST, Options
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.remarks import words_of
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.tables.blocks import cells_of

# Tests whose name says nothing of what they compare where metrics have units.
OF_LOGARITHMS = ("kfold_paired_t",)


@dataclass(frozen=True, slots=True, kw_only=True)
class OmnibusTest:
    """The tests of all algorithms together on complete blocks: Friedman's test, and the one that decides."""

    method: Method
    decider: ResultRow
    friedman: ResultRow
    is_default: bool
    as_asked: bool


def omnibus_test(c: Comparison, options: Options) -> OmnibusTest | None:
    """Return the tests of all algorithms together; none of two algorithms, or where pairs have different datasets."""
    methods = c.omnibus["method"].to_list()
    if not c.several or not methods or c.pairwise:
        return None
    requested = options.test_for("omnibus")
    method = requested if requested in methods else "iman_davenport"
    return OmnibusTest(
        method=METHODS[method],
        decider=result_row(c.omnibus, methods.index(method)),
        friedman=result_row(c.omnibus, methods.index("friedman")),
        is_default=method == "iman_davenport",
        as_asked=method == requested,
    )


def skillings_mack_test(c: Comparison) -> ResultRow | None:
    """Return the test of all algorithms together under gaps, where it was made."""
    judged = c.omnibus.filter((pl.col("method") == "skillings_mack") & pl.col("p_value").is_not_null())
    return result_row(judged) if judged.height else None


def pair_test(c: Comparison) -> str:
    """Return the name of the deciding test as it stands in a sentence."""
    record = METHODS[c.method]
    words = record.plural or f"{record.title[0].lower()}{record.title[1:]}s"
    if c.method == PAIR_TEST and c.tested["law"].str.starts_with("exact").all():
        return f"exact {words}"
    return words if c.metric.comparable or c.method not in OF_LOGARITHMS else f"{words} of logarithms"


def after_adjustment(c: Comparison, options: Options) -> str:
    """Return by which adjustment, in words, where there is more than one comparison to adjust for."""
    single = c.tested.height == 1 and options.family != "all"
    if single or METHODS[c.method].simultaneous:
        return ""
    return f" after {adjustment_name(options.adjust)} adjustment"


def family_in_words(c: Comparison, evidence: Evidence) -> str:
    """Return over which comparisons p-values are adjusted and intervals hold together."""
    noun = "comparisons" if c.baseline else "pairs"
    if evidence.options.family == "all":
        size = sum(other.tested.height for other in evidence.comparisons if other.reason is None)
        return f"the {integer(size)} {noun} of all metrics"
    return f"the {integer(c.tested.height)} {noun}"


def plan_in_words(c: Comparison) -> str:
    """Return how many datasets, or groups of them, would separate the first two, as a sentence without its end.

    Empty where no exact test of pairs decides, or a reference was declared.
    """
    if not c.resolution or c.ranks.height < 3 or c.procedure != PAIR_TEST:
        return ""
    return initial(words_of(c.resolution["remarks"] or ""))


def standings(evidence: Evidence, *, complete: bool = False) -> pl.DataFrame:
    """Compute mean, spread, median, rank and wins of every algorithm by every metric.

    An algorithm that was left out has its number of results and nothing else; one with made-up results has no mean.
    ``n`` counts results; with ``complete`` means are over the datasets that all algorithms have, and comparable.
    """
    return evidence.once(_standings, complete)


def _standings(evidence: Evidence, complete: bool) -> pl.DataFrame:
    measured, value = pl.col("n_imputed").sum() == 0, pl.col("value")
    keys = ["metric", "algorithm"]
    sizes = _ranked_cells(evidence.paired).group_by(keys).agg(n=pl.len().cast(pl.Int64))
    cells = _ranked_cells(evidence.averaged if complete else evidence.paired)
    means = cells.group_by(keys).agg(
        mean=pl.when(measured).then(value.mean()),
        sd=pl.when(measured).then(value.std()),
        median=pl.when(measured).then(value.median()),
    )
    summary = sizes.join(means, on=keys, how="left")
    placed = pl.when(pl.col("metric").is_in(evidence.gappy)).then("place") if evidence.gappy else pl.lit(None, pl.Int64)
    ranks = plain(evidence.ranks).select("metric", "algorithm", rank="mean_rank", place=placed, wins="n_first")
    own = evidence.scores.results.group_by(pl.col("metric", "algorithm").cast(pl.String))
    everyone = own.agg(results=pl.len().cast(pl.Int64))
    rows = everyone.join(summary, on=keys, how="left").join(ranks, on=keys, how="left")
    return rows.with_columns(n=pl.coalesce("n", "results"))


def _ranked_cells(scores: pl.DataFrame) -> pl.DataFrame:
    """Return the results that are ranked: one that no other algorithm has on its dataset is not."""
    # Sorted, so that means are summed in one order and the same input gives the same bytes.
    grid = cells_of(scores).filter(pl.col("value").is_not_null()).sort("metric", "algorithm", "dataset")
    return grid.filter(pl.len().over("metric", "dataset") > 1).with_columns(
        pl.col("metric", "algorithm").cast(pl.String)
    )
