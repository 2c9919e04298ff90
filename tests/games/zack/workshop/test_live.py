"""The live table: cards fly until the bowl is as full as is wanted."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

from sim.games.zack.workshop.prototype import BowlPrototype
from tests.games.zack.workshop.designs import bowl_design


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


def test_a_throw_is_aimed_elsewhere_and_one_for_an_older_design_is_never_thrown() -> None:
    prototype = BowlPrototype(bowl_design(), load=3)
    aimed: list[tuple[Future[Any], Any, tuple[Any, ...]]] = []

    def run(work: Any, *arguments: Any) -> Future[Any]:
        aimed.append((Future(), work, arguments))
        return aimed[-1][0]

    prototype.run_by(run)
    for _ in range(60):
        prototype.advance(1 / 20)
    assert len(aimed) == 1
    assert not prototype.live.world.names()
    assert prototype.document.edit({"card.areal_density_g_m2": 400.0}, "heavier")
    prototype.refresh()
    future, work, arguments = aimed[0]
    future.set_result(work(*arguments))
    prototype.advance(1 / 20)
    assert not prototype.live.world.names()
    assert len(aimed) == 2
    aimed[1][0].set_exception(OSError("no process"))
    for _ in range(60):
        prototype.advance(1 / 20)
    assert len(aimed) == 3
    future, work, arguments = aimed[2]
    assert arguments[0] is prototype.document.configuration
    future.set_result(work(*arguments))
    prototype.advance(1 / 20)
    assert len(prototype.live.world.names()) == 1


def test_cards_that_missed_the_bowl_of_a_former_design_are_not_counted_for_the_new_one() -> None:
    prototype = BowlPrototype(bowl_design(), load=0)
    prototype.live.missed = 3
    assert "3 missed" in prototype.state_words()
    assert prototype.document.edit({"card.areal_density_g_m2": 400.0}, "heavier")
    assert prototype.refresh()
    assert "0 missed" in prototype.state_words()
