"""How many instances did each algorithm get wrong? From predictions or confusion counts, group by group."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import polars as pl

from benchreport.errors import ColumnError, DuplicateKeyError, OptionError
from benchreport.measures.classes import SAID, TRUTH, with_decisions
from benchreport.method import Remark
from benchreport.stats.forms.untouched import untouched_predictions
from benchreport.tables.blocks import GROUP, Grouped
from benchreport.tables.predictions import counts as count_door
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.schema import RUN_KEYS, canonical_kind, probability_columns, table_kind

Rate = Literal["error", "accuracy"]
RATES = ("error", "accuracy")
POOLED = Remark(
    code="pooled_counts",
    topic="pooled",
    note="counts of several trained models are pooled, so the trials are not quite independent",
)
REPEATED = Remark(
    code="repeated_trials",
    topic="repeated",
    note="instances were predicted several times, so the trials are not independent",
)
CLUSTERED = Remark(code="clustered_trials", note="instances come in clusters, so the trials are not independent")
# What the counts of one algorithm may bring with them.
COUNT_REMARKS = (REPEATED, POOLED, CLUSTERED)


def counted_instances(table: Any) -> pl.DataFrame:
    """Bring predictions or confusion counts into one form: a row per instance or cell, with what was wrong in it.

    Columns ``__wrong`` and ``__right`` count instances, ``__missing`` those without a prediction. Without a column of
    predictions the most probable class is taken.
    """
    frame = to_polars(table)
    kind = table_kind(frame)
    if kind == "scores":
        raise ColumnError(
            "this is a table of scores; a rate is counted from predictions",
            hint="br.predictions takes one row per instance, br.counts one per confusion cell; "
            "for scores see ci_mean_t and one_sample_t",
        )
    if kind == "predictions":
        return _judged_instances(untouched_predictions(frame))
    return _judged_cells(frame if canonical_kind(frame.schema) == kind else count_door(frame))


def _judged_cells(cells: pl.DataFrame) -> pl.DataFrame:
    same = pl.col("actual").cast(pl.String) == pl.col("predicted").cast(pl.String)
    n = pl.col("n").cast(pl.Int64)
    return cells.with_columns(
        __right=pl.when(same).then(n).otherwise(0), __wrong=pl.when(same).then(0).otherwise(n), __missing=0
    )


def _judged_instances(rows: pl.DataFrame) -> pl.DataFrame:
    if rows.schema["truth"].is_float():
        raise ColumnError("the truth is a number with decimals, so right and wrong mean nothing", hint="see ci_mean_t")
    right = pl.col("prediction") == pl.col("truth")
    if "prediction" not in rows.columns:
        if not probability_columns(rows.columns):
            raise ColumnError(
                "no column holds the predicted class",
                hint="columns={'your_column': 'prediction'}; a score must be cut into classes first",
            )
        rows, right = with_decisions(rows, None, None), pl.col(SAID) == pl.col(TRUTH)
    right = right.cast(pl.Int64)
    return rows.with_columns(
        __right=right.fill_null(0),
        __wrong=(1 - right).fill_null(0),
        __missing=right.is_null().cast(pl.Int64),
    )


def rate_counts(table: Grouped, rate: Rate) -> pl.DataFrame:
    """Count successes and trials per group and algorithm; a success of ``rate="error"`` is a mistake.

    Where groups are within a dataset, its name stands beside the counts.
    """
    rows, groups = table.rows, table.by
    _refuse_unnamed_factors(rows, groups)
    runs = [name for name in RUN_KEYS if name in rows.columns and name not in groups]
    again = clustered = pl.lit(False)
    if "instance" in rows.columns:
        own = pl.col("instance") if "dataset" in groups else pl.struct("dataset", "instance")
        again = own.n_unique() < pl.len() if runs else again
        if "cluster" in rows.columns:
            clustered = pl.struct("dataset", "cluster").n_unique() < own.n_unique()
    counted = rows.group_by(GROUP, a="algorithm").agg(
        __successes=pl.col("__wrong" if rate == "error" else "__right").sum(),
        __trials=pl.col("__wrong").sum() + pl.col("__right").sum(),
        __missing=pl.col("__missing").sum(),
        __pooled=pl.struct(runs).n_unique() > 1 if runs else pl.lit(False),
        __again=again,
        __clustered=clustered,
        **({"dataset": pl.col("dataset").first()} if "dataset" in groups else {}),
    )
    return counted.sort(GROUP, "a")


def _refuse_unnamed_factors(rows: pl.DataFrame, groups: Sequence[str]) -> None:
    """Raise when the same instance or cell stands there twice, told apart by a column that is no group."""
    own = ("instance",) if "instance" in rows.columns else ("actual", "predicted")
    keys = list(dict.fromkeys(name for name in ("algorithm", "dataset", *RUN_KEYS, *own) if name in rows.columns))
    keys += [name for name in groups if name not in keys]
    if rows.select(keys).is_duplicated().any():
        raise DuplicateKeyError(
            f"several rows per {', '.join(keys)}", hint="put the column that tells them apart into by, or filter it"
        )


def refuse_shared_instances(table: Grouped, control: str | None) -> None:
    """Raise when two algorithms to be compared were tested on the same instance; counts cannot tell."""
    if "instance" not in table.source.columns:
        return
    place = list(dict.fromkeys([*table.by, "dataset", "instance"]))
    shared = table.source.group_by(place).agg(pl.col("algorithm").unique().sort().alias("__both"))
    several = pl.col("__both").list.len() > 1
    if control is not None:
        several &= pl.col("__both").cast(pl.List(pl.String)).list.contains(control)
    clash = shared.filter(several).sort(place)
    if clash.height:
        one, other = clash.get_column("__both").cast(pl.List(pl.String))[0][:2]
        raise OptionError(
            f"{one!r} and {other!r} were tested on the same instances ({clash.height} in all)",
            hint="compare them instance by instance: br.mcnemar or br.paired_t_instances",
        )
