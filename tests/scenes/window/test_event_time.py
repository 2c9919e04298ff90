"""When an event happened: the X server's stamps as seconds, and a flick of which many samples come with one frame."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from time import perf_counter
from types import SimpleNamespace
from typing import Any

import pytest

from scenes.window import event_time
from scenes.window.event_time import LATEST_S, WRAP_MS, ServerClock, stamp_events
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.physics.minimum_jerk import minimum_jerk
from tests.games.riff_raff.matches import configuration
from tests.games.riff_raff.scenes.test_play import AtTable, my_turn

__all__ = ["configuration"]

FLICK_S = 0.3


def delays(clock: ServerClock, first_ms: int, rate: float, count: int = 2000) -> list[float]:
    """By how much the clock errs (s), for events every 8 ms that wait up to 30 ms; the server's second is `rate` s."""
    chance, errs = random.Random(4), []
    for number in range(count):
        happened = 100.0 + 0.008 * number
        stamp = max(1, (first_ms + int(8 * rate * number)) % WRAP_MS)
        waited = chance.choice((0.0002, 0.004, 0.012, 0.03))
        errs.append(happened - clock.seconds(stamp, happened + waited))
    return errs[20:]


@pytest.mark.parametrize("first_ms", [5, 3_000_000_000, WRAP_MS - 3000])
@pytest.mark.parametrize("rate", [1.0, 1.00003, 0.99997])
def test_stamps_are_told_in_seconds_of_ones_own_clock(first_ms: int, rate: float) -> None:
    assert all(abs(err) < 0.0016 for err in delays(ServerClock(), first_ms, rate))


def test_what_has_no_stamp_or_waited_for_ever_is_of_now() -> None:
    clock = ServerClock()
    assert clock.seconds(0, 7.0) == 7.0
    assert clock.seconds(1000, 8.0) == 8.0
    assert clock.seconds(0, 9.0) == 9.0
    assert clock.seconds(2000, 9.25) == pytest.approx(9.0, abs=0.001)
    assert clock.seconds(2100, 60.0) == 60.0 - LATEST_S


def test_while_an_event_is_handed_over_its_time_is_told() -> None:
    heard: list[float] = []

    def handler(event: Any) -> None:
        heard.append(event_time.event_time())
        if event.fails:
            raise RuntimeError

    window: Any = type("XlibWindow", (), {})()
    window._event_handlers = {6: handler, 33: handler}
    window._view_event_handlers = {4: handler}
    assert stamp_events(window)
    assert window._event_handlers[33] is handler
    for kind, table in ((6, window._event_handlers), (4, window._view_event_handlers)):
        table[kind](SimpleNamespace(xkey=SimpleNamespace(time=50_000), fails=False))
    # The second was listened to later, but both happened in the same millisecond.
    assert heard[0] == pytest.approx(heard[1], abs=1e-6)
    assert heard[1] < perf_counter()
    with pytest.raises(RuntimeError):
        window._event_handlers[6](SimpleNamespace(xkey=SimpleNamespace(time=50_001), fails=True))
    assert event_time.event_time() > heard[1]
    before = perf_counter()
    assert before <= event_time.event_time() <= perf_counter()


def test_other_windows_are_left_alone() -> None:
    assert not stamp_events(SimpleNamespace(_event_handlers={}, _view_event_handlers={}))


def flicked(
    configuration: RiffRaffConfiguration, frames_hz: float, mouse_hz: float, late_s: float, stamped: bool = True
) -> Any:
    """A boat carried and flicked; the mouse speaks at its own rate, the window listens once a frame, stamps say when.

    late_s: so long after the last that the mouse tells of the button goes up. Returns the attempt and the hand's true
    velocity.
    """
    table = AtTable(my_turn(configuration, 5), (900, 600))
    layer, spot = table.layer, table.spot("boat")
    layer.hand.stamped = lambda: stamped
    layer.press(*spot, 1, 0)
    table.rest(lambda: table.match.table.holds, spot)
    start = table.screen(-140.0, 150.0)
    table.move(spot, start, 0.6)
    for _ in range(20):
        table.frame(*start)
    way = (-140.0, 60.0)
    scale = table.scene.camera.pixels_per_mm

    def hand(time_s: float) -> tuple[float, float]:
        gone = minimum_jerk(max(0.0, time_s) / FLICK_S) * scale
        return start[0] + way[0] * gone, start[1] + way[1] * gone

    begins = table.now_s + 0.003
    events: list[tuple[float, Callable[[], None]]] = []
    number = 1
    while number / mouse_hz < 0.6 * FLICK_S:
        at = hand(number / mouse_hz)
        events.append((begins + number / mouse_hz, lambda at=at: layer.pointer(*at)))
        number += 1
    last = hand((number - 1) / mouse_hz)
    lets_go = begins + (number - 1) / mouse_hz
    events.append((lets_go + late_s, lambda: layer.release(*last, 1)))
    clock = table.now_s
    while events or table.match.table.holds:
        clock += 1.0 / frames_hz
        while events and events[0][0] <= clock:
            happened, what = events.pop(0)
            table.now_s = happened if stamped else clock
            what()
        table.now_s = clock
        layer.update(1.0 / frames_hz)
        assert clock < lets_go + 1.0
    h = 1e-5
    before, after = hand(lets_go - begins - h), hand(lets_go - begins + h)
    true = tuple((b - a) / (2 * h * scale) for a, b in zip(before, after, strict=True))
    return table.match.table.carrying, true


@pytest.mark.study
@pytest.mark.parametrize(("frames_hz", "mouse_hz"), [(24.0, 125.0), (30.0, 1000.0), (60.0, 125.0), (144.0, 125.0)])
def test_a_fast_flick_leaves_with_the_hands_velocity_however_seldom_the_window_listens(
    screen: Any, configuration: RiffRaffConfiguration, frames_hz: float, mouse_hz: float
) -> None:
    carrying, true = flicked(configuration, frames_hz, mouse_hz, 0.9 / mouse_hz)
    assert carrying.flicked
    assert math.dist(carrying.release_velocity, true) < 0.02 * math.hypot(*true)


@pytest.mark.slow
@pytest.mark.parametrize(("frames_hz", "mouse_hz"), [(30.0, 125.0), (60.0, 1000.0), (144.0, 125.0)])
def test_without_stamps_a_flick_leaves_with_the_hands_velocity_too(
    screen: Any, configuration: RiffRaffConfiguration, frames_hz: float, mouse_hz: float
) -> None:
    carrying, true = flicked(configuration, frames_hz, mouse_hz, 0.9 / mouse_hz, stamped=False)
    assert carrying.flicked
    assert math.dist(carrying.release_velocity, true) < 0.02 * math.hypot(*true)


@pytest.mark.slow
def test_a_button_that_goes_up_a_moment_late_takes_little_off(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    carrying, true = flicked(configuration, 60.0, 125.0, 0.025)
    assert math.hypot(*carrying.release_velocity) / math.hypot(*true) == pytest.approx(1.0, abs=0.02)
    # By then the hand rests over a panel, where a piece is put back.
    put_back, _ = flicked(configuration, 60.0, 125.0, 0.3)
    assert put_back is None
