"""The live ship sways as its design says."""

from __future__ import annotations

from sim.games.riff_raff.configuration import load
from sim.games.riff_raff.workshop.live import LiveShip, put_aboard
from tests.games.riff_raff.workshop.designs import ship_design


def test_a_heavier_ball_rights_a_ship_that_leans() -> None:
    design = ship_design()
    live = LiveShip(design.configuration)
    assert put_aboard(live, "crate", 6)

    def settled() -> float:
        for _ in range(300):
            live.advance(1 / 30)
        return live.heel_deg

    before = settled()
    design.edit({"ship.ball_mass_g": 300.0}, "heavier")
    live.redesign(design.configuration)
    assert 0 < settled() < before


def test_a_push_sets_the_ship_swinging() -> None:
    live = LiveShip(load())
    live.rock()
    live.advance(0.1)
    assert live.heel_deg > 1.0
