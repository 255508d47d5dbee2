"""Blind review: what a report must not say of where it was made."""

from __future__ import annotations

import getpass
import io
import platform
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import StreamObject

from tests.cli.shell import fine, ladder, save

FILE, FOLDER, TEMPLATES = "ada-lovelace-scores", "home-of-ada", "templates-of-ada"


def contents(folder: Path) -> dict[str, bytes]:
    """Everything that was written, PDF streams decoded."""
    texts = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for name in [name for name in texts if name.endswith(".pdf")]:
        reader = PdfReader(io.BytesIO(texts[name]))
        parts = [str(reader.metadata).encode(), str(list(reader.attachments)).encode()]
        for number in range(1, len(reader.xref_objStm) + sum(map(len, reader.xref.values())) + 1):
            found = reader.get_object(number)
            if isinstance(found, StreamObject):
                parts.append(found.get_data())
            parts.append(str(found).encode())
        texts[f"{name}, decoded"] = b"\n".join(parts)
    return texts


@pytest.mark.parametrize("data", [True, False], ids=["with data", "without data"])
def test_an_anonymous_report_names_no_file_folder_user_or_host(data: bool, tmp_path: Path) -> None:
    (home := tmp_path / FOLDER).mkdir()
    (templates := home / TEMPLATES / "sections").mkdir(parents=True)
    (templates / "thanks.jinja").write_text("# Thanks\n\nThanks to all.", encoding="utf8")
    table = save(home / f"{FILE}.csv", ladder(datasets=8))
    (out := tmp_path / "out").mkdir()
    outputs = [word for name in ("r.html", "r.pdf", "r.md", "latex/") for word in ("-o", out / name)]
    options = [] if data else ["--no-data"]
    sections = "summary,setup,provenance,thanks"
    words = ["--sections", sections, "--templates", home / TEMPLATES, "--anonymous", *options, *outputs]
    fine("build", table, *words)
    # A name of a few letters stands in packed bytes by chance.
    names = [word for word in (platform.node(), getpass.getuser()) if len(word) > 6]
    secret = [FILE, FOLDER, TEMPLATES, str(tmp_path), *names]
    written = contents(out)
    assert written
    leaks = [(name, word) for name, text in written.items() for word in secret if word.encode() in text]
    assert leaks == []
    assert any(b"input 1" in text for text in written.values())
