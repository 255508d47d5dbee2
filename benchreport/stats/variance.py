"""Do several algorithms differ in mean result, when each has a sample of its own?"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.centring import Centred, centred, is_rounding, none_of
from benchreport.stats.distributions import f_sf
from benchreport.stats.layout import FEW_VALUES_EACH, Floats, Layout, Truths, laid_out
from benchreport.stats.rows import (
    SHARED_RUNS,
    Frame,
    checked_alpha,
    doubted,
    fields,
    first_that_holds,
    over_table,
    table_remarks,
)
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By
from benchreport.tables.pairs import Missing
from benchreport.tables.sizes import dependent_runs

PER_DATASET = ("dataset", "metric")
SHARED_BLOCKS = Remark(
    code="shared_blocks_see_anova", note="the algorithms share their blocks, which this test ignores: see anova_blocked"
)
FEW_TO_COMPARE = Remark(code="few_to_compare", note="fewer than two algorithms")
NO_SPREAD_WITHIN = Remark(code="no_spread_within", note="no spread within the algorithms")
NO_SPREAD_OF_ONE = Remark(code="no_spread_of_one", note="an algorithm without any spread")


def anova_oneway(
    table: Frame,
    *,
    by: By = PER_DATASET,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """One-way analysis of variance, one row per group, with eta squared as effect.

    It takes the algorithms' results as independent samples. Where they share their folds or datasets it loses power,
    and the note says so; :func:`anova_blocked` uses the pairing.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to test separately. With ``dataset`` among them the values are runs, else datasets.
    alpha
        Level of the decision.
    missing
        "refuse" incomplete tables, or use what is "available": samples may then differ in size.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> once = scores.filter(pl.col("repeat") == 1)
    >>> br.anova_oneway(once).select("dataset", "n", "df1", "df2", "status").row(0)
    ('breast_cancer', 10, 5.0, 54.0, 'approximate')
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        _, facts = oneway_facts(known, by, missing=missing, reduce=reduce)
        groups = facts.columns[: facts.columns.index("n")]
        df1, df2 = pl.col("df_between"), pl.col("df_error")
        rows = facts.select(
            *groups,
            *fields(
                ANOVA_ONEWAY,
                n=pl.col("n"),
                n_dropped=pl.col("n_dropped"),
                statistic=pl.when(is_testable()).then(pl.col("f")),
                df1=pl.when(is_testable()).then(df1),
                df2=pl.when(is_testable()).then(df2),
                p_value=pl.when(is_testable()).then(f_sf("f", df1, df2)).when(all_tied()).then(1.0),
                effect=pl.when(is_testable()).then(pl.col("share")),
                alpha=checked_alpha(alpha),
                law="F",
                status=variance_status(),
                remarks=joined_remarks(*variance_remarks(NO_SPREAD_WITHIN), shared_remark()),
            ),
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(known, groups))

    return over_table(table, by, RESULT_COLUMNS, run)


def welch_anova(
    table: Frame,
    *,
    by: By = PER_DATASET,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Welch's analysis of variance: the algorithms may differ in variance. Parameters as in :func:`anova_oneway`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> once = scores.filter((pl.col("repeat") == 1) & (pl.col("algorithm") != "Majority"))
    >>> br.welch_anova(once).select("dataset", "df1", pl.col("df2").round(1)).row(0)
    ('breast_cancer', 4.0, 21.7)
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, missing=missing, reduce=reduce)
        facts = _oneway(layout)[1]
        groups = layout.groups
        facts = facts.with_columns(**_welch(layout))
        sound = is_testable() & ~pl.col("flat_somewhere")
        rows = facts.select(
            *groups,
            *fields(
                WELCH_ANOVA,
                n=pl.col("n"),
                n_dropped=pl.col("n_dropped"),
                statistic=pl.when(sound).then(pl.col("welch")),
                df1=pl.when(sound).then(pl.col("df_between")),
                df2=pl.when(sound).then(pl.col("welch_df")),
                p_value=pl.when(sound).then(f_sf("welch", "df_between", "welch_df")).when(all_tied()).then(1.0),
                alpha=checked_alpha(alpha),
                law="F",
                status=first_that_holds(
                    [
                        (~enough(), "too_few"),
                        (pl.col("level"), "all_ties"),
                        (pl.col("flat_somewhere"), "zero_variance"),
                    ],
                    "ok",
                ),
                remarks=joined_remarks(
                    *variance_remarks(NO_SPREAD_WITHIN),
                    NO_SPREAD_OF_ONE.where(is_testable() & pl.col("flat_somewhere")),
                    shared_remark(),
                ),
            ),
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(known, groups))

    return over_table(table, by, RESULT_COLUMNS, run)


def oneway_facts(
    scores: Any, by: By, *, missing: Missing = "refuse", reduce: Reduce = "mean"
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Gather what comparisons of means after a one-way analysis of variance need, in the metric's own units.

    The first frame has one row per group and algorithm, sorted: the group columns, ``algorithm``, ``n`` (values),
    ``mean``, ``offset`` (the mean less a value of the group, so that differences keep their digits), ``variance``. The
    second has one row per group: the group columns, ``n`` (blocks), ``n_algorithms``,
    ``n_dropped``, ``policy``, ``orientation``, ``least``, ``most``, ``f``, ``share`` (eta squared), ``ss_between``,
    ``ss_error``, ``df_between``, ``df_error``, ``ms_between``, ``ms_error``, ``sd_error`` (root of ``ms_error``, safe
    where that would overflow), ``largest``, ``flat`` (no spread within algorithms), ``level`` (no spread at all).
    """
    return _oneway(laid_out(scores, by, missing=missing, reduce=reduce))


def _oneway(layout: Layout) -> tuple[pl.DataFrame, pl.DataFrame]:
    x, unit = layout.scaled()
    own = centred(x, layout.algorithm, len(layout.group_of_algorithm))
    offset, apart = algorithm_offsets(layout, own)
    with np.errstate(all="ignore"):
        within = own.residual**2
        df_error = layout.per_group(np.ones(len(x))) - layout.of_algorithms((own.counts > 0).astype(np.float64))
        between = layout.of_algorithms(np.nan_to_num(own.counts * apart**2))
    facts = layout.facts.with_columns(
        **sums_of_squares(
            between,
            layout.per_group(within),
            df_error,
            layout.facts,
            unit,
            flat=none_of(~is_rounding(own.residual, x, own.mean[layout.algorithm]), layout.group, layout.size),
            even=is_even(layout, apart, own.mean),
        ),
        largest=pl.Series(layout.largest()),
    )
    return algorithm_moments(layout, own, offset, unit), facts


def algorithm_offsets(layout: Layout, own: Centred) -> tuple[Floats, Floats]:
    """Give the mean of each algorithm less a value of its group, and less the mean of all values of the group."""
    owner = layout.group_of_algorithm
    origin = np.zeros(layout.size)
    origin[owner[own.counts > 0][::-1]] = own.first[own.counts > 0][::-1]
    with np.errstate(all="ignore"):
        offset = own.first - origin[owner] + own.shift
        middle = layout.of_algorithms(np.nan_to_num(own.counts * offset)) / layout.of_algorithms(own.counts)
        return offset, offset - middle[owner]


def is_even(layout: Layout, apart: Floats, mean: Floats) -> Truths:
    """Tell the groups in which every mean is that of all; ``apart`` is how far each lies from it."""
    owner = layout.group_of_algorithm
    measured = ~np.isnan(apart)
    return none_of(measured & ~is_rounding(apart, mean, mean - apart), owner, layout.size)


def algorithm_moments(layout: Layout, own: Centred, offset: Floats, unit: Floats) -> pl.DataFrame:
    """Give number, mean, offset and variance of each algorithm in the units of the metric."""
    unit = unit[layout.group_of_algorithm]
    with np.errstate(all="ignore"):
        variance = layout.per_algorithm(own.residual**2) / (own.counts - 1) * unit**2
        columns = {
            "mean": own.mean * unit,
            "offset": offset * unit,
            "variance": np.where(own.counts > 1, variance, np.nan),
        }
    numbers = {name: pl.Series(column).fill_nan(None) for name, column in columns.items()}
    return layout.algorithms.with_columns(n=pl.Series(own.counts).cast(pl.Int64), **numbers)


def sums_of_squares(
    between: Floats,
    error: Floats,
    df_error: Floats,
    facts: pl.DataFrame,
    unit: Floats,
    *,
    flat: Truths,
    even: Truths,
) -> dict[str, pl.Series]:
    """Give the columns of an analysis of variance from sums of squares in a unit of each group.

    ``flat`` tells the groups without any error, ``even`` those whose algorithms have one mean. ``f`` and ``share``, the
    part of both sums that lies between algorithms, hold where squares would overflow too.
    """
    df_between = facts.get_column("n_algorithms").to_numpy() - 1.0
    with np.errstate(all="ignore"):
        ms_between, ms_error = between / df_between, error / df_error
        columns = {
            "f": ms_between / ms_error,
            "share": between / (between + error),
            "ss_between": between * unit**2,
            "ss_error": error * unit**2,
            "df_between": df_between,
            "df_error": df_error,
            "ms_between": ms_between * unit**2,
            "ms_error": ms_error * unit**2,
            "sd_error": np.sqrt(ms_error) * unit,
        }
    numbers = {name: pl.Series(column).fill_nan(None) for name, column in columns.items()}
    return numbers | {"flat": pl.Series(flat), "level": pl.Series(flat & even)}


def _welch(layout: Layout) -> dict[str, pl.Series]:
    x, _ = layout.scaled()
    owner = layout.group_of_algorithm
    own = centred(x, layout.algorithm, len(owner))
    offset, _ = algorithm_offsets(layout, own)
    flat = none_of(~is_rounding(own.residual, x, own.mean[layout.algorithm]), layout.algorithm, len(owner))
    with np.errstate(all="ignore"):
        counts = own.counts
        weights = counts / (layout.per_algorithm(own.residual**2) / (counts - 1))
        total = layout.of_algorithms(weights)
        centre = layout.of_algorithms(weights * offset) / total
        L = layout.of_algorithms(np.ones(len(offset)))
        h = layout.of_algorithms((1 - weights / total[owner]) ** 2 / (counts - 1))
        spread = layout.of_algorithms(weights * (offset - centre[owner]) ** 2) / (L - 1)
        statistic = spread / (1 + 2 * (L - 2) * h / (L**2 - 1))
        df = (L**2 - 1) / (3 * h)
    return {
        "welch": pl.Series(statistic).fill_nan(None),
        "welch_df": pl.Series(df).fill_nan(None),
        "flat_somewhere": pl.Series(layout.of_algorithms(flat.astype(np.float64)) > 0),
    }


def enough() -> pl.Expr:
    """Tell the groups with two algorithms and a degree of freedom for error."""
    return (pl.col("n_algorithms") >= 2) & (pl.col("df_error") >= 1) & (pl.col("n") >= 2)


def is_testable() -> pl.Expr:
    """Tell the groups whose F is defined."""
    return enough() & ~pl.col("flat")


def all_tied() -> pl.Expr:
    """Tell the groups in which nothing differs from anything."""
    return enough() & pl.col("level")


def variance_status(*further: tuple[pl.Expr, str]) -> pl.Expr:
    """Choose the status of a row of an analysis of variance."""
    return first_that_holds(
        [(~enough(), "too_few"), (pl.col("level"), "all_ties"), (pl.col("flat"), "zero_variance"), *further], "ok"
    )


def variance_remarks(flat: Remark) -> tuple[pl.Expr, ...]:
    """Return why a group could not be tested, and what its cells went through."""
    return (
        FEW_TO_COMPARE.where(pl.col("n_algorithms") < 2),
        FEW_VALUES_EACH.where((pl.col("n_algorithms") >= 2) & ~enough()),
        flat.where(enough() & pl.col("flat") & ~pl.col("level")),
        *table_remarks(),
    )


def shared_remark() -> pl.Expr:
    """Say that a test for independent samples was put to paired ones."""
    return SHARED_BLOCKS.where(is_testable())


ANOVA_ONEWAY = Method(
    id="anova_oneway",
    title="One-way analysis of variance",
    question="Do several algorithms differ in mean result, taking their results as independent samples?",
    kind="table",
    shape="scores",
    door="many",
    symbol="F",
    formula="F = (SS_between / (L-1)) / (SS_within / (sum(K_j) - L)) with (L-1) and (sum(K_j) - L) degrees of freedom",
    tex=r"F = \frac{\mathrm{SS}_{\mathrm{between}} / (L - 1)}{\mathrm{SS}_{\mathrm{within}} / (\sum_j K_j - L)}",
    null="all algorithms have the same expected result",
    assumes=("samples are independent, which shared folds are not", "results are about normal with one variance"),
    cites=("alpaydin2010",),
    effect="eta squared",
    remarks=(FEW_TO_COMPARE, FEW_VALUES_EACH, NO_SPREAD_WITHIN, SHARED_BLOCKS, SHARED_RUNS),
    table=anova_oneway,
)

WELCH_ANOVA = Method(
    id="welch_anova",
    title="Welch's analysis of variance",
    question="Do several algorithms differ in mean result, when their variances differ?",
    kind="table",
    shape="scores",
    door="many",
    symbol="F_W",
    formula=(
        "w_j = K_j / s_j^2, F = sum w_j (m_j - m_w)^2 / (L-1) / (1 + 2 (L-2) h / (L^2-1)), "
        "h = sum (1 - w_j / sum w)^2 / (K_j - 1), with (L-1) and (L^2-1) / (3 h) degrees of freedom"
    ),
    tex=(
        r"F_W = \frac{\sum_j w_j (\bar{x}_j - \bar{x}_w)^2 / (L - 1)}{1 + 2 (L - 2) h / (L^2 - 1)}, "
        r"\quad w_j = \frac{K_j}{s_j^2}, \quad h = \sum_j \frac{(1 - w_j / \sum w)^2}{K_j - 1}"
    ),
    null="all algorithms have the same expected result",
    assumes=("samples are independent, which shared folds are not", "results are about normal"),
    cites=("welch1951",),
    remarks=(FEW_TO_COMPARE, FEW_VALUES_EACH, NO_SPREAD_WITHIN, NO_SPREAD_OF_ONE, SHARED_BLOCKS, SHARED_RUNS),
    table=welch_anova,
)
