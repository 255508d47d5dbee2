"""Which factors were varied, and was the experiment laid out so that their effects can be told apart?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean
from benchreport.method import REMARK_COLUMNS, RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.over import Frame, over_layout
from benchreport.stats.forms.rows import first_that_holds
from benchreport.tables.blocks import Grouped, block_columns, grouped_scores, refuse_mixtures, varying_columns
from benchreport.tables.checks import repeated
from benchreport.tables.groups import By, aggregate, group_columns, joined, listed, within
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.scores import as_scores
from benchreport.tables.scores import scores as canonical_scores


@dataclass(frozen=True, kw_only=True, eq=False)
class Factored(Grouped):
    """A score table split into groups, with the columns that are its controlled factors."""

    factors: tuple[str, ...]


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


def factors_response(table: Frame, *, by: By = "metric", factors: By = None) -> Frame:
    """Return the factors of an experiment with their roles and levels, and the response.

    ``factors`` are the controlled ones; unless named they are the algorithm and whatever other columns tell the rows
    of one algorithm apart.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.factors_response(scores).select("factor", "role", "n_levels").rows()[:3]
    [('algorithm', 'controllable', 6), ('dataset', 'block', 4), ('repeat', 'uncontrollable', 5)]
    """
    return over_factors(table, _factors_response, by=by, factors=factors, columns=FACTOR_COLUMNS)


def factorial_design(table: Frame, *, by: By = "metric", factors: By = None) -> Frame:
    """Recognise how the factors were laid out, one row per group, and warn of what the layout hides.

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
    """Return the groups and factors of a table and hand it to a function, as :func:`over_layout` does.

    Names that are ``taken``, unless told the ``columns`` of the rows, are no factors.
    """
    layout = partial(_factored, by=by, factors=factors, taken=tuple(columns) if taken is None else taken)
    return over_layout(table, layout, rows, by=by, columns=columns)


def _factored(table: Any, *, by: By, factors: By, taken: Sequence[str]) -> Factored:
    """Check a table of scores with factors."""
    declared = list(dict.fromkeys(listed(factors)))
    further = [name for name in declared if name not in ("algorithm", "dataset", *RUN_KEYS)]
    door = partial(canonical_scores, factors=further) if further else canonical_scores
    scores = grouped_scores(table, by, partial(as_scores, door=door))
    groups = group_columns(scores, by)
    names = declared or told_apart(scores, groups)
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


def told_apart(scores: pl.DataFrame, groups: Sequence[str]) -> list[str]:
    """Return the controlled factors: the algorithm, and the columns that tell its rows apart."""
    keys = [name for name in ("algorithm", "dataset", *RUN_KEYS, "metric") if name in scores.columns]
    keys = list(dict.fromkeys([*keys, *groups]))
    varying = varying_columns(repeated(scores, keys), keys)
    several = scores.get_column("algorithm").n_unique() > 1
    return ["algorithm", *varying] if several or not varying else varying


def combination_text(names: Sequence[str]) -> pl.Expr:
    """Write a combination as "factor=level, factor=level"."""
    return pl.concat_str([pl.format(f"{name}={{}}", pl.col(name)) for name in names], separator=", ")


def _levels(scores: pl.DataFrame, groups: list[str], name: str, role: str) -> pl.DataFrame:
    counted = scores.group_by(*groups, name).agg(__n=pl.len().cast(pl.Int64)).sort(*groups, name)
    many = pl.len() > SHOWN
    text = pl.col(name).cast(pl.String)
    shown = text.head(SHOWN).str.join(", ") + pl.when(many).then(pl.lit(", …")).otherwise(pl.lit(""))
    found = aggregate(
        counted,
        groups,
        factor=pl.lit(name),
        role=pl.lit(role),
        n_levels=pl.len().cast(pl.Int64),
        levels=shown,
        least=pl.col("__n").min(),
        most=pl.col("__n").max(),
        remarks=UNEVEN_LEVELS.where(pl.col("__n").min() < pl.col("__n").max()).first(),
        note=pl.lit(None),
    )
    return found.select(*groups, *FACTOR_COLUMNS)


def _commonest(name: str, groups: Sequence[str]) -> pl.Expr:
    ordered = pl.col(name).sort_by(f"__often_{name}", descending=True, maintain_order=True)
    return ordered.first().over(within(groups))


FACTORS_RESPONSE = Method(
    id="factors_response",
    title="Factors and response",
    question="Which factors were controlled, which were not, and what was measured?",
    symbol="factors",
    formula="one row per factor: its role and its levels; the response is the metric",
    null="none",
    assumes=("what is not a column was kept constant",),
    cites=("alpaydin2010", "montgomery2005"),
    remarks=(HIGHER_IS_BETTER, LOWER_IS_BETTER, UNEVEN_LEVELS),
    table=factors_response,
)

FACTORIAL_DESIGN = Method(
    id="factorial_design",
    title="Layout of the factors",
    question="Were all combinations of the factors run, a planned part of them, or one factor at a time?",
    symbol="L^F",
    formula="a full grid has the product of the numbers of levels, one factor at a time about their sum",
    tex=r"\prod_{f=1}^{F} L_f",
    null="none",
    assumes=("the levels that occur are the levels that were meant",),
    cites=("alpaydin2010", "montgomery2005"),
    remarks=(*HIDING, LACKING_BLOCKS),
    table=factorial_design,
)

FRACTIONAL_FACTORIAL = Method(
    id="fractional_factorial",
    title="Combinations not run",
    question="Which combinations of the factors are missing from the grid?",
    symbol="missing cells",
    formula="all combinations of the levels that occur, less those that were run",
    null="none",
    assumes=("the levels that occur are the levels that were meant",),
    cites=("alpaydin2010", "montgomery2005"),
    table=fractional_factorial,
)
