"""Does an installed wheel carry everything that a checkout has?"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

from benchreport.document.formats.fonts import FACES

ROOT = Path(__file__).parents[1]
FIND = """
import benchreport, sys
from benchreport.resources import resource
print(benchreport.__file__)
for folder, name in (pair.split("/") for pair in sys.argv[1:]):
    print(resource(folder, name))
"""


def test_a_wheel_carries_the_templates_and_the_example_data_where_they_are_found(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True, cwd=tmp_path)
    (wheel,) = tmp_path.glob("benchreport-*.whl")
    unpacked = tmp_path / "unpacked"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
        packed = archive.namelist()

    data = [path.name for path in (ROOT / "examples" / "data").iterdir() if path.is_file()]
    wanted = ["templates/references.bib", *(f"examples/{name}" for name in sorted(data))]
    assert "examples/demsar2006_auc.csv" in wanted
    assert [name for name in wanted if f"benchreport/{name}" not in packed] == []
    assert "benchreport/py.typed" in packed
    assert {"benchreport/cli/coverage.toml", "benchreport/advice.toml"} <= set(packed)
    assert {name.split("/")[0].split("-")[0] for name in packed} == {"benchreport"}

    found = subprocess.run(
        [sys.executable, "-c", FIND, *wanted],
        env=os.environ | {"PYTHONPATH": str(unpacked)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    inside = unpacked / "benchreport"
    assert found.stdout.splitlines() == [str(inside / "__init__.py"), *(str(inside / name) for name in wanted)]


def test_the_floor_of_pypdf_lies_above_its_known_advisories() -> None:
    needs = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    (floor,) = (int(need.partition(">=")[2].split(".")[0]) for need in needs if need.startswith("pypdf>="))
    assert floor >= 7


def test_the_notice_names_every_family_of_fonts_that_reports_embed() -> None:
    notice = (ROOT / "NOTICE").read_text()
    assert [family for family, _, _ in FACES.values() if family not in notice] == []


def test_every_file_of_example_data_has_its_origin_and_licence_beside_it() -> None:
    folder = ROOT / "examples" / "data"
    origin = (folder / "ORIGIN.md").read_text()
    assert "CC BY 4.0" in origin
    headings = [line.removeprefix("## ").strip("`") for line in origin.splitlines() if line.startswith("## ")]
    data = [path for path in folder.iterdir() if path.name != "ORIGIN.md"]
    assert [path.name for path in data if not any(path.match(heading) for heading in headings)] == []


def test_readme_says_what_verify_proves_and_what_no_program_can() -> None:
    assert "prove that these data are real" in " ".join((ROOT / "README.md").read_text().split())
