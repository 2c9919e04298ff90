"""Calming the ship with the held piece: waiting, resting the piece on its place, giving its weight slowly."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from sim.physics.ship.grip import CALM_FOR_S, CalmWait, Care, steady
from sim.physics.ship.loading import LoadAction, Loading
from sim.physics.ship.world import ShipWorld
from tests.physics.ships import setup

CARE = Care(math.radians(6.4), 6.0, 1.0)
ACTION = LoadAction("placed", "barrel", "upright", 6, 60.0, lag_s=0.15, open_height_mm=1.0)


def placed(care: Care | None, roll_rad_s: float = 0.0) -> Loading:
    world = ShipWorld(setup())
    for body in (world.hull, *world.yards):
        body.angular_velocity = roll_rad_s
        x, y = body.position
        body.velocity = (-roll_rad_s * y, roll_rad_s * x)
    loading = Loading(world, replace(ACTION, care=care), steady)
    loading.run()
    return loading


def resting_heel_rad(world: ShipWorld) -> float:
    """The heel about which she swings in the end."""
    (piece,), ((x, y, _),) = world.places()
    return math.atan2(piece.section.mass_g * abs(x), world.ship.righting_g_mm - piece.section.mass_g * y)


def test_a_calm_ship_is_not_waited_for() -> None:
    assert CalmWait(CARE, 0.0).over(0.0, 0.0)


def test_a_moment_of_rest_at_the_end_of_a_swing_is_not_calm() -> None:
    wait = CalmWait(CARE, 0.0)
    assert not wait.over(0.0, 0.5)
    assert not wait.over(0.1, 0.0)
    assert not wait.over(0.2, -0.5)
    assert not wait.over(0.3, 0.0)
    assert wait.over(0.3 + CALM_FOR_S, 0.0)


def test_patience_ends() -> None:
    wait = CalmWait(CARE, 1.0)
    assert not wait.over(1.0, 1.0)
    assert not wait.over(6.9, 1.0)
    assert wait.over(7.0, 1.0)


def test_one_who_does_not_hold_on_puts_down_as_without_care() -> None:
    hasty = placed(replace(CARE, ease_s=0.0)).result()
    plain = placed(None).result()
    assert hasty.released_s == pytest.approx(plain.released_s, abs=0.02)
    assert hasty.aboard == plain.aboard


def test_a_hand_that_holds_on_lets_go_later_and_the_ship_swings_no_further_than_she_heels() -> None:
    held, plain = placed(CARE), placed(None)
    assert held.result().released_s == pytest.approx(plain.result().released_s + CARE.ease_s, abs=0.15)
    heel = resting_heel_rad(plain.world)
    assert held.max_heel_rad - heel < 0.5 * (plain.max_heel_rad - heel)


def test_a_rolling_ship_is_waited_for() -> None:
    calm, rolling = placed(CARE), placed(CARE, roll_rad_s=0.6)
    assert rolling.result().released_s > calm.result().released_s + CALM_FOR_S
    assert rolling.result().released_s < calm.result().released_s + CARE.longest_s


def test_an_action_with_care_reads_back() -> None:
    action = replace(ACTION, care=CARE)
    assert LoadAction.from_json(action.to_json()) == action
    assert LoadAction.from_json(ACTION.to_json()) == ACTION
