"""Read 300 small reports claim by claim: ``python -m tests.claims [--reports N] [--rebase]``.

Every numeral and every algorithm name is derived again from the table. A false sentence fails; so does one that no
parser knows, unless its template is in ``unparsed.txt``, which ``--rebase`` writes anew from what was found.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.claims.audit import COMPLETE, LISTED, listed, read
from tests.claims.grid import settings

REPORTS = 300


def main(argv: list[str] | None = None) -> int:
    """Judge many reports; return 1 where something is false or new."""
    parser = argparse.ArgumentParser(prog="python -m tests.claims", description=__doc__)
    parser.add_argument("--reports", type=int, default=REPORTS)
    parser.add_argument("--rebase", action="store_true", help="write the list of unparsed sentences anew")
    asked = parser.parse_args(argv)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        audits = list(pool.map(read, settings(asked.reports), chunksize=5))
    false = [text for one in audits for text in one.false]
    unparsed = {(part, text) for one in audits for part, texts in one.unparsed.items() for text in texts}
    new = unparsed - listed() if not asked.rebase else {pair for pair in unparsed if pair[0] in COMPLETE}
    refused = sum(one.refused for one in audits)
    print(
        f"{len(audits) - refused} reports ({refused} tables refused), {sum(one.parsed for one in audits):,} claims derived again, {len(false)} false"
    )
    print(f"{len(unparsed)} sentences without a parser, {len(new)} of them not listed")
    for text in false:
        print(f"FALSE {text}")
    for part, text in sorted(new):
        print(f"NO PARSER {part}: {text}")
    if asked.rebase:
        kept = sorted(pair for pair in unparsed if pair[0] not in COMPLETE)
        LISTED.write_text("".join(f"{part}\t{text}\n" for part, text in kept), encoding="utf-8")
    return 1 if false or new else 0


if __name__ == "__main__":
    sys.exit(main())
