"""What the contract tests must know about single methods; see CONTRIBUTING."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# Options without which a method cannot be called.
NEEDS: Mapping[str, Mapping[str, Any]] = {}

# One row per algorithm, named in `a`; they take a table with one algorithm.
SINGLE: frozenset[str] = frozenset()

# They use what is there, so a table with gaps is not refused.
INCOMPLETE: frozenset[str] = frozenset()

# Their groups do not follow the usual rules (five repeats of two folds, a declared order, ...), so that the tests
# over hostile groups only ask for rows with a status.
PARTICULAR: frozenset[str] = frozenset({"cv52_t", "cv52_f"})

# Their sums run over the runs themselves, so the last bit may depend on the order of the rows.
LAST_BIT: frozenset[str] = frozenset({"kfold_paired_t", "corrected_resampled_t"})

# Methods over scores whose results have another shape, or whose input needs more than scores: test_contract_others.py.
OTHERS: frozenset[str] = frozenset()
