"""The prototype of a table of Zack!: its parts, its figures, its practice."""

from __future__ import annotations

from sim.games.zack.match.practice import Practice
from sim.games.zack.workshop.handles import ABOVE, CARD
from sim.games.zack.workshop.prototype import BowlPrototype
from sim.seat import Seat
from sim.workshop.findings import Findings
from tests.games.zack.workshop.designs import bowl_design


def test_parts_are_dragged_by_their_corner() -> None:
    prototype = BowlPrototype(bowl_design())
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


def test_figures_are_of_every_side_and_of_every_kind_of_hands() -> None:
    prototype = BowlPrototype(bowl_design(), "child", 0)
    found = Findings(prototype.subject().cells, 3)
    for number in range(3):
        found.add(number, {cell: cell[0] == "child" and cell[1] == "left" for cell in found.cells})
    assert {risk.name: risk.share.estimate for risk in prototype.risks(found)} == {
        "from the left": 1.0,
        "from the right": 0.0,
    }
    assert [risk.share.estimate for risk in prototype.listed(found)] == [0.5, 0.0, 0.0]


def test_the_headline_is_of_the_hands_that_are_chosen() -> None:
    prototype = BowlPrototype(bowl_design(), "child", 3)
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
    prototype = BowlPrototype(bowl_design(), load=3)
    practice = prototype.practice(Seat("Ada", "casual", "person"), 1)
    assert isinstance(practice, Practice)
    assert practice.configuration.setup.bowl == prototype.document.configuration.setup.bowl
    prototype.resume(practice)
