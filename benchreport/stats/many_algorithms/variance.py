"""Analysis of variance: one-way, Welch, over shared blocks, two factors; the table of sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, get_args

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, IncompleteError, OptionError, one_of, refuse_unknown
from benchreport.method import REMARK_COLUMNS, Method, Remark, schema_of
from benchreport.records import dataclass
from benchreport.stats.forms.omnibus import ENOUGH, FEW_VALUES_EACH, SOUND, TIED, Omnibus, omnibus_rows, rows_of_facts
from benchreport.stats.forms.over import PER_DATASET, over_blocks, over_layout
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, checked_alpha, nullable, table_remarks
from benchreport.stats.forms.samples import scaled
from benchreport.stats.forms.sides import NO_RATIO
from benchreport.stats.kernels.centring import Centred, centred, is_rounding, none_of
from benchreport.stats.planning.factors import factor_sums, label
from benchreport.tables.blocks import GROUP, Blocks, Cells, Grouped, Missing, Reduce, grouped_scores, refuse_mixtures
from benchreport.tables.designs.sizes import sizes_of
from benchreport.tables.groups import By, joined, within
from benchreport.tables.rounding import Flags, Floats
from benchreport.tables.schema import RUN_KEYS
from benchreport.threads import roots

SHARED_BLOCKS = Remark(
    code="shared_blocks_see_anova", note="the algorithms share their blocks, which this test ignores: see anova_blocked"
)
FEW_TO_COMPARE = Remark(code="few_to_compare", note="fewer than two algorithms")
TOO_FEW = (FEW_TO_COMPARE, FEW_VALUES_EACH)
NO_SPREAD_WITHIN = Remark(code="no_spread_within", note="no spread within the algorithms")
SAME_DIFFERENCES = Remark(code="same_differences", note="the same differences on every block")
NO_SPREAD_OF_ONE = Remark(code="no_spread_of_one", note="an algorithm without any spread")
BlockedVariant = Literal["plain", "greenhouse_geisser", "huynh_feldt", "resampled"]
HEURISTIC = Remark(
    code="divided_f", note="F is divided by 1 + runs times test over training size, a heuristic after Nadeau and Bengio"
)
SHRINK = {"greenhouse_geisser": pl.col("epsilon_gg"), "huynh_feldt": pl.col("epsilon_hf")}
NO_RUNS = Remark(code="no_runs", note="blocks are not runs of one dataset, so there is nothing to correct for")
EPSILON = Remark(code="epsilon", note="epsilon {0}")
TWO_ALGORITHMS = Remark(code="two_algorithms", note="two algorithms: F is the square of the paired t")
Model = Literal["oneway", "blocked", "twofactor"]
ONE_VALUE = Remark(
    code="one_value_per_cell", note="one value per cell, so the interaction cannot be tested and serves as error"
)
RESIDUAL, BLOCKS = "residual", "block"
TESTED = pl.col("term") != RESIDUAL
# Degrees of freedom, sum of squares, and whether nothing varies.
Source = tuple[pl.Expr, pl.Expr, pl.Expr]
# anova_table: one row per group and source of variation.
ANOVA_COLUMNS: Mapping[str, tuple[str, str]] = {
    "term": ("String", "source of variation"),
    "df": ("Float64", "degrees of freedom"),
    "ss": ("Float64", "sum of squares"),
    "ms": ("Float64", "mean square"),
    "statistic": ("Float64", "F, the mean square over that of the residual"),
    "p_value": ("Float64", "p-value"),
    "eta_squared": ("Float64", "share of the total sum of squares"),
    "partial_eta_squared": ("Float64", "share of its own and the residual sum of squares"),
    "omega_squared": ("Float64", "share of the total variance, corrected for chance"),
    "status": ("String", "ok, too_few, zero_variance or all_ties"),
    **REMARK_COLUMNS,
}
ONE_LEVEL = Remark(code="one_level", note="a factor with one level")
NO_SPREAD_IN_CELLS = Remark(code="no_spread_in_cells", note="no spread within the cells")
# A source of variation against the error.
SOURCE = Omnibus(
    statistic=pl.col("f"),
    df1=pl.col("df"),
    df2=pl.col("df_error"),
    enough=TESTED & (pl.col("df_error") >= 1) & (pl.col("df") >= 1),
    tied=pl.col("level"),
    refused=[(pl.col("flat"), "zero_variance")],
    rough=pl.col("dependent"),
    remarks=(
        pl.col("remark"),
        ONE_LEVEL.where(TESTED & (pl.col("df") < 1)),
        NO_SPREAD_IN_CELLS.where(ENOUGH & pl.col("flat") & ~TIED),
        SHARED_RUNS.where(SOUND & pl.col("dependent")),
    ),
)


@documented
def anova_oneway(
    table: Frame, *, by: By = PER_DATASET, alpha: float = 0.05, missing: Missing = "refuse", reduce: Reduce = "mean"
) -> Frame:
    """Compute the one-way analysis of variance, one row per group, with eta squared as effect.

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
    table: Frame, *, by: By = PER_DATASET, alpha: float = 0.05, missing: Missing = "refuse", reduce: Reduce = "mean"
) -> Frame:
    """Compute Welch's analysis of variance, one row per group: the algorithms may differ in variance.

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


ONEWAY = Omnibus(
    statistic=pl.col("f"),
    df1=pl.col("df_between"),
    df2=pl.col("df_error"),
    enough=ENOUGH_VALUES,
    tied=pl.col("level"),
    refused=[(pl.col("flat"), "zero_variance")],
    remarks=(*variance_remarks(NO_SPREAD_WITHIN), SHARED_BLOCKS.where(TESTABLE)),
)
WELCH = replace(
    ONEWAY,
    statistic=pl.col("welch"),
    df2=pl.col("welch_df"),
    refused=[(pl.col("flat_somewhere"), "zero_variance")],
    remarks=(
        *variance_remarks(NO_SPREAD_WITHIN),
        NO_SPREAD_OF_ONE.where(TESTABLE & pl.col("flat_somewhere")),
        SHARED_BLOCKS.where(TESTABLE),
    ),
)
SHARE = pl.when(TESTABLE).then("share")


def _oneway_rows(blocks: Blocks, *, alpha: float) -> pl.DataFrame:
    return omnibus_rows(ANOVA_ONEWAY, ONEWAY, blocks.once(oneway_facts)[1], blocks, alpha=alpha, effect=SHARE)


def _welch_rows(blocks: Blocks, *, alpha: float) -> pl.DataFrame:
    facts = blocks.once(oneway_facts)[1].with_columns(_welch(blocks))
    return omnibus_rows(WELCH_ANOVA, WELCH, facts, blocks, alpha=alpha)


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
    """Return the values of every algorithm about their mean."""
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
    """Compute what comparisons of means after a one-way analysis of variance need, in the metric's own units.

    The first frame has one row per group and algorithm: ``size`` (number of values), ``mean``, ``offset`` (as in
    :class:`Samples`), ``variance``. The second adds to :attr:`Blocks.facts`: ``f``, ``share`` (eta squared),
    ``ss_between``, ``ss_error``, ``df_between``, ``df_error``, ``ms_error``, ``sd_error`` (root of
    ``ms_error``, safe where that would overflow), ``flat`` (no spread within algorithms), ``level`` (no spread at all).
    """
    cells, parts = blocks.cells, blocks.once(samples)
    own = parts.own
    columns = sums_of_squares(
        blocks,
        cells.of_algorithms(np.nan_to_num(own.counts * parts.apart**2)),
        cells.per_group(own.residual**2),
        cells.per_group(np.ones(len(parts.values))) - cells.of_algorithms((own.counts > 0).astype(np.float64)),
        flat=none_of(parts.varies, cells.group, cells.n_groups),
        even=is_even(cells, parts.apart, own.mean),
    )
    return algorithm_moments(blocks, parts.offset), blocks.facts.with_columns(columns)


def is_even(cells: Cells, apart: Floats, mean: Floats) -> Flags:
    """Return the groups in which every mean is that of all; ``apart`` is how far each lies from it."""
    measured = ~np.isnan(apart)
    return none_of(measured & ~is_rounding(apart, mean, mean - apart), cells.group_of_algorithm, cells.n_groups)


def algorithm_moments(blocks: Blocks, offset: Floats) -> pl.DataFrame:
    """Return number, mean, offset and variance of each algorithm in the units of the metric."""
    parts = blocks.once(samples)
    size, unit = parts.own.counts.astype(np.int64), parts.unit[blocks.cells.group_of_algorithm]
    with np.errstate(all="ignore"):
        mean, variance = parts.own.mean * unit, parts.variance * unit**2
        return blocks.seats.with_columns(nullable(size=size, mean=mean, offset=offset * unit, variance=variance))


def sums_of_squares(
    blocks: Blocks, between: Floats, error: Floats, df_error: Floats, *, flat: Flags, even: Flags
) -> list[pl.Series]:
    """Return the columns of an analysis of variance from sums of squares in the units of :class:`Samples`.

    ``flat`` tells the groups without any error, ``even`` those whose algorithms have one mean. ``f`` and ``share``, the
    part of both sums that lies between algorithms, hold where squares would overflow too.
    """
    df_between, unit = blocks.n_algorithms - 1.0, blocks.once(samples).unit
    with np.errstate(all="ignore"):
        ms_error = error / df_error
        return nullable(
            f=between / df_between / ms_error,
            share=between / (between + error),
            ss_between=between * unit**2,
            ss_error=error * unit**2,
            df_between=df_between,
            df_error=df_error,
            ms_error=ms_error * unit**2,
            sd_error=np.sqrt(ms_error) * unit,
            flat=flat,
            level=flat & even,
        )


def _welch(blocks: Blocks) -> list[pl.Series]:
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
    return nullable(welch=statistic, welch_df=df, flat_somewhere=cells.of_algorithms(parts.still.astype(float)) > 0)


@documented
def anova_blocked(
    table: Frame,
    *,
    by: By = PER_DATASET,
    variant: BlockedVariant = "plain",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the analysis of variance over shared blocks, one row per group, with partial eta squared as effect.

    Parameters
    ----------
    variant
        "plain" assumes sphericity; "greenhouse_geisser" and "huynh_feldt" shrink the degrees of freedom by the
        estimate of it; "resampled" divides F by 1 + runs x test size / training size, a heuristic that allows for the
        training data that runs share.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.anova_blocked(scores, by="metric").select(pl.col("statistic", "p_value").round(6), "df1", "df2").row(0)
    (4.44718, 0.008818, 3.0, 39.0)
    """
    one_of(variant, ANOVA_BLOCKED.variants, name="variant")
    rows = partial(_blocked_rows, variant=variant, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce)


def _blocked_rows(blocks: Blocks, *, variant: BlockedVariant, alpha: float) -> pl.DataFrame:
    _, facts = blocks.once(blocked_facts)
    resampled, shrunk = variant == "resampled", variant in SHRINK
    if shrunk:
        facts = facts.hstack(blocks.once(sphericity).select("epsilon_gg", "epsilon_hf"))
    dependent = pl.Series(blocks.dependent)
    shrink = SHRINK.get(variant, pl.lit(1))
    # Blocks that are no runs of one dataset share no training data.
    ratio = pl.when(dependent).then(sizes_of(blocks)["ratio"]) if resampled else pl.lit(0.0)
    facts = facts.with_columns(divisor=1 + pl.col("n") * ratio)
    divisor, unknown = pl.col("divisor"), pl.col("divisor").is_null()
    test = replace(
        ONEWAY,
        statistic=pl.col("f") / divisor,
        df1=shrink * pl.col("df_between"),
        df2=shrink * pl.col("df_error"),
        refused=[(pl.col("flat"), "zero_variance"), (unknown, "undefined")],
        rough=pl.lit(resampled),
        remarks=(
            *variance_remarks(SAME_DIFFERENCES),
            HEURISTIC.where(SOUND & pl.lit(resampled)),
            NO_RATIO.where(TESTABLE & unknown & dependent),
            NO_RUNS.where(TESTABLE & unknown & ~dependent),
            EPSILON.where(SOUND & pl.lit(shrunk), shrink.round_sig_figs(6)),
            TWO_ALGORITHMS.where(ENOUGH & (pl.col("n_algorithms") == 2)),
        ),
    )
    doubt = None if resampled else SHARED_RUNS
    return omnibus_rows(ANOVA_BLOCKED, test, facts, blocks, alpha=alpha, doubt=doubt, variant=variant, effect=SHARE)


def blocked_facts(blocks: Blocks) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Compute what comparisons of means on shared blocks need, in the metric's own units.

    Frames as in :func:`benchreport.stats.many_algorithms.variance.oneway_facts`, with the error of the two-way
    table without interaction, (L-1)(N-1) degrees of freedom, and ``ss_blocks``, the sum of squares between blocks.
    """
    cells, parts = blocks.cells, blocks.once(samples)
    x, size = parts.values, len(cells.group_of_block)
    # Blocks are complete: what is left of their means are differences between algorithms, whatever the blocks' levels.
    block = centred(x, cells.block, size)
    level = centred(block.mean, cells.group_of_block, cells.n_groups)
    rest = centred(block.residual, cells.algorithm, len(cells.group_of_algorithm))
    still = is_rounding(rest.residual, x, parts.own.mean[cells.algorithm], block.mean[cells.block])
    L, n = blocks.n_algorithms, blocks.n_blocks
    columns = sums_of_squares(
        blocks,
        cells.of_algorithms(np.nan_to_num(rest.counts * rest.mean**2)),
        cells.per_group(rest.residual**2),
        np.where(n > 0, (L - 1.0) * (n - 1), 0.0),
        flat=none_of(~still, cells.group, cells.n_groups),
        even=is_even(cells, rest.mean, parts.own.mean),
    )
    with np.errstate(all="ignore"):
        of_blocks = cells.of_blocks(L[cells.group_of_block] * level.residual**2) * parts.unit**2
    facts = blocks.facts.with_columns(*columns, *nullable(ss_blocks=of_blocks))
    return algorithm_moments(blocks, rest.mean), facts


def anova_twofactor(
    table: Frame,
    *,
    by: By = "metric",
    factors: Sequence[str] = ("algorithm", "dataset"),
    interaction: bool = True,
    alpha: float = 0.05,
) -> Frame:
    """Compute the two-factor analysis of variance, one row per group and term, with partial eta squared as effect.

    Every value of a cell is a replicate: by default the folds of each algorithm on each dataset. A table whose cells
    hold unequal numbers of values is refused.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to test separately.
    factors
        Two columns: ``algorithm``, ``dataset``, or a column of your own such as a feature extractor.
    interaction
        Whether the factors may interact; without it the interaction counts as error.
    alpha
        Level of the decision.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.anova_twofactor(scores).select("term", "df1", "df2").rows()
    [('algorithm', 5.0, 216.0), ('dataset', 3.0, 216.0), ('algorithm:dataset', 15.0, 216.0)]
    """

    rows = partial(_tested_terms, factors=factors, interaction=interaction, alpha=checked_alpha(alpha))
    return over_layout(table, partial(_crossed, by=by, factors=factors), rows, by=by)


def _tested_terms(table: Grouped, *, factors: Sequence[str], interaction: bool, alpha: float) -> pl.DataFrame:
    groups, terms = table.number, _two_factors(table, factors, interaction)
    tested, effect = terms.filter(TESTED), pl.when(SOUND).then("share")
    return rows_of_facts(ANOVA_TWOFACTOR, SOURCE, tested, keys=groups, alpha=alpha, term=pl.col("term"), effect=effect)


def anova_table(
    table: Frame,
    *,
    by: By = ("dataset", "metric"),
    model: Model = "blocked",
    factors: Sequence[str] = ("algorithm", "dataset"),
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the sources of the variation of the results: one row per group and term, the residual last.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to split separately.
    model
        "oneway": algorithm and residual; "blocked": algorithm, block, residual; "twofactor": two factors, their
        interaction, residual.
    factors
        The two columns of the model "twofactor".
    reduce
        How several runs of a block become one value; not used by "twofactor", where runs are replicates.

    Returns
    -------
    polars.DataFrame
        Columns ``term``, ``df``, ``ss``, ``ms``, ``statistic`` (F), ``p_value``, ``eta_squared``,
        ``partial_eta_squared``, ``omega_squared``, ``status``, ``remarks``, ``note``.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.anova_table(scores, by="metric").select("term", "df", pl.col("ss", "statistic").round(4)).rows()
    [('algorithm', 3.0, 0.0045, 4.4472), ('block', 13.0, 1.323, 304.7413), ('residual', 39.0, 0.013, None)]
    """

    one_of(model, get_args(Model), name="model")
    if model != "twofactor":
        return over_blocks(table, partial(_one_factor, model=model), by=by, reduce=reduce, columns=ANOVA_COLUMNS)
    layout, rows = partial(_crossed, by=by, factors=factors), partial(_crossed_sources, factors=factors)
    return over_layout(table, layout, rows, by=by, columns=ANOVA_COLUMNS)


def _crossed_sources(table: Grouped, *, factors: Sequence[str]) -> pl.DataFrame:
    return _shares(_two_factors(table, factors, interaction=True), table.number)


def _shares(terms: pl.DataFrame, groups: Sequence[str]) -> pl.DataFrame:
    """Return the sources of variation with their tests, and their shares of all the variation of a group."""
    tested = rows_of_facts(ANOVA_TABLE, SOURCE, terms, keys=[])
    ss, error, total = pl.col("ss"), pl.col("ms_error"), pl.col("total")
    sound = pl.col("statistic").is_not_null()
    rows = terms.hstack(tested.select("statistic", "p_value", "status", "remarks")).with_columns(
        total=ss.sum().over(within(groups))
    )
    rows = rows.with_columns(
        eta_squared=pl.when(sound).then(ss / total),
        partial_eta_squared=pl.when(sound).then("share"),
        omega_squared=pl.when(sound).then((ss - pl.col("df") * error) / (total + error)),
        status=pl.when(TESTED).then("status").otherwise(pl.lit("ok")),
        note=None,
    )
    numbers = pl.col(pl.Float64)
    finite = rows.with_columns(pl.when(numbers.is_finite()).then(numbers).name.keep())
    return finite.select(*groups, *(pl.col(name).cast(kind) for name, kind in schema_of(ANOVA_COLUMNS).items()))


def _one_factor(blocks: Blocks, *, model: Model) -> pl.DataFrame:
    """Return the sources of variation of algorithms as samples, or on shared blocks."""
    facts = blocks.once(oneway_facts if model == "oneway" else blocked_facts)[1]
    level = pl.col("level")
    sources = {"algorithm": (pl.col("df_between"), pl.col("ss_between"), level)}
    if model == "blocked":
        # All values alike is what "level" means for the algorithms; blocks may differ all the same.
        sources[BLOCKS] = (pl.col("n").cast(pl.Float64) - 1, pl.col("ss_blocks"), pl.lit(False))
    facts = facts.with_columns(dependent=pl.Series(blocks.dependent), unit=1.0, remark=pl.lit(None, dtype=pl.String))
    return _shares(_sources(facts, ["group"], sources), ["group"])


def _crossed(table: Any, *, by: By, factors: Sequence[str]) -> Grouped:
    """Return a balanced two-factor table, split into groups."""
    grouped = Grouped.split(grouped_scores(table, by), by)
    scores, groups = grouped.source, grouped.by
    first, second = _checked_factors(scores, groups, factors)
    refuse_mixtures(scores, [*groups, *(name for name in (first, second) if name != "algorithm")])
    counts = scores.drop_nulls("value").group_by(*groups, first, second).agg(__n=pl.len().cast(pl.Int64))
    _refuse_unbalanced(scores, counts, groups, first, second)
    return grouped


def _two_factors(table: Grouped, factors: Sequence[str], interaction: bool) -> pl.DataFrame:
    """Return the sources of variation of a balanced two-factor table; every value of a cell is a replicate."""
    groups, (first, second) = table.number, factors
    measured = table.rows.drop_nulls("value")
    runs = [
        name for name in ("dataset", *RUN_KEYS) if name in measured.columns and name not in (*table.by, first, second)
    ]
    sums = factor_sums(measured, groups, (first, second), runs)
    # Every group, with a value or without one: do its replicates share training data?
    sharing = table.sharing("dataset")
    dependent = pl.DataFrame({GROUP: np.arange(len(sharing)), "dependent": sharing}).select(*groups, "dependent")
    facts = dependent.join(sums, on=groups, how="left") if groups else joined(dependent, sums, groups)
    facts = facts.with_columns(pl.col(pl.Int64, pl.Float64).fill_null(0))
    inside, crossed = pl.col("__ss_within"), pl.col("__ss_" + label((first, second)))
    df = {name: pl.col(f"__levels_{name}") - 1.0 for name in (first, second)}
    df_within, df_crossed = pl.col("__n") - 1.0 * pl.col("__cells"), df[first] * df[second]
    single = df_within < 1
    pooled = single | pl.lit(not interaction)
    still = {name: pl.col(f"__ss_{name}") <= pl.col("__smallest") for name in ("within", first, second)}
    still_crossed = crossed <= pl.col("__smallest")
    flat = still["within"] & (~pooled | still_crossed)
    sources = {name: (df[name], pl.col(f"__ss_{name}"), flat & still[name]) for name in (first, second)}
    if interaction:
        none = pl.when(single).then(0.0)
        sources[f"{first}:{second}"] = none.otherwise(df_crossed), none.otherwise(crossed), flat & still_crossed
    extra = pl.when(pooled)
    facts = facts.with_columns(
        n=pl.col("__n"),
        unit=pl.col("__scale"),
        ss_error=inside + extra.then(crossed).otherwise(0.0),
        df_error=df_within + extra.then(df_crossed).otherwise(0.0),
        flat=flat,
        remark=ONE_VALUE.where(single & pl.lit(interaction)),
    )
    return _sources(facts, groups, sources)


def _sources(facts: pl.DataFrame, groups: Sequence[str], sources: Mapping[str, Source]) -> pl.DataFrame:
    """Return the sources of variation beside the error, one row per group and source, the error last.

    Sums of squares are in squares of a ``unit``.
    """
    df_error, ss_error, square = pl.col("df_error"), pl.col("ss_error"), pl.col("unit") ** 2
    lines = [
        facts.select(
            *groups,
            pl.col("n", "df_error", "flat", "dependent", "remark"),
            term=pl.lit(term),
            place=pl.lit(position),
            df=df,
            ss=ss * square,
            ms=ss / df * square,
            ms_error=ss_error / df_error * square,
            f=ss / df / (ss_error / df_error),
            share=ss / (ss + ss_error),
            level=level,
        )
        for position, (term, (df, ss, level)) in enumerate(
            {**sources, RESIDUAL: (df_error, ss_error, pl.lit(False))}.items()
        )
    ]
    return pl.concat(lines).sort(*groups, "place")


def _checked_factors(scores: pl.DataFrame, groups: Sequence[str], factors: Sequence[str]) -> tuple[str, str]:
    if isinstance(factors, str) or len(factors) != 2 or len(set(factors)) != 2:
        raise OptionError(f"factors is {factors!r}", hint="two columns, such as ('algorithm', 'dataset')")
    for name in factors:
        refuse_unknown([name], scores.columns, "no column {!r} to be a factor")
        if name in groups or name in ("value", "metric", "direction"):
            raise ColumnError(f"{name!r} cannot be a factor here", hint="a factor varies within the groups of by")
        if scores.get_column(name).null_count():
            raise ColumnError(f"the factor {name!r} has empty cells", hint="fill them, or filter the rows out")
    return factors[0], factors[1]


def _refuse_unbalanced(
    scores: pl.DataFrame, counts: pl.DataFrame, groups: Sequence[str], first: str, second: str
) -> None:
    rows, columns = (scores.select(*groups, name).unique() for name in (first, second))
    grid = joined(rows, columns, groups).join(counts, on=[*groups, first, second], how="left").fill_null(0)
    most = pl.col("__n").max()
    short = grid.with_columns(__most=most.over(groups) if groups else most).filter(pl.col("__n") < pl.col("__most"))
    if short.height:
        row = short.sort(*groups, first, second).row(0, named=True)
        place = ", ".join(str(row[name]) for name in (*groups, first, second))
        raise IncompleteError(
            f"cells are unbalanced: {place} has {row['__n']} of {row['__most']} values",
            hint="a two-factor analysis needs equally many values per cell: br.complete(scores, 'drop_blocks') first",
        )


def sphericity(blocks: Blocks) -> pl.DataFrame:
    """Compute how far each group is from sphericity, one row each; 1 is none.

    ``epsilon_gg`` is Greenhouse and Geisser's, ``epsilon_hf`` Huynh and Feldt's estimate, ``w`` Mauchly's criterion.
    ``full`` tells that the covariance of the differences has full rank, ``flat`` that no difference varies and
    ``level`` that there is none.
    """
    cells = blocks.cells
    gg, hf, w, log_w = (np.full(cells.n_groups, np.nan) for _ in range(4))
    full, flat, level = (np.zeros(cells.n_groups, dtype=bool) for _ in range(3))
    results, _ = scaled(cells)
    for chosen, places in cells.matrices():
        _, N, L = places.shape
        x = results[places]
        # About a value of the block, since sums of raw values lose digits.
        within = x - x[:, :, :1]
        contrast = within - within.mean(axis=2, keepdims=True)
        means = contrast.mean(axis=1, keepdims=True)
        residual = contrast - means
        sizes = np.abs(x)
        usual = sizes.mean(axis=1, keepdims=True)
        flat[chosen] = is_rounding(residual, sizes, usual).all(axis=(1, 2))
        level[chosen] = flat[chosen] & is_rounding(means, usual).all(axis=(1, 2))
        if N < 2 or L < 2:
            continue
        with np.errstate(all="ignore"):
            covariance = np.einsum("gij,gik->gjk", residual, residual) / (N - 1)
            p = L - 1
            trace = np.trace(covariance, axis1=1, axis2=2)
            gg[chosen] = trace**2 / (p * (covariance**2).sum(axis=(1, 2)))
            hf[chosen] = (N * p * gg[chosen] - 2) / (p * (N - 1 - p * gg[chosen]))
            values = roots(covariance)[:, 1:]
            log_w[chosen] = np.log(values).sum(axis=1) - p * np.log(trace / p)
            w[chosen] = np.exp(log_w[chosen])
            full[chosen] = (p < N) & (values[:, 0] > 1e-12 * values[:, -1])
    gg, hf = np.minimum(gg, 1.0), np.where(hf > 0, np.minimum(hf, 1.0), 1.0)
    columns = nullable(
        epsilon_gg=gg, epsilon_hf=np.maximum(hf, gg), w=w, log_w=log_w, full=full, flat=flat, level=level
    )
    return pl.DataFrame(columns)


ANOVA_ONEWAY = Method(
    table=anova_oneway,
    title="One-way analysis of variance",
    question="Do several algorithms differ in mean result, taking their results as independent samples?",
    symbol="F",
    formula="F = (SS_between / (L-1)) / (SS_within / (sum(K_j) - L)) with (L-1) and (sum(K_j) - L) degrees of freedom",
    tex=r"F = \frac{\mathrm{SS}_{\mathrm{between}} / (L - 1)}{\mathrm{SS}_{\mathrm{within}} / (\sum_j K_j - L)}",
    null="all algorithms have the same expected result",
    assumes=("samples are independent, which shared folds are not", "results are about normal with one variance"),
    cites=("alpaydin2010",),
    effect="eta squared",
    remarks=(*TOO_FEW, NO_SPREAD_WITHIN, SHARED_BLOCKS, SHARED_RUNS),
)

WELCH_ANOVA = Method(
    table=welch_anova,
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
    remarks=(*TOO_FEW, NO_SPREAD_WITHIN, NO_SPREAD_OF_ONE, SHARED_BLOCKS, SHARED_RUNS),
)

ANOVA_BLOCKED = ANOVA_ONEWAY.relative(
    table=anova_blocked,
    title="Analysis of variance over shared blocks (repeated measures)",
    question="Do several algorithms differ in mean result, when all ran on the same folds or datasets?",
    formula="F = (SS_algorithms / (L-1)) / (SS_residual / ((L-1)(N-1))) with (L-1) and (L-1)(N-1) degrees of freedom",
    tex=r"F = \frac{\mathrm{SS}_{\mathrm{algorithms}} / (k - 1)}{\mathrm{SS}_{\mathrm{residual}} / ((k - 1) (n - 1))}",
    assumes=(
        "blocks are independent, which cross-validation folds are not",
        "residuals are about normal",
        "differences of any two algorithms have one variance (sphericity), unless corrected for",
    ),
    cites=("fisher1935", "greenhouse1959", "huynh1976", "nadeau2003"),
    effect="partial eta squared",
    variants=("plain", "greenhouse_geisser", "huynh_feldt", "resampled"),
    remarks=(*TOO_FEW, SAME_DIFFERENCES, HEURISTIC, NO_RATIO, NO_RUNS, EPSILON, TWO_ALGORITHMS, SHARED_RUNS),
)

ANOVA_TWOFACTOR = Method(
    table=anova_twofactor,
    title="Two-factor analysis of variance",
    question="Do two factors act on the result, and do they interact?",
    symbol="F",
    formula=(
        "F = MS_term / MS_error with (a-1), (b-1) and (a-1)(b-1) over a b (n-1) degrees of freedom, "
        "n values in each of the a x b cells"
    ),
    tex=r"F = \frac{\mathrm{MS}_{\mathrm{term}}}{\mathrm{MS}_{\mathrm{error}}}",
    null="the term adds nothing to the expected result",
    assumes=("values within a cell are independent", "values are about normal with one variance", "cells are balanced"),
    cites=("alpaydin2010", "fisher1935"),
    effect="partial eta squared",
    remarks=(ONE_VALUE, ONE_LEVEL, NO_SPREAD_IN_CELLS, SHARED_RUNS),
)

ANOVA_TABLE = Method(
    table=anova_table,
    title="Table of an analysis of variance",
    question="How does the variation of the results split up into its sources?",
    symbol="SS",
    formula="SS_total = sum of SS over the sources; MS = SS / df; F = MS / MS_residual",
    tex=(
        r"\mathrm{SS}_{\mathrm{total}} = \sum \mathrm{SS}, \quad \mathrm{MS} = \frac{\mathrm{SS}}{\mathrm{df}}, "
        r"\quad F = \frac{\mathrm{MS}}{\mathrm{MS}_{\mathrm{residual}}}"
    ),
    null="the source adds nothing to the expected result",
    assumes=("as the analysis whose table it is: anova_oneway, anova_blocked or anova_twofactor",),
    cites=("alpaydin2010", "fisher1935"),
    remarks=(ONE_VALUE, ONE_LEVEL, NO_SPREAD_IN_CELLS, SHARED_RUNS),
)
