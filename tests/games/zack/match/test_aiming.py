"""Where a card would fly that leaves the hand now, held against the bowl's own world."""

from __future__ import annotations

import math

from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match.gesture import arc, release_of, shipped_hand_measures, speeds_in, stays_in
from sim.physics.bowl.state import IN_BOWL, Release
from sim.physics.bowl.world import BowlWorld
from sim.physics.pointer import PointerState

SPIN = 30.0


def thrown(configuration: ZackConfiguration, y: float, speed: float, rise_deg: float) -> Release:
    rise = math.radians(rise_deg)
    state = PointerState(400.0, y, -speed * math.cos(rise), speed * math.sin(rise), 0.0)
    return release_of(configuration.setup, state, -1, SPIN, shipped_hand_measures().most)


def lands(configuration: ZackConfiguration, release: Release) -> bool:
    world = BowlWorld(configuration.setup)
    world.throw("card", release)
    world.settle()
    return world.where("card") == IN_BOWL


def test_the_arc_says_what_the_bowl_does(configuration: ZackConfiguration) -> None:
    tried = agreed = 0
    for y in (160.0, 240.0):
        for rise_deg in (-15.0, 0.0, 15.0):
            for speed in range(1100, 2900, 200):
                release = thrown(configuration, y, float(speed), rise_deg)
                way = arc(configuration.setup, release)
                tried += 1
                agreed += stays_in(configuration.setup, way) == lands(configuration, release)
    assert agreed >= 0.9 * tried


def test_the_speed_for_the_middle_carries_the_card_there(configuration: ZackConfiguration) -> None:
    setup = configuration.setup
    for y, rise_deg in ((160.0, 0.0), (220.0, 10.0), (300.0, -15.0)):
        found = speeds_in(setup, 1, 400.0, y, math.radians(rise_deg), SPIN)
        assert found.least < found.middle < found.most
        way = arc(setup, thrown(configuration, y, found.middle, rise_deg))
        assert abs(way[-1][0]) < 15.0
        assert not stays_in(setup, arc(setup, thrown(configuration, y, 0.8 * found.least, rise_deg)))
        assert not stays_in(setup, arc(setup, thrown(configuration, y, 1.2 * found.most, rise_deg)))
    mirrored = speeds_in(setup, -1, -400.0, 220.0, math.radians(10.0), SPIN)
    assert mirrored == speeds_in(setup, 1, 400.0, 220.0, math.radians(10.0), SPIN)
