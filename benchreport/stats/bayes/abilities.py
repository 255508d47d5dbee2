"""Abilities of algorithms from matches and rankings: Bradley-Terry (Elo ratings), Plackett-Luce."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark
from benchreport.stats.forms.distributions import normal_isf, normal_sf
from benchreport.stats.forms.over import Frame, doubted, over_blocks
from benchreport.stats.forms.parameters import documented, options_as_in
from benchreport.stats.forms.rows import checked_alpha, result_rows, status_where, table_remarks, values_where
from benchreport.stats.kernels.linear_algebra import Array
from benchreport.stats.many_algorithms.complete_blocks import FEW_BLOCKS, ROUGH
from benchreport.tables.blocks import Blocks, Missing, Reduce
from benchreport.tables.groups import By
from benchreport.tables.rounding import row_tie_keys
from benchreport.threads import fast_product, inverse, product, solve

Scale = Literal["elo", "log"]
Spread = Literal["robust", "model"]
DEPENDENT = Remark(
    code="shared_runs_intervals",
    note="runs share training data (unless they are seeds), so the intervals are too narrow",
)
FEW = Remark(code="few_for_abilities", note="fewer than two algorithms or two blocks")
SEPARATED = Remark(
    code="never_losing", note="some algorithms never lose to the others, so that abilities have no finite estimate"
)
UNSETTLED = Remark(code="unsettled_estimation", note="the estimation did not settle")
STEADY = Remark(code="same_place", note="the same place in every block")
ABILITY_REMARKS = (FEW, SEPARATED, UNSETTLED, STEADY, ROUGH, DEPENDENT)
# Elo points per unit of log odds, and where the average algorithm stands.
POINTS, CENTRE = 400 / math.log(10), 1000.0
ROUNDS, LONGEST_STEP, SETTLED = 200, 2.0, 1e-11
CHUNK = 2_000_000
# The scores (groups, blocks, algorithms) and the information (groups, algorithms, algorithms) at abilities.
Pieces = Callable[[Array], tuple[Array, Array]]


@documented
def bradley_terry(
    table: Frame,
    *,
    by: By = "metric",
    scale: Scale = "elo",
    variant: Spread = "robust",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the Bradley-Terry abilities of all algorithms, as Elo ratings with intervals.

    Every block is a match between each two algorithms; a tie is half a win for both. One row per group and algorithm,
    named in ``a``; ``estimate`` is the rating, ``effect`` the share of matches it is expected to win. Where some
    algorithms never lose to the others there is no finite rating, and the row says so.

    Parameters
    ----------
    scale
        "elo", with 1000 for the average, or "log", log odds with 0 for the average.
    variant
        "robust" intervals allow for matches in one block that go together; those of the "model" take all matches for
        independent and are too narrow for three algorithms or more.
    missing
        "refuse" incomplete tables, or use the matches "available".

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.bradley_terry(scores).select("a", pl.col("estimate", "ci_low", "ci_high").round(1)).rows()[0]
    ('C4.5', 873.9, 746.4, 1001.3)
    """
    rows = _checked_rows(BRADLEY_TERRY, _matches, scale, variant, alpha)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing)


@documented
@options_as_in(bradley_terry)
def plackett_luce(table: Frame, *, scale: Scale, variant: Spread, alpha: float, **layout: Any) -> Frame:
    """Compute the Plackett-Luce abilities of all algorithms from the rankings of the blocks, with intervals.

    One row per group and algorithm, named in ``a``; ``estimate`` is the ability, ``effect`` the probability to come
    first.

    Parameters
    ----------
    scale
        "elo", with 1000 for the average, or "log", log odds with 0 for the average.
    variant
        "robust" intervals, or those of the "model", of full rankings.
    missing
        "refuse" incomplete tables, or use the rankings "available".

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.plackett_luce(scores, scale="log").select("a", pl.col("estimate", "effect").round(3)).rows()[0]
    ('C4.5', -0.717, 0.105)
    """
    rows = _checked_rows(PLACKETT_LUCE, _rankings, scale, variant, alpha)
    return over_blocks(table, rows, **layout)


def _checked_rows(
    method: Method, model: Callable[[Array], Pieces], scale: Scale, variant: Spread, alpha: float
) -> Callable[[Blocks], pl.DataFrame]:
    one_of(scale, ("elo", "log"), name="scale")
    one_of(variant, method.variants, name="variant")
    checked_alpha(alpha)
    return partial(_rows, method=method, model=model, scale=scale, variant=variant, alpha=alpha)


def _rows(
    blocks: Blocks, *, method: Method, model: Callable[[Array], Pieces], scale: Scale, variant: Spread, alpha: float
) -> pl.DataFrame:
    parts = []
    for groups, rows, width in blocks.shapes():
        fitted = _fitted(blocks.oriented[rows][:, :, :width], model, method, variant)
        parts.append(fitted.with_columns(group=pl.Series(np.repeat(groups, width))))
    fits = pl.concat(parts).sort("group", maintain_order=True)
    facts = blocks.seats.hstack(fits.drop("group")).join(blocks.facts, on="group", maintain_order="left")
    theta, error, n = pl.col("theta"), pl.col("error"), pl.col("n")
    few, tied, apart, lost = (pl.col(name) for name in ("few", "tied", "apart", "lost"))
    estimated = ~few & ~tied & ~apart & ~lost
    steady = estimated & ~(error > 0)
    fine = estimated & ~steady
    z = theta / error
    unit, centre = (POINTS, CENTRE) if scale == "elo" else (1.0, 0.0)
    reach = error * normal_isf(alpha / 2)
    finished = result_rows(
        facts,
        method,
        a=pl.col("algorithm"),
        variant=f"{variant}, {scale}",
        statistic=pl.when(fine).then(z),
        p_value=pl.when(fine).then(2 * normal_sf(z.abs())).when(tied).then(1.0),
        estimate=pl.when(estimated | tied).then(centre + unit * theta),
        **values_where(fine, ci_low=centre + unit * (theta - reach), ci_high=centre + unit * (theta + reach)),
        effect=pl.when(estimated | tied).then("effect"),
        alpha=alpha,
        law="normal",
        alternative="two-sided",
        status=status_where(
            too_few=few, all_ties=tied, undefined=apart | lost, zero_variance=steady, approximate=n < FEW_BLOCKS
        ),
        remarks=[
            FEW.where(few),
            SEPARATED.where(~few & ~tied & apart),
            UNSETTLED.where(~few & ~tied & ~apart & lost),
            STEADY.where(steady),
            ROUGH.where(fine & (n < FEW_BLOCKS)),
            *table_remarks(),
        ],
    )
    return doubted(finished, blocks, DEPENDENT)


def _fitted(values: Array, model: Callable[[Array], Pieces], method: Method, variant: Spread) -> pl.DataFrame:
    """Return the fits of groups of one shape (groups, blocks, algorithms): a row per group and algorithm."""
    many, n, width = values.shape
    places = np.where(np.isnan(values), np.nan, row_tie_keys(values))
    theta, error, effect = (np.full((many, width), np.nan) for _ in range(3))
    n_ties = np.zeros((many, width), dtype=np.int64)
    apart, tied, lost = (np.zeros(many, dtype=bool) for _ in range(3))
    few = np.full(many, n < 2 or width < 2)
    step = max(1, CHUNK // max(n * width * width, 1))
    for start in range(0, 0 if few.all() else many, step):
        rows = slice(start, start + step)
        part = places[rows]
        above = part[:, :, :, None] > part[:, :, None, :]
        level = (part[:, :, :, None] == part[:, :, None, :]) & ~np.eye(width, dtype=bool)
        n_ties[rows] = level.any(axis=3).sum(axis=1)
        tied[rows] = ~above.any(axis=(1, 2, 3))
        apart[rows] = ~_connected((above | level).any(axis=1))
        sound = ~apart[rows] & ~tied[rows]
        if sound.any():
            index = np.arange(many)[rows][sound]
            theta[index], error[index], lost[index] = _solved(model(part[sound]), len(index), width, variant)
        theta[rows][tied[rows]] = 0.0
        effect[rows] = _effects(method, theta[rows])
    return pl.DataFrame(
        {
            "n_ties": n_ties.ravel(),
            "theta": theta.ravel(),
            "error": error.ravel(),
            "effect": effect.ravel(),
            **{
                name: np.repeat(flag, width)
                for name, flag in {"few": few, "tied": tied, "apart": apart, "lost": lost}.items()
            },
        },
        nan_to_null=True,
    )


def _connected(beats: Array) -> Array:
    """Return the groups in which every algorithm has beaten every other, directly or through others in between."""
    width = beats.shape[1]
    reach = beats | np.eye(width, dtype=bool)
    for _ in range(max(1, math.ceil(math.log2(max(width, 2))))):
        reach = fast_product(reach.astype(np.float32), reach.astype(np.float32)) > 0
    return np.asarray(reach.all(axis=(1, 2)))


def _solved(pieces: Pieces, many: int, width: int, variant: Spread) -> tuple[Array, Array, Array]:
    """Compute the maximum of the likelihood by Newton's method; abilities sum to zero."""
    theta = np.zeros((many, width))
    level = np.full((width, width), 1 / width)
    change = np.full(many, np.inf)
    for _ in range(ROUNDS):
        scores, information = pieces(theta)
        step = solve(information + level, scores.sum(axis=1)[:, :, None])[:, :, 0]
        change = np.abs(step).max(axis=1)
        theta = theta + step * np.minimum(1.0, LONGEST_STEP / np.maximum(change, SETTLED))[:, None]
        theta = theta - theta.mean(axis=1, keepdims=True)
        if (change < SETTLED).all():
            break
    scores, information = pieces(theta)
    covariance = inverse(information + level) - level
    if variant == "robust":
        n = scores.shape[1]
        pulled = product(scores, covariance)
        covariance = product(pulled.transpose(0, 2, 1), pulled) * n / (n - 1)
    variance = np.diagonal(covariance, axis1=1, axis2=2)
    # What is left of a variance of zero after rounding is still zero.
    largest = np.abs(variance).max(axis=1, keepdims=True)
    error = np.sqrt(np.where(variance > 1e-12 * largest, variance, 0.0))
    return theta, error, change > 1e-6


def _matches(places: Array) -> Pieces:
    """Return the scores and information of the matches of each block, ties being half a win."""
    met = ~np.isnan(places)
    both = met[:, :, :, None] & met[:, :, None, :] & ~np.eye(places.shape[2], dtype=bool)
    won = (places[:, :, :, None] > places[:, :, None, :]).sum(axis=3)
    level = (both & (places[:, :, :, None] == places[:, :, None, :])).sum(axis=3)
    total, count = won + level / 2, both.sum(axis=1)
    paired = both.astype(float)

    def pieces(theta: Array) -> tuple[Array, Array]:
        p = 1 / (1 + np.exp(theta[:, None, :] - theta[:, :, None]))
        weight = count * p * (1 - p)
        information = -weight
        diagonal = np.arange(theta.shape[1])
        information[:, diagonal, diagonal] += weight.sum(axis=2)
        return total - np.einsum("gkij,gij->gki", paired, p), information

    return pieces


def _rankings(places: Array) -> Pieces:
    """Return the scores and information of each ranking: who is left when one is chosen; ties by Efron's rule."""
    first, second = places[:, :, :, None], places[:, :, None, :]
    same = first == second
    before = np.tril(np.ones((places.shape[2],) * 2, dtype=bool), -1)
    turn = (same & before).sum(axis=3) / np.maximum(same.sum(axis=3), 1)
    stages = np.where(first > second, 1.0, np.where(same, 1 - turn[:, :, :, None], 0.0))
    met = (~np.isnan(places)).astype(float)

    def pieces(theta: Array) -> tuple[Array, Array]:
        weight = stages * np.exp(theta - theta.max(axis=1, keepdims=True))[:, None, None, :]
        total = weight.sum(axis=3, keepdims=True)
        share = weight / np.where(total > 0, total, 1.0)
        flat = share.reshape(len(theta), -1, theta.shape[1])
        information = -product(flat.transpose(0, 2, 1), flat)
        diagonal = np.arange(theta.shape[1])
        information[:, diagonal, diagonal] += flat.sum(axis=1)
        return met - share.sum(axis=2), information

    return pieces


def _effects(method: Method, theta: Array) -> Array:
    if method.id == PLACKETT_LUCE.id:
        power = np.exp(theta - theta.max(axis=1, keepdims=True))
        return np.asarray(power / power.sum(axis=1, keepdims=True))
    p = 1 / (1 + np.exp(theta[:, None, :] - theta[:, :, None]))
    return np.asarray((p.sum(axis=2) - 0.5) / max(theta.shape[1] - 1, 1))


BRADLEY_TERRY = Method(
    table=bradley_terry,
    title="Bradley-Terry abilities (Elo ratings)",
    question="How strong is each algorithm, if every block is a round of matches between all?",
    symbol="\\theta_i",
    formula=(
        "P(i beats j) = 1 / (1 + exp(theta_j - theta_i)), ties half a win each; Elo = 1000 + 400 theta / ln 10; "
        "covariance by the sandwich over blocks"
    ),
    tex=(
        r"\Pr(i \succ j) = \frac{1}{1 + e^{\theta_j - \theta_i}}, "
        r"\quad \mathrm{Elo}_i = 1000 + \frac{400 \, \theta_i}{\ln 10}"
    ),
    null="the algorithm is as strong as the average of all",
    assumes=("blocks are independent", "one ability per algorithm explains all matches"),
    account=r"Bradley–Terry abilities $\theta$ are estimated from the wins of each pair, ties counting half.",
    cites=("bradley1952", "hunter2004"),
    estimand="ability, the average being 1000 (Elo) or 0 (log odds)",
    effect="expected share of matches won against the others",
    variants=("robust", "model"),
    remarks=ABILITY_REMARKS,
)

PLACKETT_LUCE = BRADLEY_TERRY.relative(
    table=plackett_luce,
    title="Plackett-Luce abilities",
    question="How strong is each algorithm, if every block ranks all of them?",
    account=r"Plackett–Luce abilities $\theta$ are estimated from the orders of the algorithms on the datasets.",
    formula=(
        "the best of the algorithms left is i with probability exp(theta_i) / sum of exp(theta_j); ties by Efron; "
        "covariance by the sandwich over blocks"
    ),
    tex=r"\Pr(i \; \mathrm{first}) = \frac{e^{\theta_i}}{\sum_j e^{\theta_j}}",
    assumes=("blocks are independent", "who comes next does not depend on who came before"),
    cites=("plackett1975", "hunter2004", "efron1977"),
    effect="probability to rank first",
)
