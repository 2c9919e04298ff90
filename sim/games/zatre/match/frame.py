"""A moment of a ZATRE match as plain values, for drawings, texts and recorders.

`ZatreMatch.static_scene` holds what never changes during a match, `ZatreMatch.frame()` the rest. Squares are (row, col)
with row 0 at the far edge of the board and column 0 at the left; both run to 14.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from sim.protocols import TickerLine

Square = tuple[int, int]


class TableStage(StrEnum):
    """The stage of the table, from the draw for the start to the ruling."""

    STARTING = "starting"  # everyone draws a tile; the highest begins
    THINKING = "thinking"  # the side due has drawn, and thinks
    PLACED = "placed"  # the tiles are put down, one after the other
    RULED = "ruled"  # the runs are counted and written down
    OVER = "over"


@dataclass(frozen=True, slots=True)
class TileView:
    """A tile on the board. by: the seat that placed it. new: placed in the turn that is shown. put_s: when (match
    time).
    """

    row: int
    col: int
    value: int
    by: str
    new: bool = False
    put_s: float = 0.0


@dataclass(frozen=True, slots=True)
class RunView:
    """A run of 10, 11 or 12 that counts in the turn that is shown: its squares in order, its sum, its points."""

    squares: tuple[Square, ...]
    sum: int
    points: int


@dataclass(frozen=True, slots=True)
class Gains:
    """The gains of a turn: the runs, and the light (or red) squares that give a cross each."""

    by: str
    runs: tuple[RunView, ...] = ()
    crosses: tuple[Square, ...] = ()

    @property
    def points(self) -> int:
        """The points written down, before any doubling or bonus."""
        return sum(run.points for run in self.runs)


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of a score sheet as it stands. Cells are None while empty.

    bonus: the points printed in its bonus cell (0 if there are none). earned: its three cells are filled, so that the
    bonus counts. total: the row's points now, doubled if it is crossed.
    """

    crossed: bool
    ten: int | None
    eleven: int | None
    twelve: int | None
    bonus: int
    earned: bool
    total: int


@dataclass(frozen=True, slots=True)
class SheetView:
    """A score sheet: every row with an entry, and those before; minus points; the grand total."""

    rows: tuple[RowView, ...] = ()
    minus: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player at the table.

    rack: the tiles before this player; None for one that the viewer sees face down: where persons play, the tiles that
    others keep are hidden from them. is_due: it is this player's (or their team's) turn. team: 0, 1, ... in a game of
    teams, whose partners sit side by side and share one sheet (the same in both views); None without teams.
    """

    name: str
    profile: str
    strategy: str
    rack: tuple[int | None, ...]
    is_due: bool
    team: int | None
    sheet: SheetView


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """The event of turn number `turn` beginning. side: the one whose turn it is, with its tiles drawn."""

    turn: int
    side: str


@dataclass(frozen=True, slots=True)
class TurnRuled:
    """The event of a turn whose runs are written down.

    tiles: the number of tiles placed; 0 if none could be. totals: the grand total of every side after it.
    """

    turn: int
    side: str
    gains: Gains
    tiles: int
    totals: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class BagEmptied:
    """The event of the last tile being drawn: the last turn has begun."""


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The event of the end of the match. winners: the players of all sides with the highest total."""

    winners: tuple[str, ...]


News = TurnBegan | TurnRuled | BagEmptied | MatchEnded


@dataclass(frozen=True, slots=True)
class FrameEvent:
    """An event at the table. number: 0, 1, ... in the match."""

    number: int
    at_s: float
    what: News


@dataclass(frozen=True, slots=True)
class StaticScene:
    """The data that never change during a match. squares: the kind of each square of the board: dark, light or red."""

    squares: Mapping[Square, str]


@dataclass(frozen=True, slots=True)
class ZatreFrame:
    """A moment of the match.

    starter_draws: what each player drew last to find who begins, while that is shown. board: in the order in which the
    tiles were put down. bag: tiles left in it. gains: of the turn just ruled; None while there is none to show. events:
    the latest, oldest first; their numbers show which are new since another frame.
    """

    time_s: float
    table_stage: TableStage
    turn: int
    seats: tuple[SeatView, ...]
    due: str | None
    board: tuple[TileView, ...]
    bag: int
    gains: Gains | None
    ticker: tuple[TickerLine, ...]
    winners: tuple[str, ...] = ()
    starter_draws: Mapping[str, int] | None = None
    events: tuple[FrameEvent, ...] = ()

    @property
    def thinking(self) -> bool:
        """True while there is nothing to see but players who think."""
        return self.table_stage is TableStage.THINKING

    def share_unchanged(self, before: ZatreFrame) -> ZatreFrame:
        """Return this frame with its equal parts replaced by those of `before`, to save memory in long recordings."""
        return replace(
            self,
            seats=before.seats if self.seats == before.seats else self.seats,
            board=before.board if self.board == before.board else self.board,
            gains=before.gains if self.gains == before.gains else self.gains,
            ticker=before.ticker if self.ticker == before.ticker else self.ticker,
            events=before.events if self.events == before.events else self.events,
        )

    def interpolate(self, later: ZatreFrame, share: float) -> ZatreFrame:
        """Return this frame with its time moved by `share` (0 to 1) of the way to `later`.

        From the time and `put_s` a drawing computes how far a tile has come on its way from the rack to its square.
        """
        return replace(self, time_s=self.time_s + (later.time_s - self.time_s) * share)
