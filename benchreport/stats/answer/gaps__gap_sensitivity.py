"""How verdicts depend on what is done about missing results: complete blocks, sub-table, pairs, worst rank."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Literal

import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark
from benchreport.registry import METHODS
from benchreport.remarks import REMARK_COLUMNS, joined_remarks
from benchreport.stats.answer.gaps import missing_auto
from benchreport.stats.answer.pair_verdicts import decided_pairs
from benchreport.stats.answer.standings import beats, places_of, ranks_under_gaps, typed_rows
from benchreport.stats.answer.verdict_intervals import Question
from benchreport.stats.forms.over import Frame, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import checked_alpha
from benchreport.stats.multiplicity.adjusting import Adjustment
from benchreport.stats.two_algorithms.differences import Group, Scales
from benchreport.tables.blocks import Blocks, Missing, Reduce
from benchreport.tables.complete import Policy, complete
from benchreport.tables.groups import By

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


@documented
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
    control
        The declared reference: the comparisons are those with it, and no policy leaves it out.
    deciding
        The policy that the verdicts are counted against, as in :func:`complete`.
    adjustment, scales, group
        As in :func:`verdicts`.
    alpha
        Level of the decisions.

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
    rows = partial(_sensitivity, asked=asked, deciding=deciding)
    return over_blocks(table, rows, by=by, reduce=reduce, missing="available", columns=SENSITIVITY_COLUMNS)


def _sensitivity(blocks: Blocks, *, asked: Question, deciding: Deciding) -> pl.DataFrame:
    compared: dict[str, tuple[pl.DataFrame, pl.DataFrame]] = {
        policy: _report(blocks, policy, asked) for policy in COMPARED
    }
    same = _policy_of(blocks, deciding, asked)
    reports = {DECIDING: compared.get(same) or _report(blocks, deciding, asked)} | compared
    reference = reports[DECIDING][1]
    rows = [
        _described(summary, verdicts, reference).with_columns(policy=pl.lit(policy))
        for policy, (summary, verdicts) in reports.items()
    ]
    return typed_rows(pl.concat(rows).sort("group", maintain_order=True), SENSITIVITY_COLUMNS)


def _policy_of(blocks: Blocks, deciding: str, asked: Question) -> str:
    """Return the policy that ``auto`` comes to where it is one for all groups; any other policy as it is."""
    if deciding != "auto":
        return deciding
    choice = missing_auto(blocks.source, by=blocks.by, reference=asked.control, alpha=asked.alpha)
    chosen = set(choice.get_column("policy")) - {"complete"}
    # A sub-table of `auto` must have enough blocks, that of the table of policies need not.
    return chosen.pop() if len(chosen) == 1 and chosen != {"subtable"} else deciding


def _report(blocks: Blocks, policy: Policy, asked: Question) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Compare under one policy: a summary per group, and the verdicts as winner and loser."""
    by = blocks.by
    settled = complete(blocks.source, policy, by=by, reference=asked.control, alpha=asked.alpha)
    if policy in ("stand_in", "reference"):  # where the reference itself has no result, nothing stands in
        settled = complete(settled, "drop_blocks", by=by)
    missing: Missing = "available" if policy in ("auto", "available") else "refuse"
    question = replace(asked, missing=missing)
    part = Blocks.of(settled, by=by, reduce=asked.reduce, missing=missing)
    rows = decided_pairs(part, question, estimates=False)
    placed = places_of(rows, ranks_under_gaps(part, question), alpha=asked.alpha)
    placed = placed.with_columns(pl.col("algorithm").cast(pl.String))
    ranked = pl.col("place").is_not_null()
    in_tier = pl.col("tier") & ranked
    tier = pl.col("algorithm").filter(in_tier).sort_by(pl.col("mean_rank").filter(in_tier))
    tiers = {"tier": tier.str.join(", "), "n_tier": in_tier.sum().cast(pl.Int64)}
    if asked.control is not None:
        tiers = {"tier": pl.lit(None, dtype=pl.String), "n_tier": pl.lit(None, dtype=pl.Int64)}
    places = placed.group_by("group").agg(
        n_algorithms=ranked.sum().cast(pl.Int64),
        leader=pl.col("algorithm").filter(pl.col("place") == 1).sort().str.join(", "),
        **tiers,
    )
    n = pl.col("n") + pl.col("n_ties").fill_null(0)
    pairs = rows.group_by("group").agg(least=n.min(), most=n.max())
    imputed = part.of_source(n_imputed=pl.col("imputed").sum().cast(pl.Int64))["n_imputed"]
    summary = places.join(pairs, on="group", how="left").with_columns(n_imputed=imputed.gather(places["group"]))
    verdicts, owners = beats(rows, asked.alpha), blocks.owners(part)
    summary, verdicts = (frame.with_columns(group=owners.gather(frame["group"])) for frame in (summary, verdicts))
    return summary, verdicts


def _described(summary: pl.DataFrame, verdicts: pl.DataFrame, reference: pl.DataFrame) -> pl.DataFrame:
    """Add to the summary of each group how many verdicts it has, and how they differ from those that decide."""
    keys = ["group", "winner", "loser"]
    turn = {"winner": "loser", "loser": "winner"}
    turned = reference.rename(turn)
    counts = {
        "n_verdicts": verdicts,
        "n_reversed": verdicts.join(turned, on=keys, how="semi"),
        "n_gained": verdicts.join(reference, on=keys, how="anti").join(turned, on=keys, how="anti"),
        "n_lost": reference.join(verdicts, on=keys, how="anti").join(verdicts.rename(turn), on=keys, how="anti"),
    }
    for name, rows in counts.items():
        count = rows.group_by("group").agg(pl.len().cast(pl.Int64).alias(name))
        summary = summary.join(count, on="group", how="left")
    none = pl.col("most").fill_null(0) == 0
    return summary.with_columns(pl.col(*counts).fill_null(0)).with_columns(
        leader=pl.when(~none).then("leader"),
        tier=pl.when(~none).then("tier"),
        remarks=joined_remarks(NOTHING_LEFT.where(none), FILLED_IN.where(pl.col("n_imputed") > 0, "n_imputed")),
        note=pl.lit(None),
    )


MISSING_SENSITIVITY = Method(
    id="missing_sensitivity",
    title="Sensitivity to missing results",
    question="Does the outcome depend on what is done about missing results?",
    symbol="",
    formula=(
        "the deciding test on the blocks that all algorithms have, on the largest complete sub-table, on the blocks of "
        "each pair, and with missing results ranked last; verdicts lost, gained and reversed against the policy that "
        "decides"
    ),
    assumes=("results may be missing because they failed, which no policy can undo",),
    cites=("skillings1981", "peeters2003"),
    remarks=(NOTHING_LEFT, FILLED_IN),
    table=missing_sensitivity,
)
