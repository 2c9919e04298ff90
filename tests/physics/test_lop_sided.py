"""Ships that are not alike on both sides: hulls, yards off the mast's middle, and yards on one side of it."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from sim.configuration import changed_configuration
from sim.games.riff_raff.cargo import load as load_cargo
from sim.games.riff_raff.cargo import parse_cargo
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.match.replay import verify
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.swinging import Swing
from sim.physics.ship.world import ShipWorld
from tests.games.riff_raff.match.by_hand import kept
from tests.games.riff_raff.matches import answered, play
from yardarm.testing.matches import holdings_apart

HULL = [[-24, 0], [24, 0], [60, 30], [-40, 30]]
OFF = {"height_mm": 65, "length_mm": 160, "offset_mm": 40}
STARBOARD = {"height_mm": 120, "length_mm": 100, "offset_mm": 50}
PORT = {"height_mm": 180, "length_mm": 60, "offset_mm": -30}
SHIPS: dict[str, dict[str, Any]] = {
    "hull": {"hull": HULL},
    "yard off the middle": {"yards": [OFF]},
    "yards on one side": {"yards": [{**STARBOARD, "tilt_deg": 5}, {**PORT, "stop_deg": 0}]},
    "all of it": {"hull": HULL, "yards": [OFF, STARBOARD, PORT]},
}


def configured(ship: dict[str, Any], profile: str = "play") -> RiffRaffConfiguration:
    found = changed_configuration("riff-raff", {"ship": ship}, profile=profile)
    assert isinstance(found, RiffRaffConfiguration)
    return found


def damped(ship: dict[str, Any]) -> ShipSetup:
    """A ship that comes to rest where statics says, and soon."""
    return configured({**ship, "pivot_coulomb_s2": 0.0, "pivot_viscous_per_s": 2.0}).setup


def mirrored(ship: dict[str, Any]) -> dict[str, Any]:
    turned = {"offset_mm": -1, "tilt_deg": -1}
    found = {**ship}
    if "hull" in ship:
        found["hull"] = [[-x, y] for x, y in ship["hull"]]
    if "yards" in ship:
        found["yards"] = [{key: turned.get(key, 1) * value for key, value in yard.items()} for yard in ship["yards"]]
    return found


@pytest.mark.parametrize("name", SHIPS)
def test_she_comes_to_rest_where_statics_says_and_begins_a_match_there(name: str) -> None:
    setup = damped(SHIPS[name])
    ship = setup.ship
    heel = math.atan2(ship.across_g_mm, ship.righting_g_mm)
    world = ShipWorld(setup)
    for _ in range(20 * 120):
        world.tick()
    assert abs(math.degrees(heel)) > 0.4
    assert world.heel == pytest.approx(heel, abs=math.radians(0.005))
    assert ship.at_rest().hull.angle == pytest.approx(-heel)
    calm = ShipWorld(setup, ship.at_rest())
    for _ in range(3 * 120):
        calm.tick()
    assert calm.heel == pytest.approx(heel, abs=math.radians(0.005))


def test_moments_are_those_of_a_calculation_by_hand() -> None:
    """A box of a hull, twice as far to starboard; a strip of 100 x 4 x 20 mm of beech, its end at the mast."""
    ship = configured(
        {"hull": [[-40, 0], [80, 0], [80, 30], [-40, 30]], "yards": [{**STARBOARD, "stop_deg": 0}]}
    ).setup.ship
    strip = 0.7e-3 * 100 * 4 * 20
    mast = 0.7e-3 * math.pi * 25 * 200
    assert ship.across_g_mm == pytest.approx(120 * 20 + strip * 50)
    assert ship.righting_g_mm == pytest.approx(110 * 150 - 120 * 15 - mast * 130 - strip * (30 + 120 - 2))


@pytest.mark.parametrize("name", SHIPS)
def test_her_mirror_image_is_her_own(name: str) -> None:
    one, other = configured(SHIPS[name]).setup.ship, configured(mirrored(SHIPS[name])).setup.ship
    assert other.across_g_mm == pytest.approx(-one.across_g_mm)
    assert other.righting_g_mm == pytest.approx(one.righting_g_mm)
    assert [slot.surface_mm for slot in other.slots] == [slot.surface_mm for slot in one.slots]
    ends = sorted(end for slot in one.slots for end in (slot.wood_left_mm, slot.wood_right_mm))
    assert sorted(-end for slot in other.slots for end in (slot.wood_left_mm, slot.wood_right_mm)) == pytest.approx(
        ends
    )
    assert sorted(-slot.tilt_rad for slot in other.slots) == pytest.approx(sorted(slot.tilt_rad for slot in one.slots))


def test_slots_lie_where_there_is_wood() -> None:
    found = configured(SHIPS["all of it"])
    ship, equipment = found.setup.ship, found.equipment
    assert [(round(slot.wood_left_mm), round(slot.wood_right_mm)) for slot in ship.slots] == [
        (-40, -9), (9, 60), (-40, -9), (9, 60), (-40, -9), (9, 120), (9, 100), (-60, -9),
    ]  # fmt: skip
    assert (equipment.one_sided, equipment.slots, equipment.yard_slots) == ((1, 2), range(1, 9), range(5, 9))
    assert [equipment.yard_of(slot) for slot in (4, 5, 6, 7, 8)] == [
        range(0), range(5, 7), range(5, 7), range(7, 8), range(8, 9),
    ]  # fmt: skip
    # Its weight rocks a yard to its stop, and what lies below has less room for it.
    assert [round(math.degrees(yard.lies_rad), 3) for yard in ship.yards] == [-4, -4, 4]
    low, beside = ship.slot(6), ship.slot(7)
    assert beside.surface_at(100.0) == pytest.approx(30 + 120 - 100 * math.tan(math.radians(4)))
    assert low.ceiling_mm == pytest.approx(30 + 120 - 4 - 100 * math.sin(math.radians(4)))


def test_friction_holds_a_yard_whose_middle_is_hardly_off_its_peg() -> None:
    (yard,) = configured({"yards": [{**OFF, "offset_mm": 2}]}).setup.ship.yards
    assert yard.lies_rad == yard.tilt_rad == 0.0


def test_laden_she_lies_as_statics_says() -> None:
    setup = damped(SHIPS["all of it"])
    aboard = load_cargo(setup, parse_cargo("1:crate,4:chest", setup))
    world = ShipWorld(setup, aboard)
    for _ in range(20 * 120):
        world.tick()
    cargo, places = world.places()
    mass = [piece.section.mass_g for piece in cargo]
    across = setup.ship.across_g_mm + sum(m * x for m, (x, _, _) in zip(mass, places, strict=True))
    righting = setup.ship.righting_g_mm - sum(m * y for m, (_, y, _) in zip(mass, places, strict=True))
    assert world.heel == pytest.approx(math.atan2(across, righting), abs=math.radians(0.02))


def test_between_turns_she_swings_as_her_world_does() -> None:
    """Upright at first, she swings about her list, never more than a control tick apart."""
    setup = configured({**SHIPS["all of it"], "pivot_coulomb_s2": 0.0}).setup
    world = ShipWorld(setup)
    swing = Swing(setup, world.snapshot())
    for ticks in range(1, 4 * 120 + 1):
        world.tick()
        if not ticks % 30:
            expected = math.degrees(-swing.at(ticks).hull.angle)
            tick_deg = math.degrees(abs(world.hull.angular_velocity)) / 120
            assert math.degrees(world.heel) == pytest.approx(expected, abs=0.03 + 1.3 * tick_deg), ticks


@pytest.mark.study
def test_a_match_is_played_on_her(tmp_path: Path) -> None:
    configuration = configured(SHIPS["all of it"], "draft")
    match, recorder = play(configuration, 2, "casual:simple", "skilled:trained", "casual:random")
    assert holdings_apart(match) == []
    assert match.state.rounds == 8
    record = kept(recorder, tmp_path / "lop.jsonl")
    assert verify(record) is None
    answers = answered([json.loads(line) for line in recorder.lines[1:]], match)
    assert all(answer["ok"] for answer in answers)
    assert answers[-1]["state"]["equipment"]["one_sided"] == [1, 2]
