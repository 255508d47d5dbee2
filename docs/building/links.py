"""Links of the built site: every address on a page leads to a file, and every anchor to an element."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

ADDRESSES = {"a": "href", "link": "href", "img": "src", "script": "src", "source": "src"}
# What a page fetches, not what a reader follows.
FETCHED = ("link", "img", "script", "source")


class _Links(HTMLParser):
    """What a page links to, and the places in it that can be linked to."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[tuple[str, str]] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Read the address and the anchors of an element."""
        values = dict(attrs)
        self.anchors.update(name for name in (values.get("id"), values.get("name")) if name)
        address = values.get(ADDRESSES.get(tag, ""))
        if address is not None:
            self.links.append((tag, address))


def read_links(text: str) -> tuple[list[tuple[str, str]], set[str]]:
    """Return the addresses of a page, each with its element, and its anchors.

    Examples
    --------
    >>> read_links('<h2 id="a">A</h2><a href="b.html#c">')
    ([('a', 'b.html#c')], {'a'})
    """
    page = _Links()
    page.feed(text)
    return page.links, page.anchors


def faults_of_site(site: Path) -> Iterator[str]:
    """Yield every address of a site that leads nowhere, or that a page would fetch from elsewhere."""
    pages = {path: read_links(path.read_text(encoding="utf8")) for path in sorted(site.rglob("*.html"))}
    for path, (links, _) in pages.items():
        for tag, address in links:
            if problem := _problem(path, tag, address, pages):
                yield f"{path.relative_to(site)}: {address}: {problem}"


def _problem(path: Path, tag: str, address: str, pages: dict[Path, tuple[list[tuple[str, str]], set[str]]]) -> str:
    parts = urlsplit(address)
    if parts.scheme == "data":
        return ""
    if parts.scheme or parts.netloc:
        return "fetched from elsewhere; the manual works from disk" if tag in FETCHED else ""
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return "no such file"
    if parts.fragment and target in pages and unquote(parts.fragment) not in pages[target][1]:
        return "no such place on that page"
    return ""
