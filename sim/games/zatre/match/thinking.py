"""The answers of strategies to the questions of a match."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.games.zatre import rules
from sim.games.zatre.bots import Observation, strategy_of
from sim.games.zatre.match.intents import PlaceTiles
from sim.match.intents import Intent, malformed
from sim.match.turn_based import Question


def thought_of(name: str, question: Question[Observation, Intent], stream: np.random.Generator) -> PlaceTiles:
    """Return the answer of a strategy, by its name with its options. Raises IllegalAction where it is malformed."""
    (by,) = question.by
    turn: Any = strategy_of(name).place(question.view, stream)
    if not (isinstance(turn, tuple) and all(isinstance(tile, rules.Tile) for tile in turn)):
        raise malformed(by, "place", "expected a tuple of tiles", turn)
    return PlaceTiles.of(by, turn)
