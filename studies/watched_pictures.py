"""The pictures of matches in the README and docs: `python -m studies.watched_pictures FOLDER` draws them anew.

Each is a moment of a match of bots, which its seed decides.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import yardarm.command
from scenes.export.export import write_still
from scenes.playback.playback import Playback
from scenes.spec import watch_layer_of, watching_of
from scenes.window.window import OffScreen
from sim.configuration import load_configuration, usual_players
from sim.forecast.trials import AtOnce
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.match.frame import TableStage
from sim.match.seats import seats_from
from sim.spec import match_of

if TYPE_CHECKING:
    from scenes.playback.watch_view import WatchScene


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
SEED, PLAYERS = 3, ("skilled", "casual", "child")
THOUGHTS, AGAIN = 8, 7
"""The attempts of this match of Riff Raff of which it is shown what was weighed, and what would come of it again."""


def draw_layer(folder: Path) -> None:
    """Draw what a look-ahead bot weighed and a moment that is tried again, with the layer of watching Riff Raff."""
    screen = OffScreen(1280, 720)
    from pyglet.window import key

    from scenes.playback.watch_view import WatchScene

    configuration = load_configuration("riff-raff")
    match = match_of("riff-raff").open(configuration, seats_from(PLAYERS, "riff-raff"), SEED, None)
    assert isinstance(match, RiffRaffMatch)
    playback = Playback(lambda _seed: match, SEED)
    while len(match.past) < max(THOUGHTS, AGAIN):
        playback.frame_buffer.extend()
    watching = watching_of("riff-raff")
    assert watching is not None
    scene = WatchScene(playback, *screen.size)
    scene.put_layer(partial(watch_layer_of("riff-raff"), source=AtOnce()), watching.keys, thoughts=True)
    layer = scene.layer
    assert layer is not None
    weighed, again = match.past[THOUGHTS - 1], match.past[AGAIN - 1]
    playback.seek_to(weighed.begun_s + 0.1)
    while playback.shown().table_stage is not TableStage.LOADING:
        playback.seek(0.1)
    playback.seek(0.5)
    playback.paused = True
    _write(screen, scene, folder / "thoughts.png")
    layer.thoughts = False
    playback.seek_to(again.ruled_s)
    layer.key(key.W, playback.now_s)
    _write(screen, scene, folder / "moment.png")
    screen.close()


def _write(screen: OffScreen, scene: WatchScene, path: Path) -> None:
    for _ in range(3):
        # What is asked at one update is there at the next.
        scene.update(0.0)
    screen.picture(scene).save(path, optimize=True)
    print(f"{path}: written.")


def main(folder: Path) -> None:
    """Draw all pictures into a folder."""
    draw_layer(folder)
    for name, moment in STILLS.items():
        configuration = load_configuration(moment.game)
        seats = seats_from(usual_players(configuration), moment.game)
        match = match_of(moment.game).open(configuration, seats, moment.seed, None)
        write_still(match, folder / f"{name}.png", moment.size, moment.at_s)
        print(f"{folder / name}.png: written.")
    for name, words in FILMS.items():
        yardarm.command.run([*words.split(), "--export", str(folder / f"{name}.gif")])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
