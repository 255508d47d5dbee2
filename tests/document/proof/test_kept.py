"""A report that was made under another Python version: verify compares what the versions allow, and says so.

``kept/make_under_another_python.py`` made the file.
"""

from __future__ import annotations

import io
import json
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.document.evidence import installed_versions
from benchreport.document.proof import attach, verify
from benchreport.version import __version__
from tests.cli.shell import run
from tests.document.proof.test_verify import with_file

KEPT = Path(__file__).parent / "kept" / "made_by_python_3.12.pdf"
MADE_BY = "0.2.0"
BY_WORDS = (
    "rows, words and numbers of 1 page; pictures were not compared, because the report was made with other versions"
)


@pytest.fixture(scope="module")
def recorded() -> dict[str, str]:
    versions: dict[str, str] = json.loads(attach.files_inside(KEPT.read_bytes())[attach.PROVENANCE])["versions"]
    assert versions["benchreport"] == MADE_BY
    return versions


def test_a_report_of_another_python_is_verified_as_far_as_the_versions_agree(recorded: dict[str, str]) -> None:
    """The expectation follows from the versions, so that it stays true when constraints.txt moves on."""
    installed = installed_versions()
    other = [name for name in installed if recorded.get(name) != installed[name]]
    found = br.verification(KEPT)
    assert found.differences == ()
    assert found.complete == (not other)
    if "benchreport" in other:
        assert f"made by benchreport {MADE_BY}" in found.compared
    elif other:
        assert found.compared == f"{BY_WORDS} of {', '.join(other)}"
    else:
        assert found.compared == "every object of the file"
    assert run("verify", KEPT).exit_code == (3 if other else 0)


def test_the_kept_report_was_not_made_by_the_python_that_the_first_edition_used(recorded: dict[str, str]) -> None:
    first = json.loads(attach.files_inside((KEPT.parent / "made_by_0.1.pdf").read_bytes())[attach.PROVENANCE])
    assert recorded["Python"].startswith("3.12.")
    assert not first["versions"]["Python"].startswith("3.12.")


@pytest.mark.skipif(__version__ != MADE_BY, reason="pages of another benchreport version are not compared")
@pytest.mark.parametrize("library", ["Python", "matplotlib", "weasyprint"])
def test_whichever_library_moved_on_is_named(
    library: str, recorded: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verify, "installed_versions", lambda: recorded | {library: "99.0"})
    found = br.verification(KEPT)
    assert found.differences == ()
    assert found.compared == f"{BY_WORDS} of {library}"
    assert not found.complete


def test_a_later_benchreport_compares_the_rows_and_not_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "__version__", "99.0")
    found = br.verification(KEPT)
    assert found.differences == ()
    assert found.compared == (
        f"3 result rows; the report was made by benchreport {MADE_BY}, so its pages were not compared"
    )
    assert not found.complete


@pytest.mark.parametrize("installed", [MADE_BY, "99.0"])
def test_a_changed_number_is_found_whatever_is_installed(
    installed: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(verify, "__version__", installed)
    rows = pl.read_parquet(io.BytesIO(attach.files_inside(KEPT.read_bytes())[attach.RESULTS]))
    changed = rows.with_columns(p_value=pl.col("p_value") / 2)
    found = br.verification(with_file(KEPT, attach.RESULTS, attach.parquet(changed), tmp_path))
    assert any("p_value" in one.where for one in found.differences)
