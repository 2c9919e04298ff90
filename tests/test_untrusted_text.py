"""Text from outside: which characters no name may have, how they are shown, and what JSON may hold."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from sim.errors import InputError
from sim.untrusted_text import checked_name, has_control, printable, read_json

CONTROLS = (
    [chr(code) for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code)) in ("Cc", "Zl", "Zp", "Cs")]
    + [chr(code) for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))]
    + ["\u061c", "\u200e", "\u200f"]
)


def test_exactly_what_steers_a_terminal_is_a_control_character() -> None:
    found = {chr(code) for code in range(sys.maxunicode + 1) if has_control(chr(code))}
    assert found == set(CONTROLS)


@pytest.mark.parametrize("name", ["Zoé", "🦜", "👩‍🚀", "O'Brien", "a b", "Łukasz", "עדי", "日本", ""])
def test_names_of_people_are_names(name: str) -> None:
    assert checked_name(name) == name
    assert printable(name) == name


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a\x1b[31mb", r"a\x1b[31mb"),
        ("two\nlines\r\t", r"two\nlines\r\t"),
        ("a\0b", r"a\x00b"),
        ("gpj\u202eexe", r"gpj\u202eexe"),
        ("a\u2028b", r"a\u2028b"),
        (b"caf\xe9.csv".decode("utf-8", "surrogateescape"), r"caf\udce9.csv"),
        ("\x9b31m", r"\x9b31m"),
    ],
)
def test_control_characters_are_shown_as_escapes(text: str, told: str) -> None:
    assert printable(text) == told
    assert str(InputError(f"{text}: is no store.")) == f"{told}: is no store."
    with pytest.raises(ValueError, match="without control characters"):
        checked_name(text)


@pytest.mark.parametrize("text", ["[" * 5000 + "]" * 5000, '{"a":' * 33 + "1" + "}" * 33, "9" * 5000, '"', "[" * 33])
def test_json_that_nothing_of_ours_writes_is_a_value_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(text)


def test_brackets_in_text_do_not_nest() -> None:
    assert read_json('["' + "[" * 100 + '"]') == ["[" * 100]


def test_numbers_that_json_does_not_know_are_refused_where_asked() -> None:
    assert read_json("Infinity") == float("inf")
    with pytest.raises(ValueError, match="NaN is not JSON"):
        read_json("NaN", finite=True)
