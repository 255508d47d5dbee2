"""Predictions on several datasets: who is best on each, and how many pairs of algorithms differ by which test."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import polars as pl

from benchreport.document.analyses.predictions.prediction_measures import Measures, area_places
from benchreport.document.analyses.predictions.prediction_tests import PairTests
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.predictions import pooled_sentence
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, decimals, label
from benchreport.document.model.blocks import Table
from benchreport.naming import best_of, enumerated, spelled
from benchreport.numerals import counted
from benchreport.records import dataclass
from benchreport.stats.multiplicity.adjusting import adjustment_name

NAMED = 2
# The best values of a dataset: the measure, and whether less is better.
BEST: Mapping[str, bool] = {"error": True, "auc": False, "quadratic_loss": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class ByDataset:
    """Predictions of classes on several datasets: ``leaders`` have the lowest error on the most, ``n`` of all.

    ``differences`` says by which test some pair differs on how many datasets.
    """

    datasets: str
    leaders: str
    several_leaders: bool
    n: str
    differences: str
    table: Table


def most_often_best(frame: pl.DataFrame, measure: str, *, lower: bool) -> tuple[list[str], int]:
    """Return who has the best value of a measure on the most datasets, and on how many."""
    parts = frame.partition_by("dataset", maintain_order=True)
    best = [best_of(dict(part.select("algorithm", measure).rows()), lower=lower) for part in parts]
    wins = Counter(name for names in best for name in names)
    leaders = best_of(dict(wins))
    return leaders, wins[leaders[0]]


def leaders_in_words(leaders: Sequence[str], nouns: str) -> str:
    """Return the names of a few leaders at the beginning of a sentence, or how many they are."""
    return enumerated(leaders) if len(leaders) <= 4 else f"{spelled(len(leaders)).capitalize()} {nouns}"


def by_dataset(evidence: Evidence, measures: Measures, tests: Sequence[PairTests]) -> ByDataset:
    """Return what predictions on several datasets come to, with a row for each."""
    rows = [_row(measures.of(name), measures, tests) for name in measures.frame["dataset"].unique(maintain_order=True)]
    frame = pl.DataFrame(rows, infer_schema_length=None)
    main = "error" if "error" in measures.frame.columns else "auc"
    leaders, n = most_often_best(measures.frame, main, lower=BEST[main])
    return ByDataset(
        datasets=spelled(frame.height),
        leaders=leaders_in_words(leaders, evidence.nouns),
        several_leaders=len(leaders) > 1,
        n=spelled(n),
        differences=enumerated([_found(frame, place, test) for place, test in enumerate(tests)]),
        table=_table(frame, measures, tests, evidence),
    )


def _found(frame: pl.DataFrame, place: int, test: PairTests) -> str:
    """Return on how many of the datasets tested some pair differs by a test."""
    pairs = frame[f"pairs_{place}"].drop_nulls()
    n, total = int((pairs > 0).sum()), pairs.len()
    who = "none" if not n else f"all {spelled(n)}" if n == total > 1 else spelled(n)
    of = "" if n == total else f" of {spelled(total)}"
    return f"on {who}{of} by {test.called}"


def _row(part: pl.DataFrame, measures: Measures, tests: Sequence[PairTests]) -> dict[str, object]:
    dataset = str(part["dataset"][0])
    row: dict[str, object] = {
        "dataset": dataset,
        "n": part["instances"].max() if "instances" in part.columns else None,
        "classes": len(measures.classes[dataset]),
    }
    for name, lower in BEST.items():
        values: dict[str, float | None] = dict(part.select("algorithm", name).rows()) if name in part.columns else {}
        best = best_of(values, lower=lower)
        row[name] = values[best[0]] if best else None
        row[f"{name}_by"] = enumerated(best) if len(best) <= NAMED else f"{spelled(len(best))} of {len(values)}"
    for place, test in enumerate(tests):
        own = test.rows.filter(pl.col("dataset") == dataset)
        row[f"pairs_{place}"] = own.filter(pl.col("p_adjusted") <= pl.col("alpha")).height if own.height else None
        row[f"of_{place}"] = own["p_adjusted"].count() or None
    return row


def _table(frame: pl.DataFrame, measures: Measures, tests: Sequence[PairTests], evidence: Evidence) -> Table:
    sizes = {size for place in range(len(tests)) for size in frame[f"of_{place}"].drop_nulls()}
    same = len(sizes) == 1
    group = f"pairs of {next(iter(sizes))} that differ" if same else "pairs that differ"
    heads = {"fewer errors": "errors", "better ranking (AUC)": "AUC"}
    columns = (
        label("dataset", "Dataset"),
        column("n", "instances", when=frame["n"].count() > 0),
        column("classes"),
        column("error", "lowest", decimals(3), group="error rate", when=frame["error"].count() > 0),
        column("error_by", "by", group="error rate", align="left", when=frame["error"].count() > 0),
        column("auc", "largest AUC", decimals(area_places(frame)), when=frame["auc"].count() > 0),
        column("quadratic_loss", "lowest quadratic loss", decimals(3), when=frame["quadratic_loss"].count() > 0),
        *(
            column(
                f"pairs_{place}" if same else (f"pairs_{place}", f"of_{place}"),
                heads.get(test.question, "trained anew"),
                None if same else _of,
                group=group,
            )
            for place, test in enumerate(tests)
        ),
    )
    names = [f"{heads.get(test.question, 'trained anew')}: {test.name}" for test in tests]
    adjusted = f"; {adjustment_name(evidence.options.adjust)}-adjusted within each dataset" if tests else ""
    pairs = f"Pairs that differ, {'; '.join(names)}{adjusted}. " if tests else ""
    several = any(not measures.one_area(name) for name in frame["dataset"])
    areas = "AUC of more than two classes: mean over pairs of classes. " if several and frame["auc"].count() else ""
    note = f"{pairs}{areas}".strip()
    rest = f"All measures of all {counted(len(evidence.algorithms), evidence.noun)} are in"
    pooled = "" if evidence.judged is None else pooled_sentence(evidence, evidence.judged)
    caption = f"Predictions by dataset. {pooled}The best value of each measure, and who has it."
    return exhibits.table(
        "predictions-by-dataset", caption, frame, columns, twin=measures.frame, note=note, rest=rest, wraps=True
    )


def _of(pairs: int | None, total: int | None) -> str:
    return "" if pairs is None else f"{pairs} of {total or 0}"
