"""Bow and stern as they are drawn: one behind the mast, one in front, and the pointer where the piece is seen."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scenes.games.riff_raff.depth import RISE_MM, edges, lowered, risen
from sim.configuration import load_configuration
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice
from sim.games.riff_raff.match.frame import PieceState, PieceView
from sim.physics.ship.measures import SHIP_FILE
from sim.physics.ship.state import Layer
from sim.seat import Seat
from tests.games.riff_raff.scenes.test_play import AtTable

LAYERS: tuple[Layer | None, ...] = ("bow", None, "stern")


@pytest.mark.parametrize("layer", LAYERS)
@pytest.mark.parametrize("angle", [0.0, 0.4, -0.4])
def test_what_is_drawn_higher_is_taken_back(layer: Layer | None, angle: float) -> None:
    there = risen(12.0, 40.0, angle, layer)
    assert lowered(*there, angle, layer) == pytest.approx((12.0, 40.0))
    assert math.dist(there, (12.0, 40.0)) == pytest.approx(abs(RISE_MM[layer]))


def test_cargo_stands_on_the_deck_that_is_drawn(configuration: RiffRaffConfiguration) -> None:
    ship = configuration.setup.ship
    near, far = edges(ship)
    deck = ship.measures.hull_height_mm
    assert near < deck + RISE_MM["stern"] < deck < deck + RISE_MM["bow"] < far
    row = load_configuration("riff-raff", SHIP_FILE.with_name("row.toml")).setup.ship
    assert edges(row) == (deck, deck)


@pytest.mark.slow
def test_the_mast_hides_what_is_behind_it_and_not_what_is_in_front(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    """A crate drawn over the mast's foot, at the bow, in the middle, at the stern: the mast is seen only at first."""
    from scenes.drawing.palette import MAST, PIECES

    practice = Practice(configuration, Seat("You", "casual", "person"), 4, slot=6, piece="rat")
    table = AtTable(practice, (1280, 720))
    screen.resize(1280, 720)
    seen = {}
    for layer in LAYERS:
        crate = PieceView("crate-1", "crate", "side", 0.0, 60.0, 0.0, PieceState.ABOARD, layer)
        table.scene.show(replace(practice.frame(), pieces=(crate,)), 0.0)
        x, y = table.screen(0.0, 60.0)
        picture = np.asarray(screen.picture(table.scene)).astype(int)
        patch = (
            picture[round(720 - y) - 8 : round(720 - y) + 8, round(x) - 3 : round(x) + 4].reshape(-1, 3).mean(axis=0)
        )
        wood, green = (float(np.abs(patch - np.array(colour)).sum()) for colour in (MAST, PIECES["crate"]))
        seen[layer] = "mast" if wood < green else "crate"
    assert seen == {"bow": "mast", None: "crate", "stern": "crate"}


@pytest.mark.slow
@pytest.mark.parametrize("slot", [1, 2, 3, 4, 5])
def test_the_pointer_is_where_the_held_piece_is_drawn(
    screen: Any, configuration: RiffRaffConfiguration, slot: int
) -> None:
    practice = Practice(configuration, Seat("You", "casual", "person"), 4, slot=slot, piece="crate")
    practice.advance(0.1)
    table = AtTable(practice, (1280, 720))
    spot = table.spot("crate")
    table.click(spot)
    place = practice.configuration.setup.ship.slot(slot)
    over = table.screen(place.centre_mm, place.surface_mm + 30.0)
    table.move(spot, over, 0.5)
    table.move(over, over, 0.5)
    carrying = practice.table.carrying
    assert carrying.cargo.layer == place.layer
    hand = carrying.hand
    drawn = risen(*hand.body.position, carrying.world.hull.angle, place.layer)
    assert table.screen(*drawn) == pytest.approx(over, abs=1.5)
    assert practice.mark is not None
