"""The two moving pictures of the tutorial on playing: `python -m studies.flicks FOLDER` draws them anew.

They are a flick that holds and one that does not. Both are played as a person plays them: a pointer takes a piece from
the tray, swings and lets go while it moves. Of gentle and of hard gestures, the first that ends as wanted is drawn.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

from scenes.export.export import GIF_HZ, gif
from scenes.play.setup import Setup
from scenes.window.window import OffScreen
from sim.files import write_whole
from sim.match.seats import seats_from
from studies.pictures import play_scene

SIZE = (640, 360)
SLOT, PIECE, SEED = 7, "crate", 3
FRAME_S, MOUSE_S = 1 / 50, 1 / 125
"""The time between two frames, and between two reports of the mouse (s). Every fourth frame is drawn."""
SWINGS_S, WATCHED_S = 0.36, 4.6
"""How long the hand swings before it lets go, and how long the flight is watched (s)."""


@dataclass(frozen=True, slots=True)
class Gesture:
    """A flick: where it lets go, from the practice's mark (mm), and its velocity there (mm/s)."""

    x_mm: float
    y_mm: float
    vx: float
    vy: float

    def at(self, before_s: float) -> tuple[float, float]:
        """Return the hand's place (mm from the mark) that long before it lets go: it speeds up evenly from rest."""
        share = max(0.0, 1.0 - before_s / SWINGS_S)
        # Evenly from rest to the speed of the release: half of it on average.
        left = 0.5 * SWINGS_S * (1.0 - share * share)
        return self.x_mm - self.vx * left, self.y_mm - self.vy * left


GENTLE = [Gesture(40.0, y, vx, vy) for vx in (-250.0, -325.0, -400.0) for y, vy in ((30.0, 250.0), (25.0, 60.0))]
HARD = [Gesture(40.0, y, vx, vy) for vx in (-600.0, -800.0) for y, vy in ((25.0, 60.0), (30.0, 250.0))]


def main(folder: Path) -> None:
    """Draw both flicks into a folder."""
    screen = OffScreen(*SIZE)
    for name, gestures, holds in (("flick-holds", GENTLE, True), ("flick-falls", HARD, False)):
        gesture = next(gesture for gesture in gestures if _held(gesture) is holds)
        pictures = list(_pictures(screen, gesture))
        write_whole(folder / f"{name}.gif", gif(pictures))
        print(f"{folder / name}.gif: {len(pictures)} frames, {gesture}.")


def _held(gesture: Gesture) -> bool:
    """Return whether the piece and all cargo hold."""
    scene = _scene()
    for _ in _played(scene, gesture):
        pass
    held: bool = scene.session.match.kept == 1
    scene.close()
    return held


def _pictures(screen: OffScreen, gesture: Gesture) -> Iterator[Image.Image]:
    scene = _scene()
    every = round(1 / GIF_HZ / FRAME_S)
    for number, _ in enumerate(_played(scene, gesture)):
        if number % every == 0:
            yield screen.picture(scene)
    scene.close()


def _scene() -> Any:
    seats = seats_from(["me", "casual"], "riff-raff", persons=True)
    practice = {"slot": SLOT, "piece": PIECE, "aboard": 2}
    return play_scene(Setup("riff-raff", seats[:1], SEED, None, "play", practice), SIZE)


def _played(scene: Any, gesture: Gesture) -> Iterator[None]:
    """Play the gesture; yield after every frame."""
    from scenes.play.input_router import InputRouter

    layer, clock = scene.table.layer, [0.0]
    router: Any = InputRouter(scene)
    layer.controller.clock, layer.stamped = lambda: clock[0], lambda: True
    mark = layer.match.mark

    def window(place: tuple[float, float]) -> tuple[float, float]:
        at: tuple[float, float] = layer.scene.camera.to_screen((mark.x_mm + place[0], mark.y_mm + place[1]))
        return at

    def frames(seconds: float, path: Sequence[tuple[float, float]] | None = None) -> Iterator[None]:
        for _ in range(round(seconds / FRAME_S)):
            clock[0] += FRAME_S
            scene.update(FRAME_S)
            # The tray is laid out as it is shown.
            scene.show()
            yield

    yield from frames(0.4)
    item = next(item for item in layer.tray.items if item.value == PIECE)
    index = layer.tray.items.index(item)
    tray = layer.tray.spots[index].centre
    start = window(gesture.at(SWINGS_S))
    router.on_mouse_motion(*tray)
    yield from frames(0.3)
    router.on_mouse_press(*tray, 1, 0)
    yield from _moved(router, scene, clock, lambda t: _between(tray, start, t / 0.9), 0.9)
    yield from frames(0.5)
    yield from _moved(router, scene, clock, lambda t: window(gesture.at(SWINGS_S - t)), SWINGS_S)
    router.on_mouse_release(*window(gesture.at(0.0)), 1, 0)
    yield from frames(WATCHED_S)


def _moved(router: Any, scene: Any, clock: list[float], path: Any, seconds: float) -> Iterator[None]:
    """Move the pointer along a path of time (s), as a mouse reports it; yield after every frame."""
    begin, reported = clock[0], 0.0
    while clock[0] < begin + seconds - 1e-9:
        frame_ends = clock[0] + FRAME_S
        while reported + MOUSE_S <= frame_ends - begin + 1e-9:
            reported += MOUSE_S
            clock[0] = begin + reported
            router.on_mouse_motion(*path(min(reported, seconds)))
        clock[0] = frame_ends
        scene.update(FRAME_S)
        yield


def _between(one: tuple[float, float], other: tuple[float, float], share: float) -> tuple[float, float]:
    """Return a place between two, as a hand goes: slowly at both ends."""
    share = min(1.0, max(0.0, share))
    smooth = share * share * (3.0 - 2.0 * share)
    return one[0] + (other[0] - one[0]) * smooth, one[1] + (other[1] - one[1]) * smooth


if __name__ == "__main__":
    main(Path(sys.argv[1]))
