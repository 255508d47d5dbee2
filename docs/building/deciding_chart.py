"""The chart of deciding tests: which one a report takes, asked of the product and drawn as a tree."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape

import numpy as np
import polars as pl

import benchreport as br
from benchreport.document.evidence.within import TESTS
from benchreport.options import DEFAULTS
from benchreport.registry import METHODS
from benchreport.stats.two_algorithms.on_instances import LARGE, InstanceDependence
from benchreport.tables.schema import DESIGNS
from docs.building.markdown import table
from docs.building.results import calibration_rows

NO_TEST = "none"
COUNTS = (2, 3, 4, 5, 8, 10, 20, 40)  # of algorithms, in the table of datasets needed
DATASETS = range(1, 31)
USUAL = 4  # algorithms in the chart
RIGHT, LINE, INDENT, GAP, PAD = 380, 16, 18, 8, 7
# Mean widths of a letter in the units of the drawing: what is bold is wider.
LETTERS = {"question": 7.6, "outcome": 7.6, "answer": 6.6, "refusal": 6.6, "note": 6.6}
DESIGN_WORDS = {
    "kfold_cv": "folds of cross-validation",
    "repeated_cv": "repeated cross-validation",
    "cv52": "5 × 2 cross-validation",
    "loo_cv": "leave-one-out",
    "repeated_holdout": "random splits, drawn again",
    "bootstrap_oob": "bootstrap samples",
    "seeds": "one split, several seeds",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a report does: the id of a method, or no test of a pair, with what is said below it."""

    method: str
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A question and its answers, each with what follows from it."""

    question: str
    answers: tuple[tuple[str, Outcome | Choice], ...]


def deciding_tree() -> Choice:
    """Return the questions that lead to the test of a report, with the answers of the product."""
    return Choice(
        question="What does a row of the table hold?",
        answers=(
            ("a score; several datasets", _over_datasets()),
            ("a score; one dataset, several runs", _over_runs()),
            ("a prediction for an instance", _on_instances()),
        ),
    )


@cache
def procedures(n_algorithms: int) -> dict[str, tuple[int, int | None]]:
    """Return the first and the last number of datasets with which each procedure decides; None is without end.

    Examples
    --------
    >>> procedures(4)
    {'none': (1, 7), 'wilcoxon': (8, None)}
    """
    chosen = [br.deciding_test(n_algorithms, n)["procedure"].item() for n in DATASETS]
    spans = {name: [n for n, other in zip(DATASETS, chosen, strict=True) if other == name] for name in chosen}
    return {name: (min(span), max(span) if max(span) < DATASETS[-1] else None) for name, span in spans.items()}


def datasets_needed() -> str:
    """Return the table of the numbers of datasets with which each procedure decides."""
    rows = []
    for k in COUNTS:
        spans = procedures(k)
        reference = br.deciding_test(k, DATASETS[0])["blocks_needed_reference"].item()
        cells = [_span(spans[name]) for name in (NO_TEST, DEFAULTS["pairs"])]
        rows.append([str(k), *cells, f"{reference} or more"])
    name = _title(DEFAULTS["pairs"])
    return table(["algorithms", "no test of a pair", name, f"{name}, declared reference"], rows)


def _span(span: tuple[int, int | None]) -> str:
    first, last = span
    return f"{first} or more" if last is None else str(first) if first == last else f"{first} to {last}"


def _title(method: str) -> str:
    return METHODS[method].title


def _over_datasets() -> Choice:
    spans = procedures(USUAL)
    few = Outcome(method=NO_TEST, words=f"{_title(DEFAULTS['omnibus'])} alone: do they differ at all?")
    pairs = DEFAULTS["pairs"]
    return Choice(
        question=f"How many datasets? For {USUAL} algorithms, all pairs:",
        answers=(
            (_span(spans[pairs]), _by_scale()),
            (_span(spans[NO_TEST]), few),
        ),
    )


def _by_scale() -> Choice:
    """Return the tests of a table with enough datasets, by the scale of the metric."""
    answers = (
        ("shares, areas, correlations", _decider("accuracy")),
        ("units, such as seconds", _decider("seconds")),
        ("units, and values of 0 or below", _decider("seconds", least=0.0)),
    )
    return Choice(question="What kind of metric?", answers=answers)


def _decider(metric: str, *, least: float = 0.1) -> Outcome:
    """Return the test that the product takes for a table of this metric."""
    n = procedures(USUAL)[DEFAULTS["pairs"]][0]
    values = np.random.default_rng(1).uniform(0.2, 0.9, (n, USUAL))
    values[0, 0] = least
    rows = [{"algorithm": f"a{j}", "dataset": f"d{i}", metric: values[i, j]} for i in range(n) for j in range(USUAL)]
    verdicts = br.verdicts(br.scores(pl.DataFrame(rows)))
    method, adjustment = verdicts.select(pl.col("method", "adjustment").cast(pl.String)).row(0)
    return Outcome(method=method, words=f"all pairs, {_title(adjustment)}")


def _over_runs() -> Choice:
    by_test: dict[str, list[str]] = {}
    for design in DESIGNS:
        if design in TESTS:
            by_test.setdefault(TESTS[design], []).append(DESIGN_WORDS[design])
    answers = [("; ".join(words), Outcome(method=test)) for test, words in by_test.items()]
    undeclared = ("not declared", Outcome(method=NO_TEST, words="declare the design"))
    return Choice(question="How did the runs come about?", answers=(*answers, undeclared))


def _on_instances() -> Choice:
    kinds = {
        "independent instances": InstanceDependence(attempts=1, clustered=False, fewest=LARGE),
        f"clusters or repeated attempts, {LARGE} or more": InstanceDependence(attempts=1, clustered=True, fewest=LARGE),
        "fewer of them": InstanceDependence(attempts=1, clustered=True, fewest=LARGE - 1),
    }
    answers = [(words, Outcome(method=kind.test)) for words, kind in kinds.items()]
    areas = ("areas under ROC curves, independent instances", Outcome(method="delong"))
    return Choice(question="Are the instances independent?", answers=(*answers, areas))


def simulated(method: str) -> tuple[float, int] | None:
    """Return the largest simulated share of false claims of a procedure, and in how many settings; None without any.

    Examples
    --------
    >>> share, settings = simulated("corrected_resampled_t")
    >>> 0 < share < 0.1 and settings >= 2
    True
    """
    procedure, part = ("wilcoxon", "units, log ratios") if method == "log_ratio" else (method, "")
    rows = [row for row in calibration_rows() if row["procedure"] == procedure and row["part"].startswith(part)]
    shares = [float(row["share"]) for row in rows if "difference" not in row["part"]]
    return (max(shares), len(shares)) if shares else None


def sizes_behind() -> str:
    """Return the table of simulated error rates of the tests of the chart."""
    methods = dict.fromkeys(outcome.method for outcome in outcomes_of(deciding_tree()) if outcome.method != NO_TEST)
    rows = [[f"[{_title(method)}](#method-{method})", *_size(method)] for method in methods]
    return table(["deciding test", "largest share of reports with a false claim", "settings"], rows)


def _size(method: str) -> tuple[str, str]:
    size = simulated(method)
    return ("not simulated", "") if size is None else (f"{100 * size[0]:.1f} %", str(size[1]))


def outcomes_of(choice: Choice) -> Iterator[Outcome]:
    """Yield the outcomes of a tree, from top to bottom."""
    for _, result in choice.answers:
        if isinstance(result, Outcome):
            yield result
        else:
            yield from outcomes_of(result)


def chart() -> str:
    """Return the chart as an SVG element that follows the colours of its page."""
    drawn: list[str] = []
    bottom = _draw(deciding_tree(), 4, 4, drawn)
    body = "".join(drawn)
    return (
        '<figure class="chart" role="group" aria-label="Which test decides: a tree of questions">'
        f'<svg viewBox="0 0 {RIGHT + 8} {bottom + 4}" xmlns="http://www.w3.org/2000/svg">{body}</svg></figure>'
    )


def _draw(choice: Choice, x: float, y: float, drawn: list[str]) -> float:
    """Draw a question and what hangs below it; return where the drawing ends."""
    y = trunk = _box(choice.question, "question", x, y, drawn)
    for answer, result in choice.answers:
        left = x + INDENT
        middle = y + GAP + LINE / 2
        drawn.append(f'<path class="branch" d="M{x + 8} {trunk}V{middle}H{left}"/>')
        y = _words(answer, "answer", left + 4, y + GAP - PAD, drawn)
        if isinstance(result, Choice):
            y = _draw(result, left + 4, y, drawn)
        else:
            title = _title(result.method) if result.method != NO_TEST else "no test of a pair"
            y = _box(title, "outcome" if result.method != NO_TEST else "refusal", left + 4, y, drawn, result)
    return y


def _box(text: str, kind: str, x: float, y: float, drawn: list[str], outcome: Outcome | None = None) -> float:
    lines = _wrapped(text, x, kind)
    notes = _wrapped(outcome.words, x, "note") if outcome and outcome.words else []
    height = LINE * (len(lines) + len(notes)) + 2 * PAD - 3
    box = [f'<rect class="{kind}" x="{x}" y="{y}" width="{RIGHT - x}" height="{height}" rx="5"/>']
    box += [_text(line, kind, x + PAD, y + PAD + LINE * (i + 0.65)) for i, line in enumerate(lines)]
    box += [_text(note, "note", x + PAD, y + PAD + LINE * (len(lines) + i + 0.65)) for i, note in enumerate(notes)]
    whole = "".join(box)
    if outcome is not None and outcome.method != NO_TEST:
        whole = f'<a href="{_address(outcome.method)}">{whole}</a>'
    drawn.append(whole)
    return y + height


def _words(text: str, kind: str, x: float, y: float, drawn: list[str]) -> float:
    lines = _wrapped(text, x, kind)
    drawn += [_text(line, kind, x + 2, y + PAD + LINE * (i + 0.75)) for i, line in enumerate(lines)]
    return y + PAD + LINE * len(lines) + 4


def _text(text: str, kind: str, x: float, y: float) -> str:
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(text)}</text>'


def _wrapped(text: str, x: float, kind: str) -> Sequence[str]:
    return textwrap.wrap(text, int((RIGHT - x - 2 * PAD) / LETTERS[kind]))


def _address(method: str) -> str:
    """Return where the catalogue describes a method, from a page at the root of the site."""
    anchor = re.sub(r"[^a-z0-9]+", "-", f"method-{method}".lower())
    return f"catalogue/{METHODS[method].door}.html#{anchor}"


def chart_substitutions() -> dict[str, str]:
    """Return what the page on tests prints of the rules and their simulated sizes."""
    return {"deciding_chart": chart(), "datasets_needed": datasets_needed(), "sizes_behind": sizes_behind()}
