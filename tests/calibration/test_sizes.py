"""The simulated sizes on record: of every test that can be asked for, and as the simulation gives them again."""

from __future__ import annotations

import csv
import inspect

import pytest

from benchreport.cli.methods import _computation
from benchreport.registry import METHODS
from benchreport.stats.forms.sizes import SOURCE, size_words
from tests.calibration.settings import ALPHA
from tests.calibration.sizes import EFFECTS, ELSEWHERE, RECORD, SIZES, askable, procedures, sizes_of

# What decides in reports, or stands beside what decides.
DECIDING = ("wilcoxon", "sign_test", "permutation_signflip", "kfold_paired_t", "friedman", "iman_davenport", "nemenyi")


def recorded() -> dict[tuple[str, str], list[str]]:
    """Return the cells of the record, by test and what they are of."""
    lines = [line for line in RECORD.read_text(encoding="utf8").splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines[1:]]
    return {(row[0], row[1]): row[2:] for row in rows}


def extremes() -> list[dict[str, str]]:
    with SOURCE.open(encoding="utf8", newline="") as file:
        return list(csv.DictReader(file))


def test_every_test_that_can_be_asked_for_has_its_size_on_record() -> None:
    names = {f"{name}, {variant}" if variant else name for name, variant in procedures()}
    assert {name for name, _ in recorded()} == names
    assert {(row["method"], row["variant"]) for row in extremes()} == set(procedures())
    assert all(len(cells) == len(SIZES) and all(cells) for cells in recorded().values())


def test_tests_of_scores_without_a_size_are_named_with_the_reason() -> None:
    over_datasets = {
        name
        for name, method in METHODS.items()
        if method.door in ("two", "many", "posthoc") and method.shape == "scores" and method.null and method.table
        if "by" in inspect.signature(method.table).parameters
    }
    assert over_datasets - set(askable()) == (set(ELSEWHERE) | set(EFFECTS)) & over_datasets
    assert set(ELSEWHERE) <= set(METHODS)


def test_what_decides_keeps_its_level() -> None:
    usual = {name: (METHODS[name].variants or ("",))[0] for name in DECIDING}
    decided = [row for row in extremes() if usual.get(row["method"]) == row["variant"]]
    assert {row["method"] for row in decided} == set(DECIDING)
    assert [row for row in decided if row["holds"] != "true"] == []


def test_the_catalogue_prints_sizes_and_remarks_those_that_do_not_hold() -> None:
    wrong = {row["method"] for row in extremes() if row["holds"] == "false"}
    assert "friedman_aligned_posthoc" in wrong
    for name in askable():
        words = size_words(name)
        assert words in _computation(METHODS[name])
        assert ("too large with" in words) == (name in wrong)


@pytest.mark.parametrize(("name", "variant"), [("iman_davenport", "corrected"), ("friedman", "corrected")])
@pytest.mark.parametrize("k", [3, 4])
def test_equal_algorithms_on_five_datasets_or_fewer_differ_in_at_most_five_percent(
    name: str, variant: str, k: int
) -> None:
    for n in (3, 4, 5):
        (size,) = sizes_of(name, variant, k, n, 1500)
        assert size.share <= ALPHA + 3 * size.error


@pytest.mark.parametrize(("name", "variant"), [("sign_test", ""), ("nemenyi", ""), ("quade_posthoc", "z")])
def test_sizes_on_record_are_those_that_the_simulation_gives(name: str, variant: str) -> None:
    cells = recorded()
    for one in sizes_of(name, variant, 3, 10, SIZES[3, 10]):
        printed = cells[one.procedure, one.part][list(SIZES).index((3, 10))]
        assert printed.strip("*") == f"{100 * one.share:.1f}"
