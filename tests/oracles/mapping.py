"""Which call of ours answers which oracle? Each topic is a module with REFERENCES and VARIANTS of its own."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from tests.oracles.harness import Call

TOPICS = (
    "first",
    "aggregates",
    "multivariate",
    "bayes",
    "rates",
    "posthoc",
    "adjusting",
    "instances",
    "measures",
    "omnibus",
    "two",
    "ranking",
)

MODULES = [import_module(f"tests.oracles.{topic}") for topic in TOPICS]


def merged(name: str) -> Mapping[str, Call]:
    """Bring the mappings of all topics together; no oracle is answered twice."""
    found: dict[str, Call] = {}
    for module in MODULES:
        twice = found.keys() & getattr(module, name, {}).keys()
        if twice:
            raise ValueError(f"{module.__name__} answers {sorted(twice)} again")
        found |= getattr(module, name, {})
    return found


REFERENCES = merged("REFERENCES")
VARIANTS = merged("VARIANTS")
