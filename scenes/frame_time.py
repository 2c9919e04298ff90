"""What a frame costs: processor time to build it from the match and to draw it, off screen."""

from __future__ import annotations

import time
from statistics import median

from scenes.match import scene_of
from scenes.window import NoDrawingError, OffScreen
from sim.configuration import load_configuration
from sim.games import GAMES
from sim.matches.seats import seats_from

SIZE = (1280, 720)
FRAMES = 120
LOOKED_S = 40.0
"""So much simulated time is looked at, a frame every LOOKED_S / FRAMES seconds."""


def frame_ms(seed: int) -> dict[str, float] | None:
    """Median milliseconds of processor time a frame, by game; None where nothing can be drawn."""
    try:
        screen = OffScreen(*SIZE)
    except NoDrawingError:
        return None
    try:
        return {name.replace("-", "_"): round(_of(screen, name, seed), 3) for name in GAMES}
    finally:
        screen.close()


def _of(screen: OffScreen, game: str, seed: int) -> float:
    configuration = load_configuration(game)
    seats = seats_from(["casual"] * GAMES[game].usual_seats, game)
    match = GAMES[game].room("sim.matches").Match(configuration, seats, seed)
    scene = scene_of(match, *SIZE, 1.0, match.frame())
    costs = []
    for index in range(FRAMES):
        match.advance(LOOKED_S / FRAMES)
        begun = time.process_time()
        scene.show(match.frame(), index / 60)
        screen.draw(scene)
        costs.append(1000 * (time.process_time() - begun))
    return median(costs)
