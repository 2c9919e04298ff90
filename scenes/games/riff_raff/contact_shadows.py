"""The soft dark line where cargo rests on a yard, on the deck or on another piece, drawn on the wood below it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from pyglet.graphics import Group
from pyglet.sprite import Sprite

from scenes.drawing.batch import Batch
from scenes.drawing.canvas import Picture, soft_sheet
from scenes.drawing.sprites import Gallery, fade, place
from scenes.games.riff_raff.art.ship_art import deck_ends_mm
from scenes.games.riff_raff.depth import LEVEL, lean_of, risen
from scenes.games.riff_raff.splash import GONE
from sim.games.riff_raff.match.frame import PieceView, RiffRaffFrame, StaticScene
from sim.physics import Point
from sim.physics.ship.pieces import Section
from sim.physics.ship.state import Layer as Row
from sim.physics.ship.state import Pose
from sim.physics.turning import turned

REACH_MM = 5.0
"""A piece this far above the wood throws no shadow any more."""
NEAR_MM = 1.2
"""The shadow is as long as the piece's underside is at most this much higher than where it is lowest."""
SINK_MM = 1.5
"""A piece deeper in the wood than that is in front of it."""
SOFT_MM = 1.5
"""How much longer than the underside a shadow is at either end, where there is wood."""
DEEP_MM = 2.6
"""How far down the wood a shadow is seen."""
DARK = 0.62
STEPS_MM, STEPS_RAD, STEPS_UP = 0.05, 0.005, 0.1
"""The least difference between the places of two things to each other (mm, rad), and of the lower one's turn (rad)."""
DISC_CORNERS = 24

Edge = tuple[Point, Point]
"""The two ends of a straight piece of wood that something can rest on, with the air on its left."""


@dataclass(frozen=True, slots=True)
class Shadow:
    """A shadow in the frame of what it lies on: its middle, the turn of the wood, its length, and how dark it is."""

    x: float
    y: float
    angle: float
    length_mm: float
    opacity: float


class ContactShadows:
    """All contact shadows. groups: by the row of the deck that a piece was put into; None: on a yard."""

    def __init__(
        self, static_scene: StaticScene, gallery: Gallery, batch: Batch, groups: Mapping[Row | None, Group]
    ) -> None:
        ship = static_scene.ship
        half = ship.measures.yard_thickness_mm / 2
        self._edges: dict[str, tuple[Edge, ...]] = {
            _deck(row): _flat(*deck_ends_mm(ship, 0.0 if row is None else sum(ship.row_mm(row)) / 2), ship.deck_mm)
            for row in groups
        }
        self._edges |= {
            f"yard {index}": _flat(-yard.length_mm / 2, yard.length_mm / 2, half)
            for index, yard in enumerate(ship.yards)
        }
        self._sections = {
            f"{kind}/{form}": section
            for kind, piece in static_scene.pieces.items()
            for form, section in piece.forms.items()
        }
        self._edges |= {name: tuple(_edges(section)) for name, section in self._sections.items()}
        self._art, self._batch, self._groups = gallery.art("contact", contact_picture), batch, groups
        self.sprites: dict[Row | None, list[Sprite]] = {row: [] for row in groups}
        # Cargo at rest lies to what is below it as in the frame before, however the ship sways.
        self._shadow = lru_cache(maxsize=2048)(self._find)

    def update(self, frame: RiffRaffFrame) -> None:
        """Show the shadows of a frame."""
        lean, used = lean_of(frame), dict.fromkeys(self.sprites, 0)
        # The deck is seen from above, and flatter as her bow dips.
        flat = min(1.0, max(0.0, lean.deep / LEVEL.deep))
        for piece, lower, below, shadow in self._shadows(frame):
            row, number = piece.layer, used[piece.layer]
            if number == len(self.sprites[row]):
                self.sprites[row].append(self._art.sprite(self._batch, self._groups[row]))
            sprite = self.sprites[row][number]
            used[row] += 1
            at = risen(*_in_world(shadow.x, shadow.y, below), lean, piece.fore_mm)
            place(sprite, *at, below.angle + shadow.angle)
            # Not beyond a thin piece that it lies on.
            deep = min(DEEP_MM, self._sections[lower].thin_mm) if lower in self._sections else DEEP_MM
            size = shadow.length_mm, deep * (flat if lower == _deck(row) else 1.0)
            if (sprite.scale_x, sprite.scale_y) != size:
                sprite.scale_x, sprite.scale_y = size
            fade(sprite, shadow.opacity, (0, 0, 0))
        for row, sprites in self.sprites.items():
            for number, sprite in enumerate(sprites):
                if sprite.visible != (number < used[row]):
                    sprite.visible = number < used[row]

    def _shadows(self, frame: RiffRaffFrame) -> Iterator[tuple[PieceView, str, Pose, Shadow]]:
        """Yield each piece that throws a shadow, the name and pose of what it lies on, and the shadow."""
        hull = Pose(0.0, 0.0, frame.hull_angle)
        yards = [(f"yard {index}", pose) for index, pose in enumerate(frame.yards)]
        cargo = [(piece, f"{piece.kind}/{piece.form}") for piece in frame.pieces if piece.state not in GONE]
        for piece, name in cargo:
            reach = self._sections[name].reach_mm + REACH_MM
            below = [(_deck(piece.layer), hull), *(yards if piece.layer is None else ())]
            below += [
                (other_name, Pose(other.x, other.y, other.angle))
                for other, other_name in cargo
                if other.y < piece.y
                and (piece.layer == other.layer or piece.layer is None or other.layer is None)
                and math.hypot(other.x - piece.x, other.y - piece.y) < reach + self._sections[other_name].reach_mm
            ]
            for lower, pose in below:
                found = self._shadow(name, lower, *_seen_from(piece, pose), round(pose.angle / STEPS_UP))
                if found is not None:
                    yield piece, lower, pose, found

    def _find(self, upper: str, lower: str, x: int, y: int, turn: int, up: int) -> Shadow | None:
        """Return the darkest shadow of one thing on an edge of the other; x, y, turn and up in steps."""
        upper_at = Pose(STEPS_MM * x, STEPS_MM * y, STEPS_RAD * turn)
        shadows = (
            _on_edge(self._sections[upper], upper_at, edge)
            for edge in self._edges[lower]
            # Its upper side, as it lies.
            if math.cos(math.atan2(edge[1][1] - edge[0][1], edge[1][0] - edge[0][0]) + STEPS_UP * up) > 0.3
        )
        return max(
            (shadow for shadow in shadows if shadow is not None),
            key=lambda shadow: shadow.opacity * shadow.length_mm,
            default=None,
        )


def contact_picture(_scale: float) -> Picture:
    """Paint a shadow 1 mm long and 1 mm deep, to be stretched; the origin is the middle of its upper edge."""
    side = 64
    sheet = soft_sheet(side, side, side // 6)
    return Picture(sheet.crop((0, side // 2, side, side)).resize((side, side)), (side / 2, side), side)


def _on_edge(section: Section, at: Pose, edge: Edge) -> Shadow | None:
    """Return the shadow on an edge of a section that is there; None where it does not lie on it or close above it."""
    (left, low), (right, high) = edge
    angle, length = math.atan2(high - low, right - left), math.hypot(right - left, high - low)
    sides = list(_sides(section, Pose(*turned(at.x - left, at.y - low, -angle), at.angle - angle)))
    gap = min((height for side in sides for _, height in _above(*side, length, REACH_MM)), default=REACH_MM)
    if not -SINK_MM <= gap < REACH_MM:
        return None
    along = [place for side in sides for place, _ in _above(*side, length, gap + NEAR_MM)]
    start, end = max(0.0, min(along) - SOFT_MM), min(length, max(along) + SOFT_MM)
    middle = (start + end) / 2
    opacity = DARK * (1.0 - max(0.0, gap) / REACH_MM) ** 2
    along_x, along_y = turned(middle, 0.0, angle)
    return Shadow(left + along_x, low + along_y, angle, end - start, opacity)


def _above(a: Point, b: Point, length: float, most: float) -> tuple[Point, ...]:
    """Return the ends of what of a line is over an edge, and at most that high; the edge goes from 0 to its length."""
    first, last = 0.0, 1.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    for room, change in ((a[0], dx), (length - a[0], -dx), (most - a[1], -dy)):
        if change == 0.0:
            if room < 0.0:
                return ()
        elif change > 0.0:
            first = max(first, -room / change)
        else:
            last = min(last, -room / change)
    return tuple((a[0] + share * dx, a[1] + share * dy) for share in (first, last)) if first <= last else ()


def _parts(section: Section) -> tuple[tuple[Point, ...], ...]:
    """Return the convex parts of a section; a disc is a polygon."""
    if section.radius_mm is None:
        return section.parts
    angles = [math.tau * corner / DISC_CORNERS for corner in range(DISC_CORNERS)]
    return (tuple((section.radius_mm * math.cos(a), section.radius_mm * math.sin(a)) for a in angles),)


def _sides(section: Section, at: Pose) -> Iterator[Edge]:
    for part in _parts(section):
        corners = [_in_world(x, y, at) for x, y in part]
        yield from zip(corners, [*corners[1:], corners[0]], strict=True)


def _edges(section: Section) -> Iterator[Edge]:
    """Yield the sides of a section, each with the air on its left; mirrored parts go round the other way."""
    for part in _parts(section):
        twice_area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(part, (*part[1:], part[0]), strict=True))
        clockwise = part if twice_area < 0.0 else part[::-1]
        yield from zip(clockwise, (*clockwise[1:], clockwise[0]), strict=True)


def _flat(left_mm: float, right_mm: float, height_mm: float) -> tuple[Edge, ...]:
    return (((left_mm, height_mm), (right_mm, height_mm)),)


def _deck(row: Row | None) -> str:
    return f"deck {row}"


def _in_world(x: float, y: float, at: Pose) -> Point:
    """Return a point of a thing that is there in the world."""
    across, up = turned(x, y, at.angle)
    return at.x + across, at.y + up


def _seen_from(piece: PieceView, at: Pose) -> tuple[int, int, int]:
    """Return x, y and angle of a piece, in steps, in the frame of a thing that is there."""
    x, y = turned(piece.x - at.x, piece.y - at.y, -at.angle)
    angle = math.remainder(piece.angle - at.angle, math.tau)
    return round(x / STEPS_MM), round(y / STEPS_MM), round(angle / STEPS_RAD)
