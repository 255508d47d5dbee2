"""Tables with gaps: what to compare in them, and how the verdicts depend on what is done about missing results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of, refuse_unknown
from benchreport.method import REMARK_COLUMNS, Method, Remark
from benchreport.registry import METHODS
from benchreport.remarks import joined_remarks
from benchreport.stats.answer.pair_verdicts import decided_pairs
from benchreport.stats.answer.standings import places_of, ranks_under_gaps, typed_rows
from benchreport.stats.answer.verdict_intervals import Question
from benchreport.stats.forms.over import Frame, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import checked_alpha, values_where
from benchreport.stats.multiplicity.adjusting import Adjustment
from benchreport.stats.ordering.plausible_ranks import beats
from benchreport.stats.two_algorithms.differences import Group, Scales
from benchreport.tables.blocks import Blocks, Missing, Reduce
from benchreport.tables.complete import Policy, complete
from benchreport.tables.gaps import BLOCKS, LAST_RESORT, PAIRS, SUBTABLE, Choice, choose, n_results
from benchreport.tables.groups import By

COMPLETE_BLOCKS = Remark(code="complete_blocks", note="{0} of {1} blocks have results of all {2} algorithms")
PAIRED_BLOCKS = Remark(code="paired_blocks", note="pairs share {0} to {1} blocks")
KEPT_RESULTS = Remark(code="kept_results", note="kept {0} of {1} results")
NOT_PROVED = Remark(code="not_proved", note="not proved to be the most possible")
UNDECIDABLE = Remark(code="undecidable_comparisons", note="{0} comparisons cannot become significant")
MISSING_COLUMNS: Mapping[str, tuple[str, str]] = {
    "n_algorithms": ("Int64", "algorithms"),
    "n_blocks": ("Int64", "blocks with any result: datasets, or runs on one dataset"),
    "n_missing": ("Int64", "results missing of n_algorithms times n_blocks"),
    "n_complete": ("Int64", "blocks with a result of every algorithm"),
    "n_needed": ("Int64", "blocks with which the comparisons can become significant at all"),
    "least": ("Int64", "fewest blocks that two compared algorithms share"),
    "most": ("Int64", "most blocks that two compared algorithms share"),
    "rule": ("Int64", "the rule that decided, 1 to 5"),
    "policy": ("String", "complete, drop_blocks, available or subtable"),
    "n_algorithms_used": ("Int64", "algorithms that are compared"),
    "n_blocks_used": ("Int64", "blocks on which some of them are compared"),
    "n_comparisons": ("Int64", "comparisons of the family: all pairs, or those with the reference"),
    "n_undecidable": ("Int64", "comparisons that cannot become significant, whatever the results, by Holm"),
    "left_out": ("String", "algorithms outside the sub-table"),
    "bound": ("Int64", "results that no complete sub-table exceeds"),
    "proved": ("Boolean", "no sub-table that meets the rule has more results"),
    **REMARK_COLUMNS,
}
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
def missing_auto(table: Frame, *, by: By = "metric", reference: str | None = None, alpha: float = 0.05) -> Frame:
    """Return what to compare in a table with gaps, chosen from the pattern of the gaps alone; one row per group.

    The policy ``"auto"`` of :func:`complete` and of :func:`report` follows it.

    Parameters
    ----------
    table
        Scores; gaps are allowed.
    reference
        An algorithm that no sub-table may lack. The comparisons are then those with it.

    Returns
    -------
    polars.DataFrame
        One row per group; ``policy`` is what to do. A sub-table that is not ``proved`` to be the largest has at least
        ``n_algorithms_used * n_blocks_used / bound`` of the most results possible.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> gap = (pl.col("dataset") == "iris") & (pl.col("algorithm") == "C4.5")
    >>> br.missing_auto(scores.filter(~gap)).select("n_complete", "n_needed", "rule", "policy").row(0)
    (13, 8, 2, 'drop_blocks')
    """
    checked_alpha(alpha)

    def rows(blocks: Blocks) -> pl.DataFrame:
        names = blocks.algorithms.cast(pl.String).to_list()
        refuse_unknown([] if reference is None else [reference], names, "no algorithm {!r} to be the reference")
        return _described(choose(blocks, alpha=alpha, reference=reference))

    return over_blocks(table, rows, by=by, missing="available", columns=MISSING_COLUMNS)


def _described(choice: Choice) -> pl.DataFrame:
    """Return the choice of every group with its numbers."""
    layout, counts, rules, subtables = choice.blocks, choice.counts, choice.rules, choice.subtables
    heights, widths = layout.n_blocks, layout.n_algorithms
    blocks, algorithms, undecidable = heights.copy(), widths.copy(), counts["n_undecidable"].copy()
    blocks[rules == BLOCKS] = counts["n_complete"][rules == BLOCKS]
    undecidable[(rules == BLOCKS) | (rules == SUBTABLE)] = 0
    for group, best in subtables.items():
        blocks[group], algorithms[group] = len(best.rows), len(best.columns)
    comparisons = np.where(counts["with_reference"] == 1, algorithms - 1, algorithms * (algorithms - 1) // 2)
    names = layout.algorithms.cast(pl.String).to_numpy()
    outside = {
        group: ", ".join(np.delete(names[layout.members[group, : widths[group]]], best.columns))
        for group, best in subtables.items()
    }
    groups = range(layout.n_groups)
    chosen = [subtables.get(group) for group in groups]
    rows = pl.DataFrame({"n_algorithms": widths, "n_blocks": heights}).with_columns(
        n_missing=pl.Series(heights * widths - n_results(layout)),
        **{name: pl.Series(counts[name]) for name in ("n_complete", "n_needed", "least", "most")},
        rule=pl.Series(rules).cast(pl.Int64),
        policy=pl.Series(choice.policies, dtype=pl.String),
        n_algorithms_used=pl.Series(algorithms),
        n_blocks_used=pl.Series(blocks),
        n_comparisons=pl.Series(comparisons),
        n_undecidable=pl.Series(undecidable),
        left_out=pl.Series([outside.get(group) or None for group in groups], dtype=pl.String),
        bound=pl.Series([best and best.bound for best in chosen], dtype=pl.Int64),
        proved=pl.Series([best and best.proved for best in chosen], dtype=pl.Boolean),
    )
    return rows.with_columns(remarks=_remarks()).with_columns(note=pl.lit(None, dtype=pl.String))


def _remarks() -> pl.Expr:
    """Return what was chosen and why."""
    rule, used = pl.col("rule"), pl.col("n_algorithms_used") * pl.col("n_blocks_used")
    results = pl.col("n_algorithms") * pl.col("n_blocks") - pl.col("n_missing")
    pairs, subtable = rule.is_in([PAIRS, LAST_RESORT]), rule == SUBTABLE
    return joined_remarks(
        COMPLETE_BLOCKS.where(rule == BLOCKS, "n_complete", "n_blocks", "n_algorithms"),
        PAIRED_BLOCKS.where(pairs, "least", "most"),
        KEPT_RESULTS.where(subtable, used, results),
        NOT_PROVED.where(subtable & ~pl.col("proved")),
        UNDECIDABLE.where((rule == LAST_RESORT) & (pl.col("n_undecidable") > 0), "n_undecidable"),
    )


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
    """Compute the verdicts on all algorithms under four policies for missing results, and count those that change.

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
    question = Question(control=control, adjustment=adjustment, scales=scales, group=group, alpha=alpha, reduce=reduce)
    rows = partial(_sensitivity, question=question, deciding=deciding)
    return over_blocks(table, rows, by=by, reduce=reduce, missing="available", columns=SENSITIVITY_COLUMNS)


def _sensitivity(blocks: Blocks, *, question: Question, deciding: Deciding) -> pl.DataFrame:
    compared: dict[str, tuple[pl.DataFrame, pl.DataFrame]] = {
        policy: _report(blocks, policy, question) for policy in COMPARED
    }
    same = _policy_of(blocks, deciding, question)
    reports = {DECIDING: compared.get(same) or _report(blocks, deciding, question)} | compared
    reference = reports[DECIDING][1]
    rows = [
        _with_changes(summary, verdicts, reference).with_columns(policy=pl.lit(policy))
        for policy, (summary, verdicts) in reports.items()
    ]
    return typed_rows(pl.concat(rows).sort("group", maintain_order=True), SENSITIVITY_COLUMNS)


def _policy_of(blocks: Blocks, deciding: str, question: Question) -> str:
    """Return the policy that ``auto`` comes to where it is one for all groups; any other policy as it is."""
    if deciding != "auto":
        return deciding
    choice = missing_auto(blocks.source, by=blocks.by, reference=question.control, alpha=question.alpha)
    chosen = set(choice.get_column("policy")) - {"complete"}
    # A sub-table of `auto` must have enough blocks, that of the table of policies need not.
    return chosen.pop() if len(chosen) == 1 and chosen != {"subtable"} else deciding


def _report(blocks: Blocks, policy: Policy, question: Question) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Compute the comparison under one policy: a summary per group, and the verdicts as winner and loser."""
    by = blocks.by
    settled = complete(blocks.source, policy, by=by, reference=question.control, alpha=question.alpha)
    if policy in ("stand_in", "reference"):  # where the reference itself has no result, nothing stands in
        settled = complete(settled, "drop_blocks", by=by)
    missing: Missing = "available" if policy in ("auto", "available") else "refuse"
    question = replace(question, missing=missing)
    part = Blocks.of(settled, by=by, reduce=question.reduce, missing=missing)
    rows = decided_pairs(part, question, estimates=False)
    placed = places_of(rows, ranks_under_gaps(part, question), alpha=question.alpha)
    placed = placed.with_columns(pl.col("algorithm").cast(pl.String))
    ranked = pl.col("place").is_not_null()
    in_tier = pl.col("tier") & ranked
    tier = pl.col("algorithm").filter(in_tier).sort_by(pl.col("mean_rank").filter(in_tier))
    tiers = {"tier": tier.str.join(", "), "n_tier": in_tier.sum().cast(pl.Int64)}
    if question.control is not None:
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
    verdicts, owners = beats(rows, question.alpha), blocks.owners(part)
    summary, verdicts = (frame.with_columns(group=owners.gather(frame["group"])) for frame in (summary, verdicts))
    return summary, verdicts


def _with_changes(summary: pl.DataFrame, verdicts: pl.DataFrame, reference: pl.DataFrame) -> pl.DataFrame:
    """Return the summary of each group with the number of its verdicts, and how they differ from those that decide."""
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
        **values_where(~none, leader="leader", tier="tier"),
        remarks=joined_remarks(NOTHING_LEFT.where(none), FILLED_IN.where(pl.col("n_imputed") > 0, "n_imputed")),
        note=pl.lit(None),
    )


MISSING_AUTO = Method(
    table=missing_auto,
    title="Choice of what to compare under gaps",
    question="Which results of an incomplete table should be compared?",
    symbol="N(k)",
    formula=(
        "N(k) = ceil(1 + log2(m / alpha)) for m comparisons of k algorithms. (1) no gap: all; (2) complete blocks, if "
        "they are at least nine tenths of the blocks and N(k); (3) pairs available, if every pair shares N(k) blocks; "
        "(4) the largest complete sub-table with half the algorithms and N of its algorithms in blocks; (5) pairs "
        "available. No value is read"
    ),
    tex=r"N(k) = \left\lceil 1 + \log_2 \frac{m}{\alpha} \right\rceil",
    assumes=("whether a result is missing has nothing to do with the difference that it would show",),
    account=(
        "The pattern of missing results, not their values, decides what is compared: the complete datasets if they are "
        "nine tenths of all and at least $N(k)$; else the datasets of each pair if every pair shares $N(k)$; else the "
        "largest complete part of the table if it has enough; else the datasets of each pair."
    ),
    cites=("peeters2003", "skillings1981"),
    remarks=(COMPLETE_BLOCKS, PAIRED_BLOCKS, KEPT_RESULTS, NOT_PROVED, UNDECIDABLE),
)

MISSING_SENSITIVITY = Method(
    table=missing_sensitivity,
    title="Sensitivity to missing results",
    question="Does the outcome depend on what is done about missing results?",
    symbol="",
    formula=(
        "the deciding test on the blocks that all algorithms have, on the largest complete sub-table, on the blocks of "
        "each pair, and with missing results ranked last; verdicts lost, gained and reversed against the policy that "
        "decides"
    ),
    assumes=("results may be missing because they failed, which no policy can undo",),
    account=(
        "The verdicts are also computed on the complete datasets, on the largest complete part of the table, on the"
        " datasets of each pair, and with missing results ranked last."
    ),
    cites=("skillings1981", "peeters2003"),
    remarks=(NOTHING_LEFT, FILLED_IN),
)
