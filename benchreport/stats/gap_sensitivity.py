"""How verdicts depend on what is done about missing results: complete blocks, sub-table, pairs, worst rank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark, schema_of
from benchreport.registry import METHODS
from benchreport.remarks import REMARK_COLUMNS, joined_remarks
from benchreport.stats.adjust import Adjustment
from benchreport.stats.differences import Group, Scales
from benchreport.stats.missing_results import missing_auto
from benchreport.stats.places import places_of, ranks_under_gaps
from benchreport.stats.rows import Frame, checked_alpha, over_table
from benchreport.stats.verdicts import Question, decided_pairs
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.complete import Policy, complete
from benchreport.tables.groups import By, aggregate, group_columns
from benchreport.tables.pairs import Missing

Deciding = Literal["auto", "drop_blocks", "drop_algorithms", "subtable", "available", "worst", "stand_in", "reference"]
# The rows of the table, whatever decides.
COMPARED: tuple[Policy, ...] = ("drop_blocks", "subtable", "available", "worst")
DECIDING = "deciding"
NOTHING_LEFT = Remark(code="nothing_left", note="nothing is left to compare")
FILLED_IN = Remark(code="filled_in", note="{0} results were filled in")


SENSITIVITY_COLUMNS: Mapping[str, tuple[str, str]] = {
    "policy": ("String", "what was done: drop_blocks, subtable, available, worst, or deciding"),
    "least": ("Int64", "fewest blocks of a comparison"),
    "most": ("Int64", "most blocks of a comparison"),
    "n_algorithms": ("Int64", "algorithms compared"),
    "leader": ("String", "algorithm in the first place, or those that share it"),
    "tier": ("String", "algorithms not distinguished from the best; null with a reference"),
    "n_tier": ("Int64", "how many they are"),
    "n_verdicts": ("Int64", "significant differences"),
    "n_lost": ("Int64", "verdicts of the deciding policy that are not found here"),
    "n_gained": ("Int64", "verdicts that the deciding policy does not find"),
    "n_reversed": ("Int64", "verdicts in the other direction"),
    "n_imputed": ("Int64", "results that were filled in"),
    **REMARK_COLUMNS,
}


def missing_sensitivity(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    deciding: Deciding = "auto",
    adjustment: Adjustment = "holm",
    scales: Scales = None,
    group: Group = None,
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compare all algorithms under four policies for missing results, and count the verdicts that change.

    Parameters
    ----------
    table
        Scores; gaps are what it is about.
    by
        Groups to compare separately.
    control
        The declared reference: the comparisons are those with it, and no policy leaves it out.
    deciding
        The policy that the verdicts are counted against, as in :func:`complete`.
    adjustment, scales, group
        As in :func:`verdicts`.
    alpha
        Level of the decisions.
    reduce
        How several runs of a block become one value.

    Returns
    -------
    polars.DataFrame
        Five rows per group: the policy that decides, complete blocks, the largest complete sub-table, available pairs,
        and missing results ranked last.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> gap = pl.col("dataset").is_in(["iris", "wine"]) & (pl.col("algorithm") == "C4.5")
    >>> rows = br.missing_sensitivity(scores.filter(~gap))
    >>> rows.select("policy", "least", "most", "n_verdicts", "n_gained").rows()
    [('deciding', 12, 14, 0, 0), ('drop_blocks', 12, 12, 0, 0), ('subtable', 12, 12, 0, 0),
    ('available', 12, 14, 0, 0), ('worst', 14, 14, 2, 2)]
    """
    one_of(adjustment, METHODS.adjustments, name="adjustment")
    asked = Question(
        control=control, adjustment=adjustment, scales=scales, group=group, alpha=checked_alpha(alpha), reduce=reduce
    )

    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        groups = group_columns(scores, by, tuple(SENSITIVITY_COLUMNS))
        compared: dict[str, tuple[pl.DataFrame, pl.DataFrame]] = {
            policy: _report(scores, groups, policy, asked) for policy in COMPARED
        }
        same = _policy_of(scores, groups, deciding, asked)
        reports = {DECIDING: compared.get(same) or _report(scores, groups, deciding, asked)} | compared
        reference = reports[DECIDING][1]
        rows = [
            _described(summary, verdicts, reference, groups).with_columns(policy=pl.lit(policy), __place=pl.lit(place))
            for place, (policy, (summary, verdicts)) in enumerate(reports.items())
        ]
        ordered = pl.concat(rows).sort(*groups, "__place")
        return ordered.select(*groups, *SENSITIVITY_COLUMNS).cast(schema_of(SENSITIVITY_COLUMNS))  # type: ignore[arg-type]

    return over_table(table, by, SENSITIVITY_COLUMNS, run)


def _policy_of(scores: pl.DataFrame, groups: list[str], deciding: str, asked: Question) -> str:
    """Return the policy that ``auto`` comes to where it is one for all groups; any other policy as it is."""
    if deciding != "auto":
        return deciding
    choice = missing_auto(scores, by=groups or None, reference=asked.control, alpha=asked.alpha)
    chosen = set(choice.get_column("policy")) - {"complete"}
    # A sub-table of `auto` must have enough blocks, that of the table of policies need not.
    return chosen.pop() if len(chosen) == 1 and chosen != {"subtable"} else deciding


def _report(
    scores: pl.DataFrame, groups: list[str], policy: Policy, asked: Question
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Compare under one policy: a summary per group, and the verdicts as winner and loser."""
    settled = complete(scores, policy, by=groups or None, reference=asked.control, alpha=asked.alpha)
    if policy in ("stand_in", "reference"):  # where the reference itself has no result, nothing stands in
        settled = complete(settled, "drop_blocks", by=groups or None)
    missing: Missing = "available" if policy in ("auto", "available") else "refuse"
    rows = decided_pairs(settled, groups, replace(asked, missing=missing), estimates=False)
    ranks = ranks_under_gaps(settled, by=groups or None, missing=missing, reduce=asked.reduce)
    first = pl.col("better").cast(pl.String) == pl.col("a").cast(pl.String)
    decided = rows.filter((pl.col("p_adjusted") <= asked.alpha) & pl.col("better").is_not_null())
    verdicts = decided.select(
        *groups,
        winner=pl.when(first).then("a").otherwise("b").cast(pl.String),
        loser=pl.when(first).then("b").otherwise("a").cast(pl.String),
    )
    n = pl.col("n") + pl.col("n_ties").fill_null(0)
    pairs = aggregate(rows, groups, least=n.min(), most=n.max())
    placed = places_of(rows, ranks, alpha=asked.alpha).with_columns(pl.col("algorithm").cast(pl.String))
    ranked = pl.col("place").is_not_null()
    tier = (
        pl.col("algorithm").filter(pl.col("tier") & ranked).sort_by(pl.col("mean_rank").filter(pl.col("tier") & ranked))
    )
    places = aggregate(
        placed,
        groups,
        n_algorithms=ranked.sum().cast(pl.Int64),
        leader=pl.col("algorithm").filter(pl.col("place") == 1).sort().str.join(", "),
        tier=tier.str.join(", ") if asked.control is None else pl.lit(None, dtype=pl.String),
        n_tier=(pl.col("tier") & ranked).sum().cast(pl.Int64)
        if asked.control is None
        else pl.lit(None, dtype=pl.Int64),
    )
    filled = aggregate(settled, groups, n_imputed=pl.col("imputed").sum().cast(pl.Int64))
    summary = placed.select(groups).unique() if groups else pl.DataFrame({"__one": [1]})
    for part in (pairs, places, filled):
        summary = summary.join(part, on=groups, how="left") if groups else summary.join(part, how="cross")
    return summary, verdicts


def _described(
    summary: pl.DataFrame, verdicts: pl.DataFrame, reference: pl.DataFrame, groups: list[str]
) -> pl.DataFrame:
    """Add to the summary of each group how many verdicts it has, and how they differ from those that decide."""
    keys = [*groups, "winner", "loser"]
    turned = reference.rename({"winner": "loser", "loser": "winner"})
    counts = {
        "n_verdicts": verdicts,
        "n_reversed": verdicts.join(turned, on=keys, how="semi"),
        "n_gained": verdicts.join(reference, on=keys, how="anti").join(turned, on=keys, how="anti"),
        "n_lost": reference.join(verdicts, on=keys, how="anti").join(
            verdicts.rename({"winner": "loser", "loser": "winner"}), on=keys, how="anti"
        ),
    }
    for name, rows in counts.items():
        found = (
            rows.group_by(groups).agg(pl.len().cast(pl.Int64).alias(name))
            if groups
            else rows.select(pl.len().cast(pl.Int64).alias(name))
        )
        summary = summary.join(found, on=groups, how="left") if groups else summary.join(found, how="cross")
    none = pl.col("most").fill_null(0) == 0
    return summary.with_columns(pl.col(*counts).fill_null(0)).with_columns(
        leader=pl.when(~none).then("leader"),
        tier=pl.when(~none).then("tier"),
        remarks=joined_remarks(NOTHING_LEFT.where(none), FILLED_IN.where(pl.col("n_imputed") > 0, "n_imputed")),
        note=None,
    )


MISSING_SENSITIVITY = Method(
    id="missing_sensitivity",
    title="Sensitivity to missing results",
    question="Does the outcome depend on what is done about missing results?",
    kind="table",
    shape="scores",
    door="many",
    symbol="",
    formula=(
        "the deciding test on the blocks that all algorithms have, on the largest complete sub-table, on the blocks of "
        "each pair, and with missing results ranked last; verdicts lost, gained and reversed against the policy that "
        "decides"
    ),
    null="",
    assumes=("results may be missing because they failed, which no policy can undo",),
    cites=("skillings1981", "peeters2003"),
    remarks=(NOTHING_LEFT, FILLED_IN),
    table=missing_sensitivity,
)
