"""Which rejections survive when many tests are made at once?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import ColumnError, OptionError, ValueFormatError, did_you_mean, one_of, refuse_unknown
from benchreport.registry import METHODS
from benchreport.remarks import with_remarks, with_words
from benchreport.stats.forms.rows import Frame, checked_alpha
from benchreport.stats.multiplicity.adjusting__adjustments import (
    ADJUSTED_TWICE,
    IMPLIED,
    NONE_REJECTABLE,
    NOT_REJECTABLE,
    ROM_UP_TO,
    refuse_many,
)
from benchreport.stats.multiplicity.adjusting__attainable import adjusted, smallest_p
from benchreport.tables.groups import listed
from benchreport.tables.rounding import Floats, Integers

# The id of an adjustment; benchreport.METHODS.adjustments lists them.
Adjustment = str


def adjust(
    rows: Frame,
    adjustment: Adjustment,
    *,
    family: str | Sequence[str] | None = None,
    alpha: float | None = None,
) -> Frame:
    """Adjust the p-values of result rows for multiplicity.

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
    run = partial(_adjusted, adjustment=adjustment, columns=columns, alpha=alpha)
    if isinstance(rows, pl.DataFrame):
        return run(rows)
    return pl.defer(lambda: run(rows.collect()), schema=run(pl.DataFrame(schema=schema)).schema)


def _adjusted(rows: pl.DataFrame, adjustment: str, columns: list[str], alpha: float | None) -> pl.DataFrame:
    rows = rows.with_columns(pl.col("p_value").cast(pl.Float64).fill_nan(None))
    _refuse_impossible(rows)
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

    def of(p: Floats) -> Floats:
        order = pairs if pairs is not None and adjustment == "bergmann_hommel" else p
        return by_family(lambda stacked: adjusted(stacked, adjustment, level), family, order, p)

    raw = rows.get_column("p_value")
    values = of(np.nan_to_num(raw.to_numpy().astype(np.float64), nan=1.0))
    sizes = np.bincount(family, minlength=1)[family]
    if "remarks" in rows.columns:
        rows = with_words(with_remarks(rows, *_attainability(rows, adjustment, family, sizes, level, of)))
    return rows.with_columns(
        p_adjusted=pl.when(raw.is_not_null()).then(pl.Series(values, dtype=pl.Float64)),
        adjustment=pl.lit(adjustment),
        family=_labels(columns, sizes, adjustment),
    )


def family_numbers(rows: pl.DataFrame, columns: Sequence[str]) -> Integers:
    """Return the number of the family of each row, told apart by the values of some columns."""
    if not columns:
        return np.zeros(rows.height, dtype=np.int64)
    first = rows.with_row_index("__row").select(pl.col("__row").first().over(columns)).to_series().to_numpy()
    return np.unique(first, return_inverse=True)[1].astype(np.int64)


def by_family(kernel: Callable[..., Floats], family: Integers, order: npt.NDArray[Any], *values: Floats) -> Floats:
    """Apply a kernel to the values of each family, in an order; one call serves all families of a size, as rows."""
    result = np.empty(len(family))
    places = np.lexsort((order, family))
    counts = np.bincount(family, minlength=1)
    starts = np.cumsum(counts) - counts
    for size in np.unique(counts[counts > 0]):
        chosen = places[starts[counts == size][:, None] + np.arange(size)]
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
    rows: pl.DataFrame, adjustment: str, family: Any, sizes: Any, level: float, of: Callable[[Floats], Floats]
) -> list[pl.Expr]:
    """Return the remarks on what could be rejected at all, and on p-values that need no adjustment."""
    least = smallest_p(rows)
    best = of(least)
    of_family = np.ones(len(sizes) and int(family.max()) + 1)
    np.minimum.at(of_family, family, best)
    judged = (least > 0) & (least < 1)
    hopeless, beyond = judged & (of_family[family] > level), judged & (of_family[family] <= level) & (best > level)
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
    """Number the pairs of each family in the order of ``pairs_of``; refuse what is not all pairs, each once."""
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
        how = rows.get_column("adjustment", default=pl.Series(dtype=pl.String)).drop_nulls()
        raise OptionError(
            f"these rows are adjusted already{f', by {how[0]}' if len(how) else ''}",
            hint="adjust the rows as the test gave them, or drop the column p_adjusted first",
        )


def _refuse_impossible(rows: pl.DataFrame) -> None:
    if not rows.get_column("p_value").is_between(0, 1).fill_null(True).all():
        raise ValueFormatError("some p-values lie outside 0 and 1", hint="is p_value the right column?")
