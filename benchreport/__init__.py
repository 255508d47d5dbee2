"""Camera-ready benchmark reports: every comparison statistically right, every number recomputable.

Examples
--------
>>> import benchreport as br
>>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
>>> br.wilcoxon(scores).pipe(br.adjust, "holm").height
6
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from benchreport.version import __version__ as __version__

if TYPE_CHECKING:
    from benchreport import expr as expr
    from benchreport.catalogue import METHODS as METHODS
    from benchreport.document.blocks import Report as Report
    from benchreport.document.story import report as report
    from benchreport.errors import BenchreportError as BenchreportError
    from benchreport.figures.plot import alt_text as alt_text
    from benchreport.figures.plot import plot as plot
    from benchreport.figures.plot import plot_data as plot_data
    from benchreport.method import RANK_COLUMNS as RANK_COLUMNS
    from benchreport.method import RESULT_COLUMNS as RESULT_COLUMNS
    from benchreport.method import Method as Method
    from benchreport.resources import example as example
    from benchreport.stats.adjust import adjust as adjust
    from benchreport.stats.folds import corrected_resampled_t as corrected_resampled_t
    from benchreport.stats.folds import cv52_f as cv52_f
    from benchreport.stats.folds import cv52_t as cv52_t
    from benchreport.stats.folds import kfold_paired_t as kfold_paired_t
    from benchreport.stats.paired import sign_test as sign_test
    from benchreport.stats.paired import wilcoxon as wilcoxon
    from benchreport.stats.planning import binomial_model as binomial_model
    from benchreport.stats.planning import k_disjoint_pairs as k_disjoint_pairs
    from benchreport.stats.planning import model_selection_bound as model_selection_bound
    from benchreport.stats.planning import sample_size_hoeffding as sample_size_hoeffding
    from benchreport.stats.planning import sample_size_power as sample_size_power
    from benchreport.stats.planning import sample_size_selection as sample_size_selection
    from benchreport.stats.planning import type2_power as type2_power
    from benchreport.stats.posthoc import critical_difference as critical_difference
    from benchreport.stats.posthoc import nemenyi as nemenyi
    from benchreport.stats.ranks import average_ranks as average_ranks
    from benchreport.stats.ranks import friedman as friedman
    from benchreport.stats.ranks import iman_davenport as iman_davenport
    from benchreport.stats.simulations import power_friedman as power_friedman
    from benchreport.stats.simulations import power_wilcoxon as power_wilcoxon
    from benchreport.stats.simulations import test_size_simulation as test_size_simulation
    from benchreport.tables.complete import complete as complete
    from benchreport.tables.complete import missing_cells as missing_cells
    from benchreport.tables.design import design as design
    from benchreport.tables.pairs import pairs as pairs
    from benchreport.tables.predictions import counts as counts
    from benchreport.tables.predictions import predictions as predictions
    from benchreport.tables.predictions import read_counts as read_counts
    from benchreport.tables.predictions import read_predictions as read_predictions
    from benchreport.tables.scores import read_scores as read_scores
    from benchreport.tables.scores import scores as scores

# Where each public name lives. Looked up on first use, so that importing benchreport costs nothing.
HOME = {
    "BenchreportError": "errors",
    "METHODS": "catalogue",
    "Method": "method",
    "RANK_COLUMNS": "method",
    "RESULT_COLUMNS": "method",
    "Report": "document.blocks",
    "adjust": "stats.adjust",
    "alt_text": "figures.plot",
    "average_ranks": "stats.ranks",
    "binomial_model": "stats.planning",
    "complete": "tables.complete",
    "corrected_resampled_t": "stats.folds",
    "counts": "tables.predictions",
    "critical_difference": "stats.posthoc",
    "cv52_f": "stats.folds",
    "cv52_t": "stats.folds",
    "design": "tables.design",
    "example": "resources",
    "friedman": "stats.ranks",
    "iman_davenport": "stats.ranks",
    "k_disjoint_pairs": "stats.planning",
    "kfold_paired_t": "stats.folds",
    "missing_cells": "tables.complete",
    "model_selection_bound": "stats.planning",
    "nemenyi": "stats.posthoc",
    "pairs": "tables.pairs",
    "plot": "figures.plot",
    "plot_data": "figures.plot",
    "power_friedman": "stats.simulations",
    "power_wilcoxon": "stats.simulations",
    "predictions": "tables.predictions",
    "read_counts": "tables.predictions",
    "read_predictions": "tables.predictions",
    "read_scores": "tables.scores",
    "report": "document.story",
    "sample_size_hoeffding": "stats.planning",
    "sample_size_power": "stats.planning",
    "sample_size_selection": "stats.planning",
    "scores": "tables.scores",
    "sign_test": "stats.paired",
    "test_size_simulation": "stats.simulations",
    "type2_power": "stats.planning",
    "wilcoxon": "stats.paired",
}

__all__ = sorted([*HOME, "expr"])


def __getattr__(name: str) -> Any:
    if name == "expr":
        return import_module("benchreport.expr")
    if name not in HOME:
        raise AttributeError(f"module 'benchreport' has no attribute {name!r}")
    return getattr(import_module(f"benchreport.{HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
