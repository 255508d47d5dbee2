"""Posterior probabilities over datasets: regions of practical equivalence, draws, the Bayesian signed-rank test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

import polars as pl

from benchreport.document.analyses.common_scale import scale_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison
from benchreport.document.evidence.result_rows import largest, of_metrics, plain
from benchreport.document.proof.cache import key_of, remembered_frames
from benchreport.errors import OptionError, refuse_unknown
from benchreport.stats.bayes.paired_tests import bayes_signed_rank

# Declared, never computed: what counts as sure, and the usual difference of rates that does not matter.
SURE = 0.95
USUAL_ROPE = 0.01
# Draws of the posterior: as many as the pairs and datasets allow, within these.
FEWEST_DRAWS, MOST_DRAWS, WORK = 2_000, 20_000, 20_000_000
# Against the best of the same data, verdicts from fewer datasets are wrong too often: of 8 identical algorithms on 5
# datasets one was called practically worse in 72 % of reports.
FEWEST_PICKED = 10
TERMS = ("a_better", "rope", "b_better")
# Of more algorithms only the comparisons with the best or the reference have posteriors.
PAIRS_UP_TO = 6
# The head of their column.
CHANCES = "P(>) P(=)"
Chances = tuple[float, float, float]


def ropes_of(evidence: Evidence) -> Mapping[str, float]:
    """Return the region of practical equivalence by metric: as asked for, else the usual one for rates, else none."""
    rope = evidence.options.rope
    names = [metric.name for metric in evidence.metrics]
    if isinstance(rope, Mapping):
        refuse_unknown(rope, names, "a rope for the unknown metric {!r}", OptionError)
    usual = {metric.name: USUAL_ROPE * (scale_of(evidence, metric) or 0.0) for metric in evidence.metrics}
    if rope is None:
        return usual
    return usual | dict(rope) if isinstance(rope, Mapping) else dict.fromkeys(names, float(rope))


def draws_of(compared: Sequence[Comparison]) -> int:
    """Return how many draws the comparisons allow with one algorithm each."""
    work = max(c.ranks.height * int(largest(c.ranks["n"]) or 1) for c in compared) * len(compared)
    return min(max(WORK // work, FEWEST_DRAWS), MOST_DRAWS) // 1000 * 1000


def posteriors(evidence: Evidence, metrics: Sequence[str], control: str | None, *, draws: int) -> pl.DataFrame:
    """Return the posterior probabilities of all pairs, or of those with one algorithm, by some metrics."""
    ropes = ropes_of(evidence)
    return bayes_signed_rank(
        of_metrics(evidence.paired, metrics),
        rope={name: ropes[name] for name in metrics},
        control=control,
        alpha=evidence.options.alpha,
        missing="available",
        seed=evidence.options.seed,
        draws=draws,
    )


def chances_of(evidence: Evidence, c: Comparison) -> dict[tuple[str, str], Chances]:
    """Return by pair, both ways round, the probabilities that the first is better, both equivalent, the second better.

    None with units or made-up results, nor from too few datasets.
    """
    few = c.baseline is None and (largest(c.ranks["n"]) or 0) < FEWEST_PICKED
    if few or evidence.filled or not c.metric.comparable or not ropes_of(evidence)[c.metric.name]:
        return {}
    return evidence.once(_chances, c.metric.name, c.focus if c.ranks.height > PAIRS_UP_TO else None, draws_of([c]))


def _chances(evidence: Evidence, metric: str, control: str | None, draws: int) -> dict[tuple[str, str], Chances]:
    keywords = {"metrics": [metric], "control": control, "draws": draws}
    scores = of_metrics(evidence.paired, [metric])
    (rows,) = remembered_frames(
        lambda: key_of("chances", scores, asdict(evidence.options), keywords),
        lambda: (posteriors(evidence, [metric], control, draws=draws),),
    )
    wide = plain(rows).pivot("term", index=["a", "b"], values="estimate").drop_nulls(TERMS)
    chances: dict[tuple[str, str], Chances] = {
        (a, b): (p, q, r) for a, b, p, q, r in wide.select("a", "b", *TERMS).rows()
    }
    return chances | {(b, a): (worse, same, better) for (a, b), (better, same, worse) in chances.items()}
