"""Values of options: checked against type hints, described in words, written as TOML."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from benchreport.errors import OptionError

WORDS = {float: "a number", int: "a whole number", bool: "true or false", str: "a text"}
NO_FIT = object()


def fitted(name: str, value: Any, hint: Any) -> Any:
    """Return a value as its type hint demands; a text with commas is a list where the hint is one.

    Examples
    --------
    >>> fitted("order", "linear,tree", Sequence[str])
    ['linear', 'tree']
    >>> fitted("bound", 1, Sequence[float])
    Traceback (most recent call last):
    benchreport.errors.OptionError: bound is 1
    hint: several numbers: --set bound=NUMBER,NUMBER
    """
    fitting = fit(value, hint, commas=True)
    if fitting is not NO_FIT:
        return fitting
    kinds = [kind for alternative in alternatives(hint) if (kind := _described(alternative))]
    raise OptionError(f"{name} is {value!r}", hint=f"{' or '.join(dict.fromkeys(kinds))}: --set {form(name, hint)}")


def fit(value: Any, hint: Any, *, commas: bool = False) -> Any:
    """Return a value as its type hint demands, or ``NO_FIT``; with ``commas`` a text may be a list.

    Examples
    --------
    >>> fit((1, 2), Sequence[float]), fit("1,2", Sequence[float]) is NO_FIT, fit("1,2", Sequence[float], commas=True)
    ([1, 2], True, [1.0, 2.0])
    """
    fits = (_fit(value, alternative, commas) for alternative in alternatives(hint))
    return next((fitting for fitting in fits if fitting is not NO_FIT), NO_FIT)


def form(name: str, hint: Any) -> str:
    """Return how a value is written at a shell.

    Examples
    --------
    >>> form("order", Sequence[str]), form("sigma", float)
    ('order=NAME,NAME', 'sigma=VALUE')
    """
    first = alternatives(hint)[0]
    if is_list(first):
        word = "NAME" if _inside(first) is str else "NUMBER"
        return f"{name}={word},{word}"
    if get_origin(first) is Mapping:
        value = '["NAME"]' if is_list(get_args(first)[1]) else "VALUE"
        return f"""'{name}={{"NAME": {value}}}'"""
    return f"{name}=VALUE"


def described(hint: Any) -> str:
    """Return what a value is, in the words of a study file.

    Examples
    --------
    >>> described(float | Mapping[str, float] | None), described(Literal["metric", "all"]), described(Sequence[str])
    ('a number, or a table', "'metric' or 'all'", 'a list')
    """
    kinds = [kind for alternative in alternatives(hint) if (kind := _described_in_toml(alternative))]
    return ", or ".join(dict.fromkeys(kinds))


def toml_text(value: Any) -> str:
    """Return a value as TOML writes it, on one line.

    Examples
    --------
    >>> print(toml_text({"small": ["iris", "wine"], "large": []}))
    {"small" = ["iris", "wine"], "large" = []}
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{toml_key(key)} = {toml_text(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml_text, value)) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        return str(float(value))
    return _escaped(json.dumps(value, ensure_ascii=False))


def toml_key(key: object) -> str:
    """Return a name as TOML writes it before an equals sign.

    Examples
    --------
    >>> print(toml_key("C4.5"), toml_key("Träd"))
    "C4.5" "Tr\\u00e4d"
    """
    text = str(key)
    # JSON escapes what lies beyond the first plane as two surrogates, which TOML refuses.
    return _escaped(json.dumps(text, ensure_ascii=max(text, default="") <= "\uffff"))


def _escaped(text: str) -> str:
    """Return JSON text as TOML text: there the delete character is escaped too."""
    return text.replace("\x7f", "\\u007f")


def alternatives(hint: Any) -> tuple[Any, ...]:
    """Return the kinds that a type hint allows."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def is_list(kind: Any) -> bool:
    """Return whether a type hint is that of a list."""
    return get_origin(kind) in (Sequence, list, tuple)


def _fit(value: Any, kind: Any, commas: bool) -> Any:
    if is_list(kind):
        return _fit_list(value, _inside(kind), commas)
    if get_origin(kind) is Mapping:
        return _fit_mapping(value, get_args(kind)[1], commas)
    if kind in (float, int):
        number = isinstance(value, int | float if kind is float else int) and not isinstance(value, bool)
        return value if number else NO_FIT
    if kind in (bool, str, NoneType):
        return value if isinstance(value, kind) else NO_FIT
    if get_origin(kind) is Literal:
        # A word that is not among the choices is refused by the method, which names them.
        return value if isinstance(value, str) else NO_FIT
    return value


def _fit_mapping(value: Any, inside: Any, commas: bool) -> Any:
    if not isinstance(value, Mapping):
        return NO_FIT
    values = {name: fit(inner, inside, commas=commas) for name, inner in value.items()}
    return NO_FIT if any(inner is NO_FIT for inner in values.values()) else values


def _fit_list(value: Any, inside: Any, commas: bool) -> Any:
    if isinstance(value, str):
        words: list[Any] = [word.strip() for word in value.split(",")]
        if not commas:
            return NO_FIT
        if inside is str:
            return words
        try:
            return [float(word) for word in words] if len(words) > 1 else NO_FIT
        except ValueError:
            return NO_FIT
    if not isinstance(value, Iterable) or isinstance(value, bytes | Mapping):
        return NO_FIT
    values = list(value)
    return values if all(fit(inner, inside) is not NO_FIT for inner in values) else NO_FIT


def _inside(kind: Any) -> Any:
    return get_args(kind)[0]


def _described(kind: Any) -> str:
    if is_list(kind):
        return "several names" if _inside(kind) is str else "several numbers"
    if get_origin(kind) is Mapping:
        return "a mapping"
    if get_origin(kind) is Literal:
        return f"one of {', '.join(get_args(kind))}"
    return WORDS.get(kind, "")


def _described_in_toml(kind: Any) -> str:
    if is_list(kind):
        return "a list"
    if get_origin(kind) is Mapping:
        return "a table"
    if get_origin(kind) is Literal:
        return " or ".join(map(repr, get_args(kind)))
    return WORDS.get(kind, "")
