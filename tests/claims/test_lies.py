"""Lies planted in reports: names swapped, counts one off, verdicts, directions and limits flipped; all are caught."""

from __future__ import annotations

import pytest

from tests.claims.audit import audit
from tests.claims.lies import LIES, Lie, planted
from tests.claims.studies import STUDIES, study


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


def test_there_are_thirty_lies_or_more_in_all_parts_of_a_report() -> None:
    assert len({lie.name for lie in LIES}) == len(LIES) >= 30
    assert {lie.section for lie in LIES} >= {"summary", "matrix", "bayes", "distributions", "confusion"}
