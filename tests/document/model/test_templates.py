"""A user's templates and themes: what they may change, and what happens when they are wrong."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.document.formats.html import html_text
from benchreport.document.formats.latex import latex_files
from benchreport.document.formats.markdown import markdown_files
from benchreport.document.model.blocks import Cell, Column, Look, Report, Section, Table, Text
from benchreport.document.model.looks import look_from, look_of, style_text, template_text, themes
from benchreport.document.model.references import entries, reference, short_reference
from benchreport.document.model.templates import section
from benchreport.document.sections.provenance import Origin
from benchreport.errors import BenchreportError, OptionError, TemplateError
from benchreport.resources import resource

OWN_WORK = """@article{own2031,
  author = {Own, A. and Other, B.},
  title = {A work of our own},
  journal = {Journal of Examples},
  year = {2031},
}
"""
BOARD = Table(
    id="board",
    caption=("Scores",),
    columns=(Column(title="algorithm", align="left"), Column(title="score")),
    rows=((Cell(text="A"), Cell(text="1")),),
    frame=pl.DataFrame({"algorithm": ["A"], "score": [1]}),
)


def folder_of(path: Path, **files: str) -> Path:
    for name, text in files.items():
        file = path / name.replace("__", "/").replace("_dot_", ".")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf8")
    return path


def own(**sections: str) -> Look:
    return Look(templates={f"sections/{name}.jinja": text for name, text in sections.items()})


def report_in(look: Look, *parts: Section) -> Report:
    return Report(title="T", sections=parts, look=look)


# A folder of templates


def test_a_folder_is_read_whole_and_what_editors_hide_there_is_passed_over(tmp_path: Path) -> None:
    folder_of(tmp_path, sections__own_dot_jinja="# Ours", styles__themes__own_dot_css=":root{--accent:#a00}")
    folder_of(tmp_path, _dot_DS_Store="x", _dot_git__config="x", sections__own_dot_jinja_dot_swp="")
    (tmp_path / "sections" / "own.jinja.swp").rename(tmp_path / "sections" / "own.jinja~")
    look = look_of("own", tmp_path)
    assert dict(look.templates) == {"sections/own.jinja": "# Ours", "styles/themes/own.css": ":root{--accent:#a00}"}


def test_a_users_file_shadows_ours_and_the_other_files_stay() -> None:
    look = own(setup="# Aim")
    assert template_text(look, "sections/setup.jinja") == "# Aim"
    assert template_text(look, "sections/ranks.jinja") == resource("templates", "sections/ranks.jinja").read_text()


@pytest.mark.parametrize(
    ("path", "content", "complaint", "hint"),
    [
        ("notes.docx", b"", "notes.docx is not a template", "sections/*.jinja"),
        ("sections/deep/own.jinja", b"", "sections/deep/own.jinja is not a template", "sections/*.jinja"),
        ("sections/../../own.jinja", b"", "is not a template", "sections/*.jinja"),
        ("styles/report.js", b"", "styles/report.js is not a template", "styles/*.css"),
        ("formats/htm.jinja", b"", "unknown template formats/htm.jinja", "formats/html.jinja"),
        ("styles/scren.css", b"", "unknown template styles/scren.css", "'styles/screen.css'"),
        ("sections/own.jinja", b"\xff\xfe", "sections/own.jinja is not UTF-8", "save sections/own.jinja as UTF-8"),
        ("sections/own.jinja", b"x" * 1_000_001, "sections/own.jinja is larger than 1 MB", "sections/own.jinja"),
    ],
    ids=["unknown", "deep", "above", "script", "no-format", "misspelt", "not-text", "large"],
)  # fmt: skip
def test_a_file_that_is_no_template_is_named(path: str, content: bytes, complaint: str, hint: str) -> None:
    with pytest.raises(TemplateError) as caught:
        look_from("article", {path: content})
    assert complaint in caught.value.problem
    assert hint in caught.value.hint


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder_of(tmp_path, sections__own_dot_jinja="x" * 1_000_001)
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} was read"))
    with pytest.raises(TemplateError, match="larger than 1 MB"):
        look_of(templates=tmp_path)


def test_a_folder_that_is_not_there_is_an_error_that_tells_where_to_get_one(tmp_path: Path) -> None:
    with pytest.raises(TemplateError, match="benchreport init --templates"):
        look_of(templates=tmp_path / "nowhere")


# Sections


def test_a_section_is_rendered_from_the_users_template() -> None:
    made = section("setup", {"alpha": 0.05}, look=own(setup="# Our aim\n\nTested at {{ alpha }}."))
    assert made.title == "Our aim"
    assert made.blocks == (Text(kind="paragraph", words=("Tested at ", "0.05", ".")),)


def test_a_template_can_bring_in_the_one_it_shadows() -> None:
    look = own(provenance='{% include "shipped/sections/provenance.jinja" %}\n\nAnd thanks to all.')
    board = replace(BOARD, id="x")
    facts = {"s": Origin(sources=board, versions=board, recipe="r"), "seed": 0}
    made, usual = section("provenance", facts, look=look), section("provenance", facts)
    assert made.blocks[: len(usual.blocks)] == usual.blocks
    assert made.blocks[-1] == Text(kind="paragraph", words=("And thanks to all.",))


def test_two_looks_do_not_mix() -> None:
    first, second = own(setup="# First"), own(setup="# Second")
    titles = [section("setup", {}, look=look).title for look in (first, second, first)]
    assert titles == ["First", "Second", "First"]


@pytest.mark.parametrize(
    ("text", "line", "complaint", "hint"),
    [
        ("# T\n\n{{ algorithm }}", 3, "'algorithm' is undefined", "did you mean 'algorithms'?"),
        ("# T\n\n{% if %}", 3, "Expected an expression, got 'end of statement block'", "init --templates"),
        ("# T\n{{ m.tabel(board) }}", 2, "no attribute 'tabel'", "fix that line"),
        ("# T\n\n{{ 1 / 0 }}", 3, "division by zero", "fix that line"),
        ('# T\n\n{% include "sections/setpu.jinja" %}', 3, "no template 'sections/setpu.jinja'", "setup.jinja"),
        ("# T\n\n{{ m.table(none) }}", 3, "NoneType is nothing that a section can place", "fix that line"),
        ("# T\n\n{{ m.finding(none, m.table(board)) }}", 3, "a table stands in a paragraph of its own", "fix"),
    ],
    ids=["undefined", "syntax", "attribute", "arithmetic", "include", "nothing", "inside"],
)  # fmt: skip
def test_a_mistake_in_a_template_is_named_with_file_and_line(text: str, line: int, complaint: str, hint: str) -> None:
    with pytest.raises(TemplateError) as caught:
        section("own", {"algorithms": "A, B", "board": BOARD}, look=own(own=text))
    assert caught.value.problem.startswith(f"sections/own.jinja, line {line}: ")
    assert complaint in caught.value.problem
    assert hint in caught.value.hint


def test_the_error_names_the_included_file_that_failed() -> None:
    look = own(own='# T\n\n{% include "sections/part.jinja" %}', part="fine\n\n\n{{ nothing }}")
    with pytest.raises(TemplateError, match=r"sections/part\.jinja, line 4"):
        section("own", {}, look=look)


def test_a_mistake_in_ours_is_not_blamed_on_the_user() -> None:
    from jinja2 import UndefinedError

    with pytest.raises(UndefinedError):
        section("setup", {}, look=own(own="# T"))


@pytest.mark.parametrize("text", ["", "No title.\n\nWords."], ids=["empty", "untitled"])
def test_a_section_begins_with_its_title(text: str) -> None:
    with pytest.raises(TemplateError, match="does not begin with a title"):
        section("own", {}, look=own(own=text))


def test_a_section_without_a_template_is_answered_with_the_nearest() -> None:
    with pytest.raises(TemplateError, match=r"did you mean 'sections/setup\.jinja'"):
        section("setpu", {})


def test_a_reference_to_what_is_not_in_the_report_is_an_error() -> None:
    look = own(own="# T\n\nSee {{ m.ref(board) }}.")
    with pytest.raises(TemplateError, match="refers to 'board', which is not in the report"):
        html_text(report_in(look, section("own", {"board": BOARD}, look=look)))


def test_a_table_amid_words_is_an_error_that_tells_what_to_do() -> None:
    with pytest.raises(TemplateError) as caught:
        section("own", {"board": BOARD}, look=own(own="# T\n\nHere: {{ m.table(board) }}"))
    assert caught.value.problem == "sections/own.jinja: a table stands in a paragraph of its own"
    assert "empty line" in caught.value.hint


# Templates of a stranger


@pytest.mark.parametrize(
    "attempt",
    [
        "{{ m.keep.__func__.__globals__ }}",
        "{{ ''.__class__.__mro__ }}",
        "{{ board.frame.write_csv(target) }}",
        "{{ board.frame.pipe(m.keep) }}",
        "{{ report.write(target) }}",
        "{{ '{0.__class__}'.format(board) }}",
        "{{ opener(target, 'w') }}",
        "{{ cycler.__init__.__globals__.os.system('true') }}",
        '{% include "../../../../etc/passwd" %}',
        '{% include "shipped/../../pyproject.toml" %}',
        "{% for i in range(999999999) %}{% endfor %}",
    ],
)
def test_a_template_reaches_neither_python_nor_the_disk(attempt: str, tmp_path: Path) -> None:
    facts = {"board": BOARD, "report": report_in(Look()), "opener": open, "target": str(tmp_path / "taken.csv")}
    with pytest.raises(TemplateError, match=r"^sections/evil\.jinja, line 3"):
        section("evil", facts, look=own(evil=f"# T\n\n{attempt}"))
    assert list(tmp_path.iterdir()) == []


def test_a_macro_reaches_no_python_either() -> None:
    ours = resource("templates", "formats/markdown.jinja").read_text(encoding="utf8")
    evil = re.sub(r"{% macro paragraph\(text\) %}", "{% macro paragraph(text) %}{{ text.__class__ }}", ours)
    look = Look(templates={"formats/markdown.jinja": evil})
    part = Section(id="s", title="S", blocks=(Text(kind="paragraph", words=("x",)),))
    with pytest.raises(TemplateError, match=r"formats/markdown\.jinja, line \d+: access to attribute '__class__'"):
        markdown_files(report_in(look, part), "f")


@pytest.mark.parametrize(
    "head",
    [
        '<meta http-equiv="refresh" content="0;url=about:blank">',
        "<META HTTP-EQUIV=refresh content='0;url=about:blank'>",
        '<meta data-policy="http-equiv Content-Security-Policy">',
        "<!DOCTYPE html><html><head><script>alert(1)</script>",
        "<html lang=de>",
    ],
)
def test_a_page_cannot_be_stripped_of_its_policy_or_led_away(head: str) -> None:
    ours = resource("templates", "formats/html.jinja").read_text(encoding="utf8")
    evil = ours.replace("{% macro document(d) %}", "{% macro document(d) %}" + head)
    assert evil != ours
    with pytest.raises(TemplateError, match="that benchreport writes"):
        html_text(report_in(Look(templates={"formats/html.jinja": evil})))


def test_the_policy_comes_before_everything_that_a_template_writes() -> None:
    ours = resource("templates", "formats/html.jinja").read_text(encoding="utf8")
    evil = ours.replace("{% macro document(d) %}", "{% macro document(d) %}<script>alert(1)</script>")
    page = html_text(report_in(Look(templates={"formats/html.jinja": evil})))
    policy = page.index('<meta http-equiv="Content-Security-Policy"')
    assert policy < page.index("<script>")
    assert "script-src 'sha256-" in page[policy : page.index(">", policy)]


def test_a_name_that_reads_like_an_attribute_stays_a_name() -> None:
    part = Section(id="s", title="http-equiv", blocks=(Text(kind="paragraph", words=("HTTP-EQUIV=refresh",)),))
    page = html_text(report_in(Look(), part))
    assert "HTTP&#45;EQUIV=refresh" in page


# Formats


def test_a_macro_of_the_user_writes_the_page() -> None:
    ours = resource("templates", "formats/markdown.jinja").read_text(encoding="utf8")
    loud = ours.replace("{% macro strong(text) %}**{{ text }}**", "{% macro strong(text) %}!{{ text }}!")
    assert loud != ours
    part = section("own", {}, look=own(own="# T\n\n{{ m.strong('A') }}"))
    said, _ = markdown_files(report_in(Look(templates={"formats/markdown.jinja": loud}), part), "f")
    usual, _ = markdown_files(report_in(Look(), part), "f")
    assert ("!A!" in said, "**A**" in usual) == (True, True)


def test_a_format_without_a_macro_says_which_is_lacking() -> None:
    look = Look(templates={"formats/markdown.jinja": "{% macro document(d) %}{{ d.body }}{% endmacro %}"})
    part = Section(id="s", title="S", blocks=())
    with pytest.raises(TemplateError) as caught:
        markdown_files(report_in(look, part), "f")
    assert caught.value.problem == "formats/markdown.jinja has no macro 'section'"
    assert "benchreport init --templates formats/markdown.jinja" in caught.value.hint


# References


def test_a_users_works_add_to_ours_and_are_cited_and_written_out() -> None:
    look = Look(templates={"references.bib": OWN_WORK, "sections/own.jinja": "# T\n\nSee {{ m.cite('own2031') }}."})
    assert short_reference("own2031", look=look) == "Own and Other 2031"
    assert reference("own2031", look=look).startswith("Own, A. and Other, B. (2031). A work of our own.")
    assert set(entries(look)) == {*entries(), "own2031"}
    report = report_in(look, section("own", {}, look=look))
    assert "Own and Other 2031" in html_text(report)
    assert "@article{own2031," in latex_files(report, "main.tex")["references.bib"].decode()


def test_a_work_that_nobody_knows_or_that_lacks_its_year_is_an_error() -> None:
    with pytest.raises(BenchreportError, match="no work 'own2031'"):
        short_reference("own2031")
    undated = Look(templates={"references.bib": OWN_WORK.replace("  year = {2031},\n", "")})
    with pytest.raises(BenchreportError, match="the work 'own2031' has no year"):
        short_reference("own2031", look=undated)


# Themes


def test_the_themes_that_ship_are_known_and_a_misspelt_one_is_answered_with_the_nearest() -> None:
    assert themes() == ["article", "classic", "columns"]
    with pytest.raises(OptionError, match="did you mean 'columns'"):
        look_of("colums")


@pytest.mark.parametrize("sheet", ["screen", "paper"])
def test_every_variable_of_a_style_sheet_is_set_by_the_usual_theme(sheet: str) -> None:
    style = style_text(Look(), sheet)
    used = set(re.findall(r"var\((--[\w-]+)\)", style))
    assert used - set(re.findall(r"(--[\w-]+):", style)) == set()


@pytest.mark.parametrize("theme", themes())
def test_a_theme_changes_only_variables_that_some_sheet_reads(theme: str) -> None:
    everything = style_text(Look(), "screen") + style_text(Look(), "paper") + style_text(Look(theme=theme), "paper")
    used = set(re.findall(r"var\((--[\w-]+)\)", everything))
    text = template_text(Look(), f"styles/themes/{theme}.css")
    assert set(re.findall(r"(--[\w-]+):", text)) - used == set()


def test_a_theme_of_the_user_changes_screen_and_paper() -> None:
    look = look_from("own", {"styles/themes/own.css": b":root{--accent:#a00b00}"})
    assert all("#a00b00" in style_text(look, sheet) for sheet in ("screen", "paper"))
    assert "#a00b00" in html_text(report_in(look))


def colours(theme: str) -> dict[str, str]:
    text = template_text(Look(), "styles/themes/article.css") + template_text(Look(), f"styles/themes/{theme}.css")
    return dict(re.findall(r"--([\w-]+):(#[0-9a-f]{3,6})\b", text))


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2."""
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_the_contrast_of_two_colours_is_computed_as_wcag_does() -> None:
    assert contrast("#000", "#fff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.005)  # the well-known grey that just fails


@pytest.mark.parametrize("theme", themes())
@pytest.mark.parametrize("side", ["", "dark-"], ids=["light", "dark"])
def test_every_text_can_be_read_on_every_ground(theme: str, side: str) -> None:
    known = colours(theme)
    poor = {
        (text, ground): round(contrast(known[side + text], known[side + ground]), 2)
        for text in ("ink", "soft", "accent")
        for ground in ("paper", "card", "accent-soft")
        if contrast(known[side + text], known[side + ground]) < 4.5
    }
    assert poor == {}


def test_a_report_keeps_its_look_in_every_format(demsar: pl.DataFrame, tmp_path: Path) -> None:
    usual = br.report(demsar, sections=["setup"])
    classic = replace(usual, look=look_from("classic", {"sections/unused.jinja": b"# T"}))
    font = '@font-face{font-family:"Source Sans Pro"'
    assert font in usual.write(tmp_path / "s.html").read_text(encoding="utf8")
    assert "--screen-heading-font:var(--screen-font)" in classic.write(tmp_path / "r.html").read_text(encoding="utf8")
    assert classic.write(tmp_path / "r.pdf").read_bytes() != usual.write(tmp_path / "s.pdf").read_bytes()


# What a template of a stranger can reach


@pytest.mark.parametrize(
    "attempt",
    [
        "{{ board.frame.columns }}",
        "{{ rows.frame() }}",
        "{{ rows['algorithm'] }}",
        "{{ evidence.section('setup', {}) }}",
        "{{ m.chose('q', 'wilcoxon', board.frame.write_csv) }}",
        "{{ number(evidence.scores.write_csv) }}",
        "{{ number(opener) }}",
        "{% for frame in frames %}{{ frame.write_csv(target) }}{% endfor %}",
        "{{ m.finding(opener, 'It was read.') }}",
        "{{ figure.picture.drawing.savefig(target) }}",
    ],
)
def test_no_frame_and_no_method_that_writes_is_reached_or_handed_on(attempt: str, tmp_path: Path) -> None:
    from matplotlib.figure import Figure as Drawing

    from benchreport.document.model.blocks import Figure
    from benchreport.numerals import number

    class Lists(tuple):
        __slots__ = ()

    facts = {
        "board": BOARD,
        "rows": BOARD.frame,
        "frames": Lists((BOARD.frame,)),
        "number": number,
        "opener": open,
        "evidence": BOARD,
        "target": str(tmp_path / "taken.csv"),
        "figure": Figure.of(Drawing(figsize=(1, 1)), id="f", caption="c", alternative="a"),
    }
    with pytest.raises(TemplateError, match=r"^sections/evil\.jinja, line 3"):
        section("evil", facts, look=own(evil=f"# T\n\n{attempt}"))
    assert list(tmp_path.iterdir()) == []


def test_the_harmless_range_and_format_work() -> None:
    text = "# T\n\n{% for i in range(3) %}{{ i }}{% endfor %} {{ '{:.2f}'.format(0.5) }}"
    made = section("own", {}, look=own(own=text))
    assert made.blocks == (Text(kind="paragraph", words=("0", "1", "2", " ", "0.50")),)


@pytest.mark.parametrize("name", ["../../stolen", "a/b", "A", "", "a_b", "ümlaut", "-a", "a\n"])
def test_an_id_cannot_lead_a_file_elsewhere(name: str) -> None:
    with pytest.raises(OptionError, match="cannot be an id"):
        replace(BOARD, id=name)
    with pytest.raises(OptionError, match="cannot be an id"):
        Section(id=name, title="T", blocks=())


def test_addresses_and_names_from_data_are_not_live_in_markdown() -> None:
    from benchreport.document.formats.markdown import escape

    line = escape("see https://evil.example, www.evil.example, mail@evil.example, @somebody")
    assert not re.search(r"://|\bwww\.\w|@\w", line)


@pytest.mark.parametrize("rows", [1, 2, 5])
def test_a_data_file_is_the_same_in_pieces_of_any_number_of_rows(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    from benchreport.document import write

    for height in (0, 1, 5):
        frame = pl.DataFrame({"-a": ["=x", "y", None, "ü", '"'][:height], "n": [0.1, 1e-300, None, 2.0, 3.0][:height]})
        whole = write.csv_text(frame)
        with monkeypatch.context() as patch:
            patch.setattr(write, "PIECE", rows)
            assert write.csv_text(frame) == whole
        assert whole.startswith("'-a,n\n")
        assert whole.count("\n") == height + 1


def test_a_formula_behind_a_semicolon_is_guarded() -> None:
    from benchreport.document.write import csv_text

    hostile = pl.DataFrame({"a;=1+1": ["x;=cmd()", "x; @sum", "plain"]})
    assert csv_text(hostile) == "a;'=1+1\nx;'=cmd()\nx; '@sum\nplain\n"


@pytest.mark.parametrize(
    "asked",
    [
        *("'x' * 10**9", "10**(10**10)", "[1] * 10**8", "'%999999999d' % 1", "'%*d' % (10**9, 1)", "7**9999 * 7**9999"),
        *("'%999999999d' | format(1)", "'{:999999999}'.format(1)", "'{:{}}'.format(1, 10**9)", "'x'.ljust(10**9)"),
        *("'x' | center(10**9)", "lipsum(n=10**6)", "[1] | batch(10**9, 0) | list"),
    ],
)
def test_a_template_that_asks_for_absurd_sizes_is_refused_at_once(asked: str) -> None:
    look = Look(templates={"sections/own.jinja": f"# Own\n\n{{{{ {asked} }}}}"})
    with pytest.raises(TemplateError, match=r"sections/own\.jinja, line 3"):
        section("own", {}, look=look)


def test_a_template_that_writes_without_end_is_stopped() -> None:
    loop = "# Own\n\n{% for i in range(99999) %}BODY{% endfor %}"
    for body in ("{{ 'x' * 999999 }}", "{{ m.em('x' * 999999) }}", "x" * 9999):
        with pytest.raises(TemplateError, match="more than 50,000,000 characters"):
            section("own", {}, look=Look(templates={"sections/own.jinja": loop.replace("BODY", body)}))


def test_sizes_that_a_template_needs_are_allowed() -> None:
    asked = (
        "{{ '%08.3f' % 2.5 }} {{ '{:.{d}f}'.format(2.5, d=2) }} {{ '-' * 3 }} {{ 2**10 }} {{ '%d' | format(10**9) }}"
    )
    made = section("own", {}, look=Look(templates={"sections/own.jinja": f"# Own\n\n{asked}"}))
    assert "".join(map(str, made.blocks[0].words)) == "0002.500 2.50 --- 1024 1000000000"
