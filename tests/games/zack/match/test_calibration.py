"""Natural flicks of a pointer after a calibration: three throws as the person naturally would."""

from __future__ import annotations

import math

import numpy as np
import pytest

from scenes.games.zack.play_calibration import OwnFlick
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.match import Practice
from sim.games.zack.match.calibration import THROWS, Calibration, Flick
from sim.physics.bowl.state import IN_BOWL, Release
from sim.physics.bowl.world import BowlWorld
from sim.physics.pointer import PointerState
from sim.seat import PERSON, Seat
from sim.statistics import rate
from tests.games.zack.match.natural import UNITS_PER_MM, flick

FLICKS = 200


def stays_in(configuration: ZackConfiguration, release: Release) -> bool:
    """Whether a card with that release comes to lie in an empty bowl."""
    world = BowlWorld(configuration.setup)
    world.throw("card", release)
    world.settle()
    return world.where("card") == IN_BOWL


def hits(
    configuration: ZackConfiguration, rise_deg: float, seed: int, flicks: int = FLICKS, *, calibrated: bool = True
) -> int:
    """How many natural flicks of a casual adult in that direction land after the calibration."""
    rng = np.random.default_rng(seed)
    practice = Practice(configuration, Seat("You", "casual", PERSON), seed)
    kept: list[Flick] = []
    own = OwnFlick(practice.configuration, practice.hand, None, 1.0, lambda *_: None, kept.append)
    own.resize(UNITS_PER_MM)
    if not calibrated:
        practice.hand.leaves_as = lambda state: state
    found = 0
    for number in range(THROWS + flicks):
        release = flick(practice, configuration.skills["casual"], rng, rise_deg, 100.0 + 2.0 * number)
        if release is not None:
            if calibrated:
                own.thrown(practice.hand.last_state)
            found += number >= THROWS and stays_in(configuration, release)
        practice.undo()
    assert (own.left == 0) is calibrated
    assert len(kept) == calibrated
    return found


@pytest.mark.slow
@pytest.mark.parametrize("rise_deg", [-16.0, 0.0, 10.0])
def test_natural_flicks_land_after_the_calibration(configuration: ZackConfiguration, rise_deg: float) -> None:
    """1,500 pixels a second at 1280 x 720, straight at the bowl (-16), level, and as a practised hand throws (10)."""
    assert rate(hits(configuration, rise_deg, 1), FLICKS).estimate >= 0.8


def test_they_do_not_without_it(configuration: ZackConfiguration) -> None:
    assert rate(hits(configuration, 0.0, 1, 40, calibrated=False), 40).estimate < 0.4


def pointer(speed: float, rise_deg: float, side: int = 1) -> PointerState:
    """A pointer that leaves from the usual place at that speed and in that direction towards the bowl."""
    rise = math.radians(rise_deg)
    return PointerState(side * 400.0, 220.0, -side * speed * math.cos(rise), speed * math.sin(rise), 0.0)


@pytest.mark.parametrize("side", [-1, 1])
def test_three_throws_set_strength_and_lift_to_their_medians(configuration: ZackConfiguration, side: int) -> None:
    calibration = Calibration(configuration, side)
    assert calibration.applied(pointer(900.0, -16.0, side), 30.0) == pointer(900.0, -16.0, side)
    calibration.begin()
    for speed, rise in ((800.0, -16.0), (900.0, -14.0), (4000.0, 20.0)):
        left = calibration.applied(pointer(speed, rise, side), 30.0)
        # Each of them flies as a practised hand's throw.
        assert math.atan2(left.vy, -side * left.vx) == pytest.approx(math.radians(10.0))
        assert left.speed == pytest.approx(1840.0, rel=0.02)
        assert calibration.note(pointer(speed, rise, side), 30.0)
    assert calibration.left == 0
    assert math.degrees(calibration.natural.rise_rad) == pytest.approx(-14.0)
    assert calibration.natural.speed_mm_s == pytest.approx(900.0, rel=0.02)
    known = Calibration(configuration, side)
    known.set_natural(calibration.natural)
    assert (known.strength, known.lift_rad) == pytest.approx((calibration.strength, calibration.lift_rad))
    once_more = calibration.applied(pointer(900.0, -14.0, side), 30.0)
    assert once_more.speed == pytest.approx(1840.0, rel=0.02)
    # Half as fast a flick is half as fast a card.
    assert calibration.applied(pointer(450.0, -14.0, side), 30.0).speed == pytest.approx(once_more.speed / 2)


def test_a_pointer_that_does_not_go_to_the_bowl_sets_nothing(configuration: ZackConfiguration) -> None:
    calibration = Calibration(configuration, 1)
    calibration.begin()
    assert not calibration.note(pointer(900.0, 100.0), 30.0)
    assert not calibration.note(pointer(0.0, 0.0), 30.0)
    assert calibration.left == THROWS
    assert calibration.strength == 1.0


def test_a_flick_that_was_measured_in_one_window_holds_in_another(configuration: ZackConfiguration) -> None:
    practice = Practice(configuration, Seat("You", "casual", PERSON), 1)
    said: list[str] = []
    kept: list[Flick] = []

    def calibrated(natural: Flick | None, units_per_mm: float) -> OwnFlick:
        own = OwnFlick(configuration, practice.hand, natural, 1.0, lambda words, _: said.append(words), kept.append)
        own.resize(units_per_mm)
        return own

    own = calibrated(None, 0.6)
    assert not practice.hand.noted
    for _ in range(THROWS):
        own.thrown(pointer(2000.0, 0.0))
    assert practice.hand.noted
    assert "[K] sets it again" in said[-1]
    assert kept[0].speed_mm_s == pytest.approx(1200.0, rel=0.02)  # 2000 mm/s at 0.6 window units a mm
    # The same pointer in a window twice as large moves half as many mm.
    calibrated(kept[0], 1.2)
    left = practice.hand.leaves_as(pointer(1000.0, 0.0))
    assert left.speed == pytest.approx(1840.0, rel=0.02)
