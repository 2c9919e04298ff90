"""Numbered actions for the tests of every game: whether mask and rules agree, and games played by masks alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import numpy
import pytest

from sim.rules_frame import IllegalAction
from sim.rules_frame.action_space import ActionSpace

Space = ActionSpace[Any, Any]
Begun = tuple[Any, ...]


def numbers_are_a_spelling(space: Space) -> None:
    """Every number is an action, and every action has one number, the same for all seats."""
    assert len(set(space.words)) == len(space.words) == len(space)
    for seat in space.seats:
        actions = [space.decode(number, seat) for number in range(len(space))]
        assert [space.encode(action) for action in actions] == list(range(len(space)))
        assert len(set(actions)) == len(actions)
    for wrong in (-1, len(space)):
        with pytest.raises(IllegalAction):
            space.decode(wrong, space.seats[0])
    with pytest.raises(IllegalAction):
        space.decode(0, "nobody")


def mask_is_what_the_rules_accept(
    space: Space, state: Any, begun: Begun = (), numbers: Iterable[int] | None = None
) -> None:
    """The rules accept every masked action and refuse every other one; to act are those with a masked action."""
    with pytest.raises(IllegalAction):
        space.mask(state, "nobody", begun)
    acting = []
    for seat in space.seats:
        mask = space.mask(state, seat, begun)
        assert (mask.dtype, mask.shape) == (numpy.dtype(bool), (len(space),))
        assert sorted(space.legal(state, seat, begun)) == numpy.flatnonzero(mask).tolist()
        if mask.any():
            acting.append(seat)
        for number in range(len(space)) if numbers is None else numbers:
            try:
                space.apply(state, seat, space.decode(number, seat), begun)
                answer = ""
            except IllegalAction as refused:
                answer = refused.message
            assert (answer == "") == mask[number], (seat, space.words[number], begun)
            assert answer[-1:] in ("", ".")
    assert space.to_act(state, begun) == tuple(acting)


def some_choice(space: Space, state: Any, begun: Begun, random: Random) -> tuple[str, Any]:
    """A seat that has something to decide, and one of its masked actions."""
    seat = random.choice(space.to_act(state, begun))
    number = random.choice(numpy.flatnonzero(space.mask(state, seat, begun)).tolist())
    return seat, space.decode(number, seat)


def played_out(
    space: Space,
    state: Any,
    random: Random,
    choose: Callable[[Space, Any, Begun, Random], tuple[str | None, Any]] = some_choice,
    look: Callable[[Any, Begun], None] = lambda state, begun: None,
    most: int = 5000,
) -> Any:
    """The end of a game in which every decision is a masked one; `look` sees every position on the way."""
    begun: Begun = ()
    for _ in range(most):
        look(state, begun)
        if state.winners:
            assert space.to_act(state, begun) == ()
            assert not any(space.mask(state, seat, begun).any() for seat in space.seats)
            return state
        seat, action = choose(space, state, begun, random)
        state, begun, _ = space.apply(state, seat, action, begun)
    raise AssertionError("The game has not ended.")
