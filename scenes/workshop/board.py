"""A design's drawing in the window: its camera, its live model, and figures at their places."""

from __future__ import annotations

import math
from collections.abc import Hashable
from functools import partial
from typing import TYPE_CHECKING, Any

from pyglet.graphics import Group

from scenes.drawing import palette
from scenes.drawing.batch import Batch
from scenes.drawing.hud import PanelSprite, Seldom
from scenes.drawing.panels import Pen
from scenes.layout.text import LEAST_TEXT
from scenes.window.camera import Camera, Point, Rectangle
from scenes.window.viewport import draw_in
from scenes.workshop.figures import DrawingBoard, Marks, View, risk_colour
from scenes.workshop.layout import spread
from scenes.workshop.words import figure_words, tag_picture, tag_size
from sim.statistics import NO_DATA, Interval
from sim.workshop.drawing import Body, Risk
from sim.workshop.findings import COARSE, Findings, half_width, is_steady
from sim.workshop.prototype import Prototype

if TYPE_CHECKING:
    from pyglet.window import Window

FIGURES_EVERY_S = 0.25
SWAY_EVERY_S = 0.03
"""How often a swaying design is drawn while it is surveyed: two pictures take as long as a trial."""
SEEN_PX = 0.5
"""How far something moves before it is drawn anew: the ship sways a little for twenty seconds after every edit."""
TAGS_A_FRAME = 2
"""The number of figures that are painted anew in one frame, so that no frame takes long."""
TAG_TEXT = 16.0
"""The least width of a drawing in heights of the text of its figures: there is room for two in a row."""
EDGE = 3.0
"""The room that figures leave at the sides of the drawing (window units)."""
STRETCH = 4.0
"""The width of a coloured stretch of wood (units of a 720-line window)."""


class Board:
    """The drawing of a prototype. batch, group: where its figures are drawn. risks, listed, share: what is shown."""

    def __init__(self, prototype: Prototype, batch: Batch, group: Group) -> None:
        self.prototype = prototype
        self.camera = Camera(Rectangle(-1, -1, 1, 1), Rectangle(0, 0, 1, 1))
        self.place = Rectangle(0, 0, 1, 1)
        self.risks: tuple[Risk, ...] = ()
        self.listed: tuple[Risk, ...] = ()
        self.share: Interval = NO_DATA
        self.rate_words = ""
        """What was said last of a rate that was known, and when."""
        self.rate_s = -math.inf
        self._batch, self._group = batch, group
        self._drawing = DrawingBoard()
        self._bodies: tuple[Body, ...] = ()
        self._seen: tuple[Body, ...] = ()
        """The bodies when they last moved for the eye."""
        self._seen_s = -math.inf
        self._tags: dict[str, PanelSprite] = {}
        self._painted: dict[str, tuple[Any, ...]] = {}
        self._behind = False
        self._trials: Seldom[object] = Seldom(FIGURES_EVERY_S)
        self._known: tuple[Hashable, int] = ((), -1)
        self._known_s = -math.inf

    def resize(self, place: Rectangle, ratio: float) -> None:
        """Take a place in the window (units, of `ratio` pixels each)."""
        self.place = place
        self.camera.resize(Rectangle(0, 0, place.width, place.height), ratio)

    def fit(self) -> None:
        """Show all of the design."""
        self.camera.home = Rectangle(*self.prototype.home())

    def to_window(self, point: Point) -> Point:
        """Convert a point of the design (mm) to window units."""
        x, y = self.camera.to_screen(self.prototype.from_design(point))
        return self.place.left + x, self.place.bottom + y

    def to_design(self, x: float, y: float) -> Point:
        """Convert a point of the window to the design (mm)."""
        return self.prototype.to_design(self.camera.to_world((x - self.place.left, y - self.place.bottom)))

    def advance(self, wall_s: float) -> None:
        """Move the live model on by wall time."""
        self.prototype.advance(wall_s)
        self._bodies = self.prototype.bodies()

    def look(self, found: Findings | None, clock_s: float) -> object:
        """Return all that changes the drawing by itself: bodies that move, and what is found out meanwhile."""
        if self._behind:
            return object()
        surveyed = found is not None and not found.done
        if clock_s >= self._seen_s + (SWAY_EVERY_S if surveyed else 0.0) and self._has_moved():
            self._seen, self._seen_s = self._bodies, clock_s
        poses = [(body.name, body.x, body.y, body.angle) for body in self._seen]
        known = None if found is None else (self.prototype.subject().key, found.trials, found.problem)
        return poses, self._trials.follow(known, clock_s)

    def _has_moved(self) -> bool:
        """Return True if any body is elsewhere than when this was last said, by more than the eye sees."""
        if [body.name for body in self._bodies] != [body.name for body in self._seen]:
            return True
        home = self.camera.home
        reach, scale = max(home.width, home.height) / 4, self.camera.pixels_per_mm
        return any(
            scale * max(abs(now.x - seen.x), abs(now.y - seen.y), reach * abs(now.angle - seen.angle)) > SEEN_PX
            for now, seen in zip(self._bodies, self._seen, strict=True)
        )

    def learn(self, found: Findings | None, clock_s: float) -> bool:
        """Work out the figures anew if more is known, a few times a second; of another design, at once.

        found: what is known about this design; None for nothing. Return True if that was done.
        """
        if found is None:
            found = Findings(self.prototype.subject().cells, 0)
        known = ((self.prototype.subject().key, self.prototype.hands), found.trials)
        other = known[0] != self._known[0]
        if known == self._known or not (other or clock_s >= self._known_s + FIGURES_EVERY_S):
            return False
        if other:
            # No figure of the last design waits for its turn to be painted.
            self._painted.clear()
        self._known, self._known_s = known, clock_s
        self.risks, self.listed = self.prototype.risks(found), self.prototype.listed(found)
        self.share = found.share(self.prototype.counted(found))
        if not math.isnan(self.share.low):
            self.rate_words, self.rate_s = self.prototype.headline(self.share), clock_s
        return True

    def show(self, pen: Pen, ratio: float, most: int) -> int:
        """Show bodies and figures; return how many of the `most` figures that may be painted anew are left."""
        self._drawing.show(self._bodies)
        self._behind = False
        boxes: dict[str, Rectangle] = {}
        place = self.place
        text = max(round(LEAST_TEXT * ratio), round(place.width * ratio / TAG_TEXT))
        room = Rectangle(place.left + EDGE, place.bottom, place.right - EDGE, place.top)
        for risk in self.risks:
            if risk.at is None:
                continue
            tag = self._tags.get(risk.name)
            if tag is None:
                tag = self._tags[risk.name] = PanelSprite(self._batch, self._group)
            wanted = (figure_words(risk.share), not is_steady(risk.share), (pen, text), palette.INK)
            if self._painted.get(risk.name) != wanted:
                if most > 0 or risk.name not in self._painted:
                    self._painted[risk.name] = wanted
                    most -= 1
                else:
                    self._behind = True
            words, _, _, _ = self._painted[risk.name]
            x, y = self.to_window(risk.at)
            wide, high = (side / ratio for side in tag_size(risk.name, words, pen, text))
            left = x - wide / 2 if not risk.side else x - wide if risk.side < 0 else x
            top = y - 5.0 * pen.unit if not risk.side else y + high / 2
            boxes[risk.name] = Rectangle(left, top - high, left + wide, top)
        for name, at in zip(boxes, spread(tuple(boxes.values()), room), strict=True):
            words, faint, _, _ = painted = self._painted[name]
            self._tags[name].show(painted, at.left, at.top, ratio, partial(tag_picture, name, words, pen, text, faint))
        for name, tag in self._tags.items():
            if name not in boxes:
                tag.hide()
        return most

    def mark(self, marks: Marks, unit: float) -> None:
        """Colour the stretches of wood by their risk."""
        for risk in self.risks:
            if risk.ends is not None and half_width(risk.share) <= COARSE:
                start, end = (self.to_window(point) for point in risk.ends)
                marks.stretch(start, end, max(3.0, STRETCH * unit), risk_colour(risk.share.estimate))

    def hide(self) -> None:
        """Hide the figures, before the drawing is taken away."""
        for tag in self._tags.values():
            tag.hide()

    def draw(self, window: Window, size: tuple[float, float], ratio: float) -> None:
        """Draw the bodies, without the figures, into a window of `size`."""
        draw_in(window, View(self._drawing, self.camera, self._bodies), self.place, size, ratio)
