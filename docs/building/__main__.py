"""The site, built: ``python -m docs.building`` (``make docs``)."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import benchreport as br
from docs.building.api import api_pages
from docs.building.blocks import FRONT, IMAGE, Page, PageError, read_page
from docs.building.catalogue import catalogue_pages
from docs.building.command_line import command_line_page
from docs.building.gallery import gallery_pages
from docs.building.links import faults_of_site
from docs.building.pictures import pictures_of
from docs.building.study_file import study_file_page

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
STAGED, SITE, TREES = (ROOT / "build" / name for name in ("docs-source", "docs", ".docs-trees"))
COPIED = (".md", ".css", ".js", ".svg", ".png", ".html")
TOCTREE = re.compile(r"^```\{toctree\}\n(?::.*\n)*:glob:\n(?::.*\n)*\n(\S+)\n```\n", re.MULTILINE)
NOT_PAGES = ("README.md",)


def pages() -> list[Path]:
    """Return the pages that are written by hand."""
    return sorted(path for path in DOCS.rglob("*.md") if path.name not in NOT_PAGES)


def with_files(page: Page) -> str:
    """Return the text of a page with its own pictures, and with its tables below the title, to be downloaded."""
    text = TOCTREE.sub(lambda tree: tree[0] if _matches(page, tree[1]) else "", FRONT.sub("", page.text))
    text = IMAGE.sub(lambda image: _own_picture(page, image), text)
    if not page.files:
        return text
    title, _, rest = text.lstrip().partition("\n")
    links = ", ".join(f"{{download}}`{name} <{_beside(page, name)}>`" for name in page.files)
    return f"{title}\n\n:::{{container}} files\nUsed on this page: {links}\n:::\n{rest}"


def _matches(page: Page, pattern: str) -> bool:
    """Return whether a list of pages, by a pattern, has any; Sphinx warns of one that has none."""
    return any(page.path.parent.glob(f"{pattern}.md"))


def _own_picture(page: Page, image: re.Match[str]) -> str:
    """Return an image with the path of its picture: two pages of a folder may both make a cd.svg."""
    name = image[1] or image[2]
    if name not in page.pictures:
        return image[0]
    head, _, tail = image[0].rpartition(name)
    return f"{head}{_beside(page, name)}{tail}"


def _beside(page: Page, name: str) -> str:
    """Return where a file of a page lies, seen from the page."""
    return f"{page.path.stem}.files/{name}"


def staged() -> Iterator[tuple[str, bytes]]:
    """Yield every source of the site by its path: pages, their pictures and tables, generated pages, settings."""
    for path in pages():
        page = read_page(path)
        folder = path.parent.relative_to(DOCS)
        yield str(path.relative_to(DOCS)), with_files(page).encode()
        for name, picture in pictures_of(page).items():
            yield str(folder / _beside(page, name)), picture.read_bytes()
        for name, example in page.files.items():
            yield str(folder / _beside(page, name)), br.example(example).read_bytes()
    yield from generated()
    for path in sorted((DOCS / "_static").iterdir()):
        yield str(path.relative_to(DOCS)), path.read_bytes()
    yield "conf.py", (DOCS / "conf.py").read_bytes()


def generated() -> Iterator[tuple[str, bytes]]:
    """Yield the pages that are made from the records, and their pictures, by their paths."""
    texts = [
        *catalogue_pages(),
        *api_pages(),
        ("study-file.md", study_file_page()),
        ("command-line.md", command_line_page()),
        ("changelog.md", (ROOT / "CHANGELOG.md").read_text(encoding="utf8")),
        ("corrections.md", (ROOT / "CORRECTIONS.md").read_text(encoding="utf8")),
        ("contributing.md", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf8")),
    ]
    yield from ((name, text.encode()) for name, text in texts)
    yield from gallery_pages()


def write_sources(files: Mapping[str, bytes]) -> None:
    """Write the sources that changed, and remove those that are gone, so that Sphinx reads little anew."""
    for name, content in files.items():
        path = STAGED / name
        if not path.exists() or path.read_bytes() != content:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    for path in STAGED.rglob("*"):
        if path.is_file() and str(path.relative_to(STAGED)) not in files:
            path.unlink()


def main(arguments: list[str]) -> int:
    """Run the build; return 1 where a page is at fault, Sphinx warns or a link leads nowhere."""
    from sphinx.cmd.build import main as sphinx

    if "--fresh" in arguments:
        for folder in (STAGED, SITE, TREES):
            shutil.rmtree(folder, ignore_errors=True)
    try:
        write_sources(dict(staged()))
    except PageError as problem:
        print(problem, file=sys.stderr)
        return 1
    code = sphinx(["-b", "html", "-W", "--keep-going", "-n", "-q", "-d", str(TREES), str(STAGED), str(SITE)])
    if code:
        return code
    faults = list(faults_of_site(SITE))
    print("\n".join(faults) or f"the manual: {SITE.relative_to(ROOT)}/index.html")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
