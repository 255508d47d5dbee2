"""Area under the ROC curve of each algorithm: intervals, and the Mann-Whitney test against chance."""

from __future__ import annotations

from typing import Literal

import numpy as np
import polars as pl

from benchreport.measures.classes import CHANCE, IS_POSITIVE, Positive
from benchreport.measures.ranked import POOLED, ranking, refuse_unscored
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.areas import line_areas, score_matrix
from benchreport.stats.forms.predictions import over_predictions
from benchreport.stats.forms.rows import Frame, values_where
from benchreport.stats.forms.samples import gathered
from benchreport.stats.forms.sides import OptionsOfTest, checked_options
from benchreport.stats.kernels.binomial import normal_point
from benchreport.stats.kernels.roots import bisected
from benchreport.stats.kernels.two_samples import EXACT_RANKS_UP_TO
from benchreport.stats.two_algorithms.areas import NEGATIVES, NO_AREA, POSITIVES, doubts, remarks
from benchreport.stats.two_algorithms.on_instances import AGAIN, AGAIN_INTERVAL
from benchreport.stats.two_algorithms.separate_samples import rank_sum_columns, rank_sum_facts
from benchreport.tables.groups import By
from benchreport.tables.scored import GROUP, LINE, Floats, Scored

AreaInterval = Literal["logit", "wald", "newcombe"]
ChanceVariant = Literal["exact", "normal", "normal_corrected"]
SEPARATED = Remark(
    code="separated_classes",
    note="DeLong's variance is 0 where no score of one class is among those of the other; limits are Newcombe's",
)
ONE_EACH = Remark(code="one_of_class_newcombe", note="a class with one instance has no variance; limits are Newcombe's")
STANDARD_ERROR = Remark(code="standard_error", note="standard error {0}")
MANY_INSTANCES = Remark(code="many_instances", note=f"more than {EXACT_RANKS_UP_TO} instances: normal approximation")


def ci_auc(
    table: Frame,
    *,
    by: By = "dataset",
    positive: Positive,
    alternative: Alternative = "two-sided",
    variant: AreaInterval = "logit",
    alpha: float = 0.05,
) -> Frame:
    """Compute the interval of the area under the ROC curve of every algorithm.

    Scores pooled over folds come from several models: such rows are approximate.

    Parameters
    ----------
    table
        Predictions with a ``score``, or with probabilities.
    by
        Groups to look at separately.
    positive
        The positive class: one for all datasets, or a mapping from dataset to class.
    alternative
        "greater" gives a lower limit only, "less" an upper one.
    variant
        "logit" keeps DeLong's limits inside 0 and 1; "wald" is symmetric and may leave them; "newcombe" is a score
        interval, which also holds where the classes are separated and DeLong's variance is 0.
    alpha
        Level of the interval.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, which is named in ``a``.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> rows = br.ci_auc(table.filter(pl.col("dataset") == "breast_cancer"), positive="malignant")
    >>> rows.select("a", "n", pl.col("estimate", "ci_low", "ci_high").round(4)).row(0)
    ('DecisionTree', 569, 0.9586, 0.9356, 0.9736)
    """
    options = checked_options(CI_AUC, alternative, alpha, variant)
    return over_predictions(table, by, _intervals, positive, options)


def auc_test(
    table: Frame,
    *,
    by: By = "dataset",
    positive: Positive,
    alternative: Alternative = "two-sided",
    variant: ChanceVariant = "exact",
    alpha: float = 0.05,
) -> Frame:
    """Compute the Mann-Whitney test of every algorithm: does its area under the ROC curve differ from 0.5?

    Parameters as in :func:`ci_auc`, whose logit interval goes with ``estimate``; ``alternative="greater"`` means better
    than chance. ``statistic`` is U, ``n_ties`` counts tied pairs of a positive and a negative.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(6), "truth": [1, 1, 1, 0, 0, 0], "score": [6, 5, 3, 4, 2, 1]})
    >>> rows = br.auc_test(br.predictions(frame), positive=1)
    >>> rows.select("a", "statistic", "p_value", pl.col("estimate").round(4), "law").row(0)
    ('m', 8.0, 0.2, 0.8889, 'exact rank-sum')
    """
    options = checked_options(AUC_TEST, alternative, alpha, variant)
    return over_predictions(table, by, _tests, positive, options)


def _facts(scored: Scored, positive: Positive) -> pl.DataFrame:
    """Return the area of every line with its variance and the sizes of its classes."""
    refuse_unscored(scored, ranking(scored, positive))
    lines = scored.lines(np.flatnonzero(scored.present)).hstack(line_areas(score_matrix(scored, positive)))
    group = lines.get_column(GROUP).to_numpy()
    return lines.with_columns(
        error=pl.col("variance").sqrt(),
        pooled=pl.Series(scored.several[group]),
        again=pl.Series(scored.items.repeated[group]),
    )


def newcombe_limits(auc: Floats, positives: Floats, negatives: Floats, level: float) -> tuple[Floats, Floats]:
    """Return the areas that the observed one is just compatible with, each at a tail level of its own.

    Examples
    --------
    >>> low, high = newcombe_limits(np.array([1.0]), np.array([10.0]), np.array([10.0]), 0.025)
    >>> round(low.item(), 4), high.item()
    (0.8002, 1.0)
    """
    z, m = normal_point(level), (positives + negatives) / 2

    def variance(t: Floats) -> Floats:
        return t * (1 - t) * (1 + (m - 1) * ((1 - t) / (2 - t) + t / (1 + t))) / (positives * negatives)

    zero = np.zeros_like(auc)
    low = bisected(lambda t: auc - t <= z * np.sqrt(variance(t)), zero, auc)
    # From above: the last area that is not yet too far away.
    high = 1 - bisected(lambda t: (1 - auc) - t <= z * np.sqrt(variance(1 - t)), zero, 1 - auc)
    return low, high


def _intervals(scored: Scored, positive: Positive, options: OptionsOfTest) -> pl.DataFrame:
    facts = _with_limits(_facts(scored, positive), options, options.variant)
    defined, enough = (POSITIVES > 0) & (NEGATIVES > 0), (POSITIVES > 1) & (NEGATIVES > 1)
    by_variance = pl.lit(options.variant != "newcombe")
    flat, lone = defined & enough & (pl.col("error") == 0) & by_variance, defined & ~enough & by_variance
    doubtful = defined & (pl.col("pooled") | pl.col("again"))
    row = options.row(
        a=pl.col("algorithm"),
        n=POSITIVES + NEGATIVES,
        n_dropped=0,
        estimate=pl.col("auc"),
        ci_low=pl.col("low"),
        ci_high=pl.col("high"),
        law="normal",
        status=[(~defined, "undefined"), (flat, "zero_variance"), (lone, "too_few"), (doubtful, "approximate")],
        remarks=[
            *remarks(defined, enough | defined),
            SEPARATED.where(flat),
            ONE_EACH.where(lone),
            STANDARD_ERROR.where(defined & ~flat & ~lone & by_variance, pl.col("error").round_sig_figs(6)),
            *doubts(doubtful, AGAIN_INTERVAL),
        ],
    )
    return facts.select(GROUP, *row)


def _with_limits(facts: pl.DataFrame, options: OptionsOfTest, variant: str) -> pl.DataFrame:
    n1, n0, auc, error = (facts.get_column(name).to_numpy() for name in ("positives", "negatives", "auc", "error"))
    whole = (n1 > 0) & (n0 > 0)
    low, high = np.full(len(auc), np.nan), np.full(len(auc), np.nan)
    low[whole], high[whole] = newcombe_limits(auc[whole], n1[whole], n0[whole], options.level)
    moving = whole & (error > 0)
    if variant != "newcombe":
        z, area = normal_point(options.level), auc[moving]
        if variant == "wald":
            low[moving], high[moving] = area - z * error[moving], area + z * error[moving]
        else:
            odds, reach = np.log(area / (1 - area)), z * error[moving] / (area * (1 - area))
            low[moving], high[moving] = 1 / (1 + np.exp(reach - odds)), 1 / (1 + np.exp(-odds - reach))
    return facts.with_columns(
        low=pl.Series(low, nan_to_null=True) if options.alternative != "less" else None,
        high=pl.Series(high, nan_to_null=True) if options.alternative != "greater" else None,
    )


def _tests(scored: Scored, positive: Positive, options: OptionsOfTest) -> pl.DataFrame:
    flags = pl.col(IS_POSITIVE)
    # Ranks in place of scores, since nothing else of them matters and ranks are whole numbers.
    ranks = ranking(scored, positive).with_columns(pl.Series(LINE, scored.line))
    ranks = ranks.with_columns(rank=pl.col(CHANCE).rank("dense").over(LINE).cast(pl.Float64))
    lists = ranks.group_by(LINE).agg(x=pl.col("rank").filter(flags).sort(), y=pl.col("rank").filter(~flags).sort())
    counted = rank_sum_facts(gathered(lists.sort(LINE).select("x", "y")), options.variant)
    counted = counted.select("n_x", "n_y", "u", "tie_sum", "crossed", "exact", "at_most", "at_least")
    facts = _with_limits(_facts(scored, positive), options, "logit").drop("positives", "negatives").hstack(counted)
    n_x, n_y = pl.col("n_x"), pl.col("n_y")
    enough = (n_x >= 1) & (n_y >= 1)
    tied = enough & (pl.col("crossed") == n_x * n_y)
    sound = enough & ~tied
    doubtful = sound & (pl.col("pooled") | pl.col("again"))
    inexact = sound & ~pl.col("exact") & pl.lit(options.variant == "exact")
    row = options.row(
        **rank_sum_columns(options),
        a=pl.col("algorithm"),
        n=n_x + n_y,
        n_dropped=0,
        n_ties=pl.when(enough).then("crossed"),
        statistic=pl.when(sound).then("u"),
        estimate=pl.col("auc"),
        **values_where(sound, ci_low="low", ci_high="high"),
        status=[(~enough, "undefined"), (tied, "all_ties"), (inexact | doubtful, "approximate")],
        remarks=[*remarks(enough, enough), MANY_INSTANCES.where(inexact), *doubts(doubtful, AGAIN)],
    )
    return facts.with_columns(positives=n_x, negatives=n_y).select(GROUP, *row)


CI_AUC = Method(
    table=ci_auc,
    title="Interval for the area under the ROC curve",
    question="Between which limits does the area under the ROC curve lie?",
    shape="predictions",
    symbol="\\mathrm{AUC}",
    formula=(
        "logit: log(A / (1 - A)) +- z s / (A (1 - A)) with DeLong's s; wald: A +- z s; newcombe: limits t that"
        " solve |A - t| = z sqrt(V(t)), V(t) = t (1 - t) (1 + (m - 1) ((1 - t) / (2 - t) + t / (1 + t))) / (p n),"
        " m = (p + n) / 2"
    ),
    tex=r"\ln \frac{A}{1 - A} \pm z_{1-\alpha/2} \frac{s}{A (1 - A)}",
    null="none, an interval",
    assumes=("instances are independent",),
    account=(
        "The interval of an area $A$ under the ROC curve is computed on the logit scale, with DeLong’s standard "
        "error $s$."
    ),
    cites=("delong1988", "newcombe2006"),
    estimand="area under the ROC curve",
    variants=("logit", "wald", "newcombe"),
    remarks=(*NO_AREA, SEPARATED, ONE_EACH, STANDARD_ERROR, AGAIN_INTERVAL, POOLED),
)

AUC_TEST = CI_AUC.relative(
    table=auc_test,
    title="Test of the area under the ROC curve against chance",
    question="Does the ranking tell the classes apart at all?",
    account=(
        "The area under the ROC curve is compared with chance by the Mann–Whitney statistic $U$ of $p$ positives "
        "and $n$ negatives."
    ),
    symbol="U",
    formula=(
        "U = p n AUC, the Mann-Whitney statistic; its exact law under all orders of the observed ranks, or the"
        " normal law with the variance for ties"
    ),
    tex=r"U = p \, n \, \mathrm{AUC}",
    null="scores of positives and negatives follow one law",
    cites=("mann1947", "hanley1982"),
    variants=("exact", "normal", "normal_corrected"),
    remarks=(*NO_AREA, MANY_INSTANCES, AGAIN, POOLED),
)
