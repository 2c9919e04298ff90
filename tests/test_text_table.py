"""Tables of text: columns stay apart, however wide their cells are."""

from __future__ import annotations

from sim.text_table import text_table


def test_columns_stay_apart_whatever_is_in_them() -> None:
    rows = [("name", "share", "words"), ("a", "1", "b"), ("a name that is long", "100.0 % (99.9-100.0)", "")]
    assert text_table(rows, "<><", (6, 4)) == [
        "name                                share  words",
        "a                                       1  b",
        "a name that is long  100.0 % (99.9-100.0)",
    ]
    assert text_table(rows[:2], "<><", (6, 8)) == ["name       share  words", "a              1  b"]
