"""Dependence of predicted instances, by clusters or repeated attempts, and the test on instances that allows for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl

from benchreport.measures.instances import renumbered
from benchreport.stats.columns.instances import LARGE
from benchreport.stats.untouched import untouched_predictions
from benchreport.tables.schema import RUN_KEYS

INDEPENDENT, ROBUST, FLIPPED = "mcnemar", "paired_t_instances", "permutation_signflip"


@dataclass(frozen=True, slots=True, kw_only=True)
class InstanceDependence:
    """How the instances of a table of predictions depend on each other.

    ``attempts`` is the most predictions of one instance by one algorithm, ``clustered`` tells whether some cluster has
    several instances, ``fewest`` is the smallest number of clusters, or else of instances, of a dataset.
    """

    attempts: int
    clustered: bool
    fewest: int

    @property
    def dependent(self) -> bool:
        """Whether rows of the table are no independent instances."""
        return self.attempts > 1 or self.clustered

    @property
    def words(self) -> str:
        """What the instances did to depend on each other; nothing where they are independent."""
        if not self.dependent:
            return ""
        return "come in clusters" if self.clustered else "were predicted several times"

    @property
    def test(self) -> str:
        """The id of the test that decides on instances, by their numbers alone.

        Independent instances: McNemar's exact test. Otherwise the t test of cluster sums or instance means, or the
        exact sign flips of these where there are too few for the t law.
        """
        if not self.dependent:
            return INDEPENDENT
        return ROBUST if self.fewest >= LARGE else FLIPPED


def instance_dependence(table: Any) -> InstanceDependence:
    """Return how the instances of a table of predictions depend on each other; a cluster is one of its dataset.

    Examples
    --------
    >>> rows = {"model": ["A"] * 4, "item": [1, 2, 3, 4], "truth": [0, 1, 1, 0], "prediction": [0, 1, 0, 0]}
    >>> instance_dependence(pl.DataFrame(rows)).test
    'mcnemar'
    >>> instance_dependence(pl.DataFrame(rows | {"cluster": ["x", "x", "y", "y"]})).test
    'permutation_signflip'
    """
    known = untouched_predictions(table)
    runs = [name for name in RUN_KEYS if name in known.columns]
    named = known.join(renumbered(known, ["dataset"]).filter("__anew"), on="dataset", how="anti") if runs else known
    owner = ["dataset", "algorithm", "instance"]
    attempts = named.group_by(owner).len()["len"].to_numpy().max(initial=1) if runs else 1
    clusters = "cluster" in known.columns
    sizes = known.group_by("dataset").agg(
        items=pl.col("instance").n_unique(),
        clusters=pl.col("cluster" if clusters else "instance").n_unique(),
    )
    return InstanceDependence(
        attempts=int(attempts),
        clustered=clusters and bool((sizes["clusters"] < sizes["items"]).any()),
        fewest=min(sizes["clusters"].to_list(), default=0),
    )
