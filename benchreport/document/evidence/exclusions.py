"""Metrics that a report leaves out with the reason, and those that it prints with a warning."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import polars as pl

from benchreport.errors import ColumnError
from benchreport.naming import first_named
from benchreport.numerals import counted, number
from benchreport.records import dataclass
from benchreport.tables.blocks import ScoreTable, score_table
from benchreport.tables.designs import doubtful
from benchreport.tables.designs.doubtful import BASELINE_NAMES
from benchreport.tables.schema import normalised

COUNT = "it is a count, not a metric"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sifted:
    """The scores that a report uses: ``excluded`` maps metrics to the reason, ``warnings`` are for the author.

    ``budgets`` says, by metric, where times pile up.
    """

    scores: ScoreTable
    excluded: Mapping[str, str]
    warnings: tuple[str, ...]
    budgets: Mapping[str, str]


def sifted(scores: pl.DataFrame, own_names: Mapping[str, str]) -> Sifted:
    """Return the scores without metrics that measure nothing or repeat another.

    ``own_names`` gives the name in the table of those that are printed under another.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = {"model": list("AABB"), "data": list("dede"), "auc": [0.6, 0.7, 0.8, 0.9], "train_time": [0, 0, 1.5, 2]}
    >>> sifted(br.scores(pl.DataFrame(rows, strict=False)), {}).excluded
    {'train_time': 'it is 0 in every run of A, so it was not recorded'}
    """
    sound = _sifted(scores, own_names)
    if sound.scores.is_empty():
        first, reason = next(iter(sound.excluded.items()))
        raise ColumnError(f"no metric is left to compare: {first!r} is left out, since {reason}", hint="add a metric")
    return sound


def doubts(scores: pl.DataFrame) -> tuple[str, ...]:
    """Return what a report would leave out of a table, or print with a warning.

    Examples
    --------
    >>> import benchreport as br
    >>> doubts(br.read_scores(br.example("demsar2006_auc.csv")))
    ()
    """
    return _sifted(scores, {}).warnings


def _sifted(scores: pl.DataFrame, own_names: Mapping[str, str]) -> Sifted:
    scores = score_table(scores)
    names = scores.get_column("metric").unique(maintain_order=True).cast(pl.String).to_list()
    own = {name: own_names.get(name, name) for name in names}
    unknown = set(scores.cells.filter(pl.col("direction").is_null()).get_column("metric").cast(pl.String))
    excluded = {name: COUNT for name in names if name in unknown and doubtful.is_count(own[name])}
    costs = [name for name in names if doubtful.is_cost(own[name])]
    gaps = doubtful.unrecorded_costs(scores, costs)
    trivial = [name for name in gaps.get_column("algorithm").unique() if normalised(name) in BASELINE_NAMES]
    beside = gaps.filter(pl.col("algorithm").is_in(trivial))
    others = gaps.join(beside, on=["metric", "algorithm"], how="anti")
    excluded |= _unrecorded(others)
    scores = _without(scores, beside)
    sound = _without_metrics(scores, excluded)
    excluded |= {name: f"it repeats the numbers of {twin}" for name, twin in doubtful.same_numbers(sound).items()}
    sound = _without_metrics(scores, excluded)
    budgets = _budgets(sound)
    warnings = [f"metric {name!r} is left out: {reason}" for name, reason in excluded.items()]
    warnings += [
        f"{metric} of {first_named(names)} is left out: it was not recorded for a trivial baseline"
        for metric, names in beside.group_by("metric", maintain_order=True).agg("algorithm").rows()
    ]
    warnings += [f"{metric}: {sentence}" for metric, sentence in budgets.items()]
    warnings += [
        f"the best mean {own[metric]}, {mean:.3g} ({algorithm}), is {'above' if lower else 'below'} the level of "
        f"guessing, {chance:g}: are the values what their name says, and which way is better?"
        for metric, algorithm, mean, chance, lower in doubtful.below_chance(sound, own).rows()
    ]
    return Sifted(scores=sound, excluded=excluded, warnings=(*warnings, *_scales(sound)), budgets=budgets)


def _without_metrics(scores: ScoreTable, names: Iterable[str]) -> ScoreTable:
    left_out = list(names)
    return scores.filter(~pl.col("metric").cast(pl.String).is_in(left_out)) if left_out else scores


def _unrecorded(gaps: pl.DataFrame) -> dict[str, str]:
    """Return for which algorithms a cost was not recorded, by metric."""
    reasons: dict[str, list[str]] = {}
    for metric, value, names in gaps.group_by("metric", "value", maintain_order=True).agg("algorithm").rows():
        reasons.setdefault(metric, []).append(f"it is {number(value)} in every run of {first_named(names)}")
    return {metric: f"{' and '.join(parts)}, so it was not recorded" for metric, parts in reasons.items()}


def _without(scores: ScoreTable, left_out: pl.DataFrame) -> ScoreTable:
    if left_out.is_empty():
        return scores
    keys = left_out.select(pl.col("metric", "algorithm").cast(pl.Categorical))
    return score_table(scores.join(keys, on=["metric", "algorithm"], how="anti", maintain_order="left"))


def _budgets(scores: pl.DataFrame) -> dict[str, str]:
    return {
        metric: f"{n} of {counted(cells, 'mean time')} lie between {number(low)} and {number(high)}, {above} above; "
        "runs that stop at a time limit measure the limit, not the algorithm"
        for metric, n, above, cells, low, high in doubtful.piled_times(scores).rows()
    }


def _scales(scores: pl.DataFrame) -> list[str]:
    return [
        f"{metric} of {first_named(shares)} lies between 0 and 1, that of {first_named(others)} between 0 and 100: "
        "bring them to one scale"
        for metric, shares, others in doubtful.unlike_scales(scores).rows()
    ]
