"""The look of a report: a theme, and the user's own templates before ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from benchreport.document.model.bibtex import FILE, works_in
from benchreport.document.model.blocks import Look
from benchreport.errors import TemplateError, did_you_mean, one_of
from benchreport.resources import resource, shipped

LARGEST = 1_000_000
NAME = r"[A-Za-z0-9_-][A-Za-z0-9_.-]*"
# The words of sections and the themes may be new ones; of the rest there is only what is read.
OPEN_KINDS = re.compile(rf"sections/{NAME}\.jinja|styles/themes/{NAME}\.css")
CLOSED_KINDS = re.compile(rf"formats/{NAME}\.jinja|styles/{NAME}\.css|references\.bib")
THEMES = "styles/themes/"
USUAL = Look().theme


def look_of(theme: str = USUAL, templates: str | Path | Mapping[str, str] | None = None) -> Look:
    """Return the look of a report: the name of a theme, and the templates that shadow ours.

    These are a folder, or texts by their paths in one. A folder is read once and whole, so that the report can carry
    its templates along and be made again elsewhere.

    Examples
    --------
    >>> look_of("classic")
    Look(theme='classic', templates={})
    >>> look_of("clasic")
    Traceback (most recent call last):
    benchreport.errors.OptionError: unknown theme 'clasic'
    hint: did you mean 'classic'?
    """
    if isinstance(templates, Mapping):
        return look_from(theme, {path: text.encode() for path, text in templates.items()})
    return look_from(theme, {} if templates is None else _folder(Path(templates)))


def look_from(theme: str, files: Mapping[str, bytes]) -> Look:
    """Return the look of a theme and the content of template files, each by its path in the folder.

    Examples
    --------
    >>> look_from("own", {"styles/themes/own.css": b":root{--accent:#a00}"}).theme
    'own'
    >>> look_from("article", {"styles/print.css": b""})
    Traceback (most recent call last):
    benchreport.errors.TemplateError: unknown template styles/print.css
    hint: did you mean 'styles/paper.css' or 'styles/screen.css'?
    """
    look = Look(theme=theme, templates={path: _text(path, files[path]) for path in sorted(files)})
    one_of(theme, themes(look), name="theme")
    if FILE in look.templates:
        works_in(look.templates[FILE])  # raises the error of a broken bibliography
    return look


def themes(look: Look = Look()) -> list[str]:
    """Return the names of the themes: ours, and those among the user's templates.

    Examples
    --------
    >>> themes()
    ['article', 'classic', 'columns']
    """
    paths = {*shipped("templates"), *look.templates}
    return sorted(path.removeprefix(THEMES).removesuffix(".css") for path in paths if path.startswith(THEMES))


def template_text(look: Look, path: str) -> str:
    """Return a template or style sheet: the user's if there is one, else ours.

    Examples
    --------
    >>> template_text(Look(templates={"sections/setup.jinja": "# Aim"}), "sections/setup.jinja")
    '# Aim'
    """
    return look.templates[path] if path in look.templates else resource("templates", path).read_text(encoding="utf8")


def style_text(look: Look, sheet: str) -> str:
    """Return the style of a medium, "screen" or "paper": the variables as they usually are, the rules, the theme.

    Examples
    --------
    >>> style_text(Look(theme="classic"), "screen").count(":root{") >= 2
    True
    """
    usual = [f"{THEMES}{USUAL}.css", f"styles/{sheet}.css"]
    theme = [] if look.theme == USUAL else [f"{THEMES}{look.theme}.css"]
    return "\n".join(template_text(look, path) for path in [*usual, *theme])


def is_template(path: str) -> bool:
    """Return whether a path names a kind of file that a folder of templates may hold.

    Examples
    --------
    >>> is_template("sections/setup.jinja"), is_template("sections/../../secret.jinja")
    (True, False)
    """
    return bool(OPEN_KINDS.fullmatch(path) or CLOSED_KINDS.fullmatch(path))


def decides_markup(path: str) -> bool:
    """Return whether a template decides what a file is made of, not only its words.

    Examples
    --------
    >>> decides_markup("formats/latex.jinja"), decides_markup("sections/setup.jinja")
    (True, False)
    """
    return not path.startswith("sections/")


def _folder(folder: Path) -> dict[str, bytes]:
    """Read a folder of templates; what editors and systems hide there is passed over."""
    if not folder.is_dir():
        raise TemplateError(
            f"no folder of templates {str(folder)!r}", hint="`benchreport init --templates` copies ours to be edited"
        )
    files: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if not path.is_file() or path.name.endswith("~") or any(part.startswith(".") for part in inside.parts):
            continue
        if path.stat().st_size > LARGEST:
            raise _too_large(inside.as_posix())
        files[inside.as_posix()] = path.read_bytes()
    return files


def _text(path: str, content: bytes) -> str:
    ours = shipped("templates")
    if not is_template(path):
        raise TemplateError(
            f"{path} is not a template",
            hint="a folder of templates holds sections/*.jinja, formats/*.jinja, styles/*.css, styles/themes/*.css "
            "and references.bib",
        )
    if CLOSED_KINDS.fullmatch(path) and path not in ours:
        kind = path.rpartition("/")[0]
        siblings = [name for name in ours if name.rpartition("/")[0] == kind and is_template(name)]
        raise TemplateError(f"unknown template {path}", hint=did_you_mean(path, siblings))
    if len(content) > LARGEST:
        raise _too_large(path)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise TemplateError(f"the template {path} is not UTF-8 text", hint=f"save {path} as UTF-8") from problem


def _too_large(path: str) -> TemplateError:
    return TemplateError(f"the template {path} is larger than 1 MB", hint=f"remove what does not belong in {path}")
