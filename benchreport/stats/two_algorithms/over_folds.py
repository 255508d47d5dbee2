"""Tests of two algorithms on the same folds: paired t, corrected resampled t, 5x2 cv t and F."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import polars as pl

from benchreport.method import Alternative, Method, Remark
from benchreport.remarks import with_remarks
from benchreport.stats.forms.distributions import IntoExpr, as_expr, f_sf, t_sf
from benchreport.stats.forms.over import PER_DATASET, Frame, over_pairs, with_guessed_sizes
from benchreport.stats.forms.parameters import documented, options_as_in
from benchreport.stats.forms.rows import NO_MEAN, averaged, status_where
from benchreport.stats.forms.samples import difference_and_operand, difference_facts, spread_facts
from benchreport.stats.forms.sides import NO_RATIO, OptionsOfTest, checked_options, corrected_error, student, t_quantile
from benchreport.stats.kernels.centring import is_rounding
from benchreport.tables.blocks import Blocks, Missing, pairs_of
from benchreport.tables.designs.sizes import sizes_of
from benchreport.tables.groups import By
from benchreport.tables.schema import RUN_KEYS

REPEATS, FOLDS = 5, 2
RUNS = ("repeat", "fold")
SAME_ON_FOLDS = Remark(code="same_difference_folds", note="the same difference on every fold")
NUMERATORS = Remark(code="numerators", note="the ten choices of numerator give t from {0} to {1}")
NOT_FIVE_BY_TWO = Remark(code="not_five_by_two", note="needs five repeats of two folds each, all of them measured")
DEPENDENT = Remark(
    code="shared_folds", note="folds share training data, so this test rejects too often; see corrected_resampled_t"
)
REPEATED = Remark(
    code="repeated_runs", note="runs of repeated cross-validation are no independent sample; use corrected_resampled_t"
)
# A rate over fewer instances is taken to be too far from normal.
LEAST_INSTANCES = 30
SMALL_FOLDS = Remark(
    code="small_folds",
    note=f"test folds of fewer than {LEAST_INSTANCES} instances: their scores may be far from normal",
)
FLIPS_BESIDE = Remark(code="sign_flips_beside", note="exact sign flips beside it: p {0}")


@documented
def kfold_paired_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Compute the paired t test of every two algorithms over the folds they share.

    On folds of one dataset it is approximate, and its note says so; on runs of repeated cross-validation it is refused,
    since it would reject most true null hypotheses. With ``by="metric"`` it compares over datasets. ``statistic`` has
    the sign of the mean difference a - b in the metric's units, whichever way is better.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> once = scores.filter(pl.col("repeat") == 1)
    >>> br.kfold_paired_t(once, control="Majority").select("dataset", "a", "n", "status").row(0)
    ('breast_cancer', 'DecisionTree', 10, 'approximate')
    """
    test = partial(kfold_paired_t_expr, alternative=alternative, alpha=alpha)
    caveats = partial(_with_caveats, control=control, alternative=alternative)
    return over_pairs(KFOLD_PAIRED_T, test, table, by=by, control=control, missing=missing, finish=caveats)


def kfold_paired_t_expr(
    x: IntoExpr, y: IntoExpr, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute the paired t test of two matched columns.

    ``estimate`` is the mean difference with its interval, ``effect`` the mean difference in standard deviations of the
    differences (Cohen's d_z) with its interval from the noncentral t law.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> folds = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14], "y": [0.14, 0.16, 0.15, 0.15]})
    >>> row = folds.select(br.expr.kfold_paired_t("x", "y")).unnest("kfold_paired_t")
    >>> row.select("n", pl.col("statistic").round(4), pl.col("p_value").round(4)).row(0)
    (4, -2.8284, 0.0663)
    """
    return _t_test(KFOLD_PAIRED_T, x, y, pl.lit(0.0), alternative, alpha)


@documented
@options_as_in(kfold_paired_t)
def corrected_resampled_t(table: Frame, *, alternative: Alternative, alpha: float, **layout: Any) -> Frame:
    """Compute the corrected resampled t test of Nadeau and Bengio, every two algorithms over the runs they share.

    For k-fold, repeated k-fold and repeated holdout. The ratio of test to training size is the mean ``n_test`` over
    the mean ``n_train`` where the table has them, else 1 / (folds - 1) where cross-validation is declared. Undeclared
    folds are a guess: such a row is approximate and says that it needs a declared design.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    >>> br.corrected_resampled_t(scores, control="Majority").select("dataset", "a", "n", "df1").row(0)
    ('breast_cancer', 'DecisionTree', 100, 99.0)
    """
    test = partial(corrected_resampled_t_expr, ratio="ratio", alternative=alternative, alpha=alpha)
    return over_pairs(CORRECTED_RESAMPLED_T, test, table, facts=sizes_of, finish=with_guessed_sizes, **layout)


@documented
def corrected_resampled_t_expr(
    x: IntoExpr, y: IntoExpr, ratio: IntoExpr, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute the resampled t test of two matched columns, its variance corrected for shared training data.

    Parameters
    ----------
    ratio
        Test size over training size: a number, or a column that is constant in a group. For K-fold cross-validation,
        repeated or not, it is 1 / (K - 1).

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> folds = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14], "y": [0.14, 0.16, 0.15, 0.15]})
    >>> row = folds.select(br.expr.corrected_resampled_t("x", "y", 1 / 3)).unnest("corrected_resampled_t")
    >>> row.select(pl.col("statistic").round(4), pl.col("p_value").round(4)).row(0)
    (-1.8516, 0.1612)
    """
    return _t_test(CORRECTED_RESAMPLED_T, x, y, as_expr(ratio).cast(pl.Float64), alternative, alpha)


@documented
@options_as_in(kfold_paired_t)
def cv52_t(table: Frame, *, alternative: Alternative, alpha: float, **layout: Any) -> Frame:
    """Compute Dietterich's 5x2 cv paired t test of every two algorithms.

    The note gives the range over the ten numerators. Groups that are not five repeats of two folds get a row that says
    so.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.cv52_t(scores, control="Majority").select("dataset", "a", "n", "df1").row(0)
    ('breast_cancer', 'DecisionTree', 10, 5.0)
    """
    options = checked_options(CV52_T, alternative, alpha)
    test = partial(_oriented_cv52_t, runs=RUNS, orientation=pl.col("orientation"), options=options)
    return over_pairs(CV52_T, test, table, facts=_design_columns, **layout)


def cv52_t_expr(
    x: IntoExpr,
    y: IntoExpr,
    repeat: IntoExpr = "repeat",
    fold: IntoExpr = "fold",
    *,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute Dietterich's 5x2 cv paired t test of two matched columns.

    The statistic rests on the first difference of the first replication; the note gives the range over all ten.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"repeat": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5], "fold": [1, 2] * 5}).with_columns(
    ...     x=pl.Series([0.02, 0.01, 0.03, -0.01, 0.015, 0.025, 0, 0.03, 0.02, 0.02]), y=0.0
    ... )
    >>> row = runs.select(br.expr.cv52_t("x", "y")).unnest("cv52_t")
    >>> row.select(pl.col("statistic").round(6), pl.col("p_value").round(6)).row(0)
    (1.217161, 0.277852)
    """
    return _oriented_cv52_t(x, y, (repeat, fold), pl.lit(1.0), checked_options(CV52_T, alternative, alpha))


@documented
def cv52_f(
    table: Frame, *, by: By = PER_DATASET, control: str | None = None, alpha: float = 0.05, missing: Missing = "refuse"
) -> Frame:
    """Compute Alpaydin's combined 5x2 cv F test of every two algorithms, the default for 5x2 designs.

    Groups that are not five repeats of two folds get a row that says so.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.cv52_f(scores, control="Majority").select("dataset", "a", "df1", "df2").row(0)
    ('breast_cancer', 'DecisionTree', 10.0, 5.0)
    """
    test = partial(cv52_f_expr, alpha=alpha)
    return over_pairs(CV52_F, test, table, by=by, control=control, missing=missing, facts=_design_columns)


def cv52_f_expr(
    x: IntoExpr, y: IntoExpr, repeat: IntoExpr = "repeat", fold: IntoExpr = "fold", *, alpha: float = 0.05
) -> pl.Expr:
    """Compute Alpaydin's combined 5x2 cv F test of two matched columns; it is two-sided by nature.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"repeat": [1, 1, 2, 2, 3, 3, 4, 4, 5, 5], "fold": [1, 2] * 5}).with_columns(
    ...     x=pl.Series([0.02, 0.01, 0.03, -0.01, 0.015, 0.025, 0, 0.03, 0.02, 0.02]), y=0.0
    ... )
    >>> runs.select(br.expr.cv52_f("x", "y")).unnest("cv52_f").select(pl.col("statistic", "p_value").round(6)).row(0)
    (1.5, 0.342486)
    """
    rows = partial(_cv52_f_rows, options=checked_options(CV52_F, "two-sided", alpha))
    return averaged(CV52_F, rows, (x, y), _runs_in_order(x, y, repeat, fold))


def _oriented_cv52_t(
    x: IntoExpr, y: IntoExpr, runs: Sequence[IntoExpr], orientation: pl.Expr, options: OptionsOfTest
) -> pl.Expr:
    """Compute :func:`cv52_t` of values that were multiplied by an orientation; its note is about values before that."""
    facts = _runs_in_order(x, y, *runs) | {"orientation": orientation.drop_nulls().first()}
    return averaged(CV52_T, partial(_cv52_t_rows, options=options), (x, y), facts)


def _t_test(
    method: Method, x: IntoExpr, y: IntoExpr, ratio: pl.Expr, alternative: Alternative, alpha: float
) -> pl.Expr:
    rows = partial(_t_rows, options=checked_options(method, alternative, alpha))
    return averaged(method, rows, (x, y), difference_facts(x, y) | {"ratio": ratio.drop_nulls().first()})


def _t_rows(sums: pl.DataFrame, *, options: OptionsOfTest) -> pl.DataFrame:
    alternative, level = options.alternative, options.level
    n, mean, unit, sd, steady, tied = (pl.col(name) for name in ("n", "mean", "unit", "sd", "steady", "tied"))
    enough, sized = n >= 2, pl.col("ratio").is_not_null()
    testable = enough & sized & ~steady
    error = corrected_error()
    facts = spread_facts(sums).with_columns(error=error, reach=error * t_quantile(level, n - 1))
    error, reach = pl.col("error"), pl.col("reach")
    row = options.row(
        **student(mean / error, n - 1, error / sd, alternative, level, where=testable, tied=enough & tied),
        n=n,
        n_ties=pl.lit(None),
        estimate=mean * unit,
        **options.limits((mean - reach) * unit, (mean + reach) * unit, where=testable),
        status=status_where(too_few=~enough, all_ties=tied, zero_variance=steady, undefined=~sized),
        remarks=[SAME_ON_FOLDS.where(enough & steady & ~tied), NO_RATIO.where(enough & ~sized)],
    )
    return facts.select(row)


def _runs_in_order(x: IntoExpr, y: IntoExpr, repeat: IntoExpr, fold: IntoExpr) -> dict[str, pl.Expr]:
    """Return the aggregates of runs in the order of repeat and fold; the smallest of each is the first."""
    difference, operand = difference_and_operand(x, y)
    order = [as_expr(repeat), as_expr(fold)]
    number = as_expr(repeat).rank("dense").cast(pl.Int64)
    return {
        "d": difference.sort_by(order).implode(),
        "operand": operand.sort_by(order).implode(),
        "repeat": number.sort_by(order).implode(),
    }


def _five_by_two(lists: pl.DataFrame) -> pl.DataFrame:
    """Compute what both 5x2 tests need, for every group that is five repeats of two folds, complete."""
    runs = REPEATS * FOLDS
    layout = "".join(f"{repeat}" * FOLDS for repeat in range(1, REPEATS + 1))
    measured = pl.col("d").list.drop_nulls().list.len() == runs
    laid_out = pl.col("repeat").cast(pl.List(pl.String)).list.join("") == layout
    fits = lists.select((measured & laid_out).fill_null(False).alias("fits")).to_series()
    complete = lists.filter(fits)
    differences, operands = (
        complete.get_column(name).explode(empty_as_null=False).to_numpy().reshape(-1, REPEATS, FOLDS)
        for name in ("d", "operand")
    )
    turns = np.diff(differences, axis=2)[:, :, 0]
    variances = (turns**2 / 2).sum(axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        every_t = differences.reshape(-1, runs) / np.sqrt(variances / REPEATS)[:, None]
    computed = pl.DataFrame(
        {
            "group": np.flatnonzero(fits.to_numpy()),
            "mean": differences.mean(axis=(1, 2)),
            "square": (differences**2).sum(axis=(1, 2)),
            "variance": variances,
            "t": every_t[:, 0],
            "least": every_t.min(axis=1, initial=np.inf),
            "most": every_t.max(axis=1, initial=-np.inf),
            "steady": is_rounding(turns, operands.max(axis=2)).all(axis=1),
            "tied": is_rounding(differences, operands).all(axis=(1, 2)),
        }
    )
    placed = pl.DataFrame({"group": np.arange(lists.height), "fits": fits})
    joined = placed.join(computed, on="group", how="left", maintain_order="left")
    return joined.with_columns(pl.col("steady", "tied").fill_null(False))


def _cv52_rows(facts: pl.DataFrame, options: OptionsOfTest, p: pl.Expr, **values: Any) -> pl.DataFrame:
    """Return the rows of a 5x2 test from its p-value, statistic and degrees of freedom, where it is testable."""
    fits, steady, tied = pl.col("fits"), pl.col("steady"), pl.col("tied")
    testable = fits & ~steady
    numbers = {name: pl.when(testable).then(values.pop(name)) for name in ("statistic", "df1", "df2") if name in values}
    row = options.row(
        n=pl.when(fits).then(REPEATS * FOLDS).otherwise(0),
        p_value=pl.when(testable).then(p).when(tied).then(1.0),
        estimate=pl.col("mean"),
        status=status_where(undefined=~fits, all_ties=tied, zero_variance=steady),
        remarks=[*values.pop("remarks", ()), NOT_FIVE_BY_TWO.where(~fits)],
        **numbers,
        **values,
    )
    return facts.select(row)


def _cv52_t_rows(lists: pl.DataFrame, *, options: OptionsOfTest) -> pl.DataFrame:
    facts = _five_by_two(lists).hstack(lists.select("orientation"))
    t, least, most, lower = pl.col("t"), pl.col("least"), pl.col("most"), pl.col("orientation") < 0
    ends = pl.when(lower).then(-most).otherwise(least), pl.when(lower).then(-least).otherwise(most)
    span = NUMERATORS.where(pl.col("fits") & ~pl.col("steady"), *(end.round(4) + 0.0 for end in ends))
    p = options.tail(t, t_sf, REPEATS)
    return _cv52_rows(facts, options, p, statistic=t, df1=REPEATS, law="t", remarks=(span,))


def _cv52_f_rows(lists: pl.DataFrame, *, options: OptionsOfTest) -> pl.DataFrame:
    f, df1, df2 = pl.col("square") / (2 * pl.col("variance")), REPEATS * FOLDS, REPEATS
    return _cv52_rows(_five_by_two(lists), options, f_sf(f, df1, df2), statistic=f, df1=df1, df2=df2, law="F")


def _design_columns(blocks: Blocks) -> pl.DataFrame:
    """Return the orientation, and let a table without repeats or folds pass as one of a single repeat or fold."""
    absent = [name for name in RUN_KEYS if name not in blocks.block_keys.columns]
    return pl.DataFrame({"orientation": blocks.orientation}).with_columns(pl.lit(1).alias(name) for name in absent)


def _with_caveats(rows: pl.DataFrame, blocks: Blocks, *, control: str | None, alternative: Alternative) -> pl.DataFrame:
    """Return rows, approximate over folds and empty over repeated runs; over datasets with sign flips beside."""
    if not {*blocks.by, *blocks.block_keys.columns} & {*RUN_KEYS}:
        return _with_sign_flips(rows, alternative)
    sound = pl.col("status") == "ok"
    again = pl.lit(_repeated(blocks, control))
    void = sound & again
    emptied = ("statistic", "df1", "p_value", "ci_low", "ci_high")
    remarked = with_remarks(rows, REPEATED.where(void), DEPENDENT.where(sound & ~again))
    judged = remarked.with_columns(
        *(pl.when(~void).then(name).alias(name) for name in emptied),
        status=pl.when(void).then(pl.lit("undefined")).when(sound).then(pl.lit("approximate")).otherwise("status"),
    )
    if "n_test" not in blocks.source.columns:
        return judged
    small = blocks.of_source(small=(pl.col("n_test").min() < LEAST_INSTANCES).fill_null(False))["small"]
    tested = pl.col("status").is_in(["ok", "approximate"])
    return with_remarks(judged, SMALL_FOLDS.where(tested & small.gather(rows["group"].to_numpy())))


def _repeated(blocks: Blocks, control: str | None) -> pl.Series:
    """Return which pairs have common runs from several repeats."""
    pairs = pairs_of(blocks, control)
    if "repeat" not in blocks.block_keys.columns or blocks.block_keys["repeat"].n_unique() == 1:
        return pl.repeat(False, pairs.size, eager=True)
    runs = pairs.long().group_by("pair", maintain_order=True)
    return runs.agg(repeated=pl.col("repeat").n_unique() > 1)["repeated"]


def _with_sign_flips(rows: pl.DataFrame, alternative: Alternative) -> pl.DataFrame:
    """Return rows with the exact p-value of random signs beside, where all blocks differ by the same amount."""
    steady, n, ahead = pl.col("status") == "zero_variance", pl.col("n"), pl.col("better") == pl.col("a")
    least = pl.lit(0.5).pow(n)
    sided = pl.when(ahead if alternative == "greater" else ~ahead).then(least).otherwise(1.0)
    p = (2 * least).clip(upper_bound=1.0) if alternative == "two-sided" else sided
    return with_remarks(rows, FLIPS_BESIDE.where(steady & pl.col("better").is_not_null(), p.round_sig_figs(4)))


KFOLD_PAIRED_T = Method(
    table=kfold_paired_t,
    title="Paired t test",
    question="Do two algorithms differ in expected result, fold by fold?",
    prose="the paired t test",
    plural="paired t tests",
    short="paired t",
    symbol="t",
    formula="t = sqrt(K) mean(d) / sd(d) with K - 1 degrees of freedom, d = a - b per fold",
    tex=r"t = \frac{\sqrt{K} \, \bar{d}}{s_d}",
    null="the expected difference between the two algorithms is zero",
    assumes=("differences are independent, which cross-validation folds are not", "differences are about normal"),
    account=(
        "The paired $t$ test relates the mean of $K$ differences to its standard error and takes them as "
        "independent and normal."
    ),
    cites=("alpaydin2010", "dietterich1998"),
    estimand="mean difference a - b",
    effect="mean difference in standard deviations",
    answers=("pairs", "folds"),
    reason="It compares mean differences, which are taken as normal.",
    transitive=True,
    signed=True,
    remarks=(SAME_ON_FOLDS, NO_MEAN, REPEATED, DEPENDENT, FLIPS_BESIDE, SMALL_FOLDS),
)

CORRECTED_RESAMPLED_T = KFOLD_PAIRED_T.relative(
    table=corrected_resampled_t,
    title="Corrected resampled t test",
    question="Do two algorithms differ on a dataset, allowing for the training data that folds share?",
    prose="the corrected resampled t test",
    short="corrected resampled t",
    formula="t = mean(d) / (sd(d) sqrt(1/n + n_test/n_train)) with n - 1 degrees of freedom",
    tex=r"t = \frac{\bar{d}}{s_d \sqrt{1/n + n_{\mathrm{test}} / n_{\mathrm{train}}}}",
    assumes=("the correlation between folds is n_test / (n_train + n_test)", "differences are about normal"),
    account=(
        "The corrected resampled $t$ test adds the ratio of test to training size to the variance of the $n$ runs."
    ),
    cites=("nadeau2003",),
    answers=("folds",),
    reason="Its variance allows for training sets that overlap.",
    remarks=(SAME_ON_FOLDS, NO_RATIO, NO_MEAN),
    plural="",
)

CV52_T = CORRECTED_RESAMPLED_T.relative(
    table=cv52_t,
    title="5x2 cv paired t test",
    question="Do two algorithms differ on a dataset, by five replications of two-fold cross-validation?",
    prose="Dietterich’s 5 × 2 cv t test",
    short="5 × 2 cv t",
    formula="t = d_11 / sqrt(sum_i s_i^2 / 5) with 5 degrees of freedom, s_i^2 = (d_i1 - d_i2)^2 / 2",
    tex=r"t = \frac{d_{11}}{\sqrt{\sum_{i=1}^{5} s_i^2 / 5}}, \quad s_i^2 = \frac{(d_{i1} - d_{i2})^2}{2}",
    assumes=("differences are about normal", "replications are independent, which they are only nearly"),
    account="Dietterich’s 5 × 2 cv $t$ test uses the first difference alone, with 5 degrees of freedom.",
    cites=("dietterich1998", "alpaydin2010"),
    reason="It is the first test made for five halvings.",
    remarks=(NUMERATORS, NOT_FIVE_BY_TWO, NO_MEAN),
    effect=None,
)

CV52_F = CV52_T.relative(
    table=cv52_f,
    title="5x2 cv combined F test",
    question="Do two algorithms differ on a dataset, by all ten differences of 5x2 cross-validation?",
    prose="Alpaydın’s combined 5 × 2 cv F test",
    short="5 × 2 cv F",
    symbol="f",
    formula="f = sum_ij d_ij^2 / (2 sum_i s_i^2) with 10 and 5 degrees of freedom, s_i^2 = (d_i1 - d_i2)^2 / 2",
    tex=(
        r"f = \frac{\sum_{i=1}^{5} \sum_{j=1}^{2} d_{ij}^2}{2 \sum_{i=1}^{5} s_i^2}, "
        r"\quad s_i^2 = \frac{(d_{i1} - d_{i2})^2}{2}"
    ),
    account=(
        "The combined 5 × 2 cv $F$ test uses all ten differences $d_{ij}$ of five replications of twofold "
        "cross-validation, with 10 and 5 degrees of freedom."
    ),
    cites=("alpaydin1999", "alpaydin2010"),
    reason="Five halvings make its variance estimates nearly independent.",
    remarks=(NOT_FIVE_BY_TWO, NO_MEAN),
    signed=False,
)
