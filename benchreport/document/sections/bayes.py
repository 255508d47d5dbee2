"""Posterior probabilities: better, practically equivalent, worse; verdicts where datasets suffice."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import ClassVar

import polars as pl

from benchreport.document.analyses.posteriors import FEWEST_PICKED, SURE, TERMS, draws_of, posteriors, ropes_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison, turned_against
from benchreport.document.evidence.result_rows import grouped, of_metrics, plain, smallest
from benchreport.document.evidence.runs import SEVERAL, UNMATCHED, datasets_in, several_by_design
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import Printer, column, label
from benchreport.document.model.blocks import Cell, Figure, Part, Section, Table
from benchreport.document.model.former_names import COMPARED
from benchreport.naming import named, spelled
from benchreport.numerals import counted, integer, number, probability
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.remarks import carries
from benchreport.stats.bayes.paired_tests import bayes_correlated_t
from benchreport.tables.designs.sizes import NEEDS_DESIGN, size_ratios

MOST_DRAWN = 4
# How runs came about when they share training data, so that their correlation is known.
CORRELATED = tuple(name for name in SEVERAL if name != UNMATCHED)


@dataclass(frozen=True, kw_only=True)
class Belief:
    """The posteriors of one metric: ``rows`` over datasets, ``chances`` with a row per other algorithm and a verdict.

    ``single`` are the rows of the runs of single datasets, where there are several.
    """

    compared: Comparison
    rope: float
    draws: int
    rows: pl.DataFrame
    chances: pl.DataFrame
    single: pl.DataFrame | None

    @property
    def few(self) -> bool:
        """Whether there are too few datasets for any verdict."""
        return bool((self.rows["status"] == "too_few").any())

    @cached_property
    def judged(self) -> bool:
        """Whether verdicts are given: enough datasets, more of them against an algorithm picked from the same data."""
        picked = self.compared.baseline is None
        return not self.few and not (picked and self.compared.ranks["n"][0] < FEWEST_PICKED)


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyOther:
    """The only other algorithm: its verdict, empty where undecided, and the probabilities as they follow P."""

    name: str
    verdict: str
    p_verdict: str
    p_better: str
    p_rope: str
    p_worse: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedVerdict:
    """The algorithms of one verdict, with the smallest of their probabilities."""

    names: str
    n: int
    words: str
    p: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OnRuns:
    """How many comparisons on the runs of single datasets come out better, equivalent, worse and undecided.

    ``unknown`` of them could not be computed; ``assumed`` says that the correlation follows from the number of folds.
    """

    rows: pl.DataFrame
    better: int
    rope: int
    worse: int
    open: int
    total: int
    datasets: str
    unknown: int
    assumed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Bayes:
    """What the template ``bayes`` prints; ``rope`` is empty without a region of practical equivalence."""

    FORMER: ClassVar[Mapping[str, str]] = COMPARED | {
        "has_rope": "s.rope",
        "judged": "s.unjudged_reason",
        "shared": "s.c.leader",
        "single_rows": "s.on_runs.rows",
        "first": "s.c",
        "others": "s.only",
        "verdict_of": "s.only.verdict",
        "single": "s.on_runs",
        "unjudged": "s.unknown_runs",
    }

    c: Comparison
    datasets: str
    rope: str
    declared: bool
    sure: str
    unjudged_reason: str
    words: Mapping[str, str]
    only: OnlyOther | None
    verdicts: tuple[NamedVerdict, ...]
    undecided: str
    reconciled: tuple[str, ...]
    headline: bool
    rows: pl.DataFrame
    table: Table
    simplex: Figure | None
    draws: str
    error: str
    gaps: bool
    close: str
    n_close: int
    on_runs: OnRuns | None
    unknown_runs: bool
    metrics: Table | None


def bayes_section(evidence: Evidence) -> Section | None:
    """Return the section on posterior probabilities; none where nothing could be compared over datasets."""
    all_beliefs = beliefs(evidence)
    if not all_beliefs:
        return None
    first, options = all_beliefs[0], evidence.options
    others = first.chances.height
    sizes: list[int] = first.rows["n"].drop_nulls().to_list()
    words = _words(first.rope)
    undecided = first.chances.filter(pl.col("verdict") == "open").height
    close = _close(first)
    record = Bayes(
        c=first.compared,
        datasets=counted(max(sizes, default=0), "dataset", min(sizes, default=0)),
        rope=number(first.rope) if first.rope else "",
        declared=_declared(evidence, first),
        sure=number(SURE),
        unjudged_reason="" if first.judged else _why_unjudged(first),
        words=words,
        only=_only_other(first, words) if others == 1 else None,
        verdicts=tuple(verdict for term in TERMS if (verdict := _named_verdict(first, term, words)) is not None),
        undecided=_undecided(undecided, others),
        reconciled=_reconciled(first, options.alpha) if first.judged else (),
        headline=first.judged and _upheld(first, options.alpha),
        rows=first.rows,
        table=_table(first),
        simplex=_simplex(first, evidence),
        draws=integer(first.draws),
        error=number(0.5 / math.sqrt(first.draws), 1),
        gaps=evidence.filled,
        close=named(close, others),
        n_close=len(close),
        on_runs=_on_runs_counts(first),
        unknown_runs=first.single is None and _correlated(first.compared, evidence).height > 0,
        metrics=_metrics(all_beliefs) if len(all_beliefs) > 1 else None,
    )
    return evidence.section("bayes", record)


def _close(belief: Belief) -> list[str]:
    """Return the algorithms with a probability within two Monte Carlo standard errors of what counts as sure."""
    reach = 2 * math.sqrt(SURE * (1 - SURE) / belief.draws)
    if not belief.judged:
        return []
    near = [(pl.col(term) - SURE).abs() <= reach for term in TERMS]
    return belief.chances.filter(pl.any_horizontal(near))["a"].to_list()


def _why_unjudged(belief: Belief) -> str:
    """Return why probabilities are printed without verdicts."""
    n = counted(int(belief.compared.ranks["n"][0]), "dataset")
    if belief.few:
        return f"{n} are too few, because unanimous signs give a probability near 1 whatever their number"
    return (
        f"{belief.compared.focus} was picked as the best on the same {n}, and with fewer than {FEWEST_PICKED} the "
        "probabilities against such a pick are too often near 1; a declared reference would allow verdicts"
    )


def _words(rope: float) -> dict[str, str]:
    """Return how the three outcomes are called."""
    practically = "practically " if rope else ""
    return {
        "a_better": f"{practically}better",
        "rope": "practically equivalent" if rope else "tied on every dataset",
        "b_better": f"{practically}worse",
        "open": "undecided",
    }


def _phrase(words: Mapping[str, str], verdict: str) -> str:
    """Return a verdict as it stands before the name of the other algorithm."""
    joint = {"a_better": "than", "rope": "to" if words["rope"].endswith("equivalent") else "with", "b_better": "than"}
    return f"{words[verdict]} {joint[verdict]}" if verdict in joint else words[verdict]


def _p_words(p: float | None) -> str:
    """Return a posterior probability as it follows the letter P.

    Examples
    --------
    >>> _p_words(0.9612), _p_words(0.99999)
    ('= 0.961', '> 0.999')
    """
    text = probability(p)
    return text if text.startswith(("<", ">")) else f"= {text}"


def _only_other(belief: Belief, words: Mapping[str, str]) -> OnlyOther:
    row = belief.chances.row(0, named=True)
    decided = row["verdict"] != "open"
    return OnlyOther(
        name=row["a"],
        verdict=_phrase(words, row["verdict"]) if decided else "",
        p_verdict=_p_words(row[row["verdict"]]) if decided else "",
        p_better=_p_words(row["a_better"]),
        p_rope=_p_words(row["rope"]),
        p_worse=_p_words(row["b_better"]),
    )


def _named_verdict(belief: Belief, term: str, words: Mapping[str, str]) -> NamedVerdict | None:
    """Return the algorithms of one verdict with the smallest of their probabilities."""
    rows = belief.chances.filter(pl.col("verdict") == term)
    if rows.is_empty():
        return None
    least = _p_words(smallest(rows[term]))
    return NamedVerdict(
        names=named(rows["a"].to_list(), belief.chances.height),
        n=rows.height,
        words=_phrase(words, term),
        p=least if rows.height == 1 else least.replace("=", "≥"),
    )


def _undecided(n: int, total: int) -> str:
    if n == total:
        return f"all {spelled(total)} comparisons are undecided"
    if n < 2:
        return "the other comparison is undecided" if n else ""
    return f"the other {spelled(n)} comparisons are undecided"


def _beside_tests(belief: Belief, alpha: float) -> pl.DataFrame:
    """Return the verdicts with what the deciding test says of the same pairs."""
    tests = turned_against(belief.compared.tested, belief.compared.focus).select(
        pl.col("a").cast(pl.String), significant=(pl.col("p_adjusted") <= alpha).fill_null(False)
    )
    return belief.chances.join(tests, on="a", how="left", maintain_order="left")


def _upheld(belief: Belief, alpha: float) -> bool:
    """Return whether the deciding test finds every difference that the posterior finds; a summary says no other."""
    doubted = _beside_tests(belief, alpha).filter(
        ~pl.col("significant").fill_null(False) & pl.col("verdict").is_in(["a_better", "b_better"])
    )
    return doubted.is_empty()


def _reconciled(belief: Belief, alpha: float) -> tuple[str, ...]:
    """Return what verdict and test say together where they seem to disagree, one sentence per kind."""
    if not belief.rope:
        return ()
    rows = _beside_tests(belief, alpha)
    significant, verdict = pl.col("significant"), pl.col("verdict")
    size = number(belief.rope)
    called = METHODS[belief.compared.method].name
    stricter = (
        "it is adjusted for the number of comparisons, the posterior is not"
        if belief.compared.tested.height > 1
        else f"a posterior probability of {number(SURE)} is a weaker demand than a two-sided test at {number(alpha)}"
    )
    kinds = (
        (
            ~significant & (verdict == "rope"),
            f"{called} finds no significant difference for {{}}: it detects none, and the posterior makes one above "
            f"{size} improbable",
        ),
        (
            significant & (verdict == "rope"),
            f"the difference from {{}} is significant by {called} and practically nil: it exists, but is below {size}",
        ),
        (
            ~significant & verdict.is_in(["a_better", "b_better"]),
            f"{called} finds no significant difference for {{}}: {stricter}",
        ),
        (
            significant & (verdict == "open"),
            f"the difference from {{}} is significant by {called}; whether it exceeds {size} is undecided",
        ),
    )
    sentences = [
        words.format(named(names, rows.height)) for kind, words in kinds if (names := rows.filter(kind)["a"].to_list())
    ]
    return tuple(f"{words[0].upper()}{words[1:]}." for words in sentences)


def beliefs(evidence: Evidence) -> list[Belief]:
    """Return the posteriors of all pairs with the algorithm in focus, for every metric that could be compared."""
    # Signed ranks of raw differences mean nothing for metrics with units.
    compared = [c for c in evidence.comparisons if c.reason is None and c.metric.comparable]
    ropes = ropes_of(evidence)
    believed = []
    for focus, alike in grouped(compared, lambda c: c.focus).items():
        names = [c.metric.name for c in alike]
        draws = draws_of(alike)
        tested = posteriors(evidence, names, focus, draws=draws)
        believed += [
            Belief(
                compared=c,
                rope=ropes[c.metric.name],
                draws=draws,
                rows=own,
                chances=_chances(own, c),
                single=_on_runs(c, ropes[c.metric.name], evidence) if c is compared[0] else None,
            )
            for c in alike
            for own in [plain(of_metrics(tested, [c.metric.name]))]
        ]
    order = [c.metric.name for c in compared]
    return sorted(believed, key=lambda c: order.index(c.compared.metric.name))


def _declared(evidence: Evidence, belief: Belief) -> bool:
    rope = evidence.options.rope
    return belief.compared.metric.name in rope if isinstance(rope, Mapping) else rope is not None


def _chances(rows: pl.DataFrame, c: Comparison) -> pl.DataFrame:
    """Return the three probabilities of every pair, best mean rank first, with the verdict."""
    order = c.ranks.select(a=pl.col("algorithm").cast(pl.String)).filter(pl.col("a") != c.focus)
    wide = rows.pivot("term", index=["a", "n", "status"], values="estimate")
    return order.join(wide, on="a", how="left", maintain_order="left").with_columns(verdict=_verdict())


def _verdict() -> pl.Expr:
    first, *rest = [pl.when(pl.col(term) > SURE).then(pl.lit(term)) for term in TERMS]
    return pl.coalesce(first, *rest, pl.lit("open"))


def _correlated(c: Comparison, evidence: Evidence) -> pl.DataFrame:
    """Return the layouts of several runs that share training data."""
    return several_by_design(evidence.design.filter(pl.col("metric") == c.metric.name), CORRELATED)


def _on_runs(c: Comparison, rope: float, evidence: Evidence) -> pl.DataFrame | None:
    """Return the comparisons with the focus on the runs of each dataset, where their correlation is known."""
    several = _correlated(c, evidence)
    if several.is_empty():
        return None
    measured = evidence.completed.of_metrics(c.metric.name).filter(~pl.col("imputed"))
    has_focus = (pl.col("algorithm").cast(pl.String) == c.focus).any().over("dataset")
    scores = measured.filter(pl.col("dataset").cast(pl.String).is_in(datasets_in(several)) & has_focus)
    if scores.is_empty() or not size_ratios(scores, ["dataset"])["ratio"].count():
        return None
    rows = bayes_correlated_t(scores, rope=rope, control=c.focus, alpha=evidence.options.alpha, missing="available")
    return plain(rows)


def _on_datasets(belief: Belief) -> pl.DataFrame | None:
    """Return, for every other algorithm, on how many datasets its runs settle the matter."""
    if belief.single is None:
        return None
    wide = belief.single.pivot("term", index=["dataset", "a"], values="estimate").with_columns(verdict=_verdict())
    counts = [(pl.col("verdict") == word).sum().cast(pl.Int64).alias(f"n_{word}") for word in (*TERMS, "open")]
    return wide.group_by("a").agg(*counts, n_datasets=pl.len().cast(pl.Int64))


def _on_runs_counts(belief: Belief) -> OnRuns | None:
    counts = _on_datasets(belief)
    if counts is None or belief.single is None:
        return None
    sums = {name: int(counts[name].sum()) for name in counts.columns if name != "a"}
    return OnRuns(
        rows=belief.single,
        better=sums["n_a_better"],
        rope=sums["n_rope"],
        worse=sums["n_b_better"],
        open=sums["n_open"],
        total=sums["n_datasets"],
        datasets=counted(belief.single["dataset"].n_unique(), "dataset"),
        unknown=belief.single.filter((pl.col("term") == "rope") & pl.col("estimate").is_null()).height,
        assumed=not belief.single.filter(carries(NEEDS_DESIGN)).is_empty(),
    )


def _table(belief: Belief) -> Table:
    over, single, rope = "probability over datasets", "single datasets", belief.rope > 0
    counts = _on_datasets(belief)
    frame = belief.chances.with_columns(verdict=pl.col("verdict").replace(_words(belief.rope)))
    if counts is not None:
        frame = frame.join(counts, on="a", how="left", maintain_order="left")
    several = counts is not None
    columns = (
        label("a", "algorithm"),
        column("a_better", "better", _sure(belief), group=over),
        column("rope", "equivalent", _sure(belief), group=over, when=rope),
        column("b_better", "worse", _sure(belief), group=over),
        label("verdict", when=belief.judged),
        column("n_a_better", "better", group=single, when=several),
        column("n_rope", "equivalent", group=single, when=several and rope),
        column("n_b_better", "worse", group=single, when=several),
        column("n_open", "open", group=single, when=several),
    )
    metric = belief.compared.metric
    caption = f"Posterior probabilities of each algorithm against {belief.compared.focus} by {metric.name}."
    note = f"Bold: above {number(SURE)}." if belief.judged else ""
    return exhibits.table(f"bayes-{metric.slug}", caption, frame, columns, twin=belief.rows, note=note)


def _sure(belief: Belief) -> Printer:
    """Return what writes a probability, in bold where it decides."""
    return lambda p: Cell(
        text=probability(p), value=p, emphasis="best" if belief.judged and p is not None and p > SURE else ""
    )


def _simplex(belief: Belief, evidence: Evidence) -> Figure | None:
    """Return the figure of the posteriors of the algorithms that rank next to the focus; none without a rope."""
    if belief.rope == 0:
        return None
    c = belief.compared
    names = [c.focus, *belief.chances["a"].head(MOST_DRAWN)]
    return evidence.plotted(
        "simplex",
        evidence.paired.of_metrics(c.metric.name).filter(pl.col("algorithm").cast(pl.String).is_in(names)),
        control=c.focus,
        rope=belief.rope,
        seed=evidence.options.seed,
        draws=belief.draws,
        id=f"simplex-{c.metric.slug}",
        caption=f"Posterior draws of the probabilities of better, practically equivalent and worse by {c.metric.name}, "
        f"against {c.focus}. Numbers: share of draws in each region.",
        width="page" if len(names) > 3 else "column",
    )


def _metrics(all_beliefs: Sequence[Belief]) -> Table:
    """Return the table with a line for every metric: its rope and how many comparisons came out how."""
    lines = [
        {
            "metric": belief.compared.metric.name,
            "focus": belief.compared.focus,
            "width": f"± {number(belief.rope)}" if belief.rope else "none",
            **(_tally(belief) if belief.judged else dict.fromkeys((*TERMS, "open"))),
        }
        for belief in all_beliefs
    ]
    group = "other algorithms, over datasets"
    columns = (
        label("metric"),
        label("focus", "against"),
        label("width", "rope"),
        column("a_better", "better", group=group),
        column("rope", "equivalent", group=group),
        column("b_better", "worse", group=group),
        column("open", "undecided", group=group),
    )
    caption = f"Verdicts at a posterior probability above {number(SURE)}, by metric."
    twin = pl.concat([belief.rows for belief in all_beliefs])
    frame = pl.DataFrame(lines, schema_overrides=dict.fromkeys((*TERMS, "open"), pl.Int64))
    note = "" if all(belief.judged for belief in all_beliefs) else "Empty: too few datasets for verdicts."
    return exhibits.table("bayes-metrics", caption, frame, columns, twin=twin, note=note)


def _tally(belief: Belief) -> dict[str, int]:
    return {word: belief.chances.filter(pl.col("verdict") == word).height for word in (*TERMS, "open")}


BAYES = Part(id="bayes", after="single", make=bayes_section, record=Bayes)
