"""Markdown of generated pages: plain text that stays plain, anchors, tables, code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

MARKUP = re.compile(r"([\\`*_{}\[\]<>|$#~])")
# What a methods section says has symbols in TeX between dollar signs, and code between backquotes.
SYMBOL = re.compile(r"(\$[^$]+\$)")
CODE = re.compile(r"``([^`]+)``")
# Words of a help text that are typed: what stands between backquotes, options, and commands of ours.
TYPED = re.compile(r"`([^`]+)`|(?<![\w-])(--[a-z][\w-]*(?: [A-Z]+\b)?|benchreport [a-z]+)")
ROLE = re.compile(r":(\w+):`([^`]+)`")


def plain(text: str) -> str:
    """Return a text in which nothing is markup.

    Examples
    --------
    >>> print(plain("sum of |a_i|"))
    sum of \\|a\\_i\\|
    """
    return MARKUP.sub(r"\\\1", text)


def with_symbols(text: str) -> str:
    """Return a text whose symbols between dollar signs stay formulas.

    Examples
    --------
    >>> print(with_symbols("the *p*-value $p_i$"))
    the \\*p\\*-value $p_i$
    """
    return "".join(part if SYMBOL.fullmatch(part) else plain(part) for part in SYMBOL.split(text))


def from_docstring(text: str) -> str:
    """Return a sentence of a docstring: its code is code, names of functions too.

    Examples
    --------
    >>> print(from_docstring("As in :func:`complete`; ``statistic`` is W+."))
    As in `complete`; `statistic` is W+.
    """
    text = ROLE.sub(lambda role: f"``{role[2].removeprefix('~')}``", text)
    return "".join(f"`{part}`" if place % 2 else plain(part) for place, part in enumerate(CODE.split(text)))


def typed(text: str) -> str:
    """Return a sentence of a help text: options and commands in it are code.

    Examples
    --------
    >>> print(typed("As --csv prints; `init` and :func:`complete`."))
    As `--csv` prints; `init` and `complete`.
    """
    words = ROLE.sub(lambda role: f"`{role[2]}`", " ".join(text.split()))
    end, pieces = 0, []
    for match in TYPED.finditer(words):
        pieces += [plain(words[end : match.start()]), f"`{match[1] or match[2]}`"]
        end = match.end()
    return "".join([*pieces, plain(words[end:])])


def anchored(name: str, heading: str, *, level: int = 2) -> str:
    """Return a heading that other pages link to as ``#name``."""
    return f"({name})=\n{'#' * level} {heading}"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table whose cells are Markdown.

    Examples
    --------
    >>> print(table(["a", "b"], [["1", "2"]]))
    | a | b |
    |---|---|
    | 1 | 2 |
    """
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("|---" * len(head) + "|" if line[0] == "---" else f"| {' | '.join(line)} |" for line in lines)


def fenced(language: str, text: str) -> str:
    """Return a block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def parts(*texts: str) -> str:
    """Return a page of parts, empty ones left out."""
    return "\n\n".join(text for text in texts if text) + "\n"
