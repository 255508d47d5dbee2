"""Does the cache save work, and change nothing else?"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from matplotlib.figure import Figure as Drawing
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.cli.build import build_study
from benchreport.document.evidence import comparison
from benchreport.document.model.blocks import Figure, drawn, figures_of, rows_of
from benchreport.document.proof import cache as module
from benchreport.document.proof.cache import IN_USE, Cache, cached, frame_bytes, key_of, remembered, usual_folder
from benchreport.errors import OptionError
from benchreport.figures import style
from benchreport.study import read_study

RANKS = pl.DataFrame({"algorithm": ["A", "B"], "mean_rank": [1.0, 2.0]})


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The formats in which figures are drawn, as they are drawn."""
    made: list[str] = []
    really = style.rendered

    def counted(figure: Drawing, form: style.Format, **options: int) -> bytes:
        made.append(form)
        return really(figure, form, **options)

    monkeypatch.setattr(style, "rendered", counted)
    return made


def entries(folder: Path) -> list[Path]:
    return sorted(folder.glob("*/*.entry"))


def written(folder: Path, scores: pl.DataFrame) -> dict[str, bytes]:
    """Every file of a report in every format."""
    report = br.report(scores, title="T", sections=["ranks", "distributions"])
    for name in ("r.html", "r.pdf", "r.md", "latex"):
        report.write(folder / name)
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.long
def test_documents_are_the_same_bytes_with_a_cold_a_warm_and_no_cache(
    demsar: pl.DataFrame, tmp_path: Path, drawings: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    without = written(tmp_path / "without", demsar)
    with cached(tmp_path / "cache"):
        cold = written(tmp_path / "cold", demsar)
        drawn_cold = len(drawings)
        warm = written(tmp_path / "warm", demsar)
    assert without == cold == warm
    assert len(drawings) == drawn_cold > 0


def test_tests_over_datasets_are_computed_once(
    demsar: pl.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    computed: list[str] = []
    really = comparison._tests

    def counted(*given: Any) -> Any:
        computed.append("once")
        return really(*given)

    monkeypatch.setattr(comparison, "_tests", counted)
    with cached(tmp_path):
        first, second = (rows_of(br.report(demsar, sections=["ranks"])) for _ in range(2))
        assert len(computed) == 1
        br.report(demsar, baseline="C4.5", sections=["ranks"])
        assert len(computed) == 2
    assert first.height > 0
    assert_frame_equal(first, second)
    assert_frame_equal(first, rows_of(br.report(demsar, sections=["ranks"])))


def test_a_report_is_drawn_only_in_the_formats_that_are_written(
    demsar: pl.DataFrame, tmp_path: Path, drawings: list[str]
) -> None:
    report = br.report(demsar, sections=["ranks", "distributions"])
    assert drawings == []
    report.write(tmp_path / "r.html")
    assert set(drawings) == {"svg"}
    assert len(drawings) == len(figures_of(report))


def test_a_format_is_rendered_once_however_often_it_is_asked_for(demsar: pl.DataFrame, drawings: list[str]) -> None:
    figure = figures_of(br.report(demsar, sections=["ranks"]))[0]
    assert figure.svg is figure.svg
    assert drawings == ["svg"]


def test_a_damaged_entry_is_drawn_again_and_mended(demsar: pl.DataFrame, tmp_path: Path) -> None:
    def picture() -> bytes:
        return figures_of(br.report(demsar, sections=["ranks"]))[0].svg

    with cached(tmp_path):
        sound = picture()
        (entry,) = (path for path in entries(tmp_path) if b"<svg" in path.read_bytes())
        whole = entry.read_bytes()
        for damage in (whole[:-1], b"", whole[:-7] + b"</html>", b"\0" * 32 + b"<svg/>"):
            entry.write_bytes(damage)
            assert picture() == sound
            assert entry.read_bytes() == whole


def test_the_library_keeps_nothing_unless_asked(
    demsar: pl.DataFrame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BENCHREPORT_CACHE", str(tmp_path / "cache"))
    br.report(demsar, sections=["ranks"]).write(tmp_path / "r.html")
    assert not (tmp_path / "cache").exists()


def test_the_command_line_keeps_figures_unless_told_not_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BENCHREPORT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "study.toml").write_text(
        f'scores = "{br.example("demsar2006_auc.csv")}"\noutputs = ["r.html"]\nsections = ["ranks"]\n'
    )
    study = read_study(tmp_path / "study.toml")
    build_study(study, no_cache=True)
    assert not (tmp_path / "cache").exists()
    build_study(study)
    assert entries(tmp_path / "cache")


def test_verify_does_not_trust_the_cache(demsar: pl.DataFrame, tmp_path: Path) -> None:
    with cached(tmp_path / "cache"):
        pdf = br.report(demsar, sections=["ranks"]).write(tmp_path / "r.pdf")
        thick, thin = b"stroke-width: 2.4", b"stroke-width: 0.4"
        assert any(thick in entry.read_bytes() for entry in entries(tmp_path / "cache"))
        for entry in entries(tmp_path / "cache"):
            forged = entry.read_bytes()[32:].replace(thick, thin)
            entry.write_bytes(hashlib.sha256(forged).digest() + forged)
        assert br.verify(pdf) == []


def test_a_folder_that_cannot_be_written_is_no_failure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with cached(tmp_path / "file" / "cache"):
        assert remembered(lambda: key_of("x"), lambda: b"made") == b"made"
    assert (tmp_path / "file").read_text() == "not a folder"


def test_an_emptied_folder_is_filled_again(tmp_path: Path) -> None:
    with cached(tmp_path):
        remembered(lambda: key_of("x"), lambda: b"first")
        entries(tmp_path)[0].unlink()
        assert remembered(lambda: key_of("x"), lambda: b"second") == b"second"
        assert remembered(lambda: key_of("x"), lambda: b"third") == b"second"


def test_a_build_that_is_interrupted_leaves_no_draft(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", stop)
    with pytest.raises(KeyboardInterrupt):
        Cache(folder=tmp_path).keep(key_of("x"), b"content")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []


def test_the_entries_used_longest_ago_go_first(tmp_path: Path) -> None:
    keys = [key_of(name) for name in "abc"]
    with cached(tmp_path, most_bytes=300):
        for age, key in enumerate(keys):
            remembered(lambda key=key: key, lambda: b"x" * 100)
            path = tmp_path / key[:2] / f"{key[2:]}.entry"
            os.utime(path, (1_000 + age, 1_000 + age))
        remembered(lambda: keys[0], lambda: b"never made")
    left = Cache(folder=tmp_path)
    assert [left.content(key) is not None for key in keys] == [True, False, True]


def changed(looks: str = "page", **what: object) -> str:
    numbers = what.get("numbers", RANKS)
    return key_of("figure", what.get("form", "svg"), what.get("kind", "cd"), numbers, {"width": looks})


@pytest.mark.parametrize(
    "other",
    [
        lambda: changed("column"),
        lambda: changed(form="pdf"),
        lambda: changed(kind="box"),
        lambda: changed(numbers=RANKS.with_columns(pl.col("mean_rank") + 1e-15)),
        lambda: changed(numbers=RANKS.rename({"algorithm": "name"})),
        lambda: changed(numbers=RANKS.reverse()),
        lambda: changed(numbers=RANKS.with_columns(pl.lit(None, dtype=pl.Float64).alias("mean_rank"))),
        lambda: changed(numbers=RANKS.with_columns(pl.lit(float("nan")).alias("mean_rank"))),
    ],
    ids=["looks", "format", "kind", "last digit", "column name", "row order", "nulls", "not a number"],
)
def test_whatever_a_figure_is_made_from_changes_its_key(other: Callable[[], str]) -> None:
    assert other() != changed()


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A module that stands for the whole package."""
    monkeypatch.setattr(module, "PACKAGE", tmp_path)
    path = tmp_path / "figures" / "box.py"
    path.parent.mkdir()
    path.write_text("LINE = 1")
    module._software.cache_clear()
    yield path
    module._software.cache_clear()


@pytest.mark.usefixtures("source")
def test_another_version_changes_every_key(monkeypatch: pytest.MonkeyPatch) -> None:
    before = changed()
    monkeypatch.setattr(module, "__version__", "99.0")
    module._software.cache_clear()
    assert changed() != before


@pytest.mark.parametrize("text", ["LINE = 1", "LINE = 2"])
def test_changed_source_and_nothing_else_changes_every_key(source: Path, text: str) -> None:
    before = changed()
    source.write_text(text)
    module._software.cache_clear()
    assert (changed() == before) == (text == "LINE = 1")


def test_frames_that_are_equal_have_equal_bytes_whatever_else_was_read() -> None:
    pl.Series(["Z", "B", "A", "Y"], dtype=pl.Categorical)
    one = RANKS.with_columns(pl.col("algorithm").cast(pl.Categorical))
    pieces = pl.concat([one.head(1), one.tail(1)], rechunk=False)
    assert frame_bytes(one) == frame_bytes(pieces)


def test_a_key_cannot_be_made_of_what_has_no_content() -> None:
    with pytest.raises(TypeError):
        key_of(object())


def test_the_usual_folder_follows_the_environment() -> None:
    assert usual_folder({"BENCHREPORT_CACHE": "here"}) == Path("here")
    assert usual_folder({"BENCHREPORT_CACHE": "off", "XDG_CACHE_HOME": "/x"}) is None
    assert usual_folder({"XDG_CACHE_HOME": "/x"}) == Path("/x/benchreport")
    assert usual_folder({"XDG_CACHE_HOME": "relative"}) == Path.home() / ".cache" / "benchreport"
    with pytest.raises(OptionError):
        usual_folder({"BENCHREPORT_CACHE": " "})


def test_the_block_ends_the_cache(tmp_path: Path) -> None:
    with cached(tmp_path):
        with cached(None):
            assert IN_USE.get() is None
        assert IN_USE.get() == Cache(folder=tmp_path)
    assert IN_USE.get() is None


def test_colours_are_part_of_what_a_figure_is_made_from(demsar: pl.DataFrame, tmp_path: Path) -> None:
    numbers = br.plot_data("box", demsar, points="datasets")
    with cached(tmp_path):
        plain, own = (
            drawn("box", numbers, id="f", caption="c", colours=colours).svg for colours in ({}, {"C4.5": "#AA3377"})
        )
        assert len(entries(tmp_path)) == 2
    assert plain != b""
    assert own != b""


@pytest.mark.long
def test_a_figure_made_by_hand_gives_the_same_bytes_in_every_format_and_is_never_cached(tmp_path: Path) -> None:
    def made() -> Figure:
        drawing = Drawing(figsize=(2, 1))
        drawing.subplots().plot([1, 2, 3], [2, 1, 3], marker="o")
        return Figure.of(drawing, id="own", caption="Mine.", alternative="A line that falls and rises.")

    first, second = made(), made()
    with cached(tmp_path):
        for one, start in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
            assert getattr(first, one) == getattr(second, one)
            assert getattr(first, one).startswith(start)
    assert entries(tmp_path) == []


def test_a_cache_folder_that_others_can_write_is_not_used(tmp_path: Path) -> None:
    (folder := tmp_path / "shared").mkdir()
    folder.chmod(0o777)
    with cached(folder):
        assert remembered(lambda: key_of("x"), lambda: b"made") == b"made"
    assert list(folder.iterdir()) == []
    folder.chmod(0o700)
    with cached(folder):
        remembered(lambda: key_of("x"), lambda: b"made")
    assert len(list(folder.iterdir())) == 1
