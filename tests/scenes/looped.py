"""A scene in the window's loop, with a clock that goes from step to step: draws and steps are counted, not seconds."""

from __future__ import annotations

from typing import Any

from scenes.window.loop import LINGER_S, REST_S, Loop


class Looped:
    """A window that counts how often it is drawn, in a loop whose clock goes from step to step.

    scene: anything the loop can show. steps: how many there were.
    """

    def __init__(self, scene: Any) -> None:
        self.draws = self.steps = 0
        self._now_s = 0.0
        self._scene = scene
        self.loop = Loop(self, scene, lambda: self._now_s)

    def draw(self, _passed_s: float) -> None:
        """Draw as pyglet's window does, but without a picture."""
        self.draws += 1
        self._scene.show()

    def wait(self, seconds: float) -> tuple[int, int]:
        """Let that time pass; return how many steps it took and how often the window was drawn."""
        draws, steps, until_s = self.draws, self.steps, self._now_s + seconds
        while self._now_s < until_s:
            self._now_s += self.loop.step()
            self.steps += 1
        return self.steps - steps, self.draws - draws

    def rests(self) -> bool:
        """Once what happened last is over: is nothing drawn for ten seconds, and looked for seldom?"""
        self.wait(2 * LINGER_S + 0.1)
        steps, draws = self.wait(10.0)
        return draws == 0 and steps <= 10.0 / REST_S + 2
