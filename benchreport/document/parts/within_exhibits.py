"""How are comparisons on the runs of single datasets printed and drawn?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document import exhibits
from benchreport.document.blocks import Figure, Table
from benchreport.document.columns import (
    Printed,
    column,
    decimals,
    decision,
    degrees_of_freedom,
    interval,
    label,
    level_title,
)
from benchreport.document.numbers import counted, decimals_for, fixed, limit_texts
from benchreport.document.parts.result_rows import median
from benchreport.options import Options
from benchreport.registry import METHODS
from benchreport.stats.adjustments import adjustment_name

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence
    from benchreport.document.parts.within import Within

NAMED_BETTER = 3
DRAWN_DATASETS = 12
DRAWN_ALGORITHMS = 12
UNPAIRED = "unpaired_t"


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
    """Give the sign of a statistic as it is printed.

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
