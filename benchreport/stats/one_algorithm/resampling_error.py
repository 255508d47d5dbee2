"""Resampling estimates of each algorithm: out-of-bag, .632 and .632+ bootstrap, cross-validation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import polars as pl

from benchreport.errors import OptionError, refuse_unknown
from benchreport.method import Method, Remark
from benchreport.stats.forms.over import PER_DATASET, Frame, over_layout
from benchreport.stats.forms.rows import fields
from benchreport.tables.blocks import GROUP, Grouped, grouped_scores, refuse_mixtures
from benchreport.tables.groups import By
from benchreport.tables.schema import RUN_KEYS

DRAWN = 0.632
NO_SIZES = Remark(code="no_test_sizes", note="n_test is not known for every run")
NO_WHOLE_RUN = Remark(code="no_whole_run", note="no run with all the results it needs")


def bootstrap_oob(table: Frame, *, by: By = PER_DATASET) -> Frame:
    """Compute the mean out-of-bag result of each algorithm over its bootstrap replicates.

    Somewhat pessimistic, since each replicate was trained on 63 % of the cases. The spread over replicates is no
    standard error of the estimate, so no interval is given.

    Parameters
    ----------
    table
        Scores: one run (``repeat`` or ``fold``) per bootstrap replicate, measured on the cases that were not drawn.
    by
        Groups to treat separately.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, which ``a`` names.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"algorithm": ["knn"] * 2, "dataset": ["d"] * 2, "repeat": [1, 2], "error": [0.4, 0.6]})
    >>> br.bootstrap_oob(br.scores(runs)).select("a", "n", "estimate").row(0)
    ('knn', 2, 0.5)
    """
    return _over_runs(BOOTSTRAP_OOB, pl.col("__value"), table, by=by)


def bootstrap_632(table: Frame, *, by: By = PER_DATASET, training: Mapping[str, str]) -> Frame:
    """Compute the .632 estimate of each algorithm: out-of-bag and training results weighted by .632 and .368.

    Optimistic for algorithms that memorise their training data; :func:`bootstrap_632_plus` is not.

    Parameters
    ----------
    table
        Scores: one run per bootstrap replicate; out-of-bag and training results are two metrics.
    by
        Groups to treat separately; ``metric`` among them.
    training
        Which metric holds the training results of which: ``{"error": "training error"}``.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> runs = pl.DataFrame(
    ...     {"algorithm": ["knn"] * 2, "dataset": ["d"] * 2, "repeat": [1, 2], "error": [0.4, 0.6], "train": [0.0, 0.0]}
    ... )
    >>> scores = br.scores(runs, directions={"train": "lower"})
    >>> br.bootstrap_632(scores, training={"error": "train"})["estimate"].to_list()
    [0.316]
    """
    estimate = DRAWN * pl.col("__value") + (1 - DRAWN) * pl.col("__training")
    return _over_runs(BOOTSTRAP_632, estimate, table, by=by, training=training)


def bootstrap_632_plus(
    table: Frame, *, by: By = PER_DATASET, training: Mapping[str, str], no_information: Mapping[str, str | float]
) -> Frame:
    """Compute the .632+ estimate of each algorithm: out-of-bag and training results weighted by how far it overfits.

    ``effect`` is the relative overfitting rate R: 0 for none, 1 when the out-of-bag result is no better than guessing.

    Parameters
    ----------
    table
        Scores: one run per bootstrap replicate; out-of-bag, training and no-information results are metrics.
    by
        Groups to treat separately; ``metric`` among them.
    training
        Which metric holds the training results of which: ``{"error": "training error"}``.
    no_information
        The result when predictions carry no information, for each metric: a number, or the metric that holds it.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> runs = pl.DataFrame(
    ...     {"algorithm": ["knn"] * 2, "dataset": ["d"] * 2, "repeat": [1, 2], "error": [0.4, 0.6], "train": [0.0, 0.0]}
    ... )
    >>> scores = br.scores(runs, directions={"train": "lower"})
    >>> br.bootstrap_632_plus(scores, training={"error": "train"}, no_information={"error": 0.5})["estimate"].to_list()
    [0.5]
    """
    # As errors: turned so that lower is better, whatever the metric.
    out, trained, guess = (pl.col("__turn") * pl.col(name) for name in ("__value", "__training", "__guess"))
    worst = pl.min_horizontal(out, guess)
    rate = pl.when((out > trained) & (guess > trained)).then((worst - trained) / (guess - trained)).otherwise(0.0)
    weight = DRAWN / (1 - (1 - DRAWN) * rate)
    estimate = pl.col("__turn") * ((1 - weight) * trained + weight * worst)
    companions: dict[str, Any] = {"training": training, "no_information": no_information}
    return _over_runs(BOOTSTRAP_632_PLUS, estimate, table, by=by, **companions, effect=rate)


def pooled_cv_error(table: Frame, *, by: By = PER_DATASET) -> Frame:
    """Compute the mean result of each algorithm over all test cases: folds count by their ``n_test``.

    For metrics that are means over cases; it differs from :func:`averaged_cv_error` only where folds differ in size.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> folds = pl.DataFrame(
    ...     {"algorithm": ["knn"] * 2, "dataset": ["d"] * 2, "fold": [1, 2], "n_test": [30, 10], "error": [0.1, 0.3]}
    ... )
    >>> br.pooled_cv_error(br.scores(folds))["estimate"].round(6).to_list()
    [0.15]
    """
    return _over_runs(POOLED_CV_ERROR, pl.col("__weighted") / pl.col("__size"), table, by=by)


def averaged_cv_error(table: Frame, *, by: By = PER_DATASET) -> Frame:
    """Compute the mean result of each algorithm over the folds, the usual way to report cross-validation.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> folds = pl.DataFrame(
    ...     {"algorithm": ["knn"] * 2, "dataset": ["d"] * 2, "fold": [1, 2], "n_test": [30, 10], "error": [0.1, 0.3]}
    ... )
    >>> br.averaged_cv_error(br.scores(folds))["estimate"].round(6).to_list()
    [0.2]
    """
    return _over_runs(AVERAGED_CV_ERROR, pl.col("__value"), table, by=by)


def _over_runs(
    method: Method,
    estimate: pl.Expr,
    table: Frame,
    *,
    by: By,
    training: Mapping[str, str] | None = None,
    no_information: Mapping[str, str | float] | None = None,
    effect: pl.Expr | None = None,
) -> Frame:
    """Return an estimate from the mean runs of each group and algorithm."""
    layout = partial(_with_runs, by=by, training=training, no_information=no_information or {})
    return over_layout(table, layout, partial(_rows, method=method, estimate=estimate, effect=effect), by=by)


def _with_runs(
    table: Any, *, by: By, training: Mapping[str, str] | None, no_information: Mapping[str, str | float]
) -> Grouped:
    """Return scores split into groups; companion metrics stand beside their metric."""
    grouped = Grouped.split(grouped_scores(table, by), by)
    refuse_mixtures(grouped.source, grouped.by)
    if training is None:
        return grouped
    return Grouped.split(_with_companions(grouped.source, grouped.by, training, no_information), by)


def _runs(scores: pl.DataFrame) -> pl.DataFrame:
    """Return the means over the runs of each group and algorithm."""
    companions = [name for name in ("__training", "__guess") if name in scores.columns]
    # Only runs on which everything was measured count; sums do not depend on the order of the rows.
    complete = pl.all_horizontal(pl.col("value", *companions).is_not_null())
    size = pl.col("n_test").cast(pl.Float64) if "n_test" in scores.columns else pl.lit(None, dtype=pl.Float64)
    sized = size.filter(complete).is_not_null().all()
    place = [name for name in ("dataset", *RUN_KEYS) if name in scores.columns]
    runs = (
        scores.sort("algorithm", *place, "value")
        .group_by(GROUP, "algorithm", maintain_order=True)
        .agg(
            pl.col(companions).filter(complete).mean(),
            __value=pl.col("value").filter(complete).mean(),
            __turn=pl.when(pl.col("direction").first() == "lower").then(1.0).otherwise(-1.0),
            __size=pl.when(sized).then(size.filter(complete).sum()),
            __weighted=(size * pl.col("value")).filter(complete).sum(),
            __runs=complete.sum().cast(pl.Int64),
            __void=(~complete).sum().cast(pl.Int64),
        )
    )
    return runs.sort(GROUP, "algorithm")


def _with_companions(
    scores: pl.DataFrame, by: Sequence[str], training: Mapping[str, str], no_information: Mapping[str, str | float]
) -> pl.DataFrame:
    if "metric" not in by:
        raise OptionError("by lacks 'metric'", hint="companion metrics are told apart by it: by=('dataset', 'metric')")
    held = {metric: name for metric, name in no_information.items() if isinstance(name, str)}
    fixed = {metric: float(value) for metric, value in no_information.items() if not isinstance(value, str)}
    refuse_unknown((*training, *training.values(), *held.values()), scores["metric"].unique().sort(), "no metric {!r}")
    keys = [name for name in dict.fromkeys(("algorithm", "dataset", *RUN_KEYS, *by)) if name in scores.columns]
    text = pl.col("metric").cast(pl.String)
    trained = scores.filter(text.is_in(list(training))).join(
        _companion(scores, keys, training, "__training"), on=keys, how="left"
    )
    if not no_information:
        return trained
    lacking = [name for name in training if name not in no_information]
    if lacking:
        raise OptionError(
            f"no_information does not name {lacking[0]!r}", hint=f"such as {{{lacking[0]!r}: 0.5}}, or a metric"
        )
    number = text.replace_strict(fixed, default=None, return_dtype=pl.Float64)
    guessed = trained.join(_companion(scores, keys, held, "__guess"), on=keys, how="left")
    return guessed.with_columns(pl.coalesce("__guess", number).alias("__guess"))


def _companion(scores: pl.DataFrame, keys: list[str], names: Mapping[str, str], column: str) -> pl.DataFrame:
    """Return the values of companion metrics under the names of the metrics they belong to."""
    belongs = {companion: metric for metric, companion in names.items()}
    text = pl.col("metric").cast(pl.String)
    return (
        scores.filter(text.is_in(list(belongs)))
        .with_columns(text.replace(belongs).cast(pl.Categorical).alias("metric"))
        .select(*keys, pl.col("value").alias(column))
    )


def _rows(table: Grouped, *, method: Method, estimate: pl.Expr, effect: pl.Expr | None) -> pl.DataFrame:
    none, unsized = pl.col("__runs") == 0, (pl.col("__runs") > 0) & estimate.is_null()
    row = fields(
        method,
        a=pl.col("algorithm"),
        n=pl.col("__runs"),
        n_dropped=pl.col("__void"),
        estimate=pl.when(~none).then(estimate),
        effect=effect,
        status=[(none, "too_few"), (unsized, "undefined")],
        remarks=[NO_SIZES.where(unsized), NO_WHOLE_RUN.where(none)],
    )
    return _runs(table.rows).select(GROUP, *row)


_estimate = partial(Method, symbol="e", null="none: this is an estimate", remarks=(NO_WHOLE_RUN,))

BOOTSTRAP_OOB = _estimate(
    table=bootstrap_oob,
    title="Out-of-bag bootstrap estimate",
    question="What result does an algorithm reach on cases that its bootstrap samples left out?",
    formula="e = mean over replicates of the result on the cases not drawn",
    tex=r"e = \frac{1}{B} \sum_{b=1}^{B} e_{\mathrm{oob}, b}",
    assumes=("each run was trained on n draws with replacement and tested on the cases not drawn",),
    cites=("efron1983", "witten2011"),
    estimand="expected result, from models that saw 63 % of the cases",
)

BOOTSTRAP_632 = _estimate(
    table=bootstrap_632,
    title="Bootstrap .632 estimate",
    question="What result may be expected when out-of-bag pessimism is balanced by the training result?",
    formula="e = .632 e_oob + .368 e_train, averaged over replicates",
    tex=r"e = \frac{1}{B} \sum_{b=1}^{B} \left( 0.632 \, e_{\mathrm{oob}, b} + 0.368 \, e_{\mathrm{train}, b} \right)",
    assumes=("the training result is not the product of memorising: use the .632+ estimate for that",),
    cites=("efron1983", "witten2011"),
    estimand="expected result",
)

BOOTSTRAP_632_PLUS = _estimate(
    table=bootstrap_632_plus,
    title="Bootstrap .632+ estimate",
    question="What result may be expected, allowing for how far the algorithm overfits?",
    formula="e = (1 - w) e_train + w e_oob, w = .632 / (1 - .368 R), R = (e_oob - e_train) / (gamma - e_train)",
    tex=(
        r"e = (1 - w) e_{\mathrm{train}} + w e_{\mathrm{oob}}, \quad w = \frac{0.632}{1 - 0.368 R}, "
        r"\quad R = \frac{e_{\mathrm{oob}} - e_{\mathrm{train}}}{\gamma - e_{\mathrm{train}}}"
    ),
    assumes=("gamma is the result when predictions carry no information about the truth",),
    cites=("efron1997",),
    estimand="expected result",
    effect="relative overfitting rate",
)

POOLED_CV_ERROR = _estimate(
    table=pooled_cv_error,
    title="Pooled cross-validation result",
    question="What result does an algorithm reach over all test cases together?",
    formula="e = sum of n_test times result over the folds / sum of n_test",
    tex=r"e = \frac{\sum_k n_k e_k}{\sum_k n_k}",
    assumes=("the metric is a mean over test cases, such as error, accuracy or loss",),
    cites=("alpaydin2010", "witten2011"),
    estimand="expected result, every case counted alike",
    remarks=(NO_SIZES, NO_WHOLE_RUN),
)

AVERAGED_CV_ERROR = _estimate(
    table=averaged_cv_error,
    title="Averaged cross-validation result",
    question="What result does an algorithm reach on an average fold?",
    formula="e = mean of the results over the folds",
    tex=r"e = \frac{1}{K} \sum_{k=1}^{K} e_k",
    assumes=("folds are of about equal size",),
    cites=("alpaydin2010", "witten2011"),
    estimand="expected result, every fold counted alike",
)
