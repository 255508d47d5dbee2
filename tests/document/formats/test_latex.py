"""The LaTeX folder compiles, and says nothing it should not."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.document.formats.latex import named_numbers
from benchreport.document.model.blocks import Cell, Column, Finding, Mark, Section, Table, Text, figures_of, tables_of
from benchreport.figures.tex import escape
from benchreport.venues import VENUES
from tests.document.conftest import needs, needs_style

LONG = pytest.mark.long


def compiled(folder: Path) -> str:
    """Compile a folder as an author would and give the log of the last run."""
    typeset(folder)
    done = subprocess.run(["bibtex", "main"], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    typeset(folder)
    return typeset(folder)


def typeset(folder: Path) -> str:
    """Run pdflatex once and give its log."""
    words = ["pdflatex", "-interaction=nonstopmode", "main.tex"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    return (folder / "main.log").read_text(errors="replace")


def too_wide(log: str) -> list[float]:
    """Give the points by which lines and pages are too full, where a reader would see it."""
    return [points for text in re.findall(r"Overfull \\[hv]box \(([\d.]+)pt", log) if (points := float(text)) > 1]


@pytest.fixture(scope="module")
def written(plain: br.Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the plain report, to be read."""
    return plain.write(tmp_path_factory.mktemp("written") / "latex").parent


@pytest.mark.parametrize("siunitx", [False, True], ids=["booktabs", "siunitx"])
@pytest.mark.parametrize("which", [*(pytest.param(name, marks=LONG) for name in ("plain", "hostile")), "marked"])
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
        assert too_wide(log) == []


@pytest.fixture(scope="module")
def marked() -> br.Report:
    """Tables with marks, a foot, a split, and rows for more than a page."""
    cells = pl.DataFrame({"dataset": ["d1", "d2"], "kNN": [1.0, 30.0], "SVM": [2.5, 4.0]})
    texts = ((Cell(text="1.00", emphasis="best"), Cell(text="2.50", emphasis="second", sup="▾")),)
    texts += ((Cell(text="30.00", emphasis="second"), Cell(text="4.00", emphasis="best")),)
    texts += ((Cell(text="1.50", emphasis="best"), Cell(text="1.50", emphasis="best")),)
    named = zip(("d1", "d2", "mean rank"), texts, strict=True)
    first = Table(
        id="datasets-error",
        caption=("Results by error. Lower is better.",),
        columns=(Column(title="dataset", align="left"), Column(title="kNN"), Column(title="SVM")),
        rows=tuple((Cell(text=name), *row) for name, row in named),
        frame=cells,
        note=("▾ significantly worse than kNN.",),
        foot=1,
    )
    heads = (Column(title="name", align="left"), *(Column(title=f"algorithm {n:02}") for n in range(30)))
    line = (Cell(text="a"), *(Cell(text=f"{n}.25 ± 0.{n}") for n in range(30)))
    broad = Table(id="broad", caption=("Broad.",), columns=heads, rows=(line,), frame=cells, wide=True)
    many = tuple(
        (Cell(text=f"row {n}"), Cell(text=f"{n / 7:.3g}", emphasis="best" if n % 9 else "second")) for n in range(60)
    )
    long = Table(id="long", caption=("Long.",), columns=heads[:2], rows=many, frame=cells, note=("Noted.",))
    words = Text(kind="paragraph", words=("Ranks are used ", Mark("cite", "demsar2006"), "."))
    return br.Report(title="Marked", sections=(Section(id="s", title="S", blocks=(words, first, broad, long)),))


def test_every_exhibit_and_section_has_its_label(plain: br.Report, written: Path) -> None:
    text = "".join(path.read_text(encoding="utf8") for path in written.rglob("*.tex"))
    for item in (*plain.sections, *tables_of(plain), *figures_of(plain)):
        assert text.count(f"\\label{{{item.id}}}") == 1


def test_only_the_works_that_are_cited_come_along(marked: br.Report, written: Path, tmp_path: Path) -> None:
    one = (marked.write(tmp_path / "one").parent / "references.bib").read_text(encoding="utf8")
    assert re.findall(r"^@\w+\{([^,]+),", one, re.MULTILINE) == ["demsar2006"]
    carried = set(re.findall(r"^@\w+\{([^,]+),", (written / "references.bib").read_text(encoding="utf8"), re.MULTILINE))
    text = "".join(path.read_text(encoding="utf8") for path in written.rglob("*.tex"))
    cited = {key for keys in re.findall(r"\\(?:citep|nocite)\{([^}]+)\}", text) for key in keys.split(",")}
    assert carried == cited


def test_a_broad_table_comes_in_blocks_of_columns_under_one_number(marked: br.Report, tmp_path: Path) -> None:
    text = (marked.write(tmp_path / "latex").parent / "tables" / "broad.tex").read_text(encoding="utf8")
    blocks = text.count("\\begin{tabular")
    assert text.count(" Continued. Columns ") == text.count("\\addtocounter{table}{-1}") == blocks - 1 > 0
    assert [text.count(f"algorithm {n:02}}}") for n in range(30)] == [1] * 30  # no column is lost or repeated
    assert [len(re.findall(rf"(?<!\d){n}\.25 \$", text)) for n in range(30)] == [1] * 30


UNWANTED = ("{-}", "\\phantom{", "\\rlap", "\\resizebox", "[H]", "\\tableofcontents", "landscape", "\\listof")


def test_the_source_is_what_an_author_would_write(
    plain: br.Report, written: Path, marked: br.Report, tmp_path: Path
) -> None:
    for report, folder in ((plain, written), (marked, marked.write(tmp_path / "latex").parent)):
        text = "".join(path.read_text(encoding="utf8") for path in folder.rglob("*.tex"))
        cells = text.replace("\\providecommand{\\marked}[1]{\\rlap{\\textsuperscript{#1}}}", "")
        assert not [word for word in UNWANTED if word in cells]
        assert text.count("\\caption{\\textbf{") == len(tables_of(report)) + len(figures_of(report))
    main = (written / "main.tex").read_text(encoding="utf8")
    assert "signed-rank" in main
    assert "\\(\\chi^2_F\\)" in main
    first = next(line for line in main.partition("\\maketitle\n")[2].splitlines() if line)
    assert first.startswith(("\\section{", "\\phantomsection"))  # nothing before the answer


def test_tables_of_plain_numbers_stand_flush_right_with_marks_that_take_no_room(
    marked: br.Report, tmp_path: Path
) -> None:
    text = (marked.write(tmp_path / "latex").parent / "tables" / "datasets-error.tex").read_text(encoding="utf8")
    assert "{@{}lrr@{}}" in text
    assert "d1 & \\textbf{1.00} & \\underline{2.50}\\marked{$\\blacktriangledown$} \\\\" in text
    assert "amssymb" in text.splitlines()[1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a--b ---", "a-{}-b -{}-{}-"),
        ("it's ''so''", "it's '{}'so'{}'"),
        ("well-known", "well-known"),
        ("χ² = 3, η²", "$\\chi^2$~=~3, $\\eta^2$"),
        ("95 % of −3", "95~\\% of $-$3"),
        ("[0.1, 0.2] (p < .001)", "[0.1,~0.2] (p~$<$~.001)"),
        ("x" * 32, "\\allowbreak{}".join(["x" * 8] * 4)),
    ],
    ids=["hyphens", "quotes", "hyphen", "squares", "per cent", "bracket", "long"],
)
def test_words_stay_words(text: str, expected: str) -> None:
    assert escape(text) == expected


def long_names(algorithms: int, datasets: int) -> pl.DataFrame:
    """Give scores under names of several words and of many letters."""
    cells = [
        (
            f"classifier of several words {i}" if i % 2 else f"UnbrokenNameOfAnAlgorithm{i}",
            f"MiddlePhalanxOutlineAgeGroup{j}" if j % 2 else f"collection number {j}",
            0.5 + ((i * 7 + j * 5) % 11) / 40 + i / 200,
        )
        for i in range(algorithms)
        for j in range(datasets)
    ]
    table = pl.DataFrame(cells, schema=["algorithm", "dataset", "value"], orient="row")
    return br.scores(table, metric="accuracy")


def five_by_two() -> pl.DataFrame:
    """Give five repetitions of two folds, by three metrics."""
    cells = [
        (f"learner {i}", f"data {j}", metric, run // 2, run % 2, 0.6 + ((i * 3 + j * m + run) % 7) / 50 + i / 90)
        for i in range(6)
        for j in range(5)
        for m, metric in enumerate(("accuracy", "auc", "balanced_accuracy"), 3)
        for run in range(10)
    ]
    names = ["algorithm", "dataset", "metric", "repeat", "fold", "value"]
    return br.scores(pl.DataFrame(cells, schema=names, orient="row"), design="cv52")


@pytest.mark.parametrize(
    ("which", "venue"),
    [
        *(("demo", None), ("demo", "icml")),
        *(pytest.param(*case, marks=LONG) for case in (("5x2", None), ("5x2", "lncs"))),
        *(pytest.param("40x112", venue, marks=LONG) for venue in (None, "neurips")),
    ],
)
def test_nothing_stands_out_of_its_width(which: str, venue: str | None, demsar: pl.DataFrame, tmp_path: Path) -> None:
    needs("pdflatex")
    table = demsar if which == "demo" else five_by_two() if which == "5x2" else long_names(40, 112)
    report = br.report(table, venue=venue, sections=["standard", "datasets"])
    assert too_wide(typeset(report.write(tmp_path / "latex").parent)) == []


@pytest.mark.parametrize("venue", ["neurips", "icml"])
def test_figures_are_drawn_at_the_widths_of_the_venue(venue: str, demsar: pl.DataFrame, tmp_path: Path) -> None:
    report = br.report(demsar, venue=venue, sections=["ranks", "aggregates"])
    folder = report.write(tmp_path / "latex").parent
    record = VENUES[venue]
    for figure in figures_of(report):
        (box,) = {re.search(rb"/MediaBox \[ 0 0 ([\d.]+)", (folder / "figures" / f"{figure.id}.pdf").read_bytes())}
        assert box is not None
        inches = float(box[1]) / 72
        assert min(abs(inches - width) for width in (record.column, record.page)) < 0.01
        text = (folder / "figures" / f"{figure.id}.tex").read_text(encoding="utf8")
        assert ("figure*" in text) == (record.columns == 2 and inches > record.column + 0.01)
        assert "\\includegraphics{" in text  # not scaled
    assert f"textwidth={record.page:.4g}in" in (folder / "main.tex").read_text(encoding="utf8")


def test_figures_in_the_font_of_the_document_compile(demsar: pl.DataFrame, tmp_path: Path) -> None:
    needs("pdflatex")
    needs_style("pgf.sty")
    report = br.report(demsar, sections=["ranks", "aggregates"])
    folder = report.write(tmp_path / "latex", pgf=True).parent
    for figure in figures_of(report):
        assert f"\\input{{\\beside {figure.id}.pgf}}" in (folder / "figures" / f"{figure.id}.tex").read_text()
        assert (folder / "figures" / f"{figure.id}.pdf").exists()
    assert too_wide(typeset(folder)) == []


def test_title_author_and_facts_stand_in_the_title_block(demsar: pl.DataFrame, tmp_path: Path) -> None:
    report = br.report(demsar, title="Trees & more", author="A. B. Cole", source="Demšar (2006)", sections=["ranks"])
    main = (report.write(tmp_path / "latex").parent / "main.tex").read_text(encoding="utf8")
    assert "\\title{Trees \\& more}" in main
    assert "\\author{A. B. Cole}" in main
    assert all(escape(fact) in main.partition("\\begin{document}")[0] for fact in report.facts)


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


def test_each_table_and_figure_can_stand_in_another_document(written: Path, tmp_path: Path) -> None:
    needs("pdflatex")
    folder = shutil.copytree(written, tmp_path / "latex")
    (folder / "paper.tex").write_text(
        "\\documentclass[twocolumn]{article}\\usepackage[T1]{fontenc}\\usepackage{lmodern,textcomp,array,booktabs,graphicx}"
        "\\begin{document}\\input{tables/pairs-auc}\\input{figures/ranks-auc}\\end{document}"
    )
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "paper.tex"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:]


def test_a_name_that_begins_with_a_bracket_or_star_is_only_a_name(tmp_path: Path) -> None:
    needs("pdflatex")
    frame = pl.DataFrame({"dataset": ["[a] x", "*b", "c"], "[1] SVM": [0.1, 0.2, 0.3], "* B": [0.2, 0.1, 0.4]})
    report = br.report(br.scores(frame, metric="accuracy"))
    assert "LaTeX Error" not in typeset(report.write(tmp_path / "latex").parent)


def test_every_number_can_be_quoted_by_name_and_an_unknown_name_stops_the_paper(written: Path, tmp_path: Path) -> None:
    needs("pdflatex")
    folder = shutil.copytree(written, tmp_path / "latex")
    friedman = br.friedman(br.read_scores(br.example("demsar2006_auc.csv")))
    assert f"{{{friedman['p_value'][0]:.3f}}}".replace("{0.", "{.") in (folder / "numbers.tex").read_text()
    head = "\\documentclass{article}\\usepackage[T1]{fontenc}\\input{numbers}\\begin{document}"
    for name, code in (("friedman/auc/p", 0), ("friedman/auk/p", 1)):
        (folder / "paper.tex").write_text(
            f"{head}\\bench{{{name}}} and \\bench{{wilcoxon/auc/C4.5+m/C4.5/p}}\\end{{document}}"
        )
        words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
        assert subprocess.run(words, cwd=folder, capture_output=True, check=False).returncode == code


@pytest.mark.parametrize("pgf", [False, True], ids=["pdf", "pgf"])
@pytest.mark.parametrize(
    ("where", "place", "command"),
    [
        ("bench", "paper.tex", "\\input{bench/figures/NAME}"),
        ("results of may", "paper.tex", "\\input{results of may/figures/NAME}"),
        pytest.param("bench", "bench/figures/paper.tex", "\\input{NAME}", marks=LONG),
        pytest.param("bench", "bench/paper.tex", "\\input{figures/NAME.tex}", marks=LONG),
        pytest.param("bench", "sections/paper.tex", "\\input{../bench/figures/NAME}", marks=LONG),
    ],
)
def test_a_figure_can_be_put_into_a_paper_from_any_folder(
    where: str, place: str, command: str, pgf: bool, tmp_path: Path
) -> None:
    needs("pdflatex")
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    report = br.report(scores, sections=["results"])
    report.write(tmp_path / where / "main.tex", pgf=pgf)
    (figure,) = figures_of(report)
    first = (tmp_path / where / "figures" / f"{figure.id}.tex").read_text().splitlines()[:3]
    (packages,) = re.findall(r"Needs \\usepackage\{([^}]*)\}", " ".join(first))
    paper = tmp_path / place
    paper.parent.mkdir(exist_ok=True, parents=True)
    paper.write_text(
        f"\\documentclass{{article}}\\usepackage[T1]{{fontenc}}\\usepackage{{{packages}}}"
        f"\\begin{{document}}{command.replace('NAME', figure.id)}\\end{{document}}"
    )
    words = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", paper.name]
    done = subprocess.run(words, cwd=paper.parent, capture_output=True, text=True, errors="replace", check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert f"{figure.id}.{'pgf' if pgf else 'pdf'}" in done.stdout.replace("\n", "")
