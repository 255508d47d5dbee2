"""How much weight do the datasets give to each side, when their weights are uncertain? Draws of a Dirichlet process."""

from __future__ import annotations

import numpy as np

from benchreport.stats.matrices import Array
from benchreport.tables.rounding import slack

CHUNK = 4_000_000
REGIONS = ("a_better", "rope", "b_better")


def drawn_weights(n: int, prior: float, seed: int, draws: int) -> tuple[Array, Array]:
    """Draw the weights of n observations and of the prior pseudo-observation, which sum to 1 in every draw.

    They depend on the seed and n alone; observations are exchangeable, so that they take weights in order of size.

    Examples
    --------
    >>> weights, apart = drawn_weights(3, 0.5, seed=0, draws=99)
    >>> weights.shape, bool(np.allclose(weights.sum(axis=1) + apart, 1))
    ((99, 3), True)
    """
    rng = np.random.default_rng([seed, n])
    weights, apart = rng.standard_exponential((draws, n)), rng.standard_gamma(prior, draws) if prior else 0.0
    total = weights.sum(axis=1) + apart
    return weights / total[:, None], np.broadcast_to(apart / total, (draws,))


def sign_shares(x: Array, y: Array, rope: Array, prior: float, seed: int, draws: int) -> Array:
    """Draw the probabilities that x exceeds y by more than the rope, lies within it, or falls short, (pairs, 3, draws).

    ``x`` and ``y`` are (pairs, n), ``rope`` (pairs,); the prior observation lies within the rope.

    Examples
    --------
    >>> shares = sign_shares(np.array([[3.0, 4.0, 5.0]]), np.zeros((1, 3)), np.array([1.0]), 1.0, seed=0, draws=999)
    >>> shares.shape, bool(abs(shares.mean(axis=2)[0, 0] - 0.75) < 0.02)
    ((1, 3, 999), True)
    """
    difference, blur = _blurred(x, y, rope)
    n, margin = difference.shape[1], rope[:, None]
    weights, _ = drawn_weights(n, prior, seed, draws)
    up_to = np.concatenate([np.zeros((draws, 1)), np.cumsum(weights, axis=1)], axis=1)
    below = (difference < -margin - blur).sum(axis=1)
    within = (difference <= margin + blur).sum(axis=1)
    b_better, a_better = up_to[:, below].T, (up_to[:, n : n + 1] - up_to[:, within]).T
    return np.stack([a_better, 1 - a_better - b_better, b_better], axis=1)


def walsh_shares(x: Array, y: Array, rope: Array, prior: float, seed: int, draws: int) -> Array:
    """As :func:`sign_shares`, for the mean of the differences of two observations drawn with replacement.

    The prior observation lies at a difference of zero.

    Examples
    --------
    >>> shares = walsh_shares(np.array([[3.0, 4.0, 5.0]]), np.zeros((1, 3)), np.array([1.0]), 0.5, seed=0, draws=999)
    >>> bool((shares[0, 2] == 0).all()), bool(np.allclose(shares.sum(axis=1), 1))
    (True, True)
    """
    difference, blur = _blurred(x, y, rope)
    places = np.argsort(difference, axis=1)
    order, blur = np.take_along_axis(difference, places, axis=1), np.take_along_axis(blur, places, axis=1)
    n = order.shape[1]
    weights, apart = drawn_weights(n, prior, seed, draws)
    up_to = np.concatenate([np.zeros((draws, 1)), np.cumsum(weights, axis=1)], axis=1)
    found = np.empty((len(order), 3, draws))
    step = max(1, CHUNK // max(draws * n, n * n, 1))
    for start in range(0, len(order), step):
        here = slice(start, start + step)
        z, twice = order[here], 2 * rope[here, None]
        sums = z[:, :, None] + z[:, None, :]
        edge = twice[:, :, None] + np.maximum(blur[here, :, None], blur[here, None, :])
        # Sorted, so that the partners of an observation that lie above or below are told by how many there are.
        fit, under = (sums <= edge).sum(axis=2), (sums < -edge).sum(axis=2)
        above = np.einsum("dn,dpn->pd", weights, up_to[:, -1:, None] - up_to[:, fit])
        below = np.einsum("dn,dpn->pd", weights, up_to[:, under])
        with_prior_above = (up_to[:, -1:] - up_to[:, (z <= twice + blur[here]).sum(axis=1)]).T
        with_prior_below = up_to[:, (z < -twice - blur[here]).sum(axis=1)].T
        a_better = above + 2 * apart * with_prior_above
        b_better = below + 2 * apart * with_prior_below
        found[here] = np.stack([a_better, np.maximum(1 - a_better - b_better, 0.0), b_better], axis=1)
    return found


def _blurred(x: Array, y: Array, rope: Array) -> tuple[Array, Array]:
    """Give the differences, and how far beyond the edge of the rope rounding may carry each that lies at it."""
    return x - y, slack(np.maximum(np.maximum(np.abs(x), np.abs(y)), rope[:, None]))
