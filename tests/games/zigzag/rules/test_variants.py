"""The house rules for 2 and 3 players (ours: "Variantes pour 2 et 3 joueurs" are printed nowhere that was found)."""

from __future__ import annotations

import pytest

from sim.games.zigzag import rules as zigzag
from sim.games.zigzag.rules import Box, Call, Card, Variant, events
from sim.rules_frame import IllegalAction
from tests.games.zigzag.rules.table import BOX, FOUR, ZAG, ZIG, ZIG_2, Game

THREE = FOUR[:3]


def three() -> Game:
    return Game(THREE, variant=Variant.THREE)


def two() -> Game:
    return Game(FOUR, variant=Variant.TWO)


def test_the_variants_are_off_unless_they_are_asked_for() -> None:
    assert Game().state.variant is Variant.TEAMS
    for variant, seats in ((Variant.TWO, THREE), (Variant.THREE, FOUR)):
        with pytest.raises(IllegalAction, match="is for"):
            zigzag.apply(None, zigzag.Setup(seats, tuple(map(Card, BOX.deck(1, 2))), variant=variant))


def test_two_persons_with_two_hands_each() -> None:
    state = two().state
    assert state.teams == (("ann", "cem"), ("bob", "dora"))
    assert state.ticks_wanted == dict.fromkeys(Box, 1)


@pytest.mark.parametrize("caller", ["ann", "cem"])
def test_two_announce_either_of_their_hands_themselves(caller: str) -> None:
    assert two().deal(ann=ZIG).announce(caller, "zig").ticked(0) == [(1, "zig")]
    assert two().deal(ann=ZIG, cem=ZIG_2).announce(caller, "double_zig").ticked(0) == [(1, "double_zig")]


def test_there_are_no_signs_with_two_or_three() -> None:
    for game in (two(), three()):
        assert "no signs" in game.refused(zigzag.AgreeSigns(0, "ear", "nose"))
        assert "no signs" in game.deal().refused(zigzag.Sign("ann", "ear"))


def test_three_play_each_for_himself() -> None:
    game = three()
    assert game.state.teams == (("ann",), ("bob",), ("cem",))
    assert game.state.partner("ann") is None
    game.deal(ann="stop_character", bob="swap")
    game.play("ann", "stop_character", "cem")
    assert game.hand().play("bob", "swap", "ann").resolve().kinds() == ["hands_exchanged"]


def test_three_announce_their_own_hand() -> None:
    assert three().deal(ann=ZIG).announce("ann", "zig").ticked(0) == [(1, "zig")]
    game = three().deal(ann=ZIG).announce("bob", "zig")
    assert not game.event(events.AnnouncementJudged).success


@pytest.mark.parametrize("call", ["double_zig", "zig_zag", "double_zag"])
def test_three_have_no_combinations_of_two_hands(call: str) -> None:
    assert "takes two partners" in three().deal().refused(zigzag.Announce("ann", Call(call)))


def test_three_tick_zig_and_zag_twice_each() -> None:
    game = three()
    for hand, call in ((ZIG, "zig"), (ZAG, "zag"), (ZIG, "zig")):
        game.deal(ann=hand).announce("ann", call)
        assert game.state.winner is None
    assert game.deal(ann=ZAG).announce("ann", "zag").state.winners == ("ann",)


def test_three_answer_a_contre_alone() -> None:
    game = three().deal(ann=ZIG).hand().contre("bob", 0).show("ann")
    assert game.event(events.ContreJudged).success
