"""Outcome clouds and replays of Riff Raff: the match's own physics and noise, in whatever order they are tried."""

from __future__ import annotations

import cmath
import math
import statistics
from dataclasses import replace

import pytest

from sim.configuration import load_configuration
from sim.forecast.attempts import NAME, start_attempt
from sim.forecast.trials import forecast
from sim.games.riff_raff.cargo import load, parse_cargo
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.forecast import (
    QUESTIONS,
    End,
    Ghost,
    LettingGo,
    OutcomeCloud,
    SettingDown,
    TrialReplay,
    Usually,
)
from sim.games.riff_raff.match import RiffRaffMatch as Match
from sim.games.riff_raff.match.frame import PieceState, TableStage
from sim.lab.place import NAME as LAB_NAME
from sim.lab.place import Placing, usual_intent
from sim.people.execution import Catch
from sim.physics.ship.state import CargoState, Pose, Snapshot
from sim.physics.ship.world import ShipWorld
from sim.seat import Seat
from sim.seeds import derive
from tests.physics.ships import ROW
from tests.physics.ships import setup as ship_setup


def swayed(ghost: Ghost, turn_rad: float) -> Ghost:
    """Return the same outcome on a ship that has turned by `turn_rad` (counter-clockwise) since the request."""
    if ghost.fell:
        return ghost
    place = complex(ghost.x, ghost.y) * cmath.exp(1j * turn_rad)
    return replace(ghost, x=place.real, y=place.imag, angle=ghost.angle + turn_rad)


@pytest.fixture(scope="module")
def configuration() -> RiffRaffConfiguration:
    """As shipped."""
    return load_configuration("riff-raff")


@pytest.fixture(scope="module")
def laden(configuration: RiffRaffConfiguration) -> Snapshot:
    """A ship with a rat on the low yard and a crate on deck."""
    return load(configuration.setup, parse_cargo("8:rat,1:crate", configuration.setup))


@pytest.fixture(scope="module")
def risky(configuration: RiffRaffConfiguration, laden: Snapshot) -> OutcomeCloud:
    """A sailor set down near the end of the middle yard: it may hold or not."""
    intent = usual_intent(configuration.setup, "sailor", 7, 6.0)
    return OutcomeCloud("risky", configuration.setup, laden, SettingDown(intent), configuration.skills["child"], 3, 24)


@pytest.fixture(scope="module")
def ghosts(risky: OutcomeCloud) -> tuple[Ghost, ...]:
    """What comes of it."""
    return forecast(risky).shown


@pytest.mark.slow
def test_ghosts_meet_what_a_match_would(risky: OutcomeCloud, ghosts: tuple[Ghost, ...]) -> None:
    """Under the same seed of noise, the same verdict as that of the experiment, which executes as a match does."""
    action = risky.action
    assert isinstance(action, SettingDown)
    placing = Placing(risky.setup, risky.snapshot, risky.skill, action.intent)
    for index, ghost in enumerate(ghosts):
        result = placing.trial(derive(risky.seed, "foresight", index))
        off = {*result.fallen, *result.caught}
        astray = LAB_NAME not in result.aboard.get(action.intent.slot, ())
        assert ghost.answers == (not off and not astray, LAB_NAME not in off, not result.fallen)
        assert ghost.astray == (astray and LAB_NAME not in off)
        assert ghost.others == len(off - {LAB_NAME})
        assert ghost.settled == result.settled
        aboard = [slot for slot, names in result.aboard.items() if LAB_NAME in names]
        assert [ghost.slot] == (aboard or [None])
        end = End.LOST if LAB_NAME in result.fallen else End.CAUGHT if LAB_NAME in result.caught else End.ABOARD
        assert ghost.end is end
    assert len({ghost.fell for ghost in ghosts}) == 2, "a case in which nothing can go either way shows nothing"


def test_a_trial_depends_on_its_number_alone(risky: OutcomeCloud, ghosts: tuple[Ghost, ...]) -> None:
    assert [risky.trial(index) for index in (17, 3, 3)] == [ghosts[17], ghosts[3], ghosts[3]]
    assert replace(risky, seed=4).trial(0) != ghosts[0]
    assert replace(risky, key="other", count=4).trial(3) == ghosts[3]


def test_the_figures_are_those_of_the_ghosts(risky: OutcomeCloud, ghosts: tuple[Ghost, ...]) -> None:
    known = forecast(risky)
    assert tuple(known.counted) == QUESTIONS
    held = sum(not ghost.fell and not ghost.others for ghost in ghosts)
    assert known.counted["holds"].words() == f"{held} of 24"
    assert known.low < known.estimate == held / 24 < known.high
    assert known.counted["stays"].count == sum(not ghost.fell for ghost in ghosts) >= held
    assert known.counted["saved"].count == sum(ghost.saved for ghost in ghosts) >= held


def test_a_ghost_lies_on_the_wood_that_is_drawn(configuration: RiffRaffConfiguration) -> None:
    """A crate on the far end of the deck heels the ship; the ghost lies on the deck as it was before."""
    setup = configuration.setup
    intent = usual_intent(setup, "crate", 1)
    skill = configuration.skills["skilled"].noiseless()
    request = OutcomeCloud("k", setup, Snapshot(), SettingDown(intent), skill, 1, 1)
    ghost = request.trial(0)
    attempt = start_attempt(request.action, setup, Snapshot(), skill, 5)
    attempt.run()
    world = attempt.world
    # She swings, so how far she heels at the end is chance; it tells her frame from the world's.
    assert abs(world.hull.angle) > math.radians(0.5)
    body = world.cargo[NAME].body
    x, y = world.to_ship((body.position.x, body.position.y))
    assert (ghost.x, ghost.y) == pytest.approx((x, y), abs=1e-6)
    assert ghost.angle == pytest.approx(body.angle - world.hull.angle, abs=1e-9)
    seen = swayed(ghost, world.hull.angle)
    assert (seen.x, seen.y, seen.angle) == pytest.approx((*body.position, body.angle), abs=1e-6)
    assert ghost.slot == 1


def test_angle_and_height_are_as_meant(configuration: RiffRaffConfiguration) -> None:
    """Held turned by a fifth of a radian, and let go from 40 mm above contact."""
    setup, skill = configuration.setup, configuration.skills["casual"].noiseless()
    intent = usual_intent(setup, "rat", 9)

    def let_go_at(angle: float, height: float) -> tuple[float, float, float]:
        attempt = start_attempt(SettingDown(intent, angle, height), setup, Snapshot(), skill, 1)
        while attempt.hand is not None:
            pose = attempt.hand.pose()
            attempt.tick()
        return pose.x, pose.y, pose.angle

    low, high = let_go_at(0.0, 0.0), let_go_at(0.0, 40.0)
    assert high[1] - low[1] == pytest.approx(40.0, abs=0.5)
    assert high[0] == pytest.approx(low[0], abs=0.1)
    assert let_go_at(0.0, 8.0)[1] - low[1] == pytest.approx(8.0, abs=0.5)
    assert let_go_at(0.2, 40.0)[2] - high[2] == pytest.approx(0.2, abs=1e-6)
    # A piece cannot be held where the next yard is.
    yard = usual_intent(setup, "rat", 5)
    attempt = start_attempt(SettingDown(yard, 0.0, 1000.0), setup, Snapshot(), skill, 1)
    top = attempt.hand.pose().y + attempt.world.cargo[NAME].section.extent(0.0)[3]
    assert top <= setup.ship.slot(5).ceiling_mm + 0.1
    assert attempt.run().settled


# ---------------------------------------------------------------------------------------------------- let go


def test_a_piece_held_on_its_place_is_let_go_just_there(configuration: RiffRaffConfiguration) -> None:
    intent = replace(usual_intent(configuration.setup, "rat", 4), catch=Catch.NONE)
    skill = configuration.skills["child"]
    resting = start_attempt(SettingDown(intent), configuration.setup, Snapshot(), skill.noiseless(), 1)
    resting.run()
    body = resting.world.cargo[NAME].body
    motion = Pose(body.position.x, body.position.y, body.angle)
    for rests, places in ((True, 1), (False, 5)):
        action = LettingGo(intent, motion, rests=rests)
        ghosts = [
            OutcomeCloud("held", configuration.setup, Snapshot(), action, skill, seed=seed).trial(0)
            for seed in range(5)
        ]
        assert len({round(ghost.x, 6) for ghost in ghosts}) == places
        # Nor does the hand err fore and aft.
        ahead = {action.begin(ShipWorld(configuration.setup), skill, seed).world.cargo[NAME].fore for seed in range(5)}
        assert len(ahead) == places


def flick(configuration: RiffRaffConfiguration, motion: Pose, catch: Catch = Catch.NONE) -> LettingGo:
    """A rat on its way."""
    return LettingGo(replace(usual_intent(configuration.setup, "rat", 4), catch=catch), motion)


def test_what_is_let_go_flies(configuration: RiffRaffConfiguration) -> None:
    """A parabola, from the pose and velocity that were meant."""
    setup, skill = configuration.setup, configuration.skills["casual"].noiseless()
    meant = Pose(300.0, 120.0, 0.3, -700.0, 600.0, 0.0)
    ghost = OutcomeCloud("k", setup, Snapshot(), flick(configuration, meant), skill, 1, 1).trial(0)
    assert len(ghost.path) > 8
    for number, (x, y, angle) in enumerate(ghost.path[:8]):
        t = number / 30
        assert x == pytest.approx(meant.x + meant.vx * t, abs=0.5)
        # The engine moves first and accelerates then, which is g t dt / 2 off.
        fall = setup.gravity_mm_s2 * t * (t - setup.profile.dt_s) / 2
        assert y == pytest.approx(meant.y + meant.vy * t - fall, abs=0.5)
        assert angle == pytest.approx(meant.angle, abs=0.01)


@pytest.mark.slow
def test_a_flick_has_the_noise_of_a_hand(configuration: RiffRaffConfiguration) -> None:
    setup, skill = configuration.setup, configuration.skills["casual"]
    meant = Pose(400.0, 150.0, 0.0, -800.0, 500.0, 5.0)
    action = flick(configuration, meant)
    bodies = [start_attempt(action, setup, Snapshot(), skill, seed).world.cargo[NAME].body for seed in range(400)]
    speeds = [body.velocity.length / math.hypot(meant.vx, meant.vy) for body in bodies]
    turned = [math.remainder(body.velocity.angle - math.atan2(meant.vy, meant.vx), math.tau) for body in bodies]
    for values, centre, sd in (
        (speeds, 1.0, skill.throw_speed_cv),
        (turned, 0.0, math.radians(skill.throw_direction_sd_deg)),
        ([body.angular_velocity / meant.spin for body in bodies], 1.0, skill.throw_spin_cv),
        ([body.angle for body in bodies], 0.0, math.radians(skill.placement_angle_sd_deg)),
        ([body.position.x for body in bodies], meant.x, skill.placement_sd_mm),
    ):
        # Four standard errors.
        assert statistics.fmean(values) == pytest.approx(centre, abs=4 * sd / math.sqrt(400))
        assert statistics.stdev(values) == pytest.approx(sd, rel=4 / math.sqrt(800))
    assert {body.position.y for body in bodies} == {meant.y}


def test_a_piece_may_rise_from_below_the_deck(configuration: RiffRaffConfiguration) -> None:
    """And land on the ship; or miss her, and then it is lost or caught."""
    setup, skill = configuration.setup, configuration.skills["skilled"].noiseless()
    deck = setup.ship.measures.hull_height_mm
    x = setup.ship.slot(4).wood_right_mm
    start, up = deck - 40.0, 1250.0
    assert start > -setup.ship.measures.table_below_mm
    # It comes down through the deck's height after so long.
    down_s = (up + math.sqrt(up * up - 2 * setup.gravity_mm_s2 * 50.0)) / setup.gravity_mm_s2
    motion = Pose(x + 60.0, start, 0.0, -85.0 / down_s, up, 0.0)
    ghost = OutcomeCloud("k", setup, Snapshot(), flick(configuration, motion), skill, 1, 1).trial(0)
    assert min(y for _, y, _ in ghost.path[:1]) < deck
    assert ghost.end is End.ABOARD
    away = OutcomeCloud("k", setup, Snapshot(), flick(configuration, replace(motion, vx=300.0)), skill, 1, 1).trial(0)
    assert away.end is End.LOST
    assert away.x > x + 60.0
    assert away.settled


def test_nobody_reaches_for_what_flies_to_the_ship(configuration: RiffRaffConfiguration) -> None:
    setup, skill = configuration.setup, configuration.skills["skilled"].noiseless()
    action = flick(configuration, Pose(350.0, 150.0, 0.0, -700.0, 900.0, 0.0), Catch.ALL)
    attempt = start_attempt(action, setup, Snapshot(), skill, 1)
    assert attempt.catchers is not None
    deck = setup.ship.measures.hull_height_mm
    while not attempt.world.cargo[NAME].body.position.y < deck + 15.0:
        attempt.tick()
        assert attempt.catchers.noticed_s is None
    assert attempt.run().settled


def test_a_hand_that_errs_does_not_push_wood_into_wood(configuration: RiffRaffConfiguration) -> None:
    """A crate let go flat on the deck, turned by the hand's error: it starts above the deck, and does not jump."""
    # The inner slot of a deck in a row: no end of the wood is near.
    setup, skill = ship_setup(**ROW), configuration.skills["child"]
    intent = usual_intent(setup, "crate", 3)
    meant = Pose(intent.x_mm, setup.ship.slot(3).surface_mm + 12.0, 0.0)
    for seed in range(12):
        attempt = start_attempt(LettingGo(intent, meant), setup, Snapshot(), skill, seed)
        body = attempt.world.cargo[NAME].body
        bottom = body.position.y + attempt.world.cargo[NAME].section.extent(body.angle)[1]
        assert bottom - setup.ship.slot(3).surface_mm + 0.1 >= 0.0
        assert bottom - setup.ship.slot(3).surface_mm < 1.0
        highest = body.position.y
        while not attempt.done:
            attempt.tick()
            highest = max(highest, body.position.y)
        assert highest < meant.y + 4.0


# ------------------------------------------------------------------------------------ what would usually have happened


@pytest.fixture(scope="module")
def replays(risky: OutcomeCloud) -> tuple[TrialReplay, ...]:
    """The same, as it can be seen."""
    usually = Usually("u", risky.setup, risky.snapshot, risky.action, risky.skill, risky.seed, 8)
    known = forecast(usually)
    assert known.counted["holds"].words() == f"{sum(replay.holds for replay in known.shown)} of 8"
    return known.shown


def test_replays_and_ghosts_agree(
    risky: OutcomeCloud, ghosts: tuple[Ghost, ...], replays: tuple[TrialReplay, ...]
) -> None:
    for replay, ghost in zip(replays, ghosts, strict=False):
        assert (replay.answers, replay.settled) == (ghost.answers, ghost.settled)
        last, own = replay.poses[-1], 3 * replay.own
        x, y, angle = last[own : own + 3]
        if ghost.end is End.ABOARD:
            seen = swayed(ghost, replay.bodies[-1][0] - risky.snapshot.hull.angle)
            assert (seen.x, seen.y, seen.angle) == pytest.approx((x, y, angle), abs=1e-6)
        elif ghost.end is End.LOST:
            assert (ghost.x, ghost.y, ghost.angle) == (x, y, angle)
            assert replay.states[-1][replay.own] == "L"
        else:
            assert replay.states[-1][replay.own] == " "
        assert len(replay.times_s) == len(replay.bodies) == len(replay.poses) == len(replay.states) == len(replay.hands)


def test_replays_begin_as_the_ship_lay(risky: OutcomeCloud, replays: tuple[TrialReplay, ...]) -> None:
    for replay in replays:
        assert replay.bodies[0][0] == risky.snapshot.hull.angle
        yards = [v for yard in risky.snapshot.yards for v in (yard.x, yard.y, yard.angle)]
        assert replay.bodies[0][1] == risky.snapshot.pitch.angle
        assert list(replay.bodies[0][2:]) == yards
        for state in risky.snapshot.cargo:
            index = [name for name, *_ in replay.pieces].index(state.name)
            pose = state.pose
            assert replay.poses[0][3 * index : 3 * index + 3] == (pose.x, pose.y, pose.angle)
            assert replay.fores[0][index] == state.fore.mm
        assert [round(t * 30, 6) for t in replay.times_s[:-1]] == list(range(len(replay.times_s) - 1))
        assert replay.at(0.0) == 0
        assert replay.at(0.51) == 15
        assert replay.at(1e9) == len(replay.times_s) - 1


def test_replays_are_frames_of_the_match(
    configuration: RiffRaffConfiguration, replays: tuple[TrialReplay, ...]
) -> None:
    seats = (Seat("Anna", "casual", "simple"), Seat("Bert", "casual", "simple"))
    like = Match(configuration, seats, 1).frame()
    replay = replays[0]
    frames = [replay.frame(like, picture) for picture in range(len(replay.times_s))]
    assert frames[0].table_stage is TableStage.LOADING
    own = next(piece for piece in frames[0].pieces if piece.name == NAME)
    assert (own.state, own.kind) == (PieceState.HELD, "sailor")
    assert (own.x, own.y) == pytest.approx((frames[0].hand.x, frames[0].hand.y), abs=0.01)
    released = next(frame for frame in frames if frame.hand is None)
    assert released.table_stage is TableStage.WATCHING
    assert all(len(frame.palms) == (1 if frame.hand else len(frame.palms)) for frame in frames)
    assert [len(frames[0].palms), len(frames[-1].palms)] == [1, 2]
    assert all(len(frame.yards) == 3 for frame in frames)
    assert frames[-1].table_stage is TableStage.RULED
    assert frames[-1].seats == like.seats
    assert frames[-1].time_s == like.time_s + replay.times_s[-1]
    assert [(frame.hull_angle, frame.pitch_angle) for frame in frames] == [bodies[:2] for bodies in replay.bodies]
    assert len({frame.pitch_angle for frame in frames}) > 10


# ---------------------------------------------------------------------------------------------------- what is held


def test_what_is_in_the_hand_is_not_on_the_ship(risky: OutcomeCloud, ghosts: tuple[Ghost, ...]) -> None:
    """A snapshot of a world in which a hand holds the piece."""
    pose = Pose(20.0, 260.0, 0.4, 10.0, 0.0, 0.0)
    held = CargoState("sailor-9", "sailor", "standing", pose)
    carrying = replace(risky.snapshot, cargo=(*risky.snapshot.cargo, held))
    assert carrying.without("sailor-9") == risky.snapshot
    assert carrying.without(None) == carrying
    assert replace(risky, snapshot=carrying, held="sailor-9").trial(0) == ghosts[0]


def test_an_unknown_piece_is_refused(risky: OutcomeCloud) -> None:
    action = risky.action
    assert isinstance(action, SettingDown)
    wrong = replace(risky, action=SettingDown(replace(action.intent, kind="anchor")))
    with pytest.raises(KeyError, match="anchor"):
        wrong.trial(0)
