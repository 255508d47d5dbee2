"""How are the results of each algorithm spread?"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from benchreport.document.blocks import Section
from benchreport.document.drawn import drawn
from benchreport.document.sections import section
from benchreport.tables.cells import cells

MOST_ALGORITHMS = 40


def distributions_section(scores: pl.DataFrame, slugs: Mapping[str, str]) -> Section | None:
    """Draw the results of every algorithm over the datasets, a figure per metric; none for a single dataset."""
    from benchreport.figures.plot import plot_data

    figures = []
    for metric, slug in slugs.items():
        here = scores.filter((pl.col("metric") == metric) & pl.col("value").is_not_null())
        datasets, algorithms = here.get_column("dataset").n_unique(), here.get_column("algorithm").n_unique()
        if datasets < 2 or algorithms > MOST_ALGORITHMS or cells(here).is_empty():
            continue
        caption = f"{metric} of every algorithm over the datasets: median, quartiles, and a point per dataset."
        numbers = plot_data("box", here, points="datasets")
        figures.append(drawn("box", numbers, id=f"spread-{slug}", caption=caption, width="page"))
    return section("distributions", {"figures": figures}) if figures else None
