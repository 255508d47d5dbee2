"""How probable is a two-by-two table with these margins? Fisher's exact p-values over arrays of tables."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from benchreport.method import Alternative

Array = npt.NDArray[np.float64]
CELLS_AT_ONCE = 5_000_000
REACH = 40  # standard deviations
SAME_CHANCE = 1 + 1e-7  # tables as likely as the observed one, within rounding


def fisher_p(ka: Array, na: Array, kb: Array, nb: Array, *, alternative: Alternative) -> Array:
    """P-value of ``ka`` successes of ``na`` against ``kb`` of ``nb``, given the total of successes.

    Examples
    --------
    >>> counts = [np.array([float(value)]) for value in (3, 4, 1, 4)]
    >>> fisher_p(*counts, alternative="two-sided").round(6).tolist()
    [0.485714]
    """
    tables, at = np.unique(np.stack([ka, na, kb, nb], axis=1), axis=0, return_inverse=True)
    low, high = _support(tables)
    order = np.argsort(high - low, kind="stable")
    p = np.full(len(tables), np.nan)
    start = 0
    while start < len(order):
        # Tables of like support go together, as many as fit; the widest of them comes last.
        stop = start + 1
        while stop < len(order) and (stop + 1 - start) * (high - low)[order[stop]] < CELLS_AT_ONCE:
            stop += 1
        here = order[start:stop]
        p[here] = _tails(tables[here], alternative)
        start = stop
    return np.asarray(p[at.ravel()])


def _support(tables: Array) -> tuple[Array, Array]:
    """Return the counts that can occur, less those so far off that their chance is below the smallest number."""
    ka, na, kb, nb = tables.T
    successes, whole = ka + kb, na + nb
    centre = na * successes / whole
    spread = np.sqrt(centre * (nb / whole) * (1 - successes / whole))
    reach = REACH * (spread + 1)
    low = np.maximum(np.maximum(0.0, successes - nb), np.floor(np.minimum(centre, ka) - reach))
    high = np.minimum(np.minimum(successes, na), np.ceil(np.maximum(centre, ka) + reach))
    return low, high


def _tails(tables: Array, alternative: Alternative) -> Array:
    from scipy.special import gammaln

    ka, na, kb, nb = (column[:, None] for column in tables.T)
    low, high = (end[:, None] for end in _support(tables))
    count = low + np.arange(int((high - low).max()) + 1)
    inside = count <= high
    count = np.minimum(count, high)

    def log_ways(n: Array, k: Array) -> Array:
        return np.asarray(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1))

    successes = ka + kb
    log_chance = log_ways(na, count) + log_ways(nb, successes - count) - log_ways(na + nb, successes)
    chance = np.where(inside, np.exp(log_chance), 0.0)
    seen = np.where(inside & (count == ka), chance, 0.0).sum(axis=1, keepdims=True)
    far = {"greater": count >= ka, "less": count <= ka, "two-sided": chance <= seen * SAME_CHANCE}[alternative]
    return np.asarray(np.minimum(1.0, np.where(far, chance, 0.0).sum(axis=1)))
