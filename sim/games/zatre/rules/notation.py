"""Any position of ZATRE as plain JSON data, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from sim.games.zatre.rules.board import EAST, EMPTY, LIMIT, RED, SIZE, SOUTH, SQUARES, Cells, place, run_through, square
from sim.games.zatre.rules.judging import continuing
from sim.games.zatre.rules.sheet import POINTS, Sheet
from sim.games.zatre.rules.state import State, sides_of, team_fault
from sim.games.zatre.rules.vocabulary import PLAYERS, TILES, Ending, Phase, Tile
from sim.rules_frame import FrozenMap, InputError, name_fault, quote, spell
from sim.rules_frame.json_fields import array, by_player, confirm, get, mapping, number, text, word

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
        "board": [tile_to_json(tile) for tile in state.board],
        "sheets": {side: sheet_to_json(sheet) for side, sheet in state.sheets.items()},
        "ending": spell(state.ending),
        "winners": list(state.winners),
    }


def tile_to_json(tile: Tile) -> dict[str, int]:
    """Return a tile on the board as plain data."""
    return {"row": tile.row, "col": tile.col, "value": tile.value}


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
    fields = mapping(data, "position")
    players = tuple(text(name, "players") for name in array(get(fields, "players"), "players"))
    if len(players) not in PLAYERS or name_fault(players):
        raise InputError('"players": expected two to six different names.')
    teams = _teams(get(fields, "teams"), players)
    sides = sides_of(players, teams)
    racks = by_player(get(fields, "rack"), "rack", players)
    sheets = by_player(get(fields, "sheets"), "sheets", tuple(sides))
    to_act, ending = get(fields, "to_act"), get(fields, "ending")
    state = State(
        players=players,
        teams=teams,
        phase=word(Phase, get(fields, "phase"), "phase"),
        turn=number(get(fields, "turn"), "turn", 1, 1_000_000),
        to_act=None if to_act is None else text(to_act, "to_act"),
        rack=FrozenMap({name: _values(racks[name], "rack") for name in players}),
        bag=_values(get(fields, "bag_order"), "bag_order"),
        cells=_cells(get(fields, "board")),
        sheets=FrozenMap({side: _sheet(sheets[side]) for side in sides}),
        ending=None if ending is None else word(Ending, ending, "ending"),
    )
    _check_tiles(state)
    _check_turn(state)
    confirm(fields, to_json(state), "ZATRE")
    return state


def _teams(value: object, players: tuple[str, ...]) -> FrozenMap[str, tuple[str, ...]]:
    given = mapping(value, "teams")
    teams = {team: tuple(text(name, "teams") for name in array(names, "teams")) for team, names in given.items()}
    wrong = team_fault(players, teams)
    if wrong is not None:
        raise InputError(f'"teams": {wrong[0].lower()}{wrong[1:]}')
    return FrozenMap(teams)


def _values(value: object, key: str) -> tuple[int, ...]:
    return tuple(number(tile, key, min(TILES), max(TILES)) for tile in array(value, key))


def _cells(value: object) -> Cells:
    cells = bytearray(EMPTY)
    for given in array(value, "board"):
        fields = mapping(given, "board")
        if set(fields) != {"row", "col", "value"}:
            raise InputError('"board": expected tiles with exactly the keys row, col and value.')
        where = square(number(fields["row"], "board", 0, SIZE - 1), number(fields["col"], "board", 0, SIZE - 1))
        if where not in SQUARES or cells[where]:
            raise InputError('"board": expected tiles on squares of the board, one on each.')
        cells[where] = number(fields["value"], "board", min(TILES), max(TILES))
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


def _sheet(value: object) -> Sheet:
    fields = mapping(value, "sheets")
    cells: dict[int, tuple[int, ...]] = {}
    for key, total in COLUMNS.items():
        cells[total] = tuple(number(cell, "sheets", 1, 1000) for cell in array(get(fields, key), "sheets"))
        if any(cell % POINTS[total] for cell in cells[total]):
            raise InputError(f'"sheets": expected multiples of {POINTS[total]} in the column {key}.')
    minus = number(get(fields, "minus"), "sheets", 0, sum(v * n for v, n in TILES.items()))
    return Sheet(number(get(fields, "x2"), "sheets", 0, len(SQUARES)), cells[10], cells[11], cells[12], minus)


def _check_tiles(state: State) -> None:
    held = Counter(tile.value for tile in state.board) + Counter(state.bag)
    for tiles in state.rack.values():
        held.update(tiles)
    for value, count in TILES.items():
        if held[value] > count:
            raise InputError(f'"bag_order": expected no more than {count} tiles of the value {value} in all.')


def _check_turn(state: State) -> None:
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
