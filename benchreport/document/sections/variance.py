"""Analysis of variance of all algorithms over the runs of single datasets, with Tukey's and Fisher's pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import ClassVar, Literal

import polars as pl

from benchreport.document.analyses.untested import untested
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Metric
from benchreport.document.evidence.result_rows import ResultRow, adjusted, grouped, in_order, median, plain, result_row
from benchreport.document.evidence.runs import Runs, several_runs, without_gaps
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, decimals, decision, degrees_of_freedom, label
from benchreport.document.model.blocks import Cell, Figure, Part, Section, Table
from benchreport.naming import enumerated, short_names
from benchreport.numerals import counted, decimals_for, number, plus_minus
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.stats.many_algorithms.variance import anova_blocked, anova_oneway, anova_table, welch_anova
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.stats.ordering.indistinguishable_sets import letters
from benchreport.stats.posthoc.means import fisher_lsd, tukey_hsd
from benchreport.tables.rounding import TOLERANCE

FEWEST_ALGORITHMS = 3
# Up to so many datasets, counted for every metric, each has a row; of more there are counts.
LISTED_UP_TO = 24
# Of a single dataset so many metrics are shown in full: pairs of algorithms, and a figure.
DETAILED = 2
MOST_SOURCES = 10
MATRIX_UP_TO = 7
LONGEST_HEAD = 9
BY = ("dataset", "metric")
SOURCES = {"algorithm": "algorithms", "block": "runs", "residual": "rest"}


@dataclass(frozen=True, kw_only=True)
class Analyses:
    """Result rows of the analyses of variance, one per dataset and metric in each frame.

    ``decisive`` has those the verdicts read; ``beside`` stands for comparison, by the title of its column. ``shared``
    tells whether several of them were adjusted together.
    """

    runs: Runs
    decisive: pl.DataFrame
    beside: Mapping[str, pl.DataFrame]
    shared: bool

    @cached_property
    def matched(self) -> bool:
        """Whether on some dataset the algorithms share their runs."""
        return bool((self.decisive["method"] == "anova_blocked").any())

    @property
    def symbol(self) -> str:
        """The sign of the effect."""
        return "partial η²" if self.matched else "η²"

    @property
    def listed(self) -> bool:
        """Whether there are so few datasets that each has a row of its own."""
        return self.decisive.height <= LISTED_UP_TO


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What one metric shows, or several that show the same: on a single dataset, or on how many of them.

    ``row`` and ``p_value`` are of the first dataset; ``beside`` says how many datasets the other forms find, by their
    titles.
    """

    metric: str
    several: bool
    case: Literal["untestable", "tied", "single", "none tested", "counts"]
    dataset: str
    datasets: str
    rows: pl.DataFrame
    row: ResultRow
    p_value: float | None
    n_clear: int
    n_untested: int
    reason: str
    beside: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Detail:
    """The pairs of one metric on a single dataset by the textbook, and its runs drawn."""

    metric: str
    outcome: Literal["not rejected", "not located", "located"]
    matrix: Table | None
    box: Figure | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Variance:
    """What the template ``variance`` prints."""

    FORMER: ClassVar[Mapping[str, str]] = {
        "analyses": "s",
        "audit": "s.left_out",
        "single": "s.on_one_dataset",
        "datasets": "datasets of each of s.verdicts",
        "parts": "s.verdicts",
        "compared": "s.details",
    }

    matched: bool
    listed: bool
    shared: bool
    symbol: str
    left_out: str
    seeds: bool
    on_one_dataset: bool
    any_tested: bool
    verdicts: tuple[Verdict, ...]
    family: str
    table: Table
    untested: tuple[tuple[str, str], ...]
    sources: Table | None
    has_pairs: bool
    details: tuple[Detail, ...]
    further: str
    pairs_elsewhere: bool


def variance_section(evidence: Evidence) -> Section | None:
    """Return the section on all algorithms together, dataset by dataset; none without three and several runs."""
    analyses, options = analysed(evidence), evidence.options
    if analyses is None:
        return None
    rows = analyses.decisive
    datasets = rows["dataset"].unique().sort().to_list()
    single = datasets[0] if len(datasets) == 1 else None
    metrics = [metric for metric in evidence.metrics if (rows["metric"] == metric.name).any()]
    detailed = metrics[:DETAILED] if single is not None else []
    details = tuple(_detail(evidence, analyses, metric, datasets[0]) for metric in detailed)
    record = Variance(
        matched=analyses.matched,
        listed=analyses.listed,
        shared=analyses.shared,
        symbol=analyses.symbol,
        left_out=analyses.runs.left_out,
        seeds=bool((rows["method"] == "anova_oneway").any()),
        on_one_dataset=single is not None,
        any_tested=rows["p_value"].count() > 0 or single is not None,
        verdicts=_alike([_verdict(analyses, metric, options) for metric in metrics]),
        family="all of them" if options.family == "all" else "the datasets of a metric",
        table=_listing(analyses, options, single) if analyses.listed else _counts(analyses, options),
        untested=() if single else tuple(untested(rows, "test")),
        sources=_sources(analyses, metrics) if single else None,
        has_pairs=any(detail.matrix is not None for detail in details),
        details=details,
        further=counted(len(metrics) - DETAILED, "further metric") if single and len(metrics) > DETAILED else "",
        pairs_elsewhere=evidence.judges_runs,
    )
    return evidence.section("variance", record)


def analysed(evidence: Evidence) -> Analyses | None:
    """Return the analyses of variance of every dataset that has three algorithms and several runs."""
    options = evidence.options
    several = several_runs(evidence.scores, evidence.design)
    if several is None:
        return None
    runs = without_gaps(several, policy=options.missing)
    runs = _of_enough_algorithms(runs)
    if runs.scores.is_empty():
        return None
    anova = partial(anova_oneway, by=BY, alpha=options.alpha)
    blocked = partial(anova_blocked, by=BY, alpha=options.alpha)
    rows = adjusted_rows(runs.tested(partial(blocked, variant="resampled"), anova), evidence)
    listed = rows.height <= LISTED_UP_TO
    beside: dict[str, pl.DataFrame] = {}
    if runs.matched.height:
        beside["one-way"] = anova(runs.matched)
    if runs.matched.height and listed:
        beside["blocked"] = blocked(runs.matched)
        beside["Greenhouse-Geisser"] = blocked(runs.matched, variant="greenhouse_geisser")
    if runs.unmatched.height and listed:
        beside["Welch"] = welch_anova(runs.unmatched, by=BY, alpha=options.alpha)
    size = rows.height if options.family == "all" else rows.group_by("metric").len()["len"].max()
    return Analyses(
        runs=runs,
        decisive=rows,
        beside={title: adjusted_rows(frame, evidence) for title, frame in beside.items()},
        shared=size != 1,
    )


def _of_enough_algorithms(runs: Runs) -> Runs:
    sizes = runs.scores.group_by("metric", "dataset").agg(n=pl.col("algorithm").n_unique())
    few = sizes.filter(pl.col("n") < FEWEST_ALGORITHMS)
    if few.is_empty():
        return runs
    return replace(runs, scores=runs.scores.join(few, on=["metric", "dataset"], how="anti", maintain_order="left"))


def adjusted_rows(rows: pl.DataFrame, evidence: Evidence) -> pl.DataFrame:
    """Return rows adjusted over the datasets of a metric, or over all; metrics come in the order of the report."""
    family = [] if evidence.options.family == "all" else ["metric"]
    ordered = in_order(plain(rows), "metric", [metric.name for metric in evidence.metrics], "dataset")
    return adjusted(ordered, evidence.options, family)


def _verdict(analyses: Analyses, metric: Metric, options: Options) -> Verdict:
    rows = analyses.decisive.filter(pl.col("metric") == metric.name)
    clear = pl.col("p_adjusted") <= options.alpha
    row = result_row(rows)
    case: Literal["untestable", "tied", "single", "none tested", "counts"] = "counts"
    if rows.height == 1:
        case = "untestable" if row.p_value is None else "tied" if row.status == "all_ties" else "single"
    elif not rows["p_value"].count():
        case = "none tested"
    return Verdict(
        metric=metric.name,
        several=False,
        case=case,
        dataset=rows["dataset"][0],
        datasets=counted(rows.height, "dataset"),
        rows=rows,
        row=row,
        p_value=row.p_adjusted if analyses.shared else row.p_value,
        n_clear=rows.filter(clear).height,
        n_untested=rows["p_value"].null_count(),
        reason=next((reason for _, reason in untested(rows, "test")), ""),
        beside=tuple(
            (title, own.filter(clear).height, own.height)
            for title, frame in analyses.beside.items()
            if (own := frame.filter(pl.col("metric") == metric.name)).height
        ),
    )


def _alike(verdicts: Sequence[Verdict]) -> tuple[Verdict, ...]:
    """Return the verdicts, those of several metrics as one where the same is found on as many datasets."""

    def likeness(verdict: Verdict) -> tuple[object, ...]:
        if verdict.rows.height == 1:
            return (verdict.metric,)
        return verdict.n_clear, verdict.datasets, verdict.n_untested, verdict.reason, verdict.beside

    return tuple(
        replace(
            alike[0],
            metric=enumerated([verdict.metric for verdict in alike]),
            rows=pl.concat(verdict.rows for verdict in alike),
            several=len(alike) > 1,
        )
        for alike in grouped(verdicts, likeness).values()
    )


def _listing(analyses: Analyses, options: Options, single: str | None) -> Table:
    printed = analyses.decisive
    p, source = (f"p ({adjustment_name(options.adjust)})", "p_adjusted") if analyses.shared else ("p", "p_value")
    beside = []
    for place, (title, frame) in enumerate(analyses.beside.items()):
        name = f"p_beside_{place}"
        own = frame.select("metric", "dataset", pl.col(source).alias(name))
        printed = printed.join(own, on=["metric", "dataset"], how="left", maintain_order="left")
        beside.append(column(name, title, group=f"{p}, for comparison"))
    columns = (
        label("metric", when=printed["metric"].n_unique() > 1),
        label("dataset", when=single is None),
        column("n", "runs"),
        column("statistic", "F"),
        degrees_of_freedom(),
        column("p_value", "p"),
        column("p_adjusted", p, when=analyses.shared),
        column("effect", analyses.symbol),
        *beside,
    )
    caption = "Analysis of variance over the runs" + (f" of {single}." if single else ", dataset by dataset.")
    return exhibits.table("anova", caption, printed, columns, twin=_twin(analyses))


def _counts(analyses: Analyses, options: Options) -> Table:
    clear = (pl.col("p_adjusted") <= options.alpha).sum().cast(pl.Int64)
    open_ = (pl.col("p_adjusted") > options.alpha).sum().cast(pl.Int64)
    counts = analyses.decisive.group_by("metric", maintain_order=True).agg(
        datasets=pl.len().cast(pl.Int64),
        differ=clear,
        open=open_,
        untested=pl.col("p_value").null_count().cast(pl.Int64),
        effect=pl.col("effect").median(),
    )
    beside = []
    for place, (title, frame) in enumerate(analyses.beside.items()):
        name = f"beside_{place}"
        own = frame.group_by("metric").agg(clear.alias(name))
        counts = counts.join(own, on="metric", how="left", maintain_order="left")
        beside.append(column(name, title, group="differ, for comparison"))
    columns = (
        label("metric"),
        column("datasets"),
        column("differ"),
        column("open", "not shown"),
        column("untested", "not tested", when=counts["untested"].sum() > 0),
        column("effect", f"median {analyses.symbol}"),
        *beside,
    )
    caption = "On how many datasets the algorithms differ, by analysis of variance over the runs."
    return exhibits.table("anova", caption, counts, columns, twin=_twin(analyses))


def _twin(analyses: Analyses) -> pl.DataFrame:
    return pl.concat([analyses.decisive, *analyses.beside.values()])


def _sources(analyses: Analyses, metrics: list[Metric]) -> Table:
    """Return the table of where the variation of a single dataset comes from."""
    table = partial(anova_table, by=BY)
    frame = plain(analyses.runs.tested(partial(table, model="blocked"), partial(table, model="oneway")))
    # What is left of equal results is rounding.
    real = pl.col("ss") > TOLERANCE * pl.col("ss").max().over("metric")
    frame = frame.with_columns(pl.when(real).then(pl.col(name)).otherwise(0.0).alias(name) for name in ("ss", "ms"))
    names = [metric.name for metric in metrics[:MOST_SOURCES]]
    printed = in_order(frame.filter(pl.col("metric").is_in(names)), "metric", names)
    columns = (
        label("metric", when=len(metrics) > 1),
        label("source"),
        column("ss", "sum of squares", align="right"),
        column("df"),
        column("ms", "mean square", align="right"),
        column("statistic", "F"),
        column("p_value", "p"),
        column("eta_squared", "share", decimals(3)),
    )
    form = "blocked analysis of variance, not corrected" if analyses.matched else "one-way analysis of variance"
    caption = f"Where the variation comes from: {form}."
    printed = printed.with_columns(source=pl.col("term").replace(SOURCES))
    return exhibits.table("anova-sources", caption, printed, columns, twin=frame)


def _detail(evidence: Evidence, analyses: Analyses, metric: Metric, dataset: str) -> Detail:
    """Return the pairs of algorithms by the textbook and the runs, of one metric on a single dataset.

    The runs of the only dataset there is are drawn in the section on distributions.
    """
    alpha = evidence.options.alpha
    scores = analyses.runs.scores.filter(pl.col("metric") == metric.name)
    method = analyses.decisive.filter(pl.col("metric") == metric.name)["method"][0]
    variant: Literal["blocked", "oneway"] = "blocked" if method == "anova_blocked" else "oneway"
    tukey = tukey_hsd(scores, by=BY, variant=variant, alpha=alpha)
    fisher = fisher_lsd(scores, by=BY, variant=variant, alpha=alpha)
    textbook = analyses.beside["blocked"] if variant == "blocked" else analyses.decisive
    omnibus = textbook.filter(pl.col("metric") == metric.name)["p_value"][0]
    located = bool((fisher["p_value"] <= alpha).any())
    rejected = omnibus is not None and omnibus <= alpha
    return Detail(
        metric=metric.name,
        outcome="not rejected" if not rejected else "located" if located else "not located",
        matrix=_matrix(scores, tukey, fisher, metric, alpha) if tukey["p_value"].null_count() == 0 else None,
        box=_box(evidence, scores, metric, dataset) if len(evidence.datasets) > 1 else None,
    )


def _matrix(scores: pl.DataFrame, tukey: pl.DataFrame, fisher: pl.DataFrame, metric: Metric, alpha: float) -> Table:
    """Return the p-values of all pairs: Tukey's above the diagonal, Fisher's below it, and letters of Tukey's test."""
    display = letters(tukey, alpha=alpha).select(pl.col("algorithm").cast(pl.String), "letters")
    names = display["algorithm"].to_list()
    values = (
        scores.sort("algorithm", "value")
        .group_by(pl.col("algorithm").cast(pl.String))
        .agg(mean=pl.col("value").mean(), sd=pl.col("value").std())
    )
    summary = {name: (mean, sd) for name, mean, sd in values.select("algorithm", "mean", "sd").rows()}
    places = decimals_for(median(values["sd"]))
    above, below = (_by_pair(rows) for rows in (tukey, fisher))
    full = len(names) <= MATRIX_UP_TO
    heads = short_names(names, LONGEST_HEAD) if full else []
    columns = (
        label("algorithm"),
        column("mean", "mean ± sd"),
        label("letters"),
        *(column(f"p{j}", head, named=True) for j, head in enumerate(heads)),
    )
    frame = display.with_columns(mean=pl.Series([plus_minus(*summary[name], places) for name in names]))
    for j, other in enumerate(names if full else []):
        cells = [
            Cell(text="–") if i == j else decision(alpha)((above if i < j else below)[name, other])
            for i, name in enumerate(names)
        ]
        frame = frame.with_columns(pl.Series(f"p{j}", cells, dtype=pl.Object))
    twin = plain(pl.concat([tukey, fisher]))
    caption = f"Pairs of algorithms by {metric.name}, after the textbook analysis of variance."
    note = (
        "p-values above the diagonal are Tukey’s, for all pairs together; those below are Fisher’s, not adjusted. "
        f"Bold: at most {number(alpha)}. "
        if full
        else ""
    )
    note += "Algorithms that share a letter were not shown to differ by Tukey’s test."
    return exhibits.table(f"anova-pairs-{metric.slug}", caption, frame, columns, twin=twin, note=note)


def _by_pair(rows: pl.DataFrame) -> dict[tuple[str, str], float | None]:
    pairs = rows.select(pl.col("a", "b").cast(pl.String), "p_value").rows()
    return {key: p for a, b, p in pairs for key in ((a, b), (b, a))}


def _box(evidence: Evidence, scores: pl.DataFrame, metric: Metric, dataset: str) -> Figure:
    caption = f"The runs of {dataset} by {metric.name}: median, quartiles, and a point per run."
    return evidence.plotted("box", scores, points="runs", id=f"runs-{metric.slug}", caption=caption)


VARIANCE = Part(id="variance", after="within", make=variance_section, record=Variance)
