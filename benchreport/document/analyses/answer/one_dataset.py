"""The answer on a single dataset: errors on the same instances, or runs of a declared design, or scores alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from benchreport.document.analyses.answer.amounts import Lead, leads_over
from benchreport.document.analyses.answer.several_datasets import RUN_TESTS
from benchreport.document.analyses.predictions.prediction_tests import ANEW, deciding_test, run_rows
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Metric
from benchreport.document.evidence.predictions import is_numeric_truth, runs_in_words
from benchreport.document.evidence.within import ALL_PAIRS_UP_TO, TESTS
from benchreport.naming import best_of, enumerated, spelled
from benchreport.numerals import counted, fixed, integer, limits
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.remarks import words_of
from benchreport.stats.answer.agreeing_pairs import ALONE
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.stats.two_algorithms.on_instances import instance_dependence
from benchreport.tables.predictions import is_scored

RATE_DECIMALS = 3
ERROR_RATE = "error rate"
NAMED = 6
# Tests as sentences name them.
TEST_WORDS = {
    "mcnemar": "exact McNemar test",
    "permutation_signflip": "sign-flip test",
    "paired_t_instances": "cluster-robust t test",
    **RUN_TESTS,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Rivals:
    """Other algorithms in words: their names with a number each, or how many they are; ``p`` is the largest p-value."""

    n: int
    names: str
    p: float | None

    @property
    def word(self) -> str:
        """How many they are, as a word."""
        return spelled(self.n)

    @property
    def several(self) -> bool:
        """Whether there is more than one."""
        return self.n > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class OneDataset:
    """What the algorithms come to on the only dataset, by one metric or by their errors.

    ``measure`` is the metric, ``best`` whether its lowest or highest value is best, ``score`` the value of the leader.
    ``leaders`` share it. Of ``others`` algorithms it beats the ``beaten`` ones, and the ``ahead`` ones beat it, where
    it is a declared reference. Without ``test`` nothing was tested, for the ``reason``; else ``rows`` are its results,
    ``over`` the runs whose error rates it compares, or empty where it compares errors on instances.
    """

    dataset: str
    measure: str
    best: str
    leaders: str
    shared: bool
    name: str
    reference: bool
    score: str
    others: int
    beaten: Rivals
    open: Rivals
    ahead: Rivals
    test: str
    method: str
    adjusted: str
    reason: str
    errors: bool
    units: str
    over: str
    rows: pl.DataFrame | None

    @property
    def all_others(self) -> str:
        """How many others there are, as a word."""
        return spelled(self.others)


def test_in_words(method: str, evidence: Evidence) -> str:
    """Return a test as a sentence names it; tests of instances by what they count."""
    words = TEST_WORDS.get(method, METHODS[method].label)
    if evidence.decided is None or method not in ("permutation_signflip", "paired_t_instances"):
        return words
    dependence = instance_dependence(evidence.decided)
    if dependence.clustered:
        return words
    nouns = "items" if is_scored(evidence.decided) else "instances"
    mean = f" of the means of {nouns}" if dependence.attempts > 1 else ""
    return f"{words.replace('cluster-robust', 'paired')}{mean}"


def one_dataset(evidence: Evidence) -> OneDataset | None:
    """Return the answer on the only dataset; None where there are several."""
    if len(evidence.datasets) != 1:
        return None
    return _errors(evidence) if evidence.decided is not None else _scores(evidence)


def tested_pairs(evidence: Evidence) -> tuple[str, pl.DataFrame] | None:
    """Return by what the algorithms are compared on the only dataset, and the tests of pairs; None without any."""
    if len(evidence.datasets) != 1:
        return None
    if evidence.decided is not None:
        tests = deciding_test(evidence)
        return None if tests is None else (ERROR_RATE, tests.rows)
    metric = evidence.metrics[0]
    reference = evidence.options.reference
    control = reference if reference in evidence.algorithms else None
    _, rows = _run_test(evidence, metric, control, len(evidence.algorithms))
    return None if rows is None else (metric.name, rows)


def _errors(evidence: Evidence) -> OneDataset:
    """Return the answer from errors of predicted classes."""
    rates = evidence.error_rates.filter(pl.col("dataset") == evidence.datasets[0])
    share = dict(rates.select("a", "estimate").rows())
    leaders = best_of(share, lower=True)
    name = _focus(evidence, leaders)
    tests = deciding_test(evidence)
    rows = None if tests is None else tests.rows
    method = "" if rows is None else str(rows["method"][0])
    metric = Metric(name=ERROR_RATE, slug="error-rate", lower=True, scale="share")
    even = rates["predictions"].n_unique() == 1
    counts = {
        other: integer(errors) if even else f"{integer(errors)} of {integer(n)}"
        for other, errors, n in rates.select("a", "errors", "predictions").rows()
    }
    over = runs_in_words(evidence) if tests is not None and tests.question == ANEW else ""
    score = _errors_in_words(rates.row(by_predicate=pl.col("a") == name, named=True), evidence, sure=not over)
    return _answer(evidence, metric, name, leaders, score, rows, method, counts, over=over)


def _errors_in_words(rate: Mapping[str, Any], evidence: Evidence, *, sure: bool) -> str:
    """Return the errors of an algorithm among its predictions, of how many instances these are, and its error rate."""
    noun = "item" if evidence.predictions is not None and is_scored(evidence.predictions) else "instance"
    interval = limits(rate["ci_low"], rate["ci_high"], RATE_DECIMALS, null=None) if sure else ""
    words = f"error rate {fixed(rate['estimate'], RATE_DECIMALS)}{f' {interval}' if interval else ''}"
    if instance_dependence(evidence.decided).attempts > 1:
        words = f"{counted(rate['instances'], noun)}, {runs_in_words(evidence)}; {words}"
        noun = "prediction"
    return f"{integer(rate['errors'])} of {counted(rate['predictions'], noun)} ({words})"


def _scores(evidence: Evidence) -> OneDataset | None:
    """Return the answer from the scores of the runs by the first metric that has any."""
    metric = evidence.metrics[0]
    means = run_means(evidence, metric)
    if len(means) < 2:
        return None
    leaders = best_of(means, lower=metric.lower)
    name = _focus(evidence, leaders)
    digits = RATE_DECIMALS if metric.comparable and max(map(abs, means.values())) <= 1 else 4
    text = {key: fixed(value, digits) if digits == RATE_DECIMALS else f"{value:.4g}" for key, value in means.items()}
    method, rows = _run_test(evidence, metric, name if name == evidence.options.reference else None, len(means))
    return _answer(evidence, metric, name, leaders, text[name], rows, method, text)


def run_means(evidence: Evidence, metric: Metric) -> dict[str, float]:
    """Return the mean over the runs of every algorithm that has some, in alphabetical order."""
    table = evidence.means_of(metric).drop_nulls("value")
    names = pl.col("algorithm").cast(pl.String)
    return dict(table.group_by(names).agg(pl.col("value").mean()).sort("algorithm").rows())


def _run_test(evidence: Evidence, metric: Metric, control: str | None, k: int) -> tuple[str, pl.DataFrame | None]:
    """Return the test that the declared design calls for with its rows; none without a design.

    A test without an interval has no limits that could agree with its verdicts.
    """
    options, runs = evidence.options, evidence.runs_of(metric)
    if not runs or (options.reference is None and k > ALL_PAIRS_UP_TO):
        return "", None
    design, scores = next(iter(runs.items()))
    method = options.test_for("folds", TESTS[design])
    rows = run_rows(method, scores, control, options)
    bounded = pl.any_horizontal(pl.col(ALONE).is_not_null())
    return method, rows.with_columns(pl.when(bounded).then(pl.col("ci_low", "ci_high", "low_open", "high_open")))


def _focus(evidence: Evidence, leaders: Sequence[str]) -> str:
    reference = evidence.options.reference
    return reference if reference in evidence.algorithms and reference is not None else sorted(leaders)[0]


def _answer(
    evidence: Evidence,
    metric: Metric,
    name: str,
    leaders: Sequence[str],
    score: str,
    rows: pl.DataFrame | None,
    method: str,
    numbers: dict[str, str],
    over: str = "",
) -> OneDataset:
    reference = name == evidence.options.reference
    options, errors = evidence.options, evidence.decided is not None
    own = leads_over(rows, name, metric, RATE_DECIMALS) if rows is not None else []
    tested = bool(own) and any(lead.p is not None for lead in own)
    parts = {
        "beaten": [lead for lead in own if lead.significant and lead.better == name],
        "ahead": [lead for lead in own if lead.significant and lead.better != name],
        "open": [lead for lead in own if not lead.significant and lead.p is not None],
    }
    single = rows is not None and rows.height == 1
    return OneDataset(
        dataset=evidence.datasets[0],
        measure="error" if errors else metric.name,
        best="lowest" if metric.lower else "highest",
        leaders=enumerated(leaders) if len(leaders) <= NAMED else f"{spelled(len(leaders))} {evidence.nouns}",
        shared=len(leaders) > 1,
        name=name,
        reference=reference,
        score=score,
        others=len(numbers) - 1,
        test=test_in_words(method, evidence) if tested else "",
        method=method if tested else "",
        adjusted="" if single else f"{adjustment_name(options.adjust)}-adjusted ",
        reason="" if tested else _reason(evidence, metric, rows),
        errors=errors,
        units="items" if evidence.decided is not None and is_scored(evidence.decided) else "instances",
        over=over if tested else "",
        rows=rows if tested else None,
        **{key: _rivals(part, numbers, evidence.nouns, errors=errors) for key, part in parts.items()},
    )


def _rivals(chosen: Sequence[Lead], numbers: dict[str, str], nouns: str, *, errors: bool) -> Rivals:
    p = max((lead.p for lead in chosen if lead.p is not None), default=None)
    if len(chosen) > NAMED:
        return Rivals(n=len(chosen), names=f"{spelled(len(chosen))} {nouns}", p=p)
    words = [f"{lead.other} ({numbers[lead.other] if errors else lead.apart})" for lead in chosen]
    return Rivals(n=len(chosen), names=enumerated(words), p=p)


def _reason(evidence: Evidence, metric: Metric, rows: pl.DataFrame | None) -> str:
    """Return why nothing was tested."""
    if rows is not None and len(reasons := rows["remarks"].drop_nulls().unique()) == 1:
        return f"No test was made: {words_of(reasons[0])}."
    layout = evidence.design.filter(pl.col("metric").cast(pl.String) == evidence.metrics[0].name)
    designs = set(layout["design"])
    if "runs" in designs:
        return "No test was made: the runs may be folds, resamples or seeds, and the design was not declared."
    if designs and designs <= {"single", "holdout"}:
        if evidence.judged is not None and is_numeric_truth(evidence.judged):
            return f"{metric.name} is one value of each and was not tested; squared errors are, instance by instance."
        return "No test can be made: there is one value of every algorithm."
    if evidence.options.reference is None and len(evidence.algorithms) > ALL_PAIRS_UP_TO:
        return f"No test was made: without a reference more than {ALL_PAIRS_UP_TO} {evidence.nouns} are not tested."
    return "No test was made."
