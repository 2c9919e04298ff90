"""What a frame costs: processor time to build it from the match, and to draw it, off screen."""

from __future__ import annotations

import time
from statistics import median
from typing import Any

from scenes.match import scene_of
from scenes.window import NoDrawingError, OffScreen
from sim.configuration import load_configuration
from sim.games import GAMES, Game
from sim.matches.seats import PERSON, Seat, seats_from

SIZE = (1280, 720)
FRAMES = 120
LOOKED_S = 40.0
"""So much simulated time is looked at, a frame every LOOKED_S / FRAMES seconds."""
GHOSTS = 30
GHOSTS_S = 60.0
"""A frame under a person's hand is measured once so many ghosts are there, or without them after so long."""


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


# -------------------------------------------------------------------------------------------------- by hand


def frame_build_ms(seed: int) -> dict[str, float] | None:
    """Median milliseconds of processor time to build a frame while somebody aims, by game that can be practised.

    A full ship or bowl, something in the hand, ghosts shown: from the match's frame to pictures in their places, for
    the scene and for the hand's layer. None without drawing. What the graphics card (or its stand-in in software) does
    is not in it.
    """
    try:
        screen = OffScreen(*SIZE)
    except NoDrawingError:
        return None
    try:
        able = {name: game for name, game in GAMES.items() if game.room("scenes", "practising").usual() is not None}
        return {name.replace("-", "_"): round(_built(screen, game, seed), 3) for name, game in able.items()}
    finally:
        screen.close()


def _built(screen: OffScreen, game: Game, seed: int) -> float:
    from scenes.play.settings import PlaySettings

    showpiece = game.room("scenes", "showpiece")
    seat = Seat("Ada", "casual", PERSON)
    practice = game.room("sim.matches", "practice").Practice(
        load_configuration(game.name), seat, seed, **showpiece.FULL
    )
    scene = scene_of(practice, *SIZE, 1.0, practice.frame())
    layer = game.room("scenes", "play").PlayLayer(practice, scene, PlaySettings(ghosts=True), lambda: seat.name)
    try:
        layer.resize(*SIZE, 1.0)
        aim(showpiece, layer, GHOSTS)
        return median(_frame(screen, practice, scene, layer, showpiece, index) for index in range(FRAMES))
    finally:
        layer.close()


def aim(showpiece: Any, layer: Any, ghosts: int, within_s: float = GHOSTS_S) -> bool:
    """Take something in hand and hold it still until so many ghosts show; False where they do not in time."""
    showpiece.take(layer)
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        showpiece.tremble(layer, 0)
        layer.update(1 / 60)
        layer.show(0.0)
        if layer.ghosts is None:
            # A game in which nothing is left to the hand's noise.
            return False
        if layer.ghosts >= ghosts:
            return True
        time.sleep(1 / 60)
    return False


def _frame(screen: OffScreen, practice: Any, scene: Any, layer: Any, showpiece: Any, index: int) -> float:
    showpiece.tremble(layer, index)
    layer.update(1 / 60)
    # This thread's alone: whoever works on ghosts in the background has a process of his own.
    begun = time.thread_time()
    scene.tidy()
    scene.show(practice.frame(), index / 60)
    layer.show(index / 60)
    cost = 1000 * (time.thread_time() - begun)
    screen.draw(scene)
    screen.draw(layer)
    return cost
