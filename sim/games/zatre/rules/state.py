"""The position of a game of ZATRE: board, bag, tiles in front of everybody, sheets, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from sim.games.zatre.rules.board import SIZE, SQUARES, Cells, Kind, kind_of, place, square
from sim.games.zatre.rules.sheet import Sheet
from sim.games.zatre.rules.vocabulary import TEAM_PLAYERS, Ending, Phase, Tile
from sim.rules_frame import FrozenMap, quote


def sides_of(players: tuple[str, ...], teams: FrozenMap[str, tuple[str, ...]]) -> FrozenMap[str, tuple[str, ...]]:
    """Return the players on one sheet, by the name of the side: teams in the order of seats, or everyone alone."""
    return _teams(players, teams) if teams else _alone(players)


# A position is asked for its sides dozens of times in a turn.
@lru_cache(maxsize=64)
def _alone(players: tuple[str, ...]) -> FrozenMap[str, tuple[str, ...]]:
    return FrozenMap({name: (name,) for name in players})


@lru_cache(maxsize=64)
def _teams(players: tuple[str, ...], teams: FrozenMap[str, tuple[str, ...]]) -> FrozenMap[str, tuple[str, ...]]:
    return FrozenMap(sorted(teams.items(), key=lambda team: min(players.index(name) for name in team[1])))


def team_fault(players: tuple[str, ...], teams: Mapping[str, tuple[str, ...]]) -> str | None:
    """Return why these players cannot play in these teams, as one sentence; None if they can or there are no teams."""
    if not teams:
        return None
    if len(players) not in TEAM_PLAYERS:
        return f"Teams are for 4 or 6 players, not {len(players)}."
    if sorted(name for names in teams.values() for name in names) != sorted(players):
        return "Every player must be in exactly one team, and nobody else."
    for team, names in teams.items():
        if len(names) != 2:
            return f"A team is of two players; {quote(team)} has {len(names)}."
        if (players.index(names[0]) - players.index(names[1])) % len(players) not in (1, len(players) - 1):
            return f"Partners sit side by side, and those of {quote(team)} do not."
    return None


@dataclass(frozen=True, slots=True)
class State:
    """A position. Nothing in it can change; `apply` makes new ones.

    A side shares a turn and a sheet: a player alone, by their name, or a team.

    Attributes:
        players: names, clockwise.
        teams: the two partners of each team; empty if everyone plays alone.
        phase: what is due now.
        turn: number of the turn that is being played, from 1; after the end the last one.
        to_act: the side whose turn it is, None after the end.
        rack: the tiles in front of each player, oldest first.
        bag: the tiles left, in draw order.
        cells: the board, see `sim.games.zatre.rules.board`.
        sheets: the sheet of each side, in the order of play.
        ending: how the game ended, None while it goes on.
    """

    players: tuple[str, ...]
    teams: FrozenMap[str, tuple[str, ...]]
    phase: Phase
    turn: int
    to_act: str | None
    rack: FrozenMap[str, tuple[int, ...]]
    bag: tuple[int, ...]
    cells: Cells
    sheets: FrozenMap[str, Sheet]
    ending: Ending | None = None

    @property
    def sides(self) -> FrozenMap[str, tuple[str, ...]]:
        """The players of each side, in the order of play."""
        return sides_of(self.players, self.teams)

    @property
    def hand(self) -> tuple[int, ...]:
        """The tiles in front of the side whose turn it is, partners together; none after the end."""
        if self.to_act is None:
            return ()
        if not self.teams:
            return self.rack[self.to_act]
        return tuple(chain.from_iterable(self.rack[name] for name in self.sides[self.to_act]))

    @property
    def board(self) -> tuple[Tile, ...]:
        """The tiles on the board, by row and column."""
        return tiles_on(self.cells)

    @property
    def first_turn(self) -> bool:
        """True if the board is still empty, so that a tile must go to the red square."""
        return not any(self.cells)

    @property
    def winners(self) -> tuple[str, ...]:
        """The side with the highest total, or those who share the victory; empty while the game goes on."""
        if self.phase is not Phase.OVER:
            return ()
        best = max(sheet.total for sheet in self.sheets.values())
        return tuple(side for side, sheet in self.sheets.items() if sheet.total == best)

    def __str__(self) -> str:
        """Return the position as a text board: what is due, the squares with their tiles, and a line for each side.

        Empty squares are `.`, the light ones `+` and the red one `*`; rows and columns have their numbers, from 0.
        """
        due = f"{self.to_act} plays {' and '.join(map(str, self.hand))}" if self.to_act else "the game is over"
        lines = [f"Turn {self.turn}: {due}; {len(self.bag)} tiles in the bag."]
        lines += board_lines(self.cells)
        wide = max(map(len, self.sheets))
        for side, sheet in self.sheets.items():
            held = " ".join(str(tile) for name in self.sides[side] for tile in self.rack[name])
            lines.append(f"  {side:<{wide}}  {sheet.total} points; tiles: {held or '-'}")
        return "\n".join(lines)


def board_lines(cells: Cells) -> list[str]:
    """Return the squares with their tiles as lines of text, rows and columns with their numbers."""
    lines = ["     " + "".join(f"{col:>3}" for col in range(SIZE))]
    for row in range(SIZE):
        signs = (_sign(cells, row, col) for col in range(SIZE))
        lines.append(f"  {row:>2} " + "".join(f"{sign:>3}" for sign in signs).rstrip())
    return lines


def tiles_on(cells: Cells) -> tuple[Tile, ...]:
    """Return the tiles on a board, by row and column."""
    return tuple(Tile(*place(number), cells[number]) for number in SQUARES if cells[number])


_SIGNS = {Kind.DARK: ".", Kind.LIGHT: "+", Kind.RED: "*", None: ""}


def _sign(cells: Cells, row: int, col: int) -> str:
    """Return what a text board shows of a square: the value of its tile, or the sign of its kind."""
    kind = kind_of(row, col)
    value = 0 if kind is None else cells[square(row, col)]
    return str(value) if value else _SIGNS[kind]
