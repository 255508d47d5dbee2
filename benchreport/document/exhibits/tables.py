"""How do result rows become the tables and figures of a report?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import polars as pl

from benchreport.document.evidence.result_rows import median
from benchreport.document.exhibits.columns import Printed, Printer, as_cell, column, degrees_of_freedom, label
from benchreport.document.exhibits.paper import LANDSCAPE, must_turn, width_of
from benchreport.document.model.blocks import Cell, Column, Emphasis, Figure, Table, Words, data_file, drawn
from benchreport.naming import enumerated
from benchreport.numerals import SCIENTIFIC, decimals_for, fixed, integer, p_value, percent, plus_minus
from benchreport.registry import METHODS

if TYPE_CHECKING:
    from benchreport.document.evidence.comparison import Comparison

MOST_ROWS = 60
# Boards stand upright as long as these many suffice for all metrics; else pages are turned.
UPRIGHT_BOARDS = 3


def table(
    id: str,  # noqa: A002
    caption: str,
    frame: pl.DataFrame,
    columns: Iterable[Printed | None],
    *,
    twin: pl.DataFrame | None = None,
    note: str = "",
    rest: str = "",
    wraps: bool = False,
) -> Table:
    """Print some columns of a frame; rows beyond the most are counted.

    ``twin`` has all that the data file holds; ``rest`` says what is there alone and ends before the name of that file.
    A table that ``wraps`` has long texts, and no page is turned for it.
    """
    printed = frame.head(MOST_ROWS)
    filled = [(one, one.cells(printed)) for one in columns if one is not None]
    kept = [(one.head, cells) for one, cells in filled if not one.unless_empty or any(cell.text for cell in cells)]
    heads = tuple(head for head, _ in kept)
    rows = tuple(zip(*(cells for _, cells in kept), strict=True))
    counted = f"The first {printed.height} of {integer(frame.height)} rows; all are in"
    elsewhere = [words for words in (rest, counted if frame.height > printed.height else "") if words]
    words: Words = (note,) if note else ()
    for before in elsewhere:
        words = (*words, f"{' ' if words else ''}{before} ", data_file(id), ".")
    return Table(
        id=id,
        caption=(caption,),
        columns=heads,
        rows=rows,
        frame=frame if twin is None else twin,
        note=words,
        wide=not wraps and must_turn(heads, rows),
    )


def design_table(described: pl.DataFrame) -> Table:
    """Print what the experiment is, one row per layout; metrics that share it stand together."""
    facts = ("design", "n_datasets", "n_algorithms", "runs", "n_missing", "n_partial", "n_tied")
    runs = pl.when(pl.col("n_repeats") > 1).then(pl.format("{} × {}", "n_repeats", "n_folds"))
    laid_out = described.with_columns(
        pl.col("design").replace(DESIGN_WORDS), runs=runs.otherwise(pl.col("n_folds").cast(pl.String))
    )
    frame = laid_out.group_by(facts, maintain_order=True).agg(metric=_together(described))
    columns = (
        label("metric"),
        label("design"),
        column("n_datasets", "datasets"),
        column("n_algorithms", "algorithms"),
        column("runs"),
        column("n_missing", "missing"),
        column("n_partial", "partial"),
        column("n_tied", "with ties"),
    )
    note = "Missing: no result at all. Partial: fewer runs than others. With ties: two algorithms equal."
    twin = described.with_columns(pl.col("datasets").list.join("; "))
    return table("design", "Design of the experiment.", frame, columns, twin=twin, note=note, wraps=True)


def _together(rows: pl.DataFrame) -> pl.Expr:
    """Join the names of the metrics of a group, or say that it is all of them."""
    every = rows.get_column("metric").n_unique()
    names = pl.col("metric").cast(pl.String)
    joined = names.unique(maintain_order=True).str.join(", ")
    return pl.when(names.n_unique() == every, every > 1).then(pl.lit("all")).otherwise(joined)


DESIGN_WORDS = {
    "single": "one value per cell",
    "runs": "runs, design not declared",
    "holdout": "single split",
    "kfold_cv": "cross-validation",
    "repeated_cv": "repeated cross-validation",
    "cv52": "5 × 2 cross-validation",
    "loo_cv": "leave-one-out",
    "repeated_holdout": "repeated holdout",
    "bootstrap_oob": "bootstrap",
    "seeds": "random seeds",
}


def missing_table(lacking: pl.DataFrame, described: pl.DataFrame) -> Table:
    """Return the results that are missing or partial; metrics and algorithms that lack the same stand together."""
    keys = ["dataset", "algorithm", "n_missing", "n_runs"]
    cells = lacking.with_columns(pl.col("dataset", "algorithm").cast(pl.String))
    alike = cells.group_by(keys, maintain_order=True).agg(metric=_together(described)).sort("dataset", "algorithm")
    shared = alike.group_by("dataset", "metric", "n_missing", "n_runs", maintain_order=True)
    frame = shared.agg(algorithm=pl.col("algorithm").str.join(", "))
    columns = (
        label("dataset"),
        label("algorithm", "algorithms"),
        label("metric"),
        column("n_missing", "runs missing"),
        column("n_runs", "of"),
    )
    return table("missing", "Missing results.", frame, columns, twin=lacking, wraps=True)


def leaderboard_tables(board: pl.DataFrame, metrics: Sequence[str], *, blind: pl.DataFrame) -> list[Table]:
    """Print mean, rank and wins of every algorithm, in the order of the frame, as many metrics a table as fit.

    The rows of ``blind``, whose columns are those of the board, stand below a line.
    """
    printed = pl.concat([board.head(MOST_ROWS), blind.select(board.columns)], how="vertical_relaxed")
    parts = _board_parts(printed, metrics, upright=True)
    if len(parts) > UPRIGHT_BOARDS:
        parts = _board_parts(printed, metrics, upright=False)
    rest: Words = ()
    if board.height > MOST_ROWS:
        first = f" The first {MOST_ROWS} of {integer(board.height)} algorithms; all are in "
        rest = (first, data_file("board"), ".")
    spread = any(board[f"{metric}:sd"].null_count() < board.height for metric in metrics)
    tables = []
    for place, part in enumerate(parts, 1):
        heads, rows = tuple(part), tuple(zip(*part.values(), strict=True))
        tables.append(
            Table(
                id="board" if place == 1 else f"board-{place}",
                caption=(_board_caption(heads, spread=spread),),
                columns=heads,
                rows=rows,
                frame=board,
                note=(_board_note(heads, spread=spread), *rest),
                wide=must_turn(heads, rows),
                foot=blind.height,
            )
        )
    return tables


def _board_caption(columns: Sequence[Column], *, spread: bool) -> str:
    """Say what the columns of a leaderboard hold."""
    titles = {column.title for column in columns}
    if not spread:
        return "Leaderboard: mean and rank."
    words = (("rank", "mean rank"), ("place", "place"))
    standing = enumerated([word for title, word in words if title in titles], "or")
    return f"Leaderboard: mean ± standard deviation over datasets, {standing}, datasets on which best."


def _board_note(columns: Sequence[Column], *, spread: bool) -> str:
    """Explain the columns and marks of a leaderboard."""
    titles = {column.title for column in columns}
    if "place" not in titles:
        return f"Bold: best{' mean rank' if spread else ''}. Underlined: second."
    best = "first or best mean rank" if "rank" in titles else "first"
    counted = "n: datasets ranked. " if "n" in titles else ""
    return f"{counted}Place: by Skillings-Mack effects. Bold: {best}. Underlined: second."


def _board_parts(board: pl.DataFrame, metrics: Sequence[str], *, upright: bool) -> list[dict[Column, list[Cell]]]:
    """Share the columns of the metrics out over tables that fit an upright page, or a turned one."""
    names = {Column(title="algorithm", align="left"): [Cell(text=str(name)) for name in board["algorithm"]]}
    parts: list[dict[Column, list[Cell]]] = []
    for metric in metrics:
        columns = _board_columns(board, metric)
        if parts:
            joined = parts[-1] | columns
            heads, rows = tuple(joined), [*zip(*joined.values(), strict=True)]
            if not must_turn(heads, rows) if upright else width_of(heads, rows) <= LANDSCAPE:
                parts[-1] = joined
                continue
        parts.append(names | columns)
    return parts


def _board_columns(board: pl.DataFrame, metric: str) -> dict[Column, list[Cell]]:
    deserved = decimals_for(median(board[f"{metric}:sd"]))
    places = deserved if deserved == SCIENTIFIC else deserved + 1
    parts = ("n", "mean", "sd", "rank", "place", "wins")
    sizes, means, spreads, ranks, standings, wins = (board[f"{metric}:{name}"].to_list() for name in parts)
    placed = any(place is not None for place in standings)
    spread = any(spread is not None for spread in spreads)
    columns = {}
    if len({size for size in sizes if size is not None}) > 1:
        columns["n"] = [as_cell("n", size) for size in sizes]
    columns["mean ± sd" if spread else "mean"] = [
        Cell(text=plus_minus(mean, sd, places), value=mean) for mean, sd in zip(means, spreads, strict=True)
    ]
    columns["place" if placed else "rank"] = marked(standings if placed else ranks, 0 if placed else 2, lower=True)
    if spread or max((size or 0 for size in sizes), default=0) > 1:
        columns["best"] = [as_cell("wins", count) for count in wins]
    return {Column(title=title, group=metric): cells for title, cells in columns.items()}


def marked(values: Sequence[float | None], places: int, *, lower: bool, missing: str = "") -> list[Cell]:
    """Return numbers as cells, the best in bold and the second underlined.

    Examples
    --------
    >>> [(cell.text, cell.emphasis) for cell in marked([1.5, 2.5, None], 1, lower=True, missing="—")]
    [('1.5', 'best'), ('2.5', 'second'), ('—', '')]
    """
    return [
        Cell(text=fixed(value, places) or missing, value=value, emphasis=mark)
        for value, mark in zip(values, emphases(values, lower=lower), strict=True)
    ]


def outcome_columns(first: str, focus: str) -> list[Printed | None]:
    """Return the columns of a table of outcomes over datasets, a line for each metric or subset."""
    group = f"compared with {focus}"
    return [
        label(first),
        column("datasets"),
        label("best", "best mean rank"),
        column("rank"),
        column("p_omnibus", "p, any difference", unless_empty=True),
        column("worse", "significantly worse", group=group, unless_empty=True),
        column("open", "no significant difference", group=group, unless_empty=True),
        column("better", "significantly better", group=group, unless_empty=True),
    ]


def emphases(values: Sequence[float | None], *, lower: bool) -> list[Emphasis]:
    """Mark the best value and the second; values equal to twelve digits share their mark."""
    keys = [None if value is None else float(f"{value:.12g}") for value in values]
    present = sorted({key for key in keys if key is not None}, reverse=not lower)
    marks: dict[float, Emphasis] = dict(zip(present[:2], ("best", "second"), strict=False))
    return ["" if key is None else marks.get(key, "") for key in keys]


def omnibus_table(c: Comparison) -> Table:
    """Print the tests of all algorithms together."""
    agreement = pl.col("effect_name") == "Kendall's W"
    frame = c.omnibus.with_columns(
        pl.col("method").replace({name: METHODS[name].label for name in METHODS.answering("omnibus")}),
        effect=pl.when(agreement).then("effect"),
    )
    columns = (
        label("method", "test"),
        column("n", "datasets"),
        column("n_ties", "tied cells"),
        column("statistic"),
        degrees_of_freedom(),
        column("p_value", "p"),
        column("effect", "Kendall’s W"),
    )
    caption = f"Do the algorithms differ at all? Rank tests for {c.metric.name}."
    return table(f"omnibus-{c.metric.slug}", caption, frame, columns, twin=c.omnibus)


def pairs_table(c: Comparison, shown: pl.DataFrame, *, family: str, level: str) -> Table:
    """Print verdicts on pairs, those chosen, and all that decide in the twin."""
    from benchreport.document.evidence.verdict_words import HEADS, LIMITS, RANK_DIFFERENCE, decimals_of, verdict_limits

    places = decimals_of(shown)
    estimand = str(shown["estimand"].drop_nulls().first())
    # The only pair of a metric may still be adjusted over those of other metrics.
    single = c.tested.height == 1 and c.tested["p_adjusted"].equals(c.tested["p_value"])
    effect = shown["effect"].count() > 0 and c.method not in ("sign_test", "permutation_signflip")
    beside = c.several and c.baseline is None and c.undecided is None and shown["p_nemenyi"].count() > 0
    columns = (
        label("a"),
        label("b"),
        column("n"),
        column(("wins", "losses"), "won–lost", _score, align="right"),
        column("estimate", "Δ rank" if estimand == RANK_DIFFERENCE else HEADS.get(estimand, "a − b"), measured(places)),
        column(LIMITS, "interval", verdict_limits(places), align="right", unless_empty=True),
        column("effect", "r" if c.method != "kfold_paired_t" else "d", measured(2), when=effect),
        column("p_value", "p", when=not single),
        column(("p_adjusted", "alpha"), "p" if single else f"p ({_adjusted_by(c)})", _verdict),
        column("p_nemenyi", "p (Nemenyi)", when=beside),
    )
    heads = {one.sources[0]: one.head.title for one in columns if one is not None}
    left = c.tested.height - shown.height
    return table(
        f"pairs-{c.metric.slug}",
        f"Pairwise comparisons by {c.metric.name}.",
        shown,
        columns,
        twin=c.tested,
        note=_pairs_note(c, shown, heads, estimand, family, level),
        rest=f"The other {integer(left)} pairs are in" if left else "",
    )


def measured(places: int) -> Printer:
    """Return what writes a number with so many decimals, as a cell that keeps it."""
    return lambda value: Cell(text=fixed(value, places), value=value)


def _score(wins: int | None, losses: int | None) -> str:
    return "" if wins is None or losses is None else f"{wins}–{losses}"


def _verdict(p: float | None, alpha: float) -> Cell:
    return Cell(text=p_value(p), value=p, emphasis="best" if p is not None and p <= alpha else "")


def _adjusted_by(c: Comparison) -> str:
    """Name the adjustment of the deciding p-values for the head of a column."""
    if c.method == "nemenyi_confirmed":
        return "confirmed"
    return METHODS[str(c.tested["adjustment"][0])].title.removesuffix(" adjustment")


def _pairs_note(
    c: Comparison, shown: pl.DataFrame, heads: Mapping[str, str], estimand: str, family: str, level: str
) -> str:
    """Say what the columns of a table of pairs mean, each once."""
    from benchreport.document.evidence.verdict_words import HODGES_LEHMANN, NAMES, RANK_DIFFERENCE
    from benchreport.stats.answer.verdict_intervals import WIN_SHARE

    block = "groups of datasets" if c.method == "group_test" else "datasets"
    parts = [f"n: {block} without a tie"]
    head, name = heads["estimate"], NAMES.get(estimand, HODGES_LEHMANN)
    favours = "negative" if c.metric.lower else "positive"
    if estimand == RANK_DIFFERENCE:
        parts.append(f"{head}: {name}, a − b; a negative one favours a")
    elif estimand == WIN_SHARE:
        parts.append(f"{head}: {name}")
    elif head == "a / b":
        parts.append(f"{head}: {name}; below 1 {'favours a' if c.metric.lower else 'favours b'}")
    else:
        parts.append(f"{head}: {name}; a {favours} one favours a")
    if shown.select(pl.any_horizontal(pl.col("ci_low", "ci_high").is_not_null()).any()).item():
        together = c.tested.height > 1 and c.method != "nemenyi_confirmed"
        holds = f"{level} for {family} together" if together else level
        if c.method == "nemenyi_confirmed":
            holds = "one critical difference to either side"
        elif METHODS[str(c.tested["adjustment"][0])].controls == "false discovery rate":
            holds = f"at most {percent(c.tested['alpha'][0])} of the significant ones miss (false coverage rate)"
        parts.append(f"interval: {holds}")
        if shown.select(pl.any_horizontal("low_open", "high_open").any()).item():
            parts[-1] += "; a round bracket excludes the limit"
    if "effect" in heads:
        parts.append(
            "r: rank-biserial correlation, positive when a is better"
            if heads["effect"] == "r"
            else "d: mean difference in standard deviations, positive when a is better"
        )
    if "p_nemenyi" in heads:
        parts.append("p (Nemenyi): for comparison")
    bold = shown.filter(pl.col("p_adjusted") <= pl.col("alpha")).height
    text = ". ".join(f"{part[0].upper() if part[0] not in 'nrdpa' else part[0]}{part[1:]}" for part in parts) + "."
    text += f" {boldness(c.tested.height)}" if bold else ""
    if shown.height > 1 and shown["b"].n_unique() == 1:
        text += " In the order of mean ranks."
    return text


def boldness(tests: int) -> str:
    """Return what bold numbers mean.

    Examples
    --------
    >>> boldness(6), boldness(1)
    ('Bold: significant after adjustment.', 'Bold: significant.')
    """
    return "Bold: significant after adjustment." if tests > 1 else "Bold: significant."


def facts_table(id: str, caption: str, facts: Mapping[str, str]) -> Table:  # noqa: A002
    """Print names and what they stand for."""
    frame = pl.DataFrame({"what": list(facts), "is": list(facts.values())})
    return table(id, caption, frame, (label("what", ""), label("is", "")), wraps=True)


def rank_diagram(c: Comparison, bars: pl.DataFrame | None, *, difference: float | None, tests: str) -> Figure:
    """Show the mean ranks; bars join algorithms without a significant difference, where all pairs decide."""
    from benchreport.figures.comparison.critical_difference import (
        cd_items,
        compared_items,
        joined_items,
        ranked_items,
        undecided_items,
    )
    from benchreport.figures.layout.choose import adjustment_of

    method, adjustment, alpha = c.tested.select("method", "adjustment", "alpha").row(0)
    parts = [ranked_items(c.ranks, c.baseline)]
    if bars is not None:
        parts += joined_items(bars, c.pairs, difference, alpha)
    else:
        decided = c.baseline is not None and c.undecided is None
        parts.append(compared_items(c.tested, str(c.baseline), alpha) if decided else undecided_items())
    numbers = cd_items(
        parts,
        n=c.ranks["n"].to_list()[0] if c.shared is None else c.shared[1],
        least=None if c.shared is None else c.shared[0],
        posthoc=method,
        judged=adjustment_of(method, adjustment if c.tested.height > 1 else None),
        alpha=alpha,
    )
    caption = f"Mean ranks by {c.metric.name}; rank 1 is best."
    if bars is not None:
        adjusted = ", adjusted" if c.tested.height > 1 and method != "nemenyi_confirmed" else ""
        caption += f" Bars join algorithms between which no pair differs significantly ({tests}{adjusted})."
    elif c.undecided is not None:
        caption += " No bars are drawn, because no pair can be decided."
    else:
        caption += f" {c.baseline} is the reference; only the comparisons with it were tested."
    if difference is not None:
        rests = "" if method == "nemenyi_confirmed" else ", for comparison; the bars do not rest on it"
        caption += f" The ruler is Nemenyi’s critical difference{rests}."
    return drawn("cd", numbers, id=f"ranks-{c.metric.slug}", caption=caption)
