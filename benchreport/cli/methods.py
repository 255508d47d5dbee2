"""benchreport methods: the methods by question, those that fit some words, and the page of each."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TYPE_CHECKING, Any, cast, get_type_hints

import click

from benchreport.cli.printing import Form, output_options, print_rows
from benchreport.cli.terminal import echo, folded
from benchreport.cli.test import flag_of_option, instead
from benchreport.errors import OptionError, one_of
from benchreport.method import Method
from benchreport.running import SEARCH, TABLES, runnable_methods

if TYPE_CHECKING:
    import polars as pl

    from benchreport.method import Advice, Door

# Fields of a method's record that only programs need.
FUNCTIONS = ("least_p", "table", "expr", "kernel")
PAGE = 80
MOST_HITS = 15
INDENT = 12
FILES = {"scores": "scores.csv", "predictions": "predictions.csv", "counts": "counts.csv"}
TAKES = {
    "scores": "a table of scores",
    "predictions": "a table of predictions",
    "counts": "a table of confusion counts",
    "rows": "the rows of a test",
    "none": "plain numbers",
}


@click.command()
@click.argument("method", required=False)
@click.option("--search", metavar="WORDS", help='Only methods that fit these words, such as "two classifiers".')
@click.option("--door", metavar="NAME", help="Only methods of one question: one, two, many, posthoc, ...")
@click.option("--coverage", "covered", is_flag=True, help="List what delivers each method of the field.")
@output_options
def methods(method: str | None, search: str | None, door: str | None, covered: bool, form: Form | None) -> None:
    """Print the methods by question, or the page of one METHOD: what, when, how, an example, its options."""
    from benchreport.cli.coverage import coverage
    from benchreport.registry import ADVICE, METHODS
    from benchreport.registry import methods as catalogue

    if covered:
        if method is not None:
            raise OptionError("--coverage lists all methods", hint=f"benchreport methods {method} describes one")
        _list_coverage(form)
    elif method is None:
        rows = catalogue(search=search, door=door).drop("expression")
        if form:
            print_rows(rows, form)
        elif search:
            _list_hits(rows, search)
        else:
            _list_by_question(rows)
    else:
        records = {**coverage(), **ADVICE, **{name: METHODS[name] for name in (*METHODS.former_names, *METHODS)}}
        one_of(method, records, name="method", listed=SEARCH)
        if form:
            print_rows(_described(method), form)
        else:
            _print_page(method)


def _list_by_question(rows: pl.DataFrame) -> None:
    from benchreport.method import DOOR_QUESTIONS

    for door, group in rows.group_by("door", maintain_order=True):
        heading = f"{DOOR_QUESTIONS[cast('Door', door[0])]} (--door {door[0]})"
        echo(folded(heading, rest="  ", most=PAGE), bold=True)
        _print_questions(group)
        echo()
    echo(folded("benchreport methods METHOD prints its page; --search WORDS finds methods.", most=PAGE))


def _list_hits(rows: pl.DataFrame, search: str) -> None:
    """Print what fits a search best, or which of its words nothing fits."""
    from benchreport.registry import methods as catalogue
    from benchreport.registry import stems

    if rows.is_empty():
        counts = {word: catalogue(search=word).height for word in stems(search)}
        words = ", ".join(f"{word!r} {count or 'no'}" for word, count in counts.items())
        echo(folded(f"no method has all of these words; methods that have one of them: {words or 'none'}", most=PAGE))
        return
    _print_questions(rows.head(MOST_HITS))
    if rows.height > MOST_HITS:
        echo(folded(f"and {rows.height - MOST_HITS} more; another word or --door makes them fewer", most=PAGE))


def _print_questions(rows: pl.DataFrame) -> None:
    width = max(map(len, rows.get_column("id")))
    for name, question in rows.select("id", "question").rows():
        echo(folded(question, first=f"  {name:<{width}}  ", most=PAGE))


def _list_coverage(form: Form | None) -> None:
    """Print the groups of questions, and under each its methods with what delivers them."""
    import polars as pl

    from benchreport.cli.coverage import coverage, group_titles

    methods = coverage().values()
    if form:
        columns = [
            {"id": method.id, "groups": list(method.groups), "delivered_by": list(method.texts())} for method in methods
        ]
        print_rows(pl.DataFrame(columns), form)
        return
    width = max(map(len, coverage())) + 4
    for number, title in enumerate(group_titles(), start=1):
        echo(f"{number}. {title}", bold=True)
        for method in (method for method in methods if title in method.groups):
            echo(folded("; ".join(method.texts()), first=f"  {method.id}".ljust(width)))


def _described(method: str) -> pl.DataFrame:
    """Return all that is known of one method or piece of advice, in one row."""
    import polars as pl

    from benchreport.cli.coverage import coverage
    from benchreport.registry import ADVICE, METHODS

    record = METHODS.get(method) or ADVICE.get(method)
    names = [field.name for field in fields(record) if field.name not in FUNCTIONS] if record else []
    values: dict[str, Any] = {"id": method} | {name: getattr(record, name) for name in names}
    if "remarks" in values:
        values["remarks"] = tuple(remark.note for remark in values["remarks"])
    lists = {name: list(value) for name, value in values.items() if isinstance(value, tuple)}
    lists["delivered_by"] = list(coverage()[method].texts()) if method in coverage() else []
    return pl.DataFrame([values | lists], schema_overrides=dict.fromkeys(lists, pl.List(pl.String)))


def _print_page(method: str) -> None:
    """Print the page of a method: what it asks, when it may be used, how it is computed, an example, its options."""
    from benchreport.cli.coverage import coverage
    from benchreport.document.model.references import reference
    from benchreport.registry import ADVICE, METHODS

    record: Method | Advice | None = METHODS.get(method) or ADVICE.get(method)
    echo(f"{record.title}  ({record.id})" if record else method, bold=True)
    if record is not None:
        _print_part("what", [record.question])
        _print_part("when", _conditions(record))
    if method in METHODS:
        _print_part("how", _computation(METHODS[method]))
        _print_part("example", example_lines(METHODS[method]))
        _print_part("options", _option_lines(METHODS[method]))
        _print_part("notes", [plain_note(remark.note) for remark in METHODS[method].remarks])
    elif method in ADVICE:
        _print_part("says", [ADVICE[method].fact])
    if record is not None:
        _print_part("cites", list(map(reference, record.cites)))
    if method in coverage():
        _print_part("delivered", coverage()[method].texts())


def _print_part(name: str, texts: Sequence[str]) -> None:
    for position, text in enumerate(filter(None, texts)):
        first = f"  {name if position == 0 else '':<{INDENT - 2}}"
        echo(folded(text, first=first, rest=" " * (INDENT + 2), most=PAGE))


def plain_note(note: str) -> str:
    """Return the words of a remark without values: its places are dots, and words that depend on a number plural.

    Examples
    --------
    >>> plain_note("{0} infinite {0|value|values}, so no mean exists")
    '… infinite values, so no mean exists'
    """
    from benchreport.method import PLACE, PLURAL

    return PLACE.sub("…", PLURAL.sub(lambda place: place[3], note))


def _conditions(record: Method | Advice) -> list[str]:
    shapes = [record.shape, *record.also] if isinstance(record, Method) else []
    takes = f"you have {' or '.join(TAKES[shape] for shape in shapes)}" if shapes else ""
    return [takes, "; ".join(record.assumes)]


def _computation(record: Method) -> list[str]:
    from benchreport.stats.forms.sizes import size_words

    estimates = [words for words in (record.estimand, record.effect) if words]
    return [
        record.formula,
        f"null hypothesis: {record.null}" if record.null else "",
        f"estimates: {'; '.join(estimates)}" if estimates else "",
        f"controls the {record.controls}, {record.dependence}" if record.controls else "",
        f"variants: {', '.join(record.variants)}" if record.variants else "",
        size_words(record.id),
    ]


def example_lines(record: Method) -> list[str]:
    """Return how a method is called, at the shell and in Python.

    Examples
    --------
    >>> from benchreport.registry import METHODS
    >>> example_lines(METHODS["mcnemar"])
    ['benchreport test mcnemar predictions.csv', 'br.mcnemar(br.read_predictions("predictions.csv"))']
    """
    if record.id not in runnable_methods() or record.table is None or record.kind == "measure":
        return [instead(record)]
    hints = get_type_hints(record.table)
    lacking = [
        name
        for name, parameter in inspect.signature(record.table).parameters.items()
        if parameter.default is inspect.Parameter.empty and name not in TABLES
    ]
    flags = [flag_of_option(name, hints.get(name, Any)) for name in lacking]
    needed = [f"{name}=…" for name in lacking]
    shape = record.shape if record.shape in FILES else "scores"
    table = f'br.{"counts" if shape == "counts" else f"read_{shape}"}("{FILES[shape]}")'
    return [
        " ".join(["benchreport test", record.id, FILES[shape], *flags]),
        f"br.{record.id}({', '.join([table, *needed])})",
    ]


def _option_lines(record: Method) -> list[str]:
    """Return the options of a method as they are given at the shell, with what they mean and their defaults."""
    if record.table is None:
        return []
    from benchreport.stats.forms.parameters import parameter_words

    return list(_worded_options(record, parameter_words(record.table)))


def _worded_options(record: Method, words: dict[str, str]) -> Iterator[str]:
    function: Any = record.table
    hints = get_type_hints(function)
    at_the_shell = record.id in runnable_methods() and record.kind != "measure"
    for name, parameter in inspect.signature(function).parameters.items():
        if name in TABLES:
            continue
        text = words[name]
        if name == "variant" and record.variants:
            text = f"{text} One of {', '.join(record.variants)}.".strip()
        usual = parameter.default
        default = "" if usual in (inspect.Parameter.empty, None) else f" Default: {_plain(usual)}."
        flag = flag_of_option(name, hints.get(name, Any)) if at_the_shell else f"{name}="
        yield f"{flag}  {text}{default}"


def _plain(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple | list) else str(value)
