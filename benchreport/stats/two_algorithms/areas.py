"""Tests of areas under ROC curves by DeLong: two algorithms on the same or on other instances, all of a group."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, IncompleteError, one_of
from benchreport.measures.classes import NO_CLASS, NO_NEGATIVE, NO_POSITIVE, Positive
from benchreport.measures.ranked import POOLED, ranking, refuse_unscored
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.areas import ScoreMatrix, group_areas, line_areas, pair_areas, score_matrix
from benchreport.stats.forms.distributions import chi2_sf, normal_isf, t_isf, t_sf
from benchreport.stats.forms.predictions import over_predictions
from benchreport.stats.forms.rows import Frame, checked_alpha, fields, status_where, values_where
from benchreport.stats.forms.sides import OptionsOfTest, checked_options
from benchreport.stats.two_algorithms.on_instances import AGAIN
from benchreport.tables.blocks import Missing, refuse_single_algorithm
from benchreport.tables.groups import By
from benchreport.tables.scored import GROUP, Floats, Pairs, Scored, named_pairs, pairs_of
from benchreport.threads import product, roots_and_axes

POSITIVES, NEGATIVES = pl.col("positives"), pl.col("negatives")
ONLY_ONE = Remark(code="only_one_algorithm", note="only one algorithm")
ONE_OF_CLASS = Remark(code="one_of_class", note="a class with one instance has no variance")
# Why there is no area.
NO_AREA = (NO_CLASS, NO_POSITIVE, NO_NEGATIVE)


def delong(
    table: Frame,
    *,
    by: By = "dataset",
    positive: Positive,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Compute the DeLong test of every two algorithms that scored the same instances.

    ``estimate`` is the difference of the areas under the ROC curve. Scores pooled over folds come from several models:
    such rows are approximate.

    Parameters
    ----------
    table
        Predictions with a ``score``, or with probabilities.
    by
        Groups to test separately.
    positive
        The positive class: one for all datasets, or a mapping from dataset to class.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b.
    alpha
        Level of the interval.
    missing
        "refuse" tables in which someone lacks a score, or compare on those "available" to both.

    Returns
    -------
    polars.DataFrame
        One row per group and pair, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> cancer = table.filter(pl.col("dataset") == "breast_cancer")
    >>> rows = br.delong(cancer, positive="malignant", control="Majority")
    >>> rows.select("a", "n", pl.col("estimate", "statistic").round(4), "better").row(0)
    ('DecisionTree', 569, 0.4653, 20.4376, 'DecisionTree')
    """
    one_of(missing, ("refuse", "available"), name="missing")
    options = checked_options(DELONG, alternative, alpha)
    return over_predictions(table, by, _paired, positive, control, options, missing)


def _paired(
    scored: Scored, positive: Positive, control: str | None, options: OptionsOfTest, missing: Missing
) -> pl.DataFrame:
    refuse_single_algorithm(scored.source)
    matrix = score_matrix(scored, positive)
    if missing == "refuse":
        refuse_lacking(matrix)
    pairs = pairs_of(scored, control)
    n = pl.col("positives") + pl.col("negatives")
    facts = pair_areas(matrix, pairs).with_columns(n=n, df=pl.lit(None, dtype=pl.Float64))
    return _rows(_with_doubts(matrix, pairs, facts), options)


def delong_unpaired(
    table: Frame,
    *,
    by: By = "dataset",
    positive: Positive,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Frame:
    """Compute the test of the areas of every two algorithms that scored different instances.

    Algorithms that share instances are refused: :func:`delong` makes use of the pairing. Parameters as there.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> cancer = table.filter(pl.col("dataset") == "breast_cancer", pl.col("algorithm").is_in(["kNN", "GaussianNB"]))
    >>> own = (pl.col("algorithm") == "kNN") == (pl.col("instance") % 2 == 0)
    >>> br.delong_unpaired(cancer.filter(own), positive="malignant").select("a", "b", pl.col("df1").round(1)).row(0)
    ('GaussianNB', 'kNN', 557.1)
    """
    options = checked_options(DELONG_UNPAIRED, alternative, alpha)
    return over_predictions(table, by, _unpaired, positive, control, options)


def _unpaired(scored: Scored, positive: Positive, control: str | None, options: OptionsOfTest) -> pl.DataFrame:
    refuse_single_algorithm(scored.source)
    refuse_unscored(scored, ranking(scored, positive))
    matrix = score_matrix(scored, positive)
    _refuse_common(matrix)
    pairs, each = pairs_of(scored, control), line_areas(matrix)
    # Lines are numbered as they come, group by group.
    place = np.cumsum(scored.present).reshape(scored.present.shape) - 1
    a, b = each[place[pairs.group, pairs.a]], each[place[pairs.group, pairs.b]].select(pl.all().name.suffix("_b"))
    n_a, n_b = (pl.col(f"positives{end}") + pl.col(f"negatives{end}") for end in ("", "_b"))
    spread = pl.col("variance") + pl.col("variance_b")
    facts = a.hstack(b).select(
        gap=pl.col("auc") - pl.col("auc_b"),
        spread=spread,
        positives=pl.min_horizontal("positives", "positives_b"),
        negatives=pl.min_horizontal("negatives", "negatives_b"),
        n=n_a + n_b,
        df=(spread**2 / (pl.col("variance") ** 2 / (n_a - 1) + pl.col("variance_b") ** 2 / (n_b - 1))).fill_nan(None),
    )
    return _rows(_with_doubts(matrix, pairs, facts), options)


def delong_omnibus(table: Frame, *, by: By = "dataset", positive: Positive, alpha: float = 0.05) -> Frame:
    """Compute DeLong's test whether all algorithms of a group rank the same instances equally well.

    Parameters as in :func:`delong`.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> cancer = table.filter(pl.col("dataset") == "breast_cancer", pl.col("algorithm") != "Majority")
    >>> br.delong_omnibus(cancer, positive="malignant").select("n", "df1", pl.col("statistic").round(2)).row(0)
    (569, 4.0, 20.56)
    """
    return over_predictions(table, by, _contrasts, positive, checked_alpha(alpha))


def _contrasts(scored: Scored, positive: Positive, alpha: float) -> pl.DataFrame:
    """Compute the contrasts of the areas of every group with that of its last algorithm."""
    refuse_single_algorithm(scored.source)
    matrix = score_matrix(scored, positive)
    refuse_lacking(matrix)
    whole, counts = group_areas(matrix), scored.present.sum(axis=1)
    numbers = {name: np.full(scored.n_groups, np.nan) for name in ("statistic", "df", "range", "tied")}
    for k in np.unique(counts):
        groups = np.flatnonzero(counts == k)
        columns = np.nonzero(scored.present[groups])[1].reshape(len(groups), k)
        own = groups[:, None], columns
        square = groups[:, None, None], columns[:, :, None], columns[:, None, :]
        auc, covariance = whole.auc[own], whole.covariance[square]
        last = covariance[:, -1:, :-1]
        contrast = covariance[:, :-1, :-1] - last - last.transpose(0, 2, 1) + covariance[:, -1:, -1:]
        numbers["statistic"][groups], numbers["df"][groups] = _quadratic(auc[:, :-1] - auc[:, -1:], contrast)
        numbers["range"][groups] = np.ptp(auc, axis=1)
        equal = np.ptp(whole.twice_u[own], axis=1) == 0
        numbers["tied"][groups] = equal & (whole.spread[square] == 0).all(axis=(1, 2))
    facts = pl.DataFrame(numbers, nan_to_null=True).with_columns(
        pl.Series(GROUP, np.arange(scored.n_groups)),
        algorithms=pl.Series(counts),
        positives=pl.Series(whole.positives),
        negatives=pl.Series(whole.negatives),
        pooled=pl.Series(scored.several),
        again=pl.Series(scored.items.repeated),
    )
    return facts.select(GROUP, *_omnibus_row(alpha))


def _quadratic(gap: Floats, covariance: Floats) -> tuple[Floats, Floats]:
    """Return differences weighed by the inverse of their covariance, in the directions in which they vary at all."""
    sound = np.isfinite(covariance).all(axis=(1, 2)) if covariance.shape[1] else np.zeros(len(gap), dtype=bool)
    statistic, rank = np.full(len(gap), np.nan), np.full(len(gap), np.nan)
    if not sound.any():
        return statistic, rank
    values, vectors = roots_and_axes(covariance[sound])
    varying = values > 1e-10 * np.maximum(values[:, -1:], 1e-300)
    along = product(vectors.transpose(0, 2, 1), gap[sound][:, :, None])[:, :, 0]
    # A difference in a direction without variance is not to be judged.
    stray = (np.abs(np.where(varying, 0.0, along)) > 1e-9).any(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        total = np.where(varying, along**2 / values, 0.0).sum(axis=1)
    statistic[sound] = np.where(stray, np.nan, total)
    rank[sound] = np.where(stray, 0, varying.sum(axis=1))
    return statistic, rank


def _omnibus_row(alpha: float) -> list[pl.Expr]:
    several, tied = pl.col("algorithms") > 1, pl.col("tied").fill_null(0.0) == 1
    whole, enough = (POSITIVES > 0) & (NEGATIVES > 0), (POSITIVES > 1) & (NEGATIVES > 1)
    tied = tied & enough & several
    sound = enough & several & ~tied & pl.col("statistic").is_not_null() & (pl.col("df") > 0)
    doubtful = sound & (pl.col("pooled") | pl.col("again"))
    return fields(
        DELONG_OMNIBUS,
        n=POSITIVES + NEGATIVES,
        n_dropped=0,
        **values_where(sound, statistic="statistic", df1="df"),
        p_value=pl.when(sound).then(chi2_sf("statistic", "df")).when(tied).then(1.0),
        effect=pl.when(whole & several).then("range"),
        alpha=alpha,
        law="chi-square",
        status=status_where(
            undefined=~whole, too_few=~enough | ~several, all_ties=tied, zero_variance=~sound, approximate=doubtful
        ),
        remarks=[*remarks(whole, enough), ONLY_ONE.where(~several), *doubts(doubtful, AGAIN)],
    )


def _with_doubts(matrix: ScoreMatrix, pairs: Pairs, facts: pl.DataFrame) -> pl.DataFrame:
    """Return the facts of pairs with their names, the sizes of their groups and what makes these doubtful."""
    scored, group = matrix.scored, pairs.group
    named = named_pairs(scored, pairs).hstack(facts)
    return named.with_columns(
        n_group=pl.Series(matrix.n[group]),
        pooled=pl.Series(scored.several[group]),
        again=pl.Series(scored.items.repeated[group]),
    )


def _rows(facts: pl.DataFrame, options: OptionsOfTest) -> pl.DataFrame:
    """Return the result rows of pairs by their facts, step by step: what is used often is computed once."""
    n, df, gap, spread = (pl.col(name) for name in ("n", "df", "gap", "spread"))
    whole, enough, error, statistic = (pl.col(name) for name in ("whole", "enough", "error", "statistic"))
    tied, flat, sound, doubtful, p, reach = (
        pl.col(name) for name in ("tied", "flat", "sound", "doubtful", "p", "reach")
    )
    paired = options.method is DELONG
    judged = (
        facts.with_columns_seq(
            whole=(POSITIVES > 0) & (NEGATIVES > 0), enough=(POSITIVES > 1) & (NEGATIVES > 1), error=spread.sqrt()
        )
        .with_columns_seq(
            tied=enough & (spread == 0) & (gap == 0), flat=enough & (spread == 0) & (gap != 0), statistic=gap / error
        )
        .with_columns_seq(
            sound=enough & ~tied & ~flat,
            p=options.tail(statistic) if paired else options.tail(statistic, t_sf, df),
            reach=error * (normal_isf(options.level) if paired else t_isf(pl.lit(options.level), df)),
        )
        .with_columns_seq(doubtful=sound & (pl.col("pooled") | pl.col("again")))
    )
    row = options.row(
        a=pl.col("a"),
        b=pl.col("b"),
        better=pl.when(gap > 0).then("a").when(gap < 0).then("b"),
        n=n,
        n_dropped=pl.col("n_group") - n,
        **values_where(sound, statistic=statistic, df1=df),
        p_value=pl.when(sound).then(p).when(tied).then(1.0),
        estimate=pl.when(whole).then(gap),
        **options.limits(gap - reach, gap + reach, where=sound),
        law="normal" if paired else "Student's t",
        status=status_where(undefined=~whole, too_few=~enough, all_ties=tied, zero_variance=flat, approximate=doubtful),
        remarks=[*remarks(whole, enough), *doubts(doubtful, AGAIN)],
    )
    return judged.select_seq(GROUP, *row)


def doubts(doubtful: pl.Expr, again: Remark) -> list[pl.Expr]:
    """Return why a sound area is doubtful, by the columns ``again`` and ``pooled``."""
    return [again.where(doubtful & pl.col("again")), POOLED.where(doubtful & pl.col("pooled") & ~pl.col("again"))]


def remarks(whole: pl.Expr, enough: pl.Expr) -> list[pl.Expr]:
    """Return why there is no area, or no variance."""
    nobody = (POSITIVES <= 0) & (NEGATIVES <= 0)
    return [
        NO_CLASS.where(nobody),
        NO_POSITIVE.where(~nobody & (POSITIVES <= 0)),
        NO_NEGATIVE.where(~nobody & (NEGATIVES <= 0)),
        ONE_OF_CLASS.where(whole & ~enough),
    ]


def refuse_lacking(matrix: ScoreMatrix) -> None:
    """Raise when scores are not there, and name the first of them."""
    if not matrix.lacking.any():
        return
    item, algorithm = np.nonzero(matrix.lacking)
    scored = matrix.scored
    names = [name for name in ("dataset", "instance") if name in scored.items.keys.columns]
    items = replace(scored.items, keys=scored.items.keys.select(names))
    places = items.places(scored.keys, item[:3])
    first = "; ".join(
        f"{place} lacks {name}" for place, name in zip(places, scored.algorithms.gather(algorithm[:3]), strict=True)
    )
    more = f"; {len(item) - 3} more" if len(item) > 3 else ""
    raise IncompleteError(
        f"scores are missing: {first}{more}", hint="missing='available' compares each pair on the instances both scored"
    )


def _refuse_common(matrix: ScoreMatrix) -> None:
    common = np.flatnonzero((~np.isnan(matrix.scores)).sum(axis=1) > 1)
    if len(common):
        first = matrix.scored.items.places(matrix.scored.keys, common[:1])[0]
        raise ColumnError(
            f"{len(common)} instances were scored by several algorithms, first {first}",
            hint="br.delong pairs the scores of the same instance; here test sets must differ",
        )


DELONG = Method(
    table=delong,
    title="DeLong test",
    prose="DeLong’s test",
    short="DeLong",
    question="Do two algorithms rank the instances equally well?",
    shape="predictions",
    symbol="z",
    formula=(
        "z = (AUC_a - AUC_b) / sqrt(Var_a + Var_b - 2 Cov), from the placements of positives among negatives and"
        " of negatives among positives"
    ),
    tex=r"z = \frac{\mathrm{AUC}_a - \mathrm{AUC}_b}{\sqrt{\mathrm{Var}_a + \mathrm{Var}_b - 2 \, \mathrm{Cov}_{ab}}}",
    null="both areas under the ROC curve are equal",
    assumes=("instances are independent", "both algorithms scored the same instances"),
    account=(
        "DeLong’s test compares two AUCs on the same instances, with variances and covariance estimated from the "
        "ranks of positives among negatives."
    ),
    cites=("delong1988", "sun2014"),
    estimand="difference in AUC, a - b",
    signed=True,
    remarks=(*NO_AREA, ONE_OF_CLASS, AGAIN, POOLED),
)

DELONG_UNPAIRED = Method(
    table=delong_unpaired,
    title="DeLong test on separate test sets",
    question="Do two algorithms rank equally well, each its own instances?",
    shape="predictions",
    symbol="t",
    formula="t = (AUC_a - AUC_b) / sqrt(Var_a + Var_b), with Satterthwaite's degrees of freedom",
    tex=r"t = \frac{\mathrm{AUC}_a - \mathrm{AUC}_b}{\sqrt{\mathrm{Var}_a + \mathrm{Var}_b}}",
    null="both areas under the ROC curve are equal",
    assumes=("instances are independent", "no instance was scored by both"),
    account="DeLong’s test for separate test sets compares two AUCs measured on different instances.",
    cites=("delong1988", "robin2011"),
    estimand="difference in AUC, a - b",
    signed=True,
    remarks=(*NO_AREA, ONE_OF_CLASS, AGAIN, POOLED),
)

DELONG_OMNIBUS = Method(
    behind="many",
    table=delong_omnibus,
    title="DeLong test of several areas",
    question="Do all algorithms rank the instances equally well?",
    shape="predictions",
    symbol="\\chi^2",
    formula="chi2 = d' (C S C')^- d with d = C AUC the differences from the last algorithm; df = the rank of C S C'",
    tex=r"\chi^2 = d^{\top} (C S C^{\top})^{-} d, \quad d = C \, \mathrm{AUC}",
    null="all areas under the ROC curve are equal",
    assumes=("instances are independent", "all algorithms scored the same instances"),
    account=(
        "DeLong’s test of several areas compares the AUCs of all classifiers on the same instances, with their "
        "estimated covariance matrix $S$ and contrasts $C$."
    ),
    cites=("delong1988",),
    effect="range of the areas",
    remarks=(*NO_AREA, ONE_OF_CLASS, ONLY_ONE, AGAIN, POOLED),
)
