"""Templates of users that were written before sections handed over records are refused with the new place of a name."""

from __future__ import annotations

import re
from functools import cache

import polars as pl
import pytest

import benchreport as br
from benchreport.document.sections import PARTS
from benchreport.errors import TemplateError
from tests.document.model.test_template_fields import walked

# Sections that a report of scores has none of, and those that need an option.
OF_PREDICTIONS = ("confusion", "curves", "predicted", "regression")
OPTIONS = {
    "equivalence": {"margin": 0.01},
    "ordering": {"complexity": ["C4.5", "C4.5+cf", "C4.5+m", "C4.5+m+cf"]},
    "subsets": {"subsets": {"small": ["iris", "wine"], "large": ["digits"]}},
}
WITH_FORMER_NAMES = sorted(name for name in PARTS if hasattr(PARTS[name].record, "FORMER"))


@cache
def study() -> pl.DataFrame:
    return br.read_scores(br.example("small_study_5x2.csv"), metrics=["accuracy", "auc"])


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


@pytest.mark.parametrize("section", WITH_FORMER_NAMES)
def test_the_hint_for_a_former_name_is_its_place_in_the_record(section: str) -> None:
    name, place = next(iter(PARTS[section].record.FORMER.items()))
    templates = {f"sections/{section}.jinja": f"# Own words\n\n{{{{ {name} }}}}\n"}
    with pytest.raises(TemplateError) as raised:
        br.report(table_for(section), sections=["ranks", section], templates=templates, **OPTIONS.get(section, {}))
    assert raised.value.hint == f"{name} is now {place}"


@pytest.mark.parametrize("section", WITH_FORMER_NAMES)
def test_the_new_place_of_every_former_name_exists(section: str) -> None:
    record = PARTS[section].record
    for name, place in record.FORMER.items():
        for path in re.findall(r"\bs\.[\w.]+", place):
            assert walked(f"{{{{ {path} }}}}", record).faults == [], name
