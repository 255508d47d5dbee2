"""The section of predictions: measures, what each test speaks of, curves, reliability and errors by instance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import polars as pl

from benchreport.document.analyses.contests import ALL_PAIRS_UP_TO, LISTED
from benchreport.document.analyses.predictions.misses import misses_figure
from benchreport.document.analyses.predictions.predicted_numbers import Numbers, numbers_of
from benchreport.document.analyses.predictions.prediction_measures import (
    MEASURES,
    Measures,
    area_places,
    by_error,
    measure_table,
    measures_of,
    quoted,
)
from benchreport.document.analyses.predictions.prediction_tests import (
    PairTests,
    deciding_test,
    instance_test,
    run_test,
)
from benchreport.document.analyses.predictions.predictions_by_dataset import ByDataset, by_dataset
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.predictions import (
    datasets_named,
    largest_first,
    nameless,
    of_datasets,
    pooled_sentence,
    pooled_word,
    thinned,
)
from benchreport.document.evidence.rates import without_limits
from benchreport.document.evidence.result_rows import ResultRow, grouped, result_row
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import label
from benchreport.document.model.blocks import Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.naming import best_of, enumerated, named, spelled
from benchreport.numerals import counted, fixed, integer, percent
from benchreport.records import dataclass
from benchreport.stats.many_algorithms.binary_outcomes import cochran_q
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.stats.two_algorithms.on_instances import instance_dependence
from benchreport.tables.predictions import is_scored

TWO = 2
# Above so many classes the map of instances has no errors by class, and misses by class are drawn.
FEW_CLASSES = 3
# Of several datasets so many have curves, and so many a map of misses.
DRAWN_DATASETS, MISSED_DATASETS = 2, 6


# What is said of the best in a measure, and how its verb begins; measures with the same verb are joined.
WINS: Mapping[str, tuple[str, str, str]] = {
    "error": ("has the lowest", "share the lowest", "error"),
    "missed": ("has the fewest", "have the fewest", "misses"),
    "alarms": ("raises the fewest", "raise the fewest", "false alarms"),
    "auc": ("has the largest", "share the largest", "AUC"),
    "quadratic_loss": ("has the lowest", "share the lowest", "quadratic loss"),
    "ece": ("has the lowest", "share the lowest", "calibration error"),
    "log_loss": ("has the lowest", "share the lowest", "log loss"),
}
NAMED = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Areas:
    """The smallest and the largest area of some algorithms; ``hard`` names those whose scores are classes."""

    measure: str
    who: str
    low: str
    high: str
    hard: str
    several_hard: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibrated:
    """The worst calibrated algorithm with probabilities: its calibration error, mean confidence and accuracy."""

    name: str
    ece: str
    confidence: str
    accuracy: str
    over: bool
    under: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Instances:
    """How many instances some algorithm gets wrong, and all; Cochran's test of all error rates, where it applies."""

    some: str
    total: str
    every: str
    everyone: str
    n_every: int
    cochran: ResultRow | None
    positive: str
    missing_most: str
    several_missing: bool
    alarming_most: str
    several_alarming: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OneDataset:
    """Predictions of classes on one dataset.

    ``standing`` says who is best in which measure.
    """

    standing: str
    areas: Areas | None
    calibrated: Calibrated | None
    instances: Instances | None
    measures: Table
    tests: Table | None
    curves: Figure | None
    decisions: Figure | None
    map: Figure | None
    misses: Figure | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeveralDatasets:
    """Predictions of classes on several datasets; ``curves`` are of the largest ones with a positive class."""

    by: ByDataset
    measures: Table | None
    curves: tuple[Figure, ...]
    misses: Figure | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Predictions:
    """What the template ``predictions`` prints; ``methods`` are the tests of pairs."""

    noun: str
    nouns: str
    unit: str = "instance"
    methods: tuple[str, ...] = ()
    single: OneDataset | None = None
    several: SeveralDatasets | None = None
    numbers: Numbers | None = None
    untested: int = 0
    undeclared: str = ""
    example: str = ""


def predictions_section(evidence: Evidence) -> Section | None:
    """Return the section on predictions; none where there are no predictions."""
    numbers = numbers_of(evidence)
    if numbers is not None:
        return evidence.section("predictions", Predictions(noun=evidence.noun, nouns=evidence.nouns, numbers=numbers))
    measures = measures_of(evidence)
    if measures is None or evidence.judged is None:
        return None
    datasets = measures.frame["dataset"].unique(maintain_order=True).to_list()
    tests = [test for test in (instance_test(evidence), measures.areas, run_test(evidence)) if test is not None]
    if (deciding := deciding_test(evidence)) is not None and len(datasets) == 1:
        tests.sort(key=lambda test: test.question != deciding.question)
    open_ = [name for name in datasets if len(measures.classes[name]) == TWO and name not in measures.positives]
    several = len(datasets) > 1
    record = Predictions(
        noun=evidence.noun,
        nouns=evidence.nouns,
        unit="item" if is_scored(evidence.judged) else "instance",
        methods=tuple(dict.fromkeys(name for test in tests for name in test.rows["method"])),
        single=None if several else _one_dataset(evidence, measures, datasets[0], tests),
        several=_several_datasets(evidence, measures, tests) if several else None,
        untested=0 if tests or len(evidence.algorithms) <= ALL_PAIRS_UP_TO else ALL_PAIRS_UP_TO,
        undeclared=datasets_named(open_) if open_ and measures.forecast else "",
        example=measures.classes[open_[0]][-1] if open_ else "",
    )
    return evidence.section("predictions", record)


def _several_datasets(evidence: Evidence, measures: Measures, tests: Sequence[PairTests]) -> SeveralDatasets:
    largest = largest_first(_judged(evidence))
    drawn = [name for name in largest if name in measures.ranked_classes][:DRAWN_DATASETS]
    decided = evidence.decided
    many = [name for name, labels in measures.classes.items() if len(labels) > TWO]
    order = [name for name in largest if name in many][:MISSED_DATASETS]
    misses = None
    if decided is not None and order:
        misses = misses_figure(evidence, of_datasets(decided, order), evidence.cast)
    few = measures.frame.height <= LISTED
    return SeveralDatasets(
        by=by_dataset(evidence, measures, tests),
        measures=measure_table(measures, None, evidence.options, pooled_sentence(evidence, _judged(evidence)))
        if few
        else None,
        curves=tuple(figure for name in drawn if (figure := _curves(evidence, measures, name)) is not None),
        misses=misses,
    )


def _one_dataset(evidence: Evidence, measures: Measures, dataset: str, tests: Sequence[PairTests]) -> OneDataset:
    frame = measures.of(dataset)
    return OneDataset(
        standing=_standing(frame, evidence.nouns),
        areas=_areas(frame, measures, evidence),
        calibrated=_calibrated(frame),
        instances=_instances(evidence, measures, dataset),
        measures=measure_table(measures, dataset, evidence.options, pooled_sentence(evidence, _judged(evidence))),
        tests=_tests_table(tests, frame, evidence) if tests else None,
        curves=_curves(evidence, measures, dataset),
        decisions=_decisions(evidence, measures, dataset),
        map=_map(evidence, measures, dataset),
        misses=_misses(evidence, measures, dataset),
    )


def _judged(evidence: Evidence) -> pl.DataFrame:
    judged = evidence.judged
    return pl.DataFrame() if judged is None else judged


def _standing(frame: pl.DataFrame, nouns: str) -> str:
    """Return who is best in which measure: one in all, one in all but one, or each with its own."""
    best = {
        name: tuple(best_of(dict(frame.select("algorithm", name).rows()), lower=lower))
        for name, lower in MEASURES.items()
        if name in frame.columns and frame[name].count() and not (name == "log_loss" and frame["infinite"].sum())
    }
    if frame.height < TWO or len(best) < TWO:
        return ""
    (main, leaders), *others = best.items()
    exceptions = [(name, winners) for name, winners in others if not set(leaders) & set(winners)]
    if len(leaders) == 1 and not exceptions:
        return f"{leaders[0]} has the best value of every measure."
    if len(leaders) == 1 and len(exceptions) == 1 and len(others) > 1:
        return f"{leaders[0]} has the best value of every measure but one: {_winning(exceptions, nouns)}."
    alike = grouped([(main, leaders), *exceptions], lambda pair: pair[1])
    return f"{'; '.join(_winning(pairs, nouns) for pairs in alike.values())}."


def _winning(pairs: Sequence[tuple[str, Sequence[str]]], nouns: str) -> str:
    """Return in which measures the same algorithms are best; measures with the same verb are joined."""
    names = pairs[0][1]
    who = enumerated(names) if len(names) <= NAMED else f"{spelled(len(names)).capitalize()} {nouns}"
    verbs = grouped([name for name, _ in pairs], lambda name: WINS[name][len(names) > 1])
    return f"{who} {enumerated([f'{verb} {enumerated([WINS[name][2] for name in alike])}' for verb, alike in verbs.items()])}"  # noqa: E501


def _hard(frame: pl.DataFrame) -> list[str]:
    """Return the algorithms whose probabilities are 0 and 1 alone."""
    return frame.filter(pl.col("confidence") >= 1)["algorithm"].to_list() if "confidence" in frame.columns else []


def _areas(frame: pl.DataFrame, measures: Measures, evidence: Evidence) -> Areas | None:
    if "auc" not in frame.columns or not frame["auc"].count():
        return None
    hard = _hard(frame)
    soft = frame.filter(~pl.col("algorithm").is_in(hard)).drop_nulls("auc")
    own = frame.filter(pl.col("algorithm").is_in(hard)).drop_nulls("auc")
    if soft.is_empty():
        return None
    values = soft["auc"].sort()
    single, pooled = measures.one_area(str(frame["dataset"][0])), pooled_word(_judged(evidence))
    places = area_places(frame)
    listed = enumerated([f"{name} ({fixed(area, places)})" for name, area in own.select("algorithm", "auc").rows()])
    return Areas(
        measure=f"{pooled}AUC" if single else f"{pooled}mean AUC over pairs of classes",
        who=f"{spelled(soft.height)} {evidence.nouns}" if soft.height > 1 else str(soft["algorithm"][0]),
        low=fixed(values[0], places),
        high=fixed(values[-1], places),
        hard=listed,
        several_hard=own.height > 1,
    )


def _calibrated(frame: pl.DataFrame) -> Calibrated | None:
    """Return the algorithm with the largest calibration error, hard labels apart; None without probabilities."""
    if "ece" not in frame.columns or "error" not in frame.columns:
        return None
    soft = frame.filter(~pl.col("algorithm").is_in(_hard(frame))).drop_nulls("ece")
    if soft.height < TWO:
        return None
    row = soft.sort("ece", "algorithm", descending=[True, False]).row(0, named=True)
    gap = row["confidence"] - (1 - row["error"])
    return Calibrated(
        name=row["algorithm"],
        ece=fixed(row["ece"], 3),
        confidence=fixed(row["confidence"], 3),
        accuracy=fixed(1 - row["error"], 3),
        over=gap >= row["ece"] / 2,
        under=-gap >= row["ece"] / 2,
    )


def _instances(evidence: Evidence, measures: Measures, dataset: str) -> Instances | None:
    decided = evidence.decided
    if decided is None or instance_dependence(decided).dependent or nameless(evidence):
        return None
    from benchreport.figures.predictions.instance_errors import instance_map_data

    single = of_datasets(decided, [dataset])
    numbers = instance_map_data(single, positive=measures.positives.get(dataset))
    some, every = numbers.select("wrong_by_any", "wrong_by_all").row(0)
    frame = measures.of(dataset)
    rows = cochran_q(single, alpha=evidence.options.alpha, missing="available") if frame.height > TWO else None
    (missing, missed), (alarming, alarms) = _most(frame, "missed"), _most(frame, "alarms")
    return Instances(
        some=integer(some) if some else "",
        total=integer(frame["n"].max()),  # type: ignore[arg-type]
        every=spelled(every),
        everyone=f"all {spelled(frame.height)}" if frame.height > TWO else "both",
        n_every=every,
        cochran=None if rows is None or rows["statistic"][0] is None else result_row(rows),
        positive=_class_of(measures.positives.get(dataset, "")),
        missing_most=missed,
        several_missing=missing > 1,
        alarming_most=alarms,
        several_alarming=alarming > 1,
    )


def _class_of(label: str) -> str:
    """Return the instances of a class, as a sentence has them."""
    return f"{label} instances" if label[:1].isalpha() else f"instances of class {quoted(label)}"


def _most(frame: pl.DataFrame, kind: str) -> tuple[int, str]:
    """Return how many have the most errors of a kind, and who they are, with this number; none without any error."""
    if kind not in frame.columns or not frame[kind].count():
        return 0, ""
    counts: dict[str, float | None] = dict(frame.select("algorithm", kind).rows())
    most = best_of(counts)
    value = int(counts[most[0]] or 0)
    if not value or len(most) == frame.height:
        return 0, ""
    return len(most), f"{enumerated(most)} ({integer(value)}{' each' if len(most) > 1 else ''})"


def _tests_table(tests: Sequence[PairTests], frame: pl.DataFrame, evidence: Evidence) -> Table:
    """Return the table of what each test speaks of, with those that the first algorithm beats by it."""
    first, *others = frame["algorithm"].to_list()
    rows = []
    for test in tests:
        outcome = test.outcome(first, evidence.options.alpha)
        worse, better = ([name for name in others if name in side] for side in (outcome.worse, outcome.better))
        facts = (test.question, test.name, test.sampled, test.holds)
        rows.append((*facts, named(worse, len(others)) or "–", named(better, len(others))))
    schema = ["question", "test", "sampled", "holds", "worse", "better"]
    printed = pl.DataFrame(rows, schema=dict.fromkeys(schema, pl.String), orient="row")
    columns = (
        label("question", "Question"),
        label("test", "Test"),
        label("sampled", "Sampled at random"),
        label("holds", "Holds for"),
        label("worse", f"{first} is better than"),
        label("better", f"{first} is worse than", unless_empty=True),
    )
    n = tests[0].rows.height
    pairs = f"{integer(n)} pairs" if evidence.options.reference is None else f"{integer(n)} comparisons with {first}"
    adjusted = f"{adjustment_name(evidence.options.adjust)}-adjusted p over {pairs}, for each test by itself"
    last = "column rests" if not any(row[-1] for row in rows) else "two columns rest"
    rests = f"The last {last} on {adjusted}." if n > 1 else ""
    if evidence.options.reference != first and (tied := _tied(frame)) > 1:
        rests += f" {first} is the first by name of the {spelled(tied)} with the lowest error."
    caption = f"What each test speaks of. {rests}".strip()
    twin = pl.concat([test.rows for test in tests], how="diagonal_relaxed")
    return exhibits.table("what-tests-speak-of", caption, printed, columns, twin=twin, wraps=True)


def _tied(frame: pl.DataFrame) -> int:
    """Return how many algorithms share the lowest error."""
    return len(best_of(dict(frame.select("algorithm", "error").rows()), lower=True)) if "error" in frame.columns else 1


def _curves(evidence: Evidence, measures: Measures, dataset: str) -> Figure | None:
    """Return the ROC curves of a dataset with its areas; None without a positive class, or where none is defined."""
    if measures.ranked is None or dataset not in measures.ranked_classes or measures.area_rows is None:
        return None
    from benchreport.figures.predictions.areas import IN_COLOUR, area_items, curve_items, in_the_corner

    own = measures.area_rows.filter(pl.col("dataset") == dataset)
    if not own["estimate"].count():
        return None
    pairs = None if measures.areas is None else measures.areas.rows.filter(pl.col("dataset") == dataset)
    single, sampled = thinned(of_datasets(measures.ranked, [dataset]))
    positive = measures.ranked_classes[dataset]
    reference = evidence.options.reference if evidence.options.reference in own["a"] else None
    numbers = area_items(own, pairs, control=reference, curves=curve_items(single, positive))
    corner = in_the_corner(own["estimate"])
    left = "Left: upper left corner (inset: whole curve)" if corner else "Left: curves"
    few = own.height <= IN_COLOUR
    which = "" if few else f" of the {spelled(IN_COLOUR)} largest areas, the others grey"
    beside = f"Right: {pooled_word(single)}AUC with DeLong’s interval by itself"
    beside += ", Newcombe’s without variance" if measures.without_variance([dataset]) else ""
    if pairs is not None:
        family = f"{integer(pairs.height)} {'comparisons' if reference else 'pairs'}"
        together = f" for all {family} together" if pairs.height > 1 else ""
        beside += f"; differences from {numbers['first'][0]}{together}, DeLong’s test. Filled marks: significant"
    number, where = "", ""
    if len(measures.classes) > 1:
        number, where = f"-{list(measures.ranked_classes).index(dataset) + 1}", f" on {dataset}"
    decides = numbers.filter(pl.col("item") == "cut").height > 0
    marks = f"; marks: the {evidence.nouns}’ own decisions" if decides else ""
    caption = f"ROC curves and their areas{where}. {left}{which}{marks}. {beside}.{sampled}"
    return evidence.drawn("roc_areas", numbers, id=f"roc-areas{number}", caption=caption, width="page")


def _decisions(evidence: Evidence, measures: Measures, dataset: str) -> Figure | None:
    """Return the confusion of the winner and the reliability of a few; None without probabilities."""
    if dataset not in measures.forecast or evidence.decided is None:
        return None
    from benchreport.figures.predictions.confusion import confusion_data
    from benchreport.figures.predictions.curves import reliability_data
    from benchreport.figures.predictions.winner import decision_cells, few_reliable, hard_labels

    single = of_datasets(_judged(evidence), [dataset])
    positive = measures.positives.get(dataset)
    order = by_error(measures.of(dataset))
    points = reliability_data(single, positive=positive, alpha=evidence.options.alpha)
    if instance_dependence(single).dependent or nameless(evidence):
        points = without_limits(points)
    few = few_reliable(points, order)
    if few.is_empty():
        return None
    cells = decision_cells(confusion_data(of_datasets(evidence.decided, [dataset])), order[0], positive)
    numbers = pl.concat([cells, few], how="diagonal_relaxed")
    chosen = few["algorithm"].unique(maintain_order=True).to_list()
    soft = [name for name in order if name not in hard_labels(points)]
    lowest = f"the {spelled(len(chosen))} lowest errors" if chosen == soft[: len(chosen)] else "the two lowest errors"
    worst = "" if chosen == soft[: len(chosen)] else " and the worst calibrated"
    apart = f" of the {evidence.nouns} with probabilities" if len(soft) < len(order) else ""
    panels = f" Panels: {lowest}{worst}{apart}." if len(chosen) > 1 and (len(soft) > len(chosen) or apart) else ""
    event = f"P({positive})" if positive is not None else "the probability of the predicted class"
    lines = f"; lines: Wilson’s {percent(1 - evidence.options.alpha)} interval" if few["ci_low"].count() else ""
    caption = (
        f"{f'Confusion of {order[0]}, and reliability' if cells.height else 'Reliability'} of {event}.{panels} Points "
        f"on the diagonal are calibrated{lines}; grey bars: instances per bin."
    )
    return evidence.drawn("decisions", numbers, id="decisions", caption=caption, width="page")


def _map(evidence: Evidence, measures: Measures, dataset: str) -> Figure | None:
    """Return the map of the instances that some algorithm gets wrong; None where there is nothing to see."""
    decided = evidence.decided
    if decided is None or instance_dependence(decided).dependent or nameless(evidence):
        return None
    from benchreport.figures.predictions.instance_errors import MOST_COLUMNS, instance_map_data

    numbers = instance_map_data(of_datasets(decided, [dataset]), positive=measures.positives.get(dataset))
    columns = numbers.filter(pl.col("item") == "instance")
    k = measures.of(dataset).height
    if columns.is_empty() or k < TWO or columns.height > MOST_COLUMNS:
        return None
    some, least = numbers.select("wrong_by_any", "least").row(0)
    unit = "item" if is_scored(decided) else "instance"
    if least == 1:
        opening = f"The {counted(some, unit)} that at least one {evidence.noun} gets wrong."
    else:
        opening = f"The {counted(columns.height, unit)} that at least {spelled(least)} {evidence.nouns} get wrong, of {integer(some)} with an error."  # noqa: E501
    grouped = "" if len(measures.classes[dataset]) < TWO else ", grouped by true class"
    caption = (
        f"{opening} One column per {unit}{grouped}, filled where the {evidence.noun} errs. Above: how many "
        f"{evidence.nouns} err on the {unit}. Right: errors, the lowest count in bold."
    )
    return evidence.drawn("instance_map", numbers, id="instance-map", caption=caption, width="page")


def _misses(evidence: Evidence, measures: Measures, dataset: str) -> Figure | None:
    """Return the misses by class of a dataset with several classes."""
    decided = evidence.decided
    if decided is None or len(measures.classes[dataset]) <= FEW_CLASSES or not measures.of(dataset)["errors"].sum():
        return None
    return misses_figure(evidence, of_datasets(decided, [dataset]), measures.of(dataset)["algorithm"].to_list())


PREDICTIONS = Part(id="predictions", make=predictions_section, record=Predictions)
