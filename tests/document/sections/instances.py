"""Small tables of predictions whose results are known, and what a section says of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

import benchreport as br
from benchreport.document.model.blocks import Section, Table


def decisions(calls: Mapping[str, Sequence[tuple[str, str]]], *, dataset: str = "d") -> pl.DataFrame:
    """Give a table of truth and call of every instance, one list for each algorithm."""
    rows = [(name, dataset, at, truth, said) for name, pairs in calls.items() for at, (truth, said) in enumerate(pairs)]
    return pl.DataFrame(rows, schema=["algorithm", "dataset", "instance", "truth", "prediction"], orient="row")


def right_and_wrong(both_wrong: int, only_a: int, only_b: int, both_right: int) -> pl.DataFrame:
    """Give two classifiers, A and B, that are right and wrong together on so many instances."""
    a = [*("n" * both_wrong), *("n" * only_a), *("y" * only_b), *("y" * both_right)]
    b = [*("n" * both_wrong), *("y" * only_a), *("n" * only_b), *("y" * both_right)]
    return decisions({"A": [("y", said) for said in a], "B": [("y", said) for said in b]})


def matrix(cells: Mapping[tuple[str, str], int]) -> list[tuple[str, str]]:
    """Give the instances of a confusion matrix, of (truth, call) to count."""
    return [pair for pair, count in cells.items() for _ in range(count)]


def told(table: Any, name: str, **wishes: Any) -> Section:
    """Make one section of a report."""
    (found,) = br.report(table, sections=[name], **wishes).sections
    return found


def sections_of(table: Any, *names: str, **wishes: Any) -> list[str]:
    """Name the sections that a report of these has."""
    return [section.id for section in br.report(table, sections=list(names), **wishes).sections]


def cells_of(table: Table) -> list[list[str]]:
    """Read what is printed in a table."""
    return [[cell.text for cell in row] for row in table.rows]
