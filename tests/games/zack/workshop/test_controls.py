"""Buttons of the bowl's section."""

from __future__ import annotations

from sim.games.zack.workshop.handles import SECTION
from sim.games.zack.workshop.prototype import BowlPrototype
from tests.games.zack.workshop.designs import bowl_design


def test_corners_of_the_section_are_added_and_taken_away_by_buttons() -> None:
    prototype = BowlPrototype(bowl_design())
    assert prototype.actions() == ()
    prototype.part = SECTION
    for label, corners in (("Corner +", 4), ("Corner +", 5), ("Corner −", 4), ("Corner −", 3)):
        action = next(action for action in prototype.actions() if action.label == label)
        assert prototype.document.edit(action.edits, action.what), prototype.document.refusal
        prototype.refresh()
        assert len(prototype.document.value("bowl.section")) == corners
        assert prototype.part_shapes()
    assert [action.label for action in prototype.actions()] == ["Corner +"]
