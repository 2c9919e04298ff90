"""What players see: seats against geometry worked by hand, and against where the physics first touches wood."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.configuration import load_configuration
from sim.games.riff_raff.bots.learned.features import Features, row_of
from sim.games.riff_raff.bots.slot_geometry import Seats, SlotGeometry, slot_geometry_of
from sim.games.riff_raff.bots.slot_grid import LEVEL_MM, upper_chain
from sim.games.riff_raff.configuration import RiffRaffConfiguration, load
from sim.games.riff_raff.match import RiffRaffMatch
from sim.games.riff_raff.match.questions import table_of
from sim.match.seats import seats_from
from sim.physics.ship.fitting import approach, free_row
from sim.physics.ship.measures import SHIP_FILE
from sim.physics.ship.pieces import KINDS
from sim.physics.ship.state import CargoState, Layer, Pose, Snapshot
from sim.physics.ship.world import ShipWorld
from tests.physics.ships import DRAWN


@pytest.fixture(scope="module")
def configuration() -> RiffRaffConfiguration:
    """As shipped."""
    return load_configuration("riff-raff")


@pytest.fixture(scope="module")
def in_a_row(tmp_path_factory: pytest.TempPathFactory) -> RiffRaffConfiguration:
    """With the deck in a row, which is wide enough to put two things beside each other, and pieces as drawn."""
    preset = tmp_path_factory.mktemp("presets") / "row.toml"
    preset.write_text(SHIP_FILE.with_name("row.toml").read_text("utf-8") + DRAWN, "utf-8")
    return load_configuration("riff-raff", preset)


@pytest.fixture(scope="module")
def ships(configuration: RiffRaffConfiguration) -> list[Snapshot]:
    """Ships as hasty players leave them, some of them askew."""
    match = RiffRaffMatch(
        load_configuration("riff-raff", profile="draft"), seats_from(["child:random"] * 3, "riff-raff"), 5
    )
    found: list[Snapshot] = []
    while not match.finished:
        match.advance(1.0)
        if not found or match.table.snapshot is not found[-1]:
            found.append(match.table.snapshot)
    return found[1::3]


def _row(seats: Seats, kind: str, stance: str = "upright") -> int:
    return next(row for row, s in enumerate(seats.hold.stances) if (s.piece.kind, s.stance.name) == (kind, stance))


def _at(seats: Seats, x: float) -> int:
    return int(np.argmin(np.abs(seats.hold.xs - x)))


def _with(configuration: RiffRaffConfiguration, *cargo: CargoState) -> SlotGeometry:
    return slot_geometry_of(configuration.setup, Snapshot(cargo=cargo))


def _on_deck(configuration: RiffRaffConfiguration, kind: str, x: float, name: str = "one") -> CargoState:
    stance = configuration.setup.pieces[kind].stances["upright"]
    deck = configuration.setup.ship.measures.hull_height_mm
    return CargoState(name, kind, stance.form, Pose(x, deck - stance.seat_mm, 0.0))


def test_bare_deck(in_a_row: RiffRaffConfiguration) -> None:
    seats = _with(in_a_row).seats(3)
    deck = in_a_row.setup.ship.measures.hull_height_mm
    row = _row(seats, "crate")
    here = seats.hold.allowed[row]
    assert here.any()
    assert np.all(seats.seat_mm[row][here] == deck)
    assert np.all(seats.gap_mm[row][here] == 0)
    # A crate of 24 mm stands on 12 mm either side of its middle.
    assert seats.edge_mm[row][here] == pytest.approx(12)
    assert not seats.on_cargo[row][here].any()
    assert seats.fits[row][here].all()


def test_no_piece_may_reach_into_another_slot(configuration: RiffRaffConfiguration) -> None:
    for number in range(1, 11):
        seats = _with(configuration).seats(number)
        slot = seats.hold.slot
        for standing, allowed in zip(seats.hold.stances, seats.hold.allowed, strict=True):
            left, _, right, _ = standing.piece.forms[standing.stance.form].extent(standing.stance.angle)
            room = slot.right_mm - slot.left_mm
            for x in seats.hold.xs[allowed]:
                if right - left <= room:
                    assert slot.left_mm - 1.01 <= x + left
                    assert x + right <= slot.right_mm + 1.01


def test_on_top_of_a_crate_and_half_beside_it(in_a_row: RiffRaffConfiguration) -> None:
    deck = in_a_row.setup.ship.measures.hull_height_mm
    seats = _with(in_a_row, _on_deck(in_a_row, "crate", 80.0)).seats(4)
    row = _row(seats, "crate")
    on_top, half, over, beside = (_at(seats, x) for x in (80.0, 92.0, 98.0, 107.0))
    assert seats.seat_mm[row, on_top] == pytest.approx(deck + 24)
    assert seats.on_cargo[row, on_top]
    assert seats.edge_mm[row, on_top] >= 10
    assert seats.edge_mm[row, half] == pytest.approx(0, abs=2)
    assert seats.gap_mm[row, half] == 10
    assert seats.edge_mm[row, over] < 0
    assert not seats.on_cargo[row, beside]


def test_a_belly_that_meets_a_neighbour(in_a_row: RiffRaffConfiguration) -> None:
    # The boat is 39 mm wide on top and 24 mm at its base: its overhang meets the crate although its base does not.
    seats = _with(in_a_row, _on_deck(in_a_row, "crate", 110.0)).seats(4)
    row = _row(seats, "boat")
    deck = in_a_row.setup.ship.measures.hull_height_mm
    # The slot begins at 56.5 mm, so beside the crate (from 96 mm) the boat's base would fit, and its stern would not.
    free, touching = _at(seats, 76.5), _at(seats, 80.5)
    assert seats.seat_mm[row, free] == pytest.approx(deck)
    assert seats.seat_mm[row, touching] > deck + LEVEL_MM
    assert seats.edge_mm[row, touching] < 0


def test_under_the_next_yard_there_is_an_end(configuration: RiffRaffConfiguration) -> None:
    deck = configuration.setup.ship.measures.hull_height_mm
    tower = [
        CargoState(f"{row}-{level}", "crate", "side", Pose(24.0, deck + 12.0 + 24.0 * level, 0.0), row)
        for row in configuration.setup.ship.slot(4).rows
        for level in range(2)
    ]
    seats = _with(configuration, *tower).seats(4)
    assert not seats.fits[_row(seats, "crate"), _at(seats, 24.0)]
    assert seats.fits[_row(seats, "plank", "flat"), _at(seats, 24.0)]


def test_what_lies_at_the_bow_is_in_nobodys_way_at_the_stern_and_weighs_as_much(
    configuration: RiffRaffConfiguration,
) -> None:
    crate = _on_deck(configuration, "crate", 24.0)
    rows = configuration.setup.ship.slot(2).rows
    bow = _with(configuration, *(replace(crate, name=row, layer=row) for row in rows))
    middle = _with(configuration, *(replace(crate, name=row, layer=None) for row in rows))
    row = _row(bow.seats(4), "crate")
    here = _at(bow.seats(4), 24.0)
    assert not bow.seats(4).on_cargo[row, here], "it stands beside it in the depth"
    assert bow.seats(2).on_cargo[row, here]
    assert middle.seats(2).on_cargo[row, here], "what fell there from a yard lies in the way of both"
    assert middle.seats(4).on_cargo[row, here]
    assert bow.seats(4).hold.slot.wood_right_mm == bow.seats(2).hold.slot.wood_right_mm
    moment = pytest.approx(len(rows) * configuration.setup.pieces["crate"].mass_g * 24.0)
    assert bow.balance.across == middle.balance.across == moment


def test_hooks_need_a_free_end_on_their_own_side(
    configuration: RiffRaffConfiguration, in_a_row: RiffRaffConfiguration
) -> None:
    def hooks(view: SlotGeometry, number: int) -> list[str]:
        return [stance.name for _, stance in view.seats(number).free_hooks]

    empty = _with(configuration)
    assert hooks(empty, 6) == ["hanging_starboard"]
    assert hooks(empty, 5) == ["hanging_port"]
    assert hooks(_with(in_a_row), 2) == hooks(_with(in_a_row), 3) == []
    assert hooks(empty, 1) == hooks(empty, 3) == ["hanging_port"]
    yard = configuration.setup.ship.slot(6)
    crate = CargoState("one", "crate", "side", Pose(yard.wood_right_mm - 10, yard.surface_mm + 12, 0.0))
    laden = slot_geometry_of(configuration.setup, Snapshot(yards=_level(configuration), cargo=(crate,)))
    assert hooks(laden, 6) == []
    assert hooks(laden, 5) == ["hanging_port"]


def _level(configuration: RiffRaffConfiguration) -> tuple[Pose, ...]:
    return ShipWorld(configuration.setup).snapshot().yards


def test_a_ship_that_heels_looks_the_same_from_her_own_deck(configuration: RiffRaffConfiguration) -> None:
    crate = _on_deck(configuration, "crate", 80.0)
    angle = 0.2
    cos, sin = math.cos(angle), math.sin(angle)
    pose = Pose(cos * crate.pose.x - sin * crate.pose.y, sin * crate.pose.x + cos * crate.pose.y, angle)
    turned = Snapshot(hull=Pose(0.0, 0.0, angle), cargo=(CargoState("one", "crate", "side", pose),))
    upright, heeled = _with(configuration, crate).seats(4), slot_geometry_of(configuration.setup, turned).seats(4)
    assert heeled.seat_mm == pytest.approx(upright.seat_mm, abs=1e-6)
    assert np.array_equal(heeled.fits, upright.fits)
    assert slot_geometry_of(configuration.setup, turned).balance.across == pytest.approx(
        _with(configuration, crate).balance.across
    )


def test_seats_are_where_the_physics_first_touches(configuration: RiffRaffConfiguration, ships: list[Snapshot]) -> None:
    """The hand's approach asks the engine for overlaps, the geometry works on outlines: on a deck they must agree."""
    compared = agreed = above = 0
    rng = np.random.default_rng(1)
    for snapshot in ships:
        view = slot_geometry_of(configuration.setup, snapshot)
        world = ShipWorld(configuration.setup, snapshot)
        for number in (1, 2, 3, 4):
            seats = view.seats(number)
            rows, columns = np.nonzero(seats.hold.allowed & seats.fits & (seats.gap_mm < 4))
            for k in rng.choice(len(rows), size=min(6, len(rows)), replace=False):
                row, column = int(rows[k]), int(columns[k])
                standing = seats.hold.stances[row]
                section = standing.piece.forms[standing.stance.form]
                slot, x = seats.hold.slot, float(seats.hold.xs[column])
                _, height, _ = approach(
                    world, section, standing.stance, slot, free_row(world, slot), standing.stance.angle, x
                )
                seat = height + standing.bottom_mm
                compared += 1
                agreed += abs(seats.seat_mm[row, column] - seat) < 0.5
                above += seats.seat_mm[row, column] > seat + 4.0
    assert compared > 140
    # Where they differ: a corner between two points of the grid; or a hollow under something that juts out, which the
    # hand can reach from the front and an outline from above does not show.
    assert agreed / compared > 0.85
    assert above / compared < 0.06


def test_blur_is_a_distribution_that_keeps_within_the_slot(configuration: RiffRaffConfiguration) -> None:
    grids = _with(configuration).grids
    for number in (2, 6):
        for sd in (0.0, 1.25, 5.0):
            blur = grids.blur(number, sd)
            assert blur.sum(axis=2) == pytest.approx(np.ones(blur.shape[:2]))
    hold, sharp, wide = grids.hold(2), grids.blur(2, 0.0), grids.blur(2, 5.0)
    row = next(row for row, s in enumerate(hold.stances) if s.piece.kind == "rat")
    inside = hold.allowed[row]
    assert np.diag(sharp[row])[inside] == pytest.approx(1)
    spread = (wide[row] > 0).sum(axis=1)[inside]
    assert spread.max() >= 5
    standing, slot = hold.stances[row], hold.slot
    reached = hold.xs[(wide[row] > 0).any(axis=0)]
    assert reached.min() >= slot.left_mm - standing.left_mm - 1.0
    assert reached.max() <= slot.right_mm - standing.right_mm + 1.0


def test_an_outlook_is_remembered_for_its_own_snapshot_only(configuration: RiffRaffConfiguration) -> None:
    one, other = Snapshot(), Snapshot()
    assert slot_geometry_of(configuration.setup, one) is slot_geometry_of(configuration.setup, one)
    assert slot_geometry_of(configuration.setup, one) is not slot_geometry_of(configuration.setup, other)
    for _ in range(10):
        slot_geometry_of(configuration.setup, Snapshot())
    assert slot_geometry_of(configuration.setup, one).snapshot is one


Corner = st.tuples(st.floats(-50, 50), st.floats(-50, 50))


@given(st.lists(Corner, min_size=1, max_size=12))
def test_an_upper_chain_is_above_all_corners(corners: list[tuple[float, float]]) -> None:
    chain = upper_chain(corners)
    xs, ys = [x for x, _ in chain], [y for _, y in chain]
    assert xs == sorted(set(xs))
    rounded = [(round(x, 6), round(y, 6)) for x, y in corners]
    assert set(chain) <= set(rounded)
    assert (xs[0], xs[-1]) == (min(x for x, _ in rounded), max(x for x, _ in rounded))
    for x, y in rounded:
        assert np.interp(x, xs, ys) >= y - 1e-6 * (1 + abs(y))


def _turns(chain: list[tuple[float, float]]) -> Iterator[float]:
    for (x0, y0), (x1, y1), (x2, y2) in zip(chain, chain[1:], chain[2:], strict=False):
        yield (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0)


def test_an_upper_chain_turns_right() -> None:
    chain = upper_chain([(0, 0), (4, 0), (4, 3), (2, 5), (0, 3), (1, 1)])
    assert chain == [(0, 3), (2, 5), (4, 3)]
    assert all(turn < 0 for turn in _turns(chain))


def test_yards_that_are_mounted_askew_are_seen_so_before_the_first_piece(tmp_path: Path) -> None:
    preset = tmp_path / "askew.toml"
    preset.write_text(
        "[[ship.yards]]\nheight_mm = 50\nlength_mm = 160\ntilt_deg = 12\n"
        "[[ship.yards]]\nheight_mm = 105\nlength_mm = 160\ntilt_deg = 12\n",
        encoding="utf-8",
    )
    setup = load(preset).setup
    built = ShipWorld(setup).snapshot()
    empty, seen = slot_geometry_of(setup, Snapshot()), slot_geometry_of(setup, built)
    assert len(setup.ship.slots) == 8
    for yard, body in zip(setup.ship.yards, built.yards, strict=True):
        assert empty.yard_tilt_rad(yard.name) == pytest.approx(body.angle) == pytest.approx(math.radians(12))
    yards = tuple(replace(yard, tilt_rad=0.0, lies_rad=0.0) for yard in setup.ship.yards)
    level = slot_geometry_of(replace(setup, ship=replace(setup.ship, yards=yards)), Snapshot())
    for slot in (5, 6, 7, 8):
        assert np.array_equal(empty.seats(slot).fits, seen.seats(slot).fits)
    # Below the other yard there is less room where the wood rises towards it.
    assert empty.seats(6).fits.sum() < level.seats(6).fits.sum()


CARGO = st.lists(
    st.tuples(st.sampled_from(KINDS), st.sampled_from((None, *get_args(Layer))), st.floats(-38.0, 38.0)), max_size=12
)


@settings(max_examples=25, deadline=None)
@given(CARGO)
def test_the_world_and_all_who_judge_choose_the_same_row(
    configuration: RiffRaffConfiguration, drawn: list[tuple[str, Layer | None, float]]
) -> None:
    """The hand, the judgement's geometry, and the features that are worked out from a view of the ship."""
    setup = configuration.setup
    cargo = [
        CargoState(f"{index}", kind, next(iter(setup.pieces[kind].forms)), Pose(x, 60.0, 0.0), row)
        for index, (kind, row, x) in enumerate(drawn)
    ]
    geometry, world = _with(configuration, *cargo), ShipWorld(setup, Snapshot(cargo=tuple(cargo)))
    lying = Features(table_of(configuration)).cargo(
        {
            "heel_deg": 0.0,
            "cargo": [
                {"piece": c.kind, "form": c.form, "layer": c.layer, "x_mm": c.pose.x, "y_mm": 60.0, "angle_deg": 0.0}
                for c in cargo
            ],
        }
    )
    slots = table_of(configuration)["slots"]
    for slot in setup.ship.slots:
        row = free_row(world, slot)
        count = [sum(one == c.layer and c.pose.x * slot.side > 0 for c in cargo) for one in slot.rows]
        assert row == (slot.rows[count.index(min(count))] if slot.rows else None)
        assert geometry.row(slot) == row
        assert row_of(slots[str(slot.number)], lying) == row
