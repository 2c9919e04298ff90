"""The games that have a referee. Their modules are imported when a game is served, not before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sim.games import GAMES, game_of

if TYPE_CHECKING:
    from sim.referee.lines import Vocabulary

__all__ = ["GAMES", "vocabulary"]


def vocabulary(game: str) -> Vocabulary[Any, Any]:
    """What the referee of a game understands. Raises InputError for a game without one."""
    found: Vocabulary[Any, Any] = game_of(game, "referee").room("sim.referee").VOCABULARY
    return found
