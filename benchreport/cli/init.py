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


@click.command()
@click.argument("names", nargs=-1, metavar="[FOLDER | NAMES...]")
@click.option("--templates", is_flag=True, help="Copy our templates into ./templates: NAMES, or words and styles.")
@click.option("--force", is_flag=True, help="Overwrite existing files.")
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
        raise OptionError(f"a study has one folder, not {', '.join(names)}", hint="benchreport init FOLDER")
    folder = place_named(names[0] if names else ".")
    if folder.suffix == ".toml":
        raise OptionError(f"{str(folder)!r} is not a folder", hint=f"benchreport init {folder.parent}")
    if folder.is_file():
        raise OptionError(f"{str(folder)!r} is a file; the study goes into a folder", hint="benchreport init FOLDER")
    tables = [path.name for path in tables_in(folder)]
    _write({folder / STUDY: example_text(tables[0] if len(tables) == 1 else EXAMPLE)}, force=force)
    if len(tables) != 1:
        several = f"; there are {', '.join(tables)}" if tables else ""
        echo(f"Name your table in its line scores = {EXAMPLE!r}{several}.")
    echo(f"Then: benchreport build {folder / STUDY}")


def _templates(names: tuple[str, ...], *, force: bool) -> None:
    from benchreport.document.model.blocks import Look
    from benchreport.document.model.looks import is_template, template_text
    from benchreport.resources import shipped

    templates = [path for path in shipped("templates") if is_template(path)]
    refuse_unknown(names, templates, "no template {!r} ships with benchreport", OptionError)
    chosen = names or tuple(path for path in templates if path.startswith(EDITED))
    _write({Path(FOLDER) / path: template_text(Look(), path) for path in chosen}, force=force)
    echo(
        f'Keep what you change, delete the rest. Then: {FOLDER} = "{FOLDER}" in the study, or benchreport build '
        f"... --templates {FOLDER}"
    )


def _write(files: dict[Path, str], *, force: bool) -> None:
    """Write files and name them; none is written when one of them is there already."""
    existing = [str(path) for path in files if path.exists()]
    if existing and not force:
        more = f" and {len(existing) - 1} more" if len(existing) > 1 else ""
        raise OptionError(f"{existing[0]}{more} would be overwritten", hint="--force overwrites existing files")
    contents = {path: text.encode() for path, text in files.items()}
    write_sets([FileSet(folder=Path(), files=contents, named=frozenset(files))])
    for path in files:
        echo(str(path))
