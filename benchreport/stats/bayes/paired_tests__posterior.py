"""What do the rows of a posterior look like: one each for better, as good as equal, and worse?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean
from benchreport.method import Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import elementwise, t_isf
from benchreport.stats.forms.over import spreads_of
from benchreport.stats.forms.rows import (
    checked_alpha,
    checked_draws,
    checked_number,
    fields,
    first_that_holds,
    table_remarks,
)
from benchreport.stats.forms.sides import limits
from benchreport.stats.kernels.dirichlet import CHUNK, REGIONS
from benchreport.tables.blocks import Blocks, Floats, Integers, pairs_of
from benchreport.tables.designs.sizes import NEEDS_DESIGN, sizes_of
from benchreport.tables.ties import sign_of_difference

Shares = Callable[..., Floats]
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


def checked_rope(rope: Rope) -> Rope:
    """Raise an error for a rope that is negative or no number."""
    values = rope.values() if isinstance(rope, Mapping) else [rope]
    for value in values:
        checked_number(value, "rope", least=0)
    return rope


def ropes_of(blocks: Blocks, rope: Rope) -> Floats:
    """Return the rope of every group."""
    if not isinstance(rope, Mapping):
        return np.full(blocks.n_groups, float(rope))
    if "metric" not in blocks.by:
        raise OptionError("a rope per metric needs the metric among the groups", hint="put 'metric' into by")
    metrics = blocks.keys.get_column("metric").cast(pl.String)
    known = metrics.unique().sort().to_list()
    for metric in known:
        if metric not in rope:
            raise OptionError(
                f"no rope for metric {metric!r}", hint=f"add {metric!r} to rope, or filter the metric out"
            )
    for metric in rope:
        if metric not in known:
            raise ColumnError(f"a rope for {metric!r}, which is no metric here", hint=did_you_mean(metric, known))
    return np.array([float(rope[metric]) for metric in metrics])


def student_rows(blocks: Blocks, *, method: Method, rope: Rope, control: str | None, alpha: float) -> pl.DataFrame:
    """Return the three rows of pairs whose mean difference has a Student posterior."""
    from scipy.special import stdtr

    pairs = pairs_of(blocks, control)
    sizes = sizes_of(blocks)[pairs.group]
    facts = (
        spreads_of(pairs)
        .hstack(sizes)
        .with_columns(pl.col("mean", "sd") * pl.col("unit"), margin=pl.Series(ropes_of(blocks, rope)[pairs.group]))
    )
    n, mean, sd, margin = (pl.col(name) for name in ("n", "mean", "sd", "margin"))
    enough, known = n >= 2, pl.col("ratio").is_not_null()
    steady, tied = enough & ~pl.col("varies"), enough & ~pl.col("differs")
    fine = enough & ~steady & known & sd.is_finite()
    scale = sd * (1 / n + pl.col("ratio")).sqrt()

    def below(limit: pl.Expr) -> pl.Expr:
        return elementwise(lambda df, t: stdtr(df, t), n - 1, limit / scale)

    # On the side away from the mean, since differences of probabilities near 1 lose their digits.
    within = below(margin - mean.abs()) - below(-margin - mean.abs())
    judged = facts.with_columns(
        fine=fine,
        reach=scale * t_isf(alpha / 2, n - 1),
        a_better=pl.when(fine).then(below(mean - margin)).when(tied).then(0.0),
        rope=pl.when(fine).then(within.clip(lower_bound=0.0)).when(tied).then(1.0),
        b_better=pl.when(fine).then(below(-mean - margin)).when(tied).then(0.0),
    )
    fine, reach = pl.col("fine"), pl.col("reach")
    row = {
        "effect": pl.when(fine).then(mean),
        **limits("effect", "two-sided", fine, mean - reach, mean + reach),
        "alpha": alpha,
        "law": "Student posterior",
        "status": first_that_holds(
            [(~enough, "too_few"), (tied, "all_ties"), (steady, "zero_variance"), (~fine, "undefined")], "ok"
        ),
        "remarks": joined_remarks(
            STEADY.where(steady & ~tied),
            NO_SIZES.where(enough & ~known),
            NO_ROPE.where(fine & (margin == 0)),
            NEEDS_DESIGN.where(fine & pl.col("assumed")),
            *table_remarks(),
        ),
    }
    return _three_rows(judged, method, dict.fromkeys(REGIONS, row))


def _three_rows(judged: pl.DataFrame, method: Method, values: Mapping[str, dict[str, Any]]) -> pl.DataFrame:
    """Return a row per region; the columns ``a_better``, ``rope`` and ``b_better`` hold the probabilities."""
    first, second = pl.col("a_better"), pl.col("b_better")
    shared = {
        "a": pl.col("a"),
        "b": pl.col("b"),
        "better": pl.when(first > second).then("a").when(first < second).then("b"),
        "n": pl.col("n"),
        "n_dropped": pl.col("n_dropped"),
    }
    parts = [
        judged.select("group", *fields(method, **shared, term=region, estimate=pl.col(region), **own))
        for region, own in values.items()
    ]
    place = np.arange(3 * judged.height).reshape(3, -1).T.ravel()
    return pl.concat(parts)[place]


def listed_values(blocks: Blocks, *, rope: Rope, control: str | None) -> pl.DataFrame:
    """Return one row per pair, with lists of its values, turned so that higher is better, and its rope, ``margin``."""
    pairs = pairs_of(blocks, control)
    listed = (
        pairs.long(turned=True)
        .group_by("pair", maintain_order=True)
        .agg(
            pl.col("x", "y").drop_nulls(),
            n=pl.col("x").count().cast(pl.Int64),
            tied=(sign_of_difference(pl.col("x"), pl.col("y")) == 0).drop_nulls().all(),
        )
    )
    return pairs.spans().hstack(listed.drop("pair")).with_columns(margin=pl.Series(ropes_of(blocks, rope)[pairs.group]))


def drawn_shares(facts: pl.DataFrame, shares: Shares, drawing: Drawing) -> Iterator[tuple[Integers, Floats]]:
    """Draw the posterior of pairs with equally many blocks together, some at a time to bound the memory."""
    n, margin = facts.get_column("n").to_numpy(), facts.get_column("margin").to_numpy()
    step = max(1, CHUNK // drawing.draws)
    for length in np.unique(n[n > 0]):
        alike = np.flatnonzero(n == length)
        for start in range(0, len(alike), step):
            here = alike[start : start + step]
            x, y = (
                facts[here].get_column(name).explode(empty_as_null=False).to_numpy().reshape(len(here), length)
                for name in ("x", "y")
            )
            yield here, shares(x, y, margin[here], drawing.prior, drawing.seed, drawing.draws)


def with_probabilities(facts: pl.DataFrame, shares: Shares, drawing: Drawing) -> pl.DataFrame:
    """Add in how many draws each region has the largest share, and its mean share with limits."""
    parts = ("", "mean_", "low_", "high_")
    columns = {f"{part}{name}": np.full(facts.height, np.nan) for name in REGIONS for part in parts}
    margin = facts.get_column("margin").to_numpy()
    for here, theta in drawn_shares(facts, shares, drawing):
        a, rope, b = theta[:, 0], theta[:, 1], theta[:, 2]
        # Without a rope nobody asks whether ties outnumber both sides.
        without = (margin[here] == 0)[:, None] & ((a > 0) | (b > 0))
        middle = np.where(without, -1.0, rope)
        wins = (a > np.maximum(b, middle), middle >= np.maximum(a, b), b > np.maximum(a, middle))
        ends = np.quantile(theta, [drawing.alpha / 2, 1 - drawing.alpha / 2], axis=2)
        for i, name in enumerate(REGIONS):
            columns[name][here] = wins[i].mean(axis=1)
            columns[f"mean_{name}"][here] = theta[:, i].mean(axis=1)
            columns[f"low_{name}"][here], columns[f"high_{name}"][here] = ends[0][:, i], ends[1][:, i]
    return facts.with_columns(**{name: pl.Series(values).fill_nan(None) for name, values in columns.items()})


def drawn_rows(judged: pl.DataFrame, method: Method, drawing: Drawing) -> pl.DataFrame:
    """Return the three rows of pairs whose posterior was drawn; from few blocks they are numbers, no verdict."""
    n = pl.col("n")
    values: dict[str, dict[str, Any]] = {}
    for region in REGIONS:
        p = pl.col(region)
        error = (p * (1 - p) / drawing.draws).sqrt().round_sig_figs(2)
        values[region] = {
            "variant": f"prior {drawing.prior:g}",
            "effect": pl.col(f"mean_{region}"),
            "effect_low": pl.col(f"low_{region}"),
            "effect_high": pl.col(f"high_{region}"),
            "alpha": drawing.alpha,
            "law": "Dirichlet posterior, drawn",
            "status": first_that_holds([(n < FEWEST_BLOCKS, "too_few"), (pl.col("tied"), "all_ties")], "ok"),
            "remarks": joined_remarks(
                TOO_FEW.where(n.is_between(1, FEWEST_BLOCKS - 1)),
                DRAWN.where(n > 0, pl.lit(drawing.draws), pl.lit(drawing.seed), error),
                NO_ROPE.where((n > 0) & (pl.col("margin") == 0)),
                *table_remarks(),
            ),
        }
    return _three_rows(judged, method, values)
