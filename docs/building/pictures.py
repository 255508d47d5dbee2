"""Pictures of a page: files that its blocks write, pages of PDF files, screens of HTML files."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
from functools import partial
from pathlib import Path

from docs.building.blocks import Page, PageError
from docs.building.cache import made
from docs.building.callouts import callouts_of, draw_numbered
from docs.building.running import run_page

# report.pdf-1.png is page 1 of report.pdf, and report.pdf-1-numbered.png has the numbers of the items of a list;
# report.html.png is what a browser shows of report.html.
SHEET = re.compile(r"(.+\.pdf)-(\d+)(-numbered)?\.png")
SCREEN = re.compile(r"(.+\.html)\.png")
DOTS = 2.0  # per point of a PDF page
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
WINDOW = (1100, 1400)


def pictures_of(page: Page) -> dict[str, Path]:
    """Return the pictures that the blocks of a page make, by the name that the page has for them."""
    if not page.pictures:
        return {}
    folder = made([page.path.name.encode(), page.text.encode()], lambda unfinished: _make(page, unfinished))
    return {name: folder / name for name in page.pictures}


def _make(page: Page, folder: Path) -> None:
    with tempfile.TemporaryDirectory() as work:
        if faults := run_page(page, Path(work)):
            raise PageError("\n".join(faults))
        for name in page.pictures:
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            source = Path(work) / name
            if source.exists():
                shutil.copy(source, target)
            elif match := SHEET.fullmatch(name):
                words = callouts_of(page.text) if match[3] else []
                draw = partial(draw_numbered, words=words) if words else draw_sheet
                draw(Path(work) / match[1], int(match[2]), target=target)
            elif match := SCREEN.fullmatch(name):
                draw_screen(Path(work) / match[1], target)
            else:
                raise PageError(f"{page.path.name} shows {name!r}, which none of its blocks writes")


def draw_sheet(source: Path, number: int, target: Path) -> None:
    """Draw a page of a PDF file, the first one is 1."""
    import pypdfium2

    with pypdfium2.PdfDocument(source) as document:
        document[number - 1].render(scale=DOTS).to_pil().save(target, optimize=True)


def draw_screen(source: Path, target: Path, *, window: tuple[int, int] = WINDOW) -> None:
    """Draw what a browser shows of an HTML file."""
    browser = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if browser is None:
        raise PageError(f"a picture of {source.name} needs Chromium; install it, for example: apt-get install chromium")
    size = f"{window[0]},{window[1]}"
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={size}"]
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, *options, f"--user-data-dir={profile}", f"--screenshot={target}", source.resolve().as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=300)
