"""Dials and buttons of a ship."""

from __future__ import annotations

from sim.workshop.editing import corner_added
from sim.workshop.ship.controls import dials, with_new_piece
from sim.workshop.ship.drawing import outline
from sim.workshop.ship.handles import piece_handles
from sim.workshop.ship.live import LiveShip, put_aboard
from tests.workshop.designs import ship_design


def test_dials_are_numbers_of_the_design_and_lie_between_their_bounds() -> None:
    design = ship_design()
    for hands in ("child", "casual", "skilled"):
        for dial in dials(hands):
            assert dial.low <= design.value(dial.key) <= dial.high, dial.key


def test_a_new_piece_has_corners_to_drag_and_can_get_more() -> None:
    design = ship_design()
    assert design.edit(with_new_piece(design.configuration), "new"), design.refusal
    assert "piece1" in design.configuration.setup.pieces
    key = "pieces.piece1.outline"
    assert design.edit({key: corner_added(design.value(key), closed=True)}, "corner")
    corners = piece_handles(design.configuration, "piece1")
    assert len(corners) == 5
    added = corners[[c.at for c in corners].index((0.0, 0.0))]
    assert design.edit(added.edits(0.0, 4.0), "a notch"), design.refusal
    assert (0.0, 4.0) in outline(design.configuration, "piece1")[0]
    live = LiveShip(design.configuration)
    assert put_aboard(live, "piece1", 5)
