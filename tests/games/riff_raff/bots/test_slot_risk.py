"""The study of slots on equal ships: one piece, every slot, the same again for the same seed."""

from __future__ import annotations

from sim.configuration import load_configuration
from sim.physics.ship.measures import SLOTS
from sim.physics.ship.state import Snapshot
from studies.slot_risk import tries


def test_every_slot_of_an_empty_ship_is_tried_once() -> None:
    configuration = load_configuration("riff-raff", profile="draft")
    tried = list(tries(configuration, "casual", 1, (0, Snapshot()), 0))
    assert tuple(one.slot for one in tried) == SLOTS
    assert all(one.aboard == 0 and 0.0 < one.judged < 1.0 for one in tried)
    assert not any(one.own > one.fell for one in tried)
    assert list(tries(configuration, "casual", 1, (0, Snapshot()), 0)) == tried
