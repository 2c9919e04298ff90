"""One off-screen target for all tests that draw: contexts are slow to make and share nothing with each other."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

# The command asks the driver after no call whether it failed; the tests do, after each.
os.environ.setdefault("PYGLET_DEBUG_GL", "true")
sys.path.insert(0, str(Path(__file__).parent))


def _spelled(painter: Any) -> str:
    """Spell a painter by its code and all that it was given, so that two of one spelling paint the same."""
    if isinstance(painter, partial):
        return f"{_spelled(painter.func)} {painter.args} {painter.keywords}"
    if not hasattr(painter, "__code__"):
        return repr(painter)
    inside = [_spelled(cell.cell_contents) for cell in painter.__closure__ or ()]
    return f"{painter.__module__}.{painter.__qualname__} {painter.__defaults__} {inside}"


@cache
def _paint_once() -> None:
    """Let a scene's art be painted once a session: nearly every test sets up a whole scene, and art is most of it."""
    from scenes.drawing import palette, text
    from scenes.drawing.sprites import Art, Gallery
    from scenes.games.zack import lens

    # The painter is kept with its picture: what its spelling names by address stays where it is.
    painted: dict[tuple[object, ...], tuple[Any, Any]] = {}

    def once(painter: Callable[..., Any]) -> Callable[..., Any]:
        def paint(*given: Any) -> Any:
            key = _spelled(partial(painter, *given)), palette.current(), text.scale()
            if key not in painted:
                painted[key] = painter, painter(*given)
            return painted[key][1]

        return paint

    hang = Gallery.art

    def art(self: Gallery, name: str, painter: Callable[[float], Any]) -> Art:
        return hang(self, name, once(painter))

    Gallery.art = art  # type: ignore[method-assign]
    lens.box_cut_picture = once(lens.box_cut_picture)


@pytest.fixture
def display(display: str) -> str:
    """As everywhere; and art is painted once."""
    _paint_once()
    return display


@pytest.fixture(scope="session")
def _screens() -> Iterator[list[object]]:
    made: list[object] = []
    yield made
    for screen in made:
        screen.close()  # type: ignore[attr-defined]


@pytest.fixture
def screen(display: str, _screens: list[object]) -> Iterator[object]:
    """An OffScreen of 640x480; tests may resize it. Its context is current."""
    from scenes.window.window import OffScreen

    if not _screens:
        _screens.append(OffScreen(640, 480))
    target = _screens[0]
    target.resize(640, 480)
    target.window.switch_to()
    return target
