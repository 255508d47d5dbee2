"""Differences of two algorithms on the scale of the metric: raw differences, log ratios, signs, group means."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean, refuse_unknown
from benchreport.method import Alternative, Method, Remark
from benchreport.options import PAIR_TEST
from benchreport.registry import METHODS
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.over import Frame, ListTest, doubted, over_blocks, pair_rows
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import NUMBERS, checked_alpha
from benchreport.stats.forms.samples import flat
from benchreport.stats.kernels.signed_rank import walsh_limits_of_lists
from benchreport.stats.multiplicity.adjusting import least_of_sign_flips
from benchreport.stats.two_algorithms import over_datasets
from benchreport.tables.blocks import Blocks, Floats, Missing, Pairs, Reduce, as_lists, pairs_of
from benchreport.tables.groups import By
from benchreport.tables.metric_scale import COMPARABLE, scales_of
from benchreport.tables.rounding import is_zero

Scales = Mapping[str, str] | None
Group = str | Mapping[str, str] | None
Comparison = Literal["difference", "log ratio", "sign"]
# The id of a test of pairs; METHODS.answering("pairs") lists them.
PairTest = str
NULL_VALUES: Mapping[Comparison, float] = {"difference": 0.0, "log ratio": 1.0, "sign": 0.5}
TIE = 1e-14  # of the larger operand: what lies below is rounding
NO_LOGARITHM = Remark(code="no_log_ratios", note="some values are 0 or below, so there are no log ratios")
# What signed-rank tests without estimates remark.
SIGNED_RANK_REMARKS = (over_datasets.UNREACHABLE, over_datasets.MANY_BLOCKS, over_datasets.INFINITE_RANKED)
# What compared_lists adds to the columns of Pairs.lists.
OWN = ("scale", "comparison", "difference", "noise")


@documented
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

    Examples
    --------
    >>> import benchreport as br
    >>> times = pl.DataFrame({"dataset": range(8), "A": [1, 2, 3, 40, 5, 6, 70, 8], "B": [2, 4, 6, 90, 9, 12, 150, 17]})
    >>> row = br.log_ratio(br.scores(times, metric="seconds"))
    >>> row.select("p_value", pl.col("estimate").round(3), "better").row(0)
    (0.0078125, 0.491, 'A')
    """
    test = over_datasets.wilcoxon_rows(alternative, "drop", "exact", alpha, False)

    def rows(blocks: Blocks) -> pl.DataFrame:
        lists = _on_scale(pairs_of(blocks, control).lists().with_columns(scale=pl.lit("ratio")))
        limits = zip(("estimate", "ci_low", "ci_high"), _limits(lists, alternative, alpha), strict=True)
        tested = _tested(lists, LOG_RATIO, test).with_columns(
            **{name: _series(np.exp(values)) for name, values in limits},
            estimand=pl.lit(LOG_RATIO.estimand),
            method=pl.lit(LOG_RATIO.id),
        )
        undefined = pl.lit(lists["comparison"] == "sign")
        positive = ~undefined & (pl.col("n") + pl.col("n_ties") > 0)
        judged = tested.with_columns(
            pl.when(positive).then(pl.col("better", *NUMBERS)),
            status=pl.when(undefined).then(pl.lit("undefined")).otherwise("status"),
            remarks=joined_remarks(NO_LOGARITHM.where(undefined), pl.when(~undefined).then("remarks")),
        )
        return doubted(judged, blocks, over_datasets.DEPENDENT)

    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control)


@documented
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
    group
        Column that names the family of a dataset, or a mapping of dataset to family. A dataset without a family is
        its own.
    scales
        Scale of metrics whose name does not settle it: "share", "area", "correlation", "ratio" or "ordinal".

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> families = {"breast cancer": "breast", "breast cancer wisconsin": "breast"}
    >>> br.group_test(scores, group=families).select("a", "b", "n", "n_ties").row(0)
    ('C4.5', 'C4.5+cf', 12, 1)
    """
    checked_alpha(alpha)

    def rows(blocks: Blocks) -> pl.DataFrame:
        lists = compared_lists(blocks, control=control, scales=scales, group=group)
        logs, raw = ((lists["comparison"] == name).to_numpy() for name in ("log ratio", "difference"))
        numbers = {}
        for name, values in zip(("estimate", "ci_low", "ci_high"), _limits(lists, alternative, alpha), strict=True):
            with np.errstate(over="ignore"):
                ratios = np.exp(np.where(logs, values, 0.0))
            in_units = _series(np.where(logs, ratios, np.where(raw, values, np.nan)))
            numbers[name] = pl.when(pl.Series(logs | raw)).then(in_units).otherwise(name)
        return paired_rows(lists, alternative=alternative, alpha=alpha, method=GROUP_TEST).with_columns(**numbers)

    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control)


def compared_lists(
    blocks: Blocks,
    *,
    control: str | None = None,
    scales: Scales = None,
    group: Group = None,
    test: PairTest = PAIR_TEST,
) -> pl.DataFrame:
    """Return one row per pair, as :meth:`Pairs.lists`, with the values to compare on the metric's scale.

    ``scale`` is that of the metric. ``comparison`` says what is compared: a "difference", a "log ratio" (metrics with
    units; ``x`` and ``y`` then have the log ratio as their difference) or a "sign" (units, and some value of the group
    is 0 or below; or an ordinal scale). ``difference`` lists what estimates rest on, zeros included; ``noise`` is the
    size below which their means are rounding errors. With ``group`` there is one value per group of datasets. For the
    sign test all metrics are compared by signs.
    """
    pairs = pairs_of(blocks, control)
    scale = pl.Series(_scales(blocks, scales), dtype=pl.String).gather(pairs.group)
    if group is None:
        return _on_scale(pairs.lists().with_columns(scale=scale), test)
    if "dataset" in blocks.by:
        raise OptionError("groups of datasets cannot be compared within a dataset", hint="leave 'dataset' out of by")
    return _of_families(pairs, scale, family_names(blocks.source, group), test)


def _of_families(pairs: Pairs, scale: pl.Series, names: Mapping[str, str], test: PairTest) -> pl.DataFrame:
    """Return one value per family of datasets: the mean of its differences, or of its log ratios or signs."""
    family = pl.col("dataset").cast(pl.String).replace(names)
    spans = pairs.spans().with_columns(scale=scale)
    families = pairs.long().group_by("pair", family.alias("family")).agg(pl.col("x", "y").drop_nulls())
    families = families.sort("pair", "family")
    single = _on_scale(spans[families["pair"].to_numpy()].hstack(families), test)
    mean = pl.col("difference").list.mean()
    logs, signs = pl.col("comparison") == "log ratio", pl.col("comparison") == "sign"
    means = single.select(
        "pair",
        "comparison",
        "noise",
        difference=mean,
        x=pl.when(logs).then(1.0 + mean).when(signs).then(mean).otherwise(pl.col("x").list.mean()),
        y=pl.when(logs).then(1.0).when(signs).then(0.0).otherwise(pl.col("y").list.mean()),
    )
    listed = means.group_by("pair", maintain_order=True).agg(
        pl.col("x", "y", "difference").filter(pl.col("difference").is_not_null()),
        pl.col("comparison").first(),
        pl.col("noise").median(),
    )
    return spans.hstack(listed.drop("pair"))


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
        refuse_unknown(group, datasets.unique().sort(), "no dataset {!r} to be grouped", OptionError)
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


def _scales(blocks: Blocks, scales: Scales) -> list[str]:
    """Return the scale of the metric of every group."""
    metrics = blocks.source.get_column("metric").cast(pl.String).unique().sort().to_list()
    scale = scales_of(metrics, scales)
    if "metric" in blocks.by:
        return [scale[metric] for metric in blocks.keys["metric"].cast(pl.String)]
    return [scale[metrics[0]] if metrics else "unknown"] * blocks.n_groups


def _on_scale(lists: pl.DataFrame, test: PairTest = PAIR_TEST) -> pl.DataFrame:
    """Return lists with the comparison that the scale and the signs of all values of a group allow, and differences."""
    lowest = pl.min_horizontal(pl.col("x").list.min(), pl.col("y").list.min()).min().over("group")
    judged = lists.with_columns(
        comparison=pl.when(pl.lit(test == "sign_test"))
        .then(pl.lit("sign"))
        .when(pl.col("scale").is_in(sorted(COMPARABLE)))
        .then(pl.lit("difference"))
        .when((lowest > 0) & (pl.col("scale") != "ordinal"))
        .then(pl.lit("log ratio"))
        .otherwise(pl.lit("sign"))
    )
    (x, lengths), (y, _) = (flat(judged.get_column(name)) for name in ("x", "y"))
    comparison = judged.get_column("comparison")
    logs, signs = (np.repeat((comparison == name).to_numpy(), lengths) for name in ("log ratio", "sign"))
    equal = is_zero(x, y)
    difference = np.where(signs, np.sign(x - y), x - y) if signs.any() else x - y
    difference[logs] = np.log(_quotient(x[logs], y[logs]))
    difference[equal] = 0.0
    operand = np.where(logs, np.maximum(1.0, np.abs(difference)), np.maximum(np.abs(x), np.abs(y)))
    return judged.with_columns(
        # The rounding error of a log ratio has the size of the unit, and ties are judged by the operands.
        x=as_lists(np.where(logs, 1.0 + difference, x), lengths),
        y=as_lists(np.where(logs, 1.0, y), lengths),
        difference=as_lists(difference, lengths),
        noise=TIE * as_lists(operand, lengths).list.median(),
    )


def _quotient(x: Floats, y: Floats) -> Floats:
    """Return quotients without overflow: mantissas divided apart from exponents."""
    (first, up), (second, down) = np.frexp(x), np.frexp(y)
    return np.asarray(np.ldexp(first / second, np.clip(up - down, -1000, 1000)))


def paired_rows(
    lists: pl.DataFrame,
    *,
    alternative: Alternative = "two-sided",
    alpha: float,
    test: PairTest = PAIR_TEST,
    method: Method | None = None,
) -> pl.DataFrame:
    """Return tests of the pairs of :func:`compared_lists`: differences and log ratios by ``test``, signs by sign tests.

    The rows have no estimates but the share of wins of sign tests. ``method`` names all of them, where given.
    """
    numbered = lists.with_row_index("row")
    parts: list[pl.DataFrame] = []
    for comparison, (own, rows) in _tests(test, alternative, alpha).items():
        chosen = numbered.filter(pl.col("comparison") == comparison)
        if chosen.is_empty() and (parts or comparison != "sign"):
            continue
        named = {"method": pl.lit(own.id if method is None else method.id)}
        if method is not None:
            named["variant"] = pl.format(f"{own.id}: {{}}", "variant")
        parts.append(_tested(chosen.drop("row"), own, rows).with_columns(chosen["row"], **named))
    return pl.concat(parts).sort("row").drop("row")


def _tested(lists: pl.DataFrame, method: Method, test: ListTest) -> pl.DataFrame:
    """Return the rows of a test of lists of values, turned so that higher is better."""
    turned = lists.select(pl.col("x", "y") * pl.col("orientation")) if (lists["orientation"] < 0).any() else lists
    return pair_rows(method, lists.drop("x", "y", *OWN), test(turned.select("x", "y")))


def _tests(test: PairTest, alternative: Alternative, alpha: float) -> dict[Comparison, tuple[Method, ListTest]]:
    def by_columns(lists: pl.DataFrame, column_test: Callable[..., pl.Expr]) -> pl.DataFrame:
        long = lists.with_row_index("row").explode("x", "y", empty_as_null=True)
        tested = column_test("x", "y", alternative=alternative, alpha=alpha)
        return long.group_by("row", maintain_order=True).agg(test=tested).get_column("test").struct.unnest()

    signs = (over_datasets.SIGN_TEST, partial(by_columns, column_test=over_datasets.sign_test_expr))
    if test == over_datasets.WILCOXON.id:
        by_size = over_datasets.wilcoxon_rows(alternative, "drop", "exact", alpha, False)
        return {"difference": (over_datasets.WILCOXON, by_size), "log ratio": (LOG_RATIO, by_size), "sign": signs}
    record = METHODS[test]
    if record.expr is None:
        raise OptionError(f"{test} has no column form", hint=f"test is one of {', '.join(METHODS.answering('pairs'))}")
    chosen = (record, partial(by_columns, column_test=record.expr))
    return {"difference": chosen, "log ratio": chosen, "sign": signs}


def _limits(lists: pl.DataFrame, alternative: Alternative, alpha: float) -> tuple[Floats, Floats, Floats]:
    """Compute Hodges-Lehmann estimates of the differences with limits; one-sided tests have one limit only."""
    error = alpha if alternative == "two-sided" else 2 * alpha
    (limits,) = walsh_limits_of_lists(*flat(lists.get_column("difference")), error)
    # "greater" means that a is better, so where lower is better it is the upper limit that remains.
    turned = (lists.get_column("orientation") == -1).to_numpy()
    lower, upper = alternative != "less", alternative != "greater"
    low = np.where(np.where(turned, upper, lower), limits.low, np.nan)
    return limits.estimate, low, np.where(np.where(turned, lower, upper), limits.high, np.nan)


def wins_and_losses(lists: pl.DataFrame) -> pl.DataFrame:
    """Return the numbers of blocks on which a is better, and b, for the pairs of :func:`compared_lists`."""
    values, lengths = flat(lists["difference"])
    row = np.repeat(np.arange(len(lengths)), lengths)
    turned = np.repeat(lists["orientation"].to_numpy(), lengths) * values
    wins, losses = (np.bincount(row[side], minlength=len(lengths)) for side in (turned > 0, turned < 0))
    return pl.DataFrame({"wins": wins, "losses": losses})


def _series(values: Floats) -> pl.Series:
    return pl.Series(np.where(np.isfinite(values), values, np.nan)).fill_nan(None)


LOG_RATIO = Method(
    table=log_ratio,
    title="Wilcoxon signed-rank test of log ratios",
    question="Is one algorithm better over datasets, when the metric has units that differ from dataset to dataset?",
    prose="Wilcoxon’s signed-rank test of log ratios",
    plural="Wilcoxon tests of log ratios",
    short="log ratios",
    symbol="W^+",
    formula="W+ = sum of the ranks of |ln(a / b)| where a > b; ratio = exp(median of pairwise mean log ratios)",
    tex=r"W^+ = \sum_{d_i > 0} \mathrm{rank} \, |d_i|, \quad d_i = \ln \frac{a_i}{b_i}",
    null="the log ratios of the two algorithms are symmetric about zero",
    assumes=("datasets are independent", "all values are above 0", "ratios are comparable in size across datasets"),
    account=(
        "For metrics with units, Wilcoxon’s signed-rank test is applied to log ratios, which are comparable across "
        "datasets; estimates and limits are ratios."
    ),
    cites=("wilcoxon1945", "hodges1963"),
    estimand="median ratio a / b",
    effect="matched-pairs rank-biserial correlation",
    least_p=least_of_sign_flips,
    remarks=(*SIGNED_RANK_REMARKS, NO_LOGARITHM, over_datasets.DEPENDENT),
)

GROUP_TEST = Method(
    table=group_test,
    title="Wilcoxon signed-rank test of group means",
    question="Is one algorithm better, when datasets come in families of variants?",
    prose="Wilcoxon’s signed-rank test of group means",
    plural="Wilcoxon tests of group means",
    short="group means",
    symbol="W^+",
    formula="W+ over the means of the differences (or log ratios) of each group of datasets",
    tex=r"W^+ = \sum_{\bar{d}_g > 0} \mathrm{rank} \, |\bar{d}_g|, \quad \bar{d}_g = \frac{1}{n_g} \sum_{i \in g} d_i",
    null="the group means of the differences are symmetric about zero",
    assumes=("groups of datasets are independent", "differences are comparable in size across groups"),
    account=(
        "Datasets of one group are not independent, so Wilcoxon’s signed-rank test is applied to the mean "
        r"differences $\bar{d}_g$ of the groups."
    ),
    cites=("wilcoxon1945", "rosner2006"),
    estimand="median of pairwise mean differences a - b",
    effect="matched-pairs rank-biserial correlation",
    least_p=least_of_sign_flips,
    remarks=SIGNED_RANK_REMARKS,
)
