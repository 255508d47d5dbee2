"""What can be said within each dataset, from its runs?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from benchreport.document import exhibits
from benchreport.document.blocks import Column, Section, Table
from benchreport.document.comparison import Asked, Comparison, turned_against
from benchreport.document.numbers import counted, decimals_for, fixed, number, p_value, percent
from benchreport.document.sections import section
from benchreport.stats.adjust import adjust
from benchreport.stats.folds import corrected_resampled_t, cv52_f
from benchreport.stats.unpaired import unpaired_t
from benchreport.tables.design import design

# Without a baseline all pairs are tested; above so many algorithms there are too many to tell of.
ALL_PAIRS_UP_TO = 20
# The test that suits how the runs came about.
TESTS: Mapping[str, tuple[str, Callable[..., pl.DataFrame]]] = {
    "cv52": ("Alpaydın’s combined 5 × 2 cv F test", cv52_f),
    "kfold_cv": ("the corrected resampled t test", corrected_resampled_t),
    "repeated_cv": ("the corrected resampled t test", corrected_resampled_t),
    "loo_cv": ("the corrected resampled t test", corrected_resampled_t),
    "repeated_holdout": ("the corrected resampled t test", corrected_resampled_t),
    "bootstrap_oob": ("the corrected resampled t test", corrected_resampled_t),
    "seeds": ("Welch’s t test", unpaired_t),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """Comparisons with one algorithm on every dataset, by one metric."""

    metric: str
    slug: str
    focus: str
    test: str
    lower: bool
    rows: pl.DataFrame
    told: pl.DataFrame


def within_datasets(scores: pl.DataFrame, compared: Comparison, asked: Asked) -> Within | None:
    """Compare algorithms on the runs of each dataset: with the baseline, or else all pairs.

    Without a baseline the pairs with the best by mean rank are told of; they were chosen by looking, so the family is
    all pairs.
    """
    layouts = design(scores)
    several = layouts.filter((pl.col("n_repeats") * pl.col("n_folds") > 1) & pl.col("design").is_in(list(TESTS)))
    if several.is_empty() or compared.ranks.height < 2 or compared.ranks["mean_rank"].null_count():
        return None
    if compared.baseline is None and compared.ranks.height > ALL_PAIRS_UP_TO:
        return None
    focus = compared.baseline or str(compared.ranks["algorithm"][0])
    found = []
    words = []
    for kind, datasets in (
        several.group_by("design", maintain_order=True)
        .agg(pl.col("datasets").list.explode(keep_nulls=False, empty_as_null=False))
        .rows()
    ):
        name, test = TESTS[kind]
        here = scores.filter(pl.col("dataset").cast(pl.String).is_in(datasets))
        shared = here.group_by("dataset").agg((pl.col("algorithm") == focus).any().alias("has"))
        kept = shared.filter("has").get_column("dataset").cast(pl.String).to_list()
        here = here.filter(pl.col("dataset").cast(pl.String).is_in(kept))
        if here.is_empty():
            continue
        rows = test(here, by=("dataset", "metric"), control=compared.baseline, alpha=asked.alpha, **_gaps(test))
        found.append(rows.with_columns(pl.col(pl.Categorical).cast(pl.String)))
        words.append(name)
    if not found:
        return None
    rows = adjust(pl.concat(found).sort("dataset", "a", "b"), asked.adjustment)
    return Within(
        metric=compared.metric,
        slug=compared.slug,
        focus=focus,
        test=" and ".join(dict.fromkeys(words)),
        lower=compared.lower,
        rows=rows,
        told=turned_against(rows, focus).sort("dataset", "a"),
    )


def _gaps(test: Callable[..., pl.DataFrame]) -> dict[str, Any]:
    """Runs that one of two algorithms lacks are left out of that pair."""
    return {} if test is unpaired_t else {"missing": "available"}


def within_section(all_metrics: list[Within], asked: Asked) -> Section | None:
    """Write the section on single datasets; none where no dataset has several runs."""
    if not all_metrics:
        return None
    parts = [_facts(one, asked) for one in all_metrics]
    context = {
        "parts": parts,
        "against": asked.baseline is not None,
        "alpha": number(asked.alpha),
        "adjustment": asked.adjustment.capitalize(),
        "level": percent(1 - asked.alpha),
        "untested": _untested(all_metrics),
    }
    return section("within", context)


def _untested(all_metrics: list[Within]) -> str:
    rows = pl.concat([one.rows for one in all_metrics])
    lacking = rows.filter(pl.col("p_value").is_null())
    return counted(lacking.height, "comparison") if lacking.height else ""


def _facts(one: Within, asked: Asked) -> dict[str, Any]:
    clear = pl.col("p_adjusted") <= asked.alpha
    worse, better = clear & (pl.col("better") == one.focus), clear & (pl.col("better") != one.focus)
    board = one.told.group_by("dataset", maintain_order=True).agg(
        n=pl.col("n").max(),
        worse=worse.sum().cast(pl.Int64),
        better=better.sum().cast(pl.Int64),
        open=(~clear | clear.is_null()).sum().cast(pl.Int64),
        names=pl.col("a").filter(better).sort().implode(),
    )
    single = board.height == 1
    return {
        "metric": one.metric,
        "focus": one.focus,
        "test": one.test,
        "datasets": counted(board.height, "dataset"),
        "single": board["dataset"][0] if single else None,
        "rows": one.rows,
        "beaten": board.filter(pl.col("better") > 0).height,
        "ahead": int(board["worse"].sum()),
        "behind": int(board["better"].sum()),
        "total": one.told.height,
        "table": _pairs(one, asked) if single else _board(one, board),
    }


def _board(one: Within, board: pl.DataFrame) -> Table:
    shown = board.with_columns(names=pl.col("names").list.head(3).list.join(", "), more=pl.col("names").list.len() > 3)
    shown = shown.with_columns(
        names=pl.when(pl.col("more")).then(pl.concat_str("names", pl.lit(" …"))).otherwise("names")
    )
    columns = {
        "dataset": Column(title="dataset", align="left"),
        "n": Column(title="runs"),
        "worse": Column(title="worse"),
        "open": Column(title="not shown"),
        "better": Column(title="better"),
        "names": Column(title="which are better", align="left"),
    }
    if not shown["better"].sum():
        del columns["names"]
    caption = f"Algorithms significantly worse and better than {one.focus} by {one.metric}, dataset by dataset."
    return exhibits.table(f"within-{one.slug}", caption, shown, columns, twin=one.rows)


def _pairs(one: Within, asked: Asked) -> Table:
    told = one.told
    decimals = decimals_for(told["estimate"].abs().median())  # type: ignore[arg-type]
    limits = [
        "" if low is None else f"[{fixed(low, decimals)}, {fixed(high, decimals)}]"
        for low, high in told.select("ci_low", "ci_high").rows()
    ]
    shown = told.select(
        "a",
        "n",
        estimate=pl.Series([fixed(value, decimals) for value in told["estimate"]], dtype=pl.String),
        interval=pl.Series(limits, dtype=pl.String),
        p_value=pl.Series([p_value(p) for p in told["p_value"]], dtype=pl.String),
        p_adjusted=pl.Series([p_value(p) for p in told["p_adjusted"]], dtype=pl.String),
    )
    columns = {
        "a": Column(title="a", align="left"),
        "n": Column(title="runs"),
        "estimate": Column(title=f"a − {one.focus}"),
        "interval": Column(title=f"{percent(1 - asked.alpha)} interval"),
        "p_value": Column(title="p"),
        "p_adjusted": Column(title=f"p ({asked.adjustment.capitalize()})"),
    }
    if not any(limits):
        del columns["interval"]
    caption = f"Comparisons with {one.focus} by {one.metric}, over the runs."
    return exhibits.table(f"within-{one.slug}", caption, shown, columns, twin=one.rows)
