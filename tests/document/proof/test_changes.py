"""Changes between reports: what a PDF recorded is read from the file, and strangers' files are read within limits."""

from __future__ import annotations

import io
import json
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.document.proof import attach
from benchreport.document.proof.changes import COLUMNS, KINDS
from benchreport.errors import ReadError
from tests.cli.shell import ladder, pair, run
from tests.document.proof.test_forgery import bomb
from tests.document.proof.test_verify import with_file

KEPT = Path(__file__).parent / "kept" / "made_by_0.1.pdf"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A beats B on six datasets: Wilcoxon's p is 2 / 2^6."""
    return pair(tmp_path_factory.mktemp("table") / "scores.csv", [0.01, 0.02, 0.03, 0.04, 0.05, 0.06])


@pytest.fixture(scope="module")
def pdf(table: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    report = br.report(br.read_scores(table), sections=["answer"], names={"A": "Ours"})
    return report.write(tmp_path_factory.mktemp("pdf") / "report.pdf")


def recorded(pdf: Path) -> pl.DataFrame:
    return pl.read_parquet(io.BytesIO(attach.files_inside(pdf.read_bytes())[attach.RESULTS]))


def test_a_report_and_its_table_differ_in_nothing_whatever_names_it_prints(pdf: Path, table: Path) -> None:
    assert br.compare(pdf, table).height == 0
    assert br.compare(pdf, pdf).height == 0


def test_a_table_beside_a_report_is_judged_with_the_options_of_the_report(pdf: Path, table: Path) -> None:
    rows = br.compare(pdf, table, alpha=0.01)
    assert rows["words"].to_list() == [
        "Only the options differ.",
        "A no longer beats B (p = .031 before, .031 now)",
        "alpha was 0.05, is 0.01",
    ]
    assert rows.columns == list(COLUMNS)
    assert set(rows["change"]) <= set(KINDS)


def test_verdicts_are_those_that_the_file_recorded(pdf: Path, tmp_path: Path) -> None:
    rows = recorded(pdf).with_columns(p_adjusted=pl.lit(0.2))
    other = with_file(pdf, attach.RESULTS, attach.parquet(rows), tmp_path)
    rows = br.compare(other, pdf)
    assert rows["words"][0].startswith("Data, options and versions are the same, but not what was recorded")
    changed = rows.filter(change="verdict")
    assert changed["words"].to_list() == ["A now beats B (p = .200 before, .031 now)"]
    assert changed.select("before", "now", "value_before", "value_now").row(0)[:3] == (
        "no significant difference",
        "A",
        0.2,
    )


def test_only_the_version_differs(pdf: Path, tmp_path: Path) -> None:
    inside = json.loads(attach.files_inside(pdf.read_bytes())[attach.PROVENANCE])
    inside["versions"]["benchreport"] = "0.1.9"
    older = with_file(pdf, attach.PROVENANCE, json.dumps(inside).encode(), tmp_path)
    rows = br.compare(older, pdf)
    assert rows["words"][0] == "Only the versions of the software differ."
    assert rows.filter(change="version").select("a", "before", "now").rows() == [
        ("benchreport", "0.1.9", br.__version__)
    ]


def test_a_report_of_the_first_edition_can_be_compared(table: Path) -> None:
    """It recorded its verdicts elsewhere, so they are computed again, which is said."""
    rows = br.compare(KEPT, table)
    assert "The old report records no verdicts; they were computed again from its data." in rows["words"].to_list()
    assert ("benchreport", "0.1.0") in rows.filter(change="version").select("a", "before").rows()
    assert "the algorithm A is new" in rows["words"].to_list()


def test_on_one_dataset_the_runs_decide() -> None:
    folds = [
        {"algorithm": name, "dataset": "iris", "fold": fold, "accuracy": 0.9 - gap + 0.001 * ((fold * 7) % 5)}
        for name, gap in (("A", 0.0), ("B", 0.05))
        for fold in range(1, 11)
    ]
    apart = pl.DataFrame(folds).with_columns(
        accuracy=pl.col("accuracy") + pl.when(pl.col("algorithm") == "B").then(0.0005 * pl.col("fold")).otherwise(0)
    )
    near = apart.with_columns(
        accuracy=pl.when((pl.col("algorithm") == "B") & (pl.col("fold") % 2 == 0)).then(0.95).otherwise("accuracy")
    )
    before, now = (br.scores(frame, design="kfold_cv") for frame in (apart, near))
    p = [br.corrected_resampled_t(scores)["p_value"][0] for scores in (before, now)]
    assert p[0] <= 0.05 < p[1]
    rows = br.compare(before, now)
    (verdict,) = rows.filter(change="verdict").rows(named=True)
    assert (verdict["before"], verdict["now"], verdict["dataset"]) == ("A", "no significant difference", "iris")
    assert [verdict["value_before"], verdict["value_now"]] == pytest.approx(p)
    assert "A no longer beats B on iris" in verdict["words"]
    cells = rows.filter(change="number")
    assert sorted(cells["run"]) == sorted(f"fold {fold}" for fold in (2, 4, 6, 8, 10))


def test_the_order_of_rows_and_columns_is_no_change() -> None:
    turned = pl.DataFrame(ladder()[::-1]).select("dataset", "accuracy", "algorithm")
    assert br.compare(br.scores(pl.DataFrame(ladder())), br.scores(turned)).height == 0


def test_missing_attachments_damage_and_bombs_are_refused(pdf: Path, tmp_path: Path) -> None:
    (broken := tmp_path / "broken.pdf").write_bytes(pdf.read_bytes()[:2000])
    with pytest.raises(ReadError):
        br.compare(broken, pdf)
    (folder := tmp_path / "bomb").mkdir()
    result = run("compare", with_file(pdf, attach.RESULTS, bomb(50_000_000), folder), pdf)
    assert result.exit_code == 2
    assert "50,000,000 rows" in result.stderr


@pytest.mark.parametrize(
    ("name", "content"),
    [
        (attach.RESULTS, b"no table"),
        (attach.INPUT, b"no table"),
        (attach.PROVENANCE, b"[1, 2]"),
        (attach.RECIPE, b"\xff\xfe"),
        (attach.PROVENANCE, b'{"versions": 3}'),
    ],
)
def test_attached_files_that_are_not_what_they_should_be_are_an_error_of_ours(
    name: str, content: bytes, pdf: Path, tmp_path: Path
) -> None:
    with pytest.raises(br.BenchreportError):
        br.compare(with_file(pdf, name, content, tmp_path), pdf)


def test_a_stranger_s_file_is_worked_on_within_the_limits_of_verify(pdf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchreport.cli import limits

    monkeypatch.setattr(limits, "MEGABYTES", 10.0)
    monkeypatch.setattr(limits, "PER_PAGE", (0.0, 0.0))
    result = run("compare", pdf, pdf)
    assert result.exit_code == 2
    assert "MB of memory" in result.stderr


def test_at_the_shell_options_reach_the_child_process(pdf: Path, table: Path, tmp_path: Path) -> None:
    changes = tmp_path / "changes.csv"
    result = run("compare", pdf, table, "--alpha", "0.01", "--json", "-o", changes)
    assert result.exit_code == 1
    assert json.loads(result.stdout)[1]["words"] == "A no longer beats B (p = .031 before, .031 now)"
    assert pl.read_csv(changes)["change"].to_list() == ["summary", "verdict", "option"]
