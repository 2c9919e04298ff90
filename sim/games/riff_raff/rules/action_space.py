"""The actions of a player of Riff Raff as numbers.

Cards to choose, then players to name captain, orders of play, numbers of pieces to announce, pieces to load. Where a
piece is put, in what stance, and what comes of it, is a matter of hands and not of the rules: a numbered load is one in
which nothing falls, and its outcome is put in before it is applied (`dataclasses.replace(load, placed=...)`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import permutations
from typing import TypeAlias

from sim.games.riff_raff.rules import vocabulary as words
from sim.games.riff_raff.rules.engine import apply, legal_actions
from sim.games.riff_raff.rules.state import State
from sim.rules_frame import IllegalAction, quote
from sim.rules_frame.action_space import ActionSpace


@dataclass(frozen=True, slots=True)
class Choose:
    """The choice of a card, face down; when every player has chosen, the cards are revealed."""

    player: str
    card: int


SeatAction: TypeAlias = Choose | words.NameCaptain | words.Arrange | words.Announce | words.Load


def actions(setup: words.Setup | State) -> RiffRaffActions:
    """Return the numbered actions of a match: they depend on players, equipment and rules."""
    return RiffRaffActions(setup)


class RiffRaffActions(ActionSpace[State, SeatAction]):
    """The actions of Riff Raff. `begun` are the cards chosen for this round so far."""

    def __init__(self, setup: words.Setup | State) -> None:
        players, equipment, agreed = setup.players, setup.equipment, setup.agreed
        counts = range(1, agreed.pieces_a_turn + 1) if agreed.pieces_a_turn > 1 else ()
        found: dict[SeatAction, str] = {}
        found |= {Choose("", card): f"choose card {card}" for card in agreed.hand(equipment)}
        found |= {words.NameCaptain(name): f"name {name} captain" for name in players}
        found |= {words.Arrange(order): f"order {', '.join(order)}" for order in permutations(players)}
        found |= {words.Announce(count): f"announce {count}" for count in counts}
        found |= {words.Load(piece): f"load {piece}" for piece in equipment.pieces}
        super().__init__(players, found, apply)

    def encode(self, action: SeatAction) -> int:
        """Return the number of an action; that of a load is of its piece, whatever came of it. Raises IllegalAction."""
        return super().encode(words.Load(action.piece) if isinstance(action, words.Load) else action)

    def _legal(self, state: State, seat: str, begun: tuple[SeatAction, ...]) -> Collection[int]:
        if state.phase is words.Phase.REVEAL:
            return [] if _chosen(begun, seat) else [self.encode(Choose(seat, card)) for card in state.hands[seat]]
        if seat != state.to_act:
            return []
        return [self._numbers[action] for action in legal_actions(state) if action in self._numbers]

    def _whole(
        self, state: State, seat: str | None, action: SeatAction, begun: tuple[SeatAction, ...]
    ) -> tuple[words.Action | None, tuple[SeatAction, ...]]:
        if not isinstance(action, Choose):
            if seat != state.to_act:
                raise IllegalAction("not_due", f"It is not for {quote(seat)} to decide now.")
            return action, begun
        if state.phase is not words.Phase.REVEAL:
            raise IllegalAction("not_due", "Cards are chosen at the beginning of a round.")
        if _chosen(begun, action.player):
            raise IllegalAction("chosen_already", f"{quote(seat)} has chosen a card already.")
        if action.card not in state.hands[action.player]:
            raise IllegalAction("not_held", f"{quote(seat)} does not hold the card {quote(action.card)}.")
        begun = (*begun, action)
        cards = {choice.player: choice.card for choice in begun if isinstance(choice, Choose)}
        return words.Reveal(cards) if len(cards) == len(state.players) else None, begun


def _chosen(begun: tuple[SeatAction, ...], seat: str) -> bool:
    return any(isinstance(choice, Choose) and choice.player == seat for choice in begun)
