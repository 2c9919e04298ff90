"""A piece in a hand that follows a pointer: it hangs and swings, is before the ship or in her plane, and leaves."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from sim.physics.minimum_jerk import Reach
from sim.physics.ship.attempt import pieces_by_slot
from sim.physics.ship.carrying import Carrying, Grasp, HandTarget
from sim.physics.ship.letting_go import RefusalReason
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from tests.physics.ships import aboard, resting, setup

Path = Callable[[float], tuple[float, float]]


@dataclass
class Course:
    """A hand that goes along a path, turns the piece at a time, lets go at a time, and does not catch."""

    path: Path
    opens_s: float = math.inf
    turn: Callable[[float], float] = lambda _t: 0.0
    stance: Callable[[float], str] = lambda _t: "upright"
    kept: int = 0

    def wish(self, tick: int) -> HandTarget:
        end = (tick + 1) / 120
        x, y = self.path(end)
        return HandTarget(x, y, self.turn(end), self.stance(end), lets_go=tick / 120 >= self.opens_s)

    def keep(self) -> None:
        self.kept += 1
        self.opens_s = math.inf

    def palm(self, tick: int) -> float | None:
        return None


def _flat(_t: float) -> str:
    return "flat"


def carried(course: Course, kind: str = "crate", slot: int = 6, on: Snapshot | None = None) -> Carrying:
    world = ShipWorld(setup(), on or Snapshot())
    return Carrying(world, Grasp(f"{kind}-1", kind, slot, Reach(0.0, 0.1, 2000.0), 50.0, 80.0), course)


def after(carrying: Carrying, seconds: float) -> Carrying:
    for _ in range(round(120 * seconds)):
        carrying.tick()
    return carrying


def test_a_piece_hangs_still_below_a_still_hand_and_swings_below_a_moved_one() -> None:
    still = after(carried(Course(lambda _t: (-250.0, 150.0))), 1.0)
    assert abs(still.cargo.body.angle) < 1e-6
    # Below the fingers by the way from its upper edge to its middle, less what the fingers cover.
    assert still.cargo.body.position.y == pytest.approx(150.0 - 12.0 + 3.5, abs=0.1)
    moved = carried(Course(lambda t: (-250.0 + 1500.0 * min(t, 0.12) ** 2, 150.0)))
    angles = []
    for _ in range(120):
        moved.tick()
        angles.append(moved.cargo.body.angle)
    # It lags behind, swings through, and comes to rest.
    assert min(angles) < -0.02
    assert max(angles) > 0.005
    assert abs(angles[-1]) < 0.01


def test_the_fingers_turn_it_and_it_hangs_whichever_way_up() -> None:
    turned = after(carried(Course(lambda _t: (-250.0, 150.0), turn=lambda _t: math.pi / 2, stance=_flat), "plank"), 1.5)
    assert turned.cargo.body.angle == pytest.approx(math.pi / 2, abs=0.02)
    assert turned.cargo.body.position.x == pytest.approx(-250.0, abs=0.5)
    assert turned.cargo.body.position.y < 150.0 - 10.0


def test_the_hand_that_carries_is_the_palm_of_its_side_after_it_has_let_go() -> None:
    carrying = carried(Course(lambda _t: (80.0, 140.0), opens_s=0.5))
    at = after(carrying, 0.5).hand.pose()
    assert [palm.side for palm in carrying.guided.palms] == [-1]
    carrying.tick()
    way_mm = math.dist((at.x, at.y), carrying.guided.waits_at(1))
    needs_s = max(0.1 * math.log2(way_mm / 80.0 + 1.0), 1.875 * way_mm / 2000.0)
    while len(carrying.guided.palms) == 1:
        carrying.tick()
    assert [palm.side for palm in carrying.guided.palms] == [-1, 1]
    assert needs_s <= carrying.guided.palms[1].since_s - carrying.released_s <= needs_s + 1.0 / 120


def test_another_stance_shows_another_side() -> None:
    course = Course(lambda _t: (-250.0, 150.0), stance=lambda t: "upright" if t < 0.3 else "rolling")
    carrying = after(carried(course, "barrel"), 0.6)
    assert carrying.cargo.form == "end"
    assert carrying.stance == "rolling"


def test_before_the_ship_it_meets_nothing_and_over_its_slot_it_does() -> None:
    where = setup()
    lies = aboard(resting(where, "boat-9", "boat", "upright", where.ship.slot(8), 40.0))
    # Past the yards of the wrong slot, right through the cargo there.
    passing = after(carried(Course(lambda t: (120.0 - 60.0 * t, 178.0)), slot=6, on=lies), 2.0)
    undisturbed = ShipWorld(where, lies)
    for _ in range(240):
        undisturbed.tick()
    assert not passing.touched
    assert passing.world.hull.angle == undisturbed.hull.angle
    assert passing.world.cargo["boat-9"].body.position == undisturbed.cargo["boat-9"].body.position
    # Down on its own: it touches, heels the ship a little, and stops on the wood.
    down = after(carried(Course(lambda t: (50.0, 150.0 - 30.0 * min(t, 2.0)))), 2.5)
    assert down.inside
    assert down.touched
    assert down.held_back > 60
    assert down._place(down.cargo)[1] == pytest.approx(103.6, abs=1.0)
    assert 0.0 < down.world.heel < math.radians(9)


def test_it_keeps_within_its_slot_and_comes_no_nearer_to_the_mast() -> None:
    carrying = carried(Course(lambda t: (40.0 - 25.0 * min(t, 1.0), 120.0)))
    for _ in range(180):
        carrying.tick()
        x = carrying.trace[-1][0]
        assert x - 12.0 > 9.0 - 1.0
    assert carrying.inside


def test_where_it_would_come_down_on_another_slot_the_hand_does_not_open() -> None:
    course = Course(lambda _t: (40.0, 190.0), opens_s=0.5)
    carrying = after(carried(course), 1.0)
    assert (carrying.refused.why, carrying.refused.slot, course.kept) == (RefusalReason.OTHER_SLOT, 8, 1)
    assert carrying.hand is not None
    # Nor inside the mast.
    blocked = after(carried(Course(lambda _t: (0.0, 120.0), opens_s=0.5)), 1.0)
    assert blocked.refused.why is RefusalReason.NO_ROOM


def test_into_the_sea_it_may_be_thrown_and_the_attempt_is_over() -> None:
    carrying = after(carried(Course(lambda _t: (-260.0, 150.0), opens_s=0.2)), 0.3)
    assert carrying.hand is None
    result = carrying.run()
    assert result.fallen == ("crate-1",)
    assert result.aboard == {}


@pytest.mark.parametrize("kind", ["rat", "crate", "bottle", "plank"])
def test_what_is_flicked_leaves_with_the_hand(kind: str) -> None:
    def swing(t: float) -> tuple[float, float]:
        s = min(max(t - 0.5, 0.0), 0.3)
        return -220.0 - 2400.0 * s * s, 150.0 + 1000.0 * s * s

    stance = "upright" if kind in ("crate", "bottle") else "flat"
    carrying = carried(Course(swing, opens_s=0.79, stance=lambda _t: stance), kind, slot=5)
    after(carrying, 0.8)
    assert carrying.hand is None
    velocity = carrying.cargo.body.velocity
    release, hand = carrying.release, carrying.release_velocity
    assert math.hypot(*hand) > 1000.0
    assert math.dist((release.vx, release.vy), hand) < 0.02 * math.hypot(*hand)
    # And flies as what is thrown flies.
    after(carrying, 0.1)
    fell = carrying.cargo.body.velocity - velocity
    assert fell.x == pytest.approx(0.0, abs=1.0)
    assert fell.y == pytest.approx(-980.665, rel=0.01)


def test_set_down_as_gently_it_stays() -> None:
    carrying = after(carried(Course(lambda t: (50.0, 145.0 - 35.0 * min(t, 1.2)), opens_s=1.6)), 1.7)
    assert carrying.hand is None
    result = carrying.run()
    assert result.aboard == {6: ("crate-1",)}
    assert result.settled
    assert not carrying.flicked
    assert carrying.release_height_mm <= 0.0
    assert carrying.lowered_mm_s == pytest.approx(35.0, abs=2.0)
    assert [moment.what for moment in carrying.moments] == ["takes", "releases", "settled"]


def test_it_repeats_to_the_last_bit() -> None:
    def swing(t: float) -> tuple[float, float]:
        return -150.0 + 300.0 * max(0.0, t - 0.4), 150.0 + 80.0 * t

    ends = []
    for _ in range(2):
        carrying = after(carried(Course(swing, opens_s=0.6), slot=7), 0.7)
        assert carrying.hand is None
        carrying.run()
        ends.append((carrying.world.snapshot(), carrying.moments, carrying.release))
    assert ends[0] == ends[1]


@dataclass
class Throw(Course):
    """A hand that throws with a velocity (mm/s) where it is when it opens."""

    velocity: tuple[float, float] = (0.0, 0.0)

    def wish(self, tick: int) -> HandTarget:
        wish = super().wish(tick)
        return replace(wish, throws=self.velocity) if wish.lets_go else wish


def thrown(at: tuple[float, float], velocity: tuple[float, float], kind: str = "crate", slot: int = 6) -> Carrying:
    """A piece let go 0.5 s after it was taken, and watched for two ticks more."""
    carrying = after(carried(Throw(lambda _t: at, 0.5, velocity=velocity), kind, slot), 0.5)
    assert carrying.hand is not None
    return after(carrying, 2 / 120)


def test_what_is_thrown_where_there_is_no_room_flies_before_the_ship_until_there_is() -> None:
    carrying = thrown((0.0, 120.0), (700.0, 900.0))
    assert carrying.hand is None
    assert not carrying.inside
    assert carrying.cargo.body.velocity.x == pytest.approx(700.0)
    after(carrying, 0.2)
    assert carrying.inside
    assert carrying.run().aboard == {}
    # Where there is none all the way down it falls into the water before her.
    passing = thrown((0.0, 20.0), (0.0, -300.0))
    result = passing.run()
    assert result.fallen == ("crate-1",)
    assert passing.max_heel_rad < 1e-9


def test_what_is_thrown_upwards_from_below_the_deck_may_land_on_her() -> None:
    result = thrown((125.0, 15.0), (-200.0, 1500.0)).run()
    assert result.aboard == {6: ("crate-1",)}


def test_what_is_thrown_on_another_slot_is_taken_back() -> None:
    carrying = thrown((50.0, 200.0), (0.0, -200.0), "boat")
    result = carrying.run()
    assert carrying.astray == 8
    assert (result.fallen, result.aboard, result.settled) == (("boat-1",), {}, True)
    assert [moment.what for moment in carrying.moments] == ["takes", "releases", "astray", "settled"]
    own = thrown((50.0, 200.0), (0.0, -200.0), "boat", slot=8)
    assert list(own.run().aboard) == [8]
    assert own.astray is None


@pytest.mark.parametrize("side", [-1, 1])
def test_what_bounces_off_its_slot_over_the_mast_is_taken_back(side: int) -> None:
    where, slot, other = setup(), (9, 10)[side > 0], (10, 9)[side > 0]
    lies = aboard(resting(where, "crate-9", "crate", "upright", where.ship.slot(slot), side * 30.0))
    throw = Throw(lambda _t: (side * 30.0, 260.0), 0.2, velocity=(side * -440.0, -106.0))
    carrying = carried(throw, slot=slot, on=lies)
    touched = set()
    while not carrying.done:
        carrying.tick()
        touched |= {number for number, names in pieces_by_slot(carrying.world).items() if "crate-1" in names}
    assert touched >= {slot, other}
    assert carrying.astray == other
    assert (carrying.result().fallen, carrying.result().aboard) == (("crate-1",), {slot: ("crate-9",)})


def test_what_has_rested_on_its_slot_may_slide_on_to_another() -> None:
    carrying = thrown((50.0, 200.0), (0.0, -200.0), "boat", slot=8)
    after(carrying, 1.0)
    assert not carrying.done
    body = carrying.cargo.body
    body.position = -body.position.x, body.position.y
    assert list(carrying.run().aboard) == [7]
    assert carrying.astray is None


@pytest.mark.parametrize(("into_mm", "slides"), [(0.5, True), (4.5, True), (5.6, False)])
def test_what_is_set_down_a_little_in_the_wood_slides_to_the_nearest_free_place(into_mm: float, slides: bool) -> None:
    # A crate on the wood of slot 6 has its middle 107 mm above the gimbal, and the fingers 8.5 mm above that.
    carrying = after(carried(Course(lambda _t: (50.0, 107.0 + 8.5 - into_mm), opens_s=0.5)), 0.5)
    before, foretold = carrying.place, carrying.refusal()
    after(carrying, 2 / 120)
    assert (carrying.hand is None) == slides == (foretold is None)
    if slides:
        assert into_mm <= math.dist(before[:2], (carrying.release.x, carrying.release.y)) < into_mm + 0.1
