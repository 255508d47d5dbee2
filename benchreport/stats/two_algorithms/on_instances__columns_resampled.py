"""Do two matched columns differ, by random signs or by drawing the rows anew?"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import IntoExpr, as_expr, measured
from benchreport.stats.forms.rows import NO_MEAN, averaged, checked_draws, fields, first_that_holds
from benchreport.stats.forms.sides import checked_level, effect_limits, limits
from benchreport.stats.kernels.bootstrap__resampling import BootstrapVariant, bootstrap_limits
from benchreport.stats.kernels.centring import centred, is_rounding, none_of, power_of_two
from benchreport.stats.kernels.sign_flips import DRAWN, checked_seed, sign_flips
from benchreport.stats.multiplicity.adjusting__attainable import least_of_sign_flips
from benchreport.stats.two_algorithms.on_instances__columns_instances import SAME_ON_INSTANCES
from benchreport.stats.two_algorithms.over_datasets__columns_paired import UNREACHABLE
from benchreport.tables.rounding import TOLERANCE, is_zero

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
CLUSTERS_DRAWN = Remark(code="clusters_drawn", note="{0} clusters drawn anew")
CLUSTERS_FLIPPED = Remark(code="clusters_flipped", note="signs of {0} clusters of {1} rows flipped together")
DRAWN_SIGNS = Remark(code="drawn_signs", note="p from {0} draws with seed {1}, Monte Carlo standard error {2}")


def permutation_signflip(
    x: IntoExpr,
    y: IntoExpr,
    cluster: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    variant: str = "exact",
    draws: int = 9999,
    seed: int = 0,
    alpha: float = 0.05,
) -> pl.Expr:
    """Sign-flip permutation test of the mean difference of two matched columns.

    With ``cluster`` the differences of a cluster change signs together, and ``n`` counts clusters. Exact for up to 20
    differences other than zero, and for any number of them when their sizes are one, two, or multiples of a common
    step; else ``draws`` random choices of signs, and the note says so. Draws depend on the seed and the number of rows
    only, never on their order.

    Parameters
    ----------
    x, y
        Columns of equal length.
    cluster
        Column that names the cluster of each row, where rows are not independent.
    alternative
        "greater" means x lies above y.
    variant
        "exact" wherever that is feasible, or "monte_carlo" throughout.
    draws, seed
        Of the Monte Carlo law.
    alpha
        Level of the decision.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> folds = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14], "y": [0.14, 0.16, 0.15, 0.15]})
    >>> row = folds.select(br.expr.permutation_signflip("x", "y")).unnest("permutation_signflip")
    >>> row.select("n", pl.col("statistic").round(6), "p_value", "law").row(0)
    (4, -0.08, 0.125, 'exact sign flips')
    """
    level = checked_level(alpha, alternative)
    one_of(variant, PERMUTATION_SIGNFLIP.variants, name="variant")
    checked_draws(draws)
    checked_seed(seed)

    def rows(lists: pl.DataFrame) -> pl.DataFrame:
        computed = _flipped(lists, alternative, variant == "exact", draws, seed)
        return computed.select(_flip_row(alternative, draws, seed, alpha, level))

    clusters = {} if cluster is None else {"cluster": as_expr(cluster).rank("dense").cast(pl.Int64)}
    return averaged(PERMUTATION_SIGNFLIP, rows, (x, y), _matched(x, y, **clusters))


def _matched(x: IntoExpr, y: IntoExpr, **further: pl.Expr) -> dict[str, pl.Expr]:
    """Aggregate two columns, and further ones, to lists of the rows that have both."""
    columns = {"x": measured(x), "y": measured(y)}
    both = columns["x"].is_not_null() & columns["y"].is_not_null()
    return {name: column.filter(both).implode() for name, column in (columns | further).items()}


def bootstrap_paired(
    x: IntoExpr,
    y: IntoExpr,
    cluster: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    variant: BootstrapVariant = "bca",
    draws: int = 9999,
    seed: int = 0,
    alpha: float = 0.05,
) -> pl.Expr:
    """Bootstrap interval for the mean difference of two matched columns.

    With ``cluster`` whole clusters are drawn. "bca" allows for bias and skewness, "percentile" takes the quantiles as
    they are. With ``alternative`` "greater" only the lower limit is given, with "less" only the upper.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> losses = pl.DataFrame({"x": [0.3, 0.5, 0.9, 0.2, 0.4, 0.6], "y": [0.2, 0.5, 0.3, 0.1, 0.4, 0.2]})
    >>> row = losses.select(br.expr.bootstrap_paired("x", "y")).unnest("bootstrap_paired")
    >>> row.select("n", pl.col("estimate").round(6), "law").row(0)
    (6, 0.2, 'bootstrap, 9999 draws, seed 0')
    """
    level = checked_level(alpha, alternative)
    one_of(variant, BOOTSTRAP_PAIRED.variants, name="variant")
    checked_draws(draws)
    checked_seed(seed)
    label = pl.int_range(pl.len()) if cluster is None else as_expr(cluster).rank("dense").cast(pl.Int64)

    def rows(lists: pl.DataFrame) -> pl.DataFrame:
        computed = _resampled(lists, variant, (level, 1 - level), draws, seed)
        enough = pl.col("units") >= 2
        spread = enough & ~pl.col("steady")
        return computed.select(
            fields(
                BOOTSTRAP_PAIRED,
                variant=variant if cluster is None else f"{variant}, clusters",
                n=pl.col("n"),
                estimate=pl.when(pl.col("n") > 0).then("mean"),
                **limits("ci", alternative, spread, "low", "high"),
                alpha=alpha,
                law=f"bootstrap, {draws} draws, seed {seed}",
                alternative=alternative,
                status=first_that_holds(
                    [(~enough, "too_few"), (pl.col("tied"), "all_ties"), (pl.col("steady"), "zero_variance")], "ok"
                ),
                remarks=joined_remarks(
                    CLUSTERS_DRAWN.where(enough & pl.lit(cluster is not None), "units"),
                    SAME_ON_INSTANCES.where(enough & pl.col("steady") & ~pl.col("tied")),
                ),
            )
        )

    return averaged(BOOTSTRAP_PAIRED, rows, (x, y), _matched(x, y, cluster=label))


def _unpacked(lists: pl.DataFrame) -> tuple[Integers, Floats, Floats, Floats]:
    """Return group, x, y and the largest absolute value of each group."""
    lengths = lists.get_column("x").list.len().to_numpy().astype(np.int64)
    group = np.repeat(np.arange(lists.height), lengths)
    x = lists.get_column("x").explode(empty_as_null=False).to_numpy().astype(np.float64)
    y = lists.get_column("y").explode(empty_as_null=False).to_numpy().astype(np.float64)
    largest = np.zeros(lists.height)
    np.maximum.at(largest, group, np.maximum(np.abs(x), np.abs(y)))
    return group, x, y, largest


def _flipped(lists: pl.DataFrame, alternative: Alternative, exact: bool, draws: int, seed: int) -> pl.DataFrame:
    group, x, y, largest = _unpacked(lists)
    groups = lists.height
    rows = np.bincount(group, minlength=groups)
    if "cluster" in lists.columns:
        group, x, y = _cluster_sums(lists, group, x, y)
        largest = np.zeros(groups)
        np.maximum.at(largest, group, np.maximum(np.abs(x), np.abs(y)))
    difference = x - y
    tied = is_zero(x, y)
    moved, operands = np.where(tied, 0.0, difference), np.maximum(np.abs(x), np.abs(y))
    p, how = sign_flips(moved, operands, group, groups, alternative=alternative, draws=draws, seed=seed, exact=exact)
    n = np.bincount(group, minlength=groups)
    # Sums in order of size do not depend on the order of the rows.
    order = np.lexsort((difference, group))
    total = np.bincount(group, weights=difference[order], minlength=groups)
    # In a unit in which squares neither overflow nor vanish.
    unit = power_of_two(largest)
    own = centred(difference[order] / unit[group], group, groups)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = total / rows
        sd = np.sqrt(np.bincount(group, weights=own.residual**2, minlength=groups) / (n - 1))
        still = none_of(~is_rounding(own.residual, operands[order] / unit[group]), group, groups)
        effect = np.where(still, np.nan, own.mean / sd)
    return pl.DataFrame(
        {
            "n": n,
            "n_ties": np.bincount(group, weights=tied, minlength=groups).astype(np.int64),
            "total": total,
            "mean": mean,
            "effect": effect,
            "p": p,
            "drawn": how == DRAWN,
            "rows": rows,
        }
    ).with_columns(pl.col("mean", "effect").fill_nan(None), moving=pl.col("n") - pl.col("n_ties"))


def _cluster_sums(lists: pl.DataFrame, group: Integers, x: Floats, y: Floats) -> tuple[Integers, Floats, Floats]:
    """Return the sums of both columns over the clusters of each group, whatever the order of the rows."""
    code = lists.get_column("cluster").explode(empty_as_null=False).to_numpy()
    label = group * (code.max(initial=0) + 1) + code
    _, first, unit = np.unique(label, return_index=True, return_inverse=True)
    sums: list[Floats] = []
    for values in (x, y):
        order = np.lexsort((values, unit))
        sums.append(np.bincount(unit[order], weights=values[order], minlength=len(first)).astype(np.float64))
    return group[first], sums[0], sums[1]


def _flip_row(alternative: Alternative, draws: int, seed: int, alpha: float, level: float) -> list[pl.Expr]:
    n, moving, drawn, p = pl.col("n"), pl.col("moving"), pl.col("drawn"), pl.col("p")
    decided = moving > 0
    error = (p * (1 - p) / draws).sqrt().round_sig_figs(2)
    effect, root = pl.col("effect"), n.cast(pl.Float64).sqrt()
    varies, ends = decided & effect.is_not_null(), effect_limits(effect * root, n - 1, 1 / root, level)
    return fields(
        PERMUTATION_SIGNFLIP,
        variant=pl.when(drawn).then(pl.lit("monte_carlo")).otherwise(pl.lit("exact")),
        n=n,
        n_ties=pl.col("n_ties"),
        statistic=pl.when(decided).then("total"),
        p_value=pl.when(decided).then("p").when(n > 0).then(1.0),
        estimate=pl.when(decided).then("mean").when(n > 0).then(0.0),
        effect=pl.when(decided).then(effect),
        **limits("effect", alternative, varies, *ends),
        alpha=alpha,
        law=pl.when(drawn)
        .then(pl.lit(f"Monte Carlo sign flips, {draws} draws, seed {seed}"))
        .otherwise(pl.lit("exact sign flips")),
        alternative=alternative,
        status=first_that_holds([(n == 0, "too_few"), (~decided, "all_ties")], "ok"),
        remarks=joined_remarks(
            UNREACHABLE.where(decided & (pl.lit(0.5).pow(moving) > level)),
            CLUSTERS_FLIPPED.where(pl.col("rows") > n, n, "rows"),
            DRAWN_SIGNS.where(drawn, pl.lit(draws), pl.lit(seed), error),
        ),
    )


def _resampled(
    lists: pl.DataFrame, variant: BootstrapVariant, levels: tuple[float, float], draws: int, seed: int
) -> pl.DataFrame:
    group, x, y, largest = _unpacked(lists)
    groups = lists.height
    difference = x - y
    code = lists.get_column("cluster").explode(empty_as_null=False).to_numpy()
    # In order of size, so that sums and draws do not depend on the order of the rows.
    order = np.lexsort((difference, code, group))
    label = group * (code.max(initial=0) + 1) + code
    _, at, unit = np.unique(label[order], return_index=True, return_inverse=True)
    owner = group[order][at]
    sums = np.bincount(unit, weights=difference[order], minlength=len(at))
    sizes = np.bincount(unit, minlength=len(at)).astype(np.float64)
    ranked = np.lexsort((sizes, sums, owner))
    sums, sizes = sums[ranked], sizes[ranked]
    units = np.bincount(owner, minlength=groups)
    starts = np.concatenate(([0], np.cumsum(units)))[:-1]
    n = np.bincount(group, minlength=groups)
    with np.errstate(invalid="ignore", divide="ignore"):
        mean = np.bincount(owner, weights=sums, minlength=groups) / n
    low, high, steady = np.full(groups, np.nan), np.full(groups, np.nan), np.zeros(groups, dtype=bool)
    for m in np.unique(units[units >= 2]):
        here = np.flatnonzero(units == m)
        places = starts[here][:, None] + np.arange(m)
        # In units of the largest value, so that squares neither overflow nor vanish.
        scale = np.where(largest[here] > 0, largest[here], 1.0)[:, None]
        scaled, weight = sums[places] / scale, sizes[places]
        average = scaled.sum(axis=1, keepdims=True) / weight.sum(axis=1, keepdims=True)
        steady[here] = np.abs(scaled / weight - average).max(axis=1) <= TOLERANCE
        limits = bootstrap_limits(scaled, weight, variant=variant, levels=levels, draws=draws, seed=seed)
        low[here], high[here] = (limit * scale[:, 0] for limit in limits)
    tied = steady & (np.abs(mean) <= TOLERANCE * largest)
    columns = {"n": n, "units": units, "mean": mean, "low": low, "high": high, "steady": steady, "tied": tied}
    return pl.DataFrame(columns).with_columns(pl.col("mean", "low", "high").fill_nan(None))


PERMUTATION_SIGNFLIP = Method(
    id="permutation_signflip",
    title="Sign-flip permutation test",
    question="Do two algorithms differ in mean result, whatever the law of the differences?",
    kind="columns",
    also=("predictions",),
    prose="the sign-flip permutation test",
    plural="sign-flip tests",
    short="sign flips",
    symbol="T",
    formula="T = sum d; p = share of the 2^n choices of signs with |sum s d| >= |T|, or (b + 1) / (S + 1) over S draws",
    tex=(
        r"p = \frac{1}{2^n} \#\left\{ s \in \{-1, 1\}^n : \left| \sum_i s_i d_i \right| \geq |T| \right\}, "
        r"\quad T = \sum_i d_i"
    ),
    null="the differences between the two algorithms are symmetric about zero",
    assumes=("blocks are independent, which cross-validation folds are not",),
    cites=("fisher1935", "phipson2010"),
    estimand="mean difference a - b",
    effect="mean difference in standard deviations",
    variants=("exact", "monte_carlo"),
    answers=("pairs", "instances"),
    reason="It compares mean differences without taking them as normal.",
    least_p=least_of_sign_flips,
    signed=True,
    remarks=(UNREACHABLE, CLUSTERS_FLIPPED, DRAWN_SIGNS, NO_MEAN),
    expr=permutation_signflip,
)

BOOTSTRAP_PAIRED = Method(
    id="bootstrap_paired",
    title="Paired bootstrap",
    question="How far apart are two predictors in mean loss, when the instances are drawn anew?",
    kind="columns",
    shape="predictions",
    symbol="d",
    formula="quantiles of mean(d*) over S samples of the instances, or clusters, with replacement",
    tex=r"\left[ \bar{d}^{\ast}_{(\alpha/2)}, \; \bar{d}^{\ast}_{(1-\alpha/2)} \right]",
    null="none: an interval",
    assumes=("instances are independent, or clusters of them are",),
    cites=("efron1987",),
    estimand="mean difference a - b",
    variants=("bca", "percentile"),
    remarks=(CLUSTERS_DRAWN, SAME_ON_INSTANCES, NO_MEAN),
    expr=bootstrap_paired,
)
