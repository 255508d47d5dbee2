"""Nemenyi's test confirmed by the pair's own exact test: the fallback where adjusted exact tests cannot reject."""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.deciding import CONFIRMED_ALGORITHMS, CONFIRMED_FROM
from benchreport.stats.differences import Scales, compared_lists, paired_rows
from benchreport.stats.posthoc import NEMENYI, nemenyi
from benchreport.stats.rows import COMPUTED, PAIR, Frame, checked_alpha, fields, over_table
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By, aggregate, group_columns, joined, within

NOT_CONFIRMED = Remark(code="not_confirmed", note="the pair's own test favours the other algorithm")
FEW_TO_CONFIRM = Remark(
    code="few_to_confirm", note=f"needs {CONFIRMED_FROM} datasets and {CONFIRMED_ALGORITHMS} algorithms"
)


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
    table
        Scores; an incomplete table is refused.
    by
        Groups to test separately.
    alpha
        Level of the critical difference.
    scales
        Scale of metrics whose name does not settle it: "share", "area", "correlation" or "ratio".
    reduce
        How several runs of a dataset become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.nemenyi_confirmed(scores)
    >>> rows.select("a", "b", pl.col("p_value", "p_adjusted").round(6)).row(2)
    ('C4.5', 'C4.5+m+cf', 0.012451, 0.061683)
    """
    checked_alpha(alpha)

    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        by_ranks = nemenyi(scores, by=by, alpha=alpha, reduce=reduce)
        lists = compared_lists(scores, by=by, control=None, missing="refuse", reduce=reduce, scales=scales)
        own = paired_rows(lists, alpha=alpha)
        return confirmed_rows(by_ranks, own, group_columns(scores, by))

    return over_table(table, by, RESULT_COLUMNS, run)


def confirmed_rows(by_ranks: pl.DataFrame, own: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Join Nemenyi's rows of all pairs with those of the pairs' own exact tests, in the same order."""
    keys = [*groups, "a", "b"]
    own_columns = own.select(
        *keys, __own_p="p_value", __own_better="better", __own_ties="n_ties", __own_method="method"
    )
    rows = by_ranks.join(own_columns, on=keys, how="left", maintain_order="left")
    rows = joined(rows, algorithm_counts(by_ranks, groups), groups)
    enough = (pl.col("n") >= CONFIRMED_FROM) & (pl.col("__algorithms") >= CONFIRMED_ALGORITHMS)
    against = (pl.col("better") != pl.col("__own_better")).fill_null(False)
    p_own, p_ranks = pl.col("__own_p"), pl.col("p_value")
    kept = {name: pl.col(name) for name in (*PAIR, *COMPUTED)}
    return rows.select(
        *groups,
        *fields(
            NEMENYI_CONFIRMED,
            **kept
            | {
                "method": NEMENYI_CONFIRMED.id,
                "variant": pl.col("__own_method"),
                "n_ties": pl.col("__own_ties"),
                "p_value": pl.when(enough).then(p_own),
                "p_adjusted": pl.when(enough & against).then(1.0).when(enough).then(pl.max_horizontal(p_own, p_ranks)),
                "adjustment": NEMENYI_CONFIRMED.id,
                "family": pl.format("{} tests, all pairs together", pl.len().over(within(groups))),
                "status": pl.when(enough).then("status").otherwise(pl.lit("too_few")),
                "remarks": joined_remarks(
                    pl.col("remarks"), NOT_CONFIRMED.where(enough & against), FEW_TO_CONFIRM.where(~enough)
                ),
            },
        ),
    )


def algorithm_counts(rows: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Count the algorithms that the pairs of every group are made of, in a column ``__algorithms``.

    Examples
    --------
    >>> algorithm_counts(pl.DataFrame({"a": ["A", "A", "B"], "b": ["B", "C", "C"]}), []).item()
    3
    """
    names = pl.concat([rows.select(*groups, __name=pl.col(side).cast(pl.String)) for side in "ab"])
    return aggregate(names, groups, __algorithms=pl.col("__name").n_unique().cast(pl.Int64))


NEMENYI_CONFIRMED = Method(
    id="nemenyi_confirmed",
    title="Nemenyi test, confirmed by the pair’s own test",
    question="Which pairs differ, when there are too few datasets for adjusted exact tests?",
    kind="table",
    shape="scores",
    door="posthoc",
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
