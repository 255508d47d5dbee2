"""Study files: their text, and every option that they can declare, down to a report."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from benchreport.study import read_study, study_options
from tests.fuzz.mutations import HOSTILE_VALUES, mutated_bytes, mutated_structure
from tests.fuzz.readers import scores
from tests.fuzz.shell import try_command

# One value for every option there is: what fits the table of these attempts, or the example that the option declares.
OPTIONS: Mapping[str, Any] = {name: one.example for name, one in study_options().items()} | {
    "scores": "scores.csv",
    "predictions": "predictions.csv",
    "title": "A study",
    "outputs": ["report.md"],
    "columns": {"algorithm": "algorithm"},
    "directions": {"accuracy": "higher"},
    "metric": "accuracy",
    "metrics": ["accuracy"],
    "dataset": "iris",
    "factors": ["fold"],
    "design": "seeds",
    "groups": {"d0": "d", "d1": "d"},
    "encoding": "utf8",
    "query": "SELECT 1",
    "joint": ["accuracy"],
    "by": ["fold"],
    "reference": "SVM 5",
    "missing": "auto",
    "alpha": 0.1,
    "adjust": "holm",
    "family": "metric",
    "scales": {"accuracy": "share"},
    "positive": "a",
    "sections": ["setup"],
    "omit": ["ranks"],
    "tests": {"pairs": "wilcoxon"},
    "rope": 0.01,
    "margin": {"accuracy": 0.02},
    "subsets": {"few": ["d0", "d1"], "more": ["d2", "d3", "d4"]},
    "complexity": ["SVM 5", "Träd"],
    "costs": {"a": {"b": 2}},
    "names": {"SVM 5": "Ours"},
    "labels": {"accuracy": "Accuracy"},
    "colours": {"SVM 5": "#336699"},
    "templates": "templates",
    "theme": "classic",
    "siunitx": True,
    "seed": 1,
}
USUAL = ("scores", "title", "directions", "reference", "alpha", "sections", "names", "theme", "seed")
# What a table without it refuses in any case, or what is read before anything else can be.
ALONE = ("predictions", "metric", "query", "templates", "factors", "columns", "positive", "costs", "outputs")


def study_text(options: Mapping[str, Any]) -> str:
    """Write options as TOML; what TOML cannot say is written as it is, and refused."""
    return "\n".join(f"{_word(key)} = {_toml(value)}" for key, value in options.items())


def _word(key: str) -> str:
    return key if key.isidentifier() and key.isascii() else json.dumps(key)


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {_toml(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, float):
        return str(value)
    return json.dumps(value)


def in_text(chance: random.Random | None, folder: Path) -> object:
    path = folder / "study.toml"
    path.write_bytes(mutated_bytes(study_text(OPTIONS).encode(), chance))
    return read_study(path)


def _changed(chance: random.Random | None) -> dict[str, Any]:
    """Return a usual study with a few further options, some of them hostile."""
    options = {name: OPTIONS[name] for name in USUAL}
    if chance is None:
        return options
    further = [name for name in OPTIONS if name not in ALONE]
    options |= {name: OPTIONS[name] for name in chance.sample(further, 3)}
    if chance.random() < 0.3:
        options |= {chance.choice(ALONE): OPTIONS[chance.choice(ALONE)]}
    if chance.random() < 0.3:
        options[chance.choice(list(study_options()))] = chance.choice(HOSTILE_VALUES)
    changed = mutated_structure(options, chance) if chance.random() < 0.6 else options
    changed = changed if isinstance(changed, dict) else options
    return {"scores": OPTIONS["scores"], **changed} if chance.random() < 0.9 else changed


def _in_folder(chance: random.Random | None, folder: Path) -> Path:
    (folder / "scores.csv").write_bytes(scores().write_csv().encode())
    path = folder / "study.toml"
    path.write_bytes(study_text(_changed(chance)).encode("utf8", "replace"))
    return path


def in_check(chance: random.Random | None, folder: Path) -> object:
    return try_command("check", _in_folder(chance, folder))


def in_build(chance: random.Random | None, folder: Path) -> object:
    words = ("--sections", "setup,ranks") if chance is None or chance.random() < 0.8 else ()
    return try_command("build", _in_folder(chance, folder), *words, "-o", folder / "report.md", "--force")


ATTEMPTS = {"text": in_text, "check": in_check, "build": in_build}
