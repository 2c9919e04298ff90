"""The numbered actions of Zack!: the list as it is, masks against the rules, whole games by masks alone."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.zack import rules as zack
from sim.games.zack.rules import Card, Colour, Edition
from sim.rules_frame import IllegalAction
from tests.amounts import amount
from tests.games.action_spaces import (
    mask_is_what_the_rules_accept,
    numbers_are_a_spelling,
    played_out,
    some_choice,
)
from tests.games.zack.rules.table import Game
from tests.games.zack.rules.test_games import NAMES


def names(space: Any, state: zack.State, seat: str) -> list[str]:
    return [space.words[number] for number in space.mask(state, seat).nonzero()[0]]


def table(random: Random) -> zack.State:
    """A game of any kind with short hands."""
    seats = NAMES[: random.randint(3, 6)]
    colours = dict(zip(seats, random.sample(list(Colour), len(seats)), strict=True))
    stops = random.random() < 0.5
    deck = [
        card for card in Card if (card.colour or colours[seats[0]]) in colours.values() and (stops or not card.stops)
    ]
    hands = {seat: tuple(random.choices(deck, k=random.randint(0, 4))) for seat in seats}
    edition = random.choice(list(Edition))
    return zack.apply(None, zack.Setup(seats, colours, hands, random.choice(seats), edition, stops))[0]


def careful(space: Any, state: zack.State, begun: Any, random: Random) -> tuple[str, Any]:
    """A masked action, mostly of the player who is due; some cards miss the bowl."""
    if random.random() < 0.1:
        seat, action = some_choice(space, state, begun, random)
        if isinstance(action, zack.Challenge) and random.random() < 0.5:
            return seat, zack.ChallengeMiss(action.player, action.target, action.reason)
        if isinstance(action, zack.Throw) and random.random() < 0.5:
            return seat, zack.Miss(action.player)
        return seat, action
    assert state.due is not None
    numbers = sorted(space.legal(state, state.due))
    sensible = [
        n for n in numbers if not space.words[n].startswith("challenge") and space.words[n] != "throw the player card"
    ]
    if (
        "throw the player card" in map(space.words.__getitem__, numbers)
        and state.may_finish(state.due)
        and not state.stopped
    ):
        return state.due, zack.PlayerCard(state.due)
    if state.stopped and not isinstance(space.decode(sensible[0], state.due), zack.Choose):
        sensible = [n for n in sensible if space.words[n] != "throw"]
    return state.due, space.decode(random.choice(sensible), state.due)


def test_the_actions_of_four_are_these() -> None:
    """A change of this list changes every environment that is built on it."""
    space = zack.actions(Game(anita="R", bernd="R", corinna="R", dieter="R").state)
    assert space.words == (
        "throw", "throw the player card", "go on after a stop",
        "choose red", "choose blue", "choose green", "choose yellow",
        "challenge red, too slow", "challenge red, out of turn",
        "challenge blue, too slow", "challenge blue, out of turn",
        "challenge green, too slow", "challenge green, out of turn",
        "challenge yellow, too slow", "challenge yellow, out of turn",
    )  # fmt: skip


@pytest.mark.parametrize("count", [3, 4, 5, 6])
def test_every_action_has_one_number(count: int) -> None:
    space = zack.actions(Game(**dict.fromkeys(NAMES[:count], "R")).state)
    assert len(space) == 3 + 3 * count
    numbers_are_a_spelling(space)


@amount(8, full=30, whole=60)
@given(st.integers(0, 2**32))
def test_masks_are_what_the_rules_accept_in_whole_games(seed: int) -> None:
    random = Random(seed)
    state = table(random)
    space = zack.actions(state)

    def look(state: zack.State, begun: Any) -> None:
        if random.random() < 0.2:
            mask_is_what_the_rules_accept(space, state, begun)
            # At any time at least one player can act, and the player who is due can.
            assert state.due is None or space.mask(state, state.due).any()

    assert played_out(space, state, random, careful, look).winner in state.seats


def test_mistakes_can_be_made_at_any_moment() -> None:
    """A card out of turn, a challenge without ground, a player card too early: the rules punish them."""
    state = Game(anita="R", bernd="R", corinna="R").state
    space = zack.actions(state)
    everything = [
        "throw", "throw the player card", "challenge red, too slow", "challenge red, out of turn",
        "challenge green, too slow", "challenge green, out of turn",
    ]  # fmt: skip
    assert state.due == "anita"
    assert names(space, state, "bernd") == everything
    after, _, events = space.apply(state, "bernd", space.decode(0, "bernd"))
    assert (after, events) == zack.apply(state, zack.Throw("bernd"))
    assert after.bowl[0].wrong


def test_the_end_of_a_stop_and_the_choice_of_a_colour_are_for_the_one_who_is_due() -> None:
    game = Game(stops=True, anita="choose R", bernd="R", corinna="R").throw("anita")
    space = zack.actions(game.state)
    assert [name for name in names(space, game.state, "anita") if name.startswith(("choose", "go"))] == [
        "choose red", "choose blue", "choose green",
    ]  # fmt: skip
    assert not any(name.startswith("choose") for name in names(space, game.state, "bernd"))
    with pytest.raises(IllegalAction, match="not for 'bernd'"):
        space.apply(game.state, "bernd", zack.Choose(Colour.RED))
    game.choose("green")
    assert "go on after a stop" in names(space, game.state, "corinna")
    assert "go on after a stop" not in names(space, game.state, "anita")


def test_what_missed_the_bowl_is_applied_in_place_of_the_decision() -> None:
    state = Game(anita="R", bernd="R", corinna="R").state
    space = zack.actions(state)
    with pytest.raises(IllegalAction, match="Miss is no numbered action"):
        space.encode(zack.Miss("anita"))
    after, _, events = space.apply(state, "anita", zack.Miss("anita"))
    assert (after, events) == zack.apply(state, zack.Miss("anita"))
