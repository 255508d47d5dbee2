"""Areas under ROC curves, their variances and tests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

import benchreport as br
from benchreport.stats.delong import areas
from benchreport.stats.score_sheets import sheets, stacks
from tests.oracles.harness import Call, Oracle

MARKERS = ("s100b", "ndka", "wfns")


@cache
def read(path: Path, fold: int | None) -> pl.DataFrame:
    frame = pl.read_parquet(path) if path.suffix == ".parquet" else pl.read_csv(path, infer_schema_length=None)
    return br.predictions(frame if fold is None else frame.filter(pl.col("fold") == fold).drop("fold"))


def table(oracle: Oracle) -> pl.DataFrame:
    found = re.fullmatch(r"fold==(\d+)", oracle.data["filter"])
    return read(oracle.folder / oracle.data["file"], int(found[1]) if found else None)


def _positive(oracle: Oracle) -> Any:
    return oracle.data["positive_class"]


@cache
def markers(path: Path, *, unpaired: bool = False) -> pl.DataFrame:
    frame = pl.read_csv(path).with_row_index("instance").rename({"outcome": "truth"})
    if unpaired:
        return br.predictions(frame.select("instance", "truth", algorithm="gender", score="s100b"))
    long = frame.unpivot(MARKERS, index=["instance", "truth"], variable_name="algorithm", value_name="score")
    return br.predictions(long)


def _classic(oracle: Oracle, *, unpaired: bool = False) -> pl.DataFrame:
    return markers(oracle.folder / oracle.data["csv"], unpaired=unpaired)


def covariances(predictions: pl.DataFrame, positive: Any) -> tuple[dict[str, int], np.ndarray]:
    layout = sheets(predictions, None, positive)
    (_, scores, flags) = next(stacks(layout))
    names = layout.places["algorithm"].to_list()
    return {name: at for at, name in enumerate(names)}, areas(scores, flags).covariance[0]


def auc_delong(oracle: Oracle) -> Any:
    """Compare the plain normal interval, which pROC gives, and the variance."""
    if "csv" in oracle.data:
        return _marker(oracle)
    predictions, positive = table(oracle), _positive(oracle)
    places, covariance = covariances(predictions, positive)
    rows = br.ci_auc(predictions, positive=positive, variant="wald").rows_by_key("a", named=True)
    ours = {}
    for name in oracle.result:
        row, at = rows[name][0], places[name]
        low, high = row["ci_low"], row["ci_high"]
        # pROC cuts limits at 1; and where the variance is 0 it has the area itself for both.
        limits = [low, row["estimate"], min(high, 1.0)]
        flat = row["status"] == "zero_variance"
        ours[name] = {"auc": row["estimate"], "var": float(covariance[at, at])}
        ours[name] |= {} if flat else {"ci95": limits}
    return ours


def _marker(oracle: Oracle) -> Any:
    found = re.search(r"roc\(outcome,(\w+)\)", oracle.entry["call"])
    if found is None:
        raise ValueError(oracle.entry["call"])
    predictions = _classic(oracle)
    places, covariance = covariances(predictions, "Poor")
    at = places[found[1]]
    ours: dict[str, Any] = {"var": float(covariance[at, at])}
    for level in (95, 90):
        rows = br.ci_auc(predictions, positive="Poor", variant="wald", alpha=1 - level / 100)
        row = rows.row(by_predicate=pl.col("a") == found[1], named=True)
        ours |= {"auc": row["estimate"], f"ci{level}": [row["ci_low"], row["estimate"], row["ci_high"]]}
    return ours


def delong_pairs(oracle: Oracle) -> Any:
    predictions, positive = table(oracle), _positive(oracle)
    places, covariance = covariances(predictions, positive)
    rows = {(row["a"], row["b"]): row for row in br.delong(predictions, positive=positive).iter_rows(named=True)}
    ours = []
    for pair in oracle.result:
        row = rows[pair["a"], pair["b"]]
        found = {"Z": row["statistic"], "p": row["p_value"], "conf_int": [row["ci_low"], row["ci_high"]]}
        found["cov"] = float(covariance[places[pair["a"]], places[pair["b"]]])
        ours.append(found)
    return ours


def delong_test(oracle: Oracle) -> Any:
    """Compare one pair; theirs is first minus second, ours in the order of the alphabet."""
    found = re.search(r"roc\.test\((\w+),(\w+),", oracle.entry["call"])
    if found is None:
        raise ValueError(oracle.entry["call"])
    first, second = found[1], found[2]
    predictions = _classic(oracle)
    places, covariance = covariances(predictions, "Poor")
    row = br.delong(predictions, positive="Poor").filter(
        pl.col("a").is_in([first, second]), pl.col("b").is_in([first, second])
    )
    turn = 1.0 if row["a"].item() == first else -1.0
    limits = sorted(turn * row[name].item() for name in ("ci_low", "ci_high"))
    auc = dict(br.auc_rank(predictions, positive="Poor").select("algorithm", "auc").rows())
    ours = {"Z": turn * row["statistic"].item(), "p_value": row["p_value"].item(), "conf_int": limits}
    ours |= {"auc": [auc[first], auc[second]], "cov": float(covariance[places[first], places[second]])}
    return {name: value for name, value in ours.items() if name in oracle.result}


def delong_test_unpaired(oracle: Oracle) -> Any:
    predictions = _classic(oracle, unpaired=True)
    row = br.delong_unpaired(predictions, positive="Poor").row(0, named=True)
    auc = br.auc_rank(predictions, positive="Poor").sort("algorithm")["auc"].to_list()
    # Theirs is male minus female.
    return {"D": -row["statistic"], "df": row["df1"], "p_value": row["p_value"], "auc": auc[::-1]}


def _s100b(oracle: Oracle) -> pl.DataFrame:
    return _classic(oracle).filter(pl.col("algorithm") == "s100b")


def roc_curve(oracle: Oracle) -> Any:
    """Compare rates; their thresholds lie between the scores and ours on them."""
    curve = br.roc_curve(_s100b(oracle), positive="Poor").reverse()
    return {"sensitivities": curve["y"].to_list(), "specificities": (1 - curve["x"]).to_list()}


def youden(oracle: Oracle) -> Any:
    row = br.youden(_s100b(oracle), positive="Poor").row(0, named=True)
    return {"specificity": row["tnr"], "sensitivity": row["tpr"]}


def partial_auc(oracle: Oracle) -> Any:
    row = br.partial_auc(_s100b(oracle), positive="Poor", high=0.1).row(0, named=True)
    return {"pauc": row["area"], "corrected": row["standardised"]}


def hand_till(oracle: Oracle) -> Any:
    return {name: {"auc": auc} for name, auc in br.multiclass_auc(table(oracle)).select("algorithm", "auc").rows()}


REFERENCES: Mapping[str, Call] = {
    "auc_delong": auc_delong,
    "delong_pairs": delong_pairs,
    "delong_test": delong_test,
    "delong_test_unpaired": delong_test_unpaired,
    "multiclass_auc_handtill": hand_till,
    "partial_auc": partial_auc,
    "roc_curve": roc_curve,
    "youden": youden,
}
