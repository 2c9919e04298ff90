"""The rules engines behind a pipe: one JSON object a line in, one ruling a line out.

A game joins by one module here (its lines as pydantic models and a `VOCABULARY`) and one line in `games.GAMES`.
"""

from sim.referee.games import GAMES, vocabulary
from sim.referee.pipe import serve

__all__ = ["GAMES", "serve", "vocabulary"]
