"""Where a sleeve ends in the window, from the geometry of its sprites."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

SIZES = ((800, 500), (1280, 720), (2560, 1440), (333, 777))
ZOOMS = (0.4, 1.0, 3.0)


def far_corners(sleeve: Any, camera: Any) -> list[tuple[float, float]]:
    """The two corners at the far end of a sleeve, in window units."""
    far = sleeve.far
    turn, half = -math.radians(far.rotation), far.height / 2
    x, y = far.x + far.width * math.cos(turn), far.y + far.width * math.sin(turn)
    return [camera.to_screen((x - side * half * math.sin(turn), y + side * half * math.cos(turn))) for side in (-1, 1)]


def ends_outside(sleeve: Any, camera: Any, size: tuple[float, float]) -> bool:
    """Whether a sleeve's far end lies wholly beyond one edge of a window of that size."""
    corners = far_corners(sleeve, camera)
    return any(
        all(corner[axis] < 0 for corner in corners) or all(corner[axis] > size[axis] for corner in corners)
        for axis in (0, 1)
    )


def overlap_px(sleeve: Any) -> float:
    """How far the painted part reaches over where the drawn-out part begins (pixels of the picture; < 0: a gap)."""
    near, far = sleeve.near, sleeve.far
    turn = -math.radians(near.rotation)
    along = (far.x - near.x) * math.cos(turn) + (far.y - near.y) * math.sin(turn)
    aside = (far.y - near.y) * math.cos(turn) - (far.x - near.x) * math.sin(turn)
    assert abs(aside) < 1e-6
    assert far.rotation == near.rotation
    return float(near.image.width - near.image.anchor_x - along / near.scale)


def views(scene: Any) -> Iterator[tuple[tuple[float, float], float]]:
    """Lay a scene out for windows of several sizes, and zoom each at the middle of the table."""
    for size in SIZES:
        scene.resize(*size, 1.0)
        for zoom in ZOOMS:
            scene.camera.reset()
            scene.camera.zoom_at(scene.camera.viewport.centre, zoom)
            assert scene.camera.zoom == zoom
            yield size, zoom
