"""Comparison of the algorithms over the datasets by one metric: omnibus tests, verdicts on pairs, places."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import ClassVar, Literal

import polars as pl

from benchreport.document.analyses import over_datasets
from benchreport.document.evidence import Evidence, verdict_words
from benchreport.document.evidence.comparison import ONE_DATASET, Comparison, turned_against
from benchreport.document.evidence.result_rows import ResultRow, in_order, largest
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import Printer, column, decision, degrees_of_freedom, label
from benchreport.document.model.blocks import Cell, Figure, Part, Section, Table
from benchreport.document.model.former_names import COMPARED
from benchreport.method import Method
from benchreport.naming import enumerated, spelled
from benchreport.numerals import counted, fixed, integer, number, percent
from benchreport.options import PAIR_TEST, Options
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.remarks import remarks_in
from benchreport.stats.answer.verdict_intervals import WIN_SHARE
from benchreport.stats.multiplicity.adjusting import adjustment_claim
from benchreport.stats.ordering.indistinguishable_sets import indistinguishable
from benchreport.stats.posthoc.mean_ranks import critical_difference

ALL_PAIRS_UP_TO = 8
DIAGRAM_UP_TO = 40
NAMED_UP_TO = 3
Reason = Literal["none", "groups", "no logarithms", "asked", "ratios", "differences"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Omnibus:
    """The tests of all algorithms together on complete blocks: Friedman's test, and the one that decides."""

    method: Method
    decider: ResultRow
    friedman: ResultRow
    is_default: bool
    as_asked: bool
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """The algorithms that are significantly better, or worse, than the reference, in words."""

    names: str
    n: int
    word: Literal["better", "worse"]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithReference:
    """The comparisons with the reference: who differs from it, and who does not significantly."""

    sides: tuple[Side, ...]
    alike: str
    others: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Win:
    """A significant difference between two algorithms."""

    winner: str
    loser: str
    size: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AllPairs:
    """The comparisons of all pairs: ``n`` are significant, and ``wins`` lists them where they are few.

    ``leader`` has the best mean rank alone; ``beaten`` are all others where it is better than each of them, with the
    ``sizes`` where they are few. Of many pairs, ``behind`` are those it beats and ``ahead`` those that beat it.
    ``circle`` names algorithms that beat each other in a circle, ``names`` the only two.
    """

    single: bool
    names: str
    p_value: float | None
    size: str
    n: int
    pairs: str
    wins: tuple[Win, ...]
    circle: str
    leader: str | None
    beaten: str
    sizes: str
    behind: str
    ahead: str
    n_ahead: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tests:
    """What the tests of one metric come to: all algorithms together, pairs, places, tables and figure."""

    best_rank: str
    repeated: bool
    omnibus: Omnibus | None
    skillings_mack: ResultRow | None
    after: str
    with_reference: WithReference | None
    all_pairs: AllPairs | None
    why: Reason
    usual: str
    adjustment: Method | None
    claim: str
    plan: str
    diagram: Figure | None
    most_drawn: int | None
    pairs: Table
    scope: str
    pair_test: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranks:
    """What the template ``ranks`` prints; without tests where nothing could be compared."""

    FORMER: ClassVar[Mapping[str, str]] = COMPARED | {
        "deciding": "s.c.method",
        "n_datasets": "s.c.datasets",
        "omnibus_rows": "s.c.omnibus",
        "reference": "s.c.baseline",
        "tested_rows": "s.c.tested",
        "several": "s.tests.omnibus",
        "chi": "s.tests.omnibus.friedman",
        "f": "s.tests.omnibus.decider",
        "decider": "s.tests.omnibus.method",
        "differ": "s.tests.omnibus.decider.significant",
        "omnibus": "s.tests.omnibus.table",
        "default_omnibus": "s.tests.omnibus.is_default",
        "asked_omnibus": "s.tests.omnibus.as_asked",
        "pairs": "s.tests.pairs",
        "verdict": "s.tests.all_pairs",
        "too_many": "s.tests.most_drawn",
        "bars": "s.c.undecided",
    }

    c: Comparison
    tests: Tests | None


def comparison_sections(evidence: Evidence) -> list[Section]:
    """Return a section for each metric; a single dataset is spoken of where its runs and instances are."""
    elsewhere = evidence.judges_runs or evidence.predictions is not None
    return [
        evidence.section(
            "ranks",
            Ranks(c=c, tests=None if c.reason is not None else _tests(c, evidence)),
            id=f"comparison-{c.metric.slug}",
        )
        for c in evidence.comparisons
        if c.reason != ONE_DATASET or not elsewhere
    ]


def _tests(c: Comparison, evidence: Evidence) -> Tests:
    options = evidence.options
    n = int(largest(c.ranks["n"]) or 0)
    printed = _by_rank(_printed_pairs(c), c.ranks)
    family = over_datasets.family_in_words(c, evidence)
    after = over_datasets.after_adjustment(c, options)
    decided = c.undecided is None
    remarked = [*([c.tested] if decided else []), *([c.omnibus] if c.several else [])]
    return Tests(
        best_rank=fixed(c.ranks["mean_rank"][0], 2),
        repeated=evidence.repeated,
        omnibus=_omnibus(c, options),
        skillings_mack=over_datasets.skillings_mack_test(c),
        after=after,
        with_reference=None if c.baseline is None else _with_reference(c, c.baseline),
        all_pairs=_all_pairs(c) if c.baseline is None else None,
        why=_why(c, options),
        usual=METHODS[PAIR_TEST].name,
        adjustment=METHODS[options.adjust] if after and decided else None,
        claim=adjustment_claim(options.adjust, family, number(options.alpha)).rstrip("."),
        plan=over_datasets.plan_in_words(c),
        diagram=_diagram(c, n, evidence) if c.ranks.height <= DIAGRAM_UP_TO and n >= 2 else None,
        most_drawn=DIAGRAM_UP_TO if c.ranks.height > DIAGRAM_UP_TO else None,
        pairs=_pairs_table(c, printed, family=family, level=percent(1 - options.alpha)),
        scope=_scope(c, printed),
        pair_test=over_datasets.pair_test(c),
        notes=_notes(remarked),
    )


def _omnibus(c: Comparison, options: Options) -> Omnibus | None:
    test = over_datasets.omnibus_test(c, options)
    if test is None:
        return None
    return Omnibus(table=_omnibus_table(c), **{part.name: getattr(test, part.name) for part in fields(test)})


def _wins(c: Comparison) -> list[Win]:
    decimals = verdict_words.decimals_of(c.tested)
    return [
        Win(winner=str(row["a"]), loser=str(row["b"]), size=verdict_words.size_of(row, decimals, lower=c.metric.lower))
        for row in c.significant().iter_rows(named=True)
    ]


def _size(c: Comparison) -> str:
    """Return how large the difference of the first two algorithms is, though it is not significant."""
    row = c.tested.row(0, named=True)
    if row["estimand"] == WIN_SHARE:
        ties = f", tied {row['n_ties']}" if row["n_ties"] else ""
        return f"{row['a']} won {row['wins']}, lost {row['losses']}{ties}"
    decimals = verdict_words.decimals_of(c.tested)
    limits = verdict_words.limits_of(row, decimals)
    pair = f"ratio {row['a']} to {row['b']}" if row["null_value"] == 1 else f"difference {row['a']} − {row['b']}"
    return f"{pair} {fixed(row['estimate'], decimals)}{f', {limits}' if limits else ''}"


def _with_reference(c: Comparison, reference: str) -> WithReference:
    """Return which algorithms are better than the reference, worse, and not significantly different."""
    wins = _wins(c)
    sizes: dict[Literal["better", "worse"], dict[str, str]] = {
        "better": {win.winner: win.size for win in wins if win.loser == reference},
        "worse": {win.loser: win.size for win in wins if win.winner == reference},
    }
    decided = {name for differing in sizes.values() for name in differing}
    alike = [name for name in c.algorithms if name != reference and name not in decided]
    rivals = c.tested.height

    def listed(differing: Mapping[str, str]) -> str:
        if len(wins) <= NAMED_UP_TO:
            return enumerated([f"{name} ({size})" for name, size in differing.items()])
        return verdict_words.some(list(differing), rivals)

    return WithReference(
        sides=tuple(
            Side(names=listed(differing), n=len(differing), word=word) for word, differing in sizes.items() if differing
        ),
        alike=verdict_words.some(alike, rivals) if alike else "",
        others="the other algorithm" if rivals == 1 else f"any of the {spelled(rivals)} others",
    )


def _all_pairs(c: Comparison) -> AllPairs:
    wins, leader, rivals = _wins(c), c.leader, c.ranks.height - 1
    few = len(wins) <= NAMED_UP_TO
    circle = c.places.filter("cycle")["algorithm"].cast(pl.String).to_list()
    behind = {win.loser: win.size for win in wins if win.winner == leader}
    ahead = [win.winner for win in wins if win.loser == leader]
    sizes = "; ".join(f"{name}: {size}" for name, size in behind.items())
    a, b, p_value = c.tested.select("a", "b", "p_value").row(0)
    return AllPairs(
        single=c.tested.height == 1,
        names=f"{a} and {b}",
        p_value=p_value,
        size=wins[0].size if wins else _size(c),
        n=len(wins),
        pairs=counted(c.tested.height, "pair"),
        wins=tuple(wins) if few else (),
        circle=enumerated(circle) if circle else "",
        leader=leader,
        beaten=verdict_words.others(rivals) if len(behind) == rivals else "",
        sizes=sizes if len(behind) <= NAMED_UP_TO else "",
        behind=verdict_words.some(list(behind), rivals) if behind and not few else "",
        ahead=verdict_words.some(ahead, rivals) if ahead and not few else "",
        n_ahead=len(ahead),
    )


def _why(c: Comparison, options: Options) -> Reason:
    """Return which reason is given for the deciding test."""
    if c.procedure == "none":
        return "none"
    if c.method == "group_test":
        return "groups"
    if c.method == "sign_test" and options.test_for("pairs") != "sign_test":
        return "no logarithms"
    if options.test_for("pairs") != PAIR_TEST:
        return "asked"
    return "ratios" if c.method == "log_ratio" else "differences"


def _printed_pairs(c: Comparison) -> pl.DataFrame:
    """Return the pairs to print: those that decide, and of very many those with the leader."""
    if c.baseline or c.ranks.height <= ALL_PAIRS_UP_TO or c.leader is None:
        return c.tested
    return turned_against(c.tested, c.leader)


def _scope(c: Comparison, printed: pl.DataFrame) -> str:
    if c.baseline:
        return f"the comparisons with {c.baseline}"
    return "all pairs" if printed.height == c.pairs.height else f"the pairs with {c.leader}"


def _by_rank(rows: pl.DataFrame, ranks: pl.DataFrame) -> pl.DataFrame:
    """Return pairs with one algorithm in the order of the others' mean ranks; all pairs stay as they are."""
    if rows["b"].n_unique() > 1:
        return rows
    return in_order(rows, "a", ranks["algorithm"].cast(pl.String))


def _notes(frames: list[pl.DataFrame]) -> tuple[str, ...]:
    """Return the sentences of the remarks that rows carry, each once."""
    remarks = dict.fromkeys(remark for frame in frames for remark, _ in remarks_in(frame))
    return tuple(remark.sentence for remark in remarks if remark.sentence)


def _omnibus_table(c: Comparison) -> Table:
    """Return the table of the tests of all algorithms together."""
    agreement = pl.col("effect_name") == "Kendall's W"
    frame = c.omnibus.with_columns(
        pl.col("method").replace({name: METHODS[name].label for name in METHODS.answering("omnibus")}),
        effect=pl.when(agreement).then("effect"),
    )
    columns = (
        label("method", "test"),
        column("n", "datasets"),
        column("n_ties", "tied cells"),
        column("statistic"),
        degrees_of_freedom(),
        column("p_value", "p"),
        column("effect", "Kendall’s W"),
    )
    caption = f"Do the algorithms differ at all? Rank tests for {c.metric.name}."
    return exhibits.table(f"omnibus-{c.metric.slug}", caption, frame, columns, twin=c.omnibus)


def _pairs_table(c: Comparison, printed: pl.DataFrame, *, family: str, level: str) -> Table:
    """Return the table of verdicts on pairs, those chosen; all that decide are in the twin."""
    places = verdict_words.decimals_of(printed)
    estimand = str(printed["estimand"].drop_nulls().first())
    # The only pair of a metric may still be adjusted over those of other metrics.
    single = c.tested.height == 1 and c.tested["p_adjusted"].equals(c.tested["p_value"])
    effect = printed["effect"].count() > 0 and c.method not in ("sign_test", "permutation_signflip")
    beside = c.several and c.baseline is None and c.undecided is None and c.method != "nemenyi"
    beside = beside and printed["p_nemenyi"].count() > 0
    size = "Δ rank" if estimand == verdict_words.RANK_DIFFERENCE else verdict_words.HEADS.get(estimand, "a − b")
    columns = (
        label("a"),
        label("b"),
        column("n"),
        column(("wins", "losses"), "won–lost", _score, align="right"),
        column("estimate", size, _measured(places)),
        column(
            verdict_words.LIMITS, "interval", verdict_words.verdict_limits(places), align="right", unless_empty=True
        ),
        column("effect", "r" if c.method != "kfold_paired_t" else "d", _measured(2), when=effect),
        column("p_value", "p", when=not single),
        column("p_adjusted", "p" if single else f"p ({_adjusted_by(c)})", decision(c.tested["alpha"][0])),
        column("p_nemenyi", "p (Nemenyi)", when=beside),
    )
    heads = {part.sources[0]: part.head.title for part in columns if part is not None}
    rest = c.tested.height - printed.height
    return exhibits.table(
        f"pairs-{c.metric.slug}",
        f"Pairwise comparisons by {c.metric.name}.",
        printed,
        columns,
        twin=c.tested,
        note=_pairs_note(c, printed, heads, estimand, f"{level} for {family} together" if not single else level),
        rest=f"The other {integer(rest)} pairs are in" if rest else "",
    )


def _measured(places: int) -> Printer:
    """Return what writes a number with so many decimals, as a cell that keeps it."""
    return lambda value: Cell(text=fixed(value, places), value=value)


def _score(wins: int | None, losses: int | None) -> str:
    return "" if wins is None or losses is None else f"{wins}–{losses}"


def _adjusted_by(c: Comparison) -> str:
    """Return the adjustment of the deciding p-values as the head of a column names it."""
    if c.method == "nemenyi_confirmed":
        return "confirmed"
    return METHODS[str(c.tested["adjustment"][0])].title.removesuffix(" adjustment")


def _pairs_note(c: Comparison, printed: pl.DataFrame, heads: Mapping[str, str], estimand: str, holds: str) -> str:
    """Return what the columns of a table of pairs mean, each once; ``holds`` is the level of the intervals."""
    head, favours = heads["estimate"], "negative" if c.metric.lower else "positive"
    sign = f"; a {favours} one favours a"
    if head == "a / b":
        sign = f"; below 1 {'favours a' if c.metric.lower else 'favours b'}"
    signs = {verdict_words.RANK_DIFFERENCE: ", a − b; a negative one favours a", WIN_SHARE: ""}
    name = verdict_words.NAMES.get(estimand, verdict_words.HODGES_LEHMANN)
    parts = [
        f"n: {'groups of datasets' if c.method == 'group_test' else 'datasets'} without a tie",
        f"{head}: {name}{signs.get(estimand, sign)}",
    ]
    if printed.select(pl.any_horizontal(pl.col("ci_low", "ci_high").is_not_null()).any()).item():
        if c.method in verdict_words.RULED:
            holds = "one critical difference to either side"
        elif METHODS[str(c.tested["adjustment"][0])].controls == "false discovery rate":
            holds = f"at most {percent(c.tested['alpha'][0])} of the significant ones miss (false coverage rate)"
        parts.append(f"interval: {holds}")
        if printed.select(pl.any_horizontal("low_open", "high_open").any()).item():
            parts[-1] += "; a round bracket excludes the limit"
    if "effect" in heads:
        effect = {"r": "rank-biserial correlation", "d": "mean difference in standard deviations"}[heads["effect"]]
        parts.append(f"{heads['effect']}: {effect}, positive when a is better")
    if "p_nemenyi" in heads:
        parts.append("p (Nemenyi): for comparison")
    sentences = [f"{part[0].upper() if part[0] not in 'nrdpa' else part[0]}{part[1:]}." for part in parts]
    if printed.filter(pl.col("p_adjusted") <= pl.col("alpha")).height:
        sentences.append(exhibits.boldness(c.tested.height))
    if printed.height > 1 and printed["b"].n_unique() == 1:
        sentences.append("In the order of mean ranks.")
    return " ".join(sentences)


def _diagram(c: Comparison, n: int, evidence: Evidence) -> Figure:
    """Return the figure of the mean ranks; bars join algorithms that do not differ, where all pairs decide."""
    from benchreport.figures.comparison import critical_difference as diagram
    from benchreport.figures.comparison.pairs import adjustment_of

    method, adjustment, alpha = c.tested.select("method", "adjustment", "alpha").row(0)
    items = [diagram.ranked_items(c.ranks, c.baseline)]
    caption = f"Mean ranks by {c.metric.name}; rank 1 is best."
    if c.undecided is not None:
        items.append(diagram.undecided_items())
        caption += " No bars are drawn, because no pair can be decided."
    elif c.baseline is not None:
        items.append(diagram.compared_items(c.tested, c.baseline, alpha))
        caption += f" {c.baseline} is the reference; only the comparisons with it are judged here."
    else:
        ruled = method in verdict_words.RULED
        difference = critical_difference(c.ranks.height, n, alpha=alpha) if ruled else None
        items += diagram.joined_items(indistinguishable(c.ranks, c.pairs, alpha=alpha), c.pairs, difference, alpha)
        simultaneous = METHODS[method].simultaneous
        test = over_datasets.pair_test(c) + (", adjusted" if c.tested.height > 1 and not simultaneous else "")
        caption += f" Bars join algorithms between which no pair differs significantly ({test})."
        if any("set" in part["item"].to_list() for part in items):
            caption += " Thin lines: sets with a dot for each member; algorithms without a dot are not in them."
        if difference is not None:
            caption += " The ruler is Nemenyi’s critical difference."
    least, most = c.shared or (None, c.ranks["n"][0])
    numbers = diagram.cd_items(
        items,
        n=most,
        least=least,
        posthoc=method,
        judged=adjustment_of(method, adjustment if c.tested.height > 1 else None),
        alpha=alpha,
    )
    return evidence.drawn("cd", numbers, id=f"ranks-{c.metric.slug}", caption=caption)


RANKS = Part(id="ranks", after="leaderboard", make=comparison_sections, record=Ranks)
