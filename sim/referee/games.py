"""The games that have a referee. Their modules are imported when a game is served, not before."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from sim.errors import InputError

if TYPE_CHECKING:
    from sim.referee.lines import Vocabulary

GAMES = {
    "riff-raff": "sim.referee.riff_raff",
    "zack": "sim.referee.zack",
}
"""Name of the game on the command line -> the module with its `VOCABULARY`."""


def vocabulary(game: str) -> Vocabulary[Any, Any]:
    """What the referee of a game understands. Raises InputError for a game without one."""
    if game not in GAMES:
        raise InputError(f"{game!r}: there is no referee for this game, expected one of {', '.join(sorted(GAMES))}.")
    found: Vocabulary[Any, Any] = importlib.import_module(GAMES[game]).VOCABULARY
    return found
