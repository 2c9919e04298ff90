"""What the engines share, and the promise that they are pure."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import pytest

from sim.errors import InputError
from sim.rules_frame import Event, FrozenMap, listed, quote, spell
from sim.rules_frame.json_fields import confirm


class Colour(StrEnum):
    RED = "red"


@dataclass(frozen=True, slots=True)
class CardThrown(Event):
    player: str
    colour: Colour
    hands: FrozenMap[str, tuple[int, ...]]
    before: tuple[Event, ...] = ()


def test_events_are_spelled_type_first_with_plain_values_in_field_order() -> None:
    event = CardThrown("ann", Colour.RED, FrozenMap({"bob": (1, 2), "ann": ()}))
    spelled = spell(CardThrown("bob", Colour.RED, FrozenMap({1: ()}), (event,)))
    assert spelled == {
        "type": "card_thrown",
        "player": "bob",
        "colour": "red",
        "hands": {"1": []},
        "before": [
            {"type": "card_thrown", "player": "ann", "colour": "red", "hands": {"bob": [1, 2], "ann": []}, "before": []}
        ],
    }
    assert list(spelled) == ["type", "player", "colour", "hands", "before"]
    assert type(spelled["colour"]) is str
    assert list(spelled["before"][0]["hands"]) == ["bob", "ann"]


def test_true_stays_true_and_what_has_no_spelling_is_refused() -> None:
    assert spell((True, 1, 1.5, None)) == [True, 1, 1.5, None]
    assert spell(True) is True
    with pytest.raises(TypeError, match="set has no spelling"):
        spell({"a": {1, 2}})


def test_a_table_cannot_be_changed_and_is_a_value() -> None:
    table = FrozenMap({"a": 1, "b": 2})
    with pytest.raises(TypeError):
        table["a"] = 3
    with pytest.raises(AttributeError):
        table.extra = 3
    assert table.put("a", 3) == {"a": 3, "b": 2}
    assert table == {"a": 1, "b": 2}
    assert table == FrozenMap([("b", 2), ("a", 1)])
    assert hash(table) == hash(FrozenMap([("b", 2), ("a", 1)]))
    assert list(table.put("c", 0).put("a", 9)) == ["a", "b", "c"]
    assert repr(table) == "FrozenMap({'a': 1, 'b': 2})"


def test_a_table_does_not_follow_the_mapping_it_was_made_of() -> None:
    source = {"a": 1}
    table = FrozenMap(source)
    source["a"] = 2
    assert table == {"a": 1}


def test_a_table_travels_to_other_processes() -> None:
    table = FrozenMap({"a": (1, 2)})
    assert pickle.loads(pickle.dumps(table)) == copy.deepcopy(table) == table


def test_messages_quote_names_and_stay_short() -> None:
    assert quote("ann") == "'ann'"
    assert quote(7) == "7"
    assert quote("x" * 46) == repr("x" * 46)
    assert quote("x" * 47) == f"'{'x' * 43}...'"
    assert quote(10**47) == str(10**47)
    assert quote(10**48 + 7) == f"1{'0' * 43}...7"
    assert quote("line\nbreak") == r"'line\nbreak'"
    assert listed(["a", "b"]) == "'a', 'b'"
    assert listed(range(12)) == "0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11"
    assert listed(range(13)) == f"{listed(range(12))}, ..."


@pytest.mark.parametrize("given", [True, 1.0, "1", [1], {1}, None])
def test_what_follows_from_the_rest_is_what_it_is_in_json(given: object) -> None:
    confirm({"a": 1, "b": {"c": 2, "d": 3}}, {"b": {"d": 3, "c": 2}, "a": 1}, "chess")
    with pytest.raises(InputError, match=r'^"a": expected 1, which follows from the rest\.$'):
        confirm({"a": given}, {"a": 1}, "chess")


def test_rules_import_neither_numbers_nor_chance_nor_files(root: Path) -> None:
    """No numpy, no random source, no clock, no pydantic: asked of a fresh interpreter, for every module of the
    rules."""
    program = (
        "import sys; before = set(sys.modules)\n"
        "import importlib, pkgutil, sim.rules_frame.json_fields\n"
        "for game in ('riff_raff', 'zack', 'zatre', 'zigzag'):\n"
        "    rules = importlib.import_module(f'sim.games.{game}.rules')\n"
        "    for module in pkgutil.walk_packages(rules.__path__, f'{rules.__name__}.'):\n"
        "        importlib.import_module(module.name)\n"
        "print('\\n'.join(sorted(set(sys.modules) - before)))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=root, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert "sim" in loaded
    forbidden = {
        "numpy",
        "scipy",
        "random",
        "secrets",
        "datetime",
        "pydantic",
        "pymunk",
        "pyglet",
        "matplotlib",
        "tempfile",
    }
    assert not loaded & forbidden
    inside = {
        name
        for name in done.stdout.split()
        if name.startswith("sim.") and not name.startswith(("sim.games", "sim.rules_frame"))
    }
    # None touches a file; positions are read by the last.
    assert inside <= {"sim.errors", "sim.language", "sim.refusals", "sim.untrusted_text", "sim.wire"}
