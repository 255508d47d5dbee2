"""ROC curves with bands: by Wilson intervals, by resampling, and averaged over the runs of a dataset."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of, whole_number
from benchreport.measures.classes import Positive, described
from benchreport.measures.curves import roc_curve
from benchreport.measures.ranked import OF_RANKING, counted_down, ranked, thresholds
from benchreport.method import Remark
from benchreport.remarks import first_that_holds, joined_remarks
from benchreport.stats.forms.rows import checked_alpha, checked_draws, checked_seed
from benchreport.stats.kernels.binomial import wilson
from benchreport.tables.groups import By
from benchreport.tables.reduction import Codes
from benchreport.tables.scored import LINE, Floats, Integers
from benchreport.threads import in_one_order

BandVariant = Literal["wilson", "bootstrap"]
BAND_COLUMNS = ("x", "y", "ci_low", "ci_high", "law", "status", "remarks", "note")
CHUNK = 4_000_000
SHARED = Remark(
    code="shared_runs_band", note="runs share training data (unless they are seeds), so the band is too narrow"
)
NO_RUN_WITH_BOTH = Remark(code="no_run_with_both", note="no run has both classes")
ONE_CURVE = Remark(code="one_curve", note="one curve has no band")


@in_one_order
def roc_average(
    table: Any, *, by: By = "dataset", positive: Positive, points: int = 101, alpha: float = 0.05
) -> pl.DataFrame:
    """Compute the average ROC curve over the folds and repeats of each algorithm, at given false alarm rates.

    Scores of different folds come from different models and are not put together; their curves are.

    Parameters
    ----------
    table
        Predictions with a ``score`` or probabilities, in several runs.
    by
        Groups to draw separately, besides the algorithms.
    positive
        The positive class: one for all datasets, or a mapping from dataset to class.
    points
        False alarm rates at which curves are averaged, evenly spaced from 0 to 1.
    alpha
        Level of the band, which holds at each rate by itself.

    Returns
    -------
    polars.DataFrame
        One row per group, algorithm and false alarm rate ``x``: ``y``, the mean hit rate, its standard deviation
        ``sd``, ``ci_low``, ``ci_high``, ``n_curves`` and ``n_dropped``, the runs that lack a class.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> cancer = table.filter(pl.col("dataset") == "breast_cancer")
    >>> rows = br.roc_average(cancer, positive="malignant", points=11)
    >>> rows.select("algorithm", "x", pl.col("y").round(4), "n_curves").row(1)
    ('DecisionTree', 0.1, 0.9248, 10)
    """
    from scipy.special import stdtrit

    checked_alpha(alpha)
    grid = np.linspace(0.0, 1.0, _checked_points(points))
    data = ranked(table, by, positive)
    scored = data.scored
    runs = Codes(scored.source, [name for name in ("dataset", *scored.runs) if name not in scored.by])
    curve = pl.Series(LINE, scored.line * runs.size + runs.numbers)
    steps = counted_down(data.table.with_columns(curve))
    owner = (pl.col(LINE) // runs.size).alias(LINE)
    whole = (pl.col("positives") > 0) & (pl.col("negatives") > 0) & ~pl.col("absent")
    lost = steps.filter(pl.col("threshold").is_null()).group_by(owner).agg(n_dropped=(~whole).sum())
    sound = steps.filter(whole)
    row, x, y = _read(sound, grid)
    tall = sound.select(owner)[row].with_columns(x=pl.Series(x), y=pl.Series(y))
    averaged = tall.group_by(LINE, "x").agg(
        pl.col("y").sort().mean(), sd=pl.col("y").sort().std(), n_curves=pl.len().cast(pl.Int64)
    )
    rows = lost.join(averaged, on=LINE, how="left").sort(LINE, "x")
    n = rows.get_column("n_curves").fill_null(0).to_numpy().astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        factor = np.where(n > 1, stdtrit(np.maximum(n - 1, 1), 1 - alpha / 2) / np.sqrt(n), np.nan)
    reach = pl.col("sd") * pl.Series(factor, nan_to_null=True)
    several = pl.col("n_curves") > 1
    judged = rows.select(
        LINE,
        "x",
        "y",
        "sd",
        ci_low=(pl.col("y") - reach).clip(lower_bound=0.0),
        ci_high=(pl.col("y") + reach).clip(upper_bound=1.0),
        n_curves=pl.col("n_curves").fill_null(0),
        n_dropped=pl.col("n_dropped").cast(pl.Int64),
        status=first_that_holds([(pl.col("y").is_null(), "undefined"), (several, "approximate")], "too_few"),
        remarks=joined_remarks(
            NO_RUN_WITH_BOTH.where(pl.col("y").is_null()),
            SHARED.where(pl.col("y").is_not_null() & several),
            ONE_CURVE.where(pl.col("y").is_not_null() & ~several),
        ),
    )
    return data.named(judged)


@in_one_order
def roc_band(
    table: Any,
    *,
    by: By = "dataset",
    positive: Positive,
    variant: BandVariant = "wilson",
    points: int = 101,
    draws: int = 999,
    seed: int = 0,
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Compute the ROC curve of each algorithm with a band, which holds at each point by itself.

    Parameters
    ----------
    table, by, positive
        As in :func:`roc_curve`.
    variant
        "wilson" gives an interval for both rates at every threshold; "bootstrap" one for the hit rate at evenly spaced
        false alarm rates, from positives and negatives drawn anew.
    points
        False alarm rates of the bootstrap.
    draws, seed
        Of the bootstrap.
    alpha
        Level of the band.

    Returns
    -------
    polars.DataFrame
        Columns ``x``, ``y``, ``ci_low``, ``ci_high`` (of y); with "wilson" also ``threshold``, ``x_low``, ``x_high``.

    Examples
    --------
    >>> import benchreport as br
    >>> frame = pl.DataFrame({"model": "m", "item": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.4, 0.4, 0.1]})
    >>> rows = br.roc_band(br.predictions(frame), positive=1)
    >>> rows.select("x", "y", pl.col("ci_low", "ci_high").round(4)).row(1)
    (0.0, 0.5, 0.0945, 0.9055)
    """
    one_of(variant, ("wilson", "bootstrap"), name="variant")
    checked_alpha(alpha)
    if variant == "wilson":
        curve = roc_curve(table, by=by, positive=positive)
        return _wilson(curve, alpha)
    grid = np.linspace(0.0, 1.0, _checked_points(points))
    checked_draws(draws)
    checked_seed(seed)
    data = ranked(table, by, positive)
    steps = thresholds(data)
    sound = steps.filter(pl.col("status") != "undefined")
    row, x, y = _read(sound, grid)
    low, high = _resampled(sound, grid, draws, seed, alpha)
    band = sound.select(LINE, "status", "remarks")[row].with_columns(
        x=pl.Series(x), y=pl.Series(y), ci_low=pl.Series(low), ci_high=pl.Series(high)
    )
    none = steps.filter(pl.col("status") == "undefined", pl.col("threshold").is_null())
    whole = pl.concat([band, none.select(LINE, "status", "remarks")], how="diagonal").sort(LINE, "x")
    law = pl.lit(f"bootstrap, {draws} draws, seed {seed}")
    return data.named(whole.with_columns(law=law), *BAND_COLUMNS)


def _wilson(curve: pl.DataFrame, alpha: float) -> pl.DataFrame:
    counts = {
        name: curve.get_column(name).to_numpy().astype(np.float64) for name in ("tp", "fp", "positives", "negatives")
    }
    limits: dict[str, Floats] = {}
    with np.errstate(divide="ignore", invalid="ignore"):
        for rate, k, n in (("ci", "tp", "positives"), ("x", "fp", "negatives")):
            low, high = wilson(counts[k], counts[n], alpha / 2)
            limits |= {f"{rate}_low": np.clip(low, 0, 1), f"{rate}_high": np.clip(high, 0, 1)}
    sound = pl.col("status") != "undefined"
    banded = curve.with_columns(**{name: pl.Series(values, nan_to_null=True) for name, values in limits.items()})
    return banded.with_columns(pl.when(sound).then(pl.col(list(limits)))).drop("tp", "fp", "positives", "negatives")


def _read(steps: pl.DataFrame, grid: Floats) -> tuple[Integers, Floats, Floats]:
    """Return every curve at the false alarm rates of a grid: a row of the curve, the rate and the hit rate."""
    if steps.is_empty():
        return np.zeros(0, dtype=np.int64), np.zeros(0), np.zeros(0)
    curve, first, fp, tp, n0, n1 = _counts(steps)
    rate = _heights(curve, fp, tp.astype(np.float64), n0, grid) / n1[:, None]
    return np.repeat(first, len(grid)), np.tile(grid, len(first)), rate.ravel()


def _counts(steps: pl.DataFrame) -> tuple[Integers, ...]:
    """Return the number of the curve of each step, the first step of each, false alarms, hits, and class sizes."""
    curve = steps.get_column(LINE).rle_id().to_numpy().astype(np.int64)
    fp, tp, n0, n1 = (steps.get_column(name).to_numpy() for name in ("fp", "tp", "negatives", "positives"))
    first = np.flatnonzero(np.r_[True, curve[1:] != curve[:-1]])
    return curve, first, fp, tp, n0[first], n1[first]


def _heights(curve: Integers, fp: Integers, tp: Floats, negatives: Integers, grid: Floats) -> Floats:
    """Return the hits of every curve at the rates of a grid, by straight lines; where a curve rises, at the top.

    Curves are numbered from 0 and follow each other; each has a stretch of its own on one long axis of whole numbers.
    """
    width = int(negatives.max()) + 1
    alarms = negatives[:, None] * grid[None, :]
    # 0.3 * 10 is a hair more than 3.
    alarms = np.where(np.abs(alarms - np.round(alarms)) < 1e-9, np.round(alarms), alarms)
    place = np.arange(len(negatives))[:, None] * width + np.floor(alarms).astype(np.int64)
    before = np.searchsorted(curve * width + fp, place, side="right") - 1
    after = np.minimum(before + 1, len(fp) - 1)
    run = np.where(curve[after] == curve[before], fp[after] - fp[before], 0)
    share = np.where(run > 0, (alarms - fp[before]) / np.maximum(run, 1), 0.0)
    return np.asarray(tp[before] + share * (tp[after] - tp[before]))


def _resampled(steps: pl.DataFrame, grid: Floats, draws: int, seed: int, alpha: float) -> tuple[Floats, Floats]:
    """Return the quantiles of the hit rates of resampled curves; curves of equal class sizes share their draws."""
    if steps.is_empty():
        return np.zeros(0), np.zeros(0)
    curve, first, fp, tp, n0, n1 = _counts(steps)
    length = np.diff(np.r_[first, len(curve)])
    low, high = np.empty((len(first), len(grid))), np.empty((len(first), len(grid)))
    for size1, size0 in np.unique(np.stack([n1, n0], axis=1), axis=0).tolist():
        rng = np.random.default_rng([seed, size1, size0])
        above = [_cumulated(rng, draws, size) for size in (size1, size0)]
        alike = np.flatnonzero((n1 == size1) & (n0 == size0))
        batch = np.cumsum(length[alike]) * draws // CHUNK
        for part in np.split(alike, np.flatnonzero(np.diff(batch)) + 1):
            number = np.repeat(np.arange(len(part)), length[part])
            skipped = first[part] - (np.cumsum(length[part]) - length[part])
            step = np.arange(len(number)) + skipped[number]
            ids = (np.arange(draws)[:, None] * len(part) + number[None, :]).ravel()
            hits, alarms = above[0][:, tp[step]].ravel(), above[1][:, fp[step]].ravel()
            many = np.full(draws * len(part), size0)
            heights = _heights(ids, alarms, hits.astype(np.float64), many, grid).reshape(draws, len(part), -1) / size1
            low[part], high[part] = np.quantile(heights, [alpha / 2, 1 - alpha / 2], axis=0)
    return low.ravel(), high.ravel()


def _cumulated(rng: np.random.Generator, draws: int, size: int) -> Integers:
    """Return how many of the first k, k from 0, are among so many drawn of so many, for every draw."""
    counts = rng.multinomial(size, np.full(size, 1 / size), size=draws)
    return np.concatenate([np.zeros((draws, 1), dtype=np.int64), np.cumsum(counts, axis=1)], axis=1)


def _checked_points(points: int) -> int:
    return whole_number(points, name="points", least=2, hint="a whole number of at least 2, such as 101")


ROC_BAND = described(
    roc_band,
    "Band about a ROC curve",
    "Between which limits does the ROC curve run?",
    "\\mathrm{ROC}",
    "wilson: interval of each rate at every threshold; bootstrap: quantiles, at given false alarm rates, of the hit"
    " rates of curves whose positives and negatives are drawn anew",
    "fawcett2006",
    "wilson1927",
    tex=r"\frac{2 m f + z^2 \pm z \sqrt{4 m f (1 - f) + z^2}}{2 (m + z^2)}",
    remarks=OF_RANKING,
)

ROC_AVERAGE = described(
    roc_average,
    "Vertical average of ROC curves",
    "What does the ROC curve look like on average over the runs?",
    "\\overline{\\mathrm{ROC}}",
    "mean over runs of the hit rate at given false alarm rates, +- t s / sqrt(K)",
    "fawcett2006",
    tex=(
        r"\overline{\mathrm{tpr}}(x) \pm t_{1-\alpha/2, K-1} \frac{s(x)}{\sqrt{K}}, "
        r"\quad \overline{\mathrm{tpr}}(x) = \frac{1}{K} \sum_{k=1}^{K} \mathrm{tpr}_k(x)"
    ),
    remarks=(NO_RUN_WITH_BOTH, SHARED, ONE_CURVE),
)
