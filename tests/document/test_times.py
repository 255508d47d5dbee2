"""The stages of a build are timed once each, whatever they are nested in, and only where somebody wants to know."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

import benchreport as br
from benchreport.document import times
from benchreport.document.times import STAGES, TOTAL, VARIABLE, Seconds, Stopwatch, timed, times_in, times_printed

ON = {VARIABLE: "1"}


def busy(seconds: float) -> None:
    """Run until the processor has worked so long."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def test_a_stage_inside_another_is_not_counted_twice() -> None:
    ticks = iter(Seconds(float(second), 2.0 * second) for second in (0, 1, 3, 6, 10, 15, 21))
    watch = Stopwatch(clock=lambda: next(ticks))
    watch.begin("markup")
    watch.begin("figures")
    watch.begin("imports")
    watch.end()
    watch.end()
    watch.end()
    assert {stage: s.cpu for stage, s in watch.spent.items() if s.cpu} == {
        "everything else": 1.0,
        "markup": 2.0 + 6.0,
        "figures": 3.0 + 5.0,
        "imports": 4.0,
    }
    assert sum(s.wall for s in watch.spent.values()) == 42.0


def test_stages_add_up_to_the_processor_time_of_the_block() -> None:
    lines: list[str] = []
    start = time.process_time()
    with times_printed(lines.append, ON, age=lambda: Seconds(0.0, 0.0)):
        with timed("statistics"):
            busy(0.15)
            with timed("figures"):
                busy(0.3)
        with timed("statistics"):
            busy(0.05)
    whole = time.process_time() - start
    spent = times_in("\n".join(lines))
    assert list(spent) == [*STAGES, TOTAL]
    assert spent["statistics"].cpu == pytest.approx(0.2, abs=0.05)
    assert spent["figures"].cpu == pytest.approx(0.3, abs=0.05)
    assert spent[TOTAL].cpu == pytest.approx(whole, abs=0.02)
    assert spent[TOTAL].wall >= spent[TOTAL].cpu - 0.02


def test_workers_that_have_ended_count() -> None:
    lines: list[str] = []
    with times_printed(lines.append, ON, age=lambda: Seconds(0.0, 0.0)), timed("layout"):
        program = "import time\nwhile time.process_time() < 0.4: pass"
        subprocess.run([sys.executable, "-S", "-c", program], check=True)
    assert times_in("\n".join(lines))["layout"].cpu >= 0.35


def test_a_module_is_charged_to_imports_wherever_it_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "slow_to_load.py").write_text(
        "import time\nend = time.process_time() + 0.3\nwhile time.process_time() < end: pass\n", encoding="utf8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    lines: list[str] = []
    finders = list(sys.meta_path)
    with times_printed(lines.append, ON, age=lambda: Seconds(0.0, 0.0)), timed("figures"):
        importlib.import_module("slow_to_load")
    del sys.modules["slow_to_load"]
    spent = times_in("\n".join(lines))
    assert spent["imports"].cpu >= 0.28
    assert spent["figures"].cpu < 0.1
    assert sys.meta_path == finders


def test_the_start_of_the_process_counts_as_imports() -> None:
    lines: list[str] = []
    with times_printed(lines.append, ON, age=lambda: Seconds(1.5, 2.5)):
        pass
    assert times_in("\n".join(lines))["imports"] == Seconds(1.5, 2.5)
    assert times.age_of_process().wall >= times.age_of_process().cpu - 0.05 > 0


@pytest.mark.parametrize("value", [None, "", "0"])
def test_without_the_variable_nothing_is_timed(value: str | None) -> None:
    lines: list[str] = []
    finders = list(sys.meta_path)
    with times_printed(lines.append, {} if value is None else {VARIABLE: value}):
        assert sys.meta_path == finders
        assert times._watch.get() is None
    assert lines == []


def test_the_times_of_a_build_that_fails_are_printed_too() -> None:
    lines: list[str] = []
    with pytest.raises(KeyError), times_printed(lines.append, ON), timed("read"):
        raise KeyError
    assert TOTAL in times_in("\n".join(lines))


def test_a_build_prints_its_stages(tmp_path: Path) -> None:
    """In a process of its own, whose processor time is that of the stages."""
    program = """
import resource, sys
from benchreport.cli import main
main(sys.argv[1:], standalone_mode=False)
used = resource.getrusage(resource.RUSAGE_SELF)
print("used", used.ru_utime + used.ru_stime)
"""
    words = ["build", str(br.example("demsar2006_auc.csv")), "--no-cache"]
    outputs = [word for name in ("report.html", "report.pdf") for word in ("-o", str(tmp_path / name))]
    done = subprocess.run(
        [sys.executable, "-c", program, *words, *outputs],
        env=os.environ | ON,
        capture_output=True,
        text=True,
        check=True,
    )
    spent = times_in(done.stderr)
    assert list(spent) == [*STAGES, TOTAL]
    stages = {name: seconds.cpu for name, seconds in spent.items()}
    assert all(stages[name] > 0 for name in ("imports", "read", "statistics", "figures", "markup", "layout"))
    assert stages["everything else"] < 0.2 * stages[TOTAL]
    used = float(done.stdout.rpartition("used ")[2])
    assert stages[TOTAL] == pytest.approx(used, rel=0.1)
