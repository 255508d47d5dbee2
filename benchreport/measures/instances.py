"""Losses of predictions: one number per instance and algorithm, and every two algorithms side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import IncompleteError, one_of
from benchreport.measures.losses import Costs, Loss, Priced, loss_of
from benchreport.records import dataclass
from benchreport.tables.blocks import Missing, refuse_single_algorithm
from benchreport.tables.checks import refuse_gaps
from benchreport.tables.groups import By
from benchreport.tables.reduction import numbered
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.scored import (
    GROUP,
    Flags,
    Floats,
    Integers,
    Pairs,
    Scored,
    distinct,
    pairs_of,
    refuse_two_truths,
)
from benchreport.threads import fast_product, in_one_order

# Rows of one batch of pairs: 190 pairs of 10,000 instances pass through in four.
BATCH = 500_000
# A larger share of instances with several truths are no slips: their numbers start anew in every run.
MOST_CHANGING = 0.1
ClusterScope = Literal["dataset", "global", "none"]
SCOPES: tuple[ClusterScope, ...] = ("dataset", "global", "none")


@dataclass(frozen=True, slots=True, kw_only=True)
class Repetition:
    """How the runs of every group repeat its instances.

    ``pooled`` says that a group holds runs with other instances, ``again`` that it holds some instance several times,
    ``attempts`` how often an algorithm answered it. ``anew`` tells the items whose numbers start anew in every run.
    """

    pooled: Flags
    again: Flags
    attempts: Integers
    anew: Flags


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses:
    """The loss of every algorithm on every unit, NaN where there is none.

    A unit is an item, or an instance whose attempts are averaged; ``item`` is its first item.
    """

    scored: Scored
    values: Floats
    answered: Flags  # whether there is a row at all, with a loss or without
    item: Integers
    cluster: Integers | None
    repetition: Repetition

    @property
    def group(self) -> Integers:
        """The group of every unit."""
        return self.scored.items.group[self.item]

    @property
    def start(self) -> Integers:
        """The first unit of each group, and the number of units at the end."""
        return np.searchsorted(self.group, np.arange(self.scored.n_groups + 1))

    @property
    def measured(self) -> Flags:
        """Where there is a loss."""
        return ~np.isnan(self.values)

    @property
    def n_units(self) -> Integers:
        """How many units of each group have a loss."""
        return np.bincount(self.group[self.measured.any(axis=1)], minlength=self.scored.n_groups)

    @property
    def weighted(self) -> bool:
        """Whether the predictions have weights, which tests do not use."""
        return "weight" in self.scored.source.columns

    @property
    def clustered(self) -> Flags:
        """Which groups hold clusters of several units."""
        units = np.diff(self.start)
        return units < 0 if self.cluster is None else distinct(self.group, self.cluster, len(units)) < units


def instance_pairs(
    table: Any,
    *,
    by: By = "dataset",
    control: str | None = None,
    loss: Loss = "zero_one",
    costs: Costs | None = None,
    positive: Any = None,
    missing: Missing = "refuse",
) -> pl.DataFrame:
    """Return every two algorithms side by side: one row per group, pair and instance.

    ``a`` sorts before ``b``; with ``control`` only pairs with it are made and ``b`` is the control. ``x`` and ``y`` are
    the losses of ``a`` and ``b`` on that instance. Where a group holds an instance several times, its repeat and fold
    tell the rows apart. With ``missing="available"`` instances that one of the two lacks are left out and counted in
    ``n_dropped``.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> br.instance_pairs(table, control="Majority").select("dataset", "a", "b", "instance", "x", "y").row(0)
    ('breast_cancer', 'DecisionTree', 'Majority', 0, 0.0, 1.0)
    """
    scored = Scored.of(table, by=by)
    instance_losses = losses(scored, Priced(loss=loss, costs=costs, positive=positive))
    pairs = pairs_of(scored, control)
    rows = pl.concat(side_by_side(instance_losses, pairs, missing=missing)).drop_nulls("unit")
    pair, unit = (rows.get_column(name).to_numpy() for name in ("pair", "unit"))
    named = {side: scored.algorithms.gather(numbers[pair]) for side, numbers in (("a", pairs.a), ("b", pairs.b))}
    further = {} if instance_losses.cluster is None else {"cluster": _own_clusters(scored, instance_losses.cluster)}
    further |= {"weight": scored.column("weight")} if instance_losses.weighted else {}
    whole = (
        pl.DataFrame(named)
        .hstack(scored.items.keys[unit])
        .with_columns(
            rows.get_column("x"),
            rows.get_column("y"),
            *(column[unit].alias(name) for name, column in further.items()),
            rows.get_column("n_dropped"),
        )
    )
    return scored.with_keys(whole.insert_column(0, pl.Series(GROUP, pairs.group[pair])))


def _own_clusters(scored: Scored, cluster: Integers) -> pl.Series:
    """Return the clusters as they were named, or numbered where names are those of a dataset."""
    return scored.column("cluster") if "dataset" in scored.by else pl.Series(np.unique(cluster, return_inverse=True)[1])


@in_one_order
def losses(scored: Scored, priced: Priced, *, clusters: ClusterScope = "dataset", alone: bool = False) -> Losses:
    """Compute the loss of every prediction, item by item.

    A cluster is one of its dataset: the same label in two datasets names two clusters, unless ``clusters`` is "global";
    with "none" instances count as independent. A single algorithm is refused unless each is judged ``alone``.
    """
    one_of(clusters, SCOPES, name="clusters")
    source = scored.answers
    if not alone:
        refuse_single_algorithm(source)
    scored.once(refuse_two_truths)
    loss = source.select(loss_of(source, priced)).to_series()
    values = scored.matrix(loss.fill_null(np.nan).to_numpy())
    return Losses(
        scored=scored,
        values=values,
        answered=(scored.items.rows >= 0).T,
        item=np.arange(scored.items.n),
        cluster=clusters_of(scored, clusters) if "cluster" in source.columns and clusters != "none" else None,
        repetition=scored.once(repetition),
    )


def clusters_of(scored: Scored, scope: ClusterScope = "dataset") -> Integers:
    """Return the numbers of clusters in the order of their names; equal labels in two datasets are two clusters."""
    refuse_gaps(scored.source.get_column("cluster"))
    number, size = numbered(scored.column("cluster"))
    return number if scope == "global" else numbered(scored.column("dataset"))[0] * size + number


def repetition(scored: Scored) -> Repetition:
    """Return how the runs of a layout repeat its instances; one whose truth changes was numbered anew.

    Where every instance is in every run, runs are attempts at the same items.
    """
    items = scored.items
    anew, nobody = np.zeros(items.n, dtype=bool), np.zeros(scored.n_groups, dtype=bool)
    if not scored.runs:
        return Repetition(pooled=nobody, again=nobody, attempts=np.ones(scored.n_groups, dtype=np.int64), anew=anew)
    dataset, datasets = numbered(scored.source.get_column("dataset"))
    place = scored.group * datasets + dataset
    rows = pl.DataFrame({"group": scored.group, "place": place, "algorithm": scored.algorithm, "run": scored.run})
    lines = rows.group_by("place", "algorithm").agg(pl.col("group").first(), runs=pl.col("run").n_unique())
    if items.repeated.any():
        truth = scored.source.get_column("truth").to_physical().alias("truth")
        answered = rows.with_columns(truth, instance=pl.Series(items.instance[items.of_row]))
        each = answered.group_by("place", "algorithm", "instance").agg(
            n=pl.len().cast(pl.Int64), changes=pl.col("truth").n_unique() > 1
        )
        spans = each.group_by("place", "algorithm").agg(least=pl.col("n").min(), most=pl.col("n").max())
        places = each.group_by("place").agg(anew=pl.col("changes").mean() > MOST_CHANGING)
        lines = lines.join(spans, on=["place", "algorithm"]).join(places, on="place")
        anew = np.isin(place[items.first], places.filter("anew").get_column("place").to_numpy())
    else:
        lines = lines.with_columns(least=pl.lit(1), most=pl.lit(1, dtype=pl.Int64), anew=pl.lit(False))
    facts = (
        lines.sort("group")
        .group_by("group", maintain_order=True)
        .agg(
            pooled=((pl.col("least") < pl.col("runs")) | pl.col("anew")).any(),
            anew=pl.col("anew").all(),
            attempts=pl.when("anew").then(1).otherwise("most").max(),
        )
    )
    return Repetition(
        pooled=scored.several & facts.get_column("pooled").to_numpy(),
        again=items.repeated & ~facts.get_column("anew").to_numpy(),
        attempts=facts.get_column("attempts").to_numpy(),
        anew=anew,
    )


def averaged_attempts(losses: Losses) -> Losses:
    """Return the losses with one unit per instance: several attempts at it are averaged, for each algorithm.

    Attempts at one item are no further items; a test that counted them as such would reject too often. Numbers that
    start anew in every run do not name instances, and such runs are left apart.
    """
    if not losses.repetition.again.any():
        return losses
    items, anew = losses.scored.items, losses.repetition.anew
    dataset, datasets = numbered(losses.scored.column("dataset"))
    place = (items.group * datasets + dataset) * (items.n + 1)
    # Within a dataset either all numbers start anew, or none does.
    _, item, unit = np.unique(place + np.where(anew, np.arange(items.n), items.instance), True, True)
    with np.errstate(invalid="ignore"):
        means = _summed(unit, np.where(losses.measured, losses.values, 0.0)) / _summed(unit, losses.measured)
    return replace(
        losses,
        values=means,
        answered=_summed(unit, losses.answered) > 0,
        item=item,
        cluster=None if losses.cluster is None else losses.cluster[item],
        repetition=replace(losses.repetition, again=np.zeros_like(losses.repetition.again)),
    )


def _summed(unit: Integers, values: npt.NDArray[Any]) -> Floats:
    """Return the sums of the rows of a matrix, unit by unit."""
    return np.stack([np.bincount(unit, column) for column in values.T], axis=1)


def side_by_side(
    losses: Losses, pairs: Pairs, *, missing: Missing = "refuse", rows: int = BATCH
) -> Iterator[pl.DataFrame]:
    """Return the losses ``x`` and ``y`` of each pair on the units both have, so many rows at a time.

    ``pair`` numbers the pairs, of which none is cut in two, and ``unit`` the units; ``n_dropped`` counts the units that
    one of the two lacks. A pair that shares no unit has one row without numbers.
    """
    one_of(missing, ("refuse", "available"), name="missing")
    if missing == "refuse":
        _refuse_gaps(losses)
    start, n_units, measured = losses.start, losses.n_units, losses.measured
    sizes = np.diff(start)[pairs.group]
    ends = np.cumsum(np.maximum(sizes, 1))
    number = (ends - np.maximum(sizes, 1)) // rows
    for part in np.split(np.arange(len(sizes)), np.flatnonzero(np.diff(number)) + 1):
        pair = np.repeat(part, sizes[part])
        skipped = np.cumsum(sizes[part]) - sizes[part]
        unit = np.arange(len(pair)) + np.repeat(start[pairs.group[part]] - skipped, sizes[part])
        both = measured[unit, pairs.a[pair]] & measured[unit, pairs.b[pair]]
        pair, unit = pair[both], unit[both]
        first = int(part.min(initial=len(sizes)))
        shared = np.bincount(pair - first, minlength=len(part))
        batch = pl.DataFrame(
            {
                "pair": pair,
                "unit": unit,
                "x": losses.values[unit, pairs.a[pair]],
                "y": losses.values[unit, pairs.b[pair]],
            }
        )
        if losses.cluster is not None:
            batch = batch.with_columns(cluster=pl.Series(losses.cluster[unit]))
        lonely = pl.DataFrame({"pair": part[shared == 0]})
        batch = pl.concat([batch, lonely], how="diagonal").sort("pair", maintain_order=True) if len(lonely) else batch
        dropped = n_units[pairs.group[part]] - shared
        yield batch.with_columns(n_dropped=pl.Series(dropped[batch.get_column("pair").to_numpy() - first]))


def counted_answers(scored: Scored, control: str | None = None, missing: Missing = "refuse") -> pl.DataFrame:
    """Return on how many items both of each pair are right, only one is, or none; one row per pair.

    ``b`` and ``c`` are the items that only the first and only the second gets right, ``n`` those that both answered,
    ``n_dropped`` the others, and ``clustered`` says that items both answered share a cluster. The counts of all pairs
    of a group are products of matrices of right and wrong answers.
    """
    one_of(missing, ("refuse", "available"), name="missing")
    answers, pairs = scored.once(losses, Priced()), pairs_of(scored, control)
    if missing == "refuse":
        _refuse_gaps(answers)
    right, wrong = answers.values == 0, answers.values == 1
    shape = (scored.n_groups, len(scored.algorithms), len(scored.algorithms))
    both, only_first, none = (np.empty(shape, dtype=np.int64) for _ in range(3))
    # Whole numbers up to this one are exact in the shorter kind.
    kind = np.float32 if np.diff(answers.start).max(initial=0) < 2**24 else np.float64
    for group, (first, last) in enumerate(zip(answers.start[:-1], answers.start[1:], strict=True)):
        hits, misses = right[first:last].astype(kind), wrong[first:last].astype(kind)
        both[group] = fast_product(hits.T, hits)
        only_first[group] = fast_product(hits.T, misses)
        none[group] = fast_product(misses.T, misses)
    cell, mirror = (pairs.group, pairs.a, pairs.b), (pairs.group, pairs.b, pairs.a)
    counts = {"b": only_first[cell], "c": only_first[mirror], "both": both[cell], "none": none[cell]}
    n = sum(counts.values(), start=np.zeros(len(pairs.a), dtype=np.int64))
    clustered = np.zeros(len(n), dtype=bool) if answers.cluster is None else _share_clusters(answers, pairs)
    dropped = answers.n_units[pairs.group] - n
    return pl.DataFrame({"n": n, **counts, "n_dropped": dropped, "clustered": clustered})


def _share_clusters(answers: Losses, pairs: Pairs) -> Flags:
    """Return the pairs that answered several items of one cluster both."""
    several = pl.col("cluster").n_unique() < pl.len()
    batches = side_by_side(answers, pairs, missing="available")
    shared = pl.concat(batch.group_by("pair", maintain_order=True).agg(several) for batch in batches)
    return shared.get_column("cluster").to_numpy()


def _refuse_gaps(losses: Losses) -> None:
    scored, measured = losses.scored, losses.measured
    expected = scored.present[losses.group] & np.asarray(measured.any(axis=1))[:, None]
    unit, algorithm = np.nonzero(expected & ~measured)
    if not len(unit):
        return
    items = replace(scored.items, keys=_names(losses))
    places = items.places(scored.keys, losses.item[unit[:3]])
    first = "; ".join(
        f"{place} lacks {name}" for place, name in zip(places, scored.algorithms.gather(algorithm[:3]), strict=True)
    )
    more = f"; {len(unit) - 3} more" if len(unit) > 3 else ""
    raise IncompleteError(
        f"predictions are missing: {first}{more}",
        hint="missing='available' compares each pair on the instances both predicted",
    )


def _names(losses: Losses) -> pl.DataFrame:
    """Return what names the items; the runs of attempts that were averaged name none."""
    keys = losses.scored.items.keys
    if len(losses.item) == losses.scored.items.n:
        return keys
    runs = [name for name in keys.columns if name in RUN_KEYS]
    return keys.with_columns(pl.when(pl.Series(losses.repetition.anew)).then(name).alias(name) for name in runs)
