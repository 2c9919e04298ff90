"""Drawing into a part of a window: a scene believes that it has a window of its own.

Importing this needs a display or pyglet's headless option.
"""

from __future__ import annotations

from typing import Any

from pyglet.gl import glViewport
from pyglet.math import Mat4

from scenes.window.camera import Rectangle
from scenes.window.window import Drawn


def draw_in(window: Any, drawing: Drawn, place: Rectangle, size: tuple[float, float], ratio: float) -> None:
    """Draw into `place` of a window of `size`, both in its units of `ratio` pixels; what is beyond it is cut off."""
    left, bottom = round(place.left * ratio), round(place.bottom * ratio)
    glViewport(left, bottom, round(place.right * ratio) - left, round(place.top * ratio) - bottom)
    window.projection = Mat4.orthogonal_projection(0, place.width, 0, place.height, -255, 255)
    try:
        drawing.draw(window)
    finally:
        glViewport(0, 0, round(size[0] * ratio), round(size[1] * ratio))
        window.projection = Mat4.orthogonal_projection(0, size[0], 0, size[1], -255, 255)
