"""The table, which matches of ZATRE and practice share: tiles as they are shown, and the frame."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sim.games.zatre import rules
from sim.games.zatre.bots import Observation, Option
from sim.games.zatre.match.frame import (
    FrameEvent,
    Gains,
    News,
    RowView,
    RunView,
    SeatView,
    SheetView,
    Square,
    StaticScene,
    TableStage,
    TileView,
    TurnBegan,
    TurnRuled,
    ZatreFrame,
)
from sim.match.seats import YOU
from sim.protocols import TickerLine
from sim.seat import Seat

SCENERY = StaticScene({rules.place(number): kind.value for number, kind in rules.KINDS.items()})
_EVENTS = 8
"""The number of events that a frame holds: more than happen between two frames."""


@dataclass(slots=True)
class ZatreTable:
    """The table as it is shown; it lags behind the rules, which draw for the next turn at once.

    state: the position, None until the starter is known. view: what the side that is thinking sees, None while none is.
    board: in the order in which tiles were put down. racks: the tiles before each player. side: the one whose turn is
    shown. gains: of the turn just ruled. starter_draws: what each player drew last to find who begins, while it is
    shown. asked: the persons of whom a turn is expected now. events: the latest, for frames.
    """

    seats: tuple[Seat, ...]
    stage: TableStage = TableStage.STARTING
    state: rules.State | None = None
    view: Observation | None = None
    board: list[TileView] = field(default_factory=list)
    racks: dict[str, tuple[int, ...]] = field(init=False)
    bag: int = sum(rules.TILES.values())
    side: str | None = None
    turn: int = 0
    gains: Gains | None = None
    starter_draws: dict[str, int] | None = None
    asked: tuple[str, ...] = ()
    events: deque[FrameEvent] = field(default_factory=lambda: deque(maxlen=_EVENTS))

    def __post_init__(self) -> None:
        self.racks = {seat.name: () for seat in self.seats}

    @property
    def options(self) -> Sequence[Option]:
        """The ways to place the tiles of the side that is thinking, each with its outcome; empty while none is.

        All ways for up to two tiles, the promising ones for more.
        """
        return () if self.view is None else self.view.options

    def report(self, what: News, now_s: float) -> None:
        """Keep an event for the next frames."""
        self.events.append(FrameEvent(self.events[-1].number + 1 if self.events else 0, now_s, what))

    def follow(self, state: rules.State) -> None:
        """Take over the position after a turn, but for the tiles of the next one: they are drawn when it is shown."""
        drawing = () if state.to_act is None else state.sides[state.to_act]
        self.state = state
        self.racks.update({name: tiles for name, tiles in state.rack.items() if name not in drawing})
        self.bag = len(state.bag) + sum(len(state.rack[name]) - len(self.racks[name]) for name in drawing)
        lies = {(tile.row, tile.col, tile.value) for tile in state.board}
        self.board = [tile for tile in self.board if (tile.row, tile.col, tile.value) in lies]

    def show(self, state: rules.State, now_s: float) -> None:
        """Show the side to act, with its tiles before it, and report its turn if another was shown before."""
        begins = state.turn != self.turn
        self.racks, self.bag, self.turn = dict(state.rack), len(state.bag), state.turn
        self.side, self.stage = state.to_act, TableStage.THINKING
        if begins and state.to_act is not None:
            self.report(TurnBegan(state.turn, state.to_act), now_s)

    def show_ruling(self, side: str, gains: Gains, tiles: int, now_s: float) -> None:
        """Show and report the gains of a turn of `tiles` tiles, which are written down in `state` already."""
        assert self.state is not None
        self.stage, self.gains = TableStage.RULED, gains
        totals = {name: sheet.total for name, sheet in self.state.sheets.items()}
        self.report(TurnRuled(self.turn, side, gains, tiles, totals), now_s)

    def put(self, tile: rules.Tile, by: str, time_s: float) -> None:
        """Put a tile of the turn under way on the board."""
        self.board.append(TileView(tile.row, tile.col, tile.value, by, new=True, put_s=time_s))

    def age(self) -> None:
        """Let no tile be new: those put down last are."""
        for place in range(len(self.board) - 1, -1, -1):
            if not self.board[place].new:
                return
            self.board[place] = replace(self.board[place], new=False)

    def take_from_rack(self, members: Sequence[str], value: int) -> None:
        """Take a tile from a partner who has one; the rules say at the end of the turn whose it really was."""
        giver = next(name for name in members if value in self.racks[name])
        left = list(self.racks[giver])
        left.remove(value)
        self.racks[giver] = tuple(left)

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """The players who share a turn and a sheet, by the name of the side, in the order of play."""
        return dict(self.state.sides) if self.state is not None else {name: (name,) for name in self.racks}

    def shown(self, name: str) -> bool:
        """Return True if this player's tiles are shown: where persons play, only those of the person who plays.

        Of several persons at one mouse, only the tiles of the side that is asked are shown, and only while it is:
        between two turns another person may still sit at the window.
        """
        persons = [seat.name for seat in self.seats if seat.is_person]
        if not persons:
            return True
        own = [names for names in self.sides.values() if any(who in persons for who in names)]
        if len(own) > 1:
            own = [names for names in own if any(who in self.asked for who in names)]
        return any(name in names for names in own)

    def many(self, name: str) -> bool:
        """Return True if the name of a player or side takes a plural verb: that of a team, or You."""
        return name == YOU or len(self.sides.get(name, ())) > 1

    def frame(self, time_s: float, ticker: tuple[TickerLine, ...]) -> ZatreFrame:
        """Return all that a drawing of this moment needs."""
        state = self.state
        side_of = {name: side for side, names in self.sides.items() for name in names}
        sheets = {side: sheet_view(sheet) for side, sheet in state.sheets.items()} if state is not None else {}
        teams = list(self.sides) if state is not None and state.teams else []
        over = self.stage is TableStage.OVER
        return ZatreFrame(
            time_s=time_s,
            table_stage=self.stage,
            turn=self.turn,
            seats=tuple(
                SeatView(
                    name=seat.name,
                    profile=seat.profile,
                    strategy=seat.strategy,
                    rack=tuple(value if over or self.shown(seat.name) else None for value in self.racks[seat.name]),
                    is_due=not over and side_of[seat.name] == self.side,
                    team=teams.index(side_of[seat.name]) if teams else None,
                    sheet=sheets.get(side_of[seat.name], SheetView()),
                )
                for seat in self.seats
            ),
            due=None if over else self.side,
            board=tuple(self.board),
            bag=self.bag,
            gains=self.gains,
            ticker=ticker,
            winners=() if state is None else self.names_of(state.winners),
            starter_draws=self.starter_draws,
            events=tuple(self.events),
        )

    def names_of(self, sides: Sequence[str]) -> tuple[str, ...]:
        """Return the players of these sides, in the order of the seats."""
        found = {name for side in sides for name in self.sides[side]}
        return tuple(name for name in self.racks if name in found)


def gains_of(by: str, event: rules.RunsScored | None, turn: rules.Turn, cells: rules.Cells) -> Gains:
    """Return the gains of a turn as they are shown. cells: the board after it."""
    if event is None:
        return Gains(by)
    runs = []
    for run in event.runs:
        squares: list[Square] = []
        row, col = run.row, run.col
        while rules.kind_of(row, col) is not None and cells[rules.square(row, col)]:
            squares.append((row, col))
            row, col = (row + 1, col) if run.down else (row, col + 1)
        runs.append(RunView(tuple(squares), run.total, rules.POINTS[run.total]))
    counted = {square for run in runs for square in run.squares}
    placed = [(tile.row, tile.col) for tile in turn]
    crosses = tuple(at for at in placed if at in counted and rules.kind_of(*at) is not rules.Kind.DARK)
    return Gains(by, tuple(runs), crosses)


def sheet_view(sheet: rules.Sheet) -> SheetView:
    """Return a score sheet as it is shown, row by row."""
    columns = (sheet.tens, sheet.elevens, sheet.twelves)
    totals = sheet.rows
    rows = []
    for row in range(max(sheet.crosses, *map(len, columns))):
        ten, eleven, twelve = (column[row] if row < len(column) else None for column in columns)
        earned = None not in (ten, eleven, twelve)
        total = totals[row] if row < len(totals) else 0
        rows.append(RowView(row < sheet.crosses, ten, eleven, twelve, rules.bonus(row), earned, total))
    return SheetView(tuple(rows), sheet.minus, sheet.total)
