"""Do the table form and the column form of a method take the same options?"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from inspect import Parameter, get_annotations, signature
from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.method import Method
from benchreport.registry import METHODS

BOTH = [method.id for method in METHODS.values() if method.table is not None and method.expr is not None]
# Options that the two forms take in different ways, and why.
RATIO = "a table knows the sizes of its training and test data; its variant says whether they are used"
CONSTANT = "a column form also takes a column of constants"
WEIGHT = "a table of predictions has its weights in a column of its own"
POSITIVE = "a table form names the classes of all its groups, and refuses what is none of them"
EXCEPTIONS = {
    ("ci_mean_t", "ratio"): RATIO,
    ("one_sample_t", "ratio"): RATIO,
    ("z_test_mean", "constant"): CONSTANT,
    ("one_sample_t", "constant"): CONSTANT,
    ("one_sample_sign", "constant"): CONSTANT,
    ("one_sample_wilcoxon", "constant"): CONSTANT,
    ("binomial_test", "constant"): CONSTANT,
    ("approx_normal_test", "constant"): CONSTANT,
    ("auc_rank", "weight"): WEIGHT,
    ("average_precision", "weight"): WEIGHT,
    ("auc_rank", "positive"): POSITIVE,
    ("average_precision", "positive"): POSITIVE,
}


def options(function: Callable[..., Any]) -> dict[str, tuple[Any, Any]]:
    """Return the default and the type of every option that is given by name."""
    types = get_annotations(function, eval_str=True)
    parameters = signature(function).parameters.values()
    return {one.name: (one.default, types[one.name]) for one in parameters if one.kind is Parameter.KEYWORD_ONLY}


def drifted(method: Method) -> Iterator[str]:
    """Name the options of the column form that the table form lacks, or takes with another default or type."""
    assert method.table is not None
    assert method.expr is not None
    table = options(method.table)
    for name, option in options(method.expr).items():
        if table.get(name) != option:
            yield name


def excepted(name: str) -> set[str]:
    return {option for method, option in EXCEPTIONS if method == name}


@pytest.mark.parametrize("name", BOTH)
def test_an_option_of_the_column_form_is_one_of_the_table_form(name: str) -> None:
    assert set(drifted(METHODS[name])) == excepted(name)


def test_every_exception_is_of_a_method_with_two_forms() -> None:
    assert {method for method, _ in EXCEPTIONS} <= set(BOTH)
    assert len(BOTH) > 40


def test_options_that_drift_are_found() -> None:
    def table(rows: object, *, alpha: float = 0.05, variant: str = "exact", seed: int = 0) -> None: ...

    def expr(x: object, *, alpha: float = 0.1, variant: str = "exact", seed: float = 0, draws: int = 99) -> None: ...

    method = replace(METHODS["sign_test"], table=table, expr=expr)
    assert list(drifted(method)) == ["alpha", "seed", "draws"]


def gappy() -> pl.DataFrame:
    """Three algorithms on eight datasets, of which B lacks one."""
    values = {"A": [0.71, 0.62, 0.83, 0.54, 0.75, 0.66, 0.87, 0.58], "C": [0.74, 0.69, 0.81, 0.6, 0.78, 0.6, 0.9, 0.7]}
    own = [0.7, None, 0.85, 0.5, 0.74, 0.71, 0.8, 0.61]
    return br.scores(pl.DataFrame({"dataset": list("abcdefgh"), "B": own, **values}), metric="accuracy")


@pytest.mark.parametrize("method", ["wilcoxon", "sign_test", "cohen_d", "kruskal_wallis", "levene", "dunn"])
@pytest.mark.parametrize("policy", ["auto", "drop_blocks", "drop_algorithms", "subtable", "worst"])
def test_a_policy_for_missing_results_means_what_complete_does(method: str, policy: Any) -> None:
    form: Any = getattr(br, method)
    settled = form(br.complete(gappy(), policy, by="metric"), by="metric", missing="available")
    assert_frame_equal(form(gappy(), by="metric", missing=policy), settled)


def test_results_that_stand_in_are_those_of_the_control() -> None:
    settled = br.wilcoxon(br.complete(gappy(), "stand_in", reference="C"), control="C")
    assert_frame_equal(br.wilcoxon(gappy(), control="C", missing="stand_in"), settled)
    with pytest.raises(br.BenchreportError, match="stand_in"):
        br.wilcoxon(gappy(), missing="stand_in")
