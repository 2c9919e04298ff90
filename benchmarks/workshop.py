"""Timing of the workshop in a real window: `python -m benchmarks.workshop GAME` prints one JSON object.

The window does what it does for a designer, sixty frames a second, beside the two busy processes of its survey: left
alone, then while a handle is dragged, so that the survey begins anew with every edit, then alone until the figures of
that last design are steady. The exit code is NO_DRAWING if no window can be opened.
"""

from __future__ import annotations

import json
import math
import os
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import TYPE_CHECKING

from benchmarks.frames import HZ, NO_DRAWING, SIZE, percentile, spent
from scenes.window.window import NoDrawingError, open_window, pixel_ratio
from sim.workshop.drawing import Risk
from sim.workshop.findings import half_width, is_steady
from sim.workshop.prototype import prototype_of

if TYPE_CHECKING:
    from scenes.workshop.scene import WorkshopScene

ALONE_S = DRAGGED_S = 10.0
STEADY_WITHIN_S = 90.0
"""How long it is waited for all figures to be steady."""
LOOKED_AT_S = 10.0
"""When the figures are looked at, after the edit that they are about."""
LOOK_EVERY_S = 0.25
SWING = 30.0
"""How far the handle is dragged to either side (window units)."""


class Frames:
    """Frames of the workshop in its window, sixty a second.

    build_s: processor time of this thread to move the model and the pictures; work_s: wall time of all the work of a
    frame, drawing by the graphics card or its software included; spent_s: the same and the wait for the next one.
    """

    def __init__(self, game: str) -> None:
        self._window = open_window(*SIZE, caption="Yardarm: frames", scale=1.0)
        # With vsync the display's refresh rate would be measured instead.
        self._window.set_vsync(False)
        size = self._window.width, self._window.height, pixel_ratio(self._window)
        # Imported after the window is opened, as by the command: whatever imports pyglet first decides how it checks.
        from scenes.window.loop import settle
        from scenes.workshop.scene import WorkshopScene

        prototype = prototype_of(game, None, "play")
        self.scene: WorkshopScene = WorkshopScene(prototype, "design.toml", *size, self._window)
        self._last = time.perf_counter()
        self._show()
        settle()

    def close(self) -> None:
        """End the survey and close the window."""
        self.scene.close()
        self._window.close()

    def timed(self, seconds: float, each: Callable[[float], bool] = lambda _passed_s: False) -> dict[str, object]:
        """Show frames for that long and return what they cost; `each` is called before every one, and ends it if True.

        a_second, late: as in `frames.spent`; build_ms, work_ms: median, 95th and 99th percentile, and most.
        """
        build_s, work_s, spent_s = [], [], []
        begun = now = time.perf_counter()
        while now < begun + seconds and not each(now - begun):
            build_s.append(self._show())
            work_s.append(time.perf_counter() - now)
            time.sleep(max(0.0, 1 / HZ - work_s[-1]))
            now, before = time.perf_counter(), now
            spent_s.append(now - before)
        # A frame that was waited for takes a little more than 1/60 s, which is not late.
        on_time = spent(spent_s)["a_second"]
        return {
            "a_second": on_time,
            "late": spent(work_s)["late"],
            "build_ms": _costs(build_s),
            "work_ms": _costs(work_s),
        }

    def _show(self) -> float:
        """Show one frame; return the processor time (s) that this thread needed to build it."""
        self._window.switch_to()
        self._window.dispatch_events()
        now = time.perf_counter()
        begun = time.thread_time()
        self.scene.update(now - self._last)
        self.scene.show()
        built_s = time.thread_time() - begun
        self._last = now
        self._window.clear()
        self.scene.draw(self._window)
        self._window.flip()
        return built_s

    def risks(self) -> tuple[Risk, ...]:
        """Return the figures of the drawing and of the list as they are known now."""
        session = self.scene.session
        found = session.findings(session.prototype)
        assert found is not None
        return (*session.prototype.risks(found), *session.prototype.listed(found))


def measured(game: str) -> dict[str, object]:
    """Return what frames cost, and how soon figures are steady. Raises NoDrawingError.

    alone, dragged: as `Frames.timed`. after_edit: steady_s, seconds until all figures are steady, None if they are not
    within STEADY_WITHIN_S; at_10_s: how many of them are steady then, and the half widths of their intervals in points.
    load: the load average of the machine before and after, where the system counts it.
    """
    before = _load()
    frames = Frames(game)
    try:
        alone = frames.timed(ALONE_S)
        dragged = _dragged(frames)
        return {
            "game": game, "alone": alone, "dragged": dragged, "after_edit": _steady(frames),
            "load": [before, _load()],
        }  # fmt: skip
    finally:
        frames.close()


def _dragged(frames: Frames) -> dict[str, object]:
    """Move the first handle of the drawing to and fro, and let go of it."""
    from scenes.workshop.scene import LEFT_BUTTON

    scene = frames.scene
    x, y = scene.handles.place_of(scene.handles.all()[0])
    scene.on_mouse_press(x, y, LEFT_BUTTON, 0)

    def drag(passed_s: float) -> bool:
        # A triangle wave of two seconds: every frame is elsewhere.
        way = abs((passed_s + 0.5) % 2.0 - 1.0) * 2 - 1
        scene.on_mouse_drag(x - SWING * way, y - SWING * way, 0, 0, LEFT_BUTTON, 0)
        return False

    found = frames.timed(DRAGGED_S, drag)
    scene.on_mouse_release(x + 0.3 * SWING, y + 0.3 * SWING, LEFT_BUTTON, 0)
    return found


def _steady(frames: Frames) -> dict[str, object]:
    """Leave it alone until all figures are steady, and return what `measured` says of that."""
    found: dict[str, object] = {"steady_s": None, "at_10_s": None}
    looked_s = 0.0

    def watch(passed_s: float) -> bool:
        nonlocal looked_s
        if passed_s >= looked_s:
            looked_s = passed_s + LOOK_EVERY_S
            shares = [risk.share for risk in frames.risks()]
            steady = sum(is_steady(share) for share in shares)
            if found["at_10_s"] is None and passed_s >= LOOKED_AT_S:
                halves = [half_width(share) for share in shares]
                found["at_10_s"] = {
                    "figures": len(shares), "steady": steady,
                    "median_points": _points(median(halves)), "widest_points": _points(max(halves)),
                }  # fmt: skip
            if found["steady_s"] is None and steady == len(shares):
                found["steady_s"] = round(passed_s, 1)
        return None not in found.values()

    frames.timed(STEADY_WITHIN_S, watch)
    return found


def _points(half: float) -> float | None:
    """Return half the width of an interval in points; None where there is no interval yet."""
    return None if half == math.inf else round(100 * half, 1)


def _load() -> float | None:
    return round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None


def _costs(costs_s: list[float]) -> dict[str, float]:
    found = {"median": median(costs_s), "p95": percentile(costs_s, 0.95), "p99": percentile(costs_s, 0.99)}
    return {name: round(1000 * cost, 2) for name, cost in (*found.items(), ("most", max(costs_s)))}


if __name__ == "__main__":
    try:
        print(json.dumps(measured(sys.argv[1]), indent=2))
    except NoDrawingError as reason:
        print(reason, file=sys.stderr)
        sys.exit(NO_DRAWING)
