"""What a drawing, a text or a recorder needs to know of a Riff Raff match at one moment: plain values, nothing live.

`RiffRaffMatch.scenery` holds what never changes during a match, `RiffRaffMatch.frame()` the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from sim.physics.pieces import Piece
from sim.physics.ship import Ship
from sim.physics.world import Pose


class PieceState(StrEnum):
    """Where a drawn piece is: on the ship, in a hand, in the air, on the table, or in a catching hand."""

    ABOARD = "aboard"
    HELD = "held"
    FALLING = "falling"
    FALLEN = "fallen"
    CAUGHT = "caught"


class Beat(StrEnum):
    """What the table is doing: the rhythm of a match."""

    CHOOSING = "choosing"  # everybody picks a card in secret
    REVEALED = "revealed"  # the cards are turned up; captain and order are settled
    THINKING = "thinking"  # whoever is due picks a piece and a place
    LOADING = "loading"  # the hand lowers a piece
    WATCHING = "watching"  # it is released; everybody holds their breath
    RULED = "ruled"  # the turn's outcome is told
    OVER = "over"


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece in the world (mm, rad, world frame)."""

    name: str
    kind: str
    form: str
    x: float
    y: float
    angle: float
    state: PieceState


@dataclass(frozen=True, slots=True)
class SeatView:
    """One player at the table. `card` is the card of this round once revealed; `supply` counts pieces by kind."""

    name: str
    profile: str
    strategy: str
    hand: tuple[int, ...]
    card: int | None
    played: tuple[int, ...]
    supply: Mapping[str, int]
    is_captain: bool
    is_due: bool
    turn_in_round: int | None


@dataclass(frozen=True, slots=True)
class TickerLine:
    """One event in words. `tone` is good, bad, turn or plain."""

    time_s: float
    text: str
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Scenery:
    """What never changes during a match."""

    ship: Ship
    pieces: Mapping[str, Piece]
    palm_width_mm: float


@dataclass(frozen=True, slots=True)
class RiffRaffFrame:
    """One moment. Angles are counter-clockwise; `hand` is the hand that lowers, `palms` the catching ones."""

    time_s: float
    beat: Beat
    round: int
    rounds: int
    seats: tuple[SeatView, ...]
    due: str | None
    slot: int | None
    announced: int
    hull_angle: float
    yards: tuple[Pose, ...]
    pieces: tuple[PieceView, ...]
    hand: Pose | None
    palms: tuple[Pose, ...]
    removed: Mapping[str, int]
    ticker: tuple[TickerLine, ...]
    winners: tuple[str, ...] = ()
    revealed: bool = False
    unsettled: int = 0
