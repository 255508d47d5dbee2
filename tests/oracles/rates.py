"""Intervals and tests for rates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

import benchreport as br
from tests.oracles.harness import Call, LeftOut, Oracle
from tests.oracles.tables import table

# Which call of ours is which column of R's binom.confint, of statsmodels and of SciPy.
R_NAMES: Mapping[str, tuple[str, dict[str, Any]]] = {
    "agresti-coull": ("ci_agresti_coull", {}),
    "asymptotic": ("ci_proportion_wald", {}),
    "bayes": ("ci_jeffreys", {"variant": "hpd"}),
    "cloglog": ("ci_transformed", {"variant": "cloglog"}),
    "exact": ("ci_clopper_pearson", {}),
    "logit": ("ci_transformed", {"variant": "logit"}),
    "probit": ("ci_transformed", {"variant": "probit"}),
    "lrt": ("ci_transformed", {"variant": "likelihood"}),
    "prop.test": ("ci_wilson", {"variant": "corrected"}),
    "wilson": ("ci_wilson", {}),
}
PYTHON_NAMES: Mapping[str, tuple[str, dict[str, Any]]] = {
    "normal": ("ci_proportion_wald", {}),
    "agresti_coull": ("ci_agresti_coull", {}),
    "beta": ("ci_clopper_pearson", {}),
    "exact": ("ci_clopper_pearson", {}),
    "wilson": ("ci_wilson", {}),
    "wilsoncc": ("ci_wilson", {"variant": "corrected"}),
    "jeffreys": ("ci_jeffreys", {}),
}
NOT_AT_THE_EDGE = ("asymptotic", "normal", "cloglog", "logit", "probit")
EDGE = LeftOut(
    "where all trials end alike Wald has no width elsewhere and transformed limits are exact ones; ours none"
)
OPEN_END = LeftOut("statsmodels leaves the closed end off; the oracles of the equal-tailed interval have it")
SHRUNK = LeftOut("prop.test shrinks its correction near its own null of one half")


def limits(name: str, x: float, n: float, **options: Any) -> tuple[float | None, float | None]:
    row = pl.select(getattr(br.expr, name)(x, n, **options)).unnest(name)
    return row["ci_low"][0], row["ci_high"][0]


def compared(
    names: Mapping[str, tuple[str, dict[str, Any]]], theirs: Mapping[str, Any], x: float, n: float, *, clipped: bool
) -> dict[str, Any]:
    """Give our limits under their names, in their shape."""
    ours: dict[str, Any] = {}
    for name, (function, options) in names.items():
        if name not in theirs:
            continue
        if reason := incomparable(name, x, n):
            ours[name] = reason
            continue
        low, high = limits(function, x, n, **options)
        if clipped and low is not None and high is not None:
            low, high = max(low, 0.0), min(high, 1.0)
        ours[name] = {"lower": low, "upper": high} if isinstance(theirs[name], Mapping) else [low, high]
    return ours


def incomparable(name: str, x: float, n: float) -> LeftOut | None:
    """Say why a named interval of theirs is another than ours for these counts."""
    edge = x in (0, n)
    if edge and name in NOT_AT_THE_EDGE:
        return EDGE
    if edge and name == "jeffreys":
        return OPEN_END
    return SHRUNK if name == "prop.test" and abs(x - n / 2) < 0.5 else None


def binomial_intervals(oracle: Oracle) -> Any:
    x, n = oracle.data["inline"]["x"], oracle.data["inline"]["n"]
    in_r = "agresti-coull" in oracle.result
    return compared(R_NAMES if in_r else PYTHON_NAMES, oracle.result, x, n, clipped=not in_r)


def accuracy_intervals(oracle: Oracle) -> Any:
    """Count from the predictions themselves, through the table form."""
    rows = br.ci_wilson(br.predictions(table(oracle)), rate="accuracy")
    ours: dict[str, Any] = {}
    for row in rows.iter_rows(named=True):
        theirs, n = oracle.result[row["a"]], row["n"]
        x = round(row["estimate"] * n)
        in_r = "agresti-coull" in theirs
        ours[row["a"]] = compared(R_NAMES if in_r else PYTHON_NAMES, theirs, x, n, clipped=not in_r)
        ours[row["a"]]["wilson"] = [row["ci_low"], row["ci_high"]]
        if in_r:
            ours[row["a"]] |= {"correct": x, "n": n}
    return ours


def interval(name: str, **options: Any) -> Call:
    def call(oracle: Oracle) -> Any:
        x, n = oracle.data["inline"]["x"], oracle.data["inline"]["n"]
        low, high = limits(name, x, n, **options)
        return {"lower": low, "upper": high}

    return call


def wilson_corrected(oracle: Oracle) -> Any:
    x, n = oracle.data["inline"]["x"], oracle.data["inline"]["n"]
    return SHRUNK if abs(x - n / 2) < 0.5 else interval("ci_wilson", variant="corrected")(oracle)


def blaker(oracle: Oracle) -> Any:
    x, n = oracle.data["inline"]["x"], oracle.data["inline"]["n"]
    # Against one half the law is symmetric, so that Blaker's p is that of the exact test.
    test = pl.select(br.expr.binomial_test(x, n, constant=0.5)).unnest("binomial_test")
    return interval("ci_blaker")(oracle) | {"p_vs_half": test["p_value"][0]}


def binomial_test(oracle: Oracle) -> Any:
    x, n = oracle.data["inline"]["x"], oracle.data["inline"]["n"]
    row = pl.select(br.expr.binomial_test(x, n, constant=0.5)).unnest("binomial_test").row(0, named=True)
    ours = {name: row[name] for name in ("statistic", "p_value", "estimate")}
    return ours | {"df": row["n"], "conf_int": [row["ci_low"], row["ci_high"]]}


def two_proportions(oracle: Oracle) -> Any:
    counts = [oracle.data["inline"][name] for name in ("x1", "n1", "x2", "n2")]

    def row(variant: Any) -> dict[str, Any]:
        test = br.expr.two_proportions(*counts, variant=variant)
        return pl.select(test).unnest("two_proportions").row(0, named=True)

    ours: dict[str, Any] = {"fisher": {"p": row("fisher")["p_value"]}}
    for name, variant in (("cc", "corrected"), ("nocc", "plain")):
        found = row(variant)
        ours[name] = {
            "statistic": found["statistic"] ** 2,
            "p_value": found["p_value"],
            "conf_int": [found["ci_low"], found["ci_high"]],
        }
    return ours


REFERENCES: Mapping[str, Call] = {
    "accuracy_intervals": accuracy_intervals,
    "binomial_intervals": binomial_intervals,
    "binomial_interval_blaker": blaker,
    "binomial_interval_jeffreys_equal_tail": interval("ci_jeffreys"),
    "binomial_interval_midp": interval("ci_midp"),
    "binomial_interval_wilson": interval("ci_wilson"),
    "binomial_interval_wilson_cc": wilson_corrected,
    "binomial_test_exact": binomial_test,
    "two_proportions": two_proportions,
}
