"""The bowl on the bench: handles go where they are dragged, cards fly, misses are counted."""

from __future__ import annotations

import pickle

import pytest

from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.practice import Practice
from sim.seat import Seat
from sim.workshop.benches import BENCHES, bench_of, copied, wish_of
from sim.workshop.bowl import BowlBench, BowlSurvey, bowl_handles
from sim.workshop.document import Document
from sim.workshop.survey import Findings


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
    bench = BowlBench(opened())
    for part in bench.parts:
        bench.part = part
        (corner,) = bench.part_handles()
        x, y = corner.at
        assert bench.document.edit(corner.edits(x + 2, y + 3), part), bench.document.refusal
        bench.refresh()
        assert bench.part_handles()[0].at == (x + 2, y + 3)
        assert bench.part_shapes()
    assert {d.key for d in bench.document.differences()} == {
        "card.length_mm", "card.span_mm", "bowl.opening_mm", "bowl.width_mm",
    }  # fmt: skip


def test_cards_fly_until_the_bowl_is_as_full_as_the_load_says() -> None:
    bench = BowlBench(opened(), load=2)
    for _ in range(300):
        bench.advance(1 / 20)
    assert bench.live.inside >= 2
    assert "in the bowl" in bench.state_words()
    assert len([body for body in bench.bodies() if body.name.startswith("card")]) >= 2
    before = bench.live.inside + bench.live.missed
    bench.put((0.0, 0.0))
    for _ in range(80):
        bench.advance(1 / 20)
    assert bench.live.inside + bench.live.missed > before
    bench.reload()
    assert bench.live.inside == 0


def test_a_trial_is_the_same_wherever_it_is_done() -> None:
    subject = BowlSurvey(opened().configuration, 1, 3)
    again = pickle.loads(pickle.dumps(subject))
    assert [subject.trial(0, cell) for cell in subject.cells[:6]] == [
        again.trial(0, cell) for cell in subject.cells[:6]
    ]


def test_every_hand_and_side_is_told_of() -> None:
    bench = BowlBench(opened(), "child", 0)
    found = Findings(bench.subject().cells, 3)
    for number in range(3):
        found.add(number, {cell: cell[0] == "child" and cell[1] == "left" for cell in found.cells})
    assert {risk.name: risk.share.estimate for risk in bench.risks(found)} == {
        "from the left": 1.0,
        "from the right": 0.0,
    }
    assert [risk.share.estimate for risk in bench.listed(found)] == [0.5, 0.0, 0.0]


def test_it_is_felt_in_a_practice_with_as_many_cards() -> None:
    bench = BowlBench(opened(), load=3)
    practice = bench.practice(Seat("Ada", "casual", "person"), 1)
    assert isinstance(practice, Practice)
    assert practice.configuration.setup.bowl == bench.document.configuration.setup.bowl
    bench.resume(practice)


@pytest.mark.parametrize("game", list(BENCHES))
def test_a_bench_is_opened_and_copied_for_every_game(game: str) -> None:
    bench = bench_of(game, None, "play")
    other = copied(bench)
    dial = bench.dials()[0]
    assert bench.document.edit({dial.key: dial.high}, dial.label)
    assert bench.refresh()
    assert not bench.refresh()
    assert other.document.value(dial.key) != dial.high
    assert bench.subject().key != other.subject().key
    assert wish_of(game).game == game
    for each in bench.dials():
        assert each.low <= other.document.value(each.key) <= each.high, each.key
        assert each.label
