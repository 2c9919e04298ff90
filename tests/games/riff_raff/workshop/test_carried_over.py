"""Cargo that goes along when its ship is redesigned."""

from __future__ import annotations

import math

import pytest

from sim.games.riff_raff.workshop.live import LiveShip, put_aboard
from tests.games.riff_raff.workshop.designs import dragged_up, ship_design


def test_cargo_turns_with_the_yard_that_is_tilted() -> None:
    design = ship_design()
    live = LiveShip(design.configuration)
    assert put_aboard(live, "crate", 6)
    (before,) = live.pieces()
    assert dragged_up(design, "low yard, tilt", 5.0)
    tilt = design.configuration.setup.ship.yards[0].tilt_rad
    yard = live.yards()[0]
    live.redesign(design.configuration)
    (after,) = live.pieces()
    assert after.pose.angle - before.pose.angle == pytest.approx(tilt)
    assert live.yards()[0].angle - yard.angle == pytest.approx(tilt)
    distance = [math.dist((piece.pose.x, piece.pose.y), (yard.x, yard.y)) for piece in (before, after)]
    assert distance[1] == pytest.approx(distance[0], abs=0.6)


def test_cargo_stays_where_it_lay_when_a_yard_rises() -> None:
    design = ship_design()
    live = LiveShip(design.configuration)
    assert put_aboard(live, "crate", 5)
    assert put_aboard(live, "rat", 2)
    for _ in range(60):
        live.advance(1 / 30)
    before = {piece.name: live.to_ship((piece.pose.x, piece.pose.y)) for piece in live.pieces()}
    assert design.edit({"ship.low_yard_height_mm": 80.0, "ship.rod_length_mm": 155.0}, "higher")
    live.redesign(design.configuration)
    after = {piece.name: live.to_ship((piece.pose.x, piece.pose.y)) for piece in live.pieces()}
    assert after["crate-w1"][1] - before["crate-w1"][1] == pytest.approx(15.0, abs=0.5)
    assert after["rat-w1"] == pytest.approx(before["rat-w1"], abs=0.01)
    for _ in range(90):
        live.advance(1 / 30)
    assert live.aboard == 2
    assert not live.fallen


def test_cargo_beyond_the_end_of_a_shorter_yard_falls() -> None:
    design = ship_design()
    live = LiveShip(design.configuration)
    assert put_aboard(live, "crate", 6)
    assert design.edit({"ship.low_yard_length_mm": 60.0}, "shorter")
    live.redesign(design.configuration)
    for _ in range(150):
        live.advance(1 / 30)
    assert live.fallen == ["crate-w1"]
    assert live.aboard == 0
