"""Tests of the classes two classifiers call: Stuart-Maxwell, Bowker; agreement of their errors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, IncompleteError
from benchreport.measures.classes import SAID, with_decisions
from benchreport.measures.instances import clusters_of, counted_answers
from benchreport.method import REMARK_COLUMNS, Method, Remark, schema_of
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import chi2_sf
from benchreport.stats.forms.predictions import FLAGS, over_predictions, rows_over, untouched, with_doubts
from benchreport.stats.forms.rows import Frame, checked_alpha, result_rows, status_where, values_where
from benchreport.stats.two_algorithms.on_instances import AGAIN, CLUSTERED, POOLED, right_or_wrong
from benchreport.tables.blocks import Missing, refuse_single_algorithm
from benchreport.tables.groups import By
from benchreport.tables.scored import GROUP, Floats, Integers, Pairs, Scored, distinct, named_pairs, pairs_of
from benchreport.threads import roots_and_axes

# What each cell of the agreement table is called among the counts of a pair.
CELLS: Mapping[str, str] = {"both_wrong": "none", "only_a_wrong": "c", "only_b_wrong": "b", "both_right": "both"}
# same_rate_other_errors: one row per group and pair.
AGREEMENT_COLUMNS: Mapping[str, tuple[str, str]] = {
    "a": ("Categorical", "first algorithm of the pair"),
    "b": ("Categorical", "second algorithm of the pair, or the control"),
    "method": ("String", "id of the method"),
    "n": ("Int64", "instances compared"),
    "n_dropped": ("Int64", "instances left out because one of the two lacks them"),
    "both_wrong": ("Int64", "instances both get wrong, e00"),
    "only_a_wrong": ("Int64", "instances only a gets wrong, e01"),
    "only_b_wrong": ("Int64", "instances only b gets wrong, e10"),
    "both_right": ("Int64", "instances both get right, e11"),
    "error_a": ("Float64", "error rate of a"),
    "error_b": ("Float64", "error rate of b"),
    "disagreement": ("Float64", "share of instances that only one of the two gets wrong"),
    "kappa": ("Float64", "agreement in being right or wrong beyond chance, 1 is the same errors"),
    "error_of_best": ("Float64", "error rate if the right one of the two could always be chosen"),
    "status": ("String", "ok, too_few or undefined"),
    **REMARK_COLUMNS,
}
EQUAL_RATES = Remark(code="equal_rates", note="equal error rates, yet only one of the two errs on {0} instances")
NO_KAPPA = Remark(code="no_kappa", note="both are right, or both wrong, on every instance: no kappa")
FEW = 25
FEW_DIFFERING = Remark(code="few_differing_calls", note=f"rough with fewer than {FEW} differing calls")
SAME_CALLS = Remark(code="same_calls", note="both call the same class on every instance")


def same_rate_other_errors(
    table: Frame, *, by: By = "dataset", control: str | None = None, missing: Missing = "refuse"
) -> Frame:
    """Compute on how many instances two classifiers are right or wrong, for every pair.

    Equal error rates do not mean equal errors: where the two err on different instances an ensemble has something to
    gain, at most down to ``error_of_best``. Whether the rates differ is asked by :func:`mcnemar`.

    Parameters
    ----------
    table
        Predictions.
    by
        Groups to describe separately.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    missing
        "refuse" tables in which someone lacks an instance, or compare on those "available" to both.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> rows = br.same_rate_other_errors(table, control="kNN")
    >>> rows.select("dataset", "a", "both_wrong", "only_a_wrong", "only_b_wrong", "both_right").row(0)
    ('breast_cancer', 'DecisionTree', 10, 22, 9, 528)
    """
    return rows_over(AGREEMENT_COLUMNS, table, by, partial(_agreement, control=control, missing=missing))


def _agreement(scored: Scored, control: str | None, missing: Missing) -> pl.DataFrame:
    tested = right_or_wrong(scored).scored
    counts = tested.once(counted_answers, control, missing)
    cells = counts.select("n_dropped", **{name: pl.col(count) for name, count in CELLS.items()})
    return _described(named_pairs(tested, pairs_of(tested, control)).hstack(cells))


def _described(counts: pl.DataFrame) -> pl.DataFrame:
    e00, e01, e10, e11 = (pl.col(name) for name in CELLS)
    n = pl.col("n")
    error_a, error_b = (e00 + e01) / n, (e00 + e10) / n
    agree = (e00 + e11) / n
    chance = error_a * error_b + (1 - error_a) * (1 - error_b)
    same = (e01 == e10) & (e01 > 0)
    one_sided = (n > 0) & (chance >= 1)
    described = counts.with_columns(n=e00 + e01 + e10 + e11).with_columns(
        method=pl.lit(SAME_RATE_OTHER_ERRORS.id),
        error_a=error_a,
        error_b=error_b,
        disagreement=(e01 + e10) / n,
        kappa=pl.when(chance < 1).then((agree - chance) / (1 - chance)),
        error_of_best=e00 / n,
        status=status_where(too_few=n == 0, undefined=one_sided),
        remarks=joined_remarks(EQUAL_RATES.where(same, e01 + e10), NO_KAPPA.where(one_sided)),
        note=None,
    )
    kinds = schema_of(AGREEMENT_COLUMNS)
    finite = [pl.when(pl.col(pl.Float64).is_finite()).then(pl.col(pl.Float64))]
    return described.with_columns(finite).select(GROUP, *(pl.col(name).cast(kind) for name, kind in kinds.items()))


def stuart_maxwell(table: Frame, *, by: By = "dataset", control: str | None = None, alpha: float = 0.05) -> Frame:
    """Compute the Stuart-Maxwell test of marginal homogeneity of every two algorithms' calls.

    It looks at what was called, not at what was right; for two classes it is McNemar's chi2. Classes that both call on
    the same instances add nothing, and take no degree of freedom.

    Parameters
    ----------
    table
        Predictions of classes; an instance that one of the algorithms lacks is refused.
    by
        Groups to test separately.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alpha
        Level of the decision.

    Returns
    -------
    polars.DataFrame
        One row per group and pair; ``n_ties`` counts the instances on which both call the same.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> rows = br.stuart_maxwell(table, control="Majority")
    >>> rows.filter(pl.col("dataset") == "wine").select("a", "n", "df1").row(0)
    ('DecisionTree', 178, 2.0)
    """
    return over_predictions(table, by, _over_calls, STUART_MAXWELL, _marginal, control, checked_alpha(alpha))


def bowker(table: Frame, *, by: By = "dataset", control: str | None = None, alpha: float = 0.05) -> Frame:
    """Compute Bowker's test of symmetry of every two algorithms' calls; parameters as in :func:`stuart_maxwell`.

    Pairs of classes that are never exchanged add nothing, and take no degree of freedom.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> rows = br.bowker(table, control="Majority")
    >>> rows.filter(pl.col("dataset") == "wine").select("a", "n", "df1").row(0)
    ('DecisionTree', 178, 2.0)
    """
    return over_predictions(table, by, _over_calls, BOWKER, _symmetric, control, checked_alpha(alpha))


def _over_calls(
    scored: Scored,
    method: Method,
    statistic: Callable[[Floats], tuple[Floats, Floats]],
    control: str | None,
    alpha: float,
) -> pl.DataFrame:
    tested = scored.once(untouched)
    if tested.source.schema["truth"].is_float():
        raise ColumnError(
            "the truth holds numbers with decimals, not classes", hint="cast classes to whole numbers or text"
        )
    refuse_single_algorithm(tested.source)
    pairs = pairs_of(tested, control, everywhere=False)
    squares = _squares(tested.once(_calls), tested.items.start, pairs)
    values, degrees = statistic(squares)
    items, group = tested.items, pairs.group
    clustered = np.zeros(tested.n_groups, dtype=bool)
    if "cluster" in tested.source.columns:
        clusters, instances = tested.once(clusters_of), distinct(items.group, items.instance, tested.n_groups)
        clustered = distinct(items.group, clusters, tested.n_groups) < instances
    rows = named_pairs(tested, pairs).with_columns(
        n=pl.Series(squares.sum(axis=(1, 2)).astype(np.int64)),
        n_ties=pl.Series(np.trace(squares, axis1=1, axis2=2).astype(np.int64)),
        chi2=pl.Series(values),
        df=pl.Series(degrees),
        pooled=pl.Series(tested.several[group]),
        again=pl.Series(items.repeated[group]),
        clustered=pl.Series(clustered[group]),
    )
    n, ties = pl.col("n"), pl.col("n_ties")
    same, testable = (n > 0) & (ties == n), (n > 0) & (pl.col("df") > 0)
    few = testable & (n - ties < FEW)
    judged = result_rows(
        rows,
        method,
        **values_where(testable, statistic="chi2", df1="df"),
        p_value=pl.when(testable).then(chi2_sf("chi2", "df")).when(same).then(1.0),
        alpha=alpha,
        law="chi-square",
        alternative="two-sided",
        status=status_where(too_few=n == 0, all_ties=same, approximate=few),
        remarks=[SAME_CALLS.where(same), FEW_DIFFERING.where(few)],
    )
    return with_doubts(judged.hstack(rows.select(FLAGS)), AGAIN, POOLED, CLUSTERED)


def _calls(scored: Scored) -> Integers:
    """Return the class that every algorithm calls on every item, numbered within its group, or raise for gaps."""
    calls = with_decisions(scored.answers, None, None).get_column(SAID)
    # Codes within the group keep the tables of small label sets small.
    label = pl.DataFrame({"group": scored.group, "call": calls}).select(pl.col("call").rank("dense").over("group"))
    numbers = scored.matrix(label.to_series().cast(pl.Float64).fill_null(np.nan).to_numpy())
    item, algorithm = np.nonzero(np.isnan(numbers) & scored.present[scored.items.group])
    if len(item):
        more = f"; {len(item) - 1} more" if len(item) > 1 else ""
        place, name = scored.items.places(scored.keys, item[:1])[0], scored.algorithms[int(algorithm[0])]
        raise IncompleteError(
            f"predictions are missing: {place} lacks {name}{more}",
            hint="filter to the instances that all algorithms predicted",
        )
    return np.nan_to_num(numbers, nan=1.0).astype(np.int64) - 1


def _squares(calls: Integers, start: Integers, pairs: Pairs) -> Floats:
    """Return for every pair how often a calls i where b calls j: pairs x classes x classes."""
    size = int(calls.max(initial=0)) + 1
    squares = np.zeros((len(pairs.a), size, size))
    for place, (group, a, b) in enumerate(zip(pairs.group, pairs.a, pairs.b, strict=True)):
        own = calls[start[group] : start[group + 1]]
        squares[place] = np.bincount(own[:, a] * size + own[:, b], minlength=size**2).reshape(size, size)
    return squares


def _marginal(squares: Floats) -> tuple[Floats, Floats]:
    across, down = squares.sum(axis=2), squares.sum(axis=1)
    difference = across - down
    spread = -(squares + squares.transpose(0, 2, 1))
    place = np.arange(squares.shape[1])
    own = squares[:, place, place]
    spread[:, place, place] = across + down - 2 * own
    values, vectors = roots_and_axes(spread)
    # Whole numbers: what is no more than rounding beside the largest root is 0.
    real = values > 1e-9 * np.maximum(values.max(axis=1, keepdims=True), 1.0)
    along = np.einsum("pij,pi->pj", vectors, difference)
    parts = np.divide(along**2, values, out=np.zeros_like(values), where=real)
    return parts.sum(axis=1), real.sum(axis=1).astype(np.float64)


def _symmetric(squares: Floats) -> tuple[Floats, Floats]:
    above = np.triu(np.ones(squares.shape[1:], dtype=bool), 1)
    upper, lower = squares[:, above], squares.transpose(0, 2, 1)[:, above]
    exchanged = upper + lower
    parts = np.divide((upper - lower) ** 2, exchanged, out=np.zeros_like(exchanged), where=exchanged > 0)
    return parts.sum(axis=1), (exchanged > 0).sum(axis=1).astype(np.float64)


SAME_RATE_OTHER_ERRORS = Method(
    table=same_rate_other_errors,
    title="Agreement of errors",
    question="Do two classifiers make the same errors, or only as many?",
    shape="predictions",
    symbol="kappa",
    formula="e00, e01, e10, e11 count instances by which of the two is wrong; kappa = (agree - chance) / (1 - chance)",
    tex=r"\kappa = \frac{p_o - p_e}{1 - p_e}, \quad p_o = \frac{e_{00} + e_{11}}{n}",
    null="none: a description",
    assumes=("the two classifiers predicted the same instances",),
    account=(
        r"Agreement of errors is Cohen’s $\kappa$ of being right or wrong, with $e_{00}$ and $e_{11}$ the instances "
        "on which both are wrong and both are right."
    ),
    cites=("alpaydin2010", "cohen1960"),
    remarks=(EQUAL_RATES, NO_KAPPA),
)

STUART_MAXWELL = Method(
    table=stuart_maxwell,
    title="Stuart-Maxwell test",
    question="Do two classifiers call each class equally often, on the same instances?",
    shape="predictions",
    symbol="\\chi^2",
    formula="chi2 = d' S^+ d with d_i = n_i. - n_.i, S_ii = n_i. + n_.i - 2 n_ii, S_ij = -(n_ij + n_ji); df = rank S",
    tex=r"\chi^2 = d^{\top} S^{+} d, \quad d_i = n_{i \cdot} - n_{\cdot i}",
    null="both classifiers call each class with the same probability",
    assumes=("instances are independent",),
    account="The Stuart–Maxwell test asks whether two classifiers predict the classes equally often.",
    cites=("stuart1955", "maxwell1970"),
    remarks=(SAME_CALLS, FEW_DIFFERING, AGAIN, POOLED, CLUSTERED),
)

BOWKER = STUART_MAXWELL.relative(
    table=bowker,
    title="Bowker's test of symmetry",
    question="Do two classifiers confuse classes with each other the same way in both directions?",
    formula="chi2 = sum over i < j of (n_ij - n_ji)^2 / (n_ij + n_ji); df = pairs of classes with n_ij + n_ji > 0",
    tex=r"\chi^2 = \sum_{i<j} \frac{(n_{ij} - n_{ji})^2}{n_{ij} + n_{ji}}",
    null="a calls i where b calls j as often as a calls j where b calls i",
    account="Bowker’s test asks whether the disagreements of two classifiers are symmetric.",
    cites=("bowker1948",),
)
