"""The lines of Riff Raff: what is malformed (seen from the line alone), what is illegal (the rules refuse it now)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.riff_raff import rules as rr
from tests.amounts import amount
from tests.referee.told import Told, refused


class Pipe(Told):
    """A referee of Riff Raff after the setup."""

    def __init__(self, *players: str, **more: Any) -> None:
        super().__init__("riff-raff", players=list(players), captain=players[0], **more)
        assert self.first["ok"]


@pytest.fixture
def loading() -> Pipe:
    """Ann is to load slot 8, where a rat lies."""
    pipe = Pipe("ann", "bob")
    pipe.ok(do="reveal", cards={"ann": 8, "bob": 1})
    pipe.ok(do="load", piece="rat", placed="stays")
    pipe.ok(do="load", piece="rat", placed="lost")
    pipe.ok(do="reveal", cards={"ann": 7, "bob": 8})
    return pipe


def test_the_example_of_the_protocol() -> None:
    pipe = Pipe("ann", "bob", "cem")
    assert pipe.ok(do="reveal", cards={"ann": 7, "bob": 9, "cem": 7})["phase"] == "arrange"
    assert pipe.ok(do="arrange", order=["bob", "ann", "cem"])["to_act"] == "bob"
    pipe.ok(do="load", piece="rat", placed="stays")
    pipe.ok(do="load", piece="boat", placed="stays")
    state = pipe.ok(do="load", piece="crate", placed="stays", lost=[{"piece": "boat", "slot": 7}], caught=[], ship={
        "7": ["crate"], "9": ["rat"],
    })  # fmt: skip
    assert state["ship"]["7"] == ["crate"]
    assert state["supply"]["cem"]["boat"] == 2
    assert pipe.ok(do="reveal", cards={"ann": 10, "bob": 10, "cem": 1})["to_act"] == "bob"
    assert pipe.ok(do="name_captain", captain="ann")["captain"] == "ann"


def test_two_announced_pieces_are_two_loads(loading: Pipe) -> None:
    state = loading.ok(do="announce", count=2)
    assert (state["to_act"], state["slot"], state["announced"]) == ("bob", 8, 2)
    assert loading.ok(do="load", piece="crate", placed="stays")["to_act"] == "bob"
    state = loading.ok(do="load", piece="boat", placed="stays")
    assert (state["to_act"], state["announced"]) == ("ann", None)
    assert state["ship"]["8"] == ["rat", "crate", "boat"]


MALFORMED: list[tuple[dict[str, Any], str]] = [
    ({"do": "setup", "players": "ann", "captain": "ann"}, "array"),
    ({"do": "setup", "players": ["ann", 3], "captain": "ann"}, "string"),
    ({"do": "setup", "players": ["ann", "bob"]}, '"captain"'),
    ({"do": "reveal"}, '"cards"'),
    ({"do": "reveal", "cards": {"ann": "7"}}, "whole number"),
    ({"do": "name_captain", "captain": None}, "string"),
    ({"do": "load", "piece": "crate"}, '"placed"'),
    ({"do": "load", "placed": "stays"}, '"piece"'),
    ({"do": "load", "piece": "anchor", "placed": "stays"}, "must be one of 'boat'"),
    ({"do": "load", "piece": "Crate", "placed": "stays"}, "must be one of"),
    ({"do": "load", "piece": "crate", "placed": "flew"}, "'stays', 'lost' or 'caught'"),
    ({"do": "load", "piece": "crate", "placed": True}, "must be one of"),
    ({"do": "load", "piece": "crate", "placed": "stays", "lost": None}, "array"),
    ({"do": "load", "piece": "crate", "placed": "stays", "lost": ["rat"]}, "object"),
    ({"do": "load", "piece": "crate", "placed": "stays", "lost": [{"piece": "rat"}]}, '"lost.0.slot"'),
    ({"do": "load", "piece": "crate", "placed": "stays", "lost": [{"piece": "rat", "slot": "8"}]}, "whole number"),
    ({"do": "load", "piece": "crate", "placed": "stays", "lost": [{"piece": "rat", "slot": 8, "x": 1}]}, "lost.0.x"),
    ({"do": "load", "piece": "crate", "placed": "stays", "caught": {"piece": "rat", "slot": 8}}, "array"),
    ({"do": "load", "piece": "crate", "placed": "stays", "ship": None}, "object"),
    ({"do": "load", "piece": "crate", "placed": "stays", "ship": []}, "object"),
    ({"do": "load", "piece": "crate", "placed": "stays", "ship": {"11": ["crate"]}}, "ship.11"),
    ({"do": "load", "piece": "crate", "placed": "stays", "ship": {"08": ["crate"]}}, "ship.08"),
    ({"do": "load", "piece": "crate", "placed": "stays", "ship": {"8": "crate"}}, "array"),
    ({"do": "load", "piece": "crate", "placed": "stays", "ship": {"8": ["crate", "anchor"]}}, "ship.8.1"),
]


@pytest.mark.parametrize(("line", "part"), MALFORMED, ids=lambda value: str(value)[:60])
def test_wrong_types_keys_and_words_are_malformed(line: dict[str, Any], part: str, loading: Pipe) -> None:
    loading.ok(do="load", piece="crate", placed="lost")
    code, message = loading.error(**line)
    assert code == "malformed"
    assert part in message


ILLEGAL: list[tuple[dict[str, Any], str]] = [
    ({"do": "setup", "players": ["ann", "bob"], "captain": "ann"}, "set up already"),
    ({"do": "reveal", "cards": {"ann": 1, "bob": 2}}, "'bob' has to load slot 8"),
    ({"do": "name_captain", "captain": "ann"}, "'bob' has to load slot 8"),
    ({"do": "arrange", "order": []}, "'bob' has to load slot 8"),
    ({"do": "announce", "count": 3}, "One or two"),
    ({"do": "announce", "count": 10**100}, "One or two"),
    ({"do": "load", "piece": "crate", "placed": "stays", "lost": [{"piece": "rat", "slot": 11}]}, "no slot 11"),
    ({"do": "load", "piece": "crate", "placed": "stays", "lost": [{"piece": "rat", "slot": 10**100}]}, "no slot 1000"),
    ({"do": "load", "piece": "crate", "placed": "stays", "lost": [{"piece": "rat", "slot": 7}]}, "no rat lay there"),
    ({"do": "load", "piece": "crate", "placed": "stays", "caught": [{"piece": "rat", "slot": 8}] * 2}, "only 1 rat"),
    ({"do": "load", "piece": "crate", "placed": "stays", "ship": {}}, "exactly the pieces still aboard"),
    ({"do": "load", "piece": "crate", "placed": "lost", "ship": {"8": ["rat", "crate"]}}, "0 crate, not 1"),
]


@pytest.mark.parametrize(("line", "part"), ILLEGAL, ids=lambda value: str(value)[:60])
def test_what_the_rules_do_not_allow_now_is_illegal(line: dict[str, Any], part: str, loading: Pipe) -> None:
    code, message = loading.error(**line)
    assert code == "illegal"
    assert part in message
    assert loading.ok(do="load", piece="crate", placed="stays")["ship"]["8"] == ["rat", "crate"]


def test_players_beyond_four_and_cards_beyond_ten_are_for_the_rules_to_refuse() -> None:
    assert refused("riff-raff", players=["a", "b", "c", "d", "e"], captain="a")[0] == "illegal"
    assert Pipe("ann", "bob").error(do="reveal", cards={"ann": 11, "bob": 1})[0] == "illegal"


def test_lost_caught_and_ship_may_be_left_out_or_empty(loading: Pipe) -> None:
    state = loading.ok(do="load", piece="crate", placed="lost", lost=[], caught=[], ship={"8": ["rat"], "3": []})
    assert state["to_act"] == "ann"


def test_a_refusal_lists_the_words_of_the_rules(loading: Pipe) -> None:
    _, message = loading.error(do="load", piece="anchor", placed="stays")
    eight = "'boat', 'barrel', 'bottle', 'crate', 'sailor', 'plank', 'rat' or 'chest'"
    assert message == f'"piece" of "load" must be one of {eight}.'


BRIG: dict[str, Any] = {"pieces": {"crate": 1, "whale": 2}, "yards": 4}


def test_a_setup_may_bring_its_own_pieces_and_its_own_ship() -> None:
    pipe = Pipe("ann", "bob", "cem", equipment=BRIG)
    state = pipe.ok(do="reveal", cards={"ann": 12, "bob": 11, "cem": 1})
    assert state["equipment"] == {"pieces": {"crate": 1, "whale": 2}, "deck_slots": 4, "yards": 4}
    assert state["rounds"] == 12
    assert list(state["ship"]) == [str(slot) for slot in range(1, 13)]
    assert state["supply"]["ann"] == {"crate": 1, "whale": 2}
    assert pipe.ok(do="load", piece="whale", placed="stays")["ship"]["12"] == ["whale"]
    moved = pipe.ok(do="load", piece="whale", placed="stays", ship={"12": ["whale"], "9": ["whale"]})
    assert rr.from_json(moved).ship[9] == ("whale",)
    one = "\"piece\" of \"load\" must be one of 'crate' or 'whale'."
    assert pipe.error(do="load", piece="rat", placed="stays") == ("malformed", one)
    assert pipe.error(do="load", piece="crate", placed="lost", ship={"13": []})[0] == "malformed"
    told = pipe.error(do="load", piece="crate", placed="lost", lost=[{"piece": "whale", "slot": 13}])
    assert told == ("illegal", "There is no slot 13, the slots are 1 to 12.")


@pytest.mark.parametrize(
    ("equipment", "code", "part"),
    [
        (None, "malformed", "must be an object"),
        ({"yards": "4"}, "malformed", '"equipment.yards" of "setup" must be a whole number'),
        ({"masts": 2}, "malformed", '"setup" has no key "equipment.masts"'),
        ({"pieces": {"rat": 0}}, "illegal", "1 to 99 of the piece 'rat', not 0"),
        ({"pieces": {"rat": 10**30}}, "illegal", "1 to 99 of the piece 'rat', not 1000"),
        ({"pieces": {}}, "illegal", "1 to 99 kinds of piece, not 0"),
        ({"pieces": {"r\u001bt": 1}}, "malformed", "is no key that"),
        ({"deck_slots": -1}, "illegal", "1 to 99 slots, not -1 on deck"),
        ({"deck_slots": 0, "yards": 0}, "illegal", "1 to 99 slots"),
        ({"yards": 10**30}, "illegal", "1 to 99 slots"),
    ],
)
def test_equipment_that_cannot_be_is_refused(equipment: Any, code: str, part: str) -> None:
    found, message = refused("riff-raff", players=["ann", "bob"], captain="ann", equipment=equipment)
    assert found == code
    assert part in message


SHAPES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
COUNTS = st.integers(-1, 4) | SHAPES
PARTS = st.fixed_dictionaries(
    {},
    optional={
        "pieces": st.dictionaries(st.sampled_from(["rat", "whale", ""]) | st.text(max_size=3), COUNTS, max_size=4)
        | SHAPES,
        "deck_slots": COUNTS,
        "yards": COUNTS,
        "masts": COUNTS,
    },
)


@amount(40, full=100, whole=200)
@given(equipment=PARTS | SHAPES, card=st.integers(-1, 14), piece=st.sampled_from(["rat", "whale", "boat", ""]))
def test_a_setup_with_any_equipment_is_ruled_on_and_its_match_begins(equipment: Any, card: int, piece: str) -> None:
    pipe = Told("riff-raff", players=["ann", "bob"], captain="ann", equipment=equipment)
    setup = pipe.first
    reveal = pipe.tell(do="reveal", cards={"ann": card, "bob": 1})
    load = pipe.tell(do="load", piece=piece, placed="stays")
    assert setup["ok"] or setup["error"]["code"] in {"malformed", "illegal"}
    if setup["ok"]:
        found = rr.from_json(setup["state"]).equipment
        assert rr.to_json(rr.from_json(setup["state"])) == setup["state"]
        assert reveal["ok"] == (card in found.cards)
        assert load["ok"] == (card in found.cards and card != 1 and piece in found.pieces)
