"""Adjustments for multiplicity."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

import benchreport as br
from benchreport.stats.multiplicity.adjusting import rom_critical_values
from tests.oracles.first import adjusted, scores
from tests.oracles.harness import Call, LeftOut, Oracle, reads
from tests.oracles.posthoc import by_pair


def logical(name: Any) -> Call:
    def call(oracle: Oracle) -> Any:
        rows = by_pair(br.adjust(br.friedman_posthoc_z(scores(oracle)), name))
        pairs = oracle.result["p_value"]
        return {"p_value": [{"value": rows[frozenset((pair["a"], pair["b"]))]["p_adjusted"]} for pair in pairs]}

    return call


STEPS_DOWN = LeftOut("scmamp steps down through the critical values of Rom's step-up procedure")


@reads("raw")
def rom(oracle: Oracle) -> Any:
    """Compare Rom's critical value of the smallest p-value.

    scmamp divides p by the critical values at 0.05 and steps down, so its numbers are no adjusted p-values of Rom's
    step-up procedure: four p-values of 0.02 and one of 0.8 come out at 0.098, where Hochberg already gives 0.04. Only
    the smallest p-value shows a critical value unchanged: p 0.05 / c_m.
    """
    inline = oracle.data.get("inline", {})
    raw = inline["p"] if inline else list(oracle.result["raw"].values())
    smallest = int(np.argmin(raw))
    ours: list[Any] = [STEPS_DOWN] * len(raw)
    ours[smallest] = min(1.0, raw[smallest] * 0.05 / float(rom_critical_values(np.array([0.05]), len(raw))[0, -1]))
    theirs = oracle.result["adjusted"]
    return {"adjusted": dict(zip(theirs, ours, strict=True)) if isinstance(theirs, Mapping) else ours}


REFERENCES: Mapping[str, Call] = {
    "adjust_sidak": adjusted("sidak"),
    "adjust_holm-sidak": adjusted("holm_sidak"),
    "adjust_hochberg": adjusted("hochberg"),
    "adjust_simes-hochberg": adjusted("hochberg"),
    "adjust_hommel": adjusted("hommel"),
    "adjust_BH": adjusted("bh"),
    "adjust_fdr_bh": adjusted("bh"),
    "adjust_BY": adjusted("by"),
    "adjust_fdr_by": adjusted("by"),
    "adjust_fdr_tsbh": adjusted("tsbh"),
    "adjust_finner": adjusted("finner"),
    "adjust_holland": adjusted("holland"),
    "adjust_li": adjusted("li"),
    "adjust_rom": rom,
    "adjust_shaffer": logical("shaffer"),
    "adjust_bergmann_hommel": logical("bergmann_hommel"),
    "control_adjust_finner": adjusted("finner"),
    "control_adjust_hochberg": adjusted("hochberg"),
    "control_adjust_holland": adjusted("holland"),
    "control_adjust_hommel": adjusted("hommel"),
    "control_adjust_li": adjusted("li"),
    "control_adjust_rom": rom,
}

VARIANTS: Mapping[str, Call] = {}
