"""Templates of users that were written before sections handed over records find what they name, or are told where."""

from __future__ import annotations

import re
from functools import cache

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.former_names import FORMER
from benchreport.document.sections import PARTS
from benchreport.errors import TemplateError
from tests.document.model.test_template_fields import WITH_RECORD, walked

# Sections that a report of scores has none of, and those that need an option.
OF_PREDICTIONS = ("confusion", "predicted", "regression")
OPTIONS = {
    "equivalence": {"margin": 0.01},
    "ordering": {"complexity": ["C4.5", "C4.5+cf", "C4.5+m", "C4.5+m+cf"]},
    "subsets": {"subsets": {"small": ["iris", "wine"], "large": ["digits"]}},
}
OF_SCORES = (
    *("aggregates", "bayes", "distributions", "equivalence", "matrix", "multivariate", "ordering", "ranks", "subsets"),
    *("variance", "within"),
)


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


def test_former_names_are_those_of_sections() -> None:
    assert set(FORMER) <= set(PARTS)


@pytest.mark.parametrize("section", WITH_RECORD)
def test_the_new_place_of_every_former_name_exists(section: str) -> None:
    record = PARTS[section].record
    assert record is not None
    for name, place in getattr(record, "FORMER", {}).items():
        for path in re.findall(r"\bs\.[\w.]+", place):
            assert walked(f"{{{{ {path} }}}}", record).faults == [], name


@pytest.mark.parametrize("section", sorted(set(WITH_RECORD) & set(OF_SCORES)))
def test_a_template_that_prints_a_former_name_is_refused_with_its_new_place(section: str) -> None:
    former: dict[str, str] = getattr(PARTS[section].record, "FORMER", {})
    scores = br.read_scores(br.example("demsar2006_auc.csv")) if section in ("ordering", "bayes") else study()
    name, place = next(iter(former.items()))
    templates = {f"sections/{section}.jinja": f"# Own words\n\n{{{{ {name} }}}}\n"}
    with pytest.raises(TemplateError) as raised:
        br.report(scores, sections=["ranks", section], templates=templates, **OPTIONS.get(section, {}))
    assert raised.value.hint == f"{name} is now {place}"
