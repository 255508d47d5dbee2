"""The reference of the public names, with their typed signatures, from the package itself."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import benchreport as br
from benchreport import expr
from benchreport.method import DOOR_QUESTIONS, RANK_COLUMNS, RESULT_COLUMNS
from benchreport.registry import DOORS, METHODS, column_forms, table_forms
from benchreport.tables.importers import IMPORTERS
from docs.building.catalogue import title_of
from docs.building.markdown import parts, plain, table

# The verbs by what one does with them; a verb that no page lists is a fault.
PAGES: Mapping[str, tuple[str, str, tuple[str, ...]]] = {
    "reading": (
        "Reading tables",
        "Files and frames become checked tables with canonical columns.",
        (
            *("read", "read_scores", "scores", "read_predictions", "predictions", "read_counts", "counts"),
            *("design", "prediction_design", "complete", "missing_cells", "pairs", "example", *sorted(IMPORTERS)),
        ),
    ),
    "reports": (
        "Reports and tables",
        "From a table to the document, and back to its numbers.",
        (
            *("report", "Report", "table_of", "show", "section", "table", "figure", "finding", "Section", "Evidence"),
            *("verify", "verification", "rebuild", "compare"),
        ),
    ),
    "figures": ("Figures", "The [gallery](../figures/index.md) shows every kind.", ("plot", "plot_data", "alt_text")),
    "running": (
        "Running methods",
        "Methods by name, their records, and what their rows hold.",
        (
            *("run", "adjust", "measure", "methods", "advice", "Method", "Advice"),
            *("rank_tests", "instance_pairs", "bayes_samples", "rescaled"),
            *("GaussianTask", "QuadraticRule", "estimated_task", "gaussian_sample"),
            *("BenchreportError", "BenchreportWarning"),
        ),
    ),
}
# Tables and mappings, described in words.
DATA = {"ADVICE", "ANOVA_COLUMNS", "METHODS", "RANK_COLUMNS", "RESULT_COLUMNS"}
MEMBERS = {"Method", "Report"}


def api_pages() -> Iterator[tuple[str, str]]:
    """Yield the pages of the reference by their paths."""
    if lacking := lacking_names():
        raise LookupError(f"no page of the reference has {', '.join(sorted(lacking))}")
    names = [*PAGES, "rows", *DOORS, "expr"]
    yield (
        "api/index.md",
        parts(
            "# Reference",
            "Every public name with its signature. `import benchreport as br` is assumed everywhere.",
            table(["page", "what is there"], _listing()),
            "```{toctree}\n:hidden:\n\n" + "\n".join(names) + "\n```",
        ),
    )
    for name, (title, words, members) in PAGES.items():
        yield f"api/{name}.md", parts(f"# {title}", words, documented(members))
    yield "api/rows.md", _rows()
    for door in DOORS:
        methods = sorted(name for name, method in METHODS.behind(door).items() if method.table is not None)
        heading = f"{title_of(door)}: `br.{door}`"
        words = f"{DOOR_QUESTIONS[door]} The [catalogue](../catalogue/{door}.md) has formulas, assumptions and sources."
        yield f"api/{door}.md", parts(f"# {heading}", words, documented(methods))
    yield "api/expr.md", _expressions()


def lacking_names() -> set[str]:
    """Return the public names that no page lists."""
    listed = {name for _, _, members in PAGES.values() for name in members}
    return {*br.VERBS, *br.COMPANIONS, *IMPORTERS} - listed - DATA - set(table_forms())


def _listing() -> list[list[str]]:
    pages = [[f"[{title}]({name}.md)", words] for name, (title, words, _) in PAGES.items()]
    rows = ["[Result rows](rows.md)", "The columns of every result, and what they mean."]
    doors = [[f"[{title_of(door)}]({door}.md)", plain(DOOR_QUESTIONS[door])] for door in DOORS]
    return [
        *pages,
        rows,
        *doors,
        ["[Expressions](expr.md)", "Tests of columns that already sit side by side: `br.expr`."],
    ]


def documented(names: Sequence[str], module: str = "benchreport") -> str:
    """Return the directives that document some names of a module."""
    lines = [f".. currentmodule:: {module}", ""]
    package: Any = br if module == "benchreport" else expr
    for name in names:
        if name in DATA:
            continue
        kind = "autoclass" if inspect.isclass(getattr(package, name)) else "autofunction"
        lines += [f".. {kind}:: {module}.{name}", *(["   :members:"] if name in MEMBERS else []), ""]
    return "```{eval-rst}\n" + "\n".join(lines) + "\n```"


def _rows() -> str:
    sections = [
        parts(f"## {title}", words, table(["column", "type", "meaning"], _columns(columns)))
        for title, words, columns in (
            (
                "Every test",
                "`br.RESULT_COLUMNS`. Null means “not computed”; `status` and `note` say why.",
                RESULT_COLUMNS,
            ),
            ("Mean ranks", "`br.RANK_COLUMNS`, of `br.average_ranks`.", RANK_COLUMNS),
            ("Analyses of variance", "`br.ANOVA_COLUMNS`, a row per source of variation.", br.ANOVA_COLUMNS),
        )
    ]
    introduction = (
        "All tests return the same columns, so that any two results stack. `a` sorts before `b`, `better` names the "
        "one that is ahead, and `estimate` stays in the metric’s own units. `br.METHODS` has the record of every "
        "method and `br.ADVICE` every piece of advice, both by id."
    )
    return parts("# Result rows", introduction, *sections)


def _columns(columns: Mapping[str, tuple[str, str]]) -> list[list[str]]:
    return [[f"`{name}`", kind, plain(meaning)] for name, (kind, meaning) in columns.items()]


def _expressions() -> str:
    names = sorted({*column_forms(), *expr.COMPANIONS} - set(METHODS.former_names))
    introduction = (
        "Columns that already sit side by side are tested by expressions, in any `select`, `agg` or `with_columns`. "
        "Each gives a struct of result columns: `.unnest` spreads it."
    )
    return parts("# Expressions: `br.expr`", introduction, documented(names, "benchreport.expr"))
