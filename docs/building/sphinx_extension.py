"""What the manual adds to Sphinx: formulas as outlines with MathML, as in the reports."""

from __future__ import annotations

from typing import Any

from benchreport.document.formats.html import inline_formula
from benchreport.figures.formulas import formula_lines


def display(tex: str) -> str:
    """Return a displayed formula, in lines that fit a narrow page."""
    return f'<p class="formula">{"<br>".join(inline_formula(line, True) for line in formula_lines(tex))}</p>'


def _visit_inline(translator: Any, node: Any) -> None:
    translator.body.append(inline_formula(node.astext(), False))
    raise _skipped()


def _visit_block(translator: Any, node: Any) -> None:
    translator.body.append(display(node.astext()))
    raise _skipped()


def _skipped() -> Exception:
    from docutils.nodes import SkipNode

    return SkipNode()


def setup(app: Any) -> dict[str, Any]:
    """Run by Sphinx: register the renderer of formulas."""
    app.add_html_math_renderer("outlines", inline_renderers=(_visit_inline, None), block_renderers=(_visit_block, None))
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
