"""TOML that the standard library reads back."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import InputError
from sim.toml_text import toml_text


def test_toml_is_read_back() -> None:
    tree = {
        "a": 1,
        "b": 1e-7,
        "c": True,
        "d e": 'quote " backslash \\ line\n tab\t del\x7f é',
        "f": {"g": {"value": 1.5, "source": "x"}, "h": {"i": [[1, 2.5], ["j"]]}, "k": {}},
    }
    again = tomllib.loads(toml_text(tree))
    tree["f"].pop("k")  # an empty table says nothing
    assert again == tree


def test_a_list_of_tables_stands_under_headings_of_its_own() -> None:
    yards = [{"height_mm": 60.0, "length_mm": 180.0}, {"height_mm": 120.0, "length_mm": 140.0}]
    text = toml_text({"ship": {"deck_slots": 4, "yards": yards, "more": {"x": 1}}, "wood": {"friction": 0.3}})
    assert text.count("[[ship.yards]]") == 2
    assert tomllib.loads(text) == {
        "ship": {"deck_slots": 4, "yards": yards, "more": {"x": 1}},
        "wood": {"friction": 0.3},
    }


LEAVES = st.booleans() | st.integers(-(2**40), 2**40) | st.floats(allow_nan=False, allow_infinity=False) | st.text()
KEYS = st.text(min_size=1, max_size=4).filter(lambda key: key != "value")
TABLES = st.dictionaries(KEYS, LEAVES, min_size=1, max_size=3)


@settings(max_examples=40)
@given(st.dictionaries(KEYS, LEAVES | TABLES | st.lists(LEAVES, max_size=3) | st.lists(TABLES, max_size=2), max_size=4))
def test_whatever_a_preset_holds_is_read_back(tree: dict[str, Any]) -> None:
    assert tomllib.loads(toml_text(tree)) == tree


def test_what_toml_cannot_hold_is_refused() -> None:
    with pytest.raises(InputError, match="a preset holds numbers, texts, lists and tables, found None"):
        toml_text({"a": None})
