"""What every test shares: where the checkout is, and whether there is a display."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import typer
from hypothesis import settings

import yardarm
from tests import amounts
from tests.processes import LONG_S, completed, let_children_be_interrupted

ROOT = Path(__file__).resolve().parent.parent

# The machine is shared, so a slow moment is no failure; in CI the examples are the same on every run.
settings.register_profile("yardarm", deadline=None, derandomize=bool(os.environ.get("CI")))
settings.load_profile("yardarm")

let_children_be_interrupted()


def pytest_configure(config: pytest.Config) -> None:
    """Let searches be long where the slow tests run too (see tests/amounts.py)."""
    amounts.SLOW_TOO = "not slow" not in config.option.markexpr


PROBE = """
import os, pyglet
pyglet.options.headless = "DISPLAY" not in os.environ
import pyglet.window
window = pyglet.window.Window(64, 64, visible=False)
print("OpenGL", window.context.get_info().get_version())
window.close()
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What opens a real window is tried on a busy machine too."""
    for item in items:
        if "x_display" in getattr(item, "fixturenames", ()):
            item.add_marker("busy")


def _display_required() -> bool:
    wish = os.environ.get("YARDARM_REQUIRE_DISPLAY")
    return wish == "1" or (wish is None and os.environ.get("CI") == "true")


def absent(reason: str) -> None:
    """A missing display is a skip on a developer's machine, and a failure where it was promised."""
    if _display_required():
        pytest.fail(f"{reason} (required by YARDARM_REQUIRE_DISPLAY=1 or CI=true)", pytrace=False)
    pytest.skip(reason)


@pytest.fixture(scope="session", autouse=True)
def _one_command() -> Iterator[None]:
    """The command is put together once, and not for every line that tests have it run."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(yardarm, "build", cache(yardarm.build))
        patch.setattr(typer.main, "get_command", cache(typer.main.get_command))
        yield


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


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


@pytest.fixture
def display(_drawing: str | None, monkeypatch: pytest.MonkeyPatch) -> str:
    """For tests that draw: `window` with a display, `headless` (EGL, off screen) without one."""
    if _drawing is not None:
        absent(_drawing)
    if "DISPLAY" in os.environ:
        return "window"
    monkeypatch.setenv("PYGLET_HEADLESS", "1")
    return "headless"


@pytest.fixture
def x_display(display: str) -> Iterator[str]:
    """For tests that need a real window, such as those with xdotool: the name of the X display, for one test at a time.

    The pointer and the focus are there once: two windows at a time, by two workers, take them from each other.
    """
    if display != "window":
        absent("no X display (run the tests under xvfb-run)")
    import fcntl

    name = os.environ["DISPLAY"]
    lock = Path(tempfile.gettempdir()) / f"yardarm-tests-{os.getuid()}{re.sub(r'[^A-Za-z0-9]', '-', name)}.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield name
