"""Tables of a report from frames: general tables, design, missing results, leaderboard, outcomes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from benchreport.document.evidence.result_rows import median
from benchreport.document.exhibits.columns import Printed, as_cell, column, label
from benchreport.document.exhibits.paper import LANDSCAPE, must_turn, width_of
from benchreport.document.model.blocks import Cell, Column, Emphasis, Table, Words, data_file
from benchreport.naming import enumerated
from benchreport.numerals import SCIENTIFIC, decimals_for, fixed, integer, plus_minus

MOST_ROWS = 60
# Boards stand upright as long as these many suffice for all metrics; else pages are turned.
UPRIGHT_BOARDS = 3


def table(
    id: str,
    caption: str,
    frame: pl.DataFrame,
    columns: Iterable[Printed | None],
    *,
    twin: pl.DataFrame | None = None,
    note: str = "",
    rest: str = "",
    wraps: bool = False,
    most: int | None = MOST_ROWS,
) -> Table:
    """Print some columns of a frame; rows beyond the ``most`` are counted.

    ``twin`` has all that the data file holds; ``rest`` says what is there alone and ends before the name of that file.
    A table that ``wraps`` has long texts, and no page is turned for it.
    """
    printed = frame if most is None else frame.head(most)
    filled = [(part, part.cells(printed)) for part in columns if part is not None]
    filled = [(part, cells) for part, cells in filled if not part.unless_empty or any(cell.text for cell in cells)]
    heads = tuple(part.head for part, _ in filled)
    rows = tuple(zip(*(cells for _, cells in filled), strict=True))
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
    """Return the names of the metrics of a group, or the word all."""
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
    """Return the caption of a leaderboard: what its columns hold."""
    titles = {column.title for column in columns}
    if not spread:
        return "Leaderboard: mean and rank."
    words = (("rank", "mean rank"), ("place", "place"))
    standing = enumerated([word for title, word in words if title in titles], "or")
    return f"Leaderboard: mean ± standard deviation over datasets, {standing}, datasets on which best."


def _board_note(columns: Sequence[Column], *, spread: bool) -> str:
    """Return what the columns and marks of a leaderboard mean."""
    titles = {column.title for column in columns}
    if "place" not in titles:
        return f"Bold: best{' mean rank' if spread else ''}. Underlined: second."
    best = "first or best mean rank" if "rank" in titles else "first"
    counted = "n: datasets ranked. " if "n" in titles else ""
    return f"{counted}Place: by Skillings-Mack effects. Bold: {best}. Underlined: second."


def _board_parts(board: pl.DataFrame, metrics: Sequence[str], *, upright: bool) -> list[dict[Column, list[Cell]]]:
    """Return the columns of the metrics, shared out over tables that fit an upright page, or a turned one."""
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


def rank_columns(names: Sequence[str], ranks: Mapping[str, pl.DataFrame]) -> tuple[pl.DataFrame, list[Printed | None]]:
    """Return the mean ranks of some algorithms, a column for each of several parts of the datasets by its title."""
    frame, columns = pl.DataFrame({"algorithm": names}), [label("algorithm")]
    for place, (title, rows) in enumerate(ranks.items()):
        own = dict(rows.select(pl.col("algorithm").cast(pl.String), "mean_rank").rows())
        cells = marked([own.get(name) for name in names], 2, lower=True, missing="—")
        frame = frame.with_columns(pl.Series(f"ranks_{place}", cells, dtype=pl.Object))
        columns.append(column(f"ranks_{place}", title, named=True))
    return frame, columns


def choices_printed(choices: Sequence[str]) -> str:
    """Return which rows and columns of a data file a table prints, to end before the name of that file."""
    return f"Printed are {' and '.join(choices)}; all are in" if choices else ""


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
    """Return the marks of the best value and the second; values equal to twelve digits share their mark."""
    marks: dict[float, Emphasis] = {}
    names: list[Emphasis] = ["second", "best"]
    before, name = math.nan, names[0]
    for value in sorted({value for value in values if value is not None}, reverse=not lower):
        key = float(f"{value:.12g}")
        if key != before:
            if not names:
                break
            before, name = key, names.pop()
        marks[value] = name
    return ["" if value is None else marks.get(value, "") for value in values]


def boldness(tests: int) -> str:
    """Return what bold numbers mean.

    Examples
    --------
    >>> boldness(6), boldness(1)
    ('Bold: significant after adjustment.', 'Bold: significant.')
    """
    return "Bold: significant after adjustment." if tests > 1 else "Bold: significant."


def facts_table(id: str, caption: str, facts: Mapping[str, str]) -> Table:
    """Print names and what they stand for."""
    frame = pl.DataFrame({"what": list(facts), "is": list(facts.values())})
    return table(id, caption, frame, (label("what", ""), label("is", "")), wraps=True)
