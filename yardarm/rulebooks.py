"""The rules of a game alone: no physics, no bots, no window."""

from __future__ import annotations

from types import ModuleType

from sim.errors import InputError
from sim.spec import GAMES, game_of, load_part


def rules(game: str) -> ModuleType:
    """Return the rules of a game as a module: `apply`, `actions`, `legal_actions`, `to_json`, its actions and events.

    Positions are immutable, chance is given by the caller, and nothing but the standard library is loaded
    (docs/how-to/use-the-rules-alone.md). Raises InputError for an unknown game, and for one of another package that has
    no such part.

        >>> import yardarm as ya
        >>> ya.rules("zatre").__name__
        'sim.games.zatre.rules'
    """
    part = load_part(game_of(game), "rules", ModuleType)
    if part is None:
        offered = ", ".join(name for name in GAMES if game_of(name).rules is not None)
        raise InputError(
            "game: expected one whose rules can be used alone ({offered}), found {game!r}.", offered=offered, game=game
        )
    return part
