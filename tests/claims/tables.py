"""The tables that the answer rests on, cell by cell: outcomes and standings by metric, and the verdicts on pairs."""

from __future__ import annotations

import re

import polars as pl

from tests.claims.answer import limits
from tests.claims.facts import Facts, MetricFacts
from tests.claims.parsers import Contradictions, agrees, p_agrees, rounded, same


def contradictions(facts: Facts) -> Contradictions:
    """Yield what the outcome table, the tables of pairs and those of standings say against the facts."""
    if "outcome" in facts.tables:
        yield from _outcome(facts)
    for one in facts.compared:
        table = f"pairs-{one.name.lower().replace('_', '-')}"
        if table in facts.tables:
            yield from (f"{table}: {reason}" for reason in _pairs(facts, one, table))
    for table in facts.tables:
        if table.startswith("standings"):
            yield from (f"{table}: {reason}" for reason in _standings(facts, table))
    if "all-pairs" in facts.tables:
        yield from (f"all-pairs: {reason}" for reason in _all_pairs(facts))


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


def _standings(facts: Facts, table: str) -> Contradictions:
    """Check scores, ranks, places and verdicts of every algorithm, metric by metric."""
    board = facts.tables[table]
    for column, head in enumerate(board.columns):
        found = re.match(r"\w+", head.group) if len(facts.metrics) > 1 else None
        one = facts.of(found[0] if found else facts.metrics[0])
        for row in board.rows:
            name, said = row[0].text, row[column].text
            if said and name in one.algorithms and one.obstacle is None:
                reasons = _standing(one, name, head.title, said)
                yield from (f"{name} by {one.name}, {head.title}: {reason}" for reason in reasons)


def _standing(one: MetricFacts, name: str, title: str, said: str) -> Contradictions:
    own = one.complete_cells.filter(pl.col("algorithm") == name)["value"]
    measures = {"mean": own.mean, "sd": own.std, "median": own.median}
    if title in measures:
        yield from rounded(title, said, float(str(measures[title]())))
    elif title in ("rank", "mean rank"):
        yield from rounded("mean rank", said, one.mean_ranks[name])
    elif title in ("places", "places not excluded"):
        better = sum(loser == name for _, loser in one.significant_pairs)
        worse = sum(winner == name for winner, _ in one.significant_pairs)
        ends = sorted({1 + better, len(one.algorithms) - worse})
        yield from same("places", said, "–".join(str(end) for end in ends))
    elif title.startswith("against "):
        words = {(name, one.reference): "better", (one.reference, name): "worse"}
        verdict = next((words[pair] for pair in one.significant if pair in words), "n.s.")
        true = "reference" if name == one.reference else verdict
        yield from same("verdict", said.replace("no significant difference", "n.s."), true)


def _all_pairs(facts: Facts) -> Contradictions:
    """Check the table of all pairs by the first metric."""
    one = facts.of(facts.metrics[0])
    rows = {(row["a"], row["b"]): row for row in one.pairs.iter_rows(named=True)}
    for row in _rows(facts, "all-pairs"):
        a, b = next(
            (pair for known in rows for pair in (known, known[::-1]) if re.fullmatch(_either(*pair), row["Pair"])),
            ("", ""),
        )
        true = rows.get((a, b)) or rows.get((b, a))
        if true is None:
            yield f"no pair {row['Pair']}"
            continue
        if one.mean_ranks[a] > one.mean_ranks[b] + 1e-9:
            yield f"{b} has a better mean rank than {a}"
        wins = (true["wins"], true["losses"]) if true["a"] == a else (true["losses"], true["wins"])
        record = row["wins–ties–losses"]
        if record:
            yield from same(f"record of {a} and {b}", record, f"{wins[0]}–{true['n_ties'] or 0}–{wins[1]}")
        winner = next((name for name, other in ((a, b), (b, a)) if (name, other) in one.significant_pairs), None)
        yield from same(f"verdict on {a} and {b}", row["verdict"], "n.s." if winner is None else f"{winner} better")
        for title, text in row.items():
            if title == "p" or title.startswith("p ("):
                value = true["p_value"] if title == "p" and len(rows) > 1 else true["p_adjusted"]
                if text and not p_agrees(text if text[0] in "<>" else f"= {text}", value):
                    yield f"{a} and {b}, {title}: says {text}, is {value}"


def _either(a: str, b: str) -> str:
    """Return the pattern of a pair in a table: as a difference, a ratio, or side by side."""
    return rf"{re.escape(a)} [−/–] {re.escape(b)}"
