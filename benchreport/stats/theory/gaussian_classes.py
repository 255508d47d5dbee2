"""Two normal classes: Bayes classifier, its risk, the true risk of a rule, samples and estimates."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.method import Method, Remark
from benchreport.records import dataclass
from benchreport.remarks import with_words
from benchreport.stats.forms.rows import checked_draws, checked_number, fields
from benchreport.tables.rounding import Floats
from benchreport.threads import covariance, product

Vector = Sequence[float]
Matrix = Sequence[Sequence[float]]
# What a false positive and a false negative cost.
Costs = tuple[float, float]

EQUAL_COSTS: Costs = (1.0, 1.0)
# Beyond so many standard deviations a normal law holds less than 1e-23.
REACH = 10.0
NODES, PANELS = 32, 12
FLAT = 1e-12
SIMULATED = Remark(code="drawn_classes", note="{0} draws of each class, seed {1}, standard error {2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class GaussianTask:
    """Two normal classes: means, covariances, and the share of the positive class.

    Examples
    --------
    >>> import benchreport as br
    >>> task = br.GaussianTask(
    ...     mean_positive=(1.0,), mean_negative=(-1.0,), covariance_positive=((1.0,),), covariance_negative=((1.0,),)
    ... )
    >>> round(br.bayes_risk(task)["estimate"].item(), 6)
    0.158655
    """

    mean_positive: Vector
    mean_negative: Vector
    covariance_positive: Matrix
    covariance_negative: Matrix
    prior: float = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class QuadraticRule:
    """Predict the positive class where ``-x A x' / 2 + b x' + c >= 0``; ``matrix`` is A, ``vector`` b, ``constant`` c.

    Examples
    --------
    >>> import benchreport as br
    >>> rule = br.QuadraticRule(matrix=((0.0,),), vector=(2.0,), constant=0.0)
    >>> rule.vector
    (2.0,)
    """

    matrix: Matrix
    vector: Vector
    constant: float


def gaussian_discriminant(task: GaussianTask, *, costs: Costs = EQUAL_COSTS) -> QuadraticRule:
    """Compute the best border between two normal classes: quadratic, or linear where the covariances are equal.

    ``costs`` are those of a false positive and of a false negative.

    Examples
    --------
    >>> import benchreport as br
    >>> unit = ((1.0, 0.0), (0.0, 1.0))
    >>> task = br.GaussianTask(
    ...     mean_positive=(1, 0), mean_negative=(-1, 0), covariance_positive=unit, covariance_negative=unit
    ... )
    >>> br.gaussian_discriminant(task).vector
    (2.0, 0.0)
    """
    # Of each class the inverse of its covariance, its mean times that, and its part of the constant.
    parts = []
    for mean, spread in _classes(task):
        inverse = np.linalg.inv(spread)
        weights = product(inverse, mean)
        parts.append((inverse, weights, (product(weights, mean) + np.linalg.slogdet(spread)[1]) / 2))
    (inverse_plus, weights_plus, part_plus), (inverse_minus, weights_minus, part_minus) = parts
    false_positive, false_negative = _checked_costs(costs)
    odds = np.log(task.prior) - np.log1p(-task.prior) + np.log(false_negative / false_positive)
    matrix = inverse_plus - inverse_minus
    return QuadraticRule(
        matrix=tuple(map(tuple, ((matrix + matrix.T) / 2).tolist())),
        vector=tuple((weights_plus - weights_minus).tolist()),
        constant=float(part_minus - part_plus + odds),
    )


def bayes_classifier(points: Any, task: GaussianTask, *, costs: Costs = EQUAL_COSTS) -> pl.DataFrame:
    """Compute what the best possible classifier says of points, one per row, their coordinates in columns.

    Adds ``score`` (not negative: the positive class), ``probability`` of the positive class, and ``prediction``.

    Examples
    --------
    >>> import benchreport as br
    >>> task = br.GaussianTask(
    ...     mean_positive=(1.0,), mean_negative=(-1.0,), covariance_positive=((1.0,),), covariance_negative=((1.0,),)
    ... )
    >>> br.bayes_classifier(pl.DataFrame({"x1": [-1.0, 0.5]}), task).rows()
    [(-1.0, -2.0, 0.11920292202211755, 'negative'), (0.5, 1.0, 0.7310585786300049, 'positive')]
    """
    from scipy.special import expit

    frame = points if isinstance(points, pl.DataFrame) else _framed(np.atleast_2d(np.asarray(points, np.float64)))
    place = frame.to_numpy().astype(np.float64)
    rule = gaussian_discriminant(task, costs=costs)
    if place.shape[1] != len(rule.vector):
        raise OptionError(
            f"points have {place.shape[1]} coordinates, the task {len(rule.vector)}",
            hint="give the coordinates only, in the order of the means",
        )
    score = scores_at(place, *_numbers(rule))
    false_positive, false_negative = costs
    return frame.with_columns(
        score=pl.Series(score),
        probability=pl.Series(expit(score - np.log(false_negative / false_positive))),
        prediction=pl.Series(np.where(score >= 0, "positive", "negative")),
    )


def bayes_risk(task: GaussianTask, *, costs: Costs = EQUAL_COSTS, draws: int = 99_999, seed: int = 0) -> pl.DataFrame:
    """Compute the smallest risk any classifier could have on two normal classes, as one result row.

    Exact where the border is linear, by quadrature in one or two dimensions that bend, else by simulation with
    ``draws`` points of each class; ``law`` and ``remarks`` say which.

    Examples
    --------
    >>> import benchreport as br
    >>> task = br.GaussianTask(
    ...     mean_positive=(2.0,), mean_negative=(0.0,), covariance_positive=((1.0,),), covariance_negative=((4.0,),)
    ... )
    >>> br.bayes_risk(task).select(pl.col("estimate").round(6), "law").row(0)
    (0.226694, 'quadrature')
    """
    return _risk_row(BAYES_RISK, task, gaussian_discriminant(task, costs=costs), costs, draws, seed)


def generalization_risk(
    task: GaussianTask, rule: QuadraticRule, *, costs: Costs = EQUAL_COSTS, draws: int = 99_999, seed: int = 0
) -> pl.DataFrame:
    """Compute the true risk of a linear or quadratic rule on two normal classes, as one result row.

    How good is a border that was estimated? Computed as in :func:`bayes_risk`, which no rule can beat.

    Examples
    --------
    >>> import benchreport as br
    >>> task = br.GaussianTask(
    ...     mean_positive=(1.0,), mean_negative=(-1.0,), covariance_positive=((1.0,),), covariance_negative=((1.0,),)
    ... )
    >>> everything_positive = br.QuadraticRule(matrix=((0.0,),), vector=(0.0,), constant=1.0)
    >>> br.generalization_risk(task, everything_positive)["estimate"].item()
    0.5
    """
    return _risk_row(GENERALIZATION_RISK, task, rule, costs, draws, seed)


def gaussian_sample(task: GaussianTask, *, n: int, seed: int = 0) -> pl.DataFrame:
    """Return n labelled random points of two normal classes: columns ``x1``, ``x2``, … and ``truth``.

    Examples
    --------
    >>> import benchreport as br
    >>> task = br.GaussianTask(
    ...     mean_positive=(1.0,), mean_negative=(-1.0,), covariance_positive=((1.0,),), covariance_negative=((1.0,),)
    ... )
    >>> br.gaussian_sample(task, n=100).columns
    ['x1', 'truth']
    """
    plus, minus = _classes(task)
    size = int(checked_number(n, "n", least=1))
    rng = np.random.default_rng(seed)
    positive = rng.random(size) < task.prior
    normal = rng.standard_normal((size, len(plus[0])))
    drawn = [mean + product(normal, np.linalg.cholesky(covariance).T) for mean, covariance in (plus, minus)]
    place = np.where(positive[:, None], *drawn)
    return _framed(place).with_columns(truth=pl.Series(np.where(positive, "positive", "negative")))


def estimated_task(points: pl.DataFrame, *, truth: str = "truth", positive: str = "positive") -> GaussianTask:
    """Return the two normal classes of a labelled sample: its means, covariances and share of positives.

    Examples
    --------
    >>> import benchreport as br
    >>> sample = pl.DataFrame({"x1": [0.0, 2.0, 5.0, 7.0], "truth": ["negative"] * 2 + ["positive"] * 2})
    >>> br.estimated_task(sample).mean_positive
    (6.0,)
    """
    if truth not in points.columns:
        raise OptionError(f"no column {truth!r} with the classes", hint="truth='your_column'")
    is_positive = points.get_column(truth).cast(pl.String) == positive
    parts = [points.filter(chosen).drop(truth).to_numpy().astype(np.float64) for chosen in (is_positive, ~is_positive)]
    if min(map(len, parts)) < 2:
        raise OptionError(
            f"{len(parts[0])} points are {positive!r} and {len(parts[1])} are not",
            hint="each class needs two; positive='your_class' names the positive one",
        )
    means = [tuple(part.mean(axis=0).tolist()) for part in parts]
    spreads = [tuple(map(tuple, covariance(part).tolist())) for part in parts]
    return GaussianTask(
        mean_positive=means[0],
        mean_negative=means[1],
        covariance_positive=spreads[0],
        covariance_negative=spreads[1],
        prior=len(parts[0]) / points.height,
    )


def _numbers(rule: QuadraticRule) -> tuple[Floats, Floats, float]:
    return np.asarray(rule.matrix, dtype=np.float64), np.asarray(rule.vector, dtype=np.float64), float(rule.constant)


def _framed(place: Floats) -> pl.DataFrame:
    return pl.DataFrame(place, schema=[f"x{position}" for position in range(1, place.shape[1] + 1)])


def _risk_row(
    method: Method, task: GaussianTask, rule: QuadraticRule, costs: Costs, draws: int, seed: int
) -> pl.DataFrame:
    checked_draws(draws)
    plus, minus = _classes(task)
    false_positive, false_negative = _checked_costs(costs)
    dimension = len(plus[0])
    if np.shape(rule.matrix) != (dimension, dimension) or np.shape(rule.vector) != (dimension,):
        raise OptionError(
            f"the rule is not one of {dimension} coordinates", hint="its matrix and vector have one entry for each"
        )
    missed, law, spread_plus = share_below_zero(*_numbers(rule), plus, draws=draws, seed=seed)
    rejected, other, spread_minus = share_below_zero(*_numbers(rule), minus, draws=draws, seed=seed + 1)
    weight_plus, weight_minus = false_negative * task.prior, false_positive * (1 - task.prior)
    simulated = "Monte Carlo" in (law, other)
    error = float(np.hypot(weight_plus * spread_plus, weight_minus * spread_minus))
    row = pl.select(
        fields(
            method,
            estimate=weight_plus * missed + weight_minus * (1 - rejected),
            law="Monte Carlo" if simulated else law if law == other else "quadrature",
            status="approximate" if simulated else "ok",
            remarks=SIMULATED.spelled(draws, seed, f"{error:.2g}") if simulated else None,
        )
    )
    return with_words(row)


def _classes(task: GaussianTask) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
    """Return mean and covariance of both classes, if a task has them."""
    checked_number(task.prior, "prior", least=0, most=1, strict=True)
    plus, minus = np.asarray(task.mean_positive, dtype=np.float64), np.asarray(task.mean_negative, dtype=np.float64)
    spreads = [np.asarray(spread, dtype=np.float64) for spread in (task.covariance_positive, task.covariance_negative)]
    if plus.ndim != 1 or plus.shape != minus.shape or any(s.shape != (plus.size, plus.size) for s in spreads):
        raise OptionError(
            "means and covariances differ in size",
            hint="two means of d numbers, two covariances of d rows of d numbers",
        )
    for spread in spreads:
        if not np.isfinite(spread).all() or not np.allclose(spread, spread.T, rtol=1e-9, atol=0):
            raise OptionError("a covariance is not symmetric", hint="entry (i, j) equals entry (j, i)")
        values = np.linalg.eigvalsh(spread)
        if values[0] <= FLAT * values[-1]:
            raise OptionError(
                "a covariance is singular or has negative variances",
                hint="leave out coordinates that follow from others",
            )
    return (plus, spreads[0]), (minus, spreads[1])


def _checked_costs(costs: Costs) -> Costs:
    false_positive, false_negative = costs
    checked_number(false_positive, "cost of a false positive", least=0, strict=True)
    checked_number(false_negative, "cost of a false negative", least=0, strict=True)
    return costs


def scores_at(place: Floats, matrix: Floats, vector: Floats, constant: float) -> Floats:
    """Compute the scores of points, one per row.

    Examples
    --------
    >>> scores_at(np.array([[2.0]]), np.array([[1.0]]), np.array([3.0]), 0.5).tolist()
    [4.5]
    """
    return np.asarray(-np.einsum("ij,jk,ik->i", place, matrix, place) / 2 + product(place, vector) + constant)


def share_below_zero(
    matrix: Floats, vector: Floats, constant: float, of_class: tuple[Floats, Floats], *, draws: int, seed: int
) -> tuple[float, str, float]:
    """Return the share of a normal law where a quadratic score is negative, how it is computed, and its standard error.

    The score is -x A x' / 2 + b x' + c with ``matrix`` A, ``vector`` b and ``constant`` c.

    In the right coordinates of the class the score is a sum of parabolas of independent standard normal variables;
    all variables that enter linearly are one.
    """
    from scipy.special import ndtr

    mean, covariance = of_class
    root = np.linalg.cholesky(covariance)
    matrix = (matrix + matrix.T) / 2
    bend, axes = np.linalg.eigh(product(product(root.T, matrix), root))
    slope = product(product(axes.T, root.T), vector - product(matrix, mean))
    level = float(scores_at(mean[None, :], matrix, vector, constant)[0])
    # What rounding leaves of equal covariances is no bend.
    scale = float(np.linalg.norm(root, 2)) ** 2 * float(np.linalg.norm(matrix, 2))
    bent = np.abs(bend) > FLAT * np.maximum(1.0, scale)
    straight = float(np.linalg.norm(slope[~bent]))
    if not bent.any():
        below = ndtr(-level / straight) if straight > 0 else float(level < 0)
        return float(below), "normal", 0.0
    if bent.sum() == 1:
        return _below_in_plane((bend[bent][0], slope[bent][0]), (0.0, straight), level), "quadrature", 0.0
    if bent.sum() == 2 and straight == 0:
        first, second = zip(bend[bent], slope[bent], strict=True)
        return _below_in_plane(first, second, level), "quadrature", 0.0
    z = np.random.default_rng(seed).standard_normal((draws, len(mean)))
    share = float((scores_at(mean + product(z, root.T), matrix, vector, constant) < 0).mean())
    return share, "Monte Carlo", float(np.sqrt(share * (1 - share) / draws))


def _below_in_plane(first: tuple[float, float], second: tuple[float, float], level: float) -> float:
    """Compute P(level + sum of -bend z^2 / 2 + slope z < 0) for two independent standard normal variables.

    Outer: the first variable. Where the inner probability has a kink an interval ends, and the nodes crowd there.
    """
    (bend, slope), (inner_bend, inner_slope) = first, second
    # Kinks: the inner parabola touches zero, or the level of the inner score changes sign.
    touching = level + (inner_slope**2 / (2 * inner_bend) if inner_bend else 0.0)
    kinks = [*_roots(-bend / 2, slope, touching), *_roots(-bend / 2, slope, level)]
    ends = np.unique(np.clip([-REACH, *kinks, REACH, 0.0], -REACH, REACH))
    node, weight = np.polynomial.legendre.leggauss(NODES)
    panel = (2 * np.arange(PANELS)[:, None] + 1 - PANELS + node).ravel() / PANELS
    angle, weight = panel * np.pi / 2, np.tile(weight / PANELS, PANELS)
    middle, half = (ends[1:] + ends[:-1]) / 2, (ends[1:] - ends[:-1]) / 2
    z = middle[:, None] + half[:, None] * np.sin(angle)
    density = np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    inner = _below_on_line(inner_bend, inner_slope, level - bend / 2 * z**2 + slope * z)
    return float((half[:, None] * np.cos(angle) * np.pi / 2 * weight * density * inner).sum())


def _below_on_line(bend: float, slope: float, level: Floats) -> Floats:
    """Compute P(level - bend z^2 / 2 + slope z < 0) for a standard normal z."""
    from scipy.special import ndtr

    if bend == 0:
        if slope == 0:
            return (level < 0).astype(np.float64)
        return np.asarray(ndtr(-level / abs(slope)))
    inside = slope**2 + 2 * bend * level
    reach = np.sqrt(np.maximum(inside, 0.0)) / abs(bend)
    middle = slope / bend
    between = ndtr(middle + reach) - ndtr(middle - reach)
    # A score that opens downwards is positive between its roots, one that opens upwards is negative there.
    return np.asarray(1 - between if bend > 0 else between)


def _roots(square: float, linear: float, constant: float) -> list[float]:
    if square == 0:
        return [-constant / linear] if linear else []
    inside = linear**2 - 4 * square * constant
    if inside < 0:
        return []
    return [(-linear + sign * np.sqrt(inside)) / (2 * square) for sign in (-1, 1)]


_on_normal_classes = partial(
    Method,
    kind="numbers",
    shape="none",
    null="none",
    assumes=("both classes are normal with known means, covariances and shares",),
    cites=("hastie2009",),
)

GAUSSIAN_DISCRIMINANT = _on_normal_classes(
    table=gaussian_discriminant,
    title="Discriminant of two normal classes",
    question="Where does the best border between two normal classes run?",
    symbol="g(x)",
    formula="g(x) = -x A x' / 2 + b x' + c with A = S+^-1 - S-^-1; predict the positive class where g(x) >= 0",
    tex=r"g(x) = -\frac{1}{2} x A x^{\top} + b x^{\top} + c, \quad A = S_{+}^{-1} - S_{-}^{-1}",
)

BAYES_CLASSIFIER = _on_normal_classes(
    table=bayes_classifier,
    title="Bayes classifier of two normal classes",
    question="What would the best possible classifier say of these points?",
    symbol="sign(P(+|x) - P(-|x))",
    formula="predict the class of the smaller expected cost; at equality the positive one",
    tex=r"\mathrm{sign}\left( l_{\mathrm{FN}} P(+ \mid x) - l_{\mathrm{FP}} P(- \mid x) \right)",
)

BAYES_RISK = _on_normal_classes(
    table=bayes_risk,
    title="Bayes risk of two normal classes",
    question="What is the smallest risk any classifier could have here?",
    symbol="R_min",
    formula="R_min = integral of min(l_FP p(x,-), l_FN p(x,+)) over x",
    tex=r"R_{\min} = \int \min( l_{\mathrm{FP}} \, p(x, -), \; l_{\mathrm{FN}} \, p(x, +) ) \, dx",
    estimand="smallest possible risk",
    remarks=(SIMULATED,),
)

GENERALIZATION_RISK = _on_normal_classes(
    table=generalization_risk,
    title="True risk of a rule on two normal classes",
    question="What loss is to be expected of this rule on new data from the same source?",
    symbol="R(g)",
    formula="R(g) = E[L(y, g(x))]",
    tex=r"R(g) = \mathrm{E}[L(y, g(x))]",
    estimand="expected loss on new data",
    remarks=(SIMULATED,),
)
