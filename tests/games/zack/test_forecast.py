"""Paths of cards: the match's own physics and noise, into a bowl as it lies."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sim.configuration import load_configuration
from sim.errors import InputError
from sim.forecast.trials import forecast
from sim.games.zack.bots.hand import Card, ThrowIntent
from sim.games.zack.configuration import ZackConfiguration
from sim.games.zack.forecast import NAME, Path, Throws, resting
from sim.games.zack.throws import Thrower, bowlful, throw_once
from sim.physics.bowl.state import AIR, MOVING, BowlSnapshot
from sim.physics.bowl.throwing import aimed_throw
from sim.physics.bowl.world import BowlWorld
from sim.seeds import derive


@pytest.fixture(scope="module")
def configuration() -> ZackConfiguration:
    """As shipped."""
    return load_configuration("zack")


@pytest.fixture(scope="module")
def thrower(configuration: ZackConfiguration) -> Thrower:
    """A child."""
    table = configuration.table
    return Thrower(configuration.setup, configuration.skills["child"], table.seat_distance_mm, table.hand_height_mm)


@pytest.fixture(scope="module")
def full(thrower: Thrower) -> BowlSnapshot:
    """A bowl with cards in it."""
    return bowlful(thrower, 5, 3)


@pytest.fixture(scope="module")
def request_(thrower: Thrower, full: BowlSnapshot) -> Throws:
    """A throw from the right."""
    intent = ThrowIntent(Card.ZACK, 1, thrower.distance_mm)
    return Throws("throw", thrower.setup, full, intent, thrower.skill, 5, 30, thrower.height_mm)


@pytest.fixture(scope="module")
def paths(request_: Throws) -> tuple[Path, ...]:
    """What comes of it."""
    return forecast(request_).shown


@pytest.mark.slow
def test_paths_end_as_the_throws_of_a_match(request_: Throws, thrower: Thrower, paths: tuple[Path, ...]) -> None:
    """Under the same seed of noise, the same verdict as that of the experiment, which executes as a match does."""
    for index, path in enumerate(paths):
        release = thrower.release(1, derive(request_.seed, "foresight", index))
        outcome = throw_once(thrower.setup, request_.snapshot, release, watch=False)
        assert (path.hit, path.rim, path.settled) == (outcome.hit, outcome.rim, not outcome.unsettled)
        assert path.points[0] == release.motion[:3]
    assert {path.hit for path in paths} == {True, False}, "a case that cannot go either way shows nothing"


def test_a_path_is_that_of_the_card(request_: Throws, thrower: Thrower, paths: tuple[Path, ...]) -> None:
    world = BowlWorld(thrower.setup, request_.snapshot)
    world.throw("card", thrower.release(1, derive(request_.seed, "foresight", 0)))
    for point in paths[0].points[1:-1]:
        for _ in range(4):
            world.tick()
        assert tuple(world.motion("card")[:3]) == point
    world.settle()
    assert tuple(world.motion("card")[:3]) == pytest.approx(paths[0].points[-1], abs=0.2)


def test_the_figures_are_those_of_the_paths(request_: Throws, paths: tuple[Path, ...]) -> None:
    known = forecast(request_)
    assert known.shown == paths
    assert known.estimate == sum(path.hit for path in paths) / 30
    assert known.low < known.estimate < known.high
    assert request_.trial(11) == paths[11]


def test_a_gesture_is_a_release(request_: Throws, thrower: Thrower, paths: tuple[Path, ...]) -> None:
    """What a hand means may be given as it leaves the hand; haste makes it wilder."""
    meant = aimed_throw(thrower.setup, thrower.distance_mm, thrower.height_mm, 0.0)
    gesture = replace(request_, meant=meant)
    assert gesture.trial(0) == paths[0]
    assert replace(gesture, pace=2.0).trial(0) != paths[0]
    calm = replace(gesture, skill=thrower.skill.noiseless())
    assert calm.trial(0) == calm.trial(1)
    assert calm.trial(0).points[0] == meant.motion[:3]


def test_what_flies_or_was_taken_can_be_left_out(thrower: Thrower, full: BowlSnapshot) -> None:
    assert resting(full) == full
    world = BowlWorld(thrower.setup, full)
    world.throw("late", thrower.release(-1, 7))
    while world.where("late") == AIR:
        world.tick()
    assert world.where("late") == MOVING
    taken = full.cards[-1].name
    world.remove([taken])
    moving = world.snapshot()
    assert moving.actions
    calm = resting(moving)
    assert {card.name for card in calm.cards} == {card.name for card in full.cards} - {taken}
    assert calm.until == calm.tick
    assert not BowlWorld(thrower.setup, calm).active
    assert NAME not in {card.name for card in calm.cards}


def test_a_hand_below_the_rim_is_refused(request_: Throws) -> None:
    with pytest.raises(InputError, match="above the rim"):
        replace(request_, height_mm=1.0).trial(0)
