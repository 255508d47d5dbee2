"""Draws of a Dirichlet process: weights of datasets, shares of differences beyond and within a rope."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from benchreport.stats.kernels.linear_algebra import Array
from benchreport.tables.rounding import slack

# Numbers held at a time, of draws and observations or of pairs of observations.
CHUNK = 4_000_000
# So many draws at a time fit the processor’s cache, with the weights of a hundred observations.
AT_HAND = 1024
REGIONS = ("a_better", "rope", "b_better")


def drawn_weights(n: int, prior: float, seed: int, draws: int) -> Iterator[tuple[slice, Array, Array]]:
    """Yield drawn weights of n observations and of the prior pseudo-observation, which sum to 1 in every draw.

    Some draws at a time: which they are, the weights (draws, n) and those of the prior (draws,). They depend on
    the seed and n alone; observations are exchangeable, so that they take weights in order of size.

    Examples
    --------
    >>> ((draws, weights, apart),) = drawn_weights(3, 0.5, seed=0, draws=99)
    >>> draws, weights.shape, bool(np.allclose(weights.sum(axis=1) + apart, 1))
    (slice(0, 99, None), (99, 3), True)
    """
    step = max(1, CHUNK // max(n, 1))
    parts = [slice(start, min(start + step, draws)) for start in range(0, draws, step)]
    # The prior comes last in the stream of random numbers: all others are drawn once to get there, and once to be used.
    ahead, stream = np.random.default_rng([seed, n]), np.random.default_rng([seed, n])
    for part in parts:
        first = ahead.standard_exponential((part.stop - part.start, n))
    prior_weights = ahead.standard_gamma(prior, draws) if prior else np.zeros(draws)
    for part in parts:
        weights = first if len(parts) == 1 else stream.standard_exponential((part.stop - part.start, n))
        apart = prior_weights[part]
        total = weights.sum(axis=1) + apart
        yield part, weights / total[:, None], apart / total


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
    below = (difference < -margin - blur).sum(axis=1)
    within = (difference <= margin + blur).sum(axis=1)
    shares = np.empty((len(difference), 3, draws))
    for part, weights, _ in drawn_weights(n, prior, seed, draws):
        up_to = _running(weights)
        b_better, a_better = up_to[:, below].T, (up_to[:, n : n + 1] - up_to[:, within]).T
        shares[:, :, part] = np.stack([a_better, 1 - a_better - b_better, b_better], axis=1)
    return shares


def walsh_shares(x: Array, y: Array, rope: Array, prior: float, seed: int, draws: int) -> Array:
    """Draw what :func:`sign_shares` draws, for the mean of the differences of two observations drawn with replacement.

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
    # Sorted, so that a number says which partners of an observation lie above or below.
    fit, under = _partners(order, blur, 2 * rope)
    fit_alone = (order <= 2 * rope[:, None] + blur).sum(axis=1)
    under_alone = (order < -2 * rope[:, None] - blur).sum(axis=1)
    shares = np.empty((len(order), 3, draws))
    for part, weights, apart in drawn_weights(n, prior, seed, draws):
        up_to, size = np.ascontiguousarray(_running(weights).T), np.ascontiguousarray(weights.T)
        rest = up_to[-1] - up_to
        for start in range(0, size.shape[1], AT_HAND):
            some = slice(start, start + AT_HAND)
            for pair in range(len(order)):
                a_better = _weighted(size[:, some], rest[:, some], fit[pair], n)
                a_better += 2 * apart[some] * rest[fit_alone[pair], some]
                b_better = _weighted(size[:, some], up_to[:, some], under[pair], 0)
                b_better += 2 * apart[some] * up_to[under_alone[pair], some]
                own = shares[pair, :, part][:, some]
                own[0], own[1], own[2] = a_better, np.maximum(1 - a_better - b_better, 0.0), b_better
    return shares


def _running(weights: Array) -> Array:
    """Return the summed weights of the first observations: of none, one, two, to all."""
    return np.concatenate([np.zeros((len(weights), 1)), np.cumsum(weights, axis=1)], axis=1)


def _weighted(weights: Array, amounts: Array, places: Array, nothing: int) -> Array:
    """Return the weighted sums of the amounts at some places, draw by draw; at the place ``nothing`` there is none.

    Observations are added one after another, so that the sums do not depend on how many draws there are.
    """
    some = np.flatnonzero(places != nothing)
    terms = weights[some]
    terms *= amounts[places[some]]
    if terms.shape[1] == 1:  # a single column would be summed by halves
        terms = np.cumsum(terms, axis=0)[-1:]
    return np.asarray(terms.sum(axis=0))


def _partners(order: Array, blur: Array, twice: Array) -> tuple[Array, Array]:
    """Return with how many observations each adds up to no more than the rope, and to less than it reaches below."""
    fit, under = (np.empty(order.shape, dtype=np.int64) for _ in range(2))
    pairs, n = order.shape
    width = max(1, min(n, CHUNK // max(n, 1)))
    step = max(1, CHUNK // max(width * n, 1))
    for start in range(0, pairs, step):
        for left in range(0, n, width):
            rows, columns = slice(start, start + step), slice(left, left + width)
            sums = order[rows, columns, None] + order[rows, None, :]
            edge = twice[rows, None, None] + np.maximum(blur[rows, columns, None], blur[rows, None, :])
            fit[rows, columns], under[rows, columns] = (sums <= edge).sum(axis=2), (sums < -edge).sum(axis=2)
    return fit, under


def _blurred(x: Array, y: Array, rope: Array) -> tuple[Array, Array]:
    """Return the differences, and how far beyond the edge of the rope rounding may carry each that lies at it."""
    return x - y, slack(np.maximum(np.maximum(np.abs(x), np.abs(y)), rope[:, None]))
