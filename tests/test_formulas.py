"""Is the formula of every method written in LaTeX that a figure can draw, and is none left out unnoticed?"""

from __future__ import annotations

import re

import pytest
from matplotlib.mathtext import MathTextParser

import benchreport as br

LONGEST = 200
# Methods that are a procedure, and why no equation stands for it.
PROCEDURES = {
    "blocking": "asks of every block whether all combinations were measured in it",
    "cliques": "searches a graph for its largest sets",
    "factors_response": "lists the factors and their levels",
    "fractional_factorial": "lists the combinations that were not run",
    "k_disjoint_pairs": "cuts the instances into parts and the parts into halves",
    "letters": "gives the sets of a graph letters",
    "missing_sensitivity": "runs another test again under each way to treat gaps",
    "multitest_order": "orders the algorithms step by step",
    "multiverse": "runs a list of other analyses",
    "partial_order": "draws the edges of a graph",
    "reward_comparison": "hands its rows to the test that variant names",
    "verdicts": "chooses which other test decides",
}
WRITTEN = {name: method.tex for name, method in br.METHODS.items() if method.tex}


def drawable(tex: str) -> bool:
    """Return whether matplotlib can set a formula."""
    try:
        MathTextParser("agg").parse(f"${tex}$")
    except ValueError:
        return False
    return True


def balanced(tex: str) -> bool:
    """Return whether every brace that groups is closed; an escaped one is a sign like any other."""
    depth = 0
    for brace in re.findall(r"[{}]", re.sub(r"\\.", "", tex)):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def test_every_method_has_a_formula_in_latex_or_is_named_a_procedure() -> None:
    assert set(br.METHODS) - set(WRITTEN) == set(PROCEDURES)


@pytest.mark.parametrize("name", WRITTEN)
def test_a_formula_in_latex_can_be_drawn(name: str) -> None:
    assert drawable(WRITTEN[name])


def test_formulas_in_latex_have_balanced_braces_and_delimiters() -> None:
    assert [name for name, tex in WRITTEN.items() if not balanced(tex)] == []
    assert [name for name, tex in WRITTEN.items() if tex.count(r"\left") != tex.count(r"\right")] == []


def test_formulas_in_latex_are_single_lines_of_bounded_length() -> None:
    assert [name for name, tex in WRITTEN.items() if len(tex) > LONGEST or len(tex.splitlines()) != 1] == []
    assert [name for name, tex in WRITTEN.items() if tex != tex.strip() or "  " in tex or "$" in tex] == []


@pytest.mark.parametrize("tex", [r"\frac{a}{b", r"\tfrac{a}{b}", r"\begin{cases} a \end{cases}", r"a_1_2", r"\left( a"])
def test_what_cannot_be_drawn_is_noticed(tex: str) -> None:
    assert not drawable(tex)


@pytest.mark.parametrize(("tex", "expected"), [(r"\{ p : a_{1} \}", True), (r"\{ a }", False), ("}{", False)])
def test_escaped_braces_need_no_partner(tex: str, expected: bool) -> None:
    assert balanced(tex) is expected
