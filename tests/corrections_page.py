"""CORRECTIONS.md, written from the list of corrections: ``python -m tests.corrections_page``."""

from __future__ import annotations

from pathlib import Path

from benchreport.document.proof.corrections import corrections

PAGE = Path(__file__).parents[1] / "CORRECTIONS.md"


def corrections_text() -> str:
    """Return CORRECTIONS.md."""
    head = (
        "# Corrections\n\nPrinted numbers and statements of earlier versions that were wrong, for people who used "
        "them. `benchreport verify` reads the same list\nand tells a corrected number from a tampered one. Written by\n"
        "`python -m tests.corrections_page` from `benchreport/document/proof/corrections.toml`; do not edit.\n"
    )
    parts = [
        f"\n## {entry.title}\n\nVersions: {', '.join(entry.versions)}. {entry.affects}\n\n"
        f"- Was: {entry.was}\n- Is now: {entry.now}\n"
        for entry in corrections()
    ]
    return head + "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(corrections_text(), encoding="utf8")
