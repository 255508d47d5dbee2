"""Differences of two algorithms on the scale of the metric: raw differences, log ratios, signs, group means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean
from benchreport.method import RESULT_COLUMNS, Alternative, Method, Remark
from benchreport.options import PAIR_TEST
from benchreport.registry import METHODS
from benchreport.remarks import joined_remarks
from benchreport.stats.attainable import least_of_sign_flips
from benchreport.stats.columns import paired as columns
from benchreport.stats.paired import DEPENDENT
from benchreport.stats.pairs_of_frames import over_lists
from benchreport.stats.rows import Frame, checked_alpha, doubted, first_that_holds, over_table
from benchreport.stats.signed_ranks import walsh_limits_of_lists
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By, group_columns, within
from benchreport.tables.metric_scale import COMPARABLE, Scale, scales_of
from benchreport.tables.pairs import Missing, pair_lists, pairs
from benchreport.tables.rounding import is_zero
from benchreport.tables.sizes import dependent_runs

Floats = npt.NDArray[np.float64]
Scales = Mapping[str, str] | None
Group = str | Mapping[str, str] | None
Comparison = Literal["difference", "log ratio", "sign"]
# The id of a test of pairs; METHODS.answering("pairs") lists them.
PairTest = str
NULL_VALUES: Mapping[Comparison, float] = {"difference": 0.0, "log ratio": 1.0, "sign": 0.5}
TIE = 1e-14  # of the larger operand: what lies below is rounding
NO_LOGARITHM = Remark(code="no_log_ratios", note="some values are 0 or below, so there are no log ratios")
# What signed-rank tests without estimates remark.
SIGNED_RANK_REMARKS = (columns.UNREACHABLE, columns.MANY_BLOCKS, columns.INFINITE_RANKED)
# What compared_lists adds to the columns of pair_lists.
OWN = ("__scale", "__comparison", "__difference", "__noise")


def log_ratio(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the Wilcoxon signed-rank test of the log ratios of every two algorithms.

    For metrics with units, such as times and root mean squared errors: multiplying all values of a dataset by a
    constant changes nothing. ``estimate`` is the median ratio a / b with its interval; datasets on which both are equal
    count in them, though not in the test. Runs are averaged before the logarithm is taken. A group with a value of 0 or
    below has no log ratios at all: its rows have the status ``undefined``; see :func:`verdicts`, which then counts
    wins.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to test separately.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b.
    alpha
        Level of the interval.
    missing
        "refuse" incomplete tables, or compare each pair on the datasets "available" to both.
    reduce
        How several runs of a dataset become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> times = pl.DataFrame({"dataset": range(8), "A": [1, 2, 3, 40, 5, 6, 70, 8], "B": [2, 4, 6, 90, 9, 12, 150, 17]})
    >>> row = br.log_ratio(br.scores(times, metric="seconds"))
    >>> row.select("p_value", pl.col("estimate").round(3), "better").row(0)
    (0.0078125, 0.491, 'A')
    """
    rows = columns.wilcoxon_rows(alternative, "drop", "exact", alpha, False)

    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        lists = pair_lists(scores, by=by, control=control, missing=missing, reduce=reduce)
        groups = lists.columns[: lists.columns.index("a")]
        lists = _on_scale(lists.with_columns(__scale=pl.lit("ratio")), groups)
        tested = over_lists(lists.drop(OWN), LOG_RATIO, rows)
        estimate, low, high = _limits(lists, alternative, alpha)
        positive = (pl.col("__comparison") == "log ratio") & (pl.col("n") + pl.col("n_ties") > 0)
        kept = {name: pl.when(positive).then(pl.col(name)) for name in UNDEFINED_WITHOUT_LOGS}
        rows_of_pairs = tested.with_columns(
            __comparison=lists.get_column("__comparison"),
            estimate=_series(np.exp(estimate)),
            ci_low=_series(np.exp(low)),
            ci_high=_series(np.exp(high)),
            estimand=pl.lit(LOG_RATIO.estimand),
            method=pl.lit(LOG_RATIO.id),
        )
        undefined = pl.col("__comparison") == "sign"
        finished = rows_of_pairs.with_columns(
            **kept,
            status=first_that_holds([(undefined, "undefined")], None).fill_null(pl.col("status")),
            remarks=joined_remarks(NO_LOGARITHM.where(undefined), pl.when(~undefined).then("remarks")),
        )
        return doubted(finished.drop("__comparison"), DEPENDENT, dependent_runs(scores, by))

    return over_table(table, by, RESULT_COLUMNS, run)


UNDEFINED_WITHOUT_LOGS = (
    "better", "statistic", "p_value", "estimate", "ci_low", "ci_high", "effect", "effect_low", "effect_high"
)  # fmt: skip


def group_test(
    table: Frame,
    *,
    by: By = "metric",
    group: Group = "group",
    control: str | None = None,
    scales: Scales = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the Wilcoxon signed-rank test of group means, for datasets that come in families.

    Variants of one source are no independent datasets: with intraclass correlation .8 tests on the single datasets
    reject five times too often. The differences of a group are averaged, and the groups are the blocks; ``n`` counts
    groups. With units the means are those of log ratios, and where values reach 0 or below a group counts as won by
    the algorithm that wins more of its datasets.

    Parameters
    ----------
    table
        Scores.
    by
        Groups of rows to test separately.
    group
        Column that names the family of a dataset, or a mapping of dataset to family. A dataset without a family is
        its own.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    scales
        Scale of metrics whose name does not settle it: "share", "area", "correlation" or "ratio".
    alternative
        "greater" means that a is better than b.
    alpha
        Level of the interval.
    missing
        "refuse" incomplete tables, or compare each pair on the datasets "available" to both.
    reduce
        How several runs of a dataset become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> families = {"breast cancer": "breast", "breast cancer wisconsin": "breast"}
    >>> br.group_test(scores, group=families).select("a", "b", "n", "n_ties").row(0)
    ('C4.5', 'C4.5+cf', 12, 1)
    """
    checked_alpha(alpha)

    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        lists = compared_lists(
            scores, by=by, control=control, missing=missing, reduce=reduce, scales=scales, group=group
        )
        rows = paired_rows(lists, alternative=alternative, alpha=alpha, method=GROUP_TEST)
        estimate, low, high = _limits(lists, alternative, alpha)
        logs = (lists.get_column("__comparison") == "log ratio").to_numpy()
        raw = (lists.get_column("__comparison") == "difference").to_numpy()

        def in_units(values: Floats) -> pl.Series:
            with np.errstate(over="ignore"):
                return _series(np.where(logs, np.exp(np.where(logs, values, 0.0)), np.where(raw, values, np.nan)))

        by_size = pl.Series(logs | raw)
        return rows.with_columns(
            estimate=pl.when(by_size).then(in_units(estimate)).otherwise("estimate"),
            ci_low=pl.when(by_size).then(in_units(low)).otherwise("ci_low"),
            ci_high=pl.when(by_size).then(in_units(high)).otherwise("ci_high"),
        )

    return over_table(table, by, RESULT_COLUMNS, run)


def compared_lists(
    scores: pl.DataFrame,
    *,
    by: By,
    control: str | None,
    missing: Missing,
    reduce: Reduce,
    scales: Scales,
    group: Group = None,
    test: PairTest = PAIR_TEST,
) -> pl.DataFrame:
    """Return one row per group and pair, with the values to compare as lists ``x`` and ``y`` on the metric's scale.

    ``__scale`` is that of the metric. ``__comparison`` says what is compared: a "difference", a "log ratio" (metrics
    with units; ``x`` and ``y`` then have the log ratio as their difference) or a "sign" (units, and some value of the
    group is 0 or below). ``__difference`` lists what estimates rest on, zeros included; ``__noise`` is the size below
    which their means are rounding errors. With ``group`` there is one value per group of datasets. For the sign test
    all metrics are compared by signs.
    """
    groups = group_columns(scores, by)
    if group is None:
        lists = pair_lists(scores, by=by, control=control, missing=missing, reduce=reduce)
        return _on_scale(_with_scale(lists, scores, groups, scales), groups, test)
    if "dataset" in groups:
        raise OptionError("groups of datasets cannot be compared within a dataset", hint="leave 'dataset' out of by")
    long = pairs(scores, by=by, control=control, missing=missing, reduce=reduce)
    names = family_names(scores, group)
    long = long.with_columns(__family=pl.col("dataset").cast(pl.String).replace(names))
    both = pl.col("x").is_not_null() & pl.col("y").is_not_null()
    keys = [*groups, "a", "b"]
    single = long.group_by(*keys, "__family", maintain_order=True).agg(
        pl.col("x", "y").filter(both),
        pl.col("orientation").drop_nulls().first(),
        pl.col("n_dropped", "policy").first(),
        pl.col("n_imputed").sum(),
        least=pl.min_horizontal("n_x", "n_y").min(),
        most=pl.max_horizontal("n_x", "n_y").max(),
    )
    single = _on_scale(_with_scale(single.sort(*keys, "__family"), scores, groups, scales), groups, test)
    mean = pl.col("__difference").list.mean()
    logs, signs = pl.col("__comparison") == "log ratio", pl.col("__comparison") == "sign"
    means = single.with_columns(
        __difference=mean,
        x=pl.when(logs).then(1.0 + mean).when(signs).then(mean).otherwise(pl.col("x").list.mean()),
        y=pl.when(logs).then(1.0).when(signs).then(0.0).otherwise(pl.col("y").list.mean()),
    )
    measured = pl.col("__difference").is_not_null()
    return means.group_by(keys, maintain_order=True).agg(
        pl.col("x", "y", "__difference").filter(measured),
        pl.col("orientation").drop_nulls().first(),
        pl.col("n_dropped", "policy", "__scale", "__comparison").first(),
        pl.col("n_imputed").sum(),
        pl.col("least").min(),
        pl.col("most").max(),
        pl.col("__noise").median(),
    )


def family_names(scores: pl.DataFrame, group: str | Mapping[str, str]) -> dict[str, str]:
    """Return the family of every dataset that has one; a column must give each dataset a single family.

    Examples
    --------
    >>> table = pl.DataFrame({"dataset": ["a", "b", "c"], "group": ["x", "x", None]})
    >>> family_names(table, "group")
    {'a': 'x', 'b': 'x'}
    """
    datasets = scores.get_column("dataset").cast(pl.String)
    if isinstance(group, Mapping):
        known = set(datasets.unique())
        for name in group:
            if name not in known:
                raise OptionError(f"no dataset {name!r} to be grouped", hint=did_you_mean(str(name), sorted(known)))
        return {str(name): str(family) for name, family in group.items()}
    if group not in scores.columns:
        raise ColumnError(f"no column {group!r} of groups of datasets", hint=did_you_mean(str(group), scores.columns))
    rows = scores.select(datasets, family=pl.col(group).cast(pl.String)).unique().drop_nulls("family").sort("dataset")
    twice = rows.filter(pl.col("dataset").is_duplicated())
    if twice.height:
        raise ColumnError(
            f"dataset {twice['dataset'][0]!r} is in several groups of the column {group!r}",
            hint="give every dataset one group",
        )
    return dict(rows.rows())


def _with_scale(lists: pl.DataFrame, scores: pl.DataFrame, groups: list[str], scales: Scales) -> pl.DataFrame:
    metrics = scores.get_column("metric").cast(pl.String).unique().sort().to_list()
    known = scales_of(metrics, scales)
    if "metric" in groups:
        metric = pl.col("metric").cast(pl.String)
        return lists.with_columns(__scale=metric.replace_strict(known, return_dtype=pl.String))
    return lists.with_columns(__scale=pl.lit(known[metrics[0]] if metrics else "unknown"))


def _on_scale(lists: pl.DataFrame, groups: list[str], test: PairTest = PAIR_TEST) -> pl.DataFrame:
    """Decide what is compared from the scale and the signs of all values of a group, and take the differences."""
    lowest = pl.min_horizontal(pl.col("x").list.min(), pl.col("y").list.min()).min().over(within(groups))
    judged = lists.with_columns(
        __comparison=pl.when(pl.lit(test == "sign_test"))
        .then(pl.lit("sign"))
        .when(pl.col("__scale").is_in(sorted(COMPARABLE)))
        .then(pl.lit("difference"))
        .when(lowest > 0)
        .then(pl.lit("log ratio"))
        .otherwise(pl.lit("sign"))
    )
    lengths = judged.get_column("x").list.len().to_numpy().astype(np.int64)
    x, y = (judged.get_column(name).explode(empty_as_null=False).to_numpy().astype(np.float64) for name in ("x", "y"))
    comparison = judged.get_column("__comparison")
    logs, signs = (np.repeat((comparison == name).to_numpy(), lengths) for name in ("log ratio", "sign"))
    equal = is_zero(x, y)
    difference = np.where(signs, np.sign(x - y), x - y) if signs.any() else x - y
    difference[logs] = np.log(_quotient(x[logs], y[logs]))
    difference[equal] = 0.0
    values = {
        "__difference": difference,
        # The rounding error of a log ratio has the size of the unit, and ties are judged by the operands.
        "x": np.where(logs, 1.0 + difference, x),
        "y": np.where(logs, 1.0, y),
    }
    operand = np.where(logs, np.maximum(1.0, np.abs(difference)), np.maximum(np.abs(x), np.abs(y)))
    columns_of_lists = _as_lists(pl.DataFrame(values | {"__operand": operand}), lengths)
    return (
        judged.with_columns(columns_of_lists)
        .with_columns(__noise=TIE * pl.col("__operand").list.median())
        .drop("__operand")
    )


def _quotient(x: Floats, y: Floats) -> Floats:
    """Divide without overflow: mantissas apart from exponents."""
    (first, up), (second, down) = np.frexp(x), np.frexp(y)
    return np.asarray(np.ldexp(first / second, np.clip(up - down, -1000, 1000)))


def _as_lists(flat: pl.DataFrame, lengths: npt.NDArray[np.int64]) -> list[pl.Series]:
    """Cut columns into lists of given lengths."""
    if len(lengths) and lengths[0] and (lengths == lengths[0]).all():
        return [pl.Series(one.name, one.to_numpy().reshape(len(lengths), -1)).arr.to_list() for one in flat]
    row = pl.Series("__row", np.repeat(np.arange(len(lengths)), lengths))
    lists = flat.with_columns(row).group_by("__row", maintain_order=True).agg(pl.all())
    every = pl.DataFrame({"__row": np.arange(len(lengths))}).join(lists, on="__row", how="left", maintain_order="left")
    empty = pl.lit([], dtype=pl.List(pl.Float64))
    return every.select(pl.col(flat.columns).fill_null(empty)).get_columns()


def paired_rows(
    lists: pl.DataFrame,
    *,
    alternative: Alternative = "two-sided",
    alpha: float,
    test: PairTest = PAIR_TEST,
    method: Method | None = None,
) -> pl.DataFrame:
    """Test the pairs of :func:`compared_lists`: differences and log ratios by ``test``, signs by the sign test.

    The rows have no estimates but the share of wins of sign tests. ``method`` names all of them, where given.
    """
    numbered = lists.with_row_index("__row")
    parts: list[pl.DataFrame] = []
    for comparison, (own, rows) in _tests(test, alternative, alpha).items():
        chosen = numbered.filter(pl.col("__comparison") == comparison)
        if chosen.is_empty() and (parts or comparison != "sign"):
            continue
        plain = chosen.drop("__row", *OWN)
        tested = over_lists(plain, own, rows)
        named = {"method": pl.lit(own.id if method is None else method.id)}
        if method is not None:
            named["variant"] = pl.format(f"{own.id}: {{}}", "variant")
        parts.append(tested.with_columns(chosen.get_column("__row"), **named))
    return pl.concat(parts).sort("__row").drop("__row")


def _tests(
    test: PairTest, alternative: Alternative, alpha: float
) -> dict[Comparison, tuple[Method, Callable[[pl.DataFrame], pl.DataFrame]]]:
    def by_columns(column_test: Callable[..., pl.Expr]) -> Callable[[pl.DataFrame], pl.DataFrame]:
        def rows(lists: pl.DataFrame) -> pl.DataFrame:
            long = lists.with_row_index("__row").explode("x", "y", empty_as_null=True)
            tested = column_test("x", "y", alternative=alternative, alpha=alpha)
            return long.group_by("__row", maintain_order=True).agg(__test=tested).get_column("__test").struct.unnest()

        return rows

    signs = (columns.SIGN_TEST, by_columns(columns.sign_test))
    if test == columns.WILCOXON.id:
        by_size = columns.wilcoxon_rows(alternative, "drop", "exact", alpha, False)
        return {"difference": (columns.WILCOXON, by_size), "log ratio": (LOG_RATIO, by_size), "sign": signs}
    record = METHODS[test]
    if record.expr is None:
        raise OptionError(f"{test} has no column form", hint=f"test is one of {', '.join(METHODS.answering('pairs'))}")
    chosen = (record, by_columns(record.expr))
    return {"difference": chosen, "log ratio": chosen, "sign": signs}


def _limits(lists: pl.DataFrame, alternative: Alternative, alpha: float) -> tuple[Floats, Floats, Floats]:
    """Compute Hodges-Lehmann estimates of the differences with limits; one-sided tests have one limit only."""
    error = alpha if alternative == "two-sided" else 2 * alpha
    limits = walsh_limits_of_lists(lists.get_column("__difference"), error)
    # "greater" means that a is better, so where lower is better it is the upper limit that remains.
    turned = (lists.get_column("orientation") == -1).to_numpy()
    lower, upper = alternative != "less", alternative != "greater"
    low = np.where(np.where(turned, upper, lower), limits.low, np.nan)
    return limits.estimate, low, np.where(np.where(turned, lower, upper), limits.high, np.nan)


def wins_and_losses(lists: pl.DataFrame) -> pl.DataFrame:
    """Count the blocks on which a is better, and those on which b is, for the pairs of :func:`compared_lists`."""
    lengths = lists.get_column("__difference").list.len().to_numpy().astype(np.int64)
    flat = lists.get_column("__difference").explode(empty_as_null=False).to_numpy().astype(np.float64)
    row = np.repeat(np.arange(len(lengths)), lengths)
    turned = np.repeat(lists.get_column("orientation").fill_null(1.0).to_numpy(), lengths) * flat
    count = len(lengths)
    return pl.DataFrame(
        {
            "wins": np.bincount(row[turned > 0], minlength=count).astype(np.int64),
            "losses": np.bincount(row[turned < 0], minlength=count).astype(np.int64),
        }
    )


def _series(values: Floats) -> pl.Series:
    return pl.Series(np.where(np.isfinite(values), values, np.nan)).fill_nan(None)


__all__ = ["GROUP_TEST", "LOG_RATIO", "Scale", "compared_lists", "group_test", "log_ratio", "paired_rows"]


LOG_RATIO = Method(
    id="log_ratio",
    title="Wilcoxon signed-rank test of log ratios",
    question="Is one algorithm better over datasets, when the metric has units that differ from dataset to dataset?",
    kind="table",
    shape="scores",
    door="two",
    prose="Wilcoxon’s signed-rank test of log ratios",
    plural="Wilcoxon tests of log ratios",
    short="log ratios",
    symbol="W^+",
    formula="W+ = sum of the ranks of |ln(a / b)| where a > b; ratio = exp(median of pairwise mean log ratios)",
    tex=r"W^+ = \sum_{d_i > 0} \mathrm{rank} \, |d_i|, \quad d_i = \ln \frac{a_i}{b_i}",
    null="the log ratios of the two algorithms are symmetric about zero",
    assumes=("datasets are independent", "all values are above 0", "ratios are comparable in size across datasets"),
    cites=("wilcoxon1945", "hodges1963"),
    estimand="median ratio a / b",
    effect="matched-pairs rank-biserial correlation",
    least_p=least_of_sign_flips,
    remarks=(*SIGNED_RANK_REMARKS, NO_LOGARITHM, DEPENDENT),
    table=log_ratio,
)

GROUP_TEST = Method(
    id="group_test",
    title="Wilcoxon signed-rank test of group means",
    question="Is one algorithm better, when datasets come in families of variants?",
    kind="table",
    shape="scores",
    door="two",
    prose="Wilcoxon’s signed-rank test of group means",
    plural="Wilcoxon tests of group means",
    short="group means",
    symbol="W^+",
    formula="W+ over the means of the differences (or log ratios) of each group of datasets",
    tex=r"W^+ = \sum_{\bar{d}_g > 0} \mathrm{rank} \, |\bar{d}_g|, \quad \bar{d}_g = \frac{1}{n_g} \sum_{i \in g} d_i",
    null="the group means of the differences are symmetric about zero",
    assumes=("groups of datasets are independent", "differences are comparable in size across groups"),
    cites=("wilcoxon1945", "rosner2006"),
    estimand="median of pairwise mean differences a - b",
    effect="matched-pairs rank-biserial correlation",
    least_p=least_of_sign_flips,
    remarks=SIGNED_RANK_REMARKS,
    table=group_test,
)
