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


def runs_made(after: Cells, turn: Turn) -> tuple[Run, ...]:
    """Return the runs of 10, 11 and 12 that a turn made, each once, whatever the number of its tiles in it.

    Args:
        after: the board with the turn on it.

    A run that scored before scores again when it has grown: it is another run. A lone tile is no run.
    """
    found: dict[tuple[int, int], int] = {}
    for tile in turn:
        number = square(tile.row, tile.col)
        for step in (EAST, SOUTH):
            start, total = run_through(after, number, step)
            if total in POINTS:
                found[start, step] = total
    return tuple(Run(*place(start), step == SOUTH, found[start, step]) for start, step in sorted(found))


def scores(after: Cells, number: int) -> bool:
    """Return True if a run of 10 to 12 goes through the tile on this square."""
    return any(run_through(after, number, step)[1] in POINTS for step in (EAST, SOUTH))


def crosses_made(after: Cells, turn: Turn) -> int:
    """Return the crosses of a turn: one for each of its tiles on a light or the red square in a scoring run.

    One run through a tile is enough, and more of them give no further cross.
    """
    numbers = (square(tile.row, tile.col) for tile in turn)
    return sum(number not in DARK and scores(after, number) for number in numbers)


def outcome_of(after: Cells, turn: Turn) -> Outcome:
    """Return what a turn is worth, by the board with the turn on it."""
    return outcome_with(after, turn, runs_made(after, turn))


def outcome_with(after: Cells, turn: Turn, runs: Iterable[Run]) -> Outcome:
    totals = [run.total for run in runs]
    return Outcome(totals.count(10), totals.count(11), totals.count(12), crosses_made(after, turn) if totals else 0)


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
