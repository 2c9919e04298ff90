"""The position of a Riff Raff match: everything that is open on the table, and what follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from sim.games.riff_raff.rules.agreed import PRINTED, Agreed
from sim.games.riff_raff.rules.equipment import STANDARD, Equipment, Stock, Stowage
from sim.games.riff_raff.rules.vocabulary import Ending, Phase
from sim.rules_frame import FrozenMap

_COUNTS = {2: "two", 3: "three", 4: "four"}


@dataclass(frozen=True, slots=True)
class State:
    """A position. Nothing in it can change; `apply` makes new ones.

    Attributes:
        players: names, clockwise.
        phase: what is due now.
        round: from 1; after the end the last one played.
        captain: the one in office; while `phase` is name_captain still the outgoing one.
        hands: cards left, ascending, by name.
        played: each player's pile since the cards were last taken in hand, oldest first; only the last is visible.
        order: order of play of this round, empty until it is set.
        turn: index in `order` of who is to load (0 outside the phase load).
        announced: pieces announced for this turn, None if nothing was said.
        placed: pieces that this turn has placed already (1 between the two of a double placement, else 0).
        supply: pieces before each player, by name.
        ship: what lies in each slot.
        removed: pieces caught, which have left the game.
        equipment: the pieces and slots that the match is played with.
        agreed: the rules of the table.
    """

    players: tuple[str, ...]
    phase: Phase
    round: int
    captain: str
    hands: FrozenMap[str, tuple[int, ...]]
    played: FrozenMap[str, tuple[int, ...]]
    order: tuple[str, ...]
    turn: int
    announced: int | None
    placed: int
    supply: FrozenMap[str, Stock]
    ship: Stowage
    removed: Stock
    equipment: Equipment = STANDARD
    agreed: Agreed = PRINTED

    @property
    def rounds(self) -> int:
        """Rounds of the whole match: as many as cards, or (two players) twice as many, unless agreed on."""
        return self.agreed.rounds_of(self.equipment, len(self.players))

    @property
    def full_hand(self) -> tuple[int, ...]:
        """The cards that every player began with."""
        return self.agreed.hand(self.equipment)

    @property
    def cards(self) -> FrozenMap[str, int]:
        """The visible card of each player who has one: the last of their pile."""
        return FrozenMap({name: pile[-1] for name, pile in self.played.items() if pile})

    @property
    def supply_counts(self) -> FrozenMap[str, int]:
        """Number of pieces before each player."""
        return FrozenMap({name: sum(pieces.values()) for name, pieces in self.supply.items()})

    @property
    def to_act(self) -> str | None:
        """The player who decides now: a captain, or who loads; None when all reveal at once and after the end."""
        if self.phase is Phase.LOAD:
            return self.order[self.turn]
        return self.captain if self.phase in (Phase.NAME_CAPTAIN, Phase.ARRANGE) else None

    @property
    def slot(self) -> int | None:
        """The slot to be loaded now, the number on the active player's card; None outside the phase load."""
        return self.cards[self.order[self.turn]] if self.phase is Phase.LOAD else None

    @property
    def pieces_due(self) -> int:
        """Pieces still to be placed in this turn if nothing falls; 0 outside the phase load."""
        return (self.announced or 1) - self.placed if self.phase is Phase.LOAD else 0

    @property
    def may_announce(self) -> bool:
        """True if the number of pieces may be announced: on yard slots that held a piece when the turn began.

        The slot counts, not the whole yard (decision 1), unless agreed on. Nothing moves between the beginning of a
        turn and its first placement: what lies there now is what lay there then; a piece that falls in between belongs
        to that placement.
        """
        slot = self.slot
        if slot is None or self.announced is not None or self.placed:
            return False
        return self.more_than_one_on(slot)

    def more_than_one_on(self, slot: int) -> bool:
        """Return True if more than one piece may be announced for a slot, as the ship is laden now."""
        return self.agreed.more_than_one_on(slot, self.equipment, self.ship)

    @property
    def most_pieces(self) -> int:
        """The most pieces that may be announced now: as `may_announce`, and no more than the player has; 0 if none."""
        if not self.may_announce:
            return 0
        return min(self.agreed.pieces_a_turn, self.supply_counts[self.order[self.turn]])

    @property
    def may_place_two(self) -> bool:
        """True if two pieces may be announced, or more."""
        return self.most_pieces >= 2

    @property
    def tied_for_captain(self) -> tuple[str, ...]:
        """The players with the highest visible card, in seat order; one of them is (or becomes) captain."""
        cards = self.cards
        highest = max(cards.values(), default=0)
        return tuple(name for name in self.players if cards.get(name) == highest)

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """All players but the captain by descending visible card; equal cards share a group, in seat order."""
        cards = self.cards
        others = sorted((name for name in self.players if name != self.captain), key=lambda name: -cards[name])
        return tuple(tuple(group) for _, group in groupby(others, key=lambda name: cards[name]))

    @property
    def ending(self) -> Ending | None:
        """The way in which the match ended, None while it goes on.

        A supply can be empty only because its owner emptied it in the turn that ended the match: nothing ever leaves
        the supply of a player who is not active (decision 12).
        """
        if self.phase is not Phase.OVER:
            return None
        return Ending.CARDS_SPENT if all(self.supply_counts.values()) else Ending.EMPTIED

    @property
    def winners(self) -> tuple[str, ...]:
        """The winner, or those who share the victory, in seat order; empty while the match goes on.

        Only the supply counts; pieces caught have left the game (decision 14).
        """
        if self.phase is not Phase.OVER:
            return ()
        counts = self.supply_counts
        fewest = min(counts.values())
        return tuple(name for name in self.players if counts[name] == fewest)

    def __str__(self) -> str:
        """Return the position as a text board: what is due, the slots from the top down, and a line for each player."""
        slots = (f"  slot {slot:>2}  {', '.join(self.ship[slot]) or '-'}" for slot in reversed(self.equipment.slots))
        lines = [f"Round {self.round} of {self.rounds}: {self._due()}", *slots]
        wide = max(map(len, self.players))
        for name in self.players:
            pieces = ", ".join(
                f"{piece} x{count}" if count > 1 else piece for piece, count in self.supply[name].items() if count
            )
            cards = " ".join(map(str, self.hands[name]))
            lines.append(f"  {name:<{wide}}  pieces: {pieces or '-'}; cards: {cards or '-'}")
        return "\n".join(lines)

    def _due(self) -> str:
        """Return what is due, as a clause with a full stop."""
        match self.phase:
            case Phase.LOAD:
                count = self.announced or 1
                several = f" ({_COUNTS.get(count, count)} pieces)" if count > 1 else ""
                return f"{self.to_act} loads slot {self.slot}{several}; {self.captain} is captain."
            case Phase.NAME_CAPTAIN:
                return f"{self.captain} names the captain."
            case Phase.ARRANGE:
                return f"{self.captain}, the captain, sets the order."
            case Phase.OVER:
                return f"the match is over, won by {' and '.join(self.winners)}."
        return "everybody picks a card."
