"""The numbered actions of Riff Raff: the list as it is, masks against the rules, whole matches by masks alone."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.games.riff_raff import rules as rr
from sim.rules_frame import IllegalAction
from tests.amounts import amount
from tests.games.action_spaces import (
    mask_is_what_the_rules_accept,
    numbers_are_a_spelling,
    played_out,
    some_choice,
)
from tests.games.riff_raff.rules.test_matches import EQUIPMENTS, NAMES, some_load

CARDS = [f"choose card {card}" for card in range(1, 11)]
PIECES = [f"load {piece}" for piece in ("boat", "barrel", "bottle", "crate", "sailor", "plank", "rat", "chest")]


def some_outcome(space: Any, state: rr.State, begun: Any, random: Random) -> tuple[str, Any]:
    """A masked action; what comes of a load is chance."""
    seat, action = some_choice(space, state, begun, random)
    if isinstance(action, rr.Load):
        action = replace(some_load(state, random, 0.6), piece=action.piece, ship=None)
        assert space.encode(action) == space.encode(rr.Load(action.piece))
    return seat, action


def test_the_actions_of_two_with_the_box_as_sold_are_these() -> None:
    """A change of this list changes every environment that is built on it."""
    space = rr.actions(rr.start(("ann", "bob")))
    assert list(space.words) == [
        *CARDS, "name ann captain", "name bob captain", "order ann, bob", "order bob, ann", "announce 1", "announce 2",
        *PIECES,
    ]  # fmt: skip


@pytest.mark.parametrize(("count", "length"), [(2, 24), (3, 29), (4, 48)])
def test_there_are_as_many_as_players_make_them(count: int, length: int) -> None:
    setup = rr.Setup(NAMES[:count], "ann")
    space = rr.actions(setup)
    assert len(space) == length
    assert space.words == rr.actions(rr.apply(None, setup)[0]).words
    assert (list(space.words[:10]), list(space.words[-8:])) == (CARDS, PIECES)


@amount(5, full=15, whole=30)
@given(EQUIPMENTS, st.integers(2, 4))
def test_every_action_has_one_number(equipment: rr.Equipment, count: int) -> None:
    space = rr.actions(rr.start(NAMES[:count], equipment=equipment))
    numbers_are_a_spelling(space)
    orders = {2: 2, 3: 6, 4: 24}[count]
    assert len(space) == len(equipment.cards) + count + orders + 2 + len(equipment.pieces)


@amount(6, full=20, whole=40)
@given(st.integers(0, 2**32), st.integers(2, 4), st.one_of(st.just(rr.STANDARD), EQUIPMENTS))
def test_masks_are_what_the_rules_accept_in_whole_matches(seed: int, count: int, equipment: rr.Equipment) -> None:
    random = Random(seed)
    state = rr.start(NAMES[:count], equipment=equipment)
    space = rr.actions(state)

    def look(state: rr.State, begun: Any) -> None:
        if random.random() < 0.15:
            mask_is_what_the_rules_accept(space, state, begun)

    end = played_out(space, state, random, some_outcome, look)
    assert end.phase is rr.Phase.OVER


def test_cards_are_chosen_one_by_one_and_revealed_together() -> None:
    state = rr.start(("ann", "bob"))
    space = rr.actions(state)
    after, begun, events = space.apply(state, "bob", rr.Choose("bob", 7))
    assert (after, begun, events) == (state, (rr.Choose("bob", 7),), ())
    assert space.to_act(after, begun) == ("ann",)
    with pytest.raises(IllegalAction, match="has chosen a card already"):
        space.apply(after, "bob", rr.Choose("bob", 8), begun)
    after, begun, events = space.apply(after, "ann", rr.Choose("ann", 3), begun)
    assert (after, events) == rr.apply(state, rr.Reveal({"ann": 3, "bob": 7}))
    assert begun == ()


def test_only_the_orders_that_equal_cards_allow_are_masked() -> None:
    state = rr.apply(rr.start(NAMES), rr.Reveal({"ann": 9, "bob": 4, "cem": 4, "dora": 4}))[0]
    space = rr.actions(state)
    allowed = [space.words[number] for number in space.mask(state, "ann").nonzero()[0]]
    assert len(allowed) == 6
    assert all(order.startswith("order ann, ") for order in allowed)
    assert not space.mask(state, "bob").any()


def test_a_player_cannot_act_for_another_one() -> None:
    state = rr.start(("ann", "bob"))
    space = rr.actions(state)
    with pytest.raises(IllegalAction, match="another player"):
        space.apply(state, "ann", rr.Choose("bob", 7))
    with pytest.raises(IllegalAction, match="no numbered action"):
        space.encode(rr.Load("anchor"))
