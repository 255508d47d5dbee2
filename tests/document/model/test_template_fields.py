"""Every name that the template of a section prints is a field of the section's record, and the other way round."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import polars as pl
import pytest
from jinja2 import Environment, nodes

import benchreport as br
from benchreport.document.evidence import Evidence
from benchreport.document.model.templates import Nodes
from benchreport.document.sections import PARTS
from benchreport.errors import TemplateError
from benchreport.resources import resource

# What every section template is given beside its record.
SHARED = {"alpha", "level", "adjustment", "options", "seed", "number", "fixed", "percent", "integer", "m", "loop"}
BUILT_IN = {"range", "dict", "namespace"}
WITH_RECORD = sorted(name for name in PARTS if PARTS[name].record is not None)


@dataclasses.dataclass
class Walk:
    """A walk through one template: the faults, and the fields it has read."""

    faults: list[str] = dataclasses.field(default_factory=list)
    read: set[tuple[type, str]] = dataclasses.field(default_factory=set)


def hints_of(kind: Any) -> dict[str, Any]:
    """The types of the fields of a record, or of a function; blocks name Polars for type checkers alone."""
    return get_type_hints(kind, localns={"pl": pl})


def members(hint: Any) -> list[Any]:
    """The alternatives of a type without None."""
    if get_origin(hint) in (Union, types.UnionType):
        return [kind for part in get_args(hint) for kind in members(part)]
    return [] if hint is type(None) else [hint]


def either(kinds: Sequence[Any]) -> Any:
    """The type of what may be of several."""
    return Union[tuple(kinds)] if kinds else Any  # noqa: UP007


def element(hint: Any) -> Any:
    """The type of the items of a container; Any where it is not known."""
    for kind in members(hint):
        arguments = get_args(kind)
        if get_origin(kind) is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
            return arguments[0]
        if get_origin(kind) is tuple:
            return either(arguments)
        if get_origin(kind) in (list, Sequence, frozenset, set) and arguments:
            return arguments[0]
        if get_origin(kind) in (dict, Mapping) and arguments:
            return arguments[1]
    return Any


def field_type(walk: Walk, owner: Any, name: str, line: int) -> Any:
    """The type of a field; a fault where a record has none of that name."""
    found: list[Any] = []
    for kind in members(owner):
        if not (isinstance(kind, type) and dataclasses.is_dataclass(kind)):
            found.append(Any)
            continue
        hints = hints_of(kind)
        attribute = getattr(kind, name, None)
        if isinstance(attribute, property) or type(attribute).__name__ == "cached_property":
            function = attribute.fget if isinstance(attribute, property) else attribute.func
            found.append(hints_of(function).get("return", Any))
            # What a property reads of its record is printed with it.
            walk.read.update((kind, field) for field in function.__code__.co_names if field in hints)
        elif name in hints:
            found.append(hints[name])
        else:
            walk.faults.append(f"line {line}: {kind.__name__} has no field {name!r}")
            continue
        walk.read.add((kind, name))
    return either(found)


def typed(walk: Walk, node: nodes.Node, names: Mapping[str, Any]) -> Any:
    """The type of an expression; every name and field in it is checked."""
    match node:
        case nodes.Name(name=name):
            if name not in names:
                walk.faults.append(f"line {node.lineno}: {name!r} is not given to the template")
            return names.get(name, Any)
        case nodes.Getattr(node=owner, attr=attribute):
            return field_type(walk, typed(walk, owner, names), attribute, node.lineno)
        case nodes.Getitem(node=owner, arg=argument):
            typed(walk, argument, names)
            return element(typed(walk, owner, names))
        case nodes.CondExpr(test=test, expr1=first, expr2=second):
            typed(walk, test, names)
            kinds = [typed(walk, part, names) for part in (first, second) if part is not None]
            return either(kinds)
        case nodes.Filter(node=owner, name="first" | "last" | "list" | "sort"):
            kind = typed(walk, owner, names)
            return element(kind) if node.name in ("first", "last") else kind
        case nodes.Const(value=value):
            return type(value)
        case _:
            for child in node.iter_child_nodes():
                if isinstance(child, nodes.Expr | nodes.Helper):
                    typed(walk, child, names)
            return Any


def bind(target: nodes.Node, kind: Any) -> dict[str, Any]:
    if isinstance(target, nodes.Tuple):
        parts = next((get_args(option) for option in members(kind) if get_origin(option) is tuple), ())
        kinds = parts if len(parts) == len(target.items) and Ellipsis not in parts else [Any] * len(target.items)
        return {
            name: hint
            for item, part in zip(target.items, kinds, strict=True)
            for name, hint in bind(item, part).items()
        }
    return {target.name: kind} if isinstance(target, nodes.Name) else {}


def visit(walk: Walk, body: Sequence[nodes.Node], names: dict[str, Any]) -> None:
    """Check statements in order; what they set is known to those behind them."""
    for node in body:
        match node:
            case nodes.For(target=target, iter=iterated, body=inside, else_=otherwise, test=test):
                scope = names | bind(target, element(typed(walk, iterated, names)))
                if test is not None:
                    typed(walk, test, scope)
                visit(walk, inside, scope)
                visit(walk, otherwise, dict(names))
            case nodes.If(test=test, body=inside, elif_=others, else_=otherwise):
                typed(walk, test, names)
                for part in (inside, others, otherwise):
                    visit(walk, part, names)
            case nodes.Assign(target=target, node=value):
                # {% set a, b = x, y %} pairs names and values
                if isinstance(target, nodes.Tuple) and isinstance(value, nodes.Tuple):
                    for item, part in zip(target.items, value.items, strict=True):
                        names |= bind(item, typed(walk, part, names))
                else:
                    names |= bind(target, typed(walk, value, names))
            case nodes.AssignBlock(target=target, body=inside):
                visit(walk, inside, names)
                names |= bind(target, str)
            case nodes.Output(nodes=printed):
                for part in printed:
                    if not isinstance(part, nodes.TemplateData):
                        typed(walk, part, names)
            case nodes.Expr():
                typed(walk, node, names)
            case _:
                visit(walk, list(node.iter_child_nodes()), names)


def walked(source: str, record: type) -> Walk:
    walk = Walk()
    tree = Environment().parse(source)
    visit(walk, tree.body, dict.fromkeys(SHARED | BUILT_IN, Any) | {"s": record})
    return walk


def records_in(kind: Any, seen: set[type]) -> Iterator[type]:
    """The records that a type holds, itself first, each once."""
    for option in members(kind):
        if isinstance(option, type) and dataclasses.is_dataclass(option) and option not in seen:
            seen.add(option)
            yield option
            for hint in hints_of(option).values():
                yield from records_in(hint, seen)
        else:
            for argument in get_args(option) if get_origin(option) is not Literal else ():
                yield from records_in(argument, seen)


def own_records(section: str) -> list[type]:
    """The records that the module of a section declares for its template."""
    record = PARTS[section].record
    assert record is not None
    return [kind for kind in records_in(record, set()) if kind.__module__ == record.__module__]


@pytest.mark.parametrize("section", WITH_RECORD)
def test_every_name_of_a_template_is_a_field_of_its_record_and_every_field_is_printed(section: str) -> None:
    record = PARTS[section].record
    assert record is not None
    walk = walked(resource("templates", f"sections/{section}.jinja").read_text(encoding="utf8"), record)
    assert walk.faults == []
    unread = [
        f"{kind.__name__}.{field.name}"
        for kind in own_records(section)
        for field in dataclasses.fields(kind)
        if (kind, field.name) not in walk.read
    ]
    assert unread == []


@pytest.mark.parametrize("section", WITH_RECORD)
def test_the_record_of_a_section_is_frozen_and_holds_plain_values(section: str) -> None:
    for kind in own_records(section):
        with pytest.raises(dataclasses.FrozenInstanceError):
            kind.__new__(kind).another = kind
        assert Evidence not in hints_of(kind).values()
        assert Any not in hints_of(kind).values(), kind


def test_a_misspelt_field_and_a_stray_name_are_found() -> None:
    @dataclasses.dataclass(frozen=True)
    class Inner:
        metric: str

    @dataclasses.dataclass(frozen=True)
    class Outer:
        parts: tuple[Inner, ...]

    Outer.__annotations__ = {"parts": tuple[Inner, ...]}
    source = "{% for part in s.parts %}{{ part.metrc }}{% endfor %}{{ focus }}{% set a = s.part %}"
    assert walked(source, Outer).faults == [
        "line 1: Inner has no field 'metrc'",
        "line 1: 'focus' is not given to the template",
        "line 1: Outer has no field 'part'",
    ]


def test_the_shared_names_are_those_that_every_template_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[set[str]] = []

    def noted(_: str, context: Mapping[str, Any], **__: Any) -> None:
        given.append(set(context))

    monkeypatch.setattr("benchreport.document.evidence.section", noted)
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    br.report(scores, sections=["equivalence"], margin=0.01)
    assert given[0] | {"m", "loop"} == SHARED | {"s"}


def test_a_template_of_earlier_versions_is_refused_with_the_new_place_of_a_name() -> None:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    words = {"sections/equivalence.jinja": "# Equivalence\n\n{% for part in parts %}{{ part.focus }}{% endfor %}\n"}
    with pytest.raises(TemplateError) as raised:
        br.report(scores, sections=["equivalence"], margin=0.01, templates=words)
    assert "sections/equivalence.jinja, line 3: 'parts' is undefined" in str(raised.value)
    assert "parts is now s.metrics" in str(raised.value.hint)


def test_several_names_are_joined_by_commas_and_an_and() -> None:
    m = Nodes()
    assert "".join(word if isinstance(word, str) else word.text for word in m.words(m.strong("A", "B", "C"))) == (
        "A, B and C"
    )
    assert m.words(m.strong("A")) == m.words(m.strong(*["A"]))


def test_words_put_together_keep_their_nodes() -> None:
    m = Nodes()
    text = f"\n by {m.strong('kNN')} \n"
    assert m.words(m.phrase(text)) == m.words(text.strip())
