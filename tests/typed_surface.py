"""What type checkers know of the public names; read by mypy (make lint), where an ignore that hides nothing fails."""

from typing import assert_type

import polars as pl

import benchreport as br

scores = br.read_scores("scores.csv")
assert_type(br.wilcoxon(scores), pl.DataFrame)
assert_type(br.two.wilcoxon(scores.lazy()), pl.LazyFrame)
assert_type(br.expr.wilcoxon("new", "old"), pl.Expr)
assert_type(br.report(scores, reference="kNN", adjustment="holm"), br.Report)
assert_type(br.run("wilcoxon", scores, adjust="holm"), pl.DataFrame)
assert_type(br.methods(question="two algorithms"), pl.DataFrame)
assert_type(br.METHODS["wilcoxon"].title, str)

br.wilcoxon(scores, zeros="prat")  # type: ignore[arg-type]
br.wilcoxon(scores, alhpa=0.1)  # type: ignore[call-arg]
br.two.wilcoxn(scores)  # type: ignore[attr-defined]
br.report(scores, refrence="kNN")  # type: ignore[call-arg]
