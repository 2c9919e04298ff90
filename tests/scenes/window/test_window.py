"""The window's fallbacks, without opening one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from scenes.window import window


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
