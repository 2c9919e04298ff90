"""The prototype of Zack!: handles go where they are dragged, cards fly, misses are counted."""

from __future__ import annotations

import pickle

import pytest

from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.practice import Practice
from sim.seat import Seat
from sim.workshop.bowl.handles import ABOVE, CARD, SECTION, bowl_handles, section_handles
from sim.workshop.bowl.prototype import BowlPrototype
from sim.workshop.bowl.survey import BowlSurvey
from sim.workshop.document import Document
from sim.workshop.games import PROTOTYPES, copied, prototype_of, wish_of
from sim.workshop.survey import Conditions, Findings

DISH = [[0.0, 0.0], [0.5, 0.0], [0.8, 0.12], [0.94, 0.45], [1.0, 1.0]]


def opened() -> Document[ZackConfiguration]:
    return Document("zack")


def test_handles_set_nothing_where_they_are_and_go_where_they_are_dragged() -> None:
    design = opened()
    for handle in bowl_handles(design.configuration):
        assert design.edit(handle.edits(*handle.at), handle.name)
    assert design.differences() == ()
    rim, hand = bowl_handles(design.configuration)
    assert design.edit(rim.edits(100.0, 60.0), "rim")
    assert design.edit(hand.edits(500.0, 250.0), "hand")
    assert [handle.at for handle in bowl_handles(design.configuration)] == [(100.0, 60.0), (500.0, 250.0)]


def test_a_bowl_too_narrow_for_a_card_is_refused() -> None:
    design = opened()
    rim, _ = bowl_handles(design.configuration)
    assert not design.edit(rim.edits(20.0, 45.0), "rim")
    assert design.key == "bowl.opening_mm"


def test_parts_are_dragged_by_their_corner() -> None:
    prototype = BowlPrototype(opened())
    for part in (CARD, ABOVE):
        prototype.part = part
        (corner,) = prototype.part_handles()
        x, y = corner.at
        assert prototype.document.edit(corner.edits(x + 2, y + 3), part), prototype.document.refusal
        prototype.refresh()
        assert prototype.part_handles()[0].at == (x + 2, y + 3)
        assert prototype.part_shapes()
    assert {d.key for d in prototype.document.differences()} == {
        "card.length_mm", "card.span_mm", "bowl.opening_mm", "bowl.width_mm",
    }  # fmt: skip


def test_dragging_a_corner_of_the_box_gives_it_a_section_with_the_same_mouth() -> None:
    design = opened()
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
    design = opened()
    if section is not None:
        assert design.edit({"bowl.section": section, "bowl.wall_angle_deg": 0.0}, "dish"), design.refusal
    before = design.differences()
    for handle in section_handles(design.configuration):
        assert design.edit(handle.edits(*handle.at), handle.name)
    assert design.differences() == before


def test_a_corner_near_the_floor_lies_on_it_and_one_across_the_wall_is_refused() -> None:
    design = opened()
    assert design.edit({"bowl.section": DISH, "bowl.wall_angle_deg": 0.0}, "dish")
    setup = design.configuration.setup
    bottom = section_handles(design.configuration)[2]
    assert design.edit(bottom.edits(bottom.at[0], setup.bowl.floor_thickness_mm + 0.3), bottom.name)
    assert design.value("bowl.section")[2][1] == 0.0
    assert not design.edit(bottom.edits(2.0 * setup.half_opening_mm, 20.0), bottom.name)
    assert design.key in bottom.keys


def test_corners_of_the_section_are_added_and_taken_away_by_buttons() -> None:
    prototype = BowlPrototype(opened())
    assert prototype.actions() == ()
    prototype.part = SECTION
    for label, corners in (("Corner +", 4), ("Corner +", 5), ("Corner −", 4), ("Corner −", 3)):
        action = next(action for action in prototype.actions() if action.label == label)
        assert prototype.document.edit(action.edits, action.what), prototype.document.refusal
        prototype.refresh()
        assert len(prototype.document.value("bowl.section")) == corners
        assert prototype.part_shapes()
    assert [action.label for action in prototype.actions()] == ["Corner +"]


def test_cards_fly_until_the_bowl_is_as_full_as_the_load_says() -> None:
    prototype = BowlPrototype(opened(), load=2)
    for _ in range(300):
        prototype.advance(1 / 20)
    assert prototype.live.inside >= 2
    assert "in the bowl" in prototype.state_words()
    assert len([body for body in prototype.bodies() if body.name.startswith("card")]) >= 2
    before = prototype.live.inside + prototype.live.missed
    prototype.put((0.0, 0.0))
    for _ in range(80):
        prototype.advance(1 / 20)
    assert prototype.live.inside + prototype.live.missed > before
    prototype.reload()
    assert prototype.live.inside == 0


def test_a_trial_is_the_same_wherever_it_is_done() -> None:
    subject = BowlSurvey(Conditions.of(opened().configuration, "", 1, 3))
    again = pickle.loads(pickle.dumps(subject))
    assert [subject.trial(0, cell) for cell in subject.cells[:6]] == [
        again.trial(0, cell) for cell in subject.cells[:6]
    ]


def test_figures_are_of_every_side_and_of_every_kind_of_hands() -> None:
    prototype = BowlPrototype(opened(), "child", 0)
    found = Findings(prototype.subject().cells, 3)
    for number in range(3):
        found.add(number, {cell: cell[0] == "child" and cell[1] == "left" for cell in found.cells})
    assert {risk.name: risk.share.estimate for risk in prototype.risks(found)} == {
        "from the left": 1.0,
        "from the right": 0.0,
    }
    assert [risk.share.estimate for risk in prototype.listed(found)] == [0.5, 0.0, 0.0]


def test_the_headline_is_of_the_hands_that_are_chosen() -> None:
    prototype = BowlPrototype(opened(), "child", 3)
    found = Findings(prototype.subject().cells, 12)
    for number in range(12):
        # A child misses with every second throw, a casual person with every fourth, counted by the throw's number.
        found.add(number, {cell: cell[2] % {"child": 2, "casual": 4}.get(str(cell[0]), 9) == 1 for cell in found.cells})
    shown = {}
    for hands in ("child", "casual", "skilled"):
        prototype.hands = hands
        cells = prototype.counted(found)
        outcomes = [known[cell] for known in found.outcomes.values() for cell in known if cell[0] == hands]
        share = found.share(cells)
        assert share.estimate == sum(outcomes) / len(outcomes)
        shown[hands] = prototype.headline(share)
    assert shown["child"].startswith("Child hands miss with 50.0 % (")
    assert shown["casual"].startswith("Casual hands miss with 25.0 % (")
    assert "3 in the bowl" in shown["skilled"]


def test_it_is_tried_in_a_practice_with_as_many_cards() -> None:
    prototype = BowlPrototype(opened(), load=3)
    practice = prototype.practice(Seat("Ada", "casual", "person"), 1)
    assert isinstance(practice, Practice)
    assert practice.configuration.setup.bowl == prototype.document.configuration.setup.bowl
    prototype.resume(practice)


@pytest.mark.parametrize("game", list(PROTOTYPES))
def test_a_prototype_is_opened_and_copied_for_every_game(game: str) -> None:
    prototype = prototype_of(game, None, "play")
    other = copied(prototype)
    dial = prototype.dials()[0]
    assert prototype.document.edit({dial.key: dial.high}, dial.label)
    assert prototype.refresh()
    assert not prototype.refresh()
    assert other.document.value(dial.key) != dial.high
    assert prototype.subject().key != other.subject().key
    assert wish_of(game).game == game
    for each in prototype.dials():
        assert each.low <= other.document.value(each.key) <= each.high, each.key
        assert each.label
