"""Tests of normality of results and of residuals: Shapiro-Wilk, Anderson-Darling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark
from benchreport.stats.forms.distributions import IntoExpr, measured
from benchreport.stats.forms.over import Frame, doubted, over_blocks
from benchreport.stats.forms.parameters import documented, options_as_in
from benchreport.stats.forms.rows import NO_MEAN, SHARED_RUNS, averaged, checked_alpha, fields, nullable, table_remarks
from benchreport.stats.forms.sides import NEVER_VARIES
from benchreport.stats.kernels.centring import power_of_two
from benchreport.stats.kernels.normality import ANDERSON_LEAST_P, anderson, shapiro, standardised
from benchreport.tables.blocks import NO_RUNS, Blocks, Floats, Integers, Reduce
from benchreport.tables.groups import By

# Samples of one size: the positions of their groups, their values in rows, and the sizes of the numbers behind each.
Samples = tuple[Integers, Floats, Floats]
NormalityVariant = Literal["results", "residuals"]
LEAST = {"shapiro_wilk": 3, "anderson_darling": 8}
KERNELS = {"shapiro_wilk": shapiro, "anderson_darling": anderson}
SHAPIRO_UP_TO = 5000  # the largest sample Royston fitted his polynomials to
FEW = Remark(code="few_for_normality", note="fewer than {0} values")
BEYOND = Remark(code="beyond_royston", note=f"the approximation was fitted to samples of up to {SHAPIRO_UP_TO} values")
SMALLEST_P = Remark(code="smallest_p", note="p is at most this: the approximation ends at 3.7e-24")


@documented
def shapiro_wilk(
    table: Frame,
    *,
    by: By = ("dataset", "metric"),
    variant: NormalityVariant = "results",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the Shapiro-Wilk test of normality: a description, no reason to choose another test.

    Of the results of every algorithm, named in ``a``; or of the residuals of a group once the means of algorithms and
    blocks are taken out, which an analysis of variance of shared blocks assumes to be normal. The p-value is Royston's
    approximation, exact for three values.

    Parameters
    ----------
    table
        Scores. Residuals need a complete table.
    variant
        The "results" of every algorithm, or the "residuals" of algorithms and blocks.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.shapiro_wilk(scores, by="metric").select("a", pl.col("statistic", "p_value").round(6)).row(0)
    ('C4.5', 0.856072, 0.026881)
    """
    return _over_table(table, SHAPIRO_WILK, by=by, variant=variant, alpha=alpha, reduce=reduce)


@documented
@options_as_in(shapiro_wilk)
def anderson_darling(table: Frame, **options: Any) -> Frame:
    """Compute the Anderson-Darling test of normality: a description, no reason to choose another test.

    Mean and variance are estimated, and the p-value is D'Agostino and Stephens' approximation. It needs eight values.

    Parameters
    ----------
    table
        Scores. Residuals need a complete table.
    variant
        The "results" of every algorithm, or the "residuals" of algorithms and blocks.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.anderson_darling(scores, by="metric").select("a", pl.col("statistic", "p_value").round(6)).row(0)
    ('C4.5', 0.815089, 0.026035)
    """
    return _over_table(table, ANDERSON_DARLING, **options)


def shapiro_wilk_expr(x: IntoExpr, *, alpha: float = 0.05) -> pl.Expr:
    """Compute the Shapiro-Wilk test of normality of a column; of paired results, test their difference.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]})
    >>> row = errors.select(br.expr.shapiro_wilk("x")).unnest("shapiro_wilk")
    >>> row.select("n", pl.col("statistic", "p_value").round(6)).row(0)
    (10, 0.969189, 0.883224)
    """
    return _column_form(SHAPIRO_WILK, x, alpha)


def anderson_darling_expr(x: IntoExpr, *, alpha: float = 0.05) -> pl.Expr:
    """Compute the Anderson-Darling test of normality of a column; of paired results, test their difference.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]})
    >>> row = errors.select(br.expr.anderson_darling("x")).unnest("anderson_darling")
    >>> row.select("n", pl.col("statistic", "p_value").round(6)).row(0)
    (10, 0.19062, 0.863052)
    """
    return _column_form(ANDERSON_DARLING, x, alpha)


def _column_form(method: Method, x: IntoExpr, alpha: float) -> pl.Expr:
    rows = partial(_list_rows, method=method, alpha=checked_alpha(alpha))
    return averaged(method, rows, (x,), {"values": measured(x).drop_nulls().sort().implode()}, lists=True)


def _list_rows(lists: pl.DataFrame, *, method: Method, alpha: float) -> pl.DataFrame:
    column = lists.get_column("values")
    n = column.list.len().fill_null(0).to_numpy().astype(np.int64)
    flat = column.explode(empty_as_null=False).drop_nulls().to_numpy()
    facts = pl.DataFrame([*nullable(n=n), *_tested(method, len(n), _samples(flat, n))])
    return facts.select(_fields(method, alpha, size=pl.col("n"), remarks=[]))


def _samples(flat: Floats, n: Integers) -> Iterator[Samples]:
    """Yield the samples of each size from their values one after the other."""
    starts = np.cumsum(n) - n
    for size in np.unique(n):
        chosen = np.flatnonzero(n == size)
        values = flat[starts[chosen][:, None] + np.arange(size)]
        yield chosen, values, np.abs(values)


def _over_table(
    table: Frame, method: Method, *, by: By, variant: NormalityVariant, alpha: float, reduce: Reduce
) -> Frame:
    one_of(variant, method.variants, name="variant")
    if variant == "residuals":
        rows = partial(_residual_rows, method=method, alpha=checked_alpha(alpha))
        return over_blocks(table, rows, by=by, reduce=reduce)
    rows = partial(_result_rows, method=method, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce, missing="available", alone=True)


def _result_rows(blocks: Blocks, *, method: Method, alpha: float) -> pl.DataFrame:
    """Return the tests of the results of every algorithm."""
    cells, many = blocks.cells, blocks.seats.height
    turned = cells.values * blocks.orientation[cells.group]
    n = np.bincount(cells.algorithm, minlength=many)
    runs, least, most = blocks.n_values[blocks.measured], np.full(many, NO_RUNS), np.zeros(many, dtype=np.int64)
    np.minimum.at(least, cells.algorithm, runs)
    np.maximum.at(most, cells.algorithm, runs)
    group = cells.group_of_algorithm
    samples = _samples(turned[np.lexsort((turned, cells.algorithm))], n)
    facts = blocks.seats.with_columns(
        *_tested(method, many, samples),
        n=pl.Series(n),
        n_dropped=pl.Series(blocks.history["n_dropped"].to_numpy()[group] + np.diff(blocks.start)[group] - n),
        policy=blocks.history["policy"].gather(group),
        least=pl.Series(least),
        most=pl.Series(most),
    )
    row = _fields(method, alpha, size=pl.col("n"), remarks=table_remarks(), a=pl.col("algorithm"), variant="results")
    return doubted(facts.select("group", *row), blocks, SHARED_RUNS)


def _residual_rows(blocks: Blocks, *, method: Method, alpha: float) -> pl.DataFrame:
    """Return the tests of what is left of every group without the means of its algorithms and blocks."""
    size, samples = np.zeros(blocks.n_groups, dtype=np.int64), []
    for chosen, rows, width in blocks.shapes():
        many, n_blocks = rows.shape
        if n_blocks < 3 or width < 2:
            continue
        x = blocks.values[rows][:, :, :width]
        # In units in which no sum overflows, and about a value of the block, since sums of raw values lose digits.
        x = x / power_of_two(np.abs(x).max(axis=(1, 2)))[:, None, None]
        within = x - x[:, :, :1]
        contrast = within - within.mean(axis=2, keepdims=True)
        residual = contrast - contrast.mean(axis=1, keepdims=True)
        size[chosen] = n_blocks * width
        samples.append((chosen, residual.reshape(many, -1), np.abs(x).reshape(many, -1)))
    facts = blocks.facts.with_columns(*_tested(method, blocks.n_groups, samples), size=pl.Series(size))
    row = _fields(method, alpha, size=pl.col("size"), remarks=table_remarks(), variant="residuals")
    return doubted(facts.select("group", *row), blocks, SHARED_RUNS)


def _tested(method: Method, many: int, samples: Iterable[Samples]) -> list[pl.Series]:
    """Return ``outcome`` and ``p`` of many samples; ``steady`` are those that vary by no more than rounding."""
    outcome, p, steady = np.full(many, np.nan), np.full(many, np.nan), np.zeros(many, dtype=bool)
    for chosen, values, operands in samples:
        if values.shape[1] < LEAST[method.id]:
            continue
        standard, steady[chosen] = standardised(values, operands)
        moving = ~steady[chosen]
        outcome[chosen[moving]], p[chosen[moving]] = KERNELS[method.id](standard[moving])
    return nullable(outcome=outcome, p=p, steady=steady)


def _fields(method: Method, alpha: float, size: pl.Expr, remarks: Sequence[pl.Expr], **values: Any) -> list[pl.Expr]:
    least, steady = LEAST[method.id], pl.col("steady")
    enough = size >= least
    shapiro = method.id == SHAPIRO_WILK.id
    beyond = pl.lit(shapiro) & (size > SHAPIRO_UP_TO) & ~steady
    ended = pl.lit(not shapiro) & (pl.col("p") == ANDERSON_LEAST_P)
    exact = pl.lit(shapiro) & (size == 3)
    return fields(
        method,
        n=pl.col("n"),
        n_dropped=pl.col("n_dropped") if "variant" in values else None,
        statistic=pl.col("outcome"),
        p_value=pl.col("p"),
        alpha=alpha,
        law=pl.when(exact).then(pl.lit("exact")).otherwise(pl.lit("normal" if shapiro else "D'Agostino and Stephens")),
        status=[(~enough, "too_few"), (steady, "zero_variance"), (beyond | ended.fill_null(False), "approximate")],
        remarks=[
            FEW.where(~enough, pl.lit(least)),
            NEVER_VARIES.where(steady),
            BEYOND.where(beyond),
            SMALLEST_P.where(ended),
            *remarks,
        ],
        **values,
    )


SHAPIRO_WILK = Method(
    table=shapiro_wilk,
    title="Shapiro-Wilk test of normality",
    question="Do the results of an algorithm look like a sample of a normal law?",
    prose="the Shapiro-Wilk test",
    short="Shapiro-Wilk",
    symbol="W",
    formula=(
        "W = (sum a_i x_(i))^2 / sum (x_i - m)^2 with Royston's weights a; 1 - W transformed to a normal law, "
        "residuals: x_kj - m_k - m_j + m"
    ),
    tex=r"W = \frac{\left( \sum_i a_i x_{(i)} \right)^2}{\sum_i (x_i - \bar{x})^2}",
    null="the values are a sample of a normal law",
    assumes=("values are independent",),
    cites=("shapiro1965", "royston1995"),
    variants=("results", "residuals"),
    remarks=(FEW, NEVER_VARIES, BEYOND, NO_MEAN, SHARED_RUNS),
)

ANDERSON_DARLING = SHAPIRO_WILK.relative(
    table=anderson_darling,
    title="Anderson-Darling test of normality",
    question="Do the results of an algorithm look like a sample of a normal law, above all in the tails?",
    prose="the Anderson-Darling test",
    short="Anderson-Darling",
    symbol="A^2",
    formula=(
        "A^2 = -n - mean of (2i - 1) (ln Phi(z_(i)) + ln(1 - Phi(z_(n+1-i)))), z = (x - m) / s; "
        "p from A^2 (1 + 0.75/n + 2.25/n^2)"
    ),
    tex=(
        r"A^2 = -n - \sum_{i=1}^{n} \frac{2i - 1}{n} \ln \left[ \Phi(z_{(i)}) (1 - \Phi(z_{(n+1-i)})) \right], "
        r"\quad z = \frac{x - \bar{x}}{s}"
    ),
    cites=("anderson1952", "dagostino1986"),
    remarks=(FEW, NEVER_VARIES, SMALLEST_P, NO_MEAN, SHARED_RUNS),
)
