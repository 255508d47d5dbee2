"""What does every kind of figure look like? One page with all of them, in words too, and a sheet of thumbnails.

    pip install benchreport
    python examples/gallery.py                  # into the folder `gallery` below the current one
    python examples/gallery.py --out elsewhere cd simplex

Drawn from the example data that benchreport brings along, and from tables made below where those hold nothing to show.
"""

import argparse
import base64
import html
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from PIL import Image

import benchreport as br
from benchreport.errors import BenchreportError
from benchreport.figures.kinds import KINDS
from benchreport.figures.plot import options_of, words_of
from benchreport.figures.style import rendered

STUDY = br.read_scores(br.example("small_study_5x2.csv"))
ACCURACY = STUDY.filter(pl.col("metric") == "accuracy")
PUBLISHED = br.read_scores(br.example("demsar2006_auc.csv"))
PREDICTIONS = br.read_predictions(br.example("small_study_predictions.parquet"))

THUMBNAIL = 330  # dots
ACROSS = 5


def tuned() -> pl.DataFrame:
    """Accuracy over a grid of tree depths and learning rates, on four datasets."""
    rng = np.random.default_rng(5)
    rows = [
        (
            "boosting",
            f"d{d}",
            depth,
            rate,
            0.8 + 0.02 * d - 0.0007 * (depth - 7) ** 2 - 0.02 * (rate + 1.6) ** 2 + noise,
        )
        for d in range(4)
        for depth in (1, 2, 4, 8, 16)
        for rate in (-3.0, -2.0, -1.0, 0.0)
        for noise in (rng.normal(0, 0.003),)
    ]
    names = ["model", "dataset", "depth", "log_rate", "accuracy"]
    return br.scores(pl.DataFrame(rows, schema=names, orient="row"), factors=names[2:4])


def refitted() -> pl.DataFrame:
    """Predictions of a curve by polynomials of three degrees, each fitted to twenty samples."""
    rng = np.random.default_rng(7)
    places = np.linspace(-1, 1, 40)
    parts = []
    for degree in (1, 3, 6):
        for repeat in range(20):
            x = rng.uniform(-1, 1, 40)
            fit = np.polynomial.Chebyshev.fit(x, np.sin(3 * x) + rng.normal(0, 0.5, 40), degree, domain=[-1, 1])
            columns = {"instance": np.arange(40), "truth": np.sin(3 * places), "prediction": fit(places)}
            parts.append(pl.DataFrame(columns).with_columns(model=pl.lit(f"degree {degree}"), repeat=pl.lit(repeat)))
    return pl.concat(parts)


def costly() -> pl.DataFrame:
    """Accuracy and running time of the study, the times made up."""
    seconds = {"Majority": 0.001, "GaussianNB": 0.01, "kNN": 0.05, "DecisionTree": 0.03, "LogisticRegression": 0.2}
    time = pl.col("algorithm").cast(pl.String).replace_strict(seconds, default=2.0, return_dtype=pl.Float64)
    timed = ACCURACY.with_columns(
        pl.lit("time", dtype=pl.Categorical).alias("metric"),
        value=time * (1 + pl.col("value")),
        direction=pl.lit("lower", dtype=ACCURACY.schema["direction"]),
    )
    return pl.concat([ACCURACY, timed])


def learned() -> pl.DataFrame:
    """Accuracy of three algorithms against the size of the training data."""
    rng = np.random.default_rng(9)
    rows = [
        (name, "curve", fold, size, top - drop * size**-0.5 + rng.normal(0, 0.004))
        for name, top, drop in (("tree", 0.86, 0.9), ("forest", 0.93, 1.2), ("linear", 0.88, 0.5))
        for fold in range(5)
        for size in (20, 50, 100, 200, 500, 1000)
    ]
    names = ["model", "dataset", "fold", "n_train", "accuracy"]
    return br.scores(pl.DataFrame(rows, schema=names, orient="row"), factors=["n_train"])


# What a kind is drawn from, where the usual tables do not serve.
def shuffled() -> pl.DataFrame:
    """Accuracy of one classifier on the true labels, number 0, and on 400 shuffles of them."""
    rng = np.random.default_rng(6)
    values = np.concatenate([[0.71], rng.normal(0.5, 0.06, 400)]).round(4)
    frame = pl.DataFrame({"algorithm": "kNN", "dataset": "wine", "permutation_id": range(401), "accuracy": values})
    return br.scores(frame, factors="permutation_id")


RECIPES: dict[str, tuple[Any, dict[str, Any]]] = {
    "cd": (lambda: PUBLISHED, {"posthoc": "nemenyi"}),
    "difference_ellipse": (lambda: STUDY, {"metrics": ["accuracy", "auc"], "dataset": "wine", "control": "kNN"}),
    "directions": (lambda: STUDY, {"dataset": "wine"}),
    "manova_scores": (lambda: STUDY, {"dataset": "wine"}),
    "simplex": (lambda: PUBLISHED, {"control": "C4.5"}),
    "posterior": (lambda: ACCURACY, {"dataset": "wine", "control": "kNN"}),
    "power_curve": (lambda: None, {"sd": 0.02, "difference": [0.005, 0.01, 0.02]}),
    "interval_comparison": (lambda: None, {"n": 40}),
    "interaction": (tuned, {}),
    "main_effects": (tuned, {}),
    "grid": (tuned, {}),
    "surface": (tuned, {}),
    "gaussian_border": (lambda: None, {}),
    "bias_variance": (refitted, {"truth": "exact"}),
    "pareto": (costly, {}),
    "learning_curve": (learned, {}),
    "null_histogram": (shuffled, {}),
    "mcm": (lambda: ACCURACY, {}),
    "rank_distribution": (lambda: ACCURACY, {}),
}


@cache
def usual(shape: str) -> tuple[tuple[Any, dict[str, Any]], ...]:
    """Tables of a shape, the first that serves is taken; options that a kind does not know are left out."""
    cancer = PREDICTIONS.filter(pl.col("dataset") == "breast_cancer")
    counted = br.counts(
        cancer.group_by(
            "algorithm", "dataset", pl.col("truth").alias("actual"), pl.col("prediction").alias("predicted")
        )
        .agg(n=pl.len())
        .sort(pl.all().exclude("n").cast(pl.String))
    )
    scores = (
        (PUBLISHED, {}),
        (ACCURACY, {}),
        (ACCURACY.filter(pl.col("dataset") == "digits"), {"a": "kNN", "b": "RandomForest"}),
        (STUDY, {"metric": "accuracy", "metrics": ["accuracy", "auc"], "dataset": "wine"}),
    )
    predictions = (
        (cancer, {"positive": "malignant", "dataset": "breast_cancer"}),
        (cancer, {"positive": "malignant", "algorithm": "kNN", "dataset": "breast_cancer"}),
        (PREDICTIONS.filter(pl.col("dataset") == "iris"), {"dataset": "iris"}),
        (refitted(), {}),
    )
    rows = ((br.wilcoxon(PUBLISHED), {}), (br.average_ranks(PUBLISHED), {}))
    return {"scores": scores, "predictions": predictions, "counts": ((counted, {}),), "rows": rows}.get(
        shape, ((None, {}),)
    )


def candidates(kind: str) -> Iterator[tuple[Any, dict[str, Any]]]:
    """List what a kind could be drawn from."""
    if kind in RECIPES:
        make, options = RECIPES[kind]
        yield make(), options
    for shape in (KINDS[kind].shape, *KINDS[kind].also):
        yield from usual(shape)


def drawn(kind: str) -> tuple[Any, str]:
    """Draw a kind from the first table that serves; gives the figure and its words."""
    known = options_of(kind)
    trouble: BenchreportError | None = None
    for table, given in candidates(kind):
        options = {name: value for name, value in given.items() if name in known}
        try:
            draw = KINDS[kind].draw
            looks = {name: value for name, value in options.items() if name in draw.__annotations__}
            made = {name: value for name, value in options.items() if name not in looks}
            numbers = KINDS[kind].data(table, **made)
            return draw(numbers, **looks), words_of(kind, numbers)
        except BenchreportError as error:
            trouble = trouble or error
    raise SystemExit(f"nothing to draw {kind!r} from: {trouble}")


def page(parts: list[tuple[str, bytes, str]]) -> str:
    """Write one page with all figures; pictures are inside it."""
    sections = []
    for kind, picture, words in parts:
        record = KINDS[kind]
        source = base64.b64encode(picture).decode()
        sections.append(
            f'<section id="{kind}"><h2>{html.escape(record.title)} <code>{kind}</code></h2>'
            f"<p>{html.escape(record.question)}</p>"
            f'<figure><img alt="{html.escape(words, quote=True)}" src="data:image/svg+xml;base64,{source}">'
            f"<figcaption>{html.escape(words)}</figcaption></figure></section>"
        )
    links = " ".join(f'<a href="#{kind}">{kind}</a>' for kind, _, _ in parts)
    style = (
        "body{font-family:'DejaVu Sans',sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;line-height:1.5}"
        "img{max-width:100%}figcaption{color:#595959;font-size:.85rem}h2{font-size:1.1rem;margin-top:3rem}"
        "code{color:#595959;font-weight:normal}"
    )
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Figures of benchreport</title>'
        f"<style>{style}</style></head><body><h1>Figures of benchreport</h1><p>{links}</p>"
        f"{''.join(sections)}</body></html>"
    )


def thumbnails(pictures: list[bytes]) -> Image.Image:
    """Lay small pictures out in rows."""
    small = []
    for picture in pictures:
        image = Image.open(BytesIO(picture)).convert("RGB")
        image.thumbnail((THUMBNAIL, THUMBNAIL))
        small.append(image)
    down = -(-len(small) // ACROSS)
    step = THUMBNAIL + 20
    whole = Image.new("RGB", (ACROSS * step, max(down, 1) * step), "white")
    for k, image in enumerate(small):
        x, y = (k % ACROSS) * step, (k // ACROSS) * step
        whole.paste(image, (x + (step - image.width) // 2, y + (step - image.height) // 2))
    return whole


def main() -> None:
    """Draw the kinds that are named, or all."""
    parser = argparse.ArgumentParser(description="Draw every kind of figure.")
    parser.add_argument("kinds", nargs="*", help="some kinds only")
    parser.add_argument("--out", type=Path, default=Path("gallery"), help="the folder")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    parts, pictures = [], []
    for kind in given.kinds or KINDS:
        figure, words = drawn(kind)
        parts.append((kind, rendered(figure, "svg"), words))
        pictures.append(rendered(figure, "png", dpi=120))
    (given.out / "gallery.html").write_text(page(parts), encoding="utf-8")
    thumbnails(pictures).save(given.out / "gallery.png")
    print(f"{len(parts)} figures: {given.out / 'gallery.html'}, {given.out / 'gallery.png'}")


if __name__ == "__main__":
    main()
