"""What a drawing, a text or a recorder needs to know of a Riff Raff match at one moment: plain values, nothing live.

`RiffRaffMatch.static_scene` holds what never changes during a match, `RiffRaffMatch.frame()` the rest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from sim.match.frame import leaps, turned
from sim.physics.ship.measures import Ship
from sim.physics.ship.pieces import Piece
from sim.physics.ship.state import Pose
from sim.protocols import TickerLine
from sim.rules_frame import Event


class PieceState(StrEnum):
    """Where a drawn piece is: on the ship, in a hand, in the air, on the table, or in a catching hand."""

    ABOARD = "aboard"
    HELD = "held"
    FALLING = "falling"
    FALLEN = "fallen"
    CAUGHT = "caught"


class TableStage(StrEnum):
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

    def interpolate(self, later: PieceView | None, share: float) -> PieceView:
        """The piece a share of the way to a later moment."""
        # What was put somewhere else, or turned round, between two frames is not seen to glide there.
        if later is None or self.form != later.form or leaps(self.x, self.y, later.x, later.y):
            return self
        x, y = self.x + (later.x - self.x) * share, self.y + (later.y - self.y) * share
        return PieceView(self.name, self.kind, self.form, x, y, turned(self.angle, later.angle, share), self.state)


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
class PieceFalls:
    """A piece begins to fall off the ship."""

    at_s: float
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class PieceCaught:
    """A falling piece is caught."""

    at_s: float
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """The rules have made something of what happened."""

    at_s: float
    event: Event


FrameEvent = PieceFalls | PieceCaught | Ruled


@dataclass(frozen=True, slots=True)
class StaticScene:
    """What never changes during a match."""

    ship: Ship
    pieces: Mapping[str, Piece]
    palm_width_mm: float


@dataclass(frozen=True, slots=True)
class RiffRaffFrame:
    """One moment. Angles are counter-clockwise; `hand` is the hand that lowers, `palms` the catching ones.

    While an outcome is shown (TableStage.RULED), `round`, `due`, `slot`, `announced` and the seats' cards and order are
    those of the turn that was played; `supply` and `removed` are what came of it. `goes_on`: that turn has another
    piece.
    `events` are the latest, oldest first.
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
    yards: tuple[Pose, ...]
    pieces: tuple[PieceView, ...]
    hand: Pose | None
    palms: tuple[Pose, ...]
    removed: Mapping[str, int]
    ticker: tuple[TickerLine, ...]
    winners: tuple[str, ...] = ()
    revealed: bool = False
    unsettled: int = 0
    goes_on: bool = False
    events: tuple[FrameEvent, ...] = ()

    @property
    def thinking(self) -> bool:
        """True while nothing is to be seen but people who think."""
        return self.table_stage in (TableStage.CHOOSING, TableStage.THINKING)

    def share_unchanged(self, before: RiffRaffFrame) -> RiffRaffFrame:
        """The same frame, holding what is the same as before only once: minutes of frames are kept."""
        return replace(
            self,
            seats=before.seats if self.seats == before.seats else self.seats,
            ticker=before.ticker if self.ticker == before.ticker else self.ticker,
            events=before.events if self.events == before.events else self.events,
        )

    def interpolate(self, later: RiffRaffFrame, share: float) -> RiffRaffFrame:
        """This frame with its poses carried on by `share` of the way to `later`; what only one holds stays as here."""
        pieces = {piece.name: piece for piece in later.pieces}
        hand = self.hand if self.hand is None or later.hand is None else _between(self.hand, later.hand, share)
        palms = self.palms
        if len(palms) == len(later.palms):
            palms = tuple(_between(p, q, share) for p, q in zip(palms, later.palms, strict=True))
        return replace(
            self,
            time_s=self.time_s + (later.time_s - self.time_s) * share,
            hull_angle=self.hull_angle + (later.hull_angle - self.hull_angle) * share,
            yards=tuple(_between(p, q, share) for p, q in zip(self.yards, later.yards, strict=True)),
            pieces=tuple(piece.interpolate(pieces.get(piece.name), share) for piece in self.pieces),
            hand=hand,
            palms=palms,
        )


def _between(a: Pose, b: Pose, share: float) -> Pose:
    if leaps(a.x, a.y, b.x, b.y):
        return a
    return Pose(a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, turned(a.angle, b.angle, share))
