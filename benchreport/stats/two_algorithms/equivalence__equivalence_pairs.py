"""Are two classifiers equally good on the same instances, for practical purposes? Every pair, against a margin."""

from __future__ import annotations

from functools import partial

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.method import Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.predictions import over_predictions
from benchreport.stats.forms.rows import Frame, fields, first_that_holds, summarised
from benchreport.stats.kernels.binomial import tango_limits, tango_score
from benchreport.stats.two_algorithms.equivalence__columns_equivalence import (
    CLAIMS,
    checked_equivalence,
    claim_where,
    finite_scores,
    score_fields,
)
from benchreport.stats.two_algorithms.on_instances import INSTANCE_REMARKS, compared_answers
from benchreport.tables.blocks import Missing
from benchreport.tables.groups import By

# The normal law of the score is rough when so few instances tell the two apart or may do so at the margin.
FEW = 10
FEW_AT_MARGIN = Remark(
    code="few_at_margin", note=f"rough with fewer than {FEW} instances expected to differ at the margin"
)


def tost_paired_proportions(
    table: Frame,
    *,
    by: By = "dataset",
    margin: float,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Two one-sided score tests of the error rates of every two classifiers on the instances both predicted.

    A large p-value of McNemar's test shows no equality; a small one of this test does, within the margin. The interval
    is Tango's, which agrees with the test: equivalence is shown where it lies within the margins.

    Parameters
    ----------
    table
        Predictions of classes.
    by
        Groups to test separately.
    margin
        The difference of error rates that matters, chosen before the results were seen, such as 0.02.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "two-sided" for equivalence, "greater" that a is not worse than b by the margin, "less" that b is not worse.
    alpha
        Level of each of the two tests; the interval has level 1 - 2 alpha.
    missing
        "refuse" tables in which someone lacks an instance, or compare on those "available" to both.

    Returns
    -------
    polars.DataFrame
        One row per group and pair; ``n_ties`` counts the instances on which both are right or both wrong.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> rows = br.tost_paired_proportions(table, margin=0.05, control="kNN")
    >>> rows.select("dataset", "a", "n", pl.col("estimate").round(4)).row(0)
    ('breast_cancer', 'DecisionTree', 569, 0.0228)
    """
    checked_equivalence(margin, alternative, alpha)
    if margin >= 1:
        raise OptionError(
            f"margin is {margin!r}", hint="rates lie between 0 and 1; a margin is a small share, like 0.02"
        )

    test = partial(_tested, margin=float(margin), alternative=alternative, alpha=alpha)
    return over_predictions(table, by, compared_answers, TOST_PAIRED_PROPORTIONS, test, control, missing)


def _tested(x: pl.Expr, y: pl.Expr, margin: float, alternative: Alternative, alpha: float) -> pl.Expr:
    both = x.is_not_null() & y.is_not_null()
    counts = {
        "one": (x == 1) & (y == 1),
        "b": (x == 1) & (y != 1),
        "c": (x != 1) & (y == 1),
        "none": (x != 1) & (y != 1),
    }
    tallied = {name: (both & cell).sum().cast(pl.Int64) for name, cell in counts.items()}
    rows = partial(_rows, margin=margin, alternative=alternative, alpha=alpha)
    return summarised(TOST_PAIRED_PROPORTIONS, rows, **tallied)


def _rows(sums: pl.DataFrame, margin: float, alternative: Alternative, alpha: float) -> pl.DataFrame:
    one, b, c, none = (sums.get_column(name).to_numpy().astype(np.float64) for name in ("one", "b", "c", "none"))
    n = one + b + c + none
    low, high = tango_limits(one, b, c, none, alpha)
    with np.errstate(divide="ignore", invalid="ignore"):
        columns = {
            "difference": (b - c) / n,
            "low": low,
            "high": high,
            "z_low": tango_score(b, c, n, np.full_like(n, -margin)),
            "z_high": tango_score(b, c, n, np.full_like(n, margin)),
        }
    facts = sums.with_columns(**{name: pl.Series(values).fill_nan(None) for name, values in columns.items()})
    facts = facts.with_columns(n=pl.Series(n).cast(pl.Int64), n_ties=pl.col("one") + pl.col("none"))
    enough = pl.col("n") > 0
    testable = enough & finite_scores()
    few = testable & (pl.max_horizontal(pl.col("b") + pl.col("c"), margin * pl.col("n")) < FEW)
    row = fields(
        TOST_PAIRED_PROPORTIONS,
        **score_fields(alternative, alpha, enough, testable),
        n=pl.col("n"),
        n_ties=pl.col("n_ties"),
        status=first_that_holds([(~enough, "too_few"), (~testable, "undefined"), (few, "approximate")], "ok"),
        remarks=joined_remarks(claim_where(testable, margin, alternative, alpha), FEW_AT_MARGIN.where(few)),
    )
    return facts.select(row)


TOST_PAIRED_PROPORTIONS = Method(
    id="tost_paired_proportions",
    title="Equivalence of two error rates on the same instances",
    question="Do two classifiers err equally often on the same instances, within a margin?",
    shape="predictions",
    symbol="z",
    formula=(
        "z = (b - c - n d) / sqrt(n (2 q + d (1 - d))) at d = -margin and d = margin, q most likely given d; "
        "p is the larger of both one-sided p"
    ),
    tex=r"z = \frac{b - c - n d}{\sqrt{n (2 q + d (1 - d))}}, \quad d = \mp \Delta",
    null="the error rates differ by the margin or more",
    assumes=(
        "the margin was chosen before the results were seen",
        "both classifiers predicted the same instances, which are independent",
    ),
    cites=("tango1998", "schuirmann1987"),
    estimand="difference of error rates a - b",
    signed=True,
    remarks=(*CLAIMS, FEW_AT_MARGIN, *INSTANCE_REMARKS),
    table=tost_paired_proportions,
)
