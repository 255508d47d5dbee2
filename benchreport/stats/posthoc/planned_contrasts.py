"""Planned contrasts: weighted means of algorithms, or of families of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations
from typing import Any

import polars as pl

from benchreport.errors import OptionError, refuse_unknown
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.distributions import f_sf
from benchreport.stats.forms.laws import ADVANTAGE, DF, ERROR
from benchreport.stats.forms.omnibus import ENOUGH, FEW_VALUES_EACH, SOUND, TIED
from benchreport.stats.forms.over import PER_DATASET, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.posthoc import FLAT, Facts, contrasted
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, table_remarks
from benchreport.stats.many_algorithms.variance import ENOUGH_VALUES
from benchreport.stats.posthoc.means import LAYOUTS, NO_SPREAD, Layout, comparison_of_means
from benchreport.tables.blocks import Blocks, Missing, Reduce
from benchreport.tables.groups import By
from benchreport.tables.rounding import SAME

Weights = Mapping[str, float] | Mapping[str, Mapping[str, float]]
LACKING = Remark(code="lacks_contrasted", note="the group lacks an algorithm of the contrast")


@documented
def contrasts(
    table: Frame,
    *,
    by: By = PER_DATASET,
    weights: Weights | None = None,
    families: Mapping[str, Sequence[str]] | None = None,
    alternative: Alternative = "two-sided",
    variant: Layout = "blocked",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute contrasts of weighted means; ``p_adjusted`` holds for all contrasts at once, by Scheffe.

    Parameters
    ----------
    weights
        One weight per algorithm, summing to 0; or several such contrasts by name.
    families
        Or named groups of algorithms, every two of which are compared by their means.
    alternative
        "greater" means that what has positive weights is better.
    variant
        "blocked" uses that all algorithms ran on the same blocks; "oneway" takes their results as independent samples.
    missing
        "refuse" missing results, settle them first by a policy of :func:`benchreport.complete` or, one-way only, use
        what is "available".

    Returns
    -------
    polars.DataFrame
        One row per group and contrast, named in ``term``; ``estimate`` is in the metric's own units.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> tuned = {"tuned m": ["C4.5+m", "C4.5+m+cf"], "default m": ["C4.5", "C4.5+cf"]}
    >>> rows = br.contrasts(scores, by="metric", families=tuned)
    >>> rows.select("term", pl.col("estimate", "p_value", "p_adjusted").round(4)).row(0)
    ('tuned m - default m', 0.017, 0.0013, 0.0138)
    """
    test = replace(comparison_of_means(CONTRASTS, variant, missing), **CONTRAST)
    sums = partial(_sums, facts=test.facts, weights=_weights(weights, families))
    rows = contrasted(CONTRASTS, test, sums, alternative=alternative, variant=variant, alpha=alpha)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing)


def _sums(blocks: Blocks, *, facts: Callable[[Blocks], Facts], weights: pl.DataFrame) -> pl.DataFrame:
    """Return one row per group and contrast: what is known of the group, and the sums over its algorithms."""
    present = blocks.seats.get_column("algorithm").cast(pl.String).unique().sort()
    refuse_unknown(weights.get_column("algorithm").unique().sort(), present, "no algorithm {!r} to weigh")
    algorithms, groups = blocks.once(facts)
    every = groups.join(weights.group_by("term").agg(needed=pl.len()), how="cross").sort("group", "term")
    weighted = algorithms.with_columns(pl.col("algorithm").cast(pl.String)).join(weights, on="algorithm")
    weight = pl.col("weight")
    sums = weighted.sort("group", "term", "algorithm").group_by("group", "term", maintain_order=True).agg(
        # Weights sum to zero, so that offsets do for means, and keep their digits.
        contrast=(weight * pl.col("offset")).sum(),
        largest=(weight * pl.col("mean")).abs().max(),
        squared_weights=(weight**2 / pl.col("size")).sum(),
        measured=pl.col("mean").count(),
    )  # fmt: skip
    complete = (pl.col("measured") == pl.col("needed")).fill_null(False)
    return every.join(sums, on=["group", "term"], how="left", maintain_order="left").with_columns(complete=complete)


# Turned so that what is better counts as more; Scheffe's p-value is that of any contrast.
L, T = pl.col("n_algorithms"), ADVANTAGE / ERROR
SCHEFFE = f_sf(T**2 / (L - 1), L - 1, DF)
CONTRAST: dict[str, Any] = {
    "advantage": pl.col("contrast") * pl.col("orientation"),
    "error": pl.col("sd_error") * pl.col("squared_weights").sqrt(),
    "enough": pl.col("complete") & ENOUGH_VALUES,
    "undefined": ~pl.col("complete"),
    "tied": pl.col("flat") & (pl.col("contrast").abs() <= SAME * pl.col("largest")),
    "remarks": (
        LACKING.where(~pl.col("complete")),
        FEW_VALUES_EACH.where(pl.col("complete") & ~ENOUGH),
        NO_SPREAD.where(ENOUGH & FLAT & ~TIED),
        *table_remarks(),
    ),
    "values": {
        "term": pl.col("term"),
        "p_adjusted": pl.when(SOUND).then(SCHEFFE).when(ENOUGH & TIED).then(1.0),
        "adjustment": "scheffe",
        "family": "all contrasts of the group, two-sided",
    },
}


def _weights(weights: Weights | None, families: Mapping[str, Sequence[str]] | None) -> pl.DataFrame:
    if (weights is None) == (families is None):
        raise OptionError(
            "contrasts need weights or families", hint='weights={"A": 1, "B": -1}, or families={"x": ["A"], "y": ["B"]}'
        )
    named = _of_families(families) if families is not None else _of_weights(weights or {})
    rows = []
    for term, parts in named.items():
        sizes = [abs(weight) for weight in parts.values()]
        if not all(isinstance(weight, int | float) and math.isfinite(weight) for weight in parts.values()):
            raise OptionError(f"contrast {term!r} has weights that are not numbers", hint="one number per algorithm")
        if not sizes or max(sizes) == 0:
            raise OptionError(f"all weights of contrast {term!r} are zero", hint='such as {"A": 1, "B": -1}')
        if abs(sum(parts.values())) > 1e-9 * max(sizes):
            raise OptionError(
                f"the weights of contrast {term!r} sum to {sum(parts.values()):g}",
                hint="the weights of a contrast sum to 0",
            )
        rows += [(term, name, float(weight)) for name, weight in parts.items() if weight]
    return pl.DataFrame(rows, schema={"term": pl.String, "algorithm": pl.String, "weight": pl.Float64}, orient="row")


def _of_weights(weights: Weights) -> dict[str, dict[str, float]]:
    if any(isinstance(part, Mapping) for part in weights.values()):
        return {term: dict(parts) for term, parts in weights.items()}  # type: ignore[arg-type]
    plain = {name: weight for name, weight in weights.items() if not isinstance(weight, Mapping)}
    return {"contrast": plain}


def _of_families(families: Mapping[str, Sequence[str]]) -> dict[str, dict[str, float]]:
    if len(families) < 2 or not all(families.values()) or any(isinstance(names, str) for names in families.values()):
        raise OptionError(
            "families need two names, each with algorithms", hint='families={"x": ["A", "B"], "y": ["C"]}'
        )
    contrasts_of_two = {}
    for first, second in combinations(families, 2):
        both = set(families[first]) & set(families[second])
        if both:
            raise OptionError(
                f"{sorted(both)[0]!r} is in both {first!r} and {second!r}", hint="put it into one of them"
            )
        parts = {name: 1 / len(families[first]) for name in families[first]}
        contrasts_of_two[f"{first} - {second}"] = parts | {
            name: -1 / len(families[second]) for name in families[second]
        }
    return contrasts_of_two


CONTRASTS = Method(
    table=contrasts,
    title="Contrasts of groups of algorithms",
    question="Does one group of algorithms differ from another on average?",
    symbol="t",
    formula=(
        "psi = sum c_j m_j, sum c_j = 0, t = psi / sqrt(MS sum c_j^2 / K_j); blocked: MSe, (L-1)(K-1) df; oneway: MSw, "
        "sum(K_j) - L df; p_adjusted by Scheffe: t^2 / (L-1) against F with L-1 and those df"
    ),
    tex=(
        r"t = \frac{\psi}{\sqrt{\mathrm{MS} \sum_j c_j^2 / K_j}}, \quad \psi = \sum_j c_j \bar{x}_j, "
        r"\quad \sum_j c_j = 0"
    ),
    null="the weighted means cancel",
    assumes=("results are about normal with one variance", "Scheffe's p-value for contrasts chosen after looking"),
    cites=("alpaydin2010", "scheffe1953"),
    estimand="contrast of means",
    variants=LAYOUTS,
    signed=True,
    remarks=(LACKING, FEW_VALUES_EACH, NO_SPREAD, SHARED_RUNS),
)
