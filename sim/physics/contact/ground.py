"""Shapes that lie still in a space, many of them, each added and removed by the engine's own functions.

A `pymunk.Poly` is an object of Python with callbacks of its own, which takes some fifteen microseconds from its making
to its end; what it calls takes two. The engine gets the same calls in the same order, and so does the very same steps.
Checked by tests/physics/test_ground.py.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Sequence
from itertools import repeat
from typing import Any, NamedTuple

import pymunk
from pymunk._chipmunk_cffi import ffi, lib

from sim.physics import Point

Pointer = Any
"""The engine's own pointer to a shape: two of them are equal, with one hash, if the shape is the same."""

_HERE = ffi.new("cpTransform *", pymunk.Transform.identity())[0]


def pointer(shape: pymunk.Shape) -> Pointer:
    """Return the engine's pointer to a shape of pymunk's."""
    return shape._shape


class BeginsToTouch:
    """A callback for `Space.on_collision` that writes down (kind, one shape, the other one); `data` is the kind."""

    def __init__(self) -> None:
        self.begun: list[tuple[int, Pointer, Pointer]] = []
        self._first, self._second = ffi.new("cpShape *[1]"), ffi.new("cpShape *[1]")

    def __call__(self, arbiter: pymunk.Arbiter, _space: pymunk.Space, kind: int) -> None:
        """Write down the two shapes of an arbiter."""
        lib.cpArbiterGetShapes(arbiter._arbiter, self._first, self._second)
        self.begun.append((kind, self._first[0], self._second[0]))


class Finish(NamedTuple):
    """The surface of a shape: its friction and elasticity, its collision type, and what it meets."""

    friction: float
    elasticity: float
    collision_type: int
    filter: pymunk.ShapeFilter


class Ground:
    """Shapes on the static body of a space.

    shown: the shape that pymunk's callbacks and queries are shown in place of each of them; where it is None, these
    must not ask which shape was met.
    """

    def __init__(self, space: pymunk.Space, shown: pymunk.Shape | None = None) -> None:
        self._space, self._body = space._space, space.static_body._body
        self._shown = shown  # lives as long as they do
        self._shapes: dict[Pointer, None] = {}
        # The space lives until they are gone, by the reference that is kept here.
        weakref.finalize(self, _clear, space, self._shapes).atexit = False

    def add(self, corners: Sequence[Point], finish: Finish) -> Pointer:
        """Add a convex polygon (mm)."""
        return self._add(lib.cpPolyShapeNew(self._body, len(corners), corners, _HERE, 0.0), finish)

    def add_disc(self, radius_mm: float, centre: Point, finish: Finish) -> Pointer:
        return self._add(lib.cpCircleShapeNew(self._body, radius_mm, centre), finish)

    def _add(self, shape: Pointer, finish: Finish) -> Pointer:
        friction, elasticity, collision_type, meets = finish
        lib.cpShapeSetFriction(shape, friction)
        lib.cpShapeSetElasticity(shape, elasticity)
        lib.cpShapeSetCollisionType(shape, collision_type)
        lib.cpShapeSetFilter(shape, meets)
        if self._shown is not None:
            lib.cpShapeSetUserData(shape, lib.cpShapeGetUserData(pointer(self._shown)))
        lib.cpSpaceAddShape(self._space, shape)
        self._shapes[shape] = None
        return shape

    def remove(self, shape: Pointer) -> None:
        """Remove a shape. Raises KeyError if it is not here."""
        del self._shapes[shape]
        lib.cpSpaceRemoveShape(self._space, shape)
        lib.cpShapeFree(shape)


def _clear(space: pymunk.Space, shapes: dict[Pointer, None]) -> None:
    deque(map(lib.cpSpaceRemoveShape, repeat(space._space), shapes), 0)
    deque(map(lib.cpShapeFree, shapes), 0)
    shapes.clear()
