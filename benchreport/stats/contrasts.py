"""Does one group of algorithms differ from another on average?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean
from benchreport.method import RESULT_COLUMNS, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.distributions import f_sf, t_isf, t_sf
from benchreport.stats.layout import FEW_VALUES_EACH
from benchreport.stats.pair_rows import Asked, two_sided_or_not
from benchreport.stats.posthoc_means import LAYOUTS, NO_SPREAD, PER_DATASET, Layout, mean_facts
from benchreport.stats.rows import (
    SHARED_RUNS,
    Frame,
    doubted,
    fields,
    first_that_holds,
    over_table,
    table_remarks,
)
from benchreport.stats.variance import enough
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By, joined
from benchreport.tables.pairs import Missing
from benchreport.tables.rounding import SAME
from benchreport.tables.sizes import dependent_runs

Weights = Mapping[str, float] | Mapping[str, Mapping[str, float]]
LACKING = Remark(code="lacks_contrasted", note="the group lacks an algorithm of the contrast")


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
    """Compare weighted means of algorithms; ``p_adjusted`` holds for all contrasts at once, by Scheffe.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    weights
        One weight per algorithm, summing to 0; or several such contrasts by name.
    families
        Or named groups of algorithms, every two of which are compared by their means.
    alternative
        "greater" means that what has positive weights is better.
    variant
        "blocked" uses that all algorithms ran on the same blocks; "oneway" takes their results as independent samples.
    alpha
        Level of the interval.
    missing
        "refuse" incomplete tables, or, one-way only, use the values "available".
    reduce
        How several runs of a block become one value.

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
    asked = Asked(by=by, alternative=alternative, alpha=alpha, missing=missing, reduce=reduce, variant=variant)
    asked.checked(CONTRASTS)
    wanted = _wanted(weights, families)

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        _refuse_unknown(wanted, known)
        algorithms, facts = mean_facts(known, asked, variant)
        groups = facts.columns[: facts.columns.index("n")]
        rows = _rows(_sums(algorithms, facts, groups, wanted), groups, asked)
        return doubted(rows, SHARED_RUNS, dependent_runs(known, groups))

    return over_table(table, by, RESULT_COLUMNS, run)


def _sums(algorithms: pl.DataFrame, facts: pl.DataFrame, groups: Sequence[str], wanted: pl.DataFrame) -> pl.DataFrame:
    terms = wanted.group_by("__term").agg(__needed=pl.len())
    every = joined(facts, terms, []).sort(*groups, "__term")
    weighted = algorithms.with_columns(pl.col("algorithm").cast(pl.String)).join(
        wanted, left_on="algorithm", right_on="__name"
    )
    weight, keys = pl.col("__weight"), [*groups, "__term"]
    sums = weighted.sort(*keys, "algorithm").group_by(keys, maintain_order=True).agg(
        # Weights sum to zero, so that offsets do for means, and keep their digits.
        __contrast=(weight * pl.col("offset")).sum(),
        __size=(weight * pl.col("mean")).abs().max(),
        __share=(weight**2 / pl.col("n")).sum(),
        __found=pl.col("mean").count(),
    )  # fmt: skip
    return every.join(sums, on=keys, how="left", maintain_order="left")


def _rows(sums: pl.DataFrame, groups: Sequence[str], asked: Asked) -> pl.DataFrame:
    there = (pl.col("__found") == pl.col("__needed")).fill_null(False)
    usable = there & enough()
    contrast, df, L = pl.col("__contrast"), pl.col("df_error"), pl.col("n_algorithms")
    nothing = pl.col("flat") & (contrast.abs() <= SAME * pl.col("__size"))
    sound = usable & ~pl.col("flat")
    error = pl.col("sd_error") * pl.col("__share").sqrt()
    t = contrast * pl.col("orientation") / error
    sides = 2 if asked.alternative == "two-sided" else 1
    reach = error * t_isf(pl.lit(asked.alpha / sides), df)
    turned = pl.col("orientation") < 0
    bounded = {"greater": (True, False), "less": (False, True), "two-sided": (True, True)}[asked.alternative]
    none = pl.lit(None, dtype=pl.Float64)
    under, over = contrast - reach, contrast + reach
    low = pl.when(turned).then(under if bounded[1] else none).otherwise(under if bounded[0] else none)
    high = pl.when(turned).then(over if bounded[0] else none).otherwise(over if bounded[1] else none)
    scheffe = f_sf(t**2 / (L - 1), L - 1, df)
    return sums.select(
        *groups,
        *fields(
            CONTRASTS,
            variant=asked.variant,
            term=pl.col("__term"),
            n=pl.col("n"),
            n_dropped=pl.col("n_dropped"),
            statistic=pl.when(sound).then(contrast / error),
            df1=pl.when(sound).then(df),
            p_value=pl.when(sound)
            .then(two_sided_or_not(lambda value: t_sf(value, df), t, asked.alternative))
            .when(usable & nothing)
            .then(1.0),
            p_adjusted=pl.when(sound).then(scheffe).when(usable & nothing).then(1.0),
            estimate=pl.when(usable).then(contrast),
            ci_low=pl.when(sound).then(low),
            ci_high=pl.when(sound).then(high),
            alpha=asked.alpha,
            law="Student's t",
            alternative=asked.alternative,
            adjustment="scheffe",
            family="all contrasts of the group, two-sided",
            status=first_that_holds(
                [
                    (~there, "undefined"),
                    (~usable, "too_few"),
                    (nothing, "all_ties"),
                    (pl.col("flat"), "zero_variance"),
                ],
                "ok",
            ),
            remarks=joined_remarks(
                LACKING.where(~there),
                FEW_VALUES_EACH.where(there & ~usable),
                NO_SPREAD.where(usable & pl.col("flat") & ~nothing),
                *table_remarks(),
            ),
        ),
    )


def _wanted(weights: Weights | None, families: Mapping[str, Sequence[str]] | None) -> pl.DataFrame:
    if (weights is None) == (families is None):
        raise OptionError(
            "contrasts need weights or families", hint='weights={"A": 1, "B": -1}, or families={"x": ["A"], "y": ["B"]}'
        )
    named = _of_families(families) if families is not None else _of_weights(weights or {})
    rows = []
    for term, parts in named.items():
        sizes = [abs(weight) for weight in parts.values()]
        if not all(isinstance(weight, int | float) and math.isfinite(weight) for weight in parts.values()):
            raise OptionError(f"contrast {term!r} has weights that are no numbers", hint="one number per algorithm")
        if not sizes or max(sizes) == 0:
            raise OptionError(f"all weights of contrast {term!r} are zero", hint='such as {"A": 1, "B": -1}')
        if abs(sum(parts.values())) > 1e-9 * max(sizes):
            raise OptionError(
                f"the weights of contrast {term!r} sum to {sum(parts.values()):g}",
                hint="the weights of a contrast sum to 0",
            )
        rows += [(term, name, float(weight)) for name, weight in parts.items() if weight]
    return pl.DataFrame(rows, schema={"__term": pl.String, "__name": pl.String, "__weight": pl.Float64}, orient="row")


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
    found = {}
    for first, second in combinations(families, 2):
        both = set(families[first]) & set(families[second])
        if both:
            raise OptionError(
                f"{sorted(both)[0]!r} is in both {first!r} and {second!r}", hint="put it into one of them"
            )
        parts = {name: 1 / len(families[first]) for name in families[first]}
        found[f"{first} - {second}"] = parts | {name: -1 / len(families[second]) for name in families[second]}
    return found


def _refuse_unknown(wanted: pl.DataFrame, scores: pl.DataFrame) -> None:
    known = scores.get_column("algorithm").cast(pl.String).unique().sort().to_list()
    for name in wanted.get_column("__name").unique().sort():
        if name not in known:
            raise ColumnError(f"no algorithm {name!r} to weigh", hint=did_you_mean(name, known))


CONTRASTS = Method(
    id="contrasts",
    title="Contrasts of groups of algorithms",
    question="Does one group of algorithms differ from another on average?",
    kind="table",
    shape="scores",
    door="posthoc",
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
    assumes=(
        "results are about normal with one variance",
        "Scheffe's p-value for contrasts chosen after looking",
    ),
    cites=("alpaydin2010", "scheffe1953"),
    estimand="contrast of means",
    variants=LAYOUTS,
    signed=True,
    remarks=(LACKING, FEW_VALUES_EACH, NO_SPREAD, SHARED_RUNS),
    table=contrasts,
)
