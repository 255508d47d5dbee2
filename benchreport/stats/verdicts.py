"""Verdicts on pairs of algorithms over datasets: the deciding test, run and adjusted for many groups at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import Method, Remark
from benchreport.options import PAIR_TEST
from benchreport.registry import METHODS
from benchreport.remarks import joined_remarks
from benchreport.stats.adjust import Adjustment
from benchreport.stats.adjustments import NONE_REJECTABLE, NOT_REJECTABLE
from benchreport.stats.attainable import WEIGHTED_HOLM, least_adjusted
from benchreport.stats.columns.folds import KFOLD_PAIRED_T
from benchreport.stats.columns.resampled import PERMUTATION_SIGNFLIP
from benchreport.stats.confirmed import NEMENYI_CONFIRMED, algorithm_counts, confirmed_rows
from benchreport.stats.deciding import Weights, most_weight, procedure_of
from benchreport.stats.differences import (
    GROUP_TEST,
    SIGNED_RANK_REMARKS,
    Group,
    PairTest,
    Scales,
    compared_lists,
    paired_rows,
)
from benchreport.stats.page_family import page_family
from benchreport.stats.paired import DEPENDENT
from benchreport.stats.posthoc import nemenyi
from benchreport.stats.rows import Frame, checked_alpha, doubted, over_table
from benchreport.stats.verdict_intervals import (
    FEW_FOR_INTERVAL,
    OWN_COLUMNS,
    VERDICT_COLUMNS,
    Level,
    cut,
    with_intervals,
)
from benchreport.tables.cells import Reduce, as_scores, cells
from benchreport.tables.groups import By, aggregate, group_columns, joined
from benchreport.tables.pairs import Missing
from benchreport.tables.sizes import dependent_runs

Family = Literal["group", "all"]
UNDECIDABLE = Remark(
    code="undecidable_pair",
    note="no test of a single pair can reach {0} with {1} datasets: the least adjusted p-value is {2}",
)


def verdicts(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    adjustment: Adjustment = "holm",
    weights: Weights | None = None,
    family: Family = "group",
    level: Level = "family",
    test: PairTest = PAIR_TEST,
    scales: Scales = None,
    group: Group = None,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Choose the test that decides from the numbers of algorithms and datasets, and return its verdicts on all pairs.

    A pair differs where ``p_adjusted`` is at most ``alpha``. ``procedure`` says what decides, as :func:`deciding_test`
    chooses it; with "none" no pair can be decided, and the note says how many datasets would be needed. Intervals
    exclude ``null_value`` iff the pair differs (:func:`verdict_interval`).

    Parameters
    ----------
    table
        Scores.
    by
        Groups to compare separately. All groups go through together, thousands as fast as one.
    control
        The reference, declared before the data were seen: its comparisons are then the family, and it becomes ``b``.
    adjustment
        Name of an adjustment, as in :func:`adjust`.
    weights
        "reference" for all pairs by weighted Holm, as in :func:`page_family`.
    family
        Adjust over the comparisons of each "group", or over "all" groups together.
    level
        Level of the intervals, "family" or "verdict", as in :func:`verdict_interval`.
    test
        Wilcoxon's unless another test of pairs is asked for: "sign_test", "kfold_paired_t" (of means over the datasets)
        or "permutation_signflip". Metrics with units are compared by their logarithms in any case.
    scales
        Scale of metrics whose name does not settle it: "share", "area", "correlation" or "ratio". Metrics of unknown
        scale are compared as if they had units.
    group
        Column or mapping that names families of datasets, as in :func:`group_test`.
    alpha
        Level of the decisions.
    missing
        "refuse" incomplete tables, or compare each pair on the datasets "available" to both.
    reduce
        How several runs of a dataset become one value.

    Returns
    -------
    polars.DataFrame
        One row per group and pair, sorted by them; columns as in ``VERDICT_COLUMNS``.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.verdicts(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> rows.filter(pl.col("p_adjusted") <= 0.05).select("a", "b", "better").rows()
    [('C4.5', 'C4.5+m', 'C4.5+m')]
    """
    one_of(adjustment, METHODS.adjustments, name="adjustment")
    one_of(family, ("group", "all"), name="family")
    one_of(test, METHODS.answering("pairs"), name="test")
    checked_alpha(alpha)
    if weights is not None and control is None:
        raise OptionError("weights='reference' needs a reference", hint="control='the reference algorithm'")

    asked = Question(
        control=control, adjustment=adjustment, weights=weights, family=family, level=level, test=test, scales=scales,
        group=group, alpha=alpha, missing=missing, reduce=reduce,
    )  # fmt: skip

    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        return decided_pairs(scores, group_columns(scores, by, OWN_COLUMNS), asked)

    return over_table(table, by, VERDICT_COLUMNS, run)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What verdicts are asked for; the fields are the options of :func:`verdicts`."""

    control: str | None = None
    adjustment: Adjustment = "holm"
    weights: Weights | None = None
    family: Family = "group"
    level: Level = "family"
    test: PairTest = PAIR_TEST
    scales: Scales = None
    group: Group = None
    alpha: float = 0.05
    missing: Missing = "refuse"
    reduce: Reduce = "mean"


def decided_pairs(scores: pl.DataFrame, groups: list[str], asked: Question, *, estimates: bool = True) -> pl.DataFrame:
    """Return the verdicts on all pairs of every group; thousands at once where no estimates are asked for."""
    control, alpha = asked.control, asked.alpha
    lists = compared_lists(
        scores,
        by=groups or None,
        control=None if asked.weights else control,
        missing=asked.missing,
        reduce=asked.reduce,
        scales=asked.scales,
        group=asked.group,
        test=asked.test,
    )
    keys = groups if asked.family == "group" else []
    rows = page_family(
        paired_rows(lists, alpha=alpha, test=asked.test, method=GROUP_TEST if asked.group is not None else None),
        control=control,
        adjustment=asked.adjustment,
        weights=asked.weights,
        family=keys,
        alpha=alpha,
    )
    rows = with_intervals(
        rows, lists, keys, alpha=alpha, level=asked.level, control=control, test=asked.test, estimates=estimates
    )
    # Nemenyi's test needs complete blocks that are datasets, and a family of its own.
    confirmable = asked.group is None and asked.family == "group" and asked.weights is None
    fallback = pl.col("__procedure") == "nemenyi_confirmed"
    procedure = pl.when(fallback & ~(pl.lit(confirmable) & pl.col("__whole"))).then(pl.lit("none"))
    choices = joined(_choices(rows, lists, groups, asked), _completeness(scores, groups, asked), groups)
    rows = joined(rows, choices, groups).with_columns(procedure=procedure.otherwise("__procedure"))
    rows = _undecided(rows, alpha)
    if (rows.get_column("procedure") == "nemenyi_confirmed").any():
        rows = _confirmed(rows, scores, groups, asked)
    return doubted(rows.select(*groups, *VERDICT_COLUMNS), DEPENDENT, dependent_runs(scores, groups or None))


def _choices(rows: pl.DataFrame, lists: pl.DataFrame, groups: list[str], asked: Question) -> pl.DataFrame:
    """Choose the procedure of every group from its numbers of algorithms, tests and datasets."""
    blocks = lists.get_column("__difference").list.len().cast(pl.Int64)
    sized = rows.select(*groups, "a", "b").with_columns(__blocks=blocks)
    facts = joined(
        algorithm_counts(sized, groups),
        aggregate(sized, groups, __blocks=pl.col("__blocks").max(), __tests=pl.len().cast(pl.Int64)),
        groups,
    )
    if asked.family == "all":
        facts = facts.with_columns(__tests=pl.lit(sized.height, dtype=pl.Int64))
    sizes = facts.select("__algorithms", "__blocks", "__tests").unique()
    chosen = []
    for algorithms, n, tests in sizes.rows():
        heaviest = most_weight(algorithms) if asked.weights else 1.0
        rule = WEIGHTED_HOLM if asked.weights else asked.adjustment
        least = least_adjusted(n, tests, rule, asked.alpha, most_weight=heaviest) if n else 1.0
        chosen.append({"__procedure": _procedure(algorithms, n, least, asked), "__least": least})
    known = sizes.hstack(pl.DataFrame(chosen, schema={"__procedure": pl.String, "__least": pl.Float64}))
    return facts.join(known, on=sizes.columns, how="left", maintain_order="left")


def _completeness(scores: pl.DataFrame, groups: list[str], asked: Question) -> pl.DataFrame:
    """Return for every group whether all its algorithms have a result on all datasets that any of them has."""
    if asked.missing == "refuse":
        return aggregate(scores, groups, __whole=pl.lit(True).first())
    measured = pl.col("value").is_not_null()
    grid = cells(scores, groups or None, reduce=asked.reduce)
    whole = measured.sum() == pl.col("dataset").filter(measured).n_unique() * pl.col("algorithm").n_unique()
    return aggregate(grid, groups, __whole=whole)


def _procedure(algorithms: int, n: int, least: float, asked: Question) -> str:
    """Return what decides: the test asked for where it can, whose p-values any number of datasets bounds or none."""
    if METHODS[asked.test].least_p is None:
        return asked.test
    chosen = procedure_of(algorithms, n, least, asked.alpha)
    return asked.test if chosen == PAIR_TEST else chosen


def _undecided(rows: pl.DataFrame, alpha: float) -> pl.DataFrame:
    """Remark on rows that no test can decide how little the datasets allow."""
    none = pl.col("procedure") == "none"
    undecidable = UNDECIDABLE.where(none, pl.lit(alpha), "__blocks", pl.col("__least").round_sig_figs(3))
    return rows.with_columns(remarks=joined_remarks(undecidable, pl.col("remarks")))


def _confirmed(rows: pl.DataFrame, scores: pl.DataFrame, groups: list[str], asked: Question) -> pl.DataFrame:
    """Replace the rows of the groups in which Nemenyi's test, confirmed, decides."""
    chosen = rows.filter(pl.col("procedure") == "nemenyi_confirmed").select(groups).unique() if groups else rows.head(1)
    part = scores.join(chosen, on=groups, how="semi", maintain_order="left") if groups else scores
    alpha = asked.alpha
    by_ranks = nemenyi(part, by=groups or None, alpha=alpha, reduce=asked.reduce)
    if asked.control is not None:
        by_ranks = _turned_to(by_ranks, asked.control)
    own = rows.filter(pl.col("procedure") == "nemenyi_confirmed")
    found = confirmed_rows(by_ranks, own, groups)
    keys = [*groups, "a", "b"]
    # Mean ranks favour a where they are small.
    kept = own.select(*keys, "scale", "wins", "losses", "effect", "effect_name", __orientation=pl.lit(-1.0))
    found = (
        found.drop("effect", "effect_name")
        .join(kept, on=keys, how="inner", maintain_order="left")
        .with_columns(
            procedure=pl.lit("nemenyi_confirmed"),
            null_value=pl.lit(0.0),
            level=pl.lit(1 - alpha),
            single_low=pl.lit(None, dtype=pl.Float64),
            single_high=pl.lit(None, dtype=pl.Float64),
        )
    )
    finished = cut(found, alpha).select(*groups, *VERDICT_COLUMNS)
    rest = rows.filter(pl.col("procedure") != "nemenyi_confirmed").select(*groups, *VERDICT_COLUMNS)
    return pl.concat([rest, finished]).sort(*keys)


def _turned_to(rows: pl.DataFrame, control: str) -> pl.DataFrame:
    """Keep the pairs with the reference, turned so that it is ``b``."""
    own = rows.filter((pl.col("a").cast(pl.String) == control) | (pl.col("b").cast(pl.String) == control))
    turn = pl.col("a").cast(pl.String) == control
    return own.with_columns(
        a=pl.when(turn).then("b").otherwise("a"),
        b=pl.when(turn).then("a").otherwise("b"),
        estimate=pl.when(turn).then(-pl.col("estimate")).otherwise("estimate"),
        ci_low=pl.when(turn).then(-pl.col("ci_high")).otherwise("ci_low"),
        ci_high=pl.when(turn).then(-pl.col("ci_low")).otherwise("ci_high"),
    ).sort(*rows.columns[: rows.columns.index("a")], "a", "b")


VERDICTS = Method(
    id="verdicts",
    title="Verdicts over datasets",
    question="Which algorithms differ over the datasets, by the test that can decide?",
    kind="table",
    shape="scores",
    door="two",
    symbol="p_{adj}",
    formula=(
        "exact Wilcoxon tests of raw differences, or of log ratios for metrics with units (sign tests where values "
        "reach 0 or below), adjusted over the family; where these cannot reject, Nemenyi's test confirmed by the "
        "pair's own test; where that cannot, none"
    ),
    null="the differences between the two algorithms are symmetric about zero",
    assumes=("datasets are independent",),
    cites=("wilcoxon1945", "holm1979", "nemenyi1963", "demsar2006", "benavoli2016"),
    estimand="median of pairwise mean differences a - b",
    effect="matched-pairs rank-biserial correlation",
    remarks=tuple(
        dict.fromkeys(
            (
                *SIGNED_RANK_REMARKS,
                *KFOLD_PAIRED_T.remarks,
                *PERMUTATION_SIGNFLIP.remarks,
                *NEMENYI_CONFIRMED.remarks,
                NONE_REJECTABLE,
                NOT_REJECTABLE,
                FEW_FOR_INTERVAL,
                UNDECIDABLE,
                DEPENDENT,
            )
        )
    ),
    table=verdicts,
)
