"""The table of a paper: every cell, rank and mark agrees with its results, in every form."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import statistics
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Mapping
from html.parser import HTMLParser
from itertools import product
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br
from benchreport.document.crossed import PaperTable
from benchreport.errors import OptionError
from benchreport.venues import VENUES
from tests.document.conftest import HOSTILE, needs, needs_style

COLLECTION = Path(os.environ.get("ORACLES", "../shared/reference"))
PACKAGES = re.compile(r"Needs \\usepackage\{([^}]*)\}")
FORMS = ("tex", "typ", "md", "html", "csv")
# Demsar, JMLR 7 (2006), Table 6: AUC of C4.5, C4.5+m, C4.5+cf, C4.5+m+cf, as printed there.
DEMSAR = {
    "adult (sample)": "0.763 0.768 0.771 0.798",
    "breast cancer": "0.599 0.591 0.590 0.569",
    "breast cancer wisconsin": "0.954 0.971 0.968 0.967",
    "cmc": "0.628 0.661 0.654 0.657",
    "ionosphere": "0.882 0.888 0.886 0.898",
    "iris": "0.936 0.931 0.916 0.931",
    "liver disorders": "0.661 0.668 0.609 0.685",
    "lung cancer": "0.583 0.583 0.563 0.625",
    "lymphography": "0.775 0.838 0.866 0.875",
    "mushroom": "1.000 1.000 1.000 1.000",
    "primary tumor": "0.940 0.962 0.965 0.962",
    "rheum": "0.619 0.666 0.614 0.669",
    "voting": "0.972 0.981 0.975 0.975",
    "wine": "0.957 0.978 0.946 0.970",
}


def made(runs: int = 1, metrics: Mapping[str, float] | None = None) -> pl.DataFrame:
    """Give scores of three algorithms on eight datasets; by every metric "slow" is behind the others."""
    chance = np.random.default_rng(3)
    rows = [
        (algorithm, f"d{dataset}", run, metric, way * (0.5 + 0.03 * place + 0.01 * chance.normal()))
        for (place, algorithm), dataset, run in product(enumerate(("slow", "mid", "fast")), range(8), range(runs))
        for metric, way in (metrics or {"accuracy": 1.0}).items()
    ]
    return pl.DataFrame(rows, schema=["algorithm", "dataset", "seed", "metric", "value"], orient="row")


def texts(paper: PaperTable) -> list[list[str]]:
    return [[cell.text for cell in row] for row in paper.table.rows]


def wrapped(tex: str, venue: str | None = None) -> str:
    """Give a paper with the table in it, with the packages that its first lines name and no others."""
    packages = ",".join(dict.fromkeys(name for names in PACKAGES.findall(tex) for name in names.split(",")))
    size = VENUES[venue] if venue else None
    width = f"{size.page}in" if size else "168mm"
    columns = ",twocolumn" if size and size.columns == 2 else ""
    return (
        f"\\documentclass[10pt{columns}]{{article}}\\usepackage[T1]{{fontenc}}\\usepackage{{textcomp,lmodern}}"
        f"\\usepackage{{{packages}}}\\usepackage[textwidth={width}]{{geometry}}"
        "\\begin{document}\\input{table}\\end{document}"
    )


def compiled(paper: PaperTable, folder: Path, *, siunitx: bool = False) -> str:
    """Compile a table in a paper, demand a log without complaint, and give the words of the page."""
    paper.write(folder / "table.tex", siunitx=siunitx)
    (folder / "main.tex").write_text(wrapped((folder / "table.tex").read_text(encoding="utf8"), paper.venue))
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "main.tex"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    log = (folder / "main.log").read_text(errors="replace")
    assert "Missing character" not in log
    assert not [points for points in re.findall(r"Overfull \\hbox \(([\d.]+)pt", log) if float(points) > 1], log
    return subprocess.run(
        ["pdftotext", "-layout", "main.pdf", "-"], cwd=folder, capture_output=True, text=True, check=True
    ).stdout


@pytest.fixture(scope="module")
def demsar() -> PaperTable:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    return br.table_of(scores, cell="mean ± sd", bold="best", mark="wilcoxon", ranks=True, reference="C4.5")


def test_every_cell_is_that_of_the_published_table(demsar: PaperTable) -> None:
    *body, ranks = texts(demsar)
    assert [column.title for column in demsar.columns] == ["dataset", "C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
    assert {name: " ".join(cells) for name, *cells in body} == DEMSAR
    # Ranks of the printed values; the paper ranked unrounded ones, whose ranks of "voting" have no tie.
    values = np.array([[float(text) for text in line.split()] for line in DEMSAR.values()])
    expected = stats.rankdata(-values, axis=1).mean(axis=0)
    assert ranks == ["mean rank", *(f"{rank:.2f}" for rank in expected)]


def test_bold_is_the_best_of_each_published_row(demsar: PaperTable) -> None:
    for row in demsar.table.rows[:-1]:
        line = DEMSAR[row[0].text].split()
        assert [cell.emphasis == "best" for cell in row[1:]] == [text == max(line) for text in line]


def test_the_marks_are_the_decisions_of_the_test_that_the_note_names(demsar: PaperTable) -> None:
    values = np.array([[float(text) for text in line.split()] for line in DEMSAR.values()])
    raw = {
        name: stats.wilcoxon(values[:, place], values[:, 0], zero_method="wilcox", method="approx").pvalue
        for place, name in enumerate(("C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"))
        if place
    }
    order = sorted(raw, key=lambda name: raw[name])
    holm = np.maximum.accumulate([raw[name] * (3 - place) for place, name in enumerate(order)])
    significant = {name for name, p in zip(order, holm, strict=True) if p <= 0.05}
    ranks = demsar.table.rows[-1]
    heads = [column.title for column in demsar.columns]
    assert {head for head, cell in zip(heads, ranks, strict=True) if cell.sup == "▴"} == significant
    assert significant == {"C4.5+m", "C4.5+m+cf"}
    (note,) = demsar.note
    for words in (
        "better than C4.5",
        "Wilcoxon",
        "two-sided",
        "Holm over 3 comparisons",
        "n = 14 datasets",
        "α = 0.05",
    ):
        assert words in note
    assert demsar.tests.filter(pl.col("p_adjusted") <= 0.05)["a"].to_list() == sorted(significant)


def test_the_published_table_compiles_and_reads_as_printed(demsar: PaperTable, tmp_path: Path) -> None:
    needs("pdflatex", "pdftotext")
    page = compiled(demsar, tmp_path)
    for name, line in DEMSAR.items():
        assert re.search(r"\s+".join(map(re.escape, [name, *line.split()])), page), name


@pytest.mark.parametrize("venue", ["neurips", "icml", "lncs"])
def test_a_table_keeps_within_the_widths_of_a_venue(venue: str, tmp_path: Path) -> None:
    needs("pdflatex", "pdftotext")
    scores = br.scores(made(5, {"accuracy": 1.0, "f1": 1.0, "auc": 1.0}), design="seeds")
    assert "slow" in compiled(br.table_of(scores, venue=venue, second=True, mark="unpaired_t"), tmp_path)


@pytest.mark.parametrize("siunitx", [False, True], ids=["booktabs", "siunitx"])
def test_names_that_try_to_break_out_compile(siunitx: bool, tmp_path: Path) -> None:
    needs("pdflatex", "pdftotext")
    if siunitx:
        needs_style("siunitx.sty")
    paper = br.table_of(hostile(names=[name for name in HOSTILE if len(name) < 100]), decimals=2)
    assert "A&B" in compiled(paper, tmp_path, siunitx=siunitx)
    assert "\\input{/etc" not in paper.text("tex")


def hostile(names: Iterable[str] = HOSTILE) -> pl.DataFrame:
    listed = list(names)
    rows = [
        (a, f"# {b}", "re_call $%& <b>", ((i * 7 + j * 5) % 13) / 13)
        for i, a in enumerate(listed)
        for j, b in enumerate(listed)
    ]
    table = pl.DataFrame(rows, schema=["algorithm", "dataset", "metric", "value"], orient="row")
    return br.scores(table, directions={"re_call $%& <b>": "higher"})


class Page(HTMLParser):
    """The tags of a page, and the texts of its cells."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.cells: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:  # noqa: ARG002
        self.tags.add(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        if self.cells:
            self.cells[-1] += data


def test_names_stay_text_in_html_and_in_great_tables() -> None:
    paper = br.table_of(hostile(), decimals=2)
    for text in (paper.text("html"), paper._repr_html_(), paper.gt().as_raw_html()):
        page = Page(text)
        assert not page.tags & {"script", "b", "img", "h1"}
        assert any("<script>alert(1)</script>" in cell for cell in page.cells)


def test_names_stay_text_in_markdown_typst_and_csv(tmp_path: Path) -> None:
    paper = br.table_of(hostile(), decimals=2)
    markdown = paper.text("md")
    assert "<script>" not in markdown
    heads = next(line for line in markdown.splitlines() if line.startswith("| dataset"))
    assert len(re.findall(r"(?<!\\)\|", heads)) == len(paper.columns) + 1
    table = list(csv.reader(io.StringIO(paper.text("csv"))))
    assert not [cell for row in table for cell in row if cell.startswith(("=", "+", "@"))]
    assert len({len(row) for row in table}) == 1
    typst = pytest.importorskip("typst")
    words = json.loads(typst.query(str(paper.write(tmp_path / "t.typ")), "figure", field="kind"))
    assert words == ["table"]
    assert typst.compile(str(tmp_path / "t.typ"), format="pdf").startswith(b"%PDF")


def test_typst_shows_the_very_names(tmp_path: Path) -> None:
    typst = pytest.importorskip("typst")
    needs("pdftotext")
    names = [
        "- list",
        "= head",
        "+ enum",
        "/ term: x",
        "1. one",
        "#panic()",
        "a_b*c*",
        "$x$",
        "@ref",
        "<tag>",
        "a//b",
        "--",
    ]
    scores = br.scores(
        pl.DataFrame({"algorithm": [*names, *names], "dataset": ["d"] * 12 + ["e"] * 12, "accuracy": [*range(24)]})
    )
    path = br.table_of(scores, rows="algorithm", bold="none").write(tmp_path / "t.typ")
    (tmp_path / "t.pdf").write_bytes(typst.compile(str(path), format="pdf"))
    page = subprocess.run(["pdftotext", "-layout", tmp_path / "t.pdf", "-"], capture_output=True, text=True, check=True)
    for place, name in enumerate(names):
        assert re.search(rf"^\s*{re.escape(name)}\s+{place}\s+{place + 12}\s*$", page.stdout, re.MULTILINE), name


def sheet_of(path: Path) -> tuple[list[list[str | float]], str]:
    """Give the cells of an Excel file, read without any library for it, and the XML of the sheet."""
    space = {"x": "http://schemas.openxmlformats.org/spreadsheetml/2006/main"}
    with zipfile.ZipFile(path) as book:
        strings = [
            "".join(part.text or "" for part in item.iter(f"{{{space['x']}}}t"))
            for item in ElementTree.fromstring(book.read("xl/sharedStrings.xml")).findall("x:si", space)
        ]
        xml = book.read("xl/worksheets/sheet1.xml").decode()
    rows = []
    for row in ElementTree.fromstring(xml).iter(f"{{{space['x']}}}row"):
        cells = [(cell.get("t"), cell.findtext("x:v", None, space)) for cell in row]
        rows.append([strings[int(v)] if t == "s" else float(v) for t, v in cells if v is not None])
    return rows, xml


def test_an_excel_file_has_all_digits_and_no_formula(tmp_path: Path) -> None:
    frame = made(3)
    path = br.table_of(br.scores(frame, design="seeds"), mark="wilcoxon", reference="slow").write(tmp_path / "t.xlsx")
    rows, xml = sheet_of(path)
    assert "<f>" not in xml
    by_name = {row[0]: row[1:] for row in rows if row}
    for dataset in ("d0", "d7"):
        own = frame.filter(dataset=dataset)
        expected = [
            number
            for name in ("slow", "mid", "fast")
            for values in [own.filter(algorithm=name)["value"].to_list()]
            for number in (statistics.mean(values), statistics.stdev(values))
        ]
        assert by_name[dataset] == pytest.approx(expected, rel=1e-14)
    hostile_rows, hostile_xml = sheet_of(br.table_of(hostile()).write(tmp_path / "h.xlsx"))
    assert "<f>" not in hostile_xml
    assert any("=cmd()" in row for row in hostile_rows)


def test_files_of_the_same_table_are_the_same_bytes(tmp_path: Path) -> None:
    scores = br.scores(made(3), design="seeds")
    for ending in (*FORMS, "xlsx"):
        first, second = (br.table_of(scores).write(tmp_path / f"{n}.{ending}").read_bytes() for n in "ab")
        assert first == second, ending


def test_without_the_packages_the_error_names_the_line_to_type(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paper = br.table_of(br.scores(made()))
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    monkeypatch.setitem(sys.modules, "great_tables", None)
    with pytest.raises(OptionError, match=r"xlsxwriter") as problem:
        paper.write(tmp_path / "t.xlsx")
    assert "pip install 'benchreport[excel]'" in problem.value.hint
    with pytest.raises(OptionError, match=r"great_tables") as problem:
        paper.gt()
    assert "pip install 'benchreport[gt]'" in problem.value.hint


def test_great_tables_has_the_cells_the_bold_ones_and_the_note() -> None:
    paper = br.table_of(br.scores(made(3), design="seeds"), mark="wilcoxon", reference="slow")
    page = paper.gt().as_raw_html()
    for row in texts(paper):
        assert all(text in page for text in row)
    assert page.count("font-weight: bold") >= sum(cell.emphasis == "best" for row in paper.table.rows for cell in row)
    assert f"{paper.table.rows[-1][-1].text}▴" in page
    assert "Holm over 2 comparisons" in page


def test_lower_is_better_turns_bold_marks_and_arrows() -> None:
    scores = br.scores(made(1, {"accuracy": 1.0, "rmse": 1.0}))
    paper = br.table_of(
        scores, rows="algorithm", columns="metric", mark="wilcoxon", reference="mid", scales={"rmse": "ratio"}
    )
    assert [column.title for column in paper.columns] == ["algorithm", "accuracy ↑", "RMSE ↓"]
    bold = {row[0].text: [cell.emphasis == "best" for cell in row[1:]] for row in paper.table.rows}
    assert bold == {"slow": [False, True], "mid": [False, False], "fast": [True, False]}
    signs = {row[0].text: [cell.sup for cell in row[1:]] for row in paper.table.rows}
    assert signs == {"slow": ["▾", "▴"], "mid": ["", ""], "fast": ["▴", "▾"]}
    assert "↑ higher is better; ↓ lower is better." in paper.note[0]


def test_missing_results_are_dashes_and_missing_runs_are_named() -> None:
    frame = made(4).filter(~((pl.col("algorithm") == "mid") & (pl.col("dataset") == "d2")))
    frame = frame.filter(~((pl.col("algorithm") == "fast") & (pl.col("dataset") == "d5") & (pl.col("seed") > 1)))
    paper = br.table_of(br.scores(frame, design="seeds"))
    (row,) = [row for row in texts(paper) if row[0] == "d2"]
    assert row[2] == "—"
    assert "—: no result." in paper.note[0]
    assert "fast on d5 (2 of 4)" in paper.note[0]


def test_a_single_run_has_no_standard_deviation_and_claims_none() -> None:
    paper = br.table_of(br.scores(made()), cell="mean ± sd")
    assert not any("±" in text for row in texts(paper) for text in row)
    assert "deviation" not in paper.caption[0]


def test_marks_within_datasets_are_those_of_the_test_of_runs() -> None:
    frame = made(6)
    paper = br.table_of(br.scores(frame, design="seeds"), mark="unpaired_t", reference="slow", adjust="bonferroni")
    for row in paper.table.rows:
        for name, cell in zip(("slow", "mid", "fast"), row[1:], strict=True):
            mine, base = (
                frame.filter(dataset=row[0].text, algorithm=who)["value"].to_numpy() for who in (name, "slow")
            )
            p = 1.0 if name == "slow" else 2 * stats.ttest_ind(mine, base, equal_var=False).pvalue
            assert cell.sup == ("" if p > 0.05 else "▴" if mine.mean() > base.mean() else "▾"), (row[0].text, name)
    assert "each dataset by itself, n = 6 runs" in paper.note[0]


def test_without_a_reference_the_family_is_all_pairs() -> None:
    (note,) = br.table_of(br.scores(made()), mark="sign_test").note
    assert "than fast" in note
    assert "Holm over 3 comparisons" in note


def test_where_no_test_can_decide_the_note_says_so() -> None:
    few = made().filter(pl.col("dataset").is_in(["d0", "d1", "d2"]))
    paper = br.table_of(br.scores(few), mark="wilcoxon")
    assert "no exact test of a pair can reach 5 % after adjustment with 3 datasets" in paper.note[0]
    assert not any(cell.sup for row in paper.table.rows for cell in row)


def test_groups_of_columns_are_metrics_or_subsets_of_the_datasets() -> None:
    two = br.scores(made(2, {"accuracy": 1.0, "f1": 1.0}), design="seeds")
    grouped = br.table_of(two, ranks=True)
    assert [column.group for column in grouped.columns] == ["", *["accuracy ↑"] * 3, *["F1 ↑"] * 3]
    halves = {"easy": [f"d{n}" for n in range(4)], "hard": ["d4", "d5", "d6"]}
    paper = br.table_of(br.scores(made()), rows="algorithm", columns=["subset", "dataset"], subsets=halves, ranks=True)
    assert [column.group for column in paper.columns] == ["", *["easy"] * 4, *["hard"] * 3, "other", ""]
    assert paper.columns[-1].title == "mean rank"
    means = br.table_of(br.scores(made()), rows="algorithm", columns="subset", subsets=halves, cell="mean", decimals=6)
    own = made().filter(pl.col("dataset").is_in(halves["easy"]), algorithm="mid")["value"].to_list()
    assert texts(means)[1][1] == f"{statistics.mean(own):.6f}"


def test_many_metrics_become_rows_with_their_ranks_below() -> None:
    scores = br.scores(
        made(1, {f"accuracy_{n}": 1.0 for n in range(5)}), directions={f"accuracy_{n}": "higher" for n in range(5)}
    )
    paper = br.table_of(scores, ranks=True)
    labels = [row[:2] for row in texts(paper)]
    assert [place for place, (_, name) in enumerate(labels) if name == "mean rank"] == [8, 17, 26, 35, 44]
    assert paper.rules == (9, 18, 27, 36)


def test_percentages_are_a_hundred_times_the_shares() -> None:
    paper = br.table_of(br.scores(made()), percent=True, decimals=1, cell="mean")
    value = made().filter(algorithm="slow", dataset="d0")["value"].item()
    assert texts(paper)[0][1] == f"{100 * value:.1f}"
    assert "In per cent." in paper.note[0]


def test_results_that_print_alike_are_bold_together() -> None:
    scores = br.scores(pl.DataFrame({"algorithm": ["A", "B", "C"], "dataset": "d", "accuracy": [0.9114, 0.9111, 0.9]}))
    (row,) = br.table_of(scores, decimals=3, second=True).table.rows
    assert [cell.emphasis for cell in row[1:]] == ["best", "best", "second"]


def test_other_cells_are_the_numbers_that_they_name() -> None:
    frame = made(5)
    paper = br.table_of(br.scores(frame, design="seeds"), cell="median [min, max] (n)", decimals=4)
    values = sorted(frame.filter(algorithm="mid", dataset="d3")["value"].to_list())
    assert texts(paper)[3][2] == f"{values[2]:.4f} [{values[0]:.4f}, {values[-1]:.4f}] (5)"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"cell": "mean ± std"}, "'std'"),
        ({"cell": "± sd"}, "does not begin with a result"),
        ({"rows": "datasets"}, "datasets"),
        ({"rows": "dataset", "columns": "dataset"}, "named twice"),
        ({"rows": "dataset", "columns": "metric"}, "neither rows nor columns are algorithms"),
        ({"mark": "friedman"}, "friedman"),
        ({"mark": "corrected_resampled_t"}, "compares runs"),
        ({"columns": ["subset", "algorithm"]}, "none is declared"),
        ({"decimals": 40}, "decimals is 40"),
        ({"refrence": "A"}, "refrence"),
    ],
)
def test_a_layout_that_makes_no_table_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(br.BenchreportError, match=re.escape(words)):
        br.table_of(br.scores(made()), **options)


@pytest.mark.reference
def test_all_cells_of_the_deep_learning_archive_are_means_and_deviations() -> None:
    """128 datasets and 5 runs: hfawaz/dl-4-tsc, results-ucr-128.csv, against NumPy, cell by cell."""
    path = COLLECTION / "dl4tsc_ucr128.parquet"
    if not path.exists():
        pytest.skip(f"no {path}")
    frame = pl.read_parquet(path).filter(pl.col("metric") == "accuracy")
    paper = br.table_of(br.scores(frame, design="seeds"), decimals=3, bold="none")
    runs = {
        key: np.array(values)
        for *key, values in frame.group_by("dataset", "algorithm").agg("value").rows()
        for key in [tuple(key)]
    }
    heads = [column.title for column in paper.columns[1:]]
    assert len(paper.table.rows) * len(heads) == 128 * 8 == len(runs)
    for row in paper.table.rows:
        for name, cell in zip(heads, row[1:], strict=True):
            values = runs[row[0].text, name]
            mean, sd = (float(text.strip("<>")) for text in cell.text.split(" ± "))
            assert abs(mean - values.mean()) <= 0.0005 + 1e-12
            assert abs(sd - values.std(ddof=1)) <= 0.0005 + (0.0005 if "<" in cell.text else 0) + 1e-12


@pytest.mark.reference
def test_the_published_comparison_of_five_classifiers_ranks_as_its_authors_say() -> None:
    """García and Herrera, JMLR 9 (2008): mean ranks from 2.100 of C4.5 to 4.333 of Kernel."""
    path = COLLECTION / "garcia_herrera2008_accuracy.csv"
    if not path.exists():
        pytest.skip(f"no {path}")
    paper = br.table_of(br.read_scores(path), ranks=True)
    raw = pl.read_csv(path)
    printed = {row[0].text: row[1:] for row in paper.table.rows}
    for algorithm, dataset, value in raw.select("algorithm", "dataset", "value").rows():
        place = [column.title for column in paper.columns].index(algorithm) - 1
        assert float(printed[dataset][place].text) == pytest.approx(value, abs=0.0005)
    ranks = {column.title: cell.text for column, cell in zip(paper.columns[1:], printed["mean rank"], strict=True)}
    assert ranks["C4.5"] == "2.10"
    assert ranks["Kernel"] == "4.33"
