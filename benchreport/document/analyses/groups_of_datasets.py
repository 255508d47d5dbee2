"""Subsets of the datasets, as declared: by names, by a column, or at the median of a number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.result_rows import median
from benchreport.errors import OptionError, did_you_mean
from benchreport.records import dataclass
from benchreport.tables.scores import SIZES

SIZE = "size"
# A number with more values than these is split at its median, and not into a subset for every value.
MOST_VALUES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Subsets:
    """Datasets and the subset each belongs to, with where the subsets come from.

    ``origin`` is a column, "size" or nothing; a number is split at ``border``, and ``measured`` names the columns that
    it is the sum of. ``order`` lists the subsets as they are printed, ``outside`` counts the datasets in none.
    """

    membership: pl.DataFrame
    order: tuple[str, ...]
    origin: str
    border: float | None
    outside: int
    measured: str = ""


def subsets_of(evidence: Evidence) -> Subsets:
    """Return the subsets asked for: a column, "size", or names with their datasets."""
    request = evidence.options.subsets
    if isinstance(request, Mapping):
        return _declared(evidence, request)
    columns = evidence.scores.columns
    if request == SIZE and SIZE not in columns:
        present = [name for name in SIZES if name in columns]
        return replace(_by_number(evidence, _sizes(evidence.scores, present), SIZE), measured=" + ".join(present))
    if request not in columns or request in ("algorithm", "dataset", "metric", "value", "direction", "repeat", "fold"):
        others = [name for name in columns if name not in ("algorithm", "value", "direction", "metric", "dataset")]
        raise OptionError(
            f"no column {request!r} to part the datasets by", hint=did_you_mean(str(request), [*others, SIZE])
        )
    facts = evidence.scores.group_by(pl.col("dataset").cast(pl.String)).agg(
        pl.col(request).drop_nulls().first(), __values=pl.col(request).drop_nulls().n_unique()
    )
    uneven = facts.filter(pl.col("__values") > 1)["dataset"].sort()
    if len(uneven):
        raise OptionError(
            f"column {request!r} has several values within dataset {uneven[0]!r}",
            hint="a column that parts the datasets has one value for each; or name the datasets: subsets={'easy': […]}",
        )
    values = facts.select("dataset", value=pl.col(request))
    if values.schema["value"].is_numeric() and values["value"].drop_nulls().n_unique() > MOST_VALUES:
        return _by_number(evidence, values.cast({"value": pl.Float64}), request)
    named = values.drop_nulls("value").sort("value").select("dataset", subset=pl.col("value").cast(pl.String))
    return _made(evidence, named, named["subset"].unique(maintain_order=True).to_list(), request)


def _sizes(scores: pl.DataFrame, present: Sequence[str]) -> pl.DataFrame:
    if not present:
        raise OptionError(
            "the table says nothing about the size of its datasets",
            hint="give columns n_train and n_test, or name the datasets: subsets={'small': […], 'large': […]}",
        )
    return scores.group_by(pl.col("dataset").cast(pl.String)).agg(
        value=pl.sum_horizontal(pl.col(present).cast(pl.Float64), ignore_nulls=False).max()
    )


def _by_number(evidence: Evidence, values: pl.DataFrame, origin: str) -> Subsets:
    """Return the datasets up to the median of a number, and those above."""
    present = values.filter(pl.col("dataset").is_in(list(evidence.datasets))).drop_nulls("value")
    border = median(present["value"])
    if border is None or present["value"].n_unique() < 2:
        raise OptionError(
            f"{origin} is the same for all datasets, or not known", hint="name the datasets of each subset"
        )
    low, high = ("small", "large") if origin == SIZE else (f"low {origin}", f"high {origin}")
    top = present["value"].max()
    # Where the median is the largest value, those below it are the lower half.
    lower = pl.col("value") < border if border == top else pl.col("value") <= border
    named = present.select("dataset", subset=pl.when(lower).then(pl.lit(low)).otherwise(pl.lit(high)))
    return _made(evidence, named, [low, high], origin, border=border)


def _declared(evidence: Evidence, request: Mapping[str, Sequence[str]]) -> Subsets:
    printed = {name: label for label, name in evidence.stands_for.items()}
    lines: list[tuple[str, str]] = []
    place: dict[str, str] = {}
    for subset, names in request.items():
        if isinstance(names, str) or not len(names):
            raise OptionError(f"subset {subset!r} has no list of datasets", hint="subsets={'easy': ['iris', 'wine']}")
        for name in names:
            label = printed.get(name, name)
            if label not in evidence.datasets:
                raise OptionError(
                    f"no dataset {name!r} for subset {subset!r}", hint=did_you_mean(name, evidence.datasets)
                )
            if label in place:
                raise OptionError(
                    f"dataset {name!r} is in the subsets {place[label]!r} and {subset!r}",
                    hint="a dataset belongs to one subset at most; make one report for each way to part them",
                )
            place[label] = subset
            lines.append((label, subset))
    named = pl.DataFrame(lines, schema={"dataset": pl.String, "subset": pl.String}, orient="row")
    return _made(evidence, named, list(request), "")


def _made(
    evidence: Evidence, named: pl.DataFrame, order: Sequence[str], origin: str, border: float | None = None
) -> Subsets:
    if not named.height:
        raise OptionError(f"no dataset has a value of {origin!r}", hint="name the datasets of each subset")
    return Subsets(
        membership=named,
        order=tuple(order),
        origin=origin,
        border=border,
        outside=len(set(evidence.datasets) - set(named["dataset"])),
    )
