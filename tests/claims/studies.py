"""A few studies of fixed shape, whose reports are made once: for lies, and for the law of one name, one number."""

from __future__ import annotations

from functools import cache
from typing import Any

import polars as pl

from benchreport.document.model.blocks import Report
from tests.claims.grid import Setting, report_of, table_of


def _study(
    seed: int, kind: str, algorithms: int, datasets: int, metrics: tuple[str, ...], design: str, **more: Any
) -> Setting:
    gaps, effect = more.pop("gaps", 0.0), more.pop("effect", 2.0)
    return Setting(
        seed=seed,
        kind=kind,
        algorithms=algorithms,
        datasets=datasets,
        metrics=metrics,
        design=design,
        gaps=gaps,
        ties=False,
        effect=effect,
        options=more,
    )


STUDIES = {
    # Some pairs differ and some do not; folds, so that there are tests within datasets.
    "pairs": _study(901, "scores", 4, 14, ("accuracy",), "folds", effect=0.5),
    # A declared reference that beats some and is beaten by others; a metric with units.
    "reference": _study(902, "scores", 5, 20, ("rmse",), "one value", baseline="C4.5+m"),
    # Missing results, so that pairs are compared on what both have.
    "gaps": _study(903, "scores", 4, 20, ("error_rate",), "one value", gaps=0.12, missing="available"),
    "binary": _study(904, "binary", 3, 1, ("accuracy",), "one value", positive="yes"),
    # Folds, so that what is pooled over them and what is averaged differ.
    "binary folds": _study(908, "binary", 3, 4, ("accuracy",), "one value", positive="yes"),
    "multiclass": _study(905, "multiclass", 3, 8, ("accuracy",), "one value"),
    "regression": _study(909, "regression", 3, 8, ("rmse",), "one value"),
    # A reference among numbers on one dataset.
    "one regression": _study(908, "regression", 4, 1, ("rmse",), "one value", baseline="C4.5"),
    # So few datasets that Nemenyi's test decides, which was asked for, and its critical difference is drawn.
    "few": _study(906, "scores", 4, 6, ("accuracy",), "one value", effect=8.0, tests={"pairs": "nemenyi"}),
    "counts": _study(907, "counts", 4, 12, ("accuracy",), "one value"),
}


@cache
def study(name: str) -> tuple[Setting, pl.DataFrame, Report]:
    """Return the setting, the table and the report of a study."""
    setting = STUDIES[name]
    table = table_of(setting)
    return setting, table, report_of(setting, table)
