"""Methods for rates: successes and trials counted from predictions or confusion counts, and the rows they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, DuplicateKeyError, OptionError, did_you_mean, one_of
from benchreport.measures.classes import SAID, TRUTH, with_decisions
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.distributions import IntoExpr, ordered
from benchreport.stats.forms.over import MIRRORED, Frame, over_layout
from benchreport.stats.forms.predictions import FLAGS, untouched_predictions, with_doubts
from benchreport.stats.forms.rows import COMPUTED, first_that_holds, in_metric_units, nullable, result_rows
from benchreport.stats.forms.sides import OptionsOfTest
from benchreport.stats.kernels import binomial as kernels
from benchreport.tables.blocks import GROUP, Grouped, grouped_scores, refuse_single_algorithm
from benchreport.tables.checks import are_distinct
from benchreport.tables.groups import By
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
FEW = 5  # successes and failures that the normal law wants to see
NOT_COUNTS = Remark(
    code="not_counts", note="successes are counts between 0 and the number of trials, or a column of 0 and 1"
)
INDEPENDENT = "instances are independent, and were not used in training"
ESTIMANDS = {"error": "error rate of a", "accuracy": "accuracy of a"}
DIFFERENCES = {"error": "difference of error rates a - b", "accuracy": "difference of accuracies a - b"}


def counted_instances(table: Any) -> pl.DataFrame:
    """Return predictions or confusion counts in one form: a row per instance or cell, with what was wrong in it.

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
    right = right.cast(pl.UInt8)  # sums are longer by themselves
    return rows.with_columns(
        __right=right.fill_null(0), __wrong=(1 - right).fill_null(0), __missing=right.is_null().cast(pl.UInt8)
    )


def rate_counts(table: Grouped, rate: Rate) -> pl.DataFrame:
    """Return successes and trials per group and algorithm; a success of ``rate="error"`` is a mistake.

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
        pooled=pl.struct(runs).n_unique() > 1 if runs else pl.lit(False),
        again=again,
        clustered=clustered,
        **({"dataset": pl.col("dataset").first()} if "dataset" in groups else {}),
    )
    return counted.sort(GROUP, "a")


def _refuse_unnamed_factors(rows: pl.DataFrame, groups: Sequence[str]) -> None:
    """Raise where an instance or cell occurs twice, in rows that differ only in a column that is no group."""
    own = ("instance",) if "instance" in rows.columns else ("actual", "predicted")
    keys = list(dict.fromkeys(name for name in ("algorithm", "dataset", *RUN_KEYS, *own) if name in rows.columns))
    keys += [name for name in groups if name not in keys]
    if not are_distinct(rows, keys):
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
        first, second = clash.get_column("__both").cast(pl.List(pl.String))[0][:2]
        raise OptionError(
            f"{first!r} and {second!r} were tested on the same instances ({clash.height} in all)",
            hint="compare them instance by instance: br.mcnemar or br.paired_t_instances",
        )


def counted(successes: IntoExpr, trials: IntoExpr | None) -> dict[str, pl.Expr]:
    """Return the sums of successes and trials; ``whole`` is false where outcomes are something else than 0 and 1."""
    first = ordered(successes)
    if trials is None:
        return {"k": first.sum(), "n": first.count().cast(pl.Float64), "whole": ((first == 0) | (first == 1)).all()}
    second = ordered(trials)
    both = first.is_not_null() & second.is_not_null()
    return {"k": first.filter(both).sum(), "n": second.filter(both).sum(), "whole": pl.lit(True).first()}


def judged_counts(counts: pl.DataFrame) -> pl.DataFrame:
    """Return counts with marks: ``sound`` if they can be counts, ``some`` if there are trials, ``fine`` if both."""
    k, n = pl.col("k"), pl.col("n")
    sound = (pl.col("whole") & (k >= 0) & (k <= n) & (n >= 0) & n.is_finite()).fill_null(False)
    return counts.with_columns(some=n != 0, sound=sound, fine=(n != 0) & sound, estimate=k / n)


def with_limits(kernel: kernels.Limits, counts: pl.DataFrame, level: float) -> pl.DataFrame:
    """Compute ``low`` and ``high``, the kernel once per distinct pair of counts; null where they are not sound."""
    limits = np.full((counts.height, 2), np.nan)
    fine = counts.get_column("fine").to_numpy()
    if fine.any():
        pairs, place = np.unique(counts.select("k", "n").to_numpy()[fine], axis=0, return_inverse=True)
        with np.errstate(all="ignore"):
            limits[fine] = np.column_stack(kernel(pairs[:, 0].copy(), pairs[:, 1].copy(), level))[place.ravel()]
    return counts.with_columns(nullable(low=limits[:, 0], high=limits[:, 1]))


def count_row(
    options: OptionsOfTest, *, problems: Sequence[tuple[pl.Expr, str]], remarks: Sequence[pl.Expr], **values: Any
) -> list[pl.Expr]:
    """Return the columns of a result row of ``n`` judged trials and their ``estimate``, with what a method adds."""
    sound = pl.col("sound")
    nothing = [(~pl.col("some") & sound, "too_few"), (~sound, "undefined")]
    return options.row(
        n=pl.when(sound).then("n").otherwise(0),
        estimate=pl.when("fine").then("estimate"),
        status=first_that_holds([*nothing, *problems], "ok"),
        remarks=[NOT_COUNTS.where(~sound), *remarks],
        **values,
    )


def turned(alternative: Alternative, rate: Rate) -> Alternative:
    """Return the side of a count on which an algorithm is better: few errors, many right answers.

    Examples
    --------
    >>> turned("greater", "error"), turned("greater", "accuracy")
    ('less', 'greater')
    """
    return MIRRORED.get(alternative, alternative) if rate == "error" else alternative


def over_rates(
    method: Method, table: Frame, *, by: By, rate: Rate, alternative: Alternative | None = None, **options: Any
) -> Frame:
    """Compute the column form of a method for every algorithm, on the side that :func:`turned` returns.

    Without an ``alternative`` the method has none. A misspelt option is refused before a lazy frame is read.
    """
    if method.expr is None:
        raise TypeError(f"{method.id} has no column form")
    side = {} if alternative is None else {"alternative": turned(alternative, rate)}
    test = method.expr("__successes", "__trials", **side, **options)
    one_of(rate, RATES, name="rate")
    rows = partial(rate_rows, method=method, test=test, rate=rate, alternative=alternative or "two-sided")
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
    """Compute a column form of four counts for every two algorithms, which must not share instances.

    The test sees right answers, so that "greater" means better; differences of errors and their z are turned back.
    """
    expression = test("__successes", "__trials", "__successes_b", "__trials_b")
    one_of(rate, RATES, name="rate")
    rows = partial(_pair_rows, method=method, test=expression, rate=rate, control=control)
    return over_layout(table, partial(split_instances, by=by, several=True), rows, by=by)


def split_instances(table: Any, *, by: By, several: bool = False) -> Grouped:
    """Return predictions or confusion counts in groups, or raise where there are not ``several`` algorithms."""
    rows = grouped_scores(table, by, counted_instances)
    if several:
        refuse_single_algorithm(rows)
    return Grouped.split(rows, by)


def rate_rows(table: Grouped, *, method: Method, test: pl.Expr, rate: Rate, alternative: Alternative) -> pl.DataFrame:
    """Return one row per group and algorithm; ``test`` is of the columns ``__successes`` and ``__trials``."""
    counted = rate_counts(table, rate)
    tested = counted.group_by(GROUP, "a", maintain_order=True).agg(test, pl.col("__missing", *FLAGS).first())
    rows = _finished(
        method,
        tested,
        effect=-pl.col("effect") if rate == "error" else pl.col("effect"),
        estimand=ESTIMANDS[rate],
        alternative=alternative,
    )
    return with_doubts(rows.hstack(tested.select(FLAGS)), REPEATED, POOLED, CLUSTERED)


def _pair_rows(table: Grouped, *, method: Method, test: pl.Expr, rate: Rate, control: str | None) -> pl.DataFrame:
    counted = rate_counts(table, "accuracy")
    algorithms = counted.get_column("a").unique().sort().to_list()
    if control is not None and control not in algorithms:
        raise ColumnError(f"no algorithm {control!r} to be the control", hint=did_you_mean(control, algorithms))
    refuse_shared_instances(table, control)
    compared = pl.col("a") < pl.col("b") if control is None else (pl.col("a") != control) & (pl.col("b") == control)
    both = counted.join(counted, on=GROUP, suffix="_b")
    pairs = both.rename({"a_b": "b"}).filter(compared).sort(GROUP, "a", "b")
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
        better=pl.when(ahead > 0).then("a").when(ahead < 0).then("b"),
        **units | {"statistic": pl.when(exact).then(count).otherwise(units["statistic"])},
        estimand=DIFFERENCES[rate],
    )


def _finished(method: Method, tested: pl.DataFrame, **changed: Any) -> pl.DataFrame:
    """Return the result rows of a column form that stands beside its group, in the words of the table form."""
    rows = tested.rename({GROUP: "group"}).with_columns(pl.col(method.id).struct.field(*COMPUTED))
    return result_rows(rows, method, n_dropped=pl.col("__missing"), **changed).rename({"group": GROUP})
