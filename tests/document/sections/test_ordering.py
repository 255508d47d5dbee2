"""What the section on the order by tests and simplicity says."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from tests.document.sections.folds import found_section, fx1, printed, section_of
from tests.document.sections.sections import findings_of, plain, prose, table_of

SIMPLE_FIRST = ("C", "B", "A")


def test_fixture_one_is_ordered_as_the_catalogue_says() -> None:
    # METHODS multitest_order, paired t, cost C < B < A: alpha .05 gives A, B, C; alpha .003 gives B, A, C.
    for alpha, order in ((0.05, ["A", "B", "C"]), (0.003, ["B", "A", "C"])):
        report = br.report(
            fx1(), sections=["ordering"], complexity=SIMPLE_FIRST, alpha=alpha, tests={"folds": "kfold_paired_t"}
        )
        part = found_section(report, "ordering")
        assert [row["algorithm"] for row in printed(table_of(part, "order-error"))] == order
        assert f"{order[0]} comes first by error" in plain(findings_of(part)[0].words)


def test_the_verdict_carries_the_one_sided_tests() -> None:
    # METHODS multitest_order: p(B<C) 0.0024120570182, p(A<C) 5.74839653019e-06, p(A<B) 0.00121812780289.
    report = br.report(fx1(), sections=["ordering"], complexity=SIMPLE_FIRST, tests={"folds": "kfold_paired_t"})
    rows = findings_of(found_section(report, "ordering"))[0].rows
    found = {row["a"] + row["b"]: row["p_value"] for row in rows.iter_rows(named=True)}
    assert found == pytest.approx({"AB": 0.00121812780289, "AC": 5.74839653019e-06, "BC": 0.0024120570182}, rel=1e-9)
    assert rows["p_adjusted"].to_list() == pytest.approx([min(1.0, 3 * p) for p in rows["p_value"]], rel=1e-9)


def test_every_step_has_its_reason() -> None:
    report = br.report(
        fx1(), sections=["ordering"], complexity=SIMPLE_FIRST, alpha=0.003, tests={"folds": "kfold_paired_t"}
    )
    rows = printed(table_of(found_section(report, "ordering"), "order-error"))
    assert [row["significantly better than"] for row in rows] == ["", "C", ""]
    assert rows[1]["reason of the place"] == "significantly better than the simpler ones left"


def test_several_datasets_are_ordered_over_datasets(demsar: pl.DataFrame) -> None:
    order = ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf")
    part = found_section(br.report(demsar, complexity=order, sections=["ordering"]), "ordering")
    assert "Over 14 datasets, C4.5+m comes first by AUC" in prose(part)
    assert set(findings_of(part)[0].rows["method"]) == {"wilcoxon"}


def test_first_places_on_single_datasets_are_counted(study: pl.DataFrame) -> None:
    names = sorted(study["algorithm"].cast(pl.String).unique())
    scores = study.filter(pl.col("metric") == "accuracy")
    part = found_section(br.report(scores, complexity=names, sections=["ordering"]), "ordering")
    rows = printed(table_of(part, "order-firsts"))
    assert [row["algorithm"] for row in rows] == names
    assert sum(int(row["datasets on which first accuracy"]) for row in rows) == scores["dataset"].n_unique()


def test_no_section_unless_an_order_is_declared(demsar: pl.DataFrame) -> None:
    assert section_of(br.report(demsar, sections=["ordering"]), "ordering") is None


def test_an_order_that_forgets_an_algorithm_is_refused(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match=r"'C4.5\+cf' is not in the order of complexity"):
        br.report(demsar, complexity=["C4.5", "C4.5+m", "C4.5+m+cf"])


def test_the_section_renders_to_every_format(demsar: pl.DataFrame, tmp_path: Path) -> None:
    order = ("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf")
    report = br.report(demsar, complexity=order, sections=["ordering", "reasons", "methods"])
    for name in ("report.md", "report.html"):
        assert "MultiTest" in report.write(tmp_path / name).read_text()
