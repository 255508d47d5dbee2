"""Verdicts on pairs of algorithms over datasets: the deciding test, run and adjusted for many groups at once."""

from __future__ import annotations

from functools import partial

import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import Method, Remark
from benchreport.options import PAIR_TEST
from benchreport.registry import METHODS
from benchreport.remarks import joined_remarks
from benchreport.stats.answer.deciding import Weights, most_weight, procedure_of
from benchreport.stats.answer.pair_verdicts__confirmed import NEMENYI_CONFIRMED, algorithm_counts, confirmed_rows
from benchreport.stats.answer.verdict_intervals import (
    FEW_FOR_INTERVAL,
    VERDICT_COLUMNS,
    Family,
    Level,
    Question,
    adjusted_rows,
    cut,
    with_intervals,
)
from benchreport.stats.forms.over import Frame, doubted, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.posthoc import posthoc
from benchreport.stats.forms.rows import checked_alpha
from benchreport.stats.multiplicity.adjusting import (
    NONE_REJECTABLE,
    NOT_REJECTABLE,
    WEIGHTED_HOLM,
    Adjustment,
    least_adjusted,
)
from benchreport.stats.posthoc.mean_ranks import NEMENYI, RANGE_OF_RANKS
from benchreport.stats.two_algorithms.differences import (
    GROUP_TEST,
    SIGNED_RANK_REMARKS,
    Group,
    PairTest,
    Scales,
    paired_rows,
)
from benchreport.stats.two_algorithms.on_instances import PERMUTATION_SIGNFLIP
from benchreport.stats.two_algorithms.over_datasets import DEPENDENT
from benchreport.stats.two_algorithms.over_folds import KFOLD_PAIRED_T
from benchreport.tables.blocks import Blocks, Missing, Reduce
from benchreport.tables.groups import By

UNDECIDABLE = Remark(
    code="undecidable_pair",
    note="no test of a single pair can reach {0} with {1} datasets: the least adjusted p-value is {2}",
)


@documented
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
    rows = partial(decided_pairs, asked=asked)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control, columns=VERDICT_COLUMNS)


def decided_pairs(blocks: Blocks, asked: Question, *, estimates: bool = True) -> pl.DataFrame:
    """Return the verdicts on all pairs of every group; thousands at once where no estimates are asked for."""
    lists = asked.lists(blocks)
    method = GROUP_TEST if asked.group is not None else None
    tested = paired_rows(lists, alpha=asked.alpha, test=asked.test, method=method)
    rows = with_intervals(adjusted_rows(blocks, tested, asked), lists, asked, estimates=estimates)
    # Nemenyi's test needs complete blocks that are datasets, and a family of its own.
    confirmable = asked.group is None and asked.family == "group" and asked.weights is None
    whole = pl.lit(pl.Series(blocks.is_whole[rows["group"].to_numpy()]))
    fallback = pl.col("procedure") == "nemenyi_confirmed"
    rows = rows.drop("procedure").join(_choices(lists, asked), on="group", maintain_order="left")
    rows = rows.with_columns(
        procedure=pl.when(fallback & ~(pl.lit(confirmable) & whole)).then(pl.lit("none")).otherwise("procedure")
    )
    undecidable = UNDECIDABLE.where(
        pl.col("procedure") == "none", pl.lit(asked.alpha), "most_blocks", pl.col("least").round_sig_figs(3)
    )
    rows = rows.with_columns(remarks=joined_remarks(undecidable, pl.col("remarks")))
    if (rows["procedure"] == "nemenyi_confirmed").any():
        rows = _confirmed(rows, blocks, asked)
    return doubted(rows.select("group", *VERDICT_COLUMNS), blocks, DEPENDENT)


def _choices(lists: pl.DataFrame, asked: Question) -> pl.DataFrame:
    """Choose the procedure of every group from its numbers of algorithms, tests and datasets."""
    sizes = lists.group_by("group").agg(
        most_blocks=pl.col("difference").list.len().cast(pl.Int64).max(), tests=pl.len().cast(pl.Int64)
    )
    facts = sizes.join(algorithm_counts(lists), on="group")
    if asked.family == "all":
        facts = facts.with_columns(tests=pl.lit(lists.height, dtype=pl.Int64))
    cases = facts.select("algorithms", "most_blocks", "tests").unique()
    chosen = []
    for algorithms, n, tests in cases.rows():
        heaviest = most_weight(algorithms) if asked.weights else 1.0
        rule = WEIGHTED_HOLM if asked.weights else asked.adjustment
        least = least_adjusted(n, tests, rule, asked.alpha, most_weight=heaviest) if n else 1.0
        chosen.append({"procedure": _procedure(algorithms, n, least, asked), "least": least})
    known = cases.hstack(pl.DataFrame(chosen, schema={"procedure": pl.String, "least": pl.Float64}))
    return facts.join(known, on=cases.columns).select("group", "most_blocks", "procedure", "least")


def _procedure(algorithms: int, n: int, least: float, asked: Question) -> str:
    """Return what decides: the test asked for where it can, whose p-values any number of datasets bounds or none."""
    if METHODS[asked.test].least_p is None:
        return asked.test
    chosen = procedure_of(algorithms, n, least, asked.alpha)
    return asked.test if chosen == PAIR_TEST else chosen


def _confirmed(rows: pl.DataFrame, blocks: Blocks, asked: Question) -> pl.DataFrame:
    """Replace the rows of the groups in which Nemenyi's test, confirmed, decides."""
    chosen = pl.col("procedure") == "nemenyi_confirmed"
    own = rows.filter(chosen)
    number = own["group"].unique().sort()
    part = blocks.where(pl.Series(range(blocks.n_groups)).is_in(number.implode()).to_numpy())
    by_ranks = posthoc(NEMENYI, RANGE_OF_RANKS, alpha=asked.alpha)(part)
    by_ranks = by_ranks.with_columns(group=number.gather(by_ranks["group"]))
    if asked.control is not None:
        by_ranks = _turned_to(by_ranks, asked.control)
    # Mean ranks favour a where they are small.
    kept = own.select(
        "group", "a", "b", "procedure", "scale", "wins", "losses", "effect", "effect_name", orientation=pl.lit(-1.0)
    )
    found = confirmed_rows(by_ranks, own).drop("effect", "effect_name").join(kept, on=["group", "a", "b"])
    single = {name: pl.lit(None, dtype=pl.Float64) for name in ("single_low", "single_high")}
    numbers = found.with_columns(null_value=pl.lit(0.0), level=pl.lit(1 - asked.alpha), **single)
    finished = cut(numbers, asked.alpha).select("group", *VERDICT_COLUMNS)
    return pl.concat([rows.filter(~chosen).select(finished.columns), finished]).sort("group", "a", "b")


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
    ).sort("group", "a", "b")


VERDICTS = Method(
    id="verdicts",
    title="Verdicts over datasets",
    question="Which algorithms differ over the datasets, by the test that can decide?",
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
