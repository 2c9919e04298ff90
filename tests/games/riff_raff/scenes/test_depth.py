"""Bow and stern as they are drawn: one behind the mast, one in front, and the pointer where the piece is seen."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from scenes.games.riff_raff.depth import (
    LEAST_FRONT,
    LEVEL,
    Lean,
    ends_mm,
    front_mm,
    lowered,
    parts_of,
    piece_at,
    risen,
)
from sim.configuration import load_configuration
from sim.games.riff_raff.cargo import load, parse_cargo
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice
from sim.games.riff_raff.match.frame import PieceState, PieceView
from sim.physics.ship.state import Layer
from sim.seat import Seat
from tests.games.riff_raff.scenes.test_play import AtTable

LAYERS: tuple[Layer | None, ...] = ("bow_end", "bow", None, "stern", "stern_end")
"""From the farthest to the nearest."""
LEVER_MM = 45.0
DIPS = math.radians(8.0)


def drawn_up(pitch: float, fore_mm: float, y_mm: float = 30.0) -> float:
    """How high a point of an upright ship is drawn that pitches so (mm)."""
    return risen(0.0, y_mm, Lean(0.0, pitch), fore_mm)[1]


@pytest.mark.parametrize("fore_mm", [LEVER_MM, 0.0, -LEVER_MM])
@pytest.mark.parametrize("roll", [0.0, 0.4, -0.4])
@pytest.mark.parametrize("pitch", [0.0, 0.2, -0.2])
def test_what_is_drawn_elsewhere_is_taken_back(fore_mm: float, roll: float, pitch: float) -> None:
    lean = Lean(roll, pitch)
    there = risen(12.0, 40.0, lean, fore_mm)
    assert lowered(*there, lean, fore_mm) == pytest.approx((12.0, 40.0))
    # It is moved along the mast, and no farther than its way fore and aft and its height allow.
    across = (there[0] - 12.0) * math.cos(roll) + (there[1] - 40.0) * math.sin(roll)
    assert across == pytest.approx(0.0, abs=1e-9)
    assert math.dist(there, (12.0, 40.0)) < abs(fore_mm) * 0.32 + 2.0


def test_the_bow_sinks_as_it_dips_and_the_stern_rises_as_much() -> None:
    level, dipped, raised = (drawn_up(pitch, LEVER_MM) for pitch in (0.0, DIPS, -DIPS))
    assert dipped < level - 5.0
    assert raised > level + 5.0
    for pitch in (DIPS, -DIPS):
        middle = drawn_up(pitch, 0.0)
        assert drawn_up(pitch, LEVER_MM) - middle == pytest.approx(middle - drawn_up(pitch, -LEVER_MM))
        # As in space: a point that goes down by d is drawn d lower, but for the view from above.
        sinks = level - drawn_up(pitch, LEVER_MM)
        assert sinks == pytest.approx(LEVER_MM * math.sin(pitch), abs=1.5)


def test_a_mast_that_leans_to_the_viewer_looks_shorter() -> None:
    top = 230.0
    assert drawn_up(0.0, 0.0, top) == top
    assert top - 10.0 < drawn_up(-DIPS, 0.0, top) < top - 3.0


def test_cargo_stands_on_the_deck_that_is_drawn(configuration: RiffRaffConfiguration) -> None:
    ship = configuration.setup.ship
    deck, end = ship.deck_mm, ends_mm(ship)
    places = [drawn_up(0.0, fore_mm) for fore_mm in (-end, -LEVER_MM, 0.0, LEVER_MM, end)]
    assert places == sorted(places)
    assert front_mm(ship) == pytest.approx(places[0])
    assert places[2] == deck


def test_a_low_hull_keeps_a_front(configuration: RiffRaffConfiguration) -> None:
    ship = configuration.setup.ship
    long = replace(ship, measures=ship.measures.model_copy(update={"hull_length_mm": 900.0}))
    assert front_mm(long) == LEAST_FRONT * ship.deck_mm


@pytest.mark.parametrize("preset", ["standard", "ferry"])
def test_the_stern_is_as_high_as_what_is_seen_below_it(preset: str) -> None:
    """With bulwarks, as the ferry has them, or without."""
    ship = load_configuration("riff-raff", preset).setup.ship
    top = max(front_mm(ship), *(y for _, y in ship.hull if y != ship.deck_mm))
    for pitch in (0.05, 0.1):
        parts = parts_of(ship, Lean(0.0, pitch))
        assert top * parts["keel"][1] == pytest.approx(top + parts["hull"][0][1])
        assert parts["hull"][0][1] > 2.0
    assert parts_of(ship, Lean(0.0, -0.1))["keel"][1] == 0.0
    assert parts_of(ship, Lean(0.0, 0.15))["deck"][1] == 0.0


def test_what_falls_comes_off_the_lean_of_the_ship(configuration: RiffRaffConfiguration) -> None:
    ship, lean = configuration.setup.ship, Lean(0.1, DIPS)
    table = -ship.measures.table_below_mm

    def at(state: PieceState, y_mm: float, lean: Lean) -> tuple[float, float]:
        return piece_at(PieceView("a", "crate", "side", 90.0, y_mm, 0.0, state, "bow", 95.0), lean, ship)

    # Neither where it leaves her nor where it meets the table does it leap.
    assert at(PieceState.FALLING, 30.0, lean) == at(PieceState.ABOARD, 30.0, lean)
    assert at(PieceState.FALLING, table, lean) == at(PieceState.FALLEN, table, lean)
    assert at(PieceState.FALLEN, table, lean) == at(PieceState.FALLEN, table, LEVEL)


def test_between_two_frames_pitch_and_places_fore_and_aft_go_evenly(configuration: RiffRaffConfiguration) -> None:
    frame = Practice(configuration, Seat("You", "casual", "person"), 4, slot=6, piece="rat").frame()
    pieces = [PieceView("a", "rat", "side", 0.0, 40.0, 0.0, PieceState.ABOARD, "bow", fore) for fore in (40.0, 60.0)]
    one, other = (
        replace(frame, pitch_angle=pitch, pieces=(piece,)) for pitch, piece in zip((0.0, 0.1), pieces, strict=True)
    )
    between = one.interpolate(other, 0.25)
    assert between.pitch_angle == pytest.approx(0.025)
    assert between.pieces[0].fore_mm == pytest.approx(45.0)


Look = Callable[[float, PieceView], tuple[float, int]]


@pytest.fixture
def look(screen: Any, configuration: RiffRaffConfiguration) -> Look:
    """Return where a piece is seen at a pitch (rad): the mean row of its pixels, downwards, and their number."""
    practice = Practice(configuration, Seat("You", "casual", "person"), 4, slot=6, piece="rat")
    scene = AtTable(practice, (1280, 720)).scene
    screen.resize(1280, 720)

    def picture(pitch: float, *pieces: PieceView) -> Any:
        scene.show(replace(practice.frame(), hull_angle=0.0, pitch_angle=pitch, pieces=pieces), 0.0)
        return np.asarray(screen.picture(scene)).astype(int)

    def seen(pitch: float, piece: PieceView) -> tuple[float, int]:
        rows = np.nonzero(np.abs(picture(pitch, piece) - picture(pitch)).max(axis=2) > 8)[0]
        return float(rows.mean()), len(rows)

    return seen


def crate(layer: Layer, state: PieceState = PieceState.ABOARD) -> PieceView:
    """A crate on the deck to port, at the bow or the stern."""
    fore_mm = LEVER_MM if layer == "bow" else -LEVER_MM
    return PieceView("crate-1", "crate", "side", -22.0, 42.0, 0.0, state, layer, fore_mm)


def test_a_crate_at_the_bow_is_seen_to_sink_and_one_at_the_stern_to_rise(look: Look) -> None:
    bow, stern = ([look(pitch, crate(half))[0] for pitch in (-0.1, 0.0, 0.1)] for half in LAYERS[1:4:2])
    assert bow[0] + 3.0 < bow[1] < bow[2] - 2.0  # below its foot the stern hides it
    assert stern[0] - 3.0 > stern[1] > stern[2] + 3.0


def test_the_stern_hides_what_sinks_behind_it_and_the_ship_what_falls_over_the_bow(look: Look) -> None:
    whole = look(0.0, crate("bow"))[1]
    assert look(math.radians(14.0), crate("bow"))[1] < 0.9 * whole
    over_bow, over_stern = (
        look(0.0, replace(crate(half, PieceState.FALLING), y=12.0, fore_mm=fore_mm))[1]
        for half, fore_mm in (("bow", 95.0), ("stern", -95.0))
    )
    assert over_bow < 0.7 * whole
    assert over_stern == pytest.approx(whole, rel=0.05)


def test_the_dot_on_the_dial_goes_in_as_the_bow_dips(screen: Any, configuration: RiffRaffConfiguration) -> None:
    practice = Practice(configuration, Seat("You", "casual", "person"), 4, slot=6, piece="rat")
    scene = AtTable(practice, (1280, 720)).scene
    hud = scene.hud

    def out(roll: float, pitch: float) -> float:
        scene.show(replace(practice.frame(), hull_angle=roll, pitch_angle=pitch), 0.0)
        x, y = hud._dot.x - hud._pivot[0], hud._dot.y - hud._pivot[1]
        assert math.degrees(math.atan2(x, y)) == pytest.approx(hud._needle.rotation)
        return math.hypot(x, y)

    level = out(0.0, 0.0)
    assert out(0.0, DIPS) < level < out(0.0, -DIPS)
    assert level - out(0.2, DIPS) == pytest.approx(out(0.2, -DIPS) - level)
    assert out(0.0, 3.0) > 0.0


@pytest.mark.slow
def test_the_mast_hides_what_is_behind_it_and_not_what_is_in_front(
    screen: Any, configuration: RiffRaffConfiguration
) -> None:
    """A crate drawn over the mast's foot, at the bow, in the middle, at the stern: the mast is seen only at first."""
    from scenes.drawing.palette import MAST, PIECES

    practice = Practice(configuration, Seat("You", "casual", "person"), 4, slot=6, piece="rat")
    table = AtTable(practice, (1280, 720))
    screen.resize(1280, 720)
    found = {}
    for layer in LAYERS:
        crate = PieceView("crate-1", "crate", "side", 0.0, 60.0, 0.0, PieceState.ABOARD, layer)
        table.scene.show(replace(practice.frame(), pieces=(crate,)), 0.0)
        x, y = table.screen(0.0, 60.0)
        picture = np.asarray(screen.picture(table.scene)).astype(int)
        patch = (
            picture[round(720 - y) - 8 : round(720 - y) + 8, round(x) - 3 : round(x) + 4].reshape(-1, 3).mean(axis=0)
        )
        wood, green = (float(np.abs(patch - np.array(colour)).sum()) for colour in (MAST, PIECES["crate"]))
        found[layer] = "mast" if wood < green else "crate"
    assert list(found.values()) == ["mast", "mast", "crate", "crate", "crate"]


@pytest.mark.slow
@pytest.mark.parametrize(("slot", "cargo"), [(1, ""), (2, ""), (3, ""), (4, ""), (5, ""), (1, "1:rat"), (4, "4:rat")])
def test_the_pointer_is_where_the_held_piece_is_drawn(
    screen: Any, configuration: RiffRaffConfiguration, slot: int, cargo: str
) -> None:
    """In the row by the mast, and in the one beyond it once something lies there."""
    practice = Practice(configuration, Seat("You", "casual", "person"), 4, slot=slot, piece="crate")
    if cargo:
        practice.table.snapshot = load(configuration.setup, parse_cargo(cargo, configuration.setup))
    practice.advance(0.1)
    table = AtTable(practice, (1280, 720))
    spot = table.spot("crate")
    table.click(spot)
    place = practice.configuration.setup.ship.slot(slot)
    over = table.screen(place.centre_mm, place.surface_mm + 30.0)
    table.move(spot, over, 0.5)
    table.move(over, over, 0.5)
    carrying = practice.table.carrying
    assert carrying.cargo.layer == (place.rows[bool(cargo)] if place.rows else None)
    hand = carrying.hand
    lean = Lean(carrying.world.hull.angle, carrying.world.pitching.angle)
    drawn = risen(*hand.body.position, lean, carrying.cargo.fore.mm)
    assert table.screen(*drawn) == pytest.approx(over, abs=1.5)
    assert practice.mark is not None
