"""The judgement of a turn by the rules, tile by tile: why it may not be played, and what it is worth.

A turn is judged with all its tiles in place, so that it does not matter in which order they were laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sim.games.zatre.rules.board import (
    DARK,
    EAST,
    EMPTY,
    KINDS,
    LIGHT,
    LIMIT,
    NEIGHBOURS,
    RED,
    SOUTH,
    Cells,
    Crossing,
    crossing,
    frontier,
    place,
    room,
    run_through,
    square,
)
from sim.games.zatre.rules.sheet import POINTS, Outcome
from sim.games.zatre.rules.vocabulary import Run, Tile, Turn
from sim.rules_frame import listed, quote


def laid(cells: Cells, tiles: Iterable[Tile]) -> Cells:
    """Return the board with these tiles on it; their squares must be empty squares of the board."""
    after = bytearray(cells)
    for tile in tiles:
        after[square(tile.row, tile.col)] = tile.value
    return bytes(after)


def crossings(after: Cells, turn: Turn) -> list[Crossing]:
    """Return each tile of a turn with its runs, on the board with the turn on it."""
    return [crossing(after, square(tile.row, tile.col)) for tile in turn]


def runs_made(after: Cells, turn: Turn) -> tuple[Run, ...]:
    """Return the runs of 10, 11 and 12 that a turn made, each once, whatever the number of its tiles in it.

    Args:
        after: the board with the turn on it.

    A run that scored before scores again when it has grown: it is another run. A lone tile is no run.
    """
    return runs_of(crossings(after, turn))


def runs_of(tiles: Iterable[Crossing]) -> tuple[Run, ...]:
    """Return the same by the tiles with their runs. No tile alone adds up to 10."""
    found: dict[tuple[int, int], int] = {}
    for _, up, left, _, _, row, column in tiles:
        if row in POINTS:
            found[left + EAST, EAST] = row
        if column in POINTS:
            found[up + SOUTH, SOUTH] = column
    return tuple([Run(*place(start), step == SOUTH, found[start, step]) for start, step in sorted(found)])


def scores(after: Cells, number: int) -> bool:
    """Return True if a run of 10 to 12 goes through the tile on this square."""
    return any(run_through(after, number, step)[1] in POINTS for step in (EAST, SOUTH))


def outcome_of(after: Cells, turn: Turn) -> Outcome:
    """Return what a turn is worth, by the board with the turn on it."""
    tiles = crossings(after, turn)
    return outcome_with(tiles, runs_of(tiles))


def outcome_with(tiles: Iterable[Crossing], runs: Iterable[Run]) -> Outcome:
    """Return what the tiles of a turn are worth, with the runs that they made.

    A cross is for each tile on a light or the red square in a scoring run; more runs through it give no further one.
    """
    totals = [run.total for run in runs]
    crosses = [row in POINTS or column in POINTS for number, *_, row, column in tiles if number not in DARK]
    return Outcome(totals.count(10), totals.count(11), totals.count(12), sum(crosses))


def continuing(cells: Cells, tiles: Iterable[Tile]) -> tuple[Tile, ...]:
    """Return those of the tiles that continue what lies on the board, directly or by way of each other."""
    waiting = {square(tile.row, tile.col): tile for tile in tiles}
    # As `frontier` has it, for these squares alone.
    beside_tiles = [number for number in waiting if any(cells[beside] for beside in NEIGHBOURS[number])]
    reached = beside_tiles or [number for number in waiting if number == RED and not any(cells)]
    found: list[Tile] = []
    while reached:
        number = reached.pop()
        if number in waiting:
            found.append(waiting.pop(number))
            reached += NEIGHBOURS[number]
    return tuple(found)


def dark_is_possible(cells: Cells, others: Iterable[Tile], value: int) -> bool:
    """Return True if a tile of this value could lie on a dark square, beside the other tiles of its turn.

    The rulebook asks it of a tile that would lie on a light square without scoring. It is judged as all else is, with
    the other tiles of the turn in place, unless they hang on the tile in question alone.
    """
    rest = laid(cells, continuing(cells, others))
    return any(number in DARK and room(rest, number) >= value for number in frontier(rest))


def fault(cells: Cells, hand: Iterable[int], turn: Turn) -> str | None:
    """Return why these tiles may not lie there, as one sentence; None if they may.

    Whether more must be placed is not asked.

    Args:
        cells: the board before the turn.
        hand: the tiles that may be placed.
    """
    held = Counter(hand)
    wanted = Counter(tile.value for tile in turn)
    for value in wanted:
        if wanted[value] > held[value]:
            have = f"the tiles are {listed(sorted(held.elements()))}" if held else "there are none"
            count = f"are not {wanted[value]} tiles" if held[value] else "is no tile"
            return f"There {count} of the value {quote(value)} to place: {have}."
    after = bytearray(cells)
    for tile in turn:
        number = square(tile.row, tile.col)
        if min(tile.row, tile.col) < 0 or place(number) != (tile.row, tile.col) or number not in KINDS:
            return f"The board has no square {_at(tile)}."
        if after[number]:
            return f"The square {_at(tile)} is taken."
        after[number] = tile.value
    if not turn:
        return None
    if cells == EMPTY and not after[RED]:
        return "One of the first tiles must lie on the red square at row 7, column 7."
    connected = continuing(cells, turn)
    for tile in turn:
        if tile not in connected:
            return f"The tile {_at(tile)} does not continue the tiles on the board."
    return _fault_of_runs(bytes(after), turn) or _fault_of_light(cells, bytes(after), turn)


def _fault_of_runs(after: Cells, turn: Turn) -> str | None:
    for tile in turn:
        for step in (EAST, SOUTH):
            total = run_through(after, square(tile.row, tile.col), step)[1]
            if total > LIMIT:
                return f"The run through the tile {_at(tile)} would add up to {total}, and 13 or more are not allowed."
    return None


def _fault_of_light(cells: Cells, after: Cells, turn: Turn) -> str | None:
    for tile in turn:
        number = square(tile.row, tile.col)
        if number in LIGHT and not scores(after, number):
            others = (other for other in turn if other is not tile)
            if dark_is_possible(cells, others, tile.value):
                return (
                    f"The {tile.value} {_at(tile)} lies on a light square in no run of 10, 11 or 12, "
                    "and it could lie on a dark one."
                )
    return None


def _at(tile: Tile) -> str:
    return f"at row {quote(tile.row)}, column {quote(tile.col)}"
