"""What to compare in a table with gaps: complete blocks, pairs available, or the largest complete sub-table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, did_you_mean
from benchreport.method import Method, Remark, schema_of
from benchreport.remarks import REMARK_COLUMNS, joined_remarks
from benchreport.stats.rows import Frame, checked_alpha, over_table
from benchreport.tables.blocks import block_columns, refuse_mixtures, refuse_single_algorithm
from benchreport.tables.complete import cells_of, lay_out_runs
from benchreport.tables.gaps import BLOCKS, LAST_RESORT, PAIRS, SUBTABLE, Choice, choose, gaps_of
from benchreport.tables.groups import By, group_columns
from benchreport.tables.scores import as_scores

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


def missing_auto(table: Frame, *, by: By = "metric", reference: str | None = None, alpha: float = 0.05) -> Frame:
    """Choose what to compare in a table with gaps, from the pattern of the gaps alone; one row per group.

    The policy ``"auto"`` of :func:`complete` and of :func:`report` follows it.

    Parameters
    ----------
    table
        Scores; gaps are allowed.
    by
        Groups to settle separately. With ``dataset`` among them the blocks are runs, else datasets.
    reference
        An algorithm that no sub-table may lack. The comparisons are then those with it.
    alpha
        Level of the decisions that the table is for.

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

    level = checked_alpha(alpha)

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        refuse_single_algorithm(known)
        groups = group_columns(known, by, tuple(MISSING_COLUMNS))
        refuse_mixtures(known, groups)
        names = known.get_column("algorithm").unique().cast(pl.String).sort().to_list()
        if reference is not None and reference not in names:
            raise ColumnError(f"no algorithm {reference!r} to be the reference", hint=did_you_mean(reference, names))
        block = block_columns(known, groups)
        cells = cells_of(lay_out_runs(known, groups, block, "average"), groups, block)
        return _described(choose(gaps_of(cells, groups, block), alpha=level, reference=reference))

    return over_table(table, by, MISSING_COLUMNS, run)


def _described(choice: Choice) -> pl.DataFrame:
    """Describe the choice of every group."""
    gaps, counts, rules, subtables = choice.gaps, choice.counts, choice.rules, choice.subtables
    blocks, algorithms, undecidable = gaps.heights.copy(), gaps.widths.copy(), counts["n_undecidable"].copy()
    blocks[rules == BLOCKS] = counts["n_complete"][rules == BLOCKS]
    undecidable[(rules == BLOCKS) | (rules == SUBTABLE)] = 0
    for group, best in subtables.items():
        blocks[group], algorithms[group] = len(best.rows), len(best.columns)
    comparisons = np.where(counts["with_reference"] == 1, algorithms - 1, algorithms * (algorithms - 1) // 2)
    names = gaps.algorithms.get_column("algorithm").cast(pl.String).to_list()
    first = np.concatenate(([0], np.cumsum(gaps.widths))).tolist()
    outside = {
        group: ", ".join(
            name
            for number, name in enumerate(names[first[group] : first[group + 1]])
            if number not in set(best.columns)
        )
        for group, best in subtables.items()
    }
    groups = range(gaps.facts.height)
    rows = gaps.facts.with_columns(
        n_missing=pl.Series(gaps.heights * gaps.widths - gaps.results()),
        **{name: pl.Series(counts[name]) for name in ("n_complete", "n_needed", "least", "most")},
        rule=pl.Series(rules).cast(pl.Int64),
        policy=pl.Series(choice.policies, dtype=pl.String),
        n_algorithms_used=pl.Series(algorithms),
        n_blocks_used=pl.Series(blocks),
        n_comparisons=pl.Series(comparisons),
        n_undecidable=pl.Series(undecidable),
        left_out=pl.Series([outside.get(group) or None for group in groups], dtype=pl.String),
        bound=pl.Series([subtables[group].bound if group in subtables else None for group in groups], dtype=pl.Int64),
        proved=pl.Series(
            [subtables[group].proved if group in subtables else None for group in groups], dtype=pl.Boolean
        ),
    )
    return rows.with_columns(remarks=_remarks(), note=None).select(*gaps.groups, *schema_of(MISSING_COLUMNS))


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


MISSING_AUTO = Method(
    id="missing_auto",
    title="Choice of what to compare under gaps",
    question="Which results of an incomplete table should be compared?",
    door="many",
    symbol="N(k)",
    formula=(
        "N(k) = ceil(1 + log2(m / alpha)) for m comparisons of k algorithms. (1) no gap: all; (2) complete blocks, if "
        "they are at least nine tenths of the blocks and N(k); (3) pairs available, if every pair shares N(k) blocks; "
        "(4) the largest complete sub-table with half the algorithms and N of its algorithms in blocks; (5) pairs "
        "available. No value is read"
    ),
    tex=r"N(k) = \left\lceil 1 + \log_2 \frac{m}{\alpha} \right\rceil",
    assumes=("whether a result is missing has nothing to do with the difference that it would show",),
    cites=("peeters2003", "skillings1981"),
    remarks=(COMPLETE_BLOCKS, PAIRED_BLOCKS, KEPT_RESULTS, NOT_PROVED, UNDECIDABLE),
    table=missing_auto,
)
