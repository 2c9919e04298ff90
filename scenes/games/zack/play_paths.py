"""Lines and ghosts over the table, in mm: the hand's reach, its gesture, the ways of cards. Needs a display."""

from __future__ import annotations

import itertools
import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from PIL import Image
from pyglet.graphics import Group

from scenes.drawing.batch import Batch
from scenes.drawing.palette import GLOW, PAPER, TONES, Colour, lighter
from scenes.drawing.quads import Atlas, Quad, Quads, Tint
from scenes.games.zack.view import card_corners, edge_corners
from sim.games.zack.match.frame import StaticScene

Pose = tuple[float, float, float]
STROKES = 42
"""About the greatest number of strokes that are drawn for one course."""
PATHS, ENDS, LINES, AIM = 2600, 130, 400, 160
ARC, ROUND = 44, 28
"""About the number of strokes of an arc, and of a ring."""
RING_PIXELS, MOST_RING = 30.0, 1.9
"""The radius of the ring of the strength that is needed, and the largest ring as a multiple of it."""
DASH_MM = 14.0
GHOST_ALPHA, CARD_ALPHA, SHEET_ALPHA = 0.30, 0.70, 0.20


@dataclass(frozen=True, slots=True)
class Aim:
    """The throw of a card that leaves the hand now. at: where that is (mm). way: of the card (mm).

    strength: as a multiple of what carries the card into the bowl's middle. stays_in: it comes down in the bowl. fresh:
    how soon it is gone as the hand rests, from 1 (it moves) to 0.
    """

    at: tuple[float, float]
    way: list[tuple[float, float]]
    strength: float
    stays_in: bool
    fresh: float = 1.0


def _plain(_key: Hashable) -> Image.Image:
    return Image.new("RGBA", (4, 4), (255, 255, 255, 255))


def tint(colour: Colour, opacity: float) -> Tint:
    """Return a colour at an opacity from 0 to 1, as quads take it."""
    red, green, blue = (round(value * opacity) for value in colour)
    return red, green, blue, round(255 * opacity)


def stroke(a: tuple[float, float], b: tuple[float, float], width: float, paint: Tint) -> Quad:
    """Return a straight line of that width (mm) as a quad."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = math.hypot(dx, dy) or 1.0
    nx, ny = -dy / long * width / 2, dx / long * width / 2
    corners = (
        (a[0] - nx, a[1] - ny),
        (b[0] - nx, b[1] - ny),
        (b[0] + nx, b[1] + ny),
        (a[0] + nx, a[1] + ny),
    )
    return Quad(corners, "plain", paint)


class Paths:
    """Lines and ghosts that are drawn over the table; `batch` is in mm."""

    def __init__(self, static_scene: StaticScene) -> None:
        self.static_scene = static_scene
        self.batch = Batch()
        atlas = Atlas(_plain, ["plain"], spare=0)
        self._ghosts = Quads(atlas, self.batch, Group(order=0), PATHS)
        self._ends = Quads(atlas, self.batch, Group(order=1), ENDS)
        self._lines = Quads(atlas, self.batch, Group(order=2), LINES)
        self._aim = Quads(atlas, self.batch, Group(order=3), AIM)
        self._shown: Hashable = None
        self._drawn = 0

    # ------------------------------------------------------------------------------------------ ghosts

    def clear(self) -> None:
        """Remove the ghosts."""
        if self._shown is not None:
            self._begin(None)

    def _begin(self, key: Hashable) -> None:
        self._shown, self._drawn = key, 0
        self._ghosts.show([])
        self._ends.show([])

    def cloud(self, key: Hashable, paths: Sequence[Sequence[Pose]], hits: Sequence[bool], mm: float) -> None:
        """Show ghosts: the whole course of each card, and where it comes to rest.

        Under the same `key` courses are only ever added, and those that are drawn already stay as they are. hits:
        whether each card lies in the bowl. mm: the size of a pixel.
        """
        key = key, mm
        if key != self._shown or len(paths) < self._drawn:
            self._begin(key)
        if len(paths) == self._drawn:
            return
        strokes: list[Quad] = []
        ends: list[Quad] = []
        for path, hit in zip(paths[self._drawn :], hits[self._drawn :], strict=True):
            colour = _colour(hit)
            step = max(1, math.ceil(len(path) / STROKES))
            points = [*path[::step], path[-1]]
            paint = tint(colour, GHOST_ALPHA)
            strokes += [stroke(a[:2], b[:2], 1.6 * mm, paint) for a, b in itertools.pairwise(points) if a != b]
            ends.append(self._card(path[-1], colour, mm))
        self._drawn = len(paths)
        self._ghosts.add(strokes)
        self._ends.add(ends)

    def moment(self, paths: Sequence[Sequence[Pose]], hits: Sequence[bool], at: float, mm: float) -> None:
        """Show the cards at one moment of their courses; those that have come to rest by then stay.

        at: the index of the moment in the courses, between two points as a fraction. mm: the size of a pixel.
        """
        self._shown, self._drawn = ("moment", at), 0
        quads: list[Quad] = []
        for path, hit in zip(paths, hits, strict=True):
            place = min(at, len(path) - 1.0)
            first = int(place)
            a, b = path[first], path[min(first + 1, len(path) - 1)]
            share = place - first
            pose = (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share,
                    a[2] + math.remainder(b[2] - a[2], math.tau) * share)  # fmt: skip
            quads += [self._sheet(pose, _colour(hit)), self._card(pose, _colour(hit), mm)]
        self._ghosts.show(quads)
        self._ends.show([])

    def _sheet(self, pose: Pose, colour: Colour) -> Quad:
        """Return a whole card, translucent."""
        plate = self.static_scene.setup.plate
        corners = card_corners(*pose, plate.length_mm, plate.span_mm, 0.0)
        return Quad((corners[0], corners[1], corners[2], corners[3]), "plain", tint(colour, SHEET_ALPHA))

    def _card(self, pose: Pose, colour: Colour, mm: float) -> Quad:
        plate = self.static_scene.setup.plate
        corners = edge_corners(*pose, plate.length_mm, max(plate.thickness_mm, 2.0 * mm))
        return Quad((corners[0], corners[1], corners[2], corners[3]), "plain", tint(colour, CARD_ALPHA))

    # ------------------------------------------------------------------------------------------ the hand

    def hand(
        self,
        reach: tuple[float, float, float, float],
        side: int,
        strength: float,
        trail: Sequence[tuple[float, float, float]],
        mm: float,
    ) -> None:
        """Show the end of the hand's reach, and its gesture.

        reach: left, bottom, right, top (mm). strength: of the reach's lines, 0 to 1. trail: x, y and age (0 to 1) of
        the gesture's points. mm: the size of a pixel.
        """
        left, bottom, right, top = reach
        front = left if side > 0 else right
        quads: list[Quad] = []
        paint = tint(GLOW, 0.75 * strength)
        y = bottom
        while y < top:
            quads.append(stroke((front, y), (front, min(top, y + 0.6 * DASH_MM)), 2.0 * mm, paint))
            y += DASH_MM
        ends = [((front, level), (front + side * 3 * DASH_MM, level)) for level in (bottom, top)]
        quads += [stroke(a, b, 1.4 * mm, paint) for a, b in ends]
        for a, b in itertools.pairwise(trail):
            fresh = 1.0 - b[2]
            quads.append(stroke(a[:2], b[:2], (1.0 + 3.0 * fresh) * mm, tint(PAPER, 0.85 * fresh)))
        self._lines.show(quads)

    def aim(self, aim: Aim | None, mm: float) -> None:
        """Show where a card would fly, and how strong the throw is; None for nothing. mm: the size of a pixel."""
        if aim is None:
            self._aim.show([])
            return
        paint = tint(_colour(aim.stays_in), 0.9 * aim.fresh)
        faint = tint(_colour(aim.stays_in), 0.45 * aim.fresh)
        ways = list(itertools.pairwise([*aim.way[:: max(1, len(aim.way) // ARC)], aim.way[-1]]))
        quads = [stroke(a, b, 2.4 * mm, paint) for a, b in ways[::2]]
        x, y = aim.way[-1]
        size = 9.0 * mm
        quads += [
            stroke((x - size, y - size), (x + size, y + size), 2.6 * mm, paint),
            stroke((x - size, y + size), (x + size, y - size), 2.6 * mm, paint),
        ]
        # The ring that is meant, and the ring of the strength that there is.
        quads += _ring(aim.at, RING_PIXELS * mm, 1.6 * mm, tint(PAPER, 0.8 * aim.fresh))
        share = min(MOST_RING, aim.strength)
        quads += _ring(aim.at, share * RING_PIXELS * mm, 4.0 * mm, paint if share > 0.2 else faint)
        self._aim.show(quads)


def _ring(at: tuple[float, float], radius: float, width: float, paint: Tint) -> list[Quad]:
    points = [
        (at[0] + radius * math.cos(math.tau * n / ROUND), at[1] + radius * math.sin(math.tau * n / ROUND))
        for n in range(ROUND + 1)
    ]
    return [stroke(a, b, width, paint) for a, b in itertools.pairwise(points)]


def _colour(hit: bool) -> Colour:
    return lighter(TONES["good" if hit else "bad"], 0.35)
