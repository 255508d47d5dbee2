"""Reliability of forecasts: calibration tables and the expected calibration error."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import ColumnError, OptionError, whole_number
from benchreport.measures.classes import CHANCE, IS_POSITIVE, Positive, measure_record, refuse_decimals, with_positive
from benchreport.measures.rates import share
from benchreport.method import Method
from benchreport.tables.groups import By
from benchreport.tables.schema import probability_columns
from benchreport.tables.scored import LINE, Scored
from benchreport.threads import added, in_one_order

BINS = 10
FEWEST = 5
FORECAST, EVENT = "__forecast", "__event"


def checked_bins(bins: int) -> int:
    """Raise an error for a number of bins that is not a whole number from 1 to 1000."""
    return whole_number(bins, name="bins", least=1, most=1000, hint="a whole number of bins, such as 10")


def with_forecasts(table: pl.DataFrame, positive: Positive) -> pl.DataFrame:
    """Return a table with the forecast of every row and whether it came true.

    With a positive class the forecast is its probability; without, it is the probability of the class deemed most
    probable, which comes true where that class is the true one.
    """
    refuse_decimals(table)
    if positive is not None:
        marked = with_positive(table, positive)
        if CHANCE not in marked.columns:
            raise ColumnError("no column holds probabilities", hint="a score that is one, or prob_<class> columns")
        forecast, event = pl.col(CHANCE), pl.col(IS_POSITIVE)
    else:
        marked, columns = table, probability_columns(table.columns)
        if not columns:
            raise ColumnError(
                "no column holds probabilities", hint="prob_<class> columns, or a score and positive= (--positive)"
            )
        forecast = pl.max_horizontal(columns)
        named = [pl.when(pl.col(name) == forecast).then(pl.lit(name.removeprefix("prob_"))) for name in columns]
        event = pl.coalesce(named) == pl.col("truth").cast(pl.String)
    forecasts = marked.with_columns(forecast.alias(FORECAST), event.alias(EVENT))
    wrong = forecasts.filter(~pl.col(FORECAST).is_between(0, 1))
    if wrong.height:
        raise ColumnError(
            f"the score {wrong.item(0, FORECAST)} is not a probability",
            hint="calibrate it first, or use rankings such as auc",
        )
    return forecasts


def bin_of(forecast: pl.Expr, bins: int) -> pl.Expr:
    """Return the number of the bin of equal width, from 0; the last bin holds 1."""
    # Rounded, since 0.3 * 10 and 3 are not the same number everywhere.
    return (forecast * bins).round(12).floor().clip(upper_bound=bins - 1).cast(pl.Int64)


def expected_error(bins: int, weight: pl.Expr) -> pl.Expr:
    """Return the mean over bins of the distance of the mean forecast from the observed frequency."""
    gap = (pl.col(FORECAST) - pl.col(EVENT).cast(pl.Float64)) * weight
    place = bin_of(pl.col(FORECAST), bins)
    total = added(gap.filter(place == number).sum().abs() for number in range(bins))
    return share(total, weight.filter(gap.is_not_null()).sum())


@in_one_order
def calibration(
    table: Any, *, by: By = "dataset", positive: Positive = None, bins: int = BINS, alpha: float = 0.05
) -> pl.DataFrame:
    """Compute the reliability table of each algorithm: mean forecast and observed frequency per bin.

    Parameters
    ----------
    table
        Predictions with probabilities.
    by
        Groups to look at separately, besides the algorithms.
    positive
        The class whose probability is meant; without it the class deemed most probable.
    bins
        Bins of equal width; those with fewer than 5 instances are merged with the next, the last with the one before.
    alpha
        Level of the Wilson interval of the observed frequency.

    Returns
    -------
    polars.DataFrame
        One row per group, algorithm and bin: ``low`` and ``high`` bound it; ``n``, ``forecast``, ``observed``,
        ``ci_low``, ``ci_high``; ``ece`` is the expected calibration error over the bins before merging.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> table = table.filter(pl.col("dataset") == "breast_cancer")
    >>> rows = br.calibration(table, positive="malignant", bins=5)
    >>> rows.filter(pl.col("algorithm") == "GaussianNB").select("low", "high", "n").rows()
    [(0.0, 0.2, 365), (0.2, 0.8, 8), (0.8, 1.0, 196)]
    """
    checked_bins(bins)
    if not 0 < alpha < 1:
        raise OptionError(f"alpha is {alpha}", hint="a level lies between 0 and 1, such as 0.05")
    scored = Scored.of(table, by=by)
    forecasts = with_forecasts(scored.answers, positive).select(FORECAST, EVENT, pl.Series(LINE, scored.line))
    binned = (
        forecasts.drop_nulls(FORECAST)
        .group_by(LINE, bin=bin_of(pl.col(FORECAST), bins))
        .agg(
            n=pl.len().cast(pl.Int64),
            forecasts=pl.col(FORECAST).sort().sum(),
            events=pl.col(EVENT).sum().cast(pl.Int64),
        )
    )
    gap = (pl.col("forecasts") - pl.col("events")).abs()
    errors = gap.sum().over(LINE) / pl.col("n").sum().over(LINE)
    merged = _merged(binned.sort(LINE, "bin").with_columns(ece=errors), bins)
    z = NormalDist().inv_cdf(1 - alpha / 2)
    n, observed = pl.col("n"), pl.col("events") / pl.col("n")
    middle = (observed + z**2 / (2 * n)) / (1 + z**2 / n)
    reach = z / (1 + z**2 / n) * (observed * (1 - observed) / n + z**2 / (4 * n**2)).sqrt()
    rows = merged.select(
        LINE,
        low=pl.col("first") / bins,
        high=(pl.col("last") + 1) / bins,
        n="n",
        forecast=pl.col("forecasts") / n,
        observed=observed,
        ci_low=(middle - reach).clip(lower_bound=0.0),
        ci_high=(middle + reach).clip(upper_bound=1.0),
        ece="ece",
    )
    return scored.with_lines(rows)


def _merged(binned: pl.DataFrame, bins: int) -> pl.DataFrame:
    """Return small bins merged with the next one; what remains at the end goes to the bin before."""
    place = binned.get_column(LINE).rle_id().cast(pl.Int64).to_numpy(), binned.get_column("bin").to_numpy()
    sizes = np.zeros((int(place[0].max(initial=-1)) + 1, bins), dtype=np.int64)
    sizes[place] = binned.get_column("n").to_numpy()
    return (
        binned.with_columns(merged=pl.Series(_numbered(sizes)[place]))
        .group_by(LINE, "merged", maintain_order=True)
        .agg(
            pl.col("ece").first(),
            first=pl.col("bin").min(),
            last=pl.col("bin").max(),
            n=pl.col("n").sum(),
            forecasts=pl.col("forecasts").sum(),
            events=pl.col("events").sum(),
        )
    )


def _numbered(sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the numbers of the merged bins of every group; loops over bins, never over groups."""
    groups, bins = sizes.shape
    number = np.zeros((groups, bins), dtype=np.int64)
    current, gathered = np.zeros(groups, dtype=np.int64), np.zeros(groups, dtype=np.int64)
    for place in range(bins):
        full = gathered >= FEWEST
        current, gathered = current + full, np.where(full, 0, gathered) + sizes[:, place]
        number[:, place] = current
    short = (gathered < FEWEST) & (current > 0)
    return np.where(short[:, None] & (number == current[:, None]), number - 1, number)


CALIBRATION = Method(
    table=calibration,
    title="Calibration table",
    question="Do events forecast with probability p happen with frequency p?",
    shape="predictions",
    symbol="\\bar{p}_b, \\bar{y}_b",
    formula=(
        "per bin of equal width: instances, mean forecast, observed frequency with its Wilson interval; bins with"
        " fewer than 5 are merged with their neighbours"
    ),
    tex=r"\bar{p}_b = \frac{1}{n_b} \sum_{i \in b} p_i, \quad \bar{y}_b = \frac{1}{n_b} \sum_{i \in b} y_i",
    assumes=("scores are probabilities",),
    account=(
        r"For the reliability diagram, predicted probabilities are binned; $\bar{p}_b$ is the mean prediction and "
        r"$\bar{y}_b$ the observed frequency in bin $b$."
    ),
    cites=("brier1950",),
)

ECE = measure_record(
    "ece",
    "Expected calibration error",
    "How far are forecasts from observed frequencies?",
    "sum over bins of n_b / N |mean forecast - observed frequency|",
    "scores are probabilities",
    cites=("brier1950",),
    tex=r"\sum_b \frac{n_b}{N} |\bar{p}_b - \bar{y}_b|",
    account=(
        "The expected calibration error (ECE) is the mean absolute difference between predicted probability and "
        "observed frequency over bins, weighted by their size."
    ),
)
