"""The actions of a player of ZIGZAG as numbers: what a hand can do at any moment, mistakes included.

Everybody acts at once: a card of the tapis is for the first who takes it, and a wrong announcement or a CONTRE without
ground is legal, and the rules punish it. What nobody decides (the deal, a shuffle, the card that is stolen, the
verification, the end of ten seconds) has no number: `legal_actions` lists it, and `apply` takes it with the seat None.

Signs are spelled "zig", "zag" and "bluff": teams agree on the first two, or on none. The list is the same for every
level and every deck.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from sim.games.zigzag.rules import vocabulary as words
from sim.games.zigzag.rules.cards import DEFERRED, SHIFTS, STOPS, Card
from sim.games.zigzag.rules.engine import apply
from sim.games.zigzag.rules.legality import legal_actions, of_nobody
from sim.games.zigzag.rules.state import State, teams_of
from sim.rules_frame import IllegalAction, quote
from sim.rules_frame.action_space import ActionSpace

SIGNS = ("zig", "zag", "bluff")
"""The signs; the last one means nothing."""


@dataclass(frozen=True, slots=True)
class Give:
    """The master's gift of the first of the offered cards that is not given yet; to None if no card was offered."""

    player: str
    to: str | None


@dataclass(frozen=True, slots=True)
class Expose:
    """One of the two cards that a player under CONTRE shows."""

    player: str
    card: Card


SeatAction: TypeAlias = words.Action | Give | Expose


def actions(setup: words.Setup | State) -> ZigzagActions:
    """Return the numbered actions of a game: they depend on its seats and its variant."""
    return ZigzagActions(setup)


class ZigzagActions(ActionSpace[State, SeatAction]):
    """The actions of ZIGZAG. `begun` are cards that the master has given, and single cards shown under CONTRE."""

    def __init__(self, setup: words.Setup | State) -> None:
        seats, teams = setup.seats, range(len(teams_of(setup.seats, setup.variant)))
        found: dict[SeatAction, str] = {
            words.PickUp(""): "pick up the card",
            words.Draw(""): "draw",
            words.Pass(""): "pass",
        }
        found |= {words.Discard("", card): f"discard {card}" for card in Card}
        found |= {words.Take("", card): f"take {card}" for card in Card}
        found |= {words.Sign("", sign): f"sign {sign}" for sign in SIGNS}
        found |= {words.Announce("", call): f"announce {call}" for call in words.Call}
        found |= {words.Contre("", team): f"CONTRE against team {team}" for team in teams}
        found |= {words.Play("", card): f"play {card}" for card in (*DEFERRED, *SHIFTS)}
        for card in (*STOPS, Card.STEAL, Card.SWAP):
            found |= {words.Play("", card, seat): f"play {card} on {seat}" for seat in seats}
        for card in (*STOPS, Card.STEAL, Card.SWAP, Card.PEEK):
            found |= {words.Cancel("", seat, card): f"cancel {card} on {seat}" for seat in seats}
        found |= {words.Look("", seat): f"look at the hand of {seat}" for seat in seats}
        found |= {Give("", seat): f"give the next card to {seat}" for seat in seats}
        found[Give("", None)] = "give no card"
        found |= {words.Tick("", level, box): f"tick {box} of level {level}" for level in (1, 2) for box in words.Box}
        found |= {Expose("", card): f"show {card}" for card in Card}
        found[words.Show("")] = "show no cards"
        super().__init__(seats, found, apply)

    def of_nobody(self, state: State) -> tuple[words.Action, ...]:
        """Return the deal, a shuffle, the next hand, an effect that is carried out: whatever the table can do now."""
        return of_nobody(state)

    def _legal(self, state: State, seat: str, begun: tuple[SeatAction, ...]) -> Collection[int]:
        return {self.encode(action) for action in self._options(state, seat, begun)}

    def _options(self, state: State, seat: str, begun: tuple[SeatAction, ...]) -> Iterator[SeatAction]:
        """Yield what the seat can do now; the same action may come more than once."""
        for action in legal_actions(state, seat):
            match action:
                case words.Sign():
                    yield from (words.Sign(seat, sign) for sign in SIGNS)
                case words.Assign():
                    given = {gift.to for gift in begun if isinstance(gift, Give)}
                    left = [to for to in state.seats if to not in given] if state.offered else [None]
                    yield from (Give(seat, to) for to in left)
                case words.Show():
                    exposed = _exposed(begun, seat)
                    if action.cards:
                        yield from (Expose(seat, card) for card in Counter(state.hands[seat]) - Counter(exposed))
                    elif not exposed:
                        yield action
                case _:
                    yield action

    def _whole(
        self, state: State, seat: str | None, action: SeatAction, begun: tuple[SeatAction, ...]
    ) -> tuple[words.Action | None, tuple[SeatAction, ...]]:
        match action:
            case Give() | Expose():
                if action not in self._options(state, action.player, begun):
                    raise IllegalAction("no_step", f"{quote(seat)} has no card to give or to show so now.")
                begun = (*begun, action)
                gifts = tuple(gift.to for gift in begun if isinstance(gift, Give))
                exposed = _exposed(begun, action.player)
                if isinstance(action, Give) and len(gifts) >= len(state.offered):
                    shares = zip(gifts, state.offered, strict=False)
                    return words.Assign(action.player, {to: card for to, card in shares if to is not None}), begun
                if isinstance(action, Expose) and len(exposed) == 2:
                    return words.Show(action.player, exposed), begun
                return None, begun
            case words.Show(cards=()) if _exposed(begun, action.player):
                raise IllegalAction("no_step", f"{quote(seat)} has shown a card already.")
            case _:
                return action, begun

    def kept(self, begun: tuple[SeatAction, ...], before: State, after: State) -> tuple[SeatAction, ...]:
        """Return what is still begun after a whole action that led from one position to another."""
        return tuple(step for step in begun if _goes_on(step, before, after))


def _exposed(begun: tuple[SeatAction, ...], seat: str) -> tuple[Card, ...]:
    return tuple(step.card for step in begun if isinstance(step, Expose) and step.player == seat)


def _goes_on(step: SeatAction, before: State, after: State) -> bool:
    """Return True if a decision still waits for others after an action of any seat."""
    if isinstance(step, Give):
        return bool(after.offered) and after.offered == before.offered
    return isinstance(step, Expose) and after.case is not None and step.player not in after.case.shown
