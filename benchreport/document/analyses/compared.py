"""What was really compared: the counts of the first sentence, and the algorithms left out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from benchreport.document.evidence.result_rows import grouped
from benchreport.document.exhibits.numbers import counted, enumerated, integer

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence
    from benchreport.document.evidence.comparison import Metric

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
        """Say what is missing and what was compared; nothing where nothing is missing."""
        if not self.missing:
            return ""
        results = counted(self.algorithms * self.datasets, "result")
        return f"{integer(self.missing)} of {results} {_is(self.missing)} missing; {self._deed()}"

    def _deed(self) -> str:
        all_datasets = counted(self.datasets, "dataset")
        rest = f" ({_named(self.left_out)} left out)" if self.left_out else ""
        if self.policy == "available":
            span = counted(self.most, "dataset") if self.least == self.most else f"{self.least} to {self.most} datasets"
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
            kept = f"{integer(self.used)} of {counted(self.algorithms, 'algorithm')}"
            return f"{kept} are compared on {self.most} of {all_datasets}{proof}{rest}"
        if self.policy == "drop_algorithms":
            kept = f"{integer(self.used)} of {counted(self.algorithms, 'algorithm')}"
            return f"{kept} are compared on {self.most} of {all_datasets}{rest}"
        made_up = counted(self.filled, "made-up value")
        if self.policy == "worst":
            return (
                f"{made_up} {_is(self.filled)} ranked last on {'its dataset' if self.filled == 1 else 'their datasets'}"
            )
        if self.policy == "stand_in":
            return f"{made_up} {'stands' if self.filled == 1 else 'stand'} in for them"
        every = counted(self.algorithms, "algorithm")
        return f"{self.most} of {all_datasets} have results of all {every} and are compared"


def compared(evidence: Evidence) -> list[Compared]:
    """Return what was compared by every metric, in the order of the report."""
    return [_compared(evidence, metric) for metric in evidence.metrics]


def _compared(evidence: Evidence, metric: Metric) -> Compared:
    name, policy = metric.name, evidence.policies[metric.name]
    table = evidence.of(metric)
    used = evidence.compared_of(metric).drop_nulls("value")
    present, kept = (set(rows["algorithm"].cast(pl.String).unique()) for rows in (table, used))
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
        used=len(kept),
        least=least,
        most=most,
        filled=used.filter("imputed").select("algorithm", "dataset").n_unique(),
        left_out=tuple(sorted(present - kept)),
        apart=evidence.apart.get(name, 0) if pairwise else 0,
        proved=evidence.proofs.get(name),
    )


def clauses(evidence: Evidence) -> str:
    """Say for every metric what is missing and what was compared; metrics of which the same is true stand together."""
    found = grouped([one for one in compared(evidence) if one.clause], lambda one: one.clause)
    if not found:
        return ""
    if len(found) == 1 and len(next(iter(found.values()))) == len(evidence.metrics):
        return next(iter(found))
    told = [
        f"by {enumerated([one.metric for one in alike])} {clause}"
        for clause, alike in list(found.items())[:MOST_CLAUSES]
    ]
    more = len(found) - MOST_CLAUSES
    return ". ".join(part[0].upper() + part[1:] if place else part for place, part in enumerate(told)) + (
        f". Results by {counted(more, 'further metric')} are missing too" if more > 0 else ""
    )


def _is(n: int) -> str:
    return "is" if n == 1 else "are"


def _named(names: tuple[str, ...]) -> str:
    rest = len(names) - MOST_NAMES
    shown = [*names[:MOST_NAMES], f"{rest} more"] if rest > 0 else list(names)
    return enumerated(shown)
