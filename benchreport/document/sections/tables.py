"""The section of tables: every result of every algorithm on every dataset."""

from __future__ import annotations

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Metric
from benchreport.document.exhibits.complete import Grid, complete_tables, grid_of
from benchreport.document.model.blocks import Section, Table
from benchreport.document.sections import Part
from benchreport.records import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """What the template ``tables`` prints: a table for each metric, or one for all where they are small."""

    tables: tuple[Table, ...]


def tables_section(evidence: Evidence) -> Section:
    """Return the section with every result."""
    grids = [evidence.once(metric_grid, metric) for metric in evidence.metrics]
    return evidence.section("tables", Tables(tables=tuple(complete_tables(grids, evidence.noun))))


def metric_grid(evidence: Evidence, metric: Metric) -> Grid:
    """Return the results by one metric, in the order of the tables."""
    return grid_of(
        evidence.means_of(metric),
        metric,
        evidence.ranks_of(metric),
        placed=evidence.policies.get(metric.name) == "available",
        algorithms=evidence.algorithms if evidence.options.algorithm_order else (),
        datasets=evidence.datasets,
    )


TABLES = Part(id="tables", make=tables_section, record=Tables)
