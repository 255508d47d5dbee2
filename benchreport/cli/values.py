"""Is the value of an option of the kind that its method takes?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from benchreport.errors import OptionError

WORDS = {float: "a number", int: "a whole number", bool: "true or false", str: "a text"}
NO_FIT = object()


def fitted(name: str, value: Any, hint: Any) -> Any:
    """Give a value as its type hint asks; a text with commas is a list where a list is asked for.

    Examples
    --------
    >>> fitted("order", "linear,tree", Sequence[str])
    ['linear', 'tree']
    >>> fitted("bound", 1, Sequence[float])
    Traceback (most recent call last):
    benchreport.errors.OptionError: bound is 1
    hint: several numbers: --set bound=NUMBER,NUMBER
    """
    for alternative in alternatives(hint):
        found = _fit(value, alternative)
        if found is not NO_FIT:
            return found
    kinds = [kind for alternative in alternatives(hint) if (kind := _described(alternative))]
    raise OptionError(f"{name} is {value!r}", hint=f"{' or '.join(dict.fromkeys(kinds))}: --set {form(name, hint)}")


def form(name: str, hint: Any) -> str:
    """Show how a value is written.

    Examples
    --------
    >>> form("order", Sequence[str]), form("sigma", float)
    ('order=NAME,NAME', 'sigma=VALUE')
    """
    first = alternatives(hint)[0]
    if _is_list(first):
        word = "NAME" if _inside(first) is str else "NUMBER"
        return f"{name}={word},{word}"
    if get_origin(first) is Mapping:
        value = '["NAME"]' if _is_list(get_args(first)[1]) else "VALUE"
        return f"""'{name}={{"NAME": {value}}}'"""
    return f"{name}=VALUE"


def alternatives(hint: Any) -> tuple[Any, ...]:
    """List the kinds that a type hint allows."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def _fit(value: Any, kind: Any) -> Any:
    if _is_list(kind):
        return _fit_list(value, _inside(kind))
    if get_origin(kind) is Mapping:
        inside = get_args(kind)[1]
        fits = isinstance(value, dict) and all(
            any(_fit(one, alternative) is not NO_FIT for alternative in alternatives(inside)) for one in value.values()
        )
        return value if fits else NO_FIT
    if kind in (float, int):
        number = isinstance(value, int | float if kind is float else int) and not isinstance(value, bool)
        return value if number else NO_FIT
    if kind in (bool, str, NoneType):
        return value if isinstance(value, kind) else NO_FIT
    if get_origin(kind) is Literal:
        # A word that is not among the choices is refused by the method, which names them.
        return value if isinstance(value, str) else NO_FIT
    return value


def _fit_list(value: Any, inside: Any) -> Any:
    if isinstance(value, str):
        words: list[Any] = [word.strip() for word in value.split(",")]
        if inside is str:
            return words
        try:
            return [float(word) for word in words] if len(words) > 1 else NO_FIT
        except ValueError:
            return NO_FIT
    fits = isinstance(value, list) and all(_fit(one, inside) is not NO_FIT for one in value)
    return value if fits else NO_FIT


def _is_list(kind: Any) -> bool:
    return get_origin(kind) in (Sequence, list, tuple)


def _inside(kind: Any) -> Any:
    return get_args(kind)[0]


def _described(kind: Any) -> str:
    if _is_list(kind):
        return "several names" if _inside(kind) is str else "several numbers"
    if get_origin(kind) is Mapping:
        return "a mapping"
    if get_origin(kind) is Literal:
        return f"one of {', '.join(get_args(kind))}"
    return WORDS.get(kind, "")
