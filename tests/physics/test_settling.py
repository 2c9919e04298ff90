"""When is it over? Made-up courses of a hull and of one piece, observed sixty times a second."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from sim.physics.ship.attempt import MOVED_MM, QUIET_S, TURNS, SettleDetector

HZ = 60


def settled_at(
    hull_deg: Callable[[float], float],
    piece_mm: Callable[[float], float] = lambda _t: 0.0,
    who: Callable[[float], tuple[str, ...]] = lambda _t: ("it",),
    until_s: float = 20.0,
    pitch_deg: Callable[[float], float] = lambda _t: 0.0,
    fore_mm: Callable[[float], float] = lambda _t: 0.0,
) -> float | None:
    """The time at which it is called over, or None."""
    detector = SettleDetector()
    for tick in range(round(until_s * HZ)):
        t = tick / HZ
        names = who(t)
        places = [(piece_mm(t), 0.0, 0.0, fore_mm(t))] * len(names)
        if detector.observe(t, names, places, math.radians(hull_deg(t)), math.radians(pitch_deg(t))):
            return t
    return None


def test_a_still_ship_with_still_cargo_takes_half_a_second() -> None:
    assert settled_at(lambda _t: 12.0) == pytest.approx(QUIET_S, abs=2 / HZ)
    assert settled_at(lambda _t: 3.0, who=lambda _t: ()) == pytest.approx(QUIET_S, abs=2 / HZ)


def test_cargo_that_moves_or_vanishes_starts_it_anew() -> None:
    assert settled_at(lambda _t: 0.0, lambda t: 2 * MOVED_MM * (t >= 2.0)) == pytest.approx(QUIET_S, abs=2 / HZ)
    moving = settled_at(lambda _t: 0.0, lambda t: min(t, 2.0))
    assert moving is not None
    assert 2.0 < moving < 2.0 + QUIET_S + 2 / HZ
    gone = settled_at(lambda _t: 0.0, lambda t: min(t, 2.0), lambda t: ("it",) if t > 2.3 else ("it", "other"))
    assert gone == pytest.approx(2.3 + QUIET_S, abs=3 / HZ)


def swing(degrees: float, damping: float = 0.0) -> Callable[[float], float]:
    """A swing of five radians a second, which is so large at first."""
    return lambda t: degrees * math.exp(-damping * t) * math.cos(5 * t)


def test_fore_and_aft_counts_as_well() -> None:
    assert settled_at(lambda _t: 0.0, fore_mm=lambda t: 2 * MOVED_MM * (t >= 0.3)) == pytest.approx(0.8, abs=0.1)


def test_a_swing_that_does_not_grow_is_over_after_its_turns() -> None:
    turns_s = TURNS * math.pi / 5
    for degrees in (5.0, 12.0):
        assert settled_at(swing(degrees)) == pytest.approx(turns_s, abs=0.15)
        assert settled_at(lambda _t: 0.0, pitch_deg=swing(degrees)) == pytest.approx(turns_s, abs=0.15)


def test_a_swing_that_grows_is_not_over() -> None:
    """The other axis is slower, so that there is more than one whole half swing to compare."""

    def slow(t: float) -> float:
        return 5.0 * math.cos(1.5 * t)

    assert settled_at(swing(2.0), pitch_deg=slow) == pytest.approx(TURNS * math.pi / 1.5, abs=0.3)
    assert settled_at(swing(2.0, damping=-0.2), pitch_deg=slow, until_s=6.0) is None
    assert settled_at(slow, pitch_deg=swing(2.0, damping=-0.2), until_s=6.0) is None


def test_turns_count_from_when_something_last_moved() -> None:
    over = settled_at(swing(8.0), lambda t: min(t, 3.0))
    assert over is not None
    assert 3.0 + (TURNS - 1) * math.pi / 5 < over < 3.0 + (TURNS + 1) * math.pi / 5


def test_a_small_swing_is_over_sooner() -> None:
    small = settled_at(swing(0.4))
    assert small is not None
    assert small <= TURNS * math.pi / 5


@pytest.mark.parametrize("tremble_deg", [0.001, 0.02, 0.04])
def test_the_tremble_of_putting_down_is_no_swing(tremble_deg: float) -> None:
    """Cargo put down makes the hull tremble; half a second later she is heeling at 20 degrees a second."""

    def hull(t: float) -> float:
        return tremble_deg * math.sin(80 * t) if t < 0.1 else 25.0 * max(0.0, t - 0.15) ** 2

    assert settled_at(hull, until_s=2.0) is None


def test_a_ship_that_heels_over_slowly_is_not_calm() -> None:
    assert settled_at(lambda t: -3.0 * t, until_s=8.0) is None
    assert settled_at(lambda t: 0.8 * t, until_s=8.0) is None
