"""The handles of a design in the window: found, dragged by mouse, and moved by keys."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from scenes.window.camera import Point
from scenes.workshop.board import Board
from scenes.workshop.figures import Marks, PartSquare
from scenes.workshop.session import Session
from sim.language import _
from sim.workshop.editing import Handle

REACH = 13.0
"""How near to a handle a press has to be (units of a 720-line window)."""
RADIUS = 6.0
NUDGE_MM, FAR_NUDGE_MM = 1.0, 5.0
EDIT_S = 0.03
"""The least time between two edits of a drag: an edit takes most of a frame, so every other frame has none."""
PART_SIZE = 0.8
"""The size of the handles of the part, compared with the others."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A handle and the drawing it is on. part: True for the square with the part."""

    handle: Handle
    part: bool

    @property
    def name(self) -> tuple[str, bool]:
        """By this a handle is found again after an edit."""
        return self.handle.name, self.part


class HandleTool:
    """The handles of the design that is edited.

    board: returns its drawing. by_keys: True while keys move the handle that is chosen. refused_at: where in the
    window the last edit was refused, None unless it was.
    """

    def __init__(self, session: Session, board: Callable[[], Board], square: PartSquare) -> None:
        self._session, self._board, self._square = session, board, square
        self.by_keys = False
        self.refused_at: Point | None = None
        self._chosen = 0
        self._since_s = 0.0
        self._held: Placed | None = None
        self._wanted: Point | None = None
        self._known: tuple[tuple[object, ...], tuple[Placed, ...]] | None = None

    def all(self) -> tuple[Placed, ...]:
        """Return the handles of the design, then those of the part that is drawn large."""
        prototype = self._session.prototype
        # Asked for several times a frame; they change with the design and with the part.
        key = prototype, prototype.document.configuration, prototype.part
        if self._known is not None and all(a is b for a, b in zip(self._known[0], key, strict=True)):
            return self._known[1]
        found = (
            *(Placed(handle, False) for handle in prototype.handles()),
            *(Placed(handle, True) for handle in prototype.part_handles()),
        )
        self._known = key, found
        return found

    def place_of(self, placed: Placed) -> Point:
        """Return where a handle is in the window (units)."""
        return (self._square if placed.part else self._board()).to_window(placed.handle.at)

    def at(self, x: float, y: float, unit: float) -> Placed | None:
        """Return the handle next to that point of the window, None if none is near."""
        in_part = bool(self._session.prototype.part) and self._square.place.contains(x, y)
        near = [
            (math.dist((x, y), self.place_of(placed)), number, placed)
            for number, placed in enumerate(self.all())
            if placed.part == in_part
        ]
        best = min(near, default=None)
        return None if best is None or best[0] > REACH * max(1.0, unit) else best[2]

    @property
    def held(self) -> Placed | None:
        """The handle that is dragged, as it was when it was taken."""
        return self._held

    @property
    def chosen(self) -> Placed:
        """The handle that keys move."""
        handles = self.all()
        return handles[self._chosen % len(handles)]

    # ------------------------------------------------------------------------------------------ mouse

    def take(self, placed: Placed) -> None:
        """Begin to drag a handle."""
        self._session.next_gesture()
        self._held, self.by_keys, self._since_s = placed, True, EDIT_S
        self._chosen = next(number for number, each in enumerate(self.all()) if each.name == placed.name)

    def drag(self, x: float, y: float) -> None:
        """Note where the pointer is; the handle follows with `update`, once a frame."""
        if self._held is not None:
            self._wanted = (x, y)

    def update(self, wall_s: float = math.inf) -> bool:
        """Put the handle that is held where the pointer wants it, once in EDIT_S; return True if that was done.

        wall_s: since the last call.
        """
        self._since_s += wall_s
        if self._held is None or self._wanted is None or self._since_s < EDIT_S:
            return False
        self._since_s = 0.0
        (x, y), self._wanted = self._wanted, None
        # Corners of a piece are found again by their place, so the handle that is held is the one as it is now.
        held = self._held
        now = next((placed for placed in self.all() if placed.name == held.name), None)
        if now is not None:
            self._move(now, (self._square if now.part else self._board()).to_design(x, y))
        return True

    def release(self) -> None:
        """End the drag. What was refused at its end is shown in a message, for the design stays as it was."""
        self.update()
        refusal = self._session.prototype.document.refusal
        if self._held is not None and refusal:
            self._session.notice.say(refusal, "bad")
        self._held, self._wanted = None, None
        self._session.next_gesture()

    # ------------------------------------------------------------------------------------------ keys

    def choose_next(self, step: int) -> None:
        """Choose the next handle (`step` 1) or the one before (-1)."""
        self._session.next_gesture()
        self._chosen = (self._chosen + step) % len(self.all())

    def nudge(self, dx: int, dy: int, far: bool) -> None:
        """Move the chosen handle by a step to the right and up, NUDGE_MM or FAR_NUDGE_MM long."""
        placed, step = self.chosen, FAR_NUDGE_MM if far else NUDGE_MM
        x, y = placed.handle.at
        self._move(placed, (x + step * dx, y + step * dy))

    def _move(self, placed: Placed, wanted: Point) -> None:
        refused = not self._session.edit(placed.handle.edits(*wanted), placed.handle.name, placed.name)
        self.refused_at = self.place_of(placed) if refused else None

    # ------------------------------------------------------------------------------------------ picture

    def mark(self, marks: Marks, unit: float, over: Placed | None) -> None:
        """Mark the handles. over: the one under the pointer."""
        lit = {placed.name for placed in (over, self._held, self.chosen if self.by_keys else None) if placed}
        key = self._session.prototype.document.key
        for placed in self.all():
            held = self._held is not None and self._held.name == placed.name
            bad = bool(key) and held and any(key.startswith(own) for own in placed.handle.keys)
            size = RADIUS * max(1.0, unit) * (PART_SIZE if placed.part else 1.0)
            (self._square.marks if placed.part else marks).handle(*self.place_of(placed), size, placed.name in lit, bad)

    def words(self, over: Placed | None) -> str:
        """Return name and measure of the handle that is held, under the pointer or chosen; empty for none."""
        shown = self._held or over or (self.chosen if self.by_keys else None)
        if shown is None:
            return ""
        now = next((placed for placed in self.all() if placed.name == shown.name), None)
        return "" if now is None else f"{_(now.handle.name)}: {now.handle.label}"
