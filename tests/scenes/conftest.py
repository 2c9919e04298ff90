"""One off-screen target for all tests that draw: contexts are slow to make and share nothing with each other."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

# The command asks the driver after no call whether it failed; the tests do, after each.
os.environ.setdefault("PYGLET_DEBUG_GL", "true")
sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session")
def _screens() -> Iterator[list[object]]:
    made: list[object] = []
    yield made
    for screen in made:
        screen.close()  # type: ignore[attr-defined]


@pytest.fixture
def screen(display: str, _screens: list[object]) -> Iterator[object]:
    """An OffScreen of 640x480; tests may resize it. Its context is current."""
    from scenes.window import OffScreen

    if not _screens:
        _screens.append(OffScreen(640, 480))
    target = _screens[0]
    target.resize(640, 480)
    target.window.switch_to()
    return target
