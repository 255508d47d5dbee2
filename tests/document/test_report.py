"""What every form of a report must hold."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import polars as pl
import pytest
from pypdf import PdfReader

import benchreport as br
from benchreport.document.model.blocks import Figure, Finding, Mark, Table, Text, figures_of, tables_of
from benchreport.document.model.templates import Nodes
from tests.document.conftest import HOSTILE

FORMS = ("report.html", "report.pdf", "report.md", "latex")


def test_the_sections_come_in_the_order_of_the_story(plain: br.Report) -> None:
    assert [section.title for section in plain.sections] == [
        "Answer",
        "Data and design",
        "Results",
        "Sensitivity",
        "Size of the differences",
        "Summary",
        "Setup and aim",
        "Data and coverage",
        "Leaderboard",
        "Comparison by AUC",
        "Wins and losses",
        "Aggregates over datasets",
        "Score distributions",
        "Bayesian comparison",
        "Detectable differences and open questions",
        "Why these tests",
        "Provenance",
        "Every result",
        "Methods",
        "References and provenance",
    ]


def test_every_id_is_used_once(plain: br.Report) -> None:
    ids = [item.id for item in (*plain.sections, *tables_of(plain), *figures_of(plain))]
    assert [name for name, count in Counter(ids).items() if count > 1] == []


def test_every_exhibit_is_mentioned_in_the_text(plain: br.Report) -> None:
    words = [
        word for part in plain.sections for block in part.blocks if isinstance(block, Text) for word in block.words
    ]
    mentioned = {word.text for word in words if isinstance(word, Mark) and word.kind == "ref"}
    # The pictures of page one and of sizes, and the complete tables, follow directly on what they belong to.
    apart = [section for section in plain.sections if section.id not in ("answer", "sizes", "tables")]
    placed = {block.id for part in apart for block in part.blocks if isinstance(block, (Table, Figure))}
    assert placed - mentioned == set()


def test_findings_carry_the_rows_they_were_read_from(plain: br.Report) -> None:
    (comparison,) = [part for part in plain.sections if part.title == "Comparison by AUC"]
    omnibus, pairs = [block for block in comparison.blocks if isinstance(block, Finding)]
    assert omnibus.rows["method"].to_list() == ["friedman", "iman_davenport", "kruskal_wallis"]
    assert pairs.rows["p_adjusted"].null_count() == 0


def test_text_table_and_twin_tell_the_same_numbers(plain: br.Report) -> None:
    (table,) = [block for block in tables_of(plain) if block.id == "pairs-auc"]
    row = table.frame.filter(pl.col("a") == "C4.5+m").row(0, named=True)
    printed = next(cells for cells in table.rows if cells[0].text == "C4.5+m")
    assert printed[1].text == row["b"] == "C4.5"  # the baseline is b
    assert [cell.value for cell in printed if cell.value is not None][1] == row["estimate"]
    assert f"{row['p_value']:.3f}".removeprefix("0") in [cell.text for cell in printed]


def test_pairs_with_one_algorithm_stand_in_the_order_of_mean_ranks(plain: br.Report) -> None:
    (table,) = [block for block in tables_of(plain) if block.id == "pairs-auc"]
    # Mean ranks of the printed table: 1.9286, 2.0000 and 2.9286, and 3.1429 for the baseline.
    assert [cells[0].text for cells in table.rows] == ["C4.5+m+cf", "C4.5+m", "C4.5+cf"]
    assert str(table.note[0]).endswith("In the order of mean ranks.")


def test_the_best_on_each_dataset_is_bold() -> None:
    wide = pl.DataFrame({"dataset": ["d1", "d2"], "A": [0.9, 0.5], "B": [0.8, 0.5], "C": [0.7, 0.4]})
    report = br.report(br.scores(wide, metric="accuracy"), sections=["datasets"])
    (table,) = [block for block in tables_of(report) if block.id == "complete-accuracy"]
    marks = {
        row[0].text: {c.title: cell.emphasis for c, cell in zip(table.columns, row, strict=True)} for row in table.rows
    }
    assert marks["d1"] == {"dataset": "", "A": "best", "B": "", "C": ""}
    assert marks["d2"] == {"dataset": "", "A": "best", "B": "best", "C": ""}


def test_missing_cells_are_listed_and_what_was_dropped_is_counted() -> None:
    wide = pl.DataFrame(
        {"dataset": ["d1", "d2", "d3"], "A": [0.9, 0.8, 0.7], "B": [0.8, None, 0.6], "C": [0.1, 0.2, 0.3]}
    )
    report = br.report(br.scores(wide, metric="accuracy"), sections=["coverage"])
    (coverage,) = [part for part in report.sections if part.id == "coverage"]
    text = str(coverage.blocks)
    assert "1 combination" in text
    assert "1 of 9 results is missing; pairs are compared on 2 to 3 datasets" in text
    (table,) = [block for block in tables_of(report) if block.id == "missing"]
    assert [cell.text for cell in table.rows[0]] == ["d2", "B", "accuracy", "1", "1"]


def test_a_metric_of_unknown_direction_is_left_out_and_said() -> None:
    table = pl.DataFrame(
        {"model": ["A", "B"] * 3, "task": ["x", "x", "y", "y", "z", "z"], "accuracy": [0.1] * 6, "zing": [1] * 6}
    )
    with pytest.warns(br.BenchreportWarning, match="metric 'zing' is left out"):
        report = br.report(table, sections=["all"])
    assert report.warnings[0].startswith("metric 'zing' is left out")
    assert "zing" in words_of(report, "Data and coverage")
    assert "Comparison by zing" not in [section.title for section in report.sections]


def test_two_algorithms_are_compared_without_a_friedman_test() -> None:
    wide = pl.DataFrame({"dataset": list("abcdefg"), "A": [0.9] * 7, "B": [0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2]})
    report = br.report(br.scores(wide, metric="accuracy"), sections=["ranks", "reasons"])
    assert "omnibus-accuracy" not in [table.id for table in tables_of(report)]
    assert "Friedman" not in str([part for part in report.sections if part.title == "Why these tests"])


def test_more_than_forty_algorithms_get_a_table_instead_of_a_diagram() -> None:
    wide = {"dataset": [f"d{i}" for i in range(5)]} | {
        f"a{j:02}": [((i + 3) * j) % 7 / 7 for i in range(5)] for j in range(41)
    }
    report = br.report(br.scores(pl.DataFrame(wide), metric="accuracy"), sections=["ranks"])
    assert "ranks-accuracy" not in [figure.id for figure in figures_of(report)]


def test_a_misspelt_baseline_is_named(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="did you mean"):
        br.report(demsar, baseline="C4.5+mm")


@pytest.mark.long
def test_the_same_input_gives_the_same_bytes_twice_in_every_form(tmp_path: Path) -> None:
    # Twice in processes of their own, with different hash seeds.
    code = (
        "import sys, benchreport as br\n"
        "report = br.report(br.read_scores(br.example('demsar2006_auc.csv')), title='Twice')\n"
        "for target in sys.argv[1:]: report.write(target)"
    )
    made = []
    for seed in ("1", "2"):
        targets = [str(tmp_path / seed / form) for form in FORMS]
        subprocess.run(
            [sys.executable, "-c", code, *targets], check=True, env={"PYTHONHASHSEED": seed, "PATH": "/usr/bin"}
        )
        made.append({path.relative_to(tmp_path / seed): path.read_bytes() for path in (tmp_path / seed).rglob("*.*")})
    assert {path.parts[0] for path in made[0]} >= set(FORMS)
    assert made[0].keys() == made[1].keys()
    assert [name for name, content in made[0].items() if content != made[1][name]] == []


def test_every_table_has_its_data_beside_the_report(plain: br.Report, tmp_path: Path) -> None:
    plain.write(tmp_path / "r.md")
    written = {path.stem for path in (tmp_path / "r_files").glob("*.csv")}
    assert written == {table.id for table in tables_of(plain)}
    pairs = pl.read_csv(tmp_path / "r_files" / "pairs-auc.csv")
    assert pairs.height == 3  # the comparisons with the baseline


def test_an_unknown_ending_is_refused_before_anything_is_written(plain: br.Report, tmp_path: Path) -> None:
    with pytest.raises(br.BenchreportError, match="unknown format"):
        plain.write(tmp_path / "report.docx")
    assert list(tmp_path.iterdir()) == []


# Escaping


def test_hostile_names_stay_text_in_html(hostile: br.Report, tmp_path: Path) -> None:
    page = hostile.write(tmp_path / "r.html").read_text(encoding="utf8")
    assert page.count("<script>") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "{{7*7}}" in page
    assert "<h1>Title</h1>" not in page.replace("<h1>&lt;h1&gt;", "")
    for name in HOSTILE[6:8]:
        assert name in page


def test_hostile_names_stay_text_in_markdown(hostile: br.Report, tmp_path: Path) -> None:
    text = hostile.write(tmp_path / "r.md").read_text(encoding="utf8")
    assert "<script>" not in text
    assert "](javascript" not in text
    assert "\\# A&amp;B\\_100%" in text
    for name in HOSTILE[6:8]:
        assert name in text
    for table in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        widths = {len(re.split(r"(?<!\\)\|", line)) for line in table.splitlines() if line.strip()}
        assert len(widths) == 1, table


def test_hostile_names_stay_text_in_latex(hostile: br.Report, tmp_path: Path) -> None:
    folder = hostile.write(tmp_path / "latex").parent
    text = "".join(path.read_text(encoding="utf8") for path in folder.rglob("*.tex")).replace("\\allowbreak{}", "")
    assert "\\input{/etc" not in text
    assert "\\textbackslash{}input\\{/etc/passwd\\}" in text
    assert "A\\&B\\_100\\%" in text
    assert "U+6F22U+5B57" in text
    assert "U+05E9" in text


def test_hostile_names_stay_text_in_data_files(hostile: br.Report, tmp_path: Path) -> None:
    hostile.write(tmp_path / "r.md")
    cells = [
        cell
        for path in (tmp_path / "r_files").glob("*.csv")
        for row in pl.read_csv(path, infer_schema=False).rows()
        for cell in row
    ]
    assert "'=cmd()" in cells
    assert not any(cell and cell.startswith("=") for cell in cells)
    headers = [
        name for path in (tmp_path / "r_files").glob("*.csv") for name in path.read_text().splitlines()[0].split(",")
    ]
    assert "'=cmd()" in headers
    assert "=cmd()" not in headers


def test_hostile_names_are_legible_in_pdf(hostile_pdf: bytes) -> None:
    reader = PdfReader(io.BytesIO(hostile_pdf))
    text = "".join(page.extract_text() for page in reader.pages)
    assert "<script>alert(1)</script>" in text
    assert "A&B_100%" in text
    assert "=cmd()" in text
    assert "{{7*7}}" in text
    assert "/etc/passwd" in text
    assert "root:" not in text


def test_user_text_cannot_make_headings_or_lists(hostile: br.Report) -> None:
    headings = [b for part in hostile.sections for b in part.blocks if isinstance(b, Text) and b.kind == "heading"]
    assert all("script" not in str(block.words) for block in headings)


def test_markers_split_text_into_words_and_nodes() -> None:
    nodes = Nodes()
    text = f"a {nodes.strong('b')}  c{nodes.keep('# d')}"
    assert nodes.words(text) == ("a ", Mark("strong", "b"), " c", "# d")


# Paper


def test_the_pdf_has_metadata_bookmarks_tags_and_embedded_fonts(plain_pdf: bytes) -> None:
    reader = PdfReader(io.BytesIO(plain_pdf))
    assert reader.metadata is not None
    assert reader.metadata.title == "C4.5 and its variants"
    titles = [item.title for item in reader.outline if not isinstance(item, list)]
    assert any("Leaderboard" in title for title in titles)
    catalog = reader.trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"]
    fonts = {
        font.get_object()["/BaseFont"] for page in reader.pages for font in page["/Resources"].get("/Font", {}).values()
    }
    assert any("STIX" in font for font in fonts)
    assert all("+" in font for font in fonts)  # a tag before the plus: a subset, embedded


def test_pages_are_numbered_and_carry_the_title(plain_pdf: bytes) -> None:
    reader = PdfReader(io.BytesIO(plain_pdf))
    last = reader.pages[-1].extract_text()
    assert f"{len(reader.pages)} / {len(reader.pages)}" in last
    assert "C4.5 and its variants" in last


def test_wide_tables_lie_on_landscape_pages_and_nothing_else_does(tmp_path: Path) -> None:
    names = [f"gradient_boost_{j}" for j in range(20)]
    rows = pl.DataFrame({"dataset": list("abcdef"), **{name: [0.1234] * 6 for name in names}})
    parts = (
        br.section("Before", "Upright."),
        br.section("Wide", br.table(rows, caption="All.")),
        br.section("After", "Upright."),
    )
    reader = PdfReader(br.Report(title="Pages", sections=parts).write(tmp_path / "r.pdf"))
    sideways = [page for page in reader.pages if page.mediabox.width > page.mediabox.height]
    assert sideways
    for page in sideways:
        text = page.extract_text()
        assert "Table" in text
        assert "Upright" not in text


def test_figures_are_vector_drawings_in_svg_and_pdf(plain: br.Report) -> None:
    assert {"ranks-auc", "matrix-auc", "spread-auc"} <= {figure.id for figure in figures_of(plain)}
    for figure in figures_of(plain):
        assert isinstance(figure, Figure)
        assert figure.svg.lstrip().startswith(b"<?xml")
        assert figure.pdf.startswith(b"%PDF")
        assert figure.png.startswith(b"\x89PNG")
        assert len(figure.alternative) > 40


def test_tables_of_single_results_are_never_cut() -> None:
    results = {name: [0.1 * place + 0.001 * i for i in range(75)] for place, name in enumerate("ABC", 1)}
    wide = pl.DataFrame({"dataset": [f"d{i:03}" for i in range(75)], **results})
    report = br.report(br.scores(wide, metric="accuracy"), sections=["datasets"])
    (table,) = [block for block in tables_of(report) if block.id == "complete-accuracy"]
    assert len(table.rows) - table.foot == table.frame.height == 75


def words_of(report: br.Report, title: str) -> str:
    (part,) = [part for part in report.sections if part.title == title]
    texts = [block.words for block in part.blocks if isinstance(block, (Text, Finding))]
    return " ".join("".join(word if isinstance(word, str) else word.text for word in words) for words in texts)


def wide(metric: str = "accuracy", **algorithms: list[float | None]) -> pl.DataFrame:
    n = len(next(iter(algorithms.values())))
    frame = pl.DataFrame({"dataset": [f"d{i:02}" for i in range(n)]} | algorithms)
    return br.scores(frame, metric=metric)


def test_metrics_that_look_alike_in_file_names_stay_apart(tmp_path: Path) -> None:
    both = pl.concat(
        [wide("F1", A=[0.1, 0.2, 0.3], B=[0.2, 0.3, 0.1]), wide("f1", A=[0.5, 0.6, 0.7], B=[0.1, 0.1, 0.1])]
    )
    with pytest.warns(br.BenchreportWarning, match="'F1' and 'f1' differ only in case"):
        report = br.report(both, sections=["all"])
    ids = [item.id for item in (*report.sections, *tables_of(report), *figures_of(report))]
    assert len(ids) == len(set(ids))
    report.write(tmp_path / "latex")
    assert {"pairs-f1.tex", "pairs-f1-2.tex"} <= {path.name for path in (tmp_path / "latex" / "tables").iterdir()}


def test_a_metric_that_cannot_be_compared_says_why_and_the_rest_is_told() -> None:
    good = wide("accuracy", A=[0.1, 0.2, 0.3], B=[0.2, 0.3, 0.1], C=[0.4, 0.4, 0.4])
    lost = wide("auc", A=[0.6, None, 0.8], B=[None, 0.8, None], C=[0.9, 0.9, 0.9])
    alone = wide("recall", A=[0.1, 0.2, 0.3], B=[None, None, None]).filter(pl.col("algorithm") == "A")
    table = pl.concat([good, lost, alone])
    report = br.report(table, missing="drop_blocks", sections=["coverage", "ranks"])
    assert "no dataset has a result of every algorithm" in words_of(report, "Comparison by AUC")
    assert "only A has results" in words_of(report, "Comparison by recall")
    assert "Over 3 datasets" in words_of(report, "Comparison by accuracy")
    coverage = words_of(report, "Data and coverage")
    assert "By recall, there are no results of B, C." in coverage
    assert "Every algorithm has a result" not in coverage


def test_a_baseline_that_a_metric_lacks_does_not_stop_the_others() -> None:
    first = wide("accuracy", A=[0.1, 0.2, 0.3] * 3, B=[0.2, 0.3, 0.1] * 3)
    second = wide("auc", B=[0.6, 0.7, 0.8] * 3, C=[0.7, 0.8, 0.6] * 3)
    report = br.report(pl.concat([first, second]), baseline="A", sections=["ranks"])
    assert "A, the reference, could not be distinguished" in words_of(report, "Comparison by accuracy")
    assert "reference" not in words_of(report, "Comparison by AUC")


def test_with_a_baseline_the_family_is_the_comparisons_with_it(demsar: pl.DataFrame) -> None:
    report = br.report(demsar, baseline="C4.5", sections=["ranks", "reasons"])
    (table,) = [block for block in tables_of(report) if block.id == "pairs-auc"]
    expected = br.wilcoxon(demsar, control="C4.5").pipe(br.adjust, "holm")
    assert table.frame["p_adjusted"].to_list() == expected["p_adjusted"].to_list()
    assert "the 3 comparisons with the reference" in words_of(report, "Why these tests")


def test_methods_that_were_not_run_are_not_described() -> None:
    scores = wide(A=[0.9] * 7, B=[0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2])
    report = br.report(scores, sections=["all"], omit=["sensitivity"])
    text = words_of(report, "Methods") + words_of(report, "Why these tests")
    for name in ("Friedman", "Nemenyi", "Holm"):
        assert name not in text


def test_no_bar_is_not_called_a_difference_of_every_pair() -> None:
    # A-C is not significant but spans B, which differs from both.
    a, b, c = [0.9] * 12, [0.8] * 12, [0.7] * 7 + [0.95] * 5
    text = words_of(br.report(wide(A=a, B=b, C=c), sections=["ranks"]), "Comparison by accuracy")
    assert "every pair differs" not in text


def test_impossible_significance_is_said() -> None:
    algorithms = {f"a{j:02}": [((i + 2) * (j + 3)) % 17 / 17 for i in range(5)] for j in range(12)}
    text = words_of(br.report(wide(**algorithms), sections=["ranks"]), "Comparison by accuracy")
    assert (
        "No pair of algorithms can be decided by accuracy: no exact test of a pair can reach 5 % after adjustment with "
        "5 datasets" in text
    )
    assert "at least 12 are needed for 12 algorithms, or 9 with one declared reference" in text


def test_equally_good_algorithms_share_the_first_place() -> None:
    scores = wide(A=[0.9, 0.8] * 5, B=[0.8, 0.9] * 5, C=[0.1] * 10)
    text = words_of(br.report(scores, sections=["ranks"]), "Comparison by accuracy")
    assert "A and B share the best mean rank" in text


def test_tiny_values_keep_their_digits() -> None:
    report = br.report(wide("mse", A=[1.1e-7, 2.2e-7, 3.1e-7], B=[1.5e-7, 2.9e-7, 3.5e-7]), sections=["all"])
    cells = [cell.text for table in tables_of(report) for row in table.rows for cell in row]
    assert not any(text.startswith(("0.000", "−0.000")) for text in cells)
    assert any("e−07" in text for text in cells)


def test_the_level_is_printed_as_it_is(demsar: pl.DataFrame) -> None:
    report = br.report(demsar, alpha=0.001, sections=["ranks"])
    (table,) = [block for block in tables_of(report) if block.id == "pairs-auc"]
    assert "99.9 % for the 6 pairs together" in str(table.note)


def test_every_citation_has_its_work_whatever_the_adjustment(demsar: pl.DataFrame, tmp_path: Path) -> None:
    page = br.report(demsar, adjustment="bonferroni").write(tmp_path / "r.html").read_text(encoding="utf8")
    cited = set(re.findall(r'href="#(work-[a-z0-9]+)"', page))
    assert cited
    assert cited <= set(re.findall(r'id="(work-[a-z0-9]+)"', page))


def test_data_files_keep_full_names_where_the_print_is_shortened(tmp_path: Path) -> None:
    long = "a_very_long_name_of_an_algorithm_that_would_burst_any_table"
    report = br.report(wide(**{long: [0.1, 0.2, 0.3], "B": [0.2, 0.3, 0.1]}), sections=["ranks", "datasets"])
    report.write(tmp_path / "r.md")
    assert long in pl.read_csv(tmp_path / "r_files" / "pairs-accuracy.csv")["b"].to_list()
    assert long in pl.read_csv(tmp_path / "r_files" / "complete-accuracy.csv").columns
    (table,) = [block for block in tables_of(report) if block.id == "pairs-accuracy"]
    assert long not in [cell.text for row in table.rows for cell in row]


def test_signs_that_turn_the_reading_direction_are_spelt_out(tmp_path: Path) -> None:
    scores = wide(**{"A\u202eevil": [0.1, 0.2, 0.3], "B": [0.2, 0.3, 0.1]})
    report = br.report(scores, sections=["summary", "ranks", "datasets"])
    for name in ("r.html", "r.md", "latex"):
        path = report.write(tmp_path / name)
        text = path.read_text(encoding="utf8") + "".join(f.read_text() for f in path.parent.rglob("*.tex"))
        assert "\u202e" not in text
        assert "U+202E" in text.replace("\\+", "+")


def test_picture_links_survive_odd_file_names(plain: br.Report, tmp_path: Path) -> None:
    path = plain.write(tmp_path / "my report (1).md")
    links = re.findall(r"!\[(?:[^\]\\]|\\.)*\]\(([^)]*)\)", path.read_text(encoding="utf8"))
    assert len(links) == len(figures_of(plain))
    assert all((tmp_path / unquote(link)).exists() for link in links)


def test_many_metrics_are_spread_over_several_leaderboards() -> None:
    names = ["accuracy", "auc", "recall", "precision", "f1", "mcc", "kappa", "specificity"]
    tables = [wide(name, A=[0.6, 0.7], B=[0.7, 0.8]) for name in names]
    report = br.report(pl.concat(tables), sections=["leaderboard"])
    boards = [table for table in tables_of(report) if table.id.startswith("board")]
    assert len(boards) > 1
    assert sum(len(table.columns) - 1 for table in boards) == 3 * len(names)


def test_a_p_value_too_small_for_a_float_is_still_a_difference() -> None:
    algorithms = {f"a{j}": [j / 10 + i / 1e6 for i in range(400)] for j in range(8)}
    report = br.report(wide(**algorithms, a9=[0.35] * 200 + [0.45] * 200), sections=["ranks"])
    (part,) = [part for part in report.sections if part.title == "Comparison by accuracy"]
    finding = next(block for block in part.blocks if isinstance(block, Finding))
    assert finding.rows["p_value"].min() == 0.0
    assert "the algorithms differ" in words_of(report, "Comparison by accuracy")


def test_a_policy_that_needs_more_than_its_name_is_refused(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="missing = 'reference' needs a reference"):
        br.report(demsar, missing="reference")
