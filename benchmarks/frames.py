"""The cost of a frame: processor time to build it from the match and to draw it, off screen and in a real window."""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any

from scenes.spec import games_with_scenes, play_layer_of, scene_of
from scenes.window.window import NoDrawingError, OffScreen
from sim.configuration import load_configuration
from sim.match.seats import seats_from
from sim.seat import PERSON, Seat
from sim.spec import GameSpec, match_of, practice_of
from studies.full_tables import GHOSTS_S, FullTable, full_tables

if TYPE_CHECKING:
    from scenes.play.controller import Layer
    from scenes.playback.protocols import Scene
    from sim.protocols import Practice

SIZE = (1280, 720)
FRAMES = 120
LOOKED_S = 40.0
"""Simulated time that is watched, with a frame every LOOKED_S / FRAMES seconds."""
BUILT = 300
"""Number of frames built while a person aims, sixty a second, after WARM frames that are not counted."""
WARM = 20
GHOSTS = 30
"""Frames under a person's hand are measured once this many ghosts show, or after GHOSTS_S seconds without them."""
HERE_AND_THERE = (10.0, 20.0)
"""How far the hand goes to each side, and up and down, while it aims (window units): so that ghosts are renewed."""
HZ = 60.0
SHOWN_S = 6.0
"""How long frames are shown in a window."""
NO_DRAWING = 3
"""The exit code of the process that measures frames in a window if no window can be opened."""


def figures(seed: int) -> dict[str, object]:
    """Return all figures by name, None for those that cannot be measured here.

    frame_ms: median milliseconds of processor time a frame while a match is watched, by game. frame_build_ms,
    frame_build_p99_ms: of building a frame while a person aims, ghosts shown (`building`), median and 99th percentile;
    frame_build_alone_ms, frame_build_alone_p99_ms: without ghosts. frames_shown: the result of `shown`.
    """
    found: dict[str, object] = {"frame_ms": frame_ms(seed)}
    for name, ghosts in (("frame_build", True), ("frame_build_alone", False)):
        built = building(seed, ghosts)
        found[f"{name}_ms"] = None if built is None else {game: costs[0] for game, costs in built.items()}
        found[f"{name}_p99_ms"] = None if built is None else {game: costs[1] for game, costs in built.items()}
    found["frames_shown"] = shown(seed)
    return found


def frame_ms(seed: int) -> dict[str, float] | None:
    """Return the median milliseconds of processor time a frame takes, by game; None if nothing can be drawn here."""
    try:
        screen = OffScreen(*SIZE)
    except NoDrawingError:
        return None
    try:
        return {game.folder: round(_of(screen, game, seed), 3) for game in games_with_scenes()}
    finally:
        screen.close()


def _of(screen: OffScreen, game: GameSpec, seed: int) -> float:
    configuration = load_configuration(game.name)
    seats = seats_from(["casual"] * game.usual_seats, game.name)
    match = match_of(game.name).open(configuration, seats, seed)
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


def building(seed: int, ghosts: bool) -> dict[str, tuple[float, float]] | None:
    """Return the median and the 99th percentile of the milliseconds of processor time to build a frame, by game.

    The table is full (studies/full_tables) and the hand holds something and keeps moving. Measured is the way from the
    match's frame to pictures in their places, for the scene and for the hand's layer, with everything else that this
    thread does meanwhile, such as collecting garbage. What the graphics card (or its software replacement) does is not
    included. None if nothing can be drawn here.
    """
    try:
        screen = OffScreen(*SIZE)
    except NoDrawingError:
        return None
    try:
        costs = {game.folder: _built(screen, game, table, seed, ghosts) for game, table in full_tables()}
    finally:
        screen.close()
    return {name: (round(median(each), 3), round(percentile(each, 0.99), 3)) for name, each in costs.items()}


def percentile(values: Sequence[float], share: float) -> float:
    """Return the smallest value that at most a share `1 - share` of all values exceed."""
    return sorted(values)[max(0, math.ceil(share * len(values)) - 1)]


def _built(screen: OffScreen, game: GameSpec, table: FullTable, seed: int, ghosts: bool) -> list[float]:
    from scenes.play.settings import PlaySettings

    seat = Seat("Ada", "casual", PERSON)
    practice = practice_of(game.name)(load_configuration(game.name), seat, seed, **table.full)
    scene = scene_of(practice, *SIZE, 1.0, practice.frame())
    layer = play_layer_of(game.name)(practice, scene, PlaySettings(ghosts=ghosts), lambda: seat.name)
    try:
        layer.resize(*SIZE, 1.0)
        table.aim(layer, GHOSTS if ghosts else 0)
        costs = []
        for index in range(WARM + BUILT):
            due = time.monotonic() + 1 / HZ
            costs.append(_frame(screen, practice, scene, layer, table, index))
            time.sleep(max(0.0, due - time.monotonic()))
        return costs[WARM:]
    finally:
        layer.close()


def wandering(place: tuple[float, float], index: int) -> tuple[float, float]:
    """Return the pointer's place at frame `index` while aiming at `place`: it always moves, but slowly."""
    (x, y), (across, up) = place, HERE_AND_THERE
    return x + across * math.sin(index / 20), y + up * math.sin(index / 33)


def _frame(
    screen: OffScreen, practice: Practice, scene: Scene, layer: Layer[Any], table: FullTable, index: int
) -> float:
    layer.pointer(*wandering(table.place(layer), index))
    layer.update(1 / 60)
    # The time of this thread only: ghosts are computed in other processes.
    begun = time.thread_time()
    scene.tidy()
    scene.show(practice.frame(), index / 60)
    layer.show(index / 60)
    cost = 1000 * (time.thread_time() - begun)
    screen.draw(scene)
    screen.draw(layer)
    return cost


# -------------------------------------------------------------------------------------------------- in a window


def shown(seed: int, seconds: float | None = None) -> dict[str, dict[str, float]] | None:
    """Return figures of frames in a real window, drawn without pause: full table, something in the hand, ghosts.

    By game: a_second, frames a second; late, the share of frames that took longer than 1/60 s, with events, match,
    drawing and showing included. None if no window can be opened here. Each game is measured in a process of its own,
    because a process that has drawn off screen can no longer open a window. Raises RuntimeError if that process fails.
    """
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        return None
    found = {}
    for game, _ in full_tables():
        line = [sys.executable, "-m", "benchmarks.window", game.name, str(seed), str(seconds or SHOWN_S)]
        done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=GHOSTS_S + 120.0)
        if done.returncode == NO_DRAWING:
            return None
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
            raise RuntimeError(f"the frames of {game.title} in a window cannot be measured: {reason}")
        found[game.folder] = json.loads(done.stdout)
    return found


def spent(costs_s: Sequence[float]) -> dict[str, float]:
    """Return the figures of `shown` (a_second, late) for frames that took these times."""
    late = sum(cost > 1 / HZ for cost in costs_s)
    return {"a_second": round(len(costs_s) / sum(costs_s), 2), "late": round(late / len(costs_s), 4)}


def timed(frame: Callable[[int], None], seconds: float) -> list[float]:
    """Return how long each frame took (s), for `seconds` in all; WARM frames before these are not counted."""
    costs: list[float] = []
    for index in range(WARM):
        frame(index)
    begun = perf_counter()
    while sum(costs) < seconds:
        frame(WARM + len(costs))
        ended = perf_counter()
        costs.append(ended - begun)
        begun = ended
    return costs
