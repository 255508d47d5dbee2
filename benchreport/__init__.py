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

# The verbs, and the records and errors that go with them, by the module they live in: looked up on first use, so that
# importing benchreport costs nothing. Methods and importers are no verbs: their records are found by listing folders.
VERBS = {
    "ADVICE": "registry",
    "Advice": "method",
    "BenchreportError": "errors",
    "BenchreportWarning": "errors",
    "Evidence": "document.evidence",
    "METHODS": "registry",
    "Method": "method",
    "RESULT_COLUMNS": "method",
    "Report": "document.model.blocks",
    "Section": "document.model.blocks",
    "adjust": "stats.multiplicity.adjusting",
    "advice": "stats.planning.advising",
    "alt_text": "figures.plot",
    "complete": "tables.complete",
    "counts": "tables.predictions",
    "design": "tables.designs.design",
    "example": "resources",
    "figure": "document.compose",
    "finding": "document.compose",
    "measure": "measures.measure",
    "methods": "registry",
    "pairs": "tables.blocks",
    "plot": "figures.plot",
    "plot_data": "figures.plot",
    "prediction_design": "tables.designs.prediction_design",
    "predictions": "tables.predictions",
    "read_counts": "tables.predictions",
    "read_predictions": "tables.predictions",
    "read_scores": "tables.scores",
    "rebuild": "document.proof.rebuild",
    "report": "document.build",
    "run": "running",
    "scores": "tables.scores",
    "section": "document.compose",
    "show": "document.compose",
    "table": "document.compose",
    "verification": "document.proof.verify",
    "verify": "document.proof.verify",
}
# What goes with single methods; not listed by dir(), for a reader of their documentation knows it.
COMPANIONS = {
    "ANOVA_COLUMNS": "stats.many_algorithms.variance",
    "GaussianTask": "stats.theory.gaussian_classes",
    "QuadraticRule": "stats.theory.gaussian_classes",
    "RANK_COLUMNS": "method",
    "bayes_samples": "stats.bayes.paired_tests",
    "estimated_task": "stats.theory.gaussian_classes",
    "gaussian_sample": "stats.theory.gaussian_classes",
    "instance_pairs": "measures.instances",
    "missing_cells": "tables.complete",
    "rank_tests": "stats.many_algorithms.complete_blocks",
    "rescaled": "stats.summaries.rescaling",
}
DOOR_NAMES = (
    *("one", "two", "many", "posthoc", "multiplicity", "answer", "ordering", "metrics", "bayes", "summaries"),
    *("scoring", "planning", "theory"),
)


def __getattr__(name: str) -> Any:
    if name in VERBS or name in COMPANIONS:
        return getattr(import_module(f"benchreport.{(VERBS | COMPANIONS)[name]}"), name)
    if name in DOOR_NAMES:
        from benchreport.method import PACKAGES

        return import_module(PACKAGES[name])
    if name == "expr":
        return import_module("benchreport.expr")
    if name == "__all__":
        return _public_names()
    if name.startswith("from_"):
        from benchreport.tables.importers import IMPORTERS

        if name in IMPORTERS:
            return IMPORTERS[name].function
    elif not name.startswith("_"):
        from benchreport.registry import table_forms

        if name in table_forms():
            return table_forms()[name]
    raise AttributeError(f"module 'benchreport' has no attribute {name!r}")


def __dir__() -> list[str]:
    from benchreport.tables.importers import IMPORTERS

    return sorted([*VERBS, *IMPORTERS, *DOOR_NAMES, "expr"])


def _public_names() -> list[str]:
    """Return every public name, those of all methods too."""
    from benchreport.registry import table_forms

    return sorted({*__dir__(), *COMPANIONS, *table_forms()})
