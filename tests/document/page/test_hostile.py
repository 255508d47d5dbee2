"""Hostile names on every path of a page: shown as text, never run."""

from __future__ import annotations

import ast
import csv
import io
import json
from urllib.parse import quote

import pytest

from tests.document.page.conftest import Opener
from tests.document.page.reports import VECTORS, explorer_of, report

pytestmark = pytest.mark.long

SETS = [f"{name}2" for name in VECTORS]


def encoded(*names: str) -> str:
    return ",".join(quote(name, safe="") for name in names)


def text_of(name: str) -> str:
    return " ".join(name.split())


def test_the_data_block_holds_names_as_they_are_and_none_as_markup(opened: Opener) -> None:
    page = opened("hostile")
    data = page.run("return JSON.parse(document.querySelector('#page-data').textContent)")
    assert len(VECTORS) == 20
    assert set(data["algorithms"]) == set(VECTORS)
    assert set(data["datasets"]) == set(SETS)
    assert sorted(str(name) for name in page.attributes("#hero tbody tr", "data-a")) == sorted(VECTORS)
    assert sorted(page.texts("#hero button.alg")) == sorted(map(text_of, VECTORS))
    assert page.run("return document.title") == "</title><script>window.broken=1</script>"
    assert page.count("script:not([type])") == 1
    assert page.count("main script, main img, main x, [onerror], [onload]") == 0


def test_permalinks_and_drawer_take_every_name(opened: Opener) -> None:
    page = opened("hostile")
    for name, other in zip(VECTORS, VECTORS[1:] + VECTORS[:1], strict=True):
        page.run("location.hash = arguments[0]", f"vs={encoded(name, other)}")
        page.wait("document.querySelector('#duel-a').selectedOptions[0].text === arguments[0]", text_of(name))
        chosen = page.run(
            "return ['#duel-a', '#duel-b'].map((side) => document.querySelector(side).selectedOptions[0].textContent)"
        )
        assert chosen == [name, other]
        assert text_of(name) in page.text("#duel-say")
        assert {str(mark) for mark in page.attributes("#duel .pt", "data-d")} == set(SETS)
        page.click("#duel-swap")
        page.wait("document.querySelector('#duel-b').selectedOptions[0].textContent === arguments[0]", name)
        page.wait("decodeURIComponent(location.hash).includes(arguments[0])", name)
    page.open(page.hash)
    assert page.is_seen("#duel")


def test_a_link_written_by_the_page_is_read_again(opened: Opener) -> None:
    page = opened("hostile", f"#vs={encoded(*VECTORS[:2])}&ref={encoded(VECTORS[3])}&skip={encoded(*SETS[4:9])}")
    page.click("#duel-link")
    link = page.wait("window.copied")
    page.open(f"#{link.partition('#')[2]}")
    assert sorted(str(name) for name in page.attributes("#wi-chips button", "data-d")) == sorted(SETS[4:9])
    assert page.attributes("#hero tr.is-ref", "data-a") == [VECTORS[3]]


def test_marks_and_tips_show_names_as_text(opened: Opener) -> None:
    page = opened("hostile")
    for name in page.all("#hero button.alg"):
        page.hover(name)
        vector = name.get_attribute("data-a") or ""
        page.wait("!document.querySelector('#tip').hidden && document.querySelector('#tip').textContent"
                  ".includes(arguments[0])", vector)  # fmt: skip
        marked = page.attributes(".lit[data-a]", "data-a")
        assert set(marked) == {vector}
    assert page.count("#tip *:not(b, div, bdi)") == 0


def test_search_finds_every_name_and_runs_none(opened: Opener) -> None:
    page = opened("hostile")
    for name in VECTORS:
        page.enter("#search", name)
        assert text_of(name) in [text.removesuffix("algorithm") for text in page.texts("#hits li")]
        page.enter("#g-find", name)
        page.run("document.querySelector('#hits li').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))")
        assert page.focused().get_attribute("data-a") == name
    assert page.count("#hits *:not(li, bdi, small)") == 0


def test_copies_escape_what_they_are_read_by(opened: Opener) -> None:
    page = opened("hostile")
    rows = page.table("the leaderboard")
    assert sorted(row["Algorithm"].lstrip("'") for row in rows) == sorted(name.lstrip("'") for name in VECTORS)
    assert not any(cell.startswith(("=", "@", "+")) for row in rows for cell in row.values())
    tabs = page.copied("the leaderboard", "TSV").splitlines()
    assert {line.count("\t") for line in tabs} == {tabs[0].count("\t")}
    latex = page.copied("the leaderboard", "LaTeX")
    assert "\\$(touch broken)" in latex
    assert "\\%" in latex
    assert "\\textbackslash{}" in latex
    assert {line.replace("\\&", "").count("&") for line in latex.splitlines() if line.endswith("\\\\")} == {
        latex.splitlines()[2].replace("\\&", "").count("&")
    }
    markdown = page.copied("the leaderboard", "Markdown")
    assert "<script" not in markdown.replace("\\<", "")
    assert "<img" not in markdown.replace("\\<", "")
    page.run("document.querySelector('#grid').scrollIntoView()")
    page.wait("document.querySelector('#g-box .g-row')")
    grid = list(csv.reader(io.StringIO(page.copied("every result", "CSV"))))
    assert sorted(row[0].lstrip("'") for row in grid[1:]) == sorted(name.lstrip("'") for name in SETS)


def test_commands_hold_names_as_literals(opened: Opener) -> None:
    page = opened("hostile")
    data = json.loads(explorer_of(report("hostile")))
    for algorithm, dataset in zip(VECTORS, SETS, strict=True):
        page.run("location.hash = arguments[0]", f"without={encoded(algorithm)}&skip={encoded(dataset)}")
        page.wait("document.querySelector('#wi-chips [data-a]')?.dataset.a === arguments[0]", algorithm)
        code = page.run("return document.querySelector('#wi-code').textContent")
        assert code.isascii()
        if algorithm == "__proto__":  # which means nothing to a shell
            assert code.endswith(" --without-algorithms __proto__ --without-datasets __proto__2")
            continue
        call = ast.parse(code).body[1]
        lists = {
            keyword.arg: ast.literal_eval(keyword.value)
            for node in ast.walk(call)
            if isinstance(node, ast.Call)
            for keyword in node.keywords
        }
        assert lists == {"without_algorithms": [algorithm], "without_datasets": [dataset]}
    assert len(data["algorithms"]) == 20


def test_a_name_that_looks_like_an_option_makes_no_line_for_the_shell(opened: Opener) -> None:
    page = opened("hostile", f"#without={encoded('__proto__')}")
    assert page.text("#wi-code").startswith("benchreport build ")
    page.run("location.hash = arguments[0]", f"without={encoded('--output=broken')}")
    page.wait("document.querySelector('#wi-code').textContent.startsWith('import benchreport')")
