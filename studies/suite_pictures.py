"""The sheet of Yardarm-40's cargo in docs: `python -m studies.suite_pictures FILE.png` draws it anew.

The first task of each template: the ship from the stern with what lies aboard, the slot that is to be loaded in orange,
and below her what is in hand.
"""

from __future__ import annotations

import io
import math
import sys
from pathlib import Path
from typing import Any

from calibration.league.suite.cargo import PLANS, CargoTask, task_of
from sim.files import write_whole
from sim.physics import Point
from sim.physics.ship.fitting import usual_stance
from sim.physics.ship.pieces import Section
from sim.physics.ship.state import HALVES
from sim.physics.ship.world import ShipWorld

_WOOD, _EDGE, _INK, _DUE, _PIECE, _BEHIND = "#f3ecdf", "#8a7a62", "#1d2227", "#D55E00", "#0072B2", "#7fb2d9"
_COLUMNS, _WIDE_MM, _TALL_MM, _HAND_MM = 5, 236.0, 330.0, 46.0
_CORNERS = 24


def sheet() -> bytes:
    """Return the sheet as a PNG."""
    from matplotlib.figure import Figure

    rows = math.ceil(len(PLANS) / _COLUMNS)
    figure = Figure(figsize=(_COLUMNS * 2.1, rows * 2.95))
    grid: Any = figure.subplots(rows, _COLUMNS)
    for axes, (name, plan) in zip(grid.flat, PLANS.items(), strict=True):
        _draw(axes, task_of(name, 0, plan.hands))
        axes.set_title(name, fontsize=9, color=_INK, pad=2)
    figure.subplots_adjust(left=0.005, right=0.995, bottom=0.005, top=0.975, wspace=0.02, hspace=0.1)
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=110, metadata={"Software": None})
    return content.getvalue()


def _draw(axes: Any, task: CargoTask) -> None:
    setup = task.configuration.setup
    world = ShipWorld(setup, task.snapshot)
    ship, hull = setup.ship, (0.0, 0.0, world.hull.angle)

    def fill(corners: list[Point], colour: str, edge: str = _EDGE, order: int = 2) -> None:
        axes.fill(*zip(*corners, strict=True), facecolor=colour, edgecolor=edge, linewidth=0.6, zorder=order)

    for outline in (ship.mast, ship.hull):
        fill(_placed(outline, *hull), _WOOD)
    for yard, body in zip(ship.yards, world.yards, strict=True):
        half, thick = yard.length_mm / 2, ship.measures.yard_thickness_mm
        strip = ((-half, 0.0), (half, 0.0), (half, thick), (-half, thick))
        fill(_placed(strip, *body.position, body.angle), _WOOD)
    slot = ship.slot(task.state.slot or 1)
    ends = (slot.wood_left_mm, slot.wood_right_mm)
    if slot.yard is None:
        # The bow lies behind the stern: what is to be loaded there is marked higher.
        rise = 2.0 if slot.half == "bow" else -2.0
        edge = [world.from_ship((x, slot.surface_mm + rise)) for x in ends]
    else:
        body = next(body for yard, body in zip(ship.yards, world.yards, strict=True) if yard.name == slot.yard)
        middle = ship.measures.yard_thickness_mm / 2
        edge = _placed([(x, middle) for x in ends], *body.position, body.angle)
    axes.plot(*zip(*edge, strict=True), color=_DUE, linewidth=3.2, solid_capstyle="butt", zorder=5)
    for piece in task.snapshot.cargo:
        section = setup.pieces[piece.kind].forms[piece.form]
        colour, order = (_BEHIND, 3) if HALVES[piece.layer] == "bow" else (_PIECE, 4)
        for corners in _outline(section):
            fill(_placed(corners, piece.pose.x, piece.pose.y, piece.pose.angle), colour, "white", order)
    deck = ship.deck_mm
    hand = [kind for kind, count in task.state.supply[task.state.players[0]].items() for _ in range(count)]
    for index, kind in enumerate(hand):
        stance = usual_stance(setup, kind, slot)
        section = setup.pieces[kind].forms[stance.form]
        x = (index - (len(hand) - 1) / 2) * _HAND_MM
        for corners in _outline(section):
            fill(_placed(corners, x, -40.0, stance.angle), _DUE, "white")
    axes.set_xlim(-_WIDE_MM / 2, _WIDE_MM / 2)
    axes.set_ylim(-70.0, deck + _TALL_MM - 70.0)
    axes.set_aspect("equal")
    axes.axis("off")


def _outline(section: Section) -> list[list[Point]]:
    if section.radius_mm is None:
        return [list(part) for part in section.parts]
    turns = (math.tau * n / _CORNERS for n in range(_CORNERS))
    return [[(section.radius_mm * math.cos(turn), section.radius_mm * math.sin(turn)) for turn in turns]]


def _placed(corners: Any, x: float, y: float, angle: float) -> list[Point]:
    """Return corners turned by an angle (rad) and moved to a place (mm)."""
    cos, sin = math.cos(angle), math.sin(angle)
    return [(x + cos * a - sin * b, y + sin * a + cos * b) for a, b in corners]


if __name__ == "__main__":
    write_whole(Path(sys.argv[1]), sheet())
