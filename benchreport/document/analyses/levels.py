"""Levels of a factor side by side: who has the best mean rank at each, and the mean ranks of the best."""

from __future__ import annotations

import polars as pl

from benchreport.document.analyses.groups_of_datasets import subsets_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison
from benchreport.document.evidence.result_rows import plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.model.blocks import Table
from benchreport.naming import enumerated
from benchreport.records import dataclass
from benchreport.stats.many_algorithms.complete_blocks import average_ranks

MOST_ALGORITHMS = 8
MOST_LEVELS = 6
ALIKE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Levels:
    """The levels of a factor: ``leaders`` names the best mean rank of each, ``same`` that of all, if it is one."""

    factor: str
    metric: str
    leaders: str
    same: str
    table: Table


def levels_of(evidence: Evidence, c: Comparison) -> Levels | None:
    """Return the levels of the factor of a table, compared by one metric; None where it has no factor."""
    if not evidence.levels:
        return None
    division = subsets_of(evidence)
    scores = (
        evidence.completed.of_metrics(c.metric.name)
        .drop("subset", strict=False)
        .with_columns(pl.col("dataset").cast(pl.String))
        .join(division.membership, on="dataset", how="inner", maintain_order="left")
    )
    ranks = plain(average_ranks(scores, by=["subset", "metric"]))
    best = ranks.filter(pl.col("mean_rank") - pl.col("mean_rank").min().over("subset") < ALIKE)
    leaders = {level: best.filter(pl.col("subset") == level)["algorithm"].sort().to_list() for level in division.order}
    every = {tuple(names) for names in leaders.values()}
    return Levels(
        factor=evidence.levels,
        metric=c.metric.name,
        leaders=enumerated([f"{enumerated(names)} at {level}" for level, names in leaders.items() if names]),
        same=enumerated(every.pop()) if len(every) == 1 else "",
        table=_table(evidence, c, ranks, division.order),
    )


def _table(evidence: Evidence, c: Comparison, ranks: pl.DataFrame, order: tuple[str, ...]) -> Table:
    names = c.best_with_focus(MOST_ALGORITHMS)
    by_level = {level: ranks.filter(pl.col("subset") == level) for level in order[:MOST_LEVELS]}
    frame, columns = exhibits.rank_columns(names, by_level)
    choices = [f"the {len(names)} of best mean rank"] if len(names) < len(c.algorithms) else []
    choices += [f"the first {MOST_LEVELS} of {len(order)} levels"] if len(order) > MOST_LEVELS else []
    caption = f"Mean ranks by {c.metric.name} at the levels of {evidence.levels}."
    note, rest = "Rank 1 is best. Bold: best of those printed. Underlined: second.", exhibits.choices_printed(choices)
    return exhibits.table("levels", caption, frame, columns, twin=ranks, note=note, rest=rest)
