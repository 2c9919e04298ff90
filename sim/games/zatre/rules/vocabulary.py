"""The words of ZATRE: tiles, phases, endings, actions, and what the rules make of them.

Events, in the order in which one action can bring them about:

| event | fields | when |
|---|---|---|
| game_started | players, teams {team: [names]}, starter, tile | the setup was accepted |
| tiles_placed | side, tiles, kept {name: [values]} | the turn lies on the board; `kept` stays face down |
| nothing_placed | side, kept {name: [values]} | no tile fits |
| runs_scored | side, runs [{row, col, down, total}], points, crosses | runs of 10 to 12 that the turn made |
| tiles_drawn | player, tiles, left | drawn for the turn that begins; `left` in the bag |
| bag_emptied | side | the last tile was drawn: this is the last turn |
| bag_shared | tiles {name: [values]} | no tile can be placed any more: the bag is drawn in turn and deducted |
| game_over | winners, ending, totals {side: points} | the sheets are added up |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter
from typing import Annotated, TypeAlias

from sim.rules_frame import Event, FrozenMap
from sim.rules_frame.json_fields import Name, Needed

PLAYERS = range(2, 7)
"""Players in a game."""

TEAM_PLAYERS = (4, 6)
"""Players in a game of teams; partners sit side by side."""

TILES: Mapping[int, int] = FrozenMap({1: 21, 2: 20, 3: 20, 4: 20, 5: 20, 6: 20})
"""The number of tiles of each value, 121 in all. The rulebook's list lacks its pictures; the odd tile is a 1."""


class Phase(StrEnum):
    """The decision that is due now."""

    PLAY = "play"
    OVER = "over"


class Ending(StrEnum):
    """The ways in which a game ends."""

    BAG_EMPTY = "bag_empty"
    """A player drew the last tile and played their turn."""
    DEAD_POSITION = "dead_position"
    """No tile of any value could be placed."""


@dataclass(frozen=True, slots=True, order=True)
class Tile:
    """A tile on a square of the board; rows and columns from 0 to 14, the red centre is (7, 7)."""

    row: int
    col: int
    value: int


Turn: TypeAlias = tuple[Tile, ...]
"""The tiles of a whole turn, sorted by row and column; empty when nothing fits."""


def turn_of(tiles: Iterable[Tile]) -> Turn:
    return tuple(sorted(tiles, key=_PLACE))


_PLACE = attrgetter("row", "col", "value")


@dataclass(frozen=True, slots=True)
class Setup:
    """Names clockwise, the winner of the start draw, the tile that they keep of it, and the bag in draw order.

    The tile is the highest of those that the starter drew; all other tiles of the start draw are back in the bag.

    In a game of teams `teams` names two partners for each team, who must sit side by side. The bag is taken as it is
    given: a shorter one, say for a short game, is for the table to allow, more tiles of a value than there are is not.
    """

    players: tuple[Name, ...]
    starter: str
    starting_tile: int
    bag: tuple[int, ...]
    teams: Mapping[Name, tuple[str, ...]] = FrozenMap()

    def __post_init__(self) -> None:
        object.__setattr__(self, "teams", FrozenMap({team: tuple(names) for team, names in self.teams.items()}))


@dataclass(frozen=True, slots=True)
class Place:
    """The whole turn at once; no tiles when nothing fits. The order of the tiles means nothing."""

    tiles: Annotated[Turn, Needed()] = ()


Action: TypeAlias = Setup | Place


@dataclass(frozen=True, slots=True)
class Run:
    """A run of 10, 11 or 12: its first tile, whether it goes down its column or along its row, and its sum."""

    row: int
    col: int
    down: bool
    total: int


@dataclass(frozen=True, slots=True)
class GameStarted(Event):
    players: tuple[str, ...]
    teams: FrozenMap[str, tuple[str, ...]]
    starter: str
    tile: int


@dataclass(frozen=True, slots=True)
class TilesPlaced(Event):
    side: str
    tiles: Turn
    kept: FrozenMap[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class NothingPlaced(Event):
    side: str
    kept: FrozenMap[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class RunsScored(Event):
    side: str
    runs: tuple[Run, ...]
    points: int
    crosses: int


@dataclass(frozen=True, slots=True)
class TilesDrawn(Event):
    player: str
    tiles: tuple[int, ...]
    left: int


@dataclass(frozen=True, slots=True)
class BagEmptied(Event):
    side: str


@dataclass(frozen=True, slots=True)
class BagShared(Event):
    tiles: FrozenMap[str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    winners: tuple[str, ...]
    ending: Ending
    totals: FrozenMap[str, int]
