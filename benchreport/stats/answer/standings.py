"""Places of algorithms: place, rank set and tier from the verdicts on all pairs, and how far the data resolve them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import REMARK_COLUMNS, Method, Remark, schema_of
from benchreport.registry import METHODS
from benchreport.remarks import joined_remarks, with_words
from benchreport.stats.answer.pair_verdicts import decided_pairs
from benchreport.stats.answer.verdict_intervals import Question
from benchreport.stats.forms.over import Frame, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.samples import flat
from benchreport.stats.kernels.centring import rows_of_equal_size
from benchreport.stats.many_algorithms.complete_blocks import average_rank_rows
from benchreport.stats.many_algorithms.incomplete_blocks import effect_rows
from benchreport.stats.multiplicity.adjusting import Adjustment
from benchreport.stats.ordering.plausible_ranks import beats
from benchreport.stats.two_algorithms.differences import Group, Scales, paired_rows
from benchreport.tables.blocks import GAPPY, Blocks, Flags, Floats, Integers, Missing, Reduce
from benchreport.tables.groups import By
from benchreport.threads import fast_product

Tier = Literal["verdicts", "mcb"]
DIGITS = 12  # mean ranks that agree so far are equal
RESOLVED_FROM = 8  # datasets, below which no number is given
AT_MOST = 10  # times the datasets at hand
POWER = 0.8
SUMS = 2_000_000  # of pairs of datasets, held at a time
UNDECIDED = Remark(
    code="undecided_places", note="no pair can be decided with so few datasets, so no place is ruled out"
)
SEPARATE = Remark(
    code="separate_places", note="some algorithms share no dataset with others: places among those that do"
)
NO_PLACE = Remark(code="no_place", note="no dataset with a result of another algorithm")
ENOUGH = Remark(
    code="enough_datasets",
    note="if differences like those seen here persist, about {0} {1} would separate the first two with 80 % power",
)
MORE_THAN = Remark(code="more_datasets", note="separating the first two would take more than {0} {1} like these")
DISAGREEING = Remark(code="disagreeing_orders", note="the orders by mean rank and by size of the differences disagree")

PLACE_COLUMNS: Mapping[str, tuple[str, str]] = {
    "algorithm": ("Categorical", "the algorithm"),
    "n": ("Int64", "datasets ranked"),
    "mean_rank": ("Float64", "mean rank over the datasets, 1 is best; adjusted where results are missing"),
    "place": ("Int64", "place by mean rank; equal mean ranks share a place"),
    "place_low": ("Int64", "best place not ruled out"),
    "place_high": ("Int64", "worst place not ruled out"),
    "tier": ("Boolean", "whether it is not distinguished from the best"),
    "cycle": ("Boolean", "whether it beats another that beats it, directly or through others"),
    "n_better": ("Int64", "algorithms shown to be better"),
    "n_worse": ("Int64", "algorithms shown to be worse"),
    "alpha": ("Float64", "all rank sets and the tier hold together with probability 1 - alpha"),
    "procedure": ("String", "what decides: a test of pairs, or none"),
    **REMARK_COLUMNS,
}
RESOLUTION_COLUMNS: Mapping[str, tuple[str, str]] = {
    "first": ("Categorical", "algorithm in first place, null where several share it"),
    "second": ("Categorical", "algorithm in second place, null where several share it"),
    "n": ("Int64", "datasets that both have"),
    "n_separated": ("Int64", "neighbouring places that are separated"),
    "n_neighbours": ("Int64", "neighbouring places, equal ones skipped"),
    "separated": ("Boolean", "whether the first is shown to be better than the second"),
    "p_first": ("Float64", "share of pairs of datasets whose mean difference favours the first"),
    "error": ("Float64", "error alpha / m of a comparison of the family"),
    "n_exact": ("Float64", "Noether's number before it is rounded"),
    "n_needed": (
        "Int64",
        "datasets to separate first from second, rounded up to two digits; null where not to be printed",
    ),
    "more_than": ("Int64", "a number of datasets that would not be enough, where n_needed exceeds it"),
    **REMARK_COLUMNS,
}


@documented
def places(
    table: Frame,
    *,
    by: By = "metric",
    adjustment: Adjustment = "holm",
    tier: Tier = "verdicts",
    scales: Scales = None,
    group: Group = None,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute places, the places not ruled out, and which algorithms cannot be distinguished from the best.

    Everything follows from the verdicts on all pairs (:func:`verdicts`), so that with probability 1 - alpha all rank
    sets and the tier are right together: the tier then holds every algorithm that is truly best.

    Parameters
    ----------
    table
        Scores. With ``missing="available"`` algorithms are placed by :func:`rank_effects`; those that share no dataset
        with others, directly or through others, have places among themselves.
    adjustment
        Name of an adjustment that holds the family-wise error.
    tier
        "verdicts", or "mcb" for multiple comparisons with the best: an algorithm is left out where one-sided tests,
        adjusted over its k - 1 comparisons only, show another to be better. It keeps a given best with probability
        1 - alpha, not all of them together.
    scales, group
        As in :func:`verdicts`.
    alpha
        All sets hold together with probability 1 - alpha.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, sorted by them; columns as in ``PLACE_COLUMNS``.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.places(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> rows.select("algorithm", "place", "place_low", "place_high", "tier").rows()
    [('C4.5', 4, 2, 4, False), ('C4.5+cf', 3, 1, 4, True), ('C4.5+m', 2, 1, 3, True), ('C4.5+m+cf', 1, 1, 4, True)]
    """
    one_of(tier, ("verdicts", "mcb"), name="tier")
    family_wise = [name for name in METHODS.adjustments if METHODS[name].controls == "family-wise error rate"]
    one_of(adjustment, family_wise, name="adjustment")
    question = Question(adjustment=adjustment, scales=scales, group=group, alpha=alpha, missing=missing, reduce=reduce)

    def rows(blocks: Blocks) -> pl.DataFrame:
        placed = places_of(decided_pairs(blocks, question), ranks_under_gaps(blocks, question), alpha=alpha)
        return placed if tier == "verdicts" else _with_best(placed, question.lists(blocks), alpha)

    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, columns=PLACE_COLUMNS)


def places_of(rows: pl.DataFrame, ranks: pl.DataFrame, *, alpha: float = 0.05) -> pl.DataFrame:
    """Compute places, rank sets and tier from verdicts on all pairs and an order of the algorithms.

    ``rows`` are those of :func:`decided_pairs`; ``ranks`` has the number of their ``group``, ``algorithm``,
    ``mean_rank`` (smaller is better) and ``n``.
    """
    apart = [name for name in ("component",) if name in ranks.columns]
    place = pl.col("mean_rank").round_sig_figs(DIGITS).rank("min").over(["group", *apart])
    several = pl.col("component").max().over("group") > 1 if apart else pl.lit(False)
    ordered = ranks.sort("group", "algorithm").select(
        *("group", "algorithm", "n", "mean_rank"),
        place=pl.when(pl.col("mean_rank").is_not_null()).then(place).cast(pl.Int64),
        size=pl.len().over("group").cast(pl.Int64),
        apart=several.fill_null(False),
    )
    procedure = rows.group_by("group").agg(pl.col("procedure").first())
    placed = ordered.hstack(_graph_facts(ordered, beats(rows, alpha))).join(
        procedure, on="group", maintain_order="left"
    )
    rows_of_places = placed.with_columns(
        place_low=1 + pl.col("n_better"),
        place_high=pl.col("size") - pl.col("n_worse"),
        alpha=pl.lit(alpha),
        remarks=joined_remarks(
            UNDECIDED.where(pl.col("procedure") == "none"),
            SEPARATE.where(pl.col("apart")),
            NO_PLACE.where(pl.col("place").is_null()),
        ),
    )
    return typed_rows(with_words(rows_of_places), PLACE_COLUMNS)


def typed_rows(rows: pl.DataFrame, columns: Mapping[str, tuple[str, str]]) -> pl.DataFrame:
    """Return the number of the group and the columns of a result, in their order and of their types."""
    return rows.select("group", *(pl.col(name).cast(kind) for name, kind in schema_of(columns).items()))


@documented
def resolution(
    table: Frame,
    *,
    by: By = "metric",
    adjustment: Adjustment = "holm",
    scales: Scales = None,
    group: Group = None,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute how many neighbouring places are separated, and how many datasets would separate the first two.

    The number is Noether's (1987), for a power of 80 % if differences like those seen here persist. From few datasets
    it is very uncertain, so that it is given from 8 datasets on, upwards to two digits, and only up to ten times the
    datasets at hand.

    Parameters
    ----------
    adjustment, scales, group
        As in :func:`places`.

    Returns
    -------
    polars.DataFrame
        One row per group; columns as in ``RESOLUTION_COLUMNS``.

    Examples
    --------
    >>> import benchreport as br
    >>> row = br.resolution(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> row.select("first", "second", "n_separated", "n_neighbours", "note").row(0)
    ('C4.5+m+cf', 'C4.5+m', 0, 3, 'separating the first two would take more than 140 datasets like these')
    """
    question = Question(adjustment=adjustment, scales=scales, group=group, alpha=alpha, missing=missing, reduce=reduce)

    def rows(blocks: Blocks) -> pl.DataFrame:
        pairs = decided_pairs(blocks, question)
        placed = places_of(pairs, ranks_under_gaps(blocks, question), alpha=alpha)
        lists = question.lists(blocks)
        return resolution_of(pairs, placed, lists, alpha=alpha, grouped=group is not None)

    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, columns=RESOLUTION_COLUMNS)


def resolution_of(
    rows: pl.DataFrame,
    placed: pl.DataFrame,
    lists: pl.DataFrame,
    *,
    alpha: float,
    together: bool = False,
    grouped: bool = False,
) -> pl.DataFrame:
    """Compute the resolution of every group from its verdicts, places and differences (:func:`compared_lists`).

    With ``together`` the tests of all groups are one family; ``grouped`` says that values are means over groups of
    datasets.
    """
    order = placed.select("group", "algorithm", step=pl.col("place").rank("dense").over("group").cast(pl.Int64))
    facts = _top(order).join(_neighbours(order, beats(rows, alpha)), on="group")
    tests = pl.lit(rows.height) if together else pl.len()
    facts = facts.join(rows.group_by("group").agg(tests=tests.cast(pl.Int64)), on="group")
    # Noether's number is that of the signed-rank test; of signs alone none is given.
    signed = pl.when(pl.col("comparison") != "sign")
    straight = lists.select(
        "group", "a", "b", signed.then("difference").alias("difference"), "noise", turn="orientation"
    )
    straight = straight.with_columns(pl.col("a", "b").cast(pl.Categorical))
    turned = straight.rename({"a": "b", "b": "a"}).with_columns(-pl.col("turn")).select(straight.columns)
    sides = pl.concat([straight, turned])
    pairs = facts.join(sides, left_on=["group", "first", "second"], right_on=["group", "a", "b"], how="left")
    return _needed(pairs.sort("group"), alpha, "groups of datasets" if grouped else "datasets")


def _needed(pairs: pl.DataFrame, alpha: float, blocks: str) -> pl.DataFrame:
    """Compute Noether's number where first and second are single algorithms, and say what may be printed."""
    from scipy.special import ndtri

    share = _pair_share(pairs)
    error = alpha / pairs.get_column("tests").to_numpy().astype(np.float64)
    quantiles = -ndtri(error / 2) + ndtri(POWER)
    with np.errstate(divide="ignore", invalid="ignore"):
        exact = quantiles**2 / (3 * (share - 0.5) ** 2)
    n = pl.col("n")
    unresolved = ~pl.col("separated") & (n >= RESOLVED_FROM)
    ahead = pl.col("p_first") > 0.5
    upward = _two_digits(pl.col("n_exact").ceil())
    far = pl.col("n_exact").ceil() > AT_MOST * n
    numbered = pairs.with_columns(
        n=pl.col("difference").list.len().cast(pl.Int64),
        p_first=pl.Series(share).fill_nan(None),
        error=pl.Series(error),
        n_exact=pl.Series(np.where(np.isfinite(exact), exact, np.nan)).fill_nan(None),
    )
    planned = numbered.with_columns(
        n_needed=pl.when(unresolved & ahead & ~far & (pl.col("n_exact").ceil() > n)).then(upward).cast(pl.Int64),
        more_than=pl.when(unresolved & ahead & far).then(AT_MOST * n),
    )
    single = pl.col("first").is_not_null() & pl.col("second").is_not_null()
    remarks = pl.coalesce(
        ENOUGH.where(pl.col("n_needed").is_not_null(), "n_needed", pl.lit(blocks)),
        MORE_THAN.where(pl.col("more_than").is_not_null(), "more_than", pl.lit(blocks)),
        DISAGREEING.where(unresolved & ~ahead),
    )
    worded = with_words(planned.with_columns(remarks=pl.when(single).then(remarks)))
    return typed_rows(worded, RESOLUTION_COLUMNS)


def _two_digits(value: pl.Expr) -> pl.Expr:
    """Return a whole number rounded up to two digits."""
    unit = pl.lit(10.0).pow((value.log10().floor() - 1).clip(lower_bound=0))
    return (value / unit).ceil() * unit


def _pair_share(pairs: pl.DataFrame) -> Floats:
    """Compute the share of pairs of datasets whose summed difference favours the first, zero sums counted half."""
    values, lengths = flat(pairs.get_column("difference"))
    turn = np.repeat(pairs.get_column("turn").fill_null(1.0).to_numpy(), lengths)
    noise = pairs.get_column("noise").fill_null(0.0).to_numpy()
    share = np.full(len(lengths), np.nan)
    for groups, rows in rows_of_equal_size(values * turn, lengths):
        size = rows.shape[1]
        if size > 1:
            share[groups] = _halves_above(rows, 2 * noise[groups]) / 2 / (size * (size - 1) // 2)
    return share


def _halves_above(values: Floats, edge: Floats) -> Integers:
    """Return how many pairs of every row add up to more than nothing, in halves: two for more, one for nothing.

    Examples
    --------
    >>> _halves_above(np.array([[-1.0, 1.0, 3.0]]), np.array([0.0])).tolist()
    [5]
    """

    def halves(sums: Floats, margin: Floats) -> Integers:
        nothing = np.abs(sums) <= margin
        return np.asarray(2 * ((sums > 0) & ~nothing).sum(axis=-1) + nothing.sum(axis=-1))

    rows, n = values.shape
    counts = np.zeros(rows, dtype=np.int64)
    width = max(1, min(n, SUMS // n))
    step = max(1, SUMS // (width * n))
    for start in range(0, rows, step):
        for left in range(0, n, width):
            part, first = values[start : start + step], slice(left, left + width)
            margin = edge[start : start + step, None, None]
            counts[start : start + step] += halves(part[:, first, None] + part[:, None, :], margin).sum(axis=1)
    # Both orders of every pair were counted, and everyone with themselves.
    return np.asarray((counts - halves(2 * values, edge[:, None])) // 2)


def ranks_under_gaps(blocks: Blocks, question: Question) -> pl.DataFrame:
    """Return what places rest on: mean ranks, or with gaps the effects of :func:`rank_effects` in their stead."""
    return effect_rows(blocks) if question.missing in GAPPY else average_rank_rows(blocks)


def _graph_facts(algorithms: pl.DataFrame, won: pl.DataFrame) -> pl.DataFrame:
    """Compute for every algorithm how many beat it and it beats, and whether it is in a source component or a cycle.

    Groups of the same size go through together: the graph of verdicts is a stack of matrices.
    """
    nodes = algorithms.select(
        "group", "algorithm", number=pl.col("group").rle_id(), node=pl.int_range(pl.len()).over("group")
    )
    winner, loser = (
        won.join(nodes, left_on=["group", side], right_on=["group", "algorithm"], how="left", maintain_order="left")
        for side in ("winner", "loser")
    )
    graph, head, tail = (
        column.to_numpy().astype(np.int64) for column in (winner["number"], winner["node"], loser["node"])
    )
    group, node = nodes["number"].to_numpy().astype(np.int64), nodes["node"].to_numpy()
    sizes = np.bincount(group, minlength=1)
    facts = {name: np.zeros(len(group), dtype=np.int64) for name in ("n_better", "n_worse", "tier", "cycle")}
    for size in np.unique(sizes[sizes > 0]).tolist():
        alike = np.flatnonzero(sizes == size)
        place = np.full(len(sizes), -1)
        place[alike] = np.arange(len(alike))
        inside = place[graph] >= 0
        ahead = np.zeros((len(alike), size, size), dtype=bool)
        ahead[place[graph[inside]], head[inside], tail[inside]] = True
        reach = _closure(ahead)
        rows = np.flatnonzero(place[group] >= 0)
        cell = (place[group[rows]], node[rows])
        facts["n_better"][rows], facts["n_worse"][rows] = ahead.sum(axis=1)[cell], ahead.sum(axis=2)[cell]
        # In a source component each node reaches whatever reaches it.
        facts["tier"][rows] = np.all(~reach | reach.transpose(0, 2, 1), axis=1)[cell]
        facts["cycle"][rows] = reach[cell[0], cell[1], cell[1]]
    return pl.DataFrame(facts).with_columns(pl.col("tier", "cycle").cast(pl.Boolean))


def _closure(ahead: Flags) -> Flags:
    """Compute who reaches whom along any number of steps, for a stack of graphs."""
    reach = ahead
    while True:
        steps = reach.astype(np.float32)
        longer = reach | (fast_product(steps, steps) > 0)
        if np.array_equal(longer, reach):
            return reach
        reach = longer


def _neighbours(order: pl.DataFrame, won: pl.DataFrame) -> pl.DataFrame:
    """Return the numbers of steps from place to place, and of those at which everyone above beats everyone below."""
    above = order.select("group", "step", winner="algorithm")
    below = order.select("group", pl.col("step") - 1, loser="algorithm")
    wins = won.with_columns(won=pl.lit(True))
    steps = above.join(below, on=["group", "step"]).join(wins, on=["group", "winner", "loser"], how="left")
    each = steps.group_by("group", "step").agg(pl.col("won").fill_null(False).all())
    counted = each.group_by("group").agg(
        n_neighbours=pl.len().cast(pl.Int64),
        n_separated=pl.col("won").sum().cast(pl.Int64),
        separated=(pl.col("won") & (pl.col("step") == 1)).any(),
    )
    full = order.select("group").unique().join(counted, on="group", how="left")
    return full.with_columns(pl.col("n_neighbours", "n_separated").fill_null(0), pl.col("separated").fill_null(False))


def _top(order: pl.DataFrame) -> pl.DataFrame:
    """Return the algorithms in first and second place, where one algorithm alone holds it."""
    names = {name: pl.col("algorithm").filter(pl.col("step") == place) for name, place in (("first", 1), ("second", 2))}
    return order.group_by("group").agg(
        **{name: pl.when(holder.len() == 1).then(holder.first()) for name, holder in names.items()}
    )


def _with_best(placed: pl.DataFrame, lists: pl.DataFrame, alpha: float) -> pl.DataFrame:
    """Return the places with the tier of multiple comparisons with the best."""
    p_a, p_b = (paired_rows(lists, alternative=side, alpha=alpha) for side in ("greater", "less"))
    worst = pl.concat(
        [p_a.select("group", "p_value", algorithm="b"), p_b.select("group", "p_value", algorithm="a")],
        how="vertical_relaxed",
    )
    least = worst.group_by("group", "algorithm").agg(kept=pl.len() * pl.col("p_value").min() > alpha)
    joined = placed.join(least, on=["group", "algorithm"], how="left", maintain_order="left")
    return joined.with_columns(tier=pl.col("kept").fill_null(True)).drop("kept")


PLACES = Method(
    table=places,
    title="Places, rank sets and the tier of the best",
    question="Who is where, and how far do the data pin the places down?",
    symbol="",
    formula=(
        "place = 1 + algorithms with a better mean rank; rank set from 1 + those shown to be better to k - those shown "
        "to be worse; tier: the source components of the graph of verdicts, whom nobody outside is shown to beat"
    ),
    tex=r"\left[ 1 + \#\{ b : b \succ a \}, \; k - \#\{ b : a \succ b \} \right]",
    assumes=("datasets are independent", "the adjustment holds the family-wise error of all pairs"),
    account=(
        r"The rank set of algorithm $a$ runs from one plus the number of algorithms significantly better than it "
        r"($b \succ a$) to $k$ minus the number significantly worse; all rank sets hold together at the level of the "
        "tests. Places follow the mean ranks."
    ),
    cites=("mogstad2024", "hsu1984", "gupta1965"),
    remarks=(UNDECIDED, SEPARATE, NO_PLACE),
)

RESOLUTION = Method(
    table=resolution,
    title="Datasets needed to separate the first two places",
    question="How many neighbouring places are separated, and how many datasets would separate the first two?",
    symbol="N",
    formula=(
        "N = (z_(1-a/2) + z_.8)^2 / (3 (p' - 1/2)^2), a = alpha / m, p' the share of pairs of datasets whose mean "
        "difference favours the first"
    ),
    tex=r"N = \frac{(z_{1-a/2} + z_{0.8})^2}{3 (p' - 1/2)^2}, \quad a = \frac{\alpha}{m}",
    assumes=("differences like those seen persist",),
    account=(
        "The number of datasets that would separate the first two places with 80 % power follows Noether’s formula,"
        " if differences like those observed persist; $p'$ is the share of pairs of datasets whose average "
        "difference favours the first."
    ),
    cites=("noether1987",),
    remarks=(ENOUGH, MORE_THAN, DISAGREEING),
)
