"""Tests of pairs after a comparison of all."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import polars as pl

import benchreport as br
from benchreport.stats.posthoc_aligned import QuadeVariant
from benchreport.stats.studentized_range import quantile, survival
from tests.oracles.first import METRIC, scores
from tests.oracles.harness import Call, Oracle
from tests.oracles.omnibus import noise_splits_matrix

Rows = Mapping[frozenset[str], Mapping[str, Any]]


def samples(oracle: Oracle) -> pl.DataFrame:
    """Read the independent samples of a textbook: a value and the group it belongs to in each row."""
    frame = pl.read_csv(oracle.folder / oracle.data["csv"])
    value, group = frame.columns[:2]
    long = frame.select(
        dataset=pl.int_range(pl.len()).over(group), algorithm=pl.col(group).cast(pl.String), value=pl.col(value)
    )
    return br.scores(
        long.with_columns(pl.col("dataset").cast(pl.String), metric=pl.lit(METRIC)), directions={METRIC: "higher"}
    )


def is_sample(oracle: Oracle) -> bool:
    return oracle.data.get("csv", "").startswith("classic/") and "RoundingTimes" not in oracle.data["csv"]


def by_pair(rows: pl.DataFrame) -> Rows:
    return {frozenset((row["a"], row["b"])): row for row in rows.iter_rows(named=True)}


def rows_of(oracle: Oracle, test: Callable[..., pl.DataFrame], **options: Any) -> Rows:
    if is_sample(oracle):
        return by_pair(test(samples(oracle), by="metric", missing="available", **options))
    return by_pair(test(scores(oracle), by="metric", **options))


def listed(rows: Rows, result: Mapping[str, Any], column: str = "p_value") -> Any:
    """Answer lists of pairs; other implementations rank the other way round, so statistics take the sign of theirs."""
    found: dict[str, Any] = {}
    for name, pairs in result.items():
        if name == "p_value":
            found[name] = [pair | {"value": rows[frozenset((pair["a"], pair["b"]))][column]} for pair in pairs]
        elif name in ("statistic", "z", "q", "chi2"):
            statistics = [rows[frozenset((pair["a"], pair["b"]))]["statistic"] for pair in pairs]
            found[name] = [
                pair | {"value": math.copysign(statistic, pair["value"])}
                for pair, statistic in zip(pairs, statistics, strict=True)
            ]
    return found


def of_pairs(test: Callable[..., pl.DataFrame], **options: Any) -> Call:
    return lambda oracle: listed(rows_of(oracle, test, **options), oracle.result)


def dunn(oracle: Oracle) -> Any:
    asked = re.search(r'p\.adjust\.method="(\w+)"', oracle.entry["call"])
    name = {"holm": "holm", "BH": "bh"}.get(asked[1]) if asked else None
    if name is None:
        return listed(rows_of(oracle, br.dunn), oracle.result)
    rows = by_pair(br.adjust(br.dunn(samples(oracle), missing="available"), name))
    return listed(rows, {"p_value": oracle.result["p_value"]}, "p_adjusted")


def named_pairs(rows: Rows, theirs: Mapping[str, Any]) -> Any:
    """Answer TukeyHSD of R, which names its rows second-first."""
    names = sorted({name for pair in rows for name in pair})
    pairs = {f"{b}-{a}": (a, b) for a in names for b in names if a != b}
    found = {key: interval(rows[frozenset(pairs[key])], pairs[key][1]) for key in theirs}
    # qtukey is good to 2.3e-7 (reference README, disagreement 4), so wide limits of R are off by more than 1e-8.
    for key, row in found.items():
        if 2.3e-7 * (row["upr"] - row["lwr"]) / 2 > 1e-8:
            for name in ("lwr", "upr"):
                coarse = abs(row[name] - theirs[key][name]) <= 2.3e-7 * (row["upr"] - row["lwr"]) / 2
                row[name] = theirs[key][name] if coarse else row[name]
    return found


def interval(row: Mapping[str, Any], first: str, names: tuple[str, ...] = ("diff", "lwr", "upr", "p_adj")) -> Any:
    sign = 1 if row["a"] == first else -1
    low, high = sorted((sign * row["ci_low"], sign * row["ci_high"]))
    return dict(zip(names, (sign * row["estimate"], low, high, row["p_value"]), strict=True))


def tukey(variant: Any) -> Call:
    def call(oracle: Oracle) -> Any:
        if oracle.data.get("r_dataset") == "warpbreaks":
            return two_factors(oracle)
        rows = rows_of(oracle, br.tukey_hsd, variant=variant)
        if isinstance(oracle.result, list):
            return [
                {"a": pair["a"], "b": pair["b"]}
                | interval(rows[frozenset((pair["a"], pair["b"]))], pair["b"], ("diff", "low", "high", "p"))
                for pair in oracle.result
            ]
        return listed(rows, oracle.result) if "p_value" in oracle.result else named_pairs(rows, oracle.result)

    return call


def two_factors(oracle: Oracle) -> Any:
    """TukeyHSD of one factor beside another: no method of ours, but the law is."""
    frame = pl.read_csv(oracle.folder / oracle.data["csv"])
    mean = frame["breaks"].mean()
    means = {name: dict(frame.group_by(name).agg(pl.col("breaks").mean()).rows()) for name in ("wool", "tension")}
    fitted = frame.select(
        pl.col("wool").replace_strict(means["wool"]) + pl.col("tension").replace_strict(means["tension"]) - mean
    ).to_series()
    error = math.sqrt(((frame["breaks"] - fitted) ** 2).sum() / 50 / 18)
    reach = error * float(quantile(0.05, 3, 50))
    found = {}
    for key in oracle.result:
        second, first = key.split("-")
        apart = means["tension"][second] - means["tension"][first]
        p = float(survival(abs(apart) / error, 3, 50))
        found[key] = {"diff": apart, "lwr": apart - reach, "upr": apart + reach, "p_adj": p}
    return found


def games_howell(oracle: Oracle) -> Any:
    rows = rows_of(oracle, br.games_howell)
    if not isinstance(oracle.result, list):
        return listed(rows, oracle.result)
    found = [
        {"a": pair["a"], "b": pair["b"]} | interval(rows[frozenset((pair["a"], pair["b"]))], pair["b"])
        for pair in oracle.result
    ]
    # rstatix prints p-values from 0.001 on to three decimals.
    for row, pair in zip(found, oracle.result, strict=True):
        if pair["p_adj"] >= 0.001:
            row["p_adj"] = round(row["p_adj"], 3)
    return found


def lsd(variant: Any) -> Call:
    def call(oracle: Oracle) -> Any:
        rows = rows_of(oracle, br.fisher_lsd, variant=variant)
        found = [rows[frozenset((pair["a"], pair["b"]))] for pair in oracle.result["pairs"]]
        reach = (found[0]["ci_high"] - found[0]["ci_low"]) / 2
        pairs = [
            {
                "a": pair["a"],
                "b": pair["b"],
                "diff": row["estimate"] if row["a"] == pair["a"] else -row["estimate"],
                "t": math.copysign(row["statistic"], pair["t"]),
                "p": row["p_value"],
            }
            for pair, row in zip(oracle.result["pairs"], found, strict=True)
        ]
        return {"df": found[0]["df1"], "lsd": reach, "pairs": pairs}

    return call


def agricolae(oracle: Oracle) -> Any:
    table = samples(oracle) if is_sample(oracle) else scores(oracle)
    tested = br.fisher_lsd(table, by="metric", variant="oneway")
    row = tested.row(0, named=True)
    reach = (row["ci_high"] - row["ci_low"]) / 2
    found: dict[str, Any] = {"statistics": {"Df": row["df1"], "LSD": reach}}
    if "groups" in oracle.result:
        letters = dict(br.letters(tested).select(pl.col("algorithm").cast(pl.String), "letters").rows())
        found["groups"] = {name: {"group": letters[name]} for name in oracle.result["groups"]}
    return found


def bonferroni_dunn_cd(oracle: Oracle) -> Any:
    k, n = oracle.data["k"], oracle.data["n"]
    cd = br.critical_difference(k, n, alpha=oracle.entry["options"]["alpha"], variant="bonferroni_dunn")
    return {"q": cd / math.sqrt(k * (k + 1) / (6 * n)), "cd": cd}


def upper_tail(oracle: Oracle) -> Any:
    """Compare at the oracle's 1e-8 with SciPy, and at 1e-6 with R.

    With many groups and few degrees of freedom ptukey is off by up to 9e-7; on the same grid SciPy agrees with us.
    """
    degrees = {"inf": np.inf, "Inf": np.inf}
    coarse = 1e-6 if oracle.entry["implementation"].startswith("R ") else 0.0
    found = []
    for row in oracle.result:
        p = float(survival(row["q"], row["k"], degrees.get(row["df"]) or float(row["df"])))
        found.append({"p": row["p"] if abs(p - row["p"]) <= coarse else p})
    return found


def aligned(oracle: Oracle) -> Any:
    """Compare unless last bits split ties: scmamp ranks raw differences from the block mean."""
    if noise_splits_matrix(oracle, lambda matrix: matrix - matrix.mean(axis=1, keepdims=True)):
        return {}
    return listed(rows_of(oracle, br.friedman_aligned_posthoc), oracle.result)


def quade(variant: QuadeVariant) -> Call:
    """As for aligned ranks: the ranges of the blocks are ranked raw there."""

    def call(oracle: Oracle) -> Any:
        if noise_splits_matrix(oracle, lambda matrix: matrix.max(axis=1) - matrix.min(axis=1)):
            return {}
        return listed(rows_of(oracle, br.quade_posthoc, variant=variant), oracle.result)

    return call


REFERENCES: Mapping[str, Call] = {
    "siegel_friedman": of_pairs(br.siegel),
    "frd_allpairs_siegel": of_pairs(br.siegel),
    "friedman_posthoc_z_stable": of_pairs(br.friedman_posthoc_z),
    "conover_friedman": of_pairs(br.conover),
    "frd_allpairs_conover": of_pairs(br.conover),
    "miller_friedman": of_pairs(br.miller),
    "frd_allpairs_miller": of_pairs(br.miller),
    "exact_friedman_pairs": of_pairs(br.exact_friedman_pairs),
    "frd_allpairs_exact": of_pairs(br.exact_friedman_pairs),
    "friedman_aligned_posthoc": aligned,
    "quade_posthoc": quade("z"),
    "quade_posthoc_t": quade("t"),
    "bonferroni_dunn_cd": bonferroni_dunn_cd,
    "dunn_kw": dunn,
    "conover_kw": of_pairs(br.conover_kw),
    "nemenyi_kw": of_pairs(br.nemenyi_kw),
    "nemenyi_kw_tukey": of_pairs(br.nemenyi_kw),
    "nemenyi_kw_chisq": of_pairs(br.nemenyi_kw, variant="chi_square"),
    "dscf": of_pairs(br.dscf),
    "tukey_hsd": tukey("oneway"),
    "tukey_hsd_oneway": tukey("oneway"),
    "tukey_hsd_rcbd": tukey("blocked"),
    "games_howell": games_howell,
    "scheffe": of_pairs(br.scheffe, variant="oneway"),
    "pairwise_t_pooled": of_pairs(br.pairwise_t_pooled),
    "fisher_lsd": of_pairs(br.fisher_lsd, variant="oneway"),
    "fisher_lsd_oneway": lsd("oneway"),
    "fisher_lsd_rcbd": lsd("blocked"),
    "fisher_lsd_agricolae": agricolae,
    "lsd_agricolae": agricolae,
    "ptukey_upper": upper_tail,
}

VARIANTS: Mapping[str, Call] = {"friedman_posthoc_z": of_pairs(br.friedman_posthoc_z)}
