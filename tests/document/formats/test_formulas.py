"""Formulas as mathematics in every format: set on the line, heard as MathML, compiled by LaTeX."""

from __future__ import annotations

import re
import subprocess
import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path

import pytest
from pypdf import PdfReader

import benchreport as br
from benchreport.document.formats.html import HTML, html_text
from benchreport.document.formats.latex import LATEX, latex_files
from benchreport.document.formats.markdown import markup_for
from benchreport.document.formats.pdf import PAPER
from benchreport.document.formats.render import block_text, inline
from benchreport.document.model.blocks import Mark, Report, Text
from benchreport.document.model.looks import look_of
from benchreport.document.model.mathml import mathml
from benchreport.document.model.templates import section
from benchreport.errors import TemplateError
from benchreport.figures.formulas import COLUMN, EM, formula_lines, set_formula
from tests.document.conftest import needs

WRITTEN = {name: method.tex for name, method in br.METHODS.items() if method.tex}
FRACTION = re.compile(r"\\d?frac")
ARGUMENT = re.compile(r"\{((?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)\}")
# What each command of a formula must leave in its MathML.
LEFT_BY = {r"\frac": "mfrac", r"\sqrt": "msqrt", r"\bar": "mover", r"\binom": "mfrac"}


def elements(tex: str) -> list[ET.Element]:
    """Return all elements of a formula in MathML."""
    return list(ET.fromstring(mathml(tex)).iter())


@pytest.mark.parametrize("name", WRITTEN)
def test_every_formula_of_the_catalogue_is_heard_as_mathml(name: str) -> None:
    tex = WRITTEN[name]
    parts = elements(tex)
    assert not any(sign in "".join(part.text or "" for part in parts) for sign in "\\_^$")
    for command, tag in LEFT_BY.items():
        same = [other for other, mark in LEFT_BY.items() if mark == tag]
        expected = sum(len(re.findall(rf"{re.escape(other)}(?![a-z])", tex)) for other in same)
        accents = len(re.findall(r"\\(?:tilde|hat|overline)\b", tex)) if command == r"\bar" else 0
        overs = sum(part.tag == "mover" and part.get("accent") != "true" for part in parts)
        assert sum(part.tag == tag for part in parts) - (overs if tag == "mover" else 0) == expected + accents


@pytest.mark.parametrize("name", WRITTEN)
def test_every_formula_of_the_catalogue_fits_a_column(name: str) -> None:
    lines = formula_lines(WRITTEN[name])
    assert max(set_formula(line, display=True).width for line in lines) <= COLUMN * EM
    assert re.sub(r"[ ,]|\\quad", "", "".join(lines)) == re.sub(r"[ ,]|\\quad", "", WRITTEN[name])


def test_no_fraction_stands_within_a_fraction() -> None:
    assert ARGUMENT.findall(r"\frac{\sqrt{a_{1}}}{b}") == [r"\sqrt{a_{1}}", "b"]
    nested = []
    for name, tex in WRITTEN.items():
        for fraction in FRACTION.finditer(tex):
            top = ARGUMENT.match(tex, fraction.end())
            bottom = top and ARGUMENT.match(tex, top.end())
            assert top, name
            assert bottom, name
            nested += [name] * any(FRACTION.search(part[1]) is not None for part in (top, bottom))
    assert nested == []


def test_all_formulas_compile_in_latex(tmp_path: Path) -> None:
    needs("pdflatex")
    blocks = [block_text(LATEX, Text(kind="formula", words=(Mark("formula", tex),)), {}) for tex in WRITTEN.values()]
    words = [inline(LATEX, (Mark("formula", tex), " and text. "), {}) for tex in WRITTEN.values()]
    head = "\\documentclass{article}\\usepackage{amsmath,amssymb}\\begin{document}\n"
    paper = head + "\n".join([*blocks, *words]) + "\n\\end{document}\n"
    (tmp_path / "paper.tex").write_text(paper, encoding="utf8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


def test_a_formula_stands_on_the_line_at_its_depth() -> None:
    flat, deep = set_formula("x"), set_formula("x_{j}")
    assert flat.depth < 30 < deep.depth
    assert f"vertical-align:-{deep.depth / EM:.3f}em" in PAPER.formula("x_{j}", False)
    top, left = -(deep.height - deep.depth), deep.view.split()
    assert [int(left[1]), int(left[3])] == [top, deep.height]


def test_the_outline_lies_within_what_is_seen_of_it() -> None:
    for tex in WRITTEN.values():
        for line in formula_lines(tex):
            drawing = set_formula(line, display=True)
            numbers = [int(number) for number in re.findall(r"-?\d+", drawing.outline)]
            left, top, width, height = map(int, drawing.view.split())
            assert left <= min(numbers[::2])
            assert max(numbers[::2]) <= left + width
            assert top <= min(numbers[1::2])
            assert max(numbers[1::2]) <= top + height


def test_a_formula_is_set_once_and_always_alike() -> None:
    set_formula.cache_clear()
    first = PAPER.formula(r"\frac{a}{b}", True)
    assert PAPER.formula(r"\frac{a}{b}", True) == first
    assert set_formula.cache_info().misses == 1
    set_formula.cache_clear()
    assert PAPER.formula(r"\frac{a}{b}", True) == first
    assert not re.search(r'\bid="', HTML.formula(r"\frac{a}{b}", True))


def of_template(text: str) -> Report:
    """Return a report of one section, made by a template of the user's."""
    look = look_of("article", {"sections/maths.jinja": f"# Maths\n\n{text}"})
    return Report(title="T", sections=(section("maths", {}, look=look),), look=look)


SHOWN = r"{{ m.formula('\\bar{d} = \\sum_i d_i / n') }}"


def test_a_formula_in_a_sentence_is_inline_and_one_alone_is_displayed() -> None:
    report = of_template(f"The mean {SHOWN} is meant.\n\n{SHOWN}")
    kinds = [block.kind for block in report.sections[0].blocks if isinstance(block, Text)]
    assert kinds == ["paragraph", "formula"]
    tex = r"\bar{d} = \sum_i d_i / n"
    latex = latex_files(report, "main.tex")["main.tex"].decode()
    assert rf"The mean \({tex}\) is meant." in latex
    assert rf"\[{tex}\]" in latex
    text = "".join(block_text(markup_for("f"), block, {}) for block in report.sections[0].blocks)
    assert f"The mean ${tex}$ is meant." in text
    assert f"$$\n{tex}\n$$" in text
    page = html_text(report)
    assert page.count(mathml(tex)) == 1
    assert page.count(mathml(tex, display=True)) == 1
    assert page.count('<svg aria-hidden="true"') == 2


def test_the_text_instead_of_a_formula_on_paper_is_its_tex() -> None:
    tex = r"\#\{ i : a_i < b_i \}"
    alternative = re.search(r'alt="([^"]*)"', PAPER.formula(tex, False))
    assert alternative is not None
    assert unescape(alternative[1]) == tex


def test_raised_and_lowered_signs_stand_one_above_the_other() -> None:
    assert inline(LATEX, (Mark("math", "chi^2_F"),), {}) == r"\(\chi^2_F\)"
    assert "<msubsup><mi>χ</mi>" in inline(HTML, (Mark("math", "chi^2_F"),), {})
    assert inline(HTML, (Mark("math", "F_F"),), {}) == '<span class="math"><i>F</i><sub>F</sub></span>'


@pytest.mark.parametrize(
    "tex",
    [r"\input{x}", r"\def\x{}", r"\frac{a}", "a_1_2", r"\left( a", "a}", "{a", r"\mathrm{a;}", "a$b", "a%", "x" * 2001],
)
def test_what_is_not_in_our_part_of_tex_is_refused_before_any_format(tex: str) -> None:
    with pytest.raises(TemplateError):
        of_template("{{ m.formula(" + repr(tex) + ") }}")


def test_a_formula_in_a_pdf_has_its_tex_in_the_structure_tree_and_the_same_bytes(tmp_path: Path) -> None:
    report = of_template(SHOWN)
    first, second = (report.write(tmp_path / name, data=False).read_bytes() for name in ("a.pdf", "b.pdf"))
    assert first == second
    objects = [item.get_object() for item in map(PdfReader(tmp_path / "a.pdf").get_object, range(1, 60)) if item]
    texts = [str(item["/Alt"]) for item in objects if isinstance(item, dict) and "/Alt" in item]
    assert texts == [r"\bar{d} = \sum_i d_i / n"]
