"""Which sections does this experiment call for, and what do they say?"""

from __future__ import annotations

import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

import polars as pl

from benchreport.catalogue import METHODS
from benchreport.document import exhibits
from benchreport.document.blocks import Report, Section, Table
from benchreport.document.names import short_names
from benchreport.document.numbers import counted, fixed, integer, number
from benchreport.document.references import reference
from benchreport.document.sections import Nodes, section
from benchreport.errors import ColumnError, DirectionError, did_you_mean
from benchreport.stats.adjust import Adjustment, adjust
from benchreport.stats.cliques import indistinguishable, uncovered
from benchreport.stats.paired import wilcoxon
from benchreport.stats.posthoc import critical_difference, nemenyi
from benchreport.stats.ranks import average_ranks, friedman, iman_davenport
from benchreport.tables.cells import as_scores, cells, refuse_single_algorithm
from benchreport.tables.complete import Policy, complete, missing_cells
from benchreport.tables.design import design
from benchreport.tables.scores import open_scores
from benchreport.version import __version__

ALL_PAIRS_UP_TO = 8
DIAGRAM_UP_TO = 40
NAMED_UP_TO = 30
LONGEST_NAME = 36
PACKAGES = ("polars", "numpy", "scipy", "matplotlib", "jinja2", "weasyprint")


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where the numbers came from: the files with their SHA-256, and the recipe as a study file."""

    sources: Mapping[str, str] = field(default_factory=dict)
    recipe: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What was asked for, checked against the table."""

    scores: pl.DataFrame
    metrics: tuple[str, ...]
    excluded: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    shortened: tuple[tuple[str, str], ...]
    baseline: str | None
    missing: Policy
    alpha: float
    adjustment: Adjustment


def report(
    table: Any,
    *,
    title: str = "Benchmark report",
    baseline: str | None = None,
    missing: Policy = "drop_blocks",
    alpha: float = 0.05,
    adjustment: Adjustment = "holm",
    provenance: Provenance | None = None,
) -> Report:
    """Tell the whole story of a table of scores: coverage, leaderboard, ranks, tests, diagrams, methods.

    Parameters
    ----------
    table
        Scores. Metrics whose direction is not known are left out, and the report says so.
    title
        Of the report.
    baseline
        The algorithm that all others are compared with in the printed tables.
    missing
        Policy for missing results, as in :func:`complete`; what it did is counted in the report.
    alpha
        Level of the decisions.
    adjustment
        For the pairwise tests of a metric.
    provenance
        Files and recipe to be printed; a table in memory has none.

    Examples
    --------
    >>> import benchreport as br
    >>> report = br.report(br.read_scores(br.example("demsar2006_auc.csv")), baseline="C4.5")
    >>> [section.title for section in report.sections][2:4]
    ['Leaderboard', 'Comparison by auc']
    """
    plan = _plan(table, baseline, missing, alpha, adjustment)
    completed = complete(plan.scores, plan.missing)
    ranks = average_ranks(completed)
    compared = {metric: _comparison(plan, completed, ranks, metric) for metric in plan.metrics}
    sections = [
        _setup(plan),
        _coverage(plan),
        _leaderboard(plan, completed, ranks),
        *compared.values(),
        _datasets(plan, ranks),
        _reasons(plan),
        _methods(plan),
        _provenance(provenance or Provenance()),
    ]
    return Report(title=title, sections=tuple(sections), warnings=plan.warnings)


def _plan(table: Any, baseline: str | None, missing: Policy, alpha: float, adjustment: Adjustment) -> Plan:
    scores, shortened = _with_short_names(as_scores(table, open_scores))
    refuse_single_algorithm(scores)
    unknown = scores.filter(pl.col("direction").is_null()).get_column("metric").unique().sort().to_list()
    known = scores.filter(pl.col("direction").is_not_null())
    if known.height == 0:
        raise DirectionError(
            f"of no metric is it known which way is better: {', '.join(unknown)}",
            hint=f"directions={{{unknown[0]!r}: 'higher'}} (--direction {unknown[0]}=higher)",
        )
    excluded = [(name, "it is not known which way is better") for name in unknown]
    algorithms = known.get_column("algorithm").unique().cast(pl.String).sort().to_list()
    baseline = {name: label for label, name in shortened.items()}.get(baseline or "", baseline)
    if baseline is not None and baseline not in algorithms:
        raise ColumnError(f"no algorithm {baseline!r} to be the baseline", hint=did_you_mean(baseline, algorithms))
    return Plan(
        scores=known,
        metrics=tuple(known.get_column("metric").cast(pl.String).unique(maintain_order=True)),
        excluded=tuple(excluded),
        warnings=_warnings(scores, unknown),
        algorithms=tuple(algorithms),
        datasets=tuple(known.get_column("dataset").unique().cast(pl.String).sort()),
        shortened=tuple(shortened.items()),
        baseline=baseline,
        missing=missing,
        alpha=alpha,
        adjustment=adjustment,
    )


def _with_short_names(scores: pl.DataFrame) -> tuple[pl.DataFrame, dict[str, str]]:
    """Shorten names that would burst tables and figures; gives what each short name stands for."""
    stands_for: dict[str, str] = {}
    for column in ("algorithm", "dataset", "metric"):
        names = scores.get_column(column).cast(pl.String).unique().sort().to_list()
        short = short_names(names, LONGEST_NAME)
        if short != names:
            given = dict(zip(names, short, strict=True))
            renamed = pl.col(column).cast(pl.String).replace_strict(given).cast(pl.Categorical)
            scores = scores.with_columns(renamed.alias(column))
            stands_for |= {label: name for name, label in given.items() if name != label}
    return scores, stands_for


def _warnings(scores: pl.DataFrame, unknown: Sequence[str]) -> tuple[str, ...]:
    """Gather what the author should know before printing."""
    told = [f"metric {name!r} is left out: declare it with --direction {name}=higher or lower" for name in unknown]
    assumed = design(scores).filter(pl.col("note").str.contains("folds taken as cross-validation"))
    if assumed.height:
        told.append("folds are taken as cross-validation; declare --design if they are resamples or seeds")
    return tuple(told)


def _setup(plan: Plan) -> Section:
    directions = plan.scores.select(pl.col("metric", "direction").cast(pl.String)).unique(maintain_order=True).rows()
    context = {
        "n_algorithms": counted(len(plan.algorithms), "algorithm"),
        "n_datasets": counted(len(plan.datasets), "dataset"),
        "n_metrics": counted(len(plan.metrics), "metric"),
        "algorithms": _listing(plan.algorithms),
        "datasets": _listing(plan.datasets),
        "metrics": _listing([f"{metric} ({direction} is better)" for metric, direction in directions]),
        "baseline": plan.baseline,
        "shortened": plan.shortened,
        "alpha": number(plan.alpha),
        "adjustment": plan.adjustment,
    }
    return section("setup", context)


def _listing(names: Sequence[str]) -> str:
    if len(names) <= NAMED_UP_TO:
        return ", ".join(names)
    return ", ".join(names[: NAMED_UP_TO - 5]) + f" and {len(names) - NAMED_UP_TO + 5} more"


def _coverage(plan: Plan) -> Section:
    described = design(plan.scores)
    lacking = missing_cells(plan.scores)
    gone = lacking.filter(pl.col("n_missing") == pl.col("n_runs"))
    partial = lacking.height - gone.height
    parts = [f"{counted(gone.height, 'cell')} of algorithm and dataset have no result"] if gone.height else []
    parts += [f"{counted(partial, 'cell')} lack some runs and are averaged over the others"] if partial else []
    context = {
        "design": exhibits.design_table(described),
        "runs": bool((described["n_folds"] * described["n_repeats"] > 1).any()),
        "lacking": exhibits.missing_table(lacking) if lacking.height else None,
        "gaps": f"{' and '.join(parts)}.".capitalize(),
        "lacking_note": "A run that is in the table without a value and one that is absent count alike.",
        "policy": _policy_sentence(plan, gone.height),
        "excluded": plan.excluded,
        "remarks": _uneven_runs(described),
    }
    return section("coverage", context)


def _uneven_runs(described: pl.DataFrame) -> list[str]:
    """Say where cells average different numbers of runs."""
    notes = (
        described.select(pl.col("metric").cast(pl.String), pl.col("note").str.split("; ")).explode("note").drop_nulls()
    )
    uneven = (
        notes.filter(pl.col("note").str.contains("runs per cell")).group_by("note", maintain_order=True).agg("metric")
    )
    return [f"By {', '.join(dict.fromkeys(metrics))}, results are means of {note}." for note, metrics in uneven.rows()]


def _policy_sentence(plan: Plan, gaps: int) -> str:
    if not gaps:
        return "No policy for missing cells was needed."
    done = complete(plan.scores, plan.missing)
    said = done.select(pl.col("metric", "policy").cast(pl.String)).unique(maintain_order=True).drop_nulls().rows()
    meaning = {
        "drop_blocks": "Datasets on which an algorithm has no result were left out of the comparison by that metric",
        "drop_algorithms": "Algorithms without a result on some dataset were left out of the comparison by that metric",
        "worst": "A missing result was ranked strictly last on its dataset",
        "reference": "A missing result was replaced by that of the reference algorithm",
    }
    counts = "; ".join(f"{metric}: {text.partition(': ')[2].replace('blocks', 'datasets')}" for metric, text in said)
    return f"{meaning[plan.missing]} ({counts})."


def _leaderboard(plan: Plan, completed: pl.DataFrame, ranks: pl.DataFrame) -> Section:
    # Sorted, so that means are summed in one order and the same input gives the same bytes.
    grid = cells(completed).filter(pl.col("n_imputed") == 0).sort("metric", "algorithm", "dataset")
    summary = grid.group_by("metric", "algorithm").agg(mean=pl.col("value").mean(), sd=pl.col("value").std())
    joined = ranks.select("metric", "algorithm", rank="mean_rank", wins="n_first").join(
        summary, on=["metric", "algorithm"], how="left"
    )
    board = pl.DataFrame({"algorithm": plan.algorithms})
    for metric in plan.metrics:
        here = joined.filter(pl.col("metric") == metric).select(
            pl.col("algorithm").cast(pl.String), pl.col("mean", "sd", "rank", "wins").name.prefix(f"{metric}:")
        )
        board = board.join(here, on="algorithm", how="left", maintain_order="left")
    board = board.sort(f"{plan.metrics[0]}:rank", "algorithm", nulls_last=True)
    context = {
        "board": exhibits.leaderboard_table(board, plan.metrics),
        "n_datasets": "the datasets",
        "first": plan.metrics[0],
    }
    return section("leaderboard", context)


def _comparison(plan: Plan, completed: pl.DataFrame, all_ranks: pl.DataFrame, metric: str) -> Section:
    """Compare all algorithms by one metric."""
    scores = completed.filter(pl.col("metric") == metric)
    ranks = all_ranks.filter(pl.col("metric") == metric).sort("mean_rank", "algorithm", nulls_last=True)
    slug = slug_of(metric)
    omnibus = pl.concat([friedman(scores, alpha=plan.alpha), iman_davenport(scores, alpha=plan.alpha)])
    rows = wilcoxon(scores, alpha=plan.alpha).pipe(adjust, plan.adjustment)
    ranked = nemenyi(scores, alpha=plan.alpha).select("a", "b", p_nemenyi="p_value")
    rows = rows.join(ranked, on=["a", "b"], how="left", maintain_order="left")
    focus = plan.baseline or str(ranks["algorithm"][0])
    shown = rows if ranks.height <= ALL_PAIRS_UP_TO and not plan.baseline else _against(rows, focus)
    several = ranks.height >= 3
    groups = indistinguishable(ranks, rows, alpha=plan.alpha)
    n = ranks.select(pl.col("n").max()).item() or 0
    drawn = 2 <= ranks.height <= DIAGRAM_UP_TO and n >= 2
    difference = critical_difference(ranks.height, n, alpha=plan.alpha) if several and n >= 2 else None
    diagram = (
        exhibits.rank_diagram(ranks, groups, metric, slug, difference=difference, control=plan.baseline)
        if drawn
        else None
    )
    lower = scores["direction"][0] == "lower"
    context = {
        "metric": metric,
        "omnibus": exhibits.omnibus_table(omnibus, metric, slug) if several else None,
        "omnibus_rows": omnibus,
        "verdict": lambda m: _omnibus_verdict(m, omnibus, ranks, metric, plan.alpha),
        "pair_rows": rows,
        "pair_verdict": lambda m: _pair_verdict(m, rows, ranks, metric, plan),
        "diagram": diagram,
        "bars": _bars_sentence(ranks, rows, groups, plan.alpha),
        "pairs": exhibits.pairs_table(
            rows, shown, metric, slug, adjusted=plan.adjustment.capitalize(), nemenyi=several
        ),
        "scope": "pairs" if shown.height == rows.height else f"pairs with {focus}",
        "level": f"{fixed(100 * (1 - plan.alpha), 0)} %",
        "adjustment": plan.adjustment.capitalize(),
        "nemenyi": several,
        "orientation": f"The difference is a − b; as {'lower' if lower else 'higher'} {metric} is better, "
        f"a {'negative' if lower else 'positive'} difference favours a, and r is positive when a is better.",
        "notes": _row_notes(rows, omnibus),
    }
    return section("ranks", context, id=f"comparison-{slug}")


def _against(rows: pl.DataFrame, focus: str) -> pl.DataFrame:
    """Take the pairs with one algorithm and turn them so that it is ``b``."""
    mine = rows.filter((pl.col("a") == focus) | (pl.col("b") == focus))
    turn = pl.col("a") == focus
    return mine.with_columns(
        a=pl.when(turn).then("b").otherwise("a"),
        b=pl.when(turn).then("a").otherwise("b"),
        estimate=pl.when(turn).then(-pl.col("estimate")).otherwise("estimate"),
        ci_low=pl.when(turn).then(-pl.col("ci_high")).otherwise("ci_low"),
        ci_high=pl.when(turn).then(-pl.col("ci_low")).otherwise("ci_high"),
        effect=pl.when(turn).then(-pl.col("effect")).otherwise("effect"),
    ).sort("a")


def _omnibus_verdict(m: Nodes, rows: pl.DataFrame, ranks: pl.DataFrame, metric: str, alpha: float) -> str:
    chi, f = rows.row(0, named=True), rows.row(1, named=True)
    where = f"Over {counted(chi['n'], 'dataset')}"
    if chi["p_value"] is None:
        why = _kept(m, chi["note"] or chi["status"])
        return f"{where}, the algorithms could not be compared by {_kept(m, metric)}: {why}."
    if chi["status"] == "all_ties":
        return f"{where}, all algorithms are tied by {_kept(m, metric)}."
    best = m.strong(ranks["algorithm"][0])
    statistic = (
        f"{m.math('chi^2_F')} = {number(chi['statistic'])}, df = {integer(int(chi['df1']))}, {m.p(chi['p_value'])}"
    )
    form = (
        f"Iman-Davenport {m.math('F_F')} = {number(f['statistic'])}, df = {integer(int(f['df1']))} and "
        f"{integer(int(f['df2']))}, {m.p(f['p_value'])}"
        if f["statistic"] is not None
        else f"all datasets agree, exact {m.p(f['p_value'])}"
    )
    effect = f"Kendall’s {m.math('W')} = {number(chi['effect'], 3)}"
    differ = "the algorithms differ" if f["p_value"] <= alpha else "no difference between the algorithms was shown"
    return (
        f"{where}, {differ} by {_kept(m, metric)} (Friedman {statistic}; {form}; {effect}). "
        f"{best} has the best mean rank, {fixed(ranks['mean_rank'][0], 2)} of {ranks.height}."
    )


def _pair_verdict(m: Nodes, rows: pl.DataFrame, ranks: pl.DataFrame, metric: str, plan: Plan) -> str:
    clear = pl.col("p_adjusted") <= plan.alpha
    n_clear = rows.filter(clear).height
    focus = plan.baseline or str(ranks["algorithm"][0])
    against = _against(rows, focus)
    ahead = against.filter(clear & (pl.col("better") == focus)).height
    behind = against.filter(clear & (pl.col("better") != focus)).height
    whole = f"Of {counted(rows.height, 'pair')} of algorithms, {integer(n_clear) if n_clear else 'none'}"
    differ = "differs" if n_clear <= 1 else "differ"
    after = f"after {plan.adjustment.capitalize()} adjustment"
    first = f"{whole} {differ} significantly by {_kept(m, metric)} {after}."
    second = f"{m.strong(focus)} is significantly better than {integer(ahead) if ahead else 'none'} of the others"
    return f"{first} {second}{f' and significantly worse than {integer(behind)}' if behind else ''}."


def _kept(m: Nodes, text: str) -> str:
    """Hand user text over as a node, so that it is only ever text."""
    return m.keep(text)


def _bars_sentence(ranks: pl.DataFrame, rows: pl.DataFrame, groups: pl.DataFrame, alpha: float) -> str:
    if groups.height == 0:
        return "No two algorithms are joined by a bar: every pair differs significantly."
    hidden = uncovered(ranks, rows, alpha=alpha)
    sentence = "A bar joins neighbours in rank between which no pair differs significantly."
    if hidden:
        sentence += (
            f" {counted(hidden, 'further pair')} that {'was' if hidden == 1 else 'were'} not shown to differ"
            " cannot be joined by a bar, because an algorithm ranked between them differs from one of the two."
        )
    return sentence


def _row_notes(*frames: pl.DataFrame) -> list[str]:
    """Collect what the rows say of themselves, each remark once."""
    remarks = pl.concat([frame.select(pl.col("note").str.split("; ")) for frame in frames]).explode("note").drop_nulls()
    counts = remarks["note"].value_counts(sort=True).rows()
    return [
        f"{note[0].upper()}{note[1:]}." for note, _ in counts if not note.startswith(("drop_", "worst", "reference"))
    ]


def _datasets(plan: Plan, ranks: pl.DataFrame) -> Section:
    tables: list[tuple[Table, str]] = []
    for metric in plan.metrics:
        here = plan.scores.filter(pl.col("metric") == metric)
        ordered = ranks.filter(pl.col("metric") == metric).sort("mean_rank", "algorithm", nulls_last=True)
        names = ordered["algorithm"].cast(pl.String).to_list()
        rest = [name for name in here["algorithm"].cast(pl.String).unique().sort() if name not in names]
        lower = here["direction"][0] == "lower"
        grid = cells(here)
        made = exhibits.dataset_table(grid, [*names, *rest], metric, slug_of(metric), lower=lower)
        tables.append((made, f"The results by {metric} are in"))
    return section("datasets", {"tables": tables})


def _reasons(plan: Plan) -> Section:
    L = len(plan.algorithms)
    context = {
        "several": L >= 3,
        "adjusted_by": f"{plan.adjustment.capitalize()}’s adjustment",
        "family": counted(L * (L - 1) // 2, "pair"),
        "alpha": number(plan.alpha),
    }
    return section("reasons", context)


def _methods(plan: Plan) -> Section:
    several = ("average_ranks", "friedman", "iman_davenport") if len(plan.algorithms) >= 3 else ("average_ranks",)
    used = [
        METHODS[name] for name in (*several, "wilcoxon", plan.adjustment, *(("nemenyi",) if len(several) > 1 else ()))
    ]
    keys = sorted({key for method in used for key in method.cites})
    return section("methods", {"methods": used, "works": [(key, reference(key)) for key in keys]})


def _provenance(provenance: Provenance) -> Section:
    sources = provenance.sources or {"a table in memory": "no file"}
    versions = {"benchreport": __version__, "Python": platform.python_version()} | {
        name: version(name) for name in PACKAGES
    }
    context = {
        "sources": exhibits.facts_table("sources", "Input files and their SHA-256.", sources),
        "versions": exhibits.facts_table("versions", "Software.", versions),
        "recipe": provenance.recipe or "# made in memory, without a study file",
        "seed": None,
    }
    return section("provenance", context)


def slug_of(name: str) -> str:
    """Make a name that files and links can bear.

    Examples
    --------
    >>> slug_of("Balanced accuracy (%)"), slug_of("精度")
    ('balanced-accuracy', 'u7cbe-u5ea6')
    """
    spelt = "".join(sign if sign.isascii() else f"-u{ord(sign):x}-" for sign in name.casefold())
    return re.sub(r"[^a-z0-9]+", "-", spelt).strip("-") or "metric"
