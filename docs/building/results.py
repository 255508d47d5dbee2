"""Figures of the last runs of what takes long, read from the files that these runs write."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

from benchreport.options import Options, options_of
from benchreport.registry import METHODS
from docs.building.checked import ORACLES, recorded
from docs.building.markdown import table

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
CALIBRATION, SAFETY = TESTS / "calibration" / "RESULTS.md", TESTS / "SAFETY.md"
CLAIMS = TESTS / "claims"
BENCHMARKS = TESTS / "benchmarks" / "RESULTS.md"
FIGURES = re.compile(r"^([\d,]+) cases, ([\d,]+) faults?, .*Last run: (.+)\.$", re.MULTILINE)
# A name with its version; what else was enumerated or integrated for the purpose is no program of somebody else’s.
PROGRAM = re.compile(r"(?:^|(?<=; ))[\w-]+ \d+\.\d[\w.-]*")


def substitutions() -> Mapping[str, str]:
    """Return the figures that pages print as ``{{ name }}``."""
    parts = (_oracles(), _calibration(), _fuzz(), _claims(), _former_names(), _journeys(), _speed())
    return {"methods": str(len(METHODS)), **{name: text for part in parts for name, text in part.items()}}


def _oracles() -> dict[str, str]:
    sources = [source for method in recorded() for source in recorded()[method]]
    # What several methods answered together is listed with each of them.
    values = sum(Fraction(source.values, source.others + 1) for source in sources)
    programs = {match[0] for source in sources for match in PROGRAM.finditer(source.implementation)}
    return {
        "oracle_values": f"{round(values):,}",
        "oracle_methods": str(len(recorded())),
        "oracle_programs": str(len(programs)),
        "oracle_list": ", ".join(sorted(programs, key=str.casefold)),
        "oracle_file": f"`{ORACLES.relative_to(ROOT)}`",
    }


def calibration_rows() -> list[dict[str, str]]:
    """Return the simulated error rates, a mapping of columns for each row."""
    lines = [line for line in CALIBRATION.read_text(encoding="utf8").splitlines() if line.startswith("|")]
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [dict(zip(head, row, strict=True)) for row in rows]


def _calibration() -> dict[str, str]:
    rows = calibration_rows()
    runs = list(dict.fromkeys(row["run"] for row in rows))
    lines = []
    for run in runs:
        own = [row for row in rows if row["run"] == run]
        shares = [(float(row["share"]), float(row["limit"])) for row in own]
        worst = max(shares, key=lambda pair: pair[0] - pair[1])
        replications = sum(int(row["replications"]) for row in own)
        procedures = ", ".join(f"`{name}`" for name in dict.fromkeys(row["procedure"] for row in own))
        lines.append([run, procedures, str(len(own)), f"{replications:,}", f"{worst[0]:.4f}", f"{worst[1]:.3f}"])
    head = ["simulated", "procedures", "settings", "reports", "worst share", "its limit"]
    return {
        "calibration_settings": f"{len(rows):,}",
        "calibration_reports": f"{sum(int(row['replications']) for row in rows):,}",
        "calibration_table": table(head, lines),
    }


def _fuzz() -> dict[str, str]:
    match = FIGURES.search(SAFETY.read_text(encoding="utf8"))
    if match is None:
        raise LookupError(f"no figures in {SAFETY.name}")
    groups = re.findall(r"^\| \*\*(.+?)\*\* \| (.+) \|$", SAFETY.read_text(encoding="utf8"), re.MULTILINE)
    rows = [[name, *cells.split(" | ")[:4]] for name, cells in groups]
    return {
        "fuzz_cases": match[1],
        "fuzz_faults": match[2],
        "fuzz_date": match[3],
        "fuzz_table": table(["what was broken", "cases", "accepted", "refused", "faults"], rows),
    }


def _claims() -> dict[str, str]:
    source = (CLAIMS / "__main__.py").read_text(encoding="utf8")
    reports = re.search(r"^REPORTS = (\d+)$", source, re.MULTILINE)
    if reports is None:
        raise LookupError("no number of reports in tests/claims")
    parsers = sum(path.read_text(encoding="utf8").count("\n@claim(") for path in CLAIMS.glob("*.py"))
    unparsed = (CLAIMS / "unparsed.txt").read_text(encoding="utf8").count("\n")
    return {"claims_reports": reports[1], "claims_parsers": str(parsers), "claims_unparsed": str(unparsed)}


def _journeys() -> dict[str, str]:
    paths = (TESTS / "journeys").glob("test_*.py")
    return {"journeys": str(sum(path.read_text(encoding="utf8").count("\ndef test_") for path in paths))}


def speed_rows() -> list[dict[str, str]]:
    """Return the races of the last benchmark, a mapping of columns for each."""
    rows: list[dict[str, str]] = []
    heads: list[str] = []
    for line in BENCHMARKS.read_text(encoding="utf8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|"):
            heads = []
        elif not heads:
            heads = cells
        elif "goal" in heads and not cells[0].startswith("---"):
            rows.append(dict(zip(heads, cells, strict=True)))
    return rows


def _speed() -> dict[str, str]:
    goals = [row for row in speed_rows() if row["goal"]]
    days = sorted(set(re.findall(r"^Measured ([\d-]+)", BENCHMARKS.read_text(encoding="utf8"), re.MULTILINE)))
    lines = [
        [
            row["workload"],
            row["CPU s"],
            row["MB"],
            f"{row['ours is']}: {row['peer']}" if row["peer"] else "",
            row["goal"],
            row["met"],
        ]
        for row in goals
    ]
    return {
        "speed_days": " to ".join(dict.fromkeys((days[0], days[-1]))),
        "speed_goals": str(len(goals)),
        "speed_met": str(sum(row["met"] == "met" for row in goals)),
        "speed_table": table(["workload", "CPU s", "MB", "compared", "goal", ""], lines),
    }


def _former_names() -> dict[str, str]:
    options = [
        [", ".join(f"`{word}`" for word in option.also), f"[`{name}`](#option-{name})", "option"]
        for name, option in options_of(Options).items()
        if option.also
    ]
    methods = [
        [", ".join(f"`br.{word}`" for word in method.aliases), f"[`br.{method.id}`](#method-{method.id})", "method"]
        for method in METHODS.values()
        if method.aliases
    ]
    return {"former_names": table(["older name, still read", "name today", "what it is"], [*options, *methods])}
