"""How do result rows become the tables and figures of a report?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.blocks import Cell, Column, Emphasis, Figure, Table, Words, data_file
from benchreport.document.drawn import drawn
from benchreport.document.numbers import (
    SCIENTIFIC,
    decimals_for,
    enumerated,
    fixed,
    integer,
    number,
    p_value,
    percent,
    plus_minus,
)
from benchreport.document.split import LANDSCAPE, must_turn, width_of
from benchreport.registry import METHODS

if TYPE_CHECKING:
    from benchreport.document.parts.comparison import Comparison

MOST_ROWS = 60
# Boards stand upright as long as these many suffice for all metrics; else pages are turned.
UPRIGHT_BOARDS = 3
SIGNIFICANT = {"effect": 3, "error_sd": 3}


def table(
    id: str,  # noqa: A002
    caption: str,
    frame: pl.DataFrame,
    columns: Mapping[str, Column],
    *,
    twin: pl.DataFrame | None = None,
    note: Words = (),
) -> Table:
    """Print a frame of texts and numbers; columns not named are left out, rows beyond the most are counted."""
    names = list(columns)
    shown = frame.select(names).head(MOST_ROWS)
    rest = frame.height - shown.height
    rows = tuple(tuple(as_cell(name, value) for name, value in zip(names, row, strict=True)) for row in shown.rows())
    counted = (f"The first {shown.height} of {integer(frame.height)} rows; all are in ", data_file(id), ".")
    return Table(
        id=id,
        caption=(caption,),
        columns=tuple(columns.values()),
        rows=rows,
        frame=frame if twin is None else twin,
        note=(*note, *((" " if note else ""), *counted)) if rest else note,
        wide=must_turn(tuple(columns.values()), rows),
    )


def as_cell(name: str, value: Any) -> Cell:
    """Print one value by what it is; cells pass through."""
    if isinstance(value, Cell):
        return value
    if value is None:
        return Cell(text="")
    if isinstance(value, bool):
        return Cell(text="yes" if value else "no")
    if isinstance(value, float):
        text = p_value(value) if name.startswith("p_") else number(value, SIGNIFICANT.get(name, 4))
        return Cell(text=text, value=value)
    if isinstance(value, int):
        return Cell(text=integer(value), value=float(value))
    return Cell(text=str(value))


def design_table(described: pl.DataFrame) -> Table:
    """Print what the experiment is, one row per layout; metrics that share it stand together."""
    facts = ("design", "n_datasets", "n_algorithms", "runs", "n_missing", "n_partial", "n_tied")
    runs = pl.when(pl.col("n_repeats") > 1).then(pl.format("{} × {}", "n_repeats", "n_folds"))
    laid_out = described.with_columns(
        pl.col("design").replace(DESIGN_WORDS), runs=runs.otherwise(pl.col("n_folds").cast(pl.String))
    )
    frame = laid_out.group_by(facts, maintain_order=True).agg(metric=_together(described))
    columns = {
        "metric": Column(title="metric", align="left"),
        "design": Column(title="design", align="left"),
        "n_datasets": Column(title="datasets"),
        "n_algorithms": Column(title="algorithms"),
        "runs": Column(title="runs"),
        "n_missing": Column(title="missing"),
        "n_partial": Column(title="partial"),
        "n_tied": Column(title="with ties"),
    }
    note = "Missing: no result at all. Partial: fewer runs than others. With ties: two algorithms equal."
    caption = "Design of the experiment."
    twin = described.with_columns(pl.col("datasets").list.join("; "))
    # Long lists of metrics wrap; no page is turned for them.
    return replace(table("design", caption, frame, columns, twin=twin, note=(note,)), wide=False)


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
    """List the results that are missing or partial; metrics and algorithms that lack the same stand together."""
    keys = ["dataset", "algorithm", "n_missing", "n_runs"]
    cells = lacking.with_columns(pl.col("dataset", "algorithm").cast(pl.String))
    alike = cells.group_by(keys, maintain_order=True).agg(metric=_together(described)).sort("dataset", "algorithm")
    shared = alike.group_by("dataset", "metric", "n_missing", "n_runs", maintain_order=True)
    frame = shared.agg(algorithm=pl.col("algorithm").str.join(", "))
    columns = {
        "dataset": Column(title="dataset", align="left"),
        "algorithm": Column(title="algorithms", align="left"),
        "metric": Column(title="metric", align="left"),
        "n_missing": Column(title="runs missing"),
        "n_runs": Column(title="of"),
    }
    # Long lists of names wrap; no page is turned for them.
    return replace(table("missing", "Missing results.", frame, columns, twin=lacking), wide=False)


def leaderboard_tables(board: pl.DataFrame, metrics: Sequence[str], *, blind: pl.DataFrame) -> list[Table]:
    """Print mean, rank and wins of every algorithm, in the order of the frame, as many metrics a table as fit.

    The rows of ``blind``, whose columns are those of the board, stand below a line.
    """
    printed = pl.concat([board.head(MOST_ROWS), blind.select(board.columns)], how="vertical_relaxed")
    algorithms = [Cell(text=name) for name in printed["algorithm"].cast(pl.String)]
    head = Column(title="algorithm", align="left")
    parts = _board_parts(printed, metrics, upright=True)
    if len(parts) > UPRIGHT_BOARDS:
        parts = _board_parts(printed, metrics, upright=False)
    rest: Words = ()
    if board.height > MOST_ROWS:
        first = f" The first {MOST_ROWS} of {integer(board.height)} algorithms; all are in "
        rest = (first, data_file("board"), ".")
    spread = any(board[f"{metric}:sd"].null_count() < board.height for metric in metrics)
    tables = []
    for place, (columns, cells) in enumerate(parts, 1):
        rows = tuple(zip(algorithms, *cells, strict=True))
        tables.append(
            Table(
                id="board" if place == 1 else f"board-{place}",
                caption=(_board_caption(columns, spread=spread),),
                columns=(head, *columns),
                rows=rows,
                frame=board,
                note=(_board_note(columns, spread=spread), *rest),
                wide=must_turn((head, *columns), rows),
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


def _board_parts(
    board: pl.DataFrame, metrics: Sequence[str], *, upright: bool
) -> list[tuple[list[Column], list[list[Cell]]]]:
    """Share the columns of the metrics out over tables that fit an upright page, or a turned one."""
    head = Column(title="algorithm", align="left")
    names = [Cell(text=name) for name in board["algorithm"].cast(pl.String)]
    parts: list[tuple[list[Column], list[list[Cell]]]] = []
    for metric in metrics:
        columns, cells = _board_columns(board, metric)
        if parts:
            more, filled = [*parts[-1][0], *columns], [*parts[-1][1], *cells]
            rows = [*zip(names, *filled, strict=True)]
            if not must_turn([head, *more], rows) if upright else width_of([head, *more], rows) <= LANDSCAPE:
                parts[-1] = (more, filled)
                continue
        parts.append((columns, cells))
    return parts


def _board_columns(board: pl.DataFrame, metric: str) -> tuple[list[Column], list[list[Cell]]]:
    deserved = decimals_for(board[f"{metric}:sd"].median())  # type: ignore[arg-type]
    decimals = deserved if deserved == SCIENTIFIC else deserved + 1
    parts = ("n", "mean", "sd", "rank", "place", "wins")
    sizes, means, spreads, ranks, places, wins = (board[f"{metric}:{name}"].to_list() for name in parts)
    texts = [plus_minus(mean, spread, decimals) for mean, spread in zip(means, spreads, strict=True)]
    placed = any(place is not None for place in places)
    standing = places if placed else ranks
    marks = emphases(standing, lower=True)
    digits = 0 if placed else 2
    columns = {
        "n": [as_cell("n", size) for size in sizes],
        "mean": [Cell(text=text, value=mean) for text, mean in zip(texts, means, strict=True)],
        "rank": [
            Cell(text=fixed(value, digits), value=value, emphasis=mark)
            for value, mark in zip(standing, marks, strict=True)
        ],
        "best": [as_cell("wins", count) for count in wins],
    }
    spread = any(spread is not None for spread in spreads)
    titles = {
        "n": "n",
        "mean": "mean ± sd" if spread else "mean",
        "rank": "place" if placed else "rank",
        "best": "best",
    }
    if len({size for size in sizes if size is not None}) < 2:
        del columns["n"]
    if not spread and max((size or 0 for size in sizes), default=0) < 2:
        del columns["best"]
    return [Column(title=titles[name], group=metric) for name in columns], list(columns.values())


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
        df=_degrees(),
        effect=pl.when(agreement).then("effect"),
    )
    columns = {
        "method": Column(title="test", align="left"),
        "n": Column(title="datasets"),
        "n_ties": Column(title="tied cells"),
        "statistic": Column(title="statistic"),
        "df": Column(title="df", align="right"),
        "p_value": Column(title="p"),
        "effect": Column(title="Kendall’s W"),
    }
    return table(
        f"omnibus-{c.metric.slug}",
        f"Do the algorithms differ at all? Rank tests for {c.metric.name}.",
        frame,
        columns,
        twin=c.omnibus,
    )


def _degrees() -> pl.Expr:
    first, second = pl.col("df1").cast(pl.Int64), pl.col("df2").cast(pl.Int64)
    return pl.when(second.is_null()).then(first.cast(pl.String)).otherwise(pl.format("{}, {}", first, second))


def pairs_table(c: Comparison, shown: pl.DataFrame, *, family: str, level: str) -> Table:
    """Print verdicts on pairs, those chosen, and all that decide in the twin."""
    from benchreport.document.parts.verdict_words import HEADS, RANK_DIFFERENCE, decimals_of, limits_of

    decimals = decimals_of(shown)
    estimand = str(shown["estimand"].drop_nulls().first())
    rows = shown.to_dicts()
    significant = [row["p_adjusted"] is not None and row["p_adjusted"] <= row["alpha"] for row in rows]
    decisions = [
        Cell(text=p_value(row["p_adjusted"]), value=row["p_adjusted"], emphasis="best" if clear else "")
        for row, clear in zip(rows, significant, strict=True)
    ]
    intervals = [limits_of(row, decimals) for row in rows]
    frame = shown.select(
        pl.col("a", "b").cast(pl.String),
        "n",
        "p_value",
        "p_nemenyi",
        wins=pl.format("{}–{}", "wins", "losses"),
        interval=pl.Series(intervals, dtype=pl.String),
        estimate=pl.Series([_measured(row["estimate"], decimals) for row in rows], dtype=pl.Object),
        effect=pl.Series([_measured(row["effect"], 2) for row in rows], dtype=pl.Object),
        p_adjusted=pl.Series(decisions, dtype=pl.Object),
    )
    # The only pair of a metric may still be adjusted over those of other metrics.
    single = c.tested.height == 1 and c.tested["p_adjusted"].equals(c.tested["p_value"])
    columns = {
        "a": Column(title="a", align="left"),
        "b": Column(title="b", align="left"),
        "n": Column(title="n"),
        "wins": Column(title="won–lost", align="right"),
        "estimate": Column(title="Δ rank" if estimand == RANK_DIFFERENCE else HEADS.get(estimand, "a − b")),
        "interval": Column(title="interval", align="right"),
        "effect": Column(title="r" if c.method != "kfold_paired_t" else "d"),
        "p_value": Column(title="p"),
        "p_adjusted": Column(title="p" if single else f"p ({_adjusted_by(c)})"),
    }
    if single:
        del columns["p_value"]
    if not any(intervals):
        del columns["interval"]
    if shown["effect"].null_count() == shown.height or c.method in ("sign_test", "permutation_signflip"):
        del columns["effect"]
    if c.several and c.baseline is None and c.undecided is None and shown["p_nemenyi"].null_count() < shown.height:
        columns["p_nemenyi"] = Column(title="p (Nemenyi)")
    note: Words = (_pairs_note(c, shown, columns, estimand, family, level),)
    left = c.tested.height - shown.height
    if left:
        note = (*note, f" The other {integer(left)} pairs are in ", data_file(f"pairs-{c.metric.slug}"), ".")
    caption = f"Pairwise comparisons by {c.metric.name}."
    return table(f"pairs-{c.metric.slug}", caption, frame, columns, twin=c.tested, note=note)


def _measured(value: float | None, decimals: int) -> Cell:
    return Cell(text=fixed(value, decimals), value=value)


def _adjusted_by(c: Comparison) -> str:
    """Name the adjustment of the deciding p-values for the head of a column."""
    if c.method == "nemenyi_confirmed":
        return "confirmed"
    return METHODS[str(c.tested["adjustment"][0])].title.removesuffix(" adjustment")


def _pairs_note(
    c: Comparison, shown: pl.DataFrame, columns: Mapping[str, Column], estimand: str, family: str, level: str
) -> str:
    """Say what the columns of a table of pairs mean, each once."""
    from benchreport.document.parts.verdict_words import HODGES_LEHMANN, NAMES, RANK_DIFFERENCE
    from benchreport.stats.verdict_intervals import WIN_SHARE

    block = "groups of datasets" if c.method == "group_test" else "datasets"
    parts = [f"n: {block} without a tie"]
    head, name = columns["estimate"].title, NAMES.get(estimand, HODGES_LEHMANN)
    favours = "negative" if c.metric.lower else "positive"
    if estimand == RANK_DIFFERENCE:
        parts.append(f"{head}: {name}, a − b; a negative one favours a")
    elif estimand == WIN_SHARE:
        parts.append(f"{head}: {name}")
    elif head == "a / b":
        parts.append(f"{head}: {name}; below 1 {'favours a' if c.metric.lower else 'favours b'}")
    else:
        parts.append(f"{head}: {name}; a {favours} one favours a")
    if "interval" in columns:
        together = c.tested.height > 1 and c.method != "nemenyi_confirmed"
        holds = f"{level} for {family} together" if together else level
        if c.method == "nemenyi_confirmed":
            holds = "one critical difference to either side"
        elif METHODS[str(c.tested["adjustment"][0])].controls == "false discovery rate":
            holds = f"at most {percent(c.tested['alpha'][0])} of the significant ones miss (false coverage rate)"
        parts.append(f"interval: {holds}")
        if shown.select(pl.any_horizontal("low_open", "high_open").any()).item():
            parts[-1] += "; a round bracket excludes the limit"
    if "effect" in columns:
        parts.append(
            "r: rank-biserial correlation, positive when a is better"
            if columns["effect"].title == "r"
            else "d: mean difference in standard deviations, positive when a is better"
        )
    if "p_nemenyi" in columns:
        parts.append("p (Nemenyi): for comparison")
    bold = shown.filter(pl.col("p_adjusted") <= pl.col("alpha")).height
    text = ". ".join(f"{part[0].upper() if part[0] not in 'nrdpa' else part[0]}{part[1:]}" for part in parts) + "."
    text += "".join(f" {word}" for word in boldness(bold, c.tested.height))
    if shown.height > 1 and shown["b"].n_unique() == 1:
        text += " In the order of mean ranks."
    return text


def boldness(bold: int, tests: int) -> Words:
    """Say what bold numbers mean, where there are any.

    Examples
    --------
    >>> boldness(2, 6), boldness(1, 1), boldness(0, 6)
    (('Bold: significant after adjustment.',), ('Bold: significant.',), ())
    """
    if not bold:
        return ()
    return ("Bold: significant after adjustment." if tests > 1 else "Bold: significant.",)


def facts_table(id: str, caption: str, facts: Mapping[str, str]) -> Table:  # noqa: A002
    """Print names and what they stand for."""
    frame = pl.DataFrame({"what": list(facts), "is": list(facts.values())})
    columns = {"what": Column(title="", align="left"), "is": Column(title="", align="left")}
    # Long texts wrap; no page is turned for them.
    return replace(table(id, caption, frame, columns), wide=False)


def rank_diagram(c: Comparison, bars: pl.DataFrame | None, *, difference: float | None, tests: str) -> Figure:
    """Show the mean ranks; bars join algorithms without a significant difference, where all pairs decide."""
    from benchreport.figures.choose import adjustment_of
    from benchreport.figures.critical_difference import (
        cd_items,
        compared_items,
        joined_items,
        ranked_items,
        undecided_items,
    )

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
