"""A critical difference diagram beside a bare figure with as many texts."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import polars as pl
from matplotlib.figure import Figure
from matplotlib.text import Text

from benchreport.figures.comparison.critical_difference import cd_items, ranked_items
from benchreport.figures.kinds import KINDS
from benchreport.figures.style import UNSIGNED, paper, rendered
from tests.benchmarks.race import Race


def races() -> list[Race]:
    ranks = pl.DataFrame(
        {"algorithm": [f"algorithm{i}" for i in range(20)], "mean_rank": [1 + i * 0.9 for i in range(20)]}
    )
    names = ranks["algorithm"].to_list()
    bars = [(names[i : i + 4], 1 + i * 0.9, 1 + (i + 3) * 0.9) for i in range(17)]
    groups = pl.DataFrame(bars, schema=["members", "low", "high"], orient="row").with_columns(item=pl.lit("bar"))
    parts = [ranked_items(ranks, None), groups, pl.DataFrame({"item": ["ruler"], "high": [2.8]})]
    numbers = cd_items(parts, n=9, posthoc="nemenyi", judged="for all pairs together", alpha=0.05)

    def ours() -> bytes:
        return rendered(KINDS["cd"].draw(numbers), "svg")

    shown = KINDS["cd"].draw(numbers).findobj(Text)
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
