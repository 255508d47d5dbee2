"""Every claim of ten small reports, one for each kind of table, derived again; ``make claims`` reads 300."""

from __future__ import annotations

import pytest

from tests.claims.audit import COMPLETE, listed, read
from tests.claims.grid import KINDS, Setting, settings, some_sections


@pytest.mark.parametrize("setting", settings(len(KINDS)), ids=lambda setting: f"report {setting.seed}")
def test_every_numeral_and_every_name_of_a_report_is_true_and_has_a_parser(setting: Setting) -> None:
    found = read(setting, some_sections(setting))
    assert found.parsed or found.refused
    assert not found.false, "\n".join(found.false)
    unparsed = {(part, text) for part, texts in found.unparsed.items() for text in texts}
    assert not unparsed - listed()


def test_no_claim_of_answer_captions_and_alternative_texts_goes_without_a_parser() -> None:
    assert not [text for part, text in listed() if part in COMPLETE]
