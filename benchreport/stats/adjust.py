"""Which rejections survive when many tests are made at once?"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

import polars as pl

from benchreport.errors import ColumnError, ValueFormatError, did_you_mean, one_of
from benchreport.method import Method
from benchreport.stats.rows import Frame
from benchreport.tables.groups import listed, within

Adjustment = Literal["bonferroni", "holm"]

BONFERRONI = Method(
    id="bonferroni",
    title="Bonferroni adjustment",
    question="Which of many rejections survive when the family-wise error is held at alpha?",
    kind="numbers",
    shape="rows",
    symbol="p_{adj}",
    formula="min(1, m p)",
    null="",
    assumes=("none on the dependence between the tests",),
    cites=("alpaydin2010", "dunn1961"),
)

HOLM = Method(
    id="holm",
    title="Holm adjustment",
    question="Which of many rejections survive when the family-wise error is held at alpha, stepping down?",
    kind="numbers",
    shape="rows",
    symbol="p_{adj}",
    formula="running maximum of min(1, (m - i + 1) p_(i)) over ascending p",
    null="",
    assumes=("none on the dependence between the tests",),
    cites=("holm1979", "garcia2008"),
)


def adjust(rows: Frame, adjustment: Adjustment, *, family: str | Sequence[str] | None = None) -> Frame:
    """Adjust the p-values of result rows for multiplicity.

    Fills ``p_adjusted``, ``adjustment`` and ``family``. Rows whose p-value is null stay null but count.

    Parameters
    ----------
    rows
        Result rows, or any frame with a column ``p_value``.
    adjustment
        "bonferroni" or "holm".
    family
        Columns whose values delimit a family. By default those the test was grouped by (they stand before ``a``),
        and the method; an empty list makes all rows one family.

    Examples
    --------
    >>> import benchreport as br
    >>> br.adjust(pl.DataFrame({"p_value": [0.01, 0.04, 0.03]}), "holm")["p_adjusted"].to_list()
    [0.03, 0.06, 0.06]
    """
    one_of(adjustment, ADJUSTMENTS, name="adjustment")
    names = rows.collect_schema().names()
    if "p_value" not in names:
        raise ColumnError("no column 'p_value' to adjust", hint=did_you_mean("p_value", names))
    rows = rows.with_columns(pl.col("p_value").cast(pl.Float64).fill_nan(None))
    _refuse_impossible(rows)
    columns = _family_columns(names, family)
    m = pl.len().cast(pl.Int64)
    label = pl.format("{} {}", m, pl.when(m == 1).then(pl.lit("test")).otherwise(pl.lit("tests")))
    named = [pl.format(f"{name}={{}}", pl.col(name)) for name in columns if name not in ("method", "term")]
    if named:
        label = pl.concat_str(pl.concat_str(named, separator=", ", ignore_nulls=True), label, separator=": ")
    ordered = rows.with_row_index("position").sort("p_value", nulls_last=True, maintain_order=True)
    adjusted = ordered.with_columns(
        p_adjusted=ADJUSTMENTS[adjustment]().over(within(columns)),
        adjustment=pl.lit(adjustment),
        family=label.over(within(columns)),
    )
    return adjusted.sort("position").drop("position")


# Each expression sees one family, p-values ascending.
def _bonferroni() -> pl.Expr:
    return (pl.col("p_value") * pl.len()).clip(upper_bound=1.0)


def _holm() -> pl.Expr:
    rank = pl.int_range(pl.len())
    return (pl.col("p_value") * (pl.len() - rank)).cum_max().clip(upper_bound=1.0)


ADJUSTMENTS: Mapping[str, Callable[[], pl.Expr]] = {"bonferroni": _bonferroni, "holm": _holm}


def _family_columns(names: Sequence[str], family: str | Sequence[str] | None) -> list[str]:
    if family is None:
        # The columns before `a` are those the test was grouped by; further ones were added by the user.
        return (
            [*names[: names.index("a")], *(name for name in ("method", "term") if name in names)]
            if "a" in names
            else []
        )
    columns = listed(family)
    for name in columns:
        if name not in names:
            raise ColumnError(f"no column {name!r} to delimit a family", hint=did_you_mean(name, names))
    return columns


def _refuse_impossible(rows: pl.DataFrame | pl.LazyFrame) -> None:
    if isinstance(rows, pl.DataFrame) and not rows.get_column("p_value").is_between(0, 1).fill_null(True).all():
        raise ValueFormatError("some p-values lie outside 0 and 1", hint="is p_value the right column?")
