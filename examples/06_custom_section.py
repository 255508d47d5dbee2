"""A section of one's own: one template and one function.

    python examples/06_custom_section.py [--out FOLDER]

The words are in ``templates/sections/stability.jinja``, written once for all formats. The function gathers what they
need from the evidence that all sections share.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl
from shared import output_folder

import benchreport as br

HERE = Path(__file__).parent


def stability_section(evidence: br.Evidence) -> br.Section | None:
    """Which algorithm varies least from run to run?"""
    runs = evidence.scores.group_by("metric", "dataset", "algorithm").agg(spread=pl.col("value").std())
    if runs["spread"].null_count() == runs.height:
        return None  # one run per cell: there is nothing to say
    spread = (
        runs.group_by("metric", "algorithm")
        .agg(pl.col("spread").mean())
        .with_columns(pl.col("metric", "algorithm").cast(pl.String))
        .sort("metric", "spread", "algorithm")
    )
    first = spread.filter(pl.col("metric") == evidence.metrics[0].name)
    table = br.table(first, caption="Mean standard deviation from run to run.", id="stability-table")
    return evidence.section(
        "stability", {"metric": evidence.metrics[0].name, "steadiest": first["algorithm"][0], "table": table}
    )


def main(folder: Path) -> None:
    """Put the section behind the leaderboard, in every format."""
    scores = br.read_scores(br.example("small_study_5x2.csv"))
    report = br.report(
        scores,
        title="With a section of one's own",
        metrics=["accuracy"],
        sections=["summary", "setup", "coverage", "leaderboard", stability_section, ...],
        templates=HERE / "templates",
    )
    # A PDF of it is verified with the function at hand: br.verify("own.pdf", sections=[stability_section]).
    for name in ("own.html", "own.md"):
        print(report.write(folder / name))


if __name__ == "__main__":
    main(output_folder(__doc__))
