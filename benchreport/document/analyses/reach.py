"""Detectable differences: over datasets, and over the runs of single datasets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.sizes import span
from benchreport.document.evidence.comparison import Comparison, Metric
from benchreport.document.evidence.result_rows import by_control, grouped, median, of_metrics, plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, label
from benchreport.document.model.blocks import Cell, Table
from benchreport.numerals import decimals_for, fixed, integer, p_value
from benchreport.options import Options
from benchreport.registry import METHODS
from benchreport.stats.multiplicity.adjusting import blocks_needed, least_adjusted
from benchreport.stats.planning.detectable import detectable_difference
from benchreport.stats.planning.sizes import sample_size_power
from benchreport.tables.blocks import ScoreTable
from benchreport.tables.designs.sizes import size_ratios

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

POWER = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """What the comparison over datasets by one metric could have shown.

    ``rows`` are those of :func:`detectable_difference` for the pairs with ``focus``, at the level of one test and at
    the strictest level that the adjustment may ask for. ``smallest`` is the smallest adjusted p-value possible with
    exact tests, ``needed`` the datasets from which on something can be shown; both null where p has no such bound.
    """

    metric: Metric
    focus: str
    n: int
    tests: int
    rows: pl.DataFrame
    smallest: float | None
    needed: int | None

    @property
    def detectable(self) -> float | None:
        """The difference found with power 0.8 against the median rival, by a test made alone."""
        return median(self.rows["detectable"])

    @property
    def strict(self) -> float | None:
        """The same at the strictest level."""
        return median(self.rows["detectable_strict"])


def reaches(evidence: Evidence) -> list[Reach]:
    """Tell for every metric that was compared over datasets what could have been shown."""
    # Power by raw differences means nothing for metrics with units.
    compared = [one for one in evidence.comparisons if one.reason is None and one.metric.comparable]
    if not compared:
        return []
    alpha = evidence.options.alpha
    means = means_of(evidence.measured if evidence.filled else evidence.paired, [one.metric.name for one in compared])
    whole = sum(one.tested.height for one in evidence.comparisons if one.reason is None)
    sizes = {one.metric.name: whole if evidence.options.family == "all" else one.tested.height for one in compared}
    alone = _planned(means, compared, dict.fromkeys(sizes, 1), alpha)
    strict = _planned(means, compared, sizes, alpha) if any(size > 1 for size in sizes.values()) else alone
    return [
        _reach(one, evidence, sizes[one.metric.name], alone[one.metric.name], strict[one.metric.name])
        for one in compared
    ]


def _planned(
    means: pl.DataFrame, compared: Sequence[Comparison], sizes: Mapping[str, int], alpha: float
) -> dict[str, pl.DataFrame]:
    """Plan all metrics together that share their algorithm in focus and their number of tests."""
    found: dict[str, pl.DataFrame] = {}
    for tests, alike in grouped(compared, lambda one: sizes[one.metric.name]).items():
        test = partial(detectable_difference, power=POWER, missing="available", alpha=alpha / tests)
        rows = by_control(test, means, alike, attrgetter("focus"))
        found |= {one.metric.name: of_metrics(rows, [one.metric.name]) for one in alike}
    return found


def means_of(completed: pl.DataFrame, metrics: Sequence[str]) -> ScoreTable:
    """Average the runs of each dataset, in one order, so that the same input gives the same bytes."""
    keys = ["metric", "dataset", "algorithm"]
    here = of_metrics(completed, metrics).drop_nulls("value")
    means = here.sort(keys).group_by(keys, maintain_order=True)
    return ScoreTable(means.agg(pl.col("value").mean(), pl.col("direction").first()))


def _reach(compared: Comparison, evidence: Evidence, tests: int, alone: pl.DataFrame, strict: pl.DataFrame) -> Reach:
    n = compared.shared[1] if compared.shared else int(compared.ranks["n"][0])
    smallest = needed = None
    options = evidence.options
    if METHODS[options.test_for("pairs")].least_p is not None and compared.procedure != "nemenyi_confirmed":
        smallest = least_adjusted(n, tests, _adjustment(options, tests), options.alpha)
        needed = blocks_needed(tests, _adjustment(options, tests), options.alpha)
    rows = alone.with_columns(method=pl.lit("detectable_difference"), detectable_strict=strict["detectable"])
    return Reach(
        metric=compared.metric, focus=compared.focus, n=n, tests=tests, rows=rows, smallest=smallest, needed=needed
    )


def _adjustment(options: Options, tests: int) -> str | None:
    return options.adjust if tests > 1 else None


def reach_table(found: Sequence[Reach], margins: Mapping[str, float], alpha: float) -> Table:
    """Print what could have been shown, a line per metric; the twin has every pair."""
    lines = [_line(one, margins.get(one.metric.name), alpha) for one in found]
    frame = pl.DataFrame(lines, infer_schema_length=None)
    has_margin, has_needed = frame["margin"].count() > 0, frame["needed"].count() > 0
    adjusted = any(one.tests > 1 for one in found)
    found_by, needed = "detectable difference", "datasets needed"
    columns = (
        label("metric"),
        column("n", "datasets"),
        label("focus", "against"),
        column("sd", printer=_by_size, unless_empty=True),
        column("alone", "one test", _by_size, group=found_by, unless_empty=True),
        column("strict", "adjusted", _by_size, group=found_by, when=adjusted, unless_empty=True),
        column("half", group=needed, unless_empty=True),
        column("margin", group=needed, when=has_margin),
        column("needed", "at all", group=needed, when=has_needed),
        column("smallest", "smallest p", lambda p: p_value(p), unless_empty=True),
    )
    note = (
        f"Medians over the rivals. sd: of the paired differences. Detectable: with power {POWER} at level {alpha}, by "
        "one test or at the strictest level of the adjustment. Datasets needed: to detect half of that difference by "
        f"one test{'; to detect the margin' if has_margin else ''}."
    )
    if has_needed:
        note += " At all: for any pair to become significant. Smallest p: of an exact test, adjusted."
    twin = pl.concat([one.rows for one in found])
    return exhibits.table("reach", "Detectable differences over the datasets.", frame, columns, twin=twin, note=note)


def _line(one: Reach, margin: float | None, alpha: float) -> dict[str, Any]:
    spread = median(one.rows["sd"])
    return {
        "metric": one.metric.name,
        "n": one.n,
        "focus": one.focus,
        "sd": spread,
        "alone": one.detectable,
        "strict": one.strict,
        "half": _datasets_for(None if one.detectable is None else one.detectable / 2, spread, alpha),
        "margin": _datasets_for(margin, spread, alpha),
        "smallest": one.smallest,
        "needed": one.needed,
    }


def _by_size(value: float | None) -> Cell:
    """Return a number with the decimals it deserves."""
    return Cell(text="" if value is None else fixed(value, decimals_for(value)), value=value)


def _datasets_for(difference: float | None, spread: float | None, alpha: float) -> int | None:
    if not difference or not spread:
        return None
    planned = sample_size_power(difference=difference, sd=spread, power=POWER, alpha=alpha, variant="t")
    return int(planned["n"].item())


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """What the runs on single datasets could have shown of two algorithms, and what more runs would bring."""

    metric: str
    a: str
    b: str
    rows: pl.DataFrame
    floors: pl.DataFrame


def runs_of(evidence: Evidence) -> list[Runs]:
    """Tell what runs could have shown of the first two by mean rank, for every metric with tests on runs."""
    found = []
    for metric in evidence.metrics:
        runs, focus = evidence.runs_of(metric), evidence.leader_of(metric)
        if not runs or focus is None:
            continue
        ranked = evidence.ranks_of(metric)["algorithm"].cast(pl.String).to_list()
        rival = next(name for name in ranked if name != focus)
        two = pl.concat(runs.values()).filter(pl.col("algorithm").cast(pl.String).is_in([focus, rival]))
        two = two.filter(pl.col("algorithm").n_unique().over("dataset") == 2)
        if two.is_empty():
            continue
        groups = ["dataset", "metric"]
        rows = detectable_difference(
            two, by=groups, control=focus, power=POWER, alpha=evidence.options.alpha, missing="available"
        )
        if not rows["detectable"].count():
            continue
        ratios = size_ratios(two, groups)
        floors = rows.join(ratios, on=groups, how="left", maintain_order="left").select(
            # As runs grow in number only the part due to shared training data is left of the standard error.
            floor=pl.col("detectable") * (pl.col("ratio") / (1 / pl.col("n") + pl.col("ratio"))).sqrt()
        )
        told = plain(rows).with_columns(method=pl.lit("detectable_difference"))
        found.append(Runs(metric=metric.name, a=rival, b=focus, rows=told, floors=floors))
    return found


def runs_table(found: Sequence[Runs]) -> Table:
    """Print what the runs could have shown, over the datasets, a line per metric."""
    lines = []
    for one in found:
        known = one.rows["detectable"].drop_nulls()
        lines.append(
            {
                "metric": one.metric,
                "pair": f"{one.a}, {one.b}",
                "runs": span(one.rows.filter(pl.col("n") > 0)["n"]),
                "datasets": known.len(),
                "least": known.min(),
                "median": known.median(),
                "most": known.max(),
                "floor": one.floors["floor"].median(),
            }
        )
    group = "detectable difference on a dataset"
    several = any(one.rows.height > 1 for one in found)
    columns = (
        label("metric"),
        label("pair"),
        column("runs"),
        column("datasets", printer=integer, when=several),
        column("least", printer=_by_size, group=group, when=several),
        column("median", "median" if several else group, _by_size, group=group if several else ""),
        column("most", printer=_by_size, group=group, when=several),
        column("floor", "with unlimited runs", _by_size, unless_empty=True),
    )
    note = "With power 0.8 by one test on the runs, corrected for shared training data where runs share it."
    twin = pl.concat([one.rows for one in found])
    caption = "Detectable differences on the runs of a dataset."
    frame = pl.DataFrame(lines, infer_schema_length=None)
    return exhibits.table("runs-reach", caption, frame, columns, twin=twin, note=note)
