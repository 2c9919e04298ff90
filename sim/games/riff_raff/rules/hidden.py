"""What a player of Riff Raff may know, and what is left to chance: all cards have been seen, and nothing is drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sim.games.riff_raff.rules import vocabulary as words
from sim.games.riff_raff.rules.agreed import PRINTED, Agreed, Catches
from sim.games.riff_raff.rules.engine import Ruling, apply
from sim.games.riff_raff.rules.notation import to_json
from sim.games.riff_raff.rules.state import State
from sim.rules_frame import check_seat
from sim.rules_frame.chance import Chance, Draw, Outcome


def observation(state: State, seat: str | None) -> dict[str, Any]:
    """Return the position as plain data: everything lies open. Raises IllegalAction for no seat of this table."""
    check_seat(seat, state.players)
    return to_json(state)


def determinize(state: State, seat: str | None, rng: Chance) -> State:
    """Return the position itself: nothing in it is hidden. Raises IllegalAction for no seat of this table."""
    check_seat(seat, state.players)
    return state


def fates(action: words.Action, agreed: Agreed = PRINTED) -> tuple[words.Action, ...]:
    """Return what may come of an action in the hands of people: a piece stays, is lost or is caught.

    Other pieces may fall with it (see `Load`). Nothing but hands decides between them. agreed: who may catch.
    """
    if not isinstance(action, words.Load):
        return (action,)
    found = [fate for fate in words.Fate if fate is not words.Fate.CAUGHT or agreed.catches is not Catches.NOBODY]
    return tuple(replace(action, placed=fate) for fate in found)


def draw(state: State | None, action: words.Action) -> Draw[State]:
    """Return the draw of an action, which is none: no card is drawn."""
    return Draw((), lambda _: apply(state, action), lambda _: 0)


def outcomes(state: State | None, action: words.Action) -> Iterator[Outcome[State]]:
    """Yield the one outcome of an action. Raises IllegalAction."""
    return draw(state, action).outcomes()


def sample(state: State | None, action: words.Action, rng: Chance) -> Ruling:
    """Return the one outcome of an action. Raises IllegalAction."""
    return draw(state, action).sample(rng)
