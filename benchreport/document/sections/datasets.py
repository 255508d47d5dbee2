"""The section of datasets: every algorithm on every dataset."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from benchreport.document.analyses.per_dataset import Against, Shown, dataset_table
from benchreport.document.model.blocks import Section, Table
from benchreport.document.sections import Part
from benchreport.registry import METHODS
from benchreport.tables.blocks import cells_of

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence


def datasets_section(evidence: Evidence) -> Section | None:
    """Write the result of every algorithm on every dataset; of a single one the leaderboard has told all."""
    if len(evidence.datasets) == 1 and evidence.design["complete"].all():
        return None
    tables: list[tuple[str, Table]] = []
    for metric in evidence.metrics:
        here = evidence.of(metric)
        names = evidence.ranks_of(metric)["algorithm"].cast(pl.String).to_list()
        rest = [name for name in here["algorithm"].cast(pl.String).unique().sort() if name not in names]
        shown = Shown(
            metric=metric.name,
            slug=metric.slug,
            lower=metric.lower,
            order=(*names, *rest),
            ranks=evidence.ranks_of(metric),
            averaged=evidence.repeated,
            placed=evidence.policies[metric.name] == "available",
        )
        inside = [one for one in evidence.within if one.metric == metric]
        against = [
            Against(control=one.focus, test=" and ".join(METHODS[name].name for name in one.tests), rows=one.with_focus)
            for one in inside
        ]
        tables.append((metric.name, dataset_table(cells_of(here), shown, against=next(iter(against), None))))
    turned = any(table.wide for _, table in tables)  # one broad table turns the pages of all
    turned_alike = [(name, replace(table, wide=turned)) for name, table in tables]
    return evidence.section("datasets", {"tables": turned_alike, "repeated": evidence.repeated})


DATASETS = Part(id="datasets", after="advice", make=datasets_section)
