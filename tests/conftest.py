"""What all tests share."""

from __future__ import annotations

import os

import tests.one_thread  # isort: skip  # noqa: F401 - before Polars is imported

import polars as pl
import pytest
from hypothesis import HealthCheck, settings

import benchreport as br
from benchreport.document import stages

# Files that tests put into a copy of the product, and what type checkers read; they are no tests themselves.
collect_ignore = ["toys", "typed_surface.py"]

# The usual run takes the same examples every time; HYPOTHESIS_PROFILE=thorough looks ten times longer, at new ones.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}  # a busy machine is no failure
settings.register_profile("quick", **PATIENT, max_examples=30, derandomize=True)
settings.register_profile("thorough", **PATIENT, max_examples=300)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

# No test leaves files in anybody's home, or finds some there.
os.environ["BENCHREPORT_CACHE"] = "off"
# On a busy machine a build of a test takes long, and says nothing of it.
stages.PATIENCE = float("inf")

# Errors of four algorithms on ten datasets: fixture FX4 of the method catalogue.
FX4 = [
    (0.10, 0.12, 0.15, 0.14),
    (0.20, 0.22, 0.25, 0.21),
    (0.05, 0.05, 0.09, 0.07),
    (0.30, 0.28, 0.33, 0.35),
    (0.15, 0.18, 0.19, 0.18),
    (0.08, 0.11, 0.10, 0.12),
    (0.25, 0.24, 0.29, 0.27),
    (0.12, 0.15, 0.18, 0.16),
    (0.40, 0.41, 0.45, 0.42),
    (0.18, 0.21, 0.20, 0.23),
]


# Modules whose examples write and read whole PDF files.
LONG_EXAMPLES = tuple(f"benchreport/document/proof/{name}.py" for name in ("cache", "rebuild", "verify"))
# Tests of sections that a report has only where somebody asks for them, each with a report of its own.
BY_NAME = (
    *("advice", "aggregates", "bayesian", "confusions", "equivalence_section", "matrix", "multivariate", "odd_folds"),
    "ordering",
    *("predicted", "probabilities", "ranking_section", "regression_section", "single", "subsets", "variance", "within"),
)
LONG_TESTS = (*(f"tests/document/sections/test_{name}.py" for name in BY_NAME), "tests/document/test_explorer.py")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the examples and the tests of whole modules that take as long as the tests of make long."""
    long = {config.rootpath / name for name in (*LONG_EXAMPLES, *LONG_TESTS)}
    for item in items:
        if item.path in long:
            item.add_marker(pytest.mark.long)


@pytest.fixture(scope="session")
def fx4() -> pl.DataFrame:
    """Errors of algorithms 1 to 4 on ten datasets, lower is better."""
    rows = [(f"d{i}", str(j), value) for i, row in enumerate(FX4) for j, value in enumerate(row, 1)]
    return br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "error"], orient="row"))


@pytest.fixture(scope="session")
def demsar() -> pl.DataFrame:
    """AUC of four C4.5 variants on 14 datasets: Demsar 2006, Table 6."""
    return br.read_scores(br.example("demsar2006_auc.csv"))


@pytest.fixture(scope="session")
def study() -> pl.DataFrame:
    """Six classifiers on four datasets, 5x2 cross-validation, four metrics."""
    return br.read_scores(br.example("small_study_5x2.csv"))
