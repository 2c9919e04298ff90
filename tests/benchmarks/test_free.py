"""The free ship in MuJoCo: is it the same ship, does she start as the plane's, and are the figures counted rightly?"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks import free, voyage
from benchmarks.engines import Mujoco, Pymunk, pymunk_places
from benchmarks.free_ship import Afloat, Attitude, FreeShip, in_space
from benchmarks.placements import placements
from benchmarks.ship_mjcf import ship_mjcf
from benchmarks.voyage import ABOVE_MM, Attempt, Run, Spot, Step
from sim.configuration import load_configuration
from sim.physics.ship.measures import ShipSetup
from sim.physics.ship.state import CargoState, Pose
from tests.benchmarks.test_peer import ABSENT

ENGINE = Mujoco(4)


@pytest.fixture(scope="session")
def mujoco() -> Any:
    """The peer, or a skip that says how to get it."""
    return pytest.importorskip("mujoco", reason=ABSENT)


@pytest.fixture(scope="module")
def setup() -> ShipSetup:
    """The shipped ship."""
    return load_configuration("riff-raff").setup


# ------------------------------------------------------------------------------------------ the same ship


def test_the_free_ship_swings_and_leans_by_the_closed_forms(mujoco: Any) -> None:
    from benchmarks.statics import free_checks

    for check in free_checks():
        assert check.found == pytest.approx(check.closed_form, rel=1e-4), check.what


def test_the_free_model_weighs_what_the_ship_weighs(mujoco: Any, setup: ShipSetup) -> None:
    cargo = tuple(CargoState(f"{k}/{f}", k, f, Pose(0, 0, 0)) for k, p in setup.pieces.items() for f in p.forms)
    model = mujoco.MjModel.from_xml_string(ship_mjcf(setup, cargo, free=True))
    hull = model.body("hull")
    about_gimbal = hull.inertia + hull.mass * hull.ipos[2] ** 2
    assert about_gimbal[0] == pytest.approx(setup.ship.rigid_pitch_inertia_g_mm2 * 1e-9)
    assert about_gimbal[1] == pytest.approx(setup.ship.rigid_inertia_g_mm2 * 1e-9)
    for piece in cargo:
        section, body = setup.pieces[piece.kind].forms[piece.form], model.body(piece.name)
        assert body.mass[0] == pytest.approx(section.mass_g * 1e-3)
        assert np.abs(body.ipos).max() < 1e-6
        # Of a prism, the moment along it is the section's, and the other two add up to that and two of the depth's.
        along = section.moment_g_mm2
        deep = section.mass_g * section.depth_mm**2 / 12
        moments = sorted(body.inertia * 1e9)
        assert min(abs(moment / along - 1) for moment in moments) < 1e-5
        assert sum(moments) == pytest.approx(2 * along + 2 * deep, rel=1e-5)


def test_a_state_of_the_plane_is_the_same_in_space(mujoco: Any, setup: ShipSetup) -> None:
    snapshot = placements(1, 1, ("ugly 4",))[0].snapshot
    fore = {piece.name: (10.0 * number, 0.0) for number, piece in enumerate(snapshot.cargo)}
    ship = FreeShip(setup, snapshot.cargo, ENGINE, in_space(setup, Afloat(snapshot, (0.1, 0.0), fore)))
    for name, (x, up, _) in pymunk_places(Pymunk(4).world(setup, snapshot)).items():
        assert ship.place(name) == pytest.approx([x, fore[name][0], up])
    assert ship.attitude() == Attitude(0.1, snapshot.hull.angle, 0.0, snapshot.hull.spin)
    assert FreeShip(setup, snapshot.cargo, ENGINE, ship.joints()).joints().keys() == ship.joints().keys()


def test_rates_in_space_are_those_of_the_coordinates(mujoco: Any) -> None:
    place, velocity, short = np.array([10.0, 45.0, 60.0]), np.array([1.0, 2.0, 3.0]), 1e-6
    now, rates = Attitude(0.2, 0.3, 0.5, -0.7).body(place, 0.4, velocity, 0.6)
    later = Attitude(0.2 + 0.5 * short, 0.3 - 0.7 * short)
    then, _ = later.body(place + short * velocity, 0.4 + 0.6 * short)
    turn = np.zeros(3)
    mujoco.mju_subQuat(turn, then[3:], now[3:])
    assert np.concatenate([then[:3] - now[:3], turn]) / short == pytest.approx(rates, abs=1e-6)


# ------------------------------------------------------------------------------------------ one placement


@pytest.mark.parametrize(("forward", "falls"), [(45.0, False), (92.0, True)])
def test_a_crate_over_the_bow_falls(mujoco: Any, setup: ShipSetup, forward: float, falls: bool) -> None:
    stance, slot = setup.pieces["crate"].stances["upright"], setup.ship.slot(3)
    crate = CargoState("crate", "crate", stance.form, Pose(0.0, 0.0, 0.0))
    ship = FreeShip(setup, (crate,), ENGINE)
    ship.put("crate", np.array([slot.centre_mm, forward, slot.surface_mm - stance.seat_mm + 0.5]), stance.angle)
    assert not ship.touches("crate")
    assert ship.run(120, 3) == ({"crate"} if falls else set())
    assert ship.is_sound()
    if not falls:
        assert ship.place("crate")[1] == pytest.approx(forward, abs=0.5)
        assert ship.touches("crate")
        assert ship.attitude().pitch > 0


def test_one_history_starts_both_engines_from_the_same_place(mujoco: Any, setup: ShipSetup) -> None:
    engines = (Pymunk(4), ENGINE)
    first, second = ([_timeless(found) for found in voyage.voyage(setup, 1, 0, True, engines, 2)] for _ in range(2))
    assert first == second
    for found in first:
        by_run = {one[0]: one[1:] for one in found}
        assert set(by_run) == {"shared plane", "shared space", "plane", "space"}
        assert by_run["shared plane"] == by_run["shared space"]


def _timeless(found: Sequence[Attempt]) -> list[tuple[Run, int, int, tuple[str, ...]]]:
    return [(one.run, one.slot, one.carried, one.fell) for one in found]


# ------------------------------------------------------------------------------------------ the player


class Floor:
    """A ship with a crate to starboard, on which what is lowered meets something at the slot's own height."""

    pitches = True

    def __init__(self, seat_mm: float, blocked: int = 0) -> None:
        self.seat_mm, self.blocked = seat_mm, blocked

    def levers(self) -> list[tuple[float, float, float]]:
        return [(10.0, 25.0, 45.0)]

    def take_up(self, piece: voyage.Piece) -> None: ...

    def meets(self, spot: Spot) -> bool:
        return spot.slot.number == self.blocked or spot.up < spot.slot.surface_mm - self.seat_mm

    def let_go(self, spot: Spot) -> None: ...

    def watch(self) -> voyage.Watched:
        return frozenset(), True

    def take_away(self, names: Iterable[str]) -> None: ...


@pytest.mark.parametrize("trims", [True, False])
def test_who_trims_takes_the_place_that_levels_her(setup: ShipSetup, trims: bool) -> None:
    # The crate lies at starboard and the bow: of these slots, the first lies on its side.
    deck = {(s.half, s.side): s.number for s in setup.ship.slots if s.yard is None}
    heavy, level = deck["bow", 1], deck["stern", -1]
    step = Step("crate", (heavy, level), (1.5, -2.0))
    stance = setup.pieces["crate"].stances["upright"]
    piece = voyage.Piece("c", "crate", setup.pieces["crate"].forms[stance.form], stance)
    spot = voyage.choose(Floor(stance.seat_mm), setup, piece, step, trims)
    assert spot is not None
    assert spot.slot.number == (level if trims else heavy)
    assert spot.row in spot.slot.rows
    assert spot.forward == pytest.approx(setup.ship.middle_mm(spot.slot, spot.row) - 2.0)
    # As exact as its height is looked for.
    assert spot.up == pytest.approx(spot.slot.surface_mm - stance.seat_mm + ABOVE_MM, abs=0.11)
    other = voyage.choose(Floor(stance.seat_mm, blocked=spot.slot.number), setup, piece, step, trims)
    assert other is not None
    assert other.slot.number != spot.slot.number


# ------------------------------------------------------------------------------------------ the figures


def made_up() -> list[Attempt]:
    """Two ships of each player, four placements each: in the plane what stands on deck falls, in space the yards."""
    found = []
    for ship in range(4):
        for step in range(4):
            place = ("deck", "low")[step % 2]
            runs: dict[Run, bool] = {
                "plane": place == "deck",
                "shared plane": place == "deck",
                # Of the eight on deck, one stays in space.
                "shared space": place == "deck" and (ship, step) != (0, 0),
                "space": place == "low",
            }
            for run, falls in runs.items():
                fell = ("a", "b") if falls else ()
                found.append(
                    Attempt(ship, step, ship % 2 == 0, run, 1 + step, place, step, 10.0 * (step > 1), fell, True, 0.5)
                )
    return found


def test_the_figures_count_what_fell() -> None:
    figures = free.compared(made_up())
    assert figures.placements == 16
    assert figures.alike.estimate == 15 / 16
    # Half of the placements are on wood, and the one that differs is among them.
    assert figures.alike_on_wood.estimate == 7 / 8
    assert figures.apart.estimate == pytest.approx(-1 / 16)
    assert figures.apart.low < -1 / 16 < figures.apart.high
    assert figures.seconds["space"].estimate == 0.5
    for policy in figures.policies.values():
        assert policy.rates["plane"]["deck"].estimate == policy.rates["space"]["yards"].estimate == 1.0
        assert policy.rates["plane"]["low"].estimate == policy.rates["space"]["deck"].estimate == 0.0
        assert math.isnan(policy.rates["plane"]["top"].estimate)
        assert policy.yards_less_deck["plane"].estimate == -1.0
        assert policy.yards_less_deck["space"].estimate == 1.0
        assert not policy.same_order
        assert policy.apart.estimate == pytest.approx(0.0)


def test_what_runs_away_is_not_alike() -> None:
    found = made_up()
    last = next(n for n in range(len(found) - 1, -1, -1) if found[n].run == "shared space")
    one = found[last]
    found[last] = replace(one, sound=False)
    figures = free.compared(found)
    assert (figures.alike.estimate, figures.unsound) == (14 / 16, 1)


def test_the_table_has_a_row_for_each_attempt_without_its_cost() -> None:
    rows = list(csv.DictReader(io.StringIO(free.csv_text(made_up()))))
    assert len(rows) == 64
    assert (rows[0]["run"], rows[0]["fell"]) == ("plane", "a b")
    assert "seconds" not in rows[0]


@pytest.mark.study
@pytest.mark.parametrize("as_json", [True, False])
def test_a_short_run(mujoco: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path, as_json: bool) -> None:
    free.free_command(tmp_path / "out", 3, 3, as_json=as_json)
    printed = capsys.readouterr().out
    assert len((tmp_path / "out" / "free.csv").read_text().splitlines()) > 3
    if as_json:
        answer = json.loads(printed)
        assert (answer["placements"], answer["seed"]) == (3, 3)
        assert set(answer["comparison"]["policies"]) == {"trims", "does not trim"}
        assert answer["comparison"]["unsound"] == 0
    else:
        assert "does not trim" in printed
