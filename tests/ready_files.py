"""Fonts, formulas and code that lie ready in ``templates``: ``python -m tests.ready_files`` (``make ready``)."""

from __future__ import annotations

import json
import shutil
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any
from unittest.mock import patch

import polars as pl

import benchreport as br
from benchreport.document.formats.fonts import FACES, USUAL, cut_font
from benchreport.document.formats.html import html_text
from benchreport.document.model.blocks import Look
from benchreport.document.model.sandbox import READY, macros_environment, ready_name
from benchreport.document.model.templates import section_environment
from benchreport.figures import formulas
from benchreport.resources import resource, shipped
from tests.benchmarks.documents import write_predictions

FOLDER = resource("templates", "references.bib").parent
FORMULAS = FOLDER / "formulas.json"
# Reports whose formulas lie ready: tables that ship, with options that call for other methods.
REPORTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("demsar2006_auc.csv", {}),
    ("demsar2006_auc.csv", {"reference": "C4.5"}),
    ("small_study_5x2.csv", {}),
    ("small_study_10x10.parquet", {}),
    ("small_study_predictions.parquet", {}),
)
# Methods that other tables than these call for in usual reports.
FURTHER = ("log_ratio", "shaffer")


def made_predictions() -> pl.DataFrame:
    """Return made predictions on several datasets, whose usual report sums up more analyses than that on one."""
    with tempfile.TemporaryDirectory() as folder:
        return pl.read_parquet(write_predictions(Path(folder) / "predictions.parquet", 6, 8, 100))


def ready_font(name: str) -> bytes:
    """Return a font cut down to the usual characters, under another name."""
    return cut_font(name, "".join(sorted(USUAL)), renamed=True)


def formulas_text() -> str:
    """Return the formulas of the listed reports as they lie ready, a line for each."""
    wanted: dict[tuple[str, bool], formulas.SetFormula] = {}

    def recorded(tex: str, *, display: bool = False) -> formulas.SetFormula:
        if (tex, display) not in wanted:
            wanted[tex, display] = formulas.newly_set(tex, display=display)
        return wanted[tex, display]

    places = ("benchreport.figures.formulas.set_formula", "benchreport.document.formats.html.set_formula")
    with patch(places[0], recorded), patch(places[1], recorded):
        for name, options in REPORTS:
            html_text(br.report(br.read(br.example(name)), **options))
        html_text(br.report(br.predictions(made_predictions())))
        for tex in (br.METHODS[name].tex for name in FURTHER):
            for line in formulas.formula_lines(tex):
                recorded(line, display=True)
    lines = [
        json.dumps([tex, display, asdict(outline)], ensure_ascii=False, separators=(",", ":"))
        for (tex, display), outline in sorted(wanted.items())
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def template_codes() -> dict[str, str]:
    """Return the Python code of every template that ships, by the file in which it lies ready."""
    codes = {}
    for name in (name for name in shipped("templates") if name.endswith(".jinja")):
        folder, _, file = name.rpartition("/")
        environment = section_environment(Look())
        if folder == "formats":
            environment = macros_environment(file.removesuffix(".jinja"), Look())
        source = environment.loader.get_source(environment, name)[0] if environment.loader else ""
        codes[ready_name(environment, name, source)] = environment.compile(source, name, raw=True)
    return codes


if __name__ == "__main__":
    shutil.rmtree(FOLDER / READY, ignore_errors=True)
    (FOLDER / READY).mkdir()
    for file, code in template_codes().items():
        (FOLDER / READY / file).write_text(f"{code}\n", encoding="utf8")
    (FOLDER / "fonts" / "page").mkdir(exist_ok=True)
    for face in FACES:
        (FOLDER / "fonts" / "page" / face).with_suffix(".woff2").write_bytes(ready_font(face))
    FORMULAS.write_text(formulas_text(), encoding="utf8")
