"""How precise is a classifier where positives are rarer, or commoner, than in the test set?"""

from __future__ import annotations

import polars as pl

from benchreport.errors import OptionError
from benchreport.measures.rates import IntoExpr, as_column, share


def adjusted_precision(tpr: IntoExpr, fpr: IntoExpr, *, prevalence: IntoExpr | float) -> pl.Expr:
    """Precision that the same rates give where the share of positives is ``prevalence``.

    The rates of finding positives and of false alarms do not depend on how many positives a test set holds; precision
    does. That of a test set balanced by sampling does not hold elsewhere. Null where nothing would be called positive.

    Examples
    --------
    >>> import benchreport as br
    >>> rates = pl.DataFrame({"tpr": [0.8, 0.8], "fpr": [0.1, 0.1], "positives": [0.5, 0.01]})
    >>> rates.select(br.expr.adjusted_precision("tpr", "fpr", prevalence="positives").round(4)).to_series().to_list()
    [0.8889, 0.0748]
    """
    hits, alarms = as_column(tpr), as_column(fpr)
    if isinstance(prevalence, str | pl.Expr):
        positives = as_column(prevalence)
        positives = pl.when(positives.is_between(0, 1)).then(positives)
    else:
        if isinstance(prevalence, bool) or not 0 <= prevalence <= 1:
            raise OptionError(f"prevalence is {prevalence!r}", hint="it is a share, from 0 to 1")
        positives = pl.lit(float(prevalence))
    found = hits * positives
    return share(found, found + alarms * (1 - positives)).fill_nan(None).alias("adjusted_precision")
