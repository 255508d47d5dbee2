"""The appendix of a paper: a published table becomes PDF, HTML, Markdown and a LaTeX folder.

    python examples/01_paper_appendix.py [--out FOLDER]

The PDF carries its data and its recipe, so a reviewer can compute every number again. In the paper itself, write
``\\input{latex/numbers}`` and quote numbers by name: ``\\bench{friedman/AUC/p}``.
"""

from __future__ import annotations

from pathlib import Path

from shared import output_folder

import benchreport as br


def main(folder: Path) -> None:
    """Make the report in every format, then verify it."""
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    report = br.report(
        scores,
        title="Appendix B: variants of C4.5 on fourteen datasets",
        reference="C4.5",
        labels={"auc": "AUC"},
        theme="classic",
    )
    for name in ("appendix.pdf", "appendix.html", "appendix.md", "latex"):
        print(report.write(folder / name))
    differences = br.verify(folder / "appendix.pdf")
    print(differences or "verified: every number follows from the data inside")


if __name__ == "__main__":
    main(output_folder(__doc__))
