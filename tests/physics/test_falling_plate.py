"""The published falling plate (Andersen, Pesavento & Wang 2005): every figure that is quoted of it."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from sim.lab.fall import swings, turns_over
from tests.physics.reference_plate import (
    ANGLE,
    PUBLISHED,
    U,
    V,
    W,
    edge_on,
    edge_on_modes,
    edge_on_speed,
    fall,
    overturns,
    rates,
)

PAUSE = math.radians(5)  # the published tumbling of period two turns back by 2 degrees


@cache
def angles(istar: float) -> tuple[float, ...]:
    """The angles of a long fall from nearly edge-on, its beginning left out."""
    states = fall(istar, np.array([0.0, 0.0, 1.5, 0.0, 0.0, 0.0]), 400.0)
    return tuple(states[len(states) // 2 :, ANGLE].tolist())


def rotation_when_flat(istar: float) -> list[float]:
    """The rotation at every second passage through flat, of the second half of a long fall, exactly on the passage."""
    states = fall(istar, np.array([0.0, 0.0, 1.5, 0.0, 0.0, 0.0]), 400.0, step=0.01)
    states = states[len(states) // 2 :]
    turns = states[:, ANGLE] / math.pi
    at = np.flatnonzero(np.diff(np.floor(turns)))
    share = (np.maximum(np.floor(turns[at]), np.floor(turns[at + 1])) - turns[at]) / (turns[at + 1] - turns[at])
    rotation: list[float] = (states[at, W] + share * (states[at + 1, W] - states[at, W])).tolist()
    return rotation


def test_speeds_along_and_across() -> None:
    assert edge_on_speed() == pytest.approx(2.8025, abs=5e-5)
    broadside_speed = math.sqrt(math.pi / (PUBLISHED.drag_a + PUBLISHED.drag_b))
    assert broadside_speed == pytest.approx(1.1441, abs=5e-5)
    assert rates(edge_on(), 1.3)[ANGLE:] == pytest.approx(np.zeros(4), abs=1e-12)
    flat = np.array([0.0, 0.0, 0.0, 0.0, -broadside_speed, 0.0])
    assert rates(flat, 1.3)[ANGLE:] == pytest.approx(np.zeros(4), abs=1e-12)


def test_the_edge_on_fall_is_the_published_saddle() -> None:
    values = sorted(edge_on_modes(1.2191)[0], key=lambda value: (value.real, value.imag))
    assert values[0] == pytest.approx(-0.9861 - 2.595j, abs=6e-4)
    assert values[1] == pytest.approx(-0.9861 + 2.595j, abs=6e-4)
    assert values[2] == pytest.approx(-0.5854, abs=1e-4)
    assert values[3] == pytest.approx(+0.3813, abs=1e-4)


def test_flutter_gives_way_to_tumbling_where_it_was_published() -> None:
    assert not overturns(1.2190)
    assert overturns(1.2192)


@pytest.mark.slow
def test_flutter_at_1_1() -> None:
    found = swings(angles(1.1), PAUSE)[1:-1]
    assert len(found) > 20
    sizes = [abs(end - start) / math.pi for start, end in found]
    assert sizes == pytest.approx([0.967] * len(sizes), abs=0.01), "nearly to the vertical, on both sides alike"


@pytest.mark.slow
def test_tumbling_at_1_4_repeats_every_half_turn() -> None:
    assert len(swings(angles(1.4), PAUSE)) == 1
    rotation = rotation_when_flat(1.4)
    assert len(rotation) > 20
    assert np.ptp(rotation) < 1e-3
    # The same turn after turn in space as well: a glide at one angle.
    states = fall(1.4, np.array([0.0, 0.0, 1.5, 0.0, 0.0, 0.0]), 400.0)[4000:]
    assert abs(states[-1, 0] - states[0, 0]) > 100


@pytest.mark.slow
def test_tumbling_at_1_45_repeats_every_second_half_turn() -> None:
    assert len(swings(angles(1.45), PAUSE)) == 1
    rotation = rotation_when_flat(1.45)
    # Where it pauses it may pass flat three times; those who turn on are told by their pace.
    paces = sorted({round(value, 2) for value in rotation})
    assert len(paces) == 2, paces
    assert paces[1] - paces[0] > 0.05


def test_at_1_6_it_turns_over_and_back_in_turns() -> None:
    found = swings(angles(1.6), PAUSE)[1:-1]
    over = [turns_over(*swing) for swing in found]
    assert any(over)
    assert not all(over)


@pytest.mark.slow
def test_chaos_at_2_2() -> None:
    sizes = [abs(end - start) for start, end in swings(angles(2.2), PAUSE)[1:-1]]
    assert len({round(size, 1) for size in sizes}) > 8, "no two swings alike"
    # Two plates let go a millionth apart have nothing to do with each other in the end.
    one, other = (fall(2.2, np.array([0.0, 0.0, 1.5 + off, 0.0, 0.0, 0.0]), 300.0) for off in (0.0, 1e-6))
    assert np.max(np.abs(one[-500:, W] - other[-500:, W])) > 0.5
    assert np.max(np.abs(one[:200, W] - other[:200, W])) < 1e-4


@pytest.mark.slow
def test_small_flutter_about_flat_at_3() -> None:
    found = swings(angles(3.0), PAUSE)[1:-1]
    sizes = [abs(end - start) / math.pi for start, end in found]
    assert max(sizes) < 0.85, "well short of the vertical"
    assert sizes == pytest.approx([sizes[0]] * len(sizes), abs=0.01)
    assert not any(turns_over(*swing) for swing in found)


def test_air_pays_for_nothing_but_drag() -> None:
    """Kinetic energy (added mass included) and height together fall at the power of drag and damping exactly."""
    istar = 1.7
    states = fall(istar, np.array([0.0, 0.0, 1.2, 0.3, -0.2, 0.4]), 30.0, step=0.002)
    u, v, w = states[:, U], states[:, V], states[:, W]
    energy = (istar * u**2 + (istar + 1) * v**2 + (istar + 0.5) / 4 * w**2) / 2 + states[:, 1]
    speed = np.hypot(u, v)
    power = (1.4 - (u**2 - v**2) / speed**2) * speed**3 / math.pi + (0.2 + 0.2 * np.abs(w)) * w**2
    lost = np.concatenate([[0.0], np.cumsum((power[1:] + power[:-1]) / 2) * 0.002])
    assert energy[0] - energy == pytest.approx(lost, abs=1e-4)
    assert np.all(np.diff(energy) < 0)
