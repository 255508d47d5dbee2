"""A fixed list of analyses beside the deciding one: which verdicts are the same in them, and which are not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache, partial
from math import log2
from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method
from benchreport.options import PAIR_TEST, ranks_decide
from benchreport.records import dataclass
from benchreport.stats.answer.deciding import least_nemenyi, page_family
from benchreport.stats.answer.leaving_out import without_each_dataset
from benchreport.stats.answer.pair_verdicts import algorithm_counts, decided_pairs, tested_pairs
from benchreport.stats.answer.standings import typed_rows
from benchreport.stats.answer.verdict_intervals import Question
from benchreport.stats.forms.distributions import binomial_tail, t_sf
from benchreport.stats.forms.over import Frame, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.posthoc import posthoc
from benchreport.stats.forms.samples import flat
from benchreport.stats.kernels.centring import rows_of_equal_size
from benchreport.stats.multiplicity.adjusting import Adjustment, adjust, least_adjusted
from benchreport.stats.posthoc.mean_ranks import FRIEDMAN_POSTHOC_Z, MEAN_RANKS, NEMENYI, RANGE_OF_RANKS
from benchreport.stats.two_algorithms.differences import PairTest, Scales, paired_rows
from benchreport.tables.blocks import Blocks, Missing, Reduce
from benchreport.tables.groups import By
from benchreport.tables.rounding import Floats, is_zero
from benchreport.threads import fast_product

Gaps = Literal["complete", "pairs", "worst"]
GAPS: tuple[Gaps, ...] = ("complete", "pairs", "worst")
# Tests of pairs by the names of the analyses; the one that decides is left out.
TESTS: Mapping[str, str] = {
    "wilcoxon": "Wilcoxon",
    "kfold_paired_t": "paired t",
    "sign_test": "sign",
    "permutation_signflip": "sign flips of means",
}
# All sign patterns of so many differences are enumerated; of more, so many are drawn.
ENUMERATED, FLIPS, PAIRS_AT_ONCE, NUMBERS_AT_ONCE = 14, 9_999, 256, 4_000_000
TESTED = ("group", "a", "b", "better", "method", "p_value")  # what verdicts are made of; remarks are not shown

MULTIVERSE_COLUMNS: Mapping[str, tuple[str, str]] = {
    "a": ("Categorical", "first algorithm of the pair"),
    "b": ("Categorical", "second algorithm of the pair, or the reference"),
    "kind": ("String", "deciding, analysis, ranks, or left_out: the deciding analysis without one dataset"),
    "analysis": ("String", "name of the analysis"),
    "test": ("String", "id of the test"),
    "adjustment": ("String", "adjustment for multiplicity, null where the test has its own"),
    "runs": ("String", "how runs were reduced, null where there are none to reduce"),
    "gaps": ("String", "what was done about missing results, null where none are missing"),
    "left_out": ("String", "dataset left out, null elsewhere"),
    "p_adjusted": ("Float64", "adjusted p-value"),
    "better": ("Categorical", "which of the two did better"),
    "can": ("Boolean", "whether the analysis can reach alpha at all"),
    "verdict": ("Boolean", "whether the two differ significantly"),
    "same": ("Boolean", "whether the verdict and its direction are those of the deciding analysis"),
    "alpha": ("Float64", "level of the decisions"),
}


@documented
def multiverse(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    test: PairTest = PAIR_TEST,
    adjustment: Adjustment = "holm",
    gaps: Gaps = "complete",
    scales: Scales = None,
    alpha: float = 0.05,
) -> Frame:
    """Compute the verdicts of a fixed list of analyses, and of the deciding one without each dataset.

    The analyses are the other tests of pairs: Wilcoxon, paired t (of log ratios for metrics with units), sign, and sign
    flips of the means, all but the one that decides, with its adjustment. Where algorithms have several runs, by their
    means and by their medians; where results are missing, on complete datasets, on the datasets that each pair has, and
    with missing results ranked last. Where values with units reach 0 or below there are only sign tests. Nemenyi's test
    and Shaffer's procedure on mean ranks stand apart (kind "ranks"), since their verdict on two algorithms depends on
    the others. Nothing is added or dropped by its result. All analyses share the data, so that their agreement is no
    further evidence; without single datasets false verdicts stay about as often as not. Datasets are left out one by
    one where that takes at most 100 million differences, and where the deciding test could decide without one and
    does not draw.

    Parameters
    ----------
    control
        The declared reference.
    test, adjustment
        The deciding test and its adjustment, as in :func:`verdicts`.
    gaps
        What the deciding analysis does about missing results: "complete" datasets only, available "pairs", or missing
        results ranked "worst".
    scales
        Scale of metrics whose name does not settle it: "share", "area", "correlation", "ratio" or "ordinal".
    alpha
        Level of the decisions.

    Returns
    -------
    polars.DataFrame
        One row per group, pair and analysis; columns as in ``MULTIVERSE_COLUMNS``.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.multiverse(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> pair = rows.filter(pl.col("a") == "C4.5", pl.col("b") == "C4.5+m", pl.col("kind") == "analysis")
    >>> pair.filter("can").select(pl.col("same").sum(), n=pl.len()).row(0)
    (1, 3)
    """
    one_of(gaps, GAPS, name="gaps")
    question = Question(control=control, test=test, adjustment=adjustment, scales=scales, alpha=alpha)
    rows = partial(_multiverse, question=question, gaps=gaps)
    return over_blocks(table, rows, by=by, missing="available", columns=MULTIVERSE_COLUMNS)


def _multiverse(blocks: Blocks, *, question: Question, gaps: Gaps) -> pl.DataFrame:
    universes = list(_universes(blocks, question))
    own = next(table for table in universes if table.gaps in (None, gaps) and table.runs in (None, "mean"))
    by_ranks = ranks_decide(question.test)
    # Tests of mean ranks have no tests of single pairs behind them.
    pairs = own.question if not by_ranks else replace(own.question, test=PAIR_TEST)
    tested = tested_pairs(own.blocks, pairs)
    deciding = decided_pairs(own.blocks, own.question, estimates=False, tested=tested)
    parts = [_rows(deciding, own, "deciding", "deciding")]
    for universe in universes:
        parts += [_rows(rows, universe, kind, name) for kind, name, rows in _analyses(universe)]
    if not by_ranks:
        parts.append(_rows(without_each_dataset(own.blocks, own.question, tested), own, "left_out", "deciding"))
    return _compared(pl.concat(parts, how="diagonal_relaxed"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Universe:
    """A table as one analyst would prepare it, and what is asked of it."""

    blocks: Blocks
    question: Question
    runs: str | None
    gaps: Gaps | None


def _universes(blocks: Blocks, question: Question) -> Iterator[Universe]:
    several = bool((blocks.n_values > 1).any())
    full = blocks.measured.all() and blocks.is_complete
    tables: dict[Gaps | None, Missing] = {None: "refuse"}
    if not full:
        tables = {"complete": "drop_blocks", "pairs": "available", "worst": "worst"}
    reductions: tuple[Reduce, ...] = ("mean", "median") if several else ("mean",)
    for gaps, missing in tables.items():
        for reduce in reductions:
            laid_out = Blocks.of(blocks.source, by=blocks.by, reduce=reduce, missing=missing)
            policy: Missing = "available" if missing == "available" else "refuse"
            own = replace(question, missing=policy, reduce=reduce)
            yield Universe(blocks=laid_out, question=own, runs=reduce if several else None, gaps=gaps)


def _analyses(universe: Universe) -> Iterator[tuple[str, str, pl.DataFrame]]:
    """Yield kind, name and rows of the fixed list of one table; ``can`` says whether a test can reach alpha at all."""
    blocks, question = universe.blocks, universe.question
    lists = replace(question, test=PAIR_TEST).lists(blocks)
    sizes = _sizes(lists)
    for test in TESTS:
        if test != question.test:
            rows = page_family(
                _tested(lists, test, question), control=question.control, adjustment=question.adjustment, family="group"
            )
            adjustment = question.adjustment if lists.height > blocks.n_groups else None
            yield "analysis", TESTS[test], _with_reach(rows, sizes, test, adjustment, question)
    if question.control is not None or question.missing == "available" or blocks.n_algorithms.max(initial=0) < 3:
        return
    by_ranks = posthoc(NEMENYI, RANGE_OF_RANKS, alpha=question.alpha)(blocks)
    yield "ranks", "Nemenyi", _with_reach(by_ranks.with_columns(p_adjusted="p_value"), sizes, "nemenyi", None, question)
    z = posthoc(FRIEDMAN_POSTHOC_Z, MEAN_RANKS, alpha=question.alpha)(blocks)
    shaffer = adjust(z.select(TESTED), "shaffer", family="group")
    yield "ranks", "mean ranks, Shaffer", _with_reach(shaffer, sizes, "shaffer", "shaffer", question)


def _tested(lists: pl.DataFrame, test: str, question: Question) -> pl.DataFrame:
    """Compute one test of all pairs; null where only signs are comparable, so that the sign test decides."""
    if test == PAIR_TEST:
        rows = paired_rows(lists, alpha=question.alpha).select(TESTED)
    else:
        rows = {"kfold_paired_t": _t_rows, "sign_test": _sign_rows, "permutation_signflip": _flip_rows}[test](lists)
    by_signs = lists["comparison"] == "sign"
    if test == "sign_test" and question.test not in TESTS:
        return rows
    return rows.with_columns(p_value=pl.when(~pl.lit(by_signs)).then("p_value"))


def _t_rows(lists: pl.DataFrame) -> pl.DataFrame:
    """Compute the paired t test of the differences, or of the log ratios; null where only signs are comparable."""
    d = pl.col("difference")
    n, mean = d.list.len().cast(pl.Float64), d.list.mean()
    error, ahead = d.list.std() / n.sqrt(), mean * pl.col("orientation")
    # A spread below the rounding errors is none.
    testable = (n > 1) & (error > pl.col("noise"))
    return lists.select(
        "group",
        "a",
        "b",
        better=pl.when(ahead > 0).then("a").when(ahead < 0).then("b"),
        method=pl.lit("paired_t"),
        n=n.cast(pl.Int64),
        p_value=pl.when(testable).then(2 * t_sf(mean.abs() / error, n - 1)),
    )


def _sign_patterns(n: int) -> Iterator[Floats]:
    """Yield the signs of n differences: every pattern up to a mirror, or as drawn, so many numbers at once."""
    if n <= ENUMERATED:
        yield (1 - 2 * ((np.arange(2 ** (n - 1))[:, None] >> np.arange(n)) & 1)).astype(np.float64)
        return
    yield np.ones((1, n))
    rng, most = np.random.default_rng([0, n]), max(1, NUMBERS_AT_ONCE // n)
    for start in range(0, FLIPS, most):
        yield (1 - 2 * rng.integers(0, 2, (min(most, FLIPS - start), n))).astype(np.float64)


def _flip_rows(lists: pl.DataFrame) -> pl.DataFrame:
    """Compute the sign-flip test of the means: the share of sign patterns that give as large a sum."""
    values, lengths = flat(lists.get_column("difference"))
    noise, p_value = lists["noise"].fill_null(0.0).to_numpy(), np.full(lists.height, np.nan)
    for pairs, rows in rows_of_equal_size(values, lengths):
        n = rows.shape[1]
        if n < 1:
            continue
        least = np.abs(rows.sum(axis=1)) - n * noise[pairs]
        reached, total = np.zeros(len(rows)), 0
        for signs in _sign_patterns(n):
            total += len(signs)
            for start in range(0, len(rows), PAIRS_AT_ONCE):
                some = slice(start, start + PAIRS_AT_ONCE)
                sums = np.abs(fast_product(rows[some], signs.T))
                reached[some] += (sums >= least[some, None]).sum(axis=1)
        p_value[pairs] = reached / total
    ahead = pl.col("difference").list.mean() * pl.col("orientation")
    return lists.select(
        "group",
        "a",
        "b",
        better=pl.when(ahead > pl.col("noise")).then("a").when(ahead < -pl.col("noise")).then("b"),
        method=pl.lit("permutation_signflip"),
        p_value=pl.Series(p_value, nan_to_null=True),
    )


def _sign_rows(lists: pl.DataFrame) -> pl.DataFrame:
    """Compute the exact sign test of the blocks on which the two differ."""
    (x, lengths), (y, _) = (flat(lists.get_column(name)) for name in ("x", "y"))
    row = np.repeat(np.arange(lists.height), lengths)
    with np.errstate(invalid="ignore"):
        ahead = np.where(is_zero(x, y), 0.0, x - y) * lists["orientation"].to_numpy()[row]
    wins, losses = (np.bincount(row[side], minlength=lists.height) for side in (ahead > 0, ahead < 0))
    counted = lists.select("group", "a", "b").with_columns(wins=wins, losses=losses, n=wins + losses, blocks=lengths)
    won, lost, n = pl.col("wins"), pl.col("losses"), pl.col("n")
    exact = pl.when(n > 0).then(binomial_tail(won, n, 0.5, "two-sided"))
    return counted.select(
        "group",
        "a",
        "b",
        better=pl.when(won > lost).then("a").when(won < lost).then("b"),
        method=pl.lit("sign_test"),
        p_value=exact.when(pl.col("blocks") > 0).then(1.0),
    )


def _sizes(lists: pl.DataFrame) -> Mapping[int, tuple[int, int, int]]:
    """Return how many algorithms, datasets and tests every group has."""
    blocks = pl.col("difference").list.len().cast(pl.Int64)
    counts = lists.group_by("group").agg(blocks=blocks.max(), tests=pl.len().cast(pl.Int64))
    facts = algorithm_counts(lists).join(counts, on="group")
    return {group: tuple(size) for group, *size in facts.select("group", "algorithms", "blocks", "tests").rows()}


def _with_reach(
    rows: pl.DataFrame,
    sizes: Mapping[int, tuple[int, int, int]],
    test: str,
    adjustment: str | None,
    question: Question,
) -> pl.DataFrame:
    """Return whether the analysis can reach alpha, from the numbers of algorithms and datasets."""
    reaches = {size: _reaches(test, adjustment, *size, alpha=question.alpha) for size in set(sizes.values())}
    can = [reaches[sizes[group]] for group in rows.get_column("group").to_list()]
    return rows.with_columns(can=pl.Series(can, dtype=pl.Boolean) & pl.col("p_adjusted").is_not_null())


@cache
def _reaches(test: str, adjustment: str | None, k: int, n: int, m: int, *, alpha: float) -> bool:
    if n < 2:
        return False
    if test == "kfold_paired_t":
        return True
    if test in TESTS:
        drawn = test == "permutation_signflip" and n > ENUMERATED  # as many patterns as 2^(n - 1), at most
        return least_adjusted(int(log2(FLIPS)) + 1 if drawn else n, m, adjustment, alpha) <= alpha
    if k < 3:
        return False
    if test == "nemenyi":
        return least_nemenyi(k, n) <= alpha
    from scipy.special import ndtr

    least = 2 * float(ndtr(-(k - 1) / (k * (k + 1) / (6 * n)) ** 0.5))
    return least * k * (k - 1) / 2 <= alpha


def _rows(rows: pl.DataFrame, universe: Universe, kind: str, name: str) -> pl.DataFrame:
    optional = {
        "left_out": pl.lit(None, dtype=pl.String),
        "adjustment": pl.lit(None, dtype=pl.String),
        "can": pl.lit(True),
    }
    optional |= {column: pl.col(column) for column in optional if column in rows.columns}
    runs, gaps, alpha = universe.runs, universe.gaps, universe.question.alpha
    parts = (name, runs and f"{runs} of runs", gaps and GAP_WORDS[gaps])
    return rows.select(
        *("group", "a", "b", "better", "p_adjusted"),
        kind=pl.lit(kind),
        analysis=pl.lit(", ".join(part for part in parts if part)),
        test=pl.col("method"),
        runs=pl.lit(runs, dtype=pl.String),
        gaps=pl.lit(gaps, dtype=pl.String),
        verdict=(pl.col("p_adjusted") <= alpha).fill_null(False) & pl.col("better").is_not_null(),
        alpha=pl.lit(alpha),
        **optional,
    )


GAP_WORDS: Mapping[Gaps, str] = {
    "complete": "complete datasets",
    "pairs": "available pairs",
    "worst": "missing results last",
}


def _compared(rows: pl.DataFrame) -> pl.DataFrame:
    """Return the rows with whether each verdict is that of the deciding analysis on the same pair."""
    keys = ["group", "a", "b"]
    own = rows.filter(pl.col("kind") == "deciding").select(*keys, own_verdict="verdict", own_better="better")
    both = rows.join(own, on=keys, how="left", maintain_order="left")
    direction = pl.col("better").cast(pl.String) == pl.col("own_better").cast(pl.String)
    neither = ~pl.col("verdict") & ~pl.col("own_verdict")
    same = neither | (pl.col("verdict") & pl.col("own_verdict") & direction)
    kinds = {"deciding": 0, "analysis": 1, "ranks": 2, "left_out": 3}
    order = pl.col("kind").replace_strict(kinds, return_dtype=pl.Int64)
    ordered = both.with_columns(same=same.fill_null(False)).sort(*keys, order, maintain_order=True)
    return typed_rows(ordered, MULTIVERSE_COLUMNS)


def agreement(rows: pl.DataFrame) -> pl.DataFrame:
    """Return, for every verdict of the deciding analysis, how many analyses have the same one, and the others.

    ``n_same`` of ``n_analyses`` agree; ``otherwise`` names those that do not, ``cannot`` those that cannot reach alpha,
    and ``drops_out_without`` the datasets without which the deciding analysis has no such verdict.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.multiverse(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> agreement(rows).select("a", "b", "n_same", "n_analyses").row(0)
    ('C4.5', 'C4.5+m', 1, 3)
    """
    groups = rows.columns[: rows.columns.index("a")]
    keys = [*groups, "a", "b"]
    decided = rows.filter((pl.col("kind") == "deciding") & pl.col("verdict")).select(*keys, "better")
    compared = rows.drop("better").join(decided, on=keys, how="semi", maintain_order="left")
    analysis = (pl.col("kind") == "analysis") & pl.col("can")
    counted = compared.group_by(keys, maintain_order=True).agg(
        n_same=(analysis & pl.col("same")).sum().cast(pl.Int64),
        n_analyses=analysis.sum().cast(pl.Int64),
        otherwise=pl.col("analysis").filter(analysis & ~pl.col("same")),
        cannot=pl.col("analysis").filter((pl.col("kind") == "analysis") & ~pl.col("can")),
        drops_out_without=pl.col("left_out").filter((pl.col("kind") == "left_out") & ~pl.col("same")),
    )
    return decided.join(counted, on=keys, how="left", maintain_order="left")


MULTIVERSE = Method(
    table=multiverse,
    title="Sensitivity to the choice of analysis",
    question="How does a verdict depend on the choices of the analyst?",
    symbol="",
    formula=(
        "Wilcoxon, t, sign and sign-flip tests but the deciding one, with its adjustment; apart, Nemenyi's test and "
        "Shaffer's procedure on mean ranks; with runs by their means and medians; with gaps by complete datasets, "
        "available pairs and missing results last"
    ),
    assumes=("all analyses share the data: agreement is no further evidence",),
    account=(
        "The verdicts are compared with those of a list of analyses that was fixed before any data were seen. All "
        "analyses share the same data, so their agreement is not further evidence."
    ),
    cites=("steegen2016", "demsar2006", "shaffer1986"),
)
