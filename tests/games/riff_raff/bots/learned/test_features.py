"""The features of placements: bounded, mirrored as physics is, and what the house's own geometry says."""

from __future__ import annotations

import json
import math
import time
from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.games.riff_raff.bots import judgement
from sim.games.riff_raff.bots.learned.features import FEATURES, Features, Places
from sim.games.riff_raff.match.questions import range_mm
from sim.seeds import rng
from tests.games.riff_raff.bots.learned.views import SYMMETRIC, lying, mirrored, pieces, table, view
from yardarm.baselines.practice import Table
from yardarm.envs.riff_raff_place import RiffRaffPlace

SHIP = Features(table())
SLOTS = st.integers(1, 10)
HEELS = st.floats(-30.0, 30.0)
YARDS = st.fixed_dictionaries({yard: st.floats(-30.0, 30.0) for yard in ("low", "middle", "top")})


def column(places: Places, name: str) -> Any:
    """Return a feature of all places."""
    return places.features[:, list(FEATURES).index(name)]


def at(places: Places, piece: str, x_mm: float, name: str, stance: str | None = None) -> float:
    """Return a feature of the place that is nearest to an x, of a piece in its first or a named stance."""
    way = next(n for n, one in enumerate(places.ways) if one[0] == piece and stance in (None, one[1]))
    rows = np.flatnonzero(places.way == way)
    return float(column(places, name)[rows[np.argmin(np.abs(places.x_mm[rows] - x_mm))]])


@pytest.fixture(scope="module")
def loaded() -> list[tuple[Table, dict[str, Any]]]:
    """Real positions: the view after each of some placements, as it comes through a pipe."""
    found = []
    for seed in (1, 2):
        seat = Table.of(RiffRaffPlace(profile="draft"))
        seat.env.reset(seed=seed)
        for _ in range(4):
            places = seat.places()
            drawn = int(rng(seed).integers(len(places.x_mm)))
            seat.env.step(seat.action(places.answer(drawn)))
        found.append((seat, json.loads(json.dumps(seat.view, allow_nan=False))))
    return found


@settings(max_examples=60)
@given(SLOTS, HEELS, YARDS, st.lists(pieces(), max_size=16), st.floats(0.0, 20.0))
def test_every_feature_is_a_number_between_minus_one_and_one_and_every_place_is_allowed(
    slot: int, heel: float, yards: dict[str, float], cargo: list[Any], spread: float
) -> None:
    seen = view(slot, heel, cargo) | {"yards_deg": yards, "placement_sd_mm": spread}
    places = SHIP.places(seen)
    assert places.features.shape == (len(places.x_mm), len(FEATURES))
    assert np.isfinite(places.features).all()
    assert np.abs(places.features).max(initial=0.0) <= 1.0
    left, right = table()["slots"][str(slot)]["wood_mm"]
    for index in range(len(places.x_mm)):
        answer = places.answer(index)
        low, high = table()["pieces"][answer["piece"]]["stances"][answer["stance"]]["sides_mm"]
        assert left - high <= answer["x_mm"] <= right - low


@settings(max_examples=40)
@given(SLOTS, HEELS, YARDS, st.lists(pieces(SYMMETRIC), max_size=12))
def test_in_a_mirror_the_places_are_mirrored_and_their_features_the_same(
    slot: int, heel: float, yards: dict[str, float], cargo: list[Any]
) -> None:
    seen = view(slot, heel, cargo, SYMMETRIC) | {"yards_deg": yards}
    here, there = SHIP.places(seen), SHIP.places(mirrored(seen))

    def rows(places: Places, side: int) -> Any:
        order = np.lexsort((side * places.x_mm, places.way))
        return places.way[order], side * places.x_mm[order], places.features[order]

    for one, other in zip(rows(here, 1), rows(there, -1), strict=True):
        np.testing.assert_allclose(one, other, atol=1e-6)


def test_what_the_ship_does_is_what_the_house_s_own_geometry_says(loaded: Any) -> None:
    """Counted in a second way: by the judgement of the game's own strategies, from the snapshot."""
    compared = 0
    for seat, seen in loaded:
        for slot in seat.env.configuration.equipment.slots:
            ours = SHIP.places(seen, slot)
            house = judgement.places(seat.env.view.slot_geometry, slot, seen["placement_sd_mm"])
            theirs = {
                (house.ways[way], x_mm): dict(zip(judgement.FEATURES, features, strict=True))
                for way, x_mm, features in zip(house.way, house.x_mm, house.features, strict=True)
            }
            for way, x_mm, features in zip(ours.way, ours.x_mm, ours.features, strict=True):
                other = theirs.get((ours.ways[way], x_mm))
                if other is None:
                    continue
                compared += 1
                one = dict(zip(FEATURES, features, strict=True))
                assert one["room"] == pytest.approx(other["room"])
                assert one["jolt"] == pytest.approx(other["jolt"], abs=0.03)
                assert one["lofty"] == pytest.approx(other["lofty"], abs=0.01)
                assert one["peak"] == pytest.approx(min(other["peak"], 1.0), abs=0.05)
    assert compared > 300


def test_a_match_allows_every_place_that_is_named(loaded: Any) -> None:
    for (seat, seen), slot in product(loaded, range(1, 11)):
        places = SHIP.places(seen, slot)
        for index in range(len(places.x_mm)):
            answer = places.answer(index)
            low, high = range_mm(seat.env.configuration.setup, slot, answer["piece"], answer["stance"])
            assert low <= answer["x_mm"] <= high


def test_a_place_beside_the_mast_is_steadier_than_one_at_the_open_end() -> None:
    places = SHIP.places(view(6))
    assert at(places, "crate", 30.0, "topple") < at(places, "crate", 90.0, "topple")
    assert at(places, "crate", 30.0, "miss") < 0.01 < 0.3 < at(places, "crate", 90.0, "miss") < 0.6
    assert at(places, "crate", 30.0, "room") == 1.0
    assert at(places, "crate", 90.0, "room") < 0.1


def test_a_wider_hand_is_more_likely_to_miss() -> None:
    narrow, wide = (SHIP.places(view(6) | {"placement_sd_mm": sd}) for sd in (2.0, 8.0))
    assert at(narrow, "crate", 84.0, "miss") < at(wide, "crate", 84.0, "miss")


def test_what_lies_on_a_crate_lies_on_cargo_and_on_half_a_crate_it_has_a_gap() -> None:
    bare, laden = SHIP.places(view(6)), SHIP.places(view(6, cargo=[lying("crate", 6, 50.0)]))
    assert at(bare, "chest", 50.0, "on_cargo") == 0.0
    assert at(laden, "chest", 50.0, "on_cargo") == pytest.approx(1.0)
    assert at(bare, "chest", 50.0, "gap") == 0.0
    assert at(laden, "chest", 50.0, "gap") < 0.3 < at(laden, "chest", 64.0, "gap")
    assert at(laden, "chest", 50.0, "lofty") > at(bare, "chest", 50.0, "lofty")
    assert at(laden, "chest", 50.0, "topple") < at(laden, "chest", 64.0, "topple")
    assert at(laden, "chest", 50.0, "crowd") == pytest.approx(1 / 8)


def test_cargo_in_the_other_half_of_the_deck_carries_nothing() -> None:
    crates = [lying("crate", 2, 25.0, row=row) for row in (0, 1)]
    assert at(SHIP.places(view(2, cargo=crates)), "rat", 25.0, "on_cargo") == pytest.approx(1.0)
    assert at(SHIP.places(view(4, cargo=crates)), "rat", 25.0, "on_cargo") == 0.0


def test_cargo_in_one_row_of_a_quarter_of_the_deck_leaves_the_other_row_bare() -> None:
    for row in (0, 1):
        seen = view(2, cargo=[lying("crate", 2, 25.0, row=row)])
        assert at(SHIP.places(seen), "rat", 25.0, "on_cargo") == 0.0


def test_the_heel_afterwards_is_that_of_the_formula() -> None:
    """tan heel = sum m x / (S - sum m y), here for a crate on the empty ship, from rest."""
    crate, x_mm = table()["pieces"]["crate"]["mass_g"], 31.0
    y_mm = lying("crate", 10, x_mm)["y_mm"]
    settled = math.atan2(crate * x_mm, table()["ship"]["righting_g_mm"] - crate * y_mm)
    places = SHIP.places(view(10))
    assert at(places, "crate", x_mm, "peak") == pytest.approx(1.8 * settled / 0.5)
    assert at(places, "crate", x_mm, "jolt") == pytest.approx(settled / 0.5)
    assert at(places, "crate", x_mm, "eases") == pytest.approx(-settled / 0.5)
    assert at(places, "crate", x_mm, "slope") == pytest.approx(settled / 0.5)


def test_the_lean_afterwards_is_that_of_both_axes_together() -> None:
    """tan pitch = sum m z / (S - sum m y): on deck a piece lies before or behind the mast as well as beside it."""
    chest, slot = table()["pieces"]["chest"]["mass_g"], table()["slots"]["1"]
    x_mm, fore_mm = -27.0, next(iter(slot["rows"].values()))
    left = table()["ship"]["righting_g_mm"] - chest * lying("chest", 1, x_mm)["y_mm"]
    assert abs(fore_mm) > 15.0
    settled = math.hypot(math.atan2(chest * x_mm, left), math.atan2(chest * fore_mm, left))
    places = SHIP.places(view(1))
    assert at(places, "chest", x_mm, "peak") == pytest.approx(1.8 * settled / 0.5, rel=0.02)
    assert at(places, "chest", x_mm, "eases") == pytest.approx(-settled / 0.5, rel=0.02)
    # The ship that rests down by the other end is eased by it.
    seen = view(1) | {"rest_deg": [0.0, -math.copysign(6.0, fore_mm)]}
    assert at(SHIP.places(seen), "chest", x_mm, "eases") > 0.0


def test_how_far_she_has_swung_out_when_she_is_looked_at_does_not_count() -> None:
    swung, rests = (
        column(SHIP.places(seen), "peak") for seen in (view(6, heel_deg=7.0) | {"rest_deg": [0.0, 0.0]}, view(6))
    )
    assert swung == pytest.approx(rests)


def test_a_piece_on_the_other_side_eases_the_ship_and_rocks_the_yard() -> None:
    seen = view(5, heel_deg=4.0, cargo=[lying("crate", 6, 40.0)])
    places = SHIP.places(seen)
    assert at(places, "crate", -40.0, "eases") > 0.0
    assert at(places, "chest", -80.0, "rocks") > 0.9
    assert at(places, "rat", -15.0, "rocks") < 0.1


def test_the_sailor_hangs_from_an_end_and_a_barrel_can_roll() -> None:
    for slot, stance, side in ((9, "hanging_port", -1), (10, "hanging_starboard", 1)):
        places = SHIP.places(view(slot))
        hanging = column(places, "hanging") == 1.0
        assert [places.ways[way] for way in places.way[hanging]] == [("sailor", stance)]
        hangs_mm = table()["pieces"]["sailor"]["stances"][stance]["hangs_mm"][0]
        assert places.x_mm[hanging] == pytest.approx([side * 50.0 - hangs_mm], abs=0.05)
    occupied = SHIP.places(view(10, cargo=[lying("rat", 10, 45.0)]))
    assert not column(occupied, "hanging").any()
    rolling = column(places, "rolling") == 1.0
    assert {places.ways[way] for way in places.way[rolling]} == {("barrel", "rolling")}


def test_where_nothing_fits_the_lightest_piece_is_tried() -> None:
    tower = [lying("crate", 1, -25.0, above_mm=24.0 * level, row=row) for level in range(3) for row in (0, 1)]
    places = SHIP.places(view(1, cargo=tower, kinds=("crate", "chest")))
    centred = places.x_mm == -25.0
    assert not centred.any()
    assert places.best(np.array([])) == {"piece": "chest"}


def test_a_question_takes_few_milliseconds(loaded: Any) -> None:
    """The bound is ten times what it takes, since the machine is shared."""
    _, seen = loaded[0]
    SHIP.places(seen)
    began = time.process_time()
    for slot in range(1, 11):
        SHIP.places(seen, slot)
    assert (time.process_time() - began) / 10 < 0.02
