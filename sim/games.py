"""The games of the house: their names, how many may sit down, and the folder each has in every room.

A game is the same folder name on every floor: `sim.rules.zack`, `sim.matches.zack`, `scenes.zack`. Whoever needs a
game's part of a room asks for it by the game's name, so that a game that is not played is not imported.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from sim.errors import InputError


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its name on the command line, its title, its folder, and how many may play.

    counts: the numbers of players that it may be played with, smallest first; a house rule may allow fewer of them
    (`sim.configuration.seat_counts`). usual_seats: as many sit down where nobody says how many.
    """

    name: str
    title: str
    folder: str
    counts: tuple[int, ...]
    usual_seats: int

    @property
    def most_seats(self) -> int:
        """The most who may play."""
        return self.counts[-1]

    def room(self, name: str, part: str | None = None) -> Any:
        """This game's module in a room, such as `sim.matches`; or a part of it, a module in that folder."""
        return import_module(".".join((name, self.folder, *([part] if part else []))))


GAMES = {
    game.name: game
    for game in (
        Game("riff-raff", "Riff Raff", "riff_raff", (2, 3, 4), 4),
        Game("zack", "Zack!", "zack", (3, 4, 5, 6), 4),
        Game("zatre", "ZATRE", "zatre", (2, 3, 4, 5, 6), 4),
        Game("zigzag", "ZIGZAG", "zigzag", (4, 6), 4),
    )
}


def game_of(name: str, where: str = "game") -> Game:
    """The game of that name. Raises InputError."""
    if name not in GAMES:
        raise InputError(f"{where}: expected one of {', '.join(GAMES)}, found {name!r}.")
    return GAMES[name]
