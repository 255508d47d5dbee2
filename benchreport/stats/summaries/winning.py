"""Wins and ranks: probability of improvement, win rates, mean ranks with intervals."""

from __future__ import annotations

from functools import partial

import numpy as np
import polars as pl

from benchreport.method import Method, Remark
from benchreport.stats.forms.over import Frame, doubted, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import checked_alpha, first_that_holds, result_rows, table_remarks
from benchreport.stats.kernels.bootstrap import batches, percentile_limits
from benchreport.stats.kernels.midranks import row_midranks
from benchreport.stats.summaries import strata as intervals
from benchreport.stats.summaries.aggregates import FEWEST_FOR_MEAN, KINDS, share_limits, studentised_limits
from benchreport.stats.summaries.interval_levels import LEVEL_REMARKS
from benchreport.stats.summaries.strata import Resample
from benchreport.tables.blocks import Blocks, Missing, Reduce, pairs_of
from benchreport.tables.groups import By
from benchreport.tables.rounding import TOLERANCE, Floats, Integers
from benchreport.tables.ties import sign_of_difference
from benchreport.threads import product

DEPENDENT_RANKS = Remark(
    code="shared_runs_rank_interval",
    note="runs share training data (unless they are seeds), so the interval is too narrow",
)
NO_COMMON_BLOCK = Remark(code="no_common_block", note="no block in common")
ALL_OPPONENTS = Remark(code="all_opponents", note="mean over all opponents")
FEW_FOR_RANK = Remark(
    code="few_for_rank_interval", note=f"an interval of a mean rank needs at least {FEWEST_FOR_MEAN} blocks"
)
SAME_RANK = Remark(code="same_rank", note="the same rank on every block")


@documented
def probability_of_improvement(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    resample: Resample = "datasets",
    draws: int = 2000,
    seed: int = 0,
    alpha: float = 0.05,
) -> Frame:
    """Compute the probability that a run of ``a`` beats a run of ``b`` on the same dataset, with an interval.

    Every run of one is compared with every run of the other, so runs need not match. One half means no difference.

    Parameters
    ----------
    table
        Scores; an algorithm that lacks a dataset others have is refused.
    resample
        "datasets" gives exact binomial limits with every dataset as a trial, which are cautious, since the share of
        one dataset varies no more than a trial. "runs" draws the runs of each dataset again, and speaks of these
        datasets only.
    draws
        Number of bootstrap draws of runs.

    Returns
    -------
    polars.DataFrame
        One row per group and pair, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> rows = br.probability_of_improvement(scores, control="DecisionTree", draws=200)
    >>> rows.select("a", "b", "better", pl.col("estimate").round(3)).row(0)
    ('GaussianNB', 'DecisionTree', 'GaussianNB', 0.802)
    """
    resampling = intervals.Resampling(resample=resample, draws=draws, seed=seed, alpha=alpha)
    rows = partial(_improvement_rows, control=control, resampling=resampling)
    return over_blocks(table, rows, by=by)


def _improvement_rows(blocks: Blocks, *, control: str | None, resampling: intervals.Resampling) -> pl.DataFrame:
    runs = intervals.strata(blocks)
    pairs = pairs_of(blocks, control).named().select("group", "a", "b")
    couples = pairs.join(runs, left_on=["group", "a"], right_on=["group", "algorithm"], maintain_order="left")
    couples = couples.join(
        runs.select("group", "algorithm", "keys", "sizes", "spread", "singles"),
        left_on=["group", "b"],
        right_on=["group", "algorithm"],
        suffix="_b",
        maintain_order="left",
    )
    computed = _improvements(couples, resampling).with_columns(
        singles=pl.min_horizontal("singles", "singles_b"),
        spread=pl.max_horizontal("spread", "spread_b"),
        largest=pl.lit(0.0),
        algorithm="a",
    )
    ahead = sign_of_difference(pl.col("estimate"), pl.lit(0.5))
    better = pl.when(ahead > 0).then("a").when(ahead < 0).then("b")
    return intervals.interval_rows(
        PROBABILITY_OF_IMPROVEMENT, computed, blocks, resampling, KINDS["exact"], b=pl.col("b"), better=better
    )


@documented
def win_rates(
    table: Frame, *, by: By = "metric", missing: Missing = "refuse", reduce: Reduce = "mean", alpha: float = 0.05
) -> Frame:
    """Compute the share of blocks that ``a`` wins against ``b``, for every ordered pair; ties count half.

    Rows with an empty ``b`` give the mean over all opponents. ``statistic`` counts the wins and ``n_ties`` the ties;
    ``rows.pivot("b", index="a", values="estimate")`` is the win-rate matrix.

    Parameters
    ----------
    alpha
        Kept in the rows.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.win_rates(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> rows.select("a", "b", "n", "statistic", "n_ties", "estimate").row(2)
    ('C4.5', 'C4.5+m', 14, 2.0, 2, 0.21428571428571427)
    """
    checked_alpha(alpha)
    return over_blocks(table, partial(_win_rows, alpha=alpha), by=by, missing=missing, reduce=reduce)


def _win_rows(blocks: Blocks, *, alpha: float) -> pl.DataFrame:
    pairs = pairs_of(blocks)
    sign = sign_of_difference(pl.col("x"), pl.col("y"))
    counts = (
        pairs.long(turned=True)
        .group_by("pair", maintain_order=True)
        .agg(
            n=pl.col("x").count().cast(pl.Int64),
            wins=(sign > 0).sum().cast(pl.Float64),
            losses=(sign < 0).sum().cast(pl.Float64),
        )
    )
    n, wins, losses = (pl.col(name) for name in ("n", "wins", "losses"))
    spans = pairs.spans().select("group", "a", "b", "n_dropped", "policy", "least", "most")
    tallied = spans.hstack(counts.drop("pair")).with_columns(n_ties=(n - wins - losses).cast(pl.Int64))
    mirrored = tallied.with_columns(a="b", b="a", wins="losses", losses="wins")
    both = pl.concat([tallied, mirrored]).with_columns(rate=pl.when(n > 0).then((wins + pl.col("n_ties") / 2) / n))
    overall = (
        both.sort("b")
        .group_by("group", "a")
        .agg(
            pl.lit(None, dtype=both.schema["b"]).alias("b"),
            pl.col("n", "n_dropped", "most").max(),
            pl.col("wins", "losses", "n_ties").sum(),
            pl.col("policy").first(),
            pl.col("least").min(),
            pl.col("rate").mean(),
        )
    )
    rows = pl.concat([both, overall.select(both.columns)]).sort("group", "a", "b", nulls_last=False)
    ahead = pl.when(pl.col("rate") > 0.5).then("a").when(pl.col("rate") < 0.5).then("b")
    return result_rows(
        rows,
        WIN_RATES,
        better=pl.when(pl.col("b").is_not_null()).then(ahead),
        statistic=pl.when(n > 0).then("wins"),
        estimate=pl.col("rate"),
        alpha=alpha,
        status=first_that_holds([(n == 0, "too_few")], "ok"),
        remarks=[NO_COMMON_BLOCK.where(n == 0), ALL_OPPONENTS.where(pl.col("b").is_null()), *table_remarks()],
    )


@documented
def rank_intervals(
    table: Frame, *, by: By = "metric", reduce: Reduce = "mean", draws: int = 9999, seed: int = 0, alpha: float = 0.05
) -> Frame:
    """Compute the mean rank of each algorithm with a bootstrap-t interval: blocks are drawn again, ranks stay.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.rank_intervals(br.read_scores(br.example("demsar2006_auc.csv")), draws=500)
    >>> rows.select("a", "n", pl.col("estimate", "ci_low", "ci_high").round(2)).row(0)
    ('C4.5', 14, 3.14, 2.38, 3.66)
    """
    resampling = intervals.Resampling(resample="datasets", draws=draws, seed=seed, alpha=alpha)
    return over_blocks(table, partial(_rank_rows, resampling=resampling), by=by, reduce=reduce)


def _rank_rows(blocks: Blocks, *, resampling: intervals.Resampling) -> pl.DataFrame:
    names = ("mean", "least_rank", "most_rank", "low", "high", "error")
    columns = {name: np.full(blocks.members.shape, np.nan) for name in names}
    for groups, rows, width in blocks.shapes():
        many, height = rows.shape
        doubled, _ = row_midranks(-blocks.oriented[rows.ravel(), :width])
        # By algorithm: groups x algorithms in rows, blocks in columns.
        ranks = (doubled / 2).reshape(many, height, width).swapaxes(1, 2).reshape(many * width, height)
        own = (
            {"mean": ranks.mean(axis=1), "least_rank": ranks.min(axis=1), "most_rank": ranks.max(axis=1)}
            if height
            else {}
        )
        if height >= FEWEST_FOR_MEAN:
            own |= studentised_limits(ranks, resampling)
        for name, values in own.items():
            columns[name][groups, :width] = values.reshape(many, width)
    numbers = {name: pl.Series(values[blocks.present], nan_to_null=True) for name, values in columns.items()}
    ranked = blocks.seats.join(blocks.facts, on="group", maintain_order="left")
    ranked = ranked.with_columns(n_dropped=blocks.history["n_dropped"].gather(ranked["group"].to_numpy()), **numbers)
    n = pl.col("n")
    steady = ((pl.col("most_rank") - pl.col("least_rank")) <= TOLERANCE).fill_null(False)
    few, endless = n < FEWEST_FOR_MEAN, pl.col("low").is_null()
    sound = ~few & ~steady & ~endless
    finished = result_rows(
        ranked.with_columns(n_datasets=n),
        RANK_INTERVALS,
        a=pl.col("algorithm"),
        estimate=pl.col("mean"),
        ci_low=pl.when(sound).then(pl.col("low").clip(lower_bound=1.0)),
        ci_high=pl.when(sound).then(pl.min_horizontal("high", pl.col("n_algorithms").cast(pl.Float64))),
        alpha=resampling.alpha,
        law="bootstrap-t of blocks",
        status=first_that_holds([(n < 2, "too_few"), (steady, "zero_variance"), (few | endless, "too_few")], "ok"),
        remarks=[
            FEW_FOR_RANK.where(few & ~steady),
            SAME_RANK.where((n > 1) & steady),
            intervals.ENDLESS.where(~few & ~steady & endless),
            resampling.limits_remark(sound),
            pl.when(sound).then(KINDS["bootstrap_t"].remark(resampling.alpha)),
            *table_remarks(),
        ],
    )
    return doubted(finished, blocks, DEPENDENT_RANKS)


def _improvements(couples: pl.DataFrame, resampling: intervals.Resampling) -> pl.DataFrame:
    columns = {name: np.full(couples.height, np.nan) for name in ("estimate", "low", "high", "error")}
    for places, part, (sizes_a, sizes_b) in intervals.by_sizes(couples, "sizes", "sizes_b"):
        first, second = (
            intervals.cube(part.get_column("keys"), sizes_a),
            intervals.cube(part.get_column("keys_b"), sizes_b),
        )
        for rows in batches(len(first), max(first[0].size * second.shape[2], resampling.draws)):
            won = _won(first[rows], second[rows], sizes_a, sizes_b)
            shares = won.sum(axis=(2, 3)) / (sizes_a * sizes_b)
            columns["estimate"][places[rows]] = shares.mean(axis=1)
            if resampling.resample == "datasets":
                limits = share_limits(shares, resampling)
            else:
                wins = won / (sizes_a * sizes_b * len(sizes_a))[:, None, None]
                limits = percentile_limits(_drawn_wins(wins, sizes_a, sizes_b, resampling), resampling.alpha)
            for name, values in limits.items():
                columns[name][places[rows]] = values
    return couples.with_columns(**{name: pl.Series(values, nan_to_null=True) for name, values in columns.items()})


def _won(first: Floats, second: Floats, sizes_a: Integers, sizes_b: Integers) -> Floats:
    """Return for every pair of runs whether a wins, ties half: pairs x datasets x runs of a x runs of b."""
    x, y = first[:, :, :, None], second[:, :, None, :]
    in_a = np.arange(first.shape[2]) < sizes_a[:, None]
    in_b = np.arange(second.shape[2]) < sizes_b[:, None]
    won: Floats = ((x > y) + 0.5 * (x == y)) * (in_a[:, :, None] & in_b[:, None, :])
    return won


def _drawn_wins(wins: Floats, sizes_a: Integers, sizes_b: Integers, resampling: intervals.Resampling) -> Floats:
    width = max(wins.shape[2:])
    flat = wins.reshape(len(wins), -1)
    parts = []
    streams = (resampling.counts(sizes, stream=stream, width=width) for stream, sizes in enumerate((sizes_a, sizes_b)))
    for taken_a, taken_b in zip(*streams, strict=True):
        for rows in batches(len(taken_a), flat.shape[1]):
            x, y = taken_a[rows, :, : wins.shape[2]], taken_b[rows, :, : wins.shape[3]]
            both = x[:, :, :, None] * y[:, :, None, :]
            parts.append(product(flat, both.reshape(len(both), -1).T))
    return np.concatenate(parts, axis=1)


PROBABILITY_OF_IMPROVEMENT = Method(
    table=probability_of_improvement,
    title="Probability of improvement",
    question="How likely is a run of one algorithm to beat a run of the other on the same dataset?",
    symbol="P(X>Y)",
    formula=(
        "mean over datasets of the share of pairs of runs that a wins, ties half; exact binomial limits with"
        " datasets as trials, or percentiles of the runs of both on each dataset drawn again"
    ),
    tex=(
        r"P(X > Y) = \frac{1}{n} \sum_{i=1}^{n} \frac{1}{K_i M_i} \sum_{kl} \left( \mathbf{1}[x_{ik} \succ y_{il}] + "
        r"\frac{1}{2} \mathbf{1}[x_{ik} = y_{il}] \right)"
    ),
    assumes=("datasets are independent, or their runs where these are drawn", "every dataset weighs the same"),
    account=(
        "The probability of improvement is the share of pairs of runs won on a dataset, ties counting half, "
        "averaged over the datasets."
    ),
    cites=("agarwal2021", "mann1947", "clopper1934"),
    estimand="probability that a run of a beats a run of b",
    variants=("exact", "runs"),
    remarks=(*intervals.INTERVAL_REMARKS, KINDS["exact"].why, intervals.DEPENDENT),
)

WIN_RATES = Method(
    table=win_rates,
    title="Win rates",
    question="On which share of the datasets does one algorithm beat the other?",
    symbol="w",
    formula="(wins + ties / 2) / datasets, for every ordered pair; b empty: mean over all opponents",
    tex=r"w = \frac{\mathrm{wins} + \mathrm{ties} / 2}{n}",
    assumes=("every dataset weighs the same",),
    account="The win rate is the share of datasets on which an algorithm is better, ties counting half.",
    cites=("demsar2006",),
    estimand="share of blocks that a wins against b, ties half",
    remarks=(NO_COMMON_BLOCK, ALL_OPPONENTS),
)

RANK_INTERVALS = Method(
    table=rank_intervals,
    title="Mean ranks with intervals",
    question="How sure is the mean rank of an algorithm, were other datasets drawn?",
    symbol="\\bar{R}_j",
    formula="mean over blocks of the rank, 1 = best, ties share it; bootstrap-t interval of blocks, cut at 1 and k",
    tex=r"\bar{R}_j = \frac{1}{n} \sum_{i=1}^{n} r_{ij}",
    assumes=("datasets are independent", "every algorithm was measured on every dataset"),
    account="Intervals of mean ranks are bootstrap-$t$ intervals, with datasets drawn again.",
    cites=("efron1993", "demsar2006"),
    estimand="mean rank",
    remarks=(FEW_FOR_RANK, SAME_RANK, intervals.ENDLESS, intervals.RESAMPLED_LIMITS, *LEVEL_REMARKS, DEPENDENT_RANKS),
)
