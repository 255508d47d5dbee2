"""Tests and intervals on instances that depend on each other: clusters, and several attempts at an item."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np
import polars as pl
from scipy import stats

import benchreport as br
from benchreport.stats.two_algorithms.on_instances import instance_dependence
from tests.calibration.few import missed
from tests.calibration.settings import ALPHA, SEED, Share

TESTS: Mapping[str, Callable[..., pl.DataFrame]] = {
    "mcnemar": br.mcnemar,
    "permutation_signflip": br.permutation_signflip,
    "paired_t_instances": br.paired_t_instances,
}
ERROR = 0.3
# Clusters and instances in each, or items and attempts at each: few of them, and enough for a t law.
SIZES = ((8, 10), (15, 6), (40, 5))


def errors_of(random: np.random.Generator, replications: int, owners: int, each: int, within: float) -> pl.DataFrame:
    """Draw errors of two algorithms of one rate; those of one owner, a cluster or an item, are correlated."""
    shape = (replications, 2, owners, each)
    own = np.sqrt(within) * random.standard_normal((*shape[:3], 1))
    latent = own + np.sqrt(1 - within) * random.standard_normal(shape)
    run, algorithm, owner, place = (places.ravel() for places in np.indices(shape))
    return pl.DataFrame(
        {
            "dataset": run.astype(str),
            "algorithm": np.where(algorithm == 0, "a", "b"),
            "owner": owner,
            "place": place,
            "correct": (latent.ravel() > stats.norm.ppf(ERROR)).astype(np.int64),
        }
    )


def clustered(frame: pl.DataFrame) -> pl.DataFrame:
    """Return predictions of which each owner is a cluster."""
    numbered = frame.with_columns(instance=pl.format("{}-{}", "owner", "place"), cluster="owner")
    return br.predictions(numbered.drop("owner", "place"))


def attempted(frame: pl.DataFrame) -> pl.DataFrame:
    """Return predictions of which each owner is an item with several attempts."""
    return br.predictions(frame.rename({"owner": "instance", "place": "attempt"}))


def instance_shares(replications: int) -> Iterator[Share]:
    """Calibrate the test that decides on instances, as chosen by their dependence, and the intervals of error rates."""
    parts = (("instances in clusters", clustered, 0.5), ("repeated attempts", attempted, 0.5))
    for kind, (part, made, within) in enumerate(parts):
        for owners, each in SIZES:
            random = np.random.default_rng([SEED, 31, kind, owners])
            table = made(errors_of(random, replications, owners, each, within))
            dependence = instance_dependence(table)
            rows = TESTS[dependence.test](table)
            null = f"{owners} with {each} each"
            facts = {"null": null, "algorithms": 2, "datasets": 1, "replications": replications, "limit": ALPHA}
            share = rows.select((pl.col("p_value") <= ALPHA).sum()).item() / replications
            yield Share(part=part, procedure=dependence.test, share=share, **facts)
            if dependence.test == "paired_t_instances":
                error = br.mean_loss_t(table.filter(pl.col("algorithm") == "a"))
                yield Share(part=f"{part}, error rate", procedure="mean_loss_t", share=missed(error, ERROR), **facts)
    random = np.random.default_rng([SEED, 32])
    table = clustered(errors_of(random, replications, 100, 1, 0.0)).drop("cluster")
    dependence = instance_dependence(table)
    share = TESTS[dependence.test](table).select((pl.col("p_value") <= ALPHA).sum()).item() / replications
    yield Share(
        part="independent instances", procedure=dependence.test, null="100 instances", algorithms=2, datasets=1,
        share=share, replications=replications, limit=ALPHA,
    )  # fmt: skip
