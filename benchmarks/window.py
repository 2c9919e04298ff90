"""Timing of frames in a real window: `python -m benchmarks.window GAME SEED SECONDS` prints one JSON object.

The window does everything that it does while a person plays, but without waiting for the next sixtieth of a second: a
full table, something in the hand, which moves, and ghosts. The exit code is NO_DRAWING if no window can be opened.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks.frames import GHOSTS, NO_DRAWING, SIZE, spent, timed, wandering
from scenes.play.folders import settings_file
from scenes.play.settings import PlaySettings, SettingsStore
from scenes.play.setup import Setup
from scenes.window.window import NoDrawingError, open_window, pixel_ratio
from sim.seat import PERSON, Seat
from studies.full_tables import GHOSTS_S, full_table


def shown(game: str, seed: int, seconds: float) -> dict[str, float]:
    """Return frames a second, and the share of those that took longer than 1/60 s. Raises NoDrawingError."""
    window = open_window(*SIZE, caption="Yardarm: frames", scale=1.0)
    # With vsync the display's refresh rate would be measured instead.
    window.set_vsync(False)
    from scenes.play.input_router import InputRouter
    from scenes.play.scene import PlayScene
    from scenes.window.loop import settle

    full = full_table(game)
    settings = PlaySettings(notice_answered=True, volume=0, record_hands=False)
    # Not the user's own settings: the path is in the temporary folder, and nothing is read from it.
    settings_store = SettingsStore(Path(tempfile.gettempdir()) / settings_file().name, settings)
    setup = Setup(game, (Seat("Ada", "casual", PERSON),), seed, None, "play", dict(full.full))
    scene = PlayScene(settings_store, *SIZE, pixel_ratio(window), window, setup)
    try:
        scene.begin(setup)
        table = scene.table
        assert table is not None
        layer: Any = table.layer
        full.take(layer)
        last = time.perf_counter()

        def frame(index: int) -> None:
            nonlocal last
            window.switch_to()
            window.dispatch_events()
            InputRouter(scene).on_mouse_motion(*wandering(full.place(layer), index))
            now = time.perf_counter()
            scene.update(now - last)
            last = now
            window.clear()
            scene.draw(window)
            window.flip()

        deadline = time.monotonic() + GHOSTS_S
        # Not all games have ghosts.
        while getattr(layer, "ghosts", None) is not None and layer.ghosts < GHOSTS and time.monotonic() < deadline:
            frame(0)
        settle()
        return spent(timed(frame, seconds))
    finally:
        scene.close()
        window.close()


if __name__ == "__main__":
    try:
        print(json.dumps(shown(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))))
    except NoDrawingError as reason:
        print(reason, file=sys.stderr)
        sys.exit(NO_DRAWING)
