"""Table forms of methods for rates: a column form over the counts of every algorithm, or of every two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, did_you_mean, one_of
from benchreport.method import Alternative, Method
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.over import Frame, over_layout
from benchreport.stats.forms.rate_counts import (
    CLUSTERED,
    COUNT_REMARKS,
    POOLED,
    RATES,
    REPEATED,
    Rate,
    counted_instances,
    rate_counts,
    refuse_shared_instances,
)
from benchreport.stats.forms.rows import COMPUTED, fields, in_metric_units
from benchreport.tables.blocks import GROUP, Grouped, grouped_scores, refuse_single_algorithm
from benchreport.tables.groups import By

TURNED: dict[Alternative, Alternative] = {"two-sided": "two-sided", "greater": "less", "less": "greater"}
ESTIMANDS = {"error": "error rate of a", "accuracy": "accuracy of a"}
DIFFERENCES = {"error": "difference of error rates a - b", "accuracy": "difference of accuracies a - b"}


def of_counts(method: Method, table: Callable[..., Any]) -> Method:
    """Return the record of a column form with its table form, whose rows may also remark on their counts."""
    return replace(method, remarks=(*method.remarks, *COUNT_REMARKS), table=table)


def turned(alternative: Alternative, rate: Rate) -> Alternative:
    """Return the side of a count on which an algorithm is better: few errors, many right answers.

    Examples
    --------
    >>> turned("greater", "error"), turned("greater", "accuracy")
    ('less', 'greater')
    """
    return TURNED.get(alternative, alternative) if rate == "error" else alternative


def over_rates(
    method: Method,
    test: Callable[[str, str], pl.Expr],
    table: Frame,
    *,
    by: By,
    rate: Rate,
    alternative: Alternative = "two-sided",
) -> Frame:
    """Apply a column form of two counts to every algorithm; its side is :func:`turned`, ``alternative`` is as asked."""
    expression = test("__successes", "__trials")  # a misspelt option is refused before a lazy frame is read
    one_of(rate, RATES, name="rate")
    rows = partial(rate_rows, method=method, test=expression, rate=rate, alternative=alternative)
    return over_layout(table, partial(split_instances, by=by), rows, by=by)


def over_rate_pairs(
    method: Method,
    test: Callable[[str, str, str, str], pl.Expr],
    table: Frame,
    *,
    by: By,
    rate: Rate,
    control: str | None,
) -> Frame:
    """Apply a column form of four counts to every two algorithms, which must not share instances.

    The test sees right answers, so that "greater" means better; differences of errors and their z are turned back.
    """
    expression = test("__successes", "__trials", "__successes_b", "__trials_b")
    one_of(rate, RATES, name="rate")
    rows = partial(_pair_rows, method=method, test=expression, rate=rate, control=control)
    return over_layout(table, partial(_split_rivals, by=by), rows, by=by)


def split_instances(table: Any, *, by: By) -> Grouped:
    """Split predictions or confusion counts into groups."""
    return Grouped.split(grouped_scores(table, by, counted_instances), by)


def _split_rivals(table: Any, *, by: By) -> Grouped:
    rows = grouped_scores(table, by, counted_instances)
    refuse_single_algorithm(rows)
    return Grouped.split(rows, by)


def rate_rows(table: Grouped, *, method: Method, test: pl.Expr, rate: Rate, alternative: Alternative) -> pl.DataFrame:
    """Return one row per group and algorithm; ``test`` is of the columns ``__successes`` and ``__trials``."""
    counted = rate_counts(table, rate)
    facts = pl.col("__missing", "__pooled", "__again", "__clustered").first()
    tested = counted.group_by(GROUP, "a", maintain_order=True)
    sound = pl.col("status").is_in(["ok", "approximate"])
    pooled, again, clustered = (sound & pl.col(name) for name in ("__pooled", "__again", "__clustered"))
    return _finished(
        method,
        tested.agg(test, facts),
        effect=-pl.col("effect") if rate == "error" else pl.col("effect"),
        estimand=ESTIMANDS[rate],
        alternative=alternative,
        status=pl.when(pooled | again | clustered).then(pl.lit("approximate")).otherwise("status"),
        remarks=joined_remarks(
            pl.col("remarks"), REPEATED.where(again), POOLED.where(pooled & ~again), CLUSTERED.where(clustered)
        ),
    )


def _pair_rows(table: Grouped, *, method: Method, test: pl.Expr, rate: Rate, control: str | None) -> pl.DataFrame:
    counted = rate_counts(table, "accuracy")
    algorithms = counted.get_column("a").unique().sort().to_list()
    if control is not None and control not in algorithms:
        raise ColumnError(f"no algorithm {control!r} to be the control", hint=did_you_mean(control, algorithms))
    refuse_shared_instances(table, control)
    wanted = pl.col("a") < pl.col("b") if control is None else (pl.col("a") != control) & (pl.col("b") == control)
    both = counted.join(counted, on=GROUP, suffix="_b")
    pairs = both.rename({"a_b": "b"}).filter(wanted).sort(GROUP, "a", "b")
    tested = pairs.group_by(GROUP, "a", "b", maintain_order=True).agg(
        test, (pl.col("__missing") + pl.col("__missing_b")).first(), pl.col("__trials").first()
    )
    errors = pl.lit(rate == "error")
    units = in_metric_units(method, errors, in_units=True)
    # The exact test counts what a got right, or wrong: no statistic with a sign.
    exact = (pl.col("variant") == "fisher").fill_null(False)
    count = pl.when(errors).then(pl.col("__trials") - pl.col("statistic")).otherwise("statistic")
    ahead = pl.col("effect")
    return _finished(
        method,
        tested,
        b=pl.col("b"),
        better=pl.when(ahead > 0).then("a").when(ahead < 0).then("b"),
        **units | {"statistic": pl.when(exact).then(count).otherwise(units["statistic"])},
        estimand=DIFFERENCES[rate],
    )


def _finished(method: Method, tested: pl.DataFrame, **changed: Any) -> pl.DataFrame:
    """Return the result rows of a column form that stands beside its group, in the words of the table form."""
    computed = {name: pl.col(name) for name in COMPUTED}
    own = {"a": pl.col("a"), "n_dropped": pl.col("__missing")}
    rows = tested.with_columns(pl.col(method.id).struct.field(*COMPUTED))
    return rows.select(GROUP, *fields(method, **computed | own | changed))
