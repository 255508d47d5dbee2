"""U8, a maintainer of a cluster: a wheel in a fresh environment, folders that cannot be written, no home, no Pango."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import benchreport as br
from tests.journeys.desk import ROOT, Desk

DEMSAR = br.example("demsar2006_auc.csv")
DAC_OVERRIDE, DROP_CAPABILITY = 1, 24  # of linux/capability.h and linux/prctl.h


def as_somebody() -> None:
    """Give up what lets root write into folders that are read-only."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(DROP_CAPABILITY, DAC_OVERRIDE)


@pytest.fixture
def bare(desk: Desk) -> dict[str, str]:
    """An environment without a home or a cache, and with Pango's library in a state that cannot be loaded."""
    broken = desk.folder.parent / "broken"
    broken.mkdir()
    (broken / "libpango-1.0.so.0").write_text("not a library")
    return {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "LD_LIBRARY_PATH": str(broken), "LANG": "C.UTF-8"}


@pytest.mark.skipif(sys.platform != "linux", reason="capabilities and libraries of Linux")
def test_without_a_home_and_without_pango_everything_but_the_pdf_works(desk: Desk, bare: dict[str, str]) -> None:
    doctor = desk.shell("benchreport doctor", code=1, env=bare)
    (line,) = [line for line in doctor.out.splitlines() if "Pango" in line and line.startswith("!!")]
    assert line.endswith(": no PDF")

    line = f"benchreport build '{DEMSAR}' --sections answer -o report.html -o report.pdf"
    built = desk.shell(line, code=2, env=bare)
    assert built.out == "report.html\n"
    assert built.problems[0].startswith("no PDF was written: Pango cannot be loaded")
    assert built.hints[0].startswith("apt-get install libpango-1.0-0")
    assert "matplotlib" not in built.err.casefold(), "nobody complains of a home that is not there"
    assert "Traceback" not in built.err
    assert {path.name for path in desk.folder.iterdir()} == {"report.html"}
    assert (desk.commands, desk.edits) == (2, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="capabilities of Linux")
def test_in_a_folder_that_cannot_be_written_the_file_asked_for_is_named(desk: Desk, bare: dict[str, str]) -> None:
    desk.folder.chmod(0o555)
    try:
        read = desk.shell(f"benchreport test friedman '{DEMSAR}'", env=bare, preexec_fn=as_somebody)
        assert read.out.startswith("metric ")
        drawn = desk.shell(f"benchreport plot cd '{DEMSAR}' -o cd.svg", code=2, env=bare, preexec_fn=as_somebody)
        assert drawn.problems == ["'cd.svg' could not be written: Permission denied"]
        assert "writable" in drawn.hints[0]
    finally:
        desk.folder.chmod(0o755)
    assert (desk.commands, desk.edits) == (2, 0)


@pytest.mark.long
def test_a_wheel_in_a_fresh_environment_makes_the_demonstration_and_verifies_it(desk: Desk) -> None:
    work = desk.folder.parent
    wheel = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(work), str(ROOT)]
    subprocess.run(wheel, check=True, capture_output=True, cwd=work)
    (built,) = work.glob("benchreport-*.whl")
    subprocess.run([sys.executable, "-m", "venv", str(work / "fresh")], check=True)
    site = Path(sysconfig.get_path("purelib", vars={"base": str(work / "fresh")}))
    # The dependencies of this environment; a path that is added so brings no editable installs with it.
    (site / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n")
    install = [str(work / "fresh" / "bin" / "pip"), "install", "--quiet", "--no-deps", "--no-index", str(built)]
    subprocess.run(install, check=True, capture_output=True)
    env = {"PATH": f"{work / 'fresh' / 'bin'}{os.pathsep}{os.environ['PATH']}"}

    def fresh(line: str, code: int = 0) -> str:
        desk.commands += 1
        done = subprocess.run(line.split(), env=env, cwd=desk.folder, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout

    assert fresh("benchreport --version").split()[-1] == br.__version__
    (pdf,) = [word for word in fresh("benchreport demo").split() if word.endswith(".pdf")]
    assert fresh(f"benchreport verify {pdf}").startswith(f"{Path(pdf).name}: every number")
    assert (desk.commands, desk.edits) == (3, 0)
