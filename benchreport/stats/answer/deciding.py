"""Deciding tests, chosen from the numbers of algorithms and datasets alone, and the family they are adjusted over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError, one_of, refuse_unknown
from benchreport.method import REMARK_COLUMNS, Method, Remark, schema_of
from benchreport.options import PAIR_TEST
from benchreport.registry import METHODS
from benchreport.remarks import with_words, words_of
from benchreport.stats.forms.distributions import studentized_range_sf
from benchreport.stats.forms.rows import Frame, checked_alpha, deferred
from benchreport.stats.multiplicity import adjusting
from benchreport.stats.multiplicity.adjusting import Adjustment
from benchreport.tables.groups import listed, within
from benchreport.tables.rounding import Floats, Integers

# The id of the test that decides on pairs, or "none".
Procedure = str
Weights = Literal["reference"]
# Why no pair can be decided, and what would help.
NO_TEST = "no exact test of a pair can reach {0} % with {1} {1|dataset|datasets}"
NO_ADJUSTED_TEST = NO_TEST.replace(" %", " % after adjustment")
UNDECIDABLE_WITH_REFERENCE = Remark(
    code="undecidable_with_reference",
    note=f"{NO_ADJUSTED_TEST}; at least {{2}} are needed for {{3}} comparisons with a reference",
)
UNDECIDABLE_PAIR = Remark(code="undecidable_two", note=f"{NO_TEST}; at least {{2}} are needed")
UNDECIDABLE = Remark(code="undecidable", note=f"{NO_ADJUSTED_TEST}; at least {{2}} are needed for {{3}} algorithms")
UNDECIDABLE_OR_REFERENCE = Remark(
    code="undecidable_or_reference", note=f"{UNDECIDABLE.note}, or {{4}} with one declared reference"
)
DECIDING_COLUMNS: Mapping[str, tuple[str, str]] = {
    "n_algorithms": ("Int64", "algorithms compared"),
    "n_blocks": ("Int64", "datasets"),
    "n_tests": ("Int64", "comparisons of the family"),
    "family": ("String", "all pairs, or the comparisons with a declared reference"),
    "adjustment": ("String", "adjustment for multiplicity"),
    "alpha": ("Float64", "level of the decision"),
    "procedure": ("String", "the test of pairs, or none"),
    "least_p": ("Float64", "least p-value of a single exact test"),
    "least_adjusted": ("Float64", "least adjusted p-value of the family"),
    "least_nemenyi": ("Float64", "least p-value of Nemenyi's test"),
    "blocks_needed": ("Int64", "datasets from which exact tests of all pairs can reject"),
    "blocks_needed_reference": ("Int64", "datasets from which those with a declared reference can"),
    "blocks_needed_nemenyi": ("Int64", "datasets from which Nemenyi's test alone can"),
    **REMARK_COLUMNS,
}


def deciding_test(
    n_algorithms: int,
    n_blocks: int,
    *,
    control: bool = False,
    adjustment: str = "holm",
    weights: Weights | None = None,
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Return which procedure decides, from the numbers of algorithms and datasets alone.

    Exact Wilcoxon tests decide where their adjusted p-values can reach alpha. With fewer datasets no test of a single
    pair holds its level whatever the other algorithms do, and only the test of all algorithms together is left. Tests
    that assume more, such as :func:`nemenyi`, have to be asked for.

    Parameters
    ----------
    n_algorithms
        Algorithms that are compared.
    n_blocks
        Datasets; where pairs rest on different numbers of them, the largest.
    control
        Whether a declared reference is compared with the others, rather than all pairs.
    adjustment
        Name of an adjustment, as in :func:`adjust`.
    weights
        "reference" for all pairs by weighted Holm with half of the weight on the comparisons with the reference.
    alpha
        Level of the decision.

    Returns
    -------
    polars.DataFrame
        One row, with the procedure, the least p-values that are attainable and the datasets needed.

    Examples
    --------
    >>> import benchreport as br
    >>> br.deciding_test(4, 7).select("procedure", "least_adjusted", "blocks_needed", "blocks_needed_reference").row(0)
    ('none', 0.09375, 8, 7)
    >>> br.deciding_test(4, 7, control=True)["procedure"].item() == PAIR_TEST
    True
    """
    if n_blocks < 1 or n_algorithms < 2:
        raise OptionError(
            f"{n_algorithms} algorithms on {n_blocks} datasets make no comparison",
            hint="two algorithms and one dataset at least",
        )
    one_of(adjustment, METHODS.adjustments, name="adjustment")
    level = checked_alpha(alpha)
    pairs, others = n_algorithms * (n_algorithms - 1) // 2, n_algorithms - 1
    weighted = weights is not None
    if weights is not None:
        one_of(weights, ("reference",), name="weights")
    rule = adjusting.WEIGHTED_HOLM if weighted else adjustment
    heaviest = most_weight(n_algorithms) if weighted else 1.0
    tests = others if control and not weighted else pairs
    least = adjusting.least_adjusted(n_blocks, tests, rule, level, most_weight=heaviest)
    procedure = procedure_of(least, level)
    needed = adjusting.blocks_needed(pairs, rule, level, most_weight=heaviest)
    # What is made for all pairs gives way to Holm's where there are k - 1 comparisons.
    own_rule = "holm" if adjustment in ("shaffer", "bergmann_hommel") else adjustment
    needed_reference = adjusting.blocks_needed(others, own_rule, level)
    row = {
        "n_algorithms": n_algorithms,
        "n_blocks": n_blocks,
        "n_tests": tests,
        "family": "reference" if control and not weighted else "all pairs",
        "adjustment": rule,
        "alpha": level,
        "procedure": procedure,
        "least_p": adjusting.least_p(n_blocks),
        "least_adjusted": least,
        "least_nemenyi": least_nemenyi(n_algorithms, n_blocks),
        "blocks_needed": needed,
        "blocks_needed_reference": needed_reference,
        "blocks_needed_nemenyi": next(n for n in range(2, 1000) if least_nemenyi(n_algorithms, n) <= level),
        "remarks": _undecidable(n_algorithms, n_blocks, needed, needed_reference, level, control=control)
        if procedure == "none"
        else None,
    }
    return with_words(pl.DataFrame([row], schema=schema_of(DECIDING_COLUMNS)))


def procedure_of(least: float, alpha: float, test: Procedure = PAIR_TEST) -> Procedure:
    """Return the procedure that decides, given the least adjusted p-value of exact tests.

    Examples
    --------
    >>> procedure_of(0.046875, 0.05), procedure_of(0.1875, 0.05)
    ('wilcoxon', 'none')
    """
    return test if least <= alpha else "none"


def remedy(
    n_algorithms: int,
    n_blocks: int,
    needed: int | None,
    needed_reference: int | None,
    alpha: float,
    *,
    control: bool,
    block: str = "dataset",
) -> str:
    """Return the sentence for families in which no pair can be decided, with what would help.

    Examples
    --------
    >>> remedy(4, 5, 8, 7, 0.05, control=False)
    'no exact test of a pair can reach 5 % after adjustment with 5 datasets; at least 8 are needed for 4 algorithms, or
    7 with one declared reference'
    """
    spelled = _undecidable(n_algorithms, n_blocks, needed, needed_reference, alpha, control=control)
    return words_of(spelled).replace("dataset", block)


def _undecidable(
    n_algorithms: int, n_blocks: int, needed: int | None, needed_reference: int | None, alpha: float, *, control: bool
) -> str:
    level = f"{alpha * 100:g}"
    if control:
        return UNDECIDABLE_WITH_REFERENCE.spelled(level, n_blocks, needed_reference, n_algorithms - 1)
    if n_algorithms == 2:
        return UNDECIDABLE_PAIR.spelled(level, n_blocks, needed)
    if needed is None or (needed_reference is not None and needed_reference < needed):
        return UNDECIDABLE_OR_REFERENCE.spelled(level, n_blocks, needed, n_algorithms, needed_reference)
    return UNDECIDABLE.spelled(level, n_blocks, needed, n_algorithms)


def least_nemenyi(n_algorithms: int, n_blocks: int) -> float:
    """Return the least p-value of Nemenyi's test: one algorithm first and another last on every dataset.

    Examples
    --------
    >>> round(least_nemenyi(4, 3), 6)
    0.022956
    """
    error = (n_algorithms * (n_algorithms + 1) / (12 * n_blocks)) ** 0.5
    return float(pl.select(studentized_range_sf(pl.lit((n_algorithms - 1) / error), pl.lit(n_algorithms))).item())


def most_weight(n_algorithms: int) -> float:
    """Return the largest weight in a family of all pairs with half of the weight on those with the reference.

    Examples
    --------
    >>> most_weight(4), most_weight(2)
    (0.16666666666666666, 1.0)
    """
    others = n_algorithms - 1
    rest = n_algorithms * others // 2 - others
    return 1.0 / others if not rest else max(0.5 / others, 0.5 / rest)


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
            frame = frame.filter(with_reference(control))
        return adjusting.adjust(frame, adjustment, family=keys, alpha=alpha)

    return deferred(rows, run)


def reference_weights(rows: pl.DataFrame, keys: Sequence[str], control: str) -> pl.Series:
    """Return the weight of every row in its family: half of the whole is shared by the pairs with the reference."""
    own = with_reference(control)
    size = pl.len().over(within(keys))
    referring = own.sum().over(within(keys))
    rest = 0.5 / (size - referring)
    weight = pl.when(referring == size).then(1 / size).when(own).then(0.5 / referring).otherwise(rest)
    return rows.select(weight.alias("weight")).to_series()


def weighted_holm(p: Floats, weights: Floats, family: Integers) -> Floats:
    """Compute p-values adjusted by Holm's procedure with weights that sum to 1 in every family.

    Examples
    --------
    >>> family = np.zeros(3, dtype=np.int64)
    >>> weighted_holm(np.array([0.01, 0.02, 0.5]), np.array([0.5, 0.25, 0.25]), family).tolist()
    [0.02, 0.04, 0.5]
    """
    return adjusting.by_family(_weighted_steps, family, p / weights, p, weights)


def _weighted_steps(p: Floats, weights: Floats) -> Floats:
    remaining = np.cumsum(weights[:, ::-1], axis=1)[:, ::-1]
    return np.minimum(np.maximum.accumulate(p / weights * remaining, axis=1), 1.0)


def _weighted(rows: pl.DataFrame, keys: Sequence[str], control: str) -> pl.DataFrame:
    weights = reference_weights(rows, keys, control).to_numpy()
    p = rows.get_column("p_value")
    values = weighted_holm(p.fill_null(1.0).to_numpy(), weights, adjusting.family_numbers(rows, keys))
    return rows.with_columns(
        p_adjusted=pl.when(p.is_not_null()).then(pl.Series(values, dtype=pl.Float64)),
        adjustment=pl.lit(adjusting.WEIGHTED_HOLM),
        family=pl.format(f"{{}} tests, half of the weight on those with {control}", pl.len().over(within(keys))),
    )


def with_reference(control: str) -> pl.Expr:
    """Return which pairs have the reference on either side."""
    return (pl.col("a").cast(pl.String) == control) | (pl.col("b").cast(pl.String) == control)


def _refuse_unknown(rows: pl.DataFrame, control: str) -> None:
    sides = pl.concat([rows.get_column(side).cast(pl.String) for side in "ab"])
    names = sides.drop_nulls().unique().sort().to_list()
    if rows.height and not names:
        raise ColumnError(
            f"these rows compare no pairs, so none is with {control!r}", hint="give the rows of a test of pairs"
        )
    if names:
        refuse_unknown([control], names, "no algorithm {!r} to be the reference")


DECIDING_TEST = Method(
    table=deciding_test,
    title="Choice of the deciding test",
    question="Which test can decide with so many datasets and algorithms, before any value is seen?",
    kind="numbers",
    shape="none",
    symbol="p_{min}",
    formula=("exact Wilcoxon tests, adjusted, where m 2^(1-n) <= alpha for Holm; else no test of a single pair"),
    tex=r"m \, 2^{1-n} \leq \alpha",
    assumes=("datasets are independent",),
    account=(
        "An exact test of a pair can be significant after adjustment only if there are enough datasets $n$ for the "
        "$m$ comparisons; otherwise no verdict on a pair is given."
    ),
    cites=("tarone1990", "holm1979", "nemenyi1963", "fligner1984"),
    remarks=(UNDECIDABLE, UNDECIDABLE_OR_REFERENCE, UNDECIDABLE_PAIR, UNDECIDABLE_WITH_REFERENCE),
)

PAGE_FAMILY = Method(
    table=page_family,
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
    account="The comparisons with the reference are adjusted with weights $w$.",
    cites=("holm1979",),
    controls="family-wise error rate",
    dependence=adjusting.ANY,
    remarks=adjusting.ADJUSTMENT_REMARKS,
)
