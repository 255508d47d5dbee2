"""Who beats whom, how often, and how sure is a place in the ranking?"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.bootstrap import (
    RESAMPLED_LIMITS,
    Floats,
    Resample,
    Resampling,
    batches,
    by_sizes,
    cube,
    quantiles_of,
)
from benchreport.stats.bootstrap import resampled_counts as counts_of
from benchreport.stats.few_datasets import FEWEST_FOR_MEAN, KINDS, share_limits, studentised_limits
from benchreport.stats.interval_levels import LEVEL_REMARKS, level_remark
from benchreport.stats.ranks import block_ranks
from benchreport.stats.rows import Frame, checked_alpha, doubted, fields, first_that_holds, over_table, table_remarks
from benchreport.stats.strata import (
    DEPENDENT,
    ENDLESS,
    INTERVAL_REMARKS,
    TAKEN,
    Sizes,
    first_sizes,
    interval_rows,
    strata,
    with_dependence,
)
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By, within
from benchreport.tables.pairs import Missing, pairs
from benchreport.tables.rounding import TOLERANCE, sign_of_difference
from benchreport.tables.sizes import dependent_runs
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
    """Probability that a run of ``a`` beats a run of ``b`` on the same dataset, with an interval.

    Every run of one is compared with every run of the other, so runs need not match. One half means no difference.

    Parameters
    ----------
    table
        Scores; an algorithm that lacks a dataset others have is refused.
    by
        Groups to compare separately.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    resample
        "datasets" gives exact binomial limits with every dataset as a trial, which are cautious, since the share of
        one dataset varies no more than a trial. "runs" draws the runs of each dataset again, and speaks of these
        datasets only.
    draws
        Number of bootstrap draws of runs.
    seed
        Of the draws.
    alpha
        Level of the interval.

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
    resampling = Resampling(resample=resample, draws=draws, seed=seed, alpha=alpha)

    def run(scores: Any) -> pl.DataFrame:
        groups: list[str]
        rows, groups, known = strata(scores, by, several=True)
        wanted = pairs(known, by=groups, control=control).select(*groups, "a", "b").unique(maintain_order=True)
        first = rows.rename({"algorithm": "a"})
        couples = wanted.join(first, on=[*groups, "a"], how="left", maintain_order="left")
        second = rows.select(*groups, b="algorithm", **{f"{name}_b": pl.col(name) for name in TAKEN})
        couples = couples.join(second, on=[*groups, "b"], how="left", maintain_order="left")
        computed = _improvements(couples, resampling).with_columns(
            singles=pl.min_horizontal("singles", "singles_b"),
            spread=pl.max_horizontal("spread", "spread_b"),
            largest=pl.lit(0.0),
        )
        ahead = sign_of_difference(pl.col("estimate"), pl.lit(0.5))
        better = pl.when(ahead > 0).then("a").when(ahead < 0).then("b")
        finished = interval_rows(
            PROBABILITY_OF_IMPROVEMENT,
            computed.with_columns(algorithm="a"),
            groups,
            resampling,
            datasets=KINDS["exact"].datasets(resampling),
            b=pl.col("b"),
            better=better,
        )
        return with_dependence(finished, known, groups, resampling)

    return over_table(table, by, RESULT_COLUMNS, run)


def win_rates(
    table: Frame, *, by: By = "metric", missing: Missing = "refuse", reduce: Reduce = "mean", alpha: float = 0.05
) -> Frame:
    """Share of blocks that ``a`` wins against ``b``, for every ordered pair; ties count half.

    Rows with an empty ``b`` give the mean over all opponents. ``statistic`` counts the wins and ``n_ties`` the ties;
    ``rows.pivot("b", index="a", values="estimate")`` is the win-rate matrix.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to compare separately. With ``dataset`` among them the blocks are runs, else datasets.
    missing
        "refuse" incomplete tables, or compare each pair on the blocks "available" to both.
    reduce
        How several runs of a block become one value.
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

    def run(scores: Any) -> pl.DataFrame:
        side_by_side = pairs(scores, by=by, missing=missing, reduce=reduce)
        groups = side_by_side.columns[: side_by_side.columns.index("a")]
        turned = pl.col("orientation") * sign_of_difference(pl.col("x"), pl.col("y"))
        tallied = side_by_side.group_by(*groups, "a", "b", maintain_order=True).agg(
            n=pl.col("x").count().cast(pl.Int64),
            wins=(turned > 0).sum().cast(pl.Float64),
            losses=(turned < 0).sum().cast(pl.Float64),
            n_dropped=pl.col("n_dropped").first(),
            policy=pl.col("policy").first(),
            least=pl.min_horizontal("n_x", "n_y").min(),
            most=pl.max_horizontal("n_x", "n_y").max(),
        )
        mirrored = tallied.with_columns(a="b", b="a", wins="losses", losses="wins")
        both = pl.concat([tallied, mirrored]).with_columns(
            n_ties=(pl.col("n") - pl.col("wins") - pl.col("losses")).cast(pl.Int64),
        )
        both = both.with_columns(
            rate=pl.when(pl.col("n") > 0).then((pl.col("wins") + pl.col("n_ties") / 2) / pl.col("n"))
        )
        overall = (
            both.sort("b")
            .group_by(*groups, "a")
            .agg(
                b=pl.lit(None, dtype=both.schema["b"]),
                n=pl.col("n").max(),
                wins=pl.col("wins").sum(),
                losses=pl.col("losses").sum(),
                n_dropped=pl.col("n_dropped").max(),
                policy=pl.col("policy").first(),
                least=pl.col("least").min(),
                most=pl.col("most").max(),
                n_ties=pl.col("n_ties").sum(),
                rate=pl.col("rate").mean(),
            )
        )
        rows = pl.concat([both, overall.select(both.columns)]).sort(*groups, "a", "b", nulls_last=False)
        ahead = pl.when(pl.col("rate") > 0.5).then("a").when(pl.col("rate") < 0.5).then("b")
        return rows.select(
            *groups,
            *fields(
                WIN_RATES,
                a=pl.col("a"),
                b=pl.col("b"),
                better=pl.when(pl.col("b").is_not_null()).then(ahead),
                n=pl.col("n"),
                n_dropped=pl.col("n_dropped"),
                n_ties=pl.col("n_ties"),
                statistic=pl.when(pl.col("n") > 0).then("wins"),
                estimate=pl.col("rate"),
                alpha=alpha,
                status=first_that_holds([(pl.col("n") == 0, "too_few")], "ok"),
                remarks=joined_remarks(
                    NO_COMMON_BLOCK.where(pl.col("n") == 0),
                    ALL_OPPONENTS.where(pl.col("b").is_null()),
                    *table_remarks(),
                ),
            ),
        )

    return over_table(table, by, RESULT_COLUMNS, run)


def rank_intervals(
    table: Frame,
    *,
    by: By = "metric",
    reduce: Reduce = "mean",
    draws: int = 9999,
    seed: int = 0,
    alpha: float = 0.05,
) -> Frame:
    """Mean rank of each algorithm with a bootstrap-t interval: blocks are drawn again, ranks within them stay.

    Parameters
    ----------
    table
        Scores; an incomplete table is refused.
    by
        Groups to rank separately. With ``dataset`` among them the blocks are runs, else datasets.
    reduce
        How several runs of a block become one value.
    draws
        Number of bootstrap draws.
    seed
        Of the draws.
    alpha
        Level of the interval.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.rank_intervals(br.read_scores(br.example("demsar2006_auc.csv")), draws=500)
    >>> rows.select("a", "n", pl.col("estimate", "ci_low", "ci_high").round(2)).row(0)
    ('C4.5', 14, 3.14, 2.38, 3.66)
    """
    resampling = Resampling(resample="datasets", draws=draws, seed=seed, alpha=alpha)

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        ranked, groups = block_ranks(known, by, reduce)
        place = [name for name in ranked.columns[: ranked.columns.index("algorithm")] if name not in groups]
        gathered = (
            ranked.sort(*groups, "algorithm", *place)
            .group_by(*groups, "algorithm", maintain_order=True)
            .agg(
                values=pl.col("rank").drop_nulls(),
                n_dropped=pl.col("n_dropped").max(),
                policy=pl.col("policy").first(),
                least=pl.col("n_values").filter(pl.col("rank").is_not_null()).min(),
                most=pl.col("n_values").max(),
            )
            .with_columns(n=pl.col("values").list.len().cast(pl.Int64))
        )
        spans = {"least": pl.col("least").min(), "most": pl.col("most").max()}
        gathered = gathered.with_columns(span.over(within(groups)).alias(name) for name, span in spans.items())
        return doubted(_rank_rows(gathered, groups, resampling), DEPENDENT_RANKS, dependent_runs(known, groups))

    return over_table(table, by, RESULT_COLUMNS, run)


def _rank_rows(gathered: pl.DataFrame, groups: list[str], resampling: Resampling) -> pl.DataFrame:
    found = {name: np.full(gathered.height, np.nan) for name in ("low", "high", "error")}
    placed = gathered.with_row_index("__place").filter(pl.col("n") > 0)
    for part in placed.partition_by("n", maintain_order=True):
        n = part.get_column("n")[0]
        ranks = part.get_column("values").explode(empty_as_null=False).to_numpy().reshape(-1, n)
        if n >= FEWEST_FOR_MEAN:
            for name, values in studentised_limits(ranks, resampling).items():
                found[name][part.get_column("__place").to_numpy()] = values
    rows = gathered.with_columns(**{name: pl.Series(values, nan_to_null=True) for name, values in found.items()})
    n = pl.col("n")
    steady = ((pl.col("values").list.max() - pl.col("values").list.min()) <= TOLERANCE).fill_null(False)
    few, endless = n < FEWEST_FOR_MEAN, pl.col("low").is_null()
    sound = ~few & ~steady & ~endless
    placed_in = pl.len().over(within(groups)).cast(pl.Float64)
    return rows.with_columns(n_datasets=n, most_ranks=placed_in).select(
        *groups,
        *fields(
            RANK_INTERVALS,
            a=pl.col("algorithm"),
            n=n,
            n_dropped=pl.col("n_dropped"),
            estimate=pl.col("values").list.mean(),
            ci_low=pl.when(sound).then(pl.col("low").clip(lower_bound=1.0)),
            ci_high=pl.when(sound).then(pl.min_horizontal("high", "most_ranks")),
            alpha=resampling.alpha,
            law="bootstrap-t of blocks",
            status=first_that_holds([(n < 2, "too_few"), (steady, "zero_variance"), (few | endless, "too_few")], "ok"),
            remarks=joined_remarks(
                FEW_FOR_RANK.where(few & ~steady),
                SAME_RANK.where((n > 1) & steady),
                ENDLESS.where(~few & ~steady & endless),
                resampling.limits_remark(sound),
                pl.when(sound).then(level_remark("bootstrap_t", resampling.alpha)),
                *table_remarks(),
            ),
        ),
    )


def _improvements(couples: pl.DataFrame, resampling: Resampling) -> pl.DataFrame:
    found = {name: np.full(couples.height, np.nan) for name in ("estimate", "low", "high", "error")}
    full = couples.with_row_index("__row").filter(pl.col("sizes").is_not_null())
    back = full.get_column("__row").to_numpy()
    for places, part in by_sizes(full.drop("__row"), "sizes", "sizes_b"):
        sizes = first_sizes(part, "sizes"), first_sizes(part, "sizes_b")
        first, second = (cube(part.get_column(f"keys{end}"), size) for end, size in zip(("", "_b"), sizes, strict=True))
        for rows in batches(len(first), max(first[0].size * second.shape[2], resampling.draws)):
            won = _won(first[rows], second[rows], *sizes)
            shares = won.sum(axis=(2, 3)) / np.multiply(*sizes)
            found["estimate"][back[places[rows]]] = shares.mean(axis=1)
            if resampling.resample == "datasets":
                for name, values in share_limits(shares, resampling).items():
                    found[name][back[places[rows]]] = values
                continue
            wins = won / (sizes[0] * sizes[1] * len(sizes[0]))[:, None, None]
            for name, values in quantiles_of(_drawn_wins(wins, *sizes, resampling), resampling).items():
                found[name][back[places[rows]]] = values
    return couples.with_columns(**{name: pl.Series(values, nan_to_null=True) for name, values in found.items()})


def _won(first: Floats, second: Floats, sizes_a: Sizes, sizes_b: Sizes) -> Floats:
    """Tell for every pair of runs whether a wins, ties half: pairs x datasets x runs of a x runs of b."""
    x, y = first[:, :, :, None], second[:, :, None, :]
    in_a = np.arange(first.shape[2]) < sizes_a[:, None]
    in_b = np.arange(second.shape[2]) < sizes_b[:, None]
    won: Floats = ((x > y) + 0.5 * (x == y)) * (in_a[:, :, None] & in_b[:, None, :])
    return won


def _drawn_wins(wins: Floats, sizes_a: Sizes, sizes_b: Sizes, resampling: Resampling) -> Floats:
    width = max(wins.shape[2:])
    flat = wins.reshape(len(wins), -1)
    parts = []
    streams = (counts_of(sizes, resampling, stream=at, width=width) for at, sizes in enumerate((sizes_a, sizes_b)))
    for taken_a, taken_b in zip(*streams, strict=True):
        for rows in batches(len(taken_a), flat.shape[1]):
            x, y = taken_a[rows, :, : wins.shape[2]], taken_b[rows, :, : wins.shape[3]]
            both = x[:, :, :, None] * y[:, :, None, :]
            parts.append(product(flat, both.reshape(len(both), -1).T))
    return np.concatenate(parts, axis=1)


PROBABILITY_OF_IMPROVEMENT = Method(
    id="probability_of_improvement",
    title="Probability of improvement",
    question="How likely is a run of one algorithm to beat a run of the other on the same dataset?",
    door="summaries",
    symbol="P(X>Y)",
    formula=(
        "mean over datasets of the share of pairs of runs that a wins, ties half; exact binomial limits with"
        " datasets as trials, or percentiles of the runs of both on each dataset drawn again"
    ),
    tex=(
        r"P(X > Y) = \frac{1}{N} \sum_{i=1}^{N} \frac{1}{K_i M_i} \sum_{kl} \left( \mathbf{1}[x_{ik} \succ y_{il}] + "
        r"\frac{1}{2} \mathbf{1}[x_{ik} = y_{il}] \right)"
    ),
    assumes=("datasets are independent, or their runs where these are drawn", "every dataset weighs the same"),
    cites=("agarwal2021", "mann1947", "clopper1934"),
    estimand="probability that a run of a beats a run of b",
    variants=("exact", "runs"),
    remarks=(*INTERVAL_REMARKS, KINDS["exact"].why, DEPENDENT),
    table=probability_of_improvement,
)

WIN_RATES = Method(
    id="win_rates",
    title="Win rates",
    question="On which share of the datasets does one algorithm beat the other?",
    door="summaries",
    symbol="w",
    formula="(wins + ties / 2) / datasets, for every ordered pair; b empty: mean over all opponents",
    tex=r"w = \frac{\mathrm{wins} + \mathrm{ties} / 2}{N}",
    assumes=("every dataset weighs the same",),
    cites=("demsar2006",),
    estimand="share of blocks that a wins against b, ties half",
    remarks=(NO_COMMON_BLOCK, ALL_OPPONENTS),
    table=win_rates,
)

RANK_INTERVALS = Method(
    id="rank_intervals",
    title="Mean ranks with intervals",
    question="How sure is the mean rank of an algorithm, were other datasets drawn?",
    door="summaries",
    symbol="\\bar{R}_j",
    formula="mean over blocks of the rank, 1 = best, ties share it; bootstrap-t interval of blocks, cut at 1 and k",
    tex=r"\bar{R}_j = \frac{1}{N} \sum_{i=1}^{N} r_{ij}",
    assumes=("datasets are independent", "every algorithm was measured on every dataset"),
    cites=("efron1993", "demsar2006"),
    estimand="mean rank",
    remarks=(FEW_FOR_RANK, SAME_RANK, ENDLESS, RESAMPLED_LIMITS, *LEVEL_REMARKS, DEPENDENT_RANKS),
    table=rank_intervals,
)
