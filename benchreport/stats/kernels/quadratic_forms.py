"""Quadratic scores of normal variables: values at points, share below zero."""

from __future__ import annotations

import numpy as np

from benchreport.tables.rounding import Floats
from benchreport.threads import product

# Beyond so many standard deviations a normal law holds less than 1e-23.
REACH = 10.0
NODES, PANELS = 32, 12
FLAT = 1e-12


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
