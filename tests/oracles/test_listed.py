"""The comparison with a written catalogue must be able to fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchreport.cli.coverage import coverage
from tests.oracles.__main__ import CATALOGUE, main
from tests.oracles.listed import listed, uncovered

TEXT = """
#### `sign_test` — wins; also `wilcoxon`
- **Formula**: `not_an_id`
| `holdout` | one split | `neither_this` |
| `blocking`, `pairing` | same splits | |
"""


def everything() -> str:
    return "\n".join(f"#### `{name}`" for name in coverage())


def test_names_stand_in_headings_and_in_the_first_cells_of_tables() -> None:
    assert listed(TEXT) == ["sign_test", "wilcoxon", "holdout", "blocking", "pairing"]


def test_a_catalogue_of_just_our_methods_leaves_nothing_to_say() -> None:
    assert uncovered(everything()) == []


def test_a_method_that_only_one_side_knows_is_said() -> None:
    text = everything().replace("`mcnemar`", "`tea_leaves`")
    assert uncovered(text) == ["tea_leaves: listed, and not covered", "mcnemar: covered, and not listed"]


def test_a_method_in_another_group_is_said() -> None:
    text = everything() + "\n2. **Two classifiers**: mcnemar, rates table.\n5. **Two algorithms**: sign_test, mcnemar."
    assert uncovered(text) == ["mcnemar: not in group 5"]


@pytest.mark.parametrize(("text", "code"), [("", 0), ("\n#### `tea_leaves`", 1)], ids=["complete", "lacking"])
def test_a_method_that_is_not_covered_fails_the_comparison(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, code: int
) -> None:
    (tmp_path / "reference").mkdir()
    (tmp_path / "reference" / "oracles.json").write_text("[]")
    (tmp_path / CATALOGUE).write_text(everything() + text)
    assert main([str(tmp_path / "reference")]) == code
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first == ("tea_leaves: listed, and not covered" if code else "137 methods of METHODS.md, 0 problems")
    assert last == "0 passed, 0 failed, 0 skipped"
