"""Any position of ZATRE as plain JSON data, and back."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sim.games.zatre.rules.board import EAST, EMPTY, LIMIT, RED, SIZE, SOUTH, SQUARES, Cells, place, run_through, square
from sim.games.zatre.rules.judging import continuing
from sim.games.zatre.rules.sheet import POINTS, Sheet
from sim.games.zatre.rules.state import State, sides_of, team_fault
from sim.games.zatre.rules.vocabulary import PLAYERS, TILES, Phase, Tile
from sim.rules_frame import FrozenMap, InputError, name_fault, quote, spell
from sim.rules_frame.json_fields import by_player, check_range, confirm, position_fields
from sim.rules_frame.text_notation import read_position, write_position
from sim.wire import read_fields

COLUMNS = {"10": 10, "11": 11, "12": 12}
"""The columns of a sheet as a position spells them, and the sum of the runs that go there."""


def to_json(state: State) -> dict[str, Any]:
    """Return the position as plain data with its keys in a fixed order; `from_json` resumes the game exactly.

    `rack`: tiles in front of each player, oldest first; `bag`: number of tiles left, `bag_order`: these tiles in draw
    order; `board`: tiles by row and column; `sheets`: crosses, cells of the columns in points, minus (0 until the end)
    and total of each side, which is a player or, in a game of teams, a team.
    """
    return {
        "phase": state.phase.value,
        "turn": state.turn,
        "players": list(state.players),
        "teams": spell(state.teams),
        "to_act": state.to_act,
        "rack": spell(state.rack),
        "bag": len(state.bag),
        "bag_order": list(state.bag),
        "board": spell(state.board),
        "sheets": {side: sheet_to_json(sheet) for side, sheet in state.sheets.items()},
        "ending": spell(state.ending),
        "winners": list(state.winners),
    }


def sheet_to_json(sheet: Sheet) -> dict[str, Any]:
    """Return a sheet as plain data."""
    return {
        "x2": sheet.crosses,
        "10": list(sheet.tens),
        "11": list(sheet.elevens),
        "12": list(sheet.twelves),
        "minus": sheet.minus,
        "total": sheet.total,
    }


def from_json(data: object) -> State:
    """Read the position that `to_json` spelled.

    Raises InputError (one sentence that names the key and what was expected) for anything that is not a possible
    position: wrong or unknown keys, more tiles than there are, a board with holes between its tiles or a run of 13. A
    position does not show how the cells of the sheets came about.
    """
    fields = position_fields(data)
    state = _state(fields)
    confirm(fields, to_json(state), "ZATRE")
    return state


_IN_TEXT = ("phase", "turn", "players", "teams", "to_act", "rack", "bag_order", "board", "sheets", "ending")
"""The keys of a position that do not follow from others."""


def to_text(state: State) -> str:
    """Return the position as one line (sim/rules_frame/text_notation.py): the values of `to_json` in their order.

    Without those that follow from others; tiles are letters, `a` for 1 to `f` for 6, and the board is as in chess: row
    by row, with the number of squares between two tiles. `from_text` resumes the game exactly.
    """
    packed: dict[str, Any] = {
        "rack": {name: _letters(tiles) for name, tiles in state.rack.items()},
        "bag_order": _letters(state.bag),
        "board": _rows(state.cells),
    }
    return write_position({**to_json(state), **packed}, _IN_TEXT)


def from_text(text: str) -> State:
    """Read the position that `to_text` wrote. Raises InputError as `from_json` does."""
    fields: dict[str, Any] = read_position(text, _IN_TEXT)
    rack = fields.get("rack")
    if isinstance(rack, dict):
        fields["rack"] = {name: _values(tiles) for name, tiles in rack.items()}
    for key, read in (("bag_order", _values), ("board", _tiles)):
        fields[key] = read(fields.get(key))
    return _state(fields)


def _letters(tiles: Iterable[int]) -> str:
    return "".join(chr(96 + value) for value in tiles)


def _values(letters: object) -> object:
    """Return the tiles that letters stand for; anything else as it is."""
    return [ord(letter) - 96 for letter in letters] if isinstance(letters, str) else letters


def _rows(cells: Cells) -> str:
    rows = (_letters(cells[square(row, 0) : square(row, SIZE)]) for row in range(SIZE))
    return "/".join(re.sub("`+", lambda empty: str(len(empty[0])), row) for row in rows)


def _tiles(rows: object) -> object:
    """Return the tiles of the rows of a board; anything else as it is."""
    if not isinstance(rows, str):
        return rows
    wide = [re.sub("[0-9]{1,2}", lambda empty: "`" * int(empty[0]), row) for row in rows.split("/")]
    return [
        {"row": row, "col": col, "value": ord(letter) - 96}
        for row, letters in enumerate(wide)
        for col, letter in enumerate(letters)
        if letter != "`"
    ]


def _state(fields: Mapping[str, Any]) -> State:
    """Read a position. Raises InputError for an impossible one; what follows from the rest is not looked at."""
    found = read_fields(State, fields, keys={"bag": "bag_order"}, but=("cells", "sheets"))
    others = read_fields(_Others, fields)
    players = found["players"]
    if len(players) not in PLAYERS or name_fault(players):
        raise InputError('"players": expected two to six different names.')
    wrong = team_fault(players, found["teams"])
    if wrong is not None:
        raise InputError(f'"teams": {wrong[0].lower()}{wrong[1:]}')
    found["rack"] = by_player(found["rack"], "rack", players)
    sheets = by_player(others["sheets"], "sheets", tuple(sides_of(players, found["teams"])))
    state = State(
        **found,
        cells=_cells(others["board"]),
        sheets=FrozenMap({side: _sheet(sheet) for side, sheet in sheets.items()}),
    )
    _check_tiles(state)
    _check_turn(state)
    return state


@dataclass(frozen=True, slots=True)
class _Others:
    """Keys of a position that the state has in another form."""

    board: tuple[Tile, ...]
    sheets: Mapping[str, Mapping[str, int | tuple[int, ...]]]


def _cells(board: Iterable[Tile]) -> Cells:
    cells = bytearray(EMPTY)
    for tile in board:
        check_range("board", tile.row, 0, SIZE - 1)
        check_range("board", tile.col, 0, SIZE - 1)
        check_range("board", tile.value, min(TILES), max(TILES))
        where = square(tile.row, tile.col)
        if where not in SQUARES or cells[where]:
            raise InputError('"board": expected tiles on squares of the board, one on each.')
        cells[where] = tile.value
    _check_board(bytes(cells))
    return bytes(cells)


def _check_board(cells: Cells) -> None:
    tiles = [Tile(*place(s), cells[s]) for s in SQUARES if cells[s]]
    if tiles and not cells[RED]:
        raise InputError('"board": expected a tile on the red square.')
    if len(continuing(EMPTY, tiles)) < len(tiles):
        raise InputError('"board": expected tiles that continue each other.')
    if any(run_through(cells, s, step)[1] > LIMIT for s in SQUARES if cells[s] for step in (EAST, SOUTH)):
        raise InputError('"board": expected no run of 13 or more.')


def _sheet(given: Mapping[str, int | tuple[int, ...]]) -> Sheet:
    cells: dict[int, tuple[int, ...]] = {}
    for key, total in COLUMNS.items():
        column = given.get(key)
        if not isinstance(column, tuple):
            raise InputError(f'"sheets": expected an array under the key {key}.')
        for cell in column:
            check_range("sheets", cell, 1, 1000)
        if any(cell % POINTS[total] for cell in column):
            raise InputError(f'"sheets": expected multiples of {POINTS[total]} in the column {key}.')
        cells[total] = column
    crosses, minus = given.get("x2"), given.get("minus")
    if not isinstance(crosses, int) or not isinstance(minus, int):
        raise InputError('"sheets": expected whole numbers under the keys x2 and minus.')
    check_range("sheets", crosses, 0, len(SQUARES))
    check_range("sheets", minus, 0, sum(value * count for value, count in TILES.items()))
    return Sheet(crosses, cells[10], cells[11], cells[12], minus)


def _check_tiles(state: State) -> None:
    for key, tiles in (("bag_order", state.bag), *(("rack", tiles) for tiles in state.rack.values())):
        for value in tiles:
            check_range(key, value, min(TILES), max(TILES))
    held = Counter(tile.value for tile in state.board) + Counter(state.bag)
    for tiles in state.rack.values():
        held.update(tiles)
    for value, count in TILES.items():
        if held[value] > count:
            raise InputError(f'"bag_order": expected no more than {count} tiles of the value {value} in all.')


def _check_turn(state: State) -> None:
    check_range("turn", state.turn, 1, 1_000_000)
    over = state.phase is Phase.OVER
    if over != (state.to_act is None) or (not over and state.to_act not in state.sides):
        raise InputError('"to_act": expected a side while the game goes on, and null after its end.')
    if over != (state.ending is not None):
        raise InputError('"ending": expected an ending after the end, and null before.')
    if over and state.bag:
        raise InputError('"bag_order": expected no tiles in the bag after the end.')
    if not over and not state.hand:
        raise InputError(f'"rack": expected tiles for {quote(state.to_act)}, whose turn it is.')
    if (over or state.turn > 1) == state.first_turn:
        raise InputError('"board": expected tiles on the board after the first turn, and none before.')
    for side, names in _minus(state).items():
        if state.sheets[side].minus != names:
            raise InputError(f'"sheets": expected {names} as the minus of {quote(side)}.')


def _minus(state: State) -> Mapping[str, int]:
    """Return what every sheet must deduct: the tiles left, once the game is over."""
    if state.phase is not Phase.OVER:
        return dict.fromkeys(state.sides, 0)
    return {side: sum(sum(state.rack[name]) for name in names) for side, names in state.sides.items()}
