"""Generated pages have what they are made from, links lead somewhere, numbers stand where the words are."""

from __future__ import annotations

import re
import tomllib
from html import unescape
from pathlib import Path

import numpy as np
import pytest

import benchreport as br
from benchreport.figures.kinds import KINDS
from benchreport.registry import METHODS
from benchreport.study import study_options
from docs.building.__main__ import DOCS, ROOT, with_files
from docs.building.api import api_pages, lacking_names
from docs.building.blocks import PageError, read_page
from docs.building.callouts import callouts_of, draw_numbered
from docs.building.catalogue import catalogue_pages
from docs.building.checked import recorded
from docs.building.command_line import command_line_page
from docs.building.deciding_chart import (
    LETTERS,
    RIGHT,
    chart,
    datasets_needed,
    deciding_tree,
    outcomes_of,
    procedures,
)
from docs.building.gallery import ROOMS, codes
from docs.building.links import faults_of_site
from docs.building.results import calibration_rows, substitutions
from docs.building.study_file import study_file_page

CATALOGUE = dict(catalogue_pages())


@pytest.mark.parametrize("method", list(METHODS))
def test_every_method_has_an_entry_with_its_question_example_and_references(method: str) -> None:
    record = METHODS[method]
    page = CATALOGUE[f"catalogue/{record.door}.md"]
    entry = page.partition(f"(method-{method})=\n")[2].partition("(method-")[0]
    assert entry.count(">>> ") >= 2
    assert "**References:**" in entry
    assert all(f"(#work-{key})" in entry for key in record.cites)
    assert not record.tex or f"$$\n{record.tex}\n$$" in entry


def test_every_work_that_is_cited_is_listed_once() -> None:
    keys = {key for method in METHODS.values() for key in method.cites}
    page = CATALOGUE["catalogue/references.md"]
    assert sorted(page.count(f"(work-{key})=\n") for key in keys) == [1] * len(keys)


def test_every_public_name_has_a_place_in_the_reference() -> None:
    pages = "\n".join(text for _, text in api_pages())
    assert lacking_names() == set()
    assert [name for name in br.VERBS if name not in pages] == []


def test_every_key_of_a_study_file_and_every_command_is_described() -> None:
    page, commands = study_file_page(), command_line_page()
    assert [name for name in study_options() if f"(option-{name})=\n" not in page] == []
    assert "(command-verify)=\n" in commands
    assert "| 130 | interrupted |" in commands


@pytest.mark.parametrize("kind", list(KINDS))
def test_every_kind_of_figure_has_a_program_and_a_room(kind: str) -> None:
    first = next(codes(kind))
    assert f'br.plot("{kind}"' in first
    compile(first, kind, "exec")
    assert KINDS.declared[kind].module.split(".")[2] in ROOMS


def test_what_methods_were_compared_with_names_methods_that_there_are() -> None:
    assert recorded().keys() - METHODS.keys() == set()
    assert all(source.values > 0 for sources in recorded().values() for source in sources)


def test_the_figures_of_the_last_runs_are_read_from_their_files() -> None:
    figures = substitutions()
    assert figures["calibration_settings"] == str(len(calibration_rows()))
    assert f"{figures['fuzz_cases']} cases, {figures['fuzz_faults']} faults" in (ROOT / "tests/SAFETY.md").read_text()
    pages = "".join(path.read_text(encoding="utf8") for path in DOCS.glob("*.md"))
    assert [name for name in figures if f"{{{{ {name} }}}}" not in pages] == []


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ('<a href="b.html">', ""),
        ('<a href="c.html">', "no such file"),
        ('<a href="b.html#there">', ""),
        ('<a href="b.html#away">', "no such place"),
        ('<a href="#away">', "no such place"),
        ('<a href="https://example.org/">', ""),
        ('<script src="https://example.org/x.js">', "fetched from elsewhere"),
    ],
)
def test_a_link_that_leads_nowhere_is_a_fault(page: str, fault: str, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(page)
    (tmp_path / "b.html").write_text('<p id="there">')
    faults = list(faults_of_site(tmp_path))
    assert len(faults) == bool(fault)
    assert fault in "".join(faults)


def test_numbers_stand_where_the_words_are_and_strange_words_are_refused(tmp_path: Path) -> None:
    from PIL import Image

    br.Report(title="Nightly costs", sections=()).write(tmp_path / "r.pdf")
    draw_numbered(tmp_path / "r.pdf", 1, ["Nightly costs"], tmp_path / "one.png")
    with Image.open(tmp_path / "one.png") as picture:
        colours = np.asarray(picture.convert("RGB"))
    assert ((colours[..., 0] > 150) & (colours[..., 1] < 60)).sum() > 100
    with pytest.raises(PageError, match="does not have the words"):
        draw_numbered(tmp_path / "r.pdf", 1, ["Weekly costs"], tmp_path / "two.png")


def test_the_items_of_the_start_are_numbered_from_one() -> None:
    assert len(callouts_of(read_page(DOCS / "start.md").text)) == 9


def test_the_citation_names_the_version() -> None:
    assert f"version: {br.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf8")


def test_what_make_lists_in_contributing_is_in_the_makefile() -> None:
    lines = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf8").splitlines()
    targets = [line.split()[2] for line in lines if line.startswith("$ make ")]
    makefile = (ROOT / "Makefile").read_text(encoding="utf8")
    assert targets
    assert [target for target in targets if f"\n{target}:" not in makefile] == []


def test_the_source_distribution_carries_the_manual_and_what_builds_it() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf8"))
    included = settings["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    assert {"/docs", "/constraints.txt", "/Makefile", "/CITATION.cff"} <= set(included)


def test_pages_of_one_folder_keep_their_own_pictures(tmp_path: Path) -> None:
    (tmp_path / "drawn.svg").write_text("<svg/>")
    for name in ("a", "b"):
        path = tmp_path / f"{name}.md"
        path.write_text(
            "# Title\n\n![ranks](cd.svg)\n\n```{image} report.pdf-1.png\n```\n\n![a picture of ours](drawn.svg)\n"
        )
        text = with_files(read_page(path))
        assert f"![ranks]({name}.files/cd.svg)" in text
        assert f"```{{image}} {name}.files/report.pdf-1.png" in text
        assert "(drawn.svg)" in text


def test_the_chart_of_tests_asks_the_product() -> None:
    tree, drawing = deciding_tree(), chart()
    methods = [outcome.method for outcome in outcomes_of(tree)]
    assert {"wilcoxon", "log_ratio", "sign_test", "corrected_resampled_t", "mcnemar"} <= set(methods)
    assert all(f"#method-{name.replace('_', '-')}" in drawing for name in methods if name != "none")
    # Datasets needed for all pairs and with a reference, from m 2^(1 - n) <= .05 by hand.
    assert procedures(20) == {"none": (1, 12), "wilcoxon": (13, None)}
    assert "| 40 | 1 to 14 | 15 or more | 11 or more |" in datasets_needed()


def test_the_texts_of_the_chart_stay_inside_their_boxes() -> None:
    lines = re.findall(r'<text class="(\w+)" x="([\d.]+)" y="[\d.]+">([^<]*)</text>', chart())
    assert lines
    for kind, x, words in lines:
        assert float(x) + len(unescape(words)) * LETTERS.get(kind, LETTERS["answer"]) <= RIGHT, words
