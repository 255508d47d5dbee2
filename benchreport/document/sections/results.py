"""Results: the test of all algorithms together, scores, ranks and places, all pairs, places by further metrics."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import ROUND_CEILING, ROUND_FLOOR
from functools import partial

import polars as pl

from benchreport.document.analyses.over_datasets import (
    OmnibusTest,
    omnibus_test,
    pair_test,
    plan_in_words,
    skillings_mack_test,
    standings,
)
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import ONE_DATASET, Comparison, Metric
from benchreport.document.evidence.result_rows import ResultRow, grouped, largest, median
from benchreport.document.evidence.verdict_words import (
    HODGES_LEHMANN,
    LIMITS,
    NAMES,
    RANK_DIFFERENCE,
    RATIOS,
    RULED,
    decimals_of,
    others,
    some,
    turned,
    verdict_limits,
    winners_first,
)
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import Printed, Printer, column, decision, label
from benchreport.document.model.blocks import Cell, Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.naming import enumerated, initial, spelled
from benchreport.numerals import (
    SCIENTIFIC,
    counted,
    decimals_for,
    fixed,
    integer,
    limits,
    p_statement,
    p_value,
    percent,
)
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.stats.answer.verdict_intervals import WIN_SHARE
from benchreport.stats.ordering.indistinguishable_sets import indistinguishable
from benchreport.stats.posthoc.mean_ranks import critical_difference
from benchreport.stats.summaries.aggregates import iqm
from benchreport.tables.designs.doubtful import is_cost

# Pairs are listed, and names given instead of numbers, of so many algorithms at most.
LISTED_UP_TO = 6
DIAGRAM_UP_TO = 40
# Above so many algorithms mean ranks have one decimal.
FINE_RANKS_UP_TO = 15
# Metrics side by side in one table.
METRICS_ABREAST = 4
NAMED_UP_TO = 2
RATE_DECIMALS = 3
# Ratios below this have four decimals, others three digits.
FINE_RATIO = 0.1
# The interquartile mean is printed without an interval, so that few draws will do.
FEWEST_DRAWS = 100
# How the estimate of a pair is headed, where it is not a difference.
SIZES: Mapping[str, str] = {
    str(RANK_DIFFERENCE): "mean ranks apart",
    WIN_SHARE: "share won",
    **dict.fromkeys(RATIOS, "ratio"),
}
SINGLE = ("single_low", "single_high", "null_value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Further:
    """The outcome by further metrics: who leads, ``also`` by the first, and how many it beats by each.

    With a reference the outcome is who differs from it; where no pair can be decided there are the ``p_values`` of the
    tests of all algorithms together.
    """

    metric: str
    reason: str = ""
    leaders: str = ""
    several: bool = False
    also: bool = False
    beaten: tuple[int, ...] = ()
    rivals: int = 0
    outcome: str = ""
    p_values: tuple[float, ...] = ()
    differ: bool = False

    @property
    def victories(self) -> str:
        """How many others the leader beats, by each metric."""
        if set(self.beaten) == {self.rivals}:
            return others(self.rivals)
        return f"{enumerated([spelled(n) for n in self.beaten])} of {spelled(self.rivals)} others"

    @property
    def overall(self) -> str:
        """The p-values of the tests of all algorithms together: the one, or the bound of several."""
        if len(self.p_values) < 2:
            return "".join(p_statement(p) for p in self.p_values)
        bound = max(self.p_values) if self.differ else min(self.p_values)
        text = p_value(bound, rounding=ROUND_CEILING if self.differ else ROUND_FLOOR)
        return text if text.startswith(("<", ">")) else f"{'≤' if self.differ else '≥'} {text}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unjoined:
    """Two algorithms that do not differ significantly, although one ranked between them differs from one of them."""

    a: str
    b: str
    between: str
    from_whom: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What the template ``results`` prints; ``c`` is the comparison by the first metric.

    ``boards`` are the tables of scores, ranks and places. With a reference ``pairs`` and ``diagram`` are of a family of
    their own, which stands ``apart``; a single pair is none.
    """

    nouns: str
    c: Comparison
    several_metrics: bool
    omnibus: OmnibusTest | None
    skillings_mack: ResultRow | None
    boards: tuple[Table, ...]
    pairs: Table | None
    n_pairs: str
    apart: bool
    diagram: Figure | None
    unjoined: tuple[Unjoined, ...]
    plan: str
    further: tuple[Further, ...]
    by_metric: Figure | None


def results_section(evidence: Evidence) -> Section | None:
    """Return the section of the results over datasets; of predictions or one metric on one dataset there is none."""
    c = evidence.comparisons[0]
    if c.reason == ONE_DATASET and (evidence.predictions is not None or len(evidence.metrics) == 1):
        return None
    compared = c.reason is None
    pairs = _all_pairs(c) if compared and c.pairs["procedure"][0] != "none" else None
    boards = _boards(evidence)
    diagram = None if pairs is None else _diagram(c, pairs, evidence)
    results = Results(
        nouns=evidence.nouns,
        c=c,
        several_metrics=len(evidence.metrics) > 1,
        omnibus=omnibus_test(c, evidence.options) if compared else None,
        skillings_mack=skillings_mack_test(c) if compared else None,
        boards=boards,
        pairs=_pairs_table(c, pairs, evidence) if pairs is not None and c.ranks.height <= LISTED_UP_TO else None,
        n_pairs=spelled(c.pairs.height),
        apart=c.baseline is not None and c.pairs.height > 1,
        diagram=diagram,
        unjoined=() if diagram is None else _unjoined(c, diagram),
        plan=plan_in_words(c) if compared else "",
        further=_further(evidence),
        by_metric=_by_metric(evidence),
    )
    return evidence.section("results", results)


def _all_pairs(c: Comparison) -> pl.DataFrame:
    """Return the verdicts on all pairs, the better mean rank first, in the order of mean ranks."""
    order = {name: place for place, name in enumerate(c.algorithms)}
    a, b = (pl.col(side).cast(pl.String).replace_strict(order, return_dtype=pl.Int64) for side in "ab")
    rows = turned(c.pairs, a > b)
    return rows.sort(a, b)


def _boards(evidence: Evidence) -> tuple[Table, ...]:
    """Return the tables of scores, ranks and places: as many metrics side by side as fit."""
    rows = standings(evidence, complete=True)
    comparisons = evidence.comparisons
    tables = -(-len(comparisons) // METRICS_ABREAST)
    each = -(-len(comparisons) // tables)
    parts = [comparisons[start : start + each] for start in range(0, len(comparisons), each)]
    boards = [_board(evidence, part, rows, number) for number, part in enumerate(parts, 1)]
    return (*boards[:-1], replace(boards[-1], note=(_board_note(evidence, boards),)))


def _board(evidence: Evidence, part: Sequence[Comparison], rows: pl.DataFrame, number: int) -> Table:
    single = len(evidence.comparisons) == 1
    sizes = {_extent(c, rows, single=single) for c in part}
    frame = pl.DataFrame({"algorithm": evidence.cast})
    columns: list[Printed | None] = [label("algorithm", evidence.noun.capitalize())]
    for c in part:
        own = _board_rows(evidence, c, rows.filter(pl.col("metric") == c.metric.name), single=single)
        prefix = f"{c.metric.slug}:"
        renamed = own.rename({name: f"{prefix}{name}" for name in own.columns if name != "algorithm"})
        frame = frame.join(renamed, on="algorithm", how="left", maintain_order="left")
        where = _extent(c, rows, single=single) if single or len(sizes) > 1 else ""
        columns += _board_columns(c, frame, prefix, where, single=single)
    heads = [printed.head.title for printed in columns if printed is not None]
    twin = rows.filter(pl.col("metric").is_in([c.metric.name for c in part]))
    return exhibits.table(
        "standings" if number == 1 else f"standings-{number}",
        _board_caption(evidence, _board_contents(heads), sizes.pop() if len(sizes) == 1 else ""),
        frame,
        columns,
        twin=twin.sort("metric", "rank", "algorithm", nulls_last=True),
        wraps=True,
        most=None,
    )


def _extent(c: Comparison, rows: pl.DataFrame, *, single: bool) -> str:
    """Return the datasets that scores are averaged over, in words; where results are missing, those that all have.

    Ranks stand under the same head where there are several metrics; then a note says this, because ranks have more.
    """
    if c.reason is not None or rows.filter(pl.col("metric") == c.metric.name)["mean"].null_count() == rows.height:
        return ""
    if c.pairwise:
        return "the complete datasets" if single else ""
    return c.datasets


def _board_contents(heads: Sequence[str]) -> str:
    """Return what the columns of a table of standings hold, in words."""
    scored = any(head == "mean" or head.startswith("ratio to") for head in heads)
    parts = {"scores": scored, "ranks": "rank" in heads or "mean rank" in heads}
    parts["places"] = "places" in heads or "places not excluded" in heads
    return enumerated([word for word, applies in parts.items() if applies] or ["wins"])


def _board_caption(evidence: Evidence, contents: str, where: str) -> str:
    if len(evidence.comparisons) == 1:
        return f"{contents.capitalize()}."
    over = f" over {where}" if where else ""
    order = evidence.metrics[0].name + (", the reference first" if evidence.options.reference else "")
    return f"{contents.capitalize()} by metric{over}. In the order of {order}."


def _board_rows(evidence: Evidence, c: Comparison, rows: pl.DataFrame, *, single: bool) -> pl.DataFrame:
    """Return what the table shows of one metric: scores, mean rank, places not excluded, verdicts."""
    own = rows.select("algorithm", "n", "mean", "sd", "median", "rank", "wins")
    if c.reason is not None:
        return own
    parts = [
        pl.DataFrame(_verdicts(c), schema={"algorithm": pl.String, "verdict": pl.String}, orient="row"),
        pl.DataFrame(_ratios(c), schema={"algorithm": pl.String, "ratio": pl.Float64}, orient="row"),
    ]
    if single and c.metric.comparable and not c.pairwise:
        middle = iqm(evidence.averaged.of_metrics(c.metric.name), draws=FEWEST_DRAWS, seed=evidence.options.seed)
        parts.append(middle.select(pl.col("a").cast(pl.String).alias("algorithm"), iqm="estimate"))
    if c.places.height and c.undecided is None and _is_family_wise(evidence):
        facts = ("place_low", "place_high", "tier", "n_better", "n_worse")
        parts.append(c.places.select(pl.col("algorithm").cast(pl.String), *facts))
    for part in parts:
        own = own.join(part, on="algorithm", how="left", maintain_order="left")
    return own


def _is_family_wise(evidence: Evidence) -> bool:
    """Return whether the adjustment holds the family-wise error, on which rank sets rest."""
    return METHODS[evidence.options.adjust].controls == "family-wise error rate"


def _verdicts(c: Comparison) -> list[tuple[str, str]]:
    """Return in words from whom every algorithm differs significantly, or how it compares with the reference."""
    if c.undecided is not None:
        return []
    wins = [(str(a), str(b)) for a, b in c.significant().select("a", "b").rows()]
    if c.baseline is not None:
        words = {b if a == c.baseline else a: "worse" if a == c.baseline else "better" for a, b in wins}
        return [
            (name, "reference" if name == c.baseline else words.get(name, "no significant difference"))
            for name in c.algorithms
        ]
    listed: dict[str, list[str]] = {name: [] for name in c.algorithms}
    for winner, loser in wins:
        listed[winner].append(f"{loser} (better)")
        listed[loser].append(f"{winner} (worse)")
    return [(name, ", ".join(words) or "none") for name, words in listed.items()]


def _ratios(c: Comparison) -> list[tuple[str, float]]:
    """Return the ratio of every algorithm to the reference, or to the best, where the metric has units."""
    rows = c.pairs if c.baseline is None else c.tested
    own = rows.filter((pl.col("a").cast(pl.String) == c.focus) | (pl.col("b").cast(pl.String) == c.focus))
    own = turned(own, pl.col("a").cast(pl.String) == c.focus).filter(pl.col("estimand").is_in(RATIOS))
    ratios = [(str(name), ratio) for name, ratio in own.select("a", "estimate").rows()]
    return [(c.focus, 1.0), *ratios] if ratios else []


def _board_columns(
    c: Comparison, frame: pl.DataFrame, prefix: str, where: str, *, single: bool
) -> list[Printed | None]:
    """Return the columns of one metric; of a single metric with more detail, of two algorithms without ranks."""
    metric, compared = c.metric, c.reason is None
    has = {name.removeprefix(prefix) for name in frame.columns if frame[name].count()}
    group = metric.name + (f" over {where}" if where else "")
    group += " (lower is better)" if metric.lower else ""
    alone = "" if single else group
    scored = metric.comparable or c.reason == ONE_DATASET
    places = score_decimals(metric, frame[f"{prefix}sd"], frame[f"{prefix}mean"])
    uneven = c.pairwise and frame[f"{prefix}n"].drop_nulls().n_unique() > 1
    ranked = compared and c.ranks.height > 2

    def best(name: str, title: str, decimals: int, under: str = group, *, lower: bool = metric.lower) -> Printed | None:
        values = frame[f"{prefix}{name}"].to_list()
        marks = dict(zip(values, exhibits.emphases(values, lower=lower), strict=True))

        def printed(value: float | None) -> Cell:
            return Cell(text=fixed(value, decimals), value=value, emphasis="best" if marks[value] == "best" else "")

        return column(f"{prefix}{name}", title, printed, group=under)

    columns = [column(f"{prefix}n", "n", group=alone)] if uneven and compared else []
    if scored and "mean" in has:
        columns.append(best("mean", "mean", places))
        if single and "sd" in has:
            columns.append(column(f"{prefix}sd", "sd", partial(fixed, decimals=places), group=group))
        if single and compared:
            columns.append(best("median", "median", places))
            columns.append(best("iqm", "IQM", places) if "iqm" in has else None)
    if not compared:
        return columns
    if not scored and "ratio" in has:
        columns.append(column(f"{prefix}ratio", f"ratio to {c.focus}", _ratio, group=alone))
    fine = 2 if frame.height <= FINE_RANKS_UP_TO else 1
    if ranked:
        columns.append(best("rank", "mean rank" if single else "rank", fine, alone, lower=True))
    if single:
        columns.append(best("wins", "best on", 0, alone, lower=False))
    if ranked and "place_low" in has:
        sources = tuple(f"{prefix}{name}" for name in ("place_low", "place_high", "tier"))
        title = "places not excluded" if single else "places"
        columns.append(column(sources, title, _places, group=alone, align="right"))
    if c.undecided is None:
        columns += _verdict_columns(c, prefix, alone, few=frame.height <= LISTED_UP_TO, single=single)
    return columns


def _verdict_columns(c: Comparison, prefix: str, group: str, *, few: bool, single: bool) -> list[Printed | None]:
    """Return the columns of verdicts: against the reference, or from whom an algorithm differs, or from how many."""
    verdict = f"{prefix}verdict"
    if c.baseline is not None:
        printer = None if single else _sign
        return [column(verdict, f"against {c.baseline}", printer, group=group, align="left")]
    if not single:
        return []
    if few:
        return [label(verdict, "differs significantly from")]
    return [column(f"{prefix}n_worse", "beats"), column(f"{prefix}n_better", "loses to")]


def score_decimals(metric: Metric, spreads: pl.Series, means: pl.Series) -> int:
    """Return the decimals of the scores of a metric: three for rates, else as many as their spread deserves."""
    if metric.comparable:
        return RATE_DECIMALS
    deserved = decimals_for(median(spreads) or median(means))
    return deserved if deserved == SCIENTIFIC else min(deserved + 1, 6)


def _ratio(value: float | None) -> Cell:
    if value is None:
        return Cell(text="")
    decimals = decimals_for(value / 2, 4) if value < FINE_RATIO else max(2 - int(math.log10(max(value, 1.0))), 0)
    return Cell(text=fixed(value, decimals), value=value)


def _places(low: int | None, high: int | None, tier: bool | None) -> Cell:
    if low is None or high is None:
        return Cell(text="")
    text = integer(low) if low == high else f"{low}–{high}"
    return Cell(text=text, value=float(low), emphasis="best" if tier else "")


def _sign(verdict: str | None) -> str:
    return {"no significant difference": "n.s."}.get(verdict or "", verdict or "")


def _board_note(evidence: Evidence, boards: Sequence[Table]) -> str:
    """Return what is particular to the columns of these tables, each once; the section of methods has the rest."""
    heads = [column.title for board in boards for column in board.columns]
    compared = [c for c in evidence.comparisons if c.reason is None]
    units = [c.metric.name for c in compared if not c.metric.comparable]
    notes = {
        f"{enumerated(units)}: no means, because differences are not comparable across datasets.": bool(units),
        _ratio_note([c for c in compared if not c.metric.comparable]): any(
            head.startswith("ratio to") for head in heads
        ),
        "n: datasets with a result.": "n" in heads,
        "Means are over the datasets that all have.": "mean" in heads
        and any(c.pairwise and c.metric.comparable for c in compared),
        "Ranks are adjusted for the gaps.": any(c.pairwise for c in compared),
    }
    return " ".join(words for words, applies in notes.items() if applies)


def _ratio_note(compared: Sequence[Comparison]) -> str:
    """Return what the ratios to the best or the reference are, and over which datasets."""
    kinds = dict.fromkeys(str(name) for c in compared for name in c.tested["estimand"].unique(maintain_order=True))
    both = " over the datasets that both have" if any(c.pairwise for c in compared) else ""
    return f"Ratio: {' or '.join(NAMES[kind] for kind in kinds if kind in RATIOS)}{both}."


def _pairs_table(c: Comparison, rows: pl.DataFrame, evidence: Evidence) -> Table:
    """Return the table of all pairs."""
    estimand = str(rows["estimand"].drop_nulls().first())
    places = pair_decimals(c.metric, rows)
    single = rows.height == 1 and rows["p_adjusted"].equals(rows["p_value"])
    level = percent(1 - evidence.options.alpha)
    a, b = (pl.col(side).cast(pl.String) for side in "ab")
    sign = "/" if estimand in RATIOS else "–" if estimand == WIN_SHARE else "−"
    frame = rows.with_columns(pair=pl.format(f"{{}} {sign} {{}}", a, b), verdict=_verdict())
    family = f"{level} interval" if single else "interval for all pairs"
    if not _is_family_wise(evidence):
        family = "interval (FCR)"
    adjusted = "confirmed" if rows["method"][0] == "nemenyi_confirmed" else _adjustment(rows)
    columns = (
        label("pair", "Pair"),
        column(("wins", "n_ties", "losses"), "wins–ties–losses", _record, align="right"),
        column(
            "estimate", SIZES.get(estimand, "difference"), lambda value: Cell(text=fixed(value, places), value=value)
        ),
        None if single else column(SINGLE, f"{level} interval", _limits(places), align="right", unless_empty=True),
        column(LIMITS, family, verdict_limits(places), align="right", unless_empty=True),
        column("p_value", "p", when=not single),
        column("p_adjusted", "p" if single else f"p ({adjusted})", decision(float(rows["alpha"][0]))),
        label("verdict"),
    )
    pairs = "The pair" if rows.height == 1 else f"All {spelled(rows.height)} pairs"
    caption = f"{pairs} by {c.metric.name}. {initial(pair_test(replace(c, tested=rows)))}."
    note = _pairs_note(c, estimand)
    if not _is_family_wise(evidence):
        missed = percent(evidence.options.alpha)
        note += f" FCR: at most {missed} of the significant intervals miss on average (false coverage rate)."
    note = note.strip()
    return exhibits.table("all-pairs", caption, frame, columns, twin=rows, note=note, wraps=True)


def _adjustment(rows: pl.DataFrame) -> str:
    return METHODS[str(rows["adjustment"][0])].title.removesuffix(" adjustment")


def _verdict() -> pl.Expr:
    significant = (pl.col("p_adjusted") <= pl.col("alpha")).fill_null(False) & pl.col("better").is_not_null()
    better = pl.format("{} better", pl.col("better").cast(pl.String))
    return pl.when(significant).then(better).otherwise(pl.lit("n.s."))


def _record(wins: int | None, ties: int | None, losses: int | None) -> str:
    return "" if wins is None or losses is None else f"{wins}–{ties or 0}–{losses}"


def _limits(places: int) -> Printer:
    return lambda low, high, null: limits(low, high, places, null=null)


def pair_decimals(metric: Metric, rows: pl.DataFrame) -> int:
    """Return the decimals of the estimates of pairs: three for rates, more where differences are tiny."""
    usual = decimals_of(rows)
    return (
        RATE_DECIMALS
        if metric.comparable and 0 <= usual <= RATE_DECIMALS + 1
        else max(usual, 2)
        if usual != SCIENTIFIC
        else usual
    )


def _pairs_note(c: Comparison, estimand: str) -> str:
    """Return what the sizes of the pairs are; nothing of estimated differences that are positive in favour of a."""
    name = NAMES.get(estimand, HODGES_LEHMANN)
    falls = c.metric.lower or estimand == RANK_DIFFERENCE
    if name == HODGES_LEHMANN:
        return "Negative: the first is better." if falls else ""
    below = {True: "below 1", False: "above 1"} if estimand in RATIOS else {True: "negative", False: "positive"}
    side = "" if estimand == WIN_SHARE else f"; {below[falls]}: the first is better"
    head = {RANK_DIFFERENCE: "Mean ranks apart", WIN_SHARE: "Share won"}.get(
        estimand, "Ratio" if estimand in RATIOS else "Difference"
    )
    return f"{head}: {name}{side}."


def _diagram(c: Comparison, pairs: pl.DataFrame, evidence: Evidence) -> Figure | None:
    """Return the critical difference diagram where some pair differs; none of two algorithms or very many."""
    from benchreport.figures.comparison.critical_difference import cd_items, joined_items, ranked_items
    from benchreport.figures.comparison.pairs import adjustment_of

    k, alpha = c.ranks.height, evidence.options.alpha
    differing = winners_first(pairs.filter((pl.col("p_adjusted") <= alpha) & pl.col("better").is_not_null()))
    if not differing.height or not 3 <= k <= DIAGRAM_UP_TO:
        return None
    method, adjustment = pairs.select("method", "adjustment").row(0)
    # Here all pairs are judged, with a reference too: those without it may share fewer or more datasets.
    shared = None if c.shared is None else evidence.shared_by_any[c.metric.name]
    least, most = shared or (None, int(largest(c.ranks["n"]) or 0))
    decides = method in RULED
    ruler = critical_difference(k, most, alpha=alpha) if decides else None
    items = [
        ranked_items(c.ranks, None),
        *joined_items(indistinguishable(c.ranks, pairs, alpha=alpha), pairs, ruler, alpha),
    ]
    numbers = cd_items(
        items, n=most, least=least, posthoc=method, judged=adjustment_of(method, adjustment), alpha=alpha
    )
    adjusted = "" if METHODS[method].simultaneous else f", {_adjustment(pairs)}-adjusted"
    every = differing.height == pairs.height  # then there is no bar
    read = f"Every pair of {evidence.nouns} differs" if every else f"Bars join {evidence.nouns} of which no two differ"
    caption = (
        f"Mean ranks by {c.metric.name}. {read} significantly "
        f"({pair_test(replace(c, tested=pairs))}{adjusted}, {counted(most, 'dataset', least)})."
    )
    if numbers.filter(pl.col("item") == "set").height:
        caption += " Thin lines: such sets, with a dot for each member."
    if ruler is not None:
        caption += " The ruler is Nemenyi’s critical difference."
    return evidence.drawn("cd", numbers, id="rank-diagram", caption=caption, width="page")


def _unjoined(c: Comparison, diagram: Figure) -> tuple[Unjoined, ...]:
    """Return the pairs that no bar can join, where they are few."""
    from benchreport.document.model.blocks import Picture

    if not isinstance(diagram.picture, Picture):
        return ()
    pairs = diagram.picture.numbers.filter(pl.col("item") == "unjoined")["members"].to_list()
    if len(pairs) > NAMED_UP_TO:
        return ()
    order = c.algorithms
    differing = {frozenset(map(str, row)) for row in c.significant(c.pairs).select("a", "b").rows()}
    unjoined = []
    for members in pairs:
        first, last = sorted(members, key=order.index)
        span = order[order.index(first) : order.index(last) + 1]
        between, other = next((x, y) for x in span[1:-1] for y in span if x != y and frozenset((x, y)) in differing)
        unjoined.append(Unjoined(a=first, b=last, between=between, from_whom=other))
    return tuple(unjoined)


def _further(evidence: Evidence) -> tuple[Further, ...]:
    """Return the outcomes by further metrics; those with the same leader and kind of outcome stand together."""
    first, *rest = evidence.comparisons
    alone = [_by_itself(c, evidence) for c in rest]
    groups = grouped(alone, lambda f: (f.reason, f.leaders, f.outcome, f.differ, bool(f.beaten)))
    return tuple(
        replace(
            alike[0],
            metric=enumerated([f.metric for f in alike]),
            also=first.reason is None and alike[0].leaders == enumerated(first.best),
            p_values=tuple(p for f in alike for p in f.p_values),
            beaten=tuple(n for f in alike for n in f.beaten),
        )
        for alike in groups.values()
    )


def _by_itself(c: Comparison, evidence: Evidence) -> Further:
    """Return the outcome by one further metric."""
    if c.reason is not None:
        return Further(metric=c.metric.name, reason=c.reason)
    test = omnibus_test(c, evidence.options)
    row = skillings_mack_test(c) if test is None else test.decider
    overall = c.undecided is not None and row is not None and row.p_value is not None
    beaten = _beaten(c)
    return Further(
        metric=c.metric.name,
        leaders=enumerated(c.best),
        several=len(c.best) > 1,
        beaten=() if beaten is None else (beaten,),
        rivals=c.ranks.height - 1,
        outcome="" if beaten is not None else _outcome(c),
        p_values=(row.p_value,) if overall and row is not None and row.p_value is not None else (),
        differ=overall and row is not None and row.significant,
    )


def _beaten(c: Comparison) -> int | None:
    """Return how many others a leader beats that none beats; None where there is more to say."""
    if c.undecided is not None or c.baseline is not None or c.leader is None or c.ranks.height <= 2:
        return None
    wins = [(str(a), str(b)) for a, b in c.significant().select("a", "b").rows()]
    behind, ahead = [b for a, b in wins if a == c.leader], [a for a, b in wins if b == c.leader]
    return len(behind) if behind and not ahead else None


def _outcome(c: Comparison) -> str:
    """Return who differs from the reference, or which pairs differ, as a clause; empty if undecided."""
    if c.undecided is not None:
        return ""
    wins = [(str(a), str(b)) for a, b in c.significant().select("a", "b").rows()]
    rivals = c.ranks.height - 1
    if rivals == 1:
        return "the difference is significant" if wins else "the two do not differ significantly"
    if c.baseline is not None:
        better, worse = sum(b == c.baseline for _, b in wins), sum(a == c.baseline for a, _ in wins)
        ahead = f"{_count(better)} of {spelled(rivals)} {_verb(better, 'beat')} {c.baseline}"
        return f"{ahead}, {_count(worse)} {'is' if worse == 1 else 'are'} worse"
    if not wins:
        return "no pair differs significantly"
    ahead_of = [a for a, b in wins if b == c.leader]
    lost = f", but {some(ahead_of, rivals)} {_verb(len(ahead_of), 'beat')} it" if ahead_of else ""
    pairs = f"{_count(len(wins))} of {spelled(c.pairs.height)} pairs {_verb(len(wins), 'differ')} significantly"
    return f"{pairs}{lost}"


def _count(n: int) -> str:
    return spelled(n) if n else "none"


def _verb(n: int, verb: str) -> str:
    return f"{verb}s" if n <= 1 else verb


def _by_metric(evidence: Evidence) -> Figure | None:
    """Return the figure of mean ranks by metric, where several rank three algorithms or more.

    Where no pair can be decided, page one shows them.
    """
    from benchreport.figures.comparison.rank_dots import JOINED_UP_TO, ranked_by_metric

    ranked = [c for c in evidence.comparisons if c.reason is None and not is_cost(c.metric.name)]
    if len(ranked) < 2 or all(c.undecided is not None for c in ranked):
        return None
    ranks = pl.concat(
        [
            c.ranks.select(
                pl.col("metric", "algorithm").cast(pl.String),
                "mean_rank",
                place=pl.col("mean_rank").round_sig_figs(12).rank("min").cast(pl.Int64),
            )
            for c in ranked
        ]
    )
    metrics = [c.metric.name for c in ranked]
    numbers = ranked_by_metric(ranks, metrics)
    k = numbers["algorithm"].n_unique()
    if k < 3:
        return None
    read = (
        f"One line per {evidence.noun}; rank 1 is at the top."
        if k <= JOINED_UP_TO
        else f"Above the line: better by the metric than by {metrics[0]}."
    )
    return evidence.drawn(
        "places_by_metric", numbers, id="places-by-metric", caption=f"Mean ranks by metric. {read}", width="page"
    )


RESULTS = Part(id="results", make=results_section, record=Results)
