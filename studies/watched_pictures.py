"""The pictures of matches in the README and docs: `python -m studies.watched_pictures FOLDER` draws them anew.

Each is a moment of a match of bots, which its seed decides.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

import yardarm
from scenes.export.export import write_still
from sim.configuration import load_configuration
from sim.configuration.default_opponents import usual_players
from sim.match.seats import seats_from
from sim.spec import game_of


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a match of the usual players: game, seed, simulated seconds, and the picture's size (pixels)."""

    game: str
    seed: int
    at_s: float
    size: tuple[int, int]


STILLS = {
    "match": Moment("riff-raff", 3, 536.0, (1280, 720)),
    "narrow": Moment("riff-raff", 2, 430.0, (480, 900)),
    "zack": Moment("zack", 5, 40.0, (1280, 720)),
    "zatre": Moment("zatre", 4, 300.0, (960, 540)),
    "zigzag": Moment("zigzag", 3, 24.0, (1280, 720)),
}
FILMS = {
    "avalanche": "watch riff-raff --seed 8 --theatre --size 480x270",
}


def main(folder: Path) -> None:
    """Draw all pictures into a folder."""
    for name, moment in STILLS.items():
        configuration = load_configuration(moment.game)
        seats = seats_from(usual_players(configuration), moment.game)
        match = game_of(moment.game).match().open(configuration, seats, moment.seed, None)
        write_still(match, folder / f"{name}.png", moment.size, moment.at_s)
        print(f"{folder / name}.png: written.")
    for name, words in FILMS.items():
        yardarm.run([*words.split(), "--export", str(folder / f"{name}.gif")])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
