"""What a ship of Riff Raff looks like on the drawing board."""

from __future__ import annotations

import math

from sim.games.riff_raff.configuration import RiffRaffConfiguration
from sim.physics import Point
from sim.physics.ship.world import wave_line
from sim.workshop.drawing import Body, Shape, box
from sim.workshop.ship.handles import first_section
from sim.workshop.ship.live import LiveShip

STEEL_G_MM3 = 7.85e-3

WALL_MM = 4.0
"""The thickness of the walls of the box, as drawn."""


class ShipDrawing:
    """The shapes of a design, worked out once, and where they are on a live ship."""

    def __init__(self, configuration: RiffRaffConfiguration) -> None:
        setup = configuration.setup
        ship, m = setup.ship, setup.ship.measures
        half, table, top = m.box_width_mm / 2, -m.table_below_mm, m.wave_top_mm
        board = ((-900.0, table - 400.0), (900.0, table - 400.0), (900.0, table), (-900.0, table))
        walls, waves = [], []
        for side in (-1, 1):
            outer, inner, rim = side * half, side * (half - WALL_MM), top - 12.0
            walls.append(Shape("box", ((outer, table), (inner, table), (inner, rim), (outer, rim))))
            crest = tuple((side * x, y) for x, y in wave_line(top, half - WALL_MM))
            waves.append(Shape("wave", crest, closed=False))
        self._fixed = (Body("table", (Shape("table", board), *walls, *waves)),)
        ball = (m.ball_mass_g / STEEL_G_MM3 * 3 / (4 * math.pi)) ** (1 / 3)
        self._ship = (
            Shape("rod", ((0.0, 0.0), (0.0, -m.rod_length_mm)), closed=False),
            Shape("ball", ((0.0, -m.rod_length_mm),), ball),
            Shape("mast", ship.mast),
            *(Shape("hull", part) for part in ship.hull_parts),
        )
        thick = m.yard_thickness_mm / 2
        self._yards = tuple(
            (Shape("yard", box(yard.length_mm / 2, thick)), Shape("peg", ((0.0, -thick),), 2.0)) for yard in ship.yards
        )
        self._looks = {
            (kind, form, behind): tuple(
                [Shape(kind, part, behind=behind) for part in section.parts]
                or [Shape(kind, ((0.0, 0.0),), section.radius_mm, behind=behind)]
            )
            for kind, piece in setup.pieces.items()
            for form, section in piece.forms.items()
            for behind in (False, True)
        }

    def bodies(self, live: LiveShip) -> tuple[Body, ...]:
        """Return table and box, the ship, its yards and its cargo as they are now."""
        hull = live.world.hull
        found = [*self._fixed, Body("ship", self._ship, 0.0, 0.0, hull.angle)]
        found += [Body(f"piece {p.name}", self._looks[p.kind, p.form, True], p.pose.x, p.pose.y, p.pose.angle)
                  for p in live.pieces() if p.layer == "bow"]  # fmt: skip
        found += [
            Body(f"yard {index}", look, pose.x, pose.y, pose.angle)
            for index, (look, pose) in enumerate(zip(self._yards, live.yards(), strict=True))
        ]
        found += [Body(f"piece {p.name}", self._looks[p.kind, p.form, False], p.pose.x, p.pose.y, p.pose.angle)
                  for p in live.pieces() if p.layer != "bow"]  # fmt: skip
        return tuple(found)


def home(configuration: RiffRaffConfiguration) -> tuple[float, float, float, float]:
    """Return the part of the world to be seen: box, ship, and a little above the masthead."""
    m = configuration.setup.ship.measures
    half = max(m.box_width_mm / 2, configuration.setup.ship.half_beam_mm) + 14.0
    return (
        -half,
        -m.table_below_mm - 12.0,
        half,
        configuration.setup.ship.deck_mm + m.mast_height_mm + 34.0,
    )


def part_shapes(configuration: RiffRaffConfiguration, kind: str) -> tuple[Shape, ...]:
    """Return the piece that is drawn large, as its file has it."""
    parts = outline(configuration, kind)
    if parts:
        return tuple(Shape(kind, part) for part in parts)
    section = next(iter(configuration.setup.pieces[kind].forms.values()))
    return (Shape(kind, ((0.0, 0.0),), section.radius_mm),)


def outline(configuration: RiffRaffConfiguration, kind: str) -> tuple[tuple[Point, ...], ...]:
    """Return the parts of a piece's first section as the configuration has them; none for a round one."""
    drawn = configuration.tree["pieces"][kind].get("outline")
    if drawn is not None:
        return (tuple((float(x), float(y)) for x, y in drawn),)
    form = first_section(configuration, kind)
    parts = configuration.tree["pieces"][kind]["sections"][form].get("parts", ())
    return tuple(tuple((float(x), float(y)) for x, y in part) for part in parts)
