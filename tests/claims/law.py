"""One name, one number: every named quantity that a report prints, with its subject and the place where it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from benchreport.document.model.blocks import Table
from tests.claims.facts import Facts
from tests.claims.parsers import rounding, value
from tests.claims.sentences import claims, flat

NUMBER = re.compile(r"[−-]?\d[\d,]*(?:\.\d+)?(?:e[−+-]?\d+)?")
# Headings that name a quantity; a pooled or averaged one has another name, and keeps it.
QUANTITIES = {
    "accuracy": "accuracy",
    "error": "error rate",
    "error rate": "error rate",
    "rate": "error rate",
    "balanced accuracy": "balanced_accuracy",
    "balanced_accuracy": "balanced_accuracy",
    "mcc": "mcc",
    "auc": "auc",
    "ece": "ece",
    "expected calibration error": "ece",
    "rmse": "rmse",
    "mae": "mae",
    "r²": "r2",
    "r2": "r2",
    "quadratic loss (0–2)": "quadratic_probability_loss",
    "quadratic_probability_loss": "quadratic_probability_loss",
    "log_loss": "log_loss",
    "m": "hand and till",
    "f1": "f1",
    "recall": "recall",
    "precision": "precision",
    "mean rank": "mean rank",
    "rank": "mean rank",
    "median": "median",
    "interquartile mean": "interquartile mean",
    "optimality gap": "optimality gap",
    "probability of improvement": "probability of improvement",
    "share won": "share won",
    "won": "wins",
    "p (nemenyi)": "p (nemenyi)",
}
QUALIFIERS = ("pooled", "fold-averaged", "averaged", "mean", "adjusted")


@dataclass(frozen=True, kw_only=True)
class Printed:
    """One number of a report: what it is called, of whom, on what, by which metric or class, as text, and where."""

    name: str
    algorithm: str
    dataset: str
    of: str
    text: str
    place: str

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What must have one value."""
        return self.name, self.algorithm, self.dataset, self.of

    @property
    def span(self) -> tuple[float, float]:
        """The values that are printed like this."""
        number = NUMBER.search(self.text)
        assert number is not None
        scale = 0.01 if "%" in self.text else 1.0
        middle, half = value(number[0]), 0.5000001 * rounding(number[0])
        return scale * (middle - half), scale * (middle + half)


def printed_numbers(facts: Facts) -> list[Printed]:
    """Return the named numbers of all tables and of the sentences that say one."""
    found = [one for table in facts.tables.values() for one in _of_table(facts, table)]
    return found + list(_of_sentences(facts))


def conflicts(numbers: list[Printed]) -> list[str]:
    """Return the names that have two values for one subject."""
    groups: dict[tuple[str, str, str, str], list[Printed]] = {}
    for one in numbers:
        groups.setdefault(one.key, []).append(one)
    told = []
    for key, members in groups.items():
        low = max(one.span[0] for one in members)
        high = min(one.span[1] for one in members)
        if low > high:
            told.append(f"{key}: {sorted({(one.text, one.place) for one in members})}")
    return told


def _metric_of(facts: Facts, table: Table) -> str:
    for name in sorted(facts.metrics, key=len, reverse=True):
        if table.id.endswith(f"-{name.lower().replace('_', '-')}"):
            return name
    return ""


def _named(heading: str) -> str | None:
    """Return the name of the quantity of a heading, qualifiers kept in front."""
    words = heading.lower().strip()
    before = []
    while (first := words.split(" ", 1)[0]) in QUALIFIERS and words not in QUANTITIES:
        before.append(first)
        words = words[len(first) :].strip()
    name = QUANTITIES.get(words)
    return None if name is None else " ".join([*before, name])


def _of_table(facts: Facts, table: Table) -> Iterator[Printed]:
    titles = [column.title for column in table.columns]
    caption = facts.names.listed(facts.names.masked(flat(table.caption)))
    only_dataset = facts.datasets[0] if len(facts.datasets) == 1 else ""
    whole = next((name for name in caption if name in facts.datasets), only_dataset)
    subject = next((name for name in caption if name in facts.algorithms), "")
    metric = _metric_of(facts, table)
    yield from _results(facts, table, metric)
    for row in table.rows[: len(table.rows) - table.foot]:
        keys = {title: cell.text for title, cell in zip(titles, row, strict=True)}
        algorithm = keys.get("algorithm", "")
        dataset = keys.get("dataset", whole)
        if table.id == "outcome":
            yield from _cell(keys["rank"], "mean rank", keys["best mean rank"], "", keys["metric"], table)
            continue
        for column, cell in zip(table.columns, row, strict=True):
            if not NUMBER.match(cell.text):
                continue
            if table.complete:
                continue
            elif table.id == "classes" and column.group == "accuracy" and column.title in facts.algorithms:
                yield from _cell(cell.text, "accuracy", column.title, dataset, "", table)
            elif table.id.startswith("board") and column.group in facts.metrics:
                yield from _board(facts, cell.text, column.title, algorithm, column.group, table)
            elif column.title == "value":
                opponent = subject if column.group == "probability of improvement" else ""
                yield from _cell(cell.text, _named(column.group), algorithm, "", f"{metric} {opponent}".strip(), table)
            elif column.group.startswith("against "):
                name = _named(column.title)
                if name in ("wins", "share won"):
                    yield from _cell(cell.text, name, algorithm, dataset, f"{metric} {column.group}", table)
            elif "class" in keys:
                yield from _cell(cell.text, _named(column.title), algorithm or subject, dataset, keys["class"], table)
            elif algorithm and not column.group:
                of = metric if _named(column.title) in ("mean rank", "median") else ""
                if table.id == "class-rates" and _named(column.title) in ("precision", "f1", "recall"):
                    of = str(facts.options["positive"])
                yield from _cell(
                    cell.text, _named(column.title), algorithm, "" if of == metric and of else dataset, of, table
                )


def _results(facts: Facts, table: Table, metric: str) -> Iterator[Printed]:
    """Yield the single results of a complete table, without spreads and with the zeros that rates go without."""
    titles = [column.title for column in table.columns]
    for row in table.rows[: len(table.rows) - table.foot] if table.complete else ():
        keys = dict(zip(titles, (cell.text for cell in row), strict=True))
        if keys.get("metric", "lower is better") not in ("", "lower is better"):
            metric = keys["metric"].partition(" (")[0]
        for title, text in keys.items():
            result = re.fullmatch(r"(−?)(\d[\d,]*|(?=\.))(\.\d+)?(?: ± .*)?", text)
            if title in facts.algorithms and result is not None and keys.get("dataset", "") in facts.datasets:
                plain = f"{result[1]}{result[2] or '0'}{result[3] or ''}"
                yield from _cell(plain, metric, title, keys["dataset"], "", table)


def _board(facts: Facts, text: str, title: str, algorithm: str, metric: str, table: Table) -> Iterator[Printed]:
    if title == "rank":
        yield from _cell(text, "mean rank", algorithm, "", metric, table)
    elif title.startswith("mean") and len(facts.datasets) == 1:
        yield from _cell(text, metric, algorithm, facts.datasets[0], "", table)
    elif title.startswith("mean"):
        yield from _cell(text, f"mean {metric}", algorithm, "", "", table)


def _cell(text: str, name: str | None, algorithm: str, dataset: str, of: str, table: Table) -> Iterator[Printed]:
    if name is not None:
        yield Printed(name=name, algorithm=algorithm, dataset=dataset, of=of, text=text, place=table.id)


ENDS = re.compile(
    r"(?P<first>[^(]+?) (?:has|share) the (?:best|largest|smallest|highest|lowest) (?P<measure>[^(]+?) \((?P<high>[^)]+)\),"
    r" (?P<last>[^(]+?)(?: has| share)? the (?:worst|smallest|largest|lowest|highest) \((?P<low>[^)]+)\)\."
)


def _of_sentences(facts: Facts) -> Iterator[Printed]:
    """Return the numbers that sentences and alternative texts give to algorithms by name."""
    for sentence in claims(facts.report, facts.names):
        longest = sorted(facts.metrics, key=len, reverse=True)
        metric = next((m for m in longest if sentence.block.endswith(f"-{m.lower().replace('_', '-')}")), "")
        numbers = sentence.numbers if sentence.figure is not None else None
        dataset = str(numbers["dataset"][0]) if numbers is not None and "dataset" in numbers.columns else ""
        if match := ENDS.fullmatch(sentence.text):
            measure, _, event = match["measure"].partition(" for ")
            name = _named(measure)
            name = f"{name} for {event}" if name and event else name
            over = name in ("mean rank", "median", "mean")
            for who, text in ((match["first"], match["high"]), (match["last"], match["low"])):
                for algorithm in facts.names.listed(who):
                    if name is not None and NUMBER.search(text):
                        yield Printed(
                            name=name,
                            algorithm=algorithm,
                            dataset="" if over else dataset,
                            of=metric if over else "",
                            text=text,
                            place=f"{sentence.section}, {sentence.part}",
                        )
        for who, rest in re.findall(r"([\ue000-\ue7ff]): power 0\.80 at (\S+?)(?=[;.](?: |$))", sentence.text):
            yield Printed(
                name="detectable difference",
                algorithm=facts.names.unmasked(who),
                dataset="",
                of=f"{metric} {sentence.block}",
                text=rest,
                place=f"{sentence.section}, {sentence.part}",
            )
        for pattern in (
            r"the (?P<name>(?:pooled )?AUC) of (?P<who>[\ue000-\ue7ff]), (?P<number>[\d.]+\d)",
            r"squared errors of (?P<who>[\ue000-\ue7ff]) \((?P<name>(?:pooled )?RMSE) (?P<number>[\d.]+\d)\)",
        ):
            if match := re.search(rf"On (?P<on>[\ue800-\uefff]), .*{pattern}", sentence.text):
                yield Printed(
                    name=_named(match["name"]) or match["name"],
                    algorithm=facts.names.unmasked(match["who"]),
                    dataset=facts.names.unmasked(match["on"]),
                    of="",
                    text=match["number"],
                    place=f"{sentence.section}, {sentence.part}",
                )


INTERVAL = re.compile(r"(?P<left>[\[(])(?P<low>\S+), (?P<high>\S+)(?P<right>[\])])")


def rounded_onto_the_null(facts: Facts) -> list[str]:
    """Return the printed intervals of differences and ratios that touch the null value against their test."""
    told = []
    for table in facts.tables.values():
        titles = [column.title for column in table.columns]
        for row in table.rows:
            for place, (column, cell) in enumerate(zip(table.columns, row, strict=True)):
                match = INTERVAL.fullmatch(cell.text)
                before = titles[place - 1] if place else ""
                if match is None or before not in ("a − b", "a / b", "difference"):
                    continue
                null = 1.0 if before == "a / b" else 0.0
                tests = [
                    (title, row[at].text)
                    for at, title in enumerate(titles)
                    if re.fullmatch(r"p(?: \(\w[\w-]*\))?", title)
                    and table.columns[at].group == column.group
                    and title != "p (Nemenyi)"
                    and row[at].text
                ]
                touches = (match["left"] == "[" and _is(match["low"], null)) or (
                    match["right"] == "]" and _is(match["high"], null)
                )
                adjusted = tests[-1][1] if tests else ""
                if touches and adjusted and _significant(adjusted, facts.alpha):
                    told.append(f"{table.id}: {cell.text} beside {tests[-1][0]} = {adjusted}")
    return told


def _is(text: str, null: float) -> bool:
    return "∞" not in text and abs(value(text) - null) < 1e-12


def _significant(text: str, alpha: float) -> bool:
    return text.startswith("<") or (not text.startswith(">") and float(text) <= alpha)
