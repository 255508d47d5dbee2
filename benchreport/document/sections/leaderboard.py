"""The section of the leaderboard: mean, rank and wins of every algorithm by every metric, and trivial baselines."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from benchreport.document.analyses.compared import compared
from benchreport.document.analyses.over_datasets import standings
from benchreport.document.analyses.sizes import sizes_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.predictions import is_numeric_truth
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.model.blocks import Part, Section, Table
from benchreport.measures.measure import measure
from benchreport.measures.metrics import MEASURES
from benchreport.measures.scoring import MAJORITY, UNIFORM
from benchreport.naming import enumerated
from benchreport.numerals import counted, integer, number
from benchreport.records import dataclass
from benchreport.stats.planning.sizes import model_selection_bound
from benchreport.stats.two_algorithms.on_instances import instance_dependence
from benchreport.tables.designs.doubtful import BASELINE_NAMES
from benchreport.tables.predictions import is_scored
from benchreport.tables.schema import normalised

BLIND = {MAJORITY: "majority class", UNIFORM: "uniform guess"}
MEAN = "mean of the truth"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """The bound on the price of picking the winner on the ``n`` test instances of a dataset; empty where it is void."""

    dataset: str
    n: str
    bound: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaderboard:
    """What the template ``leaderboard`` prints.

    ``left_out`` are algorithms without a place, by metric, and whether they are several. ``blind`` says that guesses
    without features stand below the line; ``trivial`` are the algorithms named like such a guess.
    """

    boards: tuple[Table, ...]
    left_out: tuple[tuple[str, str, bool], ...]
    placed: bool
    filled: bool
    first: str
    one_dataset: bool
    blind: bool
    trivial: tuple[str, ...]
    candidates: str
    bounds: tuple[Bound, ...]


def leaderboard_section(evidence: Evidence) -> Section:
    """Return the section on mean, rank and wins of every algorithm by every metric, beside blind guesses."""
    rows = standings(evidence)
    names = [metric.name for metric in evidence.metrics]
    board = _board(rows, evidence.algorithms, names).sort(f"{names[0]}:rank", "algorithm", nulls_last=True)
    guesses = pl.concat([rows.clear(), _blind_guesses(evidence)], how="diagonal_relaxed")
    blind = _board(guesses, guesses["algorithm"].unique(maintain_order=True), names)
    leaderboard = Leaderboard(
        boards=tuple(exhibits.leaderboard_tables(board, names, blind=blind)),
        left_out=tuple(
            (by_metric.metric, enumerated(by_metric.left_out), len(by_metric.left_out) > 1)
            for by_metric in compared(evidence)
            if by_metric.left_out
        ),
        placed=bool(evidence.gappy),
        filled=evidence.filled,
        first=names[0],
        one_dataset=len(evidence.datasets) == 1,
        blind=blind.height > 0,
        trivial=tuple(name for name in evidence.algorithms if normalised(name) in BASELINE_NAMES),
        candidates=integer(len(evidence.algorithms)),
        bounds=_selection(evidence),
    )
    return evidence.section("leaderboard", leaderboard)


def _board(rows: pl.DataFrame, algorithms: Sequence[str] | pl.Series, metrics: Sequence[str]) -> pl.DataFrame:
    """Return a row for each algorithm, with its numbers by every metric side by side."""
    board = pl.DataFrame({"algorithm": algorithms})
    for metric in metrics:
        columns = pl.col("n", "mean", "sd", "rank", "place", "wins").name.prefix(f"{metric}:")
        numbers = rows.filter(pl.col("metric") == metric).select("algorithm", columns)
        board = board.join(numbers, on="algorithm", how="left", maintain_order="left")
    return board


def _blind_guesses(evidence: Evidence) -> pl.DataFrame:
    """Return, where there are predictions or counts, what is reached without looking at any feature."""
    nothing = pl.DataFrame(schema={"metric": pl.String, "algorithm": pl.String, "mean": pl.Float64, "sd": pl.Float64})
    predicted = evidence.predictions if evidence.counts is None else evidence.counts
    if predicted is None or (evidence.predictions is not None and is_scored(evidence.predictions)):
        return nothing
    printed = {evidence.table_metrics.get(metric.name, metric.name): metric.name for metric in evidence.metrics}
    measures = [name for name in printed if name in MEASURES]
    if not measures:
        return nothing
    # One algorithm stands for all: a blind guess looks at truths only.
    sizes = predicted.get_column("algorithm").cast(pl.String).value_counts()
    fullest = sizes.sort("count", "algorithm")["algorithm"][-1]
    numeric = evidence.predictions is not None and is_numeric_truth(evidence.predictions)
    labels = BLIND | ({MAJORITY: MEAN} if numeric else {})
    truths = predicted.filter(pl.col("algorithm") == fullest)
    measured = measure(truths, weighted=False, metrics=measures, positive=evidence.options.positive, baselines=True)
    blind = measured.filter(pl.col("algorithm").cast(pl.String).is_in(list(BLIND)))
    means = blind.group_by("metric", "algorithm", "dataset").agg(pl.col("value").mean())
    return (
        means.sort("metric", "algorithm", "dataset")
        .group_by(pl.col("metric", "algorithm").cast(pl.String), maintain_order=True)
        .agg(mean=pl.col("value").mean(), sd=pl.col("value").std())
        .with_columns(pl.col("metric").replace(printed), pl.col("algorithm").replace(labels))
    )


def _selection(evidence: Evidence) -> tuple[Bound, ...]:
    """Return bounds on the price of picking the winner, on the smallest and the largest test set of known size."""
    sizes = sizes_of(evidence.scores).select("dataset", n=pl.col("n_test"))
    if evidence.predictions is not None:
        if is_numeric_truth(evidence.predictions):
            return ()  # the bound is one for errors between 0 and 1
        if instance_dependence(evidence.predictions).clustered:
            return ()  # and for independent instances
        sizes = evidence.predictions.group_by(pl.col("dataset").cast(pl.String)).agg(
            n=pl.col("instance").n_unique().cast(pl.Float64)
        )
    if evidence.counts is not None:
        once = [name for name in ("dataset", "algorithm", "repeat") if name in evidence.counts.columns]
        totals = evidence.counts.group_by(once).agg(n=pl.col("n").sum().cast(pl.Float64))
        sizes = totals.group_by(pl.col("dataset").cast(pl.String)).agg(pl.col("n").max())
    ends = sizes.drop_nulls().sort("n", "dataset").unique("n", maintain_order=True)
    if ends.is_empty():
        return ()
    ends = pl.concat([ends.head(1), ends.tail(1)]).unique("n", maintain_order=True)
    rows = model_selection_bound(
        candidates=len(evidence.algorithms), n=[int(n) for n in ends["n"]], alpha=evidence.options.alpha
    )
    return tuple(
        Bound(dataset=name, n=counted(int(n), "instance"), bound="" if remarks else number(bound, 2))
        for name, n, bound, remarks in zip(ends["dataset"], ends["n"], rows["bound"], rows["remarks"], strict=True)
    )


LEADERBOARD = Part(id="leaderboard", after="coverage", make=leaderboard_section, record=Leaderboard)
