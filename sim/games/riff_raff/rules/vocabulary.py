"""The words of Riff Raff: pieces, slots, phases, endings, what players do, and what the rules make of it.

Events, in the order in which one action can bring them about:

| event | fields | when |
|---|---|---|
| match_started | players, captain, pieces_each, rounds | the setup was accepted |
| round_started | round, captain | cards are due; `captain` is the one still in office |
| cards_revealed | round, cards {name: card} | everyone's card lies open |
| captain_tied | by, tied | the highest card was played twice or more: `by`, the outgoing one, names the next |
| captain_named | captain, by | a new captain; `by` is who named them, null if their card did |
| order_tied | by, tied [[names], ...] | others hold equal cards: `by`, the new captain, orders them |
| order_set | order, by | the order of play; `by` is the captain who arranged it, null if the cards did |
| turn_started | player, slot, may_place_two | `player` has to load `slot`, the number on their card |
| announced | player, count | 1 or 2 pieces (or more, where agreed), no change of mind |
| piece_loaded | player, piece, slot | the piece being placed stays aboard |
| piece_lost | player, piece, slot, placed | it fell, and no catch counts: it goes to `player` |
| piece_caught | player, piece, slot, placed | caught: it leaves the game |
| piece_returned | player, piece | the piece being placed was the only one caught: it goes back to their supply |
| cargo_shifted | piece, from_slot, to_slot | cargo lies in another slot than before (net movement, as by `ship`) |
| turn_ended | player, supply | number of pieces they still have |
| hands_retaken | round | all cards were played, and are taken back after this round |
| match_over | winners, ending, supply {name: pieces} | `ending` is emptied or cards_spent |

`placed` is true for the piece being placed, false for the other pieces that fell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeAlias

from sim.games.riff_raff.rules.agreed import PRINTED, Agreed
from sim.games.riff_raff.rules.equipment import STANDARD, Equipment
from sim.rules_frame import Event, FrozenMap, whole
from sim.rules_frame.json_fields import Name, Needed, OneOf

Piece = Annotated[str, OneOf("pieces")]
Slot = Annotated[int, OneOf("slots")]


class Phase(StrEnum):
    """The decision that is due now."""

    REVEAL = "reveal"
    NAME_CAPTAIN = "name_captain"
    ARRANGE = "arrange"
    LOAD = "load"
    OVER = "over"


class Ending(StrEnum):
    """The ways in which a match ends."""

    EMPTIED = "emptied"
    """A player had no piece left at the end of their turn: they alone win, the round is not finished."""
    CARDS_SPENT = "cards_spent"
    """Every card was played: fewest pieces in the supply wins, shared if equal."""


class Fate(StrEnum):
    """The fate of the piece being placed."""

    STAYS = "stays"
    LOST = "lost"
    CAUGHT = "caught"


@dataclass(frozen=True, slots=True)
class Setup:
    """Names of two to four players, clockwise, and the captain before round 1 (by the printed rules, the oldest)."""

    players: tuple[Name, ...]
    captain: str
    equipment: Equipment = STANDARD
    agreed: Agreed = PRINTED


@dataclass(frozen=True, slots=True)
class Reveal:
    """Everyone's card at once, by name."""

    cards: Mapping[str, int]

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", FrozenMap({name: whole(card) for name, card in self.cards.items()}))


@dataclass(frozen=True, slots=True)
class NameCaptain:
    """The outgoing captain names one of those who tied for the highest card."""

    captain: str


@dataclass(frozen=True, slots=True)
class Arrange:
    """The new captain says in which order holders of equal cards play: the whole order, beginning with the captain."""

    order: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Announce:
    """The number of pieces that the active player will place this turn."""

    count: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "count", whole(self.count))


@dataclass(frozen=True, slots=True)
class Fallen:
    """A piece that fell, and the slot where it lay before this placement."""

    piece: Piece
    slot: int


@dataclass(frozen=True, slots=True)
class Load:
    """A placement and its outcome, once the ship is at rest.

    `lost` and `caught` are the other pieces that fell; `ship` (pieces by slot, empty slots may be left out) is the
    layout afterwards, needed only if cargo lies in another slot than before; it must hold exactly the pieces aboard.
    """

    piece: Piece
    placed: Annotated[Fate, Needed()] = Fate.STAYS
    lost: tuple[Fallen, ...] = ()
    caught: tuple[Fallen, ...] = ()
    ship: Mapping[Slot, tuple[Piece, ...]] | None = None

    def __post_init__(self) -> None:
        if self.ship is not None:
            object.__setattr__(self, "ship", FrozenMap({slot: tuple(pieces) for slot, pieces in self.ship.items()}))


Action: TypeAlias = Setup | Reveal | NameCaptain | Arrange | Announce | Load


@dataclass(frozen=True, slots=True)
class MatchStarted(Event):
    players: tuple[str, ...]
    captain: str
    pieces_each: int
    rounds: int


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    round: int
    captain: str


@dataclass(frozen=True, slots=True)
class CardsRevealed(Event):
    round: int
    cards: FrozenMap[str, int]


@dataclass(frozen=True, slots=True)
class CaptainTied(Event):
    by: str
    tied: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CaptainNamed(Event):
    captain: str
    by: str | None


@dataclass(frozen=True, slots=True)
class OrderTied(Event):
    by: str
    tied: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class OrderSet(Event):
    order: tuple[str, ...]
    by: str | None


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    player: str
    slot: int
    may_place_two: bool


@dataclass(frozen=True, slots=True)
class Announced(Event):
    player: str
    count: int


@dataclass(frozen=True, slots=True)
class PieceLoaded(Event):
    player: str
    piece: str
    slot: int


@dataclass(frozen=True, slots=True)
class PieceLost(Event):
    player: str
    piece: str
    slot: int
    placed: bool


@dataclass(frozen=True, slots=True)
class PieceCaught(Event):
    player: str
    piece: str
    slot: int
    placed: bool


@dataclass(frozen=True, slots=True)
class PieceReturned(Event):
    player: str
    piece: str


@dataclass(frozen=True, slots=True)
class CargoShifted(Event):
    piece: str
    from_slot: int
    to_slot: int


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    player: str
    supply: int


@dataclass(frozen=True, slots=True)
class HandsRetaken(Event):
    round: int


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    winners: tuple[str, ...]
    ending: Ending
    supply: FrozenMap[str, int]
