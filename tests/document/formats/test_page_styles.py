"""Styles of a page: no attribute is left, every colour has a partner, and darker stays apart from lighter."""

from __future__ import annotations

import re

import pytest

import benchreport as br
from benchreport.document.formats.html import html_text
from benchreport.document.formats.page_styles import classed, dark_partner


def luminance(colour: str) -> float:
    """Return the relative luminance of WCAG 2."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_a_page_has_no_style_attribute_and_each_class_has_a_rule() -> None:
    text = html_text(br.report(br.read_scores(br.example("demsar2006_auc.csv"))))
    body = text[text.index("<body>") :]
    assert not re.findall(r"<[^<>]*\sstyle=", body)
    used = {
        name for names in re.findall(r'class="([^"]*)"', body) for name in names.split() if re.fullmatch(r"s\d+", name)
    }
    assert used
    assert used == set(re.findall(r"^\.(s\d+)\{", text, re.MULTILINE))


def test_a_class_that_stands_there_is_kept() -> None:
    markup, sheet = classed(
        '<path d="M0" style="fill: #123456; stroke: none"/><g class="a" style="fill: #123456; stroke: none">'
    )
    assert markup == '<path d="M0" class="s0"/><g class="a s0">'
    assert sheet.startswith(".s0{fill: var(--c123456); stroke: none}")


def test_a_text_that_looks_like_a_style_stays() -> None:
    text = 'say style="x" <b>style="y"</b> <i title="a>b" style="color: #fff">z</i>'
    assert classed(text) == (text, "")
    assert classed(f'{text}<u\nstyle="color: red">')[0] == f'{text}<u class="s0">'


@pytest.mark.parametrize("colour", ["#000000", "#16191d", "#59626d", "#0b62c4", "#b8430b", "#117733", "#882255"])
def test_what_is_read_on_white_is_read_on_dark_paper(colour: str) -> None:
    paper = luminance("#121518")
    assert (luminance(dark_partner(colour)) + 0.05) / (paper + 0.05) >= 4.5


def test_greys_and_tints_of_a_hue_keep_their_order_turned_round() -> None:
    for shades in (["#111111", "#555555", "#999999", "#dddddd"], ["#08306b", "#2171b5", "#6baed6", "#c6dbef"]):
        partners = [luminance(dark_partner(shade)) for shade in shades]
        assert partners == sorted(partners, reverse=True)
