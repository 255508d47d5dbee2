"""Further processes of a build: they change when work is done, and nothing of what is written."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import benchreport as br
from benchreport.document import evidence, workers
from benchreport.document.build import contents, evidence_from, unwarned_report
from benchreport.document.model import blocks
from benchreport.document.model.blocks import Picture, figures_of
from benchreport.document.proof.cache import cached, remembered
from benchreport.document.times import VARIABLE, times_in
from benchreport.document.workers import LONG, OVER, WAITED_FOR, Line, Promise, Task, promised, started
from benchreport.options import Options

# Runs before Polars is imported, as the command does.
PRELUDE = "import os, sys, signal; from benchreport.document.workers import promised, started\n"


def run(program: str) -> str:
    """Return what a program prints that runs in a process of its own, with a single thread."""
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-c", PRELUDE + program]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=120).stdout


def kept(result: Any) -> Promise[Any]:
    """Return the promise of a result that a worker has computed."""
    begun: Future[Any] = Future()
    begun.set_result(result)
    return Promise(lambda: pytest.fail("computed here"), Task(b"", begun), Line.empty())


@pytest.fixture(scope="module")
def builds(tmp_path_factory: pytest.TempPathFactory) -> dict[int, tuple[Path, str]]:
    """The same report with one, two and three processes: where it lies, and what its build wrote to standard error."""
    made = {}
    for count in (1, 2, 3):
        place = tmp_path_factory.mktemp(f"with_{count}")
        outputs = [word for name in ("report.html", "report.md", "paper/") for word in ("-o", name)]
        command = [sys.executable, "-m", "benchreport", "build", br.example("demsar2006_auc.csv"), *outputs]
        environment = os.environ | {VARIABLE: "1", "BENCHREPORT_CACHE": "off", "SOURCE_DATE_EPOCH": "1700000000"}
        build = subprocess.run(
            [*map(str, command), "--workers", str(count)],
            cwd=place,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        made[count] = (place, build.stderr)
    return made


@pytest.mark.parametrize("count", [2, 3])
def test_every_file_is_the_same_with_more_processes(builds: dict[int, tuple[Path, str]], count: int) -> None:
    (alone, _), (shared, _) = builds[1], builds[count]
    names = sorted(path.relative_to(alone) for path in alone.rglob("*") if path.is_file())
    assert len(names) > 20
    assert names == sorted(path.relative_to(shared) for path in shared.rglob("*") if path.is_file())
    assert [name for name in names if (alone / name).read_bytes() != (shared / name).read_bytes()] == []


def test_the_seconds_of_workers_are_a_stage(builds: dict[int, tuple[Path, str]]) -> None:
    alone, shared = (times_in(builds[count][1]) for count in (1, 2))
    assert alone["workers"].cpu == 0.0
    assert shared["workers"].cpu > 0.05


def test_figures_are_begun_with_their_section_and_taken_from_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def promised(_: Any, picture: Picture, form: str) -> Promise[bytes]:
        asked.append((picture.kind, form))
        return kept(f"{picture.kind} from a worker".encode())

    monkeypatch.setattr(blocks, "promised", promised)
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    report = unwarned_report([scores], Options(), forms=["png"])
    figures = figures_of(report)
    kinds = [figure.picture.kind for figure in figures if isinstance(figure.picture, Picture)]
    assert len(kinds) > 1
    assert sorted(asked) == sorted((kind, "png") for kind in kinds)
    assert [figure.png for figure in figures] == [f"{kind} from a worker".encode() for kind in kinds]
    assert figures[0].svg.startswith(b"<?xml")  # nobody was asked for it, so it is drawn here


def test_other_analyses_are_begun_before_any_test_and_taken_from_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    _, own = evidence_from([scores], Options(sections=("answer", "sensitivity")))
    asked: list[Any] = []

    def promised(function: Any, scores: pl.DataFrame, **options: Any) -> Promise[pl.DataFrame]:
        asked.append((function, "comparisons" in vars(own)))
        return kept(function(scores, **options).with_columns(left_out=pl.lit("a worker")))

    monkeypatch.setattr(evidence, "promised", promised)
    contents(own, {})
    assert asked == [(br.multiverse, False)]
    assert own.multiverse["left_out"].unique().to_list() == ["a worker"]


def test_other_analyses_that_are_not_printed_are_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evidence, "promised", lambda *_, **__: pytest.fail("asked for what nobody reads"))
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    assert unwarned_report([scores], Options(sections=("data",)))


def test_what_the_cache_has_is_not_begun(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    picture = Picture(kind="cd", numbers=pl.DataFrame({"mean_rank": [1.0]}))
    asked = []
    monkeypatch.setattr(blocks, "promised", lambda *words: asked.append(words))
    with cached(tmp_path):
        remembered(lambda: picture._key("svg"), lambda: b"kept")
        picture.begin("svg")
        assert asked == []
        picture.begin("png")
        assert len(asked) == 1


def test_a_task_is_done_in_another_process() -> None:
    numbers = run("with started(2): print(promised(os.getpid).task.begun.result(), os.getpid())").split()
    assert len(set(numbers)) == 2


def test_without_workers_nothing_is_promised() -> None:
    with started(1):
        assert promised(max, 1, 2) is None
    assert run("with started(1): print(promised(max, 1, 2))") == "None\n"


def test_no_worker_is_made_of_a_process_that_has_imported_polars() -> None:
    assert pl.__name__ in sys.modules
    with started(2):
        assert promised(max, 1, 2) is None


def test_no_worker_is_made_of_a_process_with_several_threads() -> None:
    program = """
import threading
end = threading.Event()
threading.Thread(target=end.wait).start()
with started(2): print(promised(max, 1, 2))
end.set()
"""
    assert run(program) == "None\n"


def test_no_worker_is_made_where_the_system_has_no_list_of_threads(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(workers, "THREADS", tmp_path / "absent")
    monkeypatch.delitem(sys.modules, "polars")
    assert not workers.can_fork()


def test_a_worker_adds_in_one_order_and_takes_options() -> None:
    program = """
with started(2):
    print(promised(os.getenv, "POLARS_NO_PARTITION").result(), promised(sorted, [1, 3, 2], reverse=True).result())
"""
    assert run(program) == "1 [3, 2, 1]\n"


def test_what_is_waited_for_comes_first_and_is_begun_once() -> None:
    line = Line.empty()
    first, second, third = (Task(name, Future()) for name in (b"first", b"second", b"third"))
    for task in (first, second, third):
        line.add(task)
    line.add(third, rank=WAITED_FOR)
    begun = []
    for _ in range(3):
        begun.append(line.next())
        begun[-1].begun.set_running_or_notify_cancel()
    assert begun == [third, first, second]
    line.add(None, rank=OVER)
    assert line.next() is None


def test_what_a_long_line_would_delay_is_computed_here() -> None:
    line = Line.empty()
    tasks = [Task(b"", Future()) for _ in range(LONG + 1)]
    for task in tasks:
        line.add(task)
    assert Promise(lambda: "here", tasks[-1], line).result() == "here"
    assert tasks[-1].begun.cancelled()  # no worker does it too
    tasks[0].begun.set_result("by a worker")
    assert Promise(lambda: "here", tasks[0], line).result() == "by a worker"


def test_the_first_process_draws_nothing_that_a_worker_draws(tmp_path: Path) -> None:
    program = """
from benchreport.cli import main
import sys
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print("matplotlib" in sys.modules)
"""
    words = ("build", br.example("demsar2006_auc.csv"), "-o", tmp_path / "report.html", "--workers", "2")
    command = [sys.executable, "-c", program, *map(str, words)]
    environment = os.environ | {"BENCHREPORT_CACHE": "off"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"


def test_what_a_killed_worker_had_begun_is_computed_here() -> None:
    program = """
with started(2):
    worker = promised(os.getpid).task.begun.result()
    promises = [promised(pow, 2, power) for power in range(3)]
    os.kill(worker, signal.SIGKILL)
    later = promised(pow, 3, 3)
    print(*[promise.result() for promise in promises], later.result())
"""
    assert run(program) == "1 2 4 27\n"


def test_a_task_that_fails_fails_here_in_its_own_words() -> None:
    program = """
with started(2):
    try:
        promised(int, "no number").result()
    except ValueError as problem:
        print(problem)
    print(promised(max, 1, 2).result())
"""
    assert run(program) == "invalid literal for int() with base 10: 'no number'\n2\n"


def test_what_cannot_be_written_down_is_not_promised() -> None:
    assert run("with started(2): print(promised(lambda: 1))") == "None\n"


def test_no_worker_outlives_the_block_and_an_unfinished_task_is_given_up() -> None:
    program = """
import time
from pathlib import Path
with started(3):
    workers = {promised(os.getpid).task.begun.result() for _ in range(20)}
    begun = [promised(time.sleep, 600) for _ in range(5)]
print(len(workers) > 0, [worker for worker in workers if Path(f"/proc/{worker}").exists()])
"""
    assert run(program) == "True []\n"


def test_a_worker_ends_with_a_first_process_that_is_killed(tmp_path: Path) -> None:
    program = f"""
with started(2):
    open({str(tmp_path / "worker")!r}, "w").write(str(promised(os.getpid).task.begun.result()))
    os.kill(os.getpid(), signal.SIGKILL)
"""
    with pytest.raises(subprocess.CalledProcessError) as ended:
        run(program)
    assert ended.value.returncode == -signal.SIGKILL
    worker = int((tmp_path / "worker").read_text())
    for _ in range(600):
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        # an orphan that has ended may wait for its new parent to take note
        if Path(f"/proc/{worker}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
            return
    pytest.fail("the worker goes on")
