"""Cases of the figures that compare algorithms over datasets."""

from __future__ import annotations

from tests.figures.cases import Cases, accuracy, constant, demsar, hostile, large

CASES: Cases = {
    "cd": {
        "published": (demsar, {}),
        "nemenyi": (demsar, {"posthoc": "nemenyi", "control": "C4.5"}),
        "study": (accuracy, {}),
        "large": (large, {"posthoc": "nemenyi"}),
        "hostile": (hostile, {"posthoc": "nemenyi"}),
        "constant": (constant, {}),
    },
}
