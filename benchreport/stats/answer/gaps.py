"""What to compare in a table with gaps: complete blocks, pairs available, or the largest complete sub-table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
import polars as pl

from benchreport.errors import refuse_unknown
from benchreport.method import Method, Remark
from benchreport.remarks import REMARK_COLUMNS, joined_remarks
from benchreport.stats.forms.over import Frame, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import checked_alpha
from benchreport.tables.blocks import Blocks
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


@documented
def missing_auto(table: Frame, *, by: By = "metric", reference: str | None = None, alpha: float = 0.05) -> Frame:
    """Choose what to compare in a table with gaps, from the pattern of the gaps alone; one row per group.

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
    rows = partial(_chosen, reference=reference, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, missing="available", columns=MISSING_COLUMNS)


def _chosen(blocks: Blocks, *, reference: str | None, alpha: float) -> pl.DataFrame:
    names = blocks.algorithms.cast(pl.String).to_list()
    refuse_unknown([] if reference is None else [reference], names, "no algorithm {!r} to be the reference")
    return _described(choose(blocks, alpha=alpha, reference=reference))


def _described(choice: Choice) -> pl.DataFrame:
    """Describe the choice of every group."""
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
        bound=pl.Series([subtables[group].bound if group in subtables else None for group in groups], dtype=pl.Int64),
        proved=pl.Series(
            [subtables[group].proved if group in subtables else None for group in groups], dtype=pl.Boolean
        ),
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


MISSING_AUTO = Method(
    id="missing_auto",
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
    cites=("peeters2003", "skillings1981"),
    remarks=(COMPLETE_BLOCKS, PAIRED_BLOCKS, KEPT_RESULTS, NOT_PROVED, UNDECIDABLE),
    table=missing_auto,
)
