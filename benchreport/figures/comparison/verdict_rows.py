"""Verdicts on pairs as rows of table-pictures: each algorithm against the one in focus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import polars as pl

from benchreport.errors import TooFewAlgorithmsError
from benchreport.numerals import decimals_for, fixed, limits
from benchreport.registry import METHODS
from benchreport.stats.answer.verdict_intervals import RATIOS, WIN_SHARE, turned
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.stats.ordering.indistinguishable_sets import few_cliques
from benchreport.tables.metric_scale import COMPARABLE

Row = Mapping[str, Any]
Rows = Sequence[Row]
Terms = Literal["difference", "ratio", "wins", "ranks"]
RATE_DECIMALS = 3
MOST_SETS = 6


def terms_of(rows: pl.DataFrame) -> Terms:
    """Return what the estimates of verdicts are: differences, ratios, shares of wins or differences of mean ranks.

    Examples
    --------
    >>> terms_of(pl.DataFrame({"estimand": ["median ratio a / b"]}))
    'ratio'
    """
    estimands = rows.get_column("estimand").drop_nulls().unique().to_list()
    if WIN_SHARE in estimands:
        return "wins"
    if METHODS["nemenyi"].estimand in estimands:
        return "ranks"
    return "ratio" if any(name in RATIOS for name in estimands) else "difference"


def against(rows: pl.DataFrame, focus: str) -> pl.DataFrame:
    """Return the verdicts on every other algorithm against one, with estimates that are theirs minus or over its own.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.verdicts(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> against(rows, "C4.5").select("algorithm", pl.col("estimate").round(4), "wins").row(1)
    ('C4.5+m', 0.013, 10)
    """
    text = pl.col("a", "b", "better").cast(pl.String)
    own = rows.with_columns(text).filter((pl.col("a") == focus) | (pl.col("b") == focus))
    return turned(own, pl.col("a") == focus).select(
        *("estimate", "single_low", "single_high", "low_open", "high_open", "wins", "losses"),
        algorithm="a",
        low="ci_low",
        high="ci_high",
        ties=pl.col("n_ties").fill_null(0),
        p="p_adjusted",
        differs=((pl.col("p_adjusted") <= pl.col("alpha")) & pl.col("better").is_not_null()).fill_null(False),
    )


def difference_numbers(
    rows: pl.DataFrame,
    ranks: pl.DataFrame,
    *,
    metric: str,
    direction: str | None,
    control: str | None = None,
    scores: pl.DataFrame | None = None,
) -> pl.DataFrame:
    """Return the numbers of a table of differences from verdicts, mean ranks and mean scores that are there already.

    Parameters
    ----------
    rows
        Verdicts by one metric, on all pairs, or with ``control`` on those with the reference.
    ranks
        Columns ``algorithm`` and ``mean_rank``, best first.
    metric, direction
        Its name as printed, and "lower" or "higher".
    control
        The declared reference, else the algorithm of best mean rank is in focus.
    scores
        Columns ``algorithm`` and ``score``, where a mean over the datasets means something.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> numbers = difference_numbers(br.verdicts(table), br.average_ranks(table), metric="AUC", direction="higher")
    >>> numbers.select("algorithm", "is_focus", pl.col("p").round(3), "sets").rows()[:2]
    [('C4.5+m+cf', True, None, [0, 1]), ('C4.5+m', False, 0.707, [0])]
    """
    name = pl.col("algorithm").cast(pl.String)
    order = ranks.select(name, "mean_rank").sort("mean_rank", "algorithm", nulls_last=True)
    if order.height < 2 or rows.is_empty():
        raise TooFewAlgorithmsError("a comparison needs two algorithms", hint="keep two or more")
    focus = order.get_column("algorithm")[0] if control is None else control
    terms, first = terms_of(rows), rows.row(0, named=True)
    means = order.select("algorithm", score=pl.lit(None, dtype=pl.Float64)) if scores is None else scores
    board = order.join(against(rows, focus), on="algorithm", how="left", maintain_order="left").join(
        means.select(name, "score"), on="algorithm", how="left", maintain_order="left"
    )
    is_focus = pl.col("algorithm") == focus
    if control is not None:
        towards = -1.0 if is_flipped(terms, direction) else 1.0
        board = board.filter(is_focus | pl.col("p").is_not_null() | pl.col("estimate").is_not_null()).sort(
            ~is_focus, -towards * pl.col("estimate"), "algorithm", nulls_last=True
        )
    decided = first["procedure"] != "none"
    return board.with_columns(
        is_focus=is_focus,
        sets=_sets(rows if control is None and decided else rows.clear(), order, board, first["alpha"]),
        terms=pl.lit(terms),
        metric=pl.lit(metric),
        direction=pl.lit(direction, dtype=pl.String),
        null_value=pl.lit(first["null_value"]),
        reference=pl.lit(control, dtype=pl.String),
        decided=pl.lit(decided),
        adjustment=pl.lit(judged_by(first["adjustment"], rows.height), dtype=pl.String),
        alpha=pl.lit(first["alpha"]),
        comparisons=pl.lit(rows.height),
        decimals=pl.lit(decimals_of(rows)),
        errors=pl.lit(None, dtype=pl.Int64),
        instances=pl.lit(None, dtype=pl.Int64),
    )


def error_numbers(rows: pl.DataFrame, rates: pl.DataFrame, *, control: str | None = None) -> pl.DataFrame:
    """Return the numbers of a table of differences between error rates on the same instances of one dataset.

    Parameters
    ----------
    rows
        Tests of pairs with intervals that agree, as :func:`agreeing_pairs` gives them for one dataset.
    rates
        Columns ``a``, ``n`` and ``estimate``: the error rate of every algorithm; and ``errors``, where an error rate is
        no share of ``n``.
    control
        The declared reference, else the algorithm with the lowest error rate is in focus.

    Examples
    --------
    >>> import benchreport as br
    >>> from benchreport.stats.answer.agreeing_pairs import agreeing_pairs
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> iris = table.filter(pl.col("dataset") == "iris")
    >>> rows = agreeing_pairs(lambda alpha: br.mcnemar(iris, alpha=alpha))
    >>> numbers = error_numbers(rows, br.ci_wilson(iris))
    >>> numbers.select("algorithm", "errors", "wins", "losses").rows()[:2]
    [('DecisionTree', 6, None, None), ('GaussianNB', 7, 3, 4)]
    """
    shares = rates.select(pl.col("a").cast(pl.String).alias("algorithm"), "n", score="estimate")
    numbers = single_numbers(rows, shares, metric="error rate", direction="lower", control=control)
    counted = pl.col("errors") if "errors" in rates.columns else (pl.col("estimate") * pl.col("n")).round()
    errors = rates.select(pl.col("a").cast(pl.String).alias("algorithm"), errors=counted.cast(pl.Int64), instances="n")
    return numbers.drop("errors", "instances").join(errors, on="algorithm", how="left", maintain_order="left")


def single_numbers(
    rows: pl.DataFrame,
    scores: pl.DataFrame,
    *,
    metric: str,
    direction: str | None,
    scale: str = "share",
    control: str | None = None,
) -> pl.DataFrame:
    """Return the numbers of a table of differences on one dataset, from tests of pairs with intervals that agree.

    ``scores`` has the columns ``algorithm`` and ``score``, by which the algorithms are ordered; ``scale`` is the
    metric's.
    """
    # McNemar's exact test counts the instances that only a gets right.
    right = pl.when(pl.col("method") == "mcnemar").then(pl.col("statistic")).cast(pl.Int64)
    verdicts = rows.with_columns(
        procedure="method", scale=pl.lit(scale), wins=right, losses=pl.col("n") - pl.col("n_ties") - right
    )
    sign = 1.0 if direction == "lower" else -1.0
    order = scores.select("algorithm", mean_rank=sign * pl.col("score"))
    numbers = difference_numbers(
        verdicts, order, metric=metric, direction=direction, control=control, scores=scores.select("algorithm", "score")
    )
    return numbers.with_columns(mean_rank=pl.lit(None, dtype=pl.Float64))


def judged_by(adjustment: str | None, comparisons: int) -> str | None:
    """Return the word that says how p-values were adjusted; None for a single comparison."""
    if comparisons < 2 or adjustment is None:
        return None
    return "confirmed" if adjustment == "nemenyi_confirmed" else adjustment_name(adjustment)


def decimals_of(rows: pl.DataFrame) -> int:
    """Return the decimals of estimates: three for rates, two digits of a usual difference where that is tiny or large.

    A difference is not written more finely than a twentieth of the usual interval.
    """
    if terms_of(rows) in ("ratio", "ranks", "wins"):
        return 2
    sizes = rows.select(
        (pl.col("estimate") - pl.col("null_value")).abs().median(),
        width=(pl.col("ci_high") - pl.col("ci_low")).median(),
    )
    size, width = sizes.row(0)
    usual = decimals_for(max(size or 0.0, (width or 0.0) / 20))
    rates = rows.get_column("scale")[0] in COMPARABLE
    return RATE_DECIMALS if rates and RATE_DECIMALS - 1 <= usual <= RATE_DECIMALS + 1 else usual


def is_flipped(terms: str, direction: str | None) -> bool:
    """Return whether smaller estimates are better, so that an axis runs from right to left."""
    return terms == "ranks" or (direction == "lower" and terms != "wins")


def estimate_text(row: Row) -> str:
    """Return an estimate with its interval as printed.

    Examples
    --------
    >>> row = {"estimate": -0.0225, "low": -0.057, "high": 0.0005, "low_open": False, "high_open": False}
    >>> estimate_text(row | {"terms": "difference", "decimals": 3, "null_value": 0.0})
    '−0.023 [−0.057, 0.001]'
    """
    if row["estimate"] is None:
        return ""
    decimals = ratio_decimals(row["estimate"]) if row["terms"] == "ratio" else row["decimals"]
    interval = limits(
        row["low"],
        row["high"],
        decimals,
        null=row["null_value"],
        open_low=bool(row["low_open"]),
        open_high=bool(row["high_open"]),
    )
    return " ".join(filter(None, [fixed(row["estimate"], decimals), interval]))


def row_text(row: Row) -> str:
    """Return what a row shows in words: an estimate with its interval, or where the algorithm in focus stands.

    Examples
    --------
    >>> row = {"estimate": -0.0225, "low": -0.057, "high": 0.0005, "low_open": False, "high_open": False}
    >>> row |= {"terms": "difference", "decimals": 3, "null_value": 0.0, "metric": "AUC", "is_focus": False}
    >>> row_text(row)
    'difference in AUC −0.023 [−0.057, 0.001]'
    >>> row_text({"is_focus": True, "mean_rank": 1.964})
    'mean rank 1.96'
    """
    if not row["is_focus"]:
        metric = row["metric"]
        words = {"ratio": f"ratio of {metric}", "wins": "share won", "ranks": "difference in mean rank"}
        return f"{words.get(row['terms'], f'difference in {metric}')} {estimate_text(row) or '–'}"
    if row["mean_rank"] is not None:
        return f"mean rank {fixed(row['mean_rank'], 2)}"
    return f"{row['metric']} {fixed(row['score'], RATE_DECIMALS) or '–'}"


def ratio_decimals(ratio: float) -> int:
    """Return the decimals of a ratio: two about 1, none in the hundreds, up to four below a tenth.

    Examples
    --------
    >>> [ratio_decimals(ratio) for ratio in (0.0023, 0.93, 12.3, 427.0)]
    [4, 2, 1, 0]
    """
    if ratio < 0.1:
        return decimals_for(ratio / 2, 4)
    return 2 if ratio < 10 else 1 if ratio < 100 else 0


def _sets(rows: pl.DataFrame, order: pl.DataFrame, board: pl.DataFrame, alpha: float) -> pl.Series:
    """Return for every algorithm the largest sets without a significant difference that it is in; none of many sets."""
    drawn_sets = few_cliques(rows, MOST_SETS, ranks=order, alpha=alpha) if rows.height else []
    inside = [[number for number, names in enumerate(drawn_sets) if name in names] for name in board["algorithm"]]
    return pl.Series("sets", inside, dtype=pl.List(pl.Int64))
