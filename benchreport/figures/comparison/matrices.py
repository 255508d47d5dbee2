"""Matrices of every algorithm against every other: mean differences, win rates, p-values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from benchreport.figures.comparison.pairs import both_ways, compared_pairs, facts_of_test, pairs_in_order, titled
from benchreport.figures.kinds import Kind
from benchreport.figures.layout.matrix import BLANK, MOST, Matrix, draw_matrix, p_text, shade
from benchreport.figures.layout.notes import Colour
from benchreport.figures.layout.page import Width
from benchreport.figures.selection import better_sign, metric_facts, one_metric, ranked_names
from benchreport.figures.style import BLUE, HIGHLIGHT
from benchreport.figures.words import metric_title, size_text
from benchreport.naming import best_of, enumerated
from benchreport.numerals import p_statement
from benchreport.options import PAIR_TEST
from benchreport.stats.summaries.winning import win_rates as counted_wins
from benchreport.tables.blocks import Missing, cells_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

DEEP = "#08306B"
WHITE: Colour = (1.0, 1.0, 1.0)
# Equal steps of lightness, so that classes are told apart in grey.
CLASSES: Mapping[str, tuple[str, str, str]] = {
    "better": ("#C6DBEF", "#6BAED6", "#08519C"),
    "worse": ("#FDD0A2", "#FD8D3C", "#A63603"),
}
FAR = 4.0  # differences beyond so many times the median one share the deepest colour
PARTS = (1, 5, 50)  # a class for p up to alpha, a fifth and a fiftieth of it
CROWDED = "; too many algorithms for numbers in the cells"


def mcm_data(
    table: Any, *, metric: str | None = None, posthoc: str = PAIR_TEST, adjust: str | None = "holm", alpha: float = 0.05
) -> pl.DataFrame:
    """Compute difference, wins, ties, losses and p of every algorithm ``a`` against every ``b``, best mean first.

    Parameters
    ----------
    table
        Scores without gaps.
    metric
        Which of several metrics.
    posthoc
        The test of all pairs: Wilcoxon's, "sign_test" or any other.
    adjust
        Adjustment of its p-values, where it has none of its own; None keeps a cell the same whoever else takes part.
    alpha
        Level of the decisions.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = mcm_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("a", "b", pl.col("difference").round(4), "wins", "ties", "losses").row(2)
    ('C4.5+m+cf', 'C4.5', 0.0223, 11, 1, 2)
    """
    scores = one_metric(table, metric)
    grid = cells_of(scores, "metric")
    value = pl.col("value").sort_by("dataset").mean()
    means = grid.group_by(pl.col("algorithm").cast(pl.String)).agg(mean=value, sign=pl.col("orientation").first())
    names = means.sort(-pl.col("mean") * pl.col("sign"), "algorithm").get_column("algorithm").to_list()
    of = dict(means.select("algorithm", "mean").rows())
    mean_a, mean_b = (pl.col(side).replace_strict(of, return_dtype=pl.Float64) for side in "ab")
    tested = both_ways(compared_pairs(scores, posthoc, adjust, alpha=alpha))
    wins = counted_wins(scores).filter(pl.col("b").is_not_null())
    tally = wins.select(
        pl.col("a", "b").cast(pl.String),
        wins=pl.col("statistic").cast(pl.Int64),
        ties="n_ties",
        losses=pl.col("n") - pl.col("statistic").cast(pl.Int64) - pl.col("n_ties"),
        n="n",
    )
    rows = tally.join(tested, on=["a", "b"], how="left").with_columns(difference=mean_a - mean_b)
    columns = ("a", "b", "difference", "wins", "ties", "losses", "n", "p", "differs")
    return pairs_in_order(rows, names).select(*columns, **facts_of_test(scores, posthoc, adjust, alpha))


def mcm(numbers: pl.DataFrame, *, width: Width | float | None = None) -> Figure:
    """Draw a multi-comparison matrix: in each cell the mean difference row - column, wins/ties/losses and p.

    Blue cells are won by the row, orange ones by the column. Where the texts do not fit into the width, cells are
    colours alone and a dot marks the pairs that differ.

    Examples
    --------
    >>> import benchreport as br
    >>> mcm(mcm_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    names, pairs = _drawn(numbers)
    direction, alpha, judged = numbers.select("direction", "alpha", "judged").row(0)
    sign = better_sign(direction)
    sizes = np.abs(pairs.get_column("difference").to_numpy())
    # One algorithm far off must not leave the others without colour.
    most = float(sizes.max())
    full = min(most, FAR * float(np.median(sizes))) or most
    rows = _cells(pairs, names, "difference", "p", "differs", "wins", "ties", "losses")
    printed = _difference_texts([row[2] for row in rows])
    texts = {
        (i, j): (text, "/".join(map(str, counts)), p_text(p))
        for (i, j, _, p, _, *counts), text in zip(rows, printed, strict=True)
    }
    ends = ("≤ ", "", "≥ ") if full < most else ("", "", "")
    scale = [
        (_effect_colour(part * sign), end + text)
        for part, end, text in zip((-1.0, 0.0, 1.0), ends, _difference_texts([-full, 0.0, full]), strict=True)
    ]
    level = f"p ≤ {alpha:g} ({judged})"
    matrix = Matrix(
        names=names,
        colours={(i, j): _effect_colour(sign * size / full if full else 0.0) for i, j, size, *_ in rows},
        texts=texts,
        marked=frozenset((i, j) for i, j, _, _, differs, *_ in rows if differs),
        key=scale if full else (),
        remark=f"{_size(numbers)}; mean difference of {metric_title(numbers)}, row − column",
        with_texts=f"; wins/ties/losses of the row; p-value, bold: {level}",
        without_texts=f"; dot: {level}{CROWDED}",
    )
    return draw_matrix(matrix, width)


def mcm_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a multi-comparison matrix shows."""
    names, _ = _drawn(numbers)
    from_first = numbers.filter(pl.col("a") == names[0])
    # Means are known up to that of the first algorithm: their differences from it order them.
    means = {names[0]: 0.0} | {name: -gap for name, gap in from_first.select("b", "difference").rows() if name in names}
    lower = numbers.get_column("direction")[0] == "lower"
    best, worst = best_of(means, lower=lower), best_of(means, lower=not lower)
    who = f"{_having(best)} the best mean, {_having(worst)} the worst."
    sentences = [
        f"Multi-comparison matrix of {numbers.get_column('a').n_unique()} algorithms by mean "
        f"{metric_title(numbers)}, {_size(numbers)}.",
        who if len(best) < len(means) else "All means are equal.",
        f"{_differing(numbers)}.",
    ]
    row = numbers.filter((pl.col("a") == names[0]) & (pl.col("b") == names[-1])).row(0, named=True)
    p = "" if row["p"] is None else f", p {p_statement(row['p'])}"
    ends = (("wins", "win", "wins"), ("ties", "tie", "ties"), ("losses", "loss", "losses"))
    counts = ", ".join(f"{row[name]} {singular if row[name] == 1 else plural}" for name, singular, plural in ends)
    sentences.append(f"{names[0]} against {names[-1]}: mean difference {row['difference']:+.3g}, {counts}{p}.")
    return " ".join(sentences)


def _having(names: Sequence[str]) -> str:
    return f"{names[0]} has" if len(names) == 1 else f"{enumerated(names)} share"


def win_rates_data(table: Any, *, metric: str | None = None, missing: Missing = "refuse") -> pl.DataFrame:
    """Return the share of datasets on which ``a`` beats ``b``, ties half; the highest mean rate first.

    Rows with an empty ``b`` are means over all opponents.

    Parameters
    ----------
    table
        Scores.
    metric
        Which of several metrics.
    missing
        "refuse" incomplete tables, or compare each pair on the datasets "available" to both.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = win_rates_data(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> numbers.select("a", "b", pl.col("rate").round(3)).rows()[:2]
    [('C4.5+m+cf', None, 0.69), ('C4.5+m+cf', 'C4.5+m', 0.536)]
    """
    scores = one_metric(table, metric)
    rows = counted_wins(scores, missing=missing).select(
        pl.col("a", "b").cast(pl.String),
        rate="estimate",
        wins=pl.col("statistic").cast(pl.Int64),
        ties="n_ties",
        n="n",
        **metric_facts(scores),
    )
    means = rows.filter(pl.col("b").is_null()).sort("rate", descending=True, nulls_last=True, maintain_order=True)
    return pairs_in_order(rows, means.get_column("a").to_list())


def win_rates(numbers: pl.DataFrame, *, width: Width | float | None = None) -> Figure:
    """Draw a win-rate matrix: dark cells are won by the row.

    Examples
    --------
    >>> import benchreport as br
    >>> win_rates(win_rates_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    names, pairs = _drawn(numbers)
    rows = _cells(pairs, [*names, None], "rate")
    matrix = Matrix(
        names=names,
        colours={(i, j): shade(DEEP, rate) for i, j, rate in rows if rate is not None},
        texts={(i, j): ("–" if rate is None else f"{rate:.2f}",) for i, j, rate in rows},
        key=[(shade(DEEP, share), f"{share:g}") for share in (0, 0.25, 0.5, 0.75, 1)],
        remark=f"{_size(numbers)}; share of datasets won by the row in {metric_title(numbers)}, ties half",
        without_texts=CROWDED,
        extra=("mean",),
    )
    return draw_matrix(matrix, width)


def win_rates_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a win-rate matrix shows."""
    means = numbers.filter(pl.col("b").is_null() & pl.col("rate").is_not_null())
    names, rates = means.get_column("a").to_list(), means.get_column("rate").to_list()
    sentences = [f"Win-rate matrix of {len(names)} algorithms by {metric_title(numbers)}, {_size(numbers)}."]
    if names and rates[0] == rates[-1]:
        sentences.append(f"All win {rates[0]:.0%} of their comparisons on average, ties half.")
    elif names:
        sentences.append(
            f"{names[0]} wins {rates[0]:.0%} of its comparisons on average, ties half, {names[-1]} {rates[-1]:.0%}."
        )
    for a, b, rate, wins in numbers.drop_nulls(["b", "rate"]).select("a", "b", "rate", "wins").head(1).rows():
        sentences.append(f"{a} beats {b} on {wins} datasets, a rate of {rate:.2f}.")
    return " ".join(sentences)


def p_values_data(
    table: Any, *, metric: str | None = None, posthoc: str = PAIR_TEST, adjust: str | None = "holm", alpha: float = 0.05
) -> pl.DataFrame:
    """Return the p-value of every pair, both ways, the best mean rank first.

    ``p`` is adjusted as asked, ``p_raw`` is not; ``row_is`` says whether ``a`` did "better" or "worse" than ``b``.
    Parameters as in :func:`mcm_data`.

    Examples
    --------
    >>> import benchreport as br
    >>> numbers = p_values_data(br.read_scores(br.example("demsar2006_auc.csv")), posthoc="nemenyi")
    >>> numbers.select("a", "b", pl.col("p").round(4), "row_is").row(2)
    ('C4.5+m+cf', 'C4.5', 0.0617, 'better')
    """
    scores = one_metric(table, metric)
    tested = both_ways(compared_pairs(scores, posthoc, adjust, alpha=alpha))
    facts = facts_of_test(scores, posthoc, adjust, alpha)
    columns = ("a", "b", "p", "p_raw", "row_is", "differs", "n")
    return pairs_in_order(tested, ranked_names(scores)).select(*columns, **facts)


def p_values(numbers: pl.DataFrame, *, width: Width | float | None = None) -> Figure:
    """Draw a heat map of p-values in classes of significance, blue where the row did better, orange where worse.

    Examples
    --------
    >>> import benchreport as br
    >>> p_values(p_values_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    <Figure size 350x...>
    """
    names, pairs = _drawn(numbers)
    alpha, judged, posthoc = numbers.select("alpha", "judged", "posthoc").row(0)
    rows = _cells(pairs, names, "p", "row_is", "differs")
    key = [
        (shade(CLASSES[row_is][step], 1.0), f"row {row_is}, p ≤ {alpha:g}" if step == 0 else f"≤ {alpha / part:g}")
        for row_is in ("better", "worse")
        for step, part in enumerate(PARTS)
    ]
    matrix = Matrix(
        names=names,
        colours={(i, j): class_colour(p, row_is, alpha) for i, j, p, row_is, _ in rows},
        texts={(i, j): (p_text(p),) for i, j, p, *_ in rows},
        marked=frozenset((i, j) for i, j, *_, differs in rows if differs),
        key=[*key, (WHITE, f"p > {alpha:g}")],
        remark=f"{_size(numbers)}; {titled(posthoc)}, {judged}; best mean rank first",
        with_texts=f"; bold: p ≤ {alpha:g}",
        without_texts=CROWDED,
        dotted=False,
    )
    return draw_matrix(matrix, width)


def p_values_alt(numbers: pl.DataFrame) -> str:
    """Return in words what a heat map of p-values shows."""
    names, _ = _drawn(numbers)
    posthoc, judged = numbers.select("posthoc", "judged").row(0)
    sentences = [
        f"Heat map of the p-values of all pairs of {numbers.get_column('a').n_unique()} algorithms, "
        f"{titled(posthoc)}, {judged}, {_size(numbers)}.",
        f"{_differing(numbers)}.",
        f"Rows go from {names[0]} to {names[-1]}, in the order of mean ranks.",
    ]
    least = numbers.filter(pl.col("p") == pl.col("p").min(), pl.col("a") < pl.col("b"))
    if least.height == 1:
        a, b, p = least.select("a", "b", "p").row(0)
        sentences.append(f"{a} and {b} have the smallest p-value, p {p_statement(p)}.")
    return " ".join(sentences)


def class_colour(p: float | None, row_is: str | None, alpha: float) -> Colour:
    """Return the colour of a class of significance; white where nothing was shown.

    Examples
    --------
    >>> class_colour(0.2, "better", 0.05)
    (1.0, 1.0, 1.0)
    """
    if p is None:
        return BLANK
    if p > alpha or row_is is None:
        return WHITE
    return shade(CLASSES[row_is][sum(p <= alpha / part for part in PARTS) - 1], 1.0)


def _drawn(numbers: pl.DataFrame) -> tuple[list[str], pl.DataFrame]:
    """Return the algorithms that fit onto a page, best first, and the pairs among them."""
    names = numbers.get_column("a").unique(maintain_order=True).to_list()[:MOST]
    return names, numbers.filter(pl.col("a").is_in(names) & (pl.col("b").is_null() | pl.col("b").is_in(names)))


def _size(numbers: pl.DataFrame) -> str:
    """Return how many datasets the pairs rest on, and how many algorithms are left out of the figure."""
    total = numbers.get_column("a").n_unique()
    rest = "" if total <= MOST else f"; the best {MOST} of {total} algorithms"
    return f"n = {size_text(numbers)} datasets{rest}"


def _differing(numbers: pl.DataFrame) -> str:
    pairs, hits = numbers.height // 2, int(numbers.get_column("differs").sum()) // 2
    return f"{hits} of {pairs} pairs differ at {numbers.get_column('alpha')[0]:g}"


def _difference_texts(values: Sequence[float]) -> list[str]:
    """Return differences with a sign and the same decimals, three digits for the largest.

    Examples
    --------
    >>> _difference_texts([0.0312, -0.001, 0.0]), _difference_texts([12345678.0])
    (['+0.0312', '−0.0010', '0'], ['+1.23e+07'])
    """
    largest = max((abs(value) for value in values), default=0.0)
    if largest == 0:
        return ["0"] * len(values)
    decimals = 2 - math.floor(math.log10(largest))
    plain = 0 <= decimals <= 5
    texts = [f"{value:+.{decimals}f}" if plain else f"{value:+.3g}" for value in values]
    return ["0" if value == 0 else text.replace("-", "−", 1) for value, text in zip(values, texts, strict=True)]


def _cells(numbers: pl.DataFrame, names: Sequence[str | None], *columns: str) -> list[Any]:
    """Return the row and the column of every pair in a matrix, and further values of it."""
    place = {name: k for k, name in enumerate(names)}
    return [(place[a], place[b], *values) for a, b, *values in numbers.select("a", "b", *columns).rows()]


def _effect_colour(share: float) -> Colour:
    return shade(BLUE if share >= 0 else HIGHLIGHT, 0.75 * min(abs(share), 1.0))


MCM = Kind(
    id="mcm",
    title="Multi-comparison matrix",
    question="By how much, how often and how surely does each algorithm beat each other?",
)

WIN_RATES = Kind(
    id="win_rates",
    title="Win-rate matrix",
    question="On which share of the datasets does each algorithm beat each other?",
)

P_VALUES = Kind(
    id="p_values", title="Heat map of p-values", question="Which pairs of algorithms differ, and how surely?"
)
