"""The prototype of a ship: what is drawn, where figures stand, and what a practice takes and leaves."""

from __future__ import annotations

from sim.games.riff_raff.match.practice import Practice
from sim.games.riff_raff.workshop.live import put_aboard
from sim.games.riff_raff.workshop.prototype import ShipPrototype
from sim.physics.ship.state import Snapshot
from sim.seat import Seat
from sim.workshop.findings import Findings
from tests.games.riff_raff.workshop.designs import ship_design


def test_the_prototype_draws_every_body_of_the_ship() -> None:
    prototype = ShipPrototype(ship_design(), load=3)
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
    prototype = ShipPrototype(ship_design(), load=0)
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
    prototype = ShipPrototype(ship_design(), load=0)
    assert put_aboard(prototype.live, "crate", 6)
    practice = prototype.practice(Seat("Ada", "casual", "person"), 1)
    assert isinstance(practice, Practice)
    assert [piece.kind for piece in practice.frame().pieces] == ["crate"]
    prototype.live.reload(Snapshot())
    prototype.resume(practice)
    assert [piece.kind for piece in prototype.live.pieces()] == ["crate"]


def test_a_click_on_wood_puts_the_drawn_piece_there() -> None:
    prototype = ShipPrototype(ship_design(), load=0)
    prototype.part = "rat"
    assert prototype.put((50.0, 96.0))
    assert not prototype.put((140.0, 0.0))
    (piece,) = prototype.live.pieces()
    assert piece.kind == "rat"
    assert prototype.live.to_ship((piece.pose.x, piece.pose.y))[1] > 90.0
