"""Shadows under cargo: the darker the nearer, on wood and never in the air, and going with the ship."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from scenes.games.riff_raff.contact_shadows import REACH_MM, SOFT_MM
from scenes.games.riff_raff.depth import Lean, risen
from scenes.games.riff_raff.stage import Stage
from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.games.riff_raff.match import Practice
from sim.games.riff_raff.match.frame import PieceState, PieceView
from sim.physics.ship.state import Layer
from sim.seat import Seat

SIDE_MM, DECK_MM = 27.6, 30.0
"""The side of a crate, and the height of the deck."""
Shown = tuple[float, float, float, float, float]
"""Where a shadow is drawn (mm), its turn (rad), its length (mm) and its opacity."""


def crate(name: str, x: float, bottom: float, layer: Layer | None = "bow", **more: Any) -> PieceView:
    """A crate that lies level on the ship, its lower side so high above the gimbal."""
    return PieceView(name, "crate", "side", x, bottom + SIDE_MM / 2, 0.0, PieceState.ABOARD, layer, **more)


@pytest.fixture
def shown(screen: object, configuration: RiffRaffConfiguration) -> Callable[..., list[Shown]]:
    """Return the shadows that pieces throw on a ship with that hull angle; they turn with her."""
    practice = Practice(configuration, Seat("You", "casual", "person"), 4, slot=6, piece="rat")
    stage = Stage(practice.static_scene, 0.5)

    def turned(what: Any, by: float) -> Any:
        x, y = math.cos(by) * what.x - math.sin(by) * what.y, math.sin(by) * what.x + math.cos(by) * what.y
        return replace(what, x=x, y=y, angle=what.angle + by)

    def look(*pieces: PieceView, roll: float = 0.0) -> list[Shown]:
        frame = practice.frame()
        level = -frame.hull_angle
        yards = tuple(turned(yard, level + roll) for yard in frame.yards)
        cargo = tuple(turned(piece, roll) for piece in pieces)
        stage.update(replace(frame, hull_angle=roll, pitch_angle=0.0, yards=yards, pieces=cargo), 0.0)
        sprites = [sprite for row in stage.shadows.sprites.values() for sprite in row if sprite.visible]
        return [
            (s.x, s.y, -math.radians(s.rotation), s.scale_x, s.color[3] / 255) for s in sprites if s.color[3]
        ]  # fmt: skip

    return look


def test_a_shadow_fades_as_the_piece_is_lifted(shown: Callable[..., list[Shown]]) -> None:
    dark = [sum(opacity for *_, opacity in shown(crate("a", 0.0, DECK_MM + gap))) for gap in (0.0, 1.0, 3.0, REACH_MM)]
    assert dark[0] > 0.5
    assert dark == sorted(set(dark), reverse=True)
    assert dark[-1] == 0.0
    # One that is carried across in front of the deck throws none.
    assert not shown(crate("a", 0.0, DECK_MM - 8.0))


def test_it_is_as_long_as_what_lies_on_the_wood(
    shown: Callable[..., list[Shown]], configuration: RiffRaffConfiguration
) -> None:
    [(x, y, _, long, _)] = shown(crate("a", -20.0, DECK_MM))
    assert (x, y, long) == pytest.approx((-20.0, DECK_MM, SIDE_MM + 2 * SOFT_MM), abs=0.1)
    # A crate that stands out over the side: no farther than the deck is drawn there.
    end = configuration.setup.ship.deck_ends_mm[1]
    [(x, _, _, long, _)] = shown(crate("a", end, DECK_MM))
    assert end - 5.0 < x + long / 2 < end
    assert x - long / 2 == pytest.approx(end - SIDE_MM / 2 - SOFT_MM, abs=0.1)


def test_a_piece_throws_one_on_the_piece_below(shown: Callable[..., list[Shown]]) -> None:
    upper = crate("b", -10.0, DECK_MM + SIDE_MM)
    assert len(shown(crate("a", -20.0, DECK_MM))) == 1
    found = sorted(shown(crate("a", -20.0, DECK_MM), upper), key=lambda shadow: shadow[1])
    assert len(found) == 2
    x, y, _, long, _ = found[1]
    assert y == pytest.approx(DECK_MM + SIDE_MM, abs=0.1)
    assert x - long / 2 == pytest.approx(-10.0 - SIDE_MM / 2 - SOFT_MM, abs=0.1)
    assert x + long / 2 == pytest.approx(-20.0 + SIDE_MM / 2, abs=0.1), "the lower crate ends there"
    # In the other half of the deck it is before that crate, not on it.
    assert len(shown(crate("a", -20.0, DECK_MM), replace(upper, layer="stern"))) == 1


@pytest.mark.parametrize("layer", ["bow", None])
def test_it_goes_with_the_ship(
    layer: Layer | None, shown: Callable[..., list[Shown]], configuration: RiffRaffConfiguration
) -> None:
    """On the deck, and on a yard."""
    ship = configuration.setup.ship
    wood = DECK_MM if layer else ship.slot(8).surface_at(30.0)
    piece = crate("a", 30.0, wood, layer, fore_mm=22.5 if layer else 0.0)
    [level], [leaning] = shown(piece), shown(piece, roll=0.3)
    height = level[1] - risen(0.0, 0.0, Lean(), piece.fore_mm)[1]
    across, up = math.cos(0.3) * level[0] - math.sin(0.3) * height, math.sin(0.3) * level[0] + math.cos(0.3) * height
    assert leaning[:2] == pytest.approx(risen(across, up, Lean(0.3), piece.fore_mm), abs=0.1)
    assert leaning[2] - level[2] == pytest.approx(0.3, abs=0.01)
    assert leaning[3:] == pytest.approx(level[3:], rel=0.1)
