"""Does a table line up on a terminal?"""

from __future__ import annotations

import unicodedata

import polars as pl

from benchreport.document.exhibits.plain import text_table


def lines(**columns: list[object]) -> list[str]:
    return text_table(pl.DataFrame(columns)).split("\n")


def places(line: str) -> int:
    """How many cells of a terminal a line takes."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in line)


def test_words_stand_left_and_numbers_right() -> None:
    assert lines(name=["kNN", "RandomForest"], n=[5, 1200], x=[0.5, -12.25]) == [
        "name              n       x",
        "kNN               5     0.5",
        "RandomForest  1,200  -12.25",
    ]


def test_p_values_are_written_as_p_values_and_other_numbers_are_not() -> None:
    assert lines(p_value=[1e-9], p_adjusted=[0.01234], estimate=[1e-9]) == [
        "p_value  p_adjusted  estimate",
        " < .001        .012     1e-09",
    ]


def test_what_is_missing_stays_blank() -> None:
    assert lines(a=["x", None], n=[None, 3], z=["end", "end"]) == ["a  n  z", "x     end", "   3  end"]


def test_no_line_ends_in_blanks() -> None:
    assert lines(name=["a", "longer"], note=[None, "said"])[1] == "a"


def test_truth_is_yes_or_no_and_lists_are_joined() -> None:
    assert lines(paired=[True, False], sets=[["d1", "d2"], []]) == ["paired  sets", "yes     d1, d2", "no"]


def test_categories_are_words() -> None:
    frame = pl.DataFrame({"a": ["kNN"], "n": [1]}, schema_overrides={"a": pl.Categorical})
    assert text_table(frame) == "a    n\nkNN  1"


def test_a_table_without_rows_is_its_header() -> None:
    assert text_table(pl.DataFrame(schema={"a": pl.String, "n": pl.Int64})) == "a  n"


def test_wide_characters_keep_the_columns_in_line() -> None:
    ends = {places(line) for line in lines(algorithm=["随机森林", "kNN"], n=[14, 9])}
    assert len(ends) == 1


def test_a_name_with_a_line_break_stays_in_its_row() -> None:
    assert len(lines(algorithm=["two\nlines", "one"], n=[1, 2])) == 3


def test_a_name_cannot_send_commands_to_the_terminal() -> None:
    assert "\x1b" not in lines(algorithm=["\x1b[31mred\x1b[0m"])[1]


def test_widths_are_those_of_a_terminal_and_nothing_is_cut() -> None:
    family, accent, long = "\N{MAN}\N{ZERO WIDTH JOINER}\N{WOMAN}", "e\N{COMBINING ACUTE ACCENT}", "x" * 500
    text = text_table(pl.DataFrame({"a": [accent, "数据", long, family], "n": [1, 2, 3, 4]}))
    assert "\x1b" not in text
    lines = text.split("\n")
    assert (lines[1], lines[2]) == (f"{accent}{' ' * 499}  1", f"数据{' ' * 496}  2")
    assert lines[3] == f"{long}  3"
