"""What do the rows of a posterior look like: one each for better, as good as equal, and worse?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypedDict

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean
from benchreport.method import Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.centring import spread_lists, with_spread
from benchreport.stats.dirichlet import CHUNK, REGIONS
from benchreport.stats.distributions import elementwise, t_isf
from benchreport.stats.matrices import Array
from benchreport.stats.rows import (
    checked_alpha,
    checked_draws,
    checked_number,
    fields,
    first_that_holds,
    table_remarks,
)
from benchreport.tables.cells import Reduce
from benchreport.tables.pairs import Missing
from benchreport.tables.rounding import sign_of_difference
from benchreport.tables.sizes import NEEDS_DESIGN

Rope = float | Mapping[str, float]
NO_ROPE = Remark(code="no_rope", note="no region of practical equivalence was set")
NO_SIZES = Remark(code="no_size_ratio", note="the ratio of test to training size is not known")
DRAWN = Remark(code="drawn", note="{0} draws, seed {1}, Monte Carlo standard error {2}")
STEADY = Remark(code="same_difference_runs", note="the same difference on every run")
# Unanimous signs give a probability near 1 from any number of blocks.
FEWEST_BLOCKS = 5
TOO_FEW = Remark(
    code="few_for_posterior",
    note=f"fewer than {FEWEST_BLOCKS} blocks: unanimous signs give a probability near 1 whatever their number",
)
# What the rows of a Student posterior may carry, and those of a drawn one.
STUDENT_REMARKS = (STEADY, NO_SIZES, NO_ROPE)
DRAWN_REMARKS = (TOO_FEW, DRAWN, NO_ROPE)
# Names that these rows use on the way.
TAKEN = (
    *("rope", "draw", *REGIONS, "mean", "sd", "largest", "fine", "steady", "known", "reach", "within", "xs", "ys"),
    *(f"{part}_{name}" for part in ("mean", "low", "high") for name in ("a_better", "within", "b_better")),
)


class Choice(TypedDict):
    """Which pairs are compared on which blocks."""

    control: str | None
    missing: Missing
    reduce: Reduce


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """How a posterior is drawn, and what is said about it."""

    prior: float
    seed: int
    draws: int
    alpha: float = 0.05

    def __post_init__(self) -> None:
        checked_number(self.prior, "prior", least=0)
        checked_draws(self.draws)
        checked_alpha(self.alpha)


def empty_samples() -> dict[str, pl.Expr]:
    """Give the columns of a table of draws without any."""
    kinds = {"draw": pl.Int64, **dict.fromkeys(REGIONS, pl.Float64)}
    return {name: pl.lit(None, dtype=kind) for name, kind in kinds.items()}


def as_series(columns: Mapping[str, Array]) -> dict[str, pl.Series]:
    """Give arrays as columns of a frame."""
    return {name: pl.Series(values) for name, values in columns.items()}


def checked_rope(rope: Rope) -> None:
    """Refuse a rope that is negative or no number."""
    values = rope.values() if isinstance(rope, Mapping) else [rope]
    for value in values:
        checked_number(value, "rope", least=0)


def with_rope(side_by_side: pl.DataFrame, groups: list[str], rope: Rope) -> pl.DataFrame:
    """Give every row the rope of its metric, in a column of that name."""
    if not isinstance(rope, Mapping):
        return side_by_side.with_columns(rope=pl.lit(float(rope)))
    if "metric" not in groups:
        raise OptionError("a rope per metric needs the metric among the groups", hint="put 'metric' into by")
    known = side_by_side.get_column("metric").cast(pl.String).unique().sort().to_list()
    for metric in known:
        if metric not in rope:
            raise OptionError(
                f"no rope for metric {metric!r}", hint=f"add {metric!r} to rope, or filter the metric out"
            )
    for metric in rope:
        if metric not in known:
            raise ColumnError(f"a rope for {metric!r}, which is no metric here", hint=did_you_mean(metric, known))
    each = {metric: float(value) for metric, value in rope.items()}
    return side_by_side.with_columns(
        rope=pl.col("metric").cast(pl.String).replace_strict(each, return_dtype=pl.Float64)
    )


def _facts() -> dict[str, pl.Expr]:
    return {
        "orientation": pl.col("orientation").drop_nulls().first(),
        "n_dropped": pl.col("n_dropped").first(),
        "policy": pl.col("policy").first(),
        "least": pl.min_horizontal("n_x", "n_y").min(),
        "most": pl.max_horizontal("n_x", "n_y").max(),
        "rope": pl.col("rope").first(),
    }


def summed(side_by_side: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Summarise the differences of every pair, turned so that positive favours a."""
    difference = (pl.col("x") - pl.col("y")) * pl.col("orientation")
    operand = pl.when(difference.is_not_null()).then(pl.max_horizontal(pl.col("x").abs(), pl.col("y").abs()))
    lists = side_by_side.group_by(*groups, "a", "b", maintain_order=True).agg(
        **_facts(), **spread_lists(difference, operand)
    )
    return with_spread(lists).with_columns(pl.col("mean", "sd") * pl.col("unit"))


def student_rows(facts: pl.DataFrame, groups: list[str], method: Method, alpha: float) -> pl.DataFrame:
    """Give the three rows of pairs whose mean difference has a Student posterior."""
    from scipy.special import stdtr

    n, mean, sd, rope = (pl.col(name) for name in ("n", "mean", "sd", "rope"))
    enough, known = n >= 2, pl.col("ratio").is_not_null()
    steady, tied = enough & ~pl.col("varies"), enough & ~pl.col("differs")
    fine = enough & ~steady & known & sd.is_finite()
    scale = sd * (1 / n + pl.col("ratio")).sqrt()

    def below(limit: pl.Expr) -> pl.Expr:
        return elementwise(lambda df, t: stdtr(df, t), n - 1, limit / scale)

    # On the side away from the mean, since differences of probabilities near 1 lose their digits.
    within = below(rope - mean.abs()) - below(-rope - mean.abs())
    judged = facts.with_columns(
        fine=fine,
        tied=tied,
        steady=steady,
        known=known,
        reach=scale * t_isf(alpha / 2, n - 1),
        a_better=pl.when(fine).then(below(mean - rope)).when(tied).then(0.0),
        within=pl.when(fine).then(within.clip(lower_bound=0.0)).when(tied).then(1.0),
        b_better=pl.when(fine).then(below(-mean - rope)).when(tied).then(0.0),
    )
    fine = pl.col("fine")
    return _three_rows(
        judged,
        groups,
        method,
        effect=pl.when(fine).then(mean),
        effect_low=pl.when(fine).then(mean - pl.col("reach")),
        effect_high=pl.when(fine).then(mean + pl.col("reach")),
        alpha=alpha,
        law="Student posterior",
        status=first_that_holds(
            [
                (~enough, "too_few"),
                (pl.col("tied"), "all_ties"),
                (pl.col("steady"), "zero_variance"),
                (~fine, "undefined"),
            ],
            "ok",
        ),
        remarks=joined_remarks(
            STEADY.where(enough & pl.col("steady") & ~pl.col("tied")),
            NO_SIZES.where(enough & ~pl.col("known")),
            NO_ROPE.where(fine & (pl.col("rope") == 0)),
            NEEDS_DESIGN.where(fine & pl.col("assumed")),
            *table_remarks(),
        ),
    )


def _three_rows(judged: pl.DataFrame, groups: list[str], method: Method, **values: Any) -> pl.DataFrame:
    """Give a row per region; the columns ``a_better``, ``within`` and ``b_better`` hold the probabilities."""
    parts = []
    for region in REGIONS:
        column = "within" if region == "rope" else region
        own = {name: value(region) if callable(value) else value for name, value in values.items()}
        better = (
            pl.when(pl.col("a_better") > pl.col("b_better"))
            .then("a")
            .when(pl.col("a_better") < pl.col("b_better"))
            .then("b")
        )
        row = fields(
            method,
            a=pl.col("a"),
            b=pl.col("b"),
            better=better,
            term=region,
            n=pl.col("n"),
            n_dropped=pl.col("n_dropped"),
            estimate=pl.col(column),
            **own,
        )
        parts.append(judged.select(*groups, *row))
    rows = pl.concat(parts)
    order = pl.col("term").replace_strict({region: i for i, region in enumerate(REGIONS)}, return_dtype=pl.Int8)
    return rows.sort(*groups, "a", "b", order)


def listed_values(side_by_side: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """List the values of every pair, turned so that higher is better."""
    x, y = pl.col("x"), pl.col("y")
    there = x.is_not_null() & y.is_not_null()
    return side_by_side.group_by(*groups, "a", "b", maintain_order=True).agg(
        **_facts(),
        n=there.sum().cast(pl.Int64),
        tied=(sign_of_difference(x, y) == 0).filter(there).all(),
        xs=(x * pl.col("orientation")).filter(there).implode(),
        ys=(y * pl.col("orientation")).filter(there).implode(),
    )


def drawn_shares(facts: pl.DataFrame, shares: Callable[..., Array], drawing: Drawing) -> Iterator[tuple[Array, Array]]:
    """Draw the posterior of pairs with equally many blocks together, some at a time to bound the memory."""
    n, rope = facts.get_column("n").to_numpy(), facts.get_column("rope").to_numpy()
    step = max(1, CHUNK // drawing.draws)
    for length in np.unique(n[n > 0]):
        alike = np.flatnonzero(n == length)
        for start in range(0, len(alike), step):
            here = alike[start : start + step]
            x, y = (
                facts[here].get_column(name).explode(empty_as_null=False).to_numpy().reshape(len(here), length)
                for name in ("xs", "ys")
            )
            yield here, shares(x, y, rope[here], drawing.prior, drawing.seed, drawing.draws)


def probabilities(facts: pl.DataFrame, shares: Callable[..., Array], drawing: Drawing) -> dict[str, Array]:
    """Count in how many draws each region has the largest share, and summarise the shares."""
    names = ("a_better", "within", "b_better")
    columns = {
        f"{part}{name}": np.full(facts.height, np.nan) for name in names for part in ("", "mean_", "low_", "high_")
    }
    for here, theta in drawn_shares(facts, shares, drawing):
        a, rope, b = theta[:, 0], theta[:, 1], theta[:, 2]
        # Without a rope nobody asks whether ties outnumber both sides.
        without = (facts.get_column("rope").to_numpy()[here] == 0)[:, None] & ((a > 0) | (b > 0))
        middle = np.where(without, -1.0, rope)
        wins = (a > np.maximum(b, middle), middle >= np.maximum(a, b), b > np.maximum(a, middle))
        limits = np.quantile(theta, [drawing.alpha / 2, 1 - drawing.alpha / 2], axis=2)
        for i, name in enumerate(names):
            columns[name][here] = wins[i].mean(axis=1)
            columns[f"mean_{name}"][here] = theta[:, i].mean(axis=1)
            columns[f"low_{name}"][here], columns[f"high_{name}"][here] = limits[0][:, i], limits[1][:, i]
    return columns


def drawn_rows(judged: pl.DataFrame, groups: list[str], method: Method, drawing: Drawing) -> pl.DataFrame:
    """Return the three rows of pairs whose posterior was drawn; from few blocks they are numbers, no verdict."""

    def of(part: str) -> Callable[[str], pl.Expr]:
        return lambda region: pl.col(f"{part}_{'within' if region == 'rope' else region}")

    def remarks(region: str) -> pl.Expr:
        p = pl.col("within" if region == "rope" else region)
        error = (p * (1 - p) / drawing.draws).sqrt().round_sig_figs(2)
        return joined_remarks(
            TOO_FEW.where(pl.col("n").is_between(1, FEWEST_BLOCKS - 1)),
            DRAWN.where(pl.col("n") > 0, pl.lit(drawing.draws), pl.lit(drawing.seed), error),
            NO_ROPE.where((pl.col("n") > 0) & (pl.col("rope") == 0)),
            *table_remarks(),
        )

    return _three_rows(
        judged,
        groups,
        method,
        variant=f"prior {drawing.prior:g}",
        effect=of("mean"),
        effect_low=of("low"),
        effect_high=of("high"),
        alpha=drawing.alpha,
        law="Dirichlet posterior, drawn",
        status=first_that_holds([(pl.col("n") < FEWEST_BLOCKS, "too_few"), (pl.col("tied"), "all_ties")], "ok"),
        remarks=remarks,
    )
