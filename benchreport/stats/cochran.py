"""Do several classifiers differ in how often they are right, on the same instances?"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import IncompleteError, one_of
from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.distributions import chi2_sf
from benchreport.stats.forms.over import doubted
from benchreport.stats.instances import AGAIN, CLUSTERED, POOLED, WEIGHTS, clustered_groups, right_or_wrong
from benchreport.stats.rows import SHARED_RUNS, Frame, checked_alpha, fields, first_that_holds, over_table
from benchreport.tables.blocks import Blocks, Missing
from benchreport.tables.frames import to_polars
from benchreport.tables.groups import By, aggregate, joined
from benchreport.tables.schema import table_kind
from benchreport.tables.scores import as_scores, is_canonical

# Below this the chi-square law of Q is rough (Tate and Brown 1970).
FEW_CELLS = 24
FEW_ANSWERS = Remark(
    code="few_common_answers", note="fewer than two classifiers, or no instance that all have answered"
)
NOT_BINARY = Remark(code="not_binary", note="values other than 0 and 1")
FEW_DISCORDANT = Remark(code="few_discordant", note="rough, since few instances tell the classifiers apart")


def cochran_q(table: Frame, *, by: By = "dataset", alpha: float = 0.05, missing: Missing = "refuse") -> Frame:
    """Cochran's Q test, one row per group: McNemar's test for several classifiers.

    Parameters
    ----------
    table
        Predictions, whose blocks are the instances; or scores that are all 0 or 1.
    by
        Groups to test separately.
    alpha
        Level of the decision.
    missing
        "refuse" tables in which a classifier lacks an instance, or use the instances "available" to all.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> br.cochran_q(table).select("dataset", "n", "df1", "status").row(0)
    ('breast_cancer', 569, 5.0, 'approximate')
    """

    def run(given: Any) -> pl.DataFrame:
        answers = to_polars(given)
        scored = is_canonical(answers.schema) or table_kind(answers.columns) == "scores"
        return _of_scores(answers, by, missing, alpha) if scored else _of_predictions(answers, by, missing, alpha)

    one_of(missing, ("refuse", "available"), name="missing")
    checked_alpha(alpha)
    return over_table(table, by, RESULT_COLUMNS, run)


def _of_predictions(table: Any, by: By, missing: Missing, alpha: float) -> pl.DataFrame:
    known = right_or_wrong(table, by)
    groups = known.groups
    answers = known.table.drop_nulls("__loss").select(*groups, "algorithm", "__unit", right=1 - pl.col("__loss"))
    algorithms = known.table.select(*groups, "algorithm").unique()
    sizes = aggregate(algorithms, groups, n_algorithms=pl.len().cast(pl.Int64))
    totals = joined(
        answers.group_by(*groups, "__unit").agg(right=pl.col("right").sum(), answered=pl.len().cast(pl.Int64)),
        sizes,
        groups,
    )
    whole = pl.col("answered") == pl.col("n_algorithms")
    if missing == "refuse" and not totals.select(whole.all()).item():
        place = totals.filter(~whole).sort("__unit").join(known.units, on="__unit").row(0, named=True)
        where = ", ".join(str(place[name]) for name in (*groups, *known.key) if place[name] is not None)
        raise IncompleteError(
            f"predictions are missing: {where} lacks {place['n_algorithms'] - place['answered']} classifiers",
            hint="missing='available' uses the instances that all have predicted",
        )
    used = totals.filter(whole)
    right = answers.join(used.select("__unit"), on="__unit", how="semi")
    per_unit = aggregate(
        used,
        groups,
        n=pl.len().cast(pl.Int64),
        total=pl.col("right").sum(),
        squares=(pl.col("right") ** 2).sum(),
        n_ties=((pl.col("right") == 0) | (pl.col("right") == pl.col("n_algorithms"))).sum().cast(pl.Int64),
    )
    counted = right.group_by(*groups, "algorithm").agg(right=pl.col("right").sum())
    per_algorithm = aggregate(counted, groups, columns=(pl.col("right") ** 2).sum())
    facts = joined(known.facts, sizes, groups)
    for more in (per_unit, per_algorithm):
        facts = facts.join(more, on=groups, how="left") if groups else facts.join(more, how="cross")
    facts = facts.with_columns(
        pl.col("n", "total", "squares", "n_ties", "columns").fill_null(0),
        n_dropped=pl.col("n_units") - pl.col("n").fill_null(0),
        binary=pl.lit(True),
    )
    rows = _rows(facts.sort(groups) if groups else facts, groups, alpha)
    sound = pl.col("p_value").is_not_null() & (pl.col("status") != "all_ties")
    doubtful = facts.select(*groups, __pooled=pl.col("pooled"), __again=pl.col("again"))
    doubtful = joined(doubtful, clustered_groups(known), groups)
    judged = rows.join(doubtful, on=groups, maintain_order="left") if groups else rows.join(doubtful, how="cross")
    again, pooled = pl.col("__again"), pl.col("__pooled") & ~pl.col("__again")
    clustered = pl.col("__clustered")
    return judged.with_columns(
        status=pl.when(sound & (again | pooled | clustered)).then(pl.lit("approximate")).otherwise("status"),
        remarks=joined_remarks(
            pl.col("remarks"),
            AGAIN.where(sound & again),
            POOLED.where(sound & pooled),
            CLUSTERED.where(sound & clustered),
            WEIGHTS.where(sound & pl.lit(known.weighted)),
        ),
    ).select(rows.columns)


def _of_scores(table: Any, by: By, missing: Missing, alpha: float) -> pl.DataFrame:
    blocks = Blocks.of(as_scores(table), by=by, missing=missing)
    cells, L = blocks.cells, blocks.n_algorithms[blocks.cells.group_of_block]
    whole = cells.per_block(np.ones(len(cells.values))) == L
    x = np.where(whole[cells.block], cells.values, 0.0)
    right = cells.per_block(x)
    other = (cells.values != 0) & (cells.values != 1)
    agreed = whole & ((right == 0) | (right == L))
    n = pl.Series(cells.of_blocks(whole.astype(np.float64))).cast(pl.Int64)
    facts = blocks.facts.with_columns(
        n_dropped=pl.col("n_dropped") + pl.col("n") - n,
        n=n,
        total=pl.Series(cells.per_group(x)),
        squares=pl.Series(cells.of_blocks(right**2)),
        columns=pl.Series(cells.of_algorithms(cells.per_algorithm(x) ** 2)),
        n_ties=pl.Series(cells.of_blocks(agreed.astype(np.float64))).cast(pl.Int64),
        binary=pl.Series(cells.per_group(other.astype(np.float64)) == 0),
    )
    return blocks.with_keys(doubted(_rows(facts, ["group"], alpha), blocks, SHARED_RUNS))


def _rows(facts: pl.DataFrame, groups: list[str], alpha: float) -> pl.DataFrame:
    L, T, n = pl.col("n_algorithms"), pl.col("total"), pl.col("n")
    enough, binary = (L >= 2) & (n >= 1), pl.col("binary")
    spread = L * T - pl.col("squares")
    tied = binary & (spread == 0)
    sound = enough & binary & ~tied
    few = (n - pl.col("n_ties")) * L < FEW_CELLS
    Q = (L - 1) * (L * pl.col("columns") - T**2) / spread
    return facts.select(
        *groups,
        *fields(
            COCHRAN_Q,
            n=n,
            n_dropped=pl.col("n_dropped"),
            n_ties=pl.col("n_ties"),
            statistic=pl.when(sound).then(Q),
            df1=pl.when(sound).then(L - 1),
            p_value=pl.when(sound).then(chi2_sf(Q, L - 1)).when(enough & tied).then(1.0),
            alpha=alpha,
            law="chi-square",
            status=first_that_holds(
                [(~enough, "too_few"), (~binary, "undefined"), (tied, "all_ties"), (few, "approximate")], "ok"
            ),
            remarks=joined_remarks(
                FEW_ANSWERS.where(~enough),
                NOT_BINARY.where(enough & ~binary),
                FEW_DISCORDANT.where(sound & few),
            ),
        ),
    )


COCHRAN_Q = Method(
    id="cochran_q",
    title="Cochran's Q test",
    question="Do several classifiers differ in how often they are right, on the same instances?",
    kind="table",
    shape="predictions",
    also=("scores",),
    door="many",
    symbol="Q",
    formula="Q = (L-1) (L sum_j T_j^2 - T^2) / (L T - sum_i u_i^2), T_j right answers of j, u_i those on instance i",
    tex=r"Q = \frac{(L - 1) \left( L \sum_j T_j^2 - T^2 \right)}{L T - \sum_i u_i^2}",
    null="all classifiers are right with the same probability",
    assumes=("instances are independent", "every classifier answered every instance"),
    cites=("cochran1950",),
    remarks=(FEW_ANSWERS, NOT_BINARY, FEW_DISCORDANT, AGAIN, POOLED, CLUSTERED, WEIGHTS, SHARED_RUNS),
    table=cochran_q,
)
