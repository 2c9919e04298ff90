"""Tables with a decimal point and with a comma."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import yardarm.command
from sim.csv_table import CsvTable

CELLS = st.lists(st.none() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text("a.b;,\"'\n"))


@given(CELLS)
def test_what_a_spreadsheet_with_commas_reads_is_what_was_written(cells: list[Any]) -> None:
    text = io.StringIO(newline="")
    CsvTable(text, ",").row(cells)
    if not cells:
        return
    (found,) = csv.reader(io.StringIO(text.getvalue(), newline=""), delimiter=";")
    for cell, read in zip(cells, found, strict=True):
        if isinstance(cell, float):
            assert "." not in read
            assert float(read.replace(",", ".")) == cell
        else:
            assert read == ("" if cell is None else str(cell))


@pytest.mark.parametrize(("decimal", "line"), [(".", "0.000000,0.174532925"), (",", "0,000000;0,174532925")])
def test_a_swing_is_written_as_asked(tmp_path: Path, decimal: str, line: str) -> None:
    file = tmp_path / "sway.csv"
    words = ["lab", "sway", "--duration-s", "1", "--csv", str(file), "--decimal", decimal]
    assert yardarm.command.run(words) == 0
    assert file.read_text("utf-8").splitlines()[1] == line
