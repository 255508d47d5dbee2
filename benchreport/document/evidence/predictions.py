"""Predictions as sections read them: whether of classes, on which datasets, with which positive classes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import polars as pl

from benchreport.measures.classes import SAID, TRUTH, with_decisions
from benchreport.naming import enumerated, ordinal_number, spelled
from benchreport.numerals import counted
from benchreport.stats.two_algorithms.on_instances import instance_dependence
from benchreport.tables.designs.prediction_design import design_of
from benchreport.tables.predictions import is_scored
from benchreport.tables.reduction import Codes, counted_keys, counted_rows
from benchreport.tables.schema import RUN_KEYS, probability_columns
from benchreport.tables.scored import PredictionTable, remembering

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

# Of more predictions only some instances are drawn.
MOST_DRAWN = 60_000
FOLDED = {"kfold_cv", "repeated_cv", "cv52", "loo_cv"}
KINDS: Mapping[str, str] = {"seeds": "seed", "repeated_holdout": "resample", "bootstrap_oob": "bootstrap sample"}


def is_numeric_truth(predicted: pl.DataFrame) -> bool:
    """Check whether predictions are of numbers, not of classes."""
    return predicted.schema["truth"].is_float()


def has_classes(evidence: Evidence) -> bool:
    """Return whether the predictions, or confusion counts, are of classes: numbers and scored items have none."""
    if evidence.counts is not None:
        return True
    predicted = evidence.predictions
    return predicted is not None and not is_numeric_truth(predicted) and not is_scored(predicted)


def decisions_of(predicted: PredictionTable) -> PredictionTable | None:
    """Return predictions of classes, the most probable class where only probabilities are there; or None."""
    if is_numeric_truth(predicted):
        return None
    if "prediction" in predicted.columns:
        return predicted
    if not probability_columns(predicted.columns):
        return None
    called = pl.col(SAID).cast(predicted.schema["truth"])
    return PredictionTable(with_decisions(predicted, None, None).with_columns(prediction=called).drop(SAID, TRUTH))


def cells_of(evidence: Evidence) -> pl.DataFrame | None:
    """Return what confusion matrices are counted from: confusion counts, or predicted classes; or None."""
    if not has_classes(evidence):
        return None
    return evidence.counts if evidence.counts is not None else evidence.decided


def positives_of(evidence: Evidence, predicted: pl.DataFrame) -> dict[str, str]:
    """Return the declared positive class of each dataset that has such a class, under the printed names."""
    positive = evidence.options.positive
    if positive is None:
        return {}
    truth = "truth" if "truth" in predicted.columns else "actual"
    classes = predicted.select(pl.col("dataset", truth).cast(pl.String)).unique().sort("dataset", truth).rows()
    positives = {}
    for dataset, name in classes:
        own = positive.get(evidence.stands_for.get(dataset, dataset)) if isinstance(positive, Mapping) else positive
        if own is not None and str(own) == name:
            positives[dataset] = name
    return positives


def n_instances(predicted: PredictionTable) -> int:
    """Return how many instances there are on all datasets."""
    return int(predicted.once(design_of).get_column("n_instances").sum())


def classes_of(predicted: pl.DataFrame) -> dict[str, list[str]]:
    """Return the true classes of each dataset."""
    pairs = counted_rows(predicted, ["dataset", "truth"]).select(pl.col("dataset", "truth").cast(pl.String))
    pairs = pairs.drop_nulls().sort("dataset", "truth")
    return dict(pairs.group_by("dataset", maintain_order=True).agg("truth").rows())


def of_datasets(predicted: pl.DataFrame, datasets: Iterable[str]) -> PredictionTable:
    """Return the predictions, or counts, on some datasets; those of a report share its layouts."""
    return remembering(predicted).of_datasets(datasets)


def with_control(predicted: pl.DataFrame, control: str | None) -> pl.DataFrame:
    """Return the predictions on datasets on which an algorithm was measured, if one is named."""
    if control is None:
        return predicted
    datasets = predicted.filter(pl.col("algorithm") == control).get_column("dataset").unique()
    return of_datasets(predicted, datasets.cast(pl.String))


def largest_first(predicted: pl.DataFrame) -> list[str]:
    """Return datasets by their number of instances, the largest first."""
    if "instance" in predicted.columns:
        sizes = counted_keys(Codes(predicted, ["dataset", "instance"]), ["dataset"])
    else:
        sizes = predicted.group_by("dataset", "algorithm").agg(pl.col("n").sum())
    sizes = sizes.group_by(pl.col("dataset").cast(pl.String)).agg(pl.col("n").max())
    return sizes.sort("n", "dataset", descending=[True, False])["dataset"].to_list()


def thinned(predicted: pl.DataFrame) -> tuple[pl.DataFrame, str]:
    """Return every so many instances of one dataset for a drawing that could not show more, and a sentence on it."""
    step = -(-predicted.height // MOST_DRAWN)
    if step < 2:
        return predicted, ""
    instances = predicted.select("instance").unique().sort("instance").gather_every(step)
    return PredictionTable(
        predicted.join(instances, on="instance", how="semi")
    ), f" Drawn from every {ordinal_number(step)} instance."


def pooled_word(predicted: pl.DataFrame) -> str:
    """Return "pooled " where the results of several trained models are put together, else nothing."""
    runs = [name for name in RUN_KEYS if name in predicted.columns]
    return "pooled " if runs and predicted.select(runs).n_unique() > 1 else ""


def pooled_sentence(evidence: Evidence, predicted: pl.DataFrame) -> str:
    """Return for a caption that the predictions of several trained models are put together, else nothing."""
    if not pooled_word(predicted):
        return ""
    designs = set() if evidence.folds is None else set(evidence.folds["design"].cast(pl.String))
    return f"Predictions of all {'folds' if designs & FOLDED else 'runs'} pooled. "


def nameless(evidence: Evidence) -> bool:
    """Return whether instances are numbered anew in every run, and runs are not known to be folds.

    Resamples may test an instance several times under several numbers, so that no test of instances fits them.
    """
    if evidence.judged is None or evidence.folds is None or not instance_dependence(evidence.judged).anew:
        return False
    return not set(evidence.folds["design"]) <= FOLDED


def runs_in_words(evidence: Evidence) -> str:
    """Return how many runs the predictions of the only dataset come from, and of which kind."""
    if evidence.folds is None:
        return ""
    design, repeats, folds = evidence.folds.select("design", "n_repeats", "n_folds").row(0)
    scored = evidence.predictions is not None and is_scored(evidence.predictions)
    kind = "fold" if design in FOLDED else "attempt" if design == "seeds" and scored else KINDS.get(design, "run")
    if repeats > 1 and folds > 1:
        return f"{repeats} × {folds} {kind}s"
    return f"{spelled(repeats * folds)} {kind}{'' if repeats * folds == 1 else 's'}"


def where_of(rows: pl.DataFrame) -> str:
    """Return the dataset of result rows, or how many there are, in words."""
    names = rows["dataset"].unique().cast(pl.String).to_list()
    return names[0] if len(names) == 1 else counted(len(names), "dataset")


def datasets_named(names: Sequence[str]) -> str:
    """Return the names of a few datasets, or how many they are.

    Examples
    --------
    >>> datasets_named(["iris", "wine"]), datasets_named(["a", "b", "c", "d"])
    ('iris and wine', '4 datasets')
    """
    return enumerated(names) if len(names) <= 3 else counted(len(names), "dataset")
