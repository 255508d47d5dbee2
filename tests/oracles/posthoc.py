"""Tests of pairs after a comparison of all."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from itertools import permutations
from typing import Any

import numpy as np
import polars as pl

import benchreport as br
from benchreport.stats.kernels.studentized_range import quantile, survival
from benchreport.stats.posthoc.mean_ranks import QuadeVariant
from tests.oracles import tables
from tests.oracles.first import scores
from tests.oracles.harness import Call, Oracle, reads
from tests.oracles.omnibus import NOISE, noise_splits_matrix

Rows = Mapping[frozenset[str], Mapping[str, Any]]


def by_pair(rows: pl.DataFrame) -> Rows:
    return {frozenset((row["a"], row["b"])): row for row in rows.iter_rows(named=True)}


def rows_of(oracle: Oracle, test: Callable[..., pl.DataFrame], **options: Any) -> Rows:
    if tables.is_sample(oracle):
        return by_pair(test(tables.samples(oracle), by="metric", missing="available", **options))
    return by_pair(test(scores(oracle), by="metric", **options))


# Which way the statistics of an implementation point: the size alone, first minus second, or second minus first, always
# in the values of the metric and whichever is better. Those that are squares or ranges have no sign.
SIGNS: Mapping[str, Mapping[str, int]] = {
    "PMCMRplus": {"frdAllPairsConoverTest": 1, "kwAllPairsConoverTest": -1},
}


def sign_of(entry: Mapping[str, Any]) -> int:
    """Return 1 or -1 for statistics of first minus second or the other way, and 0 where only the size is printed."""
    for implementation, calls in SIGNS.items():
        if entry["implementation"].startswith(implementation):
            return next((sign for name, sign in calls.items() if name in entry["call"]), 0)
    return 0


def listed(rows: Rows, oracle: Oracle, column: str = "p_value") -> Any:
    """Answer lists of pairs; the sign of a statistic follows from the data and from how theirs points."""
    found: dict[str, Any] = {}
    turn = sign_of(oracle.entry)
    for name, pairs in oracle.result.items():
        if name == "p_value":
            found[name] = [{"value": rows[frozenset((pair["a"], pair["b"]))][column]} for pair in pairs]
        elif name in ("statistic", "z", "q", "t", "chi2"):
            found[name] = [{"value": _pointing(rows[frozenset((pair["a"], pair["b"]))], pair, turn)} for pair in pairs]
    return found


def _pointing(row: Mapping[str, Any], pair: Mapping[str, str], turn: int) -> float:
    if not turn:
        return abs(row["statistic"])
    return turn * row["statistic"] if row["a"] == pair["a"] else -turn * row["statistic"]


def of_pairs(test: Callable[..., pl.DataFrame], **options: Any) -> Call:
    return lambda oracle: listed(rows_of(oracle, test, **options), oracle)


def dunn(oracle: Oracle) -> Any:
    asked = re.search(r'p\.adjust\.method="(\w+)"', oracle.entry["call"])
    name = {"holm": "holm", "BH": "bh"}.get(asked[1]) if asked else None
    if name is None:
        return listed(rows_of(oracle, br.dunn), oracle)
    rows = by_pair(br.adjust(br.dunn(tables.samples(oracle), missing="available"), name))
    return listed(rows, oracle, "p_adjusted")


def named_pairs(rows: Rows, theirs: Mapping[str, Any]) -> Any:
    """Answer TukeyHSD of R, which names its rows second-first."""
    pairs = pairs_named(theirs, {name for pair in rows for name in pair}, "-")
    return {key: interval(rows[frozenset(pair)], pair[0]) for key, pair in pairs.items()}


def pairs_named(keys: Iterable[str], names: Iterable[str], between: str) -> dict[str, tuple[str, str]]:
    """Return the pairs that rows are named after, found among all pairs: names may hold what stands between them.

    Examples
    --------
    >>> pairs_named(["a-b-c"], ["a", "b-c", "d"], "-")
    {'a-b-c': ('a', 'b-c')}
    >>> pairs_named(["a-b-c"], ["a", "b-c", "a-b", "c"], "-")
    Traceback (most recent call last):
        ...
    ValueError: 'a-b-c' names 2 pairs
    """
    pairs: dict[str, list[tuple[str, str]]] = {}
    for pair in permutations(sorted(names), 2):
        pairs.setdefault(between.join(pair), []).append(pair)
    for key in keys:
        if len(pairs.get(key, [])) != 1:
            raise ValueError(f"{key!r} names {len(pairs.get(key, []))} pairs")
    return {key: pairs[key][0] for key in keys}


def interval(row: Mapping[str, Any], first: str, names: tuple[str, ...] = ("diff", "lwr", "upr", "p_adj")) -> Any:
    sign = 1 if row["a"] == first else -1
    low, high = sorted((sign * row["ci_low"], sign * row["ci_high"]))
    return dict(zip(names, (sign * row["estimate"], low, high, row["p_value"]), strict=True))


def tukey(variant: Any) -> Call:
    def call(oracle: Oracle) -> Any:
        if "+" in oracle.entry["call"] and "csv" in oracle.data:
            return two_factors(oracle)
        rows = rows_of(oracle, br.tukey_hsd, variant=variant)
        if isinstance(oracle.result, list):
            return [
                interval(rows[frozenset((pair["a"], pair["b"]))], pair["b"], ("diff", "low", "high", "p"))
                for pair in oracle.result
            ]
        return listed(rows, oracle) if "p_value" in oracle.result else named_pairs(rows, oracle.result)

    return call


def two_factors(oracle: Oracle) -> Any:
    """TukeyHSD of one factor beside another in a balanced table: no method of ours, but the law is."""
    frame = tables.table(oracle)
    value, factors = tables.formula(oracle.entry["call"])
    asked = re.search(r'"([\w.]+)"', oracle.entry["call"])
    chosen = asked[1] if asked else factors[0]
    means = {name: dict(frame.group_by(name).agg(pl.col(value).mean()).rows()) for name in factors}
    fitted = sum(frame[name].replace_strict(means[name]) for name in factors) - (len(factors) - 1) * frame[value].mean()
    groups = len(means[chosen])
    degrees = frame.height - 1 - sum(len(levels) - 1 for levels in means.values())
    error = math.sqrt(((frame[value] - fitted) ** 2).sum() / degrees / (frame.height / groups))
    reach = error * float(quantile(0.05, groups, degrees))
    found = {}
    for key, (second, first) in pairs_named(oracle.result, means[chosen], "-").items():
        apart = means[chosen][second] - means[chosen][first]
        p = float(survival(abs(apart) / error, groups, degrees))
        found[key] = {"diff": apart, "lwr": apart - reach, "upr": apart + reach, "p_adj": p}
    return found


def games_howell(oracle: Oracle) -> Any:
    rows = rows_of(oracle, br.games_howell)
    if not isinstance(oracle.result, list):
        return listed(rows, oracle)
    return [interval(rows[frozenset((pair["a"], pair["b"]))], pair["b"]) for pair in oracle.result]


def dunnett(oracle: Oracle) -> Any:
    """Answer glht of multcomp, which names its rows algorithm - control."""
    pairs = pairs_named(oracle.result["t"], tables.samples(oracle)["algorithm"].unique().cast(pl.String), " - ")
    (control,) = {control for _, control in pairs.values()}
    rows = rows_of(oracle, br.dunnett, control=control, variant="oneway")
    columns = {"t": "statistic", "p_adj": "p_value"}
    return {
        name: {key: rows[frozenset(pair)][column] for key, pair in pairs.items()} for name, column in columns.items()
    }


def lsd(variant: Any) -> Call:
    def call(oracle: Oracle) -> Any:
        rows = rows_of(oracle, br.fisher_lsd, variant=variant)
        found = [rows[frozenset((pair["a"], pair["b"]))] for pair in oracle.result["pairs"]]
        reach = (found[0]["ci_high"] - found[0]["ci_low"]) / 2
        pairs = [
            {
                "diff": row["estimate"] if row["a"] == pair["a"] else -row["estimate"],
                "t": row["statistic"] if row["a"] == pair["a"] else -row["statistic"],
                "p": row["p_value"],
            }
            for pair, row in zip(oracle.result["pairs"], found, strict=True)
        ]
        return {"df": found[0]["df1"], "lsd": reach, "pairs": pairs}

    return call


def agricolae(oracle: Oracle) -> Any:
    table = tables.samples(oracle) if tables.is_sample(oracle) else scores(oracle)
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


@reads("q", "k", "df")
def upper_tail(oracle: Oracle) -> Any:
    degrees = {"inf": np.inf, "Inf": np.inf}
    return [
        {"p": float(survival(row["q"], row["k"], degrees.get(row["df"]) or float(row["df"])))} for row in oracle.result
    ]


def aligned(oracle: Oracle) -> Any:
    """Compare unless last bits split ties: scmamp ranks raw differences from the block mean."""
    if noise_splits_matrix(oracle, lambda matrix: matrix - matrix.mean(axis=1, keepdims=True)):
        return NOISE
    return listed(rows_of(oracle, br.friedman_aligned_posthoc, variant="published"), oracle)


def quade(variant: QuadeVariant) -> Call:
    """As for aligned ranks: the ranges of the blocks are ranked raw there."""

    def call(oracle: Oracle) -> Any:
        if noise_splits_matrix(oracle, lambda matrix: matrix.max(axis=1) - matrix.min(axis=1)):
            return NOISE
        return listed(rows_of(oracle, br.quade_posthoc, variant=variant), oracle)

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
    "quade_posthoc": quade("published"),
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
    "dunnett": dunnett,
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
