"""Do two factors act on the result, and do they act together? Two-factor analysis of variance, and the whole table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, IncompleteError, OptionError, one_of, refuse_unknown
from benchreport.method import Method, Remark, schema_of
from benchreport.remarks import REMARK_COLUMNS
from benchreport.stats.forms.omnibus import ENOUGH, SOUND, TIED, Omnibus, rows_of_facts
from benchreport.stats.forms.over import Frame, over_blocks, over_layout
from benchreport.stats.forms.rows import SHARED_RUNS, checked_alpha
from benchreport.stats.many_algorithms.variance import oneway_facts
from benchreport.stats.many_algorithms.variance__variance_blocked import blocked_facts
from benchreport.stats.planning.factors__factor_effects import factor_sums, label
from benchreport.tables.blocks import GROUP, Blocks, Grouped, Reduce, grouped_scores, refuse_mixtures
from benchreport.tables.groups import By, joined, within
from benchreport.tables.schema import RUN_KEYS

Model = Literal["oneway", "blocked", "twofactor"]
MODELS: tuple[Model, ...] = ("oneway", "blocked", "twofactor")
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
        pl.col("said"),
        ONE_LEVEL.where(TESTED & (pl.col("df") < 1)),
        NO_SPREAD_IN_CELLS.where(ENOUGH & pl.col("flat") & ~TIED),
        SHARED_RUNS.where(SOUND & pl.col("dependent")),
    ),
)


def anova_twofactor(
    table: Frame,
    *,
    by: By = "metric",
    factors: Sequence[str] = ("algorithm", "dataset"),
    interaction: bool = True,
    alpha: float = 0.05,
) -> Frame:
    """Two-factor analysis of variance, one row per group and term, with partial eta squared as effect.

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
    """Split the variation of the results up into its sources: one row per group and term, the residual last.

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

    one_of(model, MODELS, name="model")
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
    facts = facts.with_columns(dependent=pl.Series(blocks.dependent), unit=1.0, said=pl.lit(None, dtype=pl.String))
    return _shares(_sources(facts, ["group"], sources), ["group"])


def _crossed(table: Any, *, by: By, factors: Sequence[str]) -> Grouped:
    """Split a balanced two-factor table into groups."""
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
    known = facts.with_columns(
        n=pl.col("__n"),
        unit=pl.col("__scale"),
        ss_error=inside + extra.then(crossed).otherwise(0.0),
        df_error=df_within + extra.then(df_crossed).otherwise(0.0),
        flat=flat,
        said=ONE_VALUE.where(single & pl.lit(interaction)),
    )
    return _sources(known, groups, sources)


def _sources(facts: pl.DataFrame, groups: Sequence[str], sources: Mapping[str, Source]) -> pl.DataFrame:
    """Return the sources of variation beside the error, one row per group and source, the error last.

    Sums of squares are in squares of a ``unit``.
    """
    df_error, ss_error, square = pl.col("df_error"), pl.col("ss_error"), pl.col("unit") ** 2
    lines = [
        facts.select(
            *groups,
            "n",
            "df_error",
            "flat",
            "dependent",
            "said",
            term=pl.lit(term),
            at=pl.lit(position),
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
    return pl.concat(lines).sort(*groups, "at")


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


ANOVA_TWOFACTOR = Method(
    id="anova_twofactor",
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
    table=anova_twofactor,
)

ANOVA_TABLE = Method(
    id="anova_table",
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
    table=anova_table,
)
