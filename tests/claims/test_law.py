"""One name, one number, over all tables and texts of reports of every kind; limits never stand on the null value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchreport.document.model.blocks import Cell
from tests.claims.facts import Facts
from tests.claims.law import conflicts, printed_numbers, rounded_onto_the_null
from tests.claims.studies import study

pytestmark = pytest.mark.long
LAWFUL = ("pairs", "binary", "binary folds", "multiclass", "counts", "regression", "gaps")


@pytest.mark.parametrize("name", LAWFUL)
def test_a_named_quantity_of_a_subject_has_one_value_in_a_report(name: str) -> None:
    numbers = printed_numbers(Facts(*study(name)))
    twice = [one for one in {one.key for one in numbers} if sum(other.key == one for other in numbers) > 1]
    assert len(twice) >= 4
    assert not conflicts(numbers), "\n".join(conflicts(numbers))


@pytest.mark.parametrize("name", LAWFUL)
def test_no_limit_is_printed_on_the_null_value_against_its_test(name: str) -> None:
    assert not rounded_onto_the_null(Facts(*study(name)))


def test_a_second_value_for_one_name_is_a_conflict() -> None:
    setting, table, report = study("counts")
    facts = Facts(setting, table, report)
    board = facts.tables["board"]
    place = [column.title for column in board.columns].index("rank")
    first = list(board.rows[0])
    first[place] = Cell(text="1.76")
    facts.tables["board"] = replace(board, rows=(tuple(first), *board.rows[1:]))
    assert conflicts(printed_numbers(facts))


def test_a_limit_on_the_null_value_beside_a_small_p_value_is_told() -> None:
    setting, table, report = study("counts")
    facts = Facts(setting, table, report)
    pairs = facts.tables["pairs-accuracy"]
    titles = [column.title for column in pairs.columns]
    rows = [list(row) for row in pairs.rows]
    for row in rows:
        row[titles.index("interval")] = Cell(text="[−0.118, 0.000]")
        row[titles.index("p (Holm)")] = Cell(text=".031")
    facts.tables["pairs-accuracy"] = replace(pairs, rows=tuple(map(tuple, rows)))
    assert rounded_onto_the_null(facts)
