"""Make the kept report again, with another Python than the one of the tests: python3.12 FILE FOLDER.

The words are the author's own and the only rows are those of the omnibus test, so that the kept file outlives changes
of our sentences.
"""

from __future__ import annotations

import os
import platform
import sys
from pathlib import Path

import benchreport as br

WORDS = """# The algorithms differ

{{ m.finding(s.c.omnibus, "One of the four trees ranks above the others.") }}

Mean ranks are compared over 14 datasets {{ m.cite("demsar2006") }}.
"""

if __name__ == "__main__":
    os.environ["SOURCE_DATE_EPOCH"] = "1767225600"
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    report = br.report(scores, title="Appendix B", sections=["ranks"], templates={"sections/ranks.jinja": WORDS})
    major, minor, _ = platform.python_version_tuple()
    print(report.write(Path(sys.argv[1]) / f"made_by_python_{major}.{minor}.pdf"))
