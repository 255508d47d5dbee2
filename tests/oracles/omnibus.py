"""Tests of all algorithms at once: ranks, analysis of variance, and what it assumes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import polars as pl

import benchreport as br
from tests.oracles import tables
from tests.oracles.decimals import medians, noise_splits
from tests.oracles.first import scores, wide
from tests.oracles.harness import Call, LeftOut, Oracle
from tests.oracles.tables import METRIC

NOISE = LeftOut("last bits part numbers that are equal as written, and theirs ranks raw numbers")
NO_VARIANCE = LeftOut("one algorithm does not vary at all: theirs divides by its variance, ours gives no number")
NOTHING_DIFFERS = LeftOut("0/0 elsewhere where all answers agree; ours is p = 1")
EXPANSION = LeftOut("the expansion of R for Mauchly's p has 3 (p + 1) where Anderson's has 3 p")
BEYOND_ONE = LeftOut("car prints the estimate of Huynh and Feldt beyond 1 and tests with 1; ours is 1")


def samples(oracle: Oracle) -> pl.DataFrame:
    """Read independent samples: the columns of a matrix, or the groups of a table of values and groups."""
    return tables.samples(oracle, "min") if tables.is_sample(oracle) else scores(oracle)


def test_of(function: Callable[..., pl.DataFrame], **options: Any) -> Call:
    """Give statistic, p-value and degrees of freedom under the names that the oracle uses."""

    def call(oracle: Oracle) -> Any:
        row = function(samples(oracle), by="metric", **options).row(0, named=True)
        return named(row, oracle.result)

    return call


def named(row: Mapping[str, Any], theirs: Mapping[str, Any]) -> Any:
    if row["status"] == "zero_variance":
        return NO_VARIANCE
    known = {"statistic": row["statistic"], "F": row["statistic"], "p_value": row["p_value"], "p": row["p_value"]}
    df = theirs.get("df")
    known["df"] = [row["df1"], row["df2"]] if isinstance(df, list) else row["df1"]
    return {name: value for name, value in known.items() if name in theirs}


def noise_splits_matrix(oracle: Oracle, computed: Callable[[np.ndarray], np.ndarray]) -> bool:
    """Tell whether R, which ranks raw distances, parts some that are equal as written; then ranks cannot agree."""
    return noise_splits(wide(oracle).drop("dataset").drop_nulls().to_numpy(), computed)


def quade(oracle: Oracle) -> Any:
    if noise_splits_matrix(oracle, lambda matrix: matrix.max(axis=1) - matrix.min(axis=1)):
        return NOISE
    return named(br.quade(scores(oracle)).row(0, named=True), oracle.result)


def aligned(oracle: Oracle) -> Any:
    # scmamp prints the statistic without a correction for ties, and ranks raw differences.
    if noise_splits_matrix(oracle, lambda matrix: matrix - matrix.mean(axis=1, keepdims=True)):
        return NOISE
    return named(br.friedman_aligned(scores(oracle), variant="uncorrected").row(0, named=True), oracle.result)


def fligner(oracle: Oracle) -> Any:
    if tables.is_sample(oracle):
        parts = (
            tables.read(tables.path_of(oracle))
            .drop_nulls()
            .partition_by(tables.read(tables.path_of(oracle)).columns[1])
        )
        splits = any(noise_splits(part[:, :1].to_numpy(), lambda x: abs(x - medians(x))) for part in parts)
    else:
        splits = noise_splits_matrix(oracle, lambda matrix: abs(matrix - medians(matrix)))
    if splits:
        return NOISE
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
    (group,) = oracle.result.keys() - {"Residuals"}
    table = br.anova_table(samples(oracle), by="metric", model="oneway")
    return lines(table, {"algorithm": group, "residual": "Residuals"})


def anova_rcbd(oracle: Oracle) -> Any:
    table = br.anova_table(scores(oracle), by="metric", model="blocked")
    return lines(table, {"algorithm": "g", "block": "b", "residual": "Residuals"})


def crossed(oracle: Oracle) -> tuple[pl.DataFrame, str, str]:
    """Read a table of two factors that the formula of the call names; the first is the algorithm."""
    value, (first, second) = tables.formula(oracle.entry["call"])
    numbered = tables.table(oracle).select(
        algorithm=first,
        dataset=second,
        fold=pl.int_range(pl.len()).over(first, second),
        value=pl.col(value).cast(pl.Float64),
    )
    return br.scores(numbered, metric=METRIC, directions={METRIC: "min"}), first, second


def twoway_interaction(oracle: Oracle) -> Any:
    table, first, second = crossed(oracle)
    names = {"algorithm": first, "dataset": second, "algorithm:dataset": f"{first}:{second}", "residual": "Residuals"}
    return lines(br.anova_table(table, by="metric", model="twofactor"), names)


def twoway(oracle: Oracle) -> Any:
    table, first, second = crossed(oracle)
    rows = br.anova_twofactor(table, interaction=False).iter_rows(named=True)
    names = {"algorithm": first, "dataset": second}
    return {names[row["term"]]: {"df": row["df1"], "F": row["statistic"], "p": row["p_value"]} for row in rows}


def huynh_feldt(matrix: np.ndarray) -> float:
    """Estimate the epsilon of Huynh and Feldt (1976) without its limit of 1, from the matrix alone."""
    n, k = matrix.shape
    centred = np.cov(matrix, rowvar=False)
    centred = centred - centred.mean(axis=0) - centred.mean(axis=1, keepdims=True) + centred.mean()
    greenhouse = np.trace(centred) ** 2 / ((k - 1) * np.sum(centred**2))
    return (n * (k - 1) * greenhouse - 2) / ((k - 1) * (n - 1 - (k - 1) * greenhouse))


def sphericity(oracle: Oracle) -> Any:
    table = scores(oracle)
    plain, greenhouse, huynh = (
        br.anova_blocked(table, by="metric", variant=variant).row(0, named=True)
        for variant in ("plain", "greenhouse_geisser", "huynh_feldt")
    )
    mauchly = br.mauchly(table, by="metric").row(0, named=True)
    lines_of = br.anova_table(table, by="metric")
    eps = {"GG eps": mauchly["estimate"], "Pr(>F[GG])": greenhouse["p_value"], "Pr(>F[HF])": huynh["p_value"]}
    beyond = huynh_feldt(wide(oracle).drop("dataset").drop_nulls().to_numpy()) > 1
    eps["HF eps"] = BEYOND_ONE if beyond else huynh["df1"] / plain["df1"]
    return {
        "univariate": {
            "Sum Sq": lines_of["ss"][0],
            "num Df": plain["df1"],
            "Error SS": lines_of["ss"][2],
            "den Df": plain["df2"],
            "F value": plain["statistic"],
            "Pr(>F)": plain["p_value"],
        },
        "mauchly": {"Test statistic": mauchly["statistic"], "p-value": EXPANSION},
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


def per_algorithm(function: Callable[..., pl.DataFrame]) -> Call:
    """Answer tests of every column of a matrix; theirs stop at a column that does not vary, and have no number."""

    def call(oracle: Oracle) -> Any:
        rows = {row["a"]: row for row in function(scores(oracle), by="metric").iter_rows(named=True)}
        return {
            name: {field: rows[name][field] for field in ("statistic", "p_value")}
            for name, theirs in oracle.result.items()
            if "error" not in theirs
        }

    return call


def answers(oracle: Oracle) -> pl.DataFrame:
    """Read the predictions of an oracle, as far as its filter goes."""
    return br.predictions(
        tables.table(oracle).select("algorithm", "dataset", "fold", "instance", "truth", "prediction")
    )


def cochran_q(oracle: Oracle) -> Any:
    row = br.cochran_q(answers(oracle)).row(0, named=True)
    ours = {"Q": row["statistic"], "df": row["df1"], "p": row["p_value"]}
    if row["status"] == "all_ties":
        ours |= {"p": NOTHING_DIFFERS, "df": NOTHING_DIFFERS}
    return {name: value for name, value in ours.items() if name in oracle.result}


def jonckheere(oracle: Oracle) -> Any:
    table = samples(oracle)
    order = sorted(table["algorithm"].unique().to_list(), key=lambda name: (len(name), name))
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
    "shapiro_wilk": per_algorithm(br.shapiro_wilk),
    "shapiro_wilk_residuals": test_of(br.shapiro_wilk, variant="residuals"),
    "anderson_darling_normal": per_algorithm(br.anderson_darling),
}
