"""Runs of datasets that all algorithms share: several by design, and complete after leaving out what is missing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property

import polars as pl

from benchreport.numerals import counted
from benchreport.records import dataclass
from benchreport.tables.schema import RUN_KEYS

# How the runs of one dataset may have come about; of these all but seeds are shared by the algorithms.
SEVERAL = ("cv52", "kfold_cv", "repeated_cv", "loo_cv", "repeated_holdout", "bootstrap_oob", "seeds")
UNMATCHED = "seeds"


@dataclass(frozen=True, kw_only=True)
class Runs:
    """The runs that all algorithms of a dataset have, and what had to be left out for that.

    ``scores`` holds no gaps; ``seeded`` are the datasets, by metric, whose runs are seeds, so not matched; ``metrics``,
    ``runs`` and ``algorithms`` count what was left out, by dataset.
    """

    scores: pl.DataFrame
    seeded: pl.DataFrame
    metrics: int = 0
    runs: int = 0
    algorithms: int = 0

    @cached_property
    def matched(self) -> pl.DataFrame:
        """The scores whose runs the algorithms share."""
        if self.seeded.is_empty():
            return self.scores
        return self.scores.join(self.seeded, on=["metric", "dataset"], how="anti", maintain_order="left")

    @cached_property
    def unmatched(self) -> pl.DataFrame:
        """The scores whose runs are seeds."""
        if self.seeded.is_empty():
            return self.scores.clear()
        return self.scores.join(self.seeded, on=["metric", "dataset"], how="semi", maintain_order="left")

    def tested(
        self, matched: Callable[[pl.DataFrame], pl.DataFrame], unmatched: Callable[[pl.DataFrame], pl.DataFrame]
    ) -> pl.DataFrame:
        """Return the rows of one test of the runs that the algorithms share, and of another where runs are seeds."""
        forms = ((self.matched, matched), (self.unmatched, unmatched))
        return pl.concat(test(scores) for scores, test in forms if scores.height)

    @property
    def left_out(self) -> str:
        """What was left out, in words; empty where nothing was."""
        lost = {"metric": self.metrics, "run": self.runs, "algorithm": self.algorithms}
        verb = "was" if sum(lost.values()) == 1 else "were"
        parts = [counted(n, noun) for noun, n in lost.items() if n]
        return f"{' and '.join(parts)} {verb} left out" if parts else ""


def several_by_design(layouts: pl.DataFrame, designs: Sequence[str] = SEVERAL) -> pl.DataFrame:
    """Return the layouts with several runs of some designs, by default of all that are declared."""
    return layouts.filter((pl.col("n_repeats") * pl.col("n_folds") > 1) & pl.col("design").is_in(designs))


def datasets_in(layouts: pl.DataFrame) -> list[str]:
    """Return the datasets of layouts, those of each in its order."""
    return layouts["datasets"].list.explode(keep_nulls=False, empty_as_null=False).to_list()


def several_runs(scores: pl.DataFrame, layouts: pl.DataFrame) -> Runs | None:
    """Return the runs of the datasets with several, by metric; None where no dataset has them."""
    places = several_by_design(layouts).select("metric", "design", dataset="datasets").explode("dataset")
    places = places.with_columns(pl.col("metric", "dataset").cast(pl.Categorical))
    repeated = scores.join(places, on=["metric", "dataset"], how="semi", maintain_order="left")
    if repeated.is_empty():
        return None
    seeded = places.filter(pl.col("design") == UNMATCHED).select("metric", "dataset")
    return Runs(scores=repeated, seeded=seeded)


def without_gaps(repeated: Runs, *, policy: str, together: bool = False) -> Runs:
    """Return, dataset by dataset, the runs that all algorithms have, or by policy the algorithms that have all runs.

    An algorithm without any result on a dataset is none of its algorithms. ``together`` asks for all metrics of a run,
    of those that every algorithm has on that dataset.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = {"model": list("AABBB"), "dataset": ["d"] * 5, "fold": [1, 2, 1, 2, 3], "accuracy": [0.1] * 5}
    >>> scores = br.scores(pl.DataFrame(rows), design="kfold_cv")
    >>> runs = several_runs(scores, br.design(scores))
    >>> without_gaps(runs, policy="drop_blocks").left_out, without_gaps(runs, policy="drop_algorithms").left_out
    ('1 run was left out', '1 algorithm was left out')
    """
    place = ["dataset"] if together else ["metric", "dataset"]
    keys = [name for name in RUN_KEYS if name in repeated.scores.columns]
    scores = repeated.scores
    if scores.get_column("value").null_count():
        scores = scores.filter(pl.col("value").is_not_null())
    cell = ["metric", "algorithm"] if together else ["algorithm"]
    if _is_full(scores, place, keys, cell):
        return replace(repeated, scores=scores)
    by_algorithm = policy == "drop_algorithms"
    if together and not by_algorithm:
        repeated, scores = _without_partial_metrics(repeated, scores)
    unit = [*place, "algorithm"] if by_algorithm else [*place, *keys]
    inner = [*keys, *(["metric"] if together else [])] if by_algorithm else cell
    sizes = scores.group_by(unit).agg(n=pl.struct(inner).n_unique())
    whole = scores.group_by(place).agg(whole=pl.struct(inner).n_unique())
    sizes = sizes.join(whole, on=place)
    lacking = sizes.filter(pl.col("n") < pl.col("whole"))
    complete_runs = scores.join(lacking, on=unit, how="anti", nulls_equal=True, maintain_order="left")
    if by_algorithm:
        return replace(repeated, scores=complete_runs, algorithms=lacking.height)
    return replace(repeated, scores=complete_runs, runs=lacking.height)


def _without_partial_metrics(repeated: Runs, scores: pl.DataFrame) -> tuple[Runs, pl.DataFrame]:
    """Return the runs without the metrics that some algorithm of a dataset never has."""
    sizes = scores.group_by("dataset").agg(whole=pl.col("algorithm").n_unique())
    owners = scores.group_by("dataset", "metric").agg(n=pl.col("algorithm").n_unique()).join(sizes, on="dataset")
    partial = owners.filter(pl.col("n") < pl.col("whole"))
    shared = scores.join(partial, on=["dataset", "metric"], how="anti", maintain_order="left")
    return replace(repeated, metrics=partial.height), shared


def _is_full(scores: pl.DataFrame, place: Sequence[str], keys: Sequence[str], cell: Sequence[str]) -> bool:
    """Return whether every place has all combinations of its runs and what makes a cell, from counts alone."""
    runs = pl.struct(keys).n_unique() if keys else pl.lit(1)
    counts = scores.group_by(place).agg(
        pl.len().alias("rows"), runs.alias("runs"), *(pl.col(name).n_unique().alias(f"of {name}") for name in cell)
    )
    whole = counts["runs"]
    for name in cell:
        whole = whole * counts[f"of {name}"]
    return bool((counts["rows"] == whole).all())
