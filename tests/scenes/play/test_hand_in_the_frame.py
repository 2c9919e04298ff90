"""From the pointer to the drawn hand, in a real window: it is drawn in the frame that heard where the pointer is."""

from __future__ import annotations

import contextlib
import json
import math
import os
import queue
from pathlib import Path
from typing import Any

import pytest

from tests.scenes.real_window import RealWindow, attempts
from tests.scenes.smooth_mouse import move

SIZE = (1280, 720)
EVERY_MS = 4
PX_S = 250.0
TICK_S = 1 / 120
"""A hand is where the pointer was at the last tick of its match."""
PIXEL = 1.6

# The command itself, telling of every frame in which the pointer is elsewhere than before: where it was heard to be
# when the frame was begun, and where the frame that is drawn shows the hand.
PROGRAM = """
import json, sys
sys.path[:0] = [{root!r}]
from sim.spec import GAMES
from studies.full_tables import full_table
from scenes.play.scene import PlayScene
game, seen = GAMES[{game!r}], {{}}
from scenes.drawing.game_scene import GameScene as Scene
show, draw, update = Scene.show, PlayScene.draw, PlayScene.update
def shown(self, frame, *more):
    seen["frame"], seen["camera"] = frame, self.camera
    show(self, frame, *more)
def updated(self, wall_s):
    if self.table is not None and not self.screens and "taken" not in seen:
        seen["taken"] = True
        if game.name == "riff-raff":
            full_table(game.name).take(self.table.layer)
    seen["pointer"], seen["wall_s"] = self.pointer, wall_s
    update(self, wall_s)
def drawn(self, window):
    draw(self, window)
    frame, layer = seen.get("frame"), None if self.table is None else self.table.layer
    hand = None
    if frame is not None and layer is not None:
        hand = frame.hand if game.name == "riff-raff" else next(s.hand for s in frame.seats if s.name == layer.me)
    if hand is not None and seen["pointer"] != seen.get("told"):
        seen["told"] = seen["pointer"]
        places = [seen["camera"].to_screen(place) for place in ((hand.x, hand.y), (0, 0))]
        reach = [] if game.name == "riff-raff" else list(layer.hand.reach)
        print(json.dumps([seen["pointer"], *places, seen["camera"].scale, reach, seen["wall_s"]]), flush=True)
Scene.show, PlayScene.draw, PlayScene.update = shown, drawn, updated
import yardarm.command
print("ended", yardarm.command.run({arguments!r}), flush=True)
"""
PRACTICE = {
    "riff-raff": ["riff-raff", "--practice", "--slot", "9", "--piece", "bottle", "--aboard", "6"],
    "zack": ["zack", "--practice", "--distance-mm", "420"],
}


class Told(RealWindow):
    """A practice in a window of its own, telling where pointer and hand are."""

    def __init__(self, root: Path, game: str) -> None:
        words = ["play", *PRACTICE[game], "--seed", "3", "--size", f"{SIZE[0]}x{SIZE[1]}"]
        super().__init__(PROGRAM.format(root=str(root), game=game, arguments=words), SIZE)

    def reached(self, x: float, y: float) -> list[Any]:
        """What was told of the frames up to the first in which the pointer was heard to be there."""
        told: list[Any] = []
        while not told or math.dist(told[-1][0], (x, y)) > PIXEL:
            told.append(json.loads(self.line()))
        return told

    def until_back(self, x: float, y: float, away: float) -> list[Any]:
        """What was told until the pointer was back there from so far above; nothing if no frame saw it there."""
        told: list[Any] = []
        with contextlib.suppress(queue.Empty):
            while not told or max(line[0][1] - y for line in told) < away or math.dist(told[-1][0], (x, y)) > PIXEL:
                told.append(json.loads(self.line(10.0)))
            return told
        return []


@pytest.mark.study
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.slow if game == "riff-raff" else pytest.mark.study) for game in PRACTICE],
)
def test_the_hand_is_drawn_in_the_frame_that_heard_of_the_pointer(windows: list[Any], root: Path, game: str) -> None:
    settings = Path(os.environ["XDG_CONFIG_HOME"]) / "yardarm"
    settings.mkdir(parents=True)
    (settings / "settings.json").write_text('{"notice_answered": true, "ghosts": true, "sound": false}')
    windows.append(shown := Told(root, game))
    shown.find()
    first = (360.0, 600.0)
    shown.do(*shown.at(*first))
    _, _, (x0, y0), scale, reach, _ = shown.reached(*first)[-1]
    # Off the ship, where nothing holds the hand back; or within the reach of the hand.
    left, bottom, right, top = reach or ((360 - x0) / scale, 0.0, (360 - x0) / scale + 100, (650 - y0) / scale)
    x = x0 + scale * (left + right) / 2
    low, high = y0 + scale * bottom + 12, min(y0 + scale * top, SIZE[1] - 60.0) - 12
    shown.do(*shown.at(x, low))
    shown.reached(x, low)
    steps = round((high - low) / (PX_S * EVERY_MS / 1000))
    ways = [low + (high - low) * abs(math.sin(math.pi * n / steps)) for n in range(2 * steps + 1)]
    # The pointer is never faster than that.
    fastest = math.pi * PX_S
    for _ in attempts():
        move(shown.window, EVERY_MS, [(x, y) for y in ways], False, SIZE[1])
        told = shown.until_back(x, low, 0.3 * (high - low))
        if len(told) < 5:
            # So few frames were drawn meanwhile: the machine is busy.
            continue
        off = [math.dist(pointer, hand) for pointer, hand, *_ in told]
        if game == "zack":
            assert max(off) <= PIXEL, off
            break
        # A hand of wood has to keep up with a pointer that jumps on a busy machine: of several ways one is enough.
        kept_up = all(far <= PIXEL + fastest * (TICK_S + line[-1]) for far, line in zip(off, told, strict=True))
        if kept_up and sum(far <= PIXEL + fastest * TICK_S for far in off) >= 0.8 * len(off):
            break
    else:
        pytest.fail(f"the hand is never prompt: {off}")
