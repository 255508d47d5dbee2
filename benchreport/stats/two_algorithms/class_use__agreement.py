"""Do two classifiers err on the same instances? Equal rates need not be equal errors."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import polars as pl

from benchreport.measures.instances import side_by_side
from benchreport.method import Method, Remark, schema_of
from benchreport.remarks import REMARK_COLUMNS, joined_remarks
from benchreport.stats.forms.predictions import rows_over
from benchreport.stats.forms.rows import Frame, first_that_holds
from benchreport.stats.two_algorithms.on_instances import right_or_wrong
from benchreport.tables.blocks import Missing
from benchreport.tables.groups import By
from benchreport.tables.scored import GROUP, Scored, named_pairs, pairs_of

# The losses of a and b in each cell of the agreement table.
CELLS: Mapping[str, tuple[int, int]] = {
    "both_wrong": (1, 1),
    "only_a_wrong": (1, 0),
    "only_b_wrong": (0, 1),
    "both_right": (0, 0),
}

# same_rate_other_errors: one row per group and pair.
AGREEMENT_COLUMNS: Mapping[str, tuple[str, str]] = {
    "a": ("Categorical", "first algorithm of the pair"),
    "b": ("Categorical", "second algorithm of the pair, or the control"),
    "method": ("String", "id of the method"),
    "n": ("Int64", "instances compared"),
    "n_dropped": ("Int64", "instances left out because one of the two lacks them"),
    "both_wrong": ("Int64", "instances both get wrong, e00"),
    "only_a_wrong": ("Int64", "instances only a gets wrong, e01"),
    "only_b_wrong": ("Int64", "instances only b gets wrong, e10"),
    "both_right": ("Int64", "instances both get right, e11"),
    "error_a": ("Float64", "error rate of a"),
    "error_b": ("Float64", "error rate of b"),
    "disagreement": ("Float64", "share of instances that only one of the two gets wrong"),
    "kappa": ("Float64", "agreement in being right or wrong beyond chance, 1 is the same errors"),
    "error_of_best": ("Float64", "error rate if the right one of the two could always be chosen"),
    "status": ("String", "ok, too_few or undefined"),
    **REMARK_COLUMNS,
}
EQUAL_RATES = Remark(code="equal_rates", note="equal error rates, yet only one of the two errs on {0} instances")
NO_KAPPA = Remark(code="no_kappa", note="both are right, or both wrong, on every instance: no kappa")


def same_rate_other_errors(
    table: Frame, *, by: By = "dataset", control: str | None = None, missing: Missing = "refuse"
) -> Frame:
    """Count on which instances two classifiers are right or wrong, for every pair.

    Equal error rates do not mean equal errors: where the two err on different instances an ensemble has something to
    gain, at most down to ``error_of_best``. Whether the rates differ is asked by :func:`mcnemar`.

    Parameters
    ----------
    table
        Predictions.
    by
        Groups to describe separately.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    missing
        "refuse" tables in which someone lacks an instance, or compare on those "available" to both.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> rows = br.same_rate_other_errors(table, control="kNN")
    >>> rows.select("dataset", "a", "both_wrong", "only_a_wrong", "only_b_wrong", "both_right").row(0)
    ('breast_cancer', 'DecisionTree', 10, 22, 9, 528)
    """

    return rows_over(AGREEMENT_COLUMNS, table, by, partial(_agreement, control=control, missing=missing))


def _agreement(scored: Scored, control: str | None, missing: Missing) -> pl.DataFrame:
    known, pairs = right_or_wrong(scored), pairs_of(scored, control)
    cells = [
        ((pl.col("x") == x) & (pl.col("y") == y)).sum().cast(pl.Int64).alias(name) for name, (x, y) in CELLS.items()
    ]
    counted = pl.concat(
        batch.group_by("pair", maintain_order=True).agg(pl.col("n_dropped").first(), *cells)
        for batch in side_by_side(known, pairs, missing=missing)
    )
    return _described(named_pairs(scored, pairs).hstack(counted.drop("pair")))


def _described(counts: pl.DataFrame) -> pl.DataFrame:
    e00, e01, e10, e11 = (pl.col(name) for name in CELLS)
    n = pl.col("n")
    error_a, error_b = (e00 + e01) / n, (e00 + e10) / n
    agree = (e00 + e11) / n
    chance = error_a * error_b + (1 - error_a) * (1 - error_b)
    same = (e01 == e10) & (e01 > 0)
    one_sided = (n > 0) & (chance >= 1)
    described = counts.with_columns(n=e00 + e01 + e10 + e11).with_columns(
        method=pl.lit(SAME_RATE_OTHER_ERRORS.id),
        error_a=error_a,
        error_b=error_b,
        disagreement=(e01 + e10) / n,
        kappa=pl.when(chance < 1).then((agree - chance) / (1 - chance)),
        error_of_best=e00 / n,
        status=first_that_holds([(n == 0, "too_few"), (one_sided, "undefined")], "ok"),
        remarks=joined_remarks(EQUAL_RATES.where(same, e01 + e10), NO_KAPPA.where(one_sided)),
        note=None,
    )
    kinds = schema_of(AGREEMENT_COLUMNS)
    finite = [pl.when(pl.col(pl.Float64).is_finite()).then(pl.col(pl.Float64))]
    return described.with_columns(finite).select(GROUP, *(pl.col(name).cast(kind) for name, kind in kinds.items()))


SAME_RATE_OTHER_ERRORS = Method(
    id="same_rate_other_errors",
    title="Agreement of errors",
    question="Do two classifiers make the same errors, or only as many?",
    shape="predictions",
    symbol="kappa",
    formula="e00, e01, e10, e11 count instances by which of the two is wrong; kappa = (agree - chance) / (1 - chance)",
    tex=r"\kappa = \frac{p_o - p_e}{1 - p_e}, \quad p_o = \frac{e_{00} + e_{11}}{n}",
    null="none: a description",
    assumes=("the two classifiers predicted the same instances",),
    cites=("alpaydin2010", "cohen1960"),
    remarks=(EQUAL_RATES, NO_KAPPA),
    table=same_rate_other_errors,
)
