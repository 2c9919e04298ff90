"""What tests that draw share: whether there is a display, one off-screen target, and art that is painted once."""

from __future__ import annotations

import contextlib
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from tests.processes import LONG_S, completed, running

# The command asks the driver after no call whether it failed; the tests do, after each.
os.environ.setdefault("PYGLET_DEBUG_GL", "true")

PROBE = """
import os, pyglet
pyglet.options.headless = "DISPLAY" not in os.environ
import pyglet.window
window = pyglet.window.Window(64, 64, visible=False)
print("OpenGL", window.context.get_info().get_version())
window.close()
"""


def _display_required() -> bool:
    wish = os.environ.get("YARDARM_REQUIRE_DISPLAY")
    return wish == "1" or (wish is None and os.environ.get("CI") == "true")


def absent(reason: str) -> None:
    """A missing display is a skip on a developer's machine, and a failure where it was promised."""
    if _display_required():
        pytest.fail(f"{reason} (required by YARDARM_REQUIRE_DISPLAY=1 or CI=true)", pytrace=False)
    pytest.skip(reason)


def _spelled(painter: Any) -> str:
    """Spell a painter by its code and all that it was given, so that two of one spelling paint the same."""
    if isinstance(painter, partial):
        return f"{_spelled(painter.func)} {painter.args} {painter.keywords}"
    if not hasattr(painter, "__code__"):
        return repr(painter)
    inside = [_spelled(cell.cell_contents) for cell in painter.__closure__ or ()]
    return f"{painter.__module__}.{painter.__qualname__} {painter.__defaults__} {inside}"


@contextlib.contextmanager
def display_of_its_own() -> Iterator[None]:
    """Give a worker of pytest-xdist an X display of its own, if there is Xvfb.

    A display has one pointer and one focus, so that workers that share one wait for each other (see `x_display`). The
    first worker keeps the display that was given.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER", "gw0")
    if worker == "gw0" or "DISPLAY" not in os.environ or shutil.which("Xvfb") is None:
        yield
        return
    ours, its = os.pipe()
    # It ends with its standard input, so also with a worker that was killed.
    script = f"Xvfb -displayfd {its} -screen 0 1600x1200x24 -noreset -nolisten tcp & read -r _; kill $!"
    silent: Any = {"stdin": subprocess.PIPE, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    with running(["sh", "-c", script], pass_fds=[its], **silent):
        os.close(its)
        with os.fdopen(ours) as told:
            number = told.readline().strip()
        if number:
            os.environ["DISPLAY"] = f":{number}"
        yield


COARSE = 1.0
"""Pixels a millimetre: by default a scene's art is painted no sharper than a small window shows it (see `sharp`)."""
_sharpest = [COARSE]


@cache
def paint_once() -> None:
    """Let a scene's art be painted once a session: nearly every test sets up a whole scene, and art is most of it."""
    from scenes.drawing import palette
    from scenes.drawing.quads import Atlas
    from scenes.drawing.sprites import Art, Gallery
    from scenes.games.zack import lens
    from scenes.layout import text

    # The painter is kept with its picture: what its spelling names by address stays where it is.
    painted: dict[tuple[object, ...], tuple[Any, Any]] = {}

    def once(painter: Callable[..., Any]) -> Callable[..., Any]:
        def paint(*given: Any) -> Any:
            key = _spelled(partial(painter, *given)), tuple(palette.PIECES.values()), text.scale()
            if key not in painted:
                painted[key] = painter, painter(*given)
            return painted[key][1]

        return paint

    hang = Gallery.art

    def art(self: Gallery, name: str, painter: Callable[[float], Any], seen: bool = True) -> Art:
        paint = once(painter)
        # The sign of a slot has a size in pixels.
        paint_at = paint if name.startswith("tag") else lambda scale: paint(min(scale, _sharpest[0]))
        return hang(self, name, paint_at, seen)

    Gallery.art = art
    fill = Atlas.__init__

    def atlas(self: Atlas, paint: Callable[..., Any], *rest: Any, **more: Any) -> None:
        fill(self, once(paint), *rest, **more)

    Atlas.__init__ = atlas
    lens.box_cut_picture = once(lens.box_cut_picture)


@pytest.fixture(scope="session")
def _drawing() -> str | None:
    """Why nothing can be drawn here, or None. Tried in a process of its own, since pyglet's choice is final."""
    try:
        probe = completed([sys.executable, "-c", PROBE], text=True)
    except subprocess.TimeoutExpired:
        return f"opening a pyglet window took more than {LONG_S:g} seconds"
    if probe.returncode != 0:
        return f"pyglet cannot draw: {probe.stderr.strip().splitlines()[-1]}"
    return None


@pytest.fixture(scope="session")
def display(_drawing: str | None) -> str:
    """For tests that draw: `window` with a display, `headless` (EGL, off screen) without one.

    Art is painted once.
    """
    if _drawing is not None:
        absent(_drawing)
    paint_once()
    return "window" if "DISPLAY" in os.environ else "headless"


@pytest.fixture
def sharp() -> Iterator[None]:
    """For tests of how sharp art is: it is painted as in use."""
    _sharpest[0] = math.inf
    yield
    _sharpest[0] = COARSE


@pytest.fixture
def unpainted(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests of the words of a page: its pictures, which take most of its time, are empty."""
    monkeypatch.setattr("matplotlib.figure.Figure.savefig", lambda *_given, **_named: None)


@pytest.fixture
def x_display(display: str) -> Iterator[str]:
    """For tests that need a real window, such as those with xdotool: the name of the X display, for one test at a time.

    The pointer and the focus are there once: two windows at a time, by two runs, take them from each other.
    """
    if display != "window":
        absent("no X display (run the tests under xvfb-run)")
    import fcntl

    name = os.environ["DISPLAY"]
    lock = Path(tempfile.gettempdir()) / f"yardarm-tests-{os.getuid()}{re.sub(r'[^A-Za-z0-9]', '-', name)}.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield name


@pytest.fixture(scope="session")
def _screens() -> Iterator[list[object]]:
    """The one target, once it is made: contexts are slow to make and share nothing with each other."""
    made: list[object] = []
    yield made
    for screen in made:
        screen.close()


@pytest.fixture
def screen(display: str, _screens: list[object]) -> Iterator[object]:
    """An OffScreen of 640x480; tests may resize it. Its context is current."""
    from scenes.window.window import OffScreen

    if not _screens:
        _screens.append(OffScreen(640, 480))
    target = _screens[0]
    target.resize(640, 480)
    return target
