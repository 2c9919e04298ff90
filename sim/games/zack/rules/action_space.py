"""The actions of a player of Zack! as numbers: what a hand can do at any moment, mistakes included.

Everybody acts at once, and no turn is enforced: a card out of turn, a challenge without ground or a player card too
early is legal, and the rules punish it. That a card lands beside the bowl is no decision: an action that has missed is
applied as `Miss` or `ChallengeMiss` in its place.
"""

from __future__ import annotations

from collections.abc import Collection

from sim.games.zack.rules import vocabulary as words
from sim.games.zack.rules.engine import apply, legal_actions
from sim.games.zack.rules.state import State
from sim.rules_frame import Event, IllegalAction, quote
from sim.rules_frame.action_space import ActionSpace

_CALLED = {words.Reason.SLOW: "too slow", words.Reason.OUT_OF_TURN: "out of turn"}


def actions(setup: words.Setup | State) -> ZackActions:
    """Return the numbered actions of a game: they depend on the colours in play."""
    return ZackActions(setup)


class ZackActions(ActionSpace[State, words.Action]):
    """The actions of Zack!; every one is whole, so that nothing is ever begun."""

    def __init__(self, setup: words.Setup | State) -> None:
        colours = [colour for colour in words.Colour if colour in setup.colours.values()]
        found: dict[words.Action, str] = {
            words.Throw(""): "throw",
            words.PlayerCard(""): "throw the player card",
            words.Resume(): "go on after a stop",
        }
        found |= {words.Choose(colour): f"choose {colour}" for colour in colours}
        found |= {
            words.Challenge("", colour, reason): f"challenge {colour}, {called}"
            for colour in colours
            for reason, called in _CALLED.items()
        }
        super().__init__(setup.seats, found)

    def _legal(self, state: State, seat: str, begun: tuple[words.Action, ...]) -> Collection[int]:
        return [self._numbers[action] for action in legal_actions(state, seat) if action in self._numbers]

    def _apply(
        self, state: State, seat: str | None, action: words.Action, begun: tuple[words.Action, ...]
    ) -> tuple[State, tuple[words.Action, ...], tuple[Event, ...]]:
        if isinstance(action, words.Choose | words.Resume) and seat != state.due:
            raise IllegalAction("not_due", f"It is not for {quote(seat)} to decide now.")
        after, events = apply(state, action)
        return after, begun, events
