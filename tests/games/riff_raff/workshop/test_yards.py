"""Yards: tilted by their handle, more of them and fewer."""

from __future__ import annotations

import math

import pytest

from sim.games.riff_raff.configuration import load
from sim.games.riff_raff.workshop.handles import handles, with_yards
from sim.games.riff_raff.workshop.survey import ShipSurvey
from sim.workshop.survey import Conditions
from tests.games.riff_raff.workshop.designs import dragged_up, ship_design


def test_a_yard_is_tilted_by_its_handle_and_the_ship_stays_the_same_otherwise() -> None:
    design = ship_design()
    before = design.configuration.setup.ship
    arm = next(handle for handle in handles(load()) if handle.name == "top yard, tilt").at[0]
    for step in (0.25, 0.5, 1.0):
        assert dragged_up(design, "top yard, tilt", step), design.refusal
    ship = design.configuration.setup.ship
    tilt = math.degrees(ship.yards[2].tilt_rad)
    # The handle snaps to half degrees, so small steps from where it is may leave it there.
    assert tilt == round(2 * tilt) / 2
    assert dragged_up(design, "top yard, tilt", arm * (math.tan(math.radians(6)) - math.tan(math.radians(tilt))))
    ship = design.configuration.setup.ship
    assert math.degrees(ship.yards[2].tilt_rad) == pytest.approx(6)
    assert [(yard.name, yard.y_mm, yard.length_mm) for yard in ship.yards] == [
        (yard.name, yard.y_mm, yard.length_mm) for yard in before.yards
    ]
    assert [difference.key for difference in design.differences()] == ["ship.yards"]
    assert [handle.name for handle in handles(design.configuration)] == [handle.name for handle in handles(load())]
    assert design.undo()
    assert design.differences() == ()


def test_a_yard_more_makes_two_slots_more_and_undo_takes_them_back() -> None:
    design = ship_design()
    assert design.edit(with_yards(design.configuration, 4), "one yard more"), design.refusal
    ship = design.configuration.setup.ship
    assert len(ship.yards) == 4
    assert len(ship.slots) == 12
    assert len(ShipSurvey(Conditions.of(design.configuration, "casual", 2, 1)).cells) == 12 * 8
    first = [handle.at for handle in handles(ship_design().configuration) if "yard" in handle.name]
    assert [handle.at for handle in handles(design.configuration) if "yard" in handle.name][: len(first)] == first
    assert design.edit(with_yards(design.configuration, 2), "fewer")
    assert len(design.configuration.setup.ship.slots) == 8
    assert design.undo()
    assert design.undo()
    assert design.differences() == ()
