"""How probable is it that one algorithm is better, that both are as good as equal, or that the other is better?"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark
from benchreport.stats.bayes.paired_tests__posterior import (
    DRAWN_REMARKS,
    STUDENT_REMARKS,
    Drawing,
    Rope,
    checked_rope,
    drawn_rows,
    drawn_shares,
    listed_values,
    student_rows,
    with_probabilities,
)
from benchreport.stats.forms.over import PER_DATASET, Frame, doubted, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import checked_alpha
from benchreport.stats.kernels.dirichlet import REGIONS, sign_shares, walsh_shares
from benchreport.tables.blocks import Blocks, Missing, Reduce
from benchreport.tables.groups import By

Sampled = Literal["bayes_sign", "bayes_signed_rank"]
PRIORS = {"bayes_sign": 1.0, "bayes_signed_rank": 0.5}
SHARES = {"bayes_sign": sign_shares, "bayes_signed_rank": walsh_shares}
DEPENDENT = Remark(
    code="shared_runs_probabilities",
    note="runs share training data (unless they are seeds), so the probabilities are too sure; see bayes_correlated_t",
)

# bayes_samples: one row per group, pair and draw.
SAMPLE_COLUMNS: Mapping[str, tuple[str, str]] = {
    "a": ("Categorical", "first algorithm of the pair"),
    "b": ("Categorical", "second algorithm of the pair, or the control"),
    "draw": ("Int64", "number of the draw"),
    "a_better": ("Float64", "drawn probability that a is better by more than the rope"),
    "rope": ("Float64", "drawn probability that the difference lies within the rope"),
    "b_better": ("Float64", "drawn probability that b is better by more than the rope"),
}


@documented
def bayes_correlated_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    rope: Rope = 0.0,
    control: str | None = None,
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Bayesian correlated t test of every two algorithms over the runs of one dataset.

    Three rows per group and pair, told apart by ``term``: "a_better" and "b_better" (by more than the rope), and
    "rope" (as good as equal); ``estimate`` is the posterior probability. ``effect`` is the posterior mean advantage of
    ``a`` with its credible limits. The ratio of test to training size is taken from ``n_test`` and ``n_train``, else
    from the number of folds.

    Parameters
    ----------
    rope
        Half-width of the region of practical equivalence in metric units, such as 0.01 for a percent of accuracy; a
        mapping gives each metric its own.
    alpha
        Level of the credible limits.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> rows = br.bayes_correlated_t(scores, rope=0.01, control="kNN")
    >>> rows.select("a", "term", pl.col("estimate").round(4)).rows()[:3]
    [('DecisionTree', 'a_better', 0.0001), ('DecisionTree', 'rope', 0.0157), ('DecisionTree', 'b_better', 0.9842)]
    """
    region, level = checked_rope(rope), checked_alpha(alpha)
    rows = partial(student_rows, method=BAYES_CORRELATED_T, rope=region, control=control, alpha=level)
    return over_blocks(table, rows, by=by, missing=missing, control=control)


@documented
def bayes_sign(
    table: Frame,
    *,
    by: By = "metric",
    rope: Rope = 0.0,
    control: str | None = None,
    prior: float = 1.0,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
    seed: int = 0,
    draws: int = 20_000,
) -> Frame:
    """Bayesian sign test of every two algorithms over datasets, with a region of practical equivalence.

    Three rows per group and pair, told apart by ``term``: "a_better", "rope" and "b_better"; ``estimate`` is the
    posterior probability that most datasets lie there, ``effect`` the posterior mean share of datasets with its
    credible limits. With ``rope=0`` the two algorithms are compared with each other only, and ties count for neither.

    Parameters
    ----------
    rope
        Half-width of the region of practical equivalence in metric units, such as 0.01 for a percent of accuracy; a
        mapping gives each metric its own.
    prior
        Weight of the prior observation, which lies in the rope.
    alpha
        Level of the credible limits.
    draws
        Draws of the posterior.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.bayes_sign(scores, rope=0.01, control="C4.5")
    >>> rows.select("a", "term", pl.col("estimate").round(1)).rows()[3:6]
    [('C4.5+m', 'a_better', 0.2), ('C4.5+m', 'rope', 0.8), ('C4.5+m', 'b_better', 0.0)]
    """
    drawing = Drawing(prior=prior, seed=seed, draws=draws, alpha=alpha)
    rows = partial(_drawn, method=BAYES_SIGN, rope=checked_rope(rope), control=control, drawing=drawing)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control)


@documented
def bayes_signed_rank(
    table: Frame,
    *,
    by: By = "metric",
    rope: Rope = 0.0,
    control: str | None = None,
    prior: float = 0.5,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
    seed: int = 0,
    draws: int = 20_000,
) -> Frame:
    """Bayesian signed-rank test of every two algorithms over datasets, with a region of practical equivalence.

    As :func:`bayes_sign`, but for averages of two datasets, so that the size of differences counts as well.

    Parameters
    ----------
    rope
        Half-width of the region of practical equivalence in metric units; a mapping gives each metric its own.
    prior
        Weight of a prior observation without any difference.
    alpha
        Level of the credible limits.
    draws
        Draws of the posterior.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.bayes_signed_rank(scores, rope=0.01, control="C4.5")
    >>> rows.select("a", "term", pl.col("estimate").round(1)).rows()[3:6]
    [('C4.5+m', 'a_better', 0.7), ('C4.5+m', 'rope', 0.3), ('C4.5+m', 'b_better', 0.0)]
    """
    drawing = Drawing(prior=prior, seed=seed, draws=draws, alpha=alpha)
    rows = partial(_drawn, method=BAYES_SIGNED_RANK, rope=checked_rope(rope), control=control, drawing=drawing)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control)


@documented
def bayes_samples(
    table: Frame,
    *,
    by: By = "metric",
    method: Sampled = "bayes_signed_rank",
    rope: Rope = 0.0,
    control: str | None = None,
    prior: float | None = None,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
    seed: int = 0,
    draws: int = 20_000,
) -> Frame:
    """Return the draws behind :func:`bayes_sign` or :func:`bayes_signed_rank`, for a picture of the posterior.

    One row per group, pair and draw: the three shares ``a_better``, ``rope`` and ``b_better``, which sum to 1. The same
    seed gives the draws that the test itself used.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> samples = br.bayes_samples(scores, rope=0.01, control="C4.5", draws=500)
    >>> samples.columns, samples.height
    (['metric', 'a', 'b', 'draw', 'a_better', 'rope', 'b_better'], 1500)
    """
    one_of(method, SHARES, name="method")
    drawing = Drawing(prior=PRIORS[method] if prior is None else prior, seed=seed, draws=draws)
    rows = partial(_samples, method=method, rope=checked_rope(rope), control=control, drawing=drawing)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control, columns=SAMPLE_COLUMNS)


def _samples(blocks: Blocks, *, method: Sampled, rope: Rope, control: str | None, drawing: Drawing) -> pl.DataFrame:
    facts = listed_values(blocks, rope=rope, control=control)
    drawn = np.full((facts.height, len(REGIONS), drawing.draws), np.nan)
    for here, shares in drawn_shares(facts, SHARES[method], drawing):
        drawn[here] = shares
    some = np.flatnonzero(facts["n"].to_numpy() > 0)
    names = facts.select("group", "a", "b")[np.repeat(some, drawing.draws)]
    columns = {name: pl.Series(drawn[some, i].ravel()) for i, name in enumerate(REGIONS)}
    return names.with_columns(draw=pl.Series(np.tile(np.arange(drawing.draws), len(some))), **columns)


def _drawn(blocks: Blocks, *, method: Method, rope: Rope, control: str | None, drawing: Drawing) -> pl.DataFrame:
    facts = listed_values(blocks, rope=rope, control=control)
    judged = with_probabilities(facts, SHARES[method.id], drawing)
    return doubted(drawn_rows(judged, method, drawing), blocks, DEPENDENT)


BAYES_CORRELATED_T = Method(
    id="bayes_correlated_t",
    title="Bayesian correlated t test",
    question="On one dataset, how probable is it that an algorithm is better by more than matters?",
    symbol="P",
    formula=(
        "the mean difference has a Student posterior: n - 1 degrees of freedom, centre mean(d), "
        "scale sd(d) sqrt(1/n + n_test/n_train)"
    ),
    tex=r"\frac{\mu - \bar{d}}{s_d \sqrt{\frac{1}{n} + \frac{n_{\mathrm{test}}}{n_{\mathrm{train}}}}} \sim t_{n-1}",
    assumes=("the correlation between folds is n_test / (n_train + n_test)", "differences are about normal"),
    cites=("corani2015", "benavoli2017"),
    estimand="posterior probability",
    effect="posterior mean advantage of a in metric units",
    remarks=STUDENT_REMARKS,
    table=bayes_correlated_t,
)

BAYES_SIGN = Method(
    id="bayes_sign",
    title="Bayesian sign test",
    question="On how large a share of datasets is an algorithm better by more than matters?",
    symbol="P",
    formula=(
        "shares of datasets with d > rope, |d| <= rope, d < -rope have a Dirichlet posterior with a prior "
        "observation of weight s in the rope; P = probability that a share is the largest"
    ),
    tex=r"(\theta_{<}, \theta_0, \theta_{>}) \sim \mathrm{Dirichlet}(n_{<}, \, n_0 + s, \, n_{>})",
    assumes=("datasets are independent",),
    cites=("benavoli2014", "benavoli2017"),
    estimand="posterior probability",
    effect="posterior mean share of datasets",
    remarks=(*DRAWN_REMARKS, DEPENDENT),
    table=bayes_sign,
)

BAYES_SIGNED_RANK = Method(
    id="bayes_signed_rank",
    title="Bayesian signed-rank test",
    question="Over datasets, how probable is it that an algorithm is better by more than matters?",
    symbol="P",
    formula=(
        "shares of Walsh averages (d_i + d_j)/2 above, within and below the rope under Dirichlet weights with a "
        "prior observation of weight s at 0; P = probability that a share is the largest"
    ),
    tex=(
        r"\theta_{>} = \sum_{i=0}^{n} \sum_{j=0}^{n} w_i w_j \mathbf{1}\left[ \frac{d_i + d_j}{2} > r \right], "
        r"\quad w \sim \mathrm{Dirichlet}(s, 1, \ldots, 1), \quad d_0 = 0"
    ),
    assumes=("datasets are independent", "differences of datasets can be compared in size"),
    cites=("benavoli2014", "benavoli2017"),
    estimand="posterior probability",
    effect="posterior mean share of Walsh averages",
    remarks=(*DRAWN_REMARKS, DEPENDENT),
    table=bayes_signed_rank,
)
