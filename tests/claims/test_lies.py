"""Lies planted in reports: names swapped, counts one off, verdicts, directions and limits flipped; all are caught."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from tests.claims.audit import audit
from tests.claims.facts import Facts
from tests.claims.grid import report_of, settings, table_of
from tests.claims.lies import LIES, Lie, planted
from tests.claims.parsers import count, judged
from tests.claims.sentences import SPELLED, claims
from tests.claims.studies import STUDIES, study

pytestmark = pytest.mark.long
WHOLE = re.compile(rf"(?<![\w.,@-])\d+(?:,\d{{3}})*(?!\d|[.,]\d)|\b(?:{'|'.join(SPELLED[2:])})\b", re.IGNORECASE)
# Reports of the grid whose sections on data say all that such a section can say of gaps, runs and ranks.
WORDY = (0, 4, 76, 174, 222)


@pytest.mark.parametrize("name", STUDIES)
def test_the_report_of_a_study_tells_the_truth(name: str) -> None:
    found = audit(*study(name))
    assert found.parsed
    assert not found.false, "\n".join(found.false)


@pytest.mark.parametrize("lie", LIES, ids=lambda lie: lie.name)
def test_a_planted_lie_is_caught(lie: Lie) -> None:
    setting, table, report = study(lie.study)
    found = audit(setting, table, planted(report, lie), section=lie.section)
    assert found.false, f"not caught: {lie.name}"


@pytest.mark.parametrize("place", WORDY)
def test_no_whole_number_of_the_section_on_data_may_be_one_off(place: int) -> None:
    setting = settings(place + 1)[place]
    table = table_of(setting)
    facts = Facts(setting, table, report_of(setting, table, ("data",)))
    altered = [
        replace(
            sentence, text=f"{sentence.text[: number.start()]}{count(number[0]) + 1}{sentence.text[number.end() :]}"
        )
        for sentence in claims(facts.report, facts.names)
        for number in WHOLE.finditer(sentence.text)
    ]
    assert altered
    for sentence in altered:
        assert judged(facts, sentence), f"not caught: {facts.names.unmasked(sentence.text)}"


def test_there_are_thirty_lies_or_more_in_all_parts_of_a_report() -> None:
    assert len({lie.name for lie in LIES}) == len(LIES) >= 30
    assert {lie.section for lie in LIES} >= {"summary", "matrix", "bayes", "distributions", "confusion"}
