"""The reference of study files, from the records that declare their keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING
from typing import Any

from benchreport.options import Option, Options, options_of
from benchreport.study import Study, study_from
from benchreport.values import described, toml_key, toml_text
from docs.building.markdown import anchored, fenced, parts, plain, table, typed

INTRODUCTION = """What is said again and again can be said once, in a TOML file; `benchreport build study.toml` reads
it, and so do `check`, `test`, `plot`, `table` and `watch`. `benchreport init` writes one with every key as a comment.
The options of a report are also keywords of {py:func}`br.report <benchreport.report>` and `--set NAME=VALUE` at a
shell; those with a flag of their own say so below. A misspelt key is refused, and the nearest one is named."""


def study_file_page() -> str:
    """Return the page on study files."""
    groups = {
        "The table and the files to write": options_of(Study),
        "The report": options_of(Options),
    }
    listing = [
        [f"[`{name}`](#option-{name})", typed(option.help)]
        for options in groups.values()
        for name, option in options.items()
    ]
    return parts(
        "# Study file",
        INTRODUCTION,
        table(["key", "meaning"], listing),
        *(parts(f"## {title}", *_entries(options)).rstrip() for title, options in groups.items()),
    )


def _entries(options: Mapping[str, Option]) -> list[str]:
    return [_entry(option) for option in options.values()]


def _entry(option: Option) -> str:
    facts = [f"- Value: {plain(described(option.type))}"]
    if option.choices:
        facts.append("- One of " + ", ".join(f"`{choice}`" for choice in option.choices))
    facts.append("- Needed" if option.default is MISSING else f"- Default: {_default(option.default)}")
    if option.flag:
        facts.append(f"- On the command line: `--{option.name.replace('_', '-')}`")
    if option.also:
        facts.append("- Older words, still read: " + ", ".join(f"`{word}`" for word in option.also))
    return parts(
        anchored(f"option-{option.name}", f"`{option.name}`", level=3),
        " ".join(filter(None, (typed(option.help), typed(option.more)))),
        "\n".join(facts),
        fenced("toml", example(option)),
    ).rstrip()


def _default(value: Any) -> str:
    return "none" if value is None or value in ("", (), [], {}) else f"`{toml_text(value)}`"


def example(option: Option) -> str:
    """Return a line or table of a study file with the example of an option, which must be a valid one.

    Examples
    --------
    >>> print(example(options_of(Options)["names"]))
    [names]
    "rf" = "Random forest"
    """
    value = option.example
    text = _table(option.name, value) if isinstance(value, Mapping) else f"{option.name} = {toml_text(value)}"
    needed = "" if option.name == "scores" else 'scores = "scores.csv"\n'
    study_from(needed + text)
    return text


def _table(name: str, value: Mapping[str, Any]) -> str:
    inner = {key: below for key, below in value.items() if isinstance(below, Mapping)}
    lines = [f"{toml_key(key)} = {toml_text(below)}" for key, below in value.items() if key not in inner]
    tables = [_table(f"{name}.{toml_key(key)}", below) for key, below in inner.items()]
    return "\n".join([*([f"[{name}]", *lines] if lines else []), *tables])
