"""Remarks of rows: codes in the column ``remarks``, their words in the column ``note``, which is made last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

import polars as pl

from benchreport.method import BETWEEN, WITHIN, Remark, Topic, without_noise

REMARKS, NOTE = "remarks", "note"
MOST_NAMES = 3
# Up to so many texts are compared with every row one by one, which takes less than looking each row up.
FEW_TEXTS = 8


def joined_remarks(*remarks: pl.Expr) -> pl.Expr:
    """Return the remarks that apply, joined; null where there is none.

    Examples
    --------
    >>> few = Remark(code="few_blocks", note="rough with fewer than 10 blocks")
    >>> pl.DataFrame({"n": [4, 12]}).select(joined_remarks(few.where(pl.col("n") < 10))).to_series().to_list()
    ['few_blocks', None]
    """
    if not remarks:
        return _text(None)
    spelled = pl.concat_str([remark.cast(pl.String) for remark in remarks], separator=BETWEEN, ignore_nulls=True)
    # Not by a condition, which would spell everything once more.
    return spelled.replace("", None)


def remarks_of(rows: pl.DataFrame, remarks: Iterable[pl.Expr]) -> pl.Series:
    """Return the remarks that apply to each row, joined; of those that apply to no row nothing is spelled.

    Examples
    --------
    >>> few, odd = Remark(code="few_blocks", note="few"), Remark(code="odd", note="odd")
    >>> conditions = few.where(pl.col("n") < 10), odd.where(pl.col("n") < 0)
    >>> remarks_of(pl.DataFrame({"n": [4, 12]}), conditions).to_list()
    ['few_blocks', None]
    """
    named = {f"__{number}": remark for number, remark in enumerate(remarks)}
    spelled = rows.with_columns_seq(**named)
    some = [name for name in named if spelled.get_column(name).null_count() < rows.height]
    if not some:
        return spelled.select_seq(pl.repeat(None, pl.len(), dtype=pl.String).alias(REMARKS)).to_series()
    joined = spelled.select_seq(pl.concat_str(some, separator=BETWEEN, ignore_nulls=True).alias(REMARKS)).to_series()
    return joined.set(joined == "", None)


def first_that_holds(cases: Sequence[tuple[pl.Expr, str]], otherwise: str | None) -> pl.Expr:
    """Return the text of the first condition that holds.

    Examples
    --------
    >>> status = first_that_holds([(pl.col("n") < 2, "too_few")], "ok")
    >>> pl.DataFrame({"n": [1, 5]}).select(status.alias("status"))["status"].to_list()
    ['too_few', 'ok']
    """
    text = _text(otherwise)
    for condition, word in reversed(cases):
        text = pl.when(condition).then(_text(word)).otherwise(text)
    return text


@cache
def _text(word: str | None) -> pl.Expr:
    return pl.lit(word, dtype=pl.String)


def with_remarks(rows: pl.DataFrame, *remarks: pl.Expr) -> pl.DataFrame:
    """Return rows with further remarks after those they have; :func:`with_words` writes their note in the end."""
    return rows.with_columns(joined_remarks(pl.col(REMARKS), *remarks).alias(REMARKS))


def with_words(rows: pl.DataFrame) -> pl.DataFrame:
    """Return rows with the note of every row, from its remarks; each combination of remarks is worded once.

    Examples
    --------
    >>> with_words(pl.DataFrame({"remarks": ["uneven_runs:3:10", None]}))["note"].to_list()
    ['cells average 3 to 10 runs', None]
    """
    remarks = rows.get_column(REMARKS)
    if remarks.null_count() == len(remarks):
        return rows.with_columns(_text(None).alias(NOTE))
    texts = {spelled: words_of(spelled) for spelled in remarks.unique().to_list() if spelled is not None}
    if len(texts) > FEW_TEXTS:
        note = remarks.replace_strict(texts, default=None, return_dtype=pl.String)
        return rows.with_columns_seq(note.alias(NOTE))
    words = _text(None)
    for spelled, text in texts.items():
        words = pl.when(pl.col(REMARKS) == spelled).then(pl.lit(text)).otherwise(words)
    return rows.with_columns_seq(words.alias(NOTE))


@cache
def words_of(spelled: str) -> str:
    """Return the words of joined remarks.

    Examples
    --------
    >>> words_of("uneven_runs:3:10")
    'cells average 3 to 10 runs'
    """
    return "; ".join(parts_in_words(spelled))


def parts_in_words(spelled: str | None) -> list[str]:
    """Return the words of every remark of a row; a code of another version stays as it is.

    Examples
    --------
    >>> parts_in_words("uneven_runs:3:10|uneven_runs:1:2"), parts_in_words(None)
    (['cells average 3 to 10 runs', 'cells average 1 to 2 runs'], [])
    """
    from benchreport.registry import remarks_by_code

    by_code = remarks_by_code()
    words = []
    for part in spelled.split(BETWEEN) if spelled else ():
        code, _, values = part.partition(WITHIN)
        words.append(by_code[code].words(values) if code in by_code and by_code[code].fits(part) else part)
    return words


def kinds_in_words(remarks: Iterable[str | None]) -> dict[str, str]:
    """Return the words of every kind of remark of some rows, by its code: values that differ become a span or a list.

    Examples
    --------
    >>> kinds_in_words(["uneven_runs:3:10", None, "uneven_runs:1:10"])
    {'uneven_runs': 'cells average 1–3 to 10 runs'}
    >>> kinds_in_words(["beside_midp:0.25:1:1:1:1", "beside_midp:1e-05:1:1:1:1"])["beside_midp"][:30]
    'beside it: exact p 1e-05–0.25,'
    """
    from benchreport.registry import remarks_by_code

    by_code = remarks_by_code()
    kinds: dict[str, dict[str, None]] = {}
    for part in (part for spelled in remarks if spelled for part in spelled.split(BETWEEN)):
        kinds.setdefault(code_of(part), {})[part] = None
    words = {}
    for code, parts in kinds.items():
        if len(parts) == 1 or code not in by_code or not all(map(by_code[code].fits, parts)):
            words[code] = "; ".join(dict.fromkeys(text for part in parts for text in parts_in_words(part)))
        else:
            values = zip(*(part.split(WITHIN)[1:] for part in parts), strict=True)
            words[code] = by_code[code].words(WITHIN.join(map(_together, values)))
    return words


def code_of(part: str) -> str:
    """Return the code of a spelled remark.

    Examples
    --------
    >>> code_of("uneven_runs:3:10")
    'uneven_runs'
    """
    return part.partition(WITHIN)[0]


def _together(values: Sequence[str]) -> str:
    """Return several values of one place of a remark: numbers from the least to the most, some of the names."""
    distinct = list(dict.fromkeys(map(without_noise, values)))
    try:
        numbers = sorted(distinct, key=float)
    except ValueError:
        return ", ".join(distinct[:MOST_NAMES]) + (" …" if len(distinct) > MOST_NAMES else "")
    return numbers[0] if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def remarks_in(rows: pl.DataFrame) -> list[tuple[Remark, str]]:
    """Return every known remark of every row with its spelling, in the order of the rows.

    Examples
    --------
    >>> rows = pl.DataFrame({"remarks": ["uneven_runs:3:10", None]})
    >>> [(remark.code, spelled) for remark, spelled in remarks_in(rows)]
    [('uneven_runs', 'uneven_runs:3:10')]
    """
    from benchreport.registry import remarks_by_code

    by_code = remarks_by_code()
    parts = [part for text in rows.get_column(REMARKS).drop_nulls() for part in text.split(BETWEEN)]
    return [(by_code[code], part) for part in parts if (code := part.partition(WITHIN)[0]) in by_code]


def carries(*remarks: Remark) -> pl.Expr:
    """Return whether a row carries any of these remarks, in its column ``remarks``.

    Examples
    --------
    >>> few = Remark(code="few_blocks", note="rough with fewer than 10 blocks")
    >>> rows = pl.DataFrame({"remarks": ["few_blocks", "uneven_runs:3:10|few_blocks", "few_blocks_left:2", None]})
    >>> rows.select(carries(few)).to_series().to_list()
    [True, True, False, False]
    """
    codes = "|".join(re.escape(remark.code) for remark in remarks)
    return pl.col(REMARKS).fill_null("").str.contains(rf"(^|\|)({codes})(:|\||$)")


def about(topic: Topic) -> pl.Expr:
    """Return whether a row carries a remark of a topic, whichever method made it.

    Examples
    --------
    >>> pl.DataFrame({"remarks": ["unreachable", None]}).select(about("unreachable")).to_series().to_list()
    [True, False]
    """
    from benchreport.registry import remarks_by_code

    return carries(*(remark for remark in remarks_by_code().values() if remark.topic == topic))


def value_in(remark: Remark, place: int = 0) -> pl.Expr:
    """Return a value of a remark in each row, as text; null where a row does not carry it.

    Examples
    --------
    >>> uneven = Remark(code="uneven_runs", note="cells average {0} to {1} runs")
    >>> rows = pl.DataFrame({"remarks": ["few_blocks|uneven_runs:3:10", None]})
    >>> rows.select(value_in(uneven, 1)).to_series().to_list()
    ['10', None]
    """
    values = pl.col(REMARKS).str.extract(rf"(?:^|\|){re.escape(remark.code)}:([^|]*)").str.split(WITHIN)
    return values.list.get(place, null_on_oob=True)
