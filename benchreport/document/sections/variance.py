"""Do the algorithms differ at all on a single dataset? Analysis of variance over its runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.untested import untested
from benchreport.document.evidence.comparison import Metric
from benchreport.document.evidence.result_rows import adjusted, grouped, in_order, median, plain
from benchreport.document.evidence.runs import Runs, several_runs, without_gaps
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, decimals, decision, degrees_of_freedom, label
from benchreport.document.model.blocks import Cell, Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.naming import enumerated, short_names
from benchreport.numerals import counted, decimals_for, degrees, number, plus_minus
from benchreport.options import Options
from benchreport.stats.many_algorithms.variance import anova_blocked, anova_oneway, anova_table, welch_anova
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.stats.ordering.indistinguishable_sets import letters
from benchreport.stats.posthoc.means import fisher_lsd, tukey_hsd
from benchreport.tables.rounding import TOLERANCE

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

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


def variance_section(evidence: Evidence) -> Section | None:
    """Write the section on all algorithms together, dataset by dataset; none without three of them and several runs."""
    analyses = analysed(evidence)
    if analyses is None:
        return None
    datasets = analyses.decisive["dataset"].unique().sort().to_list()
    single = datasets[0] if len(datasets) == 1 else None
    told = [one for one in evidence.metrics if (analyses.decisive["metric"] == one.name).any()]
    details = [_details(evidence, analyses, one, single) for one in told[:DETAILED]] if single is not None else []
    context = {
        "analyses": analyses,
        "single": single,
        "datasets": counted(len(datasets), "dataset"),
        "parts": _alike([_verdict(analyses, one, evidence.options) for one in told]),
        "seeds": (analyses.decisive["method"] == "anova_oneway").any(),
        "untested": [] if single else untested(analyses.decisive, "test"),
        "any_tested": analyses.decisive["p_value"].count() > 0 or single is not None,
        "table": _listing(analyses, evidence.options, single)
        if analyses.listed
        else _counts(analyses, evidence.options),
        "sources": _sources(analyses, told) if single else None,
        "details": details,
        "compared": any(one["matrix"] is not None for one in details),
        "further": counted(len(told) - DETAILED, "further metric") if single and len(told) > DETAILED else "",
        "pairs_elsewhere": evidence.judges_runs,
        "family": "all of them" if evidence.options.family == "all" else "the datasets of a metric",
    }
    return evidence.section("variance", context)


def analysed(evidence: Evidence) -> Analyses | None:
    """Run the analyses of variance on every dataset that has three algorithms and several runs."""
    options = evidence.options
    found = several_runs(evidence.scores, evidence.design)
    if found is None:
        return None
    runs = without_gaps(found, policy=options.missing)
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
    """Adjust over the datasets of a metric, or over all; metrics come in the order of the report."""
    family = [] if evidence.options.family == "all" else ["metric"]
    ordered = in_order(plain(rows), "metric", [one.name for one in evidence.metrics], "dataset")
    return adjusted(ordered, evidence.options, family)


def _verdict(analyses: Analyses, metric: Metric, options: Options) -> dict[str, Any]:
    rows = analyses.decisive.filter(pl.col("metric") == metric.name)
    clear = pl.col("p_adjusted") <= options.alpha
    first = rows.row(0, named=True)
    return {
        "metric": metric.name,
        "rows": rows,
        "datasets": counted(rows.height, "dataset"),
        "single": rows.height == 1,
        "dataset": first["dataset"],
        "row": first,
        "tested": first["p_value"] is not None,
        "tied": first["status"] == "all_ties",
        "n_clear": rows.filter(clear).height,
        "n_lacking": rows["p_value"].null_count(),
        "n_tested": rows["p_value"].count(),
        "reason": next((reason for _, reason in untested(rows, "test")), ""),
        "differ": rows.filter(clear).height > 0,
        "p": first["p_adjusted" if analyses.shared else "p_value"],
        "f": number(first["statistic"]),
        "df": degrees(first["df1"], first["df2"], " and "),
        "effect": number(first["effect"], 3),
        "beside": [
            (title, here.filter(clear).height, here.height)
            for title, frame in analyses.beside.items()
            if (here := frame.filter(pl.col("metric") == metric.name)).height
        ],
    }


def _alike(parts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Say once what is found on as many datasets by several metrics."""
    same = ("n_clear", "datasets", "n_lacking", "n_tested", "reason")

    def likeness(part: dict[str, Any]) -> tuple[Any, ...]:
        alone = (part["metric"],) if part["single"] else tuple(part[key] for key in same)
        return (*alone, *part["beside"])

    return [
        {
            **first,
            "metric": enumerated([first["metric"], *(part["metric"] for part in rest)]),
            "rows": pl.concat([first["rows"], *(part["rows"] for part in rest)]),
            "several": bool(rest),
        }
        for first, *rest in grouped(parts, likeness).values()
    ]


def _listing(analyses: Analyses, options: Options, single: str | None) -> Table:
    shown = analyses.decisive
    p, source = (f"p ({adjustment_name(options.adjust)})", "p_adjusted") if analyses.shared else ("p", "p_value")
    beside = []
    for place, (title, frame) in enumerate(analyses.beside.items()):
        name = f"p_beside_{place}"
        here = frame.select("metric", "dataset", pl.col(source).alias(name))
        shown = shown.join(here, on=["metric", "dataset"], how="left", maintain_order="left")
        beside.append(column(name, title, group=f"{p}, for comparison"))
    columns = (
        label("metric", when=shown["metric"].n_unique() > 1),
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
    return exhibits.table("anova", caption, shown, columns, twin=_twin(analyses))


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
        here = frame.group_by("metric").agg(clear.alias(name))
        counts = counts.join(here, on="metric", how="left", maintain_order="left")
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


def _sources(analyses: Analyses, told: list[Metric]) -> Table:
    """Print where the variation of a single dataset comes from."""
    table = partial(anova_table, by=BY)
    frame = plain(analyses.runs.tested(partial(table, model="blocked"), partial(table, model="oneway")))
    # What is left of equal results is rounding.
    real = pl.col("ss") > TOLERANCE * pl.col("ss").max().over("metric")
    frame = frame.with_columns(pl.when(real).then(pl.col(name)).otherwise(0.0).alias(name) for name in ("ss", "ms"))
    names = [one.name for one in told[:MOST_SOURCES]]
    shown = in_order(frame.filter(pl.col("metric").is_in(names)), "metric", names)
    columns = (
        label("metric", when=len(told) > 1),
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
    shown = shown.with_columns(source=pl.col("term").replace(SOURCES))
    return exhibits.table("anova-sources", caption, shown, columns, twin=frame)


def _details(evidence: Evidence, analyses: Analyses, metric: Metric, dataset: str) -> dict[str, Any]:
    """Gather what is shown of one metric on a single dataset: pairs of algorithms by the textbook, and the runs.

    The runs of the only dataset there is are drawn in the section on distributions.
    """
    alpha = evidence.options.alpha
    scores = analyses.runs.scores.filter(pl.col("metric") == metric.name)
    method = analyses.decisive.filter(pl.col("metric") == metric.name)["method"][0]
    variant: Any = "blocked" if method == "anova_blocked" else "oneway"
    tukey = tukey_hsd(scores, by=BY, variant=variant, alpha=alpha)
    fisher = fisher_lsd(scores, by=BY, variant=variant, alpha=alpha)
    textbook = analyses.beside["blocked"] if variant == "blocked" else analyses.decisive
    omnibus = textbook.filter(pl.col("metric") == metric.name)["p_value"][0]
    testable = tukey["p_value"].null_count() == 0
    return {
        "metric": metric.name,
        "matrix": _matrix(scores, tukey, fisher, metric, alpha) if testable else None,
        "rejected": omnibus is not None and omnibus <= alpha,
        "located": bool((fisher["p_value"] <= alpha).any()),
        "rows": plain(pl.concat([tukey, fisher])),
        "box": _box(evidence, scores, metric, dataset) if len(evidence.datasets) > 1 else None,
    }


def _matrix(scores: pl.DataFrame, tukey: pl.DataFrame, fisher: pl.DataFrame, metric: Metric, alpha: float) -> Table:
    """Print p-values of all pairs: Tukey's above the diagonal, Fisher's below it; letters join what was not parted."""
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
        *(column(f"p{j}", head) for j, head in enumerate(heads)),
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


VARIANCE = Part(id="variance", after="within", make=variance_section)
