"""Ranks, paired tests on datasets and on folds."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any

import polars as pl

import benchreport as br
from tests.oracles.decimals import noise_splits
from tests.oracles.harness import Call, LeftOut, Oracle, reads
from tests.oracles.tables import METRIC, path_of, read


def wide(oracle: Oracle) -> pl.DataFrame:
    """Read the matrix of an oracle: blocks in rows, named by the first column, algorithms in columns."""
    frame = read(path_of(oracle))
    return frame.rename({frame.columns[0]: "dataset"})


def scores(oracle: Oracle, policy: Any = "drop_blocks") -> pl.DataFrame:
    word = oracle.data.get("direction") or oracle.directions.get(oracle.data.get("file", ""), "max")
    return br.complete(br.scores(wide(oracle), metric=METRIC, directions={METRIC: word}), policy)


def average_ranks(oracle: Oracle) -> Any:
    return dict(br.average_ranks(scores(oracle)).select(pl.col("algorithm").cast(pl.String), "mean_rank").rows())


def friedman(oracle: Oracle, policy: str = "drop_blocks", variant: Any = "corrected") -> Any:
    table = scores(oracle, policy)
    row = br.friedman(table, variant=variant).row(0, named=True)
    ours = {"statistic": row["statistic"], "p_value": row["p_value"]}
    if "df" in oracle.result:
        ours["df"] = row["df1"]
    if "avg_ranks" in oracle.result:
        ranks = br.average_ranks(table).select(pl.col("algorithm").cast(pl.String), "mean_rank")
        ours["avg_ranks"] = dict(ranks.rows())
    return ours


def iman_davenport(oracle: Oracle, variant: Any = "corrected") -> Any:
    row = br.iman_davenport(scores(oracle), variant=variant).row(0, named=True)
    return {"statistic": row["statistic"], "p_value": row["p_value"], "df": [row["df1"], row["df2"]]}


def kendall_w(oracle: Oracle) -> Any:
    return {"W": br.friedman(scores(oracle))["effect"][0]}


def nemenyi_rows(oracle: Oracle) -> Mapping[frozenset[str], Mapping[str, Any]]:
    rows = br.nemenyi(scores(oracle)).iter_rows(named=True)
    return {frozenset((row["a"], row["b"])): row for row in rows}


def nemenyi_friedman(oracle: Oracle) -> Any:
    rows = nemenyi_rows(oracle)
    return {
        name: [{"value": rows[frozenset((pair["a"], pair["b"]))][name]} for pair in pairs]
        for name, pairs in oracle.result.items()
    }


def nemenyi_selected(oracle: Oracle) -> Any:
    rows = nemenyi_rows(oracle)
    found = [rows[frozenset((pair["a"], pair["b"]))] for pair in oracle.result]
    return [{"rank_diff": abs(r["estimate"]), "q": r["statistic"], "p": r["p_value"]} for r in found]


def nemenyi_cd(oracle: Oracle) -> Any:
    k, n = oracle.data["k"], oracle.data["n"]
    difference = br.critical_difference(k, n, alpha=oracle.entry["options"]["alpha"])
    return {"cd": difference, "q": difference / math.sqrt(k * (k + 1) / (6 * n))}


def quantile_over_sqrt2(k: int, alpha: float) -> float:
    return br.critical_difference(k, 6, alpha=alpha) / math.sqrt(k * (k + 1) / 36)


def tukey_quantiles(oracle: Oracle) -> Any:
    groups = oracle.data["inline"]["k"]
    if "q" in oracle.result:
        return {"q": [quantile_over_sqrt2(k, 0.05) for k in groups]}
    return {alpha: [quantile_over_sqrt2(k, float(alpha)) for k in groups] for alpha in oracle.result}


def studentized_range(oracle: Oracle) -> Any:
    table = oracle.result["quantile_over_sqrt2"]
    ours = {alpha: {k: quantile_over_sqrt2(int(k), float(alpha)) for k in row} for alpha, row in table.items()}
    return {"quantile_over_sqrt2": ours}


def adjusted(adjustment: Any) -> Call:
    @reads("raw")
    def call(oracle: Oracle) -> Any:
        inline = oracle.data.get("inline", {})
        raw = inline["p"] if inline else oracle.result["raw"]
        theirs = oracle.result["adjusted"] if isinstance(oracle.result, Mapping) else oracle.result
        values = list(raw.values()) if isinstance(raw, Mapping) else raw
        ours = br.adjust(pl.DataFrame({"p_value": values}), adjustment)["p_adjusted"].to_list()
        shaped = dict(zip(raw, ours, strict=True)) if isinstance(theirs, Mapping) else ours
        return {"adjusted": shaped} if isinstance(oracle.result, Mapping) else shaped

    return call


def columns(frame: pl.DataFrame, x: str, y: str, **options: Any) -> dict[str, Any]:
    return frame.select(br.expr.wilcoxon(x, y, **options)).unnest("wilcoxon").row(0, named=True)


def wilcoxon(variant: Any) -> Call:
    def call(oracle: Oracle) -> Any:
        found = re.search(r'alternative="(two\.sided|greater|less)"', oracle.entry["call"])
        alternative = found[1].replace(".", "-") if found else "two-sided"
        # R drops differences of zero from the estimate too.
        options = {"variant": variant, "alternative": alternative, "estimate_zeros": "drop"}
        row = columns(pl.DataFrame(oracle.data["inline"]), "x", "y", **options)
        ours = {"statistic": row["statistic"], "p_value": row["p_value"]}
        if variant == "exact" and "conf_int" in oracle.result:
            ours |= {"estimate": row["estimate"], "conf_int": [row["ci_low"], row["ci_high"]]}
        return ours

    return call


def sign_test(oracle: Oracle) -> Any:
    frame = pl.DataFrame(oracle.data["inline"])
    row = frame.select(br.expr.sign_test("x", "y")).unnest("sign_test").row(0, named=True)
    ours = {name: row[name] for name in ("statistic", "p_value", "estimate")}
    return ours | {"df": row["n"], "conf_int": [row["ci_low"], row["ci_high"]]}


def noise_splits_ties(frame: pl.DataFrame, a: str, b: str) -> bool:
    """Tell whether R and SciPy, which rank raw differences, part some that are equal as written."""
    return noise_splits(frame.drop_nulls([a, b]).select(a, b).to_numpy(), lambda rows: abs(rows[:, 0] - rows[:, 1]))


NOISE = LeftOut("last bits part differences that are equal as written, and theirs ranks raw differences")


def wilcoxon_available(oracle: Oracle) -> Any:
    frame = wide(oracle)
    return [_available(frame, pair["a"], pair["b"]) for pair in oracle.result]


def _available(frame: pl.DataFrame, a: str, b: str) -> dict[str, Any]:
    row = columns(frame, a, b, variant="normal")
    shared = {"n_common": row["n"] + row["n_ties"]}
    if noise_splits_ties(frame, a, b):
        return shared | {"V": NOISE, "p": NOISE}
    return shared | {"V": row["statistic"], "p": row["p_value"]}


# Field of the oracle: (options of ours, whether its statistic is W+).
WILCOXON_FIELDS: Mapping[str, tuple[dict[str, str], bool]] = {
    "wilcox_asym_cc": ({"variant": "normal_corrected"}, True),
    "wilcox_asym_nocc": ({"variant": "normal"}, True),
    "wilcox_exactRankTests": ({}, True),
    "coin_wilcoxon_asym": ({"variant": "normal"}, False),
    "coin_wilcoxon_exact": ({}, False),
    "coin_pratt_asym": ({"variant": "normal", "zeros": "pratt"}, False),
    "coin_pratt_exact": ({"zeros": "pratt"}, False),
    "scipy_wilcox_nocc": ({"variant": "normal"}, False),
    "scipy_wilcox_cc": ({"variant": "normal_corrected"}, False),
    "scipy_pratt_nocc": ({"variant": "normal", "zeros": "pratt"}, False),
    "scipy_pratt_cc": ({"variant": "normal_corrected", "zeros": "pratt"}, False),
    "scipy_zsplit_nocc": ({"variant": "normal", "zeros": "split"}, False),
    "scipy_zsplit_cc": ({"variant": "normal_corrected", "zeros": "split"}, False),
}


def pair_of(frame: pl.DataFrame, pair: Mapping[str, Any]) -> dict[str, Any]:
    a, b = pair["a"], pair["b"]
    ours: dict[str, Any] = {}
    comparable = not noise_splits_ties(frame, a, b)
    for name, (options, has_statistic) in WILCOXON_FIELDS.items():
        if isinstance(pair.get(name), Mapping) and "p" in pair[name]:
            row = columns(frame, a, b, **options)
            known = {"p": row["p_value"]} | ({"statistic": row["statistic"]} if has_statistic else {})
            ours[name] = known if comparable else NOISE
    if "rank_biserial_paired" in pair:
        ours["rank_biserial_paired"] = columns(frame, a, b)["effect"] if comparable else NOISE
    sign = frame.select(br.expr.sign_test(a, b)).unnest("sign_test").row(0, named=True)
    if "sign_exact" in pair:
        interval = [sign["ci_low"], sign["ci_high"]]
        ours["sign_exact"] = {"statistic": sign["statistic"], "p": sign["p_value"], "conf_int": interval}
        ours |= {"zeros": sign["n_ties"], "wins": sign["statistic"], "losses": sign["n"] - sign["statistic"]}
    if "statsmodels_sign" in pair:
        ours["statsmodels_sign"] = {"p": sign["p_value"]}
    return ours


def table(oracle: Oracle) -> pl.DataFrame:
    """Read a long table of scores, cut down to the dataset and metric of the oracle."""
    frame = read(path_of(oracle))
    chosen = [name for name in ("dataset", "metric") if name in oracle.data]
    frame = frame.filter(pl.col(name).cast(pl.String) == str(oracle.data[name]) for name in chosen)
    return frame.pivot("algorithm", index=["repeat", "fold"], values="value")


def one_pair(frame: pl.DataFrame, test: pl.Expr) -> dict[str, Any]:
    return frame.select(test.alias("row")).unnest("row").row(0, named=True)


def cv52(oracle: Oracle) -> Any:
    frame = table(oracle)
    ours = []
    for pair in oracle.result:
        complete = frame.drop_nulls([pair["a"], pair["b"]])
        t = one_pair(complete, br.expr.cv52_t(pair["a"], pair["b"]))
        f = one_pair(complete, br.expr.cv52_f(pair["a"], pair["b"]))
        ours.append({"t": t["statistic"], "p_t": t["p_value"], "F": f["statistic"], "p_F": f["p_value"]})
    return ours


def corrected_t(oracle: Oracle) -> Any:
    """The oracle's correlation rho is n_test / (n_train + n_test), so the ratio of sizes is rho / (1 - rho)."""
    rho = float(re.search(r"rho=([0-9.]+)", oracle.entry["call"])[1])
    if "a" in oracle.data:
        return _corrected(wide(oracle), oracle.data["a"], oracle.data["b"], rho)["corrected"]
    frame = table(oracle)
    if isinstance(oracle.result, Mapping):
        a, b = re.search(r"\(([^,]+),([^,]+),", oracle.entry["call"]).groups()
        return _corrected(frame, a, b, rho)["corrected"]
    return [_corrected(frame, pair["a"], pair["b"], rho) for pair in oracle.result]


def _corrected(frame: pl.DataFrame, a: str, b: str, rho: float) -> dict[str, Any]:
    complete = frame.drop_nulls([a, b])
    row = one_pair(complete, br.expr.corrected_resampled_t(a, b, rho / (1 - rho)))
    plain = one_pair(complete, br.expr.kfold_paired_t(a, b))
    return {
        "n": row["n"],
        "mean_diff": row["estimate"],
        "corrected": {"t": row["statistic"], "df": row["df1"], "p": row["p_value"]},
        "uncorrected": {"t": plain["statistic"], "p": plain["p_value"]},
    }


def paired_t(oracle: Oracle) -> Any:
    frame = wide(oracle).drop_nulls()
    pairs = oracle.result["p_value"]
    rows = [one_pair(frame, br.expr.kfold_paired_t(pair["a"], pair["b"])) for pair in pairs]
    return {"p_value": [{"value": row["p_value"]} for row in rows]}


REFERENCES: Mapping[str, Call] = {
    "average_ranks": average_ranks,
    "friedman": friedman,
    "friedman_complete_cases": friedman,
    "friedman_drop_algorithms": lambda oracle: friedman(oracle, "drop_algorithms"),
    "friedman_missing_as_worst": lambda oracle: friedman(oracle, "worst"),
    "iman_davenport": iman_davenport,
    "iman_davenport_tiecorrected": iman_davenport,
    "kendall_w": kendall_w,
    "nemenyi_friedman": nemenyi_friedman,
    "nemenyi_friedman_selected": nemenyi_selected,
    "frd_allpairs_nemenyi": nemenyi_friedman,
    "nemenyi_cd": nemenyi_cd,
    "tukey_quantiles": tukey_quantiles,
    "tukey_quantiles_large_k": tukey_quantiles,
    "studentized_range_reference": studentized_range,
    "adjust_bonferroni": adjusted("bonferroni"),
    "adjust_holm": adjusted("holm"),
    "control_adjust_bonferroni": adjusted("bonferroni"),
    "control_adjust_holm": adjusted("holm"),
    "sign_test": sign_test,
    "wilcoxon_signed_rank_exact": wilcoxon("exact"),
    "wilcoxon_signed_rank_ci_exact": wilcoxon("exact"),
    "wilcoxon_signed_rank_cc": wilcoxon("normal_corrected"),
    "wilcoxon_signed_rank_nocc": wilcoxon("normal"),
    "pairwise_wilcoxon_available": wilcoxon_available,
    "pairwise_t_paired": paired_t,
    "cv5x2": cv52,
    "corrected_resampled_t": corrected_t,
}

VARIANTS: Mapping[str, Call] = {
    "friedman_uncorrected": lambda oracle: friedman(oracle, variant="uncorrected"),
    "iman_davenport": lambda oracle: iman_davenport(oracle, variant="uncorrected"),
}
