"""Outcomes in declared subsets of the datasets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.groups_of_datasets import SIZE, Subsets, subsets_of
from benchreport.document.evidence.comparison import Comparison, turned_against
from benchreport.document.evidence.result_rows import adjusted, by_control, of_metrics, outcome_of, plain, smallest
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, label
from benchreport.document.exhibits.tables import outcome_columns
from benchreport.document.model.blocks import Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.naming import enumerated, named
from benchreport.numerals import counted, fixed, number
from benchreport.registry import METHODS, table_form
from benchreport.stats.many_algorithms.complete_blocks import average_ranks, block_ranks
from benchreport.stats.multiplicity.adjusting import least_p

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

MOST_ALGORITHMS = 10
MOST_COLUMNS = 8
MOST_LINES = 40
GROUPS = ("subset", "metric")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parted:
    """What the tests say of one metric in every subset: mean ranks, tests of all together, pairs adjusted over all."""

    compared: Comparison
    ranks: pl.DataFrame
    omnibus: pl.DataFrame
    pairs: pl.DataFrame
    told: pl.DataFrame


def subsets_section(evidence: Evidence) -> Section | None:
    """Write the section on subsets of the datasets; none unless they were asked for."""
    compared = [one for one in evidence.on_blocks if one.reason is None and one.method != "sign_test"]
    if evidence.options.test_for("pairs") == "sign_test":
        compared = [one for one in evidence.on_blocks if one.reason is None]
    if evidence.options.subsets is None or not compared:
        return None
    parting, options = subsets_of(evidence), evidence.options
    told = _parted(evidence, compared, parting)
    counts = told[0].ranks.group_by("subset").agg(pl.col("n").max())
    sizes = {name: n or 0 for name, n in counts.rows()}
    exact = METHODS[options.test_for("pairs")].least_p is not None
    context = {
        "parts": [_facts(one, evidence, parting, first=one is told[0], of=len(told)) for one in told],
        "subsets": [(name, counted(sizes.get(name, 0), "dataset")) for name in parting.order],
        "origin": parting.origin,
        "by_size": parting.origin == SIZE,
        "border": None if parting.border is None else number(parting.border),
        "outside": counted(parting.outside, "dataset") if parting.outside else "",
        "one_outside": parting.outside == 1,
        "small": enumerated([name for name in parting.order if exact and least_p(sizes.get(name, 0)) > options.alpha]),
        "measured": parting.measured,
        "test": METHODS[options.test_for("pairs")].name,
    }
    return evidence.section("subsets", context)


def _parted(evidence: Evidence, compared: Sequence[Comparison], parting: Subsets) -> list[Parted]:
    """Run the tests of the report in every subset; all pairs of a metric in all subsets are one family."""
    options = evidence.options
    names = [one.metric.name for one in compared]
    scores = (
        evidence.completed.drop("subset", strict=False)
        .filter(pl.col("metric").cast(pl.String).is_in(names))
        .with_columns(__dataset=pl.col("dataset").cast(pl.String))
        .join(parting.membership, left_on="__dataset", right_on="dataset", how="inner", maintain_order="left")
        .drop("__dataset")
    )
    units = [one.metric.name for one in compared if not one.metric.comparable]
    how: dict[str, Any] = {"by": GROUPS, "alpha": options.alpha}
    ranks = plain(average_ranks(scores, by=GROUPS))
    omnibus = plain(table_form(options.test_for("omnibus"))(scores, **how))
    test = partial(table_form(options.test_for("pairs")), **how)
    tested = by_control(test, on_log_scale(scores, units), compared, attrgetter("baseline"))
    pairs = adjusted(tested, options, [] if options.family == "all" else ["metric", "method"])
    return [
        Parted(
            compared=one,
            ranks=of_metrics(ranks, [one.metric.name]),
            omnibus=of_metrics(omnibus, [one.metric.name]),
            pairs=own,
            told=turned_against(own, one.focus),
        )
        for one in compared
        for own in [of_metrics(pairs, [one.metric.name])]
    ]


def on_log_scale(scores: pl.DataFrame, metrics: Sequence[str]) -> pl.DataFrame:
    """Take logarithms of the means of metrics with units, so that differences of datasets become log ratios."""
    with_units = pl.col("metric").cast(pl.String).is_in(list(metrics))
    keys = [name for name in ("subset", "metric", "dataset", "algorithm", "direction") if name in scores.columns]
    means = scores.filter(with_units).group_by(keys, maintain_order=True).agg(pl.col("value").mean().log())
    return pl.concat([scores.filter(~with_units), means], how="diagonal_relaxed") if means.height else scores


def _facts(one: Parted, evidence: Evidence, parting: Subsets, *, first: bool, of: int) -> dict[str, Any]:
    c, alpha = one.compared, evidence.options.alpha
    leaders = _leaders(one, parting)
    outcome = outcome_of(one.told, c.focus, alpha)
    agreed = {name for names in leaders.values() for name in names}
    return {
        "metric": c.metric.name,
        "focus": c.focus,
        "leaders": [(name, named(leaders[name], c.ranks.height)) for name in parting.order if leaders[name]],
        "same": len(agreed) == 1,
        "leader": next(iter(agreed)) if len(agreed) == 1 else None,
        "ahead": len(outcome.worse),
        "behind": len(outcome.better),
        "total": one.told.height,
        "untested": one.told.filter(pl.col("p_value").is_null()).height,
        "family": counted(one.pairs.height, "test"),
        "comparisons": counted(one.told.height, "comparison"),
        "rows": one.pairs,
        "table": _outcome(one, parting, leaders, alpha, METHODS[evidence.options.test_for("omnibus")].title),
        "ranks": _ranks(one, parting, MOST_LINES // of),
        "figure": _figure(one, evidence, parting) if first and len(parting.order) > 1 else None,
    }


def _leaders(one: Parted, parting: Subsets) -> dict[str, list[str]]:
    """Name the algorithms of best mean rank in each subset."""
    best = one.ranks.filter((pl.col("mean_rank") - pl.col("mean_rank").min().over("subset")).abs() < 1e-9)
    return {name: best.filter(pl.col("subset") == name)["algorithm"].sort().to_list() for name in parting.order}


def _outcome(one: Parted, parting: Subsets, leaders: dict[str, list[str]], alpha: float, omnibus_title: str) -> Table:
    c = one.compared
    lines = []
    for name in parting.order:
        ranks = one.ranks.filter(pl.col("subset") == name)
        told = one.told.filter(pl.col("subset") == name)
        outcome = outcome_of(told, c.focus, alpha)
        omnibus = one.omnibus.filter(pl.col("subset") == name)
        lines.append(
            {
                "subset": name,
                "datasets": ranks["n"].max(),
                "best": ", ".join(leaders[name][:2]) + (" …" if len(leaders[name]) > 2 else ""),
                "rank": fixed(smallest(ranks["mean_rank"]), 2),
                "p_omnibus": omnibus["p_value"][0] if omnibus.height and c.several else None,
                "worse": len(outcome.worse),
                "open": told.height - outcome.clear,
                "better": len(outcome.better),
            }
        )
    frame = pl.DataFrame(lines, infer_schema_length=None, schema_overrides={"p_omnibus": pl.Float64})
    note = f"Significant at {number(alpha)} after adjustment over all subsets."
    if frame["p_omnibus"].count():
        note += f" p, any difference: {omnibus_title}, not adjusted."
    twin = pl.concat([one.omnibus, one.pairs], how="diagonal_relaxed")
    caption = f"The outcome by {c.metric.name} in subsets of the datasets."
    columns = outcome_columns("subset", c.focus)
    return exhibits.table(f"subsets-{c.metric.slug}", caption, frame, columns, twin=twin, note=note)


def _ranks(one: Parted, parting: Subsets, most: int) -> Table:
    """Print mean ranks, a column per subset, beside those over all datasets."""
    c = one.compared
    ranked = c.ranks["algorithm"].cast(pl.String).to_list()
    names = ranked[: max(2, min(MOST_ALGORITHMS, most))]
    if c.focus not in names:
        names[-1] = c.focus
    shown = parting.order[:MOST_COLUMNS]
    ranks = {"all": c.ranks} | {subset: one.ranks.filter(pl.col("subset") == subset) for subset in shown}
    frame, columns = pl.DataFrame({"algorithm": names}), [label("algorithm")]
    for place, (title, rows) in enumerate(ranks.items()):
        own = dict(rows.select(pl.col("algorithm").cast(pl.String), "mean_rank").rows())
        cells = exhibits.marked([own.get(name) for name in names], 2, lower=True, missing="—")
        frame = frame.with_columns(pl.Series(f"ranks_{place}", cells, dtype=pl.Object))
        columns.append(column(f"ranks_{place}", title))
    left = [f"the {len(names)} algorithms of best mean rank out of {len(ranked)}"] if len(ranked) > len(names) else []
    if len(parting.order) > MOST_COLUMNS:
        left.append(f"the first {MOST_COLUMNS} of {len(parting.order)} subsets")
    note = "Bold: best of those printed. Underlined: second."
    rest = f"Printed are {' and '.join(left)}; all are in" if left else ""
    caption = f"Mean ranks by {c.metric.name}, over all datasets and in the subsets."
    name = f"subset-ranks-{c.metric.slug}"
    return exhibits.table(name, caption, frame, columns, twin=one.ranks, note=note, rest=rest)


def _figure(one: Parted, evidence: Evidence, parting: Subsets) -> Figure | None:
    """Draw the mean rank of every algorithm in every subset, as a grid."""
    c = one.compared
    names = c.ranks["algorithm"].cast(pl.String).head(2 * MOST_ALGORITHMS).to_list()
    ranked, _ = block_ranks(evidence.completed_of(c.metric), "metric", "mean")
    shown = (
        plain(ranked)
        .filter(pl.col("algorithm").is_in(names) & pl.col("rank").is_not_null())
        .join(parting.membership, on="dataset", how="inner", maintain_order="left")
        .filter(pl.col("subset").is_in(parting.order[:MOST_COLUMNS]))
    )
    if shown["subset"].n_unique() < 2:
        return None
    scores = shown.select(
        "algorithm",
        "dataset",
        "subset",
        metric=pl.lit("rank"),
        value="rank",
        direction=pl.lit("lower"),
    )
    left = f" The {len(names)} algorithms of best mean rank." if c.ranks.height > len(names) else ""
    caption = f"Mean ranks by {c.metric.name} in the subsets; rank 1 is best.{left}"
    factors, name = ["subset", "algorithm"], f"subset-grid-{c.metric.slug}"
    return evidence.plotted("grid", scores, factors=factors, id=name, caption=caption)


SUBSETS = Part(id="subsets", after="matrix", make=subsets_section)
