"""Roots of many equations at once: secant steps where the function is smooth, bisection where it only changes sides."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchreport.tables.rounding import Flags, Floats

HALVINGS = 110  # enough to pin a root near 1e-17 of an interval of length 1 to its last bit
SECANT_STEPS = 100


def bisected(holds: Callable[[Floats], Flags], low: Floats, high: Floats) -> Floats:
    """Return where a condition that is false at ``low`` becomes true; ``high`` where it never does.

    ``high`` may lie on either side of ``low``.

    Examples
    --------
    >>> bisected(lambda x: x**2 >= 2, np.zeros(1), np.ones(1) * 2).round(12).tolist()
    [1.414213562373]
    """
    low, high = low.copy(), high.copy()
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if ((middle == low) | (middle == high)).all():
            break
        right = holds(middle)
        high = np.where(right, middle, high)
        low = np.where(right, low, middle)
    return high


def secant_root(
    excess: Callable[[Floats, Flags], Floats],
    near: Floats,
    far: Floats,
    *,
    tolerance: float,
    least: float = 0.0,
    most_step: float = np.inf,
) -> Floats:
    """Return where a smooth function is zero, by secant steps from two values near the root.

    ``excess`` takes the values still sought, and where they stand. A value is found when its step is at most
    ``tolerance`` or the function at most ``least``.

    Examples
    --------
    >>> roots = secant_root(lambda x, sought: np.exp(x) - 3, np.ones(1), np.full(1, 1.1), tolerance=1e-14)
    >>> roots.round(12).tolist()
    [1.098612288668]
    """
    sought = np.ones(near.shape, dtype=bool)
    near_excess, far_excess = excess(near, sought), excess(far, sought)
    for _ in range(SECANT_STEPS):
        rise = near_excess - far_excess
        step = np.clip(near_excess * (far - near) / np.where(rise == 0, np.inf, rise), -most_step, most_step)
        step[~sought] = 0.0
        far, far_excess = near, near_excess.copy()
        near = near + step
        near_excess[sought] = excess(near[sought], sought)
        sought &= (np.abs(step) > tolerance) & (np.abs(near_excess) > least)
        if not sought.any():
            break
    return near
