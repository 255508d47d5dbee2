"""The gallery of figures: for every kind its picture, the code that drew it, its question and its options."""

from __future__ import annotations

import importlib.util
import inspect
import re
import warnings
from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

from benchreport.cli.methods import TAKES
from benchreport.errors import BenchreportError, BenchreportWarning
from benchreport.figures.kinds import KINDS
from benchreport.figures.plot import options_of, words_of
from benchreport.figures.style import paper
from docs.building.cache import made
from docs.building.markdown import anchored, fenced, from_docstring, parts, plain, table

ROOT = Path(__file__).parents[2]
ROOMS = {
    "comparison": "Comparing algorithms",
    "scores": "Scores",
    "predictions": "Predictions and confusion counts",
    "models": "Models, planning and theory",
}
STUDY = 'br.read_scores(br.example("small_study_5x2.csv"))'
PUBLISHED = 'scores = br.read_scores(br.example("demsar2006_auc.csv"))'
ACCURACY = f'scores = {STUDY}.filter(pl.col("metric") == "accuracy")'
CANCER = (
    'predictions = br.read_predictions(br.example("small_study_predictions.parquet"))\n'
    'cancer = predictions.filter(pl.col("dataset") == "breast_cancer")'
)
COUNTED = """classes = [pl.col("truth").alias("actual"), pl.col("prediction").alias("predicted")]
counted = cancer.group_by("algorithm", "dataset", *classes, maintain_order=True).agg(n=pl.len())
counts = br.counts(counted)"""
# The tables of examples/gallery.py as a reader writes them: the name, and the lines that make it.
WRITTEN: Mapping[str, tuple[tuple[str, str], ...]] = {
    "scores": (
        ("scores", PUBLISHED),
        ("scores", ACCURACY),
        ("digits", f'{ACCURACY}\ndigits = scores.filter(pl.col("dataset") == "digits")'),
        ("scores", f"scores = {STUDY}"),
    ),
    "predictions": (
        ("cancer", CANCER),
        ("cancer", CANCER),
        ("iris", CANCER.replace("cancer", "iris").replace("breast_iris", "iris")),
        ("refitted()", "refitted"),
    ),
    "counts": (("counts", f"{CANCER}\n{COUNTED}"),),
    "rows": (
        ("rows", f"{PUBLISHED}\nrows = br.wilcoxon(scores)"),
        ("ranks", f"{PUBLISHED}\nranks = br.average_ranks(scores)"),
    ),
    "none": (("None", ""),),
}
BY_NAME = {
    "PUBLISHED": ("scores", PUBLISHED),
    "STUDY": ("scores", f"scores = {STUDY}"),
    "ACCURACY": ("scores", ACCURACY),
}


@cache
def example() -> ModuleType:
    """Return the example that draws all kinds, as a module."""
    specification = importlib.util.spec_from_file_location("gallery", ROOT / "examples" / "gallery.py")
    if specification is None or specification.loader is None:
        raise ImportError("examples/gallery.py")
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def codes(kind: str) -> Iterator[str]:
    """Yield programs that may draw a kind, the most fitting first."""
    gallery = example()
    if kind in gallery.RECIPES:
        make, options = gallery.RECIPES[kind]
        yield _program(kind, *_of_recipe(make), options)
    for shape in (KINDS[kind].shape, *KINDS[kind].also):
        tables = gallery.usual(shape)
        for (_, options), (name, lines) in zip(tables, WRITTEN[shape], strict=True):
            yield _program(kind, name, lines, options)


def _of_recipe(make: Any) -> tuple[str, str]:
    if make.__name__ != "<lambda>":
        return f"{make.__name__}()", make.__name__
    table = make()
    for name, written in BY_NAME.items():
        if table is getattr(example(), name):
            return written
    return "None", ""


def _program(kind: str, name: str, lines: str, options: Mapping[str, Any]) -> str:
    """Return a whole program; a table made up for the gallery is made by the function of the example."""
    if lines.isidentifier():
        source = inspect.getsource(getattr(example(), lines))
        needed = f"{ACCURACY.replace('scores =', 'ACCURACY =')}\n" if "ACCURACY" in source else ""
        lines = f"{needed}\n\n{source}\n"
    taken = options_of(kind)
    words = [f"{option}={value!r}" for option, value in options.items() if option in taken]
    call = f"figure = br.plot({', '.join([repr(kind), name, *words])})".replace("'", '"')
    code = "\n".join(part for part in (lines, call) if part)
    imports = [
        *(["import numpy as np"] if "np." in code else []),
        *(["import polars as pl"] if "pl." in code else []),
        *([""] if "np." in code or "pl." in code else []),
        "import benchreport as br",
        "",
    ]
    return "\n".join(imports) + "\n" + code.lstrip("\n")


def drawn(kind: str) -> tuple[str, bytes, str]:
    """Return the program that draws a kind, the picture that it drew and its words."""
    trouble: BenchreportError | None = None
    for code in codes(kind):
        names: dict[str, Any] = {}
        data = code.replace("figure = br.plot(", "numbers = br.plot_data(")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", BenchreportWarning)  # the picture is what is looked at
                exec(code, names)
                exec(data, names)
        except BenchreportError as problem:
            trouble = trouble or problem
            continue
        return code, outlined(names["figure"]), words_of(kind, names["numbers"])
    raise LookupError(f"nothing to draw {kind!r} from: {trouble}")


def outlined(figure: Any) -> bytes:
    """Return a figure as SVG with its letters as outlines: a picture in a page has no fonts of its own."""
    import matplotlib

    stream = BytesIO()
    with paper(), matplotlib.rc_context({"svg.fonttype": "path"}):
        figure.savefig(stream, format="svg", metadata={"Date": None, "Creator": None})
    return stream.getvalue()


def _kept(kind: str) -> tuple[str, bytes, str]:
    """Return what was drawn before, or draw it."""

    def make(folder: Path) -> None:
        code, picture, words = drawn(kind)
        (folder / "code.py").write_text(code, encoding="utf8")
        (folder / "words.txt").write_text(words, encoding="utf8")
        (folder / "picture.svg").write_bytes(picture)

    folder = made([b"gallery", kind.encode()], make)
    texts = [(folder / name).read_text(encoding="utf8") for name in ("code.py", "words.txt")]
    return texts[0], (folder / "picture.svg").read_bytes(), texts[1]


def gallery_pages() -> Iterator[tuple[str, bytes]]:
    """Yield the pages of the gallery and their pictures, by their paths."""
    rooms: dict[str, list[str]] = {room: [] for room in ROOMS}
    for kind in KINDS:
        rooms[KINDS.declared[kind].module.split(".")[2]].append(kind)
    yield "figures/index.md", _index(rooms).encode()
    for room, kinds in rooms.items():
        entries = []
        for kind in kinds:
            code, picture, words = _kept(kind)
            yield f"figures/{kind}.svg", picture
            entries.append(_entry(kind, code, words))
        yield f"figures/{room}.md", parts(f"# {ROOMS[room]}", *entries).encode()


def _index(rooms: Mapping[str, list[str]]) -> str:
    sections = [
        parts(
            f"## {title}",
            table(
                ["figure", "the question it answers"],
                [
                    [f"[{plain(KINDS[kind].title)}](#figure-{kind})", plain(KINDS[kind].question)]
                    for kind in rooms[room]
                ],
            ),
        ).rstrip()
        for room, title in ROOMS.items()
    ]
    count = sum(map(len, rooms.values()))
    return parts(
        "# Figures",
        f"All {count} kinds, by the question they answer. Every picture was drawn by the program below it. At a shell "
        "the same figure is `benchreport plot KIND scores.csv -o figure.pdf`; `br.plot_data` returns the numbers "
        "behind a figure and `br.alt_text` its words.",
        *sections,
        "```{toctree}\n:hidden:\n\n" + "\n".join(rooms) + "\n```",
    )


def _entry(kind: str, code: str, words: str) -> str:
    record = KINDS[kind]
    shapes = " or ".join(TAKES[shape] for shape in (record.shape, *record.also))
    options = ", ".join(f"`{name}`" for name in options_of(kind))
    return parts(
        anchored(f"figure-{kind}", f"{plain(record.title)}"),
        f"*{plain(record.question)}*",
        f"![{plain(' '.join(words.split()))}]({kind}.svg)",
        _when(record.draw.__doc__, record.data.__doc__),
        f"- **Kind:** `{kind}`\n- **Drawn from:** {plain(shapes)}\n- **Options:** {options}",
        fenced("python", code),
    ).rstrip()


def _when(*docstrings: str | None) -> str:
    """Return the first paragraphs of docstrings, without what they say of functions of ours."""
    paragraphs: list[str] = []
    for docstring in docstrings:
        text = inspect.cleandoc(docstring or "")
        text = re.split(r"\n\n(?:Parameters|Examples|Returns)\n-+", text)[0]
        text = re.sub(r",? from the numbers of :func:`\w+`|,? from :func:`\w+`", "", text)
        paragraphs += [from_docstring(" ".join(part.split())) for part in text.split("\n\n")]
    first = [paragraph for paragraph in paragraphs if not paragraph.startswith("Return")]
    return re.sub(r"\ADraw ", "Shows ", "\n\n".join(first))
