"""Comparisons of algorithms on the runs of single datasets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.untested import untested
from benchreport.document.evidence.result_rows import median, outcome_of
from benchreport.document.evidence.runs import datasets_in
from benchreport.document.evidence.within import Within
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import (
    Printed,
    column,
    decimals,
    decision,
    degrees_of_freedom,
    interval,
    label,
    level_title,
)
from benchreport.document.model.blocks import Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.naming import enumerated
from benchreport.numerals import counted, decimals_for, degrees, fixed, integer, limit_texts
from benchreport.options import Options
from benchreport.registry import METHODS
from benchreport.remarks import about
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.tables.schema import UNDECLARED

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

DRAWN_METRICS = 2
NAMED_DATASETS = 4
# Printed rows of the section, shared by its metrics; the rest is in the data files.
MOST_PRINTED = 60
LEAST_PRINTED = 10
NAMED_BETTER = 3
DRAWN_DATASETS = 12
DRAWN_ALGORITHMS = 12
UNPAIRED = "unpaired_t"


def within_section(evidence: Evidence) -> Section | None:
    """Return the section on single datasets; none where no dataset has several runs."""
    told, options = evidence.within, evidence.options
    undeclared = _undeclared(evidence)
    if not told:
        return evidence.section("within", {"undeclared": undeclared, "parts": []}) if undeclared else None
    rows = pl.concat([one.rows for one in told])
    printed = max(MOST_PRINTED // len(told), LEAST_PRINTED)
    parts = _vain_together([_facts(one, options, printed) for one in told])
    figures = [figure for one in told[:DRAWN_METRICS] if (figure := differences_figure(evidence, one)) is not None]
    beside = {name for one in told for name in one.beside["method"]}
    tests = list(dict.fromkeys(name for one in told for name in one.tests))
    context = {
        "undeclared": undeclared,
        "parts": parts,
        "tests": [METHODS[name] for name in tests],
        "dependent": any(METHODS[name].matched for name in tests),
        "several": any(one.rows.height > one.rows["dataset"].n_unique() for one in told),
        "paired": "kfold_paired_t" in beside,
        "halves": "cv52_t" in beside,
        "samples": "permutation_two_sample" in beside,
        "dropped": int(rows["n_dropped"].fill_null(0).sum()) > 0,
        "untested": untested(rows, "comparison"),
        "out_of_reach": rows.filter(about("unreachable")).height,
        "total": integer(rows.height),
        "intervals": any(part["single"] and part["rows"]["ci_low"].count() for part in parts),
        "figures": figures,
        "more_figures": len(told) > DRAWN_METRICS and bool(figures),
    }
    return evidence.section("within", context)


def _undeclared(evidence: Evidence) -> str:
    """Return how many datasets have several runs of which no design was declared, in words; empty for none."""
    rows = evidence.design.filter(pl.col("design") == UNDECLARED)
    names = sorted(set(datasets_in(rows)))
    return "" if not names else names[0] if len(names) == 1 else counted(len(names), "dataset")


def _facts(one: Within, options: Options, printed: int) -> dict[str, Any]:
    clear = pl.col("p_adjusted") <= options.alpha
    worse, better = clear & (pl.col("better") == one.focus), clear & (pl.col("better") != one.focus)
    board = one.told.group_by("dataset", maintain_order=True).agg(
        n=pl.col("n").max(),
        worse=worse.sum().cast(pl.Int64),
        better=better.sum().cast(pl.Int64),
        open=(~clear).sum().cast(pl.Int64),
        untested=pl.col("p_adjusted").null_count().cast(pl.Int64),
        names=pl.col("a").filter(better).sort().implode(),
    )
    single = board.height == 1
    outcome = outcome_of(one.told.sort("a"), one.focus, options.alpha)
    only = one.told.row(0, named=True) if one.told.height == 1 else None
    lacking = untested(one.told, "comparison")
    # Where nothing but equal results could be judged, nothing was tested.
    judged = pl.col("p_value").is_not_null() & (pl.col("status") != "all_ties")
    vain = bool(lacking) and one.told.filter(judged).is_empty()
    exhibit = pairs_table(one, options, printed) if single else board_table(one, board, printed)
    return {
        "metric": one.metric.name,
        "focus": one.focus,
        "test": " and ".join(METHODS[name].name for name in one.tests),
        "datasets": counted(board.height, "dataset"),
        "single": board["dataset"][0] if single else None,
        "rows": one.rows,
        "only": None if only is None else _pair(only),
        "worse": enumerated(outcome.worse) if single else "",
        "better": enumerated(outcome.better) if single else "",
        "open": enumerated(outcome.open, "or") if single else "",
        "beaten": _some_datasets(board.filter(pl.col("better") > 0)["dataset"].to_list()),
        "ahead": int(board["worse"].sum()),
        "behind": int(board["better"].sum()),
        "total": one.told.height,
        "lacking": one.told["p_value"].null_count(),
        "reason": lacking[0][1] if lacking else "",
        "beside": _beside_counts(one, clear),
        "vain": vain,
        "table": None if vain and not single else exhibit,
    }


def _some_datasets(names: Sequence[str]) -> str:
    """Return names in words, or their number where there are many."""
    return enumerated(names) if len(names) <= NAMED_DATASETS else counted(len(names), "dataset")


def _vain_together(parts: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Tell once of the metrics on which nothing could be tested for the same reason."""
    kept: dict[Any, dict[str, Any]] = {}
    for place, part in enumerate(parts):
        alike = (part["focus"], part["datasets"], part["reason"]) if part["table"] is None else place
        same = kept.get(alike)
        kept[alike] = part | {
            "metrics": [*(same["metrics"] if same else []), part["metric"]],
            "rows": pl.concat([same["rows"], part["rows"]]) if same else part["rows"],
        }
    return [part | {"metric": enumerated(part["metrics"])} for part in kept.values()]


def _pair(row: Mapping[str, Any]) -> dict[str, Any]:
    """Gather what is said of the only comparison there is."""
    return {
        "row": row,
        "symbol": symbol_of(row["method"]),
        "statistic": fixed(row["statistic"], 3),
        "df": degrees(row["df1"], row["df2"], " and "),
        **interval_text(row),
    }


def _beside_counts(one: Within, clear: pl.Expr) -> list[tuple[str, int, int]]:
    """Count what the tests beside would have called significant, of how many."""
    found = one.beside.filter(pl.col("p_value").is_not_null()).group_by("method", maintain_order=True)
    counts = found.agg(clear.sum().cast(pl.Int64).alias("clear"), pl.len().cast(pl.Int64)).rows()
    return [(METHODS[name].name, n, total) for name, n, total in counts] if one.told.height > 1 else []


def board_table(one: Within, board: pl.DataFrame, printed: int) -> Table:
    """Print, dataset by dataset, how many algorithms are significantly worse and better than one.

    Where not all datasets can be printed, those with the most that are better come first.
    """
    left = board.height - printed
    first = board if left <= 0 else board.sort(-pl.col("better"), "dataset").head(printed)
    columns = (
        label("dataset"),
        column("n", "runs"),
        column("worse"),
        column("open", "not shown"),
        column("untested", "not tested", when=first["untested"].sum() > 0),
        column("better"),
        column("names", "which are better", _first_names, align="left", when=first["better"].sum() > 0),
    )
    caption = f"Algorithms significantly worse and better than {one.focus} by {one.metric.name}, dataset by dataset."
    rest = f"Those with the most that are better; the other {left} are in" if left > 0 else ""
    return exhibits.table(f"within-{one.metric.slug}", caption, first, columns, twin=_twin(one), rest=rest)


def _first_names(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMED_BETTER]) + (" …" if len(names) > NAMED_BETTER else "")


def pairs_table(one: Within, options: Options, printed: int) -> Table:
    """Print the comparisons with one algorithm on a single dataset, the surest first where not all can be printed."""
    left = one.told.height - printed
    told = one.told if left <= 0 else one.told.sort("p_adjusted", "a", nulls_last=True).head(printed)
    places = decimals_for(median(told["estimate"].abs()))
    single = one.rows.height == 1
    p = "p" if single else f"p ({adjustment_name(options.adjust)})"
    effects = told["effect_name"].filter(told["effect"].is_not_null())
    shown, beside = _with_beside(told, one, p)
    columns = (
        label("a"),
        column("n", "runs"),
        column("estimate", f"a − {one.focus}", decimals(places)),
        interval(level_title(options), places, align="right"),
        column("effect", printer=decimals(2), unless_empty=True),
        column("statistic", " or ".join(dict.fromkeys(symbol_of(name) for name in one.tests)), decimals(3)),
        degrees_of_freedom(),
        column("p_value", "p", when=not single),
        column("p_adjusted", p, decision(options.alpha)),
        *beside,
    )
    caption = f"Comparisons with {one.focus} by {one.metric.name}, over the runs of {told['dataset'][0]}."
    notes = [exhibits.boldness(one.rows.height)] if (told["p_adjusted"] <= options.alpha).any() else []
    if effects.len():
        notes.append(f"Effect: {told['effect_name'].drop_nulls()[0]}, positive where a is better.")
    rest = f"{counted(left, 'less certain comparison')}: see" if left > 0 else ""
    name = f"within-{one.metric.slug}"
    return exhibits.table(name, caption, shown, columns, twin=_twin(one), note=" ".join(notes), rest=rest)


def _with_beside(told: pl.DataFrame, one: Within, p: str) -> tuple[pl.DataFrame, list[Printed | None]]:
    """Put the p-values of other tests beside, where they have any, with their columns."""
    known = one.beside.filter(pl.col("p_value").is_not_null())
    columns = []
    for place, name in enumerate(known["method"].unique(maintain_order=True)):
        title = f"p_beside_{place}"
        here = known.filter(pl.col("method") == name).select("a", pl.col("p_adjusted").alias(title))
        told = told.join(here, on="a", how="left", maintain_order="left")
        columns.append(column(title, METHODS[name].label, group=f"{p}, for comparison"))
    return told, columns


def _twin(one: Within) -> pl.DataFrame:
    return pl.concat([one.rows, one.beside])


def symbol_of(method: str) -> str:
    """Return the sign of a statistic as it is printed.

    Examples
    --------
    >>> symbol_of("cv52_f"), symbol_of("corrected_resampled_t")
    ('F', 't')
    """
    return METHODS[method].symbol.replace("f", "F")


def interval_text(row: Mapping[str, Any]) -> dict[str, str]:
    """Write the estimate of a row and its interval, with the decimals it deserves."""
    decimals = decimals_for(None if row["estimate"] is None else abs(row["estimate"]))
    low, high = (None, None) if row["ci_low"] is None else limit_texts(row["ci_low"], row["ci_high"], decimals)
    return {"estimate": fixed(row["estimate"], decimals), "low": low or "", "high": high or ""}


def differences_figure(evidence: Evidence, one: Within) -> Figure | None:
    """Draw the differences run by run, where runs are matched and there are few datasets and algorithms."""
    datasets, others = one.told["dataset"].unique(), one.told["a"].unique()
    if UNPAIRED in one.tests or len(datasets) > DRAWN_DATASETS or len(others) > DRAWN_ALGORITHMS:
        return None
    if not one.told["n"].fill_null(0).sum():
        return None
    here = evidence.of(one.metric).filter(pl.col("dataset").cast(pl.String).is_in(datasets.implode()))
    where = f", on {datasets[0]}." if len(datasets) == 1 else "."
    return evidence.plotted(
        "fold_differences",
        here,
        control=one.focus,
        id=f"differences-{one.metric.slug}",
        caption=f"Differences in {one.metric.name} to {one.focus}, a point per run, a bar at the mean{where}",
        width="page" if len(others) > 1 else None,
    )


WITHIN = Part(id="within", after="distributions", make=within_section)
