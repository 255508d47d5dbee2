"""What the sections of a report read: the tables, the options, and results that are computed once for all."""

from __future__ import annotations

import json
import platform
import re
import tomllib
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import asdict, field, replace
from functools import cache, cached_property
from typing import Any, TypeVar

import numpy as np
import polars as pl

from benchreport.document.evidence.comparison import Comparison, Metric, compare, leading, obstacle, undecided_metrics
from benchreport.document.evidence.exclusions import sifted
from benchreport.document.evidence.facts import facts_of
from benchreport.document.evidence.left_out import printed_names
from benchreport.document.evidence.predictions import decisions_of, nameless
from benchreport.document.evidence.rates import error_counts, error_rates, without_limits
from benchreport.document.evidence.result_rows import in_order, of_metrics
from benchreport.document.evidence.within import Within, runs_by_design, within_datasets
from benchreport.document.model.blocks import Figure, Look, Section, drawn
from benchreport.document.model.templates import section
from benchreport.document.proof.cache import has_kept, key_of, remembered_frames
from benchreport.document.workers import Promise, promised
from benchreport.errors import ColumnError, DirectionError, IncompleteError, OptionError, ValueFormatError, did_you_mean
from benchreport.measures.classes import INFINITE
from benchreport.measures.scoring import positive_class
from benchreport.method import schema_of
from benchreport.naming import enumerated, initial, plural, spelled
from benchreport.numerals import counted, fixed, integer, number, percent
from benchreport.options import STAND_IN, Options
from benchreport.records import dataclass
from benchreport.remarks import carries, words_of
from benchreport.stats.answer.gaps import SENSITIVITY_COLUMNS, missing_auto, missing_sensitivity
from benchreport.stats.answer.other_analyses import MULTIVERSE_COLUMNS, multiverse
from benchreport.stats.forms.predictions import untouched_predictions
from benchreport.stats.many_algorithms.complete_blocks import average_ranks
from benchreport.stats.many_algorithms.incomplete_blocks import rank_effects
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.tables.blocks import ScoreTable, Shared, pairs_of, refuse_single_algorithm, score_table
from benchreport.tables.complete import OLD_WORDS, CommonRuns, common_runs, complete, largest_is_proved
from benchreport.tables.designs.design import design, design_warnings
from benchreport.tables.designs.doubtful import is_cost
from benchreport.tables.designs.families import families_of
from benchreport.tables.designs.prediction_design import design_of
from benchreport.tables.metric_names import printed_metrics
from benchreport.tables.metric_scale import COMPARABLE, Scale, known_scale, scale_word
from benchreport.tables.reduction import relabelled
from benchreport.tables.schema import HISTORY, name_in
from benchreport.tables.scored import PredictionTable, remembering
from benchreport.tables.spellings import FIX, similar_names
from benchreport.version import __version__, version_of

LONGEST_SLUG = 60
PACKAGES = ("polars", "numpy", "scipy", "matplotlib", "jinja2", "weasyprint")
# Sizes of values whose squares and cubes can be added up.
SMALLEST, LARGEST = 1e-100, 1e100
# Words for an order of names that is not a list of them.
ORDERS = ("name", "input")
# How the fixed list of analyses calls what was done about missing results.
GAPS_OF_POLICY = {"available": "pairs", "worst": "worst"}
COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
# Up to so many algorithms each has a look of its own; of more, so many at most.
MOST_CAST, MOST_COLOURED = 15, 7
# In place of the SHA-256 of what is no file: a database, a table in memory.
NO_FILE = "no file"
Table = TypeVar("Table", bound=pl.DataFrame)


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """Where the numbers came from: the files with their SHA-256, the recipe as a study file, the software.

    ``totals`` are rows and columns of the input that were left out because they are made of the others.
    """

    sources: Mapping[str, str] = field(default_factory=dict)
    recipe: str = ""
    versions: Mapping[str, str] = field(default_factory=dict)
    totals: Sequence[str] = ()

    def text(self) -> str:
        """Write it down, to be printed the same when the report is made again."""
        facts = {name: value for name, value in asdict(self).items() if name != "totals" or value}
        return json.dumps(facts, ensure_ascii=False, indent=1)

    @property
    def predicate(self) -> str:
        """The predicate by which rows of the input were kept; nothing where all were, or the recipe is no study."""
        try:
            predicate = tomllib.loads(self.recipe).get("where", "")
        except tomllib.TOMLDecodeError:
            return ""
        return predicate if isinstance(predicate, str) else ""


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """What sections read.

    ``scores`` are all scores whose direction is known, under the names to be printed; ``predictions`` and confusion
    ``counts`` likewise, or None. ``excluded`` names the metrics left out with the reason, ``budgets`` those whose times
    pile up at a limit. ``stands_for`` gives the full names of those that were shortened, ``metric_names`` the names in
    the table of metrics that are printed as papers do, ``levels`` the factor whose levels are compared apart. With
    ``every_run`` all runs are averaged, also those that some algorithms lack. Results that several sections need are
    computed once, on first use.
    """

    scores: ScoreTable
    predictions: PredictionTable | None
    options: Options
    look: Look
    provenance: Provenance
    metrics: tuple[Metric, ...]
    algorithms: tuple[str, ...]
    datasets: tuple[str, ...]
    excluded: tuple[tuple[str, str], ...]
    budgets: Mapping[str, str]
    warnings: tuple[str, ...]
    stands_for: Mapping[str, str]
    metric_names: Mapping[str, str]
    counts: pl.DataFrame | None = None
    levels: str = ""
    every_run: bool = False

    @property
    def asked(self) -> Options:
        """The options, under the name that sections of earlier versions read."""
        return self.options

    @property
    def table_metrics(self) -> Mapping[str, str]:
        """The names in the table of metrics that are printed by another one, the user's or that of papers."""
        return {**self.metric_names, **{label: name for name, label in self.options.labels.items()}}

    @property
    def noun(self) -> str:
        """What is compared, in the singular."""
        return self.options.noun

    @property
    def nouns(self) -> str:
        """What is compared, in the plural."""
        return plural(self.options.noun)

    @cached_property
    def title(self) -> str:
        """The title of the report: the author's own, or what was compared and on what."""
        k, n = len(self.algorithms), len(self.datasets)
        on = self.datasets[0] if n == 1 else f"{spelled(n)} datasets"
        return self.options.title or initial(f"{spelled(k)} {self.noun if k == 1 else self.nouns} on {on}")

    @cached_property
    def facts(self) -> tuple[str, ...]:
        """The line below the title: what was compared, on what, by what, from which source."""
        return facts_of(self)

    @cached_property
    def cast(self) -> tuple[str, ...]:
        """The algorithms by place on the first metric, a declared reference first: all figures give them one look."""
        ranked = self.ranks_of(self.metrics[0])["algorithm"].cast(pl.String).to_list()
        reference = [name for name in (self.options.reference,) if name is not None]
        return tuple(dict.fromkeys((*reference, *ranked, *self.algorithms)))

    @cached_property
    def coloured(self) -> tuple[str, ...]:
        """The algorithms with a look of their own: all of a few, of many the best and those not distinguished from it.

        With a reference it takes the place of the best.
        """
        if len(self.cast) <= MOST_CAST:
            return self.cast
        first, c = self.cast[0], self.comparisons[0]
        if c.reason is not None:
            return (first,)
        pairs = [pair for pair in c.significant().select(pl.col("a", "b").cast(pl.String)).rows() if first in pair]
        different = {name for pair in pairs for name in pair} - {first}
        return tuple(name for name in self.cast if name not in different)[:MOST_COLOURED]

    @cached_property
    def design(self) -> pl.DataFrame:
        """What the experiment is, one row per metric and layout."""
        return design(self.scores)

    @cached_property
    def folds(self) -> pl.DataFrame | None:
        """Which design the test folds of the predictions follow, one row per dataset; None without predictions."""
        return None if self.predictions is None else self.predictions.once(design_of)

    @cached_property
    def families(self) -> Mapping[str, str] | None:
        """The declared family of every dataset, where datasets come in families of variants; else None."""
        return families_of(self.scores)

    def compared_families(self, *metrics: str) -> dict[str, str] | None:
        """Return the families of the datasets that are compared by some metrics; those left out have no say."""
        if self.families is None:
            return None
        compared = self.paired.of_metrics(*metrics).drop_nulls("value").get_column("dataset").cast(pl.String).unique()
        present = set(compared)
        return {dataset: family for dataset, family in self.families.items() if dataset in present}

    @cached_property
    def gaps(self) -> pl.DataFrame:
        """Where results are missing, and what ``auto`` makes of the pattern, one row per metric."""
        return missing_auto(self.scores, reference=self.options.reference, alpha=self.options.alpha)

    @cached_property
    def policies(self) -> Mapping[str, str]:
        """What is done about missing results, by metric: ``complete`` where none is missing."""
        chosen = self.gaps.select(pl.col("metric").cast(pl.String), "policy", "n_missing").rows()
        own = OLD_WORDS.get(self.options.missing, self.options.missing)
        return {
            metric: "complete" if not missing else policy if own == "auto" else own
            for metric, policy, missing in chosen
        }

    @cached_property
    def alike(self) -> CommonRuns:
        """The scores that are averaged: of each dataset and metric the runs that all its algorithms have."""
        common = common_runs(self.scores)
        return replace(common, scores=self.scores) if self.every_run else common

    @cached_property
    def compared(self) -> ScoreTable:
        """The scores that decide: gaps are left where each pair is compared on the datasets it has.

        There an algorithm that shares no dataset with any other is left out.
        """
        policy: Any = self.options.missing
        settled = complete(self.alike.scores, policy, reference=self.options.reference, alpha=self.options.alpha)
        if policy in STAND_IN:  # where the reference itself has none, nothing stands in
            return ScoreTable(complete(settled, "drop_blocks"))
        if self.gappy:
            return ScoreTable(_without_lonely(settled, self.gappy))
        table = ScoreTable(settled)
        # Ranking missing results last takes infinite values for missing ones.
        untouched = policy != "worst" and _has_columns_of(table, self.scores) and not table.get_column("imputed").any()
        return table.with_cells(self.scores.cells) if untouched else table

    @property
    def gappy(self) -> list[str]:
        """The metrics by which each pair is compared on the datasets that both algorithms have."""
        return [name for name, policy in self.policies.items() if policy == "available"]

    @cached_property
    def completed(self) -> ScoreTable:
        """The scores for methods that need complete blocks: those that decide, or of these the complete datasets."""
        if not self.gappy:
            return self.compared
        is_gappy = pl.col("metric").cast(pl.String).is_in(self.gappy)
        whole = complete(self.compared.filter(is_gappy).drop(HISTORY), "drop_blocks")
        return ScoreTable(pl.concat([self.compared.filter(~is_gappy), whole], how="diagonal"))

    @cached_property
    def averaged(self) -> ScoreTable:
        """The completed scores, for what is asked over datasets: runs averaged once for all sections."""
        return _averaged(self.completed)

    @cached_property
    def paired(self) -> ScoreTable:
        """The scores that decide, runs averaged once for all sections: gaps are left as in ``compared``."""
        return self.averaged if self.compared is self.completed else _averaged(self.compared)

    @cached_property
    def filled(self) -> bool:
        """Whether stand-ins took the place of missing results."""
        return bool(self.completed["imputed"].any())

    @cached_property
    def measured(self) -> ScoreTable:
        """The completed scores, for what weighs sizes: a stand-in ranks last, but its size means nothing.

        Where there are any, datasets with gaps are left out instead, unless a metric would have none left.
        """
        if not self.filled:
            return self.completed
        whole = complete(self.alike.scores, "drop_blocks")
        lost = whole.group_by("metric").agg(pl.col("value").count()).filter(pl.col("value") == 0).select("metric")
        rest = self.completed.join(lost, on="metric", how="semi", maintain_order="left")
        sound = whole.join(lost, on="metric", how="anti", maintain_order="left")
        return ScoreTable(pl.concat([sound, rest], how="diagonal"))

    @cached_property
    def repeated(self) -> bool:
        """Whether some algorithm has several runs on a dataset, so that runs are averaged."""
        return bool((self.design["n_repeats"] * self.design["n_folds"] > 1).any())

    @cached_property
    def ranks(self) -> pl.DataFrame:
        """Mean ranks over the datasets, best first; where pairs decide, Skillings-Mack effects on their scale."""
        whole = [name for name in self.policies if name not in self.gappy]
        parts = [average_ranks(self.averaged.of_metrics(*whole))] if whole else []
        parts += [rank_effects(self.paired.of_metrics(*self.gappy))] if self.gappy else []
        return pl.concat(parts, how="diagonal").sort("mean_rank", "algorithm", nulls_last=True)

    @cached_property
    def comparisons(self) -> tuple[Comparison, ...]:
        """The comparison over datasets, one for each metric."""
        groups = self.compared_families(*(metric.name for metric in self.metrics))
        return compare(self.paired, self.ranks, self.metrics, self.options, self.policies, self.shared, groups=groups)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """What the author should hear at once, though nothing is wrong: by which metrics no pair can be decided."""
        return tuple(
            f"no pair can be decided by {enumerated(names)}: {why}"
            for why, names in undecided_metrics(self.comparisons).items()
        )

    @cached_property
    def algorithms_lacking(self) -> dict[str, list[str]]:
        """The algorithms that have no result by a metric, of the metrics with such algorithms."""
        present = dict(self.scores.cells.group_by("metric").agg(pl.col("algorithm").cast(pl.String).unique()).rows())
        everyone = set(self.algorithms)
        return {
            metric.name: sorted(lacks)
            for metric in self.metrics
            if (lacks := everyone.difference(present[metric.name]))
        }

    @cached_property
    def losses(self) -> tuple[str, ...]:
        """What a strict author looks at: by each metric, the results that are missing and the datasets left out."""
        sentences = []
        used = _measured_datasets(self.paired)
        datasets = _measured_datasets(self.scores)
        sizes = self.scores.results.group_by("metric").agg(pl.len(), pl.col("algorithm").n_unique()).sort("metric")
        for metric, results, algorithms in sizes.rows():
            missing = algorithms * len(datasets[metric]) - results
            if missing:
                sentences.append(f"{metric}: {counted(missing, 'result')} of {results + missing} missing")
            lost = sorted(datasets[metric] - used.get(metric, set()))
            if lost:
                sentences.append(f"{metric}: {counted(len(lost), 'dataset')} left out: {', '.join(lost)}")
        return tuple(sentences)

    @cached_property
    def shared(self) -> Mapping[str, tuple[int, int]]:
        """The fewest and the most datasets of two compared algorithms, by metric; pairs without any do not count."""
        return _extremes(self._pairs)

    @cached_property
    def shared_by_any(self) -> Mapping[str, tuple[int, int]]:
        """The same of any two algorithms, where comparisons with a reference decide as well."""
        return _extremes(self._any_pairs)

    @cached_property
    def apart(self) -> Mapping[str, int]:
        """The number of comparisons without a common dataset, by metric."""
        return dict(self._pairs.filter(pl.col("n_shared") == 0).group_by("metric").len().rows())

    @cached_property
    def proofs(self) -> Mapping[str, bool]:
        """Whether the sub-table compared is proved to be the largest, by metric that compares one."""
        if OLD_WORDS.get(self.options.missing, self.options.missing) == "auto":
            chosen = self.gaps.filter(pl.col("policy") == "subtable").select(pl.col("metric").cast(pl.String), "proved")
            return dict(chosen.rows())
        return largest_is_proved(self.scores, self.options.reference) if self.options.missing == "subtable" else {}

    @cached_property
    def _pairs(self) -> pl.DataFrame:
        """How many datasets the algorithms of every comparison share."""
        pairs = self._any_pairs
        if self.options.reference is not None:
            own = pl.any_horizontal(pl.col("a", "b").cast(pl.String) == self.options.reference)
            pairs = pairs.filter(own | ~own.any().over("metric"))
        return pairs

    @cached_property
    def _any_pairs(self) -> pl.DataFrame:
        """How many datasets any two algorithms share."""
        blocks = self.paired.filter(pl.col("value").is_not_null()).blocks("metric")
        pairs = pairs_of(blocks)
        named = blocks.with_keys(pairs.spans().select("group", "a", "b"))
        return named.select(pl.col("metric").cast(pl.String), "a", "b", n_shared=pl.Series(pairs.n_common))

    @cached_property
    def sensitivity(self) -> pl.DataFrame:
        """How the outcome depends on what is done about missing results: rows for each metric that lacks some."""
        incomplete = [name for name, policy in self.policies.items() if policy != "complete"]
        scores = of_metrics(self.alike.scores, incomplete)
        if scores.is_empty():
            return pl.DataFrame(schema={"metric": pl.Categorical(), **schema_of(SENSITIVITY_COLUMNS)})
        policy, adjustment, reference = self.options.missing, self.options.adjust, self.options.reference
        has_it = pl.lit(False) if reference is None else pl.col("algorithm").cast(pl.String) == reference
        with_it = has_it.any().over("metric")
        keywords: dict[str, Any] = {"deciding": policy, "adjustment": adjustment, "alpha": self.options.alpha}
        return pl.concat(
            missing_sensitivity(part, control=control, **keywords)
            for part, control in ((scores.filter(with_it), reference), (scores.filter(~with_it), None))
            if part.height
        )

    @cached_property
    def multiverse(self) -> pl.DataFrame:
        """The verdicts by the first metric under a fixed list of analyses; empty where it could not be compared.

        Families of datasets have no such list.
        """
        if self._other_analyses is None:
            return pl.DataFrame(schema={"metric": pl.Categorical(), **schema_of(MULTIVERSE_COLUMNS)})
        scores, keywords = self._other_analyses
        begun = self._other_analyses_begun

        def computed() -> tuple[pl.DataFrame]:
            return (multiverse(scores, **keywords) if begun is None else begun.result(),)

        (rows,) = remembered_frames(lambda: key_of("multiverse", scores, keywords), computed)
        return rows

    def begin_other_analyses(self) -> None:
        """Run the analyses other than the deciding one in a worker, if there is one, while sections are made."""
        _ = self._other_analyses_begun

    @cached_property
    def _other_analyses(self) -> tuple[pl.DataFrame, Mapping[str, Any]] | None:
        """The table and the options of :attr:`multiverse`; None where algorithms are not compared by the first metric.

        They follow from mean ranks and gaps, before anything is tested.
        """
        metric = self.metrics[0]
        ranks = self.ranks_of(metric)
        if obstacle(ranks) is not None or self.families is not None:
            return None
        algorithms, reference = ranks["algorithm"].cast(pl.String), self.options.reference
        own = pl.col("algorithm").cast(pl.String).is_in(algorithms.to_list())
        return of_metrics(self.alike.scores, [metric.name]).filter(own), {
            "control": reference if reference in algorithms else None,
            "test": self.options.test_for("pairs"),
            "adjustment": self.options.adjust,
            "gaps": GAPS_OF_POLICY.get(self.policies[metric.name], "complete"),
            "scales": {metric.name: metric.scale},
            "alpha": self.options.alpha,
        }

    @cached_property
    def _other_analyses_begun(self) -> Promise[pl.DataFrame] | None:
        if self._other_analyses is None:
            return None
        scores, keywords = self._other_analyses
        if has_kept(lambda: key_of("multiverse", scores, keywords)):
            return None
        return promised(multiverse, scores, **keywords)

    @cached_property
    def within(self) -> tuple[Within, ...]:
        """The comparisons on the runs of single datasets, one for each metric that has several runs."""
        return tuple(
            within_datasets(metric, runs, focus, self.options)
            for metric in self.metrics
            if (runs := self.runs_of(metric)) and (focus := self.leader_of(metric)) is not None
        )

    @cached_property
    def judges_runs(self) -> bool:
        """Whether algorithms are compared on the runs of some dataset."""
        return any(self.runs_of(metric) for metric in self.metrics)

    def runs_of(self, metric: Metric) -> Mapping[str, pl.DataFrame]:
        """Return the scores of one metric on runs that can be compared within a dataset, by design."""
        return self._runs[metric.name]

    @cached_property
    def _runs(self) -> Mapping[str, Mapping[str, pl.DataFrame]]:
        layouts = {metric.name: self.design.filter(pl.col("metric") == metric.name) for metric in self.metrics}
        return {
            metric.name: runs_by_design(
                self.of(metric), self.ranks_of(metric), layouts[metric.name], self.options.reference
            )
            for metric in self.metrics
        }

    def leader_of(self, metric: Metric) -> str | None:
        """Return the algorithm that others are compared with by one metric: the reference, or the best by mean rank."""
        return leading(self.ranks_of(metric), self.options.reference)

    @cached_property
    def judged(self) -> PredictionTable | None:
        """The predictions on instances that were not trained on, if there are any."""
        untouched = None if self.predictions is None else untouched_predictions(self.predictions)
        if untouched is None or untouched.is_empty():
            return None
        return remembering(untouched)

    @cached_property
    def decided(self) -> PredictionTable | None:
        """The predictions of classes, the most probable class where only probabilities are there; or None."""
        return None if self.judged is None else decisions_of(self.judged)

    @cached_property
    def error_rates(self) -> pl.DataFrame:
        """The error rate of every algorithm and dataset that classes were predicted for, with its counts."""
        if self.decided is None:
            return pl.DataFrame()
        rates, counts = error_rates(self.decided, self.options), error_counts(self.decided)
        rates = without_limits(rates) if nameless(self) else rates
        return rates.join(counts, on=["dataset", "a"], how="left", maintain_order="left")

    @cached_property
    def on_blocks(self) -> tuple[Comparison, ...]:
        """The comparisons for sections that need complete blocks; a metric with fewer than two has a reason instead."""
        counts = self.averaged.results.group_by("metric").agg(pl.col("dataset").n_unique())
        blocks = dict(counts.rows())
        return tuple(_on_blocks(c, blocks.get(c.metric.name, 0)) for c in self.comparisons)

    def of(self, metric: Metric) -> ScoreTable:
        """Return the scores of one metric, as they are, missing ones missing."""
        return self.scores.of_metrics(metric.name)

    def means_of(self, metric: Metric) -> ScoreTable:
        """Return the scores of one metric on the runs that are averaged, missing ones missing."""
        return score_table(self.alike.scores).of_metrics(metric.name)

    def ranks_of(self, metric: Metric) -> pl.DataFrame:
        """Return the mean ranks by one metric, best first."""
        return self.ranks.filter(pl.col("metric") == metric.name)

    def once(self, compute: Callable[..., Shared], *options: Hashable) -> Shared:
        """Return what a function makes of this evidence and options, computed once however many sections ask."""
        computed: dict[tuple[Hashable, ...], Any] = self.__dict__.setdefault("_computed", {})
        key = (compute, *options)
        if key not in computed:
            computed[key] = compute(self, *options)
        shared: Shared = computed[key]
        return shared

    def section(self, name: str, record: object, *, id: str | None = None) -> Section:
        """Return the section of a template, the user's own before ours; it prints the record under the name ``s``.

        All templates know the level, the options and how to write numbers. Instead of a record, a dictionary may give
        the names that the template prints.
        """
        options = self.options
        shared = {
            "alpha": number(options.alpha),
            "level": percent(1 - options.alpha),
            "adjustment": adjustment_name(options.adjust),
            "options": options,
            "seed": options.seed,
            "number": number,
            "fixed": fixed,
            "percent": percent,
            "integer": integer,
        }
        names = record if isinstance(record, Mapping) else {"s": record}
        return section(name, shared | dict(names), id=id, look=self.look)

    def drawn(self, kind: str, numbers: pl.DataFrame, *, id: str, caption: str, **looks: Any) -> Figure:
        """Draw a figure of the report in the user's colours, each algorithm with its one look."""
        return drawn(kind, numbers, id=id, caption=caption, colours=self.options.colours, cast=self.coloured, **looks)

    def plotted(
        self, kind: str, table: pl.DataFrame, *, id: str, caption: str, width: str | None = None, **options: Any
    ) -> Figure:
        """Draw a figure of a table, by the options of its kind; ``width`` is that of the column unless "page"."""
        from benchreport.figures.plot import plot_data

        looks = {} if width is None else {"width": width}
        return self.drawn(kind, plot_data(kind, table, **options), id=id, caption=caption, **looks)


def _extremes(pairs: pl.DataFrame) -> dict[str, tuple[int, int]]:
    counts = pairs.filter(pl.col("n_shared") > 0).group_by("metric")
    extremes = counts.agg(least=pl.col("n_shared").min(), most=pl.col("n_shared").max()).rows()
    return {metric: (least, most) for metric, least, most in extremes}


def _without_lonely(scores: pl.DataFrame, metrics: Sequence[str]) -> pl.DataFrame:
    """Return the scores without, in the metrics named, the algorithms that share no dataset with any other."""
    measured = scores.filter(pl.col("value").is_not_null()).select("metric", "dataset", "algorithm").unique()
    company = measured.with_columns(n=pl.len().over("metric", "dataset"))
    accompanied = company.filter(pl.col("n") > 1).select("metric", "algorithm").unique()
    is_named = pl.col("metric").cast(pl.String).is_in(metrics)
    joined = scores.join(
        accompanied.with_columns(__kept=True), on=["metric", "algorithm"], how="left", maintain_order="left"
    )
    return joined.filter(~is_named | pl.col("__kept").fill_null(False)).drop("__kept")


def _on_blocks(c: Comparison, blocks: int) -> Comparison:
    """Return a comparison of pairs restricted to the datasets that all algorithms have, which ``blocks`` counts."""
    if c.policy != "available" or c.reason is not None:
        return c
    reason = None if blocks > 1 else "fewer than two datasets have results of all algorithms"
    ranks = c.ranks.with_columns(n=pl.lit(blocks, dtype=pl.Int64))
    return replace(c, ranks=ranks, policy="drop_blocks", shared=None, reason=reason)


def _averaged(table: ScoreTable) -> ScoreTable:
    """Return the scores with the runs of every cell averaged, unless the methods must see them.

    They must where cells average different numbers of runs, or some were filled in or left out.
    """
    blocks = table.blocks("metric")
    uneven = len(np.unique(blocks.n_values[blocks.measured])) > 1
    if uneven or blocks.n_imputed.any() or blocks.history["n_dropped"].sum():
        return table
    means = blocks.with_keys(blocks.long().select("group", "algorithm", "dataset", "value"))
    ways = table.cells.select("metric", "direction").unique()
    columns = means.select("algorithm", "dataset", "metric", "value")
    return ScoreTable(columns.join(ways, on="metric", maintain_order="left"))


def evidence_of(
    scores: pl.DataFrame,
    predictions: pl.DataFrame | None,
    options: Options,
    look: Look,
    provenance: Provenance,
    *,
    counts: pl.DataFrame | None = None,
) -> Evidence:
    """Return the evidence, the options checked against the tables, everything under the name it is printed with."""
    options = replace(options, metrics=tuple(name_in(score_table(scores).metrics, name) for name in options.metrics))
    scores = score_table(_kept(scores, options.metrics) if predictions is None and counts is None else scores)
    if counts is not None:
        options = replace(options, positive=positive_class(counts, options.positive))
    renaming = _renaming(scores, options)
    _refuse_unknown_scales(options.scales, scores, renaming["metric"])
    scores = _renamed(scores, renaming)
    predicted = None if predictions is None else remembering(_renamed(predictions, renaming))
    counts = None if counts is None else _renamed(counts, renaming)
    refuse_single_algorithm(scores)
    scores, endless = _without_endless(scores)
    scores, extreme = _without_extreme(scores)
    scores, unshared = _without_unshared(scores, options.missing)
    sound = sifted(scores, {label: name for name, label in renaming["metric"].items()})
    # What is left out was named as in the table; what stays is named as in papers, unless the user named it.
    names = sound.scores.metrics
    named = {*options.labels, *renaming["metric"].values()}
    printed = {name: label for name, label in printed_metrics(names).items() if name != label and name not in named}
    scores = _renamed(sound.scores, {"metric": printed})
    renaming["metric"] |= printed
    aimless = scores.get_column("direction").null_count() > 0
    unknown = scores.filter(pl.col("direction").is_null()).metrics if aimless else []
    directed = scores.filter(pl.col("direction").is_not_null()) if aimless else scores
    if directed.height == 0:
        raise DirectionError(
            f"of no metric is it known which way is better: {', '.join(unknown)}",
            hint=f"directions={{{unknown[0]!r}: 'higher'}} (--direction {unknown[0]}=higher)",
        )
    algorithms = _ordered(directed, "algorithm", options.algorithm_order, renaming["algorithm"])
    datasets = _ordered(directed, "dataset", options.dataset_order, renaming["dataset"])
    directed = _leading_first(directed, [renaming["metric"].get(name, name) for name in options.metrics], renaming)
    metrics = _metrics(directed, renaming["metric"], options.scales)
    evidence = Evidence(
        scores=directed,
        predictions=predicted,
        counts=counts,
        options=_in_printed_names(options, renaming, algorithms, [metric.name for metric in metrics]),
        look=look,
        provenance=replace(provenance, versions=provenance.versions or installed_versions()),
        metrics=metrics,
        algorithms=algorithms,
        datasets=datasets,
        excluded=(
            *((name, "it is not known which way is better") for name in unknown),
            *endless.items(),
            *extreme.items(),
            *unshared.items(),
            *sound.excluded.items(),
        ),
        budgets={printed.get(name, name): words for name, words in sound.budgets.items()},
        warnings=(
            *_warnings(scores, unknown, endless if options.metrics else {}),
            *design_warnings(scores if unknown else directed),
            *(f"metric {name!r} is left out: {reason}" for name, reason in (extreme | unshared).items()),
            *sound.warnings,
            *_of_instances(scores, predicted),
        ),
        stands_for={
            label: name for names in renaming.values() for name, label in names.items() if _shortened(name, label)
        },
        metric_names={label: name for name, label in printed.items()},
    )
    _refuse_nothing(evidence)
    return evidence


def _measured_datasets(scores: ScoreTable) -> dict[str, set[str]]:
    """Return the datasets that have a result, by metric."""
    listed = scores.results.group_by("metric").agg(pl.col("dataset").unique().cast(pl.String))
    return {metric: set(names) for metric, names in listed.rows()}


def _ordered(scores: pl.DataFrame, column: str, order: Sequence[str], labels: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of a column in the order asked for: of the input, of the alphabet, or as listed.

    Examples
    --------
    >>> scores = pl.DataFrame({"dataset": ["wine", "Iris", "adult"]})
    >>> _ordered(scores, "dataset", (), {}), _ordered(scores, "dataset", ["wine"], {})
    (('adult', 'Iris', 'wine'), ('wine', 'adult', 'Iris'))
    """
    present = scores.get_column(column).unique(maintain_order=True).cast(pl.String).to_list()
    by_name = sorted(present, key=lambda name: (name.casefold(), name))
    words = [name for name in order if name not in present and name in ORDERS]
    if words and len(order) == 1:
        return tuple(present if words == ["input"] else by_name)
    named = list(dict.fromkeys(labels.get(name, name) for name in order))
    for name, label in zip(order, named, strict=False):
        if label not in present:
            raise OptionError(f"no {column} {name!r} to be put in order", hint=did_you_mean(name, [*present, *ORDERS]))
    return (*named, *(name for name in by_name if name not in named))


def _leading_first(scores: ScoreTable, metrics: Sequence[str], renaming: Mapping[str, Mapping[str, str]]) -> ScoreTable:
    """Return the scores by metric, those asked for in their order, or else all that measure quality before costs."""
    present: list[str] = scores.get_column("metric").unique(maintain_order=True).cast(pl.String).to_list()
    own = {label: name for name, label in renaming["metric"].items()}
    costs = {name: is_cost(own.get(name, name)) for name in present}
    leaders = [name for name in metrics if name in present]
    order = [*leaders, *sorted((name for name in present if name not in leaders), key=costs.__getitem__)]
    if order == present:
        return scores
    ordered = ScoreTable(in_order(scores, "metric", order))
    return ordered.with_cells(scores.cells) if scores.has_cells else ordered


def _has_columns_of(table: pl.DataFrame, scores: pl.DataFrame) -> bool:
    """Return whether a table has all columns of the scores, row by row the same."""
    if table.height != scores.height or not set(scores.columns) <= set(table.columns):
        return False
    return all(table.get_column(name).equals(scores.get_column(name), null_equal=True) for name in scores.columns)


def _refuse_nothing(evidence: Evidence) -> None:
    """Raise where no two algorithms have results on the same dataset by any metric, under the policy asked for."""
    if evidence.compared.results.group_by("metric", "dataset").len().filter(pl.col("len") > 1).height:
        return
    policy = evidence.options.missing
    undefined = _why_undefined(evidence.scores)
    if undefined:
        name, why = next(iter(sorted(undefined.items())))
        raise IncompleteError(
            f"nothing can be compared by {name!r}{why}", hint="another metric, such as accuracy, or other algorithms"
        )
    if policy in ("auto", "available"):
        raise IncompleteError(
            "nothing can be compared: no two algorithms have results on the same dataset",
            hint="are datasets called the same for every algorithm?",
        )
    raise IncompleteError(
        f"nothing is left to compare with missing = {policy!r}", hint="--missing auto, or --missing available"
    )


def _refuse_unknown_scales(scales: Mapping[str, str], scores: pl.DataFrame, labels: Mapping[str, str]) -> None:
    names = scores.get_column("metric").unique().cast(pl.String).sort().to_list()
    for name in scales:
        if name not in names and name not in labels.values():
            raise OptionError(f"a scale is declared for {name!r}", hint=did_you_mean(name, names))


def _kept(scores: pl.DataFrame, metrics: Sequence[str]) -> pl.DataFrame:
    names = scores.get_column("metric").unique().cast(pl.String).sort().to_list()
    for name in metrics:
        if name not in names:
            raise OptionError(f"no metric {name!r} in the table", hint=did_you_mean(name, names))
    return of_metrics(scores, metrics) if metrics else scores


def _without_endless(scores: ScoreTable) -> tuple[ScoreTable, dict[str, str]]:
    """Return the scores without metrics that are infinite somewhere, and why: a mean of the other runs misleads."""
    if "remarks" not in scores.columns:
        return scores, {}
    endless = scores.filter(carries(INFINITE))
    owners = endless.group_by(pl.col("metric").cast(pl.String)).agg(pl.col("algorithm").cast(pl.String).unique().sort())
    reasons = {
        metric: f"it is infinite for {enumerated(names)}, where a true class was given probability 0"
        for metric, names in owners.sort("metric").rows()
    }
    finite = scores.filter(~pl.col("metric").cast(pl.String).is_in(list(reasons)))
    return (finite, reasons) if finite.height else (scores, {})


def _without_extreme(scores: ScoreTable) -> tuple[ScoreTable, dict[str, str]]:
    """Return the scores without metrics whose values are too large or small to be squared, and why."""
    size = pl.col("value").abs()
    extreme = scores.filter((size > LARGEST) | ((size < SMALLEST) & (size > 0)))
    if extreme.is_empty():
        return scores, {}
    first = extreme.group_by(pl.col("metric").cast(pl.String)).agg(pl.col("value").first()).sort("metric")
    reasons = {
        metric: f"it takes the value {value:.3g}, of a size that a report does not compute with"
        for metric, value in first.rows()
    }
    sensible = scores.filter(~pl.col("metric").cast(pl.String).is_in(list(reasons)))
    if sensible.is_empty():
        metric, value = first.row(0)
        raise ValueFormatError(
            f"metric {metric!r} takes the value {value:.3g}, of a size that a report does not compute with",
            hint=f"multiply it by a power of ten; values are 0, or between {SMALLEST} and {LARGEST} in size",
        )
    return sensible, reasons


def _without_unshared(scores: ScoreTable, policy: str) -> tuple[ScoreTable, dict[str, str]]:
    """Return the scores without metrics by which no dataset has values of two algorithms, and why.

    All are kept where no metric has such a dataset.

    A metric that a single algorithm has stays, without the empty rows of the others: there is nothing to fill in.
    """
    if policy in (*STAND_IN, "worst"):  # these put a value where there is none
        return scores, {}
    metric, there = pl.col("metric").cast(pl.String), pl.col("value").is_not_null()
    shared = scores.results.group_by("metric", "dataset").len().filter(pl.col("len") > 1)
    compared = shared.get_column("metric").unique().cast(pl.String).to_list()
    if not compared or len(compared) == len(scores.metrics):
        return scores, {}
    rest = scores.filter(~metric.is_in(compared))
    owners = rest.group_by(metric, maintain_order=True).agg(pl.col("algorithm").filter(there).n_unique()).rows()
    alone = [name for name, algorithms in owners if algorithms == 1]
    notes = _why_undefined(rest)
    reasons = {
        name: ("no two algorithms have results on the same dataset" if algorithms else "no algorithm has results")
        + notes.get(name, "")
        for name, algorithms in owners
        if algorithms != 1
    }
    return scores.filter(~metric.is_in(list(reasons)) & (there | ~metric.is_in(alone))), reasons


def _why_undefined(scores: pl.DataFrame) -> dict[str, str]:
    """Return by metric for whom values are undefined, and why, where the table gives one reason."""
    if "remarks" not in scores.columns:
        return {}
    remarked = scores.filter(pl.col("value").is_null() & pl.col("remarks").is_not_null())
    facts = remarked.group_by(pl.col("metric").cast(pl.String)).agg(
        pl.col("algorithm").cast(pl.String).unique().sort(), pl.col("remarks").unique()
    )
    return {
        name: f"; it is undefined for {enumerated(who)}: {words_of(remarks[0])}"
        for name, who, remarks in facts.rows()
        if len(remarks) == 1
    }


def _metrics(scores: ScoreTable, labels: Mapping[str, str], declared: Mapping[str, str]) -> tuple[Metric, ...]:
    """Return the metrics; a printed label says nothing of a scale, the name in the table does.

    A name that implies a share is not believed where values are beyond 100 per cent.
    """
    order = pl.DataFrame({"metric": scores.get_column("metric").unique(maintain_order=True)})
    facts = scores.cells.group_by("metric").agg(
        lower=pl.col("direction").first() == "lower",
        largest=pl.max_horizontal(pl.col("most").max(), -pl.col("least").min()).fill_null(0.0),
    )
    ways = order.join(facts, on="metric", maintain_order="left")
    names = ways.get_column("metric").cast(pl.String).to_list()
    own = {label: name for name, label in labels.items()}
    scales = {name: declared.get(name, declared.get(own.get(name, name))) for name in names}
    return tuple(
        Metric(
            name=name,
            slug=slug,
            lower=lower,
            scale=_implied_scale(own.get(name, name), largest) if word is None else scale_word(name, word),
        )
        for (name, word), slug, (lower, largest) in zip(
            scales.items(), slugs_of(names), ways.select("lower", "largest").rows(), strict=True
        )
    )


def _implied_scale(name: str, largest: float) -> Scale:
    scale = known_scale(name)
    return "unknown" if scale in COMPARABLE and largest > 100 else scale


def _renaming(scores: pl.DataFrame, options: Options) -> dict[str, dict[str, str]]:
    """Return the printed name of everything that has another: the user's own, or one that bursts no table."""
    wanted = {"algorithm": options.names, "dataset": {}, "metric": options.labels}
    renaming = {}
    for column, own in wanted.items():
        names = scores.get_column(column).unique().cast(pl.String).sort().to_list()
        for name in own:
            if name not in names:
                raise OptionError(f"no {column} {name!r} to be renamed", hint=did_you_mean(name, names))
        called = [own.get(name, name) for name in names]
        if len(set(called)) < len(called):
            twice = next(name for name in called if called.count(name) > 1)
            raise OptionError(f"two {column}s would be called {twice!r}", hint="give each a name of its own")
        printed = zip(names, printed_names(names, own), strict=True)
        renaming[column] = {name: label for name, label in printed if name != label}
    return renaming


def _shortened(name: str, label: str) -> bool:
    return "…" in label and "…" not in name


def _renamed(table: Table, renaming: Mapping[str, Mapping[str, str]]) -> Table:
    changed = [
        relabelled(table.get_column(column).cast(pl.Categorical), names).cast(table.schema[column])
        for column, names in renaming.items()
        if names and column in table.columns
    ]
    if not changed:
        return table
    renamed = type(table)(table.with_columns(changed))
    if isinstance(table, ScoreTable) and isinstance(renamed, ScoreTable) and table.has_cells:
        renamed.with_cells(_renamed(table.cells, renaming))
    return renamed


def _in_printed_names(
    options: Options, renaming: Mapping[str, Mapping[str, str]], algorithms: Sequence[str], metrics: Sequence[str]
) -> Options:
    """Return the options with printed names; the user may give either name of an algorithm."""
    own = renaming["algorithm"]

    def printed(name: str, what: str) -> str:
        label = own.get(name, name)
        if label not in algorithms:
            raise ColumnError(f"no algorithm {name!r} {what}", hint=did_you_mean(name, algorithms))
        return label

    for name, colour in options.colours.items():
        if not COLOUR.fullmatch(colour):
            raise OptionError(f"the colour of {name} is {colour!r}", hint="colours are written #rrggbb, as in #0072B2")
    return replace(
        options,
        reference=None if options.reference is None else printed(options.reference, "to be the reference"),
        joint=_joint(options.joint, renaming["metric"], metrics),
        complexity=tuple(printed(name, "in the order of complexity") for name in options.complexity),
        colours={printed(name, "to be coloured"): colour for name, colour in options.colours.items()},
        rope=_by_printed_metric(options.rope, renaming["metric"]),
        margin=_by_printed_metric(options.margin, renaming["metric"]),
    )


def _joint(names: Sequence[str], labels: Mapping[str, str], metrics: Sequence[str]) -> tuple[str, ...]:
    """Return the metrics to be compared together, under their printed names."""
    printed = [labels.get(name, name) for name in names]
    for name, label in zip(names, printed, strict=True):
        if label not in metrics:
            raise OptionError(f"no metric {name!r} to be compared together", hint=did_you_mean(name, metrics))
    if len(printed) == 1:
        raise OptionError(f"joint names {names[0]!r} alone", hint="name two metrics or more")
    return tuple(printed)


def _by_printed_metric(
    widths: float | Mapping[str, float] | None, labels: Mapping[str, str]
) -> float | Mapping[str, float] | None:
    if not isinstance(widths, Mapping):
        return widths
    return {labels.get(name, name): width for name, width in widths.items()}


def _warnings(scores: pl.DataFrame, unknown: Sequence[str], endless: Mapping[str, str]) -> tuple[str, ...]:
    """Return what the author should know before printing."""
    warnings = [f"metric {name!r} is left out: declare it with --direction {name}=higher or lower" for name in unknown]
    warnings += [f"metric {name!r} is left out: {reason}" for name, reason in endless.items()]
    warnings += [f"{text}; {FIX}" for text in similar_names(scores)]
    return tuple(warnings)


def _of_instances(scores: pl.DataFrame, predictions: PredictionTable | None) -> tuple[str, ...]:
    """Return a warning where the numbers of instances cannot show the design, and none is declared."""
    if predictions is None:
        return ()
    if "weight" in predictions.columns:
        return ("column 'weight' is not used: every instance counts once; br.measure weighs (--weighted)",)
    if "design" in scores.columns:
        return ()
    unknown = predictions.once(design_of).filter(pl.col("design") == "unknown", pl.col("n_folds") > 1)
    return ("instance numbers start anew in every fold, so they do not show the design",) if unknown.height else ()


@cache
def installed_versions() -> Mapping[str, str]:
    """Return the software that makes a report here and now; it is looked up once."""
    return {"benchreport": __version__, "Python": platform.python_version()} | {
        name: version_of(name) for name in PACKAGES
    }


def slugs_of(names: Sequence[str]) -> list[str]:
    """Return names that files and links can bear, each different.

    Examples
    --------
    >>> slugs_of(["Balanced accuracy (%)", "F1", "f1", "精度"])
    ['balanced-accuracy', 'f1', 'f1-2', 'u7cbe-u5ea6']
    """
    slugs: list[str] = []
    for name in names:
        spelt = "".join(sign if sign.isascii() else f"-u{ord(sign):x}-" for sign in name.casefold())
        slug = re.sub(r"[^a-z0-9]+", "-", spelt).strip("-")[:LONGEST_SLUG] or "metric"
        taken = sum(other == slug or re.fullmatch(rf"{slug}-\d+", other) is not None for other in slugs)
        slugs.append(f"{slug}-{taken + 1}" if taken else slug)
    return slugs
