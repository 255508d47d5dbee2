"""Two classifiers on the same instances: McNemar in all its forms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

import benchreport as br
from tests.oracles.harness import Call, LeftOut, Oracle
from tests.oracles.tables import table

# Fields of R and of statsmodels and mlxtend: (variant of ours, name of the statistic or None).
R_FIELDS = {
    "cc": ("corrected", "chi2_cc", "p_cc"),
    "nocc": ("uncorrected", "chi2", "p"),
    "exact": ("exact", None, "p_exact"),
    "midp": ("midp", None, "p_midp"),
    "midp_exact2x2": ("midp", None, "p_midp_exact2x2"),
}
PYTHON_FIELDS = {
    "sm_exact": "exact",
    "sm_cc": "corrected",
    "sm_nocc": "uncorrected",
    "mlx_exact": "exact",
    "mlx_cc": "corrected",
    "mlx_nocc": "uncorrected",
}


def from_counts(b: int, c: int, one: int = 0, none: int = 0, **options: Any) -> dict[str, Any]:
    """Test columns in which only x is 1 b times and only y c times."""
    frame = pl.DataFrame(
        {"x": [1] * b + [0] * c + [1] * one + [0] * none, "y": [0] * b + [1] * c + [1] * one + [0] * none},
        schema={"x": pl.Int64, "y": pl.Int64},
    )
    return frame.select(br.expr.mcnemar("x", "y", **options)).unnest("mcnemar").row(0, named=True)


def inline(variant: Any) -> Call:
    def call(oracle: Oracle) -> Any:
        (one, b), (c, none) = oracle.data["inline"]["table"]
        row = from_counts(b, c, one, none, variant=variant)
        ours = {"statistic": row["statistic"], "p_value": row["p_value"]}
        if variant != "exact":
            return ours | {"df": row["df1"]}
        # Odds of the discordant counts, from the share of wins that effect is twice of, less one.
        odds = [_odds(row[name]) for name in ("effect_low", "effect_high")]
        return ours | {"conf_int": odds, "estimate": _odds(row["effect"])}

    return call


def _odds(effect: float) -> float:
    share = (1 + effect) / 2
    return share / (1 - share)


NOTHING_DIFFERS = LeftOut("0/0 or p below 1 elsewhere where no two answers differ or as many either way; ours is p = 1")


def every_variant(oracle: Oracle) -> Any:
    counts = oracle.data["inline"]
    ours: dict[str, Any] = {}
    if counts["b"] + counts["c"] == 0:
        # 0/0 in R; ours is p = 1 (disagreement 8), so only that there is no statistic is compared.
        none = [from_counts(0, 0, 5, variant=variant)["statistic"] for variant in ("corrected", "uncorrected")]
        return dict(zip(("chi2_cc", "chi2"), none, strict=True)) | {"p_cc": NOTHING_DIFFERS, "p": NOTHING_DIFFERS}
    for variant, statistic, p in R_FIELDS.values():
        row = from_counts(counts["b"], counts["c"], variant=variant)
        ours |= {p: row["p_value"]} | ({statistic: row["statistic"]} if statistic else {})
    exact = from_counts(counts["b"], counts["c"])
    return ours | {"odds_ratio_ci_exact": [_odds(exact[name]) for name in ("effect_low", "effect_high")]}


def predicted(oracle: Oracle) -> pl.DataFrame:
    # An unanswered question of one is left out for that one only.
    return br.predictions(table(oracle).select(pl.exclude("repeat", "^prob_.*$")))


def every_pair(oracle: Oracle) -> Any:
    table = predicted(oracle)
    rows = {
        variant: {
            (row["a"], row["b"]): row
            for row in br.mcnemar(table, by=None, variant=variant, missing="available").iter_rows(named=True)
        }
        for variant in ("exact", "midp", "corrected", "uncorrected")
    }
    agreement = {
        (row["a"], row["b"]): row
        for row in br.same_rate_other_errors(table, by=None, missing="available").iter_rows(named=True)
    }
    return [_pair(pair, rows, agreement) for pair in oracle.result]


def _pair(theirs: Mapping[str, Any], rows: Mapping[str, Any], agreement: Mapping[Any, Any]) -> dict[str, Any]:
    key = (theirs["a"], theirs["b"])
    cells = agreement[key]
    table = [[cells["both_right"], cells["only_b_wrong"]], [cells["only_a_wrong"], cells["both_wrong"]]]
    tied = cells["only_a_wrong"] == cells["only_b_wrong"]
    nothing = cells["only_a_wrong"] + cells["only_b_wrong"] == 0
    ours: dict[str, Any] = {}
    if "mlxtend_table" in theirs:
        ours["mlxtend_table"] = table
        for name, variant in PYTHON_FIELDS.items():
            # statsmodels and mlxtend give p < 1, 0 or nothing where b == c; ours is the right side (disagreement 8).
            wrong = (tied and variant == "corrected") or nothing
            if name in theirs and wrong:
                ours[name] = NOTHING_DIFFERS
            elif name in theirs:
                ours[name] = {"p": rows[variant][key]["p_value"]}
                if variant != "exact" and theirs[name].get("statistic") is not None:
                    ours[name]["statistic"] = rows[variant][key]["statistic"]
        return ours
    ours |= {"both_right": table[0][0], "a_right_b_wrong": table[0][1]}
    ours |= {"a_wrong_b_right": table[1][0], "both_wrong": table[1][1]}
    for variant, statistic, p in R_FIELDS.values():
        if p in theirs:
            ours[p] = NOTHING_DIFFERS if nothing else rows[variant][key]["p_value"]
        if statistic in theirs:
            ours[statistic] = rows[variant][key]["statistic"]
    return ours


REFERENCES: Mapping[str, Call] = {
    "mcnemar_all": every_variant,
    "mcnemar_cc": inline("corrected"),
    "mcnemar_exact": inline("exact"),
    "mcnemar_nocc": inline("uncorrected"),
    "mcnemar_pairs": every_pair,
}
