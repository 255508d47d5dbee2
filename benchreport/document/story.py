"""Which sections does this experiment call for, and what do they say?"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from importlib.metadata import version
from typing import Any, Literal, get_args

import polars as pl

from benchreport.catalogue import METHODS
from benchreport.document import exhibits
from benchreport.document.blocks import Package, Report, Section, Table
from benchreport.document.comparison import ONE_DATASET, Asked, Comparison, compare, comparison_section
from benchreport.document.names import short_names
from benchreport.document.numbers import counted, integer, number
from benchreport.document.predicted import predicted_section, scores_of
from benchreport.document.references import reference
from benchreport.document.sections import section
from benchreport.document.spread import distributions_section
from benchreport.document.within import Within, within_datasets, within_section
from benchreport.errors import ColumnError, DirectionError, did_you_mean, one_of
from benchreport.measures.instances import as_predictions
from benchreport.stats.adjust import Adjustment
from benchreport.stats.ranks import average_ranks
from benchreport.study import Study, study_text
from benchreport.tables.cells import as_scores, cells, is_canonical, refuse_single_algorithm
from benchreport.tables.complete import complete, missing_cells
from benchreport.tables.design import design
from benchreport.tables.frames import to_polars
from benchreport.tables.schema import table_kind
from benchreport.tables.scores import open_scores
from benchreport.version import __version__

# The policies that need no more than their name.
Filling = Literal["drop_blocks", "drop_algorithms", "worst"]

INPUT, PREDICTIONS = "scores.parquet", "predictions.parquet"  # what the input is called inside a PDF
NAMED_UP_TO = 30
LONGEST_NAME = 36
LONGEST_SLUG = 60
PACKAGES = ("polars", "numpy", "scipy", "matplotlib", "jinja2", "weasyprint")


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where the numbers came from: the files with their SHA-256, the recipe as a study file, the software."""

    sources: Mapping[str, str] = field(default_factory=dict)
    recipe: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """Write it down, to be printed the same when the report is made again."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What was asked for, checked against the table."""

    scores: pl.DataFrame
    slugs: Mapping[str, str]
    excluded: tuple[tuple[str, str], ...]
    warnings: tuple[str, ...]
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    stands_for: Mapping[str, str]
    asked: Asked
    missing: Filling


def report(
    table: Any,
    *,
    title: str = "Benchmark report",
    baseline: str | None = None,
    missing: Filling = "drop_blocks",
    alpha: float = 0.05,
    adjustment: Adjustment = "holm",
    positive: Any = None,
    metrics: Sequence[str] = (),
    provenance: Provenance | None = None,
) -> Report:
    """Tell the whole story of a table: coverage, leaderboard, ranks, tests, diagrams, methods.

    Parameters
    ----------
    table
        Scores, or predictions, which are measured first. Metrics whose direction is not known are left out, and the
        report says so.
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
    positive
        The positive class of predictions; it is never guessed.
    metrics
        What to measure of predictions; by default a few measures that the columns allow.
    provenance
        Files and recipe to be printed; a table in memory has none.

    Examples
    --------
    >>> import benchreport as br
    >>> report = br.report(br.read_scores(br.example("demsar2006_auc.csv")), baseline="C4.5")
    >>> [section.title for section in report.sections][2:4]
    ['Leaderboard', 'Comparison by auc']
    """
    came = provenance or Provenance()
    came = replace(came, versions=came.versions or installed_versions())
    table, predicted = _tables(table, positive, metrics)
    plan = _plan(table, Asked(baseline=baseline, alpha=alpha, adjustment=adjustment), missing)
    completed = complete(plan.scores, plan.missing)
    ranks = average_ranks(completed).sort("mean_rank", "algorithm", nulls_last=True)
    compared = [
        compare(
            completed.filter(pl.col("metric") == metric),
            ranks.filter(pl.col("metric") == metric),
            metric,
            slug,
            plan.asked,
        )
        for metric, slug in plan.slugs.items()
    ]
    inside = [within_datasets(plan.scores.filter(pl.col("metric") == one.metric), one, plan.asked) for one in compared]
    told = [one for one in inside if one is not None]
    within = within_section(told, plan.asked)
    spread = distributions_section(plan.scores, plan.slugs)
    by_instance = predicted_section(predicted, positive, plan.asked) if predicted is not None else None
    # A single dataset is spoken of where its runs and instances are.
    elsewhere = within is not None or by_instance is not None
    sections = [
        _setup(plan),
        _coverage(plan, completed),
        _leaderboard(plan, completed, ranks),
        *(comparison_section(one, plan.asked) for one in compared if one.reason != ONE_DATASET or not elsewhere),
        *([spread] if spread is not None else []),
        *([within] if within is not None else []),
        *([by_instance] if by_instance is not None else []),
        _datasets(plan, ranks),
        _reasons(plan, compared, told),
        _methods(plan, compared, told, by_instance=by_instance is not None),
        _provenance(came),
    ]
    whole = [_with_full_names(part, plan.stands_for) for part in sections]
    study = Study(
        scores=INPUT if predicted is None else PREDICTIONS,
        title=title,
        control=baseline,
        missing=missing,
        alpha=alpha,
        adjust=adjustment,
        positive=positive,
        metrics=list(metrics),
    )
    given = table if predicted is None else predicted
    package = Package(table=given, recipe=study_text(study), provenance=came.text())
    return Report(title=title, sections=tuple(whole), warnings=plan.warnings, package=package)


def _tables(table: Any, positive: Any, metrics: Sequence[str]) -> tuple[pl.DataFrame, pl.DataFrame | None]:
    """Take scores as they are, and measure predictions."""
    frame = to_polars(table)
    if is_canonical(frame.schema) or table_kind(frame.columns) == "scores":
        return as_scores(frame, open_scores), None
    if table_kind(frame.columns) == "counts":
        raise ColumnError(
            "a report is made from scores or predictions, this table holds counts",
            hint="br.hotelling or br.confusion_multiclass takes it",
        )
    predicted = as_predictions(frame)
    return scores_of(predicted, positive, metrics), predicted


def _plan(table: Any, asked: Asked, missing: Filling) -> Plan:
    one_of(missing, get_args(Filling), name="missing")
    scores, stands_for = _with_short_names(as_scores(table, open_scores))
    refuse_single_algorithm(scores)
    unknown = scores.filter(pl.col("direction").is_null()).get_column("metric").unique().sort().to_list()
    known = scores.filter(pl.col("direction").is_not_null())
    if known.height == 0:
        raise DirectionError(
            f"of no metric is it known which way is better: {', '.join(unknown)}",
            hint=f"directions={{{unknown[0]!r}: 'higher'}} (--direction {unknown[0]}=higher)",
        )
    algorithms = known.get_column("algorithm").unique().cast(pl.String).sort().to_list()
    baseline = {name: label for label, name in stands_for.items()}.get(asked.baseline or "", asked.baseline)
    if baseline is not None and baseline not in algorithms:
        raise ColumnError(f"no algorithm {baseline!r} to be the baseline", hint=did_you_mean(baseline, algorithms))
    metrics = known.get_column("metric").cast(pl.String).unique(maintain_order=True).to_list()
    return Plan(
        scores=known,
        slugs=dict(zip(metrics, slugs_of(metrics), strict=True)),
        excluded=tuple((name, "it is not known which way is better") for name in unknown),
        warnings=_warnings(scores, unknown),
        algorithms=tuple(algorithms),
        datasets=tuple(known.get_column("dataset").unique().cast(pl.String).sort()),
        stands_for=stands_for,
        asked=replace(asked, baseline=baseline),
        missing=missing,
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


def _with_full_names(part: Section, stands_for: Mapping[str, str]) -> Section:
    """Give the data behind each table their full names back; only what is printed is shortened."""
    if not stands_for:
        return part
    blocks = [
        replace(block, frame=_renamed(block.frame, stands_for)) if isinstance(block, Table) else block
        for block in part.blocks
    ]
    return replace(part, blocks=tuple(blocks))


def _renamed(frame: pl.DataFrame, stands_for: Mapping[str, str]) -> pl.DataFrame:
    texts = [name for name, kind in frame.schema.items() if isinstance(kind, (pl.String, pl.Categorical))]
    full = frame.with_columns(pl.col(texts).cast(pl.String).replace(stands_for))
    return full.rename({name: stands_for[name] for name in full.columns if name in stands_for})


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
        "n_metrics": counted(len(plan.slugs), "metric"),
        "algorithms": _listing(plan.algorithms),
        "datasets": _listing(plan.datasets),
        "metrics": _listing([f"{metric} ({direction} is better)" for metric, direction in directions]),
        "baseline": plan.asked.baseline,
        "shortened": list(plan.stands_for.items()),
        "alpha": number(plan.asked.alpha),
    }
    return section("setup", context)


def _listing(names: Sequence[str]) -> str:
    if len(names) <= NAMED_UP_TO:
        return ", ".join(names)
    return ", ".join(names[: NAMED_UP_TO - 5]) + f" and {len(names) - NAMED_UP_TO + 5} more"


def _coverage(plan: Plan, completed: pl.DataFrame) -> Section:
    described = design(plan.scores)
    lacking = missing_cells(plan.scores)
    gone = lacking.filter(pl.col("n_missing") == pl.col("n_runs")).height
    partial = lacking.height - gone
    said = completed.select(pl.col("metric", "policy").cast(pl.String)).unique(maintain_order=True).drop_nulls().rows()
    deeds = "; ".join(f"{metric}: {text.partition(': ')[2].replace('blocks', 'datasets')}" for metric, text in said)
    context = {
        "design": exhibits.design_table(described),
        "runs": bool((described["n_folds"] * described["n_repeats"] > 1).any()),
        "lacking": exhibits.missing_table(lacking) if lacking.height else None,
        "n_gone": gone,
        "gone_word": counted(gone, "combination"),
        "n_partial": partial,
        "partial_word": counted(partial, "combination"),
        "policy": plan.missing,
        "deeds": deeds,
        "absent": _absent(plan),
        "excluded": plan.excluded,
        "uneven": _uneven_runs(described),
    }
    return section("coverage", context)


def _absent(plan: Plan) -> list[tuple[str, str]]:
    """Name the algorithms that a metric knows nothing of."""
    present = plan.scores.group_by("metric", maintain_order=True).agg(pl.col("algorithm").cast(pl.String).unique())
    lacks = [(metric, sorted(set(plan.algorithms) - set(names))) for metric, names in present.rows()]
    return [(metric, ", ".join(names)) for metric, names in lacks if names]


def _uneven_runs(described: pl.DataFrame) -> list[tuple[str, str]]:
    """Tell where cells average different numbers of runs."""
    notes = described.select(pl.col("metric").cast(pl.String), pl.col("note").str.split("; ")).explode("note")
    uneven = notes.drop_nulls().filter(pl.col("note").str.contains("runs per cell"))
    spans = uneven.group_by("note", maintain_order=True).agg("metric").rows()
    return [(", ".join(dict.fromkeys(metrics)), note.removesuffix(" per cell")) for note, metrics in spans]


def _leaderboard(plan: Plan, completed: pl.DataFrame, ranks: pl.DataFrame) -> Section:
    # Sorted, so that means are summed in one order and the same input gives the same bytes.
    grid = cells(completed).filter(pl.col("n_imputed") == 0).sort("metric", "algorithm", "dataset")
    summary = grid.group_by("metric", "algorithm").agg(mean=pl.col("value").mean(), sd=pl.col("value").std())
    joined = ranks.select("metric", "algorithm", rank="mean_rank", wins="n_first").join(
        summary, on=["metric", "algorithm"], how="left"
    )
    board = pl.DataFrame({"algorithm": plan.algorithms})
    for metric in plan.slugs:
        here = joined.filter(pl.col("metric") == metric).select(
            pl.col("algorithm").cast(pl.String), pl.col("mean", "sd", "rank", "wins").name.prefix(f"{metric}:")
        )
        board = board.join(here, on="algorithm", how="left", maintain_order="left")
    first = next(iter(plan.slugs))
    board = board.sort(f"{first}:rank", "algorithm", nulls_last=True)
    return section("leaderboard", {"boards": exhibits.leaderboard_tables(board, list(plan.slugs)), "first": first})


def _datasets(plan: Plan, ranks: pl.DataFrame) -> Section:
    tables: list[tuple[str, Table]] = []
    for metric, slug in plan.slugs.items():
        here = plan.scores.filter(pl.col("metric") == metric)
        names = ranks.filter(pl.col("metric") == metric)["algorithm"].cast(pl.String).to_list()
        rest = [name for name in here["algorithm"].cast(pl.String).unique().sort() if name not in names]
        lower = here["direction"][0] == "lower"
        tables.append((metric, exhibits.dataset_table(cells(here), [*names, *rest], metric, slug, lower=lower)))
    return section("datasets", {"tables": tables})


def _reasons(plan: Plan, compared: Sequence[Comparison], inside: Sequence[Within]) -> Section:
    sizes = sorted({one.tested.height for one in compared if one.tested.height > 1})
    noun = "comparisons with the baseline" if plan.asked.baseline else "pairs"
    span = " to ".join(integer(size) for size in dict.fromkeys([*sizes[:1], *sizes[-1:]]))
    context = {
        "several": any(one.several for one in compared),
        "adjusted_by": f"{plan.asked.adjustment.capitalize()}’s",
        "adjustment_work": METHODS[plan.asked.adjustment].cites[0],
        "family": f"the {span} {noun}" if sizes else "",
        "alpha": number(plan.asked.alpha),
        "tested": any(one.tested.height for one in compared),
        "inside": sorted({str(name) for one in inside for name in one.rows["method"].unique()}),
    }
    return section("reasons", context)


def _methods(plan: Plan, compared: Sequence[Comparison], inside: Sequence[Within], *, by_instance: bool) -> Section:
    """Describe the methods that were run, and no others."""
    several = any(one.several for one in compared)
    tested = any(one.tested.height for one in compared)
    adjusted = any(one.tested.height > 1 for one in compared) or any(one.rows.height > 1 for one in inside)
    names = {
        "average_ranks": True,
        "friedman": several,
        "iman_davenport": several,
        "wilcoxon": tested,
        plan.asked.adjustment: adjusted,
        "nemenyi": several,
        "ci_wilson": by_instance,
        "mcnemar": by_instance,
    } | {str(name): True for one in inside for name in one.rows["method"].unique().sort()}
    used = [METHODS[name] for name, ran in names.items() if ran]
    cited = {key for method in used for key in method.cites} | {"demsar2006", "wilcoxon1945", "benavoli2016"}
    return section("methods", {"methods": used, "works": [(key, reference(key)) for key in sorted(cited)]})


def _provenance(provenance: Provenance) -> Section:
    sources = provenance.sources or {"a table in memory": "no file"}
    context = {
        "sources": exhibits.facts_table("sources", "Input files and their SHA-256.", sources),
        "versions": exhibits.facts_table("versions", "Software.", provenance.versions),
        "recipe": provenance.recipe or "# made in memory, without a study file",
    }
    return section("provenance", context)


def installed_versions() -> dict[str, str]:
    """Name the software that makes a report here and now."""
    return {"benchreport": __version__, "Python": platform.python_version()} | {
        name: version(name) for name in PACKAGES
    }


def slugs_of(names: Sequence[str]) -> list[str]:
    """Make names that files and links can bear, each of its own.

    Examples
    --------
    >>> slugs_of(["Balanced accuracy (%)", "F1", "f1", "精度"])
    ['balanced-accuracy', 'f1', 'f1-2', 'u7cbe-u5ea6']
    """
    slugs: list[str] = []
    for name in names:
        spelt = "".join(sign if sign.isascii() else f"-u{ord(sign):x}-" for sign in name.casefold())
        slug = re.sub(r"[^a-z0-9]+", "-", spelt).strip("-")[:LONGEST_SLUG] or "metric"
        taken = sum(other == slug or re.fullmatch(rf"{slug}-\d+", other) is not None for other in slugs)
        slugs.append(f"{slug}-{taken + 1}" if taken else slug)
    return slugs
