"""Does every citation lead to a work?"""

from __future__ import annotations

import re

import pytest

import benchreport as br
from benchreport.document.references import reference, references
from benchreport.errors import BenchreportError
from benchreport.resources import resource

BIB = resource("templates", "references.bib").read_text(encoding="utf8")
KEYS = re.findall(r"^@\w+\{([^,\s]+),", BIB, re.MULTILINE)


@pytest.mark.parametrize("method", list(br.METHODS))
def test_every_method_cites_works_that_exist(method: str) -> None:
    cites = br.METHODS[method].cites
    assert cites != ()
    assert [key for key in cites if key not in KEYS] == []


def test_no_work_is_lost_or_entered_twice() -> None:
    assert list(references()) == KEYS
    assert len(set(KEYS)) == len(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_every_work_has_an_author_a_title_a_year_and_a_place(key: str) -> None:
    work = references()[key]
    assert [field for field in ("author", "title", "year") if not work.get(field)] == []
    assert re.fullmatch(r"(18|19|20)\d\d", work["year"])
    assert work.keys() & {"journal", "booktitle", "publisher", "school"}


@pytest.mark.parametrize("key", KEYS)
def test_no_field_of_a_work_is_lost(key: str) -> None:
    entry = BIB[BIB.index(f"{{{key},") :].split("\n}")[0]
    assert list(references()[key]) == re.findall(r"^\s+(\w+) = ", entry, re.MULTILINE)


@pytest.mark.parametrize("key", KEYS)
def test_a_work_reads_as_plain_text_without_markup(key: str) -> None:
    line = reference(key)
    assert references()[key]["year"] in line
    assert [mark for mark in ("{", "}", "\\", "``", "''", "--", "\n", "  ") if mark in line] == []


@pytest.mark.parametrize("key", KEYS)
def test_no_two_punctuation_marks_follow_each_other(key: str) -> None:
    assert not re.search(r"[?!.]\.|\.\s*\.|,\.", reference(key))


def test_an_article_is_written_with_its_journal_volume_and_pages() -> None:
    assert reference("wilcoxon1945") == (
        "Wilcoxon, F. (1945). Individual comparisons by ranking methods. Biometrics Bulletin 1, 80–83."
    )


def test_a_book_and_a_thesis_are_written_with_their_publisher() -> None:
    assert reference("alpaydin2010") == "Alpaydin, E. (2010). Introduction to Machine Learning. MIT Press."
    assert reference("nemenyi1963").endswith("Distribution-free Multiple Comparisons. Princeton University.")


def test_a_key_that_leads_nowhere_is_named() -> None:
    with pytest.raises(BenchreportError, match="'demsar2060'"):
        reference("demsar2060")
