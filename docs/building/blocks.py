"""Blocks of a page: what it shows as commands, Python, files and printed text, read from Markdown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from markdown_it import MarkdownIt

Role = Literal["console", "python", "doctest", "file", "study", "output", "illustration"]
FRONT = re.compile(r"\A---\n(.*?)\n---\n", re.DOTALL)
# A file is named by `file=name` behind the language, or by a comment in the first line.
NAMED = re.compile(r"(?:^|\s)file=(\S+)")
COMMENT = re.compile(r"^(?:#|%|//|--|<!--|/\*|\{#)\s*([\w-][\w./-]*\.[A-Za-z]\w*)\b")
PROMPT, CONTINUED = "$ ", "> "
# Formats of files that a page may write; a block of one of them without a name is a study file or a picture of text.
PRINTED = ("text", "output")
IMAGE = re.compile(r"!\[[^\]]*\]\(([^)\s]+)\)|^(?:```|:{3,})\{(?:figure|image)\}\s+(\S+)", re.MULTILINE)


class PageError(Exception):
    """A page that cannot be read: what is wrong, with its line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command of a console block with what it prints; None where the block shows no output at all."""

    text: str
    line: int
    output: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A fenced block: what it is for, its text, its first line in the page, the file that it names."""

    role: Role
    language: str
    text: str
    line: int
    file: str = ""

    @property
    def commands(self) -> tuple[Command, ...]:
        """The commands of a console block, each with its output."""
        return tuple(_commands(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page: its path, its settings, its blocks in order.

    ``files`` are example tables that lie beside its commands, by the name they have there. ``long`` pages take more
    than a few seconds and are run by ``make long``.
    """

    path: Path
    text: str
    blocks: tuple[Block, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    long: bool = False

    @property
    def pictures(self) -> tuple[str, ...]:
        """The pictures that the page shows and that do not lie beside it: its own blocks make them."""
        names = dict.fromkeys(first or second for first, second in IMAGE.findall(self.text))
        beside = self.path.parent
        return tuple(name for name in names if "://" not in name and not (beside / name).exists())


def read_page(path: Path) -> Page:
    """Read a page of the manual, or the README."""
    text = path.read_text(encoding="utf8")
    try:
        settings = front_matter(text)
        return Page(path=path, text=text, blocks=tuple(blocks(text)), **settings)
    except PageError as problem:
        raise PageError(f"{path.name}: {problem}") from problem


def front_matter(text: str) -> dict[str, Any]:
    """Read the settings above a page: a key in each line, its value as JSON.

    Examples
    --------
    >>> front_matter('---\\nfiles: {"scores.csv": "demsar2006_auc.csv"}\\nlong: true\\n---\\n# Title')
    {'files': {'scores.csv': 'demsar2006_auc.csv'}, 'long': True}
    """
    match = FRONT.match(text)
    if match is None:
        return {}
    lines = (line.partition(":") for line in match[1].splitlines() if line.strip())
    settings = {key.strip(): json.loads(value) for key, _, value in lines}
    if strange := settings.keys() - {"files", "long"}:
        raise PageError(f"unknown settings: {', '.join(sorted(strange))}; there are files and long")
    return settings


def blocks(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page, other than directives.

    Examples
    --------
    >>> [block.role for block in blocks("```console\\n$ ls\\n```\\n\\n```toml\\n# study.toml\\n```")]
    ['console', 'file']
    """
    front = FRONT.match(text)
    body = "\n" * front[0].count("\n") + text[front.end() :] if front else text
    before = ""
    for token in MarkdownIt("commonmark").parse(body):
        if token.type != "fence":
            before = "" if token.type == "inline" else before
            continue
        words = token.info.split()
        if not words:
            raise PageError(f"line {(token.map or [0])[0] + 1}: a block needs a language, such as console or text")
        if words[0].startswith("{"):
            continue
        line = (token.map or [0])[0] + 2
        block = _block(words[0], token.info, token.content, line, after=before)
        before = block.role
        yield block


def _block(language: str, info: str, text: str, line: int, *, after: str) -> Block:
    """Return a block with its role; a text directly below Python is what that prints."""
    first = text.partition("\n")[0]
    named = NAMED.search(info) or COMMENT.match(first)
    role: Role
    match language:
        case "console":
            role = "console"
        case "pycon":
            role = "doctest"
        case "python" if ">>> " in text and not NAMED.search(info):
            role = "doctest"
        case "python" if not (named and named[1].endswith(".py")):
            role, named = "python", None
        case _ if language in PRINTED and NAMED.search(info) is None:
            role = "output" if after == "python" else "illustration"
            named = None
        case _ if named:
            role = "file"
        case "toml":
            role = "study"
        case _:
            raise PageError(f"line {line}: a {language} block names its file: ```{language} file=name, or a comment")
    if role in ("console", "doctest"):
        named = None
    return Block(role=role, language=language, text=text, line=line, file=named[1] if named else "")


def _commands(block: Block) -> Iterator[Command]:
    lines = block.text.splitlines()
    if lines and not lines[0].startswith(PROMPT):
        raise PageError(f"line {block.line}: a console block begins with '$ ' and a command")
    starts = [number for number, line in enumerate(lines) if line.startswith(PROMPT)]
    parts = [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
    printed = any(_output(part) for part in parts)
    for start, part in zip(starts, parts, strict=True):
        command = [part[0].removeprefix(PROMPT)]
        command += [line.removeprefix(CONTINUED) for line in part[1 : len(part) - len(_output(part))]]
        output = "".join(f"{line}\n" for line in _output(part)) if printed else None
        yield Command(text="\n".join(command), line=block.line + start, output=output)


def _output(part: list[str]) -> list[str]:
    """Return the lines below a command that are no continuation of it."""
    end = 1
    while end < len(part) and (part[end].startswith(CONTINUED) or part[end - 1].endswith("\\")):
        end += 1
    rest = part[end:]
    while rest and not rest[-1].strip():
        rest = rest[:-1]
    return rest
