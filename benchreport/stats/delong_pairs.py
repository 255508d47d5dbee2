"""Do two algorithms rank the instances equally well? DeLong's tests of areas under ROC curves."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, IncompleteError, did_you_mean, one_of
from benchreport.measures.classes import Positive
from benchreport.measures.instances import as_predictions
from benchreport.measures.ranked import NO_CLASS, NO_NEGATIVE, NO_POSITIVE, POOLED, refuse_unscored, scored
from benchreport.method import ALTERNATIVES, RESULT_COLUMNS, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.delong import areas
from benchreport.stats.distributions import normal_isf, normal_sf, t_isf, t_sf
from benchreport.stats.forms.posthoc import two_sided_or_not
from benchreport.stats.instances import AGAIN
from benchreport.stats.rows import Frame, checked_alpha, fields, first_that_holds, over_table
from benchreport.stats.score_sheets import CHUNK, Floats, Integers, Sheets, sheets, stacks, subsets
from benchreport.tables.cells import refuse_single_algorithm
from benchreport.tables.groups import By, joined
from benchreport.tables.pairs import Missing

POSITIVES, NEGATIVES, SPREAD, GAP = (pl.col(name) for name in ("__positives", "__negatives", "__spread", "__gap"))
ONE_OF_CLASS = Remark(code="one_of_class", note="a class with one instance has no variance")
# Why there is no area.
NO_AREA = (NO_CLASS, NO_POSITIVE, NO_NEGATIVE)


def delong(
    table: Frame,
    *,
    by: By = "dataset",
    positive: Positive,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """DeLong test of every two algorithms that scored the same instances.

    ``estimate`` is the difference of the areas under the ROC curve. Scores pooled over folds come from several models:
    such rows are approximate.

    Parameters
    ----------
    table
        Predictions with a ``score``, or with probabilities.
    by
        Groups to test separately.
    positive
        The positive class: one for all datasets, or a mapping from dataset to class.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b.
    alpha
        Level of the interval.
    missing
        "refuse" tables in which someone lacks a score, or compare on those "available" to both.

    Returns
    -------
    polars.DataFrame
        One row per group and pair, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> cancer = table.filter(pl.col("dataset") == "breast_cancer")
    >>> rows = br.delong(cancer, positive="malignant", control="Majority")
    >>> rows.select("a", "n", pl.col("estimate", "statistic").round(4), "better").row(0)
    ('DecisionTree', 569, 0.4653, 20.4376, 'DecisionTree')
    """
    _checked(alternative, alpha, missing)

    def run(data: Any) -> pl.DataFrame:
        known = as_predictions(data)
        refuse_single_algorithm(known)
        layout = sheets(known, by, positive)
        gapped = np.zeros(len(layout.sizes), dtype=bool)
        lacking = layout.lacking
        if lacking.any():
            if missing == "refuse":
                raise incomplete(layout, lacking)
            widths = layout.sizes[layout.group_of]
            gapped[np.unique(np.repeat(layout.group_of, widths)[lacking])] = True
        pairs = _couples(layout, control)
        found = _paired(layout, pairs, gapped)
        return _rows(DELONG, layout, pairs, found, alternative, alpha)

    return over_table(table, by, RESULT_COLUMNS, run)


def delong_unpaired(
    table: Frame,
    *,
    by: By = "dataset",
    positive: Positive,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Frame:
    """Test the areas of every two algorithms that scored different instances; parameters as in :func:`delong`.

    Algorithms that share instances are refused: :func:`delong` makes use of the pairing.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> cancer = table.filter(pl.col("dataset") == "breast_cancer", pl.col("algorithm").is_in(["kNN", "GaussianNB"]))
    >>> own = (pl.col("algorithm") == "kNN") == (pl.col("instance") % 2 == 0)
    >>> br.delong_unpaired(cancer.filter(own), positive="malignant").select("a", "b", pl.col("df1").round(1)).row(0)
    ('GaussianNB', 'kNN', 557.1)
    """
    _checked(alternative, alpha, "refuse")

    def run(data: Any) -> pl.DataFrame:
        known = as_predictions(data)
        refuse_single_algorithm(known)
        refuse_unscored(scored(known, positive))
        layout = sheets(known, by, positive)
        _refuse_common(layout)
        pairs = _couples(layout, control)
        each = singles(layout)
        found = {
            f"{name}_{side}": each[name][pairs.get_column(f"__{side}").to_numpy()] for name in each for side in "ab"
        }
        n = {side: found[f"positives_{side}"] + found[f"negatives_{side}"] for side in "ab"}
        var = {side: found[f"variance_{side}"] for side in "ab"}
        with np.errstate(divide="ignore", invalid="ignore"):
            spread = var["a"] + var["b"]
            df = spread**2 / (var["a"] ** 2 / (n["a"] - 1) + var["b"] ** 2 / (n["b"] - 1))
        together = {
            "positives": np.minimum(found["positives_a"], found["positives_b"]),
            "negatives": np.minimum(found["negatives_a"], found["negatives_b"]),
            "gap": found["auc_a"] - found["auc_b"],
            "spread": spread,
            "df": df,
            "n": n["a"] + n["b"],
        }
        return _rows(DELONG_UNPAIRED, layout, pairs, together, alternative, alpha, paired=False)

    return over_table(table, by, RESULT_COLUMNS, run)


def _checked(alternative: str, alpha: float, missing: str) -> None:
    one_of(alternative, ALTERNATIVES, name="alternative")
    one_of(missing, ("refuse", "available"), name="missing")
    checked_alpha(alpha)


def singles(layout: Sheets) -> dict[str, Floats]:
    """Give area, variance and counts of every algorithm, each on the instances it scored."""
    names = ("auc", "variance", "positives", "negatives", "twice_u")
    found = {name: np.full(layout.places.height, np.nan) for name in names}
    for part, scores, flags in stacks(subsets(layout, np.arange(layout.places.height)[:, None])):
        stack = areas(scores, flags)
        found["auc"][part], found["variance"][part] = stack.auc[:, 0], stack.covariance[:, 0, 0]
        found["positives"][part], found["negatives"][part] = stack.positives, stack.negatives
        found["twice_u"][part] = stack.twice_u[:, 0]
    return found


def _couples(layout: Sheets, control: str | None) -> pl.DataFrame:
    """List every pair of each group with the places of both, ``__a`` and ``__b``, and the group."""
    places = layout.places.with_columns(__row=pl.int_range(pl.len()), __group=pl.Series(layout.group_of))
    known = layout.places.get_column("algorithm").unique().sort().to_list()
    if control is not None and control not in known:
        raise ColumnError(f"no algorithm {control!r} to be the control", hint=did_you_mean(control, known))
    a = places.rename({"algorithm": "a", "__row": "__a"})
    b = places.select(*layout.groups, b="algorithm", __b="__row")
    wanted = pl.col("a") < pl.col("b")
    if control is not None:
        there = places.filter(pl.col("algorithm") == control).get_column("__group").n_unique()
        if there < len(layout.sizes):
            raise IncompleteError(
                f"{len(layout.sizes) - there} groups lack the control {control!r}",
                hint="filter them out, or choose a control that was measured in every group",
            )
        b, wanted = b.filter(pl.col("b") == control), pl.col("a") != pl.col("b")
    return joined(a, b, layout.groups).filter(wanted).sort(*layout.groups, "a", "b")


def _paired(layout: Sheets, pairs: pl.DataFrame, gapped: np.ndarray[Any, Any]) -> dict[str, Floats]:
    """Compare the areas of all pairs: whole groups at once, pairs of groups with gaps one by one."""
    names = ("gap", "spread", "positives", "negatives")
    found = {name: np.full(pairs.height, np.nan) for name in names}
    first, second, group = (pairs.get_column(name).to_numpy() for name in ("__a", "__b", "__group"))
    begin = np.cumsum(layout.rows) - layout.rows
    in_whole = ~gapped[group]
    for part, scores, flags in stacks(layout, ~gapped):
        position = np.full(len(layout.sizes), -1, dtype=np.int64)
        position[part] = np.arange(len(part))
        here = np.flatnonzero(in_whole & (position[group] >= 0))
        at, i, j = position[group[here]], first[here] - begin[group[here]], second[here] - begin[group[here]]
        _fill(found, here, areas(scores, flags), at, i, j)
    rest = np.flatnonzero(~in_whole)
    for batch in _batches(rest, 2 * layout.sizes[group[rest]]):
        own = subsets(layout, np.stack([first[batch], second[batch]], axis=1))
        for part, scores, flags in stacks(own):
            lines = np.arange(len(part))
            _fill(found, batch[part], areas(scores, flags), lines, np.zeros_like(lines), np.ones_like(lines))
    return found


def _fill(found: dict[str, Floats], here: Integers, stack: Any, at: Integers, i: Integers, j: Integers) -> None:
    n1, n0 = stack.positives[at].astype(np.float64), stack.negatives[at].astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        found["gap"][here] = (stack.twice_u[at, i] - stack.twice_u[at, j]) / (2 * n1 * n0)
    found["spread"][here] = stack.spread[at, i, j]
    found["positives"][here], found["negatives"][here] = n1, n0


def _batches(rows: Integers, sizes: Integers) -> list[Integers]:
    """Cut rows into batches of bounded size."""
    if not len(rows):
        return []
    number = (np.cumsum(sizes) - sizes) // CHUNK
    return np.split(rows, np.flatnonzero(np.diff(number)) + 1)


def _rows(
    method: Method,
    layout: Sheets,
    pairs: pl.DataFrame,
    found: dict[str, Floats],
    alternative: Alternative,
    alpha: float,
    paired: bool = True,
) -> pl.DataFrame:
    group = pairs.get_column("__group").to_numpy()
    scored_units = np.bincount(
        np.repeat(np.arange(len(layout.sizes)), layout.sizes), layout.flags >= 0, minlength=len(layout.sizes)
    )
    table = pairs.with_columns(
        **{f"__{name}": pl.Series(values, nan_to_null=True) for name, values in found.items()},
        __all=pl.Series(scored_units[group]),
        __pooled=layout.facts.get_column("pooled")[group],
        __again=layout.facts.get_column("again")[group],
    )
    n = (POSITIVES + NEGATIVES) if paired else pl.col("__n")
    whole = (POSITIVES > 0) & (NEGATIVES > 0)
    enough = (POSITIVES > 1) & (NEGATIVES > 1)
    tied, flat = enough & (SPREAD == 0) & (GAP == 0), enough & (SPREAD == 0) & (GAP != 0)
    sound = enough & ~tied & ~flat
    error = SPREAD.sqrt()
    statistic = GAP / error
    level = alpha / 2 if alternative == "two-sided" else alpha
    df = pl.col("__df") if not paired else None
    tail = normal_sf if df is None else (lambda value: t_sf(value, df))
    reach = error * (normal_isf(level) if df is None else t_isf(pl.lit(level), df))
    doubtful = sound & (pl.col("__pooled") | pl.col("__again"))
    return table.select(
        *layout.groups,
        *fields(
            method,
            a=pl.col("a"),
            b=pl.col("b"),
            better=pl.when(GAP > 0).then("a").when(GAP < 0).then("b"),
            n=n,
            n_dropped=pl.col("__all") - n,
            statistic=pl.when(sound).then(statistic),
            df1=pl.when(sound).then(df) if df is not None else None,
            p_value=pl.when(sound).then(two_sided_or_not(tail, statistic, alternative)).when(tied).then(1.0),
            estimate=pl.when(whole).then(GAP),
            ci_low=pl.when(sound).then(GAP - reach) if alternative != "less" else None,
            ci_high=pl.when(sound).then(GAP + reach) if alternative != "greater" else None,
            alpha=alpha,
            law="normal" if paired else "Student's t",
            alternative=alternative,
            status=first_that_holds(
                [
                    (~whole, "undefined"),
                    (~enough, "too_few"),
                    (tied, "all_ties"),
                    (flat, "zero_variance"),
                    (doubtful, "approximate"),
                ],
                "ok",
            ),
            remarks=joined_remarks(
                *remarks(whole, enough),
                AGAIN.where(doubtful & pl.col("__again")),
                POOLED.where(doubtful & pl.col("__pooled") & ~pl.col("__again")),
            ),
        ),
    )


def remarks(whole: pl.Expr, enough: pl.Expr) -> list[pl.Expr]:
    """Return why there is no area, or no variance."""
    nobody = (POSITIVES <= 0) & (NEGATIVES <= 0)
    return [
        NO_CLASS.where(nobody),
        NO_POSITIVE.where(~nobody & (POSITIVES <= 0)),
        NO_NEGATIVE.where(~nobody & (NEGATIVES <= 0)),
        ONE_OF_CLASS.where(whole & ~enough),
    ]


def incomplete(layout: Sheets, lacking: np.ndarray[Any, Any]) -> IncompleteError:
    """Build the error that names the scores that are not there."""
    places = np.flatnonzero(lacking)
    widths = layout.sizes[layout.group_of]
    line = np.repeat(np.arange(layout.places.height), widths)[places]
    unit = layout.first[layout.group_of[line]] + places - layout.start[line]
    shown = layout.units[unit].with_columns(algorithm=layout.places.get_column("algorithm")[line])
    shown = shown.sort(shown.columns)
    first = "; ".join(
        ", ".join(str(value) for name, value in row.items() if name != "algorithm") + f" lacks {row['algorithm']}"
        for row in shown.head(3).to_dicts()
    )
    more = f"; {len(places) - 3} more" if len(places) > 3 else ""
    return IncompleteError(
        f"scores are missing: {first}{more}",
        hint="missing='available' compares each pair on the instances both scored",
    )


def _refuse_common(layout: Sheets) -> None:
    group = np.repeat(layout.group_of, layout.sizes[layout.group_of])
    column = np.arange(len(layout.scores)) - np.repeat(layout.start, layout.sizes[layout.group_of])
    times = np.bincount(layout.first[group] + column, ~np.isnan(layout.scores), minlength=len(layout.flags))
    if (times > 1).any():
        first = ", ".join(map(str, layout.units.row(int(np.flatnonzero(times > 1)[0]))))
        raise ColumnError(
            f"{int((times > 1).sum())} instances were scored by several algorithms, first {first}",
            hint="br.delong pairs the scores of the same instance; here test sets must differ",
        )


DELONG = Method(
    id="delong",
    title="DeLong test",
    question="Do two algorithms rank the instances equally well?",
    kind="table",
    shape="predictions",
    door="two",
    symbol="z",
    formula=(
        "z = (AUC_a - AUC_b) / sqrt(Var_a + Var_b - 2 Cov), from the placements of positives among negatives and"
        " of negatives among positives"
    ),
    tex=r"z = \frac{\mathrm{AUC}_a - \mathrm{AUC}_b}{\sqrt{\mathrm{Var}_a + \mathrm{Var}_b - 2 \, \mathrm{Cov}_{ab}}}",
    null="both areas under the ROC curve are equal",
    assumes=("instances are independent", "both algorithms scored the same instances"),
    cites=("delong1988", "sun2014"),
    estimand="difference in AUC, a - b",
    signed=True,
    remarks=(*NO_AREA, ONE_OF_CLASS, AGAIN, POOLED),
    table=delong,
)

DELONG_UNPAIRED = Method(
    id="delong_unpaired",
    title="DeLong test on separate test sets",
    question="Do two algorithms rank equally well, each its own instances?",
    kind="table",
    shape="predictions",
    door="two",
    symbol="t",
    formula="t = (AUC_a - AUC_b) / sqrt(Var_a + Var_b), with Satterthwaite's degrees of freedom",
    tex=r"t = \frac{\mathrm{AUC}_a - \mathrm{AUC}_b}{\sqrt{\mathrm{Var}_a + \mathrm{Var}_b}}",
    null="both areas under the ROC curve are equal",
    assumes=("instances are independent", "no instance was scored by both"),
    cites=("delong1988", "robin2011"),
    estimand="difference in AUC, a - b",
    signed=True,
    remarks=(*NO_AREA, ONE_OF_CLASS, AGAIN, POOLED),
    table=delong_unpaired,
)
