"""Tests of two classifiers on the cost of their errors: paired t and sign flips."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from benchreport.measures.instances import Losses, averaged_attempts, losses
from benchreport.measures.losses import Costs, Priced
from benchreport.method import Alternative, Method, Remark
from benchreport.remarks import with_remarks
from benchreport.stats.forms.predictions import over_predictions, untouched
from benchreport.stats.forms.rows import Frame
from benchreport.stats.two_algorithms.on_instances import (
    PAIRED_T_INSTANCES,
    PERMUTATION_SIGNFLIP,
    ColumnTest,
    over_instances,
    paired_t_instances_expr,
    permutation_signflip_expr,
)
from benchreport.tables.blocks import Missing
from benchreport.tables.groups import By
from benchreport.tables.scored import GROUP, Scored

Tests = Mapping[str, tuple[Method, ColumnTest]]
ROUNDING = 1e-12  # of mean costs
OTHER_ORDER = Remark(code="other_order", note="by error rate the order of the two is the other way round")


def risk_test(
    table: Frame,
    *,
    by: By = "dataset",
    costs: Costs,
    positive: Any = None,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    draws: int = 9999,
    seed: int = 0,
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Compute the paired t and the sign-flip test of every two classifiers on the cost of errors: two rows per pair.

    Comparing 0/1 errors takes all errors for equally bad; this does not. The note says where the order by cost is not
    the order by error rate. Every test on predictions takes ``costs`` too; this runs the two that suit them.

    Parameters
    ----------
    table
        Predictions.
    by
        Groups to test separately.
    costs
        (cost of a false alarm, cost of a miss), or {(truth, prediction): cost}.
    positive
        The class that false alarms and misses are about.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b, which is cheaper.
    draws, seed
        Of the sign flips, where they cannot be exact.
    alpha
        Level of the interval.
    missing
        "refuse" tables in which someone lacks an instance, or compare on those "available" to both.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> cancer = table.filter(pl.col("dataset") == "breast_cancer")
    >>> rows = br.risk_test(cancer, costs=(1, 10), positive="malignant", control="kNN")
    >>> rows.select("a", "variant", "better").rows()[:2]
    [('DecisionTree', 'paired_t', 'kNN'), ('DecisionTree', 'sign_flip', 'kNN')]
    """
    priced = Priced(costs=costs, positive=positive)
    flip = partial(permutation_signflip_expr, alternative=alternative, draws=draws, seed=seed, alpha=alpha)
    tests: Tests = {
        "paired_t": (PAIRED_T_INSTANCES, partial(paired_t_instances_expr, alternative=alternative, alpha=alpha)),
        "sign_flip": (PERMUTATION_SIGNFLIP, flip),
    }
    return over_predictions(table, by, _risks, tests, priced, control, missing)


def _risks(scored: Scored, tests: Tests, priced: Priced, control: str | None, missing: Missing) -> pl.DataFrame:
    costs = averaged_attempts(losses(scored.once(untouched), priced))
    rows = pl.concat(
        over_instances(costs, method, test, control=control, missing=missing, by_cluster=True).with_columns(
            method=pl.lit(RISK_TEST.id), variant=pl.lit(name)
        )
        for name, (method, test) in tests.items()
    )
    return _ordered(rows, costs.scored.once(losses, Priced()))


def _ordered(rows: pl.DataFrame, plain: Losses) -> pl.DataFrame:
    """Return the rows in order, with a remark where cost and error rate order the two algorithms differently."""
    unit, algorithm = np.nonzero(plain.measured)
    names = plain.scored.algorithms.gather(algorithm)
    errors = pl.DataFrame({GROUP: plain.group[unit], "a": names, "rate": plain.values[unit, algorithm]})
    rates = errors.group_by(GROUP, "a").agg(pl.col("rate").mean())
    others = rates.rename({"a": "b", "rate": "rate_b"})
    both = rows.join(rates, on=[GROUP, "a"], how="left").join(others, on=[GROUP, "b"], how="left")
    gap, cost = pl.col("rate") - pl.col("rate_b"), pl.col("estimate")
    reversed_order = (gap.abs() > ROUNDING) & (cost.abs() > ROUNDING) & (gap.sign() != cost.sign())
    remarked = with_remarks(both, OTHER_ORDER.where(reversed_order))
    return remarked.sort(GROUP, "a", "b", "variant").select(rows.columns)


RISK_TEST = Method(
    table=risk_test,
    title="Tests on the cost of errors",
    question="Do two classifiers differ in mean cost, when errors cost different amounts?",
    shape="predictions",
    symbol="t",
    formula="paired t and sign flip on d = cost(a) - cost(b) per instance",
    tex=r"t = \frac{\sqrt{m} \, \bar{d}}{s_d}, \quad d_i = \mathrm{cost}(a_i) - \mathrm{cost}(b_i)",
    null="the expected difference in cost is zero",
    assumes=("instances are independent, or clusters of them are", "the costs are known"),
    account="The mean costs of two classifiers are compared by a paired $t$ test on instances.",
    cites=("alpaydin2010",),
    estimand="mean difference a - b",
    effect="mean difference in standard deviations",
    variants=("paired_t", "sign_flip"),
    signed=True,
    aliases=("tests_on_risk",),
    remarks=tuple(dict.fromkeys((*PAIRED_T_INSTANCES.remarks, *PERMUTATION_SIGNFLIP.remarks, OTHER_ORDER))),
)
