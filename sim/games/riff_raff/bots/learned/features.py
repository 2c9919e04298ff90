"""The placements of Riff Raff as numbers, from what an external bot is given: `info.table` and `question.view`.

Nothing of the simulator is used but a formula (`sway`), so this is also a pattern for bots of other packages: pieces
are put down in thought on the outline of what lies there, on a grid of 2 mm, for all stances and places of a slot at
once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from sim.games.riff_raff.bots.sway import Balance

Array: TypeAlias = npt.NDArray[np.float64]
Mask: TypeAlias = npt.NDArray[np.bool_]
Data: TypeAlias = Mapping[str, Any]

FEATURES: Mapping[str, str] = {
    "topple": "how much less than 0.8 rad the piece can lean before it topples, averaged over where the hand puts it",
    "gap": "how deep the wood falls away under its base, over 10 mm, averaged likewise",
    "miss": "the chance that the hand puts its centre of gravity beside what carries it",
    "on_cargo": "it rests on other cargo, on the average over where the hand puts it",
    "room": "the distance from the open end of the wood, over 40 mm",
    "peak": "how far the ship swings over, on both axes together, over 0.5 rad",
    "slide": "by how much that exceeds half of the angle at which wood slides, over 0.5 rad",
    "peril": "topple times peak",
    "jolt": "by how much the lean at which the ship rests changes, on both axes together, over 0.5 rad",
    "eases": "by how much that lean becomes less, over 0.5 rad; more if negative",
    "slope": "how far the wood slopes outwards when the ship has settled, over 0.5 rad; towards the mast if negative",
    "lofty": "its weight times its height over the gimbal, over the ship's righting moment",
    "tender": "the share of the empty ship's righting moment that is gone afterwards",
    "rocks": "1 if the yard rocks over from one side to the other, 0 if its load keeps its side",
    "yard": "1 on a yard, 0 on deck",
    "level": "the height of the slot's wood, over that of the highest",
    "lever": "its distance from the mast, over that of the farthest wood",
    "mass": "its mass, over that of the heaviest piece",
    "tall": "the height of its centre of gravity over its base, over 20 mm",
    "hanging": "1 if it hangs from the wood's end",
    "rolling": "1 if it can roll",
    "crowd": "the pieces that lie on this level, over 8",
    "aboard": "all pieces aboard, over 16",
}
"""The numbers by which a placement is described, with their meaning; all lie between -1 and 1."""

_STEP_MM = 2.0
_BEYOND_MM = 8.0
"""How far beyond an open end the grid reaches: a hand that misses by more has missed altogether."""
_LEVEL_MM = 0.8
"""Wood that is lower by this little carries too, once the piece has settled on it."""
_NOTHING_MM = -1e3
_STEADY_RAD = 0.8
_DEEP_MM = 10.0
_UNIT_RAD = 0.5
_ROCKING_G_MM = 60.0
"""The moment at which a yard leaves its peg's friction: 0.6 N mm."""
_CORNERS = 16
"""The corners of the polygon that stands for a disc."""
_QUANTILES = np.arange(-3, 4) / 1.5
_WEIGHTS = np.exp(-0.5 * _QUANTILES**2) / np.exp(-0.5 * _QUANTILES**2).sum()
"""Places of the hand in standard deviations, and their weights: a normal distribution in seven points."""


@dataclass(frozen=True, slots=True)
class Places:
    """The places for pieces in a slot.

    ways: pairs of piece and stance. way (places): the index into `ways`. x_mm (places). features (places, features).
    lightest: the piece with which to make the attempt that is due even where there is no place.
    """

    slot: int
    lightest: str
    ways: tuple[tuple[str, str], ...]
    way: npt.NDArray[np.int64]
    x_mm: Array
    features: Array

    def answer(self, index: int) -> dict[str, Any]:
        """Return a place as an answer to the question for a placement."""
        piece, stance = self.ways[int(self.way[index])]
        return {"piece": piece, "stance": stance, "slot": self.slot, "x_mm": float(self.x_mm[index]), "catch": "all"}

    def best(self, scores: Array) -> dict[str, Any]:
        """Return the place with the highest score as an answer; where there is none, the lightest piece, anywhere."""
        return self.answer(int(np.argmax(scores))) if len(scores) else {"piece": self.lightest}


@dataclass(frozen=True, slots=True)
class _Form:
    """A section about its centre of gravity: its edges (edges, 4) as x, y, x, y in mm."""

    edges: Array
    round: bool

    def turned(self, angle: float) -> Array:
        """Return the edges, turned counter-clockwise by `angle` (rad)."""
        cos, sin = math.cos(angle), math.sin(angle)
        turn = np.array([[cos, sin], [-sin, cos]])
        edges: Array = (self.edges.reshape(-1, 2) @ turn).reshape(-1, 4)
        return edges


@dataclass(frozen=True, slots=True)
class _Stances:
    """All stances of all pieces, one a row.

    rise (stances, offsets): the height of the underside over its lowest point, at `offset_mm` from the centre of
    gravity; infinite where there is none. base: where it is the lowest. low_mm: of the centre of gravity over it.
    edge_mm, seat_mm: where the wood's end belongs of what hangs, from its centre of gravity; NaN for what does not.
    """

    ways: tuple[tuple[str, str], ...]
    left_mm: Array
    right_mm: Array
    low_mm: Array
    height_mm: Array
    mass_g: Array
    round: Array
    offset_mm: Array
    rise: Array
    base: Mask
    edge_mm: Array
    seat_mm: Array


@dataclass(frozen=True, slots=True)
class _Wood:
    """A slot without its cargo, for hands of one spread.

    xs (places): the grid; wide: the same with room for the widest piece at either end, and empty: its outline.
    reach (places, offsets): indices into `wide`. first, last, allowed (stances, places): where the slot lets a piece
    go. done (stances, places, 7): indices of the places where the hand puts what is meant for a place.
    """

    xs: Array
    wide: Array
    empty: Array
    reach: npt.NDArray[np.int64]
    allowed: Mask
    done: npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Cargo:
    """The cargo in the ship's frame: its edges, and of which piece each is; places (mm), masses (g), layers."""

    edges: Array
    piece: npt.NDArray[np.int64]
    x_mm: Array
    y_mm: Array
    mass_g: Array
    layers: tuple[str | None, ...]


class Features:
    """The features of placements in a match, whose table says what the ship and the pieces are."""

    def __init__(self, table: Data) -> None:
        """Prepare what the table of a match says."""
        self._table = table
        self._righting = float(table["ship"]["righting_g_mm"])
        self._slides = math.atan(table["friction"]) / 2.0
        self._forms = {
            (kind, name): _form(form)
            for kind, piece in table["pieces"].items()
            for name, form in piece["forms"].items()
        }
        self._stances = self._every_stance()
        slots = table["slots"].values()
        self._top_mm = max(1.0, *(slot["surface_mm"] for slot in slots))
        self._reach_mm = max(abs(end) for slot in slots for end in slot["wood_mm"])
        self._heaviest_g = max(piece["mass_g"] for piece in table["pieces"].values())
        self._woods: dict[tuple[int, float], _Wood] = {}

    def cargo(self, view: Data) -> Cargo:
        """Return what lies on the ship, as a view of her shows it."""
        angle = -math.radians(view["heel_deg"])
        cos, sin = math.cos(angle), math.sin(angle)
        lying = view["cargo"]
        edges, owners, xs, ys = [], [], [], []
        for number, piece in enumerate(lying):
            x, y = piece["x_mm"], piece["y_mm"]
            xs.append(cos * x + sin * y)
            ys.append(cos * y - sin * x)
            turned = self._forms[piece["piece"], piece["form"]].turned(math.radians(piece["angle_deg"]) - angle)
            edges.append(turned + np.array([xs[-1], ys[-1]] * 2))
            owners.append(np.full(len(turned), number))
        return Cargo(
            np.concatenate(edges) if edges else np.empty((0, 4)),
            np.concatenate(owners) if owners else np.empty(0, np.int64),
            np.array(xs),
            np.array(ys),
            np.array([self._mass_g(piece["piece"]) for piece in lying]),
            tuple(piece["layer"] for piece in lying),
        )

    def places(self, view: Data, slot: int | None = None) -> Places:
        """Return the places in a slot at which a piece of the player's supply finds something to rest on.

        view: what the player sees, as a question shows it. slot: None for the one to be loaded.
        """
        slot = view["position"]["slot"] if slot is None else slot
        supply = view["position"]["supply"][view["me"]]
        kinds = [kind for kind, count in supply.items() if count]
        found, cargo, stances = self._table["slots"][str(slot)], self.cargo(view), self._stances
        wood = self._wood(slot, float(view["placement_sd_mm"]))
        surface, side = found["surface_mm"], math.copysign(1.0, sum(found["wood_mm"]))
        lean = self._lean(view, found)
        outline = _outline(wood, found, cargo, lean)
        row = row_of(found, cargo)
        fore_mm = 0.0 if row is None else found["rows"][row]

        under = outline[wood.reach][None] - stances.rise[:, None, :]
        seat = under.max(axis=2)
        touches = under >= np.maximum(seat, _NOTHING_MM / 2)[:, :, None] - _LEVEL_MM
        contact = np.where(touches, stances.rise[:, None, :], 0.0).sum(axis=2) / np.maximum(touches.sum(axis=2), 1)
        above = stances.low_mm[:, None] - contact
        left = np.where(touches, stances.offset_mm, np.inf).min(axis=2)
        right = np.where(touches, stances.offset_mm, -np.inf).max(axis=2)
        inside = np.minimum(-left, right)
        topples = _STEADY_RAD - np.arctan2(np.maximum(inside, 0.0), np.maximum(above, 1.0))
        depth = np.minimum(
            seat[:, :, None] - np.where(stances.base[:, None, :], outline[wood.reach][None], np.inf), _DEEP_MM
        )
        depth = np.maximum(depth, 0.0).sum(axis=2) / np.maximum(stances.base.sum(axis=1), 1)[:, None] / _DEEP_MM
        carried = seat > _NOTHING_MM / 2
        ceiling = math.inf if found["ceiling_mm"] is None else found["ceiling_mm"]
        fits = carried & (seat + stances.height_mm[:, None] <= ceiling - 1.0)

        mine = np.array([kind in kinds for kind, _ in stances.ways])
        rows, columns = np.nonzero(wood.allowed & fits & mine[:, None])
        done = wood.done[rows, columns]
        hooks, ends = self._hooks(found, wood, outline, mine)

        def blurred(values: Array) -> Array:
            # What hangs by an arm neither topples nor has a gap under it.
            averages = np.where(fits, values, 1.0)[rows[:, None], done] @ _WEIGHTS
            return np.concatenate([averages, np.zeros(len(hooks))])

        hanging = np.arange(len(rows) + len(hooks)) >= len(rows)
        heights = np.concatenate([seat[rows, columns] + stances.low_mm[rows], surface - stances.seat_mm[hooks]])
        xs = np.concatenate([wood.xs[columns], ends - stances.edge_mm[hooks]])
        ways = np.concatenate([rows, hooks])
        masses = stances.mass_g[ways]
        open_ends = [end for end, limit in zip(found["wood_mm"], found["room_mm"], strict=True) if limit is None]
        room = np.min([np.abs(xs - end) for end in open_ends], axis=0) / 40.0 if open_ends else np.ones(len(xs))
        column = {
            "topple": np.clip(blurred(topples / _STEADY_RAD), 0.0, 1.0),
            "gap": blurred(depth),
            "miss": blurred((inside < 0.0).astype(np.float64)),
            "on_cargo": blurred((seat + contact > surface + _LEVEL_MM).astype(np.float64)),
            "room": room,
            "hanging": hanging.astype(np.float64),
            "rolling": stances.round[ways],
            "mass": masses / self._heaviest_g,
            "tall": np.where(hanging, 0.0, stances.low_mm[ways] / 20.0),
            "yard": np.full(len(xs), float(found["yard"] is not None)),
            "level": np.full(len(xs), surface / self._top_mm),
            "lever": np.abs(xs) / self._reach_mm,
            "aboard": np.full(len(xs), len(cargo.layers) / 16.0),
        }
        column |= self._sway(_balance(self._righting, view, cargo), masses, xs, heights, fore_mm, side, lean)
        column |= _level(found, cargo, masses * xs)
        column["peril"] = column["topple"] * np.minimum(column["peak"], 1.0)
        features = np.clip(np.column_stack([column[name] for name in FEATURES]), -1.0, 1.0)
        return Places(
            slot, min(kinds, key=self._mass_g), stances.ways, ways.astype(np.int64), np.round(xs, 1), features
        )

    def _mass_g(self, kind: str) -> float:
        return float(self._table["pieces"][kind]["mass_g"])

    def _sway(
        self, balance: Balance, masses: Array, xs: Array, heights: Array, fore_mm: float, side: float, lean: float
    ) -> dict[str, Array]:
        """Return the features of the ship's sway."""
        sway = balance.sway(masses, xs, fore_mm, heights)
        return {
            "peak": sway.peak / _UNIT_RAD,
            "slide": np.maximum(0.0, sway.peak - self._slides) / _UNIT_RAD,
            "jolt": sway.jolt / _UNIT_RAD,
            "eases": (math.hypot(*sway.before) - np.hypot(*sway.rest)) / _UNIT_RAD,
            "slope": side * (sway.rest[0] - lean) / _UNIT_RAD,
            "lofty": masses * heights / max(balance.left, 0.05 * self._righting),
            "tender": 1.0 - sway.left_g_mm / self._righting,
        }

    def _hooks(self, slot: Data, wood: _Wood, outline: Array, mine: Mask) -> tuple[npt.NDArray[np.int64], Array]:
        """Return the stances that can hang from an open end on which nothing lies, and the end of each (mm)."""
        stances = self._stances
        found, ends = [], []
        for side, end, limit in zip((-1.0, 1.0), slot["wood_mm"], slot["room_mm"], strict=True):
            for row in np.flatnonzero(mine & (side * stances.edge_mm > 0.0)) if limit is None else ():
                place = end - stances.edge_mm[row]
                inner = place + (stances.left_mm[row] if side > 0.0 else stances.right_mm[row])
                arm = (wood.wide >= min(inner, end)) & (wood.wide <= max(inner, end))
                if not (outline[arm] > slot["surface_mm"] + _LEVEL_MM).any():
                    found.append(row)
                    ends.append(end)
        return np.array(found, np.int64), np.array(ends)

    def _lean(self, view: Data, slot: Data) -> float:
        """Return how far a slot's wood is turned against the ship, counter-clockwise (rad)."""
        leans = view["yards_deg"]
        if slot["yard"] in leans:
            return math.radians(float(view["heel_deg"]) - float(leans[slot["yard"]]))
        return math.radians(float(slot["tilt_deg"]))

    def _every_stance(self) -> _Stances:
        ways, sections, masses, hangs = [], [], [], []
        for kind, piece in self._table["pieces"].items():
            for name, stance in piece["stances"].items():
                form = self._forms[kind, stance["form"]]
                ways.append((kind, name))
                sections.append((form.turned(math.radians(stance["turn_deg"])), form.round))
                masses.append(piece["mass_g"])
                hangs.append(stance["hangs_mm"] or (math.nan, math.nan))
        left, right = (np.array([pick(edges[:, [0, 2]]) for edges, _ in sections]) for pick in (np.min, np.max))
        bottom, top = (np.array([pick(edges[:, [1, 3]]) for edges, _ in sections]) for pick in (np.min, np.max))
        most = math.floor(max(-left.min(), right.max()) / _STEP_MM + 1e-9)
        offsets = _STEP_MM * np.arange(-most, most + 1)
        # The underside is the upper side of the section turned over.
        rise = np.array([-_upper(-edges, -offsets) for edges, _ in sections]) - bottom[:, None]
        return _Stances(
            tuple(ways),
            left,
            right,
            -bottom,
            top - bottom,
            np.array(masses),
            np.array([float(rolls) for _, rolls in sections]),
            offsets,
            rise,
            rise <= _LEVEL_MM,
            *np.array(hangs).T,
        )

    def _wood(self, slot: int, sd_mm: float) -> _Wood:
        known = self._woods.get((slot, sd_mm))
        if known is None:
            known = self._woods[slot, sd_mm] = self._bare(self._table["slots"][str(slot)], sd_mm)
        return known

    def _bare(self, slot: Data, sd_mm: float) -> _Wood:
        (wood_left, wood_right), stances = slot["wood_mm"], self._stances
        left_end, right_end = slot["room_mm"]
        beyond = round(_BEYOND_MM / _STEP_MM)
        # The grid is laid from the mast outwards, so that it is the same on either side.
        mirrored = wood_left + wood_right < 0.0
        length = math.floor((wood_right - wood_left) / _STEP_MM + 1e-9)
        steps = np.arange(
            -beyond * ((right_end if mirrored else left_end) is None),
            length + 1 + beyond * ((left_end if mirrored else right_end) is None),
        )
        xs = wood_right - _STEP_MM * steps[::-1] if mirrored else wood_left + _STEP_MM * steps
        most = len(stances.offset_mm) // 2
        wide = xs[0] + _STEP_MM * np.arange(-most, len(xs) + most)
        on_wood = (wide >= wood_left - 1e-6) & (wide <= wood_right + 1e-6)
        first = np.full(len(stances.ways), -np.inf) if left_end is None else left_end - stances.left_mm
        last = np.full(len(stances.ways), np.inf) if right_end is None else right_end - stances.right_mm
        wide_for_it = first > last  # a piece that is too wide for its slot goes in the middle
        middle = np.where(wide_for_it, (np.where(wide_for_it, first, 0.0) + np.where(wide_for_it, last, 0.0)) / 2, 0.0)
        first, last = np.where(wide_for_it, middle, first), np.where(wide_for_it, middle, last)
        near = np.where(wide_for_it, _STEP_MM / 2, 1e-6)[:, None]
        stands = np.isnan(stances.edge_mm)[:, None]
        allowed = (
            stands
            & (xs >= np.maximum(first, wood_left)[:, None] - near)
            & (xs <= np.minimum(last, wood_right)[:, None] + near)
        )
        # What lies halfway between two places counts to the outer one, on either side of the mast.
        outwards = -1e-6 if mirrored else 1e-6
        meant = xs[None, :, None] + sd_mm * _QUANTILES
        put = np.clip(meant, np.maximum(first, xs[0])[:, None, None], np.minimum(last, xs[-1])[:, None, None])
        return _Wood(
            xs,
            wide,
            np.where(on_wood, slot["surface_mm"], _NOTHING_MM),
            np.arange(len(xs))[:, None] + np.arange(len(stances.offset_mm))[None, :],
            allowed,
            np.clip(np.rint((put - xs[0]) / _STEP_MM + outwards).astype(np.int64), 0, len(xs) - 1),
        )


def _balance(righting_g_mm: float, view: Data, cargo: Cargo) -> Balance:
    """Return the balance of a ship that rests as the view says: she lists a little even without cargo."""
    high = float(cargo.mass_g @ cargo.y_mm)
    upright = Balance(righting_g_mm, 0.0, 0.0, high)
    across, ahead = (upright.least_left * math.tan(math.radians(rest)) for rest in view["rest_deg"])
    return Balance(righting_g_mm, across, ahead, high)


def _form(data: Data) -> _Form:
    if "radius_mm" in data:
        turns = np.arange(_CORNERS) * 2.0 * math.pi / _CORNERS
        parts = [data["radius_mm"] * np.column_stack([np.sin(turns), np.cos(turns)])]
    else:
        parts = [np.array(part, np.float64) for part in data["parts_mm"]]
    edges = np.concatenate([np.hstack([part, np.roll(part, -1, axis=0)]) for part in parts])
    return _Form(edges, "radius_mm" in data)


def _upper(edges: Array, xs: Array) -> Array:
    """Return the highest y of all edges at each x; minus infinity where there is none."""
    swapped = edges[:, 0] > edges[:, 2]
    x0, y0, x1, y1 = np.where(swapped[:, None], edges[:, [2, 3, 0, 1]], edges).T[:, :, None]
    share = np.clip((xs - x0) / np.maximum(x1 - x0, 1e-9), 0.0, 1.0)
    there = (xs >= x0 - 1e-6) & (xs <= x1 + 1e-6)
    heights: Array = np.where(there, y0 + share * (y1 - y0), -np.inf).max(axis=0, initial=-np.inf)
    return heights


def _outline(wood: _Wood, slot: Data, cargo: Cargo, lean: float) -> Array:
    """Return the height of what carries at each place of the wide grid, in the frame of the slot's own wood (mm)."""
    if not len(cargo.edges):
        return wood.empty
    surface, ceiling = slot["surface_mm"], slot["ceiling_mm"]
    cos, sin = math.cos(lean), math.sin(lean)
    points = cargo.edges.reshape(-1, 2) - np.array([0.0, surface])
    edges = (points @ np.array([[cos, -sin], [sin, cos]])).reshape(-1, 4) + np.array([0.0, surface] * 2)
    row = row_of(slot, cargo)
    here = np.array([None in (layer, row) or layer == row for layer in cargo.layers])
    lowest = np.full(len(here), np.inf)
    np.minimum.at(lowest, cargo.piece, np.minimum(edges[:, 1], edges[:, 3]))
    here &= (lowest < (math.inf if ceiling is None else ceiling) - 4.0) & (lowest > surface - 60.0)
    above = _upper(edges[here[cargo.piece]], wood.wide)
    return np.where(above > surface - _LEVEL_MM, np.maximum(above, wood.empty), wood.empty)


def row_of(slot: Data, cargo: Cargo) -> str | None:
    """Return the row of the deck that a piece is put into: the emptier one on that side, or that by the mast."""
    side = sum(slot["wood_mm"])
    pieces = Counter(row for row, x in zip(cargo.layers, cargo.x_mm, strict=True) if x * side > 0)
    return min(slot["rows"], key=lambda row: pieces[row], default=None)


def _level(slot: Data, cargo: Cargo, moments: Array) -> dict[str, Array]:
    """Return the features of what lies on the same level already. moments: of the pieces about the mast (g mm)."""
    ceiling = math.inf if slot["ceiling_mm"] is None else slot["ceiling_mm"] - 5.0
    on_it = (cargo.y_mm > slot["surface_mm"] - 9.0) & (cargo.y_mm < ceiling)
    before = float(cargo.mass_g[on_it] @ cargo.x_mm[on_it])
    rocks = np.abs(np.tanh((before + moments) / _ROCKING_G_MM) - math.tanh(before / _ROCKING_G_MM)) / 2.0
    return {
        "rocks": rocks if slot["yard"] is not None else np.zeros(len(moments)),
        "crowd": np.full(len(moments), float(on_it.sum()) / 8.0),
    }
