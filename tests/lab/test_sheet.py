"""Tables of text are read as they come: encodings, separators, headers, units, and the ways to write a number."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.lab.measurements import Role, Table
from sim.lab.sheet import decimal_of, number_in, read_sheet
from sim.lab.units import ANGLE, TIME, split_name

ANY = Role("a", ("a",))


@pytest.mark.parametrize(
    ("cell", "decimal", "value"),
    [
        ("1.5", ".", 1.5),
        ("1,5", ",", 1.5),
        ("−1,5", ",", -1.5),
        ("+2E-3", ".", 0.002),
        (".5", ".", 0.5),
        ("1,234.5", ".", 1234.5),
        ("1.234,5", ",", 1234.5),
        ("1 234,5", ",", 1234.5),
        ("1'234.5", ".", 1234.5),
        ("0,234", ".", None),
        ("1,23", ".", None),
        ("12.5°", ".", 12.5),
        ("0.5 s", ".", 0.5),
        ("1:02.5", ".", 62.5),
        ("1:00:00", ".", 3600.0),
        ("2024-05-01T00:00:01.5", ".", 1714521601.5),
        ("1_000", ".", None),
        ("word", ".", None),
        ("", ".", None),
        ("1e999", ".", math.inf),
    ],
)
def test_a_cell_is_a_number_or_none(cell: str, decimal: str, value: float | None) -> None:
    assert number_in(cell, decimal) == value


@pytest.mark.parametrize(
    ("cells", "decimal"),
    [
        (["1,5", "2"], ","),
        (["1.5", "2"], "."),
        (["12,345", "0,333"], ","),
        (["12,345", "11,222"], ","),
        (["1,204", "982", "871"], "."),
        (["1,204.5"], "."),
        (["1.204,5"], ","),
        ([], "."),
    ],
)
def test_the_decimal_mark_is_what_makes_most_cells_numbers(cells: list[str], decimal: str) -> None:
    assert decimal_of(cells) == decimal


@pytest.mark.parametrize(
    ("name", "words", "unit"),
    [
        ("angle_deg", "angle", "deg"),
        ("Angle [°]", "angle", "°"),
        ("θ/rad", "θ", "rad"),
        ("AngleDeg", "angle", "deg"),
        ("angle in degrees", "angle", "degrees"),
        ("θ_{r}", "θ r", None),
        ("angular velocity (deg/s)", "angular velocity in deg/s", None),
    ],
)
def test_a_name_may_hold_a_unit(name: str, words: str, unit: str | None) -> None:
    assert split_name(name, ANGLE) == (words, unit)
    assert split_name("t_ms", TIME) == ("t", "ms")


@given(
    st.lists(st.tuples(st.integers(-(10**6), 10**6), st.integers(-(10**6), 10**6)), min_size=3, max_size=12),
    st.sampled_from(["\t", ";", "|", ","]),
    st.sampled_from([".", ","]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "latin-1"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
)
def test_numbers_come_back_from_any_layout(
    tmp_path_factory: pytest.TempPathFactory,
    numbers: list[tuple[int, int]],
    separator: str,
    decimal: str,
    encoding: str,
    end: str,
    headed: bool,
) -> None:
    quote = '"' if separator == decimal else ""
    rows = [[f"{quote}{value / 1000:.4f}{quote}".replace(".", decimal) for value in row] for row in numbers]
    lines = [*([f"a{separator}b"] if headed else []), *(separator.join(row) for row in rows)]
    file = tmp_path_factory.mktemp("layout") / "table.csv"
    file.write_bytes((end.join(lines) + end).encode(encoding))
    sheet = read_sheet(file)
    table = Table(sheet)
    columns = [table.named("1", "", {}), table.named("2", "", {})]
    cells = table.columns(columns)
    found = [table.numbers(column, cells.lines, each) for column, each in zip(columns, cells.columns, strict=True)]
    assert sheet.headed is headed
    assert list(zip(*found, strict=True)) == [(a / 1000, b / 1000) for a, b in numbers]


@pytest.mark.parametrize(
    ("text", "names", "first"),
    [
        ("a;b\n1;2\n3;4\n", ("a", "b"), ["1", "2"]),
        ("Run 3\n\na;b\n1;2\n3;4\n", ("a", "b"), ["1", "2"]),
        ("Device,Pixel\nRate,30\na,b\n1,2\n3,4\n", ("a", "b"), ["1", "2"]),
        ("a,b\nms,deg\n1,2\n3,4\n", ("a", "b"), ["1", "2"]),
        ("# a b\n1 2\n3 4\n", ("a", "b"), ["1", "2"]),
        ('"a" "b"\n"1" 1 2\n"2" 3 4\n', ("", "a", "b"), ["1", "1", "2"]),
        ("1,2\n3,4\n", ("", ""), ["1", "2"]),
        ("a,b\nx,y\n", ("a", "b"), ["x", "y"]),
        ("sep=;\na;b\n1,5;2\n", ("a", "b"), ["1,5", "2"]),
        ("a\n1,5\n2,5\n", ("a",), ["1,5"]),
        ("rt,word\n,welcome\n0.5,red\n0.6,green\n", ("rt", "word"), ["", "welcome"]),
    ],
)
def test_the_header_is_found(text: str, names: tuple[str, ...], first: list[str], tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text(text)
    sheet = read_sheet(file)
    assert (sheet.names, next(sheet.rows())[1]) == (names, first)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"PK\x03\x04" + bytes(99), "found a workbook or an archive: save the sheet as CSV"),
        (b"a,b\n1\x00,2\n", "found a zero byte"),
        (b"a,b\n1,5,2,5\n3,5,4,5\n", "line 2: expected 2 cells, found 4: a comma may separate cells or mark decimals"),
        (b'["a", 1]', "expected a table, or a list of JSON objects"),
        (b'[{"a": ', "is not valid JSON"),
        (b"\n\n", "expected a header line"),
        (b"a,b\n", "expected at least one row"),
    ],
)
def test_what_is_no_table_is_refused(content: bytes, expected: str, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_bytes(content)
    with pytest.raises(InputError, match=expected):
        list(read_sheet(file).rows())


def test_a_filter_lets_rows_through_by_word_or_number(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("run,a\n1,5\n2.0,6\n2,7\n")
    table = Table(read_sheet(file), ["run=2"])
    assert table.columns([table.needed(ANY)]).columns == [["6", "7"]]
    for wrong, expected in (("run", "COLUMN=VALUE"), ("runs=2", "one of run, a"), ("run=3", "found none")):
        with pytest.raises(InputError, match=expected):
            Table(read_sheet(file), [wrong]).columns([table.needed(ANY)])


def test_an_option_names_a_column_by_name_or_number(tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text("Reaction Time,b\n1,2\n")
    table = Table(read_sheet(file))
    assert [table.named(word, "--rt", TIME).place for word in ("reaction time", "1", "2", "B")] == [0, 0, 1, 1]
    with pytest.raises(InputError, match="--rt c: expected the name or the number of a column, found Reaction Time, b"):
        table.named("c", "--rt", TIME)
