"""Dependence of predicted instances, by clusters or repeated attempts, and the test on instances that allows for it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from benchreport.measures.instances import repetition
from benchreport.stats.forms.predictions import untouched
from benchreport.stats.two_algorithms.on_instances__columns_instances import LARGE
from benchreport.tables.reduction import numbered
from benchreport.tables.scored import Scored, distinct

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
    >>> import polars as pl
    >>> rows = {"model": ["A"] * 4, "item": [1, 2, 3, 4], "truth": [0, 1, 1, 0], "prediction": [0, 1, 0, 0]}
    >>> instance_dependence(pl.DataFrame(rows)).test
    'mcnemar'
    >>> instance_dependence(pl.DataFrame(rows | {"cluster": ["x", "x", "y", "y"]})).test
    'permutation_signflip'
    """
    known = Scored.of(table, by="dataset").once(untouched)
    items, groups = known.items, known.n_groups
    instances = distinct(items.group, items.instance, groups)
    clusters = instances
    if "cluster" in known.source.columns:
        clusters = distinct(items.group, numbered(known.column("cluster"))[0], groups)
    return InstanceDependence(
        attempts=int(known.once(repetition).attempts.max(initial=1)),
        clustered=bool((clusters < instances).any()),
        fewest=int(clusters.min()),
    )
