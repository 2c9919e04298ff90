"""The live table: cards fly until the bowl is as full as is wanted."""

from __future__ import annotations

from sim.workshop.bowl.prototype import BowlPrototype
from tests.workshop.designs import bowl_design


def test_cards_fly_until_the_bowl_is_as_full_as_the_load_says() -> None:
    prototype = BowlPrototype(bowl_design(), load=2)
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
