"""The deck in quadrants: its rows share the lever and pass each other; a deck in a row stays as it was."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.errors import InputError
from sim.games.riff_raff.cargo import load, parse_cargo
from sim.physics.ship.attempt import pieces_by_slot
from sim.physics.ship.fitting import Probe, free_row, middle_of, put_fore, slot_at, usual_stance, wood_below
from sim.physics.ship.grip import steady
from sim.physics.ship.loading import LoadAction, Loading
from sim.physics.ship.measures import SLOTS, ShipSetup
from sim.physics.ship.pieces import KINDS
from sim.physics.ship.state import CargoState, Fore, Layer, Pitch, Pose, Snapshot
from sim.physics.ship.world import ShipWorld
from tests.physics.ships import ROW, aboard, as_shipped, farthest, places, resting, rigid, run, setup

DECK_SLOTS = (1, 2, 3, 4)


def standing(where: ShipSetup, kind: str, slot: int, name: str = "it") -> CargoState:
    """The piece in the middle of the slot."""
    place = where.ship.slot(slot)
    return resting(where, name, kind, usual_stance(where, kind, place).name, place, place.centre_mm)


def test_odd_slots_are_to_port_and_the_first_two_at_the_bow() -> None:
    ship = setup().ship
    assert [slot.side for slot in ship.slots] == [-1, 1] * 5
    assert [slot.half for slot in ship.slots] == ["bow", "bow", "stern", "stern", *[None] * 6]
    for bow, stern in ((1, 3), (2, 4)):
        one, other = ship.slot(bow), ship.slot(stern)
        assert (one.left_mm, one.right_mm, one.centre_mm) == (other.left_mm, other.right_mm, other.centre_mm)
    assert ship.slot(2).left_mm == ship.measures.mast_width_mm / 2 + ship.measures.slot_gap_mm
    assert ship.slot(2).right_mm == math.inf


@pytest.mark.parametrize("kind", KINDS)
def test_every_piece_can_be_put_down_on_every_slot(kind: str) -> None:
    where = as_shipped()
    for slot in where.ship.slots:
        stance = usual_stance(where, kind, slot)
        action = LoadAction("placed", kind, stance.name, slot.number, middle_of(slot, stance), lag_s=0.0)
        result = Loading(ShipWorld(where), action, steady).run()
        assert result.aboard == {slot.number: ("placed",)}


def test_bow_and_stern_stand_in_the_same_place() -> None:
    """A crate at the bow and a chest at the stern, with the same middle: neither moves the other."""
    where = rigid(pivot_coulomb_s2=1e4)
    world = ShipWorld(where, aboard(standing(where, "crate", 2, "bow"), standing(where, "chest", 4, "stern")))
    before = places(world)
    run(world, 2)
    assert farthest(before, places(world)) < 0.05
    assert pieces_by_slot(world) == {2: ("bow",), 4: ("stern",)}


@pytest.mark.parametrize("layer", [None, *get_args(Layer)])
def test_what_comes_down_on_a_crate_at_the_bow(layer: Layer | None) -> None:
    """A rat falls onto it from above: one that belongs to its row, or to none, stops on its lid."""
    where = setup(pivot_coulomb_s2=1e4)
    crate = standing(where, "crate", 2, "crate")
    rat = CargoState("rat", "rat", "side", Pose(crate.pose.x, 75.0, 0.0), layer)
    world = ShipWorld(where, aboard(crate, rat))
    run(world, 1)
    _, y, _ = places(world)["rat"]
    _, bottom, _, top = where.pieces["crate"].forms[crate.form].extent(0.0)
    lid, foot = 30.0 + top - bottom, -where.pieces["rat"].stances["flat"].seat_mm
    assert y == pytest.approx(foot + (lid if layer in (None, "bow") else 30.0), abs=0.2)


@pytest.mark.parametrize("at", [1, 3])
def test_what_slips_off_a_yard_meets_the_cargo_of_both_halves(at: int) -> None:
    """A crate hangs over the end of the low yard, and falls onto what juts out below it."""
    where = setup(pivot_coulomb_s2=1e4, hull_width_mm=200.0, hull_bottom_width_mm=120.0, low_yard_length_mm=120.0)
    chest = standing(where, "chest", at, "chest")
    chest = CargoState("chest", "chest", chest.form, Pose(-72.0, chest.pose.y, 0.0), chest.layer)
    crate = CargoState("crate", "crate", "side", Pose(-68.0, 95.0 + 12.0, 0.0))
    world = ShipWorld(where, aboard(chest, crate))
    run(world, 2)
    assert math.dist(places(world)["chest"][:2], (-72.0, chest.pose.y)) > 0.01, "it was met"


def test_what_has_left_the_ship_meets_everything() -> None:
    where = setup()
    world = ShipWorld(where, aboard(standing(where, "rat", 1, "bow"), standing(where, "rat", 4, "stern")))
    bow, stern = world.cargo["bow"], world.cargo["stern"]
    assert not bow.shapes[0].filter.mask & stern.shapes[0].filter.categories
    world.let_fall(bow)
    assert bow.shapes[0].filter.mask & stern.shapes[0].filter.categories
    assert stern.shapes[0].filter.mask & bow.shapes[0].filter.categories


@pytest.mark.parametrize("plan", [(1, 2), (1, 3), (2, 4), (1, 4), (2, 2, 4), (1, 3, 9)])
def test_either_half_heels_her_as_statics_says(plan: tuple[int, ...]) -> None:
    """tan th = sum m x / (S - sum m y): the lever is that of the side, at the bow as at the stern."""
    where = rigid(friction=2.0)
    loads = []
    seats: dict[int, float] = {}
    for index, number in enumerate(plan):
        slot = where.ship.slot(number)
        seat = seats.get(number, slot.surface_mm)
        seats[number] = seat + 24.0
        loads.append(resting(where, f"{index}", "crate", "upright", slot, slot.centre_mm, seat))
    world = ShipWorld(where, aboard(*loads))
    run(world, 6)
    after = places(world)
    mass = where.pieces["crate"].mass_g
    moment = sum(mass * after[c.name][0] for c in loads)
    righting = where.ship.righting_g_mm - sum(mass * after[c.name][1] for c in loads)
    assert world.heel == pytest.approx(math.atan2(moment, righting), rel=0.01, abs=1e-4)


def full(where: ShipSetup, number: int) -> Snapshot:
    """The ship with one slot of her deck stacked with planks as high as they go."""
    slot = where.ship.slot(number)
    count = int((slot.ceiling_mm - slot.surface_mm) // 5.0)
    x = slot.side * (slot.wood_right_mm - 12.0 if slot.side > 0 else -slot.wood_left_mm - 12.0)
    heights = [slot.surface_mm + 5.0 * level for level in range(count)]
    return aboard(*(resting(where, f"plank{h:.0f}", "plank", "flat", slot, x, h) for h in heights))


def test_hands_fit_at_the_bow_while_the_stern_is_full() -> None:
    where = setup(pivot_coulomb_s2=1e4, deck_rows=1)
    on = full(where, 4)
    results = {}
    for number in (2, 4):
        slot = where.ship.slot(number)
        action = LoadAction("placed", "crate", "upright", number, slot.centre_mm, lag_s=0.0)
        results[number] = Loading(ShipWorld(where, on), action, steady).run()
    assert not results[2].fallen
    assert results[2].aboard[2] == ("placed",)
    assert results[4].fallen == ("placed",), "there it is brought in outside, and falls"


def test_what_is_asked_of_the_wood_knows_the_half() -> None:
    where = setup()
    world = ShipWorld(where, aboard(standing(where, "crate", 2)))
    section = where.pieces["rat"].forms["side"]
    x, y = where.ship.slot(2).centre_mm, 40.0
    assert [Probe(world, section, 0.0, layer).overlaps(x, y) for layer in (None, "bow", "stern")] == [True, True, False]
    assert [slot_at(where.ship, None, x, layer).number for layer in (None, "bow", "stern")] == [2, 2, 4]
    down = ((x, 80.0), (0.0, 0.0), (0.0, -9806.65))
    assert [wood_below(where.ship, *down, layer) for layer in (None, "bow", "stern")] == [2, 2, 4]


def test_a_snapshot_with_halves_goes_on_as_the_world_did() -> None:
    where = setup()
    world = ShipWorld(where, load(where, parse_cargo("1:crate,3:chest,2:boat,4:boat,5:rat,6:rat", where)))
    snapshot = world.snapshot()
    assert [state.layer for state in snapshot.cargo] == ["bow", "stern", "bow", "stern", None, None]
    again = Snapshot.from_json(json.loads(json.dumps(snapshot.to_json())))
    assert again == snapshot
    one, other = ShipWorld(where, snapshot), ShipWorld(where, again)
    run(one, 1)
    run(other, 1)
    assert one.snapshot() == other.snapshot()


def test_a_state_reads_back_and_has_one_of_the_layers() -> None:
    rat = CargoState("rat-1", "rat", "side", Pose(1.0, 2.0, 3.0), None, Fore(4.0, 5.0, spilled=True))
    plain = ["rat-1", "rat", "side", [1.0, 2.0, 3.0, 0.0, 0.0, 0.0], None, [4.0, 5.0, True]]
    assert rat.to_json() == plain
    assert CargoState.from_json(plain) == rat
    with pytest.raises(ValueError, match=r"expected bow, stern, .* or null as the layer of rat-1, found port"):
        CargoState.from_json([*plain[:4], "port", plain[5]])


def test_a_deck_needs_room_for_its_slots() -> None:
    assert setup(hull_width_mm=40.0).ship.slot(1).wood_left_mm == -20.0
    with pytest.raises(InputError, match=r"ship.hull_width_mm: expected room for a slot on either side of the mast"):
        setup(hull_width_mm=30.0)
    with pytest.raises(InputError, match=r"ship.hull_width_mm: expected room for two slots on either side"):
        setup(deck="row", hull_width_mm=60.0)
    with pytest.raises(InputError, match=r"ship.deck: .*'quadrants' or 'row'.*found 'square'"):
        setup(deck="square")


# ------------------------------------------------------------------------------------------ a row


def test_a_deck_in_a_row_knows_no_pitch() -> None:
    """All her slots lie amidships: put there exactly, one piece on every slot leaves her level fore and aft."""
    where = setup(**ROW)
    assert {slot.half for slot in where.ship.slots} == {None}
    assert [where.ship.slot(n).centre_mm for n in DECK_SLOTS] == [-78.25, -30.75, 30.75, 78.25]
    snapshot = Snapshot()
    for index, number in enumerate(SLOTS):
        kind, slot = KINDS[index % len(KINDS)], where.ship.slot(number)
        stance = usual_stance(where, kind, slot)
        action = LoadAction(f"{kind}-{index}", kind, stance.name, number, middle_of(slot, stance))
        loading = Loading(ShipWorld(where, snapshot), action, steady)
        loading.run()
        snapshot = loading.world.snapshot()
    assert snapshot.cargo
    assert snapshot.pitch == Pitch()


# ------------------------------------------------------------------------------------------ two rows


def put_down(where: ShipSetup, on: Snapshot, name: str, slot: int, kind: str = "crate", **more: Any) -> Snapshot:
    """The ship after a hand has put down a piece in the middle of a slot."""
    place = where.ship.slot(slot)
    stance = usual_stance(where, kind, place)
    action = LoadAction(name, kind, stance.name, slot, middle_of(place, stance), lag_s=0.0, **more)
    loading = Loading(ShipWorld(where, on), action, steady)
    loading.run()
    return loading.world.snapshot()


def rows_of(snapshot: Snapshot) -> dict[str, Layer | None]:
    return {state.name: state.layer for state in snapshot.cargo}


@pytest.mark.parametrize(("slot", "inner", "outer"), [(2, "bow", "bow_end"), (3, "stern", "stern_end")])
def test_a_second_piece_goes_into_the_other_row_and_does_not_meet_the_first(
    slot: int, inner: Layer, outer: Layer
) -> None:
    """The third goes on top of the first; emptied, the row by the mast is filled again."""
    where = setup(pivot_coulomb_s2=1e4)
    one = put_down(where, Snapshot(), "one", slot)
    two = put_down(where, one, "two", slot)
    three = put_down(where, two, "three", slot)
    assert rows_of(three) == {"one": inner, "two": outer, "three": inner}
    heights = {name: y for name, (_, y, _) in places(ShipWorld(where, three)).items()}
    assert heights["one"] == pytest.approx(heights["two"], abs=0.1)
    assert heights["three"] > heights["one"] + 15.0
    first, second = ({s.name: s for s in state.cargo}["one"].pose for state in (one, two))
    assert math.dist((first.x, first.y), (second.x, second.y)) < 0.1
    assert rows_of(put_down(where, two.without("one"), "again", slot)) == {"two": outer, "again": inner}


def test_what_lies_on_the_other_side_or_in_the_other_half_fills_no_row() -> None:
    where = setup()
    on = aboard(*(standing(where, "rat", number, f"{number}") for number in (1, 4)))
    world = ShipWorld(where, on)
    assert [free_row(world, where.ship.slot(number)) for number in DECK_SLOTS] == [
        "bow_end", "bow", "stern", "stern_end"
    ]  # fmt: skip
    assert all(free_row(world, where.ship.slot(number)) is None for number in SLOTS[4:])


@given(st.sampled_from(KINDS), st.sampled_from(DECK_SLOTS), st.sampled_from((0, 1)), st.floats(-200.0, 200.0))
def test_a_piece_keeps_wholly_within_its_row_fore_and_aft(kind: str, slot: int, row: int, off_mm: float) -> None:
    where = setup()
    place = where.ship.slot(slot)
    section = where.pieces[kind].forms[usual_stance(where, kind, place).form]
    low, high = sorted(where.ship.row_mm(place.rows[row]))
    half = section.depth_mm / 2
    middle = put_fore(where, place, place.rows[row], section, off_mm).mm
    assert low - 1e-9 <= middle - half
    assert middle + half <= high + 1e-9
    # As the hand means it, while there is room.
    assert middle == pytest.approx(where.ship.middle_mm(place, place.rows[row]) + off_mm) or half + abs(off_mm) > 22.0


def test_the_rows_of_a_half_share_it_and_those_of_bow_and_stern_are_mirror_images() -> None:
    ship = setup().ship
    end = ship.measures.hull_length_mm / 2
    assert [ship.row_mm(row) for row in ship.slot(1).rows] == [(0.0, end / 2), (end / 2, end)]
    assert [ship.row_mm(row) for row in ship.slot(3).rows] == [(0.0, -end / 2), (-end / 2, -end)]
    for number in DECK_SLOTS:
        slot = ship.slot(number)
        assert slot.fore_mm == sum(ship.middle_mm(slot, row) for row in slot.rows) / 2


def test_a_deck_of_one_row_has_it_in_the_middle_of_each_half() -> None:
    where = setup(pivot_coulomb_s2=1e4, deck_rows=1)
    ship = where.ship
    assert [slot.rows for slot in ship.slots[:4]] == [("bow",), ("bow",), ("stern",), ("stern",)]
    assert [ship.middle_mm(slot, slot.rows[0]) for slot in ship.slots[:4]] == [45.0, 45.0, -45.0, -45.0]
    assert ship.row_mm("bow") == (0.0, 90.0)
    two = put_down(where, put_down(where, Snapshot(), "one", 2), "two", 2)
    assert rows_of(two) == {"one": "bow", "two": "bow"}
    one, other = (places(ShipWorld(where, two))[name][1] for name in ("one", "two"))
    assert other > one + 15.0, "it stands on the first"


@pytest.mark.parametrize("layer", get_args(Layer))
def test_a_state_reads_back_with_every_row(layer: Layer) -> None:
    state = CargoState("rat-1", "rat", "side", Pose(1.0, 2.0, 3.0), layer, Fore(4.0))
    assert CargoState.from_json(json.loads(json.dumps(state.to_json()))) == state


@pytest.mark.parametrize(("way", "inner", "outer"), [(1.0, "bow", "bow_end"), (-1.0, "stern", "stern_end")])
def test_what_slides_off_a_yard_comes_down_in_the_row_by_the_mast(way: float, inner: Layer, outer: Layer) -> None:
    """It lands on what stands there, and passes what stands in the row beyond."""
    where = setup(pivot_coulomb_s2=1e4)
    yard, deck = where.ship.slot(6), where.ship.slot(2 if way > 0 else 4)
    rat = resting(where, "rat", "rat", "flat", yard, 25.0)
    over = replace(rat, fore=Fore(way * (where.ship.measures.yard_depth_mm / 2 + 1.0)))
    heights = {}
    for row in (inner, outer):
        crate = resting(where, "crate", "crate", "upright", deck, 25.0, row=row)
        world = ShipWorld(where, aboard(crate, over))
        run(world, 1)
        assert world.cargo["rat"].layer == inner
        heights[row] = places(world)["rat"][1]
    assert heights[inner] > heights[outer] + 15.0
