"""The family of comparisons that decides a page: all pairs, or those with a declared reference, adjusted together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean, one_of
from benchreport.method import Method
from benchreport.stats.answer.deciding import Weights
from benchreport.stats.forms.rows import Frame
from benchreport.stats.multiplicity.adjusting import (
    ADJUSTMENT_REMARKS,
    ANY,
    WEIGHTED_HOLM,
    Adjustment,
    adjust,
    by_family,
    family_numbers,
)
from benchreport.tables.groups import listed, within
from benchreport.tables.rounding import Floats, Integers


def page_family(
    rows: Frame,
    *,
    control: str | None = None,
    adjustment: Adjustment = "holm",
    weights: Weights | None = None,
    family: str | Sequence[str] | None = None,
    alpha: float | None = None,
) -> Frame:
    """Return the comparisons that decide a page, adjusted over each other.

    Without a declared reference these are all pairs, whoever leads: an algorithm picked because it did best must not
    be given the smaller family of its own comparisons, or with 20 identical algorithms one report in five claims a
    difference. With a declared one they are the pairs with it.

    Parameters
    ----------
    rows
        Result rows of a test of all pairs, not adjusted.
    control
        The reference algorithm, declared before the data were seen.
    adjustment
        Name of an adjustment, as in :func:`adjust`.
    weights
        "reference" keeps all pairs in one family by weighted Holm, with half of the weight on those with the reference.
    family
        Columns whose values delimit a family, by default those before ``a``; an empty list makes all rows one family.
    alpha
        Level of the notes on what is attainable.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.sign_test(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> br.page_family(rows)["p_adjusted"].min(), br.page_family(rows, control="C4.5")["p_adjusted"].min()
    (0.134765625, 0.0673828125)
    """
    if weights is not None:
        one_of(weights, ("reference",), name="weights")
        if control is None:
            raise OptionError("weights='reference' needs a reference", hint="control='the reference algorithm'")

    if not isinstance(rows, pl.DataFrame | pl.LazyFrame) or not {"a", "b"} <= set(rows.collect_schema()):
        raise ColumnError(
            "there are no pairs of algorithms a and b",
            hint="give the rows of a test of pairs; br.adjust takes p-values alone",
        )

    def run(frame: pl.DataFrame) -> pl.DataFrame:
        keys = frame.columns[: frame.columns.index("a")] if family is None else listed(family)
        if control is not None:
            _refuse_unknown(frame, control)
            if weights is not None:
                return _weighted(frame, keys, control)
            frame = frame.filter(_with(control))
        return adjust(frame, adjustment, family=keys, alpha=alpha)

    if isinstance(rows, pl.DataFrame):
        return run(rows)
    schema = run(pl.DataFrame(schema=rows.collect_schema())).schema
    return pl.defer(lambda: run(rows.collect()), schema=schema)


def reference_weights(rows: pl.DataFrame, keys: Sequence[str], control: str) -> pl.Series:
    """Return the weight of every row in its family: half of the whole is shared by the pairs with the reference."""
    own = _with(control)
    size = pl.len().over(within(keys))
    mine = own.sum().over(within(keys))
    weight = pl.when(mine == size).then(1 / size).when(own).then(0.5 / mine).otherwise(0.5 / (size - mine))
    return rows.select(weight.alias("weight")).to_series()


def weighted_holm(p: Floats, weights: Floats, family: Integers) -> Floats:
    """Adjust p-values by Holm's procedure with weights that sum to 1 in every family.

    Examples
    --------
    >>> one = np.zeros(3, dtype=np.int64)
    >>> weighted_holm(np.array([0.01, 0.02, 0.5]), np.array([0.5, 0.25, 0.25]), one).tolist()
    [0.02, 0.04, 0.5]
    """
    return by_family(_weighted_steps, family, p / weights, p, weights)


def _weighted_steps(p: Floats, weights: Floats) -> Floats:
    remaining = np.cumsum(weights[:, ::-1], axis=1)[:, ::-1]
    return np.minimum(np.maximum.accumulate(p / weights * remaining, axis=1), 1.0)


def _weighted(rows: pl.DataFrame, keys: Sequence[str], control: str) -> pl.DataFrame:
    weights = reference_weights(rows, keys, control).to_numpy()
    p = rows.get_column("p_value")
    values = weighted_holm(p.fill_null(1.0).to_numpy(), weights, family_numbers(rows, keys))
    return rows.with_columns(
        p_adjusted=pl.when(p.is_not_null()).then(pl.Series(values, dtype=pl.Float64)),
        adjustment=pl.lit(WEIGHTED_HOLM),
        family=pl.format(f"{{}} tests, half of the weight on those with {control}", pl.len().over(within(keys))),
    )


def _with(control: str) -> pl.Expr:
    return (pl.col("a").cast(pl.String) == control) | (pl.col("b").cast(pl.String) == control)


def _refuse_unknown(rows: pl.DataFrame, control: str) -> None:
    sides = pl.concat([rows.get_column(side).cast(pl.String) for side in "ab"])
    known = sides.drop_nulls().unique().sort().to_list()
    if rows.height and not known:
        raise ColumnError(
            f"these rows compare no pairs, so none is with {control!r}",
            hint="give the rows of a test of pairs",
        )
    if known and control not in known:
        raise ColumnError(f"no algorithm {control!r} to be the reference", hint=did_you_mean(control, known))


PAGE_FAMILY = Method(
    id="page_family",
    title="Family of comparisons",
    question="Which comparisons does one page rest on, and over which are they adjusted?",
    kind="numbers",
    shape="rows",
    symbol="p_{adj}",
    formula=(
        "all m = k (k-1) / 2 pairs; with a reference declared before the data the k - 1 pairs with it; weighted Holm: "
        "running maximum of p_(i) / w_(i) times the sum of the weights from i on, over ascending p / w"
    ),
    tex=(
        r"m = \frac{k (k - 1)}{2}, "
        r"\quad p_{\mathrm{adj}(i)} = \max_{j \leq i} \, \frac{p_{(j)}}{w_{(j)}} \sum_{l \geq j} w_{(l)}"
    ),
    assumes=("the reference was declared before the data were seen",),
    cites=("holm1979",),
    controls="family-wise error rate",
    dependence=ANY,
    remarks=ADJUSTMENT_REMARKS,
    table=page_family,
)
