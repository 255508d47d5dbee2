"""Response surfaces: a quadratic surface over numeric factors, its optimum, and the next point to run."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from functools import partial

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError
from benchreport.method import REMARK_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.over import Frame
from benchreport.stats.forms.rows import first_that_holds
from benchreport.stats.kernels.centring import rows_of_equal_size
from benchreport.stats.planning.factors import CONSTANT_FACTOR, Factored, over_factors
from benchreport.tables.blocks import GROUP, block_columns
from benchreport.tables.groups import By, listed
from benchreport.tables.rounding import TOLERANCE, Flags, Floats, Integers
from benchreport.threads import product

# All faces of the box are searched: 3^factors of them.
MOST_FACTORS = 6
# Bends smaller than this share of the largest coefficient are rounding.
FLAT = 1e-9
OPTIMUM, NO_OPTIMUM = "interior optimum", "no interior optimum"


# response_surface: one row per group and factor.
SURFACE_COLUMNS: Mapping[str, tuple[str, str]] = {
    "factor": ("String", "the factor"),
    "n": ("Int64", "combinations the surface was fitted to"),
    "low": ("Float64", "smallest level explored"),
    "high": ("Float64", "largest level explored"),
    "best_run": ("Float64", "level of the best combination that was run"),
    "stationary": ("Float64", "level where the surface is flat in all directions"),
    "next_point": ("Float64", "level to run next: the best of the surface within the range explored"),
    "shape": ("String", "interior optimum, or no interior optimum"),
    "fitted_next": ("Float64", "what the surface promises at the next point, in metric units"),
    "fitted_best_run": ("Float64", "what the surface says of the best combination that was run"),
    "r_squared": ("Float64", "share of the variation between combinations that the surface explains"),
    "status": ("String", "ok, approximate, too_few, all_ties, singular or undefined"),
    **REMARK_COLUMNS,
}
DIFFERENT_BLOCKS = Remark(code="different_blocks", note="combinations met different blocks; see blocking")
EQUALLY_GOOD = Remark(code="equally_good_combinations", note="all combinations did equally well")
FEW_COMBINATIONS = Remark(code="few_combinations", note="a quadratic surface needs {0} combinations, there are {1}")
BENDS_CONFOUNDED = Remark(
    code="confounded_bends", note="not all bends can be told apart; three levels of each factor would"
)
ON_THE_RIM = Remark(code="no_interior_optimum", note=f"{NO_OPTIMUM}: the next point lies on the rim of the range")
EXACT_FIT = Remark(code="exact_fit", note="as many coefficients as combinations leave nothing to check the fit with")


def response_surface(table: Frame, *, by: By = "metric", factors: By = None) -> Frame:
    """Compute a quadratic surface of the mean result over numeric factors, and where to run next.

    One row per group and factor. An optimum counts as interior when the surface bends the right way in every
    direction and is flat within the range explored; then that is the next point. Otherwise the row says "no interior
    optimum", and the next point is the best place of the surface on the rim of the range.

    Parameters
    ----------
    table
        Scores with columns for the factors.
    by
        Groups to fit separately.
    factors
        Numeric factors, at most six. Unless named, the columns that tell the rows of one algorithm apart.

    Examples
    --------
    >>> import benchreport as br
    >>> runs = [("svm", x, y, 0.9 - 0.1 * (x - 1) ** 2 - 0.1 * (y - 2) ** 2) for x in (0, 1, 2) for y in (1, 2, 4)]
    >>> table = pl.DataFrame(runs, schema=["model", "log_c", "log_gamma", "accuracy"], orient="row")
    >>> rows = br.response_surface(br.scores(table, factors=["log_c", "log_gamma"]))
    >>> rows.select("factor", pl.col("next_point").round(6), "shape").rows()
    [('log_c', 1.0, 'interior optimum'), ('log_gamma', 2.0, 'interior optimum')]
    """
    rows = partial(_surface, named=bool(listed(factors)))
    return over_factors(table, rows, by=by, factors=factors, columns=SURFACE_COLUMNS)


def _surface(table: Factored, *, named: bool) -> pl.DataFrame:
    scores, names = table.rows, list(table.factors)
    if not named:
        names = [name for name in names if name != "algorithm"] or names
    for name in names:
        if not scores.schema[name].is_numeric():
            raise ColumnError(
                f"the factor {name!r} is not numeric",
                hint="name the numeric columns: factors=['depth', 'rate'] (--set factors=depth)",
            )
    several = scores.group_by(GROUP, *names).agg(pl.col("algorithm").n_unique()).get_column("algorithm")
    if (several > 1).any():
        raise ColumnError(
            "several algorithms would share one surface", hint="filter one algorithm, or name the numeric factors"
        )
    if len(names) > MOST_FACTORS:
        raise OptionError(f"{len(names)} factors", hint=f"a surface takes at most {MOST_FACTORS}: name them in factors")
    means = _means(table, names).sort(GROUP, *names)
    fitted = _with_verdicts(_fits(means, names, table.n_groups))
    return fitted.sort(GROUP, maintain_order=True).select(GROUP, *SURFACE_COLUMNS)


def _means(table: Factored, names: list[str]) -> pl.DataFrame:
    """Return one mean per combination, and which groups have combinations that met different blocks."""
    block = block_columns(table.source, [*table.by, *names])
    measured = table.rows.filter(pl.col("value").is_not_null())
    cells = (
        measured.sort(GROUP, *names, *block, "value")
        .group_by(GROUP, *names, *block, maintain_order=True)
        .agg(pl.col("value").mean(), __lower=pl.col("direction").first() == "lower")
    )
    met = pl.struct(block).n_unique() if block else pl.lit(1)
    means = cells.group_by(GROUP, *names, maintain_order=True).agg(
        pl.col("value").mean(), pl.col("__lower").first(), __met=met.cast(pl.Int64)
    )
    places = cells.select(GROUP, *block).unique().group_by(GROUP).agg(__blocks=pl.len().cast(pl.Int64))
    counted = means.join(places, on=GROUP, maintain_order="left")
    return counted.with_columns(__uneven=(pl.col("__met") < pl.col("__blocks")).any().over(GROUP))


def _fits(table: pl.DataFrame, names: list[str], groups: int) -> pl.DataFrame:
    """Return the fits of all groups, those with the same number of combinations computed together."""
    group = table.get_column("__group").to_numpy().astype(np.int64)
    place = table.select(names).to_numpy().astype(np.float64)
    turned = np.where(table.get_column("__lower").to_numpy(), -1.0, 1.0)
    value = table.get_column("value").to_numpy() * turned
    uneven = table.get_column("__uneven").to_numpy()
    sizes = np.bincount(group, minlength=groups)
    parts = []
    for alike, rows in rows_of_equal_size(np.arange(len(group)), sizes):
        first = rows[:, 0]
        parts.append(_fit_alike(alike, place[rows], value[rows], turned[first], uneven[first], names))
    return pl.concat(parts)


def _fit_alike(
    which: Integers, place: Floats, value: Floats, way: Floats, uneven: Flags, names: list[str]
) -> pl.DataFrame:
    """Return the fits of groups of equally many combinations; values are turned so that higher is better."""
    count, size, width = place.shape
    low, high = place.min(axis=1), place.max(axis=1)
    middle, half = (low + high) / 2, (high - low) / 2
    span = np.where(half > 0, half, 1.0)
    coded = (place - middle[:, None]) / span[:, None]
    terms = np.stack([*_terms(np.moveaxis(coded, 2, 0))], axis=2)
    needed = terms.shape[2]
    level, largest = value.mean(axis=1), np.abs(value).max(axis=1)
    centred = value - level[:, None]
    size_of = np.abs(centred).max(axis=1)
    tied = size_of <= TOLERANCE * largest
    unit = np.where(tied, 1.0, size_of)
    response = centred / unit[:, None]
    rank = np.linalg.matrix_rank(terms, tol=None) if size >= needed else np.zeros(count, dtype=np.int64)
    sound = (rank == needed) & ~tied & ~uneven
    optimum = np.zeros(count, dtype=bool)
    stationary, next_point = np.full((count, width), np.nan), np.full((count, width), np.nan)
    fitted_next, fitted_best, explained = (np.full(count, np.nan) for _ in range(3))
    best = np.argmax(value, axis=1)
    best_run = place[np.arange(count), best]
    if sound.any():
        weights = product(np.linalg.pinv(terms[sound]), response[sound][..., None])[..., 0]
        constant, slope, bend = _coefficients(weights, width)
        point, inside = _stationary(slope, bend)
        target, promised = _best_in_box(constant, slope, bend)
        fitted = (terms[sound] * weights[:, None, :]).sum(axis=2)
        rest, all_of_it = ((response[sound] - fitted) ** 2).sum(axis=1), (response[sound] ** 2).sum(axis=1)
        optimum[sound] = inside
        stationary[sound] = point * span[sound] + middle[sound]
        next_point[sound] = target * span[sound] + middle[sound]
        back = way[sound]
        fitted_next[sound] = back * (promised * unit[sound] + level[sound])
        at_best = fitted[np.arange(len(fitted)), best[sound]]
        fitted_best[sound] = back * (at_best * unit[sound] + level[sound])
        explained[sound] = 1 - rest / all_of_it
    repeat = np.repeat(np.arange(count), width)

    def spread(numbers: Floats) -> pl.Series:
        return pl.Series(np.asarray(numbers, dtype=np.float64)[repeat]).fill_nan(None)

    def flat(numbers: Floats) -> pl.Series:
        clean = np.where(np.isfinite(numbers), numbers, np.nan) + 0.0
        return pl.Series(clean.reshape(-1)).fill_nan(None)

    return pl.DataFrame(
        {
            "__group": which[repeat].astype(np.uint32),
            "factor": names * count,
            "n": np.full(count * width, size),
            "low": flat(low),
            "high": flat(high),
            "best_run": flat(np.where(tied[:, None], np.nan, best_run)),
            "stationary": flat(stationary),
            "next_point": flat(next_point),
            "fitted_next": spread(fitted_next),
            "fitted_best_run": spread(fitted_best),
            "r_squared": spread(explained),
            "__needed": np.full(count * width, needed),
            "__uneven": uneven[repeat],
            "__tied": tied[repeat],
            "__constant": (low == high).any(axis=1)[repeat],
            "__lost": (rank < needed)[repeat],
            "__optimum": optimum[repeat],
        },
        schema_overrides={"n": pl.Int64},
    )


def _terms(factors: Floats) -> list[Floats]:
    """Return the terms of a quadratic surface: constant, linear, squares and products."""
    pairs = [(i, j) for i in range(len(factors)) for j in range(i, len(factors))]
    return [np.ones_like(factors[0]), *factors, *(factors[i] * factors[j] for i, j in pairs)]


def _coefficients(weights: Floats, width: int) -> tuple[Floats, Floats, Floats]:
    """Return fitted weights as constant, slopes b and symmetric bends B."""
    bend = np.zeros((len(weights), width, width))
    pairs = [(i, j) for i in range(width) for j in range(i, width)]
    for position, (i, j) in enumerate(pairs, 1 + width):
        bend[:, i, j] += weights[:, position] / 2
        bend[:, j, i] += weights[:, position] / 2
    return weights[:, 0], weights[:, 1 : 1 + width], bend


def _stationary(slope: Floats, bend: Floats) -> tuple[Floats, Flags]:
    """Return where the surface is flat, and whether that is its top and lies within the box."""
    bends = np.linalg.eigvalsh(bend)
    scale = np.maximum(np.abs(slope).max(axis=1), np.abs(bends).max(axis=1))
    flat = np.abs(bends).min(axis=1) <= FLAT * scale
    solvable = np.where(flat[:, None, None], np.eye(bend.shape[1]), bend)
    point = np.linalg.solve(-2 * solvable, slope[..., None])[..., 0]
    point[flat] = np.nan
    top = (bends.max(axis=1) < 0) & ~flat
    with np.errstate(invalid="ignore"):
        inside = (np.abs(point) <= 1 + FLAT).all(axis=1)
    return point, top & inside


def _best_in_box(constant: Floats, slope: Floats, bend: Floats) -> tuple[Floats, Floats]:
    """Return the highest place of each surface with all coded factors between -1 and 1.

    The highest place is flat on its face of the box: every factor is low, high, or free.
    """
    count, width = slope.shape
    best, height = np.zeros((count, width)), np.full(count, -np.inf)
    for face in itertools.product((0, -1, 1), repeat=width):
        fixed = np.array(face, dtype=np.float64)
        free = np.flatnonzero(fixed == 0)
        point = np.tile(fixed, (count, 1))
        if len(free):
            inner = bend[:, free[:, None], free]
            pull = slope[:, free] + 2 * (product(bend[:, free, :], fixed))
            step = product(np.linalg.pinv(-2 * inner, rcond=FLAT, hermitian=True), pull[..., None])[..., 0]
            point[:, free] = step
        valid = (np.abs(point) <= 1 + FLAT).all(axis=1)
        point = np.clip(point, -1, 1)
        reached = constant + (slope * point).sum(axis=1) + np.einsum("ni,nij,nj->n", point, bend, point)
        # A hair above is no better: ties go to the first face, the inside.
        better = valid & (reached > height + FLAT * np.maximum(1.0, np.abs(reached)))
        better |= valid & ~np.isfinite(height)
        best[better], height[better] = point[better], reached[better]
    return best, height


def _with_verdicts(fits: pl.DataFrame) -> pl.DataFrame:
    """Return the fits with shape, status and remarks of every group."""
    size, needed = pl.col("n"), pl.col("__needed")
    lacking: list[tuple[pl.Expr, str, Remark, tuple[pl.Expr, ...]]] = [
        (pl.col("__uneven"), "undefined", DIFFERENT_BLOCKS, ()),
        (pl.col("__tied"), "all_ties", EQUALLY_GOOD, ()),
        (size < needed, "too_few", FEW_COMBINATIONS, (needed, size)),
        (pl.col("__constant"), "singular", CONSTANT_FACTOR, ()),
        (pl.col("__lost"), "singular", BENDS_CONFOUNDED, ()),
    ]
    sound = ~pl.any_horizontal([when for when, *_ in lacking])
    reason = pl.coalesce(remark.where(when, *values) for when, _, remark, values in lacking)
    cases = [(when, word) for when, word, *_ in lacking]
    exact = sound & (size == needed)
    return fits.with_columns(
        shape=first_that_holds([(~sound, ""), (pl.col("__optimum"), OPTIMUM)], NO_OPTIMUM).replace("", None),
        status=first_that_holds([*cases, (exact, "approximate")], "ok"),
        remarks=joined_remarks(reason, ON_THE_RIM.where(sound & ~pl.col("__optimum")), EXACT_FIT.where(exact)),
        note=None,
    )


RESPONSE_SURFACE = Method(
    table=response_surface,
    title="Response surface",
    question="Where is the best setting of the factors, and where should the next run go?",
    symbol="f*",
    formula="r = b0 + b'f + f'Bf, flat at -B^-1 b / 2: the best iff B is negative definite (higher is better)",
    tex=r"r = b_0 + b^{\top} f + f^{\top} B f, \quad f^{\ast} = -\frac{1}{2} B^{-1} b",
    null="none",
    assumes=("the response is about quadratic over the range explored", "factors are numbers on a sensible scale"),
    cites=("box1951", "montgomery2005", "alpaydin2010"),
    remarks=(
        DIFFERENT_BLOCKS,
        EQUALLY_GOOD,
        FEW_COMBINATIONS,
        CONSTANT_FACTOR,
        BENDS_CONFOUNDED,
        ON_THE_RIM,
        EXACT_FIT,
    ),
)
