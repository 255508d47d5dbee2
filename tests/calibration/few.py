"""Intervals over few datasets and of areas under ROC curves: how often do they miss what they are about?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy import stats

import benchreport as br
from tests.calibration.nulls import Floats, Generator
from tests.calibration.settings import ALPHA, SEED, Share, scores_of

# Misses of means where a law has a long tail, and of interquartile means; their captions carry the simulated level.
LONG_TAIL, MIDDLE = 0.09, 0.09
SIZES = (5, 8, 14, 30, 100)


@dataclass(frozen=True, slots=True, kw_only=True)
class Law:
    """A law of scores over datasets, with what the intervals are about."""

    draw: Callable[[Generator, int, int], Floats]
    frozen: object
    turned: bool = False

    def quantile(self, level: float) -> float:
        """Return a quantile of the scores."""
        at = self.frozen.ppf(1 - level if self.turned else level)  # type: ignore[attr-defined]
        return float(1 - at if self.turned else at)

    @property
    def mean(self) -> float:
        """The mean of the scores."""
        mean = float(self.frozen.mean())  # type: ignore[attr-defined]
        return 1 - mean if self.turned else mean

    @property
    def middle(self) -> float:
        """The mean of the middle half of the scores."""
        levels = (np.arange(200_000) + 0.5) / 400_000 + 0.25
        at = self.frozen.ppf(1 - levels if self.turned else levels)  # type: ignore[attr-defined]
        return float(np.mean(1 - at if self.turned else at))


LAWS: Mapping[str, Law] = {
    "beta(6, 1.2)": Law(draw=lambda random, *shape: random.beta(6, 1.2, shape), frozen=stats.beta(6, 1.2)),
    "beta(2, 0.5)": Law(draw=lambda random, *shape: random.beta(2, 0.5, shape), frozen=stats.beta(2, 0.5)),
    "log-normal error": Law(
        draw=lambda random, *shape: 1 - 0.1 * np.exp(0.9 * random.standard_normal(shape)),
        frozen=stats.lognorm(0.9, scale=0.1),
        turned=True,
    ),
}


def missed(rows: pl.DataFrame, truth: float) -> float:
    """Return the share of intervals that leave the truth outside; rows without an interval claim nothing."""
    sure = rows.filter(pl.col("ci_low").is_not_null())
    return sure.select(((pl.col("ci_low") > truth) | (pl.col("ci_high") < truth)).mean()).item()


def few_shares(replications: int) -> Iterator[Share]:
    """Calibrate the intervals of means, medians and interquartile means over datasets."""
    for place, (name, law) in enumerate(LAWS.items()):
        for n in SIZES:
            random = np.random.default_rng([SEED, 21, place, n])
            table = scores_of(law.draw(random, replications, n)[:, :, None])
            made = [("mean over datasets", "bootstrap_t", br.mean_score, law.mean, LONG_TAIL)]
            if n >= 6:
                median = law.quantile(0.5)
                made.append(("median over datasets", "order_statistics", br.median_score, median, ALPHA))
            if n >= 10:
                made.append(("interquartile mean over datasets", "iqm_percentile", br.iqm, law.middle, MIDDLE))
            for part, procedure, interval, truth, limit in made:
                yield Share(
                    part=part, procedure=procedure, null=name, algorithms=1, datasets=n,
                    share=missed(interval(table, by="replication"), truth), replications=replications, limit=limit,
                )  # fmt: skip


def win_shares(replications: int) -> Iterator[Share]:
    """Calibrate the interval of the probability of improvement, with one run per dataset."""
    for chance in (0.5, 0.7, 0.9):
        for n in SIZES:
            random = np.random.default_rng([SEED, 22, int(100 * chance), n])
            won = (random.random((replications, n)) < chance).astype(np.float64)
            table = scores_of(np.stack([0.5 + 0.1 * won, np.full_like(won, 0.55)], axis=2))
            rows = br.probability_of_improvement(table, by="replication")
            yield Share(
                part="probability of improvement", procedure="exact", null=f"wins {chance:.0%}", algorithms=2,
                datasets=n, share=missed(rows, chance), replications=replications, limit=ALPHA,
            )  # fmt: skip


def area_shares(replications: int) -> Iterator[Share]:
    """Calibrate the interval of an area under a ROC curve: normal scores of both classes."""
    for area in (0.7, 0.85, 0.95):
        for positives, negatives in ((20, 20), (30, 70), (100, 100)):
            random = np.random.default_rng([SEED, 23, int(100 * area), positives])
            truth = np.tile(np.repeat([1, 0], [positives, negatives]), replications)
            shift = np.sqrt(2) * stats.norm.ppf(area)
            frame = pl.DataFrame(
                {
                    "algorithm": "a",
                    "dataset": np.repeat(np.arange(replications), positives + negatives).astype(str),
                    "instance": np.tile(np.arange(positives + negatives), replications),
                    "truth": truth,
                    "score": random.standard_normal(truth.size) + shift * truth,
                }
            )
            rows = br.ci_auc(br.predictions(frame), positive=1)
            yield Share(
                part="area under the ROC curve", procedure="logit", null=f"{area}, {positives} and {negatives}",
                algorithms=1, datasets=1, share=missed(rows, area), replications=replications, limit=ALPHA,
            )  # fmt: skip
