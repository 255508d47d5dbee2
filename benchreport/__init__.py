"""Camera-ready benchmark reports: every comparison statistically right, every number recomputable.

``dir(benchreport)`` lists the verbs and the doors. Each method is found behind the door of its question and as
``benchreport.<id>``: ``br.two.wilcoxon`` is ``br.wilcoxon``. The types of all of them stand in ``__init__.pyi``, which
``make names`` writes.

Examples
--------
>>> import benchreport as br
>>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
>>> br.wilcoxon(scores).pipe(br.adjust, "holm").height
6
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from benchreport.version import __version__ as __version__


def _homes(modules: dict[str, tuple[str, ...]]) -> dict[str, str]:
    return {name: module for module, names in modules.items() for name in names}


# The verbs, and the records and errors that go with them, in the modules they live in: looked up on first use, so that
# importing benchreport costs nothing. Methods and importers are no verbs: their records are found by listing folders.
VERBS = _homes(
    {
        "document.build": ("report",),
        "document.compose": ("figure", "finding", "section", "show", "table"),
        "document.evidence": ("Evidence",),
        "document.model.blocks": ("Report", "Section"),
        "document.proof.changes": ("compare",),
        "document.proof.rebuild": ("rebuild",),
        "document.proof.verify": ("verification", "verify"),
        "document.table_of": ("table_of",),
        "errors": ("BenchreportError", "BenchreportWarning"),
        "figures.plot": ("alt_text", "plot", "plot_data"),
        "measures.measure": ("measure",),
        "method": ("Advice", "Method", "RESULT_COLUMNS"),
        "registry": ("ADVICE", "METHODS", "methods"),
        "resources": ("example",),
        "running": ("run",),
        "stats.multiplicity.adjusting": ("adjust",),
        "stats.planning.advising": ("advice",),
        "tables.blocks": ("pairs",),
        "tables.complete": ("complete",),
        "tables.designs.design": ("design",),
        "tables.designs.prediction_design": ("prediction_design",),
        "tables.predictions": ("counts", "predictions", "read", "read_counts", "read_predictions"),
        "tables.scores": ("read_scores", "scores"),
    }
)
# What goes with single methods; not listed by dir(), for a reader of their documentation knows it.
COMPANIONS = _homes(
    {
        "measures.instances": ("instance_pairs",),
        "method": ("RANK_COLUMNS",),
        "stats.bayes.paired_tests": ("bayes_samples",),
        "stats.many_algorithms.complete_blocks": ("rank_tests",),
        "stats.many_algorithms.variance": ("ANOVA_COLUMNS",),
        "stats.summaries.rescaling": ("rescaled",),
        "stats.theory.gaussian_classes": ("GaussianTask", "QuadraticRule", "estimated_task", "gaussian_sample"),
        "tables.complete": ("missing_cells",),
    }
)


def __getattr__(name: str) -> Any:
    if name in VERBS or name in COMPANIONS:
        return getattr(import_module(f"benchreport.{(VERBS | COMPANIONS)[name]}"), name)
    if name == "expr":
        return import_module("benchreport.expr")
    if name == "__all__":
        return _public_names()
    if name.startswith("from_"):
        from benchreport.tables.importers import IMPORTERS

        if name in IMPORTERS:
            return IMPORTERS[name].function
    elif not name.startswith("_"):
        from benchreport.method import PACKAGES
        from benchreport.registry import table_forms

        if name in PACKAGES:
            return import_module(PACKAGES[name])
        if name in table_forms():
            return table_forms()[name]
    raise AttributeError(f"module 'benchreport' has no attribute {name!r}")


def __dir__() -> list[str]:
    from benchreport.method import PACKAGES
    from benchreport.tables.importers import IMPORTERS

    return sorted([*VERBS, *IMPORTERS, *PACKAGES, "expr"])


def _public_names() -> list[str]:
    """Return every public name, those of all methods too."""
    from benchreport.registry import table_forms

    return sorted({*__dir__(), *COMPANIONS, *table_forms()})
