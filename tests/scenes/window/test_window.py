"""The window's fallbacks, without opening one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from scenes.window import window
from scenes.window.window import display_scale, fitting


class Opened:
    """A window that opened."""

    def set_minimum_size(self, *_size: int) -> None:
        pass


def driver(monkeypatch: pytest.MonkeyPatch, most_samples: int | None) -> list[int | None]:
    """A driver that grants at most this many samples (None: nothing at all); the samples that were asked for."""
    asked: list[int | None] = []

    def make(*_size: int, config: Any, **_rest: Any) -> Opened:
        samples = 0 if config is None else config.samples or 0
        asked.append(None if config is None else samples)
        if most_samples is None or samples > most_samples:
            raise RuntimeError("Could not create GL context.")
        return Opened()

    monkeypatch.setattr(window, "prepare", lambda off_screen: SimpleNamespace(Window=make))
    return asked


def test_samples_are_given_up_where_the_driver_has_none(display: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert display
    window.prepare(off_screen=True)
    asked = driver(monkeypatch, 0)
    assert isinstance(window.open_window(100, 100, samples=4), Opened)
    assert asked == [4, 0]
    asked.clear()
    assert isinstance(window.open_window(100, 100), Opened)
    assert asked == [0]


def test_a_driver_that_grants_nothing_is_named(display: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert display
    window.prepare(off_screen=True)
    driver(monkeypatch, None)
    with pytest.raises(
        window.NoDrawingError, match=r"^no OpenGL window can be opened \(Could not create GL context\)$"
    ):
        window.open_window(100, 100, samples=4)


def test_a_size_beyond_the_driver_is_refused(screen: Any) -> None:
    from sim.errors import InputError

    with pytest.raises(InputError, match="--size: expected at most"):
        screen.resize(1_000_000, 10)
    assert screen.size == (640, 480)


@pytest.mark.parametrize(
    ("size", "scale", "screen", "fits"),
    [
        ((1280, 720), 1.0, (1920, 1080), (1280, 720)),
        ((1280, 720), 2.0, (3840, 2160), (2560, 1440)),
        ((1280, 720), 2.0, (1920, 1080), (1728, 972)),
        ((1280, 720), 0.5, (1920, 1080), (640, 360)),
        # Larger than the screen because it was asked for.
        ((1280, 720), 1.5, (1024, 600), (1280, 720)),
    ],
)
def test_a_window_is_scaled_as_far_as_the_screen_has_room(
    size: tuple[int, int], scale: float, screen: tuple[int, int], fits: tuple[int, int]
) -> None:
    assert fitting(size, scale, screen) == fits


@pytest.mark.parametrize(
    ("said", "scale"), [(2.0, 2.0), (0.75, 1.0), (1000.0, 4.0), (ValueError("Xft.dpi: 96.5"), 1.0)]
)
def test_the_scale_is_the_displays_within_reason(
    said: float | ValueError, scale: float, monkeypatch: pytest.MonkeyPatch, screen: Any
) -> None:
    import pyglet.display

    def get_scale() -> float:
        if isinstance(said, ValueError):
            raise said
        return said

    there = SimpleNamespace(get_scale=get_scale)
    monkeypatch.setattr(pyglet.display, "get_display", lambda: SimpleNamespace(get_default_screen=lambda: there))
    assert display_scale() == scale
