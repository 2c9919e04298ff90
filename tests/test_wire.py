"""The codec between frozen dataclasses and JSON: what goes out comes back, and what does not fit is named."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Literal, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.games.riff_raff import rules as riff_raff
from sim.games.zack import rules as zack
from sim.games.zatre import rules as zatre
from sim.games.zigzag import rules as zigzag
from sim.rules_frame import FrozenMap
from sim.rules_frame.json_fields import Bounds, Flag, Name, Needed
from sim.wire import Misfit, json_of, line_of, read, read_fields, read_one, reader, word_of, words_of
from tests.amounts import amount


class Wood(StrEnum):
    OAK = "oak"
    ELM = "elm"


Letter = StrEnum("Letter", {f"L{number}": f"l{number}" for number in range(17)})
Sixteen = StrEnum("Sixteen", {f"L{number}": f"l{number}" for number in range(16)})


@dataclass(frozen=True, slots=True)
class Knot:
    size: int
    tight: bool = True


@dataclass(frozen=True, slots=True)
class Plank:
    """Every form that a field can have."""

    word: ClassVar = "board"
    owner: Name
    length: float
    wood: Wood
    letter: Letter
    side: Literal["port", "starboard"]
    knots: tuple[Knot, ...]
    nails: Mapping[str, int]
    by_wood: Mapping[Wood, tuple[float, ...]]
    aim: float | None
    planed: Literal[-1, 1]
    ends: tuple[int, float]
    width: Annotated[float, Bounds(0, 9, beyond=True)]
    kind: Annotated[str, Bounds(1)]
    place: int | Wood
    oiled: Annotated[bool, Flag("finish", "oil")] = False
    turns: Annotated[int, Needed()] = 1
    note: str | None = None
    wish: Annotated[float | None, Needed()] = None
    worked_out: int = field(default=7, init=False)
    label: str = field(default="", compare=False)


PLANK: dict[str, Any] = {
    "owner": "ann",
    "length": 2.5,
    "wood": "oak",
    "letter": "l3",
    "side": "port",
    "knots": [{"size": 1, "tight": False}],
    "nails": {"a": 1},
    "by_wood": {"elm": [0.5]},
    "aim": None,
    "planed": -1,
    "ends": [3, 0.5],
    "width": 9,
    "kind": "x",
    "place": "elm",
    "turns": 2,
    "wish": None,
}


def refusal(kind: type, data: object, in_force: object = None) -> tuple[str, str, str]:
    """The fault, the place and what was expected there."""
    with pytest.raises(Misfit) as caught:
        read(kind, data, in_force)
    return caught.value.fault, ".".join(reversed(caught.value.place)), caught.value.expected


def test_every_form_is_read_into_values_that_cannot_change() -> None:
    plank = read(Plank, PLANK)
    assert plank == Plank(
        *("ann", 2.5, Wood.OAK, Letter.L3, "port", (Knot(1, False),), {"a": 1}, {Wood.ELM: (0.5,)}, None),
        *(-1, (3, 0.5), 9.0, "x", Wood.ELM),
        turns=2,
    )
    assert isinstance(plank.nails, FrozenMap)
    assert hash(plank) == hash(read(Plank, PLANK))


names = st.text(st.characters(categories=("L", "N")), max_size=5)
planks = st.builds(
    Plank,
    owner=names,
    length=st.floats(allow_nan=False, allow_infinity=False),
    wood=st.sampled_from(Wood),
    letter=st.sampled_from(Letter),
    side=st.sampled_from(["port", "starboard"]),
    knots=st.lists(st.builds(Knot, st.integers(), st.booleans()), max_size=3).map(tuple),
    nails=st.dictionaries(names, st.integers(), max_size=3),
    by_wood=st.dictionaries(st.sampled_from(Wood), st.lists(st.floats(-1, 1), max_size=2).map(tuple)),
    aim=st.none() | st.floats(-9, 9),
    planed=st.sampled_from([-1, 1]),
    ends=st.tuples(st.integers(), st.floats(-1, 1)),
    width=st.floats(0, 9, exclude_min=True),
    kind=st.text(min_size=1),
    place=st.integers() | st.sampled_from(Wood),
    oiled=st.booleans(),
    turns=st.integers(),
    note=st.none() | names,
    wish=st.none() | st.floats(-1, 1),
)


@given(planks)
def test_what_is_written_is_read_again(plank: Plank) -> None:
    data = json.loads(json.dumps(json_of(plank)))
    assert read(Plank, data) == plank
    assert json_of(read(Plank, data)) == data


BOX = riff_raff.STANDARD
pieces, slots = st.sampled_from(list(BOX.pieces)), st.sampled_from(list(BOX.slots))
fallen = st.lists(st.builds(riff_raff.Fallen, pieces, st.integers()), max_size=2).map(tuple)
seats = st.lists(names, max_size=4).map(tuple)
# What the types alone do not say: words that are in force, names without control characters, sensible equipment.
FIELDS: dict[type, dict[str, st.SearchStrategy[Any]]] = {
    riff_raff.Load: {
        "piece": pieces,
        "lost": fallen,
        "caught": fallen,
        "ship": st.none() | st.dictionaries(slots, st.lists(pieces, max_size=2).map(tuple)),
    },
    riff_raff.Setup: {
        "players": seats,
        "equipment": st.builds(
            riff_raff.Equipment,
            st.dictionaries(names, st.integers(1, 9), min_size=1, max_size=3).map(FrozenMap),
            st.integers(1, 9),
            st.integers(0, 9),
        ),
    },
    zack.Setup: {"seats": seats},
    zatre.Setup: {"players": seats, "teams": st.dictionaries(names, seats, max_size=2)},
    zigzag.Setup: {"seats": seats},
}
ACTIONS = [kind for game in (riff_raff, zack, zatre, zigzag) for kind in get_args(game.Action)]


@pytest.mark.parametrize("kind", ACTIONS, ids=lambda kind: f"{kind.__module__.split('.')[2]}-{kind.__name__}")
@amount(10, full=50, whole=100)
@given(st.data())
def test_every_action_of_every_game_is_read_from_its_line(kind: Any, data: st.DataObject) -> None:
    action = data.draw(st.builds(kind, **FIELDS.get(kind, {})))
    line = json.loads(json.dumps(line_of(action)))
    assert line.pop("do") == word_of(kind)
    assert read(kind, line, BOX) == action


def test_a_line_has_no_key_for_what_its_default_says_is_nothing() -> None:
    assert line_of(zack.Miss("ann")) == {"do": "miss", "player": "ann"}
    assert line_of(zack.Miss("ann", own_card=True)) == {"do": "miss", "player": "ann", "card": "player"}
    assert line_of(zack.Throw("ann", name="ann-1-1")) == {"do": "throw", "player": "ann"}
    assert line_of(zigzag.Deal(())) == {"do": "deal", "pile": []}
    assert list(json_of(read(Plank, PLANK))) == list(PLANK)


def test_a_class_is_named_by_its_word_or_its_name() -> None:
    assert list(words_of(Knot | Plank | riff_raff.NameCaptain)) == ["knot", "board", "name_captain"]


@pytest.mark.parametrize(
    ("values", "fault", "place", "expected"),
    [
        ({"owner": 3}, "value", "owner", "a string"),
        ({"owner": "an\x1bn"}, "value", "owner", "a name without control characters"),
        ({"length": "long"}, "value", "length", "a number"),
        ({"length": True}, "value", "length", "a number"),
        ({"length": float("nan")}, "value", "length", "a finite number"),
        ({"length": float("inf")}, "value", "length", "a finite number"),
        ({"length": 10**400}, "value", "length", "a finite number"),
        ({"wood": "yew"}, "value", "wood", "one of 'oak' or 'elm'"),
        ({"wood": 1}, "value", "wood", "one of 'oak' or 'elm'"),
        ({"letter": "m"}, "value", "letter", "the name of a letter such as 'l0'"),
        ({"letter": None}, "value", "letter", "a string"),
        ({"side": "bow"}, "value", "side", "one of 'port' or 'starboard'"),
        ({"knots": {}}, "value", "knots", "an array"),
        ({"knots": [3]}, "value", "knots.0", "an object"),
        ({"knots": [{"size": 1}, {"size": 1.0}]}, "value", "knots.1.size", "a whole number"),
        ({"knots": [{"size": True}]}, "value", "knots.0.size", "a whole number"),
        ({"knots": [{"size": 1, "tight": 1}]}, "value", "knots.0.tight", "true or false"),
        ({"knots": [{"tight": True}]}, "missing", "knots.0.size", "this key"),
        ({"knots": [{"siz": 1}]}, "unknown", "knots.0.siz", "no such key"),
        ({"nails": []}, "value", "nails", "an object"),
        ({"nails": {"a": None}}, "value", "nails.a", "a whole number"),
        ({"by_wood": {"yew": []}}, "key", "by_wood.yew", "one of 'oak' or 'elm'"),
        ({"by_wood": {"oak": [1, "x"]}}, "value", "by_wood.oak.1", "a number"),
        ({"aim": "ann"}, "value", "aim", "a number"),
        ({"planed": True}, "value", "planed", "one of -1 or 1"),
        ({"planed": -1.0}, "value", "planed", "one of -1 or 1"),
        ({"ends": [3]}, "value", "ends", "an array of 2"),
        ({"ends": [3, "x"]}, "value", "ends.1", "a number"),
        ({"width": 0}, "value", "width", "more than 0 and at most 9"),
        ({"width": 9.5}, "value", "width", "more than 0 and at most 9"),
        ({"place": "yew"}, "value", "place", "a whole number or one of 'oak' or 'elm'"),
        ({"kind": ""}, "value", "kind", "at least 1 characters"),
        ({"wish": "x"}, "value", "wish", "a number"),
        ({"finish": True}, "value", "finish", "one of 'oil'"),
        ({"oiled": True}, "unknown", "oiled", "no such key"),
        ({"label": "x"}, "unknown", "label", "no such key"),
        ({"worked_out": 8}, "unknown", "worked_out", "no such key"),
        ({"note": None}, "value", "note", "a string"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_named(values: dict[str, Any], fault: str, place: str, expected: str) -> None:
    assert refusal(Plank, PLANK | values) == (fault, place, expected)


@pytest.mark.parametrize("key", PLANK)
def test_a_key_without_a_default_or_marked_as_needed_must_be_there(key: str) -> None:
    rest = {name: value for name, value in PLANK.items() if name != key}
    assert refusal(Plank, rest) == ("missing", key, "this key")


@dataclass(frozen=True, slots=True)
class Tool:
    do: Literal["saw", "plane"]
    teeth: Annotated[int, Bounds(1)] = 1


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"do": "saw", "teeth": 0}, "teeth: expected at least 1, found 0"),
        ({"do": "saw", "teeth": -(10**5000)}, "teeth: expected at least 1, found a number of too many digits"),
        ({"do": "plain"}, "do: expected one of 'saw' or 'plane', found 'plain', did you mean 'plane'"),
        ({"do": ["saw"]}, "do: expected one of 'saw' or 'plane', found ['saw']"),
        ({}, "do: expected one of 'saw' or 'plane', found None"),
        ({"do": "saw", "tooth": 1}, "tooth: expected no such key"),
    ],
)
def test_a_misfit_is_the_beginning_of_a_sentence(data: dict[str, Any], sentence: str) -> None:
    kinds = {"saw": Tool, "plane": Tool}
    assert read_one(kinds, "do", {"do": "plane", "teeth": 2}) == Tool("plane", 2)
    with pytest.raises(Misfit) as caught:
        read_one(kinds, "do", data)
    assert str(caught.value) == sentence


@dataclass(frozen=True, slots=True)
class Ladder:
    rungs: int
    steps: tuple[Knot, ...]
    missing: frozenset[int]
    oiled: bool | None = None
    ropes: int | tuple[int, ...] = 0
    height: range = range(3)


def test_fields_of_a_position_are_read_beside_what_follows_from_them() -> None:
    data = {"count": 3, "steps": [{"size": 1}], "missing": [2, 2], "oiled": None, "ropes": [3], "top": "x"}
    found = read_fields(Ladder, data, keys={"rungs": "count"}, but=("height",))
    assert found == {"rungs": 3, "steps": (Knot(1),), "missing": frozenset((2,)), "oiled": None, "ropes": (3,)}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"count": "3"}, '"count": expected a whole number.'),
        ({"steps": [{"size": None}]}, '"steps.0.size": expected a whole number.'),
        ({"ropes": "x"}, '"ropes": expected a whole number or an array.'),
        ({"ropes": [1, "x"]}, '"ropes.1": expected a whole number.'),
        ({"missing": 2}, '"missing": expected an array.'),
        ({"steps": [{}]}, '"steps.0.size": expected this key.'),
    ],
)
def test_a_position_that_does_not_fit_is_refused_with_its_key(change: dict[str, Any], sentence: str) -> None:
    data = {"count": 3, "steps": [], "missing": [], "oiled": None, "ropes": 2}
    with pytest.raises(InputError) as refusal:
        read_fields(Ladder, data | change, keys={"rungs": "count"}, but=("height",))
    assert str(refusal.value) == sentence
    with pytest.raises(InputError, match='"oiled": this key is missing from the position'):
        read_fields(Ladder, {"count": 3, "steps": [], "missing": []}, keys={"rungs": "count"}, but=("height",))


@pytest.mark.parametrize("data", [None, [], "plank", 3])
def test_what_is_no_object_is_named_without_a_place(data: object) -> None:
    assert refusal(Plank, data) == ("value", "", "an object")


def test_words_in_force_are_those_of_the_match() -> None:
    line: dict[str, Any] = {"piece": "whale", "placed": "stays"}
    brig = riff_raff.Equipment(FrozenMap({"whale": 1}), 2, 5)
    assert read(riff_raff.Load, line, brig).piece == "whale"
    assert refusal(riff_raff.Load, line, BOX)[1] == "piece"
    assert read(riff_raff.Load, {**line, "ship": {"12": ["whale"]}}, brig).ship == {12: ("whale",)}
    assert refusal(riff_raff.Load, {**line, "ship": {"13": []}}, brig)[:2] == ("key", "ship.13")
    assert refusal(riff_raff.Load, {**line, "piece": 3}, brig)[2] == "a string"


def test_a_refusal_lists_up_to_sixteen_words() -> None:
    most = ", ".join(f"'l{number}'" for number in range(15))
    assert refusal(Sixteen, "m")[2] == f"one of {most} or 'l15'"
    assert refusal(Letter, "m")[2] == "the name of a letter such as 'l0'"


@pytest.mark.parametrize(
    ("bounds", "inside", "outside", "expected"),
    [
        (Bounds(2), (2, 3), (1, 0), "at least 2"),
        (Bounds(2, 4), (2, 4), (1, 5), "at least 2 and at most 4"),
        (Bounds(2, 4, beyond=True), (3, 4), (2, 5), "more than 2 and at most 4"),
    ],
)
def test_bounds_are_included_unless_they_are_not(
    bounds: Bounds, inside: tuple[int, ...], outside: tuple[int, ...], expected: str
) -> None:
    for number in inside:
        assert read(Annotated[int, bounds], number) == number
        assert read(Annotated[str, bounds], "x" * number) == "x" * number
    for number in outside:
        assert refusal(Annotated[int, bounds], number)[2] == expected
        assert refusal(Annotated[str, bounds], "x" * number)[2] == f"{expected} characters"


def test_a_flag_is_a_word_or_nothing() -> None:
    assert read(Plank, PLANK | {"finish": "oil"}).oiled
    assert not read(Plank, PLANK | {"finish": None}).oiled


@pytest.mark.parametrize("kind", [complex, Any, tuple, Mapping[int, str], list[int]], ids=str)
def test_an_annotation_without_a_form_in_json_is_a_fault_of_ours(kind: Any) -> None:
    with pytest.raises(TypeError, match=r" has no form in JSON\.$"):
        reader(kind)
