"""Does every citation lead to a work?"""

from __future__ import annotations

import re

import bibtexparser
import pytest
from pylatexenc.latex2text import LatexNodes2Text

import benchreport as br
from benchreport.document.model import bibtex as form
from benchreport.document.model.blocks import Look
from benchreport.document.model.references import bibtex, entries, reference, short_reference, work
from benchreport.errors import BenchreportError
from benchreport.resources import resource

BIB = resource("templates", "references.bib").read_text(encoding="utf8")
KEYS = re.findall(r"^@\w+\{([^,\s]+),", BIB, re.MULTILINE)


@pytest.mark.parametrize("method", list(br.METHODS))
def test_every_method_cites_works_that_exist(method: str) -> None:
    cites = br.METHODS[method].cites
    assert cites != ()
    assert [key for key in cites if key not in KEYS] == []


def test_no_work_is_lost_or_entered_twice() -> None:
    assert list(entries()) == KEYS
    assert len(set(KEYS)) == len(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_every_work_has_an_author_a_title_a_year_and_a_place(key: str) -> None:
    fields = work(key)
    assert [field for field in ("author", "title", "year") if not fields.get(field)] == []
    assert re.fullmatch(r"(18|19|20)\d\d", fields["year"])
    assert fields.keys() & {"journal", "booktitle", "publisher", "school"}


@pytest.mark.parametrize("key", KEYS)
def test_no_field_of_a_work_is_lost(key: str) -> None:
    entry = BIB[BIB.index(f"{{{key},") :].split("\n}")[0]
    assert list(work(key)) == re.findall(r"^\s+(\w+) = ", entry, re.MULTILINE)


@pytest.mark.parametrize("key", KEYS)
def test_a_work_reads_as_plain_text_without_markup(key: str) -> None:
    line = reference(key)
    assert work(key)["year"] in line
    assert [mark for mark in ("{", "}", "\\", "``", "''", "--", "\n", "  ") if mark in line] == []


@pytest.mark.parametrize("key", KEYS)
def test_no_two_punctuation_marks_follow_each_other(key: str) -> None:
    assert not re.search(r"[?!.]\.|\.\s*\.|,\.", reference(key))


def test_an_article_is_written_with_its_journal_volume_and_pages() -> None:
    assert reference("wilcoxon1945") == (
        "Wilcoxon, F. (1945). Individual comparisons by ranking methods. Biometrics Bulletin 1, 80–83."
    )


def test_a_book_and_a_thesis_are_written_with_their_publisher() -> None:
    assert reference("alpaydin2010") == "Alpaydin, E. (2010). Introduction to Machine Learning. MIT Press."
    assert reference("nemenyi1963").endswith("Distribution-free Multiple Comparisons. Princeton University.")


def test_a_key_that_leads_nowhere_is_named() -> None:
    with pytest.raises(BenchreportError, match="'demsar2060'"):
        reference("demsar2060")


# Bibliographies of users


def look_with(*works: str) -> Look:
    return Look(templates={"references.bib": "\n".join(works)})


ONE_LINE = (
    r"""@article{own, author="M{\"u}ller, J. and {\v{S}}id{\'a}k, Z. and S{\o}rensen, B.", year = 2020, title={A, B}}"""
)


def test_quoted_fields_on_one_line_a_bare_year_and_accents_survive() -> None:
    assert reference("own", look=look_with(ONE_LINE)).startswith("Müller, J., Šidák, Z. and Sørensen, B. (2020). A, B.")
    assert short_reference("own", look=look_with(ONE_LINE)) == "Müller et al. 2020"


def test_abbreviations_are_written_out_in_lines_and_in_bibtex() -> None:
    look = look_with('@string{jmlr = "J. Mach. Learn. Res."}', ONE_LINE[:-1] + ", Journal = jmlr, month = jan}")
    assert work("own", look)["journal"] == "J. Mach. Learn. Res."
    written = bibtex(["own", "holm1979"], look)
    assert "journal = {J. Mach. Learn. Res.}" in written
    assert "month = jan," in written
    assert list(entries(look_with(written))) == list(entries(look))


@pytest.mark.parametrize("key", KEYS)
def test_our_works_are_written_as_they_stand(key: str) -> None:
    assert bibtex([key]) in BIB


@pytest.mark.parametrize(
    ("title", "plain"),
    [
        ("50 % of R&D", "50 % of R&D"),
        (r"50\,\% of R\&D", "50 % of R&D"),
        ("``{F}irst'' -- second", "“First” – second"),
        (r"\emph{Na\"\i{}ve} {Bayes}", "Naïve Bayes"),
        ("two\n   lines", "two lines"),
    ],
)
def test_markup_of_a_title_becomes_plain_text(title: str, plain: str) -> None:
    look = look_with("@book{own, author = {A}, year = {2020}, title = {" + title + "}}")
    assert work("own", look)["title"] == plain


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("@book{own, title = {Open", "the entry at line 1 of references.bib cannot be read"),
        ('\n@book{own, title = "Open}\n@book{next, title = {T}}', "the entry at line 2 of references.bib"),
        ("@book{own, year = 1}\n@book{own, year = 2}", "the entry at line 2 of references.bib"),
        ("@book{own, year = 1, year = 2}", "the entry at line 1 of references.bib"),
        ('@book{own, title = "A" # "B"}', "the title of the work 'own' is concatenated with #"),
        ("@book{own, title = {" + 900 * "{" + 900 * "}" + "}}", "braces are nested too deeply"),
        (10_001 * "@book{", "references.bib has more than 10,000 entries"),
    ],
    ids=lambda value: value[:20],
)
def test_a_broken_bibliography_is_an_error_with_a_hint(
    text: str, problem: str, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BenchreportError) as caught:
        reference("own", look=look_with(text))
    assert caught.value.problem.startswith(problem)
    assert caught.value.hint
    assert capfd.readouterr().err == ""


def test_our_works_are_read_and_written_as_another_reader_of_bibtex_does() -> None:
    library = bibtexparser.parse_string(BIB)
    assert [(work.kind, work.key, list(work.fields.items())) for work in form.works_in(BIB)] == [
        (entry.entry_type, entry.key, [(field.key, field.value) for field in entry.fields]) for entry in library.entries
    ]
    layout = bibtexparser.BibtexFormat()
    layout.indent, layout.trailing_comma, layout.block_separator = "  ", True, "\n\n"
    assert form.written(form.works_in(BIB)) == bibtexparser.write_string(library, bibtex_format=layout)


@pytest.mark.parametrize(
    "entry",
    [
        "@book{own,\n  title = {A {B} c},\n}",
        "@book{own,\n  title = { spaces },\n}",
        "@Book{own,\n  Title = {A},\n}",
        '@book{own,\n  title = "A",\n}',
        "@book{own,\n  title = {A},\n  year = 2020\n}",
        "@book{own,\n  title = {{A {B} c}},\n}",
        "@book{own,\n  title = {a \\{ b},\n}",
        "@book{own,\n  title = {},\n}",
        "@comment{own,\n  title = {A},\n}",
        "words before\n@book{own,\n  title = {A},\n}",
    ],
)
def test_a_form_that_we_do_not_write_is_read_as_that_reader_does(entry: str) -> None:
    assert form.works_in(entry) == form._parsed(entry)


VALUES = re.findall(r" = \{(.*)\},", BIB)


@pytest.mark.parametrize("text", ["{A} {B}''s ``c'' don't", "a # {b}", "{x_1} & {y}", "{a{b}} c", " ".join(VALUES)])
def test_markup_is_removed_as_another_reader_of_latex_does(text: str) -> None:
    for value in (text, *VALUES):
        dashed = value.replace("---", "—").replace("--", "–")
        marked = form.MARKUP.search(dashed)
        read = LatexNodes2Text().latex_to_text(re.sub(r"[%&]", r"\\\g<0>", dashed)) if marked else dashed
        assert form.plain(value) == " ".join(read.split())
