"""Files that benchreport writes: their names, the moment they state, and sets written together or not at all."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from datetime import UTC, datetime
from pathlib import Path

from benchreport.errors import OptionError, WriteError
from benchreport.records import dataclass

# The environment variable of the moment that files state, so that the same input gives the same bytes.
EPOCH = "SOURCE_DATE_EPOCH"
# The first line of a file that a build may replace without --force.
MARK = "Made by benchreport; changes are lost when the report is built again."
MARKED = (f"% {MARK}".encode(), f"# {MARK}".encode())
UNDECODED = re.compile("[\udc80-\udcff]")
MANIFEST = ".benchreport.json"
# Drafts without a name vanish with the process, but each keeps a file open.
MOST_UNNAMED = 200
OPEN_FILES = Path("/proc/self/fd")
# How file systems say that they have no files without names, and no second names.
WITHOUT_UNNAMED = (errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOENT, errno.EMFILE)
WITHOUT_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK)
# What a file holds; large ones come in pieces, made anew whenever they are asked for.
Content = bytes | Callable[[], Iterable[bytes]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileSet:
    """Files that belong together; those that the user did not name are listed in the manifest of ``folder``.

    ``carried`` counts the bytes of data inside them.
    """

    folder: Path
    files: Mapping[Path, Content]
    named: frozenset[Path] = frozenset()
    carried: int = 0


def name_as_text(name: str) -> str:
    r"""Return the name of a file as text; bytes that are not UTF-8 become replacement characters.

    Examples
    --------
    >>> name_as_text(b"caf\xe9.csv".decode("utf8", "surrogateescape"))
    'caf\ufffd.csv'
    """
    return name.encode("utf8", "surrogateescape").decode("utf8", "replace") if UNDECODED.search(name) else name


def place_named(text: str | Path) -> Path:
    """Return the path of an output that a user named; raise where it has no name or is the root of the file system.

    Examples
    --------
    >>> place_named("/")
    Traceback (most recent call last):
    benchreport.errors.OptionError: nothing is written to the root of the file system
    hint: name a file or a folder of your own
    """
    if not str(text).strip():
        raise OptionError("the output has no name", hint="name a file such as report.html, or a folder")
    if "\x00" in str(text):
        raise OptionError(f"the name {str(text)!r} holds a NUL character", hint="name a file such as report.html")
    path = Path(text)
    if path.resolve() == Path(path.resolve().anchor):
        raise OptionError(
            "nothing is written to the root of the file system", hint="name a file or a folder of your own"
        )
    return path


def file_named(text: str | Path) -> Path:
    """Return the path of a file that a user named; raise where it is a folder.

    Examples
    --------
    >>> file_named("figures/")
    Traceback (most recent call last):
    benchreport.errors.OptionError: 'figures/' is a folder
    hint: name a file in it
    """
    path = place_named(text)
    if is_folder_name(text) or path.is_dir():
        raise OptionError(f"{str(text)!r} is a folder", hint="name a file in it")
    return path


def is_folder_name(text: str | Path) -> bool:
    """Return whether a name ends as only the name of a folder can.

    Examples
    --------
    >>> is_folder_name("report.v2/"), is_folder_name("report.html")
    (True, False)
    """
    return str(text).endswith(("/", os.sep))


def made_at() -> datetime:
    """Return the moment that files state as that of their making: SOURCE_DATE_EPOCH, or the beginning of 1970."""
    seconds = os.environ.get(EPOCH, "0")
    try:
        if not seconds.isascii():
            raise ValueError
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError) as problem:
        raise OptionError(
            f"{EPOCH} is {seconds!r}", hint=f"unset it, or set the seconds since 1970, such as {EPOCH}=1700000000"
        ) from problem


def stated_moment() -> datetime | None:
    """Return the moment that a document prints as that of its making; None where the environment names none."""
    return made_at() if EPOCH in os.environ else None


def write_file(path: Path, content: bytes) -> None:
    """Write one file that the user named."""
    write_sets([FileSet(folder=path.parent, files={path: content}, named=frozenset({path}))])


def write_sets(sets: Sequence[FileSet], *, force: bool = False) -> None:
    """Write sets of files: all of them or none, and what was there before stays whole until all are written.

    A file that the user did not name is replaced only where it carries our mark, is as our manifest says, or would
    not change; with ``force`` always.
    """
    contents = {path: content for group in sets for path, content in group.files.items()}
    if not force:
        _refuse_strangers(sets, contents)

    def manifests(digests: Mapping[Path, str]) -> dict[Path, Content]:
        listed: dict[Path, dict[Path, str]] = {}
        for group in sets:
            unnamed = {path: digests[path] for path in group.files if path not in group.named}
            if unnamed:
                listed.setdefault(group.folder, {}).update(unnamed)
        return {folder / MANIFEST: _manifest(folder, entries) for folder, entries in listed.items()}

    _place(contents, manifests)


def _refuse_strangers(sets: Sequence[FileSet], contents: Mapping[Path, Content]) -> None:
    named = frozenset[Path]().union(*(group.named for group in sets))
    strangers: list[Path] = []
    for group in sets:
        listed = _listed(group.folder)
        for path in group.files:
            if path in named or not os.path.lexists(path):
                continue
            key = path.relative_to(group.folder).as_posix()
            if not _is_ours(path, contents[path], (listed or {}).get(key)):
                strangers.append(path)
        if listed is None:
            strangers.append(group.folder / MANIFEST)
    if strangers:
        more = f" and {len(strangers) - 1} more" if len(strangers) > 1 else ""
        raise WriteError(
            f"{str(strangers[0])!r}{more} would be replaced, and benchreport did not write it",
            hint="choose another folder, or replace such files with --force (force=True in Python)",
        )


def _is_ours(path: Path, content: Content, digest: str | None) -> bool:
    if path.is_symlink() or not path.is_file():
        return False
    with path.open("rb") as file:
        if file.read(max(map(len, MARKED))).startswith(MARKED):
            return True
        file.seek(0)
        present = hashlib.file_digest(file, "sha256").hexdigest()
    return present in (digest, _digest(content))


def _pieces(content: Content) -> Iterable[bytes]:
    return (content,) if isinstance(content, bytes) else content()


def _digest(content: Content) -> str:
    digest = hashlib.sha256()
    for piece in _pieces(content):
        digest.update(piece)
    return digest.hexdigest()


def _listed(folder: Path) -> dict[str, str] | None:
    """Return the digests in the manifest of a folder; None for a file of that name that is no manifest."""
    try:
        digests = json.loads((folder / MANIFEST).read_text(encoding="utf8"))["files"]
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return digests if isinstance(digests, dict) else None


def _manifest(folder: Path, digests: Mapping[Path, str]) -> bytes:
    """Return the manifest of a folder: files listed before that are still there, and those to be written."""
    before = {name: digest for name, digest in (_listed(folder) or {}).items() if (folder / name).is_file()}
    now = {path.relative_to(folder).as_posix(): digest for path, digest in digests.items()}
    record = {"about": MARK, "files": dict(sorted((before | now).items()))}
    return json.dumps(record, ensure_ascii=False, indent=1).encode() + b"\n"


@dataclass(slots=True, kw_only=True)
class _Placing:
    """What a writing has done so far, so that it can be undone; everything is noted before it is done."""

    folders: list[Path] = field(default_factory=list)
    drafts: dict[Path, int | Path] = field(default_factory=dict)
    placed: list[tuple[Path, Path | None]] = field(default_factory=list)
    scraps: list[Path] = field(default_factory=list)

    def scrap(self, folder: Path) -> Path:
        """Return a name in a folder that nobody can guess, of a file that must not stay."""
        name = folder / f".benchreport-{secrets.token_hex(16)}"
        self.scraps.append(name)
        return name

    def clean(self) -> None:
        """Run the closing and deleting of all that must not stay."""
        for draft in self.drafts.values():
            if isinstance(draft, int):
                with suppress(OSError):
                    os.close(draft)
        for name in self.scraps:
            with suppress(OSError):
                name.unlink(missing_ok=True)

    def undo(self) -> None:
        """Write back what was there before."""
        for path, former in reversed(self.placed):
            with suppress(OSError):
                if former is None:
                    path.unlink(missing_ok=True)
                else:
                    former.replace(path)
        self.clean()
        for folder in reversed(self.folders):
            with suppress(OSError):
                folder.rmdir()


def _place(contents: Mapping[Path, Content], last: Callable[[Mapping[Path, str]], Mapping[Path, Content]]) -> None:
    """Write files, and those that follow from their digests, as drafts; then move all of them to their places."""
    placing = _Placing()
    path = Path()
    digests: dict[Path, str] = {}
    makers: tuple[Callable[[], Mapping[Path, Content]], ...] = (lambda: contents, lambda: last(digests))
    try:
        for make in makers:
            for path, content in make().items():
                _make_folders(path.parent, placing.folders)
                placing.drafts[path] = draft = _new_draft(path.parent, placing)
                digests[path] = _fill(draft, content)
        for path in placing.drafts:
            _move(path, placing)
    except OSError as problem:
        placing.undo()
        raise WriteError(
            f"{str(path)!r} could not be written: {problem.strerror or problem}",
            hint="nothing was changed; check that the path exists, is writable and has space left",
        ) from problem
    except BaseException:
        placing.undo()
        raise
    placing.clean()


def _make_folders(folder: Path, created: list[Path]) -> None:
    for missing in reversed([parent for parent in (folder, *folder.parents) if not parent.exists()]):
        created.append(missing)
        missing.mkdir(exist_ok=True)


def _new_draft(folder: Path, placing: _Placing) -> int | Path:
    """Return an open file without a name, which a kill removes, where the system has such; else a new path."""
    if hasattr(os, "O_TMPFILE") and OPEN_FILES.is_dir() and len(placing.drafts) < MOST_UNNAMED:
        try:
            return os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666)
        except OSError as problem:
            if problem.errno not in WITHOUT_UNNAMED:
                raise
    draft = placing.scrap(folder)
    os.close(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    return draft


def _fill(draft: int | Path, content: Content) -> str:
    """Write a draft and return the SHA-256 of its content."""
    handle = os.open(draft, os.O_WRONLY) if isinstance(draft, Path) else draft
    digest = hashlib.sha256()
    try:
        for piece in _pieces(content):
            digest.update(piece)
            rest = memoryview(piece)
            while rest:
                rest = rest[os.write(handle, rest) :]
    finally:
        if isinstance(draft, Path):
            os.close(handle)
    return digest.hexdigest()


def _move(path: Path, placing: _Placing) -> None:
    """Write a draft to its place; what was there stays under another name until all are moved."""
    draft = placing.drafts[path]
    former = placing.scrap(path.parent) if os.path.lexists(path) else None
    placing.placed.append((path, former))
    if former is not None:
        _keep(path, former)
    if isinstance(draft, int):
        name = path if former is None else placing.scrap(path.parent)
        _name(draft, name)
        draft = name
    if draft != path:
        draft.replace(path)


def _keep(path: Path, former: Path) -> None:
    try:
        os.link(path, former, follow_symlinks=False)
    except OSError as problem:
        if problem.errno not in WITHOUT_LINKS:
            raise
        path.replace(former)


def _name(handle: int, path: Path) -> None:
    """Write a name into a folder for an open file that has none."""
    # Only a call that takes a folder follows the link that /proc keeps for an open file.
    root = os.open("/", os.O_RDONLY)
    try:
        os.link(OPEN_FILES / str(handle), path, src_dir_fd=root, follow_symlinks=True)
    finally:
        os.close(root)
