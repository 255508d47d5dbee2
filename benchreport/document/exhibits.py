"""How do result rows become the tables and figures of a report?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.blocks import Cell, Column, Emphasis, Figure, Table, Words
from benchreport.document.names import short_names
from benchreport.document.numbers import SCIENTIFIC, decimals_for, fixed, integer, number, p_value, plus_minus

if TYPE_CHECKING:
    from benchreport.document.comparison import Comparison

MOST_ROWS = 60
MOST_COLUMNS = 10
# What fits a page across, in characters.
PORTRAIT, LANDSCAPE = 112, 156
LONGEST_HEAD = 16
SIGNIFICANT = {"effect": 3}


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
    counted = (f"The first {shown.height} of {integer(frame.height)} rows; all are in the data file {id}.csv.",)
    return Table(
        id=id,
        caption=(caption,),
        columns=tuple(columns.values()),
        rows=rows,
        frame=frame if twin is None else twin,
        note=(*note, *((" " if note else ""), *counted)) if rest else note,
        wide=width_of(tuple(columns.values()), rows) > PORTRAIT,
    )


def width_of(columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> int:
    """Estimate how many characters a table takes across."""
    texts = [[column.title, *(row[place].text for row in rows)] for place, column in enumerate(columns)]
    return sum(max(map(len, column)) + 2 for column in texts)


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
    """Print what the experiment is, one row per metric and layout."""
    runs = pl.when(pl.col("n_repeats") > 1).then(pl.format("{} × {}", "n_repeats", "n_folds"))
    frame = described.with_columns(
        pl.col("metric", "direction").cast(pl.String),
        pl.col("design").replace(DESIGN_WORDS),
        runs=runs.otherwise(pl.col("n_folds").cast(pl.String)),
    )
    columns = {
        "metric": Column(title="metric", align="left"),
        "direction": Column(title="better", align="left"),
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
    return table(
        "design", caption, frame, columns, twin=described.with_columns(pl.col("datasets").list.join("; ")), note=(note,)
    )


DESIGN_WORDS = {
    "holdout": "one value per cell",
    "kfold_cv": "cross-validation",
    "repeated_cv": "repeated cross-validation",
    "cv52": "5 × 2 cross-validation",
    "loo_cv": "leave-one-out",
    "repeated_holdout": "repeated holdout",
    "bootstrap_oob": "bootstrap",
    "seeds": "random seeds",
}


def missing_table(lacking: pl.DataFrame) -> Table:
    """List the results that are missing or partial."""
    frame = lacking.with_columns(pl.col("metric", "dataset", "algorithm").cast(pl.String))
    columns = {
        "metric": Column(title="metric", align="left"),
        "dataset": Column(title="dataset", align="left"),
        "algorithm": Column(title="algorithm", align="left"),
        "n_missing": Column(title="runs missing"),
        "n_runs": Column(title="of"),
    }
    return table("missing", "Missing results.", frame, columns)


def leaderboard_tables(board: pl.DataFrame, metrics: Sequence[str]) -> list[Table]:
    """Print mean, rank and wins of every algorithm, in the order of the frame, as many metrics a table as fit."""
    algorithms = [Cell(text=name) for name in board.head(MOST_ROWS)["algorithm"].cast(pl.String)]
    head = Column(title="algorithm", align="left")
    parts: list[tuple[list[Column], list[list[Cell]]]] = []
    for metric in metrics:
        columns, cells = _board_columns(board.head(MOST_ROWS), metric)
        if (
            parts
            and width_of([head, *parts[-1][0], *columns], [*zip(algorithms, *parts[-1][1], *cells, strict=True)])
            <= LANDSCAPE
        ):
            parts[-1] = ([*parts[-1][0], *columns], [*parts[-1][1], *cells])
        else:
            parts.append((columns, cells))
    note = "Bold: best mean rank. Underlined: second."
    if board.height > MOST_ROWS:
        note += f" The first {MOST_ROWS} of {integer(board.height)} algorithms; all are in the data file board.csv."
    tables = []
    for place, (columns, cells) in enumerate(parts, 1):
        rows = tuple(zip(algorithms, *cells, strict=True))
        tables.append(
            Table(
                id="board" if place == 1 else f"board-{place}",
                caption=("Leaderboard: mean ± standard deviation over datasets, mean rank, datasets on which best.",),
                columns=(head, *columns),
                rows=rows,
                frame=board,
                note=(note,),
                wide=width_of((head, *columns), rows) > PORTRAIT,
            )
        )
    return tables


def _board_columns(board: pl.DataFrame, metric: str) -> tuple[list[Column], list[list[Cell]]]:
    deserved = decimals_for(board[f"{metric}:sd"].median())  # type: ignore[arg-type]
    decimals = deserved if deserved == SCIENTIFIC else deserved + 1
    means, spreads, ranks, wins = (board[f"{metric}:{name}"].to_list() for name in ("mean", "sd", "rank", "wins"))
    texts = [plus_minus(mean, spread, decimals) for mean, spread in zip(means, spreads, strict=True)]
    marks = emphases(ranks, lower=True)
    cells = [
        [Cell(text=text, value=mean) for text, mean in zip(texts, means, strict=True)],
        [Cell(text=fixed(rank, 2), value=rank, emphasis=mark) for rank, mark in zip(ranks, marks, strict=True)],
        [as_cell("wins", count) for count in wins],
    ]
    return [Column(title=title, group=metric) for title in ("mean ± sd", "rank", "best")], cells


def emphases(values: Sequence[float | None], *, lower: bool) -> list[Emphasis]:
    """Mark the best value and the second; values equal to twelve digits share their mark."""
    keys = [None if value is None else float(f"{value:.12g}") for value in values]
    present = sorted({key for key in keys if key is not None}, reverse=not lower)
    marks: dict[float, Emphasis] = dict(zip(present[:2], ("best", "second"), strict=False))
    return ["" if key is None else marks.get(key, "") for key in keys]


def omnibus_table(c: Comparison) -> Table:
    """Print the tests of all algorithms together."""
    names = {"friedman": "Friedman", "iman_davenport": "Iman-Davenport"}
    frame = c.omnibus.with_columns(pl.col("method").replace(names), df=_degrees())
    columns = {
        "method": Column(title="test", align="left"),
        "n": Column(title="datasets"),
        "n_ties": Column(title="tied cells"),
        "statistic": Column(title="statistic"),
        "df": Column(title="df"),
        "p_value": Column(title="p"),
        "effect": Column(title="Kendall’s W"),
    }
    return table(
        f"omnibus-{c.slug}",
        f"Do the algorithms differ at all? Rank tests for {c.metric}.",
        frame,
        columns,
        twin=c.omnibus,
    )


def _degrees() -> pl.Expr:
    first, second = pl.col("df1").cast(pl.Int64), pl.col("df2").cast(pl.Int64)
    return pl.when(second.is_null()).then(first.cast(pl.String)).otherwise(pl.format("{}, {}", first, second))


def pairs_table(c: Comparison, shown: pl.DataFrame, *, adjusted: str) -> Table:
    """Print pairwise comparisons: the pairs chosen, and all of them in the twin."""
    decimals = decimals_for(shown["estimate"].abs().median())  # type: ignore[arg-type]
    limits = [
        "" if low is None else f"[{fixed(low, decimals)}, {fixed(high, decimals)}]"
        for low, high in shown.select("ci_low", "ci_high").rows()
    ]
    estimates = [Cell(text=fixed(value, decimals), value=value) for value in shown["estimate"].to_list()]
    effects = [Cell(text=fixed(value, 2), value=value) for value in shown["effect"].to_list()]
    bold: list[Emphasis] = [
        "best" if p is not None and p <= a else "" for p, a in shown.select("p_adjusted", "alpha").rows()
    ]
    values = shown["p_adjusted"].to_list()
    decisions = [Cell(text=p_value(p), value=p, emphasis=mark) for p, mark in zip(values, bold, strict=True)]
    frame = shown.select(pl.col("a", "b").cast(pl.String), "n", "p_value", "p_nemenyi").with_columns(
        interval=pl.Series(limits, dtype=pl.String),
        estimate=pl.Series(estimates, dtype=pl.Object),
        effect=pl.Series(effects, dtype=pl.Object),
        p_adjusted=pl.Series(decisions, dtype=pl.Object),
    )
    columns = {
        "a": Column(title="a", align="left"),
        "b": Column(title="b", align="left"),
        "n": Column(title="n"),
        "estimate": Column(title="a − b"),
        "interval": Column(title="interval"),
        "effect": Column(title="r"),
        "p_value": Column(title="p"),
        "p_adjusted": Column(title=f"p ({adjusted})" if c.tested.height > 1 else "p"),
    }
    if c.tested.height == 1:
        del columns["p_value"]
    if not any(limits):
        del columns["interval"]
    if c.several:
        columns["p_nemenyi"] = Column(title="p (Nemenyi)")
    left = c.tested.height - shown.height
    note = ("Bold: significant after adjustment." if c.tested.height > 1 else "Bold: significant.") + (
        f" The other {integer(left)} pairs are in the data file pairs-{c.slug}.csv." if left else ""
    )
    caption = f"Pairwise comparisons by {c.metric}."
    return table(f"pairs-{c.slug}", caption, frame, columns, twin=c.tested, note=(note,))


def dataset_table(cells: pl.DataFrame, order: Sequence[str], metric: str, slug: str, *, lower: bool) -> Table:
    """Print the mean result of every algorithm on every dataset, best in bold, second underlined."""
    shown = list(order[:MOST_COLUMNS])
    wide = cells.with_columns(pl.col("algorithm", "dataset").cast(pl.String)).pivot(
        "algorithm", index="dataset", values="value", sort_columns=True
    )
    wide = wide.sort("dataset").select("dataset", *order)
    spread = wide.select(pl.concat_list(pl.exclude("dataset")).list.std().median()).item()
    deserved = decimals_for(spread)
    decimals = deserved if deserved == SCIENTIFIC else max(deserved + 1, 2)
    rows = []
    for dataset, *values in wide.head(MOST_ROWS).iter_rows():
        marks = emphases(values, lower=lower)
        cells_of_row = [
            Cell(text=fixed(value, decimals) or "—", value=value, emphasis=mark)
            for value, mark in zip(values[: len(shown)], marks, strict=False)
        ]
        rows.append((Cell(text=dataset), *cells_of_row))
    left = []
    if len(order) > len(shown):
        left.append(f"the {len(shown)} algorithms of best mean rank out of {len(order)}")
    if wide.height > MOST_ROWS:
        left.append(f"the first {MOST_ROWS} of {integer(wide.height)} datasets")
    note = "Bold: best of all algorithms. Underlined: second."
    if left:
        note += f" Printed are {' and '.join(left)}; all results are in the data file datasets-{slug}.csv."
    columns = (
        Column(title="dataset", align="left"),
        *(Column(title=name) for name in short_names(shown, LONGEST_HEAD)),
    )
    return Table(
        id=f"datasets-{slug}",
        caption=(f"Mean {metric} per dataset ({'lower' if lower else 'higher'} is better).",),
        columns=columns,
        rows=tuple(rows),
        frame=wide,
        note=(note,),
        wide=width_of(columns, rows) > PORTRAIT,
    )


def facts_table(id: str, caption: str, facts: Mapping[str, str]) -> Table:  # noqa: A002
    """Print names and what they stand for."""
    frame = pl.DataFrame({"what": list(facts), "is": list(facts.values())})
    columns = {"what": Column(title="", align="left"), "is": Column(title="", align="left")}
    # Long texts wrap; no page is turned for them.
    return replace(table(id, caption, frame, columns), wide=False)


def rank_diagram(c: Comparison, groups: pl.DataFrame, *, difference: float | None, exact: bool) -> Figure:
    """Draw the mean ranks with bars over algorithms not shown to differ."""
    from benchreport.figures.critical_difference import critical_difference_diagram, description
    from benchreport.figures.style import rendered

    figure = critical_difference_diagram(c.ranks, groups, difference=difference, control=c.baseline)
    ruler = (
        " The ruler is Nemenyi’s critical difference, for comparison; the bars do not rest on it." if difference else ""
    )
    tests = f"{'exact ' if exact else ''}Wilcoxon signed-rank tests{', adjusted' if c.pairs.height > 1 else ''}"
    return Figure(
        id=f"ranks-{c.slug}",
        caption=(
            f"Mean ranks by {c.metric}; rank 1 is best. Bars join algorithms between which no pair differs "
            f"significantly ({tests}).{ruler}",
        ),
        alternative=description(c.ranks, groups, difference),
        svg=rendered(figure, "svg"),
        pdf=rendered(figure, "pdf"),
        png=rendered(figure, "png"),
    )
