"""Practice: a board with tiles on it, two tiles drawn, as many turns as one likes; the last one can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass

from sim.errors import InputError
from sim.games.zatre import rules
from sim.games.zatre.bots import STRATEGIES, Observation
from sim.games.zatre.configuration import ZatreConfiguration
from sim.games.zatre.match.frame import TableStage, TileView
from sim.games.zatre.match.intents import turn_from
from sim.games.zatre.match.table import ZatreTable
from sim.games.zatre.match.text import headline
from sim.match.human_input import Inbox
from sim.protocols import Line
from sim.rules_frame import Event, FrozenMap, IllegalAction
from sim.seat import Seat
from sim.seeds import rng

TILES_MOST = 90
NOBODY = "Nobody"
"""Who has placed the tiles that lie at first."""
_CALM = 5.0


@dataclass(frozen=True, slots=True)
class _Moment:
    """What a turn is taken back to."""

    state: rules.State
    board: tuple[TileView, ...]
    turns: int
    points: int


class Practice(ZatreTable):
    """Turns without end by one person, who is alone at the table; a new board when nothing more can be drawn.

    tiles: so many lie on the board at first, placed by who takes what counts most. `turns` and `points` count what was
    done since. Raises InputError for a number of tiles that cannot be.
    """

    def __init__(
        self,
        configuration: ZatreConfiguration,
        seat: Seat,
        seed: int,
        tiles: int = 0,
        tell: Callable[[Line], None] | None = None,
        inbox: Inbox | None = None,
    ) -> None:
        if not 0 <= tiles <= TILES_MOST:
            raise InputError(f"practice: tiles: expected 0 to {TILES_MOST} on the board, found {tiles!r}.")
        super().__init__(configuration, (seat,), seed, tell, inbox)
        self.tiles = tiles
        self.turns = self.points = self.boards = 0
        self._past: list[_Moment] = []
        self._deal()

    # ------------------------------------------------------------------------------------------ the course of it

    def _deal(self) -> None:
        """A new board."""
        self.boards += 1
        self.state = laden(self.seats[0].name, self.seed, self.boards, self.tiles)
        self._board = [TileView(tile.row, tile.col, tile.value, NOBODY) for tile in self.state.board]
        self._past.clear()
        self._show()

    def _show(self) -> None:
        assert self.state is not None
        self._racks, self._bag, self._turn = dict(self.state.rack), len(self.state.bag), self.state.turn
        self._side, self._view, self.table_stage = self.state.to_act, Observation.of(self.state), TableStage.THINKING

    def _play(self) -> Iterator[int]:
        while True:
            assert self.state is not None
            self._gains = None
            self._show()
            yield from self._one_turn()
            if self.state.phase is rules.Phase.OVER:
                self._say("Here nothing more can be drawn: a new board.", "turn")
                self._deal()

    def _one_turn(self) -> Generator[int, None, None]:
        name, table, state = self.seats[0].name, self.configuration.table, self.state
        assert state is not None
        assert self._view is not None
        turn: rules.Turn = ()
        if any(option.turn for option in self._view.options):
            yield from self._hear(name)
            assert self._answer is not None
            turn, self._answer = turn_from(self._answer[0]), None
            # A turn may have been taken back while one was thinking.
            state = self.state
            assert state is not None
        self.table_stage, self._view = TableStage.PLACED, None
        self._past.append(_Moment(state, tuple(self._board), self.turns, self.points))
        self._board = [TileView(tile.row, tile.col, tile.value, tile.by) for tile in self._board]
        for tile in turn:
            self._board.append(TileView(tile.row, tile.col, tile.value, name, new=True, put_s=self.time_s))
        yield self._for(table.place_s / _CALM)
        self.state, events = rules.apply(state, rules.Place(turn))
        scored = next((event for event in events if isinstance(event, rules.RunsScored)), None)
        self.table_stage, self._side = TableStage.RULED, None
        self._gains = self._gains_of(name, scored, turn, self.state.cells)
        self._racks, self._bag = dict(self.state.rack), len(self.state.bag)
        self.turns += 1
        self.points += self._gains.points
        self._say_events(events)
        yield self._for(table.score_s / _CALM)

    def _say_events(self, events: tuple[Event, ...]) -> None:
        for event in events:
            words = headline(event, self.shown, self.many)
            if words is not None and not isinstance(event, rules.GameOver | rules.BagShared):
                self._say(*words)

    # ------------------------------------------------------------------------------------------ persons

    def undo(self) -> None:
        """Back to before the last turn. Raises IllegalAction where there is none, or while tiles are being put down."""
        if self.table_stage is TableStage.PLACED:
            raise IllegalAction("First see what comes of it.")
        if not self._past:
            raise IllegalAction("There is no turn to take back.")
        moment = self._past.pop()
        self.state, self._board, self._gains = moment.state, list(moment.board), None
        self.turns, self.points = moment.turns, moment.points
        if self.table_stage is TableStage.RULED:
            self._pause_ticks = 0
        self._show()
        self._say("The last turn is taken back.", "plain")

    def summary_line(self) -> str:
        """How many turns, and what they brought."""
        return f"{self.turns} turn{'' if self.turns == 1 else 's'}, {self.points} points."


def laden(name: str, seed: int, board: int, tiles: int) -> rules.State:
    """A position of one player alone, to act, with that many tiles on the board or one more, and an empty sheet.

    Where a bag ends before that, as high tiles may stop it, another one is tried.
    """
    for attempt in range(100):
        stream = rng(seed, "practice", board, attempt)
        values = [value for value, count in rules.TILES.items() for _ in range(count)]
        bag = tuple(values[int(n)] for n in stream.permutation(len(values)))
        first = (max(bag[:2]), *bag[2:4])
        state = rules.State(
            players=(name,),
            teams=FrozenMap(),
            phase=rules.Phase.PLAY,
            turn=1,
            to_act=name,
            rack=FrozenMap({name: first}),
            bag=(min(bag[:2]), *bag[4:]),
            cells=rules.EMPTY,
            sheets=FrozenMap({name: rules.Sheet()}),
        )
        while state.phase is rules.Phase.PLAY and len(state.board) < tiles:
            turn = STRATEGIES["greedy"].place(Observation.of(state), stream)
            state, _ = rules.apply(state, rules.Place(turn))
        if state.phase is rules.Phase.PLAY and state.bag:
            fresh = FrozenMap({name: rules.Sheet()})
            return rules.State(
                state.players, state.teams, state.phase, 1, name, state.rack, state.bag, state.cells, fresh
            )
    raise InputError(f"practice: tiles: no board with {tiles} tiles was found.")
