"""Parsers of the headlines of other sections, which the answer repeats: runs, instances, areas, losses, posteriors."""

from __future__ import annotations

import re
from typing import Any

import polars as pl

import benchreport as br
from tests.claims.answer import ADJUSTMENTS, ANSWER, OTHER
from tests.claims.facts import Facts
from tests.claims.parsers import (
    Contradictions,
    chance_agrees,
    claim,
    count,
    limit_agrees,
    p_agrees,
    rounded,
    same,
    value,
)
from tests.claims.predicted import auc, missed_by, n_instances, sign_p
from tests.claims.sentences import Sentence

SURE = 0.95
OVER = r"over (?:all pairs|the comparisons with (?:it|{whom:name}))"


def _rows(sentence: Sentence) -> list[dict[str, Any]]:
    assert sentence.rows is not None, "a headline has no rows"
    return sentence.rows.with_columns(pl.col(pl.Categorical).cast(pl.String)).to_dicts()


def _with(rows: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return [row for row in rows if name in (row["a"], row["b"])]


def _other(row: dict[str, Any], name: str) -> str:
    return str(row["b"] if row["a"] == name else row["a"])


def _clear(row: dict[str, Any]) -> bool:
    return row["p_adjusted"] is not None and row["p_adjusted"] <= row["alpha"] and row["better"] is not None


def _tally(rows: list[dict[str, Any]], focus: str) -> tuple[list[str], list[str], list[str]]:
    """Return the algorithms that are worse than one, better, and not significantly different."""
    mine = [row for row in _with(rows, focus) if row["p_adjusted"] is not None]
    worse = [_other(row, focus) for row in mine if _clear(row) and row["better"] == focus]
    better = [_other(row, focus) for row in mine if _clear(row) and row["better"] != focus]
    return worse, better, [_other(row, focus) for row in mine if not _clear(row)]


def _family(facts: Facts, sentence: Sentence, whom: str | None, focus: str) -> Contradictions:
    """Check over which comparisons p-values are said to be adjusted."""
    against = "the comparisons with" in sentence.text
    yield from same("adjusted over the comparisons with the reference", against, facts.baseline is not None)
    if against:
        yield from same("reference", whom or focus, facts.baseline)


# Runs of single datasets


@claim(
    r"By {metric:metric}, {focus:name} is significantly better in {ahead:count} of {n:count} comparisons on {sets:count}"
    r" datasets and significantly worse in {behind:count} \({test:words}(?:, {adjustment:words})?"
    r"(?:; {lacking:count} more could not be tested)?\)\.",
    ANSWER,
    OTHER,
)
def within_counts(facts, sentence, metric, focus, ahead, n, sets, behind, test, adjustment, lacking):
    rows = [row for row in _rows(sentence) if row["metric"] == metric]
    mine = _with(rows, focus)
    worse, better, _ = _tally(rows, focus)
    yield from same("better in", ahead, len(worse))
    yield from same("worse in", behind, len(better))
    yield from same("comparisons", n, sum(row["p_value"] is not None for row in mine))
    yield from same("not tested", lacking or 0, sum(row["p_value"] is None for row in mine))
    yield from same("datasets", sets, len({row["dataset"] for row in mine}))
    yield from _focus(facts, metric, focus)
    yield from _adjustment(facts, adjustment, rows)
    yield from _resampled(facts, rows, test)


@claim(
    r"On {dataset:dataset}, {focus:name} (?P<words__rest>is significantly (?:better|worse) than .+?|does not differ significantly from .+?)"
    r" by {metric:metric} \({test:words}(?:, {adjustment:words})?(?:; {lacking:count} more could not be tested)?\)"
    r"(?:; no significant difference from {alike:names})?\.",
    ANSWER,
    OTHER,
)
def within_one(facts, sentence, dataset, focus, words, metric, test, adjustment, lacking, alike):
    rows = [row for row in _rows(sentence) if row["dataset"] == dataset and row["metric"] == metric]
    yield from _parted(facts, words, alike, _tally(rows, focus), ("better", "worse"))
    yield from _focus(facts, metric, focus)
    yield from _adjustment(facts, adjustment, rows)
    yield from _resampled(facts, rows, test)


@claim(
    r"On {dataset:dataset}, {verdict:rest} by {metric:metric} \({test:words}, t = {t:number}, df = {df:number}, p {p:p}; mean difference"
    r" {a:name} − {b:name} {estimate:number}(?:, {level:number} % interval {low:number} to {high:number})?\)\.",
    ANSWER,
    OTHER,
)
def within_pair(facts, sentence, dataset, verdict, metric, test, t, df, p, a, b, estimate, level, low, high):
    row = _turned(next(row for row in _rows(sentence) if row["dataset"] == dataset), a)
    yield from _verdict_of_pair(facts, verdict, row)
    yield from _pair_numbers(facts, row, t, df, p, estimate, level, low, high)


def _turned(row: dict[str, Any], a: str) -> dict[str, Any]:
    """Return the row of a pair with one of the two as ``a``."""
    if row["a"] == a:
        return row
    low, high = row["ci_low"], row["ci_high"]
    return row | {
        "a": row["b"],
        "b": row["a"],
        "statistic": None if row["statistic"] is None else -row["statistic"],
        "estimate": None if row["estimate"] is None else -row["estimate"],
        "ci_low": None if high is None else -high,
        "ci_high": None if low is None else -low,
    }


def _verdict_of_pair(facts: Facts, verdict: str, row: dict[str, Any]) -> Contradictions:
    names = facts.names.listed(verdict)
    yield from same("pair", sorted(names), sorted([row["a"], row["b"]]))
    if "significantly better than" in verdict or "significantly smaller" in verdict:
        yield from same("winner", names[0], row["better"] if _clear(row) else None)
    else:
        yield from same("not significant", "not differ significantly" in verdict, not _clear(row))


def _pair_numbers(
    facts: Facts,
    row: dict[str, Any],
    t: str | None,
    df: str | None,
    p: str | None,
    estimate: str | None,
    level: str | None,
    low: str | None,
    high: str | None,
    scale: float = 1.0,
) -> Contradictions:
    if t is not None:
        yield from rounded("statistic", t, row["statistic"])
    if df is not None:
        yield from rounded("df", df, row["df1"])
    if p is not None and not p_agrees(p, row["p_value"]):
        yield f"p: says {p}, is {row['p_value']}"
    if estimate is not None:
        yield from rounded("difference", estimate, scale * row["estimate"])
    if level is not None:
        yield from rounded("level", level, 100 * (1 - facts.alpha))
        for name, said, upper in (("ci_low", low, False), ("ci_high", high, True)):
            if said is None or not limit_agrees(said, scale * row[name], upper=upper):
                yield f"{name}: says {said}, is {row[name]}"


@claim(
    r"Some algorithm is significantly better than {focus:name} on (?:{n:count} datasets|{sets:datasets})\.",
    ANSWER,
    OTHER,
)
def beaten_on(facts, sentence, focus, n, sets):
    rows = _rows(sentence)
    true = sorted({row["dataset"] for row in _with(rows, focus) if _clear(row) and row["better"] != focus})
    yield from same("datasets", n if n is not None else sets, len(true) if n is not None else true)


def _focus(facts: Facts, metric: str, focus: str) -> Contradictions:
    """Check that the algorithm in focus is the reference, or has the best mean rank."""
    one = facts.of(metric)
    if facts.baseline is not None:
        yield from same("reference", focus, facts.baseline)
    elif one.obstacle is None and focus not in one.best:
        yield f"{focus} is in focus, but {one.best} have the best mean rank"


def _adjustment(facts: Facts, said: str | None, rows: list[dict[str, Any]]) -> Contradictions:
    several = len(rows) > len({row["dataset"] for row in rows})
    if said is not None:
        yield from same("adjustment", said, ADJUSTMENTS[facts.adjustment])
    elif several:
        yield f"{len(rows)} comparisons are adjusted, which is not said"


def _resampled(facts: Facts, rows: list[dict[str, Any]], test: str) -> Contradictions:
    """Compute the tests on runs again and compare their p-values with the rows of the report."""
    if not rows or test != "the corrected resampled t test":
        yield from same("test", test, "the corrected resampled t test")
        return
    scores = facts.of(rows[0]["metric"]).scores
    scores = scores.filter(pl.col("dataset").cast(pl.String).is_in(sorted({row["dataset"] for row in rows})))
    again = br.corrected_resampled_t(
        scores, by=("dataset", "metric"), control=facts.baseline, alpha=facts.alpha, missing="available"
    )
    adjustment: Any = facts.adjustment
    again = br.adjust(again, adjustment).with_columns(pl.col(pl.Categorical).cast(pl.String))
    true = {(row["dataset"], row["a"], row["b"]): row for row in again.to_dicts()}
    for row in rows:
        other = true.get((row["dataset"], row["a"], row["b"]))
        if other is None or other["better"] != row["better"] or not _near(other["p_adjusted"], row["p_adjusted"]):
            yield f"{row['a']} against {row['b']} on {row['dataset']}: the row is not what the test gives"


def _near(a: float | None, b: float | None) -> bool:
    return a == b or (a is not None and b is not None and abs(a - b) < 1e-9)


def _parted(
    facts: Facts,
    words: str,
    alike: list[str] | None,
    truth: tuple[list[str], list[str], list[str]],
    ends: tuple[str, str],
) -> Contradictions:
    """Check whom the algorithm in focus beats, who beats it, and from whom it does not differ."""
    first, second = ends
    said: dict[str, list[str]] = {first: [], second: [], "alike": list(alike or [])}
    for match in re.finditer(
        rf"(?:significantly )?({first}|{second})(?: often)? than (?:that of |those of )?([^()]+?)(?= and significantly|$)",
        words,
    ):
        said[match[1]] = facts.names.listed(match[2])
    if match := re.search(r"does not differ significantly(?: in error rate)? from (.+)", words):
        said["alike"] = facts.names.listed(match[1])
        if match[1] == "any other algorithm":
            said["alike"] = list(truth[2])
    yield from same(first, said[first], truth[0])
    yield from same(second, said[second], truth[1])
    if said["alike"] or "does not differ" in words or alike:
        yield from same("no significant difference", said["alike"], truth[2])


# Instances


@claim(
    rf"{{focus:name}} errs significantly less often in {{ahead:count}} of {{n:count}} comparisons on {{sets:count}} datasets and"
    rf" significantly more often in {{behind:count}} \({{test:words}}, {{adjustment:words}} within each dataset {OVER}\)\.",
    ANSWER,
    OTHER,
)
def errors_counted(facts, sentence, focus, ahead, n, sets, behind, test, adjustment, whom):
    rows = _rows(sentence)
    worse, better, _ = _tally(rows, focus)
    yield from same("less often", ahead, len(worse))
    yield from same("more often", behind, len(better))
    yield from same("comparisons", n, len(_with(rows, focus)))
    yield from same("datasets", sets, len({row["dataset"] for row in rows}))
    yield from same("adjustment", adjustment, ADJUSTMENTS[facts.adjustment])
    yield from _family(facts, sentence, whom, focus)
    yield from _mcnemar(facts, rows, test)


@claim(
    rf"On {{dataset:dataset}}, {{focus:name}} (?P<words__rest>errs significantly .+?|does not differ significantly in error rate from .+?)"
    rf" \({{test:words}}, {{adjustment:words}} {OVER}\)(?:; no significant difference from {{alike:names}})?\.",
    ANSWER,
    OTHER,
)
def errors_on_one(facts, sentence, dataset, focus, words, test, adjustment, whom, alike):
    rows = [row for row in _rows(sentence) if row["dataset"] == dataset]
    yield from _parted(facts, words, alike, _tally(rows, focus), ("less", "more"))
    yield from same("adjustment", adjustment, ADJUSTMENTS[facts.adjustment])
    yield from _family(facts, sentence, whom, focus)
    yield from _mcnemar(facts, rows, test)


@claim(
    r"(?P<verdict__rest>{a:name} and {b:name} do not differ significantly in error rate|{c:name} errs significantly (?:more|less) often than {d:name})"
    r" on {dataset:dataset} \(difference {estimate:number} percentage points(?:, {level:number} % interval {low:number} to {high:number})?, p {p:p},"
    r" {test:words}(?:; {e:name} alone is wrong {only_a:count} times?, {f:name} alone {only_b:count} times?)?\)\.",
    ANSWER,
    OTHER,
)
def errors_of_two(
    facts, sentence, verdict, a, b, c, d, dataset, estimate, level, low, high, p, test, e, only_a, f, only_b
):
    first = a or c
    row = _turned(next(row for row in _rows(sentence) if row["dataset"] == dataset), first)
    if a:
        yield from same("not significant", True, not _clear(row))
    else:
        yield from same("significant", True, _clear(row))
        yield from same("errs less often", "less often" in verdict, row["better"] == first)
    yield from _pair_numbers(facts, row, None, None, p, estimate, level, low, high, scale=100.0)
    wrong = missed_by(facts, dataset)
    if e:
        yield from same("only first wrong", only_a, len(wrong[e] - wrong[f]))
        yield from same("only second wrong", only_b, len(wrong[f] - wrong[e]))
        yield from rounded("difference", estimate, 100 * (len(wrong[e]) - len(wrong[f])) / n_instances(facts, dataset))


@claim(
    r"The largest difference, that of {name:name}(?: on {dataset:dataset})?, is {estimate:number} percentage points"
    r"(?: \({limits:limits}, {level:number} %(?: for the {together:count} comparisons together)?\))?\.",
    ANSWER,
    OTHER,
)
def largest_difference(facts, sentence, name, dataset, estimate, limits, level, together):
    rows = _rows(sentence)
    dataset = dataset or facts.datasets[0]
    candidates = [row for row in _with(rows, name) if row["dataset"] == dataset]
    matching = [row for row in candidates if _rounds(estimate, 100 * _turned(row, name)["estimate"])]
    if not matching:
        yield f"no comparison of {name} on {dataset} differs by {estimate} points"
        return
    # The other algorithm of the pair is the one in focus, which the sentence before names.
    attempts = [list(_largest(facts, rows, _turned(row, name), estimate, limits)) for row in matching]
    yield from min(attempts, key=len)
    if level is not None:
        yield from rounded("level", level, 100 * (1 - facts.alpha))
        yield from same("comparisons together", together or 1, sum(row["dataset"] == dataset for row in rows))


def _largest(
    facts: Facts, rows: list[dict[str, Any]], row: dict[str, Any], estimate: str, limits: str | None
) -> Contradictions:
    yield from rounded("difference", estimate, 100 * row["estimate"])
    if limits is not None:
        left, low, high, right = re.fullmatch(r"([\[(])(\S+), (\S+)([\])])", limits).groups()
        for name, said, upper in (("ci_low", low, False), ("ci_high", high, True)):
            if not limit_agrees(said, 100 * row[name], upper=upper):
                yield f"{name}: says {said}, is {row[name]}"
        ends = value(low), value(high)
        excluded = ends[0] > 0 or ends[1] < 0 or (ends[0] == 0 and left == "(") or (ends[1] == 0 and right == ")")
        yield from same(f"{limits} excludes no difference", excluded, _clear(row))
    wrong = missed_by(facts, row["dataset"])
    true = 100 * (len(wrong[row["a"]]) - len(wrong[row["b"]])) / n_instances(facts, row["dataset"])
    yield from rounded("difference of the error rates", estimate, true)
    largest = max(abs(other["estimate"]) for other in _with(rows, row["b"]) if other["estimate"] is not None)
    if abs(row["estimate"]) < largest - 1e-9:
        yield f"{100 * abs(row['estimate']):.1f} points are not the largest difference, {100 * largest:.1f} are"


def _rounds(text: str, true: float) -> bool:
    return not list(rounded("", text, true))


def _mcnemar(facts: Facts, rows: list[dict[str, Any]], test: str) -> Contradictions:
    """Compute McNemar's exact test again: the sign test on the instances that one of two gets wrong."""
    yield from same("test", test, "McNemar’s exact test")
    for row in rows:
        wrong = missed_by(facts, row["dataset"])
        a, b = wrong[row["a"]], wrong[row["b"]]
        p = sign_p(len(a - b), len(b - a))
        if not _near(p, row["p_value"]):
            yield f"{row['a']} against {row['b']} on {row['dataset']}: p is {p}, the row says {row['p_value']}"


# Areas, losses and squared errors


@claim(
    rf"On {{sets:count}} datasets, {{n:count}} comparisons of (?P<what__rest>areas|quadratic losses|squared errors|costs) with {{focus:name}}:"
    rf" {{ahead:count}} significantly in its favour, {{behind:count}} against it \({{test:words}}, {{adjustment:words}}-adjusted within each"
    rf" dataset {OVER}\)\.",
    ANSWER,
    OTHER,
)
def counted_comparisons(facts, sentence, sets, n, what, focus, ahead, behind, test, adjustment, whom):
    rows = _rows(sentence)
    worse, better, _ = _tally(rows, focus)
    yield from same("in its favour", ahead, len(worse))
    yield from same("against it", behind, len(better))
    yield from same("comparisons", n, len(_with(rows, focus)))
    yield from same("datasets", sets, len({row["dataset"] for row in rows}))
    yield from same("adjustment", adjustment, ADJUSTMENTS[facts.adjustment])
    yield from _family(facts, sentence, whom, focus)


@claim(
    rf"On {{dataset:dataset}}, the (?P<what__rest>(?:pooled )?AUC|quadratic loss|squared errors) of {{focus:name}}"
    rf"(?:, {{area:number}}(?: \({{level:number}} % interval {{low:number}} to {{high:number}}\))?,)?(?: \((?:pooled )?RMSE {{rmse:number}}\))?"
    rf" (?:is|are) significantly (?P<words__rest>(?:smaller|larger) than th(?:at|ose) of .+?) \({{test:words}}, {{adjustment:words}}-adjusted {OVER}\)\.",
    ANSWER,
    OTHER,
)
def on_one(facts, sentence, dataset, what, focus, area, level, low, high, rmse, words, test, adjustment, whom):
    rows = [row for row in _rows(sentence) if row["dataset"] == dataset]
    worse, better, _ = _tally(rows, focus)
    ends = ("larger", "smaller") if "AUC" in what else ("smaller", "larger")
    yield from _parted(facts, words, None, (worse, better, []), ends)
    yield from same("adjustment", adjustment, ADJUSTMENTS[facts.adjustment])
    yield from _family(facts, sentence, whom, focus)
    mine = facts.table.filter((pl.col("dataset") == dataset) & (pl.col("algorithm") == focus))
    if area is not None:
        chances = mine["prob_yes"].to_list()
        truth = [label == "yes" for label in mine["truth"]]
        yield from rounded("area", area, auc(chances, truth))
    if level is not None:
        yield from rounded("level", level, 100 * (1 - facts.alpha))
        table = facts.tables["areas"].frame if "areas" in facts.tables else None
        if table is not None and {"algorithm", "dataset", "ci_low", "ci_high"} <= set(table.columns):
            own = table.filter((pl.col("dataset") == dataset) & (pl.col("algorithm") == focus)).row(0, named=True)
            if not limit_agrees(low, own["ci_low"], upper=False) or not limit_agrees(high, own["ci_high"], upper=True):
                yield f"interval: says {low} to {high}, is {own['ci_low']} to {own['ci_high']}"
    if rmse is not None:
        errors = (mine["truth"] - mine["prediction"]).to_numpy()
        yield from rounded("RMSE", rmse, float((errors**2).mean() ** 0.5))


@claim(r"Its skill against a forecast of the class shares is {skill:number}\.", ANSWER, OTHER)
def skill_of_forecast(facts, sentence, skill):
    frames = [frame for frame in facts.section_rows("probabilities") if "skill" in frame.columns]
    known = [value for frame in frames for value in frame["skill"].to_list() if value is not None]
    true = [value for value in _skills(facts).values() if value is not None]
    if not any(_rounds(skill, value) for value in true) or not any(_rounds(skill, value) for value in known):
        yield f"skill: says {skill}, the skills are {true}"


def _skills(facts: Facts) -> dict[str, float]:
    """Return 1 minus the quadratic loss over that of the class shares, by algorithm, on the first dataset."""
    table = facts.table.filter(pl.col("dataset") == facts.datasets[0])
    classes = sorted(table["truth"].unique().to_list())
    found = {}
    for name in facts.algorithms:
        mine = table.filter(pl.col("algorithm") == name)
        shares = {label: float((mine["truth"] == label).to_numpy().mean()) for label in classes}
        loss = base = 0.0
        for row in mine.to_dicts():
            loss += sum((row[f"prob_{label}"] - (row["truth"] == label)) ** 2 for label in classes)
            base += sum((shares[label] - (row["truth"] == label)) ** 2 for label in classes)
        found[name] = 1 - loss / base
    return found


@claim(
    r"On {dataset:dataset}, (?P<verdict__rest>the probabilities of .+? do not differ significantly in quality|{first:name} gives significantly better"
    r" probabilities than {second:name}): the quadratic loss of {a:name} minus that of {b:name} is {estimate:number}"
    r"(?: \({level:number} % interval {low:number} to {high:number}\))?(?:, paired (?:t|t test on instances, t) = {t:number}, df = {df:number}, p {p:p})?\.",
    ANSWER,
    OTHER,
)
@claim(
    r"On {dataset:dataset}, (?P<verdict__rest>.+? do not differ significantly in how they rank the instances|{first:name} ranks the instances significantly"
    r" better than {second:name}): the (?:pooled )?AUC of {a:name} minus that of {b:name} is {estimate:number}"
    r"(?: \({level:number} % interval {low:number} to {high:number}\))?(?:, DeLong z = {t:number}, p {p:p})?\.",
    ANSWER,
    OTHER,
)
@claim(
    r"On {dataset:dataset}, (?P<verdict__rest>.+? do not differ significantly in squared error|{first:name} has significantly smaller squared errors than"
    r" {second:name}): the mean squared error of {a:name} is {ratio:number} times that of {b:name}(?:, the mean difference {estimate:number}"
    r"(?: \({level:number} % interval {low:number} to {high:number}\))?)? \((?:paired t = {t:number}, df = {df:number}, |{test:words}, )?p {p:p}\)\.",
    ANSWER,
    OTHER,
)
def of_two(
    facts,
    sentence,
    dataset,
    verdict,
    first,
    second,
    a,
    b,
    estimate,
    level,
    low,
    high,
    t,
    p,
    df=None,
    ratio=None,
    test=None,
):
    row = _turned(next(row for row in _rows(sentence) if row["dataset"] == dataset), a)
    yield from same("b", b, row["b"])
    if first:
        yield from same("winner", first, row["better"] if _clear(row) else None)
        yield from same("pair", sorted([first, second]), sorted([a, b]))
    else:
        yield from same("not significant", True, not _clear(row))
    yield from _pair_numbers(facts, row, t, df, p, estimate, level, low, high)
    if ratio is not None:
        table = facts.table.filter(pl.col("dataset") == dataset)
        error = {
            name: float(((mine["truth"] - mine["prediction"]) ** 2).mean())  # type: ignore[arg-type]
            for name in (a, b)
            for mine in [table.filter(pl.col("algorithm") == name)]
        }
        yield from rounded("ratio of the mean squared errors", ratio, error[a] / error[b])


@claim(
    r"(?:Two populations: tests on {noun:words} generalise to further {again:words} for the models as they were trained, tests on runs to models trained anew"
    r" on other training sets of these data; so the two can disagree"
    r"|Tests on runs speak of models trained anew on other training sets of these data, tests on {other:words} of these very models on further {further:words}; so the"
    r" two can disagree)\.",
    ANSWER,
    OTHER,
)
def two_populations(facts, sentence, noun, again, other, further):
    yield from same("instances", again or further, noun or other)
    for section in ("within", "predicted"):
        if section not in facts.sections:
            yield f"there is no section {section}, so there are no two answers"


# Several metrics at once, analysis of variance


@claim(
    r"In {metrics:metrics} taken together, the (?:two )?algorithms (?P<words__rest>differ significantly on .+?|do not differ significantly on .+?)"
    r" \((?:corrected )?(?:Wilks|Hotelling) test, {adjustment:words}-adjusted over the datasets\)\.",
    ANSWER,
    OTHER,
)
def together(facts, sentence, metrics, words, adjustment):
    rows = _rows(sentence)
    clear = sorted(
        {row["dataset"] for row in rows if row["p_adjusted"] is not None and row["p_adjusted"] <= facts.alpha}
    )
    tested = sorted({row["dataset"] for row in rows if row["p_adjusted"] is not None})
    yield from same("adjustment", adjustment, ADJUSTMENTS[facts.adjustment])
    if match := re.fullmatch(r"differ significantly on (\w+) of (\d+) datasets?", words):
        yield from same("datasets that differ", count(match[1]), len(clear))
        yield from same("datasets", int(match[2]), len({row["dataset"] for row in rows if row["p_value"] is not None}))
        return
    differ, _, rest = words.removeprefix("do not ").partition(", but not on ")
    named, others = facts.names.listed(differ), facts.names.listed(rest)
    if words.startswith("do not"):
        named, others = [], named
    yield from same("datasets that differ", named, clear)
    yield from same("datasets that do not", others, [name for name in tested if name not in clear])


@claim(
    r"On {dataset:dataset}, the (?:two )?algorithms (?P<words__rest>differ|do not differ) significantly in {metrics:metrics} taken together"
    r" \((?:corrected )?(?:Wilks test, Λ [=<] ?{wilks:number}|Hotelling test, T\^2 = {t:number}), F\({df1:number}, {df2:number}\) = {f:number}, p {p:p}\)\.",
    ANSWER,
    OTHER,
)
def together_on_one(facts, sentence, dataset, words, metrics, wilks, t, df1, df2, f, p):
    row = next(row for row in _rows(sentence) if row["dataset"] == dataset)
    if not p_agrees(p, row["p_value"]):
        yield f"p: says {p}, is {row['p_value']}"
    yield from same("differ", words == "differ", row["p_value"] <= facts.alpha)
    yield from rounded("df1", df1, row["df1"])
    yield from rounded("df2", df2, row["df2"])
    if not (_rounds(f, row["statistic"]) or _rounds(f, row["statistic"])):
        yield f"F: says {f}, is {row['statistic']}"
    _ = metrics, wilks, t


@claim(
    r"On {dataset:dataset}, the algorithms (?P<words__rest>differ|do not differ) significantly by {metric:metric} \((?:blocked|one-way) ANOVA,"
    r" (?:corrected )?F = {f:number}, df = {df1:number} and {df2:number}, p {p:p}(?: after {adjustment:words} adjustment)?; (?:partial )?η² = {effect:number}\)\.",
    ANSWER,
    OTHER,
)
def variance_on_one(facts, sentence, dataset, words, metric, f, df1, df2, p, adjustment, effect):
    rows = [
        row for row in _rows(sentence) if row.get("dataset", dataset) == dataset and row.get("metric", metric) == metric
    ]
    deciding = [
        row for row in rows if _rounds(f, row["statistic"]) and _rounds(df1, row["df1"]) and _rounds(df2, row["df2"])
    ]
    if not deciding:
        yield f"no row has F = {f} with {df1} and {df2} degrees of freedom"
        return
    row = deciding[0]
    true = row["p_adjusted"] if adjustment else row["p_value"]
    if not p_agrees(p, true):
        yield f"p: says {p}, is {true}"
    decided = row["p_adjusted"] if row["p_adjusted"] is not None else row["p_value"]
    yield from same("differ", words == "differ", decided <= facts.alpha)
    yield from rounded("effect", effect, row["effect"])


# Posterior probabilities


@claim(
    r"By {metric:metric}, over (?:{least:count} to )?{most:count} datasets, {rest:rest} \(Bayesian signed-rank test\)\.",
    ANSWER,
    OTHER,
)
def posterior(facts, sentence, metric, least, most, rest):
    chances = _chances(sentence)
    one = facts.of(metric)
    focus = next(iter({row["b"] for row in _rows(sentence)}))
    yield from _focus(facts, metric, focus)
    sizes = [n for pair, n in one.shared.items() if focus in pair and n] if one.policy == "available" else [*one.n]
    yield from same("datasets", (least or most, most), (min(sizes), max(sizes)))
    verdicts = {
        name: next((term for term, p in terms.items() if p is not None and p > SURE), None)
        for name, terms in chances.items()
    }
    undecided = [name for name, term in verdicts.items() if term is None]
    words = {"better": "a_better", "worse": "b_better", "equivalent": "rope"}
    if match := re.fullmatch(
        r"whether ([\ue000-\ue7ff]) is (?:practically )?better than ([\ue000-\ue7ff]) is undecided \((.+)\)", rest
    ):
        name = facts.names.unmasked(match[1])
        yield from same("undecided", [name], undecided)
        for clause in match[3].split(", "):
            found = re.fullmatch(r"(?:practically )?(better|equivalent|worse) with P (.+)", clause)
            if found is None or not chance_agrees(found[2], chances[name][words[found[1]]]):
                yield f"{clause}: the probabilities are {chances[name]}"
        return
    left = set(chances)
    for clause in rest.split("; "):
        if found := re.fullmatch(
            r"(.+?) (?:is|are) (?:practically )?(better|worse|equivalent)(?: than| to) ([\ue000-\ue7ff]) \(P (.+)\)",
            clause,
        ):
            term = words[found[2]]
            true = [name for name, verdict in verdicts.items() if verdict == term]
            names = facts.names.listed(found[1])
            if number := re.fullmatch(r"(\d+) of the (\d+) others|all (\w+) others|both others", found[1]):
                yield from same(f"number {found[2]}", int(number[1]) if number[1] else len(chances), len(true))
                names = true
            yield from same(found[2], names, true)
            left -= set(true)
            yield from same("compared with", facts.names.unmasked(found[3]), focus)
            if true and not chance_agrees(found[4], min(chances[name][term] for name in true)):
                yield f"{clause}: the probabilities are {[chances[name][term] for name in true]}"
        elif found := re.fullmatch(r"(?:the other|all) (\w+) comparisons are undecided", clause):
            yield from same("undecided", count(found[1]), len(undecided))
            left -= set(undecided)
        elif re.fullmatch(r"the other comparison is undecided|the comparison is undecided", clause):
            yield from same("undecided", 1, len(undecided))
            left -= set(undecided)
        elif clause == "both comparisons are undecided":
            yield from same("undecided", 2, len(undecided))
            left -= set(undecided)
        else:
            yield f"not understood: {clause}"
    yield from same("not spoken of", sorted(left), [])


def _chances(sentence: Sentence) -> dict[str, dict[str, float]]:
    chances: dict[str, dict[str, float]] = {}
    for row in _rows(sentence):
        chances.setdefault(row["a"], {})[row["term"]] = row["estimate"]
    return chances
