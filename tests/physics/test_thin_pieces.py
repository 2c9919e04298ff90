"""Thin pieces: how thin a piece is, how many more steps that takes, and that what lies on it does not press it in."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from sim.configuration import changed_configuration
from sim.errors import InputError
from sim.physics import Point
from sim.physics.ship.fitting import put_fore
from sim.physics.ship.measures import ShipSetup, load_ship_profile
from sim.physics.ship.state import CargoState, Pose, Snapshot
from sim.physics.ship.world import ShipWorld
from sim.physics.turning import turned

LONG_MM = 36.0


def leaf(thick_mm: float, turn_rad: float = 0.0) -> list[Point]:
    half = LONG_MM / 2
    corners = [(-half, 0.0), (half, 0.0), (half, thick_mm), (-half, thick_mm)]
    return [turned(x, y, turn_rad) for x, y in corners]


def with_leaves(outline: list[Point], profile: str = "play") -> ShipSetup:
    """The shipped ship with yards that do not rock, and with leaves of that outline, 20 mm deep."""
    piece = {"outline": outline, "depth_mm": 20}
    changes = {"pieces": {"leaf": piece}, "ship": {"yard_stop_deg": 0.0}}
    return changed_configuration("riff-raff", changes, profile=profile).setup


def stacked(setup: ShipSetup, leaves: int, top: str) -> Snapshot:
    """Leaves on the port side of the low yard, one on the other, and a piece on top of them."""
    slot, cargo = setup.ship.slot(5), list[CargoState]()
    bottom = slot.surface_mm
    for name in (*(f"leaf-{number + 1}" for number in range(leaves)), f"{top}-99"):
        kind = name.partition("-")[0]
        form = next(iter(setup.pieces[kind].stances.values())).form
        section = setup.pieces[kind].forms[form]
        _, low, _, high = section.extent(0.0)
        fore = put_fore(setup, slot, None, section, 0.0)
        cargo.append(CargoState(name, kind, form, Pose(slot.centre_mm, bottom - low, 0.0), None, fore))
        bottom += high - low
    return Snapshot(cargo=tuple(cargo))


def sunk_mm(setup: ShipSetup, leaves: int) -> float:
    """How far a crate on leaves has sunk after three seconds, against where it was put."""
    laden = stacked(setup, leaves, "crate")
    world = ShipWorld(setup, laden)
    for _ in range(3 * 120):
        world.tick()
    cargo, places = world.places()
    return max(
        state.pose.y - y
        for state in laden.cargo
        for piece, (_, y, _) in zip(cargo, places, strict=True)
        if piece.name == state.name == "crate-99"
    )


@pytest.mark.parametrize("turn_deg", [0, 30, 45, 90, 137])
def test_a_piece_is_as_thin_as_its_narrowest_side_however_it_is_drawn(turn_deg: float) -> None:
    (section,) = with_leaves(leaf(0.7, math.radians(turn_deg))).pieces["leaf"].forms.values()
    assert section.thin_mm == pytest.approx(0.7)


@pytest.mark.parametrize(("thick_mm", "finer"), [(4.0, 1), (2.0, 1), (1.9, 3), (1.0, 4), (0.5, 8)])
def test_the_thinner_a_piece_the_more_steps_are_made(thick_mm: float, finer: int) -> None:
    setup = with_leaves(leaf(thick_mm))
    assert setup.stepped.steps_per_tick == finer * setup.profile.steps_per_tick
    # Whatever else is exchanged, such as by a bot that imagines at a coarser profile.
    draft = replace(setup, profile=load_ship_profile("draft"))
    assert draft.stepped.steps_per_tick == finer * draft.profile.steps_per_tick


@pytest.mark.parametrize("turn_deg", [0, 45])
def test_a_piece_that_is_too_thin_is_refused(turn_deg: float) -> None:
    with pytest.raises(InputError, match=r"pieces\.leaf\.outline: expected a piece .*0\.5 .*mm"):
        with_leaves(leaf(0.45, math.radians(turn_deg)))


@pytest.mark.parametrize("thick_mm", [1.0, 0.5])
@pytest.mark.parametrize("leaves", [1, pytest.param(4, marks=pytest.mark.slow)])
def test_a_crate_on_leaves_hardly_sinks_and_less_the_finer_the_steps(thick_mm: float, leaves: int) -> None:
    play, reference = (sunk_mm(with_leaves(leaf(thick_mm), profile), leaves) for profile in ("play", "reference"))
    assert abs(play) < 0.06 * (leaves * thick_mm + 3)
    assert abs(reference) < 0.03


@pytest.mark.parametrize("thick_mm", [1.0, 0.5])
def test_what_falls_on_leaves_goes_through_none(thick_mm: float) -> None:
    setup = with_leaves(leaf(thick_mm))
    top = setup.ship.slot(5).surface_mm
    for number in range(8):
        laden = stacked(setup, 3, "crate")
        *leaves, crate = laden.cargo
        falls = replace(crate, pose=Pose(crate.pose.x + number - 4, top + 50 + 10 * number, 0.8 * number))
        world = ShipWorld(setup, replace(laden, cargo=(*leaves, falls)))
        for _ in range(120):
            world.tick()
        cargo, places = world.places()
        on_yard = [y for piece, (x, y, _) in zip(cargo, places, strict=True) if piece.kind == "leaf" and abs(x) < 85]
        assert all(y > top or y < top - 10 for y in on_yard), (number, on_yard)
