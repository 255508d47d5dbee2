"""Ways through a page: contents, search, permalinks, folded methods, menus, links back."""

from __future__ import annotations

import json

import pytest
from selenium.webdriver.common.keys import Keys

from tests.document.chromium import Page
from tests.document.page.conftest import Opener
from tests.document.page.reports import explorer_of, report

pytestmark = pytest.mark.long

MENU = ["Copy as LaTeX", "Copy as Markdown", "Copy as CSV", "Copy as TSV", "Download as CSV"]


def hits(page: Page, text: str) -> list[str]:
    page.enter("#search", text)
    return page.texts("#hits li")


def test_search_is_a_key_away_and_walked_by_arrows(opened: Opener) -> None:
    page = opened("demo")
    page.press("/")
    assert page.focused().get_attribute("id") == "search"
    page.press("mush")
    assert page.texts("#hits li")[0] == "mushroomdataset"
    assert not any("Download" in text for text in page.texts("#hits li"))
    assert page.find("#search").get_attribute("aria-activedescendant") == "hit-0"
    page.press(Keys.ENTER)
    page.wait("document.querySelector('.g-row.lit')?.dataset.d === 'mushroom'")
    assert not page.is_seen("#hits")


def test_search_finds_algorithms_sections_and_text(opened: Opener) -> None:
    page = opened("demo")
    kinds = {text.removeprefix("C4.5") for text in hits(page, "c4.5") if text.startswith("C4.5")}
    assert any("algorithm" in kind for kind in kinds)
    assert any(text.endswith("section") for text in hits(page, "methods"))
    assert any(text.endswith("text") for text in hits(page, "wilcoxon"))
    assert hits(page, "no such word anywhere") == ["Nothing found."]
    hits(page, "c4.5+cf")
    page.press(Keys.ENTER)
    assert page.focused().get_attribute("data-a") == "C4.5+cf"
    hits(page, "c4.5+cf")
    page.press(Keys.ESCAPE)
    assert not page.is_seen("#hits")


def test_a_hit_is_clicked_and_folded_parts_open(opened: Opener) -> None:
    page = opened("demo")
    term = page.text("#methods details summary").lower()
    texts = hits(page, term)
    page.press(*[Keys.ARROW_DOWN] * texts.index(f"{page.text('#methods details summary')}section"), Keys.ENTER)
    page.wait("document.querySelector('#methods details').open")
    assert not any("#" in text for text in texts)


def test_contents_follow_the_reader(opened: Opener) -> None:
    page = opened("demo")
    page.resize(1280, 800)
    sections = [section.id for section in report("demo").sections]
    for name in sections:
        page.run("document.getElementById(arguments[0]).scrollIntoView({behavior: 'instant'})", name)
        page.rest()
    page.wait("document.querySelector('nav a[aria-current=true]').hash === arguments[0]", f"#{sections[-1]}")
    page.run("scrollTo({top: 0, behavior: 'instant'})")
    page.wait("document.querySelector('nav a[aria-current=true]').hash === arguments[0]", f"#{sections[0]}")
    page.click('nav a[href="#results"]')
    page.wait("Math.abs(document.querySelector('#results').getBoundingClientRect().top) < 120")
    assert page.count("nav a[aria-current=true]") == 1


@pytest.mark.parametrize("name", ["demo", "declared", "two_fold", "predictions", "bake_off", "gaps"])
def test_every_link_of_the_page_leads_somewhere_and_no_id_is_twice(name: str, opened: Opener) -> None:
    page = opened(name)
    dead = page.run(
        "return [...document.querySelectorAll('a[href^=\"#\"]')].map((link) => link.hash.slice(1))"
        ".filter((id) => !document.getElementById(decodeURIComponent(id)))"
    )
    ids = page.attributes("[id]", "id")
    assert dead == []
    assert len(ids) == len(set(ids))


def test_sections_tables_and_figures_have_permalinks(opened: Opener) -> None:
    page = opened("demo", "#sizes")
    page.wait("Math.abs(document.querySelector('#sizes').getBoundingClientRect().top) < 120")
    targets = {
        link.partition("#")[2] for link in page.run("return [...document.querySelectorAll('.here')].map(String)")
    }
    exhibits = page.run(
        "return [...document.querySelectorAll('main section:not(.opening), .exhibit:not([hidden])')].map((x) => x.id)"
    )
    assert set(exhibits) <= targets


def test_a_link_to_the_picture_of_the_answer_leads_to_the_board(opened: Opener) -> None:
    page = opened("demo")
    first = next(block.id for block in report("demo").sections[0].blocks if getattr(block, "id", None))
    assert page.is_seen("#hero")
    assert page.count(f"[id='{first}']") == 1


def test_methods_are_folded_with_formulas_that_are_read(opened: Opener) -> None:
    page = opened("demo")
    assert page.count("#methods details") > 3
    assert page.count("#methods details[open]") == 0
    summary = page.find("#methods details summary")
    page.focus(summary)
    page.press(Keys.ENTER)
    assert page.count("#methods details[open]") == 1
    page.click(summary)
    assert page.count("#methods details[open]") == 0
    assert page.count("#methods math") > 0


def test_a_link_into_folded_methods_opens_them(opened: Opener) -> None:
    page = opened("demo")
    cited = page.run("return document.querySelector('#methods details a[href^=\"#work-\"]').id")
    page.run("location.hash = arguments[0]", cited)
    page.wait("document.getElementById(arguments[0]).closest('details').open", cited)


def test_references_link_back_to_where_they_are_cited(opened: Opener) -> None:
    page = opened("demo")
    works = page.count(".works li")
    assert works == page.count(".works li .back") > 3
    page.click(".works li .back a")
    target = page.hash[1:]
    page.wait("document.getElementById(arguments[0]).getBoundingClientRect().top >= 0", target)
    assert page.run("return document.getElementById(arguments[0]).checkVisibility()", target)


@pytest.mark.parametrize("name", ["demo", "predictions"])
def test_every_table_has_one_quiet_menu(name: str, opened: Opener) -> None:
    page = opened(name)
    assert page.count(".exhibit.table") > 0
    menus = page.run(
        "return [...document.querySelectorAll('.exhibit.table')].map((box) =>"
        " [...box.querySelectorAll('.menu')].map((menu) => [...menu.querySelectorAll('button')]"
        ".map((entry) => entry.textContent)))"
    )
    assert menus == [[MENU]] * len(menus)
    assert not page.is_seen(".menu")
    page.focus(".exhibit.table .dots")
    page.press(Keys.ENTER)
    assert page.is_seen(".exhibit.table .menu")
    page.press(Keys.ESCAPE)
    assert not page.is_seen(".menu")


def test_heads_of_columns_explain_themselves(opened: Opener) -> None:
    page = opened("demo")
    for head in page.all("#hero th.c-rank, #hero th.c-set"):
        page.hover(head)
        assert len(page.wait_for_tip()) > 20
        page.escape()
    page.focus("#hero th.c-rank .sort")
    assert "1 is best" in page.wait_for_tip()


def test_a_figure_is_enlarged_by_a_button_and_two_fingers_are_free_to_zoom(opened: Opener) -> None:
    page = opened("demo")
    page.resize(390, 844, touch=True)
    figure = "main section:not(.opening) figure.exhibit"
    page.tap(f"{figure} .enlarge")
    assert page.is_seen("dialog[open]")
    width = "document.querySelector('dialog[open] svg').getBoundingClientRect().width"
    before = page.run(f"return {width}")
    page.tap('dialog[open] button[value="1.3"]')
    larger = page.run(f"return {width}")
    assert larger > 1.2 * before
    for content in page.attributes("meta[name=viewport]", "content"):
        assert "scalable" not in (content or "")
        assert "maximum-scale" not in (content or "")
    page.press(Keys.ESCAPE)
    assert not page.is_seen("dialog[open]")
    # A browser says that a dialog was closed only when it has nothing else to do.
    page.wait("!document.querySelector('dialog svg')")
    assert page.count(f"{figure} > svg") == page.count(figure)


def test_a_figure_is_downloaded_in_light_colours_with_its_words(opened: Opener) -> None:
    page = opened("demo")
    page.run("document.documentElement.dataset.theme = 'dark'")
    page.take("the leaderboard", "Download the figure as SVG")
    name, text = page.wait("window.saved")
    assert name.endswith(".svg")
    assert "<title>Figure 1." in text
    assert "<desc>" in text
    assert "var(" not in text
    assert page.run("return document.documentElement.dataset.theme") == "dark"


def test_the_caption_of_places_by_metric_is_true_of_the_picture(opened: Opener) -> None:
    page = opened("bake_off")
    caption = page.text("#places-by-metric figcaption")
    assert "Places by metric. One line per algorithm; place 1, the best mean rank, is at the top." in caption
    page.bring(page.find("#slope"))
    page.wait("document.querySelector('#slope .line')")
    assert page.count("#slope .line") == 24
    heights = page.run(
        "return [...document.querySelectorAll('#slope .line')].map((line) =>"
        " [line.dataset.a, ...[...line.querySelectorAll('circle')].map((dot) => Number(dot.getAttribute('cy')))])"
    )
    data = json.loads(explorer_of(report("bake_off")))
    for number, metric in enumerate(data["metrics"], start=1):
        ranks = dict(zip(data["algorithms"], metric["rank"], strict=True))
        downward = [ranks[line[0]] for line in sorted(heights, key=lambda line: line[number])]
        assert downward == sorted(downward)
    page = opened("bake_off", scripted=False)
    assert "Mean ranks by metric." in page.text("#places-by-metric figcaption")


def test_colours_are_switched_by_a_button(opened: Opener) -> None:
    page = opened("demo")
    themes = []
    for _ in range(3):
        page.click("#scheme")
        themes.append(page.run("return document.documentElement.dataset.theme ?? ''"))
    assert themes == ["light", "dark", ""]
