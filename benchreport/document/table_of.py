"""The table of a paper from a table of results, in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from benchreport.document.build import evidence_from
from benchreport.document.crossed import Axis, Bold, Layout, PaperTable, check_layout, crossed
from benchreport.errors import give_warning
from benchreport.options import Options, read_options
from benchreport.threads import in_one_order


def table_of(
    table: Any,
    *,
    rows: Axis | Sequence[Axis] = "dataset",
    columns: Axis | Sequence[Axis] | None = None,
    cell: str = "mean ± sd",
    bold: Bold = "best",
    second: bool = False,
    mark: str | None = None,
    ranks: bool = False,
    decimals: int | None = None,
    percent: bool = False,
    caption: str = "",
    id: str = "results",
    **options: Any,
) -> PaperTable:
    """Return the table of a paper: results crossed by dataset, algorithm and metric, with marks of a test.

    Missing results are printed as a dash. The note says what is bold, and of the marks which test, adjustment,
    direction and n they rest on; ``tests`` of the answer has the result rows.

    Parameters
    ----------
    table
        Scores, or predictions or confusion counts, which are measured first.
    rows, columns
        What the table is crossed by: "dataset", "algorithm", "metric", "subset", or two of them, the outer first. A
        cell is over the datasets where these are not named; several metrics are always named.
    cell
        What a cell holds, in words for numbers: mean, median, min, max, sd, n, as in "mean ± sd" or
        "median [min, max]"; over the runs of a dataset, or over datasets where these are averaged over. Single values
        have the spread that the table gives for sd.
    bold
        "best" or "none". Results that print alike are bold together.
    second
        Underline the second best.
    mark
        A test: algorithms that differ significantly from the reference, or from the one of best mean rank, are
        marked. Tests over datasets such as "wilcoxon" mark mean ranks, tests of runs such as "corrected_resampled_t"
        the cells of each dataset.
    ranks
        Print mean ranks.
    decimals
        Of the results; by default as many as they deserve.
    percent
        Print shares as percentages.
    caption, id
        By default what the table holds, and "results".
    **options
        Of :func:`report`: reference, alpha, adjust, missing, metrics, subsets, names, labels, venue and others.

    Returns
    -------
    PaperTable
        ``write("table.tex")`` makes a file (.tex, .typ, .md, .html, .csv, .xlsx), ``gt()`` an object of great_tables.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> paper = br.table_of(scores, mark="wilcoxon", reference="C4.5", caption="AUC of C4.5 and its variants.")
    >>> [cell.text + cell.sup for cell in paper.table.rows[-1]]
    ['mean rank', '3.14', '2.00▴', '2.93', '1.93▴']
    """
    layout = Layout(
        rows=_axes(rows),
        columns=_axes(columns or ()),
        cell=cell,
        bold=bold,
        second=second,
        mark=mark,
        ranks=ranks,
        decimals=decimals,
        percent=percent,
    )
    paper, warnings = unwarned_table([table], layout, read_options(options), id=id, caption=caption)
    for text in warnings:
        give_warning(text)
    return paper


def _axes(axes: Any) -> tuple[Axis, ...]:
    return (axes,) if isinstance(axes, str) else tuple(axes)  # type: ignore[return-value]


@in_one_order
def unwarned_table(
    tables: Sequence[Any], layout: Layout, options: Options, **words: str
) -> tuple[PaperTable, tuple[str, ...]]:
    """Return the table of a paper and what its author should know; ``words`` are its id and caption."""
    check_layout(layout)
    if layout.question is not None and layout.mark is not None:
        options = replace(options, tests={**options.tests, layout.question: layout.mark})
    # A table of results is in the order that its author wrote, unless another is asked for.
    options = replace(
        options,
        algorithm_order=options.algorithm_order or ("input",),
        dataset_order=options.dataset_order or ("input",),
    )
    _, evidence = evidence_from(tables, options)
    return crossed(evidence, layout, **words), evidence.warnings
