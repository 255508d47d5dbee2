"""Several metrics at once: Hotelling's tests, multivariate analyses of variance and what they assume, correlations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

import benchreport as br
from tests.oracles import tables
from tests.oracles.harness import Call, Oracle

R_NAMES = {"Wilks": "wilks", "Pillai": "pillai", "Hotelling-Lawley": "hotelling_lawley", "Roy": "roy"}
STATSMODELS_NAMES = {"Wilks' lambda": "wilks", "Pillai's trace": "pillai", "Roy's greatest root": "roy"}


def table(oracle: Oracle) -> pl.DataFrame:
    """Read several metrics of one group: of algorithms on datasets, or a table of measurements with one of groups."""
    frame = tables.table(oracle)
    if "algorithm" in frame.columns:
        return br.scores(frame)
    group = tables.group_column(frame)
    runs = pl.int_range(pl.len()).over(group).cast(pl.String)
    metrics = [name for name in frame.columns if name != group]
    named = frame.with_columns(dataset=runs).rename({group: "algorithm"})
    return br.scores(named, directions=dict.fromkeys(metrics, "higher"))


def pair(oracle: Oracle) -> pl.DataFrame:
    scores = table(oracle)
    if "a" not in oracle.data:
        return scores
    return scores.filter(pl.col("algorithm").is_in([oracle.data["a"], oracle.data["b"]]))


def hotelling(variant: Any, metrics: list[str] | None = None) -> Call:
    def call(oracle: Oracle) -> Any:
        row = br.hotelling(pair(oracle), by=None, variant=variant, metrics=metrics).row(0, named=True)
        ours = {
            "T2": row["estimate"],
            "statistic_T2": row["estimate"],
            "F": row["statistic"],
            "p_value": row["p_value"],
            "pval": row["p_value"],
            "df": [row["df1"], row["df2"]],
            "df1": row["df1"],
            "df2": row["df2"],
        }
        if "mean_diff" in oracle.result:
            means = br.hotelling_posthoc(pair(oracle), by=None).select("term", "estimate")
            ours["mean_diff"] = dict(means.rows())
        return {name: value for name, value in ours.items() if name in oracle.result}

    return call


def manova(variant: Any) -> Call:
    def call(oracle: Oracle) -> Any:
        rows = br.manova(table(oracle), by=None, variant=variant).iter_rows(named=True)
        found = {row["variant"].split(",")[0]: row for row in rows}
        if "test" in oracle.entry["options"]:
            row = found[R_NAMES[oracle.entry["options"]["test"]]]
            names = {"statistic": "estimate", "approx_F": "statistic", "num_df": "df1", "den_df": "df2"}
            return {theirs: row[ours] for theirs, ours in (names | {"p_value": "p_value"}).items()}
        columns = {"Value": "estimate", "Num DF": "df1", "Den DF": "df2", "F Value": "statistic", "Pr > F": "p_value"}
        ours = {
            theirs: {column: found[name][own] for column, own in columns.items()}
            for theirs, name in STATSMODELS_NAMES.items()
        }
        # The F of the Hotelling-Lawley trace is R's, theirs is McKeon's: only the trace itself agrees.
        return ours | {"Hotelling-Lawley trace": {"Value": found["hotelling_lawley"]["estimate"]}}

    return call


def one_sample(oracle: Oracle) -> Any:
    """Compare the measurements of one group with constants: the constants are the second algorithm."""
    table_of = tables.table(oracle)
    frame = table_of.drop(tables.group_column(table_of))
    constants = [
        pl.lit(float(value)).alias(name) for name, value in zip(frame.columns, oracle.data["mu0"], strict=True)
    ]
    sides = {"measured": frame.cast(pl.Float64), "known": frame.with_columns(constants)}
    numbered = [
        side.with_columns(algorithm=pl.lit(name), dataset=pl.int_range(pl.len()).cast(pl.String))
        for name, side in sides.items()
    ]
    both = pl.concat(numbered)
    scores = br.scores(both, directions=dict.fromkeys(frame.columns, "higher"))
    row = br.hotelling(scores, by=None).row(0, named=True)
    return {"T2": row["estimate"], "F": row["statistic"], "df": [row["df1"], row["df2"]], "p_value": row["p_value"]}


def box_m(oracle: Oracle) -> Any:
    row = br.box_m(table(oracle), by=None).row(0, named=True)
    return {"statistic": row["statistic"], "df": row["df1"], "p_value": row["p_value"]}


def mshapiro(oracle: Oracle) -> Any:
    row = br.multivariate_shapiro(table(oracle), by=None, variant="univariate").row(0, named=True)
    return {"statistic": row["statistic"], "p_value": row["p_value"]}


def correlations(oracle: Oracle) -> Any:
    """Correlate the two columns of a table."""
    frame = tables.table(oracle)
    tests = (br.expr.spearman(*frame.columns), br.expr.kendall_tau(*frame.columns))
    spearman, kendall = (frame.select(test.alias("row")).unnest("row").row(0, named=True) for test in tests)
    return {
        "spearman_rho": spearman["estimate"],
        "spearman_p": spearman["p_value"],
        "kendall_tau_b": kendall["estimate"],
        "kendall_p": kendall["p_value"],
    }


REFERENCES: Mapping[str, Call] = {
    "hotelling_paired": hotelling("paired"),
    "hotelling_paired_acc_logloss": hotelling("paired", ["accuracy", "logloss"]),
    "hotelling_two_sample": hotelling("unpaired"),
    "hotelling_one_sample": one_sample,
    "manova": manova("oneway"),
    "manova_blocked": manova("blocked"),
    "box_m": box_m,
    "mshapiro": mshapiro,
    "spearman_kendall": correlations,
}
