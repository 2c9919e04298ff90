"""The prototype of Riff Raff: handles go where they are dragged, cargo stays, risks are counted."""

from __future__ import annotations

import math
import pickle
from collections import Counter
from pathlib import Path

import pytest

from sim.games.riff_raff.configuration import RiffRaffConfiguration, load
from sim.games.riff_raff.match.practice import Practice
from sim.physics.ship.state import Snapshot
from sim.seat import Seat
from sim.workshop.document import Document
from sim.workshop.editing import corner_added, corner_removed
from sim.workshop.ship.controls import dials, with_new_piece
from sim.workshop.ship.drawing import outline
from sim.workshop.ship.handles import handles, piece_handles
from sim.workshop.ship.live import LiveShip, put_aboard
from sim.workshop.ship.prototype import ShipPrototype
from sim.workshop.ship.survey import ShipSurvey
from sim.workshop.ship.yards import with_yards
from sim.workshop.survey import Conditions, Findings, cells_with, survey


def opened() -> Document[RiffRaffConfiguration]:
    return Document("riff-raff")


def test_a_handle_sets_nothing_where_it_is() -> None:
    design = opened()
    for handle in handles(load()):
        assert design.edit(handle.edits(*handle.at), handle.name), handle.name
    for kind in load().setup.pieces:
        for handle in piece_handles(load(), kind):
            assert design.edit(handle.edits(*handle.at), handle.name), (kind, handle.name)
    assert design.differences() == ()


@pytest.mark.parametrize("name", [handle.name for handle in handles(load()) if "tilt" not in handle.name])
def test_a_handle_goes_where_it_is_dragged(name: str) -> None:
    design = opened()
    before = next(handle for handle in handles(load()) if handle.name == name)
    x, y = before.at
    where = (1.05 * x, 1.03 * y)
    assert design.edit(before.edits(*where), name), design.refusal
    after = next(handle for handle in handles(design.configuration) if handle.name == name)
    moved = [abs(a - b) for a, b in zip(after.at, before.at, strict=True)]
    assert max(moved) >= 1.0
    for now, wanted, was in zip(after.at, where, before.at, strict=True):
        assert abs(now - wanted) <= 1.0 or now == was
    assert {difference.key for difference in design.differences()} <= set(before.keys)


def dragged_up(design: Document[RiffRaffConfiguration], name: str, rise_mm: float) -> bool:
    handle = next(handle for handle in handles(design.configuration) if handle.name == name)
    return design.edit(handle.edits(handle.at[0], handle.at[1] + rise_mm), name, "drag")


def test_a_yard_is_tilted_by_its_handle_and_the_ship_stays_the_same_otherwise() -> None:
    design = opened()
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


def test_a_yard_that_is_tilted_too_far_is_refused_at_its_handle() -> None:
    design = opened()
    handle = next(handle for handle in handles(load()) if handle.name == "middle yard, tilt")
    assert not design.edit(handle.edits(handle.at[0], handle.at[1] + 100.0), handle.name)
    assert any(design.key.startswith(key) for key in handle.keys)


def test_cargo_turns_with_the_yard_that_is_tilted() -> None:
    design = opened()
    live = LiveShip(design.configuration)
    assert put_aboard(live, "crate", 6)
    (before,) = live.pieces()
    assert dragged_up(design, "low yard, tilt", 5.0)
    tilt = design.configuration.setup.ship.yards[0].tilt_rad
    yard = live.yards()[0]
    live.redesign(design.configuration)
    (after,) = live.pieces()
    assert after.pose.angle - before.pose.angle == pytest.approx(tilt)
    assert live.yards()[0].angle - yard.angle == pytest.approx(tilt)
    distance = [math.dist((piece.pose.x, piece.pose.y), (yard.x, yard.y)) for piece in (before, after)]
    assert distance[1] == pytest.approx(distance[0], abs=0.6)


def test_corners_are_added_to_the_longest_side_and_the_least_is_taken_away() -> None:
    square = [[0.0, 0.0], [8.0, 0.0], [8.0, 6.0], [0.0, 6.0]]
    more = corner_added(square, closed=True)
    assert more == [[0.0, 0.0], [4.0, 0.0], *square[1:]]
    assert corner_removed(more, closed=True) == square
    line = [[0.0, 0.0], [1.0, 0.0], [1.0, 5.0]]
    assert corner_added(line, closed=False) == [[0.0, 0.0], [1.0, 0.0], [1.0, 2.5], [1.0, 5.0]]
    assert corner_removed(line, closed=False) == [line[0], line[2]]


def test_a_corner_that_two_parts_share_moves_for_both() -> None:
    design = opened()
    parts = outline(design.configuration, "boat")
    shared = Counter(corner for part in parts for corner in part)
    place = next(corner for corner, count in shared.items() if count > 1)
    handle = next(h for h in piece_handles(design.configuration, "boat") if h.at == place)
    assert design.edit(handle.edits(place[0] + 0.6, place[1]), "corner")
    now = outline(design.configuration, "boat")
    assert sum(corner == (place[0] + 0.5, place[1]) for part in now for corner in part) == shared[place]
    assert not any(corner == place for part in now for corner in part)


def test_a_corner_that_makes_a_part_concave_is_refused() -> None:
    design = opened()
    handle = next(h for h in piece_handles(design.configuration, "crate"))
    assert not design.edit(handle.edits(0.0, 14.0), "corner")
    assert design.key.startswith("pieces.crate")


def test_dials_are_numbers_of_the_design_and_lie_between_their_bounds() -> None:
    design = opened()
    for hands in ("child", "casual", "skilled"):
        for dial in dials(hands):
            assert dial.low <= design.value(dial.key) <= dial.high, dial.key


def test_cargo_stays_where_it_lay_when_a_yard_rises() -> None:
    design = opened()
    live = LiveShip(design.configuration)
    assert put_aboard(live, "crate", 5)
    assert put_aboard(live, "rat", 2)
    for _ in range(60):
        live.advance(1 / 30)
    before = {piece.name: live.to_ship((piece.pose.x, piece.pose.y)) for piece in live.pieces()}
    assert design.edit({"ship.low_yard_height_mm": 80.0, "ship.rod_length_mm": 155.0}, "higher")
    live.redesign(design.configuration)
    after = {piece.name: live.to_ship((piece.pose.x, piece.pose.y)) for piece in live.pieces()}
    assert after["crate-w1"][1] - before["crate-w1"][1] == pytest.approx(15.0, abs=0.5)
    assert after["rat-w1"] == pytest.approx(before["rat-w1"], abs=0.01)
    for _ in range(90):
        live.advance(1 / 30)
    assert live.aboard == 2
    assert not live.fallen


def test_cargo_beyond_the_end_of_a_shorter_yard_falls() -> None:
    design = opened()
    live = LiveShip(design.configuration)
    assert put_aboard(live, "crate", 6)
    assert design.edit({"ship.low_yard_length_mm": 60.0}, "shorter")
    live.redesign(design.configuration)
    for _ in range(150):
        live.advance(1 / 30)
    assert live.fallen == ["crate-w1"]
    assert live.aboard == 0


def test_a_heavier_ball_rights_a_ship_that_leans() -> None:
    design = opened()
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


def test_a_survey_tries_every_piece_on_every_slot_and_chunks_are_mixed() -> None:
    subject = ShipSurvey(Conditions.of(load(), "casual", 4, 1))
    cells = subject.cells
    assert len(set(cells)) == len(cells) == 80
    assert {cell[0] for cell in cells[:10]} == set(range(1, 11))
    assert len({cell[1] for cell in cells[:8]}) == 8
    found = Findings(cells, subject.rounds)
    assert len(cells_with(found, 3)) == 8
    assert len(cells_with(found, "rat")) == 10


def test_a_trial_is_the_same_wherever_it_is_done() -> None:
    subject = ShipSurvey(Conditions.of(load(), "child", 3, 5))
    again = pickle.loads(pickle.dumps(subject))
    cells = subject.cells[:6]
    assert [subject.trial(0, cell) for cell in cells] == [again.trial(0, cell) for cell in cells]
    assert subject.key == again.key
    assert ShipSurvey(Conditions.of(load(), "child", 3, 6)).key != subject.key


@pytest.mark.slow
def test_slippery_wood_is_riskier() -> None:
    def fallen(friction: float) -> float:
        design = opened()
        design.edit({"wood.friction": friction}, "wood")
        configuration = design.configuration
        return survey(ShipSurvey(Conditions.of(configuration, "casual", 6, 1)), rounds=3).share().estimate

    assert fallen(0.1) > fallen(0.5) + 0.1


def test_a_yard_more_makes_two_slots_more_and_undo_takes_them_back() -> None:
    design = opened()
    assert design.edit(with_yards(design.configuration, 4), "one yard more"), design.refusal
    ship = design.configuration.setup.ship
    assert len(ship.yards) == 4
    assert len(ship.slots) == 12
    assert len(ShipSurvey(Conditions.of(design.configuration, "casual", 2, 1)).cells) == 12 * 8
    first = [handle.at for handle in handles(opened().configuration) if "yard" in handle.name]
    assert [handle.at for handle in handles(design.configuration) if "yard" in handle.name][: len(first)] == first
    assert design.edit(with_yards(design.configuration, 2), "fewer")
    assert len(design.configuration.setup.ship.slots) == 8
    assert design.undo()
    assert design.undo()
    assert design.differences() == ()


def test_the_end_of_a_yard_of_a_list_can_be_dragged_and_saved(tmp_path: Path) -> None:
    design = opened()
    design.edit(with_yards(design.configuration, 4), "one yard more")
    handle = next(h for h in handles(design.configuration) if h.name == "yard 4, starboard end")
    assert design.edit(handle.edits(handle.at[0] + 10.0, handle.at[1]), "longer")
    path = tmp_path / "brig.toml"
    design.save(path)
    assert path.read_text("utf-8").count("[[ship.yards]]") == 4
    again = load(path)
    assert again.digest == design.configuration.digest
    assert again.setup.ship.yards[3].length_mm == design.configuration.setup.ship.yards[3].length_mm


def test_a_new_piece_has_corners_to_drag_and_can_get_more() -> None:
    design = opened()
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


def test_the_prototype_draws_every_body_of_the_ship() -> None:
    prototype = ShipPrototype(opened(), load=3)
    names = [body.name for body in prototype.bodies()]
    assert names[:2] == ["table", "ship"]
    assert sum(name.startswith("yard") for name in names) == 3
    assert sum(name.startswith("piece") for name in names) == prototype.live.aboard
    for action in prototype.actions():
        assert prototype.document.edit(action.edits, action.what) or prototype.document.refusal, action.label
        prototype.refresh()
        prototype.advance(0.05)
        assert prototype.bodies()


def test_risks_stand_at_their_slots_and_pieces_in_the_list() -> None:
    prototype = ShipPrototype(opened(), load=0)
    found = Findings(prototype.subject().cells, 4)
    for number in range(4):
        found.add(number, {cell: cell == (7, "rat") or cell[0] == 9 for cell in found.cells})
    risks = {risk.name: risk.share.estimate for risk in prototype.risks(found)}
    assert risks == {**dict.fromkeys(map(str, range(1, 11)), 0.0), "7": 1 / 8, "9": 1.0}
    listed = {risk.name: risk.share.estimate for risk in prototype.listed(found)}
    assert listed["rat"] == 2 / 10
    assert listed["boat"] == 1 / 10
    assert "6 aboard" not in prototype.headline(found.share())
    assert "11.2 %" in prototype.headline(found.share())


def test_a_practice_begins_with_what_lies_aboard_and_leaves_it_behind() -> None:
    prototype = ShipPrototype(opened(), load=0)
    assert put_aboard(prototype.live, "crate", 6)
    practice = prototype.practice(Seat("Ada", "casual", "person"), 1)
    assert isinstance(practice, Practice)
    assert [piece.kind for piece in practice.frame().pieces] == ["crate"]
    prototype.live.reload(Snapshot())
    prototype.resume(practice)
    assert [piece.kind for piece in prototype.live.pieces()] == ["crate"]


def test_a_click_on_wood_puts_the_drawn_piece_there() -> None:
    prototype = ShipPrototype(opened(), load=0)
    prototype.part = "rat"
    assert prototype.put((50.0, 96.0))
    assert not prototype.put((140.0, 0.0))
    (piece,) = prototype.live.pieces()
    assert piece.kind == "rat"
    assert prototype.live.to_ship((piece.pose.x, piece.pose.y))[1] > 90.0
