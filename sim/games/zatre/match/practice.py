"""Practice: a board with tiles on it, two tiles drawn, any number of turns, the last of which can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from sim.errors import IllegalAction, InputError
from sim.games.zatre import rules
from sim.games.zatre.bots import STRATEGIES, Observation
from sim.games.zatre.configuration import ZatreConfiguration
from sim.games.zatre.match.frame import BagEmptied, TableStage, TileView, ZatreFrame
from sim.games.zatre.match.intents import PlaceTiles
from sim.games.zatre.match.match import ticks_of
from sim.games.zatre.match.table import SCENERY, ZatreTable, gains_of
from sim.games.zatre.match.text import headline, not_now
from sim.language import N_, _, _n
from sim.match.human_input import Inbox
from sim.match.intents import Intent
from sim.match.turn_based import Question, Script, TurnBasedMatch, ask
from sim.protocols import Line
from sim.rules_frame import Event, FrozenMap
from sim.seat import Seat
from sim.seeds import rng

TILES_MOST = 90
NOBODY = "Nobody"
"""The name for the player of the tiles that lie on the board at first."""
_CALM = 5.0


@dataclass(frozen=True, slots=True)
class _Moment:
    """The position to which a turn is taken back."""

    state: rules.State
    board: tuple[TileView, ...]
    turns: int
    points: int


class Practice(TurnBasedMatch[Observation]):
    """Any number of turns by one person alone at the table, with a new board when nothing more can be drawn.

    table: what lies on it, as it is shown. tiles: the number on the board at first, placed by the greedy strategy.
    turns, points: counted since. Raises InputError for an impossible number of tiles.
    """

    game = "zatre"
    title = "ZATRE"
    static_scene = SCENERY

    def __init__(
        self,
        configuration: ZatreConfiguration,
        seat: Seat,
        seed: int,
        tiles: int = 0,
        record_line: Callable[[Line], None] | None = None,
        inbox: Inbox[Intent] | None = None,
    ) -> None:
        if not 0 <= tiles <= TILES_MOST:
            raise InputError(
                "practice: tiles: expected 0 to {tiles_most} on the board, found {tiles!r}.",
                tiles_most=TILES_MOST,
                tiles=tiles,
            )
        super().__init__((seat,), seed, record_line, None, inbox)
        self.configuration = configuration
        self.table = ZatreTable(self.seats)
        self.tiles = tiles
        self.turns = self.points = self.boards = 0
        self._past: list[_Moment] = []
        self._deal()

    # ------------------------------------------------------------------------------------------ the course of it

    def _deal(self) -> None:
        self.boards += 1
        self._state = laden(self.seats[0].name, self.seed, self.boards, self.tiles)
        self.table.board = [TileView(tile.row, tile.col, tile.value, NOBODY) for tile in self._state.board]
        self._past.clear()
        self._show()

    def _show(self) -> None:
        self.table.state, self.table.gains = self._state, None
        self.table.show(self._state, self.time_s)
        self.table.view = Observation.of(self._state)

    def _play(self) -> Script[Observation, None]:
        while True:
            self._show()
            yield from self._one_turn()
            if self._state.phase is rules.Phase.OVER:
                self._say(_("Here nothing more can be drawn: a new board."), "turn")
                self._deal()

    def _one_turn(self) -> Script[Observation, None]:
        name, timing, table = self.seats[0].name, self.configuration.table, self.table
        turn: rules.Turn = ()
        view = Observation.of(self._state)
        if any(option.turn for option in view.options):
            table.asked = (name,)
            turn = (yield from ask(Question((name,), PlaceTiles, view))).turn
            table.asked = ()
        state = self._state  # a turn may have been taken back meanwhile
        table.stage, table.view = TableStage.PLACED, None
        self._past.append(_Moment(state, tuple(table.board), self.turns, self.points))
        table.board = [replace(tile, new=False, put_s=0.0) for tile in table.board]
        for tile in turn:
            table.put(tile, name, self.time_s)
        yield ticks_of(timing.place_s / _CALM)
        self._state, events = rules.apply(state, rules.Place(turn))
        scored = next((event for event in events if isinstance(event, rules.RunsScored)), None)
        gains = gains_of(name, scored, turn, self._state.cells)
        table.state, table.side = self._state, None
        table.show_ruling(name, gains, len(turn), self.time_s)
        table.racks, table.bag = dict(self._state.rack), len(self._state.bag)
        self.turns += 1
        self.points += gains.points
        if any(isinstance(event, rules.BagEmptied) for event in events):
            table.report(BagEmptied(), self.time_s)
        self._say_events(events)
        yield ticks_of(timing.score_s / _CALM)

    def _say_events(self, events: tuple[Event, ...]) -> None:
        for event in events:
            words = headline(event, self.table.shown, self.table.many)
            if words is not None and not isinstance(event, rules.GameOver | rules.BagShared):
                self._say(*words)

    # ------------------------------------------------------------------------------------------ persons

    def undo(self) -> None:
        """Return to the position before the last turn.

        Raises IllegalAction if there is none, or while tiles are being put down.
        """
        stage = self.table.stage
        if stage is TableStage.PLACED:
            raise IllegalAction(N_("Wait for the outcome first."))
        if not self._past:
            raise IllegalAction(N_("There is no turn to take back."))
        moment = self._past.pop()
        self._state, self.table.board = moment.state, list(moment.board)
        self.turns, self.points = moment.turns, moment.points
        if stage is TableStage.RULED:
            self._pause_ticks = 0
        self._show()
        self._say(_("The last turn is taken back."), "plain")

    def _think(self, question: Question[Observation, Intent]) -> PlaceTiles:
        raise AssertionError("no bot practises")

    def _judge(self, intent: Intent) -> None:
        assert isinstance(intent, PlaceTiles)
        why = rules.why_not(self._state, intent.turn)
        if why is not None:
            raise IllegalAction(why)

    def _why_not_now(self, intent: Intent) -> str:
        return not_now(self.table.side)

    # ------------------------------------------------------------------------------------------ what is seen

    def frame(self) -> ZatreFrame:
        """Return all that a drawing of this moment needs."""
        return self.table.frame(self.time_s, tuple(self.ticker))

    def summary_line(self) -> str:
        """Return the number of turns and their points."""
        return _n("{count} turn, {points} points.", "{count} turns, {points} points.", self.turns, points=self.points)


def laden(name: str, seed: int, board: int, tiles: int) -> rules.State:
    """Return a position of one player alone, to act, with at least `tiles` on the board and an empty sheet.

    If the game ends before that, as high tiles may cause, another bag is tried. Raises InputError after 100 of them.
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
    raise InputError("practice: tiles: no board with {tiles} tiles was found.", tiles=tiles)
