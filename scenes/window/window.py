"""The window that every scene shares, opened with the best configuration that the driver grants, or off screen.

pyglet is imported only here and in modules that draw with it, and these once there is something to draw on: the first
import in a process decides between windows and drawing off screen. `prepare` chooses; an import before it draws in
windows wherever a display is named (scenes/__init__.py).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from ctypes.util import find_library
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from PIL import Image

from scenes import has_display
from sim.errors import InputError

if TYPE_CHECKING:
    from types import ModuleType

    from pyglet.image import Texture
    from pyglet.window import Window

LEAST_SIZE = (320, 240)
ROOM = 0.96, 0.90
"""The most of a screen's width and height that a window of another scale takes: its frame needs some."""
SCALES = (0.5, 4.0)
"""The least and the greatest scale of a window."""


class NoDrawingError(Exception):
    """An error: there is no display, or no OpenGL on it. The message says which, without a full stop."""


class Drawn(Protocol):
    """A drawing of which a picture can be taken."""

    def draw(self, window: Window) -> None:
        """Draw into the current target."""


def prepare(off_screen: bool) -> ModuleType:
    """Import pyglet for use with or without a display and return `pyglet.window`. Raises NoDrawingError.

    The first import in a process decides: pyglet cannot change over later.
    """
    if not off_screen and not has_display():
        raise NoDrawingError("there is no display")
    if "pyglet.window" not in sys.modules:
        import pyglet

        if "PYGLET_DEBUG_GL" not in os.environ:
            # Otherwise pyglet checks every call for an error: a fifth of what drawing costs in Python.
            pyglet.options.debug_gl = False
        if sys.platform.startswith("linux"):
            pyglet.options.headless = off_screen and (not has_display() or find_library("EGL") is not None)
    try:
        import pyglet.window
    except Exception as problem:
        raise NoDrawingError(_reason(problem)) from problem
    return pyglet.window


def open_window(
    width: int,
    height: int,
    caption: str = "Yardarm",
    visible: bool = True,
    samples: int = 0,
    scale: float | None = None,
) -> Window:
    """Open a window whose edges are smoothed with `samples` samples, or with none if the driver has none.

    scale: a visible window is larger by that factor, as far as the screen has room; None: by the display's. Raises
    NoDrawingError. A scene whose pictures have smooth edges of their own needs no samples: on a software driver four
    of them make a frame take two thirds longer.
    """
    window_module = prepare(off_screen=not visible)
    import pyglet.gl

    if visible:
        width, height = _fitting((width, height), scale)
    config: Callable[..., pyglet.gl.Config] = pyglet.gl.Config
    configs = [config(double_buffer=True, sample_buffers=1, samples=samples)] if samples else []
    problem: Exception | None = None
    for chosen in [*configs, config(double_buffer=True), None]:
        try:
            window: Window = window_module.Window(
                width, height, caption=caption, visible=visible, resizable=visible, config=chosen
            )
        except Exception as failure:  # noqa: BLE001 - any failure of a driver; the next one is more modest
            problem = failure
            continue
        if visible:
            window.set_minimum_size(*LEAST_SIZE)
        return window
    raise NoDrawingError(_reason(problem)) from problem


def display_scale() -> float:
    """Return by how much the display asks for larger windows: Xft.dpi over 96 with X11, the monitor's on Windows.

    On a Mac it is 1, since its windows are scaled by the system (`pixel_ratio`).
    """
    if sys.platform == "darwin":
        return 1.0
    import pyglet.display

    try:
        asked = float(pyglet.display.get_display().get_default_screen().get_scale())
    except Exception:  # noqa: BLE001 - what the display says can be anything, and a window opens without it
        return 1.0
    return min(SCALES[1], max(1.0, asked))


def fitting(size: tuple[int, int], scale: float, screen: tuple[int, int]) -> tuple[int, int]:
    """Return a window's size times `scale`, or times less where the screen has no room; never less than asked for."""
    room = min(share * there / side for share, there, side in zip(ROOM, screen, size, strict=True))
    factor = max(min(scale, room), min(scale, 1.0))
    return round(size[0] * factor), round(size[1] * factor)


def rescale(window: Window, before: float | None, now: float | None) -> None:
    """Change a window's size from one scale to another; None is the display's."""
    before, now = (before or display_scale()), (now or display_scale())
    window.set_size(*_fitting(window.get_size(), now / before))


def _fitting(size: tuple[int, int], scale: float | None) -> tuple[int, int]:
    scale = display_scale() if scale is None else scale
    if scale == 1.0:
        return size
    import pyglet.display

    screen = pyglet.display.get_display().get_default_screen()
    return fitting(size, scale, (screen.width, screen.height))


def _reason(problem: Exception | None) -> str:
    name = type(problem).__name__
    if name == "NoSuchDisplayException":
        return "there is no display"
    words = " ".join(str(problem).split()).rstrip(".")
    return f"no OpenGL window can be opened ({words or name})"


def pixel_ratio(window: Window) -> float:
    """Return the pixels of the framebuffer a window unit: 2 on many high-density displays."""
    return float(window.get_framebuffer_size()[0]) / max(1, window.width)


def blank_texture(width: int, height: int) -> Texture:
    """Create a texture whose pixels lie in memory as a window's do: blue, green, red, opacity.

    Every driver accepts this order, and some are fastest with it: one that draws in software (Mesa's llvmpipe) is six
    times faster if texture and target both have it.
    """
    from pyglet.gl import GL_BGRA, GL_RGBA
    from pyglet.image import Texture

    return Texture.create(width, height, internalformat=GL_RGBA, fmt=GL_BGRA, blank_data=False)


class OffScreen:
    """A target in memory for pictures of any size.

    Making one raises NoDrawingError, or InputError if the size is refused.
    """

    def __init__(self, width: int, height: int) -> None:
        self.window = open_window(64, 64, visible=False)
        self._texture: Any = None
        self._buffer: Any = None
        try:
            self.resize(width, height)
        except InputError:
            self.window.close()
            raise

    def resize(self, width: int, height: int) -> None:
        """Change the size (pixels), and make its context current. Raises InputError if the size is refused."""
        from pyglet.gl import GL_MAX_TEXTURE_SIZE, GLint, glGetIntegerv
        from pyglet.image.buffer import Framebuffer

        self.window.switch_to()
        limit = GLint()
        glGetIntegerv(GL_MAX_TEXTURE_SIZE, limit)
        if max(width, height) > limit.value:
            raise InputError(
                "--size: expected at most {limit} pixels a side here, found {width}x{height}.",
                limit=limit.value,
                width=width,
                height=height,
            )
        self._forget()
        self.size = width, height
        self._texture = blank_texture(width, height)
        self._buffer = Framebuffer()
        self._buffer.attach_texture(self._texture)

    def picture(self, drawing: Drawn) -> Image.Image:
        """Return a drawing as an RGB picture."""
        from pyglet.gl import GL_BGRA, GL_PACK_ALIGNMENT, GL_UNSIGNED_BYTE, GLubyte, glPixelStorei, glReadPixels

        width, height = self.size
        self.draw(drawing)
        self._buffer.bind()
        # In the texture's own order of bytes, so that nothing has to be converted.
        data = (GLubyte * (4 * width * height))()
        glPixelStorei(GL_PACK_ALIGNMENT, 1)
        glReadPixels(0, 0, width, height, GL_BGRA, GL_UNSIGNED_BYTE, data)
        self._buffer.unbind()
        pixels = np.frombuffer(bytes(data), dtype=np.uint8).reshape(height, width, 4)
        return Image.fromarray(np.ascontiguousarray(pixels[::-1, :, 2::-1]))

    def draw(self, drawing: Drawn) -> None:
        """Draw a drawing and wait until it is done."""
        from pyglet.gl import GL_COLOR_BUFFER_BIT, glClear, glFinish, glViewport
        from pyglet.math import Mat4

        width, height = self.size
        self.window.switch_to()
        self._buffer.bind()
        glViewport(0, 0, width, height)
        self.window.projection = Mat4.orthogonal_projection(0, width, 0, height, -255, 255)
        glClear(GL_COLOR_BUFFER_BIT)
        drawing.draw(self.window)
        glFinish()
        self._buffer.unbind()

    def close(self) -> None:
        """Delete texture and buffer, and close the hidden window."""
        self.window.switch_to()
        self._forget()
        self.window.close()

    def _forget(self) -> None:
        if self._buffer is not None:
            self._buffer.delete()
            self._texture.delete()
            self._buffer = self._texture = None
