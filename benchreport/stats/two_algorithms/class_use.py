"""Do two classifiers use the classes alike, on the same instances?"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, IncompleteError
from benchreport.measures.classes import SAID, with_decisions
from benchreport.measures.instances import clusters_of
from benchreport.method import Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import chi2_sf
from benchreport.stats.forms.predictions import FLAGS, over_predictions, untouched, with_doubts
from benchreport.stats.forms.rows import Frame, checked_alpha, fields, first_that_holds
from benchreport.stats.two_algorithms.on_instances import AGAIN, CLUSTERED, POOLED
from benchreport.tables.blocks import refuse_single_algorithm
from benchreport.tables.groups import By
from benchreport.tables.scored import GROUP, Floats, Integers, Pairs, Scored, distinct, named_pairs, pairs_of
from benchreport.threads import roots_and_axes

FEW = 25
FEW_DIFFERING = Remark(code="few_differing_calls", note=f"rough with fewer than {FEW} differing calls")
SAME_CALLS = Remark(code="same_calls", note="both call the same class on every instance")


def stuart_maxwell(table: Frame, *, by: By = "dataset", control: str | None = None, alpha: float = 0.05) -> Frame:
    """Stuart-Maxwell test of marginal homogeneity of every two algorithms' calls; for two classes McNemar's chi2.

    It looks at what was called, not at what was right. Classes that both call on the same instances add nothing, and
    take no degree of freedom.

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
    checked_alpha(alpha)
    return over_predictions(table, by, _over_calls, STUART_MAXWELL, _marginal, control, alpha)


def bowker(table: Frame, *, by: By = "dataset", control: str | None = None, alpha: float = 0.05) -> Frame:
    """Bowker's test of symmetry of every two algorithms' calls; parameters as in :func:`stuart_maxwell`.

    Pairs of classes that are never exchanged add nothing, and take no degree of freedom.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> rows = br.bowker(table, control="Majority")
    >>> rows.filter(pl.col("dataset") == "wine").select("a", "n", "df1").row(0)
    ('DecisionTree', 178, 2.0)
    """
    checked_alpha(alpha)
    return over_predictions(table, by, _over_calls, BOWKER, _symmetric, control, alpha)


def _over_calls(
    scored: Scored,
    method: Method,
    statistic: Callable[[Floats], tuple[Floats, Floats]],
    control: str | None,
    alpha: float,
) -> pl.DataFrame:
    known = scored.once(untouched)
    if known.source.schema["truth"].is_float():
        raise ColumnError(
            "the truth holds numbers with decimals, not classes", hint="cast classes to whole numbers or text"
        )
    refuse_single_algorithm(known.source)
    pairs = pairs_of(known, control, everywhere=False)
    squares = _squares(known.once(_calls), known.items.start, pairs)
    values, degrees = statistic(squares)
    items, group = known.items, pairs.group
    clustered = np.zeros(known.n_groups, dtype=bool)
    if "cluster" in known.source.columns:
        clusters, instances = known.once(clusters_of), distinct(items.group, items.instance, known.n_groups)
        clustered = distinct(items.group, clusters, known.n_groups) < instances
    rows = named_pairs(known, pairs).with_columns(
        n=pl.Series(squares.sum(axis=(1, 2)).astype(np.int64)),
        n_ties=pl.Series(np.trace(squares, axis1=1, axis2=2).astype(np.int64)),
        chi2=pl.Series(values),
        df=pl.Series(degrees),
        pooled=pl.Series(known.several[group]),
        again=pl.Series(items.repeated[group]),
        clustered=pl.Series(clustered[group]),
    )
    judged = rows.select(GROUP, *_fields(method, alpha), *FLAGS)
    return with_doubts(judged, AGAIN, POOLED, CLUSTERED)


def _fields(method: Method, alpha: float) -> list[pl.Expr]:
    n, df = pl.col("n"), pl.col("df")
    same = (n > 0) & (pl.col("n_ties") == n)
    testable = (n > 0) & (df > 0)
    few = testable & (n - pl.col("n_ties") < FEW)
    return fields(
        method,
        a=pl.col("a"),
        b=pl.col("b"),
        n=n,
        n_ties=pl.col("n_ties"),
        statistic=pl.when(testable).then("chi2"),
        df1=pl.when(testable).then("df"),
        p_value=pl.when(testable).then(chi2_sf("chi2", "df")).when(same).then(1.0),
        alpha=alpha,
        law="chi-square",
        alternative="two-sided",
        status=first_that_holds([(n == 0, "too_few"), (same, "all_ties"), (few, "approximate")], "ok"),
        remarks=joined_remarks(SAME_CALLS.where(same), FEW_DIFFERING.where(few)),
    )


def _calls(scored: Scored) -> Integers:
    """Return the class that every algorithm calls on every item, numbered within its group; refuse gaps."""
    said = with_decisions(scored.answers, None, None).get_column(SAID)
    # Codes within the group keep the tables of small label sets small.
    label = pl.DataFrame({"group": scored.group, "said": said}).select(pl.col("said").rank("dense").over("group"))
    calls = scored.matrix(label.to_series().cast(pl.Float64).fill_null(np.nan).to_numpy())
    item, algorithm = np.nonzero(np.isnan(calls) & scored.present[scored.items.group])
    if len(item):
        more = f"; {len(item) - 1} more" if len(item) > 1 else ""
        place, name = scored.items.places(scored.keys, item[:1])[0], scored.algorithms[int(algorithm[0])]
        raise IncompleteError(
            f"predictions are missing: {place} lacks {name}{more}",
            hint="filter to the instances that all algorithms predicted",
        )
    return np.nan_to_num(calls, nan=1.0).astype(np.int64) - 1


def _squares(calls: Integers, start: Integers, pairs: Pairs) -> Floats:
    """Count for every pair how often a calls i where b calls j: pairs x classes x classes."""
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
    there, back = squares[:, above], squares.transpose(0, 2, 1)[:, above]
    both = there + back
    parts = np.divide((there - back) ** 2, both, out=np.zeros_like(both), where=both > 0)
    return parts.sum(axis=1), (both > 0).sum(axis=1).astype(np.float64)


STUART_MAXWELL = Method(
    id="stuart_maxwell",
    title="Stuart-Maxwell test",
    question="Do two classifiers call each class equally often, on the same instances?",
    shape="predictions",
    symbol="\\chi^2",
    formula="chi2 = d' S^+ d with d_i = n_i. - n_.i, S_ii = n_i. + n_.i - 2 n_ii, S_ij = -(n_ij + n_ji); df = rank S",
    tex=r"\chi^2 = d^{\top} S^{+} d, \quad d_i = n_{i \cdot} - n_{\cdot i}",
    null="both classifiers call each class with the same probability",
    assumes=("instances are independent",),
    cites=("stuart1955", "maxwell1970"),
    remarks=(SAME_CALLS, FEW_DIFFERING, AGAIN, POOLED, CLUSTERED),
    table=stuart_maxwell,
)

BOWKER = Method(
    id="bowker",
    title="Bowker's test of symmetry",
    question="Do two classifiers confuse classes with each other the same way in both directions?",
    shape="predictions",
    symbol="\\chi^2",
    formula="chi2 = sum over i < j of (n_ij - n_ji)^2 / (n_ij + n_ji); df = pairs of classes with n_ij + n_ji > 0",
    tex=r"\chi^2 = \sum_{i<j} \frac{(n_{ij} - n_{ji})^2}{n_{ij} + n_{ji}}",
    null="a calls i where b calls j as often as a calls j where b calls i",
    assumes=("instances are independent",),
    cites=("bowker1948",),
    remarks=(SAME_CALLS, FEW_DIFFERING, AGAIN, POOLED, CLUSTERED),
    table=bowker,
)
