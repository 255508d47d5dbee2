"""Verdicts on pairs of algorithms over datasets: the deciding test of many groups at once, Nemenyi's test confirmed."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from inspect import signature
from typing import Any

import polars as pl

from benchreport.errors import IncompleteError, OptionError, one_of
from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.options import PAIR_TEST, pair_tests, ranks_decide, refuse_unfit_pair_test
from benchreport.registry import METHODS, table_form
from benchreport.remarks import joined_remarks
from benchreport.stats.answer import deciding
from benchreport.stats.answer.deciding import Weights
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
from benchreport.stats.multiplicity import adjusting
from benchreport.stats.multiplicity.adjusting import Adjustment
from benchreport.stats.posthoc.mean_ranks import NEMENYI, RANGE_OF_RANKS
from benchreport.stats.two_algorithms.differences import (
    GROUP_TEST,
    SIGNED_RANK_REMARKS,
    Group,
    PairTest,
    Scales,
    compared_lists,
    paired_rows,
)
from benchreport.stats.two_algorithms.on_instances import PERMUTATION_SIGNFLIP
from benchreport.stats.two_algorithms.over_datasets import DEPENDENT
from benchreport.stats.two_algorithms.over_folds import KFOLD_PAIRED_T
from benchreport.tables.blocks import Blocks, Missing, Reduce
from benchreport.tables.groups import By, within

CONFIRMED_FROM = 6  # datasets, below which no single pair can reach 5 % by its own signs
CONFIRMED_ALGORITHMS = 3
NOT_CONFIRMED = Remark(code="not_confirmed", note="the pair's own test favours the other algorithm")
FEW_TO_CONFIRM = Remark(
    code="few_to_confirm",
    note=f"needs {CONFIRMED_FROM} datasets and {CONFIRMED_ALGORITHMS} algorithms",
)
UNDECIDABLE = Remark(
    code="undecidable_pair",
    note="no exact test of a pair can reach {0} with {1} datasets: the least adjusted p-value is {2}",
)


@documented
def nemenyi_confirmed(
    table: Frame, *, by: By = "metric", alpha: float = 0.05, scales: Scales = None, reduce: Reduce = "mean"
) -> Frame:
    """Compute Nemenyi's test of all pairs, confirmed by the exact test of each pair alone.

    Nemenyi's test borrows the spread of a pair from the other algorithms, so that a pair that straddles them is found
    to differ in up to 22 % of experiments in which it does not. ``p_value`` is that of the pair's own exact Wilcoxon
    test (of log ratios for metrics with units, the sign test where values reach 0 or below); ``p_adjusted`` the larger
    of it and Nemenyi's. ``estimate`` is the difference of mean ranks with one critical difference to either side.

    Parameters
    ----------
    alpha
        Level of the critical difference.
    scales
        Scale of metrics whose name does not settle it: "share", "area", "correlation", "ratio" or "ordinal".

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.nemenyi_confirmed(scores)
    >>> rows.select("a", "b", pl.col("p_value", "p_adjusted").round(6)).row(2)
    ('C4.5', 'C4.5+m+cf', 0.012451, 0.061683)
    """
    by_ranks = posthoc(NEMENYI, RANGE_OF_RANKS, alpha=checked_alpha(alpha))

    def rows(blocks: Blocks) -> pl.DataFrame:
        return confirmed_rows(by_ranks(blocks), paired_rows(compared_lists(blocks, scales=scales), alpha=alpha))

    return over_blocks(table, rows, by=by, reduce=reduce)


def confirmed_rows(by_ranks: pl.DataFrame, own: pl.DataFrame) -> pl.DataFrame:
    """Return Nemenyi's rows of all pairs, confirmed by those of the pairs' own exact tests, in the same order."""
    keys = ["group", "a", "b"]
    own_columns = own.select(*keys, own_p="p_value", own_better="better", own_ties="n_ties", own_method="method")
    rows = by_ranks.join(own_columns, on=keys, how="left", maintain_order="left")
    rows = rows.join(algorithm_counts(by_ranks), on="group", maintain_order="left")
    enough = (pl.col("n") >= CONFIRMED_FROM) & (pl.col("algorithms") >= CONFIRMED_ALGORITHMS)
    against = (pl.col("better") != pl.col("own_better")).fill_null(False)
    p_own, p_ranks = pl.col("own_p"), pl.col("p_value")
    return rows.with_columns(
        method=pl.lit(NEMENYI_CONFIRMED.id),
        variant=pl.col("own_method"),
        n_ties=pl.col("own_ties"),
        p_value=pl.when(enough).then(p_own),
        p_adjusted=pl.when(enough & against).then(1.0).when(enough).then(pl.max_horizontal(p_own, p_ranks)),
        adjustment=pl.lit(NEMENYI_CONFIRMED.id),
        family=pl.format("{} tests, all pairs together", pl.len().over("group")),
        status=pl.when(enough).then("status").otherwise(pl.lit("too_few")),
        remarks=joined_remarks(pl.col("remarks"), NOT_CONFIRMED.where(enough & against), FEW_TO_CONFIRM.where(~enough)),
    ).select("group", *RESULT_COLUMNS)


def algorithm_counts(rows: pl.DataFrame) -> pl.DataFrame:
    """Return how many algorithms the pairs of every group are made of, in a column ``algorithms``.

    Examples
    --------
    >>> algorithm_counts(pl.DataFrame({"group": [0, 0, 0], "a": ["A", "A", "B"], "b": ["B", "C", "C"]})).rows()
    [(0, 3)]
    """
    names = pl.concat([rows.select("group", name=pl.col(side).cast(pl.String)) for side in "ab"])
    return names.group_by("group").agg(algorithms=pl.col("name").n_unique().cast(pl.Int64))


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
    """Return the verdicts on all pairs by the test that decides, chosen from the numbers of algorithms and datasets.

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
        or "permutation_signflip". Metrics with units are compared by their logarithms in any case. A post-hoc test of
        mean ranks, such as "nemenyi", decides where it is asked for, and has differences of mean ranks.
    scales
        Scale of metrics whose name does not settle it: "share", "area", "correlation", "ratio" or "ordinal". Metrics of
        unknown scale are compared as if they had units.
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
    refuse_unfit_pair_test(test)
    one_of(test, pair_tests(), name="test")
    if weights is not None and control is None:
        raise OptionError("weights='reference' needs a reference", hint="control='the reference algorithm'")

    question = Question(
        control=control, adjustment=adjustment, weights=weights, family=family, level=level, test=test, scales=scales,
        group=group, alpha=alpha, missing=missing, reduce=reduce,
    )  # fmt: skip
    rows = partial(decided_pairs, question=question)
    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control, columns=VERDICT_COLUMNS)


def tested_pairs(blocks: Blocks, question: Question) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the values of every pair that is asked for, and the tests of them, not adjusted."""
    lists = question.lists(blocks)
    method = GROUP_TEST if question.group is not None else None
    return lists, paired_rows(lists, alpha=question.alpha, test=question.test, method=method)


def decided_pairs(
    blocks: Blocks,
    question: Question,
    *,
    estimates: bool = True,
    tested: tuple[pl.DataFrame, pl.DataFrame] | None = None,
) -> pl.DataFrame:
    """Return the verdicts on all pairs of every group; thousands at once where no estimates are asked for.

    ``tested`` are the rows of :func:`tested_pairs`, where they are at hand.
    """
    if ranks_decide(question.test):
        return _by_mean_ranks(blocks, question)
    lists, tests = tested or tested_pairs(blocks, question)
    rows = with_intervals(adjusted_rows(blocks, tests, question), lists, question, estimates=estimates)
    rows = rows.drop("procedure").join(choices(lists, question), on="group", maintain_order="left")
    undecidable = UNDECIDABLE.where(
        pl.col("procedure") == "none", pl.lit(question.alpha), "most_blocks", pl.col("least").round_sig_figs(3)
    )
    rows = rows.with_columns(remarks=joined_remarks(undecidable, pl.col("remarks")))
    return doubted(rows.select("group", *VERDICT_COLUMNS), blocks, DEPENDENT)


def _by_mean_ranks(blocks: Blocks, question: Question) -> pl.DataFrame:
    """Return the verdicts of a post-hoc test of mean ranks, which was asked for by name."""
    record = METHODS[question.test]
    if question.group is not None or question.weights is not None:
        raise OptionError(
            f"{record.name} has no form for families of datasets or for weights", hint="leave out tests['pairs']"
        )
    if not blocks.is_complete:
        raise IncompleteError(f"{record.name} needs complete blocks", hint="missing='drop_blocks' drops the others")
    test = table_form(record.id)
    keywords: dict[str, Any] = {"by": list(blocks.by), "alpha": question.alpha, "reduce": question.reduce}
    further = {"control": question.control, "scales": question.scales}
    keywords |= {name: value for name, value in further.items() if name in signature(test).parameters}
    rows = blocks.numbered(test(blocks.source, **keywords))
    if question.control is not None:
        rows = _turned_to(rows, question.control)
    if record.simultaneous:
        which = "all pairs" if keywords.get("control") is None else "those with the reference"
        together = pl.format(f"{{}} tests, {which} together", pl.len().over(within(question.keys)))
        p_adjusted = pl.coalesce("p_adjusted", "p_value")
        rows = rows.with_columns(p_adjusted=p_adjusted, adjustment=pl.lit(record.id), family=together)
    else:
        rows = adjusting.adjust(rows, question.adjustment, family=question.keys, alpha=question.alpha)
    own = decided_pairs(blocks, replace(question, test=PAIR_TEST), estimates=False)
    names = ("scale", "wins", "losses")
    of_pairs = own.select(
        "group", pl.col("a", "b").cast(pl.String), *names, own_ties="n_ties", orientation=pl.lit(-1.0)
    )
    single = {name: pl.lit(None, dtype=pl.Float64) for name in ("single_low", "single_high")}
    numbers = (
        rows.with_columns(pl.col("a", "b").cast(pl.String))
        .join(of_pairs, on=["group", "a", "b"], how="left", maintain_order="left")
        .with_columns(pl.col("a", "b").cast(rows.schema["a"]), n_ties="own_ties", procedure=pl.lit(record.id))
        .with_columns(null_value=pl.lit(0.0), level=pl.lit(1 - question.alpha), **single)
    )
    rows = cut(numbers, question.alpha)
    if not record.simultaneous:  # its intervals are those of single comparisons
        nothing = {name: pl.lit(None, dtype=pl.Float64) for name in ("ci_low", "ci_high")}
        rows = rows.with_columns(low_open=pl.lit(False), high_open=pl.lit(False), **nothing)
    return doubted(rows.select("group", *VERDICT_COLUMNS), blocks, DEPENDENT)


def choices(lists: pl.DataFrame, question: Question, *, fewer: int = 0) -> pl.DataFrame:
    """Return the procedure of every group, chosen from its numbers of tests and datasets, or of ``fewer`` datasets."""
    sizes = lists.group_by("group").agg(
        most_blocks=pl.col("difference").list.len().cast(pl.Int64).max() - fewer, tests=pl.len().cast(pl.Int64)
    )
    facts = sizes.join(algorithm_counts(lists), on="group")
    if question.family == "all":
        facts = facts.with_columns(tests=pl.lit(lists.height, dtype=pl.Int64))
    cases = facts.select("algorithms", "most_blocks", "tests").unique()
    chosen = []
    for algorithms, n, tests in cases.rows():
        procedure, least = chosen_procedure(algorithms, n, tests, question)
        chosen.append({"procedure": procedure, "least": least})
    procedures = cases.hstack(pl.DataFrame(chosen, schema={"procedure": pl.String, "least": pl.Float64}))
    return facts.join(procedures, on=cases.columns).select("group", "most_blocks", "procedure", "least")


def chosen_procedure(algorithms: int, n: int, tests: int, question: Question) -> tuple[str, float]:
    """Return what decides, and the least adjusted p-value: the test asked for where it can reach alpha.

    Where no number of datasets bounds the p-values of a test, it can.
    """
    heaviest = deciding.most_weight(algorithms) if question.weights else 1.0
    rule = adjusting.WEIGHTED_HOLM if question.weights else question.adjustment
    least = adjusting.least_adjusted(n, tests, rule, question.alpha, most_weight=heaviest) if n else 1.0
    if METHODS[question.test].least_p is None:
        return question.test, least
    return deciding.procedure_of(least, question.alpha, question.test), least


def _turned_to(rows: pl.DataFrame, control: str) -> pl.DataFrame:
    """Return the pairs with the reference, turned so that it is ``b``."""
    turn = pl.col("a").cast(pl.String) == control
    return (
        rows.filter(deciding.with_reference(control))
        .with_columns(
            a=pl.when(turn).then("b").otherwise("a"),
            b=pl.when(turn).then("a").otherwise("b"),
            estimate=pl.when(turn).then(-pl.col("estimate")).otherwise("estimate"),
            ci_low=pl.when(turn).then(-pl.col("ci_high")).otherwise("ci_low"),
            ci_high=pl.when(turn).then(-pl.col("ci_low")).otherwise("ci_high"),
        )
        .sort("group", "a", "b")
    )


NEMENYI_CONFIRMED = Method(
    table=nemenyi_confirmed,
    title="Nemenyi test, confirmed by the pair’s own test",
    question="Which pairs differ, when there are too few datasets for adjusted exact tests?",
    prose="Nemenyi’s test, confirmed by the pair’s own exact test",
    plural="Nemenyi tests confirmed by the pairs’ own tests",
    short="confirmed",
    symbol="q",
    formula=(
        "p_adjusted = max(Nemenyi's p, the pair's own exact Wilcoxon p), if both favour the same algorithm, else 1; "
        "from 6 datasets and 3 algorithms on"
    ),
    tex=r"p_{\mathrm{adj}} = \max( p_{\mathrm{Nemenyi}}, \; p_{\mathrm{Wilcoxon}} )",
    null="the two algorithms rank alike, and their differences are symmetric about zero",
    assumes=("datasets are independent",),
    account=("A pair differs if Nemenyi’s test and the pair’s own exact Wilcoxon test both say so."),
    cites=("nemenyi1963", "fligner1984", "wilcoxon1945"),
    answers=("posthoc",),
    estimand="difference of mean ranks a - b",
    controls="family-wise error rate",
    dependence="tables in which all algorithms or a single pair are equal, in between by simulation only",
    simultaneous=True,
    remarks=(*NEMENYI.remarks, NOT_CONFIRMED, FEW_TO_CONFIRM),
)

VERDICTS = Method(
    table=verdicts,
    title="Verdicts over datasets",
    question="Which algorithms differ over the datasets, by the test that can decide?",
    symbol="p_{adj}",
    formula=(
        "exact Wilcoxon tests of raw differences, or of log ratios for metrics with units (sign tests where values "
        "reach 0 or below), adjusted over the family; where these cannot reject, none"
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
                adjusting.NONE_REJECTABLE,
                adjusting.NOT_REJECTABLE,
                FEW_FOR_INTERVAL,
                UNDECIDABLE,
                DEPENDENT,
            )
        )
    ),
)
