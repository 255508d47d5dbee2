"""Do several algorithms differ in mean result, when each has a sample of its own?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
import polars as pl

from benchreport.method import Method, Remark
from benchreport.stats.forms.omnibus import ENOUGH, FEW_VALUES_EACH, Omnibus, omnibus_rows
from benchreport.stats.forms.over import over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, checked_alpha, table_remarks
from benchreport.stats.forms.samples import scaled
from benchreport.stats.kernels.centring import Centred, centred, is_rounding, none_of
from benchreport.tables.blocks import Blocks, Cells, Flags, Floats, Missing, Reduce
from benchreport.tables.groups import By

PER_DATASET = ("dataset", "metric")
SHARED_BLOCKS = Remark(
    code="shared_blocks_see_anova", note="the algorithms share their blocks, which this test ignores: see anova_blocked"
)
FEW_TO_COMPARE = Remark(code="few_to_compare", note="fewer than two algorithms")
NO_SPREAD_WITHIN = Remark(code="no_spread_within", note="no spread within the algorithms")
NO_SPREAD_OF_ONE = Remark(code="no_spread_of_one", note="an algorithm without any spread")


@documented
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

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> once = scores.filter(pl.col("repeat") == 1)
    >>> br.anova_oneway(once).select("dataset", "n", "df1", "df2", "status").row(0)
    ('breast_cancer', 10, 5.0, 54.0, 'approximate')
    """
    rows = partial(_oneway_rows, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing)


@documented
def welch_anova(
    table: Frame,
    *,
    by: By = PER_DATASET,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Welch's analysis of variance: the algorithms may differ in variance.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> once = scores.filter((pl.col("repeat") == 1) & (pl.col("algorithm") != "Majority"))
    >>> br.welch_anova(once).select("dataset", "df1", pl.col("df2").round(1)).row(0)
    ('breast_cancer', 4.0, 21.7)
    """
    rows = partial(_welch_rows, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing)


# Two algorithms and a degree of freedom for error, and some spread to judge by.
ENOUGH_VALUES = (pl.col("n_algorithms") >= 2) & (pl.col("df_error") >= 1) & (pl.col("n") >= 2)
TESTABLE = ENOUGH_VALUES & ~pl.col("flat")


def variance_remarks(flat: Remark) -> tuple[pl.Expr, ...]:
    """Return why a group could not be tested, and what its cells went through."""
    return (
        FEW_TO_COMPARE.where(pl.col("n_algorithms") < 2),
        FEW_VALUES_EACH.where((pl.col("n_algorithms") >= 2) & ~ENOUGH),
        flat.where(ENOUGH & pl.col("flat") & ~pl.col("level")),
        *table_remarks(),
    )


def _oneway_rows(blocks: Blocks, *, alpha: float) -> pl.DataFrame:
    _, facts = blocks.once(oneway_facts)
    test = Omnibus(
        statistic=pl.col("f"),
        df1=pl.col("df_between"),
        df2=pl.col("df_error"),
        enough=ENOUGH_VALUES,
        tied=pl.col("level"),
        refused=[(pl.col("flat"), "zero_variance")],
        remarks=(*variance_remarks(NO_SPREAD_WITHIN), SHARED_BLOCKS.where(TESTABLE)),
    )
    effect = pl.when(TESTABLE).then("share")
    return omnibus_rows(ANOVA_ONEWAY, test, facts, blocks, alpha=alpha, effect=effect)


def _welch_rows(blocks: Blocks, *, alpha: float) -> pl.DataFrame:
    facts = blocks.once(oneway_facts)[1].with_columns(**_welch(blocks))
    test = Omnibus(
        statistic=pl.col("welch"),
        df1=pl.col("df_between"),
        df2=pl.col("welch_df"),
        enough=ENOUGH_VALUES,
        tied=pl.col("level"),
        refused=[(pl.col("flat_somewhere"), "zero_variance")],
        remarks=(
            *variance_remarks(NO_SPREAD_WITHIN),
            NO_SPREAD_OF_ONE.where(TESTABLE & pl.col("flat_somewhere")),
            SHARED_BLOCKS.where(TESTABLE),
        ),
    )
    return omnibus_rows(WELCH_ANOVA, test, facts, blocks, alpha=alpha)


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """The values of every algorithm about their mean, in units of a power of two in which no square overflows.

    ``offset`` is the mean of each algorithm less a value of its group, so that differences keep their digits, and
    ``apart`` the mean less that of all values of the group. ``varies`` tells the values that are off the mean of their
    algorithm by more than rounding.
    """

    values: Floats
    unit: Floats  # of each group
    own: Centred
    offset: Floats
    apart: Floats
    variance: Floats
    varies: Flags
    still: Flags  # algorithms of which no value varies


def samples(blocks: Blocks) -> Samples:
    """Take the mean of every algorithm off its values."""
    cells = blocks.cells
    owner = cells.group_of_algorithm
    x, unit = scaled(cells)
    own = centred(x, cells.algorithm, len(owner))
    origin = np.zeros(cells.n_groups)
    origin[owner[own.counts > 0][::-1]] = own.first[own.counts > 0][::-1]
    varies = ~is_rounding(own.residual, x, own.mean[cells.algorithm])
    with np.errstate(all="ignore"):
        offset = own.first - origin[owner] + own.shift
        middle = cells.of_algorithms(np.nan_to_num(own.counts * offset)) / cells.of_algorithms(own.counts)
        variance = cells.per_algorithm(own.residual**2) / (own.counts - 1)
    return Samples(
        values=x,
        unit=unit,
        own=own,
        offset=offset,
        apart=offset - middle[owner],
        variance=np.where(own.counts > 1, variance, np.nan),
        varies=varies,
        still=none_of(varies, cells.algorithm, len(owner)),
    )


def oneway_facts(blocks: Blocks) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Gather what comparisons of means after a one-way analysis of variance need, in the metric's own units.

    The first frame has one row per group and algorithm: ``size`` (number of values), ``mean``, ``offset`` (as in
    :class:`Samples`), ``variance``. The second adds to :attr:`Blocks.facts`: ``f``, ``share`` (eta squared),
    ``ss_between``, ``ss_error``, ``df_between``, ``df_error``, ``ms_error``, ``sd_error`` (root of
    ``ms_error``, safe where that would overflow), ``flat`` (no spread within algorithms), ``level`` (no spread at all).
    """
    cells, parts = blocks.cells, blocks.once(samples)
    own = parts.own
    facts = blocks.facts.with_columns(
        **sums_of_squares(
            blocks,
            cells.of_algorithms(np.nan_to_num(own.counts * parts.apart**2)),
            cells.per_group(own.residual**2),
            cells.per_group(np.ones(len(parts.values))) - cells.of_algorithms((own.counts > 0).astype(np.float64)),
            flat=none_of(parts.varies, cells.group, cells.n_groups),
            even=is_even(cells, parts.apart, own.mean),
        )
    )
    return algorithm_moments(blocks, parts.offset), facts


def is_even(cells: Cells, apart: Floats, mean: Floats) -> Flags:
    """Return the groups in which every mean is that of all; ``apart`` is how far each lies from it."""
    measured = ~np.isnan(apart)
    return none_of(measured & ~is_rounding(apart, mean, mean - apart), cells.group_of_algorithm, cells.n_groups)


def algorithm_moments(blocks: Blocks, offset: Floats) -> pl.DataFrame:
    """Return number, mean, offset and variance of each algorithm in the units of the metric."""
    parts = blocks.once(samples)
    unit = parts.unit[blocks.cells.group_of_algorithm]
    with np.errstate(all="ignore"):
        columns = {"mean": parts.own.mean * unit, "offset": offset * unit, "variance": parts.variance * unit**2}
    return blocks.seats.with_columns(
        size=pl.Series(parts.own.counts).cast(pl.Int64),
        **{name: pl.Series(column).fill_nan(None) for name, column in columns.items()},
    )


def sums_of_squares(
    blocks: Blocks, between: Floats, error: Floats, df_error: Floats, *, flat: Flags, even: Flags
) -> dict[str, pl.Series]:
    """Return the columns of an analysis of variance from sums of squares in the units of :class:`Samples`.

    ``flat`` tells the groups without any error, ``even`` those whose algorithms have one mean. ``f`` and ``share``, the
    part of both sums that lies between algorithms, hold where squares would overflow too.
    """
    df_between, unit = blocks.n_algorithms - 1.0, blocks.once(samples).unit
    with np.errstate(all="ignore"):
        ms_error = error / df_error
        columns = {
            "f": between / df_between / ms_error,
            "share": between / (between + error),
            "ss_between": between * unit**2,
            "ss_error": error * unit**2,
            "df_between": df_between,
            "df_error": df_error,
            "ms_error": ms_error * unit**2,
            "sd_error": np.sqrt(ms_error) * unit,
        }
    numbers = {name: pl.Series(column).fill_nan(None) for name, column in columns.items()}
    return numbers | {"flat": pl.Series(flat), "level": pl.Series(flat & even)}


def _welch(blocks: Blocks) -> dict[str, pl.Series]:
    cells, parts = blocks.cells, blocks.once(samples)
    owner, counts, L = cells.group_of_algorithm, parts.own.counts, blocks.n_algorithms
    with np.errstate(all="ignore"):
        weights = counts / parts.variance
        total = cells.of_algorithms(weights)
        centre = cells.of_algorithms(weights * parts.offset) / total
        h = cells.of_algorithms((1 - weights / total[owner]) ** 2 / (counts - 1))
        spread = cells.of_algorithms(weights * (parts.offset - centre[owner]) ** 2) / (L - 1)
        statistic = spread / (1 + 2 * (L - 2) * h / (L**2 - 1))
        df = (L**2 - 1) / (3 * h)
    return {
        "welch": pl.Series(statistic).fill_nan(None),
        "welch_df": pl.Series(df).fill_nan(None),
        "flat_somewhere": pl.Series(cells.of_algorithms(parts.still.astype(np.float64)) > 0),
    }


ANOVA_ONEWAY = Method(
    id="anova_oneway",
    title="One-way analysis of variance",
    question="Do several algorithms differ in mean result, taking their results as independent samples?",
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
