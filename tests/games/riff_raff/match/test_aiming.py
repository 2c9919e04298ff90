"""The flick that a hand would make if it let go now is the flick that it makes when it lets go."""

from __future__ import annotations

import math

import pytest

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice
from sim.games.riff_raff.match.aiming import aim_of_hand
from sim.games.riff_raff.match.intents import TakePiece
from sim.physics.contact.profiles import GRAVITY_MM_S2
from sim.physics.pointer import FLICK_S, REST_S
from sim.seat import Seat
from tests.games.riff_raff.match.by_hand import follow, wait

ME = Seat("You", "casual", "person")
HELD_AT = (240.0, 150.0)


def holding(configuration: RiffRaffConfiguration, piece: str = "crate") -> Practice:
    """A practice at slot 8 with the piece in the hand, which rests."""
    practice = Practice(configuration, ME, 4, slot=8, piece=piece)
    wait(practice, lambda: practice.waits_for == ("You",))
    practice.table.mouse.point(practice.now_s, *HELD_AT)
    practice.act(TakePiece(by="You", piece=piece))
    follow(practice, lambda _t: HELD_AT, 0.3)
    return practice


@pytest.mark.parametrize("strength", [0.7, 1.0, 1.4])
# At 0.304 s the fingers open between two ticks of the physics.
@pytest.mark.parametrize(("speed", "up", "opens_s"), [(450.0, 0.9, 0.304), (700.0, 0.5, 0.304), (1260.0, 0.1, 0.3)])
def test_the_arc_shown_last_is_the_arc_that_is_flown(
    configuration: RiffRaffConfiguration, speed: float, up: float, opens_s: float, strength: float
) -> None:
    practice = holding(configuration)
    practice.table.mouse.strength = strength
    begins = 0.25

    def flick(t: float) -> tuple[float, float]:
        far = speed * (t * t / (2 * begins) if t < begins else t - begins / 2)
        return HELD_AT[0] - far * math.cos(up), HELD_AT[1] + far * math.sin(up)

    follow(practice, flick, opens_s)
    aim = aim_of_hand(practice.table, practice.now_s, practice.time_s)
    assert aim.speed_mm_s == pytest.approx(strength * speed, rel=0.03)
    practice.table.mouse.let_go(practice.now_s)
    carrying = practice.table.carrying
    wait(practice, lambda: carrying.flight is not None)
    flown = carrying.flight
    # What falls past her to the table: by less than it moves in a step, falling on from the last whole tick.
    off = math.dist((aim.flight.end.x, aim.flight.end.y), (flown.end.x, flown.end.y))
    profile = configuration.setup.profile
    step_mm = (math.dist(*flown.path[-3:-1]) + 1.5 * GRAVITY_MM_S2 / profile.tick_hz**2) / profile.steps_per_tick
    assert off < (3.0 if flown.end.y > 0.0 else step_mm)
    assert aim.hits == (flown.slot == 8)
    wait(practice, lambda: len(carrying.flown) > len(flown.path))
    for shown, real in zip(flown.path[:-1], carrying.flown, strict=False):
        # Below the deck there are hands that catch.
        assert math.dist(shown, real) < 0.1 or shown[1] < 0.0


def stopped_flick(practice: Practice, pause_s: float, speed: float = 700.0) -> list[float]:
    """Flick, stop dead, and rest that long; return what is left of the aim after each frame of the rest."""
    begins, up = 0.25, 0.5

    def flick(t: float) -> tuple[float, float]:
        far = speed * (t * t / (2 * begins) if t < begins else t - begins / 2)
        return HELD_AT[0] - far * math.cos(up), HELD_AT[1] + far * math.sin(up)

    follow(practice, flick, 0.3)
    left, steps = [], max(1, round(pause_s * 60))
    for _ in range(steps if pause_s else 0):
        follow(practice, lambda _t: flick(0.3), pause_s / steps)
        aim = aim_of_hand(practice.table, practice.now_s, practice.time_s)
        left.append(0.0 if aim is None else aim.fresh)
    return left


@pytest.mark.parametrize("pause_s", [0.0, 0.03, 0.05, 0.1, 0.14])
def test_a_flick_whose_button_goes_up_late_flies_as_drawn(configuration: RiffRaffConfiguration, pause_s: float) -> None:
    practice = holding(configuration)
    left = stopped_flick(practice, pause_s)
    assert left == sorted(left, reverse=True)
    aim = aim_of_hand(practice.table, practice.now_s, practice.time_s)
    assert aim.speed_mm_s == pytest.approx(700.0, rel=0.03)
    assert (aim.fresh < 1.0) == (pause_s > REST_S)
    practice.table.mouse.let_go(practice.now_s)
    carrying = practice.table.carrying
    wait(practice, lambda: carrying.flight is not None)
    assert carrying.thrown
    assert not practice.table.mouse.stopped
    assert math.hypot(*carrying.release_velocity) == pytest.approx(aim.speed_mm_s, rel=1e-3)
    # A piece that swings in a hand that has stopped is foretold less well.
    end, flown = aim.flight.end, carrying.flight.end
    assert math.dist((end.x, end.y), (flown.x, flown.y)) < (6.0 if pause_s else 3.0)


@pytest.mark.parametrize(("pause_s", "said"), [(FLICK_S + 0.02, True), (0.2, True), (0.6, False)])
def test_a_hand_that_has_rested_drops_and_says_so_where_a_throw_was_meant(
    configuration: RiffRaffConfiguration, pause_s: float, said: bool
) -> None:
    practice = holding(configuration)
    left = stopped_flick(practice, pause_s)
    assert left[-1] == 0.0
    practice.table.mouse.let_go(practice.now_s)
    assert practice.table.mouse.stopped == said
    carrying = practice.table.carrying
    wait(practice, lambda: carrying.release is not None)
    assert not carrying.flicked


def test_what_arrow_keys_carry_is_no_flick(configuration: RiffRaffConfiguration) -> None:
    practice = holding(configuration)
    practice.table.mouse.may_throw = False
    stopped_flick(practice, 0.0)
    assert aim_of_hand(practice.table, practice.now_s, practice.time_s) is None


def test_a_hand_that_rests_aims_at_nothing(configuration: RiffRaffConfiguration) -> None:
    practice = holding(configuration)
    assert aim_of_hand(practice.table, practice.now_s, practice.time_s) is None


def test_the_speed_that_is_needed_reaches_the_slot(configuration: RiffRaffConfiguration) -> None:
    practice, speed, up = holding(configuration), 300.0, 0.6
    follow(practice, lambda t: (HELD_AT[0] - speed * t * math.cos(up), HELD_AT[1] + speed * t * math.sin(up)), 0.2)
    aim = aim_of_hand(practice.table, practice.now_s, practice.time_s)
    assert not aim.hits
    assert aim.needed_mm_s is not None
    assert aim.needed_mm_s > aim.speed_mm_s
    practice.table.mouse.strength = aim.needed_mm_s / aim.speed_mm_s
    stronger = aim_of_hand(practice.table, practice.now_s, practice.time_s)
    assert stronger.hits
