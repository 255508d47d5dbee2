"""The style of the code, as far as a program can read it: ``python -m tests.style [path ...]``, part of ``make lint``.

Titles of modules name what is inside, docstrings begin with what a function does, variables are nouns, folders are
small enough to be looked through, lines of templates are short enough to be edited.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE, TEMPLATES, MANUAL = ROOT / "benchreport", ROOT / "templates" / "sections", ROOT / "docs" / "building"
# What the docstring of a function begins with: what it returns, or what it does where it returns nothing.
VERBS = frozenset({"Return", "Compute", "Draw", "Read", "Check", "Raise", "Write", "Print", "Yield", "Run"})
# Participles and pointers say nothing of what a variable holds.
POINTERS = frozenset({"told", "said", "known", "found", "shown", "kept", "mine", "here", "at", "one", "asked"})
FILLERS = frozenset({"utils", "helpers", "base", "manager", "common", "misc"})
MOST_MODULES = 20
MANY_MODULES = frozenset({"sections", "importers", "cli"})
LONGEST_TEMPLATE_LINE = 400


def faults_of_module(path: Path) -> Iterator[str]:
    """Yield what is wrong with a module, each with its line."""
    tree = ast.parse(path.read_text(encoding="utf8"))
    title = (ast.get_docstring(tree) or "").partition("\n")[0]
    if not title.endswith(".") or "?" in title:
        yield f"{path}:1: the title is no phrase that names what is inside: {title!r}"
    if path.stem in FILLERS:
        yield f"{path}:1: {path.stem!r} is no noun of the field"
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) if not _is_property(node):
                words = (ast.get_docstring(node) or "Return").split()
                if words[0].rstrip(",") not in VERBS:
                    yield f"{path}:{node.lineno}: the docstring of {name} begins with {words[0]!r}"
            case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) if name in POINTERS:
                yield f"{path}:{node.lineno}: {name!r} does not name what it holds"


def _is_property(node: ast.FunctionDef) -> bool:
    names = {ast.unparse(decorator) for decorator in node.decorator_list}
    return bool(names & {"property", "cached_property"}) or node.name.startswith("__")


def faults_of_folder(folder: Path) -> Iterator[str]:
    """Yield a folder that holds too many modules to be looked through."""
    modules = [path for path in folder.glob("*.py") if not path.name.startswith("__")]
    if len(modules) > MOST_MODULES and folder.name not in MANY_MODULES:
        yield f"{folder}: {len(modules)} modules, more than {MOST_MODULES}"


def faults_of_template(path: Path) -> Iterator[str]:
    """Yield the lines of a template that are too long to be edited."""
    for number, line in enumerate(path.read_text(encoding="utf8").splitlines(), 1):
        if len(line) > LONGEST_TEMPLATE_LINE:
            yield f"{path}:{number}: {len(line)} characters, more than {LONGEST_TEMPLATE_LINE}"


def faults(paths: list[Path]) -> Iterator[str]:
    """Yield every fault below some paths."""
    for root in paths:
        files = sorted(root.rglob("*")) if root.is_dir() else [root]
        for path in (root, *files) if root.is_dir() else files:
            if path.suffix == ".py":
                yield from faults_of_module(path)
            elif path.suffix == ".jinja" and path.parent == TEMPLATES:
                yield from faults_of_template(path)
            elif path.is_dir() and "__pycache__" not in path.parts:
                yield from faults_of_folder(path)


def main(arguments: list[str]) -> int:
    """Print the faults; return 1 if there are any."""
    lines = list(faults([Path(argument).resolve() for argument in arguments] or [PACKAGE, TEMPLATES, MANUAL]))
    print("\n".join(line.replace(f"{ROOT}/", "") for line in lines) or "style: no faults")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
