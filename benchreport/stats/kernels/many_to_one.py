"""The law of the largest of several t statistics that share a control and a variance, as in Dunnett's test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from benchreport.records import dataclass
from benchreport.stats.kernels import scaled_tails
from benchreport.tables.rounding import Floats

PANELS = 48  # the table ends where exp(-w^2 / 2) has underflowed
SIZES = (8, 16, 32, PANELS)  # of the tables that are made, for few values reach far
DECAY = 1 / 2  # the tail falls as exp(-w^2 / 2)
STEP = 0.1  # trapezoidal step over the control's deviation, in units of the narrowest factor of the integrand
DEEP = 9.5  # standard deviations beyond which a normal density is negligible
CHUNK = 512  # t values at a time
NEGLIGIBLE = 1e-290  # a sum of probabilities that is its own first-order term


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """The comparisons with a control: distinct ratios of a sample's size to the control's, and how many have each.

    With ``two_sided`` the largest absolute value counts, else the largest value.
    """

    ratios: tuple[float, ...]
    counts: tuple[int, ...]
    two_sided: bool

    @classmethod
    def of(cls, ratios: Sequence[float], *, two_sided: bool) -> Design:
        """Return the design of comparisons in any order.

        Examples
        --------
        >>> Design.of([1.0, 2.0, 1.0], two_sided=True).counts
        (2, 1)
        """
        distinct, counts = np.unique(np.asarray(ratios, dtype=np.float64), return_counts=True)
        return cls(ratios=tuple(distinct.tolist()), counts=tuple(counts.tolist()), two_sided=two_sided)

    @property
    def comparisons(self) -> int:
        """Number of comparisons."""
        return sum(self.counts)


Tail = Callable[[Floats, Floats, Design], Floats]


def survival(t: npt.ArrayLike, df: npt.ArrayLike, design: Design) -> Floats:
    """Compute the probability that the largest t of a design is at least ``t`` when no mean differs from the control's.

    The statistics have correlations sqrt(r_i / (1 + r_i)) sqrt(r_j / (1 + r_j)) for ratios r of sample sizes. The
    relative error stays below 1e-11 into the far tail. ``t`` and ``df`` broadcast; NaN and ``df <= 0`` give NaN.

    Examples
    --------
    >>> pair = Design.of([1.0, 1.0], two_sided=True)
    >>> survival([0.0, 2.0, 30.0], 27, pair).tolist()
    [1.0, 0.0994364882..., 5.7002099...e-22]
    >>> round(float(survival(0.0, 27, Design.of([1.0] * 4, two_sided=False))), 12)
    0.8
    """
    t, df = np.broadcast_arrays(np.asarray(t, dtype=np.float64), np.asarray(df, dtype=np.float64))
    valid = ~np.isnan(t) & (df > 0)
    tail = np.where(valid, np.where(t > 0, 0.0, 1.0), np.nan)
    reached = t > 0 if design.two_sided else t >= 0
    for rows in scaled_tails.chunks(valid & reached & (t < np.inf), CHUNK):
        tail.flat[rows] = _upper(t.flat[rows], df.flat[rows], design)
    if not design.two_sided:
        for rows in scaled_tails.chunks(valid & (t < 0) & (t > -np.inf), CHUNK):
            tail.flat[rows] = 1 - _lower(-t.flat[rows], df.flat[rows], design)
    return np.clip(tail, 0.0, 1.0, out=tail)


def quantile(p: npt.ArrayLike, df: npt.ArrayLike, design: Design) -> Floats:
    """Compute the t that the largest of a design reaches or exceeds with probability ``p``.

    ``p`` and ``df`` broadcast; ``p`` outside (0, 1) and ``df <= 0`` give NaN.

    Examples
    --------
    >>> round(float(quantile(0.05, 27, Design.of([1.0, 1.0], two_sided=True))), 6)
    2.333412
    """
    p, df = np.broadcast_arrays(np.asarray(p, dtype=np.float64), np.asarray(df, dtype=np.float64))
    valid = (p > 0) & (p < 1) & (df > 0)
    t = np.full(p.shape, np.nan)
    # One-sided levels above the probability of any positive t have negative quantiles.
    negative = valid & (p > survival(0.0, np.inf, design))
    positive = valid & ~negative
    if positive.any():
        bonferroni = p[positive] / ((1 + design.two_sided) * design.comparisons)
        t[positive] = _root(_upper, p[positive], bonferroni, df[positive], design)
    if negative.any():
        t[negative] = -_root(_lower, 1 - p[negative], 1 - p[negative], df[negative], design)
    return t


def _root(tail: Tail, p: Floats, start: Floats, df: Floats, design: Design) -> Floats:
    near = scaled_tails.log_bound(np.minimum(start, 0.4), df, DECAY)
    return scaled_tails.falling_root(p, near, lambda size, sought: tail(size, df[sought], design))


def _upper(t: Floats, df: Floats, design: Design) -> Floats:
    """Compute the tail at t >= 0."""
    tail, normal = np.empty(t.shape), np.isinf(df)
    tail[normal] = np.exp(-DECAY * np.minimum(t[normal], PANELS) ** 2) * _scaled_tail(t[normal], design)
    if not normal.all():
        tail[~normal] = scaled_tails.student_tail(t[~normal], df[~normal], DECAY, lambda w: _scaled_tail(w, design))
    return tail


def _lower(t: Floats, df: Floats, design: Design) -> Floats:
    """Compute the probability that all statistics lie below -t, for t >= 0."""
    below, normal = np.empty(t.shape), np.isinf(df)
    table = _lower_table(design)
    below[normal] = scaled_tails.look_up(t[normal], table)
    if not normal.all():
        distinct, which = np.unique(df[~normal], return_inverse=True)
        spread, mass = scaled_tails.spread_nodes(distinct)
        below[~normal] = (mass[which] * scaled_tails.look_up(t[~normal, None] * spread[which], table)).sum(axis=1)
    return below


def _scaled_tail(w: Floats, design: Design) -> Floats:
    reach = float(w.max(initial=0.0))
    return scaled_tails.look_up(w, _upper_table(design, next((size for size in SIZES if reach < size), PANELS)))


@lru_cache(maxsize=256)
def _upper_table(design: Design, panels: int) -> Floats:
    """Compute Chebyshev coefficients of the scaled tail exp(w^2 / 2) P(Z >= w), one column per unit of w.

    Given the deviation y of the control, the comparisons are independent: the normal Z_i exceeds w with probability
    Phi(sqrt(r_i) y - sqrt(1 + r_i) w). Scaled, the integral over y neither underflows nor varies fast.
    """
    from scipy.special import log_ndtr

    step = STEP / np.sqrt(1 + max(design.ratios))
    values = []
    for w in scaled_tails.panel_points(panels)[:, :, None]:
        # Two-sided, the integrand is even.
        low = 0.0 if design.two_sided else -DEEP
        y = np.arange(low, float(w.max()) + DEEP, step)
        weight = np.where(y == 0, 0.5, 1.0) * 2 if design.two_sided else np.ones(y.shape)
        exponent = (w**2 - y**2) / 2
        first_order, log_none, scaled = (np.zeros(exponent.shape) for _ in range(3))
        for ratio, count in zip(design.ratios, design.counts, strict=True):
            towards, away = np.sqrt(ratio) * y, np.sqrt(1 + ratio) * w
            log_share = log_ndtr(towards - away)
            if design.two_sided:
                log_share = np.logaddexp(log_share, log_ndtr(-towards - away))
            share = np.minimum(np.exp(log_share), 1.0)
            first_order += count * share
            scaled += count * np.exp(exponent + log_share)
            with np.errstate(divide="ignore"):  # log1p(-1) = -inf is the right limit
                log_none += count * np.log1p(-share)
        # 1 - (1 - q_1) (1 - q_2) ... over q_1 + q_2 + ..., all digits kept.
        some = np.where(first_order > NEGLIGIBLE, -np.expm1(log_none) / np.maximum(first_order, NEGLIGIBLE), 1.0)
        values.append((weight * scaled * some).sum(axis=1) * step / np.sqrt(2 * np.pi))
    return scaled_tails.panel_table(np.array(values))


@lru_cache(maxsize=256)
def _lower_table(design: Design) -> Floats:
    """Compute Chebyshev coefficients of P(all Z_i < -w), one column per unit of w, for a design of one side."""
    from scipy.special import log_ndtr

    step = STEP / np.sqrt(1 + max(design.ratios))
    y = np.arange(-DEEP, DEEP, step)
    w = scaled_tails.panel_points(PANELS)[:, :, None]
    log_all = sum(
        count * log_ndtr(np.sqrt(ratio) * y - np.sqrt(1 + ratio) * w)
        for ratio, count in zip(design.ratios, design.counts, strict=True)
    )
    return scaled_tails.panel_table(np.exp(log_all - y**2 / 2).sum(axis=2) * step / np.sqrt(2 * np.pi))
