"""`--cargo`: what is read, what is refused, and that the pieces really lie where they were sent."""

from __future__ import annotations

import math

import pytest

from sim.configuration import load_configuration
from sim.errors import InputError
from sim.games.riff_raff.cargo import Stowed, heeled, load, parse_cargo
from sim.physics.ship.attempt import pieces_by_slot
from sim.physics.ship.fitting import middle_of, usual_stance
from sim.physics.ship.measures import SLOTS
from sim.physics.ship.world import ShipWorld
from tests.physics.ships import ROW, setup

SETUP = load_configuration("riff-raff").setup


def test_a_list_is_read_in_order_and_spaces_do_not_matter() -> None:
    assert parse_cargo(" 7:rat, 10: crate ,7:rat", SETUP) == (Stowed(7, "rat"), Stowed(10, "crate"), Stowed(7, "rat"))
    assert parse_cargo(None, SETUP) == parse_cargo("", SETUP) == ()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("12:crate", ["12:crate", "1 to 10"]),
        ("0:crate", ["0:crate", "1 to 10"]),
        ("3:dragon", ["3:dragon", "dragon", "boat, barrel"]),
        ("3", ["SLOT:PIECE", "'3'"]),
        ("crate:3", ["SLOT:PIECE", "'crate:3'"]),
        ("3:crate,", ["SLOT:PIECE", "''"]),
        ("-1:crate", ["SLOT:PIECE", "'-1:crate'"]),
        ("²:crate", ["SLOT:PIECE"]),
    ],
)
def test_a_bad_list_is_refused_in_one_sentence(text: str, named: list[str]) -> None:
    with pytest.raises(InputError) as refusal:
        parse_cargo(text, SETUP)
    sentence = str(refusal.value)
    assert sentence.startswith("--cargo: ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    for words in named:
        assert words in sentence


def test_every_piece_lies_in_its_slot_and_apart_from_the_others() -> None:
    cargo = "1:crate,4:chest,3:rat,6:barrel,6:barrel,5:boat,7:sailor,8:rat,10:sailor,9:rat"
    world = ShipWorld(SETUP, load(SETUP, parse_cargo(cargo, SETUP)))
    world.tick()
    assert {slot: sorted(name.split("-")[0] for name in names) for slot, names in pieces_by_slot(world).items()} == {
        1: ["crate"],
        3: ["rat"],
        4: ["chest"],
        5: ["boat"],
        6: ["barrel", "barrel"],
        7: ["sailor"],
        8: ["rat"],
        9: ["rat"],
        10: ["sailor"],
    }
    barrels = [c.body.position for c in world.cargo.values() if c.kind == "barrel"]
    assert abs(barrels[0].x - barrels[1].x) > 18, "side by side while there is room"


def test_a_full_slot_is_stacked() -> None:
    """One plank fills a row of a quarter of the deck."""
    world = ShipWorld(SETUP, load(SETUP, parse_cargo("3:plank,3:plank,3:plank,3:plank", SETUP)))
    heights = sorted(world.to_ship(c.body.position)[1] for c in world.cargo.values())
    deck, middle = SETUP.ship.slot(3).surface_mm, -SETUP.pieces["plank"].stances["flat"].seat_mm
    assert heights == pytest.approx([deck + middle] * 2 + [deck + 3 * middle] * 2, abs=0.2)


def test_a_cargo_that_the_ship_does_not_carry_is_refused() -> None:
    with pytest.raises(
        InputError, match=r"^--cargo: expected a cargo .* with 10:crate \(item \d\) .*crate-\d.* fell\.$"
    ):
        load(SETUP, parse_cargo("10:crate,10:crate,10:crate,10:crate", SETUP))


@pytest.mark.parametrize("slot", [2, 3])
def test_where_nothing_can_hang_a_sailor_lies(slot: int) -> None:
    """The inner slots of a deck in a row have no end."""
    row = setup(**ROW)
    assert usual_stance(row, "sailor", row.ship.slot(slot)).name == "lying"


@pytest.mark.parametrize("slot", SLOTS)
def test_elsewhere_he_hangs_at_the_end_facing_the_mast(slot: int) -> None:
    # As drawn, the end is within 2 mm of his centre of gravity.
    drawn = setup()
    place = drawn.ship.slot(slot)
    stance = usual_stance(drawn, "sailor", place)
    assert stance.name == ("hanging_starboard" if place.side > 0 else "hanging_port")
    end = place.wood_right_mm if place.side > 0 else place.wood_left_mm
    assert middle_of(place, stance) == pytest.approx(end, abs=2)


def test_heeling_turns_everything_as_one() -> None:
    snapshot = load(SETUP, parse_cargo("4:crate,9:rat", SETUP))
    over = heeled(snapshot, math.radians(20))
    assert over.hull.angle == pytest.approx(-math.radians(20))
    one, other = ShipWorld(SETUP, snapshot), ShipWorld(SETUP, over)
    before, after = one.ship_frame()[1], other.ship_frame()[1]
    assert after == pytest.approx(before, abs=1e-9)
    for yard, turned in zip(one.yards, other.yards, strict=True):
        assert turned.angle - other.hull.angle == pytest.approx(yard.angle - one.hull.angle)
