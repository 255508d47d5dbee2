"""Adjustment of p-values for multiplicity: procedures, families of result rows, attainable significance."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import ColumnError, OptionError, ValueFormatError, did_you_mean, one_of, refuse_unknown
from benchreport.method import ALTERNATIVES, Alternative, Method, Remark
from benchreport.registry import METHODS
from benchreport.remarks import with_remarks, with_words
from benchreport.stats.forms.rows import Frame, checked_alpha, deferred
from benchreport.stats.kernels.centring import rows_of_equal_size
from benchreport.stats.kernels.implied_hypotheses import MOST_ALGORITHMS, bergmann_hommel_adjusted, shaffer_adjusted
from benchreport.stats.kernels.roots import secant_root
from benchreport.tables.groups import listed
from benchreport.tables.rounding import Flags, Floats, Integers

# The id of an adjustment; benchreport.METHODS.adjustments lists them.
Adjustment = str
WEIGHTED_HOLM = "weighted_holm"
MOST_BLOCKS = 1000
ROM_UP_TO = 300

ANY = "any dependence"
POSITIVE = "independent or positively dependent tests"
INDEPENDENT = "independent tests"
IMPLIED = "equalities that imply each other"
SURVIVE = "Which of many rejections survive when"
# What an adjustment may add to the rows of a test.
NONE_REJECTABLE = Remark(
    code="none_rejectable",
    topic="unreachable",
    note="with {0} blocks the smallest possible p is {1}: nothing can be rejected at {2} after {3} over {4} tests",
)
NOT_REJECTABLE = Remark(
    code="not_rejectable",
    topic="unreachable",
    note="with {0} blocks the smallest possible p is {1}: it cannot be rejected at {2} after {3} over {4} tests",
)
ADJUSTED_TWICE = Remark(
    code="adjusted_twice", note="p-values that already held for all comparisons of a group were adjusted again"
)
ADJUSTMENT_REMARKS = (NONE_REJECTABLE, NOT_REJECTABLE, ADJUSTED_TWICE)


def adjust(
    rows: Frame, adjustment: Adjustment, *, family: str | Sequence[str] | None = None, alpha: float | None = None
) -> Frame:
    """Return result rows with their p-values adjusted for multiplicity.

    Fills ``p_adjusted``, ``adjustment`` and ``family``, which says how many tests and what it takes of their
    dependence. Rows whose p-value is null stay null but count. Where exact tests on so few blocks could not have been
    rejected whatever the data, remarks and note say so; a frame without a column ``remarks`` gets neither.

    Parameters
    ----------
    rows
        Result rows, or any frame with a column ``p_value``. Rows that were adjusted before are refused.
    adjustment
        "bonferroni", "sidak", "holm", "holm_sidak", "holland", "finner", "hochberg", "hommel", "rom" or "li" guard
        against any false rejection; "bh", "by" and "tsbh" hold the share of false ones; "shaffer" and
        "bergmann_hommel" use, of all pairs of algorithms, that equalities imply each other.
    family
        Columns whose values delimit a family. By default those the test was grouped by (they stand before ``a``),
        and the method; an empty list makes all rows one family.
    alpha
        Level of "tsbh" and of the note; by default that of the rows, or 0.05.

    Examples
    --------
    >>> import benchreport as br
    >>> br.adjust(pl.DataFrame({"p_value": [0.01, 0.04, 0.03]}), "holm")["p_adjusted"].to_list()
    [0.03, 0.06, 0.06]
    """
    one_of(adjustment, METHODS.adjustments, name="adjustment")
    if alpha is not None:
        checked_alpha(alpha)
    schema = rows.collect_schema()
    if "p_value" not in schema:
        raise ColumnError("no column 'p_value' to adjust", hint=did_you_mean("p_value", schema.names()))
    columns = _family_columns(schema.names(), family)
    return deferred(rows, partial(_adjusted, adjustment=adjustment, columns=columns, alpha=alpha))


def _adjusted(rows: pl.DataFrame, adjustment: str, columns: list[str], alpha: float | None) -> pl.DataFrame:
    rows = rows.with_columns(pl.col("p_value").cast(pl.Float64).fill_nan(None))
    if not rows.get_column("p_value").is_between(0, 1).fill_null(True).all():
        raise ValueFormatError("some p-values lie outside 0 and 1", hint="is p_value the right column?")
    _refuse_adjusted(rows)
    family = family_numbers(rows, columns)
    level = _level(rows, alpha)
    implied = IMPLIED in METHODS[adjustment].assumes
    if implied:
        _refuse_untransitive(rows, adjustment)
    if adjustment == "rom" and rows.height and np.bincount(family).max() > ROM_UP_TO:
        raise OptionError(
            f"rom solves for every p-value, and a family has more than {ROM_UP_TO}", hint="adjust by hochberg or hommel"
        )
    pairs = _pair_places(rows, family, adjustment) if implied else None

    def adjusted_values(p: Floats) -> Floats:
        order = pairs if pairs is not None and adjustment == "bergmann_hommel" else p
        return by_family(lambda stacked: adjusted(stacked, adjustment, level), family, order, p)

    raw = rows.get_column("p_value")
    values = adjusted_values(np.nan_to_num(raw.to_numpy().astype(np.float64), nan=1.0))
    sizes = np.bincount(family, minlength=1)[family]
    if "remarks" in rows.columns:
        rows = with_words(with_remarks(rows, *_attainability(rows, adjustment, family, sizes, level, adjusted_values)))
    return rows.with_columns(
        p_adjusted=pl.when(raw.is_not_null()).then(pl.Series(values, dtype=pl.Float64)),
        adjustment=pl.lit(adjustment),
        family=_labels(columns, sizes, adjustment),
    )


def family_numbers(rows: pl.DataFrame, columns: Sequence[str]) -> Integers:
    """Return the number of the family of each row, families having different values of some columns."""
    if not columns:
        return np.zeros(rows.height, dtype=np.int64)
    first = rows.with_row_index("__row").select(pl.col("__row").first().over(columns)).to_series().to_numpy()
    return np.unique(first, return_inverse=True)[1].astype(np.int64)


def by_family(kernel: Callable[..., Floats], family: Integers, order: npt.NDArray[Any], *values: Floats) -> Floats:
    """Return the result of a kernel for the values of each family, in an order; families of a size share a call."""
    result = np.empty(len(family))
    for _, chosen in rows_of_equal_size(np.lexsort((order, family)), np.bincount(family, minlength=1)):
        result[chosen] = kernel(*(value[chosen] for value in values))
    return result


def _labels(columns: Sequence[str], sizes: Any, adjustment: str) -> pl.Expr:
    m = pl.Series(sizes, dtype=pl.Int64)
    words = pl.format("{} tests, {}", m, pl.lit(METHODS[adjustment].dependence))
    label = pl.when(m == 1).then(pl.lit("1 test")).otherwise(words)
    named = [pl.format(f"{name}={{}}", pl.col(name)) for name in columns if name not in ("method", "term")]
    if named:
        label = pl.concat_str(pl.concat_str(named, separator=", ", ignore_nulls=True), label, separator=": ")
    return label


def _attainability(
    rows: pl.DataFrame, adjustment: str, family: Any, sizes: Any, level: float, adjust_all: Callable[[Floats], Floats]
) -> list[pl.Expr]:
    """Return the remarks on what could be rejected at all, and on p-values that need no adjustment."""
    least = smallest_p(rows)
    best = adjust_all(least)
    of_family = np.ones(len(sizes) and int(family.max()) + 1)
    np.minimum.at(of_family, family, best)
    bounded = (least > 0) & (least < 1)
    hopeless, beyond = bounded & (of_family[family] > level), bounded & (of_family[family] <= level) & (best > level)
    remarks: list[pl.Expr] = []
    if "n" in rows.columns:
        smallest = pl.lit(pl.Series(least, dtype=pl.Float64)).round_sig_figs(3)
        values = [pl.col("n"), smallest, pl.lit(level), pl.lit(adjustment), pl.lit(pl.Series(sizes))]
        remarks += [
            NONE_REJECTABLE.where(pl.lit(pl.Series(hopeless)), *values),
            NOT_REJECTABLE.where(pl.lit(pl.Series(beyond)), *values),
        ]
    if "method" in rows.columns:
        simultaneous = [name for name, method in METHODS.items() if method.simultaneous]
        twice = pl.col("method").is_in(simultaneous) & pl.col("p_value").is_not_null()
        remarks.append(ADJUSTED_TWICE.where(twice))
    return remarks


def _level(rows: pl.DataFrame, alpha: float | None) -> float:
    if alpha is not None:
        return alpha
    levels = rows.get_column("alpha", default=pl.Series(dtype=pl.Float64)).drop_nulls()
    return float(levels[0]) if len(levels) else 0.05


def _family_columns(names: Sequence[str], family: str | Sequence[str] | None) -> list[str]:
    if family is None:
        # The columns before `a` are those the test was grouped by; further ones were added by the user.
        if "a" not in names:
            return []
        return [*names[: names.index("a")], *(name for name in ("method", "term") if name in names)]
    columns = listed(family)
    refuse_unknown(columns, names, "no column {!r} to delimit a family")
    return columns


def _pair_places(rows: pl.DataFrame, family: Integers, adjustment: str) -> Integers:
    """Return the number of each pair in the order of ``pairs_of``, if a family has all pairs, each once."""
    wrong = OptionError(
        f"{adjustment} is for all pairs of algorithms, each tested once in a family",
        hint="leave out control=, keep one method and one group per family, or adjust by holm",
    )
    if not {"a", "b"} <= set(rows.columns) or rows["a"].null_count() or rows["b"].null_count():
        raise wrong
    sides = pl.concat([rows.get_column(side).cast(pl.String).alias("name") for side in "ab"])
    place = pl.col("name").rank("dense").over("family").cast(pl.Int64) - 1
    placed = pl.DataFrame([sides, pl.Series("family", np.tile(family, 2))]).select(
        place=place, k=pl.col("name").n_unique().over("family").cast(pl.Int64)
    )
    both = placed.get_column("place").to_numpy().reshape(2, -1)
    first, last, k = both.min(axis=0), both.max(axis=0), placed.get_column("k").to_numpy()[: rows.height]
    number: Integers = first * (2 * k - first - 1) // 2 + last - first - 1
    whole = np.bincount(family, minlength=1)[family] == k * (k - 1) // 2
    if not whole.all() or (first == last).any() or len(np.unique((family, number), axis=1).T) < rows.height:
        raise wrong
    if adjustment == "bergmann_hommel" and len(k):
        refuse_many(int(k.max()))
    return number


def _refuse_untransitive(rows: pl.DataFrame, adjustment: str) -> None:
    if "method" not in rows.columns:
        return
    strangers = rows.get_column("method").drop_nulls().unique().sort().to_list()
    strangers = [name for name in strangers if name not in METHODS or not METHODS[name].transitive]
    if strangers:
        raise OptionError(
            f"{adjustment} needs equalities that imply each other, and those of {strangers[0]} do not",
            hint="adjust by holm, or test by friedman_posthoc_z",
        )


def _refuse_adjusted(rows: pl.DataFrame) -> None:
    if "p_adjusted" in rows.columns and rows.get_column("p_adjusted").is_not_null().any():
        names = rows.get_column("adjustment", default=pl.Series(dtype=pl.String)).drop_nulls()
        raise OptionError(
            f"these rows are adjusted already{f', by {names[0]}' if len(names) else ''}",
            hint="adjust the rows as the test gave them, or drop the column p_adjusted first",
        )


def attainable(
    n_blocks: int,
    n_algorithms: int,
    *,
    adjustment: str | None = "holm",
    control: bool = False,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Compute the smallest p-value that exact tests on so many blocks can give, and whether it survives adjustment.

    Parameters
    ----------
    n_blocks
        Blocks that differ, such as datasets.
    n_algorithms
        Algorithms that are compared.
    adjustment
        Name of an adjustment, as in :func:`adjust`; None leaves p-values as they are.
    control
        Compare with one of them only, rather than all pairs.
    alternative
        One-sided tests reach half the p-value.
    alpha
        Level of the decision.

    Returns
    -------
    polars.DataFrame
        One row: ``n_blocks``, ``n_tests``, ``smallest_p``, ``smallest_adjusted``, ``can_reject``, and
        ``blocks_needed``, with how many blocks something can be rejected.

    Examples
    --------
    >>> import benchreport as br
    >>> br.attainable(5, 4).row(0)
    (5, 6, 0.0625, 0.375, False, 8)
    """
    if n_blocks < 1 or n_algorithms < 2:
        raise OptionError(
            f"{n_algorithms} algorithms on {n_blocks} blocks make no comparison",
            hint="two algorithms and a block at least",
        )
    one_of(alternative, ALTERNATIVES, name="alternative")
    if adjustment is not None:
        one_of(adjustment, METHODS.adjustments, name="adjustment")
    level = checked_alpha(alpha)
    tests = n_algorithms - 1 if control else n_algorithms * (n_algorithms - 1) // 2
    sides = 2 if alternative == "two-sided" else 1
    smallest = least_adjusted(n_blocks, tests, adjustment, level, sides=sides)
    return pl.DataFrame(
        {
            "n_blocks": [n_blocks],
            "n_tests": [tests],
            "smallest_p": [least_p(n_blocks, sides=sides)],
            "smallest_adjusted": [smallest],
            "can_reject": [smallest <= level],
            "blocks_needed": [blocks_needed(tests, adjustment, level, sides=sides)],
        },
        schema_overrides={"blocks_needed": pl.Int64},
    )


def least_p(n_blocks: int, *, sides: int = 2) -> float:
    """Return the least p-value of an exact test over the signs of so many blocks.

    Examples
    --------
    >>> least_p(5), least_p(5, sides=1)
    (0.0625, 0.03125)
    """
    return min(1.0, sides * 0.5**n_blocks)


@lru_cache(maxsize=4096)
def least_adjusted(
    n_blocks: int, n_tests: int, adjustment: str | None, alpha: float, *, sides: int = 2, most_weight: float = 1.0
) -> float:
    """Return the least adjusted p-value of any test of a family, all of them exact over the signs of so many blocks.

    Every test of the family is given the least p-value, which a strict order of the algorithms allows; adjustments that
    step up then reject where those that step down cannot. ``most_weight`` is the largest weight of a weighted family.

    Examples
    --------
    >>> least_adjusted(8, 6, "holm", 0.05), least_adjusted(8, 6, "bh", 0.05)
    (0.046875, 0.0078125)
    """
    least = least_p(n_blocks, sides=sides)
    if adjustment is None:
        return least
    if adjustment == WEIGHTED_HOLM:
        return min(1.0, least / most_weight)
    return float(adjusted(np.full((1, n_tests), least), adjustment, alpha).min())


@lru_cache(maxsize=1024)
def blocks_needed(
    n_tests: int, adjustment: str | None, alpha: float, *, sides: int = 2, most_weight: float = 1.0
) -> int | None:
    """Return with how many blocks something can be rejected; None where no number of blocks would do.

    Examples
    --------
    >>> blocks_needed(6, "holm", 0.05), blocks_needed(3, "holm", 0.05)
    (8, 7)
    """
    sizes = range(1, MOST_BLOCKS)
    options: dict[str, Any] = {"sides": sides, "most_weight": most_weight}
    return next((n for n in sizes if least_adjusted(n, n_tests, adjustment, alpha, **options) <= alpha), None)


def adjusted(p: Floats, adjustment: str, alpha: float) -> Floats:
    """Return adjusted families, given as rows of ascending p-values; pairs in any order where sets of pairs matter."""
    kernel = METHODS[adjustment].kernel
    if kernel is None:
        raise OptionError(f"{adjustment} is not an adjustment", hint=f"choose from {', '.join(METHODS.adjustments)}")
    return np.asarray(kernel(p, alpha))


def least_of_sign_flips(n: pl.Expr, sides: pl.Expr) -> pl.Expr:
    """Return the least p-value of exact tests of signs: of 2^n equal outcomes one is the most extreme on each side.

    Examples
    --------
    >>> pl.DataFrame({"n": [5, 0]}).select(least_of_sign_flips(pl.col("n"), pl.lit(2.0))).to_series().to_list()
    [0.0625, 1.0]
    """
    return (sides * pl.lit(0.5).pow(n)).clip(upper_bound=1.0)


def smallest_p(rows: pl.DataFrame) -> Any:
    """Return the smallest p-value each row could have had; 0 where any p-value is possible, 1 where there is none."""
    if not {"method", "law", "n", "alternative"} <= set(rows.columns):
        return np.zeros(rows.height)
    law = pl.col("law").fill_null("")
    exact = law.str.contains("exact") | (law == "binomial")
    sides = pl.when(pl.col("alternative") == "two-sided").then(2.0).otherwise(1.0)
    possible: pl.Expr = pl.lit(0.0)
    for name in rows.get_column("method").unique().drop_nulls().to_list():
        if name in METHODS and (least := METHODS[name].least_p) is not None:
            floor = least(pl.col("n").fill_null(0), sides)
            possible = pl.when(exact & (pl.col("method") == name)).then(floor).otherwise(possible)
    return rows.select(pl.when(pl.col("p_value").is_null()).then(1.0).otherwise(possible)).to_series().to_numpy()


def adjustment_name(adjustment: str) -> str:
    """Return an adjustment's name in a sentence or a column head.

    Examples
    --------
    >>> adjustment_name("holm"), adjustment_name("bh")
    ('Holm', 'Benjamini-Hochberg')
    """
    return METHODS[adjustment].title.removesuffix(" adjustment")


def adjustment_claim(adjustment: str, family: str, level: str) -> str:
    """Return what an adjustment guarantees, as a sentence.

    Examples
    --------
    >>> adjustment_claim("holm", "the 6 pairs", "0.05")
    'It keeps the probability of any false claim among the 6 pairs at or below 0.05, whatever their dependence.'
    >>> adjustment_claim("bh", "the 6 pairs", "0.05").partition(", ")[0]
    'It keeps the expected share of false claims among the significant ones of the 6 pairs at or below 0.05'
    """
    record = METHODS[adjustment]
    rate = {
        "family-wise error rate": f"the probability of any false claim among {family}",
        "false discovery rate": f"the expected share of false claims among the significant ones of {family}",
    }[str(record.controls)]
    condition = "whatever their dependence" if record.dependence == ANY else f"for {record.dependence}"
    return f"It keeps {rate} at or below {level}, {condition}."


def _steps(p: Floats) -> Floats:
    return np.arange(1, p.shape[1] + 1, dtype=np.float64)


def _capped(p: Floats) -> Floats:
    return np.minimum(p, 1.0)


def _step_down(p: Floats) -> Floats:
    return _capped(np.maximum.accumulate(p, axis=1))


def _step_up(p: Floats) -> Floats:
    return _capped(np.minimum.accumulate(p[:, ::-1], axis=1)[:, ::-1])


def _some_of(p: Floats, tests: Floats | float) -> Floats:
    """Return 1 - (1 - p)^tests, all digits kept for small p."""
    with np.errstate(divide="ignore"):
        return np.asarray(-np.expm1(tests * np.log1p(-p)))


def hommel(p: Floats, _: float) -> Floats:
    """Return the largest bound that each p-value meets, over all numbers s of hypotheses from all down to two."""
    m = p.shape[1]
    i = _steps(p)
    adjusted = np.repeat((m * p / i).min(axis=1)[:, None], m, axis=1)
    for s in range(m - 1, 1, -1):
        lower, upper = p[:, : m - s + 1], p[:, m - s + 1 :]
        simes = (s * upper / np.arange(2, s + 1)).min(axis=1)[:, None]
        bound = np.concatenate((np.minimum(s * lower, simes), np.repeat(simes, s - 1, axis=1)), axis=1)
        # The smaller hypotheses are held to their own bound, the larger ones to that of the last of these.
        bound[:, m - s + 1 :] = bound[:, m - s, None]
        np.maximum(adjusted, bound, out=adjusted)
    return _capped(np.maximum(adjusted, p))


def _li(p: Floats, _: float) -> Floats:
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(p > 0, p / (p + 1 - p[:, -1:]), 0.0))


def _bh(p: Floats, _: float) -> Floats:
    return _step_up(p * p.shape[1] / _steps(p))


def two_stage_bh(p: Floats, alpha: float) -> Floats:
    """Return Benjamini-Hochberg values scaled by the share of hypotheses that a first stage did not reject."""
    m = p.shape[1]
    once = _bh(p, alpha)
    rejected = (once <= alpha).sum(axis=1, keepdims=True)
    share = np.where((rejected == 0) | (rejected == m), 1.0, (m - rejected) / m)
    return _capped(once * share)


def rom(p: Floats, _: float) -> Floats:
    """Return the level at which Rom's procedure rejects each p-value: c_i(alpha) = p for the i-th largest."""
    m = p.shape[1]
    place = np.broadcast_to(m + 1 - np.arange(1, m + 1), p.shape)
    return _step_up(_rom_inverse(p.ravel(), place.ravel()).reshape(p.shape))


def rom_critical_values(alpha: Floats, tests: int) -> Floats:
    """Return Rom's critical values at each level, that of the largest p-value first.

    Examples
    --------
    >>> rom_critical_values(np.array([0.05]), 4).round(6).tolist()
    [[0.05, 0.025, 0.016875, 0.012713]]
    """
    c = np.empty((len(alpha), tests))
    c[:, 0] = alpha
    sums = np.cumsum(alpha[:, None] ** np.arange(1, tests + 1), axis=1)
    for i in range(2, tests + 1):
        j = np.arange(1, i - 1)
        with np.errstate(divide="ignore"):
            terms = np.exp(np.log(np.cumprod((i + 1 - j) / j)) + (i - j) * np.log(c[:, 1 : i - 1]))
        c[:, i - 1] = (sums[:, i - 2] - terms.sum(axis=1)) / i
    return c


def _rom_inverse(p: Floats, place: Integers) -> Floats:
    """Return alpha with c_place(alpha) = p, sought between Sidak's bound and Hochberg's as a share of the latter."""
    alpha = np.minimum(1.0, place * p)
    open_ = (p > 0) & (place > 2)
    if not open_.any():
        return alpha
    target, place, bound = p[open_], place[open_], alpha[open_]

    def excess(share: Floats, sought: Flags) -> Floats:
        table = rom_critical_values(np.minimum(share * bound[sought], 1.0), int(place.max()))
        return np.asarray(table[np.arange(len(table)), place[sought] - 1] / target[sought] - 1)

    least = _some_of(target, place.astype(np.float64)) / bound
    share = secant_root(excess, np.ones(len(target)), least, tolerance=1e-15)
    alpha[open_] = np.minimum(share * bound, 1.0)
    return alpha


def _bergmann_hommel(p: Floats, _: float) -> Floats:
    algorithms = _algorithms("bergmann_hommel", p.shape[1])
    refuse_many(algorithms)
    return bergmann_hommel_adjusted(p, algorithms)


def _algorithms(adjustment: str, tests: int) -> int:
    """Return how many algorithms have so many pairs."""
    algorithms = round((1 + math.sqrt(1 + 8 * tests)) / 2)
    if algorithms * (algorithms - 1) // 2 != tests:
        raise OptionError(
            f"{adjustment} is for all pairs, and {tests} tests are not all pairs of anything",
            hint="compare all pairs, or adjust by holm",
        )
    return algorithms


def refuse_many(algorithms: int) -> None:
    """Raise an error where the exhaustive sets are too many to list."""
    if algorithms > MOST_ALGORITHMS:
        raise OptionError(
            f"bergmann_hommel lists all sets of equalities, and {algorithms} algorithms have too many",
            hint=f"it takes up to {MOST_ALGORITHMS} algorithms; adjust by shaffer or holm",
        )


_adjustment = partial(
    Method,
    kind="numbers",
    shape="rows",
    symbol="p_{adj}",
    assumes=("none",),
    controls="family-wise error rate",
    dependence=ANY,
    remarks=ADJUSTMENT_REMARKS,
)
_positive = partial(_adjustment, dependence=POSITIVE, assumes=(POSITIVE,))
_independent = partial(_adjustment, dependence=INDEPENDENT, assumes=(INDEPENDENT,))

BONFERRONI = _adjustment(
    id="bonferroni",
    title="Bonferroni adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha?",
    formula="min(1, m p)",
    tex=r"p_{\mathrm{adj}} = \min(1, m p)",
    account="Bonferroni’s correction multiplies every $p$-value by the number $m$ of comparisons.",
    cites=("alpaydin2010", "dunn1961"),
    kernel=lambda p, _: _capped(p * p.shape[1]),
)
SIDAK = _positive(
    id="sidak",
    title="Sidak adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha by independence?",
    formula="1 - (1 - p)^m",
    tex=r"p_{\mathrm{adj}} = 1 - (1 - p)^m",
    account="Šidák’s correction is exact for independent tests.",
    cites=("sidak1967",),
    kernel=lambda p, _: _some_of(p, float(p.shape[1])),
)
HOLM = _adjustment(
    id="holm",
    title="Holm adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha, stepping down?",
    formula="running maximum of min(1, (m - i + 1) p_(i)) over ascending p",
    tex=r"p_{\mathrm{adj}(i)} = \max_{j \leq i} \, \min\left( 1, (m - j + 1) \, p_{(j)} \right)",
    account=(
        r"Holm’s step-down method multiplies the ordered $p$-values $p_{(1)} \leq \ldots \leq p_{(m)}$ by the number"
        " of comparisons not yet decided."
    ),
    cites=("holm1979", "garcia2008"),
    kernel=lambda p, _: _step_down(p * (p.shape[1] + 1 - _steps(p))),
)
HOLM_SIDAK = _positive(
    id="holm_sidak",
    title="Holm-Sidak adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha, stepping down by Sidak's bound?",
    formula="running maximum of 1 - (1 - p_(i))^(m - i + 1) over ascending p",
    tex=r"p_{\mathrm{adj}(i)} = \max_{j \leq i} \left[ 1 - (1 - p_{(j)})^{m - j + 1} \right]",
    account="The Holm–Šidák method applies Šidák’s correction step by step, from the smallest $p$-value.",
    cites=("holm1979", "sidak1967"),
    kernel=lambda p, _: _step_down(_some_of(p, p.shape[1] + 1 - _steps(p))),
)
HOLLAND = HOLM_SIDAK.relative(
    id="holland",
    title="Holland-Copenhaver adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha, under the name this step-down has in benchmarking?",
    formula="running maximum of 1 - (1 - p_(i))^(m - i + 1) over ascending p, as holm_sidak",
    account="Holland and Copenhaver’s method applies Šidák’s correction step by step, from the smallest $p$-value.",
    cites=("holland1987", "garcia2010"),
)
FINNER = _positive(
    id="finner",
    title="Finner adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha, comparing with a control?",
    formula="running maximum of 1 - (1 - p_(i))^(m / i) over ascending p",
    tex=r"p_{\mathrm{adj}(i)} = \max_{j \leq i} \left[ 1 - (1 - p_{(j)})^{m / j} \right]",
    account="Finner’s method applies step by step a correction that grows weaker faster than Holm’s.",
    cites=("finner1993", "garcia2010"),
    kernel=lambda p, _: _step_down(_some_of(p, p.shape[1] / _steps(p))),
)
HOCHBERG = _positive(
    id="hochberg",
    title="Hochberg adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha, stepping up?",
    formula="running minimum from above of (m - i + 1) p_(i)",
    tex=r"p_{\mathrm{adj}(i)} = \min_{j \geq i} \, (m - j + 1) \, p_{(j)}",
    account="Hochberg’s step-up method uses Holm’s factors, beginning with the largest $p$-value.",
    cites=("hochberg1988",),
    kernel=lambda p, _: _step_up(p * (p.shape[1] + 1 - _steps(p))),
)
HOMMEL = _positive(
    id="hommel",
    title="Hommel adjustment",
    question=f"{SURVIVE} every subset of hypotheses is tested by Simes' test?",
    formula="max over sets I holding i of min over j of |I| p_(j in I) / j",
    tex=r"p_{\mathrm{adj}, i} = \max_{I \ni i} \, \min_{j \leq |I|} \frac{|I| \, p_{(j : I)}}{j}",
    account="Hommel’s method closes Simes’ test over all sets $I$ of comparisons.",
    cites=("hommel1988",),
    kernel=hommel,
)
ROM = _independent(
    id="rom",
    title="Rom adjustment",
    question=f"{SURVIVE} the family-wise error is at most alpha, stepping up by exact constants?",
    formula=(
        "smallest alpha at which Rom's step-up rejects; c_1 = alpha, c_2 = alpha / 2, "
        "i c_i = sum_(j<i) alpha^j - sum_(j<i-1) C(i,j) c_(j+1)^(i-j), c_i for the i-th largest p"
    ),
    tex=r"i \, c_i = \sum_{j=1}^{i-1} \alpha^j - \sum_{j=1}^{i-2} \binom{i}{j} c_{j+1}^{i-j}, \quad c_1 = \alpha",
    account="Rom’s step-up method sharpens Hochberg’s with the critical values $c_i$.",
    cites=("rom1990", "garcia2010"),
    kernel=rom,
)
LI = _independent(
    id="li",
    title="Li adjustment",
    question=f"{SURVIVE} the largest p-value sets the level for the rest?",
    formula="p / (p + 1 - p_max)",
    tex=r"p_{\mathrm{adj}} = \frac{p}{p + 1 - p_{\max}}",
    account="Li’s method rescales all $p$-values by the largest.",
    cites=("li2008", "garcia2010"),
    kernel=_li,
)
BH = _positive(
    id="bh",
    title="Benjamini-Hochberg adjustment",
    question=f"{SURVIVE} the expected share of false rejections is at most alpha?",
    formula="running minimum from above of m p_(i) / i",
    tex=r"p_{\mathrm{adj}(i)} = \min_{j \geq i} \frac{m \, p_{(j)}}{j}",
    account="Benjamini and Hochberg’s step-up method relates each ordered $p$-value to its rank $j$.",
    cites=("benjamini1995",),
    controls="false discovery rate",
    kernel=_bh,
)
BY = _adjustment(
    id="by",
    title="Benjamini-Yekutieli adjustment",
    question=f"{SURVIVE} the expected share of false rejections is at most alpha under any dependence?",
    formula="running minimum from above of m (1 + 1/2 + ... + 1/m) p_(i) / i",
    tex=r"p_{\mathrm{adj}(i)} = \min_{j \geq i} \frac{m \, p_{(j)}}{j} \sum_{k=1}^{m} \frac{1}{k}",
    account="Benjamini and Yekutieli’s method multiplies the $p$-values of Benjamini and Hochberg by a harmonic sum.",
    cites=("benjamini2001",),
    controls="false discovery rate",
    kernel=lambda p, _: _step_up(p * p.shape[1] / _steps(p) * (1 / _steps(p)).sum()),
)
TSBH = _independent(
    id="tsbh",
    title="Two-stage Benjamini-Hochberg adjustment",
    question=(
        f"{SURVIVE} the expected share of false rejections is at most alpha, with the true hypotheses counted first?"
    ),
    formula="bh times (m - r) / m, r the rejections of bh at alpha; bh itself when r is 0 or m",
    tex=r"p_{\mathrm{adj}} = \frac{m - r}{m} \, p_{\mathrm{BH}}",
    account="The two-stage method estimates from the $r$ rejections of a first stage how many hypotheses are true.",
    cites=("benjamini2006",),
    controls="false discovery rate",
    kernel=two_stage_bh,
)
SHAFFER = _adjustment(
    id="shaffer",
    title="Shaffer adjustment",
    question=f"{SURVIVE} only so many of the pairwise equalities can be true together?",
    formula=(
        "running maximum of min(1, t_i p_(i)), t_i the most equalities of L algorithms that can be true, "
        "at most m - i + 1"
    ),
    tex=r"p_{\mathrm{adj}(i)} = \max_{j \leq i} \, \min(1, t_j \, p_{(j)})",
    assumes=(IMPLIED,),
    account=(
        "Shaffer’s step-down method multiplies the ordered $p$-values by $t_j$, the largest number of pairs that "
        "can still be equal."
    ),
    cites=("shaffer1986", "garcia2008"),
    kernel=lambda p, _: shaffer_adjusted(p, _algorithms("shaffer", p.shape[1])),
)
BERGMANN_HOMMEL = _adjustment(
    id="bergmann_hommel",
    title="Bergmann-Hommel adjustment",
    question=f"{SURVIVE} only the exhaustive sets of pairwise equalities are considered?",
    formula="max over exhaustive sets I holding the pair of min(1, |I| min p in I)",
    tex=r"p_{\mathrm{adj}, i} = \max_{I \ni i} \, \min\left( 1, |I| \min_{j \in I} p_j \right)",
    assumes=(IMPLIED,),
    account="Bergmann and Hommel’s method considers all sets $I$ of pairs that can be equal at the same time.",
    cites=("bergmann1988", "garcia2008"),
    kernel=_bergmann_hommel,
)

ATTAINABLE = Method(
    table=attainable,
    title="Attainable significance",
    question="Could any pair be shown to differ with so few blocks, after adjustment?",
    kind="numbers",
    shape="none",
    symbol="p_{min}",
    formula="smallest p = 2 / 2^n (one-sided 1 / 2^n), adjusted as if every test of the family had reached it",
    tex=r"p_{\min} = 2^{1-n}",
    assumes=("an exact signed-rank, sign or sign-flip test on n blocks that all differ",),
    cites=("tarone1990",),
)
