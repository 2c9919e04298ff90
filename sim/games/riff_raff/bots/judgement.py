"""Judgement of a place at a glance: the chance that the piece falls, and that it takes others with it. No simulation.

A place is described by a dozen features that a player can see; two logistic formulas turn them into chances. Their
weights stand for experience: they were fitted to simulated placements, on the shipped ship (judgement.toml) or, by
`yardarm fit judgement`, on that of a preset, whose section [judgement] then holds them. Either says which designs it
knows.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from pydantic import AfterValidator, Field

from sim.games.riff_raff.bots.slot_geometry import DEEP_MM, Judged, Places, SlotGeometry
from sim.games.riff_raff.bots.slot_grid import Array
from sim.language import Wording
from sim.measures import TomlTable, check, shipped
from sim.physics.ship.measures import ShipSetup

JUDGEMENT_FILE = Path(__file__).with_name("judgement.toml")

# A piece that can lean by this much before it topples is as good as safe.
_STEADY_RAD = 0.8
# The formulas count the ship's heel in a unit at which wood of this friction slides, 0.29 rad.
_USUAL_FRICTION = 0.3
_SLIPPERY_RAD = 0.03
# A ship that is about to swing over by more than half of that unit begins to lose cargo: a yard may be tilted as well.
_SLIDES_RAD = 0.15
_ROOM_MM = 40.0
_CAPSIZED_RAD = 0.6

FEATURES = (
    "topple",
    "gap",
    "peak",
    "slide",
    "room",
    "on_cargo",
    "yard",
    "lofty",
    "tender",
    "jolt",
    "rolling",
    "hanging",
)
"""The features by which a place is judged, each between 0 and 1:

topple: how much less than 0.8 rad the piece can lean before it topples over what touches it, averaged over the places
where the hand may put it. gap: how deep the wood falls away under its base, in units of 10 mm, averaged likewise. peak:
how far the ship will swing over, on both axes together, in units of 0.5 rad where the friction is 0.3; elsewhere the
unit grows with the angle at which wood slides, atan(friction). slide: by how much that exceeds 0.15 rad, likewise.
room: the distance to the open end of the wood, at most 40 mm, in units of 40 mm. on_cargo: it rests on cargo. yard: on
a yard, not the deck. lofty: the piece's weight times its height, over the ship's righting moment. tender: how much of
that moment will be gone. jolt: change of the ship's angles, together, in units of 0.5 rad. rolling, hanging: the barrel
on its side, the sailor by an arm.
"""


class _Weights(TomlTable):
    """The weights of one formula, one per feature."""

    bias: float
    topple: float
    gap: float
    peak: float
    slide: float
    room: float
    on_cargo: float
    yard: float
    lofty: float
    tender: float
    jolt: float
    rolling: float
    hanging: float


class _Losses(TomlTable):
    """The losses when other pieces fall. pieces: how many fall then, on average."""

    pieces: float = Field(ge=1)


def _in_order(span: tuple[float, float]) -> tuple[float, float]:
    if span[0] > span[1]:
        raise ValueError(Wording("expected LOW, HIGH"))
    return span


Known = Annotated[tuple[float, float], AfterValidator(_in_order)]


class _Knows(TomlTable):
    """The designs that a judgement knows: the lowest and the highest value of each trait (see `traits`)."""

    friction: Known
    righting_g_mm: Known
    reach_mm: Known
    top_mm: Known
    yards: Known
    yard_tilt_deg: Known
    yard_stop_deg: Known
    piece_g: Known


class _JudgementTable(TomlTable):
    """A whole judgement, as judgement.toml and the section [judgement] of a preset hold it."""

    own: _Weights
    others: _Weights
    losses: _Losses
    knows: _Knows


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """The weights of the two formulas, bias first, and the number of other pieces that fall if any does.

    knows: the lowest and the highest value of each trait of the designs that it knows. Two judgements of the same
    numbers are equal, as they must be for a thought of another process to be recognised.
    """

    own: Array
    others: Array
    pieces: float
    knows: Mapping[str, tuple[float, float]]
    _numbers: tuple[object, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        numbers = (self.own.tobytes(), self.others.tobytes(), self.pieces, frozenset(self.knows.items()))
        object.__setattr__(self, "_numbers", numbers)

    def __eq__(self, other: object) -> bool:
        return self._numbers == other._numbers if isinstance(other, Judgement) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._numbers)

    def outside(self, setup: ShipSetup) -> tuple[str, ...]:
        """Return in words each trait of a design that lies outside what this judgement knows."""
        found = []
        for name, value in traits(setup).items():
            low, high = self.knows[name]
            if not low <= value <= high:
                found.append(f"{TRAITS[name]} {value:g} instead of {low:g} to {high:g}")
        return tuple(found)


TRAITS: Mapping[str, str] = {
    "friction": "friction",
    "righting_g_mm": "righting moment in g mm",
    "reach_mm": "reach of deck and yards in mm",
    "top_mm": "height of the highest wood in mm",
    "yards": "number of yards",
    "yard_tilt_deg": "tilt of a yard in degrees",
    "yard_stop_deg": "rocking of the yards in degrees",
    "piece_g": "mean mass of a piece in g",
}
"""What a judgement is asked about a design, in words; one who knows them all knows the design."""


def traits(setup: ShipSetup) -> dict[str, float]:
    """Return what distinguishes a design for one who judges places, by name, to four significant digits.

    righting_g_mm: S of the empty ship. reach_mm: the farthest end of any wood from the mast. top_mm: the highest wood
    above the gimbal. yard_tilt_deg, yard_stop_deg: the greatest of any yard. piece_g: the mean over
    the kinds of piece.
    """
    ship, masses = setup.ship, [piece.mass_g for piece in setup.pieces.values()]
    found = {
        "friction": setup.wood.friction,
        "righting_g_mm": ship.righting_g_mm,
        "reach_mm": max(max(-slot.wood_left_mm, slot.wood_right_mm) for slot in ship.slots),
        "top_mm": max(slot.surface_mm for slot in ship.slots),
        "yards": float(len(ship.yards)),
        "yard_tilt_deg": math.degrees(max((abs(yard.tilt_rad) for yard in ship.yards), default=0.0)),
        "yard_stop_deg": math.degrees(max((yard.stop_rad for yard in ship.yards), default=0.0)),
        "piece_g": math.fsum(masses) / len(masses),
    }
    return {name: float(f"{value:.4g}") for name, value in found.items()}


def build_judgement(tree: Mapping[str, Any], where: str, section: str = "") -> Judgement:
    """Build a judgement from its plain table. Raises InputError."""
    table = check(_JudgementTable, tree, where, section)
    vectors = [
        np.array([weights.bias, *(getattr(weights, feature) for feature in FEATURES)])
        for weights in (table.own, table.others)
    ]
    own, others = vectors
    return Judgement(own, others, table.losses.pieces, table.knows.model_dump())


@cache
def shipped_judgement(file: Path = JUDGEMENT_FILE) -> Judgement:
    """Return the shipped judgement. Raises InputError."""
    return build_judgement(shipped(file), file.name)


def places(geometry: SlotGeometry, number: int, sd_mm: float) -> Places:
    """Return the places in a slot with their features, for hands with a sideways standard error of `sd_mm`."""
    seats = geometry.seats(number)
    hold, slot = seats.hold, seats.hold.slot
    rows, columns = np.nonzero(hold.allowed & seats.fits)
    low = hold.low_mm
    lean = _STEADY_RAD - np.arctan2(np.maximum(seats.edge_mm, 0.0), low[:, None])
    topple = np.where(seats.fits, np.clip(lean, 0.0, _STEADY_RAD), _STEADY_RAD)
    gap = np.where(seats.fits, seats.gap_mm, DEEP_MM)
    blur = geometry.grids.blur(number, sd_mm)
    topple = np.matmul(blur, topple[:, :, None])[:, :, 0]
    gap = np.matmul(blur, gap[:, :, None])[:, :, 0]
    count, hooks = len(rows), seats.free_hooks
    edges = [stance.edge_mm or 0.0 for _, stance in hooks]
    end = slot.wood_right_mm if slot.side > 0 else slot.wood_left_mm
    xs = np.concatenate([hold.xs[columns], [end - edge for edge in edges]])
    masses = np.concatenate([hold.mass_g[rows], [piece.mass_g for piece, _ in hooks]])
    heights = np.concatenate(
        [
            seats.seat_mm[rows, columns] + low[rows],
            [slot.surface_mm - stance.seat_mm for _, stance in hooks],
        ]
    )
    features = np.zeros((count + len(hooks), len(FEATURES)))
    column = dict(zip(FEATURES, features.T, strict=True))
    column["topple"][:count] = topple[rows, columns]
    column["gap"][:count] = gap[rows, columns] / DEEP_MM
    column["on_cargo"][:count] = seats.on_cargo[rows, columns]
    column["yard"][:] = slot.yard is not None
    column["rolling"][:count] = hold.rolling[rows]
    column["hanging"][count:] = 1.0
    open_end = math.isinf(slot.right_mm if slot.side > 0 else slot.left_mm)
    room = np.clip(abs(end) - np.abs(xs), 0.0, _ROOM_MM) if open_end else np.full(len(xs), _ROOM_MM)
    column["room"][:] = room / _ROOM_MM
    balance = geometry.balance
    sway = balance.sway(masses, xs, geometry.fore_mm(slot), heights)
    righting, after = balance.righting, sway.left_g_mm
    friction = max(math.atan(geometry.setup.wood.friction), _SLIPPERY_RAD)
    peak = np.minimum(sway.peak, _CAPSIZED_RAD) * (math.atan(_USUAL_FRICTION) / friction)
    column["peak"][:] = peak / 0.5
    column["slide"][:] = np.maximum(0.0, peak - _SLIDES_RAD) / 0.5
    column["lofty"][:] = np.clip(masses * heights / max(balance.left, 0.05 * righting), 0.0, 1.0)
    column["tender"][:] = np.minimum(righting / np.maximum(after, 0.2 * righting) - 1.0, 3.0) / 3.0
    column["jolt"][:] = np.minimum(sway.jolt, 0.5) / 0.5
    ways = tuple((s.piece.kind, s.stance.name) for s in hold.stances) + tuple((p.kind, s.name) for p, s in hooks)
    way = np.concatenate([rows, len(hold.stances) + np.arange(len(hooks))]).astype(np.int64)
    return Places(number, ways, way, np.round(xs, 1), features)


def judge(geometry: SlotGeometry, number: int, sd_mm: float, judgement: Judgement) -> Judged:
    """Return all places of a slot, judged for hands with a sideways standard error of `sd_mm`."""
    found = places(geometry, number, sd_mm)
    own, others = (1.0 / (1.0 + np.exp(-(w[0] + found.features @ w[1:]))) for w in (judgement.own, judgement.others))
    return Judged(found, own, others, judgement.pieces * others - (1.0 - own))
