"""What was compared: counts of algorithms, datasets and metrics; missing results, what was done about them and why."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Metric
from benchreport.document.evidence.result_rows import grouped
from benchreport.naming import enumerated, first_named, spelled
from benchreport.numerals import counted, integer
from benchreport.records import dataclass

MOST_CLAUSES = 3
MOST_NAMES = 5
DATASETS_NAMED = 4
# Why `auto` decided as it did, by the number of its rule.
WHY: Mapping[int, str] = {
    1: "",
    2: "These are at least nine tenths of the datasets, and no fewer than the {n_needed} with which an exact test of a "
    "pair can reject after Holm adjustment.",
    3: "Only {n_complete} of {n_blocks} datasets {are} complete, but every pair shares at least the {n_needed} with "
    "which its exact test can reject after Holm adjustment.",
    4: "Only {n_complete} of {n_blocks} datasets {are} complete, and some pairs share only {least}, fewer than the "
    "{n_needed} with which an exact test can reject after Holm adjustment; so the largest complete part of the table "
    "is compared.",
    5: "Only {n_complete} of {n_blocks} datasets {are} complete, and no complete part of the table has enough datasets "
    "for its algorithms. After Holm adjustment, {n_undecidable} of {n_comparisons} comparisons cannot become "
    "significant by an exact test, whatever their results.",
}
POLICY_WORDS: Mapping[str, str] = {
    "deciding": "as in this report",
    "drop_blocks": "complete datasets",
    "subtable": "largest complete part",
    "available": "each pair on what both have",
    "worst": "missing results ranked last",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """What was compared by one metric: the table, what is missing from it, and what was done about that.

    ``least`` and ``most`` are the datasets of a comparison, ``filled`` counts cells that were made up, ``left_out``
    names algorithms without a place, ``apart`` counts pairs that share no dataset. ``proved`` is None except for a
    sub-table.
    """

    metric: str
    policy: str
    algorithms: int
    datasets: int
    missing: int
    used: int
    least: int
    most: int
    filled: int
    left_out: tuple[str, ...]
    apart: int
    proved: bool | None

    @property
    def clause(self) -> str:
        """What is missing and what was compared, in words; empty where nothing is missing."""
        if not self.missing:
            return ""
        results = counted(self.algorithms * self.datasets, "result")
        return f"{integer(self.missing)} of {results} {_is(self.missing)} missing; {self.deed}"

    @property
    def deed(self) -> str:
        """What was compared, given what is missing."""
        all_datasets, all_algorithms = counted(self.datasets, "dataset"), counted(self.algorithms, "algorithm")
        some = f"{integer(self.used)} of {all_algorithms}"
        rest = f" ({first_named(self.left_out, MOST_NAMES)} left out)" if self.left_out else ""
        if self.policy == "available":
            span = counted(self.most, "dataset", self.least)
            apart = (
                f"; {counted(self.apart, 'pair')} {'shares' if self.apart == 1 else 'share'} none" if self.apart else ""
            )
            return f"pairs are compared on {span}{apart}{rest}"
        if self.policy == "subtable":
            results = counted(self.algorithms * self.datasets - self.missing, "result")
            proof = (
                ""
                if self.proved
                else f", {integer(self.used * self.most)} of {results}, not proved to be the most possible"
            )
            return f"{some} are compared on {self.most} of {all_datasets}{proof}{rest}"
        if self.policy == "drop_algorithms":
            return f"{some} are compared on {self.most} of {all_datasets}{rest}"
        made_up = counted(self.filled, "made-up value")
        if self.policy == "worst":
            return (
                f"{made_up} {_is(self.filled)} ranked last on {'its dataset' if self.filled == 1 else 'their datasets'}"
            )
        if self.policy == "stand_in":
            return f"{made_up} {'stands' if self.filled == 1 else 'stand'} in for them"
        return f"{self.most} of {all_datasets} have results of all {all_algorithms} and are compared"


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """How much a report compares: algorithms, datasets and metrics as text; one metric is named.

    ``adjusted`` tells whether p-values over datasets are adjusted.
    """

    n_algorithms: str
    n_datasets: str
    n_metrics: str
    two: bool
    one_dataset: bool
    several_metrics: bool
    adjusted: bool


def extent_of(evidence: Evidence) -> Extent:
    """Return how much a report compares."""
    algorithms, datasets, metrics = len(evidence.algorithms), len(evidence.datasets), evidence.metrics
    return Extent(
        n_algorithms=counted(algorithms, "algorithm"),
        n_datasets=counted(datasets, "dataset"),
        n_metrics=metrics[0].name if len(metrics) == 1 else counted(len(metrics), "metric"),
        two=algorithms == 2,
        one_dataset=datasets == 1,
        several_metrics=len(metrics) > 1,
        adjusted=algorithms > 2 or evidence.options.family == "all",
    )


def compared(evidence: Evidence) -> list[Compared]:
    """Return what was compared by every metric, in the order of the report."""
    return evidence.once(_by_metric)


def _by_metric(evidence: Evidence) -> list[Compared]:
    return [_compared(evidence, metric) for metric in evidence.metrics]


def _compared(evidence: Evidence, metric: Metric) -> Compared:
    name, policy = metric.name, evidence.policies[metric.name]
    cells, used = (
        table.cells.filter(pl.col("metric") == name).with_columns(pl.col("algorithm").cast(pl.String))
        for table in (evidence.scores, evidence.compared)
    )
    used = used.filter(pl.col("measured") > 0)
    present, ranked = (set(rows["algorithm"]) for rows in (cells, used))
    datasets, n = cells["dataset"].n_unique(), used["dataset"].n_unique()
    pairwise = policy == "available"
    least, most = evidence.shared.get(name, (n, n)) if pairwise else (n, n)
    results = cells.filter(pl.col("measured") > 0).height
    return Compared(
        metric=name,
        policy=policy,
        algorithms=len(present),
        datasets=datasets,
        missing=len(present) * datasets - results,
        used=len(ranked),
        least=least,
        most=most,
        filled=used.filter(pl.col("imputed") > 0).height,
        left_out=tuple(sorted(present - ranked)),
        apart=evidence.apart.get(name, 0) if pairwise else 0,
        proved=evidence.proofs.get(name),
    )


def clauses(evidence: Evidence) -> str:
    """Return what is missing and what was compared, in words; metrics of which the same is true stand together."""
    groups = grouped((by_metric for by_metric in compared(evidence) if by_metric.clause), attrgetter("clause"))
    metrics = {clause: [by_metric.metric for by_metric in alike] for clause, alike in groups.items()}
    if list(map(len, metrics.values())) in ([], [len(evidence.metrics)]):
        return "".join(metrics)
    words = [f"by {enumerated(names)} {clause}" for clause, names in list(metrics.items())[:MOST_CLAUSES]]
    more = len(metrics) - MOST_CLAUSES
    words += [f"results by {counted(more, 'further metric')} are missing too"] if more > 0 else []
    return ". ".join(part[0].upper() + part[1:] if place else part for place, part in enumerate(words))


def settled(evidence: Evidence) -> tuple[tuple[Compared, str], ...]:
    """Return what was compared by every metric that lacks results, and why ``auto`` decided so."""
    incomplete = [by_metric for by_metric in compared(evidence) if by_metric.missing]
    if evidence.options.missing != "auto":
        return tuple((by_metric, "") for by_metric in incomplete)
    gaps = evidence.gaps.with_columns(pl.col("metric").cast(pl.String)).iter_rows(named=True)
    why = {row["metric"]: WHY[row["rule"]].format(**row, are="is" if row["n_complete"] == 1 else "are") for row in gaps}
    whole = {
        name: words.replace("Only 0 of", "None of").replace("only 0, fewer", "none, fewer")
        for name, words in why.items()
    }
    return tuple((by_metric, whole[by_metric.metric]) for by_metric in incomplete)


def results_per_algorithm(evidence: Evidence, metric: Metric) -> dict[str, int]:
    """Return on how many datasets each algorithm with results has one by a metric, the fewest first."""
    measured = evidence.of(metric).drop_nulls("value").select(pl.col("algorithm").cast(pl.String), "dataset")
    counts = measured.group_by("algorithm").agg(n=pl.col("dataset").n_unique()).sort("n", "algorithm")
    return dict(counts.rows())


def uneven_words(evidence: Evidence, datasets: pl.DataFrame, *, sizes: bool) -> str:
    """Return the datasets on which algorithms differ in their runs, with common runs and all of them, in words."""
    names = [metric.name for metric in evidence.metrics]
    plain = datasets.with_columns(pl.col("metric", "dataset").cast(pl.String))
    runs = plain.group_by("dataset", "n_common", "n_runs", maintain_order=True).agg("metric")
    alike = grouped(runs.rows(), lambda row: (*row[1:3], *([] if len(row[3]) == len(names) else row[3])))
    words = []
    for (common, total, *metrics), rows in alike.items():
        on = [row[0] for row in rows]
        every = "all " if len(on) == len(evidence.datasets) else ""
        where = enumerated(on) if len(on) <= DATASETS_NAMED else f"{every}{spelled(len(on))} datasets"
        by = f" by {enumerated(metrics)}" if metrics else ""
        words.append(f"{where}{by} ({common} of {counted(total, 'run')})" if sizes else f"{where}{by}")
    more = len(words) - DATASETS_NAMED
    return "; ".join([*words[:DATASETS_NAMED], *([f"and {spelled(more)} more"] if more > 0 else [])])


def policy_rows(evidence: Evidence) -> pl.DataFrame:
    """Return what comparisons come to under each policy, with the range of their datasets as text."""
    rows = evidence.sensitivity.with_columns(pl.col("metric").cast(pl.String))
    one_size = pl.when(pl.col("least") == pl.col("most")).then(pl.col("most").cast(pl.String))
    return rows.with_columns(
        pl.col("leader").fill_null("—"), datasets=one_size.otherwise(pl.format("{}–{}", "least", "most")).fill_null("0")
    )


def _is(n: int) -> str:
    return "is" if n == 1 else "are"
