"""Do the algorithms differ at all on a single dataset? Analysis of variance over its runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document import exhibits
from benchreport.document.blocks import Cell, Column, Figure, Section, Table
from benchreport.document.names import short_names
from benchreport.document.numbers import counted, decimals_for, degrees, enumerated, fixed, number, p_value, plus_minus
from benchreport.document.parts import Part
from benchreport.document.parts.comparison import Metric
from benchreport.document.parts.runs import Runs, several_runs, without_gaps
from benchreport.document.parts.untested import untested
from benchreport.options import Options
from benchreport.stats.adjust import adjust
from benchreport.stats.adjustments import adjustment_name
from benchreport.stats.letters import letters
from benchreport.stats.posthoc_means import fisher_lsd, tukey_hsd
from benchreport.stats.variance import anova_oneway, welch_anova
from benchreport.stats.variance_blocked import anova_blocked
from benchreport.stats.variance_factors import anova_table
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Analyses:
    """Result rows of the analyses of variance, one per dataset and metric in each frame.

    ``decisive`` has those the verdicts read; ``beside`` stands for comparison, by the title of its column. ``shared``
    tells whether several of them were adjusted together.
    """

    runs: Runs
    decisive: pl.DataFrame
    beside: Mapping[str, pl.DataFrame]
    shared: bool

    @property
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
        "single": single,
        "datasets": counted(len(datasets), "dataset"),
        "parts": _alike([_verdict(analyses, one, evidence.options) for one in told]),
        "rows": analyses.decisive,
        "shared": analyses.shared,
        "matched": analyses.matched,
        "symbol": analyses.symbol,
        "seeds": (analyses.decisive["method"] == "anova_oneway").any(),
        "audit": analyses.runs.left_out,
        "untested": [] if single else untested(analyses.decisive, "test"),
        "any_tested": analyses.decisive["p_value"].count() > 0 or single is not None,
        "table": _listing(analyses, evidence.options, single)
        if analyses.listed
        else _counts(analyses, evidence.options),
        "listed": analyses.listed,
        "sources": _sources(analyses, told) if single else None,
        "details": details,
        "compared": any(one["matrix"] is not None for one in details),
        "further": counted(len(told) - DETAILED, "further metric") if single and len(told) > DETAILED else "",
        "pairs_elsewhere": bool(evidence.within),
        "adjustment": adjustment_name(evidence.options.adjust),
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
    matched, seeded = runs.matched, runs.unmatched
    decisive = [
        *([anova_blocked(matched, by=BY, variant="resampled", alpha=options.alpha)] if matched.height else []),
        *([anova_oneway(seeded, by=BY, alpha=options.alpha)] if seeded.height else []),
    ]
    rows = adjusted_rows(pl.concat(decisive), evidence)
    beside: dict[str, pl.DataFrame] = {}
    if matched.height:
        beside["one-way"] = anova_oneway(matched, by=BY, alpha=options.alpha)
        if rows.height <= LISTED_UP_TO:
            beside["blocked"] = anova_blocked(matched, by=BY, alpha=options.alpha)
            beside["Greenhouse-Geisser"] = anova_blocked(
                matched, by=BY, variant="greenhouse_geisser", alpha=options.alpha
            )
    if seeded.height and rows.height <= LISTED_UP_TO:
        beside["Welch"] = welch_anova(seeded, by=BY, alpha=options.alpha)
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
    adjustment: Any = evidence.options.adjust
    texts = rows.with_columns(pl.col(pl.Categorical).cast(pl.String))
    place = pl.col("metric").replace_strict({one.name: at for at, one in enumerate(evidence.metrics)})
    family = [] if evidence.options.family == "all" else ["metric"]
    return adjust(texts.sort(place, "dataset"), adjustment, family=family)


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
    groups: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for part in parts:
        same = ("n_clear", "datasets", "n_lacking", "n_tested", "reason")
        alone = (part["metric"],) if part["single"] else tuple(part[key] for key in same)
        groups.setdefault((*alone, *part["beside"]), []).append(part)
    return [
        {
            **first,
            "metric": enumerated([first["metric"], *(part["metric"] for part in rest)]),
            "rows": pl.concat([first["rows"], *(part["rows"] for part in rest)]),
            "several": bool(rest),
        }
        for first, *rest in groups.values()
    ]


def _listing(analyses: Analyses, options: Options, single: str | None) -> Table:
    rows = analyses.decisive
    shown = rows.select(
        "metric",
        "dataset",
        "n",
        "statistic",
        "effect",
        "p_value",
        "p_adjusted",
        df=pl.Series([degrees(*pair) for pair in rows.select("df1", "df2").rows()], dtype=pl.String),
    )
    columns = {
        "metric": Column(title="metric", align="left"),
        "dataset": Column(title="dataset", align="left"),
        "n": Column(title="runs"),
        "statistic": Column(title="F"),
        "df": Column(title="df", align="right"),
        "p_value": Column(title="p"),
        "p_adjusted": Column(title=f"p ({adjustment_name(options.adjust)})"),
        "effect": Column(title=analyses.symbol),
    }
    for left, gone in (("metric", rows["metric"].n_unique() == 1), ("dataset", single is not None)):
        if gone:
            del columns[left]
    p = columns["p_adjusted" if analyses.shared else "p_value"].title
    if not analyses.shared:
        del columns["p_adjusted"]
    for place, (title, frame) in enumerate(analyses.beside.items()):
        name = f"p_beside_{place}"
        here = frame.select("metric", "dataset", pl.col("p_adjusted" if analyses.shared else "p_value").alias(name))
        shown = shown.join(here, on=["metric", "dataset"], how="left", maintain_order="left")
        columns[name] = Column(title=title, group=f"{p}, for comparison")
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
    columns = {
        "metric": Column(title="metric", align="left"),
        "datasets": Column(title="datasets"),
        "differ": Column(title="differ"),
        "open": Column(title="not shown"),
        "untested": Column(title="not tested"),
        "effect": Column(title=f"median {analyses.symbol}"),
    }
    if not counts["untested"].sum():
        del columns["untested"]
    for place, (title, frame) in enumerate(analyses.beside.items()):
        name = f"beside_{place}"
        here = frame.group_by("metric").agg(clear.alias(name))
        counts = counts.join(here, on="metric", how="left", maintain_order="left")
        columns[name] = Column(title=title, group="differ, for comparison")
    caption = "On how many datasets the algorithms differ, by analysis of variance over the runs."
    return exhibits.table("anova", caption, counts, columns, twin=_twin(analyses))


def _twin(analyses: Analyses) -> pl.DataFrame:
    return pl.concat([analyses.decisive, *analyses.beside.values()])


def _sources(analyses: Analyses, told: list[Metric]) -> Table:
    """Print where the variation of a single dataset comes from."""
    matched, seeded = analyses.runs.matched, analyses.runs.unmatched
    parts = [
        *([anova_table(matched, by=BY, model="blocked")] if matched.height else []),
        *([anova_table(seeded, by=BY, model="oneway")] if seeded.height else []),
    ]
    frame = pl.concat(parts).with_columns(pl.col("metric", "dataset").cast(pl.String))
    # What is left of equal results is rounding.
    real = pl.col("ss") > TOLERANCE * pl.col("ss").max().over("metric")
    frame = frame.with_columns(pl.when(real).then(pl.col(name)).otherwise(0.0).alias(name) for name in ("ss", "ms"))
    names = [one.name for one in told[:MOST_SOURCES]]
    place = pl.col("metric").replace_strict({name: at for at, name in enumerate(names)})
    shown = frame.filter(pl.col("metric").is_in(names)).sort(place, maintain_order=True)
    shown = shown.with_columns(
        pl.col("term").replace(SOURCES),
        share=pl.Series([fixed(value, 3) for value in shown["eta_squared"]], dtype=pl.String),
    )
    columns = {
        "metric": Column(title="metric", align="left"),
        "term": Column(title="source", align="left"),
        "ss": Column(title="sum of squares", align="right"),
        "df": Column(title="df"),
        "ms": Column(title="mean square", align="right"),
        "statistic": Column(title="F"),
        "p_value": Column(title="p"),
        "share": Column(title="share"),
    }
    if len(told) == 1:
        del columns["metric"]
    form = "blocked analysis of variance, not corrected" if analyses.matched else "one-way analysis of variance"
    caption = f"Where the variation comes from: {form}."
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
    plain = analyses.beside["blocked"] if variant == "blocked" else analyses.decisive
    omnibus = plain.filter(pl.col("metric") == metric.name)["p_value"][0]
    testable = tukey["p_value"].null_count() == 0
    return {
        "metric": metric.name,
        "matrix": _matrix(scores, tukey, fisher, metric, alpha) if testable else None,
        "rejected": omnibus is not None and omnibus <= alpha,
        "located": bool((fisher["p_value"] <= alpha).any()),
        "rows": pl.concat([tukey, fisher]).with_columns(pl.col(pl.Categorical).cast(pl.String)),
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
    decimals = decimals_for(values["sd"].median())  # type: ignore[arg-type]
    above, below = (_by_pair(rows) for rows in (tukey, fisher))
    full = len(names) <= MATRIX_UP_TO
    columns = {
        "algorithm": Column(title="algorithm", align="left"),
        "mean": Column(title="mean ± sd"),
        "letters": Column(title="letters", align="left"),
    }
    records: list[dict[str, Any]] = []
    for i, name in enumerate(names):
        record: dict[str, Any] = {
            "algorithm": name,
            "mean": plus_minus(*summary[name], decimals),
            "letters": display["letters"][i],
        }
        for j, other in enumerate(names if full else []):
            p = None if i == j else (above if i < j else below)[name, other]
            strong = p is not None and p <= alpha
            record[f"p{j}"] = Cell(text="–" if i == j else p_value(p), value=p, emphasis="best" if strong else "")
        records.append(record)
    if full:
        columns |= {f"p{j}": Column(title=head) for j, head in enumerate(short_names(names, LONGEST_HEAD))}
    frame = pl.DataFrame(records, schema={name: pl.Object if name.startswith("p") else pl.String for name in columns})
    twin = pl.concat([tukey, fisher]).with_columns(pl.col(pl.Categorical).cast(pl.String))
    caption = f"Pairs of algorithms by {metric.name}, after the textbook analysis of variance."
    note = (
        "p-values above the diagonal are Tukey’s, for all pairs together; those below are Fisher’s, not adjusted. "
        f"Bold: at most {number(alpha)}. "
        if full
        else ""
    )
    note += "Algorithms that share a letter were not shown to differ by Tukey’s test."
    return exhibits.table(f"anova-pairs-{metric.slug}", caption, frame, columns, twin=twin, note=(note,))


def _by_pair(rows: pl.DataFrame) -> dict[tuple[str, str], float | None]:
    pairs = rows.select(pl.col("a", "b").cast(pl.String), "p_value").rows()
    return {key: p for a, b, p in pairs for key in ((a, b), (b, a))}


def _box(evidence: Evidence, scores: pl.DataFrame, metric: Metric, dataset: str) -> Figure:
    from benchreport.figures.plot import plot_data

    numbers = plot_data("box", scores, points="runs")
    caption = f"The runs of {dataset} by {metric.name}: median, quartiles, and a point per run."
    return evidence.drawn("box", numbers, id=f"runs-{metric.slug}", caption=caption)


VARIANCE = Part(id="variance", after="within", make=variance_section)
