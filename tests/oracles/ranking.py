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
from benchreport.stats.forms.areas import group_areas, score_matrix
from benchreport.tables.scored import Scored
from tests.oracles.harness import Call, LeftOut, Oracle
from tests.oracles.tables import filtered, path_of
from tests.oracles.tables import read as read_file

# A name in a call, which may hold what stands between words elsewhere.
WHOLE = r"(?<![\w/-]){}(?![\w/-])"
OUTCOME = "outcome"  # the column of a table of markers that holds the truth


@cache
def read(path: Path, condition: str | None) -> pl.DataFrame:
    frame = read_file(path)
    chosen = filtered(frame, condition)
    return br.predictions(chosen.drop("fold") if chosen.height < frame.height else chosen)


def table(oracle: Oracle) -> pl.DataFrame:
    return read(path_of(oracle), oracle.data.get("filter"))


def _positive(oracle: Oracle) -> Any:
    return oracle.data["positive_class"]


def markers(oracle: Oracle) -> tuple[pl.DataFrame, list[str], Any]:
    """Read a table of markers: those that the call names, and the level that pROC takes for the cases, the last."""
    frame = read_file(path_of(oracle)).with_row_index("instance")
    columns = {name for name, kind in frame.schema.items() if kind.is_numeric()}
    call = oracle.entry["call"]
    found = [(place.start(), name) for name in columns if (place := re.search(WHOLE.format(re.escape(name)), call))]
    named = [name for _, name in sorted(found)]
    if not named:
        # A call such as coords("best") names none: the marker is the first column of measured numbers.
        named = [name for name, kind in frame.schema.items() if kind.is_float()][:1]
    return frame.rename({OUTCOME: "truth"}), list(dict.fromkeys(named)), frame[OUTCOME].unique().sort()[-1]


def _paired(oracle: Oracle) -> tuple[pl.DataFrame, list[str], Any]:
    frame, named, positive = markers(oracle)
    long = frame.unpivot(named, index=["instance", "truth"], variable_name="algorithm", value_name="score")
    return br.predictions(long), named, positive


def covariances(predictions: pl.DataFrame, positive: Any) -> tuple[dict[str, int], np.ndarray]:
    scored = Scored.of(predictions, by=None)
    covariance = group_areas(score_matrix(scored, positive)).covariance[0]
    return {name: at for at, name in enumerate(scored.algorithms)}, covariance


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
        ours[name] = {"auc": row["estimate"], "var": float(covariance[at, at])}
        # pROC cuts limits at 1.
        flat = row["status"] == "zero_variance"
        ours[name]["ci95"] = FLAT if flat else [low, row["estimate"], min(high, 1.0)]
    return ours


FLAT = LeftOut("pROC gives the area itself for both limits where its variance is 0; ours none")


def _marker(oracle: Oracle) -> Any:
    predictions, (name,), positive = _paired(oracle)
    places, covariance = covariances(predictions, positive)
    at = places[name]
    ours: dict[str, Any] = {"var": float(covariance[at, at])}
    for level in (95, 90):
        row = br.ci_auc(predictions, positive=positive, variant="wald", alpha=1 - level / 100).row(0, named=True)
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
    predictions, (first, second), positive = _paired(oracle)
    places, covariance = covariances(predictions, positive)
    row = br.delong(predictions, positive=positive)
    turn = 1.0 if row["a"].item() == first else -1.0
    limits = sorted(turn * row[name].item() for name in ("ci_low", "ci_high"))
    auc = dict(br.auc_rank(predictions, positive=positive).select("algorithm", "auc").rows())
    ours = {"Z": turn * row["statistic"].item(), "p_value": row["p_value"].item(), "conf_int": limits}
    ours |= {"auc": [auc[first], auc[second]], "cov": float(covariance[places[first], places[second]])}
    return {name: value for name, value in ours.items() if name in oracle.result}


def delong_test_unpaired(oracle: Oracle) -> Any:
    """Compare one marker in two groups; theirs is first minus second as the call names them."""
    frame, (marker,), positive = markers(oracle)
    found = re.search(r"(\S+) vs ([^\s,)]+)", oracle.entry["call"])
    if found is None:
        raise ValueError(oracle.entry["call"])
    first, second = (name.lower() for name in found.groups())
    (group,) = [
        name
        for name, kind in frame.schema.items()
        if kind == pl.String and set(frame[name].str.to_lowercase().unique()) == {first, second}
    ]
    named = frame.select("instance", "truth", algorithm=pl.col(group).str.to_lowercase(), score=marker)
    predictions = br.predictions(named)
    row = br.delong_unpaired(predictions, positive=positive).row(0, named=True)
    auc = dict(br.auc_rank(predictions, positive=positive).select("algorithm", "auc").rows())
    turn = 1.0 if row["a"] == first else -1.0
    ours = {"D": turn * row["statistic"], "df": row["df1"], "p_value": row["p_value"]}
    return ours | {"auc": [auc[first], auc[second]]}


def roc_curve(oracle: Oracle) -> Any:
    """Compare rates; their thresholds lie between the scores and ours on them."""
    predictions, _, positive = _paired(oracle)
    curve = br.roc_curve(predictions, positive=positive).reverse()
    return {"sensitivities": curve["y"].to_list(), "specificities": (1 - curve["x"]).to_list()}


def youden(oracle: Oracle) -> Any:
    predictions, _, positive = _paired(oracle)
    row = br.youden(predictions, positive=positive).row(0, named=True)
    return {"specificity": row["tnr"], "sensitivity": row["tpr"]}


def partial_auc(oracle: Oracle) -> Any:
    predictions, _, positive = _paired(oracle)
    row = br.partial_auc(predictions, positive=positive, high=0.1).row(0, named=True)
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
