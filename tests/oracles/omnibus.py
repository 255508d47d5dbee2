"""Tests of all algorithms at once: ranks, analysis of variance, and what it assumes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import polars as pl

import benchreport as br
from tests.oracles.decimals import medians, noise_splits
from tests.oracles.first import scores, wide
from tests.oracles.harness import Call, Oracle

# Which columns of the classic tables hold the group and the value.
CLASSIC = {
    "airquality_ozone": ("Month", "Ozone"),
    "InsectSprays": ("spray", "count"),
    "PlantGrowth": ("group", "weight"),
}
METRIC = "value"


def samples(oracle: Oracle) -> pl.DataFrame:
    """Read independent samples: the columns of a matrix, or the groups of a classic table."""
    name = oracle.data.get("r_dataset")
    if name not in CLASSIC:
        return scores(oracle)
    group, value = CLASSIC[name]
    frame = pl.read_csv(oracle.folder / oracle.data["csv"], null_values="NA").drop_nulls()
    numbered = frame.select(
        algorithm=pl.col(group).cast(pl.String),
        dataset=pl.int_range(pl.len()).over(group),
        value=pl.col(value).cast(pl.Float64),
    )
    return br.scores(numbered, metric=METRIC, directions={METRIC: "min"})


def test_of(function: Callable[..., pl.DataFrame], **options: Any) -> Call:
    """Give statistic, p-value and degrees of freedom under the names that the oracle uses."""

    def call(oracle: Oracle) -> Any:
        row = function(samples(oracle), by="metric", **options).row(0, named=True)
        return named(row, oracle.result)

    return call


def named(row: Mapping[str, Any], theirs: Mapping[str, Any]) -> Any:
    if row["status"] == "zero_variance":
        # One algorithm does not vary at all: R divides by its variance, and we give no number (METHODS 0.2.6).
        return {}
    known = {"statistic": row["statistic"], "F": row["statistic"], "p_value": row["p_value"], "p": row["p_value"]}
    df = theirs.get("df")
    known["df"] = [row["df1"], row["df2"]] if isinstance(df, list) else row["df1"]
    return {name: value for name, value in known.items() if name in theirs}


def noise_splits_matrix(oracle: Oracle, computed: Callable[[np.ndarray], np.ndarray]) -> bool:
    """Tell whether R, which ranks raw distances, parts some that are equal as written; then ranks cannot agree."""
    if oracle.data.get("r_dataset") in CLASSIC:
        return False
    return noise_splits(wide(oracle).drop("dataset").drop_nulls().to_numpy(), computed)


def quade(oracle: Oracle) -> Any:
    if noise_splits_matrix(oracle, lambda matrix: matrix.max(axis=1) - matrix.min(axis=1)):
        return {}
    return named(br.quade(scores(oracle)).row(0, named=True), oracle.result)


def aligned(oracle: Oracle) -> Any:
    # scmamp prints the statistic without a correction for ties, and ranks raw differences.
    if noise_splits_matrix(oracle, lambda matrix: matrix - matrix.mean(axis=1, keepdims=True)):
        return {}
    return named(br.friedman_aligned(scores(oracle), variant="uncorrected").row(0, named=True), oracle.result)


def fligner(oracle: Oracle) -> Any:
    if noise_splits_matrix(oracle, lambda matrix: np.abs(matrix - medians(matrix))):
        return {}
    return test_of(br.fligner)(oracle)


def skillings_mack(oracle: Oracle) -> Any:
    word = oracle.data.get("direction", "max")
    table = br.scores(wide(oracle), metric=METRIC, directions={METRIC: word})
    return named(br.skillings_mack(table).row(0, named=True), oracle.result)


def lines(table: pl.DataFrame, names: Mapping[str, str]) -> Any:
    """Give the lines of a table of an analysis of variance as R prints them."""
    return {
        names[row["term"]]: {
            "df": row["df"],
            "ss": row["ss"],
            "ms": row["ms"],
            "F": row["statistic"],
            "p": row["p_value"],
        }
        for row in table.iter_rows(named=True)
    }


def anova_oneway(oracle: Oracle) -> Any:
    if "Residuals" not in oracle.result:
        return test_of(br.anova_oneway)(oracle)
    first = next(iter(oracle.result))
    table = br.anova_table(samples(oracle), by="metric", model="oneway")
    return lines(table, {"algorithm": first, "residual": "Residuals"})


def anova_rcbd(oracle: Oracle) -> Any:
    table = br.anova_table(scores(oracle), by="metric", model="blocked")
    return lines(table, {"algorithm": "g", "block": "b", "residual": "Residuals"})


def warp_breaks(oracle: Oracle) -> pl.DataFrame:
    frame = pl.read_csv(oracle.folder / oracle.data["csv"])
    numbered = frame.with_columns(
        fold=pl.int_range(pl.len()).over("wool", "tension"), algorithm="wool", dataset="tension"
    )
    return br.scores(
        numbered.select("algorithm", "dataset", "fold", value=pl.col("breaks").cast(pl.Float64)),
        metric=METRIC,
        directions={METRIC: "min"},
    )


def twoway_interaction(oracle: Oracle) -> Any:
    table = br.anova_table(warp_breaks(oracle), by="metric", model="twofactor")
    names = {"algorithm": "wool", "dataset": "tension", "algorithm:dataset": "wool:tension", "residual": "Residuals"}
    return lines(table, names)


def twoway(oracle: Oracle) -> Any:
    rows = br.anova_twofactor(warp_breaks(oracle), interaction=False).iter_rows(named=True)
    names = {"algorithm": "wool", "dataset": "tension"}
    return {names[row["term"]]: {"df": row["df1"], "F": row["statistic"], "p": row["p_value"]} for row in rows}


def sphericity(oracle: Oracle) -> Any:
    table = scores(oracle)
    plain, greenhouse, huynh = (
        br.anova_blocked(table, by="metric", variant=variant).row(0, named=True)
        for variant in ("plain", "greenhouse_geisser", "huynh_feldt")
    )
    mauchly = br.mauchly(table, by="metric").row(0, named=True)
    lines_of = br.anova_table(table, by="metric")
    theirs = oracle.result["eps"]
    eps = {"GG eps": mauchly["estimate"], "Pr(>F[GG])": greenhouse["p_value"]}
    # car prints the estimate of Huynh and Feldt beyond 1 and tests with 1; ours is 1 in both places.
    if theirs["HF eps"] <= 1:
        eps |= {"HF eps": huynh["df1"] / plain["df1"], "Pr(>F[HF])": huynh["p_value"]}
    return {
        "univariate": {
            "Sum Sq": lines_of["ss"][0],
            "num Df": plain["df1"],
            "Error SS": lines_of["ss"][2],
            "den Df": plain["df2"],
            "F value": plain["statistic"],
            "Pr(>F)": plain["p_value"],
        },
        # Not its p-value: R's expansion has 3 (p + 1) where Anderson's has 3 p; see test_variance.py.
        "mauchly": {"Test statistic": mauchly["statistic"]},
        "eps": eps,
    }


def rm_anova(oracle: Oracle) -> Any:
    table = scores(oracle)
    lines_of = br.anova_table(table, by="metric")
    plain = br.anova_blocked(table, by="metric").row(0, named=True)
    own, theirs = lines_of.row(0, named=True), oracle.result["0"]
    ours = {
        "SS": own["ss"],
        "DF": own["df"],
        "MS": own["ms"],
        "F": plain["statistic"],
        "p_unc": plain["p_value"],
        "ng2": own["eta_squared"],
    }
    if "eps" in theirs:
        greenhouse = br.anova_blocked(table, by="metric", variant="greenhouse_geisser").row(0, named=True)
        ours |= {"eps": greenhouse["df1"] / plain["df1"]}
        if "p_GG_corr" in theirs:
            ours["p_GG_corr"] = greenhouse["p_value"]
    error = lines_of.row(2, named=True)
    return {"0": ours, "1": {"SS": error["ss"], "DF": error["df"], "MS": error["ms"]}}


def answers(oracle: Oracle) -> pl.DataFrame:
    """Read the predictions of an oracle, as far as its filter goes."""
    name = oracle.data["file"]
    path = oracle.folder / name
    frame = pl.read_parquet(path) if name.endswith(".parquet") else pl.read_csv(path, infer_schema_length=None)
    condition = oracle.data.get("filter")
    if condition and "==" in condition:
        column, value = condition.split("==")
        frame = frame.filter(pl.col(column).cast(pl.String) == value)
    return br.predictions(frame.select("algorithm", "dataset", "fold", "instance", "truth", "prediction"))


def cochran_q(oracle: Oracle) -> Any:
    row = br.cochran_q(answers(oracle)).row(0, named=True)
    ours = {"Q": row["statistic"], "df": row["df1"], "p": row["p_value"]}
    if row["status"] == "all_ties":
        # 0 / 0 elsewhere; ours has no statistic and p = 1 (METHODS 0.2.6).
        return {}
    return {name: value for name, value in ours.items() if name in oracle.result}


def jonckheere(oracle: Oracle) -> Any:
    table = samples(oracle)
    order = sorted(table["algorithm"].unique().to_list(), key=int)
    row = br.jonckheere(table, order=order, alternative="two-sided").row(0, named=True)
    return {"statistic": row["statistic"], "p_value": row["p_value"], "estimate": row["estimate"]}


REFERENCES: Mapping[str, Call] = {
    "quade": quade,
    "friedman_aligned_ranks": aligned,
    "kruskal_wallis": test_of(br.kruskal_wallis, missing="available"),
    "anova_oneway": anova_oneway,
    "anova_rcbd": anova_rcbd,
    "anova_twoway": twoway,
    "anova_twoway_interaction": twoway_interaction,
    "welch_anova": test_of(br.welch_anova, missing="available"),
    "sphericity_rm_anova": sphericity,
    "rm_anova": rm_anova,
    "skillings_mack": skillings_mack,
    "cochran_q": cochran_q,
    "cochran_q_formula": cochran_q,
    "jonckheere": jonckheere,
    "levene_mean": test_of(br.levene, variant="mean"),
    "levene_median": test_of(br.levene, variant="median"),
    "bartlett": test_of(br.bartlett),
    "fligner": fligner,
}
