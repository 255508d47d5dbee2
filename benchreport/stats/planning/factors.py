"""Factors of an experiment: their levels, the layout of combinations, main effects and interactions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Any, Literal

import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean, one_of
from benchreport.method import REMARK_COLUMNS, RESULT_COLUMNS, Method, Remark, schema_of
from benchreport.records import dataclass
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.omnibus import SOUND, Omnibus, rows_of_facts
from benchreport.stats.forms.over import Frame, doubted, over_layout
from benchreport.stats.forms.rows import SHARED_RUNS, checked_alpha, first_that_holds
from benchreport.tables.blocks import Grouped, block_columns, grouped_scores, refuse_mixtures, varying_columns
from benchreport.tables.checks import repeated
from benchreport.tables.groups import By, aggregate, group_columns, joined, listed, within
from benchreport.tables.rounding import TOLERANCE
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.scores import as_scores
from benchreport.tables.scores import scores as canonical_scores
from benchreport.threads import added

SHOWN = 12
MOST_COMBINATIONS = 2_000_000
FACTOR_COLUMNS: Mapping[str, tuple[str, str]] = {
    "factor": ("String", "the factor, or the response"),
    "role": ("String", "controllable, block, uncontrollable or response"),
    "n_levels": ("Int64", "how many levels occur"),
    "levels": ("String", "the levels, the first of them where there are many"),
    "least": ("Int64", "fewest results of a level"),
    "most": ("Int64", "most results of a level"),
    **REMARK_COLUMNS,
}
DESIGN_COLUMNS: Mapping[str, tuple[str, str]] = {
    "design": ("String", "factorial_design, fractional_factorial, one_factor_at_a_time or best_guess"),
    "n_factors": ("Int64", "factors with more than one level"),
    "n_full": ("Int64", "combinations of a full grid"),
    "n_run": ("Int64", "combinations that were run"),
    "n_missing": ("Int64", "combinations that were not run"),
    "n_one_at_a_time": ("Int64", "runs that varying one factor at a time takes"),
    "n_blocks": ("Int64", "blocks: datasets, or runs on one dataset"),
    "balanced": ("Boolean", "every combination that was run has a result in every block"),
    **REMARK_COLUMNS,
}
MISSING_COLUMNS: Mapping[str, tuple[str, str]] = {
    "combination": ("String", "levels of the factors"),
    "n_blocks": ("Int64", "blocks of the group"),
    "n_missing": ("Int64", "blocks that lack the combination"),
}
# What a layout hides; the codes are the names of the layouts.
ONE_AT_A_TIME = Remark(
    code="one_factor_at_a_time",
    note="varied one factor at a time: interactions stay invisible and the best may be missed",
)
BEST_GUESS = Remark(
    code="best_guess", note="too few combinations to tell the factors apart: a good result here is a lucky one"
)
FRACTIONAL = Remark(
    code="fractional_factorial", note="only part of the grid was run: some interactions cannot be told apart"
)
HIDING = (ONE_AT_A_TIME, BEST_GUESS, FRACTIONAL)
HIGHER_IS_BETTER = Remark(code="higher_is_better", note="higher is better")
LOWER_IS_BETTER = Remark(code="lower_is_better", note="lower is better")
UNEVEN_LEVELS = Remark(code="uneven_levels", note="levels differ in their number of results")
LACKING_BLOCKS = Remark(code="combinations_lack_blocks", note="some combinations lack blocks")
CONSTANT_FACTOR = Remark(code="constant_factor", note="a factor has one level only")
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


@dataclass(frozen=True, kw_only=True, eq=False)
class Factored(Grouped):
    """A score table split into groups, with the columns that are its controlled factors."""

    factors: tuple[str, ...]


def factors_response(table: Frame, *, by: By = "metric", factors: By = None) -> Frame:
    """Return the factors of an experiment with their roles and levels, and the response.

    ``factors`` are the controlled ones; unless named they are the algorithm and whatever other columns distinguish
    the rows of one algorithm.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.factors_response(scores).select("factor", "role", "n_levels").rows()[:3]
    [('algorithm', 'controllable', 6), ('dataset', 'block', 4), ('repeat', 'uncontrollable', 5)]
    """
    return over_factors(table, _factors_response, by=by, factors=factors, columns=FACTOR_COLUMNS)


def factorial_design(table: Frame, *, by: By = "metric", factors: By = None) -> Frame:
    """Return how the factors were laid out, one row per group, with remarks on what the layout hides.

    All combinations run: ``factorial_design``. Otherwise ``one_factor_at_a_time`` where every combination differs from
    one baseline in a single factor, ``best_guess`` where there are fewer combinations than the main effects need, and
    else ``fractional_factorial``. Parameters as in :func:`factors_response`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.factorial_design(scores).select("design", "n_full", "n_run", "balanced").row(0)
    ('factorial_design', 4, 4, True)
    """
    return over_factors(table, _factorial_design, by=by, factors=factors, columns=DESIGN_COLUMNS)


def fractional_factorial(table: Frame, *, by: By = "metric", factors: By = None) -> Frame:
    """Return the combinations of the factors that some block lacks, one row each; none when the grid is complete.

    Parameters as in :func:`factors_response`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> wine = (pl.col("dataset") == "wine") & (pl.col("algorithm") == "C4.5")
    >>> br.fractional_factorial(scores.filter(~wine)).row(0)
    ('auc', 'algorithm=C4.5', 14, 1)
    """
    return over_factors(table, _fractional_factorial, by=by, factors=factors, columns=MISSING_COLUMNS)


def _factors_response(table: Factored) -> pl.DataFrame:
    scores, groups, names = table.rows, table.number, table.factors
    others = [name for name in ("dataset", *RUN_KEYS) if name in scores.columns and name not in (*table.by, *names)]
    roles = dict.fromkeys(names, "controllable")
    roles |= {name: "block" if name == "dataset" else "uncontrollable" for name in others}
    parts = [_levels(scores, groups, name, role) for name, role in roles.items()]
    value = pl.col("value")
    response = aggregate(
        scores,
        groups,
        factor=pl.col("metric").cast(pl.String).first(),
        role=pl.lit("response"),
        n_levels=value.n_unique().cast(pl.Int64),
        levels=pl.format("{} to {}", value.min(), value.max()),
        least=value.count().cast(pl.Int64),
        most=value.count().cast(pl.Int64),
        remarks=joined_remarks(
            HIGHER_IS_BETTER.where(pl.col("direction").first() == "higher"),
            LOWER_IS_BETTER.where(pl.col("direction").first() == "lower"),
        ),
        note=pl.lit(None),
    )
    rows = pl.concat([*parts, response.select(*groups, *FACTOR_COLUMNS)])
    return rows.sort(groups, maintain_order=True) if groups else rows


def _factorial_design(table: Factored) -> pl.DataFrame:
    groups, names = table.number, table.factors
    _, runs, blocks = _measured(table)
    # In a one-at-a-time layout the baseline's levels are the most frequent ones, without a tie.
    often = runs.sort(*groups, *names).with_columns(
        pl.len().over(*groups, name).alias(f"__often_{name}") for name in names
    )
    at_modes = often.with_columns((pl.col(name) != _commonest(name, groups)).alias(f"__off_{name}") for name in names)
    away = pl.sum_horizontal(*(pl.col(f"__off_{name}").cast(pl.Int64) for name in names))
    facts = aggregate(
        at_modes.with_columns(__away=away),
        groups,
        n_run=pl.len().cast(pl.Int64),
        __far=pl.col("__away").max(),
        __least=pl.col("__blocks").min(),
        **{f"__levels_{name}": pl.col(name).n_unique().cast(pl.Int64) for name in names},
    )
    levels = [pl.col(f"__levels_{name}") for name in names]
    full = pl.col("n_full") == pl.col("n_run")
    laid_out = joined(facts, blocks, groups).with_columns(
        n_factors=pl.sum_horizontal(*((count > 1).cast(pl.Int64) for count in levels)),
        n_full=pl.reduce(lambda x, y: x * y, levels),
        n_one_at_a_time=pl.sum_horizontal(*(pl.when(count > 1).then(count).otherwise(0) for count in levels)),
        __needed=1 + pl.sum_horizontal(*(count - 1 for count in levels)),
    )
    rows = laid_out.with_columns(
        design=first_that_holds(
            [
                (full, "factorial_design"),
                (pl.col("__far") <= 1, "one_factor_at_a_time"),
                (pl.col("n_run") < pl.col("__needed"), "best_guess"),
            ],
            "fractional_factorial",
        ),
        n_missing=pl.col("n_full") - pl.col("n_run"),
        balanced=pl.col("__least") == pl.col("n_blocks"),
    ).with_columns(
        remarks=joined_remarks(
            *(layout.where(pl.col("design") == layout.code) for layout in HIDING),
            LACKING_BLOCKS.where(~pl.col("balanced")),
        ),
        note=None,
    )
    return (rows.sort(groups) if groups else rows).select(*groups, *DESIGN_COLUMNS)


def _fractional_factorial(table: Factored) -> pl.DataFrame:
    groups, names = table.number, table.factors
    measured, runs, blocks = _measured(table)
    sizes = aggregate(measured, groups, **{name: pl.col(name).n_unique().cast(pl.Float64) for name in names})
    if sizes.select(pl.reduce(lambda x, y: x * y, [pl.col(name) for name in names]).sum()).item() > MOST_COMBINATIONS:
        raise OptionError(
            "the full grid has too many combinations to list", hint="name fewer factors, or filter their levels"
        )
    grid = measured.select(groups).unique() if groups else pl.DataFrame({"__all": [0]})
    for name in names:
        grid = joined(grid, measured.select(*groups, name).unique(), groups)
    every = joined(grid, blocks, groups).join(runs, on=[*groups, *names], how="left")
    lacking = every.with_columns(n_missing=pl.col("n_blocks") - pl.col("__blocks").fill_null(0)).filter(
        pl.col("n_missing") > 0
    )
    return lacking.sort(*groups, *names).select(
        *groups, combination_text(names).alias("combination"), "n_blocks", "n_missing"
    )


def _measured(table: Factored) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Return the rows with a value, and the blocks of each combination of the factors and of each group."""
    block = block_columns(table.source, [*table.by, *table.factors])
    n_blocks = (pl.struct(block).n_unique() if block else pl.lit(1)).cast(pl.Int64)
    measured = table.rows.filter(pl.col("value").is_not_null())
    runs = measured.group_by(*table.number, *table.factors).agg(__blocks=n_blocks)
    return measured, runs, aggregate(measured, table.number, n_blocks=n_blocks)


def over_factors(
    table: Frame,
    rows: Callable[[Factored], pl.DataFrame],
    *,
    by: By,
    factors: By,
    columns: Mapping[str, tuple[str, str]] = RESULT_COLUMNS,
    taken: Sequence[str] | None = None,
) -> Frame:
    """Run a function on a table with its groups and factors, as :func:`over_layout` does.

    Names that are ``taken``, by default the ``columns`` of the rows, are no factors.
    """
    layout = partial(_factored, by=by, factors=factors, taken=tuple(columns) if taken is None else taken)
    return over_layout(table, layout, rows, by=by, columns=columns)


def _factored(table: Any, *, by: By, factors: By, taken: Sequence[str]) -> Factored:
    """Return a table of scores with its factors, if these can be factors."""
    declared = list(dict.fromkeys(listed(factors)))
    further = [name for name in declared if name not in ("algorithm", "dataset", *RUN_KEYS)]
    door = partial(canonical_scores, factors=further) if further else canonical_scores
    scores = grouped_scores(table, by, partial(as_scores, door=door))
    groups = group_columns(scores, by)
    names = declared or controlled_factors(scores, groups)
    for name in names:
        if name not in scores.columns:
            raise ColumnError(f"no column {name!r} to be a factor", hint=did_you_mean(name, scores.columns))
        if name in groups or name in ("metric", "value", "direction") or name in taken or name.startswith("__"):
            raise ColumnError(
                f"{name!r} cannot be a factor", hint="a factor is neither a group nor a result; rename it"
            )
        if scores.get_column(name).null_count():
            raise ColumnError(f"the factor {name!r} has empty cells", hint="fill them, or filter the rows out")
    refuse_mixtures(scores, [*groups, *names])
    if "algorithm" not in names:
        apart = scores.group_by(*groups, *names).agg(pl.col("algorithm").n_unique()).get_column("algorithm")
        if (apart > 1).any():
            raise ColumnError(
                "several algorithms share a combination of the factors", hint="put 'algorithm' among the factors"
            )
    return Factored.split(scores, by, factors=tuple(names))


def controlled_factors(scores: pl.DataFrame, groups: Sequence[str]) -> list[str]:
    """Return the controlled factors: the algorithm, and the columns that distinguish its rows."""
    keys = [name for name in ("algorithm", "dataset", *RUN_KEYS, "metric") if name in scores.columns]
    keys = list(dict.fromkeys([*keys, *groups]))
    varying = varying_columns(repeated(scores, keys), keys)
    several = scores.get_column("algorithm").n_unique() > 1
    return ["algorithm", *varying] if several or not varying else varying


def combination_text(names: Sequence[str]) -> pl.Expr:
    """Return a combination as "factor=level, factor=level"."""
    return pl.concat_str([pl.format(f"{name}={{}}", pl.col(name)) for name in names], separator=", ")


def _levels(scores: pl.DataFrame, groups: list[str], name: str, role: str) -> pl.DataFrame:
    counted = scores.group_by(*groups, name).agg(__n=pl.len().cast(pl.Int64)).sort(*groups, name)
    many = pl.len() > SHOWN
    text = pl.col(name).cast(pl.String)
    listing = text.head(SHOWN).str.join(", ") + pl.when(many).then(pl.lit(", …")).otherwise(pl.lit(""))
    rows = aggregate(
        counted,
        groups,
        factor=pl.lit(name),
        role=pl.lit(role),
        n_levels=pl.len().cast(pl.Int64),
        levels=listing,
        least=pl.col("__n").min(),
        most=pl.col("__n").max(),
        remarks=UNEVEN_LEVELS.where(pl.col("__n").min() < pl.col("__n").max()).first(),
        note=pl.lit(None),
    )
    return rows.select(*groups, *FACTOR_COLUMNS)


def _commonest(name: str, groups: Sequence[str]) -> pl.Expr:
    ordered = pl.col(name).sort_by(f"__often_{name}", descending=True, maintain_order=True)
    return ordered.first().over(within(groups))


def main_effects(
    table: Frame, *, by: By = "metric", factors: By = None, variant: EffectVariant = "blocked", alpha: float = 0.05
) -> Frame:
    """Compute the F test of every factor over a complete grid, one row per group and factor (``term``).

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
    table: Frame, *, by: By = "metric", factors: By = None, variant: EffectVariant = "blocked", alpha: float = 0.05
) -> Frame:
    """Compute the F test of every two factors' interaction over a complete grid, one row per group and pair (``term``).

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
    pairs: list[Term] = list(combinations(names, 2))
    terms = mains if method.id == MAIN_EFFECTS.id else pairs
    sums = _with_error(sums, mains if method.id == MAIN_EFFECTS.id else [*mains, *pairs], variant)
    tested = [_tested(method, sums, groups, term, variant=variant, alpha=alpha) for term in terms]
    empty = pl.DataFrame(schema={name: sums.schema[name] for name in groups} | schema_of(RESULT_COLUMNS))
    rows = pl.concat([empty, *tested])
    rows = rows.sort(groups, maintain_order=True) if groups else rows
    return doubted(rows, table, SHARED_RUNS)


def _values(scores: pl.DataFrame, groups: Sequence[str], names: Sequence[str], block: Sequence[str]) -> pl.DataFrame:
    """Return one value per group, combination and block, centred and scaled within the group."""
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
    pairs: list[Term] = list(combinations(names, 2))
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
    """Return the sums with the error of every group: that of blocks or replicates, else the rest of the model."""
    n, cells, blocks = pl.col("__n"), pl.col("__cells"), pl.col("__blocks")
    complete = (cells == pl.col("__full")) & (pl.col("__least") == pl.col("__most")) & (pl.col("__gaps") == 0)
    if variant == "blocked":
        complete &= n == cells * blocks
        error, free = pl.col("__ss_residual"), (cells - 1) * (blocks - 1)
    else:
        error, free = pl.col("__ss_within"), n - cells
    errors = sums.with_columns(
        __complete=complete.fill_null(False),
        __flat=pl.col("__ss_total") <= pl.col("__smallest"),
        __single=free == 0,
        __error=error,
        __free=free,
        __rest=pl.col("__ss_cells") - added(pl.col(f"__ss_{label(term)}") for term in modelled),
        __rest_free=cells - 1 - pl.sum_horizontal(_freedom(term) for term in modelled),
    )
    single = pl.col("__single")
    return errors.with_columns(
        __error=pl.when(single).then(pl.col("__rest").clip(lower_bound=0)).otherwise("__error"),
        __free=pl.when(single).then("__rest_free").otherwise("__free"),
    )


def label(term: Term) -> str:
    """Return the name of a term among the columns of :func:`factor_sums`."""
    return "\x00".join(term)


def _freedom(term: Term) -> pl.Expr:
    return pl.reduce(lambda x, y: x * y, [pl.col(f"__levels_{name}") - 1 for name in term])


FACTORS_RESPONSE = Method(
    table=factors_response,
    title="Factors and response",
    question="Which factors were controlled, which were not, and what was measured?",
    symbol="factors",
    formula="one row per factor: its role and its levels; the response is the metric",
    null="none",
    assumes=("what is not a column was kept constant",),
    cites=("alpaydin2010", "montgomery2005"),
    remarks=(HIGHER_IS_BETTER, LOWER_IS_BETTER, UNEVEN_LEVELS),
)

FACTORIAL_DESIGN = Method(
    table=factorial_design,
    title="Layout of the factors",
    question="Were all combinations of the factors run, a planned part of them, or one factor at a time?",
    symbol="L^F",
    formula="a full grid has the product of the numbers of levels, one factor at a time about their sum",
    tex=r"\prod_{f=1}^{F} L_f",
    null="none",
    assumes=("the levels that occur are the levels that were meant",),
    cites=("alpaydin2010", "montgomery2005"),
    remarks=(*HIDING, LACKING_BLOCKS),
)

FRACTIONAL_FACTORIAL = Method(
    table=fractional_factorial,
    title="Combinations not run",
    question="Which combinations of the factors are missing from the grid?",
    symbol="missing cells",
    formula="all combinations of the levels that occur, less those that were run",
    null="none",
    assumes=("the levels that occur are the levels that were meant",),
    cites=("alpaydin2010", "montgomery2005"),
)

MAIN_EFFECTS = Method(
    table=main_effects,
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
)

INTERACTIONS = MAIN_EFFECTS.relative(
    table=interactions,
    title="Interactions of two factors",
    question="Does the effect of one factor depend on the level of another?",
    formula="F = (SS_AB / ((a - 1)(b - 1))) / (SS_E / df_E); SS_AB = what pairs of levels add to the main effects",
    tex=r"F = \frac{\mathrm{SS}_{AB} / ((a - 1) (b - 1))}{\mathrm{SS}_E / \mathrm{df}_E}",
    null="the effects of the two factors add up",
    remarks=(NOT_RUN, LACKING_RESULTS, CONSTANT_FACTOR, NO_ERROR, POOLED_HIGHER, SHARED_RUNS),
    estimand=None,
)
