"""Do two classifiers use the classes alike, on the same instances?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import ColumnError, IncompleteError, did_you_mean
from benchreport.measures.classes import SAID, with_decisions
from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.distributions import chi2_sf
from benchreport.stats.instances import AGAIN, CLUSTERED, POOLED
from benchreport.stats.rows import Frame, checked_alpha, fields, first_that_holds, over_table
from benchreport.stats.untouched import untouched_predictions
from benchreport.tables.cells import refuse_single_algorithm
from benchreport.tables.groups import By, aggregate, group_columns, joined
from benchreport.tables.schema import RUN_KEYS
from benchreport.threads import roots_and_axes

Floats = npt.NDArray[np.float64]
TAKEN = ("instance", "truth", "prediction", "score", "weight", "cluster", "label")
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
    return _over_calls(table, by, STUART_MAXWELL, control, alpha, _marginal)


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
    return _over_calls(table, by, BOWKER, control, alpha, _symmetric)


def _over_calls(
    table: Frame,
    by: By,
    method: Method,
    control: str | None,
    alpha: float,
    statistic: Callable[[Floats], tuple[Floats, Floats]],
) -> Frame:
    checked_alpha(alpha)

    def run(given: Any) -> pl.DataFrame:
        predicted = untouched_predictions(given)
        if predicted.schema["truth"].is_float():
            raise ColumnError(
                "the truth holds numbers with decimals, not classes", hint="cast classes to whole numbers or text"
            )
        known = with_decisions(predicted, None, None)
        refuse_single_algorithm(known)
        groups = group_columns(known, by, TAKEN)
        squares, rows = _squares(known, groups, control)
        values, degrees = statistic(squares)
        agreed = np.trace(squares, axis1=1, axis2=2)
        found = rows.with_columns(
            n=pl.Series(squares.sum(axis=(1, 2)).astype(np.int64)),
            n_ties=pl.Series(agreed.astype(np.int64)),
            chi2=pl.Series(values),
            df=pl.Series(degrees),
        )
        return _with_doubts(found.select(*groups, *_fields(method, alpha)), known, groups)

    return over_table(table, by, RESULT_COLUMNS, run)


def _with_doubts(rows: pl.DataFrame, known: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Mark the rows whose instances are not independent: pooled over runs, predicted again, or in clusters."""
    runs = [name for name in RUN_KEYS if name in known.columns and name not in groups]
    instance, clusters = pl.struct("dataset", "instance"), "cluster" in known.columns
    facts = aggregate(
        known,
        groups,
        __pooled=pl.struct("dataset", *runs).n_unique() > pl.col("dataset").n_unique() if runs else pl.lit(False),
        __again=pl.struct("dataset", "instance", *runs).n_unique() > instance.n_unique() if runs else pl.lit(False),
        __clustered=pl.struct("dataset", "cluster").n_unique() < instance.n_unique() if clusters else pl.lit(False),
    )
    judged = rows.join(facts, on=groups, how="left", maintain_order="left") if groups else rows.join(facts, how="cross")
    sound = pl.col("status").is_in(["ok", "approximate"])
    again, clustered = pl.col("__again"), pl.col("__clustered")
    pooled = pl.col("__pooled") & ~again
    return judged.with_columns(
        status=pl.when(sound & (again | pooled | clustered)).then(pl.lit("approximate")).otherwise("status"),
        remarks=joined_remarks(
            pl.col("remarks"),
            AGAIN.where(sound & again),
            POOLED.where(sound & pooled),
            CLUSTERED.where(sound & clustered),
        ),
    ).select(rows.columns)


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


def _squares(known: pl.DataFrame, groups: list[str], control: str | None) -> tuple[Floats, pl.DataFrame]:
    """Count for every pair how often a calls i where b calls j: pairs x classes x classes, and which pair each is."""
    names = known.get_column("algorithm").unique().sort().to_list()
    if control is not None and control not in names:
        raise ColumnError(f"no algorithm {control!r} to be the control", hint=did_you_mean(control, names))
    unit = list(dict.fromkeys([*groups, "dataset", *(name for name in RUN_KEYS if name in known.columns), "instance"]))
    # Codes within the group keep the tables of small label sets small.
    label = pl.col(SAID).rank("dense").over(groups) if groups else pl.col(SAID).rank("dense")
    calls = known.select(*unit, "algorithm", label=label.cast(pl.Int64) - 1).unique()
    _refuse_gaps(calls, groups, unit)
    algorithms = calls.select(*groups, "algorithm").unique()
    a, b = algorithms.rename({"algorithm": "a"}), algorithms.rename({"algorithm": "b"})
    wanted = pl.col("a") < pl.col("b")
    if control is not None:
        b, wanted = b.filter(pl.col("b") == control), pl.col("a") != pl.col("b")
    rows = joined(a, b, groups).filter(wanted).sort(*groups, "a", "b")
    first = calls.rename({"algorithm": "a", "label": "i"})
    second = calls.rename({"algorithm": "b", "label": "j"})
    cells = first.join(second, on=unit).filter(wanted).group_by(*groups, "a", "b", "i", "j").agg(count=pl.len())
    placed = rows.with_row_index("__row").join(cells, on=[*groups, "a", "b"], how="inner")
    size = int(placed.select(pl.max_horizontal("i", "j").max()).item() or 0) + 1
    squares = np.zeros((rows.height, size, size))
    at = tuple(placed.get_column(name).to_numpy() for name in ("__row", "i", "j"))
    squares[at] = placed.get_column("count").to_numpy()
    return squares, rows


def _refuse_gaps(calls: pl.DataFrame, groups: list[str], unit: list[str]) -> None:
    expected = joined(calls.select(unit).unique(), calls.select(*groups, "algorithm").unique(), groups)
    lacking = expected.join(calls.filter(pl.col("label").is_not_null()), on=[*unit, "algorithm"], how="anti")
    if lacking.height:
        row = lacking.sort(*unit, "algorithm").row(0, named=True)
        place = ", ".join(str(row[name]) for name in unit)
        more = f"; {lacking.height - 1} more" if lacking.height > 1 else ""
        raise IncompleteError(
            f"predictions are missing: {place} lacks {row['algorithm']}{more}",
            hint="filter to the instances that all algorithms predicted",
        )


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
    kind="table",
    shape="predictions",
    door="two",
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
    kind="table",
    shape="predictions",
    door="two",
    symbol="\\chi^2",
    formula="chi2 = sum over i < j of (n_ij - n_ji)^2 / (n_ij + n_ji); df = pairs of classes with n_ij + n_ji > 0",
    tex=r"\chi^2 = \sum_{i<j} \frac{(n_{ij} - n_{ji})^2}{n_{ij} + n_{ji}}",
    null="a calls i where b calls j as often as a calls j where b calls i",
    assumes=("instances are independent",),
    cites=("bowker1948",),
    remarks=(SAME_CALLS, FEW_DIFFERING, AGAIN, POOLED, CLUSTERED),
    table=bowker,
)
