"""Drawing into a part of a window, clipping, and the view of a camera."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pyglet.gl import (
    GL_COLOR_BUFFER_BIT,
    GL_SCISSOR_TEST,
    GL_VIEWPORT,
    GLint,
    glClear,
    glClearColor,
    glDisable,
    glEnable,
    glGetIntegerv,
    glScissor,
    glViewport,
)
from pyglet.math import Mat4, Vec3

from scenes.window import display_list
from scenes.window.camera import Camera, Rectangle
from scenes.window.window import Drawn

if TYPE_CHECKING:
    from pyglet.window import Window


def draw_in(window: Window, drawing: Drawn, place: Rectangle, size: tuple[float, float], ratio: float) -> None:
    """Draw into `place` of a window of `size`, both in units of `ratio` pixels; what lies beyond `place` is cut off."""
    left, bottom = round(place.left * ratio), round(place.bottom * ratio)
    glViewport(left, bottom, round(place.right * ratio) - left, round(place.top * ratio) - bottom)
    window.projection = Mat4.orthogonal_projection(0, place.width, 0, place.height, -255, 255)
    try:
        drawing.draw(window)
    finally:
        glViewport(0, 0, round(size[0] * ratio), round(size[1] * ratio))
        window.projection = Mat4.orthogonal_projection(0, size[0], 0, size[1], -255, 255)


def view_of(camera: Camera) -> Mat4:
    """Return the view matrix with which a camera's world is drawn in mm."""
    (x, y), scale = camera.offset, camera.scale
    return Mat4.from_translation(Vec3(x, y, 0)) @ Mat4.from_scale(Vec3(scale, scale, 1))


@contextmanager
def clipped(left: int, bottom: int, width: int, height: int) -> Iterator[None]:
    """Cut off, while the context lasts, what is drawn beyond a part of the viewport.

    The part is in pixels from the viewport's lower left corner.
    """
    # The scissor's box counts from the window's corner, not from the viewport's.
    corner = (GLint * 4)()
    glGetIntegerv(GL_VIEWPORT, corner)
    glEnable(GL_SCISSOR_TEST)
    glScissor(corner[0] + left, corner[1] + bottom, width, height)
    try:
        with display_list.clipped_to((left, bottom, width, height)):
            yield
    finally:
        glDisable(GL_SCISSOR_TEST)


def clear(colour: tuple[int, int, int]) -> None:
    """Fill the part that `clipped` leaves, or the whole window, with a colour."""
    listener = display_list.listener()
    if listener is not None:
        listener.fill(colour, display_list.clip())
        return
    red, green, blue = (value / 255 for value in colour)
    glClearColor(red, green, blue, 1.0)
    glClear(GL_COLOR_BUFFER_BIT)
    glClearColor(0.0, 0.0, 0.0, 1.0)
