"""Text from outside: which characters no name may have, how they are shown, and what JSON may hold."""

from __future__ import annotations

import json
import sys
import unicodedata

import pytest

from sim.errors import InputError, whole
from sim.rules_frame import name_fault, quote
from sim.untrusted_text import check_toml, checked_name, has_control, printable, quoted, read_json

DIRECTIONS = {chr(code) for code in (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def test_exactly_what_steers_a_terminal_is_a_control_character() -> None:
    characters = list(map(chr, range(sys.maxunicode + 1)))
    controls = {each for each in characters if unicodedata.category(each) in ("Cc", "Zl", "Zp", "Cs")}
    assert set(filter(has_control, characters)) == controls | DIRECTIONS


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
    assert str(InputError(f"{text}: is not a store.")) == f"{told}: is not a store."
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


def test_values_beyond_number_are_refused_and_those_in_text_are_not_counted() -> None:
    assert len(read_json("[" + ",".join("0" * 65_535) + "]")) == 65_535
    with pytest.raises(ValueError, match="more than 65536 values"):
        read_json("[" + ",".join("0" * 65_536) + "]")
    assert read_json('"' + "," * 70_000 + '"') == "," * 70_000


@pytest.mark.parametrize("inside", [r"\\", r"\"", r"\\\"", r"\n\\", "", r"\\\\", r"\"\""])
def test_escapes_do_not_hide_where_a_string_ends(inside: str) -> None:
    brackets = "[" * 40
    text = f'["{inside}{brackets}","{inside}"]'
    assert read_json(text) == json.loads(text)
    with pytest.raises(ValueError, match="nested more than 32 deep"):
        read_json(f'["{inside}",{brackets}')


@pytest.mark.parametrize(
    "text",
    [
        f"a = 1 # {'.' * 40}",
        f'a = "{"." * 40}"',
        f"a = '{'.' * 40}'",
        f"a = [{'0.1, ' * 40}]",
        f'a = """\n{"." * 40} "" \\""" {"." * 40}"""',
        f"a = '''\n{'.' * 40} '' {'.' * 40}'''",
        "\n".join(["[a.b.c]", *("d.e = 1",) * 40]),
    ],
)
def test_dots_that_join_no_keys_are_not_counted(text: str) -> None:
    check_toml(text)


@pytest.mark.parametrize(
    "text", ["a." * 32 + "a = 1", "[" + "a ." * 32 + "a]", 'a = { "#" = 1, ' + '"\\"".' * 32 + "a = 1 }"]
)
def test_keys_of_too_many_parts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="more than 32 parts"):
        check_toml(text)


@pytest.mark.parametrize(
    "names",
    [("ann", "Ann"), ("a b", "ab"), ("Zoe", "Zo\u00e9"), ("\U0001f469\u200d\U0001f680", "\U0001f469")],
    ids=ascii,
)
def test_names_that_can_be_told_apart_may_sit_at_one_table(names: tuple[str, str]) -> None:
    assert name_fault(names) is None


def test_a_fault_of_names_shows_what_differs() -> None:
    assert name_fault(("Zo\u00e9", "bob", "Zoe\u0301")) == r"The names 'Zo\xe9' and 'Zoe\u0301' look alike."
    assert name_fault(("ann", "ann")) == "Two players have the same name."
    assert name_fault(("ann", "\u200b")) == r"The name '\u200b' is blank."
    # Of a long name the beginning is shown, as everywhere.
    blank = "\u200b"
    assert name_fault((40 * blank,)) == f"The name {40 * blank!a} is blank."
    assert name_fault((41 * blank,)) == f"The name {quote(41 * blank)} is blank."


def test_a_number_that_python_does_not_write_is_named_all_the_same() -> None:
    assert quoted(10**5000) == "a number of too many digits"
    with pytest.raises(InputError, match=r"^trials: expected .*found a number of too many digits\.$"):
        whole("trials", 10**5000, 1, 10)
