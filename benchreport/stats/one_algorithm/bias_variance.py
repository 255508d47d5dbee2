"""Test-set risk of each algorithm, and the parts of its squared error: bias, variance and noise."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal, get_args

import polars as pl

from benchreport.errors import ColumnError, one_of
from benchreport.measures.instances import clusters_of
from benchreport.method import REMARK_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import normal_isf, t_isf
from benchreport.stats.forms.predictions import held_out, over_predictions, rows_over
from benchreport.stats.forms.rows import Frame, checked_alpha, checked_number, fields, first_that_holds, values_where
from benchreport.tables.groups import By
from benchreport.tables.reduction import Codes
from benchreport.tables.scored import GROUP, LINE, Scored

Loss = Literal["zero_one", "squared", "absolute"]
Truth = Literal["noisy", "exact"]

FEW_FOR_LIMITS = Remark(code="few_for_limits", note="too few instances for an interval")
HUGE = Remark(code="huge_errors", note="the errors are too large to be squared")
REPEATED_WIDE = Remark(
    code="repeated_interval_wide",
    topic="repeated",
    note="instances predicted several times count once, so the interval is too wide",
)
REPEATED_MEAN = Remark(
    code="repeated_mean_loss", topic="repeated", note="instances predicted several times count once, by their mean loss"
)
POOLED = Remark(
    code="pooled_risk",
    topic="pooled",
    note="predictions of several folds come from several trained models, so this is no risk of one of them",
)
CLUSTERED = Remark(code="clustered_interval", note="instances come in clusters, so the interval is too narrow")
UNPREDICTED = Remark(code="unpredicted", note="{0} instances without a prediction")
NO_REFITS = Remark(code="no_refits", note="every instance was predicted once, which tells no variance")
SOME_SINGLE = Remark(code="some_single", note="some instances were predicted once")
MOVED = Remark(code="truth_moved", note="the truth of an instance differs between runs")
SUM_ONLY = Remark(code="bias_noise_sum", note="bias and noise are known as a sum only")
NOISE_TOO_LARGE = Remark(code="noise_too_large", note="the noise declared is too large")


# bias_variance_noise: one row per group and algorithm.
BIAS_VARIANCE_COLUMNS: Mapping[str, tuple[str, str]] = {
    "algorithm": ("Categorical", "the algorithm"),
    "n_points": ("Int64", "instances predicted"),
    "least_refits": ("Int64", "smallest number of predictions of an instance"),
    "most_refits": ("Int64", "largest number of predictions of an instance"),
    "squared_error": ("Float64", "mean squared distance of predictions from the truth given"),
    "variance": ("Float64", "spread of the predictions about their mean, averaged over instances"),
    "bias_and_noise": ("Float64", "squared distance of the mean prediction from the truth given, averaged"),
    "bias_squared": ("Float64", "squared distance of the mean prediction from the noise-free truth, averaged"),
    "noise": ("Float64", "declared variance of the truth given about the noise-free one"),
    "status": ("String", "ok, too_few or undefined"),
    **REMARK_COLUMNS,
}


def bias_variance_noise(
    table: Frame, *, by: By = "dataset", truth: Truth = "noisy", noise: float | None = None
) -> Frame:
    """Compute the parts of the squared error of repeated predictions: variance, squared bias and noise.

    Each instance must have been predicted by several models: in several repeats or runs. Within the sample the parts
    add up exactly: squared error = variance + bias and noise.

    Parameters
    ----------
    table
        Predictions of numbers.
    by
        Groups to split separately.
    truth
        "noisy": the column ``truth`` holds what was observed, so that bias and noise are only known as a sum unless
        ``noise`` is given. "exact": it holds the noise-free value, as in a simulation.
    noise
        Variance of the noise, where it is tested.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> table = pl.DataFrame(
    ...     {"model": ["kNN"] * 4, "repeat": [1, 2, 1, 2], "instance": [1, 1, 2, 2], "truth": [1.0, 1.0, 2.0, 2.0],
    ...      "prediction": [1.5, 2.5, 2.0, 3.0]}
    ... )
    >>> rows = br.bias_variance_noise(table, truth="exact")
    >>> rows.select("squared_error", "variance", "bias_squared").row(0)
    (0.875, 0.25, 0.625)
    """
    one_of(truth, ("noisy", "exact"), name="truth")
    variance = None if noise is None else checked_number(noise, "noise", least=0.0)
    return rows_over(BIAS_VARIANCE_COLUMNS, table, by, partial(_decomposed, truth=truth, noise=variance))


def _decomposed(scored: Scored, truth: Truth, noise: float | None) -> pl.DataFrame:
    predicted = scored.answers
    for name in ("truth", "prediction"):
        if name not in predicted.columns or not predicted.schema[name].is_numeric():
            raise ColumnError(f"column {name!r} holds no numbers", hint="squared errors need numbers on both sides")
    # Sums of decimals depend on their order; this one does not depend on the order of the rows.
    lines = predicted.with_columns(pl.Series(LINE, scored.line))
    ordered = lines.drop_nulls("prediction").sort(LINE, "instance", *scored.runs)
    guess, right = pl.col("prediction").cast(pl.Float64), pl.col("truth").cast(pl.Float64)
    points = ordered.group_by(LINE, "instance", maintain_order=True).agg(
        refits=pl.len().cast(pl.Int64),
        variance=guess.var(ddof=0),
        offset=(guess.mean() - right.mean()) ** 2,
        error=((guess - right) ** 2).mean(),
        truths=right.max() - right.min(),
    )
    parts = points.group_by(LINE, maintain_order=True).agg(
        n_points=pl.len().cast(pl.Int64),
        least_refits=pl.col("refits").min(),
        most_refits=pl.col("refits").max(),
        squared_error=pl.col("error").mean(),
        variance=pl.col("variance").mean(),
        bias_and_noise=pl.col("offset").mean(),
        moved=(pl.col("truths") > 0).any(),
    )
    return _finished(scored.lines(parts[LINE].to_numpy()).hstack(parts), truth, noise)


def empirical_risk(table: Frame, *, by: By = "dataset", loss: Loss = "zero_one", alpha: float = 0.05) -> Frame:
    """Compute the mean loss of every algorithm on its test instances, with an interval for the risk of the classifier.

    Wilson's interval for zero-one losses, Student's for the others. An instance predicted in several repeats counts
    once, by its mean loss. A column ``subset`` marks training rows: they are left out, and an instance that is on both
    sides of one run is refused.

    Parameters
    ----------
    table
        Predictions.
    by
        Groups to take separately.
    loss
        "zero_one", or "squared" or "absolute" for numbers.
    alpha
        Level of the interval.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> br.empirical_risk(table).select("dataset", "a", "n", pl.col("estimate").round(4)).row(0)
    ('breast_cancer', 'DecisionTree', 569, 0.0562)
    """
    one_of(loss, get_args(Loss), name="loss")
    checked_alpha(alpha)

    return over_predictions(table, by, _risks, loss, alpha)


def _risks(scored: Scored, loss: Loss, alpha: float) -> pl.DataFrame:
    tested = scored.once(held_out)
    if "prediction" not in tested.answers.columns:
        raise ColumnError("no column holds a prediction", hint="columns={'your_column': 'prediction'}")
    items, clustered = tested.items, "cluster" in tested.answers.columns
    cluster = clusters_of(tested)[items.of_row] if clustered else None
    rows = pl.DataFrame(
        {
            LINE: tested.line,
            "instance": items.instance[items.of_row],
            "item": items.of_row,
            "loss": tested.answers.select(_loss(tested.answers, loss)).to_series(),
            "model": Codes(tested.source, ["dataset", *tested.runs]).numbers,
            "cluster": pl.Series(cluster, dtype=pl.Int64) if clustered else None,
        }
    ).sort(LINE, "item")
    instances = rows.group_by(LINE, "instance", maintain_order=True).agg(
        pl.col("loss").mean(), pl.col("model", "cluster").first(), runs=pl.len(), lost=pl.col("loss").is_null().any()
    )
    facts = instances.group_by(LINE, maintain_order=True).agg(
        n=pl.col("loss").count().cast(pl.Int64),
        mean=pl.col("loss").mean(),
        sd=pl.col("loss").std(),
        runs=pl.col("runs").max(),
        lost=pl.col("lost").sum().cast(pl.Int64),
        pooled=pl.col("model").n_unique() > 1,
        clustered=pl.col("cluster").drop_nulls().n_unique().is_between(1, pl.len(), closed="left"),
    )
    named = tested.lines(facts[LINE].to_numpy()).hstack(facts)
    return named.select(GROUP, *_risk_fields(loss, alpha))


def _loss(table: pl.DataFrame, loss: Loss) -> pl.Expr:
    numeric = all(table.schema[name].is_numeric() for name in ("truth", "prediction"))
    if loss == "zero_one":
        if table.schema["truth"].is_float():
            raise ColumnError("the truth holds decimals, not classes", hint="loss='squared' or loss='absolute'")
        same = pl.col("truth") == pl.col("prediction")
        return (~same).cast(pl.Float64)
    if not numeric:
        raise ColumnError(f"a {loss} loss needs numbers, not classes", hint="loss='zero_one'")
    distance = pl.col("prediction").cast(pl.Float64) - pl.col("truth").cast(pl.Float64)
    return distance**2 if loss == "squared" else distance.abs()


def _risk_fields(loss: Loss, alpha: float) -> list[pl.Expr]:
    n, mean, sd = pl.col("n"), pl.col("mean"), pl.col("sd")
    if loss == "zero_one":
        z = normal_isf(alpha / 2)
        centre, shrink = mean + z**2 / (2 * n), 1 + z**2 / n
        half = z * (mean / n - mean**2 / n + z**2 / (4 * n**2)).clip(lower_bound=0).sqrt()
        low, high = ((centre - half) / shrink).clip(0, 1), ((centre + half) / shrink).clip(0, 1)
        low = pl.when(mean == 0).then(0.0).otherwise(low)
        high = pl.when(mean == 1).then(1.0).otherwise(high)
        repeated = REPEATED_WIDE
    else:
        half = t_isf(alpha / 2, n - 1) * sd / n.cast(pl.Float64).sqrt()
        low, high = mean - half, mean + half
        repeated = REPEATED_MEAN
    enough = n > (0 if loss == "zero_one" else 1)
    pooled, clustered = pl.col("pooled") & (pl.col("runs") == 1), pl.col("clustered")
    repeats, huge = pl.col("runs") > 1, ~(mean.is_finite() & sd.fill_null(0.0).is_finite())
    return fields(
        EMPIRICAL_RISK,
        a=pl.col("algorithm"),
        variant=loss,
        n=n,
        n_dropped=pl.col("lost"),
        estimate=mean,
        **values_where(enough, ci_low=low, ci_high=high),
        alpha=alpha,
        law="Wilson" if loss == "zero_one" else "Student",
        status=[(~enough, "too_few"), (huge, "undefined"), (repeats | pooled | clustered, "approximate")],
        remarks=[
            FEW_FOR_LIMITS.where(~enough),
            HUGE.where(enough & huge),
            repeated.where(enough & repeats),
            POOLED.where(enough & pooled),
            CLUSTERED.where(enough & clustered),
            UNPREDICTED.where(pl.col("lost") > 0, "lost"),
        ],
    )


def _finished(parts: pl.DataFrame, truth: Truth, noise: float | None) -> pl.DataFrame:
    squares = ("squared_error", "variance", "bias_and_noise")
    parts = parts.with_columns(pl.when(pl.col(name).is_finite()).then(name).alias(name) for name in squares)
    several, huge = pl.col("most_refits") > 1, pl.col("squared_error").is_null()
    if truth == "exact":
        bias = pl.col("bias_and_noise")
    else:
        bias = pl.col("bias_and_noise") - noise if noise is not None else pl.lit(None, dtype=pl.Float64)
    single = (pl.col("least_refits") < 2) & several
    spread = pl.when(several).then("variance")
    rows = parts.with_columns(
        variance=spread,
        bias_squared=pl.when(several).then(bias),
        noise=pl.lit(noise, dtype=pl.Float64),
        status=first_that_holds([(~several, "too_few"), (pl.col("moved") | huge, "undefined")], "ok"),
        remarks=joined_remarks(
            NO_REFITS.where(~several),
            SOME_SINGLE.where(single),
            HUGE.where(huge),
            MOVED.where(pl.col("moved")),
            SUM_ONLY.where(several & pl.lit(truth == "noisy" and noise is None)),
            NOISE_TOO_LARGE.where(several & pl.lit(truth == "noisy") & (bias < 0).fill_null(False)),
        ),
        note=pl.lit(None, dtype=pl.String),
    )
    return rows.select(GROUP, *BIAS_VARIANCE_COLUMNS)


EMPIRICAL_RISK = Method(
    table=empirical_risk,
    title="Test-set risk",
    question="What loss did each algorithm have on data untouched by training?",
    shape="predictions",
    symbol="R_E",
    formula="R_E = sum of losses / m; for zero-one losses m R_E is binomial",
    tex=r"R_E = \frac{1}{m} \sum_{i=1}^{m} L(y_i, g(x_i))",
    null="none",
    assumes=("test instances are independent and untouched by training",),
    cites=("hastie2009", "mitchell1997"),
    estimand="expected loss on new data",
    remarks=(FEW_FOR_LIMITS, HUGE, REPEATED_WIDE, REPEATED_MEAN, POOLED, CLUSTERED, UNPREDICTED),
)

BIAS_VARIANCE_NOISE = Method(
    table=bias_variance_noise,
    title="Bias, variance and noise",
    question="Is the squared error due to an inflexible model, an unstable one, or to noise?",
    shape="predictions",
    symbol="bias^2, variance, noise",
    formula="E (y - h)^2 = Var(h) + (E h - f)^2 + noise variance, averaged over the instances",
    tex=r"\mathrm{E}(y - h)^2 = \mathrm{Var}(h) + (\mathrm{E} h - f)^2 + \sigma^2",
    null="none",
    assumes=("every instance is predicted by several models, each trained on data of its own",),
    cites=("geman1992", "hastie2009"),
    remarks=(NO_REFITS, SOME_SINGLE, HUGE, MOVED, SUM_ONLY, NOISE_TOO_LARGE),
)
