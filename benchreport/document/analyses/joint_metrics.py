"""Metrics or error counts compared together: which of them share their runs, MANOVA and Hotelling's tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import Literal

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.predictions import positives_of
from benchreport.document.evidence.result_rows import adjusted, plain
from benchreport.document.evidence.runs import Runs, several_runs, without_gaps
from benchreport.document.evidence.within import ALL_PAIRS_UP_TO
from benchreport.naming import enumerated
from benchreport.numerals import counted
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.stats.forms.vectors import ERRORS, error_vectors
from benchreport.stats.several_metrics.t2_tests import hotelling
from benchreport.stats.several_metrics.variance_of_vectors import manova, manova_directions
from benchreport.tables.designs.design import design
from benchreport.tables.designs.doubtful import COST_WORDS
from benchreport.tables.schema import RUN_KEYS, normalised

# Words in the name of a metric that measures what a run took, not how good its result is.
RESOURCES = COST_WORDS | {"elapsed", "throughput", "speedup", "flops", "parameters", "params"}
# Last words of measures of quality that may be of times: the area of a time-to-event model.
QUALITY = ("auc", "accuracy", "error", "index", "loss")
DURATION = "it measures what a run took, not how good its result is"
OTHER_RUNS = "it was not measured on the same runs"
LEAST_METRICS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Together:
    """What is compared at once: ``runs`` without gaps, one row per run, algorithm and metric.

    ``metrics`` are in order; ``apart`` names the metrics left out with the reason; ``crowded`` names the datasets with
    no more runs than metrics, with both numbers. ``counts`` tells vectors of errors from metrics.
    """

    runs: Runs
    metrics: tuple[str, ...]
    apart: tuple[tuple[str, str], ...]
    crowded: tuple[tuple[str, int, int], ...]
    counts: bool

    @property
    def what(self) -> str:
        """The name of the vector that is compared."""
        if not self.counts:
            return enumerated(self.metrics)
        if set(self.metrics) <= set(ERRORS):
            return "false positives and false negatives"
        return "the misses of each true class"

    @property
    def axis(self) -> str:
        """The name of one entry of the vector."""
        return "error count" if self.counts else "metric"


def joined_metrics(evidence: Evidence) -> Together | None:
    """Return what is compared at once; None where no dataset has two such metrics on several runs."""
    apart: tuple[tuple[str, str], ...] = ()
    if evidence.counts is not None:
        scores = error_counts(evidence, evidence.counts)
        several = several_runs(scores, design(scores))
    else:
        quality, apart = _kinds_apart(evidence)
        several = several_runs(quality, evidence.design) if len(evidence.metrics) >= LEAST_METRICS else None
        scores = evidence.scores
    if several is None:
        return None
    order = scores.get_column("metric").cast(pl.String).unique(maintain_order=True).to_list()
    if evidence.counts is not None:
        order.sort(key=lambda name: ERRORS.index(name) if name in ERRORS else len(ERRORS))
    if not evidence.options.joint and evidence.counts is None:
        several, others = _on_same_runs(several, order)
        apart += tuple((name, OTHER_RUNS) for name in others)
    least = 2 if len(evidence.algorithms) == 2 else 3
    runs = _comparable(without_gaps(several, policy=evidence.options.missing, together=True), least=least)
    runs, crowded = _roomy(runs)
    if runs.scores.is_empty() and not crowded:
        return None
    present = set(runs.scores.get_column("metric").cast(pl.String).unique())
    return Together(
        runs=runs,
        metrics=tuple(name for name in order if name in present),
        apart=apart,
        crowded=crowded,
        counts=evidence.counts is not None,
    )


def error_counts(evidence: Evidence, counts: pl.DataFrame) -> pl.DataFrame:
    """Return the vectors of errors of a count table; with a declared positive class they are ``fp`` and ``fn``."""
    vectors = error_vectors(counts)
    positives = positives_of(evidence, counts)
    names = vectors.select("dataset", "metric").unique().with_columns(pl.col(pl.Categorical).cast(pl.String))
    two = names.group_by("dataset").len().filter(pl.col("len") == 2).get_column("dataset").to_list()
    names_by_class = {
        (dataset, metric): "fn" if metric == f"class {positives[dataset]} missed" else "fp"
        for dataset, metric in names.rows()
        if dataset in positives and dataset in two and metric not in ERRORS
    }
    if not names_by_class:
        return vectors
    renamed = pl.DataFrame(
        [(*key, name) for key, name in names_by_class.items()], schema=["dataset", "metric", "called"], orient="row"
    )
    keys = ["dataset", "metric"]
    vectors_as_text = vectors.with_columns(pl.col(*keys).cast(pl.String)).join(
        renamed, on=keys, how="left", maintain_order="left"
    )
    return vectors_as_text.with_columns(
        pl.col("dataset").cast(pl.Categorical), metric=pl.coalesce("called", "metric").cast(pl.Categorical)
    ).drop("called")


def is_resource(metric: str) -> bool:
    """Return whether a metric measures what a run took: time, memory, energy.

    Examples
    --------
    >>> [is_resource(name) for name in ("Train time (s)", "training_duration", "accuracy", "time_to_event_auc")]
    [True, True, False, False]
    """
    words = normalised(metric).split("_")
    return bool(RESOURCES & set(words)) and not words[-1].endswith(QUALITY)


def _kinds_apart(evidence: Evidence) -> tuple[pl.DataFrame, tuple[tuple[str, str], ...]]:
    """Return the scores of the metrics asked for; or of all measures of quality, if any, without what a run took."""
    names = [metric.name for metric in evidence.metrics]
    if evidence.options.joint:
        together, apart = list(evidence.options.joint), []
    else:
        apart = [name for name in names if is_resource(evidence.table_metrics.get(name, name))]
        together = [name for name in names if name not in apart] or names
        apart = [name for name in names if name not in together]
    scores = evidence.scores.filter(pl.col("metric").cast(pl.String).is_in(together))
    return scores, tuple((name, DURATION) for name in apart)


def _on_same_runs(runs: Runs, order: Sequence[str]) -> tuple[Runs, list[str]]:
    """Return, dataset by dataset, the metrics that were measured on the same runs, and the names of those left out.

    Of several such sets the one is kept whose first metric comes first. A run counts as measured where some algorithm
    has a value, or a remark that says why there is none.
    """
    keys = [name for name in RUN_KEYS if name in runs.scores.columns]
    measured = pl.col("value").is_not_null()
    if "remarks" in runs.scores.columns:
        measured |= pl.col("remarks").is_not_null()
    run = pl.concat_str(pl.col(keys).cast(pl.String).fill_null(""), separator="/")
    sets = (
        runs.scores.filter(measured)
        .group_by("dataset", "metric")
        .agg(run.unique().sort().str.join("|").alias("set"))
        .join(runs.seeded.with_columns(seeded=pl.lit(True)), on=["dataset", "metric"], how="left")
        .with_columns(
            place=pl.col("metric").cast(pl.String).replace_strict({name: place for place, name in enumerate(order)})
        )
    )
    groups = (
        sets.group_by("dataset", "set", "seeded")
        .agg(size=pl.len(), first=pl.col("place").min())
        .sort(pl.col("size") < LEAST_METRICS, "first")
        .unique("dataset", keep="first", maintain_order=True)
    )
    chosen = sets.join(groups, on=["dataset", "set", "seeded"], how="semi", nulls_equal=True)
    left_out = set(sets.get_column("metric").cast(pl.String)) - set(chosen.get_column("metric").cast(pl.String))
    if chosen.height == sets.height:
        return runs, []
    scores = runs.scores.join(chosen, on=["dataset", "metric"], how="semi", maintain_order="left")
    return replace(runs, scores=scores), [name for name in order if name in left_out]


def _comparable(runs: Runs, *, least: int) -> Runs:
    """Return the runs of the datasets with two metrics and algorithms enough."""
    sizes = runs.scores.group_by("dataset").agg(
        metrics=pl.col("metric").n_unique(), algorithms=pl.col("algorithm").n_unique()
    )
    fit = sizes.filter((pl.col("metrics") >= LEAST_METRICS) & (pl.col("algorithms") >= least))
    if fit.height == sizes.height:
        return runs
    return replace(runs, scores=runs.scores.join(fit, on="dataset", how="semi", maintain_order="left"))


def _roomy(runs: Runs) -> tuple[Runs, tuple[tuple[str, int, int], ...]]:
    """Return the runs, and apart the datasets with no more runs than metrics that vary: nothing is computed there."""
    keys = [name for name in RUN_KEYS if name in runs.scores.columns]
    varying = runs.scores.group_by("dataset", "metric").agg(pl.col("value").n_unique()).filter(pl.col("value") > 1)
    dimensions = varying.group_by("dataset").agg(metrics=pl.len())
    sizes = runs.scores.group_by("dataset").agg(runs=pl.struct(keys).n_unique()).join(dimensions, on="dataset")
    crowded = sizes.filter(pl.col("runs") <= pl.col("metrics")).with_columns(pl.col("dataset").cast(pl.String))
    if crowded.is_empty():
        return runs, ()
    rows = crowded.sort("dataset").select("dataset", "runs", "metrics").rows()
    names = [name for name, _, _ in rows]
    return replace(runs, scores=runs.scores.filter(~pl.col("dataset").cast(pl.String).is_in(names))), tuple(rows)


def crowding(crowded: Sequence[tuple[str, int, int]], axis: str) -> str:
    """Return which datasets have too few runs.

    Examples
    --------
    >>> crowding([("digits", 10, 10)], "error count")
    'digits (10 runs, 10 error counts)'
    """
    return enumerated([f"{name} ({counted(runs, 'run')}, {counted(size, axis)})" for name, runs, size in crowded])


@dataclass(frozen=True, kw_only=True)
class Joint:
    """Result rows on all metrics together: one per dataset in ``decisive``, ``pillai`` and ``uncorrected``.

    ``pairs`` are Hotelling tests of two algorithms, adjusted within each dataset; ``with_focus`` those with ``focus``.
    ``directions`` are the weights of the first direction on each dataset.
    """

    together: Together
    decisive: pl.DataFrame
    pillai: pl.DataFrame | None
    uncorrected: pl.DataFrame
    directions: pl.DataFrame | None
    pairs: pl.DataFrame
    with_focus: pl.DataFrame
    focus: str | None

    @cached_property
    def two(self) -> bool:
        """Whether there are two algorithms only, so that Hotelling’s test is the whole story."""
        return bool((self.decisive["method"] == "hotelling").all())

    @cached_property
    def matched(self) -> bool:
        """Whether on some dataset the algorithms share their runs."""
        return bool(self.decisive["variant"].str.contains("corrected").any())

    @cached_property
    def single(self) -> str | None:
        """The dataset, where there is one only."""
        return str(self.decisive["dataset"][0]) if self.decisive.height == 1 else None

    @cached_property
    def error_df(self) -> int:
        """The least degrees of freedom of the error scatter of any dataset that was tested."""
        algorithms = self.together.runs.scores.group_by(pl.col("dataset").cast(pl.String)).agg(
            algorithms=pl.col("algorithm").n_unique()
        )
        rows = self.decisive.filter(pl.col("p_value").is_not_null()).join(algorithms, on="dataset")
        apart = ~pl.col("variant").str.contains("corrected")
        freedom = (pl.col("algorithms") - pl.when(apart).then(0).otherwise(1)) * (pl.col("n") - 1)
        return int(rows.select(freedom.min()).item() or 0)


def joint_tests(evidence: Evidence, together: Together) -> Joint:
    """Return the tests of what was chosen to be compared at once."""
    options, runs = evidence.options, together.runs
    two = len(evidence.algorithms) == 2
    focus = evidence.leader_of(evidence.metrics[0])
    pillai = directions = None
    if two:
        matched = runs.matched if runs.matched.height else runs.scores
        decisive = _hotelling_rows(runs, options, None)
        uncorrected = hotelling(matched, by="dataset", variant="paired", alpha=options.alpha)
    else:
        rows = _manova_rows(runs, options, "corrected")
        decisive, uncorrected = _criterion(rows, "wilks"), _criterion(_manova_rows(runs, options, "blocked"), "wilks")
        pillai = _adjusted(_criterion(rows, "pillai"), options)
        directions = _first_directions(runs)
    pairs = decisive.clear()
    if focus is not None and not two and (options.reference or len(evidence.algorithms) <= ALL_PAIRS_UP_TO):
        control = focus if focus == options.reference else None
        tested = plain(_hotelling_rows(runs, options, control)).sort("dataset", "a", "b")
        pairs = adjusted(tested, options, family=["dataset"])
    return Joint(
        together=together,
        decisive=_adjusted(decisive, options),
        pillai=pillai,
        uncorrected=_adjusted(uncorrected, options),
        directions=directions,
        pairs=pairs,
        with_focus=pairs if focus is None else facing(pairs, focus),
        focus=focus,
    )


def _hotelling_rows(runs: Runs, options: Options, control: str | None) -> pl.DataFrame:
    """Run Hotelling’s test: corrected on shared runs, of two samples on seeds; a reference only where it has runs."""

    def test(variant: Literal["corrected", "unpaired"]) -> Callable[[pl.DataFrame], pl.DataFrame]:
        return lambda scores: hotelling(
            _with_reference(scores, control), by="dataset", control=control, variant=variant, alpha=options.alpha
        )

    return runs.tested(test("corrected"), test("unpaired"))


def _with_reference(scores: pl.DataFrame, reference: str | None) -> pl.DataFrame:
    """Return the scores of the datasets that have results of the reference."""
    if reference is None:
        return scores
    own = pl.col("algorithm").cast(pl.String) == reference
    return scores.filter((own & pl.col("value").is_not_null()).any().over("dataset"))


def _manova_rows(runs: Runs, options: Options, variant: Literal["corrected", "blocked"]) -> pl.DataFrame:
    """Run the multivariate analyses of variance: on shared runs of the variant named, one-way on seeds."""
    test = partial(manova, by="dataset", alpha=options.alpha)
    return runs.tested(partial(test, variant=variant), partial(test, variant="oneway"))


def _first_directions(runs: Runs) -> pl.DataFrame:
    """Return the share of the first direction on each dataset."""
    test = partial(manova_directions, by="dataset")
    rows = runs.tested(partial(test, variant="blocked"), partial(test, variant="oneway"))
    first = plain(rows).filter(pl.col("variant").str.starts_with("direction 1"))
    return first.group_by("dataset").agg(share=pl.col("effect").first())


def _criterion(rows: pl.DataFrame, name: str) -> pl.DataFrame:
    return rows.filter(pl.col("variant").str.starts_with(name))


def _adjusted(rows: pl.DataFrame, options: Options) -> pl.DataFrame:
    return adjusted(plain(rows).sort("dataset"), options, family=[])


def facing(pairs: pl.DataFrame, focus: str) -> pl.DataFrame:
    """Return the pairs with one algorithm, which becomes ``b``; distances have no sign to be turned.

    Examples
    --------
    >>> facing(pl.DataFrame({"dataset": "d", "a": ["A", "A"], "b": ["B", "C"]}), "B").rows()
    [('d', 'A', 'B')]
    """
    turn = pl.col("a") == focus
    with_focus = pairs.filter(turn | (pl.col("b") == focus))
    return with_focus.with_columns(a=pl.when(turn).then("b").otherwise("a"), b=pl.lit(focus)).sort("dataset", "a")
