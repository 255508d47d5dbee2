"""Every two algorithms side by side, instance by instance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal

import polars as pl

from benchreport.errors import ColumnError, DuplicateKeyError, IncompleteError, did_you_mean, one_of
from benchreport.measures.losses import Costs, Loss, Priced, loss_of
from benchreport.tables.cells import refuse_single_algorithm, varying_columns
from benchreport.tables.checks import refuse_gaps, repeated
from benchreport.tables.groups import By, aggregate, group_columns, joined, keeps_group_names, within
from benchreport.tables.pairs import Missing
from benchreport.tables.predictions import predictions
from benchreport.tables.schema import RUN_KEYS, probability_columns

# Rows of one batch of pairs: 190 pairs of 10,000 instances pass through in four.
BATCH = 500_000
# A larger share of instances with several truths are no slips: their numbers start anew in every run.
MOST_CHANGING = 0.1
ClusterScope = Literal["dataset", "global"]
SCOPES: tuple[ClusterScope, ...] = ("dataset", "global")
TAKEN = ("instance", "truth", "prediction", "score", "weight", "cluster")


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses:
    """The loss of every algorithm on every unit, and how the units came about.

    ``table`` has the columns of the groups, ``algorithm``, ``__unit``, ``__loss``; ``units`` says what each unit is;
    ``facts`` has one row per group: ``pooled`` when runs with other instances were put together, ``again`` when an
    instance was predicted in several runs, ``attempts``, the most predictions of one instance by one algorithm, and
    ``n_units``.
    """

    groups: list[str]
    key: list[str]
    table: pl.DataFrame
    units: pl.DataFrame
    facts: pl.DataFrame
    weighted: bool


def as_predictions(table: Any) -> pl.DataFrame:
    """Take a canonical table of predictions as it is, and bring anything else in through the door."""
    if isinstance(table, pl.LazyFrame):
        table = table.collect()
    if isinstance(table, pl.DataFrame) and is_predictions(table.schema):
        return table
    return predictions(table)


def is_predictions(schema: pl.Schema) -> bool:
    """Tell whether a table of predictions has been through the door."""
    keyed = all(isinstance(schema.get(name), pl.Categorical) for name in ("algorithm", "dataset"))
    runs = all(isinstance(schema[name], pl.Int64 | pl.Categorical) for name in RUN_KEYS if name in schema)
    kinds = [schema[name] for name in ("truth", "prediction") if name in schema]
    same = len(set(kinds)) == 1 and isinstance(kinds[0], pl.Int64 | pl.Float64 | pl.Categorical)
    return keyed and runs and same and "instance" in schema and "truth" in schema


@keeps_group_names
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
    """Put every two algorithms side by side: one row per group, pair and instance.

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
    priced = Priced(loss=loss, costs=costs, positive=positive)
    known = losses(table, by, priced)
    batches = [
        batch.filter(pl.col("x").is_not_null() & pl.col("y").is_not_null())
        for batch in pair_batches(known, control=control, missing=missing)
    ]
    together = pl.concat(batches).join(known.units, on="__unit", maintain_order="left")
    others = [name for name in ("cluster", "weight") if name in known.units.columns]
    return together.select(*known.groups, "a", "b", *known.key, "x", "y", *others, "n_dropped")


def losses(table: Any, by: By, priced: Priced, *, clusters: ClusterScope = "dataset", alone: bool = False) -> Losses:
    """Compute the loss of every prediction, and say which predictions are of the same unit.

    A cluster is one of its dataset: the same label in two datasets names two clusters, unless ``clusters`` is "global".
    A single algorithm is refused unless each is judged ``alone``.
    """
    one_of(clusters, SCOPES, name="clusters")
    known = as_predictions(table)
    if not alone:
        refuse_single_algorithm(known)
    groups = group_columns(known, by, taken=(*TAKEN, *probability_columns(known.columns)))
    key, runs = _refuse_duplicates(known, groups)
    marked = _with_repetitions(known.with_columns(__loss=loss_of(known, priced)), groups, runs)
    place = [*groups, *key]
    units = marked.select(place).unique().sort(place, nulls_last=False).with_row_index("__unit")
    coded = marked.join(units, on=place, nulls_equal=True, how="left").sort("__unit", "algorithm")
    _refuse_two_truths(coded, place)
    if "cluster" in coded.columns:
        refuse_gaps(coded.get_column("cluster"))
        if clusters == "dataset" and "dataset" not in groups:
            coded = _with_clusters_of_datasets(coded)
    facts = aggregate(
        coded,
        groups,
        pooled=pl.col("__pooled").any(),
        again=pl.col("__again").any(),
        attempts=pl.col("__attempts").max(),
        n_units=pl.col("__unit").filter(pl.col("__loss").is_not_null()).n_unique().cast(pl.Int64),
    )
    columns = [name for name in ("cluster", "weight") if name in coded.columns]
    described = coded.group_by("__unit", maintain_order=True).agg(pl.col(*key, "__anew", *columns).first())
    return Losses(
        groups=groups,
        key=key,
        table=coded.select(*groups, "algorithm", "__unit", "__loss"),
        units=described,
        facts=facts,
        weighted="weight" in coded.columns,
    )


def averaged_attempts(known: Losses) -> Losses:
    """Return the losses with one unit per instance: several attempts at it are averaged, for each algorithm.

    Attempts at one item are no further items; a test that counted them as such would reject too often. Numbers that
    start anew in every run do not name instances, and such runs are left apart.
    """
    if not known.facts.get_column("again").any():
        return known
    runs = [name for name in known.key if name in RUN_KEYS]
    rest = [name for name in ("cluster", "weight") if name in known.units.columns]
    units = known.units.with_columns(pl.when("__anew").then(name).alias(name) for name in runs)
    place = [*known.groups, *known.key]
    owners = known.table.select("__unit", *known.groups).unique("__unit").join(units, on="__unit")
    items = owners.group_by(place).agg(pl.col("__anew", *rest).first()).sort(place, nulls_last=False)
    items = items.with_row_index("__item")
    numbered = owners.join(items.select("__item", *place), on=place, nulls_equal=True).select("__unit", "__item")
    means = known.table.join(numbered, on="__unit", maintain_order="left")
    means = means.group_by(*known.groups, "algorithm", "__item").agg(pl.col("__loss").mean())
    table = means.rename({"__item": "__unit"}).sort("__unit", "algorithm")
    measured = table.filter(pl.col("__loss").is_not_null())
    counts = aggregate(measured, known.groups, n_units=pl.col("__unit").n_unique().cast(pl.Int64))
    facts = joined(known.facts.drop("n_units"), counts, known.groups).with_columns(again=pl.lit(False))
    return replace(
        known,
        table=table.select(*known.groups, "algorithm", "__unit", "__loss"),
        units=items.rename({"__item": "__unit"}).select("__unit", *known.key, "__anew", *rest),
        facts=facts,
    )


def renumbered(table: pl.DataFrame, place: list[str]) -> pl.DataFrame:
    """Return, for each place, whether instances are numbered anew in every run, in a column ``__anew``.

    An instance keeps its truth; where more than a few numbers change theirs from run to run, they name no instances.

    Examples
    --------
    >>> rows = {"algorithm": ["A"] * 4, "dataset": ["d"] * 4, "instance": [0, 1, 0, 1], "truth": [0, 1, 1, 1]}
    >>> renumbered(pl.DataFrame(rows), ["dataset"]).rows()
    [('d', True)]
    """
    own = list(dict.fromkeys([*place, "algorithm", "instance"]))
    changing = table.group_by(own).agg(__changes=pl.col("truth").n_unique() > 1)
    return aggregate(changing, place, __anew=pl.col("__changes").mean() > MOST_CHANGING)


def pair_batches(
    known: Losses, *, control: str | None = None, missing: Missing = "refuse", rows: int = BATCH
) -> Iterator[pl.DataFrame]:
    """Give the pairs of a table, so many rows at a time; a pair is never cut in two.

    Each batch has the group columns, ``a``, ``b``, ``__unit``, ``x``, ``y``, ``n_dropped`` and the facts of the group.
    A pair that shares no unit has rows with an empty ``y``.
    """
    one_of(missing, ("refuse", "available"), name="missing")
    together = couples(known, control)
    if missing == "refuse":
        _refuse_gaps(known)
    measured = known.table.filter(pl.col("__loss").is_not_null())
    first = measured.rename({"algorithm": "a", "__loss": "x"})
    second = measured.select("__unit", b="algorithm", y="__loss")
    count = pl.col("n_units").clip(1)
    numbered = together.with_columns(__batch=(count.cum_sum() - count) // rows)
    batches = numbered.partition_by("__batch", include_key=False, maintain_order=True)
    for batch in batches or [numbered.drop("__batch")]:
        # Left, so that a pair without a common instance still has a row to say so.
        side = batch.join(first, on=[*known.groups, "a"], how="left", maintain_order="left_right")
        side = side.join(second, on=["__unit", "b"], how="left", maintain_order="left")
        both = pl.col("y").is_not_null() & pl.col("x").is_not_null()
        yield side.with_columns(n_dropped=pl.col("n_units") - both.sum().cast(pl.Int64).over(*known.groups, "a", "b"))


def couples(known: Losses, control: str | None) -> pl.DataFrame:
    """List every pair of each group, with the facts of the group."""
    _refuse_unknown_control(known, control)
    groups = known.groups
    algorithms = known.table.select(*groups, "algorithm").unique()
    a, b = algorithms.rename({"algorithm": "a"}), algorithms.rename({"algorithm": "b"})
    wanted = pl.col("a") < pl.col("b")
    if control is not None:
        lacking = aggregate(algorithms, groups, lacks=(pl.col("algorithm") != control).all()).filter("lacks")
        if lacking.height:
            first = ", ".join(map(str, lacking.select(groups).sort(groups).row(0)))
            raise IncompleteError(
                f"group {first} lacks the control {control!r}",
                hint="filter it out, or choose a control that was measured in every group",
            )
        b, wanted = b.filter(pl.col("b") == control), pl.col("a") != pl.col("b")
    return joined(joined(a, b, groups).filter(wanted), known.facts, groups).sort(*groups, "a", "b")


def _refuse_unknown_control(known: Losses, control: str | None) -> None:
    algorithms = known.table.get_column("algorithm").unique().sort().to_list()
    if control is not None and control not in algorithms:
        raise ColumnError(f"no algorithm {control!r} to be the control", hint=did_you_mean(control, algorithms))


def _with_repetitions(table: pl.DataFrame, groups: list[str], runs: list[str]) -> pl.DataFrame:
    """Blank out the runs where the instance alone tells rows apart, since folds may be cut anew for every algorithm.

    ``__pooled`` says that a group holds runs with other instances, ``__again`` that it holds some instance several
    times, ``__attempts`` how often an algorithm predicted it.
    """
    group, nothing = within(groups), pl.lit(False)
    if not runs:
        return table.with_columns(
            __pooled=nothing, __again=nothing, __anew=nothing, __attempts=pl.lit(1, dtype=pl.Int64)
        )
    place = list(dict.fromkeys([*groups, "dataset"]))
    table = table.join(renumbered(table, place), on=place, how="left", maintain_order="left")
    key = list(dict.fromkeys([*groups, "algorithm", "dataset", "instance"]))
    several = (pl.struct(runs).n_unique() > 1).over(group)
    table = table.with_columns(__again=nothing, __attempts=pl.len().cast(pl.Int64).over(key))
    # Where every instance is in every run, runs are attempts at the same items.
    partial = pl.col("__attempts") < pl.struct(runs).n_unique().over(*place, "algorithm")
    table = table.with_columns(
        __pooled=several & (partial | pl.col("__anew")),
        __attempts=pl.when("__anew").then(1).otherwise("__attempts"),
    )
    needed = {}
    for name in runs:
        needed[name] = table.select((pl.len().over(key) > 1).any().over(group)).to_series()
        table = table.with_columns(__again=pl.col("__again") | (needed[name] & ~pl.col("__anew")))
        key.append(name)
    return table.with_columns(pl.when(needs).then(name).alias(name) for name, needs in needed.items())


def _with_clusters_of_datasets(coded: pl.DataFrame) -> pl.DataFrame:
    """Number the clusters so that equal labels in different datasets are different clusters."""
    pairs = coded.select("dataset", "cluster").unique().sort("dataset", "cluster").with_row_index("__cluster")
    numbered = coded.join(pairs, on=["dataset", "cluster"], how="left", maintain_order="left")
    return numbered.with_columns(cluster=pl.col("__cluster").cast(pl.Int64)).drop("__cluster")


def _refuse_duplicates(table: pl.DataFrame, groups: list[str]) -> tuple[list[str], list[str]]:
    """Give the columns that tell units apart, and the runs among them; refuse rows that they cannot tell apart."""
    runs = [name for name in RUN_KEYS if name in table.columns and name not in groups]
    key = [*(["dataset"] if "dataset" not in groups else []), *runs, "instance"]
    whole = [*groups, "algorithm", *key]
    twice = repeated(table, whole)
    if twice.height:
        answers = {"truth", "prediction", "score", "weight", "cluster", *probability_columns(table.columns)}
        varying = [name for name in varying_columns(twice, whole) if name not in answers]
        raise DuplicateKeyError(
            f"several rows per {', '.join(whole)}" + (f"; column {varying[0]!r} varies" if varying else ""),
            hint=f"put {varying[0]!r} into by, or filter it" if varying else "drop the repeated rows",
        )
    return key, runs


def _refuse_two_truths(coded: pl.DataFrame, place: list[str]) -> None:
    differing = coded.group_by("__unit").agg(pl.col(*place).first(), same=pl.col("truth").n_unique() == 1)
    differing = differing.filter(~pl.col("same")).sort("__unit")
    if differing.height:
        where = ", ".join(str(value) for value in differing.select(place).row(0) if value is not None)
        raise ColumnError(
            f"the truth of {differing.height} instances differs between algorithms, first {where}",
            hint="number the instances alike for all algorithms",
        )


def _refuse_gaps(known: Losses) -> None:
    groups, measured = known.groups, pl.col("__loss").is_not_null()
    algorithms = known.table.select(*groups, "algorithm").unique()
    counted = aggregate(known.table.filter(measured), groups, n=pl.len().cast(pl.Int64))
    sizes = aggregate(algorithms, groups, k=pl.len().cast(pl.Int64))
    full = joined(joined(known.facts, sizes, groups), counted, groups)
    if full.height == known.facts.height and full.select((pl.col("n") == pl.col("k") * pl.col("n_units")).all()).item():
        return
    units = known.table.filter(measured).select(*groups, "__unit").unique()
    found = known.table.filter(measured)
    lacking = joined(units, algorithms, groups).join(found, on=["__unit", "algorithm"], how="anti")
    lacking = lacking.sort("__unit", "algorithm").join(known.units, on="__unit", maintain_order="left")
    places = [*groups, *known.key]
    shown = [
        ", ".join(str(row[name]) for name in places if row[name] is not None) + f" lacks {row['algorithm']}"
        for row in lacking.head(3).to_dicts()
    ]
    more = f"; {lacking.height - 3} more" if lacking.height > 3 else ""
    raise IncompleteError(
        f"predictions are missing: {'; '.join(shown)}{more}",
        hint="missing='available' compares each pair on the instances both predicted",
    )
