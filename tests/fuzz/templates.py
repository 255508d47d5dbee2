"""Templates of an author's own: sections, formats, styles and bibliography, changed copies of ours and new ones."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import benchreport as br
from benchreport.document.formats.html import html_text
from benchreport.document.formats.latex import latex_files
from benchreport.document.formats.markdown import markdown_files
from benchreport.document.formats.pdf import pdf_bytes
from benchreport.document.model.blocks import Report
from benchreport.document.model.looks import look_of
from benchreport.document.model.templates import section
from benchreport.resources import resource, shipped
from tests.fuzz.mutations import mutated_bytes
from tests.fuzz.readers import scores

OWN = """# Title

{% for name in names %}
- {{ m.strong(name) }} {{ '{:.2f}'.format(0.5) }}
{% endfor %}

{{ m.table(board) }}

{% if names | length > 1 %}{{ m.cite("demsar2006") }}{% endif %}
"""
# Put into templates whole, where bytes alone would hardly ever make them.
SNIPPETS = (
    *("{{ ''.__class__.__mro__ }}", "{% for i in range(10**9) %}x{% endfor %}", "{{ 'x' * 10**9 }}", "{{ 1 / 0 }}"),
    *("{% include 'formats/html.jinja' %}", "{% extends 'nothing' %}", "{{ names.append(1) }}", "{{ undefined.a.b }}"),
    *("{{ '%999999999d' | format(1) }}", "{% set a = [] %}{{ a.append(a) }}{{ a }}", "{{ 10**(10**10) }}", "{{ m }}"),
    *("{% macro f() %}{{ f() }}{% endmacro %}{{ f() }}", "{{ board.frame.write_csv('x') }}", "{% import 'os' as o %}"),
    *("{{ '{0.__class__}'.format(names) }}", "<meta http-equiv='refresh' content='0'>", "{{ range(3) | list }}"),
    *("{{ cycler }}", "{{ lipsum(n=10**6) }}", "{{ names | map(attribute='__class__') | list }}", "{{ m.table(3) }}"),
    *("{{ m.cite('nobody1999') }}", "{{ m.ref('nothing') }}", "{{ '\\ud800' }}", "{# ", "{% raw %}", "{{ joiner }}"),
)


def changed(text: str, chance: random.Random | None) -> str:
    if chance is None:
        return text
    if chance.random() < 0.4:
        lines = text.split("\n")
        lines.insert(chance.randrange(len(lines) + 1), chance.choice(SNIPPETS))
        return "\n".join(lines)
    return mutated_bytes(text.encode(), chance).decode("utf8", "replace")


DEEP_STYLES = (
    "body { padding: " + "calc(" * 2000 + "1px" + ")" * 2000 + "}",
    "a " * 20_000 + "{ color: red }",
    ":root { --a: var(--b); --b: var(--a) } body { color: var(--a) }",
    "@import 'https://example.org/a.css';",
    "@font-face { font-family: a; src: url(data:font/ttf;base64,AAAA) } body { font-family: a }",
)


def in_own_section(chance: random.Random | None, _: Path) -> object:
    board = br.table(scores().head(2), caption="A table.", id="board")
    look = look_of(templates={"sections/own.jinja": changed(OWN, chance)})
    return section("own", {"names": ["a", "b"], "board": board}, look=look)


def in_our_section(chance: random.Random | None, folder: Path) -> object:
    """Change the template of a section and make a report with it."""
    names = ("setup", "ranks", "datasets", "summary", "leaderboard", "provenance")
    name = "setup" if chance is None else chance.choice(names)
    path = f"sections/{name}.jinja"
    text = changed(resource("templates", path).read_text(encoding="utf8"), chance)
    report = br.report(br.scores(scores()), sections=[name], templates={path: text})
    return report.write(folder / "report.html", force=True)


@cache
def small_report() -> Report:
    return br.report(br.scores(scores()), sections=["setup", "ranks"])


def in_formats(chance: random.Random | None, _: Path) -> object:
    """Change a format, a style or the bibliography, and write the format that reads it."""
    paths = [path for path in shipped("templates") if not path.startswith("sections/")]
    paths = [path for path in paths if not path.endswith(".js")]
    path = paths[0] if chance is None else chance.choice(sorted(paths))
    text = changed(resource("templates", path).read_text(encoding="utf8"), chance)
    if path.endswith(".css") and chance is not None and chance.random() < 0.5:
        text += f"\n{chance.choice(DEEP_STYLES)}"
    report = replace(small_report(), look=look_of(templates={path: text}))
    if path.endswith(".css"):
        return pdf_bytes(report)
    if "latex" in path:
        return latex_files(report, "main.tex")
    return markdown_files(report, "files") if "markdown" in path else html_text(report)


ATTEMPTS: Mapping[str, object] = {"own section": in_own_section, "our sections": in_our_section, "formats": in_formats}
