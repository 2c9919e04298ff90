"""What a player of Riff Raff sees, and the places that offer themselves on the ship."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from sim.physics.loading import within_limits
from sim.physics.pieces import Piece, Section, Stance
from sim.physics.ship import Slot
from sim.physics.world import ShipSetup, Snapshot
from sim.players.execution import PlaceIntent
from sim.players.skill import Skill
from sim.rules.riff_raff import State

_GRID_MM = 3.0
_LEVEL_MM = 0.8
_BASE_MM = 0.6


@dataclass(frozen=True, slots=True)
class View:
    """The table as one player sees it: the open position, the ship as she lies, and one's own hands."""

    me: str
    state: State
    snapshot: Snapshot
    setup: ShipSetup
    skill: Skill

    @property
    def kinds(self) -> list[str]:
        """The kinds of piece in one's supply, in the order of the rules."""
        return [str(kind) for kind, count in self.state.supply[self.me].items() if count]

    @property
    def load_g_mm(self) -> float:
        """First moment of all cargo about the mast, positive to starboard (g mm), in the ship's frame."""
        return sum(self.setup.pieces[kind].mass_g * x for kind, _, x, _, _ in self.cargo())

    def cargo(self) -> Iterator[tuple[str, str, float, float, float]]:
        """Kind, form, x, y (mm) and angle of every piece aboard, in the ship's frame."""
        hull = self.snapshot.hull
        cos, sin = math.cos(hull.angle), math.sin(hull.angle)
        for state in self.snapshot.cargo:
            p = state.pose
            yield state.kind, state.form, cos * p.x + sin * p.y, cos * p.y - sin * p.x, p.angle - hull.angle


class Strategy(Protocol):
    """How a player decides. Every method may draw from `rng` and nothing else."""

    def choose_card(self, view: View, rng: np.random.Generator) -> int:
        """A card of one's hand, in secret."""
        ...

    def name_captain(self, view: View, tied: tuple[str, ...], rng: np.random.Generator) -> str:
        """One of those tied for the highest card, as the outgoing captain."""
        ...

    def arrange(self, view: View, groups: tuple[tuple[str, ...], ...], rng: np.random.Generator) -> tuple[str, ...]:
        """The order of everybody but the captain; only holders of equal cards (a group) may be exchanged."""
        ...

    def announce(self, view: View, rng: np.random.Generator) -> int:
        """One piece or two, asked only where two are allowed."""
        ...

    def place(self, view: View, rng: np.random.Generator) -> PlaceIntent:
        """Which piece, where and how."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """A place for a piece: `intent` without a catch, the height of its seat, and how level the wood is under it.

    unevenness_mm: difference in height under the piece's base. overhang_mm: how far its centre of gravity lies beyond
    the end of what carries it (negative: inside).
    """

    intent: PlaceIntent
    mass_g: float
    seat_mm: float
    unevenness_mm: float
    overhang_mm: float
    on_cargo: bool


def skyline(view: View, slot: Slot) -> tuple[list[float], list[float]]:
    """The upper outline over a slot: x every millimetre, and the height of the wood or cargo there (mm, ship's frame)."""
    left, right = math.ceil(slot.wood_left_mm), math.floor(slot.wood_right_mm)
    xs = [float(x) for x in range(left, right + 1)]
    heights = [slot.surface_mm] * len(xs)
    for kind, form, cx, cy, angle in view.cargo():
        if not slot.surface_mm - 3.0 < cy < slot.ceiling_mm:
            continue
        section = view.setup.pieces[kind].forms[form]
        for index, x in enumerate(xs):
            top = _top_at(section, x - cx, angle)
            if top is not None:
                heights[index] = max(heights[index], cy + top)
    return xs, heights


def _top_at(section: Section, x: float, angle: float) -> float | None:
    """The highest point of a turned section above x (both from its centre of gravity)."""
    if section.radius_mm is not None:
        return math.sqrt(section.radius_mm**2 - x * x) if abs(x) <= section.radius_mm else None
    cos, sin = math.cos(angle), math.sin(angle)
    best: float | None = None
    for part in section.parts:
        corners = [(cos * px - sin * py, sin * px + cos * py) for px, py in part]
        for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
            if min(x0, x1) <= x <= max(x0, x1):
                y = max(y0, y1) if x0 == x1 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)
                best = y if best is None or y > best else best
    return best


def _base(section: Section, angle: float) -> tuple[float, float]:
    """Left and right of what a turned section stands on, from its centre of gravity."""
    _, bottom, _, _ = section.extent(angle)
    if section.radius_mm is not None:
        return -0.5, 0.5
    cos, sin = math.cos(angle), math.sin(angle)
    xs = [cos * x - sin * y for x, y in section.corners if sin * x + cos * y < bottom + _BASE_MM]
    return min(xs), max(xs)


def places(view: View, slot: Slot, kinds: list[str]) -> list[Place]:
    """The places for these kinds of piece in a slot, on a grid of a few millimetres, in a fixed order."""
    xs, heights = skyline(view, slot)
    found: list[Place] = []
    for kind in kinds:
        piece = view.setup.pieces[kind]
        for stance in piece.stances.values():
            if stance.edge_mm is not None:
                found += _hanging(piece, stance, slot, xs, heights)
            else:
                found += _standing(piece, stance, slot, xs, heights)
    return found


def _standing(piece: Piece, stance: Stance, slot: Slot, xs: list[float], heights: list[float]) -> Iterator[Place]:
    section = piece.forms[stance.form]
    base_left, base_right = _base(section, stance.angle)
    _, bottom, _, top = section.extent(stance.angle)
    x = slot.wood_left_mm
    seen: set[float] = set()
    while x <= slot.wood_right_mm:
        centre = round(within_limits(slot, section, stance.angle, x), 1)
        x += _GRID_MM
        if centre in seen:
            continue
        seen.add(centre)
        under = [h for u, h in zip(xs, heights, strict=True) if centre + base_left <= u <= centre + base_right]
        if not under:
            continue
        seat = max(under)
        if seat - bottom + top > slot.ceiling_mm - 1.0:
            continue
        level = [h > seat - _LEVEL_MM for h in under]
        reached = [
            u
            for u, h in zip(xs, heights, strict=True)
            if centre + base_left <= u <= centre + base_right and h > seat - _LEVEL_MM
        ]
        overhang = max(centre - max(reached), min(reached) - centre)
        unevenness = 0.0 if all(level) else seat - min(under)
        yield Place(
            PlaceIntent(piece.kind, stance.name, slot.number, centre),
            piece.mass_g,
            seat,
            unevenness,
            overhang,
            seat > slot.surface_mm + _LEVEL_MM,
        )


def _hanging(piece: Piece, stance: Stance, slot: Slot, xs: list[float], heights: list[float]) -> Iterator[Place]:
    edge = stance.edge_mm
    assert edge is not None
    # The hook's body hangs outside the end, so the figure must face the mast; and only an open end can carry it.
    if (edge > 0) != (slot.side > 0) or not math.isinf(slot.right_mm if slot.side > 0 else slot.left_mm):
        return
    end = slot.wood_right_mm if slot.side > 0 else slot.wood_left_mm
    left, _, right, _ = piece.forms[stance.form].extent(stance.angle)
    inner = end - edge + (left if slot.side > 0 else right)
    arm = [h for u, h in zip(xs, heights, strict=True) if min(inner, end) <= u <= max(inner, end)]
    if arm and max(arm) <= slot.surface_mm + 0.1:
        intent = PlaceIntent(piece.kind, stance.name, slot.number, round(end - edge, 1))
        yield Place(intent, piece.mass_g, slot.surface_mm, 0.0, -abs(edge), False)
