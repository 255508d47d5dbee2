"""Does a factor matter by itself, and does its effect depend on another factor?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations as chosen
from typing import Any, Literal

import polars as pl

from benchreport.errors import one_of
from benchreport.method import RESULT_COLUMNS, Method, Remark, schema_of
from benchreport.stats.forms.omnibus import SOUND, Omnibus, rows_of_facts
from benchreport.stats.forms.over import Frame, doubted
from benchreport.stats.forms.rows import SHARED_RUNS, checked_alpha
from benchreport.stats.planning.factors import CONSTANT_FACTOR, Factored, over_factors
from benchreport.tables.blocks import block_columns
from benchreport.tables.groups import By, aggregate, joined, within
from benchreport.tables.rounding import TOLERANCE

EffectVariant = Literal["blocked", "independent"]
Term = tuple[str, ...]

POOLED = Remark(code="interactions_as_error", note="one value per combination: interactions are taken as error")
POOLED_HIGHER = Remark(
    code="higher_interactions_as_error", note="one value per combination: higher interactions are taken as error"
)
NO_ERROR = Remark(code="no_error", note="one value per combination leaves nothing to compare the effect with")
NOT_RUN = Remark(code="combinations_not_run", note="{0} of {1} combinations were not run")
LACKING_RESULTS = Remark(code="combinations_lack_results", note="combinations lack results in some blocks")
BEST_LEVEL = Remark(code="best_level", note="best mean at {0}={1}")


def main_effects(
    table: Frame,
    *,
    by: By = "metric",
    factors: By = None,
    variant: EffectVariant = "blocked",
    alpha: float = 0.05,
) -> Frame:
    """F test of every factor over a complete grid, one row per group and factor (``term``).

    Parameters
    ----------
    table
        Scores with columns for the factors.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    factors
        The controlled factors; unless named, the algorithm and whatever other columns tell its rows apart.
    variant
        "blocked" takes out what datasets or folds have in common, since all combinations met the same ones;
        "independent" takes their values as replicates without order.
    alpha
        Level of the decision.

    Returns
    -------
    polars.DataFrame
        ``estimate`` is the distance between the best and the worst level in metric units, ``note`` names the best.
        A group whose grid is incomplete has a row that says so.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.main_effects(scores).select("term", "df1", "df2", pl.col("statistic").round(3)).row(0)
    ('algorithm', 3.0, 39.0, 4.447)
    """
    one_of(variant, MAIN_EFFECTS.variants, name="variant")
    rows = partial(_effects, method=MAIN_EFFECTS, variant=variant, alpha=checked_alpha(alpha))
    return over_factors(table, rows, by=by, factors=factors, taken=())


def interactions(
    table: Frame,
    *,
    by: By = "metric",
    factors: By = None,
    variant: EffectVariant = "blocked",
    alpha: float = 0.05,
) -> Frame:
    """F test of every two factors' interaction over a complete grid, one row per group and pair (``term``).

    Parameters as in :func:`main_effects`. With a single factor there is nothing to interact and no row.

    Examples
    --------
    >>> import benchreport as br
    >>> cells = [("a", 1, 0.10, 0.12), ("a", 2, 0.15, 0.14), ("b", 1, 0.13, 0.12), ("b", 2, 0.13, 0.15)]
    >>> rows = [(m, k, fold, v) for m, k, *values in cells for fold, v in enumerate(values)]
    >>> table = pl.DataFrame(rows, schema=["model", "k", "fold", "error"], orient="row")
    >>> scores = br.scores(table, factors="k")
    >>> br.interactions(scores, by=("dataset", "metric"), variant="independent").select("term", "df2").row(0)
    ('algorithm:k', 4.0)
    """
    one_of(variant, INTERACTIONS.variants, name="variant")
    rows = partial(_effects, method=INTERACTIONS, variant=variant, alpha=checked_alpha(alpha))
    return over_factors(table, rows, by=by, factors=factors, taken=())


def _effects(table: Factored, *, method: Method, variant: EffectVariant, alpha: float) -> pl.DataFrame:
    groups, names = table.number, table.factors
    sums = factor_sums(table.rows, groups, names, block_columns(table.source, [*table.by, *names]))
    mains: list[Term] = [(name,) for name in names]
    pairs: list[Term] = list(chosen(names, 2))
    terms = mains if method.id == MAIN_EFFECTS.id else pairs
    sums = _with_error(sums, mains if method.id == MAIN_EFFECTS.id else [*mains, *pairs], variant)
    tested = [_tested(method, sums, groups, term, variant=variant, alpha=alpha) for term in terms]
    empty = pl.DataFrame(schema={name: sums.schema[name] for name in groups} | schema_of(RESULT_COLUMNS))
    rows = pl.concat([empty, *tested])
    rows = rows.sort(groups, maintain_order=True) if groups else rows
    return doubted(rows, table, SHARED_RUNS)


def _values(scores: pl.DataFrame, groups: Sequence[str], names: Sequence[str], block: Sequence[str]) -> pl.DataFrame:
    """Reduce to one value per group, combination and block, centred and scaled within the group."""
    keys = [*groups, *names, *block]
    # Sums of decimals depend on their order; this one does not depend on the order of the rows. Sorted by itself, no
    # column is known to be sorted, which would make Polars add up in another way.
    cells = (
        scores.select(pl.all().sort_by(*keys, "value"))
        .group_by(keys, maintain_order=True)
        .agg(pl.col("value").mean(), __way=pl.col("direction").first() == "lower")
    )
    value, partition = pl.col("value"), within(groups)
    cells = cells.with_columns(
        __block=pl.struct(block).rank("dense").over(partition) if block else pl.lit(0),
        __centre=value.mean().over(partition),
        __largest=value.abs().max().over(partition),
    )
    cells = cells.with_columns(__size=(value - pl.col("__centre")).abs().max().over(partition))
    scale = pl.when(pl.col("__size") > 0).then("__size").otherwise(1.0)
    return cells.with_columns(__y=(value - pl.col("__centre")) / scale, __scale=scale)


def factor_sums(
    scores: pl.DataFrame, groups: Sequence[str], names: Sequence[str], block: Sequence[str]
) -> pl.DataFrame:
    """Return, one row per group, the sum of squares of each factor, each two factors, the cells and both errors.

    Values are those of combinations of the factors in ``block``, less their mean and in a unit of the group,
    ``__scale``; sums up to ``__smallest`` are rounding.
    """
    values = _values(scores, groups, names, block)
    mains: list[Term] = [(name,) for name in names]
    pairs: list[Term] = list(chosen(names, 2))
    y, partition = pl.col("__y"), within(groups)

    def mean_within(columns: Sequence[str]) -> pl.Expr:
        return y.mean().over([*groups, *columns])

    means = values.with_columns(
        *(mean_within(term).alias(f"__mean_{label(term)}") for term in (*mains, *pairs)),
        __mean_cell=mean_within(names),
        __mean_block=mean_within(["__block"]),
        __mean=y.mean().over(partition),
    )
    overall = pl.col("__mean")

    def squares(part: pl.Expr) -> pl.Expr:
        return (part**2).sum()

    parts = {f"__ss_{label(term)}": squares(pl.col(f"__mean_{label(term)}") - overall) for term in mains}
    for first, second in pairs:
        joint = pl.col(f"__mean_{label((first, second))}") - pl.col(f"__mean_{first}") - pl.col(f"__mean_{second}")
        parts[f"__ss_{label((first, second))}"] = squares(joint + overall)
    ranges = {
        f"__range_{name}": (pl.col(f"__mean_{name}").max() - pl.col(f"__mean_{name}").min()) * pl.col("__scale").first()
        for name in names
    }
    best = {
        f"__best_{name}": pl.col(f"__text_{name}")
        .filter(pl.col(f"__key_{name}") == pl.col(f"__key_{name}").max())
        .first()
        for name in names
    }
    turn = pl.when(pl.col("__way")).then(-1.0).otherwise(1.0)
    means = means.with_columns(
        *(pl.col(name).cast(pl.String).alias(f"__text_{name}") for name in names),
        *((turn * pl.col(f"__mean_{name}")).alias(f"__key_{name}") for name in names),
    )
    facts = aggregate(
        means,
        groups,
        **parts,
        **ranges,
        **best,
        **{f"__levels_{name}": pl.col(name).n_unique().cast(pl.Int64) for name in names},
        __ss_cells=squares(pl.col("__mean_cell") - overall),
        __ss_within=squares(y - pl.col("__mean_cell")),
        __ss_residual=squares(y - pl.col("__mean_cell") - pl.col("__mean_block") + overall),
        __ss_total=squares(y - overall),
        __n=pl.len().cast(pl.Int64),
        __gaps=y.null_count().cast(pl.Int64),
        __cells=pl.struct(list(names)).n_unique().cast(pl.Int64),
        __blocks=pl.col("__block").n_unique().cast(pl.Int64),
        __scale=pl.col("__scale").first(),
        __largest=pl.col("__largest").first(),
    )
    replicates = values.filter(y.is_not_null()).group_by(*groups, *names).agg(__r=pl.len().cast(pl.Int64))
    counted = aggregate(replicates, groups, __least=pl.col("__r").min(), __most=pl.col("__r").max())
    whole = facts.join(counted, on=list(groups), how="left") if groups else joined(facts, counted, groups)
    full = pl.reduce(lambda x, y: x * y, [pl.col(f"__levels_{name}") for name in names])
    smallest = pl.col("__n") * (TOLERANCE * pl.col("__largest") / pl.col("__scale")) ** 2
    whole = whole.with_columns(__full=full, __smallest=smallest)
    return whole.sort(groups) if groups else whole


def _tested(method: Method, sums: pl.DataFrame, groups: Sequence[str], term: Term, **values: Any) -> pl.DataFrame:
    """Return the rows of one term."""
    own, ss = _freedom(term), pl.col(f"__ss_{label(term)}")
    free, error, complete, flat, single = (
        pl.col(f"__{name}") for name in ("free", "error", "complete", "flat", "single")
    )
    about_level: list[pl.Expr] = []
    if len(term) == 1:
        about_level = [BEST_LEVEL.where(SOUND, pl.lit(term[0]), f"__best_{term[0]}")]
        values["estimate"] = pl.when(complete).then(f"__range_{term[0]}")
    test = Omnibus(
        statistic=ss / own / (error / free),
        df1=own,
        df2=free,
        undefined=~complete,
        enough=complete & (own > 0) & ((free > 0) | flat),
        tied=flat,
        refused=[(error <= pl.col("__smallest"), "zero_variance")],
        rough=single,
        remarks=(
            NOT_RUN.where(pl.col("__cells") < pl.col("__full"), pl.col("__full") - pl.col("__cells"), "__full"),
            LACKING_RESULTS.where(~complete & (pl.col("__cells") == pl.col("__full"))),
            CONSTANT_FACTOR.where(complete & (own == 0)),
            NO_ERROR.where(complete & (own > 0) & ~flat & (free == 0)),
            (POOLED if len(term) == 1 else POOLED_HIGHER).where(SOUND & single),
            *about_level,
        ),
    )
    return rows_of_facts(
        method,
        test,
        sums,
        keys=groups,
        term=":".join(term),
        n=pl.col("__most"),
        df1=pl.when(complete).then(own),
        df2=pl.when(complete & (free > 0)).then(free),
        effect=pl.when(SOUND).then(ss / (ss + error)),
        **values,
    )


def _with_error(sums: pl.DataFrame, modelled: Sequence[Term], variant: EffectVariant) -> pl.DataFrame:
    """Return every group its error: that of blocks or replicates, else what the model leaves of the cells."""
    n, cells, blocks = pl.col("__n"), pl.col("__cells"), pl.col("__blocks")
    complete = (cells == pl.col("__full")) & (pl.col("__least") == pl.col("__most")) & (pl.col("__gaps") == 0)
    if variant == "blocked":
        complete &= n == cells * blocks
        error, free = pl.col("__ss_residual"), (cells - 1) * (blocks - 1)
    else:
        error, free = pl.col("__ss_within"), n - cells
    found = sums.with_columns(
        __complete=complete.fill_null(False),
        __flat=pl.col("__ss_total") <= pl.col("__smallest"),
        __single=free == 0,
        __error=error,
        __free=free,
        __rest=pl.col("__ss_cells") - pl.sum_horizontal(f"__ss_{label(term)}" for term in modelled),
        __rest_free=cells - 1 - pl.sum_horizontal(_freedom(term) for term in modelled),
    )
    single = pl.col("__single")
    return found.with_columns(
        __error=pl.when(single).then(pl.col("__rest").clip(lower_bound=0)).otherwise("__error"),
        __free=pl.when(single).then("__rest_free").otherwise("__free"),
    )


def label(term: Term) -> str:
    """Return the name of a term among the columns of :func:`factor_sums`."""
    return "\x00".join(term)


def _freedom(term: Term) -> pl.Expr:
    return pl.reduce(lambda x, y: x * y, [pl.col(f"__levels_{name}") - 1 for name in term])


MAIN_EFFECTS = Method(
    id="main_effects",
    title="Main effects of the factors",
    question="Does a factor change the mean result, averaged over all other factors?",
    symbol="F",
    formula="F = (SS_A / (a - 1)) / (SS_E / df_E); SS_A = sum of (mean of its level - mean)^2 over all values",
    tex=r"F = \frac{\mathrm{SS}_A / (a - 1)}{\mathrm{SS}_E / \mathrm{df}_E}",
    null="all levels of the factor have the same mean",
    assumes=("the grid is complete and balanced", "errors are independent, about normal, and vary alike"),
    cites=("alpaydin2010", "montgomery2005"),
    estimand="largest minus smallest mean of a level",
    effect="partial eta squared",
    variants=("blocked", "independent"),
    remarks=(NOT_RUN, LACKING_RESULTS, CONSTANT_FACTOR, NO_ERROR, POOLED, BEST_LEVEL, SHARED_RUNS),
    table=main_effects,
)

INTERACTIONS = replace(
    MAIN_EFFECTS,
    id="interactions",
    title="Interactions of two factors",
    question="Does the effect of one factor depend on the level of another?",
    formula="F = (SS_AB / ((a - 1)(b - 1))) / (SS_E / df_E); SS_AB = what pairs of levels add to the main effects",
    tex=r"F = \frac{\mathrm{SS}_{AB} / ((a - 1) (b - 1))}{\mathrm{SS}_E / \mathrm{df}_E}",
    null="the effects of the two factors add up",
    remarks=(NOT_RUN, LACKING_RESULTS, CONSTANT_FACTOR, NO_ERROR, POOLED_HIGHER, SHARED_RUNS),
    estimand=None,
    table=interactions,
)
