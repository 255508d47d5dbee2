"""How are comparisons on the runs of single datasets printed and drawn?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document import exhibits
from benchreport.document.blocks import Cell, Column, Figure, Table, Words, data_file
from benchreport.document.numbers import counted, decimals_for, degrees, fixed, limit_texts, limits, p_value, percent
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
    shown = first.with_columns(
        names=pl.col("names").list.head(NAMED_BETTER).list.join(", "), more=pl.col("names").list.len() > NAMED_BETTER
    )
    shown = shown.with_columns(
        names=pl.when(pl.col("more")).then(pl.concat_str("names", pl.lit(" …"))).otherwise("names")
    )
    columns = {
        "dataset": Column(title="dataset", align="left"),
        "n": Column(title="runs"),
        "worse": Column(title="worse"),
        "open": Column(title="not shown"),
        "untested": Column(title="not tested"),
        "better": Column(title="better"),
        "names": Column(title="which are better", align="left"),
    }
    if not shown["better"].sum():
        del columns["names"]
    if not shown["untested"].sum():
        del columns["untested"]
    caption = f"Algorithms significantly worse and better than {one.focus} by {one.metric.name}, dataset by dataset."
    name = f"within-{one.metric.slug}"
    note = (f"Those with the most that are better; the other {left} are in ", data_file(name), ".")
    return exhibits.table(name, caption, shown, columns, twin=_twin(one), note=note if left > 0 else ())


def pairs_table(one: Within, options: Options, printed: int) -> Table:
    """Print the comparisons with one algorithm on a single dataset, the surest first where not all can be printed."""
    left = one.told.height - printed
    told = one.told if left <= 0 else one.told.sort("p_adjusted", "a", nulls_last=True).head(printed)
    decimals = decimals_for(told["estimate"].abs().median())  # type: ignore[arg-type]
    strong = [p is not None and p <= options.alpha for p in told["p_adjusted"]]
    shown = told.select(
        "a",
        "n",
        statistic=pl.Series([fixed(value, 3) for value in told["statistic"]], dtype=pl.String),
        effect=pl.Series([fixed(value, 2) for value in told["effect"]], dtype=pl.String),
        estimate=pl.Series([fixed(value, decimals) for value in told["estimate"]], dtype=pl.String),
        interval=pl.Series(
            [limits(low, high, decimals) for low, high in told.select("ci_low", "ci_high").rows()], dtype=pl.String
        ),
        df=pl.Series([degrees(*pair) for pair in told.select("df1", "df2").rows()], dtype=pl.String),
        p_value=pl.col("p_value"),
        p_adjusted=pl.Series(
            [
                Cell(text=p_value(p), value=p, emphasis="best" if bold else "")
                for p, bold in zip(told["p_adjusted"], strong, strict=True)
            ],
            dtype=pl.Object,
        ),
    )
    columns = {
        "a": Column(title="a", align="left"),
        "n": Column(title="runs"),
        "estimate": Column(title=f"a − {one.focus}"),
        "interval": Column(title=f"{percent(1 - options.alpha)} interval", align="right"),
        "effect": Column(title="effect"),
        "statistic": Column(title=" or ".join(dict.fromkeys(symbol_of(name) for name in one.tests))),
        "df": Column(title="df", align="right"),
        "p_value": Column(title="p"),
        "p_adjusted": Column(title=f"p ({adjustment_name(options.adjust)})"),
    }
    empty = {"interval": not any(shown["interval"]), "effect": told["effect"].null_count() == told.height}
    if one.rows.height == 1:
        columns["p_adjusted"] = Column(title="p")
        empty["p_value"] = True
    for name, gone in empty.items():
        if gone:
            del columns[name]
    shown = _with_beside(shown, one, columns, columns["p_adjusted"].title)
    caption = f"Comparisons with {one.focus} by {one.metric.name}, over the runs of {told['dataset'][0]}."
    notes = []
    if any(strong):
        notes.append("Bold: significant after adjustment." if one.rows.height > 1 else "Bold: significant.")
    if "effect" in columns:
        notes.append(f"Effect: {told['effect_name'].drop_nulls()[0]}, positive where a is better.")
    note: Words = (" ".join(notes),) if notes else ()
    if left > 0:
        rest = f"{' ' if notes else ''}{counted(left, 'less certain comparison')}: see "
        note = (*note, rest, data_file(f"within-{one.metric.slug}"), ".")
    return exhibits.table(f"within-{one.metric.slug}", caption, shown, columns, twin=_twin(one), note=note)


def _with_beside(shown: pl.DataFrame, one: Within, columns: dict[str, Column], p: str) -> pl.DataFrame:
    """Put the p-values of other tests beside, where they have any."""
    known = one.beside.filter(pl.col("p_value").is_not_null())
    for place, name in enumerate(known["method"].unique(maintain_order=True)):
        title = f"p_beside_{place}"
        here = known.filter(pl.col("method") == name).select("a", pl.col("p_adjusted").alias(title))
        shown = shown.join(here, on="a", how="left", maintain_order="left")
        columns[title] = Column(title=METHODS[name].label, group=f"{p}, for comparison")
    return shown


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
    from benchreport.figures.plot import plot_data

    datasets, others = one.told["dataset"].unique(), one.told["a"].unique()
    if UNPAIRED in one.tests or len(datasets) > DRAWN_DATASETS or len(others) > DRAWN_ALGORITHMS:
        return None
    if not one.told["n"].fill_null(0).sum():
        return None
    here = evidence.of(one.metric).filter(pl.col("dataset").cast(pl.String).is_in(datasets.implode()))
    numbers = plot_data("fold_differences", here, control=one.focus)
    caption = f"Differences in {one.metric.name} to {one.focus}, a point per run, a bar at the mean" + (
        f", on {datasets[0]}." if len(datasets) == 1 else "."
    )
    looks: dict[str, Any] = {"width": "page"} if len(others) > 1 else {}
    return evidence.drawn("fold_differences", numbers, id=f"differences-{one.metric.slug}", caption=caption, **looks)
