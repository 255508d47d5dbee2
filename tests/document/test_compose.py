"""Can a report be put together by hand, and a result be shown where it was made?"""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest
from matplotlib.figure import Figure as Drawing

import benchreport as br
from benchreport.document.model.blocks import Figure, Finding, Table, Text
from benchreport.errors import ColumnError, OptionError


@pytest.fixture(scope="module")
def scores() -> pl.DataFrame:
    return br.read_scores(br.example("demsar2006_auc.csv"))


@pytest.fixture(scope="module")
def own() -> br.Section:
    drawing = Drawing(figsize=(3, 2))
    drawing.subplots().plot([1, 2, 3], [3, 1, 2])
    costs = pl.DataFrame({"algorithm": ["A<b>", "B_2"], "euros": [1.5, 20.25], "cheap": [True, False]})
    return br.section(
        "Costs & time",
        "What does a run cost?\n\n## In euros\n\n- cheap\n- dear",
        br.table(costs, caption="Costs of a run.", columns={"algorithm": "classifier", "euros": "€"}, note="Of 2026."),
        br.figure(drawing, caption="Time.", alternative="Time falls, then rises."),
        costs,
    )


def test_a_section_takes_texts_tables_figures_and_frames_in_order(own: br.Section) -> None:
    kinds = [block.kind if isinstance(block, Text) else type(block).__name__ for block in own.blocks]
    assert kinds == ["paragraph", "heading", "item", "item", "Table", "Figure", "Table"]
    assert own.id == "costs-time"


def test_a_table_prints_the_columns_named_under_their_headings(own: br.Section) -> None:
    table = next(block for block in own.blocks if isinstance(block, Table))
    assert [column.title for column in table.columns] == ["classifier", "€"]
    assert table.frame.columns == ["algorithm", "euros", "cheap"]  # the twin keeps every column


@pytest.mark.parametrize("form", ["report.html", "report.md", "report.pdf", "latex"])
def test_a_report_by_hand_can_be_written_in_every_format(own: br.Section, tmp_path: Path, form: str) -> None:
    written = br.Report(title="By hand", sections=(own,)).write(tmp_path / form)
    assert written.stat().st_size > 400
    if form == "report.md":
        assert "A&lt;b&gt;" in written.read_text(encoding="utf8")


def test_a_report_by_hand_carries_no_data_and_says_so_when_verified(own: br.Section, tmp_path: Path) -> None:
    pdf = br.Report(title="By hand", sections=(own,)).write(tmp_path / "report.pdf")
    with pytest.raises(br.BenchreportError, match="does not carry"):
        br.verify(pdf)


def test_two_parts_of_one_name_are_refused() -> None:
    part = br.section("Costs", "Twice.")
    with pytest.raises(OptionError, match="'costs'") as caught:
        br.Report(title="Twice", sections=(part, part))
    assert "id=" in caught.value.hint


def test_a_section_can_be_added_behind_another(scores: pl.DataFrame, own: br.Section) -> None:
    longer = br.report(scores, sections=["all"]).with_sections(own, after="leaderboard")
    titles = [part.title for part in longer.sections]
    assert titles[titles.index("Leaderboard") + 1] == "Costs & time"
    assert longer.package is None
    with pytest.raises(OptionError, match="leaderbord"):
        longer.with_sections(own, after="leaderbord")


def test_result_rows_are_printed_without_empty_and_constant_columns(scores: pl.DataFrame) -> None:
    rows = br.wilcoxon(scores).pipe(br.adjust, "holm")
    table = br.table(rows, caption="Pairs.")
    titles = [column.title for column in table.columns]
    assert "p (adjusted)" in titles
    assert "method" not in titles
    assert "method wilcoxon" in "".join(map(str, table.note))


def test_a_column_that_is_not_there_is_named() -> None:
    with pytest.raises(ColumnError, match="'eurs'") as caught:
        br.table(pl.DataFrame({"euros": [1.0]}), caption="Costs.", columns={"eurs": "€"})
    assert "'euros'" in caught.value.hint


def test_a_figure_of_ones_own_needs_words_and_a_kind_needs_a_table() -> None:
    with pytest.raises(OptionError, match="needs a text"):
        br.figure(Drawing(), caption="Nothing.")
    with pytest.raises(OptionError, match="table"):
        br.figure("cd", caption="Ranks.")


def test_a_figure_of_a_kind_has_words_of_its_own(scores: pl.DataFrame) -> None:
    figure = br.figure("cd", scores, caption="Mean ranks.")
    assert isinstance(figure, Figure)
    assert "C4.5+m+cf" in figure.alternative


def test_a_section_refuses_what_it_cannot_hold() -> None:
    with pytest.raises(OptionError, match="int"):
        br.section("Numbers", 3)  # type: ignore[arg-type]


def test_a_finding_carries_its_rows(scores: pl.DataFrame) -> None:
    rows = br.friedman(scores)
    part = br.section("Ranks", br.finding("They differ.", rows))
    assert isinstance(part.blocks[0], Finding)
    assert part.blocks[0].rows.equals(rows)


def test_a_shown_result_is_a_table_in_a_notebook_and_text_on_a_terminal(scores: pl.DataFrame) -> None:
    shown = br.show(br.sign_test(scores))
    page = shown._repr_html_()
    assert page.count("<tr>") == 7
    assert "<script" not in page
    assert repr(shown).splitlines()[0].split()[:3] == ["metric", "a", "b"]
    assert len(repr(shown).splitlines()) == 7


def test_a_report_in_a_notebook_is_a_frame_that_leaks_no_style(scores: pl.DataFrame) -> None:
    page = br.report(scores, title='A "quoted" <title>').show()._repr_html_()
    assert re.match(r'<iframe title="A &quot;quoted&quot; &lt;title&gt;" srcdoc="', page)
    assert page.count("<") == 2  # the frame alone; its page is escaped
