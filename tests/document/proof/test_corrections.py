"""The list of corrections and the page made from it."""

from __future__ import annotations

import pytest

from benchreport.document.proof.corrections import corrections, is_corrected
from benchreport.method import RESULT_COLUMNS
from benchreport.registry import METHODS
from tests.corrections_page import PAGE, corrections_text


def test_the_page_is_what_the_list_says() -> None:
    assert PAGE.read_text(encoding="utf8") == corrections_text()


@pytest.mark.parametrize("entry", corrections(), ids=lambda entry: entry.id)
def test_a_correction_names_methods_and_columns_that_exist(entry: object) -> None:
    assert set(entry.methods) <= set(METHODS)
    assert set(entry.columns) <= set(RESULT_COLUMNS)
    assert entry.was != entry.now


def test_a_number_that_no_correction_touches_is_not_excused() -> None:
    assert is_corrected("wilcoxon", "estimate", "0.1.0")
    assert not is_corrected("wilcoxon", "p_value", "0.1.0")
    assert not is_corrected("friedman", "statistic", "0.1.0")
