"""Cochran's Q: how often several classifiers are right on the same instances."""

from __future__ import annotations

from functools import partial

import numpy as np
import polars as pl

from benchreport.errors import IncompleteError, one_of
from benchreport.method import Method, Remark
from benchreport.stats.forms.omnibus import ENOUGH, SOUND, Omnibus, rows_of_facts
from benchreport.stats.forms.over import doubted, over_blocks
from benchreport.stats.forms.predictions import FLAGS, over_predictions, with_doubts
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, checked_alpha
from benchreport.stats.two_algorithms.on_instances import (
    AGAIN,
    CLUSTERED,
    POOLED,
    WEIGHTS,
    holds_predictions,
    right_or_wrong,
)
from benchreport.tables.blocks import Blocks, Missing
from benchreport.tables.groups import By
from benchreport.tables.scored import GROUP, Scored

# Below this the chi-square law of Q is rough (Tate and Brown 1970).
FEW_CELLS = 24
FEW_ANSWERS = Remark(
    code="few_common_answers", note="fewer than two classifiers, or no instance that all have answered"
)
NOT_BINARY = Remark(code="not_binary", note="values other than 0 and 1")
FEW_DISCORDANT = Remark(code="few_discordant", note="rough, since few instances tell the classifiers apart")


def cochran_q(table: Frame, *, by: By = "dataset", alpha: float = 0.05, missing: Missing = "refuse") -> Frame:
    """Compute Cochran's Q test, one row per group: McNemar's test for several classifiers.

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
    one_of(missing, ("refuse", "available"), name="missing")
    checked_alpha(alpha)
    if holds_predictions(table):
        return over_predictions(table, by, _of_predictions, missing, alpha)
    return over_blocks(table, partial(_of_scores, alpha=alpha), by=by, missing=missing)


def _of_predictions(scored: Scored, missing: Missing, alpha: float) -> pl.DataFrame:
    answers = right_or_wrong(scored)
    laid_out, group, groups = answers.scored, answers.group, answers.scored.n_groups
    expected = laid_out.present[group]
    answered = answers.measured.any(axis=1)
    whole = np.asarray(answered & (answers.measured | ~expected).all(axis=1))
    if missing == "refuse" and (answered & ~whole).any():
        unit = np.flatnonzero(answered & ~whole)[:1]
        place = laid_out.items.places(laid_out.keys, answers.item[unit])[0]
        raise IncompleteError(
            f"predictions are missing: {place} lacks {(expected & ~answers.measured)[unit].sum()} classifiers",
            hint="missing='available' uses the instances that all have predicted",
        )
    right = np.where(answers.measured & whole[:, None], 1 - answers.values, 0.0)
    per_unit, n_algorithms = right.sum(axis=1), laid_out.present.sum(axis=1)
    per_algorithm = np.zeros(laid_out.present.shape)
    np.add.at(per_algorithm, group, right)
    agreed = whole & ((per_unit == 0) | (per_unit == n_algorithms[group]))
    n = np.bincount(group, whole, groups).astype(np.int64)
    facts = pl.DataFrame(
        {
            GROUP: np.arange(groups),
            "n_algorithms": n_algorithms,
            "n": n,
            "n_dropped": answers.n_units - n,
            "n_ties": np.bincount(group, agreed, groups).astype(np.int64),
            "total": np.bincount(group, per_unit, groups),
            "squares": np.bincount(group, per_unit**2, groups),
            "columns": (per_algorithm**2).sum(axis=1),
            "pooled": answers.repetition.pooled,
            "again": answers.repetition.again,
            "clustered": answers.clustered,
        }
    ).with_columns(binary=pl.lit(True))
    judged = _rows(facts, alpha).hstack(facts.select(FLAGS))
    sound = pl.col("status").is_in(["ok", "approximate"])
    return with_doubts(judged, AGAIN, POOLED, CLUSTERED, WEIGHTS.where(sound & pl.lit(answers.weighted)))


def _of_scores(blocks: Blocks, alpha: float) -> pl.DataFrame:
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
    return doubted(_rows(facts, alpha), blocks, SHARED_RUNS)


def _rows(facts: pl.DataFrame, alpha: float) -> pl.DataFrame:
    L, T, n, binary = pl.col("n_algorithms"), pl.col("total"), pl.col("n"), pl.col("binary")
    spread = L * T - pl.col("squares")
    few = (n - pl.col("n_ties")) * L < FEW_CELLS
    test = Omnibus(
        statistic=(L - 1) * (L * pl.col("columns") - T**2) / spread,
        df1=L - 1,
        enough=(L >= 2) & (n >= 1),
        tied=binary & (spread == 0),
        refused=[(~binary, "undefined")],
        rough=few,
        remarks=(FEW_ANSWERS.where(~ENOUGH), NOT_BINARY.where(ENOUGH & ~binary), FEW_DISCORDANT.where(SOUND & few)),
    )
    return rows_of_facts(COCHRAN_Q, test, facts, keys=[GROUP], alpha=alpha)


COCHRAN_Q = Method(
    table=cochran_q,
    title="Cochran's Q test",
    question="Do several classifiers differ in how often they are right, on the same instances?",
    shape="predictions",
    also=("scores",),
    symbol="Q",
    formula="Q = (L-1) (L sum_j T_j^2 - T^2) / (L T - sum_i u_i^2), T_j right answers of j, u_i those on instance i",
    tex=r"Q = \frac{(k - 1) \left( k \sum_j T_j^2 - T^2 \right)}{k T - \sum_i u_i^2}",
    null="all classifiers are right with the same probability",
    assumes=("instances are independent", "every classifier answered every instance"),
    account=(
        "Cochran’s $Q$ test asks whether several classifiers are right equally often on the same instances; "
        "classifier $j$ is right $T_j$ times, and $u_i$ classifiers are right on instance $i$."
    ),
    cites=("cochran1950",),
    remarks=(FEW_ANSWERS, NOT_BINARY, FEW_DISCORDANT, AGAIN, POOLED, CLUSTERED, WEIGHTS, SHARED_RUNS),
)
