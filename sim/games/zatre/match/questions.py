"""What an external bot is asked at ZATRE, as plain data; and what a strategy of ours answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sim.games.zatre import rules
from sim.games.zatre.bots import Observation, strategy_of
from sim.games.zatre.configuration import ZatreConfiguration
from sim.games.zatre.match.intents import INTENT, PlaceTiles, tile_lines
from sim.games.zatre.rules import Tile
from sim.games.zatre.rules.action_space import ACTIONS, action_of, numbers_at
from sim.games.zatre.rules.notation import sheet_to_json
from sim.games.zatre.rules.state import board_lines, tiles_on
from sim.match.intents import Intent, is_number, malformed, read_answer, said
from sim.match.turn_based import Question
from sim.protocols import Line
from sim.rules_frame import spell

Asked = Question[Observation, Intent]


def table_of(configuration: ZatreConfiguration) -> Line:
    """Return what never changes in a match, as plain data."""
    return {"teams": configuration.table.teams}


def view_of(question: Asked) -> Line:
    """Return what the asked side sees, as plain data in the referee's words: board, own tiles, all sheets.

    `unseen` counts the tiles of each value, 1 to 6, in the bag or face down before others.
    """
    view = question.view
    return {
        "me": view.me,
        "board": spell(tiles_on(view.cells)),
        "rack": list(view.rack),
        "sheet": sheet_to_json(view.sheet),
        "rivals": [sheet_to_json(sheet) for sheet in view.rivals],
        "unseen": list(view.unseen),
        "bag": view.bag,
    }


def text_of(question: Asked) -> str:
    """Return what the asked player sees as a text board: the squares, the points of all sides, the own tiles."""
    view = question.view
    points = ", ".join(str(sheet.total) for sheet in view.rivals)
    return "\n".join(
        [
            *board_lines(view.cells),
            f"  {view.sheet.total} points, the others {points}; {view.bag} tiles in the bag.",
            f"  Your tiles: {' '.join(map(str, view.rack))}",
        ]
    )


def legal_answers(question: Asked) -> list[Line]:
    """Return the ways to place one's tiles: all of them for two tiles, the best where there are very many."""
    return [{"tiles": tile_lines(option.turn)} for option in question.view.options]


def read(question: Asked, answer: object) -> Intent:
    """Return the intent of an answer. Raises IllegalAction for one that does not have the form of the question.

    Tiles may be answered by the numbers of the rules, one after the other, with or without that of being done.
    """
    if isinstance(answer, Sequence) and answer and all(map(is_number, answer)):
        begun = [action_of(int(number)) for number in answer]
        answer = {"tiles": [spell(tile) for tile in begun if isinstance(tile, Tile)]}
    (by,) = question.by
    return read_answer(by, question.kind, answer, INTENT)


def mask(question: Asked, begun: tuple[int, ...] = ()) -> NDArray[np.bool_]:
    """Return by number which tile may be laid next, and whether the turn may end, after the tiles begun.

    Raises IllegalAction for a number of no action.
    """
    view = question.view
    found = np.zeros(ACTIONS, bool)
    found[list(numbers_at(view.cells, view.rack, tuple(map(action_of, begun))))] = True
    return found


def think(question: Asked, strategy: str, random: np.random.Generator) -> Line:
    """Return the answer of a strategy, by its name with its options, as plain data."""
    return said(thought_of(strategy, question, random))


def public(line: Line) -> Line | None:
    """Return what all players see of a line of the record: the tiles that were placed."""
    if line["stage"] != "outcome" or line["what"] != "turn":
        return None
    return {"see": "turn", "by": line["by"], "side": line["side"], "tiles": line["tiles"]}


def thought_of(name: str, question: Question[Observation, Intent], stream: np.random.Generator) -> PlaceTiles:
    """Return the answer of a strategy, by its name with its options. Raises IllegalAction where it is malformed."""
    (by,) = question.by
    turn: Any = strategy_of(name).place(question.view, stream)
    if not (isinstance(turn, tuple) and all(isinstance(tile, rules.Tile) for tile in turn)):
        raise malformed(by, "place", "expected a tuple of tiles", turn)
    return PlaceTiles.of(by, turn)
