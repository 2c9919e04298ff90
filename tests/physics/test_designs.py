"""Ships and pieces as data: any yards, deck and hull, pieces by outline; impossible ones are refused in a sentence."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from sim.configuration import changed_configuration, configuration_from
from sim.errors import InputError
from sim.games.riff_raff.cargo import load as load_cargo
from sim.games.riff_raff.cargo import parse_cargo
from sim.games.riff_raff.configuration import RiffRaffConfiguration, load
from sim.physics.ship.attempt import pieces_by_slot
from sim.physics.ship.fitting import middle_of, usual_stance
from sim.physics.ship.grip import steady
from sim.physics.ship.loading import LoadAction, Loading
from sim.physics.ship.pieces import KINDS
from sim.physics.ship.state import Snapshot
from sim.physics.ship.world import ShipWorld
from tests.physics.ships import DRAWN

BRIG = """
[ship]
mast_height_mm = 240
[[ship.yards]]
height_mm = 50
length_mm = 190
[[ship.yards]]
height_mm = 105
length_mm = { value = 160, provenance = "assumed", source = "ours" }
tilt_deg = 6
[[ship.yards]]
height_mm = 160
length_mm = 130
tilt_deg = 6
stop_deg = 0
[[ship.yards]]
height_mm = 215
length_mm = 100
"""
WHALE = """
[pieces.whale]
outline = [[-20, 2], [-12, 0], [10, 0], [18, 5], [22, 14], [16, 12], [13, 8], [6, 15], [-8, 16], [-18, 10]]
depth_mm = 14
"""
CATAMARAN = """
[ship]
deck_slots = 8
hull = [[-60, 0], [-40, 0], [-36, 14], [36, 14], [40, 0], [60, 0], [66, 34], [62, 34], [62, 28], [-62, 28], [-62, 34],
        [-66, 34]]
"""


def design(tmp_path: Path, text: str) -> RiffRaffConfiguration:
    path = tmp_path / "design.toml"
    path.write_text(text)
    return load(path)


def test_a_brig_of_four_yards_has_twelve_slots_two_to_a_yard(tmp_path: Path) -> None:
    found = design(tmp_path, BRIG)
    ship = found.setup.ship
    assert [slot.number for slot in ship.slots] == list(range(1, 13))
    assert [slot.yard for slot in ship.slots[4:]] == [name for yard in ship.yards for name in (yard.name, yard.name)]
    assert [slot.side for slot in ship.slots] == [-1, 1] * 6
    assert len([slot for slot in ship.slots if slot.yard is not None]) == 8
    assert [round(math.degrees(yard.tilt_rad), 6) for yard in ship.yards] == [0, 6, 6, 0]
    assert [round(math.degrees(yard.stop_rad), 6) for yard in ship.yards] == [4, 4, 0, 4]
    # Seven degrees of slope over half the yard: the starboard end is the higher one.
    port, starboard = ship.slot(7), ship.slot(8)
    assert starboard.surface_at(starboard.wood_right_mm) - port.surface_at(port.wood_left_mm) == pytest.approx(
        160 * math.sin(math.radians(6))
    )


def test_the_size_of_pieces_is_that_of_the_shipped_ones_alone(tmp_path: Path) -> None:
    square = "outline = [[-10, 0], [10, 0], [10, 20], [-10, 20]]\ndepth_mm = 10\n"
    own = f"[pieces.die]\n{square}[pieces.crate]\n{square}supply = 1\n[pieces]\nscale = "
    small, large = (design(tmp_path, f"{own}{scale}\n").setup.pieces for scale in (0.9, 1.2))
    assert large["chest"].mass_g / small["chest"].mass_g == pytest.approx((1.2 / 0.9) ** 3)
    for kind in ("die", "crate"):
        assert small[kind].mass_g == large[kind].mass_g == pytest.approx(20 * 20 * 10 * 0.7e-3)


def test_the_three_yards_as_an_array_are_the_shipped_ship(tmp_path: Path) -> None:
    shipped = load().setup.ship
    text = "".join(
        f"[[ship.yards]]\nheight_mm = {height}\nlength_mm = {length}\n"
        for height, length in ((65, 180), (125, 140), (185, 100))
    )
    ship = design(tmp_path, text).setup.ship
    assert (ship.yards, ship.slots) == (shipped.yards, shipped.slots)
    assert (ship.inertia_g_mm2, ship.righting_g_mm) == (shipped.inertia_g_mm2, shipped.righting_g_mm)
    hull = "[ship]\nhull = [[-27.5, 0], [27.5, 0], [46, 30], [-46, 30]]"
    again = design(tmp_path, hull).setup.ship
    assert (again.slots, again.deck_mm, again.deck_ends_mm) == (shipped.slots, shipped.deck_mm, shipped.deck_ends_mm)
    assert (again.bottom_half_mm, again.rigid_inertia_g_mm2) == (shipped.bottom_half_mm, shipped.rigid_inertia_g_mm2)


@pytest.mark.parametrize("text", [BRIG, CATAMARAN, "[ship]\nyards = []", '[ship]\ndeck = "row"\ndeck_slots = 2'])
def test_every_piece_can_be_put_down_on_every_slot_of_a_design(tmp_path: Path, text: str) -> None:
    # On a ship that swings on, a crate slides off a yard that is mounted askew; so does one half as heavy again.
    calm = text.replace("[ship]", "[ship]\npivot_viscous_per_s = 3.0")
    where = design(tmp_path, f"{calm}\n{DRAWN}{WHALE}").setup
    for slot in where.ship.slots:
        # A whale is wider than half of one side of the catamaran's deck.
        for kind in ("crate", *(["whale"] if where.ship.measures.deck_slots < 8 else [])):
            stance = usual_stance(where, kind, slot)
            action = LoadAction("placed", kind, stance.name, slot.number, middle_of(slot, stance), lag_s=0.0)
            result = Loading(ShipWorld(where), action, steady).run()
            assert result.aboard == {slot.number: ("placed",)}, (slot.number, kind)


def test_an_empty_brig_stays_upright_and_her_yards_at_their_slope(tmp_path: Path) -> None:
    where = design(tmp_path, BRIG).setup
    world = ShipWorld(where)
    for _ in range(240):
        world.tick()
    state = world.snapshot()
    assert abs(math.degrees(world.heel)) < 0.5
    for yard, pose in zip(where.ship.yards, state.yards, strict=True):
        assert pose.angle - state.hull.angle == pytest.approx(yard.tilt_rad, abs=math.radians(0.5))
    assert ShipWorld(where, Snapshot.from_json(json.loads(json.dumps(state.to_json())))).snapshot() == state


def test_cargo_on_any_yard_is_counted_to_its_slot(tmp_path: Path) -> None:
    where = design(tmp_path, BRIG).setup
    snapshot = load_cargo(where, parse_cargo("5:rat,6:rat,11:rat,12:rat,1:crate,4:crate", where))
    world = ShipWorld(where, snapshot)
    world.tick()
    assert set(pieces_by_slot(world)) == {1, 4, 5, 6, 11, 12}
    with pytest.raises(InputError, match="expected a slot from 1 to 12, found 13"):
        parse_cargo("13:rat", where)


def test_a_concave_hull_holds_her_cargo_between_bulwarks(tmp_path: Path) -> None:
    ship = design(tmp_path, CATAMARAN).setup.ship
    assert (ship.deck_mm, ship.deck_ends_mm, ship.bottom_half_mm) == (28, (-62, 62), 60)
    assert len(ship.hull_parts) > 1
    assert len(ship.slots) == 14
    assert [slot.half for slot in ship.slots[:8]] == ["bow"] * 4 + ["stern"] * 4
    # Nothing may stick out across a bulwark: the outer slots end there.
    assert (ship.slot(1).left_mm, ship.slot(4).right_mm) == (-62, 62)
    left = [slot.wood_left_mm for slot in ship.slots[:4]]
    assert left == sorted(left)
    assert all(a.wood_right_mm < b.wood_left_mm for a, b in zip(ship.slots[:3], ship.slots[1:4], strict=True))


def test_a_ninth_piece_weighs_what_its_outline_says_and_stands_as_drawn(tmp_path: Path) -> None:
    pieces = design(tmp_path, DRAWN + WHALE).setup.pieces
    assert list(pieces) == [*KINDS, "whale"]
    whale = pieces["whale"]
    corners = [(-20, 2), (-12, 0), (10, 0), (18, 5), (22, 14), (16, 12), (13, 8), (6, 15), (-8, 16), (-18, 10)]
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, corners[1:] + corners[:1], strict=True)) / 2
    assert whale.mass_g == pytest.approx(area * 14 * 0.7e-3)
    assert list(whale.stances) == ["upright"]
    assert len(whale.forms["side"].parts) > 1
    assert whale.supply == 1


def test_pieces_can_be_left_out_doubled_and_redrawn(tmp_path: Path) -> None:
    text = f"{DRAWN}[pieces.crate]\nsupply = 0\n[pieces.rat]\nsupply = 3\n[pieces.chest]\ndepth_mm = 20\n"
    text += "outline = [[-10, 0], [10, 0], [10, 10], [-10, 10]]\nstances.side = { angle_deg = 90 }\n"
    found = design(tmp_path, text)
    pieces = found.setup.pieces
    assert list(pieces) == [kind for kind in KINDS if kind != "crate"]
    assert {kind: piece.supply for kind, piece in pieces.items() if piece.supply != 1} == {"rat": 3}
    assert pieces["chest"].mass_g == pytest.approx(20 * 10 * 20 * 0.7e-3)
    assert list(pieces["chest"].stances) == ["side"]


def test_the_tree_of_a_design_gives_the_same_design_whatever_the_order_of_its_keys(tmp_path: Path) -> None:
    found = design(tmp_path, BRIG + WHALE + "[pieces.anchor]\ndepth_mm = 9\noutline = [[-9, 0], [9, 0], [0, 20]]")
    tree = json.loads(json.dumps(found.tree, sort_keys=True))
    again = configuration_from(tree, "record", "play", "riff-raff")
    assert isinstance(again, RiffRaffConfiguration)
    assert again.digest == found.digest
    assert list(again.setup.pieces) == list(found.setup.pieces) == [*KINDS, "anchor", "whale"]
    assert again.setup.ship == found.setup.ship


def test_one_yard_of_a_design_can_be_changed_by_its_number(tmp_path: Path) -> None:
    path = tmp_path / "brig.toml"
    path.write_text(BRIG)
    changed = changed_configuration("riff-raff", {"ship": {"yards": {"1": {"length_mm": 150.0}}}}, path)
    yards = changed.tree["ship"]["yards"]
    assert [yard["length_mm"] for yard in yards] == [190, 150.0, 130, 100]
    assert yards[1]["tilt_deg"] == 6


YARD = "[[ship.yards]]\nheight_mm = {}\nlength_mm = {}\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            YARD.format(250, 100),
            "ship.yards.0.height_mm: expected a yard no higher than the mast (mast_height_mm, 200)",
        ),
        (YARD.format(60, 100) + YARD.format(70, 100), "ship.yards.1.height_mm: expected at least 12 mm of room above"),
        (YARD.format(90, 100) + YARD.format(60, 100), "ship.yards.1.height_mm: expected at least 12 mm of room above"),
        (YARD.format(10, 100), "ship.yards.0.height_mm: expected at least 12 mm of room above the deck"),
        (
            YARD.format(60, 180) + YARD.format(90, 180) + "tilt_deg = 15",
            "ship.yards.1.height_mm: expected at least 12 mm of room above ship.yards.0",
        ),
        (YARD.format(60, 20), "ship.yards.0.length_mm: expected a yard at least four masts long (40)"),
        (YARD.format(60, 300), "no longer than the box is wide (box_width_mm, 297), found 300"),
        (YARD.format(60, 100) + "tilt_deg = 60", "ship.yards.0.tilt_deg: expected at most 20"),
        (YARD.format(60, 100) + "colour = 3", "ship.yards.0.colour: unknown key"),
        ("[[ship.yards]]\nheight_mm = 60", "ship.yards.0.length_mm: expected this key"),
        ("[ship]\nyards = 3", "ship.yards: expected a list"),
        ("[ship]\nlow_yard_height_mm = 60\n" + YARD.format(60, 100), "ship.low_yard_height_mm: expected no measure of"),
        ("".join(YARD.format(20 * n + 20, 100) for n in range(9)), "ship.yards: expected at most 8 items"),
        ("[ship]\ndeck_slots = 3", "ship.deck_slots: expected a multiple of 4 for quadrants, found 3"),
        ('[ship]\ndeck = "row"\ndeck_slots = 5', "ship.deck_slots: expected an even number for a row, found 5"),
        ("[ship]\ndeck_slots = 0\nyards = []", "ship.deck_slots: expected 2 to 20 slots in all, found 0 on deck"),
        ("[ship]\ndeck_slots = 16", "ship.deck_slots: expected 2 to 20 slots in all, found 16 on deck"),
        ("[ship]\ndeck_slots = 12", "ship.hull_width_mm: expected room for three slots on either side of the mast"),
        ("[ship]\nhull = [[0, 0], [40, 30], [-40, 0], [40, 0]]", "ship.hull: expected an outline that does not meet"),
        (
            "[ship]\nhull_mass_g = 600\nball_mass_g = 200\nhull = [[-24, 0], [140, 0], [140, 30], [-24, 30]]",
            "ship.end_stop_deg: expected a hull and yards with which she lists less than that empty, found 65 degrees",
        ),
        (YARD.format(60, 100) + "offset_mm = 51", "ship.yards.0.offset_mm: expected a yard that reaches its peg"),
        (
            YARD.format(60, 200) + "offset_mm = 60",
            "ship.yards.0.offset_mm: expected a yard that reaches its peg and ends",
        ),
        (
            "[ship]\ndeck_slots = 0\n" + YARD.format(60, 100) + "offset_mm = 50",
            "ship.deck_slots: expected 2 to 20 slots in all, found 0 on deck and 1 on 1 yards",
        ),
        ("[ship]\nhull = [[-24, 5], [24, 5], [40, 30], [-40, 30]]", "ship.hull: expected its lowest corners on the"),
        ("[ship]\nhull = [[-24, 0], [24, 0], [200, 30], [-200, 30]]", "ship.hull: expected a hull no wider than its"),
        ("[ship]\nhull = [[-24, 0], [24, 0], [40, 30], [0, 40], [-40, 30]]", "ship.hull: expected a level deck"),
        ("[ship]\nhull_width_mm = 90\nhull = [[-24, 0], [24, 0], [40, 30], [-40, 30]]", "ship.hull_width_mm: expected"),
        (
            "[ship]\nhull = [[-40, 0], [40, 0], [40, 120], [36, 120], [36, 30], [-36, 30], [-36, 120], [-40, 120]]",
            "ship.hull: expected bulwarks no higher than the lowest yard",
        ),
        (
            "[ship]\nball_mass_g = 1\nyards = []",
            "ship.ball_mass_g: 1 g cannot right her; the lightest ball that does is",
        ),
        ("[ship]\nball_mass_g = 1", "ship.ball_mass_g: 1 g cannot right her; the lightest ball that does is 44.8 g"),
        (
            "[ship]\nball_mass_g = 44.7",
            "44.7 g cannot right her; the lightest ball that does is 44.8",
        ),
        ("[ship]\nhull_mass_g = 900", "ship.ball_mass_g: 110 g cannot right her"),
        ("[ship]\nrod_length_mm = 3", "ship.rod_length_mm: expected a rod on which a ball of at most 2000 g rights"),
        ("[ship]\nball_mass_g = 2e6", "ship.ball_mass_g: expected at most 2000"),
        ("[ship]\nlow_yard_length_mm = 300", "ship.low_yard_length_mm: expected a yard no longer than the box is wide"),
        (
            f"{DRAWN}[wood]\ndensity_g_cm3 = 0.03",
            "pieces.boat.sections: expected a piece of 0.2 to 150 g, found 0.194 g",
        ),
        ("[pieces]\nscale = 4", "pieces.boat.sections: expected a piece of 0.5 to 150 mm, found 156 x 64 mm"),
        ("[pieces.whale]\ndepth_mm = 9", "pieces.whale: expected an outline and depth_mm for a new piece"),
        ("[pieces.whale]\noutline = [[0, 0], [9, 0], [0, 9]]", "pieces.whale.depth_mm: expected how deep"),
        (
            "[pieces.whale]\ndepth_mm = 9\noutline = [[0, 0], [9, 9], [9, 0], [0, 9]]",
            "pieces.whale.outline: expected an",
        ),
        (
            "[pieces.whale]\ndepth_mm = 9\noutline = [[0, 0], [9, 9]]",
            "pieces.whale.outline: expected at least 3",
        ),
        (
            "[pieces.whale]\ndepth_mm = 9\noutline = [[0, 0], [200, 0], [0, 9]]",
            "expected a piece of 0.5 to 150 mm, found",
        ),
        (
            "[pieces.whale]\ndepth_mm = 9\noutline = [[0, 0], [90, 0], [0, 0.4]]",
            "expected a piece of 0.5 to 150 mm, found",
        ),
        (
            "[pieces.whale]\ndepth_mm = 0.1\noutline = [[0, 0], [9, 0], [0, 9]]",
            "pieces.whale.depth_mm: expected a piece",
        ),
        (
            f"{DRAWN}[pieces.whale]\ndepth_mm = 90\noutline = [[0, 0], [90, 0], [90, 90], [0, 90]]",
            "pieces.whale.depth_mm: expected a piece of 0.2 to 150 g, found 510 g",
        ),
        (
            WHALE + "stances.hanging = { hangs = true }",
            "pieces.whale.stances: expected one that does not hang",
        ),
        (WHALE + "stances.lying = { section = 'front' }", "pieces.whale.stances.lying.section: expected one of side"),
        (WHALE + "supply = -1", "pieces.whale.supply: expected at least 0"),
        (WHALE + "supply = 1.5", "pieces.whale.supply: expected a whole number"),
        (WHALE + "supply = 20", "pieces: expected 1 to 24 pieces in a set, found 28"),
        (
            "".join(f"[pieces.{kind}]\nsupply = 0\n" for kind in KINDS),
            "pieces: expected 1 to 24 pieces in a set, found 0",
        ),
        (WHALE.replace("whale", "Moby-Dick"), "pieces.'Moby-Dick': expected a name of at most 16 small letters"),
        (WHALE + "[pieces.whale.sections.side]\ndepth_mm = 3", "pieces.whale.sections: expected no sections beside"),
        ("[pieces.crate]\ndepth_mm = 3", "pieces.crate.depth_mm: expected an outline beside it"),
        ("[pieces]\nwhale = 3", "pieces.whale: expected a table"),
        (
            "".join(f"[pieces.p{n}]\ndepth_mm = 9\noutline = [[0, 0], [9, 0], [0, 9]]\n" for n in range(9)),
            "pieces: expected at most 16 kinds of piece, found 17",
        ),
    ],
)
def test_an_impossible_design_is_refused_in_one_sentence(tmp_path: Path, text: str, expected: str) -> None:
    with pytest.raises(InputError) as refusal:
        design(tmp_path, text)
    message = str(refusal.value)
    assert message.startswith(str(tmp_path / "design.toml"))
    assert expected in message
    assert "\n" not in message
