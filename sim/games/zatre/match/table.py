"""What a match and a practice of ZATRE have in common: time, persons, and what is seen of the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from sim.errors import InputError
from sim.games.zatre import rules
from sim.games.zatre.bots import Observation, Option
from sim.games.zatre.configuration import ZatreConfiguration
from sim.games.zatre.match.frame import (
    Gains,
    RowView,
    RunView,
    SeatView,
    SheetView,
    Square,
    StaticScene,
    TableStage,
    TileView,
    ZatreFrame,
)
from sim.games.zatre.match.intents import turn_from
from sim.match.base import Match, StopMatch
from sim.match.human_input import Inbox
from sim.match.seats import YOU
from sim.physics.contact.profiles import TICK_HZ
from sim.protocols import Line
from sim.rules_frame import IllegalAction
from sim.seat import Seat

SCENERY = StaticScene({rules.place(number): kind.value for number, kind in rules.KINDS.items()}, rules.SIZE, rules.SIZE)


class ZatreTable(Match):
    """A match or practice under way. `state` is None until it is known who begins.

    follows_record: does every answer come from a record?
    """

    game = "zatre"
    title = "ZATRE"
    follows_record = False

    def __init__(
        self,
        configuration: ZatreConfiguration,
        seats: tuple[Seat, ...],
        seed: int,
        tell: Callable[[Line], None] | None,
        inbox: Inbox | None,
    ) -> None:
        super().__init__(seats, seed, tell)
        self.configuration = configuration
        self.inbox = inbox or Inbox()
        self.note_hand: Callable[[Line], None] = lambda _line: None
        self.static_scene = SCENERY
        self.table_stage = TableStage.STARTING
        self.state: rules.State | None = None
        self._by_name = {seat.name: seat for seat in seats}
        self._persons = tuple(seat.name for seat in seats if seat.is_person)
        self._asked: tuple[str, ...] = ()
        self._answer: tuple[Line, bool] | None = None
        self._view: Observation | None = None
        # What is shown of the table: it runs behind the rules, which draw for the next turn at once.
        self._board: list[TileView] = []
        self._racks: dict[str, tuple[int, ...]] = dict.fromkeys(self._by_name, ())
        self._bag = sum(rules.TILES.values())
        self._side: str | None = None
        self._turn = 0
        self._gains: Gains | None = None
        self._starter_draws: dict[str, int] | None = None
        self._pause_ticks = 0
        self._script = self._play()

    # ------------------------------------------------------------------------------------------ time

    def _play(self) -> Iterator[int]:
        """The course of it as pauses, in ticks."""
        raise NotImplementedError

    def run(self) -> None:
        """To the end. Raises InputError where a person would be waited for."""
        if self._persons and not self.follows_record:
            raise InputError(f"{self._persons[0]} plays by hand, so the match cannot be run without a window.")
        super().run()

    def _move(self, most: int) -> int:
        if self._pause_ticks:
            ticks = min(most, self._pause_ticks)
            self._pause_ticks -= ticks
            self._ticks += ticks
            return ticks
        try:
            self._pause_ticks = next(self._script, 0)
        except StopMatch:
            self.finished = True
        return 0

    @staticmethod
    def _for(seconds: float) -> int:
        return round(seconds * TICK_HZ)

    # ------------------------------------------------------------------------------------------ persons

    @property
    def waits_for(self) -> tuple[str, ...]:
        """Persons whose answer everything waits for; of partners, either may give it."""
        return () if self._answer is not None else self._asked

    def question(self, by: str) -> str | None:
        """What a person is asked now: place; None for nothing."""
        return "place" if by in self._asked else None

    @property
    def ways(self) -> Sequence[Option]:
        """Ways to place the tiles of whose turn it is, by the rules, each with what it brings; empty if it is nobody's.

        All of them for up to two tiles, the promising ones for more.
        """
        return () if self._view is None else self._view.options

    def may(self, line: Line) -> None:
        """Raise IllegalAction, one plain sentence, where what a person wants is against the rules now.

        `{"by", "question": "place", "tiles": [{"value", "row", "col"}, ...]}` is all that one can want.
        """
        by = str(line.get("by"))
        seat = self._by_name.get(by)
        if seat is None or not seat.is_person:
            raise IllegalAction(f"Nobody called {by} plays by hand here.")
        if self.finished or self.table_stage is TableStage.OVER:
            raise IllegalAction("The match is over.")
        if line.get("question") != "place":
            raise IllegalAction("All there is to do is to place tiles.")
        if by not in self._asked or self.state is None:
            raise IllegalAction("Not now." if self._side is None else f"It is {self._side}'s turn.")
        if self._answer is not None:
            raise IllegalAction("That has been said and stays so.")
        why = rules.why_not(self.state, turn_from(line))
        if why is not None:
            raise IllegalAction(why)

    def act(self, line: Line) -> None:
        """What a person does. Raises IllegalAction as `may`."""
        self.may(line)
        self.inbox.put(line)

    def _listen(self) -> None:
        """Take what persons have said up to now. Raises StopMatch where a record says no more."""
        recorded = not self.inbox.live
        for line in self.inbox.take(self._ticks):
            try:
                self.may(line)
            except IllegalAction as refused:
                if recorded:
                    self._refuse(line, refused)
                continue  # said too late
            self._answer = line, recorded
        if self.follows_record and self.inbox.live and self.waits_for:
            raise StopMatch

    def _refuse(self, line: Line, refused: IllegalAction) -> None:
        """What is on record is against the rules. Raises InputError."""
        raise InputError(f"the record, tick {line['tick']}: {line['by']}: {refused}") from refused

    def _hear(self, *names: str) -> Iterator[int]:
        """Wait until one of these persons has answered; the answer is then in `_answer`."""
        self._asked = names
        while True:
            self._listen()
            if self._answer is not None:
                self._asked = ()
                return
            yield 1

    # ------------------------------------------------------------------------------------------ what is seen

    @property
    def sides(self) -> dict[str, tuple[str, ...]]:
        """Who shares a turn and a sheet, by the name of the side, in the order of play."""
        return dict(self.state.sides) if self.state is not None else {name: (name,) for name in self._by_name}

    def shown(self, name: str) -> bool:
        """Does whoever watches see this player's tiles? Where persons play, only those of the person who plays.

        Of several at one mouse only those of the side that is asked, and only while it is: between two turns
        somebody else may still sit at the window.
        """
        if not self._persons:
            return True
        own = [names for names in self.sides.values() if any(who in self._persons for who in names)]
        if len(own) > 1:
            own = [names for names in own if any(who in self._asked for who in names)]
        return any(name in names for names in own)

    def many(self, name: str) -> bool:
        """Does a verb follow the name as it follows `we`: a team's, or You?"""
        return name == YOU or len(self.sides.get(name, ())) > 1

    def frame(self) -> ZatreFrame:
        """Everything that a drawing of this moment needs."""
        state = self.state
        side_of = {name: side for side, names in self.sides.items() for name in names}
        sheets = {side: sheet_view(sheet) for side, sheet in state.sheets.items()} if state is not None else {}
        teams = list(self.sides) if state is not None and state.teams else []
        over = self.table_stage is TableStage.OVER
        return ZatreFrame(
            time_s=self.time_s,
            table_stage=self.table_stage,
            turn=self._turn,
            seats=tuple(
                SeatView(
                    name=seat.name,
                    profile=seat.profile,
                    strategy=seat.strategy,
                    rack=tuple(value if over or self.shown(seat.name) else None for value in self._racks[seat.name]),
                    is_due=not over and side_of[seat.name] == self._side,
                    team=teams.index(side_of[seat.name]) if teams else None,
                    sheet=sheets.get(side_of[seat.name], SheetView()),
                )
                for seat in self.seats
            ),
            due=None if over else self._side,
            board=tuple(self._board),
            bag=self._bag,
            gains=self._gains,
            ticker=tuple(self.ticker),
            winners=() if state is None else self.names_of(state.winners),
            starter_draws=self._starter_draws,
        )

    def summary_line(self) -> str:
        """The totals."""
        sheets = {} if self.state is None else self.state.sheets
        told = ", ".join(f"{side} {sheet.total}" for side, sheet in sheets.items())
        return f"Totals: {told}." if told else "Nobody has begun."

    def names_of(self, sides: Sequence[str]) -> tuple[str, ...]:
        """The players of these sides, in the order of the seats."""
        found = {name for side in sides for name in self.sides[side]}
        return tuple(name for name in self._by_name if name in found)

    def _gains_of(self, by: str, event: rules.RunsScored | None, turn: rules.Turn, cells: rules.Cells) -> Gains:
        """What a turn brought, for the eye. cells: the board after it."""
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
    """A score sheet, row by row."""
    columns = (sheet.tens, sheet.elevens, sheet.twelves)
    totals = sheet.rows
    rows = []
    for row in range(max(sheet.crosses, *map(len, columns))):
        ten, eleven, twelve = (column[row] if row < len(column) else None for column in columns)
        earned = None not in (ten, eleven, twelve)
        total = totals[row] if row < len(totals) else 0
        rows.append(RowView(row < sheet.crosses, ten, eleven, twelve, rules.bonus(row), earned, total))
    return SheetView(tuple(rows), sheet.minus, sheet.total)
