"""What is shown of a piece in the hand, and whether the hand opens: one truth."""

from __future__ import annotations

import math
import random
from collections.abc import Hashable
from types import SimpleNamespace
from typing import Any

from scenes.games.riff_raff.play_forecast import PieceForecasts
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.forecast import End, Ghost
from sim.games.riff_raff.match.practice import laden
from sim.games.riff_raff.match.table import ShipTable
from sim.physics.minimum_jerk import Reach
from sim.physics.ship.carrying import Carrying, Grasp
from sim.physics.ship.measures import SLOTS
from sim.physics.ship.pieces import KINDS
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from tests.amounts import amount

GHOST = Ghost(0.0, 0.0, 0.0, "", End.ABOARD, None, 0, True, True)


class Answers:
    """A source of forecasts that has a ghost for whatever is asked."""

    problem = None

    def __init__(self) -> None:
        self.key: Hashable = None

    def ask(self, request: Any) -> None:
        self.key = request.key

    def latest(self, key: Hashable = None) -> Any:
        return SimpleNamespace(shown=(GHOST,)) if self.key is not None and key in (None, self.key) else None

    def forget(self) -> None:
        self.key = None

    def close(self, wait_s: float = 0.0) -> None:
        pass


def held(configuration: RiffRaffConfiguration, ship: Snapshot, kind: str, slot: int) -> tuple[Any, Carrying]:
    """A table at which a piece for a slot has just been taken, and the attempt."""
    table = ShipTable(configuration)
    table.snapshot = ship
    table.mouse.begin(0, table.usual_stance(kind, slot).name)
    grasp = Grasp(f"{kind}-99", kind, slot, Reach(0.0, 0.1, 2000.0), 50.0, 80.0)
    table.mouse.point(0.0, -250.0, 150.0)
    carrying = Carrying(ShipWorld(configuration.setup, ship), grasp, table.mouse)
    table.begin(carrying)
    return SimpleNamespace(table=table, configuration=configuration, seed=1, now_s=0.0), carrying


def tick(match: Any, carrying: Carrying, ticks: int) -> None:
    for _ in range(ticks):
        carrying.tick()
        match.now_s += 1 / 120


@amount(30, full=60, whole=3000)
def test_a_chance_is_shown_only_where_the_hand_opens_and_a_refusal_only_where_it_does_not(
    configuration: RiffRaffConfiguration, amount: int
) -> None:
    chance, shown, refused = random.Random(4), 0, 0
    ships = [laden(configuration, seed, 6) for seed in (1, 2)]
    for number in range(amount):
        kind, slot = KINDS[number % len(KINDS)], SLOTS[number // len(KINDS) % len(SLOTS)]
        match, carrying = held(configuration, ships[number % 2], kind, slot)
        source: Any = Answers()
        forecasts = PieceForecasts(match, source, "casual")
        place = configuration.setup.ship.slot(slot)
        x = chance.uniform(place.wood_left_mm - 30.0, place.wood_right_mm + 30.0)
        y = place.surface_mm + chance.uniform(-30.0, 110.0)
        match.table.mouse.turn(chance.choice((0.0, chance.uniform(-1.6, 1.6))))
        match.table.mouse.point(0.01, x, y)
        tick(match, carrying, 60)
        assert carrying.hand is not None
        forecasts.aim()
        chance_is_shown = forecasts.ghosts() is not None
        at_hand = match.table.refusal_at_hand(match.now_s)
        match.table.mouse.let_go(match.now_s)
        tick(match, carrying, 2)
        opened = carrying.hand is None
        assert opened == (at_hand is None)
        assert opened or not chance_is_shown
        shown, refused = shown + chance_is_shown, refused + (not opened)
    assert min(shown, refused) > 0.1 * amount


def test_what_is_refused_is_outlined_at_the_hand(configuration: RiffRaffConfiguration) -> None:
    match, carrying = held(configuration, Snapshot(), "barrel", 6)
    match.table.mouse.point(0.01, 40.0, 190.0)
    tick(match, carrying, 90)
    found = match.table.refusal_at_hand(match.now_s)
    assert found.words == "The barrel would come down on slot 8, not on 6."
    corners = [corner for part in found.outline for corner in part]
    body = carrying.cargo.body.position
    assert max(math.dist(corner, body) for corner in corners) < 25.0
    middle = [sum(axis) / len(corners) for axis in zip(*corners, strict=True)]
    assert math.dist(middle, body) < 5.0
    # A hand that is fast throws, and whatever is thrown leaves it.
    for step in range(30):
        match.table.mouse.point(0.75 + step / 120, 40.0, 190.0 + 4.0 * step)
    tick(match, carrying, 20)
    assert match.table.refusal_at_hand(match.now_s) is None
