"""The LaTeX folder compiles, and says nothing it should not."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.document.evidence.comparison import Metric
from benchreport.document.evidence.within import Within
from benchreport.document.formats.latex import named_numbers
from benchreport.document.model.blocks import Cell, Column, Finding, Mark, Section, Table, Text, figures_of, tables_of
from benchreport.document.sections.datasets import Columns, dataset_table
from tests.document.conftest import needs, needs_style


def compiled(folder: Path) -> str:
    """Compile a folder as an author would and give the log of the last run."""
    for command in (["pdflatex"], ["bibtex"], ["pdflatex"], ["pdflatex"]):
        words = [*command, "main"] if command == ["bibtex"] else [*command, "-interaction=nonstopmode", "main.tex"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
        assert done.returncode == 0, done.stdout[-3000:]
    return (folder / "main.log").read_text(errors="replace")


@pytest.mark.parametrize("siunitx", [False, True], ids=["booktabs", "siunitx"])
@pytest.mark.parametrize("which", ["plain", "hostile", "marked"])
def test_the_folder_compiles_without_complaint(
    which: str, siunitx: bool, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    needs("pdflatex", "bibtex")
    if siunitx:
        needs_style("siunitx.sty")
    report: br.Report = request.getfixturevalue(which)
    log = compiled(report.write(tmp_path / "latex", siunitx=siunitx).parent)
    assert (tmp_path / "latex" / "main.pdf").stat().st_size > 10_000
    for complaint in ("undefined", "multiply defined", "Missing character", "LaTeX Error", "same identifier"):
        assert complaint not in log
    if which != "hostile":  # names of 120 letters may stand out
        assert "Overfull \\vbox" not in log
        assert "Overfull \\hbox" not in log


@pytest.fixture(scope="module")
def marked() -> br.Report:
    """Tables with marks, a foot, a split, and rows for more than a page."""
    columns = Columns(
        metric=Metric(name="error", slug="error", lower=True),
        order=("kNN", "SVM"),
        ranks=pl.DataFrame({"algorithm": ["kNN", "SVM"], "mean_rank": [1.5, 1.5], "n": [2, 2]}),
    )
    cells = pl.DataFrame(
        {"dataset": ["d1", "d1", "d2", "d2"], "algorithm": ["kNN", "SVM"] * 2, "value": [1.0, 2.5, 30.0, 4.0]}
    )
    rows = pl.DataFrame({"dataset": "d1", "a": "SVM", "b": "kNN", "better": "kNN", "p_adjusted": 0.01, "alpha": 0.05})
    within = Within(metric=columns.metric, focus="kNN", tests=("unpaired_t",), rows=rows, with_focus=rows, beside=rows)
    first = dataset_table(cells, columns, within=within)
    heads = (Column(title="name", align="left"), *(Column(title=f"algorithm {n:02}") for n in range(30)))
    line = (Cell(text="a"), *(Cell(text=f"{n}.25 ± 0.{n}") for n in range(30)))
    broad = Table(id="broad", caption=("Broad.",), columns=heads, rows=(line,), frame=cells, wide=True)
    many = tuple(
        (Cell(text=f"row {n}"), Cell(text=f"{n / 7:.3g}", emphasis="best" if n % 9 else "second")) for n in range(60)
    )
    long = Table(id="long", caption=("Long.",), columns=heads[:2], rows=many, frame=cells, note=("Noted.",))
    words = Text(kind="paragraph", words=("Ranks are used ", Mark("cite", "demsar2006"), "."))
    return br.Report(title="Marked", sections=(Section(id="s", title="S", blocks=(words, first, broad, long)),))


def test_every_exhibit_and_section_has_its_label(plain: br.Report, tmp_path: Path) -> None:
    folder = plain.write(tmp_path / "latex").parent
    text = "".join(path.read_text(encoding="utf8") for path in folder.rglob("*.tex"))
    for item in (*plain.sections, *tables_of(plain), *figures_of(plain)):
        assert text.count(f"\\label{{{item.id}}}") == 1


def test_only_the_works_that_are_cited_come_along(marked: br.Report, plain: br.Report, tmp_path: Path) -> None:
    one = (marked.write(tmp_path / "one").parent / "references.bib").read_text(encoding="utf8")
    assert re.findall(r"^@\w+\{([^,]+),", one, re.MULTILINE) == ["demsar2006"]
    folder = plain.write(tmp_path / "latex").parent
    carried = set(re.findall(r"^@\w+\{([^,]+),", (folder / "references.bib").read_text(encoding="utf8"), re.MULTILINE))
    text = "".join(path.read_text(encoding="utf8") for path in folder.rglob("*.tex"))
    cited = {key for keys in re.findall(r"\\(?:citep|nocite)\{([^}]+)\}", text) for key in keys.split(",")}
    assert carried == cited


def test_a_broad_table_comes_in_parts_under_one_number(marked: br.Report, tmp_path: Path) -> None:
    text = (marked.write(tmp_path / "latex").parent / "tables" / "broad.tex").read_text(encoding="utf8")
    assert text.count("\\begin{landscape}") == text.count("\\begin{tabular}") > 1
    assert (
        text.count("(continued)}\\label")
        == text.count("\\addtocounter{table}{-1}")
        == text.count("\\begin{tabular}") - 1
    )


def test_bold_numbers_keep_the_decimal_sign_in_its_place(marked: br.Report, tmp_path: Path) -> None:
    text = (marked.write(tmp_path / "latex").parent / "tables" / "datasets-error.tex").read_text(encoding="utf8")
    assert "\\textbf{1}\\rlap{\\textbf{.00}}\\phantom{.00}" in text
    assert "\\rlap{\\textsuperscript{\\ensuremath{\\blacktriangledown}}}" in text
    assert "amssymb" in text.splitlines()[1]


def test_siunitx_gets_the_formats_of_its_columns(marked: br.Report, tmp_path: Path) -> None:
    folder = marked.write(tmp_path / "latex", siunitx=True).parent
    text = (folder / "tables" / "datasets-error.tex").read_text(encoding="utf8")
    assert "S[table-format=2.2]" in text
    assert "\\bfseries 1.00" in text
    assert "{kNN}" in text
    assert "\\usepackage{siunitx}" in (folder / "main.tex").read_text(encoding="utf8")


def test_effects_can_be_quoted_with_their_limits(demsar: pl.DataFrame) -> None:
    named = named_numbers(br.report(demsar, baseline="C4.5"))
    (row,) = br.wilcoxon(demsar, control="C4.5").filter(pl.col("a") == "C4.5+m").to_dicts()
    stem = "wilcoxon/auc/C4.5+m/C4.5"
    for word in ("effect", "effect_low", "effect_high"):
        if row[word] is not None:
            assert float(named[f"{stem}/{word}"]) == pytest.approx(row[word], rel=1e-3)
    # The limits of the difference hold for the three comparisons together.
    (together,) = br.wilcoxon(demsar, control="C4.5", alpha=0.05 / 3).filter(pl.col("a") == "C4.5+m").to_dicts()
    assert float(named[f"{stem}/low"]) == pytest.approx(together["ci_low"], rel=1e-3)


def test_rows_that_would_share_a_name_are_told_apart() -> None:
    rows = pl.DataFrame(
        {"method": "manova", "variant": ["wilks", "pillai"], "metric": "auc", "p_value": [0.01, 0.02], "n": [5, 5]}
    )
    finding = Finding(words=("So.",), rows=rows)
    named = named_numbers(br.Report(title="T", sections=(Section(id="s", title="S", blocks=(finding,)),)))
    assert named["manova/auc/p"] == ".010"
    assert named["manova/auc/pillai/p"] == ".020"
    assert named["manova/auc/pillai/n"] == "5"


def test_each_table_and_figure_can_stand_in_another_document(plain: br.Report, tmp_path: Path) -> None:
    needs("pdflatex")
    folder = plain.write(tmp_path / "latex").parent
    (folder / "paper.tex").write_text(
        "\\documentclass[twocolumn]{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern,textcomp,array,booktabs,graphicx}"
        "\\begin{document}\\input{tables/pairs-auc}\\input{figures/ranks-auc}\\end{document}"
    )
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "paper.tex"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:]


def test_a_name_that_begins_with_a_bracket_or_star_is_only_a_name(tmp_path: Path) -> None:
    needs("pdflatex", "bibtex")
    frame = pl.DataFrame({"dataset": ["[a] x", "*b", "c"], "[1] SVM": [0.1, 0.2, 0.3], "* B": [0.2, 0.1, 0.4]})
    report = br.report(br.scores(frame, metric="accuracy"))
    assert "LaTeX Error" not in compiled(report.write(tmp_path / "latex").parent)


def test_every_number_can_be_quoted_by_name_and_an_unknown_name_stops_the_paper(
    plain: br.Report, tmp_path: Path
) -> None:
    needs("pdflatex")
    folder = plain.write(tmp_path / "latex").parent
    friedman = br.friedman(br.read_scores(br.example("demsar2006_auc.csv")))
    assert f"{{{friedman['p_value'][0]:.3f}}}".replace("{0.", "{.") in (folder / "numbers.tex").read_text()
    head = "\\documentclass{article}\\usepackage[T1]{fontenc}\\input{numbers}\\begin{document}"
    for name, code in (("friedman/auc/p", 0), ("friedman/auk/p", 1)):
        (folder / "paper.tex").write_text(
            f"{head}\\bench{{{name}}} and \\bench{{wilcoxon/auc/C4.5+m/C4.5/p}}\\end{{document}}"
        )
        words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
        assert subprocess.run(words, cwd=folder, capture_output=True, check=False).returncode == code
