"""benchreport init: a study file to begin with, or our templates to edit."""

from __future__ import annotations

from pathlib import Path

import click

from benchreport.cli.terminal import echo
from benchreport.errors import OptionError, refuse_unknown
from benchreport.files import FileSet, place_named, write_sets

STUDY = "study.toml"
EXAMPLE = "scores.csv"
FOLDER = "templates"
# What is copied to be edited unless something is named; the markup of the formats is for the daring.
EDITED = ("sections/", "styles/")


@click.command(short_help="Write a study file to begin with, or copy the templates.")
@click.argument("names", nargs=-1, metavar="[FOLDER | NAMES...]")
@click.option("--templates", is_flag=True, help="Copy our templates into ./templates: NAMES, or words and styles.")
@click.option("--force", is_flag=True, help="Write over files that are there.")
def init(names: tuple[str, ...], templates: bool, force: bool) -> None:
    """Write a commented study.toml into FOLDER, or copy templates such as sections/setup.jinja to be edited."""
    if templates:
        _templates(names, force=force)
    else:
        _study(names, force=force)


def _study(names: tuple[str, ...], *, force: bool) -> None:
    from benchreport.study import example_text
    from benchreport.tables.reading.read import tables_in

    if len(names) > 1:
        raise OptionError(f"a study lies in one folder, not in {', '.join(names)}", hint="benchreport init FOLDER")
    folder = place_named(names[0] if names else ".")
    if folder.suffix == ".toml":
        raise OptionError(f"{str(folder)!r} is no folder", hint=f"benchreport init {folder.parent}")
    found = [path.name for path in tables_in(folder)]
    _write({folder / STUDY: example_text(found[0] if len(found) == 1 else EXAMPLE)}, force=force)
    if len(found) != 1:
        several = f"; there are {', '.join(found)}" if found else ""
        echo(f"Name your table in its line scores = {EXAMPLE!r}{several}.")
    echo(f"Then: benchreport build {folder / STUDY}")


def _templates(names: tuple[str, ...], *, force: bool) -> None:
    from benchreport.document.model.blocks import Look
    from benchreport.document.model.looks import is_template, template_text
    from benchreport.resources import shipped

    known = [path for path in shipped("templates") if is_template(path)]
    refuse_unknown(names, known, "no template {!r} ships", OptionError)
    chosen = names or tuple(path for path in known if path.startswith(EDITED))
    _write({Path(FOLDER) / path: template_text(Look(), path) for path in chosen}, force=force)
    echo(
        f'Keep what you change, delete the rest. Then: {FOLDER} = "{FOLDER}" in the study, or benchreport build '
        f"... --templates {FOLDER}"
    )


def _write(files: dict[Path, str], *, force: bool) -> None:
    """Write files and name them; none is written when one of them is there already."""
    there = [str(path) for path in files if path.exists()]
    if there and not force:
        more = f" and {len(there) - 1} more" if len(there) > 1 else ""
        raise OptionError(f"{there[0]}{more} would be written over", hint="--force does so")
    contents = {path: text.encode() for path, text in files.items()}
    write_sets([FileSet(folder=Path(), files=contents, named=frozenset(files))])
    for path in files:
        echo(str(path))
