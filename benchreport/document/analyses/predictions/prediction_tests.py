"""Tests of pairs on predictions: errors on the same instances, areas, and error rates of models trained anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import polars as pl

from benchreport.document.analyses.contests import ALL_PAIRS_UP_TO, turned
from benchreport.document.analyses.predictions.scores_of_predictions import with_design_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.predictions import nameless, with_control
from benchreport.document.evidence.result_rows import Outcome, outcome_of, plain, seeded
from benchreport.document.evidence.runs import UNMATCHED, datasets_in, several_by_design
from benchreport.document.evidence.within import TESTS
from benchreport.measures.measure import measure
from benchreport.naming import enumerated
from benchreport.numerals import counted, integer
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.stats.answer.agreeing_pairs import agreeing_pairs
from benchreport.stats.one_algorithm.areas import ci_auc
from benchreport.stats.two_algorithms.areas import delong
from benchreport.stats.two_algorithms.on_instances import instance_dependence
from benchreport.tables.designs.design import design
from benchreport.tables.predictions import is_scored
from benchreport.tables.schema import RUN_KEYS

MODELS = "these trained models, new {units}"
ANEW = "lower error if trained anew"
# The same tests where instances depend on each other.
CLUSTER_NAMES: Mapping[str, str] = {
    "permutation_signflip": "sign flips of whole clusters",
    "paired_t_instances": "the cluster-robust t test",
}
ATTEMPT_NAMES: Mapping[str, str] = {
    "permutation_signflip": "sign flips of the means of {nouns}",
    "paired_t_instances": "the paired t test on the means of {nouns}",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PairTests:
    """Tests of pairs on predictions by one question: all ``rows``, and the words that tell what they speak of.

    ``sampled`` is what was drawn at random, ``holds`` what the verdicts hold for.
    """

    question: str
    name: str
    sampled: str
    holds: str
    rows: pl.DataFrame

    @property
    def called(self) -> str:
        """The test as a sentence names it."""
        return enumerated([METHODS[name].name for name in self.rows["method"].unique(maintain_order=True)], "or")

    def against(self, focus: str, dataset: str | None = None) -> pl.DataFrame:
        """Return the pairs with one algorithm, which becomes ``b``."""
        rows = self.rows if dataset is None else self.rows.filter(pl.col("dataset") == dataset)
        return turned(rows, focus)

    def outcome(self, focus: str, alpha: float, dataset: str | None = None) -> Outcome:
        """Return the other algorithms by what the tests against one show."""
        return outcome_of(self.against(focus, dataset), focus, alpha)


def testable(evidence: Evidence, algorithms: int) -> bool:
    """Return whether pairs are tested: with a reference, or all of them where they are not too many."""
    return algorithms > 1 and (evidence.options.reference is not None or algorithms <= ALL_PAIRS_UP_TO)


def reference_in(evidence: Evidence, rows: pl.DataFrame) -> str | None:
    """Return the declared reference, where it has predictions."""
    reference = evidence.options.reference
    return reference if reference in rows.get_column("algorithm").unique().cast(pl.String).to_list() else None


def instance_test(evidence: Evidence) -> PairTests | None:
    """Return the tests of errors on the same instances; None without decisions, or where pairs are not tested."""
    decided, options = evidence.decided, evidence.options
    if decided is None or nameless(evidence) or not testable(evidence, decided.get_column("algorithm").n_unique()):
        return None
    dependence = instance_dependence(decided)
    test = METHODS[options.test_for("instances", dependence.test)]
    reference = reference_in(evidence, decided)
    nouns = "items" if is_scored(decided) else "instances"
    names = CLUSTER_NAMES if dependence.clustered else ATTEMPT_NAMES if dependence.attempts > 1 else {}
    n = int(evidence.error_rates.group_by("dataset").agg(pl.col("n").max())["n"].sum())
    units = counted(_clusters(decided), "cluster") if dependence.clustered else counted(n, nouns.removesuffix("s"))
    return PairTests(
        question="fewer errors",
        name=names.get(test.id, test.label).format(nouns=nouns),
        sampled=units,
        holds=MODELS.format(units="clusters" if dependence.clustered else nouns),
        rows=agreeing(seeded(test.id, options), with_control(decided, reference), reference, options),
    )


def agreeing(
    test: Callable[..., pl.DataFrame], table: pl.DataFrame, control: str | None, options: Options
) -> pl.DataFrame:
    """Return a test of every two algorithms, or of all others against the reference, within each dataset.

    Intervals hold for all comparisons of a dataset together; they exclude no difference iff the pair differs
    significantly.
    """
    ready = partial(test, table, by="dataset", control=control, missing="available")
    return agreeing_pairs(lambda alpha: ready(alpha=alpha), adjustment=options.adjust, alpha=options.alpha)


def area_test(
    evidence: Evidence, ranked: pl.DataFrame, positives: Mapping[str, str]
) -> tuple[pl.DataFrame, PairTests | None]:
    """Return the areas on datasets with a declared positive class, and DeLong's tests of pairs.

    Where instances depend on each other, areas have no intervals and there are no tests.
    """
    options = evidence.options
    areas = plain(ci_auc(ranked, positive=positives, alpha=options.alpha))
    if instance_dependence(ranked).dependent or nameless(evidence):
        empty = [pl.lit(None, dtype=pl.Float64).alias(name) for name in ("ci_low", "ci_high")]
        return areas.with_columns(empty), None
    if not testable(evidence, ranked.get_column("algorithm").n_unique()):
        return areas, None
    reference = reference_in(evidence, ranked)
    shared = with_control(ranked, reference)
    present = shared.get_column("dataset").unique().cast(pl.String).to_list()
    labels = {name: label for name, label in positives.items() if name in present}
    rows = agreeing(partial(delong, positive=labels), shared, reference, options)
    return areas, PairTests(
        question="better ranking (AUC)",
        name=METHODS["delong"].label,
        sampled=_class_sizes(ranked, positives),
        holds=MODELS.format(units="instances"),
        rows=rows,
    )


def deciding_test(evidence: Evidence) -> PairTests | None:
    """Return the test that decides on one dataset: of runs where models were trained anew, else of instances.

    Predictions of cross-validation are those of models that nobody keeps: tests on their instances speak of these
    models, and reject too often as a statement on the algorithms.
    """
    runs = run_test(evidence)
    return runs if runs is not None and runs.question == ANEW else instance_test(evidence)


def run_test(evidence: Evidence) -> PairTests | None:
    """Return the tests of the error rates of runs; None where no dataset has several runs of a known design."""
    decided, options, folds = evidence.decided, evidence.options, evidence.folds
    if decided is None or folds is None or not testable(evidence, decided.get_column("algorithm").n_unique()):
        return None
    if not any(name in decided.columns for name in RUN_KEYS):
        return None
    scores = with_design_of(folds, measure(decided, weighted=False, metrics=["error_rate"]))
    layouts = several_by_design(design(scores))
    if is_scored(decided):  # attempts at an item are no models
        layouts = layouts.filter(pl.col("design") != UNMATCHED)
    if layouts.is_empty():
        return None
    parts, names, designs = [], [], layouts.get_column("design").to_list()
    for layout in layouts.partition_by("design", maintain_order=True):
        name = options.test_for("folds", TESTS[str(layout["design"][0])])
        own = scores.filter(pl.col("dataset").cast(pl.String).is_in(datasets_in(layout)))
        control = reference_in(evidence, own)
        shared = True if control is None else (pl.col("algorithm").cast(pl.String) == control).any().over("dataset")
        parts.append(run_rows(name, own.filter(shared), control, options))
        names.append(METHODS[name].label)
    seeds = set(designs) == {UNMATCHED}
    return PairTests(
        question="lower error with another seed" if seeds else ANEW,
        name=" or ".join(dict.fromkeys(names)),
        sampled=_runs_in_words(layouts),
        holds="these training data, other seeds" if seeds else "algorithms, training sets of this size",
        rows=pl.concat(parts),
    )


def run_rows(name: str, scores: pl.DataFrame, control: str | None, options: Options) -> pl.DataFrame:
    """Return a test of the runs of one metric within each dataset; intervals as in :func:`agreeing`."""
    # Runs that one of two lacks are left out; samples that are not matched need no such policy.
    further = {"missing": "available"} if METHODS[name].matched else {}
    test = partial(seeded(name, options), scores, by=("dataset", "metric"), control=control, **further)
    return agreeing_pairs(
        lambda alpha: plain(test(alpha=alpha)).drop("metric"), adjustment=options.adjust, alpha=options.alpha
    )


def _runs_in_words(layouts: pl.DataFrame) -> str:
    repeats, folds, kind = layouts.select("n_repeats", "n_folds", "design").row(0)
    if kind == UNMATCHED:
        return counted(repeats * folds, "seed")
    runs = f"{repeats} × {folds}" if repeats > 1 and folds > 1 else integer(repeats * folds)
    several = " or more" if layouts.height > 1 else ""
    return f"{runs}{several} training and test sets"


def _clusters(table: pl.DataFrame) -> int:
    return int(table.group_by("dataset").agg(pl.col("cluster").n_unique())["cluster"].sum())


def _class_sizes(ranked: pl.DataFrame, positives: Mapping[str, str]) -> str:
    """Return how many positive and negative instances there are; over several datasets how many instances."""
    runs = [name for name in RUN_KEYS if name in ranked.columns]
    once = ranked.unique(["dataset", *runs, "instance"]).select(pl.col("dataset", "truth").cast(pl.String))
    if len(positives) > 1:
        return counted(once.height, "instance")
    hits = once.filter(pl.col("truth") == pl.col("dataset").replace_strict(dict(positives), default=None)).height
    return f"{integer(hits)} + {counted(once.height - hits, 'instance')}"
