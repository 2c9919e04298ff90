"""`zatre_v0`: games of ZATRE, a tile at a time, as an AEC environment of PettingZoo.

from yardarm.envs import zatre_v0
env = zatre_v0.env(players=2)
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, cast

import numpy as np
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv

from sim.games.zatre import rules
from sim.games.zatre.configuration import ZatreConfiguration
from sim.games.zatre.match import questions
from sim.games.zatre.match.intents import PlaceTiles, tile_lines
from sim.games.zatre.match.match import ZatreMatch
from sim.games.zatre.rules.action_space import Done
from sim.games.zatre.rules.board import square
from sim.games.zatre.rules.state import sides_of
from sim.match.intents import Intent
from sim.match.turn_based import Question
from sim.rules_frame import FrozenMap
from yardarm.configurations import Config
from yardarm.envs.frames import Pixels
from yardarm.envs.match_env import SHOWN
from yardarm.envs.numbers import Layout, Numbers, Part
from yardarm.envs.seating import Observed, Players, headlines
from yardarm.envs.turns import TurnsEnv, wrapped
from yardarm.envs.zatre_frames import board_pixels

ROWS = 30
"""The rows of the own sheet that are observed; later ones have no bonus and are hardly ever reached."""
MOST_TILES = 4
"""With more tiles in hand (some were kept) only turns that the match considers are offered: to look whether any other
can come of a tile takes exponentially long."""
_POINTS = 100.0
_CELL = 16.0
_SIDE = 15
_BLANK = (0,) * ROWS
_FRAME = np.array([square(row, col) for row in range(_SIDE) for col in range(_SIDE)])
"""The numbers of the squares of the frame, row by row; those that are none never have a tile."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a player sees before the first tile of a turn lies, and how many tiles of each value the side holds or not.

    rack: its own. unseen: those that it does not see.
    """

    state: rules.State
    question: Question[Any, Intent] | None
    numbers: Numbers
    rack: Sequence[int]
    unseen: Sequence[int]


def env(**arguments: Any) -> AECEnv[str, Observed, int]:
    """Return the environment with PettingZoo's usual wrappers; the arguments are those of `raw_env`."""
    return wrapped(raw_env(**arguments))


class raw_env(TurnsEnv[ZatreMatch]):  # noqa: N801 - PettingZoo's name
    """Games of ZATRE: tiles with one to six points, laid so that their runs make 10, 11 or 12.

    Actions: the numbers of the rules (`ya.rules("zatre").actions`): one tile after the other, and `done`. A tile is
    legal if a legal turn can come of it, so there are no dead ends; with more than four tiles in hand, if a turn can
    that the match considers. `layout` says what each number of an observation is; what others keep face down and
    the order of the bag are not seen. Rewards: at the end everybody stakes 1, and the winners share the stakes.

    Arguments: players: the number of agents (2 to 6), or a word for each seat: `casual` an agent, `casual:sheet` a bot
    of the house; the hands only say how long they think. config: a preset or what differs from the shipped values;
    with `{"table.teams": True}` partners take a side's turns alternately. max_cycles: actions of all agents before the
    game is truncated. render_mode: human (printed), rgb_array, ansi or None. shaping: if not 0, each reward has
    that times the change of the agent's lead: its total less the mean total of the others, over 100 points. profile:
    has no effect, since nothing moves. Raises InputError.

    Versions: v0, the first.
    """

    game = "zatre"
    metadata = {  # noqa: RUF012 - as PettingZoo has it
        "render_modes": [*SHOWN],
        "name": "zatre_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        players: Players = 2,
        config: Config = None,
        max_cycles: int = 1000,
        render_mode: str | None = None,
        shaping: float = 0.0,
        profile: str = "play",
    ) -> None:
        """Prepare the table."""
        EzPickle.__init__(self, players, config, max_cycles, render_mode, shaping, profile)
        super().__init__(players, config, max_cycles, render_mode, shaping, profile)
        names = [seat.name for seat in self.seating.seats]
        configuration = cast(ZatreConfiguration, self.seating.configuration)
        teams = {}
        if configuration.table.teams:
            teams = {f"{one} and {two}": (one, two) for one, two in zip(names[::2], names[1::2], strict=False)}
        setup = rules.Setup(tuple(names), names[0], 1, (), teams)
        self._rules = rules.actions(setup)
        self.words = self._rules.words
        sides = sides_of(setup.players, FrozenMap(setup.teams))
        self._side_of = {name: side for side, members in sides.items() for name in members}
        self._down: tuple[rules.Tile, ...] = ()
        self._asked: tuple[Question[Any, Intent], tuple[rules.Tile, ...], Collection[int]] | None = None
        self._seen: dict[str, _Seen] = {}
        self._stood: tuple[rules.State, Mapping[str, float]] | None = None
        self.layout = Layout(
            Part("board", _SIDE**2, "row by row, the points of the tile on each square over 6; 0 for none"),
            Part("down", _SIDE**2, "row by row, 1 where a tile lies that was laid in this turn"),
            Part("rack", 6, "tiles of 1 to 6 points that the agent has left to lay, over 4"),
            Part("unseen", 6, "tiles of 1 to 6 points in the bag or face down before others, over 21"),
            Part("bag", 1, "tiles in the bag over 121"),
            Part("mine", 1, "1 if the agent is asked"),
            Part("columns", 3 * ROWS, f"the own columns for 10, 11 and 12: points in rows 1 to {ROWS} over {_CELL:g}"),
            Part(
                "sheets",
                6 * len(self._rules.seats),
                "for each side, from the own one on in the order of turns: crosses, cells filled in the columns for "
                f"10, 11 and 12, each over {ROWS}; total and tiles left at the end, each over {4 * _POINTS:g} points",
            ),
        )

    def _forget(self) -> None:
        super()._forget()
        self._down = ()

    def _held(self) -> dict[str, Any] | None:
        found = super()._held()
        return None if found is None else {**found, "down": tile_lines(self._down)}

    def _hold(self, episode: Any) -> None:
        super()._hold(episode)
        self._down = tuple(rules.Tile(**tile) for tile in episode["down"])

    @property
    def _state(self) -> rules.State:
        state = self.match.table.state
        assert state is not None
        return state

    def _numbers(self, name: str) -> Numbers:
        state, question = self._state, self.match.pending
        known = self._seen.get(name)
        if known is None or known.state is not state or known.question is not question:
            # Between two turns only the tiles that lie of this one differ.
            known = self._seen[name] = self._before(name)
        found = known.numbers.copy()
        if self._down:
            where, board, down = self.layout.slices, self.layout.slices["board"].start, self.layout.slices["down"].start
            for tile in self._down:
                at = _SIDE * tile.row + tile.col
                found[board + at] = tile.value / 6.0
                found[down + at] = 1.0
            laid = [tile.value for tile in self._down]
            acts = self._side_of[name] == state.to_act
            counts, whole, part = (known.rack, 4.0, "rack") if acts else (known.unseen, 21.0, "unseen")
            left = [count - laid.count(value) for value, count in zip(rules.TILES, counts, strict=True)]
            found[where[part]] = [min(1.0, count / whole) for count in left]
        return found

    def _counts(self, side: str) -> tuple[list[int], list[int]]:
        """Return by value how many tiles a side holds, and how many it does not see."""
        state = self._state
        held = list(chain.from_iterable(state.rack[member] for member in state.sides[side]))
        rack = [held.count(value) for value in rules.TILES]
        return rack, [
            total - state.cells.count(value) - count
            for (value, total), count in zip(rules.TILES.items(), rack, strict=True)
        ]

    def _before(self, name: str) -> _Seen:
        """Return what a player sees before the first tile of a turn lies."""
        state, side, question = self._state, self._side_of[name], self.match.pending
        sides = list(state.sheets)
        at = sides.index(side)
        rack, unseen = self._counts(side)
        own = state.sheets[side]
        columns = [(column + _BLANK)[:ROWS] for column in (own.tens, own.elevens, own.twelves)]
        numbers = self.layout.filled(
            board=np.frombuffer(state.cells, np.uint8)[_FRAME] / 6.0,
            down=np.zeros(_SIDE**2),
            rack=[count / 4.0 for count in rack],
            unseen=[count / 21.0 for count in unseen],
            bag=[len(state.bag) / 121.0],
            mine=[float(question is not None and question.by[0] == name)],
            columns=np.array(columns).ravel() / _CELL,
            sheets=[number for other in (*sides[at:], *sides[:at]) for number in _summed(state.sheets[other])],
        )
        return _Seen(state, question, numbers, rack, unseen)

    def _legal(self, question: Question[Any, Intent]) -> Collection[int]:
        # Asked for the mask, and again when an action is taken.
        if self._asked is None or self._asked[0] is not question or self._asked[1] is not self._down:
            self._asked = question, self._down, self._possible(question)
        return self._asked[2]

    def _possible(self, question: Question[Any, Intent]) -> Collection[int]:
        state = self._state
        assert state.to_act is not None
        if len(question.view.rack) <= MOST_TILES:
            return self._rules.legal(state, state.to_act, self._down)
        down, found = frozenset(self._down), set[int]()
        for option in question.view.options:
            turn = frozenset(option.turn)
            if down <= turn:
                found |= {self._rules.encode(tile) for tile in turn - down} or {self._rules.encode(Done())}
        return found

    def _answer(self, question: Question[Any, Intent], action: int) -> Intent | None:
        state = self._state
        assert state.to_act is not None
        chosen = self._rules.decode(action, state.to_act)
        if not isinstance(chosen, Done):
            self._down = (*self._down, chosen)
            return None
        return questions.read(question, {"tiles": tile_lines(rules.turn_of(self._down))})

    def _nearest(self, question: Question[Any, Intent], thought: Any) -> int:
        assert isinstance(thought, PlaceTiles)
        legal = set(self._legal(question))
        left = {self._rules.encode(tile) for tile in thought.turn if tile not in self._down}
        return min(left & legal or legal)

    def _standing(self) -> Mapping[str, float]:
        # It changes only with a whole turn.
        state = self._state
        if self._stood is None or self._stood[0] is not state:
            self._stood = state, {name: state.sheets[side].total / _POINTS for name, side in self._side_of.items()}
        return self._stood[1]

    def _text(self) -> list[str]:
        laid = [f"{tile.value} at row {tile.row}, column {tile.col}" for tile in self._down]
        return [*headlines(self.match), str(self._state), *laid]

    def _pixels(self) -> Pixels:
        return board_pixels(self._state.board, self._down, headlines(self.match)[:3])


def _summed(sheet: rules.Sheet) -> list[float]:
    """Return a sheet as the part `sheets` has it."""
    filled = (sheet.crosses, len(sheet.tens), len(sheet.elevens), len(sheet.twelves))
    return [*(count / ROWS for count in filled), sheet.total / (4 * _POINTS), sheet.minus / (4 * _POINTS)]
