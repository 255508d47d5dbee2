"""PDF files given to verify: their bytes, their objects and the files that they carry, changed."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl
from pypdf import PdfReader, PdfWriter
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    FloatObject,
    IndirectObject,
    NameObject,
    NullObject,
    NumberObject,
    TextStringObject,
)

import benchreport as br
from benchreport.document.formats.pdf import pdf_bytes
from benchreport.document.proof.attach import INPUT, PROVENANCE, RECIPE, RESULTS, TEMPLATES, files_inside, parquet
from benchreport.document.proof.rebuild import size_of
from tests.fuzz.mutations import HOSTILE_TEXTS, mutated_bytes, mutated_frame, mutated_structure
from tests.fuzz.readers import scores
from tests.fuzz.shell import check_ending
from tests.fuzz.templates import OWN

STRANGE = (
    *(NullObject(), NumberObject(-1), NumberObject(2**40), FloatObject(1e30), NameObject("/Nothing")),
    *(TextStringObject("text"), ArrayObject(), DictionaryObject(), TextStringObject("\ud7ff" * 300)),
)


@cache
def report() -> bytes:
    """Return a sound report of two sections, one of them in the author's own words."""
    table = br.scores(scores().filter(pl.col("fold") == 0))
    words = {"sections/own.jinja": OWN.replace("m.table(board)", "'board'").replace("names", "['a', 'b']")}
    return pdf_bytes(br.report(table, sections=["setup", "own"], templates=words))[0]


def try_verify(path: Path) -> object:
    size_of(path)
    return br.verification(path)


def in_bytes(chance: random.Random | None, folder: Path) -> object:
    path = folder / "report.pdf"
    path.write_bytes(mutated_bytes(report(), chance))
    return try_verify(path)


def in_objects(chance: random.Random | None, folder: Path) -> object:
    """Change entries of dictionaries and arrays anywhere in the file: other values, references and cycles."""
    path = folder / "report.pdf"
    path.write_bytes(_with_objects(chance))
    return try_verify(path)


def _with_objects(chance: random.Random | None) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(report())))
    objects = writer._objects
    for _ in range(chance.randint(1, 3) if chance else 0):
        place = chance.randrange(len(objects))
        item: Any = objects[place]
        strange = chance.choice((*STRANGE, IndirectObject(chance.randrange(len(objects)) + 1, 0, writer)))
        if isinstance(item, DictionaryObject) and item:
            key = chance.choice(sorted(item))
            if chance.random() < 0.3:
                del item[key]
            else:
                item[NameObject(key)] = strange
        elif isinstance(item, ArrayObject) and item:
            item[chance.randrange(len(item))] = strange
        else:
            objects[place] = strange
    stream = io.BytesIO()
    try:
        writer.write(stream)
    except Exception:  # what cannot be written cannot be given to anybody
        return report()
    return stream.getvalue()


def in_attachments(chance: random.Random | None, folder: Path) -> object:
    """Change one of the attached files, in bytes or in structure."""
    path = folder / "report.pdf"
    path.write_bytes(_with_attachment(chance))
    return try_verify(path)


def _with_attachment(chance: random.Random | None) -> bytes:
    inside = dict(files_inside(report()))
    if chance is not None:
        name = chance.choice(sorted(inside))
        if chance.random() < 0.5:
            inside[name] = mutated_bytes(inside[name], chance)
        elif name in (PROVENANCE, TEMPLATES):
            inside[name] = json.dumps(mutated_structure(json.loads(inside[name]), chance)).encode()
        elif name == RECIPE:
            lines = inside[name].decode().split("\n")
            lines.insert(chance.randrange(len(lines) + 1), f"title = {chance.choice(HOSTILE_TEXTS)!r}")
            inside[name] = "\n".join(lines).encode("utf8", "replace")
        elif name in (INPUT, RESULTS):
            inside[name] = parquet(mutated_frame(pl.read_parquet(io.BytesIO(inside[name])), chance))
    writer = PdfWriter()
    writer.append_pages_from_reader(PdfReader(io.BytesIO(report())))
    for name, content in inside.items():
        writer.add_attachment(name, content)
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def in_shell(chance: random.Random | None, folder: Path) -> object:
    """Give a changed file to the program itself, which works on it in a child process."""
    path = folder / "report.pdf"
    changed = mutated_bytes(report(), chance) if chance is None or chance.random() < 0.5 else _with_attachment(chance)
    path.write_bytes(changed)
    ended = subprocess.run(
        [sys.executable, "-m", "benchreport", "verify", str(path)],
        capture_output=True,
        env=os.environ,
        text=True,
        errors="replace",
        check=False,
    )
    check_ending(ended.returncode, ended.stdout, ended.stderr)
    return ended.stdout


ATTEMPTS = {"bytes": in_bytes, "objects": in_objects, "attached files": in_attachments}
SHELL = {"at the command line": in_shell}
