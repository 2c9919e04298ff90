"""What a table of Riff Raff agrees on where it does not play by the printed rules, or reads them in another way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from sim.games.riff_raff.rules.equipment import MOST, Equipment, Stowage
from sim.rules_frame import IllegalAction, quote

MOST_ROUNDS = 200
MOST_PIECES = 4
"""The pieces that may be announced for one turn are at most this many."""


class PiecesOn(StrEnum):
    """The slots on which more than one piece may be placed in a turn."""

    SLOT = "slot"
    """On a yard, where the slot itself holds a piece when the turn begins: as printed."""
    YARD = "yard"
    """On a yard, where either of its slots holds one: the other reading of the text."""
    ANYWHERE = "anywhere"
    """On every slot, laden or not."""


class Catches(StrEnum):
    """Those who may catch what falls. Who it is does not matter for what becomes of the piece."""

    LOADER = "loader"
    """The player who loads: as printed."""
    EVERYBODY = "everybody"
    NOBODY = "nobody"


class Caught(StrEnum):
    """The fate of the pieces that were caught."""

    LEAVES = "leaves"
    """They leave the game; but the piece being placed goes back to its owner if it is the only one: as printed."""
    ALWAYS_LEAVES = "always_leaves"
    """They leave the game, even if the piece being placed is the only one."""
    FALLS = "falls"
    """They go to the player who loads, like those that nobody caught."""


@dataclass(frozen=True, slots=True)
class Agreed:
    """The rules of a table; as printed, unless it agrees on something else. Raises IllegalAction for what cannot be.

    Attributes:
        rounds: of the match. 0: one for each card of a hand, or two in a match of two.
        cards: a full hand, the lowest first. Empty: a card for each slot. Once all are played, they are taken back.
        pieces_a_turn: how many may be announced at most for a turn.
        pieces_on: the slots on which it may be more than one.
        catches: who may catch.
        caught: what becomes of what was caught.
    """

    rounds: int = 0
    cards: tuple[int, ...] = ()
    pieces_a_turn: int = 2
    pieces_on: PiecesOn = PiecesOn.SLOT
    catches: Catches = Catches.LOADER
    caught: Caught = Caught.LEAVES

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(self.cards))
        if not 0 <= self.rounds <= MOST_ROUNDS:
            raise IllegalAction(f"A match has 0 (one a card) to {MOST_ROUNDS} rounds, not {quote(self.rounds)}.")
        if not 1 <= self.pieces_a_turn <= MOST_PIECES:
            raise IllegalAction(f"A turn has 1 to {MOST_PIECES} pieces at most, not {quote(self.pieces_a_turn)}.")
        if list(self.cards) != sorted(set(self.cards)) or not all(1 <= card <= MOST for card in self.cards):
            raise IllegalAction("The cards of a hand are different numbers of slots, the lowest first.")

    def hand(self, equipment: Equipment) -> tuple[int, ...]:
        """Return the cards of a full hand. Raises IllegalAction for one that names no slot of this ship."""
        beyond = [card for card in self.cards if card not in equipment.slots]
        if beyond:
            raise IllegalAction(f"There is no slot {beyond[0]} for a card, the slots are 1 to {equipment.slots[-1]}.")
        return self.cards or equipment.cards

    def rounds_of(self, equipment: Equipment, players: int) -> int:
        """Return the rounds of a match of this many players."""
        return self.rounds or (2 if players == 2 else 1) * len(self.hand(equipment))

    def more_than_one_on(self, slot: int, equipment: Equipment, ship: Stowage) -> bool:
        """Return True if more than one piece may be announced for a slot of a ship that is laden like this."""
        match self.pieces_on:
            case _ if self.pieces_a_turn == 1:
                return False
            case PiecesOn.ANYWHERE:
                return True
            case PiecesOn.YARD:
                return any(ship[other] for other in equipment.yard_of(slot))
        return slot in equipment.yard_slots and bool(ship[slot])

    def placed_leaves(self, others: int) -> bool:
        """Return True if the piece being placed leaves the game where it is caught with this many others."""
        return self.caught is Caught.ALWAYS_LEAVES or (self.caught is Caught.LEAVES and others > 0)

    def returned(self, others: int) -> int:
        """Return how many of this many other pieces that were caught go to the player who loads."""
        return others if self.caught is Caught.FALLS else 0

    def when_more(self, equipment: Equipment) -> str:
        """Return in words when more than one piece may be announced, after "only"."""
        yard_slots = equipment.yard_slots
        where = f"slots {yard_slots[0]} to {yard_slots[-1]}" if yard_slots else "slots on a yard"
        match self.pieces_on:
            case PiecesOn.ANYWHERE:
                return "before the first piece of a turn"
            case PiecesOn.YARD:
                return f"for {where} whose yard held a piece when the turn began"
        return f"for {where} that held a piece when the turn began"


PRINTED = Agreed()
"""The printed rules."""
