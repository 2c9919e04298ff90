"""A design tried by hand: the game's own practice table in the workshop's window, with this design."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scenes.play.settings import SettingsStore
from scenes.play.table_view import Stillness
from scenes.spec import play_layer_of, scene_of
from sim.match.seats import YOU
from sim.seat import PERSON, Seat
from sim.workshop.prototype import Prototype

if TYPE_CHECKING:
    from pyglet.window import Window


class PracticeTable:
    """The table of a practice with a prototype's design. Making one raises InputError if it cannot be opened."""

    def __init__(self, prototype: Prototype, size: tuple[float, float, float]) -> None:
        settings = SettingsStore.opened().settings.changed(profile=prototype.hands)
        seat = Seat(settings.name or YOU, prototype.hands, PERSON)
        self.practice = prototype.practice(seat, 1)
        self.scene = scene_of(self.practice, *size, self.practice.frame())
        build = play_layer_of(self.practice.game)
        self._stillness = Stillness()
        self.layer = build(self.practice, self.scene, settings, lambda: seat.name)

    def resize(self, width: float, height: float, ratio: float) -> None:
        """Lay out for a window of that size in units, of `ratio` pixels each."""
        self.layer.resize(width, height, ratio)

    def update(self, wall_s: float) -> None:
        """Move on by wall time."""
        self.layer.update(min(wall_s, 0.1))

    def look(self, clock_s: float) -> object:
        """Return what changes the picture without an event of the window."""
        return self._stillness.look(self.layer.controller.frame(), clock_s)

    def show(self, clock_s: float) -> None:
        """Move the pictures to the current frame."""
        self.scene.tidy()
        self.scene.show(self.layer.controller.frame(), clock_s)
        self.layer.show(clock_s)

    def draw(self, window: Window) -> None:
        """Draw the table, and the hand over it."""
        self.scene.draw(window)
        self.layer.draw(window)

    def close(self) -> None:
        """Stop work in the background."""
        self.layer.close()
