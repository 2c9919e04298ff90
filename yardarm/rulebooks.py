"""The rules of a game alone: no physics, no bots, no window."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from inspect import signature
from random import Random
from types import ModuleType
from typing import Protocol

from sim.errors import IllegalAction, InputError
from sim.rules_frame import name_fault
from sim.spec import GAMES, game_of, load_part


class Position(Protocol):
    """A position of any game: it does not change, and is printed as a board."""

    @property
    def winners(self) -> tuple[str, ...]:
        """Those who have won; none while the game goes on."""


def rules(game: str) -> ModuleType:
    """Return the rules of a game as a module: `apply`, `actions`, `observation`, `to_text`, its actions and events.

    Positions are immutable, chance is given by the caller, and nothing but the standard library is loaded
    (docs/how-to/use-the-rules-alone.md). Raises InputError for an unknown game, and for one of another package that has
    no such part.

        >>> import yardarm as ya
        >>> ya.rules("riff-raff").__name__
        'sim.games.riff_raff.rules'
    """
    part = load_part(game_of(game), "rules", ModuleType)
    if part is None:
        offered = ", ".join(name for name in GAMES if game_of(name).rules is not None)
        raise InputError(
            "game: expected one whose rules can be used alone ({offered}), found {game!r}.", offered=offered, game=game
        )
    return part


def start(game: str, players: Iterable[str], rng: Random, **agreed: object) -> Position:
    """Return the first position of a game, all its cards or tiles shuffled by `rng`, for the rules alone.

    agreed: what the table agrees on: `captain` and house rules (`agreed`) at Riff Raff, `teams` at ZATRE, `edition` and
    `stop_cards` at Zack!, `level` and `variant` at ZIGZAG. Raises IllegalAction where the rules do not allow it;
    InputError as `rules` does, and for anything else that is agreed on.

    >>> from random import Random
    >>> import yardarm as ya
    >>> ya.start("zatre", ["Anne", "Bert"], Random(1)).winners
    ()
    """
    book, names = rules(game), tuple(players)
    fault = name_fault(names)
    if fault is not None:
        raise IllegalAction("same_name", fault)
    begin: Callable[..., Position] | None = load_part(game_of(game), "start", Callable)  # type: ignore[arg-type]
    begun = partial(book.start, names) if begin is None else partial(begin, names, rng)
    known = signature(begun).parameters
    for name in agreed:
        if name not in known:
            raise InputError("{name}: expected one of {known}.", name=name, known=", ".join(known))
    try:
        return begun(**agreed)
    except ValueError as error:
        raise InputError("start: {reason}.", reason=error) from error
