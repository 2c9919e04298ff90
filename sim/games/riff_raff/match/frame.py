"""A moment of a Riff Raff match as plain values, for drawings, texts and recorders.

`RiffRaffMatch.static_scene` holds what never changes during a match, `RiffRaffMatch.frame()` the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from sim.match.frame import leaps, turned
from sim.physics.ship.measures import Ship
from sim.physics.ship.pieces import Piece
from sim.physics.ship.state import CargoState, Layer, Pose
from sim.protocols import TickerLine
from sim.rules_frame import Event


class PieceState(StrEnum):
    """The place of a drawn piece: on the ship, in a hand, in the air, on the table, or in a catching hand."""

    ABOARD = "aboard"
    HELD = "held"
    FALLING = "falling"
    FALLEN = "fallen"
    CAUGHT = "caught"


class TableStage(StrEnum):
    """The stage of a turn, from choosing cards to the ruling."""

    CHOOSING = "choosing"  # all players pick a card in secret
    REVEALED = "revealed"  # the cards are turned up; captain and order are settled
    THINKING = "thinking"  # the player due picks a piece and a place
    TAKING = "taking"  # it is taken up and held over the ship until she is calm
    LOADING = "loading"  # the hand lowers a piece
    WATCHING = "watching"  # it is released, and the ship comes to rest
    RULED = "ruled"  # the turn's outcome is shown
    TIDYING = "tidying"  # what fell is put back before its new owner
    OVER = "over"


WAITS = (TableStage.CHOOSING, TableStage.THINKING, TableStage.TAKING, TableStage.TIDYING)
"""The stages in which nothing on the table moves."""


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece in the world (mm, rad, world frame).

    layer: the row of the deck that it was put into, if any. fore_mm: how far before the mast it is.
    """

    name: str
    kind: str
    form: str
    x: float
    y: float
    angle: float
    state: PieceState
    layer: Layer | None = None
    fore_mm: float = 0.0

    @staticmethod
    def of(cargo: CargoState, state: PieceState) -> PieceView:
        """Return a piece of a snapshot as it is drawn."""
        pose = cargo.pose
        return PieceView(
            cargo.name, cargo.kind, cargo.form, pose.x, pose.y, pose.angle, state, cargo.layer, cargo.fore.mm
        )

    def interpolate(self, later: PieceView | None, share: float) -> PieceView:
        """Return the piece at `share` (0 to 1) of the way to a later moment."""
        # A piece that was put elsewhere or turned round between two frames does not glide there.
        if later is None or self.form != later.form or leaps(self.x, self.y, later.x, later.y):
            return self
        x, y = self.x + (later.x - self.x) * share, self.y + (later.y - self.y) * share
        fore_mm = self.fore_mm + (later.fore_mm - self.fore_mm) * share
        return replace(self, x=x, y=y, angle=turned(self.angle, later.angle, share), fore_mm=fore_mm)


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player at the table. card: that of this round once revealed. supply: numbers of pieces by kind."""

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
class PieceEvent:
    """An event: a piece slips (it has left the ship, and falls), falls (onto the table), or is caught while falling."""

    at_s: float
    what: Literal["slips", "falls", "caught"]
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class PieceAstray:
    """An event: a piece that was thrown on another slot (`slot`) than the card's is taken back."""

    at_s: float
    name: str
    kind: str
    slot: int
    card: int


@dataclass(frozen=True, slots=True)
class Ruled:
    """An event of the rules."""

    at_s: float
    event: Event


FrameEvent = PieceEvent | PieceAstray | Ruled


@dataclass(frozen=True, slots=True)
class StaticScene:
    """The data that never change during a match."""

    ship: Ship
    pieces: Mapping[str, Piece]
    palm_width_mm: float


@dataclass(frozen=True, slots=True)
class RiffRaffFrame:
    """A moment of the match. Angles are counter-clockwise; `hand` is the hand that lowers, `palms` the catching ones.

    While an outcome is shown (TableStage.RULED, TIDYING), `round`, `due`, `slot`, `announced` and the seats' cards and
    order are those of the turn that was played; `supply` and `removed` are those after it. goes_on: that turn has
    another piece. events: the latest, oldest first.
    """

    time_s: float
    table_stage: TableStage
    round: int
    rounds: int
    seats: tuple[SeatView, ...]
    due: str | None
    slot: int | None
    announced: int
    hull_angle: float
    pitch_angle: float
    yards: tuple[Pose, ...]
    pieces: tuple[PieceView, ...]
    hand: Pose | None
    palms: tuple[Pose, ...]
    removed: Mapping[str, int]
    ticker: tuple[TickerLine, ...]
    winners: tuple[str, ...] = ()
    unsettled: int = 0
    goes_on: bool = False
    events: tuple[FrameEvent, ...] = ()

    @property
    def thinking(self) -> bool:
        """True while there is nothing to see but players who think, settle the order, take up a piece or tidy."""
        return self.table_stage in WAITS or (self.table_stage is TableStage.REVEALED and self.slot is None)

    def share_unchanged(self, before: RiffRaffFrame) -> RiffRaffFrame:
        """Return this frame with its equal parts replaced by those of `before`, to save memory in long recordings."""
        return replace(
            self,
            seats=before.seats if self.seats == before.seats else self.seats,
            ticker=before.ticker if self.ticker == before.ticker else self.ticker,
            events=before.events if self.events == before.events else self.events,
        )

    def interpolate(self, later: RiffRaffFrame, share: float) -> RiffRaffFrame:
        """Return this frame with its poses moved by `share` (0 to 1) of the way to `later`; all else stays as here."""
        pieces = {piece.name: piece for piece in later.pieces}
        hand = self.hand if self.hand is None or later.hand is None else _between(self.hand, later.hand, share)
        palms = self.palms
        if len(palms) == len(later.palms):
            palms = tuple(_between(p, q, share) for p, q in zip(palms, later.palms, strict=True))
        return replace(
            self,
            time_s=self.time_s + (later.time_s - self.time_s) * share,
            hull_angle=self.hull_angle + (later.hull_angle - self.hull_angle) * share,
            pitch_angle=self.pitch_angle + (later.pitch_angle - self.pitch_angle) * share,
            yards=tuple(_between(p, q, share) for p, q in zip(self.yards, later.yards, strict=True)),
            pieces=tuple(piece.interpolate(pieces.get(piece.name), share) for piece in self.pieces),
            hand=hand,
            palms=palms,
        )


def _between(a: Pose, b: Pose, share: float) -> Pose:
    if leaps(a.x, a.y, b.x, b.y):
        return a
    return Pose(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, turned(a.angle, b.angle, share))
