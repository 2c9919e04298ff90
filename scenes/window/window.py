"""The window that every scene shares, opened with the best configuration that the driver grants, or off screen.

pyglet is imported only in here and in modules that need its drawing, and only after `prepare` has said whether there
is a display: importing pyglet.window without one fails.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from ctypes.util import find_library
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from PIL import Image

from scenes.window.gc_control import settle, unsettle
from sim.errors import InputError

if TYPE_CHECKING:
    from types import ModuleType

    from pyglet.window import Window

DRAW_HZ = 60.0
LEAST_SIZE = (320, 240)


class NoDrawingError(Exception):
    """No display, or no OpenGL on it; the message says which, without a full stop."""


class Drawn(Protocol):
    """What a picture is taken of."""

    def draw(self, window: Window) -> None:
        """Draw into the current target."""


class Drawing(Drawn, Protocol):
    """What a scene has to be for the window."""

    def resize(self, width: float, height: float, pixel_ratio: float) -> None:
        """The window is so many units wide and high, of `pixel_ratio` pixels each."""

    def update(self, wall_s: float) -> None:
        """So much time has passed."""


def prepare(off_screen: bool) -> ModuleType:
    """Import pyglet for a display or for none; returns `pyglet.window`. Raises NoDrawingError.

    What pyglet was first imported for in a process stays: its choice is final.
    """
    if "pyglet.window" not in sys.modules and "PYGLET_DEBUG_GL" not in os.environ:
        import pyglet

        # Else every call is followed by a question whether it failed: a fifth of what drawing costs in Python.
        pyglet.options.debug_gl = False
    if sys.platform.startswith("linux") and "pyglet.window" not in sys.modules:
        import pyglet

        has_display = bool(os.environ.get("DISPLAY"))
        if not off_screen and not has_display:
            raise NoDrawingError("there is no display")
        pyglet.options.headless = off_screen and (not has_display or find_library("EGL") is not None)
    try:
        import pyglet.window
    except Exception as problem:
        raise NoDrawingError(_reason(problem)) from problem
    return pyglet.window


def open_window(width: int, height: int, caption: str = "Yardarm", visible: bool = True, samples: int = 0) -> Window:
    """A window, with edges smoothed by that many `samples` if the driver can, without if not. Raises NoDrawingError.

    A scene whose pictures are smooth in themselves needs no samples: on a software driver four of them cost two thirds
    of the time of a frame again.
    """
    window_module = prepare(off_screen=not visible)
    import pyglet.gl

    config: Callable[..., pyglet.gl.Config] = pyglet.gl.Config
    wishes = [config(double_buffer=True, sample_buffers=1, samples=samples)] if samples else []
    problem: Exception | None = None
    for wish in [*wishes, config(double_buffer=True), None]:
        try:
            window: Window = window_module.Window(
                width, height, caption=caption, visible=visible, resizable=visible, config=wish
            )
        except Exception as failure:  # noqa: BLE001 - as above; the next wish is more modest
            problem = failure
            continue
        if visible:
            window.set_minimum_size(*LEAST_SIZE)
        return window
    raise NoDrawingError(_reason(problem)) from problem


def _reason(problem: Exception | None) -> str:
    name = type(problem).__name__
    if name == "NoSuchDisplayException":
        return "there is no display"
    words = " ".join(str(problem).split()).rstrip(".")
    return f"no OpenGL window can be opened ({words or name})"


def run(window: Window, drawing: Drawing) -> None:
    """Show a drawing in a window until it is closed; Ctrl-C closes it too."""
    import pyglet

    def fit(width: int, height: int) -> None:
        drawing.resize(width, height, pixel_ratio(window))

    def on_draw() -> None:
        window.clear()
        drawing.draw(window)

    window.push_handlers(on_resize=fit, on_draw=on_draw)
    fit(window.width, window.height)
    # The clock hands over what really passed since the last call: drawing.update lets simulated time follow it.
    pyglet.clock.schedule_interval(drawing.update, 1.0 / DRAW_HZ)
    settle()
    try:
        pyglet.app.run(1.0 / DRAW_HZ)
    except KeyboardInterrupt:
        pass
    finally:
        unsettle()
        pyglet.clock.unschedule(drawing.update)
        window.close()


def pixel_ratio(window: Window) -> float:
    """Pixels of the framebuffer a unit of the window: 2 on many high-density displays."""
    return float(window.get_framebuffer_size()[0]) / max(1, window.width)


class OffScreen:
    """A target of any size in memory, for pictures. Raises NoDrawingError, or InputError where the size is refused."""

    def __init__(self, width: int, height: int) -> None:
        self.window = open_window(64, 64, visible=False)
        self.window.switch_to()
        self._texture: Any = None
        self._buffer: Any = None
        try:
            self.resize(width, height)
        except InputError:
            self.window.close()
            raise

    def resize(self, width: int, height: int) -> None:
        """Another size. Raises InputError where the size is refused."""
        from pyglet.gl import GL_MAX_TEXTURE_SIZE, GLint, glGetIntegerv
        from pyglet.image.buffer import Framebuffer

        from scenes.drawing.sprites import blank_texture

        limit = GLint()
        glGetIntegerv(GL_MAX_TEXTURE_SIZE, limit)
        if max(width, height) > limit.value:
            raise InputError(f"--size: expected at most {limit.value} pixels a side here, found {width}x{height}.")
        self._forget()
        self.size = width, height
        self._texture = blank_texture(width, height)
        self._buffer = Framebuffer()
        self._buffer.attach_texture(self._texture)

    def picture(self, drawing: Drawn) -> Image.Image:
        """What a drawing looks like, as an RGB picture."""
        from pyglet.gl import GL_BGRA, GL_PACK_ALIGNMENT, GL_UNSIGNED_BYTE, GLubyte, glPixelStorei, glReadPixels

        width, height = self.size
        self.draw(drawing)
        self._buffer.bind()
        # In the order in which the texture holds it: nothing is converted on the way.
        data = (GLubyte * (4 * width * height))()
        glPixelStorei(GL_PACK_ALIGNMENT, 1)
        glReadPixels(0, 0, width, height, GL_BGRA, GL_UNSIGNED_BYTE, data)
        self._buffer.unbind()
        pixels = np.frombuffer(bytes(data), dtype=np.uint8).reshape(height, width, 4)
        return Image.fromarray(np.ascontiguousarray(pixels[::-1, :, 2::-1]))

    def draw(self, drawing: Drawn) -> None:
        """Draw, and wait until it is drawn."""
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
        """Give everything back."""
        self.window.switch_to()
        self._forget()
        self.window.close()

    def _forget(self) -> None:
        if self._buffer is not None:
            self._buffer.delete()
            self._texture.delete()
            self._buffer = self._texture = None
