"""Comparison of the algorithms over the datasets by one metric: omnibus tests, verdicts on pairs, places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, field, replace
from functools import cached_property
from operator import itemgetter
from typing import Any

import polars as pl

from benchreport.document.evidence.result_rows import first_row, grouped, of_metrics
from benchreport.document.evidence.verdict_words import turned, winners_first
from benchreport.document.proof.cache import key_of, remembered_frames
from benchreport.method import RESULT_COLUMNS, schema_of
from benchreport.numerals import counted, percent
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.registry import METHODS, table_form
from benchreport.stats.answer.deciding import deciding_test, remedy
from benchreport.stats.answer.pair_verdicts import verdicts
from benchreport.stats.answer.standings import places_of, resolution_of
from benchreport.stats.many_algorithms.incomplete_blocks import skillings_mack
from benchreport.stats.multiplicity.adjusting import blocks_needed
from benchreport.stats.posthoc.mean_ranks import nemenyi
from benchreport.stats.two_algorithms.differences import compared_lists
from benchreport.tables.blocks import Blocks
from benchreport.tables.metric_scale import COMPARABLE, Scale

ONE_DATASET = "comparisons over datasets need two of them or more, and here is one"
# How the ids of the sections begin that compare by one metric.
COMPARISON = "comparison-"
# Always shown: the two forms of Friedman's test, and the test that older papers report.
SHOWN = ("friedman", "iman_davenport", "kruskal_wallis")


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """A metric of the report: its name as printed, the name that files and links bear, which way is better, its scale.

    With units (a "ratio" or "unknown" scale) or without a lower end (an "ordinal" one, such as R2) raw differences of
    different datasets are not ``comparable``: no mean, difference or power over datasets may decide anything, only
    ranks, wins and ratios.
    """

    name: str
    slug: str
    lower: bool
    scale: Scale = "unknown"

    @property
    def comparable(self) -> bool:
        """Whether a difference of a given size means the same on every dataset."""
        return self.scale in COMPARABLE

    @property
    def ratios(self) -> bool:
        """Whether values are compared by their ratios, as far as all are positive."""
        return not self.comparable and self.scale != "ordinal"


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """The result rows of one metric; text, tables and figures all read these.

    ``pairs`` are the verdicts on all pairs; ``tested`` are those that decide: the same, or with a declared reference
    (``baseline``) the comparisons with it, a family of their own. ``places`` are empty with a reference: one page, one
    family. ``undecided`` says why no test can decide on a single pair, and what would help; ``reason`` why nothing
    could be compared at all. ``policy`` is what was done about missing results; where pairs are compared on what both
    have, ``shared`` are the fewest and the most datasets of a pair.
    """

    metric: Metric
    ranks: pl.DataFrame
    omnibus: pl.DataFrame
    pairs: pl.DataFrame
    tested: pl.DataFrame
    baseline: str | None
    reason: str | None
    places: pl.DataFrame = field(default_factory=pl.DataFrame)
    resolution: Mapping[str, Any] = field(default_factory=dict)
    undecided: str | None = None
    policy: str = "complete"
    shared: tuple[int, int] | None = None

    @property
    def datasets(self) -> str:
        """On how many datasets algorithms are compared, in words; pairs may share fewer than others."""
        least, most = self.shared or (None, max(self.ranks["n"].to_list(), default=0))
        return counted(most, "dataset", least)

    @property
    def pairwise(self) -> bool:
        """Whether each pair is compared on the datasets that both algorithms have."""
        return self.policy == "available"

    @property
    def several(self) -> bool:
        """Whether there are algorithms enough for a test of all together."""
        return self.ranks.height >= 3 and self.reason is None

    @property
    def algorithms(self) -> list[str]:
        """The algorithms compared, best mean rank first."""
        return self.ranks["algorithm"].cast(pl.String).to_list()

    def best_with_focus(self, most: int) -> list[str]:
        """Return the algorithms of best mean rank, the last replaced by the focus where it is not among them."""
        best = self.algorithms[:most]
        return best if self.focus in best else [*best[:-1], self.focus]

    @cached_property
    def best(self) -> list[str]:
        """The algorithms that share the best mean rank."""
        first = self.ranks["mean_rank"][0]
        return self.ranks.filter((pl.col("mean_rank") - first).abs() < 1e-9)["algorithm"].cast(pl.String).to_list()

    @property
    def focus(self) -> str:
        """The algorithm that the others are spoken of against: the reference, or the best by mean rank."""
        return self.baseline or self.best[0]

    @property
    def leader(self) -> str | None:
        """The algorithm of best mean rank; none where several share it."""
        return self.best[0] if len(self.best) == 1 else None

    @property
    def procedure(self) -> str:
        """What decides: the test of pairs, nemenyi_confirmed, or none."""
        return str(self.tested["procedure"][0])

    @property
    def method(self) -> str:
        """The test that the deciding rows name."""
        return str(self.tested["method"][0])

    def significant(self, rows: pl.DataFrame | None = None) -> pl.DataFrame:
        """Return the deciding rows, or others, that are significant, the better algorithm first."""
        return self._decided if rows is None else _significant(rows)

    @cached_property
    def _decided(self) -> pl.DataFrame:
        return _significant(self.tested)


def _significant(rows: pl.DataFrame) -> pl.DataFrame:
    return winners_first(rows.filter((pl.col("p_adjusted") <= pl.col("alpha")) & pl.col("better").is_not_null()))


def compare(
    scores: pl.DataFrame,
    ranks: pl.DataFrame,
    metrics: Sequence[Metric],
    options: Options,
    policies: Mapping[str, str],
    shared: Mapping[str, tuple[int, int]],
    *,
    groups: Mapping[str, str] | None = None,
) -> tuple[Comparison, ...]:
    """Run the tests over datasets, all metrics at once; by ``policies`` some compare pairs on what both have.

    ``shared`` gives for each metric the fewest and the most datasets that two algorithms share. ``groups`` are the
    families of the datasets, if any were declared; the verdicts then rest on family means.
    """
    ranks_of = {metric.name: ranks.filter(pl.col("metric") == metric.name) for metric in metrics}
    reasons = {name: obstacle(own_ranks) for name, own_ranks in ranks_of.items()}
    sound = of_metrics(scores, [name for name in ranks_of if reasons[name] is None])
    gappy = [name for name in ranks_of if policies[name] == "available"]
    scales = {metric.name: metric.scale for metric in metrics if reasons[metric.name] is None}
    keywords = {"scales": scales, "group": dict(groups) if groups else None, "missing": "available"}
    frames = (
        remembered_frames(
            lambda: key_of("comparison", sound, asdict(options), keywords, gappy),
            lambda: _tests(sound, ranks, options, keywords, gappy),
        )
        if sound.height
        else [ranks.clear()] * 5
    )
    return tuple(
        _comparison(
            Comparison(
                metric=metric,
                ranks=ranks_of[metric.name],
                omnibus=omnibus,
                pairs=pairs,
                tested=tested,
                baseline=options.reference
                if options.reference in ranks_of[metric.name]["algorithm"].cast(pl.String)
                else None,
                reason=reasons[metric.name],
                policy=policies[metric.name],
                shared=shared.get(metric.name) if metric.name in gappy else None,
            ),
            places,
            resolution,
            options,
            frames[2].height,
        )
        for metric in metrics
        for omnibus, pairs, tested, places, resolution in [[of_metrics(frame, [metric.name]) for frame in frames]]
    )


def _comparison(
    c: Comparison, places: pl.DataFrame, resolution: pl.DataFrame, options: Options, tests: int
) -> Comparison:
    """Return a comparison with what its tests come to; as it is where nothing could be compared."""
    if c.reason is not None:
        return c
    by_size = [] if c.metric.comparable else [name for name, method in METHODS.items() if method.by_size]
    alone = c.baseline is None
    return replace(
        c,
        omnibus=c.omnibus.filter(~pl.col("method").is_in(by_size)),
        places=places if alone else places.clear(),
        resolution=(first_row(resolution) or {}) if alone else {},
        undecided=_undecided(c.ranks.height, c.tested, options, c.baseline, tests),
    )


def _undecided(k: int, tested: pl.DataFrame, options: Options, baseline: str | None, tests: int) -> str | None:
    """Return why no test can decide on a single pair, and how many datasets could; None where a test can."""
    if tested["procedure"][0] != "none":
        return None
    # Sign flips count the datasets without a difference, the other tests leave them out.
    left_out = pl.when(pl.col("method") == "permutation_signflip").then(0).otherwise(pl.col("n_ties").fill_null(0))
    blocks = int(tested.select((pl.col("n") + left_out).max()).item() or 0)
    block = "dataset group" if tested["method"][0] == "group_test" else "dataset"
    if options.family == "all":
        needed = blocks_needed(tests, options.adjust, options.alpha)
        return (
            f"no exact test of a pair can reach {percent(options.alpha)} after adjustment "
            f"with {counted(blocks, block)}; at least {needed} are needed for the {tests} comparisons of all metrics"
        )
    decision = deciding_test(k, max(blocks, 1), adjustment=options.adjust, alpha=options.alpha).row(0, named=True)
    return remedy(
        k,
        blocks,
        decision["blocks_needed"],
        decision["blocks_needed_reference"],
        options.alpha,
        control=baseline is not None,
        block=block,
    )


def leading(ranks: pl.DataFrame, reference: str | None) -> str | None:
    """Return the reference where it has ranks, or else the algorithm of best mean rank; None where there are none.

    Examples
    --------
    >>> ranks = pl.DataFrame({"algorithm": ["SVM", "kNN"], "mean_rank": [1.2, 1.8]})
    >>> leading(ranks, "kNN"), leading(ranks, "tree"), leading(ranks.clear(), None)
    ('kNN', 'SVM', None)
    """
    names = ranks["algorithm"].cast(pl.String).to_list()
    if reference in names:
        return reference
    return names[0] if names and not ranks["mean_rank"].null_count() else None


def obstacle(ranks: pl.DataFrame) -> str | None:
    """Return why algorithms cannot be compared over datasets; None where they can."""
    present = ranks["algorithm"].cast(pl.String).to_list()
    if len(present) < 2:
        return f"only {present[0]} has results" if present else "there are no results"
    if ranks["mean_rank"].null_count():
        return "no dataset has a result of every algorithm"
    return ONE_DATASET if ranks["n"].max() == 1 else None


def _tests(
    scores: pl.DataFrame, ranks: pl.DataFrame, options: Options, keywords: Mapping[str, Any], gappy: Sequence[str]
) -> tuple[pl.DataFrame, ...]:
    """Return the rows of all algorithms together, of all pairs, of the deciding pairs, places and resolution."""
    grouped = keywords["group"] is not None
    whole, incomplete = (
        of_metrics(scores, [name for name in keywords["scales"] if name not in gappy]),
        of_metrics(scores, gappy),
    )
    order = ("friedman", "iman_davenport", *METHODS.answering("omnibus"))
    listed = [] if grouped else sorted(dict.fromkeys([options.test_for("omnibus"), *SHOWN]), key=order.index)
    tests = [table_form(name)(whole, alpha=options.alpha) for name in listed if whole.height]
    tests += [skillings_mack(incomplete, alpha=options.alpha)] if incomplete.height and not grouped else []
    nothing = pl.DataFrame(schema={"metric": pl.Categorical(), **schema_of(RESULT_COLUMNS)})
    omnibus = pl.concat([nothing, *tests])
    question: dict[str, Any] = {
        "adjustment": options.adjust,
        "family": "all" if options.family == "all" else "group",
        "test": options.test_for("pairs"),
        "alpha": options.alpha,
        **keywords,
    }
    pairs = verdicts(scores, **question)
    ranked = nemenyi(whole, alpha=options.alpha) if whole.height and not grouped else nothing
    by_ranks = ranked.select("metric", "a", "b", p_nemenyi="p_value")
    pairs = _beside(pairs, by_ranks)
    compared = of_metrics(ranks, keywords["scales"])
    blocks = Blocks.of(scores, missing=keywords["missing"])
    rows = blocks.numbered(pairs)
    placed = places_of(rows, blocks.numbered(compared), alpha=options.alpha)
    lists = compared_lists(blocks, scales=keywords["scales"], group=keywords["group"])
    whole_family = {"together": options.family == "all", "grouped": grouped}
    resolution = blocks.with_keys(resolution_of(rows, placed, lists, alpha=options.alpha, **whole_family))
    places = blocks.with_keys(placed)
    if options.reference is None:
        return omnibus, pairs, pairs, places, resolution
    has = scores.filter(pl.col("algorithm").cast(pl.String) == options.reference)["metric"].unique().cast(pl.String)
    without = of_metrics(pairs, [name for name in keywords["scales"] if name not in has])
    own = {name: scale for name, scale in keywords["scales"].items() if name in has}
    both_ways = pl.concat([by_ranks, by_ranks.select("metric", a="b", b="a", p_nemenyi="p_nemenyi")])
    against = verdicts(of_metrics(scores, own), control=options.reference, **(question | {"scales": own}))
    return omnibus, pairs, pl.concat([_beside(against, both_ways), without]), places, resolution


def undecided_metrics(compared: Sequence[Comparison]) -> dict[str, list[str]]:
    """Return the metrics by which no pair can be decided, by the sentence that says why and what would help."""
    lacking = [(c.undecided, c.metric.name) for c in compared if c.reason is None and c.undecided is not None]
    return {why: [name for _, name in alike] for why, alike in grouped(lacking, itemgetter(0)).items()}


def _beside(rows: pl.DataFrame, by_ranks: pl.DataFrame) -> pl.DataFrame:
    return rows.join(by_ranks, on=["metric", "a", "b"], how="left", maintain_order="left")


def turned_against(rows: pl.DataFrame, focus: str) -> pl.DataFrame:
    """Return the pairs with one algorithm, turned so that it is ``b``."""
    first = pl.col("a").cast(pl.String) == focus
    with_focus = rows.filter(first | (pl.col("b").cast(pl.String) == focus))
    return turned(with_focus, first).sort("a")
