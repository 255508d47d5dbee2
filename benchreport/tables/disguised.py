"""Numbers in disguise: decimal commas, thousands separators, percent signs, spreads and units, read when declared."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, Literal

import polars as pl

from benchreport.errors import ColumnError, one_of
from benchreport.records import dataclass
from benchreport.tables.schema import Declared
from benchreport.tables.spreads import PLUS_MINUS

Disguise = Literal["decimal comma", "thousands separators", "commas", "percent signs", "spreads", "units"]
MISSING_WORDS = ("", "na", "n/a", "nan", "null", "none", "-", "--", "–", "—", "?")
DECIMAL: Final = (",", ".")
# A column of such numbers is a score all the same; spreads and units may as well describe something else.
OF_SCORES: tuple[Disguise, ...] = ("decimal comma", "thousands separators", "commas", "percent signs")

_NUMERAL = r"[+-]?(?:\d[\d.,'\u00a0\u202f ]*\d|\d|[.,]\d+)(?:[eE][+-]?\d+)?"
_SPREAD = (
    rf"%?\s*(?:(?:±|\+/-|\+-|\$?\\pm\$?)\s*(?P<spread>{_NUMERAL})|\((?P<inside>{_NUMERAL})\s*(?P<signed>%)?\))\s*%?"
)
# A formula in LaTeX; an amount of dollars has no second sign.
FORMULA = r"^\$(.*\\pm.*)\$$"
# Seconds and bytes; B alone is left out, for it counts parameters as often as bytes.
UNITS: Mapping[str, tuple[str, float]] = {
    "ns": ("s", 1e-9), "us": ("s", 1e-6), "µs": ("s", 1e-6), "μs": ("s", 1e-6), "ms": ("s", 1e-3), "s": ("s", 1.0),
    "sec": ("s", 1.0), "secs": ("s", 1.0), "seconds": ("s", 1.0), "min": ("s", 60.0), "mins": ("s", 60.0),
    "minutes": ("s", 60.0), "h": ("s", 3600.0), "hours": ("s", 3600.0), "kB": ("byte", 1e3), "KB": ("byte", 1e3),
    "MB": ("byte", 1e6), "GB": ("byte", 1e9), "TB": ("byte", 1e12), "KiB": ("byte", 2.0**10),
    "MiB": ("byte", 2.0**20), "GiB": ("byte", 2.0**30), "TiB": ("byte", 2.0**40), "bytes": ("byte", 1.0),
}  # fmt: skip
_UNIT = "|".join(sorted(UNITS, key=len, reverse=True))
CELL = rf"^(?P<numeral>{_NUMERAL})\s*(?:(?P<percent>%)|{_SPREAD}|(?P<unit>{_UNIT}))?$"
# 1,234 and 1,234.5; with a decimal comma 1.234 and 1.234,5, where blanks and apostrophes separate thousands too.
GROUPS: Mapping[str, str] = {
    ".": r"^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?(?:[eE][+-]?\d+)?$",
    ",": r"^[+-]?[1-9]\d{0,2}(?:[.'\x{a0}\x{202f} ]\d{3})+(?:,\d*)?(?:[eE][+-]?\d+)?$",
}
SEPARATORS: Mapping[str, str] = {".": ",", ",": r"[.'\x{a0}\x{202f} ]"}
# How each disguise is declared, and what is then read.
REMEDIES: Mapping[Disguise, str] = {
    "decimal comma": "decimal=',' (--decimal ,) reads 84,2 as 84.2",
    "thousands separators": "decimal='.' (--decimal .) reads 1,234.5 as 1234.5",
    "commas": "decimal=',' (--decimal ,) reads 1,234 as 1.234, decimal='.' (--decimal .) as 1234",
    "percent signs": "percent=True (--percent) reads 84.2 % as 0.842",
    "spreads": "spread=True (--spread) reads 84.2 ± 0.3 and 84.2 (0.3) as 84.2 with the spread 0.3",
    "units": "units=True (--units) reads 12 s as 12, and several units as seconds or bytes",
}
# The same where the numerals have commas besides: the option, a cell with a decimal comma, what it is read as.
BESIDE_COMMAS: Mapping[Disguise, tuple[str, str, str]] = {
    "percent signs": ("percent", "84,2 %", "0.842"),
    "spreads": ("spread", "84,2 ± 0,3", "84.2"),
    "units": ("units", "1,5 s", "1.5"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """A column of text that was read as numbers: what one of its cells says, and what it became."""

    column: str
    written: str
    read: float
    unit: str | None = None
    spread: float | None = None
    is_hundredth: bool = False

    def sentence(self) -> str:
        """Return the conversion in words."""
        within = f" {self.unit}" if self.unit else ""
        beside = "" if self.spread is None else f" with the spread {self.spread:.15g}"
        return f"column {self.column!r}: {self.written!r} read as {self.read:.15g}{within}{beside}"


def is_text(column: pl.Series) -> pl.Series:
    """Return where a column of text holds more than a word for "missing"."""
    return column.is_not_null() & ~column.str.strip_chars().str.to_lowercase().is_in(MISSING_WORDS)


def disguise_of(column: pl.Series) -> Disguise | None:
    """Return how most cells of a text column disguise a number, or None for other texts and for plain numbers.

    Examples
    --------
    >>> cells = ("84,2", "1,234.5", "1,234", "84.2 %", "84.2 ± 0.3", "12 s", "iris")
    >>> [disguise_of(pl.Series([cell])) for cell in cells]
    ['decimal comma', 'thousands separators', 'commas', 'percent signs', 'spreads', 'units', None]
    """
    if column.dtype != pl.String:
        return None
    cells = column.rename("cell").value_counts(name="n")  # names repeat, and patterns take time
    cells = cells.filter(is_text(cells.get_column("cell")))
    text = cells.get_column("cell").str.strip_chars()
    plain = text.cast(pl.Float64, strict=False).is_not_null()
    parts = _parts(text)
    parts = parts.with_columns(numeral=pl.when(~pl.col("doubtful")).then("numeral"))
    disguised = parts.filter(pl.col("numeral").is_not_null() & ~plain)
    n, is_number = cells.get_column("n"), plain | parts.get_column("numeral").is_not_null()
    if disguised.is_empty() or n.filter(is_number).sum() <= n.filter(~is_number).sum():
        return None
    kinds: dict[Disguise, str] = {"percent signs": "percent", "spreads": "spread", "units": "unit"}
    for kind, name in kinds.items():
        if disguised.get_column(name).null_count() < disguised.height:
            return kind
    return _of_commas(disguised.get_column("numeral"))


def _commas_beside(column: pl.Series) -> Disguise | None:
    """Return what commas mean in the numerals of percentages, spreads and units, or None where they are plain."""
    written = _parts(column.filter(is_text(column)).str.strip_chars()).get_column("numeral").drop_nulls()
    commas = written.filter(written.cast(pl.Float64, strict=False).is_null())
    return None if commas.is_empty() else _of_commas(commas)


def _of_commas(numerals: pl.Series) -> Disguise:
    """Return what commas in numerals, or other separators, mean, where the numerals leave no doubt."""
    if numerals.str.contains(GROUPS[","]).any():
        return "decimal comma"
    grouped = numerals.str.contains(GROUPS["."])
    if not grouped.all():
        return "decimal comma"
    surely = numerals.str.contains(r"\.") | (numerals.str.count_matches(",") > 1)
    return "thousands separators" if surely.any() else "commas"


def remedy(column: pl.Series) -> str:
    """Return how the numbers of a column are declared, or nothing where no cell disguises one.

    Examples
    --------
    >>> remedy(pl.Series(["84,2", "90,1"]))
    "decimal=',' (--decimal ,) reads 84,2 as 84.2"
    >>> remedy(pl.Series(["84,2 %", "90,1 %"]))
    "percent=True and decimal=',' (--percent --decimal ,) read 84,2 % as 0.842"
    """
    disguise = disguise_of(column)
    if disguise is None:
        return ""
    commas = _commas_beside(column) if disguise in BESIDE_COMMAS else None
    return REMEDIES[disguise] if commas is None else _both_declared(disguise, commas)


def _both_declared(disguise: Disguise, commas: Disguise) -> str:
    """Return how numbers with a sign, a spread or a unit are declared whose numerals have commas."""
    name, written, number = BESIDE_COMMAS[disguise]
    if commas == "decimal comma":
        return f"{name}=True and decimal=',' (--{name} --decimal ,) read {written} as {number}"
    if commas == "thousands separators":
        return f"{name}=True and decimal='.' (--{name} --decimal .) read them, and 1,234.5 as 1234.5"
    return (
        f"{name}=True (--{name}) reads them, with decimal=',' (--decimal ,) where 1,234 is 1.234, "
        "or decimal='.' (--decimal .) where it is 1234"
    )


def undisguised(
    table: pl.DataFrame, declared: Declared, names: Collection[str] = ()
) -> tuple[pl.DataFrame, list[Conversion]]:
    """Return a table whose disguised numbers are numbers, as far as declared, and what was converted.

    A column of texts is converted if every cell can be read; ``names`` are columns that hold names and stay. Spreads
    get a column of their own, whose name ends in ±.

    Examples
    --------
    >>> table = pl.DataFrame({"model": ["kNN", "SVM"], "auc": ["84,2 %", "90 %"]})
    >>> read, (conversion,) = undisguised(table, {"decimal": ",", "percent": True})
    >>> read["auc"].to_list(), conversion.sentence()
    ([0.842, 0.9], "column 'auc': '84,2 %' read as 0.842")
    """
    decimal = declared.get("decimal")
    if decimal is not None:
        one_of(decimal, DECIMAL, name="decimal")
    kinds = {name for name in ("percent", "units", "spread") if declared.get(name)}
    if decimal is None and not kinds:
        return table, []
    converted: dict[str, pl.Series] = {}
    conversions: list[Conversion] = []
    for column in table:
        if column.dtype != pl.String or column.name in names:
            continue
        result = _converted(column, decimal, kinds)
        if result is not None:
            columns, conversion = result
            converted |= {series.name: series for series in columns}
            conversions.append(conversion)
    return table.with_columns(**converted), conversions


def _parts(text: pl.Series) -> pl.DataFrame:
    """Return the numeral of every cell and what stands behind it; nulls where a cell is no number in disguise.

    ``doubtful`` is a whole number in brackets: a rank, or the uncertainty of the last digit.
    """
    parts = text.str.replace(FORMULA, "${1}").str.strip_chars().str.extract_groups(CELL).struct.unnest()
    doubtful = pl.col("inside").str.contains(r"^\d+$") & pl.col("signed").is_null()
    spread = pl.coalesce("spread", "inside")
    return parts.select("numeral", "percent", "unit", spread=spread, doubtful=doubtful.fill_null(False))


def _converted(
    column: pl.Series, decimal: str | None, kinds: Collection[str]
) -> tuple[list[pl.Series], Conversion] | None:
    """Return a column of text as numbers, where its cells need what was declared and every one can be read.

    The numbers of a column with spreads are followed by these.
    """
    where = is_text(column)
    text = column.str.strip_chars()
    parts = _parts(text).with_columns(text=where)
    value = numerals(parts.get_column("numeral"), decimal)
    if "spread" in kinds and disguise_of(column) == "spreads":
        _refuse_other_texts(column, parts.get_column("numeral").is_null() & where)
    signs = {"percent": "percent", "unit": "units", "spread": "spread"}
    present = {name for name in signs if parts.get_column(name).is_not_null().any()}
    if not where.any() or value.filter(where).null_count() or any(signs[name] not in kinds for name in present):
        return None
    if not present and text.filter(where).cast(pl.Float64, strict=False).eq_missing(value.filter(where)).all():
        return None  # plain numbers, which are read without a declaration
    unit, signed = None, text.str.contains("%", literal=True).fill_null(False) & where
    read = _hundredth if "percent" in kinds and signed.any() else numerals
    if read is _hundredth:
        _refuse_some(column, signed, where, "a percent sign")
        value = _hundredth(parts.get_column("numeral"), decimal)
    elif "unit" in present:
        _refuse_some(column, parts.get_column("unit").is_not_null(), where, "a unit")
        value, unit = _in_one_unit(column.name, value, parts.get_column("unit"))
    first = int(where.arg_max() or 0)
    columns = [value.set(~where, None).rename(column.name)]
    if "spread" in present:
        _refuse_doubtful(column, parts.get_column("doubtful") & where)
        columns.append(read(parts.get_column("spread"), decimal).set(~where, None).rename(column.name + PLUS_MINUS))
    number, *spread = (series[first] for series in columns)
    return columns, Conversion(
        column=column.name,
        written=str(text[first]),
        read=number,
        unit=unit,
        spread=spread[0] if spread else None,
        is_hundredth=read is _hundredth,
    )


def _refuse_other_texts(column: pl.Series, others: pl.Series) -> None:
    """Raise where a cell among scores with spreads is none."""
    if others.any():
        row = int(others.arg_max() or 0)
        raise ColumnError(
            f"column {column.name!r} holds {column[row]!r} in row {row + 1} among scores with spreads",
            hint="write it like the others, such as 84.2 ± 0.3, or leave the cell empty",
        )


def _refuse_doubtful(column: pl.Series, doubtful: pl.Series) -> None:
    """Raise where a whole number stands in brackets behind a score."""
    if doubtful.any():
        row = int(doubtful.arg_max() or 0)
        raise ColumnError(
            f"column {column.name!r} holds {column[row]!r} in row {row + 1}: the number in brackets may be a rank, a "
            "spread, or the uncertainty of the last digit",
            hint="write a spread with its decimals, such as 84.2 (0.3), and take ranks out",
        )


def numerals(text: pl.Series, decimal: str | None) -> pl.Series:
    """Return numerals as numbers, with a declared sign before the decimals; null where one cannot be read.

    Examples
    --------
    >>> numerals(pl.Series(["1.234,5", "0,5", "0.25"]), ",").to_list(), numerals(pl.Series(["1,234.5"]), ".").to_list()
    ([1234.5, 0.5, 0.25], [1234.5])
    """
    if decimal is None:
        return text.cast(pl.Float64, strict=False)
    grouped = text.str.contains(GROUPS[decimal])
    bare = pl.when(grouped).then(pl.col("text").str.replace_all(SEPARATORS[decimal], "")).otherwise(pl.col("text"))
    plain = text.to_frame("text").with_columns(grouped=grouped).select(bare).to_series()
    plain = plain.str.replace(",", ".", literal=True) if decimal == "," else plain
    return plain.cast(pl.Float64, strict=False)


def _hundredth(text: pl.Series, decimal: str | None) -> pl.Series:
    """Return a hundredth of numerals, which shifts the point: a division would round 84.2 / 100."""
    shifted = numerals(text + "e-2", decimal)
    return shifted.zip_with(shifted.is_not_null(), numerals(text, decimal) / 100)


def _refuse_some(column: pl.Series, signed: pl.Series, where: pl.Series, word: str) -> None:
    """Raise where some numbers of a column carry a sign and others do not."""
    bare = ~signed & where
    if bare.any():
        row = int(bare.arg_max() or 0)
        raise ColumnError(
            f"column {column.name!r} holds numbers with and without {word}, such as {column[row]!r} in row {row + 1}",
            hint="write all numbers of a column in the same way",
        )


def _in_one_unit(name: str, value: pl.Series, units: pl.Series) -> tuple[pl.Series, str]:
    """Return numbers in the one unit that a column has, or in seconds or bytes where it has several."""
    spellings = units.drop_nulls().unique().sort().to_list()
    if len(spellings) == 1:
        return value, str(spellings[0])
    quantities = {UNITS[unit][0] for unit in spellings}
    if len(quantities) > 1:
        raise ColumnError(f"column {name!r} mixes the units {', '.join(spellings)}", hint="give each unit a column")
    factor = units.replace_strict({unit: UNITS[unit][1] for unit in spellings}, default=None, return_dtype=pl.Float64)
    return value * factor, quantities.pop()
