"""The tables that the answer rests on, cell by cell: the outcome of every metric, and the verdicts on pairs."""

from __future__ import annotations

import re

from tests.claims.answer import limits
from tests.claims.facts import Facts, MetricFacts
from tests.claims.parsers import Contradictions, agrees, p_agrees, rounded, same


def contradictions(facts: Facts) -> Contradictions:
    """Yield what the outcome table and the tables of pairs say against the facts."""
    if "outcome" in facts.tables:
        yield from _outcome(facts)
    for one in facts.compared:
        table = f"pairs-{one.name.lower().replace('_', '-')}"
        if table in facts.tables:
            yield from (f"{table}: {reason}" for reason in _pairs(facts, one, table))


def _rows(facts: Facts, table: str) -> list[dict[str, str]]:
    titles = [column.title for column in facts.tables[table].columns]
    return [dict(zip(titles, (cell.text for cell in row), strict=True)) for row in facts.tables[table].rows]


def _outcome(facts: Facts) -> Contradictions:
    for row in _rows(facts, "outcome"):
        one = facts.of(row["metric"])
        least, most = one.n
        yield from same(
            f"datasets by {one.name}", row["datasets"], str(most) if least == most else f"{least} to {most}"
        )
        best = row["best mean rank"].removesuffix(" …").split(", ")
        yield from same(
            f"best by {one.name}", best, one.best[: len(best)] if "…" in row["best mean rank"] else one.best
        )
        yield from rounded(f"best mean rank by {one.name}", row["rank"], one.mean_ranks[one.best[0]])
        counts = [row.get(f"significantly {word}", "") for word in ("worse", "better")]
        open_ones = row.get("no significant difference", "")
        if one.undecided or len(one.focus) > 1:
            yield from same(f"decided by {one.name}", [*counts, open_ones], ["", "", ""])
            continue
        focus = one.focus[0]
        ahead = sum(winner == focus for winner, _ in one.significant)
        behind = sum(loser == focus for _, loser in one.significant)
        true = (str(ahead), str(behind), str(len(one.algorithms) - 1 - ahead - behind))
        yield from same(f"worse, better, open by {one.name}", (*counts, open_ones), true)


def _pairs(facts: Facts, one: MetricFacts, table: str) -> Contradictions:
    for row in _rows(facts, table):
        a, b = row["a"], row["b"]
        true = one.row(a, b)
        if true is None:
            yield f"{a} and {b} are not compared"
            continue
        turned = true["a"] != a
        estimate, low, high = true["estimate"], true["ci_low"], true["ci_high"]
        if turned and "a / b" in row:
            estimate, low, high = 1 / estimate, None if high is None else 1 / high, None if low is None else 1 / low
        elif turned:
            estimate, low, high = -estimate, None if high is None else -high, None if low is None else -low
        if won := re.fullmatch(r"(\d+)–(\d+)", row.get("won–lost", "")):
            wins = (true["losses"], true["wins"]) if turned else (true["wins"], true["losses"])
            yield from same(f"won and lost, {a} and {b}", (int(won[1]), int(won[2])), wins)
        said = row.get("a − b") or row.get("a / b")
        if said and estimate is not None and not agrees(said, estimate):
            yield f"{a} and {b}: says {said}, is {estimate}"
        interval = row.get("interval", "")
        if interval and re.fullmatch(r"[\[(].+[\])]", interval) and ("a − b" in row or "a / b" in row):
            yield from (f"{a} and {b}: {reason}" for reason in limits(interval, low, high, true, turned=turned))
        for title, text in row.items():
            if title == "p" or (title.startswith("p (") and "Nemenyi" not in title):
                value = true["p_value"] if title == "p" else true["p_adjusted"]
                if text and not p_agrees(text if text[0] in "<>" else f"= {text}", value):
                    yield f"{a} and {b}, {title}: says {text}, is {value}"
