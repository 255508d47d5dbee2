"""Nemenyi's test confirmed by the pair's own exact test: the fallback where adjusted exact tests cannot reject."""

from __future__ import annotations

from functools import partial

import polars as pl

from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.answer.deciding import CONFIRMED_ALGORITHMS, CONFIRMED_FROM
from benchreport.stats.forms.over import Frame, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.posthoc import posthoc
from benchreport.stats.forms.rows import checked_alpha
from benchreport.stats.posthoc.mean_ranks import NEMENYI, RANGE_OF_RANKS
from benchreport.stats.two_algorithms.differences import Scales, compared_lists, paired_rows
from benchreport.tables.blocks import Blocks, Reduce
from benchreport.tables.groups import By

NOT_CONFIRMED = Remark(code="not_confirmed", note="the pair's own test favours the other algorithm")
FEW_TO_CONFIRM = Remark(
    code="few_to_confirm", note=f"needs {CONFIRMED_FROM} datasets and {CONFIRMED_ALGORITHMS} algorithms"
)


@documented
def nemenyi_confirmed(
    table: Frame,
    *,
    by: By = "metric",
    alpha: float = 0.05,
    scales: Scales = None,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Nemenyi's test of all pairs, confirmed by the exact test of each pair alone.

    Nemenyi's test borrows the spread of a pair from the other algorithms, so that a pair that straddles them is found
    to differ in up to 22 % of experiments in which it does not. ``p_value`` is that of the pair's own exact Wilcoxon
    test (of log ratios for metrics with units, the sign test where values reach 0 or below); ``p_adjusted`` the larger
    of it and Nemenyi's. ``estimate`` is the difference of mean ranks with one critical difference to either side.

    Parameters
    ----------
    alpha
        Level of the critical difference.
    scales
        Scale of metrics whose name does not settle it: "share", "area", "correlation" or "ratio".

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.nemenyi_confirmed(scores)
    >>> rows.select("a", "b", pl.col("p_value", "p_adjusted").round(6)).row(2)
    ('C4.5', 'C4.5+m+cf', 0.012451, 0.061683)
    """
    rows = partial(_confirmed, alpha=checked_alpha(alpha), scales=scales)
    return over_blocks(table, rows, by=by, reduce=reduce)


def _confirmed(blocks: Blocks, *, alpha: float, scales: Scales) -> pl.DataFrame:
    own = paired_rows(compared_lists(blocks, scales=scales), alpha=alpha)
    return confirmed_rows(posthoc(NEMENYI, RANGE_OF_RANKS, alpha=alpha)(blocks), own)


def confirmed_rows(by_ranks: pl.DataFrame, own: pl.DataFrame) -> pl.DataFrame:
    """Join Nemenyi's rows of all pairs with those of the pairs' own exact tests, in the same order."""
    keys = ["group", "a", "b"]
    own_columns = own.select(*keys, own_p="p_value", own_better="better", own_ties="n_ties", own_method="method")
    rows = by_ranks.join(own_columns, on=keys, how="left", maintain_order="left")
    rows = rows.join(algorithm_counts(by_ranks), on="group", maintain_order="left")
    enough = (pl.col("n") >= CONFIRMED_FROM) & (pl.col("algorithms") >= CONFIRMED_ALGORITHMS)
    against = (pl.col("better") != pl.col("own_better")).fill_null(False)
    p_own, p_ranks = pl.col("own_p"), pl.col("p_value")
    return rows.with_columns(
        method=pl.lit(NEMENYI_CONFIRMED.id),
        variant=pl.col("own_method"),
        n_ties=pl.col("own_ties"),
        p_value=pl.when(enough).then(p_own),
        p_adjusted=pl.when(enough & against).then(1.0).when(enough).then(pl.max_horizontal(p_own, p_ranks)),
        adjustment=pl.lit(NEMENYI_CONFIRMED.id),
        family=pl.format("{} tests, all pairs together", pl.len().over("group")),
        status=pl.when(enough).then("status").otherwise(pl.lit("too_few")),
        remarks=joined_remarks(pl.col("remarks"), NOT_CONFIRMED.where(enough & against), FEW_TO_CONFIRM.where(~enough)),
    ).select("group", *RESULT_COLUMNS)


def algorithm_counts(rows: pl.DataFrame) -> pl.DataFrame:
    """Count the algorithms that the pairs of every group are made of, in a column ``algorithms``.

    Examples
    --------
    >>> algorithm_counts(pl.DataFrame({"group": [0, 0, 0], "a": ["A", "A", "B"], "b": ["B", "C", "C"]})).rows()
    [(0, 3)]
    """
    names = pl.concat([rows.select("group", name=pl.col(side).cast(pl.String)) for side in "ab"])
    return names.group_by("group").agg(algorithms=pl.col("name").n_unique().cast(pl.Int64))


NEMENYI_CONFIRMED = Method(
    id="nemenyi_confirmed",
    title="Nemenyi test, confirmed by the pair’s own test",
    question="Which pairs differ, when there are too few datasets for adjusted exact tests?",
    prose="Nemenyi’s test, confirmed by the pair’s own exact test",
    plural="Nemenyi tests confirmed by the pairs’ own tests",
    short="confirmed",
    symbol="q",
    formula=(
        "p_adjusted = max(Nemenyi's p, the pair's own exact Wilcoxon p), if both favour the same algorithm, else 1; "
        "from 6 datasets and 3 algorithms on"
    ),
    tex=r"p_{\mathrm{adj}} = \max( p_{\mathrm{Nemenyi}}, \; p_{\mathrm{Wilcoxon}} )",
    null="the two algorithms rank alike, and their differences are symmetric about zero",
    assumes=("datasets are independent",),
    cites=("nemenyi1963", "fligner1984", "wilcoxon1945"),
    estimand="difference of mean ranks a - b",
    controls="family-wise error rate",
    dependence="tables in which all algorithms or a single pair are equal, in between by simulation only",
    simultaneous=True,
    remarks=(*NEMENYI.remarks, NOT_CONFIRMED, FEW_TO_CONFIRM),
    table=nemenyi_confirmed,
)
