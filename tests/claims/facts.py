"""What is true of a study: computed again from its table, by public functions and NumPy, without any section."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
from scipy.stats import rankdata

import benchreport as br
from benchreport.document.model.blocks import Figure, Finding, Report, Section, Table, figures_of, tables_of
from benchreport.tables.complete import common_runs
from benchreport.tables.metric_names import printed_metrics
from tests.claims.grid import Setting
from tests.claims.sentences import Names

LOWER = ("error_rate", "rmse", "runtime", "log_loss", "quadratic_probability_loss", "mae")
UNITS = ("rmse", "runtime", "log_loss", "mae")
MEASURED = {
    "binary": ("accuracy", "balanced_accuracy", "mcc", "auc", "quadratic_probability_loss", "log_loss"),
    "multiclass": ("accuracy", "balanced_accuracy", "mcc", "quadratic_probability_loss", "log_loss"),
    "counts": ("accuracy", "balanced_accuracy", "mcc"),
    "regression": ("rmse", "mae", "r2"),
}
STAND_IN = ("worst", "stand_in")
TOGETHER = ("nemenyi", "bonferroni_dunn")
FACTOR = "noise"
POSTHOC = ("nemenyi", "siegel", "conover", "bonferroni_dunn")


class Facts:
    """The truth about one report: its options, its table, and what follows from them metric by metric."""

    def __init__(self, setting: Setting, table: pl.DataFrame, report: Report) -> None:
        self.setting, self.table, self.report = setting, table, report
        self.options: Mapping[str, Any] = setting.options
        self.alpha = float(self.options.get("alpha", 0.05))
        self.adjustment = str(self.options.get("adjustment", "holm"))
        self.baseline: str | None = self.options.get("baseline")
        self.tests: Mapping[str, str] = self.options.get("tests", {})
        self.algorithms = sorted(table["algorithm"].unique().to_list())
        self.datasets = sorted(table["dataset"].unique().to_list())
        self.names = Names(self.algorithms, self.datasets)
        self.tables: dict[str, Table] = {one.id: one for one in tables_of(report)}
        self.figures: dict[str, Figure] = {one.id: one for one in figures_of(report)}
        self.sections: dict[str, Section] = {one.id: one for one in report.sections}

    @property
    def posthoc(self) -> bool:
        """Whether a post-hoc test of mean ranks was asked for, which needs complete blocks."""
        return self.tests.get("pairs") in POSTHOC

    @property
    def together(self) -> bool:
        """Whether the p-values of the test that was asked for hold for all pairs together."""
        return self.tests.get("pairs") in TOGETHER

    def level_ranks(self, metric: str) -> dict[str, dict[str, float]]:
        """Return the mean ranks of the algorithms at every level of the factor, ranked by SciPy dataset by dataset."""
        sign = 1 if metric in LOWER else -1
        own = self.table.filter(pl.col("metric") == metric).with_columns(pl.col(FACTOR).cast(pl.String))
        ranks = {}
        for level in own[FACTOR].unique(maintain_order=True):
            cells = own.filter(pl.col(FACTOR) == level).group_by("dataset", "algorithm").agg(pl.col("value").mean())
            wide = cells.pivot("algorithm", index="dataset", values="value").drop_nulls().select(self.algorithms)
            means = rankdata(sign * wide.to_numpy().round(12), axis=1).mean(axis=0)
            ranks[level] = dict(zip(self.algorithms, means.tolist(), strict=True))
        return ranks

    @cached_property
    def scores(self) -> pl.DataFrame:
        """The scores of the table, or those measured of its predictions or counts; infinite and missing ones left."""
        if self.setting.kind in ("scores", "levels"):
            return br.scores(self.table, factors=FACTOR if self.setting.kind == "levels" else None)
        given = br.counts(self.table) if self.setting.kind == "counts" else self.table
        found = br.measure(given, metrics=list(MEASURED[self.setting.kind]), positive=self.options.get("positive"))
        if "design" in self.table.columns:
            found = found.with_columns(design=pl.lit(self.table["design"][0], dtype=pl.Categorical))
        return found

    @cached_property
    def metrics(self) -> list[str]:
        """The metrics of the report, in its order: as in the table, but what is paid behind what is won."""
        names = self.scores["metric"].cast(pl.String).unique(maintain_order=True).to_list()
        return sorted(names, key=lambda name: name == "runtime")

    @lru_cache(maxsize=32)  # noqa: B019
    def of(self, metric: str) -> MetricFacts:
        """Return the facts of one metric, by its name in the table or as printed."""
        printed = {name: raw for raw, name in printed_metrics(self.metrics).items()}
        return MetricFacts(self, printed.get(metric, metric))

    @cached_property
    def compared(self) -> list[MetricFacts]:
        """The facts of the metrics that are compared over datasets."""
        return [one for one in map(self.of, self.metrics) if one.obstacle is None]

    @cached_property
    def deciding(self) -> pl.DataFrame:
        """The verdicts that decide, for all metrics that can be compared."""
        return self._verdicts(reference=True)

    @cached_property
    def pairs(self) -> pl.DataFrame:
        """The verdicts on all pairs."""
        return self._verdicts(reference=False)

    def _verdicts(self, *, reference: bool) -> pl.DataFrame:
        able = [one.name for one in self.compared]
        scores = pl.concat([self.of(name).settled for name in able], how="diagonal")
        common: dict[str, Any] = {
            "adjustment": self.adjustment,
            "family": "all" if self.options.get("family") == "all" else "group",
            "test": self.tests.get("pairs", "wilcoxon"),
            "alpha": self.alpha,
            "missing": "refuse" if self.posthoc else "available",
        }
        if not reference or self.baseline is None:
            return br.verdicts(scores, **common)
        with_it = [name for name in able if self.baseline in self.of(name).algorithms]
        has = pl.col("metric").cast(pl.String).is_in(with_it)
        rows = [br.verdicts(scores.filter(has), control=self.baseline, **common)] if with_it else []
        if len(with_it) < len(able):
            # Where the reference has no result, all pairs decide, in the family of all metrics.
            rows.append(self.pairs.filter(~has))
        return pl.concat(rows)

    def section_rows(self, section: str) -> list[pl.DataFrame]:
        """Return the result rows that the findings and tables of a section carry."""
        blocks = self.sections[section].blocks if section in self.sections else ()
        rows = [block.rows for block in blocks if isinstance(block, Finding)]
        return rows + [block.frame for block in blocks if isinstance(block, Table)]


class MetricFacts:
    """The truth about one metric: what was compared, ranks, verdicts."""

    def __init__(self, facts: Facts, metric: str) -> None:
        self.facts, self.name = facts, metric
        self.lower = metric in LOWER
        self.units = metric in UNITS

    @cached_property
    def scores(self) -> pl.DataFrame:
        """All scores of the metric."""
        return self.facts.scores.filter(pl.col("metric").cast(pl.String) == self.name)

    @property
    def averaged(self) -> pl.DataFrame:
        """The scores on the runs that all algorithms of a dataset have."""
        return common_runs(self.scores).scores

    @cached_property
    def known(self) -> pl.DataFrame:
        """The mean over the averaged runs of every cell that has a result."""
        scores = self.averaged.filter(pl.col("value").is_not_null())
        return _means(scores)

    @property
    def n_missing(self) -> int:
        """How many cells of the table have no result at all."""
        names = self.scores["algorithm"].n_unique() * self.scores["dataset"].n_unique()
        return names - self.known.height

    @cached_property
    def policy(self) -> str:
        """What is done about missing results."""
        if not self.n_missing:
            return "complete"
        asked = str(self.facts.options.get("missing", "auto"))
        if asked != "auto":
            return asked
        found = br.missing_auto(self.scores, reference=self.facts.baseline, alpha=self.facts.alpha)
        return str(found["policy"][0])

    @cached_property
    def settled(self) -> pl.DataFrame:
        """The scores that are compared, gaps left where each pair is compared on the datasets it has."""
        policy: Any = self.facts.options.get("missing", "auto")
        found = br.complete(self.averaged, policy, reference=self.facts.baseline, alpha=self.facts.alpha)
        if policy == "stand_in":
            found = br.complete(found, "drop_blocks")
        if self.policy == "available":
            found = _accompanied(found)
        return found

    @cached_property
    def cells(self) -> pl.DataFrame:
        """The mean over runs of every cell that is compared."""
        return _means(self.settled.filter(pl.col("value").is_not_null()))

    @cached_property
    def complete_cells(self) -> pl.DataFrame:
        """The cells of the datasets that have all compared algorithms."""
        k = len(self.algorithms)
        return self.cells.filter(pl.len().over("dataset") == k)

    @cached_property
    def measured_cells(self) -> pl.DataFrame:
        """The same, without datasets on which a made-up value stands in, unless none would be left."""
        if self.policy not in STAND_IN:
            return self.complete_cells
        whole = self.known.filter(pl.len().over("dataset") == self.known["algorithm"].n_unique())
        return whole if whole.height else self.complete_cells

    @cached_property
    def algorithms(self) -> list[str]:
        """The algorithms that are compared."""
        return sorted(self.cells["algorithm"].unique().to_list())

    @cached_property
    def datasets(self) -> list[str]:
        """The datasets that are compared on."""
        return sorted(self.cells["dataset"].unique().to_list())

    @cached_property
    def shared(self) -> dict[tuple[str, str], int]:
        """The number of datasets of every pair that is compared."""
        base = self.reference
        return {pair: n for pair, n in self.shared_by_any.items() if base is None or base in pair}

    @cached_property
    def shared_by_any(self) -> dict[tuple[str, str], int]:
        """The number of datasets of any two algorithms."""
        of = {name: set(mine["dataset"]) for (name,), mine in self.cells.group_by("algorithm")}
        return {(a, b): len(of[a] & of[b]) for a, b in combinations(self.algorithms, 2)}

    @cached_property
    def n(self) -> tuple[int, int]:
        """The fewest and the most datasets of a comparison."""
        return self._range(self.shared)

    @cached_property
    def n_of_any(self) -> tuple[int, int]:
        """The fewest and the most datasets of any two algorithms."""
        return self._range(self.shared_by_any)

    def _range(self, shared: Mapping[tuple[str, str], int]) -> tuple[int, int]:
        if self.policy != "available":
            return len(self.datasets), len(self.datasets)
        counts = [count for count in shared.values() if count]
        return (min(counts), max(counts)) if counts else (0, 0)

    @cached_property
    def obstacle(self) -> str | None:
        """Why nothing can be compared over datasets."""
        if len(self.algorithms) < 2:
            return "one algorithm"
        if self.policy != "available" and not self.complete_cells.height:
            return "no dataset"
        if self.policy == "available" and any(rank is None for rank in self.mean_ranks.values()):
            return "no dataset"
        if self.policy == "available" and len({name for pair, n in self.shared.items() if n for name in pair}) < 2:
            return "no dataset"
        return "one dataset" if len(self.datasets) == 1 else None

    @cached_property
    def mean_ranks(self) -> dict[str, float]:
        """Mean ranks over the datasets, 1 is best; with gaps the effects of Skillings and Mack on their scale."""
        if self.policy == "available":
            rows = br.rank_effects(self.settled)
            return dict(rows.select(pl.col("algorithm").cast(pl.String), "mean_rank").rows())
        wide = {name: {} for name in self.algorithms}
        for (_,), block in self.cells.group_by("dataset"):
            for name, rank in ranked(dict(block.select("algorithm", "value").rows()), lower=self.lower).items():
                wide[name][block["dataset"][0]] = rank
        return {name: float(np.mean(list(ranks.values()))) for name, ranks in wide.items()}

    @cached_property
    def best(self) -> list[str]:
        """The algorithms of best mean rank."""
        known = {name: rank for name, rank in self.mean_ranks.items() if rank is not None}
        least = min(known.values())
        return sorted(name for name, rank in known.items() if abs(rank - least) < 1e-9)

    @cached_property
    def tested(self) -> pl.DataFrame:
        """The rows that decide."""
        return _strings(self.facts.deciding.filter(pl.col("metric").cast(pl.String) == self.name))

    @cached_property
    def pairs(self) -> pl.DataFrame:
        """The verdicts on all pairs."""
        return _strings(self.facts.pairs.filter(pl.col("metric").cast(pl.String) == self.name))

    @property
    def reference(self) -> str | None:
        """The declared reference, where it has results."""
        return self.facts.baseline if self.facts.baseline in self.algorithms else None

    @property
    def focus(self) -> list[str]:
        """The algorithm that others are spoken of against, or those that share the best mean rank."""
        return [self.reference] if self.reference else self.best

    @property
    def undecided(self) -> bool:
        """Whether no test of a single pair can decide."""
        return self.tested["procedure"][0] == "none"

    @cached_property
    def significant(self) -> dict[tuple[str, str], dict[str, Any]]:
        """The deciding rows that are significant, by winner and loser."""
        return _significant(self.tested)

    @cached_property
    def significant_pairs(self) -> dict[tuple[str, str], dict[str, Any]]:
        """The rows of all pairs that are significant, by winner and loser."""
        return _significant(self.pairs)

    def row(self, a: str, b: str) -> dict[str, Any] | None:
        """Return the deciding row of a pair, in either order."""
        for row in self.tested.iter_rows(named=True):
            if {row["a"], row["b"]} == {a, b}:
                return row
        return None


def _significant(rows: pl.DataFrame) -> dict[tuple[str, str], dict[str, Any]]:
    found = {}
    for row in rows.iter_rows(named=True):
        p = row["p_adjusted"] if row["p_adjusted"] is not None else row["p_value"]
        if p is not None and p <= row["alpha"] and row["better"] is not None:
            found[row["better"], row["b"] if row["better"] == row["a"] else row["a"]] = row
    return found


def _strings(rows: pl.DataFrame) -> pl.DataFrame:
    return rows.with_columns(pl.col(pl.Categorical).cast(pl.String))


def _means(scores: pl.DataFrame) -> pl.DataFrame:
    keys = [pl.col(name).cast(pl.String) for name in ("dataset", "algorithm")]
    return scores.group_by(*keys, maintain_order=True).agg(pl.col("value").mean())


def _accompanied(scores: pl.DataFrame) -> pl.DataFrame:
    """Leave out the algorithms that share no dataset with any other."""
    known = scores.filter(pl.col("value").is_not_null()).select("dataset", "algorithm").unique()
    company = known.filter(pl.len().over("dataset") > 1)["algorithm"].unique()
    return scores.filter(pl.col("algorithm").is_in(company.implode()))


def ranked(values: Mapping[str, float], *, lower: bool) -> dict[str, float]:
    """Rank values, 1 is best; values are equal if they agree to the noise of their sums."""
    signed = {name: value if lower else -value for name, value in values.items()}
    ordered = sorted(signed, key=lambda name: signed[name])
    ranks: dict[str, float] = {}
    place = 0
    while place < len(ordered):
        last = place
        while last + 1 < len(ordered) and same_value(signed[ordered[last]], signed[ordered[last + 1]]):
            last += 1
        for name in ordered[place : last + 1]:
            ranks[name] = (place + last) / 2 + 1
        place = last + 1
    return ranks


def same_value(a: float, b: float) -> bool:
    """Return whether two means of a few numbers are equal but for rounding noise."""
    return abs(a - b) <= 1e-12 * max(abs(a), abs(b))


def winners(values: Mapping[str, float | None], *, lower: bool) -> list[str]:
    """Return the names that share the best value."""
    known = {name: value for name, value in values.items() if value is not None and not math.isnan(value)}
    if not known:
        return []
    best = min(known.values()) if lower else max(known.values())
    return sorted(name for name, value in known.items() if same_value(value, best))


def wilcoxon_p(differences: Iterable[float]) -> float:
    """Return the exact two-sided p-value of Wilcoxon's test, zeros dropped, by counting all sign patterns."""
    kept = [value for value in differences if value != 0]
    sizes = sorted({abs(value) for value in kept})
    if not kept:
        return 1.0
    counts = {size: sum(abs(value) == size for value in kept) for size in sizes}
    before, twice = 0, {}
    for size in sizes:
        twice[size] = 2 * before + counts[size] + 1  # twice the mean rank of the tied sizes
        before += counts[size]
    total = sum(twice[abs(value)] for value in kept)
    ways = np.zeros(total + 1)
    ways[0] = 1.0
    for value in kept:
        step = twice[abs(value)]
        moved = np.zeros_like(ways)
        moved[step:] = ways[:-step]
        ways = (ways + moved) / 2
    observed = sum(twice[abs(value)] for value in kept if value > 0)
    lower, upper = ways[: observed + 1].sum(), ways[observed:].sum()
    return float(min(1.0, 2 * min(lower, upper)))
