"""Dials and buttons of a ship."""

from __future__ import annotations

from sim.games.riff_raff.workshop.handles import piece_handles
from sim.games.riff_raff.workshop.live import LiveShip, put_aboard
from sim.games.riff_raff.workshop.prototype import dials, outline, varied, with_new_piece
from sim.workshop.editing import corner_added
from tests.games.riff_raff.workshop.designs import ship_design


def test_dials_are_numbers_of_the_design_and_lie_between_their_bounds() -> None:
    design = ship_design()
    for hands in ("child", "casual", "skilled"):
        for dial in dials(design.configuration, hands):
            assert dial.low <= design.value(dial.key) <= dial.high, dial.key


def test_the_balls_dial_begins_with_one_that_rights_the_ship_and_so_does_tuning() -> None:
    design = ship_design()
    for changes in ({}, {"ship.rod_length_mm": 120.0}, {"ship.hull_mass_g": 240.0, "ship.ball_mass_g": 150.0}):
        assert design.edit(changes, "heavier") or not changes, design.refusal
        ball = dials(design.configuration, "casual")[0]
        assert varied(design.configuration)[0] == f"ship.ball_mass_g={ball.low:g}:300"
        assert ball.low - 5 < design.configuration.setup.ship.lightest_ball_g <= ball.low
        assert design.copy().edit({ball.key: ball.low}, "lightest"), "it stands"
        assert not design.copy().edit({ball.key: ball.low - 5}, "too light")


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
