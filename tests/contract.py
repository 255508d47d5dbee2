"""Facts of how single methods are called, for the contract tests; a plain test of scores needs none."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl

import benchreport as br
from tests.standard_tables import ALGORITHMS, COLUMNS, TABLES


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """How a method is called where its shape does not say it.

    ``table`` is the name of a standard table, ``arguments`` are what stands before the options of a method that takes
    none. ``options`` are needed whatever the table, ``names`` name what the standard table holds. ``columns`` are those
    of the standard columns that a column form takes instead of the ones named like its parameters. ``rows`` says in
    words what the rows are where they are not those of a test of a usual table: such a method is left to
    test_contract_all.py. ``returns`` is the type of a result that is no frame.
    """

    table: str = ""
    arguments: tuple[Any, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    names: Mapping[str, Any] = field(default_factory=dict)
    columns: Mapping[str, Any] = field(default_factory=dict)
    rows: str = ""
    returns: type = pl.DataFrame


UNIT_TASK = br.GaussianTask(
    mean_positive=(1.0,), mean_negative=(-1.0,), covariance_positive=((1.0,),), covariance_negative=((2.0,),)
)
POINTS = pl.DataFrame({"x1": [-1.0, 0.5]})
ORDER = {"order": list(ALGORITHMS)}
CURVE = "a curve has many rows"
OWN = "columns of its own"
VECTORS = "vectors of metrics are compared, not single ones"
ONE_EACH = "one row per algorithm, without a p-value"
TRAINING = {"training": {"error": "train_error"}}

CALLS: Mapping[str, Call] = {
    # One sample.
    "approx_normal_test": Call(options={"constant": 0.2}),
    "auc_test": Call(rows="one row per algorithm, of ranks of scores"),
    "bias_variance_noise": Call(table="numeric_predictions", rows=OWN),
    "binomial_test": Call(options={"constant": 0.2}),
    "bootstrap_632": Call(table="bootstrap_runs", names=TRAINING, rows=ONE_EACH),
    "bootstrap_632_plus": Call(
        table="bootstrap_runs", names={**TRAINING, "no_information": {"error": 0.5}}, rows=ONE_EACH
    ),
    "bootstrap_oob": Call(table="bootstrap_runs", rows=ONE_EACH),
    "ci_auc": Call(rows=ONE_EACH),
    "ci_empirical_bernstein": Call(options={"bound": (-5, 15)}),
    "ci_hoeffding_mean": Call(options={"bound": (-5, 15)}),
    "ci_mean_z": Call(options={"sigma": 0.1}),
    "empirical_risk": Call(rows=ONE_EACH),
    "label_permutation_test": Call(table="shuffled_labels", rows="one row per algorithm, over shuffled labels"),
    "one_sample_sign": Call(options={"constant": 0.5}),
    "one_sample_t": Call(options={"constant": 0.5}),
    "one_sample_wilcoxon": Call(options={"constant": 0.5}),
    "rate_intervals": Call(rows="one row per rate of an algorithm"),
    "z_test_mean": Call(options={"constant": 0.5, "sigma": 0.1}),
    # Two algorithms.
    "ci_difference_errors": Call(table="separate_predictions"),
    "ci_tango": Call(columns={"x": "right_x", "y": "right_y"}),
    "delong": Call(rows="areas are compared, which single classes leave undefined"),
    "delong_unpaired": Call(table="separate_predictions", rows="areas of separate instances are compared"),
    "f_test_regression": Call(table="single_predictions"),
    "group_test": Call(table="scores_of_groups", rows="needs a column that tells the group of a dataset"),
    "kfold_paired_t": Call(table="ten_folds"),
    "log_ratio": Call(rows="logarithms of negative values do not exist"),
    "mcnemar": Call(columns={"x": "right_x", "y": "right_y"}),
    "pitman_morgan": Call(table="single_predictions"),
    "risk_test": Call(names={"costs": {(0, 1): 5, (1, 0): 1}}),
    "same_rate_other_errors": Call(rows=OWN),
    "tost_paired_proportions": Call(options={"margin": 0.05}),
    "tost_paired_t": Call(table="ten_folds", options={"margin": 0.05}),
    "tost_proportions": Call(options={"margin": 0.05}, rows="rates of n_test instances are compared"),
    "tost_wilcoxon": Call(options={"margin": 0.05}),
    "two_proportions": Call(table="separate_predictions"),
    "verdict_interval": Call(rows=OWN),
    "verdicts": Call(rows=OWN),
    # Many algorithms.
    "anova_table": Call(rows="one row per source of variation"),
    "anova_twofactor": Call(rows="one row per term"),
    "bowker": Call(table="multiclass_predictions"),
    "contrasts": Call(names={"weights": {"A": 1, "B": -1}}, rows="one row per contrast"),
    "delong_omnibus": Call(rows="areas are compared, which single classes leave undefined"),
    "dunnett": Call(names={"control": "A"}, rows="all others against the control, which must be named"),
    "jonckheere": Call(names=ORDER, rows="the order of the algorithms must be named"),
    "missing_auto": Call(table="scores_with_gaps", rows=OWN),
    "missing_sensitivity": Call(table="scores_with_gaps", rows=OWN),
    "multitest_order": Call(names=ORDER, rows=OWN),
    "partial_order": Call(names={"alpha": 0.5}),
    "page_trend": Call(names=ORDER, rows="the order of the algorithms must be named"),
    "stuart_maxwell": Call(table="multiclass_predictions"),
    # Several metrics.
    "box_m": Call(rows=VECTORS),
    "hotelling": Call(rows=VECTORS),
    "hotelling_posthoc": Call(rows=VECTORS),
    "kendall_tau": Call(names={"by": "dataset"}, rows=VECTORS),
    "manova": Call(rows=VECTORS),
    "manova_posthoc": Call(rows=VECTORS),
    "multivariate_shapiro": Call(rows=VECTORS),
    "spearman": Call(names={"by": "dataset"}, rows=VECTORS),
    # Factors.
    "blocking": Call(table="factor_grid"),
    "detectable_difference": Call(rows=OWN),
    "factorial_design": Call(table="factor_grid"),
    "factors_response": Call(table="factor_grid"),
    "fractional_factorial": Call(table="factor_grid_with_gaps"),
    "interactions": Call(table="factor_grid", rows="one row per two factors"),
    "main_effects": Call(table="factor_grid", rows="one row per factor"),
    "replication": Call(table="factor_grid"),
    "response_surface": Call(table="factor_grid"),
    # From predictions to scores and curves.
    "calibration": Call(rows=CURVE),
    "confusion_binary": Call(rows=OWN),
    "confusion_multiclass": Call(table="multiclass_predictions", rows=OWN),
    "multiclass_auc": Call(table="multiclass_predictions"),
    "one_vs_rest": Call(table="multiclass_predictions"),
    "per_class_measures": Call(table="multiclass_predictions", rows=OWN),
    "quadratic_probability_loss": Call(columns={"probabilities": {0: "prob_0", 1: "prob_1"}}),
    "roc_average": Call(table="predictions_of_folds"),
    # Plain numbers.
    "attainable": Call(arguments=(5, 4)),
    "bayes_classifier": Call(arguments=(POINTS, UNIT_TASK)),
    "bayes_risk": Call(arguments=(UNIT_TASK,)),
    "binomial_model": Call(options={"n": 40, "p": [0.1, 0.2]}),
    "cost_threshold": Call(arguments=(5, 1), returns=float),
    "critical_difference": Call(arguments=(4, 14), returns=float),
    "deciding_test": Call(arguments=(4, 7)),
    "decision_threshold": Call(arguments=(5, 1), returns=float),
    "gaussian_discriminant": Call(arguments=(UNIT_TASK,), returns=br.QuadraticRule),
    "generalization_risk": Call(arguments=(UNIT_TASK, br.gaussian_discriminant(UNIT_TASK))),
    "k_disjoint_pairs": Call(options={"n": 1001}),
    "model_selection_bound": Call(options={"candidates": 20, "n": [100, 200]}),
    "power_friedman": Call(options={"n": [5, 10], "algorithms": 4, "shift": 1.0}),
    "power_wilcoxon": Call(options={"n": [5, 10], "shift": 1.0}),
    "resampling_costs": Call(options={"n": 1001}),
    "sample_size_hoeffding": Call(options={"margin": [0.01, 0.02]}),
    "sample_size_power": Call(options={"difference": 0.01, "sd": [0.02, 0.03]}),
    "sample_size_selection": Call(options={"candidates": 20, "margin": 0.05}),
    "simulate_test_size": Call(options={"n": 40, "p0": 0.2}),
    "type2_power": Call(options={"difference": 0.01, "sd": 0.02, "n": [10, 40]}),
}
TABLE_OF_SHAPE = {"scores": "scores", "predictions": "predictions", "counts": "predictions", "rows": "rows_of_pairs"}
# Options that mean the same to every method that needs them.
USUAL: Mapping[str, Any] = {"positive": 1}
FEW_DRAWS = 199
KEYWORD_ONLY = inspect.Parameter.KEYWORD_ONLY


def call_of(method: br.Method) -> Call:
    """Return the facts of a method; none are needed where its shape says all."""
    return CALLS.get(method.id, Call())


def is_test(method: br.Method) -> bool:
    """Return whether a method has a null hypothesis, and so a p-value."""
    return method.null != "" and not method.null.startswith("none")


def is_usual(method: br.Method) -> bool:
    """Return whether a method gives the usual rows: of a test of scores, of average ranks, of predictions."""
    usual = method.shape != "scores" or is_test(method) or method.id == "average_ranks"
    return method.kind in ("table", "columns") and usual and not call_of(method).rows


def required(function: Callable[..., Any]) -> list[str]:
    parameters = inspect.signature(function).parameters.values()
    return [parameter.name for parameter in parameters if parameter.default is inspect.Parameter.empty]


def table_of(method: br.Method) -> pl.DataFrame | None:
    """Return the standard table of a method, or None where it takes plain numbers."""
    call = call_of(method)
    name = call.table or TABLE_OF_SHAPE.get(method.shape, "")
    return TABLES[name]() if name else None


def options_of(method: br.Method, function: Callable[..., Any]) -> dict[str, Any]:
    """Return the options that a form of a method takes on standard tables and columns; draws are few."""
    call, takes = call_of(method), inspect.signature(function).parameters
    usual = {name: value for name, value in USUAL.items() if name in required(function)}
    few = {"draws": FEW_DRAWS} if "draws" in takes else {}
    return {name: value for name, value in {**usual, **few, **call.options, **call.names}.items() if name in takes}


def refuse_lacking(method: br.Method, lacking: Mapping[str, str]) -> None:
    """Fail if a method cannot be called, and say what to add; ``lacking`` maps parameters to fields of a call."""
    entry = ", ".join(f"{part}={{{name!r}: ...}}" for name, part in lacking.items())
    assert not lacking, (
        f"the contract tests cannot call {method.id}: add {method.id!r}: Call({entry}) to CALLS in tests/contract.py; "
        "`names` instead of `options` if the value names what the standard table holds, `arguments` for plain numbers"
    )


def arguments_of(method: br.Method) -> tuple[Any, ...]:
    """Return what a method is called with before its options."""
    assert method.table is not None
    table = table_of(method)
    arguments = call_of(method).arguments if table is None else (table,)
    given = options_of(method, method.table)
    refuse_lacking(method, {name: "options" for name in required(method.table)[len(arguments) :] if name not in given})
    return arguments


def result_of(method: br.Method, table: Any = None, **options: Any) -> Any:
    """Return what a method gives of its standard table or numbers, or of another table."""
    assert method.table is not None
    arguments = arguments_of(method) if table is None else (table,)
    return method.table(*arguments, **(options_of(method, method.table) | options))


def column_of(method: br.Method) -> pl.Expr:
    """Return the column form of a method, of the standard columns."""
    assert method.expr is not None
    call, given, takes = call_of(method), options_of(method, method.expr), inspect.signature(method.expr).parameters
    needed = [name for name in required(method.expr) if name not in given]
    sides = {name: call.columns.get(name, name) for name in needed if takes[name].kind is not KEYWORD_ONLY}
    lacking = {name: "options" for name in needed if name not in sides}
    lacking |= {name: "columns" for name, side in sides.items() if side == name and name not in COLUMNS.columns}
    refuse_lacking(method, lacking)
    return method.expr(*sides.values(), **given)  # type: ignore[no-any-return]


# Options without which a method cannot be called, whatever the table.
NEEDS: Mapping[str, Mapping[str, Any]] = {name: call.options for name, call in CALLS.items() if call.options}

# One row per algorithm, named in `a`; they take a table with one algorithm.
SINGLE: frozenset[str] = frozenset(
    {"anderson_darling", "one_sample_sign", "one_sample_t", "one_sample_wilcoxon", "shapiro_wilk", "z_test_mean"}
)

# They use what is there, so a table with gaps is not refused.
INCOMPLETE: frozenset[str] = frozenset(
    {"mann_whitney", "permutation_two_sample", "reward_comparison", "skillings_mack", "unpaired_t"}
)

# Their groups do not follow the usual rules (five repeats of two folds, a declared order, ...), so that the tests
# over hostile groups only ask for rows with a status.
PARTICULAR: frozenset[str] = frozenset(
    {
        "anderson_darling",
        "cv52_f",
        "cv52_t",
        "shapiro_wilk",
        "tost_paired_proportions",
        "tost_paired_t",
        "tost_wilcoxon",
    }
)

# Their sums run over the runs themselves, so the last bit may depend on the order of the rows.
LAST_BIT: frozenset[str] = frozenset({"kfold_paired_t", "corrected_resampled_t"})
