"""Commands of the manual that the tests do not run, each with its reason; a command that no page has is a fault."""

from __future__ import annotations

from collections.abc import Mapping

# By the command as its page writes it, without the comment behind it.
NOT_RUN: Mapping[str, str] = {
    "make demo": "installs; what it shows is run as `benchreport demo`",
    "pip install .": "installs; tests/test_packaging.py builds the wheel and reads what is in it",
    "make test": "these are the tests",
    "benchreport watch study.toml": "runs until it is interrupted; tests/cli has its tests",
    "python examples/07_spark.py --out spark": "starts Java; `make spark` runs it with tests/test_examples.py",
}
