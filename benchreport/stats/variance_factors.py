"""Do two factors act on the result, and do they act together? Two-factor analysis of variance, and the whole table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, IncompleteError, OptionError, did_you_mean, one_of
from benchreport.method import RESULT_COLUMNS, Method, Remark, schema_of
from benchreport.remarks import REMARK_COLUMNS, joined_remarks
from benchreport.stats.centring import centred, is_rounding, none_of, power_of_two
from benchreport.stats.distributions import f_sf
from benchreport.stats.rows import (
    SHARED_RUNS,
    Frame,
    checked_alpha,
    doubted,
    fields,
    first_that_holds,
    over_table,
)
from benchreport.stats.variance import oneway_facts
from benchreport.stats.variance_blocked import blocked_facts
from benchreport.tables.blocks import Blocks, Reduce, refuse_mixtures
from benchreport.tables.groups import By, aggregate, group_columns, joined
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.scores import as_scores
from benchreport.tables.sizes import dependent_runs

Model = Literal["oneway", "blocked", "twofactor"]
MODELS: tuple[Model, ...] = ("oneway", "blocked", "twofactor")
ONE_VALUE = Remark(
    code="one_value_per_cell", note="one value per cell, so the interaction cannot be tested and serves as error"
)
RESIDUAL, BLOCKS = "residual", "block"
TAKEN = (
    "f",
    "share",
    "flat",
    "level",
    "df_error",
    "ms_error",
    "at",
    "total",
    "__first",
    "__second",
    "__n",
    "df",
    "ss",
    "ms",
    "replicates",
    "levels_a",
    "levels_b",
)


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

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        groups, terms = _two_factors(known, by, factors, interaction)
        tested = pl.col("term") != RESIDUAL
        enough, flat, level = _tests()
        sound = enough & ~flat
        rows = terms.filter(tested).select(
            *groups,
            *fields(
                ANOVA_TWOFACTOR,
                term=pl.col("term"),
                n=pl.col("__n"),
                statistic=pl.when(sound).then(pl.col("f")),
                df1=pl.when(sound).then(pl.col("df")),
                df2=pl.when(sound).then(pl.col("df_error")),
                p_value=pl.when(sound).then(f_sf("f", "df", "df_error")).when(enough & level).then(1.0),
                effect=pl.when(sound).then(pl.col("share")),
                alpha=checked_alpha(alpha),
                law="F",
                status=_status(),
                remarks=_remarks(),
            ),
        )
        return doubted(rows, SHARED_RUNS, _dependent_replicates(known, groups))

    return over_table(table, by, RESULT_COLUMNS, run)


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

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        if model == "twofactor":
            groups, terms = _two_factors(known, by, factors, interaction=True)
        else:
            groups, terms = _one_factor(known, by, model, reduce)
        enough, flat, level = _tests()
        tested = (pl.col("term") != RESIDUAL) & enough & ~flat
        df, ss, error = pl.col("df"), pl.col("ss"), pl.col("ms_error")
        known_terms = terms.with_columns(total=pl.col("ss").sum().over(groups) if groups else pl.col("ss").sum())
        rows = known_terms.select(
            *groups,
            term=pl.col("term"),
            df=df,
            ss=ss,
            ms=pl.col("ms"),
            statistic=pl.when(tested).then(pl.col("f")),
            p_value=pl.when(tested)
            .then(f_sf("f", "df", "df_error"))
            .when((pl.col("term") != RESIDUAL) & enough & level)
            .then(1.0),
            eta_squared=pl.when(tested).then(ss / pl.col("total")),
            partial_eta_squared=pl.when(tested).then(pl.col("share")),
            omega_squared=pl.when(tested).then((ss - df * error) / (pl.col("total") + error)),
            status=pl.when(pl.col("term") == RESIDUAL).then(pl.lit("ok")).otherwise(_status()),
            remarks=_remarks(),
            note=None,
        )
        numbers = pl.col(pl.Float64)
        finite = rows.with_columns(pl.when(numbers.is_finite()).then(numbers).name.keep())
        replicates = model == "twofactor"
        shared = _dependent_replicates(known, groups) if replicates else dependent_runs(known, groups)
        judged = doubted(finite, SHARED_RUNS, shared)
        residual = pl.col("term") == RESIDUAL
        spared = (pl.when(residual).then(finite.get_column(c)).otherwise(c).alias(c) for c in ("status", "remarks"))
        return judged.with_columns(*spared).cast(schema_of(ANOVA_COLUMNS))  # type: ignore[arg-type]

    one_of(model, MODELS, name="model")
    return over_table(table, by, ANOVA_COLUMNS, run)


def _tests() -> tuple[pl.Expr, pl.Expr, pl.Expr]:
    return (pl.col("df_error") >= 1) & (pl.col("df") >= 1), pl.col("flat"), pl.col("level")


def _status() -> pl.Expr:
    enough, flat, level = _tests()
    return first_that_holds([(~enough, "too_few"), (level, "all_ties"), (flat, "zero_variance")], "ok")


def _remarks() -> pl.Expr:
    enough, flat, level = _tests()
    return joined_remarks(
        pl.col("__said"),
        ONE_LEVEL.where((pl.col("term") != RESIDUAL) & (pl.col("df") < 1)),
        NO_SPREAD_IN_CELLS.where((pl.col("term") != RESIDUAL) & enough & flat & ~level),
    )


def _one_factor(scores: pl.DataFrame, by: By, model: Model, reduce: Reduce) -> tuple[list[str], pl.DataFrame]:
    blocks = Blocks.of(scores, by=by, reduce=reduce)
    facts = blocks.with_keys(blocks.once(oneway_facts if model == "oneway" else blocked_facts)[1])
    groups = list(blocks.by)
    n = pl.col("n").cast(pl.Float64)
    sources = {"algorithm": (pl.col("df_between"), pl.col("ss_between"))}
    if model == "blocked":
        sources[BLOCKS] = (n - 1, pl.col("ss_blocks"))
    sources[RESIDUAL] = (pl.col("df_error"), pl.col("ss_error"))
    lines = [
        facts.select(
            *groups,
            pl.lit(term).alias("term"),
            pl.lit(position).alias("at"),
            df.alias("df"),
            ss.alias("ss"),
            (ss / df).alias("ms"),
            (ss / df / pl.col("ms_error")).alias("f"),
            (ss / (ss + pl.col("ss_error"))).alias("share"),
            "df_error",
            "ms_error",
            "flat",
            # All values alike is what "level" means for the algorithms; blocks may differ all the same.
            (pl.col("level") & pl.lit(term != BLOCKS)).alias("level"),
            pl.lit(None, dtype=pl.String).alias("__said"),
        )
        for position, (term, (df, ss)) in enumerate(sources.items())
    ]
    return groups, pl.concat(lines).sort(*groups, "at")


def _two_factors(
    scores: pl.DataFrame, by: By, factors: Sequence[str], interaction: bool
) -> tuple[list[str], pl.DataFrame]:
    """Give every source of variation of a balanced two-factor table, in the metric's units."""
    groups = group_columns(scores, by, TAKEN)
    first, second = _checked_factors(scores, groups, factors)
    refuse_mixtures(scores, [*groups, *(name for name in (first, second) if name != "algorithm")])
    cell = [*groups, first, second]
    runs = [name for name in ("dataset", *RUN_KEYS) if name in scores.columns and name not in cell]
    table = scores.sort(*cell, *runs).drop_nulls("value")
    counts = table.group_by(*cell, maintain_order=True).agg(__n=pl.len().cast(pl.Int64))
    _refuse_unbalanced(scores, counts, groups, first, second)
    keys = scores.select(groups).unique().sort(groups) if groups else pl.DataFrame({"__all": [0]})
    numbered = keys.select(*groups, pl.int_range(pl.len()).alias("at"))
    group = joined(table.select(*groups, "value"), numbered, groups).get_column("at").to_numpy()
    size = keys.height

    def number(columns: list[str]) -> tuple[Any, Any]:
        """Number the levels through all groups, and say which group each is of."""
        levels = table.select(columns).unique(maintain_order=True).with_columns(__level=pl.int_range(pl.len()))
        which = table.select(columns).join(levels, on=columns, maintain_order="left").get_column("__level").to_numpy()
        owner = np.zeros(levels.height, dtype=np.int64)
        owner[which] = group
        return which, owner

    largest = np.zeros(size)
    values = table.get_column("value").to_numpy()
    np.maximum.at(largest, group, np.abs(values))
    unit = power_of_two(largest)
    x = values / unit[group]
    # Deviations from the mean of the group: everything below is one of their means, or less one of them.
    y = centred(x, group, size).residual
    sizes = np.abs(x)
    with np.errstate(all="ignore"):
        total = np.bincount(group, minlength=size)
        levels: list[Any] = []
        effects: list[Any] = []
        for columns in ([*groups, first], [*groups, second], cell):
            which, owner = number(columns)
            own = centred(y, which, len(owner))
            sizes = np.maximum(sizes, centred(np.abs(x), which, len(owner)).mean[which])
            effects.append(own.mean[which])
            levels.append(np.bincount(owner, minlength=size))
        rest, joint = own.residual, effects[2] - effects[0] - effects[1]
        squares = [np.bincount(group, effect**2, size) for effect in effects[:2]]
        crossed, within = np.bincount(group, joint**2, size), np.bincount(group, rest**2, size)
        moved = {
            first: ~is_rounding(effects[0], sizes),
            second: ~is_rounding(effects[1], sizes),
            f"{first}:{second}": ~is_rounding(joint, sizes),
            RESIDUAL: ~is_rounding(rest, sizes),
        }
        df = [levels[0] - 1.0, levels[1] - 1.0]
        df_crossed, df_within = df[0] * df[1], total - levels[2] * 1.0
        single = df_within < 1
        pooled = single | (not interaction)
        error = within + np.where(pooled, crossed, 0.0)
        df_error = df_within + np.where(pooled, df_crossed, 0.0)
        ms_error = error / df_error
        still = {term: none_of(varies, group, size) for term, varies in moved.items()}
        flat = still[RESIDUAL] & (~pooled | still[f"{first}:{second}"])
        sources = {first: (df[0], squares[0]), second: (df[1], squares[1])}
        if interaction:
            sources[f"{first}:{second}"] = (np.where(single, 0.0, df_crossed), np.where(single, 0.0, crossed))
        sources[RESIDUAL] = (df_error, error)
        lines = [
            keys.select(groups).with_columns(
                term=pl.lit(term),
                at=pl.lit(position),
                __n=pl.Series(total).cast(pl.Int64),
                df=pl.Series(degrees),
                ss=pl.Series(square * unit**2),
                ms=pl.Series(square / degrees * unit**2).fill_nan(None),
                f=pl.Series(square / degrees / ms_error).fill_nan(None),
                share=pl.Series(square / (square + error)).fill_nan(None),
                df_error=pl.Series(df_error),
                ms_error=pl.Series(ms_error * unit**2).fill_nan(None),
                flat=pl.Series(flat),
                level=pl.Series(flat & still[term]),
                __said=ONE_VALUE.where(pl.Series(single) & pl.lit(interaction)),
            )
            for position, (term, (degrees, square)) in enumerate(sources.items())
        ]
    return groups, pl.concat(lines).sort(*groups, "at")


def _checked_factors(scores: pl.DataFrame, groups: list[str], factors: Sequence[str]) -> tuple[str, str]:
    if isinstance(factors, str) or len(factors) != 2 or len(set(factors)) != 2:
        raise OptionError(f"factors is {factors!r}", hint="two columns, such as ('algorithm', 'dataset')")
    for name in factors:
        if name not in scores.columns:
            raise ColumnError(f"no column {name!r} to be a factor", hint=did_you_mean(name, scores.columns))
        if name in groups or name in ("value", "metric", "direction"):
            raise ColumnError(f"{name!r} cannot be a factor here", hint="a factor varies within the groups of by")
        if scores.get_column(name).null_count():
            raise ColumnError(f"the factor {name!r} has empty cells", hint="fill them, or filter the rows out")
    return factors[0], factors[1]


def _refuse_unbalanced(scores: pl.DataFrame, counts: pl.DataFrame, groups: list[str], first: str, second: str) -> None:
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


def _dependent_replicates(scores: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Tell the groups whose replicates are runs on one dataset that share training data."""
    finer = dependent_runs(scores, list(dict.fromkeys([*groups, "dataset"])))
    found = aggregate(finer, groups, dependent=pl.col("dependent").any())
    return found.sort(groups) if groups else found


ANOVA_TWOFACTOR = Method(
    id="anova_twofactor",
    title="Two-factor analysis of variance",
    question="Do two factors act on the result, and do they interact?",
    door="many",
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
    door="many",
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
