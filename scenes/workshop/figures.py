"""Shapes of the drawing board as vertex lists, made once for a look and moved by their matrix; a part drawn large."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pyglet import shapes
from pyglet.gl import GL_TRIANGLES
from pyglet.graphics import Group
from pyglet.math import Mat4, Vec3

from scenes.drawing import palette
from scenes.drawing.batch import Batch
from scenes.drawing.palette import Colour, darker, lighter, mix
from scenes.window.camera import Camera, Point, Rectangle
from scenes.window.viewport import clear, clipped, draw_in, view_of
from sim.workshop.drawing import Body, Shape

if TYPE_CHECKING:
    from pyglet.graphics.vertexdomain import VertexList
    from pyglet.window import Window


EDGE_MM = 0.7
LINE_MM = 2.0
GRID_MM = 10.0
LEAST_GRID = 7.0
"""The least distance of two lines of the grid (window units)."""
BEHIND = 0.45
"""How far what lies deeper fades into the paper."""


def colour_of(tone: str) -> Colour:
    """Return the colour of a tone: of a piece, a card, or what a part is made of."""
    tones: dict[str, Colour] = {
        "hull": palette.HULL,
        "mast": palette.MAST,
        "yard": palette.YARD,
        "peg": palette.PEG,
        "rod": palette.BRASS,
        "ball": palette.STEEL,
        "table": palette.TABLE,
        "box": palette.BOX,
        "wave": palette.CARD_FRONT,
        "bowl": palette.OAK,
        "card": palette.CARD_REVERSE,
        "hand": palette.SKIN,
        **palette.PIECES,
    }
    return tones.get(tone, palette.DECK)


class Figure:
    """The shapes of one look, drawn in their own frame."""

    def __init__(self, look: Iterable[Shape]) -> None:
        self._batch = Batch()
        self._kept: list[shapes.ShapeBase] = []
        fills, edges = Group(order=0), Group(order=1)
        for shape in look:
            fill = colour_of(shape.tone)
            if shape.behind:
                fill = mix(fill, palette.PAPER, BEHIND)
            edge = darker(fill, 0.45)
            points = list(shape.points)
            if shape.radius_mm is not None:
                ((x, y),) = points
                self._disc(x, y, shape.radius_mm, edge, fills)
                self._disc(x, y, max(0.1, shape.radius_mm - EDGE_MM), fill, edges)
            elif shape.closed:
                self._kept.append(shapes.Polygon(*points, color=(*fill, 255), batch=self._batch, group=fills))
                self._line([*points, points[0]], edge, EDGE_MM, edges)
            else:
                self._line(points, fill, LINE_MM, edges)

    def _disc(self, x: float, y: float, radius: float, colour: Colour, group: Group) -> None:
        disc = shapes.Circle(x, y, radius, segments=40, color=colour, batch=self._batch, group=group)
        self._kept.append(disc)

    def _line(self, points: list[tuple[float, float]], colour: Colour, width: float, group: Group) -> None:
        self._kept.append(
            shapes.MultiLine(*points, thickness=width, color=(*colour, 255), batch=self._batch, group=group)
        )

    def draw(self) -> None:
        """Draw in the window's current view."""
        self._batch.draw()


class DrawingBoard:
    """One drawing: paper with a grid, and the bodies of a prototype, seen by a camera."""

    def __init__(self) -> None:
        self._figures: dict[tuple[Shape, ...], Figure] = {}
        self._at: dict[int, tuple[tuple[Shape, ...], Figure]] = {}
        self._grid = Batch()
        self._lines: VertexList | None = None
        self._ruled: tuple[Rectangle, float] | None = None

    def show(self, bodies: tuple[Body, ...]) -> None:
        """Make the figures of looks that are new, and forget those that are gone."""
        if all(id(body.shapes) in self._at for body in bodies):
            # Looking a look up by its value takes long, and what is the same object has the same value.
            return
        looks = {body.shapes for body in bodies}
        self._figures = {look: self._figures.get(look) or Figure(look) for look in looks}
        # Kept alive with its look, so that no other look can get its id.
        self._at = {id(body.shapes): (body.shapes, self._figures[body.shapes]) for body in bodies}

    def _rule(self, camera: Camera) -> None:
        """Rule the paper that the camera sees: a line every centimetre, or every five if these would be dense."""
        place, scale = camera.viewport, camera.scale
        seen = Rectangle(*camera.to_world((place.left, place.bottom)), *camera.to_world((place.right, place.top)))
        if (seen, scale) == self._ruled:
            return
        self._ruled = (seen, scale)
        grid = GRID_MM if GRID_MM * scale >= LEAST_GRID else 5 * GRID_MM
        # As quads of one pixel: software drivers draw lines much more slowly.
        half = 0.5 / (scale * camera.pixel_ratio)
        corners: list[float] = []
        colours: list[int] = []
        for low, high, upright in ((seen.left, seen.right, True), (seen.bottom, seen.top, False)):
            for step in range(math.ceil(low / grid), math.floor(high / grid) + 1):
                at = step * grid
                left, right = (at - half, at + half) if upright else (seen.left, seen.right)
                bottom, top = (seen.bottom, seen.top) if upright else (at - half, at + half)
                corners += (left, bottom, right, bottom, right, top, left, bottom, right, top, left, top)
                colours += 6 * (*mix(palette.PAPER, palette.PAPER_EDGE, 0.55 if step % 5 == 0 else 0.25), 255)
        if self._lines is not None:
            self._lines.delete()
        self._lines = shapes.get_default_shader().vertex_list(
            len(corners) // 2, GL_TRIANGLES, self._grid, position=("f", corners), colors=("Bn", colours)
        )

    def draw(self, window: Window, camera: Camera, bodies: tuple[Body, ...]) -> None:
        """Draw the bodies where they are, on ruled paper."""
        self._rule(camera)
        view = window.view = view_of(camera)
        self._grid.draw()
        for body in bodies:
            turned = Mat4.from_rotation(body.angle, Vec3(0, 0, 1))
            window.view = view @ Mat4.from_translation(Vec3(body.x, body.y, 0)) @ turned
            self._at[id(body.shapes)][1].draw()
        window.view = Mat4()


@dataclass(frozen=True, slots=True)
class View:
    """Bodies on a drawing board, seen by a camera, as `draw_in` draws them."""

    board: DrawingBoard
    camera: Camera
    bodies: tuple[Body, ...]

    def draw(self, window: Window) -> None:
        """Draw into the current target."""
        self.board.draw(window, self.camera, self.bodies)


class Marks:
    """Handles and coloured stretches of wood, in window units; made once and used again in every frame.

    under, over: the orders of the groups of the stretches and of the handles in the batch.
    """

    def __init__(self, batch: Batch, under: int = 0, over: int = 1) -> None:
        self.batch = batch
        self._stretches, self._rings, self._discs = Group(order=under), Group(order=over), Group(order=over + 1)
        self._handles: list[tuple[shapes.Circle, shapes.Circle]] = []
        self._lines: list[shapes.Line] = []
        self._used = self._drawn = 0

    def begin(self) -> None:
        """Begin a frame: nothing is marked."""
        self._used = self._drawn = 0

    def handle(self, x: float, y: float, radius: float, lit: bool, bad: bool) -> None:
        """Mark a handle. lit: it is held, chosen or under the pointer. bad: it cannot go there."""
        if self._used == len(self._handles):
            ring = shapes.Circle(0, 0, 1, segments=20, color=palette.INK, batch=self.batch, group=self._rings)
            disc = shapes.Circle(0, 0, 1, segments=20, color=palette.INK, batch=self.batch, group=self._discs)
            self._handles.append((ring, disc))
        ring, disc = self._handles[self._used]
        self._used += 1
        colour = palette.TONES["bad"] if bad else palette.GLOW if lit else lighter(palette.TONES["turn"], 0.35)
        for circle, size in ((ring, radius), (disc, radius - 1.5)):
            if circle.radius != size:
                circle.radius = size
            if circle.position != (x, y):
                circle.position = (x, y)
            if not circle.visible:
                circle.visible = True
        if tuple(disc.color[:3]) != colour:
            disc.color = (*colour, 255)

    def stretch(self, start: tuple[float, float], end: tuple[float, float], width: float, colour: Colour) -> None:
        """Colour a stretch of wood."""
        if self._drawn == len(self._lines):
            self._lines.append(shapes.Line(0, 0, 1, 1, batch=self.batch, group=self._stretches))
        line = self._lines[self._drawn]
        self._drawn += 1
        line.x, line.y = start
        line.x2, line.y2 = end
        line.thickness, line.color, line.visible = width, (*colour, 235), True

    def end(self) -> None:
        """End a frame: hide what was not marked."""
        for pair in self._handles[self._used :]:
            for circle in pair:
                circle.visible = False
        for line in self._lines[self._drawn :]:
            line.visible = False


def risk_colour(share: float) -> Colour:
    """Return the colour of a risk, from calm through lively (a fifth) to more than two fifths."""
    calm, lively, wild = palette.GAUGE
    at = min(1.0, max(0.0, share / 0.4)) * 2
    return mix(calm, lively, at) if at <= 1 else mix(lively, wild, at - 1)


MARGIN = 1.35
"""The side of the square, in widths or heights of the part."""


class PartSquare:
    """The square. marks: the handles of the part."""

    def __init__(self) -> None:
        self.place = Rectangle(0, 0, 1, 1)
        self.marks = Marks(Batch())
        self._drawing = DrawingBoard()
        self._camera = Camera(Rectangle(-1, -1, 1, 1), Rectangle(0, 0, 1, 1))
        self._body = Body("part", ())

    def resize(self, place: Rectangle, ratio: float) -> None:
        """Take a place in the window (units, of `ratio` pixels each)."""
        self.place = place
        self._camera.resize(Rectangle(0, 0, place.width, place.height), ratio)

    def to_window(self, point: Point) -> Point:
        """Convert a point of the part (mm) to window units."""
        x, y = self._camera.to_screen(point)
        return self.place.left + x, self.place.bottom + y

    def to_design(self, x: float, y: float) -> Point:
        """Convert a point of the window to the frame of the part (mm)."""
        return self._camera.to_world((x - self.place.left, y - self.place.bottom))

    def show(self, shapes: tuple[Shape, ...], still: bool) -> None:
        """Show the part, fitted into the square unless the paper is to lie still."""
        self._body = Body("part", shapes)
        if not still:
            sides = [
                (x + sign * (shape.radius_mm or 0.0), y + sign * (shape.radius_mm or 0.0))
                for shape in shapes
                for x, y in shape.points
                for sign in (-1, 1)
            ]
            (left, right), (low, high) = ((min(side), max(side)) for side in zip(*sides, strict=True))
            x, y, half = (left + right) / 2, (low + high) / 2, MARGIN * max(right - left, high - low) / 2
            self._camera.home = Rectangle(x - half, y - half, x + half, y + half)
        self._drawing.show((self._body,))

    def draw(self, window: Window, size: tuple[float, float], ratio: float) -> None:
        """Draw the part and its handles into a window of `size`."""
        left, bottom = round(self.place.left * ratio), round(self.place.bottom * ratio)
        with clipped(left, bottom, *self.place.pixels(ratio)):
            clear(palette.PAPER_DUE)
        draw_in(window, View(self._drawing, self._camera, (self._body,)), self.place, size, ratio)
        self.marks.batch.draw()
