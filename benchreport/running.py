"""One method run by its id: ``br.run``, the twin of ``benchreport test``."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from benchreport.errors import OptionError, did_you_mean, one_of
from benchreport.method import Method
from benchreport.options import FILLING, in_parameters
from benchreport.registry import METHODS

if TYPE_CHECKING:
    import polars as pl

# The first parameter of a method that takes a table.
TABLES = ("table", "predictions", "scores")
# What methods do about missing results themselves; all other policies are carried out before.
OWN_POLICIES = ("refuse", "available")
CLUSTERED = "cluster-robust"
SEARCH = 'benchreport methods lists them by question, benchreport methods --search "two classifiers" finds some'


def run(
    method: str,
    table: Any,
    *,
    adjust: str | None = None,
    family: str | Sequence[str] | None = None,
    missing: str = "refuse",
    **options: Any,
) -> pl.DataFrame:
    """Run one method, named by its id, on a table; on request complete the table before and adjust the p-values after.

    Parameters
    ----------
    method
        Id of a method: a key of ``benchreport.METHODS``.
    table
        Scores, predictions or counts, whichever the method takes.
    adjust
        Adjust the p-values for multiplicity, as :func:`benchreport.adjust` does: "holm", ...
    family
        Columns that delimit a family to adjust, as in :func:`benchreport.adjust`.
    missing
        What to do about missing results: "refuse", "available" where the method can, or a policy of
        :func:`benchreport.complete`.
    options
        Options of the method, such as ``by`` or ``alternative``.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.run("sign_test", scores, adjust="holm", control="C4.5").select("a", "p_value", "p_adjusted").row(1)
    ('C4.5+m', 0.03857421875, 0.0771484375)
    >>> br.run("friedmann", scores)
    Traceback (most recent call last):
    benchreport.errors.OptionError: unknown method 'friedmann'
    hint: did you mean 'friedman' or 'friedman_aligned'?
    """
    function = function_over_tables(method)
    takes = inspect.signature(function).parameters
    variant = options.get("variant")
    options = with_variant(method, in_parameters(options, takes))
    for name in options:
        if name not in takes or name in TABLES:
            listed = [option for option in takes if option not in TABLES]
            raise OptionError(f"{method} has no option {name!r}", hint=did_you_mean(name, listed))
    refuse_policy(method, missing)
    whole, own = completed(method, table, missing, options, shape=METHODS[method].shape)
    computed = of_variant(method, function(whole, **options, **own), variant)
    rows: pl.DataFrame = adjusted_rows(method, computed, adjust, family)
    return rows


def with_variant(method: str, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return options of a method in which a variant of the catalogue is what the method itself calls it.

    Examples
    --------
    >>> with_variant("iqm", {"variant": "runs"}), with_variant("paired_t_instances", {"variant": "plain"})
    ({'resample': 'runs'}, {'clusters': 'none'})
    """
    record = METHODS[method]
    takes = inspect.signature(function_over_tables(method)).parameters
    if "variant" in takes or "variant" not in options or not record.variants:
        return dict(options)
    variant = options["variant"]
    one_of(variant, record.variants, name="variant")
    own: dict[str, Any] = {}
    if "resample" in takes:
        own = {"resample": "runs" if variant == "runs" else "datasets"}
    elif "clusters" in takes and variant != CLUSTERED:
        own = {"clusters": "none"}
    return {name: value for name, value in options.items() if name != "variant"} | own


def of_variant(method: str, rows: Any, variant: str | None) -> Any:
    """Return the rows of a variant of the catalogue; raise where the table has what another variant needs."""
    import polars as pl

    if variant is None or "variant" in inspect.signature(function_over_tables(method)).parameters:
        return rows
    chosen = rows.filter(pl.col("variant").str.split(",").list.first() == variant)
    if isinstance(rows, pl.DataFrame) and chosen.is_empty() and not rows.is_empty():
        needed = "a column 'cluster' says which instances belong together (--column passage=cluster)"
        raise OptionError(
            f"this table gives {method} as {rows['variant'][0]!r}, not as {variant!r}",
            hint=needed if variant == CLUSTERED else f"leave out the variant {variant!r}",
        )
    return chosen


def function_over_tables(method: str, instead: Callable[[Method], str] | None = None) -> Callable[..., Any]:
    """Return the public function of a method that is computed from a table; ``instead`` words the hint for others.

    Examples
    --------
    >>> function_over_tables("holm")
    Traceback (most recent call last):
    benchreport.errors.OptionError: holm is not computed from a table
    hint: it adjusts the rows of a test: benchreport.adjust(rows, 'holm')
    """
    if method not in METHODS:
        described = {name: METHODS[name] for name in runnable_methods()}
        raise OptionError(f"unknown method {method!r}", hint=did_you_mean(method, described, listed=SEARCH))
    record = METHODS[method]
    if record.id not in runnable_methods() or record.table is None:
        raise OptionError(f"{method} is not computed from a table", hint=(instead or _instead)(record))
    return record.table


def runnable_methods() -> list[str]:
    """Return the ids of the methods that are computed from a table.

    Examples
    --------
    >>> "nemenyi" in runnable_methods(), "holm" in runnable_methods()
    (True, False)
    """
    return [name for name, record in METHODS.items() if record.table is not None and record.kind != "numbers"]


def completed(
    method: str, table: Any, policy: Any, options: Mapping[str, Any], *, shape: str, alpha: float = 0.05
) -> tuple[Any, dict[str, str]]:
    """Return a table completed by a policy, and the option of the method for gaps that remain.

    Methods refuse gaps or use what is available; all other policies complete a table of scores before.
    """
    from benchreport.tables.complete import complete

    takes = inspect.signature(function_over_tables(method)).parameters
    own = {"missing": "available"} if policy in ("available", "auto") and "missing" in takes else {}
    if policy in OWN_POLICIES or shape != "scores":
        return table, own
    by = options.get("by", takes["by"].default if "by" in takes else "metric")
    level = options.get("alpha", alpha)
    return complete(table, policy, by=by, reference=options.get("control"), alpha=level), own


def refuse_policy(method: str, policy: str, option: str = "missing") -> None:
    """Raise where a method cannot honour a policy for missing results."""
    one_of(policy, FILLING, name=option)
    if policy == "available" and "missing" not in inspect.signature(function_over_tables(method)).parameters:
        others = ", ".join(name for name in FILLING if name not in ("available", "reference"))
        raise OptionError(f"{method} needs complete blocks", hint=f"{option} is one of {others}")


def adjusted_rows(method: str, rows: Any, adjustment: str | None, family: str | Sequence[str] | None) -> Any:
    """Return the rows of a method adjusted for multiplicity, where an adjustment is named."""
    from benchreport.stats.multiplicity.adjusting import adjust

    if adjustment is None:
        if family is not None:
            raise OptionError("a family needs an adjustment", hint="adjust='holm' (--adjust holm)")
        return rows
    if "p_value" not in rows.collect_schema():
        raise OptionError(f"{method} has no p-values to adjust", hint="leave out adjust= (--adjust)")
    return adjust(rows, adjustment, family=family)


def _instead(record: Method) -> str:
    if record.kernel is not None:
        return f"it adjusts the rows of a test: benchreport.adjust(rows, {record.id!r})"
    if record.shape == "rows":
        return f"it takes the rows of a test: benchreport.{record.id}"
    if record.kind == "measure":
        return f"it is measured of predictions: benchreport.measure(predictions, metrics={record.id!r})"
    return f"it takes plain numbers: benchreport.{record.id}"
