"""Templates of users that were written before sections handed over records still find what they name."""

from __future__ import annotations

import re
from functools import cache

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.former_names import FORMER
from benchreport.document.sections import PARTS
from benchreport.errors import TemplateError

# Sections that a report of scores has none of, and those that need an option.
OF_PREDICTIONS = ("confusion", "curves", "predicted", "regression")
OPTIONS = {
    "equivalence": {"margin": 0.01},
    "ordering": {"complexity": ["C4.5", "C4.5+cf", "C4.5+m", "C4.5+m+cf"]},
    "subsets": {"subsets": {"small": ["iris", "wine"], "large": ["digits"]}},
}


@cache
def study() -> pl.DataFrame:
    return br.read_scores(br.example("small_study_5x2.csv"), metrics=["accuracy", "auc"])


def printing(names: list[str]) -> str:
    """A template that asks for each name, as text or as rows."""
    asked = " ".join(f"{{{{ '{name}' if {name} is defined else 'nothing' }}}}" for name in names)
    return f"# Own words\n\n{asked}\n"


@pytest.mark.parametrize("section", sorted(set(FORMER) - set(OF_PREDICTIONS)))
def test_every_former_name_of_a_section_is_given_to_a_template_of_ones_own(section: str) -> None:
    names = sorted(FORMER[section])
    templates = {f"sections/{section}.jinja": printing(names)}
    scores = br.read_scores(br.example("demsar2006_auc.csv")) if section == "ordering" else study()
    report = br.report(scores, sections=["ranks", section], templates=templates, **OPTIONS.get(section, {}))
    own = [part for part in report.sections if part.title == "Own words"]
    assert own
    words = " ".join(str(block) for part in own for block in part.blocks)
    assert "nothing" not in words
    assert all(re.search(rf"\b{name}\b", words) for name in names)


@cache
def predictions(*, numbers: bool = False) -> pl.DataFrame:
    """Two algorithms on six instances, which call classes or numbers."""
    truth = [1.5, 2.0, 0.5, 3.0, 2.5, 1.0] if numbers else ["y", "n", "y", "n", "y", "n"]
    rows = {
        "algorithm": ["A"] * 6 + ["B"] * 6,
        "dataset": "d",
        "instance": [*range(6), *range(6)],
        "truth": truth * 2,
        "prediction": [*truth[1:], truth[0], *truth],
    }
    scores = {} if numbers else {"score": [0.9, 0.2, 0.6, 0.7, 0.8, 0.1, 0.7, 0.3, 0.4, 0.5, 0.9, 0.2]}
    return br.predictions(pl.DataFrame(rows | scores))


def table_for(section: str) -> pl.DataFrame:
    """A table that calls for a section."""
    if section in OF_PREDICTIONS:
        return predictions(numbers=section == "regression")
    return br.read_scores(br.example("demsar2006_auc.csv")) if section == "ordering" else study()


@pytest.mark.parametrize("section", sorted(name for name in PARTS if hasattr(PARTS[name].record, "FORMER")))
def test_the_hint_for_a_former_name_is_its_place_in_the_record(section: str) -> None:
    scores = table_for(section)
    for name, place in PARTS[section].record.FORMER.items():
        templates = {f"sections/{section}.jinja": f"# Own words\n\n{{{{ {name} }}}}\n"}
        with pytest.raises(TemplateError) as raised:
            br.report(scores, sections=["ranks", section], templates=templates, **OPTIONS.get(section, {}))
        assert raised.value.hint == f"{name} is now {place}"


def test_former_names_are_those_of_sections() -> None:
    assert set(FORMER) <= set(PARTS)


def test_the_value_is_that_of_the_record() -> None:
    words = "# {{ metric }}\n\n{{ metric == c.metric.name and n_datasets == c.datasets and reference is none }}\n"
    report = br.report(study(), sections=["ranks"], templates={"sections/ranks.jinja": words})
    assert [part.title for part in report.sections] == ["accuracy", "auc"]
    assert all("True" in str(part.blocks) for part in report.sections)
