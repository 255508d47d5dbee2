"""Are methods found by a question, and does the page of each answer what one wants to know?"""

from __future__ import annotations

import csv
import inspect
import io
import json
import shlex
from pathlib import Path

import pytest

import benchreport as br
from benchreport.method import DOOR_QUESTIONS
from benchreport.running import runnable_methods
from tests.cli.shell import fine, refused, rows
from tests.cli.test_test import OVER_SCORES, needed

PARTS = ("what", "when", "how", "example", "options")


def parts(text: str) -> dict[str, str]:
    """Read a page: what stands beside each of its names."""
    page: dict[str, str] = {}
    name = ""
    for line in text.splitlines()[1:]:
        name = line[2:12].strip() if line[2:3].strip() else name
        page[name] = f"{page.get(name, '')} {line[12:].strip()}".strip()
    return page


def flat(text: str) -> str:
    return " ".join(text.split())


def test_methods_lists_the_whole_catalogue() -> None:
    listed = rows("methods")
    assert {row["id"]: row["question"] for row in listed} == {m.id: m.question for m in br.METHODS.values()}
    text = fine("methods")
    assert all(method in text for method in br.METHODS)


def test_methods_are_listed_by_question_in_80_columns() -> None:
    text = fine("methods")
    assert max(map(len, text.splitlines())) <= 80
    heads = [line for line in text.splitlines() if line and not line.startswith(" ")]
    words = flat(text)
    places = [words.index(f"{question} (--door {door})") for door, question in DOOR_QUESTIONS.items()]
    assert places == sorted(places)
    assert len(heads) == len(DOOR_QUESTIONS) + 1  # and how to go on
    between = words[places[1] : places[2]]
    assert all(f" {method.id} " in between for method in br.METHODS.values() if method.door == "two")


@pytest.mark.parametrize("method", list(br.METHODS))
def test_the_page_of_a_method_answers_what_when_how_with_an_example_and_its_options(method: str) -> None:
    text = fine("methods", method)
    record = br.METHODS[method]
    assert text.startswith(record.title)
    assert max(map(len, text.splitlines())) <= 80
    page = parts(text)
    assert set(PARTS[:4]) <= set(page)
    assert page["what"] == flat(record.question)
    assert flat(record.formula) in page["how"]
    assert all(flat(condition) in page["when"] for condition in record.assumes)
    assert page["cites"].count(" (19") + page["cites"].count(" (20") >= len(record.cites)
    if record.table is not None:
        listed = page.get("options", "").replace("--reference", "control").replace("--adjust", "adjustment")
        assert [name for name in list(inspect.signature(record.table).parameters)[1:] if name not in listed] == []


@pytest.mark.parametrize("method", [m for m in OVER_SCORES if not needed(m)], ids=lambda method: method.id)
def test_the_example_of_a_page_runs(table: Path, method: br.Method) -> None:
    example = parts(fine("methods", method.id))["example"].partition(" br.")[0]
    program, *words = shlex.split(example)
    assert program == "benchreport"
    fine(*(str(table) if word == "scores.csv" else word for word in words))


@pytest.mark.parametrize("method", ["bonferroni", "accuracy", "type2_power", "bayes_risk", "attainable"])
def test_what_is_not_computed_from_a_table_says_where_it_is_found(method: str) -> None:
    example = parts(fine("methods", method))["example"]
    assert method not in runnable_methods() or br.METHODS[method].kind == "measure"
    assert method in example


def test_options_of_a_page_have_words_and_defaults() -> None:
    options = parts(fine("methods", "ci_midp"))["options"]
    assert "--set rate=" in options
    assert '"error", the share of wrong predictions' in options  # its docstring leaves that to another
    assert "Default: 0.05." in options
    assert "--variant VALUE" in parts(fine("methods", "wilcoxon"))["options"]


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("two classifiers", {"mcnemar", "bowker", "stuart_maxwell"}),
        ("clustered standard errors", {"paired_t_instances"}),
        ("t test", {"kfold_paired_t", "unpaired_t"}),
        ("how many datasets do I need", {"power_wilcoxon", "power_friedman"}),
        ("Which pairs differ?", {"nemenyi"}),
        ("equivalence margin", {"tost_paired_t"}),
    ],
)
def test_a_search_finds_methods_by_the_words_of_a_question(words: str, first: set[str]) -> None:
    text = fine("methods", "--search", words)
    assert max(map(len, text.splitlines())) <= 80
    assert first <= {line.split()[0] for line in text.splitlines() if line[2:3].strip()}
    assert first <= {row["id"] for row in rows("methods", "--search", words)}


def test_a_search_without_a_hit_says_which_word_nothing_fits() -> None:
    text = flat(fine("methods", "--search", "xyzzy clusters"))
    assert "'xyzzy' no" in text
    assert "'cluster' " in text
    assert rows("methods", "--search", "xyzzy clusters") == []


def test_a_method_is_described_for_machines_too() -> None:
    (described,) = json.loads(fine("methods", "wilcoxon", "--json"))
    assert described["cites"] == list(br.METHODS["wilcoxon"].cites)
    assert described["tex"] == br.METHODS["wilcoxon"].tex
    (row,) = csv.DictReader(io.StringIO(fine("methods", "wilcoxon", "--csv")))
    assert row["id"] == "wilcoxon"


def test_a_misspelt_method_is_answered_with_the_nearest_one() -> None:
    error, hint = refused("methods", "freidman", code=2)
    assert "'freidman'" in error
    assert "'friedman'" in hint
