"""Handles of the bowl's table: they go where they are dragged and set nothing where they are."""

from __future__ import annotations

import pytest

from sim.games.zack.workshop.handles import bowl_handles, section_handles
from sim.games.zack.workshop.prototype import BowlPrototype
from tests.games.zack.workshop.designs import bowl_design

DISH = [[0.0, 0.0], [0.5, 0.0], [0.8, 0.12], [0.94, 0.45], [1.0, 1.0]]


def test_handles_set_nothing_where_they_are_and_go_where_they_are_dragged() -> None:
    design = bowl_design()
    for handle in bowl_handles(design.configuration):
        assert design.edit(handle.edits(*handle.at), handle.name)
    assert design.differences() == ()
    rim, hand = bowl_handles(design.configuration)
    assert design.edit(rim.edits(100.0, 60.0), "rim")
    assert design.edit(hand.edits(500.0, 250.0), "hand")
    assert [handle.at for handle in bowl_handles(design.configuration)] == [(100.0, 60.0), (500.0, 250.0)]


def test_a_bowl_too_narrow_for_a_card_is_refused() -> None:
    design = bowl_design()
    rim, _ = bowl_handles(design.configuration)
    assert not design.edit(rim.edits(20.0, 45.0), "rim")
    assert design.key == "bowl.opening_mm"


def test_dragging_a_corner_of_the_box_gives_it_a_section_with_the_same_mouth() -> None:
    design = bowl_design()
    before = design.configuration.setup
    floor = section_handles(design.configuration)[1]
    assert floor.at == pytest.approx((before.half_floor_mm, before.bowl.floor_thickness_mm))
    assert design.edit(floor.edits(60.0, 9.0), floor.name), design.refusal
    after = design.configuration.setup
    assert (after.bowl.opening_mm, after.bowl.depth_mm) == (before.bowl.opening_mm, before.bowl.depth_mm)
    assert section_handles(design.configuration)[1].at == pytest.approx((60.0, 9.0), abs=0.06)
    inside = after.inside()
    assert list(inside) == [(-x, y) for x, y in reversed(inside)]
    assert "bowl.wall_angle_deg" not in {dial.key for dial in BowlPrototype(design).dials()}
    assert design.undo()
    assert design.differences() == ()


@pytest.mark.parametrize("section", [None, DISH])
def test_corners_of_a_section_set_nothing_where_they_are(section: list[list[float]] | None) -> None:
    design = bowl_design()
    if section is not None:
        assert design.edit({"bowl.section": section, "bowl.wall_angle_deg": 0.0}, "dish"), design.refusal
    before = design.differences()
    for handle in section_handles(design.configuration):
        assert design.edit(handle.edits(*handle.at), handle.name)
    assert design.differences() == before


def test_a_corner_near_the_floor_lies_on_it_and_one_across_the_wall_is_refused() -> None:
    design = bowl_design()
    assert design.edit({"bowl.section": DISH, "bowl.wall_angle_deg": 0.0}, "dish")
    setup = design.configuration.setup
    bottom = section_handles(design.configuration)[2]
    assert design.edit(bottom.edits(bottom.at[0], setup.bowl.floor_thickness_mm + 0.3), bottom.name)
    assert design.value("bowl.section")[2][1] == 0.0
    assert not design.edit(bottom.edits(2.0 * setup.half_opening_mm, 20.0), bottom.name)
    assert design.key in bottom.keys
