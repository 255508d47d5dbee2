"""What to read with care on page one: gaps, assumed designs, results that mislead, several metrics, few datasets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import polars as pl

from benchreport.document.analyses.answer import data_checks
from benchreport.document.analyses.answer.one_dataset import OneDataset, test_in_words
from benchreport.document.analyses.answer.picture import MOST_ROWS
from benchreport.document.analyses.answer.several_datasets import ALIKE, NORMAL, TESTS, Standing
from benchreport.document.analyses.predictions.prediction_tests import instance_test
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison
from benchreport.document.evidence.left_out import left_out_words
from benchreport.document.evidence.predictions import runs_in_words
from benchreport.document.evidence.result_rows import grouped
from benchreport.naming import enumerated, initial, spelled
from benchreport.numerals import fixed, limit_texts, number, p_statement, percent
from benchreport.options import Options, ranks_decide
from benchreport.registry import METHODS
from benchreport.stats.answer.deciding import least_nemenyi
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.stats.two_algorithms.on_instances import instance_dependence
from benchreport.tables.complete import missing_cells
from benchreport.tables.designs.doubtful import BASELINE_NAMES, below_chance, is_cost
from benchreport.tables.designs.doubtful_results import doubtful_results
from benchreport.tables.designs.prediction_design import design_of
from benchreport.tables.metric_names import printed_metric
from benchreport.tables.schema import UNDECLARED, normalised

Item = tuple[str, str]
# More names than these are counted.
NAMED = 6
MOST_CLAUSES = 3
# Of an algorithm at the limit on so many of its datasets, times are budgets.
AT_LIMIT = 0.95


def care_items(evidence: Evidence, standing: Standing | None, single: OneDataset | None) -> tuple[Item, ...]:
    """Return what to read with care: a label of two or three words, and a sentence or two."""
    return tuple(_items(evidence, standing, single))


def _items(evidence: Evidence, standing: Standing | None, single: OneDataset | None) -> Iterator[Item]:
    yield from _left_out(evidence.options)
    if predicate := evidence.provenance.predicate:
        yield "Rows kept by choice", f"The input was read where {predicate}; no other row was used."
    if len(evidence.datasets) == 1:
        yield (
            "One dataset",
            f"These results hold for {evidence.datasets[0]}; they do not say how the {evidence.nouns} compare on "
            "other data.",
        )
    if evidence.predictions is not None and "weight" in evidence.predictions.columns:
        yield (
            "Weights not used",
            "The predictions have weights; measures and tests of instances count each instance once.",
        )
    yield from _pooled(evidence, single)
    yield from doubtful_results(evidence.scores)
    yield from _coverage(evidence)
    yield from _not_at_random(evidence, standing)
    yield from _unequal_runs(evidence)
    yield from _design(evidence, single)
    yield from _doubtful(evidence, standing)
    yield from _several_metrics(evidence, standing)
    yield from _few(evidence, standing)


def _left_out(options: Options) -> Iterator[Item]:
    """Yield the algorithms and datasets that are left out by choice; a name at the beginning keeps its case."""
    if words := left_out_words(options, NAMED):
        named = 0 < len(options.without_algorithms) <= NAMED
        yield "Left out by choice", f"{words if named else initial(words)}."


def _pooled(evidence: Evidence, single: OneDataset | None) -> Iterator[Item]:
    """Yield what instances and models the errors come from, where instances depend or there are several models."""
    if single is None or not single.errors or evidence.decided is None:
        return
    if evidence.folds is not None and not evidence.folds["same_instances"].all():
        yield "Unequal test sets", f"Not all {evidence.nouns} predicted the same instances in the same runs."
    if not single.test:
        return
    dependence, tests = instance_dependence(evidence.decided), instance_test(evidence)
    if dependence.clustered and tests is not None:
        unit = "" if single.over else f"; the {single.test} counts clusters"
        yield "Clusters", f"The instances come in {tests.sampled} and are not independent within them{unit}."
    runs = runs_in_words(evidence)
    if evidence.folds is None or (n_runs := evidence.folds.select(pl.col("n_repeats") * pl.col("n_folds")).item()) < 2:
        return
    kind = runs.split(" ")[-1].removesuffix("s")
    most = "" if evidence.folds["same_instances"].all() else "up to "
    models = f"Each {evidence.noun} is {most}{spelled(n_runs)} models, one per {kind}"
    if single.over and tests is not None:
        worse = tests.outcome(single.name, evidence.options.alpha).worse
        others = _some(worse, evidence.nouns) if worse else f"no other {evidence.noun}"
        beside = test_in_words(tests.rows["method"][0], evidence)
        yield (
            "Fitted models",
            f"{models}; the {single.test} speaks of the {evidence.nouns}. The {beside}, which speaks of these models, "
            f"finds {others} worse than {single.name}.",
        )
    elif kind == "attempt":
        yield "Attempts", f"The {runs} at an item are averaged; the {single.test} counts items."
    elif dependence.attempts > 1 and single.method != "mcnemar":
        yield initial(f"{kind}s"), f"{models}; the {single.test} averages them on every instance."
    else:
        yield "Pooled runs", f"{models}; the {single.test} treats them as one."


def _coverage(evidence: Evidence) -> Iterator[Item]:
    """Yield who lacks results where, by the first metric, and which metrics were left out."""
    names = pl.col("algorithm", "dataset").cast(pl.String)
    cells = missing_cells(evidence.of(evidence.metrics[0])).with_columns(names).sort("algorithm", "dataset")
    if gaps := _gaps(cells.filter(pl.col("n_missing") == pl.col("n_runs")), evidence.nouns):
        yield "Coverage", gaps
    if evidence.excluded:
        first = [f"{printed_metric(name)} ({reason})" for name, reason in evidence.excluded[:2]]
        more = len(evidence.excluded) - len(first)
        yield "Metrics left out", f"{enumerated([*first, f'{spelled(more)} more'] if more else first)}."


def _gaps(lacking: pl.DataFrame, nouns: str) -> str:
    """Return which algorithms have no result on which datasets; those that lack the same ones together."""
    own = dict(lacking.group_by("algorithm", maintain_order=True).agg("dataset").rows())
    alike = grouped(own, lambda name: tuple(own[name]))
    parts = sorted(alike.items(), key=lambda item: (-len(item[0]), item[1]))
    if len(parts) > MOST_CLAUSES:
        return f"{initial(spelled(len(own)))} {nouns} lack results on {_datasets(lacking['dataset'].n_unique())}."
    clauses = [
        f"{_some(names, nouns)} {_have(names)} no result on {_some(datasets, 'datasets')}" for datasets, names in parts
    ]
    return f"{'; '.join(clauses)}." if clauses else ""


def _have(names: Sequence[str]) -> str:
    return "have" if len(names) > 1 else "has"


def _some(names: Sequence[str], nouns: str) -> str:
    return enumerated(names) if len(names) <= NAMED else f"{spelled(len(names))} {nouns}"


def _datasets(n: int) -> str:
    return f"{spelled(n)} dataset{'' if n == 1 else 's'}"


def _not_at_random(evidence: Evidence, standing: Standing | None) -> Iterator[Item]:
    """Yield the algorithms whose missing datasets are harder, or easier, for the others than those they have."""
    metric = evidence.metrics[0] if standing is None else standing.c.metric
    if not metric.comparable or evidence.policies[metric.name] == "complete":
        return
    rows = data_checks.unlike_datasets(evidence.means_of(metric))
    focus = "" if standing is None else standing.name
    harder = (pl.col("lacking") < pl.col("present")) != metric.lower
    unlikely = rows.filter((pl.col("p") <= evidence.options.alpha) & (pl.col("lacking") != pl.col("present")))
    unlikely = unlikely.sort(pl.col("algorithm") != focus, "p", "algorithm").with_columns(harder=harder)
    if unlikely.is_empty():
        return
    name, lacking, present, p, is_harder = unlikely.row(0)
    words = ("harder", "easier") if is_harder else ("easier", "harder")
    others = [other for other in evidence.algorithms if other != name]
    who = f"{others[0]} finds" if len(others) == 1 else "the others find"
    test = f"rank-sum test, {'Holm-adjusted ' if rows.height > 1 else ''}p {p_statement(p)}"
    medians = f"median {metric.name} {fixed(lacking, 2)}, elsewhere {fixed(present, 2)}; {test}"
    alike, unlike = (unlikely[1:].filter(harder=way)["algorithm"].to_list() for way in (is_harder, not is_harder))
    rest = f"; the same holds for {_some(alike, evidence.nouns)}" if alike else ""
    if unlike:
        rest += f"; {_some(unlike, evidence.nouns)} {'lack' if len(unlike) > 1 else 'lacks'} results on {words[1]} ones"
    yield "Not missing at random", f"{name} lacks results on datasets that {who} {words[0]} ({medians}){rest}."


def _unequal_runs(evidence: Evidence) -> Iterator[Item]:
    """Yield which algorithms have fewer runs than others on how many datasets, by the first metric."""
    metric = evidence.metrics[0]
    cells = missing_cells(evidence.of(metric)).filter(pl.col("n_missing") < pl.col("n_runs"))
    runs, total = pl.col("n_runs") - pl.col("n_missing"), pl.col("n_runs")
    facts = cells.group_by(pl.col("algorithm").cast(pl.String)).agg(
        low=runs.min(), high=runs.max(), total=total.max(), datasets=pl.col("dataset").cast(pl.String).sort()
    )
    alike = grouped(facts.sort("low", "algorithm").rows(), lambda row: (*row[1:4], tuple(row[4])))
    clauses = []
    for (low, high, most, datasets), rows in alike.items():
        names = [row[0] for row in rows]
        n = spelled(low) if low == high else f"{spelled(low)} to {spelled(high)}"
        every = "all " if len(datasets) == len(evidence.datasets) > 1 else ""
        where = datasets[0] if len(datasets) == 1 else f"{every}{_datasets(len(datasets))}"
        clauses.append(f"{_some(names, evidence.nouns)} {_have(names)} {n} of {spelled(most)} runs on {where}")
    if len(clauses) > MOST_CLAUSES:
        where = _datasets(cells["dataset"].n_unique())
        clauses = [f"{initial(spelled(facts.height))} {evidence.nouns} have fewer runs than others on {where}"]
    if clauses:
        cut = evidence.alike.cut.filter(pl.col("metric").cast(pl.String) == metric.name).height
        end = ", and only the runs that all have are averaged" if cut else ""
        yield "Unequal runs", f"{'; '.join(clauses)}{end}."


def _design(evidence: Evidence, single: OneDataset | None) -> Iterator[Item]:
    runs = evidence.design.filter((pl.col("design") == UNDECLARED) & (pl.col("n_algorithms") > 1))
    if runs.is_empty() or single is not None:  # of a single dataset the answer itself says so
        return
    n = spelled(runs.select((pl.col("n_repeats") * pl.col("n_folds")).max()).item())
    yield (
        "Design not declared",
        f"The {n} runs of a cell may be folds, resamples or seeds, so no dataset is tested by itself; "
        "tests over datasets do not depend on it.",
    )


def _doubtful(evidence: Evidence, standing: Standing | None) -> Iterator[Item]:
    """Yield results that mislead: below chance, zeros, hard labels, perfect runs, isolated results, full budgets."""
    scores = evidence.scores
    yield from _below_chance(evidence)
    for c in evidence.comparisons:
        forced = evidence.options.test_for("pairs") != "sign_test" and not c.metric.comparable
        if c.reason is None and forced and not c.metric.ratios:
            yield (
                "No lower end",
                f"{initial(c.metric.name)} has no lower end, so its differences on different datasets are not "
                "comparable; wins are compared.",
            )
        elif c.reason is None and forced and (c.tested["method"] == "sign_test").any():
            yield (
                "Zero values",
                f"Some values of {c.metric.name} are 0 or below, so ratios cannot be formed; wins are compared.",
            )
    yield from _unrecorded(evidence)
    labels = scores.once(data_checks.hard_labels)
    if labels.height:
        names = labels["algorithm"].to_list()
        sign = " (°)" if standing is not None and standing.c.ranks.height > MOST_ROWS else ""
        yield (
            "Classes instead of probabilities",
            f"The log loss of {_some(names, evidence.nouns)}{sign} is {fixed(labels['factor'][0], 2)} times "
            f"{'its' if len(names) == 1 else 'their'} error rate, so it says nothing beyond accuracy.",
        )
    rates = [metric.name for metric in evidence.metrics if metric.scale in ("share", "area") and not metric.lower]
    yield from _perfect(scores, rates[:1], evidence.nouns)
    if standing is not None:
        yield from _isolated(evidence, standing)
    yield from _budgets(scores, evidence.nouns)


def _below_chance(evidence: Evidence) -> Iterator[Item]:
    """Yield the metrics by which the best mean is worse than guessing."""
    two = evidence.predictions is not None and evidence.predictions.once(design_of)["n_classes"].max() == 2
    names = {metric.name: evidence.table_metrics.get(metric.name, metric.name) for metric in evidence.metrics}
    rows = sorted(below_chance(evidence.scores, names, two_classes=two).rows(), key=lambda row: [*names].index(row[0]))
    if not rows:
        return
    name, algorithm, mean, chance, lower = rows[0]
    further = f" The same holds for {enumerated([row[0] for row in rows[1:]])}." if len(rows) > 1 else ""
    yield (
        f"{'Above' if lower else 'Below'} chance",
        f"The best mean {name} is {fixed(mean, 3)} ({algorithm}), {'above' if lower else 'below'} the level of "
        f"guessing, {number(chance)}.{further} Are the values what their name says, and which way is better?",
    )


def _unrecorded(evidence: Evidence) -> Iterator[Item]:
    """Yield the costs of trivial baselines, which were not recorded and are left out."""
    for metric in evidence.metrics:
        if not is_cost(metric.name):
            continue
        present = set(evidence.of(metric)["algorithm"].unique().cast(pl.String))
        absent = [name for name in evidence.algorithms if name not in present and normalised(name) in BASELINE_NAMES]
        if absent:
            words = f"{initial(metric.name)} of {enumerated(absent)} was not recorded and is left out."
            yield "Costs not recorded", words


def _perfect(scores: pl.DataFrame, metrics: Sequence[str], nouns: str) -> Iterator[Item]:
    rows = data_checks.perfect_runs(scores, metrics)
    cases = rows.group_by("dataset", "next_best", maintain_order=True).agg("algorithm").rows()
    if not cases:
        return
    dataset, next_best, names = cases[0]
    metric = rows["metric"][0]
    more = len(cases) - 1
    further = f" The same holds on {_datasets(more)} more." if more else ""
    yield (
        "Perfect scores",
        f"{_some(names, nouns)} {'reach' if len(names) > 1 else 'reaches'} {metric} 1 on every run of {dataset}, "
        f"the next best {fixed(next_best, 3)}.{further}",
    )


def _isolated(evidence: Evidence, standing: Standing) -> Iterator[Item]:
    """Yield the results of the algorithm that is furthest below all others on some dataset, where its mean shows it."""
    c = standing.c
    if not c.metric.comparable or c.undecided is not None or evidence.filled:
        return
    scores = evidence.paired.of_metrics(c.metric.name)
    rows = data_checks.isolated_results(scores, [c.metric.name])
    if rows.is_empty():
        return
    name = rows.sort("gap", "algorithm", descending=[True, False])["algorithm"][0]
    far = rows.filter(pl.col("algorithm") == name)
    cells = scores.drop_nulls("value").group_by(pl.col("algorithm", "dataset").cast(pl.String)).agg(pl.mean("value"))
    own = cells.filter(pl.col("algorithm") == name).sort("dataset")
    rest = own.filter(~pl.col("dataset").is_in(far["dataset"].to_list()))
    every, without = (float(np.mean(part["value"].to_numpy())) for part in (own, rest))
    percents = bool((cells["value"].abs() > 1).any())
    places = 1 if percents else 3
    if abs(every - without) < 5 * 10.0**-places:
        return
    least, _ = limit_texts(min(far["gap"].to_list()) * (100 if percents else 1), None, places - (not percents))
    them = "this dataset" if far.height == 1 else "these datasets"
    yield (
        "Isolated results",
        f"On {_some(far['dataset'].to_list(), 'datasets')} {name} is at least {least} "
        f"{'above' if c.metric.lower else 'below'} every other {evidence.noun}. Without {them} its mean "
        f"{c.metric.name} is {fixed(without, places)} instead of {fixed(every, places)}.",
    )


def _budgets(scores: pl.DataFrame, nouns: str) -> Iterator[Item]:
    rows = data_checks.full_budgets(scores)
    for (metric,), part in rows.group_by("metric", maintain_order=True):
        low, high = (fixed(end, 0) if end >= 1000 else number(end) for end in part.select("low", "high").row(0))
        full = part.filter(pl.col("share") >= AT_LIMIT)["algorithm"].to_list()
        often = (
            part.filter(pl.col("share").is_between(0.5, AT_LIMIT, closed="left")).select("algorithm", "share").rows()
        )
        who = [f"that of {_some(full, nouns)} on nearly every dataset"] if full else []
        who += [f"that of {name} on {percent(share, 0)} of them" for name, share in often]
        yield (
            "Budget, not need",
            f"{initial(str(metric))} piles up between {low} and {high}"
            f"{f': {enumerated(who)}' if who else ''}. Such values show the limit.",
        )


def _several_metrics(evidence: Evidence, standing: Standing | None) -> Iterator[Item]:
    compared = [c for c in evidence.comparisons if c.reason is None and c.undecided is None]
    if standing is None or len(compared) < 2 or evidence.options.family == "all":
        return
    if standing.c.tested.height == 1:
        yield "Several metrics", f"p-values are not adjusted over the {spelled(len(compared))} metrics."
        return
    metrics = f"the {spelled(len(compared))} metrics"
    yield "Several metrics", f"p-values are adjusted over the {standing.n_pairs} of a metric, not over {metrics}."


def _few(evidence: Evidence, standing: Standing | None) -> Iterator[Item]:
    if standing is None:
        return
    if standing.case == "few":
        if standing.omnibus is not None and standing.omnibus.significant:
            words = f"The test over datasets says that not all {evidence.nouns} are alike, never which two differ."
        else:
            words = "Mean ranks describe these datasets only."
        yield "Few datasets", f"{words} {_offer(evidence, standing)}".rstrip()
    elif ranks_decide(standing.c.method):
        yield "Test asked for", _asked_words(standing.c, evidence)


def _offer(evidence: Evidence, standing: Standing) -> str:
    """Return which tests of pairs can be asked for where exact ones cannot decide, and what they assume."""
    c, offers = standing.c, []
    if evidence.families is not None or standing.n < 2:
        return ""
    if c.several and not c.pairwise and least_nemenyi(c.ranks.height, standing.n) <= evidence.options.alpha:
        offers.append(f'"nemenyi" ({ALIKE.format(evidence.nouns)})')
    if c.method != "sign_test":
        offers.append(f'"kfold_paired_t" ({NORMAL})')
    if not offers:
        return ""
    return f"Pairs can be tested on an assumption that is declared: tests.pairs = {' or '.join(offers)}."


def _asked_words(c: Comparison, evidence: Evidence) -> str:
    """Return what a post-hoc test of mean ranks controls, and what its verdicts depend on."""
    level = percent(evidence.options.alpha)
    if METHODS[c.method].simultaneous:
        claim = f"It keeps the probability of any false claim at {level} where all {evidence.nouns} are alike."
    else:
        claim = f"Its p-values are adjusted by {adjustment_name(evidence.options.adjust)}."
    test = TESTS.get(c.method, METHODS[c.method].title)
    return (
        f"{test} decides because it was asked for; the default is an exact test of each pair. {claim} "
        f"Its verdict on two {evidence.nouns} depends on the others, and sizes are differences of mean ranks."
    )
