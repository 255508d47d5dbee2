"""Parameters that many methods share, described once and written into their docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from functools import cache, wraps
from textwrap import fill
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])
HEADING = "Parameters\n----------\n"
AFTER = ("Returns", "Examples", "Notes")
# Where a docstring leaves its parameters to that of another function.
ELSEWHERE = re.compile(
    r":func:`(?:\w+\.)*(\w+)`(?:(?!:func:).)*?Parameters as there|Parameters as in :func:`(?:\w+\.)*(\w+)`", re.DOTALL
)
MARKUP = re.compile(r":\w+:`(?:benchreport\.)?([^`]*)`|``([^`]*)``")
INDENT, WIDTH = 4 * " ", 116

SHARED: Mapping[str, str] = {
    "table": "Scores: a Polars frame, lazy or not, or anything that :func:`benchreport.scores` reads.",
    "complete table": (
        "Scores: a Polars frame, lazy or not, or anything that :func:`benchreport.scores` reads; an incomplete table "
        "is refused."
    ),
    "x, y": "Columns of equal length, or expressions.",
    "by": "Groups to treat separately. With ``dataset`` among them the blocks are runs, else datasets.",
    "control": "Compare all others with this algorithm only; it becomes ``b``.",
    "alternative": '"greater" means that a is better than b (in a column form, that x lies above y).',
    "alpha": "Level of intervals and decisions.",
    "missing": (
        'What to do about missing results: "refuse" them; keep what is "available", so that pairs are compared on the '
        "blocks both have and samples may differ in size; or settle them first by a policy of "
        ":func:`benchreport.complete`."
    ),
    "reduce": "How several runs of a block become one value.",
    "draws": "How many times chance is tried.",
    "seed": "Where chance begins: the same seed gives the same numbers.",
    "rate": '"error", the share of wrong predictions, or "accuracy", the share of right ones.',
    "positive": "The positive class: one for all datasets, or a mapping from dataset to class.",
    "weighted": "Let every instance weigh as its column ``weight`` says.",
    "factors": "The controlled factors; unless named, the columns that tell the rows of one algorithm apart.",
    "metrics": "The metrics to take together; all of the table if none is named.",
}


def documented(function: Function) -> Function:
    """Return a function with its shared parameters in its docstring, in the order of its signature.

    What the docstring says of a parameter itself stays.

    Examples
    --------
    >>> @documented
    ... def test(table, *, by="metric"):
    ...     '''Test something.'''
    >>> print(test.__doc__.splitlines()[2])
    Parameters
    """
    if function.__doc__ is None:  # Python leaves docstrings out under -OO
        return function
    text = inspect.cleandoc(function.__doc__)
    summary, own, rest = _parts(text)
    names = list(inspect.signature(function).parameters)
    names = ["x, y", *names[2:]] if names[:2] == ["x", "y"] else names
    refuses = "missing" not in names and "reduce" in names
    entries = [own.pop(name, None) or _entry(f"complete {name}" if refuses else name, name) for name in names]
    listed = "\n".join([entry for entry in entries if entry] + list(own.values()))
    function.__doc__ = f"{summary}\n\n{HEADING}{listed}\n" + (f"\n{rest}" if rest else "")
    return function


def options_as_in(relative: Function, **defaults: Any) -> Callable[[Callable[..., Any]], Function]:
    """Return a decorator of the tests of a family: they take the parameters of one, with its or other defaults.

    Examples
    --------
    >>> def nemenyi(table, *, by="metric", alpha=0.05): ...
    >>> @options_as_in(nemenyi, by="dataset")
    ... def miller(table, **options):
    ...     return options
    >>> miller("scores", alpha=0.1), str(inspect.signature(miller))
    ({'by': 'dataset', 'alpha': 0.1}, "(table, *, by='dataset', alpha=0.05)")
    """
    own = inspect.signature(relative)
    changed = {name: own.parameters[name].replace(default=default) for name, default in defaults.items()}
    signature = own.replace(parameters=[*{**own.parameters, **changed}.values()])

    def decorated(function: Callable[..., Any]) -> Function:
        @wraps(function)
        def form(*arguments: Any, **options: Any) -> Any:
            try:
                given = signature.bind(*arguments, **options)
            except TypeError as problem:
                raise TypeError(f"{function.__name__}() {problem}") from None
            given.apply_defaults()
            return function(*given.args, **given.kwargs)

        vars(form)["__signature__"] = signature
        form.__annotations__ = relative.__annotations__
        return cast(Function, form)

    return decorated


@cache
def _entry(key: str, name: str) -> str | None:
    text = SHARED.get(key, SHARED.get(name))
    return f"{name}\n{fill(text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT)}" if text else None


def _parts(text: str) -> tuple[str, dict[str, str], str]:
    """Return the parts of a docstring: before its parameters, the parameters by name, and after them."""
    lines = text.split("\n")
    heads = [number for number, line in enumerate(lines[:-1]) if set(lines[number + 1]) == {"-"} and line.strip()]
    first = next((number for number in heads if lines[number] in ("Parameters", *AFTER)), len(lines))
    after = next((number for number in heads if lines[number] in AFTER), len(lines))
    own: dict[str, str] = {}
    name = ""
    for line in lines[first + 2 : after] if first < after else ():
        if line and not line.startswith(" "):
            name = line
            own[name] = name
        elif line:
            own[name] += f"\n{line}"
    return "\n".join(lines[:first]).rstrip(), own, "\n".join(lines[after:])


def parameter_words(function: Callable[..., Any]) -> dict[str, str]:
    """Return what is said of the parameters of a public function, in plain text: by itself, by another, or for many.

    Examples
    --------
    >>> from benchreport.registry import table_form
    >>> parameter_words(table_form("sample_size_power"))["sd"]
    'Standard deviation of one run, or of one paired difference, as the test will have to estimate it.'
    """
    from benchreport.registry import table_forms

    doc = inspect.getdoc(function) or ""
    _, own, _ = _parts(doc)
    words: dict[str, str] = {}
    if (other := ELSEWHERE.search(doc)) is not None:
        words |= parameter_words(table_forms()[other[1] or other[2]])
    for entry in own.values():
        names, _, text = entry.partition("\n")
        plain = MARKUP.sub(lambda match: match[1] or match[2], " ".join(text.split()))
        words |= dict.fromkeys((name.strip() for name in names.partition(" : ")[0].split(",")), plain)
    shared = {name: MARKUP.sub(lambda match: match[1] or match[2], text) for name, text in SHARED.items()}
    return {name: words.get(name, shared.get(name, "")) for name in inspect.signature(function).parameters}
