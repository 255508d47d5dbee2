"""How a page looks: dark, on a telephone, wide, printed, in forced colours, without a script."""

from __future__ import annotations

import base64
import io
import json

import numpy as np
import pytest
from PIL import Image

from tests.document.chromium import Page
from tests.document.page.conftest import Opener
from tests.document.page.reports import explorer_of, report

pytestmark = pytest.mark.long

PAGES = ["demo", "declared", "two_fold", "predictions", "bake_off", "gaps"]
OVERFLOW = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


def picture(page: Page, query: str) -> np.ndarray:
    """Return the pixels of an element, grey from 0 to 255."""
    element = page.bring(page.find(query))
    return np.asarray(Image.open(io.BytesIO(element.screenshot_as_png)).convert("L"))


@pytest.mark.parametrize("name", PAGES)
def test_dark_figures_stand_on_dark_paper(name: str, opened: Opener) -> None:
    page = opened(name)
    page.media(prefers_color_scheme="dark")
    assert page.run("return getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
    drawings = page.run(
        "return [...document.querySelectorAll('figure svg, #hero, #g-box')].filter((x) => x.checkVisibility())"
    )
    assert drawings
    for drawing in drawings:
        page.bring(drawing)
        shot = Image.open(io.BytesIO(base64.b64decode(drawing.screenshot_as_base64))).convert("L")
        pixels = np.asarray(shot)
        assert np.median(pixels) < 110, drawing.get_attribute("outerHTML")[:200]
        assert (pixels > 235).mean() < 0.2


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("width", [390, 768, 1280, 1920])
def test_the_page_is_never_wider_than_its_window(name: str, width: int, opened: Opener) -> None:
    page = opened(name)
    page.resize(width, 900, touch=width < 700)
    page.open()
    assert page.run(OVERFLOW) <= 0
    if page.count("#ref") and page.count("#ref option") > 1:
        page.run("document.querySelector('#hero tbody tr:nth-child(2) .alg').click()")
        assert page.is_seen("#duel")
        assert page.run(OVERFLOW) <= 0
        page.run("document.querySelector('#wi-button').click()")
        assert page.run(OVERFLOW) <= 0


@pytest.mark.parametrize("name", ["demo", "predictions", "bake_off"])
def test_no_table_scrolls_while_a_fifth_of_the_window_is_empty(name: str, opened: Opener) -> None:
    page = opened(name)
    page.resize(1280, 900)
    page.open()
    narrow = page.run(
        "return [...document.querySelectorAll('main .scroll')].filter((box) => box.checkVisibility() &&"
        " box.scrollWidth > box.clientWidth + 1).map((box) => [box.closest('[id]').id, box.clientWidth])"
    )
    rail = page.run("return document.querySelector('nav').getBoundingClientRect().right")
    assert [item for item in narrow if item[1] < 0.8 * (1280 - rail)] == []


def test_a_telephone_shows_the_answer_first_and_folds_the_contents(opened: Opener) -> None:
    page = opened("demo")
    page.resize(390, 844, touch=True)
    page.open()
    assert not page.is_seen("nav ol")
    assert page.run("return document.querySelector('.headline').getBoundingClientRect().bottom") < 844
    page.tap(".topbar button")
    assert page.is_seen("nav ol")
    page.tap('nav a[href="#results"]')
    assert not page.is_seen("nav ol")
    page.wait("Math.abs(document.querySelector('#results').getBoundingClientRect().top) < 160")


def test_all_values_are_printed_in_order_and_nothing_that_serves_the_screen(opened: Opener) -> None:
    page = opened("demo")
    page.run("dispatchEvent(new Event('beforeprint'))")
    page.media("print")
    assert not page.is_seen("nav, .topbar, #controls, .menu-box, .here, .skip, #tip, #g-box")
    assert page.count("main details:not([open], #wi-more)") == 0
    rows = page.texts("#print tbody tr")
    assert len(rows) == 14
    assert page.is_seen("#hero")
    assert page.run("return getComputedStyle(document.body).backgroundColor") in (
        "rgb(255, 255, 255)",
        "rgba(0, 0, 0, 0)",
    )
    page.media("")
    page.run("dispatchEvent(new Event('afterprint'))")
    assert page.count("#print tr") == 0
    assert page.count("#methods details[open]") == 0


def test_the_values_of_every_metric_are_printed(opened: Opener) -> None:
    page = opened("two_fold")
    data = json.loads(explorer_of(report("two_fold")))
    page.bring(page.find("#g-box"))
    page.wait("document.querySelector('#g-box .g-row')")
    chosen = page.copied("every result", "CSV")
    page.run("dispatchEvent(new Event('beforeprint'))")
    captions = page.texts("#print caption")
    assert captions == [f"All values: {metric['name']}" for metric in data["metrics"]]
    assert len(captions) > 2
    assert page.count("#print tbody tr") == len(captions) * len(data["datasets"])
    page.run("dispatchEvent(new Event('afterprint'))")
    assert page.copied("every result", "CSV") == chosen


def test_pictures_of_cells_turn_dark_with_the_best_still_apart_from_the_rest(opened: Opener) -> None:
    page = opened("bake_off")
    image = "figure.exhibit image[data-cells]"
    bright = picture(page, image).astype(float)
    page.media(prefers_color_scheme="dark")
    dark = picture(page, image).astype(float)
    assert bright.mean() > 128 > dark.mean()
    assert np.corrcoef(bright.ravel(), dark.ravel())[0, 1] < -0.9
    assert dark.std() > 0.5 * bright.std()


@pytest.mark.parametrize("name", ["demo", "predictions"])
def test_words_of_dark_figures_stand_out_from_what_is_behind_them(name: str, opened: Opener) -> None:
    page = opened(name)
    page.media(prefers_color_scheme="dark")
    for drawing in page.run("return [...document.querySelectorAll('figure > svg')].filter((x) => x.checkVisibility())"):
        page.bring(drawing)
        boxes = page.run(
            "return [...arguments[0].querySelectorAll('text')].map((text) => text.getBoundingClientRect())"
            ".map((box) => [box.left, box.top, box.right, box.bottom].map(Math.round))",
            drawing,
        )
        pixels = np.asarray(Image.open(io.BytesIO(page.browser.get_screenshot_as_png())).convert("L")).astype(float)
        words = [
            pixels[max(0, top) : bottom, left:right] for left, top, right, bottom in boxes if top < pixels.shape[0]
        ]
        assert words
        assert min(np.ptp(word) for word in words if word.size > 60) > 50, drawing.get_attribute("aria-label")


def test_dark_readers_print_on_white(opened: Opener) -> None:
    page = opened("demo")
    page.run("document.documentElement.dataset.theme = 'dark'")
    page.media("print", prefers_color_scheme="dark")
    pixels = picture(page, "main section:not(.opening) figure svg")
    assert np.median(pixels) > 235


def test_reduced_motion_moves_nothing(opened: Opener) -> None:
    page = opened("demo")
    page.media(prefers_reduced_motion="reduce")
    moving = page.run(
        "return [...document.querySelectorAll('*')].filter((node) => { const style = getComputedStyle(node);"
        " return parseFloat(style.transitionDuration) > 0.01 || (style.animationName !== 'none' &&"
        " parseFloat(style.animationDuration) > 0.01); }).length"
    )
    assert moving == 0
    assert page.run("return getComputedStyle(document.documentElement).scrollBehavior") == "auto"


def test_forced_colours_keep_marks_and_focus(opened: Opener) -> None:
    page = opened("demo")
    page.media(forced_colors="active")
    page.hover('#hero tr[data-a="C4.5"] .c-name button')
    assert page.count(".lit") > 3
    pixels = picture(page, "#hero")
    assert pixels.std() > 5


# Without a script


@pytest.mark.parametrize("name", PAGES)
def test_without_a_script_answer_picture_and_all_values_are_read(name: str, opened: Opener) -> None:
    page = opened(name, scripted=False)
    text = explorer_of(report(name))
    assert page.is_seen(".headline")
    assert page.is_seen("main figure svg")
    assert not page.is_seen("#hero, #duel, #tip, #find")
    assert page.is_seen("nav ol")
    if not text:
        return
    data = json.loads(text)
    assert page.text(".headline") == data["metrics"][0]["answer"]["headline"]
    assert page.is_seen("#answer figure svg")
    rows = page.texts("#tables tbody tr")
    assert len(rows) >= len(data["datasets"])
    for dataset in data["datasets"]:
        assert any(dataset in row for row in rows), dataset
    for section in report(name).sections:
        assert page.is_seen(f"#{section.id}")
