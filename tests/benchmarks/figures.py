"""A critical difference diagram beside a bare figure with as many texts."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import polars as pl
from matplotlib.figure import Figure
from matplotlib.text import Text

from benchreport.figures.critical_difference import critical_difference_diagram
from benchreport.figures.style import UNSIGNED, paper, rendered
from tests.benchmarks.race import Race


def races() -> list[Race]:
    ranks = pl.DataFrame(
        {"algorithm": [f"algorithm{i}" for i in range(20)], "mean_rank": [1 + i * 0.9 for i in range(20)]}
    )
    names = ranks["algorithm"].to_list()
    bars = [(names[i : i + 4], 1 + i * 0.9, 1 + (i + 3) * 0.9) for i in range(17)]
    groups = pl.DataFrame(bars, schema=["members", "low", "high"], orient="row")

    def ours() -> bytes:
        return rendered(critical_difference_diagram(ranks, groups, difference=2.8), "svg")

    shown = critical_difference_diagram(ranks, groups, difference=2.8).findobj(Text)
    texts = [(text.get_position(), text.get_text()) for text in shown if text.get_text()]  # type: ignore[union-attr]

    def bare() -> Any:
        """The same number of texts in an empty figure, saved with the same settings."""
        stream = BytesIO()
        with paper():
            figure = Figure(figsize=(6.9, 3))
            axes = figure.add_axes((0, 0, 1, 1))
            axes.set(xlim=(0, 6.9), ylim=(3, 0))
            for (x, y), text in texts:
                axes.text(x, y, text)
            figure.savefig(stream, format="svg", metadata=dict(UNSIGNED["svg"]))
        return stream.getvalue()

    return [
        Race(
            name="critical difference diagram of 20 algorithms, drawn and saved as SVG",
            ours=ours,
            peer=f"a bare matplotlib figure with {len(texts)} texts",
            theirs=bare,
        )
    ]
