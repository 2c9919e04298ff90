"""The equipment that a match is played with: which pieces a set has, and how many slots the ship.

The rules know names and numbers; how large a piece or a yard is, is no matter of theirs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from sim.rules_frame import FrozenMap, IllegalAction, quote
from sim.rules_frame.json_fields import Name

MOST = 99
"""The number of slots, of kinds of piece, and of equal pieces in a set may be at most this."""

Stock: TypeAlias = FrozenMap[str, int]
"""The number of each piece; always all pieces of the equipment as keys, in its order."""

Stowage: TypeAlias = FrozenMap[int, tuple[str, ...]]
"""The pieces in each slot, as they were loaded (the last piece loaded is last); always all slots as keys."""


STANDARD_SET: Stock = FrozenMap(
    dict.fromkeys(("boat", "barrel", "bottle", "crate", "sailor", "plank", "rat", "chest"), 1)
)


@dataclass(frozen=True, slots=True)
class Equipment:
    """The contents of the box; as sold, unless other contents are given.

    Raises IllegalAction for a ship without slots and for a set without pieces.

    Attributes:
        pieces: how many of each piece one set has, at least 1, by name. Every player has one set, or two in a match of
            two.
        deck_slots: slots on the deck; they have the lowest numbers.
        yards: the number of yards; each has two slots, to port and to starboard, numbered upwards from the lowest yard.
        one_sided: the yards, by their numbers from 0 for the lowest, that have only one slot; None: there are none.
        slots: numbers of all slots, from 1; they are the values of the cards, too.
        yard_slots: numbers of the slots on yards: those where two pieces may be placed in one turn.
        cards: one for each slot, a full hand unless something else is agreed on.
    """

    pieces: FrozenMap[Name, int] = STANDARD_SET
    deck_slots: int = 4
    yards: int = 3
    one_sided: tuple[int, ...] | None = None
    slots: range = field(init=False, repr=False, compare=False)
    yard_slots: range = field(init=False, repr=False, compare=False)
    cards: tuple[int, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", FrozenMap(self.pieces))
        if not 1 <= len(self.pieces) <= MOST:
            raise IllegalAction(f"A set has 1 to {MOST} kinds of piece, not {len(self.pieces)}.")
        for piece, count in self.pieces.items():
            if not 1 <= count <= MOST:
                raise IllegalAction(f"A set has 1 to {MOST} of the piece {quote(piece)}, not {quote(count)}.")
        lone = self.one_sided or ()
        if list(lone) != sorted({yard for yard in lone if 0 <= yard < self.yards}):
            raise IllegalAction(f"The yards with one slot are different numbers below {quote(self.yards)}, ascending.")
        object.__setattr__(self, "one_sided", tuple(lone) or None)
        count = self.deck_slots + 2 * self.yards - len(lone)
        if min(self.deck_slots, self.yards) < 0 or not 1 <= count <= MOST:
            raise IllegalAction(
                f"A ship has 1 to {MOST} slots, not {quote(self.deck_slots)} on deck and two on each of"
                f" {quote(self.yards)} yards."
            )
        object.__setattr__(self, "slots", range(1, count + 1))
        object.__setattr__(self, "yard_slots", range(self.deck_slots + 1, count + 1))
        object.__setattr__(self, "cards", tuple(self.slots))

    @property
    def pieces_in_set(self) -> int:
        return sum(self.pieces.values())

    @property
    def is_standard(self) -> bool:
        """True for the equipment of the box as sold, the order of its pieces included."""
        return self == STANDARD and tuple(self.pieces) == tuple(STANDARD.pieces)

    def yard_of(self, slot: int) -> range:
        """Return the slots on the yard that a slot is on; none for a slot on deck."""
        first = self.deck_slots + 1
        for yard in range(self.yards):
            beyond = first + (1 if yard in (self.one_sided or ()) else 2)
            if first <= slot < beyond:
                return range(first, beyond)
            first = beyond
        return range(0)

    def stock(self, pieces: Iterable[str] = ()) -> Stock:
        """Return the stock that holds these pieces."""
        counts = dict.fromkeys(self.pieces, 0)
        for piece in pieces:
            counts[piece] += 1
        return FrozenMap(counts)

    def sets(self, count: int) -> Stock:
        """Return the stock of this many sets."""
        return FrozenMap({piece: count * in_set for piece, in_set in self.pieces.items()})

    def stowage(self, ship: Mapping[int, tuple[str, ...]] | None = None) -> Stowage:
        """Return the stowage with these slots filled and the others empty."""
        filled = ship or {}
        return FrozenMap({slot: filled.get(slot, ()) for slot in self.slots})


def sets_each(players: int) -> int:
    """Return the number of sets for each player: two when there are two players."""
    return 2 if players == 2 else 1


STANDARD = Equipment()
"""The box as sold: eight pieces; deck 1-4, low yard 5 and 6, middle yard 7 and 8, top yard 9 and 10."""
