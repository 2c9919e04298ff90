"""The tapis seen from above: hands on their paths, who covers a card first, hands that block and bump."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from sim.errors import InputError
from sim.physics.minimum_jerk import minimum_jerk
from sim.physics.tapis.measures import TapisSetup, build_tapis, shipped_tapis_tables
from sim.physics.tapis.world import CardPose, Moment, Snapshot, TapisWorld, entry
from tests.amounts import amount
from tests.shipped import shipped_tapis


def table(profile: str = "play") -> TapisWorld:
    setup = shipped_tapis(profile)
    world = TapisWorld.of(setup, {name: setup.home(seat, 4) for seat, name in enumerate("abcd")})
    world.lay("card", CardPose(0.0, 0.0, 0.0))
    return world


def run(world: TapisWorld, seconds: float = 1.0) -> list[Moment]:
    return [moment for _ in range(round(seconds * 120)) for moment in world.tick()]


def test_an_unhindered_hand_is_on_its_minimum_jerk_path_at_every_tick() -> None:
    world = table()
    reach = world.send("a", 40.0, -30.0, 0.5)
    for number in range(1, 61):
        world.tick()
        share = minimum_jerk(number / 60.0)
        hand = world.hands["a"]
        assert hand.x == pytest.approx(reach.x0 + (40.0 - reach.x0) * share, abs=1e-6)
        assert hand.y == pytest.approx(reach.y0 + (-30.0 - reach.y0) * share, abs=1e-6)


def test_a_card_is_covered_when_the_path_crosses_its_edge() -> None:
    world = table()
    reach = world.send("a", 0.0, 0.0, 0.5, "card")
    foretold = world.covers_at_s(reach)
    covered = next(moment for moment in run(world) if moment.what == "covers")
    # Straight at the middle along the diagonal: the nearer edge is half a width away in x.
    share = 1.0 - (63.5 / 2) / abs(reach.x0)
    exact = 0.5 * next(t / 1e5 for t in range(100_000) if minimum_jerk(t / 1e5) >= share)
    assert foretold == pytest.approx(exact, abs=1e-5)
    assert covered.time_s == pytest.approx(exact, abs=2e-4)  # straight lines between two ticks
    assert world.held == {"card": "a"}


@pytest.mark.parametrize("ahead_ms", [0.5, 3.0, 8.0, 40.0])
def test_a_card_under_two_hands_goes_to_the_first(ahead_ms: float) -> None:
    # Also where both set out within the same tick.
    for first, second in (("a", "c"), ("c", "a")):
        world = table()
        world.tick()
        now = world.time_s
        world.send(first, 0.0, 0.0, 0.5, "card", now - 1.0 / 120)
        world.send(second, 0.0, 0.0, 0.5 + ahead_ms / 1000.0, "card", now - 1.0 / 120)
        moments = run(world)
        covered = [moment for moment in moments if moment.what == "covers"]
        assert [moment.hand for moment in covered] == [first]


def test_hands_block_and_bump() -> None:
    world = table()
    world.send("a", 0.0, 0.0, 0.4, "card")
    world.send("c", 0.0, 0.0, 0.6, "card")
    moments = run(world)
    assert any(moment.what == "bumps" for moment in moments)
    a, c = world.hands["a"], world.hands["c"]
    apart = math.hypot(a.x - c.x, a.y - c.y)
    assert apart == pytest.approx(2 * world.setup.hand.palm_mm, abs=1.0)


def test_hands_out_of_each_others_way_do_not_touch() -> None:
    world = table()
    world.send("a", -100.0, 0.0, 0.4)
    world.send("c", 100.0, 0.0, 0.4)
    assert [moment.what for moment in run(world)] == ["arrives", "arrives"]


def test_a_world_goes_on_from_its_snapshot_exactly() -> None:
    world = table()
    world.send("a", 5.0, 0.0, 0.4, "card")
    world.send("b", 0.0, 5.0, 0.42, "card")
    world.send("d", 0.0, -5.0, 0.5, "card")
    run(world, 0.3)
    told = json.loads(json.dumps(world.snapshot().to_json()))
    other = TapisWorld(world.setup, Snapshot.from_json(told))
    assert run(world, 0.5) == run(other, 0.5)
    assert world.snapshot().to_json() == other.snapshot().to_json()


def test_a_hand_that_follows_a_pointer_stops_there() -> None:
    world = table()
    for _ in range(60):
        world.steer("a", -20.0, 10.0)
        world.tick()
    hand = world.hands["a"]
    assert (hand.x, hand.y) == pytest.approx((-20.0, 10.0), abs=1e-3)
    assert math.hypot(hand.vx, hand.vy) < 1.0


def test_a_hand_sets_out_within_the_tick_that_has_passed() -> None:
    world = table()
    with pytest.raises(ValueError, match="sets out"):
        world.send("a", 0.0, 0.0, 0.4, began_s=0.5)


@pytest.mark.parametrize(
    ("segment", "share"),
    [((-50, 0, 50, 0), 0.4), ((0, 0, 50, 0), 0.0), ((-50, 30, 50, 30), None), ((-50, 0, -20, 0), None)],
)
def test_where_a_movement_enters_a_card(segment: tuple[float, float, float, float], share: float | None) -> None:
    found = entry(segment, CardPose(0.0, 0.0, 0.0), 20.0, 40.0)
    assert found == (None if share is None else pytest.approx(share))
    # The same with everything turned about a quarter.
    turned = (-segment[1], segment[0], -segment[3], segment[2])
    assert entry(turned, CardPose(0.0, 0.0, math.pi / 2), 20.0, 40.0) == (
        None if share is None else pytest.approx(share)
    )


def races(profile: str, count: int) -> list[tuple[str | None, bool]]:
    """Who is first, and whether hands bumped: three noisy hands at one card."""
    found: list[tuple[str | None, bool]] = []
    for number in range(count):
        chance = np.random.default_rng([7, number])
        world = table(profile)
        start = {name: float(chance.exponential(0.06)) for name in "abc"}
        aims = {name: chance.normal(0.0, 13.0, 2) for name in "abc"}
        moments: list[Moment] = []
        for tick in range(110):
            for name in "abc":
                if tick == math.ceil(start[name] * 120):
                    x, y = (float(value) for value in aims[name])
                    world.send(name, x, y, 0.5, "card", start[name])
            moments += world.tick()
        first = next((moment.hand for moment in moments if moment.what == "covers"), None)
        found.append((first, any(moment.what == "bumps" for moment in moments)))
    return found


@pytest.mark.slow
@amount(25, full=40)
def test_who_is_first_does_not_depend_on_the_step(amount: int) -> None:
    play, reference = races("play", amount), races("reference", amount)
    # Race by race, so the difference of any rate is at most one race.
    assert sum(one != other for one, other in zip(play, reference, strict=True)) <= 1
    assert len({first for first, _ in play}) == 3
    assert any(bumped for _, bumped in play)


def test_seats_of_a_four_handed_table_are_two_and_two_and_diagonal_ones_opposite() -> None:
    setup = shipped_tapis()
    homes = [setup.home(seat, 4) for seat in range(4)]
    for seat in range(2):
        assert homes[seat] == pytest.approx((-homes[seat + 2][0], -homes[seat + 2][1]))
    assert len({round(y) for _, y in homes}) == 2


def test_places_for_cards_do_not_overlap() -> None:
    setup = shipped_tapis()
    places = setup.places()
    for number, (x, y) in enumerate(places):
        for u, v in places[:number]:
            assert abs(x - u) >= setup.tapis.card_width_mm or abs(y - v) >= setup.tapis.card_height_mm


def test_a_bad_measure_is_named() -> None:
    tables = shipped_tapis_tables()
    tables["tapis"]["gap_mm"] = 3.0
    with pytest.raises(InputError, match="lay_sd_mm"):
        build_tapis(tables, "here")
    tables["reaching"]["palm_mm"] = -1.0
    with pytest.raises(InputError, match="palm_mm"):
        build_tapis({**tables, "tapis": shipped_tapis_tables()["tapis"]}, "here")


def test_the_setup_is_plain() -> None:
    assert isinstance(shipped_tapis(), TapisSetup)
