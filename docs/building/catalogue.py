"""The catalogue of methods, a page for each question, from the records: formula, assumptions, example, sources."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from benchreport.cli.methods import TAKES, example_lines, plain_note
from benchreport.document.model.references import reference, short_reference
from benchreport.errors import BenchreportError
from benchreport.method import DOOR_QUESTIONS, PACKAGES, Door, Method
from benchreport.registry import DOORS, METHODS
from benchreport.stats.forms.sizes import size_words
from docs.building.checked import sources_of, tests_of
from docs.building.markdown import anchored, fenced, parts, plain, table, with_symbols

ROOT = Path(__file__).parents[2]
TITLES: Mapping[Door, str] = {"posthoc": "Post-hoc tests", "answer": "The answer", "bayes": "Bayesian tests"}
# A command, not a sentence about one.
CALL = re.compile(r"benchreport (?:test|measure|plan) [^:;]+$")
# Examples of what has no function of its own: some adjustments ask for hypotheses that imply each other, some measures
# for costs or weights.
ADJUSTED = [
    f""">>> import benchreport as br
>>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
>>> rows = br.{test}(scores).pipe(br.adjust, "{{id}}")
>>> [round(p, 4) for p in rows["p_adjusted"]]"""
    for test in ("wilcoxon", "friedman_posthoc_z")
]
MEASURED = [
    f""">>> import polars as pl
>>> import benchreport as br
>>> predictions = br.read_predictions(br.example("small_study_predictions.parquet"))
>>> cancer = predictions.filter(pl.col("dataset") == "breast_cancer", pl.col("algorithm") == "kNN"){weights}
>>> round(br.measure(cancer, metrics=["{{id}}"], positive="malignant"{costs})["value"].mean(), 4)"""
    for costs, weights in (
        ("", ""),
        (", costs=(5, 1)", ""),
        ("", '.with_columns(weight=1 + pl.col("fold").cast(pl.Int64) % 3)'),
    )
]


def title_of(door: Door) -> str:
    """Return the name of a door in words.

    Examples
    --------
    >>> title_of("two"), title_of("scoring")
    ('Two algorithms', 'Measures')
    """
    return TITLES.get(door) or PACKAGES[door].rpartition(".")[2].replace("_", " ").capitalize()


def catalogue_pages() -> Iterator[tuple[str, str]]:
    """Yield the pages of the catalogue by their paths."""
    yield "catalogue/index.md", _index()
    for door in DOORS:
        yield f"catalogue/{door}.md", _door_page(door)
    yield "catalogue/references.md", _references()


def _index() -> str:
    rows = [
        [f"[{title_of(door)}]({door}.md)", plain(DOOR_QUESTIONS[door]), f"`br.{door}`", str(len(METHODS.behind(door)))]
        for door in DOORS
    ]
    doors = "\n".join(f"{door}" for door in DOORS)
    return parts(
        "# Catalogue of methods",
        f"All {len(METHODS)} methods, by the question they answer. Each has its formula, its assumptions, an example "
        "that the tests run, and what its numbers were compared with. `benchreport methods wilcoxon` prints the page "
        "of one method on a terminal, and `benchreport methods --search WORDS` finds methods.",
        table(["methods", "question", "in Python", "number"], rows),
        f"```{{toctree}}\n:hidden:\n\n{doors}\nreferences\n```",
    )


def _door_page(door: Door) -> str:
    methods = METHODS.behind(door).values()
    rows = [[f"[{plain(method.title)}](#method-{method.id})", plain(method.question)] for method in methods]
    return parts(
        f"# {title_of(door)}",
        f"{plain(DOOR_QUESTIONS[door])} In Python: `br.{door}`, with signatures in the [reference](../api/{door}.md).",
        table(["method", "question"], rows),
        *(_entry(method) for method in methods),
    )


def _entry(method: Method) -> str:
    return parts(
        anchored(f"method-{method.id}", plain(method.title)),
        f"*{plain(method.question)}*",
        _names(method),
        f"$$\n{method.tex}\n$$" if method.tex else "",
        with_symbols(method.account) if method.account else f"In words: {plain(method.formula)}.",
        "\n".join(_facts(method)),
        fenced("python", example(method)),
        _checked(method),
        f"**References:** {_cited(method)}.",
    ).rstrip()


def _names(method: Method) -> str:
    python = f"{{py:func}}`br.{method.id} <benchreport.{method.id}>`" if method.table is not None else ""
    column = f"`br.expr.{method.id}`" if method.expr is not None else ""
    calls = [line for line in example_lines(method) if CALL.match(line)]
    shell = f"`{calls[0]}`" if calls else ""
    if method.kernel is not None:
        python = f'`br.adjust(rows, "{method.id}")`'
    elif not python and method.kind == "measure":
        python = f'`br.measure(predictions, metrics=["{method.id}"])`'
    others = f"also called {', '.join(f'`{name}`' for name in method.aliases)}" if method.aliases else ""
    return " · ".join(filter(None, (python, column, shell, others)))


def _facts(method: Method) -> Iterator[str]:
    """Yield what the record says of a method, an item of a list each."""
    takes = [TAKES[shape] for shape in (method.shape, *method.also)]
    facts = {
        "Takes": plain(" or ".join(takes)),
        "Null hypothesis": plain(method.null),
        "Assumes": plain("; ".join(method.assumes)),
        "Estimates": plain(method.estimand or ""),
        "Effect size": plain(method.effect or ""),
        "Variants": ", ".join(f"`{variant}`" for variant in method.variants),
        "Controls": plain(f"{method.controls}, {method.dependence}" if method.controls else ""),
        "Used in reports": plain(method.reason),
        "Size": plain(size_words(method.id)),
        "Remarks of its rows": plain("; ".join(plain_note(remark.note) for remark in method.remarks)),
    }
    for name, words in facts.items():
        if words:
            yield f"- **{name}:** {words}"


def example(method: Method) -> str:
    """Return the example in the docstring of a method; that of an adjustment is the same for all of them.

    Examples
    --------
    >>> print(example(METHODS["holm"]).splitlines()[-1])
    [0.8779, 0.0439, 0.0623, 0.1714, 0.0879, 0.707]
    """
    functions = [function for function in (method.table, method.expr) if function is not None]
    for function in functions:
        examples = doctest.DocTestParser().get_examples(inspect.getdoc(function) or "")
        if examples:
            return "\n".join(line for step in examples for line in _example_lines(step))
    return _worked([code.format(id=method.id) for code in (ADJUSTED if method.kernel is not None else MEASURED)])


def _worked(codes: list[str]) -> str:
    """Return the first example that is not refused, with its value."""
    for code in codes:
        try:
            return f"{code}\n{_value(code)}"
        except BenchreportError as problem:
            refusal = problem
    raise refusal


def _example_lines(step: doctest.Example) -> Iterator[str]:
    first, *rest = step.source.rstrip("\n").splitlines()
    yield f">>> {first}"
    yield from (f"... {line}".rstrip() for line in rest)
    if step.exc_msg:
        yield "Traceback (most recent call last):"
        yield step.exc_msg.rstrip("\n")
    yield from step.want.rstrip("\n").splitlines()


@cache
def _value(code: str) -> str:
    """Return what the last line of an example gives."""
    *first, last = [line.removeprefix(">>> ") for line in code.splitlines()]
    names: dict[str, object] = {}
    exec("\n".join(first), names)
    return repr(eval(last, names))


def _checked(method: Method) -> str:
    """Return what the numbers of a method were compared with."""
    values = [plain(source.words) for source in sources_of(method.id)]
    files = [f"`{path}`" for path in tests_of(method.id)]
    compared = f"**Compared with:** {'; '.join(values)}. " if values else ""
    return f"{compared}**Tests:** {', '.join(files)}." if files else compared


def _cited(method: Method) -> str:
    return "; ".join(f"[{plain(short_reference(key))}](#work-{key})" for key in method.cites)


def _references() -> str:
    keys = {key for method in METHODS.values() for key in method.cites}
    users = {key: [method for method in METHODS.values() if key in method.cites] for key in keys}
    entries = [
        parts(
            f"(work-{key})=\n{plain(reference(key))}",
            "Cited by " + ", ".join(f"[{plain(method.title)}](#method-{method.id})" for method in users[key]) + ".",
        ).rstrip()
        for key in sorted(keys, key=lambda key: re.sub(r"\W", "", reference(key)).casefold())
    ]
    return parts("# References", "The works that the methods rest on.", *entries)
