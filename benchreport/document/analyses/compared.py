"""What was compared: counts of algorithms, datasets and metrics, missing results, and the algorithms left out."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Metric
from benchreport.document.evidence.result_rows import grouped
from benchreport.naming import enumerated
from benchreport.numerals import counted, integer

MOST_CLAUSES = 3
MOST_NAMES = 5


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
        return f"{integer(self.missing)} of {results} {_is(self.missing)} missing; {self._deed()}"

    def _deed(self) -> str:
        all_datasets, all_algorithms = counted(self.datasets, "dataset"), counted(self.algorithms, "algorithm")
        some = f"{integer(self.used)} of {all_algorithms}"
        rest = f" ({_named(self.left_out)} left out)" if self.left_out else ""
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
    return [_compared(evidence, metric) for metric in evidence.metrics]


def _compared(evidence: Evidence, metric: Metric) -> Compared:
    name, policy = metric.name, evidence.policies[metric.name]
    table = evidence.of(metric)
    used = evidence.compared.of_metrics(metric.name).drop_nulls("value")
    present, ranked = (set(rows["algorithm"].cast(pl.String).unique()) for rows in (table, used))
    datasets, n = table["dataset"].n_unique(), used["dataset"].n_unique()
    pairwise = policy == "available"
    least, most = evidence.shared.get(name, (n, n)) if pairwise else (n, n)
    results = table.drop_nulls("value").select("algorithm", "dataset").n_unique()
    return Compared(
        metric=name,
        policy=policy,
        algorithms=len(present),
        datasets=datasets,
        missing=len(present) * datasets - results,
        used=len(ranked),
        least=least,
        most=most,
        filled=used.filter("imputed").select("algorithm", "dataset").n_unique(),
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


def _is(n: int) -> str:
    return "is" if n == 1 else "are"


def _named(names: tuple[str, ...]) -> str:
    rest = len(names) - MOST_NAMES
    return enumerated([*names[:MOST_NAMES], f"{rest} more"] if rest > 0 else names)
