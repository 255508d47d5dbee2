"""A fixed list of analyses beside the deciding one: which verdicts are the same in them, and which are not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, schema_of
from benchreport.stats.adjust import adjust
from benchreport.stats.adjustments import adjustment_name
from benchreport.stats.attainable import least_adjusted
from benchreport.stats.confirmed import algorithm_counts
from benchreport.stats.deciding import least_nemenyi
from benchreport.stats.differences import Scales, compared_lists, paired_rows
from benchreport.stats.distributions import t_sf
from benchreport.stats.page_family import page_family
from benchreport.stats.posthoc import friedman_posthoc_z, nemenyi
from benchreport.stats.rows import Frame, checked_alpha, over_table
from benchreport.stats.verdicts import Question, decided_pairs
from benchreport.tables.cells import Reduce, as_scores, cells
from benchreport.tables.complete import complete
from benchreport.tables.groups import By, aggregate, group_columns, joined
from benchreport.tables.pairs import Missing

Gaps = Literal["complete", "pairs", "worst"]
GAPS: tuple[Gaps, ...] = ("complete", "pairs", "worst")
ADJUSTMENTS = ("holm", "bonferroni")

MULTIVERSE_COLUMNS: Mapping[str, tuple[str, str]] = {
    "a": ("Categorical", "first algorithm of the pair"),
    "b": ("Categorical", "second algorithm of the pair, or the reference"),
    "kind": ("String", "deciding, analysis, or left_out: the deciding analysis without one dataset"),
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


def multiverse(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    gaps: Gaps = "complete",
    scales: Scales = None,
    alpha: float = 0.05,
) -> Frame:
    """Compute the verdicts of a fixed list of analyses, and of the deciding one without each dataset.

    Eight analyses, or six with a declared reference: Wilcoxon, t and sign tests (of log ratios for metrics with units),
    each adjusted by Holm and by Bonferroni, Nemenyi's test and Shaffer's procedure on mean ranks. Where algorithms have
    several runs, by their means and by their medians; where results are missing, on complete datasets, on the datasets
    that each pair has, and with missing results ranked last. Nothing is added or dropped by its result. All analyses
    share the data, so that their agreement is no further evidence; without single datasets false verdicts stay about
    as often as not.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to compare separately.
    control
        The declared reference.
    gaps
        What the deciding analysis does about missing results: "complete" datasets only, available "pairs", or missing
        results ranked "worst".
    scales
        Scale of metrics whose name does not settle it: "share", "area", "correlation" or "ratio".
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
    >>> found = rows.filter(pl.col("a") == "C4.5", pl.col("b") == "C4.5+m", pl.col("kind") == "analysis")
    >>> found.filter("can").select(pl.col("same").sum(), n=pl.len()).row(0)
    (2, 8)
    """
    level = checked_alpha(alpha)
    one_of(gaps, GAPS, name="gaps")

    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        groups = group_columns(scores, by, tuple(MULTIVERSE_COLUMNS))
        asked = Question(control=control, scales=scales, alpha=level)
        universes = list(_universes(scores, groups))
        own = next(one for one in universes if one.gaps in (None, gaps) and one.runs in (None, "mean"))
        deciding = decided_pairs(own.table, groups, own.question(asked), estimates=False)
        parts = [_rows(deciding, groups, own, "deciding", "deciding", level).with_columns(can=pl.lit(True))]
        for one in universes:
            parts += [_rows(rows, groups, one, "analysis", name, level) for name, rows in _analyses(one, groups, asked)]
        parts.append(_without_each(own, groups, asked))
        return _compared(pl.concat(parts, how="diagonal_relaxed"), groups, level)

    return over_table(table, by, MULTIVERSE_COLUMNS, run)


@dataclass(frozen=True, slots=True, kw_only=True)
class Universe:
    """A table as one analyst would prepare it."""

    table: pl.DataFrame
    missing: Missing
    reduce: Reduce
    runs: str | None
    gaps: Gaps | None

    def question(self, asked: Question) -> Question:
        """Return what is asked of this table."""
        return replace(asked, missing=self.missing, reduce=self.reduce)


def _universes(scores: pl.DataFrame, groups: list[str]) -> Iterator[Universe]:
    grid = cells(scores, by=groups or None)
    several = bool((grid.get_column("n_values") > 1).any())
    full = grid.get_column("value").null_count() == 0 and _is_full(grid, groups)
    tables: dict[Gaps | None, tuple[pl.DataFrame, Missing]] = {None: (scores, "refuse")}
    if not full:
        tables = {
            "complete": (complete(scores, "drop_blocks", by=groups or None), "refuse"),
            "pairs": (scores, "available"),
            "worst": (complete(scores, "worst", by=groups or None), "refuse"),
        }
    reductions: tuple[Reduce, ...] = ("mean", "median") if several else ("mean",)
    for gaps, (table, missing) in tables.items():
        for reduce in reductions:
            yield Universe(table=table, missing=missing, reduce=reduce, runs=reduce if several else None, gaps=gaps)


def _is_full(grid: pl.DataFrame, groups: list[str]) -> bool:
    sizes = grid.group_by(groups or [pl.lit(0)]).agg(
        full=pl.len() == pl.col("dataset").n_unique() * pl.col("algorithm").n_unique()
    )
    return bool(sizes.get_column("full").all())


def _analyses(one: Universe, groups: list[str], asked: Question) -> Iterator[tuple[str, pl.DataFrame]]:
    """Run the fixed list on one table; every frame has ``can``, whether the test can reach alpha at all."""
    by: By = groups or None
    lists = compared_lists(
        one.table,
        by=by,
        control=asked.control,
        missing=one.missing,
        reduce=one.reduce,
        scales=asked.scales,
    )
    signs = paired_rows(lists.with_columns(__comparison=pl.lit("sign")), alpha=asked.alpha)
    tests = {"Wilcoxon": paired_rows(lists, alpha=asked.alpha), "t": _t_rows(lists), "sign": signs}
    for name, rows in tests.items():
        for adjustment in ADJUSTMENTS:
            family: Any = {"adjustment": adjustment, "family": groups}
            adjusted = page_family(rows, control=asked.control, **family)
            yield (
                f"{name}, {adjustment_name(adjustment)}",
                _with_reach(adjusted, lists, groups, name, adjustment, asked),
            )
    if asked.control is not None or one.missing == "available":
        return
    by_ranks = nemenyi(one.table, by=by, alpha=asked.alpha, reduce=one.reduce).with_columns(p_adjusted="p_value")
    yield "Nemenyi", _with_reach(by_ranks, lists, groups, "nemenyi", None, asked)
    z = friedman_posthoc_z(one.table, by=by, alpha=asked.alpha, reduce=one.reduce)
    shaffer = adjust(z, "shaffer", family=groups)
    yield "mean ranks, Shaffer", _with_reach(shaffer, lists, groups, "shaffer", "shaffer", asked)


def _t_rows(lists: pl.DataFrame) -> pl.DataFrame:
    """Compute the paired t test of the differences, or of the log ratios; null where only signs are comparable."""
    groups = lists.columns[: lists.columns.index("a")]
    d, n = pl.col("__difference"), pl.col("__difference").list.len().cast(pl.Float64)
    sizes = pl.col("__comparison") != "sign"
    moments = lists.with_columns(__mean=d.list.mean(), __error=d.list.std() / n.sqrt(), __df=n - 1)
    # A spread below the rounding errors is none.
    testable = sizes & (n > 1) & (pl.col("__error") > pl.col("__noise"))
    t = pl.col("__mean").abs() / pl.col("__error")
    tested = moments.with_columns(__p=2 * t_sf(t, pl.col("__df")))
    ahead = pl.col("__mean") * pl.col("orientation")
    return tested.select(
        *groups,
        "a",
        "b",
        better=pl.when(ahead > 0).then("a").when(ahead < 0).then("b"),
        method=pl.lit("paired_t"),
        n=n.cast(pl.Int64),
        p_value=pl.when(testable).then("__p"),
    )


def _with_reach(
    rows: pl.DataFrame, lists: pl.DataFrame, groups: list[str], test: str, adjustment: str | None, asked: Question
) -> pl.DataFrame:
    """Say whether the analysis can reach alpha, from the numbers of algorithms and datasets."""
    blocks = pl.col("__difference").list.len().cast(pl.Int64)
    counts = aggregate(lists, groups, __blocks=blocks.max(), __tests=pl.len().cast(pl.Int64))
    facts = joined(algorithm_counts(lists, groups), counts, groups)
    sizes = facts.select("__algorithms", "__blocks", "__tests").unique()
    can = [_reaches(test, adjustment, *size, alpha=asked.alpha) for size in sizes.rows()]
    known = facts.join(sizes.with_columns(can=pl.Series(can, dtype=pl.Boolean)), on=sizes.columns)
    reach = known.select(*groups, "can")
    return joined(rows, reach, groups).with_columns(can=pl.col("can") & pl.col("p_adjusted").is_not_null())


def _reaches(test: str, adjustment: str | None, k: int, n: int, m: int, *, alpha: float) -> bool:
    if n < 2:
        return False
    if test in ("Wilcoxon", "sign"):
        return least_adjusted(n, m, adjustment, alpha) <= alpha
    if test == "t":
        return True
    if k < 3:
        return False
    if test == "nemenyi":
        return least_nemenyi(k, n) <= alpha
    from scipy.special import ndtr

    least = 2 * float(ndtr(-(k - 1) / (k * (k + 1) / (6 * n)) ** 0.5))
    return least * k * (k - 1) / 2 <= alpha


def _without_each(own: Universe, groups: list[str], asked: Question) -> pl.DataFrame:
    """Decide again without each dataset, all of them at once."""
    names = own.table.get_column("dataset").unique().cast(pl.String).sort()
    apart = own.table.join(pl.DataFrame({"__left_out": names}), how="cross").filter(
        pl.col("dataset").cast(pl.String) != pl.col("__left_out")
    )
    keys = [*groups, "__left_out"]
    rows = decided_pairs(apart, keys, own.question(asked), estimates=False)
    left_out = _rows(rows.rename({"__left_out": "left_out"}), [*groups], own, "left_out", "deciding", asked.alpha)
    return left_out.with_columns(can=pl.lit(True))


def _rows(rows: pl.DataFrame, groups: list[str], one: Universe, kind: str, name: str, alpha: float) -> pl.DataFrame:
    known = {
        "left_out": pl.lit(None, dtype=pl.String),
        "adjustment": pl.lit(None, dtype=pl.String),
        "can": pl.lit(True),
    }
    known |= {column: pl.col(column) for column in known if column in rows.columns}
    parts = (one.runs and f"{one.runs} of runs", one.gaps and GAP_WORDS[one.gaps])
    spelt = ", ".join([name, *(part for part in parts if part)])
    return rows.select(
        *groups,
        pl.col("a", "b", "better"),
        "p_adjusted",
        kind=pl.lit(kind),
        analysis=pl.lit(spelt),
        test=pl.col("method"),
        runs=pl.lit(one.runs, dtype=pl.String),
        gaps=pl.lit(one.gaps, dtype=pl.String),
        verdict=(pl.col("p_adjusted") <= alpha).fill_null(False) & pl.col("better").is_not_null(),
        alpha=pl.lit(alpha),
        **known,
    )


GAP_WORDS: Mapping[Gaps, str] = {
    "complete": "complete datasets",
    "pairs": "available pairs",
    "worst": "missing results last",
}


def _compared(rows: pl.DataFrame, groups: list[str], alpha: float) -> pl.DataFrame:
    """Compare every verdict with that of the deciding analysis on the same pair."""
    keys = [*groups, "a", "b"]
    own = rows.filter(pl.col("kind") == "deciding").select(*keys, __verdict="verdict", __better="better")
    both = rows.join(own, on=keys, how="left", maintain_order="left")
    direction = pl.col("better").cast(pl.String) == pl.col("__better").cast(pl.String)
    neither = ~pl.col("verdict") & ~pl.col("__verdict")
    same = neither | (pl.col("verdict") & pl.col("__verdict") & direction)
    order = pl.col("kind").replace_strict({"deciding": 0, "analysis": 1, "left_out": 2}, return_dtype=pl.Int64)
    return (
        both.with_columns(same=same.fill_null(False), __order=order, alpha=pl.lit(alpha))
        .with_row_index("__row")
        .sort(*keys, "__order", "__row")
        .select(*groups, *MULTIVERSE_COLUMNS)
        .cast(schema_of(MULTIVERSE_COLUMNS))  # type: ignore[arg-type]
    )


def agreement(rows: pl.DataFrame) -> pl.DataFrame:
    """Count, for every verdict of the deciding analysis, the analyses with the same one, and name the others.

    ``n_same`` of ``n_analyses`` agree; ``otherwise`` names those that do not, ``cannot`` those that cannot reach alpha,
    and ``drops_out_without`` the datasets without which the deciding analysis has no such verdict.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.multiverse(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> agreement(rows).select("a", "b", "n_same", "n_analyses").row(0)
    ('C4.5', 'C4.5+m', 2, 8)
    """
    groups = rows.columns[: rows.columns.index("a")]
    keys = [*groups, "a", "b"]
    decided = rows.filter((pl.col("kind") == "deciding") & pl.col("verdict")).select(*keys, "better")
    mine = rows.drop("better").join(decided, on=keys, how="semi", maintain_order="left")
    analysis = (pl.col("kind") == "analysis") & pl.col("can")
    counted = mine.group_by(keys, maintain_order=True).agg(
        n_same=(analysis & pl.col("same")).sum().cast(pl.Int64),
        n_analyses=analysis.sum().cast(pl.Int64),
        otherwise=pl.col("analysis").filter(analysis & ~pl.col("same")),
        cannot=pl.col("analysis").filter((pl.col("kind") == "analysis") & ~pl.col("can")),
        drops_out_without=pl.col("left_out").filter((pl.col("kind") == "left_out") & ~pl.col("same")),
    )
    return decided.join(counted, on=keys, how="left", maintain_order="left")


MULTIVERSE = Method(
    id="multiverse",
    title="Sensitivity to the choice of analysis",
    question="How does a verdict depend on the choices of the analyst?",
    kind="table",
    shape="scores",
    door="multiplicity",
    symbol="",
    formula=(
        "Wilcoxon, t and sign tests with Holm and Bonferroni, Nemenyi's test, Shaffer's procedure on mean ranks; with "
        "runs by their means and medians; with gaps by complete datasets, available pairs and missing results last"
    ),
    null="",
    assumes=("all analyses share the data: agreement is no further evidence",),
    cites=("steegen2016", "demsar2006", "shaffer1986"),
    table=multiverse,
)
