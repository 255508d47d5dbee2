"""The section of advice: detectable differences, what is established and what is open, notes on the design."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from typing import Any

import polars as pl

from benchreport.document.analyses.sizes import span
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison, Metric, turned_against
from benchreport.document.evidence.predictions import has_classes
from benchreport.document.evidence.result_rows import by_control, grouped, median, of_metrics, outcome_of, plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, label
from benchreport.document.model.blocks import Cell, Figure, Part, Section, Table
from benchreport.naming import best_of, enumerated, named
from benchreport.numerals import counted, decimals_for, fixed, integer, number, p_value, percent
from benchreport.options import PAIR_TEST, Options
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.stats.multiplicity.adjusting import blocks_needed, least_adjusted
from benchreport.stats.planning.advising import Facts, applying, facts_of
from benchreport.stats.planning.detectable import detectable_difference
from benchreport.stats.planning.sizes import sample_size_power
from benchreport.tables.blocks import ScoreTable
from benchreport.tables.designs.sizes import size_ratios

POWER = 0.8
MOST_METRICS = 6
# In other sections, in their own words.
SAID_ELSEWHERE = frozenset(
    (
        *("guideline_a_aim", "guideline_b_response", "guideline_c_factors", "guideline_d_design"),
        *("guideline_e_run", "guideline_f_analysis", "guideline_g_conclusions", "leakage_rules"),
        *("absolute_value_caveat", "one_run_caveat", "holdout", "overfitting_note", "other_criteria"),
        *("no_free_lunch", "metric_agnostic_note"),
    )
)
OF_CLASSES = ("stratified_cv", "balancing")


@dataclass(frozen=True, slots=True, kw_only=True)
class OutOfReach:
    """Metrics by which no pair could become significant: datasets, the smallest p-value possible, datasets needed.

    ``tests`` are the comparisons that were adjusted for, empty where there is one.
    """

    metrics: str
    n: str
    smallest: str
    needed: str
    tests: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdicts:
    """The rivals of the algorithm in focus in words: those it is better than, those better than it, those undecided."""

    metrics: str
    focus: str
    ahead: str
    behind: str
    undecided: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Cheapest:
    """The algorithms of least cost among those that ``focus`` does not significantly beat in quality."""

    names: str
    shared: bool
    rank: str
    cost: str
    focus: str
    quality: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What the template ``advice`` prints.

    ``reach`` and ``runs`` are tables of detectable differences, over datasets and on the runs of a dataset; ``floors``
    says that more runs would not make the latter small. ``gaps`` says that datasets with missing results do not count.
    """

    reach: Table | None
    out_of_reach: tuple[OutOfReach, ...]
    runs: Table | None
    floors: bool
    figure: Figure | None
    by_ranks: bool
    several_tests: bool
    gaps: bool
    power: str
    settled: tuple[Verdicts, ...]
    open: tuple[Verdicts, ...]
    more_metrics: bool
    cost: Cheapest | None
    notes: tuple[tuple[str, str], ...]
    with_predictions: bool


def advice_section(evidence: Evidence) -> Section:
    """Return the section on detectable differences, established and open comparisons."""
    options = evidence.options
    facts = facts_of(evidence.scores, described=evidence.design)
    reaches, runs = _reaches(evidence), _runs(evidence)
    rivals = _rivals(evidence)
    verdicts = [_verdicts(*against, options.alpha) for against in rivals]
    settled = _together([v for v in verdicts if v.ahead or v.behind], attrgetter("focus", "ahead", "behind"))
    still_open = _together([v for v in verdicts if v.undecided], attrgetter("focus", "undecided"))
    advice = Advice(
        reach=_reach_table(reaches, _margins(evidence), options.alpha) if reaches else None,
        out_of_reach=_out_of_reach(reaches, options.alpha),
        runs=_runs_table(runs) if runs else None,
        floors=any(reach.floors["floor"].count() for reach in runs),
        figure=_figure(evidence, reaches, runs),
        by_ranks=options.test_for("pairs") == PAIR_TEST,
        several_tests=any(reach.tests > 1 for reach in reaches),
        gaps=evidence.filled,
        power=percent(POWER),
        settled=settled[:MOST_METRICS],
        open=still_open[:MOST_METRICS],
        more_metrics=max(len(settled), len(still_open)) > MOST_METRICS,
        cost=_cheapest(evidence, facts, rivals),
        notes=_notes(facts, classless=evidence.predictions is not None and not has_classes(evidence)),
        with_predictions=evidence.predictions is not None,
    )
    return evidence.section("advice", advice)


def _notes(facts: Facts, *, classless: bool) -> tuple[tuple[str, str], ...]:
    """Return the notes on the design that no other section has; none on classes where there are none."""
    elsewhere = [*SAID_ELSEWHERE, *(OF_CLASSES if classless else ())]
    return tuple(applying(facts).filter(~pl.col("id").is_in(elsewhere)).select("title", "text").rows())


def _margins(evidence: Evidence) -> Mapping[str, float]:
    """Return the declared difference that matters: the margin of equivalence, or else the region that does not."""
    declared = evidence.options.margin if evidence.options.margin is not None else evidence.options.rope
    if isinstance(declared, Mapping):
        return declared
    return {} if declared is None else {metric.name: float(declared) for metric in evidence.metrics}


def _out_of_reach(reaches: Sequence[Reach], alpha: float) -> tuple[OutOfReach, ...]:
    """Return where no pair could become significant; metrics alike in that stand together."""
    lacking = [reach for reach in reaches if reach.smallest is not None and reach.smallest > alpha]
    groups = grouped(lacking, attrgetter("n", "tests", "smallest", "needed"))
    return tuple(
        OutOfReach(
            metrics=enumerated([reach.metric.name for reach in alike]),
            n=counted(n, "dataset"),
            smallest=p_value(smallest),
            needed=integer(needed),
            tests=counted(tests, "comparison") if tests > 1 else "",
        )
        for (n, tests, smallest, needed), alike in groups.items()
    )


def _rivals(evidence: Evidence) -> list[tuple[str, str, pl.DataFrame]]:
    """Return by metric the focus and its comparisons: over the datasets, or on the runs of the only one."""
    over_datasets = [
        (c.metric.name, c.focus, turned_against(c.tested, c.focus)) for c in evidence.comparisons if c.reason is None
    ]
    if over_datasets or len(evidence.datasets) > 1:
        return over_datasets
    return [(within.metric.name, within.focus, within.with_focus) for within in evidence.within]


def _undecided(focus: str, rows: pl.DataFrame, alpha: float) -> list[str]:
    """Return the rivals that were not shown to differ from the algorithm in focus."""
    outcome = outcome_of(rows, focus, alpha)
    return [name for name in rows["a"].cast(pl.String) if name not in (*outcome.worse, *outcome.better)]


def _verdicts(metric: str, focus: str, rows: pl.DataFrame, alpha: float) -> Verdicts:
    outcome, n = outcome_of(rows, focus, alpha), rows.height
    return Verdicts(
        metrics=metric,
        focus=focus,
        ahead=named(outcome.worse, n),
        behind=named(outcome.better, n),
        undecided=named(_undecided(focus, rows, alpha), n, "or"),
    )


def _together(verdicts: Sequence[Verdicts], key: Callable[[Verdicts], Any]) -> tuple[Verdicts, ...]:
    """Return what several metrics have in common once, with all their names."""
    groups = grouped(verdicts, key).values()
    return tuple(replace(alike[0], metrics=enumerated([verdict.metrics for verdict in alike])) for alike in groups)


def _cheapest(evidence: Evidence, facts: Facts, rivals: Sequence[tuple[str, str, pl.DataFrame]]) -> Cheapest | None:
    """Return, of the algorithms that the best does not significantly beat in quality, those of least cost."""
    peers = {
        metric: [focus, *names]
        for metric, focus, rows in rivals
        if metric not in facts.costs and (names := _undecided(focus, rows, evidence.options.alpha))
    }
    if not peers or not facts.costs:
        return None
    (quality, names), cost = next(iter(peers.items())), facts.costs[0]
    own = (pl.col("metric") == cost) & pl.col("algorithm").cast(pl.String).is_in(names)
    costs = evidence.ranks.filter(own).drop_nulls("mean_rank")
    if costs.is_empty():
        return None
    ranks = dict(costs.select(pl.col("algorithm").cast(pl.String), "mean_rank").sort("algorithm").rows())
    cheapest = best_of(ranks, lower=True)
    return Cheapest(
        names=named(cheapest, len(names)),
        shared=len(cheapest) > 1,
        rank=fixed(ranks[cheapest[0]], 2),
        cost=cost,
        focus=names[0],
        quality=quality,
    )


def _figure(evidence: Evidence, reaches: Sequence[Reach], runs: Sequence[Runs]) -> Figure | None:
    """Draw power against the true difference: over datasets by the first metric, or over the runs of the only one."""
    planned = next((reach for reach in reaches if reach.detectable is not None), None)
    scores: pl.DataFrame
    if planned is not None:
        metric, pair = planned.metric, {"control": planned.focus}
        scores = (evidence.measured if evidence.filled else evidence.averaged).of_metrics(metric.name)
        scores = _means(scores, [metric.name])
        if scores.select("dataset").n_unique() < 2:
            return None  # pairs share datasets, but no two of these have all results
    else:
        single = [reach for reach in runs if reach.rows.height == 1 and reach.rows["detectable"][0] is not None]
        if not single:
            return None
        metric = single[0].metric
        scores, pair = evidence.of(metric), {"control": single[0].b, "dataset": single[0].rows["dataset"][0]}
    caption = (
        f"Power of a paired t test of this design to detect a true difference in {metric.name}, one curve per rival, "
        f"with the spread observed. Marks: the difference detected with power {number(POWER)}."
    )
    name, alpha = f"power-{metric.slug}", evidence.options.alpha
    return evidence.plotted("power_curve", scores, alpha=alpha, id=name, caption=caption, width="page", **pair)


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


def _reaches(evidence: Evidence) -> list[Reach]:
    """Return for every metric that was compared over datasets what could have been shown."""
    # Power by raw differences means nothing for metrics with units.
    compared = [c for c in evidence.comparisons if c.reason is None and c.metric.comparable]
    if not compared:
        return []
    alpha = evidence.options.alpha
    means = _means(evidence.measured if evidence.filled else evidence.paired, [c.metric.name for c in compared])
    whole = sum(c.tested.height for c in evidence.comparisons if c.reason is None)
    sizes = {c.metric.name: whole if evidence.options.family == "all" else c.tested.height for c in compared}
    alone = _planned(means, compared, dict.fromkeys(sizes, 1), alpha)
    strict = _planned(means, compared, sizes, alpha) if any(size > 1 for size in sizes.values()) else alone
    return [
        _reach(c, evidence.options, sizes[c.metric.name], alone[c.metric.name], strict[c.metric.name]) for c in compared
    ]


def _planned(
    means: pl.DataFrame, compared: Sequence[Comparison], sizes: Mapping[str, int], alpha: float
) -> dict[str, pl.DataFrame]:
    """Return the rows of every metric, planned together where they share the focus and the number of tests."""
    planned: dict[str, pl.DataFrame] = {}
    for tests, alike in grouped(compared, lambda c: sizes[c.metric.name]).items():
        test = partial(detectable_difference, power=POWER, missing="available", alpha=alpha / tests)
        rows = by_control(test, means, alike, attrgetter("focus"))
        planned |= {c.metric.name: of_metrics(rows, [c.metric.name]) for c in alike}
    return planned


def _means(completed: pl.DataFrame, metrics: Sequence[str]) -> ScoreTable:
    """Return the mean of the runs of each dataset, summed in one order, so that the same input gives the same bytes."""
    keys = ["metric", "dataset", "algorithm"]
    measured = of_metrics(completed, metrics).drop_nulls("value")
    means = measured.sort(keys).group_by(keys, maintain_order=True)
    return ScoreTable(means.agg(pl.col("value").mean(), pl.col("direction").first()))


def _reach(c: Comparison, options: Options, tests: int, alone: pl.DataFrame, strict: pl.DataFrame) -> Reach:
    n = c.shared[1] if c.shared else int(c.ranks["n"][0])
    smallest = needed = None
    adjustment = options.adjust if tests > 1 else None
    if METHODS[options.test_for("pairs")].least_p is not None:
        smallest = least_adjusted(n, tests, adjustment, options.alpha)
        needed = blocks_needed(tests, adjustment, options.alpha)
    rows = alone.with_columns(method=pl.lit("detectable_difference"), detectable_strict=strict["detectable"])
    return Reach(metric=c.metric, focus=c.focus, n=n, tests=tests, rows=rows, smallest=smallest, needed=needed)


def _reach_table(reaches: Sequence[Reach], margins: Mapping[str, float], alpha: float) -> Table:
    """Return the table of what could have been shown, a line per metric; the twin has every pair."""
    lines = [_line(reach, margins.get(reach.metric.name), alpha) for reach in reaches]
    frame = pl.DataFrame(lines, infer_schema_length=None)
    has_margin, has_needed = frame["margin"].count() > 0, frame["needed"].count() > 0
    adjusted = any(reach.tests > 1 for reach in reaches)
    detectable, needed = "detectable difference", "datasets needed"
    columns = (
        label("metric"),
        column("n", "datasets"),
        label("focus", "against"),
        column("sd", printer=_by_size, unless_empty=True),
        column("alone", "one test", _by_size, group=detectable, unless_empty=True),
        column("strict", "adjusted", _by_size, group=detectable, when=adjusted, unless_empty=True),
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
    twin = pl.concat([reach.rows for reach in reaches])
    return exhibits.table("reach", "Detectable differences over the datasets.", frame, columns, twin=twin, note=note)


def _line(reach: Reach, margin: float | None, alpha: float) -> dict[str, Any]:
    spread = median(reach.rows["sd"])
    return {
        "metric": reach.metric.name,
        "n": reach.n,
        "focus": reach.focus,
        "sd": spread,
        "alone": reach.detectable,
        "strict": reach.strict,
        "half": _datasets_for(None if reach.detectable is None else reach.detectable / 2, spread, alpha),
        "margin": _datasets_for(margin, spread, alpha),
        "smallest": reach.smallest,
        "needed": reach.needed,
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

    metric: Metric
    a: str
    b: str
    rows: pl.DataFrame
    floors: pl.DataFrame


def _runs(evidence: Evidence) -> list[Runs]:
    """Return what runs could have shown of the first two by mean rank, for every metric with tests on runs."""
    reaches = []
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
        named_rows = plain(rows).with_columns(method=pl.lit("detectable_difference"))
        reaches.append(Runs(metric=metric, a=rival, b=focus, rows=named_rows, floors=floors))
    return reaches


def _runs_table(reaches: Sequence[Runs]) -> Table:
    """Return the table of what the runs could have shown, over the datasets, a line per metric."""
    lines = []
    for reach in reaches:
        detectable = reach.rows["detectable"].drop_nulls()
        lines.append(
            {
                "metric": reach.metric.name,
                "pair": f"{reach.a}, {reach.b}",
                "runs": span(reach.rows.filter(pl.col("n") > 0)["n"]),
                "datasets": detectable.len(),
                "least": detectable.min(),
                "median": detectable.median(),
                "most": detectable.max(),
                "floor": reach.floors["floor"].median(),
            }
        )
    group = "detectable difference on a dataset"
    several = any(reach.rows.height > 1 for reach in reaches)
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
    twin = pl.concat([reach.rows for reach in reaches])
    caption = "Detectable differences on the runs of a dataset."
    frame = pl.DataFrame(lines, infer_schema_length=None)
    return exhibits.table("runs-reach", caption, frame, columns, twin=twin, note=note)


ADVICE = Part(id="advice", after="equivalence", make=advice_section, record=Advice)
